//! `solve`: the verdict, the solutions, and what they took.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::answer::{Header, Place, VerdictWord};
use super::certify::CertificateInfo;
use super::{Error, words};
use crate::Puzzle;
use quandary_core::puzzle::{self, Solution, SolutionJson};
use quandary_core::read::Source;
use quandary_core::scene::svg;
use quandary_core::verdict::{Ask, Budget, Conflict, Counters, Orders, Outcome, Sample, Stopped, Verdict};

/// The most solutions that one answer holds.
const MAX_SOLUTIONS: usize = 10_000;

/// The most solutions that are drawn at random.
pub const MAX_SAMPLE: usize = 10_000;

/// The time limit for the remarks beside the verdict.
const REMARK_TIME: Duration = Duration::from_secs(2);

/// What `solve` can be asked for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct SolveOptions {
    /// How many solutions to look for; 2 are enough to prove or refute uniqueness.
    pub solutions: usize,
    /// Count all solutions.
    pub count: bool,
    /// Draw this many solutions at random, each as likely as any other, up to 10,000; all solutions are counted for that.
    pub sample: usize,
    /// The same seed draws the same solutions.
    pub seed: u64,
    /// Add the solved board as a picture.
    pub svg: bool,
    /// Prove the verdict again and have the proof checked.
    pub certify: bool,
}

impl Default for SolveOptions {
    fn default() -> Self {
        SolveOptions { solutions: 2, count: false, sample: 0, seed: 0, svg: false, certify: false }
    }
}

impl SolveOptions {
    /// The solutions to be drawn.
    fn sample(&self) -> Result<Option<Sample>, String> {
        if self.sample > MAX_SAMPLE {
            return Err(format!("option 'sample': at most {MAX_SAMPLE} solutions are drawn at a time"));
        }
        if self.sample > 0 && self.certify {
            return Err("options 'sample' and 'certify': there is no proof of a sample".to_owned());
        }
        Ok((self.sample > 0).then_some(Sample { count: self.sample, seed: self.seed }))
    }
}

/// Whether solutions of this board can be drawn at random; the error says why not.
pub fn can_sample(board: &dyn puzzle::Puzzle) -> Result<(), String> {
    let family = board.family();
    let title = family.title();
    board.moves().map_or(Ok(()), |_| Err(format!("{title}: plans are not counted, so none can be drawn at random")))
}

/// The answer to `solve`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Solved {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// What was proved or found.
    pub verdict: VerdictWord,
    /// The solutions, at most as many as asked for, in the family's form.
    pub solutions: Vec<SolutionJson>,
    /// How many solutions were found.
    pub solution_count: u64,
    /// Whether that is the exact number of solutions.
    pub count_is_exact: bool,
    /// The exact number of solutions in digits, where it does not fit into 64 bits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact_count: Option<String>,
    /// The solutions that were drawn at random, where that was asked for; none where not all could be counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Vec<SolutionJson>>,
    /// The clues that cannot all hold, with the verdict `impossible`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// Why nothing was proved, with the verdict `unknown`; or why no solution was drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    /// The parts of the board in which the first two solutions differ, as players call them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differing: Vec<String>,
    /// The certificate of the verdict, where one was asked for and found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<CertificateInfo>,
    /// What else there is to say, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What it took.
    pub counters: Counters,
    /// CPU time in microseconds.
    pub time_us: f64,
    /// The verdict in words.
    pub message: String,
    /// The solved board as a picture, where it was asked for and there was time to draw it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Where the puzzle came from.
    pub source: Place,
    /// What the solver returned.
    #[serde(skip)]
    pub outcome: Outcome,
}

impl Puzzle {
    /// Solves the puzzle. Every solution is verified against the rules before it is returned.
    pub fn solve(&self, options: &SolveOptions, budget: &Budget) -> Result<Solved, Error> {
        let solutions = options.solutions.clamp(1, MAX_SOLUTIONS);
        let sample = options.sample().map_err(Error::bad_request)?;
        if sample.is_some() {
            can_sample(self.board()).map_err(Error::unprocessable)?;
        }
        let count = options.count || sample.is_some();
        let ask = Ask { solutions, count, sample, log: options.certify, budget: budget.begin() };
        let outcome = solve_verified(self.board(), self.source(), &ask)?;
        let mut solved = Solved::new(self, outcome, &ask);
        if options.certify {
            solved.certify(self, &ask.budget);
        }
        if options.svg {
            let scene = self.scene(solved.outcome.solutions.first());
            solved.svg = svg::render_within(&scene, &ask.budget.for_showing()).ok();
        }
        Ok(solved)
    }
}

impl Solved {
    /// The answer that an outcome amounts to. Its solutions must have been verified ([`verify_all`]).
    pub fn new(puzzle: &Puzzle, outcome: Outcome, ask: &Ask) -> Self {
        let board = puzzle.board();
        let differing = match &outcome.solutions[..] {
            [first, second, ..] => board.differing_parts(first, second),
            _ => Vec::new(),
        };
        let (conflict, stopped) = match &outcome.verdict {
            Verdict::Impossible(conflict) => (Some(conflict.clone()), None),
            Verdict::Unknown(why) => (None, Some(*why)),
            _ => (None, ask.sample.and(outcome.sampled.as_ref().err().copied())),
        };
        let in_json = |found: &Solution| board.solution_json(found);
        Solved {
            header: Header::of(board),
            verdict: VerdictWord::from(&outcome.verdict),
            solutions: outcome.solutions.iter().map(in_json).collect(),
            solution_count: outcome.solution_count,
            count_is_exact: outcome.count_is_exact,
            exact_count: outcome.exact_count.filter(|&many| many > u64::MAX.into()).map(|many| many.to_string()),
            sampled: ask.sample.map(|_| outcome.sampled.iter().flatten().map(in_json).collect()),
            conflict,
            stopped,
            orders: outcome.orders,
            differing,
            certificate: None,
            remarks: remarks(board, &outcome, &ask.budget),
            counters: outcome.counters,
            time_us: words::micros(outcome.cpu),
            message: words::verdict(board, &outcome, ask),
            svg: None,
            source: Place::of(puzzle.source()),
            outcome,
        }
    }
}

/// Solves a board and verifies every solution.
pub(super) fn solve_verified(board: &dyn puzzle::Puzzle, source: &Source, ask: &Ask) -> Result<Outcome, Error> {
    let outcome = board.solve(ask);
    verify_all(board, source, &outcome)?;
    Ok(outcome)
}

/// What else there is to say with an answer, within two seconds.
pub fn remarks(board: &dyn puzzle::Puzzle, outcome: &Outcome, budget: &Budget) -> Vec<String> {
    let time = budget.time.map_or(REMARK_TIME, |time| time.min(REMARK_TIME));
    let budget = Budget { time: Some(time), ..budget.clone() }.begin();
    if budget.check().is_ok() { board.remarks(outcome, &budget) } else { Vec::new() }
}

/// Verifies every solution against the rules before it is shown.
pub fn verify_all(board: &dyn puzzle::Puzzle, source: &Source, outcome: &Outcome) -> Result<(), Error> {
    outcome.solutions.iter().chain(outcome.sampled.iter().flatten()).try_for_each(|solution| {
        board.verify(solution).map_err(|why| {
            Error::internal(format!(
                "the solver's answer to {}:{} breaks the rules, so it is not shown: {}",
                source.name, source.first_line, why.message
            ))
        })
    })
}
