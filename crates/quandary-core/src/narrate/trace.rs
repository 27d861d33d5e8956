//! Steps as JSON that a program can check: cells, rules and values by the names that players use.
//!
//! `{"puzzle": …, "steps": [{"argument", "name", "text", "rules", "premises": [{"cells", "values"}], "conclusions":
//! [{"cells", "removed", "left"}], "cost", "tints", "notation", "links": [{"from": {"cells", "values"}, "to", "strong"}], "swap":
//! {"cells", "values"}, "suppose", "levels", "steps"}]}`; what does not apply is left out. `swap` names cells that could
//! exchange these values in a second solution: such a step holds only on a board that has just one.

use serde_json::{Map, Value, json};

use crate::puzzle::Puzzle;
use crate::reason::explain::{Argument, Entry, Known, Link, Node, Shown, State, Step, each};
use crate::reason::{Model, Values};

use super::Tints;

/// All steps, with the puzzle in its JSON notation.
pub fn trace(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry], start: &State, steps: &[Step]) -> Value {
    // JSON names its family, so nothing has to be detected.
    let written = puzzle.write("json", &[]).ok().and_then(|text| serde_json::from_str(&text).ok());
    let entry = |entry: &Entry| json!({ "cells": [entry.cell], "values": names(puzzle, entry.values) });
    let mut state = start.clone();
    let mut described = Vec::new();
    for step in steps {
        described.push(step_json(puzzle, model, &state, step));
        if state.apply(model, step).is_err() {
            break;
        }
    }
    json!({
        "puzzle": written.unwrap_or(Value::Null),
        "entries": entries.iter().map(entry).collect::<Vec<_>>(),
        "steps": described,
    })
}

/// One step.
pub fn step_json(puzzle: &dyn Puzzle, model: &Model, state: &State, step: &Step) -> Value {
    let mut object = Map::new();
    let argument = match &step.argument {
        Argument::Rule => "rule",
        Argument::OnlyValue => "only-value",
        Argument::Pattern(_) => "pattern",
        Argument::Supposition { .. } => "supposition",
        Argument::Contradiction => "contradiction",
    };
    let words = puzzle.narrate(model, state, step);
    object.insert("argument".into(), argument.into());
    if let Some(name) = words.name {
        object.insert("name".into(), name.into());
    }
    object.insert("text".into(), words.sentence.into());
    object.insert("rules".into(), step.rules(model).into());
    object.insert("premises".into(), step.premises.iter().map(|known| known_json(puzzle, model, known)).collect());
    let conclusion = |shown: &Shown| {
        json!({
            "cells": model.cells(shown.var),
            "removed": names(puzzle, shown.removed),
            "left": names(puzzle, shown.left),
        })
    };
    object.insert("conclusions".into(), step.conclusions.iter().map(conclusion).collect());
    object.insert("cost".into(), step.cost.into());
    object.insert("tints".into(), json!(Tints::of(model, step)));
    if let Some(pattern) = step.pattern() {
        let node = |node: &Node| {
            let cells: Vec<_> = node.vars.iter().flat_map(|&var| model.cells(var)).collect();
            json!({ "cells": cells, "values": names(puzzle, node.values) })
        };
        let link = |link: &Link| json!({ "from": node(&link.from), "to": node(&link.to), "strong": link.is_strong });
        if let Some(notation) = &pattern.notation {
            object.insert("notation".into(), notation.as_str().into());
        }
        if !pattern.links.is_empty() {
            object.insert("links".into(), pattern.links.iter().map(link).collect());
        }
        if let Some(swap) = &pattern.swap {
            let cells: Vec<_> = swap.vars.iter().flat_map(|&var| model.cells(var)).collect();
            object.insert("swap".into(), json!({ "cells": cells, "values": names(puzzle, swap.values) }));
        }
    }
    if let Argument::Supposition { suppose, levels } = &step.argument {
        object.insert("suppose".into(), known_json(puzzle, model, suppose));
        object.insert("levels".into(), (*levels).into());
        object.insert(
            "steps".into(),
            step.sub_steps.iter().map(|inner| step_json(puzzle, model, state, inner)).collect(),
        );
    }
    Value::Object(object)
}

fn known_json(puzzle: &dyn Puzzle, model: &Model, known: &Known) -> Value {
    json!({ "cells": model.cells(known.var), "values": names(puzzle, known.values) })
}

fn names(puzzle: &dyn Puzzle, values: Values) -> Vec<String> {
    each(values).into_iter().map(|value| puzzle.value_name(value.trailing_zeros() as u8)).collect()
}
