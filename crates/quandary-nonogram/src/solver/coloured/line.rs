//! Solving one line of a coloured board: complete, and all places of a block at once.
//!
//! A line is one set of cells for each content: the cells that may be empty, those that may be red, and so on. The walk is
//! that of the black and white line (`super::super::line`), with two differences. A block may start wherever the one before
//! it ends, and only one of the same colour needs an empty cell in between; and what a cell can be at the end is collected
//! for each colour by itself. Colours that a line does not have were removed from its cells beforehand, so a line costs
//! as much as its own blocks and colours, however many the board has.

use crate::line::settle::{covered, runs_of, slide};
use crate::line::word::Word;

/// A block and its neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) length: u16,
    pub(super) colour: u8,
    /// Whether an empty cell must be between it and the block before.
    pub(super) gap_before: bool,
    /// The same for the block behind.
    pub(super) gap_behind: bool,
}

/// A line's clue, ready to be solved.
#[derive(Clone, Debug)]
pub(super) struct Clue {
    pub(super) pieces: Vec<Piece>,
    /// The colours that occur, each once.
    pub(super) colours: Vec<u8>,
    /// Number of cells.
    pub(super) length: usize,
}

/// Buffers of the line solver: sets that it computes for each line.
#[derive(Clone, Debug)]
pub(super) struct Room<W> {
    mirrored: Vec<W>,
    rests: Vec<W>,
    /// For each content of a cell, the cells that have it in some placement; only the line's own contents mean anything.
    pub(super) after: Vec<W>,
}

impl<W: Word> Room<W> {
    /// Buffers for lines of `length` cells with this many contents, the empty one among them.
    pub(super) fn new(length: usize, contents: usize) -> Self {
        Room { mirrored: vec![W::NONE; contents], rests: vec![W::NONE; length + 2], after: vec![W::NONE; contents] }
    }
}

/// Places from which the next block may start: the reached ones, or those behind an empty cell where a gap is needed.
#[inline(always)]
fn past_gap<W: Word>(reach: W, is_needed: bool, empty: W) -> W {
    if is_needed { (reach & empty).up(1) } else { reach }
}

/// Whether the blocks can be laid at all. `may_be` has the cells for each content; the blocks with their gaps are not
/// longer than the line, which is shorter than the word by two or more.
pub(super) fn possible<W: Word>(clue: &Clue, may_be: &[W]) -> bool {
    let empty = may_be[0];
    let mut reach = slide(W::bit(0), empty);
    for piece in &clue.pieces {
        let length = usize::from(piece.length);
        let starts = past_gap(reach, piece.gap_before, empty) & runs_of(may_be[usize::from(piece.colour)], length);
        if starts.is_none() {
            return false;
        }
        reach = slide(starts.up(length), empty);
    }
    reach.has(clue.length)
}

/// Everything that follows for a line goes into `room.after`; `false` when the blocks cannot be laid.
pub(super) fn settle<W: Word>(clue: &Clue, may_be: &[W], room: &mut Room<W>) -> bool {
    settle_each(clue, may_be, room, |_| {})
}

/// For each block, every place at which it starts in some placement; none for a line that breaks.
pub(super) fn starts<W: Word>(clue: &Clue, may_be: &[W]) -> Vec<W> {
    let mut all = Vec::with_capacity(clue.pieces.len());
    settle_each(clue, may_be, &mut Room::new(clue.length, may_be.len()), |starts| all.push(starts));
    all
}

