//! Counting all solutions without visiting each: what [`quandary_core::reason::count`] asks of a board, here by its lines.
//!
//! A part is a set of open cells that share no line with any other. It is counted by branching on a cell of its shortest
//! line, and its state is what its lines know. Where that takes too many branches, because the lines are all entangled, the
//! board is counted line by line instead ([`sweep`](super::sweep)).

use std::hash::Hash;

use super::board::{Board, Spot};
use super::search::Searchable;
use super::stages::run_with;
use super::sweep::ByLine;
use crate::Nonogram;
use crate::line::settle::Known;
use crate::line::word::Word;
use quandary_core::reason::count::{self, Counter, Ways};
use quandary_core::reason::{Engine, Model};
use quandary_core::verdict::{Ask, Budget, Outcome, Stopped, Watch};

/// Branches in which most boards are counted part by part; then counting line by line is tried.
const FIRST_BRANCHES: u64 = 5_000;

/// A cell, as row and column.
pub(super) type Place = (u16, u16);

/// What counting asks of a board, be it black and white or coloured.
pub(super) trait Countable {
    /// What some lines may still hold: what is left to count of them depends on nothing else.
    type State: Eq + Hash;
    /// A cell and what it holds.
    type Choice: Copy;

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

/// A board that is counted part by part.
pub(super) struct ByPart<B>(pub(super) B);

impl<B: Countable> count::Countable for ByPart<B> {
    type Place = Place;
    type State = B::State;
    type Choice = B::Choice;
    type Choices = std::vec::IntoIter<B::Choice>;

    fn open_places(&self) -> Vec<Place> {
        let (height, width) = self.0.size();
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (row as u16, column as u16)));
        cells.filter(|&cell| self.0.is_open(cell)).collect()
    }

    fn is_open(&self, cell: Place) -> bool {
        self.0.is_open(cell)
    }

    fn parts(&mut self, open: Vec<Place>) -> Vec<Vec<Place>> {
        parts(open, self.0.size())
    }

    fn state(&mut self, part: &[Place]) -> (B::State, usize) {
        let height = self.0.size().0 as u16;
        let mut lines: Vec<u16> = part.iter().flat_map(|&(row, column)| [row, height + column]).collect();
        lines.sort_unstable();
        lines.dedup();
        self.0.state(lines)
    }

    fn choices(&mut self, part: &[Place]) -> Self::Choices {
        self.0.choices(part).into_iter()
    }

    fn mark(&self) -> usize {
        self.0.mark()
    }

    fn decide(&mut self, choice: B::Choice) -> bool {
        self.0.decide(choice);
        self.0.propagate()
    }

    fn take_back(&mut self, mark: usize) {
        self.0.take_back(mark);
    }
}

/// Counts the solutions of a board that has two or more (`first`), and draws some.
pub(super) fn all<B: Searchable>(puzzle: &Nonogram, first: Outcome, ask: &Ask, watch: &mut Watch<'_>) -> Outcome {
    let mut board = B::new(puzzle);
    if !board.propagate() {
        return first;
    }
    let mut counter = Counter::new(ByPart(board), watch);
    let mut ways = counter.count(FIRST_BRANCHES);
    if counter.is_cut_off() {
        // Half of the time is for counting line by line; what is left of it is for the parts.
        let half = Budget { time: counter.watch.left().map(|left| left / 2), ..counter.watch.budget() }.begin();
        let mut watch = half.start();
        let may_be = |row: usize, column: usize| counter.board.0.may_be((row as u16, column as u16));
        if let Some(board) = ByLine::new(puzzle, may_be) {
            let mut lines = Counter::new(board, &mut watch).within_bytes(MAX_SWEEP_BYTES);
            let swept = lines.count(u64::MAX);
            if swept.1.is_ok() {
                return lines.finish(first, swept, ask, ByLine::picture);
            }
            ways.0 = ways.0.max(swept.0);
        }
        let more = counter.count(u64::MAX);
        ways = (ways.0.max(more.0), more.1);
    }
    if ways.1 == Err(Stopped::Incomplete) {
        ways = by_branching::<B>(puzzle, ask, counter.watch);
    }
    counter.finish(first, ways, ask, |board| board.0.picture())
}

/// Counts the solutions of a board with blocks of unknown length. `list` lists some of them. `None` where these are all, or where
/// there are too many states for half of the time.
pub(super) fn line_by_line(
    puzzle: &Nonogram,
    model: &Model,
    ask: &Ask,
    list: impl Fn(&Ask) -> Outcome,
) -> Option<Outcome> {
    let watch = ask.budget.start();
    let several = ask.solutions.max(2);
    let mut first = list(&Ask { count: false, sample: None, solutions: several, ..ask.clone() });
    if first.solutions.len() < several {
        return None;
    }
    first.solutions.truncate(ask.solutions);
    let mut engine = Engine::new(model);
    engine.propagate().ok()?;
    let board = ByLine::new(puzzle, |row, column| engine.domains().get(row * puzzle.width() + column))?;
    let half = Budget { time: watch.left().map(|left| left / 2), ..ask.budget.clone() }.begin();
    let mut half = half.start();
    let mut lines = Counter::new(board, &mut half).within_bytes(MAX_SWEEP_BYTES);
    let swept = lines.count(u64::MAX);
    swept.1.ok()?;
    let outcome = lines.finish(first, swept, ask, ByLine::picture);
    Some(Outcome { cpu: watch.cpu(), ..outcome })
}

/// Most bytes of the numbers that are remembered line by line.
const MAX_SWEEP_BYTES: usize = 512 << 20;

/// Visits every single solution: for boards that would be nested too deep. The learner needs a clause against each solution
/// before it can find another, so it is left out.
fn by_branching<B: Searchable>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>) -> Ways {
    let findings = run_with::<B>(puzzle, &Ask { sample: None, ..ask.clone() }, watch, u64::MAX);
    (findings.found.into(), findings.ended)
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
