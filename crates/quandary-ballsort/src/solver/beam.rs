//! Plans for large boards: beam search.
//!
//! A board of a hundred colours has a plan of some three hundred pours, and A\* would have to look at more positions than
//! there is memory for. Here a fixed number of games advances move by move, and of all positions that they could reach
//! next only the best are kept: those with the smallest cost and bound together, and among these the ones that leave most
//! bottles to spare (see [`super::super::oracle`]), as a game without room to spare is soon lost. Nothing is proved, but the
//! plans are good, and more games side by side give better ones: that is what happens until the time is over.

use std::collections::HashSet;

use super::super::Rule;
use super::super::contents::Contents;
use super::super::oracle::spare;
use super::super::rows::Code;
use super::gather::Waste;
use super::ladder::Purse;
use super::moves::{Moves, Step};
use quandary_core::verdict::Stopped;

/// As many times the kept positions are looked at more closely.
const CLOSER: usize = 4;

/// More bottles to spare than this are of no use.
const ENOUGH: i32 = 4;

/// How a search is steered.
#[derive(Clone, Copy)]
pub(super) struct Beam {
    /// Games side by side.
    pub(super) width: usize,
    /// What a bottle to spare is worth, in half moves.
    pub(super) caution: i32,
}

/// A position of a game: where it came from, and what it cost.
#[derive(Clone, Copy)]
struct Place {
    before: u32,
    cost: u32,
    bound: u32,
    hash: u64,
}

/// All games after the same number of moves.
struct Level<C> {
    places: Vec<Place>,
    /// Their positions, one after the other.
    rows: Vec<C>,
}

impl Place {
    /// The least that a plan through here can cost.
    fn total(&self) -> u32 {
        self.cost + self.bound
    }
}

impl<C: Code> Level<C> {
    /// Some of its places, in this order.
    fn of(&self, order: &[usize], bottles: usize) -> Level<C> {
        // Nothing is set aside beyond what is kept: levels are held to the end.
        let mut rows = Vec::with_capacity(order.len() * bottles);
        order.iter().for_each(|&at| rows.extend_from_slice(self.row(at, bottles)));
        Level { places: order.iter().map(|&at| self.places[at]).collect(), rows }
    }

    fn row(&self, place: usize, bottles: usize) -> &[C] {
        &self.rows[place * bottles..(place + 1) * bottles]
    }
}

impl Beam {
    /// A plan that is shorter than `known`, if the games find one.
    pub(super) fn look<C: Code>(
        self,
        contents: &Contents,
        rule: Rule,
        known: u32,
        purse: &mut Purse<'_>,
    ) -> Result<Option<Vec<Step>>, Stopped> {
        let bottles = contents.bottles();
        let mut moves = Moves::<C>::new(contents, rule);
        let mut rows = moves.start();
        let cost = moves.settle(&mut rows, Waste::ANY, |_| {});
        let (bound, hash) = (moves.quick_bound(&rows), moves.hash(&rows));
        let mut seen = HashSet::from([hash]);
        let mut levels = vec![Level { places: vec![Place { before: 0, cost, bound, hash }], rows }];
        let bytes_each = bottles * size_of::<C>() + size_of::<Place>() + 2 * size_of::<u64>();
        let mut held = bytes_each;
        loop {
            let last = &levels[levels.len() - 1];
            let sorted = (0..last.places.len()).filter(|&at| last.places[at].bound == 0);
            if let Some(goal) = sorted.min_by_key(|&at| last.places[at].cost) {
                return Ok(Some(retrace(&levels, goal, &mut moves, bottles)));
            }
            let mut next = Level { places: Vec::new(), rows: Vec::new() };
            let mut made = HashSet::new();
            for (at, place) in last.places.iter().enumerate() {
                // What will not be looked at more closely in any case goes at once: a level stays small.
                if next.places.len() > 4 * CLOSER * self.width {
                    next = self.nearest(&next, bottles);
                }
                let level = next.rows.capacity() * size_of::<C>() + next.places.capacity() * size_of::<Place>();
                let hashes = (made.capacity() + seen.capacity()) * 2 * size_of::<u64>();
                // What grows is copied, so that old and new are there at once.
                purse.node(held + 3 * (level + hashes), next.places.len())?;
                moves.expand(last.row(at, bottles), Waste::ANY, u32::MAX, |child| {
                    purse.generated += 1;
                    let cost = place.cost + child.cost;
                    let is_new = !seen.contains(&child.hash) && made.insert(child.hash);
                    if cost + child.bound < known && is_new {
                        next.places.push(Place { before: at as u32, cost, bound: child.bound, hash: child.hash });
                        next.rows.extend_from_slice(child.row);
                    }
                });
            }
            if next.places.is_empty() {
                return Ok(None);
            }
            let kept = self.choose(contents, &next, bottles, purse)?;
            seen.extend(kept.places.iter().map(|place| place.hash));
            held += kept.places.len() * bytes_each;
            levels.push(kept);
        }
    }

    /// The positions of a level that are looked at more closely, in the order of their quick worth.
    fn nearest<C: Code>(self, level: &Level<C>, bottles: usize) -> Level<C> {
        let empty = |at: usize| level.row(at, bottles).iter().take_while(|code| code.number() == 0).count();
        let mut order: Vec<usize> = (0..level.places.len()).collect();
        order.sort_by_cached_key(|&at| (level.places[at].total(), std::cmp::Reverse(empty(at))));
        order.truncate(CLOSER * self.width);
        level.of(&order, bottles)
    }

    /// The best positions of a level.
    fn choose<C: Code>(
        self,
        contents: &Contents,
        level: &Level<C>,
        bottles: usize,
        purse: &mut Purse<'_>,
    ) -> Result<Level<C>, Stopped> {
        if level.places.len() <= self.width {
            return Ok(level.of(&(0..level.places.len()).collect::<Vec<_>>(), bottles));
        }
        let near = self.nearest(level, bottles);
        let mut worths = Vec::with_capacity(near.places.len());
        for (at, place) in near.places.iter().enumerate() {
            purse.watch.tick(purse.nodes, 0)?;
            let room = spare(contents, near.row(at, bottles).iter().map(|code| code.number())).min(ENOUGH);
            worths.push(2 * place.total() as i32 - self.caution * room);
        }
        let mut order: Vec<usize> = (0..near.places.len()).collect();
        order.sort_by_key(|&at| worths[at]);
        order.truncate(self.width);
        Ok(near.of(&order, bottles))
    }
}

/// The pours of a game.
fn retrace<C: Code>(levels: &[Level<C>], goal: usize, moves: &mut Moves<'_, C>, bottles: usize) -> Vec<Step> {
    let mut way = vec![goal];
    for level in levels[1..].iter().rev() {
        let last = way[way.len() - 1];
        way.push(level.places[last].before as usize);
    }
    way.reverse();
    let mut steps = Vec::new();
    moves.settle(&mut moves.start(), Waste::ANY, |step| steps.push(step));
    for (number, pair) in way.windows(2).enumerate() {
        let (level, after) = (&levels[number], &levels[number + 1]);
        let cost = after.places[pair[1]].cost - level.places[pair[0]].cost;
        steps.extend(moves.between(level.row(pair[0], bottles), after.row(pair[1], bottles), cost));
    }
    steps
}
