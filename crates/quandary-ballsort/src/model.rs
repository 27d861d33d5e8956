//! The rules as a state space: positions, moves, and bounds on how far the goal is.
//!
//! A position is one row of bytes, bottle after bottle, each from the bottom up, 0 for an empty place. There are two
//! spaces over it. The *plain* one has every legal move, and positions are equal when they are equal as matrices. The
//! *tidy* one keeps the bottles of every position sorted, since their order does not matter, and leaves out moves that no
//! shortest plan needs:
//!
//! - out of a bottle full of one colour, once all balls of that colour are in full bottles. They need never move
//!   again: a plan that moves them uses no fewer bottles for them at any time, so it stays a plan when those moves are
//!   left out and bottles are renamed. *Not* out of every full bottle: when a colour fills several, emptying a full one
//!   onto scattered tops can be the only way to win a free bottle.
//! - from a bottle of one colour into an empty one of the same size. Both hold what one of them could hold, so the position
//!   before does at least as well (one move earlier).
//! - between bottles that look alike, but for the first of them: of several empty bottles one is enough.
//!
//! When every bottle of one colour is sorted, full or not, only the last of these moves is left out. When bottles differ in
//! size, the first is not left out: a colour may have to change to bottles of other sizes; and bottles are sorted by size first,
//! so that each size has its places in a position. When bottles are
//! locked they keep their places in tidy positions, and no space moves a colour again that is complete (it need not, for the
//! reason above), so that what is open stays open and a position says by itself which bottles are.
//!
//! Two shortcuts that are often used are wrong and not taken: to pour onto a bottle of one colour whenever there is
//! one, and to pour only when the whole run fits. The tests have boards that they lose.
//!
//! Cost: a move copies the position, a byte for each place of each bottle, and the bounds read as much.

use std::rc::Rc;

use super::{BallSort, Goal, MAX_BOTTLES, Rule};
use quandary_core::puzzle::Move;
use quandary_core::search::StateSpace;

/// A position: bottle after bottle, bottom first, 0 for an empty place. Shared, not copied, between the search's
/// tables.
pub type Position = Rc<[u8]>;

/// The state space of one board.
pub struct Space<'p> {
    puzzle: &'p BallSort,
    is_tidy: bool,
    /// Where each bottle of a position begins, and where the last one ends.
    ends: Vec<usize>,
    /// For each colour, the most bottles that it fills in the end.
    homes: [u16; 256],
}

/// What a move needs to know about a bottle.
#[derive(Clone, Copy)]
struct Look {
    /// Balls that it holds when full.
    holds: usize,
    /// Balls in it.
    filled: usize,
    /// The colour on top; 0 in an empty bottle.
    top: u8,
    /// Balls of that colour on top of each other.
    run: usize,
}

impl Look {
    fn at(bottle: &[u8]) -> Look {
        let filled = bottle.iter().position(|&ball| ball == 0).unwrap_or(bottle.len());
        let top = if filled == 0 { 0 } else { bottle[filled - 1] };
        let run = bottle[..filled].iter().rev().take_while(|&&ball| ball == top).count();
        Look { holds: bottle.len(), filled, top, run }
    }

    /// Whether all balls in it have one colour.
    fn is_pure(self) -> bool {
        self.run == self.filled
    }
}

impl<'p> Space<'p> {
    /// Every legal move, positions compared as matrices.
    pub fn plain(puzzle: &'p BallSort) -> Self {
        Space::new(puzzle, false)
    }

    /// Bottles in one order, and only moves that a shortest plan may need.
    pub fn tidy(puzzle: &'p BallSort) -> Self {
        Space::new(puzzle, true)
    }

    fn new(puzzle: &'p BallSort, is_tidy: bool) -> Self {
        let mut space = Space { puzzle, is_tidy, ends: vec![0], homes: puzzle.homes() };
        for bottle in space.order(&puzzle.bottles) {
            space.ends.push(space.ends[space.ends.len() - 1] + puzzle.holds(bottle));
        }
        space
    }

    /// Whether bottle order and pointless moves are ignored.
    pub fn is_tidy(&self) -> bool {
        self.is_tidy
    }

    /// The bottles of a position, each with its empty places.
    pub(super) fn bottles<'s>(&'s self, position: &'s [u8]) -> impl Iterator<Item = &'s [u8]> {
        self.ends.windows(2).map(|ends| &position[ends[0]..ends[1]])
    }

