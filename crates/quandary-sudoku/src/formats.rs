//! How a Sudoku is written down: on one line, as a grid, with pencil marks, in files and links of other programs, as JSON.
//!
//! A cell is one symbol (`1`–`9`, then `A`, `B`, … for 10, 11, …) or, where cells are separated, a number; a blank cell
//! is `.`, `0`, `_`, `*` or `-`, on a line of 81 or more also `?`, `x` or a space. The number of cells gives the side of the board, and the side gives the usual box: the
//! squarest that is not higher than wide (9 → 3×3, 6 → 2 high and 3 wide). Only the JSON form can say another.
//!
//! Detection is reading: a text is a Sudoku when it can be read as one. What is nearly one is reported as
//! [`Fit::Damaged`], so that the reader's own error can point at the ragged row or the wrong symbol.

mod coach;
pub(super) mod examples;
mod fpuzzles;
mod grid;
mod json;
mod link;
mod marks;
mod pad;
mod sdx;
mod sheets;
mod solo;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use coach::COACH;
pub(crate) use grid::GRID;
pub(crate) use json::JSON;
pub(super) use json::digits;
pub(crate) use link::{PUZZ_LINK, SUDOKUWIKI};
pub(crate) use marks::{CANDIDATES, HODOKU, PENCILMARKS};
pub(crate) use pad::{F_PUZZLES, SUDOKUPAD};
pub(crate) use sdx::SDX;
pub(crate) use sheets::{SDK, SS};
pub(crate) use solo::SOLO;
pub(crate) use table::TABLE;

use super::{MAX_SIDE, Sudoku};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Solution};
use quandary_core::read::{Diagnostic, Line, Source, Span, Token};

/// One line of n² symbols.
pub(crate) static LINE: Notation<Sudoku> = Notation {
    name: "line",
    summary: "one line: 81 symbols for a 9×9 board (16, 36, 64, 144, 256, 625 … for others), 1–9 then A, B, …, blank \
              . or 0; or as many numbers with spaces between. A name or rating may follow. Files of such lines (.sdm) too, \
              and of lines with more columns (.csv: number, puzzle, solution …)",
    packing: Packing::Line,
    comments: true,
    detect: detect_line,
    read: read_line,
    write: Some(write_line),
};

/// The usual box of a board of this side, rows and columns; `None` when there is no such board.
pub(crate) fn usual_box(side: usize) -> Option<(usize, usize)> {
    let rows = (2..=side).take_while(|rows| rows * rows <= side).filter(|&rows| side.is_multiple_of(rows)).last()?;
    (side <= MAX_SIDE).then_some((rows, side / rows))
}

/// The sides that a board can have.
fn sides() -> impl Iterator<Item = usize> {
    (1..=MAX_SIDE).filter(|&side| usual_box(side).is_some())
}

/// The side of a board with this many cells.
fn side_of(cells: usize) -> Option<usize> {
    sides().find(|side| side * side == cells)
}

/// A digit as one symbol: 1–9, then A, B, …; a blank cell is `.`.
pub(crate) fn symbol(digit: u8) -> char {
    match digit {
        0 => '.',
        1..=9 => char::from(b'0' + digit),
        _ => char::from(b'A' + (digit - 10)),
    }
}

/// The rows of a board, a space between the digits.
pub(crate) fn spaced_rows(board: &Grid<u8>) -> String {
    let symbols = |row: &[u8]| row.iter().flat_map(|&digit| [' ', symbol(digit)]).skip(1).collect::<String>();
    board.iter_rows().map(symbols).collect::<Vec<_>>().join("\n")
}

/// Appends the rows of a board of this side, given by its symbols, with a space between them.
pub(super) fn write_spaced_rows(symbols: &[u8], side: usize, text: &mut Vec<u8>) {
    let start = text.len();
    text.resize(start + 2 * symbols.len(), b' ');
    for (row, symbols) in text[start..].chunks_exact_mut(2 * side).zip(symbols.chunks_exact(side)) {
        for (place, &symbol) in row.iter_mut().step_by(2).zip(symbols) {
            *place = symbol;
        }
        row[2 * side - 1] = b'\n';
    }
    if !symbols.is_empty() {
        text.pop();
    }
}

