//! Counting all solutions of a coloured board without visiting each, part by part as in black and white.
//!
//! What is left to count of a part depends on what its lines may still hold and on nothing else, so a part that is met again
//! on another way is not counted again.

use std::collections::HashMap;

use super::super::count::{FEWEST_REMEMBERED, MOST_BYTES, Ways, parts, together};
use super::super::word::Word;
use super::board::{Board, members};
use crate::verdict::Watch;

/// The lines of a part, and for each of their contents the cells that may have it.
type State<W> = (Vec<u16>, Vec<W>);

/// Counting in progress.
pub(super) struct Counter<'a, 'b, W> {
    board: Board<W>,
    watch: &'a mut Watch<'b>,
    remembered: HashMap<State<W>, u64>,
    bytes: usize,
    /// Branches so far.
    pub(super) nodes: u64,
}

impl<'a, 'b, W: Word> Counter<'a, 'b, W> {
    /// Counts the solutions of a board that has one, and on which its lines have been settled.
    pub(super) fn new(board: Board<W>, watch: &'a mut Watch<'b>) -> Self {
        Counter { board, watch, remembered: HashMap::new(), bytes: 0, nodes: 0 }
    }

    /// All solutions.
    pub(super) fn count(&mut self) -> Ways {
        let (height, width) = (self.board.height(), self.board.width());
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row as u16, column as u16)));
        let open = cells.filter(|&cell| self.is_open(cell)).collect();
        self.count_cells(open, true)
    }

    fn cell(&self, (row, column): (u16, u16)) -> usize {
        usize::from(row) * self.board.width() + usize::from(column)
    }

    fn is_open(&self, cell: (u16, u16)) -> bool {
        !self.board.may_be(self.cell(cell)).is_power_of_two()
    }

    /// The ways to fill these open cells, which are all that are open in their lines, and whether there is any is known.
    fn count_cells(&mut self, cells: Vec<(u16, u16)>, has_one: bool) -> Ways {
        let parts = parts(cells, self.board.height(), self.board.width());
        together(&parts, has_one, |part| self.count_part(part))
    }

    fn count_part(&mut self, part: &[(u16, u16)]) -> Ways {
        self.nodes += 1;
        if let Err(why) = self.watch.tick(self.nodes, self.bytes as u64) {
            return (0, Err(why));
        }
        let key = (part.len() >= FEWEST_REMEMBERED).then(|| self.state(part));
        if let Some(&ways) = key.as_ref().and_then(|key| self.remembered.get(key)) {
            return (ways, Ok(()));
        }
        let choices = |&cell: &(u16, u16)| self.board.may_be(self.cell(cell)).count_ones();
        let Some(cell) = part.iter().copied().min_by_key(choices) else { return (1, Ok(())) };
        let place = self.cell(cell);
        let mut sum: u64 = 0;
        for content in members(self.board.may_be(place)) {
            let mark = self.board.trail.len();
            self.board.set(place, content);
            let mut ended = Ok(());
            if self.board.propagate() {
                let open = part.iter().copied().filter(|&cell| self.is_open(cell)).collect();
                let ways;
                (ways, ended) = self.count_cells(open, false);
                sum = sum.saturating_add(ways);
            }
            self.board.undo_to(mark);
            if ended.is_err() {
                return (sum, ended);
            }
        }
        if let Some(key) = key {
            let bytes = size_of_val(&key.0[..]) + size_of_val(&key.1[..]) + 96;
            if self.bytes + bytes <= MOST_BYTES {
                self.bytes += bytes;
                self.remembered.insert(key, sum);
            }
        }
        (sum, Ok(()))
    }

    fn state(&self, part: &[(u16, u16)]) -> State<W> {
        let height = self.board.height() as u16;
        let mut lines: Vec<u16> = part.iter().flat_map(|&(row, column)| [row, height + column]).collect();
        lines.sort_unstable();
        lines.dedup();
        let sets = lines.iter().flat_map(|&line| self.board.line(line.into()).1).copied().collect();
        (lines, sets)
    }
}
