//! Boards on one line, a letter for each ball.
//!
//! - `letters`: `FORF;OORF;RFOR;;`, bottom first, bottles set apart by semicolons; an empty bottle is nothing at all;
//! - `letters-top`: the same from the top down;
//! - `words`: `RORF ?ORF EEEE`, from the top down, E an empty place, `?` a hidden ball, `!R,RFOR` a bottle that is locked
//!   until R is complete (`!R` alone when nothing in it is seen).
//!
//! A dot is an empty place, and shows which way round the bottles are written: `FO..` can only be bottom first. Colours
//! whose names are longer than a letter are named in a remark at the end of the line: `# F=fern O=oak`.

use std::collections::{BTreeMap, HashMap};

use super::super::{BallSort, Goal, HIDDEN, Rule};
use super::{
    Ball, Draft, HIDDEN_MARK, floating, legend, of_one_size, one_letter_each, shows_gaps, with_plain_bottles,
    without_gaps,
};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Token};

/// Letters from the bottom up.
pub(super) static LETTERS: Notation<BallSort> = Notation {
    name: "letters",
    summary: "FORF;OORF;RFOR;; on one line: a letter for each ball, bottom first, semicolons between bottles; a dot is \
              an empty place at the top",
    packing: Packing::Line,
    comments: true,
    detect: |source| detect_letters(source, Way::Up),
    read: |source| read_letters(source, Way::Up),
    write: Some(|puzzle| write_letters(puzzle, Way::Up)),
};

/// Letters from the top down.
pub(super) static LETTERS_TOP: Notation<BallSort> = Notation {
    name: "letters-top",
    summary: "the same from the top down: ..OF;FROO;… A text whose bottles are all full is read bottom first unless \
              --from letters-top says otherwise",
    packing: Packing::Line,
    comments: true,
    detect: |source| detect_letters(source, Way::Down),
    read: |source| read_letters(source, Way::Down),
    write: Some(|puzzle| write_letters(puzzle, Way::Down)),
};

/// Words from the top down.
pub(super) static WORDS: Notation<BallSort> = Notation {
    name: "words",
    summary: "RFOF F?OR ROFO EEEE on one line: a word for each bottle, top first; E is an empty place, ? a hidden ball, \
              !R,FOOR a bottle that is locked until colour R is complete (!R alone when nothing in it is seen)",
    packing: Packing::Line,
    comments: true,
    detect: detect_words,
    read: read_words,
    write: Some(write_words),
};

/// Which end of a bottle is written first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Up,
    Down,
}

const GAP: &str = ".";
const LETTERS_HELP: &str =
    "the form is FORF;OORF;RFOR;; on one line: a letter for each ball, semicolons between bottles";
const WORDS_HELP: &str =
    "the form is RFOF F?OR EEEE on one line: a word for each bottle, top first, E for an empty place";

/// The only line, without a remark at its end.
fn only_line<'a>(source: &'a Source, help: &str) -> Result<Line<'a>, Diagnostic> {
    let lines = source.content_lines();
    let [line] = lines.as_slice() else {
        let diagnostic = Diagnostic::new("the whole board must be on one line");
        let place = lines.get(1).map_or_else(|| source.first_word(), |second| (*second).into());
        return Err(diagnostic.label("here", place).help(help));
    };
    let text = line.text.split_once('#').map_or(line.text, |(board, _)| board);
    Ok(Line { text, ..*line })
}

/// Pieces of a line with their places, without the white space around them.
fn pieces<'a>(line: &Line<'a>, between: impl Fn(char) -> bool) -> Vec<Line<'a>> {
    let piece = |text: &'a str| {
        let trimmed = text.trim();
        Line { text: trimmed, start: line.start + (trimmed.as_ptr() as usize - line.text.as_ptr() as usize), ..*line }
    };
    line.text.split(between).map(piece).collect()
}

/// The balls of a word, each by the name that the legend gives it.
fn balls<'a>(word: &Line<'a>, names: &HashMap<char, &'a str>) -> Vec<Ball<'a>> {
    let named = |token: Token<'a>| {
        let name = token.text.chars().next().and_then(|letter| names.get(&letter).copied()).unwrap_or(token.text);
        Ball { name, span: token.into() }
    };
    word.characters().map(named).collect()
}

