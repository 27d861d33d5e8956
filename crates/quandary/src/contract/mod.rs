//! One contract for every front end: a request goes in as JSON, an answer comes out as JSON.
//!
//! The command line (`--json`), the HTTP server and the page all say the same things about a puzzle, so what they say is
//! written here, once. A [`Request`] is what `POST /api/ACTION` takes:
//!
//! ```json
//! {"puzzle": "text in any notation", "family": null, "from": null, "rule": null, "options": {}}
//! ```
//!
//! `puzzle` may also be the JSON notation itself, as an object. [`answer`] takes an action by name and the text of a
//! request; each action is also a function of its own name. What goes wrong is a [`ContractError`]: its
//! [`json`](ContractError::json) is `{"error":{"message","line","column","help"}}`, its [`Kind`] says which HTTP status it
//! deserves.
//!
//! | action | options | answer, beside `family`, `rule` |
//! |---|---|---|
//! | [`solve`] | `solutions`, `count`, `svg` | `verdict`, `solutions`, `solution_count`, `count_is_exact`, `conflict`/`stopped`, `counters`, `time_us`, `message`, `svg` |
//! | [`board`] | `state`, `solution`, `marks` | `kind` (`deduction` or `moves`), `size`, `rows`, `columns`, `given` (cells with symbols), `symbols` (what may be written), `title`, `goal`, `rules` (what holds on this board beyond the goal, in sentences), `play` (how it is played: [`Setup`](crate::play::Setup)), `svg`, `text` |
//! | [`explain`] | `state`, `first`, `last`, `svg`, `html` | `puzzle`, `entries`, `steps`, `ending`, `message`, `html` |
//! | [`hint`] | `state`, `depth` (`where`, `why`, `what`), `svg` | `correct`, `message`, `depth`, `steps`, `tints`; or `mistake`; or `ending` |
//! | [`check`] | `solution` or `state`; `at_sight` | `correct`, `complete`, `message`, `verdict`/`violation`/`mistake`/`undo`; with `at_sight`: `broken` (`name`, `rule`, `cells`), the rules that a state breaks without any reasoning |
//! | [`play`] | `state`, `touches`, `keep_marks`, `solution` | `state`, `changed`, `values`, `broken`, `clues`, `complete`, `claim`, `legal`, `finished`, `closed`, `question`, `message`, `ask`: see [`PlayAnswer`] |
//! | [`grade`] | – | `grade` (`word`, `score`, …), `ratings` (`scale`, `name`, `value`), `ending`, `message` |
//! | [`generate`] | `count`, `seed`, `start`, `to`, `grade`, `needs`, `avoids`, `tries`, and the generator's own | `seed`, `puzzles` (`index`, `text`, `grade`) |
//! | [`convert`] | `to`, `untitled` (leave out title and author) | `notation`, `text`; without `to`: `texts`, one for each notation that can hold the board |
//! | [`compare`] | `algorithms`, `node_limit`, `svg` | `size`, `algorithms`, `disagreements`, `svg` |
//! | [`replay`] | `algorithm`, `events` | `algorithm`, `events` (`try`, `dead`, `back`, `solution`), `complete`, `counters` |
//! | [`draw`] | as `board` | `svg`, `text` |
//! | [`families`] | – | `families`: rules, notations, algorithms, examples, generator options |
//!
//! Every action takes `time_limit` (seconds), which can only shorten the budget that the front end gives.
//!
//! A **state** is what a player has done so far: for puzzles of deduction one symbol for each cell, row by row, `?` for
//! an open one (see [`read_entries`](crate::reason::explain::read_entries) for marks); for puzzles of moves the moves made,
//! as solutions are written (`1 -> 3` a line, or `{"moves":[[1,3]]}`).
//!
//! A **step** is `{"number", "argument", "name", "text", "rules", "premises", "conclusions", "cost", "tints", …}`; a
//! supposition has its chain in `steps`. **Tints** are what a picture colours: `{"premises": [cells], "conclusions":
//! [cells], "supposed": [cells], "lines": [{"name", "cells", "clue"}]}`; cells and clues are the ids of the SVG picture
//! (`r1c1`, `row1`, `column1`).
//!
//! Solvers recurse one level for each open cell of the reference engines: call from a thread with [`STACK`] bytes.

