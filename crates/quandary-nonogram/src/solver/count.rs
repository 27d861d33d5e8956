//! Counting all solutions without visiting each.
//!
//! Where a picture is ambiguous in several places that share no line, the numbers of ways multiply: ten corners with
//! two ways each are a thousand solutions, and twenty branches suffice to count them. So the open cells are split into
//! *parts* that have no open line in common, each part is counted by branching on a cell of its shortest line, and each
//! branch is split again. The same remainder of a part often comes up again in other branches; its number is kept under
//! the whole state of its lines as long as there is memory.
//!
//! When the budget ends, what was counted so far is a lower bound.

use std::collections::HashMap;
use std::hash::Hash;

use super::board::{Board, Spot};
use super::line::Known;
use super::word::Word;
use quandary_core::verdict::{Stopped, Watch};

/// Boards with more open cells are counted by visiting every solution: the branches would be nested too deep.
pub(super) const MAX_OPEN: usize = 1_000;

/// Parts with fewer cells are counted again rather than remembered.
const MIN_REMEMBERED: usize = 6;

/// Bytes of parts that are remembered.
const MAX_BYTES: usize = 64 << 20;

/// How many ways there are, and whether that is all of them.
pub(super) type Ways = (u64, Result<(), Stopped>);

/// A cell, as row and column.
pub(super) type Place = (u16, u16);

/// What counting asks of a board, be it black and white or coloured.
pub(super) trait Countable {
    /// What some lines may still hold: what is left to count of them depends on nothing else.
    type State: Eq + Hash;
    /// A cell and what it holds.
    type Choice;

    /// The number of rows and of columns.
    fn size(&self) -> (usize, usize);
    /// How many cells are undecided.
    fn open(&self) -> usize;
    /// A bit for each content that a cell may have: empty first, then the colours.
    fn may_be(&self, cell: Place) -> u64;
    /// Whether a cell is undecided.
    fn is_open(&self, cell: Place) -> bool {
        !self.may_be(cell).is_power_of_two()
    }
    /// The state of some lines, rows before columns, and about how many bytes it takes.
    fn state(&self, lines: Vec<u16>) -> (Self::State, usize);
    /// Everything that the best cell of a part to branch on may hold; nothing for a part without cells.
    fn choices(&self, part: &[Place]) -> Vec<Self::Choice>;
    /// The length of the trail.
    fn mark(&self) -> usize;
    /// Decides a cell.
    fn decide(&mut self, choice: Self::Choice);
    /// Settles all lines; `false` when one breaks.
    fn propagate(&mut self) -> bool;
    /// Takes back everything after a mark.
    fn take_back(&mut self, mark: usize);
}

/// Counting in progress.
pub(super) struct Counter<'a, 'b, B: Countable> {
    pub(super) board: B,
    pub(super) watch: &'a mut Watch<'b>,
    remembered: HashMap<B::State, u64>,
    bytes: usize,
    /// Branches so far, and how many there may be.
    pub(super) nodes: u64,
    most: u64,
}

impl<'a, 'b, B: Countable> Counter<'a, 'b, B> {
    /// Counts the solutions of a board that has one, and on which its lines have been settled.
    pub(super) fn new(board: B, watch: &'a mut Watch<'b>) -> Self {
        Counter { board, watch, remembered: HashMap::new(), bytes: 0, nodes: 0, most: u64::MAX }
    }

