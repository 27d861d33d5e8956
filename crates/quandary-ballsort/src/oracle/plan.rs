//! A plan from an order of borders.
//!
//! The oracle says in which order borders can go; here each of them is removed by pours. Balls above the border go to a
//! bottle of their own colour, else above another border with their colour, else into an empty bottle. When there is
//! none, some colour holds a bottle that it does not need: its balls fit elsewhere, and go there. (There is one, or the
//! border could not be removed: the colours occupy all bottles without borders, and need fewer.) The plan is seldom the
//! shortest, some 15 % too long, but it is found at once, for hundreds of colours.

use super::super::Rule;
use super::super::contents::Contents;
use quandary_core::puzzle::Move;

/// The moves that remove borders in this order and gather every colour in the end.
pub(in super::super) fn expand(contents: &Contents, rule: Rule, order: &[u16]) -> Vec<Move> {
    let mut bench = Bench { contents, rule, bottles: contents.start.clone(), moves: Vec::new() };
    for &core in order {
        let Some(from) = bench.bottles.iter().position(|&bottle| contents.at(bottle).core == core) else { break };
        while contents.at(bench.bottles[from]).core == core {
            if !bench.pour_from(from, true) && !bench.free_a_bottle(contents.at(bench.bottles[from]).colour) {
                return bench.moves; // Not an order that the oracle gave.
            }
        }
    }
    for colour in 0..contents.colours() {
        while bench.gather(colour as u8) {}
    }
    bench.moves
}

struct Bench<'c> {
    contents: &'c Contents,
    rule: Rule,
    bottles: Vec<u32>,
    moves: Vec<Move>,
}

impl Bench<'_> {
    /// Pours as much as goes from one bottle to the best place for it; an empty bottle only where allowed.
    fn pour_from(&mut self, from: usize, may_open: bool) -> bool {
        let source = self.bottles[from];
        let best = (0..self.bottles.len())
            .filter(|&to| to != from && self.contents.pourable(source, self.bottles[to]) > 0)
            .filter(|&to| may_open || self.bottles[to] != 0)
            .min_by_key(|&to| {
                let target = self.contents.at(self.bottles[to]);
                // A bottle of that colour, then one with a border, then an empty one; where all fits, before others.
                let kind = [2, 0, 1][usize::from(target.runs).min(2)];
                (kind, target.room < self.contents.at(source).run)
            });
        let Some(to) = best else { return false };
        let count = self.contents.pourable(source, self.bottles[to]);
        let colour = self.contents.at(source).colour;
        self.bottles[from] = self.contents.less(source, count);
        self.bottles[to] = self.contents.more(self.bottles[to], colour, count);
        let step = Move { from: from as u16, to: to as u16 };
        let times = if self.rule == Rule::Ball { usize::from(count) } else { 1 };
        self.moves.extend(std::iter::repeat_n(step, times));
        true
    }

    /// Empties a bottle whose balls fit elsewhere, the one with the fewest balls; not one of colour `except`.
    fn free_a_bottle(&mut self, except: u8) -> bool {
        let spare = (0..self.bottles.len())
            .filter(|&at| {
                let content = self.contents.at(self.bottles[at]);
                content.is_pure() && content.colour != except && self.room_elsewhere(at) >= usize::from(content.run)
            })
            .min_by_key(|&at| self.contents.at(self.bottles[at]).run);
        let Some(at) = spare else { return false };
        while self.bottles[at] != 0 {
            if !self.pour_from(at, false) {
                return false;
            }
        }
        true
    }

    /// Room for the colour of a bottle on top of others.
    fn room_elsewhere(&self, at: usize) -> usize {
        let colour = self.contents.at(self.bottles[at]).colour;
        let others = self.bottles.iter().enumerate().filter(|&(other, _)| other != at);
        let contents = others.map(|(_, &bottle)| self.contents.at(bottle));
        contents.filter(|content| content.colour == colour).map(|content| usize::from(content.room)).sum()
    }

    /// One pour that brings a colour closer to filling whole bottles: from its emptiest bottle.
    fn gather(&mut self, colour: u8) -> bool {
        let partly = (0..self.bottles.len()).filter(|&at| {
            let content = self.contents.at(self.bottles[at]);
            content.colour == colour && content.room > 0
        });
        let emptiest = partly.min_by_key(|&at| self.contents.at(self.bottles[at]).run);
        emptiest.is_some_and(|from| self.pour_from(from, false))
    }
}
