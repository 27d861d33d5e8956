//! IDA\*: depth-first searches with a growing cost limit. It holds little more than one path.
//!
//! Sort puzzles reach the same position in many ways, and IDA\* alone walks each of them again. So positions are
//! remembered while memory allows, each with the least cost at which it was searched under the present limit.

use std::collections::HashMap;

use super::{Found, StateSpace};
use crate::verdict::{Budget, Counters, Stopped, Watch};

/// IDA\* with a table that may use up to a quarter of the memory budget. `h` must never overestimate; it gives `None`
/// for a dead end.
pub fn ida_star<S: StateSpace>(space: &S, budget: &Budget, h: impl Fn(&S::State) -> Option<u32>) -> Found<S::Move> {
    let start = space.start();
    let mut dive = Dive {
        space,
        h: &h,
        watch: budget.start(),
        counters: Counters { generated: 1, ..Counters::default() },
        searched: HashMap::new(),
        room: (budget.memory / 4 / (size_of::<(S::Key, u32)>() + 8 + space.state_bytes()) as u64) as usize,
        path: Vec::new(),
    };
    let mut limit = h(&start);
    let ended = loop {
        let Some(cost_limit) = limit else { break Ok(()) };
        dive.searched.clear();
        match dive.below(&start, 0, cost_limit) {
            Err(stopped) => break Err(stopped),
            Ok(Step::Arrived(cost)) => {
                let plan = Some(dive.path);
                return Found { plan, cost, lower_bound: cost_limit, ended: Ok(()), counters: dive.counters };
            }
            Ok(Step::Next(next)) => limit = next,
        }
    };
    let lower_bound = limit.unwrap_or(u32::MAX);
    Found { plan: None, cost: 0, lower_bound, ended, counters: dive.counters }
}

/// What a dive under one limit came to.
enum Step {
    /// The goal, at this cost.
    Arrived(u32),
    /// Nothing under this limit; the least cost above it that was seen, if any.
    Next(Option<u32>),
}

struct Dive<'s, S: StateSpace, H> {
    space: &'s S,
    h: &'s H,
    watch: Watch<'s>,
    counters: Counters,
    searched: HashMap<S::Key, u32>,
    /// How many positions may be remembered.
    room: usize,
    path: Vec<S::Move>,
}

impl<S: StateSpace, H: Fn(&S::State) -> Option<u32>> Dive<'_, S, H> {
    fn below(&mut self, state: &S::State, cost: u32, limit: u32) -> Result<Step, Stopped> {
        let Some(estimate) = (self.h)(state) else { return Ok(Step::Next(None)) };
        if cost + estimate > limit {
            return Ok(Step::Next(Some(cost + estimate)));
        }
        if self.space.is_goal(state) {
            return Ok(Step::Arrived(cost));
        }
        let key = self.space.key(state);
        let has_room = self.searched.len() < self.room;
        match self.searched.get_mut(&key) {
            Some(known) if *known <= cost => return Ok(Step::Next(None)),
            Some(known) => *known = cost,
            None if has_room => drop(self.searched.insert(key, cost)),
            None => {}
        }
        self.counters.nodes += 1;
        self.counters.peak_frontier = self.counters.peak_frontier.max(self.path.len() as u64 + 1);
        let entry = (size_of::<(S::Key, u32)>() + 8 + self.space.state_bytes()) as u64;
        self.counters.peak_bytes = self.counters.peak_bytes.max(self.searched.len() as u64 * entry);
        self.watch.tick(self.counters.nodes, 0)?;
        let mut children = Vec::new();
        self.space.successors(state, &mut |step, next, step_cost| children.push((step, next, step_cost)));
        self.counters.generated += children.len() as u64;
        // The most promising first: the last dive, which finds the goal, then ends sooner.
        children.sort_by_cached_key(|(_, next, step_cost)| {
            (self.h)(next).map_or(u32::MAX, |estimate| estimate + step_cost)
        });
        let mut least_above: Option<u32> = None;
        for (step, next, step_cost) in children {
            self.path.push(step);
            match self.below(&next, cost + step_cost, limit)? {
                Step::Arrived(total) => return Ok(Step::Arrived(total)),
                Step::Next(Some(above)) => least_above = Some(least_above.map_or(above, |least| least.min(above))),
                Step::Next(None) => {}
            }
            self.path.pop();
            self.counters.backtracks += 1;
        }
        Ok(Step::Next(least_above))
    }
}
