//! Boards with hidden balls: what is claimed about them, and which moves to make first.
//!
//! The hidden balls have the colours that the others lack ([`BallSort::missing`]), in an unknown *order*. A board
//! with hidden balls represents all boards that it may turn out to be, one for each order, and an order *can be sorted*
//! when that board can, by a player who sees everything:
//!
//! - `impossible`: no order can be sorted, proved by deciding every one of them.
//! - `unknown`, stopped by `hidden`: at least one order can be sorted, proved. How many do is counted ([`Orders`]); where
//!   there are too many orders to settle all, a sample is, and the number is "at least". The plan that comes with it is made
//!   of moves that a player can make without guessing. It ends where a hidden ball is revealed, or, where none can be
//!   revealed, where all is sorted as far as can be seen. Of the plans found it is the one after which most orders
//!   can be sorted, and of these the shortest. There may be none: a bottle may be open in some orders only.
//! - `optimal` and `feasible`: a plan that sorts the board whatever the order is. That is rare: it takes hidden balls that
//!   stand alone in a locked bottle.
//! - `unknown` for any other reason: the budget ended before an order was found that can be sorted.
//!
//! A lock opens when its colour is actually complete: where hidden balls complete it, the bottle is open in these orders
//! from then on, although the player cannot see why. Plans do not rely on this; the count of sortable orders does.
//!
//! Deciding an order costs what the [oracle](super::super::oracle) takes, some tens of microseconds, or a search where bottles
//! are locked. The search for plans is small: most boards uncover something within a few moves.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use super::super::board::uncovered;
use super::super::oracle::Answer;
use super::super::play::is_complete;
use super::super::{BallSort, Play};
use super::{can_be_sorted, claim, sum};
use quandary_core::puzzle::{Move, Plan, Puzzle, Solution, Violation};
use quandary_core::random::{RngExt, stream};
use quandary_core::verdict::{Ask, Budget, Conflict, Counters, Orders, Outcome, Stopped, Verdict, Watch};

/// Up to this many orders, all of them are decided.
const ALL_ORDERS: u64 = 5_000;

/// With more orders, a sample of this size is decided; further samples follow, up to this, while none can be sorted.
const SAMPLE: usize = 400;
const MOST_ORDERS: u64 = 200_000;

/// The time for a verdict where none is set.
const TIME_FOR_VERDICT: Duration = Duration::from_secs(4);

/// Nodes that deciding one order may cost at first. Those that cost more are decided only when no other can be sorted.
const NODES_PER_ORDER: u64 = 20_000;

/// Limits: positions searched for balls to uncover, plans compared, and orders used to compare them.
const POSITIONS: usize = 20_000;
const PLANS: usize = 24;
const WEIGHED: usize = 48;

/// How many orders are solved to say how many moves they take.
const MEASURED: usize = 48;

/// Hidden colours, bottle by bottle from the bottom up.
type Order = Vec<u8>;

/// A game on a board with hidden balls, some moves later.
struct Game {
    /// The bottles after each move, as they are seen, the start first.
    bottles: Vec<Vec<Vec<u8>>>,
    /// The final board, as the player sees it.
    board: BallSort,
}

impl Game {
    fn at_start(puzzle: &BallSort) -> Game {
        let play = Play::new(puzzle);
        Game { bottles: vec![play.bottles().to_vec()], board: play.board() }
    }

    fn new(puzzle: &BallSort, moves: &[Move]) -> Result<Game, Violation> {
        let mut play = Play::new(puzzle);
        let mut bottles = vec![play.bottles().to_vec()];
        for &step in moves {
            play.make(step)?;
            bottles.push(play.bottles().to_vec());
        }
        Ok(Game { bottles, board: play.board() })
    }

