//! How a board is played: what a family says about it, as plain data.
//!
//! A front end has a few kinds of [`Controls`] and knows no rule. A family selects one of them and says, here and once, what
//! writing a value does to other cells, which clues are satisfied, and when a board is finished. All of this has a general
//! answer that follows from the family's [`Model`](crate::reason::Model) or [`Moves`](crate::puzzle::Moves), so a family
//! without a line of its own can be played; [`Play`] overrides what differs. [`game`](crate::game) puts both together.
//!
//! Places, the things that a player can touch, are counted from 0 in the order of [`Setup::places`].

use serde::{Deserialize, Serialize};

use crate::grid::{Cell, Grid};

/// How a board of a family is played, where the general answer is not enough. Every method has a default that means "as in
/// general".
pub trait Play: Send + Sync {
    /// The controls, given those that follow from the values of the model.
    fn controls(&self, general: Controls) -> Controls {
        general
    }

    /// What the clue of a row says to screen readers: "clues 1 1". The general answer is the text in the picture.
    fn row_clue(&self, _row: usize) -> Option<String> {
        None
    }

    /// The same for a column.
    fn column_clue(&self, _column: usize) -> Option<String> {
        None
    }

    /// What else is drawn in each cell, or around it, for screen readers: "tank of r1c1". Empty where there is nothing.
    fn cell_notes(&self) -> Option<Grid<String>> {
        None
    }

    /// Which other cells change, and to what, when a cell that held `before` holds `after`; `None` is an open cell. `values` is
    /// the board with the new value.
    fn consequences(&self, _values: &Grid<Option<u8>>, _change: Change) -> Option<Vec<(Cell, Option<u8>)>> {
        None
    }

    /// The state of the clues. The general answer: a clue is satisfied when its whole line is written and keeps it, and wrong when
    /// the line cannot keep it any more.
    fn clues(&self, _values: &Grid<Option<u8>>) -> Option<Vec<ClueState>> {
        None
    }

    /// The answer that a board amounts to, once nothing is left to do: `Some(None)` before that. It may still break a rule. The
    /// general answer: when every cell has a value.
    fn finished(&self, _values: &Grid<Option<u8>>) -> Option<Option<Grid<u8>>> {
        None
    }
}

/// The general answer to everything.
#[derive(Clone, Copy, Debug)]
pub struct General;

impl Play for General {}

/// A cell changes its value; `None` is an open cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// What it held.
    pub before: Option<u8>,
    /// What it holds now.
    pub after: Option<u8>,
}

/// What a front end needs to make a board playable.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Setup {
    /// The kind of controls.
    pub controls: Controls,
    /// What can be touched.
    pub places: Vec<Place>,
    /// How many places are side by side.
    pub columns: usize,
    /// The name of each row of places, with its clue, for screen readers: "Row 1, clue 3". The name of a place begins with that
    /// of its row and that of its column, where they have one.
    pub row_names: Vec<String>,
    /// The name of each column of places: "column 2, clue 1".
    pub column_names: Vec<String>,
    /// The value of every place at the start.
    pub values: Vec<String>,
    /// Changes of the board itself that a player may ask for.
    pub offers: Vec<Offer>,
}

/// A kind of controls.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Controls {
    /// A symbol is written into a cell, or several as small marks. A value is `SYMBOL/CORNER MARKS/CENTRE MARKS/COLOUR`, or the
    /// symbol alone; colours are the player's own, numbers from 1.
    Digits {
        /// What can be written, in order.
        symbols: Vec<Symbol>,
        /// How many rows and columns of corner marks a cell has.
        marks: [usize; 2],
        /// Places of which no two hold the same symbol.
        groups: Vec<Vec<usize>>,
    },
    /// A cell is painted with one of several brushes. A value is the brush's symbol, or empty for an open cell.
    Paint {
        /// The brushes: the first one is chosen at the start.
        brushes: Vec<Brush>,
        /// Places in which a [`Shape::Level`] goes on from the place above.
        joined: Vec<usize>,
    },
    /// Pieces are stacked in places, and a move takes some from the top of one place to another. A value is a JSON list of
    /// pieces, from the bottom up.
    Move {
        /// The pieces.
        pieces: Vec<Piece>,
        /// What a move does, for a list of keys: "take from this bottle, or put into it".
        hint: String,
    },
}

/// A symbol that can be written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Symbol {
    /// What is written.
    pub symbol: String,
    /// What explanations call it.
    pub name: String,
}

