//! The state-space engine: searches over anything that has states and moves.
//!
//! A [`StateSpace`] says where a search starts, where it may go, and when it has arrived; a heuristic says how far it
//! still is at least. The engine does the rest, under a [`Budget`] and with the same [`Counters`] for every algorithm:
//! [`breadth_first`], [`uniform_cost`], [`greedy`], [`a_star`] and [`ida_star`].
//!
//! States are distinguished by their full keys, never by a hash alone: a search that ends without a plan has proved that
//! there is none.

mod best_first;
mod ida_star;
pub mod lab;

use std::hash::Hash;

pub use ida_star::{ida_star, ida_star_from};

use best_first::{Order, best_first};

use crate::verdict::{Budget, Counters, Stopped};

/// States, moves and a goal. Moves cost at least 1.
pub trait StateSpace {
    /// A position.
    type State: Clone;
    /// What distinguishes positions: two states with equal keys are the same for the search. The same moves must
    /// lead on from both, or a plan would change its meaning halfway: a space in which the order of parts does not matter keeps
    /// them sorted.
    type Key: Clone + Eq + Hash;
    /// A step from one position to the next.
    type Move: Clone;

    /// Where the search begins.
    fn start(&self) -> Self::State;

    /// Whether the search has arrived.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// What distinguishes this state from others.
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

/// Breadth-first: the fewest moves, whatever they cost. The lower bound counts moves, each of which costs 1 or more.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// A map of towns: roads lead from one to another at a cost.
    struct Roads {
        towns: usize,
        roads: Vec<(usize, usize, u32)>,
        goal: usize,
    }

    impl StateSpace for Roads {
        type State = usize;
        type Key = usize;
        type Move = usize;

        fn start(&self) -> usize {
            0
        }

        fn is_goal(&self, town: &usize) -> bool {
            *town == self.goal
        }

        fn key(&self, town: &usize) -> usize {
            *town
        }

        fn successors(&self, town: &usize, visit: &mut dyn FnMut(usize, usize, u32)) {
            for &(from, to, cost) in &self.roads {
                if from == *town {
                    visit(to, to, cost);
                }
            }
        }

        fn state_bytes(&self) -> usize {
            0
        }
    }

    impl Roads {
        /// True distances to the goal by Bellman and Ford, the best heuristic there is; `None` for a dead end.
        fn distances(&self) -> Vec<Option<u32>> {
            let mut distances = vec![None; self.towns];
            distances[self.goal] = Some(0);
            for _ in 0..self.towns {
                for &(from, to, cost) in &self.roads {
                    if let Some(rest) = distances[to] {
                        let known = distances[from].unwrap_or(u32::MAX);
                        distances[from] = Some(known.min(rest + cost));
                    }
                }
            }
            distances
        }
    }

    /// The short way is expensive: 0 → 3 costs 9, 0 → 1 → 2 → 3 costs 3.
    fn detour() -> Roads {
        Roads { towns: 5, roads: vec![(0, 3, 9), (0, 1, 1), (1, 2, 1), (2, 3, 1), (1, 0, 1), (0, 4, 1)], goal: 3 }
    }

    #[test]
    fn breadth_first_takes_the_fewest_moves_and_uniform_cost_the_cheapest() {
        let map = detour();
        let few = breadth_first(&map, &Budget::default());
        assert_eq!((few.plan.clone(), few.cost, few.lower_bound), (Some(vec![3]), 9, 1));
        assert!(!few.is_optimal());
        let cheap = uniform_cost(&map, &Budget::default());
        assert_eq!((cheap.plan.clone(), cheap.cost, cheap.lower_bound), (Some(vec![1, 2, 3]), 3, 3));
        assert!(cheap.is_optimal());
    }

    #[test]
    fn a_start_that_is_the_goal_needs_no_move() {
        let map = Roads { towns: 1, roads: vec![], goal: 0 };
        for found in [
            breadth_first(&map, &Budget::default()),
            a_star(&map, &Budget::default(), |_| Some(0)),
            ida_star(&map, &Budget::default(), |_| Some(0)),
        ] {
            assert_eq!(found.plan, Some(vec![]));
            assert!(found.is_optimal());
        }
    }

    #[test]
    fn going_in_circles_ends_with_the_proof_that_there_is_no_way() {
        let roads = (0..50).map(|town| (town, (town + 1) % 50, 1)).collect();
        let map = Roads { towns: 51, roads, goal: 50 };
        for found in [
            breadth_first(&map, &Budget::default()),
            uniform_cost(&map, &Budget::default()),
            greedy(&map, &Budget::default(), |_| Some(1)),
            a_star(&map, &Budget::default(), |_| Some(1)),
            ida_star(&map, &Budget::default(), |_| Some(1)),
        ] {
            assert_eq!((found.plan, found.ended, found.lower_bound), (None, Ok(()), u32::MAX));
        }
    }

