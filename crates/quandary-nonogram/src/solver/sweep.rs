//! Counting all solutions line by line, where they are too many and too entangled to be counted part by part.
//!
//! Which lines may follow depends only on how far each line across has come in its clue. So a state is how far each of them
//! is: a 20×20 board with one cell in each line has 20! solutions, but its rows leave the columns in only 2²⁰ different
//! states. The lines run across the longer side of the board.
//!
//! Every line across can be finished by itself in every state, and lines are placed without dead ends ([`Placing`]), so the
//! work is in proportion to the number of states. Where these are too many to be remembered, nothing is counted.

use super::count::Countable;
use crate::line::Block;
use crate::{LineName, Nonogram};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::reason::count;

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

/// All ways to fill one line, whose lines across are at some point.
struct Placing<'a> {
    line: &'a Track,
    /// For each cell and content of the line, whether the line across can go on with it.
    fits: Vec<bool>,
    /// Whether the line can be finished, for each number of cells and each state.
    is_alive: Vec<bool>,
    /// The cells placed so far.
    cells: Vec<u8>,
    placed: &'a mut Vec<Box<[u8]>>,
}

impl Placing<'_> {
    /// Places the rest of the line. No deeper than the line is long.
    fn place(&mut self, state: u16) {
        let (at, contents) = (self.cells.len(), self.line.contents);
        if at * contents == self.fits.len() {
            self.placed.push(self.cells.as_slice().into());
            return;
        }
        for content in 0..contents {
            let after = self.line.next[usize::from(state) * contents + content];
            let is_possible = after != NONE
                && self.fits[at * contents + content]
                && self.is_alive[(at + 1) * self.line.len() + usize::from(after)];
            if is_possible {
                self.cells.push(content as u8);
                self.place(after);
                self.cells.pop();
            }
        }
    }
}

/// A board that is counted line by line. Lines are decided in order.
pub(super) struct ByLine {
    /// Whether the lines are rows.
    are_rows: bool,
    lines: Vec<Track>,
    /// For each line, what its cells may be.
    may_be: Vec<Vec<u64>>,
    across: Vec<Track>,
    /// The contents of the lines so far.
    placed: Vec<Box<[u8]>>,
    /// The states of the lines across after each of them, and at the start.
    states: Vec<Box<[u16]>>,
}

impl ByLine {
    /// A board whose lines have been settled; `None` where its tables would be too large.
    pub(super) fn new<B: Countable>(puzzle: &Nonogram, board: &B) -> Option<Self> {
        let (height, width) = board.size();
        let (lines, length) = (height.max(width), height.min(width));
        let are_rows = height >= width;
        let contents = usize::from(puzzle.colours()) + 1;
        let name = |line: usize, is_row: bool| if is_row { LineName::Row(line) } else { LineName::Column(line) };
        let clue = |line: usize| puzzle.clue(name(line, are_rows));
        let clue_across = |line: usize| puzzle.clue(name(line, !are_rows));
        let table = |length: usize| move |clue: &[Block]| Track::states(clue) * (length + 1);
        let entries = (0..length).map(clue_across).map(table(lines)).sum::<usize>()
            + (0..lines).map(clue).map(table(length)).sum::<usize>();
        if entries > MAX_TABLE {
            return None;
        }
        let may_be: Vec<Vec<u64>> = (0..lines)
            .map(|line| {
                let cell = |across: usize| if are_rows { (line, across) } else { (across, line) };
                (0..length).map(cell).map(|(row, column)| board.may_be((row as u16, column as u16))).collect()
            })
            .collect();
        let across = |at: usize| {
            let cells: Vec<u64> = may_be.iter().map(|line| line[at]).collect();
            Track::new(clue_across(at), contents, &cells)
        };
        let across = (0..length).map(across).collect();
        let lines = may_be.iter().enumerate().map(|(line, cells)| Track::new(clue(line), contents, cells)).collect();
        Some(ByLine { are_rows, lines, may_be, across, placed: Vec::new(), states: vec![vec![0; length].into()] })
    }

