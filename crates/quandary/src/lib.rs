//! Quandary: a puzzle-reasoning system. It solves Sudoku, Nonogram, Aquarium and Ball/Water Sort, and proves what it
//! says: the only solution, the shortest plan, no solution at all.
//!
//! ```
//! use quandary::{Ask, Verdict, read};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read::puzzle(&read::Source::from_text(text), &quandary::hints())?;
//! let outcome = puzzle.solve(&Ask::default());
//! assert_eq!(outcome.verdict, Verdict::Unique);
//! assert!(puzzle.verify(&outcome.solutions[0]).is_ok());
//! # Ok::<(), quandary::read::Diagnostic>(())
//! ```
//!
//! The way data flows: [`read`] turns text into a [`Puzzle`]; [`Puzzle::solve`] turns an [`Ask`] into an
//! [`Outcome`]; [`Puzzle::scene`] turns both into a [`scene::Scene`], which draws itself for a terminal or as SVG.
//!
//! | module | what is in it |
//! |---|---|
//! | [`puzzle`] | the one interface that a family implements |
//! | [`credits`] | what a puzzle is called and who made it |
//! | [`verdict`] | what a solver is asked, may spend, and may say |
//! | [`mod@read`], [`text`] | text → puzzle: finding families and notations; spans and diagnostics |
//! | [`reason`] | constraints that propagate; search over them; explanations |
//! | [`narrate`] | explanations for people: mistakes, tinted pictures, traces |
//! | [`search`] | breadth-first, uniform cost, greedy, A\*, IDA\* over any state space |
//! | [`scene`] | one drawing model; terminal and SVG back ends |
//! | [`contract`] | requests and answers in JSON: what the command line, the server and the page share |
//! | [`random`] | counter-based random streams for generators |
//! | [`families`] | the registry, and one folder per family |

pub mod contract;
pub mod families;

pub use quandary_core::{
    clock, credits, grid, narrate, picture, puzzle, random, read, scene, search, solution, text, verdict,
};

/// The deduction engine, with what [`narrate`] has under its former paths in `reason::explain`.
pub mod reason {
    pub use quandary_core::reason::*;

    /// Explanations, step by step.
    pub mod explain {
        pub use quandary_core::narrate::*;
        pub use quandary_core::reason::explain::*;
    }
}

pub use credits::Credits;
pub use families::{ALL, family};
pub use grid::{Cell, Grid};
pub use puzzle::{Family, Puzzle};
pub use solution::{Move, Plan, Solution, Violation};
pub use verdict::{Ask, Budget, Cancel, Conflict, Counters, Orders, Outcome, Stopped, Verdict};

/// Hints that leave every family of the registry open.
pub fn hints() -> read::Hints {
    read::Hints::new(ALL)
}

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
