//! The colours of a board: a letter, a name and a paint for each.
//!
//! A block's colour is a number, counted from 1. What the colours are called is up to the file that a board comes from;
//! [`Palette::of`] takes what it says and ensures that every colour has a letter and a name that no other has, so that
//! clues, pictures and solutions are readable without seeing any colour. A board that says nothing about its colours
//! has the [usual](Palette::usual) ones: black, red, green and so on, with the letters from `a` on. Colours that a file
//! declares are kept even where no block has them.

use quandary_core::scene::colour_hex;

/// The most colours that a board may have, besides the empty cell.
pub(crate) const MAX_COLOURS: u8 = 32;

/// One colour of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    /// What is behind the numbers of clues, and in the cells of pictures: an ASCII letter.
    pub letter: char,
    /// What it is called.
    pub name: String,
    /// How it looks: red, green and blue.
    pub paint: [u8; 3],
}

/// All colours of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    colours: Vec<Colour>,
    background: [u8; 3],
}

/// What an empty cell looks like, where nothing else is said.
pub(crate) const WHITE: [u8; 3] = [0xFF; 3];

/// Names and paints of the usual colours.
const USUAL: [(&str, u32); 12] = [
    ("black", 0x00_0000),
    ("red", 0xE0_0000),
    ("green", 0x00_9000),
    ("blue", 0x00_50E0),
    ("yellow", 0xF0_D000),
    ("orange", 0xF0_8000),
    ("purple", 0x90_00B0),
    ("brown", 0x80_4000),
    ("grey", 0x80_8080),
    ("pink", 0xF0_80B0),
    ("cyan", 0x00_B0D0),
    ("lime", 0x80_E000),
];

/// Other names that files give to colours, and that pictures may need.
const OTHERS: [(&str, u32); 30] = [
    ("white", 0xFF_FFFF),
    ("dark red", 0x80_0000),
    ("dark green", 0x00_5000),
    ("dark blue", 0x00_1880),
    ("light blue", 0x90_C8F8),
    ("sky", 0x50_A8F0),
    ("light green", 0x90_E090),
    ("light grey", 0xC8_C8C8),
    ("dark grey", 0x48_4848),
    ("gray", 0x80_8080),
    ("violet", 0x70_30D0),
    ("magenta", 0xE0_00C0),
    ("turquoise", 0x30_D0C0),
    ("teal", 0x00_8080),
    ("navy", 0x00_0070),
    ("olive", 0x80_8000),
    ("gold", 0xE0_B000),
    ("beige", 0xF0_E0C0),
    ("tan", 0xD0_B088),
    ("skin", 0xF8_C8A0),
    ("salmon", 0xF8_8870),
    ("crimson", 0xB0_1030),
    ("aqua", 0x00_D8D8),
    ("dark brown", 0x48_2800),
    ("moss", 0x50_7830),
    ("light yellow", 0xF8_E060),
    ("pale blue", 0xB8_D0F0),
    ("slate", 0x70_7890),
    ("maroon", 0x60_2030),
    ("cream", 0xF8_F0D8),
];

/// The longest name that is kept.
const LONGEST_NAME: usize = 30;

/// Red, green and blue from one number.
fn rgb(number: u32) -> [u8; 3] {
    [(number >> 16) as u8, (number >> 8) as u8, number as u8]
}

/// The letters in the order in which they are assigned.
fn letters() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z')
}

impl Colour {
    /// The usual colour of this number.
    pub(crate) fn usual(number: u8) -> Self {
        let index = usize::from(number.saturating_sub(1));
        let (name, paint) = match USUAL.get(index) {
            Some(&(name, paint)) => (name.to_owned(), rgb(paint)),
            None => (format!("colour {number}"), hex(&colour_hex(number)).unwrap_or_default()),
        };
        Colour { letter: letters().nth(index).unwrap_or('?'), name, paint }
    }

    /// The colour as `#RRGGBB`.
    pub(crate) fn hex(&self) -> String {
        written(self.paint)
    }
}

/// A paint as `#RRGGBB`.
pub(crate) fn written([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// A paint written as six hexadecimal digits, with or without a `#`, or as three.
pub(crate) fn hex(text: &str) -> Option<[u8; 3]> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
    match digits.len() {
        6 => Some(rgb(number)),
        3 => Some([(number >> 8 & 15) as u8 * 17, (number >> 4 & 15) as u8 * 17, (number & 15) as u8 * 17]),
        _ => None,
    }
}

/// The paint that goes by a name.
pub(crate) fn named(name: &str) -> Option<[u8; 3]> {
    let plain = |name: &str| name.replace([' ', '_', '-'], "").to_ascii_lowercase();
    let wanted = plain(name);
    USUAL.iter().chain(&OTHERS).find(|(name, _)| plain(name) == wanted).map(|&(_, paint)| rgb(paint))
}

/// The name that fits a paint best.
pub(crate) fn name_of(paint: [u8; 3]) -> &'static str {
    let far = |other: u32| distance(paint, rgb(other));
    USUAL.iter().chain(&OTHERS).min_by_key(|(_, other)| far(*other)).map_or("black", |&(name, _)| name)
}

/// The name that fits a paint best, where one that begins with the colour's letter counts as much nearer.
pub(crate) fn name_with(letter: char, paint: [u8; 3]) -> &'static str {
    let far = |(name, other): &(&str, u32)| {
        let is_alike = name.starts_with(letter.to_ascii_lowercase());
        u64::from(distance(paint, rgb(*other))) * if is_alike { 1 } else { 4 }
    };
    USUAL.iter().chain(&OTHERS).min_by_key(|named| far(named)).map_or("black", |&(name, _)| name)
}

