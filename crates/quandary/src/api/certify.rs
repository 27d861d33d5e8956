//! `certify`: the verdict, with a proof that others can check.
//!
//! The proof is made from the rules as `quandary-check` states them, with the help of what the solver has learned
//! (`quandary-prove`), and is checked by `quandary-check` before it is handed out.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use quandary_check::{Claim, Limits, Literal};
use quandary_prove::{Finding, NotProved};
use serde::{Deserialize, Serialize};

use super::answer::{Header, Place, VerdictWord};
use super::solve::{Solved, solve_verified};
use super::{Error, words};
use crate::Puzzle;
use quandary_core::verdict::{Ask, Budget, CellLiteral, Outcome, Stopped, Verdict};

/// The most solutions that one certificate lists.
const MAX_LISTED: usize = 10_000;

/// What `certify` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CertifyOptions {
    /// Certify the exact number of solutions, up to 10,000, where there are several.
    pub count: bool,
    /// Add a proof for VeriPB, where the claim is one that VeriPB can conclude: the only solution, none, or (with `count`) at
    /// most a hundred.
    pub veripb: bool,
}

/// What a certificate shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ClaimWord {
    /// There is exactly one solution.
    Unique,
    /// There is no solution.
    Impossible,
    /// The listed solutions are all there are.
    Exactly,
    /// There are at least two solutions.
    Several,
    /// No plan is shorter.
    Optimal,
    /// No plan leads to the goal.
    Unsolvable,
}

/// A certificate, as far as it is described beside a verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CertificateInfo {
    /// What it shows.
    pub kind: ClaimWord,
    /// How long it is.
    pub bytes: usize,
    /// Whether the independent checker accepted it.
    pub checked: bool,
}

/// A formula and a proof for VeriPB.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VeriPbFiles {
    /// The formula in the OPB format, as `quandary-check --opb` writes it.
    pub opb: String,
    /// The proof, version 3.
    pub pbp: String,
    /// The line that VeriPB must print.
    pub verdict: String,
}

/// The answer to `certify`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Certified {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// What was proved or found.
    pub verdict: VerdictWord,
    /// The certificate, if the verdict could be certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateInfo>,
    /// Why the verdict is not certified.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_certified: Option<String>,
    /// The puzzle in the JSON notation: this is what the certificate is about.
    pub puzzle: String,
    /// The certificate as a file (`.qcert`), in base64.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qcert: Option<String>,
    /// The proof for VeriPB, where it was asked for and the claim allows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub veripb: Option<VeriPbFiles>,
    /// The verdict in words.
    pub message: String,
    /// Where the puzzle came from.
    pub source: Place,
    /// The certificate itself, as it stands in a file.
    #[serde(skip)]
    pub record: Option<Vec<u8>>,
}

/// A file of certificates (`.qcert`), in the order of their puzzles.
#[derive(Clone, Debug, Default)]
pub struct CertificateFile(Vec<Vec<u8>>);

impl CertificateFile {
    /// Adds the certificate of one more puzzle ([`Certified::record`]).
    pub fn add(&mut self, record: Vec<u8>) {
        self.0.push(record);
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        quandary_check::write_records(self.0.iter().map(Vec::as_slice))
    }
}

impl Puzzle {
    /// Solves the puzzle, proves the verdict from the rules as the independent checker states them, and has the proof
    /// checked.
    pub fn certify(&self, options: &CertifyOptions, budget: &Budget) -> Result<Certified, Error> {
        let budget = budget.begin();
        let solutions = if options.count { MAX_LISTED } else { 2 };
        let ask =
            Ask { solutions, count: options.count, log: !options.count, budget: budget.clone(), ..Ask::default() };
        let outcome = solve_verified(self.board(), self.source(), &ask)?;
        // A family without the JSON notation is none that the checker knows.
        let (puzzle, proved) = match self.write_within("json", &budget) {
            Ok(puzzle) => {
                let proved = self.prove(&outcome, &puzzle, &budget);
                (puzzle, proved)
            }
            Err(error) => (String::new(), Err(error.to_string())),
        };
        let stop = || budget.check().is_err();
        let limits = Limits { memory: budget.memory, stop: &stop, ..Limits::default() };
        let (record, certificate, not_certified) = match proved {
            Ok((record, info)) => (Some(record), Some(info), None),
            Err(why) => (None, None, Some(why)),
        };
        let (mut veripb, mut no_veripb) = (None, String::new());
        if let (true, Some(record), Ok(finding)) = (options.veripb, &record, self.finding(&outcome)) {
            match quandary_prove::veripb(&puzzle, &finding, Some(record), &limits) {
                Ok(Some(files)) => veripb = Some(files),
                Ok(None) => no_veripb = "; VeriPB has no conclusion for this".to_owned(),
                Err(why) => no_veripb = format!("; no proof for VeriPB: {why}"),
            }
        }
        let file = record.as_deref().map(|record| quandary_check::write_records([record]));
        Ok(Certified {
            header: Header::of(self.board()),
            verdict: VerdictWord::from(&outcome.verdict),
            message: marked(
                &words::verdict(self.board(), &outcome, &ask),
                certificate.map(|info| info.kind).ok_or(not_certified.as_deref().unwrap_or_default()),
                outcome.count_is_exact,
                &no_veripb,
            ),
            certificate,
            not_certified,
            puzzle,
            qcert: file.map(|file| BASE64_STANDARD.encode(file)),
            veripb: veripb.map(|files| VeriPbFiles { opb: files.formula, pbp: files.proof, verdict: files.verdict }),
            source: Place::of(self.source()),
            record,
        })
    }

