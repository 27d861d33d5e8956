//! "If this, then that": water in one place forces water in another.

use super::{Broken, Constraint, Depth, Domains, Stated, Values, Var};

/// Values of two-valued variables.
const NO: Values = 0b01;
const YES: Values = 0b10;

/// `if` → `then`, over variables with the values 0 (no) and 1 (yes).
#[derive(Debug)]
pub struct Implies {
    premise: Var,
    conclusion: Var,
    stated: Stated,
}

impl Implies {
    /// If `premise` is 1, so is `conclusion`.
    pub fn new(premise: Var, conclusion: Var, name: impl Into<String>, statement: impl Into<String>) -> Self {
        Implies { premise, conclusion, stated: Stated::new(vec![premise, conclusion], name, statement) }
    }
}

impl Constraint for Implies {
    fn stated(&self) -> &Stated {
        &self.stated
    }

    fn possible(&self, domains: &Domains) -> bool {
        let Implies { premise, conclusion, .. } = *self;
        !(domains.get(premise) == YES && domains.get(conclusion) == NO)
    }

    fn propagate(&self, domains: &mut Domains, _depth: Depth) -> Result<(), Broken> {
        let Implies { premise, conclusion, .. } = *self;
        if domains.get(premise) == YES {
            domains.keep(conclusion, YES)?;
        }
        if domains.get(conclusion) == NO {
            domains.keep(premise, NO)?;
        }
        Ok(())
    }

    fn is_layered(&self) -> bool {
        false
    }
}
