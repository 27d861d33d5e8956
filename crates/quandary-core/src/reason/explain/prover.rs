//! One constraint, asked what follows from a few facts.

use crate::reason::engine::{shrink, shrink_to_few};
use crate::reason::{Constraint, Domains, Effort, Model, Values, Var};
use crate::verdict::Budget;

use super::{Argument, Known, RULE, Shown, Step, THOUGHT};

/// Asks constraints what follows. It keeps one board on which nothing is known, writes facts on it, asks, and undoes them.
#[derive(Debug)]
pub(crate) struct Prover<'m> {
    pub(super) model: &'m Model,
    /// Every value that occurs anywhere: what a variable may be of which nothing is known.
    any: Values,
    board: Domains,
    /// How many questions were asked so far: what a budget counts as nodes.
    pub(super) asked: u64,
    /// When it has ended, reasons are no longer minimised. The result must not be shown then: callers check the budget once
    /// more before they use it.
    pub(super) budget: Budget,
}

/// What a constraint says.
#[derive(Debug)]
pub(super) enum Answer {
    /// It cannot hold.
    Broken,
    /// The values that it leaves, for each variable of its scope.
    Left(Vec<Known>),
}

impl<'m> Prover<'m> {
    pub(crate) fn new(model: &'m Model) -> Self {
        let any = model.start().iter().fold(0, |any, &values| any | values);
        Prover { model, any, board: Domains::new(vec![any; model.start().len()]), asked: 0, budget: Budget::default() }
    }

    /// The same, with a running budget at whose end it proves nothing more.
    pub(crate) fn within(model: &'m Model, budget: &Budget) -> Self {
        Prover { budget: budget.clone(), ..Prover::new(model) }
    }

