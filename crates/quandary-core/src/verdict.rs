//! What a solver is asked, what it may spend, and what it may conclude.
//!
//! Every solve in Quandary, whatever the family and the algorithm, has one shape: an [`Ask`] goes in, an
//! [`Outcome`] comes out. The ask carries a [`Budget`]; a solver that runs out returns [`Verdict::Unknown`] with the
//! reason and the best result so far. Nothing is assumed: `Unique` means that a second solution was looked for
//! and shown not to exist, `Optimal` that no shorter plan exists.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::Serialize;

use crate::clock::{Instant, ThreadTime};
use crate::grid::Cell;
use crate::memory::{Account, Charge};
use crate::random::{RngExt, stream};
use crate::solution::Solution;
use crate::threads::Threads;

pub use crate::stopped::Stopped;

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
///
/// Limits are given before anything runs. [`Budget::begin`] starts the clock: from then on there is one deadline and one
/// account of memory, and everything that gets the budget (or a part of it, made with
/// `Budget { nodes: …, ..budget.clone() }`) shares them. A part can end earlier than the whole, never later, and has the
/// memory limit of the whole. Beginning again changes nothing, so each layer may do it.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Wall-clock time for one solve, counted from its beginning.
    pub time: Option<Duration>,
    /// Search nodes for one solve.
    pub nodes: Option<u64>,
    /// Bytes that the tables of one solve may hold, all its searches together.
    pub memory: u64,
    /// Threads that a solve may use beside its own, as long as they are to spare; by default none. The verdict is the same.
    pub threads: Threads,
    /// Raised from outside to stop early.
    pub cancel: Cancel,
    /// The deadline, once the budget has begun. Only [`Budget::begin`] makes one.
    pub deadline: Option<Deadline>,
    /// The account of memory, once the budget has begun. Only [`Budget::begin`] makes one.
    pub account: Option<Account>,
}

impl Default for Budget {
    fn default() -> Self {
        let (cancel, threads) = (Cancel::default(), Threads::default());
        Budget { time: None, nodes: None, memory: 2 << 30, threads, cancel, deadline: None, account: None }
    }
}

impl Budget {
    /// A budget of wall-clock time only.
    pub fn seconds(seconds: f64) -> Self {
        Budget { time: Some(Duration::from_secs_f64(seconds.clamp(0.0, 1e9))), ..Budget::default() }
    }

    /// The same budget for several threads.
    #[must_use]
    pub fn on(self, threads: Threads) -> Budget {
        Budget { threads, ..self }
    }

    /// The same budget with its clock running. One that has begun already keeps its deadline and its account.
    #[must_use]
    pub fn begin(&self) -> Budget {
        Budget { deadline: self.deadline_from(Instant::now()), account: Some(self.own_account()), ..self.clone() }
    }

    /// The account of a budget that begins now, or has begun before.
    fn own_account(&self) -> Account {
        self.account.clone().unwrap_or_else(|| Account::new(self.memory))
    }

    /// The deadline of a budget that begins now, or has begun before: whichever comes first.
    fn deadline_from(&self, now: Instant) -> Option<Deadline> {
        let own = self.time.and_then(|time| now.checked_add(time));
        match (&self.deadline, own) {
            (Some(shared), Some(own)) if own < shared.0.at => Some(Deadline::new(own)),
            (Some(shared), _) => Some(shared.clone()),
            (None, own) => own.map(Deadline::new),
        }
    }

    /// A budget of its own for showing what was found, when the time for finding it may be over: without it, the best answer
    /// so far would be lost.
    #[must_use]
    pub fn for_showing(&self) -> Budget {
        let is_timed = self.time.is_some() || self.deadline.is_some();
        let time = is_timed.then(|| self.time.map_or(SHOWING, |time| time.min(SHOWING)));
        Budget { time, nodes: None, deadline: None, ..self.clone() }.begin()
    }

