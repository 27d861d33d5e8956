//! puzz.link addresses, read and written.
//!
//! `https://puzz.link/p?aquarium/r/WIDTH/HEIGHT/BORDERS/CLUES`. With the `r` a tank has one level across its whole width (the
//! region rule), without it water stands level only where it can flow (the pool rule). The borders are bits, five to a
//! digit of base 32: first those between neighbours in a row, row by row, then those between neighbours in a column. The
//! clues are those of the columns, then those of the rows: a hexadecimal digit, `-` and two of them, or `+` and three; a
//! letter from g on skips one missing clue or more, `.` stands for one that is drawn as `?`.

use super::super::{Aquarium, MAX_SIDE, WaterRule};
use super::{check_size, limited};
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, Token};

const FORM: &str = "the form is https://puzz.link/p?aquarium/WIDTH/HEIGHT/BORDERS/CLUES, with r/ before the width for one \
                    level across each tank";

/// How many missing clues one letter can skip: g is 1, z is 20.
const LONGEST_SKIP: usize = 20;

/// What follows `aquarium/` in an address, cut at the slashes.
fn parts(source: &Source) -> Option<Vec<Token<'_>>> {
    // An address is one line; a file with more lines holds more puzzles.
    let [line] = source.content_lines()[..] else { return None };
    let text = line.text;
    let start = text.find("aquarium/")? + "aquarium/".len();
    let before = text[..start].split_whitespace().last()?;
    // Its file form starts likewise, but is not an address.
    if before.contains("pzprv3") {
        return None;
    }
    let body = text[start..].split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>')).next()?;
    let place = |part: &str| part.as_ptr() as usize - source.text.as_ptr() as usize;
    Some(body.trim_end_matches('/').split('/').map(|part| Token { text: part, start: place(part) }).collect())
}

