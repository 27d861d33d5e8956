//! A set of rows of small numbers, each kept once and found again by comparing it in full.
//!
//! Searches ask "was this position here before?" for every position they make. A hash alone may confuse two positions,
//! and a proof must not rely on luck, so a row is compared number by number where the hash agrees. The rows are stored one
//! after the other in a list; beside it is a table whose entries are a piece of the hash and the number of the row
//! ([`super::store`]). The hash of a row is the sum of a random number for each of its members, so that changing
//! two bottles changes the hash by four additions. A table of a library would rehash rows or keep more beside
//! them.

use super::store::{Chunks, Slot, Table};
use quandary_core::memory::Charge;
use quandary_core::verdict::Stopped;

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

/// An entry of the table: the upper half is a piece of the hash, the lower half the number of the row.
#[derive(Clone, Copy)]
struct Entry(u64);

impl Slot for Entry {
    /// No row has this number: see [`Rows::MOST`].
    const FREE: Entry = Entry(u64::MAX);

    #[inline]
    fn is_free(self) -> bool {
        self.0 == u64::MAX
    }

    #[inline]
    fn hash(self) -> u32 {
        (self.0 >> 32) as u32
    }
}

/// Rows of one width, each once.
pub(super) struct Rows<C> {
    rows: Chunks<C>,
    count: u32,
    table: Table<Entry>,
}

impl<C: Code> Rows<C> {
    /// How many rows there can be at most.
    pub(super) const MOST: u32 = u32::MAX - 1;

    pub(super) fn new(width: usize) -> Rows<C> {
        Rows { rows: Chunks::new(width), count: 0, table: Table::new() }
    }

    /// A row by its number.
    #[inline]
    pub(super) fn get(&self, row: u32) -> &[C] {
        self.rows.get(row as usize)
    }

    /// The hash of a row. Only its upper half counts: it stands in the table, so that the table can grow without a look
    /// at the rows.
    pub(super) fn hash(row: &[C]) -> u64 {
        row.iter().fold(0, |sum, code| sum.wrapping_add(mix(code.number())))
    }

    /// The number of a row; `hash` is that of [`Rows::hash`].
    #[inline]
    pub(super) fn find(&self, hash: u64, row: &[C]) -> Option<u32> {
        let place = self.table.seek((hash >> 32) as u32, |entry| self.is(entry, hash, row)).ok()?;
        Some(self.table.at(place).0 as u32)
    }

    #[inline]
    fn is(&self, entry: Entry, hash: u64, row: &[C]) -> bool {
        entry.0 >> 32 == hash >> 32 && self.get(entry.0 as u32) == row
    }

    /// The number of a row, and whether it is new. An error means that there is no memory for it; then it was not added.
    #[inline]
    pub(super) fn add(&mut self, hash: u64, row: &[C], charge: &mut Charge) -> Result<(u32, bool), Stopped> {
        match self.table.seek((hash >> 32) as u32, |entry| self.is(entry, hash, row)) {
            Ok(place) => Ok((self.table.at(place).0 as u32, false)),
            Err(_) if self.count == Self::MOST => Err(Stopped::Memory),
            Err(place) => {
                let number = self.count;
                self.rows.push(row, charge)?;
                self.table.add(place, Entry(hash >> 32 << 32 | u64::from(number)), charge).inspect_err(|_| {
                    self.rows.drop_last();
                })?;
                self.count += 1;
                Ok((number, true))
            }
        }
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
    use quandary_core::memory::Account;

    proptest::proptest! {
        #[test]
        fn a_row_is_found_under_the_number_it_was_given(rows in proptest::collection::vec([0..4u8, 0..4, 0..4, 0..4], 0..400)) {
            let mut set = Rows::<u8>::new(4);
            let mut charge = Account::new(u64::MAX).open();
            let mut known: Vec<[u8; 4]> = Vec::new();
            for row in rows {
                let before = known.iter().position(|&other| other == row);
                let hash = Rows::hash(&row);
                proptest::prop_assert_eq!(set.find(hash, &row), before.map(|at| at as u32));
                let (number, is_new) = set.add(hash, &row, &mut charge).unwrap();
                proptest::prop_assert_eq!((number as usize, is_new), (before.unwrap_or(known.len()), before.is_none()));
                if is_new {
                    known.push(row);
                }
                proptest::prop_assert_eq!(set.get(number), row);
            }
            proptest::prop_assert_eq!(set.count as usize, known.len());
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
