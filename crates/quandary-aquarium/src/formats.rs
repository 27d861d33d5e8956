//! Every notation of Aquarium, read and written.
//!
//! One file each, and here what they share. Where a notation implies a water rule, its boards are read with that rule: puzz.link and Penpa+ use
//! the pool rule, the puzzle site the region rule.

mod digits;
mod examples;
mod json;
mod letters;
mod link;
mod matrix;
mod penpa;
mod penpa_drawing;
mod pzprv3;
mod records;
pub(super) mod site;
mod task;

use super::{Aquarium, MAX_SIDE};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Fit, Notation, Packing, Solution, Writer};
use quandary_core::read::{Diagnostic, Source, Span, Token};

pub(super) use examples::{EXAMPLES, TITLES};
pub(super) use json::read as read_json;

/// One row of the table below: name, packing, whether comments may stand beside the board, and so on.
type Row = (
    &'static str,
    Packing,
    bool,
    fn(&Source) -> Fit,
    fn(&Source) -> Result<Aquarium, Diagnostic>,
    Option<Writer<Aquarium>>,
    &'static str,
);

const fn notation((name, packing, comments, detect, read, write, summary): Row) -> Notation<Aquarium> {
    Notation { name, summary, packing, comments, detect, read, write }
}

/// The notations, the preferred one first where several fit.
pub(super) static NOTATIONS: [Notation<Aquarium>; 12] = [
    notation((
        "digits",
        Packing::Block,
        true,
        digits::detect,
        digits::read,
        Some(digits::write),
        "column clues, row clues, then the grid: equal digits or letters that touch are one tank. Spaces are optional \
         while every clue has one digit; '?' is a missing clue",
    )),
    notation((
        "matrix",
        Packing::Block,
        true,
        matrix::detect,
        matrix::read,
        Some(matrix::write),
        "the drawn wall matrix: 0 is a cell, 9 or X a wall, 8 or F free; clues in the first row and column. Extra rows \
         and columns are present only where there is a wall",
    )),
    notation((
        "letters",
        Packing::Block,
        true,
        letters::detect,
        letters::read,
        Some(letters::write),
        "column clues, then each row with its clue first: 2 1 / 1 AB / 2 AA. Equal letters that touch are one tank",
    )),
    notation((
        "task",
        Packing::Line,
        true,
        task::detect,
        task::read,
        Some(task::write),
        "the puzzle site's string: column clues, row clues, ';', the tank of every cell: 2_1_1_2;1,2,1,1, also in the \
         page's var task = '…'",
    )),
    notation((
        "site",
        Packing::Block,
        true,
        site::detect,
        site::read,
        Some(site::write),
        "a board with its number on the puzzle site: the share link (?e=…) or the number (8:4,760,102), and below it the \
         string of the board, which the link alone does not hold",
    )),
    notation((
        "link",
        Packing::Line,
        true,
        link::detect,
        link::read,
        Some(link::write),
        "a puzz.link address: aquarium/WIDTH/HEIGHT/BORDERS/CLUES, with r/ before the width for the region rule",
    )),
    notation((
        "pzprv3",
        Packing::Block,
        false,
        pzprv3::detect,
        pzprv3::read,
        Some(pzprv3::write),
        "the file that puzz.link's editor saves; the line r means the region rule",
    )),
    notation((
        "penpa",
        Packing::Line,
        false,
        penpa::detect,
        penpa::read,
        None,
        "a Penpa+ link with the tanks' edges and clues above and on the left; read only, under the pool rule",
    )),
    notation((
        "json",
        Packing::Line,
        false,
        json::detect,
        json::read,
        Some(json::write),
        "one JSON object; null is a missing clue, \"walls\" are pairs of cells of one tank with a wall between",
    )),
    notation((
        "sums-json",
        Packing::Line,
        false,
        |source| records::detect(source, &records::SUMS),
        records::read,
        Some(|board| records::write(board, &records::SUMS)),
        "a JSON object as in board collections: {\"id\", \"size\", \"sums\": {\"cols\", \"rows\"}, \"matrix\"}",
    )),
    notation((
        "map-json",
        Packing::Line,
        false,
        |source| records::detect(source, &records::MAP),
        records::read,
        Some(|board| records::write(board, &records::MAP)),
        "a JSON object as in browser extensions: {\"rowClues\", \"colClues\", \"regionMap\"}",
    )),
    notation((
        "regions-json",
        Packing::Line,
        false,
        |source| records::detect(source, &records::REGIONS),
        records::read,
        Some(|board| records::write(board, &records::REGIONS)),
        "a JSON object as in datasets for language models: {\"regions\", \"row_clues\", \"col_clues\"}; the \
         regions as a grid or as lists of cells counted from 0",
    )),
];

