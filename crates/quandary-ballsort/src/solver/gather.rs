//! Moves that are forced: no position is kept in which they are still to be made.
//!
//! Let colour `c` fill one bottle, and let some bottle hold `c` alone. When it is sure that this bottle, or another one
//! without borders, is given to `c` from here to the end, then `c` may be gathered in it at once:
//!
//! ```text
//!   |   | | c | |   |        capacity 4: two c are alone, two more on top of others.
//!   |   | | a | | c |        The room above the two borders is 1 + 2 = 3, too small for 4.
//!   | c | | b | | b |        So both are gathered now.
//!   | c | | a | | a |
//! ```
//!
//! Every bottle that has `c` on top must lose it, in one pour at least, or as many moves as balls. So gather `c` in the
//! (fullest) bottle that it has, leave out all its other moves, and make the rest of the plan as it was: no bottle that it
//! uses has less room than before, and it is no longer. (The well-known case is two bottles that complete a colour. Pouring
//! onto a bottle of one colour *whenever* there is one is not sound.) There are two ways to be sure:
//!
//! - *Whatever the plan*: the room above the borders that have `c` above them, also those that are buried, is too small
//!   for the balls of `c` that are free by now. More of them will be uncovered, and no more room.
//! - *In a plan in which `c` wastes nothing*: `c` is at the bottom of no other bottle. To take from that bottle, and not to
//!   fill it, is a move that does not lower the bound (by the water rule no run and no border less; by the
//!   ball rule a ball more to move).
//!
//! The second is what makes proofs short. Before A\* says that no plan has `T` moves, it must have looked at all
//! positions whose cost and bound together are `T` or less. Most of them have no move to spare; they differ in which of
//! the free balls have been gathered already and which not yet, and all but one of these variants need not be looked
//! at.
//!
//! # Which colours may be next
//!
//! By the water rule more can be said of a colour `c` that wastes nothing, fills one bottle, has no bottle alone and is at one
//! bottom at most. Its runs move as a whole, and until it has a home they go only above other borders with `c` right above
//! them. What is at the bottom stays.
//!
//! ```text
//!   | c |   | c |   |   |        The runs on the left can be joined at once, one way or the other, and no other move need
//!   | a |   | b |   | d |        be tried before. What either of them covers is uncovered no later than in any other plan,
//!   | b |   | a |   | c |        and c goes home, or on, in one pour less.
//! ```
//!
//! If two bottles with `c` on top can be joined, there is a shortest plan that begins with such a pour. Take any plan in
//! which `c` wastes nothing.
//!
//! - If its first pour of `c` is between two bottles that have `c` on top now, it can be made at once: what comes before it touches
//!   neither bottle.
//! - Otherwise take two bottles `x` and `y` that can be joined; in the plan `x` is rid of its `c` first. Pour `x` onto `y` now, and
//!   onto `y` whatever the plan pours onto `x`. Leave out the pour that rids `x` of its `c`; if that pour opens a home in an empty
//!   bottle, pour its `c` there from where they are by then, and leave out the later pour from there. (If only the pour from `y` to `x` fits, or `y` is rid
//!   first, exchange the names; if nothing fits onto one of them, that one is `x`, and the same holds, as nothing was to
//!   be poured onto it.) The plan is as long as before, everything below is uncovered as early or earlier, no empty bottle is taken
//!   earlier, and no colour has less room. Only `c` comes in larger runs. They fit: in a home because `c` fills
//!   only one bottle; above a border because it is asked that each border with `c` right above it, buried ones too, has room for all
//!   `c` that are not at the bottom, or for none beyond its own. (That is not asked when all of them are free: then, if its first
//!   pour is not of the first kind, it is one to its home, where all the others go as well.)
//!
//! So where `c` wastes nothing and can be joined, or must be gathered, its moves are the only ones that are tried.
//!
//! If a plan may waste `s` pours, one of any `s + 1` colours wastes none. So the moves of `s + 1` such colours are enough, those with the
//! fewest. Where there are traps ([`super::traps`]), colours in them waste a pour each; of the colours outside, fewer may.

