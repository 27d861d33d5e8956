//! Counting all solutions line by line, where they are too many and too entangled to be counted part by part.
//!
//! Which lines may follow depends only on how far each line across has come in its clue. So all beginnings that leave the
//! lines across equally far are counted together: a 20×20 board with one cell in each line has 20! solutions, but its rows
//! leave the columns in only 2²⁰ different ways. The lines run across the longer side of the board.
//!
//! Every beginning can be finished as far as each line across knows by itself, and lines are placed without dead ends
//! ([`Placing`]), so the work is in proportion to the number of beginnings. Where these are too many, nothing is counted.

use std::collections::HashMap;

use super::count::Countable;
use crate::line::Block;
use crate::{LineName, Nonogram};
use quandary_core::verdict::{Stopped, Watch};

/// Most bytes of beginnings.
const MAX_BYTES: usize = 128 << 20;

/// Most entries of the tables of all lines.
const MAX_TABLE: usize = 16 << 20;

/// There is no such state.
const NONE: u16 = u16::MAX;

/// A clue as an automaton that reads its line cell by cell.
struct Track {
    /// For each state and content, the next state.
    next: Vec<u16>,
    /// How many contents there are: empty, and the colours.
    contents: usize,
    /// For each number of cells read and each state, whether the rest of the line can be filled by itself.
    is_alive: Vec<bool>,
}

impl Track {
    /// `may_be` has a bit for each content that a cell may still have.
    fn new(clue: &[Block], contents: usize, may_be: &[u64]) -> Self {
        let states = Track::states(clue);
        let mut track = Track { next: vec![NONE; states * contents], contents, is_alive: Vec::new() };
        // Before the first block.
        track.next[0] = 0;
        let mut state = 0;
        for (index, block) in clue.iter().enumerate() {
            // From the gap before a block, and from the end of the last block where no gap is needed.
            let touches = index > 0 && !block.needs_gap(clue[index - 1]);
            let colour = usize::from(block.colour);
            track.next[state * contents + colour] = state as u16 + 1;
            if touches {
                track.next[(state - 1) * contents + colour] = state as u16 + 1;
            }
            for _ in 1..block.length {
                state += 1;
                track.next[state * contents + colour] = state as u16 + 1;
            }
            state += 1;
            let is_last = index + 1 == clue.len();
            track.next[state * contents] = if is_last { state as u16 } else { state as u16 + 1 };
            if !is_last {
                state += 1;
                track.next[state * contents] = state as u16;
            }
        }
        track.is_alive = track.alive(states, may_be.len(), |at, content| may_be[at] & (1 << content) != 0);
        track
    }

    /// How many states there are: every cell of every block, and the gap before each block.
    fn states(clue: &[Block]) -> usize {
        let cells: usize = clue.iter().map(|block| block.length).sum();
        1 + cells + clue.len().saturating_sub(1)
    }

    /// For each number of cells read and each state, whether the rest can be filled with contents that are allowed.
    fn alive(&self, states: usize, length: usize, allowed: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut alive = vec![false; (length + 1) * states];
        alive[length * states + states - 1] = true;
        for at in (0..length).rev() {
            for state in 0..states {
                alive[at * states + state] = (0..self.contents).any(|content| {
                    let next = self.next[state * self.contents + content];
                    next != NONE && allowed(at, content) && alive[(at + 1) * states + usize::from(next)]
                });
            }
        }
        alive
    }

    fn len(&self) -> usize {
        self.next.len() / self.contents
    }

    /// The state after a content, where the line can still be filled after that many cells.
    fn step(&self, state: u16, content: usize, cells_read: usize) -> Option<u16> {
        let next = self.next[usize::from(state) * self.contents + content];
        (next != NONE && self.is_alive[cells_read * self.len() + usize::from(next)]).then_some(next)
    }
}

/// How many beginnings leave the lines across in each combination of states.
type Beginnings = HashMap<Box<[u16]>, u64>;

/// All ways to put one line after one kind of beginning.
struct Placing<'a> {
    line: &'a Track,
    /// For each cell and content of the line, the state of the line across after it.
    steps: Vec<u16>,
    /// Whether the line can be finished, for each number of cells and each state.
    is_alive: Vec<bool>,
    /// The states of the lines across after the cells placed so far.
    across: Vec<u16>,
    ways: u64,
    next: &'a mut Beginnings,
}

impl Placing<'_> {
    /// Places the rest of the line. No deeper than the line is long.
    fn place(&mut self, state: u16) {
        let (at, contents) = (self.across.len(), self.line.contents);
        if at * contents == self.steps.len() {
            match self.next.get_mut(&self.across[..]) {
                Some(ways) => *ways = ways.saturating_add(self.ways),
                None => drop(self.next.insert(self.across.as_slice().into(), self.ways)),
            }
            return;
        }
        for content in 0..contents {
            let (after, step) =
                (self.line.next[usize::from(state) * contents + content], self.steps[at * contents + content]);
            let is_possible =
                after != NONE && step != NONE && self.is_alive[(at + 1) * self.line.len() + usize::from(after)];
            if is_possible {
                self.across.push(step);
                self.place(after);
                self.across.pop();
            }
        }
    }
}

