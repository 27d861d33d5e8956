//! Sets of cells as machine words: one word where a line fits into it, several where it does not.
//!
//! Everything the fast solver does to a line is a handful of operations on whole sets. Lines of up to 30 cells are one
//! `u32`, up to 62 a `u64`, up to 126 a `u128`, longer ones an array ([`Wide`]). The solver is written once over [`Word`],
//! and the compiler makes a copy for each width, so that a small board never pays for a large one.
//!
//! The line solver itself needs less, [`Sets`], which the solver's lanes have too: the same line of several
//! boards, with each operation done to all of them at once.

use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// One set of small numbers, or several on which every operation acts alike.
pub(crate) trait Sets:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// How many members a set may have.
    const BITS: usize;
    /// The empty set.
    const NONE: Self;
    /// Whether it is worth asking if a set is empty before going on.
    const IS_SINGLE: bool;

    /// The set of one number.
    fn bit(at: usize) -> Self;
    /// The numbers below `count`, which is less than [`Sets::BITS`].
    fn below(count: usize) -> Self;
    /// Every member plus `by`, which is less than [`Sets::BITS`].
    fn up(self, by: usize) -> Self;
    /// Every member minus `by`, which is less than [`Sets::BITS`]; those below it are lost.
    fn down(self, by: usize) -> Self;
    /// The sum of two sets taken as numbers.
    fn plus(self, other: Self) -> Self;
    /// Member `at` becomes `BITS - 1 - at`.
    fn mirrored(self) -> Self;
    /// Whether there is no member at all.
    fn is_none(self) -> bool;
}

/// A set of small numbers.
pub(crate) trait Word: Sets + Eq + Hash + Send + Sync {
    /// Whether several boards of this width fit into a CPU's registers side by side.
    const HAS_LANES: bool;

    /// Whether the number is a member.
    fn has(self, at: usize) -> bool;
    /// How many members there are.
    fn count(self) -> usize;
    /// The least member; [`Sets::BITS`] of the empty set.
    fn first(self) -> usize;
    /// The set without its least member.
    fn without_first(self) -> Self;

    /// The members, least first.
    #[inline(always)]
    fn members(self) -> Members<Self> {
        Members(self)
    }
}

/// The members of a set, least first.
pub(crate) struct Members<W>(W);

impl<W: Word> Iterator for Members<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_none() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! machine_word {
    ($word:ty, $has_lanes:literal) => {
        impl Sets for $word {
            const BITS: usize = <$word>::BITS as usize;
            const NONE: Self = 0;
            const IS_SINGLE: bool = true;

            #[inline(always)]
            fn bit(at: usize) -> Self {
                1 << at
            }
            #[inline(always)]
            fn below(count: usize) -> Self {
                (1 << count) - 1
            }
            #[inline(always)]
            fn up(self, by: usize) -> Self {
                self << by
            }
            #[inline(always)]
            fn down(self, by: usize) -> Self {
                self >> by
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn mirrored(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn is_none(self) -> bool {
                self == 0
            }
        }

        impl Word for $word {
            const HAS_LANES: bool = $has_lanes;

            #[inline(always)]
            fn has(self, at: usize) -> bool {
                self >> at & 1 == 1
            }
            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline(always)]
            fn first(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

machine_word!(u32, true);
machine_word!(u64, true);
machine_word!(u128, false);

/// A set over several words, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Wide(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const N: usize> BitXor for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|at| self.0[at] ^ other.0[at]))
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> Sets for Wide<N> {
    const BITS: usize = 64 * N;
    const NONE: Self = Wide([0; N]);
    const IS_SINGLE: bool = true;

    #[inline]
    fn bit(at: usize) -> Self {
        let mut words = [0; N];
        words[at / 64] = 1 << (at % 64);
        Wide(words)
    }
    #[inline]
    fn below(count: usize) -> Self {
        Wide(std::array::from_fn(|at| match count.saturating_sub(64 * at) {
            left @ 0..64 => (1 << left) - 1,
            _ => u64::MAX,
        }))
    }
    #[inline]
    fn up(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Wide(std::array::from_fn(|at| {
            if at < words {
                return 0;
            }
            let low = if bits > 0 && at > words { self.0[at - words - 1] >> (64 - bits) } else { 0 };
            self.0[at - words] << bits | low
        }))
    }
    #[inline]
    fn down(self, by: usize) -> Self {
        let (words, bits) = (by / 64, by % 64);
        Wide(std::array::from_fn(|at| {
            let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
            let high = if bits > 0 { word(at + words + 1) << (64 - bits) } else { 0 };
            word(at + words) >> bits | high
        }))
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Wide(std::array::from_fn(|at| {
            let (sum, over) = self.0[at].overflowing_add(other.0[at]);
            let (sum, again) = sum.overflowing_add(u64::from(carry));
            carry = over | again;
            sum
        }))
    }
    #[inline]
    fn mirrored(self) -> Self {
        Wide(std::array::from_fn(|at| self.0[N - 1 - at].reverse_bits()))
    }
    #[inline]
    fn is_none(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
}

impl<const N: usize> Word for Wide<N> {
    const HAS_LANES: bool = false;

    #[inline]
    fn has(self, at: usize) -> bool {
        self.0[at / 64] >> (at % 64) & 1 == 1
    }
    #[inline]
    fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    #[inline]
    fn first(self) -> usize {
        self.0
            .iter()
            .position(|&word| word != 0)
            .map_or(Self::BITS, |at| 64 * at + self.0[at].trailing_zeros() as usize)
    }
    #[inline]
    fn without_first(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(value: u128) -> Wide<2> {
        Wide([value as u64, (value >> 64) as u64])
    }

    proptest! {
        #[test]
        fn two_words_work_like_one_of_twice_the_width(a: u128, b: u128, by in 0usize..128) {
            let (x, y) = (wide(a), wide(b));
            prop_assert_eq!(x & y, wide(a & b));
            prop_assert_eq!(x | y, wide(a | b));
            prop_assert_eq!(x ^ y, wide(a ^ b));
            prop_assert_eq!(!x, wide(!a));
            prop_assert_eq!(x.plus(y), wide(a.plus(b)));
            prop_assert_eq!(x.up(by), wide(a.up(by)));
            prop_assert_eq!(x.down(by), wide(a.down(by)));
            prop_assert_eq!(x.mirrored(), wide(a.mirrored()));
            prop_assert_eq!(x.has(by), a.has(by));
            prop_assert_eq!(Wide::<2>::bit(by), wide(u128::bit(by)));
            prop_assert_eq!(Wide::<2>::below(by), wide(u128::below(by)));
            prop_assert_eq!(x.first(), a.first());
            prop_assert_eq!(x.members().collect::<Vec<_>>(), a.members().collect::<Vec<_>>());
        }
    }
}
