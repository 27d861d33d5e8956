//! Explanations: what a patient teacher would point at next, step by step.
//!
//! From a [`Model`] and what is known so far ([`State`]), an [`Explainer`] gives one [`Step`] after the
//! other. A step is plain data: from these premises, by these rules, this follows. It knows no family; a family only
//! provides its words ([`Puzzle::narrate`](crate::puzzle::Puzzle::narrate)).
//!
//! Three kinds of steps are tried, each only when those before it find nothing:
//!
//! 1. *One rule*: everything that follows from one constraint alone. A conclusion's premises are found by deletion:
//!    facts are dropped as long as the constraint still reaches it, and then everything else that follows from the same
//!    premises joins the step. A variable with one value left, because written values removed the others
//!    ([`Constraint::mutually_exclusive`](super::Constraint::mutually_exclusive)), is such a step too, over the few constraints
//!    that struck values out.
//! 2. *Supposition*: suppose a value, propagate to a contradiction, go back to the constraints involved, drop those that are
//!    not needed, and keep the facts that the rest needs. The chain is the step's
//!    sub-steps. Of all values that break, the cheapest chain wins.
//! 3. *Nested supposition*: a supposition that itself needs suppositions. Such a step says so
//!    ([`Argument::Supposition`] counts the levels), and more than two levels would help no reader: then the explainer
//!    says that it is stuck.
//!
//! # The cost of a step
//!
//! What a step asks of the reader, as a number. The cheapest step comes first, ties go to the first in the order of the
//! constraints.
//!
//! | for | cost |
//! |---|---|
//! | each premise | 1 |
//! | each rule that is used | 10 |
//! | a rule that has to be thought through, not just looked at ([`Effort::Thorough`](super::Effort)) | 40 |
//! | a supposition | 40, and 20 for each step of its chain |
//! | a nested supposition | 1000 more, and the cost of the suppositions inside |
//!
//! Rules that a used rule builds on ([`Constraint::assumes`](super::Constraint::assumes)) are named by a step but cost nothing:
//! a player sees them as part of that rule.
//!
//! What it takes: one rule is asked a few times per premise, unless it gives its reason itself
//! ([`Constraint::reason`](super::Constraint::reason)), and only rules whose variables changed are asked again; thoroughly only
//! where no rule shows anything at a glance. A supposition is tried for each open value, and again when something has changed
//! that it touched; the most promising few are worked out. Where very many values are open, each is first followed up for a few
//! steps only, and further where none has broken by then: the chain that is found is the cheapest of those that break soon. There a
//! family's [`Scout`] does the following up, and says which values belong to solutions and need not be tried. Nested
//! suppositions are tried in the order of how much follows from them. A budget's nodes are questions to rules.

mod closure;
mod explainer;
mod grade;
mod pattern;
mod probes;
mod prover;
mod refute;
mod scout;
mod sets;
mod single;
mod state;
mod suppose;
#[cfg(test)]
mod tests;
pub mod words;

use serde::Serialize;

pub use explainer::{Ending, Explainer, Explanation, explain, explain_without_words};
pub use grade::{Grade, SCALE, grade};
pub use pattern::{Link, Node, Part, Pattern, PatternFinder, Role, Swap};
pub use probes::has_several_solutions;
pub use scout::{Lead, Scout};
pub use state::{Entry, State};
pub use words::Words;

pub(crate) use prover::Prover;
pub(crate) use refute::refute_while;
pub(crate) use single::each;

use super::{Model, Values, Var};

/// What is known of a variable: its value is one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The variable.
    pub var: Var,
    /// The values that it may still have.
    pub values: Values,
}

/// What a step shows of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The variable.
    pub var: Var,
    /// The values that it cannot have.
    pub removed: Values,
    /// The values that are left to it then.
    pub left: Values,
}

impl Shown {
    /// The variable's value, where only one is left.
    pub fn value(&self) -> Option<u8> {
        self.left.is_power_of_two().then(|| self.left.trailing_zeros() as u8)
    }
}

/// How a step argues.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Argument {
    /// The rules say so.
    Rule,
    /// All values but one were removed by written values.
    OnlyValue,
    /// A pattern that players have a name for.
    Pattern(Box<Pattern>),
    /// Suppose the opposite: the sub-steps end in a contradiction.
    Supposition {
        /// The variable and the value that is supposed.
        suppose: Known,
        /// How deeply suppositions are nested; 1 for a plain one.
        levels: u32,
    },
    /// The rule cannot hold with these premises. Only the last sub-step of a supposition, or a mistake, ends so.
    Contradiction,
}

/// One step: from the premises, by the constraints, the conclusions follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// How it argues.
    pub argument: Argument,
    /// The constraints that are used, by their places in the model.
    pub constraints: Vec<usize>,
    /// Other rules, by name, that those constraints build on here. Together with the constraints, these are all rules that the
    /// step needs.
    pub assumed: Vec<String>,
    /// What has to be known; no part of it could be left out.
    pub premises: Vec<Known>,
    /// What follows. Empty for a contradiction.
    pub conclusions: Vec<Shown>,
    /// What it asks of the reader, by the table above.
    pub cost: u32,
    /// The chain of a supposition; the last one is a contradiction.
    pub sub_steps: Vec<Step>,
}

impl Step {
    /// The names of all rules that the step needs.
    pub fn rules<'a>(&'a self, model: &'a Model) -> Vec<&'a str> {
        let used = self.constraints.iter().map(|&id| model.constraints()[id].name());
        let mut names: Vec<&str> = Vec::new();
        for name in used.chain(self.assumed.iter().map(String::as_str)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The pattern of the step, where it has one.
    pub fn pattern(&self) -> Option<&Pattern> {
        match &self.argument {
            Argument::Pattern(pattern) => Some(pattern),
            _ => None,
        }
    }

    /// Whether a rule has to be thought through, not just looked at, by its cost.
    pub fn is_thought_through(&self) -> bool {
        self.cost >= RULE + THOUGHT
    }

    /// How deeply suppositions are nested: 0 for a step that needs none.
    pub fn levels(&self) -> u32 {
        match self.argument {
            Argument::Supposition { levels, .. } => levels,
            _ => 0,
        }
    }
}

/// What a rule costs, by the table above.
pub(crate) const RULE: u32 = 10;
/// What thinking a rule through costs.
const THOUGHT: u32 = 40;
/// What a supposition costs.
const SUPPOSITION: u32 = 40;
/// What each step of a chain costs.
const LINK: u32 = 20;
/// What nesting costs.
const NESTING: u32 = 1000;
