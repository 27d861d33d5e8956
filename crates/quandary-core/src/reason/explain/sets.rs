//! Why something follows from "each value once": the small arguments that players know, one after the other.
//!
//! One rule shows many things at once, and a player sees them singly: a value that is written elsewhere in the group, a value with
//! one place left, two cells that keep two values for themselves. Here a step by such a rule is taken apart into these.
//! It serves every group in which no value occurs twice, whatever its shape; only where there are as many cells as values, each
//! value must have a place.

use crate::reason::{Values, Var};

use super::prover::Prover;
use super::single::each;
use super::{Argument, Known, Shown, State, Step};

/// Larger sets are no argument that a player sees.
const LARGEST: usize = 4;

/// As many cells as values, which these cells keep for themselves.
#[derive(Clone, Debug)]
struct Set {
    vars: Vec<Var>,
    values: Values,
    /// Whether the cells have no other values; otherwise the values have no other cells.
    is_naked: bool,
}

impl Set {
    /// What it takes away from a variable of the group.
    fn removes(&self, known: Known) -> Values {
        match (self.is_naked, self.vars.contains(&known.var)) {
            (true, false) => known.values & self.values,
            (false, true) => known.values & !self.values,
            _ => 0,
        }
    }

    /// The values that a variable must have lost to belong to it, or to stay out of it.
    fn rests_on(&self, var: Var) -> Values {
        match (self.is_naked, self.vars.contains(&var)) {
            (true, true) => !self.values,
            (false, false) => self.values,
            _ => 0,
        }
    }
}

/// A set, what it rests on, and what it shows.
struct Reason {
    set: Set,
    premises: Vec<Known>,
    shown: Vec<Known>,
}

/// A step by one rule, as far as its first small argument goes: everything that this argument shows, and nothing else.
pub(super) fn first_argument(prover: &mut Prover<'_>, state: &State, step: Step) -> Step {
    let Some(reasons) = reasons(prover, &step) else { return step };
    let constraint = step.constraints[0];
    for reason in reasons {
        let scope = prover.model.constraints()[constraint].scope().iter();
        let known = scope.map(|&var| Known { var, values: state.get(var) });
        let lost = known.map(|known| Known { values: reason.set.removes(known), ..known });
        let shown: Vec<Known> = lost.filter(|lost| lost.values != 0).collect();
        if !shown.is_empty() {
            return by_set(prover, constraint, reason.premises, &shown, state.all());
        }
    }
    step
}

/// A supposition whose chain names one small argument after the other.
pub(super) fn one_by_one(prover: &mut Prover<'_>, values: &[Values], mut step: Step) -> Step {
    let Argument::Supposition { suppose, .. } = step.argument else { return step };
    let mut board = values.to_vec();
    board[suppose.var] &= suppose.values;
    for link in std::mem::take(&mut step.sub_steps) {
        let mut add = |board: &mut [Values], part: Step| {
            part.conclusions.iter().for_each(|shown| board[shown.var] &= !shown.removed);
            step.sub_steps.push(part);
        };
        match reasons(prover, &link).filter(|reasons| reasons.len() > 1) {
            Some(reasons) => {
                for Reason { premises, shown, .. } in reasons {
                    let mut part = by_set(prover, link.constraints[0], premises, &shown, &board);
                    prover.name_assumptions(&mut part);
                    add(&mut board, part);
                }
            }
            None => {
                let link = one_by_one(prover, &board, link);
                add(&mut board, link);
            }
        }
    }
    step
}

/// A step by one small argument.
fn by_set(
    prover: &mut Prover<'_>,
    constraint: usize,
    premises: Vec<Known>,
    shown: &[Known],
    values: &[Values],
) -> Step {
    let cost = prover.cost(constraint, &premises, shown);
    let conclusion =
        |lost: &Known| Shown { var: lost.var, removed: lost.values, left: values[lost.var] & !lost.values };
    let conclusions = shown.iter().map(conclusion).collect();
    let (argument, assumed, sub_steps) = (Argument::Rule, Vec::new(), Vec::new());
    Step { argument, constraints: vec![constraint], assumed, premises, conclusions, cost, sub_steps }
}

