//! The same proofs in the language of VeriPB, version 3.
//!
//! The formula is the checker's (`quandary-check --opb` writes the same text). The proof logs the solution, if there is one,
//! which adds the demand to agree with it in fewer variables, then the learned clauses, each by unit propagation (`rup`),
//! and ends in a contradiction.

use std::fmt::Write;

use quandary_check::{Certificate, Claim, Formula, Limits, Literal, Rules};

use crate::literal::Lit;
use crate::{Finding, NotProved, proof, proved};

/// A formula and a proof.
#[derive(Clone, Debug)]
pub struct VeriPb {
    /// The formula in the OPB format.
    pub formula: String,
    /// The proof.
    pub proof: String,
    /// The line that VeriPB must print.
    pub verdict: String,
}

/// More solutions than this make a formula too long.
const MOST_FORBIDDEN: usize = 100;

/// A proof for VeriPB that a solution is the only one, that there is none, or that there are none but a few (which the
/// formula then forbids). VeriPB has no conclusion for other claims: `Ok(None)`.
///
/// Where a certificate of the same is at hand and its clauses follow for VeriPB as well, they need not be found again.
pub fn veripb(
    puzzle_json: &str,
    found: &Finding,
    certificate: Option<&[u8]>,
    limits: &Limits<'_>,
) -> Result<Option<VeriPb>, NotProved> {
    let solution = match found {
        Finding::Unique(solution) => Some(solution),
        Finding::Impossible => None,
        Finding::Exactly(solutions) if solutions.len() <= MOST_FORBIDDEN => None,
        _ => return Ok(None),
    };
    let forbidden = if let Finding::Exactly(solutions) = found { &solutions[..] } else { &[] };
    let rules = Rules::read(puzzle_json)?;
    let solution = solution.map(|solution| rules.read_solution(solution)).transpose()?;
    let mut formula = Formula::new(&rules, limits)?;
    for solution in forbidden {
        formula.forbid(&rules.read_solution(solution)?);
    }
    let clauses = if rules.is_seen_by_units() && forbidden.is_empty() {
        // The certificate's clauses are fewer, and follow here as well.
        let literal = |literal: &Literal| {
            let value = Lit::of(formula.literal(literal.variable, literal.value));
            if literal.is { value } else { !value }
        };
        let known = certificate.map(|bytes| Certificate::from_bytes(puzzle_json, bytes)).transpose()?;
        // Once a solution is logged, another one is looked for: that it is the only one listed says the same.
        let is_same = |known: &Certificate| match &known.claim {
            Claim::Unique | Claim::Impossible => true,
            Claim::Exactly(listed) => solution.as_ref().is_some_and(|only| listed == std::slice::from_ref(only)),
            _ => false,
        };
        let certificate = match known.filter(is_same) {
            Some(known) => known,
            None => proved(&rules, solution.clone(), &[], limits)?,
        };
        certificate.clauses.iter().map(|clause| clause.iter().map(literal).collect()).collect()
    } else {
        proof(&formula, solution.as_deref(), &[], &[], limits)?
    };
    let mut text = format!("pseudo-Boolean proof version 3.0\nf {};\n", formula.inequalities());
    let named = |variable: usize, is: bool| format!("{}{}", if is { "" } else { "~" }, formula.name(variable));
    if let Some(solution) = &solution {
        text.push_str("soli");
        for term in formula.agreement(solution) {
            let _ = write!(text, " {}", named(term.variable, term.is));
        }
        text.push_str(";\n");
    }
    for clause in &clauses {
        text.push_str("rup");
        for literal in clause {
            let _ = write!(text, " 1 {}", named(literal.variable(), literal.is()));
        }
        text.push_str(" >= 1;\n");
    }
    let (conclusion, verdict) = match &solution {
        Some(solution) => {
            let all = solution.len();
            (format!("BOUNDS {all} : -1 {all}"), format!("s VERIFIED BOUNDS {all} <= obj <= {all}"))
        }
        None => ("UNSAT : -1".to_owned(), "s VERIFIED UNSATISFIABLE".to_owned()),
    };
    let _ = write!(text, "rup >= 1;\noutput NONE;\nconclusion {conclusion};\nend pseudo-Boolean proof;\n");
    Ok(Some(VeriPb { formula: formula.to_opb(solution.as_deref()), proof: text, verdict }))
}
