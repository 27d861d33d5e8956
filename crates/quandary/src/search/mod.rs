//! The state-space engine: searches over anything that has states and moves.
//!
//! A [`StateSpace`] says where a search starts, where it may go, and when it has arrived; a heuristic says how far it
//! still is at least. The engine does the rest, under a [`Budget`] and with the same [`Counters`] for every algorithm:
//! [`breadth_first`], [`uniform_cost`], [`greedy`], [`a_star`] and [`ida_star`].
//!
//! States are told apart by their full keys, never by a hash alone: a search that ends without a plan has proved that
//! there is none.

mod best_first;
mod ida_star;

use std::hash::Hash;

pub use ida_star::ida_star;

use best_first::{Order, best_first};

use crate::verdict::{Budget, Counters, Stopped};

/// States, moves and a goal. Moves cost at least 1.
pub trait StateSpace {
    /// A position.
    type State: Clone;
    /// What tells positions apart: two states with equal keys are the same for the search, as bottles in another
    /// order are.
    type Key: Clone + Eq + Hash;
    /// A step from one position to the next.
    type Move: Clone;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// Whether the search has arrived.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// What tells this state apart from others.
    fn key(&self, state: &Self::State) -> Self::Key;

    /// Calls `visit` with every move, the state it leads to and its cost.
    fn successors(&self, state: &Self::State, visit: &mut dyn FnMut(Self::Move, Self::State, u32));

    /// About how many bytes one state and its key take on the heap, for the memory budget.
    fn state_bytes(&self) -> usize;
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The moves of the best plan found.
    pub plan: Option<Vec<M>>,
    /// The cost of that plan, 0 without one.
    pub cost: u32,
    /// No plan costs less than this.
    pub lower_bound: u32,
    /// `Ok` when the search ended by itself: the plan is as good as this algorithm promises, or there is none.
    pub ended: Result<(), Stopped>,
    /// What it took.
    pub counters: Counters,
}

impl<M> Found<M> {
    /// Whether the plan is proved to be a cheapest one.
    pub fn is_optimal(&self) -> bool {
        self.plan.is_some() && self.cost <= self.lower_bound
    }
}

/// Breadth-first: the fewest moves, whatever they cost.
pub fn breadth_first<S: StateSpace>(space: &S, budget: &Budget) -> Found<S::Move> {
    best_first(space, budget, Order::FewestMoves, |_| Some(0))
}

/// Uniform cost (Dijkstra): the cheapest plan, without a heuristic.
pub fn uniform_cost<S: StateSpace>(space: &S, budget: &Budget) -> Found<S::Move> {
    best_first(space, budget, Order::Cost, |_| Some(0))
}

/// Greedy best-first: always on from where the goal seems nearest. Quick, and no plan is promised to be short.
pub fn greedy<S: StateSpace>(space: &S, budget: &Budget, h: impl Fn(&S::State) -> Option<u32>) -> Found<S::Move> {
    best_first(space, budget, Order::Estimate, h)
}

/// A\*: the cheapest plan, guided by a heuristic that never overestimates. `h` gives `None` for a dead end.
pub fn a_star<S: StateSpace>(space: &S, budget: &Budget, h: impl Fn(&S::State) -> Option<u32>) -> Found<S::Move> {
    best_first(space, budget, Order::CostAndEstimate, h)
}
