//! A partly filled board: what a player has written so far.
//!
//! One symbol for each cell, row by row; spaces, frames (`|`, `+`) and line ends do not count. A cell that is still open is
//! `?`, and in families where they mean nothing else also `.`, `_` or `0`. The other symbols are those of the family's
//! solutions. A JSON array of such rows, or one string, is read too.

use crate::puzzle::{Cell, Puzzle};
use crate::read::{Diagnostic, Source};
use crate::reason::Model;

use super::Known;

/// What a player has written, without what was given.
pub fn read_entries(puzzle: &dyn Puzzle, model: &Model, source: &Source) -> Result<Vec<Known>, Diagnostic> {
    let cells = (0..model.start().len()).flat_map(|var| model.cells(var).iter().map(move |&cell| (cell, var)));
    let mut cells: Vec<(Cell, usize)> = cells.collect();
    cells.sort_unstable();
    let text = match serde_json::from_str::<serde_json::Value>(&source.text) {
        Ok(serde_json::Value::String(row)) => row,
        Ok(serde_json::Value::Array(rows)) => rows.iter().filter_map(|row| row.as_str()).collect(),
        _ => source.text.clone(),
    };
    let symbols: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '|' | '+')).collect();
    if symbols.len() != cells.len() {
        let message = format!("this board has {} cells, the puzzle has {}", symbols.len(), cells.len());
        return Err(Diagnostic::new(message).help("write one symbol for each cell, row by row, '?' for an open one"));
    }
    let mut entries: Vec<Known> = Vec::new();
    for (&symbol, &(cell, var)) in symbols.iter().zip(&cells) {
        let entry = match puzzle.value_of_symbol(symbol) {
            Some(value) => Known { var, values: 1 << value },
            None if matches!(symbol, '?' | '.' | '_' | '0') => continue,
            None => {
                let message = format!("'{symbol}' at {cell} stands for nothing");
                return Err(Diagnostic::new(message).help("an open cell is '?'"));
            }
        };
        if model.start()[var] != entry.values && !entries.contains(&entry) {
            entries.push(entry);
        }
    }
    Ok(entries)
}
