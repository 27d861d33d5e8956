//! Random draws from solutions that arrive one by one, before their number is known.
//!
//! Each solution gets a number that depends on it and on the seed alone, and the lowest numbers are kept. In the order of
//! their numbers all solutions are shuffled, whatever the order in which they came. So a drawn place in the list of all
//! solutions stands for the first of that order that no other place stands for yet; a place that is drawn twice is one
//! solution twice. Each draw is then independent of the others, and each solution as likely as any other.

use std::collections::{BTreeMap, BinaryHeap};

use crate::random::{ChaCha8Rng, Rng, RngExt, stream};
use crate::verdict::Sample;

/// Solutions from which some are drawn.
#[derive(Debug)]
pub struct Lottery<T> {
    sample: Sample,
    keys: [u64; 2],
    random: ChaCha8Rng,
    /// Those with the lowest numbers, the highest of these on top.
    lowest: BinaryHeap<(u64, T)>,
}

impl<T: Ord + Clone + AsRef<[u8]>> Lottery<T> {
    /// Before the first solution.
    pub fn new(sample: Sample) -> Self {
        let mut random = stream(sample.seed, "sample", 0);
        Lottery { sample, keys: [random.next_u64(), random.next_u64()], random, lowest: BinaryHeap::new() }
    }

    /// A solution, which comes only once.
    pub fn add(&mut self, solution: &T) {
        let number = self.number(solution.as_ref());
        if self.lowest.len() < self.sample.count {
            self.lowest.push((number, solution.clone()));
        } else if let Some(mut highest) = self.lowest.peek_mut()
            && number < highest.0
        {
            *highest = (number, solution.clone());
        }
    }

    /// The drawn ones of `all` solutions, all of which have come.
    pub fn draw(mut self, all: u64) -> Vec<T> {
        let shuffled = self.lowest.into_sorted_vec();
        let mut given: BTreeMap<u64, usize> = BTreeMap::new();
        let mut draw = |_| {
            let place = self.random.random_range(0..all.max(1));
            let next = given.len();
            shuffled.get(*given.entry(place).or_insert(next)).map(|(_, solution)| solution.clone())
        };
        (0..self.sample.count).filter_map(&mut draw).collect()
    }

    /// Eight bytes at a time are mixed in by a multiplication whose halves are folded together.
    fn number(&self, bytes: &[u8]) -> u64 {
        let fold = |a: u64, b: u64| {
            let product = u128::from(a) * u128::from(b);
            product as u64 ^ (product >> 64) as u64
        };
        let mix = |state: u64, chunk: &[u8]| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            fold(u64::from_le_bytes(word) ^ self.keys[0], state ^ 0x9E37_79B9_7F4A_7C15)
        };
        fold(bytes.chunks(8).fold(self.keys[1], mix) ^ self.keys[0], 0xD6E8_FEB8_6659_FD93)
    }
}