/// The number of all solutions of a board whose lines have been settled; `None` where there would be too many beginnings, or
/// they take more than half of the time. A number that is too large for its word is the largest one.
pub(super) fn count<B: Countable>(
    puzzle: &Nonogram,
    board: &B,
    nodes: &mut u64,
    watch: &mut Watch<'_>,
) -> Result<Option<u64>, Stopped> {
    let (height, width) = board.size();
    let (lines, length) = (height.max(width), height.min(width));
    let are_rows = height >= width;
    let contents = usize::from(puzzle.colours()) + 1;
    let may_be = |line: usize, across: usize| {
        let (row, column) = if are_rows { (line, across) } else { (across, line) };
        board.may_be((row as u16, column as u16))
    };
    let name = |line: usize, is_row: bool| if is_row { LineName::Row(line) } else { LineName::Column(line) };
    let clue = |line: usize| puzzle.clue(name(line, are_rows));
    let clue_across = |line: usize| puzzle.clue(name(line, !are_rows));
    let table = (0..length).map(|across| Track::states(clue_across(across)) * (lines + 1)).sum::<usize>();
    if table > MAX_TABLE {
        return Ok(None);
    }
    let across: Vec<Track> = (0..length)
        .map(|across| {
            let cells: Vec<u64> = (0..lines).map(|line| may_be(line, across)).collect();
            Track::new(clue_across(across), contents, &cells)
        })
        .collect();
    let bytes_each = size_of::<u16>() * length + 64;
    let start: Box<[u16]> = vec![0; length].into();
    let mut beginnings = Beginnings::from([(start, 1)]);
    for line in 0..lines {
        let cells: Vec<u64> = (0..length).map(|across| may_be(line, across)).collect();
        let track = Track::new(clue(line), contents, &cells);
        let mut next = Beginnings::new();
        for (states, &ways) in &beginnings {
            *nodes += 1;
            let bytes = (beginnings.len() + next.len()) * bytes_each;
            watch.tick(*nodes, bytes as u64)?;
            if bytes > MAX_BYTES || watch.has_spent_share(2) {
                return Ok(None);
            }
            let step = |at: usize, content: usize| -> u16 {
                let is_open = cells[at] & (1 << content) != 0;
                let after = if is_open { across[at].step(states[at], content, line + 1) } else { None };
                after.unwrap_or(NONE)
            };
            let steps: Vec<u16> = (0..length)
                .flat_map(|at| (0..contents).map(move |content| (at, content)))
                .map(|(at, content)| step(at, content))
                .collect();
            let is_alive = track.alive(track.len(), length, |at, content| steps[at * contents + content] != NONE);
            if is_alive[0] {
                let across = Vec::with_capacity(length);
                Placing { line: &track, steps, is_alive, across, ways, next: &mut next }.place(0);
            }
        }
        beginnings = next;
    }
    Ok(Some(beginnings.values().fold(0, |sum: u64, &ways| sum.saturating_add(ways))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::board::Board;
    use super::super::count::Counter;
    use super::super::search::Searchable;
    use super::super::{coloured, probing};
    use super::*;
    use quandary_core::grid::Grid;
    use quandary_core::verdict::{Ask, Budget};

    /// What sweeping and counting part by part say.
    fn both<B: Searchable>(puzzle: &Nonogram) -> (Option<u64>, u64) {
        let budget = Budget::default();
        let mut board = B::new(puzzle);
        assert!(board.propagate());
        let swept = count(puzzle, &board, &mut 0, &mut budget.start()).unwrap();
        let mut watch = budget.start();
        (swept, Counter::new(board, &mut watch).count(u64::MAX).0)
    }

    #[test]
    fn permutations_are_counted() {
        let side = |lines: usize| vec![vec![Block { length: 1, colour: 1 }]; lines];
        let board = Nonogram::new(side(16), side(16)).unwrap();
        let outcome = probing(&board, &Ask { count: true, ..Ask::default() });
        assert_eq!((outcome.solution_count, outcome.count_is_exact), ((1..=16).product(), true));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn lines_and_parts_agree(values in prop::collection::vec(0u8..=1, 5 * 7), is_tall: bool) {
            let (rows, columns) = if is_tall { (7, 5) } else { (5, 7) };
            let puzzle = Nonogram::of_picture(&Grid::from_values(rows, columns, values).unwrap()).unwrap();
            let (swept, counted) = both::<Board<u32>>(&puzzle);
            prop_assert_eq!(swept, Some(counted));
        }

        #[test]
        fn lines_and_parts_agree_on_coloured_boards(values in prop::collection::vec(0u8..=2, 5 * 6)) {
            let puzzle = Nonogram::of_picture(&Grid::from_values(6, 5, values).unwrap()).unwrap();
            prop_assume!(puzzle.is_coloured());
            let (swept, counted) = both::<coloured::Board<u32>>(&puzzle);
            prop_assert_eq!(swept, Some(counted));
        }
    }
}
