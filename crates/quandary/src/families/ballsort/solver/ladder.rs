//! From rung to rung: which search has its turn, and what of the budget it may spend.

use super::super::contents::Contents;
use super::super::model::{Position, Space};
use super::super::oracle::{Answer, Oracle, plan::expand};
use super::super::rows::Code;
use super::super::{BallSort, Rule};
use super::a_star::{Ended, Search};
use super::claim;
use super::moves::Step;
use crate::puzzle::Move;
use crate::search::ida_star_from;
use crate::verdict::{Budget, Conflict, Counters, Outcome, Stopped, Watch};

/// How many border nodes the oracle may look into before anything else is tried, and how many when A\* takes long. Of a
/// large board A\* will hardly find a plan, so the oracle gets more time to find one at once.
const FIRST_LOOK: u64 = 2_000;
const FIRST_LOOK_LARGE: u64 = 100_000;
const LARGE: usize = 40;
const LONG_LOOK: u64 = 2_000_000;

/// How many positions A\* may look at before other searches have their turn.
const FIRST_TRY: u64 = 20_000;

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
    peak_bytes: u64,
    /// Bytes held by whoever waits while another search has its turn.
    aside: u64,
}

impl Purse<'_> {
    /// Pays for one position that is looked into.
    pub(super) fn node(&mut self, bytes: usize, waiting: usize) -> Result<(), Stopped> {
        let bytes = bytes as u64 + self.aside;
        self.watch.tick(self.nodes + 1, bytes)?;
        self.nodes += 1;
        self.peak_bytes = self.peak_bytes.max(bytes);
        self.peak_frontier = self.peak_frontier.max(waiting as u64);
        Ok(())
    }

    fn counters(&self) -> Counters {
        let Purse { nodes, generated, peak_frontier, peak_bytes, .. } = *self;
        Counters { nodes, generated, peak_frontier, peak_bytes, ..Counters::default() }
    }
}

/// Solves by all means, in the narrowest code that holds the board's contents.
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
    budget: &'a Budget,
    purse: Purse<'a>,
    oracle: Oracle<'a>,
    /// What the oracle says of the start.
    answer: Answer,
    /// The best plan so far.
    best: Option<Vec<Move>>,
}

impl<'a> Ladder<'a> {
    fn new(puzzle: &'a BallSort, contents: &'a Contents, budget: &'a Budget) -> Ladder<'a> {
        let watch = budget.start();
        let purse = Purse { watch, nodes: 0, generated: 0, peak_frontier: 0, peak_bytes: 0, aside: 0 };
        let answer = Answer::Unknown(Stopped::Nodes);
        Ladder { puzzle, contents, budget, purse, oracle: Oracle::new(contents), answer, best: None }
    }

    fn climb<C: Code>(mut self) -> Outcome {
        self.look(if self.contents.colours() < LARGE { FIRST_LOOK } else { FIRST_LOOK_LARGE });
        if self.answer == Answer::DeadEnd {
            return self.no_order();
        }
        let mut search = Search::<C>::new(self.contents, self.puzzle.rule, 4, u32::MAX);
        let mut ended = self.run(&mut search, FIRST_TRY);
        if ended == Ended::Paused {
            self.purse.aside = search.bytes() as u64;
            if self.answer != Answer::Solvable {
                self.look(LONG_LOOK);
            }
            if self.answer == Answer::DeadEnd {
                return self.no_order();
            }
            for (weight, positions) in WEIGHTED {
                self.look_for_some_plan::<C>(weight, positions);
            }
            self.purse.aside = 0;
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
                if self.best.is_none() {
                    self.take_any_plan();
                }
                if why == Stopped::Memory { self.without_memory(lower_bound) } else { self.done(lower_bound, Err(why)) }
            }
        }
    }

    /// Asks the oracle about the start; a plan that it knows is kept.
    fn look(&mut self, limit: u64) {
        let before = self.oracle.nodes();
        self.answer = self.oracle.ask(&self.contents.start, &mut self.purse.watch, limit);
        self.purse.nodes += self.oracle.nodes() - before;
        self.purse.peak_bytes = self.purse.peak_bytes.max(self.oracle.bytes() as u64);
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
            let moves = expand(self.contents, self.puzzle.rule, &self.oracle.order(&self.contents.start));
            self.keep(moves);
        }
    }

    fn keep(&mut self, moves: Vec<Move>) {
        if (moves.len() as u32) < self.known() {
            self.best = Some(moves);
        }
    }

    /// A search with a weight on the estimate, for a plan that is shorter than the best so far.
    fn look_for_some_plan<C: Code>(&mut self, weight: u32, positions: u64) {
        if self.best.is_none() {
            self.take_any_plan();
        }
        let mut search = Search::<C>::new(self.contents, self.puzzle.rule, weight, self.known());
        if let Ended::Sorted(goal) = search.run(&mut self.purse, Some(&mut self.oracle), positions) {
            let moves = self.moves(&search.plan(goal));
            self.keep(moves);
        }
    }

    /// What is left to do when A\* has used up the memory: IDA\* needs little, and takes over the bound that is proved.
    fn without_memory(mut self, lower_bound: u32) -> Outcome {
        let space = Space::tidy(self.puzzle);
        let h = |position: &Position| Some(space.distance(position));
        let mut rest = self.budget.clone();
        rest.time = rest.time.map(|all| all.saturating_sub(self.purse.watch.wall()));
        // IDA* may need centuries; where there is no limit of time, it may look at as much as A* did.
        let most = if rest.time.is_none() { self.purse.nodes } else { u64::MAX };
        rest.nodes = Some(rest.nodes.map_or(most, |all| (all - self.purse.nodes).min(most)));
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
