//! Runs of cells with the same value, in a given order, with value 0 in all other cells: a line of a Nonogram.
//!
//! The clue is read as a list of *places*: every cell of every run, and one empty cell between two runs of the same
//! value. A way to fill the line goes through all places in order, one after the other. Before the first cell of a run
//! and after the last place it may wait, over as many empty cells as it likes. A run of unknown length has one place,
//! after which it may wait over cells of its own value; where no gap must follow, a *free* place, which takes no cell, ends it.
//! So all that matters of the cells so far is how many places are done, and the set of the numbers that are possible is a row of
//! bits: reading a cell shifts some of these bits by one and keeps others.

use super::{Values, each};
use crate::limits::LONGEST_SIDE;

/// The length of a run, if it is known, and its value, which is above 0.
pub(crate) type Run = (Option<usize>, usize);

/// The runs of a line.
#[derive(Debug)]
pub(crate) struct Runs {
    pub(crate) runs: Vec<Run>,
    /// How many places there are; `None` if that is more than any line has.
    places: Option<usize>,
    /// How many cells they take at least.
    least: usize,
    /// By value, what a cell with it does.
    cells: Vec<Reading>,
    /// The places that take no cell, as bits.
    free: Vec<u64>,
}

/// What a cell with some value does, as bits.
#[derive(Clone, Debug)]
struct Reading {
    /// The places that it fills.
    fills: Vec<u64>,
    /// The numbers of places after which any number of such cells may follow.
    waits: Vec<u64>,
}

/// More places than any line has: at most one cell and one gap or free place for each cell of the longest side.
const LONGEST: usize = 2 * LONGEST_SIDE + 1;

impl Runs {
    pub(crate) fn new(runs: &[Run]) -> Self {
        let with_gaps = runs.iter().try_fold(0, |sum: usize, run| sum.checked_add(run.0.unwrap_or(1))?.checked_add(1));
        let Some(longest) = with_gaps.filter(|&places| places < LONGEST) else {
            return Runs { runs: runs.to_vec(), places: None, least: 0, cells: Vec::new(), free: Vec::new() };
        };
        let words = longest / 64 + 1;
        let values = runs.iter().map(|run| run.1).max().unwrap_or(0) + 1;
        let mut cells = vec![Reading { fills: vec![0; words], waits: vec![0; words] }; values];
        let mut free = vec![0; words];
        let set = |bits: &mut Vec<u64>, place: usize| bits[place / 64] |= 1 << (place % 64);
        let (mut places, mut least) = (0, 0);
        for (index, &(length, value)) in runs.iter().enumerate() {
            set(&mut cells[0].waits, places);
            for _ in 0..length.unwrap_or(1) {
                set(&mut cells[value].fills, places);
                (places, least) = (places + 1, least + 1);
            }
            if length.is_none() {
                set(&mut cells[value].waits, places);
            }
            if runs.get(index + 1).is_some_and(|next| next.1 == value) {
                set(&mut cells[0].fills, places);
                (places, least) = (places + 1, least + 1);
            } else if length.is_none() {
                set(&mut free, places);
                places += 1;
            }
        }
        set(&mut cells[0].waits, places);
        Runs { runs: runs.to_vec(), places: Some(places), least, cells, free }
    }

    /// How many words of bits a cell takes.
    pub(super) fn effort(&self) -> usize {
        self.free.len() * self.cells.len().div_ceil(2)
    }

    /// Removes the values that occur in no way to place the runs; `false` if there is no way at all.
    pub(super) fn filter(&self, cells: &mut [Values]) -> bool {
        let Some(places) = self.places.filter(|_| self.least <= cells.len()) else { return false };
        let (words, length) = (self.free.len(), cells.len());
        // The numbers of places that can be done before each cell, and those from which the rest can be done.
        let mut before = vec![0; (length + 1) * words];
        before[0] = 1;
        for (cell, &values) in cells.iter().enumerate() {
            let (done, rest) = before.split_at_mut((cell + 1) * words);
            let (now, next) = (&done[cell * words..], &mut rest[..words]);
            for value in each(values) {
                self.after(value, now, next);
            }
            self.past_free_places(next);
        }
        let mut can_finish = vec![0; words];
        can_finish[places / 64] |= 1 << (places % 64);
        self.before_free_places(&mut can_finish);
        let (mut next, mut earlier) = (vec![0; words], vec![0; words]);
        for (cell, values) in cells.iter_mut().enumerate().rev() {
            let now = &before[cell * words..(cell + 1) * words];
            earlier.fill(0);
            for value in each(*values) {
                next.fill(0);
                self.after(value, now, &mut next);
                if next.iter().zip(&can_finish).all(|(next, can)| next & can == 0) {
                    *values &= !(1 << value);
                } else {
                    self.ahead_of(value, &can_finish, &mut earlier);
                }
            }
            if *values == 0 {
                return false;
            }
            self.before_free_places(&mut earlier);
            std::mem::swap(&mut can_finish, &mut earlier);
        }
        can_finish[0] & 1 == 1
    }

    /// Adds to `next` the numbers of places that can be done after a cell with this value.
    fn after(&self, value: usize, now: &[u64], next: &mut [u64]) {
        let Some(Reading { fills, waits }) = self.cells.get(value) else { return };
        let mut carry = 0;
        for (word, now) in now.iter().enumerate() {
            let filled = now & fills[word];
            next[word] |= filled << 1 | carry | now & waits[word];
            carry = filled >> 63;
        }
    }

    /// Adds to `earlier` the numbers of places before a cell with this value, after which one of `later` is reached.
    fn ahead_of(&self, value: usize, later: &[u64], earlier: &mut [u64]) {
        let Some(Reading { fills, waits }) = self.cells.get(value) else { return };
        for (word, earlier) in earlier.iter_mut().enumerate() {
            *earlier |= one_less(later, word) & fills[word] | later[word] & waits[word];
        }
    }

    /// A free place may be passed at any time. No two of them follow each other.
    fn past_free_places(&self, now: &mut [u64]) {
        let mut carry = 0;
        for (now, free) in now.iter_mut().zip(&self.free) {
            let passed = *now & free;
            *now |= passed << 1 | carry;
            carry = passed >> 63;
        }
    }

    /// Adds the numbers of places from which one of these is reached past a free place.
    fn before_free_places(&self, later: &mut [u64]) {
        for word in 0..later.len() {
            later[word] |= one_less(later, word) & self.free[word];
        }
    }
}

/// A word of a row of bits, each of which is a number that is one less.
fn one_less(bits: &[u64], word: usize) -> u64 {
    bits[word] >> 1 | bits.get(word + 1).map_or(0, |higher| higher << 63)
}
