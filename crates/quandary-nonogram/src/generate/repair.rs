//! Repairing a picture until its clues have one solution.
//!
//! Where the clues of a picture have a second solution, the two differ in some cells. Giving one of these the content that
//! it has in the other solution removes the ambiguity there. Several such changes are tried, cheap ones first, and the
//! drafts with the fewest ambiguous cells are continued, a *beam* of them side by side: every round makes one more change,
//! so the first round in which a draft has one solution has found as few changes as the beam can see, and of several such
//! drafts the cheapest is taken.
//!
//! A large picture in many shades may be ambiguous all over, and one change at a time would not get anywhere. There a draft
//! first *leaps*: many cheap cells are changed at once, none of them in the row or column of another, and where it takes
//! too long to find a second solution at all, isolated cells follow their neighbours. In the end every change that was not
//! needed is undone, the most expensive first.

use std::collections::HashSet;

use super::super::Nonogram;
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, GenerateError, GenerateSpec, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::{Ask, Verdict, Watch};

/// With more ambiguous cells than this, many are changed at once.
const NEAR: usize = 24;

/// After this many leaps a picture is given up.
const MAX_LEAPS: usize = 1_000;

/// How many rounds a beam goes on with a draft before it leaps again.
const ROUNDS: usize = 10;

/// How many changes of each draft are tried in a round.
const TRIES: usize = 6;

/// Most nodes that the solver may take for a puzzle that is being made: one that takes more is tedious to solve.
const NODES: u64 = 2_000;

/// The effort of a repair.
pub(super) struct Repair<'a> {
    /// How many drafts are continued.
    pub(super) beam: usize,
    /// Most cells that may be changed.
    pub(super) changes: usize,
    /// The cost of changing each cell; all equal where there is none.
    pub(super) cost: Option<&'a Grid<u32>>,
}

impl Repair<'_> {
    /// The cost of changing a cell.
    fn price(&self, cell: Cell) -> u32 {
        self.cost.map_or(1, |cost| cost[cell])
    }
}

/// A picture with some changes.
struct Draft {
    picture: Grid<u8>,
    /// Another picture with the same clues.
    other: Grid<u8>,
    /// In how many cells the two differ.
    doubt: usize,
    cost: u64,
}

/// Why a picture's clues do not have one solution.
enum Doubt {
    None,
    /// Another picture with the same clues.
    Other(Grid<u8>),
    /// It takes too long to find out.
    Unknown,
}

