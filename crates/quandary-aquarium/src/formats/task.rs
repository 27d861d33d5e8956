//! The puzzle site's string: column clues, row clues, `;`, the tank of every cell.
//!
//! People copy it from the page's source as `var task = '…';`, often with more around it, so only what is in the
//! quotes is read.

use std::collections::BTreeMap;

use super::super::{Aquarium, WaterRule, solver};
use super::{check_size, clue, disconnected, limited, reads_back, shown_clue, site};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, Token};

const FORM: &str = "the form is COLUMN_CLUES_ROW_CLUES;TANKS, such as 2_1_1_2;1,2,1,1";

/// The part of the text that matters: without `var task =`, quotes and the closing semicolon, and without the rest of the
/// page where there is one.
fn body(source: &Source) -> Token<'_> {
    let text = source.text.as_str();
    let after = text.find("task").and_then(|at| text[at..].find('=').map(|equals| at + equals + 1));
    let rest = text[after.unwrap_or(0)..].trim_start();
    let is_quote = |c: char| matches!(c, '\'' | '"' | '`');
    let quoted = rest.strip_prefix(is_quote).filter(|_| after.is_some());
    let inside = quoted.and_then(|inside| inside.find(&rest[..1]).map(|end| &inside[..end]));
    let is_frame = |c: char| c.is_whitespace() || is_quote(c) || matches!(c, ';' | ',');
    let kept = inside.unwrap_or(rest).trim_matches(is_frame);
    Token { text: kept, start: kept.as_ptr() as usize - text.as_ptr() as usize }
}

pub(super) fn detect(source: &Source) -> Fit {
    if site::has_id(source) {
        return Fit::No;
    }
    fit(source)
}

/// How well the string fits, whatever stands around it.
pub(super) fn fit(source: &Source) -> Fit {
    let body = body(source).text;
    let Some((clues, tanks)) = body.split_once(';') else { return Fit::No };
    let clues_fit = clues.contains('_')
        && clues.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '_' | '?' | '.' | '-'));
    let is_tank = |byte: u8| byte.is_ascii_alphanumeric() || byte == b',';
    let tanks_fit =
        tanks.bytes().all(is_tank) || tanks.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || c == ',');
    match (clues_fit, tanks_fit) {
        (true, true) => Fit::Sure,
        (true, false) | (false, true) if clues.contains('_') => Fit::Damaged,
        _ => Fit::No,
    }
}

/// The words between separators, empty ones included, each with its place.
fn words(text: Token<'_>, separator: u8) -> Vec<Token<'_>> {
    let mut words = Vec::with_capacity(text.text.len() / 2 + 1);
    let mut start = 0;
    let ends = text.text.bytes().enumerate().filter(|(_, byte)| *byte == separator).map(|(at, _)| at);
    for end in ends.chain([text.text.len()]) {
        let word = &text.text[start..end];
        let kept = if word.bytes().all(|byte| byte.is_ascii_alphanumeric()) { word } else { word.trim_start() };
        words.push(Token { text: kept.trim_end(), start: text.start + end - kept.len() });
        start = end + 1;
    }
    words
}

/// Tanks by their names, numbered from 1 as they come. Most names are small numbers.
#[derive(Default)]
struct Names<'a> {
    numbers: Vec<u16>,
    others: BTreeMap<&'a str, u16>,
    count: u16,
}

