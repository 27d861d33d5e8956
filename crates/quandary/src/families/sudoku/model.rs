//! The rules of Sudoku, stated once: one variable per cell, one "each digit once" per unit.

use super::Sudoku;
use super::techniques::Techniques;
use crate::reason::{AllDifferent, Model, Values};

/// The board as variables and constraints. Variable `i` is the cell `i`, row by row; its value `v` is the digit `v + 1`.
pub fn model(puzzle: &Sudoku) -> Model {
    let (side, cells) = (puzzle.side(), puzzle.cells());
    let every_digit: Values = (1 << side) - 1;
    let mut model = Model::new();
    for cell in cells.cells() {
        let values = match cells[cell] {
            0 => every_digit,
            given => 1 << (given - 1),
        };
        model.variable(values, vec![cell]);
    }
    for unit in puzzle.units() {
        let scope = unit.cells.iter().map(|&cell| cells.index_of(cell)).collect();
        model.constrain(AllDifferent::new(scope, side, unit.to_string(), format!("{unit} holds each digit once")));
    }
    if let Some(techniques) = Techniques::new(puzzle) {
        model.name_patterns(techniques);
    }
    model
}
