//! Sudoku: each row, column and box holds each digit once.
//!
//! A board of side n is cut into n boxes of n cells, `box_rows` high and `box_columns` wide. The rows, the columns and
//! the boxes are its *units*; that is the whole rule book, and [`Sudoku::verify`] checks it by looking for a digit that
//! appears twice in a unit. A `variant` adds units (diagonals, windows), has regions of other shapes instead of boxes,
//! or says more about some cells (cages, thermometers, dots …). Everything else is elsewhere: the notations in
//! `formats`, the rules as constraints in `model`, the solvers in `solver`, new puzzles in `generate`, the
//! picture in `scene`.

#![cfg_attr(
    not(feature = "internals"),
    allow(unreachable_pub, dead_code, reason = "the feature `internals` shows them")
)]

mod canonical;
mod edit;
mod family;
mod formats;
mod generate;
mod lines;
mod model;
mod play;
mod scene;
mod solver;
mod symmetry;
mod techniques;
mod units;
mod variant;
mod words;

#[cfg(test)]
mod tests;

use quandary_core::Credits;
use quandary_core::grid::Grid;
use quandary_core::play::Play;
use quandary_core::puzzle::{Cell, Family, Puzzle, Rating, Solution, SolutionJson, Violation};
use quandary_core::read::{Diagnostic, Source};
use quandary_core::reason::Model;
use quandary_core::reason::explain::{State, Step, Words};
use quandary_core::scene::Scene;
use quandary_core::verdict::{Ask, Budget, Outcome};

use family::RULES;
pub use family::{FAMILY, SudokuFamily};
use units::Unit;
use variant::{BoardRule, Variant};

/// The largest side that is read: boxes of 5 × 5.
pub(crate) const MAX_SIDE: usize = 25;

/// The engines themselves, for benchmarks and tests of other crates. Not part of what this crate promises.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub use crate::solver::{Cells, batch, single};
    pub use crate::techniques::Techniques;
    pub use crate::techniques::board::{Board, digits_in};
    pub use crate::techniques::catalogue::{TECHNIQUES, Technique};
    pub use crate::techniques::found::{Finds, Found};
    pub use crate::techniques::rating::{rate_explainer, rate_hodoku};
}

/// One Sudoku board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    box_rows: usize,
    box_columns: usize,
    cells: Grid<u8>,
    /// What there is beyond rows, columns and boxes; `None` on most boards.
    variant: Option<Box<Variant>>,
    credits: Credits,
}

impl Sudoku {
    /// A board with boxes `box_rows` high and `box_columns` wide, and its cells row by row, 0 for a blank one. `None`
    /// when the boxes are too small or too large, or when the number of cells or a digit does not fit that board.
    pub fn new(box_rows: usize, box_columns: usize, cells: Vec<u8>) -> Option<Self> {
        let side = box_rows.checked_mul(box_columns)?;
        let fits = box_rows >= 2 && box_columns >= 2 && side <= MAX_SIDE;
        if !fits || cells.iter().any(|&digit| usize::from(digit) > side) {
            return None;
        }
        Some(Sudoku {
            box_rows,
            box_columns,
            cells: Grid::from_values(side, side, cells)?,
            variant: None,
            credits: Credits::NONE,
        })
    }

    /// A board with more than rows, columns and boxes. With regions of its own the size of its boxes means nothing, and
    /// the board may have any side; `boxes` is then `None`. The error says what is wrong, in words.
    pub(crate) fn with_variant(
        boxes: Option<(usize, usize)>,
        cells: Vec<u8>,
        mut variant: Variant,
    ) -> Result<Self, String> {
        let side = cells.len().isqrt();
        let (box_rows, box_columns) = match boxes {
            Some(boxes) if variant.regions.is_none() => boxes,
            // A box of one row says nothing that the row does not say.
            _ => (1, side),
        };
        let of_regions = || {
            let fits = (2..=MAX_SIDE).contains(&side) && cells.iter().all(|&digit| usize::from(digit) <= side);
            let cells = Grid::from_values(side, side, cells.clone()).filter(|_| fits)?;
            Some(Sudoku { box_rows, box_columns, cells, variant: None, credits: Credits::NONE })
        };
        let plain = match variant.regions {
            Some(_) => of_regions(),
            None => Sudoku::new(box_rows, box_columns, cells.clone()),
        };
        let mut puzzle = plain.ok_or("there is no Sudoku of this size")?;
        if let Some(fault) = variant.fault(box_rows, box_columns) {
            return Err(fault);
        }
        let mut struck = std::mem::take(&mut variant.struck);
        variant.sort();
        puzzle.variant = (variant != *Variant::CLASSIC).then(|| Box::new(variant));
        struck.resize(side * side, 0);
        if let Some(fault) =
            puzzle.cells.cells().zip(&struck).find_map(|(cell, &struck)| puzzle.bad_marks(cell, struck))
        {
            return Err(fault);
        }
        // What a given digit rules out anyway need not be removed, and a given digit has no pencil marks.
        let open = puzzle.open_digits();
        // Marks that leave only digits which a given one rules out are kept as they are written: whoever made them shall find them
        // again.
        let kept =
            |(&struck, &open): (&u32, &u32)| if struck & open == open && open != 0 { struck } else { struck & open };
        let mut kept: Vec<u32> = struck.iter().zip(&open).map(kept).collect();
        if kept.iter().all(|&digits| digits == 0) {
            kept.clear();
        }
        if !kept.is_empty() {
            puzzle.variant.get_or_insert_default().struck = kept;
        }
        Ok(puzzle)
    }

