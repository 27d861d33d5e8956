//! IDA\*: iterated depth-first search with a growing cost limit. It holds little more than one path.
//!
//! Many puzzles reach the same position in many ways, and IDA\* alone searches it again each time. So positions are
//! remembered while memory allows, each with the least cost at which this dive reached it. The positions that a dive
//! reached but had to leave above its limit say how high the next limit must be; when there are none, everything that
//! can be reached has been visited, and there is no plan.
//!
//! The path is a stack of its own and not the program's: plans of ten thousand moves must not overflow anything.

use std::collections::HashMap;

use super::{Found, StateSpace};
use crate::verdict::{Budget, Counters, Stopped, Watch};

/// IDA\* with a table that may use up to a quarter of the memory budget, counting how it grows. `h` must never overestimate; it gives `None`
/// for a dead end.
pub fn ida_star<S: StateSpace>(space: &S, budget: &Budget, h: impl Fn(&S::State) -> Option<u32>) -> Found<S::Move> {
    ida_star_from(space, budget, h, 0)
}

/// IDA\* that begins at a lower bound proved elsewhere.
pub fn ida_star_from<S: StateSpace>(
    space: &S,
    budget: &Budget,
    h: impl Fn(&S::State) -> Option<u32>,
    lower_bound: u32,
) -> Found<S::Move> {
    let room = budget.memory / 8 / entry_bytes(space) as u64;
    with_room(space, budget, h, room as usize, lower_bound)
}

/// About how many bytes one remembered position takes.
fn entry_bytes<S: StateSpace>(space: &S) -> usize {
    size_of::<(S::Key, Reached)>() + 1 + space.state_bytes()
}

/// IDA\* with a table of at most `room` positions, from a lower bound on.
pub(super) fn with_room<S: StateSpace>(
    space: &S,
    budget: &Budget,
    h: impl Fn(&S::State) -> Option<u32>,
    room: usize,
    lower_bound: u32,
) -> Found<S::Move> {
    let start = space.start();
    let mut dive = Dive {
        space,
        h: &h,
        watch: budget.start(),
        counters: Counters { generated: 1, ..Counters::default() },
        reached: HashMap::new(),
        room,
        least_above: None,
    };
    let mut limit = h(&start).map(|estimate| estimate.max(lower_bound));
    let ended = loop {
        let Some(cost_limit) = limit else { break Ok(()) };
        match dive.under(cost_limit, &start) {
            Err(stopped) => break Err(stopped),
            Ok(Some((plan, cost))) => {
                let counters = dive.counters;
                return Found { plan: Some(plan), cost, lower_bound: cost_limit, ended: Ok(()), counters };
            }
            Ok(None) => limit = dive.next_limit(),
        }
    };
    let lower_bound = limit.unwrap_or(u32::MAX);
    Found { plan: None, cost: 0, lower_bound, ended, counters: dive.counters }
}

/// What a dive knows of a position.
struct Reached {
    /// The least cost at which it was reached.
    cost: u32,
    /// Its cost and estimate together, where they are above the limit, so that it was not expanded.
    above: Option<u32>,
}

/// A position on the path, and the continuations that are still to be tried.
struct Rung<S: StateSpace> {
    cost: u32,
    waiting: std::vec::IntoIter<(S::Move, S::State, u32)>,
}

struct Dive<'s, S: StateSpace, H> {
    space: &'s S,
    h: &'s H,
    watch: Watch<'s>,
    counters: Counters,
    reached: HashMap<S::Key, Reached>,
    /// How many positions may be remembered.
    room: usize,
    /// The least cost above the limit among positions that could not be remembered.
    least_above: Option<u32>,
}

/// A plan and its cost.
type Arrived<M> = (Vec<M>, u32);

impl<S: StateSpace, H: Fn(&S::State) -> Option<u32>> Dive<'_, S, H> {
    /// Searches everything that costs at most the limit.
    fn under(&mut self, limit: u32, start: &S::State) -> Result<Option<Arrived<S::Move>>, Stopped> {
        self.reached.clear();
        self.least_above = None;
        let mut path: Vec<S::Move> = Vec::new();
        let mut ladder: Vec<Rung<S>> = Vec::new();
        // Positions that wait on the ladder, for the memory budget.
        let mut waiting = 0;
        if self.is_worth_entering(start, 0, limit) {
            if self.space.is_goal(start) {
                return Ok(Some((path, 0)));
            }
            ladder.push(self.rung(start, 0, &mut waiting)?);
        }
        while let Some(rung) = ladder.last_mut() {
            let Some((step, state, step_cost)) = rung.waiting.next() else {
                ladder.pop();
                path.pop();
                self.counters.backtracks += 1;
                continue;
            };
            waiting -= 1;
            let cost = rung.cost.saturating_add(step_cost);
            if !self.is_worth_entering(&state, cost, limit) {
                continue;
            }
            path.push(step);
            if self.space.is_goal(&state) {
                return Ok(Some((path, cost)));
            }
            ladder.push(self.rung(&state, cost, &mut waiting)?);
            self.counters.peak_frontier = self.counters.peak_frontier.max(ladder.len() as u64);
        }
        Ok(None)
    }

    /// Whether a position is under the limit and was not reached as cheaply before.
    fn is_worth_entering(&mut self, state: &S::State, cost: u32, limit: u32) -> bool {
        let Some(estimate) = (self.h)(state) else { return false };
        let total = cost.saturating_add(estimate);
        let above = (total > limit).then_some(total);
        let has_room = self.reached.len() < self.room;
        let key = self.space.key(state);
        match self.reached.get_mut(&key) {
            Some(known) if known.cost <= cost => return false,
            Some(known) => *known = Reached { cost, above },
            None if has_room => drop(self.reached.insert(key, Reached { cost, above })),
            None => self.least_above = least(self.least_above, above),
        }
        above.is_none()
    }

    /// Expands a position.
    fn rung(&mut self, state: &S::State, cost: u32, waiting: &mut usize) -> Result<Rung<S>, Stopped> {
        self.watch.tick(self.counters.nodes + 1, 0)?;
        self.counters.nodes += 1;
        let mut children = Vec::new();
        let mut spent = Ok(());
        self.space.successors(state, &mut |step, next, step_cost| {
            let held = *waiting * (size_of::<(S::Move, S::State, u32)>() + self.space.state_bytes());
            // The table grows by doubling, and the old one goes when the new one is filled.
            let bytes = (held + self.reached.capacity() * entry_bytes(self.space)) as u64;
            self.counters.peak_bytes = self.counters.peak_bytes.max(bytes);
            spent = spent.and_then(|()| self.watch.tick(self.counters.nodes, bytes));
            if spent.is_ok() {
                *waiting += 1;
                children.push((step, next, step_cost));
            }
        });
        self.counters.generated += children.len() as u64;
        // The most promising first: the last dive, which finds the goal, then ends sooner.
        children.sort_by_cached_key(|(_, next, step_cost)| {
            (self.h)(next).map_or(u32::MAX, |estimate| estimate.saturating_add(*step_cost))
        });
        spent.map(|()| Rung { cost, waiting: children.into_iter() })
    }

    /// The least cost above the limit that the last dive met; `None` when it met nothing that it left out.
    fn next_limit(&self) -> Option<u32> {
        let remembered = self.reached.values().filter_map(|known| known.above).min();
        least(remembered, self.least_above)
    }
}

/// The smaller of two where both are known.
fn least(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    a.into_iter().chain(b).min()
}
