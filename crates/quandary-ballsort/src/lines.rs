//! Lines of letters and rows of numbers in their plainest form, read without looking back: the way that files with millions of
//! boards go.

use super::{BallSort, Goal, MAX_BOTTLES, MAX_CAPACITY, Rule};
use quandary_core::puzzle::Puzzle;
use quandary_core::text::NumberLines;

/// Reads a board such as `FORF;OORF;RFOR;;`, from the bottom up, with or without a legend (`# F=fern O=oak`), where the colours
/// fill whole bottles. Anything else is left to the notation's reader.
pub(super) fn read(line: &str) -> Option<Box<dyn Puzzle>> {
    read_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_board(line: &str) -> Option<BallSort> {
    let (board, remark) = line.split_once('#').unwrap_or((line, ""));
    let legend = Legend::read(remark)?;
    let mut colours = Colours::new(&legend);
    let mut bottles: Vec<Vec<u8>> = Vec::with_capacity(board.len() / 3 + 1);
    for part in board.trim_ascii().as_bytes().split(|&byte| byte == b';') {
        let bottle: Option<Vec<u8>> = part.iter().map(|&letter| colours.number(letter)).collect();
        bottles.push(bottle?);
    }
    let (counts, names) = colours.finish(&mut bottles)?;
    let fullest = bottles.iter().map(Vec::len).max().unwrap_or(0);
    if bottles.len() < 2 || fullest == 0 {
        return None;
    }
    let is_even = |capacity: &usize| counts.iter().all(|count| count.is_multiple_of(*capacity));
    let capacity = (fullest..=MAX_CAPACITY).find(is_even)?;
    BallSort::with(capacity, bottles, (Rule::Water, Goal::Full), Vec::new(), names).ok()
}

/// Reads the numbers of filled and of empty bottles, then a line of numbers for each filled bottle, bottom first. Anything else is
/// left to the notation's reader, and so are boards so small that the text might be another kind of puzzle.
pub(super) fn read_rows(text: &str) -> Option<Box<dyn Puzzle>> {
    read_rows_board(text).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_rows_board(text: &str) -> Option<BallSort> {
    let lines = NumberLines::read(text)?;
    let mut each = lines.iter();
    let &[filled, empty] = each.next()? else { return None };
    let (filled, empty) = (usize::from(filled), usize::from(empty));
    if filled < 2 || empty == 0 || filled + empty > MAX_BOTTLES || lines.count() != 1 + filled {
        return None;
    }
    let mut bottles: Vec<Vec<u8>> = Vec::with_capacity(filled + empty);
    for row in each {
        let bottle: Option<Vec<u8>> =
            row.iter().map(|&ball| u8::try_from(ball).ok().filter(|&ball| ball > 0)).collect();
        bottles.push(bottle?);
    }
    let capacity = bottles[0].len();
    if capacity < SMALLEST_CAPACITY || bottles.iter().any(|bottle| bottle.len() != capacity) {
        return None;
    }
    bottles.resize(filled + empty, Vec::new());
    BallSort::with(capacity, bottles, (Rule::Ball, Goal::Full), Vec::new(), Vec::new()).ok()
}

/// The length of rows from which such a text can be nothing else: shorter ones may also be clues and tanks.
const SMALLEST_CAPACITY: usize = 3;

/// What letters stand for.
struct Legend<'a> {
    names: [&'a str; 128],
    is_empty: bool,
}

impl<'a> Legend<'a> {
    /// The legend of a remark; `None` where it has anything else in it.
    fn read(remark: &'a str) -> Option<Self> {
        let mut names = [""; 128];
        for word in remark.split_ascii_whitespace() {
            let &[letter @ (b'A'..=b'Z' | b'a'..=b'z'), b'=', ..] = word.as_bytes() else { return None };
            let name = &word[2..];
            let is_plain =
                !name.is_empty() && name.len() <= 16 && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
            let place = &mut names[usize::from(letter)];
            if !is_plain || !place.is_empty() {
                return None;
            }
            *place = name;
        }
        Some(Legend { names, is_empty: remark.trim_ascii().is_empty() })
    }
}

/// A letter as the name of its colour.
fn own_name(letter: u8) -> &'static str {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let at = LETTERS.bytes().position(|other| other == letter).unwrap_or_default();
    &LETTERS[at..=at]
}

/// The colours in the order in which they appear.
struct Colours<'l> {
    legend: &'l Legend<'l>,
    number_of: [u8; 128],
    letters: Vec<u8>,
    counts: Vec<usize>,
}

impl<'l> Colours<'l> {
    fn new(legend: &'l Legend<'l>) -> Self {
        Colours { legend, number_of: [0; 128], letters: Vec::with_capacity(52), counts: Vec::with_capacity(52) }
    }

