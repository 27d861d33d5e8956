//! How water flows: one relation for all three rules.
//!
//! Cells that are always wet or dry together form a *stretch*; every stretch lies in one row. Water in a stretch floods
//! other stretches below it. The rules differ only in what belongs together: under `region` all cells of a tank in one row,
//! under `pool` those that hang together through that row and below, under `adjacent` those that touch. So stretches
//! form a chain per tank, a tree, or a web.

use std::collections::BTreeMap;

use super::{Aquarium, WaterRule};
use crate::grid::Grid;
use crate::puzzle::Cell;

/// The relation "water here forces water there".
#[derive(Clone, Debug)]
pub struct Flow {
    /// The cells of each stretch, left to right.
    pub stretches: Vec<Vec<Cell>>,
    /// The stretch of each cell.
    pub stretch_of: Grid<usize>,
    /// For each stretch, the stretches in the row below that it floods.
    pub floods: Vec<Vec<usize>>,
}

impl Flow {
    /// How water flows on a board, by its rule.
    pub fn new(board: &Aquarium) -> Self {
        let (rows, columns) = (board.rows.len(), board.columns.len());
        let mut flow = Flow { stretches: Vec::new(), stretch_of: Grid::filled(rows, columns, 0), floods: Vec::new() };
        let mut together = Together::new(rows * columns);
        let mut stretch_below: BTreeMap<usize, usize> = BTreeMap::new();
        // From the bottom row up, so that `together` holds just what hangs together at or below the present row.
        for row in (0..rows).rev() {
            let cell = |column: usize| Cell { row, column };
            for column in 0..columns {
                let here = cell(column);
                if column > 0 && board.is_open(cell(column - 1), here) {
                    together.join(board.tanks.index_of(cell(column - 1)), board.tanks.index_of(here));
                }
                let below = Cell { row: row + 1, column };
                if board.rule == WaterRule::Pool && row + 1 < rows && board.is_open(here, below) {
                    together.join(board.tanks.index_of(here), board.tanks.index_of(below));
                }
            }
            let mut stretch_at: BTreeMap<usize, usize> = BTreeMap::new();
            for column in 0..columns {
                let here = cell(column);
                let group = match board.rule {
                    WaterRule::Region => board.tanks[here].into(),
                    WaterRule::Pool | WaterRule::Adjacent => together.root(board.tanks.index_of(here)),
                };
                let stretch = *stretch_at.entry(group).or_insert(flow.stretches.len());
                if stretch == flow.stretches.len() {
                    flow.stretches.push(Vec::new());
                    flow.floods.push(Vec::new());
                }
                flow.stretches[stretch].push(here);
                flow.stretch_of[here] = stretch;
                let below = Cell { row: row + 1, column };
                let flooded = match board.rule {
                    WaterRule::Region => stretch_below.get(&group).copied(),
                    _ => (row + 1 < rows && board.is_open(here, below)).then(|| flow.stretch_of[below]),
                };
                if let Some(flooded) = flooded
                    && !flow.floods[stretch].contains(&flooded)
                {
                    flow.floods[stretch].push(flooded);
                }
            }
            stretch_below = stretch_at;
        }
        flow
    }

    /// Pairs of cells such that a solution is one exactly when the second is wet whenever the first is.
    pub fn forced_pairs(&self) -> impl Iterator<Item = (Cell, Cell)> + '_ {
        let within = self.stretches.iter().flat_map(|cells| {
            // A ring: each cell forces the next and the last the first.
            cells.iter().copied().zip(cells.iter().copied().cycle().skip(1)).filter(|(a, b)| a != b)
        });
        let down = self.floods.iter().enumerate().flat_map(move |(above, floods)| {
            floods.iter().map(move |&below| (self.stretches[above][0], self.stretches[below][0]))
        });
        within.chain(down)
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

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
    }
}
