//! Where each open value of a board leads when it is supposed.

use std::rc::Rc;

use crate::reason::conflict::constraints_behind;
use crate::reason::{Broken, Engine, Model, Values, Var};
use crate::threads::Threads;
use crate::verdict::{Budget, Stopped, Watch};

use super::prover::Prover;
use super::single::each;
use super::{Known, Lead, Scout};

/// Where more values than this are open, they are followed up by degrees: at first only by so many questions to rules each, and
/// further where nothing breaks; and once so many break, no more are tried. A short chain is wanted, and it breaks soon.
const MANY_OPEN: usize = 500;
const DEPTHS: [u64; 4] = [8, 32, 128, u64::MAX];
const ENOUGH_BREAK: usize = 12;

/// The same by a [`Scout`](super::Scout), in rounds. It tries all of them, and those that break after the fewest questions are
/// the enough.
const ROUNDS: [usize; 4] = [2, 4, 8, usize::MAX];

/// A scout looks for solutions with so many search nodes at the most.
const NODES_FOR_SOLUTIONS: u64 = 20_000;

/// It may fill one in so many parts of the memory limit: the tables of the explanation are there as well.
const PARTS_OF_MEMORY: u64 = 4;

/// What supposing each open value of a board led to. Most of it stays true when little changes on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Probes {
    /// What was known then.
    values: Vec<Values>,
    /// For each variable and each of so many values, what it led to, where it was tried: on the largest boards, few of them are.
    tried: Vec<Option<Rc<Probe>>>,
    width: usize,
    /// The values of known solutions, which never break; empty where none were found, `None` before they are looked for.
    right: Option<Rc<[Values]>>,
}

/// What supposing one value led to.
#[derive(Clone, Debug)]
struct Probe {
    /// The constraints on variables that it changed, as bits by [`place`].
    touched: u128,
    /// How many changes it made.
    changes: usize,
    /// Whether it broke.
    breaks: bool,
    /// The constraints involved, where it broke and that was followed up rule by rule.
    involved: Option<Rc<[usize]>>,
    /// How many questions it was followed up by at the most, or by how many rounds of a scout; all of them where it ended before.
    depth: u64,
}

/// A value that breaks, and the constraints involved.
pub(super) type Breaking = (Rc<[usize]>, Known);

/// The place of a constraint in a set of constraints, which several may share.
fn place(constraint: usize) -> u128 {
    1 << (constraint % 128)
}

/// The constraints on a variable.
fn watchers(prover: &Prover<'_>, var: Var) -> u128 {
    prover.model.watchers(var).iter().fold(0, |set, &constraint| set | place(constraint))
}

impl Probes {
    /// Keeps what is the same with these values: whatever touched no constraint on a variable that has changed.
    fn renew(&mut self, prover: &Prover<'_>, values: &[Values]) {
        if self.values.len() == values.len() {
            let changed = (0..values.len()).filter(|&var| values[var] != self.values[var]);
            let changed = changed.fold(0, |set, var| set | watchers(prover, var));
            for tried in &mut self.tried {
                if tried.as_ref().is_some_and(|probe| probe.touched & changed != 0) {
                    *tried = None;
                }
            }
        } else {
            self.width = (Values::BITS - prover.any().leading_zeros()) as usize;
            self.tried = vec![None; values.len() * self.width];
        }
        self.values = values.to_vec();
    }

    /// The place of a value in the list of those that were tried.
    fn place(&self, suppose: Known) -> usize {
        suppose.var * self.width + suppose.values.trailing_zeros() as usize
    }

    /// How much followed from a value.
    pub(super) fn consequences(&self, suppose: Known) -> usize {
        self.tried.get(self.place(suppose)).and_then(Option::as_ref).map_or(0, |probe| probe.changes)
    }

    /// The same for a board on which something is supposed: any value may break there.
    pub(super) fn supposing(&self) -> Self {
        Probes { right: Some(Rc::new([])), ..self.clone() }
    }

    /// The open values that may break, and, on a large board, those of known solutions, which cannot. Solutions are looked for within
    /// a budget, where one is given: what they save is more than they cost where suppositions are nested.
    pub(super) fn doubtful(
        &mut self,
        prover: &Prover<'_>,
        values: &[Values],
        budget: Option<&Budget>,
    ) -> (Vec<Known>, Vec<Known>) {
        let open = values.iter().enumerate().filter(|(_, left)| !left.is_power_of_two());
        let open = open.flat_map(|(var, &left)| each(left).into_iter().map(move |values| Known { var, values }));
        if !is_large(prover.model) {
            return (open.collect(), Vec::new());
        }
        if let (None, Some(budget)) = (&self.right, budget) {
            self.right = Some(right(prover, values, budget));
        }
        let right: &[Values] = self.right.as_deref().unwrap_or_default();
        open.partition(|suppose| right.get(suppose.var).is_none_or(|right| right & suppose.values == 0))
    }

