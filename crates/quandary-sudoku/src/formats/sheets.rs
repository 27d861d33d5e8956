//! Files of older programs: SadMan's `.sdk` and Simple Sudoku's `.ss`.

use super::{content_lines, grid, is_plain, symbol};
use crate::Sudoku;
use quandary_core::Credits;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Line, Source};

/// SadMan's form.
pub(crate) static SDK: Notation<Sudoku> = Notation {
    name: "sdk",
    summary: "SadMan's .sdk: a line [Puzzle], then one line per row, . for a blank; a line '#AJane' before it names the author, \
              other lines with # (source, level …) and a [State] after it are ignored",
    packing: Packing::Block,
    comments: true,
    detect: |source| match headings(source) {
        1 if read_sdk(source).is_ok() => Fit::Sure,
        1 => Fit::Damaged,
        _ => Fit::No,
    },
    read: read_sdk,
    write: Some(write_sdk),
};

/// Simple Sudoku's form.
pub(crate) static SS: Notation<Sudoku> = Notation {
    name: "ss",
    summary: "Simple Sudoku's .ss: a grid in a frame of stars, *-----------*, with | between the boxes and . for a blank",
    packing: Packing::Block,
    comments: true,
    detect: |source| {
        let lines: Vec<Line<'_>> = content_lines(source).take(100).collect();
        let is_framed = lines.first().is_some_and(is_star_ruler) && lines.last().is_some_and(is_star_ruler);
        if is_framed && lines.iter().filter(|line| is_star_ruler(line)).count() == 2 && read_ss(source).is_ok() {
            Fit::Sure
        } else {
            Fit::No
        }
    },
    read: read_ss,
    write: Some(write_ss),
};

fn is_heading(line: &Line<'_>, name: &str) -> bool {
    line.text.trim().eq_ignore_ascii_case(name)
}

/// How many puzzles the text has.
fn headings(source: &Source) -> usize {
    source.lines().filter(|line| is_heading(line, "[Puzzle]")).count()
}

/// The text with everything but some lines blanked out, so that every place stays where it was.
fn only(source: &Source, mut keep: impl FnMut(&Line<'_>) -> bool) -> Source {
    let mut text: Vec<u8> = source.text.clone().into_bytes();
    for line in source.lines() {
        if !keep(&line) {
            text[line.start..line.start + line.text.len()].fill(b' ');
        }
    }
    Source { text: String::from_utf8_lossy(&text).into_owned(), ..source.clone() }
}

fn read_sdk(source: &Source) -> Result<Sudoku, Diagnostic> {
    if headings(source) != 1 {
        return Err(Diagnostic::new("a .sdk file has one line [Puzzle]")
            .label("starting here", source.first_word())
            .help("after it come the rows, one per line, . for a blank cell"));
    }
    let mut inside = false;
    let rows = only(source, |line| {
        let is_name = line.text.trim().starts_with('[');
        inside = if is_name { is_heading(line, "[Puzzle]") } else { inside };
        inside && !is_name
    });
    let author = source.lines().find_map(|line| line.text.trim().strip_prefix(AUTHOR)).unwrap_or_default();
    Ok(grid::read_grid(&rows)?.credited(Credits::new("", author)))
}

/// What the line with the author's name starts with.
const AUTHOR: &str = "#A";

/// A ruler that starts and ends with a star.
fn is_star_ruler(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    text.len() > 2 && text.starts_with("*-") && text.ends_with("-*") && text.bytes().all(|byte| b"*-+".contains(&byte))
}

fn read_ss(source: &Source) -> Result<Sudoku, Diagnostic> {
    grid::read_grid(&only(source, |line| !is_star_ruler(line)))
}

/// The rows, with something between the boxes.
fn rows(puzzle: &Sudoku, between: &str) -> Vec<String> {
    let part = |cells: &[u8]| cells.iter().map(|&digit| symbol(digit)).collect::<String>();
    let row = |row: &[u8]| row.chunks(puzzle.box_columns()).map(part).collect::<Vec<_>>().join(between);
    puzzle.cells().iter_rows().map(row).collect()
}

fn write_sdk(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    // A '#' may look like a label.
    let author = puzzle.credits().author().filter(|author| !author.contains('#'));
    let author = author.map(|author| format!("{AUTHOR}{author}\n")).unwrap_or_default();
    Ok(format!("{author}[Puzzle]\n{}\n", rows(puzzle, "").join("\n")))
}

fn write_ss(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    let rows: Vec<String> = rows(puzzle, "|").iter().map(|row| format!("|{row}|\n")).collect();
    let boxes = puzzle.side() / puzzle.box_columns();
    let ruler = format!("|{}|\n", vec!["-".repeat(puzzle.box_columns()); boxes].join("+"));
    let frame = format!("*{}*\n", "-".repeat(puzzle.side() + boxes - 1));
    let bands: Vec<String> = rows.chunks(puzzle.box_rows()).map(|band| band.concat()).collect();
    Ok(format!("{frame}{}{frame}", bands.join(&ruler)))
}
