//! `replay`: the search of one algorithm, event by event, for a board that follows it.

use serde::Deserialize;
use serde_json::{Value, json};

use super::request::model_of;
use super::{ContractError, Request, identity};
use crate::puzzle::Puzzle;
use crate::reason::classic::Event;
use crate::reason::{Model, can_replay, replay as recorded};
use crate::verdict::{Ask, Budget};

/// The most events of one answer, and how many there are unless asked otherwise.
const MOST_EVENTS: usize = 20_000;
const USUAL_EVENTS: usize = 2_000;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    algorithm: Option<String>,
    events: Option<usize>,
}

/// Records the search for the first solution. `events` is a list of `{"event": "try", "depth", "cells", "value", "follows"}`,
/// `{"event": "dead", "rule"}`, `{"event": "back", "depth"}` and `{"event": "solution"}`; `complete` says whether the list
/// goes to the end of the search.
pub fn replay(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (_, puzzle) = request.read()?;
    let puzzle = &*puzzle;
    let model = model_of(puzzle)?;
    let known: Vec<&str> =
        puzzle.family().algorithms().iter().map(|algorithm| algorithm.name).filter(|name| can_replay(name)).collect();
    let name = options.algorithm.as_deref().or(known.first().copied()).unwrap_or_default();
    let most = options.events.unwrap_or(USUAL_EVENTS).clamp(1, MOST_EVENTS);
    // Recording more than is shown would be work for nothing: a search makes an event or two for each node.
    let nodes = budget.nodes.unwrap_or(u64::MAX).min(most as u64 + 1);
    let ask = Ask { solutions: 1, budget: Budget { nodes: Some(nodes), ..budget }, ..Ask::default() };
    let (recording, outcome) = recorded(&model, name, &ask, most).ok_or_else(|| {
        ContractError::unprocessable(format!("there is no recording of an algorithm called '{name}'"))
            .help(format!("choose from: {}", known.join(", ")))
    })?;
    let found = recording.events.contains(&Event::Solution);
    let mut object = identity(puzzle);
    object.insert("algorithm".into(), json!(name));
    object.insert("events".into(), recording.events.iter().map(|event| told(puzzle, &model, event)).collect());
    object.insert("complete".into(), json!(!recording.is_cut && (found || outcome.count_is_exact)));
    object.insert("counters".into(), json!(outcome.counters));
    Ok(Value::Object(object))
}

/// An event by the names that players use.
fn told(puzzle: &dyn Puzzle, model: &Model, event: &Event) -> Value {
    match event {
        Event::Try { depth, var, value, follows } => {
            let follows: Vec<Value> = follows
                .iter()
                .map(|&(var, value)| json!({ "cells": model.cells(var), "value": puzzle.value_name(value) }))
                .collect();
            json!({
                "event": "try",
                "depth": depth,
                "cells": model.cells(*var),
                "value": puzzle.value_name(*value),
                "follows": follows,
            })
        }
        Event::Dead { constraint } => {
            let rule = constraint.map(|id| model.constraints()[id].name().to_owned());
            json!({ "event": "dead", "rule": rule })
        }
        Event::Back { depth } => json!({ "event": "back", "depth": depth }),
        Event::Solution => json!({ "event": "solution" }),
    }
}
