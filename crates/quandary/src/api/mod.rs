//! The typed interface: what can be asked about a puzzle, and what is answered.
//!
//! Every question is a method of [`Puzzle`](crate::Puzzle) (or a function, where there is no puzzle yet) that takes its
//! options and a [`Budget`] and gives a typed answer. The command line (`--json`), the HTTP server and the page all print
//! that answer, serialised: the same question gets the same answer from all of them.
//!
//! | action | options | answer |
//! |---|---|---|
//! | [`solve`](crate::Puzzle::solve) | [`SolveOptions`] | [`Solved`]: verdict, solutions, what it took |
//! | [`check`](crate::Puzzle::check) | [`CheckOptions`] | [`Checked`]: is this a solution, or right so far? |
//! | [`certify`](crate::Puzzle::certify) | [`CertifyOptions`] | [`Certified`]: the verdict, with a proof that others can check |
//! | [`hint`](crate::Puzzle::hint) | [`HintOptions`] | [`Hint`]: the next step, a mistake first |
//! | [`explain`](crate::Puzzle::explain) | [`ExplainOptions`] | [`Explained`]: every step |
//! | [`grade`](crate::Puzzle::grade) | [`GradeOptions`] | [`Graded`]: how hard, and why |
//! | [`generate`] | [`GenerateOptions`] | [`Generated`]: new puzzles, no board twice |
//! | [`compare`](crate::Puzzle::compare) | [`CompareOptions`] | [`Comparison`]: algorithms side by side |
//! | `experiment` ([`Experiment`]) | [`ExperimentOptions`] | [`Experimented`]: algorithms compared as puzzles grow |
//! | [`convert`](crate::Puzzle::convert) | [`ConvertOptions`] | [`Converted`]: the puzzle in other notations |
//! | [`draw`](crate::Puzzle::draw) | [`DrawOptions`] | [`Drawn`]: pictures |
//! | [`board`](crate::Puzzle::describe) | [`DrawOptions`] | [`Board`]: what a page needs to show a board |
//! | [`play`](crate::Puzzle::play) | [`PlayOptions`] | [`Played`]: what touches make of a board, broken rules, legal moves |
//! | `edit` | [`EditOptions`] | [`Edited`]: a puzzle set by hand, gesture by gesture |
//! | [`replay`](crate::Puzzle::replay) | [`ReplayOptions`] | [`Replay`]: an algorithm's search, event by event |
//! | `print` (`bind`, with the feature `print`) | `PrintOptions` | `Booklet`: puzzles on paper, with solutions |
//! | `families` ([`catalogue`]) | [`FamiliesOptions`] | [`Catalogue`]: what there is |
//!
//! [`answer`] takes an action by name and a request as JSON:
//!
//! ```json
//! {"puzzle": "text in any notation", "family": null, "from": null, "rule": null, "options": {}}
//! ```
//!
//! `puzzle` may also be the JSON notation itself, as an object. Every action takes `time_limit` (seconds), which can only
//! shorten the budget. What goes wrong is an [`Error`].
//!
//! A **state** is what a player has done so far: for deduction puzzles one symbol for each cell, row by row, `?` for
//! an open one and `{12}` for marks; for move puzzles the moves made, as solutions are written (`1 -> 3` a line, or
//! `{"moves":[[1,3]]}`). Cells and clues in answers are the ids of the SVG picture (`r1c1`, `row1`, `column1`).

mod answer;
mod board;
mod catalogue;
mod certify;
mod check;
mod compare;
mod convert;
mod draw;
mod edit;
mod ending;
mod error;
mod experiment;
mod explain;
mod generate;
mod grade;
mod hint;
mod html;
#[cfg(feature = "schema")]
mod openapi;
mod order;
mod pictures;
mod plan;
mod play;
#[cfg(feature = "print")]
mod print;
mod replay;
mod request;
mod rows;
mod solve;
mod steps;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub mod words;

