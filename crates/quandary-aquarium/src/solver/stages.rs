//! Four small solvers to read and to compare, each with one more kind of propagation.
//!
//! All four fill in cells one after the other, water first, and backtrack when a rule is broken. In the first, `complain`,
//! that is all that rules do. In `flood`, water that is filled in also flows to wherever it must. In `bounds`, a line that
//! has all its water makes the rest air, and one that needs all its open cells makes them water. In `air`, air rises as
//! water falls. Each stage makes the search smaller; `quandary compare` shows by how much.

use super::super::{Aquarium, Flow};
use super::clash::clashing_clues;
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Algorithm, Solution};
use quandary_core::verdict::{Ask, Counters, Outcome, Stopped, Watch};

/// What the rules do besides reporting violations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Complain,
    Flood,
    Bounds,
    Air,
}

/// The stages by name.
pub(super) const STAGES: [(Algorithm, Stage); 4] = [
    (
        Algorithm {
            name: "complain",
            summary: "cell by cell, water first; rules are only checked, never used to deduce",
        },
        Stage::Complain,
    ),
    (Algorithm { name: "flood", summary: "the same, and water spreads to every cell it must fill" }, Stage::Flood),
    (
        Algorithm {
            name: "bounds",
            summary: "the same, and lines fill up with air or water as soon as their clue decides it",
        },
        Stage::Bounds,
    ),
    (Algorithm { name: "air", summary: "the same, and air spreads upwards as water spreads downwards" }, Stage::Air),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Open,
    Water,
    Air,
}

/// A row or column with a clue.
struct Line {
    clue: u32,
    cells: Vec<usize>,
    water: u32,
    open: u32,
}

/// A rule breaks.
struct Complaint;

/// A board being filled in, cell by cell.
struct Board {
    stage: Stage,
    cells: Vec<State>,
    /// By cell: where water there runs to, and from where it would run here.
    floods: Vec<Vec<usize>>,
    flooded_by: Vec<Vec<usize>>,
    lines: Vec<Line>,
    /// By cell: the lines that count it.
    lines_of: Vec<Vec<usize>>,
    /// The cells that are filled in, in order; and how many of them were propagated.
    filled: Vec<usize>,
    followed: usize,
    counters: Counters,
}

impl Board {
    fn new(board: &Aquarium, stage: Stage) -> Self {
        let count = board.tanks.values().len();
        let (mut floods, mut flooded_by, mut lines_of) =
            (vec![Vec::new(); count], vec![Vec::new(); count], vec![Vec::new(); count]);
        for (from, to) in Flow::new(board).forced_pairs() {
            let (from, to) = (board.tanks.index_of(from), board.tanks.index_of(to));
            floods[from].push(to);
            flooded_by[to].push(from);
        }
        let mut lines = Vec::new();
        for (_, clue, cells) in board.lines() {
            let Some(clue) = clue else { continue };
            let cells: Vec<usize> = cells.into_iter().map(|cell| board.tanks.index_of(cell)).collect();
            cells.iter().for_each(|&cell| lines_of[cell].push(lines.len()));
            lines.push(Line { clue, open: cells.len() as u32, cells, water: 0 });
        }
        Board {
            stage,
            cells: vec![State::Open; count],
            floods,
            flooded_by,
            lines,
            lines_of,
            filled: Vec::new(),
            followed: 0,
            counters: Counters::default(),
        }
    }

    fn fill(&mut self, cell: usize, state: State) {
        self.cells[cell] = state;
        self.filled.push(cell);
        for &line in &self.lines_of[cell] {
            self.lines[line].open -= 1;
            self.lines[line].water += u32::from(state == State::Water);
        }
    }

    /// Empties cells until only this many are filled.
    fn empty(&mut self, kept: usize) {
        while self.filled.len() > kept
            && let Some(cell) = self.filled.pop()
        {
            let was_water = std::mem::replace(&mut self.cells[cell], State::Open) == State::Water;
            for &line in &self.lines_of[cell] {
                self.lines[line].open += 1;
                self.lines[line].water -= u32::from(was_water);
            }
        }
        self.followed = self.followed.min(kept);
    }

