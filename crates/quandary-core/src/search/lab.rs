//! The heuristic lab: is an estimate admissible and consistent on this puzzle?
//!
//! A heuristic is *admissible* when it never says more than the true distance, and *consistent* when no move lowers it by
//! more than it costs. A\* needs the first to be correct and the second to expand nothing twice. Both can be proved with
//! pen and paper; here they are tried out: every position that can be reached is made (up to a limit), true distances
//! are measured backwards from the goals, and each estimate is compared with them. A position or a move that is a
//! counterexample is shown. The *effective branching factor* says how well A\* is guided: the branching of an even tree of the
//! plan's depth with as many positions as A\* made. 1 is a walk straight to the goal.
//!
//! Where not every position was made, true distances may be smaller than those measured here. So a counterexample is
//! always valid, but its absence only covers the positions that were made, and [`Examination::is_whole`] says whether that is all.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use serde::Serialize;

use super::{StateSpace, a_star};
use crate::verdict::Budget;

/// A heuristic to examine.
pub struct Heuristic<'a, S> {
    /// Its name in tables.
    pub name: &'static str,
    /// What it counts, in one line.
    pub summary: &'static str,
    /// The estimate itself.
    pub estimate: Box<dyn Fn(&S) -> u32 + 'a>,
}

/// What was found out about a heuristic on one puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Examination {
    /// Its name.
    pub heuristic: &'static str,
    /// What it counts.
    pub summary: &'static str,
    /// Positions that were visited.
    pub positions: u64,
    /// Whether these are all that can be reached.
    pub is_whole: bool,
    /// The estimate at the start.
    pub at_start: u32,
    /// The true distance from the start, where a goal was reached.
    pub distance: Option<u32>,
    /// A position where it says too much: it is not admissible.
    pub says_too_much: Option<String>,
    /// A move that lowers it by more than it costs: it is not consistent.
    pub falls_too_fast: Option<String>,
    /// Estimate by true distance, on average over the positions from which a goal can be reached.
    pub accuracy: Option<f64>,
    /// Positions that A\* expanded with it.
    pub nodes: u64,
    /// Positions that A\* made with it.
    pub generated: u64,
    /// The effective branching factor of that search, where it found a plan.
    pub branching: Option<f64>,
}

/// Holds heuristics against the true distances. `most` limits the positions; `show` puts one into words. A heuristic whose
/// estimates take longer than its part of the time is left out.
pub fn examine<S: StateSpace>(
    space: &S,
    budget: &Budget,
    most: usize,
    heuristics: &[Heuristic<'_, S::State>],
    show: impl Fn(&S::State) -> String,
) -> Vec<Examination> {
    let whole = budget.begin();
    // A third of the time for the map, the rest evenly among the heuristics.
    let part = |parts: u32| Budget { time: whole.start().left().map(|left| left / parts), ..whole.clone() }.begin();
    let map = Map::of(space, &part(3), most);
    let distances = map.distances(space);
    let examine_one = |(number, heuristic): (usize, &Heuristic<'_, S::State>)| {
        let budget = part((heuristics.len() - number) as u32);
        let mut watch = budget.start();
        let mut estimates: Vec<u32> = Vec::with_capacity(map.states.len());
        for state in &map.states {
            watch.tick(0, 0).ok()?;
            estimates.push((heuristic.estimate)(state));
        }
        let excess = |&at: &usize| distances[at].map(|distance| i64::from(estimates[at]) - i64::from(distance));
        let known = || (0..map.states.len()).filter(|&at| distances[at].is_some());
        let worst = known().max_by_key(|at| excess(at)).filter(|at| excess(at) > Some(0));
        let says_too_much = worst.map(|at| {
            let distance = distances[at].unwrap_or_default();
            format!("{}: it says {}, and {distance} is enough", show(&map.states[at]), estimates[at])
        });
        let drop =
            |arrow: &&Arrow| i64::from(estimates[arrow.from]) - i64::from(estimates[arrow.to]) - i64::from(arrow.cost);
        let steepest = map.arrows.iter().max_by_key(drop).filter(|arrow| drop(arrow) > 0);
        let falls_too_fast = steepest.map(|arrow| {
            let (from, to) = (show(&map.states[arrow.from]), show(&map.states[arrow.to]));
            format!("{from} says {}; one move on, {to} says {}", estimates[arrow.from], estimates[arrow.to])
        });
        let ratios = || known().filter(|&at| distances[at] > Some(0));
        let ratio = |at: usize| f64::from(estimates[at]) / f64::from(distances[at].unwrap_or(1));
        let accuracy = (ratios().count() > 0).then(|| ratios().map(ratio).sum::<f64>() / ratios().count() as f64);
        let found = a_star(space, &budget, |state| Some((heuristic.estimate)(state)));
        let depth = found.plan.as_ref().map(|plan| plan.len());
        Some(Examination {
            heuristic: heuristic.name,
            summary: heuristic.summary,
            positions: map.states.len() as u64,
            is_whole: map.is_whole,
            at_start: estimates.first().copied().unwrap_or_default(),
            distance: distances.first().copied().flatten(),
            says_too_much,
            falls_too_fast,
            accuracy,
            nodes: found.counters.nodes,
            generated: found.counters.generated,
            branching: depth.filter(|&depth| depth > 0).map(|depth| branching(found.counters.generated, depth)),
        })
    };
    heuristics.iter().enumerate().filter_map(examine_one).collect()
}

/// The branching factor of an even tree of this depth with this many positions below its root.
pub fn branching(positions: u64, depth: usize) -> f64 {
    let size = |factor: f64| (1..=depth).map(|level| factor.powi(level as i32)).sum::<f64>();
    let (mut low, mut high) = (0.0, (positions as f64).max(1.0));
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        *(if size(middle) < positions as f64 { &mut low } else { &mut high }) = middle;
    }
    high
}

