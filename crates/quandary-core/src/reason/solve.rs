//! Propagation and depth-first search: the reference solver of all deduction families.
//!
//! At each node the constraints propagate to a fixed point. With *shaving* (failed-literal probing) the engine then probes the
//! values of open variables and removes those that lead to a contradiction. Only then it branches, by dom/wdeg: on the
//! variable with the fewest values for the weight of its constraints, where constraints that broke before weigh more.

use super::{Engine, Model, Values, Var, explain_conflict};
use crate::solution::{Plan, Solution};
use crate::verdict::{Ask, Budget, Outcome, Stopped, Watch};

/// How to search where propagation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Whether to probe each value of each open variable before branching.
    pub shave: bool,
}

/// Finds as many solutions as asked for. `decode` turns the values of all variables into a solution.
pub fn solve(model: &Model, ask: &Ask, strategy: Strategy, decode: impl Fn(&[u8]) -> Solution) -> Outcome {
    let mut search = Search::new(model, ask, strategy, &decode);
    let ended = if search.engine.propagate().is_ok() { search.run() } else { Ok(()) };
    let mut counters = search.engine.counters;
    counters.peak_bytes = counters.peak_bytes.max(search.bytes());
    let cpu = search.watch.cpu();
    let (solutions, found) = (search.solutions, search.found);
    Outcome::of_search(solutions, found, ended, counters, cpu, || explain_conflict(model, counters.nodes, &ask.budget))
}

/// How many variables stay open without search: after propagation alone, and after shaving to a fixed point. Only
/// a board that shaving leaves open needs suppositions inside suppositions. A board that breaks has none open.
pub fn open_variables(model: &Model, budget: &Budget) -> Result<(usize, usize), Stopped> {
    let ask = Ask { budget: budget.clone(), ..Ask::default() };
    let mut search = Search::new(model, &ask, Strategy { shave: true }, &|_| Solution::Plan(Plan::default()));
    let open =
        |search: &Search<'_>| (0..model.start().len()).filter(|&var| search.engine.domains().size(var) > 1).count();
    if search.engine.propagate().is_err() {
        return Ok((0, 0));
    }
    search.watch.check()?;
    let after_propagation = open(&search);
    let holds = search.shave()?;
    search.watch.check()?;
    Ok((after_propagation, if holds { open(&search) } else { 0 }))
}

struct Search<'s> {
    model: &'s Model,
    engine: Engine<'s>,
    /// How often each constraint broke, plus one.
    weights: Vec<u64>,
    /// For each variable, values that this round of shaving need not probe.
    safe: Vec<Values>,
    strategy: Strategy,
    ask: &'s Ask,
    watch: Watch<'s>,
    decode: &'s dyn Fn(&[u8]) -> Solution,
    solutions: Vec<Solution>,
    found: u64,
}

/// A node on the path: a variable, the values of it that were not tried yet, and where its changes start.
struct Branch {
    var: Var,
    values: Values,
    mark: usize,
}

impl<'s> Search<'s> {
    fn new(model: &'s Model, ask: &'s Ask, strategy: Strategy, decode: &'s dyn Fn(&[u8]) -> Solution) -> Self {
        let watch = ask.budget.start();
        Search {
            model,
            engine: Engine::new(model).within(&watch.budget()),
            weights: vec![1; model.constraints().len()],
            safe: vec![0; model.start().len()],
            strategy,
            ask,
            watch,
            decode,
            solutions: Vec::new(),
            found: 0,
        }
    }

    /// Searches below the start, which has been propagated. The path is kept here and not on the call stack: a large
    /// board can make it longer than a thread's stack.
    fn run(&mut self) -> Result<(), Stopped> {
        let mut path: Vec<Branch> = Vec::from_iter(self.enter(1)?);
        while let Some(Branch { var, values, mark }) = path.last_mut() {
            self.engine.undo_to(*mark);
            if *values == 0 {
                path.pop();
                continue;
            }
            let value = *values & values.wrapping_neg();
            *values &= !value;
            match self.engine.decide(*var, value) {
                Ok(()) => {
                    let next = self.enter(path.len() as u64 + 1)?;
                    path.extend(next);
                }
                Err(_) => self.note_failure(),
            }
        }
        Ok(())
    }

