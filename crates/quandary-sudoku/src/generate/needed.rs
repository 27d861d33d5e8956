//! Symmetric puzzles in which every given is needed.
//!
//! With a symmetry, givens leave in groups, and a group that is needed may hold a given that is not: about one symmetric
//! puzzle in fifty happens to be minimal. So a puzzle is changed until it is: a group or two come back and others leave,
//! those with needless givens first, and what has fewer needless givens is kept. Each step asks some dozens of questions
//! about the same board, and the unavoidable sets that the answers before have shown (`unavoidable.rs`) answer most of them.

use rand::seq::SliceRandom;

use super::unavoidable::{ALL, Set, Unavoidable, each};
use crate::solver::Cells;
use crate::symmetry::Group;
use quandary_core::puzzle::GenerateError;
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::Watch;

/// After this many steps from one filled board, another one is tried.
const MAX_STEPS: u32 = 400;

/// A filled board whose digits leave in groups.
struct Board {
    known: Unavoidable,
    groups: Vec<Set>,
}

impl Board {
    /// The groups that are given.
    fn given(&self, givens: Set) -> Vec<Set> {
        self.groups.iter().copied().filter(|group| group & givens != 0).collect()
    }

    /// Takes groups away in this order, as long as the solution stays the only one.
    fn dig(&mut self, mut givens: Set, order: &[Set]) -> Set {
        for group in order {
            if self.known.can_leave(givens, *group) {
                givens &= !group;
            }
        }
        givens
    }

    /// The needless givens of a puzzle, up to a number.
    fn needless(&mut self, givens: Set, most: usize) -> Set {
        let mut needless: Set = 0;
        let needed = self.known.shown_to_be_needed(givens);
        for cell in each(givens & !needed) {
            if self.known.can_leave(givens, 1 << cell) {
                needless |= 1 << cell;
                if needless.count_ones() as usize > most {
                    break;
                }
            }
        }
        needless
    }

    /// A puzzle beside another one: a group or two come back, then others leave if they can, those with needless givens first.
    fn step(&mut self, givens: Set, needless: Set, random: &mut ChaCha8Rng) -> Set {
        let mut order = self.given(givens);
        order.shuffle(random);
        order.sort_by_key(|group| group & needless == 0);
        let mut blank = self.given(ALL & !givens);
        let count = random.random_range(1..=2_u32).min(blank.len() as u32);
        let mut next = givens;
        for _ in 0..count {
            let group = blank.swap_remove(random.random_range(0..blank.len() as u32) as usize);
            next |= group;
            order.push(group);
        }
        self.dig(next, &order)
    }
}

/// A symmetric puzzle of a filled board without needless givens, whose number is as `off_range` wants it (0 for a number that will do);
/// `None` where the way ends before.
pub(super) fn puzzle(
    filled: &Cells,
    groups: &[Group],
    off_range: &dyn Fn(usize) -> usize,
    random: &mut ChaCha8Rng,
    watch: &Watch<'_>,
    tries: &mut u32,
) -> Result<Option<Cells>, GenerateError> {
    let set = |group: &Group| group.cells().iter().fold(0, |set: Set, &cell| set | 1 << cell);
    let mut board = Board { known: Unavoidable::new(filled), groups: groups.iter().map(set).collect() };
    let mut order = board.groups.clone();
    order.shuffle(random);
    let mut here = board.dig(ALL, &order);
    let mut needless = 0;
    let mut least = usize::MAX;
    for step in 0..MAX_STEPS {
        watch.check().map_err(GenerateError::Stopped)?;
        *tries += 1;
        let next = if step == 0 { here } else { board.step(here, needless, random) };
        let range = off_range(next.count_ones() as usize);
        if range > least {
            continue;
        }
        let found = board.needless(next, least - range);
        let off = range + found.count_ones() as usize;
        if off == 0 {
            return Ok(Some(board.known.cells(next)));
        }
        if off <= least {
            (here, needless, least) = (next, found, off);
        }
    }
    Ok(None)
}
