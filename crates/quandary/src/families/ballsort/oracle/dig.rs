//! How far every bottle is dug: a node of the border graph, with what each colour needs there.

use super::super::contents::{Contents, Core};
use super::super::rows::{Rows, mix, replace};

/// Bottles without borders, less those that colours need now: how much room there is for mistakes.
pub(in super::super) fn spare(contents: &Contents, bottles: impl Iterator<Item = u32>) -> i32 {
    let mut row: Vec<u16> = bottles.map(|bottle| contents.at(bottle).core).collect();
    row.sort_unstable();
    let dig = Dig::at(contents, row);
    dig.free - dig.need
}

/// The cores of some bottles, sorted.
pub(super) fn cores(contents: &Contents, bottles: &[u32]) -> Vec<u16> {
    let mut row: Vec<u16> = bottles.iter().map(|&bottle| contents.at(bottle).core).collect();
    row.sort_unstable();
    row
}

/// How promising a removal is: more bottles to spare, then a bottle cleared, then a colour that has a place, then fewer
/// borders left.
pub(super) type Rank = (i32, bool, bool, u8);

/// How far every bottle is dug, and what each colour needs.
#[derive(Clone)]
pub(super) struct Dig<'c> {
    contents: &'c Contents,
    /// The cores, sorted; 0 for bottles without borders.
    pub(super) row: Vec<u16>,
    pub(super) hash: u64,
    /// For each colour its free balls less the room above its borders.
    excess: Vec<i32>,
    buried: Vec<i32>,
    /// Bottles that all colours need together.
    need: i32,
    /// Bottles without borders.
    free: i32,
}

impl<'c> Dig<'c> {
    pub(super) fn at(contents: &'c Contents, row: Vec<u16>) -> Dig<'c> {
        let mut excess: Vec<i32> =
            contents.homes.iter().map(|&homes| i32::from(homes) * contents.capacity as i32).collect();
        let mut buried = vec![0; excess.len()];
        for &core in row.iter().filter(|&&core| core != 0) {
            let Core { top, room, below, .. } = contents.cores[usize::from(core)];
            excess[usize::from(top)] -= i32::from(room);
            let mut under = contents.at(below);
            while under.runs > 0 {
                excess[usize::from(under.colour)] -= i32::from(under.run);
                buried[usize::from(under.colour)] += i32::from(under.run);
                under = contents.at(under.below);
            }
        }
        let free = row.iter().filter(|&&core| core == 0).count() as i32;
        let hash = Rows::hash(&row);
        let mut dig = Dig { contents, row, hash, excess, buried, need: 0, free };
        dig.need = (0..dig.excess.len()).map(|colour| dig.bottles_for(dig.excess[colour])).sum();
        dig
    }

    pub(super) fn is_done(&self) -> bool {
        self.free as usize == self.row.len()
    }

    /// How many bottles hold so many balls.
    fn bottles_for(&self, excess: i32) -> i32 {
        let capacity = self.contents.capacity as i32;
        if excess <= 0 { 0 } else { (excess + capacity - 1) / capacity }
    }

    fn add_excess(&mut self, colour: u8, change: i32) {
        let colour = usize::from(colour);
        self.need -= self.bottles_for(self.excess[colour]);
        self.excess[colour] += change;
        self.need += self.bottles_for(self.excess[colour]);
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
        let Core { top, room, below, .. } = self.contents.cores[usize::from(core)];
        let under = self.contents.at(below);
        let (old, new) = if sign > 0 { (core, under.core) } else { (under.core, core) };
        // What the row holds stands in it: `old` is one of its members.
        let at = self.row.partition_point(|&other| other < old);
        replace(&mut self.row, at, new);
        self.hash = self.hash.wrapping_sub(mix(old.into())).wrapping_add(mix(new.into()));
        self.add_excess(top, sign * i32::from(room));
        let run = i32::from(under.run);
        self.buried[usize::from(under.colour)] -= sign * run;
        let newly_free = match under.core {
            0 => run,
            next => run - i32::from(self.contents.cores[usize::from(next)].room),
        };
        self.add_excess(under.colour, sign * newly_free);
        self.free += sign * i32::from(under.core == 0);
    }

    /// The borders that can be removed, the most promising last.
    pub(super) fn removals(&self) -> Vec<u16> {
        let mut found = self.ranked();
        found.sort_unstable();
        found.into_iter().map(|(_, core)| core).collect()
    }

    /// The hash after a removal.
    pub(super) fn hash_without(&self, core: u16) -> u64 {
        let below = self.contents.at(self.contents.cores[usize::from(core)].below).core;
        self.hash.wrapping_sub(mix(core.into())).wrapping_add(mix(below.into()))
    }

    /// The borders that can be removed, in any order; a removal that is safe alone.
    pub(super) fn ranked(&self) -> Vec<(Rank, u16)> {
        let mut found: Vec<(Rank, u16)> = Vec::new();
        let mut last = 0;
        for &core in &self.row {
            if core == last {
                continue; // A bottle without borders, or one that looks like the bottle before.
            }
            last = core;
            let Core { top, room, below, .. } = self.contents.cores[usize::from(core)];
            let colour = usize::from(top);
            let now = self.bottles_for(self.excess[colour]);
            let then = self.bottles_for(self.excess[colour] + i32::from(room));
            let need = self.need - now + then;
            if need > self.free {
                continue;
            }
            if self.buried[colour] == 0 && now == i32::from(self.contents.homes[colour]) {
                return vec![((i32::MAX, true, true, 0), core)]; // Safe: see the top of the oracle.
            }
            let under = self.contents.at(below);
            let under_excess = self.excess[usize::from(under.colour)];
            let newly_free = match under.core {
                0 => i32::from(under.run),
                next => i32::from(under.run) - i32::from(self.contents.cores[usize::from(next)].room),
            };
            let under_need = self.bottles_for(under_excess + newly_free) - self.bottles_for(under_excess);
            let is_cleared = under.core == 0;
            let spare = self.free + i32::from(is_cleared) - need - under_need;
            found.push(((spare, is_cleared, under_excess <= 0, u8::MAX - under.runs), core));
        }
        found
    }
}
