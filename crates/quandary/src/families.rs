//! The registry: one line for each family, and one feature of this crate. Nothing else names a family.

use quandary_core::Family;

/// Every family that this build of Quandary knows.
pub static ALL: &[&dyn Family] = &[
    #[cfg(feature = "sudoku")]
    &quandary_sudoku::FAMILY,
    #[cfg(feature = "nonogram")]
    &quandary_nonogram::FAMILY,
    #[cfg(feature = "aquarium")]
    &quandary_aquarium::FAMILY,
    #[cfg(feature = "ballsort")]
    &quandary_ballsort::FAMILY,
];

/// The family of this name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    ALL.iter().copied().find(|family| family.name() == name)
}
