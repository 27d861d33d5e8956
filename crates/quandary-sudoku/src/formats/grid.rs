//! The grid: one line per row, as people type and print it.
//!
//! Rows come with spaces between the cells or without, both in one file, and with lines drawn between the boxes. So
//! each line is taken apart twice, into words and into single symbols, and the side of the board is the one that most
//! lines agree on; a line that does not is the one that the error points at.

use super::{board, content_lines, is_plain, sides, sizes_help, spaced_rows};
use crate::{MAX_SIDE, Sudoku};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// n lines of n cells.
pub(crate) static GRID: Notation<Sudoku> = Notation {
    name: "grid",
    summary: "one line per row, with or without spaces between the cells; blank 0 or .; lines drawn with | - + are \
              ignored",
    packing: Packing::Block,
    comments: true,
    detect: detect_grid,
    read: read_grid,
    write: Some(write_grid),
};

/// More lines than the largest board has with a ruler above each.
const MAX_LINES: usize = 2 * MAX_SIDE + 1;

/// One row as it was typed: its words, and its symbols one by one.
struct Row<'a> {
    line: Line<'a>,
    words: Vec<Token<'a>>,
    symbols: Vec<Token<'a>>,
}

impl<'a> Row<'a> {
    fn new(line: Line<'a>) -> Self {
        let is_gap = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|') || is_drawn(c);
        let place =
            |text: &'a str| Token { text, start: line.start + (text.as_ptr() as usize - line.text.as_ptr() as usize) };
        let words: Vec<_> = line.text.split(is_gap).filter(|word| !word.is_empty()).map(place).collect();
        let in_word = |word: &Token<'a>| Line { text: word.text, start: word.start, number: line.number }.characters();
        let symbols = words.iter().flat_map(in_word).collect();
        Row { line, words, symbols }
    }

    /// The cells, where the row has this many: as words (`5 3 0`, `10 0 3`) or as symbols (`530`, `53.|.7.|...`).
    fn cells(&self, side: usize) -> Option<&[Token<'a>]> {
        [&self.words, &self.symbols].into_iter().find(|cells| cells.len() == side).map(Vec::as_slice)
    }

    /// How many cells it seems to have: numbers are words, everything else is symbols.
    fn length(&self) -> usize {
        let are_numbers = self.words.len() > 1 && self.words.iter().all(|word| word.text.len() <= 2);
        if are_numbers { self.words.len() } else { self.symbols.len() }
    }
}

/// The characters that tables are drawn with.
fn is_drawn(c: char) -> bool {
    matches!(c, '\u{2500}'..='\u{257f}')
}

/// Rows and the side of the board that most of them fit.
struct Layout<'a> {
    rows: Vec<Row<'a>>,
    side: usize,
}

impl<'a> Layout<'a> {
    /// Lays out the rows. A line of dashes is a ruler, unless only blank rows can make the board whole.
    fn new(source: &'a Source) -> Option<Self> {
        let lines: Vec<Line<'a>> = content_lines(source).take(MAX_LINES + 1).collect();
        let is_readable = |line: &Line<'_>| line.text.len() <= 8 * MAX_SIDE;
        if lines.len() > MAX_LINES || !lines.iter().all(is_readable) {
            return None;
        }
        let without = |ruler: fn(char) -> bool| {
            let is_ruler =
                move |line: &&Line<'a>| line.text.chars().all(|c| c.is_whitespace() || is_drawn(c) || ruler(c));
            Layout::of_rows(lines.iter().filter(|line| !is_ruler(line)).map(|&line| Row::new(line)).collect())
        };
        let dashes_rule = without(|c| matches!(c, '+' | '=' | '|' | '-'));
        let dashes_are_blank = without(|c| matches!(c, '+' | '=' | '|'));
        let is_whole = |layout: &Layout<'_>| layout.fitting() == layout.side && layout.rows.len() == layout.side;
        match (dashes_rule, dashes_are_blank) {
            (Some(rule), Some(blank)) if !is_whole(&rule) && is_whole(&blank) => Some(blank),
            (rule, _) => rule,
        }
    }

    fn of_rows(rows: Vec<Row<'a>>) -> Option<Self> {
        let fitting = |side: usize| rows.iter().filter(|row| row.cells(side).is_some()).count();
        let side = sides().max_by_key(|&side| (fitting(side), side == rows.len())).filter(|&side| fitting(side) > 0)?;
        Some(Layout { rows, side })
    }

    /// How many rows have the right number of cells.
    fn fitting(&self) -> usize {
        self.rows.iter().filter(|row| row.cells(self.side).is_some()).count()
    }

    fn read(&self, source: &Source) -> Result<Sudoku, Diagnostic> {
        let side = self.side;
        let mut tokens = Vec::with_capacity(side * side);
        for row in self.rows.iter().take(side) {
            let cells = row.cells(side).ok_or_else(|| {
                let (line, length) = (row.line, row.length());
                Diagnostic::new(format!("line {} has {length} cells, expected {side}", line.number))
                    .label(format!("{length} cells"), line)
                    .help(format!("each row of a {side}×{side} Sudoku has {side} cells; write 0 or . for a blank one"))
            })?;
            tokens.extend_from_slice(cells);
        }
        let count = self.rows.len();
        if count != side {
            let at = self.rows.get(side).map_or(source.end(), |row| row.line.span());
            let label = if count < side { "the text ends here" } else { "this row is one too many" };
            return Err(Diagnostic::new(format!("{count} rows of {side} cells, expected {side} rows"))
                .label(label, at)
                .help(format!("a Sudoku has as many rows as columns; {}", sizes_help())));
        }
        board(&tokens, side)
    }
}

pub(super) fn read_grid(source: &Source) -> Result<Sudoku, Diagnostic> {
    match Layout::new(source) {
        Some(layout) => layout.read(source),
        None => Err(Diagnostic::new("this is no Sudoku grid")
            .label("rows of equally many cells were expected from here on", source.first_word())
            .help(format!("write one row per line; {}", sizes_help()))),
    }
}

fn detect_grid(source: &Source) -> Fit {
    if source.text.trim_start().starts_with('{') {
        return Fit::No;
    }
    let Some(layout) = Layout::new(source) else { return Fit::No };
    let (rows, side) = (layout.rows.len(), layout.side);
    match layout.read(source) {
        // Sixteen lines that are each a 4×4 board are sixteen boards.
        Ok(puzzle) if side == 16 && puzzle.cells().values().iter().all(|&digit| digit <= 4) => Fit::Possible,
        Ok(_) => Fit::Likely,
        Err(_) => {
            // Ball Sort and Nonogram start with a line of two numbers.
            let has_head = layout.rows.first().is_some_and(|row| row.words.len() == 2);
            let is_near = !has_head && 2 * rows >= side && rows <= side + 1 && 2 * layout.fitting() >= rows;
            if is_near { Fit::Damaged } else { Fit::No }
        }
    }
}

fn write_grid(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    Ok(spaced_rows(puzzle.cells()).replace('.', "0") + "\n")
}
