//! A board being played: the player's state, the effect of a touch, and what to show afterwards.
//!
//! One engine for all families. A deduction puzzle is a board of cells ([`CellGame`]): a touch writes a value, and other
//! cells may follow. A move puzzle is a row of stacks ([`MoveGame`]): a touch is a move. Both answer with a [`Position`],
//! which has everything that a front end shows: values, broken rules, satisfied clues, legal moves, whether the board is complete.

mod cells;
mod moves;

use serde::Serialize;

pub use cells::CellGame;
pub use moves::MoveGame;

use crate::grid::Cell;
use crate::narrate::BrokenRule;
use crate::play::{ClueState, Done, General, LegalMove, Play, Question, Setup, Snapshot, Touch};
use crate::puzzle::Puzzle;
use crate::solution::Solution;

/// A puzzle that can be played.
#[derive(Debug)]
pub enum Game<'p> {
    /// By writing values into cells.
    Cells(Box<CellGame<'p>>),
    /// By moves.
    Moves(MoveGame<'p>),
}

/// What is to be seen after some touches.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Position {
    /// The board.
    #[serde(flatten)]
    pub board: Snapshot,
    /// The rules that are broken visibly.
    pub broken: Vec<BrokenRule>,
    /// The clues that are satisfied, wholly or in part, or wrong; all others are left out.
    pub clues: Vec<ClueState>,
    /// Whether the board is solved.
    pub complete: bool,
    /// The answer that the board amounts to when nothing is left to do, right or wrong.
    #[serde(skip)]
    pub answer: Option<Solution>,
    /// Every legal move.
    pub legal: Vec<LegalMove>,
    /// What the player must say before the game goes on.
    pub question: Option<Question>,
}

/// What some touches led to.
#[derive(Debug)]
pub struct Played {
    /// What the player has done by now.
    pub done: Done,
    /// For each touch, the places that it changed, with their values.
    pub changed: Vec<Vec<(usize, String)>>,
    /// Why the last touch was rejected; those before it count.
    pub refused: Option<String>,
    /// What is to be seen.
    pub position: Position,
    /// The current puzzle, and what was done since, as the other questions about a puzzle take it.
    pub standing: Standing,
    /// Another board, where a touch asked for one; the player's game goes on there.
    pub replaced: Option<Box<dyn Puzzle>>,
}

/// A position in the form in which other questions about a puzzle are asked.
#[derive(Debug)]
pub struct Standing {
    /// The puzzle to ask about, where it is not the one that was opened.
    pub from: Option<Box<dyn Puzzle>>,
    /// What was done since: entries, or moves.
    pub state: String,
    /// For move puzzles, the current puzzle.
    pub now: Option<Box<dyn Puzzle>>,
}

/// Why a request to play cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The state is one of moves, and the puzzle is played by values.
    #[error("this puzzle is played by values, not by moves")]
    StateOfMoves,
    /// The state is one of values, and the puzzle is played by moves.
    #[error("this puzzle is played by moves, not by values")]
    StateOfValues,
    /// The touch is a move, and the puzzle is played by values.
    #[error("this puzzle is played by writing values")]
    TouchOfMoves,
    /// The touch writes a value, and the puzzle is played by moves.
    #[error("this puzzle is played by moves")]
    TouchOfValues,
    /// A state has too few or too many places.
    #[error("this state has {found} places, the puzzle has {places}")]
    WrongLength {
        /// How many it has.
        found: usize,
        /// How many the puzzle has.
        places: usize,
    },
    /// A touch is at a place that the board does not have.
    #[error("there is no place {place}: there are {places}")]
    NoSuchPlace {
        /// The place.
        place: usize,
        /// How many there are.
        places: usize,
    },
    /// A symbol stands for no value.
    #[error("'{symbol}' at {cell} is not a symbol of this puzzle")]
    UnknownSymbol {
        /// The symbol.
        symbol: char,
        /// Where it is.
        cell: Cell,
    },
    /// A text is not the value of a place.
    #[error("'{text}' at {cell} is not a value: expected {expected}")]
    NotAValue {
        /// The text.
        text: String,
        /// Where it is.
        cell: Cell,
        /// What a value looks like.
        expected: &'static str,
    },
    /// The rules forbid it, in a sentence that says why.
    #[error("{0}")]
    Forbidden(String),
    /// An earlier action, counted from 1, cannot be made again.
    #[error("action {number}: {error}")]
    Action {
        /// Its number.
        number: usize,
        /// Why not.
        error: Box<PlayError>,
    },
    /// Nothing of this name is offered.
    #[error("nothing called '{0}' is offered")]
    NoSuchOffer(String),
    /// The solution is one of another kind of puzzle.
    #[error("this is not a solution of this puzzle")]
    NotASolution,
}

impl<'p> Game<'p> {
    /// The game of a puzzle; `None` where a family has neither rules as constraints nor moves.
    pub fn of(puzzle: &'p dyn Puzzle) -> Option<Self> {
        match puzzle.moves() {
            Some(_) => Some(Game::Moves(MoveGame::new(puzzle))),
            None => CellGame::new(puzzle).map(|game| Game::Cells(Box::new(game))),
        }
    }

    /// What a front end needs at the start.
    pub fn setup(&self) -> Setup {
        match self {
            Game::Cells(game) => game.setup(),
            Game::Moves(game) => game.setup(),
        }
    }

    /// Plays some touches from what has been done so far; nothing has been done where that is `None`. The error says what is
    /// wrong with the request itself; a touch that the rules forbid is not an error.
    pub fn play(&self, done: Option<&Done>, touches: &[Touch], strikes_marks: bool) -> Result<Played, PlayError> {
        match (self, done) {
            (Game::Cells(game), None) => game.play(None, touches, strikes_marks),
            (Game::Cells(game), Some(Done::Values(values))) => game.play(Some(values), touches, strikes_marks),
            (Game::Cells(_), Some(Done::Actions(_))) => Err(PlayError::StateOfMoves),
            (Game::Moves(game), None) => game.play(&[], touches),
            (Game::Moves(game), Some(Done::Actions(actions))) => game.play(actions, touches),
            (Game::Moves(_), Some(Done::Values(_))) => Err(PlayError::StateOfValues),
        }
    }

    /// The board with a solution written into it; or, for moves, the boards before and after each move of a solution that goes
    /// on from what has been done.
    pub fn solved(&self, done: Option<&Done>, solution: &Solution) -> Result<Vec<Snapshot>, PlayError> {
        match (self, solution) {
            (Game::Cells(game), Solution::Grid(grid)) => {
                Ok(vec![Snapshot { values: game.filled(grid), ..Snapshot::default() }])
            }
            (Game::Moves(game), Solution::Plan(plan)) => {
                let actions: &[Touch] = match done {
                    Some(Done::Actions(actions)) => actions,
                    _ => &[],
                };
                game.replay(actions, &plan.moves)
            }
            _ => Err(PlayError::NotASolution),
        }
    }
}

/// What the family says about playing its boards.
fn rules_of(puzzle: &dyn Puzzle) -> &dyn Play {
    puzzle.play().unwrap_or(&General)
}
