//! Writes the certificates that `quandary-check` and VeriPB check.
//!
//! Solvers are large, fast and clever; nothing here relies on them. A solver says what it found, and the proof is found
//! from the rules as `quandary-check` states them: by refuting single values (`probe.rs`) where that is enough; from what
//! the solver has learned on its way, as far as the checker can follow (`shorten.rs`); and otherwise by a
//! conflict-driven search over the pseudo-Boolean formula of the puzzle (`search.rs`), whose learned clauses are the
//! proof. Only those that the end was learned from are kept (`trim.rs`). So every family, with all its variants, gets
//! certificates without a line of its own, and a solver that learns gets them sooner.
//!
//! Claims about moves need no proof from here: the checker looks at the positions itself.
//!
//! ```
//! use quandary_check::Limits;
//! use quandary_prove::{Finding, certify};
//!
//! let puzzle = r#"{"family":"nonogram","rows":[[1],[2]],"columns":[[2],[1]]}"#;
//! let certificate = certify(puzzle, &Finding::Unique(r###"["#.","##"]"###.to_owned()), &[], &Limits::default())?;
//! assert!(quandary_check::check_certificate(puzzle, &certificate, &Default::default()).is_ok());
//! # Ok::<(), quandary_prove::NotProved>(())
//! ```

mod analyse;
mod attempts;
mod clauses;
mod literal;
mod order;
mod probe;
mod search;
mod shorten;
mod sums;
mod trim;
mod veripb;

use std::fmt;

use quandary_check::{Certificate, Claim, Failure, Formula, Limits, Literal, Rules};

use attempts::proof;
use literal::Lit;
use probe::Probed;
use shorten::{Goal, followed, shorten, strengthened};
pub use veripb::{VeriPb, veripb};

/// What a solver found, with solutions in Quandary's JSON form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// This is the only solution.
    Unique(String),
    /// There is no solution.
    Impossible,
    /// These are all solutions.
    Exactly(Vec<String>),
    /// These are solutions.
    Several(Vec<String>),
    /// These moves are a shortest plan, with bottles counted from 1.
    Optimal(Vec<[usize; 2]>),
    /// No moves lead to the goal.
    Unsolvable,
}

/// More clauses than this take longer to check than a shorter proof takes to find.
const MOST_LEARNED: usize = 10_000;

/// Why there is no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotProved {
    /// The limits were reached, or the caller wanted to stop.
    Stopped,
    /// What was found is not true.
    Refuted,
    /// The puzzle or a solution cannot be read by the checker.
    Unreadable(Failure),
}

