//! Decisions, propagation, learning, restarts.

use super::analyse::{Analysis, Context};
use super::clauses::Clauses;
use super::facts::{Facts, Reason};
use super::order::Order;
use super::restarts::Restarts;
use super::team::Seat;
use super::{Contradiction, Literal, Propagator};
use crate::verdict::{Counters, Stopped, Watch};

/// Conflicts between two reductions of the clause database: the base, and what is added times the square root of the number
/// of reductions so far.
const REDUCE_INTERVAL: f64 = 1_000.0;
const REDUCE_INTERVAL_GROWTH: f64 = 300.0;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// All variables have a value, and every rule holds.
    Model,
    /// There is no model, or none besides those that were blocked.
    Nothing,
}

/// How probing a literal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// No contradiction was found; everything was undone.
    Holds,
    /// It leads to a contradiction. What was learned from that now holds permanently.
    Refuted,
    /// It leads to a contradiction, and so does its opposite: there is no model.
    Nothing,
}

/// A puzzle over yes/no variables, being solved.
#[derive(Clone, Debug)]
pub struct Learner<P> {
    pub(super) facts: Facts,
    clauses: Clauses,
    /// The rules beside the clauses.
    propagator: P,
    pub(super) analysis: Analysis,
    pub(super) order: Order,
    /// The saved phase of each variable: the value it had last.
    pub(super) phase: Vec<bool>,
    /// The best phase: the values in the longest trail without a conflict so far, and its length. Empty where it is not used.
    best_phase: Vec<Option<bool>>,
    best_size: usize,
    /// How much of the trail the clauses have propagated, and of how much the propagator was notified.
    propagated: usize,
    notified: usize,
    /// The rules are contradictory.
    is_broken: bool,
    restarts: Restarts,
    /// Decisions that come before all others, where they are open: see `team`.
    pub(super) lead: Vec<Literal>,
    /// The place in a team, while there is one.
    pub(super) seat: Option<Seat>,
    /// A buffer for a clause that is being added.
    spare: Vec<Literal>,
    reductions: u32,
    /// The conflict at which the clause database is reduced next.
    next_reduction: f64,
    /// What it took so far.
    pub counters: Counters,
}

impl<P: Propagator> Learner<P> {
    /// A puzzle with this many variables and, so far, no clauses. All phases start as "no".
    pub fn new(variables: usize, propagator: P) -> Self {
        Learner {
            facts: Facts::new(variables),
            clauses: Clauses::new(variables),
            propagator,
            analysis: Analysis::new(variables),
            order: Order::new(variables),
            phase: vec![false; variables],
            best_phase: Vec::new(),
            best_size: 0,
            propagated: 0,
            notified: 0,
            is_broken: false,
            restarts: Restarts::new(),
            lead: Vec::new(),
            seat: None,
            spare: Vec::new(),
            reductions: 0,
            next_reduction: REDUCE_INTERVAL,
            counters: Counters::default(),
        }
    }

    /// What is known at the moment. After [`Found::Model`], the model.
    pub fn facts(&self) -> &Facts {
        &self.facts
    }

    /// The rules beside the clauses.
    pub fn propagator(&self) -> &P {
        &self.propagator
    }

    /// Adds to the activity of a variable, so that it is decided earlier (or later). What a conflict adds starts at 1.
    pub fn bump(&mut self, variable: usize, amount: f64) {
        self.order.add(variable, amount);
    }

    /// Sets the phase of a variable: the value to try first.
    pub fn set_phase(&mut self, literal: Literal) {
        self.phase[literal.variable()] = literal.value();
    }

    /// From now on decides by the best phase, the values in the longest trail without a conflict so far, instead of the saved
    /// phase. That finds solutions sooner; where there is none it neither helps nor hurts much.
    pub fn use_best_phase(&mut self) {
        self.best_phase = vec![None; self.phase.len()];
    }

    /// From now on keeps a log of what is learned. Only before the first search.
    pub fn keep_log(&mut self) {
        self.analysis.log = Some(Box::default());
    }

    /// The learned clauses that the end rests on, each following from the rules and the ones before: the end of a search that
    /// found nothing (more), or what is known for good. A clause over the decisions of a model that was blocked is among
    /// them, and follows if that model is not allowed. Nothing where no log was kept.
    pub fn learned(&self) -> Vec<Vec<Literal>> {
        self.analysis.log.as_ref().map_or_else(Vec::new, |log| log.needed())
    }

    /// Demands that `then` is true whenever `when` is. Only before anything is known.
    pub fn add_implication(&mut self, when: Literal, then: Literal) {
        debug_assert!(self.facts.trail().is_empty());
        self.clauses.add(&[!when, then], None);
    }