    /// The final board, if the hidden balls are in this order. They have not moved: they cannot be moved. A bottle
    /// that was open at some time is open.
    fn turned_out_as(&self, order: &[u8]) -> BallSort {
        let mut board = self.board.uncovered_as(order);
        if !board.locks.is_empty() {
            for bottles in &self.bottles {
                let bottles = uncovered(bottles, order);
                for lock in &mut board.locks {
                    *lock = lock.filter(|&colour| !is_complete(&bottles, board.capacity, colour));
                }
            }
            if board.locks.iter().all(Option::is_none) {
                board.locks.clear();
            }
        }
        board
    }
}

/// What was found out about the orders of a board.
struct Survey {
    total: Option<u64>,
    /// Orders that can be sorted.
    sortable: Vec<Order>,
    unsortable: u64,
    /// Why some orders are not settled.
    stopped: Option<Stopped>,
    counters: Counters,
}

impl Survey {
    fn orders(&self) -> Orders {
        let (solvable, unsolvable) = (self.sortable.len() as u64, self.unsortable);
        Orders { total: self.total, solvable, unsolvable, solvable_after_plan: None }
    }
}

/// A budget shared by many small searches.
struct Purse<'b> {
    budget: Budget,
    clock: Watch<'b>,
    counters: Counters,
}

impl<'b> Purse<'b> {
    fn new(budget: &'b Budget) -> Self {
        Purse { budget: budget.begin(), clock: budget.start(), counters: Counters::default() }
    }

    /// What is left, at most this many nodes of it.
    fn rest(&self, nodes: u64) -> Result<Budget, Stopped> {
        self.budget.check()?;
        let left = self.budget.nodes.map_or(u64::MAX, |all| all.saturating_sub(self.counters.nodes));
        if left == 0 {
            return Err(Stopped::Nodes);
        }
        Ok(Budget { nodes: Some(left.min(nodes)), ..self.budget.clone() })
    }

    /// Whether a board can be sorted, for at most this many nodes. `None` when that is too little, an error when nothing is left.
    fn ask(&mut self, board: &BallSort, nodes: u64) -> Result<Option<bool>, Stopped> {
        let (answer, counters) = can_be_sorted(board, &self.rest(nodes)?);
        self.counters = sum(self.counters, counters);
        match answer {
            Answer::Solvable => Ok(Some(true)),
            Answer::DeadEnd => Ok(Some(false)),
            Answer::Unknown(Stopped::Nodes) => Ok(None),
            Answer::Unknown(why) => Err(why),
        }
    }
}

/// Decides the orders of a game until this many are found that can be sorted.
fn survey(game: &Game, enough: usize, budget: &Budget) -> Survey {
    let mut first = game.board.missing().unwrap_or_default();
    first.sort_unstable();
    let total = count(&first);
    let mut found = Survey { total, sortable: Vec::new(), unsortable: 0, stopped: None, counters: Counters::default() };
    let mut purse = Purse::new(budget);
    let ended = settle(game, first, enough, &mut found, &mut purse);
    found.stopped = ended.err();
    found.counters = purse.counters;
    found
}

fn settle(game: &Game, first: Order, enough: usize, found: &mut Survey, purse: &mut Purse<'_>) -> Result<(), Stopped> {
    let mut hard: Vec<Order> = Vec::new();
    let mut look = |order: Order, found: &mut Survey, purse: &mut Purse<'_>| -> Result<bool, Stopped> {
        match purse.ask(&game.turned_out_as(&order), NODES_PER_ORDER)? {
            Some(true) => found.sortable.push(order),
            Some(false) => found.unsortable += 1,
            None => hard.push(order),
        }
        Ok(found.sortable.len() >= enough)
    };
    let is_small = found.total.is_some_and(|total| total <= ALL_ORDERS);
    let mut seen: HashSet<Order> = HashSet::new();
    if !is_small {
        let mut random = stream(0, "hidden", 0);
        let mut colours = first.clone();
        for _ in 0..SAMPLE {
            for last in (1..colours.len()).rev() {
                colours.swap(last, random.random_range(0..=last));
            }
            if seen.insert(colours.clone()) && look(colours.clone(), found, purse)? {
                return Ok(());
            }
        }
    }
    if is_small || found.sortable.is_empty() {
        let mut order = first;
        let mut looked_at = 0;
        loop {
            if !seen.contains(&order) && look(order.clone(), found, purse)? {
                return Ok(());
            }
            looked_at += 1;
            // One that can be sorted is enough where all cannot be looked at.
            let is_enough = !is_small && (!found.sortable.is_empty() || looked_at >= MOST_ORDERS);
            if is_enough || !next_order(&mut order) {
                break;
            }
        }
    }
    if found.sortable.is_empty() {
        for order in std::mem::take(&mut hard) {
            match purse.ask(&game.turned_out_as(&order), u64::MAX)? {
                Some(true) => {
                    found.sortable.push(order);
                    return Ok(());
                }
                Some(false) => found.unsortable += 1,
                None => return Err(Stopped::Nodes),
            }
        }
    }
    match found.orders().is_exact() {
        true => Ok(()),
        false if hard.is_empty() => Err(Stopped::TooMany(found.total.unwrap_or(u64::MAX))),
        false => Err(Stopped::Nodes),
    }
}

