//! Registers of x86-64: 256 boards in AVX2 or in half a register of AVX-512, 512 in a whole one.
//!
//! What AVX-512 adds is one instruction for any logic of three inputs. It saves nearly half of the instructions of a round.

#![expect(
    unsafe_code,
    reason = "vector registers are reached through intrinsics that the machine must be asked for first"
)]

use std::arch::x86_64::*;

use super::engine::{Engine, Job};
use super::turn::MOST_GROUPS;
use super::vector::Vector;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn run_avx2(job: &mut Job<'_>) {
    Engine::<Avx2>::new().run(job);
}

#[target_feature(enable = "avx512f,avx512bw,avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn run_avx512(job: &mut Job<'_>) {
    Engine::<Avx512>::new().run(job);
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn run_avx512_half(job: &mut Job<'_>) {
    Engine::<Avx512Half>::new().run(job);
}

/// Turns the groups of each four registers within quarters of 128 bits: register `j` then has group `j` of each quarter.
macro_rules! turn_quarters {
    ($a:expr, $b:expr, $c:expr, $d:expr, $low:ident, $high:ident, $low_half:ident, $high_half:ident) => {{
        let (low, high) = ($low($a, $b), $high($a, $b));
        let (next_low, next_high) = ($low($c, $d), $high($c, $d));
        [$low_half(low, next_low), $high_half(low, next_low), $low_half(high, next_high), $high_half(high, next_high)]
    }};
}

#[inline]
#[target_feature(enable = "avx2")]
fn turn_eight(rows: &mut [__m256i; MOST_GROUPS]) {
    let [a, b, c, d, e, f, g, h, ..] = *rows;
    let upper = turn_quarters!(
        a,
        b,
        c,
        d,
        _mm256_unpacklo_epi32,
        _mm256_unpackhi_epi32,
        _mm256_unpacklo_epi64,
        _mm256_unpackhi_epi64
    );
    let lower = turn_quarters!(
        e,
        f,
        g,
        h,
        _mm256_unpacklo_epi32,
        _mm256_unpackhi_epi32,
        _mm256_unpacklo_epi64,
        _mm256_unpackhi_epi64
    );
    for group in 0..4 {
        rows[group] = _mm256_permute2x128_si256::<0x20>(upper[group], lower[group]);
        rows[group + 4] = _mm256_permute2x128_si256::<0x31>(upper[group], lower[group]);
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx2")]
fn turn_sixteen(rows: &mut [__m512i; MOST_GROUPS]) {
    let mut quads = [[rows[0]; 4]; 4];
    for (quad, rows) in quads.iter_mut().zip(rows.chunks_exact(4)) {
        *quad = turn_quarters!(
            rows[0],
            rows[1],
            rows[2],
            rows[3],
            _mm512_unpacklo_epi32,
            _mm512_unpackhi_epi32,
            _mm512_unpacklo_epi64,
            _mm512_unpackhi_epi64
        );
    }
    for group in 0..4 {
        let [a, b, c, d] = [quads[0][group], quads[1][group], quads[2][group], quads[3][group]];
        // Quarters 0 and 2 of two registers, then quarters 1 and 3.
        let (even, odd) = (_mm512_shuffle_i32x4::<0x88>(a, b), _mm512_shuffle_i32x4::<0xDD>(a, b));
        let (next_even, next_odd) = (_mm512_shuffle_i32x4::<0x88>(c, d), _mm512_shuffle_i32x4::<0xDD>(c, d));
        rows[group] = _mm512_shuffle_i32x4::<0x88>(even, next_even);
        rows[group + 4] = _mm512_shuffle_i32x4::<0x88>(odd, next_odd);
        rows[group + 8] = _mm512_shuffle_i32x4::<0xDD>(even, next_even);
        rows[group + 12] = _mm512_shuffle_i32x4::<0xDD>(odd, next_odd);
    }
}

/// Writes the methods of [`Vector`] in terms of one register's intrinsics.
///
/// The types are private to this module and are made only inside `run_avx2`, `run_avx512` and `run_avx512_half`, which is
/// why their intrinsics may be called without asking the machine again. Logic of three inputs is given by its table: bit
/// `4a + 2b + c` says what becomes of the bits a, b and c.
macro_rules! vector {
    ($name:ident, $register:ty, $groups:literal, $takes_three:literal, $set:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident,
     $mix:expr, $up:expr, $down:expr, $turn:ident, $load:ident, $store:ident
     $(, $three:ident = $table:literal by $ternary:ident)*) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($register);

        impl Vector for $name {
            const GROUPS: usize = $groups;
            const TAKES_THREE: bool = $takes_three;

            #[inline(always)]
            fn splat(bit: bool) -> Self {
                Self::splat_group(if bit { u32::MAX } else { 0 })
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: see `vector`: the machine has these registers.
                $name(unsafe { $and(self.0, other.0) })
            }

            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $or(self.0, other.0) })
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $xor(self.0, other.0) })
            }

            #[inline(always)]
            fn but_not(self, other: Self) -> Self {
                // SAFETY: as above. The intrinsic negates its first argument.
                $name(unsafe { $andnot(other.0, self.0) })
            }

            #[inline(always)]
            fn mix_bytes(self, other: Self, mask: Self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $mix(self.0, other.0, mask.0) })
            }

            #[inline(always)]
            fn up<const N: i32>(self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $up(self.0, _mm_cvtsi32_si128(N)) })
            }

            #[inline(always)]
            fn down<const N: i32>(self) -> Self {
                // SAFETY: as above.
                $name(unsafe { $down(self.0, _mm_cvtsi32_si128(N)) })
            }

            #[inline(always)]
            fn splat_group(bits: u32) -> Self {
                // SAFETY: as above.
                $name(unsafe { $set(bits.cast_signed()) })
            }

            #[inline(always)]
            fn turn_groups(registers: &mut [Self; MOST_GROUPS]) {
                let mut raw = [registers[0].0; MOST_GROUPS];
                for (raw, register) in raw.iter_mut().zip(&*registers) {
                    *raw = register.0;
                }
                // SAFETY: as above.
                unsafe { $turn(&mut raw) }
                for (register, raw) in registers.iter_mut().zip(raw) {
                    register.0 = raw;
                }
            }

            #[inline(always)]
            fn load(groups: &[u32]) -> Self {
                let groups = &groups[..$groups];
                // SAFETY: as above, and the slice is as long as the register.
                $name(unsafe { $load(groups.as_ptr().cast()) })
            }

            #[inline(always)]
            fn store(self, groups: &mut [u32]) {
                let groups = &mut groups[..$groups];
                // SAFETY: as above, and the slice is as long as the register.
                unsafe { $store(groups.as_mut_ptr().cast(), self.0) }
            }

            $(
                #[inline(always)]
                fn $three(self, b: Self, c: Self) -> Self {
                    // SAFETY: as above.
                    $name(unsafe { $ternary::<$table>(self.0, b.0, c.0) })
                }
            )*
        }
    };
}

