//! The solution that a puzzle file holds: a `goal` in `.non`, a `<solution>` in XML.
//!
//! Such a file can be given where a solution is asked for, so that a puzzle can be checked against its own goal. In `.non`
//! the goal is a text of cells, in quotes or not, behind the key or on the lines below it; `0` is an empty cell and anything
//! else a filled one, on coloured boards the letter of its colour. Positions that players have saved are not a goal.

use super::super::{BLACK, Nonogram};
use super::picture::Row;
use super::webpbn::{self, Goal, GoalCell};
use quandary_core::read::{Diagnostic, Line, Source, Span};

/// The rows of the goal, where the text is a puzzle file that has one.
pub(super) fn rows(puzzle: &Nonogram, source: &Source) -> Result<Option<Vec<Row>>, Diagnostic> {
    if source.text.contains("<solution") {
        let Some(Goal { rows, background }) = webpbn::goal_of(source)? else { return Ok(None) };
        let row = |row: &Vec<GoalCell>| -> Result<Row, Diagnostic> {
            let cells = row.iter().map(|(name, at)| colour(puzzle, name, &background, *at));
            let at = row.first().map_or(source.end(), |(_, at)| *at);
            Ok(Row { cells: cells.collect::<Result<_, _>>()?, at: Span { len: row.len(), ..at } })
        };
        return rows.iter().map(row).collect::<Result<_, _>>().map(Some);
    }
    non(puzzle, source)
}

/// The colour of a cell in XML.
fn colour(puzzle: &Nonogram, name: &str, background: &str, at: Span) -> Result<u8, Diagnostic> {
    if name == background {
        return Ok(0);
    }
    if !puzzle.is_coloured() {
        return Ok(BLACK);
    }
    puzzle.palette().of_name(name).ok_or_else(|| no_colour(puzzle, name, at))
}

fn no_colour(puzzle: &Nonogram, name: &str, at: Span) -> Diagnostic {
    let known: Vec<&str> = puzzle.palette().colours().iter().map(|colour| &colour.name[..]).collect();
    Diagnostic::new(format!("no clue has the colour '{}'", name.escape_default()))
        .label("this cell", at)
        .help(format!("the colours of this board are {}", known.join(", ")))
}

/// The goal of a `.non` file.
fn non(puzzle: &Nonogram, source: &Source) -> Result<Option<Vec<Row>>, Diagnostic> {
    let is_goal = |line: &Line<'_>| line.text.split_whitespace().next().is_some_and(|word| word == "goal");
    let mut lines = source.lines().skip_while(|line| !is_goal(line));
    let Some(first) = lines.next() else { return Ok(None) };
    let after = first.text.find("goal").map_or(0, |at| at + "goal".len());
    let first = Line { text: &first.text[after..], start: first.start + after, ..first };
    let mut cells: Vec<(u8, Span)> = Vec::new();
    let wanted = puzzle.height() * puzzle.width();
    for line in [first].into_iter().chain(lines) {
        // On the lines below there are only cells; another key ends the goal.
        let is_key = line.start != first.start && line.tokens().next().is_some_and(|word| is_keyword(word.text));
        if is_key || cells.len() >= wanted {
            break;
        }
        for token in line.characters().filter(|token| !matches!(token.text, "\"" | "'")) {
            let letter = token.text.chars().next().unwrap_or('0');
            let value = match letter {
                '0' | '.' | '-' => 0,
                _ if !puzzle.is_coloured() => BLACK,
                '1' => BLACK,
                _ => puzzle.palette().of_letter(letter).ok_or_else(|| no_colour(puzzle, token.text, token.into()))?,
            };
            cells.push((value, token.into()));
        }
    }
    let row = |cells: &[(u8, Span)]| Row {
        cells: cells.iter().map(|&(value, _)| value).collect(),
        at: cells.first().map_or(first.span(), |&(_, at)| Span { len: cells.len(), ..at }),
    };
    Ok(Some(cells.chunks(puzzle.width()).map(row).collect()))
}

/// The keys that may follow a goal.
fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "rows"
            | "columns"
            | "saved"
            | "width"
            | "height"
            | "title"
            | "by"
            | "copyright"
            | "license"
            | "catalogue"
            | "color"
    ) || word.starts_with("====")
}
