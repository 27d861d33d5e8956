//! The short way: values that lead to a contradiction at once, by the checker's own rules.
//!
//! Most puzzles need no more than a few of these, and the certificate is then a few bytes. What does not come to an end
//! this way is left to the search.

use quandary_check::{Limits, Literal, Rules, State, Stop};

use crate::shorten::{Goal, leads};

/// How much work probing may take.
const WORK: u64 = 60_000_000;
/// At most this many values are checked again for whether they are needed.
const FEW: usize = 12;

/// Values that are refuted one after the other until every variable has one value (with the solution) or there is a
/// contradiction (without one). `None` if that is not enough.
pub(crate) fn prove(rules: &Rules, solution: Option<&[usize]>, stop: &dyn Fn() -> bool) -> Option<Vec<Vec<Literal>>> {
    let limits = Limits { work: WORK, stop, ..Limits::default() };
    let mut state = State::new(rules, &limits);
    let mut refuted = Vec::new();
    let is_end = |result: Result<(), Stop>, state: &State<'_>| match result {
        Err(Stop::Limit) => None,
        Err(Stop::Contradiction) => solution.is_none().then_some(true),
        Ok(()) => Some(solution.is_some() && state.solution().is_some()),
    };
    let result = state.propagate();
    let mut ends = is_end(result, &state)?;
    while !ends {
        let mut open: Vec<usize> = (0..rules.variables()).filter(|&at| state.possible(at).count_ones() > 1).collect();
        open.sort_by_key(|&variable| state.possible(variable).count_ones());
        let before = refuted.len();
        'pass: for variable in open {
            for value in (0..rules.values()).filter(|&value| solution.is_none_or(|known| known[variable] != value)) {
                let clause = [Literal { variable, value, is: false }];
                if state.truth(clause[0]).is_none() && state.follows(&clause).ok()? {
                    refuted.push(clause.to_vec());
                    let result = state.add(&clause);
                    ends = is_end(result, &state)?;
                    if ends {
                        break 'pass;
                    }
                }
            }
        }
        if refuted.len() == before {
            return None;
        }
    }
    let goal = if solution.is_some() { Goal::Settled } else { Goal::Contradiction(&[]) };
    if refuted.len() <= FEW {
        // From the last to the first: what comes later may make what came before unnecessary.
        for at in (0..refuted.len()).rev() {
            let mut fewer = refuted.clone();
            fewer.remove(at);
            if leads(rules, goal, &fewer, &limits) {
                refuted = fewer;
            }
        }
    }
    Some(refuted)
}
