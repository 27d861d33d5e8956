//! Counting all solutions without visiting each, and drawing some of them at random.
//!
//! Where a board is ambiguous in several places that have no rule in common, the numbers of ways multiply: ten corners
//! with two ways each are a thousand solutions, and twenty branches suffice to count them. So what is open is split into
//! *parts* without a common rule, each part is counted by branching, and each branch is split again. The same remainder of
//! a part often comes up again in other branches; its number is kept under the whole state of the part as long as there
//! is memory.
//!
//! A solution is drawn by going down the same branches: each is taken as often as it has ways, so all solutions are
//! equally likely. The numbers are still in the table then, so that this costs next to nothing.
//!
//! When the budget ends, what was counted so far is a lower bound, and nothing is drawn.

use std::collections::HashMap;
use std::hash::Hash;

use super::Model;
use crate::random::{RngExt, stream};
use crate::solution::Solution;
use crate::verdict::{Ask, Outcome, Stopped, Verdict, Watch};

pub use board::Board;
pub use lottery::Lottery;

mod board;
mod lottery;

/// Branches are not nested deeper than this.
const MAX_DEPTH: usize = 1_000;

/// Most bytes of numbers that are remembered.
const MAX_BYTES: usize = 1 << 30;

/// How many ways there are, and whether that is all of them. A number too large for its word is the largest one.
pub type Ways = (u128, Result<(), Stopped>);

/// Boards with no more solutions than this are counted by listing them, which is quicker for few.
const LISTED: usize = 1_000;

/// Counts all solutions of a model, and draws some, where that was asked for. `list` is the family's own engine: it lists a
/// few solutions, all where there are few, and all that the budget allows where the branches would be nested too deep.
pub fn all(model: &Model, ask: &Ask, list: impl Fn(&Ask) -> Outcome, decode: impl Fn(&[u8]) -> Solution) -> Outcome {
    all_of(|| Board::new(model), ask, list, |board| decode(&board.values()))
}

/// The same for a board of any kind; `None` stands for one that has no solution.
pub fn all_of<B: Countable>(
    board: impl FnOnce() -> Option<B>,
    ask: &Ask,
    list: impl Fn(&Ask) -> Outcome,
    picture: impl Fn(&B) -> Solution,
) -> Outcome {
    let mut watch = ask.budget.start();
    let listed = LISTED.max(ask.solutions);
    let few = Ask { count: false, sample: None, solutions: listed + 1, ..ask.clone() };
    let mut outcome = list(&few);
    let found = std::mem::take(&mut outcome.solutions);
    outcome.solutions = found[..found.len().min(ask.solutions.max(1))].to_vec();
    if found.len() <= listed {
        outcome = match outcome.exact_count {
            Some(_) => outcome.sampled_from(&found, ask),
            None => Outcome { sampled: Err(ended(&outcome, &watch)), ..outcome },
        };
    } else if let Some(board) = board() {
        drop(found);
        let mut counter = Counter::new(board, &mut watch);
        let mut ways = counter.count(u64::MAX);
        ways.0 = ways.0.max(outcome.solution_count.into());
        if matches!(ways.1, Err(Stopped::Incomplete | Stopped::Memory)) && ask.sample.is_none() {
            outcome = list(&Ask { solutions: ask.solutions, ..ask.clone() });
            outcome.solution_count = outcome.solution_count.max(u64::try_from(ways.0).unwrap_or(u64::MAX));
        } else {
            outcome = counter.finish(outcome, ways, ask, picture);
        }
    }
    outcome.cpu = watch.cpu();
    outcome
}

/// Why a list of solutions has ended early.
fn ended(outcome: &Outcome, watch: &Watch<'_>) -> Stopped {
    match (watch.check(), &outcome.verdict) {
        (Err(why), _) | (Ok(()), &Verdict::Unknown(why)) => why,
        (Ok(()), _) => Stopped::Nodes,
    }
}

