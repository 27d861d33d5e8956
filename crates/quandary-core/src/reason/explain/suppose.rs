//! "Suppose … then …": a value that leads to a contradiction is wrong.

use std::collections::BTreeSet;

use crate::reason::conflict::constraints_behind;
use crate::reason::engine::shrink;
use crate::reason::{Broken, Cause, Domains, Effort, Engine, Values, Var};
use crate::verdict::{Stopped, Watch};

use super::prover::Prover;
use super::single::each;
use super::{Argument, Known, LINK, NESTING, RULE, SUPPOSITION, Shown, State, Step};

/// How many of the values that break are worked out in full, the most promising first.
const WORKED_OUT: usize = 6;

/// The cheapest supposition that needs no other inside; `None` when no single value breaks.
pub(super) fn plain(prover: &mut Prover<'_>, state: &State, watch: &mut Watch<'_>) -> Result<Option<Step>, Stopped> {
    let mut breaking = breaking_values(prover, state.all(), watch)?;
    breaking.sort_by_key(|(involved, suppose)| (involved.len(), suppose.var, suppose.values));
    let mut best: Option<Step> = None;
    for (involved, suppose) in breaking.into_iter().take(WORKED_OUT) {
        watch.check()?;
        let step = refute(prover, state.all(), suppose, &involved);
        if let Some(step) = step
            && best.as_ref().is_none_or(|best| step.cost < best.cost)
        {
            best = Some(step);
        }
    }
    if let Some(step) = &mut best {
        widen(prover, state.all(), step);
    }
    Ok(best)
}

/// The cheapest of the first few suppositions that need others inside.
pub(super) fn nested(prover: &mut Prover<'_>, state: &State, watch: &mut Watch<'_>) -> Result<Option<Step>, Stopped> {
    let mut open: Vec<Var> = (0..state.all().len()).filter(|&var| state.get(var).count_ones() > 1).collect();
    open.sort_by_key(|&var| state.get(var).count_ones());
    for var in open {
        for value in each(state.get(var)) {
            let suppose = Known { var, values: value };
            if let Some(step) = refute_nested(prover, state.all(), suppose, watch)? {
                return Ok(Some(step));
            }
        }
    }
    Ok(None)
}

/// Every open value from which the constraints reach a contradiction, with the constraints involved.
fn breaking_values(
    prover: &mut Prover<'_>,
    values: &[Values],
    watch: &mut Watch<'_>,
) -> Result<Vec<(Vec<usize>, Known)>, Stopped> {
    let mut engine = Engine::resume(prover.model, values.to_vec()).within(&watch.budget());
    let mut breaking = Vec::new();
    for (var, &open) in values.iter().enumerate() {
        if open.is_power_of_two() {
            continue;
        }
        for value in each(open) {
            watch.tick(prover.asked + engine.counters.propagations, 0)?;
            let mark = engine.mark();
            if engine.decide(var, value) == Err(Broken) {
                breaking.push((constraints_behind(prover.model, &engine), Known { var, values: value }));
            }
            engine.undo_to(mark);
        }
    }
    prover.asked += engine.counters.propagations;
    Ok(breaking)
}

/// A change on the way to a contradiction.
struct Link {
    by: By,
    /// Where it starts on the trail.
    mark: usize,
    /// What it removed from whom.
    removed: Vec<Known>,
}

enum By {
    Constraint(usize),
    Supposition(Known),
}

/// The step that shows a value to be wrong by these constraints, or by fewer of them.
fn refute(prover: &mut Prover<'_>, values: &[Values], suppose: Known, involved: &[usize]) -> Option<Step> {
    refute_while(prover, values, suppose, involved, &|| true)
}

/// Like [`refute`], with constraints left out as long as `goes_on` says yes.
pub(crate) fn refute_while(
    prover: &mut Prover<'_>,
    values: &[Values],
    suppose: Known,
    involved: &[usize],
    goes_on: &dyn Fn() -> bool,
) -> Option<Step> {
    let mut domains = Domains::new(values.to_vec());
    let links = follow(prover, &mut domains, suppose, involved)?;
    let first = work_back(prover, domains, &links, suppose)?;
    let needed = shrink(first.constraints, |kept| {
        goes_on() && follow(prover, &mut Domains::new(values.to_vec()), suppose, kept).is_some()
    });
    let mut domains = Domains::new(values.to_vec());
    let links = follow(prover, &mut domains, suppose, &needed)?;
    work_back(prover, domains, &links, suppose)
}

