//! Naked and hidden pairs, triples and quads: as many cells as digits keep these digits for themselves.
//!
//! A pair or triple of cells that is in a box and a line at once works in both: a *locked* pair or triple.

use super::board::{ALL, Board, Cells, Digits, UNITS, digits_in, members, units_around};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use quandary_core::reason::explain::Role;

/// Calls `seen` with every choice of `size` of the items, until it says that this is enough.
pub(super) fn choices<T: Copy>(items: &[T], size: usize, seen: &mut dyn FnMut(&[T]) -> bool) -> bool {
    fn extend<T: Copy>(rest: &[T], size: usize, chosen: &mut Vec<T>, seen: &mut dyn FnMut(&[T]) -> bool) -> bool {
        if chosen.len() == size {
            return seen(chosen);
        }
        let missing = size - chosen.len();
        for (index, &item) in rest.iter().enumerate() {
            if rest.len() - index < missing {
                break;
            }
            chosen.push(item);
            let enough = extend(&rest[index + 1..], size, chosen, seen);
            chosen.pop();
            if enough {
                return true;
            }
        }
        false
    }
    extend(items, size, &mut Vec::with_capacity(size), seen)
}

/// Cells of one unit that have, together, as many digits left as they are.
pub(super) fn naked(board: &Board, size: usize, finds: &mut Finds) {
    let technique = [Technique::NakedPair, Technique::NakedTriple, Technique::NakedQuad][size - 2];
    each_naked(board, size, &mut |unit, cells, digits| {
        let found = Found::new(technique).using([unit]).knowing(board, cells);
        let outside = UNITS[unit] & !cells;
        let found = digits_in(digits).fold(found, |found, digit| found.strikes(outside & board.digits[digit], digit));
        let found = found.described(board, |then| {
            let (places, unit) = (say::cells(cells), say::unit(unit));
            let digits = say::digits(digits);
            format!(
                "In {unit}, {places} can only hold {digits}. These digits cannot be anywhere else in {unit}, so {then}."
            )
        });
        finds.add(board, found)
    });
}

/// A naked pair or triple that is in a box and a line, and strikes in both.
pub(super) fn locked(board: &Board, size: usize, finds: &mut Finds) {
    let technique = [Technique::LockedPair, Technique::LockedTriple][size - 2];
    each_naked(board, size, &mut |unit, cells, digits| {
        let units: Vec<usize> = units_around(cells).collect();
        if unit < 18 || units.len() != 2 {
            return false;
        }
        let outside = |unit: usize| digits_in(digits).any(|digit| board.places(unit, digit) & !cells != 0);
        if !units.iter().all(|&unit| outside(unit)) {
            return false;
        }
        let mut found = Found::new(technique).using(units.iter().copied()).knowing(board, cells);
        for &unit in &units {
            for digit in digits_in(digits) {
                found = found.strikes(board.places(unit, digit) & !cells, digit);
            }
        }
        let found = found.described(board, |then| {
            let (places, units) = (say::cells(cells), say::units(&units));
            let digits = say::digits(digits);
            format!("{places} can only hold {digits}. They are in {units}, so no other cell there can hold these digits: {then}.")
        });
        finds.add(board, found)
    });
}

fn each_naked(board: &Board, size: usize, seen: &mut dyn FnMut(usize, Cells, Digits) -> bool) {
    for unit in (18..27).chain(0..18) {
        let open = UNITS[unit] & board.open;
        if (open.count_ones() as usize) <= size {
            continue;
        }
        let few: Vec<usize> =
            members(open).filter(|&cell| (2..=size as u32).contains(&board.cells[cell].count_ones())).collect();
        let enough = choices(&few, size, &mut |chosen| {
            let digits = chosen.iter().fold(0, |all, &cell| all | board.cells[cell]);
            let cells = chosen.iter().fold(0, |all, &cell| all | 1 << cell);
            digits.count_ones() as usize == size && seen(unit, cells, digits)
        });
        if enough {
            return;
        }
    }
}

/// Digits of one unit that have, together, as many places left as they are.
pub(super) fn hidden(board: &Board, size: usize, finds: &mut Finds) {
    let technique = [Technique::HiddenPair, Technique::HiddenTriple, Technique::HiddenQuad][size - 2];
    for unit in (18..27).chain(0..18) {
        let open = (UNITS[unit] & board.open).count_ones() as usize;
        if open <= size {
            continue;
        }
        let few: Vec<usize> =
            (0..9).filter(|&digit| (2..=size as u32).contains(&board.places(unit, digit).count_ones())).collect();
        let enough = choices(&few, size, &mut |chosen| {
            let cells = chosen.iter().fold(0, |all, &digit| all | board.places(unit, digit));
            if cells.count_ones() as usize != size {
                return false;
            }
            let digits: Digits = chosen.iter().fold(0, |all, &digit| all | 1 << digit);
            let mut found = Found::new(technique).using([unit]).marking(Role::Corner, cells, digits);
            for &digit in chosen {
                found = found.knowing_places(unit, digit, cells);
            }
            for digit in digits_in(ALL & !digits) {
                found = found.strikes(cells & board.digits[digit], digit);
            }
            let found = found.described(board, |then| {
                let (unit, places) = (say::unit(unit), say::cells(cells));
                let digits = say::digits(digits);
                format!("In {unit}, {digits} fit only in {places}. These cells hold nothing else, so {then}.")
            });
            finds.add(board, found)
        });
        if enough {
            return;
        }
    }
}
