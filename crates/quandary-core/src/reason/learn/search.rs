//! Deciding, following up, learning, starting over.

use super::analyse::{Analysis, Context};
use super::clauses::Clauses;
use super::facts::{Facts, Reason};
use super::order::Order;
use super::rhythm::Rhythm;
use super::{Contradiction, Literal, Propagator};
use crate::verdict::{Counters, Stopped, Watch};

/// Conflicts between two clearings out of learned clauses: so many, and so many more by the root of how often it was done.
const CLEAR_OUT: f64 = 1_000.0;
const CLEAR_OUT_MORE: f64 = 300.0;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// All variables have a value, and every rule holds.
    Model,
    /// There is no model, or none besides those that were blocked.
    Nothing,
}

/// How trying one literal in the head ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// No contradiction was seen; everything was taken back.
    Holds,
    /// It leads to a contradiction. What was learned from that now holds for good.
    Refuted,
    /// It leads to a contradiction, and so does its opposite: there is no model.
    Nothing,
}

/// A puzzle over yes/no variables, being solved.
#[derive(Debug)]
pub struct Learner<P> {
    facts: Facts,
    clauses: Clauses,
    /// The rules beside the clauses.
    propagator: P,
    analysis: Analysis,
    order: Order,
    /// The value each variable had last.
    phase: Vec<bool>,
    /// The values in the largest set of facts that held together so far, and its size; none where nobody aims for it.
    goal: Vec<Option<bool>>,
    goal_size: usize,
    /// How much of the trail the clauses have followed up, and how much of it the propagator was told.
    followed: usize,
    told: usize,
    /// The rules are contradictory.
    is_broken: bool,
    rhythm: Rhythm,
    /// Room for a clause that is being added.
    spare: Vec<Literal>,
    clearings: u32,
    /// The conflict at which learned clauses are cleared out next.
    next_clearing: f64,
    /// What it took so far.
    pub counters: Counters,
}

