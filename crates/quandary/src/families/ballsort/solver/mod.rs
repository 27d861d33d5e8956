//! Shortest plans, proved; and for boards beyond proof good plans with a bound.
//!
//! The best means is a ladder. The [oracle](super::oracle) looks first: most boards that cannot be sorted end there, and
//! for the others it has a plan of some length. Then [`a_star`] on packed positions looks for a shortest plan. When it
//! does not finish soon, a few searches with a weighted estimate look for better plans, each within a share of the budget;
//! the best of them is at hand when the budget ends, and A\* need not keep what cannot beat it. When memory is spent, A\*
//! gives its own back and IDA\* goes on from the bound that is proved by then. The answer is `Optimal` when bound and plan
//! meet, `Feasible` when they do not, `Impossible` when every position, or every order of borders, has been looked at.
//!
//! The other algorithms are there to compare: seed 003's own (uniform cost and A\* on the plain space with its
//! heuristic) show what order-free positions and a better bound are worth; `astar` on the tidy space is the plain
//! reference that the fast solver must agree with.

mod a_star;
mod ladder;
mod moves;
mod tangle;
#[cfg(test)]
mod tests;

use std::time::Duration;

use super::BallSort;
use super::model::{Position, Space};
use crate::puzzle::{Algorithm, Move, Plan, Puzzle, Solution};
use crate::search::{Found, a_star, breadth_first, greedy, ida_star, uniform_cost};
use crate::verdict::{Ask, Conflict, Counters, Outcome, Stopped, Verdict};

/// The algorithms that `compare` runs.
pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "bfs", summary: "breadth-first over every legal move" },
    Algorithm { name: "ucs-seed", summary: "uniform cost over every legal move, as in seed 003" },
    Algorithm { name: "astar-seed", summary: "A* as in seed 003: estimates by bottles that hold more than one colour" },
    Algorithm { name: "ucs", summary: "uniform cost, bottle order and pointless moves left aside" },
    Algorithm { name: "greedy", summary: "always on from where the goal seems nearest; the plan may be too long" },
    Algorithm { name: "idastar", summary: "IDA*: dives with a growing limit, by the better bound" },
    Algorithm { name: "astar", summary: "A* by the better bound: runs, or balls, that must still move" },
    Algorithm {
        name: "packed",
        summary: "the oracle, then A* on packed positions with forced moves and tangled colours",
    },
];

/// The best means: see the top of this file.
pub(super) fn solve(puzzle: &BallSort, ask: &Ask) -> Outcome {
    ladder::climb(puzzle, &ask.budget)
}

/// One of [`ALGORITHMS`], and nothing else.
pub(super) fn solve_with(puzzle: &BallSort, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    if algorithm == "packed" {
        return Some(solve(puzzle, ask));
    }
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

/// What a search may claim. `positions` is how many were looked at, where that is known.
fn outcome(puzzle: &BallSort, space: &Space<'_>, found: Found<Move>, positions: Option<u64>, cpu: Duration) -> Outcome {
    let plan = found.plan.map(|steps| space.plan(&steps));
    let ended = found.ended.map(|()| dead_end(space, positions));
    claim(puzzle, plan, found.lower_bound, ended, found.counters, cpu)
}

/// The verdict that a plan and a bound allow. A plan is replayed by the rules before anything is said about it. Without a
/// plan, `ended` says why there is none, or why the search stopped.
fn claim(
    puzzle: &BallSort,
    plan: Option<Vec<Move>>,
    lower_bound: u32,
    ended: Result<Conflict, Stopped>,
    counters: Counters,
    cpu: Duration,
) -> Outcome {
    let (verdict, solutions) = match (plan, ended) {
        (Some(moves), _) => {
            let length = moves.len() as u32;
            let solution = Solution::Plan(Plan { moves, lower_bound: lower_bound.min(length) });
            let replay = puzzle.verify(&solution);
            debug_assert_eq!(replay, Ok(()), "the search made a plan that breaks the rules");
            match replay {
                Err(_) => (Verdict::Unknown(Stopped::Incomplete), Vec::new()),
                Ok(()) if lower_bound >= length => (Verdict::Optimal, vec![solution]),
                Ok(()) => (Verdict::Feasible { lower_bound }, vec![solution]),
            }
        }
        (None, Ok(conflict)) => (Verdict::Impossible(conflict), Vec::new()),
        (None, Err(why)) => (Verdict::Unknown(why), Vec::new()),
    };
    let count_is_exact = matches!(verdict, Verdict::Impossible(_));
    let solution_count = solutions.len() as u64;
    Outcome { verdict, solutions, solution_count, count_is_exact, counters, cpu }
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
