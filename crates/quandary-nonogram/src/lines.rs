//! Lines of JSON and sheets of clues in their plainest form, read in one pass: the way that files with millions of boards go.

use super::{BLACK, MAX_SIDE, Nonogram};
use crate::line::Block;
use crate::solver::plain_conflict;
use quandary_core::puzzle::Puzzle;
use quandary_core::text::{NumberLines, PlainJson};

/// Reads `{"family":"nonogram","rows":[[1,1],…],"columns":[[2],…]}`, black on white and without spaces, as this notation is
/// written. Anything else is left to the notation's reader.
pub(super) fn read(line: &str) -> Option<Box<dyn Puzzle>> {
    read_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_board(line: &str) -> Option<Nonogram> {
    let mut json = PlainJson::new(line);
    json.take(r#"{"family":"nonogram","rows":"#)?;
    let rows = clues(&mut json)?;
    json.take(r#","columns":"#)?;
    let columns = clues(&mut json)?;
    json.take("}")?;
    if !json.has_ended() {
        return None;
    }
    Nonogram::in_black(rows, columns)
}

/// Reads `5 5`, then a line of numbers for each row and each column, 0 for an empty one, where the clues do not contradict each
/// other at sight. Anything else is left to the notation's reader, and so are boards so small that the text might be another
/// kind of puzzle.
pub(super) fn read_sheet(text: &str) -> Option<Box<dyn Puzzle>> {
    read_sheet_board(text).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_sheet_board(text: &str) -> Option<Nonogram> {
    let sheet = NumberLines::read(text)?;
    let mut lines = sheet.iter();
    let &[height, width] = lines.next()? else { return None };
    let (height, width) = (usize::from(height), usize::from(width));
    if height + width < SMALLEST_SHEET || sheet.count() != 1 + height + width {
        return None;
    }
    let clue = |line: &[u16]| match line {
        [0] => Some(Vec::new()),
        _ if line.contains(&0) => None,
        _ => Some(line.iter().map(|&length| Block { length: length.into(), colour: BLACK }).collect()),
    };
    let rows = lines.by_ref().take(height).map(clue).collect::<Option<Vec<_>>>()?;
    let columns = lines.map(clue).collect::<Option<Vec<_>>>()?;
    let board = Nonogram::in_black(rows, columns)?;
    plain_conflict(&board).is_none().then_some(board)
}

/// Rows and columns together from which a sheet of clues can be nothing else. The few lines of a smaller one may also be tanks
/// or bottles.
const SMALLEST_SHEET: usize = 8;

/// The clues of all rows, or of all columns.
fn clues(json: &mut PlainJson<'_>) -> Option<Vec<Vec<Block>>> {
    let mut clues = Vec::with_capacity(32);
    json.list(MAX_SIDE, |json| {
        let mut blocks = Vec::with_capacity(8);
        json.list(MAX_SIDE, |json| {
            let length = json.number(MAX_SIDE).filter(|length| *length > 0)?;
            blocks.push(Block { length, colour: BLACK });
            Some(())
        })?;
        clues.push(blocks);
        Some(())
    })?;
    Some(clues)
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

    /// Whether the notation's reader gives the same board; `true` also where the sheet is left to it.
    fn sheet_agrees(text: &str) -> bool {
        let Some(fast) = read_sheet_board(text) else { return true };
        let hints = Hints::new(&FAMILIES);
        let source = Source::from_text(text);
        let Ok(found) = read::detect(&source, &hints) else { return false };
        let board = read::read_as(&source, &found, &hints);
        found.notation.name() == "plain" && board.is_ok_and(|board| board.downcast::<Nonogram>() == Some(&fast))
    }

    #[test]
    fn plain_sheets_are_read() {
        for text in ["5 3\n1\n1 1\n3\n0\n3\n3 1\n1 1\n3 1\n", "3 5\n0\n5\n1 1\n1\n1\n2\n1\n2"] {
            assert!(sheet_agrees(text), "{text}");
        }
        assert!(read_sheet_board("3 5\n0\n5\n1 1\n1\n2\n1\n2\n1").is_some());
        for text in ["5 3\n1\n1 1\n3\n0\n3\n3 1\n1 1\n", "2 2\n1\n1\n1\n1\n", "5 3\n9\n1 1\n3\n0\n3\n3 1\n1 1\n3 1\n"] {
            assert!(read_sheet_board(text).is_none() && sheet_agrees(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn sheets_are_read_as_the_notation_reads_them(text in "[345] [345]\n((0|[1-3]|1 [12]|[12] 1)\n){8,9}") {
            prop_assert!(sheet_agrees(&text), "{}", text);
        }

        #[test]
        fn runs_are_compared_as_they_are_counted(line in proptest::collection::vec(0u8..3, 0..9), other in proptest::collection::vec(0u8..3, 0..9)) {
            let blocks = crate::runs(other.iter().copied());
            prop_assert_eq!(crate::has_runs(&line, &blocks), crate::runs(line.iter().copied()) == blocks);
            prop_assert!(crate::has_runs(&other, &blocks));
            let bits = |cells: &[u8]| cells.iter().rev().fold(0, |bits, &cell| 2 * bits + u64::from(cell > 0));
            let black = crate::runs(other.iter().map(|&cell| cell.min(1)));
            let is_same = crate::runs(line.iter().map(|&cell| cell.min(1))) == black;
            prop_assert_eq!(crate::has_blocks(bits(&line), &black), is_same);
            prop_assert!(crate::has_blocks(bits(&other), &black));
        }

        #[test]
        fn lines_are_read_as_the_notation_reads_them(
            line in r#"\{"family":"nonogram","rows":\[\[[0-9,]{0,4}\](,\[[0-9,]{0,4}\]){0,3}\],"columns":\[\[[1-9]?\](,\[[1-3]?\]){0,2}\]\}"#
        ) {
            prop_assert!(agrees(&line), "{}", line);
        }
    }
}
