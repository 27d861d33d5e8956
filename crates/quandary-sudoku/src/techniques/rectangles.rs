//! Unique rectangles: four cells in two rows, two columns and two boxes cannot all hold one of the same two digits.
//!
//! If they did, the two digits could be exchanged, and the board would have a second solution. So on a board that is known
//! to have one, at least one of the four holds something else; the six types differ in what follows from that. None of the
//! four may be given: a given digit cannot be exchanged.

use super::board::{
    Board, Cells, Digits, PEERS, UNITS, digits_in, first, members, seen_by_all, units_around, units_of,
};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use super::subsets::choices;

/// Four corners and the two digits that they must not share among them.
struct Rectangle {
    corners: Cells,
    digits: Digits,
    /// The corners that have other digits left.
    roof: Cells,
}

impl Rectangle {
    fn found(&self, technique: Technique, board: &Board) -> Found {
        let mut found = Found::new(technique).knowing(board, self.corners).seeing(self.corners, self.corners);
        found.swap = Some((self.corners, self.digits));
        found
    }

    /// What makes it a rectangle, to begin a sentence with.
    fn danger(&self) -> String {
        format!(
            "{} cannot all be {}: the two digits could be swapped, and the puzzle would have two solutions.",
            say::cells(self.corners),
            say::either(self.digits)
        )
    }
}

/// Calls `seen` with every rectangle; digits may be missing from some corners.
fn each(board: &Board, seen: &mut dyn FnMut(&Rectangle) -> bool) {
    if !board.is_unique {
        return;
    }
    let open_in = |row: usize| (board.open >> (9 * row) & 0x1ff) as Digits;
    for top in 0..9 {
        for bottom in top + 1..9 {
            let open = open_in(top) & open_in(bottom);
            for left in digits_in(open) {
                for right in digits_in(open & (Digits::MAX << (left + 1))) {
                    if (top / 3 == bottom / 3) == (left / 3 == right / 3) {
                        continue;
                    }
                    let cells = [top * 9 + left, top * 9 + right, bottom * 9 + left, bottom * 9 + right];
                    let corners = cells.iter().fold(0, |all, &cell| all | 1 << cell);
                    // At least two corners have both digits.
                    let (mut once, mut twice): (Digits, Digits) = (0, 0);
                    for &cell in &cells {
                        twice |= once & board.cells[cell];
                        once |= board.cells[cell];
                    }
                    if twice & twice.wrapping_sub(1) == 0 {
                        continue;
                    }
                    let all: Vec<usize> = digits_in(twice).collect();
                    let enough = choices(&all, 2, &mut |pair| {
                        let digits = 1 << pair[0] | 1 << pair[1];
                        // Both digits could be in every corner, except for some that were removed before.
                        let possible = cells.iter().all(|&cell| board.cells[cell] & digits != 0);
                        let whole = cells.iter().filter(|&&cell| board.cells[cell] & digits == digits).count();
                        if !possible || whole < 2 {
                            return false;
                        }
                        let roof = members(corners)
                            .filter(|&cell| board.cells[cell] & !digits != 0)
                            .fold(0, |all, cell| all | 1 << cell);
                        roof != 0 && seen(&Rectangle { corners, digits, roof })
                    });
                    if enough {
                        return;
                    }
                }
            }
        }
    }
}

/// One corner has other digits: it holds one of these.
pub(super) fn type_1(board: &Board, finds: &mut Finds) {
    each(board, &mut |rectangle| {
        if rectangle.roof.count_ones() != 1 {
            return false;
        }
        let mut found = rectangle.found(Technique::UniqueRectangle1, board);
        for digit in digits_in(rectangle.digits) {
            found = found.strikes(rectangle.roof & board.digits[digit], digit);
        }
        let found = found.described(board, |then| {
            format!("{} Only {} can be another digit: {then}.", rectangle.danger(), say::cells(rectangle.roof))
        });
        finds.add(board, found)
    });
}

/// Two or three corners have the same one digit besides: one of them holds it. With two in a line it is type 2, else type 5.
pub(super) fn type_2(board: &Board, finds: &mut Finds) {
    extra(board, Technique::UniqueRectangle2, finds);
}

/// See [`type_2`].
pub(super) fn type_5(board: &Board, finds: &mut Finds) {
    extra(board, Technique::UniqueRectangle5, finds);
}

fn extra(board: &Board, technique: Technique, finds: &mut Finds) {
    each(board, &mut |rectangle| {
        let roof = rectangle.roof;
        let others = members(roof).fold(0, |all, cell| all | board.cells[cell]) & !rectangle.digits;
        let in_line = roof.count_ones() == 2 && units_around(roof).next().is_some();
        let fits = others.count_ones() == 1 && roof.count_ones() >= 2;
        if !fits || in_line != (technique == Technique::UniqueRectangle2) {
            return false;
        }
        let digit = others.trailing_zeros() as usize;
        let struck = board.digits[digit] & seen_by_all(roof);
        let found =
            rectangle.found(technique, board).strikes(struck, digit).seeing(roof, struck).described(board, |then| {
                format!(
                    "{} Only {} in {} prevents that, so {then}.",
                    rectangle.danger(),
                    say::a_digit(digit),
                    say::one_of(roof)
                )
            });
        finds.add(board, found)
    });
}

