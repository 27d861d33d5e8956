//! How much a check may take, and how it ends.

use crate::Failure;

/// No board has more rows or columns.
pub(crate) const LONGEST_SIDE: usize = 1024;

/// How much a check may take.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Looks at a cell of a rule, at a literal of a clause, or at a ball of a position.
    pub work: u64,
    /// Bytes for clauses, or for positions that were seen.
    pub memory: u64,
    /// Asked now and then; ends the check.
    pub stop: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    /// About ten minutes, and a gigabyte.
    fn default() -> Self {
        Limits { work: 100_000_000_000, memory: 1 << 30, stop: &|| false }
    }
}

/// Work that is left.
#[derive(Clone, Copy)]
pub(crate) struct Work<'a> {
    left: u64,
    /// How much may be left before `stop` is asked again.
    ask_at: u64,
    stop: &'a dyn Fn() -> bool,
}

/// How much work is done before `stop` is asked again: about a millisecond.
const ASK_EVERY: u64 = 100_000;

impl<'a> Work<'a> {
    pub(crate) fn new(limits: &Limits<'a>) -> Self {
        Work { left: limits.work, ask_at: limits.work, stop: limits.stop }
    }

    /// Takes note of some work.
    pub(crate) fn spend(&mut self, work: usize) -> Result<(), Stop> {
        self.left = self.left.checked_sub(work as u64).ok_or(Stop::Limit)?;
        if self.left < self.ask_at {
            self.ask_at = self.left.saturating_sub(ASK_EVERY);
            if (self.stop)() {
                return Err(Stop::Limit);
            }
        }
        Ok(())
    }
}

/// Why a propagation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing is left of some variable, or of some rule: a contradiction.
    Contradiction,
    /// More work than the limit allows.
    Limit,
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit => Failure::Limit,
            Stop::Contradiction => Failure::rule("claim", "there is no solution"),
        }
    }
}
