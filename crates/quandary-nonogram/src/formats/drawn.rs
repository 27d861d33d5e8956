//! Puzzles given as their picture: rows of `#` and `.`, and plain bitmaps (PBM).
//!
//! A picture has clues, so reading one gives the puzzle with its clues. Writing one
//! takes a solver: only a puzzle with one solution has *its* picture, and other puzzles cannot be written this way.

use super::super::Nonogram;
use super::{is_black_on_white, picture};
use quandary_core::picture::Picture;
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing, Puzzle, Solution};
use quandary_core::read::{Diagnostic, Source};
use quandary_core::verdict::{Ask, Budget, Verdict};

/// Rows of marks.
pub(crate) static PICTURE: Notation<Nonogram> = Notation {
    name: "picture",
    summary: "the picture itself as rows of # and ., whose clues are the puzzle",
    packing: Packing::Block,
    comments: false,
    detect: |source| {
        // A blank line between the rows would be the end of one picture and the start of another.
        let lines: Vec<&str> = source.text.trim_matches(['\n', '\r']).lines().map(str::trim_end).collect();
        let is_drawn = |text: &&str| text.len() == lines[0].len() && text.chars().all(|mark| matches!(mark, '#' | '.'));
        let has_both = ['#', '.'].iter().all(|&mark| source.text.contains(mark));
        if lines.len() > 1 && lines[0].len() > 1 && has_both && lines.iter().all(is_drawn) && read(source).is_ok() {
            Fit::Likely
        } else {
            Fit::No
        }
    },
    read,
    write: Some(|puzzle| Ok(picture::rows(puzzle, &only_solution(puzzle)?, '#', '.').join("\n") + "\n")),
};

/// Plain bitmaps.
pub(crate) static PBM: Notation<Nonogram> = Notation {
    name: "pbm",
    summary: "the picture itself as a plain bitmap: P1, width and height, then 1 for a filled cell and 0 for an empty one",
    packing: Packing::Block,
    comments: false,
    detect: |source| Fit::by_mark(source.text.trim_start().starts_with("P1"), || read(source)),
    read,
    write: Some(|puzzle| {
        let rows = picture::rows(puzzle, &only_solution(puzzle)?, '1', '0');
        let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n";
        Ok(format!("P1\n{} {}\n{}", puzzle.width(), puzzle.height(), rows.iter().map(spaced).collect::<String>()))
    }),
};

/// What finding the picture may cost.
const NODES: u64 = 100_000;
const SECONDS: f64 = 0.3;

fn read(source: &Source) -> Result<Nonogram, Diagnostic> {
    let bad =
        |message: String| Diagnostic::new(message).label("this picture", source.first_word()).help(PICTURE.summary);
    // Blanks at the end of a line are not cells.
    let rows: Vec<&str> = source.lines().map(|line| line.text.trim_end()).collect();
    let picture = Picture::read(&rows.join("\n")).map_err(|error| bad(error.to_string()))?;
    // Bitmaps and rows of marks know nothing between black and white.
    let cells = picture.dark(Some(128)).map(|&dark| u8::from(dark));
    Nonogram::of_picture(&cells).map_err(|error| bad(error.to_string()))
}

fn only_solution(puzzle: &Nonogram) -> Result<Solution, DoesNotFit> {
    is_black_on_white(puzzle)?;
    let budget = Budget { nodes: Some(NODES), ..Budget::seconds(SECONDS) };
    let mut outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
    match outcome.verdict {
        Verdict::Unique => Ok(outcome.solutions.swap_remove(0)),
        _ => Err("only a puzzle with one solution, found quickly, can be written as its picture".into()),
    }
}
