//! The registry: each family is declared here and listed in [`ALL`], and named nowhere else outside its own folder.

use crate::puzzle::Family;

pub mod aquarium;
pub mod ballsort;
pub mod nonogram;
pub mod sudoku;

/// Every family that Quandary knows.
pub static ALL: &[&dyn Family] = &[
    &sudoku::FAMILY,
    &nonogram::FAMILY,
    &aquarium::FAMILY,
    &ballsort::FAMILY, //
];

/// The family of this name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    ALL.iter().copied().find(|family| family.name() == name)
}
