//! Constraints at work together, until nothing moves.

use std::collections::VecDeque;

use super::{Broken, Cause, Change, Depth, Domains, Model, Values, Var};
use crate::verdict::{Budget, Counters};

/// A model being solved: what is still open, and which constraints have to look again.
#[derive(Debug)]
pub struct Engine<'m> {
    model: &'m Model,
    domains: Domains,
    /// Constraints that have to look again, quickly or thoroughly. Each stands in a queue at most once.
    quick: Queue,
    thorough: Queue,
    /// The constraint at which the last propagation failed.
    broken: Option<usize>,
    /// The running budget at whose end propagation stops.
    budget: Option<Budget>,
    /// What it took so far.
    pub counters: Counters,
}

/// Why a variable lost some values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The constraint, by its place in the model.
    pub constraint: usize,
    /// The variables whose values, as they were, force the conclusion: no smaller part of them does.
    pub premises: Vec<Var>,
    /// The variable that lost values.
    pub conclusion: Var,
    /// The values it lost.
    pub removed: Values,
}

impl<'m> Engine<'m> {
    /// Starts with everything open and every constraint waiting to look.
    pub fn new(model: &'m Model) -> Self {
        let mut engine = Engine::resume(model, model.start().to_vec());
        for constraint in 0..model.constraints().len() {
            engine.wake(constraint);
        }
        engine
    }

    /// Goes on from values at which every constraint has looked already, and had nothing to say.
    pub fn resume(model: &'m Model, values: Vec<Values>) -> Self {
        let count = model.constraints().len();
        Engine {
            model,
            domains: Domains::new(values),
            quick: Queue::new(count),
            thorough: Queue::new(count),
            broken: None,
            budget: None,
            counters: Counters::default(),
        }
    }

