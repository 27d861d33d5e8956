//! Two strong links of one digit, joined by a weak one: Skyscraper, 2-String Kite, Turbot Fish; and the empty rectangle,
//! where a box takes the place of one strong link.
//!
//! In a unit with two places for a digit, one of them has it. Take two such units: where an end of one sees an end of the
//! other, these two cannot both be true; so one of the far ends is, and whatever sees both far ends is not.

use super::board::{Board, PEERS, UNITS, cells_of, first, members, shared_unit, units_of};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;

/// Skyscrapers: two rows, joined by a column, or vice versa.
pub(super) fn skyscraper(board: &Board, finds: &mut Finds) {
    pairs_of_links(board, Technique::Skyscraper, finds);
}

/// 2-String Kites: a row and a column, joined in a box.
pub(super) fn kite(board: &Board, finds: &mut Finds) {
    pairs_of_links(board, Technique::TwoStringKite, finds);
}

/// All other pairs of strong links.
pub(super) fn turbot(board: &Board, finds: &mut Finds) {
    pairs_of_links(board, Technique::TurbotFish, finds);
}

fn kind(first: usize, second: usize, joint: usize) -> Technique {
    match (first / 9, second / 9, joint / 9) {
        (0, 0, 1) | (1, 1, 0) => Technique::Skyscraper,
        (0, 1, 2) | (1, 0, 2) => Technique::TwoStringKite,
        _ => Technique::TurbotFish,
    }
}

/// A unit with two places for a digit.
#[derive(Clone, Copy)]
struct StrongLink {
    unit: usize,
    ends: [usize; 2],
}

fn strong_links(board: &Board, digit: usize) -> Vec<StrongLink> {
    let link = |unit| {
        let mut places = members(board.places(unit, digit));
        let ends = [places.next()?, places.next()?];
        places.next().is_none().then_some(StrongLink { unit, ends })
    };
    (0..27).filter_map(link).collect()
}

fn pairs_of_links(board: &Board, technique: Technique, finds: &mut Finds) {
    for digit in 0..9 {
        let links = strong_links(board, digit);
        for (index, &link) in links.iter().enumerate() {
            for &other in &links[index + 1..] {
                for found in joined(board, technique, digit, link, other) {
                    if finds.add(board, found) {
                        return;
                    }
                }
            }
        }
    }
}

/// What follows from two strong links, for each way to join an end of one with an end of the other.
fn joined(
    board: &Board,
    technique: Technique,
    digit: usize,
    link: StrongLink,
    other: StrongLink,
) -> impl Iterator<Item = Found> {
    let ([a, b], [c, d]) = (link.ends, other.ends);
    let ways = [[b, a, c, d], [b, a, d, c], [a, b, c, d], [a, b, d, c]];
    ways.into_iter().filter_map(move |[far, near, next, end]| {
        let apart = near != next && near != end && far != next && far != end;
        let joint = shared_unit(near, next).filter(|_| apart)?;
        // Where both ends share a line and a box, the line is what players see, but a kite is joined in its box.
        let mut joints = units_of(near).into_iter().filter(|&joint| UNITS[joint] >> next & 1 == 1);
        if !joints.any(|joint| kind(link.unit, other.unit, joint) == technique) {
            return None;
        }
        let struck = board.digits[digit] & PEERS[far] & PEERS[end];
        if struck == 0 {
            return None;
        }
        let found = Found::new(technique)
            .using([link.unit, other.unit, joint])
            .knowing_places(link.unit, digit, 1 << a | 1 << b)
            .knowing_places(other.unit, digit, 1 << c | 1 << d)
            .linking(digit, &[far, near, next, end])
            .strikes(struck, digit)
            .seeing(1 << far | 1 << end, struck);
        let mut found = found.described(board, |then| {
            format!(
                "In {}, {digit} must be in {far} or {near}; in {}, in {next} or {end}. {near} and {next} see each other \
                 and cannot both be {digit}, so {far} or {end} is {digit}: {then}.",
                say::unit(link.unit),
                say::unit(other.unit),
                digit = say::digit(digit),
                far = say::cell(far),
                near = say::cell(near),
                next = say::cell(next),
                end = say::cell(end)
            )
        });
        if board.is_told {
            let [far, near, next, end] = [far, near, next, end].map(say::cell);
            found.notation = Some(format!("({}){far}={near}-{next}={end}", say::digit(digit)));
        }
        Some(found)
    })
}

/// A box that has a digit in one row and one column of it only, and a strong link that meets one of them.
pub(super) fn empty_rectangle(board: &Board, finds: &mut Finds) {
    for digit in 0..9 {
        for in_box in 18..27 {
            for (row, column) in crosses(board, digit, in_box) {
                if arm(board, digit, in_box, row, column, finds) || arm(board, digit, in_box, column, row, finds) {
                    return;
                }
            }
        }
    }
}

/// The rows and columns of a box that together hold all its places for a digit, and each some that the other does not.
fn crosses(board: &Board, digit: usize, in_box: usize) -> impl Iterator<Item = (usize, usize)> {
    let places = board.places(in_box, digit);
    let through = move |lines: std::ops::Range<usize>| lines.filter(move |&line| UNITS[line] & cells_of(in_box) != 0);
    let pairs = through(0..9).flat_map(move |row| through(9..18).map(move |column| (row, column)));
    pairs.filter(move |&(row, column)| {
        let (in_row, in_column) = (places & UNITS[row], places & UNITS[column]);
        places & !(in_row | in_column) == 0 && in_row & !UNITS[column] != 0 && in_column & !UNITS[row] != 0
    })
}

/// A line that crosses `meets` outside the box and has the digit there and in one more place: where that place and `from`
/// cross, the digit goes.
fn arm(board: &Board, digit: usize, in_box: usize, meets: usize, from: usize, finds: &mut Finds) -> bool {
    let crossing = if meets < 9 { 9..18 } else { 0..9 };
    for line in crossing.filter(|&line| UNITS[line] & UNITS[in_box] == 0) {
        let ends = board.places(line, digit);
        let near = ends & UNITS[meets];
        let far = ends & !UNITS[meets];
        if ends.count_ones() != 2 || near == 0 {
            continue;
        }
        let (near, far) = (first(near), first(far));
        let struck = board.digits[digit] & UNITS[from] & PEERS[far] & !UNITS[in_box];
        // Only the cell where both lines cross: others would be seen through the box of the far end.
        let across = units_of(far)[usize::from(meets >= 9)];
        let struck = struck & UNITS[across];
        if struck == 0 || UNITS[in_box] >> far & 1 == 1 {
            continue;
        }
        let found = Found::new(Technique::EmptyRectangle)
            .using([in_box, meets, from, line, across])
            .knowing_places(in_box, digit, UNITS[in_box] & (UNITS[meets] | UNITS[from]))
            .knowing_places(line, digit, ends)
            .strikes(struck, digit)
            .described(board, |then| {
                format!(
                    "In {}, {d} can only go in {} or {}. If {} were {d}, {} would need its {d} in {} instead of {}, and {} \
                     would have no cell left for {d}: {then}.",
                    say::unit(in_box),
                    say::unit(meets),
                    say::unit(from),
                    say::cells(struck),
                    say::unit(line),
                    say::cell(near),
                    say::cell(far),
                    say::unit(in_box),
                    d = say::digit(digit)
                )
            });
        if finds.add(board, found) {
            return true;
        }
    }
    false
}