    /// The picture of a full board.
    pub(super) fn picture(&self) -> Solution {
        let (lines, length) = (self.placed.len(), self.across.len());
        let (height, width) = if self.are_rows { (lines, length) } else { (length, lines) };
        let mut picture = Grid::filled(height, width, 0);
        for cell in picture.cells() {
            let (line, at) = if self.are_rows { (cell.row, cell.column) } else { (cell.column, cell.row) };
            picture[cell] = self.placed[line][at];
        }
        Solution::Grid(picture)
    }

    /// The states of the lines across now.
    fn now(&self) -> &[u16] {
        self.states.last().map_or(&[], |states| states)
    }
}

impl count::Countable for ByLine {
    /// A line that has not been placed.
    type Place = u16;
    /// How far the lines across are. The number of lines placed follows from what is open.
    type State = (u16, Box<[u16]>);
    /// The contents of the next line.
    type Choice = Box<[u8]>;

    const MIN_REMEMBERED: usize = 1;
    const NEEDS_MEMORY: bool = true;

    fn open_places(&self) -> Vec<u16> {
        (self.placed.len() as u16..self.lines.len() as u16).collect()
    }

    fn is_open(&self, line: u16) -> bool {
        usize::from(line) >= self.placed.len()
    }

    fn parts(&mut self, open: Vec<u16>) -> Vec<Vec<u16>> {
        vec![open]
    }

    fn state(&mut self, _: &[u16]) -> (Self::State, usize) {
        ((self.placed.len() as u16, self.now().into()), size_of_val(self.now()) + 112)
    }

    fn choices(&mut self, open: &[u16]) -> Vec<Box<[u8]>> {
        let Some(&line) = open.first() else { return Vec::new() };
        let line = usize::from(line);
        let (track, cells) = (&self.lines[line], &self.may_be[line]);
        let contents = track.contents;
        let mut fits = vec![false; cells.len() * contents];
        for (at, (&may_be, &state)) in cells.iter().zip(self.now()).enumerate() {
            for content in (0..contents).filter(|content| may_be >> content & 1 == 1) {
                fits[at * contents + content] = self.across[at].step(state, content, line + 1).is_some();
            }
        }
        let is_alive = track.alive(track.len(), cells.len(), |at, content| fits[at * contents + content]);
        let mut placed = Vec::new();
        if is_alive[0] {
            Placing { line: track, fits, is_alive, cells: Vec::with_capacity(cells.len()), placed: &mut placed }
                .place(0);
        }
        placed
    }

    fn mark(&self) -> usize {
        self.placed.len()
    }

    fn decide(&mut self, cells: Box<[u8]>) -> bool {
        let read = self.placed.len() + 1;
        let step = |(at, (&state, &content)): (usize, (&u16, &u8))| self.across[at].step(state, content.into(), read);
        let states = self.now().iter().zip(&cells).enumerate().map(step).collect::<Option<Box<[u16]>>>();
        let Some(states) = states else { return false };
        self.placed.push(cells);
        self.states.push(states);
        true
    }

    fn take_back(&mut self, mark: usize) {
        self.placed.truncate(mark);
        self.states.truncate(mark + 1);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::board::Board;
    use super::super::count::ByPart;
    use super::super::search::Searchable;
    use super::super::{coloured, probing};
    use super::*;
    use quandary_core::reason::count::Counter;
    use quandary_core::verdict::{Ask, Budget};

    /// What sweeping and counting part by part say.
    fn both<B: Searchable>(puzzle: &Nonogram) -> (u128, u128) {
        let budget = Budget::default();
        let mut board = B::new(puzzle);
        assert!(board.propagate());
        let lines = ByLine::new(puzzle, &board).unwrap();
        let [mut first, mut second] = [budget.start(), budget.start()];
        let swept = Counter::new(lines, &mut first).count(u64::MAX);
        assert_eq!(swept.1, Ok(()));
        (swept.0, Counter::new(ByPart(board), &mut second).count(u64::MAX).0)
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
            prop_assert_eq!(swept, counted);
        }

        #[test]
        fn lines_and_parts_agree_on_coloured_boards(values in prop::collection::vec(0u8..=2, 5 * 6)) {
            let puzzle = Nonogram::of_picture(&Grid::from_values(6, 5, values).unwrap()).unwrap();
            prop_assume!(puzzle.is_coloured());
            let (swept, counted) = both::<coloured::Board<u32>>(&puzzle);
            prop_assert_eq!(swept, counted);
        }
    }
}