use super::super::Rule;
use super::super::contents::bit;
use super::super::rows::{Code, replace};
use super::moves::{Moves, Share, Step, after, borders};

/// Which moves that do not lower the bound a plan may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waste {
    /// These colours may make them, on boards of at most 64 colours.
    pub(super) colours: u64,
    /// Of all other colours together, so many moves.
    pub(super) others: u32,
}

impl Waste {
    /// None: a plan without a move to spare.
    pub(super) const NONE: Waste = Waste { colours: 0, others: 0 };
    /// Any.
    pub(super) const ANY: Waste = Waste { colours: u64::MAX, others: u32::MAX };

    /// Only this colour makes none.
    pub(super) fn all_but(colour: u8) -> Waste {
        Waste { colours: !bit(colour), others: 0 }
    }

    /// Whether this colour may make one.
    #[inline]
    pub(super) fn allows(self, colour: u8) -> bool {
        self.others > 0 || self.colours & bit(colour) != 0
    }
}

/// The moves of a position that are tried.
#[derive(Clone, Copy)]
pub(super) struct Choice {
    pub(super) waste: Waste,
    /// Colours of which one makes the next move, where such are known.
    pub(super) few: Option<u64>,
}

impl Choice {
    /// Whether that is every move.
    pub(super) fn is_all(&self) -> bool {
        self.few.is_none() && self.waste.others > 0
    }
}

impl Share {
    /// Whether a colour that fills this many bottles must be gathered now.
    #[inline]
    pub(super) fn is_forced(&self, homes: u16, rule: Rule, may_waste: bool) -> bool {
        homes == 1
            && self.pures > 0
            && self.tops > 1
            && (self.open > self.above || (!may_waste && self.bottoms == 1))
            && (rule == Rule::Water || self.kept == self.fullest)
    }
}