/// A number, or `?` for a missing clue.
pub(super) fn clue(token: Token<'_>, what: &str) -> Result<Option<u32>, Diagnostic> {
    match token.text {
        "?" | "." | "-" => Ok(None),
        _ => token.number(what, MAX_SIDE).map(|number| Some(number as u32)),
    }
}

/// Whether a word could be a clue.
fn is_clue(token: &Token<'_>) -> bool {
    token.is_number() || matches!(token.text, "?" | "." | "-")
}

/// Refuses boards without cells and boards that are too large.
pub(super) fn check_size(rows: usize, columns: usize, at: Span) -> Result<(), Diagnostic> {
    if rows == 0 || columns == 0 {
        return Err(Diagnostic::new("this board has no cells").label("here", at));
    }
    if rows > MAX_SIDE || columns > MAX_SIDE {
        return Err(Diagnostic::new(format!("a board of {rows}×{columns} is too large"))
            .label("this board", at)
            .help(format!("boards up to {MAX_SIDE}×{MAX_SIDE} can be read")));
    }
    Ok(())
}

/// Refuses boards with more tanks than can be numbered.
pub(super) fn limited(board: Aquarium) -> Result<Aquarium, Diagnostic> {
    if board.tank_count() < usize::from(u16::MAX) {
        return Ok(board);
    }
    Err(Diagnostic::new("this board has too many tanks")
        .help(format!("boards with up to {} tanks can be read", u16::MAX - 1)))
}

/// The text, if it is read back as the same board; what these notations cannot store is written in a label.
fn reads_back(board: &Aquarium, text: String, read: fn(&Source) -> Result<Aquarium, Diagnostic>) -> Option<String> {
    let again = read(&Source::from_text(text.as_str())).ok()?;
    (again == Aquarium { rule: again.rule, site: again.site, credits: again.credits.clone(), ..board.clone() })
        .then_some(text)
}

fn shown_clue(clue: &Option<u32>) -> String {
    clue.map_or("?".to_owned(), |clue| clue.to_string())
}

/// Two parts of one tank that do not touch.
fn disconnected(tank: impl std::fmt::Display, first: impl Into<Span>, second: impl Into<Span>) -> Diagnostic {
    Diagnostic::new(format!("tank {tank} is not connected"))
        .label("this cell is cut off from the rest of its tank", second)
        .label("the tank starts here", first)
}

/// Reads a solution: rows of `1` and `0`, `#` and `.`, or `~` and `.`, with or without commas and quotes, or one flat
/// list. A solver's status word before it is ignored.
pub(super) fn read_solution(board: &Aquarium, source: &Source) -> Result<Solution, Diagnostic> {
    let mut cells = Vec::new();
    for line in source.content_lines() {
        if line.text.trim().chars().all(|c| c.is_ascii_uppercase()) && cells.is_empty() {
            continue;
        }
        for token in line.characters() {
            cells.push(match token.text {
                "1" | "#" | "~" => 1,
                "0" | "." => 0,
                "," | "[" | "]" | "\"" | "'" | "/" | "|" => continue,
                _ => {
                    return Err(Diagnostic::new(format!("'{}' is neither water nor air", token.shown()))
                        .label("1 or 0 was expected here", token)
                        .help("write water as 1, # or ~, and air as 0 or ."));
                }
            });
        }
    }
    let (rows, columns, found) = (board.rows.len(), board.columns.len(), cells.len());
    Grid::from_values(rows, columns, cells).map(Solution::Grid).ok_or_else(|| {
        Diagnostic::new(format!("the solution has {found} cells, the board {rows}×{columns} = {}", rows * columns))
            .label("the solution ends here", source.end())
    })
}