fn detect_letters(source: &Source, way: Way) -> Fit {
    let Ok(line) = only_line(source, LETTERS_HELP) else { return Fit::No };
    let is_letter = |c: char| c.is_alphanumeric() || c == '.' || c == '?';
    let parts = pieces(&line, |c| c == ';');
    let has_letters = line.text.chars().any(char::is_alphanumeric);
    if parts.len() < 2 || !has_letters || !parts.iter().all(|part| part.text.chars().all(is_letter)) {
        return Fit::No;
    }
    let gaps = |part: &Line<'_>| (part.text.starts_with('.'), part.text.ends_with('.'));
    let (starts, ends): (Vec<bool>, Vec<bool>) =
        parts.iter().filter(|part| !part.text.trim_matches('.').is_empty()).map(gaps).unzip();
    let is_this_way = match way {
        Way::Up => !starts.contains(&true) || ends.contains(&true),
        Way::Down => starts.contains(&true) && !ends.contains(&true),
    };
    match letters_draft(source, way) {
        Ok(draft) if is_this_way => draft.fit(source),
        Err(_) if is_this_way => Fit::Damaged,
        _ => Fit::No,
    }
}

fn letters_draft(source: &Source, way: Way) -> Result<Draft<'_>, Diagnostic> {
    let line = only_line(source, LETTERS_HELP)?;
    let names = legend(source);
    let mut bottles = Vec::new();
    let parts = pieces(&line, |c| c == ';');
    let widest = parts.iter().map(|part| part.text.chars().count()).max().unwrap_or(0);
    for part in &parts {
        let mut bottle = balls(part, &names);
        if way == Way::Down {
            bottle.reverse();
        }
        let help = "dots are empty places, at the top of a bottle";
        bottles.push(without_gaps(bottle, |name| name == GAP).map_err(|ball| floating(ball, help))?);
    }
    let capacity = line.text.contains('.').then_some(widest);
    Ok(Draft::new(capacity, bottles, Rule::Water, line.span()))
}

fn read_letters(source: &Source, way: Way) -> Result<BallSort, Diagnostic> {
    letters_draft(source, way)?.board(source)
}

fn write_letters(puzzle: &BallSort, way: Way) -> Result<String, DoesNotFit> {
    with_plain_bottles(puzzle)?;
    let (letters, remark) = one_letter_each(puzzle, ('A'..='Z').chain('a'..='z'), char::is_alphanumeric)?;
    let shows_gaps = shows_gaps(puzzle);
    let bottle = |balls: &Vec<u8>| {
        let mut word: Vec<char> = balls.iter().map(|ball| letters.get(ball).copied().unwrap_or('?')).collect();
        if shows_gaps(balls) {
            word.resize(puzzle.capacity, '.');
        }
        if way == Way::Down {
            word.reverse();
        }
        word.into_iter().collect::<String>()
    };
    let mut text = puzzle.bottles.iter().map(bottle).collect::<Vec<_>>().join(";");
    if !remark.is_empty() {
        text = format!("{text} {remark}");
    }
    Ok(text + "\n")
}

/// A word of a board of words: the colour that its bottle waits for, and its balls from the top down.
fn word_parts<'a>(word: &Line<'a>) -> (Option<Token<'a>>, Line<'a>) {
    let Some(rest) = word.text.strip_prefix('!') else { return (None, *word) };
    let (colour, balls) = rest.split_once(',').unwrap_or((rest, &rest[rest.len()..]));
    let place = |text: &'a str| word.start + (text.as_ptr() as usize - word.text.as_ptr() as usize);
    let token = Token { text: colour, start: place(colour) };
    (Some(token), Line { text: balls, start: place(balls), ..*word })
}

