//! One algorithm on one puzzle: run, measured, verified, and held against the others.

use crate::puzzle::{Algorithm, Puzzle};
use crate::verdict::{Ask, Outcome, Verdict};

use super::words;

/// One algorithm on one puzzle.
#[derive(Debug)]
pub struct Run {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// What it found.
    pub outcome: Outcome,
    /// Why its answer is wrong, if it is: this is a bug of ours, and is said so.
    pub breaks_a_rule: Option<String>,
}

impl Run {
    /// The length of its plan.
    pub fn length(&self) -> Option<u64> {
        self.outcome.solutions.first().and_then(words::length)
    }
}

/// Runs the algorithms one after the other. Cancelling stops the one that is running; the rest are not started.
/// `measured` does what it is given and says how many bytes that held at most, where it can tell.
pub fn run_all(
    puzzle: &dyn Puzzle,
    algorithms: &[Algorithm],
    ask: &Ask,
    measured: impl Fn(&mut dyn FnMut()) -> Option<u64>,
) -> Vec<Run> {
    let mut runs = Vec::new();
    for &algorithm in algorithms {
        if ask.budget.cancel.is_cancelled() {
            break;
        }
        let mut outcome = None;
        let peak = measured(&mut || outcome = puzzle.solve_with(algorithm.name, ask));
        let Some(mut outcome) = outcome else { continue };
        outcome.counters.peak_bytes = peak.unwrap_or(outcome.counters.peak_bytes);
        let broken = outcome.solutions.iter().find_map(|solution| puzzle.verify(solution).err());
        runs.push(Run { algorithm, outcome, breaks_a_rule: broken.map(|why| why.message) });
    }
    runs
}

/// Answers that break the rules, and proofs that contradict each other. There must never be any.
pub fn disagreements(runs: &[Run]) -> Vec<String> {
    let mut wrong: Vec<String> = runs
        .iter()
        .filter_map(|run| run.breaks_a_rule.as_ref().map(|why| format!("{}: wrong answer: {why}", run.algorithm.name)))
        .collect();
    // The last that settled the question is the best algorithm: the others are held against it.
    let Some(judge) = runs.iter().rev().find(|run| is_settled(run)) else { return wrong };
    for run in runs.iter().filter(|run| contradicts(run, judge)) {
        wrong.push(format!(
            "{} says {}, {} says {}",
            run.algorithm.name,
            claim(run),
            judge.algorithm.name,
            claim(judge)
        ));
    }
    wrong
}

fn is_settled(run: &Run) -> bool {
    !matches!(run.outcome.verdict, Verdict::Unknown(_) | Verdict::Feasible { .. })
}

fn contradicts(run: &Run, judge: &Run) -> bool {
    let found = &run.outcome.solutions;
    match &judge.outcome.verdict {
        Verdict::Impossible(_) => !found.is_empty() || (is_settled(run) && claim(run) != claim(judge)),
        Verdict::Optimal => {
            let shorter = run.length() < judge.length() && run.length().is_some();
            shorter || (is_settled(run) && (claim(run) != claim(judge)))
        }
        Verdict::Unique => {
            let other = found.first().is_some_and(|solution| Some(solution) != judge.outcome.solutions.first());
            other || (is_settled(run) && claim(run) != claim(judge))
        }
        _ => is_settled(run) && claim(run) != claim(judge),
    }
}

/// What a run claims, in words that can be compared.
fn claim(run: &Run) -> String {
    match run.length() {
        Some(length) => format!("{} ({})", run.outcome.verdict.word(), words::count(length, "move")),
        None => run.outcome.verdict.word().to_owned(),
    }
}
