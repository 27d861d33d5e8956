//! Steps by one rule, and variables with one value left.

use crate::reason::{Effort, Values, Var};

use super::prover::{Answer, Prover};
use super::{Argument, Known, RULE, Shown, State, Step};

/// The steps that one constraint offers at this effort and not at less, each conclusion in one of them. `seen` are those at less.
pub(super) fn steps_of(
    prover: &mut Prover<'_>,
    state: &State,
    constraint: usize,
    effort: Effort,
    seen: &[Step],
) -> Vec<Step> {
    let facts = prover.facts(constraint, state.all());
    let Answer::Left(left) = prover.ask(constraint, &facts, effort) else {
        return vec![prover.step(constraint, &facts, &[], state.all())];
    };
    let mut steps: Vec<Step> = Vec::new();
    for now in left {
        let removed = state.get(now.var) & !now.values;
        // A value that is found is one conclusion; values that are removed are one each.
        let targets = if now.values.is_power_of_two() { vec![removed] } else { each(removed) };
        for target in targets.into_iter().filter(|&target| target != 0) {
            if prover.is_over() {
                return steps;
            }
            let is_shown = |shown: &Shown| shown.var == now.var && target & !shown.removed == 0;
            if !seen.iter().chain(&steps).any(|step| step.conclusions.iter().any(is_shown)) {
                let target = Known { var: now.var, values: target };
                steps.push(prover.step(constraint, &facts, &[target], state.all()));
            }
        }
    }
    steps
}

/// The values of a set, each by itself.
pub(crate) fn each(mut values: Values) -> Vec<Values> {
    let mut all = Vec::new();
    while values != 0 {
        let lowest = values & values.wrapping_neg();
        all.push(lowest);
        values &= !lowest;
    }
    all
}

/// A variable that is not written and has one value left: what removed the others?
pub(super) fn only_value(prover: &Prover<'_>, state: &State, var: Var) -> Step {
    let model = prover.model;
    let left = state.get(var);
    let mut open = prover.any() & !left;
    let mut premises: Vec<Known> = Vec::new();
    let mut constraints: Vec<usize> = Vec::new();
    // The constraint that accounts for the most values first, so that few are needed.
    loop {
        let strikers = |&constraint: &usize| -> Vec<Known> {
            let others = model.constraints()[constraint].mutually_exclusive().iter();
            let mut fresh = open;
            let striker = |&other: &Var| {
                let values = state.get(other);
                let strikes = other != var && state.is_written(other) && values & fresh != 0;
                fresh &= if strikes { !values } else { Values::MAX };
                strikes.then_some(Known { var: other, values })
            };
            others.filter_map(striker).collect()
        };
        let candidates = model.watchers(var).iter().map(|constraint| (*constraint, strikers(constraint)));
        // `max_by_key` takes the last of equals; the first constraint should win.
        let best = candidates.rev().max_by_key(|(_, strikers)| strikers.len());
        let Some((constraint, strikers)) = best.filter(|(_, strikers)| !strikers.is_empty()) else { break };
        open &= strikers.iter().fold(Values::MAX, |rest, striker| rest & !striker.values);
        premises.extend(strikers);
        constraints.push(constraint);
    }
    if open != 0 {
        // Earlier steps struck these out.
        premises.push(Known { var, values: prover.any() & !open });
    }
    let cost = premises.len() as u32 + RULE * constraints.len() as u32;
    let conclusions = vec![Shown { var, removed: prover.any() & !left, left }];
    let (argument, assumed) = (Argument::OnlyValue, Vec::new());
    Step { argument, constraints, assumed, premises, conclusions, cost, sub_steps: Vec::new() }
}