/// What counting asks of a board.
pub trait Countable {
    /// What can be open: a cell, a variable, a line.
    type Place: Copy;
    /// All that the number of ways to fill a part depends on.
    type State: Eq + Hash;
    /// What a branch decides.
    type Choice;
    /// Such decisions, one after the other: there may be more than there is memory for.
    type Choices: Iterator<Item = Self::Choice>;

    /// Parts with fewer places are counted again rather than remembered.
    const MIN_REMEMBERED: usize = 6;
    /// Whether counting is hopeless once there is no memory for more states.
    const NEEDS_MEMORY: bool = false;

    /// Everything that is open.
    fn open_places(&self) -> Vec<Self::Place>;
    /// Whether a place is open.
    fn is_open(&self, place: Self::Place) -> bool;
    /// Splits open places into parts without a common rule.
    fn parts(&mut self, open: Vec<Self::Place>) -> Vec<Vec<Self::Place>>;
    /// The state of a part, and about how many bytes it takes.
    fn state(&mut self, part: &[Self::Place]) -> (Self::State, usize);
    /// Decisions of which every filling of a part makes exactly one, always in the same order; nothing for a part without
    /// places.
    fn choices(&mut self, part: &[Self::Place]) -> Self::Choices;
    /// How much has been decided; [`Countable::take_back`] goes back there.
    fn mark(&self) -> usize;
    /// Decides, and draws the conclusions; `false` when a rule breaks.
    fn decide(&mut self, choice: Self::Choice) -> bool;
    /// Takes back everything after a mark.
    fn take_back(&mut self, mark: usize);
}

/// Counting in progress.
#[derive(Debug)]
pub struct Counter<'a, 'b, B: Countable> {
    /// The board that is counted.
    pub board: B,
    /// The budget.
    pub watch: &'a mut Watch<'b>,
    /// Branches so far.
    pub nodes: u64,
    remembered: HashMap<B::State, u128>,
    bytes: usize,
    most_bytes: usize,
    depth: usize,
    /// How many branches there may be.
    most: u64,
}

impl<'a, 'b, B: Countable> Counter<'a, 'b, B> {
    /// Counts the solutions of a board that has one, and on which all conclusions have been drawn.
    pub fn new(board: B, watch: &'a mut Watch<'b>) -> Self {
        let most_bytes = MAX_BYTES.min((watch.budget().memory / 2) as usize);
        Counter { board, watch, nodes: 0, remembered: HashMap::new(), bytes: 0, most_bytes, depth: 0, most: u64::MAX }
    }

    /// With no more than these bytes of numbers that are remembered.
    #[must_use]
    pub fn within_bytes(self, bytes: usize) -> Self {
        Counter { most_bytes: self.most_bytes.min(bytes), ..self }
    }

    /// All solutions, or those that were met after so many branches.
    pub fn count(&mut self, most: u64) -> Ways {
        self.most = most;
        let open = self.board.open_places();
        self.count_places(open, true)
    }

    /// Whether the last count has used up its branches.
    pub fn is_cut_off(&self) -> bool {
        self.nodes > self.most
    }

    /// Fills the board with one of its solutions, each as likely as any other. The caller takes it back.
    pub fn draw(&mut self, random: &mut impl RngExt) -> Result<(), Stopped> {
        let open = self.board.open_places();
        self.draw_places(open, random)
    }

    /// The outcome of counting: `first` with the number of all solutions, and with those that were to be drawn.
    pub fn finish(mut self, first: Outcome, ways: Ways, ask: &Ask, picture: impl Fn(&B) -> Solution) -> Outcome {
        let mut outcome = first.counted(ways);
        if let (Some(sample), (1.., Ok(()))) = (ask.sample, ways) {
            self.most = u64::MAX;
            let mut random = stream(sample.seed, "sample", 0);
            let mark = self.board.mark();
            for _ in 0..sample.count {
                if let Err(why) = self.draw(&mut random) {
                    outcome.sampled = Err(why);
                    break;
                }
                if let Ok(drawn) = &mut outcome.sampled {
                    drawn.push(picture(&self.board));
                }
                self.board.take_back(mark);
            }
        }
        outcome.counters.nodes += self.nodes;
        outcome.counters.generated += self.nodes;
        outcome.counters.peak_bytes = outcome.counters.peak_bytes.max(self.bytes as u64);
        outcome
    }

