//! From a value that breaks to the step that says why: as few rules as possible, and what each of them needs.
//!
//! Rules are left out one by one as long as the rest still breaks. That takes no run where a rule had no part in the last
//! contradiction, and the rules that are known to be needed run once for all: only what the others add is undone. A step
//! has a link for each of its rules, so one that has too many is given up before it is complete.

use std::collections::BTreeSet;

use crate::reason::conflict::constraints_behind;
use crate::reason::{Domains, Effort, Engine, Model, Values, Var};

use super::closure::Closure;
use super::prover::Prover;
use super::single::each;
use super::{Argument, Known, LINK, NESTING, RULE, SUPPOSITION, Shown, Step};

/// A change on the way to a contradiction.
pub(super) struct Link {
    pub(super) by: By,
    /// Where it starts on the trail.
    pub(super) mark: usize,
    /// What it removed from whom.
    pub(super) removed: Vec<Known>,
}

pub(super) enum By {
    Constraint(usize),
    Supposition(Known),
}

/// The step that shows a value to be wrong by these constraints, or by fewer of them: they are left out as long as `goes_on` says yes.
pub(crate) fn refute_while(
    prover: &mut Prover<'_>,
    values: &[Values],
    suppose: Known,
    involved: &[usize],
    goes_on: &dyn Fn() -> bool,
) -> Option<Step> {
    refute_below(prover, values, suppose, involved, u32::MAX, goes_on)
}

/// The same, if the step costs less than `limit`.
pub(super) fn refute_below(
    prover: &mut Prover<'_>,
    values: &[Values],
    suppose: Known,
    involved: &[usize],
    limit: u32,
    goes_on: &dyn Fn() -> bool,
) -> Option<Step> {
    let mut domains = Domains::new(values.to_vec());
    let links = follow(prover, &mut domains, suppose, involved)?;
    let first = work_back(prover, &mut domains, &links, suppose)?;
    let needed = needed_constraints(prover, values, suppose, &first.constraints, limit, goes_on)?;
    let links = follow(prover, &mut domains, suppose, &needed)?;
    work_back(prover, &mut domains, &links, suppose).filter(|step| step.cost < limit)
}

/// What is left of some constraints that break a value when each that is not needed is left out, from the first to the last; `None` if
/// they are too many to cost less than `limit`.
fn needed_constraints(
    prover: &Prover<'_>,
    values: &[Values],
    suppose: Known,
    constraints: &[usize],
    limit: u32,
    goes_on: &dyn Fn() -> bool,
) -> Option<Vec<usize>> {
    let mut closure = Closure::new(prover, Domains::new(values.to_vec()));
    closure.suppose(suppose).ok()?;
    let mut needed = Vec::new();
    let mut is_behind = vec![true; prover.model.constraints().len()];
    for (index, &constraint) in constraints.iter().enumerate() {
        if !is_behind[constraint] {
            continue;
        }
        if goes_on() {
            let (mark, others) = (closure.mark(), &constraints[index + 1..]);
            closure.add(others);
            let broken = closure.run();
            if let Some(broken) = broken {
                closure.behind(broken, &mut is_behind);
            }
            closure.undo_to(mark);
            closure.leave_out(others);
            if broken.is_some() {
                continue;
            }
        }
        needed.push(constraint);
        if SUPPOSITION + (RULE + LINK) * needed.len() as u32 >= limit {
            return None;
        }
        closure.add(&[constraint]);
        if closure.run().is_some() {
            break;
        }
    }
    Some(needed)
}

/// Lets only some constraints follow a supposition up, one after the other; the links, if they end in a contradiction.
fn follow(prover: &Prover<'_>, domains: &mut Domains, suppose: Known, constraints: &[usize]) -> Option<Vec<Link>> {
    domains.keep(suppose.var, suppose.values).ok()?;
    let mut links = Vec::new();
    let mut rounds = Rounds::new(prover.model);
    loop {
        let before = domains.trail().len();
        for &constraint in constraints {
            if !rounds.is_due(domains, constraint) {
                continue;
            }
            if prover.is_over() {
                return None;
            }
            let mark = domains.trail().len();
            let result = prover.model.constraints()[constraint].propagate(domains, Effort::Thorough);
            rounds.has_run(domains, constraint);
            if result.is_err() || domains.trail().len() > mark {
                let removed = removed_since(domains, mark);
                links.push(Link { by: By::Constraint(constraint), mark, removed });
            }
            if result.is_err() {
                return Some(links);
            }
        }
        if domains.trail().len() == before {
            return None;
        }
    }
}

