//! Counting all solutions line by line, where they are too many and too entangled to be counted part by part.
//!
//! Which lines may follow depends only on how far each line across has come in its clue. So a state is how far each of them
//! is: a 20×20 board with one cell in each line has 20! solutions, but its rows leave the columns in only 2²⁰ different
//! states. The lines run across the longer side of the board.
//!
//! Every line across can be finished by itself in every state, and a line is placed without dead ends, one placement after the
//! other ([`Placements`]), since there may be more than there is memory for. So the work is in proportion to the number of states
//! and of the placements between them. Where there are too many states to be remembered, nothing is counted.

use std::rc::Rc;

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
    /// The first state in which a full line may be: the last one, or also the one before it, where the last block may end at
    /// any cell.
    first_end: usize,
}

impl Track {
    /// `may_be` has a bit for each content that a cell may still have.
    fn new(clue: &[Block], contents: usize, may_be: &[u64]) -> Self {
        let states = Track::states(clue);
        let ends_anywhere = clue.last().is_some_and(|block| block.is_unknown());
        let first_end = states - 1 - usize::from(ends_anywhere);
        let mut track = Track { next: vec![NONE; states * contents], contents, is_alive: Vec::new(), first_end };
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
            for _ in 1..block.least() {
                state += 1;
                track.next[state * contents + colour] = state as u16 + 1;
            }
            state += 1;
            if block.is_unknown() {
                track.next[state * contents + colour] = state as u16;
            }
            // After a last block of known length nothing but empty cells can follow, so it needs no gap behind it.
            if index + 1 < clue.len() || block.is_unknown() {
                track.next[state * contents] = state as u16 + 1;
                state += 1;
            }
            track.next[state * contents] = state as u16;
        }
        track.is_alive = track.alive(states, may_be.len(), |at, content| may_be[at] & (1 << content) != 0);
        track
    }

    /// How many states there are: every cell that a block has at least, the gap before each block, and the one behind a last
    /// block of unknown length.
    fn states(clue: &[Block]) -> usize {
        let cells: usize = clue.iter().map(|block| block.least()).sum();
        let ends_anywhere = clue.last().is_some_and(|block| block.is_unknown());
        1 + cells + clue.len().saturating_sub(1) + usize::from(ends_anywhere)
    }

    /// For each number of cells read and each state, whether the rest can be filled with contents that are allowed.
    fn alive(&self, states: usize, length: usize, allowed: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut alive = vec![false; (length + 1) * states];
        alive[length * states + self.first_end..].fill(true);
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

/// All ways to fill one line, whose lines across are at some point: in lexicographic order, and none is stored.
pub(super) struct Placements {
    line: Rc<Track>,
    /// For each cell and content of the line, whether the line across can go on with it.
    fits: Vec<bool>,
    /// Whether the line can be finished, for each number of cells and each state.
    is_alive: Vec<bool>,
    /// The cells placed so far, and the states before each of them and after the last.
    cells: Vec<u8>,
    states: Vec<u16>,
    /// The first content to try in the next cell.
    from: usize,
}

impl Placements {
    /// `fits` says for each cell and content whether the line across can go on with it.
    fn new(line: Rc<Track>, fits: Vec<bool>) -> Self {
        let contents = line.contents;
        let is_alive = line.alive(line.len(), fits.len() / contents, |at, content| fits[at * contents + content]);
        // Without any placement, there is nothing to try in the first cell.
        let from = if is_alive[0] { 0 } else { contents };
        Placements { line, fits, is_alive, cells: Vec::new(), states: vec![0], from }
    }

    /// Places one more cell with the first content from `from` on with which the line can be finished.
    fn place(&mut self) -> bool {
        let (at, states, contents) = (self.cells.len(), self.line.len(), self.line.contents);
        if at * contents == self.fits.len() {
            return false;
        }
        let state = self.states.last().copied().map_or(0, usize::from);
        let possible = (self.from..contents).find_map(|content| {
            let next = self.line.next[state * contents + content];
            let is_possible = next != NONE
                && self.fits[at * contents + content]
                && self.is_alive[(at + 1) * states + usize::from(next)];
            is_possible.then_some((content, next))
        });
        let Some((content, next)) = possible else { return false };
        self.cells.push(content as u8);
        self.states.push(next);
        self.from = 0;
        true
    }
}

impl Iterator for Placements {
    type Item = Box<[u8]>;

    fn next(&mut self) -> Option<Box<[u8]>> {
        loop {
            while self.place() {}
            let is_full = self.cells.len() * self.line.contents == self.fits.len() && self.from == 0;
            let placed = is_full.then(|| self.cells.as_slice().into());
            // On from the last cell in which another content may follow.
            match self.cells.pop() {
                Some(content) => {
                    self.states.pop();
                    self.from = usize::from(content) + 1;
                }
                None => self.from = self.line.contents,
            }
            if placed.is_some() || self.cells.is_empty() && self.from >= self.line.contents {
                return placed;
            }
        }
    }
}

/// A board that is counted line by line. Lines are decided in order.
pub(super) struct ByLine {
    /// Whether the lines are rows.
    are_rows: bool,
    lines: Vec<Rc<Track>>,
    /// For each line, what its cells may be.
    may_be: Vec<Vec<u64>>,
    across: Vec<Track>,
    /// The contents of the lines so far.
    placed: Vec<Box<[u8]>>,
    /// The states of the lines across after each of them, and at the start.
    states: Vec<Box<[u16]>>,
}

impl ByLine {
    /// A board on which `may_be` has a bit for each content that a cell, by row and column, may still have; `None` where
    /// its tables would be too large.
    pub(super) fn new(puzzle: &Nonogram, may_be: impl Fn(usize, usize) -> u64) -> Option<Self> {
        let (height, width) = (puzzle.height(), puzzle.width());
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
                (0..length).map(cell).map(|(row, column)| may_be(row, column)).collect()
            })
            .collect();
        let across = |at: usize| {
            let cells: Vec<u64> = may_be.iter().map(|line| line[at]).collect();
            Track::new(clue_across(at), contents, &cells)
        };
        let across = (0..length).map(across).collect();
        let line = |(line, cells): (usize, &Vec<u64>)| Rc::new(Track::new(clue(line), contents, cells));
        let lines = may_be.iter().enumerate().map(line).collect();
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
    type Choices = std::iter::Flatten<std::option::IntoIter<Placements>>;

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

    fn choices(&mut self, open: &[u16]) -> Self::Choices {
        let placements = open.first().map(|&line| {
            let line = usize::from(line);
            let (track, cells) = (&self.lines[line], &self.may_be[line]);
            let contents = track.contents;
            let mut fits = vec![false; cells.len() * contents];
            for (at, (&may_be, &state)) in cells.iter().zip(self.now()).enumerate() {
                for content in (0..contents).filter(|content| may_be >> content & 1 == 1) {
                    fits[at * contents + content] = self.across[at].step(state, content, line + 1).is_some();
                }
            }
            Placements::new(track.clone(), fits)
        });
        placements.into_iter().flatten()
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
    use quandary_core::puzzle::Puzzle;
    use quandary_core::reason::count::Counter;
    use quandary_core::verdict::{Ask, Budget};

    /// What sweeping and counting part by part say.
    fn both<B: Searchable>(puzzle: &Nonogram) -> (u128, u128) {
        let budget = Budget::default();
        let mut board = B::new(puzzle);
        assert!(board.propagate());
        let lines = ByLine::new(puzzle, |row, column| board.may_be((row as u16, column as u16))).unwrap();
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

    #[test]
    fn a_board_of_unknown_lengths_only_is_counted() {
        let side = |blocks: [usize; 6]| -> Vec<Vec<Block>> {
            blocks.iter().map(|&count| vec![Block { length: Block::UNKNOWN, colour: 1 }; count]).collect()
        };
        let board = Nonogram::new(side([2, 2, 2, 1, 1, 2]), side([2; 6])).unwrap();
        let outcome = probing(&board, &Ask { count: true, ..Ask::default() });
        assert_eq!((outcome.solution_count, outcome.count_is_exact), (18_646_128, true));
    }

    #[test]
    fn lines_with_more_placements_than_fit_into_memory_are_placed_one_by_one() {
        // Ten single cells in 60 have 10,272,278,170 placements.
        let side = || vec![vec![Block { length: 1, colour: 1 }; 10]; 60];
        let board = Nonogram::new(side(), side()).unwrap();
        let budget = Budget { memory: 64 << 20, ..Budget::seconds(0.5) };
        let outcome = probing(&board, &Ask { count: true, budget, ..Ask::default() });
        assert!(!outcome.count_is_exact);
    }

    #[test]
    fn placements_come_in_order_and_each_once() {
        let blocks = [Block { length: 1, colour: 1 }, Block { length: Block::UNKNOWN, colour: 1 }];
        let track = Rc::new(Track::new(&blocks, 2, &[0b11; 5]));
        let placed: Vec<Box<[u8]>> = Placements::new(track.clone(), vec![true; 10]).collect();
        let drawn: Vec<String> =
            placed.iter().map(|cells| cells.iter().map(|&cell| if cell == 1 { '#' } else { '.' }).collect()).collect();
        assert_eq!(drawn, ["..#.#", ".#..#", ".#.#.", ".#.##", "#...#", "#..#.", "#..##", "#.#..", "#.##.", "#.###"]);
        // The fourth cell can be neither.
        let fits = (0..10).map(|at| at / 2 != 3).collect();
        assert_eq!(Placements::new(track, fits).count(), 0);
    }

    /// The number of pictures, by trying all.
    fn pictures(puzzle: &Nonogram) -> u128 {
        let (height, width) = (puzzle.height(), puzzle.width());
        let contents = u32::from(puzzle.colours()) + 1;
        let picture = |number: u32| {
            let values = (0..height * width).map(|cell| (number / contents.pow(cell as u32) % contents) as u8);
            Solution::Grid(Grid::from_values(height, width, values.collect()).unwrap())
        };
        (0..contents.pow((height * width) as u32)).filter(|&number| puzzle.verify(&picture(number)).is_ok()).count()
            as u128
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn unknown_lengths_are_counted_as_by_trying_all(
            values in prop::collection::vec(0u8..=2, 3 * 3),
            colours in 1u8..=2,
            mask: u32,
        ) {
            let values = values.into_iter().map(|value| value.min(colours)).collect();
            let mut puzzle = Nonogram::of_picture(&Grid::from_values(3, 3, values).unwrap()).unwrap();
            for (at, block) in puzzle.rows.iter_mut().chain(&mut puzzle.columns).flatten().enumerate() {
                if mask >> (at % 32) & 1 == 1 {
                    block.length = Block::UNKNOWN;
                }
            }
            let all = (1 << (puzzle.colours() + 1)) - 1;
            let budget = Budget::default();
            let mut watch = budget.start();
            let counted = Counter::new(ByLine::new(&puzzle, |_, _| all).unwrap(), &mut watch).count(u64::MAX);
            prop_assert_eq!(counted, (pictures(&puzzle), Ok(())));
        }

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
