//! Unavoidable sets: what two filled boards differ in.
//!
//! Where another board agrees with a filled one outside of a set of cells, a puzzle of the filled board needs a given in that set;
//! otherwise both boards solve it. So the givens of a puzzle have to hit every unavoidable set, and a puzzle in which one
//! of them is hit by a single given needs that given. A board has millions of these sets, too many to list, but each search
//! that finds a second solution yields some, and they hold for every puzzle of the same board: what a hundred searches have
//! found decides most later questions by a few machine operations, without a search. Only what the known sets allow has to be searched, and then
//! the answer is either yes or new sets.

use crate::solver::{Cells, single};
use crate::techniques::board::PEERS;

/// A set of cells, one bit each.
pub(super) type Set = u128;

/// All cells.
pub(super) const ALL: Set = (1 << 81) - 1;

/// So many other boards are looked at in one search.
const OTHERS: u64 = 2;

/// So many boards are looked at for the smallest sets within a set.
const WITHIN: u64 = 4;

/// The cells of a set.
pub(super) fn each(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 128).then_some(cell)
    })
}

/// Where two boards differ.
fn difference(one: &Cells, other: &Cells) -> Set {
    (0..81).fold(0, |set, cell| set | Set::from(one[cell] != other[cell]) << cell)
}

/// Unavoidable sets of a filled board.
pub(super) struct Unavoidable {
    filled: Cells,
    sets: Vec<Set>,
}

impl Unavoidable {
    /// The sets that can be seen at once: two digits that change places, and two lines of a band that do.
    pub(super) fn new(filled: &Cells) -> Self {
        let mut sets = Vec::with_capacity(1024);
        let mut places: [Set; 10] = [0; 10];
        for (cell, &digit) in filled.iter().enumerate() {
            places[usize::from(digit)] |= 1 << cell;
        }
        for one in 1..10 {
            for other in one + 1..10 {
                // Cells that see each other have to change together.
                let parts = parts(places[one] | places[other], &|cell| PEERS[cell]);
                sets.extend(parts.filter(|set| set.count_ones() < 18));
            }
        }
        let row = |line: usize| -> Set { 0o777 << (9 * line) };
        let column = |line: usize| -> Set { COLUMN << line };
        for (a, b) in (0..9).flat_map(|a| (a + 1..a / 3 * 3 + 3).map(move |b| (a, b))) {
            // A cell changes together with the one across, and with the one that has its digit.
            let by_rows = |cell: usize| column(cell % 9) | places[usize::from(filled[cell])];
            let by_columns = |cell: usize| row(cell / 9) | places[usize::from(filled[cell])];
            sets.extend(parts(row(a) | row(b), &by_rows).filter(|set| set.count_ones() < 18));
            sets.extend(parts(column(a) | column(b), &by_columns).filter(|set| set.count_ones() < 18));
        }
        Unavoidable { filled: *filled, sets }
    }

    /// The sets that are known so far.
    pub(super) fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// The board with some of its digits.
    pub(super) fn cells(&self, givens: Set) -> Cells {
        let mut cells = [0; 81];
        each(givens).for_each(|cell| cells[cell] = self.filled[cell]);
        cells
    }

    /// Whether these givens have one solution; if not, the sets that show it are known from now on.
    pub(super) fn is_unique(&mut self, givens: Set) -> bool {
        let mut found = [0; OTHERS as usize];
        let mut count = 0;
        single::each(&self.cells(givens), OTHERS, &mut |other| {
            let set = difference(&self.filled, other);
            if set != 0 {
                found[count] = set;
                count += 1;
            }
        });
        for &set in &found[..count] {
            self.learn(set);
        }
        count == 0
    }

    /// Whether some givens of a unique puzzle can leave it together. Asks what is known first.
    pub(super) fn can_leave(&mut self, givens: Set, leaving: Set) -> bool {
        let left = givens & !leaving;
        if self.sets.iter().any(|set| set & left == 0) {
            return false;
        }
        // Another solution has something else in place of one of them.
        let mut cells = self.cells(left);
        for cell in each(leaving) {
            if let Some(other) = single::without(&cells, cell, self.filled[cell]) {
                self.learn(difference(&self.filled, &other));
                return false;
            }
            cells[cell] = self.filled[cell];
        }
        true
    }

    /// The givens that alone hit one of the known sets.
    pub(super) fn shown_to_be_needed(&self, givens: Set) -> Set {
        self.sets.iter().fold(0, |needed, set| {
            let hit = set & givens;
            if hit & hit.wrapping_sub(1) == 0 { needed | hit } else { needed }
        })
    }

    /// Adds the smallest sets within a difference.
    fn learn(&mut self, set: Set) {
        let mut within: Vec<Set> = Vec::with_capacity(WITHIN as usize);
        single::each(&self.cells(ALL & !set), WITHIN, &mut |other| within.push(difference(&self.filled, other)));
        for (at, &one) in within.iter().enumerate() {
            let is_smallest =
                |(place, other): (usize, &Set)| *other == 0 || other & !one != 0 || *other == one && place >= at;
            if one != 0 && within.iter().enumerate().all(is_smallest) {
                self.sets.push(one);
            }
        }
    }
}

/// The cells of a column, the first one.
const COLUMN: Set = {
    let mut column = 0;
    let mut row = 0;
    while row < 9 {
        column |= 1 << (9 * row);
        row += 1;
    }
    column
};

/// The parts of a set whose cells have to change together.
fn parts(mut left: Set, with: &dyn Fn(usize) -> Set) -> impl Iterator<Item = Set> {
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let (mut part, mut fresh) = (0, left & left.wrapping_neg());
        while fresh != 0 {
            part |= fresh;
            let reached = each(fresh).fold(0, |reached, cell| reached | with(cell));
            fresh = reached & left & !part;
        }
        left &= !part;
        Some(part)
    })
}
