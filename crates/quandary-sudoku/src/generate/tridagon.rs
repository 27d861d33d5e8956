//! Very hard 9×9 puzzles by construction.
//!
//! Take four boxes at the corners of a rectangle, and in each of them three cells, one in each of its rows and columns. If
//! the three cells run the same way in three of the boxes and the other way in the fourth, the twelve cells cannot all
//! hold the same three digits, and there is no short way to see that: players call it a tridagon. Here eleven of the cells
//! hold the three digits and one, the *guardian*, another digit. The givens are chosen so that the three digits stay open
//! in all twelve cells for long, and a solver has to find out which cell is the guardian. About four in ten such puzzles
//! are fiendish, and one in thirty needs nested suppositions.

use rand::seq::SliceRandom;

use super::Plan;
use super::removal::Removal;
use crate::solver::{self, single};
use crate::symmetry::Group;
use crate::techniques::board::PEERS;
use quandary_core::puzzle::GenerateError;
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::Budget;

/// The four boxes by band and stack; the cells of the last one run from the right to the left.
const BOXES: [(usize, usize); 4] = [(0, 0), (0, 1), (1, 0), (1, 1)];

/// The givens of a puzzle around a tridagon; `None` where the random choices led nowhere.
pub(super) fn puzzle(plan: &Plan, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Vec<u8>>, GenerateError> {
    let pattern = pattern();
    let guardian = pattern[random.random_range(0..pattern.len())];
    let mut cells = vec![0; 81];
    cells[guardian] = random.random_range(4..=9);
    if !place(&mut cells, &pattern, random) {
        return Ok(None);
    }
    let filled = solver::random_board(&plan.shape(cells)?, random, budget).map_err(GenerateError::Stopped)?;
    let Some(filled) = filled else { return Ok(None) };
    // The three digits are given in the box that sees none of the twelve cells, and nowhere else.
    let is_open = |cell: usize| pattern.contains(&cell) || filled[cell] <= 3 && (cell / 27, cell % 9 / 3) != (2, 2);
    let mut cells: Vec<u8> = (0..81).map(|cell| if is_open(cell) { 0 } else { filled[cell] }).collect();
    match <&solver::Cells>::try_from(cells.as_slice()) {
        Ok(board) if single::count(board, 2).0 == 1 => {}
        _ => return Ok(None),
    }
    // What is in the four boxes keeps other digits out of the twelve cells, so it is removed last.
    let mut order: Vec<Group> = plan.groups.iter().filter(|group| cells[group.first()] != 0).copied().collect();
    order.shuffle(random);
    order.sort_by_key(|group| group.first() / 9 < 6 && group.first() % 9 < 6);
    Removal::new(plan, &filled, budget).take_away(&mut cells, &order, 1, random)?;
    Ok(Some(shuffled(&cells, random)))
}

/// The twelve cells.
fn pattern() -> Vec<usize> {
    let cells = BOXES.iter().enumerate().flat_map(|(which, (band, stack))| {
        let across = move |down: usize| if which == 3 { 2 - down } else { down };
        (0..3).map(move |down| (3 * band + down) * 9 + 3 * stack + across(down))
    });
    cells.collect()
}

/// Whether the twelve cells can hold three digits without a guardian: they cannot.
#[cfg(test)]
pub(super) fn can_hold_three_digits(random: &mut ChaCha8Rng) -> bool {
    place(&mut [0; 81], &pattern(), random)
}

/// Puts the first three digits into the open cells of the pattern at random; `false` where that cannot be.
fn place(cells: &mut [u8], pattern: &[usize], random: &mut ChaCha8Rng) -> bool {
    let Some(&cell) = pattern.iter().find(|&&cell| cells[cell] == 0) else { return true };
    let sees = |other: usize| PEERS[cell] >> other & 1 == 1;
    let mut digits = [1, 2, 3];
    digits.shuffle(random);
    for digit in digits {
        if pattern.iter().any(|&other| cells[other] == digit && sees(other)) {
            continue;
        }
        cells[cell] = digit;
        if place(cells, pattern, random) {
            return true;
        }
        cells[cell] = 0;
    }
    false
}

/// The same puzzle with its digits renamed, its lines shuffled within and among their bands, and perhaps transposed.
fn shuffled(cells: &[u8], random: &mut ChaCha8Rng) -> Vec<u8> {
    let mut digits: Vec<u8> = (1..=9).collect();
    digits.shuffle(random);
    let mut lines = || -> Vec<usize> {
        let mut bands = [0, 1, 2];
        bands.shuffle(random);
        let band = |band: usize| {
            let mut lines = [3 * band, 3 * band + 1, 3 * band + 2];
            lines.shuffle(random);
            lines
        };
        bands.into_iter().flat_map(band).collect()
    };
    let (rows, columns) = (lines(), lines());
    let is_turned = random.random_bool(0.5);
    let at = |row: usize, column: usize| {
        let (row, column) = if is_turned { (column, row) } else { (row, column) };
        match cells[rows[row] * 9 + columns[column]] {
            0 => 0,
            digit => digits[usize::from(digit) - 1],
        }
    };
    (0..81).map(|cell| at(cell / 9, cell % 9)).collect()
}
