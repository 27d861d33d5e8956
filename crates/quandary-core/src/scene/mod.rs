//! One drawing model, several back ends.
//!
//! Every family's board is a grid of cells with walls between them and clues around them, in one piece or in several with
//! gaps between. A family says *what* there is to see ([`Scene`]); the back ends decide how it looks: [`terminal`] in box-drawing characters, [`svg`] as a picture.
//! Nothing here knows a family: cells carry roles ([`Paint`], [`Ink`]), and the back end gives each role its colour.
//! A [`film`] shows one scene after the other, an [`album`] has many on one page. A [`chart`] compares algorithms, [`growth`] shows how they cope with larger puzzles; both share the paper and the palette of the pictures.
//!
//! An incomplete scene (clues missing, walls of another shape) is drawn as far as it goes: what is missing is left out, and
//! no back end panics.

pub mod album;
pub mod chart;
pub mod film;
pub mod growth;
mod junction;
mod overlay;
mod palette;
mod sheet;
pub mod svg;
pub mod terminal;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::ops::Range;

pub use overlay::Overlay;

use crate::grid::{Cell, Grid};

/// What there is to see.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The name of the picture, also for screen readers.
    pub title: String,
    /// What it shows, in a sentence or two, for screen readers.
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
    /// Clues that a step uses, by their ids in a picture: `row1`, `column1`.
    pub tinted_clues: Vec<String>,
    /// Links between marks: the chain of a step.
    pub links: Vec<Link>,
    /// A label under each column. Empty when there are none.
    pub labels: Vec<String>,
    /// What the letters in cells and clues stand for, where a board has colours of its own.
    pub key: Vec<KeyEntry>,
    /// Lines of text under the picture.
    pub captions: Vec<String>,
    /// What is drawn on the board in addition to walls and digits, in this order.
    pub overlays: Vec<Overlay>,
    /// What the overlays say, in words, for where they cannot be drawn.
    pub legend: Vec<String>,
    /// Whether a column of cells that stands apart and is open above has round lower corners.
    pub has_round_bottoms: bool,
    /// Whether colours are discs in their cells.
    pub has_discs: bool,
    /// A picture has at most this many columns side by side, and the others below; 0 for all of them in one row. The last
    /// column of a row is left out: it is the gap before the next one.
    pub fold: usize,
}

/// A colour of the board, its letter and its name. Clues that end in the letter are painted in the colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyEntry {
    /// What is written in cells and clues.
    pub letter: char,
    /// What such cells are filled with.
    pub paint: Paint,
    /// What the colour is called.
    pub name: String,
}

/// One cell of a scene.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct SceneCell {
    /// What fills it.
    pub paint: Paint,
    /// What is written in it: a digit, a colour's letter.
    pub text: String,
    /// Who wrote it.
    pub ink: Ink,
    /// Small marks in an open cell: the values that it may still have.
    pub marks: Vec<Mark>,
    /// The part that the cell plays in a step.
    pub tint: Tint,
}

impl SceneCell {
    /// A cell that is filled and has nothing written in it.
    pub fn painted(paint: Paint) -> Self {
        SceneCell { paint, ..SceneCell::default() }
    }

    /// What to write in the cell. A colour without a text gets its number, counted from 1, so that no picture depends
    /// on colour alone; a gap is not a cell, and nothing is written in it.
    pub fn shown(&self) -> Cow<'_, str> {
        match self.paint {
            Paint::Gap => Cow::Borrowed(""),
            Paint::Colour(colour) if self.text.is_empty() => Cow::Owned((u32::from(colour) + 1).to_string()),
            _ => Cow::Borrowed(&self.text),
        }
    }

    /// Whether the text has the colour of found values: on a fill, that colour would be hard to read.
    fn is_plainly_found(&self) -> bool {
        self.ink == Ink::Found && matches!(self.paint, Paint::Open | Paint::Empty)
    }
}

/// What fills a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Nothing yet.
    #[default]
    Open,
    /// Known to stay empty.
    Empty,
    /// Black, or the one colour of a puzzle without colours.
    Filled,
    /// A fill that behaves like a liquid in its region: it has a wavy edge where the cell above, with no thick wall between,
    /// is filled with something else.
    Wavy,
    /// One of several colours, counted from 0.
    Colour(u8),
    /// A colour that the puzzle itself brings along: red, green and blue.
    Own([u8; 3]),
    /// No cell at all: the space between the pieces of a board.
    Gap,
}

/// Who wrote what is written in a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ink {
    /// The puzzle's setter.
    #[default]
    Given,
    /// The solver, or the player.
    Found,
}

/// A small mark in an open cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mark {
    /// What is written.
    pub text: String,
    /// Its place among all values, counted from 0: marks of one value have the same place in every cell.
    pub place: u8,
    /// Whether a step strikes it out.
    pub is_struck: bool,
    /// Whether it is part of the pattern that a step uses.
    pub is_key: bool,
}

/// A link between marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Where it starts: marks by their cells and places. Several are a group, and the link starts in their middle.
    pub from: Vec<(Cell, u8)>,
    /// Where it ends.
    pub to: Vec<(Cell, u8)>,
    /// Whether one of both ends must be true; otherwise both cannot be.
    pub is_strong: bool,
}

