//! Solving: the givens are looked at first, then the constraints work, and search decides what they leave open.
//!
//! Two equal givens in a unit are by far the most frequent mistake in a typed board, so they are named before anything
//! else is tried. Trying every value of every cell before branching ("shaving") does not pay here: the units alone
//! settle most boards, and a branch is cheaper than a round of trials.

use super::Sudoku;
use super::model::model;
use crate::grid::Grid;
use crate::puzzle::Solution;
use crate::reason::{self, Strategy};
use crate::verdict::{Ask, Conflict, Counters, Outcome};

/// Solves by propagation and search.
pub fn solve(puzzle: &Sudoku, ask: &Ask) -> Outcome {
    let watch = ask.budget.start();
    if let Some(clash) = puzzle.clash(puzzle.cells()) {
        let (message, clues) = (clash.to_string(), vec![clash.unit.to_string()]);
        let conflict = Conflict { message, clues, cells: clash.cells.to_vec() };
        return Outcome::of_search(Vec::new(), 0, Ok(()), Counters::default(), watch.cpu(), || conflict);
    }
    reason::solve(&model(puzzle), ask, Strategy { shave: false }, |values| board(puzzle, values))
}

/// Solves by one of the algorithms that are compared; `None` for an unknown name.
pub fn solve_with(puzzle: &Sudoku, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    reason::solve_with(&model(puzzle), algorithm, ask, |values| board(puzzle, values))
}

/// The digits that belong to the values of the model's variables.
fn board(puzzle: &Sudoku, values: &[u8]) -> Solution {
    let digits = values.iter().map(|&value| value + 1);
    let mut board = Grid::filled(puzzle.side(), puzzle.side(), 0);
    for (cell, digit) in board.cells().zip(digits) {
        board[cell] = digit;
    }
    Solution::Grid(board)
}
