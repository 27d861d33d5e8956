//! What goes wrong with a request, for programs.

use serde_json::{Value, json};

use crate::read::{Diagnostic, Source};
use crate::verdict::Stopped;

/// What kind of error it is, and so which HTTP status it deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The request itself makes no sense: no JSON, an unknown option.
    BadRequest,
    /// The request is sound, but this puzzle cannot be read, or not be treated so.
    Unprocessable,
    /// The budget ended before there was an answer.
    Budget,
    /// An answer broke the rules: a bug of ours, and nothing is shown.
    Internal,
}

/// An error as every front end reports it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ContractError {
    /// What kind of error it is.
    pub kind: Kind,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line in the puzzle's text, counted from 1, where there is a place to point at.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// What was expected, or what to do.
    pub help: Option<String>,
}

impl ContractError {
    /// An error of some kind.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        ContractError { kind, message: message.into(), line: None, column: None, help: None }
    }

    /// A request that makes no sense.
    pub fn bad_request(message: impl Into<String>) -> Self {
        ContractError::new(Kind::BadRequest, message)
    }

    /// A puzzle that cannot be treated so.
    pub fn unprocessable(message: impl Into<String>) -> Self {
        ContractError::new(Kind::Unprocessable, message)
    }

    /// A budget that ended before there was an answer.
    pub fn budget(why: Stopped) -> Self {
        ContractError::new(Kind::Budget, format!("no answer in time: {why}")).help("ask for less, or give it more time")
    }

    /// An error in a text, with its place.
    pub fn of(source: &Source, error: &Diagnostic) -> Self {
        let (line, column) = error.position(source).unzip();
        let (message, help) = (error.message.clone(), error.help.clone());
        ContractError { kind: Kind::Unprocessable, message, line, column, help }
    }

    /// Says what was expected, or what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The HTTP status that it deserves.
    pub fn status(&self) -> u16 {
        match self.kind {
            Kind::BadRequest => 400,
            Kind::Unprocessable => 422,
            Kind::Budget => 503,
            Kind::Internal => 500,
        }
    }

    /// `{"error":{"message","line","column","help"}}`.
    pub fn json(&self) -> Value {
        json!({
            "error": { "message": self.message, "line": self.line, "column": self.column, "help": self.help }
        })
    }
}
