//! Weights that have a given total: a row of an Aquarium, in which each part of a tank is as heavy as it is wide.
//!
//! Cell by cell the set of the totals that are possible so far is a row of bits; a cell with value 1 shifts it by the
//! cell's weight. The same from the other end gives the totals from which the rest can be reached.

use super::{Values, each};

/// The weights of some cells and their total.
#[derive(Debug)]
pub(crate) struct Count {
    /// One for each cell.
    pub(crate) weights: Vec<u32>,
    /// The total of the weights of all cells with value 1.
    pub(crate) total: u64,
}

impl Count {
    /// Removes the values that occur in no way to reach the total; `false` if there is no way at all.
    pub(super) fn filter(&self, cells: &mut [Values]) -> bool {
        if self.total > self.weights.iter().map(|&weight| u64::from(weight)).sum() {
            return false;
        }
        let total = self.total as usize;
        let words = total / 64 + 1;
        let mut before = vec![0; (cells.len() + 1) * words];
        before[0] = 1;
        for (cell, &values) in cells.iter().enumerate() {
            let (done, rest) = before.split_at_mut((cell + 1) * words);
            let (now, next) = (&done[cell * words..], &mut rest[..words]);
            for value in each(values) {
                add_up(now, self.shift(cell, value), next);
            }
        }
        // The totals before each cell from which the rest can be reached.
        let mut can_finish = vec![0; words];
        can_finish[total / 64] |= 1 << (total % 64);
        let (mut next, mut earlier) = (vec![0; words], vec![0; words]);
        for (cell, values) in cells.iter_mut().enumerate().rev() {
            let now = &before[cell * words..(cell + 1) * words];
            earlier.fill(0);
            for value in each(*values) {
                let shift = self.shift(cell, value);
                next.fill(0);
                add_up(now, shift, &mut next);
                if next.iter().zip(&can_finish).all(|(next, can)| next & can == 0) {
                    *values &= !(1 << value);
                } else {
                    take_off(&can_finish, shift, &mut earlier);
                }
            }
            if *values == 0 {
                return false;
            }
            std::mem::swap(&mut can_finish, &mut earlier);
        }
        can_finish[0] & 1 == 1
    }

    fn shift(&self, cell: usize, value: usize) -> usize {
        if value == 1 { self.weights[cell] as usize } else { 0 }
    }
}

/// Adds each number of a set, plus `shift`, to another set; numbers beyond its end are left out.
fn add_up(from: &[u64], shift: usize, to: &mut [u64]) {
    let (words, bits) = (shift / 64, shift % 64);
    for (word, &set) in from.iter().enumerate() {
        if let Some(low) = to.get_mut(word + words) {
            *low |= set << bits;
        }
        if bits > 0
            && let Some(high) = to.get_mut(word + words + 1)
        {
            *high |= set >> (64 - bits);
        }
    }
}

/// Adds each number of a set, minus `shift`, to another set; numbers below 0 are left out.
fn take_off(from: &[u64], shift: usize, to: &mut [u64]) {
    let (words, bits) = (shift / 64, shift % 64);
    for (word, set) in to.iter_mut().enumerate() {
        *set |= from.get(word + words).map_or(0, |low| low >> bits);
        if bits > 0 {
            *set |= from.get(word + words + 1).map_or(0, |high| high << (64 - bits));
        }
    }
}
