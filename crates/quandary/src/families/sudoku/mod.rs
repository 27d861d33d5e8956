//! Sudoku: each row, column and box holds each digit once.
//!
//! A board of side n is cut into n boxes of n cells, `box_rows` high and `box_columns` wide. The rows, the columns and
//! the boxes are its *units*; that is the whole rule book, and [`Sudoku::verify`] checks it by looking for a digit that
//! stands twice in a unit. Everything else is elsewhere: the notations in [`formats`], the rules as constraints in
//! [`model`], the solvers in [`solver`], new puzzles in [`generate`], the picture in [`scene`].

pub mod canonical;
pub mod formats;
pub mod generate;
pub mod model;
pub mod scene;
pub mod solver;
pub mod symmetry;
pub mod techniques;
mod words;

#[cfg(test)]
mod tests;

use std::fmt;

use serde_json::Value;

use crate::grid::Grid;
use crate::puzzle::{Algorithm, AnyNotation, Cell, Example, Family, Generator, Puzzle, Rating, Solution, Violation};
use crate::read::{Diagnostic, Source};
use crate::reason::Model;
use crate::reason::explain::{State, Step, Words};
use crate::scene::Scene;
use crate::verdict::{Ask, Budget, Outcome};

/// The largest side that is read: boxes of 5 × 5.
pub const LARGEST_SIDE: usize = 25;

/// The family, for the registry.
pub static FAMILY: SudokuFamily = SudokuFamily;

/// Sudoku as a family.
#[derive(Debug)]
pub struct SudokuFamily;

impl Family for SudokuFamily {
    fn name(&self) -> &'static str {
        "sudoku"
    }

    fn title(&self) -> &'static str {
        "Sudoku"
    }

    fn goal(&self) -> &'static str {
        "Write a digit into every blank cell, so that each row, each column and each box holds every digit once."
    }

    fn limits(&self) -> &'static str {
        "boards up to 25×25; boxes of any height and width from 2 up (2×2, 2×3, 3×3, 3×4, 4×4, 5×5 …)"
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        vec![&formats::LINE, &formats::GRID, &formats::JSON]
    }

    fn examples(&self) -> &'static [Example] {
        formats::examples::EXAMPLES
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::SudokuGenerator)
    }

    fn solve_many(&self, puzzles: &[&dyn Puzzle], ask: &Ask) -> Option<Vec<Outcome>> {
        let puzzles: Vec<&Sudoku> = puzzles.iter().map(|puzzle| puzzle.downcast()).collect::<Option<_>>()?;
        Some(solver::solve_many(&puzzles, ask))
    }
}

/// One Sudoku board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    box_rows: usize,
    box_columns: usize,
    cells: Grid<u8>,
}

impl Sudoku {
    /// A board with boxes `box_rows` high and `box_columns` wide, and its cells row by row, 0 for a blank one. `None`
    /// when the boxes are too small or too large, or when the cells are not as many, or hold other digits, than that
    /// board has.
    pub fn new(box_rows: usize, box_columns: usize, cells: Vec<u8>) -> Option<Self> {
        let side = box_rows.checked_mul(box_columns)?;
        let fits = box_rows >= 2 && box_columns >= 2 && side <= LARGEST_SIDE;
        if !fits || cells.iter().any(|&digit| usize::from(digit) > side) {
            return None;
        }
        Some(Sudoku { box_rows, box_columns, cells: Grid::from_values(side, side, cells)? })
    }

    /// How many rows a box has.
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// How many columns a box has.
    pub fn box_columns(&self) -> usize {
        self.box_columns
    }

    /// The given digits, 0 where there is none.
    pub fn cells(&self) -> &Grid<u8> {
        &self.cells
    }

    /// How many rows, columns, boxes and digits there are.
    pub fn side(&self) -> usize {
        self.cells.rows()
    }

    /// The box of a cell, counted from 0, row by row.
    pub fn box_of(&self, cell: Cell) -> usize {
        // A row of the board crosses as many boxes as a box has rows: n / box_columns.
        cell.row / self.box_rows * self.box_rows + cell.column / self.box_columns
    }

