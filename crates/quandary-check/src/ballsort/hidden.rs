//! Hidden balls whose colour follows from the visible ones.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{Puzzle, USUAL_CAPACITY};

pub(super) fn is_hidden(ball: &Value) -> bool {
    ball.as_str() == Some("?")
}

/// The bottles with colours for the hidden balls, where these can be deduced: they fill up the colours that are seen to
/// whole bottles, and what is left over are new colours, each a bottle of them. When that leaves one colour, all hidden
/// balls have it. A colour that a lock waits for is the first of the new ones.
pub(super) fn deduced(puzzle: &Puzzle, capacities: &[usize]) -> Vec<Vec<Value>> {
    let mut bottles = puzzle.bottles.clone();
    let mut hidden = 0;
    // By its text, each colour and how many balls have it.
    let mut counts: BTreeMap<String, (&Value, usize)> = BTreeMap::new();
    for ball in puzzle.bottles.iter().flatten() {
        if is_hidden(ball) {
            hidden += 1;
        } else {
            counts.entry(ball.to_string()).or_insert((ball, 0)).1 += 1;
        }
    }
    // Where balls are hidden all bottles hold the same.
    let capacity = capacities.first().copied().unwrap_or(USUAL_CAPACITY);
    let lacks = |count: usize| (capacity - count % capacity) % capacity;
    let lacking = counts.values().map(|&(colour, count)| (colour, lacks(count)));
    let lacking: Vec<(&Value, usize)> = lacking.filter(|&(_, lacks)| lacks > 0).collect();
    let only = match &lacking[..] {
        [] if hidden == capacity => {
            let is_new = |colour: &Value| !counts.contains_key(&colour.to_string());
            let mut names = (1..).map(|number| Value::from(format!("new colour {number}")));
            let awaited = puzzle.locks.0.values().find(|colour| is_new(colour)).cloned();
            awaited.or_else(|| names.find(is_new)).unwrap_or_default()
        }
        [(colour, lacks)] if *lacks == hidden => (*colour).clone(),
        _ => return bottles,
    };
    bottles.iter_mut().flatten().filter(|ball| is_hidden(ball)).for_each(|ball| *ball = only.clone());
    bottles
}
