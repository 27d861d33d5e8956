//! Every notation of a Nonogram, read and written.
//!
//! There are the [plain](PLAIN) forms and other [sheets](MK) of numbers, [letters](NON) behind the numbers for coloured
//! boards, sheets with [numbers of colours](CWC), webpbn's [XML], [keys](LP) and [brackets](PICROSS) around the numbers,
//! [links](LINK), [JSON], and [pictures](PICTURE) whose clues are the puzzle. What all of them need is here; how files
//! name colours is in `colours`, and solutions are read by [`picture`].

mod colours;
mod cwc;
mod drawn;
pub(crate) mod examples;
mod goal;
mod json;
mod lettered;
mod link;
mod lp;
mod olsak;
mod picross;
pub(crate) mod picture;
mod plain;
mod sheets;
#[cfg(test)]
mod tests;
mod webpbn;

pub(crate) use cwc::CWC;
pub(crate) use drawn::{PBM, PICTURE};
pub(crate) use json::JSON;
pub(crate) use lettered::NON;
pub(crate) use link::LINK;
pub(crate) use lp::LP;
pub(crate) use olsak::G;
pub(crate) use picross::PICROSS;
pub(crate) use plain::{NIN, PLAIN};
pub(crate) use sheets::{CWD, KEEN, MK, TOURNAMENT};
pub(crate) use webpbn::XML;

use super::{BLACK, LineName, MAX_SIDE, Nonogram};
use crate::line::Block;
use quandary_core::puzzle::{DoesNotFit, Notation};
use quandary_core::read::{Diagnostic, Line, Source, Span, Token};

/// All notations.
pub(crate) static ALL: [&Notation<Nonogram>; 16] =
    [&PLAIN, &NIN, &JSON, &NON, &MK, &G, &XML, &CWD, &CWC, &LP, &KEEN, &TOURNAMENT, &PICROSS, &LINK, &PICTURE, &PBM];

/// The most lines of a sheet of clues. Twice as many as the largest board has lines would do for most; some give each line of
/// the board several, and some people leave many blank.
const MOST_LINES: usize = 32 * MAX_SIDE;

/// Whether a text is short enough for a sheet of clues. A file of a million lines is none, whatever its first line says.
fn is_sheet(source: &Source) -> bool {
    !source.is_longer_than(MOST_LINES)
}

/// One line of numbers, or `?` for blocks of unknown length.
fn clue(line: &Line<'_>) -> Result<Vec<Block>, Diagnostic> {
    let tokens: Vec<_> = line.tokens().collect();
    let mut blocks = Vec::with_capacity(tokens.len());
    for &token in &tokens {
        if token.text == "?" {
            blocks.push(Block { length: Block::UNKNOWN, colour: BLACK });
            continue;
        }
        match length(token)? {
            0 if tokens.len() > 1 => return Err(zero_among_blocks(token.into())),
            0 => {}
            length => blocks.push(Block { length, colour: BLACK }),
        }
    }
    Ok(blocks)
}

/// The length of a block.
fn length(token: Token<'_>) -> Result<usize, Diagnostic> {
    if token.text.starts_with('?') {
        return Err(untold(token.into()));
    }
    token.number("a block", MAX_SIDE)
}

/// The error for a block whose length is not given.
fn untold(at: Span) -> Diagnostic {
    Diagnostic::new("a block of unknown length").label("this block", at).help(
        "every block needs a length here; 'plain', 'non' and 'json' have '?' for any length, alone or before a colour",
    )
}

fn zero_among_blocks(at: Span) -> Diagnostic {
    Diagnostic::new("a block of 0 cells is among other blocks")
        .label("this 0", at)
        .help("remove it; 0 is written alone, for a line without blocks")
}

/// A block from its length.
fn block(length: usize, colour: u8, at: Span) -> Result<Block, Diagnostic> {
    match length {
        0 => Err(zero_among_blocks(at)),
        1..=MAX_SIDE => Ok(Block { length, colour }),
        _ => Err(Diagnostic::new(format!("{length} is too large for a block"))
            .label("among these", at)
            .help(format!("a block may be from 1 to {MAX_SIDE}"))),
    }
}

fn board(rows: Vec<Vec<Block>>, columns: Vec<Vec<Block>>, at: Span) -> Result<Nonogram, Diagnostic> {
    Nonogram::new(rows, columns).map_err(|error| Diagnostic::new(error.to_string()).label("this board", at))
}

/// The error for a side with too few or too many clues.
fn wrong_count(side: &str, expected: usize, found: usize, at: impl Into<Span>) -> Diagnostic {
    Diagnostic::new(format!("expected {expected} {side}, found {found}"))
        .label(if found < expected { "the clues end here" } else { "this is one too many" }, at)
        .help("one line for each; 0 for an empty one")
}

/// A clue as bare numbers, which only black blocks on white can be.
fn lengths(puzzle: &Nonogram, line: LineName) -> Result<Vec<usize>, DoesNotFit> {
    is_black_on_white(puzzle)?;
    all_known(puzzle)?;
    Ok(puzzle.clue(line).iter().map(|block| block.length).collect())
}

/// Why a board with blocks of unknown length cannot be written in some notations.
fn all_known(puzzle: &Nonogram) -> Result<(), DoesNotFit> {
    if puzzle.has_unknown() {
        return Err("it cannot store blocks of unknown length ('?')".to_owned().into());
    }
    Ok(())
}

/// Why a board with colours cannot be written in most notations.
fn is_black_on_white(puzzle: &Nonogram) -> Result<(), DoesNotFit> {
    if !puzzle.is_coloured() && !puzzle.has_own_colours() {
        return Ok(());
    }
    let names: Vec<&str> = puzzle.palette().colours().iter().map(|colour| &colour.name[..]).collect();
    Err(format!("it is black and white only and cannot store the colours of this board ({})", names.join(", ")).into())
}

/// Whether the colours of a board have to be declared, and its blocks to be written with letters.
fn has_letters(puzzle: &Nonogram) -> bool {
    puzzle.is_coloured() || puzzle.has_own_colours()
}

/// A clue with a letter behind each number, where the board's colours are declared; `0` for an empty one.
fn lettered_words(puzzle: &Nonogram, line: LineName) -> String {
    let letter = |colour| if has_letters(puzzle) { puzzle.palette().letter(colour).to_string() } else { String::new() };
    let word = |block: &Block| format!("{}{}", block.number(), letter(block.colour));
    match puzzle.clue(line) {
        [] => "0".to_owned(),
        blocks => blocks.iter().map(word).collect::<Vec<_>>().join(" "),
    }
}

/// A clue as numbers (`?` for an unknown one) with blanks between them, `0` for an empty one.
fn plain_words(puzzle: &Nonogram, line: LineName) -> Result<String, DoesNotFit> {
    is_black_on_white(puzzle)?;
    let words: Vec<String> = puzzle.clue(line).iter().map(|block| block.number()).collect();
    Ok(if words.is_empty() { "0".to_owned() } else { words.join(" ") })
}

/// What is written for each row, and for each column.
fn sides(
    puzzle: &Nonogram,
    written: impl Fn(LineName) -> Result<String, DoesNotFit>,
) -> Result<(Vec<String>, Vec<String>), DoesNotFit> {
    let mut rows = puzzle.lines().map(written).collect::<Result<Vec<_>, _>>()?;
    let columns = rows.split_off(puzzle.height());
    Ok((rows, columns))
}
