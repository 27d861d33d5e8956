//! One search, four orders: breadth-first, uniform cost, greedy and A\* differ only in which node comes next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::hash_map::{Entry, HashMap};

use super::{Found, StateSpace};
use crate::verdict::{Budget, Counters, Stopped};

/// Which node comes next.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// The one the fewest moves away from the start.
    FewestMoves,
    /// The one that cost least to reach.
    Cost,
    /// The one that seems nearest to the goal.
    Estimate,
    /// The one with the least cost and estimate together.
    CostAndEstimate,
}

struct Node<S: StateSpace> {
    state: S::State,
    cost: u32,
    moves: u32,
    parent: u32,
    step: Option<S::Move>,
}

/// A place in the frontier: the smaller the rank the earlier. Among equals the one that cost more comes first, for it is
/// nearer to the goal; then the newest, so that the search goes deep first.
type Waiting = (Reverse<u32>, u32, u32);

pub(super) fn best_first<S: StateSpace>(
    space: &S,
    budget: &Budget,
    order: Order,
    h: impl Fn(&S::State) -> Option<u32>,
) -> Found<S::Move> {
    let mut watch = budget.start();
    let mut counters = Counters { generated: 1, ..Counters::default() };
    let start = space.start();
    let Some(first_estimate) = h(&start) else {
        return Found { plan: None, cost: 0, lower_bound: u32::MAX, ended: Ok(()), counters };
    };
    let rank = |moves: u32, cost: u32, estimate: u32| match order {
        Order::FewestMoves => moves,
        Order::Cost => cost,
        Order::Estimate => estimate,
        Order::CostAndEstimate => cost.saturating_add(estimate),
    };
    let mut seen: HashMap<S::Key, u32> = HashMap::from([(space.key(&start), 0)]);
    let mut nodes = vec![Node::<S> { state: start, cost: 0, moves: 0, parent: 0, step: None }];
    let mut frontier: BinaryHeap<Waiting> = BinaryHeap::from([(Reverse(rank(0, 0, first_estimate)), 0, 0)]);
    // No plan is cheaper than the least rank that waits: a heuristic never overestimates, and a move costs at least 1.
    // Greedy search is the exception: its rank says nothing about what the way there cost.
    let mut lower_bound = first_estimate;

    let ended = loop {
        let Some((Reverse(rank_now), cost, index)) = frontier.pop() else { break Ok(()) };
        if nodes[index as usize].cost < cost {
            continue; // A cheaper way here was found since; its own entry is in the frontier.
        }
        if order != Order::Estimate {
            lower_bound = lower_bound.max(rank_now);
        }
        if space.is_goal(&nodes[index as usize].state) {
            return Found { plan: Some(plan(&nodes, index)), cost, lower_bound, ended: Ok(()), counters };
        }
        if let Err(stopped) = watch.tick(counters.nodes + 1, counters.peak_bytes) {
            break Err(stopped);
        }
        counters.nodes += 1;
        let state = nodes[index as usize].state.clone();
        let moves = nodes[index as usize].moves + 1;
        let mut spent = Ok(());
        space.successors(&state, &mut |step, next, step_cost| {
            // One position may have thousands of continuations: the budget is watched for each of them.
            let bytes = held_bytes(space, &nodes, &frontier, &seen);
            counters.peak_bytes = counters.peak_bytes.max(bytes);
            spent = spent.and_then(|()| watch.tick(counters.nodes, bytes));
            let Ok(fresh) = u32::try_from(nodes.len()) else {
                spent = spent.and(Err(Stopped::Memory));
                return;
            };
            if spent.is_err() {
                return;
            }
            counters.generated += 1;
            let next_cost = cost.saturating_add(step_cost);
            match seen.entry(space.key(&next)) {
                Entry::Vacant(entry) => {
                    let Some(estimate) = h(&next) else { return };
                    entry.insert(fresh);
                    frontier.push((Reverse(rank(moves, next_cost, estimate)), next_cost, fresh));
                    nodes.push(Node { state: next, cost: next_cost, moves, parent: index, step: Some(step) });
                }
                Entry::Occupied(entry) => {
                    // A position reached before: only a cheaper path matters, and only where cost does.
                    let known = &mut nodes[*entry.get() as usize];
                    if order == Order::Estimate || order == Order::FewestMoves || next_cost >= known.cost {
                        return;
                    }
                    let Some(estimate) = h(&next) else { return };
                    *known = Node { state: next, cost: next_cost, moves, parent: index, step: Some(step) };
                    frontier.push((Reverse(rank(moves, next_cost, estimate)), next_cost, *entry.get()));
                }
            }
        });
        counters.peak_frontier = counters.peak_frontier.max(frontier.len() as u64);
        if let Err(stopped) = spent {
            break Err(stopped);
        }
    };
    let lower_bound = if ended.is_ok() { u32::MAX } else { lower_bound };
    Found { plan: None, cost: 0, lower_bound, ended, counters }
}

/// About how much the tables of a search hold while the next position is added. They grow by doubling, so what they have
/// set aside counts, not what they use, and a table that is full counts as if it had grown already: the old one goes only
/// when the new one is filled. A hash table keeps an eighth of its places free and one more byte for each.
fn held_bytes<S: StateSpace>(
    space: &S,
    nodes: &Vec<Node<S>>,
    frontier: &BinaryHeap<Waiting>,
    seen: &HashMap<S::Key, u32>,
) -> u64 {
    let grown = |used: usize, capacity: usize| if used == capacity { 3 * capacity } else { capacity };
    let tables = grown(nodes.len(), nodes.capacity()) * size_of::<Node<S>>()
        + grown(frontier.len(), frontier.capacity()) * size_of::<Waiting>()
        + grown(seen.len(), seen.capacity()) * 8 / 7 * (size_of::<(S::Key, u32)>() + 1);
    (tables + nodes.len() * space.state_bytes()) as u64
}

/// The moves from the start to a node.
fn plan<S: StateSpace>(nodes: &[Node<S>], goal: u32) -> Vec<S::Move> {
    let mut moves = Vec::new();
    let mut at = goal as usize;
    while let Some(step) = &nodes[at].step {
        moves.push(step.clone());
        at = nodes[at].parent as usize;
    }
    moves.reverse();
    moves
}
