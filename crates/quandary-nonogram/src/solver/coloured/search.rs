//! Probing and depth-first search on a coloured board.
//!
//! When the lines alone say nothing more, every open cell is *probed* with each content that it may have. A content that
//! breaks some line is struck out, and so is whatever all the other contents strike out. A probe depends only on the lines
//! that it settled; as long as none of them changes it would end the same way, so it is not run again. A probe that
//! happens to decide the board is a solution already.
//!
//! Only when probing ends too, the search branches: on the cell whose probes gained most, counting mainly the least gain,
//! and less the more contents there are to go through.

use super::super::board::Lines;
use super::super::search::Halt;
use super::super::word::Word;
use super::board::{Board, Strike, members};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::verdict::{Ask, Counters, Stopped, Watch};

/// Most bytes of probe memory that are set aside at each branch; boards with more probe anew after a dead end.
const SNAPSHOT_LIMIT: usize = 1 << 18;

/// What is remembered of the probes of a cell.
#[derive(Clone, Copy)]
struct Probe<W> {
    /// The lines that they settled.
    lines: Lines<W>,
    /// The fewest and the most contents that one of them struck out.
    gains: [u16; 2],
    is_valid: bool,
}

/// A branch: how to go back, and what is still to be tried there.
struct Frame {
    trail: usize,
    cell: usize,
    untried: u64,
}

/// What a probe brought.
enum Found {
    Nothing,
    Something,
    Contradiction,
}

