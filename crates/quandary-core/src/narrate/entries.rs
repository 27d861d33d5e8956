//! A partly filled board: what a player has written so far.
//!
//! One symbol for each cell, row by row; blanks, line ends and frames (`|`, `+`, lines of dashes) do not count. A cell that is
//! still open is `?`, and in families where they mean nothing else also `.`, `_` or `0`. The other symbols are those of the
//! family's solutions ([`Puzzle::value_of_symbol`]).
//!
//! *Marks* are several symbols for one cell, "it is one of these": `{12}`. The pencil-mark grids that players exchange are
//! read too, one word for each cell (`12 3 1479 …`), a single symbol being an entry. A JSON array of rows, or one string,
//! is read in the same way.

use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::reason::explain::Entry;
use crate::reason::{Model, Values};
use crate::text::{Diagnostic, Source, Span};

/// The first printable symbol that stands for a value on a partly filled board.
pub fn symbol_of(puzzle: &dyn Puzzle, value: u8) -> Option<char> {
    ('!'..='~').find(|&symbol| puzzle.value_of_symbol(symbol) == Some(value))
}

/// The text of one cell.
struct Written<'a> {
    symbols: &'a str,
    start: usize,
}

/// What a player has written, without what was given.
pub fn read_entries(puzzle: &dyn Puzzle, model: &Model, source: &Source) -> Result<Vec<Entry>, Diagnostic> {
    let cells = (0..model.start().len()).flat_map(|var| model.cells(var).iter().map(move |&cell| (cell, var)));
    let mut cells: Vec<(Cell, usize)> = cells.collect();
    cells.sort_unstable();
    let rows = match serde_json::from_str::<serde_json::Value>(&source.text) {
        Ok(serde_json::Value::String(rows)) => Some(rows),
        Ok(serde_json::Value::Array(rows)) => {
            Some(rows.iter().filter_map(|row| row.as_str()).collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    };
    let text = rows.as_deref().unwrap_or(&source.text);
    let written = split(text, cells.len())?;
    // Inside JSON there is no place to point at.
    let pointed = |error: Diagnostic, what: &Written<'_>| match rows {
        Some(_) => error,
        None => error.label("here", Span { start: what.start, len: what.symbols.len() }),
    };
    let mut entries: Vec<Entry> = Vec::new();
    for (what, &(cell, var)) in written.iter().zip(&cells) {
        let values = values_of(puzzle, what.symbols)
            .map_err(|symbol| {
                pointed(Diagnostic::new(format!("'{symbol}' at {cell} is not a value of this puzzle")), what)
            })
            .map_err(|error| error.help("an open cell is '?', and marks stand in braces: {12}"))?;
        let Some(values) = values else { continue };
        // What is given needs no entry, and marks that leave everything open say nothing.
        if model.start()[var] & !values != 0 {
            entries.push(Entry { cell, var, values });
        }
    }
    Ok(entries)
}

/// The values that some symbols stand for; `None` for an open cell, and the symbol that stands for nothing as an error.
fn values_of(puzzle: &dyn Puzzle, symbols: &str) -> Result<Option<Values>, char> {
    let mut values = 0;
    for symbol in symbols.chars() {
        match puzzle.value_of_symbol(symbol) {
            Some(value) => values |= 1 << value,
            None if matches!(symbol, '?' | '.' | '_' | '0') => return Ok(None),
            None if matches!(symbol, ',' | ' ') => {}
            None => return Err(symbol),
        }
    }
    Ok((values != 0).then_some(values))
}

/// Cuts a text into what is written in each cell.
fn split(text: &str, cells: usize) -> Result<Vec<Written<'_>>, Diagnostic> {
    let is_frame = |line: &str| line.contains('-') && line.chars().all(|c| matches!(c, '-' | '+' | '|' | ' '));
    let mut words: Vec<Written<'_>> = Vec::new();
    let mut symbols: Vec<Written<'_>> = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        if !is_frame(line.trim()) {
            cut_line(line, start, &mut words, &mut symbols)?;
        }
        start += line.len() + 1;
    }
    match (symbols.len() == cells, words.len() == cells) {
        (true, _) => Ok(symbols),
        (false, true) => Ok(words),
        (false, false) => {
            let message = format!("this board has {} cells, but the puzzle has {cells}", symbols.len());
            Err(Diagnostic::new(message)
                .help("write one symbol for each cell, row by row, '?' for an open one and {12} for marks"))
        }
    }
}

/// Cuts a line into words, and into symbols and braces.
fn cut_line<'a>(
    line: &'a str,
    start: usize,
    words: &mut Vec<Written<'a>>,
    symbols: &mut Vec<Written<'a>>,
) -> Result<(), Diagnostic> {
    let is_between = |c: char| c.is_whitespace() || matches!(c, '|' | '+');
    for word in line.split(is_between).filter(|word| !word.is_empty()) {
        let offset = start + (word.as_ptr() as usize - line.as_ptr() as usize);
        words.push(Written { symbols: word.trim_matches(['{', '}']), start: offset });
    }
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        let here = at;
        at += c.len_utf8();
        if c == '{' {
            let Some(length) = line[at..].find('}') else {
                return Err(Diagnostic::new("these marks are not closed")
                    .label("opened here", Span { start: start + here, len: 1 })
                    .help("close the brace: {12}"));
            };
            symbols.push(Written { symbols: &line[at..at + length], start: start + at });
            at += length + 1;
        } else if !is_between(c) {
            symbols.push(Written { symbols: &line[here..at], start: start + here });
        }
    }
    Ok(())
}
