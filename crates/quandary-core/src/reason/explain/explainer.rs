//! The explainer: one step after the other, until everything is known or nothing more follows.

use crate::reason::{Broken, Domains, Effort, Model};
use crate::verdict::{Budget, Stopped, Watch};

use super::probes::Probes;
use super::prover::Prover;
use super::{Argument, RULE, State, Step, THOUGHT, sets, single, suppose};

/// Finds the next step, and the next.
#[derive(Debug)]
pub struct Explainer<'m> {
    prover: Prover<'m>,
    state: State,
    /// What each constraint offers at a glance, and what it offers besides when it is thought through; `None` when it has to be
    /// asked again.
    seen: Vec<Option<Vec<Step>>>,
    thought: Vec<Option<Vec<Step>>>,
    /// What suppositions led to.
    probes: Probes,
    /// Whether patterns are put into words.
    words: bool,
}

/// How an explanation ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Every variable is known.
    Complete,
    /// Nothing more follows, not even from a supposition inside a supposition.
    Stuck,
    /// What is known contradicts itself.
    Broken,
    /// The budget ran out.
    Stopped(Stopped),
}

/// All steps from a state on, and how they end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The steps in order.
    pub steps: Vec<Step>,
    /// For each step, how many steps of the same cost or less were open at that point: how many choices a player has.
    pub widths: Vec<usize>,
    /// How they end.
    pub ending: Ending,
    /// What is known after them.
    pub state: State,
}

impl Explanation {
    /// The explanation of a board that visibly contradicts itself.
    pub fn broken(model: &Model) -> Self {
        let state = State::unchecked(model);
        Explanation { steps: Vec::new(), widths: Vec::new(), ending: Ending::Broken, state }
    }
}

/// Explains everything that follows from a state.
pub fn explain(model: &Model, state: State, budget: &Budget) -> Explanation {
    all_steps(Explainer::new(model, state), budget)
}

/// The same steps without sentences, for those who only count and name them.
pub fn explain_without_words(model: &Model, state: State, budget: &Budget) -> Explanation {
    all_steps(Explainer { words: false, ..Explainer::new(model, state) }, budget)
}

fn all_steps(mut explainer: Explainer<'_>, budget: &Budget) -> Explanation {
    let mut watch = budget.start();
    let (mut steps, mut widths) = (Vec::new(), Vec::new());
    let ending = loop {
        match explainer.next_step(&mut watch) {
            Ok(Ok((step, width))) => {
                let broken = step.argument == Argument::Contradiction || explainer.accept(&step).is_err();
                steps.push(step);
                widths.push(width);
                if broken {
                    break Ending::Broken;
                }
            }
            Ok(Err(ending)) => break ending,
            Err(stopped) => break Ending::Stopped(stopped),
        }
    };
    Explanation { steps, widths, ending, state: explainer.state }
}

impl<'m> Explainer<'m> {
    /// Starts from what is known.
    pub fn new(model: &'m Model, state: State) -> Self {
        let count = model.constraints().len();
        Explainer {
            prover: Prover::new(model),
            state,
            seen: vec![None; count],
            thought: vec![None; count],
            probes: Probes::default(),
            words: true,
        }
    }

    /// What is known so far.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The cheapest step, and how many are as cheap; the inner error says that there is none, the outer one that the
    /// budget ran out.
    pub fn next_step(&mut self, watch: &mut Watch<'_>) -> Result<Result<(Step, usize), Ending>, Stopped> {
        watch.check()?;
        self.prover.budget = watch.budget();
        if self.state.is_complete() && self.keeps_all_rules() {
            return Ok(Err(Ending::Complete));
        }
        if let Some(finder) = self.prover.model.patterns().filter(|_| !self.state.is_complete())
            && let Some(found) = finder.next(&self.state, self.words, watch)?
        {
            return Ok(Ok(found));
        }
        let unnoticed: Vec<usize> = (0..self.state.all().len())
            .filter(|&var| self.state.get(var).is_power_of_two() && !self.state.is_written(var))
            .collect();
        let only: Vec<Step> = unnoticed.iter().map(|&var| single::only_value(&self.prover, &self.state, var)).collect();
        // No step that has to be thought through is as cheap as that: such steps are looked for when nothing cheaper is open.
        for (effort, cheap) in [(Effort::Quick, RULE + THOUGHT), (Effort::Thorough, u32::MAX)] {
            self.ask(effort, watch)?;
            // What the player has not noticed yet cannot be a premise: noticing it is a step of its own.
            let is_noticed = |step: &&Step| step.premises.iter().all(|known| !unnoticed.contains(&known.var));
            let offered = self.seen.iter().chain(&self.thought).flatten().flatten().filter(is_noticed);
            let open: Vec<&Step> = only.iter().chain(offered).collect();
            if let Some(&best) = open.iter().min_by_key(|step| step.cost)
                && best.cost < cheap
            {
                let width = open.iter().filter(|step| step.cost <= best.cost).count();
                let best = best.clone();
                let mut best = sets::first_argument(&mut self.prover, &self.state, best);
                self.prover.name_assumptions(&mut best);
                return Ok(Ok((best, width)));
            }
        }
        if self.state.is_complete() {
            return Ok(Err(Ending::Complete));
        }
        let found = match suppose::plain(&mut self.prover, &self.state, &mut self.probes, watch)? {
            Some(step) => Some(step),
            None => suppose::nested(&mut self.prover, &self.state, &mut self.probes, watch)?,
        };
        let found = found.map(|step| sets::one_by_one(&mut self.prover, self.state.all(), step));
        watch.check()?;
        Ok(found.map(|step| (step, 1)).ok_or(Ending::Stuck))
    }

    /// Whether a complete board is a solution. Where it is not, the rule that it breaks is the next step.
    fn keeps_all_rules(&self) -> bool {
        let board = Domains::new(self.state.all().to_vec());
        self.prover.model.constraints().iter().all(|constraint| constraint.possible(&board))
    }

    /// Asks the constraints that have not been asked since something changed for them.
    fn ask(&mut self, effort: Effort, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        for constraint in 0..self.seen.len() {
            let offers = if effort == Effort::Quick { &self.seen } else { &self.thought };
            if offers[constraint].is_some() {
                continue;
            }
            watch.tick(self.prover.asked, 0)?;
            let seen = self.seen[constraint].as_deref().unwrap_or_default();
            let has_more = effort == Effort::Quick || self.prover.model.constraints()[constraint].has_thorough_pass();
            let offered = match has_more {
                true => single::steps_of(&mut self.prover, &self.state, constraint, effort, seen),
                false => Vec::new(),
            };
            watch.check()?;
            let offers = if effort == Effort::Quick { &mut self.seen } else { &mut self.thought };
            offers[constraint] = Some(offered);
        }
        Ok(())
    }

    /// Applies a step; the error means that a variable has no value left.
    pub fn accept(&mut self, step: &Step) -> Result<(), Broken> {
        let before = self.state.all().to_vec();
        let result = self.state.apply(self.prover.model, step);
        for (var, (&before, &now)) in before.iter().zip(self.state.all()).enumerate() {
            // A value that is noticed changes what may be a premise, not what follows.
            if before != now {
                for &constraint in self.prover.model.watchers(var) {
                    self.seen[constraint] = None;
                    self.thought[constraint] = None;
                }
            }
        }
        result
    }
}
