//! Notations with pencil marks: 729 symbols, the grid of the forums, and HoDoKu's library lines.
//!
//! Pencil marks are part of the board here: a digit that is left out of a cell stays out. What the
//! given digits rule out anyway is not kept, so a board whose marks say no more than its givens is the plain board.
//!
//! A cell with one mark is a given digit. Where an open cell has only one mark left, the forum grid is written with the
//! givens on a line before it, as people post it; and read so too.

use super::json::digits;
use super::{content_lines, is_blank, only_line, symbol, symbols};
use crate::variant::Variant;
use crate::{MAX_SIDE, Sudoku};
use quandary_core::puzzle::{Cell, DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Span, Token};

/// 729 symbols: nine for each cell.
pub(crate) static CANDIDATES: Notation<Sudoku> = Notation {
    name: "candidates",
    summary: "729 symbols on a line, nine for each cell of a 9×9 board: the digits that it may be, . or 0 for those that it \
              may not; a cell with one digit left is given",
    packing: Packing::Line,
    comments: true,
    detect: |source| Fit::by_mark(triples(source).is_some(), || read_candidates(source)),
    read: read_candidates,
    write: Some(write_candidates),
};

/// The grid of the forums.
pub(crate) static PENCILMARKS: Notation<Sudoku> = Notation {
    name: "pencilmarks",
    summary: "a grid of pencil marks as in forums and HoDoKu: one row per line, the digits that a cell may be as one word, \
              lines drawn with | - + . : ' * are ignored; a word of one digit is given, unless a line with the givens \
              stands before the grid",
    packing: Packing::Block,
    comments: true,
    detect: |source| Fit::by_mark(marked_rows(source).is_some(), || read_pencilmarks(source)),
    read: read_pencilmarks,
    write: Some(write_pencilmarks),
};

/// HoDoKu's library line.
pub(crate) static HODOKU: Notation<Sudoku> = Notation {
    name: "hodoku",
    summary: "a line of HoDoKu's library, :technique:digits:givens:struck:…, with + before a digit that was placed and \
              struck candidates as digit, row, column (436 is r3c6 without 4); other fields are not kept",
    packing: Packing::Line,
    comments: false,
    detect: |source| match only_line(source) {
        Ok(line) if line.text.trim_start().starts_with(':') => {
            Fit::by_mark(library_fields(line).is_some(), || read_hodoku(source))
        }
        _ => Fit::No,
    },
    read: read_hodoku,
    write: Some(write_hodoku),
};

const NINE: usize = 9;
const EVERY_DIGIT: u32 = 0b11_1111_1110;

/// A 9×9 board of which each cell may be some digits (bit `d` for the digit `d`); `given` says which are given.
pub(super) fn nine(marks: &[u32], given: impl Fn(usize) -> bool) -> Result<Sudoku, String> {
    let one = |place: usize| match marks[place] {
        set if set.is_power_of_two() && given(place) => set.trailing_zeros() as u8,
        _ => 0,
    };
    let struck = marks.iter().map(|left| EVERY_DIGIT & !left).collect();
    let cells = (0..marks.len()).map(one).collect();
    Sudoku::with_variant(Some((3, 3)), cells, Variant { struck, ..Variant::default() })
}

/// For each cell the digits that are left to it, by the pencil marks alone.
pub(super) fn left(puzzle: &Sudoku) -> Vec<u32> {
    let left = |cell: Cell| match puzzle.cells()[cell] {
        0 => EVERY_DIGIT & !puzzle.struck(cell),
        given => 1 << given,
    };
    puzzle.cells().cells().map(left).collect()
}

/// Why a board cannot be written with pencil marks.
pub(super) fn is_nine(puzzle: &Sudoku) -> Result<(), DoesNotFit> {
    let variant = puzzle.variant();
    if (puzzle.box_rows(), puzzle.box_columns()) != (3, 3) {
        return Err("it is for 9×9 boards with 3×3 boxes".into());
    }
    if variant.has_clues() {
        return Err("it cannot store the clues of a variant".into());
    }
    Ok(())
}

