//! Puzzles with few givens, by exchanging givens until there are no more than that.
//!
//! Take two givens away: the unavoidable sets that only they hit are open then, and a cell that is in all of these sets closes
//! them. Of the sets that are known (`unavoidable.rs`), one pass says for every pair of givens at once which cells could
//! replace it; a search confirms that, or finds another set, which most often leaves no cell. Where no pair can be replaced by one
//! cell, a single given is replaced by another one, and all pairs are looked at again. So a step
//! looks at all neighbours of a puzzle with one given less, and searches for hardly any of them.
//!
//! 18 givens are possible on one board in three, 17 on one in a hundred thousand. So after some
//! hundred moves that led to nothing, another board is filled.

use rand::seq::SliceRandom;

use super::unavoidable::{ALL, Set, Unavoidable, each};
use crate::solver::Cells;
use quandary_core::puzzle::GenerateError;
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::Watch;

/// The exchanges of one given in a row without a gain before a new board is filled.
const MAX_MOVES: usize = 200;

/// A puzzle of a filled board.
struct Puzzle {
    known: Unavoidable,
    givens: Set,
}

/// What could replace the givens of a puzzle, as far as is known.
struct Cures {
    /// The givens, by number.
    givens: Vec<usize>,
    /// The number of each given.
    number: [u8; 81],
    /// For each given, the cells in all sets that it alone hits.
    alone: Vec<Set>,
    /// For each two givens, the cells in all sets that just they hit.
    both: Vec<Set>,
}

impl Cures {
    fn of(puzzle: &Puzzle) -> Cures {
        let givens: Vec<usize> = each(puzzle.givens).collect();
        let mut number = [0; 81];
        givens.iter().zip(0..).for_each(|(&cell, at)| number[cell] = at);
        let count = givens.len();
        let mut cures = Cures { givens, number, alone: vec![ALL; count], both: vec![ALL; count * count] };
        for &set in puzzle.known.sets() {
            cures.note(set, puzzle.givens);
        }
        cures
    }

    /// Takes a set into account.
    #[inline]
    fn note(&mut self, set: Set, givens: Set) {
        let hit = set & givens;
        let others = hit & hit.wrapping_sub(1);
        let first = usize::from(self.number[hit.trailing_zeros() as usize & 127]);
        if others == 0 {
            self.alone[first] &= set;
        } else if others & (others - 1) == 0 {
            let second = usize::from(self.number[others.trailing_zeros() as usize]);
            self.both[first * self.givens.len() + second] &= set;
        }
    }

    /// The cells that could replace two givens, by their numbers, the smaller one first.
    fn of_two(&self, one: usize, other: usize) -> Set {
        self.alone[one] & self.alone[other] & self.both[one * self.givens.len() + other]
    }
}

/// Any cell of a set that is not empty.
fn any(set: Set, random: &mut ChaCha8Rng) -> usize {
    let place = random.random_range(0..set.count_ones());
    each(set).nth(place as usize).unwrap_or_default()
}

impl Puzzle {
    /// Takes redundant givens away, in random order.
    fn dig(&mut self, random: &mut ChaCha8Rng) {
        let mut givens: Vec<usize> = each(self.givens).collect();
        givens.shuffle(random);
        for cell in givens {
            if self.known.can_leave(self.givens, 1 << cell) {
                self.givens &= !(1 << cell);
            }
        }
    }

    /// Two givens leave and one comes; `false` where none can take the place of any two.
    fn two_for_one(&mut self, cures: &mut Cures, random: &mut ChaCha8Rng) -> bool {
        let count = cures.givens.len();
        let pairs = (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other)));
        let mut pairs: Vec<(usize, usize)> = pairs.filter(|&(one, other)| cures.of_two(one, other) != 0).collect();
        pairs.shuffle(random);
        for (one, other) in pairs {
            let left = self.givens & !(1 << cures.givens[one]) & !(1 << cures.givens[other]);
            if self.cure(left, cures, &|cures| cures.of_two(one, other), random) {
                return true;
            }
        }
        false
    }

    /// One given leaves, and another one comes.
    fn one_for_one(&mut self, cures: &mut Cures, random: &mut ChaCha8Rng) -> bool {
        let mut order: Vec<usize> = (0..cures.givens.len()).collect();
        order.shuffle(random);
        for one in order {
            let leaving = 1 << cures.givens[one];
            if self.cure(self.givens & !leaving, cures, &|cures| cures.alone[one] & !leaving, random) {
                return true;
            }
        }
        false
    }

    /// Adds a given to those that are left, one that makes the puzzle unique again, if there is any.
    fn cure(&mut self, left: Set, cures: &mut Cures, coming: &dyn Fn(&Cures) -> Set, random: &mut ChaCha8Rng) -> bool {
        loop {
            let cells = coming(cures);
            if cells == 0 {
                return false;
            }
            let next = left | 1 << any(cells, random);
            let known = self.known.sets().len();
            if self.known.is_unique(next) {
                self.givens = next;
                return true;
            }
            for &set in &self.known.sets()[known..] {
                cures.note(set, self.givens);
            }
        }
    }
}

/// A puzzle with few givens, each of which is needed, out of a filled board; `None` where the way ends before.
pub(super) fn few_givens(
    filled: &Cells,
    most: usize,
    random: &mut ChaCha8Rng,
    watch: &Watch<'_>,
) -> Result<Option<Cells>, GenerateError> {
    let mut puzzle = Puzzle { known: Unavoidable::new(filled), givens: ALL };
    puzzle.dig(random);
    let mut moves = 0;
    while moves < MAX_MOVES {
        watch.check().map_err(GenerateError::Stopped)?;
        if puzzle.givens.count_ones() as usize <= most {
            return Ok(Some(puzzle.known.cells(puzzle.givens)));
        }
        let mut cures = Cures::of(&puzzle);
        if puzzle.two_for_one(&mut cures, random) {
            moves = 0;
        } else if puzzle.one_for_one(&mut cures, random) {
            moves += 1;
        } else {
            return Ok(None);
        }
        puzzle.dig(random);
    }
    Ok(None)
}