impl fmt::Display for NotProved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotProved::Stopped => f.write_str("the budget ran out"),
            NotProved::Refuted => f.write_str("the claim is not true"),
            NotProved::Unreadable(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for NotProved {}

impl From<Failure> for NotProved {
    fn from(failure: Failure) -> Self {
        match failure {
            Failure::Limit => NotProved::Stopped,
            other => NotProved::Unreadable(other),
        }
    }
}

/// A certificate of what was found, in its binary form without the head of a file, within limits of memory and
/// until `stop` says so.
///
/// `learned` is what the solver has learned on its way, with cells, counted row by row, in place of variables: each clause
/// should follow from the rules, the clauses before it, and the demand that none of the solutions found is allowed. It need
/// not be trusted, and may be empty: then the proof is found again.
pub fn certify(
    puzzle_json: &str,
    found: &Finding,
    learned: &[Vec<Literal>],
    limits: &Limits<'_>,
) -> Result<Vec<u8>, NotProved> {
    let claim = match found {
        Finding::Optimal(moves) => Claim::Optimal(moves.clone()),
        Finding::Unsolvable => Claim::Unsolvable,
        _ => return deduction(puzzle_json, found, learned, limits),
    };
    Ok(Certificate::bare(claim).to_bytes(puzzle_json, None)?)
}

fn deduction(
    puzzle_json: &str,
    found: &Finding,
    learned: &[Vec<Literal>],
    limits: &Limits<'_>,
) -> Result<Vec<u8>, NotProved> {
    let rules = Rules::read(puzzle_json)?;
    let values = |solution: &String| rules.read_solution(solution);
    let certificate = match found {
        Finding::Several(solutions) => {
            Certificate::bare(Claim::Several(solutions.iter().map(values).collect::<Result<_, _>>()?))
        }
        Finding::Exactly(solutions) => {
            let solutions: Vec<Vec<usize>> = solutions.iter().map(values).collect::<Result<_, _>>()?;
            let clauses = searched(&rules, None, &solutions, &[], limits)?;
            Certificate { claim: Claim::Exactly(solutions), clauses }
        }
        Finding::Unique(solution) => proved(&rules, Some(values(solution)?), learned, limits)?,
        _ => proved(&rules, None, learned, limits)?,
    };
    Ok(certificate.to_bytes(puzzle_json, Some(&rules))?)
}

/// A proof that this is the only solution, or that there is none: by probing, by what the solver has learned, or by a
/// search.
fn proved(
    rules: &Rules,
    solution: Option<Vec<usize>>,
    learned: &[Vec<Literal>],
    limits: &Limits<'_>,
) -> Result<Certificate, NotProved> {
    let claim = if solution.is_some() { Claim::Unique } else { Claim::Impossible };
    let Probed { mut refuted, is_end, facts } = probe::prove(rules, solution.as_deref(), limits);
    if is_end {
        return Ok(Certificate { claim, clauses: refuted });
    }
    let blocked: Vec<Vec<usize>> = solution.iter().cloned().collect();
    let goal = Goal::Contradiction(&blocked);
    if let Some(clauses) = of_cells(rules, learned).and_then(|learned| followed(rules, goal, &learned, limits)) {
        let clauses = strengthened(rules, goal, clauses, limits);
        return Ok(Certificate { claim: if blocked.is_empty() { claim } else { Claim::Exactly(blocked) }, clauses });
    }
    refuted.extend(searched(rules, solution.as_deref(), &[], &facts, limits)?);
    let goal = if solution.is_some() { Goal::Settled } else { Goal::Contradiction(&[]) };
    Ok(Certificate { claim, clauses: shorten(rules, goal, refuted, limits) })
}

/// Clauses about cells as clauses about variables; `None` if there are none or too many, or if one is about a cell that
/// there is not.
fn of_cells(rules: &Rules, learned: &[Vec<Literal>]) -> Option<Vec<Vec<Literal>>> {
    let literal = |literal: &Literal| {
        let variable = rules.variable_of(literal.variable).filter(|_| literal.value < rules.values())?;
        Some(Literal { variable, ..*literal })
    };
    let clauses = learned.iter().map(|clause| clause.iter().map(literal).collect()).collect::<Option<Vec<_>>>()?;
    Some(clauses).filter(|clauses| (1..=MOST_LEARNED).contains(&clauses.len()))
}

/// The clauses that a search learns from the rules and from facts that the checker knows, in terms of the puzzle.
fn searched(
    rules: &Rules,
    solution: Option<&[usize]>,
    blocked: &[Vec<usize>],
    facts: &[Literal],
    limits: &Limits<'_>,
) -> Result<Vec<Vec<Literal>>, NotProved> {
    let formula = Formula::new(rules, limits)?;
    let in_words = |literal: Lit| {
        let (variable, value) = formula.meaning(literal.variable());
        Literal { variable, value, is: literal.is() }
    };
    let clauses = proof(&formula, solution, blocked, facts, limits)?;
    let clauses = clauses.iter().map(|clause| clause.iter().map(|&literal| in_words(literal)).collect()).collect();
    Ok(if blocked.is_empty() { clauses } else { shorten(rules, Goal::Contradiction(blocked), clauses, limits) })
}
