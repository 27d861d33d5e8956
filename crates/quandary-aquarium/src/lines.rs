//! The notations `task`, `digits` and `json` in their plainest form, read in one pass: the way that files with millions of boards go.

use std::collections::BTreeSet;

use super::{Aquarium, MAX_SIDE, WaterRule, connected_parts};
use quandary_core::Credits;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Puzzle;
use quandary_core::text::{NumberLines, PlainJson};

/// Reads `2_1_1_2;1,2,1,1`: a square board, with all its clues and tanks as numbers. Anything else is left to the notation's
/// reader.
pub(super) fn read(line: &str) -> Option<Box<dyn Puzzle>> {
    read_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_board(line: &str) -> Option<Aquarium> {
    let text = line.trim_ascii().as_bytes();
    let end = text.iter().position(|&byte| byte == b';')?;
    let clues: Vec<Option<u32>> = numbers(&text[..end], b'_', 2 * MAX_SIDE)?.into_iter().map(Some).collect();
    let side = clues.len() / 2;
    if !clues.len().is_multiple_of(2) || !(1..=MAX_SIDE).contains(&side) {
        return None;
    }
    let tanks: Vec<u16> = numbers(&text[end + 1..], b',', side * side)?.into_iter().map(|tank| tank as u16).collect();
    let tanks = Grid::from_values(side, side, tanks)?;
    let (columns, rows) = (clues[..side].to_vec(), clues[side..].to_vec());
    let board = Aquarium::new(columns, rows, &tanks, WaterRule::default()).ok()?;
    (board.tank_count() < usize::from(u16::MAX)).then_some(board)
}

/// Reads the clues of the columns, those of the rows, then a line of tanks for each row, all as numbers with spaces between
/// them. Anything else is left to the notation's reader, and so are boards so small that the text might be another kind of
/// puzzle.
pub(super) fn read_grid(text: &str) -> Option<Box<dyn Puzzle>> {
    read_grid_board(text).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_grid_board(text: &str) -> Option<Aquarium> {
    let lines = NumberLines::read(text)?;
    let mut each = lines.iter();
    let (columns, rows) = (each.next()?, each.next()?);
    let (height, width) = (rows.len(), columns.len());
    let is_size = |side: usize| (SMALLEST_SIDE..=MAX_SIDE).contains(&side);
    if !is_size(height) || !is_size(width) || lines.count() != 2 + height {
        return None;
    }
    let clues = |numbers: &[u16]| -> Option<Vec<Option<u32>>> {
        numbers.iter().map(|&clue| (usize::from(clue) <= MAX_SIDE).then_some(Some(clue.into()))).collect()
    };
    let (columns, rows) = (clues(columns)?, clues(rows)?);
    let mut names = Vec::with_capacity(height * width);
    for row in each {
        if row.len() != width {
            return None;
        }
        names.extend_from_slice(row);
    }
    let tanks = connected_parts(height, width, |a, b| names[a] == names[b]);
    let rule = WaterRule::default();
    let board = Aquarium { columns, rows, tanks, walls: BTreeSet::new(), rule, site: None, credits: Credits::NONE };
    (board.tank_count() < usize::from(u16::MAX)).then_some(board)
}

/// Reads `{"family":"aquarium","columns":[2,1],"rows":[1,2],"tanks":[[1,2],[1,1]],"rule":"region"}`, without spaces and with
/// numbers only, as this notation is written. Anything else is left to the notation's reader.
pub(super) fn read_json(line: &str) -> Option<Box<dyn Puzzle>> {
    read_json_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_json_board(line: &str) -> Option<Aquarium> {
    fn clues(json: &mut PlainJson<'_>) -> Option<Vec<Option<u32>>> {
        let mut clues = Vec::with_capacity(32);
        json.list(MAX_SIDE, |json| {
            clues.push(Some(json.number(MAX_SIDE)? as u32));
            Some(())
        })?;
        (!clues.is_empty()).then_some(clues)
    }
    let mut json = PlainJson::new(line);
    json.take(r#"{"family":"aquarium","columns":"#)?;
    let columns = clues(&mut json)?;
    json.take(r#","rows":"#)?;
    let rows = clues(&mut json)?;
    json.take(r#","tanks":"#)?;
    let mut names = Vec::with_capacity(rows.len() * columns.len());
    json.list(rows.len(), |json| {
        let before = names.len();
        json.list(columns.len(), |json| {
            names.push(json.number(LARGEST_NAME)? as u16);
            Some(())
        })?;
        (names.len() - before == columns.len()).then_some(())
    })?;
    json.take(r#","rule":"#)?;
    let rule = WaterRule::named(json.word()?)?;
    json.take("}")?;
    let tanks = Grid::from_values(rows.len(), columns.len(), names).filter(|_| json.has_ended())?;
    let board = Aquarium::new(columns, rows, &tanks, rule).ok()?;
    (board.tank_count() < usize::from(u16::MAX)).then_some(board)
}

/// The largest number that names a tank of a plain board.
const LARGEST_NAME: usize = 9999;

/// The rows and columns from which such a text can be nothing else.
const SMALLEST_SIDE: usize = 3;

/// At most so many numbers of up to four digits, none of which has a zero at its start but 0 itself.
fn numbers(text: &[u8], separator: u8, most: usize) -> Option<Vec<u32>> {
    let mut numbers = Vec::with_capacity(text.len() / 2 + 1);
    let (mut number, mut digits) = (0, 0);
    for &byte in text.iter().chain([&separator]) {
        if byte.is_ascii_digit() {
            if digits > 0 && number == 0 {
                return None;
            }
            number = 10 * number + u32::from(byte - b'0');
            digits += 1;
        } else if byte == separator && (1..=4).contains(&digits) && numbers.len() < most {
            numbers.push(number);
            (number, digits) = (0, 0);
        } else {
            return None;
        }
        if digits > 4 {
            return None;
        }
    }
    Some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FAMILY;
    use proptest::prelude::*;
    use quandary_core::puzzle::Family;
    use quandary_core::read::{self, Hints, Source};

    static FAMILIES: [&dyn Family; 1] = [&FAMILY];

    /// Whether the notation's reader gives the same board; `true` also where the line is left to it.
    fn agrees(line: &str) -> bool {
        let Some(fast) = read_board(line) else { return true };
        let hints = Hints::new(&FAMILIES);
        let source = Source::from_text(line);
        let Ok(found) = read::detect(&source, &hints) else { return false };
        let board = read::read_as(&source, &found, &hints);
        found.notation.name() == "task" && board.is_ok_and(|board| board.downcast::<Aquarium>() == Some(&fast))
    }

    #[test]
    fn plain_lines_are_read() {
        for line in ["2_1_1_2;1,2,1,1", "0_1_1_0;7,7,7,900", " 2_1_1_2;1,2,1,1 ", "1_1;5"] {
            assert!(read_board(line).is_some() && agrees(line), "{line}");
        }
        for line in [
            "2_1_1_2;1,2,2,1",
            "2_?_1_2;1,2,1,1",
            "2_1_1;1,1",
            "2_1_1_2;1,02,1,1",
            "2_1_1_2;1,a,1,1",
            "2_1_1_2;1,2,1",
            ";",
        ] {
            assert!(read_board(line).is_none() && agrees(line), "{line}");
        }
    }

    /// Whether the notation's reader gives the same board; `true` also where the text is left to it.
    fn grid_agrees(text: &str) -> bool {
        let Some(fast) = read_grid_board(text) else { return true };
        let hints = Hints::new(&FAMILIES);
        let source = Source::from_text(text);
        let Ok(found) = read::detect(&source, &hints) else { return false };
        let board = read::read_as(&source, &found, &hints);
        found.notation.name() == "digits" && board.is_ok_and(|board| board.downcast::<Aquarium>() == Some(&fast))
    }

    #[test]
    fn plain_grids_are_read() {
        for text in ["1 1 1\n0 0 3\n1 1 2\n1 2 2\n1 1 1\n", "1 1 1\n0 0 3\n1 1 12\n1 2 12\n7 2 1"] {
            assert!(read_grid_board(text).is_some() && grid_agrees(text), "{text}");
        }
        for text in [
            "1 1 1\n0 0 3\n1 1 2\n1 2 2\n",
            "1 1\n0 0\n1 1\n1 2\n",
            "1 1 1\n0 0 3\n1 1 2\n1 2 2\n1 1\n",
            "999 1 1\n0 0 3\n1 1 2\n1 2 2\n1 1 1\n",
        ] {
            assert!(read_grid_board(text).is_none() && grid_agrees(text), "{text}");
        }
    }

    /// Whether the notation's reader gives the same board; `true` also where the line is left to it.
    fn json_agrees(line: &str) -> bool {
        let Some(fast) = read_json_board(line) else { return true };
        let board = read::puzzle(&Source::from_text(line), &Hints::new(&FAMILIES));
        board.is_ok_and(|board| board.downcast::<Aquarium>() == Some(&fast))
    }

    #[test]
    fn plain_json_is_read() {
        let json = |columns: &str, tanks: &str, end: &str| {
            format!(r#"{{"family":"aquarium","columns":{columns},"rows":[1,2],"tanks":{tanks},"rule":{end}"#)
        };
        for line in
            [json("[2,1]", "[[1,2],[1,1]]", r#""pool"}"#), json("[0,256,1]", "[[1,0,900],[1,0,0]]", "\"region\"} \n")]
        {
            assert!(read_json_board(&line).is_some() && json_agrees(&line), "{line}");
        }
        for line in [
            json("[2,1]", "[[1,2],[2,1]]", r#""pool"}"#),
            json("[2,null]", "[[1,2],[1,1]]", r#""pool"}"#),
            json("[2,1]", r#"[["a",2],[1,1]]"#, r#""pool"}"#),
            json("[2,1]", "[[1,2],[1]]", r#""pool"}"#),
            json("[2,1]", "[[1,2]]", r#""pool"}"#),
            json("[2,1]", "[[1,2],[1,1]]", r#""lake"}"#),
            json("[2,1]", "[[1,2],[1,1]]", r#""pool","title":"A"}"#),
            json("[2,1]", "[[1,2],[1,1]]", r#""pool"}}"#),
            json("[]", "[[],[]]", r#""pool"}"#),
        ] {
            assert!(read_json_board(&line).is_none() && json_agrees(&line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn json_is_read_as_the_notation_reads_it(
            line in r#"\{"family":"aquarium","columns":\[[0-4](,[0-4]){0,2}\],"rows":\[[0-4](,[0-4]){0,2}\],"tanks":\[\[[1-3](,[1-3]){0,2}\](,\[[1-3](,[1-3]){0,2}\]){0,2}\],"rule":"(region|pool|adjacent|x)"\}"#
        ) {
            prop_assert!(json_agrees(&line), "{}", line);
        }

        #[test]
        fn grids_are_read_as_the_notation_reads_them(text in "[0-4]( [0-4]){2,3}\n[0-4]( [0-4]){2}\n([0-3]( [0-9]{1,2}){2,3}\n){3}") {
            prop_assert!(grid_agrees(&text), "{}", text);
        }

        #[test]
        fn lines_are_read_as_the_notation_reads_them(line in "[0-4]{1,2}(_[0-4?]{0,2}){1,5};[1-3](,[1-3]){0,8}") {
            prop_assert!(agrees(&line), "{}", line);
        }

        #[test]
        fn square_boards_are_read_as_the_notation_reads_them(line in "[0-3](_[0-3]){5};[1-3](,[1-3]){8}") {
            prop_assert!(agrees(&line), "{}", line);
        }
    }
}
