//! The entry for the registry: names, limits, rules for the water, and where everything else is.

use quandary_core::edit::Editor;
use quandary_core::puzzle::{Algorithm, AnyNotation, Example, Family, Generator, LineReader, Rule};

use crate::{RULES, edit, formats, generate, lines, solver, words};

/// The Aquarium family.
#[derive(Clone, Copy, Debug)]
pub struct AquariumFamily;

/// The one value of [`AquariumFamily`], for the registry.
pub static FAMILY: AquariumFamily = AquariumFamily;

impl Family for AquariumFamily {
    fn name(&self) -> &'static str {
        "aquarium"
    }

    fn longest_text(&self) -> usize {
        // A 256×256 board with tank numbers of five digits takes 400 KB.
        1 << 19
    }

    fn title(&self) -> &'static str {
        "Aquarium"
    }

    fn technique_summaries(&self) -> &'static [(&'static str, &'static str)] {
        words::SUMMARIES
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&edit::AquariumEditor)
    }

    fn level_summaries(&self) -> &'static [&'static str] {
        &[
            "One row, column or tank at a time, and many to choose from.",
            "Still one at a time, but few places lead on.",
            "The tanks of a line have to be added up, or a level or two supposed.",
            "Several times, suppose water or air and see which clue breaks.",
            "Long suppositions, or more than ten of them.",
            "Suppositions that need suppositions of their own.",
        ]
    }

    fn goal(&self) -> &'static str {
        "The board is divided into tanks. Fill each tank with water up to some level, or leave it empty. The numbers \
         outside the grid say how many cells of that row or column hold water."
    }

    fn rules(&self) -> &'static [Rule] {
        &RULES
    }

    fn limits(&self) -> &'static str {
        "rectangular boards up to 256×256, clues may be missing"
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        formats::NOTATIONS.iter().map(|notation| notation as &dyn AnyNotation).collect()
    }

    fn line_reader(&self, notation: &str) -> Option<LineReader> {
        match notation {
            "task" => Some(lines::read),
            "digits" => Some(lines::read_grid),
            "json" => Some(lines::read_json),
            _ => None,
        }
    }

    fn example_titles(&self) -> &'static [(&'static str, &'static str)] {
        formats::TITLES
    }

    fn examples(&self) -> &'static [Example] {
        formats::EXAMPLES
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::GENERATOR)
    }

    fn prints_status(&self) -> bool {
        true
    }
}
