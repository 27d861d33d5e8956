//! Shortest plans, by the searches of [`crate::search`].
//!
//! The best means is A\* on the tidy space with the better bound: it answers with a shortest plan, or with the proof that
//! there is none. When the budget ends first, greedy search has a little of it left to find *some* plan, and the answer
//! is that plan with the bound that A\* has proved by then. The other algorithms are there to compare: seed 003's
//! own (uniform cost and A\* on the plain space with its heuristic) show what order-free positions and a better bound
//! are worth.

use std::time::Duration;

use super::BallSort;
use super::model::{Position, Space};
use crate::puzzle::{Algorithm, Move, Plan, Puzzle, Solution};
use crate::search::{Found, a_star, breadth_first, greedy, ida_star, uniform_cost};
use crate::verdict::{Ask, Budget, Conflict, Counters, Outcome, Stopped, Verdict};

/// The algorithms that `compare` runs.
pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "bfs", summary: "breadth-first over every legal move" },
    Algorithm { name: "ucs-seed", summary: "uniform cost over every legal move, as in seed 003" },
    Algorithm { name: "astar-seed", summary: "A* as in seed 003: estimates by bottles that hold more than one colour" },
    Algorithm { name: "ucs", summary: "uniform cost, bottle order and pointless moves left aside" },
    Algorithm { name: "greedy", summary: "always on from where the goal seems nearest; the plan may be too long" },
    Algorithm { name: "idastar", summary: "IDA*: dives with a growing limit, by the better bound" },
    Algorithm { name: "astar", summary: "A* by the better bound: runs, or balls, that must still move" },
];

/// The share of the budget that A\* leaves for greedy search, should it need it: one part in this many.
const GREEDY_SHARE: u32 = 8;

/// A\*, and greedy search for a plan of any length when A\* runs out of budget.
pub(super) fn solve(puzzle: &BallSort, ask: &Ask) -> Outcome {
    let clock = ask.budget.start();
    let space = Space::tidy(puzzle);
    let h = |position: &Position| Some(space.distance(position));
    let [most, rest] = shares(&ask.budget);
    let best = a_star(&space, &most, h);
    if best.ended.is_ok() {
        let positions = Some(best.counters.nodes);
        return outcome(puzzle, &space, best, positions, clock.cpu());
    }
    let quick = greedy(&space, &rest, h);
    let positions = Some(quick.counters.nodes);
    let counters = together(&best.counters, &quick.counters);
    // Where both stopped, A* says why: it had most of the budget.
    let ended = if quick.ended.is_ok() { Ok(()) } else { best.ended };
    let lower_bound = best.lower_bound.max(quick.lower_bound);
    outcome(puzzle, &space, Found { lower_bound, ended, counters, ..quick }, positions, clock.cpu())
}

/// One of [`ALGORITHMS`], and nothing else.
pub(super) fn solve_with(puzzle: &BallSort, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    let clock = ask.budget.start();
    let budget = &ask.budget;
    let (plain, tidy) = (Space::plain(puzzle), Space::tidy(puzzle));
    let h = |position: &Position| Some(tidy.distance(position));
    let seed_h = |position: &Position| Some(plain.mixed_bottles(position));
    let (space, found) = match algorithm {
        "bfs" => (&plain, breadth_first(&plain, budget)),
        "ucs-seed" => (&plain, uniform_cost(&plain, budget)),
        "astar-seed" => (&plain, a_star(&plain, budget, seed_h)),
        "ucs" => (&tidy, uniform_cost(&tidy, budget)),
        "greedy" => (&tidy, greedy(&tidy, budget, h)),
        "idastar" => (&tidy, ida_star(&tidy, budget, h)),
        "astar" => (&tidy, a_star(&tidy, budget, h)),
        _ => return None,
    };
    // Every search but IDA* looks at a position once, so it can say how many there are.
    let positions = (algorithm != "idastar").then_some(found.counters.nodes);
    Some(outcome(puzzle, space, found, positions, clock.cpu()))
}

/// The budget in two: most of it, and a little that is kept back. Memory is not shared, for the first search gives its
/// own back.
fn shares(budget: &Budget) -> [Budget; 2] {
    let nodes = |part: fn(u64) -> u64| Budget { nodes: budget.nodes.map(part), ..budget.clone() };
    let [mut most, mut rest] =
        [nodes(|all| all - all / u64::from(GREEDY_SHARE)), nodes(|all| all / u64::from(GREEDY_SHARE))];
    rest.time = budget.time.map(|all| all / GREEDY_SHARE);
    most.time = budget.time.map(|all| all - all / GREEDY_SHARE);
    [most, rest]
}

/// What two searches took, one after the other.
fn together(first: &Counters, second: &Counters) -> Counters {
    Counters {
        nodes: first.nodes + second.nodes,
        generated: first.generated + second.generated,
        peak_frontier: first.peak_frontier.max(second.peak_frontier),
        peak_bytes: first.peak_bytes.max(second.peak_bytes),
        ..*first
    }
}

/// What a search may claim. A plan is replayed by the rules before anything is said about it. `positions` is how many
/// were looked at, where that is known.
fn outcome(puzzle: &BallSort, space: &Space<'_>, found: Found<Move>, positions: Option<u64>, cpu: Duration) -> Outcome {
    let (length, lower_bound) = (found.cost, found.lower_bound);
    let (verdict, solutions) = match (found.plan, found.ended) {
        (Some(steps), _) => {
            let solution = Solution::Plan(Plan { moves: space.plan(&steps), lower_bound });
            let replay = puzzle.verify(&solution);
            debug_assert_eq!(replay, Ok(()), "the search made a plan that breaks the rules");
            match replay {
                Err(_) => (Verdict::Unknown(Stopped::Incomplete), Vec::new()),
                Ok(()) if lower_bound >= length => (Verdict::Optimal, vec![solution]),
                Ok(()) => (Verdict::Feasible { lower_bound }, vec![solution]),
            }
        }
        (None, Ok(())) => (Verdict::Impossible(dead_end(space, positions)), Vec::new()),
        (None, Err(why)) => (Verdict::Unknown(why), Vec::new()),
    };
    let count_is_exact = matches!(verdict, Verdict::Impossible(_));
    let solution_count = solutions.len() as u64;
    Outcome { verdict, solutions, solution_count, count_is_exact, counters: found.counters, cpu }
}

/// There is no plan: the whole space was searched.
fn dead_end(space: &Space<'_>, positions: Option<u64>) -> Conflict {
    let every = match positions {
        Some(count) => format!("every one of the {count} reachable positions"),
        None => "every reachable position".to_owned(),
    };
    let aside = if space.is_tidy() { " (the order of bottles and pointless moves left aside)" } else { "" };
    Conflict::new(format!("from this start {every}{aside} was looked at and none is sorted"))
}
