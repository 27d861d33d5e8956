//! Many puzzles at once: lines of text in, flat columns out.
//!
//! A puzzle by itself is an object: a text with a place, a board, an outcome with its solutions. That costs a few
//! microseconds, which is nothing beside a search and ten times too much beside a board that an engine solves in a third of a
//! microsecond. A family with such an engine brings a [`LineSolver`]: it takes lines in, solves them together and hands
//! over [`Rows`], without an allocation for each of them. Whatever is not in its plainest form it leaves to the notation's
//! reader, so it never has to explain what is wrong with a line.

use std::ops::Range;
use std::time::Duration;

use crate::verdict::{Ask, Counters, VerdictWord};

/// Solves lines of one notation of a family together.
pub trait LineSolver: Send {
    /// Takes in a line without its line end, if it is a puzzle in the plainest form of the notation; `false` leaves it to the
    /// notation's reader, which may still read it.
    fn take(&mut self, line: &[u8]) -> bool;

    /// Solves what was taken in and adds one row for each, in that order. Every solution is verified. The budget is that of one
    /// puzzle, and the time is shared evenly. After this nothing is taken in.
    fn solve(&mut self, ask: &Ask, rows: &mut Rows);

    /// Appends a solution of a row as [`Puzzle::solution_text`](crate::Puzzle::solution_text) writes it.
    fn write_text(&self, solution: &[u8], text: &mut Vec<u8>);
}

/// Appends a line in the plainest form of one notation in another notation, with its line end; `false` leaves it to readers
/// and writers, and appends nothing.
pub type LineConverter = fn(&[u8], &mut Vec<u8>) -> bool;

/// What became of the puzzles of a batch: one entry for each in every column.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// The verdicts; `None` for a text that is not a puzzle, or whose answer broke the rules.
    pub verdicts: Vec<Option<VerdictWord>>,
    /// How many solutions were found.
    pub counts: Vec<u64>,
    /// Whether that is the exact number of solutions.
    pub exact: Vec<bool>,
    /// What each solve took.
    pub counters: Vec<Counters>,
    /// CPU time.
    pub cpu: Vec<Duration>,
    /// The first solutions one after the other, each as in the JSON answer: the string itself, or the JSON text of what is none.
    pub solutions: Vec<u8>,
    /// Where each solution ends; it starts where the one before it ends.
    pub ends: Vec<usize>,
}

impl Rows {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.verdicts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.verdicts.is_empty()
    }

    /// Removes all rows and keeps their memory.
    pub fn clear(&mut self) {
        self.verdicts.clear();
        self.counts.clear();
        self.exact.clear();
        self.counters.clear();
        self.cpu.clear();
        self.solutions.clear();
        self.ends.clear();
    }

    /// The first solution of a row; empty where there is none.
    pub fn solution(&self, row: usize) -> &[u8] {
        &self.solutions[self.place(row)]
    }

    fn place(&self, row: usize) -> Range<usize> {
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[row]
    }

    /// Adds a row of another batch.
    pub fn copy_row(&mut self, from: &Rows, row: usize) {
        self.solutions.extend_from_slice(from.solution(row));
        self.end_row(Row {
            verdict: from.verdicts[row],
            count: from.counts[row],
            count_is_exact: from.exact[row],
            counters: from.counters[row],
            cpu: from.cpu[row],
        });
    }

    /// Ends a row; its solution has been appended to `solutions`.
    pub fn end_row(&mut self, row: Row) {
        self.verdicts.push(row.verdict);
        self.counts.push(row.count);
        self.exact.push(row.count_is_exact);
        self.counters.push(row.counters);
        self.cpu.push(row.cpu);
        self.ends.push(self.solutions.len());
    }
}

/// One row without its solution.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// The verdict; `None` for a text that is not a puzzle, or whose answer broke the rules.
    pub verdict: Option<VerdictWord>,
    /// How many solutions were found.
    pub count: u64,
    /// Whether that is the exact number of solutions.
    pub count_is_exact: bool,
    /// What it took.
    pub counters: Counters,
    /// CPU time.
    pub cpu: Duration,
}
