//! One 9×9 board at a time, as fast as one board allows: depth-first search over `Words`.
//!
//! Where the rules stop, the search takes a cell with two digits left, copies the 120 bytes of the board, tries one digit
//! on the copy and strikes it out on the original. The stacks are closed only there: on an easy board the bands and the
//! singles do all the work, and a rule that is asked rarely costs little.
//!
//! Nothing is allocated but what the caller wants to keep.

use super::words::{ALL_WORDS, Branch, Cells, Contradiction, Words, choose, digits};
use crate::verdict::{Counters, Stopped, Watch};

/// A search for the solutions of a board, and what it has found.
pub(super) struct Search<'s, 'w> {
    enough: u64,
    watch: Option<&'s mut Watch<'w>>,
    arrive: &'s mut dyn FnMut(&Cells),
    /// Solutions seen.
    pub(super) found: u64,
    /// What it took.
    pub(super) counters: Counters,
}

impl<'s, 'w> Search<'s, 'w> {
    /// A search that stops at `enough` solutions or where the watch says so, and shows every solution to `arrive`.
    pub(super) fn new(enough: u64, watch: Option<&'s mut Watch<'w>>, arrive: &'s mut dyn FnMut(&Cells)) -> Self {
        Search { enough: enough.max(1), watch, arrive, found: 0, counters: Counters::default() }
    }

    /// Searches a board from its givens.
    #[inline(always)]
    pub(super) fn run(&mut self, cells: &Cells) -> Result<(), Stopped> {
        match Words::of_givens(cells) {
            Ok(mut words) => self.explore(&mut words, ALL_WORDS, 1),
            Err(Contradiction) => Ok(()),
        }
    }

    /// Searches below a board on which the `dirty` words have changed.
    pub(super) fn explore(&mut self, words: &mut Words, mut dirty: u32, depth: u64) -> Result<(), Stopped> {
        loop {
            self.counters.generated += 1;
            self.counters.nodes += 1;
            if let Some(watch) = &mut self.watch {
                watch.tick(self.counters.nodes, 0)?;
            }
            if settle(words, dirty).is_err() {
                self.counters.backtracks += 1;
                return Ok(());
            }
            if words.is_solved() {
                self.found += 1;
                (self.arrive)(&digits(&words.words));
                return if self.found >= self.enough { Err(Stopped::Enough) } else { Ok(()) };
            }
            self.counters.peak_frontier = self.counters.peak_frontier.max(depth);
            // An unsolved board without a contradiction has an open cell, so there always is a choice.
            let Some(branch) = choose(&words.words) else { return Ok(()) };
            let mut tried = *words;
            let changed = take(&mut tried, branch);
            self.explore(&mut tried, changed, depth + 1)?;
            dirty = strike(words, branch);
        }
    }
}

/// All rules, to the point where only a choice helps.
#[inline(always)]
pub(super) fn settle(words: &mut Words, mut dirty: u32) -> Result<(), Contradiction> {
    loop {
        words.propagate(dirty)?;
        if words.is_solved() {
            return Ok(());
        }
        dirty = words.close_stacks()?;
        if dirty == 0 {
            return Ok(());
        }
    }
}

/// Puts a digit into a cell; returns the words that have changed.
#[inline(always)]
pub(super) fn take(words: &mut Words, branch: Branch) -> u32 {
    let Branch { word, bit } = branch;
    let band = word / 9;
    let mut dirty = 1 << word;
    for index in band * 9..band * 9 + 9 {
        if index != word && words.words[index] & bit != 0 {
            words.words[index] &= !bit;
            dirty |= 1 << index;
        }
    }
    dirty
}

/// Strikes a digit out of a cell; returns the word that has changed.
#[inline(always)]
pub(super) fn strike(words: &mut Words, branch: Branch) -> u32 {
    words.words[branch.word] &= !branch.bit;
    1 << branch.word
}

/// How many solutions a board has, up to `limit`, and the first of them. Digits above 9 are taken for blanks.
pub fn count(cells: &Cells, limit: u64) -> (u64, Option<Cells>) {
    let mut first = None;
    let mut arrive = |cells: &Cells| {
        if first.is_none() {
            first = Some(*cells);
        }
    };
    let mut search = Search::new(limit, None, &mut arrive);
    // Without a watch the only way to stop is to have found enough.
    let _ = search.run(cells);
    (search.found, first)
}

/// Whether a board has a solution that does not have this digit (from 1 to 9) in this cell.
pub fn is_possible_without(cells: &Cells, cell: usize, digit: u8) -> bool {
    let Ok(mut words) = Words::of_givens(cells) else { return false };
    strike(&mut words, Branch { word: cell / 27 * 9 + usize::from(digit - 1), bit: 1 << (cell % 27) });
    let mut arrive = |_: &Cells| ();
    let mut search = Search::new(1, None, &mut arrive);
    search.explore(&mut words, ALL_WORDS, 1).is_err()
}
