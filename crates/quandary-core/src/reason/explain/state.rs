//! What is known so far: the values that are left, and which cells are written.

use crate::grid::Cell;
use crate::reason::{Broken, Model, Values, Var};

use super::{Known, Step};

/// What a player has written in one cell: a value, or several as marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The cell.
    pub cell: Cell,
    /// The variable that stands for the cell, and perhaps for others.
    pub var: Var,
    /// The values.
    pub values: Values,
    /// Whether they are marks. A single one is what the player's marks have left: the value is not written yet.
    pub is_mark: bool,
}

impl Entry {
    /// What the entry says of its variable.
    pub fn known(self) -> Known {
        Known { var: self.var, values: self.values }
    }
}

/// What is known of every variable.
///
/// A variable may have one value left and yet not be *written*: the player has not noticed it. What is written strikes values
/// out of others, as a player's pencil marks follow from the digits on the board; that needs no step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    values: Vec<Values>,
    is_written: Vec<bool>,
}

impl State {
    /// The board as it is given. The error is a rule that is visibly broken: two variables that exclude each other.
    pub fn new(model: &Model) -> Result<Self, Broken> {
        let values: Vec<Values> = model.start().to_vec();
        let is_written = values.iter().map(|left| left.is_power_of_two()).collect();
        let mut state = State { values, is_written };
        for var in 0..state.values.len() {
            if state.is_written[var] {
                state.strike_excluded(model, var)?;
            }
        }
        Ok(state)
    }

    /// The board with a player's entries. The error says that they visibly contradict each other.
    pub fn with_entries<'e>(model: &Model, entries: impl IntoIterator<Item = &'e Entry>) -> Result<Self, Broken> {
        let mut state = State::new(model)?;
        entries.into_iter().try_for_each(|entry| match entry.is_mark {
            true => state.mark(entry.known()),
            false => state.enter(model, entry.known()),
        })?;
        Ok(state)
    }

    /// The board as it is given, without a check for broken rules.
    pub fn unchecked(model: &Model) -> Self {
        let values: Vec<Values> = model.start().to_vec();
        State { is_written: vec![false; values.len()], values }
    }

    /// The values that are left to a variable.
    pub fn get(&self, var: Var) -> Values {
        self.values[var]
    }

    /// The values that are left to all variables.
    pub fn all(&self) -> &[Values] {
        &self.values
    }

    /// Whether a variable's value is written.
    pub fn is_written(&self, var: Var) -> bool {
        self.is_written[var]
    }

    /// Whether every variable is written.
    pub fn is_complete(&self) -> bool {
        self.is_written.iter().all(|&is_written| is_written)
    }

    /// Writes a value, as a player does; the error means that it was removed already.
    pub fn write(&mut self, model: &Model, var: Var, value: u8) -> Result<(), Broken> {
        self.keep(model, var, 1 << value)
    }

    /// Adds what a player has written: a value, or several as marks. The error says that none of them is left.
    pub fn enter(&mut self, model: &Model, entry: Known) -> Result<(), Broken> {
        if entry.values.is_power_of_two() {
            return self.keep(model, entry.var, entry.values);
        }
        self.mark(entry)
    }

    /// Adds marks; a single one is not written by that.
    fn mark(&mut self, marks: Known) -> Result<(), Broken> {
        self.values[marks.var] &= marks.values;
        if self.values[marks.var] == 0 { Err(Broken) } else { Ok(()) }
    }

    /// Adds what a step shows.
    pub fn apply(&mut self, model: &Model, step: &Step) -> Result<(), Broken> {
        step.conclusions.iter().try_for_each(|shown| self.keep(model, shown.var, !shown.removed))
    }

    fn keep(&mut self, model: &Model, var: Var, keep: Values) -> Result<(), Broken> {
        self.values[var] &= keep;
        if self.values[var] == 0 {
            return Err(Broken);
        }
        if self.values[var].is_power_of_two() && !self.is_written[var] {
            self.is_written[var] = true;
            self.strike_excluded(model, var)?;
        }
        Ok(())
    }

    fn strike_excluded(&mut self, model: &Model, var: Var) -> Result<(), Broken> {
        for &constraint in model.watchers(var) {
            for &other in model.constraints()[constraint].mutually_exclusive() {
                if other != var {
                    self.values[other] &= !self.values[var];
                    if self.values[other] == 0 {
                        return Err(Broken);
                    }
                }
            }
        }
        Ok(())
    }
}
