//! Links that hold a plain board: puzz.link and SudokuWiki.

use super::{bad, board, is_plain, only_line, sides, sizes_help, symbols, usual_box, with_box};
use crate::Sudoku;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Line, Source, Span, Token};

/// Links of puzz.link and its relatives.
pub(crate) static PUZZ_LINK: Notation<Sudoku> = Notation {
    name: "puzz-link",
    summary: "a link such as https://puzz.link/p?sudoku/9/9/…",
    packing: Packing::Line,
    comments: false,
    detect: |source| Fit::by_mark(after(source, &["?sudoku/", "/sudoku/"]).is_some(), || read_puzz_link(source)),
    read: read_puzz_link,
    write: Some(write_puzz_link),
};

/// Links of SudokuWiki.
pub(crate) static SUDOKUWIKI: Notation<Sudoku> = Notation {
    name: "sudokuwiki",
    summary: "a SudokuWiki link that contains the 81 digits, such as https://www.sudokuwiki.org/sudoku.htm?bd=53007…",
    packing: Packing::Line,
    comments: false,
    detect: |source| Fit::by_mark(address(source, "sudokuwiki.org/").is_some(), || read_sudokuwiki(source)),
    read: read_sudokuwiki,
    write: Some(|puzzle| write_site(puzzle, "https://www.sudokuwiki.org/sudoku.htm?bd=")),
};

/// The one line of a text, where it is a link.
pub(super) fn link(source: &Source) -> Option<Line<'_>> {
    let line = only_line(source).ok()?;
    let text = line.text.trim();
    let start = line.span().start;
    let is_link = !text.contains(char::is_whitespace) && (text.starts_with("http://") || text.starts_with("https://"));
    is_link.then_some(Line { text, start, number: line.number })
}

/// What follows the first of some words in a link.
fn after<'a>(source: &'a Source, words: &[&str]) -> Option<Token<'a>> {
    let line = link(source)?;
    let end = words.iter().filter_map(|word| Some(line.text.find(word)? + word.len())).min()?;
    Some(Token { text: &line.text[end..], start: line.start + end })
}

/// What follows the name of a site in a link.
pub(super) fn address<'a>(source: &'a Source, site: &str) -> Option<Token<'a>> {
    let rest = after(source, &[site])?;
    let host = &link(source)?.text[..rest.start - link(source)?.start];
    // The name of a site stands at its beginning, not somewhere in another site's link.
    (host.matches('/').count() == 3).then_some(rest)
}

// ── puzz.link ────────────────────────────────────────────────────────────────────────────────────────────────────────

/// Most blanks that one letter stands for.
const LONGEST_GAP: usize = 20;

fn read_puzz_link(source: &Source) -> Result<Sudoku, Diagnostic> {
    let help = PUZZ_LINK.summary;
    let rest = after(source, &["?sudoku/", "/sudoku/"])
        .ok_or_else(|| bad("a link to a Sudoku was expected", source.first_word(), help))?;
    let parts: Vec<&str> = rest.text.trim_end_matches('/').splitn(3, '/').collect();
    let [width, height, body] = parts[..] else {
        return Err(bad("width, height and cells were expected behind 'sudoku/'", rest, help));
    };
    let side = sides().find(|side| side.to_string() == width && width == height);
    let side = side.ok_or_else(|| bad(format!("there is no Sudoku of {width}×{height}"), rest, sizes_help()))?;
    let start = rest.start + (body.as_ptr() as usize - rest.text.as_ptr() as usize);
    let mut cells: Vec<u8> = Vec::with_capacity(side * side);
    let mut letters = body.char_indices();
    while let Some((at, letter)) = letters.next() {
        let here = Span { start: start + at, len: letter.len_utf8() };
        let number = match letter {
            'g'..='z' => {
                cells.extend(std::iter::repeat_n(0, letter as usize - 'f' as usize));
                continue;
            }
            '-' => {
                let pair: String = letters.by_ref().take(2).map(|(_, digit)| digit).collect();
                usize::from_str_radix(&pair, 16).ok()
            }
            '.' => return Err(bad("unknown digits ('.') are not supported", here, help)),
            _ => letter.to_digit(16).map(|digit| digit as usize),
        };
        match number {
            Some(digit) if (1..=side).contains(&digit) => cells.push(digit as u8),
            _ => {
                return Err(bad(
                    format!("'{}' is not a digit of a {side}×{side} Sudoku", letter.escape_default()),
                    here,
                    help,
                ));
            }
        }
    }
    if cells.len() > side * side {
        let message = format!("the link holds {} cells, a {side}×{side} board has {}", cells.len(), side * side);
        return Err(bad(message, rest, help));
    }
    cells.resize(side * side, 0);
    with_box(usual_box(side), cells)
}

fn write_puzz_link(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    let side = puzzle.side();
    let mut body = String::new();
    let mut gap = 0;
    let close = |gap: &mut usize, body: &mut String| {
        while *gap > 0 {
            let part = (*gap).min(LONGEST_GAP);
            body.push(char::from(b'f' + part as u8));
            *gap -= part;
        }
    };
    for &digit in puzzle.cells().values() {
        match digit {
            0 => gap += 1,
            _ => {
                close(&mut gap, &mut body);
                body.push_str(&if digit < 16 { format!("{digit:x}") } else { format!("-{digit:02x}") });
            }
        }
    }
    close(&mut gap, &mut body);
    Ok(format!("https://puzz.link/p?sudoku/{side}/{side}/{body}"))
}

// ── links with the digits as they are ────────────────────────────────────────────────────────────────────────────────

fn read_sudokuwiki(source: &Source) -> Result<Sudoku, Diagnostic> {
    read_site(source, "sudokuwiki.org/", SUDOKUWIKI.summary)
}

/// The 81 symbols of a link, wherever they stand behind the name of the site.
pub(super) fn read_site(source: &Source, site: &str, help: &str) -> Result<Sudoku, Diagnostic> {
    let rest = address(source, site).ok_or_else(|| {
        bad(format!("a link of {} was expected", site.trim_end_matches('/')), source.first_word(), help)
    })?;
    let parts = rest.text.split(['/', '?', '&', '=', '#']);
    let cells = parts
        .filter(|part| part.len() == 81)
        .find(|part| part.bytes().all(|b| b.is_ascii_digit() || b"._-*".contains(&b)));
    let Some(cells) = cells else {
        let help =
            format!("{help}; a saved state or a short name holds no digits: open it there and copy the 81 digits");
        return Err(bad("this link does not hold a board of 81 digits", rest, &help));
    };
    let start = rest.start + (cells.as_ptr() as usize - rest.text.as_ptr() as usize);
    let tokens: Vec<Token<'_>> = Line { text: cells, start, number: 1 }.characters().collect();
    board(&tokens, 9)
}

pub(super) fn write_site(puzzle: &Sudoku, site: &str) -> Result<String, DoesNotFit> {
    is_plain(puzzle)?;
    if puzzle.side() != 9 {
        return Err("it is for 9×9 boards".into());
    }
    Ok(format!("{site}{}", symbols(puzzle).replace('.', "0")))
}
