//! A family's own quick way to see where suppositions lead.
//!
//! On a large board thousands of values are open, and following each of them up rule by rule takes most of the time of an
//! explanation. A family with a faster solver gives its [`Model`](crate::reason::Model) a [`Scout`]. It says which values break and which
//! cannot; what is shown is then worked out from the rules, as without it.

use std::fmt;

use super::{Known, Values};
use crate::verdict::Budget;

/// Knows a board's solutions, and follows suppositions up.
pub trait Scout: fmt::Debug + Send + Sync {
    /// Up to two solutions, as the values of all variables; none, or one of several, where finding them takes more than the budget.
    fn solutions(&self, budget: &Budget) -> Vec<Vec<u8>>;

    /// Some solutions in which every variable has one of these values; none where there is none, and no answer where finding out takes more
    /// than the budget.
    fn solutions_with(&self, values: &[Values], budget: &Budget) -> Option<Vec<Vec<u8>>> {
        let agrees = |solution: &Vec<u8>| solution.iter().zip(values).all(|(&value, left)| left >> value & 1 == 1);
        let found: Vec<Vec<u8>> = self.solutions(budget).into_iter().filter(agrees).collect();
        (!found.is_empty()).then_some(found)
    }

    /// Whether it answers the other questions faster for this board than the rules, one by one, and a solver that knows no values.
    fn is_fast(&self) -> bool {
        false
    }

    /// Follows some open values up, each by itself, for so many rounds at the most, on a board that is a fixed point of all rules. In a round
    /// every rule runs at most once. `goes_on` is told from time to time how many rules have run so far; when it says no, or where the scout is not
    /// [fast](Scout::is_fast), there is no answer.
    fn follow_up(
        &self,
        _values: &[Values],
        _open: &[Known],
        _rounds: usize,
        _goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<Lead>> {
        None
    }
}

/// Where a supposition leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lead {
    /// Whether a rule breaks.
    pub breaks: bool,
    /// Whether more may follow in further rounds.
    pub is_cut_off: bool,
    /// How many variables changed.
    pub changes: usize,
    /// The constraints that ran, as bits: constraint `n` is bit `n % 128`.
    pub touched: u128,
}
