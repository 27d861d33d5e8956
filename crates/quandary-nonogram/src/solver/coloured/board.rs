//! A coloured board being solved: what each cell may still be, kept from both sides, with a trail to undo changes.
//!
//! For each line and each content (empty, or one of the colours) there is the set of cells that may have it; every cell
//! is in its row and in its column, so a line is always available as sets. A board changes in one way only: a content is
//! removed from a cell. Removals go on a trail, [`Board::undo_to`] undoes them, and their lines are *dirty* until
//! [`Board::propagate`] has settled them.

use std::convert::Infallible;

use super::super::super::{LineName, Nonogram};
use super::super::board::Lines;
use super::line::{Clue, Piece, Room, settle};
use crate::line::Block;
use crate::line::word::Word;
use quandary_core::verdict::{Stopped, Watch};

/// A content that a cell cannot have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) struct Strike {
    pub(super) row: u16,
    pub(super) column: u16,
    pub(super) content: u8,
}

/// The lines of one side: rows or columns.
#[derive(Clone)]
struct Side<W> {
    clues: Vec<Clue>,
    /// For each line and content, line by line, the cells that may have it.
    may_be: Vec<W>,
}

impl<W: Word> Side<W> {
    fn line(&self, line: usize, contents: usize) -> &[W] {
        &self.may_be[line * contents..][..contents]
    }
}

/// What is known so far.
#[derive(Clone)]
pub(in super::super) struct Board<W> {
    rows: Side<W>,
    columns: Side<W>,
    /// Contents that a cell may have on this board: empty, and the colours.
    contents: usize,
    /// What each cell may be, as a set of contents, row by row.
    cells: Vec<u64>,
    /// Cells that may be several things.
    open: usize,
    dirty: Lines<W>,
    /// Lines that were settled since this was last cleared.
    pub(super) touched: Lines<W>,
    pub(super) trail: Vec<Strike>,
    room: Room<W>,
    /// Lines settled so far.
    pub(super) lines_settled: u64,
}

/// A clue, ready to be solved.
pub(super) fn clue_of(blocks: &[Block], length: usize) -> Clue {
    let mut colours: Vec<u8> = blocks.iter().map(|block| block.colour).collect();
    colours.sort_unstable();
    colours.dedup();
    let has_gap = |index: usize| index > 0 && index < blocks.len() && blocks[index].needs_gap(blocks[index - 1]);
    let piece = |(index, block): (usize, &Block)| Piece {
        // No block of a line that its clue fits into is longer than any line may be.
        length: block.length as u16,
        colour: block.colour,
        gap_before: has_gap(index),
        gap_behind: has_gap(index + 1),
    };
    Clue { pieces: blocks.iter().enumerate().map(piece).collect(), colours, length }
}

impl<W: Word> Board<W> {
    /// The board on which each cell may be empty or have a colour that its row and its column both have, and every line
    /// is dirty. No clue is longer than its line, and no line longer than `W::BITS - 2`.
    pub(super) fn new(puzzle: &Nonogram) -> Self {
        let (height, width) = (puzzle.height(), puzzle.width());
        let contents = usize::from(puzzle.colours()) + 1;
        let side = |lines: &mut dyn Iterator<Item = LineName>, length: usize| {
            let clues: Vec<Clue> = lines.map(|line| clue_of(puzzle.clue(line), length)).collect();
            Side { may_be: vec![W::NONE; clues.len() * contents], clues }
        };
        let mut rows = side(&mut (0..height).map(LineName::Row), width);
        let mut columns = side(&mut (0..width).map(LineName::Column), height);
        let own = |side: &Side<W>| -> Vec<u64> {
            let own = |clue: &Clue| clue.colours.iter().fold(1, |own, &colour| own | 1 << colour);
            side.clues.iter().map(own).collect()
        };
        let (of_rows, of_columns) = (own(&rows), own(&columns));
        // In a line that has a content, the cells with it are where the lines across have it too.
        let fill = |may_be: &mut [W], lines: &[u64], across: &[u64]| {
            for content in 0..contents {
                let has = |line: &&u64| **line >> content & 1 == 1;
                let all = across.iter().enumerate().filter(|(_, line)| has(line));
                let all = all.fold(W::NONE, |all, (line, _)| all | W::bit(line));
                for (line, _) in lines.iter().enumerate().filter(|(_, line)| has(line)) {
                    may_be[line * contents + content] = all;
                }
            }
        };
        fill(&mut rows.may_be, &of_rows, &of_columns);
        fill(&mut columns.may_be, &of_columns, &of_rows);
        let cells: Vec<u64> =
            of_rows.iter().flat_map(|row| of_columns.iter().map(move |column| row & column)).collect();
        Board {
            rows,
            columns,
            contents,
            open: cells.iter().filter(|values| !values.is_power_of_two()).count(),
            cells,
            dirty: Lines { rows: W::below(height), columns: W::below(width) },
            touched: Lines::NONE,
            trail: Vec::new(),
            room: Room::new(height.max(width), contents),
            lines_settled: 0,
        }
    }

