//! `families`: what can be read, by which rules, in which notations, how it is solved, and what can be made.

use serde_json::{Value, json};

use super::{ContractError, Request};
use crate::families::ALL;
use crate::puzzle::{Family, Packing};
use crate::reason::can_replay;
use crate::verdict::Budget;

/// Every family, or the one that the request names.
pub fn families(request: &Request, _budget: &Budget) -> Result<Value, ContractError> {
    let chosen: Vec<Value> = match &request.family {
        None => ALL.iter().map(|&family| family_json(family)).collect(),
        Some(name) => vec![family_json(known(name)?)],
    };
    Ok(json!({ "families": chosen }))
}

/// The family of this name, or what could be chosen instead.
pub(super) fn known(name: &str) -> Result<&'static dyn Family, ContractError> {
    crate::family(name).ok_or_else(|| {
        let known: Vec<_> = ALL.iter().map(|family| family.name()).collect();
        ContractError::unprocessable(format!("there is no family called '{name}'"))
            .help(format!("choose one of: {}", known.join(", ")))
    })
}

/// A family as it stands in JSON.
pub fn family_json(family: &dyn Family) -> Value {
    let example_of = |notation: &str| {
        family.examples().iter().find(|example| example.notation == notation).map(|example| example.text)
    };
    let rules: Vec<Value> =
        family.rules().iter().map(|rule| json!({ "name": rule.name, "summary": rule.summary })).collect();
    let notations: Vec<Value> = family
        .notations()
        .into_iter()
        .map(|notation| {
            json!({
                "name": notation.name(),
                "summary": notation.summary(),
                "writes": notation.writes(),
                "one_per_line": notation.packing() == Packing::Line,
                "example": example_of(notation.name()),
            })
        })
        .collect();
    let algorithms: Vec<Value> = family
        .algorithms()
        .iter()
        .map(|algorithm| json!({ "name": algorithm.name, "summary": algorithm.summary, "replays": can_replay(algorithm.name) }))
        .collect();
    let examples: Vec<Value> = family
        .examples()
        .iter()
        .map(|example| {
            json!({
                "name": example.name,
                "notation": example.notation,
                "text": example.text,
                "verdict": example.verdict,
            })
        })
        .collect();
    let options: Vec<Value> = family
        .generator()
        .map(|generator| generator.options())
        .unwrap_or_default()
        .iter()
        .map(|option| json!({ "name": option.name, "value": option.value, "summary": option.summary }))
        .collect();
    json!({
        "name": family.name(),
        "title": family.title(),
        "goal": family.goal(),
        "limits": family.limits(),
        "rules": rules,
        "notes": family.notes(),
        "notations": notations,
        "algorithms": algorithms,
        "examples": examples,
        "generator_options": options,
    })
}
