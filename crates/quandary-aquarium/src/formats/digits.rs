//! Column clues, row clues, grid of colours.
//!
//! Digits are colours: one digit may paint many tanks, and what touches in one colour is one tank.

use std::collections::BTreeMap;

use super::super::{Aquarium, WaterRule};
use super::{check_size, clue, is_clue, limited, reads_back, shown_clue};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// The three parts of the text, as far as its shape goes.
struct Shape<'a> {
    columns: Vec<Token<'a>>,
    rows: Vec<Token<'a>>,
    grid: Vec<(Line<'a>, Vec<Token<'a>>)>,
}

fn shape(source: &Source) -> Option<Shape<'_>> {
    let lines = source.content_lines();
    let [columns, rows, grid @ ..] = &lines[..] else { return None };
    let (columns, rows) = (columns.symbols(), rows.symbols());
    let grid = grid.iter().map(|line| (*line, line.symbols())).collect();
    Some(Shape { columns, rows, grid })
}

pub(super) fn detect(source: &Source) -> Fit {
    let Some(Shape { columns, rows, grid }) = shape(source) else { return Fit::No };
    let is_cell = |token: &Token<'_>| token.text.chars().all(char::is_alphanumeric);
    let clues_fit = columns.iter().chain(&rows).all(is_clue);
    if !clues_fit || grid.is_empty() || !grid.iter().any(|(_, row)| row.len() == columns.len()) {
        return Fit::No;
    }
    let wrong = grid.iter().filter(|(_, row)| row.len() != columns.len() || !row.iter().all(is_cell)).count();
    match (grid.len() == rows.len(), wrong) {
        (true, 0) => Fit::Likely,
        (true, 1) if rows.len() > 2 => Fit::Damaged,
        (false, 0) if grid.len().abs_diff(rows.len()) == 1 && rows.len() > 2 => Fit::Damaged,
        _ => Fit::No,
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let form = "line 1: column clues; line 2: row clues; then one line per row of the grid";
    let Some(Shape { columns, rows, grid }) = shape(source) else {
        return Err(Diagnostic::new("this board is not complete").label("more was expected", source.end()).help(form));
    };
    check_size(rows.len(), columns.len(), source.first_word())?;
    if grid.len() != rows.len() {
        let at = grid.get(rows.len()).map_or(source.end(), |(line, _)| line.span());
        let message = format!("there are {} row clues but {} rows in the grid", rows.len(), grid.len());
        return Err(Diagnostic::new(message).label("here", at).help(form));
    }
    let mut colours: BTreeMap<&str, u16> = BTreeMap::new();
    let mut cells = Vec::new();
    for (line, row) in &grid {
        if row.len() != columns.len() {
            let message = format!("this row has {} cells, but there are {} column clues", row.len(), columns.len());
            return Err(Diagnostic::new(message).label("this row", *line).help(form));
        }
        for token in row {
            if !token.text.chars().all(char::is_alphanumeric) {
                return Err(Diagnostic::new(format!("'{}' cannot stand for a tank", token.shown()))
                    .label("a digit, number or letter was expected here", *token)
                    .help("cells that touch and have the same digit or letter belong to one tank"));
            }
            let next = colours.len() as u16 + 1;
            cells.push(*colours.entry(token.text).or_insert(next));
        }
    }
    let columns = columns.iter().map(|&token| clue(token, "a column clue")).collect::<Result<Vec<_>, _>>()?;
    let rows = rows.iter().map(|&token| clue(token, "a row clue")).collect::<Result<Vec<_>, _>>()?;
    let Some(colours) = Grid::from_values(rows.len(), columns.len(), cells) else {
        return Err(Diagnostic::new("this board is not rectangular").help(form));
    };
    limited(Aquarium::from_joins(columns, rows, WaterRule::default(), |a, b| colours[a] == colours[b]))
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    if !board.walls.is_empty() {
        return Err("it cannot store walls inside tanks".into());
    }
    let clues = |clues: &[Option<u32>]| clues.iter().map(shown_clue).collect::<Vec<_>>();
    let grid = board.tanks.iter_rows().map(|row| row.iter().map(u16::to_string).collect::<Vec<_>>());
    let lines: Vec<Vec<String>> = [clues(&board.columns), clues(&board.rows)].into_iter().chain(grid).collect();
    // Without spaces where every symbol is one character wide.
    let between = if lines.iter().flatten().all(|word| word.len() == 1) { "" } else { " " };
    reads_back(board, lines.into_iter().map(|words| words.join(between) + "\n").collect(), read)
        .ok_or_else(|| "a clue of two digits alone on its line would be read as two clues".into())
}
