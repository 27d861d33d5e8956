//! Patterns that players have a name for.
//!
//! The engine asks one rule at a time, and supposes where no single rule helps. Players do more: they know
//! that certain patterns on the board ("X-Wing", "XY-chain") have certain consequences. A family that knows such patterns
//! gives its [`Model`](crate::reason::Model) a [`PatternFinder`]. The explainer then asks it first, and treats its steps
//! like its own: premises, rules, conclusions, a cost; so they can be checked without knowing the pattern.
//!
//! The finder decides the order in which a good solver of that family would look, the singles included; only where it
//! has nothing to offer, the engine reasons from the rules.

use std::fmt;

use serde::Serialize;

use super::{State, Step, Values, Var};
use crate::verdict::{Stopped, Watch};

/// Knows the patterns of one family.
pub trait PatternFinder: fmt::Debug + Send + Sync {
    /// The names of all patterns that it can find, in the order in which it looks for them.
    fn names(&self) -> Vec<&'static str>;

    /// The next pattern that shows something new, cheapest first, and how many of the same kind were seen. Its argument
    /// is [`Argument::Pattern`](super::Argument::Pattern). Without words it has only what shows that it is right: no sentence, and
    /// nothing that is drawn. That takes less time.
    fn next(&self, state: &State, words: bool, watch: &mut Watch<'_>) -> Result<Option<(Step, usize)>, Stopped>;
}

/// What a named pattern adds to a step: its name, and how to describe it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pattern {
    /// What players call it.
    pub name: &'static str,
    /// One or two sentences.
    pub sentence: String,
    /// The same in the players' shorthand, where there is one.
    pub notation: Option<String>,
    /// The links of a chain in order, for pictures. Empty for patterns that are not chains.
    pub links: Vec<Link>,
    /// Why it holds only on a board with one solution; `None` for a pattern that always holds.
    pub swap: Option<Swap>,
    /// The parts that cells play in it, for pictures.
    pub parts: Vec<Part>,
}

/// The role of a cell in a step, where there is more to see than "it has to be known".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// It holds a value that keeps this value out of other cells.
    Blocker,
    /// It is one of the cells that make up the pattern: a corner of a fish, a cell of a pair, an end of a link.
    Corner,
    /// It is outside the pattern, and spoils it if it has the value: the fin of a fish.
    Fin,
}

/// Variables with a role in a step, and the values that it is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// The role.
    pub role: Role,
    /// The variables.
    pub vars: Vec<Var>,
    /// The values.
    pub values: Values,
}

/// One link of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Where it starts.
    pub from: Node,
    /// Where it ends.
    pub to: Node,
    /// Whether one of both ends must be true; otherwise both cannot be.
    pub is_strong: bool,
}

/// An end of a link: one of these variables has one of these values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Node {
    /// The variables; several for a group.
    pub vars: Vec<Var>,
    /// The values; several for a set that is locked.
    pub values: Values,
}

/// A part of the board that cannot be filled with these values alone: they could be exchanged, which would give
/// a second solution. Such a step may be used only where the board is known to have one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Swap {
    /// The variables.
    pub vars: Vec<Var>,
    /// The values; empty when each variable is meant with the values that are left to it besides the conclusion.
    pub values: Values,
}
