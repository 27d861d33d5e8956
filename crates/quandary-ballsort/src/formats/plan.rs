//! The ways to write a plan.

use serde::Deserialize;

use quandary_core::puzzle::{Move, Plan};
use quandary_core::read::{Diagnostic, Source, Span, Token, json as read_json};

const PLAN_HELP: &str = "write one move to a line, '1 -> 5', or all on one line, '1>5 3>1'; or the JSON form \
                         {\"moves\":[[1,5],[3,1]]}; bottles are numbered from 1";

#[derive(Deserialize)]
struct JsonPlan {
    moves: Vec<[u16; 2]>,
    length: Option<usize>,
    #[serde(default)]
    lower_bound: u32,
}

/// Reads a plan: the JSON form, or pairs of bottle numbers with arrows, commas, brackets or nothing between them.
pub(in super::super) fn read_plan(source: &Source) -> Result<Plan, Diagnostic> {
    if source.text.trim_start().starts_with('{') {
        let JsonPlan { moves, length, lower_bound } = read_json::read(source, r#"{"moves":[[1,5],[3,1]]}"#)?;
        if length.is_some_and(|length| length != moves.len()) {
            return Err(Diagnostic::new(format!("the plan has {} moves, which is not what it says", moves.len()))
                .label("this length", read_json::key(source, "length"))
                .help("omit the length, or give the number of moves"));
        }
        let at = read_json::key(source, "moves");
        let moves = moves.into_iter().map(|[from, to]| step([from, to], [at, at])).collect::<Result<_, _>>()?;
        return Ok(Plan { moves, lower_bound });
    }
    if let Some(moves) = plain_moves(&source.text) {
        return Ok(Plan { moves, lower_bound: 0 });
    }
    let mut bottles: Vec<(u16, Span)> = Vec::new();
    for line in source.content_lines() {
        for word in line.text.split(|c: char| c.is_whitespace() || ",;()[]>→".contains(c)) {
            // '1->5' leaves '1-'; a lone '-' is the rest of an arrow that stood apart.
            let digits = word.strip_suffix('-').unwrap_or(word);
            if !digits.is_empty() {
                let start = line.start + (digits.as_ptr() as usize - line.text.as_ptr() as usize);
                let token = Token { text: digits, start };
                let number = token.number("a bottle", usize::from(u16::MAX)).map_err(|error| error.help(PLAN_HELP))?;
                bottles.push((number as u16, token.into()));
            }
        }
    }
    let (pairs, odd) = bottles.as_chunks::<2>();
    if let [(_, at)] = odd {
        return Err(Diagnostic::new("the last move has no target")
            .label("this bottle has no partner", *at)
            .help(PLAN_HELP));
    }
    let moves = pairs.iter().map(|&[(from, a), (to, b)]| step([from, to], [a, b])).collect::<Result<_, _>>()?;
    Ok(Plan { moves, lower_bound: 0 })
}

/// Moves as plans are written, `1 -> 5` on each line, of which there may be millions. `None` for any other text.
fn plain_moves(text: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::with_capacity(text.len() / 7 + 1);
    let mut rest = text.as_bytes();
    // Up to three digits; bottles are counted from 1.
    let bottle = |rest: &mut &[u8]| -> Option<u16> {
        let digits = rest.iter().take(4).take_while(|byte| byte.is_ascii_digit()).count();
        let number = rest[..digits].iter().fold(0, |number, digit| 10 * number + u16::from(digit - b'0'));
        *rest = &rest[digits..];
        if digits > 3 { None } else { number.checked_sub(1) }
    };
    while !rest.is_empty() {
        let from = bottle(&mut rest)?;
        rest = rest.strip_prefix(b" -> ")?;
        let to = bottle(&mut rest)?;
        moves.push(Move { from, to });
        rest = if rest.is_empty() { rest } else { rest.strip_prefix(b"\n")? };
    }
    Some(moves)
}

/// A move from bottle numbers counted from 1.
fn step(numbers: [u16; 2], places: [Span; 2]) -> Result<Move, Diagnostic> {
    if let Some(zero) = numbers.iter().position(|&number| number == 0) {
        return Err(Diagnostic::new("there is no bottle 0").label("here", places[zero]).help(PLAN_HELP));
    }
    Ok(Move { from: numbers[0] - 1, to: numbers[1] - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plans_as_they_are_written_are_plain() {
        assert_eq!(plain_moves("1 -> 5\n12 -> 3\n").map(|moves| moves.len()), Some(2));
        for text in ["0 -> 1", "1 -> 1000", "1-> 2", "1 -> 2 3 -> 4", "1 -> 2\n\n3 -> 4", "1 -> ", "-> 2", "1 -> 2\r\n"]
        {
            assert_eq!(plain_moves(text), None, "{text:?}");
        }
    }

    proptest! {
        /// With a remark at the end the same text is not plain.
        #[test]
        fn plain_plans_are_read_as_any_other(text in "([0-9]{1,4} ?-> ?[0-9]{1,4}\n?){0,4}") {
            if let Some(moves) = plain_moves(&text) {
                let general = read_plan(&Source::from_text(format!(" {text}")));
                prop_assert_eq!(general.ok().map(|plan| plan.moves), Some(moves));
            }
        }
    }
}
