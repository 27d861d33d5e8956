//! Nonogram, as a rule book states it.
//!
//! Some cells of a grid are filled, so that they make a picture. A *run* is a maximal sequence of filled cells side by
//! side, with an empty cell or the border before and after it.
//!
//! 1. The clue of a row is the list of the lengths of its runs, from left to right.
//! 2. The clue of a column is the list of the lengths of its runs, from top to bottom.
//!
//! A line without filled cells has the clue `[]`, also written `[0]`.
//!
//! On a coloured board a run has one colour; runs of different colours may touch. A block is then `[length, colour]`,
//! with the colours counted from 1, and in the picture colour 1 is `a`, colour 2 is `b`, and so on, unless the board
//! has a list of colours with letters of their own.

use serde::Deserialize;

use crate::{Failure, picture};

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    pub(crate) rows: Vec<Vec<Block>>,
    pub(crate) columns: Vec<Vec<Block>>,
    #[serde(default)]
    pub(crate) colours: Vec<Colour>,
}

#[derive(Deserialize)]
pub(crate) struct Colour {
    letter: char,
    pub(crate) name: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(crate) enum Block {
    Black(usize),
    Coloured(usize, u8),
}

impl Block {
    /// How long, and in which colour, counted from 1.
    pub(crate) fn run(self) -> (usize, u8) {
        match self {
            Block::Black(length) => (length, 1),
            Block::Coloured(length, colour) => (length, colour),
        }
    }
}

impl Puzzle {
    /// The symbols of a picture: for an empty cell, then for each colour from 1 on.
    pub(crate) fn symbols(&self) -> Vec<char> {
        let mut blocks = self.rows.iter().chain(&self.columns).flatten();
        if !blocks.any(|block| matches!(block, Block::Coloured(..))) {
            return vec!['.', '#'];
        }
        let letter = |(at, usual)| self.colours.get(at).map_or(usual, |own: &Colour| own.letter);
        std::iter::once('.').chain(LETTERS.chars().enumerate().map(letter)).collect()
    }
}

/// The letters of the colours, from colour 1 on.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEF";

pub(crate) fn check(puzzle: &Puzzle, solution: &[String]) -> Result<(), Failure> {
    let symbols = puzzle.symbols();
    let picture = picture(solution, puzzle.rows.len(), puzzle.columns.len(), &symbols)?;
    // A length and a symbol for each run; `None` for a colour that has no letter.
    let runs_of = |clue: &[Block]| -> Vec<(usize, Option<char>)> {
        let run = |block: &Block| {
            let (length, colour) = block.run();
            (length, symbols.get(usize::from(colour)).copied().filter(|_| colour > 0))
        };
        clue.iter().map(run).filter(|&(length, _)| length > 0).collect()
    };
    for (row, clue) in puzzle.rows.iter().enumerate() {
        runs_are(&runs_of(clue), &picture[row], "row", row)?;
    }
    for (column, clue) in puzzle.columns.iter().enumerate() {
        let line: Vec<char> = picture.iter().map(|row| row[column]).collect();
        runs_are(&runs_of(clue), &line, "column", column)?;
    }
    Ok(())
}

fn runs_are(clue: &[(usize, Option<char>)], line: &[char], kind: &'static str, index: usize) -> Result<(), Failure> {
    let alike = line.chunk_by(|a, b| a == b).filter(|run| run[0] != '.');
    let runs: Vec<(usize, Option<char>)> = alike.map(|run| (run.len(), Some(run[0]))).collect();
    if runs == clue {
        return Ok(());
    }
    Err(Failure::rule(kind, format!("{kind} {} has the runs {}, its clue is {}", index + 1, shown(&runs), shown(clue))))
}

/// Runs in words: `[2, 1]`, with the letter of its colour after a coloured one.
fn shown(runs: &[(usize, Option<char>)]) -> String {
    let run = |&(length, symbol): &(usize, Option<char>)| match symbol {
        Some('#') => length.to_string(),
        Some(letter) => format!("{length}{letter}"),
        None => format!("{length}?"),
    };
    format!("[{}]", runs.iter().map(run).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use crate::tests::broken;

    /// A picture in JSON, from its rows.
    fn drawn(rows: &[&str]) -> String {
        serde_json::json!(rows).to_string()
    }

    /// ```text
    /// # # .
    /// . . #
    /// # . #
    /// ```
    const PUZZLE: &str = r#"{"family":"nonogram","rows":[[2],[1],[1,1]],"columns":[[1,1],[1],[2]]}"#;

    #[test]
    fn a_picture_with_the_right_runs_is_accepted() {
        assert_eq!(broken(PUZZLE, &drawn(&["##.", "..#", "#.#"])), None);
    }

    #[test]
    fn each_rule_has_a_picture_that_breaks_it_alone() {
        let rows_differ = r#"{"family":"nonogram","rows":[[2],[1],[2]],"columns":[[1,1],[1],[2]]}"#;
        assert_eq!(broken(rows_differ, &drawn(&["##.", "..#", "#.#"])), Some("row"));
        let columns_differ = r#"{"family":"nonogram","rows":[[2],[1],[1,1]],"columns":[[2],[1],[2]]}"#;
        assert_eq!(broken(columns_differ, &drawn(&["##.", "..#", "#.#"])), Some("column"));
    }

    #[test]
    fn the_order_of_the_runs_matters() {
        let puzzle = r#"{"family":"nonogram","rows":[[1,2]],"columns":[[1],[0],[1],[1]]}"#;
        assert_eq!(broken(puzzle, &drawn(&["#.##"])), None);
        assert_eq!(broken(puzzle, &drawn(&["##.#"])), Some("row"));
    }

    #[test]
    fn an_empty_line_has_no_runs_or_a_run_of_none() {
        let puzzle = r#"{"family":"nonogram","rows":[[],[0]],"columns":[[0],[]]}"#;
        assert_eq!(broken(puzzle, &drawn(&["..", ".."])), None);
        assert_eq!(broken(puzzle, &drawn(&["..", "#."])), Some("row"));
    }

    #[test]
    fn runs_of_different_colours_may_touch() {
        let puzzle = r#"{"family":"nonogram","rows":[[[1,1],[2,2]]],"columns":[[[1,1]],[[1,2]],[[1,2]]]}"#;
        assert_eq!(broken(puzzle, &drawn(&["abb"])), None);
        assert_eq!(broken(puzzle, &drawn(&["aab"])), Some("row"));
        assert_eq!(broken(puzzle, &drawn(&["###"])), Some("solution"));
    }

    #[test]
    fn colours_may_have_letters_of_their_own() {
        let puzzle = r##"{"family":"nonogram","rows":[[[1,1],[1,2]]],"columns":[[[1,1]],[[1,2]]],
            "colours":[{"letter":"y","name":"yellow","paint":"#F0D000"},{"letter":"a"}]}"##;
        assert_eq!(broken(puzzle, &drawn(&["ya"])), None);
        assert_eq!(broken(puzzle, &drawn(&["ay"])), Some("row"));
        assert_eq!(broken(puzzle, &drawn(&["yb"])), Some("solution"));
    }
}
