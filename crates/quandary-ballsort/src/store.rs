//! Lists and hash tables that grow without being copied.
//!
//! A vector that is full moves to one twice as long, and for that moment both are there: a search that fills its memory
//! would need three times what it holds. Here everything is allocated in pieces of equal size that stay where they are,
//! and each is charged to the account of the running budget ([`quandary_core::memory`]) before it is allocated. What one
//! search frees fits what the next one needs. A table or list that is small grows by doubling, up to one piece.

use quandary_core::memory::Charge;
use quandary_core::verdict::Stopped;

/// Bytes of a piece.
const PIECE: usize = 32 << 10;

/// Rows of equal width, or (with width 1) single items.
pub(super) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    width: usize,
    /// A chunk holds two to this power of rows.
    shift: u32,
}

impl<T: Copy> Chunks<T> {
    pub(super) fn new(width: usize) -> Chunks<T> {
        let rows = PIECE / (width * size_of::<T>()).max(1);
        Chunks { chunks: Vec::new(), width, shift: rows.max(1).ilog2() }
    }

    #[inline]
    fn place(&self, row: usize) -> (usize, usize) {
        (row >> self.shift, (row & ((1 << self.shift) - 1)) * self.width)
    }

    #[inline]
    pub(super) fn get(&self, row: usize) -> &[T] {
        let (chunk, at) = self.place(row);
        &self.chunks[chunk][at..at + self.width]
    }

    /// The first item of a row: the only one, where rows are single items.
    #[inline]
    pub(super) fn item(&self, row: usize) -> &T {
        let (chunk, at) = self.place(row);
        &self.chunks[chunk][at]
    }

    #[inline]
    pub(super) fn item_mut(&mut self, row: usize) -> &mut T {
        let (chunk, at) = self.place(row);
        &mut self.chunks[chunk][at]
    }

    #[inline]
    pub(super) fn push(&mut self, row: &[T], charge: &mut Charge) -> Result<(), Stopped> {
        let full = self.width << self.shift;
        match self.chunks.last_mut() {
            Some(last) if last.len() + self.width <= last.capacity().min(full) => last.extend_from_slice(row),
            _ => self.grow(charge)?.extend_from_slice(row),
        }
        Ok(())
    }

    /// Makes room for another row, in the chunk that is returned.
    #[cold]
    fn grow(&mut self, charge: &mut Charge) -> Result<&mut Vec<T>, Stopped> {
        let full = self.width << self.shift;
        let is_full = self.chunks.last().is_none_or(|last| last.len() == full);
        let old = if is_full { 0 } else { self.chunks[self.chunks.len() - 1].capacity() };
        let new = if self.chunks.len() > 1 || (is_full && !self.chunks.is_empty()) {
            full
        } else {
            (2 * old).max(4 * self.width).min(full)
        };
        charge.add((new - old) * size_of::<T>())?;
        if is_full {
            self.chunks.push(Vec::with_capacity(new));
        }
        let at = self.chunks.len() - 1;
        let last = &mut self.chunks[at];
        last.reserve_exact(new - last.len());
        Ok(last)
    }

    /// Forgets the last row; its room stays charged.
    pub(super) fn drop_last(&mut self) {
        if let Some(last) = self.chunks.last_mut() {
            last.truncate(last.len() - self.width);
        }
    }

    /// Takes the last item away, where rows are single items.
    #[inline]
    pub(super) fn pop(&mut self, charge: &mut Charge) -> Option<T> {
        let last = self.chunks.last_mut()?;
        let item = last.pop();
        if last.is_empty() {
            charge.sub(last.capacity() * size_of::<T>());
            self.chunks.pop();
        }
        item
    }
}

/// An entry of a [`Table`]: one value means that it is free, and every other says its own hash.
pub(super) trait Slot: Copy {
    const FREE: Self;
    fn is_free(self) -> bool;
    fn hash(self) -> u32;
}

/// A hash table with open addressing, in segments: the upper bits of a hash say which segment, the lower ones where in it
/// the look begins. A segment that is full is split in two by the next bit (extendible hashing: Fagin, Nievergelt,
/// Pippenger, Strong, 1979).
pub(super) struct Table<S> {
    /// The segment for each value of the upper bits.
    directory: Vec<u32>,
    /// How many upper bits count.
    depth: u32,
    segments: Vec<Segment<S>>,
}

struct Segment<S> {
    slots: Vec<S>,
    used: usize,
    /// How many upper bits all hashes in it have in common.
    depth: u32,
}

/// Where an entry is or belongs.
#[derive(Clone, Copy)]
pub(super) struct Place {
    segment: usize,
    slot: usize,
}

/// A segment that has as many upper bits in common is not split but doubled: no good hash comes so far.
const DEEPEST: u32 = 20;

/// Slots of a table that is new.
const FEWEST: usize = 64;

impl<S: Slot> Segment<S> {
    fn is_full(&self) -> bool {
        self.used * 4 >= self.slots.len() * 3
    }

    /// Puts an entry into the first free slot after the one where its look begins.
    fn put(&mut self, entry: S) {
        let mask = self.slots.len() - 1;
        let mut at = entry.hash() as usize & mask;
        while !self.slots[at].is_free() {
            at = (at + 1) & mask;
        }
        self.slots[at] = entry;
        self.used += 1;
    }
}

impl<S: Slot> Table<S> {
    const SEGMENT: usize = PIECE / size_of::<S>();

    /// An empty table. What it begins with is too little to be charged.
    pub(super) fn new() -> Table<S> {
        let first = Segment { slots: vec![S::FREE; FEWEST], used: 0, depth: 0 };
        Table { directory: vec![0], depth: 0, segments: vec![first] }
    }

