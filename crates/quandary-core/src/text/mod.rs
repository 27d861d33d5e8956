//! Sources, lines, tokens and diagnostics: the pieces that every reader is built from.
//!
//! A [`Source`] is a piece of text and where it came from; its lines and tokens know their places, so that a
//! [`Diagnostic`] can point at what is wrong. [`json`] has what the JSON notations of all families share, [`Fit`] is what a
//! notation says about a text before it reads it.

use std::sync::Arc;

mod diagnostic;
pub mod json;
mod markup;
mod numbers;
mod plain_json;

pub use diagnostic::{Diagnostic, Span};
pub use markup::escape;
pub use numbers::NumberLines;
pub use plain_json::PlainJson;

/// How well a text fits a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is something else.
    No,
    /// It is close enough to this notation that its reader can best say what is wrong.
    Damaged,
    /// It could be this, and other things too.
    Possible,
    /// It looks like this and hardly like anything else.
    Likely,
    /// It cannot be anything else.
    Sure,
}

impl Fit {
    /// How well a text fits a notation that shows by a mark of its own. A text without the mark is not read: finding out
    /// what a text is asks every notation, and reading is what costs.
    pub fn by_mark<P>(is_marked: bool, read: impl FnOnce() -> Result<P, Diagnostic>) -> Fit {
        match is_marked.then(read) {
            None => Fit::No,
            Some(Ok(_)) => Fit::Sure,
            Some(Err(_)) => Fit::Damaged,
        }
    }
}

/// The longest text that is read as one puzzle. A 512 × 512 board of single cells in many colours takes 18 MB as XML.
pub const MAX_TEXT: usize = 32 << 20;

/// A piece of text, and where it came from.
#[derive(Clone, Debug)]
pub struct Source {
    /// The file's name, or a placeholder.
    pub name: Arc<str>,
    /// The text: no byte order mark, no NUL bytes, any line ends.
    pub text: String,
    /// The number of the text's first line in its file, counted from 1.
    pub first_line: usize,
    /// The rule that the caller asked for: a family whose boards are validated by their rule reads by it.
    pub rule: Option<String>,
}

impl Source {
    /// A text without a file.
    pub fn from_text(text: impl Into<String>) -> Self {
        Source::new("<text>", text, 1)
    }

    /// A text from a file.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<String>, first_line: usize) -> Self {
        let text = text.into();
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => rest.to_owned(),
            None => text,
        };
        Source { name: name.into(), text, first_line, rule: None }
    }

    /// A text from a file's bytes. Binary files are rejected with the place of the first byte that is not text.
    pub fn from_bytes(
        name: impl Into<Arc<str>>,
        bytes: Vec<u8>,
        first_line: usize,
    ) -> Result<Self, (Self, Diagnostic)> {
        let name = name.into();
        let not_text = |good: &[u8], what: &str| {
            let good = String::from_utf8_lossy(good).into_owned();
            let at = Span { start: good.len(), len: 0 };
            let error = Diagnostic::new("this is not a text file")
                .label(what.to_owned(), at)
                .help("give a text file in UTF-8; pictures and archives cannot be read");
            (Source::new(name.clone(), good, first_line), error)
        };
        if let Some(nul) = bytes.iter().position(|&byte| byte == 0) {
            return Err(not_text(&bytes[..nul.min(MAX_TEXT)], "a NUL byte is here"));
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source::new(name, text, first_line)),
            Err(error) => {
                let good = error.utf8_error().valid_up_to();
                Err(not_text(&error.as_bytes()[..good], "from here on it is not UTF-8"))
            }
        }
    }

    /// The file name's ending, in lower case.
    pub fn extension(&self) -> Option<String> {
        let (_, ending) = self.name.rsplit_once('.')?;
        Some(ending.to_ascii_lowercase())
    }

    /// Line and column of a byte offset, counted from 1; columns count characters.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let before = &self.text[..self.text.floor_char_boundary(offset.min(self.text.len()))];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.first_line + before.matches('\n').count();
        (line, before[line_start..].chars().count() + 1)
    }

    /// The first word, to point at when nothing better is known.
    pub fn first_word(&self) -> Span {
        let start = self.text.len() - self.text.trim_start().len();
        let len = self.text[start..].find(char::is_whitespace).unwrap_or(self.text.len() - start);
        Span { start, len: len.min(40) }
    }

    /// The end of the text, to point at when something is missing.
    pub fn end(&self) -> Span {
        Span { start: self.text.trim_end().len(), len: 0 }
    }

    /// All lines, without their line ends (`\n`, `\r\n`).
    pub fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        let (mut start, mut number) = (0, self.first_line);
        std::iter::from_fn(move || {
            let rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
            let (text, length) = match rest.find('\n') {
                Some(end) => (rest[..end].strip_suffix('\r').unwrap_or(&rest[..end]), end + 1),
                None => (rest, rest.len()),
            };
            let line = Line { text, start, number };
            start += length;
            number += 1;
            Some(line)
        })
    }

    /// Whether it has more lines than this, found out without looking at them.
    pub fn is_longer_than(&self, lines: usize) -> bool {
        memchr::memchr_iter(b'\n', self.text.as_bytes()).nth(lines).is_some()
    }

    /// The lines that hold something, comment lines (`#` first) left out.
    pub fn content_lines(&self) -> Vec<Line<'_>> {
        self.lines().filter(|line| !line.is_blank() && !line.text.trim_start().starts_with('#')).collect()
    }
}

