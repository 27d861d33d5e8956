//! Water rule: pours that no plan can do without, though the quick bound does not count them.
//!
//! The quick bound is exact when every pour lowers it. One that does not is *wasted*: into an empty bottle by a colour that
//! has a bottle with it at the bottom already, of a part of a run only, or out of the only bottle that has the colour at
//! the bottom. Take a colour `c` that wastes nothing. As long as no bottle holds `c` alone, a run of it can go only above
//! another border that has `c` right above it. So of these borders one stays until a home of `c` is cleared, the first
//! bottle with `c` at the bottom from which everything else has gone:
//!
//! ```text
//!   | a |   | b |        a's home is the second bottle, b's the first. For a, the border in the first bottle is the only
//!   | b |   | a |        one, and it must stay until the second bottle is cleared; for b it is the other way round.
//!   | b |   | a |        So one of the two colours wastes a pour.
//! ```
//!
//! To find such *traps*, borders are removed without regard to room that is taken and to empty bottles, as if every run could
//! stay in all places where it was. When no choice of the border that stays lets a home of `c` be cleared, some colour
//! wastes a pour; and it is among those that have no cleared home where this comes to a halt, as any other colour would help
//! nothing by wasting. Then these may waste as they like, and the next trap is looked for: with each, the bound rises by one.
//!
//! Where a plan has just as many pours to waste as there are traps, only colours in them waste any, and of these only
//! those that, if they waste as they like, leave fewer traps to the others. All other colours waste nothing, and their pours
//! can be chosen as in a plan without waste ([`super::gather`]).
//!
//! A first look makes all choices at once: the last border of each colour stays as long as anything else can be removed. A
//! colour whose last border never had to go has a home while that border stays. Only for the others all choices are tried; mostly
//! there are one or two. Borders are bits, and what a look costs is some tenths of a microsecond for each time that borders are
//! removed: as much as a quarter of a position. On many boards there are few traps, so the search counts what looking costs and
//! what comes of it, and stops looking when that is not worth it. What was found until then stays true.

use super::super::contents::{Contents, bit};
use super::super::rows::Code;
use super::gather::Waste;
use super::moves::borders;

/// A set of borders of a position.
type Borders = u128;

/// The most borders that a position may have.
const MOST: usize = Borders::BITS as usize;

/// The members of a set of borders.
fn each(mut set: Borders) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let border = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (border < MOST).then_some(border)
    })
}

/// The colours of a set.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let colour = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (colour < 64).then_some(colour)
    })
}

/// Looks for traps in a position, which it holds as sets of borders. They are numbered bottle by bottle, from the top down.
pub(super) struct Traps<'c> {
    contents: &'c Contents,
    /// For each border: the colour right above it, and that at the bottom of its bottle.
    above: Vec<u8>,
    bottom: Vec<u8>,
    /// For each border, where in `fitting` are the borders whose run fits above it, and the borders of the other bottles.
    takes: Vec<(u16, Borders)>,
    /// For each colour, the borders with at most one ball of it right above, at most two balls …
    fitting: Vec<Borders>,
    /// For each colour, the borders with it right above them.
    of: Vec<Borders>,
    /// The borders that are uncovered, and those below which there are no others.
    tops: Borders,
    lowest: Borders,
    /// The colours at the bottom of a bottle, and those of them that have a bottle alone.
    bottoms: u64,
    at_home: u64,
    /// What looking may still cost.
    credit: i64,
}

/// How often borders may be dug through in vain, and what each position is worth that waits, or has fewer moves, because of traps.
const CREDIT: i64 = 1_000;
const TRAP_WORTH: i64 = 8;

/// Which borders stay until their colour has a home.
#[derive(Clone, Copy)]
enum Kept {
    /// Of each colour the one that is left when all others have gone, as long as anything else can be removed.
    Last,
    /// This border.
    One(usize),
}

