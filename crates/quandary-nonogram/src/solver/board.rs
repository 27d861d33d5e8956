//! A black and white board being solved: what is known about each line, kept from both sides, with a trail to undo changes.
//!
//! Every cell is known twice, in its row and in its column, so that a line is always available as two sets. Lines whose cells
//! changed are *dirty*; [`Board::propagate`] settles dirty rows, then dirty columns, until none is left. Changes go on a
//! trail, one entry per cell, and [`Board::undo_to`] takes them back: no board is ever copied.

use std::convert::Infallible;

use super::super::{LineName, Nonogram};
use crate::line::settle::{Known, settle};
use crate::line::word::Word;
use quandary_core::verdict::{Stopped, Watch};

/// A cell and what is in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Spot {
    pub(super) row: u16,
    pub(super) column: u16,
    pub(super) filled: bool,
}

impl Spot {
    /// The same cell with the other content.
    pub(super) fn other(self) -> Self {
        Spot { filled: !self.filled, ..self }
    }
}

/// Sets of rows and of columns.
#[derive(Clone, Copy)]
pub(super) struct Lines<W> {
    pub(super) rows: W,
    pub(super) columns: W,
}

impl<W: Word> Lines<W> {
    pub(super) const NONE: Self = Lines { rows: W::NONE, columns: W::NONE };

    /// The lines of some cells, given as row and column.
    pub(super) fn of(cells: impl Iterator<Item = (u16, u16)>) -> Self {
        let mut lines = Lines::NONE;
        for (row, column) in cells {
            lines = lines.with(Lines { rows: W::bit(row.into()), columns: W::bit(column.into()) });
        }
        lines
    }

    /// The lines of both.
    #[inline(always)]
    pub(super) fn with(self, other: Self) -> Self {
        Lines { rows: self.rows | other.rows, columns: self.columns | other.columns }
    }

    /// Whether a line is in both.
    #[inline(always)]
    pub(super) fn meets(self, other: Self) -> bool {
        !((self.rows & other.rows).is_none() && (self.columns & other.columns).is_none())
    }
}

/// The lines of one side: rows or columns.
#[derive(Clone)]
pub(super) struct Side<W> {
    /// Clues, one after the other, and where each ends.
    blocks: Vec<u16>,
    ends: Vec<u32>,
    pub(super) known: Vec<Known<W>>,
    /// Cells in a line.
    pub(super) length: usize,
}

impl<W: Word> Side<W> {
    fn new<'p>(clues: impl Iterator<Item = &'p [crate::line::Block]>, length: usize) -> Self {
        let (mut blocks, mut ends) = (Vec::new(), Vec::new());
        for clue in clues {
            blocks.extend(clue.iter().map(|block| block.length as u16));
            ends.push(blocks.len() as u32);
        }
        let known = vec![Known::NOTHING; ends.len()];
        Side { blocks, ends, known, length }
    }

    /// The blocks of a line.
    #[inline(always)]
    pub(super) fn clue(&self, line: usize) -> &[u16] {
        let from = if line == 0 { 0 } else { self.ends[line - 1] as usize };
        &self.blocks[from..self.ends[line] as usize]
    }
}

/// What is known so far.
#[derive(Clone)]
pub(super) struct Board<W> {
    pub(super) rows: Side<W>,
    pub(super) columns: Side<W>,
    dirty: Lines<W>,
    /// Lines that were settled since this was last cleared.
    pub(super) touched: Lines<W>,
    pub(super) trail: Vec<Spot>,
    /// A buffer for the line solver.
    rests: Vec<W>,
    /// Lines settled so far.
    pub(super) lines_settled: u64,
}

impl<W: Word> Board<W> {
    /// The board with nothing known and every line dirty. No clue is longer than its line, and no line longer than
    /// `W::BITS - 2`.
    pub(super) fn new(puzzle: &Nonogram) -> Self {
        let (height, width) = (puzzle.height(), puzzle.width());
        let side = |lines: Vec<LineName>, length| Side::new(lines.into_iter().map(|line| puzzle.clue(line)), length);
        Board {
            rows: side((0..height).map(LineName::Row).collect(), width),
            columns: side((0..width).map(LineName::Column).collect(), height),
            dirty: Lines { rows: W::below(height), columns: W::below(width) },
            touched: Lines::NONE,
            trail: Vec::with_capacity(height * width),
            rests: vec![W::NONE; height.max(width) / 2 + 2],
            lines_settled: 0,
        }
    }

    pub(super) fn height(&self) -> usize {
        self.columns.length
    }

    pub(super) fn width(&self) -> usize {
        self.rows.length
    }

    /// Cells that are not known yet.
    pub(super) fn open(&self) -> usize {
        self.height() * self.width() - self.trail.len()
    }

    /// The columns in which a row is not known.
    #[inline(always)]
    pub(super) fn open_in(&self, row: usize) -> W {
        let known = self.rows.known[row];
        W::below(self.width()) & !(known.filled | known.empty)
    }

    /// The content of a cell, where it is known.
    #[inline(always)]
    pub(super) fn is(&self, spot: Spot) -> bool {
        let known = self.rows.known[usize::from(spot.row)];
        if spot.filled { known.filled } else { known.empty }.has(spot.column.into())
    }

