//! Solving Aquarium: what the clues say at a glance, then the fast engine ([`levels`]).

mod clash;
mod clues;
mod differences;
mod levels;
mod lines;
mod parts;
mod stages;
#[cfg(test)]
mod tests;

use levels::Levels;
use parts::Count;
use stages::STAGES;

use super::{Aquarium, Flow, counted, model};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Algorithm, Solution};
use quandary_core::reason;
use quandary_core::reason::explain::Scout;
use quandary_core::verdict::{Ask, Budget, Conflict, Counters, Outcome, Stopped};

/// The algorithms that every deduction family offers, plain ones over single cells, and the fast engine.
pub(super) static ALGORITHMS: [Algorithm; reason::ALGORITHMS.len() + 6] =
    reason::algorithms_and(&[CELLS, STAGES[0].0, STAGES[1].0, STAGES[2].0, STAGES[3].0, LEVELS]);

const CELLS: Algorithm = Algorithm {
    name: "astar-cells",
    summary: "A* over single cells; finds one solution and does not look for a \
              second",
};

const LEVELS: Algorithm = Algorithm {
    name: "levels",
    summary: "propagation of levels, probing of open ones at their ends, then clause learning",
};

/// Solves by the best means.
pub(super) fn solve(board: &Aquarium, ask: &Ask) -> Outcome {
    if let Some(conflict) = contradiction(board) {
        let watch = ask.budget.start();
        return Outcome::of_search(Vec::new(), 0, Ok(()), Counters::default(), watch.cpu(), || conflict);
    }
    by_levels(board, ask)
}

/// Solves by the fast engine. Where there are many solutions, they are counted without visiting each.
fn by_levels(board: &Aquarium, ask: &Ask) -> Outcome {
    if !ask.count {
        return listed(board, ask);
    }
    let flow = Flow::new(board);
    let decode = |values: &[u8]| Solution::Grid(model::water(&flow, values));
    reason::count::all(&model::model(board, &flow), ask, |ask| listed(board, ask), decode)
}

/// Finds solutions one by one.
fn listed(board: &Aquarium, ask: &Ask) -> Outcome {
    let mut watch = ask.budget.start();
    let mut levels = Levels::new(board);
    if ask.log {
        levels.keep_log();
    }
    match levels.parts(board, &mut watch) {
        Ok(Some(mut parts)) => {
            let Count { solutions: found, ended } = parts.count(ask.solution_limit(), ask.solutions.max(1), &mut watch);
            let solutions = if found == 0 { Vec::new() } else { parts.solutions(levels.flow(), ask.solutions.max(1)) };
            let counters = parts.counters();
            let outcome = Outcome::of_search(solutions, found, ended, counters, watch.cpu(), || {
                clash::clashing_clues(board, counters.nodes, &ask.budget)
            });
            return Outcome { learned: [levels.learned(), parts.learned(levels.flow())].concat(), ..outcome };
        }
        Ok(None) => {}
        Err(stopped) => {
            let conflict = || Conflict::new("it was not looked into");
            return Outcome::of_search(Vec::new(), 0, Err(stopped), levels.counters(), watch.cpu(), conflict);
        }
    }
    let (mut solutions, mut found) = (Vec::new(), 0);
    let ended = loop {
        match levels.next(&mut watch) {
            Ok(Some(solution)) => {
                found += 1;
                if solutions.len() < ask.solutions.max(1) {
                    solutions.push(solution);
                }
                if found >= ask.solution_limit() {
                    break Err(Stopped::Enough);
                }
            }
            Ok(None) => break Ok(()),
            Err(stopped) => break Err(stopped),
        }
    };
    let counters = levels.counters();
    let outcome = Outcome::of_search(solutions, found, ended, counters, watch.cpu(), || {
        clash::clashing_clues(board, counters.nodes, &ask.budget)
    });
    Outcome { learned: levels.learned(), ..outcome }
}

/// Solves by a named algorithm.
pub(super) fn solve_with(board: &Aquarium, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    if algorithm == LEVELS.name {
        return Some(by_levels(board, ask));
    }
    if let Some((_, stage)) = STAGES.iter().find(|(known, _)| known.name == algorithm) {
        return Some(stages::solve(board, *stage, ask));
    }
    let flow = Flow::new(board);
    if algorithm == CELLS.name {
        let (model, (rows, columns)) = (model::of_cells(board, &flow), (board.rows.len(), board.columns.len()));
        return reason::solve_with(&model, "astar", ask, |values| {
            let cells = Grid::from_values(rows, columns, values.to_vec());
            Solution::Grid(cells.unwrap_or_else(|| Grid::filled(rows, columns, 0)))
        });
    }
    let model = model::model(board, &flow);
    reason::solve_with(&model, algorithm, ask, |values| Solution::Grid(model::water(&flow, values)))
}

/// Finds the solutions that explanations of large boards leave out of their search for contradictions.
#[derive(Debug)]
pub(super) struct BoardScout(pub(super) Aquarium);

impl Scout for BoardScout {
    fn solutions(&self, budget: &Budget) -> Vec<Vec<u8>> {
        let outcome = solve(&self.0, &Ask { budget: budget.clone(), ..Ask::default() });
        let flow = Flow::new(&self.0);
        let values = |grid: &Grid<u8>| flow.first.iter().map(|&cell| grid[cell]).collect();
        outcome.solutions.iter().filter_map(Solution::grid).map(values).collect()
    }
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
