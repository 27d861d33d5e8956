//! Can this board still be sorted? The border graph of Ito and others.
//!
//! A *border* is between two balls of different colours, one above the other. No move makes a new one, and
//! a board without borders is easily sorted, so sorting is removing all borders. Whether that is possible does not
//! depend on where the free balls are at the moment, only on how far each bottle has been dug (Ito, Kawahara, Minato,
//! Otachi, Saitoh, Suzuki, Uehara, Uno, Yamanaka, Yoshinaka, *Sorting Balls and Water: Equivalence and Computational
//! Complexity*, 2022):
//!
//! ```text
//!     B        the border between A and B is below two balls of B; above it there is room for two balls, and as long
//!     B        as one B is there, for B alone
//!   -----
//!     A        A is buried, B is free
//!     C
//! ```
//!
//! Let colour `c` have `F` free balls in all, and let `G` be the room above those last borders that have `c` above them.
//! If `F > G` the rest of `c` needs bottles without borders: `⌈(F − G) / capacity⌉` of them. A last border with `c` above
//! it can be removed exactly when, with the room above it not counted, all colours together need no more bottles than
//! there are without borders:
//!
//! - It is necessary: right after the last `c` has left, every free ball is above some other border with its own colour,
//!   or in a bottle without borders, and no such bottle holds two colours.
//! - It is sufficient: each colour first fills the room above its borders from its own bottles and gathers the rest in as few
//!   as it needs; that leaves room, or an empty bottle, for every `c` above this border. Only whole pours are used, so
//!   ball and water rule have the same answer. The module `plan` does exactly that.
//!
//! Nothing here asks how many bottles a colour fills, whether bottles are full at the start, or which rule is in force: the
//! theorem holds for every [`BallSort`] that can be made (bottles of one capacity; a board without borders is sorted by the
//! looser goal, and by the usual one as soon as every colour is gathered).
//!
//! So the question is a path in an acyclic graph, from "all borders" to "no borders". Its nodes are sets of cores
//! (see `super::contents`); `Oracle` walks depth first and remembers every node, compared in full, as alive or dead. Two
//! kinds of removals are safe at once and tried alone. Call a colour *settled* when it needs as many bottles as it will ever
//! fill, and will from here to the end, however much room its buried borders add.
//!
//! - The colour above the border is settled: its room there saves nothing now or later, and what is uncovered only helps.
//! - The bottle is cleared, and the colour at its bottom is settled: that is one more bottle without borders. The colour above needs
//!   one more bottle than without the removal at most, the one at the bottom none.
//!
//! Either way, at no later point fewer bottles are left for the others, so any order that works goes on working.
//!
//! Twelve colours with two empty bottles take some 30 µs, fifty with five some milliseconds. Boards near the edge of what
//! can be sorted (fifty with three) may need millions of nodes: then the answer is "unknown" when the budget ends. Of boards
//! with hundreds of colours a beam search (`dig_beam`) finds an order where depth-first search would backtrack for ever.

mod dig;
pub(super) mod dig_beam;
mod memory;
pub(super) mod plan;
#[cfg(test)]
mod tests;
mod walk;

use super::BallSort;
use super::contents::Contents;
use quandary_core::puzzle::Move;
use quandary_core::verdict::{Budget, Counters, Stopped, Watch};

pub(super) use dig::spare;
use dig_beam::{Border, Bottle, order};
pub(super) use walk::Oracle;

/// From this many colours on a board is large.
pub(super) const LARGE: usize = 40;

/// What the oracle says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a plan.
    Solvable,
    /// There is none, proved.
    DeadEnd,
    /// The budget ended first.
    Unknown(Stopped),
}

/// Whether a board can be sorted, and what it took to find out. The rule in force makes no difference.
///
/// Of hidden balls it knows nothing. Locks are left aside, and every bottle is taken to be as large as the largest, so that a
/// board with locks or with bottles of different sizes is at best not proved to be a dead end.
pub fn ask(puzzle: &BallSort, budget: &Budget) -> (Answer, Counters) {
    if puzzle.hidden() > 0 {
        return (Answer::Unknown(Stopped::Incomplete), Counters::default());
    }
    let contents = Contents::of(puzzle);
    let mut watch = budget.start();
    let mut oracle = Oracle::new(&contents, watch.account());
    // On a large board depth-first search seldom finds an order, and a beam mostly does.
    if contents.colours() >= LARGE {
        for width in dig_beam::WIDTHS {
            match any_order(&contents, &contents.start, width, &mut watch) {
                Ok(None) => {}
                Ok(Some(order)) => {
                    let counters = Counters { nodes: order.len() as u64 * width as u64, ..Counters::default() };
                    return (honest(puzzle, Answer::Solvable), counters);
                }
                Err(why) => return (Answer::Unknown(why), oracle.counters()),
            }
        }
    }
    let answer = oracle.ask(&contents.start, &mut watch, u64::MAX);
    (honest(puzzle, answer), oracle.counters())
}

