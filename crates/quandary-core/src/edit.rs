//! How a puzzle is set: what a family says about editing its boards, as plain data.
//!
//! A front end knows five kinds of gestures ([`Gesture`]) and no rule. A family lists its [`Tool`]s, each with one of them, and
//! applies what was done ([`Edit`]) to a *draft*: the board in its JSON notation, which may be incomplete for a while (a region
//! with too few cells, a stack with too few pieces). As soon as a draft can be read it is a puzzle like any other, and everything
//! that can be asked about a puzzle can be asked about it.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::grid::Cell;
use crate::scene::Scene;
use crate::solution::Solution;

/// Edits the boards of one family.
pub trait Editor: Send + Sync {
    /// Sizes to begin with, each with what it is called; the first is the usual one.
    fn sizes(&self) -> Vec<(&'static str, String)>;

    /// What the two numbers of a size are called; one name where they are always the same.
    fn dimensions(&self) -> &'static [&'static str] {
        &["Rows", "Columns"]
    }

    /// An empty board of a size; the error says which sizes there are.
    fn blank(&self, size: &str) -> Result<Value, EditError>;

    /// What can be done with a draft.
    fn tools(&self, draft: &Value) -> Vec<Tool>;

    /// The texts beside the board, for the tool that writes them.
    fn lines(&self, _draft: &Value) -> Vec<Line> {
        Vec::new()
    }

    /// What can be touched, where it is not every cell by itself.
    fn places(&self, _draft: &Value) -> Option<Vec<Vec<Cell>>> {
        None
    }

    /// What a place is called, counted from 0, where it is not called by its row and its column.
    fn place_name(&self, _place: usize) -> Option<String> {
        None
    }

    /// Carries an edit out; the error says why it is not possible, and leaves the draft as it may be.
    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), EditError>;

    /// How a draft looks, where that is more than the puzzle that it stands for, or where it cannot be read yet.
    fn sketch(&self, _draft: &Value) -> Option<Scene> {
        None
    }

    /// Whether clues can be added and removed one by one, with the two functions below.
    fn has_single_clues(&self) -> bool {
        false
    }

    /// Edits that add a clue each, as it is in a solution.
    fn missing_clues(&self, _draft: &Value, _solution: &Solution) -> Vec<Edit> {
        Vec::new()
    }

    /// Edits that remove a clue each.
    fn removable_clues(&self, _draft: &Value) -> Vec<Edit> {
        Vec::new()
    }
}

/// Why a board cannot be set up, or an edit not be applied.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The family has no tool with this name.
    #[error("there is no tool called '{0}'")]
    NoSuchTool(String),
    /// The family has no rule with this name.
    #[error("there is no rule called '{0}'")]
    NoSuchRule(String),
    /// The board has no line with this name.
    #[error("there is no line called '{0}'")]
    NoSuchLine(String),
    /// A cell is not on the board.
    #[error("{0} is not on this board")]
    OffBoard(Cell),
    /// A text is not the size of a board, or the board would be too large.
    #[error("'{size}' is not a size: expected one such as 10x10, up to {most}x{most}")]
    NotASize {
        /// The text.
        size: String,
        /// The most rows, and the most columns.
        most: usize,
    },
    /// Any other reason, in the words of the family.
    #[error("{0}")]
    Refused(Cow<'static, str>),
}

impl From<&'static str> for EditError {
    fn from(why: &'static str) -> Self {
        EditError::Refused(why.into())
    }
}

impl From<String> for EditError {
    fn from(why: String) -> Self {
        EditError::Refused(why.into())
    }
}

/// Something that was done to a draft.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// The tool, by its id.
    pub tool: String,
    /// The cells, in the order in which they were touched.
    pub cells: Vec<Cell>,
    /// The line, by its id: `row1`, `column1`.
    pub line: Option<String>,
    /// The value: one of the tool's, or what was typed.
    pub value: String,
}

