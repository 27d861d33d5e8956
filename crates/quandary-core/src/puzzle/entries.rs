//! A partly filled board: what a player has written so far.
//!
//! One symbol for each cell, row by row; blanks, line ends and frames (`|`, `+`, lines of dashes) do not count. A cell that is
//! still open is `?`, and in families where they mean nothing else also `.`, `_` or `0`. The other symbols are those of the
//! family's solutions ([`Puzzle::value_of_symbol`]); with blanks between the cells, whole names such as `black` are read too.
//! Cells that never hold a value may be left out, or be written with any symbol.
//!
//! A filled board is read and written in the same form: [`read_filled`], [`filled_rows`].
//!
//! *Marks* are several symbols for one cell, "it is one of these": `{12}`. A single one, `{5}`, is all that is left to a cell in
//! which nothing is written yet. The pencil-mark grids that players exchange are
//! read too, one word for each cell (`12 3 1479 …`), a single symbol being an entry. A JSON array of rows, or one string,
//! is read in the same way.

use super::Puzzle;
use crate::grid::{Cell, Grid};
use crate::reason::explain::Entry;
use crate::reason::{Model, Values, Var};
use crate::solution::Solution;
use crate::text::{Diagnostic, Source, Span};

/// The first printable symbol that stands for a value on a partly filled board.
pub fn symbol_of<P: Puzzle + ?Sized>(puzzle: &P, value: u8) -> Option<char> {
    ('!'..='~').find(|&symbol| puzzle.value_of_symbol(symbol) == Some(value))
}

/// The symbol of a value in a family that does not choose its own: a name of one character, the letters from `A` on for the
/// numbers from 10, and otherwise the first letter of the name.
pub(super) fn usual_symbol(name: &str) -> Option<char> {
    let mut letters = name.chars();
    match (letters.next(), letters.next(), name.parse::<u8>()) {
        (Some(symbol), None, _) => Some(symbol),
        (_, _, Ok(number)) => char::from_digit(number.into(), 36).map(|letter| letter.to_ascii_uppercase()),
        (first, ..) => first.map(|letter| letter.to_ascii_lowercase()),
    }
}

/// The text of one cell.
struct Written<'a> {
    symbols: &'a str,
    start: usize,
    /// Whether it stands in braces.
    is_marked: bool,
}

