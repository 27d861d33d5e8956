//! "Suppose … then …": a value that leads to a contradiction is wrong.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::reason::conflict::constraints_behind;
use crate::reason::engine::shrink;
use crate::reason::{Broken, Cause, Domains, Effort, Engine, Model, Values, Var};
use crate::verdict::{Stopped, Watch};

use super::prover::Prover;
use super::single::each;
use super::{Argument, Known, LINK, NESTING, RULE, SUPPOSITION, Shown, State, Step};

/// How many of the values that break are worked out in full, the most promising first.
const WORKED_OUT: usize = 6;

/// Where more values than this are open, they are followed up by degrees: at first only by so many questions to rules each, and
/// further where nothing breaks; and once so many break, no more are tried. A short chain is wanted, and it breaks soon.
const MANY_OPEN: usize = 500;
const DEPTHS: [u64; 4] = [8, 32, 128, u64::MAX];
const ENOUGH_BREAK: usize = 2 * WORKED_OUT;

/// After so many questions to rules the first nested supposition is good enough.
const ASKED_FOR_NESTED: u64 = 100_000;

/// What supposing each open value of a board led to. Most of it stays true when little changes on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Probes {
    /// What was known then.
    values: Vec<Values>,
    /// For each variable and each of so many values, what it led to, where it was tried.
    tried: Vec<Option<Box<Probe>>>,
    width: usize,
}

/// What supposing one value led to.
#[derive(Clone, Debug)]
struct Probe {
    /// The constraints on variables that it changed, as bits by [`place`].
    touched: u128,
    /// How many changes it made.
    changes: usize,
    /// The constraints involved, where it broke.
    involved: Option<Rc<[usize]>>,
    /// How many questions it was followed up by, at the most; all of them where it ended before.
    depth: u64,
}

/// A value that breaks, and the constraints involved.
type Breaking = (Rc<[usize]>, Known);

/// The place of a constraint in a set of constraints, which several may share.
fn place(constraint: usize) -> u128 {
    1 << (constraint % 128)
}

/// The constraints on a variable.
fn watchers(prover: &Prover<'_>, var: Var) -> u128 {
    prover.model.watchers(var).iter().fold(0, |set, &constraint| set | place(constraint))
}

impl Probes {
    /// Keeps what is the same with these values: whatever touched no constraint on a variable that has changed.
    fn renew(&mut self, prover: &Prover<'_>, values: &[Values]) {
        if self.values.len() == values.len() {
            let changed = (0..values.len()).filter(|&var| values[var] != self.values[var]);
            let changed = changed.fold(0, |set, var| set | watchers(prover, var));
            for tried in &mut self.tried {
                if tried.as_ref().is_some_and(|probe| probe.touched & changed != 0) {
                    *tried = None;
                }
            }
        } else {
            self.width = (Values::BITS - prover.any().leading_zeros()) as usize;
            self.tried = vec![None; values.len() * self.width];
        }
        self.values = values.to_vec();
    }

    /// The place of a value in the list of those that were tried.
    fn place(&self, suppose: Known) -> usize {
        suppose.var * self.width + suppose.values.trailing_zeros() as usize
    }

    /// How much followed from a value.
    fn consequences(&self, suppose: Known) -> usize {
        self.tried.get(self.place(suppose)).and_then(Option::as_ref).map_or(0, |probe| probe.changes)
    }

