//! Boards with hidden balls: a plan to the next one, and what may come of it.
//!
//! A hidden ball comes to light when it is on top. Until then nobody can say how to go on, so a plan leads to the next
//! ball that comes to light, and no further. Which one, is chosen by what is known: the hidden balls have the colours that
//! the others lack, in some order. Of these orders all are looked at, or, when there are many, a sample; the plan is
//! the one after which most of them can be sorted, and of these the shortest. [`cases`] says how long the whole plan
//! would be in the best and in the worst of them, if everything were seen.
//!
//! The search over positions is small (most boards uncover something within a few moves), the oracle answers for the
//! orders: some tens of microseconds each.

use std::collections::{HashSet, VecDeque};

use super::super::oracle::{self, Answer};
use super::super::{BallSort, HIDDEN, Play};
use super::{claim, sum};
use crate::puzzle::{Move, Plan, Puzzle, Solution};
use crate::random::{RngExt, stream};
use crate::verdict::{Ask, Budget, Conflict, Counters, Outcome, Stopped, Verdict};

/// As many orders of the hidden colours are looked at, all of them when there are no more.
const ORDERS: usize = 48;

/// As many positions are looked at for balls to uncover, and as many ways to uncover one are weighed.
const POSITIONS: usize = 20_000;
const WAYS: usize = 24;

/// Nodes that each question about one order may cost.
const NODES_PER_ORDER: u64 = 20_000;

/// The boards that this one may turn out to be, and whether these are all.
fn orders(puzzle: &BallSort) -> (Vec<BallSort>, bool) {
    let Some(mut colours) = puzzle.missing() else { return (Vec::new(), true) };
    colours.sort_unstable();
    let mut all = vec![colours.clone()];
    while all.len() <= ORDERS && next_order(&mut colours) {
        all.push(colours.clone());
    }
    let are_all = all.len() <= ORDERS;
    if !are_all {
        let mut random = stream(0, "hidden", 0);
        all.clear();
        for _ in 0..ORDERS {
            for last in (1..colours.len()).rev() {
                colours.swap(last, random.random_range(0..=last));
            }
            all.push(colours.clone());
        }
    }
    (all.iter().map(|colours| puzzle.uncovered_as(colours)).collect(), are_all)
}

/// The next order in the alphabet; `false` after the last.
fn next_order(colours: &mut [u8]) -> bool {
    let Some(at) = colours.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    // There is a larger one behind: at least the one next to it.
    let Some(larger) = colours.iter().rposition(|&colour| colour > colours[at]) else { return false };
    colours.swap(at, larger);
    colours[at + 1..].reverse();
    true
}

/// A way to uncover a ball: moves, and the bottles after them.
struct Way {
    moves: Vec<Move>,
    bottles: Vec<Vec<u8>>,
}

