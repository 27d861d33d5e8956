//! What a front end is asked.

use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

use super::{ContractError, Kind};
use crate::puzzle::{Families, Puzzle};
use crate::read::text::MAX_TEXT;
use crate::read::{self, Hints, Source};
use crate::reason::Model;
use crate::verdict::Budget;

/// A request, as it stands in JSON.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The puzzle in any notation; the JSON notation may also stand here as an object.
    #[serde(default, deserialize_with = "text")]
    pub puzzle: String,
    /// The family, where it cannot be told from the text.
    #[serde(default)]
    pub family: Option<String>,
    /// The notation, where it cannot be told from the text.
    #[serde(default)]
    pub from: Option<String>,
    /// The rule to play by, whatever the puzzle itself says.
    #[serde(default)]
    pub rule: Option<String>,
    /// What the action can be asked for; [the table](super) lists it.
    #[serde(default)]
    pub options: Map<String, Value>,
    /// The families that the puzzle may belong to: those of the registry.
    #[serde(skip, default = "registry")]
    pub families: Families,
}

fn registry() -> Families {
    crate::ALL
}

impl Default for Request {
    fn default() -> Self {
        let (puzzle, options) = (String::new(), Map::new());
        Request { puzzle, family: None, from: None, rule: None, options, families: registry() }
    }
}

/// A text, or a JSON value in place of its text.
fn text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::String(text) => text,
        Value::Null => String::new(),
        value => value.to_string(),
    })
}

impl Request {
    /// A request about a puzzle, with nothing else said.
    pub fn about(puzzle: impl Into<String>) -> Self {
        Request { puzzle: puzzle.into(), ..Request::default() }
    }

    /// The same with an option.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    /// Reads a request from its JSON text.
    pub fn parse(body: &str) -> Result<Self, ContractError> {
        serde_json::from_str(body).map_err(|error| {
            ContractError::bad_request(format!("this is no request: {error}"))
                .help(r#"send {"puzzle": "…", "options": {…}}; "family", "from" and "rule" may be given too"#)
        })
    }

    /// Reads the puzzle.
    pub fn read(&self) -> Result<(Source, Box<dyn Puzzle>), ContractError> {
        let source = Source::from_text(self.puzzle.as_str());
        if source.text.len() > MAX_TEXT {
            return Err(ContractError::unprocessable(format!("this text is longer than {} MiB", MAX_TEXT >> 20)));
        }
        let hints = Hints {
            family: self.family.clone(),
            notation: self.from.clone(),
            rule: self.rule.clone(),
            ..Hints::new(self.families)
        };
        match read::puzzle(&source, &hints) {
            Ok(puzzle) => Ok((source, puzzle)),
            Err(error) => Err(ContractError::of(&source, &error)),
        }
    }

    /// The options as an action knows them, and the budget that they leave.
    pub(super) fn options<T: DeserializeOwned>(&self, budget: &Budget) -> Result<(T, Budget), ContractError> {
        let mut options = self.options.clone();
        let mut budget = budget.clone();
        if let Some(limit) = options.remove("time_limit").filter(|limit| !limit.is_null()) {
            let seconds = limit.as_f64().filter(|seconds| (0.0..=1e9).contains(seconds)).ok_or_else(|| {
                ContractError::bad_request("the option 'time_limit' is a number of seconds, such as 2.5")
            })?;
            let limit = Duration::from_secs_f64(seconds);
            budget.time = Some(budget.time.map_or(limit, |time| time.min(limit)));
        }
        match serde_json::from_value(Value::Object(options)) {
            Ok(options) => Ok((options, budget.begin())),
            Err(error) => Err(ContractError::bad_request(format!("the options make no sense: {error}"))),
        }
    }
}

/// The rules of a puzzle of deduction.
pub(super) fn model_of(puzzle: &dyn Puzzle) -> Result<Model, ContractError> {
    puzzle.model().ok_or_else(|| {
        let title = puzzle.family().title();
        ContractError::new(
            Kind::Unprocessable,
            format!("{title} has no explanation yet: it is solved by search, not by deduction"),
        )
        .help("'solve' shows a plan, and says whether it is the shortest")
    })
}

/// A text option that may also be JSON: a solution, or a player's state.
pub(super) fn source_of(value: &Value) -> Source {
    match value {
        Value::String(text) => Source::from_text(text.as_str()),
        value => Source::from_text(value.to_string()),
    }
}
