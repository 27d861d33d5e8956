//! A line of a Nonogram: blocks in order, with gaps between blocks of one colour.
//!
//! Line solving is complete: every value of a cell that occurs in no placement of the blocks is removed. The idea is
//! a forward and a backward pass. A *place* is a border between cells: place `p` has `p` cells before it, so a line of `n`
//! cells has the places 0 to `n`. Forward, `reach[j]` collects the places that can be reached when the first `j` blocks
//! are laid; backward, `rest` those from which the other blocks can still be laid. A cell can be empty where a forward
//! place before it meets a backward place behind it, and can have a colour where a block of that colour can start close
//! enough before it.
//!
//! All places of a line are the bits of a few machine words, so one step moves all of them at once: "all starts of this
//! block" is a few shifts and ands, and "slide through the cells that may be empty" is a single addition, whose carry runs
//! through the ones. A line of `n` cells and `k` blocks costs about `k · n / 64` such steps. The words come from a
//! buffer that each thread keeps, so nothing is allocated.
//!
//! A line of up to 62 cells with blocks of one colour, all of known lengths, is settled by the fast solver instead: there its
//! places are the bits of one word.

mod needed;
pub(crate) mod settle;
pub(crate) mod word;

use std::cell::RefCell;

use quandary_core::reason::explain::Known;
use quandary_core::reason::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};

use self::settle::{LONGEST_WORD, settle_word};

/// A run of filled cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// How many cells; [`Block::UNKNOWN`] where the clue does not say.
    pub length: usize,
    /// The value of its cells; 0 is an empty cell, so colours count from 1.
    pub colour: u8,
}

impl Block {
    /// The length of a block whose clue is `?`: any number of cells, at least one.
    pub const UNKNOWN: usize = 0;

    /// Whether its clue is `?`.
    pub fn is_unknown(self) -> bool {
        self.length == Block::UNKNOWN
    }

    /// The fewest cells that it may have.
    pub(crate) fn least(self) -> usize {
        self.length.max(1)
    }

    /// How its length is written.
    pub(crate) fn number(self) -> String {
        if self.is_unknown() { "?".to_owned() } else { self.length.to_string() }
    }

    /// Whether a run of a picture may be this block.
    pub(crate) fn may_be(self, run: Block) -> bool {
        self.colour == run.colour && (self.is_unknown() || self.length == run.length)
    }

    /// Whether a block needs an empty cell between itself and the one before it.
    pub fn needs_gap(self, before: Block) -> bool {
        self.colour == before.colour
    }
}

/// Whether the runs of a line of a picture may be these blocks.
pub(crate) fn are_blocks(blocks: &[Block], runs: &[Block]) -> bool {
    blocks.len() == runs.len() && blocks.iter().zip(runs).all(|(block, &run)| block.may_be(run))
}

/// The fewest cells in which these blocks fit.
pub(crate) fn cells_needed(blocks: &[Block]) -> usize {
    let gaps = blocks.windows(2).filter(|pair| pair[1].needs_gap(pair[0])).count();
    blocks.iter().fold(gaps, |cells, block| cells.saturating_add(block.least()))
}

/// The filled cells of a line are these blocks, in this order.
#[derive(Debug)]
pub(crate) struct LineClue {
    info: ConstraintInfo,
    blocks: Vec<Block>,
    /// The colours that occur, each once.
    colours: Vec<u8>,
    /// For each block, the place of its colour in `colours`.
    colour_of: Vec<usize>,
    /// The lengths of the blocks, where the line fits into one word.
    lengths: Option<Vec<u16>>,
}

