//! Tables: rows of cells as spreadsheets and programs write them, where an empty cell is really empty.
//!
//! A line of comma-separated values may have nothing between two commas. So cells are counted by their separators, never by what is
//! in them. The same board as JSON is an array of arrays.

use super::{board, is_plain, side_of, sizes_help, usual_box};
use crate::Sudoku;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Source, Span, Token};

/// Rows of cells.
pub(crate) static TABLE: Notation<Sudoku> = Notation {
    name: "table",
    summary: "a spreadsheet saved as .csv or .tsv: one line per row, commas, semicolons or tabs between the cells, blank cells \
              empty; or a JSON array of rows: [[5,3,0,…],…], blank 0, null or \"\"",
    packing: Packing::Block,
    comments: true,
    detect: detect_table,
    read: read_table,
    write: Some(write_table),
};

/// A row: its cells, and where it begins.
struct Row<'a> {
    cells: Vec<Token<'a>>,
    start: usize,
}

/// The longest text that is taken apart: 25 rows of 25 quoted numbers, with room to spare.
const LONGEST: usize = 1 << 14;

/// The rows of a table; `None` where the text is none. Empty cells are `.`.
fn rows(source: &Source) -> Option<Vec<Row<'_>>> {
    if source.text.len() > LONGEST {
        return None;
    }
    let text = source.text.trim_start();
    if text.starts_with('[') { json_rows(source) } else { separated_rows(source) }
}

/// A cell at its place, without quotes and blanks around it.
fn cell(text: &str, start: usize) -> Token<'_> {
    let inner = text.trim().trim_matches('"').trim();
    match inner {
        "" | "null" => Token { text: ".", start },
        _ => Token { text: inner, start: start + (inner.as_ptr() as usize - text.as_ptr() as usize) },
    }
}

fn separated_rows(source: &Source) -> Option<Vec<Row<'_>>> {
    // A line of tabs alone is a row of empty cells, and only a line without anything is blank.
    let lines = || source.lines().filter(|line| !line.text.is_empty() && !line.text.starts_with('#'));
    let first = lines().next()?;
    let separator = ['\t', ';', ','].into_iter().find(|&separator| first.text.contains(separator))?;
    Some(
        lines()
            .map(|line| {
                let mut start = line.start;
                let cells = line.text.split(separator).map(|text| {
                    let cell = cell(text, start);
                    start += text.len() + 1;
                    cell
                });
                Row { cells: cells.collect(), start: line.start }
            })
            .collect(),
    )
}

fn json_rows(source: &Source) -> Option<Vec<Row<'_>>> {
    let open = source.text.find('[')?;
    let close = source.text.rfind(']')?;
    let mut rows = Vec::new();
    let mut at = open + 1;
    while let Some(offset) = source.text.get(at..close)?.find('[') {
        let is_gap = |text: &str| text.chars().all(|c| c.is_whitespace() || c == ',');
        let start = at + offset + 1;
        let length = source.text[start..close].find(']')?;
        if !is_gap(&source.text[at..start - 1]) {
            return None;
        }
        let mut place = start;
        let cells = source.text[start..start + length].split(',').map(|text| {
            let cell = cell(text, place);
            place += text.len() + 1;
            cell
        });
        rows.push(Row { cells: cells.collect(), start });
        at = start + length + 1;
    }
    (!rows.is_empty()).then_some(rows)
}

/// The side of the board that the rows make, by their number or by that of most of their cells.
fn side(rows: &[Row<'_>]) -> Option<usize> {
    let fitting = |side: usize| rows.iter().filter(|row| row.cells.len() == side).count();
    let longest = rows.iter().map(|row| row.cells.len()).max_by_key(|&side| (fitting(side), side))?;
    (2 * fitting(longest) > rows.len() && usual_box(longest).is_some()).then_some(longest)
}

fn read_table(source: &Source) -> Result<Sudoku, Diagnostic> {
    let found = rows(source).and_then(|rows| side(&rows).map(|side| (rows, side)));
    let Some((rows, side)) = found else {
        return Err(Diagnostic::new("this is not a table of a Sudoku")
            .label("rows of equally many cells were expected from here on", source.first_word())
            .help(format!("write one row per line with a comma between the cells; {}", sizes_help())));
    };
    if let Some(row) = rows.iter().find(|row| row.cells.len() != side) {
        let count = row.cells.len();
        return Err(Diagnostic::new(format!("a row has {count} cells, expected {side}"))
            .label(format!("{count} cells"), Span { start: row.start, len: 0 })
            .help("an empty cell has its separator too"));
    }
    if rows.len() != side {
        return Err(Diagnostic::new(format!("{} rows of {side} cells, expected {side} rows", rows.len()))
            .label("the table starts here", source.first_word())
            .help(format!("a Sudoku has as many rows as columns; {}", sizes_help())));
    }
    let cells: Vec<Token<'_>> = rows.into_iter().flat_map(|row| row.cells).collect();
    board(&cells, side)
}

fn detect_table(source: &Source) -> Fit {
    let Some(rows) = rows(source) else { return Fit::No };
    let cells = || rows.iter().flat_map(|row| &row.cells);
    // What has no empty cell is a grid with commas, and other puzzles are arrays of numbers too.
    let is_empty = |token: &&Token<'_>| matches!(token.text, "." | "0");
    let is_json = source.text.trim_start().starts_with('[');
    let has_empty = cells().any(|token| if is_json { is_empty(&token) } else { token.text == "." });
    let Some(side) = side(&rows).filter(|&side| side > 2 && has_empty) else { return Fit::No };
    let is_near = rows.len().abs_diff(side) <= 1 && cells().count().abs_diff(side * side) <= side;
    match read_table(source) {
        Ok(_) if side >= 6 || !is_json => Fit::Likely,
        Ok(_) => Fit::Possible,
        Err(_) if is_near && side >= 6 && side_of(side * side).is_some() => Fit::Damaged,
        Err(_) => Fit::No,
    }
}

fn write_table(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    if puzzle.cells().values().iter().all(|&digit| digit != 0) {
        return Err("without a blank cell it would be read as a grid".into());
    }
    let row = |row: &[u8]| {
        let cells = row.iter().map(|&digit| if digit == 0 { String::new() } else { digit.to_string() });
        cells.collect::<Vec<_>>().join(",") + "\n"
    };
    Ok(puzzle.cells().iter_rows().map(row).collect())
}