/// What a cell can be painted with.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Brush {
    /// The symbol that stands for it in values.
    pub symbol: String,
    /// What explanations call a cell that is painted with it: "empty".
    pub name: String,
    /// What a player calls such a cell: "crossed out".
    pub spoken: String,
    /// What is written on its button: "Cross out".
    pub label: String,
    /// What it does, in a few words: "cross the cell out".
    pub hint: String,
    /// The key that paints with it, beside the space bar.
    pub key: String,
    /// Whether the other mouse button, or a finger that rests, paints with it.
    pub is_second: bool,
    /// How a painted cell looks.
    pub look: Look,
}

/// What is in places and can be moved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Piece {
    /// The word that stands for it in values.
    pub id: String,
    /// How it looks.
    pub look: Look,
}

/// How a value looks in a cell of the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    /// The class of the cell, as pictures have it.
    pub class: String,
    /// What is drawn.
    pub shape: Shape,
    /// Its colour as `#rrggbb`, where the class does not say it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fill: Option<String>,
    /// What is written on it.
    pub text: String,
    /// What the text is written with, `black` or `white`, where there is a colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
}

/// What is drawn in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Only the text.
    #[default]
    Text,
    /// The whole cell.
    Whole,
    /// A disc that nearly fills the cell.
    Disc,
    /// A square that is a little smaller than the cell.
    Tile,
    /// The whole cell, with a surface where nothing of the kind lies above it.
    Level,
    /// A small dot in the middle.
    Dot,
    /// A small cross in the middle.
    Cross,
}

/// What can be touched: a cell, or several that are played as one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// Its cells; for stacks from the bottom up.
    pub cells: Vec<Cell>,
    /// Its own name, or what else there is to say of it: "Bottle 3", "tank of r1c1".
    pub name: String,
    /// Whether its value is given.
    pub is_given: bool,
}

/// A change of the board itself that a player may ask for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Offer {
    /// The word that stands for it.
    pub id: String,
    /// What is written on its button.
    pub label: String,
    /// Its purpose.
    pub hint: String,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Touch {
    /// Writes a value into a place.
    Write {
        /// The place.
        place: usize,
        /// The value, as [`Controls`] says.
        value: String,
    },
    /// Makes a move.
    Move {
        /// The place from which it goes.
        from: usize,
        /// The place to which it goes.
        to: usize,
    },
    /// Says which piece has been revealed.
    Name {
        /// Where.
        place: usize,
        /// The piece.
        piece: String,
    },
    /// Takes one of [`Setup::offers`].
    Offer {
        /// Which one.
        id: String,
    },
    /// Marks every open cell with the values that the written ones leave to it.
    FillMarks {},
}

/// What a player has done so far: the value of every place, or all moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Done {
    /// The value of every place.
    Values(Vec<String>),
    /// The moves from the start, and what was said about revealed pieces.
    Actions(Vec<Touch>),
}

/// The state of a clue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClueState {
    /// Its id in the picture, `row3` or `column5`, or the class of its text there: `sum-r1c1`.
    pub clue: String,
    /// Whether it is satisfied, for each of its numbers from the first to the last.
    pub satisfied: Vec<bool>,
    /// Whether the line cannot keep it any more.
    pub is_wrong: bool,
}

impl ClueState {
    /// A clue of one number.
    pub fn single(clue: impl Into<String>, is_satisfied: bool, is_wrong: bool) -> Self {
        ClueState { clue: clue.into(), satisfied: vec![is_satisfied], is_wrong }
    }

    /// Whether there is nothing to show.
    pub fn is_plain(&self) -> bool {
        !self.is_wrong && !self.satisfied.contains(&true)
    }
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LegalMove {
    /// The place from which it goes.
    pub from: usize,
    /// The place to which it goes.
    pub to: usize,
    /// How many pieces go over.
    pub count: usize,
}

/// A place that may not be used yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Closed {
    /// The place.
    pub place: usize,
    /// Until when: "until colour red is complete".
    pub until: String,
}

/// What is in the places of a move puzzle.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stacks {
    /// The pieces of each place, from the bottom up.
    pub contents: Vec<Vec<String>>,
    /// Places that are as they must be in the end.
    pub finished: Vec<usize>,
    /// Places that may not be used yet.
    pub closed: Vec<Closed>,
}

/// A board to look at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    /// The value of every place.
    pub values: Vec<String>,
    /// Places that are as they must be in the end.
    pub finished: Vec<usize>,
    /// Places that may not be used yet.
    pub closed: Vec<Closed>,
}

/// A revealed piece that the player must name before the game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Question {
    /// Where it is.
    pub place: usize,
    /// What is asked.
    pub text: String,
    /// The pieces that it may be.
    pub pieces: Vec<String>,
}
