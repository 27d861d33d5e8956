//! What a solver is asked, what it may spend, and what it may say.
//!
//! Every solve in Quandary, whatever the family and the algorithm, has one shape: an [`Ask`] goes in, an
//! [`Outcome`] comes out. The ask carries a [`Budget`]; a solver that runs out says [`Verdict::Unknown`] with the
//! reason and hands over the best it has. Nothing is assumed: `Unique` means that a second solution was looked for
//! and shown not to exist, `Optimal` that no shorter plan exists.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::clock::{Instant, ThreadTime};
use crate::puzzle::{Cell, Solution};

/// What the caller wants to know.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Stop after this many solutions. Two are enough to prove (or refute) uniqueness.
    pub solutions: usize,
    /// Count all solutions, keeping only the first `solutions` of them.
    pub count: bool,
    /// What the solve may spend.
    pub budget: Budget,
}

impl Default for Ask {
    /// One puzzle, proved unique or not, without a limit.
    fn default() -> Self {
        Ask { solutions: 2, count: false, budget: Budget::default() }
    }
}

impl Ask {
    /// How many solutions the search has to visit before it may stop.
    pub fn enough(&self) -> u64 {
        if self.count { u64::MAX } else { self.solutions.max(1) as u64 }
    }
}

/// A flag that another thread (or Ctrl-C) raises to stop a solve.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks every solve that carries this flag to stop soon.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the flag has been raised.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a solve may spend. The default is unlimited but for memory.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Wall-clock time for one solve.
    pub time: Option<Duration>,
    /// Search nodes for one solve.
    pub nodes: Option<u64>,
    /// Bytes that a search may hold in its tables.
    pub memory: u64,
    /// Raised from outside to stop early.
    pub cancel: Cancel,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { time: None, nodes: None, memory: 2 << 30, cancel: Cancel::default() }
    }
}

impl Budget {
    /// A budget of wall-clock time only.
    pub fn seconds(seconds: f64) -> Self {
        Budget { time: Some(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))), ..Budget::default() }
    }

    /// Starts the clock.
    pub fn start(&self) -> Watch<'_> {
        Watch { budget: self, wall: Instant::now(), cpu: ThreadTime::now(), ticks: 0 }
    }
}

/// A budget being spent: solvers call [`Watch::tick`] once per node or other small unit of work.
#[derive(Debug)]
pub struct Watch<'a> {
    budget: &'a Budget,
    wall: Instant,
    cpu: ThreadTime,
    ticks: u64,
}

/// Reading the clock costs about as much as expanding a small node, so it is read once in this many ticks.
const TICKS_PER_LOOK: u64 = 16;

impl Watch<'_> {
    /// Accounts for one unit of work; an error says that the budget is spent.
    #[inline]
    pub fn tick(&mut self, nodes: u64, bytes: u64) -> Result<(), Stopped> {
        self.ticks += 1;
        if self.budget.nodes.is_some_and(|limit| nodes > limit) {
            return Err(Stopped::Nodes);
        }
        if bytes > self.budget.memory {
            return Err(Stopped::Memory);
        }
        if self.ticks % TICKS_PER_LOOK == 1 { self.look() } else { Ok(()) }
    }

    /// Looks at the clock and the cancel flag now.
    pub fn look(&self) -> Result<(), Stopped> {
        if self.budget.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        match self.budget.time {
            Some(limit) if self.wall.elapsed() >= limit => Err(Stopped::Time),
            _ => Ok(()),
        }
    }

    /// Time on the wall clock since the start.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    /// CPU time of this thread since the start.
    pub fn cpu(&self) -> Duration {
        self.cpu.elapsed()
    }
}

/// Why a solve ended before it could prove anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The time limit passed.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached.
    Memory,
    /// Somebody asked to stop.
    Cancelled,
    /// The caller asked for fewer solutions than a proof needs, and got them.
    Enough,
    /// This algorithm cannot prove more (a greedy search ends with no claim).
    Incomplete,
    /// This algorithm would have to list so many cases of one kind, and does not.
    TooMany(u64),
    /// Part of the puzzle is hidden. It can be solved in at least one of the [`Orders`] of what is hidden, proved; a plan,
    /// where there is one, leads to where more of it is revealed.
    Hidden,
}

