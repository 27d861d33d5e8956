//! The schedule: which search runs next, and how much of the budget it may spend.

use super::super::contents::Contents;
use super::super::model::{Position, Space};
use super::super::oracle::{Answer, LARGE, Oracle, any_order, dig_beam, plan::expand};
use super::super::rows::Code;
use super::super::{BallSort, Rule};
use super::a_star::{Ended, Search};
use super::beam::Beam;
use super::claim;
use super::moves::Step;
use quandary_core::puzzle::{Move, Plan, Puzzle, Solution};
use quandary_core::search::ida_star_from;
use quandary_core::verdict::{Budget, Conflict, Counters, Outcome, Stopped, Watch};

/// How many border nodes the oracle may visit before anything else is tried, and how many when A\* takes long. On a
/// large board A\* rarely finds a plan, so the oracle gets more time to find one at once.
const FIRST_LOOK: u64 = 2_000;
const FIRST_LOOK_LARGE: u64 = 100_000;
const VERY_LARGE: usize = 90;
const LONG_LOOK: u64 = 2_000_000;

/// Beam widths on large boards, growing; fewer without a time limit.
const FEWEST_GAMES: usize = 4;
const MOST_GAMES: usize = 4096;
const MOST_GAMES_UNTIMED: usize = 64;

/// How many positions A\* may look at before other searches run: some tenths of a second, enough to solve
/// most boards. On a large board it is not enough; there, and when a share of the time has passed, others run sooner.
const FIRST_TRY: u64 = 300_000;
const FIRST_TRY_LARGE: u64 = 20_000;
const SLICE: u64 = 10_000;
const SHARE_OF_TIME: u32 = 5;

/// Weights of the searches for some plan, in quarters, with the positions that each may look at.
const WEIGHTED: [(u32, u64); 4] = [(16, 10_000), (10, 20_000), (7, 40_000), (5, 60_000)];

/// From this many colours on, the oracle keeps dead ends out of A\*. On smaller boards they are few.
const COLOURS_FOR_ORACLE: usize = 14;

/// What is spent, by all searches together.
pub(super) struct Purse<'b> {
    pub(super) watch: Watch<'b>,
    pub(super) nodes: u64,
    pub(super) generated: u64,
    peak_frontier: u64,
}

impl<'b> Purse<'b> {
    /// Charges the budget for one expanded position of a search that holds this many bytes that it does not charge itself.
    pub(super) fn node(&mut self, bytes: usize, waiting: usize) -> Result<(), Stopped> {
        self.watch.tick(self.nodes + 1, bytes as u64)?;
        self.nodes += 1;
        self.peak_frontier = self.peak_frontier.max(waiting as u64);
        Ok(())
    }

    fn counters(&self) -> Counters {
        let Purse { nodes, generated, peak_frontier, .. } = *self;
        let peak_bytes = self.watch.account().peak();
        Counters { nodes, generated, peak_frontier, peak_bytes, ..Counters::default() }
    }
}

/// Runs all searches, with the narrowest integer type that holds the board's contents.
pub(super) fn climb(puzzle: &BallSort, budget: &Budget) -> Outcome {
    let contents = Contents::of(puzzle);
    match contents.all.len() {
        0..=0x100 => Ladder::new(puzzle, &contents, budget).climb::<u8>(),
        0x101..=0x1_0000 => Ladder::new(puzzle, &contents, budget).climb::<u16>(),
        _ => Ladder::new(puzzle, &contents, budget).climb::<u32>(),
    }
}

struct Ladder<'a> {
    puzzle: &'a BallSort,
    contents: &'a Contents,
    purse: Purse<'a>,
    oracle: Oracle<'a>,
    /// What the oracle says of the start.
    answer: Answer,
    /// An order of borders found by the beam search of the border graph.
    order: Option<Vec<u16>>,
    /// The best plan so far.
    best: Option<Vec<Move>>,
}

