//! Scheduling: two lanes, quick and long.
//!
//! Most requests take a millisecond; some take as long as they are allowed to. In one queue, a player who asks for a hint
//! would wait behind another user's search. So every request starts in the *quick* lane. One that is not done after
//! [`QUICK_CPU_LIMIT`] moves to the *long* lane, if that has a free slot, and goes on there at a lower thread priority.
//! If there is none it is cancelled, waits for a slot in the long lane, and starts again. Queues are bounded: a client that
//! would wait too long is told when to retry.
//!
//! Each request runs on a thread of its own. A request whose client has gone is cancelled through the budget's flag:
//! dropping the future that waits for it raises the flag.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use quandary::{Budget, Cancel};
use tokio::sync::{Semaphore, oneshot};
use tokio::time::{sleep, timeout};

use super::Settings;

/// How much CPU time a request may take in the quick lane. CPU time counts, not wall-clock time: on a busy machine an easy
/// request is still an easy one.
const QUICK_CPU_LIMIT: Duration = Duration::from_millis(20);

/// How long it may stay there by the wall clock.
const QUICK_WALL_LIMIT: Duration = Duration::from_millis(600);

/// Slots of the quick lane per worker, so that a short request need not wait for a longer one.
const QUICK_PER_WORKER: usize = 4;

/// How long a request waits for a slot in the quick lane, and then perhaps for one in the long lane.
const QUICK_WAIT: Duration = Duration::from_secs(2);
const LONG_WAIT: Duration = Duration::from_secs(8);

/// Some actions run several solves, each with the time limit; all together end after this many limits.
const LIMITS_IN_ALL: u32 = 4;

/// Why a request was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refused {
    /// Too much load: retry after this many seconds.
    Busy(u32),
    /// Too many requests at once from this address.
    TooMany,
    /// The thread of the request panicked.
    Failed,
}

/// The two lanes.
pub(super) struct Lanes {
    quick: Arc<Semaphore>,
    long: Arc<Semaphore>,
    waiting: AtomicUsize,
    max_waiting: usize,
    per_address: usize,
    time_limit: Duration,
    memory: u64,
    addresses: Mutex<HashMap<IpAddr, usize>>,
    closed: AtomicBool,
}

impl Lanes {
    pub(super) fn new(settings: &Settings) -> Self {
        let workers = settings.workers.max(1);
        Lanes {
            quick: Arc::new(Semaphore::new(QUICK_PER_WORKER * workers)),
            long: Arc::new(Semaphore::new(workers)),
            waiting: AtomicUsize::new(0),
            max_waiting: settings.waiting,
            per_address: settings.per_address,
            time_limit: settings.time_limit,
            memory: settings.memory,
            addresses: Mutex::new(HashMap::new()),
            closed: AtomicBool::new(false),
        }
    }

    /// Accepts no more requests; those that wait are rejected.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
        self.quick.close();
        self.long.close();
    }

    /// Runs a request within the server's budget. Dropping the future cancels it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        from: IpAddr,
        request: impl Fn(&Budget) -> T + Clone + Send + 'static,
    ) -> Result<T, Refused> {
        let _visit = Admitted::enter(self, from)?;
        let slot = {
            let _waiting = Waiting::join(self)?;
            let free = timeout(QUICK_WAIT, Arc::clone(&self.quick).acquire_owned());
            free.await.ok().and_then(Result::ok).ok_or(Refused::Busy(1))?
        };
        let mut running = Running::start(self.budget(), request.clone())?;
        let began = Instant::now();
        while began.elapsed() < QUICK_WALL_LIMIT && running.cpu().unwrap_or_else(|| began.elapsed()) < QUICK_CPU_LIMIT {
            tokio::select! {
                answer = &mut running.answer => return answer.map_err(|_| Refused::Failed),
                () = sleep(QUICK_CPU_LIMIT) => {}
            }
        }
        if let Ok(place) = Arc::clone(&self.long).try_acquire_owned() {
            running.lower_priority();
            drop(slot);
            let answer = self.finish(running).await;
            drop(place);
            return answer;
        }
        // No free slot: cancel, and start again when there is one.
        drop(running);
        drop(slot);
        let place = {
            let _waiting = Waiting::join(self)?;
            let free = timeout(LONG_WAIT, Arc::clone(&self.long).acquire_owned());
            free.await.ok().and_then(Result::ok).ok_or(Refused::Busy(5))?
        };
        let running = Running::start(self.budget(), request)?;
        running.lower_priority();
        let answer = self.finish(running).await;
        drop(place);
        answer
    }

    async fn finish<T>(&self, mut running: Running<T>) -> Result<T, Refused> {
        let deadline = self.time_limit * LIMITS_IN_ALL;
        tokio::select! {
            answer = &mut running.answer => return answer.map_err(|_| Refused::Failed),
            () = sleep(deadline) => running.cancel.cancel(),
        }
        // Cancelled work returns what it has, soon.
        timeout(Duration::from_secs(2), &mut running.answer).await.ok().and_then(Result::ok).ok_or(Refused::Failed)
    }

    fn budget(&self) -> Budget {
        Budget { time: Some(self.time_limit), memory: self.memory, ..Budget::default() }
    }
}