#[doc(no_inline)]
pub use crate::error::{Error, ErrorKind, ReadError};
pub use answer::{Ending, EndingInfo, Header, Place, VerdictWord};
pub use board::{Board, GivenCell, Symbol};
pub use catalogue::{
    AlgorithmInfo, Catalogue, ExampleInfo, FamiliesOptions, FamilyInfo, LevelInfo, NotationInfo, OptionInfo,
    OptionKind, RuleInfo, TechniqueInfo, catalogue,
};
pub use certify::{CertificateFile, CertificateInfo, Certified, CertifyOptions, ClaimWord, VeriPbFiles};
pub use check::{CheckOptions, Checked, Judgement};
pub use compare::{AlgorithmRun, CompareOptions, Comparison};
pub use convert::{ConvertOptions, Converted, NotKept};
pub use draw::{DrawOptions, Drawn};
pub use edit::{ClueGoal, EditOptions, Edited};
pub use error::{ErrorInfo, ErrorResponse};
pub use experiment::{Experiment, ExperimentOptions, Experimented, Spread, SummaryRow, series_puzzles, series_values};
pub use explain::{ExplainOptions, Explained};
#[doc(hidden)]
pub use generate::{Candidate, MAX_FILE_OPTION, Maker, file_option};
pub use generate::{GenerateOptions, Generated, GeneratedPuzzle, Series, generate};
pub use grade::{GradeInfo, GradeOptions, Graded};
pub use hint::{Hint, HintLevel, HintOptions, MistakeInfo};
#[cfg(feature = "schema")]
pub use openapi::openapi;
pub use order::{Assessment, Order, assess, generate_to_order};
pub use pictures::PicturesEnd;
pub use plan::{GradedBoards, MoveGrade};
pub use play::{PlayOptions, Played, Standing};
#[doc(hidden)]
pub use play::{played, setup};
#[cfg(feature = "print")]
pub use print::{Booklet, PaperSize, PreparedPuzzle, PrintOptions, Printer, bind};
pub use replay::{Follows, Replay, ReplayOptions, SearchEvent};
pub use request::{Request, Text};
#[doc(hidden)]
#[doc(hidden)]
pub use rows::UniqueRow;
pub use solve::{MAX_SAMPLE, SolveOptions, Solved, can_sample, remarks, verify_all};
#[doc(hidden)]
pub use steps::trace;
pub use steps::{ArgumentWord, ChainLink, Conclusion, Deduction, KnownCells, MoveStep, Step};

pub use quandary_core::narrate::{Area, BrokenRule, RoleCells, Tints};
pub use quandary_core::puzzle::{Families, GeneratorOption, Rating};
pub use quandary_core::reason::explain::{Grade, Role};
pub use quandary_core::search::lab::Examination;

use quandary_core::verdict::Budget;
use request::to_json;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// An action: its name, and how it answers.
struct Action {
    name: &'static str,
    #[cfg_attr(not(feature = "schema"), expect(dead_code, reason = "only the OpenAPI document shows it"))]
    summary: &'static str,
    answer: fn(Families, &Request, &Budget) -> Result<String, Error>,
    #[cfg(feature = "schema")]
    schemas: fn(&mut schemars::SchemaGenerator, &mut schemars::SchemaGenerator) -> openapi::Schemas,
}

/// Answers with a method of the puzzle.
fn about_puzzle<O: DeserializeOwned, A: Serialize>(
    families: Families,
    request: &Request,
    budget: &Budget,
    method: fn(&crate::Puzzle, &O, &Budget) -> Result<A, Error>,
) -> Result<String, Error> {
    let (options, budget) = request.options::<O>(budget)?;
    to_json(&method(&request.read(families)?, &options, &budget)?)
}

/// The actions on a puzzle, from their names, options and answers.
macro_rules! about_puzzles {
    ($($name:literal $summary:literal $method:ident($options:ty) -> $answer:ty;)*) => {
        [$(Action {
            name: $name,
            summary: $summary,
            answer: |families, request, budget| {
                about_puzzle::<$options, $answer>(families, request, budget, crate::Puzzle::$method)
            },
            #[cfg(feature = "schema")]
            schemas: openapi::schemas::<$options, $answer>,
        }),*]
    };
}

