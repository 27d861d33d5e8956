//! The entry for the registry: names, limits, rules that may be added, and where everything else is.

use quandary_core::batch::{LineConverter, LineSolver};
use quandary_core::edit::Editor;
use quandary_core::puzzle::{Algorithm, AnyNotation, Example, Family, Generator, LineReader, Puzzle, Rule};
use quandary_core::verdict::{Ask, Outcome};

use crate::{Sudoku, edit, formats, generate, lines, solver, techniques};

/// The family, for the registry.
pub static FAMILY: SudokuFamily = SudokuFamily;

/// Sudoku as a family.
#[derive(Debug)]
pub struct SudokuFamily;

impl Family for SudokuFamily {
    fn name(&self) -> &'static str {
        "sudoku"
    }

    fn longest_text(&self) -> usize {
        // A 25×25 board with a clue in every cell takes some 100 KB as JSON.
        1 << 18
    }

    fn title(&self) -> &'static str {
        "Sudoku"
    }

    fn technique_summaries(&self) -> &'static [(&'static str, &'static str)] {
        techniques::summary::SUMMARIES
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        Some(&edit::SudokuEditor)
    }

    fn level_summaries(&self) -> &'static [&'static str] {
        &[
            "Singles only: a cell or a digit with one place left.",
            "Pairs, triples and locked candidates as well.",
            "X-Wings, XY-Wings, unique rectangles and the like.",
            "Chains of candidates, or almost locked sets.",
            "Forcing chains: what follows, whichever candidate is right.",
            "Chains that need chains of their own.",
        ]
    }

    fn goal(&self) -> &'static str {
        "Write a digit in every empty cell so that each row, each column and each box holds every digit once."
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn limits(&self) -> &'static str {
        "boards up to 25×25; boxes of any height and width from 2 up (2×2, 2×3, 3×3, 3×4, 4×4, 5×5 …) or regions of any \
         shape; diagonals, windows, disjoint groups, anti-knight, anti-king, non-consecutive, cages, thermometers, \
         arrows, dots, X and V, in any combination"
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        vec![
            &formats::LINE,
            &formats::GRID,
            &formats::TABLE,
            &formats::PENCILMARKS,
            &formats::CANDIDATES,
            &formats::HODOKU,
            &formats::SDK,
            &formats::SS,
            &formats::SDX,
            &formats::SOLO,
            &formats::PUZZ_LINK,
            &formats::COACH,
            &formats::SUDOKUWIKI,
            &formats::F_PUZZLES,
            &formats::SUDOKUPAD,
            &formats::JSON,
        ]
    }

    fn example_titles(&self) -> &'static [(&'static str, &'static str)] {
        formats::examples::TITLES
    }

    fn examples(&self) -> &'static [Example] {
        formats::examples::EXAMPLES
    }

    fn first_example(&self) -> Option<&'static str> {
        Some("classic")
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::SudokuGenerator)
    }

    fn line_solver(&self, notation: &str) -> Option<Box<dyn LineSolver>> {
        (notation == formats::LINE.name).then(|| Box::new(lines::Lines::default()) as Box<dyn LineSolver>)
    }

    fn line_reader(&self, notation: &str) -> Option<LineReader> {
        (notation == formats::LINE.name).then_some(lines::read)
    }

    fn line_converter(&self, from: &str, to: &str) -> Option<LineConverter> {
        (from == "line" && to == "line").then_some(lines::convert)
    }

    fn solve_many(&self, puzzles: &[&dyn Puzzle], ask: &Ask) -> Option<Vec<Outcome>> {
        let puzzles: Vec<&Sudoku> = puzzles.iter().map(|puzzle| puzzle.downcast()).collect::<Option<_>>()?;
        Some(solver::solve_many(&puzzles, ask))
    }
}

/// Rules for the whole board that may be added to a puzzle whose notation does not state them.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "classic", summary: "rows, columns and boxes, and whatever clues are drawn on the board" },
    Rule { name: "x", summary: "both diagonals hold each digit once too" },
    Rule {
        name: "windoku",
        summary: "four windows (more on larger boards) hold each digit once too; for square boxes",
    },
    Rule {
        name: "disjoint-groups",
        summary: "cells in the same position of their boxes hold each digit once too; not for irregular regions",
    },
    Rule { name: "anti-knight", summary: "cells a knight's move apart differ too" },
    Rule { name: "anti-king", summary: "cells that touch at a corner differ too" },
    Rule { name: "non-consecutive", summary: "neighbours are not consecutive digits either" },
];
