//! What a bottle can hold, numbered: the packed positions of the fast solver and of the oracle.
//!
//! No move ever makes a new border between two colours: a ball goes onto its own colour or into an empty bottle. So
//! whatever a bottle holds in a reachable position is one of few things:
//!
//! ```text
//!   nothing                      number 0
//!   balls of one colour          n colours × 1 … capacity balls
//!   a start bottle, dug down     the balls below one of its borders are as they were at the start,
//!   to one of its borders,       above it are 1 … room balls of one colour
//!   and filled up again
//! ```
//!
//! Twenty bottles of four balls have about 200 such *contents*, so a bottle fits into one byte and a position into as
//! many bytes as there are bottles. Contents that differ only in how many balls are above the last border are
//! numbered consecutively: putting `k` balls on adds `k` to the number, taking `k` of them off subtracts `k`, and what a
//! whole run uncovers when it leaves is looked up. Rules, bounds and hashes are small tables over these numbers.
//!
//! What is common to a row of contents, the balls below the last border and the colour above it, is a *core*. The
//! [oracle](super::oracle) needs nothing but the cores of a position.

use std::collections::HashMap;

use super::BallSort;

/// The colour of an empty bottle.
pub(super) const NO_COLOUR: u8 = u8::MAX;

/// What a bottle may hold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Content {
    /// The colour on top, counted from 0; [`NO_COLOUR`] when empty.
    pub(super) colour: u8,
    /// How many balls of that colour are on top, down to the last border.
    pub(super) run: u8,
    /// How many more balls fit.
    pub(super) room: u8,
    /// How many runs there are.
    pub(super) runs: u8,
    /// The colour at the bottom; [`NO_COLOUR`] when empty.
    pub(super) bottom: u8,
    /// How many balls of that colour are at the bottom.
    pub(super) bottom_run: u8,
    /// The core; 0 for a bottle without a border.
    pub(super) core: u16,
    /// The number of what is left when the top run has gone.
    pub(super) below: u32,
    /// A bit for each colour right above a border, by its number modulo 64: a filter.
    pub(super) above: u64,
}

impl Content {
    /// Whether it is of one colour, and not empty.
    #[inline]
    pub(super) fn is_pure(&self) -> bool {
        self.runs == 1
    }

    /// How many balls of the top colour fit above the last border, those that are there included.
    #[inline]
    pub(super) fn hosts(&self) -> u16 {
        u16::from(self.run + self.room)
    }
}

/// The part of a bottle that stays as long as its last border stays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Core {
    /// The colour above the last border.
    pub(super) top: u8,
    /// How many balls fit above the last border.
    pub(super) room: u8,
    /// The number of the content with one ball above the last border.
    pub(super) first: u32,
    /// The number of the content below the last border.
    pub(super) below: u32,
    /// What a bottle with this core adds to the key of a position: see [`Contents::has_keys`].
    pub(super) weight: u128,
}

/// The bit of a colour in [`Content::above`].
#[inline]
pub(super) fn bit(colour: u8) -> u64 {
    1 << (colour % 64)
}

/// All contents of one board.
#[derive(Debug)]
pub(super) struct Contents {
    pub(super) capacity: usize,
    /// For each colour, its number on the board.
    pub(super) numbers: Vec<u8>,
    /// For each colour, how many balls of it there are, and how many bottles they fill in the end, the last one perhaps
    /// in part.
    pub(super) balls: Vec<u16>,
    pub(super) homes: Vec<u16>,
    /// Every content by its number.
    pub(super) all: Vec<Content>,
    /// Every core by its number; number 0 stands for "no border" and is never expanded.
    pub(super) cores: Vec<Core>,
    /// What each bottle holds at the start.
    pub(super) start: Vec<u32>,
    /// Whether the sum of the weights of its cores identifies a position's set of cores. Each core has
    /// bits of its own to count the bottles with it: 126 bits suffice for some forty colours.
    pub(super) has_keys: bool,
}

