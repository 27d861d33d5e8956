//! Boards by their number on the puzzle site, puzzle-aquarium.com.
//!
//! The site numbers its boards within each of its twelve classes (6×6 easy is class 0, the monthly board class 11), and
//! shares one as `?e=` with the class and number in base64: `8:4,760,102`. Such a link names a board and does not hold
//! it, so it can be read only together with the string of the board, as the page has it in `var task = '…'`. A board that
//! is read so keeps its number, and can be written with its link again.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::super::Aquarium;
use super::task;
use quandary_core::puzzle::{DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, Span};

/// The site's classes by number.
const CLASSES: [&str; 12] = [
    "6×6 easy",
    "6×6 normal",
    "6×6 hard",
    "10×10 easy",
    "10×10 normal",
    "10×10 hard",
    "15×15 easy",
    "15×15 normal",
    "15×15 hard",
    "the daily 20×20",
    "the weekly 25×25",
    "the monthly 30×30",
];

const HOST: &str = "puzzle-aquarium.com";

/// The number of a board on the puzzle site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteId {
    class: u8,
    number: u64,
}

impl SiteId {
    /// Reads a number such as `8:4,760,102`, with or without commas.
    pub fn parse(text: &str) -> Option<Self> {
        let (class, number) = text.trim().split_once(':')?;
        let is_grouped = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit() || c == ',');
        let number = is_grouped.then(|| number.replace(',', ""))?.parse().ok()?;
        let class = class.parse().ok().filter(|&class: &u8| usize::from(class) < CLASSES.len())?;
        Some(SiteId { class, number })
    }

    /// The address under which the site shows the board.
    pub fn link(self) -> String {
        format!("https://www.{HOST}/?e={}", STANDARD.encode(self.to_string()))
    }

    /// The name of its class.
    pub fn class(self) -> &'static str {
        CLASSES[usize::from(self.class)]
    }

    /// The number that an address of the site asks for.
    fn in_address(address: &str) -> Option<Self> {
        let (_, query) = address.split_once('?')?;
        let value = |key: &str| query.split('&').find_map(|part| part.strip_prefix(key)?.strip_prefix('='));
        if let Some(encoded) = value("e") {
            let padded = encoded.replace("%3D", "=").replace("%3d", "=");
            return Self::parse(std::str::from_utf8(&STANDARD.decode(padded).ok()?).ok()?);
        }
        // Without a size the site shows its first class.
        Self::parse(&format!("{}:{}", value("size").unwrap_or("0"), value("specid")?))
    }
}

impl fmt::Display for SiteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.number.to_string();
        write!(f, "{}:", self.class)?;
        for (index, digit) in digits.chars().enumerate() {
            let is_group = index > 0 && (digits.len() - index).is_multiple_of(3);
            write!(f, "{}{digit}", if is_group { "," } else { "" })?;
        }
        Ok(())
    }
}

/// The words of a text that are addresses of the site or numbers of boards, at most one on a line.
fn id_words(source: &Source) -> impl Iterator<Item = (Span, Option<SiteId>)> {
    let quotes = |c: char| matches!(c, '"' | '\'' | '<' | '>' | '(' | ')');
    source.lines().filter_map(move |line| {
        let words = line.text.split_whitespace().map(|word| word.trim_matches(quotes));
        let address = words.filter(|word| word.contains(HOST)).map(|word| (word, SiteId::in_address(word))).next();
        let alone = || SiteId::parse(line.text).map(|id| (line.text.trim(), Some(id)));
        let (word, id) = address.or_else(alone)?;
        let start = word.as_ptr() as usize - source.text.as_ptr() as usize;
        Some((Span { start, len: word.len() }, id))
    })
}

/// Whether a text gives a board by number or address.
pub(super) fn has_id(source: &Source) -> bool {
    id_words(source).next().is_some()
}

/// The text without the line of the number, everything else in its place.
fn rest(source: &Source, id: Span) -> Source {
    let text = &source.text;
    let start = text[..id.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[id.start..].find('\n').map_or(text.len(), |at| id.start + at);
    let blank = " ".repeat(end - start);
    Source { text: format!("{}{blank}{}", &text[..start], &text[end..]), ..source.clone() }
}

pub(super) fn detect(source: &Source) -> Fit {
    let mut ids = id_words(source);
    // Several numbers are several puzzles.
    let (Some((at, _)), None) = (ids.next(), ids.next()) else { return Fit::No };
    match task::fit(&rest(source, at)) {
        Fit::No if source.text.contains(HOST) => Fit::Sure,
        fit => fit,
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let Some((at, id)) = id_words(source).next() else {
        return Err(Diagnostic::new("there is no number of the puzzle site here").label("here", source.first_word()));
    };
    let rest = rest(source, at);
    if task::fit(&rest) == Fit::No {
        let what = match id {
            Some(id) => {
                let (_, number) =
                    id.to_string().split_once(':').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap_or_default();
                format!(
                    "this names board {number} of the class {} on the puzzle site, and does not hold it",
                    id.class()
                )
            }
            None => "this is an address of the puzzle site, and holds no board".to_owned(),
        };
        return Err(Diagnostic::new(what).label("here", at).help(
            "open the page, look at its source, and give the line var task = '…'; it may follow below this line",
        ));
    }
    Ok(Aquarium { site: id, ..task::read(&rest)? })
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    let site = board.site.ok_or("the board's number on the puzzle site is not known")?;
    Ok(format!("{}\n{}", site.link(), task::write(board)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_board_is_read_from_every_form_of_the_site() {
        let monthly = SiteId { class: 11, number: 1203 };
        assert_eq!(SiteId::parse("8:4,760,102"), Some(SiteId { class: 8, number: 4_760_102 }));
        assert_eq!(SiteId::parse("8:4760102"), SiteId::parse("8:4,760,102"));
        assert_eq!(SiteId::in_address(&monthly.link()), Some(monthly));
        let address = "https://www.puzzle-aquarium.com/?specific=1&specid=681742";
        assert_eq!(SiteId::in_address(address).map(|id| id.to_string()), Some("0:681,742".to_owned()));
        assert_eq!(
            SiteId::in_address("https://puzzle-aquarium.com/?size=5&specid=7").map(SiteId::class),
            Some("10×10 hard")
        );
        for wrong in ["12:5", "8:", "8:4x", "x:5", "8;5"] {
            assert_eq!(SiteId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_link_alone_is_named_and_refused() {
        let source = Source::from_text("https://www.puzzle-aquarium.com/?e=ODo0LDc2MCwxMDI=\n");
        let error = read(&source).unwrap_err();
        assert_eq!(
            error.message,
            "this names board 4,760,102 of the class 15×15 hard on the puzzle site, and does not hold it"
        );
        assert_eq!(detect(&source), Fit::Sure);
    }

    #[test]
    fn a_link_with_the_string_below_it_is_a_board_with_its_number() {
        for head in ["https://www.puzzle-aquarium.com/?e=ODo0LDc2MCwxMDI=", "8:4,760,102"] {
            let source = Source::from_text(format!("{head}\n  var task = '2_1_1_2;1,2,1,1';\n  var x = 5;\n"));
            assert_eq!(detect(&source), Fit::Sure, "{head}");
            let board = read(&source).unwrap();
            assert_eq!(board.site, SiteId::parse("8:4,760,102"));
            let written = write(&board).unwrap();
            assert_eq!(written, "https://www.puzzle-aquarium.com/?e=ODo0LDc2MCwxMDI=\n2_1_1_2;1,2,1,1\n");
            assert_eq!(read(&Source::from_text(written)), Ok(board));
        }
    }
}
