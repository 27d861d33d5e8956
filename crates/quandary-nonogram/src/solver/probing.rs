//! Probing: every open cell is tried with both contents.
//!
//! When the lines alone say nothing more: what if this cell were empty, what if it were filled? A content that breaks some
//! line is ruled out, and whatever follows from both contents is known. A probe depends only on the lines it settled; as
//! long as none of them changes it would end the same way, so it is not run again ("probe skipping" prunes nothing and loses
//! nothing). A probe that happens to fill the board is a solution already. Where lines are short enough, four cells are
//! tried at a time (`lockstep`).
//!
//! Two more things were tried and measured. Consequences read backwards ("if that, then not this"), handed to the learner
//! as clauses where the lines do not see them by themselves: boards built to be hard have next to none, and on random ones
//! they changed nothing but the luck. And eight cells at a time in the wider registers: neighbours that are further apart
//! disturb different lines, and what is gained in each step is lost in more of them.

use super::board::{Lines, Spot};
use super::lockstep;
use super::search::{Halt, Search, picture};
use super::word::Word;
use quandary_core::verdict::Watch;

/// What is remembered of the two probes of a cell.
#[derive(Clone, Copy)]
pub(super) struct Probe<W> {
    /// The lines that they settled.
    pub(super) lines: Lines<W>,
    /// How many cells followed from each content.
    pub(super) gains: [u16; 2],
    pub(super) is_valid: bool,
}

/// What a probe brought.
enum Found {
    Nothing,
    Something,
    Contradiction,
}

