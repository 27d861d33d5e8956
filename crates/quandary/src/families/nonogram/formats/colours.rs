//! Colours in notations: letters, names and paints.
//!
//! A board numbers its colours from 1 (black, where a board is black and white). Notations call them by letters or names of
//! their own; [`Letters`] gives those numbers in the order in which they turn up.

use super::super::{BLACK, LARGEST_SIDE, LAST_COLOUR, Nonogram};
use crate::puzzle::Solution;
use crate::read::{Diagnostic, Span, Token};
use crate::reason::Block;

/// Names and paints of the first colours, for notations that need them.
const NAMED: [(&str, &str); 12] = [
    ("black", "000000"),
    ("red", "E00000"),
    ("green", "009000"),
    ("blue", "0050E0"),
    ("yellow", "F0D000"),
    ("orange", "F08000"),
    ("purple", "9000B0"),
    ("brown", "804000"),
    ("grey", "808080"),
    ("pink", "F080B0"),
    ("cyan", "00B0D0"),
    ("lime", "80E000"),
];

/// How many colours have a name.
pub(in super::super) const NAMED_COLOURS: u8 = NAMED.len() as u8;

/// The paint of a colour that has a name: red, green and blue.
pub(in super::super) fn rgb(colour: u8) -> [u8; 3] {
    let paint = u32::from_str_radix(&paint(colour), 16).unwrap_or(0);
    [(paint >> 16) as u8, (paint >> 8) as u8, paint as u8]
}

/// The letter of a colour: `a` for the first.
pub(super) fn letter(colour: u8) -> char {
    match colour {
        1..=26 => char::from(b'a' + colour - 1),
        27..=52 => char::from(b'A' + colour - 27),
        _ => '?',
    }
}

/// The colour of a letter.
pub(in super::super) fn of_letter(letter: char) -> Option<u8> {
    (1..=LAST_COLOUR).find(|&colour| self::letter(colour) == letter)
}

/// A name for a colour.
pub(super) fn name(colour: u8) -> String {
    NAMED.get(usize::from(colour) - 1).map_or_else(|| format!("colour{colour}"), |(name, _)| (*name).to_owned())
}

/// A paint for a colour, as six hexadecimal digits.
pub(super) fn paint(colour: u8) -> String {
    let spread = u32::from(colour).wrapping_mul(0x9E_3779) & 0xFF_FFFF;
    NAMED.get(usize::from(colour) - 1).map_or_else(|| format!("{spread:06X}"), |(_, paint)| (*paint).to_owned())
}

/// Rows of a coloured picture as letters, `.` for an empty cell.
pub(in super::super) fn rows(solution: &Solution) -> Vec<String> {
    let draw = |row: &[u8]| row.iter().map(|&value| if value == 0 { '.' } else { letter(value) }).collect();
    solution.grid().map(|grid| grid.iter_rows().map(draw).collect()).unwrap_or_default()
}

/// The colours that a puzzle uses.
pub(super) fn used(puzzle: &Nonogram) -> impl Iterator<Item = u8> + use<> {
    1..=puzzle.colours()
}

/// A block as it stands in notations that put a letter behind the length: `3`, or `3b` on a coloured board.
pub(in super::super) fn block(puzzle: &Nonogram, block: Block) -> String {
    if puzzle.colours() == BLACK {
        block.length.to_string()
    } else {
        format!("{}{}", block.length, letter(block.colour))
    }
}

/// Names of colours, numbered as they turn up.
#[derive(Default)]
pub(super) struct Letters {
    names: Vec<String>,
}

impl Letters {
    /// The number of a colour.
    pub(super) fn number(&mut self, name: &str, at: Span) -> Result<u8, Diagnostic> {
        let index = self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        });
        match u8::try_from(index + 1) {
            Ok(number) if number <= MOST_COLOURS => Ok(number),
            _ => Err(Diagnostic::new(format!("'{name}' is one colour too many"))
                .label("this colour", at)
                .help(format!("a Nonogram has up to {MOST_COLOURS} colours"))),
        }
    }

    /// A block such as `3` or `3b`; a bare number has a colour of its own. `None` for a block of no cells.
    pub(super) fn block(&mut self, token: Token<'_>) -> Result<Option<Block>, Diagnostic> {
        let digits = token.text.len() - token.text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, name) = token.text.split_at(digits);
        let length = Token { text: if number.is_empty() { token.text } else { number }, ..token };
        match length.number("a block", LARGEST_SIDE)? {
            0 => Ok(None),
            length => Ok(Some(Block { length, colour: self.number(name, token.into())? })),
        }
    }
}

/// The most colours that are read.
pub(super) const MOST_COLOURS: u8 = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_that_is_read_has_a_letter_of_its_own() {
        for colour in 1..=MOST_COLOURS {
            assert_eq!(of_letter(letter(colour)), Some(colour));
        }
        assert_eq!((letter(1), letter(27), of_letter('.')), ('a', 'A', None));
        assert_eq!((name(2), name(20)), ("red".to_owned(), "colour20".to_owned()));
    }

    #[test]
    fn a_letter_behind_the_length_is_a_colour() {
        let mut letters = Letters::default();
        let mut read = |text: &'static str| letters.block(Token { text, start: 0 });
        assert_eq!(read("3b"), Ok(Some(Block { length: 3, colour: 1 })));
        assert_eq!(read("12"), Ok(Some(Block { length: 12, colour: 2 })));
        assert_eq!(read("1b"), Ok(Some(Block { length: 1, colour: 1 })));
        assert_eq!(read("0"), Ok(None));
        assert!(read("b").is_err() && read("9999").is_err());
    }
}
