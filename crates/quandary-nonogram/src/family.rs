//! The entry for the registry: names, limits, and where everything else is.

use quandary_core::edit::Editor;
use quandary_core::puzzle::{Algorithm, AnyNotation, Example, Family, Generator, LineReader};
use quandary_core::text::MAX_TEXT;

use crate::{edit, formats, generate, lines, solver, words};

/// The family, for the registry.
pub static FAMILY: NonogramFamily = NonogramFamily;

/// Nonogram as a family.
#[derive(Debug)]
pub struct NonogramFamily;

impl Family for NonogramFamily {
    fn name(&self) -> &'static str {
        "nonogram"
    }

    fn longest_text(&self) -> usize {
        // A 512×512 board of single cells in many colours takes 4.7 MB as JSON with a blank after each comma.
        5 << 20
    }

    fn longest_in(&self, notation: &str) -> usize {
        // XML has a tag for each block, with the name of its colour.
        if notation == formats::XML.name { MAX_TEXT } else { self.longest_text() }
    }

    fn title(&self) -> &'static str {
        "Nonogram"
    }

    fn technique_summaries(&self) -> &'static [(&'static str, &'static str)] {
        words::SUMMARIES
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&edit::NonogramEditor)
    }

    fn level_summaries(&self) -> &'static [&'static str] {
        &[
            "One line at a time, and many lines to choose from.",
            "Still one line at a time, but few lines lead on.",
            "Some lines have to be thought through, or a cell or two supposed.",
            "Several times, suppose a cell and see which line breaks.",
            "Long suppositions, or more than ten of them.",
            "Suppositions that need suppositions of their own.",
        ]
    }

    fn goal(&self) -> &'static str {
        "Fill cells of a grid so that a picture appears. The numbers beside each row and above each column are the lengths \
         of its blocks of filled cells, in order from the left or from the top. Between two blocks there is at least one \
         empty cell; 0 stands for a line without any, and ? for a block of any length."
    }

    fn notes(&self) -> &'static [&'static str] {
        &["On a coloured board a block has one colour, and blocks of different colours may touch."]
    }

    fn limits(&self) -> &'static str {
        "up to 512 rows and 512 columns; black and white, or up to 32 colours"
    }

    fn former_names(&self) -> &'static [(&'static str, &'static str)] {
        &[("seed", "plain")]
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        formats::ALL.iter().map(|&notation| notation as &dyn AnyNotation).collect()
    }

    fn line_reader(&self, notation: &str) -> Option<LineReader> {
        match notation {
            "json" => Some(lines::read),
            "plain" => Some(lines::read_sheet),
            _ => None,
        }
    }

    fn example_titles(&self) -> &'static [(&'static str, &'static str)] {
        formats::examples::TITLES
    }

    fn examples(&self) -> &'static [Example] {
        &formats::examples::EXAMPLES
    }

    fn first_example(&self) -> Option<&'static str> {
        Some("cat")
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::GENERATOR)
    }
}
