//! How far every bottle is dug: a node of the border graph, with what each colour needs there.

use super::super::contents::{Content, Contents, Core};
use super::super::rows::{Rows, mix, replace};

/// Bottles without borders, less those that colours need now: how much room there is for mistakes.
pub(in super::super) fn spare(contents: &Contents, bottles: impl Iterator<Item = u32>) -> i32 {
    let mut dig = Dig::new(contents);
    dig.start_at(bottles.map(|bottle| contents.at(bottle).core));
    dig.free - dig.need
}

/// How promising a removal is: more bottles to spare, then a bottle cleared, then a colour that has a place, then fewer
/// borders left.
pub(super) type Rank = (i32, bool, bool, u8);

/// The promise of a bottle that holds no colour, one colour, … without a bottle of its own.
const PROMISE: [i32; 4] = [12, 5, 2, 1];

/// How far every bottle is dug, and what each colour needs.
#[derive(Clone)]
pub(super) struct Dig<'c> {
    pub(super) contents: &'c Contents,
    /// The cores, sorted; 0 for bottles without borders.
    pub(super) row: Vec<u16>,
    pub(super) hash: u64,
    /// The sum of the cores' weights.
    pub(super) key: u128,
    colours: Vec<Colour>,
    /// Bottles that all colours need together.
    need: i32,
    /// Bottles without borders.
    free: i32,
}

/// What a node has of one colour.
#[derive(Clone, Copy, Default)]
struct Colour {
    /// Free balls less the room above its borders.
    excess: i32,
    /// How much the borders below other borders can lower that: their room, less what comes free with it.
    to_come: i32,
}

/// The room above the last border of what is uncovered, beyond what is uncovered with it. 0 in a bottle without borders.
fn gain(contents: &Contents, under: &Content) -> i32 {
    contents.cores[usize::from(under.core)].room.saturating_sub(under.run).into()
}

