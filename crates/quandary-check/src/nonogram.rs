//! Nonogram, as the rule book tells it.
//!
//! Some cells of a grid are filled, so that they make a picture. A *run* is as many filled cells side by side as there
//! are, with an empty cell or the border before and after it.
//!
//! 1. The clue of a row is the list of the lengths of its runs, from left to right.
//! 2. The clue of a column is the list of the lengths of its runs, from top to bottom.
//!
//! A line without filled cells has the clue `[]`, also written `[0]`.

use serde::Deserialize;

use crate::{Failure, picture};

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    pub(crate) rows: Vec<Vec<usize>>,
    pub(crate) columns: Vec<Vec<usize>>,
}

pub(crate) fn check(puzzle: &Puzzle, solution: &[String]) -> Result<(), Failure> {
    let picture = picture(solution, puzzle.rows.len(), puzzle.columns.len(), &['#', '.'])?;
    for (row, clue) in puzzle.rows.iter().enumerate() {
        let line: String = picture[row].iter().collect();
        runs_are(clue, &line, "row", row)?;
    }
    for (column, clue) in puzzle.columns.iter().enumerate() {
        let line: String = picture.iter().map(|row| row[column]).collect();
        runs_are(clue, &line, "column", column)?;
    }
    Ok(())
}

fn runs_are(clue: &[usize], line: &str, kind: &'static str, index: usize) -> Result<(), Failure> {
    let runs: Vec<usize> = line.split('.').map(str::len).filter(|&length| length > 0).collect();
    let clue: &[usize] = if clue == [0] { &[] } else { clue };
    if runs == clue {
        return Ok(());
    }
    Err(Failure::rule(kind, format!("{kind} {} has the runs {runs:?}, its clue is {clue:?}", index + 1)))
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
}
