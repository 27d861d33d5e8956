//! Two lanes for questions, as on a road.
//!
//! Most questions take a millisecond; some take as long as they are allowed to. If both stood in one queue, a player who
//! asks for a hint would wait behind somebody's search. So every question starts in the *quick* lane. One that is not
//! done after a [`SPRINT`] moves over to the *long* lane, if there is room, and goes on there as it is, at a lower
//! priority of its thread. If there is no room it is taken off the road, waits for a place in the long lane, and starts
//! again. Queues are bounded: who would wait too long is told when to come back.
//!
//! Each question runs on a thread of its own with a deep stack. A question whose asker has gone is cancelled through the
//! budget's flag: dropping the future that waits for it raises the flag.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quandary::contract::STACK;
use quandary::{Budget, Cancel};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use super::Settings;

/// How much CPU time a question may take in the quick lane. Its own time counts, not the clock on the wall: on a machine
/// that is busy with other things an easy question is still an easy one.
const SPRINT: Duration = Duration::from_millis(20);

/// How long it may stay there by the clock on the wall, whatever it got done.
const PATIENCE: Duration = Duration::from_millis(600);

/// More questions share the quick lane than there are workers, so that a short one need not wait for the end of a longer
/// one.
const ABREAST: usize = 4;

/// How long a question waits for a place in the quick lane, and then perhaps for one in the long lane.
const QUICK_WAIT: Duration = Duration::from_secs(2);
const LONG_WAIT: Duration = Duration::from_secs(8);

/// Some actions run several solves, each with the time limit; all together end after so many limits.
const LIMITS_IN_ALL: u32 = 4;

/// Why a question was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Too much is going on: come back after so many seconds.
    Busy(u32),
    /// This address asks too much at once.
    Greedy,
    /// The answer fell over; nothing is known.
    Broken,
}

/// What is on the road.
pub(super) struct Lanes {
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: AtomicUsize,
    most_waiting: usize,
    per_address: usize,
    time_limit: Duration,
    memory: u64,
    visitors: Mutex<HashMap<IpAddr, usize>>,
    closed: AtomicBool,
}

impl Lanes {
    pub(super) fn new(settings: &Settings) -> Self {
        let workers = settings.workers.max(1);
        Lanes {
            quick: Arc::new(Semaphore::new(ABREAST * workers)),
            long: Arc::new(Semaphore::new(workers)),
            waiting: AtomicUsize::new(0),
            most_waiting: settings.waiting,
            per_address: settings.per_address,
            time_limit: settings.time_limit,
            memory: settings.memory,
            visitors: Mutex::new(HashMap::new()),
            closed: AtomicBool::new(false),
        }
    }

    /// No more questions: those that wait are sent away.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.quick.close();
        self.long.close();
    }

    /// Runs a question within the budget that the server gives. Dropping the future cancels it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        from: IpAddr,
        question: impl Fn(&Budget) -> T + Clone + Send + 'static,
    ) -> Result<T, Refused> {
        let _visit = Visiting::enter(self, from)?;
        let turn = {
            let _waiting = Waiting::join(self)?;
            let free = timeout(QUICK_WAIT, Arc::clone(&self.quick).acquire_owned());
            free.await.ok().and_then(Result::ok).ok_or(Refused::Busy(1))?
        };
        let mut running = Running::start(self.budget(), question.clone())?;
        let began = Instant::now();
        while began.elapsed() < PATIENCE && running.cpu().unwrap_or_else(|| began.elapsed()) < SPRINT {
            tokio::select! {
                answer = &mut running.answer => return answer.map_err(|_| Refused::Broken),
                () = sleep(SPRINT) => {}
            }
        }
        if let Ok(place) = Arc::clone(&self.long).try_acquire_owned() {
            running.yields();
            drop(turn);
            let answer = self.finish(running).await;
            drop(place);
            return answer;
        }
        // No room: off the road, and again from the start when there is.
        drop(running);
        drop(turn);
        let place = {
            let _waiting = Waiting::join(self)?;
            let free = timeout(LONG_WAIT, Arc::clone(&self.long).acquire_owned());
            free.await.ok().and_then(Result::ok).ok_or(Refused::Busy(5))?
        };
        let running = Running::start(self.budget(), question)?;
        running.yields();
        let answer = self.finish(running).await;
        drop(place);
        answer
    }

    async fn finish<T>(&self, mut running: Running<T>) -> Result<T, Refused> {
        let deadline = self.time_limit * LIMITS_IN_ALL;
        tokio::select! {
            answer = &mut running.answer => return answer.map_err(|_| Refused::Broken),
            () = sleep(deadline) => running.cancel.cancel(),
        }
        // Cancelled work hands over what it has, soon.
        timeout(Duration::from_secs(2), &mut running.answer).await.ok().and_then(Result::ok).ok_or(Refused::Broken)
    }

    fn budget(&self) -> Budget {
        Budget { time: Some(self.time_limit), memory: self.memory, ..Budget::default() }
    }
}

