//! Counting all solutions of a coloured board, part by part as in black and white ([`Counter`](super::super::count::Counter)).

use super::super::count::{Countable, Place};
use super::board::{Board, members};
use crate::line::word::Word;

impl<W: Word> Board<W> {
    fn cell(&self, (row, column): Place) -> usize {
        usize::from(row) * self.width() + usize::from(column)
    }
}

impl<W: Word> Countable for Board<W> {
    /// The lines, and for each of their contents the cells that may have it.
    type State = (Vec<u16>, Vec<W>);
    /// The number of a cell and its content.
    type Choice = (usize, usize);

    fn size(&self) -> (usize, usize) {
        (self.height(), self.width())
    }

    fn open(&self) -> usize {
        self.open()
    }

    fn may_be(&self, cell: Place) -> u64 {
        Board::may_be(self, self.cell(cell))
    }

    fn state(&self, lines: Vec<u16>) -> (Self::State, usize) {
        let sets: Vec<W> = lines.iter().flat_map(|&line| self.line(line.into()).1).copied().collect();
        let bytes = size_of_val(&lines[..]) + size_of_val(&sets[..]) + 96;
        ((lines, sets), bytes)
    }

    /// Of the cell with the fewest contents left.
    fn choices(&self, part: &[Place]) -> Vec<(usize, usize)> {
        let cells = part.iter().map(|&cell| self.cell(cell));
        let best = cells.min_by_key(|&cell| Board::may_be(self, cell).count_ones());
        best.into_iter()
            .flat_map(|cell| members(Board::may_be(self, cell)).map(move |content| (cell, content)))
            .collect()
    }

    fn mark(&self) -> usize {
        self.trail.len()
    }

    fn decide(&mut self, (cell, content): (usize, usize)) {
        self.set(cell, content);
    }

    fn propagate(&mut self) -> bool {
        self.propagate()
    }

    fn take_back(&mut self, mark: usize) {
        self.undo_to(mark);
    }
}
