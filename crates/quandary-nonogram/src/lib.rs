//! Nonogram: a picture in a grid, described by the lengths of its runs.
//!
//! Every row and every column has a *clue*: the lengths of its *blocks* of filled cells, in order. Two blocks of one colour
//! have at least one empty cell between them. A solution is a picture whose runs, row by row and column by column, are
//! the clues; nothing else is asked of it. On a coloured board every block has its colour, and blocks of different colours
//! may touch.
//!
//! `formats` reads and writes puzzles and pictures, `model` states the rules as constraints, `solver` solves,
//! `generate` makes new ones, `scene` draws.

mod canonical;
mod edit;
mod family;
mod formats;
mod generate;
mod line;
mod lines;
mod model;
mod palette;
mod play;
mod scene;
mod solver;
#[cfg(test)]
pub(crate) mod tests;
mod words;

use std::fmt;

use self::palette::{Colour, MAX_COLOURS, Palette};
pub use crate::family::{FAMILY, NonogramFamily};
pub use crate::line::Block;
use quandary_core::Credits;
use quandary_core::grid::Grid;
use quandary_core::play::Play;
use quandary_core::puzzle::{Cell, Family, Puzzle, Solution, SolutionJson, Violation};
use quandary_core::read::{Diagnostic, Source};
use quandary_core::reason::Model;
use quandary_core::reason::explain::{State, Step, Words};
use quandary_core::scene::{Scene, SceneCell};
use quandary_core::verdict::{Ask, Outcome};

/// The most rows, and the most columns, that a board may have.
pub(crate) const MAX_SIDE: usize = 512;

/// The colour of a picture in black and white.
pub(crate) const BLACK: u8 = 1;

/// One board: the clues of its rows and columns, what its colours are called, and what it is called itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nonogram {
    rows: Vec<Vec<Block>>,
    columns: Vec<Vec<Block>>,
    /// How many colours there are, counted once: it is asked for every cell.
    colours: u8,
    palette: Palette,
    credits: Credits,
}

/// Why clues are not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotABoard {
    /// Too many rows or columns, or none.
    #[error("a Nonogram has 1 to {MAX_SIDE} rows and columns, this one has {rows} and {columns}")]
    Size {
        /// Number of row clues.
        rows: usize,
        /// Number of column clues.
        columns: usize,
    },
    /// A block with a colour that no cell can have.
    #[error("{line}: a block has a colour from 1 to {MAX_COLOURS}")]
    Block {
        /// The line with that block.
        line: LineName,
    },
}

impl Nonogram {
    /// A board from its clues, rows from the top and columns from the left.
    pub fn new(rows: Vec<Vec<Block>>, columns: Vec<Vec<Block>>) -> Result<Self, NotABoard> {
        let fits = |lines: &[Vec<Block>]| (1..=MAX_SIDE).contains(&lines.len());
        if !fits(&rows) || !fits(&columns) {
            return Err(NotABoard::Size { rows: rows.len(), columns: columns.len() });
        }
        let colours = rows.iter().chain(&columns).flatten().map(|block| block.colour).max().unwrap_or(BLACK);
        let puzzle = Nonogram { rows, columns, colours, palette: Palette::usual(0), credits: Credits::NONE };
        let is_block = |block: &Block| (1..=MAX_COLOURS).contains(&block.colour);
        match puzzle.lines().find(|&line| !puzzle.clue(line).iter().all(is_block)) {
            Some(line) => Err(NotABoard::Block { line }),
            None => Ok(Nonogram { palette: Palette::usual(puzzle.colours()), ..puzzle }),
        }
    }

    /// A board in black and white; all its blocks are black, and have cells.
    fn in_black(rows: Vec<Vec<Block>>, columns: Vec<Vec<Block>>) -> Option<Self> {
        let fits = |lines: &[Vec<Block>]| (1..=MAX_SIDE).contains(&lines.len());
        let palette = Palette::usual(BLACK);
        (fits(&rows) && fits(&columns)).then_some(Nonogram {
            rows,
            columns,
            colours: BLACK,
            palette,
            credits: Credits::NONE,
        })
    }

    /// The same board with colours of its own; the usual ones follow where these end.
    #[must_use]
    pub(crate) fn with_palette(self, palette: Palette) -> Self {
        let count = self.colours().max(palette.colours().len().min(MAX_COLOURS.into()) as u8);
        let mut colours: Vec<_> = (1..=count).map(|number| palette.colour(number)).collect();
        // A single colour needs no letter, so two boards cannot differ in it.
        if let [only] = &mut colours[..] {
            only.letter = Colour::usual(BLACK).letter;
        }
        Nonogram { palette: Palette::of(colours).on(palette.background()), ..self }
    }

    /// The same board with another title and author.
    #[must_use]
    pub fn credited(self, credits: Credits) -> Self {
        Nonogram { credits, ..self }
    }

