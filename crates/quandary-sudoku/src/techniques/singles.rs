//! Singles: a cell with one digit left, a digit with one place left.

use super::board::{ALL, Board, Cells, Digits, PEERS, UNITS, first, members, units_of};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use quandary_core::reason::explain::Role;
use quandary_core::reason::explain::words::join;

/// The last empty cell of a unit.
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
        let found = found.described(board, |_| {
            let digit = say::digits(board.cells[cell]);
            format!("{} is the last empty cell of {}, so it is {digit}.", say::cell(cell), say::unit(unit))
        });
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
            let others = UNITS[unit] & board.open & !places;
            // Only who is told the step sees it, too.
            let (blockers, seen) = if board.is_told { blockers(board, others, digit) } else { (0, 0) };
            let found = found.marking(Role::Blocker, blockers, 1 << digit).described(board, |then| {
                let needs = format!("{} needs {}", say::unit(unit), say::a_digit(digit));
                if others == 0 {
                    return format!("{needs}, and only one cell is empty, so {then}.");
                }
                let is_all = others & !seen == 0;
                say::hidden_single(
                    &needs,
                    &say::digit(digit),
                    &say::cells(blockers),
                    blockers.count_ones(),
                    is_all,
                    then,
                )
            });
            if finds.add(board, found) {
                return;
            }
        }
    }
}

/// Written cells that hold a digit and see as many of these cells as possible, few of them; and the cells they see.
fn blockers(board: &Board, others: Cells, digit: usize) -> (Cells, Cells) {
    let holders: Vec<usize> =
        (0..81).filter(|&cell| board.open >> cell & 1 == 0 && board.cells[cell] == 1 << digit).collect();
    let (mut chosen, mut seen) = (0, 0);
    loop {
        let gain = |&cell: &usize| (PEERS[cell] & others & !seen).count_ones();
        match holders.iter().copied().max_by_key(gain) {
            Some(cell) if gain(&cell) > 0 => {
                chosen |= 1 << cell;
                seen |= PEERS[cell] & others;
            }
            _ => return (chosen, seen),
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
        let found = found.using(used.iter().copied()).described(board, |_| {
            let kinds: Vec<String> = used.iter().map(|unit| ["row", "column", "box"][unit / 9].to_owned()).collect();
            let contain = if used.len() == 1 { "contains" } else { "contain" };
            let rest = match (used.is_empty(), open) {
                (false, 0) => format!("its {} already {contain} the other eight digits", join(&kinds)),
                (false, _) => format!(
                    "its {} already {contain} the other digits, except {}, which earlier steps removed",
                    join(&kinds),
                    say::digits(open)
                ),
                (true, _) => "earlier steps removed every other digit".to_owned(),
            };
            format!("{} can only be {}: {rest}.", say::cell(cell), say::digit(digit))
        });
        if finds.add(board, found) {
            return;
        }
    }
}
