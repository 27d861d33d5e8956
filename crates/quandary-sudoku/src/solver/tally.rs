//! Counting without visiting every solution.
//!
//! Small boards with few givens have many solutions (the empty 6×6 board has 28,200,960), but few states that matter to the
//! cells still to be filled: which digits are in each unit that is started and not full. So cells are filled in
//! reading order, and fillings that leave the same digits in the same units are counted together. The cost is the number
//! of such states, at most a few hundred thousand on a 6×6 board, instead of the number of solutions.
//!
//! A state is one word of 128 bits, one bit for each digit of each unit: that is enough for boards up to 6×6 with all their
//! units (regions, diagonals, windows). Clues that are not units are not supported.

use std::collections::HashMap;

use super::Sudoku;
use quandary_core::verdict::{Stopped, Watch};

/// About how many bytes a state and its count take in the table.
const BYTES_PER_STATE: u64 = 64;

/// Whether this board can be counted this way.
pub(super) fn suits(puzzle: &Sudoku) -> bool {
    let variant = puzzle.variant();
    let only_units = variant.cages.is_empty()
        && variant.thermometers.is_empty()
        && variant.arrows.is_empty()
        && variant.signs.is_empty()
        && variant.clues(puzzle).is_empty();
    only_units && puzzle.units().len() * puzzle.side() <= u128::BITS as usize
}

/// The number of solutions of a board that [`suits`], and the most states that were held at once.
pub(super) fn count(puzzle: &Sudoku, watch: &mut Watch<'_>) -> Result<(u64, u64), Stopped> {
    let (side, cells) = (puzzle.side(), puzzle.cells());
    let units = puzzle.units();
    let mut states: HashMap<u128, u64> = HashMap::from([(0, 1)]);
    let (mut most, mut work) = (1, 0);
    for cell in cells.cells() {
        // The places in a state of this cell's units, and of those that are full with it: those need not be remembered
        // any more.
        let mine: Vec<usize> = (0..units.len()).filter(|&unit| units[unit].cells.contains(&cell)).collect();
        let full = mine.iter().filter(|&&unit| units[unit].cells.iter().max() == Some(&cell));
        let forget = full.fold(0, |mask, &unit| mask | ((1u128 << side) - 1) << (unit * side));
        let bits = |digit: usize| mine.iter().fold(0, |mask, &unit| mask | 1u128 << (unit * side + digit));
        let is_allowed = |digit: &usize| match cells[cell] {
            0 => puzzle.struck(cell) >> (digit + 1) & 1 == 0,
            given => usize::from(given) == digit + 1,
        };
        let choices: Vec<u128> = (0..side).filter(is_allowed).map(bits).collect();
        let mut next: HashMap<u128, u64> = HashMap::with_capacity(states.len());
        for (state, count) in states {
            work += 1;
            watch.tick(work, next.len() as u64 * BYTES_PER_STATE)?;
            for choice in choices.iter().filter(|choice| state & **choice == 0) {
                *next.entry((state | choice) & !forget).or_default() += count;
            }
        }
        most = most.max(next.len() as u64);
        states = next;
    }
    Ok((states.values().sum(), most))
}
