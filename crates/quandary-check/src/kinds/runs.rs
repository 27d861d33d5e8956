//! Runs of cells with the same value, in a given order, with value 0 in all other cells: a line of a Nonogram.
//!
//! The clue is read as a list of *places*: every cell of every run, and one empty cell between two runs of the same
//! value. A way to fill the line goes through all places in order, one after the other. Before the first cell of a run
//! and after the last place it may wait, over as many empty cells as it likes. So all that matters of the cells so far is
//! how many places are done, and the set of the numbers that are possible is a row of bits: reading a cell shifts some
//! of these bits by one and keeps others.

use super::{Values, each};

/// The runs of a line.
#[derive(Debug)]
pub(crate) struct Runs {
    /// Length and value of each run.
    pub(crate) runs: Vec<(usize, usize)>,
    /// How many places there are; `None` if that is more than any line has.
    places: Option<usize>,
    /// For each value, the places that are filled with it, as bits; value 0 fills the gaps between runs.
    filled_with: Vec<Vec<u64>>,
    /// The numbers of places after which any number of empty cells may follow, as bits.
    waits: Vec<u64>,
}

/// More cells than a line of any board has.
const LONGEST: usize = 1 << 11;

impl Runs {
    /// Runs of a length and a value above 0 each.
    pub(crate) fn new(runs: &[(usize, usize)]) -> Self {
        let with_gaps = runs.iter().try_fold(0, |sum: usize, run| sum.checked_add(run.0)?.checked_add(1));
        let Some(longest) = with_gaps.filter(|&places| places < LONGEST) else {
            return Runs { runs: runs.to_vec(), places: None, filled_with: Vec::new(), waits: Vec::new() };
        };
        let words = longest / 64 + 1;
        let values = runs.iter().map(|run| run.1).max().unwrap_or(0) + 1;
        let (mut filled_with, mut waits) = (vec![vec![0; words]; values], vec![0; words]);
        let set = |bits: &mut Vec<u64>, place: usize| bits[place / 64] |= 1 << (place % 64);
        let mut places = 0;
        for (index, &(length, value)) in runs.iter().enumerate() {
            if index > 0 && runs[index - 1].1 == value {
                set(&mut filled_with[0], places);
                places += 1;
            }
            set(&mut waits, places);
            for place in places..places + length {
                set(&mut filled_with[value], place);
            }
            places += length;
        }
        set(&mut waits, places);
        Runs { runs: runs.to_vec(), places: Some(places), filled_with, waits }
    }

    /// Removes the values that occur in no way to place the runs; `false` if there is no way at all.
    pub(super) fn filter(&self, cells: &mut [Values]) -> bool {
        let Some(places) = self.places.filter(|&places| places <= cells.len()) else { return false };
        let (words, length) = (self.waits.len(), cells.len());
        // The numbers of places that can be done before each cell, and those from which the rest can be done.
        let mut before = vec![0; (length + 1) * words];
        before[0] = 1;
        for (cell, &values) in cells.iter().enumerate() {
            let (done, rest) = before.split_at_mut((cell + 1) * words);
            let (now, next) = (&done[cell * words..], &mut rest[..words]);
            for value in each(values) {
                self.after(value, now, next);
            }
        }
        let mut can_finish = vec![0; words];
        can_finish[places / 64] |= 1 << (places % 64);
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
            std::mem::swap(&mut can_finish, &mut earlier);
        }
        can_finish[0] & 1 == 1
    }

    /// Adds to `next` the numbers of places that can be done after a cell with this value.
    fn after(&self, value: usize, now: &[u64], next: &mut [u64]) {
        if let Some(places) = self.filled_with.get(value) {
            let mut carry = 0;
            for ((next, now), places) in next.iter_mut().zip(now).zip(places) {
                let filled = now & places;
                *next |= filled << 1 | carry;
                carry = filled >> 63;
            }
        }
        if value == 0 {
            next.iter_mut().zip(now).zip(&self.waits).for_each(|((next, now), waits)| *next |= now & waits);
        }
    }

    /// Adds to `earlier` the numbers of places before a cell with this value, after which one of `later` is reached.
    fn ahead_of(&self, value: usize, later: &[u64], earlier: &mut [u64]) {
        if let Some(places) = self.filled_with.get(value) {
            for (word, places) in places.iter().enumerate() {
                let carry = later.get(word + 1).map_or(0, |higher| higher << 63);
                earlier[word] |= (later[word] >> 1 | carry) & places;
            }
        }
        if value == 0 {
            earlier.iter_mut().zip(later).zip(&self.waits).for_each(|((now, later), waits)| *now |= later & waits);
        }
    }
}
