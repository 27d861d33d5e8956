//! Why a solve ended before it could prove anything.

use std::fmt;

use serde::Serialize;

/// Why a solve ended before it could prove anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub enum Stopped {
    /// The time limit passed.
    Time,
    /// The node limit was reached.
    Nodes,
    /// The memory limit was reached.
    Memory,
    /// The caller asked to stop.
    Cancelled,
    /// The caller asked for fewer solutions than a proof needs, and got them.
    Enough,
    /// This algorithm cannot prove more (a greedy search ends with no claim).
    Incomplete,
    /// This algorithm would have to list this many cases, and does not.
    TooMany(u64),
    /// Part of the puzzle is hidden. It can be solved in at least one of the [`Orders`](crate::verdict::Orders) of what is hidden, proved; a plan,
    /// where there is one, leads to where more of it is revealed.
    Hidden,
}

impl Serialize for Stopped {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Stopped::Time => "time",
            Stopped::Nodes => "nodes",
            Stopped::Memory => "memory",
            Stopped::Cancelled => "cancelled",
            Stopped::Enough => "enough",
            Stopped::Incomplete => "incomplete",
            Stopped::TooMany(_) => "cases",
            Stopped::Hidden => "hidden",
        })
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stopped::TooMany(u64::MAX) => {
                return f.write_str("this algorithm would have to list more cases than fit into 64 bits");
            }
            Stopped::TooMany(cases) => {
                return write!(f, "this algorithm would have to list {cases} cases, which is too many");
            }
            Stopped::Time => "the time limit passed",
            Stopped::Nodes => "the node limit was reached",
            Stopped::Memory => "the memory limit was reached",
            Stopped::Cancelled => "interrupted",
            Stopped::Enough => "the requested number of solutions was found; no search for more was made",
            Stopped::Incomplete => "this algorithm makes no claim beyond what it found",
            Stopped::Hidden => "part of the puzzle is hidden, so the next moves depend on what is revealed",
        })
    }
}
