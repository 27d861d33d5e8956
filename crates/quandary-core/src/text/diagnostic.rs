//! What is wrong with a text, where, and what to do about it.

use super::Source;

/// A stretch of text: byte offset and length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Number of bytes.
    pub len: usize,
}

/// An error for the person who typed the puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Diagnostic {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Places to point at, each with a few words; the first is where the error is.
    pub labels: Vec<(Span, String)>,
    /// What was expected, or what to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error about the text as a whole.
    pub fn new(message: impl Into<String>) -> Self {
        Diagnostic { message: message.into(), labels: Vec::new(), help: None }
    }

    /// Points at a place.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>, at: impl Into<Span>) -> Self {
        self.labels.push((at.into(), text.into()));
        self
    }

    /// Says what was expected, or what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column of the error in the file that the source was cut from, counted from 1.
    pub fn position(&self, source: &Source) -> Option<(usize, usize)> {
        self.labels.first().map(|(span, _)| source.position(span.start))
    }
}