impl LineClue {
    /// The cells of `scope`, in order, hold `blocks`.
    pub(crate) fn new(
        scope: Vec<Var>,
        blocks: Vec<Block>,
        name: impl Into<String>,
        statement: impl Into<String>,
    ) -> Self {
        let mut colours: Vec<u8> = blocks.iter().map(|block| block.colour).collect();
        colours.sort_unstable();
        colours.dedup();
        let colour_of = blocks.iter().filter_map(|block| colours.binary_search(&block.colour).ok()).collect();
        let is_plain = colours.len() <= 1 && blocks.iter().all(|block| !block.is_unknown());
        let is_short = (1..=LONGEST_WORD).contains(&scope.len()) && cells_needed(&blocks) <= scope.len();
        let lengths = || blocks.iter().map(|block| block.length as u16).collect();
        let lengths = (is_plain && is_short).then(lengths);
        LineClue { blocks, colours, colour_of, lengths, info: ConstraintInfo::new(scope, name, statement) }
    }

    /// The same as [`propagate`](Constraint::propagate), for a line that fits into one word.
    fn propagate_word(&self, domains: &mut Domains, lengths: &[u16]) -> Result<(), Broken> {
        let colour = self.colours.first().map_or(0, |&colour| value_of(colour));
        let (mut can_be_empty, mut can_be_filled, mut can_be_else) = (0u64, 0u64, 0u64);
        for (cell, &var) in self.info.scope.iter().enumerate() {
            let values = domains.get(var);
            can_be_empty |= (values & 1) << cell;
            can_be_filled |= u64::from(values & colour != 0) << cell;
            can_be_else |= u64::from(values & !(colour | 1) != 0) << cell;
        }
        let (cells, all) = (self.info.scope.len(), (1 << self.info.scope.len()) - 1);
        let (filled, empty) = settle_word(lengths, cells, all & !can_be_empty, all & !can_be_filled).ok_or(Broken)?;
        let mut changed = (filled & can_be_empty) | (empty & can_be_filled) | can_be_else;
        while changed != 0 {
            let cell = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let colour = if empty >> cell & 1 == 1 { 0 } else { colour };
            domains.keep(self.info.scope[cell], colour | (!filled >> cell & 1))?;
        }
        Ok(())
    }

    /// The same for any line.
    pub(crate) fn propagate_sets(&self, domains: &mut Domains) -> Result<(), Broken> {
        self.with_sets(|mut sets| {
            self.look(domains, &mut sets);
            if !self.forward(&mut sets) {
                return Err(Broken);
            }
            self.backward(&mut sets, |_, _| {});
            for (cell, &var) in self.info.scope.iter().enumerate() {
                let (word, bit) = (cell / 64, cell % 64);
                let mut keep = sets.stays_empty[word] >> bit & 1;
                for (index, &colour) in self.colours.iter().enumerate() {
                    if sets.stays[index * sets.words + word] >> bit & 1 == 1 {
                        keep |= value_of(colour);
                    }
                }
                domains.keep(var, keep)?;
            }
            Ok(())
        })
    }

    /// Words in one set of places.
    fn words(&self) -> usize {
        self.info.scope.len() / 64 + 1
    }

    /// Whether the block at this place of the clue needs a gap before it.
    fn has_gap_before(&self, block: usize) -> bool {
        block > 0 && block < self.blocks.len() && self.blocks[block].needs_gap(self.blocks[block - 1])
    }

