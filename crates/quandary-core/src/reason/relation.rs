//! Binary relations between cells: "these two differ", "one is twice the other", "together they make 10".
//!
//! The rule is kept as a table: for each value of one cell, the values that the other may have beside it. What is left
//! to a cell is what some value of the other allows, which is all that follows from the rule. Rules of one kind share one
//! table, so that a board with hundreds of them stays small.

use std::sync::Arc;

use super::explain::words::capital;
use super::{Breach, Broken, Constraint, ConstraintInfo, Domains, Effort, Values, Var, Written};

/// Which pairs of values two variables may have.
#[derive(Debug)]
pub struct Table {
    /// For each value of the first variable, the values of the second that it allows; and vice versa.
    allowed: [Vec<Values>; 2],
    /// Whether all it says is that the two differ.
    is_difference: bool,
}

impl Table {
    /// The pairs of values below `values` for which `allows` says yes.
    pub fn new(values: u8, allows: impl Fn(u8, u8) -> bool) -> Arc<Self> {
        let set = |row: &dyn Fn(u8) -> bool| (0..values).filter(|&value| row(value)).fold(0, |set, v| set | 1 << v);
        let forth = (0..values).map(|first| set(&|second| allows(first, second))).collect();
        let back = (0..values).map(|second| set(&|first| allows(first, second))).collect();
        let is_difference = (0..values).all(|a| (0..values).all(|b| allows(a, b) == (a != b)));
        Arc::new(Table { allowed: [forth, back], is_difference })
    }

    /// What the values of one side leave to the other.
    fn beside(&self, side: usize, mut values: Values) -> Values {
        let mut left = 0;
        while values != 0 {
            left |= self.allowed[side].get(values.trailing_zeros() as usize).copied().unwrap_or(0);
            values &= values - 1;
        }
        left
    }
}

/// Two variables whose allowed pairs of values are in a table.
#[derive(Debug)]
pub struct Relation {
    table: Arc<Table>,
    info: ConstraintInfo,
}

impl Relation {
    /// `first` and `second` take values that the table has side by side.
    pub fn new(
        [first, second]: [Var; 2],
        table: Arc<Table>,
        name: impl Into<String>,
        statement: impl Into<String>,
    ) -> Self {
        Relation { table, info: ConstraintInfo::new(vec![first, second], name, statement) }
    }
}

impl Constraint for Relation {
    fn info(&self) -> &ConstraintInfo {
        &self.info
    }

    /// Nothing: what the decided variables rule out has been removed from the others.
    fn remainder(&self, _domains: &Domains, _state: &mut Vec<u8>) {}

    fn possible(&self, domains: &Domains) -> bool {
        let [first, second] = [self.info.scope[0], self.info.scope[1]];
        self.table.beside(0, domains.get(first)) & domains.get(second) != 0
    }

    fn propagate(&self, domains: &mut Domains, _effort: Effort) -> Result<(), Broken> {
        let [first, second] = [self.info.scope[0], self.info.scope[1]];
        domains.keep(second, self.table.beside(0, domains.get(first)))?;
        if domains.keep(first, self.table.beside(1, domains.get(second)))? {
            domains.keep(second, self.table.beside(0, domains.get(first)))?;
        }
        Ok(())
    }

    fn violation(&self, written: &Written) -> Option<Breach> {
        let (first, second) = (written.value(self.info.scope[0])?, written.value(self.info.scope[1])?);
        if self.possible(written.domains()) {
            return None;
        }
        let statement = capital(&self.info.statement);
        let (first, second) = (written.name(first), written.name(second));
        let found =
            if first == second { format!("both are {first}") } else { format!("they are {first} and {second}") };
        Some(Breach { vars: self.info.scope.clone(), sentence: format!("{statement}, but {found}.") })
    }

    fn mutually_exclusive(&self) -> &[Var] {
        if self.table.is_difference { &self.info.scope } else { &[] }
    }

    fn has_thorough_pass(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cell_twice_the_other_leaves_what_has_a_double_or_a_half() {
        // Values 0 to 8 stand for the digits 1 to 9.
        let table = Table::new(9, |a, b| a + 1 == 2 * (b + 1) || b + 1 == 2 * (a + 1));
        let dot = Relation::new([0, 1], table, "black dot", "");
        let mut domains = Domains::new(vec![0x1FF, 0x1FF]);
        dot.propagate(&mut domains, Effort::Quick).unwrap();
        assert_eq!(domains.all(), [0b0_1010_1111, 0b0_1010_1111], "1, 2, 3, 4, 6 and 8");
        domains.keep(0, 0b0_0000_0100).unwrap();
        dot.propagate(&mut domains, Effort::Quick).unwrap();
        assert_eq!(domains.get(1), 0b0_0010_0000, "beside a 3 only a 6");
        assert!(domains.keep(1, 0b1).is_err());
        assert!(dot.mutually_exclusive().is_empty());
    }

    #[test]
    fn a_table_of_all_unequal_pairs_is_mutually_exclusive() {
        let knight = Relation::new([3, 5], Table::new(4, |a, b| a != b), "knight's move", "");
        assert_eq!(knight.mutually_exclusive(), [3, 5]);
    }
}
