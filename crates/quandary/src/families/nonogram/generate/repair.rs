//! Repairing a picture until its clues have one answer.
//!
//! Where the clues of a picture have a second answer, the two differ in some cells. Giving one of these the content that it
//! has in the other answer takes away that the two can change places. Several such changes are tried, cheap ones first,
//! and the drafts that leave least in doubt are gone on with, a *beam* of them side by side: every round makes one more
//! change, so the first round in which a draft has one answer has found as few changes as the beam can see, and of several
//! such drafts the cheapest is taken.

use std::collections::HashSet;

use super::super::Nonogram;
use crate::grid::Grid;
use crate::puzzle::{Cell, Puzzle, Refusal, Solution, Wish};
use crate::random::{ChaCha8Rng, RngExt};
use crate::verdict::{Ask, Verdict, Watch};

/// How many changes of each draft are tried in a round.
const TRIES: usize = 6;

/// Most nodes that the solver may take for a puzzle that is being made: one that takes more is no fun to solve anyway.
const NODES: u64 = 2_000;

/// How much to put into a repair.
pub(super) struct Repair<'a> {
    /// How many drafts are gone on with.
    pub(super) beam: usize,
    /// Most cells that may be changed.
    pub(super) changes: usize,
    /// How bad it is to change each cell; all alike where there is none.
    pub(super) cost: Option<&'a Grid<u32>>,
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

/// What stands in the way of a picture's clues having one answer.
enum Doubt {
    None,
    /// Another picture with the same clues.
    Other(Grid<u8>),
    /// It takes longer to find out than one puzzle may.
    Unknown,
}

fn doubt(picture: &Grid<u8>, wish: &Wish) -> Result<Doubt, Refusal> {
    let puzzle = Nonogram::of_picture(picture).map_err(|error| Refusal::Cannot(error.to_string()))?;
    let mut budget = wish.budget.clone();
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

/// The cells in which two pictures differ.
fn differing(picture: &Grid<u8>, other: &Grid<u8>) -> Vec<Cell> {
    picture.cells().filter(|&cell| picture[cell] != other[cell]).collect()
}

/// Changes cells until the clues have one answer; `None` when that takes too many.
pub(super) fn repaired(
    picture: Grid<u8>,
    repair: &Repair<'_>,
    random: &mut ChaCha8Rng,
    watch: &mut Watch<'_>,
    wish: &Wish,
) -> Result<Option<Nonogram>, Refusal> {
    let mut beam = match doubt(&picture, wish)? {
        Doubt::None => return Ok(Nonogram::of_picture(&picture).ok()),
        Doubt::Unknown => return Ok(None),
        Doubt::Other(other) => vec![Draft { doubt: differing(&picture, &other).len(), picture, other, cost: 0 }],
    };
    for _ in 0..repair.changes {
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let mut next: Vec<Draft> = Vec::new();
        let mut best: Option<(u64, Grid<u8>)> = None;
        for draft in &beam {
            for cell in tries(draft, repair, random) {
                watch.look().map_err(Refusal::Stopped)?;
                let mut picture = draft.picture.clone();
                picture[cell] = draft.other[cell];
                if !seen.insert(picture.values().to_vec()) {
                    continue;
                }
                let cost = draft.cost + repair.cost.map_or(1, |cost| cost[cell].into());
                match doubt(&picture, wish)? {
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
            return Ok(Nonogram::of_picture(&picture).ok());
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
    if let Some(cost) = repair.cost {
        chosen.sort_by_key(|&cell| cost[cell]);
    }
    chosen.truncate(TRIES);
    chosen
}