    /// All solutions, or those that were met after so many branches.
    pub(super) fn count(&mut self, most: u64) -> Ways {
        self.most = most;
        let (height, width) = self.board.size();
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row as u16, column as u16)));
        let open = cells.filter(|&cell| self.board.is_open(cell)).collect();
        self.count_cells(open, true)
    }

    /// Whether the last count has used up its branches.
    pub(super) fn is_cut_off(&self) -> bool {
        self.nodes > self.most
    }

    /// The ways to fill these open cells, which are all that are open in their lines, and whether there is any is known.
    fn count_cells(&mut self, cells: Vec<Place>, has_one: bool) -> Ways {
        let parts = parts(cells, self.board.size());
        together(&parts, has_one, |part| self.count_part(part))
    }

    fn count_part(&mut self, part: &[Place]) -> Ways {
        self.nodes += 1;
        if let Err(why) = self.watch.tick(self.nodes, self.bytes as u64) {
            return (0, Err(why));
        }
        if self.is_cut_off() {
            return (0, Err(Stopped::Incomplete));
        }
        let key = (part.len() >= MIN_REMEMBERED).then(|| self.state(part));
        if let Some(&ways) = key.as_ref().and_then(|(state, _)| self.remembered.get(state)) {
            return (ways, Ok(()));
        }
        if part.is_empty() {
            return (1, Ok(()));
        }
        let mut sum: u64 = 0;
        for choice in self.board.choices(part) {
            let mark = self.board.mark();
            let mut ended = Ok(());
            self.board.decide(choice);
            if self.board.propagate() {
                let open = part.iter().copied().filter(|&cell| self.board.is_open(cell)).collect();
                let ways;
                (ways, ended) = self.count_cells(open, false);
                sum = sum.saturating_add(ways);
            }
            self.board.take_back(mark);
            if ended.is_err() {
                return (sum, ended);
            }
        }
        if let Some((state, bytes)) = key
            && self.bytes + bytes <= MAX_BYTES
        {
            self.bytes += bytes;
            self.remembered.insert(state, sum);
        }
        (sum, Ok(()))
    }

    /// The state of all lines of a part.
    fn state(&self, part: &[Place]) -> (B::State, usize) {
        let height = self.board.size().0 as u16;
        let mut lines: Vec<u16> = part.iter().flat_map(|&(row, column)| [row, height + column]).collect();
        lines.sort_unstable();
        lines.dedup();
        self.board.state(lines)
    }
}

impl<W: Word> Countable for Board<W> {
    type State = Vec<(u16, Known<W>)>;
    type Choice = Spot;

    fn size(&self) -> (usize, usize) {
        (self.height(), self.width())
    }

    fn open(&self) -> usize {
        self.open()
    }

    fn may_be(&self, (row, column): Place) -> u64 {
        let known = self.known(row.into());
        let column = usize::from(column);
        u64::from(!known.filled.has(column)) | u64::from(!known.empty.has(column)) << 1
    }

    fn state(&self, lines: Vec<u16>) -> (Self::State, usize) {
        let state: Self::State = lines.into_iter().map(|line| (line, self.known(line.into()))).collect();
        let bytes = size_of_val(&state[..]) + 64;
        (state, bytes)
    }

    /// Of a cell of the line that has the fewest open cells.
    fn choices(&self, part: &[Place]) -> Vec<Spot> {
        let known = |line: usize| {
            let known = self.known(line);
            (known.filled | known.empty).count()
        };
        let (height, width) = self.size();
        let open =
            |&(row, column): &Place| (width - known(row.into())).min(height - known(height + usize::from(column)));
        let cell = part.iter().copied().min_by_key(open);
        cell.into_iter().flat_map(|(row, column)| [true, false].map(|filled| Spot { row, column, filled })).collect()
    }

    fn mark(&self) -> usize {
        self.trail.len()
    }

    fn decide(&mut self, choice: Spot) {
        self.set(choice);
    }

    fn propagate(&mut self) -> bool {
        self.propagate()
    }

    fn take_back(&mut self, mark: usize) {
        self.undo_to(mark);
    }
}

/// The ways of several parts together: their product. `has_one` says that every part is known to have a way.
fn together(parts: &[Vec<Place>], has_one: bool, mut count: impl FnMut(&[Place]) -> Ways) -> Ways {
    let mut ways: u64 = 1;
    for (index, part) in parts.iter().enumerate() {
        let (own, ended) = count(part);
        ways = ways.saturating_mul(if has_one { own.max(1) } else { own });
        if ended.is_err() {
            // A part that was not counted might have no way at all.
            return (if has_one || index + 1 == parts.len() { ways } else { 0 }, ended);
        }
        if ways == 0 {
            break;
        }
    }
    (ways, Ok(()))
}

/// Splits cells into parts without a common line.
fn parts(cells: Vec<Place>, (height, width): (usize, usize)) -> Vec<Vec<Place>> {
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
    let mut parts: Vec<Vec<Place>> = Vec::new();
    let mut part_of = vec![usize::MAX; leader.len()];
    for cell in cells {
        let line = find(&mut leader, cell.0.into());
        if part_of[line] == usize::MAX {
            part_of[line] = parts.len();
            parts.push(Vec::new());
        }
        parts[part_of[line]].push(cell);
    }
    // If the time ends, most parts have been counted.
    parts.sort_by_key(Vec::len);
    parts
}
