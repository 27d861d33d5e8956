//! What an answer is worth: 1 for a solution, 0 for anything else, and why.
//!
//! Any solution that keeps all rules counts, not only the one in a dataset. A reply is never a reason for an exception.

use quandary::read::Source;
use quandary_core::puzzle::{cell_model, read_entries, read_filled};
use quandary_core::{Ask, Budget, Cell, Grid, Puzzle, Solution};

use crate::extract::{LONGEST, answer_in, tagged};
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

/// A board of 9×9 digits and nothing but blanks between them: the plainest form of an answer, and the most frequent one.
/// `None` for any other text, and for a puzzle whose values are not digits.
fn plain_digits(board: &dyn Puzzle, text: &str) -> Option<Solution> {
    if board.value_of_symbol('9') != Some(board.value_in_grid(9)) {
        return None;
    }
    let mut digits = Grid::filled(9, 9, 0);
    let mut count = 0;
    for sign in text.bytes() {
        match sign {
            b'1'..=b'9' if count < 81 => {
                digits[Cell { row: count / 9, column: count % 9 }] = sign - b'0';
                count += 1;
            }
            b' ' | b'\n' | b'\r' | b'\t' => {}
            _ => return None,
        }
    }
    (count == 81).then_some(Solution::Grid(digits))
}

/// Scores a reply to a puzzle.
pub(crate) fn score<'r>(reply: &'r str, board: &dyn Puzzle, reward: Reward, budget: &Budget) -> Score<'r> {
    let plain = tagged(reply).unwrap_or(reply).trim();
    if let Some(solution) = plain_digits(board, plain) {
        let (standing, reason) = judged(board, &solution);
        let is_settled = match standing {
            Standing::Right | Standing::ChangedGivens => true,
            Standing::BreaksRule => reward == Reward::Strict,
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
    let source = Source::from_text(answer);
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
