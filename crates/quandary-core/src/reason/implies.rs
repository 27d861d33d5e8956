//! "If this, then that": a value in one place forces it in another.

use std::collections::{BTreeMap, BTreeSet};

use super::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};
use crate::grid::Cell;

/// Values of two-valued variables.
const NO: Values = 0b01;
const YES: Values = 0b10;

/// How many broken implications are compared to find the one that is easiest to see.
const COMPARED: usize = 32;

/// Implications `if` → `then`, over variables with the values 0 (no) and 1 (yes).
#[derive(Debug)]
pub struct Implies {
    pairs: Vec<(Var, Var)>,
    info: ConstraintInfo,
}

impl Implies {
    /// If `premise` is 1, so is `conclusion`.
    pub fn new(premise: Var, conclusion: Var, name: impl Into<String>, statement: impl Into<String>) -> Self {
        Implies {
            pairs: vec![(premise, conclusion)],
            info: ConstraintInfo::new(vec![premise, conclusion], name, statement),
        }
    }

    /// For each pair: if the first is 1, so is the second. `scope` has the variables of all pairs.
    pub fn all(scope: Vec<Var>, pairs: Vec<(Var, Var)>, name: impl Into<String>, statement: impl Into<String>) -> Self {
        Implies { pairs, info: ConstraintInfo::new(scope, name, statement) }
    }

    /// What each variable leads to, along the implications or against them.
    fn next(&self, is_forward: bool) -> BTreeMap<Var, Vec<Var>> {
        let mut next: BTreeMap<Var, Vec<Var>> = BTreeMap::new();
        for &(premise, conclusion) in &self.pairs {
            let (from, to) = if is_forward { (premise, conclusion) } else { (conclusion, premise) };
            next.entry(from).or_default().push(to);
        }
        next
    }
}

/// Everything that can be reached from some variables.
fn reached(next: &BTreeMap<Var, Vec<Var>>, from: impl IntoIterator<Item = Var>) -> BTreeSet<Var> {
    let mut reached: BTreeSet<Var> = from.into_iter().collect();
    let mut waiting: Vec<Var> = reached.iter().copied().collect();
    while let Some(var) = waiting.pop() {
        for &to in next.get(&var).into_iter().flatten() {
            if reached.insert(to) {
                waiting.push(to);
            }
        }
    }
    reached
}

impl Constraint for Implies {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    /// Nothing: what the decided variables rule out has been removed from the others.
    fn remainder(&self, _domains: &Domains, _state: &mut Vec<u8>) {}

    fn possible(&self, domains: &Domains) -> bool {
        self.pairs.iter().all(|&(premise, conclusion)| !(domains.get(premise) == YES && domains.get(conclusion) == NO))
    }

    fn propagate(&self, domains: &mut Domains, _effort: Effort) -> Result<(), Broken> {
        loop {
            let mark = domains.trail().len();
            for &(premise, conclusion) in &self.pairs {
                if domains.get(premise) == YES {
                    domains.keep(conclusion, YES)?;
                }
                if domains.get(conclusion) == NO {
                    domains.keep(premise, NO)?;
                }
            }
            if domains.trail().len() == mark || self.pairs.len() == 1 {
                return Ok(());
            }
        }
    }

    fn has_thorough_pass(&self) -> bool {
        false
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        let with = |value: u8| self.info.scope.iter().copied().filter(move |&var| written.value(var) == Some(value));
        if with(0).next().is_none() || with(1).next().is_none() {
            return None;
        }
        let (forced, sources) = (reached(&self.next(true), with(1)), self.next(false));
        let distance = |a: Cell, b: Cell| a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
        let nearest = |no: Var| {
            let sources = reached(&sources, [no]);
            let place = written.cell(no);
            with(1).filter(|yes| sources.contains(yes)).map(|yes| (distance(written.cell(yes), place), yes, no)).min()
        };
        let (_, yes, no) = with(0).filter(|no| forced.contains(no)).take(COMPARED).filter_map(nearest).min()?;
        let (from, to) = (written.cell(yes), written.cell(no));
        let below = if to.row > from.row { " below" } else { "" };
        let (full, empty) = (written.name(1), written.name(0));
        let marked = if written.is_answer() { "is" } else { "is marked as" };
        let subject = self.info.subject();
        let sentence =
            format!("{subject} has {full} in {from}, so {to}{below} must be {full} too, but it {marked} {empty}.");
        Some(Breach { vars: vec![yes, no], sentence })
    }
}
