//! The answer in a model's reply.
//!
//! The last `<answer>` counts, up to `</answer>` or the end of the reply. A reply without one is searched from its end for the
//! last complete answer in a form that the family reads: a filled board, or a list of moves. Earlier answers never count,
//! better or not.

use quandary::read::Source;
use quandary_core::puzzle::symbol_of;
use quandary_core::{Puzzle, Solution};
use serde_json::Value;

/// How many lines from the end are searched in a reply without a tag.
const LINES: usize = 400;

/// The longest answer that is read, in bytes.
pub(crate) const LONGEST: usize = 1 << 20;

const OPEN: &str = "<answer>";
const CLOSE: &str = "</answer>";

/// The part of a reply that counts as its answer; `None` where there is none.
pub(crate) fn answer_in<'r>(reply: &'r str, board: &dyn Puzzle) -> Option<&'r str> {
    match tagged(reply) {
        Some(answer) => Some(answer),
        None => untagged(reply, board),
    }
}

/// What follows the last tag.
pub(crate) fn tagged(reply: &str) -> Option<&str> {
    let starts = |at: usize, tag: &str| {
        reply.as_bytes().get(at..at + tag.len()).is_some_and(|found| found.eq_ignore_ascii_case(tag.as_bytes()))
    };
    let mut end = reply.len();
    while let Some(at) = reply[..end].rfind('<') {
        if starts(at, OPEN) {
            let rest = &reply[at + OPEN.len()..];
            let closes = rest.match_indices('<').map(|(place, _)| place);
            let close = closes.into_iter().find(|&place| starts(at + OPEN.len() + place, CLOSE));
            return Some(without_fence(rest[..close.unwrap_or(rest.len())].trim()));
        }
        end = at;
    }
    None
}

/// An answer without the code block around it. What follows the fence in its line is the name of a language, or the answer.
fn without_fence(answer: &str) -> &str {
    let Some(inner) = answer.strip_prefix("```") else { return answer };
    let is_language = |line: &str| line.trim().bytes().all(|byte| byte.is_ascii_alphabetic());
    let inner = inner.split_once('\n').filter(|(line, _)| is_language(line)).map_or(inner, |(_, inner)| inner);
    inner.trim_end().strip_suffix("```").unwrap_or(inner).trim()
}

/// The last complete answer of a reply.
fn untagged<'r>(reply: &'r str, board: &dyn Puzzle) -> Option<&'r str> {
    let lines: Vec<(usize, &str)> = {
        let mut start = 0;
        let mut all = Vec::new();
        for line in reply.split('\n') {
            all.push((start, line));
            start += line.len() + 1;
        }
        all.split_off(all.len().saturating_sub(LINES))
    };
    let piece = |first: usize, last: usize| &reply[lines[first].0..lines[last].0 + lines[last].1.len()];
    let reads = |text: &str| read(board, text).is_some();
    if board.moves().is_some() {
        let has_digit = |line: &str| line.contains(|c: char| c.is_ascii_digit());
        let is_move = |place: usize| has_digit(lines[place].1) && reads(lines[place].1);
        let last = (0..lines.len()).rev().find(|&place| is_move(place))?;
        let mut first = last;
        while first > 0 && is_move(first - 1) {
            first -= 1;
        }
        return Some(piece(first, last).trim());
    }
    let cells = board.scene(None).cells;
    let (rows, count) = (cells.rows(), cells.values().len());
    let is_symbol = |c: &char| !c.is_whitespace() && !"|+-,\"[]".contains(*c);
    let symbols: Vec<usize> = lines.iter().map(|(_, line)| line.chars().filter(is_symbol).count()).collect();
    for last in (0..lines.len()).rev() {
        if symbols[last] == 0 {
            continue;
        }
        if symbols[last] >= count && reads(lines[last].1) {
            return Some(lines[last].1.trim());
        }
        // As many lines as the board has rows; frames between them do not count.
        let mut first = last;
        let mut seen = 1;
        while seen < rows && first > 0 {
            first -= 1;
            seen += usize::from(symbols[first] > 0);
        }
        if seen == rows && symbols[first..=last].iter().sum::<usize>() == count {
            let block = piece(first, last);
            if reads(block) {
                return Some(block.trim());
            }
        }
    }
    None
}

/// The rows of an answer that is a JSON array of arrays of numbers or symbols, as a text; `None` for any other answer.
pub(crate) fn rows_of_json(board: &dyn Puzzle, answer: &str) -> Option<String> {
    let rows: Vec<Vec<Value>> = answer.starts_with('[').then(|| serde_json::from_str(answer).ok()).flatten()?;
    let symbol = |cell: &Value| match cell {
        Value::Null => Some("?".to_owned()),
        Value::String(symbol) => (symbol.chars().count() == 1).then(|| symbol.clone()),
        Value::Number(number) => {
            let name = number.to_string();
            let value = || (0..64).find(|&value| board.value_name(value) == name);
            if name.len() == 1 { Some(name) } else { symbol_of(board, value()?).map(String::from) }
        }
        _ => None,
    };
    let rows: Option<Vec<String>> = rows.iter().map(|row| row.iter().map(symbol).collect()).collect();
    rows.map(|rows| rows.join("\n"))
}

/// A text as a solution, where it is one.
fn read(board: &dyn Puzzle, text: &str) -> Option<Solution> {
    if text.len() > LONGEST {
        return None;
    }
    board.read_solution(&Source::from_text(text)).ok()
}