    /// The same board with another title and author.
    #[must_use]
    pub fn credited(self, credits: Credits) -> Self {
        Sudoku { credits, ..self }
    }

    /// What is wrong with the pencil marks of a cell, from which these digits are removed: they leave none, or not the one
    /// that is given. Marks that have the given digit and others say nothing, and are fine.
    fn bad_marks(&self, cell: Cell, struck: u32) -> Option<String> {
        let every_digit: u32 = (1 << (self.side() + 1)) - 2;
        match self.cells[cell] {
            _ if every_digit & !struck == 0 => Some(format!("the pencil marks leave no digit for {cell}")),
            given if given != 0 && struck >> given & 1 == 1 => {
                Some(format!("{cell} is given as {}, but its pencil marks leave that out", formats::symbol(given)))
            }
            _ => None,
        }
    }

    /// What there is beyond rows, columns and boxes.
    pub(crate) fn variant(&self) -> &Variant {
        self.variant.as_deref().unwrap_or(Variant::CLASSIC)
    }

    /// Whether rows, columns and boxes are all there is.
    pub fn is_classic(&self) -> bool {
        self.variant.is_none()
    }

    /// The cells of a plain 9×9 board; `None` for any other.
    fn plain_cells(&self) -> Option<&solver::Cells> {
        let is_plain = self.is_classic() && (self.box_rows, self.box_columns) == (3, 3);
        self.cells.values().try_into().ok().filter(|_| is_plain)
    }

    /// The plain board under the pencil marks; `None` where there is more to it than those.
    pub fn without_marks(&self) -> Option<Sudoku> {
        let is_plain = self.variant().regions.is_none() && !self.variant().has_clues();
        is_plain.then(|| Sudoku { variant: None, ..self.clone() })
    }

    /// The digits that the pencil marks leave out of a cell, and that no given digit rules out: bit `d` is the digit `d`.
    pub fn struck(&self, cell: Cell) -> u32 {
        self.variant().struck.get(self.cells.index_of(cell)).copied().unwrap_or(0)
    }

    /// For each blank cell the digits that are in none of its units: bit `d` is the digit `d`. For a given digit
    /// nothing.
    pub fn open_digits(&self) -> Vec<u32> {
        let every_digit: u32 = (1 << (self.side() + 1)) - 2;
        let mut open = vec![every_digit; self.cells.values().len()];
        for unit in self.units() {
            let there = unit.cells.iter().fold(0, |digits, &cell| digits | 1 << self.cells[cell]);
            for &cell in &unit.cells {
                open[self.cells.index_of(cell)] &= !there;
            }
        }
        for cell in self.cells.cells().filter(|&cell| self.cells[cell] != 0) {
            open[self.cells.index_of(cell)] = 0;
        }
        open
    }

    /// How many rows a box has; 1 where regions take the place of the boxes.
    pub fn box_rows(&self) -> usize {
        self.box_rows
    }

    /// How many columns a box has; all of them where regions take the place of the boxes.
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

    /// The box of a cell, counted from 0, row by row; or its region.
    pub fn box_of(&self, cell: Cell) -> usize {
        if let Some(regions) = &self.variant().regions {
            return regions[self.cells.index_of(cell)].into();
        }
        // A row of the board crosses as many boxes as a box has rows: n / box_columns.
        cell.row / self.box_rows * self.box_rows + cell.column / self.box_columns
    }
}