/// How different two paints look, about: the eye sees green best and blue least.
pub(crate) fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    let part = |at: usize| i32::from(a[at]) - i32::from(b[at]);
    let redness = (i32::from(a[0]) + i32::from(b[0])) / 2;
    let square = |difference: i32| difference * difference;
    let sum =
        ((512 + redness) * square(part(0)) / 256) + 4 * square(part(1)) + ((767 - redness) * square(part(2)) / 256);
    sum as u32
}

impl Palette {
    /// The usual colours, as many as there are to be.
    pub(crate) fn usual(count: u8) -> Self {
        Palette { colours: (1..=count).map(Colour::usual).collect(), background: WHITE }
    }

    /// These colours, each with a letter and a name that no other has. A letter that is not one, or that an earlier
    /// colour has already, is replaced by one of the name's.
    pub(crate) fn of(mut colours: Vec<Colour>) -> Self {
        let mut taken: Vec<char> = Vec::new();
        let mut is_own: Vec<bool> = Vec::new();
        for colour in &colours {
            let is_free = colour.letter.is_ascii_alphabetic() && !taken.contains(&colour.letter);
            is_own.push(is_free);
            taken.extend(is_free.then_some(colour.letter));
        }
        let mut names: Vec<String> = Vec::new();
        for (index, colour) in colours.iter_mut().enumerate() {
            let words =
                colour.name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
            let name: String = words.collect::<Vec<_>>().join(" ").chars().take(LONGEST_NAME).collect();
            let name = if name.is_empty() { name_of(colour.paint).to_owned() } else { name };
            // "empty" is what a cell without a colour is called.
            let is_free = |name: &String| name != "empty" && !names.contains(name);
            let numbered = (2..).map(|number| format!("{name} {number}"));
            colour.name = [name.clone()].into_iter().chain(numbered).find(is_free).unwrap_or_default();
            names.push(colour.name.clone());
            if !is_own[index] {
                let of_name = colour.name.chars().map(|letter| letter.to_ascii_lowercase());
                // Behind a number, some letters look like digits.
                let is_plain = |letter: &char| letter.is_ascii_lowercase() && !"ilo".contains(*letter);
                let mut free = of_name.chain('a'..='z').filter(is_plain).chain(letters());
                colour.letter = free.find(|letter| !taken.contains(letter)).unwrap_or('?');
                taken.push(colour.letter);
            }
        }
        Palette { colours, background: WHITE }
    }

    /// The same colours on another background.
    #[must_use]
    pub(crate) fn on(self, background: [u8; 3]) -> Self {
        Palette { background, ..self }
    }

    /// The colours, from number 1 on.
    pub(crate) fn colours(&self) -> &[Colour] {
        &self.colours
    }

    /// What an empty cell looks like.
    pub(crate) fn background(&self) -> [u8; 3] {
        self.background
    }

    /// The colour of this number; the usual one where the board has none.
    pub(crate) fn colour(&self, number: u8) -> Colour {
        let own = usize::from(number).checked_sub(1).and_then(|index| self.colours.get(index));
        own.cloned().unwrap_or_else(|| Colour::usual(number))
    }

    /// The letter of a colour.
    pub(crate) fn letter(&self, number: u8) -> char {
        self.colour(number).letter
    }

    /// The number of the colour with this letter.
    pub(crate) fn of_letter(&self, letter: char) -> Option<u8> {
        self.colours.iter().position(|colour| colour.letter == letter).map(|index| index as u8 + 1)
    }

    /// The number of the colour with this name.
    pub(crate) fn of_name(&self, name: &str) -> Option<u8> {
        self.colours.iter().position(|colour| colour.name == name).map(|index| index as u8 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(letter: char, name: &str) -> Colour {
        Colour { letter, name: name.to_owned(), paint: [1, 2, 3] }
    }

    #[test]
    fn every_usual_colour_has_a_letter_a_name_and_a_paint_of_its_own() {
        let usual = Palette::usual(MAX_COLOURS);
        for (at, one) in usual.colours().iter().enumerate() {
            assert_eq!(usual.of_letter(one.letter), Some(at as u8 + 1));
            assert_eq!(usual.of_name(&one.name), Some(at as u8 + 1));
            assert!(usual.colours()[..at].iter().all(|other| other.paint != one.paint), "{one:?}");
        }
        assert_eq!((usual.letter(1), usual.letter(27), usual.of_letter('.')), ('a', 'A', None));
    }

    #[test]
    fn letters_and_names_are_made_unlike() {
        let palette =
            Palette::of(vec![colour('#', "blue"), colour('b', "blue"), colour('b', ""), colour('x', "empty")]);
        let seen: Vec<(char, &str)> = palette.colours().iter().map(|one| (one.letter, &one.name[..])).collect();
        // The second keeps its letter; the first takes the next of its name that is not a digit, and so does the third.
        assert_eq!(seen, [('u', "blue"), ('b', "blue 2"), ('a', "black"), ('x', "empty 2")]);
    }

    #[test]
    fn paints_are_read_in_digits_and_by_name() {
        assert_eq!(hex("#9CF200"), Some([0x9C, 0xF2, 0]));
        assert_eq!((hex("f80"), hex("#12345"), hex("+12345")), (Some([255, 136, 0]), None, None));
        assert_eq!(
            (named("Dark_Blue"), named("LightGrey"), named("mauve")),
            (Some([0, 24, 128]), Some([200; 3]), None)
        );
        assert_eq!((name_of([250, 5, 5]), name_of([20, 20, 20])), ("red", "black"));
        assert_eq!((name_of([208, 48, 32]), name_with('r', [208, 48, 32])), ("crimson", "red"));
    }
}