/// A request on a thread of its own.
struct Running<T> {
    answer: oneshot::Receiver<T>,
    cancel: Cancel,
    thread: Arc<AtomicUsize>,
}

impl<T: Send + 'static> Running<T> {
    fn start(budget: Budget, request: impl FnOnce(&Budget) -> T + Send + 'static) -> Result<Self, Refused> {
        let (tell, answer) = oneshot::channel();
        let cancel = budget.cancel.clone();
        let thread = Arc::new(AtomicUsize::new(0));
        let own = Arc::clone(&thread);
        let work = move || {
            priority::register(&own);
            // The client may have gone; then the answer is not needed.
            let _ = tell.send(request(&budget));
        };
        // No thread can be had: too much load.
        let spawned = std::thread::Builder::new().name("answer".to_owned()).spawn(work);
        spawned.map_err(|_| Refused::Busy(2))?;
        Ok(Running { answer, cancel, thread })
    }
}

impl<T> Running<T> {
    /// Lowers its priority.
    fn lower_priority(&self) {
        priority::lower(&self.thread);
    }

    /// The CPU time that it has taken so far, where that is known.
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
        if before >= lanes.max_waiting || lanes.closed.load(Ordering::Relaxed) {
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

/// A request of one address, counted while it runs.
struct Admitted<'a> {
    lanes: &'a Lanes,
    from: IpAddr,
}

impl<'a> Admitted<'a> {
    fn enter(lanes: &'a Lanes, from: IpAddr) -> Result<Self, Refused> {
        let mut addresses = lanes.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let here = addresses.entry(from).or_default();
        if *here >= lanes.per_address {
            return Err(Refused::TooMany);
        }
        *here += 1;
        Ok(Admitted { lanes, from })
    }
}

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        let mut addresses = self.lanes.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(here) = addresses.get_mut(&self.from) {
            *here -= 1;
            if *here == 0 {
                addresses.remove(&self.from);
            }
        }
    }
}

/// On Linux each thread has a priority and CPU time of its own; elsewhere long requests keep theirs, and the wall clock
/// decides.
#[cfg(target_os = "linux")]
mod priority {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// The nice value of long requests.
    const NICE: i32 = 10;

    /// Stores the thread's id, so that others can address it.
    pub(super) fn register(own: &Arc<AtomicUsize>) {
        own.store(rustix::thread::gettid().as_raw_nonzero().get() as usize, Ordering::Relaxed);
    }

    /// `schedstat` begins with the thread's nanoseconds on a CPU. A thread that has not begun has none.
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

    pub(super) fn register(_: &Arc<AtomicUsize>) {}

    pub(super) fn cpu(_: &Arc<AtomicUsize>) -> Option<std::time::Duration> {
        None
    }

    pub(super) fn lower(_: &Arc<AtomicUsize>) {}
}
