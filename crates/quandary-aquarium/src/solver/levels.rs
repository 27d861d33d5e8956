//! The fast engine: propagation of levels, probing, and clause learning.
//!
//! The variables are the stretches of the [`Flow`], wet or dry. That water floods what is below is a clause of two
//! literals each; the clues are [`Lines`]. Most boards that people play are decided by propagation alone. Where they are
//! not, every open level is probed at its ends (failed literals), a bounded number of times; what is left then goes to
//! [clause learning](quandary_core::reason::learn). The search for a second solution keeps everything that was learned on
//! the way to the first, so that the proof that there is none usually costs less than the solution.

use super::super::{Aquarium, Flow, WaterRule};
use super::lines::Lines;
use super::parts::Parts;
use quandary_core::puzzle::{Cell, Solution};
use quandary_core::reason::learn::{Found, Learner, Literal, Probe};
use quandary_core::verdict::{CellLiteral, Counters, Stopped, Watch};

/// How often all open levels are probed, at most.
const PROBING_ROUNDS: u32 = 3;

/// How many open stretches make a board worth looking at neighbouring lines together.
const LARGE: usize = 100;

/// A board being solved.
#[derive(Debug)]
pub(super) struct Levels {
    flow: Flow,
    learner: Learner<Lines>,
    /// By literal: it is a consequence of a probe that held, so it need not be probed.
    holds: Vec<bool>,
    /// The clues were propagated and the levels probed.
    is_prepared: bool,
    /// The result, if that has decided the board.
    at_once: Option<Found>,
    keeps_log: bool,
}

impl Levels {
    pub(super) fn new(board: &Aquarium) -> Self {
        let flow = Flow::new(board);
        let stretches = flow.stretches();
        let mut lines = Lines::default();
        add_rows(board, &flow, &mut lines);
        add_columns(board, &flow, &mut lines);
        lines.finish(stretches);
        let mut learner = Learner::new(stretches, lines);
        for &(above, below) in &flow.floods {
            learner.add_implication(Literal::new(above as usize, true), Literal::new(below as usize, true));
        }
        for (stretch, &width) in flow.width.iter().enumerate() {
            learner.bump(stretch, f64::from(width) / board.columns.len() as f64);
        }
        Levels { flow, learner, holds: vec![false; 2 * stretches], is_prepared: false, at_once: None, keeps_log: false }
    }

    /// From now on keeps a log of what is learned, and solves everything as one part.
    pub(super) fn keep_log(&mut self) {
        self.keeps_log = true;
        self.learner.keep_log();
    }

    /// What was learned, where a log is kept.
    pub(super) fn learned(&self) -> Vec<Vec<CellLiteral>> {
        self.flow.in_cells(&self.learner.learned(), |stretch| stretch)
    }

    /// Propagates the clues and probes the levels; what is still open then, split into independent parts. `None` where it is
    /// one part, or nothing is open.
    pub(super) fn parts(&mut self, board: &Aquarium, watch: &mut Watch<'_>) -> Result<Option<Parts>, Stopped> {
        self.parts_of(board, LARGE, PROBING_ROUNDS, watch)
    }

