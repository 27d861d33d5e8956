//! Shorter proofs, by the checker's own propagation.
//!
//! The search reasons about single sums of the formula; the checker looks at whole rules, and sees more. So a clause often
//! follows without some of its literals, and what is left of it leads further: later clauses are then not needed.

use quandary_check::{Limits, Literal, Rules, State, Stop};

/// How much work it may take, in total and for each clause: tenths of a second for most proofs, seconds for the longest.
const WORK: u64 = 60_000_000;
const WORK_PER_CLAUSE: u64 = 20_000;
/// Literals and clauses of a proof from which on it is worth looking for clauses that are not needed, and from which on
/// that takes too long.
const LARGE: usize = 1_000;
const TOO_LARGE: usize = 3_000;
/// From which on it takes too long to go through all clauses again, and how often that is done.
const VERY_LARGE: usize = 30_000;
const ROUNDS: usize = 6;
/// How many clauses are looked at.
const MOST_CHECKS: usize = 100;

/// What a proof leads to.
#[derive(Clone, Copy)]
pub(crate) enum Goal<'a> {
    /// One value for each variable.
    Settled,
    /// A contradiction, when these solutions are forbidden.
    Contradiction(&'a [Vec<usize>]),
}

/// The same proof with shorter and fewer clauses, as far as there is time for that.
pub(crate) fn shorten(
    rules: &Rules,
    goal: Goal<'_>,
    clauses: Vec<Vec<Literal>>,
    limits: &Limits<'_>,
) -> Vec<Vec<Literal>> {
    let work = WORK + WORK_PER_CLAUSE * clauses.len() as u64;
    let limits = Limits { work, ..*limits };
    let mut shorter = without_literals(rules, goal, clauses, &limits);
    // What is left says more, so that some clauses are not needed any more, and then others with fewer literals.
    for _ in 0..ROUNDS {
        if !(LARGE..VERY_LARGE).contains(&length(&shorter)) || (limits.stop)() {
            break;
        }
        let Some(fewer) = followed(rules, goal, &shorter, &limits) else { break };
        let fewer = without_literals(rules, goal, fewer, &limits);
        if length(&fewer) >= length(&shorter) {
            break;
        }
        shorter = fewer;
    }
    // From the last to the first: later clauses may make earlier ones unnecessary. That takes a check for each.
    for at in (0..shorter.len()).rev().take(MOST_CHECKS) {
        if !(LARGE..TOO_LARGE).contains(&length(&shorter)) {
            break;
        }
        let limits = Limits { work: WORK / MOST_CHECKS as u64, ..limits };
        let mut fewer = shorter.clone();
        fewer.remove(at);
        if leads(rules, goal, &fewer, &limits) {
            shorter = fewer;
        }
    }
    shorter
}

/// Literals and clauses of a proof.
pub(crate) fn length<T>(clauses: &[Vec<T>]) -> usize {
    clauses.iter().map(|clause| clause.len() + 1).sum()
}

/// The same proof with shorter clauses, as far as that takes little time.
pub(crate) fn strengthened(
    rules: &Rules,
    goal: Goal<'_>,
    clauses: Vec<Vec<Literal>>,
    limits: &Limits<'_>,
) -> Vec<Vec<Literal>> {
    without_literals(rules, goal, clauses, &Limits { work: WORK / 3, ..*limits })
}

/// Those of the clauses that a solver has logged which follow, one after the other, and which the end needs, each without
/// literals that are seen not to be needed. `None` if they do not lead to the end.
pub(crate) fn followed(
    rules: &Rules,
    goal: Goal<'_>,
    log: &[Vec<Literal>],
    limits: &Limits<'_>,
) -> Option<Vec<Vec<Literal>>> {
    let (mut state, result) = begin(rules, goal, limits);
    let mut ends = is_end(&state, goal, result)?;
    let mut proof = Vec::new();
    // For each fact of the state, its clause in the proof; for each of these, those that it follows from; and what is needed in
    // any case: whatever is known for good may have been used everywhere.
    let (mut clause_of, mut sources, mut needed) = (vec![None; state.facts()], Vec::new(), Vec::new());
    for clause in log {
        if ends {
            break;
        }
        state.used();
        if let Some(clause) = shortest_start(&mut state, clause)? {
            sources.push(state.used());
            let result = state.add(&clause);
            if state.facts() > clause_of.len() {
                clause_of.push(Some(proof.len()));
            } else {
                needed.push(proof.len());
            }
            needed.extend(state.used().iter().filter_map(|&fact| clause_of[fact]));
            proof.push(clause);
            ends = is_end(&state, goal, result)?;
        }
    }
    let mut is_needed = vec![false; proof.len()];
    while let Some(clause) = needed.pop() {
        if !std::mem::replace(&mut is_needed[clause], true) {
            needed.extend(sources[clause].iter().filter_map(|&fact| clause_of[fact]));
        }
    }
    let proof = proof.into_iter().zip(is_needed).filter_map(|(clause, is_needed)| is_needed.then_some(clause));
    ends.then(|| proof.collect())
}

