//! Game ids of Solo, from Simon Tatham's collection: `3x3:` and the cells, or `9jx:` with regions, or `3x3k:` with cages.
//!
//! Before the colon are the boxes, as many columns of them and as many rows of them (so a box of `2x3` is two rows high),
//! or the side alone where `j` says that regions take their place; `x` adds the diagonals, `k` the cages. Cells are numbers, with
//! letters for runs of blanks (`a` for one) and `_` between two numbers. Regions and cages are given by the borders between
//! neighbours, first all that are side by side, row by row, then all that are one below the other, column by column: a letter
//! is a number of neighbours without a border, with one border after them. The sum of a cage is in one of its cells.

use super::{bad, only_line, sizes_help};
use crate::variant::{BoardRule, Cage, Variant};
use crate::{MAX_SIDE, Sudoku};
use quandary_core::puzzle::{Cell, DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Source, Span, Token};

/// Solo's ids.
pub(crate) static SOLO: Notation<Sudoku> = Notation {
    name: "solo",
    summary: "a game id of Simon Tatham's Solo, such as 3x3:c5_2f8…, with x for diagonals, j for regions, k for killer cages \
              (3x3k:…, 9jx:…); an id with # is only a random seed and contains no board",
    packing: Packing::Line,
    comments: false,
    detect: |source| Fit::by_mark(parts(source).is_some(), || read(source)),
    read,
    write: Some(write),
};

/// What stands before the colon and what behind it; `None` where it looks like something else.
fn parts(source: &Source) -> Option<(Token<'_>, Token<'_>)> {
    let line = only_line(source).ok()?;
    let (text, start) = (line.text.trim(), line.span().start);
    let at = text.find([':', '#'])?;
    let (size, rest) = (&text[..at], &text[at + 1..]);
    let is_size = size.starts_with(|c: char| c.is_ascii_digit())
        && size.bytes().all(|byte| byte.is_ascii_digit() || byte.is_ascii_lowercase())
        && (size.contains('x') || size.contains('j'));
    let is_body = text.as_bytes()[at] == b'#'
        || rest.bytes().all(|b| b.is_ascii_digit() || b.is_ascii_lowercase() || b"_,".contains(&b));
    let token = |text: &'_ str, offset: usize| Span { start: start + offset, len: text.len() };
    let (before, behind) = (token(size, 0), token(rest, at + 1));
    (is_size && is_body && size.len() < 24)
        .then_some((Token { text: size, start: before.start }, Token { text: rest, start: behind.start }))
}

/// The boxes and the letters behind them.
fn size(token: Token<'_>) -> Option<(usize, Option<usize>, &str)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(token.text);
    let columns: usize = token.text[..first].parse().ok()?;
    let rest = &token.text[first..];
    match rest.strip_prefix('x').map(|rest| (digits(rest), rest)) {
        Some((count @ 1.., rest)) => Some((columns, Some(rest[..count].parse().ok()?), &rest[count..])),
        _ => Some((columns, None, rest)),
    }
}

