//! Solving one line of a black and white board: complete, and all places of a block at once.
//!
//! A *place* is a border between cells: place `p` has `p` cells before it. An imaginary empty cell follows the
//! line, so that every block is followed by an empty cell and no border needs a case of its own. `reach` holds the places
//! at which `j` blocks, each with its empty cell, can end. From them block `j` may start where its cells may all be
//! filled and the one behind it may be empty; those starts, moved up by the block and its empty cell, slide on through
//! the cells that may be empty. Sliding is one addition: the carry runs through the ones.
//!
//! The same walk over the mirrored line gives, for each number of blocks, the places from which the rest of the clue can
//! still be laid. A cell may be empty where both walks meet around it, and filled where a start that both walks allow
//! covers it. What may not be empty is filled, and what may not be filled is empty: that is all that follows from the
//! line. A line of `k` blocks costs about 30 `k` instructions, whatever its length up to 62 cells.

use super::word::{Sets, Word};

/// What is known of a line: cells that are filled, and cells that are empty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Known<W> {
    /// Cells that are filled.
    pub(crate) filled: W,
    /// Cells that are empty.
    pub(crate) empty: W,
}

impl<W: Sets> Known<W> {
    /// Nothing known.
    pub(crate) const NOTHING: Self = Known { filled: W::NONE, empty: W::NONE };

    /// The same line read from its other end.
    #[inline(always)]
    fn mirrored(self, length: usize) -> Self {
        let mirror = |set: W| set.mirrored().down(W::BITS - length);
        Known { filled: mirror(self.filled), empty: mirror(self.empty) }
    }
}

/// Slides places up through `open` cells.
#[inline(always)]
pub(crate) fn slide<W: Sets>(places: W, open: W) -> W {
    (open.plus(places & open) ^ open) | places
}

/// The cells from which `length` cells in a row are in the set.
#[inline(always)]
pub(crate) fn runs_of<W: Sets>(set: W, length: usize) -> W {
    let (mut runs, mut have) = (set, 1);
    while 2 * have <= length {
        runs = runs & runs.down(have);
        have *= 2;
    }
    if have < length { runs & runs.down(length - have) } else { runs }
}

/// The cells that runs of `length` from these starts cover.
#[inline(always)]
pub(crate) fn covered<W: Sets>(starts: W, length: usize) -> W {
    let (mut cells, mut have) = (starts, 1);
    while 2 * have <= length {
        cells = cells | cells.up(have);
        have *= 2;
    }
    if have < length { cells | cells.up(length - have) } else { cells }
}

/// The walk from one end: cells that may be filled, cells that may be empty (with the one behind the line).
struct Walk<W> {
    may_be_filled: W,
    may_be_empty: W,
    reach: W,
}

impl<W: Sets> Walk<W> {
    #[inline(always)]
    fn new(known: Known<W>, length: usize) -> Self {
        let may_be_empty = W::below(length + 1) & !known.filled;
        Walk { may_be_filled: W::below(length) & !known.empty, may_be_empty, reach: slide(W::bit(0), may_be_empty) }
    }

    /// Lays the next block: its starts.
    #[inline(always)]
    fn lay(&mut self, block: usize) -> W {
        let starts = self.reach & runs_of(self.may_be_filled, block) & self.may_be_empty.down(block);
        self.reach = slide(starts.up(block + 1), self.may_be_empty);
        starts
    }
}

/// Whether the blocks can be laid at all. The blocks with their gaps are not longer than the line, which is shorter
/// than [`Word::BITS`] by two or more.
pub(crate) fn possible<W: Word>(clue: &[u16], length: usize, known: Known<W>) -> bool {
    let mut walk = Walk::new(known, length);
    for &block in clue {
        if walk.lay(block.into()).is_none() {
            return false;
        }
    }
    walk.reach.has(length + 1)
}

/// Everything that follows for a line, or `None` when the blocks cannot be laid. `rests` is a buffer for one set per block
/// and one more; the sizes are those of [`possible`].
#[inline]
pub(crate) fn settle<W: Word>(clue: &[u16], length: usize, known: Known<W>, rests: &mut [W]) -> Option<Known<W>> {
    settle_each(clue, length, known, rests).map(|(settled, _)| settled)
}

/// The longest line that [`settle_word`] takes.
pub(crate) const LONGEST_WORD: usize = 62;

/// [`settle`] for everyone: of a line of 1 to [`LONGEST_WORD`] cells that is not shorter than its clue, the cells that are filled
/// and those that are empty.
pub(crate) fn settle_word(clue: &[u16], length: usize, filled: u64, empty: u64) -> Option<(u64, u64)> {
    let mut rests = [0; LONGEST_WORD / 2 + 2];
    settle(clue, length, Known { filled, empty }, &mut rests).map(|known| (known.filled, known.empty))
}

