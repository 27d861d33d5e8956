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

/// What probing has found.
pub(crate) struct Probed {
    /// Values that were refuted, one after the other.
    pub(crate) refuted: Vec<Vec<Literal>>,
    /// Whether these lead to the end.
    pub(crate) is_end: bool,
    /// Everything that follows from them by the checker's rules.
    pub(crate) facts: Vec<Literal>,
}

/// Refutes values until every variable has one value (with the solution) or there is a contradiction (without one), or until
/// that leads no further.
pub(crate) fn prove(rules: &Rules, solution: Option<&[usize]>, limits: &Limits<'_>) -> Probed {
    let limits = Limits { work: WORK, ..*limits };
    let mut state = State::new(rules, &limits);
    let mut refuted = Vec::new();
    let result = state.propagate();
    let mut ended = end(result, &state, solution);
    let mut before = None;
    while ended == Some(false) && before != Some(refuted.len()) {
        before = Some(refuted.len());
        ended = pass(rules, solution, &mut state, &mut refuted);
    }
    let is_end = ended == Some(true);
    if is_end && refuted.len() <= FEW {
        let goal = if solution.is_some() { Goal::Settled } else { Goal::Contradiction(&[]) };
        // From the last to the first: what comes later may make what came before unnecessary.
        for at in (0..refuted.len()).rev() {
            let mut fewer = refuted.clone();
            fewer.remove(at);
            if leads(rules, goal, &fewer, &limits) {
                refuted = fewer;
            }
        }
    }
    Probed { facts: facts(rules, &state), refuted, is_end }
}

/// Tries every value of every open variable once, those with few values first.
fn pass(
    rules: &Rules,
    solution: Option<&[usize]>,
    state: &mut State<'_>,
    refuted: &mut Vec<Vec<Literal>>,
) -> Option<bool> {
    let mut open: Vec<usize> = (0..rules.variables()).filter(|&at| state.possible(at).count_ones() > 1).collect();
    open.sort_by_key(|&variable| state.possible(variable).count_ones());
    for variable in open {
        for value in (0..rules.values()).filter(|&value| solution.is_none_or(|known| known[variable] != value)) {
            let clause = [Literal { variable, value, is: false }];
            if state.truth(clause[0]).is_none() && state.follows(&clause).ok()? {
                refuted.push(clause.to_vec());
                let result = state.add(&clause);
                let ended = end(result, state, solution);
                if ended != Some(false) {
                    return ended;
                }
            }
        }
    }
    Some(false)
}

/// Whether the end is reached; `None` if there is no use in going on.
fn end(result: Result<(), Stop>, state: &State<'_>, solution: Option<&[usize]>) -> Option<bool> {
    match result {
        Err(Stop::Limit) => None,
        Err(Stop::Contradiction) => solution.is_none().then_some(true),
        Ok(()) => Some(solution.is_some() && state.solution().is_some()),
    }
}

/// The values that are not possible any more.
fn facts(rules: &Rules, state: &State<'_>) -> Vec<Literal> {
    let gone = |variable: usize| {
        let gone = rules.start(variable) & !state.possible(variable);
        (0..rules.values()).filter(move |value| gone >> value & 1 == 1).map(move |value| Literal {
            variable,
            value,
            is: false,
        })
    };
    (0..rules.variables()).flat_map(gone).collect()
}
