//! What an answer is worth: 1 for a solution, 0 for anything else, and why.
//!
//! Any solution that keeps all rules counts, not only the one in a dataset. A reply is never a reason for an exception.

use quandary::read::Source;
use quandary_core::puzzle::{cell_model, read_entries, read_filled, symbol_of};
use quandary_core::{Ask, Budget, Grid, Puzzle, Solution};

use crate::extract::{LONGEST, answer_in, rows_of_json, tagged};
use crate::progress;

/// How an answer stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// There is no answer, or none that can be read.
    Unparsed,
    /// It has too many or too few cells.
    WrongShape,
    /// A given cell holds something else.
    ChangedGivens,
    /// A rule is broken.
    BreaksRule,
    /// Cells are open, or the moves end before the goal.
    Incomplete,
    /// It is a solution.
    Right,
}

impl Standing {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Standing::Unparsed => "unparsed",
            Standing::WrongShape => "wrong_shape",
            Standing::ChangedGivens => "changed_givens",
            Standing::BreaksRule => "breaks_rule",
            Standing::Incomplete => "incomplete",
            Standing::Right => "right",
        }
    }
}

/// What is rewarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reward {
    /// Solutions only.
    Strict,
    /// Also a part of a solution, beyond what guessing gets right.
    Progress,
}

impl Reward {
    /// A reward by its name.
    pub(crate) fn read(name: &str) -> Result<Reward, String> {
        match name {
            "strict" => Ok(Reward::Strict),
            "progress" => Ok(Reward::Progress),
            other => Err(format!("there is no reward '{other}'; choose strict or progress")),
        }
    }
}

/// What a reply is worth.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Score<'r> {
    pub(crate) value: f64,
    pub(crate) standing: Standing,
    /// Why, in a sentence; empty for a solution.
    pub(crate) reason: String,
    /// The part of the reply that was read.
    pub(crate) answer: Option<&'r str>,
}

/// An answer in its plainest form, which is the most frequent one. `None` for any other text.
fn plain_answer(board: &dyn Puzzle, text: &str) -> Option<Solution> {
    if text.len() > LONGEST {
        None
    } else if board.moves().is_some() {
        text.lines().all(is_move).then(|| board.read_solution(&Source::from_text(text)).ok())?
    } else {
        plain_grid(board, text)
    }
}

/// Whether a line is `1 -> 3`.
fn is_move(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    line.split_once(" -> ").is_some_and(|(from, to)| is_number(from) && is_number(to))
}

/// A filled board: the symbols that the question asks for, in rows of the same length, or all in one line where the board is
/// square.
fn plain_grid(board: &dyn Puzzle, text: &str) -> Option<Solution> {
    // Where an empty cell is a value, some people write it as a blank.
    let has_gaps = board.value_of_symbol('.').is_none();
    let mut numbers = [None; 128];
    if board.value_of_symbol('9') == Some(board.value_in_grid(9)) {
        (1..=9).for_each(|digit| numbers[usize::from(b'0' + digit)] = Some(digit));
    }
    let mut cells: Vec<u8> = Vec::with_capacity(text.len());
    let (mut rows, mut width) = (0, 0);
    for line in text.split('\n') {
        let start = cells.len();
        for byte in line.bytes() {
            match byte {
                b' ' | b'\t' | b'\r' if has_gaps => {}
                _ => {
                    let number = numbers.get_mut(usize::from(byte))?;
                    if number.is_none() {
                        *number = number_of(board, byte);
                    }
                    cells.push((*number)?);
                }
            }
        }
        let length = cells.len() - start;
        if length == 0 && has_gaps {
            continue;
        }
        if length == 0 || (rows > 0 && length != width) {
            return None;
        }
        (rows, width) = (rows + 1, length);
    }
    if rows == 1 {
        let side = cells.len().isqrt();
        (rows, width) = (side, side);
    }
    Grid::from_values(rows, width, cells).map(Solution::Grid)
}

/// The number in a solution that a symbol stands for, where that is the symbol for it.
fn number_of(board: &dyn Puzzle, symbol: u8) -> Option<u8> {
    let value = board.value_of_symbol(symbol.into())?;
    let is_usual = symbol_of(board, value) == Some(symbol.into());
    // Numbers count from 0 as values do, or from 1.
    [value + 1, value].into_iter().find(|&number| is_usual && board.value_in_grid(number) == value)
}