impl<C: Code> Moves<'_, C> {
    /// Makes every forced move of the start, and says what they cost. `note` is called with each pour, with the contents
    /// before it.
    pub(super) fn settle(&self, row: &mut [C], waste: Waste, note: impl FnMut(Step)) -> u32 {
        let mut colours: Vec<u8> = (0..self.contents.colours()).map(|colour| colour as u8).collect();
        self.gather(row, &mut colours, waste, note)
    }

    /// Gathers each of the colours that must be gathered now, and those that are uncovered meanwhile.
    pub(super) fn gather(&self, row: &mut [C], colours: &mut Vec<u8>, waste: Waste, mut note: impl FnMut(Step)) -> u32 {
        let mut cost = 0;
        while let Some(colour) = colours.pop() {
            let Some(mut target) = self.forced(row, colour, waste) else { continue };
            let mut at = 0;
            while at < row.len() {
                let from = row[at].number();
                let content = self.contents.at(from);
                // Of two bottles that hold equally many of the colour and nothing else, the first is poured.
                let is_target = from == target && row.get(at + 1) != Some(&row[at]);
                if content.colour != colour || is_target {
                    at += 1;
                    continue;
                }
                let step = Step { from, to: target, count: content.run };
                let (left, put) = after(self.contents, step);
                note(step);
                replace(row, at, C::new(left));
                let to = row.partition_point(|code| code.number() < target);
                replace(row, to, C::new(put));
                if left != 0 {
                    colours.push(self.contents.at(left).colour);
                }
                target = put;
                cost += if self.rule == Rule::Ball { u32::from(step.count) } else { 1 };
                // Both may have moved others by a place.
                at = 0;
            }
        }
        cost
    }

    /// Whether a colour must be gathered now: then the fullest bottle that holds it alone.
    fn forced(&self, row: &[C], colour: u8, waste: Waste) -> Option<u32> {
        let contents = self.contents;
        let mut share = Share::default();
        let mut fullest = 0;
        for code in row {
            let content = contents.at(code.number());
            if content.colour == colour {
                share.open += u16::from(content.run);
                share.tops += 1;
                if content.is_pure() {
                    share.pures += 1;
                    share.fullest = content.run.into();
                    // Numbers of one colour's pure contents grow with the balls, and rows are sorted.
                    fullest = code.number();
                }
            }
            if content.bottom == colour {
                share.bottoms += 1;
                share.kept = share.kept.max(content.bottom_run.into());
            }
            if content.above & bit(colour) != 0 {
                share.above += borders(contents, *content)
                    .filter(|part| part.colour == colour)
                    .map(|part| part.hosts())
                    .sum::<u16>();
            }
        }
        share.is_forced(contents.homes[usize::from(colour)], self.rule, waste.allows(colour)).then_some(fullest)
    }

    /// The surveyed position with all gathered that must be, and what that costs; `None` where nothing is to be done.
    pub(super) fn gathered(&mut self, row: &[C], waste: Waste) -> Option<(Vec<C>, u32)> {
        let mut colours = std::mem::take(&mut self.colours);
        colours.clear();
        for (colour, (share, &homes)) in (0..).zip(self.shares.iter().zip(&self.contents.homes)) {
            if share.is_forced(homes, self.rule, waste.allows(colour)) {
                colours.push(colour);
            }
        }
        let gathered = (!colours.is_empty()).then(|| {
            let mut row = row.to_vec();
            let cost = self.gather(&mut row, &mut colours, waste, |_| {});
            (row, cost)
        });
        self.colours = colours;
        gathered.filter(|&(_, cost)| cost > 0)
    }

    /// What to try in the surveyed position, in plans that waste no more than that: the moves of the colours with the fewest of which
    /// one moves next, or all. See the top of this file.
    pub(super) fn choose(&mut self, row: &[C], waste: Waste) -> Choice {
        self.list_targets(row);
        if self.rule == Rule::Ball || waste.others as usize >= self.shares.len() || self.shares.len() > 64 {
            return Choice { waste, few: None };
        }
        let contents = self.contents;
        let mut found = std::mem::take(&mut self.ways);
        found.clear();
        for (colour, share) in self.shares.iter().enumerate() {
            if contents.homes[colour] != 1 || share.tops < 2 || waste.colours & bit(colour as u8) != 0 {
                continue;
            }
            if share.pures > 0 {
                if share.is_forced(1, self.rule, false) && waste.others > 0 {
                    found.push((1, colour as u8));
                }
                continue;
            }
            let outside = contents.balls[colour] - if share.bottoms == 1 { share.kept } else { 0 };
            if share.bottoms > 1 || (share.open < outside && share.narrowest < outside) {
                continue;
            }
            let mut ways = 0;
            for (from, &code) in row.iter().enumerate() {
                let source = contents.at(code.number());
                if usize::from(source.colour) != colour || (from > 0 && row[from - 1] == code) {
                    continue;
                }
                let mut target = self.first[colour];
                while target > 0 {
                    let to = usize::from(target) - 1;
                    target = self.next[to];
                    let is_other = to != from || row.get(to + 1) == Some(&code);
                    ways += u32::from(is_other && contents.at(row[to].number()).room >= source.run);
                }
            }
            if ways > 0 {
                found.push((ways, colour as u8));
            }
        }
        found.sort_unstable();
        let enough = waste.others as usize + 1;
        let few =
            (found.len() >= enough).then(|| found[..enough].iter().fold(0, |set, &(_, colour)| set | bit(colour)));
        self.ways = found;
        Choice { waste, few }
    }

    /// Lists where each colour may go.
    fn list_targets(&mut self, row: &[C]) {
        self.first.fill(0);
        for (at, &code) in row.iter().enumerate().rev() {
            let content = self.contents.at(code.number());
            if content.runs > 0 && content.room > 0 && (at == 0 || row[at - 1] != code) {
                let first = &mut self.first[usize::from(content.colour)];
                self.next[at] = std::mem::replace(first, at as u16 + 1);
            }
        }
    }
}