/// How many orders there are of colours that are sorted.
fn count(colours: &[u8]) -> Option<u64> {
    let (mut orders, mut placed) = (1u64, 0u64);
    for of_one in colours.chunk_by(|one, next| one == next) {
        for nth in 1..=of_one.len() as u64 {
            placed += 1;
            // What was multiplied so far is a number of choices, so the division comes out even.
            orders = u64::try_from(u128::from(orders) * u128::from(placed) / u128::from(nth)).ok()?;
        }
    }
    Some(orders)
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

/// Plans that a player can make without guessing.
#[derive(Default)]
struct Plans {
    /// The shortest that sorts the board whatever the order is.
    sure: Option<Vec<Move>>,
    /// To where a hidden ball is revealed, the shortest first.
    to_reveal: Vec<Vec<Move>>,
    /// The shortest to where all is sorted as far as can be seen.
    as_seen: Option<Vec<Move>>,
}

impl Plans {
    /// Records a position; returns whether the game continues from there without guessing.
    fn note(&mut self, play: &Play<'_>, moves: &[Move]) -> bool {
        if play.unsorted().is_none() {
            self.sure = Some(moves.to_vec());
        } else if play.uncovered().is_some() {
            self.to_reveal.push(moves.to_vec());
            return false;
        } else if self.as_seen.is_none() && play.seen_unsorted().is_none() {
            self.as_seen = Some(moves.to_vec());
        }
        true
    }

    fn are_enough(&self) -> bool {
        self.sure.is_some() || self.to_reveal.len() >= PLANS
    }
}

/// Looks for plans, breadth first.
fn plans(puzzle: &BallSort, budget: &Budget) -> (Plans, Counters) {
    let mut counters = Counters::default();
    let mut watch = budget.start();
    let mut found = Plans::default();
    let mut seen: HashSet<Vec<Vec<u8>>> = HashSet::new();
    let mut waiting: VecDeque<(Play<'_>, Vec<Move>)> = VecDeque::new();
    let start = Play::new(puzzle);
    if found.note(&start, &[]) && !found.are_enough() {
        waiting.push_back((start, Vec::new()));
    }
    // In the table, and again while it waits.
    let bytes_each = 2 * (48 + puzzle.capacity as u64) * puzzle.bottles.len() as u64;
    while let Some((play, moves)) = waiting.pop_front() {
        if watch.tick(counters.nodes + 1, seen.len() as u64 * bytes_each).is_err() {
            break;
        }
        counters.nodes += 1;
        let tops: Vec<Option<u8>> = play.bottles().iter().map(|bottle| bottle.last().copied()).collect();
        let mut spare = play.clone();
        for (from, source) in (0..).zip(&tops).filter(|(_, source)| source.is_some()) {
            for (to, _) in (0..).zip(&tops).filter(|(_, target)| target.is_none() || *target == source) {
                let step = Move { from, to };
                // A move that the rules forbid changes nothing, so the copy is good for the next one.
                if spare.make(step).is_err() {
                    continue;
                }
                let next = std::mem::replace(&mut spare, play.clone());
                counters.generated += 1;
                if watch.tick(counters.nodes, seen.len() as u64 * bytes_each).is_err() {
                    return (found, counters);
                }
                // Bottles that look alike are alike, hidden balls included: all orders count the same.
                let mut position = next.bottles().to_vec();
                if puzzle.locks.is_empty() {
                    position.sort_unstable();
                }
                if !seen.insert(position) {
                    continue;
                }
                let moves: Vec<Move> = moves.iter().copied().chain([step]).collect();
                let goes_on = found.note(&next, &moves);
                if found.are_enough() || seen.len() >= POSITIONS {
                    return (found, counters);
                }
                if goes_on {
                    waiting.push_back((next, moves));
                }
            }
        }
    }
    (found, counters)
}

/// The verdict over all orders, and a plan. On a large board that may take for ever, so without a limit there is one.
pub(super) fn solve(puzzle: &BallSort, ask: &Ask) -> Outcome {
    if ask.budget.time.is_some() || ask.budget.deadline.is_some() || ask.budget.nodes.is_some() {
        return solve_within(puzzle, &ask.budget);
    }
    let budget = Budget { time: Some(TIME_FOR_VERDICT), ..ask.budget.clone() };
    let mut outcome = solve_within(puzzle, &budget.begin());
    // Nobody has set a limit of time: there are too many orders, or too large ones.
    if outcome.verdict == Verdict::Unknown(Stopped::Time) {
        let orders = outcome.orders.and_then(|orders| orders.total);
        outcome.verdict = Verdict::Unknown(Stopped::TooMany(orders.unwrap_or(u64::MAX)));
    }
    outcome
}

fn solve_within(puzzle: &BallSort, budget: &Budget) -> Outcome {
    let mut purse = Purse::new(budget);
    let half = Budget {
        time: budget.time.map(|all| all / 2),
        nodes: budget.nodes.map(|all| all.div_ceil(2)),
        ..budget.clone()
    };
    let found = survey(&Game::at_start(puzzle), usize::MAX, &half);
    purse.counters = found.counters;
    let mut orders = found.orders();
    if found.sortable.is_empty() {
        let ended = match found.stopped {
            None => Ok(Conflict::new(format!("{}: each of them was looked at", none_can(&orders)))),
            Some(why) => Err(why),
        };
        let claimed = claim(puzzle, None, u32::MAX, ended, purse.counters, purse.clock.cpu());
        return Outcome { orders: Some(orders), ..claimed };
    }
    let Plans { sure, to_reveal, as_seen } = match purse.rest(u64::MAX) {
        Ok(rest) => {
            let (plans, counters) = plans(puzzle, &rest);
            purse.counters = sum(purse.counters, counters);
            plans
        }
        Err(_) => Plans::default(),
    };
    if let Some(moves) = sure {
        orders.solvable_after_plan = Some(orders.solvable);
        // Where the board is not sorted yet whatever the order is, a plan has at least one move.
        let lower_bound = moves.len().min(1) as u32;
        let claimed = claim(puzzle, Some(moves), lower_bound, Err(Stopped::Hidden), purse.counters, purse.clock.cpu());
        return Outcome { orders: Some(orders), ..claimed };
    }
    let mut plan = most_promising(puzzle, to_reveal, &found.sortable, &mut purse);
    if plan.is_none() {
        plan = most_promising(puzzle, as_seen.into_iter().collect(), &found.sortable, &mut purse);
    }
    let after = plan.as_ref().and_then(|moves| sortable_after(puzzle, moves, &found.sortable, &mut purse));
    orders.solvable_after_plan = after.map(|many| many as u64);
    let solutions: Vec<Solution> =
        plan.map(|moves| Solution::Plan(Plan { moves, lower_bound: 0 })).into_iter().collect();
    debug_assert!(solutions.iter().all(|plan| puzzle.verify(plan) == Ok(())));
    // Without a plan it matters whether there was time to look for one.
    let why = purse.rest(1).err().filter(|_| solutions.is_empty()).unwrap_or(Stopped::Hidden);
    Outcome {
        verdict: Verdict::Unknown(why),
        solution_count: solutions.len() as u64,
        solutions,
        count_is_exact: false,
        exact_count: None,
        sampled: Ok(Vec::new()),
        orders: Some(orders),
        learned: Vec::new(),
        counters: purse.counters,
        cpu: purse.clock.cpu(),
    }
}

/// The plan after which most orders can be sorted, and of these the first. A plan after which none can be sorted does not count.
fn most_promising(
    puzzle: &BallSort,
    plans: Vec<Vec<Move>>,
    sortable: &[Order],
    purse: &mut Purse<'_>,
) -> Option<Vec<Move>> {
    // When there are many orders, a sample represents all.
    let weighed: Vec<Order> = sortable.iter().step_by(sortable.len().div_ceil(WEIGHED).max(1)).cloned().collect();
    let mut best: Option<(usize, Vec<Move>)> = None;
    for moves in plans {
        let Some(alive) = sortable_after(puzzle, &moves, &weighed, purse) else {
            // The budget has ended: the shortest plan is better than none.
            best = best.or(Some((0, moves)));
            break;
        };
        if alive > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((alive, moves));
        }
        if alive == weighed.len() {
            break;
        }
    }
    best.map(|(_, moves)| moves)
}

/// How many of some orders can be sorted after a plan, proved; `None` when the budget ended.
fn sortable_after(puzzle: &BallSort, moves: &[Move], orders: &[Order], purse: &mut Purse<'_>) -> Option<usize> {
    let game = Game::new(puzzle, moves).ok()?;
    let mut many = 0;
    for order in orders {
        many += usize::from(purse.ask(&game.turned_out_as(order), NODES_PER_ORDER).ok()? == Some(true));
    }
    Some(many)
}

/// How many orders can be sorted after some moves; `None` where nothing is hidden, or a move breaks a rule.
pub(in super::super) fn orders(puzzle: &BallSort, moves: &[Move], budget: &Budget) -> Option<Orders> {
    let game = Game::new(puzzle, moves).ok().filter(|_| puzzle.hidden() > 0)?;
    Some(survey(&game, usize::MAX, budget).orders())
}

/// Whether at least one order can be sorted after some moves.
pub(super) fn can_any_be_sorted(puzzle: &BallSort, moves: &[Move], budget: &Budget) -> Result<bool, Stopped> {
    let Ok(game) = Game::new(puzzle, moves) else { return Ok(false) };
    let found = survey(&game, 1, budget);
    match found.stopped {
        Some(why) if found.sortable.is_empty() => Err(why),
        _ => Ok(!found.sortable.is_empty()),
    }
}

/// Boards that this one may turn out to be and that can be sorted, evenly spread where there are more than `most`, and what
/// is known of all orders; `None` where nothing is hidden.
pub(in super::super) fn sortable_boards(
    puzzle: &BallSort,
    most: usize,
    budget: &Budget,
) -> Option<(Vec<BallSort>, Orders)> {
    let game = Game::at_start(puzzle);
    let found = (puzzle.hidden() > 0).then(|| survey(&game, usize::MAX, budget))?;
    let spread = found.sortable.iter().step_by(found.sortable.len().div_ceil(most).max(1));
    Some((spread.map(|order| game.turned_out_as(order)).collect(), found.orders()))
}

/// How many moves it takes to sort a board with hidden balls, if all were seen.
pub(super) fn remarks(puzzle: &BallSort, outcome: &Outcome, budget: &Budget) -> Vec<String> {
    let Some(orders) = outcome.orders.filter(|orders| orders.solvable > 0) else { return Vec::new() };
    let purse = Purse::new(budget);
    let mut lengths: Vec<usize> = Vec::new();
    let game = Game::at_start(puzzle);
    for order in survey(&game, MEASURED, budget).sortable {
        let board = game.turned_out_as(&order);
        let Ok(rest) = purse.rest(NODES_PER_ORDER) else { break };
        let outcome = board.solve(&Ask { budget: rest, ..Ask::default() });
        if let (Verdict::Optimal, Some(plan)) = (&outcome.verdict, outcome.solutions.first().and_then(Solution::plan)) {
            lengths.push(plan.moves.len());
        }
    }
    let (Some(least), Some(most)) = (lengths.iter().min(), lengths.iter().max()) else { return Vec::new() };
    let moves = if least == most { least.to_string() } else { format!("from {least} to {most}") };
    let which = if orders.is_exact() && lengths.len() as u64 == orders.solvable {
        "the orders that can be sorted take"
    } else {
        "those of the orders that were solved take"
    };
    vec![format!("If every ball were seen, {which} {moves} {}.", if *most == 1 { "move" } else { "moves" })]
}

/// The result for the orders, in a sentence.
pub(in super::super) fn outlook(orders: &Orders) -> String {
    let Orders { total, solvable, unsolvable, solvable_after_plan } = *orders;
    let of = total.map_or_else(|| "more than 10^19".to_owned(), |total| total.to_string());
    let mut text = match solvable {
        0 if orders.is_exact() => none_can(orders),
        0 if unsolvable == 0 => format!("whether any of {of} orders of the hidden balls can be sorted is not known"),
        0 => format!("of {of} orders of the hidden balls {unsolvable} were looked at, and none of them can be sorted"),
        _ if total == Some(solvable) => format!("all {of} orders of the hidden balls can be sorted"),
        _ if orders.is_exact() => format!("{solvable} of {of} orders of the hidden balls can be sorted"),
        _ => {
            let settled = solvable + unsolvable;
            format!("at least {solvable} of {of} orders of the hidden balls can be sorted ({settled} were looked at)")
        }
    };
    match solvable_after_plan {
        Some(after) if after == solvable => text += ", and still can after this plan",
        Some(after) => text += &format!(", and {after} still can after this plan"),
        None => {}
    }
    text
}

fn none_can(orders: &Orders) -> String {
    format!("none of the {} orders of the hidden balls can be sorted", orders.unsolvable)
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::board;
    use super::super::super::{Goal, HIDDEN, Rule};
    use super::*;
    use quandary_core::puzzle::Moves;

    fn hidden_board(capacity: usize, drawn: &str, locks: &[Option<u8>]) -> BallSort {
        let bottle = |word: &str| {
            word.bytes().filter(|&b| b != b'-').map(|b| if b == b'?' { HIDDEN } else { b - b'0' }).collect()
        };
        let bottles = drawn.split(' ').map(bottle).collect();
        BallSort::with(capacity, bottles, (Rule::Water, Goal::Full), locks.to_vec(), Vec::new()).unwrap()
    }

    #[test]
    fn a_ball_that_can_have_one_colour_only_is_not_hidden() {
        assert_eq!(hidden_board(4, "1?21 2112 - -", &[]), board(4, Rule::Water, "1221 2112 - -"));
        assert_eq!(hidden_board(4, "?121 2?12 - -", &[]).hidden(), 2);
    }

    #[test]
    fn a_plan_ends_where_a_ball_comes_to_reveal() {
        let puzzle = hidden_board(4, "2?11 1?22 3333 - -", &[]);
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::Hidden));
        let orders = outcome.orders.unwrap();
        assert_eq!((orders.total, orders.solvable, orders.solvable_after_plan), (Some(2), 2, Some(2)));
        assert_eq!(outlook(&orders), "all 2 orders of the hidden balls can be sorted, and still can after this plan");
        assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()));
        let plan = outcome.solutions[0].plan().unwrap();
        assert_eq!(plan.moves.len(), 1);
        // It is unknown what the next move would pour.
        let mut longer = plan.clone();
        longer.moves.push(Move { from: plan.moves[0].from, to: 4 });
        assert_eq!(puzzle.verify(&Solution::Plan(longer)).unwrap_err().rule, "hidden");
        let remarks = puzzle.remarks(&outcome, &Budget::default());
        assert!(remarks[0].starts_with("If every ball were seen, the orders that can be sorted take"), "{remarks:?}");
    }

    #[test]
    fn a_board_that_is_sorted_in_one_order_is_not_impossible() {
        let puzzle = hidden_board(3, "2?2 1?1", &[]);
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::Hidden));
        assert_eq!(outcome.solutions, [Solution::Plan(Plan::default())]);
        let orders = outcome.orders.unwrap();
        assert_eq!((orders.solvable, orders.unsolvable), (1, 1));
        assert!(outlook(&orders).starts_with("1 of 2 orders of the hidden balls can be sorted"));
    }

    #[test]
    fn a_lock_that_a_hidden_ball_opens_is_open_in_that_order() {
        let puzzle = hidden_board(2, "?3 1 ?2 1", &[None, Some(2), None, None]);
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!((&outcome.verdict, outcome.solutions.len()), (&Verdict::Unknown(Stopped::Hidden), 0));
        assert_eq!(outcome.orders.map(|orders| (orders.solvable, orders.unsolvable)), Some((1, 1)));
    }

    #[test]
    fn a_board_that_cannot_be_sorted_in_any_order_is_impossible() {
        let puzzle = hidden_board(3, "??3 ?21 ?13 -", &[None, None, Some(3)]);
        let outcome = puzzle.solve(&Ask::default());
        let Verdict::Impossible(conflict) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
        assert!(conflict.message.starts_with("none of the 12 orders"), "{}", conflict.message);
        assert_eq!(puzzle.remarks(&puzzle.solve(&Ask::default()), &Budget::default()), Vec::<String>::new());
    }

    #[test]
    fn a_ball_alone_in_its_bottle_is_sorted_whatever_it_is() {
        // Bottles 3 and 4 open when 2 is complete, which they may prevent, but they are not needed.
        let locks = vec![None, None, Some(2), Some(2)];
        let puzzle = |bottles: [&[u8]; 2]| {
            let bottles = vec![bottles[0].to_vec(), bottles[1].to_vec(), vec![HIDDEN], vec![HIDDEN]];
            BallSort::with(3, bottles, (Rule::Ball, Goal::Uniform), locks.clone(), Vec::new()).unwrap()
        };
        let sorted = puzzle([&[1, 1], &[2, 2]]);
        assert!(sorted.is_solved());
        assert_eq!(sorted.solve(&Ask::default()).verdict, Verdict::Optimal);
        let one_move = puzzle([&[1, 1, 2], &[2]]);
        let outcome = one_move.solve(&Ask::default());
        assert_eq!(outcome.verdict, Verdict::Optimal, "{outcome:?}");
        assert_eq!(outcome.solutions[0].plan().unwrap().moves, [Move { from: 0, to: 1 }]);
    }

    #[test]
    fn of_many_orders_a_sample_is_settled_and_the_number_is_at_least() {
        let puzzle = hidden_board(4, "?121 ?232 ?343 ?454 ?565 ?676 ?787 ?818 - - -", &[]);
        let orders = puzzle.solve(&Ask::default()).orders.unwrap();
        assert_eq!((orders.total, orders.is_exact()), (Some(40_320), false));
        assert!(orders.solvable > 0 && orders.solvable + orders.unsolvable <= SAMPLE as u64, "{orders:?}");
        assert!(outlook(&orders).starts_with("at least "), "{}", outlook(&orders));
    }

    #[test]
    fn every_order_is_made_once() {
        let mut colours = [1, 1, 2, 3];
        let mut made = 1;
        while next_order(&mut colours) {
            made += 1;
        }
        assert_eq!((made, colours), (12, [3, 2, 1, 1]));
        assert_eq!(count(&[1, 1, 2, 3]), Some(12));
        assert_eq!(count(&[]), Some(1));
        assert_eq!(count(&(1..=20).collect::<Vec<u8>>()), Some(2_432_902_008_176_640_000));
        assert_eq!(count(&(1..=21).collect::<Vec<u8>>()), None);
    }
}