/// A question on a thread of its own.
struct Running<T> {
    answer: oneshot::Receiver<T>,
    cancel: Cancel,
    thread: Arc<AtomicUsize>,
}

impl<T: Send + 'static> Running<T> {
    fn start(budget: Budget, question: impl FnOnce(&Budget) -> T + Send + 'static) -> Result<Self, Refused> {
        let (tell, answer) = oneshot::channel();
        let cancel = budget.cancel.clone();
        let thread = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&thread);
        let work = move || {
            priority::introduce(&own);
            // Whoever asked may have gone; then the answer is for nobody.
            let _ = tell.send(question(&budget));
        };
        // Where no thread is to be had, there is too much going on.
        let spawned = std::thread::Builder::new().name("answer".to_owned()).stack_size(STACK).spawn(work);
        spawned.map_err(|_| Refused::Busy(2))?;
        Ok(Running { answer, cancel, thread })
    }
}

impl<T> Running<T> {
    /// Lets others go first.
    fn yields(&self) {
        priority::lower(&self.thread);
    }

    /// The CPU time that it has taken so far, where that can be told.
    fn cpu(&self) -> Option<Duration> {
        priority::cpu(&self.thread)
    }
}

impl<T> Drop for Running<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// A place in the queue.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn join(lanes: &'a Lanes) -> Result<Self, Refused> {
        let before = lanes.waiting.fetch_add(1, Ordering::Relaxed);
        let place = Waiting(&lanes.waiting);
        if before >= lanes.most_waiting || lanes.closed.load(Ordering::Relaxed) {
            Err(Refused::Busy(2))
        } else {
            Ok(place)
        }
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A question of one address, counted while it is here.
struct Visiting<'a> {
    lanes: &'a Lanes,
    from: IpAddr,
}

impl<'a> Visiting<'a> {
    fn enter(lanes: &'a Lanes, from: IpAddr) -> Result<Self, Refused> {
        let mut visitors = lanes.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        let here = visitors.entry(from).or_default();
        if *here >= lanes.per_address {
            return Err(Refused::Greedy);
        }
        *here += 1;
        Ok(Visiting { lanes, from })
    }
}

impl Drop for Visiting<'_> {
    fn drop(&mut self) {
        let mut visitors = self.lanes.visitors.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = visitors.get_mut(&self.from) {
            *here -= 1;
            if *here == 0 {
                visitors.remove(&self.from);
            }
        }
    }
}

/// On Linux each thread has a priority and an account of its own; elsewhere long questions simply share, and the clock
/// on the wall decides.
#[cfg(target_os = "linux")]
mod priority {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// How much a long question lets others go first, of 19.
    const NICE: i32 = 10;

    /// A thread says its number, so that others can address it.
    pub(super) fn introduce(own: &Arc<AtomicUsize>) {
        own.store(rustix::thread::gettid().as_raw_nonzero().get() as usize, Ordering::Relaxed);
    }

    /// The kernel's account of a thread begins with its nanoseconds on a CPU. A thread that has not begun has none.
    pub(super) fn cpu(thread: &Arc<AtomicUsize>) -> Option<Duration> {
        let number = thread.load(Ordering::Relaxed);
        if number == 0 {
            return Some(Duration::ZERO);
        }
        let account = std::fs::read_to_string(format!("/proc/self/task/{number}/schedstat")).ok()?;
        account.split(' ').next()?.parse().ok().map(Duration::from_nanos)
    }

    pub(super) fn lower(thread: &Arc<AtomicUsize>) {
        let number = thread.load(Ordering::Relaxed) as i32;
        // A thread that has not begun, or has ended, needs no lowering.
        if let Some(thread) = rustix::process::Pid::from_raw(number) {
            let _ = rustix::process::setpriority_process(Some(thread), NICE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
mod priority {
    use std::sync::Arc;
    use std::sync::atomic::AtomicUsize;

    pub(super) fn introduce(_: &Arc<AtomicUsize>) {}

    pub(super) fn cpu(_: &Arc<AtomicUsize>) -> Option<std::time::Duration> {
        None
    }

    pub(super) fn lower(_: &Arc<AtomicUsize>) {}
}
