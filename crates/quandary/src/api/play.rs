//! `play`: what a player's touches make of a board, and what is to be seen then.
//!
//! The page asks this after every touch, so an answer costs no more than reading the puzzle and one test of every rule. The types
//! here are the interface; what they hold is described in `quandary_core::play` and `quandary_core::game`.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Error;
use super::answer::{Header, Place};
use super::request::Text;
use crate::Puzzle;
use quandary_core::game::{Game, Position};
use quandary_core::play::{Done, Setup, Snapshot, Touch};
use quandary_core::puzzle;
use quandary_core::verdict::Budget;

/// What `play` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PlayOptions {
    /// What has been done so far: `{"values": ["", "5", …]}` or `{"actions": [{"move": {"from": 0, "to": 2}}, …]}`. Nothing where it
    /// is left out.
    pub state: Option<Done>,
    /// What the player does now, in order.
    pub touches: Vec<Touch>,
    /// Whether marks stay that a new value rules out.
    pub keep_marks: bool,
    /// A solution to show on the board instead: its values, or the board before and after each of its moves.
    pub solution: Option<Text>,
}

/// The answer to `play`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Played {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// What has been done by now: the `state` of the next question.
    pub state: Done,
    /// For each touch, the places that it changed, with their values.
    pub changed: Vec<Vec<(usize, String)>>,
    /// What is to be seen.
    #[serde(flatten)]
    pub position: Position,
    /// The answer that the board amounts to when nothing is left to do, right or wrong, for `check`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Value>,
    /// Why the last touch was rejected; those before it count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The position as other actions take it.
    pub ask: Standing,
    /// Another puzzle, where a touch asked for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replaced: Option<String>,
    /// The boards of `solution`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<Snapshot>>,
    /// Where the puzzle came from.
    pub source: Place,
}

/// A position as other actions take it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The puzzle, where it is not the one that was opened: the board since a revealed piece was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The option `state` of `hint`, `check` and `explain`.
    pub state: String,
    /// For move puzzles, the current puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

impl Puzzle {
    /// Plays some touches, and says what is to be seen then.
    pub fn play(&self, options: &PlayOptions, _budget: &Budget) -> Result<Played, Error> {
        Ok(Played { source: Place::of(self.source()), ..played(self.board(), options)? })
    }
}

/// The same for a board alone.
#[doc(hidden)]
pub fn played(board: &dyn puzzle::Puzzle, options: &PlayOptions) -> Result<Played, Error> {
    let game = Game::of(board).ok_or_else(|| {
        let title = board.family().title();
        Error::unprocessable(format!("{title} cannot be played: it states neither its rules nor its moves"))
    })?;
    let played = game.play(options.state.as_ref(), &options.touches, !options.keep_marks)?;
    let boards = match &options.solution {
        None => None,
        Some(text) => {
            let solution = board.read_solution(&text.0).map_err(|error| text.error(error))?;
            Some(game.solved(options.state.as_ref(), &solution)?)
        }
    };
    let written = |board: Option<Box<dyn puzzle::Puzzle>>| board.and_then(|board| text_of(&*board));
    let claim = match (&played.position.answer, board.moves()) {
        (Some(answer), _) => Some(board.solution_json(answer).value()),
        // The moves that led here are the answer.
        (None, Some(_)) if played.position.complete => serde_json::from_str(&played.standing.state).ok(),
        (None, _) => None,
    };
    Ok(Played {
        header: Header::of(board),
        state: played.done,
        changed: played.changed,
        position: played.position,
        claim,
        message: played.refused,
        ask: Standing {
            puzzle: written(played.standing.from),
            state: played.standing.state,
            now: written(played.standing.now),
        },
        replaced: written(played.replaced),
        boards,
        source: Place { file: "-".to_owned(), line: 1 },
    })
}

/// What a front end needs to make a board playable; `None` where the family cannot be played.
#[doc(hidden)]
pub fn setup(board: &dyn puzzle::Puzzle) -> Option<Setup> {
    Game::of(board).map(|game| game.setup())
}

/// A puzzle as text: in the JSON notation, or else in the first one that can hold it.
fn text_of(board: &dyn puzzle::Puzzle) -> Option<String> {
    let mut notations = board.family().notations();
    notations.sort_by_key(|notation| notation.name() != "json");
    notations.into_iter().filter(|notation| notation.writes()).find_map(|notation| notation.write(board, &[]).ok())
}