/// Whether the bottles can be dug out in this order, each to the bottom before the next: a proof that the board can be
/// sorted, which is checked much faster than found.
pub(super) fn can_be_dug(puzzle: &BallSort, order: &[usize]) -> bool {
    let contents = Contents::of(puzzle);
    let mut dig = dig::Dig::new(&contents);
    dig.start_at(contents.start.iter().map(|&bottle| contents.at(bottle).core));
    for &bottle in order {
        let mut core = contents.at(contents.start[bottle]).core;
        while core != 0 {
            if !dig.can_remove(core) {
                return false;
            }
            dig.remove(core);
            core = contents.at(contents.cores[usize::from(core)].below).core;
        }
    }
    dig.is_done()
}

/// An order in which all borders of a position go, found by a beam of this width, by one kind of steps or the other;
/// `None` when all walks end, which proves nothing.
pub(super) fn any_order(
    contents: &Contents,
    bottles: &[u32],
    width: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Vec<u16>>, Stopped> {
    match order::<Border>(contents, bottles, width, watch)? {
        None => order::<Bottle>(contents, bottles, width / 2, watch),
        found => Ok(found),
    }
}

/// What an answer about a board without its locks implies for the board with them.
fn honest(puzzle: &BallSort, answer: Answer) -> Answer {
    match answer {
        Answer::Solvable if !puzzle.locks.is_empty() => Answer::Unknown(Stopped::Incomplete),
        answer => answer,
    }
}

/// How close a plan comes to dead ends: what makes a board hard for people, far more than its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DeadEnds {
    /// Moves that could be made on the way, without pointless ones and twins.
    pub moves: u32,
    /// Those among them after which the board could not be sorted any more.
    pub losing: u32,
    /// Positions on the way where only one move was right.
    pub narrow: u32,
    /// How many moves were made before the first chance to lose.
    pub first: Option<u32>,
}

impl DeadEnds {
    /// The share of moves that lose, from 0 to 1.
    pub(crate) fn share(&self) -> f64 {
        f64::from(self.losing) / f64::from(self.moves.max(1))
    }
}

/// Counts the dead ends along a plan. `Err` when the budget ended first, or the board has hidden balls or locks.
pub(crate) fn dead_ends(puzzle: &BallSort, plan: &[Move], budget: &Budget) -> Result<DeadEnds, Stopped> {
    if puzzle.hidden() > 0 || !puzzle.locks.is_empty() {
        return Err(Stopped::Incomplete);
    }
    let contents = Contents::of(puzzle);
    let mut watch = budget.start();
    let mut oracle = Oracle::new(&contents, watch.account());
    let mut bottles = contents.start.clone();
    let mut found = DeadEnds::default();
    for (made, &step) in plan.iter().enumerate() {
        let (mut right, mut seen) = (0, Vec::new());
        for (from, &source) in bottles.iter().enumerate() {
            for (to, &target) in bottles.iter().enumerate() {
                let is_pointless = contents.at(source).is_pure() && target == 0;
                if from == to || is_pointless || seen.contains(&(source, target)) {
                    continue;
                }
                seen.push((source, target));
                let mut next = bottles.clone();
                if !make(&contents, puzzle.rule, &mut next, Move { from: from as u16, to: to as u16 }) {
                    continue;
                }
                found.moves += 1;
                match oracle.ask(&next, &mut watch, u64::MAX) {
                    Answer::Solvable => right += 1,
                    Answer::DeadEnd => {
                        found.losing += 1;
                        found.first = found.first.or(Some(made as u32));
                    }
                    Answer::Unknown(why) => return Err(why),
                }
            }
        }
        found.narrow += u32::from(right == 1);
        if !make(&contents, puzzle.rule, &mut bottles, step) {
            return Err(Stopped::Incomplete);
        }
    }
    Ok(found)
}

/// Makes a move on numbered contents; `false` when the rules forbid it.
fn make(contents: &Contents, rule: super::Rule, bottles: &mut [u32], step: Move) -> bool {
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    if from == to || from >= bottles.len() || to >= bottles.len() {
        return false;
    }
    let most = contents.pourable(bottles[from], bottles[to]);
    let count = match rule {
        super::Rule::Ball => most.min(1),
        super::Rule::Water => most,
    };
    if count > 0 {
        let colour = contents.at(bottles[from]).colour;
        bottles[from] = contents.less(bottles[from], count);
        bottles[to] = contents.more(bottles[to], colour, count);
    }
    count > 0
}
