//! Depth-first search on a black and white board.
//!
//! When probing (`probing`) says nothing more, the search branches: on the cell whose two probes gained most, counting mainly
//! the lesser gain (`min + 1.85 · ln(1 + difference)`, the best of seven formulas in Wu's comparison). As long as no solution
//! is known the search starts over now and then, in Luby's rhythm and with a little noise, so that one bad early choice
//! costs little. After the first solution it runs on without starting over, and what it has left behind stays done: that
//! is the proof that there is no second one.

use super::board::{Board, Lines, Spot};
use super::lockstep::Lockstep;
use super::probing::Probe;
use super::swap::swapped;
use super::word::Word;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::random::{ChaCha8Rng, RngExt, SeedableRng};
use quandary_core::verdict::{Ask, Counters, Stopped, Watch};

/// Nodes before the first restart, and the unit of all later ones.
const RESTART_UNIT: u64 = 300;

/// Most bytes of probe memory that are set aside at each branch; boards with more probe anew after a dead end.
const SNAPSHOT_LIMIT: usize = 1 << 18;

/// A branch: how to go back, and what is still to be tried there.
struct Frame {
    trail: usize,
    untried: Option<Spot>,
}

/// Why a search ended without having looked everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// For good.
    Stopped(Stopped),
    /// Its share of the work is done; something else may go on.
    Slice,
}

impl From<Stopped> for Halt {
    fn from(why: Stopped) -> Self {
        Halt::Stopped(why)
    }
}

/// A search in progress.
pub(super) struct Search<'a, W> {
    pub(super) board: Board<W>,
    pub(super) ask: &'a Ask,
    pub(super) probes: Vec<Probe<W>>,
    /// Probes that run side by side, where the lines are short enough for it.
    pub(super) lockstep: Option<Lockstep<W>>,
    /// The probes as they stood at each branch, where that is not too much.
    snapshots: Vec<Vec<Probe<W>>>,
    frames: Vec<Frame>,
    /// The trail at the root, with all that is known for certain.
    root: usize,
    /// Lines that may be settled.
    pub(super) share: u64,
    pub(super) spare: Vec<Spot>,
    random: ChaCha8Rng,
    pub(super) solutions: Vec<Solution>,
    pub(super) found: u64,
    pub(super) counters: Counters,
}

impl<'a, W: Word> Search<'a, W> {
    pub(super) fn new(board: Board<W>, ask: &'a Ask) -> Self {
        Search {
            board,
            ask,
            probes: Vec::new(),
            lockstep: None,
            snapshots: Vec::new(),
            frames: Vec::new(),
            root: 0,
            share: 0,
            spare: Vec::new(),
            random: ChaCha8Rng::seed_from_u64(0),
            solutions: Vec::new(),
            found: 0,
            counters: Counters::default(),
        }
    }

    /// Looks everywhere, or as far as settling `share` lines goes. Where it halts early it cannot go on, only start over.
    pub(super) fn run(&mut self, watch: &mut Watch<'_>, share: u64) -> Result<(), Halt> {
        self.share = share;
        if !self.board.propagate() {
            return Ok(());
        }
        self.root = self.board.trail.len();
        if self.board.open() == 0 {
            return Ok(self.arrive(true)?);
        }
        let cells = self.board.height() * self.board.width();
        self.probes = vec![Probe { lines: Lines::NONE, gains: [0; 2], is_valid: false }; cells];
        self.lockstep = W::HAS_LANES.then(|| Lockstep::new(&self.board));
        let mut restart = 1;
        let mut next_restart = RESTART_UNIT * luby(restart);
        if !self.probe_all(watch)? {
            return Ok(());
        }
        self.root = self.board.trail.len();
        loop {
            // Here the board is probed, and without a contradiction.
            self.counters.nodes += 1;
            self.counters.generated += 1;
            self.counters.peak_frontier = self.counters.peak_frontier.max(self.frames.len() as u64);
            watch.tick(self.counters.nodes, self.bytes())?;
            let mut holds = match self.choose() {
                Some(spot) => self.branch(spot),
                None => {
                    self.arrive(self.frames.is_empty())?;
                    false
                }
            };
            loop {
                if holds && self.probe_all(watch)? {
                    break;
                }
                self.counters.backtracks += 1;
                match self.back_up() {
                    None => return Ok(()),
                    Some(still_holds) => holds = still_holds,
                }
            }
            if self.found == 0 && self.counters.nodes >= next_restart {
                restart += 1;
                next_restart = self.counters.nodes + RESTART_UNIT * luby(restart);
                self.start_over();
            }
        }
    }

    /// Tries a content; the other one is left for later. Says whether the lines still hold.
    fn branch(&mut self, spot: Spot) -> bool {
        self.frames.push(Frame { trail: self.board.trail.len(), untried: Some(spot.other()) });
        if self.keeps_snapshots() {
            if self.snapshots.len() < self.frames.len() {
                self.snapshots.push(Vec::new());
            }
            let snapshot = &mut self.snapshots[self.frames.len() - 1];
            snapshot.clear();
            snapshot.extend_from_slice(&self.probes);
        }
        self.commit(spot)
    }

    /// Goes back to the last branch with something untried and tries it. `None` when there is none.
    fn back_up(&mut self) -> Option<bool> {
        loop {
            let trail = self.frames.last()?.trail;
            self.go_back_to(trail);
            let frame = self.frames.last_mut()?;
            match frame.untried.take() {
                None => {
                    self.frames.pop();
                }
                Some(spot) => {
                    if self.keeps_snapshots() {
                        let snapshot = &self.snapshots[self.frames.len() - 1];
                        self.probes.copy_from_slice(snapshot);
                    } else {
                        self.forget_probes();
                    }
                    return Some(self.commit(spot));
                }
            }
        }
    }