    /// Runs `work` on sets that are all empty, as many as this line needs.
    fn with_sets<R>(&self, work: impl FnOnce(Sets<'_>) -> R) -> R {
        thread_local! {
            static BUFFER: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
        }
        let (words, blocks, colours) = (self.words(), self.blocks.len(), self.colours.len());
        BUFFER.with_borrow_mut(|buffer| {
            buffer.clear();
            buffer.resize(words * (2 * blocks + 1 + 2 * colours + 6), 0);
            let mut rest = buffer.as_mut_slice();
            let mut take = |sets: usize| rest.split_off_mut(..words * sets).unwrap_or_default();
            work(Sets {
                words,
                can_be_empty: take(1),
                can_be: take(colours),
                reach: take(blocks + 1),
                starts: take(blocks),
                stays_empty: take(1),
                stays: take(colours),
                spare: [take(1), take(1), take(1), take(1)],
            })
        })
    }

    /// What each cell may be, as sets of cells.
    fn look(&self, domains: &Domains, sets: &mut Sets<'_>) {
        for (cell, &var) in self.info.scope.iter().enumerate() {
            let values = domains.get(var);
            let (word, bit) = (cell / 64, cell % 64);
            sets.can_be_empty[word] |= (values & 1) << bit;
            for (index, &colour) in self.colours.iter().enumerate() {
                sets.can_be[index * sets.words + word] |= u64::from(values & value_of(colour) != 0) << bit;
            }
        }
    }

    /// Lays the blocks from the left: all places that the first `j` blocks reach, and all starts of block `j` that can be
    /// reached. Says whether the end of the line is reached.
    fn forward(&self, sets: &mut Sets<'_>) -> bool {
        let words = sets.words;
        sets.reach[0] = 1;
        slide_up(&mut sets.reach[..words], sets.can_be_empty);
        for (index, block) in self.blocks.iter().enumerate() {
            let (before, after) = sets.reach.split_at_mut(words * (index + 1));
            let (before, after) = (&before[words * index..], &mut after[..words]);
            let starts = &mut sets.starts[words * index..][..words];
            starts.copy_from_slice(before);
            if self.has_gap_before(index) {
                // The cell before the start is empty.
                keep_both(starts, sets.can_be_empty);
                move_up(starts, 1);
            }
            let colour = &sets.can_be[self.colour_of[index] * words..][..words];
            let room = &mut *sets.spare[0];
            room.copy_from_slice(colour);
            only_runs(room, block.least());
            keep_both(starts, room);
            if starts.iter().all(|&word| word == 0) {
                return false;
            }
            after.copy_from_slice(starts);
            move_up(after, block.least());
            if block.is_unknown() {
                // It may go on through all cells that may have its colour.
                slide_up(after, colour);
            }
            slide_up(after, sets.can_be_empty);
        }
        let end = self.info.scope.len();
        sets.reach[words * self.blocks.len() + end / 64] >> (end % 64) & 1 == 1
    }

    /// Lays the blocks from the right, among the starts that the forward walk found, and collects what each cell is in
    /// some placement. Calls with each block, from the last one, and all its starts.
    fn backward(&self, sets: &mut Sets<'_>, mut starts_of: impl FnMut(usize, &[u64])) {
        let words = sets.words;
        let [rest, ends, mirrored_empty, mirror] = &mut sets.spare;
        // Sliding down is sliding up in a mirror; the shift puts a cell before the place that it is left from.
        mirrored_empty.copy_from_slice(sets.can_be_empty);
        move_up(mirrored_empty, 1);
        mirror_all(mirrored_empty);
        rest.fill(0);
        rest[self.info.scope.len() / 64] = 1 << (self.info.scope.len() % 64);
        for index in (0..=self.blocks.len()).rev() {
            mirror.copy_from_slice(rest);
            mirror_all(mirror);
            slide_up(mirror, mirrored_empty);
            mirror_all(mirror);
            rest.copy_from_slice(mirror);
            // An empty cell between the first `index` blocks and the others.
            let reach = &sets.reach[words * index..][..words];
            ends.copy_from_slice(rest);
            move_down(ends, 1);
            keep_both(ends, sets.can_be_empty);
            for (stays, (&before, &behind)) in sets.stays_empty.iter_mut().zip(reach.iter().zip(ends.iter())) {
                *stays |= before & behind;
            }
            if index == 0 {
                break;
            }
            // `ends` are the places behind an end of the last of these blocks: those with a gap, where one is needed.
            if !self.has_gap_before(index) {
                ends.copy_from_slice(rest);
            }
            let block = self.blocks[index - 1];
            let colour = &sets.can_be[self.colour_of[index - 1] * words..][..words];
            let stays = &mut sets.stays[self.colour_of[index - 1] * words..][..words];
            let starts = &sets.starts[words * (index - 1)..][..words];
            if block.is_unknown() {
                // The places from which cells of its colour lead to an end: in a mirror, as above.
                let grows = &mut *mirror;
                grows.copy_from_slice(colour);
                move_up(grows, 1);
                mirror_all(grows);
                mirror_all(ends);
                slide_up(ends, grows);
                mirror_all(ends);
                // A cell before such a place is covered where a start reaches it.
                let covered = &mut *mirror;
                covered.copy_from_slice(starts);
                slide_up(covered, colour);
                move_down(ends, 1);
                keep_both(covered, ends);
                keep_both(covered, colour);
                for (stays, &covered) in stays.iter_mut().zip(covered.iter()) {
                    *stays |= covered;
                }
                keep_both(ends, starts);
                starts_of(index - 1, ends);
                rest.copy_from_slice(ends);
                continue;
            }
            move_down(ends, block.length);
            keep_both(ends, starts);
            starts_of(index - 1, ends);
            rest.copy_from_slice(ends);
            spread(ends, block.length);
            for (stays, &covered) in stays.iter_mut().zip(ends.iter()) {
                *stays |= covered;
            }
        }
    }
}

impl LineClue {
    /// For each block its start, where it has one only; `None` when the blocks have no room.
    pub(crate) fn only_starts(&self, domains: &Domains) -> Option<Vec<Option<usize>>> {
        self.with_sets(|mut sets| {
            self.look(domains, &mut sets);
            let mut starts = vec![None; self.blocks.len()];
            self.forward(&mut sets).then(|| {
                self.backward(&mut sets, |block, places| {
                    let mut set = (0..places.len() * 64).filter(|place| places[place / 64] >> (place % 64) & 1 == 1);
                    starts[block] = set.next().filter(|_| set.next().is_none());
                });
                starts
            })
        })
    }
}

impl Constraint for LineClue {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    fn possible(&self, domains: &Domains) -> bool {
        self.with_sets(|mut sets| {
            self.look(domains, &mut sets);
            self.forward(&mut sets)
        })
    }

