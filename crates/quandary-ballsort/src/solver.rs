//! Shortest plans, proved; and for boards beyond proof good plans with a bound.
//!
//! The best algorithm runs several searches in turn (`ladder`). The [oracle](super::oracle) goes first: most boards
//! that cannot be sorted end there, and for the others it has a plan of some length. Then `a_star` on packed positions
//! looks for a shortest plan, and proves most boards of up to two dozen colours within tenths of a second. When it does
//! not finish soon, other searches look for better plans: with a weighted estimate on small boards, beam search
//! (`beam`) on large ones, wider and wider until the time is over. The best plan is available whenever the budget ends,
//! and A\* need not keep what cannot beat it. When memory is used up, A\* frees its own and IDA\* continues from the
//! bound that is proved by then. The answer is `Optimal` when bound and plan meet, `Feasible` when they do not,
//! `Impossible` when every position, or every order of borders, has been looked at.
//!
//! Boards with hidden balls get a verdict over all orders of them, and a plan to the next one that is revealed
//! (`hidden`); boards with locked bottles, with bottles of different sizes, or with the looser goal are left to the plain A\*,
//! as the packed one leaves out moves that they may need.
//!
//! The other algorithms are there to compare: uniform cost and A\* on the plain space with the simplest heuristic show what
//! order-free positions and a better bound are worth; `astar` on the tidy space is the plain reference that the fast solver
//! must agree with.

mod a_star;
mod beam;
pub(crate) mod bound;
mod gather;
pub(super) mod hidden;
pub(super) mod lab;
mod ladder;
mod moves;
mod queue;
mod retrace;
mod tangle;
#[cfg(test)]
mod tests;
mod traps;

use std::time::Duration;

use super::model::{Position, Space};
use super::oracle::{self, Answer};
use super::{BallSort, MAX_BOTTLES, Play};
use quandary_core::puzzle::{Algorithm, Move, Plan, Puzzle, Solution};
use quandary_core::search::{Found, a_star, breadth_first, greedy, ida_star, uniform_cost};
use quandary_core::verdict::{Ask, Budget, Conflict, Counters, Outcome, Stopped, Verdict};

/// The algorithms that `compare` runs.
pub(super) static ALGORITHMS: &[Algorithm] = &[
    Algorithm { name: "bfs", summary: "breadth-first over every legal move" },
    Algorithm { name: "ucs-plain", summary: "uniform cost over every legal move" },
    Algorithm {
        name: "astar-plain",
        summary: "A* over every legal move; estimates from the bottles that hold more than one colour",
    },
    Algorithm { name: "ucs", summary: "uniform cost, ignoring bottle order and pointless moves" },
    Algorithm {
        name: "greedy",
        summary: "always continues from the state that seems nearest to the goal; the plan may be too long",
    },
    Algorithm { name: "idastar", summary: "IDA*: depth-first with a growing limit, using the better bound" },
    Algorithm { name: "astar", summary: "A* with the better bound: runs, or balls, that must still move" },
    Algorithm {
        name: "packed",
        summary: "the oracle, then A* on packed positions with forced moves and tangled colours",
    },
];

/// The best algorithm: see the top of this file.
pub(super) fn solve(puzzle: &BallSort, ask: &Ask) -> Outcome {
    match puzzle {
        _ if puzzle.hidden() > 0 => hidden::solve(puzzle, ask),
        _ if puzzle.is_classic() => ladder::climb(puzzle, &ask.budget),
        _ => by_house_rules(puzzle, ask),
    }
}

/// Boards with locked bottles, with bottles of different sizes, or with the looser goal: what the packed search leaves out is
/// not proved for them, so the plain one solves them. The oracle says first whether the board could be sorted without its
/// locks, and if all bottles were as large as the largest; a greedy search has a tenth of the budget's nodes to find some plan.
fn by_house_rules(puzzle: &BallSort, ask: &Ask) -> Outcome {
    let clock = ask.budget.start();
    let (answer, mut counters) = oracle::ask(puzzle, &ask.budget);
    if answer == Answer::DeadEnd {
        let even = if puzzle.is_mixed() { ", even if every bottle were as large as the largest" } else { "" };
        let conflict = Conflict::new(format!(
            "the bottles cannot be dug out in any order{even}: all {} ways to uncover colours that can be reached end where \
             too few bottles are left for the colours that need one",
            counters.nodes
        ));
        return claim(puzzle, None, u32::MAX, Ok(conflict), counters, clock.cpu());
    }
    let space = Space::tidy(puzzle);
    let h = |position: &Position| Some(space.distance(position));
    let tenth = Budget {
        time: clock.left().map(|left| left / 10),
        nodes: Some(ask.budget.nodes.map_or(QUICK_LOOK, |all| all / 10)),
        ..ask.budget.clone()
    };
    let quick = greedy(&space, &tenth, h);
    counters = sum(counters, quick.counters);
    let rest = Budget { nodes: ask.budget.nodes.map(|all| all.saturating_sub(counters.nodes)), ..ask.budget.clone() };
    let exact = a_star(&space, &rest, h);
    counters = sum(counters, exact.counters);
    let positions = Some(exact.counters.nodes);
    let plan = exact.plan.or(quick.plan).map(|steps| space.plan(&steps));
    let ended = exact.ended.map(|()| dead_end(&space, positions));
    claim(puzzle, plan, exact.lower_bound, ended, counters, clock.cpu())
}

