//! Every notation of Ball Sort, read and written, and the ways to write a plan.
//!
//! Both notations end in the same place: balls as words with their places in the text, which [`board`] turns into a
//! [`BallSort`]. So colours may be numbers or names in both, and what is wrong with a board is found once
//! ([`BallSort::new`]) and only pointed at from here.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{BallSort, BoardError, MAX_BOTTLES, MAX_CAPACITY, MAX_COLOURS, Rule};
use crate::puzzle::{Fit, Move, Notation, Packing, Plan};
use crate::read::{Diagnostic, Line, Source, Span, Token, json as read_json};

#[cfg(test)]
mod tests;

/// What a bottle holds where a notation does not say.
const USUAL_CAPACITY: usize = 4;

/// The longest name of a colour, in characters.
const MAX_NAME: usize = 24;

/// Seed 003: `f e`, then f rows of balls.
pub(super) static SEED: Notation<BallSort> = Notation {
    name: "seed",
    summary: "seed 003: a line with the number of filled and of empty bottles, then one line for each filled bottle with \
              its balls, bottom first; colours are numbers, letters or words, -1 is an empty place at the top; the word \
              'water' or 'ball' after the two numbers names the rule",
    packing: Packing::Block,
    detect: detect_seed,
    read: read_seed,
    write: Some(write_seed),
};

/// One JSON object.
pub(super) static JSON: Notation<BallSort> = Notation {
    name: "json",
    summary: JSON_FORM,
    packing: Packing::Line,
    detect: |source| read_json::detect(source, "ballsort"),
    read: read_json_board,
    write: Some(write_json),
};

const JSON_FORM: &str = r#"{"family":"ballsort","capacity":4,"bottles":[[1,2,2,1],[2,1,1,2],[]],"rule":"ball"}"#;

/// The balls of a row. A row that is one word is a row of letters: `ABBA`. The word `-1` is an empty place, not two
/// letters.
fn row_tokens<'a>(line: &Line<'a>) -> Vec<Token<'a>> {
    if line.text.trim() == EMPTY_PLACE { line.tokens().collect() } else { line.symbols() }
}

const EMPTY_PLACE: &str = "-1";

fn detect_seed(source: &Source) -> Fit {
    let lines = source.content_lines();
    let Some((first, rows)) = lines.split_first() else { return Fit::No };
    let Ok(Header { filled, empty, rule }) = read_header(first) else { return Fit::No };
    // A board has few rows: anything longer is something else, and need not be looked at.
    if rows.is_empty() || rows.len() > 2 * MAX_BOTTLES {
        return Fit::No;
    }
    let lengths: Vec<usize> = rows.iter().map(|row| row_tokens(row).len()).collect();
    let is_even = lengths.iter().all(|&length| length == lengths[0]);
    match (rows.len() == filled, is_even) {
        (true, true) if rule.is_some() => Fit::Sure,
        (true, true) if lengths[0] > 1 => Fit::Likely,
        (true, true) => Fit::Possible,
        (true, false) => Fit::Damaged,
        // A Nonogram has its height and width on the first line, and as many lines of clues as both together.
        (false, true) if lengths[0] > 1 && rows.len() != filled + empty => Fit::Damaged,
        _ if rule.is_some() => Fit::Damaged,
        _ => Fit::No,
    }
}

const SEED_HELP: &str = "the form is 'f e' on the first line (filled and empty bottles), then f lines of balls, bottom \
                         first; '4 2 water' on the first line asks for the water rule";

fn read_seed(source: &Source) -> Result<BallSort, Diagnostic> {
    let lines = source.content_lines();
    let Some((first, rows)) = lines.split_first() else {
        return Err(Diagnostic::new("there is no board here: the text is empty").help(SEED_HELP));
    };
    let Header { filled, empty, rule } = read_header(first)?;
    if rows.len() != filled {
        let message = format!("the first line promises {filled} filled bottles, but {} rows follow", rows.len());
        let diagnostic = Diagnostic::new(message);
        let diagnostic = match rows.get(filled) {
            Some(extra) => diagnostic.label("this row is one too many", *extra),
            None => diagnostic.label(format!("{} more expected after this", filled - rows.len()), source.end()),
        };
        return Err(diagnostic.label("the promise", first.span()).help(SEED_HELP));
    }
    let tokens: Vec<Vec<Token<'_>>> = rows.iter().map(row_tokens).collect();
    let capacity = usual_length(&tokens);
    if let Some((row, line)) = tokens.iter().zip(rows).find(|(row, _)| row.len() != capacity) {
        return Err(ragged(row, line, capacity));
    }
    let mut bottles = Vec::with_capacity(filled + empty);
    for row in &tokens {
        let balls: Vec<Token<'_>> = row.iter().copied().take_while(|token| token.text != EMPTY_PLACE).collect();
        if let Some(floating) = row[balls.len()..].iter().find(|token| token.text != EMPTY_PLACE) {
            return Err(Diagnostic::new("a ball stands above an empty place")
                .label("this ball has nothing below it", *floating)
                .help("rows are written from the bottom up, so -1 may only stand at the end of a row"));
        }
        bottles.push(balls);
    }
    bottles.resize(filled + empty, Vec::new());
    let balls = bottles.iter().map(|bottle| bottle.iter().map(|token| token.text).collect()).collect();
    board(capacity, balls, rule.unwrap_or(Rule::Ball), |place| match place {
        Some((bottle, height)) => bottles[bottle][height].into(),
        None => first.span(),
    })
}

