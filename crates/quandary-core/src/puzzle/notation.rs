//! Notations: one definition each, for reading and for writing.

use std::borrow::Cow;

use super::Puzzle;
use crate::text::{Diagnostic, Fit, Source};

/// How a file holds several puzzles of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// One puzzle on each line.
    Line,
    /// Puzzles over several lines each, separated by blank lines.
    Block,
    /// Puzzles over several lines each; the first line of each begins with this.
    Headed(&'static str),
    /// Puzzles over several lines each, separated by blank lines or by lines like this one: the same character, repeated
    /// at least as often.
    Fenced(&'static str),
}

/// One notation of one family, read and written from one definition.
pub struct Notation<P> {
    /// The name on the command line.
    pub name: &'static str,
    /// What it looks like, in a sentence or two.
    pub summary: &'static str,
    /// How a file holds several puzzles.
    pub packing: Packing,
    /// Whether comments (`# …`) are allowed, so that a [label](crate::read::label) can say what the
    /// notation cannot store.
    pub comments: bool,
    /// How well a text fits.
    pub detect: fn(&Source) -> Fit,
    /// Reads one puzzle.
    pub read: fn(&Source) -> Result<P, Diagnostic>,
    /// Writes one puzzle; the error says why this board cannot be written so. `None` for a notation that is only
    /// read. The text is read back before it is returned, so that nothing gets lost unnoticed.
    pub write: Option<Writer<P>>,
}

/// Writes one puzzle in some notation, or says why this board cannot be written so.
pub type Writer<P> = fn(&P) -> Result<String, DoesNotFit>;

/// What a family says of a board that a notation cannot store, or of a size that its boards cannot have: part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DoesNotFit(Cow<'static, str>);

impl From<&'static str> for DoesNotFit {
    fn from(why: &'static str) -> Self {
        DoesNotFit(why.into())
    }
}

impl From<String> for DoesNotFit {
    fn from(why: String) -> Self {
        DoesNotFit(why.into())
    }
}

/// A [`Notation`] of any family.
pub trait AnyNotation: Send + Sync {
    /// The name on the command line.
    fn name(&self) -> &'static str;
    /// What it looks like.
    fn summary(&self) -> &'static str;
    /// How a file holds several puzzles.
    fn packing(&self) -> Packing;
    /// Whether it can be written.
    fn writes(&self) -> bool;
    /// How well a text fits.
    fn detect(&self, source: &Source) -> Fit;
    /// Reads one puzzle.
    fn read(&self, source: &Source) -> Result<Box<dyn Puzzle>, Diagnostic>;
    /// Whether comments are allowed.
    fn comments(&self) -> bool;
    /// Writes one puzzle, without a check that it reads back as the same board: callers use
    /// [`write`](#method.write), which makes that check.
    fn write_unchecked(&self, puzzle: &dyn Puzzle) -> Result<String, WriteError>;
    /// Whether two puzzles are the same board of this notation's family.
    fn is_same(&self, one: &dyn Puzzle, other: &dyn Puzzle) -> bool;
}

impl<P: Puzzle + PartialEq> AnyNotation for Notation<P> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn packing(&self) -> Packing {
        self.packing
    }

    fn writes(&self) -> bool {
        self.write.is_some()
    }

    fn detect(&self, source: &Source) -> Fit {
        (self.detect)(source)
    }

    fn read(&self, source: &Source) -> Result<Box<dyn Puzzle>, Diagnostic> {
        Ok(Box::new((self.read)(source)?))
    }

    fn comments(&self) -> bool {
        self.comments
    }

    fn write_unchecked(&self, puzzle: &dyn Puzzle) -> Result<String, WriteError> {
        let cannot = |why: DoesNotFit| WriteError::cannot(self.name, why);
        let puzzle: &P = puzzle.downcast().ok_or_else(|| cannot("it belongs to another family".into()))?;
        let write = self.write.ok_or_else(|| cannot("this notation can only be read".into()))?;
        write(puzzle).map_err(cannot)
    }

    fn is_same(&self, one: &dyn Puzzle, other: &dyn Puzzle) -> bool {
        one.downcast::<P>().is_some_and(|one| Some(one) == other.downcast())
    }
}

/// Why a puzzle could not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The family has no notation of that name.
    #[error("{family} has no notation called '{notation}'; it can be written as: {known}")]
    NoSuchNotation {
        /// What was asked for.
        notation: String,
        /// The family.
        family: &'static str,
        /// What can be asked for.
        known: String,
    },
    /// This board cannot be written in that notation.
    #[error("this board cannot be written as '{notation}': {why}{}", choices(instead))]
    Cannot {
        /// The notation.
        notation: &'static str,
        /// Why not.
        why: DoesNotFit,
        /// The notations that can hold the board.
        instead: Vec<&'static str>,
    },
}

impl WriteError {
    /// This board cannot be written so, and no other notation is known that could.
    pub(crate) fn cannot(notation: &'static str, why: DoesNotFit) -> Self {
        WriteError::Cannot { notation, why, instead: Vec::new() }
    }
}

/// The notations to choose from, to follow an error.
fn choices(notations: &[&'static str]) -> String {
    if notations.is_empty() { String::new() } else { format!("; choose one of: {}", notations.join(", ")) }
}
