//! Clause learning, for boards that branching leaves open too long.
//!
//! The cells are Boolean variables of the conflict-driven core ([`quandary_core::reason::learn`]), and the lines are its
//! propagators: [`LineRules`] settles a line whenever one of its cells changes. Asked why a cell followed, it takes the
//! cells of the line that were known before, and leaves out as many as it can while the line still breaks without the
//! conclusion; the test for that is half a line solve. Short reasons are what makes learning strong: a reason that names
//! every known cell of a line teaches next to nothing. Beside the cells there are variables for the blocks (`blocks`).

use super::beliefs::beliefs;
use super::blocks::{BlockClauses, BlockLine, Claim};
use super::board::{Board, Spot};
use super::search::{Search, Searchable};
use super::stages::{Findings, enumerate};
use super::symmetry::{self, Mirror};
use crate::Nonogram;
use crate::line::settle::{Known, possible, starts};
use crate::line::word::Word;
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Puzzle, Solution};
use quandary_core::reason::learn::{Contradiction, Facts, Learner, Literal, Propagator};
use quandary_core::verdict::{Stopped, Watch};

/// How much activity a cell gets for each unit of belief, where a conflict counts 1.
const BELIEF_ACTIVITY: f64 = 0.01;

/// About how many bytes a learner needs before it learns anything: for each cell of a board, each further variable and each
/// clause.
const BYTES_PER_CELL: usize = 400;
const BYTES_PER_VARIABLE: usize = 250;
const BYTES_PER_CLAUSE: usize = 60;

/// About how many bytes a learner needs before it learns anything, one variable for each cell included.
pub(super) fn bytes_needed(cells: usize, variables: usize, clauses: usize) -> u64 {
    let further = variables.saturating_sub(cells);
    (cells * BYTES_PER_CELL + further * BYTES_PER_VARIABLE + clauses * BYTES_PER_CLAUSE) as u64
}

/// Continues with clause learning where branching left off.
pub(super) fn learn<W: Word>(puzzle: &Nonogram, search: Search<'_, Board<W>>, watch: &mut Watch<'_>) -> Findings {
    let (height, width) = (puzzle.height(), puzzle.width());
    let Search { board, ask, solutions, found, counters, .. } = search;
    let mut findings = Findings { solutions, found, ended: Err(Stopped::Enough), counters, log: Vec::new() };
    // Of a picture and its images one is enough, as long as two solutions settle the question.
    let mirrors = if ask.solution_limit() == 2 { symmetry::mirrors(puzzle) } else { Vec::new() };
    if found == 1
        && let Some(image) = findings.solutions.last().and_then(|first| image(puzzle, &mirrors, first))
    {
        findings.solutions.push(image);
        return Findings { found: 2, ..findings };
    }
    let cells = height * width;
    if let Err(why) = watch.tick(findings.counters.nodes, bytes_needed(cells, cells, 0)) {
        return Findings { ended: Err(why), ..findings };
    }
    let blocks = board_blocks(&board);
    let mut variables = blocks.variables;
    let images = symmetry::clauses(&mirrors, &mut variables);
    let bytes = bytes_needed(cells, variables, blocks.clauses.len() + images.len());
    if let Err(why) = watch.tick(findings.counters.nodes, bytes) {
        return Findings { ended: Err(why), ..findings };
    }
    let mut learner = Learner::new(variables, LineRules::new(Board::<W>::new(puzzle)));
    for spot in &board.trail {
        learner.add_clause(&[Literal::new(usize::from(spot.row) * width + usize::from(spot.column), spot.filled)]);
    }
    for clause in &blocks.clauses {
        learner.add_clause(clause.literals());
    }
    for clause in &images {
        learner.add_clause(clause);
    }
    learner.use_best_phase();
    if let Some(beliefs) = beliefs(&board) {
        for (cell, &belief) in beliefs.cells.iter().enumerate() {
            learner.set_phase(Literal::new(cell, belief > 0.0));
            // Where the lines are surest the search starts; any conflict soon counts for more than this.
            learner.bump(cell, BELIEF_ACTIVITY * (1.0 + belief.abs()));
        }
        for (line, block, starts, variable) in blocks.blocks {
            for place in starts.clone() {
                let has_started = place >= beliefs.starts[line][block];
                learner.set_phase(Literal::new(variable + place - starts.start, has_started));
            }
        }
    }
    for picture in findings.solutions.iter().filter_map(Solution::grid) {
        let differs: Vec<Literal> =
            picture.values().iter().enumerate().map(|(cell, &value)| Literal::new(cell, value == 0)).collect();
        differs.iter().for_each(|&literal| learner.set_phase(!literal));
        learner.add_clause(&differs);
    }
    let picture = |facts: &Facts| {
        let mut grid = Grid::filled(height, width, 0);
        for (cell, place) in grid.cells().enumerate() {
            grid[place] = u8::from(facts.is_true(Literal::new(cell, true)));
        }
        Solution::Grid(grid)
    };
    enumerate(&mut learner, ask, watch, &mut findings, picture, |findings| {
        if ask.solution_limit() == 2
            && findings.found == 1
            && let Some(first) = findings.solutions.last()
            && let Some(second) = image(puzzle, &mirrors, first).or_else(|| Board::<W>::variation(first))
        {
            findings.solutions.push(second);
            findings.found = 2;
        }
    });
    findings.counters.propagations += learner.propagator().board.lines_settled;
    findings
}

