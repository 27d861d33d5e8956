//! A puzzle, and everything that can be asked about it.

use std::fmt;
use std::ops::Deref;

use quandary_core::Credits;
use quandary_core::puzzle::{self as family, Moves, WriteError};
use quandary_core::read::{self, Hints, Source};
use quandary_core::reason::Model;
use quandary_core::verdict::Budget;

use crate::error::{Error, ReadError};

/// A puzzle that was read or made, with the text that it came from.
///
/// ```
/// use quandary::{Budget, Puzzle, Verdict, api::SolveOptions};
///
/// let puzzle = Puzzle::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
/// let solved = puzzle.solve(&SolveOptions::default(), &Budget::seconds(1.0))?;
/// assert_eq!(solved.outcome.verdict, Verdict::Unique);
/// let hint = puzzle.hint(&Default::default(), &Budget::seconds(1.0))?;
/// assert_eq!(hint.correct, Some(true));
/// # Ok::<(), quandary::Error>(())
/// ```
///
/// Every question takes its options and a [`Budget`](crate::Budget), and gives a typed answer that serialises to the JSON
/// that the command line and the server print. What the family itself says about the board (its size, its rules, its scene)
/// is reached through [`Deref`].
pub struct Puzzle {
    board: Box<dyn family::Puzzle>,
    source: Source,
    hints: Hints,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzle").field("board", &self.board).field("source", &self.source).finish_non_exhaustive()
    }
}

/// How a puzzle is solved: by deduction from constraints, or by moves.
pub(crate) enum Kind<'a> {
    /// Values follow from constraints.
    Deduction(Box<Model>),
    /// Moves lead from the start to a goal.
    Moves(&'a dyn Moves),
}

impl Puzzle {
    /// Reads a puzzle in any notation of any family.
    pub fn read(text: impl Into<String>) -> Result<Puzzle, ReadError> {
        Puzzle::read_source(Source::from_text(text), &crate::hints())
    }

    /// Reads a puzzle from a text of which something is known already.
    pub fn read_source(source: Source, hints: &Hints) -> Result<Puzzle, ReadError> {
        match read::puzzle(&source, hints) {
            Ok(board) => Ok(Puzzle { board, source, hints: hints.clone() }),
            Err(diagnostic) => Err(ReadError { source_text: source, diagnostic }),
        }
    }

    /// A board that was made or read elsewhere.
    pub fn new(board: Box<dyn family::Puzzle>, source: Source, hints: Hints) -> Self {
        Puzzle { board, source, hints }
    }

    /// The board, as its family sees it.
    pub fn board(&self) -> &dyn family::Puzzle {
        &*self.board
    }

    /// Where it came from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Words of the puzzle's text that no notation keeps, each with its line: a description, a copyright note.
    pub fn words_not_kept(&self, budget: &Budget) -> Vec<(usize, String)> {
        read::passed_over(&self.source, &*self.board, &self.hints, budget)
    }

    /// Writes the puzzle in one of its family's notations. What is written reads back as the same board, or it is not
    /// written; the error then names the notations that can hold it.
    pub fn write(&self, notation: &str) -> Result<String, WriteError> {
        self.board.write(notation, self.hints.families)
    }

    /// The same within a running budget: when it ends, the error names the notations that are known by then.
    pub fn write_within(&self, notation: &str, budget: &Budget) -> Result<String, WriteError> {
        self.board.write_within(notation, self.hints.families, budget)
    }

    /// The same puzzle without its title and author, where it has any.
    pub fn without_credits(&self) -> Option<Self> {
        let board = self.board.with_credits(Credits::NONE).filter(|_| !self.board.credits().is_empty())?;
        Some(Puzzle { board, source: self.source.clone(), hints: self.hints.clone() })
    }

    /// How it is solved.
    pub(crate) fn kind(&self) -> Result<Kind<'_>, Error> {
        kind(&*self.board)
    }
}

/// How a board is solved.
pub(crate) fn kind(board: &dyn family::Puzzle) -> Result<Kind<'_>, Error> {
    if let Some(moves) = board.moves() {
        return Ok(Kind::Moves(moves));
    }
    board.model().map(|model| Kind::Deduction(Box::new(model))).ok_or_else(|| {
        let title = board.family().title();
        Error::unprocessable(format!(
            "{title} boards cannot be explained: the family defines neither constraints nor moves"
        ))
        .help("'solve' shows the solution")
    })
}

impl Deref for Puzzle {
    type Target = dyn family::Puzzle;

    fn deref(&self) -> &Self::Target {
        &*self.board
    }
}