/// The first line of a board.
struct Header {
    filled: usize,
    empty: usize,
    /// The rule, where it is named.
    rule: Option<Rule>,
}

fn read_header(line: &Line<'_>) -> Result<Header, Diagnostic> {
    let tokens: Vec<Token<'_>> = line.tokens().take(4).collect();
    let (counts, rest) = tokens.split_at(tokens.len().min(2));
    let [first, second] = counts else {
        return Err(Diagnostic::new("the first line must hold two numbers")
            .label("filled bottles and empty bottles were expected here", *line)
            .help(SEED_HELP));
    };
    let filled = first.number("the number of filled bottles", MAX_BOTTLES)?;
    let empty = second.number("the number of empty bottles", MAX_BOTTLES)?;
    if filled == 0 {
        return Err(Diagnostic::new("a board needs at least one bottle with a row of its own")
            .label("0 filled bottles", *first)
            .help(SEED_HELP));
    }
    let rule = match rest {
        [word] => Rule::named(word.text),
        _ => None,
    };
    match rest.first() {
        Some(word) if rule.is_none() => Err(Diagnostic::new("the first line holds more than two numbers and a rule")
            .label("'ball' or 'water' may stand here, and nothing else", *word)
            .help(SEED_HELP)),
        _ => Ok(Header { filled, empty, rule }),
    }
}

