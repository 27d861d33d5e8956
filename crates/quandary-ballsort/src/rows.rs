//! A set of rows of small numbers, each kept once and found again by comparing it in full.
//!
//! Searches ask "was this position here before?" for every position they make. A hash alone may confuse two positions,
//! and a proof must not rest on luck, so a row is compared number by number where the hash agrees. The rows stand one
//! after the other in one long array; beside it is a table with open addressing whose entries are a piece of the hash
//! and the number of the row. The hash of a row is the sum of a random number for each of its members, so that whoever
//! changes two bottles changes the hash by four additions. A table of a library would hash rows anew or keep more beside
//! them; this one takes eight bytes for a row beyond its numbers.

use std::ops::Range;

/// A number that rows are made of. Narrow ones make small sets.
pub(super) trait Code: Copy + Ord + Default {
    /// The number as a code; it must fit.
    fn new(number: u32) -> Self;
    /// The code as a number.
    fn number(self) -> u32;
}

impl Code for u8 {
    #[inline]
    fn new(number: u32) -> u8 {
        number as u8
    }
    #[inline]
    fn number(self) -> u32 {
        self.into()
    }
}

impl Code for u16 {
    #[inline]
    fn new(number: u32) -> u16 {
        number as u16
    }
    #[inline]
    fn number(self) -> u32 {
        self.into()
    }
}

impl Code for u32 {
    #[inline]
    fn new(number: u32) -> u32 {
        number
    }
    #[inline]
    fn number(self) -> u32 {
        self
    }
}

/// The random number of a member of a row. A fixed mixing function (SplitMix64), so that every run is the same.
#[inline]
pub(super) fn mix(number: u32) -> u64 {
    let mut z = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// An entry of the table that is free. No row has this number: see [`Rows::MOST`].
const FREE: u64 = u64::MAX;

/// Rows of one width, each once.
pub(super) struct Rows<C> {
    width: usize,
    count: u32,
    cells: Vec<C>,
    /// The upper half of each entry is a piece of the hash, the lower half the number of the row.
    table: Vec<u64>,
}

impl<C: Code> Rows<C> {
    /// How many rows there can be at most.
    pub(super) const MOST: u32 = u32::MAX - 1;

    pub(super) fn new(width: usize) -> Rows<C> {
        Rows { width, count: 0, cells: Vec::new(), table: vec![FREE; 64] }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.count as usize
    }

    /// A row by its number.
    #[inline]
    pub(super) fn get(&self, row: u32) -> &[C] {
        &self.cells[self.cells_of(row)]
    }

    fn cells_of(&self, row: u32) -> Range<usize> {
        let start = row as usize * self.width;
        start..start + self.width
    }

    /// The hash of a row.
    pub(super) fn hash(row: &[C]) -> u64 {
        row.iter().fold(0, |sum, code| sum.wrapping_add(mix(code.number())))
    }

    /// Where a row with this hash stands, or the free entry of the table where it belongs. Only the upper half of the hash
    /// counts: it stands in the table, so that a wider table can be filled without looking at the rows.
    #[inline]
    fn seek(&self, hash: u64, row: &[C]) -> Result<u32, usize> {
        let mask = self.table.len() - 1;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let entry = self.table[at];
            if entry == FREE {
                return Err(at);
            }
            if entry >> 32 == hash >> 32 && self.get(entry as u32) == row {
                return Ok(entry as u32);
            }
            at = (at + 1) & mask;
        }
    }

    /// The number of a row; `hash` is that of [`Rows::hash`].
    pub(super) fn find(&self, hash: u64, row: &[C]) -> Option<u32> {
        self.seek(hash, row).ok()
    }

    /// The number of a row, and whether it is new. The set may grow by a step: see [`Rows::bytes_after_next`].
    pub(super) fn add(&mut self, hash: u64, row: &[C]) -> (u32, bool) {
        if self.table_is_full() {
            self.widen();
        }
        match self.seek(hash, row) {
            Ok(known) => (known, false),
            Err(at) => {
                let number = self.count;
                self.table[at] = hash >> 32 << 32 | u64::from(number);
                if self.cells.capacity() < self.cells.len() + self.width {
                    self.cells.reserve_exact(self.next_cells() - self.cells.len());
                }
                self.cells.extend_from_slice(row);
                self.count += 1;
                (number, true)
            }
        }
    }

    fn table_is_full(&self) -> bool {
        self.len() * 4 >= self.table.len() * 3
    }

    /// Doubles the table.
    fn widen(&mut self) {
        let mask = self.table.len() * 2 - 1;
        let mut table = vec![FREE; mask + 1];
        for &entry in self.table.iter().filter(|&&entry| entry != FREE) {
            let mut at = (entry >> 32) as usize & mask;
            while table[at] != FREE {
                at = (at + 1) & mask;
            }
            table[at] = entry;
        }
        self.table = table;
    }

    /// How many cells there will be room for when the present room is used up: half as many again.
    fn next_cells(&self) -> usize {
        (self.cells.capacity() / 2 * 3).max(64 * self.width)
    }

    /// About how many bytes the set holds.
    pub(super) fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<C>() + self.table.len() * size_of::<u64>()
    }

    /// How many bytes it holds while the next row is added: when the table is widened, both tables at once.
    pub(super) fn bytes_after_next(&self) -> usize {
        let mut bytes = self.bytes();
        if self.table_is_full() {
            bytes += 2 * self.table.len() * size_of::<u64>();
        }
        if self.cells.capacity() < self.cells.len() + self.width {
            bytes += (self.next_cells() - self.cells.capacity()) * size_of::<C>();
        }
        bytes
    }
}

/// Puts `new` in the place of `row[at]` in a row that stays sorted.
#[inline]
pub(super) fn replace<C: Code>(row: &mut [C], at: usize, new: C) {
    let old = row[at];
    if new >= old {
        let end = at + row[at + 1..].partition_point(|&other| other < new);
        row.copy_within(at + 1..end + 1, at);
        row[end] = new;
    } else {
        let start = row[..at].partition_point(|&other| other <= new);
        row.copy_within(start..at, start + 1);
        row[start] = new;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn a_row_is_found_under_the_number_it_was_given(rows in proptest::collection::vec([0..4u8, 0..4, 0..4, 0..4], 0..400)) {
            let mut set = Rows::<u8>::new(4);
            let mut known: Vec<[u8; 4]> = Vec::new();
            for row in rows {
                let before = known.iter().position(|&other| other == row);
                let hash = Rows::hash(&row);
                proptest::prop_assert_eq!(set.find(hash, &row), before.map(|at| at as u32));
                let (number, is_new) = set.add(hash, &row);
                proptest::prop_assert_eq!((number as usize, is_new), (before.unwrap_or(known.len()), before.is_none()));
                if is_new {
                    known.push(row);
                }
                proptest::prop_assert_eq!(set.get(number), row);
            }
            proptest::prop_assert_eq!(set.len(), known.len());
        }

        #[test]
        fn a_sorted_row_stays_sorted(row in proptest::collection::vec(0..9u8, 1..9), at in 0..9usize, new in 0..9u8) {
            let mut row = row;
            row.sort();
            let at = at % row.len();
            let mut expected = row.clone();
            expected[at] = new;
            expected.sort();
            replace(&mut row, at, new);
            proptest::prop_assert_eq!(row, expected);
        }
    }
}