/// The literals of a clause are made false one after the other until a contradiction follows; those that are false by then
/// without that are left out. `Some(None)` if no contradiction follows, or the clause is known to hold; `None` if there
/// is no time.
fn shortest_start(state: &mut State<'_>, clause: &[Literal]) -> Option<Option<Vec<Literal>>> {
    let mark = state.mark();
    let mut kept = Vec::new();
    let mut follows = false;
    for &literal in clause {
        let truth = state.truth(literal);
        if truth == Some(false) {
            continue;
        }
        kept.push(literal);
        let opposite = Literal { is: !literal.is, ..literal };
        match state.assume(opposite).and_then(|()| state.propagate()) {
            Ok(()) => {}
            Err(Stop::Contradiction) => {
                follows = true;
                break;
            }
            Err(Stop::Limit) => {
                state.undo(mark);
                return None;
            }
        }
    }
    state.undo(mark);
    Some(Some(kept).filter(|kept| follows && kept.iter().all(|&literal| state.truth(literal).is_none())))
}

/// The start of a proof: the puzzle, without the solutions that are forbidden.
fn begin<'r>(rules: &'r Rules, goal: Goal<'_>, limits: &Limits<'r>) -> (State<'r>, Result<(), Stop>) {
    let mut state = State::new(rules, limits);
    let mut result = state.propagate();
    if let Goal::Contradiction(forbidden) = goal {
        for solution in forbidden {
            let values = solution.iter().enumerate();
            let clause: Vec<Literal> =
                values.map(|(variable, &value)| Literal { variable, value, is: false }).collect();
            result = result.and_then(|()| state.add(&clause));
        }
    }
    (state, result)
}

/// Whether the end is reached; `None` when there is no use in going on.
fn is_end(state: &State<'_>, goal: Goal<'_>, result: Result<(), Stop>) -> Option<bool> {
    match (goal, result) {
        (_, Err(Stop::Limit)) | (Goal::Settled, Err(Stop::Contradiction)) => None,
        (Goal::Settled, Ok(())) => Some(state.solution().is_some()),
        (Goal::Contradiction(_), result) => Some(result.is_err()),
    }
}

/// Each clause without the literals that it does not need, up to the end. What there is no time for stays as it is: it follows
/// from shorter clauses, too.
fn without_literals(
    rules: &Rules,
    goal: Goal<'_>,
    clauses: Vec<Vec<Literal>>,
    limits: &Limits<'_>,
) -> Vec<Vec<Literal>> {
    let (mut state, result) = begin(rules, goal, limits);
    let mut shorter = Vec::new();
    let mut ends = is_end(&state, goal, result);
    for mut clause in clauses {
        if ends == Some(true) {
            break;
        }
        if ends == Some(false) {
            if clause.iter().any(|&literal| state.truth(literal) == Some(true)) {
                continue;
            }
            clause.retain(|&literal| state.truth(literal).is_none());
            for at in (0..clause.len()).rev() {
                let left_out = clause.remove(at);
                if state.follows(&clause) != Ok(true) {
                    clause.insert(at, left_out);
                }
            }
            let result = state.add(&clause);
            ends = is_end(&state, goal, result);
        }
        shorter.push(clause);
    }
    shorter
}

/// Whether clauses follow one after the other and lead to the end.
pub(crate) fn leads(rules: &Rules, goal: Goal<'_>, clauses: &[Vec<Literal>], limits: &Limits<'_>) -> bool {
    let (mut state, mut result) = begin(rules, goal, limits);
    for clause in clauses {
        if result.is_err() || state.follows(clause) != Ok(true) {
            break;
        }
        result = state.add(clause);
    }
    is_end(&state, goal, result) == Some(true)
}
