//! Clause learning, for coloured boards that branching leaves open too long.
//!
//! A cell with two possible contents is one Boolean variable, a cell with more has one for each, tied by clauses. The lines
//! are propagators, as on a black and white board (`super::super::learned`): they rule out what no placement has, and asked
//! why, they leave out of the reason all that is not needed. Blocks have variables too (`super::super::blocks`), with the
//! same clauses as black ones but for the gap, which only blocks of one colour need.

use super::super::blocks::{BlockClauses, BlockLine, Claim};
use super::super::learned::bytes_needed;
use super::super::search::Search;
use super::super::stages::{Findings, enumerate};
use super::board::{Board, Strike, members};
use super::line::{Clue, possible, starts};
use crate::line::word::Word;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::reason::learn::{Contradiction, Facts, Learner, Literal, Propagator};
use quandary_core::verdict::Watch;

/// The variables of a board's cells, as they are when the search begins.
struct CellVariables {
    /// For each cell what it may be, and its first variable.
    cells: Vec<(u64, usize)>,
    /// For each literal what it removes, if anything.
    strikes: Vec<Option<Strike>>,
    width: usize,
}

impl CellVariables {
    fn new<W: Word>(board: &Board<W>) -> Self {
        let (mut cells, mut strikes) = (Vec::new(), Vec::new());
        for cell in 0..board.height() * board.width() {
            let may_be = board.may_be(cell);
            cells.push((may_be, strikes.len() / 2));
            let (row, column) = ((cell / board.width()) as u16, (cell % board.width()) as u16);
            let strike = |content: usize| Some(Strike { row, column, content: content as u8 });
            match may_be.count_ones() {
                ..=1 => {}
                // True is the second of them.
                2 => strikes.extend(members(may_be).map(strike)),
                _ => members(may_be).for_each(|content| strikes.extend([None, strike(content)])),
            }
        }
        CellVariables { cells, strikes, width: board.width() }
    }

    /// How many variables there are.
    fn count(&self) -> usize {
        self.strikes.len() / 2
    }

    /// The claim that a cell has a content.
    fn has(&self, cell: usize, content: usize) -> Claim {
        let (may_be, variable) = self.cells[cell];
        let before = (may_be & ((1 << content) - 1)).count_ones() as usize;
        match (may_be >> content & 1, may_be.count_ones()) {
            (0, _) => Claim::No,
            (_, 1) => Claim::Yes,
            (_, 2) => Claim::Open(Literal::new(variable, before == 1)),
            _ => Claim::Open(Literal::new(variable + before, true)),
        }
    }

    /// A cell that may be several things is one of them, and only one.
    fn clauses(&self) -> Vec<Vec<Literal>> {
        let mut clauses = Vec::new();
        for &(may_be, variable) in self.cells.iter().filter(|(may_be, _)| may_be.count_ones() > 2) {
            let all: Vec<Literal> = (variable..variable + may_be.count_ones() as usize)
                .map(|variable| Literal::new(variable, true))
                .collect();
            for (index, &one) in all.iter().enumerate() {
                clauses.extend(all[..index].iter().map(|&other| vec![!one, !other]));
            }
            clauses.push(all);
        }
        clauses
    }

    /// The clauses that tie the blocks to the cells.
    fn blocks<W: Word>(&self, board: &Board<W>) -> BlockClauses {
        BlockClauses::new(self.count(), board.height() + board.width(), |line| {
            let (clue, may_be) = board.line(line);
            let cells: Vec<usize> = (0..clue.length).map(|place| self.cell(line, place, board.height())).collect();
            let is_open = cells.iter().any(|&cell| !self.cells[cell].0.is_power_of_two());
            let sizes = clue.pieces.iter().map(|piece| piece.length).collect();
            is_open.then(|| (ColouredLine { variables: self, clue, sizes, cells }, starts(clue, may_be)))
        })
    }

    /// The cell at a place of a line, rows first.
    fn cell(&self, line: usize, place: usize, height: usize) -> usize {
        if line < height { line * self.width + place } else { place * self.width + line - height }
    }

    /// The literals that a picture makes true.
    fn literals(&self, picture: &Grid<u8>) -> Vec<Literal> {
        let claims = picture.values().iter().enumerate().map(|(cell, &content)| self.has(cell, content.into()));
        claims.filter_map(|claim| if let Claim::Open(literal) = claim { Some(literal) } else { None }).collect()
    }

    /// The picture of a model.
    fn picture(&self, facts: &Facts) -> Solution {
        let mut grid = Grid::filled(self.cells.len() / self.width, self.width, 0);
        for (index, cell) in grid.cells().enumerate() {
            let is_so = |&content: &usize| match self.has(index, content) {
                Claim::No => false,
                Claim::Yes => true,
                Claim::Open(literal) => facts.is_true(literal),
            };
            grid[cell] = members(self.cells[index].0).find(is_so).unwrap_or(0) as u8;
        }
        Solution::Grid(grid)
    }
}