    /// All units: the rows, then the columns, then the boxes.
    pub fn units(&self) -> Vec<Unit> {
        let side = self.side();
        let mut units: Vec<Unit> = ["row", "column", "box"]
            .into_iter()
            .flat_map(|kind| (1..=side).map(move |number| Unit { kind, number, cells: Vec::with_capacity(side) }))
            .collect();
        for cell in self.cells.cells() {
            for unit in [cell.row, side + cell.column, 2 * side + self.box_of(cell)] {
                units[unit].cells.push(cell);
            }
        }
        units
    }

    /// The first digit that stands twice in a unit of a filled or partly filled board of this shape.
    pub fn clash(&self, board: &Grid<u8>) -> Option<Clash> {
        self.units().into_iter().find_map(|unit| {
            let mut seen = [None; LARGEST_SIDE + 1];
            for &cell in &unit.cells {
                let digit = board[cell];
                if digit == 0 {
                    continue;
                }
                if let Some(earlier) = seen[usize::from(digit)].replace(cell) {
                    return Some(Clash { unit, digit, cells: [earlier, cell] });
                }
            }
            None
        })
    }
}

/// A row, a column or a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// "row", "column" or "box".
    pub kind: &'static str,
    /// Which one, counted from 1.
    pub number: usize,
    /// Its cells, row by row.
    pub cells: Vec<Cell>,
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind, self.number)
    }
}

/// A digit that stands twice in a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The unit.
    pub unit: Unit,
    /// The digit.
    pub digit: u8,
    /// Where it stands.
    pub cells: [Cell; 2],
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.cells;
        write!(f, "{} holds {} twice: {first} and {second}", self.unit, formats::symbol(self.digit))
    }
}

impl Puzzle for Sudoku {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        let side = self.side();
        if self.box_rows == self.box_columns {
            format!("{side}×{side}")
        } else {
            format!("{side}×{side}, boxes {}×{}", self.box_rows, self.box_columns)
        }
    }

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let side = self.side();
        let board = solution.grid().filter(|board| board.rows() == side && board.columns() == side);
        let board =
            board.ok_or_else(|| Violation::shape(format!("the answer must be a grid of {side}×{side} digits")))?;
        for cell in board.cells() {
            let (digit, given) = (board[cell], self.cells[cell]);
            if digit == 0 || usize::from(digit) > side {
                return Err(Violation::new("digit", format!("{cell} holds no digit from 1 to {side}"), vec![cell]));
            }
            if given != 0 && given != digit {
                let (digit, given) = (formats::symbol(digit), formats::symbol(given));
                let message = format!("{cell} is given as {given}, but the answer has {digit} there");
                return Err(Violation::new("given", message, vec![cell]));
            }
        }
        // As many cells as digits, and none twice: then each is there once.
        match self.clash(board) {
            Some(clash) => Err(Violation::new(clash.unit.kind, clash.to_string(), clash.cells.to_vec())),
            None => Ok(()),
        }
    }

    fn solve(&self, ask: &Ask) -> Outcome {
        solver::solve(self, ask)
    }

    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        solver::solve_with(self, algorithm, ask)
    }

    fn model(&self) -> Option<Model> {
        Some(model::model(self))
    }

    fn value_name(&self, value: u8) -> String {
        formats::symbol(value + 1).to_string()
    }

    fn value_in_grid(&self, number: u8) -> u8 {
        number.saturating_sub(1)
    }

    fn value_of_symbol(&self, symbol: char) -> Option<u8> {
        (0..self.side() as u8).find(|&value| formats::symbol(value + 1) == symbol.to_ascii_uppercase())
    }

    fn ratings(&self, budget: &Budget) -> Vec<Rating> {
        techniques::rating::ratings(self, budget)
    }

    fn techniques(&self) -> Vec<&'static str> {
        let model = model::model(self);
        let mut names = model.patterns().map(|finder| finder.names()).unwrap_or_default();
        for name in words::TECHNIQUES {
            if !names.contains(name) {
                names.push(name);
            }
        }
        names
    }

    fn narrate(&self, model: &Model, state: &State, step: &Step) -> Words {
        words::narrate(self, model, state, step)
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::scene(self, solution)
    }

    fn solution_json(&self, solution: &Solution) -> Value {
        let digits = solution.grid().map(Grid::values).unwrap_or_default();
        Value::String(digits.iter().map(|&digit| formats::symbol(digit)).collect())
    }

    fn solution_text(&self, solution: &Solution) -> String {
        solution.grid().map(formats::spaced_rows).unwrap_or_default()
    }

    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        formats::read_solution(self, source)
    }
}
