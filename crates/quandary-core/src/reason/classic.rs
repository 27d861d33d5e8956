//! The textbook algorithms that people compare: plain backtracking, forward checking, arc consistency, with and without
//! the usual orderings; and A\* over cell assignments.
//!
//! All of them see a puzzle only through [`Constraint::possible`](super::Constraint::possible), the test "could this
//! still hold?", and each call of it counts as one check. So the counters mean the same for all of them, and for every
//! family.

use std::cell::Cell;
use std::collections::VecDeque;

use super::{Broken, Cause, Domains, Model, Values, Var, explain_conflict};
use crate::search::{self, StateSpace};
use crate::solution::Solution;
use crate::verdict::{Ask, Counters, Outcome, Stopped, Watch};

/// What happens after each assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inference {
    /// The constraints on the assigned variable are tested.
    Nothing,
    /// Forward checking: values of the neighbours that fail the test are removed.
    Forward,
    /// Maintaining arc consistency (AC-3): the same, and again for every variable that lost a value.
    ArcConsistency,
}

/// A textbook algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic {
    /// What happens after each assignment.
    pub inference: Inference,
    /// Minimum remaining values: the variable with the fewest values next, instead of the first open one.
    pub fewest_values: bool,
    /// Least constraining value: the value that takes the fewest choices from the others first.
    pub least_constraining: bool,
}

impl Classic {
    /// Plain backtracking: tries each value of the first open cell in order and tests the rules.
    pub const BACKTRACKING: Classic =
        Classic { inference: Inference::Nothing, fewest_values: false, least_constraining: false };
    /// With forward checking.
    pub const FORWARD_CHECKING: Classic = Classic { inference: Inference::Forward, ..Self::BACKTRACKING };
    /// With arc consistency maintained.
    pub const MAC: Classic = Classic { inference: Inference::ArcConsistency, ..Self::BACKTRACKING };
    /// With arc consistency and the fewest values first.
    pub const MAC_MRV: Classic = Classic { fewest_values: true, ..Self::MAC };
    /// With arc consistency, the fewest values first, and the least constraining value first.
    pub const MAC_MRV_LCV: Classic = Classic { least_constraining: true, ..Self::MAC_MRV };
}

/// Something that happened in a search, for a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A variable gets a value at some depth, and these others have one value left after it.
    Try {
        /// How many decisions are in place, including this one.
        depth: usize,
        /// The variable.
        var: Var,
        /// Its value.
        value: u8,
        /// What follows: variables that have just one value left now.
        follows: Vec<(Var, u8)>,
    },
    /// The last try breaks a rule, this one where it is known.
    Dead {
        /// The constraint.
        constraint: Option<usize>,
    },
    /// All values of a variable have been tried: back to the decision before it.
    Back {
        /// How many decisions are in place then.
        depth: usize,
    },
    /// Everything has a value, and every rule holds.
    Solution,
}

/// What a search records: the first events of it.
#[derive(Debug, Default)]
pub struct Recording {
    /// The events in order.
    pub events: Vec<Event>,
    /// Whether the search continued after the last of them.
    pub is_cut: bool,
    /// The most that are recorded.
    most: usize,
    /// The constraint that failed last.
    broken: Option<usize>,
}

impl Recording {
    /// A recording of at most `most` events.
    pub fn new(most: usize) -> Self {
        Recording { most, ..Recording::default() }
    }

    fn add(&mut self, event: impl FnOnce() -> Event) {
        if self.events.len() < self.most {
            self.events.push(event());
        } else {
            self.is_cut = true;
        }
    }
}

/// Finds as many solutions as asked for by a textbook algorithm.
pub fn solve(model: &Model, ask: &Ask, algorithm: Classic, decode: impl Fn(&[u8]) -> Solution) -> Outcome {
    recorded(model, ask, algorithm, decode, &mut Recording::default())
}

