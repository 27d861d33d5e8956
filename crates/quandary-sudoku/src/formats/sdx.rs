//! SudoCue's `.sdx`: a board in the middle of being solved, one row per line, one word per cell.
//!
//! A word is the digits that an open cell may still be, a given digit, or a digit that the player has placed, with `u` (or `v`) before
//! it. Placed digits are treated as givens, as from HoDoKu's library. Without any of them such a file is a grid of pencil marks
//! like those of the forums, and is read as one.

use super::json::digits;
use super::marks::{is_nine, left, nine};
use super::{bad, content_lines};
use crate::Sudoku;
use quandary_core::puzzle::{Cell, DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// SudoCue's form.
pub(crate) static SDX: Notation<Sudoku> = Notation {
    name: "sdx",
    summary: "SudoCue's .sdx: one line per row of a 9×9 board, a word for each cell: the digits that it may be, or its digit, with u \
              before it where the player has placed it",
    packing: Packing::Block,
    comments: true,
    detect: |source| {
        let Some(words) = words(source) else { return Fit::No };
        if !words.iter().any(|word| is_placed(word)) {
            return Fit::No;
        }
        if read(source).is_ok() { Fit::Sure } else { Fit::Damaged }
    },
    read,
    write: Some(write),
};

const NINE: usize = 9;

/// The words of nine lines of nine.
fn words(source: &Source) -> Option<Vec<Token<'_>>> {
    let lines: Vec<Line<'_>> = content_lines(source).take(NINE + 1).collect();
    let words: Vec<Token<'_>> = lines.iter().flat_map(|line| line.tokens()).collect();
    let is_square = lines.len() == NINE && lines.iter().all(|line| line.tokens().count() == NINE);
    is_square.then_some(words)
}

/// Whether the player has placed the digit of this word.
fn is_placed(word: &Token<'_>) -> bool {
    word.text.len() > 1 && word.text.starts_with(['u', 'v']) && word.text[1..].bytes().all(|byte| byte.is_ascii_digit())
}

fn read(source: &Source) -> Result<Sudoku, Diagnostic> {
    let words =
        words(source).ok_or_else(|| bad("nine lines of nine words were expected", source.first_word(), SDX.summary))?;
    let mark = |word: &Token<'_>| {
        let text = if is_placed(word) { &word.text[1..] } else { word.text };
        let is_set = text.bytes().all(|byte| (b'1'..=b'9').contains(&byte)) && text.bytes().is_sorted_by(|a, b| a < b);
        let expected = || bad(format!("'{}' is not a cell of a 9×9 board", word.shown()), *word, SDX.summary);
        let is_set = is_set && (text.len() == 1 || !is_placed(word));
        is_set.then(|| text.bytes().fold(0, |set, digit| set | 1 << (digit - b'0'))).ok_or_else(expected)
    };
    let marks = words.iter().map(mark).collect::<Result<Vec<u32>, _>>()?;
    nine(&marks, |_| true).map_err(Diagnostic::new)
}

fn write(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_nine(puzzle)?;
    let open = puzzle.open_digits();
    let mut words = Vec::with_capacity(NINE * NINE);
    for (place, (&given, left)) in puzzle.cells().values().iter().zip(left(puzzle)).enumerate() {
        // A blank that the given digits leave one digit for must not read as given: it keeps all its pencil marks.
        let still = left & open[place];
        let set = if given == 0 && still.count_ones() > 1 { still } else { left };
        if given == 0 && set.count_ones() < 2 {
            let cell = Cell { row: place / NINE, column: place % NINE };
            return Err(format!(
                "{cell} is blank, but has less than two pencil marks, which would read as a given digit"
            )
            .into());
        }
        words.push(digits(set));
    }
    Ok(words.chunks(NINE).map(|row| row.join(" ") + "\n").collect())
}