    #[inline]
    fn segment(&self, hash: u32) -> usize {
        self.directory[(u64::from(hash) << self.depth >> 32) as usize] as usize
    }

    /// The place of the entry that is looked for, or else (`Err`) the free place where it belongs.
    #[inline]
    pub(super) fn seek(&self, hash: u32, is_it: impl Fn(S) -> bool) -> Result<Place, Place> {
        let segment = self.segment(hash);
        let slots = &self.segments[segment].slots;
        let mask = slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let entry = slots[slot];
            if entry.is_free() {
                return Err(Place { segment, slot });
            }
            if is_it(entry) {
                return Ok(Place { segment, slot });
            }
            slot = (slot + 1) & mask;
        }
    }

    #[inline]
    pub(super) fn at(&self, place: Place) -> S {
        self.segments[place.segment].slots[place.slot]
    }

    #[inline]
    pub(super) fn replace(&mut self, place: Place, entry: S) {
        self.segments[place.segment].slots[place.slot] = entry;
    }

    /// Adds an entry that is not there yet, at the place that [`Table::seek`] has found. When rejected, nothing was added.
    #[inline]
    pub(super) fn add(&mut self, place: Place, entry: S, charge: &mut Charge) -> Result<(), Stopped> {
        if self.segments[place.segment].is_full() {
            return self.add_to_full(entry, charge);
        }
        self.replace(place, entry);
        self.segments[place.segment].used += 1;
        Ok(())
    }

    #[cold]
    fn add_to_full(&mut self, entry: S, charge: &mut Charge) -> Result<(), Stopped> {
        loop {
            let number = self.segment(entry.hash());
            let segment = &self.segments[number];
            if !segment.is_full() {
                self.segments[number].put(entry);
                return Ok(());
            }
            if segment.slots.len() < Self::SEGMENT || segment.depth == DEEPEST {
                self.double(number, charge)?;
            } else {
                self.split(number, entry.hash(), charge)?;
            }
        }
    }

    /// Doubles a small segment.
    fn double(&mut self, number: usize, charge: &mut Charge) -> Result<(), Stopped> {
        let segment = &mut self.segments[number];
        charge.add(segment.slots.len() * size_of::<S>())?;
        let wider = vec![S::FREE; 2 * segment.slots.len()];
        let old = std::mem::replace(segment, Segment { slots: wider, used: 0, depth: segment.depth });
        old.slots.into_iter().filter(|entry| !entry.is_free()).for_each(|entry| segment.put(entry));
        Ok(())
    }

    /// Splits a segment in two.
    fn split(&mut self, number: usize, hash: u32, charge: &mut Charge) -> Result<(), Stopped> {
        let depth = self.segments[number].depth;
        if depth == self.depth {
            charge.add(size_of_val(self.directory.as_slice()))?;
            self.directory = self.directory.iter().flat_map(|&segment| [segment, segment]).collect();
            self.depth += 1;
        }
        charge.add(PIECE)?;
        let empty = || Segment { slots: vec![S::FREE; Self::SEGMENT], used: 0, depth: depth + 1 };
        let old = std::mem::replace(&mut self.segments[number], empty());
        let mut new = empty();
        for entry in old.slots.into_iter().filter(|entry| !entry.is_free()) {
            let is_upper = entry.hash() >> (31 - depth) & 1 == 1;
            if is_upper { &mut new } else { &mut self.segments[number] }.put(entry);
        }
        // Of all values of the upper bits that led here, the upper half leads to the new one.
        let below = self.depth - depth;
        let first = ((u64::from(hash) << depth >> 32) << below) as usize;
        self.directory[first + (1 << (below - 1))..first + (1 << below)].fill(self.segments.len() as u32);
        self.segments.push(new);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::memory::Account;

    /// Numbers whose hashes have only so few different values that segments fill unevenly.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Number(u32);

    impl Slot for Number {
        const FREE: Number = Number(u32::MAX);

        fn is_free(self) -> bool {
            self.0 == u32::MAX
        }

        fn hash(self) -> u32 {
            (self.0 / 3).wrapping_mul(0x9e37_79b9)
        }
    }

    #[test]
    fn a_table_finds_what_was_added_and_nothing_else() {
        let account = Account::new(u64::MAX);
        let mut charge = account.open();
        let mut table = Table::<Number>::new();
        for number in (0..100_000).map(Number) {
            let place = table.seek(number.hash(), |entry| entry == number).err().unwrap();
            table.add(place, number, &mut charge).unwrap();
        }
        for number in (0..100_000).map(Number) {
            let place = table.seek(number.hash(), |entry| entry == number).ok().unwrap();
            assert_eq!(table.at(place), number);
        }
        let number = Number(100_001);
        assert!(table.seek(number.hash(), |entry| entry == number).is_err());
        let slots: usize = table.segments.iter().map(|segment| segment.slots.len()).sum();
        assert!(table.segments.len() > 8, "{} segments", table.segments.len());
        // All that it holds is charged, but for what it began with.
        assert!(charge.bytes() as usize >= (slots - FEWEST) * size_of::<Number>());
    }

    #[test]
    fn a_list_charges_what_it_holds_and_gives_it_back() {
        let account = Account::new(100 << 10);
        let mut charge = account.open();
        let mut list = Chunks::<u32>::new(1);
        let mut count = 0_u32;
        while list.push(&[count], &mut charge).is_ok() {
            count += 1;
        }
        // Three pieces of 32 KiB fit.
        assert_eq!((list.chunks.len(), count), (3, 3 << 13));
        assert_eq!((list.item(9_000), list.get(9_001)), (&9_000, &[9_001][..]));
        while let Some(last) = list.pop(&mut charge) {
            count -= 1;
            assert_eq!(last, count);
        }
        assert_eq!((count, account.held()), (0, 0));
    }
}