/// Whether a symbol stands for a blank cell, 0 apart.
fn is_blank(symbol: &str) -> bool {
    matches!(symbol, "." | "_" | "*" | "-" | " ")
}

/// The digit that a symbol or number stands for, 0 for a blank cell; `None` when it is neither.
fn value(text: &str) -> Option<usize> {
    let mut symbols = text.chars();
    match (symbols.next(), symbols.next()) {
        _ if is_blank(text) => Some(0),
        (Some(letter), None) if letter.is_ascii_alphabetic() => letter.to_digit(36).map(|digit| digit as usize),
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok(),
        _ => None,
    }
}

/// Reads one cell of a board of this side.
fn digit(token: Token<'_>, side: usize) -> Result<u8, Diagnostic> {
    let help = || {
        let digits = match side {
            0..=9 => format!("1–{side}"),
            _ => format!("1–9 and A–{} for 10–{side}", symbol(side as u8)),
        };
        format!("a {side}×{side} Sudoku has the digits {digits}; a blank cell is . 0 _ * or -")
    };
    match value(token.text) {
        Some(digit) if digit <= side => Ok(digit as u8),
        // A letter is a digit only where there are more than nine.
        Some(_) if side > 9 || token.is_number() => {
            Err(Diagnostic::new(format!("{} is too large for a {side}×{side} Sudoku", token.shown()))
                .label(format!("at most {}", symbol(side as u8)), token)
                .help(help()))
        }
        _ => Err(Diagnostic::new(format!("'{}' is not a Sudoku digit", token.shown()))
            .label("a digit or a blank was expected here", token)
            .help(help())),
    }
}

/// An error about one place.
fn bad(message: impl Into<String>, at: impl Into<Span>, help: impl Into<String>) -> Diagnostic {
    Diagnostic::new(message).label("here", at).help(help)
}

