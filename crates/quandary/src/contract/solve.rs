//! `solve`: the verdict, the solutions, and what it took.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{ContractError, Kind, Request, words};
use crate::puzzle::Puzzle;
use crate::read::Source;
use crate::scene::svg;
use crate::verdict::{Ask, Budget, Outcome, Verdict};

/// The most solutions that one answer holds.
const MOST_SOLUTIONS: usize = 10_000;

/// The longest time for what is said beside the verdict.
const REMARK_TIME: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    solutions: usize,
    count: bool,
    svg: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { solutions: 2, count: false, svg: false }
    }
}

/// Solves a puzzle: the object that `solve --json` prints, with the verdict in words as `message`, and with `svg` the
/// solved board as a picture.
pub fn solve(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (source, puzzle) = request.read()?;
    let ask = Ask { solutions: options.solutions.clamp(1, MOST_SOLUTIONS), count: options.count, budget };
    let outcome = puzzle.solve(&ask);
    verified(&*puzzle, &source, &outcome).map_err(|message| ContractError::new(Kind::Internal, message))?;
    let mut answer = outcome_json(&*puzzle, &source, &outcome, &ask.budget);
    answer["message"] = json!(words::verdict(&*puzzle, &outcome, &ask));
    if options.svg {
        answer["svg"] = json!(svg::render(&puzzle.scene(outcome.solutions.first())));
    }
    Ok(answer)
}

/// An outcome as it stands in JSON. The solutions must have been [`verified`]; the budget is for what else is to be said
/// ([`remarks`]).
pub fn outcome_json(puzzle: &dyn Puzzle, source: &Source, outcome: &Outcome, budget: &Budget) -> Value {
    let solutions: Vec<Value> = outcome.solutions.iter().map(|found| puzzle.solution_json(found)).collect();
    let mut object = identity(puzzle);
    object.insert("verdict".into(), json!(outcome.verdict.word()));
    object.insert("solutions".into(), json!(solutions));
    object.insert("solution_count".into(), json!(outcome.solution_count));
    object.insert("count_is_exact".into(), json!(outcome.count_is_exact));
    match &outcome.verdict {
        Verdict::Impossible(conflict) => object.insert("conflict".into(), json!(conflict)),
        Verdict::Unknown(why) => object.insert("stopped".into(), json!(why)),
        _ => None,
    };
    if let Some(orders) = outcome.orders {
        object.insert("orders".into(), json!(orders));
    }
    if let [first, second, ..] = &outcome.solutions[..] {
        let parts = puzzle.differing_parts(first, second);
        if !parts.is_empty() {
            object.insert("differing".into(), json!(parts));
        }
    }
    let remarks = remarks(puzzle, outcome, budget);
    if !remarks.is_empty() {
        object.insert("remarks".into(), json!(remarks));
    }
    object.insert("counters".into(), json!(outcome.counters));
    object.insert("time_us".into(), json!(words::micros(outcome.cpu)));
    object.insert("source".into(), place(source));
    Value::Object(object)
}

/// What else is to be said with an answer ([`Puzzle::remarks`]), within two seconds: nobody waits longer for an aside.
pub fn remarks(puzzle: &dyn Puzzle, outcome: &Outcome, budget: &Budget) -> Vec<String> {
    let time = budget.time.map_or(REMARK_TIME, |time| time.min(REMARK_TIME));
    let budget = Budget { time: Some(time), ..budget.clone() }.begin();
    if budget.check().is_ok() { puzzle.remarks(outcome, &budget) } else { Vec::new() }
}

/// The family, and the rule in force where the family has several: how every JSON object about a puzzle begins.
pub fn identity(puzzle: &dyn Puzzle) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("family".into(), json!(puzzle.family().name()));
    if let Some(rule) = puzzle.rule() {
        object.insert("rule".into(), json!(rule));
    }
    object
}

/// Where a puzzle came from, as it stands in JSON.
pub fn place(source: &Source) -> Value {
    json!({ "file": &*source.name, "line": source.first_line })
}

/// Checks every solution against the rules before anybody sees it; the error is for whoever has to look into it.
pub fn verified(puzzle: &dyn Puzzle, source: &Source, outcome: &Outcome) -> Result<(), String> {
    outcome.solutions.iter().try_for_each(|solution| {
        puzzle.verify(solution).map_err(|why| {
            format!(
                "the solver's answer to {}:{} breaks the rules, so it is not shown: {}",
                source.name, source.first_line, why.message
            )
        })
    })
}