/// Two corners in a line: what they have besides makes, with other cells of a unit, a naked set.
pub(super) fn type_3(board: &Board, finds: &mut Finds) {
    each(board, &mut |rectangle| {
        let roof = rectangle.roof;
        if roof.count_ones() != 2 {
            return false;
        }
        let others = members(roof).fold(0, |all, cell| all | board.cells[cell]) & !rectangle.digits;
        for unit in units_around(roof) {
            let rest: Vec<usize> = members(UNITS[unit] & board.open & !roof).collect();
            for size in 1..=3_usize.min(rest.len().saturating_sub(1)) {
                let enough = choices(&rest, size, &mut |chosen| {
                    let digits = chosen.iter().fold(others, |all, &cell| all | board.cells[cell]);
                    if digits.count_ones() as usize != size + 1 {
                        return false;
                    }
                    let cells = chosen.iter().fold(0, |all, &cell| all | 1 << cell);
                    let mut found =
                        rectangle.found(Technique::UniqueRectangle3, board).using([unit]).knowing(board, cells);
                    // A box and a line may hold all of them at once.
                    for around in units_around(roof | cells) {
                        for digit in digits_in(digits) {
                            found = found.using([around]).strikes(board.places(around, digit) & !roof & !cells, digit);
                        }
                    }
                    let found = found.described(board, |then| {
                        format!(
                            "{} So one of {} is {}. Together with {} it takes {} in {}: {then}.",
                            rectangle.danger(),
                            say::cells(roof),
                            say::either(others),
                            say::cells(cells),
                            say::digits(digits),
                            say::unit(unit)
                        )
                    });
                    finds.add(board, found)
                });
                if enough {
                    return true;
                }
            }
        }
        false
    });
}

/// Two corners in a line, and one of the two digits has no other place in a unit of theirs: the other one goes from them.
pub(super) fn type_4(board: &Board, finds: &mut Finds) {
    each(board, &mut |rectangle| {
        let roof = rectangle.roof;
        if roof.count_ones() != 2 {
            return false;
        }
        for unit in units_around(roof) {
            for held in digits_in(rectangle.digits) {
                if board.places(unit, held) & !roof != 0 || board.places(unit, held) == 0 {
                    continue;
                }
                let digit = (rectangle.digits & !(1 << held)).trailing_zeros() as usize;
                let found = rectangle
                    .found(Technique::UniqueRectangle4, board)
                    .using([unit])
                    .knowing_places(unit, held, roof)
                    .strikes(roof & board.digits[digit], digit)
                    .described(board, |then| {
                        format!(
                            "{} In {}, {} must be in {}. If the other of these cells were {}, that would happen. So {then}.",
                            rectangle.danger(),
                            say::unit(unit),
                            say::digit(held),
                            say::one_of(roof),
                            say::digit(digit)
                        )
                    });
                if finds.add(board, found) {
                    return true;
                }
            }
        }
        false
    });
}

/// Two corners across, and one digit has in both rows, or both columns, no other place than the corners: it goes from the two.
pub(super) fn type_6(board: &Board, finds: &mut Finds) {
    each(board, &mut |rectangle| {
        let (roof, corners) = (rectangle.roof, rectangle.corners);
        if roof.count_ones() != 2 || units_around(roof).next().is_some() {
            return false;
        }
        for digit in digits_in(rectangle.digits) {
            for kind in 0..2 {
                let mut lines: Vec<usize> = members(corners).map(|cell| units_of(cell)[kind]).collect();
                lines.sort_unstable();
                lines.dedup();
                if lines.iter().any(|&line| board.places(line, digit) & !corners != 0) {
                    continue;
                }
                let found = rectangle.found(Technique::UniqueRectangle6, board).using(lines.iter().copied());
                let found = lines.iter().fold(found, |found, &line| found.knowing_places(line, digit, corners));
                let found = found.strikes(roof & board.digits[digit], digit).described(board, |then| {
                    format!(
                        "{} In {}, {digit} fits only in these corners. {digit} in {} would give exactly this rectangle. So {then}.",
                        rectangle.danger(),
                        say::units(&lines),
                        say::one_of(roof),
                        digit = say::digit(digit)
                    )
                });
                if finds.add(board, found) {
                    return true;
                }
            }
        }
        false
    });
}

/// A corner across from one without other digits, where a digit has no other place in its row and column: the other
/// digit goes.
pub(super) fn hidden(board: &Board, finds: &mut Finds) {
    each(board, &mut |rectangle| {
        let corners = rectangle.corners;
        for sure in members(corners & !rectangle.roof) {
            let across = first(corners & !PEERS[sure] & !(1 << sure));
            let [row, column, _] = units_of(across);
            for held in digits_in(rectangle.digits) {
                let only_here = |unit: usize| board.places(unit, held) & !corners == 0;
                if !only_here(row) || !only_here(column) {
                    continue;
                }
                let digit = (rectangle.digits & !(1 << held)).trailing_zeros() as usize;
                let found = rectangle
                    .found(Technique::HiddenRectangle, board)
                    .using([row, column])
                    .knowing_places(row, held, corners)
                    .knowing_places(column, held, corners)
                    .strikes(1 << across & board.digits[digit], digit)
                    .described(board, |then| {
                        format!(
                            "{} In {} and {}, {} fits only in these corners, so {} in {} would give exactly this rectangle: {then}.",
                            rectangle.danger(),
                            say::unit(row),
                            say::unit(column),
                            say::digit(held),
                            say::digit(digit),
                            say::cell(across)
                        )
                    });
                if finds.add(board, found) {
                    return true;
                }
            }
        }
        false
    });
}
