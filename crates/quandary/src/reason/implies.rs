//! "If this, then that": water in one place forces water in another.

use super::{Broken, Constraint, Depth, Domains, Values, Var};

/// Values of two-valued variables.
const NO: Values = 0b01;
const YES: Values = 0b10;

/// `if` → `then`, over variables with the values 0 (no) and 1 (yes).
#[derive(Debug)]
pub struct Implies {
    scope: [Var; 2],
    name: String,
    statement: String,
}

impl Implies {
    /// If `premise` is 1, so is `conclusion`.
    pub fn new(premise: Var, conclusion: Var, name: impl Into<String>, statement: impl Into<String>) -> Self {
        Implies { scope: [premise, conclusion], name: name.into(), statement: statement.into() }
    }
}

impl Constraint for Implies {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn statement(&self) -> String {
        self.statement.clone()
    }

    fn possible(&self, domains: &Domains) -> bool {
        let [premise, conclusion] = self.scope;
        !(domains.get(premise) == YES && domains.get(conclusion) == NO)
    }

    fn propagate(&self, domains: &mut Domains, _depth: Depth) -> Result<(), Broken> {
        let [premise, conclusion] = self.scope;
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