/// A search in progress.
pub(super) struct Search<'a, W> {
    pub(super) board: Board<W>,
    ask: &'a Ask,
    probes: Vec<Probe<W>>,
    /// The probes as they stood at each branch, where that is not too much.
    snapshots: Vec<Vec<Probe<W>>>,
    frames: Vec<Frame>,
    /// The trail at the root, with all that is known for certain.
    root: usize,
    /// Lines that may be settled.
    share: u64,
    spare: Vec<Strike>,
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
            snapshots: Vec::new(),
            frames: Vec::new(),
            root: 0,
            share: 0,
            spare: Vec::new(),
            solutions: Vec::new(),
            found: 0,
            counters: Counters::default(),
        }
    }

    /// Looks everywhere, or as far as settling `share` lines goes. Where it halts early it cannot go on.
    pub(super) fn run(&mut self, watch: &mut Watch<'_>, share: u64) -> Result<(), Halt> {
        self.share = share;
        if !self.board.propagate_for_good(watch)? {
            return Ok(());
        }
        self.root = self.board.trail.len();
        if self.board.open() == 0 {
            return Ok(self.arrive()?);
        }
        let cells = self.board.height() * self.board.width();
        watch.tick(0, self.board.bytes() + (cells * size_of::<Probe<W>>()) as u64)?;
        self.probes = vec![Probe { lines: Lines::NONE, gains: [0; 2], is_valid: false }; cells];
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
                Some(cell) => self.branch(cell),
                None => {
                    self.arrive()?;
                    false
                }
            };
            while !(holds && self.probe_all(watch)?) {
                self.counters.backtracks += 1;
                match self.back_up() {
                    None => return Ok(()),
                    Some(still_holds) => holds = still_holds,
                }
            }
        }
    }

    /// Goes back to what is known for certain.
    pub(super) fn start_over(&mut self) {
        self.frames.clear();
        self.board.undo_to(self.root);
    }

    /// Tries the first content of a cell; the others are left for later. Says whether the lines still hold.
    fn branch(&mut self, cell: usize) -> bool {
        self.frames.push(Frame { trail: self.board.trail.len(), cell, untried: self.board.may_be(cell) });
        if self.keeps_snapshots() {
            if self.snapshots.len() < self.frames.len() {
                self.snapshots.push(Vec::new());
            }
            let snapshot = &mut self.snapshots[self.frames.len() - 1];
            snapshot.clear();
            snapshot.extend_from_slice(&self.probes);
        }
        self.try_next().unwrap_or(false)
    }

    /// Goes back to the last branch with something untried and tries it. `None` when there is none.
    fn back_up(&mut self) -> Option<bool> {
        loop {
            self.board.undo_to(self.frames.last()?.trail);
            if self.frames.last()?.untried == 0 {
                self.frames.pop();
                continue;
            }
            if self.keeps_snapshots() {
                self.probes.copy_from_slice(&self.snapshots[self.frames.len() - 1]);
            } else {
                self.probes.iter_mut().for_each(|probe| probe.is_valid = false);
            }
            return self.try_next();
        }
    }

    /// Tries the next content at the last branch.
    fn try_next(&mut self) -> Option<bool> {
        let Frame { cell, untried, .. } = self.frames.last_mut()?;
        let (cell, content) = (*cell, members(*untried).next()?);
        *untried &= *untried - 1;
        let mark = self.board.trail.len();
        self.board.set(cell, content);
        Some(self.follow_up(mark))
    }

    fn keeps_snapshots(&self) -> bool {
        size_of_val(&self.probes[..]) <= SNAPSHOT_LIMIT
    }

    /// Draws the conclusions of what was struck out after `mark`; probes of lines that change are void.
    fn follow_up(&mut self, mark: usize) -> bool {
        if !self.board.propagate() {
            return false;
        }
        let mut changed = Lines::NONE;
        for strike in &self.board.trail[mark..] {
            changed = changed.with(Lines { rows: W::bit(strike.row.into()), columns: W::bit(strike.column.into()) });
        }
        for probe in &mut self.probes {
            probe.is_valid &= !probe.lines.meets(changed);
        }
        true
    }

    /// Probes all open cells until nothing new follows. `false` when the board breaks.
    fn probe_all(&mut self, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        loop {
            let mut moved = false;
            for cell in 0..self.probes.len() {
                if self.probes[cell].is_valid || self.board.may_be(cell).is_power_of_two() {
                    continue;
                }
                watch.tick(self.counters.nodes, 0)?;
                if self.board.lines_settled > self.share {
                    return Err(Halt::Slice);
                }
                match self.probe(cell)? {
                    Found::Nothing => {}
                    Found::Something => moved = true,
                    Found::Contradiction => return Ok(false),
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }

    /// Tries every content of an open cell.
    fn probe(&mut self, cell: usize) -> Result<Found, Halt> {
        let mark = self.board.trail.len();
        self.board.touched = Lines::NONE;
        let mut common = std::mem::take(&mut self.spare);
        common.clear();
        let mut gains: Option<[usize; 2]> = None;
        for content in members(self.board.may_be(cell)) {
            self.counters.checks += 1;
            self.board.set(cell, content);
            if self.board.propagate() {
                // Where all solutions are counted, each is met at its own leaf and nowhere else.
                if self.board.open() == 0 && self.ask.solution_limit() <= 2 {
                    self.arrive()?;
                }
                let gain = self.board.trail.len() - mark;
                gains = match gains {
                    None => {
                        common.extend_from_slice(&self.board.trail[mark..]);
                        Some([gain; 2])
                    }
                    Some([least, most]) => {
                        common.retain(|&strike| self.board.is_struck(strike));
                        Some([least.min(gain), most.max(gain)])
                    }
                };
            }
            self.board.undo_to(mark);
        }
        let found = match gains {
            None => Found::Contradiction,
            Some(gains) => {
                let gains = gains.map(|gain| gain.min(u16::MAX.into()) as u16);
                self.probes[cell] = Probe { lines: self.board.touched, gains, is_valid: true };
                common.iter().for_each(|&strike| self.board.strike(strike));
                match &common[..] {
                    [] => Found::Nothing,
                    _ if self.follow_up(mark) => Found::Something,
                    _ => Found::Contradiction,
                }
            }
        };
        self.spare = common;
        Ok(found)
    }

    /// The cell to branch on; `None` when all is known.
    fn choose(&self) -> Option<usize> {
        let mut best: Option<(f32, usize)> = None;
        for (cell, probe) in self.probes.iter().enumerate() {
            let ways = self.board.may_be(cell).count_ones();
            if ways < 2 {
                continue;
            }
            let [least, most] = probe.gains.map(f32::from);
            let score = (least + 1.85 * (1.0 + most - least).ln()) / (ways as f32).log2();
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, cell));
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Everything is known: a solution, perhaps one that a probe met before.
    fn arrive(&mut self) -> Result<(), Stopped> {
        let enough = self.ask.solution_limit();
        if enough <= 2 || self.solutions.len() < self.ask.solutions.max(1) {
            let picture = self.picture();
            if enough <= 2 && self.solutions.contains(&picture) {
                return Ok(());
            }
            self.solutions.push(picture);
        }
        self.found += 1;
        if self.found >= enough { Err(Stopped::Enough) } else { Ok(()) }
    }

    fn picture(&self) -> Solution {
        let mut grid = Grid::filled(self.board.height(), self.board.width(), 0);
        for (index, cell) in grid.cells().enumerate() {
            grid[cell] = self.board.may_be(index).trailing_zeros() as u8;
        }
        Solution::Grid(grid)
    }

    /// About how much the search holds.
    pub(super) fn bytes(&self) -> u64 {
        let probes = size_of_val(&self.probes[..]) as u64;
        self.board.bytes() + probes * (1 + self.snapshots.len() as u64)
    }
}
