//! Aquarium: water in tanks, counted along rows and columns.
//!
//! The board is cut into tanks. Each tank is filled with water up to some level, or left empty. A number outside the
//! grid says how many cells of its row or column hold water.
//!
//! What "up to some level" means differs between places where the puzzle is played, and a board may have one solution
//! under one rule and none under another, so the rule is part of the puzzle ([`WaterRule`]). All three are one thing:
//! a relation "water here forces water there" between cells (`flow::Flow`); `verify`, the model and the
//! solver see only that relation.

#![cfg_attr(not(feature = "internals"), allow(unreachable_pub, reason = "the feature `internals` shows them"))]

mod canonical;
mod edit;
mod family;
mod flow;
mod formats;
mod generate;
mod lines;
mod model;
mod play;
mod scene;
mod solver;
mod words;

use std::collections::BTreeSet;

pub use family::{AquariumFamily, FAMILY};
use flow::Flow;
pub use formats::site::SiteId;

use quandary_core::Credits;
use quandary_core::grid::Grid;
use quandary_core::play::Play;
use quandary_core::puzzle::{Cell, Family, Puzzle, Rule, Solution, SolutionJson, Violation};
use quandary_core::read::{Diagnostic, Source};
use quandary_core::reason::Model;
use quandary_core::reason::explain::{State, Step, Words};
use quandary_core::scene::{Scene, SceneCell};
use quandary_core::verdict::{Ask, Outcome};

/// For tests of other crates. Not part of what this crate promises.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub use crate::flow::Flow;
    pub use crate::generate::exact_cover;
}

/// The longest side of a board that is read.
pub(crate) const MAX_SIDE: usize = 256;

/// One Aquarium board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aquarium {
    /// How many cells of each column hold water; `None` for a missing clue.
    pub columns: Vec<Option<u32>>,
    /// How many cells of each row hold water; `None` for a missing clue.
    pub rows: Vec<Option<u32>>,
    /// The tank of each cell, counted from 1 in reading order. The cells of a tank are connected.
    pub tanks: Grid<u16>,
    /// Walls between neighbouring cells of one tank, each as upper or left cell and lower or right cell.
    pub walls: BTreeSet<(Cell, Cell)>,
    /// How water spreads.
    pub rule: WaterRule,
    /// The board's number on the puzzle site, where it is known. It says nothing about the board.
    pub site: Option<SiteId>,
    /// Its title and author.
    pub credits: Credits,
}

/// How water spreads inside a tank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WaterRule {
    /// One level across the whole tank: water in a cell fills every cell of the tank in that row and below.
    #[default]
    Region,
    /// Communicating vessels: water in a cell fills every cell that it can reach without rising.
    Pool,
    /// Side neighbours only: water in a cell fills the cells left, right and below.
    Adjacent,
}

