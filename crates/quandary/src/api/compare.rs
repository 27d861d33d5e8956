//! `compare`: algorithms side by side on the same puzzle.
//!
//! Every algorithm runs alone, on the same question and under the same budget. Every figure means the same for every
//! algorithm and family. A solution is verified before its figures are shown, and proofs that contradict each other are
//! named.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::answer::{Header, Place, VerdictWord};
use super::{Error, words};
use crate::Puzzle;
use quandary_core::puzzle::{self, Algorithm};
use quandary_core::scene::chart::{self, Chart, Measure, Unit};
use quandary_core::search::lab::Examination;
use quandary_core::threads::Threads;
use quandary_core::verdict::{Ask, Budget, Outcome, Stopped, Verdict};

/// The time for each algorithm where the budget has no limit.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// What `compare` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CompareOptions {
    /// The algorithms, in order; all of the family where none are named.
    pub algorithms: Vec<String>,
    /// The most search nodes of one algorithm.
    pub node_limit: Option<u64>,
    /// Instead of algorithms, compare the family's heuristics with the true distances.
    pub lab: bool,
    /// Add a chart.
    pub svg: bool,
}

/// The answer to `compare`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Comparison {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// The board's size as people say it.
    pub size: String,
    /// What each algorithm found, and what it took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithms: Option<Vec<AlgorithmRun>>,
    /// Wrong answers, and proofs that contradict each other: bugs in Quandary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disagreements: Option<Vec<String>>,
    /// The family's heuristics compared with the true distances, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lab: Option<Vec<Examination>>,
    /// The chart, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Where the puzzle came from.
    pub source: Place,
    /// Whether the budget ran out while the heuristics were compared.
    #[serde(skip)]
    pub stopped: Option<Stopped>,
}

/// One algorithm on one puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AlgorithmRun {
    /// The algorithm.
    pub algorithm: &'static str,
    /// What it proved or found.
    pub verdict: VerdictWord,
    /// The same in a few words for people: what ran out, or that there is no proof.
    pub result: String,
    /// CPU time in microseconds.
    pub time_us: f64,
    /// Search nodes expanded.
    pub nodes: u64,
    /// Search nodes generated, expanded or not.
    pub generated: u64,
    /// Dead ends: times that something had to be taken back.
    pub backtracks: u64,
    /// Times that one constraint was asked whether it could still hold.
    pub checks: u64,
    /// Times that one constraint was asked what follows.
    pub propagations: u64,
    /// The most open nodes at one time, or the deepest stack.
    pub peak_frontier: u64,
    /// Most bytes in the algorithm's tables at one time.
    pub peak_bytes: u64,
    /// Moves of the plan that was found.
    pub length: Option<u64>,
    /// Whether the plan was proved to be a shortest one.
    pub optimal: Option<bool>,
    /// What the solver returned.
    #[serde(skip)]
    pub outcome: Outcome,
    /// Why the answer is wrong, if it is.
    #[serde(skip)]
    wrong: Option<String>,
}

impl Puzzle {
    /// Runs algorithms side by side. A budget that has not begun is that of each algorithm; one that has begun is shared
    /// out evenly.
    pub fn compare(&self, options: &CompareOptions, budget: &Budget) -> Result<Comparison, Error> {
        let blank = Comparison {
            header: Header::of(self.board()),
            size: self.size(),
            algorithms: None,
            disagreements: None,
            lab: None,
            svg: None,
            source: Place::of(self.source()),
            stopped: None,
        };
        if options.lab {
            let budget = budget.begin();
            let lab = Some(self.lab(&budget));
            return Ok(Comparison { lab, stopped: budget.check().err(), ..blank });
        }
        let chosen = algorithms_of(self.board(), &options.algorithms)?;
        let mut runs = Vec::new();
        for (index, algorithm) in chosen.iter().enumerate() {
            if budget.cancel.is_cancelled() {
                break;
            }
            let left = (chosen.len() - index) as u32;
            let time = match budget.deadline {
                Some(_) => budget.start().left().map(|time| time / left),
                None => budget.time.or(Some(TIME_LIMIT)),
            };
            // Each algorithm's memory is counted by itself, and it runs on one thread.
            let nodes = options.node_limit.or(budget.nodes);
            let budget = Budget { time, nodes, account: None, ..budget.clone() }.on(Threads::default());
            let ask = Ask { budget, ..Ask::default() };
            runs.extend(AlgorithmRun::new(self.board(), algorithm, &ask));
        }
        let svg = options.svg.then(|| chart::render(&chart(&self.heading(), &runs)));
        Ok(Comparison { disagreements: Some(disagreements(&runs)), algorithms: Some(runs), svg, ..blank })
    }
}

