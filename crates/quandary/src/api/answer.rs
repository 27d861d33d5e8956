//! The parts that several answers have in common.

use serde::Serialize;

use quandary_core::puzzle::{self, Cell, Solution, SolutionJson};
use quandary_core::read::Source;
use quandary_core::verdict::{Conflict, Outcome, Stopped};

pub use quandary_core::verdict::VerdictWord;

/// What every answer about a puzzle begins with.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    /// The family's name.
    pub family: &'static str,
    /// The rule in force, where the family has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl Header {
    pub(crate) fn of(puzzle: &dyn puzzle::Puzzle) -> Self {
        Header { family: puzzle.family().name(), rule: puzzle.rule() }
    }
}

/// Where a puzzle came from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The file; `-` for a text that came without one.
    pub file: String,
    /// The puzzle's first line in the file, counted from 1.
    pub line: usize,
}

impl Place {
    /// Where a text came from.
    pub fn of(source: &Source) -> Self {
        let file = if source.name.starts_with('<') { "-" } else { &*source.name };
        Place { file: file.to_owned(), line: source.first_line }
    }
}

/// How an explanation, a hint or a grade ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Ending {
    /// The puzzle is solved.
    Complete,
    /// There is no solution.
    Broken,
    /// There are several solutions, so nothing more follows.
    Multiple,
    /// No explanation was found for the next step.
    Stuck,
    /// Part of the puzzle is hidden: what is revealed decides how it goes on.
    Hidden,
    /// The budget ran out.
    Stopped,
}

/// How an explanation, a hint or a grade ended, in a word and a sentence, with what shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndingInfo {
    /// In a word.
    pub ending: Ending,
    /// In a sentence; it is the answer's message.
    #[serde(skip)]
    pub message: String,
    /// What ran out, with the ending `stopped`; with the ending `hidden`, that there is no plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The clues that cannot all hold, with the ending `broken`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<Conflict>,
    /// Two solutions, with the ending `multiple`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub solutions: Vec<SolutionJson>,
    /// The cells in which the two solutions differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differ: Vec<Cell>,
    /// What the solver found, where it was asked.
    #[serde(skip)]
    pub outcome: Option<Box<Outcome>>,
}

impl EndingInfo {
    /// An ending that needs no more than a sentence.
    pub(crate) fn new(ending: Ending, message: impl Into<String>) -> Self {
        EndingInfo {
            ending,
            message: message.into(),
            stopped: None,
            conflict: None,
            solutions: Vec::new(),
            differ: Vec::new(),
            outcome: None,
        }
    }

    /// What is hidden leaves no plan: nobody can say how to go on.
    pub(crate) fn without_plan(message: impl Into<String>) -> Self {
        EndingInfo { stopped: Some(Stopped::Hidden), ..EndingInfo::new(Ending::Hidden, message) }
    }

    /// The end of a budget.
    pub(crate) fn stopped(why: Stopped) -> Self {
        let message = sentence(&why.to_string());
        EndingInfo { stopped: Some(why), ..EndingInfo::new(Ending::Stopped, message) }
    }

    /// Two solutions found by the solver.
    pub(crate) fn multiple(puzzle: &dyn puzzle::Puzzle, message: String, outcome: Outcome) -> Self {
        EndingInfo {
            solutions: outcome.solutions.iter().take(2).map(|found| puzzle.solution_json(found)).collect(),
            differ: differing(&outcome.solutions),
            outcome: Some(Box::new(outcome)),
            ..EndingInfo::new(Ending::Multiple, message)
        }
    }
}

/// The cells in which the first two solutions differ.
fn differing(solutions: &[Solution]) -> Vec<Cell> {
    let [first, second, ..] = solutions else { return Vec::new() };
    match (first.grid(), second.grid()) {
        (Some(a), Some(b)) => a.cells().filter(|&cell| a[cell] != b[cell]).collect(),
        _ => Vec::new(),
    }
}

/// The same text with a capital and a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{end}", quandary_core::reason::explain::words::capital(text))
}
