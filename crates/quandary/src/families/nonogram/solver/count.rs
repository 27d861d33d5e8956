//! Counting all solutions without visiting each.
//!
//! Where a picture is in doubt in several places that share no line, the numbers of ways multiply: ten corners with two
//! ways each are a thousand solutions, and twenty branches tell that. So the open cells are split into *parts* that have no
//! open line in common, each part is counted by branching on a cell of its shortest line, and each branch is split again.
//! What remains of a part is often met many times on different ways; its number is kept under the whole state of its lines
//! as long as there is room.
//!
//! When the budget ends, what was counted so far is a number that the solutions are at least.

use std::collections::HashMap;

use super::board::{Board, Spot};
use super::line::Known;
use super::word::Word;
use crate::verdict::{Stopped, Watch};

/// Boards with more open cells are counted by visiting every solution: the branches would be nested too deep.
pub(super) const MOST_OPEN: usize = 1_000;

/// Parts with fewer cells are counted again rather than remembered.
pub(super) const FEWEST_REMEMBERED: usize = 6;

/// Bytes of parts that are remembered.
pub(super) const MOST_BYTES: usize = 64 << 20;

/// How many ways there are, and whether that is all of them.
pub(super) type Ways = (u64, Result<(), Stopped>);

/// A line and what is known of it.
type LineState<W> = (u16, Known<W>);

/// Counting in progress.
pub(super) struct Counter<'a, 'b, W> {
    board: Board<W>,
    watch: &'a mut Watch<'b>,
    remembered: HashMap<Vec<LineState<W>>, u64>,
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
        let rows = 0..self.board.height();
        let open =
            rows.flat_map(|row| self.board.open_in(row).members().map(move |column| (row as u16, column as u16)));
        let open = open.collect();
        self.count_cells(open, true)
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
        let Some((row, column)) = self.tightest(part) else { return (1, Ok(())) };
        let mut sum: u64 = 0;
        for filled in [true, false] {
            let mark = self.board.trail.len();
            self.board.set(Spot { row, column, filled });
            let mut ended = Ok(());
            if self.board.propagate() {
                let is_open = |&&(row, column): &&(u16, u16)| self.board.open_in(row.into()).has(column.into());
                let open = part.iter().filter(is_open).copied().collect();
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
            let bytes = size_of_val(&key[..]) + 64;
            if self.bytes + bytes <= MOST_BYTES {
                self.bytes += bytes;
                self.remembered.insert(key, sum);
            }
        }
        (sum, Ok(()))
    }

    /// The lines of a part, and what is known of them: what is left to count depends on nothing else.
    fn state(&self, part: &[(u16, u16)]) -> Vec<LineState<W>> {
        let height = self.board.height();
        let mut lines: Vec<u16> = part.iter().flat_map(|&(row, column)| [row, height as u16 + column]).collect();
        lines.sort_unstable();
        lines.dedup();
        lines.into_iter().map(|line| (line, self.board.known(line.into()))).collect()
    }

    /// A cell of the line that has the fewest open cells.
    fn tightest(&self, part: &[(u16, u16)]) -> Option<(u16, u16)> {
        let open = |line: usize| {
            let known = self.board.known(line);
            (known.filled | known.empty).count()
        };
        let (height, width) = (self.board.height(), self.board.width());
        part.iter()
            .copied()
            .min_by_key(|&(row, column)| (width - open(row.into())).min(height - open(height + usize::from(column))))
    }
}

/// The ways of several parts together: their product. `has_one` says that every part is known to have a way.
pub(super) fn together(parts: &[Vec<(u16, u16)>], has_one: bool, mut count: impl FnMut(&[(u16, u16)]) -> Ways) -> Ways {
    let mut ways: u64 = 1;
    for (index, part) in parts.iter().enumerate() {
        let (own, ended) = count(part);
        ways = ways.saturating_mul(if has_one { own.max(1) } else { own });
        if ended.is_err() {
            // Of a part that was not looked at it may not even be known whether it can be filled.
            return (if has_one || index + 1 == parts.len() { ways } else { 0 }, ended);
        }
        if ways == 0 {
            break;
        }
    }
    (ways, Ok(()))
}

/// Splits cells, as row and column, into parts without a common line.
pub(super) fn parts(cells: Vec<(u16, u16)>, height: usize, width: usize) -> Vec<Vec<(u16, u16)>> {
    // Each line points to another of its part, or to itself.
    let mut leader: Vec<usize> = (0..height + width).collect();
    fn find(leader: &mut [usize], mut line: usize) -> usize {
        while leader[line] != line {
            leader[line] = leader[leader[line]];
            line = leader[line];
        }
        line
    }
    for &(row, column) in &cells {
        let (a, b) = (find(&mut leader, row.into()), find(&mut leader, height + usize::from(column)));
        leader[a] = b;
    }
    let mut parts: Vec<Vec<(u16, u16)>> = Vec::new();
    let mut part_of = vec![usize::MAX; leader.len()];
    for cell in cells {
        let line = find(&mut leader, cell.0.into());
        if part_of[line] == usize::MAX {
            part_of[line] = parts.len();
            parts.push(Vec::new());
        }
        parts[part_of[line]].push(cell);
    }
    // Should the time end, most parts have been counted.
    parts.sort_by_key(Vec::len);
    parts
}
