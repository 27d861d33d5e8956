//! What a solve may spend, and how the spending is watched.
//!
//! A [`Budget`] states the limits; [`Budget::begin`] starts the clock, once, at the outermost call; a [`Watch`] is what a
//! solver asks at every small unit of work whether to go on. A tick costs a few comparisons: the clock is read only as often as
//! it takes to be late by about a millisecond.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::{Instant, ThreadTime};
use crate::memory::{Account, Charge};
use crate::stopped::Stopped;
use crate::threads::Threads;

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
