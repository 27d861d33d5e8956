//! The plain form: the numbers of filled and of empty bottles, then one line for each filled bottle.

use std::collections::{BTreeMap, HashMap};

use super::super::{BallSort, Goal, MAX_BOTTLES, MAX_CAPACITY, Rule, rule_named};
use super::{Ball, Draft, floating, without_gaps};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// The plain form: `f e`, then f rows of balls.
pub(super) static PLAIN: Notation<BallSort> = Notation {
    name: "plain",
    summary: "a line with the number of filled and of empty bottles, then one line for each filled bottle with \
              its balls, bottom first; colours are numbers, letters or words, -1 is an empty place at the top, ? a hidden \
              ball, !C before the balls of a bottle locks it until colour C is complete; the name of a rule may stand \
              after the two numbers, and after that 4,4,5,3 for what each bottle holds, where they differ",
    packing: Packing::Block,
    comments: true,
    detect: detect_plain,
    read: read_plain,
    write: Some(write_plain),
};

/// The balls of a row, without the mark of a lock. A row that is one word is a row of letters: `ABBA`. The word `-1` is
/// an empty place, not two letters.
fn row_tokens<'a>(line: &Line<'a>) -> Vec<Token<'a>> {
    let line = match lock(line) {
        Some(mark) => {
            let end = mark.start + mark.text.len();
            Line { text: &line.text[end - line.start..], start: end, ..*line }
        }
        None => *line,
    };
    if line.text.trim() == EMPTY_PLACE { line.tokens().collect() } else { line.symbols() }
}

/// The colour that a row's bottle waits for: `!R` at its start.
fn lock<'a>(line: &Line<'a>) -> Option<Token<'a>> {
    let first = line.tokens().next()?;
    let colour = first.text.strip_prefix('!')?;
    Some(Token { text: colour, start: first.start + 1 })
}

const EMPTY_PLACE: &str = "-1";