/// One line of a source.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The text without its line end.
    pub text: &'a str,
    /// Byte offset in the source.
    pub start: usize,
    /// Line number in the file, counted from 1.
    pub number: usize,
}

impl<'a> Line<'a> {
    /// Whether there is nothing on it.
    pub fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// The words, separated by white space, commas or semicolons.
    pub fn tokens(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let (text, start) = (self.text, self.start);
        text.split(|c: char| c.is_whitespace() || c == ',' || c == ';')
            .filter(|word| !word.is_empty())
            .map(move |word| Token { text: word, start: start + (word.as_ptr() as usize - text.as_ptr() as usize) })
    }

    /// The characters other than white space, each as a token.
    pub fn characters(&self) -> impl Iterator<Item = Token<'a>> + use<'a> {
        let (text, start) = (self.text, self.start);
        text.char_indices()
            .filter(|(_, c)| !c.is_whitespace())
            .map(move |(at, c)| Token { text: &text[at..at + c.len_utf8()], start: start + at })
    }

    /// The tokens, or the characters where the whole line is one word: `5 3 0` and `530` read the same.
    pub fn symbols(&self) -> Vec<Token<'a>> {
        let tokens: Vec<_> = self.tokens().collect();
        if tokens.len() == 1 { self.characters().collect() } else { tokens }
    }

    /// The place of the line, without the white space around it.
    pub fn span(&self) -> Span {
        let lead = self.text.len() - self.text.trim_start().len();
        Span { start: self.start + lead, len: self.text.trim().len() }
    }
}

impl From<Line<'_>> for Span {
    fn from(line: Line<'_>) -> Span {
        line.span()
    }
}

/// A word and its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Byte offset in the source.
    pub start: usize,
}

impl From<Token<'_>> for Span {
    fn from(token: Token<'_>) -> Span {
        Span { start: token.start, len: token.text.len() }
    }
}

impl Token<'_> {
    /// Whether it is a whole number.
    pub fn is_number(&self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// The word as a number from 0 to `most`; `what` names it in the error ("a row clue").
    pub fn number(&self, what: &str, most: usize) -> Result<usize, Diagnostic> {
        if !self.is_number() {
            return Err(Diagnostic::new(format!("'{}' is not a number", self.shown()))
                .label(format!("{what} was expected here"), *self)
                .help(format!("write {what} as a whole number from 0 to {most}")));
        }
        match self.text.parse::<usize>() {
            Ok(number) if number <= most => Ok(number),
            _ => Err(Diagnostic::new(format!("{} is too large for {what}", self.shown()))
                .label(format!("at most {most}"), *self)
                .help(format!("{what} may be from 0 to {most}"))),
        }
    }

    /// The word, cut short where it is very long.
    pub fn shown(&self) -> String {
        match self.text.char_indices().nth(24) {
            Some((at, _)) => format!("{}…", &self.text[..at]),
            None => self.text.to_owned(),
        }
    }
}
