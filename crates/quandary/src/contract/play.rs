//! `play`: what a player's touches make of a board, and what is to be seen then.
//!
//! The page asks this after every touch, so an answer costs no more than reading the puzzle and one test of every rule. The types
//! here are the interface; what they hold is described in [`play`](crate::play) and [`game`](crate::game).

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::request::source_of;
use super::{ContractError, Kind, Request};
use crate::game::{Game, Position};
use crate::play::{Done, Setup, Snapshot, Touch};
use crate::puzzle::Puzzle;
use crate::verdict::Budget;

/// What is asked.
#[derive(Debug, Default, Deserialize)]
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
    pub solution: Option<Value>,
}

/// What came of it.
#[derive(Debug, Serialize)]
pub struct PlayAnswer {
    /// The family.
    pub family: &'static str,
    /// The rule in force, where the family has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
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
    /// Why the last touch was refused; those before it count.
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
}

/// A position as other actions take it.
#[derive(Debug, Serialize)]
pub struct Standing {
    /// The puzzle, where it is not the one that was opened: the board since a revealed piece was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<String>,
    /// The option `state` of `hint`, `check` and `explain`.
    pub state: String,
    /// For puzzles of moves, the puzzle as it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
}

/// Plays some touches: `play` as an action.
pub fn play(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, _) = request.options::<PlayOptions>(budget)?;
    let (_, puzzle) = request.read()?;
    let answer = played(&*puzzle, &options)?;
    serde_json::to_value(answer).map_err(|error| ContractError::new(Kind::Internal, error.to_string()))
}

/// Plays some touches.
pub fn played(puzzle: &dyn Puzzle, options: &PlayOptions) -> Result<PlayAnswer, ContractError> {
    let game = game_of(puzzle)?;
    let played = game
        .play(options.state.as_ref(), &options.touches, !options.keep_marks)
        .map_err(ContractError::unprocessable)?;
    let boards = match &options.solution {
        None => None,
        Some(solution) => {
            let source = source_of(solution);
            let solution = puzzle.read_solution(&source).map_err(|error| ContractError::of(&source, &error))?;
            Some(game.solved(options.state.as_ref(), &solution).map_err(ContractError::unprocessable)?)
        }
    };
    let text = |puzzle: Option<Box<dyn Puzzle>>| puzzle.and_then(|puzzle| text_of(&*puzzle));
    let claim = match (&played.position.answer, puzzle.moves()) {
        (Some(answer), _) => Some(puzzle.solution_json(answer)),
        // The moves that led here are the answer.
        (None, Some(_)) if played.position.complete => serde_json::from_str(&played.standing.state).ok(),
        (None, _) => None,
    };
    Ok(PlayAnswer {
        family: puzzle.family().name(),
        rule: puzzle.rule(),
        state: played.done,
        changed: played.changed,
        position: played.position,
        claim,
        message: played.refused,
        ask: Standing {
            puzzle: text(played.standing.from),
            state: played.standing.state,
            now: text(played.standing.now),
        },
        replaced: text(played.replaced),
        boards,
    })
}

/// What a front end needs to let somebody play; `None` where the family cannot be played.
pub fn setup(puzzle: &dyn Puzzle) -> Option<Setup> {
    Game::of(puzzle).map(|game| game.setup())
}

fn game_of(puzzle: &dyn Puzzle) -> Result<Game<'_>, ContractError> {
    Game::of(puzzle).ok_or_else(|| {
        let title = puzzle.family().title();
        ContractError::unprocessable(format!("{title} cannot be played: it states neither its rules nor its moves"))
    })
}

/// A puzzle as text: in the JSON notation, or else in the first one that can hold it.
fn text_of(puzzle: &dyn Puzzle) -> Option<String> {
    let mut notations = puzzle.family().notations();
    notations.sort_by_key(|notation| notation.name() != "json");
    notations.into_iter().filter(|notation| notation.writes()).find_map(|notation| notation.write(puzzle, &[]).ok())
}
