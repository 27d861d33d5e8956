//! The patterns that a run with help uses when nothing else follows: locked candidates, hidden pairs, naked pairs and
//! X-Wings, each in the order in which the rating meets them, with the candidates that had to go before.

use super::super::board::{Board, Cells, Digits, UNITS, cells_of, digits_in, first, members, units_of};
use super::implications::{Claim, claim};
use super::nested::Addition;

const ROWS: std::ops::Range<usize> = 0..9;
const COLUMNS: std::ops::Range<usize> = 9..18;
const BOXES: std::ops::Range<usize> = 18..27;

/// What the first of the patterns that shows anything shows. `board` is the board before the run, `now` is what is left.
pub(super) fn shown(board: &Board, now: &Board) -> Vec<Addition> {
    for pattern in [locked, hidden_pairs, naked_pairs, x_wings] {
        let mut additions = Vec::new();
        pattern(board, now, &mut additions);
        if !additions.is_empty() {
            return additions;
        }
    }
    Vec::new()
}

/// Cells in the order of a hash table with at least 16 places that is at most three quarters full: equal remainders keep
/// their order.
pub(super) fn in_table_order<T>(losses: &mut [(usize, T)]) {
    let mut places = 16;
    while losses.len() * 4 > places * 3 {
        places *= 2;
    }
    losses.sort_by_key(|&(cell, _)| cell % places);
}

/// Adds what a pattern removes, unless it needed nothing to go.
fn add(mut losses: Vec<(usize, Digits)>, parents: &[Claim], additions: &mut Vec<Addition>) {
    if parents.is_empty() {
        return;
    }
    in_table_order(&mut losses);
    for (cell, digits) in losses {
        additions.extend(digits_in(digits).map(|digit| Addition {
            claim: claim(cell, digit, false),
            parents: parents.to_vec(),
            nested: None,
        }));
    }
}

fn gone(board: &Board, now: &Board, digit: usize, cells: Cells) -> Vec<Claim> {
    let gone = board.digits[digit] & !now.digits[digit] & cells;
    members(gone).map(|cell| claim(cell, digit, false)).collect()
}

/// A digit whose places in one unit are all in another.
fn locked(board: &Board, now: &Board, additions: &mut Vec<Addition>) {
    let gone_of: [Cells; 9] = std::array::from_fn(|digit| board.digits[digit] & !now.digits[digit]);
    for (from, to) in [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)] {
        for (digit, gone_of) in gone_of.iter().enumerate() {
            for unit in from.clone().filter(|&unit| gone_of & UNITS[unit] != 0) {
                let places = now.places(unit, digit);
                if places.count_ones() < 2 {
                    continue;
                }
                let other = units_of(first(places)).into_iter().find(|other| to.contains(other)).unwrap_or(unit);
                let losses = now.places(other, digit) & !UNITS[unit];
                if places & !UNITS[other] == 0 && losses != 0 {
                    let parents = gone(board, now, digit, UNITS[unit] & !UNITS[other]);
                    add(members(losses).map(|cell| (cell, 1 << digit)).collect(), &parents, additions);
                }
            }
        }
    }
}

/// Pairs of the members of a set, by the larger one.
fn pairs_of(set: Cells) -> impl Iterator<Item = [usize; 2]> {
    members(set).flat_map(move |larger| members(set & ((1 << larger) - 1)).map(move |smaller| [smaller, larger]))
}

fn hidden_pairs(board: &Board, now: &Board, additions: &mut Vec<Addition>) {
    for unit in BOXES.chain(COLUMNS).chain(ROWS) {
        if (now.open & UNITS[unit]).count_ones() < 5 {
            continue;
        }
        let is_twice = |&digit: &usize| now.places(unit, digit).count_ones() == 2;
        let twice = (0..9).filter(is_twice).fold(0, |set, digit| set | 1 << digit);
        for digits in pairs_of(twice) {
            let [cells, other] = digits.map(|digit| now.places(unit, digit));
            if cells != other {
                continue;
            }
            let pair: Digits = 1 << digits[0] | 1 << digits[1];
            let losses: Vec<(usize, Digits)> =
                members(cells).map(|cell| (cell, now.cells[cell] & !pair)).filter(|loss| loss.1 != 0).collect();
            if losses.is_empty() {
                continue;
            }
            let outside = members(UNITS[unit] & !cells & board.open);
            let parents: Vec<Claim> = outside
                .flat_map(|cell| digits_in(board.cells[cell] & pair).map(move |digit| claim(cell, digit, false)))
                .collect();
            add(losses, &parents, additions);
        }
    }
}

fn naked_pairs(board: &Board, now: &Board, additions: &mut Vec<Addition>) {
    for unit in BOXES.chain(COLUMNS).chain(ROWS) {
        let open = now.open & UNITS[unit];
        if open.count_ones() < 4 {
            continue;
        }
        let is_small = |&cell: &usize| now.cells[cell].count_ones() == 2;
        let small = members(open).filter(is_small).fold(0, |set, cell| set | 1 << cell);
        for [one, other] in pairs_of(small) {
            let pair = now.cells[one];
            if now.cells[other] != pair {
                continue;
            }
            let rest = members(now.open & UNITS[unit] & !(1 << one) & !(1 << other));
            let losses: Vec<(usize, Digits)> =
                rest.map(|cell| (cell, now.cells[cell] & pair)).filter(|loss| loss.1 != 0).collect();
            if losses.is_empty() {
                continue;
            }
            let parents: Vec<Claim> = [one, other]
                .into_iter()
                .flat_map(|cell| digits_in(board.cells[cell] & !pair).map(move |digit| claim(cell, digit, false)))
                .collect();
            add(losses, &parents, additions);
        }
    }
}

fn x_wings(board: &Board, now: &Board, additions: &mut Vec<Addition>) {
    let mut written = [0; 9];
    for cell in (0..81).filter(|&cell| now.open >> cell & 1 == 0 && now.cells[cell] != 0) {
        written[now.cells[cell].trailing_zeros() as usize] += 1;
    }
    let has_room = (0..9).filter(|&digit| written[digit] + 4 <= 9).fold(0, |set: Digits, digit| set | 1 << digit);
    for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        // The digits that have two places in a line.
        let twice: [Digits; 9] = std::array::from_fn(|line| {
            let is_twice = |&digit: &usize| now.places(bases.start + line, digit).count_ones() == 2;
            digits_in(has_room).filter(is_twice).fold(0, |set, digit| set | 1 << digit)
        });
        for [one, other] in pairs_of(0x1ff) {
            let lines = [bases.start + one, bases.start + other];
            let both = cells_of(lines[0]) | cells_of(lines[1]);
            for digit in digits_in(twice[one] & twice[other]) {
                let places = lines.map(|line| now.places(line, digit));
                let crossing = |places: Cells| {
                    covers
                        .clone()
                        .filter(move |&cover| UNITS[cover] & places != 0)
                        .fold(0, |set: Cells, cover| set | UNITS[cover])
                };
                let cover = crossing(places[0]);
                if crossing(places[1]) != cover {
                    continue;
                }
                let losses = now.digits[digit] & cover & !both;
                if losses == 0 {
                    continue;
                }
                let covered = covers.clone().filter(|&line| UNITS[line] & cover == UNITS[line]);
                let in_order = covered.flat_map(|line| members(losses & UNITS[line]));
                let parents: Vec<Claim> =
                    lines.into_iter().flat_map(|line| gone(board, now, digit, cells_of(line) & !cover)).collect();
                add(in_order.map(|cell| (cell, 1 << digit)).collect(), &parents, additions);
            }
        }
    }
}