/// Every position that was reached, and the moves between them.
struct Map<S: StateSpace> {
    states: Vec<S::State>,
    arrows: Vec<Arrow>,
    is_whole: bool,
}

struct Arrow {
    from: usize,
    to: usize,
    cost: u32,
}

impl<S: StateSpace> Map<S> {
    fn of(space: &S, budget: &Budget, most: usize) -> Map<S> {
        let mut watch = budget.start();
        let start = space.start();
        let mut numbers: HashMap<S::Key, usize> = HashMap::from([(space.key(&start), 0)]);
        let mut map: Map<S> = Map { states: vec![start], arrows: Vec::new(), is_whole: true };
        let mut at = 0;
        while at < map.states.len() {
            if watch.tick(at as u64 + 1, 0).is_err() {
                map.is_whole = false;
                break;
            }
            let state = map.states[at].clone();
            let mut is_over = false;
            space.successors(&state, &mut |_, next, cost| {
                let bytes =
                    map.states.len() * (2 * space.state_bytes() + 64) + 2 * map.arrows.len() * size_of::<Arrow>();
                is_over |= watch.tick(at as u64 + 1, 2 * bytes as u64).is_err();
                let room = map.states.len() < most && !is_over;
                let number = match numbers.get(&space.key(&next)) {
                    Some(&number) => number,
                    None if room => {
                        numbers.insert(space.key(&next), map.states.len());
                        map.states.push(next);
                        map.states.len() - 1
                    }
                    None => {
                        map.is_whole = false;
                        return;
                    }
                };
                map.arrows.push(Arrow { from: at, to: number, cost });
            });
            at += 1;
        }
        map
    }

    /// The distance of every position from the nearest goal, where there is one.
    fn distances(&self, space: &S) -> Vec<Option<u32>> {
        let mut into: Vec<Vec<usize>> = vec![Vec::new(); self.states.len()];
        for (number, arrow) in self.arrows.iter().enumerate() {
            into[arrow.to].push(number);
        }
        let mut distances = vec![None; self.states.len()];
        let goals = (0..self.states.len()).filter(|&at| space.is_goal(&self.states[at]));
        let mut waiting: BinaryHeap<Reverse<(u32, usize)>> = goals.map(|at| Reverse((0, at))).collect();
        while let Some(Reverse((distance, at))) = waiting.pop() {
            if distances[at].is_some() {
                continue;
            }
            distances[at] = Some(distance);
            for &number in &into[at] {
                let Arrow { from, cost, .. } = self.arrows[number];
                if distances[from].is_none() {
                    waiting.push(Reverse((distance + cost, from)));
                }
            }
        }
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Stairs with ten steps; one may go up by one or by two.
    struct Stairs;

    impl StateSpace for Stairs {
        type State = u32;
        type Key = u32;
        type Move = u32;

        fn start(&self) -> u32 {
            0
        }

        fn is_goal(&self, step: &u32) -> bool {
            *step == 10
        }

        fn key(&self, step: &u32) -> u32 {
            *step
        }

        fn successors(&self, step: &u32, visit: &mut dyn FnMut(u32, u32, u32)) {
            for up in [1, 2].into_iter().filter(|up| step + up <= 10) {
                visit(up, step + up, 1);
            }
        }

        fn state_bytes(&self) -> usize {
            0
        }
    }

    fn on_trial(name: &'static str, estimate: impl Fn(&u32) -> u32 + 'static) -> Heuristic<'static, u32> {
        Heuristic { name, summary: "", estimate: Box::new(estimate) }
    }

    #[test]
    fn heuristics_that_overestimate_or_jump_are_found() {
        let heuristics = [
            on_trial("perfect", |step| (10 - step).div_ceil(2)),
            on_trial("too much", |step| 10 - step),
            on_trial("jumpy", |step| if *step == 0 { 5 } else { 0 }),
        ];
        let lab = examine(&Stairs, &Budget::default(), 1000, &heuristics, |step| format!("step {step}"));
        let [perfect, too_much, jumpy] = lab.as_slice() else { panic!("three") };
        assert!(perfect.is_whole && perfect.positions == 11);
        assert_eq!((perfect.at_start, perfect.distance, perfect.accuracy), (5, Some(5), Some(1.0)));
        assert_eq!((&perfect.says_too_much, &perfect.falls_too_fast), (&None, &None));
        assert_eq!(too_much.says_too_much.as_deref(), Some("step 0: it says 10, and 5 is enough"));
        assert!(too_much.falls_too_fast.is_some());
        assert_eq!(jumpy.says_too_much, None);
        assert_eq!(jumpy.falls_too_fast.as_deref(), Some("step 0 says 5; one move on, step 2 says 0"));
        assert!(perfect.generated <= jumpy.generated);
    }

    #[test]
    fn a_map_that_was_cut_short_says_so() {
        let lab = examine(&Stairs, &Budget::default(), 4, &[on_trial("none", |_| 0)], u32::to_string);
        assert_eq!((lab[0].positions, lab[0].is_whole, lab[0].distance), (4, false, None));
    }

    #[test]
    fn an_even_tree_has_its_own_branching_factor() {
        assert!((branching(2 + 4 + 8, 3) - 2.0).abs() < 1e-9);
        assert!((branching(7, 7) - 1.0).abs() < 1e-9);
    }
}
