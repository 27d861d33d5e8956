//! Bivalue universal grave plus one: every open cell but one has two digits left, and without the third digit of that one
//! every digit would have two places in each unit or none.
//!
//! Then all open cells could exchange their two digits, and the board would have no solution or two. So on a board with
//! one solution the odd digit is true.

use super::board::{Board, UNITS, digits_in, first, members, units_of};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;

/// The odd digit of the one cell with three.
pub(super) fn bug_plus_one(board: &Board, finds: &mut Finds) {
    let threes = board.cells_with(3);
    let others = board.open & !threes;
    let is_bug =
        board.is_unique && threes.count_ones() == 1 && members(others).all(|cell| board.cells[cell].count_ones() == 2);
    if !is_bug {
        return;
    }
    let cell = first(threes);
    let three_times = |digit: usize| units_of(cell).iter().all(|&unit| board.places(unit, digit).count_ones() == 3);
    let Some(digit) = digits_in(board.cells[cell]).find(|&digit| three_times(digit)) else { return };
    // Everything else is there twice.
    let is_even = (0..27).all(|unit| {
        (0..9).all(|other| {
            let places = board.places(unit, other);
            let places = if other == digit { places & !threes } else { places };
            matches!(places.count_ones(), 0 | 2)
        })
    });
    if !is_even {
        return;
    }
    let mut found = Found::new(Technique::BugPlusOne).knowing(board, board.open);
    found = found.using((0..27).filter(|&unit| UNITS[unit] & board.open != 0));
    found.places.push((cell, digit));
    found.swap = Some((board.open, 0));
    let found = found.described(board, |then| {
        format!(
            "Without the {} in {}, every empty cell would have two digits left, and every digit two cells in each row, \
             column and box. All of them could be swapped, and the puzzle would not have exactly one solution. So {then}.",
            say::digit(digit),
            say::cell(cell)
        )
    });
    finds.add(board, found);
}