/// The same, and what happens is recorded.
pub fn recorded(
    model: &Model,
    ask: &Ask,
    algorithm: Classic,
    decode: impl Fn(&[u8]) -> Solution,
    recording: &mut Recording,
) -> Outcome {
    let mut search = Search {
        recording,
        model,
        algorithm,
        domains: Domains::new(model.start().to_vec()),
        counters: Counters::default(),
        ask,
        watch: ask.budget.start(),
        decode: &decode,
        solutions: Vec::new(),
        found: 0,
    };
    // Givens are values that are fixed from the start: they are tested like assignments.
    let given = |var: &Var| model.start()[*var].is_power_of_two();
    let starts: Vec<Var> = (0..model.start().len()).filter(given).collect();
    let ended = match starts.iter().try_for_each(|&var| search.infer(var)) {
        Ok(()) => search.run(),
        Err(Dead::Broken) => Ok(()),
        Err(Dead::Stopped(why)) => Err(why),
    };
    let (cpu, counters) = (search.watch.cpu(), search.counters);
    Outcome::of_search(search.solutions, search.found, ended, counters, cpu, || {
        explain_conflict(model, counters.nodes, &ask.budget)
    })
}

struct Search<'s> {
    recording: &'s mut Recording,
    model: &'s Model,
    algorithm: Classic,
    domains: Domains,
    counters: Counters,
    ask: &'s Ask,
    watch: Watch<'s>,
    decode: &'s dyn Fn(&[u8]) -> Solution,
    solutions: Vec<Solution>,
    found: u64,
}

/// A node on the path: a variable, the values of it that were not tried yet, the next one last, and where its changes
/// start.
struct Branch {
    var: Var,
    untried: Vec<Values>,
    mark: usize,
}

/// Why the propagation of an assignment ended early.
enum Dead {
    /// It breaks a constraint.
    Broken,
    /// The budget ran out.
    Stopped(Stopped),
}

impl From<Broken> for Dead {
    fn from(_: Broken) -> Dead {
        Dead::Broken
    }
}

impl From<Stopped> for Dead {
    fn from(why: Stopped) -> Dead {
        Dead::Stopped(why)
    }
}