    /// The number of a letter, counted from 1; `None` for anything else.
    fn number(&mut self, letter: u8) -> Option<u8> {
        if !letter.is_ascii_alphabetic() {
            return None;
        }
        let known = &mut self.number_of[usize::from(letter)];
        if *known == 0 {
            self.letters.push(letter);
            self.counts.push(0);
            *known = self.letters.len() as u8;
        }
        self.counts[usize::from(*known) - 1] += 1;
        Some(*known)
    }

    /// How often each colour was seen, and their names. Colours whose names are numbers get these numbers; then there are no
    /// names.
    fn finish(self, bottles: &mut [Vec<u8>]) -> Option<(Vec<usize>, Vec<String>)> {
        let name = |letter: u8| match self.legend.names[usize::from(letter)] {
            "" => own_name(letter),
            name => name,
        };
        let names: Vec<&str> = self.letters.iter().map(|&letter| name(letter)).collect();
        if !self.legend.is_empty {
            let mut sorted = names.clone();
            sorted.sort_unstable();
            if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
                return None;
            }
        }
        if !names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_digit())) {
            // A name that is a number among others that are none is a rare thing.
            let has_numbers = names.iter().any(|name| name.starts_with(|c: char| c.is_ascii_digit()));
            return (!has_numbers).then(|| (self.counts, names.into_iter().map(str::to_owned).collect()));
        }
        let number = |name: &&str| name.parse::<u8>().ok().filter(|number| *number > 0 && !name.starts_with('0'));
        let numbers: Vec<u8> = names.iter().map(number).collect::<Option<_>>()?;
        bottles.iter_mut().flatten().for_each(|ball| *ball = numbers[usize::from(*ball) - 1]);
        Some((self.counts, Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FAMILY;
    use proptest::prelude::*;
    use quandary_core::puzzle::Family;
    use quandary_core::read::{self, Hints, Source};

    static FAMILIES: [&dyn Family; 1] = [&FAMILY];

    /// What the general reader makes of a line.
    fn general(line: &str) -> Option<(Box<dyn Puzzle>, &'static str)> {
        let hints = Hints::new(&FAMILIES);
        let source = Source::from_text(line);
        let detected = read::detect(&source, &hints).ok()?;
        Some((read::read_as(&source, &detected, &hints).ok()?, detected.notation.name()))
    }

    /// Whether both readers agree; `true` also where the fast one leaves it.
    fn agrees(line: &str) -> bool {
        let Some(fast) = read_board(line) else { return true };
        let Some((board, notation)) = general(line) else { return false };
        let same = board.downcast::<BallSort>().is_some_and(|board| *board == fast && board.names == fast.names);
        same && notation == "letters"
    }

    #[test]
    fn plain_lines_are_read() {
        for line in [
            "FORF;OORR;RFOF;;",
            "ABAB;BABA;;",
            "ab;ba;",
            "AABB;BBAA;; # A=1 B=12",
            "AABB;BBAA;; # A=sand B=sea",
            "  AABB;BBAA;;  ",
            "A;A",
        ] {
            assert!(read_board(line).is_some() && agrees(line), "{line}");
        }
        for line in
            ["FO..;OF..", "AABB;BBA?;;", "AABB BBAA", "AAB;BBAA;;", "AABB;BBAA;; # rule: ball", "", ";;", "1122;2211;;"]
        {
            assert!(read_board(line).is_none() && agrees(line), "{line}");
        }
    }

    /// The same for rows of numbers.
    fn rows_agree(text: &str) -> bool {
        let Some(fast) = read_rows_board(text) else { return true };
        let Some((board, notation)) = general(text) else { return false };
        let same = board.downcast::<BallSort>().is_some_and(|board| *board == fast && board.names == fast.names);
        same && notation == "plain"
    }

    #[test]
    fn plain_rows_are_read() {
        for text in ["2 1\n1 2 1\n2 1 2\n", "3 2\n1 200 1\n200 1 200\n3 3 3"] {
            assert!(read_rows_board(text).is_some() && rows_agree(text), "{text}");
        }
        for text in [
            "2 1\n1 2\n2 1\n",
            "2 0\n1 2 1\n2 1 2\n",
            "2 1\n1 2 1\n2 1\n",
            "2 1\n1 2 0\n2 1 0\n",
            "2 1\n1 2 1\n2 1 3\n",
            "3 1\n1 2 1\n2 1 2\n",
            "2 1\n1 2 300\n2 1 300\n",
        ] {
            assert!(read_rows_board(text).is_none() && rows_agree(text), "{text}");
        }
    }

    proptest! {
        #[test]
        fn rows_are_read_as_the_notation_reads_them(text in "[23] [12]\n([1-3] [1-3] [1-3]( [1-3])?\n){2,4}") {
            prop_assert!(rows_agree(&text), "{}", text);
        }

        #[test]
        fn lines_are_read_as_the_notation_reads_them(line in "[A-C]{2,4}(;[A-C]{0,4}){1,4}( #( [A-C]=(1|2|02|a|bc|7x)){0,3})?") {
            prop_assert!(agrees(&line), "{}", line);
        }
    }
}
