//! The registry: one line per family.

pub mod ballsort;

use crate::puzzle::Family;

/// Every family that Quandary knows.
pub static ALL: &[&dyn Family] = &[&ballsort::FAMILY];

/// The family of this name.
pub fn family(name: &str) -> Option<&'static dyn Family> {
    ALL.iter().copied().find(|family| family.name() == name)
}
