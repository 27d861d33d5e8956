//! The colours of a file, as its notation names them.
//!
//! Files call colours by letters, names or numbers, and most say at the top what these look like. A [`Table`] collects
//! what is declared; clues then ask it for the number of a colour. Colours are numbered in the order of the table, so that
//! a board is the same whichever notation it comes from. Those that no block has are kept, unless there are too many.

use super::super::palette::{self, Colour, MAX_COLOURS, Palette};
use super::super::{MAX_SIDE, Nonogram};
use super::board;
use crate::line::Block;
use quandary_core::read::{Diagnostic, Span, Token};

/// One colour of a file.
struct Entry {
    /// What clues call it.
    key: String,
    colour: Colour,
    is_used: bool,
    /// Whether it is a colour of the board even where no block has it.
    is_kept: bool,
}

/// The colours of a file.
#[derive(Default)]
pub(super) struct Table {
    entries: Vec<Entry>,
    /// Whether a colour that was not declared is an error.
    is_closed: bool,
    /// What an empty cell looks like, where the file says it.
    background: Option<[u8; 3]>,
}

impl Table {
    /// Takes down a colour; one that was declared before is redeclared. From now on only declared colours are known.
    pub(super) fn declare(&mut self, key: &str, colour: Colour) {
        self.put(key, colour, true);
    }

    /// Takes down a colour that need not be declared: it is one of the board's only where a block has it.
    pub(super) fn imply(&mut self, key: &str, colour: Colour) {
        self.put(key, colour, false);
    }

    /// Takes down what an empty cell looks like.
    pub(super) fn set_background(&mut self, paint: [u8; 3]) {
        self.background = Some(paint);
    }

    fn put(&mut self, key: &str, colour: Colour, is_kept: bool) {
        self.is_closed = true;
        let entry = Entry { key: key.to_owned(), colour, is_used: false, is_kept };
        match self.entries.iter_mut().find(|known| known.key == key) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// The place of a colour in the table, counted from 1; it becomes the colour's number only in [`Table::board`].
    pub(super) fn number(&mut self, key: &str, at: Span) -> Result<u8, Diagnostic> {
        let index = match self.entries.iter().position(|known| known.key == key) {
            Some(index) => index,
            None if self.is_closed => return Err(self.undefined(key, at)),
            None => {
                let usual = Colour::usual(self.entries.len().min(usize::from(MAX_COLOURS)) as u8 + 1);
                let name = if palette::named(key).is_some() { key.to_owned() } else { usual.name };
                let paint = palette::named(key).unwrap_or(usual.paint);
                let letter = single(key).unwrap_or(usual.letter);
                let colour = Colour { letter, name, paint };
                self.entries.push(Entry { key: key.to_owned(), colour, is_used: false, is_kept: true });
                self.entries.len() - 1
            }
        };
        self.entries[index].is_used = true;
        let used = self.entries.iter().filter(|entry| entry.is_used).count();
        match u8::try_from(index + 1) {
            Ok(number) if used <= MAX_COLOURS.into() => Ok(number),
            _ => Err(Diagnostic::new(format!("'{}' is one colour too many", key.escape_default()))
                .label("this colour", at)
                .help(format!("a Nonogram has up to {MAX_COLOURS} colours"))),
        }
    }

    fn undefined(&self, key: &str, at: Span) -> Diagnostic {
        let known: Vec<String> = self.entries.iter().map(|entry| format!("'{}'", entry.key.escape_default())).collect();
        let what = if key.is_empty() {
            "this block has no colour, and no default colour is defined".to_owned()
        } else {
            format!("colour '{}' is not defined", key.escape_default())
        };
        Diagnostic::new(what).label("here", at).help(format!("the colours of this board are {}", known.join(", ")))
    }

    /// A block such as `3` or `3b`; a bare number has the colour with the key `""`. `None` for a block of no cells.
    pub(super) fn block(&mut self, token: Token<'_>) -> Result<Option<Block>, Diagnostic> {
        if let Some(key) = token.text.strip_prefix('?') {
            return Ok(Some(Block { length: Block::UNKNOWN, colour: self.number(key, token.into())? }));
        }
        let digits = token.text.len() - token.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, key) = token.text.split_at(digits);
        let length = Token { text: if number.is_empty() { token.text } else { number }, ..token };
        match length.number("a block", MAX_SIDE)? {
            0 => Ok(None),
            length => Ok(Some(Block { length, colour: self.number(key, token.into())? })),
        }
    }