/// The same as [`settle`]; `see` is called with the starts of each block.
#[inline(always)]
fn settle_each<W: Word>(clue: &Clue, may_be: &[W], room: &mut Room<W>, mut see: impl FnMut(W)) -> bool {
    let empty = may_be[0];
    let mirror = |cells: W| cells.mirrored().down(W::BITS - clue.length);
    let mirrored_empty = mirror(empty);
    for &colour in &clue.colours {
        room.mirrored[usize::from(colour)] = mirror(may_be[usize::from(colour)]);
        room.after[usize::from(colour)] = W::NONE;
    }
    // From the right: the places behind which the rest of the clue can be laid.
    let rest = |reach: W| reach.mirrored().down(W::BITS - 1 - clue.length);
    let mut reach = slide(W::bit(0), mirrored_empty);
    for (piece, place) in clue.pieces.iter().rev().zip(&mut room.rests) {
        *place = rest(reach);
        let length = usize::from(piece.length);
        let room_for_it = runs_of(room.mirrored[usize::from(piece.colour)], length);
        let starts = past_gap(reach, piece.gap_behind, mirrored_empty) & room_for_it;
        if starts.is_none() {
            return false;
        }
        reach = slide(starts.up(length), mirrored_empty);
    }
    if !reach.has(clue.length) {
        return false;
    }
    let all_blocks = rest(reach);
    let mut reach = slide(W::bit(0), empty);
    let mut can_be_empty = reach & all_blocks.down(1);
    for (piece, &rest) in clue.pieces.iter().zip(room.rests[..clue.pieces.len()].iter().rev()) {
        let (length, colour) = (usize::from(piece.length), usize::from(piece.colour));
        let starts = past_gap(reach, piece.gap_before, empty) & runs_of(may_be[colour], length);
        let ends = if piece.gap_behind { rest.down(1) & empty } else { rest };
        reach = slide(starts.up(length), empty);
        let starts = starts & ends.down(length);
        see(starts);
        room.after[colour] = room.after[colour] | covered(starts, length);
        can_be_empty = can_be_empty | (reach & rest.down(1));
    }
    room.after[0] = can_be_empty & empty;
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::board::clue_of;
    use super::*;
    use crate::line::word::Wide;
    use crate::line::{Block, LineClue, cells_needed};
    use quandary_core::reason::{Constraint, Domains, Effort};

    fn reference(line: &[u64], blocks: &[Block]) -> Option<Vec<u64>> {
        let clue = LineClue::new((0..line.len()).collect(), blocks.to_vec(), "", "");
        let mut domains = Domains::new(line.to_vec());
        clue.propagate(&mut domains, Effort::Thorough).ok().map(|()| domains.all().to_vec())
    }

    fn fast<W: Word>(line: &[u64], blocks: &[Block], contents: usize) -> Option<Vec<u64>> {
        let clue = clue_of(blocks, line.len());
        // As on a board, cells cannot have colours that their line does not have.
        let own = clue.colours.iter().fold(1u64, |own, &colour| own | 1 << colour);
        let cells = |content: usize| {
            let has = |(_, values): &(usize, &u64)| (**values & own) >> content & 1 == 1;
            line.iter().enumerate().filter(has).fold(W::NONE, |set, (cell, _)| set | W::bit(cell))
        };
        let may_be: Vec<W> = (0..contents).map(cells).collect();
        let mut room = Room::new(line.len(), contents);
        let holds = settle(&clue, &may_be, &mut room);
        assert_eq!(possible(&clue, &may_be), holds);
        holds.then(|| {
            let value = |cell: usize| {
                let own = std::iter::once(0).chain(clue.colours.iter().map(|&colour| usize::from(colour)));
                own.filter(|&content| room.after[content].has(cell)).fold(0, |values, content| values | 1 << content)
            };
            (0..line.len()).map(value).collect()
        })
    }

    fn blocks_that_fit(blocks: Vec<(usize, u8)>, length: usize) -> Vec<Block> {
        let mut blocks: Vec<Block> = blocks.into_iter().map(|(length, colour)| Block { length, colour }).collect();
        while cells_needed(&blocks) > length {
            blocks.pop();
        }
        blocks
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn a_coloured_line_is_settled_as_the_reference_does(
            line in prop::collection::vec(prop_oneof![3 => Just(0b1111), 1 => 1u64..16], 1..=62),
            blocks in prop::collection::vec((1usize..=5, 1u8..=3), 0..=12),
        ) {
            let blocks = blocks_that_fit(blocks, line.len());
            let expected = reference(&line, &blocks);
            prop_assert_eq!(fast::<u64>(&line, &blocks, 4), expected.clone());
            prop_assert_eq!(fast::<u128>(&line, &blocks, 4), expected.clone());
            prop_assert_eq!(fast::<Wide<4>>(&line, &blocks, 4), expected);
        }

        #[test]
        fn a_line_of_a_picture_of_which_little_is_known_is_settled_as_the_reference_does(
            picture in prop::collection::vec(prop_oneof![Just(0u8), 1u8..=6], 1..=126),
            shown in prop::collection::vec(0u64..=255, 126),
        ) {
            let blocks = crate::runs(picture.iter().copied());
            let line: Vec<u64> = picture.iter().zip(&shown).map(|(&value, &shown)| (shown | 1 << value) & 127).collect();
            let expected = reference(&line, &blocks);
            prop_assert!(expected.is_some());
            prop_assert_eq!(fast::<u128>(&line, &blocks, 7), expected.clone());
            prop_assert_eq!(fast::<Wide<9>>(&line, &blocks, 7), expected);
        }
    }
}
