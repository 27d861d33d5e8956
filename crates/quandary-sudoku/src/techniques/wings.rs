//! XY-Wing, XYZ-Wing and W-Wing: a few cells with two or three digits left.

use super::board::{Board, Cells, PEERS, digits_in, first, members, seen_by_all};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;

/// A cell with xy that sees cells with xz and yz: one of these holds z.
pub(super) fn xy_wing(board: &Board, finds: &mut Finds) {
    let pairs = board.cells_with(2);
    for pivot in members(pairs) {
        wings(board, pivot, pairs, Technique::XYWing, finds);
        if finds.is_enough() {
            return;
        }
    }
}

/// A cell with xyz that sees cells with xz and yz: one of the three holds z.
pub(super) fn xyz_wing(board: &Board, finds: &mut Finds) {
    let pairs = board.cells_with(2);
    for pivot in members(board.cells_with(3)) {
        wings(board, pivot, pairs, Technique::XYZWing, finds);
        if finds.is_enough() {
            return;
        }
    }
}

fn wings(board: &Board, pivot: usize, pairs: Cells, technique: Technique, finds: &mut Finds) {
    let has_z = technique == Technique::XYZWing;
    let around: Vec<usize> = members(pairs & PEERS[pivot]).collect();
    for (index, &a) in around.iter().enumerate() {
        for &b in &around[index + 1..] {
            let (of_a, of_b, of_pivot) = (board.cells[a], board.cells[b], board.cells[pivot]);
            let z = of_a & of_b;
            let fits = of_a | of_b == of_pivot | z && z.count_ones() == 1 && (z & of_pivot != 0) == has_z;
            if !fits || (of_a | of_b).count_ones() != 3 {
                continue;
            }
            let digit = z.trailing_zeros() as usize;
            let of_z = 1 << a | 1 << b | if has_z { 1 << pivot } else { 0 };
            let struck = board.digits[digit] & seen_by_all(of_z) & !(1 << pivot);
            if struck == 0 {
                continue;
            }
            let cells = 1 << pivot | 1 << a | 1 << b;
            let found = Found::new(technique)
                .knowing(board, cells)
                .seeing(1 << pivot, cells)
                .strikes(struck, digit)
                .seeing(of_z, struck);
            let mut found = found.described(board, |then| {
                let [a, b, pivot] = [a, b, pivot].map(say::cell);
                let (of_a, of_b) = (say::digits(of_a & of_pivot & !z), say::digits(of_b & of_pivot & !z));
                let z = say::digit(digit);
                let own = if has_z { format!(" Otherwise {pivot} itself is {z}.") } else { String::new() };
                format!(
                    "If {pivot} is {of_a}, {a} is {z}. If it is {of_b}, {b} is {z}.{own} So one of these cells is {z}: {then}."
                )
            });
            if board.is_told && !has_z {
                let (x, y) = (say::figures(of_a & !z), say::figures(of_b & !z));
                let [a, b, pivot] = [a, b, pivot].map(say::cell);
                let z = say::digit(digit);
                found.notation = Some(format!("({z}={x}){a}-({x}={y}){pivot}-({y}={z}){b}"));
            }
            if finds.add(board, found) {
                return;
            }
        }
    }
}

/// Two cells with the same two digits, and a unit that has one of them only where it sees the two cells.
pub(super) fn w_wing(board: &Board, finds: &mut Finds) {
    let pairs: Vec<usize> = members(board.cells_with(2)).collect();
    for (index, &a) in pairs.iter().enumerate() {
        let is_partner = |b: &usize| board.cells[a] == board.cells[*b] && PEERS[a] >> b & 1 == 0;
        for b in pairs[index + 1..].iter().copied().filter(is_partner) {
            for link in digits_in(board.cells[a]) {
                for found in (0..27).filter_map(|unit| linked_pair(board, a, b, link, unit)) {
                    if finds.add(board, found) {
                        return;
                    }
                }
            }
        }
    }
}

/// Two cells with the same two digits, joined by the two places that a unit has for one of them.
fn linked_pair(board: &Board, a: usize, b: usize, link: usize, unit: usize) -> Option<Found> {
    let digit = (board.cells[a] & !(1 << link)).trailing_zeros() as usize;
    let struck = board.digits[digit] & PEERS[a] & PEERS[b];
    let places = board.places(unit, link);
    if struck == 0 || places.count_ones() != 2 || places & (1 << a | 1 << b) != 0 {
        return None;
    }
    let (first, second) = (first(places), 127 - places.leading_zeros() as usize);
    let (near, far) = if PEERS[a] >> first & 1 == 1 { (first, second) } else { (second, first) };
    if PEERS[a] >> near & 1 == 0 || PEERS[b] >> far & 1 == 0 {
        return None;
    }
    let found = Found::new(Technique::WWing)
        .knowing(board, 1 << a | 1 << b)
        .using([unit])
        .knowing_places(unit, link, places)
        .seeing(1 << a, 1 << near)
        .seeing(1 << b, 1 << far)
        .strikes(struck, digit)
        .seeing(1 << a | 1 << b, struck);
    let mut found = found.described(board, |then| {
        format!(
            "{a} and {b} can only be {}. In {}, {link} must be in {} or {}, so {a} and {b} cannot both be {link}, and one \
             of them is {}: {then}.",
            say::either(board.cells[a]),
            say::unit(unit),
            say::cell(near),
            say::cell(far),
            say::digit(digit),
            a = say::cell(a),
            b = say::cell(b),
            link = say::digit(link)
        )
    });
    if board.is_told {
        let [a, b, near, far] = [a, b, near, far].map(say::cell);
        let (x, z) = (say::digit(link), say::digit(digit));
        found.notation = Some(format!("({z}={x}){a}-({x}){near}={far}-({x}={z}){b}"));
    }
    Some(found)
}
