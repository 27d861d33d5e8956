//! One drawing model, several back ends.
//!
//! Every family's board is a grid of cells with walls between them and clues around them: a Sudoku with its boxes, a
//! Nonogram with its runs, an Aquarium with its tanks, and a row of bottles too. A family says *what* there is to see
//! ([`Scene`]); the back ends decide how it looks: [`terminal`] in box-drawing characters, [`svg`] as a picture.
//! Nothing here knows a family: cells carry roles ([`Paint`], [`Ink`]), and the back end gives each role its colour.

pub mod chart;
pub mod svg;
pub mod terminal;

use crate::grid::Grid;
use crate::puzzle::Cell;

/// What there is to see.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name of the picture, also for those who cannot see it.
    pub title: String,
    /// What it shows, in a sentence or two, for those who cannot see it.
    pub description: String,
    /// The cells.
    pub cells: Grid<SceneCell>,
    /// Walls above each row of cells and below the last: `rows + 1` rows.
    pub above: Grid<Wall>,
    /// Walls left of each column of cells and right of the last: `columns + 1` columns.
    pub left: Grid<Wall>,
    /// Clues left of each row, the last one nearest to the grid. Empty when there are none.
    pub row_clues: Vec<Vec<String>>,
    /// Clues above each column, the last one nearest to the grid. Empty when there are none.
    pub column_clues: Vec<Vec<String>>,
    /// A label under each column. Empty when there are none.
    pub labels: Vec<String>,
    /// Lines of text under the picture.
    pub captions: Vec<String>,
}

/// One cell of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneCell {
    /// What fills it.
    pub paint: Paint,
    /// What is written in it: a digit, a colour's letter.
    pub text: String,
    /// Who wrote it.
    pub ink: Ink,
}

/// What fills a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Nothing yet.
    #[default]
    Open,
    /// Known to stay empty.
    Empty,
    /// Water.
    Water,
    /// Black, or the one colour of a puzzle without colours.
    Filled,
    /// One of several colours, counted from 0.
    Colour(u8),
    /// No cell at all: the space between bottles.
    Gap,
}

/// Who wrote what is written in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    /// The puzzle's setter.
    #[default]
    Given,
    /// The solver, or the player.
    Found,
}

/// What stands between two cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wall {
    /// Nothing.
    #[default]
    None,
    /// A grid line.
    Thin,
    /// The border of a region, or of the board.
    Thick,
}

impl Scene {
    /// A scene of open cells without walls.
    pub fn new(title: impl Into<String>, rows: usize, columns: usize) -> Self {
        Scene {
            title: title.into(),
            description: String::new(),
            cells: Grid::filled(rows, columns, SceneCell::default()),
            above: Grid::filled(rows + 1, columns, Wall::None),
            left: Grid::filled(rows, columns + 1, Wall::None),
            row_clues: Vec::new(),
            column_clues: Vec::new(),
            labels: Vec::new(),
            captions: Vec::new(),
        }
    }

    /// Puts a wall around the board, and one between every two neighbours: thick where `apart` says so, else thin.
    pub fn wall_in(&mut self, apart: impl Fn(Cell, Cell) -> bool) {
        let (rows, columns) = (self.cells.rows(), self.cells.columns());
        let wall = |a: Cell, b: Cell| if apart(a, b) { Wall::Thick } else { Wall::Thin };
        for row in 0..=rows {
            for column in 0..columns {
                let cell = Cell { row, column };
                self.above[cell] =
                    if row == 0 || row == rows { Wall::Thick } else { wall(Cell { row: row - 1, column }, cell) };
            }
        }
        for row in 0..rows {
            for column in 0..=columns {
                let cell = Cell { row, column };
                self.left[cell] = if column == 0 || column == columns {
                    Wall::Thick
                } else {
                    wall(Cell { row, column: column - 1 }, cell)
                };
            }
        }
    }
}
