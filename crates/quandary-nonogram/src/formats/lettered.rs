//! Simpson's `.non`: keys on lines of their own, and colour letters behind the numbers.
//!
//! A title and an author (`title "House"`, `by "Jane"`) are kept; lines with other keys are ignored, as its description
//! asks for. An empty clue is `0`; some files leave the line
//! blank instead.

use super::super::palette::{self, Colour};
use super::super::{MAX_SIDE, Nonogram};
use super::colours::{Table, single};
use super::{has_letters, is_sheet, lettered_words, sides, wrong_count};
use crate::line::Block;
use quandary_core::Credits;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// Simpson's form, files ending in `.non`.
pub(crate) static NON: Notation<Nonogram> = Notation {
    name: "non",
    summary: "keys on lines of their own: title and by (its author), width, height, rows and columns, each with its clues (3,1 or 3b,1a) below; 'color b #E00000' for a colour (its name may follow), 'background #C0E0FF' where empty cells are not white",
    packing: Packing::Fenced("===="),
    comments: true,
    detect: |source| {
        Fit::by_mark(is_sheet(source) && has_key(source, "rows") && has_key(source, "columns"), || read(source))
    },
    read,
    write: Some(write),
};

fn has_key(source: &Source, key: &str) -> bool {
    source.lines().any(|line| line.text.split_whitespace().next() == Some(key))
}

/// One clue; a `0` stands for no block.
pub(super) fn clue(line: &Line<'_>, table: &mut Table) -> Result<Vec<Block>, Diagnostic> {
    let blocks = line.tokens().map(|token| table.block(token)).collect::<Result<Vec<_>, _>>()?;
    Ok(blocks.into_iter().flatten().collect())
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let mut table = Table::default();
    let [mut height, mut width] = [None; 2];
    let [mut title, mut author] = [""; 2];
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    let lines: Vec<Line<'_>> = source.lines().collect();
    // Colours may be given after the clues.
    for line in &lines {
        let words: Vec<Token<'_>> = line.tokens().collect();
        if let [Token { text: "color" | "colour", .. }, letter, paint, ..] = words[..] {
            let name = line.text[paint.start + paint.text.len() - line.start..].trim();
            table.declare(letter.text, colour(letter, paint, name)?);
        }
        if let [Token { text: "background", .. }, paint] = words[..] {
            table.set_background(self::paint(paint)?);
        }
    }
    let mut next = 0;
    while let Some(&line) = lines.get(next) {
        next += 1;
        let words: Vec<Token<'_>> = line.tokens().collect();
        match words[..] {
            [Token { text: "width", .. }, size, ..] => width = Some(size.number("the width", MAX_SIDE)?),
            [Token { text: "height", .. }, size, ..] => height = Some(size.number("the height", MAX_SIDE)?),
            [Token { text: side @ ("rows" | "columns"), .. }, ref more @ ..] => {
                let (count, clues) = if side == "rows" { (&mut height, &mut rows) } else { (&mut width, &mut columns) };
                // Some files give the number here.
                if let [size] = more {
                    *count = Some(size.number(&format!("the number of {side}"), MAX_SIDE)?);
                }
                let Some(count) = *count else {
                    return Err(Diagnostic::new(format!("the size is not known where the {side} start"))
                        .label("here", line)
                        .help("give 'width' and 'height' first"));
                };
                if !clues.is_empty() {
                    return Err(Diagnostic::new(format!("the {side} are given twice"))
                        .label("the second time", line)
                        .help("separate puzzles with blank lines or lines of ===="));
                }
                let below = &lines[next..lines.len().min(next + count)];
                let is_key = |line: &Line<'_>| line.text.trim_start().starts_with(|c: char| c.is_ascii_alphabetic());
                if let Some(found) = below.iter().position(is_key).or((below.len() < count).then_some(below.len())) {
                    let at = below.get(found).map_or(source.end(), Line::span);
                    return Err(wrong_count(side, count, found, at));
                }
                *clues = below.iter().map(|line| clue(line, &mut table)).collect::<Result<_, _>>()?;
                next += count;
                if let Some(extra) = lines.get(next).filter(|line| line.text.trim_start().starts_with(is_digit)) {
                    return Err(wrong_count(side, count, count + 1, *extra));
                }
            }
            [Token { text: "title", .. }, ..] => title = words_after("title", line.text),
            [Token { text: "by", .. }, ..] => author = words_after("by", line.text),
            // Goals, licences and whatever else may be said.
            _ => {}
        }
    }
    Ok(table.board(rows, columns, source.first_word())?.credited(Credits::new(title, author)))
}

/// What is behind a key, without the quotes around it.
fn words_after<'a>(key: &str, line: &'a str) -> &'a str {
    let words = line.trim().trim_start_matches(key).trim();
    words.strip_prefix('"').and_then(|words| words.strip_suffix('"')).unwrap_or(words)
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn paint(token: Token<'_>) -> Result<[u8; 3], Diagnostic> {
    palette::hex(token.text).or_else(|| palette::named(token.text)).ok_or_else(|| {
        Diagnostic::new(format!("'{}' is not a colour", token.shown()))
            .label("six hexadecimal digits were expected here", token)
            .help("write for example 'color r #E00000'")
    })
}

fn colour(letter: Token<'_>, paint: Token<'_>, name: &str) -> Result<Colour, Diagnostic> {
    let rgb = self::paint(paint)?;
    let letter = single(letter.text).unwrap_or('?');
    // Other programs have a letter and a paint; the name is ours.
    let name = if name.is_empty() { palette::name_with(letter, rgb) } else { name };
    Ok(Colour { letter, name: name.to_owned(), paint: rgb })
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    let mut text = String::new();
    for (key, words) in [("title", puzzle.credits().title()), ("by", puzzle.credits().author())] {
        text.extend(words.map(|words| format!("{key} \"{words}\"\n")));
    }
    text.push_str(&format!("width {}\nheight {}\n", puzzle.width(), puzzle.height()));
    if has_letters(puzzle) {
        for colour in puzzle.palette().colours() {
            let is_told = palette::name_with(colour.letter, colour.paint) == colour.name;
            let name = if is_told { String::new() } else { format!(" {}", colour.name) };
            text.push_str(&format!("color {} {}{name}\n", colour.letter, colour.hex()));
        }
    }
    if puzzle.palette().background() != palette::WHITE {
        text.push_str(&format!("background {}\n", palette::written(puzzle.palette().background())));
    }
    let (rows, columns) = sides(puzzle, |line| Ok(lettered_words(puzzle, line).replace(' ', ",")))?;
    text.push_str(&format!("\nrows\n{}\n\ncolumns\n{}\n", rows.join("\n"), columns.join("\n")));
    Ok(text)
}
