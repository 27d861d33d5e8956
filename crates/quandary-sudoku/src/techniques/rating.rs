//! Ratings on the scales that players know: Sudoku Explainer's ER, EP and ED, and HoDoKu's level and score.
//!
//! Both go the whole way to the solution, each in its own order of techniques; they differ from the explanation's order, which
//! is the one a person would take. On puzzles rated by the two programs the ratings agree for nearly all
//! (`bench/results/reasons.md`).

mod explainer;
mod forcing;
mod hodoku;
mod implications;
mod nested;
mod patterns;
mod unary;

use serde_json::json;

pub use explainer::rate_explainer;
pub use hodoku::rate_hodoku;

use super::board::Board;
use crate::Sudoku;
use quandary_core::puzzle::{Puzzle, Rating};
use quandary_core::verdict::{Ask, Budget, Verdict};

/// The ratings of a board of 9×9 with one solution; none of any other, or where the budget runs out.
pub(crate) fn ratings(puzzle: &Sudoku, budget: &Budget) -> Vec<Rating> {
    let Ok(digits) = <[u8; 81]>::try_from(puzzle.cells().values()) else { return Vec::new() };
    if puzzle.box_rows() != 3 || !puzzle.is_classic() {
        return Vec::new();
    }
    let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    let solution = outcome.solutions.first().and_then(|solution| solution.grid());
    let (Verdict::Unique, Some(solution)) = (outcome.verdict, solution) else { return Vec::new() };
    let Some(board) = Board::from_digits(&digits, true) else { return Vec::new() };
    let mut watch = budget.start();
    let mut ratings = Vec::new();
    // The quick one first: the other may use up the budget.
    let hodoku = rate_hodoku(board.clone(), solution.values(), &mut watch);
    if let Ok(rating) = rate_explainer(board, &mut watch) {
        let number = |tenths: u32| json!(f64::from(tenths) / 10.0);
        let at_least = json!(format!("{:.1} or more", f64::from(rating.at_least) / 10.0));
        let known = |is_known: bool, tenths: u32| if is_known { number(tenths) } else { at_least.clone() };
        for (name, value) in [
            ("ER", known(rating.is_solved, rating.whole)),
            ("EP", known(rating.is_pearl_known, rating.pearl)),
            ("ED", known(rating.diamond > 0, rating.diamond)),
        ] {
            ratings.push(Rating { scale: "Sudoku Explainer", name, value });
        }
    }
    if let Ok(rating) = hodoku {
        ratings.push(Rating { scale: "HoDoKu", name: "level", value: json!(rating.word()) });
        ratings.push(Rating { scale: "HoDoKu", name: "score", value: json!(rating.score) });
    }
    ratings
}
