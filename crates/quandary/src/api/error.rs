//! Errors as JSON.

use serde::Serialize;

use super::answer::Place;
use crate::error::Error;

impl Error {
    /// The error as programs get it.
    pub fn response(&self) -> ErrorResponse {
        let (line, column) = self.position().unzip();
        ErrorResponse {
            error: ErrorInfo { message: self.message.clone(), line, column, help: self.help.clone() },
            source: self.text.as_ref().map(|text| Place::of(&text.source_text)),
        }
    }
}

/// An error as JSON.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorResponse {
    /// What is wrong.
    pub error: ErrorInfo,
    /// Where the text came from, where a text is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Place>,
}

/// What is wrong, where, and what to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorInfo {
    /// What is wrong, in one sentence.
    pub message: String,
    /// The line in the text, counted from 1, where there is a place to point at.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// What was expected, or what to do.
    pub help: Option<String>,
}