    /// Open values from which the constraints reach a contradiction, with the constraints involved: all of them, or enough of those
    /// that break soon. The values are a fixed point of all constraints.
    fn breaking(
        &mut self,
        prover: &mut Prover<'_>,
        values: &[Values],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Breaking>, Stopped> {
        self.renew(prover, values);
        let mut engine = Engine::resume(prover.model, values.to_vec()).within(&watch.budget());
        let open = values.iter().enumerate().filter(|(_, left)| !left.is_power_of_two());
        let open: Vec<Known> =
            open.flat_map(|(var, &left)| each(left).into_iter().map(move |values| Known { var, values })).collect();
        let is_large = open.len() > MANY_OPEN;
        let (depths, enough) =
            if is_large { (&DEPTHS[..], ENOUGH_BREAK) } else { (&DEPTHS[DEPTHS.len() - 1..], usize::MAX) };
        let mut breaking = Vec::new();
        for &depth in depths {
            for &suppose in &open {
                let place = self.place(suppose);
                let is_known = |probe: &Probe| probe.involved.is_some() || probe.depth >= depth;
                if !self.tried[place].as_deref().is_some_and(is_known) {
                    let asked = prover.asked + engine.counters.propagations;
                    watch.tick(asked, 0).inspect_err(|_| *self = Probes::default())?;
                    self.tried[place] = Some(Box::new(probe(prover, &mut engine, suppose, depth)));
                }
                if let Some(involved) = self.tried[place].as_ref().and_then(|probe| probe.involved.as_ref()) {
                    breaking.push((Rc::clone(involved), suppose));
                    if breaking.len() == enough {
                        break;
                    }
                }
            }
            if !breaking.is_empty() {
                break;
            }
        }
        // Propagation ends early at the end of the budget: what it says then is not kept.
        watch.check().inspect_err(|_| *self = Probes::default())?;
        prover.asked += engine.counters.propagations;
        Ok(breaking)
    }
}

/// Supposes a value, and takes it back.
fn probe(prover: &Prover<'_>, engine: &mut Engine<'_>, suppose: Known, depth: u64) -> Probe {
    let mark = engine.mark();
    engine.limit_runs(depth);
    let is_broken = engine.decide(suppose.var, suppose.values) == Err(Broken);
    let involved = is_broken.then(|| constraints_behind(prover.model, engine).into());
    let changes = &engine.domains().trail()[mark..];
    let (touched, changes) = (changes.iter().fold(0, |set, change| set | watchers(prover, change.var)), changes.len());
    engine.undo_to(mark);
    Probe { touched, changes, involved, depth: if engine.is_cut_off() { depth } else { u64::MAX } }
}

/// The cheapest supposition that needs no other inside; `None` when no single value breaks.
pub(super) fn plain(
    prover: &mut Prover<'_>,
    state: &State,
    probes: &mut Probes,
    watch: &mut Watch<'_>,
) -> Result<Option<Step>, Stopped> {
    let mut breaking = probes.breaking(prover, state.all(), watch)?;
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

/// The cheapest of the first few suppositions that need others inside: of as many as plain ones, or fewer where they take long.
/// Those with the most consequences come first.
pub(super) fn nested(
    prover: &mut Prover<'_>,
    state: &State,
    probes: &Probes,
    watch: &mut Watch<'_>,
) -> Result<Option<Step>, Stopped> {
    let open = (0..state.all().len()).filter(|&var| state.get(var).count_ones() > 1);
    let mut values: Vec<Known> =
        open.flat_map(|var| each(state.get(var)).into_iter().map(move |values| Known { var, values })).collect();
    values.sort_by_key(|&suppose| std::cmp::Reverse(probes.consequences(suppose)));
    let (before, mut worked_out, mut best) = (prover.asked, 0, None::<Step>);
    for suppose in values {
        if best.is_some() && (worked_out == WORKED_OUT || prover.asked - before > ASKED_FOR_NESTED) {
            break;
        }
        let Some(step) = refute_nested(prover, state.all(), suppose, probes, watch)? else { continue };
        worked_out += 1;
        if best.as_ref().is_none_or(|best| step.cost < best.cost) {
            best = Some(step);
        }
    }
    Ok(best)
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
    let first = work_back(prover, &mut domains, &links, suppose)?;
    let needed = shrink(first.constraints, |kept| {
        let breaks = goes_on() && follow(prover, &mut domains, suppose, kept).is_some();
        domains.undo_to(0);
        breaks
    });
    let links = follow(prover, &mut domains, suppose, &needed)?;
    work_back(prover, &mut domains, &links, suppose)
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
struct Rounds<'m> {
    model: &'m Model,
    /// Up to which change the rest is up to date.
    noticed: usize,
    is_due: Vec<bool>,
}

impl<'m> Rounds<'m> {
    fn new(model: &'m Model) -> Self {
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

    fn is_due(&mut self, domains: &Domains, constraint: usize) -> bool {
        self.notice(domains);
        self.is_due[constraint]
    }

    /// A second run in a row would change nothing.
    fn has_run(&mut self, domains: &Domains, constraint: usize) {
        self.notice(domains);
        self.is_due[constraint] = false;
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

/// From the contradiction back to the supposition, which it undoes: only the links that are needed, each with only the premises it
/// needs.
fn work_back(prover: &mut Prover<'_>, domains: &mut Domains, links: &[Link], suppose: Known) -> Option<Step> {
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
    let builds_on_others = step.constraints.iter().any(|&id| !prover.model.constraints()[id].assumes().is_empty());
    let mut domains = Domains::new(known);
    for var in near {
        let mut removed = if var == first.var { first.removed } else { 0 };
        for value in each(values[var] & !removed) {
            // Only the same value elsewhere: another value would be another argument to the reader.
            let fits = same_value(&first, value) && values[var] & !removed != value;
            let suppose = Known { var, values: value };
            if !fits {
                continue;
            }
            domains.undo_to(0);
            let Some(links) = follow(prover, &mut domains, suppose, &step.constraints) else { continue };
            // The same constraints may build on other rules here, which the step then names too.
            if !builds_on_others {
                step.assumed.extend(prover.model.tie(var).map(str::to_owned));
                removed |= value;
            } else if let Some(shown) = work_back(prover, &mut domains, &links, suppose) {
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

/// Like [`refute`], with suppositions inside: where the constraints stop, each open value is tried in its turn. `probes` are those
/// without the supposition.
fn refute_nested(
    prover: &mut Prover<'_>,
    values: &[Values],
    suppose: Known,
    probes: &Probes,
    watch: &mut Watch<'_>,
) -> Result<Option<Step>, Stopped> {
    let mut domains = Domains::new(values.to_vec());
    if domains.keep(suppose.var, suppose.values).is_err() {
        return Ok(None);
    }
    let mut links: Vec<Link> = Vec::new();
    let mut rounds = Rounds::new(prover.model);
    let mut known: Option<Probes> = None;
    loop {
        // Constraints first.
        loop {
            let before = domains.trail().len();
            for constraint in 0..prover.model.constraints().len() {
                if !rounds.is_due(&domains, constraint) {
                    continue;
                }
                watch.tick(prover.asked, 0)?;
                let mark = domains.trail().len();
                domains.set_cause(Cause::Constraint(constraint));
                let result = prover.model.constraints()[constraint].propagate(&mut domains, Effort::Thorough);
                rounds.has_run(&domains, constraint);
                if result.is_err() || domains.trail().len() > mark {
                    links.push(Link { by: By::Constraint(constraint), mark, removed: removed_since(&domains, mark) });
                }
                if result.is_err() {
                    return Ok(work_back(prover, &mut domains, &links, suppose));
                }
            }
            if domains.trail().len() == before {
                break;
            }
        }
        let inner = known.get_or_insert_with(|| probes.clone());
        let breaking = inner.breaking(prover, domains.all(), watch)?;
        if breaking.is_empty() {
            return Ok(None);
        }
        for (_, inner) in breaking {
            let mark = domains.trail().len();
            let result = domains.remove(inner.var, inner.values);
            links.push(Link { by: By::Supposition(inner), mark, removed: removed_since(&domains, mark) });
            if result.is_err() {
                return Ok(work_back(prover, &mut domains, &links, suppose));
            }
        }
    }
}