impl WaterRule {
    const ALL: [WaterRule; 3] = [WaterRule::Region, WaterRule::Pool, WaterRule::Adjacent];

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        RULES[self as usize].name
    }

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Self> {
        WaterRule::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

static RULES: [Rule; 3] = [
    Rule {
        name: "region",
        summary: "one level across the whole tank, even where walls or other tanks divide it: water in a cell fills every \
                  cell of its tank in that row and below (the puzzle sites' rule)",
    },
    Rule {
        name: "pool",
        summary: "water spreads to every cell of its tank that it can reach without rising: the legs of an arch may \
                  have different levels, the arms of a U may not (puzz.link's default)",
    },
    Rule {
        name: "adjacent",
        summary: "water spreads to the cells left, right and below only: even the arms of a U may have different \
                  levels (a common simplification; on some boards it allows solutions that the other rules forbid)",
    },
];

impl Aquarium {
    /// A board from its parts. The tanks are renumbered in reading order; where the cells of one tank are not
    /// connected, the error names a cell of each part.
    pub fn new(
        columns: Vec<Option<u32>>,
        rows: Vec<Option<u32>>,
        tanks: &Grid<u16>,
        rule: WaterRule,
    ) -> Result<Self, (Cell, Cell)> {
        let names = tanks.values();
        let parts = connected_parts(tanks.rows(), tanks.columns(), |a, b| names[a] == names[b]);
        // The part of each tank; parts are counted from 1.
        let most = tanks.values().iter().max().map_or(0, |&most| usize::from(most) + 1);
        let mut part_of = vec![0; most];
        for (at, (&tank, &part)) in tanks.values().iter().zip(parts.values()).enumerate() {
            let known = &mut part_of[usize::from(tank)];
            if *known == 0 {
                *known = part;
            } else if *known != part {
                let cell = |at: usize| Cell { row: at / tanks.columns(), column: at % tanks.columns() };
                let first = tanks.values().iter().position(|&other| other == tank).unwrap_or(at);
                return Err((cell(first), cell(at)));
            }
        }
        Ok(Aquarium { columns, rows, tanks: parts, walls: BTreeSet::new(), rule, site: None, credits: Credits::NONE })
    }

    /// A board whose tanks are its connected parts. Where two neighbours are not joined and yet in one tank, there is a
    /// wall between them.
    pub fn from_joins(
        columns: Vec<Option<u32>>,
        rows: Vec<Option<u32>>,
        rule: WaterRule,
        is_joined: impl Fn(Cell, Cell) -> bool,
    ) -> Self {
        let width = columns.len();
        let cell = |at: usize| Cell { row: at / width, column: at % width };
        let tanks = connected_parts(rows.len(), width, |a, b| is_joined(cell(a), cell(b)));
        let walls = neighbours(&tanks).filter(|&(a, b)| tanks[a] == tanks[b] && !is_joined(a, b)).collect();
        Aquarium { columns, rows, tanks, walls, rule, site: None, credits: Credits::NONE }
    }

    /// Whether water can pass between two neighbouring cells.
    pub fn is_open(&self, a: Cell, b: Cell) -> bool {
        self.tanks[a] == self.tanks[b] && !self.walls.contains(&(a.min(b), a.max(b)))
    }

    /// How many tanks there are.
    pub fn tank_count(&self) -> usize {
        self.tanks.values().iter().copied().max().unwrap_or(0).into()
    }

    /// The first cell of each tank in reading order, by the tank's number; nothing is number 0.
    fn first_cells(&self) -> Vec<Cell> {
        let mut first = vec![Cell { row: 0, column: 0 }; self.tank_count() + 1];
        for cell in self.tanks.cells().rev() {
            first[usize::from(self.tanks[cell])] = cell;
        }
        first
    }

    /// The clue of a line: the rows come first, then the columns.
    fn clue_mut(&mut self, line: usize) -> &mut Option<u32> {
        match line.checked_sub(self.rows.len()) {
            None => &mut self.rows[line],
            Some(column) => &mut self.columns[column],
        }
    }

    /// All rows, then all columns, each with its clue.
    fn clues(&self) -> impl Iterator<Item = (Line, Option<u32>)> + '_ {
        let rows = self.rows.iter().enumerate().map(|(row, &clue)| (Line::Row(row), clue));
        rows.chain(self.columns.iter().enumerate().map(|(column, &clue)| (Line::Column(column), clue)))
    }

    /// The cells of a line.
    fn cells_of(&self, line: Line) -> impl Iterator<Item = Cell> + use<> {
        let (length, (row, column), (down, right)) = match line {
            Line::Row(row) => (self.columns.len(), (row, 0), (0, 1)),
            Line::Column(column) => (self.rows.len(), (0, column), (1, 0)),
        };
        (0..length).map(move |at| Cell { row: row + at * down, column: column + at * right })
    }

    /// The clues of rows and columns, with names: "row 3" and so on, with the cells they count.
    fn lines(&self) -> impl Iterator<Item = (String, Option<u32>, Vec<Cell>)> + '_ {
        self.clues().map(|(line, clue)| (line.name(), clue, self.cells_of(line).collect()))
    }
}

/// A row or a column.
#[derive(Clone, Copy)]
enum Line {
    Row(usize),
    Column(usize),
}