    /// Begins, and watches over what is spent.
    pub fn start(&self) -> Watch<'_> {
        let now = Instant::now();
        let deadline = self.deadline_from(now);
        let charge = self.own_account().open();
        let (cpu, helped) = (ThreadTime::now(), Duration::ZERO);
        Watch { budget: self, deadline, charge, wall: now, cpu, helped, left: 1, stride: 1, looked: now }
    }

    /// Whether the time is over, or the caller asked to stop. Always `Ok` before the budget has begun.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        match &self.deadline {
            Some(deadline) if deadline.has_passed(Instant::now()) => Err(Stopped::Time),
            _ => Ok(()),
        }
    }
}

/// The most time that it takes to show an answer where time is limited.
const SHOWING: Duration = Duration::from_millis(100);

/// The moment at which a running budget ends. Its clones share one flag: once one of them has seen it pass, all see it, even
/// if the first one ignored it.
#[derive(Clone, Debug)]
pub struct Deadline(Arc<Moment>);

#[derive(Debug)]
struct Moment {
    at: Instant,
    is_over: AtomicBool,
}

impl Deadline {
    fn new(at: Instant) -> Self {
        Deadline(Arc::new(Moment { at, is_over: AtomicBool::new(false) }))
    }

    /// Whether a clone has seen it pass.
    #[inline]
    fn is_over(&self) -> bool {
        self.0.is_over.load(Ordering::Relaxed)
    }

    /// Compares it with the clock.
    fn has_passed(&self, now: Instant) -> bool {
        let has_passed = self.is_over() || now >= self.0.at;
        if has_passed {
            self.0.is_over.store(true, Ordering::Relaxed);
        }
        has_passed
    }
}

/// A budget being spent: solvers call [`Watch::tick`] once per node or other small unit of work, at most some
/// milliseconds each.
#[derive(Debug)]
pub struct Watch<'a> {
    budget: &'a Budget,
    deadline: Option<Deadline>,
    /// The bytes that the caller reports.
    charge: Charge,
    wall: Instant,
    cpu: ThreadTime,
    /// CPU time of threads that have helped.
    helped: Duration,
    /// Ticks until the clock is read again, and how many there were before that.
    left: u32,
    stride: u32,
    /// When the clock was read last.
    looked: Instant,
}

/// Reading the clock costs about as much as expanding a small node, so it is not read at every tick, but often enough to
/// be late by no more than about this.
const MOST_BETWEEN_LOOKS: Duration = Duration::from_millis(1);
const MOST_TICKS_PER_LOOK: u32 = 16;