impl Serialize for Stopped {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Stopped::Time => "time",
            Stopped::Nodes => "nodes",
            Stopped::Memory => "memory",
            Stopped::Cancelled => "cancelled",
            Stopped::Enough => "enough",
            Stopped::Incomplete => "incomplete",
            Stopped::TooMany(_) => "cases",
            Stopped::Hidden => "hidden",
        })
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::TooMany(u64::MAX) => {
                return f.write_str("this algorithm would have to list more cases than there are numbers for");
            }
            Stopped::TooMany(cases) => {
                return write!(f, "this algorithm would have to list {cases} cases, which is too many");
            }
            Stopped::Time => "the time limit passed",
            Stopped::Nodes => "the node limit was reached",
            Stopped::Memory => "the memory limit was reached",
            Stopped::Cancelled => "interrupted",
            Stopped::Enough => "as many solutions as asked for were found; whether there are more was not looked into",
            Stopped::Incomplete => "this algorithm makes no claim beyond what it found",
            Stopped::Hidden => "part of the puzzle is hidden, so how it goes on depends on what is revealed",
        })
    }
}

/// Why a puzzle has no solution: the clues that cannot all hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    /// A conflict that is said in one sentence.
    pub fn new(message: impl Into<String>) -> Self {
        Conflict { message: message.into(), clues: Vec::new(), cells: Vec::new() }
    }
}

/// What a solver may say. The solutions themselves stand in [`Outcome::solutions`].
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

/// What a solve returns.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The claim.
    pub verdict: Verdict,
    /// Solutions found, at most as many as asked for. With `Unknown`, the best so far.
    pub solutions: Vec<Solution>,
    /// How many solutions were seen.
    pub solution_count: u64,
    /// Whether `solution_count` is the exact number of solutions.
    pub count_is_exact: bool,
    /// Where part of the puzzle is hidden: in how many orders of what is hidden it can be solved.
    pub orders: Option<Orders>,
    /// What it took.
    pub counters: Counters,
    /// CPU time spent.
    pub cpu: Duration,
}

/// A puzzle with hidden parts stands for several boards, one for each *order* of what is hidden. This is how many of them
/// can be solved by somebody who sees everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Orders {
    /// How many orders there are; `None` when the number does not fit into 64 bits.
    pub total: Option<u64>,
    /// Orders that can be solved, proved.
    pub solvable: u64,
    /// Orders that cannot be solved, proved.
    pub unsolvable: u64,
    /// Of the solvable ones, how many still are after the plan that comes with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solvable_after_plan: Option<u64>,
}

impl Orders {
    /// Whether every order was settled, so that the numbers are exact.
    pub fn is_exact(&self) -> bool {
        self.total == Some(self.solvable + self.unsolvable)
    }

    /// Whether no order can be solved, proved.
    pub fn is_impossible(&self) -> bool {
        self.solvable == 0 && self.is_exact()
    }
}

impl Outcome {
    /// The outcome of a search for solutions: the verdict follows from what was found and why the search ended.
    ///
    /// `ended` is `Ok` when the whole space was searched, and otherwise says why not. `conflict` is asked only when
    /// the puzzle turned out to be impossible.
    pub fn of_search(
        solutions: Vec<Solution>,
        found: u64,
        ended: Result<(), Stopped>,
        counters: Counters,
        cpu: Duration,
        conflict: impl FnOnce() -> Conflict,
    ) -> Self {
        let verdict = match (found, ended) {
            (0, Ok(())) => Verdict::Impossible(conflict()),
            (1, Ok(())) => Verdict::Unique,
            (0 | 1, Err(why)) => Verdict::Unknown(why),
            // Two solutions settle the question, however the search ended.
            _ => Verdict::Multiple,
        };
        Outcome {
            verdict,
            solutions,
            solution_count: found,
            count_is_exact: ended.is_ok(),
            orders: None,
            counters,
            cpu,
        }
    }

    /// The word that a constraint solver would print: `OPTIMAL` when the search was complete, `FEASIBLE` when there
    /// are solutions but not all was searched, `INFEASIBLE`, `UNKNOWN`.
    pub fn status(&self) -> &'static str {
        match &self.verdict {
            Verdict::Impossible(_) => "INFEASIBLE",
            Verdict::Unique | Verdict::Optimal => "OPTIMAL",
            _ if self.solutions.is_empty() => "UNKNOWN",
            Verdict::Multiple if self.count_is_exact => "OPTIMAL",
            _ => "FEASIBLE",
        }
    }
}

/// What a solve took, with one meaning across all algorithms and families.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counters {
    /// Search nodes expanded: positions whose continuations were looked at.
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
    /// Most bytes held at one time: measured by an allocator where there is one, else the search's own estimate.
    pub peak_bytes: u64,
}
