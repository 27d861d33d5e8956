//! A request as front ends get it: JSON in, JSON out.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use super::{Error, ReadError};
use crate::Puzzle;
use quandary_core::puzzle::Families;
use quandary_core::read::text::MAX_TEXT;
use quandary_core::read::{Diagnostic, Hints, Source};
use quandary_core::verdict::Budget;

/// A request: a puzzle, and what the action can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle in any notation; the JSON notation may also stand here as an object.
    #[serde(default)]
    pub puzzle: Option<Text>,
    /// The family, where it cannot be told from the text.
    #[serde(default)]
    pub family: Option<String>,
    /// The notation, where it cannot be detected.
    #[serde(default)]
    pub from: Option<String>,
    /// The rule to play by; overrides the one in the puzzle.
    #[serde(default)]
    pub rule: Option<String>,
    /// The action's options, and `time_limit` in seconds.
    #[serde(default)]
    pub options: Map<String, Value>,
}

/// A text in a request: a puzzle, a solution, or a player's state. It may also be JSON.
#[derive(Clone, Debug)]
pub struct Text(pub Source);

impl Text {
    /// Whether there is nothing in it.
    pub(crate) fn is_blank(&self) -> bool {
        self.0.text.trim().is_empty()
    }

    /// An error in this text.
    pub(crate) fn error(&self, diagnostic: Diagnostic) -> Error {
        ReadError { source_text: self.0.clone(), diagnostic }.into()
    }
}

impl<T: Into<String>> From<T> for Text {
    fn from(text: T) -> Self {
        Text(Source::from_text(text))
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Value::deserialize(deserializer)? {
            Value::String(text) => Text::from(text),
            Value::Null => Text::from(""),
            value => Text::from(value.to_string()),
        })
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Text {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": ["string", "object", "array"],
            "additionalProperties": true,
            "items": true,
            "description": "A text in any form that Quandary reads, or JSON in its place."
        })
    }
}

impl Request {
    /// A request about a puzzle.
    pub fn about(puzzle: impl Into<Text>) -> Self {
        Request { puzzle: Some(puzzle.into()), ..Request::default() }
    }

    /// The same with an option.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    /// Reads a request from its JSON text.
    pub fn parse(body: &str) -> Result<Self, Error> {
        serde_json::from_str(body).map_err(|error| {
            Error::bad_request(format!("invalid request: {error}"))
                .help(r#"send {"puzzle": "…", "options": {…}}; "family", "from" and "rule" are optional"#)
        })
    }

    /// Reads the puzzle.
    pub(super) fn read(&self, families: Families) -> Result<Puzzle, Error> {
        let text = self.puzzle.as_ref().ok_or_else(|| {
            Error::bad_request("the request has no puzzle").help(r#"send {"puzzle": "text in any notation"}"#)
        })?;
        if text.0.text.len() > MAX_TEXT {
            return Err(Error::unprocessable(format!("puzzles are limited to {} MiB of text", MAX_TEXT >> 20)));
        }
        Ok(Puzzle::read_source(text.0.clone(), &self.hints(families))?)
    }

    /// What is known about the puzzle before it is read.
    pub(super) fn hints(&self, families: Families) -> Hints {
        Hints {
            family: self.family.clone(),
            notation: self.from.clone(),
            rule: self.rule.clone(),
            ..Hints::new(families)
        }
    }

    /// The options of an action, and the budget that they leave: `time_limit` can only shorten it.
    pub(super) fn options<T: DeserializeOwned>(&self, budget: &Budget) -> Result<(T, Budget), Error> {
        let mut options = self.options.clone();
        let mut budget = budget.clone();
        if let Some(limit) = options.remove("time_limit").filter(|limit| !limit.is_null()) {
            let seconds = limit
                .as_f64()
                .filter(|seconds| (0.0..=1e9).contains(seconds))
                .ok_or_else(|| Error::bad_request("option 'time_limit': expected a number of seconds, such as 2.5"))?;
            let limit = Duration::from_secs_f64(seconds);
            budget.time = Some(budget.time.map_or(limit, |time| time.min(limit)));
        }
        match serde_json::from_value(Value::Object(options)) {
            Ok(options) => Ok((options, budget.begin())),
            Err(error) => Err(Error::bad_request(format!("invalid options: {error}"))),
        }
    }
}

/// An answer as JSON text.
pub(super) fn to_json(answer: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(answer).map_err(|error| Error::internal(format!("an answer has no JSON form: {error}")))
}