/// A line of a board whose blocks get variables.
struct ColouredLine<'b> {
    variables: &'b CellVariables,
    clue: &'b Clue,
    sizes: Vec<u16>,
    cells: Vec<usize>,
}

impl BlockLine for ColouredLine<'_> {
    fn length(&self) -> usize {
        self.clue.length
    }

    fn sizes(&self) -> &[u16] {
        &self.sizes
    }

    fn gap_behind(&self, block: usize) -> usize {
        usize::from(self.clue.pieces[block].gap_behind)
    }

    fn covers(&self, block: usize, place: usize) -> Claim {
        self.variables.has(self.cells[place], self.clue.pieces[block].colour.into())
    }

    fn is_empty(&self, place: usize) -> Claim {
        self.variables.has(self.cells[place], 0)
    }
}

/// Continues with clause learning where branching left off.
pub(super) fn learn<W: Word>(search: Search<'_, Board<W>>, watch: &mut Watch<'_>) -> Findings {
    let Search { board, ask, solutions, found, counters, .. } = search;
    let mut findings = Findings { solutions, found, ended: Ok(()), counters, log: Vec::new() };
    let size = board.height() * board.width();
    if let Err(why) = watch.tick(findings.counters.nodes, bytes_needed(size, size, 0)) {
        return Findings { ended: Err(why), ..findings };
    }
    let cells = CellVariables::new(&board);
    let blocks = cells.blocks(&board);
    let bytes = bytes_needed(size, blocks.variables, blocks.clauses.len());
    if let Err(why) = watch.tick(findings.counters.nodes, bytes) {
        return Findings { ended: Err(why), ..findings };
    }
    let settled_before = board.lines_settled;
    let mut learner = Learner::new(blocks.variables, LineRules::new(board, &cells));
    for clause in &cells.clauses() {
        learner.add_clause(clause);
    }
    for clause in &blocks.clauses {
        learner.add_clause(clause.literals());
    }
    learner.use_best_phase();
    for picture in findings.solutions.iter().filter_map(Solution::grid) {
        let differs: Vec<Literal> = cells.literals(picture).iter().map(|&literal| !literal).collect();
        differs.iter().for_each(|&literal| learner.set_phase(!literal));
        learner.add_clause(&differs);
    }
    enumerate(&mut learner, ask, watch, &mut findings, |facts| cells.picture(facts), |_| ());
    findings.counters.propagations += learner.propagator().board.lines_settled - settled_before;
    findings
}

/// A content that was removed from a place of a line, and may be left out of a reason.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    level: u32,
    place: usize,
    content: usize,
}

/// The lines of a board as rules of a learner.
#[derive(Clone)]
struct LineRules<'v, W> {
    board: Board<W>,
    variables: &'v CellVariables,
    /// What each line was when it was last settled, rows first: settling it again would bring nothing.
    fixed: Vec<Vec<W>>,
    /// Buffers for what may be left out of a reason, and for the line without it.
    candidates: Vec<Candidate>,
    sets: Vec<W>,
}

impl<'v, W: Word> LineRules<'v, W> {
    /// The rules of a board that is as it was when the variables were made.
    fn new(board: Board<W>, variables: &'v CellVariables) -> Self {
        let fixed = vec![Vec::new(); board.height() + board.width()];
        LineRules { board, variables, fixed, candidates: Vec::new(), sets: Vec::new() }
    }

    /// The claim that a place of a line does not have a content that it might have had at the outset.
    fn lacks(&self, line: usize, place: usize, content: usize) -> Option<Literal> {
        match self.variables.has(self.variables.cell(line, place, self.board.height()), content) {
            Claim::Open(literal) => Some(!literal),
            _ => None,
        }
    }

