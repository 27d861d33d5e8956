//! The board with its walls drawn in, as a matrix.
//!
//! `0` is a cell. Between two rows or columns of cells an extra line stands only where a wall lies somewhere along it;
//! in it `9` or `X` is a wall and `8` or `F` is free. The first row and column hold the clues, with `8` as filler. So the
//! cells are found by the zeros, never by the header: a clue of 8 or 9 looks like a filler or a wall. Entries where extra
//! rows and columns cross mean nothing.

use super::super::{Aquarium, WaterRule};
use super::{check_size, clue, limited};
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, Token};

const FORM: &str = "0 is a cell, 9 or X a wall, 8 or F free; clues are in the first row and the first column";

fn is_cell(token: &Token<'_>) -> bool {
    token.text == "0"
}

fn is_wall(token: &Token<'_>) -> bool {
    matches!(token.text, "9" | "X" | "x")
}

fn is_free(token: &Token<'_>) -> bool {
    matches!(token.text, "8" | "F" | "f")
}

/// The words of each line, the first one being the header of column clues.
struct Matrix<'a> {
    header: Vec<Token<'a>>,
    rows: Vec<Vec<Token<'a>>>,
    /// Which rows and columns of the matrix hold cells.
    cell_rows: Vec<usize>,
    cell_columns: Vec<usize>,
}

impl<'a> Matrix<'a> {
    fn new(source: &'a Source) -> Option<Self> {
        let mut lines = source.content_lines().into_iter().map(|line| line.tokens().collect::<Vec<_>>());
        let mut header = lines.next()?;
        let rows: Vec<_> = lines.collect();
        let width = rows.iter().map(Vec::len).max()?;
        // The corner says nothing, and some leave it away.
        if header.len() + 1 == width {
            header.insert(0, Token { text: "8", start: header.first()?.start });
        }
        let has_cell = |row: &Vec<Token<'_>>| row.iter().skip(1).any(is_cell);
        let cell_rows = (0..rows.len()).filter(|&row| has_cell(&rows[row])).collect();
        let is_cell_at = |row: &Vec<Token<'_>>, column: usize| row.get(column).is_some_and(is_cell);
        let cell_columns = (1..width).filter(|&column| rows.iter().any(|row| is_cell_at(row, column))).collect();
        Some(Matrix { header, rows, cell_rows, cell_columns })
    }
}

/// How well a text fits.
pub(super) fn detect(source: &Source) -> Fit {
    let Some(matrix) = Matrix::new(source) else { return Fit::No };
    let inner = || matrix.rows.iter().flat_map(|row| row.iter().skip(1));
    let known = inner().filter(|&token| is_cell(token) || is_wall(token) || is_free(token)).count();
    let cells = inner().filter(|&token| is_cell(token)).count();
    let (count, expected) = (inner().count(), matrix.cell_rows.len() * matrix.cell_columns.len());
    // A board in one word per line, such as Sudoku's, has nothing but a first column.
    if count == 0 || cells == 0 || matrix.cell_rows.len() < matrix.rows.len() / 4 {
        return Fit::No;
    }
    match (known == count, cells == expected) {
        // Without a single wall it could be a Sudoku with nothing filled in.
        (true, true) if cells == count => Fit::Possible,
        (true, true) => Fit::Sure,
        // Nearly: a wrong entry or two in a matrix that is clearly one.
        (true, false) if cells + 2 >= expected && inner().any(|token| is_wall(token)) => Fit::Damaged,
        (false, true) if known + 2 >= count && inner().any(|token| is_wall(token)) => Fit::Damaged,
        _ => Fit::No,
    }
}

