//! Locked candidates: where a box and a line cross, a digit that one of them has nowhere else is gone from the rest of
//! the other.

use super::board::{Board, UNITS};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use quandary_core::reason::explain::Role;

/// A digit that a box has in one line only: it is gone from the rest of the line.
pub(super) fn pointing(board: &Board, finds: &mut Finds) {
    for inside in 18..27 {
        for across in 0..18 {
            if confined(board, inside, across, Technique::Pointing, finds) {
                return;
            }
        }
    }
}

/// A digit that a line has in one box only: it is gone from the rest of the box.
pub(super) fn claiming(board: &Board, finds: &mut Finds) {
    for inside in 0..18 {
        for across in 18..27 {
            if confined(board, inside, across, Technique::Claiming, finds) {
                return;
            }
        }
    }
}

fn confined(board: &Board, inside: usize, across: usize, technique: Technique, finds: &mut Finds) -> bool {
    let crossing = UNITS[inside] & UNITS[across];
    if (crossing & board.open).count_ones() < 2 {
        return false;
    }
    for digit in 0..9 {
        let places = board.places(inside, digit);
        let struck = board.places(across, digit) & !crossing;
        if places.count_ones() < 2 || places & !crossing != 0 || struck == 0 {
            continue;
        }
        let found = Found::new(technique)
            .using([inside, across])
            .knowing_places(inside, digit, crossing)
            .marking(Role::Corner, places, 1 << digit)
            .strikes(struck, digit)
            .described(board, |_| {
                let (inside, across) = (say::unit(inside), say::unit(across));
                let (digit, places, struck) = (say::digit(digit), say::one_of(places), say::cells(struck));
                format!(
                    "In {inside}, {digit} can only go in {across} ({places}). So {digit} cannot be anywhere else in \
                     {across}: remove it from {struck}."
                )
            });
        if finds.add(board, found) {
            return true;
        }
    }
    false
}