    #[test]
    fn a_plan_of_a_hundred_thousand_moves_overflows_no_stack() {
        let roads = 100_000;
        let line = Line(roads);
        let found = ida_star(&line, &Budget::default(), |at| Some(roads - at));
        assert_eq!(found.plan.map(|plan| plan.len()), Some(roads as usize));
    }

    /// A line of towns, one road to the next.
    struct Line(u32);

    impl StateSpace for Line {
        type State = u32;
        type Key = u32;
        type Move = ();

        fn start(&self) -> u32 {
            0
        }

        fn is_goal(&self, at: &u32) -> bool {
            *at == self.0
        }

        fn key(&self, at: &u32) -> u32 {
            *at
        }

        fn successors(&self, at: &u32, visit: &mut dyn FnMut((), u32, u32)) {
            visit((), at + 1, 1);
        }

        fn state_bytes(&self) -> usize {
            0
        }
    }

    #[test]
    fn every_search_stops_at_its_budget_and_says_which() {
        let endless = Line(u32::MAX);
        let stops = [
            (Budget { nodes: Some(100), ..Budget::default() }, Stopped::Nodes),
            (Budget { memory: 100 << 10, ..Budget::default() }, Stopped::Memory),
            (Budget { time: Some(Duration::ZERO), ..Budget::default() }, Stopped::Time),
        ];
        for (budget, why) in stops {
            for found in [uniform_cost(&endless, &budget), greedy(&endless, &budget, |at| Some(u32::MAX - at))] {
                assert_eq!((found.ended, found.plan.is_none()), (Err(why), true));
                assert!(found.counters.nodes <= 10_000 && found.counters.peak_bytes <= 300 << 10, "{why}");
            }
        }
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        let found = ida_star(&endless, &budget, |at| Some(u32::MAX - at));
        assert_eq!((found.ended, found.counters.nodes), (Err(Stopped::Nodes), 100));
        let budget = Budget::default();
        budget.cancel.cancel();
        assert_eq!(a_star(&endless, &budget, |_| Some(0)).ended, Err(Stopped::Cancelled));
        assert_eq!(ida_star(&endless, &budget, |_| Some(0)).ended, Err(Stopped::Cancelled));
    }

    #[test]
    fn a_stopped_search_still_knows_a_lower_bound() {
        let budget = Budget { nodes: Some(100), ..Budget::default() };
        assert_eq!(uniform_cost(&Line(1000), &budget).lower_bound, 100);
        assert_eq!(a_star(&Line(1000), &budget, |at| Some(1000 - at)).lower_bound, 1000);
        assert_eq!(ida_star(&Line(1000), &budget, |at| Some(1000 - at)).lower_bound, 1000);
    }

    proptest::proptest! {
        #[test]
        fn all_searches_agree_on_what_the_cheapest_way_costs(
            roads in proptest::collection::vec((0..12usize, 0..12usize, 1..6u32), 0..40),
            goal in 0..12usize,
            share in 0..=4u32,
        ) {
            let map = Roads { towns: 12, roads, goal };
            let distances = map.distances();
            // Any share of the true distance is admissible, if not always consistent after rounding.
            let h = |town: &usize| distances[*town].map(|distance| distance * share / 4);
            let budget = Budget::default();
            let mut exact = vec![
                uniform_cost(&map, &budget),
                a_star(&map, &budget, h),
                ida_star(&map, &budget, h),
            ];
            if distances[0].is_some() {
                // With room for two towns in its table IDA* walks in circles, but comes home in the end.
                exact.push(ida_star::with_room(&map, &budget, h, 2, 0));
            }
            for found in exact {
                proptest::prop_assert_eq!(found.plan.is_some().then_some(found.cost), distances[0]);
                proptest::prop_assert!(found.ended.is_ok());
                if let Some(plan) = found.plan {
                    proptest::prop_assert_eq!(found.lower_bound, found.cost);
                    let mut at = 0;
                    for town in plan {
                        proptest::prop_assert!(map.roads.iter().any(|&(from, to, _)| (from, to) == (at, town)));
                        at = town;
                    }
                    proptest::prop_assert_eq!(at, map.goal);
                }
            }
            let rough = greedy(&map, &budget, h);
            proptest::prop_assert_eq!(rough.plan.is_some(), distances[0].is_some());
            proptest::prop_assert!(rough.plan.is_none() || rough.lower_bound <= rough.cost);
        }
    }
}