    /// Enters a node: what to branch on, if it is neither a dead end nor a solution.
    fn enter(&mut self, depth: u64) -> Result<Option<Branch>, Stopped> {
        self.engine.counters.nodes += 1;
        self.engine.counters.generated += 1;
        self.engine.counters.peak_frontier = self.engine.counters.peak_frontier.max(depth);
        self.watch.tick(self.engine.counters.nodes, 0)?;
        if self.strategy.shave && !self.shave()? {
            self.engine.counters.backtracks += 1;
            return Ok(None);
        }
        // Propagation that the budget has cut short leaves values that no solution has.
        self.watch.check()?;
        match self.choose() {
            Some(var) => Ok(Some(Branch { var, values: self.engine.domains().get(var), mark: self.engine.mark() })),
            None => self.arrive().map(|()| None),
        }
    }

    /// All variables have a value: a solution.
    fn arrive(&mut self) -> Result<(), Stopped> {
        self.found += 1;
        if self.solutions.len() < self.ask.solutions.max(1)
            && let Some(values) = self.model.decided(self.engine.domains())
        {
            self.solutions.push((self.decode)(&values));
        }
        if self.found >= self.ask.solution_limit() { Err(Stopped::Enough) } else { Ok(()) }
    }

    fn note_failure(&mut self) {
        self.engine.counters.generated += 1;
        self.engine.counters.backtracks += 1;
        if let Some(broken) = self.engine.broken() {
            self.weights[broken] += 1;
        }
    }

    /// Removes every value whose probe fails, until none does. `false` when that leaves nothing.
    ///
    /// A value that followed from a probe that did not fail need not be probed itself: what follows from it follows from that
    /// probe too.
    fn shave(&mut self) -> Result<bool, Stopped> {
        loop {
            let mut moved = false;
            self.safe.fill(0);
            for var in 0..self.model.start().len() {
                let mut values = self.engine.domains().get(var);
                if values.is_power_of_two() {
                    continue;
                }
                values &= !self.safe[var];
                while values != 0 {
                    let value = values & values.wrapping_neg();
                    values &= !value;
                    self.watch.tick(self.engine.counters.nodes, 0)?;
                    let mark = self.engine.mark();
                    let holds = self.engine.decide(var, value).is_ok();
                    if holds {
                        let domains = self.engine.domains();
                        for change in &domains.trail()[mark..] {
                            let left = domains.get(change.var);
                            if left.is_power_of_two() {
                                self.safe[change.var] |= left;
                            }
                        }
                    } else if let Some(broken) = self.engine.broken() {
                        self.weights[broken] += 1;
                    }
                    self.engine.undo_to(mark);
                    if !holds {
                        moved = true;
                        if self.engine.decide(var, !value).is_err() {
                            return Ok(false);
                        }
                        if self.engine.domains().get(var).is_power_of_two() {
                            break;
                        }
                    }
                }
            }
            if !moved {
                return Ok(true);
            }
        }
    }

    /// The open variable to branch on: few values, and constraints that broke often (dom/wdeg).
    fn choose(&self) -> Option<Var> {
        let mut best: Option<(u64, u64, Var)> = None;
        for var in 0..self.model.start().len() {
            let size = u64::from(self.engine.domains().size(var));
            if size < 2 {
                continue;
            }
            let weight: u64 = self.model.watchers(var).iter().map(|&constraint| self.weights[constraint]).sum();
            // size / weight, compared without dividing
            if best.is_none_or(|(best_size, best_weight, _)| size * best_weight < best_size * weight) {
                best = Some((size, weight, var));
            }
        }
        best.map(|(_, _, var)| var)
    }

    /// About how many bytes the search holds.
    fn bytes(&self) -> u64 {
        (self.model.start().len() * 4 * size_of::<Values>() + self.weights.len() * size_of::<u64>()) as u64
    }
}
