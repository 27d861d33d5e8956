//! Which of the learned clauses a proof needs: those that its end was learned from, directly or not.

use crate::analyse::Knowledge;
use crate::clauses::Origin;
use crate::literal::{Lit, Reason};
use crate::search::{End, Search};

/// The clauses that the end of a search needs, in the order in which they were learned.
pub(crate) fn needed(search: &Search, end: End) -> Vec<Vec<Lit>> {
    let known = Knowledge { trail: &search.trail, sums: &search.sums, clauses: &search.clauses };
    let mut clauses = vec![false; search.clauses.len()];
    let mut facts = vec![false; search.trail.literals.len()];
    let mut to_visit: Vec<Origin> = Vec::new();
    let mut why = Vec::new();
    match end {
        End::Contradiction(conflict) => {
            to_visit.extend(clause_of(conflict));
            known.explain(conflict, None, &mut why);
            to_visit.extend(why.iter().map(|&cause| Origin::Fact(cause)));
        }
        _ => to_visit.extend(search.trail.literals.iter().map(|&literal| Origin::Fact(literal))),
    }
    while let Some(origin) = to_visit.pop() {
        match origin {
            Origin::Clause(clause) => {
                if !std::mem::replace(&mut clauses[clause as usize], true) {
                    to_visit.extend(search.clauses.sources(clause));
                }
            }
            Origin::Fact(literal) => {
                let position = search.trail.position(literal) as usize;
                if !std::mem::replace(&mut facts[position], true) {
                    let reason = search.trail.reason(literal);
                    to_visit.extend(clause_of(reason));
                    known.explain(reason, Some(literal), &mut why);
                    to_visit.extend(why.iter().map(|&cause| Origin::Fact(cause)));
                }
            }
        }
    }
    let numbers = (0..search.clauses.len() as u32).filter(|&clause| clauses[clause as usize]);
    numbers
        .filter(|&clause| !search.clauses.is_given(clause))
        .map(|clause| search.clauses.literals(clause).to_vec())
        .collect()
}

fn clause_of(reason: Reason) -> Option<Origin> {
    match reason {
        Reason::Clause(clause) => Some(Origin::Clause(clause)),
        _ => None,
    }
}
