//! Answers of a batch, serialised row by row without building an answer for each.

use serde::Serialize;

use super::{VerdictWord, words};
use quandary_core::batch::Rows;
use quandary_core::verdict::Counters;

/// The answer to `solve` for a row with exactly one solution: the same JSON as [`Solved`](super::Solved).
#[derive(Debug, Serialize)]
pub struct UniqueRow<'a> {
    family: &'a str,
    verdict: VerdictWord,
    solutions: [&'a str; 1],
    solution_count: u64,
    count_is_exact: bool,
    counters: Counters,
    time_us: f64,
    message: &'a str,
    source: RowPlace<'a>,
}

#[derive(Debug, Serialize)]
struct RowPlace<'a> {
    file: &'a str,
    line: usize,
}

impl<'a> UniqueRow<'a> {
    /// A row of a family without rules to choose from, from this file and line; `None` where it is not known to have exactly
    /// one solution.
    pub fn of(rows: &'a Rows, row: usize, family: &'a str, file: &'a str, line: usize) -> Option<Self> {
        let verdict = rows.verdicts[row]?;
        let solution = std::str::from_utf8(rows.solution(row)).ok()?;
        (verdict == VerdictWord::Unique).then(|| UniqueRow {
            family,
            verdict,
            solutions: [solution],
            solution_count: rows.counts[row],
            count_is_exact: rows.exact[row],
            counters: rows.counters[row],
            time_us: words::micros(rows.cpu[row]),
            message: words::UNIQUE,
            source: RowPlace { file, line },
        })
    }
}