    /// The bottles in the order of this space's positions: the index of each in `bottles`.
    fn order(&self, bottles: &[Vec<u8>]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..bottles.len()).collect();
        if self.is_tidy && self.puzzle.locks.is_empty() {
            // Padding with zeros, as in positions, orders bottles exactly as their bare contents do.
            let size = |bottle: usize| self.puzzle.holds(bottle);
            order.sort_by(|&a, &b| size(a).cmp(&size(b)).then_with(|| bottles[a].cmp(&bottles[b])));
        }
        order
    }

    /// A plan in this space as moves between the bottles of the puzzle, where they keep their places.
    pub fn plan(&self, steps: &[Move]) -> Vec<Move> {
        let mut bottles = self.puzzle.bottles.clone();
        let mut plan = Vec::with_capacity(steps.len());
        for step in steps {
            let order = self.order(&bottles);
            let step = Move { from: order[usize::from(step.from)] as u16, to: order[usize::from(step.to)] as u16 };
            plan.push(step);
            let holds = self.puzzle.holds(step.to.into());
            if super::pour(&mut bottles, holds, self.puzzle.rule, step).is_err() {
                break; // Never so, unless this space is wrong; then verifying the plan shows where.
            }
        }
        plan
    }

    /// For each colour, how many bottles are full of it.
    fn full_bottles(&self, looks: &[Look]) -> [u16; 256] {
        let mut full = [0; 256];
        for look in looks {
            if look.filled == look.holds && look.is_pure() {
                full[usize::from(look.top)] += 1;
            }
        }
        full
    }

    /// The position after a move. Of a tidy position only two bottles change, so the rest is still in order and the two
    /// are merged in.
    fn after(&self, position: &[u8], from: usize, to: usize, looks: &[Look], count: usize) -> Position {
        let mut next = position.to_vec();
        let (source, target) = (looks[from], looks[to]);
        next[self.ends[from] + source.filled - count..][..count].fill(0);
        next[self.ends[to] + target.filled..][..count].fill(source.top);
        if !self.is_tidy || !self.puzzle.locks.is_empty() {
            return next.into();
        }
        // Sizes first, then contents: the order of the places.
        let is_before = |a: &[u8], b: &[u8]| a.len() < b.len() || (a.len() == b.len() && a <= b);
        let changed = [from, to].map(|at| &next[self.ends[at]..self.ends[at + 1]]);
        let [low, high] = if is_before(changed[0], changed[1]) { changed } else { [changed[1], changed[0]] };
        let mut sorted = Vec::with_capacity(next.len());
        let mut fresh = [low, high].into_iter().peekable();
        for (index, bottle) in self.bottles(&next).enumerate() {
            if index != from && index != to {
                while let Some(first) = fresh.next_if(|&first| is_before(first, bottle)) {
                    sorted.extend_from_slice(first);
                }
                sorted.extend_from_slice(bottle);
            }
        }
        fresh.for_each(|rest| sorted.extend_from_slice(rest));
        sorted.into()
    }

    /// The simplest heuristic: bottles that hold more than one colour.
    ///
    /// Each of them must lose a ball. A move takes from one bottle only, and never mixes another, so it lowers the
    /// number by at most 1: the bound is admissible and consistent, under both rules.
    pub fn mixed_bottles(&self, position: &Position) -> u32 {
        self.bottles(position).filter(|bottle| !Look::at(bottle).is_pure()).count() as u32
    }

    /// The better heuristic, by the rule in force: [`Space::pours_needed`] or [`Space::moves_needed`].
    pub fn distance(&self, position: &Position) -> u32 {
        match (self.puzzle.goal, self.puzzle.rule) {
            (Goal::Full, Rule::Ball) => self.moves_needed(position),
            (Goal::Full, Rule::Water) => self.pours_needed(position),
            (Goal::Uniform, _) => self.mixed_balls(position),
        }
    }

    /// Every bottle of one colour: borders by the water rule, since a pour removes one at most; balls above the lowest
    /// border of their bottle by the ball rule, since each of them must leave and a move takes one. No move makes a
    /// border, or puts a ball above one where none was, so both are consistent.
    pub fn mixed_balls(&self, position: &Position) -> u32 {
        let count = |bottle: &[u8]| {
            let balls = &bottle[..Look::at(bottle).filled];
            match self.puzzle.rule {
                Rule::Water => balls.windows(2).filter(|pair| pair[0] != pair[1]).count(),
                Rule::Ball => balls.iter().skip_while(|&&ball| ball == balls[0]).count(),
            }
        };
        self.bottles(position).map(count).sum::<usize>() as u32
    }

    /// Water: runs, less the bottles that each colour can settle in, counted up to as many as it will fill.
    ///
    /// In the end there is one run in each full bottle, and every colour `c` has `m(c)` of them at most, so the bound is 0
    /// there. It is consistent because one pour lowers it by at most 1: a whole run poured onto its colour makes one run
    /// less, and never gives a colour a new bottom; poured into an empty bottle it gives one new bottom and saves no
    /// run; poured in part it does neither. (A bottle of one colour that is emptied costs a bottom; that only raises it.)
    /// Consistent and 0 at the goal means that it never overestimates.
    pub fn pours_needed(&self, position: &Position) -> u32 {
        let mut runs = 0;
        let mut bottoms = [0; 256];
        for bottle in self.bottles(position) {
            runs += u32::from(bottle[0] != 0);
            runs += bottle.windows(2).filter(|pair| pair[0] != pair[1] && pair[1] != 0).count() as u32;
            bottoms[usize::from(bottle[0])] += 1;
        }
        bottoms[0] = 0;
        let settled: u32 =
            bottoms.iter().zip(&self.homes).map(|(&seen, &homes): (&u16, _)| u32::from(seen.min(homes))).sum();
        runs - settled
    }

    /// Ball: balls, less those that may stay where they are: for a colour that fills `m(c)` bottles, its `m(c)` longest
    /// runs at the bottom of a bottle.
    ///
    /// In the end those are all balls, so the bound is 0 there. It is consistent because one move changes one colour's
    /// bottom runs only, and makes at most one of them longer, by one ball: the sum of the longest ones grows by at most
    /// 1. Consistent and 0 at the goal means that it never overestimates.
    pub fn moves_needed(&self, position: &Position) -> u32 {
        let balls = position.iter().filter(|&&ball| ball != 0).count() as u32;
        // Colour and length in one number, so that sorting puts each colour's longest run last.
        let mut runs = [0; MAX_BOTTLES];
        for (slot, bottle) in runs.iter_mut().zip(self.bottles(position)) {
            let length = bottle.iter().take_while(|&&ball| ball == bottle[0]).count();
            *slot = u16::from(bottle[0]) << 8 | length as u16;
        }
        let runs = &mut runs[..self.puzzle.bottles.len()];
        runs.sort_unstable();
        let (mut colour, mut taken, mut settled) = (0, 0, 0);
        for &run in runs.iter().rev() {
            let this = run >> 8;
            taken = if this == colour { taken + 1 } else { 1 };
            colour = this;
            if taken <= self.homes[usize::from(colour)] {
                settled += u32::from(run & 0xff);
            }
        }
        balls - settled
    }
}

