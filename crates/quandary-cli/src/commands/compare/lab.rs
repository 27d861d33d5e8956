//! `compare --lab`: heuristics compared with true distances.

use std::fmt::Write as _;

use quandary::api::Examination;

use crate::output::{OutputStyle, fitted_table};
use crate::words;

/// The columns, and whether they hold numbers.
const COLUMNS: [(&str, bool); 9] = [
    ("heuristic", false),
    ("at the start", true),
    ("true", true),
    ("admissible", false),
    ("consistent", false),
    ("accuracy", true),
    ("expanded", true),
    ("generated", true),
    ("branching", true),
];

/// The columns that a narrow screen goes without, the first ones first.
const LEFT_OUT_FIRST: [&str; 6] = ["branching", "generated", "expanded", "accuracy", "true", "at the start"];

/// The table, what each heuristic counts, and what refutes it.
pub(super) fn describe(found: &[Examination], style: &OutputStyle) -> String {
    let Some(first) = found.first() else {
        return "This family has no heuristics to try: it is solved by deduction, or part of the puzzle is hidden.\n"
            .to_owned();
    };
    let kept = |refuted: &Option<String>| match (refuted, first.is_whole) {
        (Some(_), _) => "no",
        (None, true) => "yes",
        (None, false) => "as far as seen",
    };
    let row = |one: &Examination| {
        vec![
            one.heuristic.to_owned(),
            one.at_start.to_string(),
            one.distance.map_or("?".to_owned(), |distance| distance.to_string()),
            kept(&one.says_too_much).to_owned(),
            kept(&one.falls_too_fast).to_owned(),
            one.accuracy.map_or("?".to_owned(), |accuracy| format!("{accuracy:.2}")),
            words::number(one.nodes),
            words::number(one.generated),
            one.branching.map_or("?".to_owned(), |branching| format!("{branching:.2}")),
        ]
    };
    let rows: Vec<Vec<String>> = found.iter().map(row).collect();
    let (mut text, _) = fitted_table(style, &COLUMNS, &rows, &LEFT_OUT_FIRST);
    let width = found.iter().map(|one| one.heuristic.len()).max().unwrap_or(0);
    for one in found {
        let line = style.wrapped(&format!("{:width$}  {}", one.heuristic, one.summary), "  ");
        let _ = writeln!(text, "{}", style.dim(&line));
    }
    for one in found {
        for (what, refuted) in [("not admissible", &one.says_too_much), ("not consistent", &one.falls_too_fast)] {
            if let Some(example) = refuted {
                let said = format!("{} is {what}: {example}", one.heuristic);
                let _ = writeln!(text, "{}", style.wrapped(&said, "  "));
            }
        }
    }
    let all = if first.is_whole { "all that can be reached" } else { "not all that can be reached" };
    let _ = writeln!(text, "{} were looked at, {all}.", words::count(first.positions, "position"));
    text
}
