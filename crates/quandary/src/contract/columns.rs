//! The columns of a comparison, each with its one meaning.

use std::time::Duration;

use crate::verdict::{Stopped, Verdict};
use serde_json::{Value, json};

use super::runs::Run;
use super::words;

/// One column.
#[derive(Debug)]
pub struct Column {
    /// Its name in JSON and CSV.
    pub key: &'static str,
    /// Its name in the table.
    pub head: &'static str,
    /// What it means, in one line.
    pub legend: &'static str,
    /// Whether it holds numbers.
    pub is_number: bool,
    value: fn(&Run) -> Field,
}

/// What stands in one field.
#[derive(Clone, Debug, PartialEq)]
pub enum Field {
    /// It means nothing here.
    Nothing,
    /// Words; one form for programs, one for people.
    Words(&'static str, String),
    /// A number of things.
    Count(u64),
    /// A number of bytes.
    Bytes(u64),
    /// CPU time.
    Time(Duration),
    /// Yes or no.
    YesNo(bool),
}

/// All columns, in order.
pub const COLUMNS: &[Column] = &[
    Column {
        key: "algorithm",
        head: "algorithm",
        legend: "'quandary compare --list' says what each one does",
        is_number: false,
        value: |run| Field::Words(run.algorithm.name, run.algorithm.name.to_owned()),
    },
    Column {
        key: "verdict",
        head: "result",
        legend: "what it proved or found, or what ran out",
        is_number: false,
        value: |run| Field::Words(run.outcome.verdict.word(), result(run)),
    },
    Column {
        key: "time_us",
        head: "time",
        legend: "CPU time",
        is_number: true,
        value: |run| Field::Time(run.outcome.cpu),
    },
    Column {
        key: "nodes",
        head: "expanded",
        legend: "search nodes whose continuations were looked at",
        is_number: true,
        value: |run| Field::Count(run.outcome.counters.nodes),
    },
    Column {
        key: "generated",
        head: "generated",
        legend: "search nodes that were made, expanded or not",
        is_number: true,
        value: |run| Field::Count(run.outcome.counters.generated),
    },
    Column {
        key: "backtracks",
        head: "backtracks",
        legend: "dead ends: times that something had to be taken back",
        is_number: true,
        value: |run| Field::Count(run.outcome.counters.backtracks),
    },
    Column {
        key: "checks",
        head: "checks",
        legend: "times that one constraint was asked whether it could still hold",
        is_number: true,
        value: |run| Field::Count(run.outcome.counters.checks),
    },
    Column {
        key: "propagations",
        head: "propagations",
        legend: "times that one constraint was asked what follows",
        is_number: true,
        value: |run| Field::Count(run.outcome.counters.propagations),
    },
    Column {
        key: "peak_frontier",
        head: "frontier",
        legend: "most nodes waiting at one time, or the deepest stack",
        is_number: true,
        value: |run| Field::Count(run.outcome.counters.peak_frontier),
    },
    Column {
        key: "peak_bytes",
        head: "memory",
        legend: "most bytes held at one time, measured by the allocator",
        is_number: true,
        value: |run| Field::Bytes(run.outcome.counters.peak_bytes),
    },
    Column {
        key: "length",
        head: "length",
        legend: "moves of the plan that was found",
        is_number: true,
        value: |run| run.length().map_or(Field::Nothing, Field::Count),
    },
    Column {
        key: "optimal",
        head: "shortest",
        legend: "whether the plan was proved to be a shortest one",
        is_number: false,
        value: |run| run.length().map_or(Field::Nothing, |_| Field::YesNo(run.outcome.verdict == Verdict::Optimal)),
    },
];

/// The result in a few words.
fn result(run: &Run) -> String {
    if run.breaks_a_rule.is_some() {
        return "WRONG".to_owned();
    }
    match &run.outcome.verdict {
        Verdict::Multiple => "several solutions".to_owned(),
        Verdict::Feasible { lower_bound } => format!("feasible, bound {lower_bound}"),
        Verdict::Unknown(Stopped::Time) => "ran out: time".to_owned(),
        Verdict::Unknown(Stopped::Nodes) => "ran out: nodes".to_owned(),
        Verdict::Unknown(Stopped::Memory) => "ran out: memory".to_owned(),
        Verdict::Unknown(Stopped::Cancelled) => "interrupted".to_owned(),
        Verdict::Unknown(Stopped::TooMany(u64::MAX)) => "too many cases".to_owned(),
        Verdict::Unknown(Stopped::TooMany(cases)) => format!("too many cases: {cases}"),
        Verdict::Unknown(Stopped::Enough | Stopped::Incomplete) => match run.outcome.solutions.is_empty() {
            true => "nothing found, no proof".to_owned(),
            false => "found, no proof".to_owned(),
        },
        settled => settled.word().to_owned(),
    }
}

impl Column {
    /// Its field for one run.
    pub fn of(&self, run: &Run) -> Field {
        (self.value)(run)
    }

    /// Whether a table of these runs needs it: a column of zeros or blanks tells nothing.
    pub fn says_something(&self, runs: &[Run]) -> bool {
        runs.iter().any(|run| !matches!(self.of(run), Field::Nothing | Field::Count(0)))
    }
}

impl Field {
    /// As it stands in the table.
    pub fn for_people(&self) -> String {
        match self {
            Field::Nothing => String::new(),
            Field::Words(_, shown) => shown.clone(),
            Field::Count(count) => words::number(*count),
            Field::Bytes(bytes) => words::bytes(*bytes),
            Field::Time(time) => words::time(*time),
            Field::YesNo(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        }
    }

    /// As it stands in JSON and CSV.
    pub fn for_programs(&self) -> Value {
        match self {
            Field::Nothing => Value::Null,
            Field::Words(word, _) => json!(word),
            Field::Count(number) | Field::Bytes(number) => json!(number),
            Field::Time(time) => json!(words::micros(*time)),
            Field::YesNo(yes) => json!(yes),
        }
    }
}