vector!(
    Avx2,
    __m256i,
    8,
    false,
    _mm256_set1_epi32,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_blendv_epi8,
    _mm256_sll_epi32,
    _mm256_srl_epi32,
    turn_eight,
    _mm256_loadu_si256,
    _mm256_storeu_si256
);
vector!(
    Avx512,
    __m512i,
    16,
    true,
    _mm512_set1_epi32,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_xor_si512,
    _mm512_andnot_si512,
    _mm512_ternarylogic_epi32::<0b1101_1000>,
    _mm512_sll_epi32,
    _mm512_srl_epi32,
    turn_sixteen,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    and3 = 0b1000_0000 by _mm512_ternarylogic_epi32,
    or3 = 0b1111_1110 by _mm512_ternarylogic_epi32,
    xor3 = 0b1001_0110 by _mm512_ternarylogic_epi32,
    two_of = 0b1110_1000 by _mm512_ternarylogic_epi32,
    or_both = 0b1111_1000 by _mm512_ternarylogic_epi32,
    or_but_not = 0b1111_0100 by _mm512_ternarylogic_epi32,
    unless_both = 0b0111_0000 by _mm512_ternarylogic_epi32,
    unless_any = 0b0001_0000 by _mm512_ternarylogic_epi32,
    mix = 0b1101_1000 by _mm512_ternarylogic_epi32,
    above = 0b1011_0010 by _mm512_ternarylogic_epi32
);
vector!(
    Avx512Half,
    __m256i,
    8,
    true,
    _mm256_set1_epi32,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_ternarylogic_epi32::<0b1101_1000>,
    _mm256_sll_epi32,
    _mm256_srl_epi32,
    turn_eight,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    and3 = 0b1000_0000 by _mm256_ternarylogic_epi32,
    or3 = 0b1111_1110 by _mm256_ternarylogic_epi32,
    xor3 = 0b1001_0110 by _mm256_ternarylogic_epi32,
    two_of = 0b1110_1000 by _mm256_ternarylogic_epi32,
    or_both = 0b1111_1000 by _mm256_ternarylogic_epi32,
    or_but_not = 0b1111_0100 by _mm256_ternarylogic_epi32,
    unless_both = 0b0111_0000 by _mm256_ternarylogic_epi32,
    unless_any = 0b0001_0000 by _mm256_ternarylogic_epi32,
    mix = 0b1101_1000 by _mm256_ternarylogic_epi32,
    above = 0b1011_0010 by _mm256_ternarylogic_epi32
);

#[cfg(test)]
mod tests {
    use super::super::vector::tests::logic;
    use super::super::vector::{has_avx2, has_avx512};
    use super::*;

    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2")]
    fn logic_of_avx512() -> [[u32; 12]; 2] {
        [logic::<Avx512>(), logic::<Avx512Half>()]
    }

    #[target_feature(enable = "avx2")]
    fn logic_of_avx2() -> [u32; 12] {
        logic::<Avx2>()
    }

    #[test]
    fn every_width_has_the_same_logic() {
        if has_avx2() {
            // SAFETY: the machine was just asked.
            assert_eq!(unsafe { logic_of_avx2() }, logic::<u64>());
        }
        if has_avx512() {
            // SAFETY: the machine was just asked.
            assert_eq!(unsafe { logic_of_avx512() }, [logic::<u64>(); 2]);
        }
    }
}