impl<P: Propagator> Learner<P> {
    /// A puzzle with this many variables and, so far, no clauses. The values tried first are all "no".
    pub fn new(variables: usize, propagator: P) -> Self {
        Learner {
            facts: Facts::new(variables),
            clauses: Clauses::new(variables),
            propagator,
            analysis: Analysis::new(variables),
            order: Order::new(variables),
            phase: vec![false; variables],
            goal: Vec::new(),
            goal_size: 0,
            followed: 0,
            told: 0,
            is_broken: false,
            rhythm: Rhythm::new(),
            spare: Vec::new(),
            clearings: 0,
            next_clearing: CLEAR_OUT,
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

    /// Makes a variable more (or less) likely to be decided early. What a conflict adds starts at 1.
    pub fn favour(&mut self, variable: usize, amount: f64) {
        self.order.add(variable, amount);
    }

    /// The value to try first.
    pub fn suggest(&mut self, literal: Literal) {
        self.phase[literal.variable()] = literal.value();
    }

    /// From now on tries the values of the largest set of facts that held together so far, instead of the value each
    /// variable had last. That finds solutions sooner; where there is none it neither helps nor hurts much.
    pub fn aim(&mut self) {
        self.goal = vec![None; self.phase.len()];
    }

    /// Demands that `then` is true whenever `when` is. Only before anything is known.
    pub fn add_implication(&mut self, when: Literal, then: Literal) {
        debug_assert!(self.facts.trail().is_empty());
        self.clauses.add(&[!when, then], None);
    }

    /// Demands that at least one of these literals is true, for good. May be called at any time; a model that is on the
    /// table is taken back as far as the clause demands.
    pub fn add_clause(&mut self, literals: &[Literal]) {
        let mut clause = std::mem::take(&mut self.spare);
        clause.clear();
        clause.extend_from_slice(literals);
        clause.sort_unstable();
        clause.dedup();
        self.add_sorted(&mut clause);
        self.spare = clause;
    }

    fn add_sorted(&mut self, clause: &mut Vec<Literal>) {
        let holds_for_good =
            |&literal: &Literal| self.facts.is_true(literal) && self.facts.level_of(literal.variable()) == 0;
        let is_void = clause.windows(2).any(|pair| pair[0] == !pair[1]) || clause.iter().any(holds_for_good);
        if is_void {
            return;
        }
        // Newest first, open ones before all; what is false for good counts for nothing.
        clause.retain(|&literal| !self.facts.is_false(literal) || self.facts.level_of(literal.variable()) > 0);
        let age = |literal: Literal| {
            if self.facts.is_false(literal) { self.facts.level_of(literal.variable()) } else { u32::MAX }
        };
        clause.sort_by_key(|&literal| std::cmp::Reverse(age(literal)));
        // Two literals must not be false, so that they can be watched; a single one must follow.
        match clause[..] {
            [] => self.is_broken = true,
            [only] => {
                self.rise_to(0);
                if self.facts.is_open(only) {
                    self.facts.set(only, Reason::None);
                }
            }
            [first, second, ..] => {
                let (newest, next) = (age(first), age(second));
                if next != u32::MAX {
                    self.rise_to(if newest > next { next } else { next - 1 });
                }
                let reason = self.clauses.add(clause, None);
                if self.facts.is_false(second) && self.facts.is_open(first) {
                    self.facts.set(first, reason);
                }
            }
        }
    }

    /// Demands that the model on the table is not found again, by a permanent clause over its decisions: everything else
    /// followed from them.
    pub fn block_model(&mut self) {
        let decisions: Vec<Literal> =
            (1..=self.facts.level()).map(|level| !self.facts.trail()[self.facts.start_of(level)]).collect();
        self.add_clause(&decisions);
    }

    /// Looks for a model, or for the next one after [`Learner::block_model`].
    pub fn search(&mut self, watch: &mut Watch<'_>) -> Result<Found, Stopped> {
        loop {
            if self.is_broken {
                return Ok(Found::Nothing);
            }
            if self.propagate().is_err() {
                self.counters.backtracks += 1;
                watch.tick(self.counters.nodes, self.bytes())?;
                self.note_goal();
                if !self.learn() {
                    self.is_broken = true;
                    return Ok(Found::Nothing);
                }
                self.rhythm.note_conflict(self.analysis.ties);
                continue;
            }
            if self.rhythm.is_time() {
                self.start_over();
                continue;
            }
            let Some(variable) = self.next_open() else { return Ok(Found::Model) };
            self.counters.nodes += 1;
            self.counters.generated += 1;
            watch.tick(self.counters.nodes, self.bytes())?;
            let value = self.goal.get(variable).copied().flatten().unwrap_or(self.phase[variable]);
            self.decide(Literal::new(variable, value));
            self.counters.peak_frontier = self.counters.peak_frontier.max(self.facts.level().into());
        }
    }

    /// Follows up what is known for good, without deciding anything. [`Found::Nothing`] when that is contradictory already.
    pub fn settle(&mut self) -> Option<Found> {
        self.rise_to(0);
        if self.is_broken || self.propagate().is_err() {
            self.is_broken = true;
            return Some(Found::Nothing);
        }
        (self.facts.trail().len() == self.phase.len()).then_some(Found::Model)
    }

    /// Tries a literal in the head, after [`Learner::settle`]. Where it holds, `seen` is shown everything that follows from
    /// it before that is taken back.
    pub fn probe(&mut self, literal: Literal, mut seen: impl FnMut(Literal)) -> Probe {
        debug_assert_eq!(self.facts.level(), 0);
        let known = self.facts.trail().len();
        self.decide(literal);
        self.counters.generated += 1;
        if self.propagate().is_ok() {
            self.facts.trail()[known..].iter().copied().for_each(&mut seen);
            self.rise_to(0);
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
            + 24 * self.phase.len() as u64
    }

    fn next_open(&mut self) -> Option<usize> {
        if self.facts.trail().len() == self.phase.len() {
            return None;
        }
        std::iter::from_fn(|| self.order.pop()).find(|&variable| self.facts.is_open(Literal::new(variable, true)))
    }

    fn decide(&mut self, literal: Literal) {
        self.facts.deepen();
        self.facts.set(literal, Reason::None);
    }

    /// Follows up everything that is known until nothing new comes of it.
    fn propagate(&mut self) -> Result<(), Contradiction> {
        self.analysis.clash.clear();
        loop {
            while let Some(&literal) = self.facts.trail().get(self.followed) {
                self.followed += 1;
                self.counters.propagations += 1;
                if !self.clauses.follow(literal, &mut self.facts, &mut self.analysis.clash) {
                    self.propagator.forget();
                    return Err(Contradiction);
                }
            }
            for &literal in &self.facts.trail()[self.told..] {
                self.propagator.learn_of(literal);
            }
            self.told = self.followed;
            if self.propagator.propagate(&mut self.facts, &mut self.analysis.clash).is_err() {
                self.propagator.forget();
                return Err(Contradiction);
            }
            if self.followed == self.facts.trail().len() {
                return Ok(());
            }
        }
    }

    /// Learns from the contradiction that was just found, and jumps back to where something new follows. `false` when the
    /// contradiction holds for good.
    fn learn(&mut self) -> bool {
        let level =
            self.analysis.clash.iter().map(|literal| self.facts.level_of(literal.variable())).max().unwrap_or(0);
        if level == 0 {
            return false;
        }
        // A propagator may see late that something broke at an earlier level.
        self.rise_to(level);
        let mut context = Context {
            facts: &self.facts,
            clauses: &mut self.clauses,
            propagator: &mut self.propagator,
            order: &mut self.order,
        };
        self.analysis.run(&mut context);
        self.order.age();
        let learned = std::mem::take(&mut self.analysis.learned);
        match learned[..] {
            [] => {}
            [only] => {
                self.rise_to(0);
                self.facts.set(only, Reason::None);
            }
            [first, second, ..] => {
                self.rise_to(self.facts.level_of(second.variable()));
                let reason = self.clauses.add(&learned, Some(self.analysis.ties));
                self.facts.set(first, reason);
            }
        }
        self.analysis.learned = learned;
        true
    }

    /// Forgets all decisions, but not what was learned; and some of that as well when it has become too much.
    fn start_over(&mut self) {
        self.rhythm.start_over();
        self.rise_to(0);
        let conflicts = self.counters.backtracks as f64;
        if conflicts >= self.next_clearing {
            self.clearings += 1;
            self.next_clearing = conflicts + CLEAR_OUT + CLEAR_OUT_MORE * f64::from(self.clearings).sqrt();
            self.clauses.clear_out(&self.facts);
        }
    }

    /// A contradiction was found: what was known before the last decision held together.
    fn note_goal(&mut self) {
        let level = self.facts.level();
        if self.goal.is_empty() || level == 0 {
            return;
        }
        let held = &self.facts.trail()[..self.facts.start_of(level)];
        if held.len() > self.goal_size {
            self.goal_size = held.len();
            for literal in held {
                self.goal[literal.variable()] = Some(literal.value());
            }
        }
    }

    /// Takes everything above a level back.
    fn rise_to(&mut self, level: u32) {
        if level >= self.facts.level() {
            return;
        }
        let start = self.facts.start_of(level + 1);
        while self.facts.trail().len() > start {
            let told = self.facts.trail().len() <= self.told;
            let Some(literal) = self.facts.pop() else { break };
            if told {
                self.propagator.take_back(literal);
            }
            self.phase[literal.variable()] = literal.value();
            self.order.put_back(literal.variable());
        }
        self.facts.rise_to(level);
        self.followed = self.followed.min(start);
        self.told = self.told.min(start);
    }
}
