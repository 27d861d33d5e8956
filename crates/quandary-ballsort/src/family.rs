//! The entry for the registry: names, limits, rules in words, and where everything else is.

use quandary_core::edit::Editor;
use quandary_core::puzzle::{Algorithm, AnyNotation, Example, Family, Generator, LineReader, Rule};

use crate::{edit, formats, generate, lines, solver};

/// Ball Sort and Water Sort.
pub static FAMILY: BallSortFamily = BallSortFamily;

/// Ball Sort as a family.
pub struct BallSortFamily;

impl Family for BallSortFamily {
    fn name(&self) -> &'static str {
        "ballsort"
    }

    fn longest_text(&self) -> usize {
        // 256 bottles of 32 balls with names take 220 KB.
        1 << 18
    }

    fn title(&self) -> &'static str {
        "Ball / Water Sort"
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&edit::BallSortEditor)
    }

    fn level_summaries(&self) -> &'static [&'static str] {
        &[
            "About 12 moves, and hardly any of them goes wrong.",
            "About 20 moves, and hardly any of them goes wrong.",
            "About 30 moves, or fewer with dead ends.",
            "About 40 moves, and some of them lead into dead ends.",
            "About 50 moves, with dead ends on the way.",
            "More than 60 moves, and one in ten leads into a dead end.",
        ]
    }

    fn goal(&self) -> &'static str {
        "Take from the top of one bottle and put it into an empty bottle or onto the same colour, where there is room, \
         until every bottle is empty or full of one colour. The fewer moves, the better."
    }

    fn rules(&self) -> &'static [Rule] {
        &[
            Rule { name: "ball", summary: "one ball per move: Ball Sort" },
            Rule {
                name: "water",
                summary: "the whole run of one colour on top pours in one move, as much of it as fits: Water Sort",
            },
            Rule {
                name: "ball-uniform",
                summary: "one ball per move; sorted as soon as no bottle holds two colours, full or not",
            },
            Rule {
                name: "water-uniform",
                summary: "the whole run pours; sorted as soon as no bottle holds two colours, full or not",
            },
        ]
    }

    fn notes(&self) -> &'static [&'static str] {
        &[
            "Bottles may differ in how many balls they hold; then none is locked and no ball is hidden. Each colour must be able \
             to fill bottles of its own, of whatever size.",
            "A locked bottle may not be used until all balls of its colour are in full bottles; then it stays open.",
            "A hidden ball ('?') is seen when it is on top of an open bottle. The hidden balls have the colours that the others \
             lack to fill whole bottles, in any order.",
            "A board with hidden balls is impossible only if it cannot be sorted in any order of them, even by somebody who \
             sees them; the answer says in how many orders it can be sorted.",
            "A plan for such a board uses balls that are seen, and ends where a hidden ball is revealed, or where all is \
             sorted as far as can be seen. By the rule 'water' a pour stops above a hidden ball. To go on, write the board \
             with the colour that was revealed.",
            "From a dead end no order of the hidden balls can be sorted. The grade is that of the hardest order that can; \
             where there are many, some of them are graded, and the answer says how many.",
        ]
    }

    fn limits(&self) -> &'static str {
        "up to 256 bottles of up to 32 balls, in up to 255 colours"
    }

    fn former_names(&self) -> &'static [(&'static str, &'static str)] {
        &[("seed", "plain"), ("ucs-seed", "ucs-plain"), ("astar-seed", "astar-plain")]
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        formats::NOTATIONS.to_vec()
    }

    fn example_titles(&self) -> &'static [(&'static str, &'static str)] {
        formats::examples::TITLES
    }

    fn examples(&self) -> &'static [Example] {
        formats::examples::EXAMPLES
    }

    fn line_reader(&self, notation: &str) -> Option<LineReader> {
        match notation {
            "letters" => Some(lines::read),
            "plain" => Some(lines::read_rows),
            "json" => Some(lines::read_json),
            _ => None,
        }
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::SHUFFLER)
    }
}
