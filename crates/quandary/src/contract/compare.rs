//! `compare`: algorithms side by side on the same puzzle.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::runs::{Run, disagreements, run_all};
use super::{COLUMNS, ContractError, Request, identity, place};
use crate::puzzle::{Algorithm, Puzzle};
use crate::read::{Diagnostic, Source};
use crate::scene::chart::{self, Chart, Measure, Unit};
use crate::verdict::{Ask, Budget, Stopped, Verdict};

/// Seconds for each algorithm, unless the caller says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(5);

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    algorithms: Vec<String>,
    node_limit: Option<u64>,
    svg: bool,
}

/// Runs algorithms side by side: the object that `compare --json` prints; with `svg`, a chart of it. Each algorithm gets
/// the time of the budget, or 5 s.
pub fn compare(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (source, puzzle) = request.read()?;
    let algorithms = chosen(&*puzzle, &options.algorithms).map_err(|error| ContractError::of(&source, &error))?;
    let time = Some(budget.time.unwrap_or(TIME_LIMIT));
    let ask = Ask {
        budget: Budget { time, nodes: options.node_limit.or(budget.nodes), deadline: None, ..budget },
        ..Ask::default()
    };
    let runs = run_all(&*puzzle, &algorithms, &ask, |run| {
        run();
        None
    });
    let mut answer = comparison_json(&source, &*puzzle, &runs);
    if options.svg {
        answer["svg"] = json!(chart::render(&chart(&*puzzle, &runs)));
    }
    Ok(answer)
}

/// The algorithms of these names, in their order; all of the family's when none are named.
pub fn chosen(puzzle: &dyn Puzzle, names: &[String]) -> Result<Vec<Algorithm>, Diagnostic> {
    let known = puzzle.family().algorithms();
    if names.is_empty() {
        return Ok(known.to_vec());
    }
    let find = |name: &String| {
        let present = puzzle.family().present_name(name);
        known.iter().find(|algorithm| algorithm.name == present).copied().ok_or_else(|| {
            let names: Vec<&str> = known.iter().map(|algorithm| algorithm.name).collect();
            Diagnostic::new(format!("{} has no algorithm called '{name}'", puzzle.family().title()))
                .help(format!("choose from: {}", names.join(", ")))
        })
    };
    names.iter().map(find).collect()
}

/// A comparison as it stands in JSON.
pub fn comparison_json(source: &Source, puzzle: &dyn Puzzle, runs: &[Run]) -> Value {
    let rows = runs.iter().map(|run| {
        let fields = COLUMNS.iter().map(|column| (column.key.to_owned(), column.of(run).for_programs()));
        Value::Object(fields.collect::<Map<_, _>>())
    });
    let mut object = identity(puzzle);
    object.insert("size".into(), json!(puzzle.size()));
    object.insert("algorithms".into(), Value::Array(rows.collect()));
    object.insert("disagreements".into(), json!(disagreements(runs)));
    object.insert("source".into(), place(source));
    Value::Object(object)
}

/// The bar chart of a comparison: time, nodes and memory.
pub fn chart(puzzle: &dyn Puzzle, runs: &[Run]) -> Chart {
    let measure = |name: &str, unit| Measure { name: name.to_owned(), unit };
    let rows = runs.iter().map(|run| chart::Row {
        name: run.algorithm.name.to_owned(),
        values: vec![
            Some(run.outcome.cpu.as_secs_f64()),
            Some(run.outcome.counters.nodes as f64),
            Some(run.outcome.counters.peak_bytes as f64),
        ],
        stopped: match &run.outcome.verdict {
            Verdict::Unknown(
                why @ (Stopped::Time | Stopped::Nodes | Stopped::Memory | Stopped::TooMany(_) | Stopped::Cancelled),
            ) => Some(why.to_string()),
            _ => None,
        },
    });
    Chart {
        title: puzzle.heading(),
        measures: vec![
            measure("CPU time", Unit::Seconds),
            measure("nodes expanded", Unit::Count),
            measure("peak memory", Unit::Bytes),
        ],
        rows: rows.collect(),
        captions: Vec::new(),
    }
}
