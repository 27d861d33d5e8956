//! Numbers and verdicts in plain words.

use std::time::Duration;

use quandary_core::puzzle::{Cell, Puzzle, Solution};
use quandary_core::scene::chart::Unit;
use quandary_core::verdict::{Ask, Outcome, Stopped, Verdict};

pub use quandary_core::reason::explain::words::capital;

/// The verdict `unique`.
pub(super) const UNIQUE: &str = "unique: this is the only solution";

/// How many cells are named before "and 12 more".
const NAMED_CELLS: usize = 8;

/// A time as people say it: "41 µs", "3.5 ms", "1.2 s".
pub fn time(time: Duration) -> String {
    Unit::Seconds.show(time.as_secs_f64())
}

/// A time in microseconds, with decimals.
pub fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1e3
}

/// A number with its thousands apart: "49,158".
pub fn number(number: u64) -> String {
    grouped(number.into())
}

/// The same for the largest numbers.
fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut shown = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// A number of bytes: "712 B", "1.5 kB", "3.2 MB".
pub fn bytes(bytes: u64) -> String {
    Unit::Bytes.show(bytes as f64)
}

/// A number of things: "1 node", "1,234 nodes".
pub fn count(many: u64, thing: &str) -> String {
    format!("{} {thing}{}", number(many), if many == 1 { "" } else { "s" })
}

/// The first cells by name, and how many more there are.
pub fn cells(cells: &[Cell]) -> String {
    let mut shown: Vec<String> = cells.iter().take(NAMED_CELLS).map(Cell::to_string).collect();
    if cells.len() > NAMED_CELLS {
        shown.push(format!("and {} more", number((cells.len() - NAMED_CELLS) as u64)));
    }
    shown.join(" ")
}

/// Names in one phrase: "a, b and c", the first few of many.
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] if names.len() <= NAMED_CELLS => format!("{} and {last}", first.join(", ")),
        _ => format!("{} and {} more", names[..NAMED_CELLS].join(", "), number((names.len() - NAMED_CELLS) as u64)),
    }
}

/// How another solution differs from the first.
pub fn difference(puzzle: &dyn Puzzle, first: &Solution, other: &Solution) -> String {
    let parts = puzzle.differing_parts(first, other);
    match (first.grid(), other.grid()) {
        (Some(a), Some(b)) => {
            let differing: Vec<Cell> = a.cells().filter(|&cell| a[cell] != b[cell]).collect();
            if parts.is_empty() {
                format!("differs in {}", list(&differing.iter().map(Cell::to_string).collect::<Vec<_>>()))
            } else {
                format!("differs in {} ({})", list(&parts), cells(&differing))
            }
        }
        _ => "takes other moves".to_owned(),
    }
}

/// How long a solution is, where it is a plan.
pub fn length(solution: &Solution) -> Option<u64> {
    solution.plan().map(|plan| plan.moves.len() as u64)
}

/// "7 moves", or "a solution" where moves are not counted.
pub fn plan(solution: Option<&Solution>) -> String {
    solution.and_then(length).map_or_else(|| "a solution".to_owned(), |moves| count(moves, "move"))
}

/// The verdict in one line.
pub fn verdict(puzzle: &dyn Puzzle, outcome: &Outcome, ask: &Ask) -> String {
    let first = outcome.solutions.first();
    let word = outcome.verdict.word();
    let rest = match &outcome.verdict {
        Verdict::Unique => return UNIQUE.to_owned(),
        Verdict::Multiple => several(puzzle, outcome, ask) + &not_sampled(outcome, ask),
        Verdict::Optimal => format!("{}, and no plan is shorter", plan(first)),
        Verdict::Feasible { lower_bound } => {
            format!("{}; no plan is shorter than {}", plan(first), count((*lower_bound).into(), "move"))
        }
        Verdict::Impossible(conflict) => conflict.message.clone(),
        Verdict::Unknown(Stopped::Hidden) => hidden(puzzle, outcome),
        Verdict::Unknown(why @ (Stopped::Enough | Stopped::Incomplete | Stopped::TooMany(_))) => why.to_string(),
        Verdict::Unknown(why) if first.is_some() => format!("{why}; this is the best so far"),
        Verdict::Unknown(why) => format!("{why}; nothing was found so far"),
    };
    format!("{word}: {rest}")
}

/// What is known where part of the puzzle is hidden.
fn hidden(puzzle: &dyn Puzzle, outcome: &Outcome) -> String {
    let so_far = match outcome.solutions.first().and_then(length) {
        Some(1..) => "part of the puzzle is hidden; the plan leads to where more of it is revealed",
        Some(0) => "part of the puzzle is hidden, and no move reveals more of it",
        None => "part of the puzzle is hidden, and no plan was found that reveals more of it",
    };
    match (outcome.orders, puzzle.moves()) {
        (Some(orders), Some(play)) => format!("{so_far}; {}", play.outlook(&orders)),
        _ => so_far.to_owned(),
    }
}

/// How many solutions there are, as far as it is known.
fn several(puzzle: &dyn Puzzle, outcome: &Outcome, ask: &Ask) -> String {
    let many = match outcome.exact_count {
        Some(exact) if u64::try_from(exact).is_err() => format!("{} solutions", grouped(exact)),
        _ => count(outcome.solution_count, "solution"),
    };
    let many = match (outcome.exact_count.is_some(), ask.count) {
        (true, _) => format!("exactly {many}"),
        (false, true) => format!("at least {many}"),
        (false, false) => format!("{many} or more"),
    };
    match outcome.solutions.as_slice() {
        [first, second, ..] => format!("{many}; the second {}", difference(puzzle, first, second)),
        _ => many,
    }
}

/// Why no solution was drawn, where some were to be.
fn not_sampled(outcome: &Outcome, ask: &Ask) -> String {
    match (ask.sample, &outcome.sampled) {
        (Some(_), Err(why)) => format!("; none was drawn, because not all of them could be counted: {why}"),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!(number(0), "0");
        assert_eq!(number(999), "999");
        assert_eq!(number(49_158), "49,158");
        assert_eq!(number(1_000_000), "1,000,000");
        assert_eq!(count(1, "move"), "1 move");
    }

    #[test]
    fn a_long_list_of_cells_is_cut_short() {
        let many: Vec<Cell> = (0..10).map(|column| Cell { row: 0, column }).collect();
        assert_eq!(cells(&many[..2]), "r1c1 r1c2");
        assert_eq!(cells(&many), "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 and 2 more");
    }
}
