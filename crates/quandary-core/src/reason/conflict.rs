//! Why a puzzle has no solution: a smallest set of clues that cannot all hold.

use std::collections::BTreeSet;

use super::engine::shrink;
use super::{Domains, Engine, Model, Values, Var};
use crate::verdict::{Budget, Conflict};

/// Beyond this many constraints, dropping them one by one would take too long.
const MOST_TO_SHRINK: usize = 2_000;

/// So would dropping fewer but longer ones: after visiting this many variables, what is left is named as it is. This counts
/// work and not time, so that the same puzzle gets the same words everywhere.
const MAX_VISITS: usize = 2_000_000;

/// Names the clues that contradict each other, as far as propagation alone shows it; `nodes` says how large the
/// search was that proved it otherwise. Its cells are the given ones that matter, and those of rules that are called by
/// cells. When the budget ends, what is known by then is named.
pub fn explain_conflict(model: &Model, nodes: u64, budget: &Budget) -> Conflict {
    let mut engine = Engine::new(model).within(budget);
    if budget.check().is_err() || engine.propagate().is_ok() {
        return Conflict::new(format!(
            "no solution: every possibility was tried ({nodes} positions), and each one breaks a clue"
        ));
    }
    let involved = constraints_behind(model, &engine);
    let mut visits = 0;
    let mut still_breaks = |clues: &[usize], start: &[Values]| {
        visits < MAX_VISITS && budget.check().is_ok() && breaks(model, clues, start.to_vec(), &mut visits)
    };
    let clues = match involved.len() > MOST_TO_SHRINK {
        true => involved,
        false => shrink(involved, |kept| still_breaks(kept, model.start())),
    };
    let givens = needed_givens(model, &clues, |start| still_breaks(&clues, start));
    let statements: Vec<String> = clues.iter().map(|&id| model.constraints()[id].statement()).collect();
    let names = clues.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    let mut cells: Vec<_> = clues
        .iter()
        .map(|&id| &model.constraints()[id])
        .filter(|rule| rule.info().names_cells() || clues.len() == 1 && givens.is_empty())
        .flat_map(|rule| rule.scope())
        .chain(&givens)
        .flat_map(|&var| model.cells(var))
        .copied()
        .collect();
    cells.sort_unstable();
    cells.dedup();
    const SHOWN: usize = 4;
    let mut message = match &statements[..] {
        [only] => format!("this cannot hold: {only}"),
        several => format!("these cannot all hold: {}", several[..several.len().min(SHOWN)].join("; ")),
    };
    if statements.len() > SHOWN {
        message.push_str(&format!("; and {} more", statements.len() - SHOWN));
    }
    Conflict { message, clues: names, cells }
}

/// The constraints involved in a failure: the one that broke, and those that made the changes before it.
pub(crate) fn constraints_behind(model: &Model, engine: &Engine<'_>) -> Vec<usize> {
    let mut is_behind = vec![false; model.constraints().len()];
    let mut matters = vec![false; model.start().len()];
    let mark = |id: usize, is_behind: &mut Vec<bool>, matters: &mut Vec<bool>| {
        if !std::mem::replace(&mut is_behind[id], true) {
            for &var in model.constraints()[id].scope() {
                matters[var] = true;
            }
        }
    };
    if let Some(broken) = engine.broken() {
        mark(broken, &mut is_behind, &mut matters);
    }
    for change in engine.domains().trail().iter().rev() {
        if let (true, super::Cause::Constraint(id)) = (matters[change.var], change.cause) {
            mark(id, &mut is_behind, &mut matters);
        }
    }
    (0..is_behind.len()).filter(|&id| is_behind[id]).collect()
}

/// The variables with a given value that these clues need for their contradiction.
fn needed_givens(model: &Model, clues: &[usize], mut still_breaks: impl FnMut(&[Values]) -> bool) -> Vec<Var> {
    let any = model.start().iter().fold(0, |any, values| any | values);
    let is_given = |var: &Var| model.start()[*var].is_power_of_two() && !any.is_power_of_two();
    let scopes = clues.iter().flat_map(|&id| model.constraints()[id].scope()).copied();
    let given: BTreeSet<Var> = scopes.filter(is_given).collect();
    let mut start = model.start().to_vec();
    let is_needed = |var: &Var| {
        let value = std::mem::replace(&mut start[*var], any);
        let is_needed = !still_breaks(&start);
        if is_needed {
            start[*var] = value;
        }
        is_needed
    };
    given.into_iter().filter(is_needed).collect()
}

/// Whether these constraints alone already contradict each other. Counts the variables visited.
fn breaks(model: &Model, constraints: &[usize], start: Vec<Values>, visits: &mut usize) -> bool {
    let mut domains = Domains::new(start);
    loop {
        let before = domains.trail().len();
        for &id in constraints {
            *visits += model.constraints()[id].scope().len();
            if model.constraints()[id].propagate(&mut domains, super::Effort::Thorough).is_err() {
                return true;
            }
        }
        if domains.trail().len() == before {
            return false;
        }
    }
}
