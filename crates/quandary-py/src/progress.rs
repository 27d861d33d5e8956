//! Part of a solution as a number from 0 to 1, such that guessing is worth nothing.
//!
//! Of the cells that are not given, the share that is right is taken for each value of the solution by itself, and the mean of
//! these shares counts. An answer that does not look at the puzzle gets one part in *k* of that right, with *k* values: all
//! cells alike, any mixture, or chance. So that mean is scaled from 1/*k* … 1 to 0 … 1. Chance varies, and what falls below 0
//! is cut off, which would leave a little for guessing on average; therefore twice its standard deviation is subtracted
//! first. Open cells are wrong ones. A board that is solved by moves is scaled by the distance to the goal, before and after;
//! the first quarter of the way counts for nothing, since it is often walked by chance.

use quandary::read::Source;
use quandary_core::puzzle::{cell_model, read_entries};
use quandary_core::{Ask, Puzzle, Solution};

/// The part of the way that counts for nothing.
const CHANCE: f64 = 0.25;

/// What an answer is worth that is not a solution.
pub(crate) fn value(board: &dyn Puzzle, source: &Source, answer: Option<&Solution>, ask: &Ask) -> f64 {
    let part = match answer.and_then(Solution::plan) {
        Some(plan) => part_of_way(board, plan.moves.as_slice(), ask),
        None => part_of_cells(board, source, ask),
    };
    // What is not a solution is never worth as much as one.
    part.unwrap_or(0.0).clamp(0.0, 0.99)
}

fn part_of_way(board: &dyn Puzzle, moves: &[quandary_core::Move], ask: &Ask) -> Option<f64> {
    let play = board.moves()?;
    let legal = legal_part(play, moves);
    let before = distance(board, ask)?;
    let after = distance(&*play.after(&moves[..legal]).ok()?, ask)?;
    let way = (before - after) / before.max(1.0);
    Some((way - CHANCE) / (1.0 - CHANCE))
}

/// How many moves come before the first one against the rules: what comes after it is not made.
fn legal_part(play: &dyn quandary_core::puzzle::Moves, moves: &[quandary_core::Move]) -> usize {
    let (mut legal, mut illegal) = (0, moves.len() + 1);
    while illegal - legal > 1 {
        let middle = legal.midpoint(illegal);
        if play.after(&moves[..middle]).is_ok() { legal = middle } else { illegal = middle }
    }
    legal
}

/// The length of the plan that the solver finds; `None` for a dead end.
pub(crate) fn distance(board: &dyn Puzzle, ask: &Ask) -> Option<f64> {
    let outcome = board.solve(ask);
    outcome.solutions.first()?.plan().map(|plan| plan.moves.len() as f64)
}

fn part_of_cells(board: &dyn Puzzle, source: &Source, ask: &Ask) -> Option<f64> {
    let model = cell_model(board)?;
    let entries = read_entries(board, &model, source).ok()?;
    let outcome = board.solve(ask);
    let solution = outcome.solutions.first()?.grid()?;
    let var_of = model.vars_of_cells(solution.rows(), solution.columns());
    // For each value: how many cells have it, and how many of them are right.
    let mut of_value = [(0_u32, 0_u32); 64];
    let mut right = vec![false; solution.values().len()];
    for entry in &entries {
        let value = board.value_in_grid(solution[entry.cell]);
        right[entry.cell.row * solution.columns() + entry.cell.column] = entry.values == 1 << value;
    }
    for cell in solution.cells() {
        let Some(var) = var_of[cell] else { continue };
        if model.start()[var].is_power_of_two() {
            continue;
        }
        let of_value = &mut of_value[usize::from(board.value_in_grid(solution[cell])) % 64];
        of_value.0 += 1;
        of_value.1 += u32::from(right[cell.row * solution.columns() + cell.column]);
    }
    let values: Vec<(f64, f64)> =
        of_value.iter().filter(|(cells, _)| *cells > 0).map(|&(cells, right)| (cells.into(), right.into())).collect();
    let kinds = model.start().iter().fold(0_u64, |all, values| all | values).count_ones().max(2);
    let chance = 1.0 / f64::from(kinds);
    let count = values.len().max(1) as f64;
    let mean = values.iter().map(|(cells, right)| right / cells).sum::<f64>() / count;
    let variance = values.iter().map(|(cells, _)| chance * (1.0 - chance) / cells).sum::<f64>() / (count * count);
    let margin = 2.0 * variance.sqrt();
    let floor = (chance + margin).min(0.95);
    Some((mean - floor) / (1.0 - floor))
}
