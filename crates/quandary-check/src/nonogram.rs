//! Nonogram, as a rule book states it.
//!
//! Some cells of a grid are filled, so that they make a picture. A *run* is a maximal sequence of filled cells side by
//! side, with an empty cell or the border before and after it.
//!
//! 1. The clue of a row is the list of the lengths of its runs, from left to right.
//! 2. The clue of a column is the list of the lengths of its runs, from top to bottom.
//!
//! A line without filled cells has the clue `[]`, also written `[0]`. A length that is `"?"` is unknown: any length but none will do.
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
    Black(Length),
    Coloured(Length, u8),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(untagged)]
pub(crate) enum Length {
    Cells(usize),
    Unknown(Mark),
}

/// The mark of an unknown length.
#[derive(Clone, Copy, Deserialize)]
pub(crate) enum Mark {
    #[serde(rename = "?")]
    Unknown,
}

impl Block {
    /// How long, if that is known, and in which colour, counted from 1.
    pub(crate) fn run(self) -> (Option<usize>, u8) {
        let (length, colour) = match self {
            Block::Black(length) => (length, 1),
            Block::Coloured(length, colour) => (length, colour),
        };
        match length {
            Length::Cells(cells) => (Some(cells), colour),
            Length::Unknown(Mark::Unknown) => (None, colour),
        }
    }
}

impl Puzzle {
    /// The symbols of a picture: for an empty cell, then for each colour from 1 on.
    pub(crate) fn symbols(&self) -> Result<Vec<char>, Failure> {
        let colours = self.rows.iter().chain(&self.columns).flatten().filter_map(|block| match block {
            Block::Coloured(_, colour) => Some(usize::from(*colour)),
            Block::Black(_) => None,
        });
        let Some(used) = colours.max() else { return Ok(vec!['.', '#']) };
        let letter = |(at, usual)| self.colours.get(at).map_or(usual, |own: &Colour| own.letter);
        let symbols: Vec<char> = std::iter::once('.').chain(LETTERS.chars().enumerate().map(letter)).collect();
        if (1..symbols.len().min(used + 1)).any(|at| symbols[..at].contains(&symbols[at])) {
            return Err(Failure::Puzzle("two colours have the same letter".to_owned()));
        }
        Ok(symbols)
    }
}

/// Length, if it is known, and colour of the runs of a clue, for proofs and steps.
pub(crate) fn runs(clue: &[Block]) -> Vec<(Option<usize>, usize)> {
    let runs = clue.iter().map(|block| block.run()).filter(|&(length, _)| length != Some(0));
    runs.map(|(length, colour)| (length, colour.into())).collect()
}

/// The letters of the colours, from colour 1 on.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEF";

pub(crate) fn check(puzzle: &Puzzle, solution: &[String]) -> Result<(), Failure> {
    let symbols = puzzle.symbols()?;
    let picture = picture(solution, puzzle.rows.len(), puzzle.columns.len(), &symbols)?;
    // A length, if it is known, and a symbol for each run; `None` for a colour that has no letter.
    let runs_of = |clue: &[Block]| -> Vec<Run> {
        let run = |block: &Block| {
            let (length, colour) = block.run();
            (length, symbols.get(usize::from(colour)).copied().filter(|_| colour > 0))
        };
        clue.iter().map(run).filter(|&(length, _)| length != Some(0)).collect()
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

/// Length and symbol of a run, where they are known.
type Run = (Option<usize>, Option<char>);

fn runs_are(clue: &[Run], line: &[char], kind: &'static str, index: usize) -> Result<(), Failure> {
    let alike = line.chunk_by(|a, b| a == b).filter(|run| run[0] != '.');
    let runs: Vec<Run> = alike.map(|run| (Some(run.len()), Some(run[0]))).collect();
    let fits = |(run, wanted): (&Run, &Run)| run.1 == wanted.1 && (wanted.0.is_none() || run.0 == wanted.0);
    if runs.len() == clue.len() && runs.iter().zip(clue).all(fits) {
        return Ok(());
    }
    Err(Failure::rule(kind, format!("{kind} {} has the runs {}, its clue is {}", index + 1, shown(&runs), shown(clue))))
}

/// Runs in words: `[2, 1]`, with the letter of its colour after a coloured one.
fn shown(runs: &[Run]) -> String {
    let length = |length: Option<usize>| length.map_or_else(|| "?".to_owned(), |cells| cells.to_string());
    let run = |&(cells, symbol): &Run| match symbol {
        Some('#') => length(cells),
        Some(letter) => length(cells) + &letter.to_string(),
        None => length(cells) + "?",
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
    fn a_run_of_unknown_length_has_at_least_one_cell() {
        let puzzle = r#"{"family":"nonogram","rows":[["?",1],[]],"columns":[["?"],[1],["?"],[1]]}"#;
        assert_eq!(broken(puzzle, &drawn(&["##.#", "...."])), Some("column"));
        let puzzle = r#"{"family":"nonogram","rows":[["?",1],[]],"columns":[["?"],[1],[],[1]]}"#;
        assert_eq!(broken(puzzle, &drawn(&["##.#", "...."])), None);
        assert_eq!(broken(puzzle, &drawn(&["...#", "...."])), Some("row"));
        let mixed = r#"{"family":"nonogram","rows":[[["?",2],[1,1]]],"columns":[[[1,2]],[[1,2]],[["?",1]]]}"#;
        assert_eq!(broken(mixed, &drawn(&["bba"])), None);
        assert_eq!(broken(mixed, &drawn(&["baa"])), Some("row"));
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
