//! A puzzle as a question to a language model: the rules, the board, and the form of the answer.
//!
//! Everything comes from what a family says about itself, so a new family has prompts from its first day.

use quandary::Error;
use quandary_core::puzzle::{cell_model, filled_rows, symbol_of};
use quandary_core::{Puzzle, Solution};

use crate::written::text_of;

/// How a puzzle is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Rules, board, and the form of the answer.
    Plain,
    /// The board and the form of the answer, for models that know the rules.
    Short,
    /// The board alone.
    Board,
}

impl Style {
    /// A style by its name.
    pub(crate) fn read(name: &str) -> Result<Style, String> {
        match name {
            "plain" => Ok(Style::Plain),
            "short" => Ok(Style::Short),
            "board" => Ok(Style::Board),
            other => Err(format!("there is no prompt style '{other}'; choose one of: plain, short, board")),
        }
    }
}

/// What all prompts of a series have in common: what comes before the board, and what comes after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    before: String,
    after: String,
}

impl Frame {
    /// The frame around a board that is written as `text`.
    pub(crate) fn of(board: &dyn Puzzle, text: &str, style: Style) -> Frame {
        if style == Style::Board {
            return Frame { before: String::new(), after: String::new() };
        }
        let family = board.family();
        let mut before = format!("Solve this {} puzzle.\n\n", family.title());
        if style == Style::Plain {
            before += family.goal();
            for rule in board.rules_in_force() {
                before = before + " " + &rule;
            }
            before += "\n\n";
        }
        before = format!("{before}The board: {}.\n\n", how_written(board, text));
        let after = format!("\n\n{} Put it between <answer> and </answer>.", answer_form(board));
        Frame { before, after }
    }

    /// The question about a board.
    pub(crate) fn around(&self, board: &str) -> String {
        [&self.before, board.trim_end(), &self.after].concat()
    }
}

/// The question about a board.
pub(crate) fn of(board: &dyn Puzzle, style: Style) -> Result<String, Error> {
    let text = text_of(board)?;
    let shown = in_rows(board, &text);
    Ok(Frame::of(board, &shown, style).around(&shown))
}

/// A board of one symbol for each cell in one line, broken into its rows; any other as it is.
pub(crate) fn in_rows(board: &dyn Puzzle, text: &str) -> String {
    let line = text.trim_end();
    let side = line.len().isqrt();
    if !line.is_ascii() || line.contains(char::is_whitespace) || side * side != line.len() || board.moves().is_some() {
        return line.to_owned();
    }
    let mut rows = String::with_capacity(line.len() + side);
    for (place, symbol) in line.char_indices() {
        if place > 0 && place % side == 0 {
            rows.push('\n');
        }
        rows.push(symbol);
    }
    rows
}

/// How the board is written.
fn how_written(board: &dyn Puzzle, text: &str) -> String {
    let notations = board.family().notations().into_iter().filter(|notation| notation.writes());
    let used = notations.into_iter().find(|notation| notation.write_unchecked(board).is_ok());
    match used {
        Some(notation) if !notation.summary().starts_with("one line:") => notation.summary().to_owned(),
        _ => format!("{} rows, '.' for an empty cell", text.lines().count()),
    }
}

/// A solution as an answer to the question.
pub(crate) fn answer_text(board: &dyn Puzzle, solution: &Solution) -> String {
    match board.moves() {
        Some(_) => board.solution_text(solution).trim_end().to_owned(),
        None => filled_rows(board, solution).join("\n"),
    }
}

/// What an answer looks like.
fn answer_form(board: &dyn Puzzle) -> String {
    if let Some(moves) = board.moves() {
        let place = moves.place_noun();
        return format!(
            "Answer with the moves in order, one on each line, as \"1 -> 3\" for a move from {place} 1 to {place} 3."
        );
    }
    let cells = board.scene(None).cells;
    let values = cell_model(board).map_or(0, |model| model.start().iter().fold(0, |all, values| all | values));
    let symbols: Vec<String> = (0..64)
        .filter(|value| values >> value & 1 == 1)
        .filter_map(|value| {
            let (symbol, name) = (symbol_of(board, value)?, board.value_name(value));
            Some(if name == symbol.to_string() { name } else { format!("'{symbol}' ({name})") })
        })
        .collect();
    let symbols = match &symbols[..] {
        [one] => one.clone(),
        [first, .., last] if symbols.len() > 4 => format!("{first} to {last}"),
        [others @ .., last] => format!("{} or {last}", others.join(", ")),
        [] => "its value".to_owned(),
    };
    format!(
        "Answer with the filled board: {} lines of {} symbols without spaces, {symbols} for each cell.",
        cells.rows(),
        cells.columns()
    )
}
