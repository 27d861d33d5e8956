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
//! - *In a plan as short as the bound says*: `c` is at the bottom of no other bottle. To take from that bottle, and not to
//!   fill it, is a move that does not lower the bound (by the water rule no run and no border less; by the
//!   ball rule a ball more to move), so there is none in a plan without a move to spare.
//!
//! The second is what makes proofs short. Before A\* says that no plan has `T` moves, it must have looked at all
//! positions whose cost and bound together are `T` or less. Most of them have no move to spare; they differ in which of
//! the free balls have been gathered already and which not yet, and all but one of these variants need not be looked
//! at.

use super::super::Rule;
use super::super::contents::bit;
use super::super::rows::{Code, replace};
use super::moves::{Moves, Share, Step, after, borders};

/// How many moves more than the bound says a plan may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slack {
    /// Not one.
    None,
    /// Any number.
    Any,
}

impl Share {
    /// Whether a colour that fills this many bottles must be gathered now.
    #[inline]
    pub(super) fn is_forced(&self, homes: u16, rule: Rule, slack: Slack) -> bool {
        homes == 1
            && self.pures > 0
            && self.tops > 1
            && (self.open > self.above || (slack == Slack::None && self.bottoms == 1))
            && (rule == Rule::Water || self.kept == self.fullest)
    }
}

impl<C: Code> Moves<'_, C> {
    /// Makes every forced move of the start, and says what they cost. `note` is called with each pour, with the contents
    /// before it.
    pub(super) fn settle(&self, row: &mut [C], slack: Slack, note: impl FnMut(Step)) -> u32 {
        let mut colours: Vec<u8> = (0..self.contents.colours()).map(|colour| colour as u8).collect();
        self.gather(row, &mut colours, slack, note)
    }

    /// Gathers each of the colours that must be gathered now, and those that are uncovered meanwhile.
    pub(super) fn gather(&self, row: &mut [C], colours: &mut Vec<u8>, slack: Slack, mut note: impl FnMut(Step)) -> u32 {
        let mut cost = 0;
        while let Some(colour) = colours.pop() {
            let Some(mut target) = self.forced(row, colour, slack) else { continue };
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
    fn forced(&self, row: &[C], colour: u8, slack: Slack) -> Option<u32> {
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
        share.is_forced(contents.homes[usize::from(colour)], self.rule, slack).then_some(fullest)
    }
}