    /// The board of these clues, with the colours of the table.
    pub(super) fn board(
        self,
        mut rows: Vec<Vec<Block>>,
        mut columns: Vec<Vec<Block>>,
        at: Span,
    ) -> Result<Nonogram, Diagnostic> {
        let mut numbers: Vec<u8> = Vec::new();
        let mut colours: Vec<Colour> = Vec::new();
        let is_too_long =
            self.entries.iter().filter(|entry| entry.is_used || entry.is_kept).count() > MAX_COLOURS.into();
        for entry in self.entries {
            if entry.is_used || (entry.is_kept && !is_too_long) {
                colours.push(entry.colour);
            }
            numbers.push(colours.len() as u8);
        }
        for block in rows.iter_mut().chain(&mut columns).flatten() {
            block.colour = numbers[usize::from(block.colour) - 1];
        }
        let palette = Palette::of(colours).on(self.background.unwrap_or(palette::WHITE));
        Ok(board(rows, columns, at)?.with_palette(palette))
    }
}

/// The character of a text that has just one.
pub(super) fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token(text: &str) -> Token<'_> {
        Token { text, start: 0 }
    }

    #[test]
    fn colours_are_numbered_in_the_order_of_the_table_and_kept_where_no_block_has_them() {
        let mut table = Table::default();
        for (key, name) in [("r", "red"), ("g", "green"), ("b", "blue")] {
            let paint = palette::named(name).unwrap();
            table.declare(key, Colour { letter: single(key).unwrap(), name: name.to_owned(), paint });
        }
        let (first, second) = (table.block(token("1b")).unwrap().unwrap(), table.block(token("1r")).unwrap().unwrap());
        assert_eq!(table.block(token("0")), Ok(None));
        assert!(table.block(token("b")).is_err() && table.block(token("9999r")).is_err());
        assert_eq!(table.block(token("2x")).unwrap_err().message, "colour 'x' is not defined");
        let at = Span { start: 0, len: 0 };
        table.imply("k", Colour::usual(1));
        let puzzle = table.board(vec![vec![first, second]], vec![vec![first], vec![second]], at).unwrap();
        let names: Vec<&str> = puzzle.palette().colours().iter().map(|colour| &colour.name[..]).collect();
        assert_eq!(names, ["red", "green", "blue"]);
        assert_eq!(puzzle.clue(super::super::LineName::Row(0))[0], Block { length: 1, colour: 3 });
    }

    #[test]
    fn of_more_colours_than_a_board_can_have_only_those_of_its_blocks_are_kept() {
        let mut table = Table::default();
        for number in 1..=40u8 {
            table.declare(&number.to_string(), Colour { letter: '?', name: format!("c{number}"), paint: [number; 3] });
        }
        let at = Span { start: 0, len: 0 };
        let colour = table.number("39", at).unwrap();
        let clue = vec![vec![Block { length: 1, colour }]];
        let puzzle = table.board(clue.clone(), clue, at).unwrap();
        assert_eq!((puzzle.palette().colours().len(), &puzzle.palette().colours()[0].name[..]), (1, "c39"));
    }

    #[test]
    fn letters_that_nobody_explains_are_colours_too() {
        let mut table = Table::default();
        assert_eq!(table.block(token("3b")), Ok(Some(Block { length: 3, colour: 1 })));
        assert_eq!(table.block(token("12")), Ok(Some(Block { length: 12, colour: 2 })));
        assert_eq!(table.block(token("1b")), Ok(Some(Block { length: 1, colour: 1 })));
        assert_eq!(table.block(token("?b")), Ok(Some(Block { length: Block::UNKNOWN, colour: 1 })));
    }
}
