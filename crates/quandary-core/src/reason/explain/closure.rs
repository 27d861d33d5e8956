//! Some constraints that follow a few facts up, and a supposition among them, until nothing more follows.
//!
//! Whether they reach a contradiction does not depend on the order in which they run. So a state that is reached once is kept, and
//! more constraints or more suppositions go on from there.

use crate::reason::{Broken, Cause, Domains, Effort, Var};

use super::Known;
use super::prover::Prover;

/// A board on which only some constraints run.
pub(super) struct Closure<'p, 'm> {
    prover: &'p Prover<'m>,
    domains: Domains,
    /// Whether a constraint runs.
    is_member: Vec<bool>,
    /// Constraints that have to run again, each at most once.
    due: Vec<usize>,
    is_due: Vec<bool>,
    /// Whether the budget ended while they ran.
    pub(super) is_over: bool,
}

impl<'p, 'm> Closure<'p, 'm> {
    /// A board on which no constraint runs yet.
    pub(super) fn new(prover: &'p Prover<'m>, domains: Domains) -> Self {
        let count = prover.model.constraints().len();
        let (is_member, is_due) = (vec![false; count], vec![false; count]);
        Closure { prover, domains, is_member, due: Vec::new(), is_due, is_over: false }
    }

    /// Where the board is now; [`Closure::undo_to`] goes back there.
    pub(super) fn mark(&self) -> usize {
        self.domains.trail().len()
    }

    /// Undoes changes.
    pub(super) fn undo_to(&mut self, mark: usize) {
        self.domains.undo_to(mark);
    }

    /// Lets some constraints run from now on.
    pub(super) fn add(&mut self, constraints: &[usize]) {
        for &constraint in constraints {
            self.is_member[constraint] = true;
            self.wake(constraint);
        }
    }

    /// Lets some constraints run no more.
    pub(super) fn leave_out(&mut self, constraints: &[usize]) {
        for &constraint in constraints {
            self.is_member[constraint] = false;
        }
    }

    fn wake(&mut self, constraint: usize) {
        if self.is_member[constraint] && !std::mem::replace(&mut self.is_due[constraint], true) {
            self.due.push(constraint);
        }
    }

    /// Supposes something; the error says that it is known to be wrong.
    pub(super) fn suppose(&mut self, suppose: Known) -> Result<(), Broken> {
        self.domains.set_cause(Cause::Decision);
        if self.domains.keep(suppose.var, suppose.values)? {
            self.wake_watchers(suppose.var, usize::MAX);
        }
        Ok(())
    }

    /// Wakes all constraints on a variable except the one that changed it.
    fn wake_watchers(&mut self, var: Var, but: usize) {
        for &constraint in self.prover.model.watchers(var) {
            if constraint != but {
                self.wake(constraint);
            }
        }
    }

    /// Runs all constraints that are due, to the end. Where one breaks, it is returned; where the budget ends, none.
    pub(super) fn run(&mut self) -> Option<usize> {
        let mut broken = None;
        // Those that have waited longest run first.
        let mut next = 0;
        while next < self.due.len() && broken.is_none() {
            let constraint = self.due[next];
            next += 1;
            self.is_due[constraint] = false;
            if self.prover.is_over() {
                self.is_over = true;
                break;
            }
            let mark = self.mark();
            self.domains.set_cause(Cause::Constraint(constraint));
            let rule = &self.prover.model.constraints()[constraint];
            if rule.propagate(&mut self.domains, Effort::Thorough).is_err() {
                broken = Some(constraint);
            }
            for at in mark..self.mark() {
                self.wake_watchers(self.domains.trail()[at].var, constraint);
            }
        }
        for &left in &self.due[next..] {
            self.is_due[left] = false;
        }
        self.due.clear();
        broken
    }

    /// The constraints behind a contradiction, as marks: the one that broke, and those that made changes before it on which it
    /// rests.
    pub(super) fn behind(&self, broken: usize, is_behind: &mut Vec<bool>) {
        let model = self.prover.model;
        let mut matters = vec![false; model.start().len()];
        is_behind.clear();
        is_behind.resize(model.constraints().len(), false);
        let mut note = |constraint: usize, matters: &mut Vec<bool>| {
            if !std::mem::replace(&mut is_behind[constraint], true) {
                for &var in model.constraints()[constraint].scope() {
                    matters[var] = true;
                }
            }
        };
        note(broken, &mut matters);
        for change in self.domains.trail().iter().rev() {
            if let (true, Cause::Constraint(constraint)) = (matters[change.var], change.cause) {
                note(constraint, &mut matters);
            }
        }
    }
}