impl Watch<'_> {
    /// Accounts for one unit of work by a caller that holds this many bytes (beside what is charged elsewhere: see
    /// [`Watch::account`]); an error means that the budget is spent. Once the time is over, every tick returns it.
    #[inline]
    pub fn tick(&mut self, nodes: u64, bytes: u64) -> Result<(), Stopped> {
        if self.budget.nodes.is_some_and(|limit| nodes > limit) {
            return Err(Stopped::Nodes);
        }
        self.charge.set(bytes)?;
        if self.budget.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        let Some(deadline) = &self.deadline else { return Ok(()) };
        self.left -= 1;
        if self.left == 0 || deadline.is_over() { self.read_clock() } else { Ok(()) }
    }

    /// Reads the clock, and decides when to do so again: units of work differ by a factor of a million between boards.
    #[cold]
    fn read_clock(&mut self) -> Result<(), Stopped> {
        let Some(deadline) = &self.deadline else { return Ok(()) };
        let now = Instant::now();
        let passed = now.duration_since(self.looked);
        self.looked = now;
        if passed > MOST_BETWEEN_LOOKS {
            let times = passed.as_micros() / MOST_BETWEEN_LOOKS.as_micros();
            self.stride = (self.stride / u32::try_from(times + 1).unwrap_or(u32::MAX)).max(1);
        } else if passed * 4 < MOST_BETWEEN_LOOKS {
            self.stride = (self.stride * 2).min(MOST_TICKS_PER_LOOK);
        }
        let has_passed = deadline.has_passed(now);
        self.left = if has_passed { 1 } else { self.stride };
        if has_passed { Err(Stopped::Time) } else { Ok(()) }
    }

    /// Checks the clock and the cancel flag now.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.budget.cancel.is_cancelled() {
            return Err(Stopped::Cancelled);
        }
        match &self.deadline {
            Some(deadline) if deadline.has_passed(Instant::now()) => Err(Stopped::Time),
            _ => Ok(()),
        }
    }

    /// The account of memory, for tables that charge what they hold themselves.
    pub fn account(&self) -> &Account {
        self.charge.account()
    }

    /// The budget that is being spent, for an operation within this one: it has the same deadline and account.
    pub fn budget(&self) -> Budget {
        Budget { deadline: self.deadline.clone(), account: Some(self.account().clone()), ..self.budget.clone() }
    }

    /// Whether the first of this many equal parts of the time is over.
    pub fn has_spent_share(&self, parts: u32) -> bool {
        self.deadline.as_ref().is_some_and(|deadline| {
            deadline.is_over() || self.wall.elapsed() > deadline.0.at.saturating_duration_since(self.wall) / parts
        })
    }

    /// The time that is left, where it is limited.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.as_ref().map(|deadline| deadline.0.at.saturating_duration_since(Instant::now()))
    }

    /// Whether there is a limit of time.
    pub fn is_timed(&self) -> bool {
        self.deadline.is_some()
    }

    /// Time on the wall clock since the start.
    pub fn wall(&self) -> Duration {
        self.wall.elapsed()
    }

    /// CPU time since the start, of this thread and of those that have helped it.
    pub fn cpu(&self) -> Duration {
        self.cpu.elapsed() + self.helped
    }

    /// Adds the CPU time of threads that have helped ([`Teamwork::cpu`](crate::threads::Teamwork::cpu)).
    pub fn add_cpu(&mut self, helped: Duration) {
        self.helped += helped;
    }
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
    /// The exact number of solutions, also where it is too large for `solution_count`.
    pub exact_count: Option<u128>,
    /// The solutions that were drawn at random, where that was asked for; or why none could be drawn.
    pub sampled: Result<Vec<Solution>, Stopped>,
    /// Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved.
    pub orders: Option<Orders>,
    /// What the search has learned, if that was wanted and the solver learns: each clause follows from the rules, the clauses
    /// before it, and the demand that none of `solutions` is found again; together they leave nothing else.
    pub learned: Vec<Vec<CellLiteral>>,
    /// What it took.
    pub counters: Counters,
    /// CPU time spent.
    pub cpu: Duration,
}

/// A cell has a value, or it does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLiteral {
    /// The cell's number, row by row.
    pub cell: u32,
    /// A value, as solutions have it.
    pub value: u8,
    /// Whether the cell has it.
    pub is: bool,
}

