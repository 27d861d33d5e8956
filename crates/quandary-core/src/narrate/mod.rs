//! Explanations for people: what is wrong with what a player has written, and the steps of an explanation as pictures.
//!
//! [`reason::explain`](crate::reason::explain) finds steps and knows no puzzle; here the puzzle adds words and pictures.
//! [`find_mistake`] says in a sentence what is wrong with a partly filled board, [`picture_of`] and [`Tints`] show a step on
//! the board.

mod mistake;
mod tint;

pub use mistake::{BrokenRule, Mistake, broken_at_sight, broken_rule, broken_rules, find_mistake};
pub use tint::{Area, RoleCells, Tints, clue_of, picture_of, scene_of, scene_of_entries};