/// A board with the usual boxes.
fn board(tokens: &[Token<'_>], side: usize) -> Result<Sudoku, Diagnostic> {
    let cells = match in_other_symbols(tokens, side) {
        Some(cells) => cells,
        None => tokens.iter().map(|&token| digit(token, side)).collect::<Result<Vec<_>, _>>()?,
    };
    with_box(usual_box(side), cells)
}

/// Large boards are written in other symbols too: letters only, A for 1 (known by letters beyond the usual ones, and no
/// digits), or 0–9 and A–F on a 16×16 board (known by 0 beside another blank, and no G).
fn in_other_symbols(tokens: &[Token<'_>], side: usize) -> Option<Vec<u8>> {
    if side <= 9 || tokens.iter().any(|token| token.text.len() != 1) {
        return None;
    }
    let has =
        |is_it: &dyn Fn(u8) -> bool| tokens.iter().any(|token| is_it(token.text.as_bytes()[0].to_ascii_uppercase()));
    let last = b'A' + side as u8 - 1;
    let beyond = symbol(side as u8) as u8;
    let only_letters = has(&|c| c > beyond && c <= last)
        && !has(&|c| c.is_ascii_digit() && c != b'0' || c.is_ascii_alphabetic() && c > last);
    let from_zero = side == 16
        && has(&|c| c == b'0')
        && has(&|c| is_blank(&char::from(c).to_string()))
        && !has(&|c| c.is_ascii_alphabetic() && c > b'F');
    let cell = |token: &Token<'_>| match token.text.as_bytes()[0].to_ascii_uppercase() {
        c if is_blank(token.text) || (only_letters && c == b'0') => Some(0),
        c if only_letters => Some(c.checked_sub(b'A')? + 1),
        c => char::from(c).to_digit(16).map(|digit| digit as u8 + 1),
    };
    (only_letters || from_zero).then(|| tokens.iter().map(cell).collect::<Option<_>>())?
}

fn with_box(boxes: Option<(usize, usize)>, cells: Vec<u8>) -> Result<Sudoku, Diagnostic> {
    boxes
        .and_then(|(rows, columns)| Sudoku::new(rows, columns, cells))
        .ok_or_else(|| Diagnostic::new("there is no Sudoku of this size").help(sizes_help()))
}

fn sizes_help() -> String {
    let sides: Vec<String> = sides().map(|side| format!("{side}×{side}")).collect();
    format!("boards may be {}", sides.join(", "))
}

/// "80 cells make no Sudoku", with the size that was probably meant.
fn wrong_count(cells: usize, at: impl Into<Span>) -> Diagnostic {
    let nearest = sides().min_by_key(|side| (side * side).abs_diff(cells)).unwrap_or(9);
    let expected = nearest * nearest;
    let (difference, word) = (expected.abs_diff(cells), if cells < expected { "few" } else { "many" });
    Diagnostic::new(format!("{cells} cells make no Sudoku"))
        .label(format!("{difference} too {word} for a {nearest}×{nearest} Sudoku, which has {expected}"), at)
        .help(match difference {
            // Rather a slip than another size.
            1..=3 => format!("a {nearest}×{nearest} Sudoku has {expected} cells: {difference} too {word} here"),
            _ => sizes_help(),
        })
}

// ── line ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

/// The longest line that is looked at: 625 numbers with room to spare.
const LONGEST_LINE: usize = 1 << 14;

/// The part of a line from its puzzle on. A data set may have a number or a name in the columns before it.
fn from_puzzle(line: Line<'_>) -> Line<'_> {
    /// Shorter fields could be anything.
    const SHORTEST_COLUMN: usize = 81;
    let mut start = 0;
    for field in line.text.split(',') {
        let is_board = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.');
        if field.len() >= SHORTEST_COLUMN && is_board(field) && side_of(field.len()).is_some() {
            return Line { text: &line.text[start..], start: line.start + start, ..line };
        }
        start += field.len() + 1;
    }
    line
}

/// The cells of a one-line puzzle: the symbols of its first word, or all its words where the first is short.
fn line_cells(line: Line<'_>) -> Vec<Token<'_>> {
    const SHORTEST: usize = 16;
    let line = if line.text.contains(',') { from_puzzle(line) } else { line };
    // Blanks may be blanks indeed, where the line has all its 81 places.
    let is_spaced_out = line.text.len() == 81 && line.text.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit());
    if is_spaced_out && line.text.contains("  ") {
        return (0..81).map(|at| Token { text: &line.text[at..=at], start: line.start + at }).collect();
    }
    let text = line.text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || ",;:#".contains(c)).unwrap_or(text.len());
    let word = Line { text: &text[..end], start: line.start + line.text.len() - text.len(), number: line.number };
    // An Aquarium's task string also starts with digits and `_`, up to a `;`.
    let is_task = text[end..].starts_with(';') && word.text.contains('_');
    if word.text.chars().count() + 3 >= SHORTEST && !is_task {
        let mut cells: Vec<Token<'_>> = word.characters().collect();
        let count = cells.len();
        // On boards up to 16×16 no digit is an x.
        // A question mark among other blanks is a slip.
        let asks = !cells.iter().any(|cell| matches!(cell.text, "." | "0"));
        let is_blank_too = |cell: &&mut Token<'_>| match cell.text {
            "?" => count >= 81 && asks,
            "x" | "X" => (81..=256).contains(&count),
            _ => false,
        };
        cells.iter_mut().filter(is_blank_too).for_each(|cell| cell.text = ".");
        cells
    } else {
        line.tokens().collect()
    }
}

/// The one line of a text; the error says what is there instead.
fn only_line(source: &Source) -> Result<Line<'_>, Diagnostic> {
    let mut lines = content_lines(source);
    let line = lines.next().ok_or_else(|| {
        Diagnostic::new("there is no Sudoku here: the text is empty").label("nothing here", source.end())
    })?;
    if line.text.len() > LONGEST_LINE {
        return Err(Diagnostic::new("this line is too long for a Sudoku")
            .label("it starts here", Span { start: line.start, len: 0 })
            .help(sizes_help()));
    }
    match lines.next() {
        None => Ok(line),
        Some(second) => Err(Diagnostic::new("a one-line Sudoku has one line")
            .label("another line starts here", second)
            .help("for one line per row, choose the notation 'grid'")),
    }
}

