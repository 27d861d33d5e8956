//! Random streams for generators: the same everywhere, and never overlapping.
//!
//! A generator draws puzzle number `index` of a series from a stream of its own. ChaCha's key is a SHA-256 hash of a
//! [`Key`]: the family, the revision of its generator, every option as it was understood, and the seed. The stream number
//! is the index. So ranges of indices can be handed to different machines and a single puzzle can be made again by itself,
//! while neighbouring seeds and series with other options share nothing: neither puzzles nor solutions.

use std::collections::BTreeMap;
use std::fmt::Display;

pub use rand::{Rng, RngExt, SeedableRng};
pub use rand_chacha::ChaCha8Rng;
use sha2::{Digest, Sha256};

/// What a series of puzzles is drawn from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    family: &'static str,
    revision: u32,
    seed: u64,
    options: BTreeMap<&'static str, String>,
}

impl Key {
    /// The key of a family's series. The revision changes whenever a generator draws other puzzles than before.
    pub fn new(family: &'static str, revision: u32, seed: u64) -> Self {
        Key { family, revision, seed, options: BTreeMap::new() }
    }

    /// The same with an option: its value as it was understood, not as it was typed, and also where it is the default.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.options.insert(name, value.to_string());
        self
    }

    /// The random stream of puzzle number `index`.
    pub fn stream(&self, index: u64) -> ChaCha8Rng {
        let mut hash = Sha256::new();
        // Each part comes with its length, so that no two keys are the same run of bytes.
        let mut add = |part: &[u8]| {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        };
        add(b"quandary");
        add(self.family.as_bytes());
        add(&self.revision.to_le_bytes());
        add(&self.seed.to_le_bytes());
        for (name, value) in &self.options {
            add(name.as_bytes());
            add(value.as_bytes());
        }
        let mut random = ChaCha8Rng::from_seed(hash.finalize().into());
        random.set_stream(index);
        random
    }
}

/// A stream for anything else that needs chance and must come out the same every time: samples inside a solver, tests.
pub fn stream(seed: u64, name: &str, index: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    // A name is short; what is over 24 bytes would be cut, which still gives a sound stream.
    for (place, byte) in key[8..].iter_mut().zip(name.bytes()) {
        *place = byte;
    }
    let mut random = ChaCha8Rng::from_seed(key);
    random.set_stream(index);
    random
}

/// A number that two texts share hardly ever, the same everywhere and for ever.
pub fn fingerprint(text: &[u8]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = Sha256::digest(text).0;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_every_time_and_differs_by_every_part_of_its_key() {
        let first = |key: &Key, index| key.stream(index).next_u64();
        let key = |revision, seed| Key::new("sudoku", revision, seed);
        assert_eq!(
            first(&key(1, 0), 0),
            FIRST_OF_ALL,
            "the streams are the same on every machine and in every release"
        );
        let like = key(1, 7).with("size", "9x9").with("rule", "none");
        assert_eq!(first(&like, 3), first(&key(1, 7).with("rule", "none").with("size", "9x9"), 3), "in any order");
        for other in [
            key(1, 7),
            key(2, 7).with("size", "9x9").with("rule", "none"),
            key(1, 8).with("size", "9x9").with("rule", "none"),
            key(1, 7).with("size", "9x9").with("rule", "nona"),
            key(1, 7).with("size", "9x9rule").with("rule", "none"),
            Key::new("nonogram", 1, 7).with("size", "9x9").with("rule", "none"),
        ] {
            assert_ne!(first(&like, 3), first(&other, 3), "{other:?}");
        }
        assert_ne!(first(&like, 3), first(&like, 4));
    }

    const FIRST_OF_ALL: u64 = 1_008_667_660_140_239_485;
}
