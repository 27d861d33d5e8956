//! Bivalue universal graves as the rating looks for them: boards on which every open cell would have two digits and every digit
//! two places in each unit, or none, if some *odd* digits were not there.
//!
//! One of the odd digits is true. With one odd cell it is type 1; with one odd digit in several cells, what sees all of
//! them cannot hold it (type 2). Of two odd cells that share a unit, one holds its odd digit, so the other digit that both
//! have is in the other one (type 4), and the odd digits may form a naked set with other cells of the unit (type 3).

use super::super::board::{Board, Cells, Digits, PEERS, UNITS, digits_in, first, members};
use super::super::catalogue::Technique;
use super::super::found::Found;
use super::combinations;
use super::explainer::Hint;
use super::implications::units_in_order;

/// The odd digits of a board, and the cells that have them.
struct Odd {
    /// In the order in which they are found.
    cells: Vec<usize>,
    digits: [Digits; 81],
    all: Digits,
    /// What sees all of the cells.
    common: Cells,
}

/// Units in the order of the rating: boxes, rows, columns.
fn units() -> impl Iterator<Item = usize> {
    (18..27).chain(0..18)
}

/// The easiest use of a grave.
pub(super) fn easiest(board: &Board) -> Option<Hint> {
    if !board.is_unique {
        return None;
    }
    let odd = odd(board)?;
    let is_even = members(board.open).all(|cell| (board.cells[cell] & !odd.digits[cell]).count_ones() == 2)
        && units().all(|unit| {
            (0..9).all(|digit| {
                let places = members(board.places(unit, digit)).filter(|&cell| odd.digits[cell] >> digit & 1 == 0);
                matches!(places.count(), 0 | 2)
            })
        });
    if !is_even {
        return None;
    }
    let strike_all = |cell: usize, digits: Digits, found: Found| {
        digits_in(digits).fold(found, |found, digit| found.strikes(1 << cell, digit))
    };
    let new = || Found::new(Technique::BugPlusOne);
    let hint = match odd.cells[..] {
        [] => None,
        [cell] => Some((56, strike_all(cell, board.cells[cell] & !odd.all, new()))),
        _ if odd.all.count_ones() == 1 => {
            let digit = odd.all.trailing_zeros() as usize;
            let struck = odd.common & board.digits[digit];
            if struck == 0 { type_4(board, &odd) } else { Some((57, new().strikes(struck, digit))) }
        }
        _ if odd.common != 0 => type_4(board, &odd).or_else(|| type_3(board, &odd)),
        _ => None,
    };
    hint.filter(|hint| hint.1.size(board) > 0)
}

/// Finds the odd digits: where a digit has neither no nor two places in a unit and only one of them is in a cell with more than
/// two digits, it is odd there.
fn odd(board: &Board) -> Option<Odd> {
    let mut odd = Odd { cells: Vec::new(), digits: [0; 81], all: 0, common: (1 << 81) - 1 };
    let large =
        members(board.open).filter(|&cell| board.cells[cell].count_ones() > 2).fold(0, |set, cell| set | 1 << cell);
    // As long as only one digit is odd anywhere, it is so in all large cells: (digit, cells).
    let (mut only, mut is_only): (Option<(usize, Cells)>, bool) = (None, true);
    for unit in units() {
        for digit in 0..9 {
            let places = board.places(unit, digit);
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let candidates = places & large;
            match &mut only {
                None => only = Some((digit, candidates)),
                Some((of, cells)) if *of == digit => *cells |= if is_only { candidates } else { 0 },
                Some(_) => is_only = false,
            }
            match candidates.count_ones() {
                0 => return None,
                1 => odd.add(first(candidates), digit)?,
                _ => {}
            }
        }
    }
    if let Some((digit, cells)) = only.filter(|_| is_only) {
        let missing = members(cells).filter(|cell| !odd.cells.contains(cell)).collect::<Vec<_>>();
        for cell in missing {
            odd.add(cell, digit)?;
        }
    }
    Some(odd)
}

impl Odd {
    /// `None` where no type is possible any more.
    fn add(&mut self, cell: usize, digit: usize) -> Option<()> {
        if !self.cells.contains(&cell) {
            self.cells.push(cell);
        }
        self.digits[cell] |= 1 << digit;
        self.all |= 1 << digit;
        self.common &= PEERS[cell];
        self.cells.iter().for_each(|&odd| self.common &= !(1 << odd));
        (self.cells.len() < 2 || self.all.count_ones() < 2 || self.common != 0).then_some(())
    }

    /// The units that hold all odd cells.
    fn shared(&self) -> impl Iterator<Item = usize> + '_ {
        let units = units_in_order(self.cells[0]);
        units.into_iter().filter(|&unit| self.cells.iter().all(|&cell| UNITS[unit] >> cell & 1 == 1))
    }
}

fn type_4(board: &Board, odd: &Odd) -> Option<Hint> {
    let [one, other] = odd.cells[..] else { return None };
    let common = board.cells[one] & board.cells[other] & !odd.all;
    if common.count_ones() != 1 || odd.shared().next().is_none() {
        return None;
    }
    let mut found = Found::new(Technique::BugPlusOne);
    for cell in [one, other] {
        for digit in digits_in(board.cells[cell] & !odd.digits[cell] & !common) {
            found = found.strikes(1 << cell, digit);
        }
    }
    Some((57, found))
}

fn type_3(board: &Board, odd: &Odd) -> Option<Hint> {
    for size in 2..=6_usize {
        for unit in odd.shared() {
            let rest: Vec<usize> = members(odd.common & UNITS[unit]).collect();
            if rest.len() < size || odd.all.count_ones() < 2 {
                continue;
            }
            for chosen in combinations(size - 1, rest.len()) {
                let chosen = members(chosen.into()).fold(0, |set: Cells, at| set | 1 << rest[at]);
                let is_open =
                    members(chosen).all(|cell| board.open >> cell & 1 == 1 && board.cells[cell].count_ones() > 1);
                let union = members(chosen).fold(0, |all, cell| all | board.cells[cell]);
                if !is_open || union.count_ones() as usize != size || odd.all & !union != 0 {
                    continue;
                }
                let struck = odd.common & UNITS[unit] & !chosen;
                let found = digits_in(union).fold(Found::new(Technique::BugPlusOne), |found, digit| {
                    found.strikes(struck & board.digits[digit], digit)
                });
                if found.size(board) > 0 {
                    return Some((57 + size as u32 - 1, found));
                }
            }
        }
    }
    None
}
