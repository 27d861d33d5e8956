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
    let tanks = Tanks::of(board);
    for stretch in 0..flow.stretches() {
        model.tied_variable(DRY_OR_WET, flow.cells(stretch).collect(), tanks.rule(flow.first[stretch]));
    }
    for (row, clue) in board.rows.iter().enumerate() {
        if let Some(clue) = *clue {
            let name = format!("row {}", row + 1);
            let statement = statement(&name, clue);
            model.constrain(Sum::new(row_ladders(board, flow, row, &tanks), clue, name, statement));
        }
    }
    for (column, clue) in board.columns.iter().enumerate() {
        if let Some(clue) = *clue {
            let name = format!("column {}", column + 1);
            let statement = statement(&name, clue);
            model.constrain(Sum::new(column_ladders(board, flow, column, &tanks), clue, name, statement));
        }
    }
    for &(above, below) in &flow.floods {
        let (above, below) = (above as usize, below as usize);
        let (top, bottom) = (flow.first[above], flow.first[below]);
        let statement = format!("the tank of {top}: water in row {} floods row {}", top.row + 1, bottom.row + 1);
        model.constrain(Implies::new(above, below, tanks.rule(top), statement));
    }
    model
}

/// States the board as players see it: a variable for every cell, a count for every line, a level for every tank.
pub(super) fn by_cell(board: &Aquarium, flow: &Flow) -> Model {
    let mut model = cells_and_lines(board);
    let tanks = Tanks::of(board);
    let mut parts = vec![(Vec::new(), Vec::new()); board.tank_count() + 1];
    for cell in board.tanks.cells() {
        parts[usize::from(board.tanks[cell])].0.push(board.tanks.index_of(cell));
    }
    for (from, to) in flow.forced_pairs() {
        parts[usize::from(board.tanks[from])].1.push((board.tanks.index_of(from), board.tanks.index_of(to)));
    }
    for ((cells, pairs), first) in parts.into_iter().zip(&tanks.first).skip(1) {
        let statement = format!("the tank of {first} keeps its water level");
        model.constrain(Implies::all(cells, pairs, tanks.rule(*first), statement));
    }
    model
}

/// States the board cell by cell: a variable for every cell, and for every cell what it floods.
pub(super) fn of_cells(board: &Aquarium, flow: &Flow) -> Model {
    let mut model = cells_and_lines(board);
    let tanks = Tanks::of(board);
    for (from, to) in flow.forced_pairs() {
        let (above, below) = (board.tanks.index_of(from), board.tanks.index_of(to));
        let statement = format!("water in {from} floods {to}");
        model.constrain(Implies::new(above, below, tanks.rule(from), statement));
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

/// The tanks by name. A board shows no numbers for them, so each is called by its first cell in reading order.
struct Tanks<'b> {
    board: &'b Aquarium,
    first: Vec<Cell>,
}

impl<'b> Tanks<'b> {
    fn of(board: &'b Aquarium) -> Self {
        Tanks { board, first: board.first_cells() }
    }

    /// The name of the rule that keeps the level of a cell's tank: "tank r1c1".
    fn rule(&self, cell: Cell) -> String {
        format!("tank {}", self.first[usize::from(self.board.tanks[cell])])
    }
}

/// The stretches of a row, each by itself.
fn row_ladders(board: &Aquarium, flow: &Flow, row: usize, tanks: &Tanks<'_>) -> Vec<Ladder> {
    let mut stretches: Vec<usize> =
        (0..board.columns.len()).map(|column| flow.stretch_of[Cell { row, column }] as usize).collect();
    stretches.sort_unstable();
    stretches.dedup();
    let ladder = |stretch: usize| {
        let width = flow.width[stretch];
        let rule = (width > 1).then(|| tanks.rule(flow.first[stretch]));
        Ladder { rule, ..Ladder::single(stretch, width.into()) }
    };
    stretches.into_iter().map(ladder).collect()
}

/// The cells of a column from the bottom up, cut into ladders: runs in which the upper cell floods the lower one.
fn column_ladders(board: &Aquarium, flow: &Flow, column: usize, tanks: &Tanks<'_>) -> Vec<Ladder> {
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
        let rule = (ladder.rungs.len() > 1 || !shared.is_empty()).then(|| tanks.rule(top));
        Ladder { rule, shared, ..ladder }
    };
    ladders.into_iter().map(ruled).collect()
}

/// The water of every cell, from the values of all stretches.
pub(super) fn water(flow: &Flow, values: &[u8]) -> Grid<u8> {
    flow.stretch_of.map(|&stretch| values[stretch as usize])
}
