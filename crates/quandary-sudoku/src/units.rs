//! Units: what holds each digit once, and the first that does not.

use std::fmt;

use super::variant::BoardRule;
use super::{MAX_SIDE, Sudoku, formats};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;

/// Whether every row, column and box of a filled board holds each digit once.
#[inline(always)]
pub(super) fn each_digit_once(cells: &[u8], box_rows: usize, box_columns: usize) -> bool {
    let side = box_rows * box_columns;
    let every_digit: u32 = (1 << (side + 1)) - 2;
    let mut columns = [0; MAX_SIDE];
    for band in cells.chunks_exact(side * box_rows) {
        let mut boxes = [0; MAX_SIDE];
        for row in band.chunks_exact(side) {
            let mut in_row = 0;
            for (column, &digit) in row.iter().enumerate() {
                let digit = 1 << (digit & 31);
                in_row |= digit;
                columns[column] |= digit;
                boxes[column / box_columns] |= digit;
            }
            if in_row != every_digit {
                return false;
            }
        }
        if boxes[..box_rows].iter().any(|&digits| digits != every_digit) {
            return false;
        }
    }
    columns[..side].iter().all(|&digits| digits == every_digit)
}

/// As many cells as digits, each digit once: a row, a column, a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// "row", "column" or "box"; "region", "diagonal", "window" or "group" in variants.
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

/// A digit that appears twice in a unit.
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

impl Sudoku {
    /// All units: the rows, then the columns, then the boxes or regions; then diagonals, windows and disjoint groups,
    /// where the variant has them.
    pub fn units(&self) -> Vec<Unit> {
        let (side, variant) = (self.side(), self.variant());
        let third = if variant.regions.is_some() { "region" } else { "box" };
        let mut units: Vec<Unit> = ["row", "column", third]
            .into_iter()
            .flat_map(|kind| (1..=side).map(move |number| Unit { kind, number, cells: Vec::with_capacity(side) }))
            .collect();
        for cell in self.cells.cells() {
            for unit in [cell.row, side + cell.column, 2 * side + self.box_of(cell)] {
                units[unit].cells.push(cell);
            }
        }
        let mut more = |kind: &'static str, number: usize, cells: Vec<Cell>| units.push(Unit { kind, number, cells });
        if variant.has(BoardRule::MainDiagonal) {
            more("diagonal", 1, (0..side).map(|at| Cell { row: at, column: at }).collect());
        }
        if variant.has(BoardRule::AntiDiagonal) {
            more("diagonal", 2, (0..side).map(|at| Cell { row: at, column: side - 1 - at }).collect());
        }
        let (high, wide) = (self.box_rows, self.box_columns);
        if variant.has(BoardRule::Windows) {
            // One cell in from the edge, one cell between: a row of boxes leaves room for one window less.
            for window in 0..(high - 1) * (high - 1) {
                let (top, left) = (1 + window / (high - 1) * (high + 1), 1 + window % (high - 1) * (high + 1));
                let cell = |at: usize| Cell { row: top + at / wide, column: left + at % wide };
                more("window", window + 1, (0..side).map(cell).collect());
            }
        }
        if variant.has(BoardRule::DisjointGroups) {
            for place in 0..side {
                let is_in = |cell: &Cell| cell.row % high * wide + cell.column % wide == place;
                more("group", place + 1, self.cells.cells().filter(is_in).collect());
            }
        }
        units
    }

    /// The first digit that appears twice in a unit of a filled or partly filled board of this shape.
    pub fn clash(&self, board: &Grid<u8>) -> Option<Clash> {
        if self.is_classic() && each_digit_once(board.values(), self.box_rows, self.box_columns) {
            return None;
        }
        self.units().into_iter().find_map(|unit| {
            let mut seen = [None; MAX_SIDE + 1];
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
