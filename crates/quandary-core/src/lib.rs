//! What all puzzle families share. This crate knows no family: families implement its interface, and the crate
//! `quandary` puts them together.
//!
//! | module | what is in it |
//! |---|---|
//! | [`puzzle`] | the one interface that a family implements |
//! | [`play`] | how a board is played: controls, touches, clues, as plain data |
//! | [`game`] | a board being played, for every family |
//! | [`credits`] | what a puzzle is called and who made it |
//! | [`verdict`] | what a solver is asked, may spend, and may say |
//! | [`mod@read`] | text → puzzle: spans, diagnostics, telling families and notations apart |
//! | [`reason`] | constraints that propagate and give reasons; depth-first search over them; explanations |
//! | [`search`] | breadth-first, uniform cost, greedy, A\*, IDA\* over any state space |
//! | [`scene`] | one drawing model; terminal and SVG back ends |
//! | [`random`] | counter-based random streams for generators |

pub mod clock;
pub mod credits;
pub mod game;
pub mod grid;
pub mod play;
pub mod puzzle;
pub mod random;
pub mod read;
pub mod reason;
pub mod scene;
pub mod search;
pub mod verdict;

pub use credits::Credits;
pub use grid::Grid;
pub use puzzle::{Cell, Family, Move, Plan, Puzzle, Solution, Violation};
pub use verdict::{Ask, Budget, Cancel, Conflict, Counters, Outcome, Stopped, Verdict};
