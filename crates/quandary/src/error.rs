//! What goes wrong with a request, for people and for programs.

use quandary_core::game::PlayError;
use quandary_core::read::{Diagnostic, Source};
use quandary_core::verdict::Stopped;

/// What kind of error it is, and so which HTTP status it deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The request itself is wrong: not JSON, an unknown option.
    BadRequest,
    /// The request is sound, but this text cannot be read, or this puzzle cannot be treated that way.
    Unprocessable,
    /// The budget ran out before there was an answer.
    Budget,
    /// An answer broke the rules: a bug in Quandary. Nothing is shown.
    Internal,
}

/// A text that could not be read: the text, and what is wrong with it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{diagnostic}")]
pub struct ReadError {
    /// The text, and where it came from.
    pub source_text: Source,
    /// What is wrong, where, and what to do.
    pub diagnostic: Diagnostic,
}

/// Why a request was not answered.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// What kind of error it is.
    pub kind: ErrorKind,
    /// What is wrong, in one sentence.
    pub message: String,
    /// What was expected, or what to do.
    pub help: Option<String>,
    /// The text that is wrong, where it is one.
    #[source]
    pub text: Option<Box<ReadError>>,
    /// What ran out, where the budget did.
    pub stopped: Option<Stopped>,
}

impl Error {
    /// An error of some kind.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Error { kind, message: message.into(), help: None, text: None, stopped: None }
    }

    /// A request that is wrong in itself.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::BadRequest, message)
    }

    /// A puzzle that cannot be treated that way.
    pub fn unprocessable(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Unprocessable, message)
    }

    /// An answer that broke the rules.
    pub(crate) fn internal(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::Internal, message)
    }

    /// A budget that ran out before there was an answer.
    pub fn budget(why: Stopped) -> Self {
        let error =
            Error::new(ErrorKind::Budget, format!("no answer: {why}")).help("simplify the request, or raise the limit");
        Error { stopped: Some(why), ..error }
    }

    /// The same error with what was expected, or what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Line and column of the error in its text, counted from 1, where there is a place to point at.
    pub fn position(&self) -> Option<(usize, usize)> {
        let text = self.text.as_ref()?;
        text.diagnostic.position(&text.source_text)
    }

    /// The HTTP status that it deserves.
    pub fn status(&self) -> u16 {
        match self.kind {
            ErrorKind::BadRequest => 400,
            ErrorKind::Unprocessable => 422,
            ErrorKind::Budget => 503,
            ErrorKind::Internal => 500,
        }
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        Error::unprocessable(error.to_string())
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Error {
            kind: ErrorKind::Unprocessable,
            message: error.diagnostic.message.clone(),
            help: error.diagnostic.help.clone(),
            text: Some(Box::new(error)),
            stopped: None,
        }
    }
}
