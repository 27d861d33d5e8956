//! Olšák's `.g`: rows and columns, each after a line that begins with `:`, and a table of colours before them.
//!
//! The text before is free. A line that begins with `#d` starts the table, whose lines are a sign, `:`, another sign that
//! stands for the colour in the picture, a paint and maybe words about it: `r:&  red`, `z:z  #9CF200  light green`.
//! The sign `0` declares the background and `1` the colour of blocks without a sign. A board without a table is black and
//! white. Triangles, which are written as a paint of two colours with a slash, and boards of triangles (`#t`) are told
//! apart and rejected.

use super::super::Nonogram;
use super::super::palette::{self, Colour};
use super::super::solver::plain_conflict;
use super::colours::Table;
use super::lettered::clue;
use super::{has_letters, is_sheet, lettered_words, sides};
use crate::line::Block;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source};

/// Olšák's form, files ending in `.g`.
pub(crate) static G: Notation<Nonogram> = Notation {
    name: "g",
    summary: "rows and columns (3 1, or 3b 1a), each after a line ':', and before them the colours below a line '#d'",
    packing: Packing::Block,
    comments: true,
    detect: |source| {
        if !is_sheet(source) {
            return Fit::No;
        }
        let borders = source.lines().filter(is_border).count();
        match (source.lines().any(|line| is_table(&line)), read(source)) {
            (true, Ok(_)) => Fit::Sure,
            (true, Err(_)) if borders > 0 => Fit::Damaged,
            (false, Ok(puzzle)) if borders > 2 || plain_conflict(&puzzle).is_none() => Fit::Likely,
            (false, Err(_)) if borders > 2 => Fit::Damaged,
            _ => Fit::No,
        }
    },
    read,
    write: Some(write),
};

/// The line that starts the table of colours.
fn is_table(line: &Line<'_>) -> bool {
    line.text.starts_with("#d") || line.text.starts_with("#D")
}

/// The line before rows and before columns.
fn is_border(line: &Line<'_>) -> bool {
    line.text.starts_with(':')
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    if let Some(line) = source.lines().find(|line| line.text.starts_with("#t") || line.text.starts_with("#T")) {
        return Err(Diagnostic::new("this board has triangles, and only square cells are known here")
            .label("this says so", line)
            .help(G.summary));
    }
    if let Some(second) = source.lines().filter(is_table).nth(1) {
        return Err(Diagnostic::new("a second puzzle starts here").label("its colours", second).help(G.summary));
    }
    let lines: Vec<Line<'_>> = source.lines().collect();
    let parts: Vec<&[Line<'_>]> = lines.split(is_border).collect();
    let [head, rows, columns, ..] = parts[..] else {
        return Err(Diagnostic::new("rows and columns are expected, each after a line ':'")
            .label("the text ends here", source.end())
            .help(G.summary));
    };
    let mut table = Table::default();
    for line in head.iter().skip_while(|line| !is_table(line)).skip(1).filter(|line| !line.is_blank()) {
        declare(line, &mut table)?;
    }
    let mut side = |lines: &[Line<'_>]| -> Result<Vec<Vec<Block>>, Diagnostic> {
        let written = lines.iter().rposition(|line| !line.is_blank()).map_or(0, |last| last + 1);
        lines[..written].iter().map(|line| clue(line, &mut table)).collect()
    };
    let (rows, columns) = (side(rows)?, side(columns)?);
    table.board(rows, columns, source.first_word())
}

/// Takes down a line of the table.
fn declare(line: &Line<'_>, table: &mut Table) -> Result<(), Diagnostic> {
    let wrong = |message: String| {
        Err(Diagnostic::new(message).label("here", *line).help("a colour is declared as 'r:r  #E00000  red'"))
    };
    let text = line.text.trim_start();
    let mut signs = text.chars();
    let (Some(sign), Some(':'), Some(shown)) = (signs.next(), signs.next(), signs.next()) else {
        return wrong("a sign, ':' and another sign are expected in the table of colours".to_owned());
    };
    let mut words = signs.as_str().split_whitespace();
    let Some(paint) = words.next() else {
        return wrong(format!("the colour '{}' has no paint", sign.escape_default()));
    };
    if paint.contains(['/', '\\']) {
        return Err(Diagnostic::new("this board has triangles, and only square cells are known here")
            .label("this says so", *line)
            .help(G.summary));
    }
    if paint.starts_with('#') && palette::hex(paint).is_none() {
        return wrong(format!("'{}' is not a colour", paint.escape_default()));
    }
    // A paint may be any name that the X Window System knows; those that are not known here are called by it all the same.
    let rgb = palette::hex(paint).filter(|_| paint.starts_with('#')).or_else(|| palette::named(paint));
    if sign == '0' {
        table.set_background(rgb.unwrap_or(palette::WHITE));
        return Ok(());
    }
    let about = words.collect::<Vec<_>>().join(" ");
    let name = if !paint.starts_with('#') { paint.to_owned() } else { about };
    // Any paint will do that no other colour has.
    let own = u32::from(sign).wrapping_mul(0x9E_3779) & 0x7F_7F7F;
    let paint = rgb.unwrap_or([(own >> 16) as u8, (own >> 8) as u8, own as u8]);
    let letter = if sign.is_ascii_alphabetic() { sign } else { shown };
    let key = if sign == '1' { String::new() } else { sign.to_string() };
    table.declare(&key, Colour { letter, name, paint });
    Ok(())
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    let mut text = String::new();
    if has_letters(puzzle) {
        text.push_str("#d\n");
        if puzzle.palette().background() != palette::WHITE {
            text.push_str(&format!("   0:.  {}\n", palette::written(puzzle.palette().background())));
        }
        for colour in puzzle.palette().colours() {
            let letter = colour.letter;
            text.push_str(&format!("   {letter}:{letter}  {}  {}\n", colour.hex(), colour.name));
        }
    }
    let (rows, columns) = sides(puzzle, |line| Ok(lettered_words(puzzle, line)))?;
    text.push_str(&format!(":\n{}\n:\n{}\n:\n", rows.join("\n"), columns.join("\n")));
    Ok(text)
}
