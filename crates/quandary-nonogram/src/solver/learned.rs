//! Search that learns, for boards that probing leaves open too long.
//!
//! The cells are yes/no variables of the conflict-driven core ([`quandary_core::reason::learn`]), and the lines speak for
//! themselves: [`LineRules`] settles a line whenever one of its cells changes. Asked why a cell followed, it takes the cells
//! of the line that were known before, and leaves out as many as it can while the line still breaks without the conclusion;
//! the test for that is half a line solve. Short reasons are what makes learning strong: a reason that names every known
//! cell of a line teaches next to nothing.
//!
//! Beside the cells there are variables for the blocks, "block `j` starts at place `p` or before", tied to the cells by
//! clauses of two or three literals. They deduce nothing that the lines would not, but what is learned about a block is
//! often one literal where it would be many about cells. Only starts that were possible at the outset get variables.

use super::board::{Board, Spot};
use super::line::{Known, possible, starts};
use super::word::Word;
use quandary_core::reason::learn::{Contradiction, Facts, Literal, Propagator};

/// Most block variables; a board with more is searched over its cells alone.
pub(super) const MOST_BLOCK_VARIABLES: usize = 1 << 20;

/// The lines of a board as rules of a learner. Variable `row · width + column` says whether that cell is filled.
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

    /// How many lines were settled.
    pub(super) fn lines_settled(&self) -> u64 {
        self.board.lines_settled
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
            // What holds for good costs nothing in a reason.
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

/// Takes cells out of `kept` as long as `breaks` still says yes: all of them, or else each half by itself.
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

/// The clauses that tie the blocks of a board to its cells, for what is known of the board now.
pub(super) struct BlockClauses {
    /// Variables: one for each cell, and then those of the blocks.
    pub(super) variables: usize,
    pub(super) clauses: Vec<Short>,
    /// Of each block with variables: its line, its place in the clue, the starts that have a variable, and the first one.
    pub(super) blocks: Vec<(usize, usize, std::ops::Range<usize>, usize)>,
}

/// A clause of three literals at most: there are thousands, too many for each to have memory of its own.
#[derive(Clone, Copy)]
pub(super) struct Short {
    literals: [Literal; 3],
    count: usize,
}

impl Short {
    pub(super) fn literals(&self) -> &[Literal] {
        &self.literals[..self.count]
    }
}

/// A claim about a block: certain one way or the other, or a variable.
#[derive(Clone, Copy)]
pub(super) enum Claim {
    No,
    Yes,
    Open(Literal),
}

impl BlockClauses {
    pub(super) fn new<W: Word>(board: &Board<W>) -> Self {
        let (height, width) = (board.height(), board.width());
        let mut all = BlockClauses { variables: height * width, clauses: Vec::new(), blocks: Vec::new() };
        for line in 0..height + width {
            let known = board.known(line);
            let (clue, length) = board.clue(line);
            if (known.filled | known.empty) == W::below(length) {
                continue;
            }
            let cell = |place: usize| {
                let (row, column) = if line < height { (line, place) } else { (place, line - height) };
                Literal::new(row * width + column, true)
            };
            let filled = |_: usize, place: usize| Claim::Open(cell(place));
            let empty = |place: usize| Claim::Open(!cell(place));
            all.add_line(line, clue, length, &starts(clue, length, known), |_| 1, filled, empty);
            if all.variables > height * width + MOST_BLOCK_VARIABLES {
                return BlockClauses { variables: height * width, clauses: Vec::new(), blocks: Vec::new() };
            }
        }
        all
    }

    /// Adds a line with these blocks and their possible starts. `gap` is the least number of empty cells behind a block
    /// that is not the last, `filled` says that a cell belongs to a block like this one, `empty` that it is empty.
    #[allow(clippy::too_many_arguments, reason = "they are what a line is")]
    pub(super) fn add_line<W: Word>(
        &mut self,
        line: usize,
        clue: &[u16],
        length: usize,
        starts: &[W],
        gap: impl Fn(usize) -> usize,
        filled: impl Fn(usize, usize) -> Claim,
        empty: impl Fn(usize) -> Claim,
    ) {
        // For each block its first and last start, and its first variable.
        let mut ranges: Vec<(usize, usize, usize)> = Vec::with_capacity(clue.len());
        for set in starts {
            let (first, last) = (set.first(), set.members().last().unwrap_or(0));
            self.blocks.push((line, ranges.len(), first..last, self.variables));
            ranges.push((first, last, self.variables));
            self.variables += last - first;
        }
        let starts_by = |block: usize, place: Option<usize>| match (ranges[block], place) {
            (_, None) => Claim::No,
            ((first, _, _), Some(place)) if place < first => Claim::No,
            ((_, last, _), Some(place)) if place >= last => Claim::Yes,
            ((first, _, variable), Some(place)) => Claim::Open(Literal::new(variable + place - first, true)),
        };
        for (block, (&(first, last, _), &set)) in ranges.iter().zip(starts).enumerate() {
            let size = usize::from(clue[block]);
            for place in first..last {
                self.implies(starts_by(block, Some(place)), starts_by(block, Some(place + 1)));
            }
            // A start that is not possible: by this place means by the one before.
            for place in (first..=last).filter(|&place| !set.has(place)) {
                self.implies(starts_by(block, Some(place)), starts_by(block, place.checked_sub(1)));
            }
            if block + 1 < clue.len() {
                let (next_first, next_last, _) = ranges[block + 1];
                for place in next_first..=next_last {
                    self.implies(
                        starts_by(block + 1, Some(place)),
                        starts_by(block, place.checked_sub(size + gap(block))),
                    );
                }
            }
            for place in first..(last + size).min(length) {
                self.clause([
                    negated(starts_by(block, Some(place))),
                    starts_by(block, place.checked_sub(size)),
                    filled(block, place),
                ]);
            }
        }
        for place in 0..length {
            for next in 0..=clue.len() {
                let before = match next.checked_sub(1) {
                    None => Claim::Yes,
                    Some(block) => starts_by(block, place.checked_sub(clue[block].into())),
                };
                let behind = if next < clue.len() { starts_by(next, Some(place)) } else { Claim::No };
                self.clause([negated(before), behind, empty(place)]);
            }
        }
    }

    fn implies(&mut self, cause: Claim, effect: Claim) {
        self.clause([negated(cause), effect]);
    }

    fn clause<const N: usize>(&mut self, claims: [Claim; N]) {
        let mut clause = Short { literals: [Literal::new(0, true); 3], count: 0 };
        for claim in claims {
            match claim {
                Claim::Yes => return,
                Claim::No => {}
                Claim::Open(literal) => {
                    clause.literals[clause.count] = literal;
                    clause.count += 1;
                }
            }
        }
        self.clauses.push(clause);
    }
}

pub(super) fn negated(claim: Claim) -> Claim {
    match claim {
        Claim::No => Claim::Yes,
        Claim::Yes => Claim::No,
        Claim::Open(literal) => Claim::Open(!literal),
    }
}