/// What can be done with a draft.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tool {
    /// The word that stands for it.
    pub id: &'static str,
    /// What is written on its button.
    pub label: &'static str,
    /// What to do with it, in a sentence.
    pub hint: &'static str,
    /// How it is used.
    pub gesture: Gesture,
    /// The values to choose from.
    pub values: Vec<Choice>,
    /// What to call a text field for the value, where it may be typed.
    pub field: Option<&'static str>,
}

/// How a tool is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Gesture {
    /// A place is selected, and a value is written into it.
    Write,
    /// A value is chosen, and each place that is touched gets it.
    Stamp,
    /// A line is drawn through cells, or an area over them.
    Stroke,
    /// A text is typed for each row and column.
    Lines,
    /// An image is chosen; the value is its data URL.
    Image,
    /// A value is chosen for the whole board.
    Board,
}

/// A value to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// The value.
    pub value: String,
    /// What is written on its button.
    pub label: String,
    /// Its colour as `#rrggbb`, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// Whether it holds on the board now.
    pub is_set: bool,
}

impl Choice {
    /// A value with its label.
    pub fn new(value: impl Into<String>, label: impl Into<String>) -> Self {
        Choice { value: value.into(), label: label.into(), ..Choice::default() }
    }

    /// The same, with whether it holds now.
    #[must_use]
    pub fn set(self, is_set: bool) -> Self {
        Choice { is_set, ..self }
    }
}

/// A text beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Line {
    /// Its id in the picture: `row1`, `column1`.
    pub id: String,
    /// Its name: "Row 1".
    pub name: String,
    /// What it says.
    pub text: String,
}

impl Tool {
    /// A tool without values.
    pub fn new(id: &'static str, label: &'static str, hint: &'static str, gesture: Gesture) -> Self {
        Tool { id, label, hint, gesture, values: Vec::new(), field: None }
    }

    /// The same with values to choose from.
    #[must_use]
    pub fn with(self, values: impl IntoIterator<Item = Choice>) -> Self {
        Tool { values: values.into_iter().collect(), ..self }
    }

    /// The same with a field to type a value into.
    #[must_use]
    pub fn typed(self, field: &'static str) -> Self {
        Tool { field: Some(field), ..self }
    }
}

/// The names and texts of rows and columns, in this order.
pub fn lines_of(rows: &[String], columns: &[String]) -> Vec<Line> {
    let line = |kind: &str, name: &str, at: usize, text: &String| Line {
        id: format!("{kind}{}", at + 1),
        name: format!("{name} {}", at + 1),
        text: text.clone(),
    };
    let rows = rows.iter().enumerate().map(|(at, text)| line("row", "Row", at, text));
    rows.chain(columns.iter().enumerate().map(|(at, text)| line("column", "Column", at, text))).collect()
}

/// Which line an edit is about: the key of a draft's list, and the place in it.
pub fn line_of(edit: &Edit) -> Result<(&'static str, usize), EditError> {
    let line = edit.line.as_deref().unwrap_or_default();
    let place = |kind: &str| line.strip_prefix(kind)?.parse::<usize>().ok()?.checked_sub(1);
    let found = place("row").map(|at| ("rows", at)).or_else(|| place("column").map(|at| ("columns", at)));
    found.ok_or_else(|| EditError::NoSuchLine(line.to_owned()))
}

/// Sizes by rows and columns, as people write them: `10x10` is called 10×10.
pub fn sizes_of(sizes: &[&'static str]) -> Vec<(&'static str, String)> {
    sizes.iter().map(|&size| (size, size.replace('x', "×"))).collect()
}

/// Reads `ROWSxCOLUMNS`, from 1 to `most` each.
pub fn read_size(size: &str, most: usize) -> Result<(usize, usize), EditError> {
    let parts = size.split_once(['x', '×']).and_then(|(rows, columns)| {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (1..=most).contains(side));
        Some((number(rows)?, number(columns)?))
    });
    parts.ok_or_else(|| EditError::NotASize { size: size.to_owned(), most })
}
