//! Every notation of Ball Sort, read and written, and the ways to write a plan.
//!
//! There are as many notations as programs, but they differ in three things only: what separates balls and
//! bottles, whether a bottle is written from the bottom up or from the top down, and where its empty places are. So
//! each reader makes a [`Draft`], balls as words with their places in the text, and one function turns that into a board:
//! colours may be numbers or names everywhere, `?` is a hidden colour everywhere, and what is wrong with a board is found
//! once (`BallSort::with`) and only pointed at from here.
//!
//! Which way round a bottle is written cannot be seen in a text whose bottles are all full. Each notation uses the direction of
//! the programs that use it, empty places show the direction where there are some, and `--from` chooses the other direction
//! (`letters-top`, `lists-bottom`). A board that is written this way says so in a label. Colours that do not fill whole bottles make a text [`Fit::Damaged`], so that
//! the error names the colour.

mod arrays;
pub(super) mod examples;
mod json;
mod letters;
mod lists;
mod plain;
mod plan;
#[cfg(test)]
mod tests;
mod tubes;

use std::collections::{BTreeMap, HashMap};

use super::board::rule_named;
use super::{BallSort, BoardError, Goal, HIDDEN, MAX_CAPACITY, MAX_COLOURS, Rule};
use quandary_core::puzzle::{AnyNotation, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, Span, Token};

pub(super) use json::read as read_json;
pub(super) use plan::read_plan;

/// Every notation, the preferred first.
pub(super) static NOTATIONS: &[&dyn AnyNotation] = &[
    &plain::PLAIN,
    &json::JSON,
    &letters::LETTERS,
    &letters::LETTERS_TOP,
    &letters::WORDS,
    &lists::LISTS,
    &lists::LISTS_BOTTOM,
    &lists::GET_COLOR,
    &arrays::ARRAYS,
    &arrays::LAYOUT,
    &tubes::TUBES,
    &tubes::COLUMNS,
];

/// What a bottle holds where nothing says it.
const USUAL_CAPACITY: usize = 4;

/// The longest name of a colour, in characters.
const MAX_NAME: usize = 24;

/// A hidden ball, in every notation.
const HIDDEN_MARK: &str = "?";

/// A ball as written in a text.
#[derive(Clone, Copy, Debug)]
struct Ball<'a> {
    name: &'a str,
    span: Span,
}

impl<'a> From<Token<'a>> for Ball<'a> {
    fn from(token: Token<'a>) -> Ball<'a> {
        Ball { name: token.text, span: token.into() }
    }
}

/// A board as written in a text.
struct Draft<'a> {
    /// What a bottle holds, where the text says it.
    capacity: Option<usize>,
    /// What each bottle holds, where the text says that.
    capacities: Option<Vec<usize>>,
    /// The balls of each bottle, from the bottom up.
    bottles: Vec<Vec<Ball<'a>>>,
    /// Locked bottles, with the colour that each waits for.
    locks: BTreeMap<usize, Ball<'a>>,
    rules: (Rule, Goal),
    /// What to point at when no ball is to blame.
    span: Span,
}

impl<'a> Draft<'a> {
    /// Full bottles and nothing special.
    fn new(capacity: Option<usize>, bottles: Vec<Vec<Ball<'a>>>, rule: Rule, span: Span) -> Draft<'a> {
        Draft { capacity, capacities: None, bottles, locks: BTreeMap::new(), rules: (rule, Goal::Full), span }
    }

    fn balls(&self) -> impl Iterator<Item = Ball<'a>> {
        self.bottles.iter().flatten().copied()
    }

