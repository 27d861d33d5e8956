//! What a named pattern rules out.

use std::collections::BTreeSet;

use super::rules::Rule;
use super::{Board, Cell, Game, Step, Values, one_by_one, wrong};
use crate::Failure;
use crate::kinds::Kind;
use crate::limits::Work;
use crate::patterns::{Cells, Rules, Ways, could_all_exchange};

impl Game {
    /// What a pattern rules out has to break by the premises and the named rules, whatever the other cells are.
    pub(super) fn pattern(
        &self,
        board: &Board,
        known: &Board,
        step: &Step,
        rules: &[&Rule],
        conclusions: &[(Cell, Values)],
        work: &mut Work<'_>,
    ) -> Result<(), Failure> {
        let flat = |board: &Board| -> Cells { board.values().copied().collect() };
        let all = (1 << self.names.len()) - 1;
        let mut by_rules = Rules { units: self.units(rules.iter().copied())?, swap: None, all };
        let mut cells = flat(known);
        let exchanged: Vec<usize>;
        if let Some(swap) = &step.swap {
            let whole = Rules { units: self.units(self.rules.values())?, swap: None, all };
            if whole.ways(&flat(&self.start), 2, work)? != Ways::Count(1) {
                return Err(wrong("the pattern needs a board with one solution, which was not shown of this one"));
            }
            let swapped = self.cells(&swap.cells)?;
            if swapped.iter().any(|cell| self.start[cell].is_power_of_two()) {
                return Err(wrong("a given digit cannot be exchanged"));
            }
            exchanged = swapped.iter().map(|cell| self.number(cell)).collect::<Result<_, _>>()?;
            let digits = self.values(&swap.values)?;
            if digits == 0 {
                // All open cells exchange their digits, if the conclusion is wrong. With two conclusions, only one of them
                // would have to be right.
                let [(cell, removed)] = conclusions else {
                    return Err(wrong("the pattern shows something of one cell, and of no other"));
                };
                cells[self.number(cell)?] = *removed;
                let open = board.values().enumerate().filter(|(_, values)| !values.is_power_of_two());
                let open: Vec<usize> = open.map(|(cell, _)| cell).collect();
                let is_whole = BTreeSet::from_iter(&open) == BTreeSet::from_iter(&exchanged);
                let holds = is_whole && could_all_exchange(&whole.units, &cells, &open, all);
                return if holds { Ok(()) } else { Err(wrong("these cells could not all exchange their digits")) };
            }
            // Two rows, two columns and two boxes: then each unit has both digits in it before and after.
            let crossed = whole.units.iter().map(|unit| unit.iter().filter(|cell| exchanged.contains(cell)).count());
            let mut crossed = crossed.filter(|&count| count > 0);
            if exchanged.len() != 4 || digits.count_ones() != 2 || !crossed.all(|count| count == 2) {
                return Err(wrong("these cells could not exchange two digits"));
            }
            by_rules.swap = Some((&exchanged, digits));
        }
        for (cell, value) in one_by_one(conclusions) {
            let number = self.number(&cell)?;
            let mut supposed = cells.clone();
            supposed[number] &= value;
            if supposed[number] != 0 && by_rules.ways(&supposed, 1, work)? != Ways::Count(0) {
                return Err(self.wrong_conclusion((cell, value), "does not break by these rules"));
            }
        }
        Ok(())
    }

    /// The number of a cell, counted row by row.
    fn number(&self, cell: &Cell) -> Result<usize, Failure> {
        let number = self.start.keys().position(|other| other == cell);
        number.ok_or_else(|| wrong("a cell that is not on the board"))
    }

    /// Rules that hold every value once, as numbers of cells.
    fn units<'r>(&self, rules: impl Iterator<Item = &'r Rule>) -> Result<Vec<Vec<usize>>, Failure> {
        let unit = |rule: &Rule| match rule {
            Rule::Of(Kind::Different, cells) if cells.len() == self.names.len() => {
                cells.iter().map(|cell| self.number(cell)).collect()
            }
            _ => Err(wrong("patterns are checked only in units that hold every value once")),
        };
        rules.map(unit).collect()
    }
}