/// Whether a board without hidden balls can be sorted. The oracle answers; where it finds that the board could be sorted
/// without its locks, or with larger bottles, a search over positions decides.
pub(super) fn can_be_sorted(puzzle: &BallSort, budget: &Budget) -> (Answer, Counters) {
    let budget = budget.begin();
    let (answer, counters) = oracle::ask(puzzle, &budget);
    if (puzzle.locks.is_empty() && !puzzle.is_mixed()) || answer == Answer::DeadEnd {
        return (answer, counters);
    }
    let space = Space::tidy(puzzle);
    let found = greedy(&space, &budget, |position: &Position| Some(space.distance(position)));
    let answer = match (found.plan, found.ended) {
        (Some(_), _) => Answer::Solvable,
        (None, Ok(())) => Answer::DeadEnd,
        (None, Err(why)) => Answer::Unknown(why),
    };
    (answer, sum(counters, found.counters))
}

/// Whether a board can be sorted after some moves, in at least one order of its hidden balls; `false` also when a move is
/// against the rules.
pub(super) fn can_be_sorted_after(puzzle: &BallSort, moves: &[Move], budget: &Budget) -> Result<bool, Stopped> {
    if puzzle.hidden() > 0 {
        return hidden::can_any_be_sorted(puzzle, moves, budget);
    }
    let mut play = Play::new(puzzle);
    if moves.iter().any(|&step| play.make(step).is_err()) {
        return Ok(false);
    }
    match can_be_sorted(&play.board(), budget).0 {
        Answer::Solvable => Ok(true),
        Answer::DeadEnd => Ok(false),
        Answer::Unknown(why) => Err(why),
    }
}

/// How many positions the greedy search may look at where the budget does not say.
const QUICK_LOOK: u64 = 20_000;

/// What two searches took together.
fn sum(a: Counters, b: Counters) -> Counters {
    Counters {
        nodes: a.nodes + b.nodes,
        generated: a.generated + b.generated,
        peak_frontier: a.peak_frontier.max(b.peak_frontier),
        peak_bytes: a.peak_bytes.max(b.peak_bytes),
        ..a
    }
}

/// Remarks on an answer: what hidden balls may turn out to be, and what would make an unsolvable board solvable.
pub(super) fn remarks(puzzle: &BallSort, outcome: &Outcome, budget: &Budget) -> Vec<String> {
    if puzzle.hidden() > 0 {
        return hidden::remarks(puzzle, outcome, budget);
    }
    if !matches!(outcome.verdict, Verdict::Impossible(_)) || !puzzle.locks.is_empty() {
        return Vec::new();
    }
    let limit = Budget { nodes: Some(REMARK_NODES), ..budget.clone() };
    let can_be_sorted = |board: &BallSort| can_be_sorted(board, &limit).0 == Answer::Solvable;
    let mut remarks = Vec::new();
    // Which way round the bottles are written is the usual mistake.
    let mut upside_down = puzzle.clone();
    upside_down.bottles.iter_mut().for_each(|bottle| bottle.reverse());
    if can_be_sorted(&upside_down) {
        remarks.push(
            "If the bottles are meant the other way round (top first instead of bottom first, or the reverse), the board can be \
             sorted; --from chooses how a text is read."
                .to_owned(),
        );
    }
    let mut more = puzzle.clone();
    for added in 1..=MAX_ADDED.min(MAX_BOTTLES - puzzle.bottles.len()) {
        more.add_bottle();
        if can_be_sorted(&more) {
            let bottles =
                if added == 1 { "one more empty bottle".to_owned() } else { format!("{added} more empty bottles") };
            remarks.push(format!("With {bottles} it can be sorted."));
            break;
        }
    }
    remarks
}

/// Border nodes that one question of a remark may cost, and the most bottles that are tried in addition.
const REMARK_NODES: u64 = 100_000;
const MAX_ADDED: usize = 4;

/// One of [`ALGORITHMS`], and nothing else.
pub(super) fn solve_with(puzzle: &BallSort, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    let algorithm = puzzle.family().present_name(algorithm);
    if algorithm == "packed" || (puzzle.hidden() > 0 && ALGORITHMS.iter().any(|known| known.name == algorithm)) {
        return Some(solve(puzzle, ask));
    }
    let clock = ask.budget.start();
    let budget = &ask.budget;
    let (plain, tidy) = (Space::plain(puzzle), Space::tidy(puzzle));
    let h = |position: &Position| Some(tidy.distance(position));
    let plain_h = |position: &Position| Some(plain.mixed_bottles(position));
    let (space, found) = match algorithm {
        "bfs" => (&plain, breadth_first(&plain, budget)),
        "ucs-plain" => (&plain, uniform_cost(&plain, budget)),
        "astar-plain" => (&plain, a_star(&plain, budget, plain_h)),
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
    Outcome {
        verdict,
        solutions,
        solution_count,
        count_is_exact,
        exact_count: None,
        sampled: Ok(Vec::new()),
        orders: None,
        learned: Vec::new(),
        counters,
        cpu,
    }
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
