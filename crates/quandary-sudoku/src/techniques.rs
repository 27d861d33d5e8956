//! The techniques that Sudoku players know by name, each in a file of its own.
//!
//! All work on candidates as bits ([`board`]): a set of cells is one `u128`, so most questions ("do these two cells see
//! each other?", "where in this box can the 4 go?") are one or two machine operations. A technique is a function that looks
//! at the board and reports every use it finds ([`found::Found`]): what is shown, from what, in which units, and how to
//! say it. Looking at all cheap techniques takes some microseconds; chains and almost locked sets take up to a few
//! milliseconds and are looked at last. [`catalogue`] has the order.
//!
//! Whatever is found becomes a step that names its premises and units, so it can be checked without
//! knowing the technique.
//!
//! They are for boards of 9×9 with the usual boxes; other boards are explained from the rules.

pub(crate) mod board;
pub(crate) mod catalogue;
pub(crate) mod found;
pub(crate) mod rating;
pub(crate) mod say;
pub(crate) mod summary;

mod als;
mod bug;
mod chains;
mod colours;
mod fish;
mod forcing;
mod graph;
mod locked;
mod rectangles;
mod remote_pairs;
mod singles;
mod subsets;
mod sue_de_coq;
mod turbot;
mod wings;

use std::sync::OnceLock;

use board::Board;
use catalogue::{TECHNIQUES, Technique};
use found::Finds;

use super::Sudoku;
use quandary_core::Puzzle;
use quandary_core::reason::explain::{PatternFinder, State, Step};
use quandary_core::verdict::{Ask, Stopped, Verdict, Watch};

/// Finds the techniques of one puzzle.
#[derive(Debug)]
pub struct Techniques {
    puzzle: Sudoku,
    /// Whether the puzzle has exactly one solution; asked once, when first needed.
    is_unique: OnceLock<bool>,
}

impl Techniques {
    /// The techniques for a board; `None` for one that is not 9×9 with boxes of 3×3, or a variant.
    pub fn new(puzzle: &Sudoku) -> Option<Self> {
        let fits = puzzle.is_classic() && puzzle.box_rows() == 3 && puzzle.box_columns() == 3;
        fits.then(|| Techniques { puzzle: puzzle.clone(), is_unique: OnceLock::new() })
    }

    /// The candidates of a state.
    pub fn board(&self, state: &State) -> Board {
        let is_unique = || self.puzzle.solve(&Ask::default()).verdict == Verdict::Unique;
        Board::new(state, *self.is_unique.get_or_init(is_unique))
    }
}

impl PatternFinder for Techniques {
    fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.name()).collect();
        names.dedup();
        names
    }

    fn next(&self, state: &State, watch: &mut Watch<'_>) -> Result<Option<(Step, usize)>, Stopped> {
        let board = self.board(state);
        // A board that contradicts itself shows anything; the rules say better what is wrong with it.
        if board.is_broken() {
            return Ok(None);
        }
        for &technique in TECHNIQUES {
            watch.tick(0, 0)?;
            let mut finds = Finds::up_to(enough(technique));
            technique.find(&board, &mut finds);
            let width = finds.found.len();
            // Of several finds the one that shows most is the most useful.
            let best = finds.found.into_iter().rev().max_by_key(|found| found.size(&board));
            if let Some(found) = best {
                return Ok(Some((found.into_step(&board, state), width)));
            }
        }
        Ok(None)
    }
}

/// How many finds are worth looking for: all of the cheap ones, to see how many are open; the first of the expensive ones.
fn enough(technique: Technique) -> usize {
    if technique < Technique::NakedQuad { 0 } else { 1 }
}
