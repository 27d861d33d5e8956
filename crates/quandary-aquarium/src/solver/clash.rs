//! Why a board has no solution: clues that cannot all hold, as few as can be found.
//!
//! Where propagation alone shows it, the reason engine names the clues. Otherwise clues are left out, many at a time at
//! first, as long as the board stays impossible; that costs a proof for each attempt, so it is bounded by the steps of the
//! search. What is left is a set of clues that clash, of which no clue that was tried can be left out.

use super::super::{Aquarium, Flow, counted, model};
use super::contradiction;
use super::levels::Levels;
use quandary_core::reason;
use quandary_core::verdict::{Budget, Conflict};

/// Steps of the search that all attempts together may take, for each clue of the board and in any case.
const STEPS_PER_CLUE: u64 = 200;

/// How many statements are spelled out.
const SHOWN: usize = 4;

/// Names clues of an impossible board that clash. `nodes` is what its proof took.
pub(super) fn clashing_clues(board: &Aquarium, nodes: u64, budget: &Budget) -> Conflict {
    if let Some(conflict) = contradiction(board) {
        return conflict;
    }
    let by_propagation = reason::explain_conflict(&model::model(board, &Flow::new(board)), nodes, budget);
    if !by_propagation.clues.is_empty() {
        return by_propagation;
    }
    let mut search = Shrinking { board: board.clone(), budget, left: STEPS_PER_CLUE * lines(board) as u64 };
    search.leave_out_clues();
    let kept: Vec<(String, u32)> = search.board.lines().filter_map(|(name, clue, _)| Some((name, clue?))).collect();
    if kept.len() == board.rows.iter().chain(&board.columns).flatten().count() {
        return by_propagation;
    }
    let statement = |(name, clue): &(String, u32)| format!("{name} holds {}", counted(*clue as usize, "water cell"));
    let mut shown: Vec<String> = kept.iter().take(SHOWN).map(statement).collect();
    if kept.len() > SHOWN {
        shown.push(format!("and {} more clues", kept.len() - SHOWN));
    }
    let message = format!("these cannot all hold, as a search of all possibilities shows: {}", shown.join("; "));
    Conflict { message, clues: kept.into_iter().map(|(name, _)| name).collect(), cells: Vec::new() }
}

fn lines(board: &Aquarium) -> usize {
    board.rows.len() + board.columns.len()
}

/// An impossible board that loses clues.
struct Shrinking<'b> {
    board: Aquarium,
    budget: &'b Budget,
    /// Steps that may still be taken.
    left: u64,
}

impl Shrinking<'_> {
    fn leave_out_clues(&mut self) {
        let watch = self.budget.start();
        let count = lines(&self.board);
        let mut block = count.div_ceil(2);
        loop {
            for start in (0..count).step_by(block) {
                if self.left == 0 || watch.check().is_err() {
                    return;
                }
                let mut fewer = self.board.clone();
                for line in start..(start + block).min(count) {
                    *fewer.clue_mut(line) = None;
                }
                if fewer != self.board && self.is_impossible(&fewer) {
                    self.board = fewer;
                }
            }
            if block == 1 {
                return;
            }
            block = block.div_ceil(2);
        }
    }

    /// Whether a board is seen to be impossible within the steps that are left.
    fn is_impossible(&mut self, board: &Aquarium) -> bool {
        let budget = Budget { nodes: Some(self.left), ..self.budget.clone() };
        let mut levels = Levels::new(board);
        let found = levels.next(&mut budget.start());
        // Probes count as well: on large boards they are most of the work.
        self.left = self.left.saturating_sub(1 + levels.counters().generated / 4);
        found == Ok(None)
    }
}