/// The small arguments by which a step's conclusions follow from its premises; `None` where they do not, or the step is another kind.
fn reasons(prover: &Prover<'_>, step: &Step) -> Option<Vec<Reason>> {
    let ([constraint], Argument::Rule) = (&step.constraints[..], &step.argument) else { return None };
    let rule = &prover.model.constraints()[*constraint];
    let scope = rule.scope();
    if rule.mutually_exclusive().len() != scope.len() {
        return None;
    }
    let any = prover.any();
    let has_all = scope.len() == any.count_ones() as usize;
    let of = |all: &[Known], var: Var| all.iter().find(|known| known.var == var).map(|known| known.values);
    let start: Vec<Known> =
        scope.iter().map(|&var| Known { var, values: of(&step.premises, var).unwrap_or(any) }).collect();
    let lost: Vec<Known> =
        step.conclusions.iter().map(|shown| Known { var: shown.var, values: shown.removed }).collect();
    let mut needed: Vec<Values> = scope.iter().map(|&var| of(&lost, var).unwrap_or(0)).collect();
    let mut found = Vec::new();
    let mut now = start.clone();
    while now.iter().zip(&needed).any(|(known, needed)| known.values & needed != 0) {
        let set = next(&now, has_all, any)?;
        let before = now.clone();
        now.iter_mut().for_each(|known| known.values &= !set.removes(*known));
        if now.iter().any(|known| known.values == 0) {
            return None;
        }
        found.push((set, before));
    }
    // Backwards: only what the conclusions or a later argument need.
    let mut reasons = Vec::new();
    for (set, before) in found.into_iter().rev() {
        let lost = before.iter().map(|&known| Known { values: set.removes(known), ..known }).zip(&needed);
        let shown: Vec<Known> =
            lost.filter(|(lost, needed)| lost.values & **needed != 0).map(|(lost, _)| lost).collect();
        if shown.is_empty() {
            continue;
        }
        let values = shown.iter().fold(0, |all, lost| all | lost.values);
        let mut premises = Vec::new();
        for (place, (first, known)) in start.iter().zip(&before).enumerate() {
            let rests_on = set.rests_on(known.var);
            // Of several cells with one value, only those whose value is struck out.
            let is_idle = set.is_naked && known.values.is_power_of_two() && known.values & values == 0;
            if rests_on == 0 || is_idle {
                continue;
            }
            let earlier = first.values & !known.values & rests_on;
            needed[place] |= earlier;
            premises.push(Known { var: known.var, values: first.values & !earlier });
        }
        reasons.push(Reason { set, premises, shown });
    }
    reasons.reverse();
    Some(reasons)
}

/// The simplest set that takes something away.
fn next(board: &[Known], has_all: bool, any: Values) -> Option<Set> {
    let takes = |set: &Set| board.iter().any(|&known| set.removes(known) != 0);
    // All cells with one value at once.
    let single = board.iter().filter(|known| known.values.is_power_of_two());
    let is_elsewhere =
        |known: &&Known| board.iter().any(|other| other.var != known.var && other.values & known.values != 0);
    let singles: Vec<Known> = single.filter(is_elsewhere).copied().collect();
    if !singles.is_empty() {
        let values = singles.iter().fold(0, |all, known| all | known.values);
        return Some(Set { vars: singles.iter().map(|known| known.var).collect(), values, is_naked: true });
    }
    (1..=LARGEST).find_map(|size| {
        let few: Vec<Known> =
            board.iter().filter(|known| (2..=size as u32).contains(&known.values.count_ones())).copied().collect();
        let naked = choice(&few, size, &mut |chosen| {
            let values = chosen.iter().fold(0, |all, known| all | known.values);
            let set = Set { vars: chosen.iter().map(|known| known.var).collect(), values, is_naked: true };
            (values.count_ones() as usize == size && takes(&set)).then_some(set)
        });
        let values = if has_all { each(any) } else { Vec::new() };
        naked.or_else(|| {
            choice(&values, size, &mut |chosen| {
                let values = chosen.iter().fold(0, |all, value| all | value);
                let places = board.iter().filter(|known| known.values & values != 0);
                let set = Set { vars: places.map(|known| known.var).collect(), values, is_naked: false };
                (set.vars.len() == size && takes(&set)).then_some(set)
            })
        })
    })
}

/// What is seen in the first choice of so many items in which something is seen.
fn choice<T: Copy, R>(items: &[T], size: usize, seen: &mut dyn FnMut(&[T]) -> Option<R>) -> Option<R> {
    fn extend<T: Copy, R>(
        rest: &[T],
        size: usize,
        chosen: &mut Vec<T>,
        seen: &mut dyn FnMut(&[T]) -> Option<R>,
    ) -> Option<R> {
        if chosen.len() == size {
            return seen(chosen);
        }
        (0..rest.len()).find_map(|index| {
            chosen.push(rest[index]);
            let found = extend(&rest[index + 1..], size, chosen, seen);
            chosen.pop();
            found
        })
    }
    extend(items, size, &mut Vec::with_capacity(size), seen)
}