/// Which constraints have to run again when all run one after the other: those whose variables others have changed.
pub(super) struct Rounds<'m> {
    model: &'m Model,
    /// Up to which change the rest is up to date.
    noticed: usize,
    is_due: Vec<bool>,
}

impl<'m> Rounds<'m> {
    pub(super) fn new(model: &'m Model) -> Self {
        Rounds { model, noticed: 0, is_due: vec![true; model.constraints().len()] }
    }

    fn notice(&mut self, domains: &Domains) {
        for change in &domains.trail()[self.noticed..] {
            for &watcher in self.model.watchers(change.var) {
                self.is_due[watcher] = true;
            }
        }
        self.noticed = domains.trail().len();
    }

    pub(super) fn is_due(&mut self, domains: &Domains, constraint: usize) -> bool {
        self.notice(domains);
        self.is_due[constraint]
    }

    /// A second run in a row would change nothing.
    pub(super) fn has_run(&mut self, domains: &Domains, constraint: usize) {
        self.notice(domains);
        self.is_due[constraint] = false;
    }
}

/// What each variable lost since a place of the trail.
pub(super) fn removed_since(domains: &Domains, mark: usize) -> Vec<Known> {
    let mut removed: Vec<Known> = Vec::new();
    for change in &domains.trail()[mark..] {
        if removed.iter().all(|known| known.var != change.var) {
            removed.push(Known { var: change.var, values: change.before & !domains.get(change.var) });
        }
    }
    removed
}

/// From the contradiction back to the supposition, which it undoes: only the links that are needed, each with only the premises it
/// needs.
fn work_back(prover: &mut Prover<'_>, domains: &mut Domains, links: &[Link], suppose: Known) -> Option<Step> {
    work_back_below(prover, domains, links, suppose, u32::MAX)
}

/// The same, given up when the suppositions inside show that it will not cost less than `limit`.
pub(super) fn work_back_below(
    prover: &mut Prover<'_>,
    domains: &mut Domains,
    links: &[Link],
    suppose: Known,
    limit: u32,
) -> Option<Step> {
    let mut left_for_inner = limit.saturating_sub(SUPPOSITION);
    let mut needed: BTreeSet<Var> = BTreeSet::new();
    let mut sub_steps: Vec<Step> = Vec::new();
    for (index, link) in links.iter().enumerate().rev() {
        domains.undo_to(link.mark);
        let is_last = index + 1 == links.len();
        let targets: Vec<Known> = link.removed.iter().copied().filter(|lost| needed.contains(&lost.var)).collect();
        if targets.is_empty() && !is_last {
            continue;
        }
        let mut step = match link.by {
            By::Constraint(constraint) => {
                let facts = prover.facts(constraint, domains.all());
                let targets = if is_last { &[][..] } else { &targets };
                prover.step(constraint, &facts, targets, domains.all())
            }
            By::Supposition(inner) => {
                let mut engine = Engine::resume(prover.model, domains.all().to_vec());
                engine.decide(inner.var, inner.values).err()?;
                let involved = constraints_behind(prover.model, &engine);
                let limit = left_for_inner.saturating_sub(NESTING + LINK);
                let mut step = refute_below(prover, domains.all(), inner, &involved, limit, &|| true)?;
                left_for_inner = limit.saturating_sub(step.cost);
                if is_last {
                    // The last value of a variable is gone: the others were removed before.
                    let left = domains.get(inner.var);
                    step.conclusions = vec![Shown { var: inner.var, removed: left, left: 0 }];
                }
                step
            }
        };
        // Others follow from the same premises, but this chain does not need them.
        step.conclusions.retain(|shown| is_last || targets.iter().any(|target| target.var == shown.var));
        prover.name_assumptions(&mut step);
        needed.extend(step.premises.iter().map(|known| known.var));
        sub_steps.push(step);
    }
    sub_steps.reverse();
    domains.undo_to(0);
    let mut constraints: Vec<usize> = sub_steps.iter().flat_map(|step| step.constraints.iter().copied()).collect();
    constraints.sort_unstable();
    constraints.dedup();
    // What is supposed of one cell is supposed of all that have the same value.
    let tie = prover.model.tie(suppose.var).map(str::to_owned);
    let mut assumed: Vec<String> = sub_steps.iter().flat_map(|step| step.assumed.clone()).chain(tie).collect();
    assumed.sort();
    assumed.dedup();
    let known = needed.into_iter().map(|var| Known { var, values: domains.get(var) });
    let premises: Vec<Known> = known.filter(|known| known.values != prover.any()).collect();
    let inner: u32 = sub_steps.iter().filter(|step| step.levels() > 0).map(|step| NESTING + step.cost).sum();
    let levels = 1 + sub_steps.iter().map(Step::levels).max().unwrap_or(0);
    let cost =
        premises.len() as u32 + RULE * constraints.len() as u32 + SUPPOSITION + LINK * sub_steps.len() as u32 + inner;
    let left = domains.get(suppose.var) & !suppose.values;
    let conclusions = vec![Shown { var: suppose.var, removed: suppose.values, left }];
    let argument = Argument::Supposition { suppose, levels };
    Some(Step { argument, constraints, assumed, premises, conclusions, cost, sub_steps })
}

