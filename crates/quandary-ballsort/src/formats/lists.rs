//! Boards as lists of colours.
//!
//! - `lists`: `[blue,sky,lime]`, a list for each bottle, **top first**, `[]` or `empty` for an empty one;
//! - `lists-bottom`: the same from the bottom up;
//! - `get-color`: `4#0,1,0,2|2,1,0,1||`, what a bottle holds, then bottles from the bottom up with colours counted from 0.
//!
//! In the first two `_` or `empty` is an empty place, and shows which way round the bottles are written.

use super::super::{BallSort, MAX_CAPACITY, Rule};
use super::{
    Ball, Draft, HIDDEN_MARK, floating, is_gap_word, shows_gaps, with_plain_bottles, without_gap_names, without_gaps,
};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Span, Token};

/// Lists from the top down.
pub(super) static LISTS: Notation<BallSort> = Notation {
    name: "lists",
    summary: "[blue,sky,lime,blue] for each bottle, top first; [] or the word empty is an empty bottle, _ or empty in a list an empty place",
    packing: Packing::Block,
    comments: true,
    detect: |source| detect_lists(source, false),
    read: |source| lists_draft(source, false)?.board(source),
    write: Some(|puzzle| write_lists(puzzle, false)),
};

/// Lists from the bottom up.
pub(super) static LISTS_BOTTOM: Notation<BallSort> = Notation {
    name: "lists-bottom",
    summary: "the same from the bottom up: [lime,sky,_,_]. Lists without empty places are read top first, \
              unless this notation is named",
    packing: Packing::Block,
    comments: true,
    detect: |source| detect_lists(source, true),
    read: |source| lists_draft(source, true)?.board(source),
    write: Some(|puzzle| write_lists(puzzle, true)),
};

/// Get Color's levels.
pub(super) static GET_COLOR: Notation<BallSort> = Notation {
    name: "get-color",
    summary: "4#0,1,0,2|2,1,0,1|| on one line: how many balls a bottle holds, then bottles from the bottom up with colours \
              counted from 0",
    packing: Packing::Line,
    comments: true,
    detect: detect_get_color,
    read: read_get_color,
    write: Some(write_get_color),
};

const GAP: &str = "_";
const LISTS_HELP: &str = "the form is [blue,sky,lime,blue] for each bottle, one after the other; [] for an empty one";
const GET_COLOR_HELP: &str = "the form is 4#0,1,0,2|2,1,0,1||: how many balls a bottle holds, then the bottles";

/// The lists of a text, as they are written. `None` when the text is not a row of lists.
fn lists(source: &Source) -> Option<Vec<Vec<Ball<'_>>>> {
    let mut found = Vec::new();
    let lines = source.content_lines();
    // Three boards of one colour each would make one board of three: a blank line ends a board.
    let is_together = |pair: &[Line<'_>]| (pair[0].number + 1..pair[1].number).all(|number| !is_blank(source, number));
    if !lines.windows(2).all(is_together) {
        return None;
    }
    for line in lines {
        let mut rest = line.text;
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if rest.is_empty() {
                break;
            }
            if let Some(after) = rest.strip_prefix("empty") {
                found.push(Vec::new());
                rest = after;
                continue;
            }
            let (inside, after) = rest.strip_prefix('[')?.split_once(']')?;
            let words = inside.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
            let bottle = words.map(|word| {
                let name = word.trim_matches(['"', '\'']);
                let start = line.start + (name.as_ptr() as usize - line.text.as_ptr() as usize);
                Ball { name, span: Span { start, len: name.len() } }
            });
            found.push(bottle.collect());
            rest = after;
        }
    }
    let is_flat = found.iter().flatten().all(|ball: &Ball<'_>| !ball.name.contains(['[', ']', '{', ':']));
    (!found.is_empty() && is_flat).then_some(found)
}

/// Whether nothing stands on a line.
fn is_blank(source: &Source, number: usize) -> bool {
    source.lines().nth(number - source.first_line).is_none_or(|line| line.is_blank())
}

fn detect_lists(source: &Source, is_bottom_first: bool) -> Fit {
    // One list alone could be many things.
    let Some(found) = lists(source).filter(|found| found.len() >= 2) else { return Fit::No };
    let is_gap = |ball: Option<&Ball<'_>>| ball.is_some_and(|ball| is_gap_word(ball.name));
    let partly = || found.iter().filter(|bottle| bottle.iter().any(|ball| !is_gap_word(ball.name)));
    let (starts, ends) = (partly().any(|bottle| is_gap(bottle.first())), partly().any(|bottle| is_gap(bottle.last())));
    let is_this_way = match (starts, ends) {
        (false, true) => is_bottom_first,
        _ => !is_bottom_first,
    };
    match lists_draft(source, is_bottom_first) {
        _ if !is_this_way => Fit::No,
        Ok(draft) => draft.fit(source),
        Err(_) => Fit::Damaged,
    }
}

fn lists_draft(source: &Source, is_bottom_first: bool) -> Result<Draft<'_>, Diagnostic> {
    let found = lists(source).ok_or_else(|| {
        Diagnostic::new("this is not a row of lists")
            .label("a list was expected here", source.first_word())
            .help(LISTS_HELP)
    })?;
    let widest = found.iter().map(Vec::len).max().unwrap_or(0);
    let has_gaps = found.iter().flatten().any(|ball| is_gap_word(ball.name));
    let mut bottles = Vec::new();
    for mut bottle in found {
        if !is_bottom_first {
            bottle.reverse();
        }
        let help = "write '_' where a bottle is empty, at its top";
        bottles.push(without_gaps(bottle, is_gap_word).map_err(|ball| floating(ball, help))?);
    }
    Ok(Draft::new(has_gaps.then_some(widest), bottles, Rule::Water, source.first_word()))
}