fn detect_plain(source: &Source) -> Fit {
    let lines = source.content_lines();
    let Some((first, rows)) = lines.split_first() else { return Fit::No };
    let Ok(Header { filled, empty, rule, capacities }) = read_header(first) else { return Fit::No };
    // A board has few rows: anything longer is something else, and need not be looked at.
    if rows.len() > 2 * MAX_BOTTLES {
        return Fit::No;
    }
    // A text that was cut off after its first line: its reader says what is missing.
    if rows.is_empty() {
        return Fit::Damaged;
    }
    if let Some(word) = capacities {
        let is_whole = rows.len() == filled && word.text.split(',').count() == filled + empty;
        return if is_whole { Fit::Sure } else { Fit::Damaged };
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

const PLAIN_HELP: &str = "the form is 'f e' on the first line (filled and empty bottles), then f lines of balls, bottom \
                         first; '4 2 water' on the first line asks for the water rule, and '4 2 water 4,4,4,5,3,3' says \
                         what each bottle holds";

fn read_plain(source: &Source) -> Result<BallSort, Diagnostic> {
    let lines = source.content_lines();
    let Some((first, rows)) = lines.split_first() else {
        return Err(Diagnostic::new("there is no board here: the text is empty").help(PLAIN_HELP));
    };
    let Header { filled, empty, rule, capacities } = read_header(first)?;
    if rows.len() != filled {
        let message = format!(
            "the number of filled bottles is {filled} in the first line, but the number of rows is {}",
            rows.len()
        );
        let diagnostic = Diagnostic::new(message);
        let diagnostic = match rows.get(filled) {
            Some(extra) => diagnostic.label("this row is one too many", *extra),
            None => diagnostic.label(format!("{} more expected after this", filled - rows.len()), source.end()),
        };
        return Err(diagnostic.label("stated here", first.span()).help(PLAIN_HELP));
    }
    let tokens: Vec<Vec<Token<'_>>> = rows.iter().map(row_tokens).collect();
    let capacity = usual_length(&tokens);
    let span = capacities.map_or(first.span(), Into::into);
    let capacities = match capacities {
        Some(said) => Some(read_capacities(said, filled + empty, &tokens, rows)?),
        None => None,
    };
    let is_ragged = |row: &[Token<'_>]| capacities.is_none() && row.len() != capacity;
    if let Some((row, line)) = tokens.iter().zip(rows).find(|(row, _)| is_ragged(row)) {
        return Err(ragged(row, line, capacity));
    }
    let mut bottles = Vec::with_capacity(filled + empty);
    for row in &tokens {
        let balls: Vec<Ball<'_>> = row.iter().map(|&token| token.into()).collect();
        let help = "rows are written from the bottom up, so -1 may only be at the end of a row";
        bottles.push(without_gaps(balls, |name| name == EMPTY_PLACE).map_err(|ball| floating(ball, help))?);
    }
    bottles.resize(filled + empty, Vec::new());
    let locks = rows.iter().enumerate().filter_map(|(bottle, row)| Some((bottle, lock(row)?.into())));
    let locks: BTreeMap<usize, Ball<'_>> = locks.collect();
    let rules = rule.unwrap_or((Rule::Ball, Goal::Full));
    Draft { capacity: Some(capacity), capacities, bottles, locks, rules, span }.board(source)
}

/// What each bottle holds, if there is a number for each, and each row has as many places as its bottle.
fn read_capacities(
    said: Token<'_>,
    bottles: usize,
    tokens: &[Vec<Token<'_>>],
    rows: &[Line<'_>],
) -> Result<Vec<usize>, Diagnostic> {
    let mut start = said.start;
    let mut each = Vec::new();
    for text in said.text.split(',') {
        let token = Token { text, start };
        let capacity = token.number("what a bottle holds", MAX_CAPACITY)?;
        if capacity == 0 {
            return Err(Diagnostic::new("a bottle cannot hold 0 balls").label("here", token).help(PLAIN_HELP));
        }
        each.push(capacity);
        start += text.len() + 1;
    }
    if each.len() != bottles {
        return Err(Diagnostic::new(format!("there are {} capacities for {bottles} bottles", each.len()))
            .label("one number for each bottle was expected, empty ones included", said)
            .help(PLAIN_HELP));
    }
    for (bottle, ((row, line), &holds)) in (1..).zip(tokens.iter().zip(rows).zip(&each)) {
        let label = match row.len() {
            length if length == holds => continue,
            length if length < holds => format!("{} more expected", holds - length),
            length => format!("{} too many", length - holds),
        };
        let message = format!("this row has {} places, and bottle {bottle} holds {holds}", row.len());
        return Err(Diagnostic::new(message)
            .label(label, *line)
            .help("each row has as many places as its bottle holds; write -1 for an empty place at the top"));
    }
    Ok(each)
}

/// The first line of a board.
struct Header<'a> {
    filled: usize,
    empty: usize,
    /// The rule, where it is named.
    rule: Option<(Rule, Goal)>,
    /// The word that says what each bottle holds: `4,4,5,3`.
    capacities: Option<Token<'a>>,
}

fn read_header<'a>(line: &Line<'a>) -> Result<Header<'a>, Diagnostic> {
    // In front of it a comma may stand between two words.
    let words = || line.text.split_whitespace();
    let last = words().next_back().filter(|word| word.contains(',') && !word.ends_with(',') && words().count() > 2);
    let capacities = last.map(|text| {
        let at = text.as_ptr() as usize - line.text.as_ptr() as usize;
        Token { text, start: line.start + at }
    });
    let end = capacities.map_or(line.text.len(), |word| word.start - line.start);
    let line = &Line { text: &line.text[..end], ..*line };
    let tokens: Vec<Token<'_>> = line.tokens().take(4).collect();
    let (counts, rest) = tokens.split_at(tokens.len().min(2));
    let [first, second] = counts else {
        return Err(Diagnostic::new("the first line must hold two numbers")
            .label("filled bottles and empty bottles were expected here", *line)
            .help(PLAIN_HELP));
    };
    let filled = first.number("the number of filled bottles", MAX_BOTTLES)?;
    let empty = second.number("the number of empty bottles", MAX_BOTTLES)?;
    if filled == 0 {
        return Err(Diagnostic::new("a board needs at least one bottle with a row of its own")
            .label("0 filled bottles", *first)
            .help(PLAIN_HELP));
    }
    let (rule, rest) = match rest.split_first() {
        Some((word, after)) if rule_named(word.text).is_some() => (rule_named(word.text), after),
        _ => (None, rest),
    };
    match rest.first() {
        Some(word) => Err(Diagnostic::new("the first line holds more than two numbers and a rule")
            .label("only a rule such as 'ball' or 'water' may be here, and what each bottle holds after it", *word)
            .help(PLAIN_HELP)),
        None => Ok(Header { filled, empty, rule, capacities }),
    }
}

/// The length that most rows have, the longer of two that are equally frequent.
fn usual_length(rows: &[Vec<Token<'_>>]) -> usize {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    rows.iter().for_each(|row| *counts.entry(row.len()).or_default() += 1);
    counts.into_iter().map(|(length, count)| (count, length)).max().map_or(0, |(_, length)| length)
}

const WHERE_THEY_DIFFER: &str = "Where bottles hold different numbers of balls, the first line says what each holds, for \
                                 example '2 1 4,5,4'";

fn ragged(row: &[Token<'_>], line: &Line<'_>, capacity: usize) -> Diagnostic {
    match row.get(capacity) {
        Some(over) => {
            Diagnostic::new(format!("this bottle is over-full: {} balls, the others hold {capacity}", row.len()))
                .label("one too many", *over)
                .help(format!("all rows must have the same length; it is what a bottle holds. {WHERE_THEY_DIFFER}"))
        }
        None => Diagnostic::new(format!("this row has {} places, the others have {capacity}", row.len()))
            .label(format!("{} more expected", capacity - row.len()), *line)
            .help(format!(
                "all rows must have the same length; write -1 for an empty place at the top of a bottle. {WHERE_THEY_DIFFER}"
            )),
    }
}

/// Rows of balls in the plain form. Empty bottles at the end are only counted; others are rows of `-1`.
fn write_plain(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    let name = |&colour: &u8| puzzle.colour_name(colour);
    let has_word = |bottle: &Vec<u8>| bottle.iter().any(|colour| name(colour).chars().count() > 1);
    if (0..).zip(&puzzle.bottles).any(|(at, bottle)| puzzle.holds(at) == 1 && has_word(bottle)) {
        return Err("with one ball to a bottle, a colour of several characters would read as several balls".into());
    }
    let empty = puzzle.bottles.iter().rev().take_while(|bottle| bottle.is_empty()).count();
    let last_lock = puzzle.locks.iter().rposition(Option::is_some).map_or(0, |bottle| bottle + 1);
    // A board of empty bottles alone needs a row to say what a bottle holds.
    let filled = (puzzle.bottles.len() - empty).max(1).max(last_lock);
    let rule = match puzzle.rule() {
        Some(rule) if rule != "ball" => format!(" {rule}"),
        _ => String::new(),
    };
    let each: Vec<String> = puzzle.capacities.iter().map(usize::to_string).collect();
    let each = if each.is_empty() { String::new() } else { format!(" {}", each.join(",")) };
    let mut text = format!("{filled} {}{rule}{each}\n", puzzle.bottles.len() - filled);
    for (index, bottle) in puzzle.bottles[..filled].iter().enumerate() {
        let lock = puzzle.lock(index).map(|colour| format!("!{}", name(&colour)));
        let empty = std::iter::repeat_n(EMPTY_PLACE.to_owned(), puzzle.holds(index) - bottle.len());
        let words = lock.into_iter().chain(bottle.iter().map(name)).chain(empty);
        text += &words.collect::<Vec<_>>().join(" ");
        text.push('\n');
    }
    Ok(text)
}
