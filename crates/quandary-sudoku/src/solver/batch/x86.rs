//! Registers of x86-64: 256 boards in AVX2 or in half a register of AVX-512.
//!
//! What AVX-512 adds is one instruction for any logic of three inputs. It saves nearly half of the instructions of a round.
//!
//! [`HasAvx2`] and [`HasAvx512`] are the proofs that an instruction may be executed: their only constructors ask the CPU.
//! A register is built from such a proof or from another register, so wherever one exists, its instructions do too.

#![expect(unsafe_code, reason = "vector registers are reached through intrinsics that not every CPU has")]

use std::arch::x86_64::*;

use super::engine::{Engine, Job};
use super::transpose::MAX_GROUPS;
use super::vector::Vector;

/// Proof that the CPU has everything that `run_avx2` is compiled for.
#[derive(Clone, Copy)]
pub(super) struct HasAvx2(());

impl HasAvx2 {
    /// Asks the CPU.
    pub(super) fn detect() -> Option<Self> {
        let is_there = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt");
        is_there.then_some(HasAvx2(()))
    }

    /// Runs a job in AVX2 registers.
    pub(super) fn run(self, job: &mut Job<'_>) {
        // SAFETY: `self` proves that the CPU has the features.
        unsafe { run_avx2(self, job) }
    }
}

/// Proof that the CPU has everything that `run_avx512` is compiled for.
#[derive(Clone, Copy)]
pub(super) struct HasAvx512(());

impl HasAvx512 {
    /// Asks the CPU.
    pub(super) fn detect() -> Option<Self> {
        let is_there = HasAvx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        is_there.then_some(HasAvx512(()))
    }

