//! Boards with a bottle on each line and a count before them.
//!
//! - `tubes`: the number of bottles, then the letters of each filled one, bottom first; the rest is empty;
//! - `columns`: `height=4`, `colors=3`, `empty=2`, then `column=0120` for each filled bottle, bottom first, colours counted
//!   from 0 (digits, then letters).

use std::collections::HashMap;

use super::super::{BallSort, HIDDEN, MAX_BOTTLES, MAX_CAPACITY, Rule};
use super::{Ball, Draft, HIDDEN_MARK, floating, legend, one_letter_each, with_plain_bottles, without_gaps};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Span, Token};

/// A count and lines of letters.
pub(super) static TUBES: Notation<BallSort> = Notation {
    name: "tubes",
    summary: "the number of bottles on the first line, then a line of letters for each filled one, bottom first; a dot is \
              an empty place",
    packing: Packing::Block,
    comments: true,
    detect: detect_tubes,
    read: |source| tubes_draft(source)?.board(source),
    write: Some(write_tubes),
};

/// Settings and columns.
pub(super) static COLUMNS: Notation<BallSort> = Notation {
    name: "columns",
    summary: "lines height=4, colors=3, empty=2, then column=0120 for each filled bottle, bottom first, colours counted from \
              0 (digits, then small letters)",
    packing: Packing::Block,
    comments: true,
    detect: detect_columns,
    read: read_columns,
    write: Some(write_columns),
};

const GAP: &str = ".";
const TUBES_HELP: &str =
    "the form is the number of bottles on the first line, then a line of letters for each filled one";
const COLUMNS_HELP: &str = "the form is height=4, colors=3, empty=2, then a line column=0120 for each filled bottle";

fn detect_tubes(source: &Source) -> Fit {
    let lines = source.content_lines();
    let Some((first, rows)) = lines.split_first() else { return Fit::No };
    let is_count = first.text.trim().parse::<usize>().is_ok();
    let is_row = |row: &Line<'_>| {
        row.tokens().count() == 1 && row.text.trim().chars().all(|c| c.is_alphabetic() || c == '.' || c == '?')
    };
    let has_letters = rows.iter().any(|row| row.text.contains(char::is_alphabetic));
    if !is_count || !has_letters || rows.len() > MAX_BOTTLES || !rows.iter().all(is_row) {
        return Fit::No;
    }
    tubes_draft(source).map_or(Fit::Damaged, |draft| draft.fit(source))
}

fn tubes_draft(source: &Source) -> Result<Draft<'_>, Diagnostic> {
    let lines = source.content_lines();
    let Some((first, rows)) = lines.split_first() else {
        return Err(Diagnostic::new("there is no board here: the text is empty").help(TUBES_HELP));
    };
    let count = Token { text: first.text.trim(), start: first.span().start };
    let bottles = count.number("the number of bottles", MAX_BOTTLES)?;
    if rows.len() > bottles {
        return Err(Diagnostic::new(format!(
            "the number of bottles is {bottles} in the first line, but the number of rows is {}",
            rows.len()
        ))
        .label("this row is one too many", rows[bottles])
        .help(TUBES_HELP));
    }
    let names = legend(source);
    let widest = rows.iter().map(|row| row.text.trim().chars().count()).max().unwrap_or(0);
    let mut drafted = Vec::new();
    for row in rows {
        let named = |token: Token<'_>| token.text.chars().next().and_then(|letter| names.get(&letter).copied());
        let balls: Vec<Ball<'_>> = row
            .characters()
            .map(|token| Ball { name: named(token).unwrap_or(token.text), span: token.into() })
            .collect();
        if balls.len() != widest {
            let message = format!("this row has {} balls, the others have {widest}", balls.len());
            return Err(Diagnostic::new(message).label("here", *row).help("write a dot for an empty place"));
        }
        let help = "dots are empty places, at the top of a bottle; rows are written bottom first";
        drafted.push(without_gaps(balls, |name| name == GAP).map_err(|ball| floating(ball, help))?);
    }
    drafted.resize(bottles, Vec::new());
    Ok(Draft::new(Some(widest), drafted, Rule::Ball, first.span()))
}

/// The bottles but for the empty ones at the end, of which one is kept where there is no other.
fn filled(puzzle: &BallSort) -> Result<&[Vec<u8>], DoesNotFit> {
    with_plain_bottles(puzzle)?;
    let last = puzzle.bottles.iter().rposition(|bottle| !bottle.is_empty()).unwrap_or(0);
    Ok(&puzzle.bottles[..=last])
}

