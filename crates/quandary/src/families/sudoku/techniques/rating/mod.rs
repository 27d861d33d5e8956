//! Ratings on the scales that players know: Sudoku Explainer's ER, EP and ED, and HoDoKu's level and score.
//!
//! Both go the whole way to the solution, each in its own order of techniques; they differ from the explanation's order, which
//! is the one a person would take.

mod explainer;
mod forcing;
mod implications;
mod ladder;

pub use explainer::{Explained, explained};
pub use ladder::{Climbed, LEVELS, climbed};
