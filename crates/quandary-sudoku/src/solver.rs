//! Solving: whichever engine suits the board, and a reason where there is no solution.
//!
//! A 9×9 board goes to the engine for one board ([`single`]), many of them together to the batch engine ([`batch`]), and
//! every other size to the constraints of the model, which work for all sizes. Where a board turns out to be impossible, two
//! equal givens in a unit are named if there are any, by far the most frequent mistake in a typed board; otherwise
//! the model names the clues that contradict each other. Finding that out fast and saying why are two different tasks.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod bands;
pub mod batch;
mod choose;
mod divisions;
mod norvig;
pub mod single;
mod tally;

pub use bands::Cells;

use std::cell::RefCell;
use std::time::Duration;

use self::divisions::{Counted, Divisions};
use self::tally::Tally;
use super::Sudoku;
use super::model::model;
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Algorithm, Cell, Puzzle as _, Solution};
use quandary_core::random::{ChaCha8Rng, stream};
use quandary_core::reason::count::{Lottery, Ways};
use quandary_core::reason::explain::words::join;
use quandary_core::reason::{self, Strategy, explain_conflict, random_solution};
use quandary_core::verdict::{Ask, Budget, Conflict, Counters, Outcome, Stopped, Verdict};

/// The engine for one 9×9 board.
const BANDS: Algorithm = Algorithm {
    name: "bands",
    summary: "every rule for every digit at once, nine registers or 27 words; other sizes by propagation",
};

/// The engine for many 9×9 boards.
const BATCH: Algorithm = Algorithm {
    name: "batch",
    summary: "one bit per board, built for hundreds of 9×9 boards at once, run here on one",
};

/// The teaching solver.
const NORVIG: Algorithm = Algorithm {
    name: "norvig",
    summary: "Norvig's two rules and a search, in a hundred lines; variant clues are tested only on full boards",
};

/// The algorithms that are compared, from the plainest to the best.
pub(crate) static ALGORITHMS: [Algorithm; reason::ALGORITHMS.len() + 3] =
    reason::algorithms_and(&[NORVIG, BATCH, BANDS]);

/// Solves by the best engine for the board.
pub(crate) fn solve(puzzle: &Sudoku, ask: &Ask) -> Outcome {
    if ask.count && nine_by_nine(puzzle).is_none() {
        if Tally::new(puzzle).is_some() {
            return reason::count::all_of(|| Tally::new(puzzle), ask, |ask| listed(puzzle, ask), Tally::board);
        }
        return reason::count::all(&model(puzzle), ask, |ask| listed(puzzle, ask), |values| board(puzzle, values));
    }
    listed(puzzle, ask)
}

/// Finds solutions one by one.
fn listed(puzzle: &Sudoku, ask: &Ask) -> Outcome {
    if let Some(cells) = nine_by_nine(puzzle) {
        return solve_by_bands(puzzle, cells, ask);
    }
    if let Some(conflict) = clashing_givens(puzzle) {
        return Outcome::of_search(Vec::new(), 0, Ok(()), Counters::default(), Duration::ZERO, || conflict);
    }
    // Probing every value of every cell before branching ("shaving") does not pay here: the units alone settle most
    // boards, and a branch is cheaper than a round of probes.
    let mut outcome = reason::solve(&model(puzzle), ask, Strategy { shave: false }, |values| board(puzzle, values));
    if let Verdict::Impossible(conflict) = &mut outcome.verdict {
        name_givens(puzzle, conflict);
    }
    outcome
}

/// Solves by one of the algorithms that are compared; `None` for an unknown name.
pub(crate) fn solve_with(puzzle: &Sudoku, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    if algorithm == BANDS.name {
        return Some(solve(puzzle, ask));
    }
    if algorithm == NORVIG.name {
        return Some(norvig::solve(puzzle, ask));
    }
    if algorithm == BATCH.name {
        return solve_together(&[puzzle], ask, 0).pop();
    }
    reason::solve_with(&model(puzzle), algorithm, ask, |values| board(puzzle, values))
}

