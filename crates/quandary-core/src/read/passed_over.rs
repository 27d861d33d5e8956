//! What a reader ignores: text beside a puzzle that is not part of it.
//!
//! Files carry copyright notices, descriptions, remarks. Readers skip them, as the descriptions of the notations ask for,
//! and converting the puzzle to another notation loses them. These words are found without any knowledge of
//! the notation: those that can be blanked out without changing the puzzle that is read.

use super::{Hints, Label, Line, Source, puzzle};
use crate::puzzle::Puzzle;
use crate::verdict::Budget;

/// As many lines with words in them are looked at. A longer line is data.
const MOST_LINES: usize = 100;
const LONGEST_LINE: usize = 4096;

/// Reading a text again for each of its lines takes long where the text is long: it ends after so many bytes. This counts work
/// and not time, so that the same text gets the same answer everywhere.
const MOST_BYTES: usize = 32 << 20;

/// The words of a text that reading it does not keep, each with the number of its line.
/// When the budget ends, those that are known by then.
pub fn passed_over(source: &Source, board: &dyn Puzzle, hints: &Hints, budget: &Budget) -> Vec<(usize, String)> {
    let saved = |board: &dyn Puzzle| board.family().notation("json")?.write_unchecked(board).ok();
    let mut whole = None;
    let mut read = 0;
    let mut is_same_without = |start: usize, end: usize| {
        read += source.text.len();
        if read > MOST_BYTES || budget.check().is_err() {
            return false;
        }
        let mut text = source.text.clone();
        text.replace_range(start..end, &" ".repeat(end - start));
        let again = puzzle(&Source { text, ..source.clone() }, hints).ok();
        let whole = whole.get_or_insert_with(|| saved(board));
        whole.is_some() && again.and_then(|again| saved(&*again)) == *whole
    };
    let mut found = Vec::new();
    for line in source.lines().filter(has_words).take(MOST_LINES) {
        let text = line.text.trim();
        let start = line.start + (line.text.len() - line.text.trim_start().len());
        let end = start + text.len();
        // The whole line, or what is behind its first word.
        let tail = text.find(char::is_whitespace).map(|at| start + at).filter(|&at| is_worded(&source.text[at..end]));
        let from = [Some(start), tail].into_iter().flatten().find(|&from| is_same_without(from, end));
        if let Some(from) = from {
            found.push((line.number, source.text[from..end].trim().to_owned()));
        }
    }
    found
}

/// Whether a line says something in words: not only a key and its value, and not in a [`Label`].
fn has_words(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    // A single word is a line of data, unless it is a word and nothing else.
    let is_one_word = || !text.contains(char::is_whitespace) && !text.contains('<');
    if text.len() > LONGEST_LINE || (is_one_word() && !text.starts_with('#') && !text.chars().all(char::is_alphabetic))
    {
        return false;
    }
    let words = without_tags(text);
    let is_said = match words.iter().filter(|word| is_worded(word)).count() {
        0 => false,
        1 if text.starts_with('#') => true,
        1 if words.len() == 1 => text.chars().all(char::is_alphabetic),
        1 => !is_worded(&words[0]) && !text.starts_with('<'),
        _ => true,
    };
    is_said && !Label::is_in(&Source::from_text(text))
}

/// The words of a line, XML tags left out.
fn without_tags(line: &str) -> Vec<String> {
    let mut inside = false;
    let text: String = line
        .chars()
        .map(|c| {
            inside = (inside || c == '<') && c != '>';
            if inside || c == '>' { ' ' } else { c }
        })
        .collect();
    text.split_whitespace().map(str::to_owned).collect()
}

/// Whether two letters are side by side.
fn is_worded(text: &str) -> bool {
    text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_alphabetic))
        || text.chars().any(|c| c > '\u{bf}' && c.is_alphabetic())
}