fn words_draft(source: &Source) -> Result<Draft<'_>, Diagnostic> {
    let line = only_line(source, WORDS_HELP)?;
    let names = legend(source);
    let words: Vec<Line<'_>> = pieces(&line, char::is_whitespace).into_iter().filter(|word| !word.is_blank()).collect();
    let capacity = words.iter().map(|word| word_parts(word).1.text.chars().count()).max().unwrap_or(0);
    let (mut bottles, mut locks) = (Vec::new(), BTreeMap::new());
    for (number, word) in words.iter().enumerate() {
        let (lock, inside) = word_parts(word);
        let mut bottle = balls(&inside, &names);
        match bottle.len() {
            0 if lock.is_some() => bottle = vec![Ball { name: HIDDEN_MARK, span: word.span() }; capacity],
            length if length == capacity => {}
            length => {
                let message = format!("this word has {length} letters, the longest has {capacity}");
                return Err(Diagnostic::new(message).label("every bottle has as many", word.span()).help(WORDS_HELP));
            }
        }
        bottle.reverse();
        let help = "E is an empty place, at the top of a bottle; the top is written first";
        bottles.push(without_gaps(bottle, |name| name == "E").map_err(|ball| floating(ball, help))?);
        if let Some(lock) = lock {
            let mut colour = balls(&Line { text: lock.text, start: lock.start, ..*word }, &names);
            match (colour.pop(), colour.is_empty()) {
                (Some(ball), true) => locks.insert(number, ball),
                _ => {
                    let label = "one letter was expected after '!'";
                    return Err(Diagnostic::new("a lock waits for one colour").label(label, lock).help(WORDS_HELP));
                }
            };
        }
    }
    let rules = (Rule::Water, Goal::Full);
    Ok(Draft { locks, rules, ..Draft::new(Some(capacity), bottles, Rule::Water, line.span()) })
}

fn detect_words(source: &Source) -> Fit {
    let Ok(line) = only_line(source, WORDS_HELP) else { return Fit::No };
    let is_letter = |c: char| c.is_alphabetic() || "?!,".contains(c) || c.is_whitespace();
    let words: Vec<&str> = line.text.split_whitespace().collect();
    if words.len() < 2 || !line.text.chars().all(is_letter) {
        return Fit::No;
    }
    // Nothing but a board has words such as EEEE and !R.
    let is_plain = words.iter().any(|word| word.starts_with('!') || (word.len() > 1 && word.chars().all(|c| c == 'E')));
    match words_draft(source) {
        Ok(draft) if draft.is_even(source) && words.iter().any(|word| has_mark(word)) => Fit::Likely,
        Ok(draft) if draft.is_even(source) => Fit::Possible,
        _ if is_plain => Fit::Damaged,
        _ => Fit::No,
    }
}

/// Whether a word has something that only bottles have: a lock, a hidden ball, an empty place at its top.
fn has_mark(word: &str) -> bool {
    word.starts_with(['!', 'E']) || word.contains('?')
}

fn read_words(source: &Source) -> Result<BallSort, Diagnostic> {
    words_draft(source)?.board(source)
}

fn write_words(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    of_one_size(puzzle)?;
    let is_usable = |c: char| c.is_alphabetic() && c != 'E';
    let alphabet = ('A'..='Z').chain('a'..='z').filter(|&letter| is_usable(letter));
    let (letters, remark) = one_letter_each(puzzle, alphabet, is_usable)?;
    let letter = |ball: &u8| letters.get(ball).copied().unwrap_or('?');
    let word = |(number, balls): (usize, &Vec<u8>)| {
        let empty = std::iter::repeat_n('E', puzzle.capacity - balls.len());
        let places: String = empty.chain(balls.iter().rev().map(letter)).collect();
        let is_seen = balls.iter().any(|&ball| ball != HIDDEN) || balls.len() < puzzle.capacity;
        match puzzle.lock(number) {
            Some(colour) if is_seen => format!("!{},{places}", letter(&colour)),
            Some(colour) => format!("!{}", letter(&colour)),
            None => places,
        }
    };
    let words: Vec<String> = puzzle.bottles.iter().enumerate().map(word).collect();
    let text = format!("{} {remark}", words.join(" "));
    Ok(text.trim_end().to_owned() + "\n")
}
