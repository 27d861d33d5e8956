//! Does a certificate show what it claims?
//!
//! A clause is accepted if its opposite leads to a contradiction by the rules of the puzzle, each by itself, and the
//! clauses that were accepted before (`state.rs`). So every clause holds in every solution. In the end
//!
//! * `unique`: exactly one value is left of every variable, and these values are a solution;
//! * `impossible`: there is a contradiction;
//! * `exactly`: the solutions that are listed are solutions, no two are the same, and there is a contradiction when none
//!   of them is allowed (one clause each says so, before all others); with one solution that is `unique`, shown in
//!   another way;
//! * `several`: the solutions that are listed, at least two, are solutions, and no two are the same.
//!
//! The claims about moves are checked in `sort.rs`.

use std::collections::BTreeSet;

use crate::certificate::{Certificate, Claim, Reader, Shown};
use crate::limits::{Limits, Stop, Work};
use crate::rules::{Literal, Rules};
use crate::state::State;
use crate::{Failure, check, sort};

/// Checks a certificate, without the head of its file, against the puzzle.
pub fn check_certificate(puzzle_json: &str, certificate: &[u8], limits: &Limits<'_>) -> Result<Shown, Failure> {
    let mut reader = Reader { bytes: certificate, at: 0 };
    match reader.head(puzzle_json)? {
        claim @ 0..4 => deduction(puzzle_json, claim, &mut reader, limits),
        4 => sort::check_optimal(puzzle_json, reader.moves()?, limits),
        _ if reader.is_at_end() => sort::check_unsolvable(puzzle_json, limits),
        _ => Err(reader.wrong("something follows that is not needed")),
    }
}

fn deduction(puzzle_json: &str, claim: u8, reader: &mut Reader<'_>, limits: &Limits<'_>) -> Result<Shown, Failure> {
    let rules = Rules::read(puzzle_json)?;
    let mut state = State::new(&rules, limits);
    let mut solutions = Vec::new();
    if claim >= 2 {
        solutions = listed(puzzle_json, &rules, reader, limits)?;
        if claim == 3 {
            let shown = solutions.iter().map(|solution| rules.solution_json(solution)).collect();
            return match (solutions.len() >= 2, reader.is_at_end()) {
                (false, _) => Err(reader.wrong("several solutions are claimed, and fewer than two are listed")),
                (_, false) => Err(reader.wrong("something follows that is not needed")),
                _ => Ok(Shown { claim: Claim::Several(solutions), solutions: shown, steps: 0 }),
            };
        }
    }
    let mut is_broken = holds(state.propagate())?;
    for solution in &solutions {
        let values = solution.iter().enumerate();
        let others: Vec<Literal> = values.map(|(variable, &value)| Literal { variable, value, is: false }).collect();
        is_broken = is_broken || holds(state.add(&others))?;
    }
    let mut steps = 0;
    while !reader.is_at_end() {
        let at = reader.at;
        let clause = reader.clause(&rules)?;
        // After a contradiction everything follows.
        if !is_broken {
            if !state.follows(&clause)? {
                let what = format!("clause {} does not follow from the rules and the clauses before it", steps + 1);
                return Err(Failure::Certificate { at, what });
            }
            is_broken = holds(state.add(&clause))?;
        }
        steps += 1;
    }
    if claim == 0 {
        let solution = state.solution().filter(|_| !is_broken);
        let solution = solution.ok_or_else(|| reader.wrong("some cell has no value in the end, or more than one"))?;
        let solution = rules.solution_json(&solution);
        check(puzzle_json, &solution)?;
        return Ok(Shown { claim: Claim::Unique, solutions: vec![solution], steps });
    }
    if !is_broken {
        return Err(reader.wrong("there is no contradiction in the end"));
    }
    let shown = solutions.iter().map(|solution| rules.solution_json(solution)).collect();
    let claim = match (claim, solutions.len()) {
        (1, _) => Claim::Impossible,
        (_, 1) => Claim::Unique,
        _ => Claim::Exactly(solutions),
    };
    Ok(Shown { claim, solutions: shown, steps })
}

/// Whether a contradiction was found.
fn holds(result: Result<(), Stop>) -> Result<bool, Failure> {
    match result {
        Ok(()) => Ok(false),
        Err(Stop::Contradiction) => Ok(true),
        Err(Stop::Limit) => Err(Failure::Limit),
    }
}

/// The solutions that a certificate lists, each of which is one, and no two of which are the same.
fn listed(
    puzzle_json: &str,
    rules: &Rules,
    reader: &mut Reader<'_>,
    limits: &Limits<'_>,
) -> Result<Vec<Vec<usize>>, Failure> {
    let (mut work, mut memory) = (Work::new(limits), limits.memory);
    let count = reader.count()?;
    let mut solutions = Vec::new();
    let mut seen = BTreeSet::new();
    for _ in 0..count {
        let solution = reader.solution(rules)?;
        let json = rules.solution_json(&solution);
        work.spend(puzzle_json.len() + json.len())?;
        memory = memory.checked_sub((json.len() + size_of_val(&*solution)) as u64).ok_or(Failure::Limit)?;
        check(puzzle_json, &json)?;
        if !seen.insert(json) {
            return Err(reader.wrong("a solution is listed twice"));
        }
        solutions.push(solution);
    }
    Ok(solutions)
}

impl Certificate {
    /// A claim that needs no clauses.
    pub fn bare(claim: Claim) -> Self {
        Certificate { claim, clauses: Vec::new() }
    }
}
