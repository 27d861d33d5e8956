//! The form of the Picross solvers: `GRID`, `ROWS` and `COLUMNS`, each clue in brackets.

use super::super::{LineName, Nonogram};
use super::{board, clue, is_black_on_white, is_sheet, sides};
use crate::line::Block;
use quandary_core::Credits;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Line, Source};

/// Clues in brackets.
pub(crate) static PICROSS: Notation<Nonogram> = Notation {
    name: "picross",
    summary: "a line 'GRID' with a title, then 'ROWS' and 'COLUMNS' with a clue such as '[ 3 1 ]' on each line below",
    packing: Packing::Block,
    comments: true,
    detect: |source| {
        Fit::by_mark(is_sheet(source) && source.lines().any(|line| keyword(&line) == Some("GRID")), || read(source))
    },
    read,
    write: Some(|puzzle| {
        let written = |line: LineName| -> Result<String, DoesNotFit> {
            is_black_on_white(puzzle)?;
            let words: Vec<String> = puzzle.clue(line).iter().map(|block| block.number()).collect();
            Ok(if words.is_empty() { "[ ]".to_owned() } else { format!("[ {} ]", words.join(" ")) })
        };
        let (rows, columns) = sides(puzzle, written)?;
        // A '#' may look like a label; without a title the size stands in its place.
        let title = puzzle.credits().title().filter(|title| !title.contains('#'));
        let title = title.map_or_else(|| puzzle.shape(), str::to_owned);
        Ok(format!("GRID {title}\nROWS\n{}\nCOLUMNS\n{}\n", rows.join("\n"), columns.join("\n")))
    }),
};

/// The word in capitals that a line starts with.
fn keyword<'a>(line: &Line<'a>) -> Option<&'a str> {
    let word = line.text.split_whitespace().next()?;
    word.chars().all(|letter| letter.is_ascii_uppercase()).then_some(word)
}

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let (mut rows, mut columns): (Vec<Vec<Block>>, Vec<Vec<Block>>) = (Vec::new(), Vec::new());
    let mut side: Option<&mut Vec<Vec<Block>>> = None;
    let mut titles: Vec<&str> = Vec::new();
    for line in source.content_lines() {
        match keyword(&line) {
            Some("GRID") if !titles.is_empty() => {
                return Err(Diagnostic::new("a second puzzle starts here")
                    .label("its title", line)
                    .help("separate puzzles with blank lines"));
            }
            Some(word @ "GRID") => titles.push(line.text.trim()[word.len()..].trim()),
            Some("ROWS") => side = Some(&mut rows),
            Some("COLUMNS") => side = Some(&mut columns),
            _ => {
                let text = line.text.trim();
                let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
                let (Some(inner), Some(side)) = (inner, &mut side) else {
                    return Err(Diagnostic::new("a clue in brackets is expected, below ROWS or COLUMNS")
                        .label("here", line)
                        .help(PICROSS.summary));
                };
                let start = line.start + line.text.find('[').map_or(0, |at| at + 1);
                side.push(clue(&Line { text: inner, start, ..line })?);
            }
        }
    }
    let puzzle = board(rows, columns, source.first_word())?;
    let title = titles.pop().filter(|title| *title != puzzle.shape()).unwrap_or_default();
    Ok(puzzle.credited(Credits::new(title, "")))
}