    fn propagate(&self, domains: &mut Domains, _effort: Effort) -> Result<(), Broken> {
        match &self.lengths {
            Some(lengths) => self.propagate_word(domains, lengths),
            None => self.propagate_sets(domains),
        }
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        let values: Vec<Option<u8>> = self.info.scope.iter().map(|&var| written.value(var)).collect();
        let (subject, clue) = (self.info.subject(), described(&self.blocks, written));
        // Runs of written cells, each with the place at which it starts.
        let mut runs: Vec<(usize, Block)> = Vec::new();
        for (place, colour) in values.iter().enumerate().filter_map(|(place, value)| Some((place, (*value)?))) {
            match runs.last_mut() {
                Some((start, run)) if run.colour == colour && *start + run.length == place => run.length += 1,
                _ if colour > 0 => runs.push((place, Block { length: 1, colour })),
                _ => {}
            }
        }
        let vars = |range: std::ops::Range<usize>| self.info.scope[range].to_vec();
        let any_length = |colour: u8| self.blocks.iter().any(|block| block.colour == colour && block.is_unknown());
        let longest = |colour: u8| {
            let blocks = self.blocks.iter().filter(|block| block.colour == colour);
            if any_length(colour) { usize::MAX } else { blocks.map(|block| block.length).max().unwrap_or(0) }
        };
        if let Some(&(start, run)) = runs.iter().find(|(_, run)| run.length > longest(run.colour)) {
            let sentence = format!("{subject} has a run of {}, but its clue is {clue}.", described(&[run], written));
            return Some(Breach { vars: vars(start..start + run.length), sentence });
        }
        let found: Vec<Block> = runs.iter().map(|(_, run)| *run).collect();
        if values.iter().all(Option::is_some) && !are_blocks(&self.blocks, &found) {
            let has = match found.len() {
                0 => "is empty".to_owned(),
                1 => format!("has a run of {}", described(&found, written)),
                _ => format!("has the runs {}", described(&found, written)),
            };
            let sentence = format!("{subject} {has}, but its clue is {clue}.");
            return Some(Breach { vars: self.info.scope.clone(), sentence });
        }
        let filled = |colour: u8| found.iter().filter(move |run| run.colour == colour).map(|run| run.length);
        let clued = |colour: u8| self.blocks.iter().filter(move |block| block.colour == colour).map(|b| b.length);
        let is_over = |colour: u8| !any_length(colour) && filled(colour).sum::<usize>() > clued(colour).sum();
        let colour = (1..64).find(|&colour| is_over(colour))?;
        let with = |&var: &Var| written.value(var) == Some(colour);
        let vars: Vec<Var> = self.info.scope.iter().copied().filter(with).collect();
        let (kind, most) = (written.name(colour), clued(colour).sum::<usize>());
        let most = if most == 1 { format!("1 {kind} cell") } else { format!("{most} {kind} cells") };
        let sentence = format!("{subject} has {} {kind} cells, but its clue {clue} has {most}.", vars.len());
        Some(Breach { vars, sentence })
    }