fn read(source: &Source) -> Result<Sudoku, Diagnostic> {
    let help = SOLO.summary;
    let (before, body) =
        parts(source).ok_or_else(|| bad("a game id of Solo was expected", source.first_word(), help))?;
    if source.text.as_bytes().get(before.start + before.text.len()) == Some(&b'#') {
        return Err(bad("this id is a seed, not a board: only Solo knows what it means", before, help));
    }
    let (columns, rows, letters) = size(before).ok_or_else(|| bad("this is not a size", before, help))?;
    let is_jigsaw = letters.contains('j');
    let side = columns.saturating_mul(rows.unwrap_or(1));
    if !(2..=MAX_SIDE).contains(&side) || (rows.is_none() && !is_jigsaw) {
        return Err(bad(format!("there is no Sudoku of '{}'", before.shown()), before, sizes_help()));
    }
    let mut fields = body
        .text
        .split(',')
        .map(|text| Token { text, start: body.start + (text.as_ptr() as usize - body.text.as_ptr() as usize) });
    let mut field =
        |what: &str| fields.next().ok_or_else(|| bad(format!("{what} were expected, after a comma"), body, help));
    let cells: Vec<u8> = numbers(field("cells")?, side, side as u32)?.into_iter().map(|number| number as u8).collect();
    let mut variant = Variant::default();
    if letters.contains('x') {
        variant.rules.extend([BoardRule::MainDiagonal, BoardRule::AntiDiagonal]);
    }
    if is_jigsaw {
        variant.regions = Some(areas(field("regions")?, side)?);
    }
    if letters.contains('k') {
        let areas = areas(field("cages")?, side)?;
        let at = field("sums of cages")?;
        let sums = numbers(at, side, u32::MAX)?;
        let place = |index: usize| Cell { row: index / side, column: index % side };
        for area in 0..=areas.iter().copied().max().unwrap_or(0) {
            let indices: Vec<usize> = (0..areas.len()).filter(|&index| areas[index] == area).collect();
            let sum = indices.iter().map(|&index| sums[index]).find(|&sum| sum != 0);
            variant.cages.push(Cage { cells: indices.into_iter().map(place).collect(), sum });
        }
    }
    if let Some(more) = fields.next() {
        return Err(bad("nothing more was expected", more, help));
    }
    Sudoku::with_variant(rows.map(|rows| (columns, rows)), cells, variant).map_err(|error| bad(error, body, help))
}

/// The numbers of a grid, 0 for blanks.
fn numbers(field: Token<'_>, side: usize, most: u32) -> Result<Vec<u32>, Diagnostic> {
    let mut numbers = Vec::with_capacity(side * side);
    let mut at = 0;
    let bytes = field.text.as_bytes();
    while let Some(&byte) = bytes.get(at) {
        let here = |len: usize| Span { start: field.start + at, len };
        if byte == b'_' {
            at += 1;
        } else if byte.is_ascii_lowercase() {
            numbers.extend(std::iter::repeat_n(0, usize::from(byte - b'a') + 1));
            at += 1;
        } else {
            let count = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count().max(1);
            match field.text[at..at + count].parse::<u32>() {
                Ok(number) if (1..=most).contains(&number) => numbers.push(number),
                _ => return Err(bad(format!("a number from 1 to {most} was expected"), here(count), SOLO.summary)),
            }
            at += count;
        }
    }
    if numbers.len() != side * side {
        let message = format!("{} cells, a {side}×{side} board has {}", numbers.len(), side * side);
        return Err(bad(message, field, SOLO.summary));
    }
    Ok(numbers)
}

/// All pairs of neighbours, in the order of their borders.
fn neighbours(side: usize) -> impl Iterator<Item = (usize, usize)> {
    let beside =
        (0..side).flat_map(move |row| (1..side).map(move |column| (row * side + column - 1, row * side + column)));
    let below =
        (0..side).flat_map(move |column| (1..side).map(move |row| ((row - 1) * side + column, row * side + column)));
    beside.chain(below)
}

/// The longest run that a letter stands for; `z` is such a run without a border after it.
const LONGEST_RUN: usize = 25;

