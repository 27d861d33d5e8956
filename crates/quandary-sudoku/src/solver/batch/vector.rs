//! Registers as sets of boards: one bit per board, 64, 256 or 512 of them at once.
//!
//! The batch engine is written once over [`Vector`]. Plain `u64` runs everywhere, WebAssembly included; on x86-64 the
//! machine is asked at run time for AVX2 and AVX-512, and the whole engine is compiled again for each, inlined into one
//! function that may use those registers. Every 64-bit ARM has NEON. The engine says what it wants in terms of two and three
//! registers, and each kind of register says in how many instructions it can be had.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "the engine is compiled for registers that the machine must be asked for first")
)]

use std::sync::OnceLock;

use super::engine::{Engine, Job};
#[cfg(target_arch = "aarch64")]
use super::neon::Neon;
use super::probe;
use super::turn::MOST_GROUPS;
#[cfg(target_arch = "x86_64")]
use super::x86;

/// A register of bits, one per board.
pub(super) trait Vector: Copy {
    /// How many groups of 32 boards it holds.
    const GROUPS: usize;

    /// How many boards it holds.
    const BOARDS: usize = Self::GROUPS * 32;

    /// Whether any logic of three registers is one instruction.
    const TAKES_THREE: bool = false;

    /// The register with the same bit everywhere.
    fn splat(bit: bool) -> Self;
    /// Both.
    fn and(self, other: Self) -> Self;
    /// Either.
    fn or(self, other: Self) -> Self;
    /// Just one of both.
    fn xor(self, other: Self) -> Self;
    /// This, but not the other.
    fn but_not(self, other: Self) -> Self;
    /// All three. This and the next few are one instruction each in AVX-512, two to four elsewhere.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    /// Any of the three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// An odd number of the three.
    #[inline(always)]
    fn xor3(self, b: Self, c: Self) -> Self {
        self.xor(b).xor(c)
    }
    /// At least two of the three.
    #[inline(always)]
    fn two_of(self, b: Self, c: Self) -> Self {
        self.and(b).or(c.and(self.or(b)))
    }
    /// This, or both of the others.
    #[inline(always)]
    fn or_both(self, b: Self, c: Self) -> Self {
        self.or(b.and(c))
    }
    /// This, or the second without the third.
    #[inline(always)]
    fn or_but_not(self, b: Self, c: Self) -> Self {
        self.or(b.but_not(c))
    }
    /// This, unless both of the others.
    #[inline(always)]
    fn unless_both(self, b: Self, c: Self) -> Self {
        self.but_not(b.and(c))
    }
    /// This, unless any of the others.
    #[inline(always)]
    fn unless_any(self, b: Self, c: Self) -> Self {
        self.but_not(b.or(c))
    }
    /// Where the mask has bits, the other; elsewhere this.
    #[inline(always)]
    fn mix(self, other: Self, mask: Self) -> Self {
        self.xor(self.xor(other).and(mask))
    }
    /// This, where it differs from the other; elsewhere the third. From the lowest binary digit to the highest, that says
    /// which of two numbers is greater.
    #[inline(always)]
    fn above(self, other: Self, lower: Self) -> Self {
        self.but_not(other).or(lower.but_not(self.xor(other)))
    }
    /// Where the mask has bits, the other; elsewhere this. The mask has whole bytes.
    #[inline(always)]
    fn mix_bytes(self, other: Self, mask: Self) -> Self {
        self.but_not(mask).or(other.and(mask))
    }
    /// Each group of 32 bits moved up by `N`.
    fn up<const N: i32>(self) -> Self;
    /// Each group of 32 bits moved down by `N`.
    fn down<const N: i32>(self) -> Self;
    /// The same bits in every group.
    fn splat_group(bits: u32) -> Self;
    /// Exchanges group `i` of register `j` with group `j` of register `i`, for the first [`Vector::GROUPS`] registers.
    fn turn_groups(registers: &mut [Self; MOST_GROUPS]);
    /// Reads the groups from the start of a slice of at least [`Vector::GROUPS`].
    fn load(groups: &[u32]) -> Self;
    /// Writes the groups to the start of a slice of at least [`Vector::GROUPS`].
    fn store(self, groups: &mut [u32]);
}

impl Vector for u64 {
    const GROUPS: usize = 2;

    #[inline(always)]
    fn splat(bit: bool) -> u64 {
        if bit { u64::MAX } else { 0 }
    }

    #[inline(always)]
    fn and(self, other: u64) -> u64 {
        self & other
    }

    #[inline(always)]
    fn or(self, other: u64) -> u64 {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }

    #[inline(always)]
    fn but_not(self, other: u64) -> u64 {
        self & !other
    }

