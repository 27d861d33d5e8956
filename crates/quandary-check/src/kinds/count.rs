//! Weights that have a given total: a row of an Aquarium, in which each part of a tank is as heavy as it is wide.
//!
//! Cell by cell the set of the totals that are possible so far is a row of bits; a cell with value 1 shifts it by the
//! cell's weight. The same from the other end gives the totals from which the rest can be reached.

use super::Values;

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
        if cells.contains(&0) {
            return false;
        }
        // What the cells with one value give, and the cells that can still give something or nothing.
        let weighted = || cells.iter().zip(&self.weights);
        let given: u64 = weighted().filter(|(values, _)| **values == 0b10).map(|(_, &weight)| u64::from(weight)).sum();
        let is_open = |&cell: &usize| cells[cell] == 0b11 && self.weights[cell] > 0;
        let open: Vec<usize> = (0..cells.len()).filter(is_open).collect();
        let most: u64 = open.iter().map(|&cell| u64::from(self.weights[cell])).sum();
        let Some(total) = self.total.checked_sub(given).filter(|&total| total <= most) else { return false };
        if total == 0 || total == most {
            let value = if total == 0 { 0b01 } else { 0b10 };
            open.iter().for_each(|&cell| cells[cell] = value);
            return true;
        }
        // Where every cell counts 1, each of them may or may not.
        open.iter().all(|&cell| self.weights[cell] == 1) || self.filter_open(cells, &open, total as usize)
    }

    /// The same for the open cells alone.
    fn filter_open(&self, cells: &mut [Values], open: &[usize], total: usize) -> bool {
        let words = total / 64 + 1;
        // The totals that are possible before each open cell.
        let mut before = vec![0; (open.len() + 1) * words];
        before[0] = 1;
        for (index, &cell) in open.iter().enumerate() {
            let (done, rest) = before.split_at_mut((index + 1) * words);
            let (now, next) = (&done[index * words..], &mut rest[..words]);
            next.copy_from_slice(now);
            add_up(now, self.weights[cell] as usize, next);
        }
        // The totals before each cell from which the rest can be reached.
        let mut can_finish = vec![0; words];
        can_finish[total / 64] |= 1 << (total % 64);
        let (mut next, mut earlier) = (vec![0; words], vec![0; words]);
        for (index, &cell) in open.iter().enumerate().rev() {
            let now = &before[index * words..(index + 1) * words];
            let meets =
                |next: &[u64], can_finish: &[u64]| next.iter().zip(can_finish).any(|(next, can)| next & can != 0);
            earlier.fill(0);
            if meets(now, &can_finish) {
                earlier.copy_from_slice(&can_finish);
            } else {
                cells[cell] &= !0b01;
            }
            next.fill(0);
            add_up(now, self.weights[cell] as usize, &mut next);
            if meets(&next, &can_finish) {
                take_off(&can_finish, self.weights[cell] as usize, &mut earlier);
            } else {
                cells[cell] &= !0b10;
            }
            if cells[cell] == 0 {
                return false;
            }
            std::mem::swap(&mut can_finish, &mut earlier);
        }
        true
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
