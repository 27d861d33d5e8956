//! What all puzzle families share. This crate knows no family: families implement its interface, and the crate
//! `quandary` puts them together.
//!
//! | module | what is in it |
//! |---|---|
//! | [`grid`], [`solution`] | cells, grids and plans: solutions as plain data |
//! | [`clock`] | wall-clock and CPU time, also in a browser |
//! | [`credits`] | what a puzzle is called and who made it |
//! | [`text`] | sources, lines and tokens with their places; diagnostics; what JSON notations share |
//! | [`random`], [`picture`] | what generators draw from: random streams, pictures |
//! | [`memory`] | one account of memory for everything that runs under a budget |
//! | [`threads`] | threads that help with one hard puzzle |
//! | [`verdict`] | what a solver is asked, may spend, and may say |
//! | [`batch`] | many puzzles at once: lines of text in, flat columns out |
//! | [`search`] | breadth-first, uniform cost, greedy, A\*, IDA\* over any state space |
//! | [`reason`] | constraints that propagate; depth-first and conflict-driven search over them; explanations |
//! | [`scene`] | one drawing model; terminal and SVG back ends |
//! | [`play`] | how a board is played: controls, touches, clues, as plain data |
//! | [`edit`] | how a board is set: tools, gestures and drafts, as plain data |
//! | [`puzzle`] | the one interface that a family implements |
//! | [`generate`] | a generator for every family of deduction: fill a board, remove clues |
//! | [`mod@read`], `write` | text → puzzle: finding out families and notations, cutting files; puzzle → text |
//! | [`narrate`] | explanations for people: mistakes, tinted pictures |
//! | [`game`] | a board being played, for every family |
//!
//! A module uses only those above it in this table, never one below (`tests/modules.rs`).

pub mod batch;
pub mod clock;
pub mod credits;
pub mod edit;
pub mod game;
pub mod generate;
pub mod grid;
pub mod memory;
pub mod narrate;
pub mod picture;
pub mod play;
pub mod puzzle;
pub mod random;
pub mod read;
pub mod reason;
pub mod scene;
pub mod search;
pub mod solution;
mod stopped;
pub mod text;
pub mod threads;
pub mod verdict;
mod write;

pub use credits::Credits;
pub use grid::{Cell, Grid};
pub use puzzle::{Family, Puzzle};
pub use solution::{Move, Plan, Solution, SolutionJson, Violation};
pub use threads::Threads;
pub use verdict::{Ask, Budget, Cancel, Conflict, Counters, Orders, Outcome, Sample, Stopped, Verdict};