mod board;
mod check;
mod columns;
mod compare;
mod ending;
mod error;
mod explain;
mod families;
mod generate;
mod graded;
mod hint;
mod moves;
mod page;
mod play;
mod replay;
mod request;
mod runs;
mod solve;
#[cfg(test)]
mod tests;
pub mod words;

pub use board::{board, convert, draw};
pub use check::{Judged, Judgement, check, judge};
pub use columns::{COLUMNS, Column, Field};
pub use compare::{chart, chosen, compare, comparison_json};
pub use ending::{End, Ended};
pub use error::{ContractError, Kind};
pub use explain::{Picture, explain, explanation_json, grade, grade_json};
pub use families::{families, family_json};
pub use generate::generate;
pub use graded::{Assessment, Order, assess, generate_to_order};
pub use hint::{
    Depth, Hint, find_hint, hint, hint_json, hint_scene, mistake_json, tints as hint_tints, told as hint_text,
};
pub use moves::{Graded, MoveGrade, MoveHint, MoveStep, NoWay, Way, explain_moves, grade_moves, graded, next_move};
pub use page::{explanation_page, move_pictures, moves_page};
pub use play::{PlayAnswer, PlayOptions, Standing, play, played, setup};
pub use replay::replay;
pub use request::Request;
pub use runs::{Run, disagreements, run_all};
pub use solve::{identity, outcome_json, place, remarks, solve, verified};

use serde_json::Value;

use crate::puzzle::Families;
use crate::verdict::Budget;

/// The stack that a thread needs to solve the largest boards.
pub const STACK: usize = 256 << 20;

/// Answers a request within a budget.
pub type Action = fn(&Request, &Budget) -> Result<Value, ContractError>;

/// Every action by its name.
pub const ACTIONS: &[(&str, Action)] = &[
    ("solve", solve),
    ("board", board),
    ("explain", explain),
    ("hint", hint),
    ("check", check),
    ("play", play),
    ("grade", grade),
    ("generate", generate),
    ("convert", convert),
    ("compare", compare),
    ("replay", replay),
    ("draw", draw),
    ("families", families),
];

/// Answers the text of a request.
///
/// ```
/// use quandary::{Budget, contract};
///
/// let body = r#"{"puzzle": "12..\n....\n....\n..43", "options": {"depth": "where"}}"#;
/// let hint = contract::answer("hint", body, &Budget::default()).unwrap();
/// assert_eq!(hint["family"], "sudoku");
/// let error = contract::answer("solve", r#"{"puzzle": "12..\n..x.\n....\n..43"}"#, &Budget::default()).unwrap_err();
/// assert_eq!(error.line, Some(2));
/// ```
pub fn answer(action: &str, body: &str, budget: &Budget) -> Result<Value, ContractError> {
    let Some((_, act)) = ACTIONS.iter().find(|(name, _)| *name == action) else {
        let known: Vec<&str> = ACTIONS.iter().map(|(name, _)| *name).collect();
        return Err(ContractError::bad_request(format!("there is no action called '{action}'"))
            .help(format!("choose one of: {}", known.join(", "))));
    };
    act(&Request::parse(body)?, budget)
}

/// The same for a registry of one's own.
pub fn answer_with(families: Families, action: &str, body: &str, budget: &Budget) -> Result<Value, ContractError> {
    let act = ACTIONS.iter().find(|(name, _)| *name == action).map(|(_, act)| act);
    match act {
        None => answer(action, body, budget),
        Some(act) => act(&Request { families, ..Request::parse(body)? }, budget),
    }
}
