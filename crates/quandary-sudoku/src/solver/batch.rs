//! Many 9×9 boards at once: one bit per board, a register of boards per operation.
//!
//! # The idea
//!
//! Every fast Sudoku solver before this one takes one board at a time and is bound by what one board allows: each
//! deduction waits for the one before it, and each branch of the program is a guess that the processor often gets
//! wrong. Both limits vanish when the bits of a register belong to *different* boards. Take "digit 7 can be in
//! r1c1" and record the answer for each of 256 boards: that is one *plane*, one register. There are 729 of them, one
//! for each digit in each cell:
//!
//! ```text
//!                     board   0 1 2 3 4 5 6 7 …          row 1, left box, digit 7
//! plane 7 in r1c1             1 0 0 1 1 0 1 0 …   ┐
//! plane 7 in r1c2             1 0 1 0 0 0 1 0 …   ├─ or:  1 0 1 1 1 0 1 1 …  can 7 be in this third of row 1?
//! plane 7 in r1c3             0 0 0 0 0 0 1 1 …   ┘
//! ```
//!
//! One `or` answers a question for all boards of the register, and every rule of the game is such logic: no table, no
//! shift, no comparison, and no branch to predict. In boards 1 and 5 the digit 7 has to be in another third of the row, in
//! board 7 only r1c3 is left of this one; but the program never asks which board it is.
//!
//! # Why that is fast
//!
//! A round of every rule (`round`) is about 13,000 operations on two registers, or 7,000 on three with AVX-512: not many
//! more than a scalar solver takes for one board, and it serves hundreds of boards. None of them waits long for
//! another, because neighbouring planes have nothing to do with each other. That is 5 ns for a board and round on a core
//! of 3.4 GHz. A Kaggle-like board takes three rounds and one with 17 clues 29, everything included.
//!
//! The rest is keeping the register full (`engine`). Boards branch, break and finish at different times, so each bit is a
//! *slot*: a finished board is replaced by the next one, a stuck board branches, and the other branch waits on its
//! puzzle's own stack. For that the planes are transposed into boards and back (`transpose`), which costs as much as two or
//! three rounds. Where to branch is found in planes (`choose`): the scores of 81 cells are added and compared for all
//! boards together, by adders made of logic.
//!
//! `vector` is the one trait over which all of this is written: 64 boards in a plain word, 256 in AVX2 or AVX-512. Answers
//! come in the order of the boards, counts are exact up to the limit, and the solutions themselves are reported.
//!
//! # What pays and what does not
//!
//! Measured on one core of a Zen 4, 256 boards in AVX-512 where nothing else is said; times are nanoseconds per board for
//! a proof of uniqueness:
//!
//! - A cell where one digit has its last place in a box is taken from the next digits within the same round: 29 rounds
//!   instead of 34 for a board with 17 clues.
//! - Three-input logic: 278 instead of 311 for 17 clues, 17,800 instead of 20,100 for the hardest boards. Half the
//!   instructions do not take half the time: loads and stores remain.
//! - Whole registers of AVX-512 did not pay, and are not used: 512 boards have 47 KB of planes, more than the level-1 cache,
//!   and the core splits them in two anyway. 308 instead of 278, 19,400 instead of 17,800.
//! - Closing the rows of a band as soon as they are read: 5 % of a round.
//! - Two or three digits side by side share what they load, but use less of each other's results: the same time, or 50 %
//!   more where there are 16 registers.
//! - Computing the cells of a digit twice instead of storing them in between: 25 % more per round with AVX2.
//! - Serving slots whose puzzle is over without transposing the planes, more often than the others: no difference.
//! - Running rounds until no candidate goes, instead of until no cell is settled: 10 % more rounds, 1 % fewer branches.

mod choose;
mod engine;
mod round;
mod slots;
mod transpose;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub use vector::Width;

pub(super) use engine::Report;

use std::cell::RefCell;

use engine::Job;

use super::bands::Cells;
use super::single;
use quandary_core::verdict::Budget;

/// Up to this many boards are solved one by one, at the end of a batch and on their own: a register costs the same whether
/// it is full or not. For easy boards alone three times as many would be best, for hard ones half.
pub const ONE_BY_ONE: usize = 64;

/// The answer for one board of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions there are, up to the limit.
    pub count: u64,
    /// The first one found.
    pub first: Option<Cells>,
}

/// Counts the solutions of many boards, each up to `limit`, with registers of this width, and records the first of each.
/// Values above 9 are blanks.
pub fn solve_batch_at(width: Width, boards: &[Cells], limit: u64) -> Vec<Answer> {
    let mut answers = Vec::new();
    solve_batch_into(width, boards, limit, &mut answers);
    answers
}

/// The same, with the answers replacing what `answers` held, so that batch after batch can use the same memory.
pub fn solve_batch_into(width: Width, boards: &[Cells], limit: u64, answers: &mut Vec<Answer>) {
    if boards.len() > ONE_BY_ONE {
        return solve_down_to(ONE_BY_ONE, width, boards, limit, answers);
    }
    answers.clear();
    for board in boards {
        let (count, first) = single::count(board, limit);
        answers.push(Answer { count, first });
    }
}

/// The same, with this engine down to the last `tail` boards.
fn solve_down_to(tail: usize, width: Width, boards: &[Cells], limit: u64, answers: &mut Vec<Answer>) {
    answers.clear();
    answers.resize(boards.len(), Answer { count: 0, first: None });
    let answers = RefCell::new(answers);
    let mut on_solution = |puzzle: usize, cells: &Cells| {
        answers.borrow_mut()[puzzle].first.get_or_insert(*cells);
    };
    let mut on_done = |puzzle: usize, report: Report| answers.borrow_mut()[puzzle].count = report.found;
    Batch { tail, ..Batch::new(width, boards, limit) }.run(&mut on_solution, &mut on_done);
}

/// Boards to solve together, and how.
pub(super) struct Batch<'b> {
    /// The boards.
    pub(super) boards: &'b [Cells],
    /// Stop at this many solutions of a board.
    pub(super) enough: u64,
    /// What each board may spend.
    pub(super) budget: Budget,
    /// Which registers to use.
    pub(super) width: Width,
    /// With this many boards left or fewer, the engine for single boards takes over.
    pub(super) tail: usize,
}

impl<'b> Batch<'b> {
    /// A batch without a budget, by this engine to the end.
    pub(super) fn new(width: Width, boards: &'b [Cells], enough: u64) -> Self {
        Batch { boards, enough, budget: Budget::default(), width, tail: 0 }
    }

    /// Solves all boards; calls `on_solution` with each solution and the number of its board, and `on_done` once for each
    /// board with its result.
    pub(super) fn run(&self, on_solution: &mut dyn FnMut(usize, &Cells), on_done: &mut dyn FnMut(usize, Report)) {
        let (boards, budget, tail) = (self.boards, &self.budget, self.tail);
        self.width.run(&mut Job { boards, enough: self.enough.max(1), budget, on_solution, on_done, tail });
    }
}