// ── 729 symbols ──────────────────────────────────────────────────────────────────────────────────────────────────────

/// The marks of a line of 729 symbols.
fn triples(source: &Source) -> Option<Vec<u32>> {
    let line = only_line(source).ok()?;
    let symbols: Vec<Token<'_>> = line.characters().collect();
    if symbols.len() != NINE * NINE * NINE {
        return None;
    }
    let mark = |(place, token): (usize, &Token<'_>)| match token.text.parse::<u32>() {
        Ok(0) => Some(0),
        Ok(digit) if digit as usize == place % NINE + 1 => Some(1 << digit),
        Ok(_) => None,
        Err(_) => is_blank(token.text).then_some(0),
    };
    let marks = symbols.iter().enumerate().map(mark).collect::<Option<Vec<u32>>>()?;
    Some(marks.chunks(NINE).map(|cell| cell.iter().sum()).collect())
}

fn read_candidates(source: &Source) -> Result<Sudoku, Diagnostic> {
    let marks = triples(source).ok_or_else(|| {
        Diagnostic::new("this is not a line of 729 pencil marks")
            .label("nine symbols for each of 81 cells were expected", source.first_word())
            .help("each group of nine has its digits in their places: 1.3...7.. may be 1, 3 or 7")
    })?;
    if let Some(place) = marks.iter().position(|&set| set == 0) {
        let cell = Cell { row: place / NINE, column: place % NINE };
        let symbols: Vec<Token<'_>> = only_line(source)?.characters().skip(place * NINE).take(NINE).collect();
        let start = symbols[0].start;
        let end = symbols[symbols.len() - 1].start + 1;
        return Err(Diagnostic::new(format!("{cell} has no pencil marks"))
            .label("nine blanks", Span { start, len: end - start })
            .help("a cell without known digits is 123456789"));
    }
    nine(&marks, |_| true).map_err(Diagnostic::new)
}

fn write_candidates(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_nine(puzzle)?;
    let left = left(puzzle);
    let lone =
        puzzle.cells().cells().zip(&left).find(|(cell, left)| puzzle.cells()[*cell] == 0 && left.is_power_of_two());
    if let Some((cell, _)) = lone {
        return Err(format!("{cell} is blank, but has one pencil mark only, which would read as a given digit").into());
    }
    let cell = |left: &u32| {
        (1..=NINE as u8).map(|digit| if left >> digit & 1 == 1 { symbol(digit) } else { '.' }).collect::<String>()
    };
    Ok(left.iter().map(cell).collect())
}

// ── the grid of the forums ───────────────────────────────────────────────────────────────────────────────────────────

/// A grid of pencil marks: its words, and the line with the givens where there is one.
struct Marked<'a> {
    givens: Option<Vec<Token<'a>>>,
    words: Vec<Token<'a>>,
}

/// The rows of a grid of pencil marks. There has to be a cell with more than one mark, else it is a plain grid.
fn marked_rows(source: &Source) -> Option<Marked<'_>> {
    let is_frame = |c: char| {
        c.is_whitespace()
            || matches!(c, '|' | '-' | '+' | '=' | ':' | '\'' | '*' | ',' | '.')
            || matches!(c, '\u{2500}'..='\u{257f}')
    };
    let mut lines = content_lines(source).filter(|line| !line.text.chars().all(is_frame)).peekable();
    let givens = lines.next_if(|line| is_givens(line)).map(|line| line.characters().collect());
    let rows: Vec<Line<'_>> = lines.take(NINE + 1).collect();
    if rows.len() != NINE || rows.iter().any(|row| row.text.len() > 40 * NINE) {
        return None;
    }
    let mut words = Vec::new();
    for row in rows {
        let place = |text: &str| row.start + (text.as_ptr() as usize - row.text.as_ptr() as usize);
        let of_row = row.text.split(is_frame).filter(|word| !word.is_empty());
        let before = words.len();
        words.extend(of_row.map(|text| Token { text, start: place(text) }));
        if words.len() - before != NINE {
            return None;
        }
    }
    let is_set = |word: &Token<'_>| {
        word.text.bytes().all(|byte| (b'1'..=b'9').contains(&byte)) && word.text.bytes().is_sorted_by(|a, b| a < b)
    };
    let has_marks = words.iter().any(|word| word.text.len() > 1);
    (has_marks && words.iter().all(is_set)).then_some(Marked { givens, words })
}