    /// Open values from which the constraints reach a contradiction, with the constraints involved: all of them, or enough of those
    /// that break soon. The values are a fixed point of all constraints.
    pub(super) fn breaking(
        &mut self,
        prover: &mut Prover<'_>,
        values: &[Values],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Breaking>, Stopped> {
        self.renew(prover, values);
        let (open, _) = self.doubtful(prover, values, None);
        match self.scouted(prover, values, &open, watch)? {
            // They break: only how is still to be seen.
            Some(found) => self.ruled_out(prover, values, &found, &DEPTHS[DEPTHS.len() - 1..], watch),
            None if has_many(values) => self.ruled_out(prover, values, &open, &DEPTHS, watch),
            None => self.ruled_out(prover, values, &open, &DEPTHS[DEPTHS.len() - 1..], watch),
        }
    }

    /// The same for some open values, which the rules follow up one by one, to these depths in turn.
    fn ruled_out(
        &mut self,
        prover: &mut Prover<'_>,
        values: &[Values],
        open: &[Known],
        depths: &[u64],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Breaking>, Stopped> {
        let enough = if has_many(values) { ENOUGH_BREAK } else { usize::MAX };
        let mut engine = Engine::resume(prover.model, values.to_vec()).within(&watch.budget());
        let mut breaking = Vec::new();
        for &depth in depths {
            for &suppose in open {
                let place = self.place(suppose);
                let is_known = |probe: &Probe| probe.involved.is_some() || !probe.breaks && probe.depth >= depth;
                if !self.tried[place].as_deref().is_some_and(is_known) {
                    let asked = prover.asked + engine.counters.propagations;
                    watch.tick(asked, 0).inspect_err(|_| *self = Probes::default())?;
                    self.tried[place] = Some(probe(prover, &mut engine, suppose, depth).into());
                }
                if let Some(involved) = self.tried[place].as_ref().and_then(|probe| probe.involved.as_ref()) {
                    breaking.push((Rc::clone(involved), suppose));
                    if breaking.len() == enough {
                        break;
                    }
                }
            }
            if !breaking.is_empty() {
                break;
            }
        }
        // Propagation ends early at the end of the budget: what it says then is not kept.
        watch.check().inspect_err(|_| *self = Probes::default())?;
        prover.asked += engine.counters.propagations;
        Ok(breaking)
    }

    /// Follows values up that do not break, so that it need not be done again inside a supposition that changes nothing for them.
    pub(super) fn follow_up(
        &mut self,
        prover: &mut Prover<'_>,
        values: &[Values],
        open: &[Known],
        watch: &mut Watch<'_>,
    ) -> Result<(), Stopped> {
        if self.scouted(prover, values, open, watch)?.is_some() {
            return Ok(());
        }
        let mut engine = Engine::resume(prover.model, values.to_vec()).within(&watch.budget());
        for &suppose in open {
            let place = self.place(suppose);
            if self.tried[place].is_none() {
                watch.tick(prover.asked + engine.counters.propagations, 0)?;
                self.tried[place] = Some(probe(prover, &mut engine, suppose, u64::MAX).into());
            }
        }
        prover.asked += engine.counters.propagations;
        watch.check().inspect_err(|_| *self = Probes::default())
    }

    /// Open values that break, in the order in which they are tried inside a supposition: all of them, or those that break soon.
    pub(super) fn wrong(
        &mut self,
        prover: &mut Prover<'_>,
        values: &[Values],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Known>, Stopped> {
        if fast_scout(prover.model).is_none() {
            return Ok(self.breaking(prover, values, watch)?.into_iter().map(|(_, suppose)| suppose).collect());
        }
        self.renew(prover, values);
        let (open, _) = self.doubtful(prover, values, None);
        Ok(self.scouted(prover, values, &open, watch)?.unwrap_or_default())
    }

    /// Of these open values those that break, as the family's scout sees it: where very many are open, those after the fewest rounds, and
    /// those that ask the fewest rules first. `None` without a scout, and on small boards, where it is not needed.
    pub(super) fn scouted(
        &mut self,
        prover: &mut Prover<'_>,
        values: &[Values],
        open: &[Known],
        watch: &mut Watch<'_>,
    ) -> Result<Option<Vec<Known>>, Stopped> {
        let Some(scout) = fast_scout(prover.model) else { return Ok(None) };
        let has_many = has_many(values);
        for &rounds in if has_many { &ROUNDS[..] } else { &ROUNDS[ROUNDS.len() - 1..] } {
            let is_new = |suppose: &&Known| {
                let probe = self.tried[self.place(**suppose)].as_ref();
                probe.is_none_or(|probe| !probe.breaks && probe.depth < rounds as u64)
            };
            let new: Vec<Known> = open.iter().filter(is_new).copied().collect();
            let (before, mut run, mut stopped) = (prover.asked, 0, Ok(()));
            let leads = scout.follow_up(values, &new, rounds, &mut |so_far| {
                run = so_far;
                stopped = watch.tick(before + run, 0);
                stopped.is_ok()
            });
            stopped.inspect_err(|_| *self = Probes::default())?;
            let Some(leads) = leads else { return Ok(None) };
            prover.asked += run;
            for (&suppose, lead) in new.iter().zip(leads) {
                let place = self.place(suppose);
                let Lead { breaks, is_cut_off, changes, touched } = lead;
                let depth = if is_cut_off { rounds as u64 } else { u64::MAX };
                self.tried[place] = Some(Rc::new(Probe { touched, changes, breaks, involved: None, depth }));
            }
            let rules = |suppose: &Known| {
                let probe = self.tried[self.place(*suppose)].as_ref().filter(|probe| probe.breaks)?;
                Some(if has_many { probe.touched.count_ones() } else { 0 })
            };
            let mut found: Vec<(u32, Known)> =
                open.iter().filter_map(|&suppose| Some((rules(&suppose)?, suppose))).collect();
            if !found.is_empty() {
                found.sort_by_key(|&(rules, suppose)| (rules, suppose.var, suppose.values));
                return Ok(Some(found.into_iter().map(|(_, suppose)| suppose).collect()));
            }
        }
        Ok(Some(Vec::new()))
    }
}

/// Whether a board has a scout that is worth asking: very many values are open at its start.
fn is_large(model: &Model) -> bool {
    model.scout().is_some() && open_values(model.start()) > MANY_OPEN
}

/// The scout that follows suppositions up on this board, where it is large and the family has a fast one.
fn fast_scout(model: &Model) -> Option<&dyn Scout> {
    model.scout().filter(|scout| is_large(model) && scout.is_fast())
}

/// Whether very many values are open.
pub(super) fn has_many(values: &[Values]) -> bool {
    open_values(values) > MANY_OPEN
}

/// How many values are open.
fn open_values(values: &[Values]) -> usize {
    values.iter().map(|left| left.count_ones() as usize).filter(|&left| left > 1).sum()
}

/// The little work after which no more solutions of a large board are looked for.
fn little(budget: &Budget) -> Budget {
    let nodes = budget.nodes.unwrap_or(u64::MAX).min(NODES_FOR_SOLUTIONS);
    let memory = budget.memory / PARTS_OF_MEMORY;
    Budget { nodes: Some(nodes), memory, threads: Threads::default(), account: None, ..budget.clone() }
}

/// Whether a large board is soon seen to have several solutions: no explanation of it is complete.
pub fn has_several_solutions(model: &Model, budget: &Budget) -> bool {
    let scout = model.scout().filter(|_| is_large(model));
    scout.is_some_and(|scout| scout.solutions(&little(budget)).len() > 1)
}

/// The values of the solutions that agree with what is known, as far as they are found with little work.
fn right(prover: &Prover<'_>, values: &[Values], budget: &Budget) -> Rc<[Values]> {
    let mut right: Vec<Values> = Vec::new();
    let scout = prover.model.scout();
    for solution in scout.and_then(|scout| scout.solutions_with(values, &little(budget))).unwrap_or_default() {
        right.resize(values.len(), 0);
        right.iter_mut().zip(&solution).for_each(|(right, &value)| *right |= 1 << value);
    }
    right.into()
}

/// Supposes a value, and takes it back.
fn probe(prover: &Prover<'_>, engine: &mut Engine<'_>, suppose: Known, depth: u64) -> Probe {
    let mark = engine.mark();
    engine.limit_runs(depth);
    let is_broken = engine.decide(suppose.var, suppose.values) == Err(Broken);
    let involved = is_broken.then(|| constraints_behind(prover.model, engine).into());
    let changes = &engine.domains().trail()[mark..];
    let (touched, changes) = (changes.iter().fold(0, |set, change| set | watchers(prover, change.var)), changes.len());
    engine.undo_to(mark);
    Probe { touched, changes, breaks: is_broken, involved, depth: if engine.is_cut_off() { depth } else { u64::MAX } }
}
