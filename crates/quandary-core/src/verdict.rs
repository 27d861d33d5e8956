//! What a solver is asked, what it may spend, and what it may conclude.
//!
//! Every solve in Quandary, whatever the family and the algorithm, has one shape: an [`Ask`] goes in, an
//! [`Outcome`] comes out. The ask carries a [`Budget`]; a solver that runs out returns [`Verdict::Unknown`] with the
//! reason and the best result so far. Nothing is assumed: `Unique` means that a second solution was looked for
//! and shown not to exist, `Optimal` that no shorter plan exists.

mod budget;
mod outcome;

use serde::Serialize;

use crate::grid::Cell;

pub use crate::stopped::Stopped;
pub use budget::{Budget, Cancel, Deadline, Watch};
pub use outcome::{CellLiteral, Orders, Outcome};

/// What the caller wants to know.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Stop after this many solutions. Two are enough to prove (or refute) uniqueness.
    pub solutions: usize,
    /// Count all solutions, keeping only the first `solutions` of them.
    pub count: bool,
    /// Draw some of all solutions at random; only together with `count`.
    pub sample: Option<Sample>,
    /// Keep what the search learns ([`Outcome::learned`]), for a proof. Shortcuts that a proof cannot follow, such as
    /// symmetry, are left out then.
    pub log: bool,
    /// What the solve may spend.
    pub budget: Budget,
}

impl Default for Ask {
    /// One puzzle, proved unique or not, without a limit.
    fn default() -> Self {
        Ask { solutions: 2, count: false, sample: None, log: false, budget: Budget::default() }
    }
}

impl Ask {
    /// The same question with the clock of its budget running.
    #[must_use]
    pub fn begin(&self) -> Ask {
        Ask { budget: self.budget.begin(), ..*self }
    }

    /// After how many solutions the search may stop.
    pub fn solution_limit(&self) -> u64 {
        if self.count { u64::MAX } else { self.solutions.max(1) as u64 }
    }
}

/// Solutions to be drawn at random, each of them as likely as any other and independent of the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many.
    pub count: usize,
    /// The same seed draws the same solutions.
    pub seed: u64,
}

/// An algorithm that `compare` runs.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// The name on the command line and in tables.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
}

/// Why a puzzle has no solution: the clues that cannot all hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Conflict {
    /// One sentence for the person who typed the puzzle.
    pub message: String,
    /// The rules or clues involved ("row 3", "column 5"), a smallest set found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clues: Vec<String>,
    /// Cells to point at.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<Cell>,
}

impl Conflict {
    /// A conflict in one sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Conflict { message: message.into(), clues: Vec::new(), cells: Vec::new() }
    }
}

/// What a solver may conclude. The solutions themselves are in [`Outcome::solutions`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Exactly one solution; a second one was proved not to exist.
    Unique,
    /// Two or more solutions.
    Multiple,
    /// A shortest plan; no shorter one exists.
    Optimal,
    /// A plan, and a proved lower bound below its length.
    Feasible {
        /// No plan is shorter than this.
        lower_bound: u32,
    },
    /// Proved to have no solution.
    Impossible(Conflict),
    /// The budget ran out, or less than a proof was asked for.
    Unknown(Stopped),
}

impl Verdict {
    /// The word used in JSON and on the screen.
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Multiple => "multiple",
            Verdict::Optimal => "optimal",
            Verdict::Feasible { .. } => "feasible",
            Verdict::Impossible(_) => "impossible",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum VerdictWord {
    /// Exactly one solution.
    Unique,
    /// Two or more solutions.
    Multiple,
    /// A shortest plan.
    Optimal,
    /// A plan that was not proved to be a shortest one.
    Feasible,
    /// No solution, proved.
    Impossible,
    /// The budget ran out, or less than a proof was asked for.
    Unknown,
}

impl VerdictWord {
    /// What follows from a search for solutions: how many were found, and why it ended where not everything was searched.
    pub fn of_search(found: u64, ended: Result<(), Stopped>) -> Self {
        match (found, ended) {
            (0, Ok(())) => VerdictWord::Impossible,
            (1, Ok(())) => VerdictWord::Unique,
            (0 | 1, Err(_)) => VerdictWord::Unknown,
            // Two solutions settle the question, however the search ended.
            _ => VerdictWord::Multiple,
        }
    }
}

impl From<&Verdict> for VerdictWord {
    fn from(verdict: &Verdict) -> Self {
        match verdict {
            Verdict::Unique => VerdictWord::Unique,
            Verdict::Multiple => VerdictWord::Multiple,
            Verdict::Optimal => VerdictWord::Optimal,
            Verdict::Feasible { .. } => VerdictWord::Feasible,
            Verdict::Impossible(_) => VerdictWord::Impossible,
            Verdict::Unknown(_) => VerdictWord::Unknown,
        }
    }
}

/// What a solve took, with one meaning across all algorithms and families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Counters {
    /// Search nodes expanded: positions whose continuations were generated.
    pub nodes: u64,
    /// Search nodes generated: positions that were made, expanded or not.
    pub generated: u64,
    /// Dead ends: times the search had to take something back.
    pub backtracks: u64,
    /// Constraint checks: times one constraint was asked "could you still hold?".
    pub checks: u64,
    /// Propagations: times one constraint was asked "what follows?".
    pub propagations: u64,
    /// Most nodes waiting at one time (best-first), or the deepest stack (depth-first).
    pub peak_frontier: u64,
    /// Most bytes in the search's tables at one time, as it counts them.
    pub peak_bytes: u64,
    /// Threads that have helped the first one; left out where there were none.
    #[serde(skip_serializing_if = "is_zero")]
    pub helpers: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}