    /// Stops propagating when a running budget ends, wherever it is then: what was removed is removed rightly, but more
    /// may follow. Only for callers that look at the budget before they conclude anything from what is left.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        Engine { budget: Some(budget.clone()), ..self }
    }

    /// What is still open.
    pub fn domains(&self) -> &Domains {
        &self.domains
    }

    /// The constraint at which the last propagation failed.
    pub fn broken(&self) -> Option<usize> {
        self.broken
    }

    /// How many changes were made so far; [`Engine::undo_to`] goes back there.
    pub fn mark(&self) -> usize {
        self.domains.trail().len()
    }

    /// Takes changes back.
    pub fn undo_to(&mut self, mark: usize) {
        self.domains.undo_to(mark);
    }

    /// Keeps only some values of a variable, as a decision, and lets the constraints follow it up.
    pub fn decide(&mut self, var: Var, keep: Values) -> Result<(), Broken> {
        self.domains.set_cause(Cause::Decision);
        if self.domains.keep(var, keep)? {
            self.wake_watchers(var, usize::MAX);
        }
        self.propagate()
    }

    /// Lets the constraints work until nothing moves: the quick deductions of all of them first, then the thorough ones
    /// of one, then the quick ones again.
    pub fn propagate(&mut self) -> Result<(), Broken> {
        loop {
            let (constraint, depth) = match self.quick.pop() {
                Some(constraint) => (constraint, Depth::Quick),
                None => match self.thorough.pop() {
                    Some(constraint) => (constraint, Depth::Thorough),
                    None => return Ok(()),
                },
            };
            if self.budget.as_ref().is_some_and(|budget| budget.look().is_err()) {
                self.quick.clear();
                self.thorough.clear();
                return Ok(());
            }
            let mark = self.mark();
            self.counters.propagations += 1;
            self.domains.set_cause(Cause::Constraint(constraint));
            let result = self.model.constraints()[constraint].propagate(&mut self.domains, depth);
            if result.is_err() {
                self.broken = Some(constraint);
                self.quick.clear();
                self.thorough.clear();
                return result;
            }
            let changed: usize = self.mark();
            for index in mark..changed {
                self.wake_watchers(self.domains.trail()[index].var, constraint);
            }
            if changed > mark && depth == Depth::Quick && self.model.constraints()[constraint].is_layered() {
                self.thorough.push(constraint);
            }
        }
    }

    /// Wakes all constraints on a variable but the one that changed it.
    fn wake_watchers(&mut self, var: Var, but: usize) {
        for &constraint in self.model.watchers(var) {
            if constraint != but {
                self.wake(constraint);
            }
        }
    }

    fn wake(&mut self, constraint: usize) {
        self.quick.push(constraint);
        if self.model.constraints()[constraint].is_layered() {
            self.thorough.push(constraint);
        }
    }

    /// Why the change at this place of the trail was made: the constraint, and a smallest set of facts from which it
    /// still follows. `None` for a decision.
    ///
    /// Nothing is recorded for this while propagating but the trail itself. Facts are dropped one by one, as long as
    /// the constraint, asked again, still reaches the conclusion.
    pub fn because(&self, index: usize) -> Option<Reason> {
        let change = self.domains.trail()[index];
        let Cause::Constraint(id) = change.cause else { return None };
        let constraint = &self.model.constraints()[id];
        let (var, before) = (change.var, change.before);
        let after = self.after(index);
        let removed = before & !after;
        let at_the_time = self.state_before(index);
        let premises = shrink(constraint.scope().iter().copied().filter(|&premise| premise != var), |kept| {
            self.follows(id, &at_the_time, kept, var, removed)
        });
        // The variable's own earlier losses may be part of the reason too.
        let mut premises = premises;
        if before != self.model.start()[var] && !self.follows(id, &at_the_time, &premises, var, removed) {
            premises.push(var);
        }
        Some(Reason { constraint: id, premises, conclusion: var, removed })
    }

    /// Whether the constraint, knowing only the given facts, removes those values.
    fn follows(&self, id: usize, at_the_time: &[Values], known: &[Var], var: Var, removed: Values) -> bool {
        let mut values = self.model.start().to_vec();
        for &fact in known {
            values[fact] = at_the_time[fact];
        }
        let mut domains = Domains::new(values);
        match self.model.constraints()[id].propagate(&mut domains, Depth::Thorough) {
            Ok(()) => domains.get(var) & removed == 0,
            Err(Broken) => true,
        }
    }

    /// The values of a variable after the change at this place of the trail.
    fn after(&self, index: usize) -> Values {
        let Change { var, .. } = self.domains.trail()[index];
        let later = self.domains.trail()[index + 1..].iter().find(|change| change.var == var);
        later.map_or(self.domains.get(var), |change| change.before)
    }

    /// All values as they were before the change at this place of the trail.
    fn state_before(&self, index: usize) -> Vec<Values> {
        let mut values = self.domains.all().to_vec();
        for change in self.domains.trail()[index..].iter().rev() {
            values[change.var] = change.before;
        }
        values
    }
}

/// Drops items one by one as long as the rest still does.
pub fn shrink<T: Copy>(items: impl IntoIterator<Item = T>, mut still: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept: Vec<T> = items.into_iter().collect();
    let mut index = 0;
    while index < kept.len() {
        let dropped = kept.remove(index);
        if !still(&kept) {
            kept.insert(index, dropped);
            index += 1;
        }
    }
    kept
}

/// A first-in first-out queue that holds each constraint at most once.
#[derive(Debug)]
struct Queue {
    waiting: VecDeque<usize>,
    is_in: Vec<bool>,
}

impl Queue {
    fn new(count: usize) -> Self {
        Queue { waiting: VecDeque::with_capacity(count), is_in: vec![false; count] }
    }

    fn push(&mut self, constraint: usize) {
        if !std::mem::replace(&mut self.is_in[constraint], true) {
            self.waiting.push_back(constraint);
        }
    }

    fn pop(&mut self) -> Option<usize> {
        let constraint = self.waiting.pop_front()?;
        self.is_in[constraint] = false;
        Some(constraint)
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }
}