    /// Whether its colours, their names or the background differ from the usual ones, so that they have to be written.
    pub fn has_own_colours(&self) -> bool {
        self.palette != Palette::usual(self.colours())
    }

    /// What the colours are called.
    pub(crate) fn palette(&self) -> &Palette {
        &self.palette
    }

    /// Whether some blocks have a length that is not given.
    pub(crate) fn has_unknown(&self) -> bool {
        self.rows.iter().chain(&self.columns).flatten().any(|block| block.is_unknown())
    }

    /// Whether there are several colours.
    pub fn is_coloured(&self) -> bool {
        self.colours() > BLACK
    }

    /// A block as it is written: `3`, or `3b` on a coloured board.
    fn block(&self, block: Block) -> String {
        if self.is_coloured() {
            format!("{}{}", block.number(), self.palette.letter(block.colour))
        } else {
            block.number()
        }
    }

    /// A clue as it is written: `2 1`, `2a 1b` on a coloured board, `0` for an empty line.
    fn written(&self, blocks: &[Block]) -> String {
        if blocks.is_empty() {
            return "0".to_owned();
        }
        blocks.iter().map(|&block| self.block(block)).collect::<Vec<_>>().join(" ")
    }

    /// The board whose clues are the runs of a picture.
    pub fn of_picture(picture: &Grid<u8>) -> Result<Self, NotABoard> {
        let rows = picture.iter_rows().map(|row| runs(row.iter().copied())).collect();
        let columns = (0..picture.columns()).map(|column| runs(picture.column(column).copied())).collect();
        Nonogram::new(rows, columns)
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.columns.len()
    }

    /// The rows, then the columns.
    pub fn lines(&self) -> impl Iterator<Item = LineName> + use<> {
        (0..self.height()).map(LineName::Row).chain((0..self.width()).map(LineName::Column))
    }

    /// The clue of a line.
    pub fn clue(&self, line: LineName) -> &[Block] {
        match line {
            LineName::Row(row) => &self.rows[row],
            LineName::Column(column) => &self.columns[column],
        }
    }

    /// The cells of a line, from the left or from the top.
    pub fn cells_of(&self, line: LineName) -> impl Iterator<Item = Cell> + use<> {
        let length = if let LineName::Row(_) = line { self.width() } else { self.height() };
        (0..length).map(move |place| match line {
            LineName::Row(row) => Cell { row, column: place },
            LineName::Column(column) => Cell { row: place, column },
        })
    }

    /// Whether a picture in black and white keeps all clues, each line as a machine word; `false` also where it is too large or
    /// coloured.
    fn is_kept_by(&self, picture: &Grid<u8>) -> bool {
        if self.is_coloured()
            || self.height().max(self.width()) > 64
            || picture.values().iter().any(|&cell| cell > BLACK)
        {
            return false;
        }
        let mut columns = [0_u64; 64];
        let mut are_rows_kept = true;
        for (row, (cells, clue)) in picture.iter_rows().zip(&self.rows).enumerate() {
            let mut line = 0;
            for (column, &cell) in cells.iter().enumerate() {
                line |= u64::from(cell) << column;
                columns[column] |= u64::from(cell) << row;
            }
            are_rows_kept &= has_blocks(line, clue);
        }
        are_rows_kept && columns.iter().zip(&self.columns).all(|(&line, clue)| has_blocks(line, clue))
    }

    /// How many colours the board has: 1 in black and white.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// Rows by columns, as in "10×15".
    fn shape(&self) -> String {
        format!("{}×{}", self.height(), self.width())
    }
}

