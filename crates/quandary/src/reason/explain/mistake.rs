//! A player's mistake: which entries cannot stand together, and why.

use crate::reason::conflict::constraints_behind;
use crate::reason::engine::shrink;
use crate::reason::{Depth, Domains, Engine, Model};

use super::prover::Prover;
use super::{Known, Step};

/// Entries that contradict the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// A smallest set of entries that cannot all stand.
    pub entries: Vec<Known>,
    /// The constraints that show it, a smallest set found.
    pub constraints: Vec<usize>,
    /// The rule that breaks in the end, with what is known then.
    pub clash: Option<Step>,
}

/// Finds entries that propagation alone shows to contradict the rules; `None` when it shows nothing.
pub fn find_mistake(model: &Model, entries: &[Known]) -> Option<Mistake> {
    let involved = breaks(model, entries)?;
    let entries = shrink(entries.iter().copied(), |kept| breaks(model, kept).is_some());
    let involved = breaks(model, &entries).unwrap_or(involved);
    let mut clash = None;
    let constraints = shrink(involved, |kept| follow(model, &entries, kept, &mut None));
    follow(model, &entries, &constraints, &mut clash);
    Some(Mistake { entries, constraints, clash })
}

/// The constraints that had a hand in it, where these entries lead to a contradiction.
fn breaks(model: &Model, entries: &[Known]) -> Option<Vec<usize>> {
    let mut engine = Engine::new(model);
    let held = engine.propagate().is_ok() && entries.iter().all(|entry| engine.decide(entry.var, entry.values).is_ok());
    if held {
        return None;
    }
    // An entry that was struck out before leaves no constraint behind it: then all are asked.
    let is_struck_out = engine.domains().all().contains(&0);
    let involved = constraints_behind(model, &engine);
    let everything = || (0..model.constraints().len()).collect();
    Some(if is_struck_out || involved.is_empty() { everything() } else { involved })
}

/// Whether these constraints alone find the contradiction; `clash` gets the step that ends it.
fn follow(model: &Model, entries: &[Known], constraints: &[usize], clash: &mut Option<Step>) -> bool {
    let mut domains = Domains::new(model.start().to_vec());
    if entries.iter().any(|entry| domains.keep(entry.var, entry.values).is_err()) {
        return true;
    }
    loop {
        let before = domains.trail().len();
        for &constraint in constraints {
            let mark = domains.trail().len();
            if model.constraints()[constraint].propagate(&mut domains, Depth::Thorough).is_err() {
                domains.undo_to(mark);
                let mut prover = Prover::new(model);
                let facts = prover.facts(constraint, domains.all());
                *clash = Some(prover.step(constraint, &facts, &[], domains.all()));
                return true;
            }
        }
        if domains.trail().len() == before {
            return false;
        }
    }
}
