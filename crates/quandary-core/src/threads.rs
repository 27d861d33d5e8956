//! Threads that help with one hard puzzle.
//!
//! A solve runs on the thread that called it. Where its puzzle turns out to be hard, it may take others to help: those that
//! the budget has to spare at that moment. They are counted in one place, [`Threads`], that everything running at the same time
//! shares, so that a stream of many puzzles keeps each core busy once, and the last hard one of them gets all cores:
//!
//! ```text
//!   four threads, many puzzles      each of four workers occupies one: none to spare
//!   four threads, one is left       its worker occupies one, and a [`Team`] takes the other three
//! ```
//!
//! By default there is none to spare. How many threads have worked on a puzzle must not change its verdict.
//! [`Threads::team`] takes them, [`Team::run`] runs them and waits for all.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::clock::ThreadTime;

/// Deep recursion of an engine needs no more than this.
const STACK: usize = 8 << 20;

/// How many threads are to spare. Clones share the number.
#[derive(Clone, Debug, Default)]
pub struct Threads(Arc<AtomicIsize>);

impl Threads {
    /// For one caller that may use so many threads, its own among them.
    pub fn of(count: usize) -> Self {
        Threads::shared(count.saturating_sub(1))
    }

    /// For several callers that use so many threads together. Each says when it works: see [`Threads::occupy`].
    pub fn shared(count: usize) -> Self {
        Threads(Arc::new(AtomicIsize::new(count as isize)))
    }

    /// How many threads this machine runs at once.
    pub fn available() -> usize {
        thread::available_parallelism().map_or(1, NonZero::get)
    }

    /// How many are to spare now.
    pub fn spare(&self) -> usize {
        self.0.load(Ordering::Relaxed).max(0) as usize
    }

    /// Counts the calling thread as busy, even if none is to spare, until the result is dropped.
    pub fn occupy(&self) -> Occupied {
        self.0.fetch_sub(1, Ordering::Relaxed);
        Occupied { threads: self.clone(), count: 1 }
    }

    /// The calling thread, with all that are to spare now, `most` in all. `None` where it would be alone.
    pub fn team(&self, most: usize) -> Option<Team> {
        let wanted = |spare: isize| spare.min(most as isize - 1).max(0);
        let (ordering, take) = (Ordering::Relaxed, |spare| Some(spare - wanted(spare)));
        let count = wanted(self.0.fetch_update(ordering, ordering, take).unwrap_or(0));
        let team = Team { helpers: Occupied { threads: self.clone(), count } };
        (count > 0).then_some(team)
    }
}

/// Threads that are counted as busy as long as this lives.
#[derive(Debug)]
pub struct Occupied {
    threads: Threads,
    count: isize,
}

impl Drop for Occupied {
    fn drop(&mut self) {
        self.threads.0.fetch_add(self.count, Ordering::Relaxed);
    }
}

/// The calling thread and some that help it.
#[derive(Debug)]
pub struct Team {
    helpers: Occupied,
}

/// One of the threads of a running [`Team`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its number; the calling thread has 0.
    pub number: usize,
    /// How many there are.
    pub of: usize,
}

/// What the threads of a [`Team`] have done.
#[derive(Debug)]
pub struct Teamwork<T> {
    /// What each has returned, in the order of their numbers.
    pub results: Vec<T>,
    /// The CPU time of all but the calling one, for [`Watch::add_cpu`](crate::verdict::Watch::add_cpu).
    pub cpu: Duration,
}

impl Team {
    /// How many threads there will be.
    pub fn size(&self) -> usize {
        self.helpers.count as usize + 1
    }

    /// Runs `work` on all threads at once and waits for them. Where the system does not give as many, fewer run:
    /// [`Member::of`] says how many. Each has to watch the budget itself.
    pub fn run<T: Send>(self, work: impl Fn(Member) -> T + Sync) -> Teamwork<T> {
        let work = &work;
        thread::scope(|scope| {
            let mut helpers = Vec::new();
            for number in 1..self.size() {
                // They begin when it is known how many there are.
                let (begin, began) = channel();
                let helper = move || {
                    let of = began.recv().ok()?;
                    let clock = ThreadTime::now();
                    Some((work(Member { number, of }), clock.elapsed()))
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, helper) {
                    Ok(thread) => helpers.push((thread, begin)),
                    Err(_) => break,
                }
            }
            let of = helpers.len() + 1;
            for (_, begin) in &helpers {
                // One that has ended already is not waited for.
                let _ = begin.send(of);
            }
            let mut done = Teamwork { results: vec![work(Member { number: 0, of })], cpu: Duration::ZERO };
            for (thread, _) in helpers {
                if let Some((result, cpu)) = thread.join().unwrap_or_else(|panic| resume_unwind(panic)) {
                    done.results.push(result);
                    done.cpu += cpu;
                }
            }
            done
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_team_takes_what_is_to_spare_and_gives_it_back() {
        assert!(Threads::default().team(8).is_none());
        assert!(Threads::of(1).team(8).is_none());
        let threads = Threads::of(4);
        let team = threads.team(8).unwrap();
        assert_eq!((team.size(), threads.spare()), (4, 0));
        assert!(threads.clone().team(8).is_none());
        let done = team.run(|member| (member.number, member.of));
        assert_eq!(done.results, [(0, 4), (1, 4), (2, 4), (3, 4)]);
        assert_eq!(threads.spare(), 3);
        assert_eq!(threads.team(2).unwrap().size(), 2);
        assert!(threads.team(1).is_none());
    }

    #[test]
    fn a_busy_worker_is_no_help() {
        let threads = Threads::shared(2);
        let one = threads.occupy();
        assert_eq!(threads.spare(), 1);
        let other = threads.occupy();
        assert!(threads.team(8).is_none());
        // A third one works although all are busy.
        let third = threads.occupy();
        drop(other);
        assert_eq!(threads.spare(), 0);
        drop((one, third));
        assert_eq!(threads.spare(), 2);
    }
}
