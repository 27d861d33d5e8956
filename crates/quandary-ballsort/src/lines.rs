//! Lines of letters, rows of numbers and lines of JSON in their plainest form, read without looking back: the way that files with millions of
//! boards go.

use std::mem;

use super::{BallSort, Goal, MAX_BOTTLES, MAX_CAPACITY, Rule, rule_named};
use quandary_core::puzzle::Puzzle;
use quandary_core::text::{NumberLines, PlainJson};

/// Reads a board such as `FORF;OORF;RFOR;;`, from the bottom up, with or without a legend (`# F=fern O=oak`), where the colours
/// fill whole bottles. Anything else is left to the notation's reader.
pub(super) fn read(line: &str) -> Option<Box<dyn Puzzle>> {
    read_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_board(line: &str) -> Option<BallSort> {
    let end = line.bytes().position(|byte| byte == b'#').unwrap_or(line.len());
    let legend = Legend::read(line.get(end + 1..).unwrap_or_default())?;
    let board = line[..end].trim_ascii();
    let mut colours = Colours { number_of: [0; 128], letters: Vec::with_capacity(52), counts: Vec::with_capacity(52) };
    let mut bottles: Vec<Vec<u8>> = Vec::with_capacity(board.len() / 3 + 1);
    let mut bottle = Vec::new();
    for byte in board.bytes() {
        if byte == b';' {
            bottles.push(mem::take(&mut bottle));
        } else {
            bottle.push(colours.number(byte)?);
        }
    }
    bottles.push(bottle);
    let fullest = bottles.iter().map(Vec::len).max().unwrap_or(0);
    if bottles.len() < 2 || fullest == 0 {
        return None;
    }
    let names = colours.names(&legend, &mut bottles)?;
    let is_even = |capacity: &usize| colours.counts.iter().all(|count| count.is_multiple_of(*capacity));
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

/// Reads `{"family":"ballsort","capacity":4,"bottles":[[1,2,2,1],[2,1,1,2],[]],"rule":"ball"}`, without spaces and with numbers
/// only, as this notation is written. Anything else is left to the notation's reader.
pub(super) fn read_json(line: &str) -> Option<Box<dyn Puzzle>> {
    read_json_board(line).map(|board| Box::new(board) as Box<dyn Puzzle>)
}

fn read_json_board(line: &str) -> Option<BallSort> {
    let mut json = PlainJson::new(line);
    json.take(r#"{"family":"ballsort","capacity":"#)?;
    let capacity = json.number(MAX_CAPACITY)?;
    json.take(r#","bottles":"#)?;
    let mut bottles: Vec<Vec<u8>> = Vec::with_capacity(32);
    json.list(MAX_BOTTLES, |json| {
        let mut bottle = Vec::with_capacity(capacity);
        json.list(capacity, |json| {
            bottle.push(u8::try_from(json.number(255)?).ok().filter(|ball| *ball > 0)?);
            Some(())
        })?;
        bottles.push(bottle);
        Some(())
    })?;
    json.take(r#","rule":"#)?;
    let rules = rule_named(json.word()?)?;
    json.take("}")?;
    if !json.has_ended() {
        return None;
    }
    BallSort::with(capacity, bottles, rules, Vec::new(), Vec::new()).ok()
}

/// The length of rows from which such a text can be nothing else: shorter ones may also be clues and tanks.
const SMALLEST_CAPACITY: usize = 3;

/// What letters stand for: other names where a remark gives them, otherwise themselves.
struct Legend<'a> {
    names: [&'a str; 128],
    is_empty: bool,
}

impl<'a> Legend<'a> {
    /// The legend of a remark; `None` where it has anything else in it.
    fn read(remark: &'a str) -> Option<Self> {
        let mut legend = Legend { names: [""; 128], is_empty: true };
        for word in remark.split_ascii_whitespace() {
            let &[letter @ (b'A'..=b'Z' | b'a'..=b'z'), b'=', ref name @ ..] = word.as_bytes() else { return None };
            let is_plain = (1..=16).contains(&name.len()) && name.iter().all(u8::is_ascii_alphanumeric);
            let place = &mut legend.names[usize::from(letter)];
            if !is_plain || !place.is_empty() {
                return None;
            }
            *place = &word[2..];
            legend.is_empty = false;
        }
        Some(legend)
    }

    fn name(&self, letter: u8) -> &'a str {
        const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        match self.names[usize::from(letter)] {
            "" => {
                let at = if letter.is_ascii_uppercase() { letter - b'A' } else { 26 + letter - b'a' };
                &LETTERS[usize::from(at)..][..1]
            }
            name => name,
        }
    }
}

/// The colours in the order in which they appear.
struct Colours {
    number_of: [u8; 128],
    letters: Vec<u8>,
    counts: Vec<usize>,
}

impl Colours {
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

    /// The names of the colours. Colours whose names are numbers get these numbers; then there are no names.
    fn names(&self, legend: &Legend<'_>, bottles: &mut [Vec<u8>]) -> Option<Vec<String>> {
        let names = || self.letters.iter().map(|&letter| legend.name(letter));
        if legend.is_empty {
            return Some(names().map(str::to_owned).collect());
        }
        let is_number = |name: &str| name.as_bytes()[0].is_ascii_digit();
        if !is_number(legend.name(self.letters[0])) {
            let mut sorted: Vec<&str> = names().collect();
            sorted.sort_unstable();
            // A name twice, or one that is a number among others that are none, is a rare thing.
            let is_rare = sorted.windows(2).any(|pair| pair[0] == pair[1]) || names().any(is_number);
            return (!is_rare).then(|| names().map(str::to_owned).collect());
        }
        let (mut numbers, mut is_used) = (Vec::with_capacity(self.letters.len()), [false; 256]);
        for name in names() {
            let number: u8 = name.parse().ok().filter(|&number| number > 0 && !name.starts_with('0'))?;
            if mem::replace(&mut is_used[usize::from(number)], true) {
                return None;
            }
            numbers.push(number);
        }
        for bottle in bottles {
            bottle.iter_mut().for_each(|ball| *ball = numbers[usize::from(*ball) - 1]);
        }
        Some(Vec::new())
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

    /// The same for lines of JSON.
    fn json_agrees(line: &str) -> bool {
        let Some(fast) = read_json_board(line) else { return true };
        let Some((board, notation)) = general(line) else { return false };
        let same = board.downcast::<BallSort>().is_some_and(|board| *board == fast && board.names == fast.names);
        same && notation == "json"
    }

    #[test]
    fn plain_json_is_read() {
        let json = |capacity: &str, bottles: &str, end: &str| {
            format!(r#"{{"family":"ballsort","capacity":{capacity},"bottles":{bottles},"rule":{end}"#)
        };
        for line in [
            json("2", "[[1,2],[2,1],[]]", r#""water"}"#),
            json("3", "[[255,2],[2,255],[2],[255]]", r#""ball"}"#),
            json("2", "[[1,2],[1],[]]", r#""ball-uniform"}"#),
        ] {
            assert!(read_json_board(&line).is_some() && json_agrees(&line), "{line}");
        }
        for line in [
            json("2", "[[1,2],[1],[]]", r#""ball"}"#),
            json("2", "[[1,256],[256,1],[]]", r#""ball"}"#),
            json("2", "[[1,0],[0,1],[]]", r#""ball"}"#),
            json("2", r#"[[1,"a"],["a",1],[]]"#, r#""ball"}"#),
            json("2", "[[1,2],[2,1],[]]", r#""ball","locks":{"2":1}}"#),
            json("2", "[[1,2],[2,1],[]]", r#""other"}"#),
            json("0", "[[]]", r#""ball"}"#),
            json("2", "[]", r#""ball"}"#),
        ] {
            assert!(read_json_board(&line).is_none() && json_agrees(&line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn json_is_read_as_the_notation_reads_it(
            line in r#"\{"family":"ballsort","capacity":[1-3],"bottles":\[\[[0-3](,[1-3]){0,2}\](,\[([1-3](,[1-3]){0,2})?\]){0,4}\],"rule":"(ball|water|water-uniform|x)"\}"#
        ) {
            prop_assert!(json_agrees(&line), "{}", line);
        }

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