    /// Decides an open cell.
    pub(super) fn set(&mut self, spot: Spot) {
        let (row, column) = (usize::from(spot.row), usize::from(spot.column));
        let add = |known: &mut Known<W>, at: usize| {
            let set = if spot.filled { &mut known.filled } else { &mut known.empty };
            *set = *set | W::bit(at);
        };
        add(&mut self.rows.known[row], column);
        add(&mut self.columns.known[column], row);
        self.dirty.rows = self.dirty.rows | W::bit(row);
        self.dirty.columns = self.dirty.columns | W::bit(column);
        self.trail.push(spot);
    }

    /// Undoes everything after the trail was this long.
    pub(super) fn undo_to(&mut self, length: usize) {
        for spot in self.trail.drain(length..) {
            let (row, column) = (usize::from(spot.row), usize::from(spot.column));
            let take = |known: &mut Known<W>, at: usize| {
                let set = if spot.filled { &mut known.filled } else { &mut known.empty };
                *set = *set & !W::bit(at);
            };
            take(&mut self.rows.known[row], column);
            take(&mut self.columns.known[column], row);
        }
    }

    /// Settles lines until none is dirty; `false` when one cannot hold its clue. Then nothing is dirty either, and the
    /// board must be undone.
    pub(super) fn propagate(&mut self) -> bool {
        let Ok(holds) = self.settle_all(|| Ok::<(), Infallible>(()));
        holds
    }

    /// The same within a budget, for the first pass over a large board. Where the budget ends, the board must not be used any
    /// more.
    pub(super) fn propagate_within(&mut self, watch: &mut Watch<'_>) -> Result<bool, Stopped> {
        self.settle_all(|| watch.tick(0, 0))
    }

    /// Settles lines until none is dirty, and does something after each.
    #[inline(always)]
    fn settle_all<E>(&mut self, mut after_line: impl FnMut() -> Result<(), E>) -> Result<bool, E> {
        loop {
            let rows = std::mem::replace(&mut self.dirty.rows, W::NONE);
            self.touched.rows = self.touched.rows | rows;
            for row in rows.members() {
                if !self.settle_line::<true>(row) {
                    self.dirty = Lines::NONE;
                    return Ok(false);
                }
                after_line()?;
            }
            let columns = std::mem::replace(&mut self.dirty.columns, W::NONE);
            if columns.is_none() {
                return Ok(true);
            }
            self.touched.columns = self.touched.columns | columns;
            for column in columns.members() {
                if !self.settle_line::<false>(column) {
                    self.dirty = Lines::NONE;
                    return Ok(false);
                }
                after_line()?;
            }
        }
    }

    #[inline]
    fn settle_line<const IS_ROW: bool>(&mut self, line: usize) -> bool {
        self.lines_settled += 1;
        let (side, across) =
            if IS_ROW { (&mut self.rows, &mut self.columns) } else { (&mut self.columns, &mut self.rows) };
        let before = side.known[line];
        let Some(after) = settle(side.clue(line), side.length, before, &mut self.rests) else { return false };
        side.known[line] = after;
        let (filled, empty) = (after.filled & !before.filled, after.empty & !before.empty);
        let dirty = if IS_ROW { &mut self.dirty.columns } else { &mut self.dirty.rows };
        *dirty = *dirty | filled | empty;
        let here = W::bit(line);
        let spot = |at: usize, filled: bool| {
            let (row, column) = if IS_ROW { (line, at) } else { (at, line) };
            Spot { row: row as u16, column: column as u16, filled }
        };
        for at in filled.members() {
            across.known[at].filled = across.known[at].filled | here;
            self.trail.push(spot(at, true));
        }
        for at in empty.members() {
            across.known[at].empty = across.known[at].empty | here;
            self.trail.push(spot(at, false));
        }
        true
    }

    /// Takes a dirty line off the list: rows first, counted through to the columns.
    pub(super) fn next_dirty(&mut self) -> Option<usize> {
        let (set, offset) = if self.dirty.rows.is_none() {
            (&mut self.dirty.columns, self.columns.length)
        } else {
            (&mut self.dirty.rows, 0)
        };
        let line = set.members().next()?;
        *set = set.without_first();
        Some(line + offset)
    }

    /// The side of a line, and its place there.
    #[inline]
    fn side(&self, line: usize) -> (&Side<W>, usize) {
        if line < self.height() { (&self.rows, line) } else { (&self.columns, line - self.height()) }
    }

    /// What is known of a line, rows first.
    #[inline]
    pub(super) fn known(&self, line: usize) -> Known<W> {
        let (side, line) = self.side(line);
        side.known[line]
    }

    /// The blocks of a line, rows first, and its number of cells.
    #[inline]
    pub(super) fn clue(&self, line: usize) -> (&[u16], usize) {
        let (side, line) = self.side(line);
        (side.clue(line), side.length)
    }

    /// What follows for a line by itself; the board stays as it is.
    pub(super) fn settled(&mut self, line: usize) -> Option<Known<W>> {
        self.lines_settled += 1;
        let mut rests = std::mem::take(&mut self.rests);
        let (clue, length) = self.clue(line);
        let after = settle(clue, length, self.known(line), &mut rests);
        self.rests = rests;
        after
    }

    /// About how many bytes the board holds.
    pub(super) fn bytes(&self) -> u64 {
        let lines = self.rows.known.len() + self.columns.known.len();
        (lines * size_of::<Known<W>>() + self.trail.capacity() * size_of::<Spot>()) as u64
    }
}
