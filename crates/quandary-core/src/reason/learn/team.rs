//! Several learners at one puzzle, each on a thread of its own.
//!
//! All of them know the same rules, and what one has learned follows from the rules, so it is true for the others too:
//! clauses that are short or of low LBD go to an [`Exchange`], and each learner takes over the others' clauses when it
//! restarts. So that they do not repeat each other's work, each begins its decisions with other values of the few most active
//! variables (its *lead*). That splits the search, but nobody is bound to a part of it: a learner whose part holds nothing
//! has learned that, tells the others, and goes on with the rest.
//!
//! The first that finds a model, or that there is none, ends the search for all. Which model is found depends on chance;
//! whether there is one does not.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Found, Learner, Literal, Propagator};
use crate::threads::Team;
use crate::verdict::{Stopped, Watch};

/// Conflicts after which a search is long: at 25 to 75 µs each, at most 20 ms.
const ALONE: u64 = 250;

/// The same for the next search of a learner that has had a long one.
const ALONE_AGAIN: u64 = 100;

/// Most threads that search together: what one of them learns, all have to read.
const LARGEST_TEAM: usize = 8;

/// A clause of at most this LBD is told to the others, or one of at most so many literals.
const TOLD_LBD: u32 = 6;
const TOLD_LENGTH: usize = 6;

/// Most literals of a clause that is told.
const LONGEST_TOLD: usize = 40;

/// What the learners of a team tell each other.
#[derive(Debug, Default)]
struct Exchange {
    clauses: Mutex<Vec<Told>>,
    /// How many there are, for a look without the lock.
    count: AtomicUsize,
    /// One of them has finished.
    is_over: AtomicBool,
}

/// A clause, who has learned it, and its LBD.
#[derive(Clone, Debug)]
struct Told {
    from: usize,
    lbd: u32,
    literals: Box<[Literal]>,
}

/// A learner's place in a team.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    exchange: Arc<Exchange>,
    number: usize,
    /// How much it has heard of what was told.
    heard: usize,
}

impl Seat {
    /// Whether another one has finished.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.exchange.is_over.load(Ordering::Relaxed)
    }

    /// About how many bytes the clauses take that were told, counted once for the whole team.
    pub(super) fn bytes(&self) -> u64 {
        let told = if self.number == 0 { self.exchange.count.load(Ordering::Relaxed) } else { 0 };
        told as u64 * (size_of::<Told>() + 8 * size_of::<Literal>()) as u64
    }

    /// Tells the others a clause, if it is worth it.
    pub(super) fn tell(&self, clause: &[Literal], lbd: u32) {
        if clause.len() > TOLD_LENGTH && (lbd > TOLD_LBD || clause.len() > LONGEST_TOLD) {
            return;
        }
        let mut clauses = self.exchange.clauses.lock().unwrap_or_else(PoisonError::into_inner);
        clauses.push(Told { from: self.number, lbd, literals: clause.into() });
        self.exchange.count.store(clauses.len(), Ordering::Release);
    }

    /// What the others have told since the last time: clauses with their LBD.
    pub(super) fn hear(&mut self) -> Vec<(Box<[Literal]>, u32)> {
        if self.exchange.count.load(Ordering::Acquire) == self.heard {
            return Vec::new();
        }
        let clauses = self.exchange.clauses.lock().unwrap_or_else(PoisonError::into_inner);
        let news = clauses[self.heard..].iter().filter(|told| told.from != self.number);
        let news = news.map(|told| (told.literals.clone(), told.lbd)).collect();
        self.heard = clauses.len();
        news
    }
}

impl<P: Propagator> Learner<P> {
    /// Searches like [`Learner::search`], with other threads as soon as the search has turned out to be long and some are
    /// to spare. The verdict is the same, the model may be another one.
    pub fn search_on_threads(&mut self, watch: &mut Watch<'_>) -> Result<Found, Stopped>
    where
        P: Clone + Send,
    {
        // A log follows the order in which one learner has learned, and a limit of nodes what one learner has done.
        if self.analysis.log.is_some() || watch.budget().nodes.is_some() {
            return self.search(watch);
        }
        loop {
            let alone = if self.counters.backtracks < ALONE { ALONE } else { ALONE_AGAIN };
            if let Some(found) = self.search_for(alone, watch)? {
                return Ok(found);
            }
            if let Some(team) = watch.budget().threads.team(LARGEST_TEAM) {
                return search_together(self, team, watch);
            }
        }
    }

    /// Takes over what others in the team have learned. Only at level 0.
    pub(super) fn hear(&mut self) {
        let news = self.seat.as_mut().map(Seat::hear).unwrap_or_default();
        for (clause, lbd) in news {
            self.add_sorted(&mut clause.into_vec(), Some(lbd));
        }
    }

    /// The most active of the open variables, each with the value that is tried first.
    fn most_active(&self, count: usize) -> Vec<Literal> {
        let all = self.phase.iter().enumerate().map(|(variable, &value)| Literal::new(variable, value));
        let mut open: Vec<Literal> = all.filter(|&literal| self.facts.is_open(literal)).collect();
        open.sort_by(|a, b| self.order.compare(b.variable(), a.variable()));
        open.truncate(count);
        open
    }
}

/// Searches like [`Learner::search`] with several threads, and leaves in `learner` the one that finished first. Those that helped
/// are counted in `learner.counters`.
pub(super) fn search_together<P: Propagator + Clone + Send>(
    learner: &mut Learner<P>,
    team: Team,
    watch: &mut Watch<'_>,
) -> Result<Found, Stopped> {
    let (budget, before) = (watch.budget(), learner.counters);
    let exchange = Arc::new(Exchange::default());
    learner.backtrack_to(0);
    let split = learner.most_active(team.size().next_power_of_two().ilog2() as usize);
    let seats: Vec<Mutex<Option<Learner<P>>>> = (0..team.size())
        .map(|number| {
            let lead =
                split.iter().enumerate().map(|(bit, &literal)| if number >> bit & 1 == 0 { literal } else { !literal });
            let mut learner = learner.clone();
            learner.lead = lead.collect();
            learner.seat = Some(Seat { exchange: exchange.clone(), number, heard: 0 });
            Mutex::new(Some(learner))
        })
        .collect();
    let done = team.run(|member| {
        let seat = seats.get(member.number)?;
        let mut learner = seat.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let found = learner.search(&mut budget.start());
        exchange.is_over.store(true, Ordering::Relaxed);
        Some((learner, found))
    });
    watch.add_cpu(done.cpu);
    let mut results: Vec<_> = done.results.into_iter().flatten().collect();
    let mut counters = before;
    for (learner, _) in &results {
        counters.nodes += learner.counters.nodes - before.nodes;
        counters.generated += learner.counters.generated - before.generated;
        counters.backtracks += learner.counters.backtracks - before.backtracks;
        counters.propagations += learner.counters.propagations - before.propagations;
        counters.peak_frontier = counters.peak_frontier.max(learner.counters.peak_frontier);
    }
    counters.helpers = counters.helpers.max(results.len() as u64 - 1);
    // `Enough` is the answer of those that another one has stopped.
    let rank = |found: &Result<Found, Stopped>| match found {
        Ok(_) => 0,
        Err(Stopped::Enough) => 2,
        Err(_) => 1,
    };
    results.sort_by_key(|(_, found)| rank(found));
    let Some((first, found)) = results.into_iter().next() else { return Err(Stopped::Enough) };
    *learner = first;
    (learner.seat, learner.lead, learner.counters) = (None, Vec::new(), counters);
    found
}