/// The same for several boards at once. The blocks can be laid on those boards that have place `length + 1` among the
/// second result; what the first says about others means nothing. `None` only for a single board.
#[inline(always)]
pub(crate) fn settle_each<S: Sets>(
    clue: &[u16],
    length: usize,
    known: Known<S>,
    rests: &mut [S],
) -> Option<(Known<S>, S)> {
    let mut back = Walk::new(known.mirrored(length), length);
    // The places for the rest of the clue, as cells that are empty before it; the last cell of the mirror is dropped.
    let rest = |reach: S| reach.mirrored().down(S::BITS - 1 - length);
    for (place, &block) in rests.iter_mut().zip(clue.iter().rev()) {
        *place = rest(back.reach);
        let starts = back.lay(block.into());
        if S::IS_SINGLE && starts.is_none() {
            return None;
        }
    }
    if S::IS_SINGLE && (back.reach & S::bit(length + 1)).is_none() {
        return None;
    }
    let mut walk = Walk::new(known, length);
    let (mut can_be_filled, mut can_be_empty) = (S::NONE, walk.reach.down(1) & rest(back.reach));
    for (&block, &rest) in clue.iter().zip(rests[..clue.len()].iter().rev()) {
        let block = usize::from(block);
        let starts = walk.lay(block) & rest.down(block);
        can_be_filled = can_be_filled | covered(starts, block);
        can_be_empty = can_be_empty | (walk.reach.down(1) & rest);
    }
    let all = S::below(length);
    Some((Known { filled: all & !can_be_empty, empty: all & !can_be_filled }, back.reach))
}

/// For each block, every place at which it starts in some placement. The line must be [`possible`].
pub(crate) fn starts<W: Word>(clue: &[u16], length: usize, known: Known<W>) -> Vec<W> {
    let mut back = Walk::new(known.mirrored(length), length);
    let mut rests = Vec::with_capacity(clue.len());
    for &block in clue.iter().rev() {
        rests.push(back.reach.mirrored().down(W::BITS - 1 - length));
        back.lay(block.into());
    }
    let mut walk = Walk::new(known, length);
    let lay = |(&block, rest): (&u16, W)| walk.lay(block.into()) & rest.down(block.into());
    clue.iter().zip(rests.into_iter().rev()).map(lay).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::word::Wide;
    use super::*;
    use crate::line::{Block, LineClue, cells_needed};
    use quandary_core::reason::Domains;

    /// What the reference line says, as two strings of cells; `None` when it breaks.
    fn reference(line: &[u64], blocks: &[Block]) -> Option<Vec<u64>> {
        let clue = LineClue::new((0..line.len()).collect(), blocks.to_vec(), "", "");
        let mut domains = Domains::new(line.to_vec());
        clue.propagate_sets(&mut domains).ok().map(|()| domains.all().to_vec())
    }

    fn fast<W: Word>(line: &[u64], clue: &[u16]) -> Option<Vec<u64>> {
        let set = |value: u64| {
            let cells = line.iter().enumerate().filter(|(_, values)| **values == value);
            cells.fold(W::NONE, |set, (cell, _)| set | W::bit(cell))
        };
        let known = Known { filled: set(0b10), empty: set(0b01) };
        let mut rests = vec![W::NONE; clue.len() + 1];
        let settled = settle(clue, line.len(), known, &mut rests);
        assert_eq!(possible(clue, line.len(), known), settled.is_some());
        settled.map(|known| {
            let value = |cell| if known.filled.has(cell) { 0b10 } else { 0b11 } & if known.empty.has(cell) { 0b01 } else { 0b11 };
            (0..line.len()).map(value).collect()
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_line_is_settled_as_the_reference_does(
            line in prop::collection::vec(prop::sample::select(vec![0b01, 0b10, 0b11, 0b11, 0b11]), 1..=62),
            mut lengths in prop::collection::vec(1usize..=5, 0..=12),
        ) {
            let blocks = |lengths: &[usize]| -> Vec<Block> {
                lengths.iter().map(|&length| Block { length, colour: 1 }).collect()
            };
            while cells_needed(&blocks(&lengths)) > line.len() {
                lengths.pop();
            }
            let blocks = blocks(&lengths);
            let clue: Vec<u16> = lengths.iter().map(|&length| length as u16).collect();
            let expected = reference(&line, &blocks);
            prop_assert_eq!(fast::<u64>(&line, &clue), expected.clone());
            prop_assert_eq!(fast::<u128>(&line, &clue), expected.clone());
            prop_assert_eq!(fast::<Wide<4>>(&line, &clue), expected);
        }

        #[test]
        fn a_line_with_room_for_few_placements_is_settled_as_the_reference_does(
            picture in prop::collection::vec(any::<bool>(), 1..=126),
            shown in prop::collection::vec(prop::bool::weighted(0.3), 126),
        ) {
            let blocks = crate::runs(picture.iter().map(|&filled| u8::from(filled)));
            let clue: Vec<u16> = blocks.iter().map(|block| block.length as u16).collect();
            let cell = |(&filled, &shown): (&bool, &bool)| if shown { 1 << u64::from(filled) } else { 0b11 };
            let line: Vec<u64> = picture.iter().zip(&shown).map(cell).collect();
            let expected = reference(&line, &blocks);
            prop_assert!(expected.is_some());
            prop_assert_eq!(fast::<u128>(&line, &clue), expected.clone());
            prop_assert_eq!(fast::<Wide<9>>(&line, &clue), expected);
        }
    }
}
