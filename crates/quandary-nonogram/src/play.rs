//! Nonogram by hand: paint, cross out, wipe.
//!
//! A number of a clue is satisfied when the position implies it: its block fits in one place only, whatever the rest of the
//! line will be, and all of that place is painted. A picture is finished when the runs of painted cells are the clues; cells
//! that are still open count as empty then.

use quandary_core::grid::Grid;
use quandary_core::play::{Brush, ClueState, Controls, Look, Play, Shape};
use quandary_core::reason::Domains;

use super::{Block, LineName, Nonogram, runs};
use crate::line::{LineClue, are_blocks};

impl Play for Nonogram {
    fn controls(&self, general: Controls) -> Controls {
        let Controls::Paint { brushes, joined } = general else { return general };
        let brush = |brush: Brush| match (brush.is_second, self.is_coloured()) {
            (true, _) => Brush {
                label: "✕ Cross out".to_owned(),
                spoken: "crossed out".to_owned(),
                hint: "cross the cell out".to_owned(),
                look: Look { shape: Shape::Cross, ..brush.look },
                ..brush
            },
            (false, false) => Brush { label: "Fill".to_owned(), hint: "fill the cell".to_owned(), ..brush },
            (false, true) => Brush {
                label: format!("{} {}", brush.symbol, brush.name),
                hint: format!("fill the cell with {}", brush.name),
                ..brush
            },
        };
        Controls::Paint { brushes: brushes.into_iter().map(brush).collect(), joined }
    }

    fn row_clue(&self, row: usize) -> Option<String> {
        Some(spoken(self, LineName::Row(row)))
    }

    fn column_clue(&self, column: usize) -> Option<String> {
        Some(spoken(self, LineName::Column(column)))
    }

    fn clues(&self, values: &Grid<Option<u8>>) -> Option<Vec<ClueState>> {
        let any = (0..=self.colours()).fold(0, |values, value| values | 1 << value);
        let state = |line: LineName| {
            let cells: Vec<Option<u8>> = self.cells_of(line).map(|cell| values[cell]).collect();
            let blocks = self.clue(line);
            let rule = LineClue::new((0..cells.len()).collect(), blocks.to_vec(), "", "");
            let domains = Domains::new(cells.iter().map(|value| value.map_or(any, |value| 1 << value)).collect());
            let clue = line.to_string().replace(' ', "");
            let Some(starts) = rule.only_starts(&domains) else {
                return ClueState { clue, satisfied: vec![false; blocks.len().max(1)], is_wrong: true };
            };
            let is_found = |(block, start): (&Block, Option<usize>)| {
                start.is_some_and(|start| is_painted(&cells[start..], *block))
            };
            let satisfied = match blocks {
                [] => vec![cells.iter().all(|value| *value == Some(0))],
                blocks => blocks.iter().zip(starts).map(is_found).collect(),
            };
            ClueState { clue, satisfied, is_wrong: false }
        };
        Some(self.lines().map(state).collect())
    }

    fn finished(&self, values: &Grid<Option<u8>>) -> Option<Option<Grid<u8>>> {
        let picture = values.map(|value| value.unwrap_or(0));
        let is_right =
            |line: LineName| are_blocks(self.clue(line), &runs(self.cells_of(line).map(|cell| picture[cell])));
        Some(self.lines().all(is_right).then_some(picture))
    }
}

/// Whether all cells of a block that starts here are written; one of unknown length must have an end, too.
fn is_painted(cells: &[Option<u8>], block: Block) -> bool {
    if block.is_unknown() {
        let length = cells.iter().take_while(|&&cell| cell == Some(block.colour)).count();
        return length > 0 && cells.get(length).is_none_or(Option::is_some);
    }
    cells[..block.length].iter().all(Option::is_some)
}

/// What a clue says: "clues 1 1", "clue 3 red".
fn spoken(puzzle: &Nonogram, line: LineName) -> String {
    let number = |block: &Block| match puzzle.is_coloured() {
        true => format!("{} {}", block.number(), puzzle.palette().colour(block.colour).name),
        false => block.number(),
    };
    match puzzle.clue(line) {
        [] => "clue 0".to_owned(),
        [only] => format!("clue {}", number(only)),
        blocks => format!("clues {}", blocks.iter().map(number).collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::nonogram;

    /// The clue states of a board, with cells written as `#` painted, `.` crossed out, `?` open.
    fn clues(puzzle: &Nonogram, rows: &[&str]) -> Vec<ClueState> {
        let value = |letter: char| match letter {
            '#' => Some(1),
            '.' => Some(0),
            _ => None,
        };
        let values = rows.iter().flat_map(|row| row.chars().map(value)).collect();
        puzzle.clues(&Grid::from_values(rows.len(), rows[0].len(), values).unwrap()).unwrap()
    }

    #[test]
    fn a_number_is_satisfied_only_where_the_position_implies_it() {
        let puzzle = nonogram(&["#.#..", "...#."]);
        let row = |cells: &str| clues(&puzzle, &[cells, "?????"])[0].satisfied.clone();
        // One cell is painted, but it could still be the first block or the second.
        assert_eq!(row("??#??"), [false, false]);
        assert_eq!(row("#.#??"), [true, true]);
        assert_eq!(row("#???#"), [true, true]);
        assert_eq!(row("#?..?"), [true, false]);
    }

    #[test]
    fn an_empty_line_is_satisfied_when_it_is_crossed_out_and_a_line_without_room_is_wrong() {
        let puzzle = nonogram(&["##.", "..."]);
        let state = clues(&puzzle, &["?.?", "..."]);
        assert!(state[0].is_wrong && !state[1].is_wrong);
        assert_eq!((&state[1].satisfied[..], &state[0].satisfied[..]), (&[true][..], &[false][..]));
    }

    #[test]
    fn a_picture_is_finished_when_its_runs_are_the_clues_also_with_open_cells() {
        let puzzle = nonogram(&["#.#", "###"]);
        let grid = |values: [Option<u8>; 6]| Grid::from_values(2, 3, values.to_vec()).unwrap();
        let all = [Some(1), None, Some(1), Some(1), Some(1), Some(1)];
        assert_eq!(puzzle.finished(&grid(all)).unwrap().unwrap().values(), [1, 0, 1, 1, 1, 1]);
        assert_eq!(puzzle.finished(&grid([None; 6])), Some(None));
    }
}