/// An image of a solution that differs from it, where there is one.
fn image(puzzle: &Nonogram, mirrors: &[Mirror], solution: &Solution) -> Option<Solution> {
    let picture = solution.grid()?;
    let mut images = mirrors.iter().map(|mirror| Solution::Grid(mirror.image(picture)));
    images.find(|image| image != solution && puzzle.verify(image).is_ok())
}

/// A line of a board whose blocks get variables.
struct CellLine<'b> {
    clue: &'b [u16],
    length: usize,
    line: usize,
    height: usize,
    width: usize,
}

impl CellLine<'_> {
    fn filled(&self, place: usize) -> Literal {
        let (row, column) = if self.line < self.height { (self.line, place) } else { (place, self.line - self.height) };
        Literal::new(row * self.width + column, true)
    }
}

impl BlockLine for CellLine<'_> {
    fn length(&self) -> usize {
        self.length
    }

    fn sizes(&self) -> &[u16] {
        self.clue
    }

    fn gap_behind(&self, _: usize) -> usize {
        1
    }

    fn covers(&self, _: usize, place: usize) -> Claim {
        Claim::Open(self.filled(place))
    }

    fn is_empty(&self, place: usize) -> Claim {
        Claim::Open(!self.filled(place))
    }
}

/// The clauses for the blocks of a board, for what is known about it now.
fn board_blocks<W: Word>(board: &Board<W>) -> BlockClauses {
    let (height, width) = (board.height(), board.width());
    BlockClauses::new(height * width, height + width, |line| {
        let known = board.known(line);
        let (clue, length) = board.clue(line);
        let is_open = (known.filled | known.empty) != W::below(length);
        is_open.then(|| (CellLine { clue, length, line, height, width }, starts(clue, length, known)))
    })
}

/// The lines of a board as rules of a learner. Variable `row · width + column` says whether that cell is filled.
#[derive(Clone)]
pub(super) struct LineRules<W> {
    board: Board<W>,
    /// What each line was when it was last settled, rows first: settling it again would bring nothing.
    fixed: Vec<Known<W>>,
    /// Cells that might be left out of a reason, with their levels.
    cells: Vec<(u32, usize)>,
}

impl<W: Word> LineRules<W> {
    /// The rules of a board on which nothing is known yet.
    pub(super) fn new(board: Board<W>) -> Self {
        let lines = board.height() + board.width();
        LineRules { board, fixed: vec![Known::NOTHING; lines], cells: Vec::new() }
    }

    fn literal(&self, line: usize, place: usize, filled: bool) -> Literal {
        let height = self.board.height();
        let (row, column) = if line < height { (line, place) } else { (place, line - height) };
        Literal::new(row * self.board.width() + column, filled)
    }

    fn spot(&self, literal: Literal) -> Option<Spot> {
        let (variable, width) = (literal.variable(), self.board.width());
        (variable < self.board.height() * width).then(|| Spot {
            row: (variable / width) as u16,
            column: (variable % width) as u16,
            filled: literal.value(),
        })
    }

