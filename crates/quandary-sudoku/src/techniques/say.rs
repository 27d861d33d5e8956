//! Cells, digits and units in words.

use super::board::{Board, Cells, Digits, digits_in, members};
use super::found::Found;
use quandary_core::reason::explain::words::join;

/// A cell: "r4c7".
pub fn cell(cell: usize) -> String {
    format!("r{}c{}", cell / 9 + 1, cell % 9 + 1)
}

/// Cells in a row: "r1c1, r1c2 and r4c7".
pub fn cells(set: Cells) -> String {
    join(&members(set).map(cell).collect::<Vec<_>>())
}

/// Cells in the usual shorthand: "r1c12", "r13c4", "r1c1,r4c7".
pub fn compact(set: Cells) -> String {
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
pub fn digit(digit: usize) -> String {
    (digit + 1).to_string()
}

/// Digits in a row: "3", "3 and 4".
pub fn digits(set: Digits) -> String {
    join(&digits_in(set).map(digit).collect::<Vec<_>>())
}

/// Digits to choose from: "3", "3 or 4".
pub fn either(set: Digits) -> String {
    let all: Vec<String> = digits_in(set).map(digit).collect();
    match all.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => all.join(""),
    }
}

/// Digits in the usual shorthand: "34".
pub fn figures(set: Digits) -> String {
    digits_in(set).map(digit).collect()
}

/// A unit: "row 3".
pub fn unit(unit: usize) -> String {
    format!("{} {}", ["row", "column", "box"][unit / 9], unit % 9 + 1)
}

/// Units in a row: "rows 3 and 4".
pub fn units(set: &[usize]) -> String {
    let one_kind = set.iter().all(|unit| unit / 9 == set[0] / 9);
    if set.len() > 1 && one_kind {
        let kind = ["rows", "columns", "boxes"][set[0] / 9];
        return format!("{kind} {}", join(&set.iter().map(|unit| (unit % 9 + 1).to_string()).collect::<Vec<_>>()));
    }
    join(&set.iter().map(|&each| unit(each)).collect::<Vec<_>>())
}

/// What a find shows: "r1c1 is 5, and r2c2 and r3c3 are not 4".
pub fn conclusion(board: &Board, found: &Found) -> String {
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
    for (lost, places) in groups {
        let verb = if places.count_ones() == 1 { "is" } else { "are" };
        said.push(format!("{} {verb} not {}", cells(places), either(lost)));
    }
    match said.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{}, and {last}", rest.join(", ")),
        _ => said.join(""),
    }
}
