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
pub(crate) mod outlook;
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
use found::{Finds, Found};

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
        Board::new(state, self.is_unique())
    }

    fn is_unique(&self) -> bool {
        *self.is_unique.get_or_init(|| self.puzzle.solve(&Ask::default()).verdict == Verdict::Unique)
    }
}

impl PatternFinder for Techniques {
    fn names(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = TECHNIQUES.iter().map(|technique| technique.name()).collect();
        names.dedup();
        names
    }

    fn next(&self, state: &State, words: bool, watch: &mut Watch<'_>) -> Result<Option<(Step, usize)>, Stopped> {
        let mut board = Board { is_told: words, ..Board::new(state, false) };
        // A board that contradicts itself shows anything; the rules say better what is wrong with it.
        if board.is_broken() {
            return Ok(None);
        }
        let silent = Board { is_told: false, ..board.clone() };
        for &technique in TECHNIQUES {
            watch.tick(0, 0)?;
            if enough(technique) == 1 {
                // No cheaper technique asks for it.
                board.is_unique = self.is_unique();
                match choose(&board, technique) {
                    Some((_, found, _)) => return Ok(Some((found.into_step(&board, state), 1))),
                    None => continue,
                }
            }
            // Looking once more is cheaper than finding words for all of them.
            if let Some((place, found, count)) = choose(&silent, technique) {
                if !words {
                    return Ok(Some((found.into_step(&board, state), count)));
                }
                let mut finds = Finds::up_to(place + 1);
                technique.find(&board, &mut finds);
                let found = finds.found.pop();
                return Ok(found.map(|found| (found.into_step(&board, state), count)));
            }
        }
        Ok(None)
    }
}

/// The most useful of a technique's finds, the one that shows most: its place among them, and how many there are.
fn choose(board: &Board, technique: Technique) -> Option<(usize, Found, usize)> {
    let mut finds = Finds::up_to(enough(technique));
    technique.find(board, &mut finds);
    let count = finds.found.len();
    let best = finds.found.iter().enumerate().rev().max_by_key(|(_, found)| found.size(board));
    let place = best.map(|(place, _)| place)?;
    Some((place, finds.found.swap_remove(place), count))
}

/// How many finds are worth looking for: all of the cheap ones, to see how many are open; the first of the expensive ones.
fn enough(technique: Technique) -> usize {
    if technique < Technique::NakedQuad { 0 } else { 1 }
}