/// A puzzle with hidden parts stands for several boards, one for each *order* of what is hidden. This is how many of them
/// can be solved by a player who sees everything.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Whether every order was decided, so that the numbers are exact.
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
        let verdict = match VerdictWord::of_search(found, ended) {
            VerdictWord::Impossible => Verdict::Impossible(conflict()),
            VerdictWord::Unique => Verdict::Unique,
            VerdictWord::Multiple => Verdict::Multiple,
            _ => Verdict::Unknown(ended.err().unwrap_or(Stopped::Enough)),
        };
        Outcome {
            verdict,
            solutions,
            solution_count: found,
            count_is_exact: ended.is_ok(),
            exact_count: ended.is_ok().then_some(found.into()),
            sampled: Ok(Vec::new()),
            orders: None,
            learned: Vec::new(),
            counters,
            cpu,
        }
    }

    /// The same puzzle after counting. It had two solutions or more; a number that is too large is a lower bound.
    #[must_use]
    pub fn counted(self, (ways, ended): (u128, Result<(), Stopped>)) -> Self {
        // So many solutions can still be drawn from, as long as no single part has as many.
        let sampled = ended.map(|()| Vec::new());
        let ended = if ways == u128::MAX { ended.and(Err(Stopped::TooMany(u64::MAX))) } else { ended };
        let count = u64::try_from(ways).ok();
        Outcome {
            solution_count: count.unwrap_or(u64::MAX).max(self.solution_count),
            count_is_exact: ended.is_ok() && count.is_some(),
            exact_count: ended.is_ok().then_some(ways),
            sampled,
            ..self
        }
    }

    /// Draws the sample from what was found, if that is all there is.
    #[must_use]
    pub fn sampled(self, ask: &Ask) -> Self {
        match (self.exact_count, &self.verdict) {
            (Some(_), _) => {
                let all = self.solutions.clone();
                self.sampled_from(&all, ask)
            }
            (None, Verdict::Unknown(why)) => Outcome { sampled: Err(*why), ..self },
            (None, _) => Outcome { sampled: Err(Stopped::Incomplete), ..self },
        }
    }

    /// Draws the sample from solutions that are all there are.
    #[must_use]
    pub fn sampled_from(self, all: &[Solution], ask: &Ask) -> Self {
        let Some(sample) = ask.sample.filter(|_| !all.is_empty()) else { return self };
        let mut random = stream(sample.seed, "sample", 0);
        let draw = |_| all[random.random_range(0..all.len() as u64) as usize].clone();
        Outcome { sampled: Ok((0..sample.count).map(draw).collect()), ..self }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_running_budget_ends_with_it_and_may_end_earlier() {
        let whole = Budget::seconds(3600.0).begin();
        let again = whole.begin();
        let at = |budget: &Budget| budget.deadline.as_ref().unwrap().0.at;
        assert_eq!(at(&again), at(&whole));
        let longer = Budget { time: Some(Duration::from_secs(7200)), ..whole.clone() }.begin();
        assert_eq!(at(&longer), at(&whole));
        let untimed = Budget { time: None, ..whole.clone() }.begin();
        assert_eq!(at(&untimed), at(&whole));
        let shorter = Budget { time: Some(Duration::ZERO), ..whole.clone() }.begin();
        assert_eq!(shorter.check(), Err(Stopped::Time));
        // The part is over, the whole is not.
        assert_eq!(whole.check(), Ok(()));
        assert_eq!(whole.start().tick(0, 0), Ok(()));
    }

    #[test]
    fn a_stop_that_was_ignored_once_is_seen_by_everybody_else() {
        let budget = Budget { time: Some(Duration::from_millis(20)), ..Budget::default() }.begin();
        let (mut outer, mut inner) = (budget.start(), budget.start());
        // The outer watch has just looked and would not look again for many ticks.
        while outer.stride < MOST_TICKS_PER_LOOK {
            outer.tick(0, 0).unwrap();
        }
        std::thread::sleep(Duration::from_millis(25));
        let dropped = (0..=MOST_TICKS_PER_LOOK).find_map(|_| inner.tick(0, 0).err());
        assert_eq!(dropped, Some(Stopped::Time));
        assert_eq!(outer.tick(0, 0), Err(Stopped::Time));
        assert_eq!(outer.budget().start().tick(0, 0), Err(Stopped::Time));
        assert_eq!(inner.tick(0, 0), Err(Stopped::Time));
    }

    #[test]
    fn ticks_of_any_cost_see_the_deadline_soon() {
        let budget = Budget { time: Some(Duration::from_millis(30)), ..Budget::default() };
        let mut watch = budget.start();
        // Quick ticks first, so that the clock is read seldom; then slow ones.
        for _ in 0..1000 {
            let _ = watch.tick(0, 0);
        }
        let slow = (1..).find(|_| {
            std::thread::sleep(Duration::from_millis(2));
            watch.tick(0, 0).is_err()
        });
        assert!(slow.unwrap() <= MOST_TICKS_PER_LOOK + 20);
    }

    #[test]
    fn a_raised_flag_stops_the_very_next_tick() {
        let budget = Budget::default().begin();
        let mut watch = budget.start();
        assert_eq!(watch.tick(0, 0), Ok(()));
        budget.cancel.cancel();
        assert_eq!(watch.tick(0, 0), Err(Stopped::Cancelled));
        assert_eq!(watch.budget().check(), Err(Stopped::Cancelled));
    }
}