    /// Goes back to what is known for certain.
    pub(super) fn start_over(&mut self) {
        self.frames.clear();
        self.go_back_to(self.root);
        match self.snapshots.first() {
            Some(snapshot) => self.probes.copy_from_slice(snapshot),
            None => self.forget_probes(),
        }
    }

    /// Takes everything back after the trail was this long.
    fn go_back_to(&mut self, trail: usize) {
        let changed = self.lines_of(trail);
        if let Some(lockstep) = &mut self.lockstep {
            lockstep.note_changed(changed);
        }
        self.board.undo_to(trail);
    }

    /// The lines with cells that became known after the trail was this long.
    fn lines_of(&self, trail: usize) -> Lines<W> {
        let mut lines = Lines::NONE;
        for spot in &self.board.trail[trail..] {
            lines = lines.with(Lines { rows: W::bit(spot.row.into()), columns: W::bit(spot.column.into()) });
        }
        lines
    }

    fn forget_probes(&mut self) {
        self.probes.iter_mut().for_each(|probe| probe.is_valid = false);
    }

    fn keeps_snapshots(&self) -> bool {
        size_of_val(&self.probes[..]) <= SNAPSHOT_LIMIT
    }

    /// Puts something into a cell for as long as the present branch lasts; probes of lines that change are void.
    pub(super) fn commit(&mut self, spot: Spot) -> bool {
        self.commit_all(&[spot])
    }

    pub(super) fn commit_all(&mut self, spots: &[Spot]) -> bool {
        let mark = self.board.trail.len();
        for &spot in spots {
            // Of several probes that ran together, one may have brought already what the next one says.
            if self.board.is(spot.other()) {
                return false;
            }
            if !self.board.is(spot) {
                self.board.set(spot);
            }
        }
        let holds = self.board.propagate();
        let changed = self.lines_of(mark);
        if let Some(lockstep) = &mut self.lockstep {
            lockstep.note_changed(changed);
        }
        if !holds {
            return false;
        }
        for probe in &mut self.probes {
            probe.is_valid &= !probe.lines.meets(changed);
        }
        true
    }

    /// The cell to branch on, and what to try first; `None` when all is known.
    fn choose(&mut self) -> Option<Spot> {
        let width = self.board.width();
        let is_noisy = self.counters.nodes > RESTART_UNIT && self.found == 0;
        let mut best: Option<(f32, Spot)> = None;
        for row in 0..self.board.height() {
            for column in self.board.open_in(row).members() {
                let [empty, filled] = self.probes[row * width + column].gains.map(f32::from);
                let mut score = empty.min(filled) + 1.85 * (1.0 + (empty - filled).abs()).ln();
                if is_noisy {
                    score *= self.random.random_range(0.8..1.2);
                }
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, Spot { row: row as u16, column: column as u16, filled: false }));
                }
            }
        }
        let (_, spot) = best?;
        Some(if is_noisy && self.random.random_bool(0.5) { spot.other() } else { spot })
    }

    /// Everything is known: a solution, perhaps one that a probe met before. One that `is_forced` from the start is the
    /// only one.
    pub(super) fn arrive(&mut self, is_forced: bool) -> Result<(), Stopped> {
        self.arrive_at(is_forced, |board| picture(board.rows.known.iter().map(|known| known.filled), board.width()))
    }

    pub(super) fn arrive_at(
        &mut self,
        is_forced: bool,
        picture: impl FnOnce(&Board<W>) -> Solution,
    ) -> Result<(), Stopped> {
        let enough = self.ask.solution_limit();
        let wanted = self.ask.solutions.max(1);
        if enough <= 2 || self.solutions.len() < wanted {
            let picture = picture(&self.board);
            if enough <= 2 && self.solutions.contains(&picture) {
                return Ok(());
            }
            self.solutions.push(picture);
        }
        self.found += 1;
        if enough == 2 && self.found == 1 && !is_forced && offer_swapped(&mut self.solutions) {
            self.found = 2;
        }
        if self.found >= enough { Err(Stopped::Enough) } else { Ok(()) }
    }

    /// About how much the search holds.
    pub(super) fn bytes(&self) -> u64 {
        let probes = size_of_val(&self.probes[..]) as u64;
        let lockstep = self.lockstep.as_ref().map_or(0, Lockstep::bytes);
        self.board.bytes() + probes * (1 + self.snapshots.len() as u64) + lockstep
    }
}

/// Adds a picture that differs from the last one by a swap, where there is one.
pub(super) fn offer_swapped(solutions: &mut Vec<Solution>) -> bool {
    let second = solutions.last().and_then(Solution::grid).and_then(swapped);
    let is_found = second.is_some();
    solutions.extend(second.map(Solution::Grid));
    is_found
}

/// The picture with these filled cells in its rows.
pub(super) fn picture<W: Word>(rows: impl Iterator<Item = W>, width: usize) -> Solution {
    let values: Vec<u8> = rows.flat_map(|row| (0..width).map(move |column| u8::from(row.has(column)))).collect();
    let height = values.len() / width;
    Solution::Grid(Grid::from_values(height, width, values).unwrap_or_else(|| Grid::filled(height, width, 0)))
}

/// Luby's sequence 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(mut index: u64) -> u64 {
    loop {
        let size = (index + 1).next_power_of_two();
        if index + 1 == size {
            return size / 2;
        }
        index -= size / 2 - 1;
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lubys_sequence_doubles_when_it_has_been_walked_twice() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