impl<'c> Dig<'c> {
    /// Nothing but bottles without borders.
    pub(super) fn new(contents: &'c Contents) -> Dig<'c> {
        Dig { contents, row: Vec::new(), hash: 0, key: 0, colours: Vec::new(), need: 0, free: 0 }
    }

    /// Starts over with some cores, in any order.
    pub(super) fn start_at(&mut self, cores: impl Iterator<Item = u16>) {
        let contents = self.contents;
        self.row.clear();
        self.row.extend(cores);
        if !self.row.is_sorted() {
            self.row.sort_unstable();
        }
        self.hash = Rows::hash(&self.row);
        self.key = 0;
        self.free = 0;
        self.colours.clear();
        self.colours.extend(contents.balls.iter().map(|&balls| Colour { excess: balls.into(), to_come: 0 }));
        for &core in &self.row {
            if core == 0 {
                self.free += 1;
                continue;
            }
            let Core { top, room, below, weight, .. } = contents.cores[usize::from(core)];
            // On boards too large for keys the sum means nothing, and is not asked for.
            self.key = self.key.wrapping_add(weight);
            self.colours[usize::from(top)].excess -= i32::from(room);
            let mut under = contents.at(below);
            while under.runs > 0 {
                let colour = &mut self.colours[usize::from(under.colour)];
                colour.excess -= i32::from(under.run);
                colour.to_come += gain(contents, under);
                under = contents.at(under.below);
            }
        }
        self.need = self.colours.iter().map(|colour| self.bottles_for(colour.excess)).sum();
    }

    pub(super) fn is_done(&self) -> bool {
        self.free as usize == self.row.len()
    }

    /// How many bottles hold this many balls.
    fn bottles_for(&self, excess: i32) -> i32 {
        let capacity = self.contents.capacity as i32;
        match excess {
            ..=0 => 0,
            // Without a division: colours mostly fill one bottle.
            _ if excess <= capacity => 1,
            _ => (excess + capacity - 1) / capacity,
        }
    }

    fn add_excess(&mut self, colour: u8, change: i32) {
        let before = self.colours[usize::from(colour)].excess;
        self.colours[usize::from(colour)].excess += change;
        self.need += self.bottles_for(before + change) - self.bottles_for(before);
    }

    /// Removes the last border of a bottle with this core.
    pub(super) fn remove(&mut self, core: u16) {
        self.change(core, 1);
    }

    /// Undoes [`Dig::remove`].
    pub(super) fn put_back(&mut self, core: u16) {
        self.change(core, -1);
    }

    fn change(&mut self, core: u16, sign: i32) {
        let Core { top, room, below, weight, .. } = self.contents.cores[usize::from(core)];
        let under = self.contents.at(below);
        let next = self.contents.cores[usize::from(under.core)];
        let (old, new) = if sign > 0 { (core, under.core) } else { (under.core, core) };
        let (lost, won) = if sign > 0 { (weight, next.weight) } else { (next.weight, weight) };
        self.key = self.key.wrapping_sub(lost).wrapping_add(won);
        // `old` is a member of the row.
        let at = self.row.partition_point(|&other| other < old);
        replace(&mut self.row, at, new);
        self.hash = self.hash.wrapping_sub(mix(old.into())).wrapping_add(mix(new.into()));
        self.add_excess(top, sign * i32::from(room));
        self.colours[usize::from(under.colour)].to_come -= sign * gain(self.contents, under);
        self.add_excess(under.colour, sign * (i32::from(under.run) - i32::from(next.room)));
        self.free += sign * i32::from(under.core == 0);
    }

    /// Whether the last border of a bottle with this core can be removed now.
    pub(super) fn can_remove(&self, core: u16) -> bool {
        let Core { top, room, .. } = self.contents.cores[usize::from(core)];
        let Colour { excess, .. } = self.colours[usize::from(top)];
        self.need - self.bottles_for(excess) + self.bottles_for(excess + i32::from(room)) <= self.free
    }

    /// Bottles without borders, less those that colours need now.
    pub(super) fn spare(&self) -> i32 {
        self.free - self.need
    }

    /// How promising the bottles are that have borders left: those with few colours that have no bottle yet.
    pub(super) fn promise(&self) -> i32 {
        let promise_of = |&core: &u16| {
            let Core { top, below, .. } = self.contents.cores[usize::from(core)];
            let is_new = |colour: u8| self.colours[usize::from(colour)].excess <= 0;
            let mut new = usize::from(is_new(top));
            let mut under = self.contents.at(below);
            while under.runs > 0 {
                new += usize::from(is_new(under.colour));
                under = self.contents.at(under.below);
            }
            PROMISE.get(new).copied().unwrap_or(0)
        };
        self.row.iter().filter(|&&core| core != 0).map(promise_of).sum()
    }

    /// The hash after a removal.
    pub(super) fn hash_without(&self, core: u16) -> u64 {
        let below = self.contents.at(self.contents.cores[usize::from(core)].below).core;
        self.hash.wrapping_sub(mix(core.into())).wrapping_add(mix(below.into()))
    }

    /// The key after a removal.
    #[inline]
    pub(super) fn key_without(&self, core: u16) -> u128 {
        let Core { below, weight, .. } = self.contents.cores[usize::from(core)];
        let next = self.contents.cores[usize::from(self.contents.at(below).core)];
        self.key.wrapping_sub(weight).wrapping_add(next.weight)
    }

    /// Whether a colour needs as many bottles from here to the end as it will ever fill.
    fn is_settled(&self, colour: u8) -> bool {
        let Colour { excess, to_come } = self.colours[usize::from(colour)];
        self.bottles_for(excess - to_come) == i32::from(self.contents.homes[usize::from(colour)])
    }

    /// Fills in the borders that can be removed, in any order; a removal that is safe alone.
    pub(super) fn ranked(&self, found: &mut Vec<(Rank, u16)>) {
        found.clear();
        let mut last = 0;
        for &core in &self.row {
            if core == last {
                continue; // A bottle without borders, or one that looks like the bottle before.
            }
            last = core;
            let Core { top, room, below, .. } = self.contents.cores[usize::from(core)];
            let Colour { excess, .. } = self.colours[usize::from(top)];
            let need = self.need - self.bottles_for(excess) + self.bottles_for(excess + i32::from(room));
            if need > self.free {
                continue;
            }
            let under = self.contents.at(below);
            let is_cleared = under.core == 0;
            // Safe: see the top of the oracle.
            if self.is_settled(top) || (is_cleared && self.is_settled(under.colour)) {
                found.clear();
                found.push(((i32::MAX, true, true, 0), core));
                return;
            }
            let under_excess = self.colours[usize::from(under.colour)].excess;
            let newly_free = i32::from(under.run) - i32::from(self.contents.cores[usize::from(under.core)].room);
            let under_need = self.bottles_for(under_excess + newly_free) - self.bottles_for(under_excess);
            let spare = self.free + i32::from(is_cleared) - need - under_need;
            found.push(((spare, is_cleared, under_excess <= 0, u8::MAX - under.runs), core));
        }
    }
}
