//! How water flows: one relation for all three rules.
//!
//! Cells that are always wet or dry together form a *stretch*; every stretch is in one row. Water in a stretch floods
//! other stretches below it. The rules differ only in what belongs together: under `region` all cells of a tank in one row,
//! under `pool` those that are connected through that row and below, under `adjacent` those that touch. So stretches form a
//! chain per tank, a tree, or a general graph.

use super::{Aquarium, WaterRule};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;
use quandary_core::reason::learn::Literal;
use quandary_core::verdict::CellLiteral;

/// The relation "water here forces water there".
#[derive(Clone, Debug)]
pub struct Flow {
    /// The stretch of each cell. Stretches are counted row by row from the bottom, in each row from the left.
    pub stretch_of: Grid<u32>,
    /// The leftmost cell of each stretch.
    pub first: Vec<Cell>,
    /// The number of cells of each stretch.
    pub width: Vec<u16>,
    /// Pairs of stretches: the first floods the second, which is in the row below.
    pub floods: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Flow {
    /// How water flows on a board, by its rule.
    pub fn new(board: &Aquarium) -> Self {
        let (rows, columns) = (board.rows.len(), board.columns.len());
        if board.rule == WaterRule::Region {
            return Flow::by_tanks(board);
        }
        let mut flow = Flow {
            stretch_of: Grid::filled(rows, columns, NONE),
            first: Vec::with_capacity(rows * columns),
            width: Vec::with_capacity(rows * columns),
            floods: Vec::with_capacity(rows * columns),
        };
        let mut together = Together::new(if board.rule == WaterRule::Pool { rows * columns } else { 0 });
        // The newest stretch of each connected group of cells, by tank or by root.
        let groups = if board.rule == WaterRule::Pool { rows * columns } else { board.tank_count() + 1 };
        let mut newest = vec![NONE; groups];
        // The stretch that flooded each stretch last.
        let mut flooded_by: Vec<u32> = Vec::with_capacity(rows * columns);
        // From the bottom row up, so that `together` holds exactly what is connected at or below the present row.
        for row in (0..rows).rev() {
            let cell = |column: usize| Cell { row, column };
            if board.rule == WaterRule::Pool {
                for column in 0..columns {
                    together.join_left_and_below(board, cell(column));
                }
            }
            let first_of_row = flow.first.len() as u32;
            for column in 0..columns {
                let here = cell(column);
                let below = Cell { row: row + 1, column };
                let group = match board.rule {
                    WaterRule::Pool => together.root(board.tanks.index_of(here)),
                    _ => board.tanks[here].into(),
                };
                let is_of_row = newest[group] != NONE && newest[group] >= first_of_row;
                let goes_on = match board.rule {
                    WaterRule::Adjacent => column > 0 && board.is_open(cell(column - 1), here),
                    _ => is_of_row,
                };
                let stretch = if goes_on { newest[group] } else { flow.first.len() as u32 };
                if !goes_on {
                    flow.first.push(here);
                    flow.width.push(0);
                    flooded_by.push(NONE);
                    newest[group] = stretch;
                }
                flow.width[stretch as usize] += 1;
                flow.stretch_of[here] = stretch;
                if row + 1 < rows && board.is_open(here, below) {
                    let flooded = flow.stretch_of[below];
                    if std::mem::replace(&mut flooded_by[flooded as usize], stretch) != stretch {
                        flow.floods.push((stretch, flooded));
                    }
                }
            }
        }
        flow
    }

    /// Learned clauses in terms of cells; `stretch` is the stretch that a variable stands for.
    pub(super) fn in_cells(&self, clauses: &[Vec<Literal>], stretch: impl Fn(usize) -> usize) -> Vec<Vec<CellLiteral>> {
        let in_cell = |literal: &Literal| {
            let cell = self.stretch_of.index_of(self.first[stretch(literal.variable())]);
            CellLiteral { cell: cell as u32, value: 1, is: literal.value() }
        };
        clauses.iter().map(|clause| clause.iter().map(in_cell).collect()).collect()
    }

    /// The same where a tank has one level: its cells in a row are a stretch, and flood the tank's next stretch below.
    fn by_tanks(board: &Aquarium) -> Self {
        let (rows, columns) = (board.rows.len(), board.columns.len());
        let mut stretch_of = vec![NONE; rows * columns];
        let mut flow = Flow {
            stretch_of: Grid::filled(0, 0, NONE),
            first: Vec::with_capacity(rows * columns),
            width: Vec::with_capacity(rows * columns),
            floods: Vec::with_capacity(rows * columns),
        };
        // The newest stretch of each tank.
        let mut newest = vec![NONE; board.tank_count() + 1];
        for row in (0..rows).rev() {
            let first_of_row = flow.first.len() as u32;
            let places = &mut stretch_of[row * columns..][..columns];
            for (column, (&tank, place)) in board.tanks.row(row).iter().zip(places).enumerate() {
                let newest = &mut newest[usize::from(tank)];
                if *newest == NONE || *newest < first_of_row {
                    let stretch = flow.first.len() as u32;
                    if *newest != NONE {
                        flow.floods.push((stretch, *newest));
                    }
                    flow.first.push(Cell { row, column });
                    flow.width.push(0);
                    *newest = stretch;
                }
                flow.width[*newest as usize] += 1;
                *place = *newest;
            }
        }
        flow.stretch_of =
            Grid::from_values(rows, columns, stretch_of).unwrap_or_else(|| Grid::filled(rows, columns, NONE));
        flow
    }

    /// How many stretches there are.
    pub fn stretches(&self) -> usize {
        self.first.len()
    }

    /// The cells of a stretch, left to right.
    pub fn cells(&self, stretch: usize) -> impl Iterator<Item = Cell> + '_ {
        let row = self.first[stretch].row;
        let cells = (0..self.stretch_of.columns()).map(move |column| Cell { row, column });
        cells.filter(move |&cell| self.stretch_of[cell] as usize == stretch)
    }