    pub(super) fn height(&self) -> usize {
        self.rows.clues.len()
    }

    pub(super) fn width(&self) -> usize {
        self.columns.clues.len()
    }

    /// Cells that may be several things.
    pub(super) fn open(&self) -> usize {
        self.open
    }

    /// What a cell may be, as a set of contents; cells are counted row by row.
    #[inline(always)]
    pub(super) fn may_be(&self, cell: usize) -> u64 {
        self.cells[cell]
    }

    /// Whether the content was removed.
    #[inline(always)]
    pub(super) fn is_struck(&self, strike: Strike) -> bool {
        let cell = usize::from(strike.row) * self.width() + usize::from(strike.column);
        self.cells[cell] >> strike.content & 1 == 0
    }

    /// Removes a content from a cell that may have it.
    pub(super) fn strike(&mut self, strike: Strike) {
        self.dirty.rows = self.dirty.rows | W::bit(strike.row.into());
        self.dirty.columns = self.dirty.columns | W::bit(strike.column.into());
        let (row, column) = (usize::from(strike.row), usize::from(strike.column));
        let place = row * self.contents + usize::from(strike.content);
        self.rows.may_be[place] = self.rows.may_be[place] & !W::bit(column);
        let place = column * self.contents + usize::from(strike.content);
        self.columns.may_be[place] = self.columns.may_be[place] & !W::bit(row);
        self.note(strike);
    }

    /// Removes everything from a cell but one content.
    pub(super) fn set(&mut self, cell: usize, content: usize) {
        let (row, column) = ((cell / self.width()) as u16, (cell % self.width()) as u16);
        for other in members(self.cells[cell] & !(1 << content)) {
            self.strike(Strike { row, column, content: other as u8 });
        }
    }

    /// Keeps the cells and the trail in step with the lines.
    #[inline(always)]
    fn note(&mut self, strike: Strike) {
        let cell = usize::from(strike.row) * self.width() + usize::from(strike.column);
        self.cells[cell] &= !(1 << strike.content);
        self.open -= usize::from(self.cells[cell].is_power_of_two());
        self.trail.push(strike);
    }

    /// Undoes everything after the trail was this long.
    pub(super) fn undo_to(&mut self, length: usize) {
        let width = self.width();
        while self.trail.len() > length {
            let Some(strike) = self.trail.pop() else { return };
            let (row, column) = (usize::from(strike.row), usize::from(strike.column));
            let content = usize::from(strike.content);
            let place = row * self.contents + content;
            self.rows.may_be[place] = self.rows.may_be[place] | W::bit(column);
            let place = column * self.contents + content;
            self.columns.may_be[place] = self.columns.may_be[place] | W::bit(row);
            let cell = &mut self.cells[row * width + column];
            self.open += usize::from(cell.is_power_of_two());
            *cell |= 1 << content;
        }
    }

    /// Settles lines until none is dirty; `false` when one cannot hold its clue. Then nothing is dirty either, and the
    /// board must be undone.
    pub(super) fn propagate(&mut self) -> bool {
        let Ok(holds) = self.settle_all(|_| Ok::<(), Infallible>(()));
        holds
    }

