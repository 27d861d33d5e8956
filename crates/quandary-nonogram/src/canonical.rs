//! One form for all copies of a board.
//!
//! Mirror a Nonogram, turn it, or give its colours other names: it stays the same puzzle, in eight forms and as many names.
//! The canonical form is the smallest text of the eight, with colours numbered as they appear.

use std::fmt::Write as _;

use super::{Block, Nonogram};

/// The clues of all lines of one direction.
type Clues = Vec<Vec<Block>>;

/// The canonical form of a board: two boards share it exactly when they are copies of each other.
pub(crate) fn of(puzzle: &Nonogram) -> String {
    let mut best: Option<Vec<usize>> = None;
    for is_turned in [false, true] {
        let (rows, columns) = if is_turned { (&puzzle.columns, &puzzle.rows) } else { (&puzzle.rows, &puzzle.columns) };
        for (upside_down, left_right) in [(false, false), (false, true), (true, false), (true, true)] {
            let form = numbers(&arranged(rows, upside_down, left_right), &arranged(columns, left_right, upside_down));
            if best.as_ref().is_none_or(|best| form < *best) {
                best = Some(form);
            }
        }
    }
    let mut text = String::new();
    for number in best.unwrap_or_default() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{number} ");
    }
    text.truncate(text.trim_end().len());
    text
}

/// Lines in the other order, each read from its other end.
fn arranged(lines: &Clues, reverse_order: bool, reverse_lines: bool) -> Clues {
    let line = |line: &Vec<Block>| -> Vec<Block> {
        if reverse_lines { line.iter().rev().copied().collect() } else { line.clone() }
    };
    if reverse_order { lines.iter().rev().map(line).collect() } else { lines.iter().map(line).collect() }
}

/// A board as numbers: its size, then each line as the number of its blocks, their lengths and colours.
fn numbers(rows: &Clues, columns: &Clues) -> Vec<usize> {
    let mut names = [0; 256];
    let mut last = 0;
    let mut numbers = vec![rows.len(), columns.len()];
    for line in rows.iter().chain(columns) {
        numbers.push(line.len());
        for block in line {
            let name = &mut names[usize::from(block.colour)];
            if *name == 0 {
                last += 1;
                *name = last;
            }
            numbers.extend([block.length, *name]);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[&[(usize, u8)]], columns: &[&[(usize, u8)]]) -> Nonogram {
        let lines = |lines: &[&[(usize, u8)]]| -> Clues {
            let block = |&(length, colour): &(usize, u8)| Block { length, colour };
            lines.iter().map(|line| line.iter().map(block).collect()).collect()
        };
        Nonogram::new(lines(rows), lines(columns)).expect("a board")
    }

    #[test]
    fn mirrored_turned_and_recoloured_boards_have_one_form_and_others_have_not() {
        // ##.
        // ..#
        let this = board(&[&[(2, 1)], &[(1, 2)]], &[&[(1, 1)], &[(1, 1)], &[(1, 2)]]);
        let left_right = board(&[&[(2, 1)], &[(1, 2)]], &[&[(1, 2)], &[(1, 1)], &[(1, 1)]]);
        let turned = board(&[&[(1, 1)], &[(1, 1)], &[(1, 2)]], &[&[(2, 1)], &[(1, 2)]]);
        let recoloured = board(&[&[(1, 1)], &[(2, 2)]], &[&[(1, 2)], &[(1, 2)], &[(1, 1)]]);
        for copy in [&left_right, &turned, &recoloured] {
            assert_eq!(of(copy), of(&this));
        }
        let plain = board(&[&[(2, 1)], &[(1, 1)]], &[&[(1, 1)], &[(1, 1)], &[(1, 1)]]);
        assert_ne!(of(&plain), of(&this), "one colour is not two");
    }
}