    /// The cells that are wet when this one is, itself included; or, not downwards, those that are dry when it is.
    pub fn reach(&self, cell: Cell, downwards: bool) -> Vec<Cell> {
        let mut next: Vec<Vec<u32>> = vec![Vec::new(); self.stretches()];
        for &(above, below) in &self.floods {
            let (from, to) = if downwards { (above, below) } else { (below, above) };
            next[from as usize].push(to);
        }
        let mut is_reached = vec![false; self.stretches()];
        let mut open = vec![self.stretch_of[cell]];
        while let Some(stretch) = open.pop() {
            if !std::mem::replace(&mut is_reached[stretch as usize], true) {
                open.extend(&next[stretch as usize]);
            }
        }
        self.stretch_of.cells().filter(|&cell| is_reached[self.stretch_of[cell] as usize]).collect()
    }

    /// Two cells of which the first is wet and forces the second one to be, which is not; `None` where water stands as the rule
    /// wants it.
    pub fn broken_by(&self, water: &Grid<u8>) -> Option<(Cell, Cell)> {
        let is_wet = |cell: Cell| water[cell] == 1;
        let wet: Vec<bool> = self.first.iter().map(|&first| is_wet(first)).collect();
        let columns = self.stretch_of.columns();
        let differing = self
            .stretch_of
            .values()
            .iter()
            .zip(water.values())
            .position(|(&stretch, &value)| (value == 1) != wet[stretch as usize]);
        if let Some(at) = differing {
            let cell = Cell { row: at / columns, column: at % columns };
            let leader = self.first[self.stretch_of[cell] as usize];
            return Some(if is_wet(cell) { (cell, leader) } else { (leader, cell) });
        }
        let broken = self.floods.iter().find(|(above, below)| wet[*above as usize] && !wet[*below as usize]);
        broken.map(|&(above, below)| (self.first[above as usize], self.first[below as usize]))
    }

    /// Pairs of cells: the rule holds exactly when the second is wet whenever the first is.
    pub fn forced_pairs(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let first = |stretch: u32| self.first[stretch as usize];
        let within = self.stretch_of.cells().flat_map(move |cell| {
            let leader = first(self.stretch_of[cell]);
            [(leader, cell), (cell, leader)].into_iter().filter(|(a, b)| a != b)
        });
        within.chain(self.floods.iter().map(move |&(above, below)| (first(above), first(below))))
    }
}

/// Disjoint sets of cells that grow together.
struct Together(Vec<usize>);

impl Together {
    fn new(count: usize) -> Self {
        Together((0..count).collect())
    }

    fn root(&mut self, mut cell: usize) -> usize {
        while self.0[cell] != cell {
            self.0[cell] = self.0[self.0[cell]];
            cell = self.0[cell];
        }
        cell
    }

    /// Connects a cell with its neighbours on the left and below, unless something separates them.
    fn join_left_and_below(&mut self, board: &Aquarium, cell: Cell) {
        let here = board.tanks.index_of(cell);
        let left = cell.column.checked_sub(1).map(|column| Cell { column, ..cell });
        let below = (cell.row + 1 < board.rows.len()).then_some(Cell { row: cell.row + 1, ..cell });
        for other in left.into_iter().chain(below) {
            if board.is_open(cell, other) {
                self.join(here, board.tanks.index_of(other));
            }
        }
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
    }
}
