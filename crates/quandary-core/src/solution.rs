//! Solutions as plain data, and what is wrong with one that breaks a rule.
//!
//! A deduction puzzle is solved by a [`Grid`] of small values, a move puzzle by a [`Plan`]. Each family's `verify`
//! checks such a solution against the rules and returns a [`Violation`] where one is broken.

use serde::Serialize;

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