fn doubt(picture: &Grid<u8>, spec: &GenerateSpec) -> Result<Doubt, GenerateError> {
    let puzzle = Nonogram::of_picture(picture).map_err(|error| GenerateError::Cannot(error.to_string()))?;
    let mut budget = spec.budget.clone();
    budget.nodes = Some(budget.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
    let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
    let other = outcome.solutions.into_iter().find_map(|solution| match solution {
        Solution::Grid(grid) if grid != *picture => Some(grid),
        _ => None,
    });
    Ok(match (outcome.verdict, other) {
        (Verdict::Unique, _) => Doubt::None,
        (_, Some(other)) => Doubt::Other(other),
        _ => Doubt::Unknown,
    })
}

/// Whether the clues of a picture have one solution, as far as can be found out for a puzzle that is being made.
pub(super) fn has_one_answer(picture: &Grid<u8>, spec: &GenerateSpec) -> Result<bool, GenerateError> {
    Ok(matches!(doubt(picture, spec)?, Doubt::None))
}

/// The cells in which two pictures differ.
fn differing(picture: &Grid<u8>, other: &Grid<u8>) -> Vec<Cell> {
    picture.cells().filter(|&cell| picture[cell] != other[cell]).collect()
}

/// Changes cells until the clues have one solution; `None` when that takes too many.
pub(super) fn repaired(
    picture: Grid<u8>,
    repair: &Repair<'_>,
    random: &mut ChaCha8Rng,
    watch: &mut Watch<'_>,
    spec: &GenerateSpec,
) -> Result<Option<Nonogram>, GenerateError> {
    let mut draft = picture.clone();
    let mut touched: HashSet<Cell> = HashSet::new();
    // A beam costs a few hundred solves, so after one that found nothing the next waits for twice as many leaps.
    let (mut leaps, mut next_beam) = (0, 0);
    loop {
        watch.check().map_err(GenerateError::Stopped)?;
        let changed: Vec<Cell> = match doubt(&draft, spec)? {
            Doubt::None => break,
            Doubt::Unknown => lonely(&draft, repair, &touched),
            Doubt::Other(other) => {
                let cells = differing(&draft, &other);
                if cells.len() <= NEAR && leaps >= next_beam {
                    if let Some(found) = near(draft.clone(), other.clone(), repair, random, watch, spec)? {
                        draft = found;
                        break;
                    }
                    next_beam = 2 * leaps + 4;
                }
                let leap = leap(cells, repair, &touched, random);
                leap.iter().for_each(|&cell| draft[cell] = other[cell]);
                touched.extend(&leap);
                leap
            }
        };
        leaps += 1;
        if changed.is_empty() || leaps > MAX_LEAPS || differing(&picture, &draft).len() > repair.changes {
            return Ok(None);
        }
        for cell in changed {
            // Isolated cells have not been changed yet.
            if touched.insert(cell) {
                draft[cell] = around(&draft, cell).1;
            }
        }
    }
    if repair.cost.is_some() {
        take_back(&picture, &mut draft, repair, watch, spec)?;
    }
    Ok(Nonogram::of_picture(&draft).ok())
}

/// Cells to change at once: the cheapest ambiguous ones, none in the row or column of another.
fn leap(mut cells: Vec<Cell>, repair: &Repair<'_>, touched: &HashSet<Cell>, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let most = (cells.len() / 6).max(1);
    // In any order where they cost the same.
    for at in (1..cells.len()).rev() {
        cells.swap(at, random.random_range(0..=at));
    }
    cells.sort_by_key(|&cell| (touched.contains(&cell), repair.price(cell)));
    let (mut rows, mut columns) = (HashSet::new(), HashSet::new());
    let mut chosen: Vec<Cell> = Vec::new();
    for cell in cells {
        if chosen.len() < most && !rows.contains(&cell.row) && !columns.contains(&cell.column) {
            rows.insert(cell.row);
            columns.insert(cell.column);
            chosen.push(cell);
        }
    }
    chosen
}

/// How many neighbours of a cell are like it, and what most of them are.
fn around(picture: &Grid<u8>, cell: Cell) -> (usize, u8) {
    let beside = [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(|(down, across)| {
        let row = cell.row.checked_add_signed(down).filter(|&row| row < picture.rows())?;
        let column = cell.column.checked_add_signed(across).filter(|&column| column < picture.columns())?;
        Some(picture[Cell { row, column }])
    });
    let beside: Vec<u8> = beside.collect();
    let count = |value: u8| beside.iter().filter(|&&other| other == value).count();
    let most = beside.iter().copied().max_by_key(|&value| (count(value), value == picture[cell]));
    (count(picture[cell]), most.unwrap_or(picture[cell]))
}

/// The cells that are least like their neighbours, and among these the cheapest: one in a hundred.
fn lonely(picture: &Grid<u8>, repair: &Repair<'_>, touched: &HashSet<Cell>) -> Vec<Cell> {
    let is_odd = |&cell: &Cell| around(picture, cell).1 != picture[cell] && !touched.contains(&cell);
    let mut cells: Vec<Cell> = picture.cells().filter(is_odd).collect();
    cells.sort_by_key(|&cell| (around(picture, cell).0, repair.price(cell)));
    cells.truncate(picture.values().len() / 100 + 1);
    cells
}

/// Undoes the changes that are not needed, the most expensive first.
fn take_back(
    picture: &Grid<u8>,
    draft: &mut Grid<u8>,
    repair: &Repair<'_>,
    watch: &mut Watch<'_>,
    spec: &GenerateSpec,
) -> Result<(), GenerateError> {
    let mut changed = differing(picture, draft);
    changed.sort_by_key(|&cell| std::cmp::Reverse(repair.price(cell)));
    for cell in changed {
        watch.check().map_err(GenerateError::Stopped)?;
        let value = std::mem::replace(&mut draft[cell], picture[cell]);
        if !matches!(doubt(draft, spec)?, Doubt::None) {
            draft[cell] = value;
        }
    }
    Ok(())
}

/// Looks for a draft with one solution among those that are few changes away, by beam search.
fn near(
    picture: Grid<u8>,
    other: Grid<u8>,
    repair: &Repair<'_>,
    random: &mut ChaCha8Rng,
    watch: &mut Watch<'_>,
    spec: &GenerateSpec,
) -> Result<Option<Grid<u8>>, GenerateError> {
    let mut beam = vec![Draft { doubt: differing(&picture, &other).len(), picture, other, cost: 0 }];
    for _ in 0..repair.changes.min(ROUNDS) {
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let mut next: Vec<Draft> = Vec::new();
        let mut best: Option<(u64, Grid<u8>)> = None;
        for draft in &beam {
            for cell in tries(draft, repair, random) {
                watch.check().map_err(GenerateError::Stopped)?;
                let mut picture = draft.picture.clone();
                picture[cell] = draft.other[cell];
                if !seen.insert(picture.values().to_vec()) {
                    continue;
                }
                let cost = draft.cost + u64::from(repair.price(cell));
                match doubt(&picture, spec)? {
                    Doubt::Unknown => {}
                    Doubt::None if best.as_ref().is_some_and(|(least, _)| *least <= cost) => {}
                    Doubt::None => best = Some((cost, picture)),
                    Doubt::Other(other) => {
                        next.push(Draft { doubt: differing(&picture, &other).len(), picture, other, cost });
                    }
                }
            }
        }
        if let Some((_, picture)) = best {
            return Ok(Some(picture));
        }
        next.sort_by_key(|draft| (draft.doubt, draft.cost));
        next.truncate(repair.beam);
        if next.is_empty() {
            return Ok(None);
        }
        beam = next;
    }
    Ok(None)
}

/// Cells of a draft to change, some at random and then the cheapest of those.
fn tries(draft: &Draft, repair: &Repair<'_>, random: &mut ChaCha8Rng) -> Vec<Cell> {
    let mut cells = differing(&draft.picture, &draft.other);
    let wanted = if repair.cost.is_some() { 4 * TRIES } else { TRIES };
    let mut chosen: Vec<Cell> = Vec::with_capacity(wanted);
    while chosen.len() < wanted && !cells.is_empty() {
        chosen.push(cells.swap_remove(random.random_range(0..cells.len())));
    }
    chosen.sort_by_key(|&cell| repair.price(cell));
    chosen.truncate(TRIES);
    chosen
}