/// The lines that hold something, comments left out.
fn content_lines(source: &Source) -> impl Iterator<Item = Line<'_>> {
    source.lines().filter(|line| !line.is_blank() && !line.text.trim_start().starts_with('#'))
}

fn read_line(source: &Source) -> Result<Sudoku, Diagnostic> {
    let line = only_line(source)?;
    let cells = line_cells(line);
    let side = side_of(cells.len()).ok_or_else(|| wrong_count(cells.len(), line))?;
    board(&cells, side)
}

fn detect_line(source: &Source) -> Fit {
    let Ok(line) = only_line(source) else { return Fit::No };
    let cells = line_cells(line);
    let is_spaced = cells.len() > 1 && cells[0].start + cells[0].text.len() < cells[1].start;
    // A line of dashes alone is an ornament.
    let is_blank = cells.iter().all(|cell| matches!(cell.text, "-" | "_" | "*"));
    match (side_of(cells.len()), read_line(source)) {
        _ if is_blank => Fit::No,
        // Sixteen small numbers with spaces between could be many things; 81 could not.
        (Some(side), Ok(_)) => match side {
            9.. => Fit::Sure,
            _ if is_spaced => Fit::Possible,
            _ => Fit::Likely,
        },
        (side, _) => {
            let nearest = sides().skip(1).min_by_key(|side| (side * side).abs_diff(cells.len())).unwrap_or(9);
            let readable = cells.iter().filter(|cell| value(cell.text).is_some_and(|value| value <= nearest)).count();
            let is_near = match side {
                Some(_) => readable * 10 >= cells.len() * 9,
                None => readable == cells.len() && cells.len().abs_diff(nearest * nearest) <= 3,
            };
            if is_near && nearest >= 6 && cells.len() > 30 { Fit::Damaged } else { Fit::No }
        }
    }
}

fn write_line(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    Ok(symbols(puzzle))
}

fn symbols(puzzle: &Sudoku) -> String {
    puzzle.cells().values().iter().map(|&digit| symbol(digit)).collect()
}

/// A notation that has digits only can hold the usual boxes, and no variant.
fn is_plain(puzzle: &Sudoku) -> Result<(), DoesNotFit> {
    if !puzzle.is_classic() {
        return Err("it stores digits only, without variants and pencil marks".into());
    }
    let (rows, columns) = (puzzle.box_rows(), puzzle.box_columns());
    if usual_box(puzzle.side()) == Some((rows, columns)) {
        return Ok(());
    }
    Err(format!("it cannot store boxes of {rows} rows and {columns} columns").into())
}

// ── solutions ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Reads a solution of a board: one line, rows with or without spaces, or a JSON string. Cells may be blank:
/// [`Sudoku::verify`](quandary_core::Puzzle::verify) names them.
pub(crate) fn read_solution(puzzle: &Sudoku, source: &Source) -> Result<Solution, Diagnostic> {
    let side = puzzle.side();
    // A JSON string is a line in quotes; blanks in their place keep every column where it was.
    let unquoted = Source { text: source.text.replace('"', " "), ..source.clone() };
    if usual_box(side).is_none() {
        // A board of regions may have a side that no other board has.
        let symbols: Vec<Token<'_>> = content_lines(&unquoted).flat_map(|line| line.characters()).collect();
        if symbols.len() != side * side {
            return Err(Diagnostic::new(format!("{} digits, the puzzle has {} cells", symbols.len(), side * side))
                .label("the answer starts here", source.first_word()));
        }
        let digits = symbols.into_iter().map(|symbol| digit(symbol, side)).collect::<Result<Vec<u8>, _>>()?;
        let shape = || Diagnostic::new("this answer is not a square").label("here", source.first_word());
        return Grid::from_values(side, side, digits).map(Solution::Grid).ok_or_else(shape);
    }
    let is_line = content_lines(&unquoted).nth(1).is_none();
    let answer = if is_line { read_line(&unquoted) } else { grid::read_grid(&unquoted) }?;
    if answer.side() != side {
        let found = answer.side();
        return Err(Diagnostic::new(format!("this answer is {found}×{found}, but the puzzle is {side}×{side}"))
            .label("the answer starts here", source.first_word()));
    }
    Ok(Solution::Grid(answer.cells))
}
