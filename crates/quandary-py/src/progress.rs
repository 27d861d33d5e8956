//! Part of a solution as a number from 0 to 1, such that guessing is worth nothing.
//!
//! Of the cells that are not given, the share that is right is taken for each value of the solution by itself, and the mean of
//! these shares counts. An answer that does not look at the puzzle gets one part in *k* of that right, with *k* values: all
//! cells alike, any mixture, or chance. One that knows how often each value occurs in each row, or in each column, and nothing
//! else, gets more: in Nonograms and Aquariums the clues say so, and in a Sudoku the rule. The best of these guesses is worth
//! nothing, and the mean is scaled from there. Chance varies, and what falls below 0 is cut off, which would leave a little for
//! guessing on average; therefore twice its standard deviation is subtracted first. Open cells are wrong ones.
//!
//! A board that is solved by moves is scaled by the distance to the goal, before and after. Legal moves made by chance come
//! nearer to the goal, too, only in more moves than it takes: a move that does not lead towards the goal takes back what one
//! that does has earned. The first quarter of the way counts for nothing, since it is often walked by chance.

use quandary::read::Source;
use quandary_core::puzzle::{cell_model, read_entries};
use quandary_core::{Ask, Cell, Puzzle, Solution};

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
    let gained = before - after;
    let wasted = (legal as f64 - gained).max(0.0);
    let way = (gained - wasted) / before.max(1.0);
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
    let mut right = vec![false; solution.values().len()];
    for entry in &entries {
        let value = board.value_in_grid(solution[entry.cell]);
        right[entry.cell.row * solution.columns() + entry.cell.column] = entry.values == 1 << value;
    }
    let mut open = Vec::new();
    for cell in solution.cells() {
        let Some(var) = var_of[cell] else { continue };
        if !model.start()[var].is_power_of_two() {
            let value = usize::from(board.value_in_grid(solution[cell])) % VALUES;
            open.push(Open { cell, value, is_right: right[cell.row * solution.columns() + cell.column] });
        }
    }
    let kinds = model.start().iter().fold(0_u64, |all, values| all | values).count_ones().max(2);
    let whole_board = Guess { mean: 1.0 / f64::from(kinds), ..Guess::within(&open, |_| 0) };
    let guesses = [whole_board, Guess::within(&open, |cell| cell.row), Guess::within(&open, |cell| cell.column)];
    let floor = guesses.iter().map(|guess| guess.mean + 2.0 * guess.variance.sqrt()).fold(0.0, f64::max).min(0.95);
    let mean = mean_of_values(&open, |cell| f64::from(cell.is_right));
    Some((mean - floor) / (1.0 - floor))
}

/// More values than a model has.
const VALUES: usize = 64;

/// A cell that is not given.
struct Open {
    cell: Cell,
    /// Its value in the solution.
    value: usize,
    is_right: bool,
}

/// The mean over all values of the mean over the cells that have it.
fn mean_of_values(open: &[Open], of_cell: impl Fn(&Open) -> f64) -> f64 {
    let mut of_value = [(0.0, 0.0); VALUES];
    for cell in open {
        let (cells, sum) = &mut of_value[cell.value];
        *cells += 1.0;
        *sum += of_cell(cell);
    }
    let means: Vec<f64> = of_value.iter().filter(|(cells, _)| *cells > 0.0).map(|(cells, sum)| sum / cells).collect();
    means.iter().sum::<f64>() / means.len().max(1) as f64
}

/// What somebody gets right who knows how often each value occurs in each line, and fills the line by chance.
struct Guess {
    mean: f64,
    variance: f64,
}

impl Guess {
    fn within(open: &[Open], line: impl Fn(Cell) -> usize) -> Guess {
        let lines = open.iter().map(|one| line(one.cell) + 1).max().unwrap_or(0);
        let mut cells = vec![[0_u32; VALUES + 1]; lines];
        let mut of_value = [0_u32; VALUES];
        for one in open {
            cells[line(one.cell)][one.value] += 1;
            cells[line(one.cell)][VALUES] += 1;
            of_value[one.value] += 1;
        }
        let chance = |one: &Open| {
            let line = &cells[line(one.cell)];
            f64::from(line[one.value]) / f64::from(line[VALUES])
        };
        let values = of_value.iter().filter(|&&cells| cells > 0).count().max(1) as f64;
        let of_mean = |one: &Open| chance(one) * (1.0 - chance(one)) / f64::from(of_value[one.value]) / values;
        Guess { mean: mean_of_values(open, chance), variance: mean_of_values(open, of_mean) }
    }
}