    #[inline(always)]
    fn up<const N: i32>(self) -> u64 {
        let kept = u64::splat_group(u32::MAX >> N);
        (self & kept) << N
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> u64 {
        let kept = u64::splat_group(u32::MAX << N);
        (self & kept) >> N
    }

    #[inline(always)]
    fn splat_group(bits: u32) -> u64 {
        u64::from(bits) << 32 | u64::from(bits)
    }

    #[inline(always)]
    fn turn_groups(registers: &mut [u64; MOST_GROUPS]) {
        let [a, b, ..] = *registers;
        registers[0] = a & 0xFFFF_FFFF | b << 32;
        registers[1] = a >> 32 | b & 0xFFFF_FFFF_0000_0000;
    }

    #[inline(always)]
    fn load(groups: &[u32]) -> u64 {
        u64::from(groups[1]) << 32 | u64::from(groups[0])
    }

    #[inline(always)]
    fn store(self, groups: &mut [u32]) {
        groups[0] = self as u32;
        groups[1] = (self >> 32) as u32;
    }
}

/// A kind of register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// 64 boards in a plain word.
    Portable,
    /// 256 boards in an AVX2 register.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 256 boards in half an AVX-512 register, with its logic of three inputs.
    #[cfg(target_arch = "x86_64")]
    Avx512Half,
    /// 512 boards in an AVX-512 register.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 128 boards in a NEON register.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// Whether the machine has everything that `run_avx2` is compiled for.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
}

/// Whether the machine has everything that `run_avx512` and `run_avx512_half` are compiled for.
#[cfg(target_arch = "x86_64")]
pub(super) fn has_avx512() -> bool {
    has_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
}

impl Width {
    /// Every width that this machine can do, the narrowest first.
    pub fn available() -> Vec<Width> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut widths = vec![Width::Portable];
            if has_avx2() {
                widths.push(Width::Avx2);
            }
            if has_avx512() {
                widths.extend([Width::Avx512Half, Width::Avx512]);
            }
            widths
        }
        #[cfg(target_arch = "aarch64")]
        return vec![Width::Portable, Width::Neon];
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        vec![Width::Portable]
    }

    /// Whether this width is the one to take where there is nothing better. Whole AVX-512 registers are not: the planes of
    /// 512 boards do not fit into the nearest cache, and on the machine where this was measured (Zen 4) half registers
    /// took a tenth less time on every collection.
    fn is_worth_while(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        return self != Width::Avx512;
        #[cfg(not(target_arch = "x86_64"))]
        true
    }

    /// Whether the tests have been run at this width. NEON shares all code but its few instructions with the others, and
    /// has not been run yet.
    fn is_tested(self) -> bool {
        #[cfg(target_arch = "aarch64")]
        return self != Width::Neon;
        #[cfg(not(target_arch = "aarch64"))]
        true
    }

    /// The fastest that this machine can do. One that is not tested first has to find in a few boards what plain words
    /// find in them; that takes a millisecond, once. The others have been through whole collections, and are not asked.
    pub fn usual() -> Width {
        static USUAL: OnceLock<Width> = OnceLock::new();
        *USUAL.get_or_init(|| {
            let mut widths = Width::available();
            widths.retain(|&width| width.is_worth_while() && (width.is_tested() || probe::agrees(width)));
            widths.pop().unwrap_or(Width::Portable)
        })
    }

    /// Runs a job at this width, or at the next narrower one that the machine has.
    pub(super) fn run(self, job: &mut Job<'_>) {
        match self {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine was just asked for these features.
            Width::Avx512 if has_avx512() => unsafe { x86::run_avx512(job) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine was just asked for these features.
            Width::Avx512Half if has_avx512() => unsafe { x86::run_avx512_half(job) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the machine was just asked for these features.
            Width::Avx2 | Width::Avx512Half | Width::Avx512 if has_avx2() => unsafe { x86::run_avx2(job) },
            #[cfg(target_arch = "aarch64")]
            Width::Neon => Engine::<Neon>::new().run(job),
            _ => Engine::<u64>::new().run(job),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::Vector;

    /// What each operation makes of all eight triples of bits.
    #[inline(always)]
    pub(in super::super) fn logic<V: Vector>() -> [u32; 12] {
        let [a, b, c] = [0xF0, 0xCC, 0xAA].map(V::splat_group);
        let results = [
            a.and3(b, c),
            a.or3(b, c),
            a.xor3(b, c),
            a.two_of(b, c),
            a.or_both(b, c),
            a.or_but_not(b, c),
            a.unless_both(b, c),
            a.unless_any(b, c),
            a.mix(b, c),
            a.above(b, c),
            a.but_not(b),
            a.xor(b).or(c.and(b)),
        ];
        let mut tables = [0; 12];
        for (table, result) in tables.iter_mut().zip(results) {
            let mut groups = [0; 16];
            result.store(&mut groups);
            *table = groups[V::GROUPS - 1];
        }
        tables
    }

    #[test]
    fn plain_words_know_their_logic() {
        let expected = [0x80, 0xFE, 0x96, 0xE8, 0xF8, 0xF4, 0x70, 0x10, 0xD8, 0xB2, 0x30, 0xBC];
        assert_eq!(logic::<u64>(), expected);
    }
}
