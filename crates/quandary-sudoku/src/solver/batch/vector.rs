//! Registers as sets of boards: one bit per board, 64 or 256 of them at once.
//!
//! The batch engine is written once over [`Vector`]. Plain `u64` runs everywhere, WebAssembly included; on x86-64 the CPU
//! is asked at run time for AVX2 and AVX-512, and the whole engine is compiled again for each, inlined into one function
//! that may use those instructions. The engine states its logic in operations on two and three registers, and each kind
//! of register implements them in as few instructions as it can.
//!
//! A vector cannot be made from scratch: every constructor takes a [`Vector::Cpu`], the proof that the instructions
//! exist. For `x86` registers only CPU detection hands one out, so safe code cannot execute an unsupported instruction.

use super::engine::{Engine, Job};
use super::transpose::MAX_GROUPS;
#[cfg(target_arch = "x86_64")]
use super::x86::{HasAvx2, HasAvx512};

/// A register of bits, one per board.
pub(super) trait Vector: Copy {
    /// Proof that the CPU has the instructions for this register; `()` where every CPU has them.
    type Cpu: Copy;

    /// How many groups of 32 boards it holds.
    const GROUPS: usize;

    /// How many boards it holds.
    const BOARDS: usize = Self::GROUPS * 32;

    /// Whether any logic function of three registers is one instruction.
    const HAS_TERNARY_LOGIC: bool = false;

    /// The register with the same bit everywhere.
    fn splat(cpu: Self::Cpu, bit: bool) -> Self;
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
    fn splat_group(cpu: Self::Cpu, bits: u32) -> Self;
    /// Exchanges group `i` of register `j` with group `j` of register `i`, for the first [`Vector::GROUPS`] registers.
    fn transpose_groups(registers: &mut [Self; MAX_GROUPS]);
    /// Reads the groups from the start of a slice of at least [`Vector::GROUPS`].
    fn load(cpu: Self::Cpu, groups: &[u32]) -> Self;
    /// Writes the groups to the start of a slice of at least [`Vector::GROUPS`].
    fn store(self, groups: &mut [u32]);
}

impl Vector for u64 {
    type Cpu = ();

    const GROUPS: usize = 2;

    #[inline(always)]
    fn splat((): (), bit: bool) -> u64 {
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
        let kept = u64::splat_group((), u32::MAX >> N);
        (self & kept) << N
    }

    #[inline(always)]
    fn down<const N: i32>(self) -> u64 {
        let kept = u64::splat_group((), u32::MAX << N);
        (self & kept) >> N
    }

    #[inline(always)]
    fn splat_group((): (), bits: u32) -> u64 {
        u64::from(bits) << 32 | u64::from(bits)
    }

    #[inline(always)]
    fn transpose_groups(registers: &mut [u64; MAX_GROUPS]) {
        let [a, b, ..] = *registers;
        registers[0] = a & 0xFFFF_FFFF | b << 32;
        registers[1] = a >> 32 | b & 0xFFFF_FFFF_0000_0000;
    }

    #[inline(always)]
    fn load((): (), groups: &[u32]) -> u64 {
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
    /// 256 boards in half an AVX-512 register (AVX-512VL), with its three-input logic.
    #[cfg(target_arch = "x86_64")]
    Avx512Half,
}

impl Width {
    /// Every width that this CPU has, the slowest first.
    pub fn available() -> Vec<Width> {
        #[cfg(target_arch = "x86_64")]
        {
            let mut widths = vec![Width::Portable];
            widths.extend(HasAvx2::detect().map(|_| Width::Avx2));
            widths.extend(HasAvx512::detect().map(|_| Width::Avx512Half));
            widths
        }
        #[cfg(not(target_arch = "x86_64"))]
        vec![Width::Portable]
    }

    /// The fastest that this CPU has.
    pub fn fastest() -> Width {
        #[cfg(target_arch = "x86_64")]
        if HasAvx512::detect().is_some() {
            return Width::Avx512Half;
        } else if HasAvx2::detect().is_some() {
            return Width::Avx2;
        }
        Width::Portable
    }

    /// Runs a job at this width, or at the next one down that the CPU has.
    pub(super) fn run(self, job: &mut Job<'_>) {
        #[cfg(target_arch = "x86_64")]
        {
            if self == Width::Avx512Half
                && let Some(cpu) = HasAvx512::detect()
            {
                return cpu.run(job);
            }
            if self != Width::Portable
                && let Some(cpu) = HasAvx2::detect()
            {
                return cpu.run(job);
            }
        }
        Engine::<u64>::new(()).run(job);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{MAX_GROUPS, Vector};

    /// What each operation makes of all eight triples of bits.
    #[inline(always)]
    pub(in super::super) fn logic<V: Vector>(cpu: V::Cpu) -> [u32; 12] {
        let [a, b, c] = [V::splat_group(cpu, 0xF0), V::splat_group(cpu, 0xCC), V::splat_group(cpu, 0xAA)];
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
            let mut groups = [0; MAX_GROUPS];
            result.store(&mut groups);
            *table = groups[V::GROUPS - 1];
        }
        tables
    }

    #[test]
    fn plain_words_know_their_logic() {
        let expected = [0x80, 0xFE, 0x96, 0xE8, 0xF8, 0xF4, 0x70, 0x10, 0xD8, 0xB2, 0x30, 0xBC];
        assert_eq!(logic::<u64>(()), expected);
    }
}