    /// Puts into `reason` as few as it can of the removals in a line that are older than `conclusion`, or of all, so that
    /// the line breaks; with a `supposed` content in place of whatever is there.
    fn shorten(
        &mut self,
        line: usize,
        supposed: Option<(usize, usize)>,
        conclusion: Option<Literal>,
        facts: &Facts,
        reason: &mut Vec<Literal>,
    ) {
        let (mut sets, mut candidates) = (std::mem::take(&mut self.sets), std::mem::take(&mut self.candidates));
        let (clue, may_be) = self.board.line(line);
        sets.clear();
        sets.extend_from_slice(may_be);
        candidates.clear();
        for place in 0..clue.length {
            let (outset, _) = self.variables.cells[self.variables.cell(line, place, self.board.height())];
            for content in members(outset).filter(|&content| !may_be[content].has(place)) {
                let Some(literal) = self.lacks(line, place, content) else { continue };
                if conclusion.is_some_and(|conclusion| !facts.is_older(literal, conclusion)) {
                    sets[content] = sets[content] | W::bit(place);
                } else if facts.level_of(literal.variable()) > 0 && supposed.is_none_or(|(own, _)| own != place) {
                    // What holds permanently costs nothing in a reason.
                    candidates.push(Candidate { level: facts.level_of(literal.variable()), place, content });
                }
            }
        }
        if let Some((place, content)) = supposed {
            sets.iter_mut().for_each(|set| *set = *set & !W::bit(place));
            sets[content] = sets[content] | W::bit(place);
        }
        // The newest go first, so that the reason reaches back as far as it can.
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        leave_out(&candidates, &mut sets, &mut |sets| !possible(clue, sets));
        candidates.retain(|left| !sets[left.content].has(left.place));
        candidates.sort_unstable_by_key(|left| left.place);
        for same_place in candidates.chunk_by(|a, b| a.place == b.place) {
            let place = same_place[0].place;
            // What a cell is implies all that it is not.
            let cell = self.variables.cell(line, place, self.board.height());
            let is = members(self.board.may_be(cell)).next().map(|content| self.variables.has(cell, content));
            match is {
                Some(Claim::Open(is))
                    if same_place.len() > 1
                        && facts.is_true(is)
                        && conclusion.is_none_or(|conclusion| facts.is_older(is, conclusion)) =>
                {
                    reason.push(is);
                }
                _ => reason.extend(same_place.iter().filter_map(|left| self.lacks(line, place, left.content))),
            }
        }
        (self.sets, self.candidates) = (sets, candidates);
    }
}

/// Puts contents back as long as the line still `breaks`: all of them, or else each half by itself.
fn leave_out<W: Word>(candidates: &[Candidate], sets: &mut [W], breaks: &mut impl FnMut(&[W]) -> bool) {
    if candidates.is_empty() {
        return;
    }
    for given in candidates {
        sets[given.content] = sets[given.content] | W::bit(given.place);
    }
    if breaks(sets) {
        return;
    }
    for given in candidates {
        sets[given.content] = sets[given.content] & !W::bit(given.place);
    }
    if candidates.len() > 1 {
        let (newer, older) = candidates.split_at(candidates.len() / 2);
        leave_out(newer, sets, breaks);
        leave_out(older, sets, breaks);
    }
}

impl<W: Word> Propagator for LineRules<'_, W> {
    fn learn_of(&mut self, literal: Literal) {
        if let Some(&Some(strike)) = self.variables.strikes.get(literal.index()) {
            self.board.strike(strike);
        }
    }

    fn take_back(&mut self, literal: Literal) {
        if let Some(Some(_)) = self.variables.strikes.get(literal.index()) {
            self.board.undo_to(self.board.trail.len() - 1);
        }
    }

    fn propagate(&mut self, facts: &mut Facts, clash: &mut Vec<Literal>) -> Result<(), Contradiction> {
        while let Some(line) = self.board.next_dirty() {
            if self.board.line(line).1 == self.fixed[line] {
                continue;
            }
            let mut fixed = std::mem::take(&mut self.fixed[line]);
            fixed.clear();
            fixed.extend_from_slice(self.board.line(line).1);
            let Some(after) = self.board.settled(line) else {
                self.shorten(line, None, None, facts, clash);
                return Err(Contradiction);
            };
            self.sets.clear();
            self.sets.extend_from_slice(after);
            let mut is_new = false;
            let own = 1 + self.board.line(line).0.colours.len();
            for index in 0..own {
                let content = match index.checked_sub(1) {
                    None => 0,
                    Some(index) => usize::from(self.board.line(line).0.colours[index]),
                };
                let struck = fixed[content] & !self.sets[content];
                fixed[content] = self.sets[content];
                for place in struck.members() {
                    if let Some(literal) = self.lacks(line, place, content) {
                        is_new |= facts.imply(literal, line as u32);
                    }
                }
            }
            self.fixed[line] = fixed;
            // The clauses are cheaper than another line.
            if is_new {
                return Ok(());
            }
        }
        Ok(())
    }

    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>) {
        let Some(&Some(strike)) = self.variables.strikes.get(literal.index()) else { return };
        let line = tag as usize;
        let place = if line < self.board.height() { strike.column } else { strike.row };
        self.shorten(line, Some((place.into(), strike.content.into())), Some(literal), facts, reason);
    }

    fn forget(&mut self) {
        while self.board.next_dirty().is_some() {}
    }

    fn bytes(&self) -> u64 {
        self.board.bytes() + self.fixed.iter().map(|sets| size_of_val(&sets[..]) as u64).sum::<u64>()
    }
}