/// What a player has written, without what was given.
pub fn read_entries<P: Puzzle + ?Sized>(puzzle: &P, model: &Model, source: &Source) -> Result<Vec<Entry>, Diagnostic> {
    let var_of = vars_of_cells(puzzle, model);
    let held: Vec<(Cell, Option<Var>)> =
        var_of.cells().map(|cell| (cell, var_of[cell])).filter(|(_, var)| var.is_some()).collect();
    let all: Vec<(Cell, Option<Var>)> = var_of.cells().map(|cell| (cell, var_of[cell])).collect();
    let rows = match serde_json::from_str::<serde_json::Value>(&source.text) {
        Ok(serde_json::Value::String(rows)) => Some(rows),
        Ok(serde_json::Value::Array(rows)) => {
            Some(rows.iter().filter_map(|row| row.as_str()).collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    };
    let text = rows.as_deref().unwrap_or(&source.text);
    let written = split(text, held.len(), all.len())?;
    let cells = if written.len() == held.len() { held } else { all };
    // Inside JSON there is no place to point at.
    let pointed = |error: Diagnostic, what: &Written<'_>| match rows {
        Some(_) => error,
        None => error.label("here", Span { start: what.start, len: what.symbols.len() }),
    };
    // A large board has a quarter of a million cells, and names are made anew each time that they are asked for.
    let names: Vec<String> = (0..Values::BITS as u8).map(|value| puzzle.value_name(value)).collect();
    let mut entries: Vec<Entry> = Vec::new();
    for (what, (cell, var)) in written.iter().zip(cells) {
        let Some(var) = var else { continue };
        let values = values_of(puzzle, &names, what.symbols)
            .map_err(|symbol| {
                pointed(Diagnostic::new(format!("'{symbol}' at {cell} is not a value of this puzzle")), what)
            })
            .map_err(|error| error.help("an open cell is '?', and marks stand in braces: {12}"))?;
        let Some(values) = values else { continue };
        // What is given needs no entry, and marks that leave everything open say nothing.
        if model.start()[var] & !values != 0 {
            let is_mark = what.is_marked || !values.is_power_of_two();
            entries.push(Entry { cell, var, values, is_mark });
        }
    }
    Ok(entries)
}

/// The values that some symbols stand for; `None` for an open cell, and the symbol that stands for nothing as an error.
fn values_of<P: Puzzle + ?Sized>(puzzle: &P, names: &[String], symbols: &str) -> Result<Option<Values>, char> {
    // A number in several digits may as well be marks, so numbers above 9 have symbols of their own.
    let is_word = symbols.chars().count() > 1 && !symbols.chars().any(|symbol| symbol.is_ascii_digit());
    let named = || names.iter().position(|name| name.eq_ignore_ascii_case(symbols));
    if let Some(value) = is_word.then(named).flatten() {
        return Ok(Some(1 << value));
    }
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

/// Cuts a text into what is written in each cell: of those that hold values, or of all.
fn split(text: &str, held: usize, all: usize) -> Result<Vec<Written<'_>>, Diagnostic> {
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
    let fits = |written: &[Written<'_>]| written.len() == held || written.len() == all;
    match (fits(&symbols), fits(&words)) {
        (true, _) => Ok(symbols),
        (false, true) => Ok(words),
        (false, false) => {
            let message = format!("this board has {} cells, but the puzzle has {held}", symbols.len());
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
        let is_marked = word.starts_with('{');
        words.push(Written { symbols: word.trim_matches(['{', '}']), start: offset, is_marked });
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
            symbols.push(Written { symbols: &line[at..at + length], start: start + at, is_marked: true });
            at += length + 1;
        } else if !is_between(c) {
            symbols.push(Written { symbols: &line[here..at], start: start + here, is_marked: false });
        }
    }
    Ok(())
}

/// The variable of each cell of the board that has one.
fn vars_of_cells<P: Puzzle + ?Sized>(puzzle: &P, model: &Model) -> Grid<Option<Var>> {
    let cells = puzzle.scene(None).cells;
    model.vars_of_cells(cells.rows(), cells.columns())
}

/// The number in a solution's grid that stands for a value of the model's variables. Where there are several, the highest:
/// the lowest may mean "none".
pub fn number_in_grid<P: Puzzle + ?Sized>(puzzle: &P, value: u8) -> u8 {
    (0..=u8::MAX).rev().find(|&number| puzzle.value_in_grid(number) == value).unwrap_or(value)
}

/// The solution in which the variables of the model have these values; cells without a variable hold 0.
pub fn solution_of_values<P: Puzzle + ?Sized>(puzzle: &P, model: &Model, values: &[u8]) -> Solution {
    let numbers: Vec<u8> = (0..64).map(|value| number_in_grid(puzzle, value)).collect();
    let number = |var: Option<Var>| var.map_or(0, |var| numbers[usize::from(values[var])]);
    Solution::Grid(vars_of_cells(puzzle, model).map(|&var| number(var)))
}

/// The rules of a board with one variable for each cell, where the family can state them so.
pub fn cell_model<P: Puzzle + ?Sized>(puzzle: &P) -> Option<Model> {
    puzzle.model_of_cells().or_else(|| puzzle.model())
}

/// A filled board as rows of symbols; `.` for a cell that never holds a value.
pub fn filled_rows<P: Puzzle + ?Sized>(puzzle: &P, solution: &Solution) -> Vec<String> {
    let (Some(grid), Some(model)) = (solution.grid(), cell_model(puzzle)) else { return Vec::new() };
    let var_of = vars_of_cells(puzzle, &model);
    let has_var = |cell: Cell| cell.row < var_of.rows() && cell.column < var_of.columns() && var_of[cell].is_some();
    let symbols: Vec<Option<char>> = (0..64).map(|value| symbol_of(puzzle, value)).collect();
    let symbol = |cell: Cell| match has_var(cell) {
        true => symbols.get(usize::from(puzzle.value_in_grid(grid[cell]))).copied().flatten().unwrap_or('?'),
        false => '.',
    };
    let row = |row: usize| (0..grid.columns()).map(|column| symbol(Cell { row, column })).collect();
    (0..grid.rows()).map(row).collect()
}

/// Reads a filled board in any form in which a partly filled one is read. Given cells may be left open.
pub fn read_filled<P: Puzzle + ?Sized>(puzzle: &P, source: &Source) -> Result<Solution, Diagnostic> {
    let Some(model) = cell_model(puzzle) else {
        return Err(Diagnostic::new(format!("solutions of {} cannot be read", puzzle.family().title())));
    };
    let var_of = vars_of_cells(puzzle, &model);
    let mut values = var_of.map(|var| var.map_or(0, |var| model.start()[var]));
    for entry in read_entries(puzzle, &model, source)? {
        values[entry.cell] = entry.values;
    }
    let mut numbers = Grid::filled(values.rows(), values.columns(), 0);
    for cell in values.cells().filter(|&cell| var_of[cell].is_some()) {
        if !values[cell].is_power_of_two() {
            return Err(Diagnostic::new(format!("{cell} is still open")).help("a solution has one value in every cell"));
        }
        numbers[cell] = number_in_grid(puzzle, values[cell].trailing_zeros() as u8);
    }
    Ok(Solution::Grid(numbers))
}