    /// How often each colour is seen.
    fn counts(&self) -> HashMap<&'a str, usize> {
        let mut counts = HashMap::new();
        for ball in self.balls().filter(|ball| ball.name != HIDDEN_MARK) {
            *counts.entry(ball.name).or_default() += 1;
        }
        counts
    }

    /// The rules: those that were asked for beside the text, or its own.
    fn rules(&self, source: &Source) -> (Rule, Goal) {
        source.rule.as_deref().and_then(rule_named).unwrap_or(self.rules)
    }

    /// What a bottle holds: as the text says, else the least that every bottle fits into and that every colour fills
    /// evenly, else (and where bottles need not be full in the end) the fullest bottle.
    fn capacity(&self, goal: Goal) -> usize {
        let fullest = self.bottles.iter().map(Vec::len).max().unwrap_or(0);
        let counts = self.counts();
        let is_even = |capacity: &usize| counts.values().all(|count| count.is_multiple_of(*capacity));
        self.capacity.unwrap_or_else(|| match fullest {
            0 => USUAL_CAPACITY,
            _ if goal == Goal::Uniform || self.balls().any(|ball| ball.name == HIDDEN_MARK) => fullest,
            _ => (fullest..=MAX_CAPACITY).find(is_even).unwrap_or(fullest),
        })
    }

    /// Whether the colours come out even, where they have to: a text of this shape is hardly anything else then.
    fn is_even(&self, source: &Source) -> bool {
        let (_, goal) = self.rules(source);
        let capacity = self.capacity(goal).max(1);
        let counts = self.counts();
        let hidden = self.balls().count() - counts.values().sum::<usize>();
        let lacking: usize = counts.values().map(|count| count.next_multiple_of(capacity) - count).sum();
        let fits = self.bottles.iter().all(|bottle| bottle.len() <= capacity);
        let comes_out = lacking <= hidden && (hidden - lacking).is_multiple_of(capacity);
        fits && !counts.is_empty() && (comes_out || (goal == Goal::Uniform && hidden == 0))
    }

    /// How well the text fits, if its shape is right.
    fn fit(&self, source: &Source) -> Fit {
        if self.is_even(source) { Fit::Likely } else { Fit::Damaged }
    }

    /// The board.
    ///
    /// Numbers from 1 to 255 are colours as they are. As soon as one word is something else (also `01`), all words are names,
    /// numbered in the order in which they appear. A rule that was asked for beside the text takes the place of the text's own.
    fn board(self, source: &Source) -> Result<BallSort, Diagnostic> {
        let awaited = self.locks.values().copied();
        let named: Vec<Ball<'_>> = self.balls().chain(awaited).filter(|ball| ball.name != HIDDEN_MARK).collect();
        if let Some(ball) = named.iter().find(|ball| !is_name(ball.name)) {
            let shown = Token { text: ball.name, start: 0 }.shown();
            return Err(Diagnostic::new(format!("'{shown}' is not a colour"))
                .label("a colour was expected here", ball.span)
                .help(format!(
                    "a colour is a number from 1, a letter or a word of letters and digits, of up to {MAX_NAME} \
                     characters; a hidden colour is '?'"
                )));
        }
        if let Some(zero) = named.iter().find(|ball| ball.name.parse() == Ok(0u8)) {
            return Err(Diagnostic::new("there is no colour 0")
                .label("this ball shows it", zero.span)
                .help(format!("colours are numbers from 1 to {MAX_COLOURS}, or names")));
        }
        let are_numbers = named.iter().all(|ball| !ball.name.starts_with('0') && ball.name.parse::<u8>().is_ok());
        let mut numbers: HashMap<&str, u8> = HashMap::from([(HIDDEN_MARK, HIDDEN)]);
        let mut names: Vec<String> = Vec::new();
        for ball in named {
            if numbers.contains_key(ball.name) {
                continue;
            }
            let number = match ball.name.parse() {
                Ok(number) if are_numbers => number,
                _ => {
                    names.push(ball.name.to_owned());
                    u8::try_from(names.len()).map_err(|_| {
                        Diagnostic::new(format!("there are more than {MAX_COLOURS} colours"))
                            .label("this is one too many", ball.span)
                            .help(format!("a board may have up to {MAX_COLOURS} colours"))
                    })?
                }
            };
            numbers.insert(ball.name, number);
        }
        let colours = |bottle: &Vec<Ball<'a>>| bottle.iter().map(|ball| numbers[ball.name]).collect::<Vec<u8>>();
        let bottles: Vec<Vec<u8>> = self.bottles.iter().map(colours).collect();
        let locks = (0..bottles.len()).map(|bottle| self.locks.get(&bottle).map(|ball| numbers[ball.name])).collect();
        let rules = self.rules(source);
        let made = match self.capacities {
            Some(capacities) => BallSort::with_each(capacities, bottles, rules, locks, names),
            None => BallSort::with(self.capacity(rules.1), bottles, rules, locks, names),
        };
        made.map_err(|BoardError { message, help, place }| {
            let (label, span) = match place {
                Some((bottle, height)) => ("the last of them", self.bottles[bottle][height].span),
                None => ("here", self.span),
            };
            Diagnostic::new(message).label(label, span).help(help)
        })
    }
}