impl<W: Word> Search<'_, W> {
    /// Probes all open cells until nothing new follows. `false` when the board breaks.
    pub(super) fn probe_all(&mut self, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        if self.lockstep.is_some() {
            return self.probe_all_in_lockstep(watch);
        }
        let width = self.board.width();
        loop {
            let mut moved = false;
            for row in 0..self.board.height() {
                // A commit may close cells further on in this row, so each is looked at again.
                for column in self.board.open_in(row).members() {
                    if self.probes[row * width + column].is_valid || !self.board.open_in(row).has(column) {
                        continue;
                    }
                    watch.tick(self.counters.nodes, 0)?;
                    if self.board.lines_settled > self.share {
                        return Err(Halt::Slice);
                    }
                    match self.probe(row, column)? {
                        Found::Nothing => {}
                        Found::Something => moved = true,
                        Found::Contradiction => return Ok(false),
                    }
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }

    /// The same, several cells at a time.
    fn probe_all_in_lockstep(&mut self, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        let (height, width) = (self.board.height(), self.board.width());
        loop {
            let mut moved = false;
            let mut cells = [(0, 0); lockstep::CELLS];
            let mut gathered = 0;
            for row in 0..=height {
                let mut left = if row < height { self.board.open_in(row) } else { W::NONE };
                loop {
                    let next = left.members().find(|&column| !self.probes[row * width + column].is_valid);
                    match next {
                        Some(column) => {
                            cells[gathered] = (row, column);
                            gathered += 1;
                            left = left & !W::below(column + 1);
                        }
                        // Cells of several rows are tried together only where a row has too few; the last may be fewer.
                        None if row < height || gathered == 0 => break,
                        None => {}
                    }
                    if gathered == lockstep::CELLS || next.is_none() {
                        watch.tick(self.counters.nodes, 0)?;
                        match self.probe_together(&cells[..gathered])? {
                            Found::Nothing => {}
                            Found::Something => moved = true,
                            Found::Contradiction => return Ok(false),
                        }
                        gathered = 0;
                        // A commit may have closed cells further on in this row.
                        left = if row < height { left & self.board.open_in(row) } else { W::NONE };
                    }
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }

    /// Probes some open cells side by side.
    fn probe_together(&mut self, cells: &[(usize, usize)]) -> Result<Found, Halt> {
        let Some(lockstep) = &mut self.lockstep else { return Ok(Found::Nothing) };
        if self.board.lines_settled > self.share {
            return Err(Halt::Slice);
        }
        self.board.lines_settled += lockstep.run(&self.board, cells);
        self.counters.checks += 2 * cells.len() as u64;
        let open = self.board.open();
        let mut outcomes = [None; lockstep::CELLS];
        let mut is_solved = false;
        for (index, (&(row, column), outcome)) in cells.iter().zip(&mut outcomes).enumerate() {
            let lanes = lockstep.lanes(index);
            *outcome = Some(lanes.map(|lane| lane.holds));
            is_solved |= lanes.iter().any(|lane| lane.holds && lane.gain == open);
            let gains = lanes.map(|lane| lane.gain.min(u16::MAX.into()) as u16);
            let lines = lanes[0].lines.with(lanes[1].lines);
            self.probes[row * self.board.width() + column] = Probe { lines, gains, is_valid: true };
        }
        if is_solved && self.ask.solution_limit() <= 2 {
            for index in 0..cells.len() {
                self.arrive_in_lanes(index, open)?;
            }
        }
        let mut found = Found::Nothing;
        let mut follows = std::mem::take(&mut self.spare);
        for (index, (&(row, column), outcome)) in cells.iter().zip(outcomes).enumerate() {
            let empty = Spot { row: row as u16, column: column as u16, filled: false };
            follows.clear();
            match outcome {
                Some([true, true]) => {
                    if let Some(lockstep) = &self.lockstep {
                        lockstep.common(&self.board, index, &mut follows);
                    }
                }
                Some([true, false]) => follows.push(empty),
                Some([false, true]) => follows.push(empty.other()),
                _ => follows.extend([empty, empty.other()]),
            }
            if !follows.is_empty() {
                found = if self.commit_all(&follows) { Found::Something } else { Found::Contradiction };
                if matches!(found, Found::Contradiction) {
                    break;
                }
            }
        }
        self.spare = follows;
        Ok(found)
    }

    /// Keeps the pictures that came out of trying a cell.
    fn arrive_in_lanes(&mut self, index: usize, open: usize) -> Result<(), Halt> {
        for filled in [false, true] {
            let Some(lockstep) = &self.lockstep else { return Ok(()) };
            let lane = lockstep.lanes(index)[usize::from(filled)];
            if lane.holds && lane.gain == open {
                let picture = picture(lockstep.filled_rows(index, filled), self.board.width());
                self.arrive_at(false, |_| picture)?;
            }
        }
        Ok(())
    }

    fn probe(&mut self, row: usize, column: usize) -> Result<Found, Halt> {
        let mark = self.board.trail.len();
        let empty = Spot { row: row as u16, column: column as u16, filled: false };
        self.counters.checks += 2;
        self.board.touched = Lines::NONE;
        if !self.attempt(empty)? {
            self.board.undo_to(mark);
            return Ok(if self.commit(empty.other()) { Found::Something } else { Found::Contradiction });
        }
        let mut follows = std::mem::take(&mut self.spare);
        follows.clear();
        follows.extend_from_slice(&self.board.trail[mark + 1..]);
        let gain = self.board.trail.len() - mark;
        self.board.undo_to(mark);
        if !self.attempt(empty.other())? {
            self.board.undo_to(mark);
            self.spare = follows;
            return Ok(if self.commit(empty) { Found::Something } else { Found::Contradiction });
        }
        let gains = [gain, self.board.trail.len() - mark].map(|gain| gain.min(u16::MAX.into()) as u16);
        follows.retain(|&spot| self.board.is(spot));
        let lines = self.board.touched;
        self.board.undo_to(mark);
        self.probes[row * self.board.width() + column] = Probe { lines, gains, is_valid: true };
        let found = match &follows[..] {
            [] => Found::Nothing,
            _ if self.commit_all(&follows) => Found::Something,
            _ => Found::Contradiction,
        };
        self.spare = follows;
        Ok(found)
    }

    /// Tries a content without keeping it; a picture that comes out is kept.
    fn attempt(&mut self, spot: Spot) -> Result<bool, Halt> {
        self.board.set(spot);
        let holds = self.board.propagate();
        // Where all solutions are counted, each is met at its own leaf and nowhere else.
        if holds && self.board.open() == 0 && self.ask.solution_limit() <= 2 {
            self.arrive(false)?;
        }
        Ok(holds)
    }
}