    /// The ways to fill these places, which are all that are open in their rules. `has_one` says that there is one.
    fn count_places(&mut self, open: Vec<B::Place>, has_one: bool) -> Ways {
        let parts = self.board.parts(open);
        let mut ways: u128 = 1;
        for (index, part) in parts.iter().enumerate() {
            let (own, ended) = self.count_part(part);
            ways = ways.saturating_mul(if has_one { own.max(1) } else { own });
            if ended.is_err() {
                // A part that was not counted might have no way at all.
                return (if has_one || index + 1 == parts.len() { ways } else { 0 }, ended);
            }
            if ways == 0 {
                break;
            }
        }
        (ways, Ok(()))
    }

    fn count_part(&mut self, part: &[B::Place]) -> Ways {
        self.nodes += 1;
        if let Err(why) = self.watch.tick(self.nodes, self.bytes as u64) {
            return (0, Err(why));
        }
        if self.is_cut_off() || self.depth == MAX_DEPTH {
            return (0, Err(Stopped::Incomplete));
        }
        if part.is_empty() {
            return (1, Ok(()));
        }
        let key = (part.len() >= B::MIN_REMEMBERED).then(|| self.board.state(part));
        if let Some(&ways) = key.as_ref().and_then(|(state, _)| self.remembered.get(state)) {
            return (ways, Ok(()));
        }
        let mut sum: u128 = 0;
        for choice in self.board.choices(part) {
            let (ways, ended) = self.count_choice(part, choice);
            sum = sum.saturating_add(ways);
            if ended.is_err() {
                return (sum, ended);
            }
        }
        if let Some((state, bytes)) = key {
            if self.bytes + bytes <= self.most_bytes {
                self.bytes += bytes;
                self.remembered.insert(state, sum);
            } else if B::NEEDS_MEMORY {
                return (sum, Err(Stopped::Memory));
            }
        }
        (sum, Ok(()))
    }

    /// The ways to fill a part after a decision.
    fn count_choice(&mut self, part: &[B::Place], choice: B::Choice) -> Ways {
        let mark = self.board.mark();
        let ways = if self.board.decide(choice) {
            let open = self.still_open(part);
            self.depth += 1;
            let ways = self.count_places(open, false);
            self.depth -= 1;
            ways
        } else {
            (0, Ok(()))
        };
        self.board.take_back(mark);
        ways
    }

    fn still_open(&self, part: &[B::Place]) -> Vec<B::Place> {
        part.iter().copied().filter(|&place| self.board.is_open(place)).collect()
    }

    fn draw_places(&mut self, open: Vec<B::Place>, random: &mut impl RngExt) -> Result<(), Stopped> {
        self.board.parts(open).iter().try_for_each(|part| self.draw_part(part, random))
    }

    fn draw_part(&mut self, part: &[B::Place], random: &mut impl RngExt) -> Result<(), Stopped> {
        let mut ways = Vec::new();
        for choice in self.board.choices(part) {
            let (own, ended) = self.count_choice(part, choice);
            ended?;
            ways.push(own);
        }
        let all = ways.iter().fold(0_u128, |sum, own| sum.saturating_add(*own));
        if all == u128::MAX {
            return Err(Stopped::TooMany(u64::MAX));
        }
        if all == 0 {
            return Ok(());
        }
        let mut rank = random.random_range(0..all);
        for (choice, own) in self.board.choices(part).zip(ways) {
            if rank < own {
                self.board.decide(choice);
                let open = self.still_open(part);
                return self.draw_places(open, random);
            }
            rank -= own;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