/// Whether a word can be a colour.
fn is_name(word: &str) -> bool {
    let is_short = word.chars().nth(MAX_NAME).is_none();
    !word.is_empty() && is_short && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether a word in a list stands for an empty place: `_`, or the word itself.
fn is_gap_word(word: &str) -> bool {
    word == "_" || word.eq_ignore_ascii_case("empty")
}

/// Removes the empty places at the `top` of a bottle, which is given from the bottom up. `Err` is the ball
/// that is above an empty place.
fn without_gaps<'a>(mut bottle: Vec<Ball<'a>>, is_gap: impl Fn(&str) -> bool) -> Result<Vec<Ball<'a>>, Ball<'a>> {
    let filled = bottle.iter().position(|ball| is_gap(ball.name)).unwrap_or(bottle.len());
    match bottle[filled..].iter().find(|ball| !is_gap(ball.name)) {
        Some(&floating) => Err(floating),
        None => {
            bottle.truncate(filled);
            Ok(bottle)
        }
    }
}

/// The error about a ball above an empty place.
fn floating(ball: Ball<'_>, help: &str) -> Diagnostic {
    Diagnostic::new("a ball is above an empty place").label("this ball has nothing below it", ball.span).help(help)
}

/// What single letters stand for, where a remark after `#` says it: `# A=sand B=sea`.
fn legend(source: &Source) -> HashMap<char, &str> {
    let remarks = source.text.lines().filter_map(|line| line.split_once('#')).map(|(_, remark)| remark);
    let pairs = remarks.flat_map(str::split_whitespace).filter_map(|word| word.split_once('='));
    let one_letter = |(letter, name)| {
        let mut letters = str::chars(letter);
        let first = letters.next()?;
        (letters.next().is_none() && is_name(name)).then_some((first, name))
    };
    pairs.filter_map(one_letter).collect()
}

/// One letter for each colour of a board, and the remark that says what they stand for, where they are not the colours'
/// names already. `own` is whether a name may be used as it is.
fn one_letter_each(
    puzzle: &BallSort,
    alphabet: impl Iterator<Item = char>,
    own: impl Fn(char) -> bool,
) -> Result<(HashMap<u8, char>, String), DoesNotFit> {
    let mut colours: Vec<u8> = Vec::new();
    for &colour in puzzle.bottles.iter().flatten().chain(puzzle.locks.iter().flatten()) {
        if colour != HIDDEN && !colours.contains(&colour) {
            colours.push(colour);
        }
    }
    let name = |colour: u8| {
        let name = puzzle.colour_name(colour);
        let mut letters = name.chars();
        letters.next().filter(|&letter| letters.next().is_none() && own(letter))
    };
    if let Some(names) = colours.iter().map(|&colour| Some((colour, name(colour)?))).collect() {
        return Ok((names, String::new()));
    }
    colours.sort_unstable();
    let letters: HashMap<u8, char> = colours.iter().copied().zip(alphabet).collect();
    if letters.len() < colours.len() {
        return Err(format!("there are {} colours, more than letters", colours.len()).into());
    }
    let pair = |&colour: &u8| format!("{}={}", letters[&colour], puzzle.colour_name(colour));
    let remark = format!("# {}", colours.iter().map(pair).collect::<Vec<_>>().join(" "));
    Ok((letters, remark))
}

/// Which bottles are written with their empty places: where some bottle is neither full nor empty, all but the empty ones,
/// so that the text shows which end is the top; where there is no ball, all, so that it shows what a bottle holds.
fn shows_gaps(puzzle: &BallSort) -> impl Fn(&Vec<u8>) -> bool {
    let is_ragged = puzzle.bottles.iter().any(|bottle| !bottle.is_empty() && bottle.len() < puzzle.capacity);
    let is_bare = puzzle.bottles.iter().all(Vec::is_empty);
    move |bottle| if bottle.is_empty() { is_bare } else { is_ragged }
}

/// Why a board with bottles of different sizes cannot be written in most notations.
fn of_one_size(puzzle: &BallSort) -> Result<(), DoesNotFit> {
    if puzzle.is_mixed() { Err("it cannot store bottles of different sizes".into()) } else { Ok(()) }
}

/// Why a board with bottles that are locked or of different sizes cannot be written in most notations.
fn with_plain_bottles(puzzle: &BallSort) -> Result<(), DoesNotFit> {
    of_one_size(puzzle)?;
    if puzzle.locks.is_empty() { Ok(()) } else { Err("it cannot store locked bottles".into()) }
}

/// Why a board with a colour that is called like an empty place cannot be written in lists.
fn without_gap_names(puzzle: &BallSort) -> Result<(), DoesNotFit> {
    let names = puzzle.bottles.iter().flatten().map(|&colour| puzzle.colour_name(colour));
    match names.into_iter().find(|name| is_gap_word(name)) {
        Some(name) => Err(format!("a ball of the colour '{name}' would be read as an empty place").into()),
        None => Ok(()),
    }
}