impl Line {
    fn name(self) -> String {
        match self {
            Line::Row(row) => format!("row {}", row + 1),
            Line::Column(column) => format!("column {}", column + 1),
        }
    }
}

/// Water is written as 1, air as 0.
fn digit(value: u8) -> char {
    if value == 0 { '0' } else { '1' }
}

/// A number and what it counts: "1 tank", "2 tanks".
fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// All pairs of neighbouring cells, upper or left cell first.
fn neighbours<T>(grid: &Grid<T>) -> impl Iterator<Item = (Cell, Cell)> + use<T> {
    let (rows, columns) = (grid.rows(), grid.columns());
    grid.cells().flat_map(move |cell| {
        let right = Cell { column: cell.column + 1, ..cell };
        let below = Cell { row: cell.row + 1, ..cell };
        [(right.column < columns).then_some((cell, right)), (below.row < rows).then_some((cell, below))]
            .into_iter()
            .flatten()
    })
}

/// Numbers the connected parts of a board, from 1 in reading order. `is_joined` is asked once about the positions of any two
/// neighbours, row by row, the upper or left one first.
fn connected_parts(rows: usize, columns: usize, is_joined: impl Fn(usize, usize) -> bool) -> Grid<u16> {
    // Cells are labelled row by row. Where two labels meet, the later one is led back to the earlier.
    let mut labels: Vec<u32> = vec![0; rows * columns];
    let mut earlier: Vec<u32> = Vec::with_capacity(rows * columns);
    for row in 0..rows {
        let first = row * columns;
        let (before, here) = labels.split_at_mut(first);
        let above = &before[first.saturating_sub(columns)..];
        let mut left = 0;
        for (column, label) in here[..columns].iter_mut().enumerate() {
            let at = first + column;
            let is_left = column > 0 && is_joined(at - 1, at);
            let is_above = row > 0 && is_joined(at - columns, at);
            left = match (is_left, is_above) {
                (false, false) => {
                    earlier.push(earlier.len() as u32);
                    earlier.len() as u32 - 1
                }
                (true, false) => left,
                (false, true) => above[column],
                (true, true) if left == above[column] => left,
                (true, true) => {
                    let (left, above) = (first_of(&mut earlier, left), first_of(&mut earlier, above[column]));
                    earlier[left.max(above) as usize] = left.min(above);
                    left.min(above)
                }
            };
            *label = left;
        }
    }
    // Labels are in reading order, and lead back to earlier ones.
    let mut numbers: Vec<u16> = Vec::with_capacity(earlier.len());
    let mut count = 0_u16;
    for (label, &earlier) in earlier.iter().enumerate() {
        let is_first = earlier as usize == label;
        // Readers refuse boards with so many parts.
        count = count.saturating_add(u16::from(is_first));
        numbers.push(if is_first { count } else { numbers[earlier as usize] });
    }
    let parts = labels.iter().map(|&label| numbers[label as usize]).collect();
    Grid::from_values(rows, columns, parts).unwrap_or_else(|| Grid::filled(rows, columns, 0))
}

/// The first label that a label leads back to, with shorter ways from now on.
fn first_of(earlier: &mut [u32], mut label: u32) -> u32 {
    while earlier[label as usize] != label {
        earlier[label as usize] = earlier[earlier[label as usize] as usize];
        label = earlier[label as usize];
    }
    label
}