    /// Applies every rule to the cells that were filled in.
    fn follow_up(&mut self) -> Result<(), Complaint> {
        while let Some(&cell) = self.filled.get(self.followed) {
            self.followed += 1;
            self.counters.propagations += 1;
            let (others, state, helps) = match self.cells[cell] {
                State::Water => (std::mem::take(&mut self.floods[cell]), State::Water, self.stage >= Stage::Flood),
                _ => (std::mem::take(&mut self.flooded_by[cell]), State::Air, self.stage >= Stage::Air),
            };
            let spread = others.iter().try_for_each(|&other| self.demand(other, state, helps));
            match state {
                State::Water => self.floods[cell] = others,
                _ => self.flooded_by[cell] = others,
            }
            spread?;
            for at in 0..self.lines_of[cell].len() {
                self.look_at(self.lines_of[cell][at])?;
            }
        }
        Ok(())
    }

    /// A cell has to be water (or air): an error when it is not; fills it in where the stage does so.
    fn demand(&mut self, cell: usize, state: State, helps: bool) -> Result<(), Complaint> {
        self.counters.checks += 1;
        match self.cells[cell] {
            State::Open if helps => self.fill(cell, state),
            found if found != State::Open && found != state => return Err(Complaint),
            _ => {}
        }
        Ok(())
    }

    fn look_at(&mut self, line: usize) -> Result<(), Complaint> {
        self.counters.checks += 1;
        let Line { clue, water, open, .. } = self.lines[line];
        if water > clue || water + open < clue {
            return Err(Complaint);
        }
        let rest = match (water == clue, water + open == clue) {
            (true, _) => State::Air,
            (_, true) => State::Water,
            _ => return Ok(()),
        };
        if self.stage >= Stage::Bounds && open > 0 {
            let cells = std::mem::take(&mut self.lines[line].cells);
            let filled = cells.iter().try_for_each(|&cell| match self.cells[cell] {
                State::Open => self.demand(cell, rest, true),
                _ => Ok(()),
            });
            self.lines[line].cells = cells;
            filled?;
        }
        Ok(())
    }

    /// Looks at every line once, before anything is filled in.
    fn begin(&mut self) -> Result<(), Complaint> {
        (0..self.lines.len()).try_for_each(|line| self.look_at(line))?;
        self.follow_up()
    }

    fn water(&self, rows: usize, columns: usize) -> Option<Solution> {
        let water = self.cells.iter().map(|&state| u8::from(state == State::Water)).collect();
        Grid::from_values(rows, columns, water).map(Solution::Grid)
    }
}

/// Solves a board with the rules of a stage.
pub(super) fn solve(puzzle: &Aquarium, stage: Stage, ask: &Ask) -> Outcome {
    let mut watch = ask.budget.start();
    let mut board = Board::new(puzzle, stage);
    let (mut solutions, mut found) = (Vec::new(), 0);
    let ended = search(puzzle, &mut board, &mut watch, |solution| {
        found += 1;
        if solutions.len() < ask.solutions.max(1) {
            solutions.push(solution);
        }
        found < ask.solution_limit()
    });
    let counters = board.counters;
    Outcome::of_search(solutions, found, ended, counters, watch.cpu(), || {
        clashing_clues(puzzle, counters.nodes, &ask.budget)
    })
}

/// Goes through all fillings; calls `visit` with the solutions, which says whether to go on.
fn search(
    puzzle: &Aquarium,
    board: &mut Board,
    watch: &mut Watch<'_>,
    mut visit: impl FnMut(Solution) -> bool,
) -> Result<(), Stopped> {
    // Where water was tried and air was not: the cell, and how many cells were filled before it.
    let mut untried: Vec<(usize, usize)> = Vec::new();
    let mut holds = board.begin().is_ok();
    loop {
        let bytes = size_of_val(&*board.cells) + size_of_val(&*board.filled) + size_of_val(&*untried);
        board.counters.peak_bytes = board.counters.peak_bytes.max(bytes as u64);
        watch.tick(board.counters.nodes, bytes as u64)?;
        let next = if holds { board.cells.iter().position(|&state| state == State::Open) } else { None };
        if let Some(cell) = next {
            board.counters.nodes += 1;
            board.counters.generated += 1;
            untried.push((cell, board.filled.len()));
            board.counters.peak_frontier = board.counters.peak_frontier.max(untried.len() as u64);
            board.fill(cell, State::Water);
        } else {
            if holds
                && let Some(solution) = board.water(puzzle.rows.len(), puzzle.columns.len())
                && !visit(solution)
            {
                return Err(Stopped::Enough);
            }
            let Some((cell, kept)) = untried.pop() else { return Ok(()) };
            board.counters.backtracks += 1;
            board.counters.generated += 1;
            board.empty(kept);
            board.fill(cell, State::Air);
        }
        holds = board.follow_up().is_ok();
    }
}