impl<'a> Names<'a> {
    fn number(&mut self, name: &'a str) -> u16 {
        let small = name.parse().ok().filter(|&number: &usize| number < 1000 && !name.starts_with(['0', '+']));
        let known = match small {
            Some(number) => {
                self.numbers.resize(self.numbers.len().max(number + 1), 0);
                &mut self.numbers[number]
            }
            None => self.others.entry(name).or_insert(0),
        };
        if *known == 0 {
            self.count = self.count.saturating_add(1);
            *known = self.count;
        }
        *known
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let body = body(source);
    let Some((clues, tanks)) = body.text.split_once(';') else {
        return Err(Diagnostic::new("there is no ';' between the clues and the tanks").label("here", body).help(FORM));
    };
    let tanks = Token { text: tanks, start: body.start + clues.len() + 1 };
    let clues = words(Token { text: clues, start: body.start }, b'_');
    let cells = words(tanks, b',');
    let sizes = sizes(clues.len(), cells.len());
    if sizes.is_empty() {
        let message = format!("{} clues and {} cells do not make a board", clues.len(), cells.len());
        let help = format!("a board of h×w has h + w clues and h·w cells; {FORM}");
        return Err(Diagnostic::new(message).label("the cells start here", first_of(&cells)).help(help));
    }
    let mut values = Vec::new();
    for &token in &clues {
        values.push(if token.text.is_empty() { None } else { clue(token, "a clue")? });
    }
    let mut names = Names::default();
    let mut ids = Vec::with_capacity(cells.len());
    for token in &cells {
        if token.text.is_empty() || !is_alphanumeric(token.text) {
            let message = format!("'{}' is not the name of a tank", token.shown());
            return Err(Diagnostic::new(message).label("a number or word was expected", *token).help(FORM));
        }
        ids.push(names.number(token.text));
    }
    // The string does not say how wide the board is. Where it is not square, the reading in which the tanks hang
    // together and the clues fit is the right one.
    let mut first_error = None;
    let mut readings = Vec::new();
    for (rows, columns) in sizes {
        check_size(rows, columns, body.into())?;
        match read_sized(&values, &ids, rows, columns) {
            Ok(board) => readings.push(board),
            Err((first, second)) => {
                let index = |cell: Cell| cell.row * columns + cell.column;
                first_error.get_or_insert((cells[index(first)], cells[index(second)], rows, columns));
            }
        }
    }
    if readings.len() > 1 {
        readings.sort_by_key(|board| !clues_fit(board));
    }
    match (readings.into_iter().next(), first_error) {
        (Some(board), _) => limited(board),
        (None, Some((first, second, rows, columns))) => Err(disconnected(first.shown(), first, second)
            .help(format!("read as {rows}×{columns}; every tank must be one connected region"))),
        (None, None) => Err(Diagnostic::new("this board has no cells").label("here", body)),
    }
}

/// Whether a name has letters and digits only.
fn is_alphanumeric(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric()) || name.chars().all(char::is_alphanumeric)
}

fn read_sized(clues: &[Option<u32>], ids: &[u16], rows: usize, columns: usize) -> Result<Aquarium, (Cell, Cell)> {
    let nowhere = Cell { row: 0, column: 0 };
    let tanks = Grid::from_values(rows, columns, ids.to_vec()).ok_or((nowhere, nowhere))?;
    Aquarium::new(clues[..columns].to_vec(), clues[columns..].to_vec(), &tanks, WaterRule::default())
}

/// Whether no clue is larger than its line, and rows and columns ask for the same.
fn clues_fit(board: &Aquarium) -> bool {
    solver::contradiction(board).is_none()
}

/// All `(rows, columns)` with that many clues and cells.
fn sizes(clues: usize, cells: usize) -> Vec<(usize, usize)> {
    (1..clues)
        .map(|rows| (rows, clues - rows))
        .filter(|(rows, columns)| rows.saturating_mul(*columns) == cells)
        .collect()
}

fn first_of<'a>(tokens: &[Token<'a>]) -> Token<'a> {
    tokens.first().copied().unwrap_or(Token { text: "", start: 0 })
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    if !board.walls.is_empty() {
        return Err("it cannot store walls inside tanks".into());
    }
    let clues: Vec<String> = board.columns.iter().chain(&board.rows).map(shown_clue).collect();
    let tanks: Vec<String> = board.tanks.values().iter().map(u16::to_string).collect();
    let text = format!("{};{}\n", clues.join("_"), tanks.join(","));
    reads_back(board, text, read)
        .ok_or_else(|| "the string does not hold the board's size, and this one would be read as another".into())
}