fn write_lists(puzzle: &BallSort, is_bottom_first: bool) -> Result<String, DoesNotFit> {
    with_plain_bottles(puzzle)?;
    without_gap_names(puzzle)?;
    let shows_gaps = shows_gaps(puzzle);
    let bottle = |balls: &Vec<u8>| {
        let mut words: Vec<String> = balls.iter().map(|&ball| puzzle.colour_name(ball)).collect();
        if shows_gaps(balls) {
            words.resize(puzzle.capacity, GAP.to_owned());
        }
        if !is_bottom_first {
            words.reverse();
        }
        format!("[{}]\n", words.join(","))
    };
    Ok(puzzle.bottles.iter().map(bottle).collect())
}

/// The two parts of a level: what a bottle holds, and the bottles.
fn get_color_parts(source: &Source) -> Option<(Token<'_>, Vec<Vec<Token<'_>>>)> {
    let lines = source.content_lines();
    let [line] = lines.as_slice() else { return None };
    let (text, start) = (line.text, line.start);
    let token = |word| Token { text: word, start: start + (str::as_ptr(word) as usize - text.as_ptr() as usize) };
    let (capacity, rest) = text.split_once('#')?;
    let is_level = |c: char| c.is_ascii_digit() || c == ',' || c == '|' || c == '?' || c.is_whitespace();
    let capacity = capacity.trim();
    if capacity.is_empty() || !token(capacity).is_number() || !rest.chars().all(is_level) {
        return None;
    }
    let bottle = |text| str::split(text, ',').map(str::trim).filter(|word| !word.is_empty()).map(token).collect();
    Some((token(capacity), rest.split('|').map(bottle).collect()))
}

fn detect_get_color(source: &Source) -> Fit {
    match get_color_parts(source) {
        // One bottle alone could be many things.
        Some((_, bottles)) if bottles.len() > 1 => {
            if read_get_color(source).is_ok() {
                Fit::Sure
            } else {
                Fit::Damaged
            }
        }
        _ => Fit::No,
    }
}

fn read_get_color(source: &Source) -> Result<BallSort, Diagnostic> {
    let (capacity, bottles) = get_color_parts(source).ok_or_else(|| {
        Diagnostic::new("this is not a level of Get Color").label("here", source.first_word()).help(GET_COLOR_HELP)
    })?;
    let holds = capacity.number("what a bottle holds", MAX_CAPACITY)?;
    let mut words: Vec<Vec<(String, Span)>> = Vec::new();
    for bottle in bottles {
        let mut named = Vec::new();
        for token in bottle {
            let name = match token.text {
                HIDDEN_MARK => HIDDEN_MARK.to_owned(),
                _ => (token.number("a colour", usize::from(u8::MAX) - 1)? + 1).to_string(),
            };
            named.push((name, token.into()));
        }
        words.push(named);
    }
    let bottles = words.iter().map(|bottle| bottle.iter().map(|(name, span)| Ball { name, span: *span }).collect());
    Draft::new(Some(holds), bottles.collect(), Rule::Water, capacity.into()).board(source)
}

fn write_get_color(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    with_plain_bottles(puzzle)?;
    if !puzzle.names.is_empty() {
        return Err("it cannot store colour names".into());
    }
    let word = |&ball: &u8| ball.checked_sub(1).map_or(HIDDEN_MARK.to_owned(), |number| number.to_string());
    let bottle = |balls: &Vec<u8>| balls.iter().map(word).collect::<Vec<_>>().join(",");
    let bottles: Vec<String> = puzzle.bottles.iter().map(bottle).collect();
    Ok(format!("{}#{}\n", puzzle.capacity, bottles.join("|")))
}