impl<'c> Traps<'c> {
    /// `None` where the proof does not hold, because a colour fills several bottles, or there are too many of them.
    pub(super) fn new(contents: &'c Contents) -> Option<Traps<'c>> {
        let colours = contents.colours();
        let borders: usize =
            contents.start.iter().map(|&number| usize::from(contents.at(number).runs).max(1) - 1).sum();
        let is_simple = colours <= 64 && borders <= MOST && contents.homes.iter().all(|&homes| homes == 1);
        is_simple.then(|| Traps {
            contents,
            above: vec![0; borders],
            bottom: vec![0; borders],
            takes: vec![(0, 0); borders],
            fitting: vec![0; colours * contents.capacity],
            of: vec![0; colours],
            tops: 0,
            lowest: 0,
            bottoms: 0,
            at_home: 0,
            credit: CREDIT,
        })
    }

    /// Whether it is still worth looking: on boards with few traps it soon is not.
    pub(super) fn is_worth_it(&self) -> bool {
        self.credit > 0
    }

    /// How many pours are wasted at least, but no more than one beyond `most`; and who wastes where `most` are wasted.
    pub(super) fn look<C: Code>(&mut self, row: &[C], most: u32) -> (u32, Waste) {
        self.load(row);
        let (traps, those) = self.count(0, most);
        self.credit += if traps > 0 && traps >= most { TRAP_WORTH } else { 0 };
        if traps != most || traps == 0 {
            return (traps, Waste { colours: those, others: most.saturating_sub(traps) });
        }
        // Each of them leaves one pour less to all others.
        let mut wasters = 0;
        for colour in members(those) {
            if self.count(bit(colour), most - 1).0 < most {
                wasters |= bit(colour);
            }
        }
        (traps + u32::from(wasters == 0), Waste { colours: wasters, others: 0 })
    }

    /// Which colours waste in a plan that wastes no more pours than it must.
    pub(super) fn wasters<C: Code>(&mut self, row: &[C]) -> Waste {
        self.load(row);
        let (traps, _) = self.count(0, u32::MAX);
        self.look(row, traps).1
    }

    /// Takes a position apart.
    fn load<C: Code>(&mut self, row: &[C]) {
        let contents = self.contents;
        let capacity = contents.capacity;
        self.of.fill(0);
        self.fitting.fill(0);
        (self.tops, self.lowest, self.bottoms, self.at_home) = (0, 0, 0, 0);
        let mut count = 0;
        for code in row {
            let content = contents.at(code.number());
            if content.runs == 0 {
                continue;
            }
            self.bottoms |= bit(content.bottom);
            if content.is_pure() {
                self.at_home |= bit(content.bottom);
                continue;
            }
            let first = count;
            let others = !(((1 << (content.runs - 1)) - 1) << first);
            for part in borders(contents, *content) {
                let colour = usize::from(part.colour);
                let (first, last) = (colour * capacity, (colour + 1) * capacity);
                // With 0 balls there is nothing.
                self.fitting[first + usize::from(part.run)..last].iter_mut().for_each(|set| *set |= 1 << count);
                self.takes[count] = ((first + usize::from(part.room)) as u16, others);
                self.above[count] = part.colour;
                self.bottom[count] = content.bottom;
                self.of[colour] |= 1 << count;
                count += 1;
            }
            self.tops |= 1 << first;
            self.lowest |= 1 << (count - 1);
        }
    }

    /// How many pours must other colours than these waste? Not counted beyond one more than `most`. With the colours of
    /// which one is in each trap, and these.
    fn count(&mut self, mut wasters: u64, most: u32) -> (u32, u64) {
        let mut traps = 0;
        while traps <= most
            && let Some(those) = self.find(wasters, traps == most)
        {
            traps += 1;
            wasters |= those;
        }
        (traps, wasters)
    }

    /// The colours of which at least one wastes a pour, if the `wasters` alone cannot do; the smallest set that is found, or the first
    /// one where `is_any` is enough.
    fn find(&mut self, wasters: u64, is_any: bool) -> Option<u64> {
        let (stuck, released) = self.dig(wasters, Kept::Last);
        if stuck != 0 {
            return Some(stuck);
        }
        let mut found: Option<u64> = None;
        for colour in members(released) {
            let fewest = found.map_or(u32::MAX, u64::count_ones);
            if let Some(those) = self.without_home(wasters, colour)
                && those.count_ones() < fewest
            {
                found = Some(those);
                if is_any {
                    break;
                }
            }
        }
        found
    }

    /// The colours that might help one that gets no home, whichever of its borders stays; `None` if it gets one.
    fn without_home(&mut self, wasters: u64, colour: u8) -> Option<u64> {
        let mut those = 0;
        for border in each(self.of[usize::from(colour)]) {
            let (stuck, _) = self.dig(wasters, Kept::One(border));
            if stuck & bit(colour) == 0 {
                return None;
            }
            those |= stuck;
        }
        Some(those)
    }

    /// Removes borders as long as it can, or until the colour of the border that stays has a home. Gives the colours without one,
    /// and those whose last border had to go before they had one.
    fn dig(&mut self, wasters: u64, kept: Kept) -> (u64, u64) {
        self.credit -= 1;
        // A colour at no bottom may take an empty bottle, and wastes nothing.
        let mut at_home = wasters | self.at_home | !self.bottoms;
        // The borders from which runs can go home, or above another border that is or was uncovered.
        let mut free: Borders = 0;
        for (colour, &borders) in self.of.iter().enumerate() {
            if at_home >> colour & 1 == 1 {
                free |= borders;
            }
        }
        let (mut movable, mut gone, mut uncovered) = (0, 0, self.tops);
        let mut new = self.tops;
        let (goal, stays) = match kept {
            Kept::Last => (0, 0),
            Kept::One(border) => (bit(self.above[border]), 1 << border),
        };
        let mut released = 0u64;
        loop {
            for border in each(new) {
                let (fitting, others) = self.takes[border];
                movable |= self.fitting[usize::from(fitting)] & others;
            }
            let mut going = uncovered & !gone & !stays & (movable | free);
            if matches!(kept, Kept::Last) {
                let mut held = 0;
                for border in each(going & !free) {
                    let colour = self.above[border];
                    let is_last = self.of[usize::from(colour)] & !gone == 1 << border;
                    if is_last && released & bit(colour) == 0 {
                        held |= 1 << border;
                    } else {
                        gone |= 1 << border;
                    }
                }
                if going == held && held != 0 {
                    let one = held.trailing_zeros();
                    released |= bit(self.above[one as usize]);
                    held ^= 1 << one;
                }
                going &= !held;
            }
            if going == 0 {
                return (self.bottoms & !at_home, released);
            }
            gone |= going;
            for border in each(going & self.lowest) {
                let home = self.bottom[border];
                at_home |= bit(home);
                free |= self.of[usize::from(home)];
            }
            if at_home & goal != 0 {
                return (self.bottoms & !at_home, released);
            }
            new = (going & !self.lowest) << 1;
            uncovered |= new;
        }
    }
}