    /// Whether the budget has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.check().is_err()
    }

    /// What is known in these values about the variables of a constraint.
    pub(super) fn facts(&self, constraint: usize, values: &[Values]) -> Vec<Known> {
        let scope = self.model.constraints()[constraint].scope();
        let known = scope.iter().map(|&var| Known { var, values: values[var] });
        known.filter(|fact| fact.values != self.any).collect()
    }

    /// What a constraint makes of some facts.
    pub(super) fn ask(&mut self, constraint: usize, facts: &[Known], effort: Effort) -> Answer {
        self.ask_with(constraint, facts, effort, |rule, board| {
            board.map_or(Answer::Broken, |board| {
                let left = |&var: &Var| Known { var, values: board.get(var) };
                Answer::Left(rule.scope().iter().map(left).collect())
            })
        })
    }

    /// Lets a constraint work on some facts, and looks at the board then; there is none where it cannot hold.
    fn ask_with<R>(
        &mut self,
        constraint: usize,
        facts: &[Known],
        effort: Effort,
        look: impl FnOnce(&dyn Constraint, Option<&Domains>) -> R,
    ) -> R {
        self.asked += 1;
        let rule = &*self.model.constraints()[constraint];
        let holds = facts.iter().all(|fact| self.board.keep(fact.var, fact.values).is_ok())
            && rule.propagate(&mut self.board, effort).is_ok();
        let seen = look(rule, holds.then_some(&self.board));
        self.board.undo_to(0);
        seen
    }

    /// Whether a constraint removes these values, knowing only these facts; with no target, whether it breaks.
    pub(crate) fn follows(&mut self, constraint: usize, facts: &[Known], targets: &[Known], effort: Effort) -> bool {
        self.ask_with(constraint, facts, effort, |_, board| {
            let is_gone = |board: &Domains, target: &Known| board.get(target.var) & target.values == 0;
            board.is_none_or(|board| !targets.is_empty() && targets.iter().all(|target| is_gone(board, target)))
        })
    }

    /// The fewest facts found from which a constraint still removes these values: by the quick pass where all facts
    /// together show it that way, since a few more premises cost the reader less than a thorough argument. Dropping from the front and from the
    /// back may end differently, and the shorter list is taken.
    pub(crate) fn premises(&mut self, constraint: usize, facts: &[Known], targets: &[Known]) -> Vec<Known> {
        let is_seen = self.follows(constraint, facts, targets, Effort::Quick);
        let effort = if is_seen { Effort::Quick } else { Effort::Thorough };
        if let (Effort::Thorough, &[target]) = (effort, targets)
            && let Some(reason) = self.reason(constraint, facts, target)
        {
            return shrink(reason, |kept| !self.is_over() && self.follows(constraint, kept, targets, effort));
        }
        let from_front = self.needed(constraint, facts, targets, effort, false);
        if from_front.len() < 2 {
            return from_front;
        }
        let from_back = self.needed(constraint, facts, targets, effort, true);
        if from_back.len() < from_front.len() { from_back } else { from_front }
    }

    /// What is left of the facts when each that is not needed is dropped, from the front or from the back.
    fn needed(
        &mut self,
        constraint: usize,
        facts: &[Known],
        targets: &[Known],
        effort: Effort,
        from_back: bool,
    ) -> Vec<Known> {
        let rule = &self.model.constraints()[constraint];
        if (effort == Effort::Thorough || !rule.has_thorough_pass())
            && let Some(needed) = rule.needed(self.any, facts, targets, from_back)
        {
            self.asked += 1;
            return needed;
        }
        let mut still = |kept: &[Known]| !self.is_over() && self.follows(constraint, kept, targets, effort);
        if !from_back {
            return shrink_to_few(facts.iter().copied(), &mut still);
        }
        let mut needed = shrink_to_few(facts.iter().rev().copied(), &mut still);
        needed.reverse();
        needed
    }

    /// The facts that a constraint itself gives as its reason, where they are enough.
    fn reason(&mut self, constraint: usize, facts: &[Known], target: Known) -> Option<Vec<Known>> {
        let holds = facts.iter().all(|fact| self.board.keep(fact.var, fact.values).is_ok());
        let vars = if holds { self.model.constraints()[constraint].reason(&self.board, target) } else { None };
        self.board.undo_to(0);
        let vars = vars?;
        let reason: Vec<Known> = facts.iter().copied().filter(|fact| vars.contains(&fact.var)).collect();
        self.follows(constraint, &reason, &[target], Effort::Thorough).then_some(reason)
    }

    /// The cost of using a constraint on these premises.
    pub(super) fn cost(&mut self, constraint: usize, premises: &[Known], targets: &[Known]) -> u32 {
        let is_seen = self.follows(constraint, premises, targets, Effort::Quick);
        premises.len() as u32 + RULE + if is_seen { 0 } else { THOUGHT }
    }

    /// A step by one constraint: its cheapest premises, and everything that follows from them beyond what is known.
    pub(super) fn step(&mut self, constraint: usize, facts: &[Known], targets: &[Known], values: &[Values]) -> Step {
        let premises = self.premises(constraint, facts, targets);
        let conclusions = match self.ask(constraint, &premises, Effort::Thorough) {
            Answer::Broken => Vec::new(),
            Answer::Left(left) => left
                .into_iter()
                .filter_map(|now| {
                    let (before, left) = (values[now.var], values[now.var] & now.values);
                    (left != before).then_some(Shown { var: now.var, removed: before & !left, left })
                })
                .collect(),
        };
        let cost = self.cost(constraint, &premises, targets);
        let argument = if targets.is_empty() { Argument::Contradiction } else { Argument::Rule };
        let (constraints, assumed) = (vec![constraint], Vec::new());
        Step { argument, constraints, assumed, premises, conclusions, cost, sub_steps: Vec::new() }
    }

    /// Names the rules that the constraint of a step builds on, as few as still show all that the step shows.
    pub(super) fn name_assumptions(&mut self, step: &mut Step) {
        let is_one_rule = matches!(step.argument, Argument::Rule | Argument::Contradiction);
        let ([constraint], true) = (&step.constraints[..], is_one_rule) else { return };
        let targets: Vec<Known> =
            step.conclusions.iter().map(|shown| Known { var: shown.var, values: shown.removed }).collect();
        step.assumed = self.assumptions(*constraint, &step.premises, &targets);
    }

    /// The fewest rules found that a constraint has to build on to remove these values, or to break where there are none.
    pub(crate) fn assumptions(&mut self, constraint: usize, facts: &[Known], targets: &[Known]) -> Vec<String> {
        let rule = &self.model.constraints()[constraint];
        let names = rule.assumes();
        let mut still = |kept: &[usize]| {
            self.asked += 1;
            let holds = facts.iter().all(|fact| self.board.keep(fact.var, fact.values).is_ok())
                && rule.propagate_assuming(&mut self.board, kept).is_ok();
            let is_gone = |target: &Known| self.board.get(target.var) & target.values == 0;
            let follows = !holds || !targets.is_empty() && targets.iter().all(is_gone);
            self.board.undo_to(0);
            follows
        };
        shrink(0..names.len(), &mut still).into_iter().map(|index| names[index].clone()).collect()
    }

    /// Every value that occurs anywhere.
    pub(super) fn any(&self) -> Values {
        self.any
    }
}
