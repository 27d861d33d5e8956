//! The prover: conflict-driven search over the formula that `quandary-check` writes.
//!
//! To prove that a solution is the only one, every decision contradicts it: so the search can end only when each literal
//! of the solution has been learned. To prove that there is no (other) solution, it searches until it has learned a
//! contradiction.

use quandary_check::{Formula, Limits};

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
    /// There were more conflicts than were granted.
    GivenUp,
}

/// What a search decides, beside what it learns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// What a conflict counts relative to the next one.
    pub(crate) decay: f64,
    /// What is tried first, where there is no solution to contradict.
    pub(crate) phase: bool,
    /// Which variables come first: 0 for their own order.
    pub(crate) seed: u64,
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
/// Decisions without a conflict before the caller is asked whether to stop.
const DECISIONS: u64 = 256;

impl Search {
    /// A search for a proof. With a solution, every decision contradicts it.
    pub(crate) fn new(formula: &Formula, solution: Option<&[usize]>, manner: &Manner) -> Self {
        let mut phase = vec![manner.phase; formula.of_puzzle];
        if let Some(solution) = solution {
            for (number, phase) in phase.iter_mut().enumerate() {
                let (variable, value) = formula.meaning(number);
                *phase = solution[variable] != value;
            }
        }
        Search {
            trail: Trail::new(formula.variables),
            sums: Sums::new(&formula.sums, formula.variables),
            clauses: Clauses::new(formula.variables),
            analysis: Analysis::new(formula.variables, formula.of_puzzle),
            order: Order::new(formula.of_puzzle, manner.decay, manner.seed),
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

    /// Searches until it ends, has had so many conflicts, or reaches a limit.
    pub(crate) fn run(&mut self, most_conflicts: u64, limits: &Limits<'_>) -> End {
        if let Some(conflict) = self.sums.start(&mut self.trail) {
            return End::Contradiction(conflict);
        }
        let (mut since_restart, mut next_reduction, mut reductions, mut decisions) = (0, REDUCE, 0, 0_u64);
        loop {
            if let Some(conflict) = self.propagate() {
                if self.trail.level() == 0 {
                    return End::Contradiction(conflict);
                }
                self.conflicts += 1;
                since_restart += 1;
                self.learn(conflict);
                if (limits.stop)() || self.clauses.bytes() > limits.memory {
                    return End::Stopped;
                }
                if self.conflicts >= most_conflicts {
                    return End::GivenUp;
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
                Some(variable) => {
                    decisions += 1;
                    if decisions % DECISIONS == 0 && (limits.stop)() {
                        return End::Stopped;
                    }
                    self.trail.decide(Lit::new(variable, self.phase[variable]));
                }
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

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_check::{Literal, Rules, State};

    /// What is left of each variable when some are known, by the rules of the checker and by the formula; `None` for a
    /// contradiction.
    fn left(rules: &Rules, known: &[Literal]) -> [Option<Vec<Option<bool>>>; 2] {
        let limits = Limits::default();
        let mut state = State::new(rules, &limits);
        let result = known.iter().try_for_each(|&literal| state.assume(literal)).and_then(|()| state.propagate());
        let filled = |variable| Literal { variable, value: 1, is: true };
        let by_rules = result.ok().map(|()| (0..rules.variables()).map(|cell| state.truth(filled(cell))).collect());
        let formula = Formula::new(rules, &limits).unwrap();
        let mut search = Search::new(&formula, None, &Manner { decay: 0.95, phase: true, seed: 0 });
        let literals = known.iter().map(|literal| Lit::new(literal.variable, literal.is == (literal.value == 1)));
        let mut conflict = None;
        for literal in literals {
            conflict = conflict.or(search.block(&[literal]));
        }
        conflict = conflict.or_else(|| search.sums.start(&mut search.trail)).or_else(|| search.propagate());
        let truth = |cell| match Lit::new(cell, true) {
            literal if search.trail.is_true(literal) => Some(true),
            literal if search.trail.is_false(literal) => Some(false),
            _ => None,
        };
        [by_rules, conflict.is_none().then(|| (0..rules.variables()).map(truth).collect())]
    }

    #[test]
    fn units_see_all_of_a_nonogram_also_with_unknown_blocks() {
        let mut random = 1_u64;
        let mut below = |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound
        };
        let mut contradictions = 0;
        for round in 0..2_000 {
            let (height, width) = (1 + round % 6, 1 + below(8));
            let picture: Vec<Vec<bool>> = (0..height).map(|_| (0..width).map(|_| below(5) > 1).collect()).collect();
            let mut clue = |line: Vec<bool>| {
                let runs = line.chunk_by(|a, b| a == b).filter(|run| run[0]);
                let blocks = runs.map(|run| if below(3) == 0 { "\"?\"".to_owned() } else { run.len().to_string() });
                format!("[{}]", blocks.collect::<Vec<_>>().join(","))
            };
            let rows: Vec<String> = picture.iter().map(|row| clue(row.clone())).collect();
            let columns: Vec<String> =
                (0..width as usize).map(|column| clue(picture.iter().map(|row| row[column]).collect())).collect();
            let puzzle =
                format!(r#"{{"family":"nonogram","rows":[{}],"columns":[{}]}}"#, rows.join(","), columns.join(","));
            let rules = Rules::read(&puzzle).unwrap();
            let cells = rules.variables() as u64;
            let known: Vec<Literal> = (0..below(4))
                .map(|_| Literal { variable: below(cells) as usize, value: below(2) as usize, is: true })
                .collect();
            let [by_rules, by_units] = left(&rules, &known);
            assert_eq!(by_rules, by_units, "{puzzle} {known:?}");
            contradictions += usize::from(by_rules.is_none());
        }
        assert!((200..1_800).contains(&contradictions), "{contradictions}");
    }
}
