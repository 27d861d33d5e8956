//! Notations with colour letters behind the numbers: Simpson's `.non` and Olšák's `.g`.

use super::super::{LARGEST_SIDE, LineName, Nonogram};
use super::board;
use super::colours::{self, Letters};
use crate::puzzle::{Fit, Notation, Packing};
use crate::read::{Diagnostic, Line, Source};
use crate::reason::Block;

/// Simpson's form, files ending in `.non`.
pub static NON: Notation<Nonogram> = Notation {
    name: "non",
    summary: "keys on lines of their own: width, height, rows and columns, each with its clues (3,1 or 3b,1a) below",
    packing: Packing::Block,
    detect: |source| match (has_key(source, "rows") && has_key(source, "columns"), read_non(source)) {
        (false, _) => Fit::No,
        (true, Ok(_)) => Fit::Sure,
        (true, Err(_)) => Fit::Damaged,
    },
    read: read_non,
    write: Some(write_non),
};

/// Olšák's form for coloured boards, files ending in `.g`.
pub static G: Notation<Nonogram> = Notation {
    name: "g",
    summary: "a line '#d' with the colours below, then rows and columns (3b 1a), each after a line ':'",
    packing: Packing::Block,
    detect: |source| match (source.lines().any(|line| is_table(&line)), read_g(source)) {
        (false, _) => Fit::No,
        (true, Ok(_)) => Fit::Sure,
        (true, Err(_)) => Fit::Damaged,
    },
    read: read_g,
    write: Some(write_g),
};

fn has_key(source: &Source, key: &str) -> bool {
    source.lines().any(|line| line.text.trim() == key)
}

/// One clue; a `0` stands for no block.
fn clue(line: &Line<'_>, letters: &mut Letters) -> Result<Vec<Block>, Diagnostic> {
    let blocks = line.tokens().map(|token| letters.block(token)).collect::<Result<Vec<_>, _>>()?;
    Ok(blocks.into_iter().flatten().collect())
}

fn read_non(source: &Source) -> Result<Nonogram, Diagnostic> {
    let mut letters = Letters::default();
    let (mut height, mut width) = (None, None);
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let words: Vec<_> = line.tokens().collect();
        match words.first().map(|word| word.text) {
            Some("width") => width = words.get(1).map(|word| word.number("the width", LARGEST_SIDE)).transpose()?,
            Some("height") => height = words.get(1).map(|word| word.number("the height", LARGEST_SIDE)).transpose()?,
            Some(side @ ("rows" | "columns")) => {
                let (count, clues) = if side == "rows" { (height, &mut rows) } else { (width, &mut columns) };
                let Some(count) = count else {
                    return Err(Diagnostic::new(format!("the size is not known where the {side} start"))
                        .label("here", line)
                        .help("say 'width' and 'height' before"));
                };
                for _ in 0..count {
                    let Some(line) = lines.next() else {
                        return Err(Diagnostic::new(format!("expected {count} {side}, found {}", clues.len()))
                            .label("the clues end here", source.end())
                            .help("one line for each; 0 for an empty one"));
                    };
                    clues.push(clue(&line, &mut letters)?);
                }
            }
            // Titles, authors, goals and whatever else may be said.
            _ => {}
        }
    }
    board(rows, columns, source.first_word())
}

fn write_non(puzzle: &Nonogram) -> Result<String, String> {
    let mut text = format!("width {}\nheight {}\n", puzzle.width(), puzzle.height());
    if puzzle.colours() > 1 {
        for colour in colours::used(puzzle) {
            text.push_str(&format!("color {} #{}\n", colours::letter(colour), colours::paint(colour)));
        }
    }
    let (rows, columns) = written(puzzle, ",", "0");
    text.push_str(&format!("\nrows\n{rows}\n\ncolumns\n{columns}\n"));
    Ok(text)
}

/// The clues of rows and columns, one line each.
fn written(puzzle: &Nonogram, separator: &str, empty: &str) -> (String, String) {
    let line = |line: LineName| {
        let blocks: Vec<String> = puzzle.clue(line).iter().map(|&block| colours::block(puzzle, block)).collect();
        if blocks.is_empty() { empty.to_owned() } else { blocks.join(separator) }
    };
    let mut rows: Vec<String> = puzzle.lines().map(line).collect();
    let columns = rows.split_off(puzzle.height());
    (rows.join("\n"), columns.join("\n"))
}

/// The line that starts the table of colours.
fn is_table(line: &Line<'_>) -> bool {
    matches!(line.text.trim_end(), "#d" | "#D")
}

fn read_g(source: &Source) -> Result<Nonogram, Diagnostic> {
    if let Some(line) = source.lines().find(|line| matches!(line.text.trim_end(), "#t" | "#T")) {
        return Err(Diagnostic::new("this board has triangles, and only square cells are known here")
            .label("this says so", line)
            .help(G.summary));
    }
    let lines: Vec<_> = source.lines().skip_while(|line| !is_table(line)).collect();
    let is_border = |line: &Line<'_>| line.text.trim_start().starts_with(':');
    let parts: Vec<_> = lines.split(is_border).collect();
    let [_, rows, columns, ..] = parts[..] else {
        return Err(Diagnostic::new("rows and columns are expected, each after a line ':'")
            .label("the text ends here", source.end())
            .help(G.summary));
    };
    let mut letters = Letters::default();
    let mut side = |lines: &[Line<'_>]| -> Result<Vec<Vec<Block>>, Diagnostic> {
        let written = lines.iter().rposition(|line| !line.is_blank()).map_or(0, |last| last + 1);
        lines[..written].iter().map(|line| clue(line, &mut letters)).collect()
    };
    let rows = side(rows)?;
    board(rows, side(columns)?, source.first_word())
}

fn write_g(puzzle: &Nonogram) -> Result<String, String> {
    let mut text = "#d\n".to_owned();
    for colour in colours::used(puzzle) {
        let (letter, paint, name) = (colours::letter(colour), colours::paint(colour), colours::name(colour));
        text.push_str(&format!("   {letter}:{letter}  #{paint}  {name}\n"));
    }
    let (rows, columns) = written(puzzle, " ", "0");
    text.push_str(&format!(":\n{rows}\n:\n{columns}\n:\n"));
    Ok(text)
}
