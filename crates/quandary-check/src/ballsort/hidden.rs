//! Hidden balls whose colour follows from the visible ones.

use std::collections::BTreeMap;

use super::{Puzzle, USUAL_CAPACITY};
use crate::Name;

pub(super) fn is_hidden(ball: &Name) -> bool {
    ball.0 == "?"
}

/// The bottles with colours for the hidden balls, where these can be deduced: they fill up the colours that are seen to
/// whole bottles, and what is left over are new colours, each a bottle of them. When that leaves one colour, all hidden
/// balls have it. A colour that a lock waits for is the first of the new ones.
pub(super) fn deduced(puzzle: &Puzzle, capacities: &[usize]) -> Vec<Vec<Name>> {
    let mut bottles = puzzle.bottles.clone();
    let mut hidden = 0;
    // How many balls have each colour.
    let mut counts: BTreeMap<&Name, usize> = BTreeMap::new();
    for ball in puzzle.bottles.iter().flatten() {
        if is_hidden(ball) {
            hidden += 1;
        } else {
            *counts.entry(ball).or_insert(0) += 1;
        }
    }
    // Where balls are hidden all bottles hold the same.
    let capacity = capacities.first().copied().unwrap_or(USUAL_CAPACITY);
    let lacks = |count: usize| (capacity - count % capacity) % capacity;
    let lacking = counts.iter().map(|(&colour, &count)| (colour, lacks(count)));
    let lacking: Vec<(&Name, usize)> = lacking.filter(|&(_, lacks)| lacks > 0).collect();
    let only = match &lacking[..] {
        [] if hidden == capacity => {
            let is_new = |colour: &Name| !counts.contains_key(colour);
            let mut names = (1..).map(|number| Name(format!("new colour {number}")));
            let awaited = puzzle.locks.0.values().find(|colour| is_new(colour)).cloned();
            awaited.or_else(|| names.find(is_new)).unwrap_or_default()
        }
        [(colour, lacks)] if *lacks == hidden => (*colour).clone(),
        _ => return bottles,
    };
    bottles.iter_mut().flatten().filter(|ball| is_hidden(ball)).for_each(|ball| *ball = only.clone());
    bottles
}
