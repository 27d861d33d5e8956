//! Propagation: constraints run until a fixed point is reached.

use std::collections::VecDeque;

use super::{Broken, Cause, Domains, Effort, Model, Values, Var};
use crate::verdict::{Budget, Counters};

/// A model being solved: what is still open, and which constraints have to run again.
#[derive(Debug)]
pub struct Engine<'m> {
    model: &'m Model,
    domains: Domains,
    /// Constraints that have to run again, quickly or thoroughly. Each is in a queue at most once.
    quick: Queue,
    thorough: Queue,
    /// The constraint at which the last propagation failed.
    broken: Option<usize>,
    /// The running budget at whose end propagation stops.
    budget: Option<Budget>,
    /// How many constraints may still run.
    runs_left: u64,
    /// What it took so far.
    pub counters: Counters,
}

impl<'m> Engine<'m> {
    /// Starts with everything open and every constraint queued.
    pub fn new(model: &'m Model) -> Self {
        let mut engine = Engine::resume(model, model.start().to_vec());
        for constraint in 0..model.constraints().len() {
            engine.wake(constraint);
        }
        engine
    }

    /// Goes on from values that are already a fixed point of all constraints.
    pub fn resume(model: &'m Model, values: Vec<Values>) -> Self {
        let count = model.constraints().len();
        Engine {
            model,
            domains: Domains::new(values),
            quick: Queue::new(count),
            thorough: Queue::new(count),
            broken: None,
            budget: None,
            runs_left: u64::MAX,
            counters: Counters::default(),
        }
    }

    /// Stops propagating when a running budget ends, wherever it is then: what was removed is removed rightly, but more
    /// may follow. Only for callers that look at the budget before they conclude anything from what is left.
    #[must_use]
    pub fn within(self, budget: &Budget) -> Self {
        Engine { budget: Some(budget.clone()), ..self }
    }

    /// Lets only so many more constraints run: then propagation stops in the same way. All that were left before are replaced.
    pub(crate) fn limit_runs(&mut self, runs: u64) {
        self.runs_left = runs;
    }

    /// Whether propagation has stopped because no more constraints were allowed to run.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.runs_left == 0
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

    /// Undoes changes.
    pub fn undo_to(&mut self, mark: usize) {
        self.domains.undo_to(mark);
    }

    /// Keeps only some values of a variable, as a decision, and propagates.
    pub fn decide(&mut self, var: Var, keep: Values) -> Result<(), Broken> {
        self.domains.set_cause(Cause::Decision);
        if self.domains.keep(var, keep)? {
            self.wake_watchers(var, usize::MAX);
        }
        self.propagate()
    }

    /// Propagates to a fixed point: the quick deductions of all constraints first, then the thorough ones of one, then the
    /// quick ones again.
    pub fn propagate(&mut self) -> Result<(), Broken> {
        loop {
            let (constraint, effort) = match self.quick.pop() {
                Some(constraint) => (constraint, Effort::Quick),
                None => match self.thorough.pop() {
                    Some(constraint) => (constraint, Effort::Thorough),
                    None => return Ok(()),
                },
            };
            if self.runs_left == 0 || self.budget.as_ref().is_some_and(|budget| budget.check().is_err()) {
                self.quick.clear();
                self.thorough.clear();
                return Ok(());
            }
            let mark = self.mark();
            self.runs_left -= 1;
            self.counters.propagations += 1;
            self.domains.set_cause(Cause::Constraint(constraint));
            let result = self.model.constraints()[constraint].propagate(&mut self.domains, effort);
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
            if changed > mark && effort == Effort::Quick && self.model.constraints()[constraint].has_thorough_pass() {
                self.thorough.push(constraint);
            }
        }
    }

    /// Wakes all constraints on a variable except the one that changed it.
    fn wake_watchers(&mut self, var: Var, but: usize) {
        for &constraint in self.model.watchers(var) {
            if constraint != but {
                self.wake(constraint);
            }
        }
    }

    fn wake(&mut self, constraint: usize) {
        self.quick.push(constraint);
        if self.model.constraints()[constraint].has_thorough_pass() {
            self.thorough.push(constraint);
        }
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

/// The same where few items are needed: the next one is found by halving what is left. The result still does it; it is the
/// one of [`shrink`] where items never stand in the way of others.
pub fn shrink_to_few<T: Copy>(items: impl IntoIterator<Item = T>, mut still: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let items: Vec<T> = items.into_iter().collect();
    let mut tried: Vec<T> = Vec::with_capacity(items.len());
    let mut can_drop_to = |kept: &[T], to: usize| {
        tried.clear();
        tried.extend_from_slice(kept);
        tried.extend_from_slice(&items[to..]);
        still(&tried)
    };
    let (mut kept, mut from): (Vec<T>, usize) = (Vec::new(), 0);
    while from < items.len() && !can_drop_to(&kept, items.len()) {
        // Everything before `low` can be dropped, everything before `high` cannot: the item between them is needed.
        let (mut low, mut high) = (from, items.len());
        while high - low > 1 {
            let middle = low.midpoint(high);
            if can_drop_to(&kept, middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        kept.push(items[low]);
        from = low + 1;
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
