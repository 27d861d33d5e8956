//! Lines of 81 digits, taken in, solved and verified together: the way that files with millions of boards go.

use super::solver::{self, Cells, Found};
use super::units::each_digit_once;
use super::{Sudoku, formats};
use quandary_core::batch::{LineSolver, Row, Rows};
use quandary_core::puzzle::Puzzle;
use quandary_core::verdict::{Ask, VerdictWord};

/// The cells of a line of digits and dots.
fn cells_of(line: &[u8]) -> Option<Cells> {
    let symbols = <&[u8; 81]>::try_from(line).ok()?;
    let mut cells: Cells = [0; 81];
    let mut is_plain = true;
    for (cell, &symbol) in cells.iter_mut().zip(symbols) {
        *cell = if symbol == b'.' { 0 } else { symbol.wrapping_sub(b'0') };
        is_plain &= *cell <= 9;
    }
    is_plain.then_some(cells)
}

/// Reads a line of 81 digits and dots. Anything else is left to the notation's reader.
pub(super) fn read(line: &str) -> Option<Box<dyn Puzzle>> {
    let board = Sudoku::new(3, 3, cells_of(line.as_bytes())?.to_vec())?;
    Some(Box::new(board))
}

/// Boards that were taken in, and what was found for each.
#[derive(Default)]
pub(super) struct Lines {
    boards: Vec<Cells>,
    found: Vec<Found>,
}

impl LineSolver for Lines {
    fn take(&mut self, line: &[u8]) -> bool {
        let cells = cells_of(line);
        self.boards.extend(cells);
        cells.is_some()
    }

    fn solve(&mut self, ask: &Ask, rows: &mut Rows) {
        let cpu = solver::search_boards(&self.boards, ask, &mut self.found);
        for (board, found) in self.boards.iter().zip(&self.found) {
            let is_right = found.first.is_none_or(|first| solves(board, &first));
            if let Some(first) = found.first {
                rows.solutions.extend(first.map(|digit| b'0' + digit));
            }
            rows.end_row(Row {
                verdict: is_right.then(|| VerdictWord::of_search(found.count, found.ended)),
                count: found.count,
                count_is_exact: found.ended.is_ok(),
                counters: found.counters,
                cpu,
            });
        }
        self.boards.clear();
    }

    fn write_text(&self, solution: &[u8], text: &mut Vec<u8>) {
        formats::write_spaced_rows(solution, 9, text);
    }
}

/// Whether a filled board keeps the digits of a board and the rules.
fn solves(board: &Cells, filled: &Cells) -> bool {
    let keeps_givens =
        board.iter().zip(filled).fold(true, |keeps, (&given, &digit)| keeps & (given == 0 || given == digit));
    keeps_givens && each_digit_once(filled, 3, 3)
}

/// Writes a line of 81 digits as the notation `line` writes it.
pub(super) fn convert(line: &[u8], text: &mut Vec<u8>) -> bool {
    let is_plain = line.len() == 81 && line.iter().all(|symbol| matches!(symbol, b'.' | b'0'..=b'9'));
    if is_plain {
        text.extend(line.iter().map(|&symbol| if symbol == b'0' { b'.' } else { symbol }));
        text.push(b'\n');
    }
    is_plain
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use quandary_core::read::{self, Source};

    proptest! {
        #[test]
        fn lines_are_read_as_the_notation_reads_them(line in "([1-9.]{79,82}|[0-9]{81}|[0-9.]{81})") {
            if let Some(fast) = read(&line) {
                let hints = crate::hints();
                let source = Source::from_text(line.as_str());
                let found = read::detect(&source, &hints).expect("a notation");
                let board = read::read_as(&source, &found, &hints).expect("a board");
                prop_assert_eq!(found.notation.name(), "line");
                prop_assert_eq!(board.downcast::<Sudoku>(), fast.downcast::<Sudoku>());
            }
        }
    }
}
