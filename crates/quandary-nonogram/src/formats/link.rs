//! Links of puzz.link and its relatives: `https://puzz.link/p?nonogram/5/5/…`.
//!
//! The clues follow the width and the height, columns first. Every column has a slot for each block that it could
//! hold, half its cells rounded up, and so has every row. A slot is a hexadecimal digit, or `-` and two of them, or `+` and
//! three; letters from `g` on stand for one, two, three … empty slots. The number nearest the grid comes first.

use super::super::{BLACK, LineName, Nonogram};
use super::{block, board, is_black_on_white};
use crate::line::Block;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Span};

/// The link form.
pub(crate) static LINK: Notation<Nonogram> = Notation {
    name: "puzz-link",
    summary: "a link such as https://puzz.link/p?nonogram/5/5/…",
    packing: Packing::Line,
    comments: false,
    detect: |source| Fit::by_mark(address(source).is_some(), || read(source)),
    read,
    write: Some(write),
};

/// Most empty slots that one letter stands for.
const LONGEST_GAP: usize = 20;

/// The part of the link behind the name of the puzzle, and where it starts.
fn address(source: &Source) -> Option<(&str, usize)> {
    let lines = source.content_lines();
    let [line] = lines[..] else { return None };
    let text: &str = line.text.trim_end();
    let is_link = |at: &usize| text[..*at].ends_with(['?', '/']) && text[..*at].contains("://");
    let at = text.find("nonogram/").filter(is_link)? + "nonogram/".len();
    Some((&source.text[line.start + at..line.start + text.len()], line.start + at))
}

/// The slot of a block of unknown length, written `.`.
const UNKNOWN: usize = usize::MAX;

fn bad(message: impl Into<String>, at: Span) -> Diagnostic {
    Diagnostic::new(message).label("here", at).help(LINK.summary)
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let Some((text, start)) = address(source) else {
        return Err(bad("a link to a Nonogram was expected", source.first_word()));
    };
    let whole = Span { start, len: text.len() };
    let line = Line { text, start, number: 1 };
    let mut parts = line.text.splitn(3, '/');
    let mut size = |what: &str| match parts.next().and_then(|part| part.parse::<usize>().ok()) {
        Some(size @ 1..=super::super::MAX_SIDE) => Ok(size),
        _ => Err(bad(format!("{what} is not a number from 1 to {}", super::super::MAX_SIDE), whole)),
    };
    let (width, height) = (size("the width")?, size("the height")?);
    let body = parts.next().unwrap_or_default();
    let body_start = start + text.len() - body.len();
    let (for_columns, for_rows) = (height.div_ceil(2), width.div_ceil(2));
    let slots = slots(body, body_start, width * for_columns + height * for_rows)?;
    let (columns, rows) = slots.split_at(width * for_columns);
    let side = |slots: &[Option<usize>], each: usize| -> Result<Vec<Vec<Block>>, Diagnostic> {
        let clue = |slots: &[Option<usize>]| {
            let lengths = slots.iter().rev().flatten().filter(|&&length| length > 0);
            let read = |&length: &usize| match length {
                UNKNOWN => Ok(Block { length: Block::UNKNOWN, colour: BLACK }),
                length => block(length, BLACK, whole),
            };
            lengths.map(read).collect()
        };
        slots.chunks(each).map(clue).collect()
    };
    board(side(rows, for_rows)?, side(columns, for_columns)?, whole)
}

/// The slots of a link's body, filled up with empty ones.
fn slots(body: &str, start: usize, count: usize) -> Result<Vec<Option<usize>>, Diagnostic> {
    let mut slots = Vec::with_capacity(count);
    let mut rest = body.char_indices();
    while let Some((at, character)) = rest.next() {
        let here = Span { start: start + at, len: character.len_utf8() };
        let digits = match character {
            '-' => 2,
            '+' => 3,
            'g'..='z' => {
                slots.extend(std::iter::repeat_n(None, character as usize - 'f' as usize));
                continue;
            }
            _ if character.is_ascii_hexdigit() => {
                slots.push(character.to_digit(16).map(|digit| digit as usize));
                continue;
            }
            '.' => {
                slots.push(Some(UNKNOWN));
                continue;
            }
            _ => return Err(bad(format!("'{}' means nothing in a link", character.escape_default()), here)),
        };
        let digits: String = rest.by_ref().take(digits).map(|(_, digit)| digit).collect();
        match usize::from_str_radix(&digits, 16) {
            Ok(number) => slots.push(Some(number)),
            Err(_) => return Err(bad(format!("digits are expected after '{character}'"), here)),
        }
    }
    if slots.len() > count {
        let message = format!("the link holds {} numbers and gaps, the board has room for {count}", slots.len());
        return Err(bad(message, Span { start, len: body.len() }));
    }
    slots.resize(count, None);
    Ok(slots)
}

fn write(puzzle: &Nonogram) -> Result<String, DoesNotFit> {
    is_black_on_white(puzzle)?;
    let (height, width) = (puzzle.height(), puzzle.width());
    let mut slots: Vec<Option<usize>> = Vec::new();
    for line in (0..width).map(LineName::Column).chain((0..height).map(LineName::Row)) {
        let room = puzzle.cells_of(line).count().div_ceil(2);
        let slot = |block: &Block| if block.is_unknown() { UNKNOWN } else { block.length };
        let lengths: Vec<usize> = puzzle.clue(line).iter().map(slot).collect();
        if lengths.len() > room {
            return Err(format!("{line} has more blocks than can fit").into());
        }
        slots.extend(lengths.iter().rev().map(|&length| Some(length)));
        slots.extend(std::iter::repeat_n(None, room - lengths.len()));
    }
    let mut text = format!("https://puzz.link/p?nonogram/{width}/{height}/");
    let mut gap = 0;
    for slot in slots.iter().chain([&Some(0)]) {
        match *slot {
            None => gap += 1,
            Some(length) => {
                while gap > 0 {
                    let step = gap.min(LONGEST_GAP);
                    text.push(char::from(b'f' + step as u8));
                    gap -= step;
                }
                match length {
                    0 => {}
                    UNKNOWN => text.push('.'),
                    1..16 => text.push_str(&format!("{length:x}")),
                    16..256 => text.push_str(&format!("-{length:02x}")),
                    _ => text.push_str(&format!("+{length:03x}")),
                }
            }
        }
    }
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_nearest_the_grid_comes_first() {
        let link = Source::from_text("https://puzz.link/p?nonogram/3/10/14i1121g43i2g1g1g3g11111g1g2g12");
        let puzzle = read(&link).unwrap();
        let lengths = |line| puzzle.clue(line).iter().map(|block| block.length).collect::<Vec<_>>();
        assert_eq!(lengths(LineName::Column(0)), [4, 1]);
        assert_eq!(lengths(LineName::Column(1)), [1, 2, 1, 1]);
        assert_eq!(lengths(LineName::Row(0)), [2]);
        assert_eq!(lengths(LineName::Row(9)), [2, 1]);
    }

    #[test]
    fn what_is_no_number_is_pointed_at() {
        let message = |text: &str| read(&Source::from_text(text)).unwrap_err().message;
        assert_eq!(message("https://puzz.link/p?nonogram/2/2/-q"), "digits are expected after '-'");
        assert_eq!(message("https://puzz.link/p?nonogram/0/2/1"), "the width is not a number from 1 to 512");
        assert_eq!(
            message("https://puzz.link/p?nonogram/2/2/11111"),
            "the link holds 5 numbers and gaps, the board has room for 4"
        );
    }
}
