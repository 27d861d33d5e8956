//! Aligned exclusion: two or three cells, and all choices of digits for them that would leave some cell without a candidate. A
//! digit that is in no other choice is excluded.

use super::super::board::{Board, Cells, Digits, PEERS, digits_in, members};
use super::super::catalogue::Technique;
use super::super::found::Found;
use super::explainer::Hint;

/// Aligned pair exclusion, rated 6.2.
pub(super) fn pair(board: &Board) -> Option<Hint> {
    let excluders = excluders(board, 2);
    let cells = base(&excluders);
    pairs(&cells).find_map(|[one, other]| excluded(board, &[one, other], excluders[one] & excluders[other], 62))
}

/// Aligned triplet exclusion, rated 7.5: the third cell is itself small, and sees one of the others.
pub(super) fn triplet(board: &Board) -> Option<Hint> {
    let excluders = excluders(board, 3);
    let cells = base(&excluders);
    let all = cells.iter().fold(0, |set: Cells, &cell| set | 1 << cell);
    for [one, other] in pairs(&cells) {
        let near = |cell: usize| excluders[cell] & all & !(1 << one) & !(1 << other);
        for third in members(near(one)).chain(members(near(other) & !near(one))) {
            let common = excluders[one] & excluders[other] & excluders[third];
            if let Some(hint) = excluded(board, &[one, other, third], common, 75) {
                return Some(hint);
            }
        }
    }
    None
}

/// For every open cell those around it with at most this many digits.
fn excluders(board: &Board, most: u32) -> [Cells; 81] {
    let small = members(board.open)
        .filter(|&cell| board.cells[cell].count_ones() <= most)
        .fold(0, |set: Cells, cell| set | 1 << cell);
    std::array::from_fn(|cell| if board.open >> cell & 1 == 1 { PEERS[cell] & small } else { 0 })
}

fn base(excluders: &[Cells; 81]) -> Vec<usize> {
    (0..81).filter(|&cell| excluders[cell] != 0).collect()
}

/// Pairs of cells by the second one.
fn pairs(cells: &[usize]) -> impl Iterator<Item = [usize; 2]> + '_ {
    cells.iter().enumerate().flat_map(move |(index, &other)| cells[..index].iter().map(move |&one| [one, other]))
}

fn excluded(board: &Board, cells: &[usize], common: Cells, difficulty: u32) -> Option<Hint> {
    if common.count_ones() < 2 {
        return None;
    }
    let mut seen: [Digits; 3] = [0; 3];
    for index in 0..cells.len() {
        for digit in digits_in(board.cells[cells[index]]) {
            if seen[index] >> digit & 1 == 0 {
                let mut left: Vec<Digits> = cells.iter().map(|&cell| board.cells[cell]).collect();
                left[index] = 1 << digit;
                let mut chosen = Vec::new();
                if is_allowed(board, cells, &left, common, &mut chosen) {
                    chosen.iter().zip(&mut seen).for_each(|(digit, seen)| *seen |= 1 << digit);
                }
            }
        }
    }
    let mut found = Found::new(Technique::ForcingVerity);
    for (&cell, seen) in cells.iter().zip(seen) {
        found = digits_in(board.cells[cell] & !seen).fold(found, |found, digit| found.strikes(1 << cell, digit));
    }
    (found.size(board) > 0).then_some((difficulty, found))
}

/// Whether there is a choice of these digits that leaves all other cells something; it is in `chosen` then.
fn is_allowed(board: &Board, cells: &[usize], left: &[Digits], others: Cells, chosen: &mut Vec<usize>) -> bool {
    let Some(&cell) = cells.get(chosen.len()) else {
        let digits = chosen.iter().fold(0, |all, digit| all | 1 << digit);
        return members(others).all(|other| board.cells[other] & !digits != 0);
    };
    for digit in digits_in(left[chosen.len()]) {
        if chosen.iter().zip(cells).all(|(&of, &before)| of != digit || PEERS[before] >> cell & 1 == 0) {
            chosen.push(digit);
            if is_allowed(board, cells, left, others, chosen) {
                return true;
            }
            chosen.pop();
        }
    }
    false
}