impl Puzzle for Nonogram {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        self.shape()
    }

    fn credits(&self) -> &Credits {
        &self.credits
    }

    fn with_credits(&self, credits: Credits) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone().credited(credits)))
    }

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let grid = solution.grid().ok_or_else(|| Violation::shape("a Nonogram's solution is a picture"))?;
        if (grid.rows(), grid.columns()) != (self.height(), self.width()) {
            return Err(Violation::shape(format!(
                "the picture is {}×{}, the board {}",
                grid.rows(),
                grid.columns(),
                self.shape()
            )));
        }
        if self.is_kept_by(grid) {
            return Ok(());
        }
        for line in self.lines() {
            let expected = self.clue(line);
            let is_kept = match line {
                LineName::Row(row) => has_runs(grid.row(row), expected),
                LineName::Column(column) => has_runs(grid.column(column), expected),
            };
            if !is_kept {
                let found = runs(self.cells_of(line).map(|cell| grid[cell]));
                let message =
                    format!("{line}: the clue is {}, the picture has {}", self.written(expected), self.written(&found));
                return Err(Violation::new(line.rule(), message, self.cells_of(line).collect()));
            }
        }
        Ok(())
    }

    fn solve(&self, ask: &Ask) -> Outcome {
        solver::solve(self, &ask.begin())
    }

    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        solver::solve_with(self, algorithm, &ask.begin())
    }

    fn model(&self) -> Option<Model> {
        let mut model = model::model(self);
        model.scout_by(solver::BoardScout(self.clone()));
        Some(model)
    }

    fn play(&self) -> Option<&dyn Play> {
        Some(self)
    }

    fn value_name(&self, value: u8) -> String {
        match value {
            0 => "empty".to_owned(),
            BLACK if !self.is_coloured() => "filled".to_owned(),
            colour => self.palette.colour(colour).name,
        }
    }

    fn value_of_symbol(&self, symbol: char) -> Option<u8> {
        match symbol {
            '.' => Some(0),
            // On a coloured board letters are colours, as in its solution.
            letter if self.is_coloured() => self.palette.of_letter(letter).filter(|&colour| colour <= self.colours()),
            '#' => Some(BLACK),
            'x' | 'X' => Some(0),
            _ => None,
        }
    }

    fn shown_value(&self, value: u8) -> SceneCell {
        scene::shown(self, value)
    }

    fn narrate(&self, model: &Model, state: &State, step: &Step) -> Words {
        words::narrate(self, model, state, step)
    }

    fn rules_in_force(&self) -> Vec<String> {
        let rule = "The colour of a number is the colour of its block. Blocks of different colours may touch.";
        self.is_coloured().then(|| rule.to_owned()).into_iter().collect()
    }

    fn techniques(&self) -> Vec<&'static str> {
        let occurs = |name: &&str| self.is_coloured() || *name != words::COLOUR_LOGIC;
        words::TECHNIQUES.iter().copied().filter(occurs).collect()
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::scene(self, solution)
    }

    fn solution_json(&self, solution: &Solution) -> SolutionJson {
        SolutionJson::new(&formats::picture::rows(self, solution, '#', '.'))
    }

    fn solution_text(&self, solution: &Solution) -> String {
        formats::picture::rows(self, solution, '*', ' ').join("\n")
    }

    fn canonical(&self) -> Option<String> {
        Some(canonical::of(self))
    }

    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        formats::picture::read(self, source)
    }
}

/// A row or column, counted from 0; shown counted from 1 as `row 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineName {
    /// From the top.
    Row(usize),
    /// From the left.
    Column(usize),
}

impl LineName {
    /// The name of the rule that such a line must keep.
    fn rule(self) -> &'static str {
        match self {
            LineName::Row(_) => "row",
            LineName::Column(_) => "column",
        }
    }
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (LineName::Row(place) | LineName::Column(place)) = self;
        write!(f, "{} {}", self.rule(), place + 1)
    }
}

/// The blocks of a line of a picture.
pub(crate) fn runs(line: impl IntoIterator<Item = u8>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut before = 0;
    for colour in line {
        match blocks.last_mut() {
            Some(block) if colour == before && colour != 0 => block.length += 1,
            _ if colour != 0 => blocks.push(Block { length: 1, colour }),
            _ => {}
        }
        before = colour;
    }
    blocks
}

/// Whether these are the lengths of the blocks of a line in black and white, whose cells are bits.
fn has_blocks(mut line: u64, blocks: &[Block]) -> bool {
    for block in blocks {
        line = line.checked_shr(line.trailing_zeros()).unwrap_or(0);
        let length = line.trailing_ones();
        if length == 0 || (length as usize != block.length && !block.is_unknown()) {
            return false;
        }
        line = line.checked_shr(length).unwrap_or(0);
    }
    line == 0
}

/// Whether these are the blocks of a line of a picture.
fn has_runs<'c>(line: impl IntoIterator<Item = &'c u8>, blocks: &[Block]) -> bool {
    if blocks.iter().any(|block| block.is_unknown()) {
        return line::are_blocks(blocks, &runs(line.into_iter().copied()));
    }
    let mut blocks = blocks.iter();
    // What is left of the block that the last cell was in.
    let mut left = Block { length: 0, colour: 0 };
    for &colour in line {
        if colour == left.colour {
            if colour != 0 && left.length == 0 {
                return false;
            }
        } else if left.length > 0 {
            return false;
        } else if colour == 0 {
            left = Block { length: 0, colour };
        } else {
            match blocks.next() {
                Some(&block) if block.colour == colour => left = block,
                _ => return false,
            }
        }
        left.length -= usize::from(colour != 0);
    }
    left.length == 0 && blocks.next().is_none()
}

/// Hints for tests that read texts of this family.
#[cfg(test)]
fn hints() -> quandary_core::read::Hints {
    quandary_core::read::Hints::new(ONLY)
}

/// This family alone.
#[cfg(test)]
static ONLY: quandary_core::puzzle::Families = &[&FAMILY];
