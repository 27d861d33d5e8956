//! One 9×9 board at a time, as fast as one board allows: depth-first search over a board that copies quickly.
//!
//! Where the rules stop, the search takes a cell with two digits left, copies the board (a few hundred bytes), tries one
//! digit on the copy and removes it on the original. Nothing is allocated but what the caller keeps.
//!
//! The board comes in two forms with the same rules. `Avx2Board` needs the registers of AVX2 and is two to five
//! times as fast; `Bands` runs everywhere. CPU detection at run time chooses.

#[cfg(target_arch = "x86_64")]
use super::avx2::Avx2Board;
use super::bands::{Bands, Cells, Contradiction};
use super::choose::Branch;
use quandary_core::verdict::{Counters, Stopped, Watch};

/// A board as the search sees it.
pub(super) trait Position: Copy {
    /// Applies the rules. Then the board is solved (`None`), or this is where to branch.
    fn settle(&mut self) -> Result<Option<Branch>, Contradiction>;
    /// Places a digit in a cell.
    fn take(&mut self, branch: Branch);
    /// Removes a digit from a cell.
    fn strike(&mut self, branch: Branch);
    /// The digits of a solved board.
    fn digits(&self) -> Cells;
}

/// A search for the solutions of a board, and what it has found.
pub(super) struct Search<'s, 'w> {
    enough: u64,
    watch: Option<&'s mut Watch<'w>>,
    on_solution: &'s mut dyn FnMut(&Cells),
    /// Solutions seen.
    pub(super) found: u64,
    /// What it took.
    pub(super) counters: Counters,
}

impl<'s, 'w> Search<'s, 'w> {
    /// A search that stops at `enough` solutions or where the watch says so, and passes every solution to `on_solution`.
    pub(super) fn new(enough: u64, watch: Option<&'s mut Watch<'w>>, on_solution: &'s mut dyn FnMut(&Cells)) -> Self {
        Search { enough: enough.max(1), watch, on_solution, found: 0, counters: Counters::default() }
    }

    /// Searches a board from its givens, with one digit removed from one cell if that is asked for.
    pub(super) fn run(&mut self, cells: &Cells, struck: Option<Branch>) -> Result<(), Stopped> {
        #[cfg(target_arch = "x86_64")]
        if let Some(board) = Avx2Board::of_givens(cells) {
            return self.begin(board, struck);
        }
        Bands::of_givens(cells).map_or(Ok(()), |bands| self.begin(bands, struck))
    }

    /// Searches a board from its candidates, 27 words of them.
    pub(super) fn run_from(&mut self, words: &[u32; 27]) -> Result<(), Stopped> {
        #[cfg(target_arch = "x86_64")]
        if let Some(board) = Avx2Board::of_words(words) {
            return self.begin(board, None);
        }
        self.begin(Bands::of_words(words), None)
    }

    fn begin(&mut self, mut position: impl Position, struck: Option<Branch>) -> Result<(), Stopped> {
        if let Some(branch) = struck {
            position.strike(branch);
        }
        let ended = self.explore(&mut position, 1);
        self.counters.peak_bytes = (self.counters.peak_frontier + 1) * size_of_val(&position) as u64;
        ended
    }

    fn explore<P: Position>(&mut self, position: &mut P, depth: u64) -> Result<(), Stopped> {
        loop {
            self.counters.generated += 1;
            self.counters.nodes += 1;
            if let Some(watch) = &mut self.watch {
                watch.tick(self.counters.nodes, 0)?;
            }
            let Ok(settled) = position.settle() else {
                self.counters.backtracks += 1;
                return Ok(());
            };
            let Some(branch) = settled else {
                self.found += 1;
                (self.on_solution)(&position.digits());
                return if self.found >= self.enough { Err(Stopped::Enough) } else { Ok(()) };
            };
            self.counters.peak_frontier = self.counters.peak_frontier.max(depth);
            let mut tried = *position;
            tried.take(branch);
            self.explore(&mut tried, depth + 1)?;
            position.strike(branch);
        }
    }
}

/// How many solutions a board has, up to `limit`, and the first of them. Values above 9 are blanks.
pub fn count(cells: &Cells, limit: u64) -> (u64, Option<Cells>) {
    let mut first = None;
    let mut on_solution = |cells: &Cells| {
        if first.is_none() {
            first = Some(*cells);
        }
    };
    let mut search = Search::new(limit, None, &mut on_solution);
    // Without a watch the only way to stop is to have found enough.
    let _ = search.run(cells, None);
    (search.found, first)
}

/// Passes the solutions of a board to a function, up to `limit` of them.
pub(crate) fn each(cells: &Cells, limit: u64, on_solution: &mut dyn FnMut(&Cells)) {
    // Without a watch the only way to stop is to have found enough.
    let _ = Search::new(limit, None, on_solution).run(cells, None);
}

/// A solution of a board that does not have this digit (from 1 to 9) in this cell.
pub(crate) fn without(cells: &Cells, cell: usize, digit: u8) -> Option<Cells> {
    let mut found = None;
    let mut on_solution = |cells: &Cells| found = Some(*cells);
    let struck = Branch::new(cell, usize::from(digit - 1));
    // Without a watch the only way to stop is to have found enough.
    let _ = Search::new(1, None, &mut on_solution).run(cells, Some(struck));
    found
}

/// Whether a board has a solution that does not have this digit (from 1 to 9) in this cell.
pub fn is_possible_without(cells: &Cells, cell: usize, digit: u8) -> bool {
    let mut on_solution = |_: &Cells| ();
    let mut search = Search::new(1, None, &mut on_solution);
    let struck = Branch::new(cell, usize::from(digit - 1));
    search.run(cells, Some(struck)).is_err()
}