    /// Leaves out what it can of `known`, as long as the line breaks with `also` added; adds the rest to `reason`.
    fn shorten(&mut self, line: usize, known: Known<W>, also: Known<W>, facts: &Facts, reason: &mut Vec<Literal>) {
        let mut cells = std::mem::take(&mut self.cells);
        cells.clear();
        for place in (known.filled | known.empty).members() {
            let variable = self.literal(line, place, true).variable();
            // What holds permanently costs nothing in a reason.
            if facts.level_of(variable) > 0 {
                cells.push((facts.level_of(variable), place));
            }
        }
        // The newest go first, so that the reason reaches back as far as it can.
        cells.sort_unstable_by(|a, b| b.cmp(a));
        let (clue, length) = self.board.clue(line);
        let both = |set: W, other: W| set | other;
        let mut kept = Known { filled: both(known.filled, also.filled), empty: both(known.empty, also.empty) };
        leave_out(&cells, &mut kept, &mut |known| !possible(clue, length, known));
        for &(_, place) in &cells {
            let (filled, empty) = (kept.filled.has(place), kept.empty.has(place));
            if filled || empty {
                reason.push(self.literal(line, place, filled));
            }
        }
        self.cells = cells;
    }
}

/// Takes cells out of `kept` as long as the line still `breaks`: all of them, or else each half by itself.
fn leave_out<W: Word>(cells: &[(u32, usize)], kept: &mut Known<W>, breaks: &mut impl FnMut(Known<W>) -> bool) {
    if cells.is_empty() {
        return;
    }
    let without = cells.iter().fold(W::NONE, |set, &(_, place)| set | W::bit(place));
    let fewer = Known { filled: kept.filled & !without, empty: kept.empty & !without };
    if breaks(fewer) {
        *kept = fewer;
    } else if cells.len() > 1 {
        let (newer, older) = cells.split_at(cells.len() / 2);
        leave_out(newer, kept, breaks);
        leave_out(older, kept, breaks);
    }
}

impl<W: Word> Propagator for LineRules<W> {
    fn learn_of(&mut self, literal: Literal) {
        if let Some(spot) = self.spot(literal) {
            self.board.set(spot);
        }
    }

    fn take_back(&mut self, literal: Literal) {
        if self.spot(literal).is_some() {
            self.board.undo_to(self.board.trail.len() - 1);
        }
    }

    fn propagate(&mut self, facts: &mut Facts, clash: &mut Vec<Literal>) -> Result<(), Contradiction> {
        while let Some(line) = self.board.next_dirty() {
            let before = self.board.known(line);
            if before == self.fixed[line] {
                continue;
            }
            let Some(after) = self.board.settled(line) else {
                self.shorten(line, before, Known::NOTHING, facts, clash);
                return Err(Contradiction);
            };
            self.fixed[line] = after;
            let mut is_new = false;
            for (cells, filled) in [(after.filled & !before.filled, true), (after.empty & !before.empty, false)] {
                for place in cells.members() {
                    is_new |= facts.imply(self.literal(line, place, filled), line as u32);
                }
            }
            // The clauses are cheaper than another line.
            if is_new {
                return Ok(());
            }
        }
        Ok(())
    }

    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>) {
        let Some(spot) = self.spot(literal) else { return };
        let line = tag as usize;
        let own = if line < self.board.height() { spot.column } else { spot.row }.into();
        let known = self.board.known(line);
        let older = |cells: W, filled: bool| {
            let is_older = |&place: &usize| facts.is_older(self.literal(line, place, filled), literal);
            (cells & !W::bit(own)).members().filter(is_older).fold(W::NONE, |set, place| set | W::bit(place))
        };
        let known = Known { filled: older(known.filled, true), empty: older(known.empty, false) };
        let opposite = if spot.filled {
            Known { filled: W::NONE, empty: W::bit(own) }
        } else {
            Known { filled: W::bit(own), empty: W::NONE }
        };
        self.shorten(line, known, opposite, facts, reason);
    }

    fn forget(&mut self) {
        while self.board.next_dirty().is_some() {}
    }

    fn bytes(&self) -> u64 {
        self.board.bytes() + size_of_val(&self.fixed[..]) as u64
    }
}
