//! The rules of Aquarium as constraints.
//!
//! The variables are stretches, not cells: a stretch is wet (1) or dry (0) as a whole. A row is a sum of stretches, each
//! as heavy as it is wide. A column is a sum of ladders: the cells of a tank in that column fill up from below.

use super::{Aquarium, Flow, WaterRule, counted};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;
use quandary_core::reason::{Implies, Ladder, Model, Sum};

/// A stretch may be dry or wet.
const DRY_OR_WET: u64 = 0b11;

/// States the board as constraints over the stretches of its flow.
pub(super) fn model(board: &Aquarium, flow: &Flow) -> Model {
    let mut model = Model::new();
    for stretch in 0..flow.stretches() {
        model.tied_variable(DRY_OR_WET, flow.cells(stretch).collect(), tank(board, flow.first[stretch]));
    }
    for (row, clue) in board.rows.iter().enumerate() {
        if let Some(clue) = *clue {
            let name = format!("row {}", row + 1);
            let statement = statement(&name, clue);
            model.constrain(Sum::new(row_ladders(board, flow, row), clue, name, statement));
        }
    }
    for (column, clue) in board.columns.iter().enumerate() {
        if let Some(clue) = *clue {
            let name = format!("column {}", column + 1);
            let statement = statement(&name, clue);
            model.constrain(Sum::new(column_ladders(board, flow, column), clue, name, statement));
        }
    }
    for &(above, below) in &flow.floods {
        let (above, below) = (above as usize, below as usize);
        let (top, bottom) = (flow.first[above], flow.first[below]);
        let name = tank(board, top);
        let statement = format!("{name}: water in row {} floods row {}", top.row + 1, bottom.row + 1);
        model.constrain(Implies::new(above, below, name, statement));
    }
    model
}

/// States the board as players see it: a variable for every cell, a count for every line, a level for every tank.
pub(super) fn by_cell(board: &Aquarium, flow: &Flow) -> Model {
    let mut model = cells_and_lines(board);
    let mut tanks = vec![(Vec::new(), Vec::new()); board.tank_count() + 1];
    for cell in board.tanks.cells() {
        tanks[usize::from(board.tanks[cell])].0.push(board.tanks.index_of(cell));
    }
    for (from, to) in flow.forced_pairs() {
        tanks[usize::from(board.tanks[from])].1.push((board.tanks.index_of(from), board.tanks.index_of(to)));
    }
    for (number, (cells, pairs)) in tanks.into_iter().enumerate().skip(1) {
        let name = format!("tank {number}");
        let statement = format!("{name} keeps its water level");
        model.constrain(Implies::all(cells, pairs, name, statement));
    }
    model
}

/// States the board cell by cell: a variable for every cell, and for every cell what it floods.
pub(super) fn of_cells(board: &Aquarium, flow: &Flow) -> Model {
    let mut model = cells_and_lines(board);
    for (from, to) in flow.forced_pairs() {
        let name = tank(board, from);
        let statement = format!("{name}: water in {from} floods {to}");
        model.constrain(Implies::new(board.tanks.index_of(from), board.tanks.index_of(to), name, statement));
    }
    model
}

/// A variable for every cell, and the counts of the lines.
fn cells_and_lines(board: &Aquarium) -> Model {
    let mut model = Model::new();
    for cell in board.tanks.cells() {
        model.variable(DRY_OR_WET, vec![cell]);
    }
    for (name, clue, cells) in board.lines() {
        if let Some(clue) = clue {
            let ladders = cells.iter().map(|&cell| Ladder::single(board.tanks.index_of(cell), 1)).collect();
            let statement = statement(&name, clue);
            model.constrain(Sum::new(ladders, clue, name, statement));
        }
    }
    model
}

/// What the clue of a line demands.
fn statement(line: &str, clue: u32) -> String {
    format!("{line} holds {}", counted(clue as usize, "water cell"))
}

/// The name of the rule that keeps the level of a cell's tank.
fn tank(board: &Aquarium, cell: Cell) -> String {
    format!("tank {}", board.tanks[cell])
}

/// The stretches of a row, each by itself.
fn row_ladders(board: &Aquarium, flow: &Flow, row: usize) -> Vec<Ladder> {
    let mut stretches: Vec<usize> =
        (0..board.columns.len()).map(|column| flow.stretch_of[Cell { row, column }] as usize).collect();
    stretches.sort_unstable();
    stretches.dedup();
    let ladder = |stretch: usize| {
        let width = flow.width[stretch];
        let rule = (width > 1).then(|| tank(board, flow.first[stretch]));
        Ladder { rule, ..Ladder::single(stretch, width.into()) }
    };
    stretches.into_iter().map(ladder).collect()
}

/// The cells of a column from the bottom up, cut into ladders: runs in which the upper cell floods the lower one.
fn column_ladders(board: &Aquarium, flow: &Flow, column: usize) -> Vec<Ladder> {
    let mut ladders: Vec<(Cell, Ladder)> = Vec::new();
    for row in (0..board.rows.len()).rev() {
        let cell = Cell { row, column };
        let floods = |top: Cell| match board.rule {
            // The tank may come back into the column further up: it is still one level.
            WaterRule::Region => board.tanks[top] == board.tanks[cell],
            WaterRule::Pool | WaterRule::Adjacent => top.row == row + 1 && board.is_open(cell, top),
        };
        match ladders.iter_mut().find(|(top, _)| floods(*top)) {
            Some((top, ladder)) => {
                *top = cell;
                ladder.rungs.push(flow.stretch_of[cell] as usize);
            }
            None => ladders.push((cell, Ladder::single(flow.stretch_of[cell] as usize, 1))),
        }
    }
    let ruled = |(top, ladder): (Cell, Ladder)| {
        let shared: Vec<usize> = ladder.rungs.iter().copied().filter(|&stretch| flow.width[stretch] > 1).collect();
        let rule = (ladder.rungs.len() > 1 || !shared.is_empty()).then(|| tank(board, top));
        Ladder { rule, shared, ..ladder }
    };
    ladders.into_iter().map(ruled).collect()
}

/// The water of every cell, from the values of all stretches.
pub(super) fn water(flow: &Flow, values: &[u8]) -> Grid<u8> {
    flow.stretch_of.map(|&stretch| values[stretch as usize])
}
