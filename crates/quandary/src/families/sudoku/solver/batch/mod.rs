//! Many 9×9 boards at once: one bit per board, a register of boards per operation.
//!
//! Every fast Sudoku solver before this one takes one board at a time and is bound by what one board allows: each
//! deduction waits for the one before it, and each branch of the program is a guess that the processor gets wrong one
//! time in a few. Both limits vanish when the bits of a register belong to *different* boards. `round` states every
//! rule as plain logic over planes of bits; `choose` finds where to branch in the same way; `vector` makes a register of
//! 64 to 512 bits of it; `turn` turns boards into planes and back; `engine` keeps the register full while boards branch,
//! break and finish at different times.
//!
//! Answers come in the order of the boards, counts are exact up to the limit, and the solutions themselves are written
//! out. A round costs about as many operations as one board takes alone, and serves hundreds.

mod choose;
mod engine;
#[cfg(target_arch = "aarch64")]
mod neon;
mod probe;
mod round;
mod turn;
mod vector;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(test)]
mod tests;

pub use vector::Width;

pub(super) use engine::Report;

use std::cell::RefCell;

use engine::Job;

use super::words::Cells;
use crate::verdict::Budget;

/// Fewer boards than this are faster one by one, at the end of a batch and on their own: a register costs the same
/// whether it is full or not.
pub const FEWEST: usize = 96;

/// What is known about a board after a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions there are, up to the limit.
    pub count: u64,
    /// The first that was found.
    pub first: Option<Cells>,
}

/// Counts the solutions of many boards, each up to `limit`, and writes down the first of each. Digits above 9 are taken
/// for blanks.
pub fn solve_batch(boards: &[Cells], limit: u64) -> Vec<Answer> {
    solve_batch_at(Width::usual(), boards, limit)
}

/// The same with registers of a chosen width.
pub fn solve_batch_at(width: Width, boards: &[Cells], limit: u64) -> Vec<Answer> {
    let mut answers = Vec::new();
    solve_batch_into(width, boards, limit, &mut answers);
    answers
}

/// The same, with the answers in place of what `answers` held: who solves one batch after another does so in the same
/// memory.
pub fn solve_batch_into(width: Width, boards: &[Cells], limit: u64, answers: &mut Vec<Answer>) {
    solve_down_to(FEWEST, width, boards, limit, answers);
}

/// The same with this engine down to the last `tail` boards.
fn solve_down_to(tail: usize, width: Width, boards: &[Cells], limit: u64, answers: &mut Vec<Answer>) {
    answers.clear();
    answers.resize(boards.len(), Answer { count: 0, first: None });
    let answers = RefCell::new(answers);
    let mut arrive = |puzzle: usize, cells: &Cells| {
        answers.borrow_mut()[puzzle].first.get_or_insert(*cells);
    };
    let mut done = |puzzle: usize, report: Report| answers.borrow_mut()[puzzle].count = report.found;
    Batch { boards, enough: limit, budget: Budget::default(), width, tail }.run(&mut arrive, &mut done);
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
    /// A batch without a budget, in the widest registers there are, by this engine to the end.
    pub(super) fn new(boards: &'b [Cells], enough: u64) -> Self {
        Batch { boards, enough, budget: Budget::default(), width: Width::usual(), tail: 0 }
    }

    /// Solves all boards; `arrive` is shown each solution with the number of its board, and `done` is told once for each
    /// board what came of it.
    pub(super) fn run(&self, arrive: &mut dyn FnMut(usize, &Cells), done: &mut dyn FnMut(usize, Report)) {
        let (boards, budget, tail) = (self.boards, &self.budget, self.tail);
        self.width.run(&mut Job { boards, enough: self.enough.max(1), budget, arrive, done, tail });
    }
}
