//! The same line of several boards side by side, each operation done to all of them at once.
//!
//! Every operation is a plain loop over eight words. Inside a function that is compiled for a CPU's vector registers
//! (`lockstep`) each loop becomes one or two instructions; anywhere else it is just a loop, with the same results.

use std::ops::{BitAnd, BitOr, BitXor, Not};

use crate::line::word::{Sets, Word};

/// How many boards are side by side: with lines of up to 62 cells they fill two AVX2 registers or one of AVX-512.
pub(super) const LANES: usize = 8;

/// The same line of several boards.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Lanes<W>(pub(super) [W; LANES]);

impl<W: Word> Lanes<W> {
    /// The same set in every lane.
    #[inline(always)]
    pub(super) fn all(set: W) -> Self {
        Lanes([set; LANES])
    }

    /// What is in any of the lanes.
    #[inline(always)]
    pub(super) fn joined(self) -> W {
        let mut joined = W::NONE;
        let mut lane = 0;
        while lane < LANES {
            joined = joined | self.0[lane];
            lane += 1;
        }
        joined
    }

    /// Everything in lanes that have 0, nothing in the others; no lane has more than 0.
    #[inline(always)]
    pub(super) fn low_spread(self) -> Self {
        // Minus 1 has all bits.
        (!self).plus(Self::bit(0))
    }

    /// One operation on every lane. A plain loop, which the compiler turns into vector instructions, unlike closures that
    /// the standard library calls in a loop of its own.
    #[inline(always)]
    fn each(mut self, operation: impl Fn(W) -> W) -> Self {
        let mut lane = 0;
        while lane < LANES {
            self.0[lane] = operation(self.0[lane]);
            lane += 1;
        }
        self
    }

    /// One operation on every pair of lanes.
    #[inline(always)]
    fn each_with(mut self, other: Self, operation: impl Fn(W, W) -> W) -> Self {
        let mut lane = 0;
        while lane < LANES {
            self.0[lane] = operation(self.0[lane], other.0[lane]);
            lane += 1;
        }
        self
    }
}

impl<W: Word> BitAnd for Lanes<W> {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.each_with(
            other,
            #[inline(always)]
            |a, b| a & b,
        )
    }
}

impl<W: Word> BitOr for Lanes<W> {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.each_with(
            other,
            #[inline(always)]
            |a, b| a | b,
        )
    }
}

impl<W: Word> BitXor for Lanes<W> {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        self.each_with(
            other,
            #[inline(always)]
            |a, b| a ^ b,
        )
    }
}

impl<W: Word> Not for Lanes<W> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.each(
            #[inline(always)]
            |set| !set,
        )
    }
}

impl<W: Word> Sets for Lanes<W> {
    const BITS: usize = W::BITS;
    const NONE: Self = Lanes([W::NONE; LANES]);
    const IS_SINGLE: bool = false;

    #[inline(always)]
    fn bit(at: usize) -> Self {
        Self::all(W::bit(at))
    }
    #[inline(always)]
    fn below(count: usize) -> Self {
        Self::all(W::below(count))
    }
    #[inline(always)]
    fn up(self, by: usize) -> Self {
        self.each(
            #[inline(always)]
            |set| set.up(by),
        )
    }
    #[inline(always)]
    fn down(self, by: usize) -> Self {
        self.each(
            #[inline(always)]
            |set| set.down(by),
        )
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.each_with(
            other,
            #[inline(always)]
            |a, b| a.plus(b),
        )
    }
    #[inline(always)]
    fn mirrored(self) -> Self {
        self.each(
            #[inline(always)]
            |set| set.mirrored(),
        )
    }
    #[inline(always)]
    fn is_none(self) -> bool {
        self.joined().is_none()
    }
}