impl StateSpace for Space<'_> {
    type State = Position;
    type Key = Position;
    type Move = Move;

    fn start(&self) -> Position {
        let bottles = &self.puzzle.bottles;
        let padding = |at: usize| std::iter::repeat_n(0, self.puzzle.holds(at) - bottles[at].len());
        let order = self.order(bottles);
        order.iter().flat_map(|&at| bottles[at].iter().copied().chain(padding(at))).collect()
    }

    fn is_goal(&self, position: &Position) -> bool {
        self.bottles(position).all(|bottle| match self.puzzle.goal {
            Goal::Full => bottle.iter().all(|&ball| ball == bottle[0]),
            Goal::Uniform => Look::at(bottle).is_pure(),
        })
    }

    fn key(&self, position: &Position) -> Position {
        position.clone()
    }

    fn successors(&self, position: &Position, visit: &mut dyn FnMut(Move, Position, u32)) {
        let bottles: Vec<&[u8]> = self.bottles(position).collect();
        let looks: Vec<Look> = bottles.iter().map(|bottle| Look::at(bottle)).collect();
        let full = self.full_bottles(&looks);
        let has_locks = !self.puzzle.locks.is_empty();
        let is_twin =
            |bottle: usize| self.is_tidy && !has_locks && bottle > 0 && bottles[bottle] == bottles[bottle - 1];
        let is_complete = |colour: u8| full[usize::from(colour)] == self.homes[usize::from(colour)];
        let is_locked = |bottle: usize| self.puzzle.lock(bottle).is_some_and(|colour| !is_complete(colour));
        let leaves_out = self.is_tidy && self.puzzle.goal == Goal::Full;
        let stays = has_locks || (leaves_out && !self.puzzle.is_mixed());
        for (from, source) in looks.iter().enumerate() {
            if source.filled == 0 || is_twin(from) || is_locked(from) {
                continue;
            }
            let is_finished = source.is_pure() && is_complete(source.top);
            if stays && is_finished {
                continue;
            }
            for (to, target) in looks.iter().enumerate() {
                let fits = target.filled < target.holds && (target.filled == 0 || target.top == source.top);
                // The first of several twins may be the source itself; then the second stands for them.
                if to == from || !fits || (is_twin(to) && to - 1 != from) || is_locked(to) {
                    continue;
                }
                if leaves_out && target.filled == 0 && source.is_pure() && source.holds == target.holds {
                    continue;
                }
                let count = match self.puzzle.rule {
                    Rule::Ball => 1,
                    Rule::Water => source.run.min(target.holds - target.filled),
                };
                let step = Move { from: from as u16, to: to as u16 };
                visit(step, self.after(position, from, to, &looks, count), 1);
            }
        }
    }

    fn state_bytes(&self) -> usize {
        // The bytes themselves and the two reference counts before them.
        self.ends[self.puzzle.bottles.len()] + 2 * size_of::<usize>()
    }
}