/// Scores a reply to a puzzle.
pub(crate) fn score<'r>(reply: &'r str, board: &dyn Puzzle, reward: Reward, budget: &Budget) -> Score<'r> {
    let plain = tagged(reply).unwrap_or(reply).trim();
    if let Some(solution) = plain_answer(board, plain) {
        let (standing, reason) = judged(board, &solution);
        let is_settled = match standing {
            Standing::Right | Standing::ChangedGivens => true,
            Standing::BreaksRule => reward == Reward::Strict,
            Standing::Incomplete => reward == Reward::Strict && solution.plan().is_some(),
            _ => false,
        };
        if is_settled {
            let value = if standing == Standing::Right { 1.0 } else { 0.0 };
            return Score { value, standing, reason, answer: Some(plain) };
        }
    }
    let Some(answer) = answer_in(reply, board).filter(|answer| answer.len() <= LONGEST) else {
        let reason = "there is no answer in the reply".to_owned();
        return Score { value: 0.0, standing: Standing::Unparsed, reason, answer: None };
    };
    let rows = if board.moves().is_some() { None } else { rows_of_json(board, answer) };
    let source = Source::from_text(rows.as_deref().unwrap_or(answer));
    // Every form in which a player's board is read will do, not only those of the family's solutions.
    let read = board.read_solution(&source).or_else(|error| match board.moves() {
        Some(_) => Err(error),
        None => read_filled(board, &source).map_err(|_| error),
    });
    let (standing, reason, read) = match read {
        Ok(solution) => {
            let (standing, reason) = match judged(board, &solution) {
                // A filled board with blanks in it is a partly filled one.
                (Standing::Incomplete, message) if solution.grid().is_some() => unread(board, &source, message),
                judged => judged,
            };
            (standing, reason, Some(solution))
        }
        Err(error) => {
            let (standing, reason) = unread(board, &source, error.message);
            (standing, reason, None)
        }
    };
    let value = match (standing, reward) {
        (Standing::Right, _) => 1.0,
        (Standing::BreaksRule | Standing::Incomplete, Reward::Progress) => {
            let ask = Ask { budget: budget.clone(), ..Ask::default() }.begin();
            progress::value(board, &source, read.as_ref(), &ask)
        }
        _ => 0.0,
    };
    Score { value, standing, reason, answer: Some(answer) }
}

/// How a solution stands that was read.
fn judged(board: &dyn Puzzle, solution: &Solution) -> (Standing, String) {
    match board.verify(solution) {
        Ok(()) if is_unfinished(board, solution) => (Standing::Incomplete, "the moves end before the goal".to_owned()),
        Ok(()) => (Standing::Right, String::new()),
        Err(broken) => {
            let standing = match broken.rule {
                "given" => Standing::ChangedGivens,
                "shape" => Standing::WrongShape,
                "goal" | "digit" => Standing::Incomplete,
                _ => Standing::BreaksRule,
            };
            (standing, broken.message)
        }
    }
}

/// Whether a plan keeps the rules and yet ends before everything is sorted, as plans with hidden parts may.
fn is_unfinished(board: &dyn Puzzle, solution: &Solution) -> bool {
    let (Some(play), Some(plan)) = (board.moves(), solution.plan()) else { return false };
    play.has_hidden() && !play.after(&plan.moves).is_ok_and(|here| here.moves().is_some_and(|here| here.is_solved()))
}

/// How an answer stands that is not a filled board.
fn unread(board: &dyn Puzzle, source: &Source, message: String) -> (Standing, String) {
    if source.text.trim().is_empty() {
        return (Standing::Unparsed, "the answer is empty".to_owned());
    }
    let Some(model) = cell_model(board).filter(|_| board.moves().is_none()) else {
        return (Standing::Unparsed, message);
    };
    match read_entries(board, &model, source) {
        Ok(entries) => {
            let changed = entries.iter().find(|entry| {
                let given = model.start()[entry.var];
                given.is_power_of_two() && entry.values & given == 0
            });
            match changed {
                Some(entry) => (Standing::ChangedGivens, format!("{} is given and was changed", entry.cell)),
                None => (Standing::Incomplete, message),
            }
        }
        Err(_) => {
            let is_symbol =
                |c: char| c.is_whitespace() || "|+-?._0,\"[]".contains(c) || board.value_of_symbol(c).is_some();
            let standing = if source.text.chars().all(is_symbol) { Standing::WrongShape } else { Standing::Unparsed };
            (standing, message)
        }
    }
}
