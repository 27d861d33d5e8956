//! How an explanation ends, in words that say what is wrong with the puzzle.

use super::answer::{Ending, EndingInfo, sentence};
use super::words;
use quandary_core::puzzle::Puzzle;
use quandary_core::reason::explain;
use quandary_core::verdict::{Ask, Budget, Stopped, Verdict};

/// What is said when nothing is left to say.
pub(super) const SOLVED: &str = "Solved.";

/// What an ending means for this puzzle. Where nothing more follows, the solver says why.
pub(super) fn of(board: &dyn Puzzle, ending: &explain::Ending, budget: &Budget) -> EndingInfo {
    match ending {
        explain::Ending::Complete => return EndingInfo::new(Ending::Complete, SOLVED),
        explain::Ending::Stopped(why) => return EndingInfo::stopped(*why),
        explain::Ending::Broken | explain::Ending::Stuck => {}
    }
    let outcome = board.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    match &outcome.verdict {
        Verdict::Impossible(conflict) => EndingInfo {
            conflict: Some(conflict.clone()),
            ..EndingInfo::new(Ending::Broken, sentence(&conflict.message))
        },
        Verdict::Multiple => {
            let how = match &outcome.solutions[..] {
                [first, second, ..] => format!("; the second {}", words::difference(board, first, second)),
                _ => String::new(),
            };
            let message = format!("No step is left: there are several solutions{how}.");
            EndingInfo::multiple(board, message, outcome)
        }
        Verdict::Unknown(
            why @ (Stopped::Time | Stopped::Nodes | Stopped::Memory | Stopped::TooMany(_) | Stopped::Cancelled),
        ) => EndingInfo::stopped(*why),
        _ => EndingInfo::new(
            Ending::Stuck,
            "No explanation was found for the next step, not even with an assumption inside an assumption.",
        ),
    }
}