pub(super) fn detect(source: &Source) -> Fit {
    match parts(source).as_deref() {
        Some([Token { text: "r", .. }, width, ..] | [width, ..]) if width.is_number() => Fit::Sure,
        Some(_) if source.text.contains("?aquarium/") => Fit::Damaged,
        _ => Fit::No,
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let all = parts(source).unwrap_or_default();
    let (rule, rest) = match &all[..] {
        [Token { text: "r", .. }, rest @ ..] => (WaterRule::Region, rest),
        rest => (WaterRule::Pool, rest),
    };
    let &[width, height, borders, clues] = rest else {
        return Err(Diagnostic::new(format!("this address has {} parts after 'aquarium/'", all.len()))
            .label("here", source.first_word())
            .help(FORM));
    };
    let columns = width.number("the width", MAX_SIDE)?;
    let rows = height.number("the height", MAX_SIDE)?;
    check_size(rows, columns, width.into())?;
    let (beside, below) = read_borders(borders, rows, columns)?;
    let clues = read_clues(clues, rows + columns)?;
    let is_joined = |a: Cell, b: Cell| match a.row == b.row {
        true => !beside[a.row * (columns - 1) + a.column],
        false => !below[a.row * columns + a.column],
    };
    limited(Aquarium::from_joins(clues[..columns].to_vec(), clues[columns..].to_vec(), rule, is_joined))
}

/// The borders between neighbours in a row, and those between neighbours in a column.
fn read_borders(text: Token<'_>, rows: usize, columns: usize) -> Result<(Vec<bool>, Vec<bool>), Diagnostic> {
    let (beside, below) = (rows * (columns - 1), (rows - 1) * columns);
    let mut bits = Vec::new();
    for (at, letter) in text.text.char_indices() {
        let Some(digit) = letter.to_digit(32) else {
            let place = Token { text: &text.text[at..at + letter.len_utf8()], start: text.start + at };
            return Err(Diagnostic::new(format!("'{}' is not part of the borders", place.shown()))
                .label("0 to 9 or a to v was expected here", place)
                .help(FORM));
        };
        bits.extend((0..5).rev().map(|bit| digit >> bit & 1 == 1));
    }
    let first = beside.div_ceil(5) * 5;
    if bits.len() != first + below.div_ceil(5) * 5 {
        let (found, expected) = (text.text.len(), beside.div_ceil(5) + below.div_ceil(5));
        return Err(Diagnostic::new(format!(
            "a board of {columns}×{rows} has {expected} digits of borders, not {found}"
        ))
        .label("the borders", text)
        .help(FORM));
    }
    Ok((bits[..beside].to_vec(), bits[first..first + below].to_vec()))
}

fn read_clues(text: Token<'_>, count: usize) -> Result<Vec<Option<u32>>, Diagnostic> {
    let mut clues = Vec::new();
    let mut letters = text.text.char_indices();
    while let Some((at, letter)) = letters.next() {
        let digits = match letter {
            '-' => 2,
            '+' => 3,
            '.' => {
                clues.push(None);
                continue;
            }
            'g'..='z' => {
                clues.resize(clues.len() + (letter as usize - 'g' as usize + 1), None);
                continue;
            }
            _ => 0,
        };
        let start = if digits == 0 { at } else { at + 1 };
        let end = start + digits.max(1);
        let number = text.text.get(start..end).and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let Some(number) = number.filter(|&number| number as usize <= MAX_SIDE) else {
            let place = Token { text: &text.text[at..at + letter.len_utf8()], start: text.start + at };
            return Err(Diagnostic::new(format!("'{}' does not begin a clue", place.shown()))
                .label("a clue was expected here", place)
                .help("a clue is a hexadecimal digit, '-' and two of them, '+' and three, or '.' for a missing one"));
        };
        letters.by_ref().take(digits).for_each(drop);
        clues.push(Some(number));
    }
    // Missing clues at the end need not be written.
    if clues.len() > count {
        return Err(Diagnostic::new(format!("there are {} clues, but only {count} rows and columns", clues.len()))
            .label("the clues", text)
            .help(FORM));
    }
    clues.resize(count, None);
    Ok(clues)
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    let rule = match board.rule {
        WaterRule::Region => "r/",
        WaterRule::Pool => "",
        WaterRule::Adjacent => return Err("puzz.link knows the rules region and pool only".into()),
    };
    let (rows, columns) = (board.rows.len(), board.columns.len());
    let mut text = format!("https://puzz.link/p?aquarium/{rule}{columns}/{rows}/");
    let cells = || board.tanks.cells();
    let right = |cell: Cell| Cell { column: cell.column + 1, ..cell };
    let below = |cell: Cell| Cell { row: cell.row + 1, ..cell };
    write_bits(
        &mut text,
        cells().filter(|cell| cell.column + 1 < columns).map(|cell| !board.is_open(cell, right(cell))),
    );
    write_bits(&mut text, cells().filter(|cell| cell.row + 1 < rows).map(|cell| !board.is_open(cell, below(cell))));
    text.push('/');
    let mut skipped = 0;
    let skip = |skipped: &mut usize, text: &mut String| {
        while *skipped > 0 {
            let part = (*skipped).min(LONGEST_SKIP);
            text.push((b'f' + part as u8) as char);
            *skipped -= part;
        }
    };
    for clue in board.columns.iter().chain(&board.rows) {
        let Some(clue) = *clue else {
            skipped += 1;
            continue;
        };
        skip(&mut skipped, &mut text);
        text.push_str(&match clue {
            0..16 => format!("{clue:x}"),
            16..256 => format!("-{clue:02x}"),
            _ => format!("+{clue:03x}"),
        });
    }
    skip(&mut skipped, &mut text);
    text.push('\n');
    Ok(text)
}

/// Writes bits, five to a digit, the last digit filled up with zeros.
fn write_bits(text: &mut String, bits: impl Iterator<Item = bool>) {
    let bits: Vec<bool> = bits.collect();
    for five in bits.chunks(5) {
        let digit = (0..5).fold(0, |digit, bit| digit << 1 | u32::from(five.get(bit) == Some(&true)));
        text.extend(char::from_digit(digit, 32));
    }
}
