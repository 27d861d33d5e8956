//! Cells, digits and units in words.

use super::board::{Board, Cells, Digits, digits_in, members};
use super::found::Found;
use quandary_core::reason::explain::words::{alternatives, join, with_article};

/// A cell: "r4c7".
pub(crate) fn cell(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// Cells in a row: "r1c1, r1c2 and r4c7".
pub(crate) fn cells(set: Cells) -> String {
    join(&members(set).map(cell).collect::<Vec<_>>())
}

/// Cells in the usual shorthand: "r1c12", "r13c4", "r1c1,r4c7".
pub(crate) fn compact(set: Cells) -> String {
    let rows: Vec<usize> = members(set).map(|cell| cell / 9).collect();
    let columns: Vec<usize> = members(set).map(|cell| cell % 9).collect();
    let numbers = |list: &[usize]| list.iter().map(|number| (number + 1).to_string()).collect::<String>();
    if rows.iter().all(|&row| row == rows[0]) {
        return format!("r{}c{}", rows[0] + 1, numbers(&columns));
    }
    if columns.iter().all(|&column| column == columns[0]) {
        return format!("r{}c{}", numbers(&rows), columns[0] + 1);
    }
    members(set).map(cell).collect::<Vec<_>>().join(",")
}

/// A digit.
pub(crate) fn digit(digit: usize) -> String {
    (digit + 1).to_string()
}

/// Digits in a row: "3", "3 and 4".
pub(crate) fn digits(set: Digits) -> String {
    join(&digits_in(set).map(digit).collect::<Vec<_>>())
}

/// Digits to choose from: "3", "3 or 4".
pub(crate) fn either(set: Digits) -> String {
    alternatives(&digits_in(set).map(digit).collect::<Vec<_>>())
}

/// Cells to choose from: "r1c1", "r1c1 or r4c7".
pub(crate) fn one_of(set: Cells) -> String {
    alternatives(&members(set).map(cell).collect::<Vec<_>>())
}

/// A digit with its article: "a 5", "an 8".
pub(crate) fn a_digit(value: usize) -> String {
    with_article(&digit(value))
}

/// Digits in the usual shorthand: "34".
pub(crate) fn figures(set: Digits) -> String {
    digits_in(set).map(digit).collect()
}

/// A unit: "row 3".
pub(crate) fn unit(unit: usize) -> String {
    format!("{} {}", ["row", "column", "box"][unit / 9], unit % 9 + 1)
}

/// Units in a row: "rows 3 and 4".
pub(crate) fn units(set: &[usize]) -> String {
    let one_kind = set.iter().all(|unit| unit / 9 == set[0] / 9);
    if set.len() > 1 && one_kind {
        let kind = ["rows", "columns", "boxes"][set[0] / 9];
        return format!("{kind} {}", join(&set.iter().map(|unit| (unit % 9 + 1).to_string()).collect::<Vec<_>>()));
    }
    join(&set.iter().map(|&each| unit(each)).collect::<Vec<_>>())
}

/// What to do with a find: "r1c1 is 5", "remove 4 from r2c2 and r3c3".
pub(crate) fn conclusion(board: &Board, found: &Found) -> String {
    let mut said: Vec<String> =
        found.places.iter().map(|&(place, value)| format!("{} is {}", cell(place), digit(value))).collect();
    // Cells that lose the same digits belong together.
    let mut groups: Vec<(Digits, Cells)> = Vec::new();
    for (place, lost) in found.losses(board) {
        if found.places.iter().any(|written| written.0 == place) {
            continue;
        }
        match groups.iter_mut().find(|group| group.0 == lost) {
            Some(group) => group.1 |= 1 << place,
            None => groups.push((lost, 1 << place)),
        }
    }
    for (index, (lost, places)) in groups.into_iter().enumerate() {
        let verb = if index == 0 { "remove " } else { "" };
        said.push(format!("{verb}{} from {}", digits(lost), cells(places)));
    }
    match said.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, and {last}", rest.join(", ")),
        _ => said.join(""),
    }
}

/// A hidden single: "Box 4 needs a 5. The 5s in r2c2 and r5c8 block every other empty cell, so r4c1 is 5."
pub(crate) fn hidden_single(needs: &str, digit: &str, blockers: &str, count: u32, is_all: bool, then: &str) -> String {
    match (count, is_all) {
        (0, _) => format!("{needs}. Earlier steps removed {digit} from every other empty cell, so {then}."),
        (1, true) => format!("{needs}. The {digit} in {blockers} blocks every other empty cell, so {then}."),
        (_, true) => format!("{needs}. The {digit}s in {blockers} block every other empty cell, so {then}."),
        (1, false) => {
            format!("{needs}. The {digit} in {blockers} and earlier steps rule out every other empty cell, so {then}.")
        }
        (_, false) => {
            format!("{needs}. The {digit}s in {blockers} and earlier steps rule out every other empty cell, so {then}.")
        }
    }
}
