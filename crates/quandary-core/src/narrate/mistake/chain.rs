//! A mistake that takes several rules to see, or the solution.
//!
//! With one solution, the wrong entries are known: each of the first few is followed to a contradiction with the right ones, and
//! the cheapest chain is described. Where none is found in time, only the entry is called wrong. Without a known solution,
//! a smallest set of entries that contradict each other is looked for first.

use std::collections::VecDeque;

use super::{Mistake, areas, differs, short, ties};
use crate::grid::Cell;
use crate::puzzle::{Puzzle, value_names};
use crate::reason::explain::words::{capital, conclusions, join};
use crate::reason::explain::{Argument, Entry, Explainer, Known, Prover, State, Step, refute_while};
use crate::reason::{Author, Engine, Model, Values, Var, Written, constraints_behind, shrink};
use crate::verdict::{Ask, Budget, Verdict};

/// How many wrong entries are followed to a contradiction.
const FOLLOWED: usize = 8;

/// A solution that agrees with all entries is looked for with so many search nodes at the most, before the whole board is solved.
const NODES_FOR_SOLUTION: u64 = 20_000;

/// A chain with more links before the last is not described link by link.
const DESCRIBED: usize = 6;

/// A player's board on which no single rule is broken.
pub(super) struct Board<'a> {
    pub(super) puzzle: &'a dyn Puzzle,
    pub(super) model: &'a Model,
    pub(super) by_cell: &'a Model,
    pub(super) entries: &'a [Entry],
    pub(super) written: Written,
}