impl Search<'_> {
    /// Searches below the start. The path is kept here and not on the call stack: it has one entry per variable, and a
    /// large board has more of them than a stack has room for.
    fn run(&mut self) -> Result<(), Stopped> {
        let mut path: Vec<Branch> = Vec::from_iter(self.enter(1)?);
        while let Some(Branch { var, untried, mark }) = path.last_mut() {
            self.domains.undo_to(*mark);
            let Some(value) = untried.pop() else {
                path.pop();
                // The start itself is not a decision: below it the search is over.
                if let Some(depth) = path.len().checked_sub(1) {
                    self.recording.add(|| Event::Back { depth });
                }
                continue;
            };
            self.counters.generated += 1;
            self.domains.set_cause(Cause::Decision);
            let var = *var;
            let before = self.domains.trail().len();
            let kept = self.domains.keep(var, value).map_err(Dead::from);
            let inferred = kept.and_then(|_| self.infer(var));
            self.record(path.len(), var, value, before, matches!(inferred, Err(Dead::Broken)));
            match inferred {
                Ok(()) => {
                    let next = self.enter(path.len() as u64 + 1)?;
                    path.extend(next);
                }
                Err(Dead::Broken) => self.counters.backtracks += 1,
                Err(Dead::Stopped(why)) => return Err(why),
            }
        }
        Ok(())
    }

    /// Records a try: what was decided, what follows from it, and whether it is dead already.
    fn record(&mut self, depth: usize, var: Var, value: Values, before: usize, is_dead: bool) {
        if self.recording.most == 0 {
            return;
        }
        let changed = self.domains.trail()[before..].iter().map(|change| change.var);
        let mut follows: Vec<Var> = changed.filter(|&other| other != var && self.domains.size(other) == 1).collect();
        follows.sort_unstable();
        follows.dedup();
        let follows = follows.into_iter().map(|var| (var, self.domains.get(var).trailing_zeros() as u8)).collect();
        self.recording.add(|| Event::Try { depth, var, value: value.trailing_zeros() as u8, follows });
        if is_dead {
            let constraint = self.recording.broken.take();
            self.recording.add(|| Event::Dead { constraint });
        }
    }

    /// Enters a node: what to branch on, if it is not a complete assignment.
    fn enter(&mut self, depth: u64) -> Result<Option<Branch>, Stopped> {
        self.counters.nodes += 1;
        self.counters.peak_frontier = self.counters.peak_frontier.max(depth);
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.bytes(depth));
        self.watch.tick(self.counters.nodes, 0)?;
        let Some(var) = self.choose() else { return self.arrive().map(|()| None) };
        let mark = self.domains.trail().len();
        let mut untried = self.values_in_order(var)?;
        untried.reverse();
        Ok(Some(Branch { var, untried, mark }))
    }

    /// The bytes that the search holds: the domains, their changes, and the path with the values that are still to be tried.
    fn bytes(&self, depth: u64) -> u64 {
        let domains = size_of_val(self.model.start()) + size_of_val(self.domains.trail());
        domains as u64 + depth * (size_of::<Branch>() + size_of::<Values>()) as u64
    }

    /// The constraints were tested as each variable got its value, but some may have been open then.
    fn arrive(&mut self) -> Result<(), Stopped> {
        let Some(values) = self.model.decided(&self.domains) else { return Ok(()) };
        self.counters.checks += self.model.constraints().len() as u64;
        if !self.model.satisfied(&values) {
            self.counters.backtracks += 1;
            self.recording.add(|| Event::Dead { constraint: None });
            return Ok(());
        }
        self.recording.add(|| Event::Solution);
        self.found += 1;
        if self.solutions.len() < self.ask.solutions.max(1) {
            self.solutions.push((self.decode)(&values));
        }
        if self.found >= self.ask.solution_limit() { Err(Stopped::Enough) } else { Ok(()) }
    }

    fn choose(&self) -> Option<Var> {
        let mut open = (0..self.model.start().len()).filter(|&var| self.domains.size(var) > 1);
        if self.algorithm.fewest_values { open.min_by_key(|&var| self.domains.size(var)) } else { open.next() }
    }

    fn values_in_order(&mut self, var: Var) -> Result<Vec<Values>, Stopped> {
        let values = self.domains.get(var);
        let values: Vec<Values> = (0..64).map(|bit| 1 << bit).filter(|value| values & value != 0).collect();
        if !self.algorithm.least_constraining {
            return Ok(values);
        }
        let taken = |&value: &Values| Ok((self.choices_taken(var, value)?, value));
        let mut by_choices = values.iter().map(taken).collect::<Result<Vec<_>, Stopped>>()?;
        by_choices.sort_by_key(|&(taken, _)| taken);
        Ok(by_choices.into_iter().map(|(_, value)| value).collect())
    }

    /// How many values the neighbours lose when `var` takes `value`.
    fn choices_taken(&mut self, var: Var, value: Values) -> Result<u64, Stopped> {
        let mark = self.domains.trail().len();
        self.domains.set_cause(Cause::Decision);
        let kept = self.domains.keep(var, value).map_err(Dead::from);
        let taken = |change: &super::Change| u64::from(change.before.count_ones().saturating_sub(1));
        let lost = match kept.and_then(|_| self.revise_neighbours(var, None)) {
            Ok(()) => Ok(self.domains.trail()[mark..].iter().map(taken).sum()),
            Err(Dead::Broken) => Ok(u64::MAX),
            Err(Dead::Stopped(why)) => Err(why),
        };
        self.domains.undo_to(mark);
        lost
    }

    /// Propagates an assignment, as far as the algorithm does.
    fn infer(&mut self, var: Var) -> Result<(), Dead> {
        match self.algorithm.inference {
            Inference::Nothing => {
                // Variables that are not assigned count as open.
                for &id in self.model.watchers(var) {
                    self.check(id)?;
                }
                Ok(())
            }
            Inference::Forward => self.revise_neighbours(var, None),
            Inference::ArcConsistency => {
                let mut queue = VecDeque::from([var]);
                while let Some(var) = queue.pop_front() {
                    self.revise_neighbours(var, Some(&mut queue))?;
                }
                Ok(())
            }
        }
    }

    fn check(&mut self, id: usize) -> Result<(), Broken> {
        self.counters.checks += 1;
        if self.model.constraints()[id].possible(&self.domains) {
            return Ok(());
        }
        self.recording.broken = Some(id);
        Err(Broken)
    }

    /// Removes values of the neighbours of `var` with which a common constraint could not hold any more. Variables that
    /// lost values go into the queue.
    fn revise_neighbours(&mut self, var: Var, mut queue: Option<&mut VecDeque<Var>>) -> Result<(), Dead> {
        for &id in self.model.watchers(var) {
            self.check(id)?;
            self.counters.propagations += 1;
            for &other in self.model.constraints()[id].scope() {
                let values = self.domains.get(other);
                if other == var || values.is_power_of_two() {
                    continue;
                }
                self.watch.tick(self.counters.nodes, 0)?;
                let mut wrong = 0;
                for bit in 0..64 {
                    let value: Values = 1 << bit;
                    if values & value == 0 {
                        continue;
                    }
                    let mark = self.domains.trail().len();
                    self.domains.keep(other, value)?;
                    if self.check(id).is_err() {
                        wrong |= value;
                    }
                    self.domains.undo_to(mark);
                }
                self.domains.set_cause(Cause::Constraint(id));
                if self.domains.remove(other, wrong)?
                    && let Some(queue) = queue.as_deref_mut()
                    && !queue.contains(&other)
                {
                    queue.push_back(other);
                }
            }
        }
        Ok(())
    }
}

