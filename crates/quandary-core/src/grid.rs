//! A rectangular grid, row by row, and its cells.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

/// A cell, counted from 0; shown counted from 1 as `r1c1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(with = "String"))]
pub struct Cell {
    /// Row from the top.
    pub row: usize,
    /// Column from the left.
    pub column: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.row + 1, self.column + 1)
    }
}

impl<'de> Deserialize<'de> for Cell {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Cell::named(&text).ok_or_else(|| serde::de::Error::custom(format!("'{text}' is not a cell such as r1c1")))
    }
}

impl Cell {
    /// The cell of this name: `r1c1`.
    pub fn named(name: &str) -> Option<Self> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let place = |text: &str| text.parse::<usize>().ok().filter(|_| is_number(text))?.checked_sub(1);
        Some(Cell { row: place(row)?, column: place(column)? })
    }
}

impl Serialize for Cell {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A rectangular grid of `rows × columns` values, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid<T> {
    rows: usize,
    columns: usize,
    values: Vec<T>,
}

impl<T: Clone> Grid<T> {
    /// A grid with the same value everywhere.
    pub fn filled(rows: usize, columns: usize, value: T) -> Self {
        Grid { rows, columns, values: vec![value; rows * columns] }
    }
}

impl<T> Grid<T> {
    /// A grid from its values, row by row; `None` when their number is not `rows × columns`.
    pub fn from_values(rows: usize, columns: usize, values: Vec<T>) -> Option<Self> {
        (values.len() == rows * columns).then_some(Grid { rows, columns, values })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All values, row by row.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The values of one row, left to right.
    pub fn row(&self, row: usize) -> &[T] {
        &self.values[row * self.columns..][..self.columns]
    }

    /// The values of one column, top to bottom.
    pub fn column(&self, column: usize) -> impl DoubleEndedIterator<Item = &T> + '_ {
        (0..self.rows).map(move |row| &self.values[row * self.columns + column])
    }

    /// The rows, top to bottom.
    pub fn iter_rows(&self) -> impl DoubleEndedIterator<Item = &[T]> + '_ {
        (0..self.rows).map(|row| self.row(row))
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl DoubleEndedIterator<Item = Cell> + use<T> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// The position of a cell in [`Grid::values`].
    pub fn index_of(&self, cell: Cell) -> usize {
        cell.row * self.columns + cell.column
    }

    /// A grid of the same shape, each value turned into another.
    pub fn map<U>(&self, f: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { rows: self.rows, columns: self.columns, values: self.values.iter().map(f).collect() }
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;

    fn index(&self, cell: Cell) -> &T {
        &self.values[cell.row * self.columns + cell.column]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.values[cell.row * self.columns + cell.column]
    }
}
