//! The rules of a Nonogram, stated once: one variable per cell, one clue per row and column.
//!
//! A variable is 0 where the cell stays empty, otherwise its colour; black is 1. There is one rule only, that a line
//! holds its blocks in order, and `LineClue` deduces everything that follows for that line alone.

use super::{LineName, Nonogram};
use crate::line::{Block, LineClue};
use quandary_core::puzzle::Cell;
use quandary_core::reason::Model;

/// The board's rules as constraints; the variables are the cells, row by row.
pub(crate) fn model(puzzle: &Nonogram) -> Model {
    let colours = puzzle.colours();
    let values = (0..=colours).fold(0, |values, value| values | 1 << value);
    let mut model = Model::new();
    for row in 0..puzzle.height() {
        for column in 0..puzzle.width() {
            model.variable(values, vec![Cell { row, column }]);
        }
    }
    for line in puzzle.lines() {
        let scope = puzzle.cells_of(line).map(|cell| cell.row * puzzle.width() + cell.column).collect();
        model.constrain(LineClue::new(scope, puzzle.clue(line).to_vec(), line.to_string(), statement(puzzle, line)));
    }
    model
}

/// What a line's clue demands, as a sentence.
fn statement(puzzle: &Nonogram, line: LineName) -> String {
    match puzzle.clue(line) {
        [] => format!("{line} is empty"),
        [only] if only.is_unknown() => format!("{line} holds one block{}", colour_of(puzzle, *only)),
        [only] => format!("{line} holds one block of {}", puzzle.block(*only)),
        blocks => format!("{line} holds the blocks {}", puzzle.written(blocks)),
    }
}

/// The colour of a block, where there are several.
fn colour_of(puzzle: &Nonogram, block: Block) -> String {
    let colour = || format!(" of {}", puzzle.palette().colour(block.colour).name);
    puzzle.is_coloured().then(colour).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::nonogram;

    #[test]
    fn every_row_and_column_has_its_clue_and_its_sentence() {
        let model = model(&nonogram(&["##.#", "...."]));
        assert_eq!(model.start(), [0b11; 8]);
        let sentences: Vec<String> = model.constraints().iter().map(|clue| clue.statement()).collect();
        assert_eq!(
            sentences,
            [
                "row 1 holds the blocks 2 1",
                "row 2 is empty",
                "column 1 holds one block of 1",
                "column 2 holds one block of 1",
                "column 3 is empty",
                "column 4 holds one block of 1",
            ]
        );
        assert_eq!(model.constraints()[4].name(), "column 3");
        assert_eq!(model.constraints()[4].scope(), [2, 6]);
    }
}
