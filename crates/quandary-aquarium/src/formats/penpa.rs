//! Penpa+ links, read: tanks drawn as edges, clues as numbers above and to the left of the board.
//!
//! What a link looks like inside is for [`super::penpa_drawing`] to know. Here only: the board is what lies inside the margins,
//! its tanks are what the edges part, and edges inside a tank are walls. By custom such boards are played by the pool rule.

use super::super::{Aquarium, MAX_SIDE, WaterRule};
use super::penpa_drawing::Drawing;
use super::{check_size, limited};
use quandary_core::puzzle::{Cell, Fit};
use quandary_core::read::{Diagnostic, Source, Token};

const FORM: &str = "draw the board with one row of margin above it and one column on its left for the clues, and edges \
                    around the tanks";

/// Whether every number of a drawing is where a clue can be.
fn has_clues_around(drawing: &Drawing) -> bool {
    let [top, _, left, _] = drawing.margins;
    let is_clue = |cell: &Cell| (cell.row < top) != (cell.column < left);
    top == 1 && left == 1 && drawing.numbers.keys().all(is_clue)
}

pub(super) fn detect(source: &Source) -> Fit {
    match Drawing::read(source) {
        None => Fit::No,
        Some(Ok(drawing)) if has_clues_around(&drawing) => {
            if drawing.edges.is_empty() {
                Fit::Possible
            } else {
                Fit::Likely
            }
        }
        Some(Ok(_)) => Fit::No,
        Some(Err(_)) => Fit::Damaged,
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let at = source.first_word();
    let drawing = Drawing::read(source)
        .unwrap_or_else(|| Err(Diagnostic::new("this is not a Penpa+ link").label("here", at).help(FORM)))?;
    let [top, bottom, left, right] = drawing.margins;
    let rows = drawing.rows.saturating_sub(top + bottom);
    let columns = drawing.columns.saturating_sub(left + right);
    check_size(rows, columns, at)?;
    if !has_clues_around(&drawing) {
        return Err(Diagnostic::new("the numbers of this drawing are not around the board")
            .label("here", at)
            .help(FORM));
    }
    let clue_at = |row: usize, column: usize| match drawing.numbers.get(&Cell { row, column }).map(|text| text.trim()) {
        None | Some("" | "?") => Ok(None),
        Some(text) => Token { text, start: at.start }
            .number("a clue", MAX_SIDE)
            .map(|clue| Some(clue as u32))
            .map_err(|_| Diagnostic::new(format!("'{text}' is not a clue")).label("in this link", at).help(FORM)),
    };
    let column_clues = (0..columns).map(|column| clue_at(0, left + column)).collect::<Result<_, _>>()?;
    let row_clues = (0..rows).map(|row| clue_at(top + row, 0)).collect::<Result<_, _>>()?;
    let board = limited(Aquarium::from_joins(column_clues, row_clues, WaterRule::Pool, |a, b| {
        // The two ends of the edge between two cells, as corners of the whole drawing.
        let end = Cell { row: b.row + top, column: b.column + left };
        let other = match a.row == b.row {
            true => Cell { row: end.row + 1, ..end },
            false => Cell { column: end.column + 1, ..end },
        };
        !drawing.edges.contains(&(end, other))
    }))?;
    Ok(Aquarium { credits: drawing.credits, ..board })
}
