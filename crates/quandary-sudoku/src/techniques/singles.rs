//! Singles: a cell with one digit left, a digit with one place left.

use super::board::{ALL, Board, Digits, UNITS, first, members, units_of};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;

/// The last open cell of a unit.
pub(super) fn full_house(board: &Board, finds: &mut Finds) {
    for unit in (18..27).chain(0..18) {
        let open = UNITS[unit] & board.open;
        if open.count_ones() != 1 {
            continue;
        }
        let cell = first(open);
        if !board.cells[cell].is_power_of_two() {
            continue;
        }
        let mut found = Found::new(Technique::FullHouse).using([unit]).knowing(board, UNITS[unit] & !open);
        found.places.push((cell, board.cells[cell].trailing_zeros() as usize));
        let found = found.told(board, |then| format!("{then}: it is the last open cell of {}.", say::unit(unit)));
        if finds.add(board, found) {
            return;
        }
    }
}

/// A digit with one place left in a box.
pub(super) fn hidden_in_box(board: &Board, finds: &mut Finds) {
    hidden(board, 18..27, Technique::HiddenSingleBox, finds);
}

/// A digit with one place left in a row or column.
pub(super) fn hidden_in_line(board: &Board, finds: &mut Finds) {
    hidden(board, 0..18, Technique::HiddenSingleLine, finds);
}

fn hidden(board: &Board, units: std::ops::Range<usize>, technique: Technique, finds: &mut Finds) {
    for unit in units {
        for digit in 0..9 {
            let places = board.places(unit, digit);
            if places.count_ones() != 1 {
                continue;
            }
            let mut found = Found::new(technique).using([unit]).knowing_places(unit, digit, places);
            found.places.push((first(places), digit));
            let found = found.told(board, |_| {
                format!("In {} the {} can only go to {}.", say::unit(unit), say::digit(digit), say::cell(first(places)))
            });
            if finds.add(board, found) {
                return;
            }
        }
    }
}

/// A cell with one digit left.
pub(super) fn naked(board: &Board, finds: &mut Finds) {
    for cell in members(board.open).filter(|&cell| board.cells[cell].is_power_of_two()) {
        let digit = board.cells[cell].trailing_zeros() as usize;
        let mut found = Found::new(Technique::NakedSingle);
        found.places.push((cell, digit));
        // The unit that accounts for the most digits first, so that few are needed.
        let mut open: Digits = ALL & !(1 << digit);
        let mut used = Vec::new();
        loop {
            let written = |unit: usize| members(UNITS[unit] & !board.open).fold(0, |all, peer| all | board.cells[peer]);
            let units = units_of(cell).into_iter().map(|unit| ((written(unit) & open).count_ones(), unit));
            let Some((count, unit)) = units.max_by_key(|&(count, unit)| (count, std::cmp::Reverse(unit))) else {
                break;
            };
            if count == 0 {
                break;
            }
            let strikers = members(UNITS[unit] & !board.open).filter(|&peer| board.cells[peer] & open != 0);
            found.premises.extend(strikers.map(|peer| (peer, board.cells[peer])));
            open &= !written(unit);
            used.push(unit);
        }
        if open != 0 {
            // Earlier steps removed these.
            found.premises.push((cell, ALL & !open));
        }
        let found = found.using(used.iter().copied()).told(board, |then| {
            let rest = match (used.is_empty(), open) {
                (false, 0) => format!("every other digit stands in {}", say::units(&used)),
                (false, _) => format!(
                    "every other digit stands in {}, except {}, ruled out before",
                    say::units(&used),
                    say::digits(open)
                ),
                (true, _) => "every other digit was ruled out before".to_owned(),
            };
            format!("{then}: {rest}.")
        });
        if finds.add(board, found) {
            return;
        }
    }
}
