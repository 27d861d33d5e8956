//! The teaching solver: Peter Norvig's two rules and a search, as plainly as possible.
//!
//! Every cell has the digits that it may still be. To *assign* a digit is to eliminate all others. To *eliminate* a digit
//! from a cell follows two rules until nothing moves:
//!
//! 1. if a cell has one digit left, eliminate that digit from its peers;
//! 2. if a unit has one place left for a digit, assign it there.
//!
//! Where that ends, the search takes the cell with the fewest digits and tries each of them on a copy of the board.
//!
//! It stays beside the fast engines to be read, and to be compared with them: no tables, no words of many boards, no
//! tricks. It takes any size and any units. Clues of variants that are not units are tested on full boards only.

use super::{Sudoku, filled};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Solution;
use quandary_core::verdict::{Ask, Counters, Outcome, Stopped, Watch};

/// For each cell the digits that it may be: bit `d` is the digit `d + 1`.
type Values = Vec<u32>;

/// A contradiction: a cell without a digit, or a digit without a place.
struct Contradiction;

/// Solves a board.
pub(super) fn solve(puzzle: &Sudoku, ask: &Ask) -> Outcome {
    let cells = puzzle.cells();
    let places = |unit: super::super::Unit| unit.cells.iter().map(|&cell| cells.index_of(cell)).collect();
    let units: Vec<Vec<usize>> = puzzle.units().into_iter().map(places).collect();
    let units_of =
        (0..cells.values().len()).map(|cell| units.iter().filter(|unit| unit.contains(&cell)).cloned().collect());
    let mut search = Search {
        puzzle,
        units_of: units_of.collect(),
        ask,
        watch: ask.budget.start(),
        counters: Counters::default(),
        solutions: Vec::new(),
        found: 0,
    };
    let ended = match search.read_givens() {
        Ok(values) => search.run(&values, 1),
        Err(Contradiction) => Ok(()),
    };
    let (cpu, counters) = (search.watch.cpu(), search.counters);
    Outcome::of_search(search.solutions, search.found, ended, counters, cpu, || {
        super::why_impossible(puzzle, counters.nodes, &ask.budget)
    })
}

struct Search<'s> {
    puzzle: &'s Sudoku,
    /// For each cell the units that it is in, each with its cells.
    units_of: Vec<Vec<Vec<usize>>>,
    ask: &'s Ask,
    watch: Watch<'s>,
    counters: Counters,
    solutions: Vec<Solution>,
    found: u64,
}

impl Search<'_> {
    /// A board on which the given digits have been assigned.
    fn read_givens(&mut self) -> Result<Values, Contradiction> {
        let puzzle = self.puzzle;
        let every_digit = (1 << puzzle.side()) - 1;
        let mut values = vec![every_digit; self.units_of.len()];
        for (cell, place) in puzzle.cells().cells().enumerate() {
            for digit in (0..puzzle.side()).filter(|digit| puzzle.struck(place) >> (digit + 1) & 1 == 1) {
                self.eliminate(&mut values, cell, 1 << digit)?;
            }
            if puzzle.cells()[place] != 0 {
                self.assign(&mut values, cell, 1 << (puzzle.cells()[place] - 1))?;
            }
        }
        Ok(values)
    }

    /// Eliminates all digits but one.
    fn assign(&mut self, values: &mut Values, cell: usize, digit: u32) -> Result<(), Contradiction> {
        let mut others = values[cell] & !digit;
        if values[cell] & digit == 0 {
            return Err(Contradiction);
        }
        while others != 0 {
            let other = others & others.wrapping_neg();
            others &= !other;
            self.eliminate(values, cell, other)?;
        }
        Ok(())
    }

    /// Eliminates a digit, and follows the two rules.
    fn eliminate(&mut self, values: &mut Values, cell: usize, digit: u32) -> Result<(), Contradiction> {
        if values[cell] & digit == 0 {
            return Ok(());
        }
        self.counters.propagations += 1;
        values[cell] &= !digit;
        let left = values[cell];
        if left == 0 {
            return Err(Contradiction);
        }
        for unit in 0..self.units_of[cell].len() {
            if left.is_power_of_two() {
                for at in 0..self.units_of[cell][unit].len() {
                    let peer = self.units_of[cell][unit][at];
                    if peer != cell {
                        self.eliminate(values, peer, left)?;
                    }
                }
            }
            let mut places = self.units_of[cell][unit].iter().filter(|&&place| values[place] & digit != 0);
            match (places.next().copied(), places.next()) {
                (None, _) => return Err(Contradiction),
                (Some(only), None) => self.assign(values, only, digit)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Tries the digits of the cell that has the fewest.
    fn run(&mut self, values: &Values, depth: u64) -> Result<(), Stopped> {
        self.counters.nodes += 1;
        self.counters.generated += 1;
        self.counters.peak_frontier = self.counters.peak_frontier.max(depth);
        let bytes = depth * (values.len() * size_of::<u32>()) as u64;
        self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
        self.watch.tick(self.counters.nodes, bytes)?;
        let open = (0..values.len()).filter(|&cell| !values[cell].is_power_of_two());
        let Some(cell) = open.min_by_key(|&cell| values[cell].count_ones()) else { return self.on_solution(values) };
        for digit in (0..self.puzzle.side()).map(|digit| 1 << digit).filter(|digit| values[cell] & digit != 0) {
            let mut copy = values.clone();
            match self.assign(&mut copy, cell, digit) {
                Ok(()) => self.run(&copy, depth + 1)?,
                Err(Contradiction) => self.counters.backtracks += 1,
            }
        }
        Ok(())
    }

    /// Every cell has its digit.
    fn on_solution(&mut self, values: &Values) -> Result<(), Stopped> {
        let solution = filled(self.puzzle.side(), values.iter().map(|value| value.trailing_zeros() as u8 + 1));
        let holds = |board: &Grid<u8>| self.puzzle.variant().clues(self.puzzle).iter().all(|clue| clue.holds(board));
        if solution.grid().is_some_and(holds) {
            self.found += 1;
            if self.solutions.len() < self.ask.solutions.max(1) {
                self.solutions.push(solution);
            }
        }
        if self.found >= self.ask.solution_limit() { Err(Stopped::Enough) } else { Ok(()) }
    }
}