/// The length that most rows have, the longer of two that are equally frequent.
fn usual_length(rows: &[Vec<Token<'_>>]) -> usize {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(row.len()).or_default() += 1);
    counts.into_iter().map(|(length, count)| (count, length)).max().map_or(0, |(_, length)| length)
}

fn ragged(row: &[Token<'_>], line: &Line<'_>, capacity: usize) -> Diagnostic {
    match row.get(capacity) {
        Some(over) => {
            Diagnostic::new(format!("this bottle is over-full: {} balls, the others hold {capacity}", row.len()))
                .label("one too many", *over)
                .help("all rows must have the same length; it is what a bottle holds")
        }
        None => Diagnostic::new(format!("this row has {} places, the others have {capacity}", row.len()))
            .label(format!("{} more expected", capacity - row.len()), *line)
            .help("all rows must have the same length; write -1 for an empty place at the top of a bottle"),
    }
}

/// A board from the words that stand for its balls; `span` finds the place of a ball in the text, or that of the whole
/// board.
///
/// Numbers from 1 to 255 are colours as they are. As soon as one word is something else, all words are names, numbered
/// in the order in which they appear.
fn board(
    capacity: usize,
    balls: Vec<Vec<&str>>,
    rule: Rule,
    span: impl Fn(Option<(usize, usize)>) -> Span,
) -> Result<BallSort, Diagnostic> {
    let places = || {
        balls.iter().enumerate().flat_map(|(b, bottle)| bottle.iter().enumerate().map(move |(h, word)| (b, h, *word)))
    };
    if let Some((bottle, height, word)) = places().find(|(_, _, word)| !is_name(word)) {
        let shown = Token { text: word, start: 0 }.shown();
        return Err(Diagnostic::new(format!("'{shown}' is no colour"))
            .label("a colour was expected here", span(Some((bottle, height))))
            .help(format!(
                "a colour is a number from 1, a letter or a word of letters and digits, of up to {MAX_NAME} characters; \
                 hidden colours cannot be read"
            )));
    }
    let are_numbers = places().all(|(_, _, word)| word.parse::<u8>().is_ok());
    let mut numbers: HashMap<&str, u8> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut bottles = vec![Vec::new(); balls.len()];
    for (bottle, height, word) in places() {
        let colour = match word.parse::<u8>() {
            Ok(0) => 0,
            Ok(number) if are_numbers => number,
            _ => match numbers.get(word) {
                Some(&number) => number,
                None => {
                    let Ok(number) = u8::try_from(names.len() + 1) else {
                        return Err(Diagnostic::new(format!("there are more than {MAX_COLOURS} colours"))
                            .label("this is one too many", span(Some((bottle, height))))
                            .help(format!("a board may have up to {MAX_COLOURS} colours")));
                    };
                    names.push(word.to_owned());
                    numbers.insert(word, number);
                    number
                }
            },
        };
        bottles[bottle].push(colour);
    }
    BallSort::new(capacity, bottles, rule, names).map_err(|BoardError { message, help, place }| {
        let label = if place.is_some() { "this ball shows it" } else { "here" };
        Diagnostic::new(message).label(label, span(place)).help(help)
    })
}

/// Whether a word can be a colour.
fn is_name(word: &str) -> bool {
    let is_short = word.chars().nth(MAX_NAME).is_none();
    !word.is_empty() && is_short && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Rows of balls, as seed 003 has them. Empty bottles at the end are only counted; others are rows of `-1`.
fn write_seed(puzzle: &BallSort) -> Result<String, String> {
    let capacity = puzzle.capacity;
    let name = |&colour: &u8| puzzle.colour_name(colour);
    if capacity == 1 && puzzle.bottles.iter().flatten().any(|colour| name(colour).chars().count() > 1) {
        return Err("with one ball to a bottle, a colour of several characters would read as several balls".to_owned());
    }
    let empty = puzzle.bottles.iter().rev().take_while(|bottle| bottle.is_empty()).count();
    // A board of empty bottles alone needs a row to say what a bottle holds.
    let filled = (puzzle.bottles.len() - empty).max(1);
    let rule = match puzzle.rule {
        Rule::Ball => "",
        Rule::Water => " water",
    };
    let mut text = format!("{filled} {}{rule}\n", puzzle.bottles.len() - filled);
    for bottle in &puzzle.bottles[..filled] {
        let places =
            bottle.iter().map(name).chain(std::iter::repeat_n(EMPTY_PLACE.to_owned(), capacity - bottle.len()));
        text += &places.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    Ok(text)
}

#[derive(Deserialize)]
struct JsonBoard {
    capacity: Option<usize>,
    bottles: Vec<Vec<JsonBall>>,
    rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "a ball is a number from 1 or a name")]
enum JsonBall {
    Number(u64),
    Name(String),
}

impl JsonBall {
    fn into_word(self) -> String {
        match self {
            JsonBall::Number(number) => number.to_string(),
            JsonBall::Name(name) => name,
        }
    }
}

fn read_json_board(source: &Source) -> Result<BallSort, Diagnostic> {
    let JsonBoard { capacity, bottles, rule } = read_json::read(source, JSON_FORM)?;
    let rule = match &rule {
        None => Rule::Ball,
        Some(name) => Rule::named(name).ok_or_else(|| {
            Diagnostic::new(format!("Ball Sort has no rule called '{}'", Token { text: name, start: 0 }.shown()))
                .label("this rule", read_json::key(source, "rule"))
                .help("choose one of: ball, water")
        })?,
    };
    let words: Vec<Vec<String>> =
        bottles.into_iter().map(|bottle| bottle.into_iter().map(JsonBall::into_word).collect()).collect();
    let balls = words.iter().map(|bottle| bottle.iter().map(String::as_str).collect()).collect();
    let capacity_or_usual = capacity.unwrap_or(USUAL_CAPACITY);
    let is_bad_capacity = !(1..=MAX_CAPACITY).contains(&capacity_or_usual);
    let key = read_json::key(source, if is_bad_capacity { "capacity" } else { "bottles" });
    board(capacity_or_usual, balls, rule, |_| key)
}

fn write_json(puzzle: &BallSort) -> Result<String, String> {
    let ball = |&colour: &u8| match puzzle.names.is_empty() {
        true => json!(colour),
        false => json!(puzzle.colour_name(colour)),
    };
    let bottles: Vec<Vec<Value>> = puzzle.bottles.iter().map(|bottle| bottle.iter().map(ball).collect()).collect();
    let object = json!({
        "family": "ballsort", "capacity": puzzle.capacity, "bottles": bottles, "rule": puzzle.rule.name()
    });
    Ok(format!("{object}\n"))
}

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
pub(super) fn read_plan(source: &Source) -> Result<Plan, Diagnostic> {
    if source.text.trim_start().starts_with('{') {
        let JsonPlan { moves, length, lower_bound } = read_json::read(source, r#"{"moves":[[1,5],[3,1]]}"#)?;
        if length.is_some_and(|length| length != moves.len()) {
            return Err(Diagnostic::new(format!("the plan has {} moves, which is not what it says", moves.len()))
                .label("this length", read_json::key(source, "length"))
                .help("leave the length away, or give the number of moves"));
        }
        let at = read_json::key(source, "moves");
        let moves = moves.into_iter().map(|[from, to]| step([from, to], [at, at])).collect::<Result<_, _>>()?;
        return Ok(Plan { moves, lower_bound });
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

/// A move from bottle numbers counted from 1.
fn step(numbers: [u16; 2], places: [Span; 2]) -> Result<Move, Diagnostic> {
    if let Some(zero) = numbers.iter().position(|&number| number == 0) {
        return Err(Diagnostic::new("there is no bottle 0").label("here", places[zero]).help(PLAN_HELP));
    }
    Ok(Move { from: numbers[0] - 1, to: numbers[1] - 1 })
}