/// Solves many boards: those of 9×9 together, where there are enough of them, and the others one by one. Each is given
/// an even share of the time that the batch took.
pub(crate) fn solve_many(puzzles: &[&Sudoku], ask: &Ask) -> Vec<Outcome> {
    if puzzles.len() < BATCH_FROM {
        return puzzles.iter().map(|puzzle| solve(puzzle, ask)).collect();
    }
    solve_together(puzzles, ask, batch::ONE_BY_ONE)
}

/// From here on the batch engine is faster than one board after the other: twice as fast on hard boards, and as fast on
/// the easiest ones.
const BATCH_FROM: usize = 128;

/// Solves many boards, those of 9×9 with the batch engine down to the last `tail` of them.
fn solve_together(puzzles: &[&Sudoku], ask: &Ask, tail: usize) -> Vec<Outcome> {
    let watch = ask.budget.start();
    let boards: Vec<Cells> = puzzles.iter().filter_map(|puzzle| nine_by_nine(puzzle)).copied().collect();
    let mut solutions = vec![Vec::new(); boards.len()];
    let mut on_solution = |board: usize, cells: &Cells| {
        if solutions[board].len() < ask.solutions.max(1) {
            solutions[board].push(filled(9, cells.iter().copied()));
        }
    };
    let batch = batch::Batch::new(batch::Width::fastest(), &boards, ask.solution_limit());
    let batch = batch::Batch { budget: ask.budget.clone(), tail, ..batch };
    let mut reports = vec![batch::Report::NEW; boards.len()];
    batch.run(&mut on_solution, &mut |board, report| reports[board] = report);
    let cpu = watch.cpu() / boards.len().max(1) as u32;
    let mut answers = reports.into_iter().zip(solutions);
    let outcome = |&puzzle: &&Sudoku| {
        let answer = nine_by_nine(puzzle).and_then(|_| answers.next());
        let Some((report, solutions)) = answer else { return solve(puzzle, ask) };
        let counters = report.counters();
        let explain = || why_impossible(puzzle, counters.nodes, &ask.budget);
        Outcome::of_search(solutions, report.found, report.ended, counters, cpu, explain)
    };
    puzzles.iter().map(outcome).collect()
}

/// What was found for one board of a batch.
#[derive(Clone, Copy)]
pub(super) struct Found {
    /// The first solution, where there is one.
    pub(super) first: Option<Cells>,
    /// How many solutions were seen.
    pub(super) count: u64,
    /// Whether everything was searched, or why not.
    pub(super) ended: Result<(), Stopped>,
    /// What it took.
    pub(super) counters: Counters,
}

/// Searches many boards as [`solve_many`] does, and replaces what `found` held. Gives the CPU time for each.
pub(super) fn search_boards(boards: &[Cells], ask: &Ask, found: &mut Vec<Found>) -> Duration {
    let watch = ask.budget.start();
    found.clear();
    found.resize(boards.len(), Found { first: None, count: 0, ended: Ok(()), counters: Counters::default() });
    if boards.len() < BATCH_FROM {
        for (board, found) in boards.iter().zip(found) {
            let (mut watch, mut first) = (ask.budget.start(), None);
            let mut on_solution = |cells: &Cells| {
                first.get_or_insert(*cells);
            };
            let mut search = single::Search::new(ask.solution_limit(), Some(&mut watch), &mut on_solution);
            let ended = search.run(board, None);
            let (count, counters) = (search.found, search.counters);
            *found = Found { first, count, ended, counters };
        }
    } else {
        let found = RefCell::new(found);
        let mut on_solution = |board: usize, cells: &Cells| {
            found.borrow_mut()[board].first.get_or_insert(*cells);
        };
        let mut on_done = |board: usize, report: batch::Report| {
            let found = &mut found.borrow_mut()[board];
            (found.count, found.ended, found.counters) = (report.found, report.ended, report.counters());
        };
        let batch = batch::Batch::new(batch::Width::fastest(), boards, ask.solution_limit());
        let batch = batch::Batch { budget: ask.budget.clone(), tail: batch::ONE_BY_ONE, ..batch };
        batch.run(&mut on_solution, &mut on_done);
    }
    watch.cpu() / boards.len().max(1) as u32
}

