//! Solving Aquarium: what the clues say at a glance, then constraints that cooperate.
//!
//! Rows, columns and tanks each deduce as much as they can until nothing moves; then each level that is still open is
//! tried in the head ("what if this tank stood higher?"); and what is left is searched.

use super::{Aquarium, Flow, counted, model};
use crate::puzzle::Solution;
use crate::reason::{self, Strategy};
use crate::verdict::{Ask, Conflict, Counters, Outcome};

/// Solves by the best means there is.
pub(super) fn solve(board: &Aquarium, ask: &Ask) -> Outcome {
    if let Some(conflict) = contradiction(board) {
        let watch = ask.budget.start();
        return Outcome::of_search(Vec::new(), 0, Ok(()), Counters::default(), watch.cpu(), || conflict);
    }
    let flow = Flow::new(board);
    let model = model::model(board, &flow);
    reason::solve(&model, ask, Strategy { shave: true }, |values| Solution::Grid(model::water(&flow, values)))
}

/// Solves by a named algorithm.
pub(super) fn solve_with(board: &Aquarium, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    let flow = Flow::new(board);
    let model = model::model(board, &flow);
    reason::solve_with(&model, algorithm, ask, |values| Solution::Grid(model::water(&flow, values)))
}

/// Clues that cannot hold whatever the tanks are: larger than their line, or rows and columns that disagree.
pub(super) fn contradiction(board: &Aquarium) -> Option<Conflict> {
    for (name, clue, cells) in board.lines() {
        let room = cells.len();
        if let Some(clue) = clue
            && clue as usize > room
        {
            let message = format!("{name} asks for {}, but has only {room}", counted(clue as usize, "water cell"));
            return Some(Conflict { message, clues: vec![name], cells });
        }
    }
    let total = |clues: &[Option<u32>]| clues.iter().copied().sum::<Option<u32>>();
    match (total(&board.rows), total(&board.columns)) {
        (Some(rows), Some(columns)) if rows != columns => Some(Conflict::new(format!(
            "the clues of the rows add up to {rows} water cells, those of the columns to {columns}"
        ))),
        _ => None,
    }
}