/// Lets only some constraints follow a supposition up, one after the other; the links, if they end in a contradiction.
fn follow(prover: &Prover<'_>, domains: &mut Domains, suppose: Known, constraints: &[usize]) -> Option<Vec<Link>> {
    domains.keep(suppose.var, suppose.values).ok()?;
    let mut links = Vec::new();
    loop {
        let before = domains.trail().len();
        for &constraint in constraints {
            if prover.is_over() {
                return None;
            }
            let mark = domains.trail().len();
            let result = prover.model.constraints()[constraint].propagate(domains, Effort::Thorough);
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

/// What each variable lost since a place of the trail.
fn removed_since(domains: &Domains, mark: usize) -> Vec<Known> {
    let mut removed: Vec<Known> = Vec::new();
    for change in &domains.trail()[mark..] {
        if removed.iter().all(|known| known.var != change.var) {
            removed.push(Known { var: change.var, values: change.before & !domains.get(change.var) });
        }
    }
    removed
}

/// From the contradiction back to the supposition: only the links that are needed, each with only the premises it
/// needs.
fn work_back(prover: &mut Prover<'_>, mut domains: Domains, links: &[Link], suppose: Known) -> Option<Step> {
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
                let mut step = refute(prover, domains.all(), inner, &involved)?;
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
fn widen(prover: &mut Prover<'_>, values: &[Values], step: &mut Step) {
    let mut known = vec![prover.any(); values.len()];
    for premise in &step.premises {
        known[premise.var] = premise.values;
    }
    let scopes = step.constraints.iter().flat_map(|&id| prover.model.constraints()[id].scope());
    let near: BTreeSet<Var> = scopes.copied().filter(|&var| !values[var].is_power_of_two()).collect();
    let same_value = |shown: &Shown, value: Values| shown.removed & value != 0;
    let first = step.conclusions[0];
    for var in near {
        let mut removed = if var == first.var { first.removed } else { 0 };
        for value in each(values[var] & !removed) {
            // Only the same value elsewhere: another value would be another argument to the reader.
            let fits = same_value(&first, value) && values[var] & !removed != value;
            let suppose = Known { var, values: value };
            if !fits {
                continue;
            }
            let mut domains = Domains::new(known.clone());
            let Some(links) = follow(prover, &mut domains, suppose, &step.constraints) else { continue };
            // The same constraints may build on other rules here, which the step then names too.
            if let Some(shown) = work_back(prover, domains, &links, suppose) {
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

/// Like [`refute`], with suppositions inside: where the constraints stop, each open value is tried in its turn.
fn refute_nested(
    prover: &mut Prover<'_>,
    values: &[Values],
    suppose: Known,
    watch: &mut Watch<'_>,
) -> Result<Option<Step>, Stopped> {
    let everything: Vec<usize> = (0..prover.model.constraints().len()).collect();
    let mut domains = Domains::new(values.to_vec());
    if domains.keep(suppose.var, suppose.values).is_err() {
        return Ok(None);
    }
    let mut links: Vec<Link> = Vec::new();
    loop {
        // Constraints first.
        loop {
            let before = domains.trail().len();
            for &constraint in &everything {
                watch.tick(prover.asked, 0)?;
                let mark = domains.trail().len();
                domains.set_cause(Cause::Constraint(constraint));
                let result = prover.model.constraints()[constraint].propagate(&mut domains, Effort::Thorough);
                if result.is_err() || domains.trail().len() > mark {
                    links.push(Link { by: By::Constraint(constraint), mark, removed: removed_since(&domains, mark) });
                }
                if result.is_err() {
                    return Ok(work_back(prover, domains, &links, suppose));
                }
            }
            if domains.trail().len() == before {
                break;
            }
        }
        let breaking = breaking_values(prover, domains.all(), watch)?;
        if breaking.is_empty() {
            return Ok(None);
        }
        for (_, inner) in breaking {
            let mark = domains.trail().len();
            let result = domains.remove(inner.var, inner.values);
            links.push(Link { by: By::Supposition(inner), mark, removed: removed_since(&domains, mark) });
            if result.is_err() {
                return Ok(work_back(prover, domains, &links, suppose));
            }
        }
    }
}