    /// The same, permanently: what follows from the clues alone is never undone, so it needs no trail, which would be the
    /// largest part of a large board. Where the budget ends, the board must not be used any more.
    pub(super) fn propagate_for_good(&mut self, watch: &mut Watch<'_>) -> Result<bool, Stopped> {
        self.settle_all(|board| {
            board.trail.clear();
            watch.tick(0, board.bytes())
        })
    }

    /// Settles lines until none is dirty, and does something after each.
    #[inline(always)]
    fn settle_all<E>(&mut self, mut after_line: impl FnMut(&mut Self) -> Result<(), E>) -> Result<bool, E> {
        loop {
            let rows = std::mem::replace(&mut self.dirty.rows, W::NONE);
            self.touched.rows = self.touched.rows | rows;
            for row in rows.members() {
                if !self.settle_line::<true>(row) {
                    self.dirty = Lines::NONE;
                    return Ok(false);
                }
                after_line(self)?;
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
                after_line(self)?;
            }
        }
    }

    #[inline]
    fn settle_line<const IS_ROW: bool>(&mut self, line: usize) -> bool {
        self.lines_settled += 1;
        let (contents, width) = (self.contents, self.width());
        let (side, other) =
            if IS_ROW { (&mut self.rows, &mut self.columns) } else { (&mut self.columns, &mut self.rows) };
        let clue = &side.clues[line];
        let sets = &mut side.may_be[line * contents..][..contents];
        if !settle(clue, sets, &mut self.room) {
            return false;
        }
        let here = W::bit(line);
        for content in std::iter::once(0).chain(clue.colours.iter().map(|&colour| usize::from(colour))) {
            let struck = sets[content] & !self.room.after[content];
            if struck.is_none() {
                continue;
            }
            sets[content] = self.room.after[content];
            if IS_ROW {
                self.dirty.columns = self.dirty.columns | struck;
            } else {
                self.dirty.rows = self.dirty.rows | struck;
            }
            for at in struck.members() {
                let place = at * contents + content;
                other.may_be[place] = other.may_be[place] & !here;
                let (row, column) = if IS_ROW { (line, at) } else { (at, line) };
                let cell = &mut self.cells[row * width + column];
                *cell &= !(1 << content);
                self.open -= usize::from(cell.is_power_of_two());
                self.trail.push(Strike { row: row as u16, column: column as u16, content: content as u8 });
            }
        }
        true
    }

    /// Takes a dirty line off the list: rows first, counted through to the columns.
    pub(super) fn next_dirty(&mut self) -> Option<usize> {
        let (set, offset) = if self.dirty.rows.is_none() {
            (&mut self.dirty.columns, self.rows.clues.len())
        } else {
            (&mut self.dirty.rows, 0)
        };
        let line = set.members().next()?;
        *set = set.without_first();
        Some(line + offset)
    }

    /// The clue of a line, rows first, and for each content the cells that may have it.
    pub(super) fn line(&self, line: usize) -> (&Clue, &[W]) {
        match line.checked_sub(self.height()) {
            None => (&self.rows.clues[line], self.rows.line(line, self.contents)),
            Some(column) => (&self.columns.clues[column], self.columns.line(column, self.contents)),
        }
    }

    /// What follows for a line by itself, for each content; the board stays as it is. `None` when the line breaks.
    pub(super) fn settled(&mut self, line: usize) -> Option<&[W]> {
        self.lines_settled += 1;
        let (side, at) = match line.checked_sub(self.rows.clues.len()) {
            None => (&self.rows, line),
            Some(column) => (&self.columns, column),
        };
        settle(&side.clues[at], side.line(at, self.contents), &mut self.room).then_some(&self.room.after[..])
    }

    /// About how many bytes the board holds.
    pub(super) fn bytes(&self) -> u64 {
        let sets = self.rows.may_be.len() + self.columns.may_be.len();
        (sets * size_of::<W>() + self.cells.len() * 8 + self.trail.capacity() * size_of::<Strike>()) as u64
    }
}

/// The members of a set of contents.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let least = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(least)
    })
}