impl Contents {
    pub(super) fn of(puzzle: &BallSort) -> Contents {
        let capacity = puzzle.capacity;
        let mut dense = [NO_COLOUR; 256];
        let mut balls: Vec<usize> = Vec::new();
        let mut numbers: Vec<u8> = Vec::new();
        for &ball in puzzle.bottles.iter().flatten() {
            let colour = &mut dense[usize::from(ball)];
            if *colour == NO_COLOUR {
                *colour = balls.len() as u8;
                balls.push(0);
                numbers.push(ball);
            }
            balls[usize::from(*colour)] += 1;
        }
        let nothing = Content {
            colour: NO_COLOUR,
            run: 0,
            room: capacity as u8,
            runs: 0,
            bottom: NO_COLOUR,
            bottom_run: 0,
            core: 0,
            below: 0,
            above: 0,
        };
        let mut contents = Contents {
            capacity,
            numbers,
            homes: balls.iter().map(|&count| count.div_ceil(capacity) as u16).collect(),
            balls: balls.iter().map(|&count| count as u16).collect(),
            all: vec![nothing],
            cores: vec![Core { top: NO_COLOUR, room: 0, first: 0, below: 0, weight: 0 }],
            start: Vec::new(),
            has_keys: false,
        };
        for colour in 0..balls.len() {
            contents.row(0, colour as u8, 0);
        }
        let mut known: HashMap<(u32, u8), u16> = HashMap::new();
        for bottle in &puzzle.bottles {
            let mut number = 0;
            for run in bottle.chunk_by(|a, b| a == b) {
                let colour = dense[usize::from(run[0])];
                number = match number {
                    0 => contents.pure(colour, run.len()),
                    below => {
                        let core = *known.entry((below, colour)).or_insert_with(|| contents.new_core(below, colour));
                        contents.cores[usize::from(core)].first + run.len() as u32 - 1
                    }
                };
            }
            contents.start.push(number);
        }
        contents.weigh();
        contents
    }

    /// Gives every core its weight.
    fn weigh(&mut self) {
        let mut bottles = vec![0u32; self.cores.len()];
        for &start in &self.start {
            let mut number = start;
            while self.at(number).core != 0 {
                bottles[usize::from(self.at(number).core)] += 1;
                number = self.at(number).below;
            }
        }
        let mut used = 0;
        for (core, bottles) in self.cores.iter_mut().zip(bottles) {
            core.weight = if used < 126 { 1 << used } else { 0 };
            used += bottles.checked_ilog2().map_or(0, |log| log + 1);
        }
        self.cores[0].weight = 0;
        self.has_keys = used <= 126;
    }

    /// The number of a bottle with `count` balls of one colour and nothing else.
    #[inline]
    pub(super) fn pure(&self, colour: u8, count: usize) -> u32 {
        (usize::from(colour) * self.capacity + count) as u32
    }

    pub(super) fn colours(&self) -> usize {
        self.homes.len()
    }

    /// How many bottles there are.
    pub(super) fn bottles(&self) -> usize {
        self.start.len()
    }

    #[inline]
    pub(super) fn at(&self, number: u32) -> &Content {
        &self.all[number as usize]
    }

    /// What is left of a content when `count` balls, at most its top run, have gone.
    #[inline]
    pub(super) fn less(&self, number: u32, count: u8) -> u32 {
        let content = self.at(number);
        if count == content.run { content.below } else { number - u32::from(count) }
    }

    /// What a content becomes when `count` balls of a colour that it takes are put on.
    #[inline]
    pub(super) fn more(&self, number: u32, colour: u8, count: u8) -> u32 {
        if number == 0 { self.pure(colour, usize::from(count)) } else { number + u32::from(count) }
    }

    /// The most balls that may go from one bottle to another, 0 where colour or room forbids it.
    #[inline]
    pub(super) fn pourable(&self, from: u32, to: u32) -> u8 {
        let (source, target) = (self.at(from), self.at(to));
        if target.runs == 0 || target.colour == source.colour { source.run.min(target.room) } else { 0 }
    }

    fn new_core(&mut self, below: u32, top: u8) -> u16 {
        // At most 256 bottles with 31 borders each: the number fits.
        let core = self.cores.len() as u16;
        let (first, room) = (self.all.len() as u32, self.at(below).room);
        self.cores.push(Core { top, room, first, below, weight: 0 });
        self.row(below, top, core);
        core
    }

    /// Adds the contents with one ball, two balls … of a colour on top of what is below.
    fn row(&mut self, below: u32, colour: u8, core: u16) {
        let under = *self.at(below);
        for run in 1..=under.room {
            let (bottom, bottom_run) = if below == 0 { (colour, run) } else { (under.bottom, under.bottom_run) };
            let (room, runs) = (under.room - run, under.runs + 1);
            let above = if below == 0 { 0 } else { under.above | bit(colour) };
            self.all.push(Content { colour, run, room, runs, bottom, bottom_run, core, below, above });
        }
    }
}
