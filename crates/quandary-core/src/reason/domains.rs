//! The domains of all variables, with a trail of the changes.

use super::{Values, Var};

/// A variable has no value left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

/// What removed values from a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A decision of the search.
    Decision,
    /// A constraint, by its place in the model.
    Constraint(usize),
}

/// One entry of the trail: a variable lost some values.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The variable.
    pub var: Var,
    /// Its values before.
    pub before: Values,
    /// What removed some of them.
    pub cause: Cause,
}

/// The values that each variable may still take, with a trail to undo changes.
#[derive(Clone, Debug)]
pub struct Domains {
    values: Vec<Values>,
    trail: Vec<Change>,
    cause: Cause,
}

impl Domains {
    /// Domains with nothing on the trail.
    pub fn new(values: Vec<Values>) -> Self {
        Domains { values, trail: Vec::new(), cause: Cause::Decision }
    }

    /// The values a variable may still take.
    #[inline]
    pub fn get(&self, var: Var) -> Values {
        self.values[var]
    }

    /// All variables' values.
    pub fn all(&self) -> &[Values] {
        &self.values
    }

    /// How many values a variable may still take.
    #[inline]
    pub fn size(&self, var: Var) -> u32 {
        self.values[var].count_ones()
    }

    /// The one value that is left, if it is one.
    #[inline]
    pub fn value(&self, var: Var) -> Option<u8> {
        let values = self.values[var];
        values.is_power_of_two().then(|| values.trailing_zeros() as u8)
    }

    /// Keeps only the values in `keep`; says whether that changed anything.
    #[inline]
    pub fn keep(&mut self, var: Var, keep: Values) -> Result<bool, Broken> {
        let before = self.values[var];
        let after = before & keep;
        if after == before {
            return Ok(false);
        }
        self.trail.push(Change { var, before, cause: self.cause });
        self.values[var] = after;
        if after == 0 { Err(Broken) } else { Ok(true) }
    }

    /// Removes values; says whether that changed anything.
    #[inline]
    pub fn remove(&mut self, var: Var, remove: Values) -> Result<bool, Broken> {
        self.keep(var, !remove)
    }

    /// Leaves one value only.
    #[inline]
    pub fn assign(&mut self, var: Var, value: u8) -> Result<bool, Broken> {
        self.keep(var, 1 << value)
    }

    /// Sets the cause of the changes that follow.
    pub fn set_cause(&mut self, cause: Cause) {
        self.cause = cause;
    }

    /// The changes so far, oldest first.
    pub fn trail(&self) -> &[Change] {
        &self.trail
    }

    /// Undoes changes until only `length` are left.
    pub fn undo_to(&mut self, length: usize) {
        while self.trail.len() > length {
            let Some(change) = self.trail.pop() else { break };
            self.values[change.var] = change.before;
        }
    }
}