impl Board<'_> {
    /// A mistake that takes several rules to see, or the solution.
    pub(super) fn beyond_one_rule(&self, budget: &Budget) -> Option<Mistake> {
        if self.has_solution(budget) {
            return None;
        }
        let outcome = self.puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
        match (&outcome.verdict, outcome.solutions.first().and_then(|solution| solution.grid())) {
            (Verdict::Impossible(_), _) => None,
            (Verdict::Unique, Some(solution)) => {
                let is_wrong = |entry: &&Entry| differs(self.puzzle, entry, solution);
                let (wrong, right): (Vec<&Entry>, Vec<&Entry>) = self.entries.iter().partition(is_wrong);
                let first = *wrong.first()?;
                let chain = self.cheapest_chain(&right, &wrong, budget);
                Some(match chain {
                    Some((entry, step)) => self.describe(entry, &step, besides(entry, &wrong), true),
                    None => self.by_solution(first, &right, &wrong, budget),
                })
            }
            _ => self.contradictory_entries(budget),
        }
    }

    /// Whether a solution that agrees with all entries is soon found: then none of them is wrong. The more is written, the sooner that
    /// is, while the whole board may take long.
    fn has_solution(&self, budget: &Budget) -> bool {
        let entries: Vec<&Entry> = self.entries.iter().collect();
        let values = self.values(&entries);
        let nodes = budget.nodes.unwrap_or(u64::MAX).min(NODES_FOR_SOLUTION);
        let budget = &Budget { nodes: Some(nodes), ..budget.clone() };
        let scout = self.model.scout().filter(|scout| scout.is_fast() && !values.contains(&0));
        scout.and_then(|scout| scout.solutions_with(&values, budget)).is_some_and(|found| !found.is_empty())
    }

    /// Of the wrong entries that lead to a contradiction with the right ones, the one with the cheapest chain.
    fn cheapest_chain<'e>(&self, right: &[&Entry], wrong: &[&'e Entry], budget: &Budget) -> Option<(&'e Entry, Step)> {
        let budget = short(budget);
        let watch = budget.start();
        let mut prover = Prover::within(self.model, &watch.budget());
        let mut best: Option<(&Entry, Step)> = None;
        let mut followed: Vec<Known> = Vec::new();
        for &entry in wrong {
            if followed.contains(&entry.known()) || followed.len() == FOLLOWED {
                continue;
            }
            if best.is_some() && watch.check().is_err() {
                break;
            }
            followed.push(entry.known());
            let Some(involved) = self.behind(right.iter().copied().chain([entry]), &budget) else { continue };
            let values = self.values(right);
            for order in [self.near_first(entry.var, &involved), involved] {
                let goes_on = || watch.check().is_ok();
                let step = refute_while(&mut prover, &values, entry.known(), &order, &goes_on);
                if let Some(step) = step
                    && best.as_ref().is_none_or(|(_, best)| step.cost < best.cost)
                {
                    best = Some((entry, step));
                }
            }
        }
        best
    }

    /// The constraints involved, where these entries lead to a contradiction that there was time to see.
    fn behind<'e>(&self, entries: impl IntoIterator<Item = &'e Entry>, budget: &Budget) -> Option<Vec<usize>> {
        let mut engine = Engine::new(self.model).within(budget);
        let mut entries = entries.into_iter();
        if engine.propagate().is_ok() && entries.all(|entry| engine.decide(entry.var, entry.values).is_ok()) {
            return None;
        }
        // An entry that was removed before leaves no constraint to look up: then all are asked.
        let is_struck_out = engine.domains().all().contains(&0);
        let involved = constraints_behind(self.model, &engine);
        let everything = || (0..self.model.constraints().len()).collect();
        Some(if is_struck_out || involved.is_empty() { everything() } else { involved })
    }

    /// Given values and some entries, before any propagation.
    fn values(&self, entries: &[&Entry]) -> Vec<Values> {
        let mut values = self.model.start().to_vec();
        for entry in entries {
            values[entry.var] &= entry.values;
        }
        values
    }

    /// Constraints in the order of their distance from a variable.
    fn near_first(&self, var: Var, constraints: &[usize]) -> Vec<usize> {
        let mut distance: Vec<Option<usize>> = vec![None; self.model.constraints().len()];
        let mut is_seen = vec![false; self.model.start().len()];
        let mut waiting = VecDeque::from([(var, 0)]);
        is_seen[var] = true;
        while let Some((var, far)) = waiting.pop_front() {
            for &id in self.model.watchers(var) {
                if distance[id].is_none() {
                    distance[id] = Some(far);
                    for &next in self.model.constraints()[id].scope() {
                        if !std::mem::replace(&mut is_seen[next], true) {
                            waiting.push_back((next, far + 1));
                        }
                    }
                }
            }
        }
        let mut near = constraints.to_vec();
        near.sort_by_key(|&id| distance[id].unwrap_or(usize::MAX));
        near
    }

    /// Entries that contradict each other on a board whose solution is not known to be the only one.
    fn contradictory_entries(&self, budget: &Budget) -> Option<Mistake> {
        let all: Vec<&Entry> = self.entries.iter().collect();
        self.behind(all.iter().copied(), budget)?;
        let budget = short(budget);
        let watch = budget.start();
        let still = |kept: &[&Entry]| watch.check().is_ok() && self.behind(kept.iter().copied(), &budget).is_some();
        let kept = shrink(all, still);
        let (last, others) = kept.split_last()?;
        let (entry, step) = self.cheapest_chain(others, &[*last], &budget)?;
        Some(self.describe(entry, &step, 0, false))
    }

    /// A chain from an entry to a contradiction, in words.
    fn describe(&self, entry: &Entry, step: &Step, more_wrong: usize, is_wrong: bool) -> Mistake {
        let is_players = |var: &Var| self.written.author(*var) == Some(Author::Player);
        let mut vars: Vec<Var> = step.premises.iter().map(|known| known.var).collect();
        vars.retain(|&var| var != entry.var && self.written.author(var).is_some());
        let others: Vec<Var> = vars.iter().copied().filter(is_players).collect();
        let subject = capital(&self.written.facts(&[entry.var]));
        let start = match (is_wrong, others.is_empty()) {
            (true, _) => self.is_wrong(entry),
            (false, true) => format!("{subject} cannot be right"),
            (false, false) => format!("{subject} and {} cannot all be right", self.written.facts(&others)),
        };
        let more = match more_wrong {
            0 => "",
            1 => " (and so is one more entry)",
            _ => " (and so are others)",
        };
        let with = match (is_wrong, others.is_empty()) {
            (_, true) => format!("With {},", if self.is_plural(entry) { "them" } else { "it" }),
            (true, false) => format!("Together with {} it follows:", self.written.facts(&others)),
            (false, false) => "With these,".to_owned(),
        };
        let message = format!("{start}{more}. {with} {}.", self.chain(step));
        let mut rules: Vec<String> = step.rules(self.model).into_iter().map(str::to_owned).collect();
        let mut named = vec![entry.var];
        named.extend(&others);
        for tie in ties(self.model, &self.written, &named) {
            if !rules.contains(&tie) {
                rules.push(tie);
            }
        }
        rules.dedup();
        let cells: Vec<Cell> = named.iter().flat_map(|&var| self.written.cells(var)).copied().collect();
        let wrong = if is_wrong { self.written.cells(entry.var).to_vec() } else { cells.clone() };
        // The givens behind a chain are many, and the message does not name them.
        Mistake { message, why: None, cells, wrong, given: Vec::new(), rules: areas(self.by_cell, &rules) }
    }

    /// Whether an entry is spoken of in the plural: several cells with one value, or several marks.
    fn is_plural(&self, entry: &Entry) -> bool {
        self.written.cells(entry.var).len() > 1 || !entry.values.is_power_of_two()
    }

    /// That an entry is wrong: "Your 5 in r1c1 is wrong", "Your marks 1 or 2 in r1c1 are wrong".
    fn is_wrong(&self, entry: &Entry) -> String {
        let verb = if self.is_plural(entry) { "are" } else { "is" };
        format!("{} {verb} wrong", capital(&self.written.facts(&[entry.var])))
    }

    /// The links of a chain: what follows by which rule, and the rule that cannot be satisfied in the end.
    fn chain(&self, step: &Step) -> String {
        let links: Vec<String> = step
            .sub_steps
            .iter()
            .map(|link| {
                let rules: Vec<String> = link.rules(self.model).into_iter().map(str::to_owned).collect();
                match (&link.argument, link.constraints.first()) {
                    (Argument::Contradiction, Some(&id)) => self.broken(id),
                    _ => format!("{} (by {})", conclusions(&value_names(self.puzzle), self.model, link), join(&rules)),
                }
            })
            .collect();
        match links.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, before)) if before.len() <= DESCRIBED => format!("{}; then {last}", before.join("; ")),
            // A long chain cannot be followed in one sentence.
            Some((last, before)) => format!("after {} steps {last}", before.len()),
            None => "there is no solution".to_owned(),
        }
    }

    /// A rule that cannot be satisfied any more.
    fn broken(&self, id: usize) -> String {
        let rule = &self.model.constraints()[id];
        // A rule that is named after its cells is described by what it demands.
        match rule.info().subject().starts_with("This ") {
            true => format!("this cannot be satisfied: {}", rule.statement()),
            false => format!("{} cannot be completed", rule.name()),
        }
    }

    /// An entry that only the solution shows to be wrong, with the step that refutes it where one was found.
    fn by_solution(&self, first: &Entry, right: &[&Entry], wrong: &[&Entry], budget: &Budget) -> Mistake {
        let refuted = self.refuted(right, wrong, budget);
        let (entry, why) = match refuted {
            Some((entry, step, state)) => (entry, Some(self.puzzle.narrate(self.model, &state, &step).sentence)),
            None => (*first, None),
        };
        let more = match (besides(&entry, wrong), self.is_plural(&entry)) {
            (0, _) => "",
            (_, false) => " It is not the only one.",
            (_, true) => " They are not the only ones.",
        };
        let message = format!("{}, although no rule is broken yet.{more}", self.is_wrong(&entry));
        let cells = self.written.cells(entry.var).to_vec();
        Mistake { message, why, wrong: cells.clone(), cells, given: Vec::new(), rules: Vec::new() }
    }

    /// The first wrong entry that reasoning from the right ones refutes, the step that does it, and what is known before.
    fn refuted(&self, right: &[&Entry], wrong: &[&Entry], budget: &Budget) -> Option<(Entry, Step, State)> {
        let budget = short(budget);
        let mut watch = budget.start();
        let state = State::with_entries(self.model, right.iter().copied()).ok()?;
        let mut explainer = Explainer::new(self.model, state);
        loop {
            let (step, _) = explainer.next_step(&mut watch).ok()?.ok()?;
            let is_refuted = |entry: &&&Entry| {
                step.conclusions.iter().any(|shown| shown.var == entry.var && shown.left & entry.values == 0)
            };
            if let Some(&&entry) = wrong.iter().find(is_refuted) {
                let state = explainer.state().clone();
                return Some((entry, step, state));
            }
            if step.argument == Argument::Contradiction {
                return None;
            }
            explainer.accept(&step).ok()?;
        }
    }
}

/// How many entries are wrong besides one. Cells that share a variable are one entry.
fn besides(entry: &Entry, wrong: &[&Entry]) -> usize {
    wrong.iter().filter(|other| other.var != entry.var).count()
}