    /// Runs a job in halves of AVX-512 registers.
    pub(super) fn run(self, job: &mut Job<'_>) {
        // SAFETY: `self` proves that the CPU has the features.
        unsafe { run_avx512(self, job) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx2(cpu: HasAvx2, job: &mut Job<'_>) {
    Engine::<Avx2>::new(cpu).run(job);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
fn run_avx512(cpu: HasAvx512, job: &mut Job<'_>) {
    Engine::<Avx512Half>::new(cpu).run(job);
}

/// Transposes the groups of four registers within halves of 128 bits: register `j` then has group `j` of each half.
#[inline]
#[target_feature(enable = "avx2")]
fn transpose_four([a, b, c, d]: [__m256i; 4]) -> [__m256i; 4] {
    let (low, high) = (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    let (next_low, next_high) = (_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    [
        _mm256_unpacklo_epi64(low, next_low),
        _mm256_unpackhi_epi64(low, next_low),
        _mm256_unpacklo_epi64(high, next_high),
        _mm256_unpackhi_epi64(high, next_high),
    ]
}

#[inline]
#[target_feature(enable = "avx2")]
fn transpose_eight(rows: &mut [__m256i; 8]) {
    let [a, b, c, d, e, f, g, h] = *rows;
    let (upper, lower) = (transpose_four([a, b, c, d]), transpose_four([e, f, g, h]));
    for group in 0..4 {
        rows[group] = _mm256_permute2x128_si256::<0x20>(upper[group], lower[group]);
        rows[group + 4] = _mm256_permute2x128_si256::<0x31>(upper[group], lower[group]);
    }
}

/// Eight groups in an AVX2 register.
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

/// Eight groups in half an AVX-512 register.
#[derive(Clone, Copy)]
pub(super) struct Avx512Half(__m256i);

/// The methods of [`Vector`] that are the same instructions in AVX2 and in AVX-512.
macro_rules! avx2_methods {
    () => {
        const GROUPS: usize = 8;

        #[inline(always)]
        fn splat(cpu: Self::Cpu, bit: bool) -> Self {
            Self::splat_group(cpu, if bit { u32::MAX } else { 0 })
        }

        #[inline(always)]
        fn splat_group(_: Self::Cpu, bits: u32) -> Self {
            // SAFETY: the argument proves that the CPU has AVX2.
            Self(unsafe { _mm256_set1_epi32(bits.cast_signed()) })
        }

        #[inline(always)]
        fn load(_: Self::Cpu, groups: &[u32]) -> Self {
            let groups = &groups[..Self::GROUPS];
            // SAFETY: the argument proves that the CPU has AVX2, and the slice is as long as the register.
            Self(unsafe { _mm256_loadu_si256(groups.as_ptr().cast()) })
        }

        #[inline(always)]
        fn store(self, groups: &mut [u32]) {
            let groups = &mut groups[..Self::GROUPS];
            // SAFETY: `self` was built from a proof that the CPU has AVX2, and the slice is as long as the register.
            unsafe { _mm256_storeu_si256(groups.as_mut_ptr().cast(), self.0) }
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: `self` was built from a proof that the CPU has AVX2; the same holds below.
            Self(unsafe { _mm256_and_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            // SAFETY: as in `and`.
            Self(unsafe { _mm256_or_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: as in `and`.
            Self(unsafe { _mm256_xor_si256(self.0, other.0) })
        }

        #[inline(always)]
        fn but_not(self, other: Self) -> Self {
            // SAFETY: as in `and`. The intrinsic negates its first argument.
            Self(unsafe { _mm256_andnot_si256(other.0, self.0) })
        }

        #[inline(always)]
        fn up<const N: i32>(self) -> Self {
            // SAFETY: as in `and`.
            Self(unsafe { _mm256_sll_epi32(self.0, _mm_cvtsi32_si128(N)) })
        }

        #[inline(always)]
        fn down<const N: i32>(self) -> Self {
            // SAFETY: as in `and`.
            Self(unsafe { _mm256_srl_epi32(self.0, _mm_cvtsi32_si128(N)) })
        }

        #[inline(always)]
        fn transpose_groups(registers: &mut [Self; MAX_GROUPS]) {
            // A loop instead of a closure, which would not be compiled for these registers.
            let mut raw = [registers[0].0; MAX_GROUPS];
            for (raw, register) in raw.iter_mut().zip(&*registers) {
                *raw = register.0;
            }
            // SAFETY: the registers were built from proofs that the CPU has AVX2.
            unsafe { transpose_eight(&mut raw) }
            for (register, raw) in registers.iter_mut().zip(raw) {
                register.0 = raw;
            }
        }
    };
}

/// Three-input logic, given by its table: bit `4a + 2b + c` is the result for the bits a, b and c.
macro_rules! ternary_logic {
    ($($name:ident = $table:literal),* $(,)?) => {
        $(
            #[inline(always)]
            fn $name(self, b: Self, c: Self) -> Self {
                // SAFETY: `self` was built from a proof that the CPU has AVX-512 with 256-bit registers.
                Self(unsafe { _mm256_ternarylogic_epi32::<$table>(self.0, b.0, c.0) })
            }
        )*
    };
}

impl Vector for Avx2 {
    type Cpu = HasAvx2;

    avx2_methods!();

    #[inline(always)]
    fn mix_bytes(self, other: Self, mask: Self) -> Self {
        // SAFETY: as in `and`.
        Self(unsafe { _mm256_blendv_epi8(self.0, other.0, mask.0) })
    }
}

impl Vector for Avx512Half {
    type Cpu = HasAvx512;

    const HAS_TERNARY_LOGIC: bool = true;

    avx2_methods!();

    ternary_logic! {
        and3 = 0b1000_0000,
        or3 = 0b1111_1110,
        xor3 = 0b1001_0110,
        two_of = 0b1110_1000,
        or_both = 0b1111_1000,
        or_but_not = 0b1111_0100,
        unless_both = 0b0111_0000,
        unless_any = 0b0001_0000,
        mix = 0b1101_1000,
        mix_bytes = 0b1101_1000,
        above = 0b1011_0010,
    }
}

#[cfg(test)]
mod tests {
    use super::super::vector::tests::logic;
    use super::*;

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    fn logic_of_avx512(cpu: HasAvx512) -> [u32; 12] {
        logic::<Avx512Half>(cpu)
    }

    #[target_feature(enable = "avx2")]
    fn logic_of_avx2(cpu: HasAvx2) -> [u32; 12] {
        logic::<Avx2>(cpu)
    }

    #[test]
    fn every_width_has_the_same_logic() {
        if let Some(cpu) = HasAvx2::detect() {
            // SAFETY: `cpu` proves that the CPU has the features.
            assert_eq!(unsafe { logic_of_avx2(cpu) }, logic::<u64>(()));
        }
        if let Some(cpu) = HasAvx512::detect() {
            // SAFETY: `cpu` proves that the CPU has the features.
            assert_eq!(unsafe { logic_of_avx512(cpu) }, logic::<u64>(()));
        }
    }
}