fn write_tubes(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    let filled = filled(puzzle)?;
    let (letters, remark) = one_letter_each(puzzle, ('A'..='Z').chain('a'..='z'), char::is_alphabetic)?;
    let mut text = format!("{}\n", puzzle.bottles.len());
    if !remark.is_empty() {
        text = format!("{remark}\n{text}");
    }
    for bottle in filled {
        let letter = |ball: &u8| letters.get(ball).copied().unwrap_or('?');
        text.extend(bottle.iter().map(letter).chain(std::iter::repeat_n('.', puzzle.capacity - bottle.len())));
        text.push('\n');
    }
    Ok(text)
}

/// The settings of a text and its columns, each with its place. `None` when a line is neither.
fn settings(source: &Source) -> Option<(HashMap<&str, Token<'_>>, Vec<Token<'_>>)> {
    let (mut settings, mut columns) = (HashMap::new(), Vec::new());
    for line in source.content_lines() {
        let (key, value) = line.text.split_once('=')?;
        let (key, value) = (key.trim(), value.trim());
        let token = Token { text: value, start: line.start + (value.as_ptr() as usize - line.text.as_ptr() as usize) };
        match key {
            "column" => columns.push(token),
            "height" | "colors" | "empty" if settings.insert(key, token).is_none() => {}
            // Something else, or the second of several boards.
            _ => return None,
        }
    }
    Some((settings, columns))
}

fn detect_columns(source: &Source) -> Fit {
    match settings(source) {
        Some((settings, columns)) if settings.contains_key("height") => {
            if columns.is_empty() || read_columns(source).is_err() { Fit::Damaged } else { Fit::Sure }
        }
        _ => Fit::No,
    }
}

fn read_columns(source: &Source) -> Result<BallSort, Diagnostic> {
    let (settings, columns) = settings(source).ok_or_else(|| {
        Diagnostic::new("this is not a board of columns").label("here", source.first_word()).help(COLUMNS_HELP)
    })?;
    let setting = |key: &str, what: &str, most: usize| match settings.get(key) {
        Some(token) => token.number(what, most),
        None => Err(Diagnostic::new(format!("the line {key}= is missing"))
            .label("somewhere after this", source.first_word())
            .help(COLUMNS_HELP)),
    };
    let height = setting("height", "the height of a bottle", MAX_CAPACITY)?;
    let empty = setting("empty", "the number of empty bottles", MAX_BOTTLES)?;
    let names = legend(source);
    let colour = |token: Token<'_>| -> (String, Span) {
        let letter = token.text.chars().next().unwrap_or(' ');
        let name = match (names.get(&letter), letter.to_digit(36)) {
            (Some(name), _) => (*name).to_owned(),
            (None, Some(digit)) => (digit + 1).to_string(),
            (None, None) => token.text.to_owned(),
        };
        (name, token.into())
    };
    let characters = |column: &Token<'_>| -> Vec<(String, Span)> {
        let at = |(start, c): (usize, char)| Token {
            text: &column.text[start..start + c.len_utf8()],
            start: column.start + start,
        };
        column.text.char_indices().map(at).map(colour).collect()
    };
    let words: Vec<Vec<(String, Span)>> = columns.iter().map(characters).collect();
    let mut bottles = Vec::new();
    for column in &words {
        let bottle = column.iter().map(|(name, span)| Ball { name, span: *span }).collect();
        let help = "dots are empty places, at the top of a bottle; columns are written bottom first";
        bottles.push(without_gaps(bottle, |name| name == GAP).map_err(|ball| floating(ball, help))?);
    }
    bottles.resize(bottles.len() + empty, Vec::new());
    Draft::new(Some(height), bottles, Rule::Water, source.first_word()).board(source)
}

fn write_columns(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    let filled = filled(puzzle)?;
    let digits = || ('0'..='9').chain('a'..='z');
    // Numbers up to 36 have their digits; other colours are named in a remark.
    let is_plain = puzzle.names.is_empty() && puzzle.bottles.iter().flatten().all(|&ball| ball <= 36);
    let (letters, remark) = if is_plain {
        ((1..=36u8).zip(digits()).collect(), String::new())
    } else {
        one_letter_each(puzzle, digits(), |_| false)?
    };
    let mut text = if remark.is_empty() { String::new() } else { remark + "\n" };
    let empty = puzzle.bottles.len() - filled.len();
    text += &format!("height={}\ncolors={}\nempty={empty}\n", puzzle.capacity, puzzle.colours());
    for bottle in filled {
        let letter = |ball: &u8| if *ball == HIDDEN { HIDDEN_MARK.to_owned() } else { letters[ball].to_string() };
        let gaps = std::iter::repeat_n(GAP.to_owned(), puzzle.capacity - bottle.len());
        text += &format!("column={}\n", bottle.iter().map(letter).chain(gaps).collect::<String>());
    }
    Ok(text)
}