/// The algorithms of these names, in their order; all of the family's when none are named.
pub(super) fn algorithms_of(board: &dyn puzzle::Puzzle, names: &[String]) -> Result<Vec<Algorithm>, Error> {
    let known = board.family().algorithms();
    if names.is_empty() {
        return Ok(known.to_vec());
    }
    let find = |name: &String| {
        let present = board.family().present_name(name);
        known.iter().find(|algorithm| algorithm.name == present).copied().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|algorithm| algorithm.name).collect();
            Error::unprocessable(format!("{} has no algorithm called '{name}'", board.family().title()))
                .help(format!("choose from: {}", names.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

impl AlgorithmRun {
    /// Runs an algorithm; `None` where the family does not know it after all.
    fn new(board: &dyn puzzle::Puzzle, algorithm: &Algorithm, ask: &Ask) -> Option<Self> {
        let outcome = board.solve_with(algorithm.name, ask)?;
        let wrong = outcome.solutions.iter().find_map(|solution| board.verify(solution).err());
        let counters = outcome.counters;
        let length = outcome.solutions.first().and_then(words::length);
        Some(AlgorithmRun {
            algorithm: algorithm.name,
            verdict: VerdictWord::from(&outcome.verdict),
            result: if wrong.is_some() { "WRONG".to_owned() } else { result_of(&outcome) },
            time_us: words::micros(outcome.cpu),
            nodes: counters.nodes,
            generated: counters.generated,
            backtracks: counters.backtracks,
            checks: counters.checks,
            propagations: counters.propagations,
            peak_frontier: counters.peak_frontier,
            peak_bytes: counters.peak_bytes,
            length,
            optimal: length.map(|_| outcome.verdict == Verdict::Optimal),
            wrong: wrong.map(|why| why.message),
            outcome,
        })
    }

    /// Why it ended early, where its budget did.
    pub(super) fn stopped(&self) -> Option<String> {
        match &self.outcome.verdict {
            Verdict::Unknown(
                why @ (Stopped::Time | Stopped::Nodes | Stopped::Memory | Stopped::TooMany(_) | Stopped::Cancelled),
            ) => Some(why.to_string()),
            _ => None,
        }
    }

    fn is_settled(&self) -> bool {
        !matches!(self.outcome.verdict, Verdict::Unknown(_) | Verdict::Feasible { .. })
    }

    /// What a run claims, in words that can be compared.
    fn claim(&self) -> String {
        match self.length {
            Some(length) => format!("{} ({})", self.outcome.verdict.word(), words::count(length, "move")),
            None => self.outcome.verdict.word().to_owned(),
        }
    }

    fn contradicts(&self, best: &AlgorithmRun) -> bool {
        let found = &self.outcome.solutions;
        let claims_otherwise = || self.is_settled() && self.claim() != best.claim();
        match &best.outcome.verdict {
            Verdict::Impossible(_) => !found.is_empty() || claims_otherwise(),
            Verdict::Optimal => (self.length.is_some() && self.length < best.length) || claims_otherwise(),
            Verdict::Unique => {
                let differs = |solution| Some(solution) != best.outcome.solutions.first();
                found.first().is_some_and(differs) || claims_otherwise()
            }
            _ => claims_otherwise(),
        }
    }
}

/// The result in a few words.
fn result_of(outcome: &Outcome) -> String {
    match &outcome.verdict {
        Verdict::Multiple => "several solutions".to_owned(),
        Verdict::Feasible { lower_bound } => format!("feasible, bound {lower_bound}"),
        Verdict::Unknown(Stopped::Time) => "ran out: time".to_owned(),
        Verdict::Unknown(Stopped::Nodes) => "ran out: nodes".to_owned(),
        Verdict::Unknown(Stopped::Memory) => "ran out: memory".to_owned(),
        Verdict::Unknown(Stopped::Cancelled) => "interrupted".to_owned(),
        Verdict::Unknown(Stopped::TooMany(u64::MAX)) => "too many cases".to_owned(),
        Verdict::Unknown(Stopped::TooMany(cases)) => format!("too many cases: {cases}"),
        Verdict::Unknown(Stopped::Enough | Stopped::Incomplete) => match outcome.solutions.is_empty() {
            true => "nothing found, no proof".to_owned(),
            false => "found, no proof".to_owned(),
        },
        settled => settled.word().to_owned(),
    }
}

/// Answers that break the rules, and proofs that contradict each other. There must never be any.
fn disagreements(runs: &[AlgorithmRun]) -> Vec<String> {
    let mut wrong: Vec<String> = runs
        .iter()
        .filter_map(|run| run.wrong.as_ref().map(|why| format!("{}: wrong answer: {why}", run.algorithm)))
        .collect();
    // The last that settled the question is the best algorithm: the others are compared with it.
    let Some(best) = runs.iter().rev().find(|run| run.is_settled()) else { return wrong };
    for run in runs.iter().filter(|run| run.contradicts(best)) {
        wrong.push(format!("{} says {}, {} says {}", run.algorithm, run.claim(), best.algorithm, best.claim()));
    }
    wrong
}

/// The bar chart of a comparison: time, nodes and memory.
fn chart(title: &str, runs: &[AlgorithmRun]) -> Chart {
    let measure = |name: &str, unit| Measure { name: name.to_owned(), unit };
    let rows = runs.iter().map(|run| chart::Row {
        name: run.algorithm.to_owned(),
        values: vec![
            Some(run.outcome.cpu.as_secs_f64()),
            Some(run.outcome.counters.nodes as f64),
            Some(run.outcome.counters.peak_bytes as f64),
        ],
        stopped: run.stopped(),
    });
    Chart {
        title: title.to_owned(),
        measures: vec![
            measure("CPU time", Unit::Seconds),
            measure("nodes expanded", Unit::Count),
            measure("peak memory", Unit::Bytes),
        ],
        rows: rows.collect(),
        captions: Vec::new(),
    }
}