/// Reads a matrix.
pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let Some(matrix) = Matrix::new(source) else {
        return Err(Diagnostic::new("this matrix is not complete").label("more was expected", source.end()).help(FORM));
    };
    let Matrix { header, rows, cell_rows, cell_columns } = &matrix;
    check_size(cell_rows.len(), cell_columns.len(), source.first_word())?;
    for row in rows {
        if let Some(wrong) = row.iter().skip(1).find(|&token| !(is_cell(token) || is_wall(token) || is_free(token))) {
            return Err(Diagnostic::new(format!("'{}' is not part of a matrix", wrong.shown()))
                .label("0, 8, 9, F or X was expected here", *wrong)
                .help(FORM));
        }
    }
    for &row in cell_rows {
        for &column in cell_columns {
            match rows[row].get(column) {
                Some(token) if is_cell(token) => {}
                Some(token) => {
                    let message = "a cell is missing: other rows have a 0 in this column, and this row has others";
                    return Err(Diagnostic::new(message).label("0 was expected here", *token).help(FORM));
                }
                None => {
                    let at = rows[row][rows[row].len() - 1];
                    return Err(Diagnostic::new("this row is too short").label("it ends here", at).help(FORM));
                }
            }
        }
    }
    let mut columns = Vec::new();
    for &column in cell_columns {
        let Some(&token) = header.get(column) else {
            let at = header.last().map_or(source.first_word(), |&token| token.into());
            let message = format!("the first row has no clue for column {}", columns.len() + 1);
            return Err(Diagnostic::new(message).label("the clues end here", at).help(FORM));
        };
        columns.push(clue(token, "a column clue")?);
    }
    let row_clues = cell_rows.iter().map(|&row| clue(rows[row][0], "a row clue")).collect::<Result<Vec<_>, _>>()?;
    let is_wall_at = |row: usize, column: usize| rows[row].get(column).is_some_and(is_wall);
    limited(Aquarium::from_joins(columns, row_clues, WaterRule::default(), |a, b| {
        let (row, column) = (cell_rows[a.row], cell_columns[a.column]);
        let (other_row, other_column) = (cell_rows[b.row], cell_columns[b.column]);
        // Everything between the two cells has to be free.
        !(column + 1..other_column).any(|between| is_wall_at(row, between))
            && !(row + 1..other_row).any(|between| is_wall_at(between, column))
    }))
}

/// Writes a matrix, words separated by tabs.
pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    let (height, width) = (board.rows.len(), board.columns.len());
    let is_shut = |a: Cell, b: Cell| !board.is_open(a, b);
    let below = |row: usize, column: usize| is_shut(Cell { row, column }, Cell { row: row + 1, column });
    let right = |row: usize, column: usize| is_shut(Cell { row, column }, Cell { row, column: column + 1 });
    // Where an extra line stands after a row or column of cells.
    let extra_row = |row: usize| row + 1 < height && (0..width).any(|column| below(row, column));
    let extra_columns: Vec<bool> =
        (0..width).map(|column| column + 1 < width && (0..height).any(|row| right(row, column))).collect();
    let clue = |clue: Option<u32>| clue.map_or("?".to_owned(), |clue| clue.to_string());
    let mark = |is_shut: bool| if is_shut { "9".to_owned() } else { "8".to_owned() };

    // Puts an entry for each column of cells and one for each extra column into a line.
    let line = |first: String, at_cell: &dyn Fn(usize) -> String, at_extra: &dyn Fn(usize) -> String| {
        let mut words = vec![first];
        for (column, &has_extra) in extra_columns.iter().enumerate() {
            words.push(at_cell(column));
            words.extend(has_extra.then(|| at_extra(column)));
        }
        words.join("\t") + "\n"
    };
    let mut text = line(mark(false), &|column| clue(board.columns[column]), &|_| mark(false));
    for (row, &row_clue) in board.rows.iter().enumerate() {
        text += &line(clue(row_clue), &|_| "0".to_owned(), &|column| mark(right(row, column)));
        if extra_row(row) {
            // A crossing means nothing to a reader; a wall looks best where any wall meets it.
            let meets = |column: usize| {
                below(row, column) || below(row, column + 1) || right(row, column) || right(row + 1, column)
            };
            text += &line(mark(false), &|column| mark(below(row, column)), &|column| mark(meets(column)));
        }
    }
    Ok(text)
}