/// The part that a cell plays in a step, from the least to the most that there is to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tint {
    /// None.
    #[default]
    None,
    /// It is in a line whose rule is used.
    Line,
    /// It has to be known.
    Premise,
    /// Its value is kept out of other cells.
    Blocker,
    /// It is part of the pattern that a step uses.
    Corner,
    /// It spoils that pattern if it has the value.
    Fin,
    /// Something follows for it.
    Conclusion,
    /// Something is supposed of it.
    Supposed,
    /// It is wrong.
    Wrong,
}

/// The paint of [`Paint::Colour`] as `#rrggbb`, for a page that paints cells itself.
pub fn colour_hex(colour: u8) -> String {
    palette::paint(colour).hex()
}

impl Paint {
    /// The colour, where this is one of several.
    fn rgb(self) -> Option<palette::Rgb> {
        match self {
            Paint::Colour(colour) => Some(palette::paint(colour)),
            Paint::Own([red, green, blue]) => Some(palette::Rgb(red, green, blue)),
            _ => None,
        }
    }

    /// What is easier to read on the colour, `black` or `white`, where this is one of several.
    pub fn ink(self) -> Option<&'static str> {
        self.rgb().map(|paint| if paint.ink() == palette::Rgb::BLACK { "black" } else { "white" })
    }

    /// The colour as `#rrggbb`, where this is one of several, for a page that paints cells itself.
    pub fn hex(self) -> Option<String> {
        self.rgb().map(palette::Rgb::hex)
    }
}

/// What is between two cells.
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
            tinted_clues: Vec::new(),
            links: Vec::new(),
            labels: Vec::new(),
            key: Vec::new(),
            captions: Vec::new(),
            overlays: Vec::new(),
            legend: Vec::new(),
            has_round_bottoms: false,
            has_discs: false,
            fold: 0,
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

    /// The columns of each row of a folded picture; one row for all other pictures.
    fn bands(&self) -> Vec<Range<usize>> {
        let columns = self.cells.columns();
        match self.fold {
            0 => std::iter::once(0..columns).collect(),
            fold => (0..columns).step_by(fold).map(|from| from..(from + fold - 1).min(columns)).collect(),
        }
    }

    /// Some of its columns alone.
    fn part(&self, columns: Range<usize>) -> Scene {
        let rows = self.cells.rows();
        let mut part = Scene {
            labels: self.labels.get(columns.clone()).unwrap_or_default().to_vec(),
            has_round_bottoms: self.has_round_bottoms,
            has_discs: self.has_discs,
            ..Scene::new("", rows, columns.len())
        };
        for row in 0..=rows {
            for (to, from) in columns.clone().enumerate() {
                let (to, from) = (Cell { row, column: to }, Cell { row, column: from });
                part.above[to] = self.above[from];
                if row < rows {
                    part.cells[to] = self.cells[from].clone();
                    part.left[to] = self.left[from];
                }
            }
            if row < rows {
                part.left[Cell { row, column: columns.len() }] = self.left[Cell { row, column: columns.end }];
            }
        }
        part
    }

    /// The wall above a cell (for `row == rows`, the one below the last row); nothing beyond the board.
    pub fn wall_above(&self, row: usize, column: usize) -> Wall {
        at(&self.above, row, column).copied().unwrap_or_default()
    }

    /// The wall left of a cell (for `column == columns`, the one right of the last column); nothing beyond the board.
    pub fn wall_left(&self, row: usize, column: usize) -> Wall {
        at(&self.left, row, column).copied().unwrap_or_default()
    }

    /// About how many bytes it holds.
    pub fn bytes(&self) -> usize {
        let cells = size_of_val(self.cells.values());
        let marks: usize = self.cells.values().iter().map(|cell| cell.marks.len() * (size_of::<Mark>() + 16)).sum();
        let walls = (self.above.values().len() + self.left.values().len()) * size_of::<Wall>();
        let clues: usize = self.row_clues.iter().chain(&self.column_clues).map(Vec::len).sum();
        size_of::<Scene>() + cells + marks + walls + (clues + self.labels.len()) * (size_of::<String>() + 16)
    }

    /// How many marks fit side by side in a cell.
    fn marks_abreast(&self) -> usize {
        let places = self.cells.values().iter().flat_map(|cell| &cell.marks).map(|mark| usize::from(mark.place) + 1);
        let most = places.max().unwrap_or(0);
        (3..).find(|side| side * side >= most).unwrap_or(3)
    }

    /// What a clue is painted in: the colour of the letter that it ends in.
    fn paint_of_clue(&self, clue: &str) -> Option<Paint> {
        let letter = clue.chars().next_back()?;
        self.key.iter().find(|entry| entry.letter == letter).map(|entry| entry.paint)
    }

    /// What fills the cell at this place; beyond the board there is only gap.
    fn paint_at(&self, row: usize, column: usize) -> Paint {
        at(&self.cells, row, column).map_or(Paint::Gap, |cell| cell.paint)
    }

    /// Whether a whole column is the space between two pieces of the board.
    fn is_gap_column(&self, column: usize) -> bool {
        self.cells.rows() > 0 && self.cells.column(column).all(|cell| cell.paint == Paint::Gap)
    }
}

/// The value at a place that may be outside the grid.
fn at<T>(grid: &Grid<T>, row: usize, column: usize) -> Option<&T> {
    (row < grid.rows() && column < grid.columns()).then(|| &grid[Cell { row, column }])
}
