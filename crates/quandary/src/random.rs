//! Random streams for generators: the same everywhere, and never overlapping.
//!
//! A generator draws puzzle number `index` of a series from a stream of its own: ChaCha's key comes from the seed and
//! the family's name, its stream number is the index. So ranges of indices can be handed to different machines, a
//! single puzzle can be made again by itself, and neighbouring seeds share nothing.

pub use rand::{Rng, RngExt, SeedableRng};
pub use rand_chacha::ChaCha8Rng;

/// The random stream of puzzle number `index` in the series of `seed`.
pub fn stream(seed: u64, family: &str, index: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    // A family's name is short; what is over 24 bytes would be cut, which still gives a sound stream.
    for (place, byte) in key[8..].iter_mut().zip(family.bytes()) {
        *place = byte;
    }
    let mut random = ChaCha8Rng::from_seed(key);
    random.set_stream(index);
    random
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_the_same_every_time_and_differs_by_seed_family_and_index() {
        let first = |seed, family, index| stream(seed, family, index).next_u64();
        assert_eq!(first(1, "sudoku", 7), first(1, "sudoku", 7));
        assert_eq!(
            first(0, "sudoku", 0),
            FIRST_OF_ALL,
            "the streams are the same on every machine and in every release"
        );
        assert_ne!(first(1, "sudoku", 7), first(1, "sudoku", 8));
        assert_ne!(first(1, "sudoku", 7), first(2, "sudoku", 7));
        assert_ne!(first(1, "sudoku", 7), first(1, "nonogram", 7));
        assert_ne!(first(10, "sudoku", 1), first(11, "sudoku", 0), "neighbouring seeds share nothing");
    }

    const FIRST_OF_ALL: u64 = 10_530_201_232_009_514_414;
}
