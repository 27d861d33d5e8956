//! The JSON notation.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{BallSort, Goal, HIDDEN, MAX_CAPACITY, Rule, rule_named};
use super::{Ball, Draft, HIDDEN_MARK, USUAL_CAPACITY};
use quandary_core::puzzle::{DoesNotFit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Source, Token, json as read_json};

/// One JSON object.
pub(super) static JSON: Notation<BallSort> = Notation {
    name: "json",
    summary: JSON_FORM,
    packing: Packing::Line,
    comments: false,
    detect: |source| read_json::detect(source, "ballsort"),
    read,
    write: Some(write),
};

const JSON_FORM: &str = r#"{"family":"ballsort","capacity":4,"bottles":[[1,2,2,1],[2,1,1,2],[]],"rule":"ball"}; "?" is a hidden ball, "locks":{"2":1} locks bottle 2 until colour 1 is complete"#;

#[derive(Deserialize)]
struct Board {
    capacity: Option<usize>,
    bottles: Vec<Vec<JsonBall>>,
    rule: Option<String>,
    /// The colour that each locked bottle waits for; bottles are numbered from 1.
    #[serde(default)]
    locks: BTreeMap<usize, JsonBall>,
}

/// A colour in JSON.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a ball is a number from 1 or a name")]
pub(super) enum JsonBall {
    Number(u64),
    Name(String),
}

impl JsonBall {
    pub(super) fn into_word(self) -> String {
        match self {
            JsonBall::Number(number) => number.to_string(),
            JsonBall::Name(name) => name,
        }
    }
}

pub(crate) fn read(source: &Source) -> Result<BallSort, Diagnostic> {
    let Board { capacity, bottles, rule, locks } = read_json::read(source, JSON_FORM)?;
    let rules = match &rule {
        None => (Rule::Ball, Goal::Full),
        Some(name) => rule_named(name).ok_or_else(|| {
            Diagnostic::new(format!("Ball Sort has no rule called '{}'", Token { text: name, start: 0 }.shown()))
                .label("this rule", read_json::key(source, "rule"))
                .help("choose one of: ball, water, ball-uniform, water-uniform")
        })?,
    };
    if let Some(missing) = locks.keys().find(|&&bottle| bottle == 0 || bottle > bottles.len()) {
        return Err(Diagnostic::new(format!("there is no bottle {missing} to lock"))
            .label("here", read_json::key(source, "locks"))
            .help("bottles are numbered from 1"));
    }
    let words: Vec<Vec<String>> =
        bottles.into_iter().map(|bottle| bottle.into_iter().map(JsonBall::into_word).collect()).collect();
    let awaited: BTreeMap<usize, String> =
        locks.into_iter().map(|(bottle, colour)| (bottle - 1, colour.into_word())).collect();
    let capacity = capacity.unwrap_or(USUAL_CAPACITY);
    let is_bad_capacity = !(1..=MAX_CAPACITY).contains(&capacity);
    let span = read_json::key(source, if is_bad_capacity { "capacity" } else { "bottles" });
    let lock_span = read_json::key(source, "locks");
    let draft = Draft {
        capacity: Some(capacity),
        bottles: words.iter().map(|bottle| bottle.iter().map(|name| Ball { name, span }).collect()).collect(),
        locks: awaited.iter().map(|(&bottle, name)| (bottle, Ball { name, span: lock_span })).collect(),
        rules,
        span,
    };
    Ok(BallSort { credits: read_json::credits(source, JSON_FORM)?, ..draft.board(source)? })
}

fn write(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    let ball = |&colour: &u8| match (colour, puzzle.names.is_empty()) {
        (HIDDEN, _) => json!(HIDDEN_MARK),
        (_, true) => json!(colour),
        (_, false) => json!(puzzle.colour_name(colour)),
    };
    let bottles: Vec<Vec<Value>> = puzzle.bottles.iter().map(|bottle| bottle.iter().map(ball).collect()).collect();
    let mut object = json!({
        "family": "ballsort", "capacity": puzzle.capacity, "bottles": bottles, "rule": puzzle.rule()
    });
    if !puzzle.locks.is_empty() {
        let locks =
            puzzle.locks.iter().enumerate().filter_map(|(bottle, colour)| Some((bottle + 1, ball(colour.as_ref()?))));
        object["locks"] = Value::Object(locks.map(|(bottle, colour)| (bottle.to_string(), colour)).collect());
    }
    for (key, text) in puzzle.credits.fields() {
        object[key] = text;
    }
    Ok(format!("{object}\n"))
}