impl<'a> Ladder<'a> {
    fn new(puzzle: &'a BallSort, contents: &'a Contents, budget: &'a Budget) -> Ladder<'a> {
        let watch = budget.start();
        let purse = Purse { watch, nodes: 0, generated: 0, peak_frontier: 0 };
        let answer = Answer::Unknown(Stopped::Nodes);
        let oracle = Oracle::new(contents, purse.watch.account());
        Ladder { puzzle, contents, purse, oracle, answer, order: None, best: None }
    }

    fn climb<C: Code>(mut self) -> Outcome {
        let is_large = self.contents.colours() >= LARGE;
        if is_large {
            self.walk_side_by_side();
        }
        if self.answer != Answer::Solvable {
            self.look(if is_large { FIRST_LOOK_LARGE } else { FIRST_LOOK });
        }
        if self.answer == Answer::DeadEnd {
            return self.no_order();
        }
        let charge = self.purse.watch.account().open();
        let mut search = match Search::<C>::new(self.contents, self.puzzle.rule, 4, u32::MAX, charge) {
            Ok(search) => search,
            Err(why) => {
                self.take_any_plan();
                return self.done(0, Err(why));
            }
        };
        let mut ended = self.first_try(&mut search);
        if ended == Ended::Paused {
            if self.answer != Answer::Solvable {
                self.look(LONG_LOOK);
            }
            if self.answer == Answer::DeadEnd {
                return self.no_order();
            }
            self.look_for_better_plans::<C>();
            search.know(self.known());
            ended = self.run(&mut search, u64::MAX);
        }
        let lower_bound = search.lower_bound();
        match ended {
            Ended::Sorted(goal) => {
                self.best = Some(self.moves(&search.plan(goal)));
                self.done(u32::MAX, Err(Stopped::Incomplete))
            }
            Ended::Exhausted => {
                let looked_at = self.purse.nodes;
                self.done(
                    u32::MAX,
                    Ok(Conflict::new(format!(
                        "from this start every one of the {looked_at} reachable positions (the order of bottles and \
                         pointless moves left aside) was looked at and none is sorted"
                    ))),
                )
            }
            Ended::Paused => self.done(lower_bound, Err(Stopped::Nodes)),
            Ended::Stopped(why) => {
                drop(search);
                if why == Stopped::Memory {
                    return self.without_memory::<C>(lower_bound);
                }
                if self.best.is_none() {
                    self.take_any_plan();
                }
                self.done(lower_bound, Err(why))
            }
        }
    }

    /// A\* by itself, until it has used its share.
    fn first_try<C: Code>(&mut self, search: &mut Search<'a, C>) -> Ended {
        let most = if self.contents.colours() < LARGE { FIRST_TRY } else { FIRST_TRY_LARGE };
        for _ in 0..most / SLICE {
            let ended = self.run(search, SLICE);
            let is_late = self.purse.watch.has_spent_share(SHARE_OF_TIME);
            if ended != Ended::Paused || is_late {
                return ended;
            }
        }
        Ended::Paused
    }

    /// Looks for plans that are better than the best so far: by weighted searches on boards that are small enough
    /// for them, and on large boards by beam search with growing width, as long as the time allows.
    fn look_for_better_plans<C: Code>(&mut self) {
        if self.best.is_none() {
            self.take_any_plan();
        }
        if self.contents.colours() < VERY_LARGE {
            for (weight, positions) in WEIGHTED {
                self.look_for_some_plan::<C>(weight, positions);
            }
        }
        if self.contents.colours() >= LARGE {
            self.look_for_better_games::<C>();
        }
    }

    /// Beam search with growing width.
    fn look_for_better_games<C: Code>(&mut self) {
        let most = if self.purse.watch.is_timed() { MOST_GAMES } else { MOST_GAMES_UNTIMED };
        let widths = std::iter::successors(Some(FEWEST_GAMES), |&width| (width < most).then_some(2 * width));
        for (width, caution) in widths.flat_map(|width| [(width, 1), (width, 0), (width, 2)]) {
            let beam = Beam { width, caution };
            match beam.look::<C>(self.contents, self.puzzle.rule, self.known(), &mut self.purse) {
                Ok(None) => {}
                Ok(Some(steps)) => {
                    let moves = self.moves(&steps);
                    self.keep(moves);
                }
                Err(_) => return,
            }
        }
    }

    /// Looks for an order of borders by beam search with growing width, within a part of the time.
    fn walk_side_by_side(&mut self) {
        for width in dig_beam::WIDTHS {
            let is_late = self.purse.watch.has_spent_share(SHARE_OF_TIME);
            if self.answer == Answer::Solvable || is_late {
                return;
            }
            let found = any_order(self.contents, &self.contents.start, width, &mut self.purse.watch);
            if let Ok(Some(order)) = found {
                (self.answer, self.order) = (Answer::Solvable, Some(order));
            }
        }
    }

    /// Asks the oracle about the start; a plan that it knows is kept.
    fn look(&mut self, limit: u64) {
        let before = self.oracle.nodes();
        self.answer = self.oracle.ask(&self.contents.start, &mut self.purse.watch, limit);
        self.purse.nodes += self.oracle.nodes() - before;
    }

    fn run<C: Code>(&mut self, search: &mut Search<'a, C>, positions: u64) -> Ended {
        let is_large = self.contents.colours() >= COLOURS_FOR_ORACLE;
        search.run(&mut self.purse, is_large.then_some(&mut self.oracle), positions)
    }

    /// The length of the best plan so far.
    fn known(&self) -> u32 {
        self.best.as_ref().map_or(u32::MAX, |moves| moves.len() as u32)
    }

    /// The oracle's plan, where it has one.
    fn take_any_plan(&mut self) {
        if self.answer == Answer::Solvable {
            let order = self.order.clone().unwrap_or_else(|| self.oracle.order(&self.contents.start));
            let moves = expand(self.contents, self.puzzle.rule, &order);
            self.keep(moves);
        }
    }

    fn keep(&mut self, moves: Vec<Move>) {
        let is_shorter = (moves.len() as u32) < self.known();
        let plan = Solution::Plan(Plan { moves, lower_bound: 0 });
        if let (true, Ok(()), Solution::Plan(plan)) = (is_shorter, self.puzzle.verify(&plan), plan) {
            self.best = Some(plan.moves);
        }
    }

    /// A search with a weight on the estimate, for a plan that is shorter than the best so far.
    fn look_for_some_plan<C: Code>(&mut self, weight: u32, positions: u64) {
        if self.best.is_none() {
            self.take_any_plan();
        }
        let charge = self.purse.watch.account().open();
        let search = Search::<C>::new(self.contents, self.puzzle.rule, weight, self.known(), charge);
        let Ok(mut search) = search else { return };
        if let Ended::Sorted(goal) = search.run(&mut self.purse, Some(&mut self.oracle), positions) {
            let moves = self.moves(&search.plan(goal));
            self.keep(moves);
        }
    }

    /// What is left to do when A\* has used up the memory: IDA\* needs little, and takes over the bound that is proved.
    /// If better plans have not been searched for yet, it is done now: A\*'s own memory is free again.
    fn without_memory<C: Code>(mut self, lower_bound: u32) -> Outcome {
        if self.best.is_none() {
            self.look_for_better_plans::<C>();
        }
        if self.known() <= lower_bound {
            return self.done(lower_bound, Err(Stopped::Memory));
        }
        let space = Space::tidy(self.puzzle);
        let h = |position: &Position| Some(space.distance(position));
        // The oracle is done, and its memory is needed.
        self.oracle = Oracle::new(self.contents, self.purse.watch.account());
        let mut rest = self.purse.watch.budget();
        // IDA* may never finish; without a time limit, it may look at as much as A* did.
        let most = if rest.deadline.is_none() { self.purse.nodes } else { u64::MAX };
        rest.nodes = Some(rest.nodes.map_or(most, |all| all.saturating_sub(self.purse.nodes).min(most)));
        let found = ida_star_from(&space, &rest, h, lower_bound);
        self.purse.nodes += found.counters.nodes;
        self.purse.generated += found.counters.generated;
        if let Some(steps) = found.plan {
            self.best = Some(space.plan(&steps));
        }
        let ended = found.ended.map_err(|_| Stopped::Memory);
        let conflict = "from this start every reachable position (the order of bottles and pointless moves left aside) \
                        was looked at and none is sorted";
        self.done(found.lower_bound.max(lower_bound), ended.map(|()| Conflict::new(conflict)))
    }

    /// The start cannot be sorted: the oracle has looked at every order of digging.
    fn no_order(self) -> Outcome {
        let nodes = self.oracle.nodes();
        let message = format!(
            "the bottles cannot be dug out in any order: all {nodes} ways to uncover colours that can be reached end \
             where too few bottles are left for the colours that need one"
        );
        self.done(u32::MAX, Ok(Conflict::new(message)))
    }

    fn done(self, lower_bound: u32, ended: Result<Conflict, Stopped>) -> Outcome {
        let counters = self.purse.counters();
        claim(self.puzzle, self.best, lower_bound, ended, counters, self.purse.watch.cpu())
    }

    /// Pours between contents as moves between bottles.
    fn moves(&self, steps: &[Step]) -> Vec<Move> {
        let mut bottles = self.contents.start.clone();
        let mut moves = Vec::new();
        for &Step { from, to, count } in steps {
            let Some(source) = bottles.iter().position(|&bottle| bottle == from) else { break };
            let target = bottles.iter().enumerate().position(|(at, &bottle)| at != source && bottle == to);
            let Some(target) = target else { break };
            let colour = self.contents.at(from).colour;
            bottles[source] = self.contents.less(from, count);
            bottles[target] = self.contents.more(to, colour, count);
            let step = Move { from: source as u16, to: target as u16 };
            let times = if self.puzzle.rule == Rule::Ball { usize::from(count) } else { 1 };
            moves.extend(std::iter::repeat_n(step, times));
        }
        moves
    }
}