/// A count that takes more positions than this is worth a register full of boards.
const FEW_POSITIONS: u64 = 20_000;

/// In about the time of one position, the sum over divisions adds so many choices.
const CHOICES_PER_POSITION: u64 = 64;

/// Boards with fewer givens have too many divisions for any memory.
const FEWEST_GIVENS: usize = 7;

/// Solves a 9×9 board with 3×3 boxes. Where solutions are counted, they are visited one by one as long as that may be quicker
/// than adding up [`Divisions`], and added up after that: about twice the time of the quicker way, at the most.
fn solve_by_bands(puzzle: &Sudoku, cells: &Cells, ask: &Ask) -> Outcome {
    let budget = &ask.budget;
    let watch = budget.start();
    let may_go_on = ask.count && budget.nodes.is_none_or(|limit| limit > FEW_POSITIONS);
    let first = Budget { nodes: if may_go_on { Some(FEW_POSITIONS) } else { budget.nodes }, ..budget.clone() };
    let mut lottery = ask.sample.map(Lottery::new);
    let mut alone = search_alone(cells, ask, &first, &mut lottery);
    let mut added_up = None;
    if may_go_on && alone.ended == Err(Stopped::Nodes) {
        let rest = watch.budget();
        lottery = ask.sample.map(Lottery::new);
        if alone.solutions.len() < ask.solutions.max(1) {
            // More solutions are wanted than were seen, and they come in the order of this engine.
            alone = search_alone(cells, ask, &rest, &mut lottery);
        } else {
            let divisions = divisions_of(cells, &rest);
            let positions = divisions.as_ref().map(|divisions| divisions.work() / CHOICES_PER_POSITION);
            let nodes = [positions, rest.nodes].into_iter().flatten().min();
            // The branches of this one board fill all slots of a register. The count starts over, which soon pays off.
            let boards = [*cells];
            let part = Budget { nodes, ..rest.clone() };
            let batch = batch::Batch { budget: part, ..batch::Batch::new(batch::Width::fastest(), &boards, u64::MAX) };
            let mut on_solution = |_: usize, cells: &Cells| lottery.iter_mut().for_each(|lottery| lottery.add(cells));
            batch.run(&mut on_solution, &mut |_, report| {
                alone.found = alone.found.max(report.found);
                (alone.ended, alone.counters) = (report.ended, report.counters());
            });
            if let Some(divisions) = divisions
                && alone.ended == Err(Stopped::Nodes)
                && nodes != rest.nodes
            {
                lottery = None;
                added_up = Some(add_up(&divisions, alone.found, ask, &rest));
            }
        }
    }
    let Alone { solutions, found, ended, counters } = alone;
    let mut outcome = Outcome::of_search(solutions, found, ended, counters, watch.cpu(), || {
        why_impossible(puzzle, counters.nodes, &ask.budget)
    });
    if let Some((ways, sampled)) = added_up {
        outcome = Outcome { sampled, ..outcome.counted(ways) };
    }
    if let Some(lottery) = lottery {
        let drawn = |lottery: Lottery<Cells>| lottery.draw(found).into_iter().map(nine_filled).collect();
        outcome.sampled = ended.map(|()| drawn(lottery));
    }
    outcome
}

/// The board as divisions, where there is memory for them.
fn divisions_of(cells: &Cells, budget: &Budget) -> Option<Divisions> {
    let givens = cells.iter().filter(|&&digit| digit != 0).count();
    if givens < FEWEST_GIVENS { None } else { Divisions::new(cells, budget.memory / 4) }
}

/// Counts a board by its divisions, of which this many solutions were seen, and draws some where that was asked for.
fn add_up(divisions: &Divisions, seen: u64, ask: &Ask, budget: &Budget) -> (Ways, Result<Vec<Solution>, Stopped>) {
    let (sum, counted) = divisions.count(&mut budget.start());
    let ways = (sum.max(seen.into()), counted.as_ref().map(|_| ()).map_err(|&why| why));
    let draw = |counted: Counted<'_>| {
        let Some(sample) = ask.sample else { return Ok(Vec::new()) };
        let mut random = stream(sample.seed, "sample", 0);
        let mut one = |_| budget.check().map(|()| counted.draw(&mut random).map(nine_filled));
        (0..sample.count).filter_map(|place| one(place).transpose()).collect()
    };
    (ways, counted.and_then(draw))
}

