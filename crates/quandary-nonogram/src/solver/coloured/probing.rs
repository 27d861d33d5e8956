//! Probing a coloured board.
//!
//! When the lines alone say nothing more, every open cell is *probed* with each content that it may have. A content that
//! breaks some line is ruled out, and so is whatever all the other contents rule out. A probe depends only on the lines
//! that it settled; as long as none of them changes it would end the same way, so it is not run again. A probe that
//! happens to decide the board is a solution already.
//!
//! Only when probing ends too, the search branches: on the cell whose probes gained most, counting mainly the least gain,
//! and less the more contents there are to go through.

use super::super::board::Lines;
use super::super::search::{Found, Halt, Probe, Search, Searchable};
use super::super::stages::Findings;
use super::board::{Board, Strike, members};
use super::learned;
use crate::Nonogram;
use crate::line::word::Word;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::verdict::{CellLiteral, Stopped, Watch};

/// The contents of a cell that are still to be tried.
pub(in super::super) struct Untried {
    cell: usize,
    contents: u64,
}

impl Iterator for Untried {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        let content = members(self.contents).next()?;
        self.contents &= self.contents - 1;
        Some((self.cell, content))
    }
}

impl<W: Word> Searchable for Board<W> {
    type Word = W;
    type Change = Strike;
    type Prober = ();
    type Choices = Untried;

    const RESTARTS: bool = false;

    fn new(puzzle: &Nonogram) -> Self {
        Board::new(puzzle)
    }

    fn branching_share(_: &Nonogram) -> u64 {
        60_000
    }

    fn propagate_clues(&mut self, watch: &mut Watch<'_>) -> Result<bool, Stopped> {
        self.propagate_for_good(watch)
    }

    fn lines_settled(&self) -> u64 {
        self.lines_settled
    }

    fn changed_since(&self, mark: usize) -> Lines<W> {
        Lines::of(self.trail[mark..].iter().map(|strike| (strike.row, strike.column)))
    }

    fn picture(&self) -> Solution {
        let mut grid = Grid::filled(self.height(), self.width(), 0);
        for (index, cell) in grid.cells().enumerate() {
            grid[cell] = self.may_be(index).trailing_zeros() as u8;
        }
        Solution::Grid(grid)
    }

    fn bytes(&self) -> u64 {
        self.bytes()
    }

    fn prober(&self) {}

    fn probe_all(search: &mut Search<'_, Self>, watch: &mut Watch<'_>) -> Result<bool, Halt> {
        loop {
            let mut moved = false;
            for cell in 0..search.probes.len() {
                if search.probes[cell].is_valid || search.board.may_be(cell).is_power_of_two() {
                    continue;
                }
                search.check_limits(watch)?;
                match search.probe(cell)? {
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

    fn choose(search: &mut Search<'_, Self>) -> Option<Untried> {
        let mut best: Option<(f32, usize)> = None;
        for (cell, probe) in search.probes.iter().enumerate() {
            let ways = search.board.may_be(cell).count_ones();
            if ways < 2 {
                continue;
            }
            let [least, most] = probe.gains.map(f32::from);
            let score = (least + 1.85 * (1.0 + most - least).ln()) / (ways as f32).log2();
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, cell));
            }
        }
        best.map(|(_, cell)| Untried { cell, contents: search.board.may_be(cell) })
    }

    fn literal(&self, (cell, content): (usize, usize)) -> CellLiteral {
        CellLiteral { cell: cell as u32, value: content as u8, is: true }
    }

    fn learn(_: &Nonogram, search: Search<'_, Self>, watch: &mut Watch<'_>) -> Findings {
        learned::learn(search, watch)
    }
}

impl<W: Word> Search<'_, Board<W>> {
    /// Tries every content of an open cell.
    fn probe(&mut self, cell: usize) -> Result<Found, Halt> {
        let mark = self.board.trail.len();
        self.board.touched = Lines::NONE;
        let mut common = std::mem::take(&mut self.spare);
        common.clear();
        let mut gains: Option<[usize; 2]> = None;
        let mut holding = 0;
        for content in members(self.board.may_be(cell)) {
            self.counters.checks += 1;
            self.board.set(cell, content);
            if self.board.propagate() {
                self.record_probed()?;
                holding |= 1 << content;
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
        self.note_probed(cell, holding, &common);
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

    /// Logs which contents of a cell do not hold, and what the others have in common.
    fn note_probed(&mut self, cell: usize, holding: u64, common: &[Strike]) {
        if self.log.is_none() {
            return;
        }
        let is_not = |cell: usize, content: usize| CellLiteral { cell: cell as u32, value: content as u8, is: false };
        for content in members(self.board.may_be(cell) & !holding) {
            self.note(&[is_not(cell, content)]);
        }
        // What follows from the only content that is left needs no word.
        for strike in common.iter().filter(|_| holding.count_ones() > 1) {
            let other = usize::from(strike.row) * self.board.width() + usize::from(strike.column);
            let fact = is_not(other, strike.content.into());
            members(holding).for_each(|content| self.note(&[is_not(cell, content), fact]));
            self.note(&[fact]);
        }
    }
}
