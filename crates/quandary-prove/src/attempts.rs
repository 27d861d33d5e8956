//! Several searches for one proof, with different heuristics.
//!
//! How long a search takes is mostly luck: a board of which a few lines contradict each other is refuted by a dozen clauses if
//! the search looks there, and by thousands if it does not. So before a search runs to its end, others that differ in
//! what they decide first get a few conflicts each. And where the proof is long all the same, the others get as many conflicts
//! as it took, and the shortest proof is kept.

use quandary_check::{Formula, Limits, Literal};

use crate::NotProved;
use crate::literal::Lit;
use crate::search::{End, Manner, Search};
use crate::shorten::length;
use crate::trim;

/// What differs: how fast conflicts are forgotten, what is tried first, and with which variables.
const MANNERS: [Manner; 6] = [
    Manner { decay: 0.95, phase: true, seed: 0 },
    Manner { decay: 0.85, phase: false, seed: 0 },
    Manner { decay: 0.9, phase: true, seed: 1 },
    Manner { decay: 0.85, phase: false, seed: 2 },
    Manner { decay: 0.95, phase: false, seed: 3 },
    Manner { decay: 0.85, phase: true, seed: 4 },
];
/// How many conflicts each gets at first, and then.
const ROUNDS: [u64; 2] = [100, 400];
/// From this length on (literals, and one more for each clause) it is worth looking for a shorter proof, if no more conflicts than
/// this led to it.
const LONG: usize = 1_000;
const MOST_CONFLICTS: u64 = 3_000;
/// How many conflicts that may take in total, and with how many orders of the variables it is tried.
const IN_ALL: u64 = 20_000;
const MOST_MANNERS: u64 = 30;

/// Clauses that lead from a formula to the end, each by unit propagation from those before it.
pub(crate) fn proof(
    formula: &Formula,
    solution: Option<&[usize]>,
    blocked: &[Vec<usize>],
    facts: &[Literal],
    limits: &Limits<'_>,
) -> Result<Vec<Vec<Lit>>, NotProved> {
    let attempt = |manner: Manner, conflicts| attempt(formula, solution, blocked, facts, &manner, conflicts, limits);
    let short = ROUNDS.iter().flat_map(|&conflicts| MANNERS.iter().map(move |&manner| (manner, conflicts)));
    let to_the_end = std::iter::once((MANNERS[0], u64::MAX));
    let found = short.chain(to_the_end).find_map(|(manner, conflicts)| attempt(manner, conflicts).transpose());
    let (mut best, mut conflicts) = found.unwrap_or(Err(NotProved::Stopped))?;
    if length(&best) > LONG && conflicts < MOST_CONFLICTS {
        let mut left = IN_ALL;
        for seed in 0..MOST_MANNERS {
            let manner = Manner { seed, ..MANNERS[seed as usize % MANNERS.len()] };
            let Some(rest) = left.checked_sub(conflicts) else { break };
            left = rest;
            match attempt(manner, conflicts) {
                Ok(Some(other)) if length(&other.0) < length(&best) => (best, conflicts) = other,
                Ok(_) => {}
                // There is a proof, also where the time is up.
                Err(_) => break,
            }
        }
    }
    Ok(best)
}

/// Clauses that prove the claim, and how many conflicts led to them.
type Proof = (Vec<Vec<Lit>>, u64);

/// A search in some manner, which gives up after some conflicts: `None`.
fn attempt(
    formula: &Formula,
    solution: Option<&[usize]>,
    blocked: &[Vec<usize>],
    facts: &[Literal],
    manner: &Manner,
    conflicts: u64,
    limits: &Limits<'_>,
) -> Result<Option<Proof>, NotProved> {
    let mut search = Search::new(formula, solution, manner);
    let mut end = None;
    for fact in facts {
        let value = Lit::of(formula.literal(fact.variable, fact.value));
        end = end.or(search.block(&[if fact.is { value } else { !value }]).map(End::Contradiction));
    }
    for other in blocked {
        let clause: Vec<Lit> = formula.agreement(other).into_iter().map(|term| !Lit::of(term)).collect();
        end = end.or(search.block(&clause).map(End::Contradiction));
    }
    let end = end.unwrap_or_else(|| search.run(conflicts, limits));
    match end {
        End::GivenUp => Ok(None),
        End::Stopped => Err(NotProved::Stopped),
        End::Refuted => Err(NotProved::Refuted),
        End::Contradiction(_) if solution.is_some() => Err(NotProved::Refuted),
        End::Settled if solution.is_none() => Err(NotProved::Refuted),
        _ => Ok(Some((trim::needed(&search, end), search.conflicts))),
    }
}