impl Puzzle for Sudoku {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        let side = self.side();
        let shape = match (self.variant().regions.is_some(), self.box_rows == self.box_columns) {
            (true, _) => ", jigsaw".to_owned(),
            (false, true) => String::new(),
            (false, false) => format!(", boxes {}×{}", self.box_rows, self.box_columns),
        };
        format!("{side}×{side}{shape}{}", self.variant().summary())
    }

    fn rules_in_force(&self) -> Vec<String> {
        scene::rules_in_force(self)
    }

    fn with_rule(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        let mut variant = self.variant().clone();
        match name {
            "classic" => variant.rules.clear(),
            "x" => variant.rules.extend([BoardRule::MainDiagonal, BoardRule::AntiDiagonal]),
            "windoku" => variant.rules.extend([BoardRule::Windows]),
            other => variant.rules.extend([RULES
                .iter()
                .find(|rule| rule.name == other)
                .and_then(|rule| BoardRule::of_name(rule.name))?]),
        }
        let boxes = Some((self.box_rows, self.box_columns));
        let puzzle = Sudoku::with_variant(boxes, self.cells.values().to_vec(), variant).ok()?;
        Some(Box::new(puzzle.credited(self.credits.clone())))
    }

    fn credits(&self) -> &Credits {
        &self.credits
    }

    fn with_credits(&self, credits: Credits) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone().credited(credits)))
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
        if let Some(clash) = self.clash(board) {
            return Err(Violation::new(clash.unit.kind, clash.to_string(), clash.cells.to_vec()));
        }
        if let Some(cell) = board.cells().find(|&cell| self.struck(cell) >> board[cell] & 1 == 1) {
            let message = format!("the pencil marks leave {} out of {cell}", formats::symbol(board[cell]));
            return Err(Violation::new("pencil mark", message, vec![cell]));
        }
        match self.variant().clues(self).into_iter().find(|clue| !clue.holds(board)) {
            Some(clue) => Err(Violation::new(clue.rule(), clue.statement(), clue.cells())),
            None => Ok(()),
        }
    }

    fn solve(&self, ask: &Ask) -> Outcome {
        solver::solve(self, &ask.begin())
    }

    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        solver::solve_with(self, algorithm, &ask.begin())
    }

    fn model(&self) -> Option<Model> {
        Some(model::model(self))
    }

    fn play(&self) -> Option<&dyn Play> {
        Some(self)
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
        // The scales are for plain boards; the rating programs know no variants.
        if self.is_classic() { techniques::rating::ratings(self, &budget.begin()) } else { Vec::new() }
    }

    fn techniques(&self) -> Vec<&'static str> {
        match model::model(self).patterns() {
            Some(finder) => finder.names().into_iter().chain(words::FORCING_CHAINS.iter().copied()).collect(),
            None => words::TECHNIQUES.to_vec(),
        }
    }

    fn narrate(&self, model: &Model, state: &State, step: &Step) -> Words {
        words::narrate(self, model, state, step)
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::scene(self, solution)
    }

    fn solution_json(&self, solution: &Solution) -> SolutionJson {
        let digits = solution.grid().map(Grid::values).unwrap_or_default();
        SolutionJson::new(&digits.iter().map(|&digit| formats::symbol(digit)).collect::<String>())
    }

    fn solution_text(&self, solution: &Solution) -> String {
        solution.grid().map(formats::spaced_rows).unwrap_or_default()
    }

    fn copy_form(&self) -> Option<String> {
        let form = canonical::form_of(self.plain_cells()?);
        Some(form.iter().map(|&digit| if digit == 0 { '.' } else { formats::symbol(digit) }).collect())
    }

    fn is_plain(&self) -> bool {
        self.plain_cells().is_some()
    }

    fn copy_class(&self) -> Option<u64> {
        match self.plain_cells() {
            Some(cells) => Some(canonical::class_of(cells)),
            None => self.is_classic().then(|| canonical::class_of_any(&self.cells, self.box_rows, self.box_columns)),
        }
    }

    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        formats::read_solution(self, source)
    }
}

/// Hints for tests that read texts of this family.
#[cfg(test)]
fn hints() -> quandary_core::read::Hints {
    quandary_core::read::Hints::new(ONLY)
}

/// This family alone.
#[cfg(test)]
static ONLY: quandary_core::puzzle::Families = &[&FAMILY];