/// Ways to uncover a ball, the shortest first. `Ok` when these are all that matter, or there is none at all.
fn ways(puzzle: &BallSort, budget: &Budget) -> (Vec<Way>, Result<(), Stopped>, Counters) {
    let mut counters = Counters::default();
    let mut watch = budget.start();
    let mut seen: HashSet<Vec<Vec<u8>>> = HashSet::new();
    let mut waiting: VecDeque<(Play<'_>, Vec<Move>)> = VecDeque::from([(Play::new(puzzle), Vec::new())]);
    let mut found: Vec<Way> = Vec::new();
    // In the table, and once more while it waits.
    let bytes_each = 2 * (48 + puzzle.capacity as u64) * puzzle.bottles.len() as u64;
    while let Some((play, moves)) = waiting.pop_front() {
        if let Err(why) = watch.tick(counters.nodes + 1, seen.len() as u64 * bytes_each) {
            return (found, Err(why), counters);
        }
        counters.nodes += 1;
        let mut spare = play.clone();
        for from in 0..puzzle.bottles.len() as u16 {
            for to in 0..puzzle.bottles.len() as u16 {
                let step = Move { from, to };
                // A move that the rules forbid changes nothing, so the copy is good for the next one.
                if spare.make(step).is_err() {
                    continue;
                }
                let next = std::mem::replace(&mut spare, play.clone());
                counters.generated += 1;
                if let Err(why) = watch.tick(counters.nodes, seen.len() as u64 * bytes_each) {
                    return (found, Err(why), counters);
                }
                let mut sorted = next.bottles().to_vec();
                if puzzle.locks.is_empty() {
                    sorted.sort_unstable();
                }
                if seen.len() >= POSITIONS || !seen.insert(sorted) {
                    continue;
                }
                let moves: Vec<Move> = moves.iter().copied().chain([step]).collect();
                if next.uncovered().is_some() {
                    found.push(Way { moves, bottles: next.bottles().to_vec() });
                    if found.len() == WAYS {
                        return (found, Ok(()), counters);
                    }
                } else {
                    waiting.push_back((next, moves));
                }
            }
        }
    }
    let ended = if seen.len() < POSITIONS { Ok(()) } else { Err(Stopped::Nodes) };
    (found, ended, counters)
}

/// The plan to the next hidden ball.
pub(super) fn solve(puzzle: &BallSort, ask: &Ask) -> Outcome {
    let clock = ask.budget.start();
    let (ways, ended, mut counters) = ways(puzzle, &ask.budget);
    if ways.is_empty() {
        let conflict = "no hidden ball can be brought to light: every reachable position was looked at";
        return claim(puzzle, None, u32::MAX, ended.map(|()| Conflict::new(conflict)), counters, clock.cpu());
    }
    let (orders, _) = orders(puzzle);
    let limit = Budget { nodes: Some(NODES_PER_ORDER), ..ask.budget.clone() };
    let mut alive: Vec<usize> = vec![0; ways.len()];
    for (way, count) in ways.iter().zip(&mut alive) {
        if clock.look().is_err() {
            break;
        }
        for order in &orders {
            if clock.look().is_err() {
                break;
            }
            let after = after(order, way);
            let (answer, took) = oracle::ask(&after, &limit);
            counters = sum(counters, took);
            *count += usize::from(answer == Answer::Solvable);
        }
    }
    let best = (0..ways.len()).max_by_key(|&way| (alive[way], std::cmp::Reverse(ways[way].moves.len())));
    let moves = best.map(|best| ways[best].moves.clone()).unwrap_or_default();
    let solution = Solution::Plan(Plan { moves, lower_bound: 0 });
    debug_assert_eq!(puzzle.verify(&solution), Ok(()));
    Outcome {
        verdict: Verdict::Unknown(Stopped::Hidden),
        solutions: vec![solution],
        solution_count: 1,
        count_is_exact: false,
        counters,
        cpu: clock.cpu(),
    }
}

/// The board after a way, if the hidden balls are as in this order. They have not moved: nobody could.
fn after(order: &BallSort, way: &Way) -> BallSort {
    let mut board = order.clone();
    for (bottle, balls) in board.bottles.iter_mut().zip(&way.bottles) {
        let start = std::mem::take(bottle);
        *bottle =
            balls.iter().enumerate().map(|(height, &ball)| if ball == HIDDEN { start[height] } else { ball }).collect();
    }
    // What is open by now, or may open later, is left aside.
    board.locks.clear();
    board
}

/// What may come of a board with hidden balls, in a sentence or two.
pub(super) fn cases(puzzle: &BallSort, budget: &Budget) -> Vec<String> {
    let (orders, are_all) = orders(puzzle);
    let limit =
        Budget { nodes: Some(NODES_PER_ORDER), time: budget.time.map(|all| all / ORDERS as u32), ..budget.clone() };
    let (mut lengths, mut dead, mut open) = (Vec::new(), 0, 0);
    for order in &orders {
        let outcome = order.solve(&Ask { budget: limit.clone(), ..Ask::default() });
        let length = outcome.solutions.first().and_then(Solution::plan).map(|plan| plan.moves.len());
        match (outcome.verdict, length) {
            (Verdict::Impossible(_), _) => dead += 1,
            (Verdict::Optimal, Some(length)) => lengths.push(length),
            _ => open += 1,
        }
    }
    let hidden = puzzle.hidden();
    let which = if are_all { "all there are" } else { "a sample of many" };
    let mut remarks = vec![format!(
        "{hidden} balls are hidden; the plan leads to the first that comes to light. What follows is of {} orders of \
         the hidden colours, {which}.",
        orders.len()
    )];
    if let (Some(best), Some(worst)) = (lengths.iter().min(), lengths.iter().max()) {
        remarks.push(format!(
            "If everything were seen, the whole plan would have {best} moves in the best case and {worst} in the worst of the {} \
             that were solved.",
            lengths.len()
        ));
    }
    match (dead, open) {
        (0, 0) if are_all => remarks.push("Every order can be sorted.".to_owned()),
        (0, 0) => remarks.push("Every order that was looked at can be sorted; others may not.".to_owned()),
        (dead, 0) => remarks.push(format!("{dead} of them cannot be sorted.")),
        (dead, open) => remarks.push(format!("{dead} of them cannot be sorted, {open} were left open.")),
    }
    remarks
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::board;
    use super::super::super::{Goal, Rule};
    use super::*;

    fn hidden_board(drawn: &str) -> BallSort {
        let bottle = |word: &str| {
            word.bytes().filter(|&b| b != b'-').map(|b| if b == b'?' { HIDDEN } else { b - b'0' }).collect()
        };
        let bottles = drawn.split(' ').map(bottle).collect();
        BallSort::with(4, bottles, (Rule::Water, Goal::Full), Vec::new(), Vec::new()).unwrap()
    }

    #[test]
    fn a_ball_that_can_have_one_colour_only_is_not_hidden() {
        assert_eq!(hidden_board("?121 2?12 - -"), hidden_board("?121 2?12 - -"));
        assert_eq!(hidden_board("1?21 2112 - -"), board(4, Rule::Water, "1221 2112 - -"));
    }

    #[test]
    fn a_plan_ends_where_a_ball_comes_to_light() {
        let puzzle = hidden_board("2?11 1?22 3333 - -");
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::Hidden));
        assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()));
        let plan = outcome.solutions[0].plan().unwrap();
        assert_eq!(plan.moves.len(), 1);
        // Nobody can say what would go over in the next move.
        let mut longer = plan.clone();
        longer.moves.push(Move { from: plan.moves[0].from, to: 4 });
        assert_eq!(puzzle.verify(&Solution::Plan(longer)).unwrap_err().rule, "hidden");
    }

    #[test]
    fn best_and_worst_case_are_said_of_all_orders_when_there_are_few() {
        let remarks = cases(&hidden_board("2?11 1?22 3333 - -"), &Budget::default());
        assert!(remarks[0].starts_with("2 balls are hidden"), "{remarks:?}");
        assert!(remarks[0].contains("2 orders of the hidden colours, all there are"), "{remarks:?}");
        assert!(remarks[1].contains("best case"), "{remarks:?}");
        assert_eq!(remarks[2], "Every order can be sorted.");
    }

    #[test]
    fn every_order_is_made_once() {
        let mut colours = [1, 1, 2, 3];
        let mut count = 1;
        while next_order(&mut colours) {
            count += 1;
        }
        assert_eq!((count, colours), (12, [3, 2, 1, 1]));
    }
}
