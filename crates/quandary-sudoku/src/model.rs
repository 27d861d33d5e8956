//! The rules of Sudoku, stated once: one variable per cell, one "each digit once" per unit, one constraint per clue of a
//! variant.

use std::collections::HashMap;
use std::sync::Arc;

use super::Sudoku;
use super::techniques::Techniques;
use super::variant::{Clue, Link};
use quandary_core::puzzle::Cell;
use quandary_core::reason::{AllDifferent, Increasing, Model, Relation, Table, Term, Total, Values, Var};

/// The board as variables and constraints. Variable `i` is the cell `i`, row by row; its value `v` is the digit `v + 1`.
pub(crate) fn model(puzzle: &Sudoku) -> Model {
    let (side, cells) = (puzzle.side(), puzzle.cells());
    let every_digit: Values = (1 << side) - 1;
    let mut model = Model::new();
    for cell in cells.cells() {
        let values = match cells[cell] {
            0 => every_digit & !(Values::from(puzzle.struck(cell)) >> 1),
            given => 1 << (given - 1),
        };
        model.variable(values, [cell]);
    }
    let vars = |cells_of: &[Cell]| -> Vec<Var> { cells_of.iter().map(|&cell| cells.index_of(cell)).collect() };
    for unit in puzzle.units() {
        let statement = format!("{unit} holds each digit once");
        model.constrain(AllDifferent::new(vars(&unit.cells), side, unit.to_string(), statement));
    }
    // Links of one kind share one table.
    let mut tables: HashMap<Link, Arc<Table>> = HashMap::new();
    for clue in puzzle.variant().clues(puzzle) {
        let (name, statement) = (clue.name(), clue.statement());
        // Values are one less than the digits that they stand for.
        match &clue {
            Clue::Cage { cells, sum: None } => {
                model.constrain(AllDifferent::new(vars(cells), side, name, statement));
            }
            Clue::Cage { cells, sum: Some(sum) } => {
                let total = i64::from(*sum) - cells.len() as i64;
                model.constrain(Total::cage(vars(cells), total, name, statement).counted_from(1));
            }
            Clue::Thermometer(cells) => model.constrain(Increasing::new(vars(cells), name, statement)),
            Clue::Arrow { circle, shaft } => {
                let mut terms: Vec<Term> = vars(shaft).into_iter().map(|var| Term { var, weight: 1 }).collect();
                let mut place = -1;
                for var in vars(circle).into_iter().rev() {
                    terms.push(Term { var, weight: place });
                    place *= 10;
                }
                let total = -terms.iter().map(|term| term.weight).sum::<i64>();
                model.constrain(Total::new(terms, total, name, statement).counted_from(1));
            }
            Clue::Pair { link, cells: [a, b] } => {
                let allows = |a: u8, b: u8| link.allows(u32::from(a) + 1, u32::from(b) + 1);
                let table = tables.entry(*link).or_insert_with(|| Table::new(side as u8, allows));
                let pair = [cells.index_of(*a), cells.index_of(*b)];
                model.constrain(Relation::new(pair, Arc::clone(table), name, statement));
            }
        }
    }
    // Techniques know rows, columns and boxes, and some of them that the solution is the only one: what they say of the
    // plain board holds with pencil marks too, but not with other rules.
    if let Some(techniques) = puzzle.without_marks().as_ref().and_then(Techniques::new) {
        model.name_patterns(techniques);
    }
    model
}