/// What the engine for one board has found.
struct Alone {
    solutions: Vec<Solution>,
    found: u64,
    ended: Result<(), Stopped>,
    counters: Counters,
}

/// Searches a 9×9 board by the engine for one.
fn search_alone(cells: &Cells, ask: &Ask, budget: &Budget, lottery: &mut Option<Lottery<Cells>>) -> Alone {
    let (mut watch, mut solutions) = (budget.start(), Vec::new());
    let mut on_solution = |cells: &Cells| {
        if solutions.len() < ask.solutions.max(1) {
            solutions.push(filled(9, cells.iter().copied()));
        }
        lottery.iter_mut().for_each(|lottery| lottery.add(cells));
    };
    let mut search = single::Search::new(ask.solution_limit(), Some(&mut watch), &mut on_solution);
    let ended = search.run(cells, None);
    let (found, counters) = (search.found, search.counters);
    Alone { solutions, found, ended, counters }
}

/// How many givens the reason of an impossible board names.
const NAMED_GIVENS: usize = 8;

/// The clues that contradict each other, on a board that was proved impossible.
fn why_impossible(puzzle: &Sudoku, nodes: u64, budget: &Budget) -> Conflict {
    if let Some(clash) = clashing_givens(puzzle) {
        return clash;
    }
    let mut conflict = explain_conflict(&model(puzzle), nodes, budget);
    name_givens(puzzle, &mut conflict);
    conflict
}

/// Adds the givens among the cells of a conflict to its sentence.
fn name_givens(puzzle: &Sudoku, conflict: &mut Conflict) {
    let given: Vec<Cell> = conflict.cells.iter().copied().filter(|&cell| puzzle.cells()[cell] != 0).collect();
    let named = given.iter().take(NAMED_GIVENS);
    let mut named: Vec<String> =
        named.map(|&cell| format!("{} in {cell}", puzzle.value_name(puzzle.cells()[cell] - 1))).collect();
    if given.len() > NAMED_GIVENS {
        named.push(format!("{} more", given.len() - NAMED_GIVENS));
    }
    if !given.is_empty() {
        conflict.message += &format!("; given {} {}", if given.len() == 1 { "is" } else { "are" }, join(&named));
    }
}

/// Two equal givens that see each other.
fn clashing_givens(puzzle: &Sudoku) -> Option<Conflict> {
    let clash = puzzle.clash(puzzle.cells())?;
    Some(Conflict { message: clash.to_string(), clues: vec![clash.unit.to_string()], cells: clash.cells.to_vec() })
}

/// The cells of a board of nine 3×3 boxes and nothing else.
fn nine_by_nine(puzzle: &Sudoku) -> Option<&Cells> {
    let is_usual = puzzle.is_classic() && puzzle.box_rows() == 3 && puzzle.box_columns() == 3;
    is_usual.then(|| puzzle.cells().values().try_into().ok()).flatten()
}

/// Fills the blanks of a board at random. `None` where that leads nowhere; then another try may.
pub(crate) fn random_board(
    puzzle: &Sudoku,
    random: &mut ChaCha8Rng,
    budget: &Budget,
) -> Result<Option<Vec<u8>>, Stopped> {
    let values = random_solution(&model(puzzle), random, budget)?;
    Ok(values.map(|values| values.into_iter().map(|value| value + 1).collect()))
}

/// A full 9×9 board.
fn nine_filled(cells: Cells) -> Solution {
    filled(9, cells.into_iter())
}

/// The digits that belong to the values of the model's variables.
fn board(puzzle: &Sudoku, values: &[u8]) -> Solution {
    filled(puzzle.side(), values.iter().map(|&value| value + 1))
}

/// A board of some side, filled with these digits.
fn filled(side: usize, digits: impl Iterator<Item = u8>) -> Solution {
    let mut board = Grid::filled(side, side, 0);
    for (cell, digit) in board.cells().zip(digits) {
        board[cell] = digit;
    }
    Solution::Grid(board)
}