    /// The same, where a board with `large` open stretches is large, and after this many rounds of probing.
    pub(super) fn parts_of(
        &mut self,
        board: &Aquarium,
        large: usize,
        rounds: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Parts>, Stopped> {
        self.is_prepared = true;
        self.at_once = self.prepare(rounds, watch)?;
        if self.at_once.is_some() {
            return Ok(None);
        }
        let root = (self.learner.propagator(), self.learner.facts());
        Ok(Parts::cut(board, &self.flow, root, large, self.keeps_log, self.counters()))
    }

    /// How water flows on the board.
    pub(super) fn flow(&self) -> &Flow {
        &self.flow
    }

    /// Looks for a solution, or for the next one.
    pub(super) fn next(&mut self, watch: &mut Watch<'_>) -> Result<Option<Solution>, Stopped> {
        if !std::mem::replace(&mut self.is_prepared, true) {
            self.at_once = self.prepare(PROBING_ROUNDS, watch)?;
        }
        let found = match self.at_once.take() {
            Some(found) => found,
            None => self.learner.search_on_threads(watch)?,
        };
        if found == Found::Nothing {
            return Ok(None);
        }
        let facts = self.learner.facts();
        let water = self.flow.stretch_of.map(|&stretch| u8::from(facts.is_true(Literal::new(stretch as usize, true))));
        self.learner.block_model();
        Ok(Some(Solution::Grid(water)))
    }

    /// Everything that is done before the search, once: propagation, then probing.
    fn prepare(&mut self, rounds: u32, watch: &mut Watch<'_>) -> Result<Option<Found>, Stopped> {
        match self.learner.settle() {
            Some(found) => Ok(Some(found)),
            None => self.probe_levels(rounds, watch),
        }
    }

    /// Probes every open level at its ends.
    fn probe_levels(&mut self, rounds: u32, watch: &mut Watch<'_>) -> Result<Option<Found>, Stopped> {
        let stretches = self.flow.stretches();
        for _ in 0..rounds {
            self.holds.fill(false);
            let mut moved = false;
            // Water from the top and air from the bottom: what holds there implies everything between.
            let water = (0..stretches).rev().map(|stretch| Literal::new(stretch, true));
            let air = (0..stretches).map(|stretch| Literal::new(stretch, false));
            for literal in water.chain(air) {
                if self.holds[literal.index()] || !self.learner.facts().is_open(literal) {
                    continue;
                }
                watch.tick(self.learner.counters.nodes, 0)?;
                match self.learner.probe(literal, |seen| self.holds[seen.index()] = true) {
                    Probe::Holds => {}
                    Probe::Refuted => moved = true,
                    Probe::Nothing => return Ok(Some(Found::Nothing)),
                }
            }
            if self.learner.facts().trail().len() == stretches {
                return Ok(Some(Found::Model));
            }
            if !moved {
                break;
            }
        }
        Ok(None)
    }

    /// What it took so far.
    pub(super) fn counters(&self) -> Counters {
        Counters { peak_bytes: self.learner.bytes(), ..self.learner.counters }
    }
}

/// Each stretch of a row counts by itself, with its width.
fn add_rows(board: &Aquarium, flow: &Flow, lines: &mut Lines) {
    // Stretches are numbered row by row, from the bottom up.
    let mut next = 0;
    for (row, clue) in board.rows.iter().enumerate().rev() {
        if let Some(clue) = *clue {
            lines.begin(clue, true);
        }
        while flow.first.get(next).is_some_and(|cell| cell.row == row) {
            if clue.is_some() {
                lines.ladder([next as u32], flow.width[next]);
            }
            next += 1;
        }
    }
}

/// The cells of a column count by ladders: those of a tank that fill up from the bottom.
fn add_columns(board: &Aquarium, flow: &Flow, lines: &mut Lines) {
    // By tank: its ladder in the present column, and the row of that ladder's highest rung.
    let mut ladder_of = vec![(usize::MAX, 0, 0); board.tank_count() + 1];
    let mut rungs: Vec<(usize, u32)> = Vec::new();
    for (column, clue) in board.columns.iter().enumerate() {
        let Some(clue) = *clue else { continue };
        lines.begin(clue, false);
        rungs.clear();
        let mut ladders = 0;
        for row in (0..board.rows.len()).rev() {
            let cell = Cell { row, column };
            let (of_column, ladder, top) = &mut ladder_of[usize::from(board.tanks[cell])];
            // Under the region rule a tank may come back into the column further up: it is still one level.
            let goes_on = *of_column == column
                && (board.rule == WaterRule::Region
                    || *top == row + 1 && board.is_open(cell, Cell { row: row + 1, column }));
            if !goes_on {
                (*of_column, *ladder) = (column, ladders);
                ladders += 1;
            }
            *top = row;
            rungs.push((*ladder, flow.stretch_of[cell]));
        }
        rungs.sort_by_key(|&(ladder, _)| ladder);
        for ladder in rungs.chunk_by(|a, b| a.0 == b.0) {
            lines.ladder(ladder.iter().map(|&(_, stretch)| stretch), 1);
        }
    }
}