/// The area of each cell, numbered as they first come, found from the borders.
fn areas(field: Token<'_>, side: usize) -> Result<Vec<u8>, Diagnostic> {
    let mut has_border = Vec::new();
    for (at, byte) in field.text.bytes().enumerate() {
        let (run, ends) = match byte {
            b'_' => (0, true),
            b'a'..=b'y' => (usize::from(byte - b'a') + 1, true),
            b'z' => (LONGEST_RUN, false),
            _ => {
                let here = Span { start: field.start + at, len: 1 };
                return Err(bad("borders are written as letters", here, SOLO.summary));
            }
        };
        has_border.extend(std::iter::repeat_n(false, run));
        has_border.extend(ends.then_some(true));
    }
    // The last border is that of the board.
    let expected = 2 * side * (side - 1) + 1;
    if has_border.len() != expected {
        let message = format!("{} borders are given, a {side}×{side} board has {expected}", has_border.len());
        return Err(bad(message, field, SOLO.summary));
    }
    let mut area: Vec<usize> = (0..side * side).collect();
    for ((a, b), _) in neighbours(side).zip(&has_border).filter(|(_, has_border)| !**has_border) {
        let (from, to) = (area[a].max(area[b]), area[a].min(area[b]));
        area.iter_mut().filter(|area| **area == from).for_each(|area| *area = to);
    }
    let mut known: Vec<usize> = Vec::new();
    let number = |area: &usize| {
        let place = known.iter().position(|known| known == area).unwrap_or_else(|| {
            known.push(*area);
            known.len() - 1
        });
        u8::try_from(place)
    };
    let areas: Result<Vec<u8>, _> = area.iter().map(number).collect();
    areas.map_err(|_| bad("there are too many areas", field, SOLO.summary))
}

fn write(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    let (side, variant) = (puzzle.side(), puzzle.variant());
    let mut letters = String::new();
    let mut fields = vec![encoded(&puzzle.cells().values().iter().map(|&digit| u32::from(digit)).collect::<Vec<_>>())];
    let head = match &variant.regions {
        None => format!("{}x{}", puzzle.box_rows(), puzzle.box_columns()),
        Some(regions) => {
            letters.push('j');
            fields.push(borders(side, |a, b| regions[a] != regions[b]));
            side.to_string()
        }
    };
    if variant.has(BoardRule::MainDiagonal) && variant.has(BoardRule::AntiDiagonal) {
        letters.push('x');
    }
    if !variant.cages.is_empty() {
        letters.push('k');
        let mut cage_of = vec![usize::MAX; side * side];
        let mut sums = vec![0; side * side];
        for (number, cage) in variant.cages.iter().enumerate() {
            for &cell in &cage.cells {
                cage_of[puzzle.cells().index_of(cell)] = number;
            }
            if let (Some(sum), Some(first)) =
                (cage.sum, cage.cells.iter().map(|&cell| puzzle.cells().index_of(cell)).min())
            {
                sums[first] = sum;
            }
        }
        fields.push(borders(side, |a, b| cage_of[a] != cage_of[b]));
        fields.push(encoded(&sums));
    }
    let id = format!("{head}{letters}:{}", fields.join(","));
    // What the id does not hold is missing when it is read again.
    let is_whole = read(&Source::from_text(id.as_str())).is_ok_and(|again| again == *puzzle);
    is_whole.then_some(id).ok_or_else(|| {
        "it can store boxes or regions, both diagonals, and cages that fill the board, but no other variants".into()
    })
}

/// A grid of numbers with letters for its blanks.
fn encoded(numbers: &[u32]) -> String {
    let mut text = String::new();
    let mut gap = 0;
    let close = |gap: &mut usize, text: &mut String| {
        while *gap > 0 {
            let part = (*gap).min(26);
            text.push(char::from(b'a' + part as u8 - 1));
            *gap -= part;
        }
    };
    for &number in numbers {
        if number == 0 {
            gap += 1;
            continue;
        }
        close(&mut gap, &mut text);
        if text.ends_with(|c: char| c.is_ascii_digit()) {
            text.push('_');
        }
        text.push_str(&number.to_string());
    }
    close(&mut gap, &mut text);
    text
}

/// Borders as letters.
fn borders(side: usize, is_border: impl Fn(usize, usize) -> bool) -> String {
    let mut text = String::new();
    let mut run = 0;
    for border in neighbours(side).map(|(a, b)| is_border(a, b)).chain([true]) {
        if !border {
            run += 1;
            continue;
        }
        while run > LONGEST_RUN {
            text.push('z');
            run -= LONGEST_RUN;
        }
        text.push(if run == 0 { '_' } else { char::from(b'a' + run as u8 - 1) });
        run = 0;
    }
    text
}