/// Adds the other values that the same premises and constraints show to be wrong in the same way.
pub(super) fn widen(prover: &mut Prover<'_>, values: &[Values], step: &mut Step) {
    let mut known = vec![prover.any(); values.len()];
    for premise in &step.premises {
        known[premise.var] = premise.values;
    }
    let scopes = step.constraints.iter().flat_map(|&id| prover.model.constraints()[id].scope());
    let near: BTreeSet<Var> = scopes.copied().filter(|&var| !values[var].is_power_of_two()).collect();
    let same_value = |shown: &Shown, value: Values| shown.removed & value != 0;
    let first = step.conclusions[0];
    let builds_on_others = step.constraints.iter().any(|&id| !prover.model.constraints()[id].assumes().is_empty());
    // Which of them break: what follows from the premises alone is worked out once for all.
    let mut breaks: Vec<Values> = vec![0; values.len()];
    let mut closure = Closure::new(prover, Domains::new(known.clone()));
    closure.add(&step.constraints);
    let is_broken = closure.run().is_some();
    let mark = closure.mark();
    for &var in &near {
        for value in each(values[var]).into_iter().filter(|&value| same_value(&first, value)) {
            if is_broken || closure.suppose(Known { var, values: value }).is_err() || closure.run().is_some() {
                breaks[var] |= value;
            }
            closure.undo_to(mark);
        }
    }
    if closure.is_over {
        return;
    }
    let mut domains = Domains::new(known);
    for var in near {
        let mut removed = if var == first.var { first.removed } else { 0 };
        for value in each(values[var] & breaks[var] & !removed) {
            // Only the same value elsewhere: another value would be another argument to the reader.
            if values[var] & !removed == value {
                continue;
            }
            // The same constraints may build on other rules here, which the step then names too.
            if !builds_on_others {
                step.assumed.extend(prover.model.tie(var).map(str::to_owned));
                removed |= value;
                continue;
            }
            let suppose = Known { var, values: value };
            domains.undo_to(0);
            if let Some(links) = follow(prover, &mut domains, suppose, &step.constraints)
                && let Some(shown) = work_back(prover, &mut domains, &links, suppose)
            {
                step.assumed.extend(shown.assumed);
                removed |= value;
            }
        }
        if removed != 0 && var != first.var {
            step.conclusions.push(Shown { var, removed, left: values[var] & !removed });
        }
    }
    step.conclusions.sort_by_key(|shown| shown.var);
    step.assumed.sort();
    step.assumed.dedup();
}