/// The actions on a puzzle.
static ABOUT_PUZZLES: &[Action] = &about_puzzles! {
    "solve" "Solve a puzzle: verdict, solutions, counters." solve(SolveOptions) -> Solved;
    "check" "Check a solution, or what a player has done so far." check(CheckOptions) -> Checked;
    "certify" "A proof of the verdict that others can check." certify(CertifyOptions) -> Certified;
    "hint" "The next step from a player's state, a mistake first." hint(HintOptions) -> Hint;
    "explain" "Every step to the solution, in words." explain(ExplainOptions) -> Explained;
    "play" "What a player's touches make of a board." play(PlayOptions) -> Played;
    "grade" "How hard a puzzle is, and why." grade(GradeOptions) -> Graded;
    "compare" "Algorithms side by side on the same puzzle." compare(CompareOptions) -> Comparison;
    "convert" "The puzzle in another notation." convert(ConvertOptions) -> Converted;
    "draw" "The board as a picture." draw(DrawOptions) -> Drawn;
    "board" "Everything that a page needs to show a board." describe(DrawOptions) -> Board;
    "replay" "The search of one algorithm, event by event." replay(ReplayOptions) -> Replay;
};

/// The actions that need no puzzle.
static WITHOUT_PUZZLE: &[Action] = &[
    Action {
        name: "generate",
        summary: "New puzzles of the family that the request names.",
        answer: |families, request, budget| {
            let (options, budget) = request.options::<GenerateOptions>(budget)?;
            let family = request.family.as_deref().ok_or_else(|| {
                Error::bad_request("generate needs the name of a family")
                    .help(r#"send {"family": "…", "options": {…}}"#)
            })?;
            to_json(&generate(families, family, &options, &budget)?)
        },
        #[cfg(feature = "schema")]
        schemas: openapi::schemas::<GenerateOptions, Generated>,
    },
    Action {
        name: "experiment",
        summary: "Algorithms compared on new puzzles of growing size.",
        answer: |families, request, budget| to_json(&experiment::experiment(families, request, budget)?),
        #[cfg(feature = "schema")]
        schemas: openapi::schemas::<ExperimentOptions, Experimented>,
    },
    #[cfg(feature = "print")]
    Action {
        name: "print",
        summary: "A sheet or a book of puzzles as PDF, with solutions.",
        answer: |families, request, budget| to_json(&print::print(families, request, budget)?),
        #[cfg(feature = "schema")]
        schemas: openapi::schemas::<PrintOptions, Booklet>,
    },
    Action {
        name: "edit",
        summary: "A puzzle set by hand: a draft, and what edits make of it.",
        answer: |families, request, budget| {
            let (options, budget) = request.options::<EditOptions>(budget)?;
            to_json(&edit::edit(families, request, options, &budget)?)
        },
        #[cfg(feature = "schema")]
        schemas: openapi::schemas::<EditOptions, Edited>,
    },
    Action {
        name: "families",
        summary: "All families: rules, notations, algorithms, examples, generator options.",
        answer: |families, request, budget| {
            let (FamiliesOptions {}, _) = request.options(budget)?;
            to_json(&catalogue(families, request.family.as_deref())?)
        },
        #[cfg(feature = "schema")]
        schemas: openapi::schemas::<FamiliesOptions, Catalogue>,
    },
];

fn all_actions() -> impl Iterator<Item = &'static Action> {
    ABOUT_PUZZLES.iter().chain(WITHOUT_PUZZLE)
}

/// The names of all actions.
pub fn actions() -> Vec<&'static str> {
    all_actions().map(|action| action.name).collect()
}

/// Answers a request, given and answered as JSON text.
///
/// ```
/// use quandary::{ALL, Budget, api};
///
/// let body = r#"{"puzzle": "12..\n....\n....\n..43", "options": {"depth": "where"}}"#;
/// let hint = api::answer(ALL, "hint", body, &Budget::default())?;
/// assert!(hint.starts_with(r#"{"family":"sudoku","correct":true"#));
/// let error = api::answer(ALL, "solve", r#"{"puzzle": "12..\n..x.\n....\n..43"}"#, &Budget::default()).unwrap_err();
/// assert_eq!(error.position(), Some((2, 3)));
/// # Ok::<(), quandary::Error>(())
/// ```
pub fn answer(families: Families, action: &str, body: &str, budget: &Budget) -> Result<String, Error> {
    perform(families, action, &Request::parse(body)?, budget)
}

/// Answers a request with JSON text.
pub fn perform(families: Families, action: &str, request: &Request, budget: &Budget) -> Result<String, Error> {
    let found = all_actions().find(|known| known.name == action).ok_or_else(|| {
        Error::bad_request(format!("there is no action called '{action}'"))
            .help(format!("choose one of: {}", actions().join(", ")))
    })?;
    (found.answer)(families, request, budget)
}