/// Whether a line holds 81 digits and blanks.
fn is_givens(line: &Line<'_>) -> bool {
    let is_cell = |token: Token<'_>| is_blank(token.text) || token.is_number();
    line.text.trim().len() == NINE * NINE && line.characters().count() == NINE * NINE && line.characters().all(is_cell)
}

fn read_pencilmarks(source: &Source) -> Result<Sudoku, Diagnostic> {
    let help =
        "write nine rows of nine words, each word the digits that the cell may be, in order: 4 127 9 | 35 6 258 | …";
    let Marked { givens, words } = marked_rows(source).ok_or_else(|| {
        Diagnostic::new("this is not a grid of pencil marks").label("starting here", source.first_word()).help(help)
    })?;
    let set = |word: &Token<'_>| word.text.bytes().fold(0, |set, digit| set | 1 << (digit - b'0'));
    let marks: Vec<u32> = words.iter().map(set).collect();
    if let Some(givens) = &givens {
        for (given, (word, mark)) in givens.iter().zip(words.iter().zip(&marks)) {
            let digit: u32 = given.text.parse().unwrap_or(0);
            if digit != 0 && *mark != 1 << digit {
                return Err(Diagnostic::new(format!("{digit} is given, but the grid has {} there", word.shown()))
                    .label("given here", *given)
                    .label("and this is its cell", *word)
                    .help("the line of givens and the grid have to be the same puzzle"));
            }
        }
    }
    let is_given =
        |place: usize| givens.as_ref().is_none_or(|givens| !is_blank(givens[place].text) && givens[place].text != "0");
    nine(&marks, is_given).map_err(Diagnostic::new)
}

fn write_pencilmarks(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_nine(puzzle)?;
    let open = puzzle.open_digits();
    let shown: Vec<u32> = left(puzzle)
        .iter()
        .zip(puzzle.cells().values().iter().zip(&open))
        .map(|(left, (given, open))| if *given == 0 { left & open } else { *left })
        .collect();
    if let Some(place) = shown.iter().position(|&set| set == 0) {
        let cell = Cell { row: place / NINE, column: place % NINE };
        return Err(format!("{cell} has no pencil mark left").into());
    }
    if shown.iter().all(|set| set.is_power_of_two()) {
        return Err("no cell has more than one pencil mark left; line holds such a board".into());
    }
    let words: Vec<String> = shown.iter().map(|&set| digits(set)).collect();
    let wide: Vec<usize> =
        (0..NINE).map(|column| words.iter().skip(column).step_by(NINE).map(String::len).max().unwrap_or(1)).collect();
    let dashes = |columns: &[usize]| "-".repeat(columns.iter().map(|width| width + 1).sum::<usize>() + 1);
    let ruler = format!("+{}+{}+{}+\n", dashes(&wide[..3]), dashes(&wide[3..6]), dashes(&wide[6..]));
    let mut text = String::new();
    // A cell that is open, with one mark left, would read as given.
    if shown.iter().zip(puzzle.cells().values()).any(|(set, &given)| set.is_power_of_two() && given == 0) {
        text.push_str(&symbols(puzzle));
        text.push('\n');
    }
    for (row, words) in words.chunks(NINE).enumerate() {
        if row % 3 == 0 {
            text.push_str(&ruler);
        }
        for (column, word) in words.iter().enumerate() {
            text.push_str(if column % 3 == 0 { "| " } else { "" });
            text.push_str(&format!("{word:<width$} ", width = wide[column]));
        }
        text.push_str("|\n");
    }
    text.push_str(&ruler);
    Ok(text)
}