    fn impossible(&self, written: &Written, facts: &[Var]) -> String {
        let (subject, clue) = (self.info.subject(), described(&self.blocks, written));
        format!("{subject} has no room for its clue {clue} with {}.", written.facts(facts))
    }

    fn has_thorough_pass(&self) -> bool {
        false
    }

    fn needed(&self, any: Values, facts: &[Known], targets: &[Known], from_back: bool) -> Option<Vec<Known>> {
        self.needed_facts(any, facts, targets, from_back)
    }
}

/// Blocks as a player says them: "2 1"; "2 red, 1 blue" where there are several colours; "0" for none.
fn described(blocks: &[Block], written: &Written) -> String {
    if blocks.is_empty() {
        return "0".to_owned();
    }
    let is_coloured = written.has_colours();
    let one = |block: &Block| match is_coloured {
        true => format!("{} {}", block.number(), written.name(block.colour)),
        false => block.number(),
    };
    blocks.iter().map(one).collect::<Vec<_>>().join(if is_coloured { ", " } else { " " })
}

/// A colour as a set of values; one that no variable can have is the empty set.
fn value_of(colour: u8) -> Values {
    1u64.checked_shl(colour.into()).unwrap_or(0)
}

/// The sets of one line: cells by their number, places by theirs, lowest bit first.
struct Sets<'b> {
    words: usize,
    /// Cells that may be empty, and for each colour the cells that may have it: what is known.
    can_be_empty: &'b mut [u64],
    can_be: &'b mut [u64],
    /// For each number of blocks laid, the places reached; for each block, the starts reached.
    reach: &'b mut [u64],
    starts: &'b mut [u64],
    /// Cells that are empty, or have a colour, in some placement: what follows.
    stays_empty: &'b mut [u64],
    stays: &'b mut [u64],
    spare: [&'b mut [u64]; 4],
}

/// Word `at` of the set with everything moved up by `by`.
#[inline]
fn moved_up(set: &[u64], at: usize, by: usize) -> u64 {
    let (words, bits) = (by / 64, by % 64);
    if at < words {
        return 0;
    }
    let lower = if bits > 0 && at > words { set[at - words - 1] >> (64 - bits) } else { 0 };
    set[at - words] << bits | lower
}

/// Word `at` of the set with everything moved down by `by`.
#[inline]
fn moved_down(set: &[u64], at: usize, by: usize) -> u64 {
    let (words, bits) = (by / 64, by % 64);
    let word = |index: usize| set.get(index).copied().unwrap_or(0);
    if words >= set.len() {
        return 0;
    }
    let upper = if bits > 0 { word(at + words + 1) << (64 - bits) } else { 0 };
    word(at + words) >> bits | upper
}

fn move_up(set: &mut [u64], by: usize) {
    for at in (0..set.len()).rev() {
        set[at] = moved_up(set, at, by);
    }
}

fn move_down(set: &mut [u64], by: usize) {
    for at in 0..set.len() {
        set[at] = moved_down(set, at, by);
    }
}

fn keep_both(set: &mut [u64], other: &[u64]) {
    for (word, &other) in set.iter_mut().zip(other) {
        *word &= other;
    }
}

/// Keeps the members from which a run of `length` members starts.
fn only_runs(set: &mut [u64], length: usize) {
    let mut have = 1;
    while have < length {
        let step = have.min(length - have);
        for at in 0..set.len() {
            set[at] &= moved_down(set, at, step);
        }
        have += step;
    }
}

/// Makes each member the start of a run of `length` members.
fn spread(set: &mut [u64], length: usize) {
    let mut have = 1;
    while have < length {
        let step = have.min(length - have);
        for at in (0..set.len()).rev() {
            set[at] |= moved_up(set, at, step);
        }
        have += step;
    }
}

/// Adds every place that is reached from one in the set by stepping up over cells in `through`.
///
/// Adding the set to `through` makes each run of ones carry from the first member in it to the place behind it: what the
/// sum changes is what was passed.
fn slide_up(set: &mut [u64], through: &[u64]) {
    let mut carry = false;
    for (word, &through) in set.iter_mut().zip(through) {
        let (sum, over) = through.overflowing_add(*word & through);
        let (sum, over_again) = sum.overflowing_add(u64::from(carry));
        carry = over | over_again;
        *word |= sum ^ through;
    }
}

fn mirror_all(set: &mut [u64]) {
    set.reverse();
    for word in set {
        *word = word.reverse_bits();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Brute force: lays the blocks in every way, and notes what each cell is when they all fit.
    fn lay(start: &[Values], blocks: &[Block], before: Option<Block>, line: &mut Vec<u8>, seen: &mut [Values]) -> bool {
        let mut fits = false;
        if line.len() == start.len() {
            if blocks.is_empty() {
                for (values, &value) in seen.iter_mut().zip(line.iter()) {
                    *values |= 1 << value;
                }
            }
            return blocks.is_empty();
        }
        if start[line.len()] & 1 == 1 {
            line.push(0);
            fits |= lay(start, blocks, None, line, seen);
            line.pop();
        }
        if let [block, others @ ..] = blocks
            && before.is_none_or(|before| !block.needs_gap(before))
        {
            let room = start[line.len()..].iter().take_while(|&&values| values >> block.colour & 1 == 1).count();
            for length in (1..=room).filter(|&length| block.is_unknown() || length == block.length) {
                line.resize(line.len() + length, block.colour);
                fits |= lay(start, others, Some(*block), line, seen);
                line.truncate(line.len() - length);
            }
        }
        fits
    }

    fn agrees_with_brute_force(start: &[Values], blocks: &[Block]) {
        let mut expected = vec![0; start.len()];
        let fits = lay(start, blocks, None, &mut Vec::new(), &mut expected);
        let clue = LineClue::new((0..start.len()).collect(), blocks.to_vec(), "row 1", "");
        assert_eq!(clue.possible(&Domains::new(start.to_vec())), fits, "{start:?} {blocks:?}");
        // In one word where the line fits into one, and as any line.
        for is_any in [false, true] {
            let mut domains = Domains::new(start.to_vec());
            let result = match is_any {
                false => clue.propagate(&mut domains, Effort::Thorough),
                true => clue.propagate_sets(&mut domains),
            };
            if fits {
                assert_eq!(result, Ok(()), "{start:?} {blocks:?}");
                assert_eq!(domains.all(), expected, "{start:?} {blocks:?}");
            } else {
                assert_eq!(result, Err(Broken), "{start:?} {blocks:?}");
            }
        }
    }

    /// Drops facts one by one as long as the line still shows each conclusion, and compares with one walk.
    fn agrees_with_asking(start: &[Values], blocks: &[Block], from_back: bool) {
        let any = 0b111;
        let clue = LineClue::new((0..start.len()).collect(), blocks.to_vec(), "row 1", "");
        let follows = |facts: &[Known], targets: &[Known]| {
            let mut domains = Domains::new(vec![any; start.len()]);
            let holds = facts.iter().all(|fact| domains.keep(fact.var, fact.values).is_ok())
                && clue.propagate(&mut domains, Effort::Thorough).is_ok();
            let is_gone = |target: &Known| domains.get(target.var) & target.values == 0;
            !holds || !targets.is_empty() && targets.iter().all(is_gone)
        };
        let known = |(var, &values): (usize, &Values)| Known { var, values };
        let facts: Vec<Known> = start.iter().enumerate().map(known).filter(|fact| fact.values != any).collect();
        let mut left = Domains::new(start.to_vec());
        let targets: Vec<Known> = match clue.propagate(&mut left, Effort::Thorough) {
            Err(Broken) => vec![],
            Ok(()) => {
                let lost = |(var, &values): (usize, &Values)| Known { var, values: values & !left.get(var) };
                start.iter().enumerate().map(lost).filter(|lost| lost.values != 0).collect()
            }
        };
        let mut asked: Vec<Vec<Known>> = targets.iter().map(|&target| vec![target]).collect();
        asked.push(targets);
        for targets in asked.iter().filter(|targets| follows(&facts, targets)) {
            let mut expected = facts.clone();
            for at in 0..facts.len() {
                let fact = facts[if from_back { facts.len() - 1 - at } else { at }];
                let fewer: Vec<Known> = expected.iter().copied().filter(|other| other.var != fact.var).collect();
                if follows(&fewer, targets) {
                    expected = fewer;
                }
            }
            if cells_needed(blocks) <= start.len() {
                assert_eq!(clue.needed(any, &facts, targets, from_back), Some(expected), "{start:?} {blocks:?}");
            }
        }
    }

    fn black(lengths: &[usize]) -> Vec<Block> {
        lengths.iter().map(|&length| Block { length, colour: 1 }).collect()
    }

    /// A line as players draw it: `?` open, `#` filled, `.` empty.
    fn line(text: &str) -> Vec<Values> {
        text.chars().map(|c| [0b11, 0b10, 0b01]["?#.".find(c).unwrap()]).collect()
    }

    fn solved(text: &str, lengths: &[usize]) -> Option<String> {
        let clue = LineClue::new((0..text.len()).collect(), black(lengths), "row 1", "");
        let mut domains = Domains::new(line(text));
        clue.propagate(&mut domains, Effort::Quick).ok()?;
        Some(domains.all().iter().map(|&values| ['!', '.', '#', '?'][values as usize]).collect())
    }

    #[test]
    fn a_long_block_fills_the_middle_of_its_line() {
        assert_eq!(solved("?????", &[4]).unwrap(), "?###?");
        assert_eq!(solved("??????????", &[4, 4]).unwrap(), "?###??###?");
    }

    #[test]
    fn a_block_of_unknown_length_has_at_least_one_cell() {
        assert_eq!(solved("?????", &[0]).unwrap(), "?????");
        assert_eq!(solved("#????", &[0, 2]).unwrap(), "#??#?");
        assert_eq!(solved("..?..", &[0]).unwrap(), "..#..");
        assert_eq!(solved("?????", &[0, 0, 0]).unwrap(), "#.#.#");
        assert_eq!(solved("?#?#?", &[0]).unwrap(), "?###?");
        assert_eq!(solved("....", &[0]), None);
    }

    #[test]
    fn an_empty_clue_empties_its_line() {
        assert_eq!(solved("???", &[]).unwrap(), "...");
        assert_eq!(solved("?#?", &[]), None);
    }

    #[test]
    fn a_full_clue_leaves_nothing_open() {
        assert_eq!(solved("?????", &[2, 2]).unwrap(), "##.##");
        assert_eq!(solved("???.?", &[2, 2]), None);
        assert_eq!(solved("?????", &[6]), None);
    }

    #[test]
    fn a_line_of_no_cells_holds_no_block() {
        assert_eq!(solved("", &[]).unwrap(), "");
        assert_eq!(solved("", &[1]), None);
    }

    #[test]
    fn blocks_longer_than_any_line_break_it_quietly() {
        assert_eq!(solved("?????", &[usize::MAX, usize::MAX]), None);
        assert_eq!(cells_needed(&black(&[usize::MAX, 2])), usize::MAX);
    }

    #[test]
    fn blocks_of_different_colours_may_touch() {
        let blocks = [Block { length: 2, colour: 1 }, Block { length: 1, colour: 2 }];
        assert_eq!(cells_needed(&blocks), 3);
        let clue = LineClue::new(vec![0, 1, 2], blocks.to_vec(), "row 1", "");
        let mut domains = Domains::new(vec![0b111; 3]);
        assert_eq!(clue.propagate(&mut domains, Effort::Quick), Ok(()));
        assert_eq!(domains.all(), [0b010, 0b010, 0b100]);
    }

    #[test]
    fn a_line_over_many_words_is_solved_like_a_short_one() {
        // 130 blocks of 3 with gaps of 1 fill 519 cells: one cell more leaves two of every three known.
        let clue = LineClue::new((0..520).collect(), black(&[3; 130]), "row 1", "");
        let mut domains = Domains::new(vec![0b11; 520]);
        assert_eq!(clue.propagate(&mut domains, Effort::Quick), Ok(()));
        for (cell, &values) in domains.all().iter().enumerate() {
            let expected = if matches!(cell % 4, 1 | 2) { 0b10 } else { 0b11 };
            assert_eq!(values, expected, "cell {cell}");
        }
    }

    proptest! {
        #[test]
        fn a_line_keeps_exactly_the_cells_of_its_placements(
            start in prop::collection::vec(prop::sample::select(vec![0b01, 0b10, 0b11, 0b11, 0b11]), 0..=12),
            lengths in prop::collection::vec(0usize..=4, 0..=4),
        ) {
            agrees_with_brute_force(&start, &black(&lengths));
        }

        #[test]
        fn a_coloured_line_keeps_exactly_the_colours_of_its_placements(
            start in prop::collection::vec(prop_oneof![Just(0b1111), 1u64..16], 0..=9),
            blocks in prop::collection::vec((0usize..=3, 1u8..=3), 0..=5),
        ) {
            let blocks: Vec<Block> = blocks.into_iter().map(|(length, colour)| Block { length, colour }).collect();
            agrees_with_brute_force(&start, &blocks);
        }

        #[test]
        fn the_facts_that_a_conclusion_needs_are_those_found_by_asking(
            start in prop::collection::vec(prop::sample::select(vec![0b001u64, 0b010, 0b100, 0b110, 0b111, 0b111]), 1..=9),
            blocks in prop::collection::vec((1usize..=3, 1u8..=2), 0..=4),
            from_back in any::<bool>(),
        ) {
            let blocks: Vec<Block> = blocks.into_iter().map(|(length, colour)| Block { length, colour }).collect();
            agrees_with_asking(&start, &blocks, from_back);
        }

        #[test]
        fn a_line_across_a_word_border_is_solved_exactly(
            empty_before in 52usize..66,
            start in prop::collection::vec(prop::sample::select(vec![0b01, 0b10, 0b11, 0b11, 0b11]), 1..=12),
            lengths in prop::collection::vec(0usize..=4, 0..=4),
        ) {
            let mut line = vec![0b01; empty_before];
            line.extend(start);
            agrees_with_brute_force(&line, &black(&lengths));
        }
    }
}