impl Puzzle for Aquarium {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        let tanks = counted(self.tank_count(), "tank");
        format!("{}×{}, {tanks}", self.rows.len(), self.columns.len())
    }

    fn rule(&self) -> Option<&'static str> {
        Some(self.rule.name())
    }

    fn with_rule(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Aquarium { rule: WaterRule::named(name)?, ..self.clone() }))
    }

    fn id(&self) -> Option<String> {
        self.site.map(|site| site.to_string())
    }

    fn with_id(&self, id: &str) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Aquarium { site: Some(SiteId::parse(id)?), ..self.clone() }))
    }

    fn credits(&self) -> &Credits {
        &self.credits
    }

    fn with_credits(&self, credits: Credits) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Aquarium { credits, ..self.clone() }))
    }

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let water = solution.grid().ok_or_else(|| Violation::shape("an Aquarium solution is a grid"))?;
        if (water.rows(), water.columns()) != (self.rows.len(), self.columns.len()) {
            return Err(Violation::shape(format!("the solution is {}×{}", water.rows(), water.columns())));
        }
        let mut in_column = vec![0u32; self.columns.len()];
        let mut in_row = Vec::with_capacity(self.rows.len());
        for row in water.iter_rows() {
            row.iter().zip(&mut in_column).for_each(|(&value, wet)| *wet += u32::from(value == 1));
            in_row.push(row.iter().map(|&value| u32::from(value == 1)).sum::<u32>());
        }
        for ((line, clue), &count) in self.clues().zip(in_row.iter().chain(&in_column)) {
            if let Some(clue) = clue
                && clue != count
            {
                let wet = self.cells_of(line).filter(|&cell| water[cell] == 1).collect();
                let count = counted(count as usize, "water cell");
                let message = format!("{} holds {count}, its clue is {clue}", line.name());
                return Err(Violation::new("clue", message, wet));
            }
        }
        match Flow::new(self).broken_by(water) {
            None => Ok(()),
            Some((from, to)) => {
                let message = format!("water in {from} floods {to} in the same tank, which is dry");
                Err(Violation::new("level", message, vec![from, to]))
            }
        }
    }

    fn solve(&self, ask: &Ask) -> Outcome {
        solver::solve(self, &ask.begin())
    }

    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        solver::solve_with(self, algorithm, &ask.begin())
    }

    fn model(&self) -> Option<Model> {
        let mut model = model::model(self, &Flow::new(self));
        model.scout_by(solver::BoardScout(self.clone()));
        Some(model)
    }

    fn model_of_cells(&self) -> Option<Model> {
        Some(model::by_cell(self, &Flow::new(self)))
    }

    fn play(&self) -> Option<&dyn Play> {
        Some(self)
    }

    fn value_name(&self, value: u8) -> String {
        if value == 0 { "air" } else { "water" }.to_owned()
    }

    fn value_of_symbol(&self, symbol: char) -> Option<u8> {
        match symbol {
            '1' | '~' => Some(1),
            '0' | '.' => Some(0),
            _ => None,
        }
    }

    fn shown_value(&self, value: u8) -> SceneCell {
        SceneCell::painted(scene::paint(value))
    }

    fn narrate(&self, model: &Model, state: &State, step: &Step) -> Words {
        words::narrate(self, model, state, step)
    }

    fn techniques(&self) -> Vec<&'static str> {
        words::TECHNIQUES.to_vec()
    }

    fn differing_parts(&self, first: &Solution, other: &Solution) -> Vec<String> {
        let (Some(a), Some(b)) = (first.grid(), other.grid()) else { return Vec::new() };
        let tanks: BTreeSet<u16> = self.tanks.cells().filter(|&c| a[c] != b[c]).map(|c| self.tanks[c]).collect();
        let first = self.first_cells();
        tanks.into_iter().map(|tank| format!("tank {}", first[usize::from(tank)])).collect()
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::scene(self, solution)
    }

    fn solution_json(&self, solution: &Solution) -> SolutionJson {
        let row = |row: &[u8]| row.iter().map(|&value| digit(value)).collect::<String>();
        let rows = solution.grid().map(|grid| grid.iter_rows().map(row).collect::<Vec<_>>());
        SolutionJson::new(&rows)
    }

    fn solution_text(&self, solution: &Solution) -> String {
        let mut text = String::new();
        for row in solution.grid().into_iter().flat_map(Grid::iter_rows) {
            for (column, &value) in row.iter().enumerate() {
                text.push_str(if column == 0 { "" } else { ", " });
                text.push(digit(value));
            }
            text.push('\n');
        }
        text
    }

    fn canonical(&self) -> Option<String> {
        Some(canonical::of(self))
    }

    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        formats::read_solution(self, source)
    }
}