    /// Demands that at least one of these literals is true, permanently. May be called at any time; the current
    /// model is undone as far as the clause demands.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        let mut clause = std::mem::take(&mut self.spare);
        clause.clear();
        clause.extend_from_slice(literals);
        clause.sort_unstable();
        clause.dedup();
        self.add_sorted(&mut clause, None);
        self.spare = clause;
    }

    /// Adds a clause, a permanent one or a learned one with its LBD.
    pub(super) fn add_sorted(&mut self, clause: &mut Vec<Literal>, lbd: Option<u32>) {
        let holds_for_good =
            |&literal: &Literal| self.facts.is_true(literal) && self.facts.level_of(literal.variable()) == 0;
        let is_void = clause.windows(2).any(|pair| pair[0] == !pair[1]) || clause.iter().any(holds_for_good);
        if is_void {
            return;
        }
        // Newest first, open ones before all; what is permanently false counts for nothing.
        clause.retain(|&literal| !self.facts.is_false(literal) || self.facts.level_of(literal.variable()) > 0);
        let age = |literal: Literal| {
            if self.facts.is_false(literal) { self.facts.level_of(literal.variable()) } else { u32::MAX }
        };
        clause.sort_by_key(|&literal| std::cmp::Reverse(age(literal)));
        // Two literals must not be false, so that they can be watched; a single one must follow.
        match clause[..] {
            [] => self.is_broken = true,
            [only] => {
                self.backtrack_to(0);
                if self.facts.is_open(only) {
                    self.facts.set(only, Reason::None);
                }
            }
            [first, second, ..] => {
                let (newest, next) = (age(first), age(second));
                if next != u32::MAX {
                    self.backtrack_to(if newest > next { next } else { next - 1 });
                }
                let reason = self.clauses.add(clause, lbd);
                if self.facts.is_false(second) && self.facts.is_open(first) {
                    self.facts.set(first, reason);
                }
            }
        }
    }

    /// Demands that the current model is not found again, by a permanent clause over its decisions: everything else follows
    /// from them.
    pub fn block_model(&mut self) {
        let decisions: Vec<Literal> =
            (1..=self.facts.level()).map(|level| !self.facts.trail()[self.facts.start_of(level)]).collect();
        if let Some(log) = &mut self.analysis.log {
            log.add_decisions(&decisions, &self.facts, &self.clauses);
        }
        self.add_clause(&decisions);
    }

    /// Looks for a model, or for the next one after [`Learner::block_model`].
    pub fn search(&mut self, watch: &mut Watch<'_>) -> Result<Found, Stopped> {
        loop {
            if let Some(found) = self.search_for(u64::MAX, watch)? {
                return Ok(found);
            }
        }
    }

    /// Searches for this many more conflicts. `None` when that was not enough.
    pub(super) fn search_for(&mut self, conflicts: u64, watch: &mut Watch<'_>) -> Result<Option<Found>, Stopped> {
        let end = self.counters.backtracks.saturating_add(conflicts);
        loop {
            if self.is_broken {
                return Ok(Some(Found::Nothing));
            }
            if self.propagate().is_err() {
                self.counters.backtracks += 1;
                watch.tick(self.counters.nodes, self.bytes())?;
                self.note_best_phase();
                if !self.learn() {
                    self.is_broken = true;
                    return Ok(Some(Found::Nothing));
                }
                self.restarts.note_conflict(self.analysis.lbd);
                continue;
            }
            if self.counters.backtracks >= end {
                return Ok(None);
            }
            if self.restarts.is_due() {
                self.restart();
                continue;
            }
            let Some(literal) = self.next_decision() else { return Ok(Some(Found::Model)) };
            self.counters.nodes += 1;
            self.counters.generated += 1;
            watch.tick(self.counters.nodes, self.bytes())?;
            if self.seat.as_ref().is_some_and(Seat::is_over) {
                return Err(Stopped::Enough);
            }
            self.decide(literal);
            self.counters.peak_frontier = self.counters.peak_frontier.max(self.facts.level().into());
        }
    }

    /// Propagates at level 0, without deciding anything. [`Found::Nothing`] when that already ends in a contradiction.
    pub fn settle(&mut self) -> Option<Found> {
        self.backtrack_to(0);
        if self.is_broken || self.propagate().is_err() {
            self.is_broken = true;
            return Some(Found::Nothing);
        }
        (self.facts.trail().len() == self.phase.len()).then_some(Found::Model)
    }

    /// Probes a literal, after [`Learner::settle`]: assumes it and propagates. Where no contradiction is found, `seen` is called
    /// with everything that follows before that is undone.
    pub fn probe(&mut self, literal: Literal, mut seen: impl FnMut(Literal)) -> Probe {
        debug_assert_eq!(self.facts.level(), 0);
        let known = self.facts.trail().len();
        self.decide(literal);
        self.counters.generated += 1;
        if self.propagate().is_ok() {
            self.facts.trail()[known..].iter().copied().for_each(&mut seen);
            self.backtrack_to(0);
            return Probe::Holds;
        }
        self.counters.backtracks += 1;
        if self.learn() && self.propagate().is_ok() {
            return Probe::Refuted;
        }
        self.is_broken = true;
        Probe::Nothing
    }

    /// About how many bytes are held.
    pub fn bytes(&self) -> u64 {
        self.facts.bytes()
            + self.clauses.bytes()
            + self.analysis.bytes()
            + self.propagator.bytes()
            + self.seat.as_ref().map_or(0, Seat::bytes)
            + 24 * self.phase.len() as u64
    }

    /// What to decide next: `None` when nothing is open.
    fn next_decision(&mut self) -> Option<Literal> {
        if let Some(&literal) = self.lead.iter().find(|&&literal| self.facts.is_open(literal)) {
            return Some(literal);
        }
        let variable = self.next_open()?;
        let value = self.best_phase.get(variable).copied().flatten().unwrap_or(self.phase[variable]);
        Some(Literal::new(variable, value))
    }

    fn next_open(&mut self) -> Option<usize> {
        if self.facts.trail().len() == self.phase.len() {
            return None;
        }
        std::iter::from_fn(|| self.order.pop()).find(|&variable| self.facts.is_open(Literal::new(variable, true)))
    }

    fn decide(&mut self, literal: Literal) {
        self.facts.new_level();
        self.facts.set(literal, Reason::None);
    }

    /// Propagates until nothing new follows.
    #[inline]
    fn propagate(&mut self) -> Result<(), Contradiction> {
        let result = self.propagate_all();
        if self.facts.level() == 0 {
            self.analysis.note_known(&self.facts, &self.clauses);
        }
        result
    }

    fn propagate_all(&mut self) -> Result<(), Contradiction> {
        self.analysis.conflict.clear();
        loop {
            while let Some(&literal) = self.facts.trail().get(self.propagated) {
                self.propagated += 1;
                self.counters.propagations += 1;
                if !self.clauses.propagate(literal, &mut self.facts, &mut self.analysis.conflict) {
                    self.propagator.forget();
                    return Err(Contradiction);
                }
            }
            for &literal in &self.facts.trail()[self.notified..] {
                self.propagator.learn_of(literal);
            }
            self.notified = self.propagated;
            if self.propagator.propagate(&mut self.facts, &mut self.analysis.conflict).is_err() {
                self.propagator.forget();
                return Err(Contradiction);
            }
            if self.propagated == self.facts.trail().len() {
                return Ok(());
            }
        }
    }

    /// Learns from the conflict that was just found, and jumps back to where something new follows. `false` when the conflict
    /// is at level 0.
    fn learn(&mut self) -> bool {
        let level =
            self.analysis.conflict.iter().map(|literal| self.facts.level_of(literal.variable())).max().unwrap_or(0);
        if level == 0 {
            self.analysis.note_known(&self.facts, &self.clauses);
            return false;
        }
        // A propagator may see late that something broke at an earlier level.
        self.backtrack_to(level);
        let mut context = Context {
            facts: &self.facts,
            clauses: &mut self.clauses,
            propagator: &mut self.propagator,
            order: &mut self.order,
        };
        self.analysis.run(&mut context);
        self.order.decay();
        let learned = std::mem::take(&mut self.analysis.learned);
        if let Some(log) = &mut self.analysis.log {
            log.add(&learned);
        }
        if let Some(seat) = &self.seat {
            seat.tell(&learned, self.analysis.lbd);
        }
        match learned[..] {
            [] => {}
            [only] => {
                self.backtrack_to(0);
                self.facts.set(only, Reason::None);
            }
            [first, second, ..] => {
                self.backtrack_to(self.facts.level_of(second.variable()));
                let reason = self.clauses.add(&learned, Some(self.analysis.lbd));
                self.facts.set(first, reason);
            }
        }
        self.analysis.learned = learned;
        true
    }

    /// Undoes all decisions and keeps the learned clauses; reduces those when there are too many.
    fn restart(&mut self) {
        self.restarts.note_restart();
        self.backtrack_to(0);
        self.hear();
        let conflicts = self.counters.backtracks as f64;
        if conflicts >= self.next_reduction {
            self.reductions += 1;
            self.next_reduction =
                conflicts + REDUCE_INTERVAL + REDUCE_INTERVAL_GROWTH * f64::from(self.reductions).sqrt();
            self.clauses.reduce(&self.facts);
        }
    }

    /// A conflict was found: the trail up to the last decision has none.
    fn note_best_phase(&mut self) {
        let level = self.facts.level();
        if self.best_phase.is_empty() || level == 0 {
            return;
        }
        let held = &self.facts.trail()[..self.facts.start_of(level)];
        if held.len() > self.best_size {
            self.best_size = held.len();
            for literal in held {
                self.best_phase[literal.variable()] = Some(literal.value());
            }
        }
    }

    /// Undoes everything above a level.
    pub(super) fn backtrack_to(&mut self, level: u32) {
        if level >= self.facts.level() {
            return;
        }
        let start = self.facts.start_of(level + 1);
        while self.facts.trail().len() > start {
            let is_notified = self.facts.trail().len() <= self.notified;
            let Some(literal) = self.facts.pop() else { break };
            if is_notified {
                self.propagator.take_back(literal);
            }
            self.phase[literal.variable()] = literal.value();
            self.order.insert(literal.variable());
        }
        self.facts.backtrack_to(level);
        self.propagated = self.propagated.min(start);
        self.notified = self.notified.min(start);
    }
}
