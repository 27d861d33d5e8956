//! The registry: one line per family.

use crate::puzzle::Family;

pub mod aquarium;
pub mod sudoku;

/// Every family that Quandary knows.
pub static ALL: &[&dyn Family] = &[&aquarium::FAMILY, &sudoku::FAMILY];

/// The family of this name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    ALL.iter().copied().find(|family| family.name() == name)
}