/// The space of partial assignments: cells get their values one after the other, each assignment costs 1, and the goal is a
/// board without a broken rule. All solutions are equally deep, so the heuristic "cells still
/// open" is exact on every path to one, and says nothing about which paths those are.
struct Assignments<'m> {
    model: &'m Model,
    /// The variables with more than one value at the start.
    open: Vec<Var>,
    /// Constraint checks so far; a space is asked through shared references.
    checks: Cell<u64>,
}

impl Assignments<'_> {
    fn holds(&self, constraint: usize, domains: &Domains) -> bool {
        self.checks.set(self.checks.get() + 1);
        self.model.constraints()[constraint].possible(domains)
    }

    fn domains(&self, state: &[u8]) -> Domains {
        let mut values = self.model.start().to_vec();
        for (&var, &value) in self.open.iter().zip(state) {
            values[var] = 1 << value;
        }
        Domains::new(values)
    }
}

impl StateSpace for Assignments<'_> {
    type State = Vec<u8>;
    type Key = Vec<u8>;
    type Move = u8;

    fn start(&self) -> Vec<u8> {
        Vec::new()
    }

    fn is_goal(&self, state: &Vec<u8>) -> bool {
        state.len() == self.open.len() && {
            let domains = self.domains(state);
            (0..self.model.constraints().len()).all(|id| self.holds(id, &domains))
        }
    }

    fn key(&self, state: &Vec<u8>) -> Vec<u8> {
        state.clone()
    }

    fn successors(&self, state: &Vec<u8>, visit: &mut dyn FnMut(u8, Vec<u8>, u32)) {
        let Some(&var) = self.open.get(state.len()) else { return };
        for value in (0..64).filter(|&value| self.model.start()[var] >> value & 1 == 1) {
            let mut next = state.clone();
            next.push(value);
            let domains = self.domains(&next);
            if self.model.watchers(var).iter().all(|&id| self.holds(id, &domains)) {
                visit(value, next, 1);
            }
        }
    }

    fn state_bytes(&self) -> usize {
        2 * self.open.len()
    }
}

/// A\* over cell assignments. Finds one solution; a second one is not looked for, so it never claims uniqueness.
pub fn a_star(model: &Model, ask: &Ask, decode: impl Fn(&[u8]) -> Solution) -> Outcome {
    let watch = ask.budget.start();
    let open = (0..model.start().len()).filter(|&var| !model.start()[var].is_power_of_two()).collect();
    let space = Assignments { model, open, checks: Cell::new(0) };
    let cells = space.open.len() as u32;
    let found = search::a_star(&space, &ask.budget, |state| Some(cells - state.len() as u32));
    let solutions: Vec<Solution> = found
        .plan
        .iter()
        .filter_map(|plan| model.decided(&space.domains(plan)))
        .map(|values| decode(&values))
        .collect();
    let ended = if solutions.is_empty() { found.ended } else { Err(Stopped::Enough) };
    let count = solutions.len() as u64;
    let counters = Counters { checks: space.checks.get(), ..found.counters };
    Outcome::of_search(solutions, count, ended, counters, watch.cpu(), || {
        explain_conflict(model, counters.nodes, &ask.budget)
    })
}
