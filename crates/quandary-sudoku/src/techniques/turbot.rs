//! Two strong links of one digit, joined by a weak one: Skyscraper, 2-String Kite, Turbot Fish; and the empty rectangle,
//! where a box takes the place of one strong link.
//!
//! In a unit with two places for a digit, one of them has it. Take two such units: where an end of one sees an end of the
//! other, these two cannot both be true; so one of the far ends is, and whatever sees both far ends is not.

use super::board::{Board, PEERS, UNITS, cells_of, first, members, shared_unit, units_of};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;

/// Skyscrapers: two rows, joined by a column, or the other way round.
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

fn pairs_of_links(board: &Board, technique: Technique, finds: &mut Finds) {
    for digit in 0..9 {
        let links: Vec<(usize, usize, usize)> = (0..27)
            .filter_map(|unit| {
                let mut places = members(board.places(unit, digit));
                let link = (unit, places.next()?, places.next()?);
                places.next().is_none().then_some(link)
            })
            .collect();
        for (index, &(unit, a, b)) in links.iter().enumerate() {
            for &(other, c, d) in &links[index + 1..] {
                for (near, far, next, end) in [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)] {
                    let apart = near != next && near != end && far != next && far != end;
                    let Some(joint) = shared_unit(near, next).filter(|_| apart) else { continue };
                    // Where both ends share a line and a box, the line is what players see, but a kite is joined in its box.
                    let joints = units_of(near).into_iter().filter(|&joint| UNITS[joint] >> next & 1 == 1);
                    if !joints.clone().any(|joint| kind(unit, other, joint) == technique) {
                        continue;
                    }
                    let struck = board.digits[digit] & PEERS[far] & PEERS[end];
                    if struck == 0 {
                        continue;
                    }
                    let found = Found::new(technique)
                        .using([unit, other, joint])
                        .knowing_places(unit, digit, 1 << a | 1 << b)
                        .knowing_places(other, digit, 1 << c | 1 << d)
                        .strikes(struck, digit)
                        .seeing(1 << far | 1 << end, struck);
                    let mut found = found.told(board, |then| {
                        format!(
                            "The {} of {} is in {} or {}, that of {} in {} or {}; {} and {} see each other, so {} or {} \
                             holds it, and {then}.",
                            say::digit(digit),
                            say::unit(unit),
                            say::cell(far),
                            say::cell(near),
                            say::unit(other),
                            say::cell(next),
                            say::cell(end),
                            say::cell(near),
                            say::cell(next),
                            say::cell(far),
                            say::cell(end)
                        )
                    });
                    if board.is_told {
                        let [far, near, next, end] = [far, near, next, end].map(say::cell);
                        found.notation = Some(format!("({}){far}={near}-{next}={end}", say::digit(digit)));
                    }
                    if finds.add(board, found) {
                        return;
                    }
                }
            }
        }
    }
}

/// A box that has a digit in one row and one column of it only, and a strong link that meets one of them.
pub(super) fn empty_rectangle(board: &Board, finds: &mut Finds) {
    for digit in 0..9 {
        for in_box in 18..27 {
            let places = board.places(in_box, digit);
            if places.count_ones() < 2 {
                continue;
            }
            let lines: Vec<usize> = (0..18).filter(|&line| UNITS[line] & cells_of(in_box) != 0).collect();
            for &row in lines.iter().filter(|&&line| line < 9) {
                for &column in lines.iter().filter(|&&line| line >= 9) {
                    let (in_row, in_column) = (places & UNITS[row], places & UNITS[column]);
                    let is_cross = places & !(in_row | in_column) == 0
                        && in_row & !UNITS[column] != 0
                        && in_column & !UNITS[row] != 0;
                    if is_cross
                        && (arm(board, digit, in_box, row, column, finds)
                            || arm(board, digit, in_box, column, row, finds))
                    {
                        return;
                    }
                }
            }
        }
    }
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
            .told(board, |then| {
                format!(
                    "In {} the {d} stands in {} or {}. If {} were {d}, {} would have its {d} in {} and not in {}, and {} \
                     would have no place left: {then}.",
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