    /// What the solver found, as a claim.
    fn finding(&self, outcome: &Outcome) -> Result<Finding, String> {
        let is_moves = self.board().moves().is_some();
        let all = || outcome.solutions.iter().map(|solution| self.board().solution_json(solution).to_string());
        let first = || all().next().ok_or("there is no solution to certify");
        Ok(match &outcome.verdict {
            Verdict::Unique => Finding::Unique(first()?),
            Verdict::Impossible(_) if is_moves => Finding::Unsolvable,
            Verdict::Impossible(_) => Finding::Impossible,
            Verdict::Multiple if outcome.count_is_exact && outcome.solution_count == outcome.solutions.len() as u64 => {
                Finding::Exactly(all().collect())
            }
            Verdict::Multiple => Finding::Several(all().take(2).collect()),
            Verdict::Optimal => {
                let plan = outcome.solutions.first().and_then(|solution| solution.plan());
                let plan = plan.ok_or("there is no plan to certify")?;
                Finding::Optimal(
                    plan.moves.iter().map(|step| [step.from, step.to].map(|at| usize::from(at) + 1)).collect(),
                )
            }
            Verdict::Unknown(Stopped::Hidden) => {
                return Err("part of the board is hidden, and every claim would depend on what is there".to_owned());
            }
            _ => return Err("nothing was proved".to_owned()),
        })
    }

    /// A certificate of an outcome that the checker has accepted, or why there is none.
    fn prove(&self, outcome: &Outcome, puzzle: &str, budget: &Budget) -> Result<(Vec<u8>, CertificateInfo), String> {
        let finding = self.finding(outcome)?;
        let stop = || budget.check().is_err();
        let literal = |literal: &CellLiteral| Literal {
            variable: literal.cell as usize,
            value: literal.value.into(),
            is: literal.is,
        };
        let learned: Vec<Vec<Literal>> =
            outcome.learned.iter().map(|clause| clause.iter().map(literal).collect()).collect();
        let limits = Limits { memory: budget.memory, stop: &stop, ..Limits::default() };
        let record = quandary_prove::certify(puzzle, &finding, &learned, &limits).map_err(|why| why.to_string())?;
        let shown = quandary_check::check_certificate(puzzle, &record, &limits).map_err(|failure| match failure {
            quandary_check::Failure::Limit => NotProved::Stopped.to_string(),
            other => other.to_string(),
        })?;
        let info = CertificateInfo { kind: claim_word(&shown.claim), bytes: record.len(), checked: true };
        Ok((record, info))
    }
}

impl Solved {
    /// Adds a certificate, and says in the message whether there is one.
    pub fn certify(&mut self, puzzle: &Puzzle, budget: &Budget) {
        let text = puzzle.write_within("json", budget).map_err(|error| error.to_string());
        let proved = text.and_then(|text| puzzle.prove(&self.outcome, &text, budget));
        self.certificate = proved.as_ref().ok().map(|(_, info)| *info);
        let certified = proved.as_ref().map(|(_, info)| info.kind).map_err(String::as_str);
        self.message = marked(&self.message, certified, self.count_is_exact, "");
    }
}

/// A verdict in words that also says whether it is certified: "unique (certificate checked): …". A certificate that shows two
/// solutions shows nothing of how many there are. `more` is said after that.
fn marked(verdict: &str, certified: Result<ClaimWord, &str>, count_is_exact: bool, more: &str) -> String {
    let mark = match certified {
        Ok(ClaimWord::Several) if count_is_exact => "certificate checked for two of them".to_owned(),
        Ok(_) => "certificate checked".to_owned(),
        Err(why) => format!("not certified: {why}"),
    };
    match verdict.split_once(':') {
        Some((word, rest)) => format!("{word} ({mark}{more}):{rest}"),
        None => format!("{verdict} ({mark}{more})"),
    }
}

fn claim_word(claim: &Claim) -> ClaimWord {
    match claim {
        Claim::Unique => ClaimWord::Unique,
        Claim::Impossible => ClaimWord::Impossible,
        Claim::Exactly(_) => ClaimWord::Exactly,
        Claim::Several(_) => ClaimWord::Several,
        Claim::Optimal(_) => ClaimWord::Optimal,
        Claim::Unsolvable => ClaimWord::Unsolvable,
    }
}
