//! The prover: conflict-driven search over the formula that `quandary-check` writes.
//!
//! To prove that a solution is the only one, every decision contradicts it: so the search can end only when each literal
//! of the solution has been learned. To prove that there is no (other) solution, it searches until it has learned a
//! contradiction.

use quandary_check::Formula;

use crate::analyse::{Analysis, Knowledge};
use crate::clauses::Clauses;
use crate::literal::{Lit, Reason, Trail};
use crate::order::Order;
use crate::sums::Sums;

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Every variable of the puzzle has one value in every solution.
    Settled,
    /// There is no solution besides those that were blocked; this is false at level 0.
    Contradiction(Reason),
    /// Here is a solution that should not exist.
    Refuted,
    /// The caller wants to stop.
    Stopped,
}

/// A search in progress.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) trail: Trail,
    pub(crate) sums: Sums,
    pub(crate) clauses: Clauses,
    analysis: Analysis,
    order: Order,
    /// What to try first.
    phase: Vec<bool>,
    keeps_phase: bool,
    /// How much of the trail was propagated.
    propagated: usize,
    of_puzzle: usize,
    averages: (f64, f64),
    pub(crate) conflicts: u64,
}

/// Conflicts between two restarts, at least.
const RESTART: u64 = 50;
/// Conflicts before learned clauses are reduced first, and how much longer it takes each time.
const REDUCE: u64 = 2_000;
const REDUCE_LATER: u64 = 500;

impl Search {
    /// A search for a proof. With a solution, every decision contradicts it.
    pub(crate) fn new(formula: &Formula, solution: Option<&[usize]>) -> Self {
        let mut phase = vec![true; formula.of_puzzle];
        if let Some(solution) = solution {
            for number in 0..formula.of_puzzle {
                let (variable, value) = formula.meaning(number);
                phase[number] = solution[variable] != value;
            }
        }
        Search {
            trail: Trail::new(formula.variables),
            sums: Sums::new(&formula.sums, formula.variables),
            clauses: Clauses::new(formula.variables),
            analysis: Analysis::new(formula.variables, formula.of_puzzle),
            order: Order::new(formula.of_puzzle),
            phase,
            keeps_phase: solution.is_none(),
            propagated: 0,
            of_puzzle: formula.of_puzzle,
            averages: (0.0, 0.0),
            conflicts: 0,
        }
    }

    /// Demands, before the search, that one of these literals is true.
    pub(crate) fn block(&mut self, clause: &[Lit]) -> Option<Reason> {
        let number = self.clauses.add(clause, None);
        match *clause {
            [] => Some(Reason::Clause(number)),
            [only] if self.trail.is_false(only) => Some(Reason::Clause(number)),
            [only] if self.trail.is_open(only) => {
                self.trail.set(only, Reason::Clause(number));
                None
            }
            _ => None,
        }
    }

    /// Searches until it ends. `stop` is asked after every conflict.
    pub(crate) fn run(&mut self, stop: &dyn Fn() -> bool) -> End {
        if let Some(conflict) = self.sums.start(&mut self.trail) {
            return End::Contradiction(conflict);
        }
        let (mut since_restart, mut next_reduction, mut reductions) = (0, REDUCE, 0);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.trail.level() == 0 {
                    return End::Contradiction(conflict);
                }
                self.conflicts += 1;
                since_restart += 1;
                self.learn(conflict);
                if stop() {
                    return End::Stopped;
                }
                continue;
            }
            if since_restart > RESTART && self.averages.0 > 1.2 * self.averages.1 {
                since_restart = 0;
                self.back_to(0);
                if self.conflicts > next_reduction {
                    reductions += 1;
                    next_reduction = self.conflicts + REDUCE + reductions * REDUCE_LATER;
                    self.clauses.reduce(&self.trail);
                }
                continue;
            }
            let open = loop {
                match self.order.pop() {
                    Some(variable) if self.trail.is_open(Lit::new(variable, true)) => break Some(variable),
                    Some(_) => {}
                    None => break None,
                }
            };
            match open {
                Some(variable) => self.trail.decide(Lit::new(variable, self.phase[variable])),
                None if self.trail.level() == 0 => return End::Settled,
                None => return End::Refuted,
            }
        }
    }

    fn propagate(&mut self) -> Option<Reason> {
        while let Some(&literal) = self.trail.literals.get(self.propagated) {
            self.propagated += 1;
            // The sums first: they have to know everything that was propagated.
            let conflict = self.sums.propagate(literal, &mut self.trail);
            if let Some(conflict) = conflict.or_else(|| self.clauses.propagate(literal, &mut self.trail)) {
                return Some(conflict);
            }
        }
        None
    }

    fn learn(&mut self, conflict: Reason) {
        let known = Knowledge { trail: &self.trail, sums: &self.sums, clauses: &self.clauses };
        self.analysis.run(conflict, known);
        for &variable in &self.analysis.seen_variables {
            self.order.bump(variable, 1.0);
        }
        self.order.decay();
        let lbd = f64::from(self.analysis.lbd);
        self.averages.0 += (lbd - self.averages.0) / 32.0;
        self.averages.1 += (lbd - self.averages.1) / (self.conflicts as f64).min(4096.0);
        self.analysis.origins.dedup();
        for origin in &self.analysis.origins {
            if let crate::clauses::Origin::Clause(clause) = origin {
                self.clauses.mark_used(*clause);
            }
        }
        let learned = std::mem::take(&mut self.analysis.learned);
        let level = learned.get(1).map_or(0, |&second| self.trail.level_of(second));
        self.back_to(level);
        let number = self.clauses.add(&learned, Some((&self.analysis.origins, self.analysis.lbd)));
        self.trail.set(learned[0], Reason::Clause(number));
        self.analysis.learned = learned;
    }

    fn back_to(&mut self, level: u32) {
        let end = self.trail.end_of(level);
        while self.trail.literals.len() > end {
            let is_noted = self.trail.literals.len() <= self.propagated;
            if let Some(literal) = self.trail.pop() {
                if is_noted {
                    self.sums.undo(literal);
                }
                if literal.variable() < self.of_puzzle {
                    self.order.push(literal.variable());
                    if self.keeps_phase {
                        self.phase[literal.variable()] = literal.is();
                    }
                }
            }
        }
        self.trail.close_above(level);
        self.propagated = self.propagated.min(end);
    }
}
