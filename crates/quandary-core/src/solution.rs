//! Solutions as plain data, and what is wrong with one that breaks a rule.
//!
//! A deduction puzzle is solved by a [`Grid`] of small values, a move puzzle by a [`Plan`]. Each family's `verify`
//! checks such a solution against the rules and returns a [`Violation`] where one is broken.

use std::borrow::Cow;
use std::fmt;

use serde::Serialize;
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::grid::{Cell, Grid};

/// A solution as plain data.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Solution {
    /// A value in every cell: a digit, a colour, or 0 and 1 where there are only two.
    Grid(Grid<u8>),
    /// A sequence of moves.
    Plan(Plan),
}

impl Solution {
    /// The grid, where the solution is one.
    pub fn grid(&self) -> Option<&Grid<u8>> {
        match self {
            Solution::Grid(grid) => Some(grid),
            Solution::Plan(_) => None,
        }
    }

    /// The plan, where the solution is one.
    pub fn plan(&self) -> Option<&Plan> {
        match self {
            Solution::Grid(_) => None,
            Solution::Plan(plan) => Some(plan),
        }
    }
}

/// A sequence of moves, with a proved bound on how short it could be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The moves in order.
    pub moves: Vec<Move>,
    /// No plan for this puzzle is shorter than this.
    pub lower_bound: u32,
}

/// One move from one place to another, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Where it starts.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
}

/// A solution in its family's JSON form.
///
/// It is kept as text: written once, and copied from then on.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct SolutionJson(Box<RawValue>);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for SolutionJson {
    fn schema_name() -> Cow<'static, str> {
        "Solution".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A solution: the board in one line or row by row, or a plan of moves, each from one place to another, \
                            counted from 1.",
            "anyOf": [
                { "type": "string" },
                { "type": "array", "items": { "type": "string" } },
                {
                    "type": "object",
                    "properties": {
                        "moves": {
                            "type": "array",
                            "items": { "type": "array", "items": { "type": "integer" }, "minItems": 2, "maxItems": 2 }
                        },
                        "length": { "type": "integer", "description": "How many moves there are." },
                        "lower_bound": { "type": "integer", "description": "No plan is shorter than this." }
                    },
                    "required": ["moves", "length", "lower_bound"]
                }
            ]
        })
    }
}

impl SolutionJson {
    /// The JSON form of a value; `null` for one that JSON cannot hold.
    pub fn new(solution: &impl Serialize) -> Self {
        SolutionJson(to_raw_value(solution).unwrap_or_default())
    }

    /// The JSON text.
    pub fn json(&self) -> &str {
        self.0.get()
    }

    /// The content of a JSON string; `None` for any other form.
    pub fn string(&self) -> Option<Cow<'_, str>> {
        let inner = self.json().strip_prefix('"')?.strip_suffix('"')?;
        if inner.contains('\\') { serde_json::from_str(self.json()).ok().map(Cow::Owned) } else { Some(inner.into()) }
    }

    /// The solution without quotation marks: the content of a string, otherwise the JSON text.
    pub fn text(&self) -> Cow<'_, str> {
        self.string().unwrap_or(Cow::Borrowed(self.json()))
    }

    /// The JSON as a tree.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.json()).unwrap_or_default()
    }
}

impl fmt::Display for SolutionJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.json())
    }
}

impl PartialEq<Value> for SolutionJson {
    fn eq(&self, other: &Value) -> bool {
        self.value() == *other
    }
}

impl PartialEq<&str> for SolutionJson {
    fn eq(&self, other: &&str) -> bool {
        self.string().is_some_and(|string| string == *other)
    }
}

/// Which rule a claimed solution breaks, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Violation {
    /// The rule's short name: "row", "clue", "level" …
    pub rule: &'static str,
    /// One sentence.
    pub message: String,
    /// The cells that break it.
    pub cells: Vec<Cell>,
}

impl Violation {
    /// A violation that points at some cells.
    pub fn new(rule: &'static str, message: impl Into<String>, cells: Vec<Cell>) -> Self {
        Violation { rule, message: message.into(), cells }
    }

    /// The answer has not even the right shape.
    pub fn shape(message: impl Into<String>) -> Self {
        Violation::new("shape", message, Vec::new())
    }
}
