//! The JSON notation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

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

const JSON_FORM: &str = r#"{"family":"ballsort","capacity":4,"bottles":[[1,2,2,1],[2,1,1,2],[]],"rule":"ball"}; "?" is a hidden ball, "locks":{"2":1} locks bottle 2 until colour 1 is complete, "capacities":[4,4,5] instead of "capacity" says what each bottle holds"#;

#[derive(Deserialize)]
struct Board {
    capacity: Option<usize>,
    /// What each bottle holds, where they differ.
    capacities: Option<Vec<usize>>,
    bottles: Vec<Vec<JsonBall>>,
    rule: Option<String>,
    /// The colour that each locked bottle waits for; bottles are numbered from 1.
    #[serde(default, deserialize_with = "read_json::map_without_repeats")]
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
    let Board { capacity, capacities, bottles, rule, locks } = read_json::read(source, JSON_FORM)?;
    if capacity.is_some() && capacities.is_some() {
        return Err(Diagnostic::new("there are both \"capacity\" and \"capacities\"")
            .label("these say it for each bottle", read_json::key(source, "capacities"))
            .help("write \"capacity\" where all bottles hold the same, and \"capacities\" where they differ"));
    }
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
    let bottles_there = bottles.len();
    let words: Vec<Vec<String>> =
        bottles.into_iter().map(|bottle| bottle.into_iter().map(JsonBall::into_word).collect()).collect();
    let awaited: BTreeMap<usize, String> =
        locks.into_iter().map(|(bottle, colour)| (bottle - 1, colour.into_word())).collect();
    let capacity = capacity.unwrap_or(USUAL_CAPACITY);
    let is_good = |of: &usize| (1..=MAX_CAPACITY).contains(of);
    let are_bad = |of: &Vec<usize>| of.len() != bottles_there || !of.iter().all(is_good);
    let blamed = match &capacities {
        Some(each) if are_bad(each) => "capacities",
        None if !is_good(&capacity) => "capacity",
        _ => "bottles",
    };
    let span = read_json::key(source, blamed);
    let lock_span = read_json::key(source, "locks");
    let draft = Draft {
        capacity: Some(capacity),
        capacities,
        bottles: words.iter().map(|bottle| bottle.iter().map(|name| Ball { name, span }).collect()).collect(),
        locks: awaited.iter().map(|(&bottle, name)| (bottle, Ball { name, span: lock_span })).collect(),
        rules,
        span,
    };
    Ok(BallSort { credits: read_json::credits(source, JSON_FORM)?, ..draft.board(source)? })
}

/// What is written of a board.
#[derive(Serialize)]
struct Written<'p> {
    family: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    capacity: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capacities: Option<&'p [usize]>,
    bottles: Vec<Vec<WrittenBall>>,
    rule: Option<&'static str>,
    #[serde(skip_serializing_if = "Map::is_empty")]
    locks: Map<String, Value>,
    #[serde(flatten)]
    credits: Map<String, Value>,
}

/// A colour as it is written.
#[derive(Serialize)]
#[serde(untagged)]
enum WrittenBall {
    Number(u8),
    Name(String),
}

fn write(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    let ball = |&colour: &u8| match (colour, puzzle.names.is_empty()) {
        (HIDDEN, _) => WrittenBall::Name(HIDDEN_MARK.to_owned()),
        (_, true) => WrittenBall::Number(colour),
        (_, false) => WrittenBall::Name(puzzle.colour_name(colour)),
    };
    let locks = puzzle.locks.iter().enumerate().filter_map(|(bottle, colour)| Some((bottle + 1, colour.as_ref()?)));
    let written = Written {
        family: "ballsort",
        capacity: (!puzzle.is_mixed()).then_some(puzzle.capacity),
        capacities: puzzle.is_mixed().then_some(&puzzle.capacities[..]),
        bottles: puzzle.bottles.iter().map(|bottle| bottle.iter().map(ball).collect()).collect(),
        rule: puzzle.rule(),
        locks: locks.map(|(bottle, colour)| (bottle.to_string(), json!(ball(colour)))).collect(),
        credits: puzzle.credits.fields().collect(),
    };
    let text = serde_json::to_string(&written).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}
