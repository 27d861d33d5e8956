//! The columns of a comparison, as people read them.

use quandary::api::AlgorithmRun;

use crate::words;

/// One column.
pub(super) struct Column {
    /// Its heading.
    pub(super) head: &'static str,
    /// What it means, in one line.
    pub(super) legend: &'static str,
    /// Whether it holds numbers.
    pub(super) is_number: bool,
    /// What is in it; `None` where it means nothing.
    pub(super) value: fn(&AlgorithmRun) -> Option<String>,
}

/// A number that is worth showing: a column of zeros is left out.
fn count(number: u64) -> Option<String> {
    (number > 0).then(|| words::number(number))
}

/// All columns, in order.
pub(super) const COLUMNS: &[Column] = &[
    Column {
        head: "algorithm",
        legend: "'quandary compare --list' says what each one does",
        is_number: false,
        value: |run| Some(run.algorithm.to_owned()),
    },
    Column {
        head: "result",
        legend: "what it proved or found, or what ran out",
        is_number: false,
        value: |run| Some(run.result.clone()),
    },
    Column { head: "time", legend: "CPU time", is_number: true, value: |run| Some(words::time(run.outcome.cpu)) },
    Column {
        head: "expanded",
        legend: "search nodes whose continuations were looked at",
        is_number: true,
        value: |run| count(run.nodes),
    },
    Column {
        head: "generated",
        legend: "search nodes that were made, expanded or not",
        is_number: true,
        value: |run| count(run.generated),
    },
    Column {
        head: "backtracks",
        legend: "dead ends: times that something had to be taken back",
        is_number: true,
        value: |run| count(run.backtracks),
    },
    Column {
        head: "checks",
        legend: "times that one constraint was asked whether it could still hold",
        is_number: true,
        value: |run| count(run.checks),
    },
    Column {
        head: "propagations",
        legend: "times that one constraint was asked what follows",
        is_number: true,
        value: |run| count(run.propagations),
    },
    Column {
        head: "frontier",
        legend: "most nodes waiting at one time, or the deepest stack",
        is_number: true,
        value: |run| count(run.peak_frontier),
    },
    Column {
        head: "memory",
        legend: "most bytes in its tables at one time",
        is_number: true,
        value: |run| Some(words::bytes(run.peak_bytes)),
    },
    Column {
        head: "length",
        legend: "moves of the plan that was found",
        is_number: true,
        value: |run| run.length.map(words::number),
    },
    Column {
        head: "shortest",
        legend: "whether the plan was proved to be a shortest one",
        is_number: false,
        value: |run| run.optimal.map(|optimal| if optimal { "yes" } else { "no" }.to_owned()),
    },
];