// ── HoDoKu's library ─────────────────────────────────────────────────────────────────────────────────────────────────

/// The fields of a library line: the givens and the struck candidates.
fn library_fields(line: Line<'_>) -> Option<(Token<'_>, Token<'_>)> {
    let text = line.text.trim();
    let start = line.span().start;
    let mut fields = text.split(':').skip(3);
    let field = |text: &str, of: &str| start + (text.as_ptr() as usize - of.as_ptr() as usize);
    let (givens, struck) = (fields.next()?, fields.next()?);
    let is_board = givens.chars().filter(|c| *c != '+').count() == NINE * NINE;
    is_board.then(|| {
        (Token { text: givens, start: field(givens, text) }, Token { text: struck, start: field(struck, text) })
    })
}

fn read_hodoku(source: &Source) -> Result<Sudoku, Diagnostic> {
    let line = only_line(source)?;
    let (givens, struck) = library_fields(line).ok_or_else(|| {
        Diagnostic::new("this is not a line of HoDoKu's library")
            .label("fields between colons, the third of them 81 cells, were expected", line)
            .help(HODOKU.summary)
    })?;
    let mut marks = Vec::with_capacity(NINE * NINE);
    let of_givens = Line { text: givens.text, start: givens.start, number: line.number };
    for token in of_givens.characters().filter(|token| token.text != "+") {
        marks.push(match token.text.parse::<u32>() {
            Ok(digit @ 1..=9) => 1 << digit,
            Ok(0) => EVERY_DIGIT,
            _ if is_blank(token.text) => EVERY_DIGIT,
            _ => {
                return Err(Diagnostic::new(format!("'{}' is not a cell of a 9×9 board", token.shown()))
                    .label("a digit or a blank was expected here", token)
                    .help(HODOKU.summary));
            }
        });
    }
    for token in (Line { text: struck.text, start: struck.start, number: line.number }).tokens() {
        let digits: Vec<usize> = token.text.bytes().map(|byte| usize::from(byte.wrapping_sub(b'0'))).collect();
        let [digit @ 1..=9, row @ 1..=9, column @ 1..=9] = digits[..] else {
            return Err(Diagnostic::new(format!("'{}' names no candidate", token.shown()))
                .label("digit, row and column were expected here", token)
                .help("436 strikes 4 out of r3c6"));
        };
        let mark = &mut marks[(row - 1) * NINE + column - 1];
        if *mark == 1 << digit {
            return Err(Diagnostic::new(format!("{digit} stands in r{row}c{column} and is struck out too"))
                .label("struck out here", token));
        }
        if !mark.is_power_of_two() {
            *mark &= !(1 << digit);
        }
    }
    // A cell that is left with one candidate is not given for that.
    let is_open: Vec<bool> = of_givens
        .characters()
        .filter(|token| token.text != "+")
        .map(|token| is_blank(token.text) || token.text == "0")
        .collect();
    nine(&marks, |place| !is_open[place]).map_err(Diagnostic::new)
}

fn write_hodoku(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_nine(puzzle)?;
    let mut struck = Vec::new();
    for cell in puzzle.cells().cells() {
        for digit in (1..=MAX_SIDE).filter(|digit| puzzle.struck(cell) >> digit & 1 == 1) {
            struck.push(format!("{digit}{}{}", cell.row + 1, cell.column + 1));
        }
    }
    Ok(format!(":0000:x:{}:{}:::", symbols(puzzle), struck.join(" ")))
}
