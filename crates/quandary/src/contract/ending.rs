//! How an explanation ends, in words that say what is the matter with the puzzle.

use serde_json::{Map, Value, json};

use super::words;
use crate::puzzle::{Cell, Puzzle};
use crate::reason::explain::Ending;
use crate::verdict::{Ask, Budget, Outcome, Stopped, Verdict};

/// How an explanation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Everything is known.
    Complete,
    /// There is no solution.
    Impossible,
    /// There are several solutions, so nothing more follows.
    Several,
    /// No explanation was found for the next step.
    Stuck,
    /// The budget ran out.
    Stopped(Stopped),
}

/// How an explanation ended, in words, with what shows it.
#[derive(Clone, Debug)]
pub struct Ended {
    /// How it ended.
    pub end: End,
    /// The same in a sentence without a full stop.
    pub sentence: String,
    /// What the solver found, where it was asked: two solutions, or the clues that clash.
    pub outcome: Option<Outcome>,
}

impl End {
    /// The word in JSON.
    pub fn word(self) -> &'static str {
        match self {
            End::Complete => "complete",
            End::Impossible => "broken",
            End::Several => "multiple",
            End::Stuck => "stuck",
            End::Stopped(_) => "stopped",
        }
    }
}

impl Ended {
    /// What an ending means for this puzzle. Where nothing more follows, the solver says why.
    pub fn of(puzzle: &dyn Puzzle, ending: &Ending, budget: &Budget) -> Self {
        let told = |end, sentence: String| Ended { end, sentence, outcome: None };
        match ending {
            Ending::Complete => return told(End::Complete, "and everything is known".to_owned()),
            Ending::Stopped(why) => return told(End::Stopped(*why), why.to_string()),
            Ending::Broken | Ending::Stuck => {}
        }
        let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
        let (end, sentence) = match &outcome.verdict {
            Verdict::Impossible(conflict) => (End::Impossible, conflict.message.clone()),
            Verdict::Multiple => {
                let how = match &outcome.solutions[..] {
                    [first, second, ..] => format!("; two of them: one {}", words::difference(puzzle, first, second)),
                    _ => String::new(),
                };
                (End::Several, format!("nothing more follows: there are several solutions{how}"))
            }
            Verdict::Unknown(
                why @ (Stopped::Time | Stopped::Nodes | Stopped::Memory | Stopped::TooMany(_) | Stopped::Cancelled),
            ) => (End::Stopped(*why), why.to_string()),
            _ => (
                End::Stuck,
                "no explanation was found for the next step, not even with a supposition inside a supposition"
                    .to_owned(),
            ),
        };
        Ended { end, sentence, outcome: Some(outcome) }
    }

    /// Adds what there is to say: `ending` and `message`; two solutions and where they `differ`, or the `conflict`.
    pub fn tell(&self, puzzle: &dyn Puzzle, object: &mut Map<String, Value>) {
        object.insert("ending".into(), json!(self.end.word()));
        object.insert("message".into(), json!(self.sentence));
        let Some(outcome) = &self.outcome else { return };
        match &outcome.verdict {
            Verdict::Impossible(conflict) => {
                object.insert("conflict".into(), json!(conflict));
            }
            Verdict::Multiple => {
                let solutions = outcome.solutions.iter().take(2);
                object.insert("solutions".into(), solutions.map(|found| puzzle.solution_json(found)).collect());
                object.insert("differ".into(), json!(differing(outcome)));
            }
            _ => {}
        }
    }
}

/// The cells in which the first two solutions differ.
fn differing(outcome: &Outcome) -> Vec<Cell> {
    match &outcome.solutions[..] {
        [first, second, ..] => match (first.grid(), second.grid()) {
            (Some(a), Some(b)) => a.cells().filter(|&cell| a[cell] != b[cell]).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
