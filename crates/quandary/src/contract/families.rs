//! `families`: what can be read, by which rules, in which notations, how it is solved, and what can be made.

use serde_json::{Value, json};

use super::{ContractError, Request};
use crate::puzzle::{Family, Packing};
use crate::read::Source;
use crate::reason::can_replay;
use crate::reason::explain::SCALE;
use crate::verdict::Budget;

/// Every family, or the one that the request names.
pub fn families(request: &Request, _budget: &Budget) -> Result<Value, ContractError> {
    let chosen: Vec<Value> = match &request.family {
        None => request.families.iter().map(|&family| family_json(family)).collect(),
        Some(name) => vec![family_json(known(request, name)?)],
    };
    Ok(json!({ "families": chosen }))
}

/// The family of this name, or what could be chosen instead.
pub(super) fn known(request: &Request, name: &str) -> Result<&'static dyn Family, ContractError> {
    request.families.iter().copied().find(|family| family.name() == name).ok_or_else(|| {
        let known: Vec<_> = request.families.iter().map(|family| family.name()).collect();
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
        "first_example": family.first_example(),
        "generator_options": generator_options(family),
    })
}

/// What can be asked for when a puzzle of the family is made: the generator's own options, and those that every family has
/// because they are about the explanation (`grade`, `needs`, `avoids`). `kind` says how a front end should ask: `flag`,
/// `choice` (one of `choices`), `choices` (any number of them), `file` (its content is the value) or `text`.
fn generator_options(family: &dyn Family) -> Vec<Value> {
    let Some(generator) = family.generator() else { return Vec::new() };
    let own = generator.options().iter().map(|option| {
        let kind = match option.value {
            None => "flag",
            Some(_) if option.is_file() => "file",
            Some(_) if !option.choices.is_empty() => "choice",
            Some(_) => "text",
        };
        json!({
            "name": option.name,
            "value": option.value,
            "summary": option.summary,
            "kind": kind,
            "choices": option.choices,
            "default": option.default,
            "requires": option.requires,
            "usual": option.usual,
        })
    });
    let techniques = techniques(family);
    let about_explanation = |name: &str, value: &str, summary: &str, kind: &str, choices: Value| {
        json!({
            "name": name,
            "value": value,
            "summary": summary,
            "kind": kind,
            "choices": choices,
            "default": null,
            "requires": [],
            "usual": [],
        })
    };
    let [grade, needs, avoids] = [
        about_explanation("grade", "WORD|A..B", "how hard, or a range of scores", "choice", json!(SCALE)),
        about_explanation(
            "needs",
            "TECHNIQUE",
            "techniques that the explanation must use",
            "choices",
            json!(techniques),
        ),
        about_explanation(
            "avoids",
            "TECHNIQUE",
            "techniques that the explanation must do without",
            "choices",
            json!(techniques),
        ),
    ];
    std::iter::once(grade).chain(own).chain([needs, avoids]).collect()
}

/// The names of the techniques that explanations of the family's usual boards may use.
fn techniques(family: &dyn Family) -> Vec<&'static str> {
    let usual = family.examples().first().and_then(|example| {
        let notation = family.notation(example.notation)?;
        notation.read(&Source::from_text(example.text)).ok()
    });
    usual.map(|puzzle| puzzle.techniques()).unwrap_or_default()
}
