//! Cells of which no two have the same value.
//!
//! First every cell gets a value of its own: a *matching*, found one cell at a time by augmenting paths. Then a cell
//! can take another value exactly if the cell that has it can take another one in turn, and so on, until one of them
//! takes a value that nobody has or the one that the first cell gives up (Berge, 1957).

use super::{Values, each};

/// No cell.
const NONE: usize = usize::MAX;

/// Removes the values that occur in no way to fill the cells; `false` if there is no way at all.
pub(super) fn filter(cells: &mut [Values]) -> bool {
    if cells.len() > 64 {
        return false;
    }
    let mut matching = Matching { holder: [NONE; 64], held: [0; 64] };
    if !(0..cells.len()).all(|cell| matching.add(cell, cells)) {
        return false;
    }
    let all = cells.iter().fold(0, |all, values| all | values);
    let taken = matching.held[..cells.len()].iter().fold(0, |taken, value| taken | 1 << value);
    let free = all & !taken;
    // For each taken value, the values that become free, in the end, when it is needed elsewhere.
    let mut reach = [0; 64];
    for value in each(taken) {
        reach[value] = cells[matching.holder[value]];
    }
    for middle in each(taken) {
        for value in each(taken) {
            if reach[value] >> middle & 1 == 1 {
                reach[value] |= reach[middle];
            }
        }
    }
    for (cell, values) in cells.iter_mut().enumerate() {
        let own = 1 << matching.held[cell];
        for value in each(*values & taken & !own) {
            if reach[value] & (free | own) == 0 {
                *values &= !(1 << value);
            }
        }
    }
    true
}

/// A value of its own for each cell.
struct Matching {
    /// The cell that has each value.
    holder: [usize; 64],
    /// The value that each cell has.
    held: [usize; 64],
}

impl Matching {
    /// Finds a value for one more cell, with others changing theirs.
    fn add(&mut self, cell: usize, cells: &[Values]) -> bool {
        // For each value that was reached, the cell that would take it.
        let mut taker = [NONE; 64];
        let mut reached: Values = 0;
        let mut to_visit = [0; 64];
        let (mut visited, mut found) = (0, 0);
        let mut current = cell;
        loop {
            for value in each(cells[current] & !reached) {
                reached |= 1 << value;
                taker[value] = current;
                if self.holder[value] == NONE {
                    self.pass_on(value, cell, &taker);
                    return true;
                }
                to_visit[found] = value;
                found += 1;
            }
            if visited == found {
                return false;
            }
            current = self.holder[to_visit[visited]];
            visited += 1;
        }
    }

    /// Gives a free value to its taker, what that cell had to the next taker, and so on up to `cell`.
    fn pass_on(&mut self, mut value: usize, cell: usize, taker: &[usize; 64]) {
        loop {
            let current = taker[value];
            let before = self.held[current];
            self.holder[value] = current;
            self.held[current] = value;
            if current == cell {
                return;
            }
            value = before;
        }
    }
}
