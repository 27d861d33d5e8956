//! Lines of JSON in their plainest form, read in one pass: the way that files with millions of boards go.

use super::{BLACK, MAX_SIDE, Nonogram};
use crate::line::Block;
use quandary_core::puzzle::Puzzle;

/// Reads `{"family":"nonogram","rows":[[1,1],…],"columns":[[2],…]}`, black on white and without spaces, as this notation is
/// written. Anything else is left to the notation's reader.
pub(super) fn read(line: &str) -> Option<Box<dyn Puzzle>> {
    read_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_board(line: &str) -> Option<Nonogram> {
    let rest = line.trim_ascii().as_bytes().strip_prefix(br#"{"family":"nonogram","rows":["#)?;
    let (rows, rest) = clues(rest)?;
    let (columns, rest) = clues(rest.strip_prefix(br#","columns":["#)?)?;
    if rest != b"}" {
        return None;
    }
    Nonogram::new(rows, columns).ok()
}

/// Clues up to the end of their list, and what comes after it.
fn clues(mut rest: &[u8]) -> Option<(Vec<Vec<Block>>, &[u8])> {
    let mut clues = Vec::with_capacity(32);
    loop {
        let (clue, after) = clue(rest.strip_prefix(b"[")?)?;
        clues.push(clue);
        match after.split_first()? {
            (b',', after) => rest = after,
            (b']', after) => return Some((clues, after)),
            _ => return None,
        }
    }
}

/// The blocks of one line up to the end of their list, and what comes after it.
fn clue(mut rest: &[u8]) -> Option<(Vec<Block>, &[u8])> {
    if let Some(after) = rest.strip_prefix(b"]") {
        return Some((Vec::new(), after));
    }
    let mut blocks = Vec::with_capacity(8);
    loop {
        let mut length = 0;
        // Neither 0 nor a number that starts with it.
        let mut digit = rest.first().filter(|first| **first != b'0')?;
        while digit.is_ascii_digit() && length <= MAX_SIDE {
            length = 10 * length + usize::from(digit - b'0');
            rest = &rest[1..];
            digit = rest.first()?;
        }
        if !(1..=MAX_SIDE).contains(&length) {
            return None;
        }
        blocks.push(Block { length, colour: BLACK });
        match rest.split_first()? {
            (b',', after) => rest = after,
            (b']', after) => return Some((blocks, after)),
            _ => return None,
        }
    }
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
        let board = read::puzzle(&Source::from_text(line), &Hints::new(&FAMILIES));
        board.is_ok_and(|board| board.downcast::<Nonogram>() == Some(&fast))
    }

    #[test]
    fn plain_lines_are_read() {
        for line in [
            r#"{"family":"nonogram","rows":[[1],[]],"columns":[[1],[]]}"#,
            r#"{"family":"nonogram","rows":[[1,512,3]],"columns":[[]]}"#,
        ] {
            assert!(read_board(line).is_some() && agrees(line), "{line}");
        }
        for line in [
            r#"{"family":"nonogram","rows":[[0]],"columns":[[1]]}"#,
            r#"{"family":"nonogram","rows":[[01]],"columns":[[1]]}"#,
            r#"{"family":"nonogram","rows":[[513]],"columns":[[1]]}"#,
            r#"{"family":"nonogram","rows":[[1,]],"columns":[[1]]}"#,
            r#"{"family":"nonogram","rows":[],"columns":[[1]]}"#,
            r#"{"family":"nonogram","rows":[[1]],"columns":[[1]],"title":"One"}"#,
            r#"{"family":"nonogram","rows":[[[1,2]]],"columns":[[[1,2]]]}"#,
            r#"{"family":"nonogram","rows":[[1]],"columns":[[1"#,
        ] {
            assert!(read_board(line).is_none() && agrees(line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn lines_are_read_as_the_notation_reads_them(
            line in r#"\{"family":"nonogram","rows":\[\[[0-9,]{0,4}\](,\[[0-9,]{0,4}\]){0,3}\],"columns":\[\[[1-9]?\](,\[[1-3]?\]){0,2}\]\}"#
        ) {
            prop_assert!(agrees(&line), "{}", line);
        }
    }
}
