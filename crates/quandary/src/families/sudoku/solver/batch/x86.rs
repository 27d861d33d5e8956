//! Registers of x86-64: 256 boards in AVX2, 512 in AVX-512.

#![expect(
    unsafe_code,
    reason = "vector registers are reached through intrinsics that the machine must be asked for first"
)]

use std::arch::x86_64::*;

use super::super::words::{BAND, Cells};
use super::engine::{Engine, Job};
use super::vector::Vector;

/// Where a load of 32 bytes for each band begins, and how many of its bytes belong to the band before: the last
/// load must not reach beyond the board.
const BANDS: [(usize, u32); 3] = [(0, 0), (27, 0), (49, 5)];

#[inline]
#[target_feature(enable = "avx2")]
fn candidates(cells: &Cells) -> [u32; 27] {
    let mut words = [0; 27];
    for (band, (start, skipped)) in BANDS.into_iter().enumerate() {
        // SAFETY: the slice has the 32 bytes of a register.
        let bytes = unsafe { _mm256_loadu_si256(cells[start..start + 32].as_ptr().cast()) };
        let words = &mut words[band * 9..band * 9 + 9];
        let mut given = 0;
        for (word, digit) in words.iter_mut().zip(1..) {
            let equal = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(digit));
            *word = _mm256_movemask_epi8(equal).cast_unsigned() >> skipped & BAND;
            given |= *word;
        }
        for word in words {
            *word |= BAND & !given;
        }
    }
    words
}

#[inline]
#[target_feature(enable = "avx2")]
fn digits(words: &[u32; 27]) -> Cells {
    // Each byte of the register looks at its own bit of a word.
    let byte_of_word =
        _mm256_set_epi64x(0x0303_0303_0303_0303, 0x0202_0202_0202_0202, 0x0101_0101_0101_0101, 0x0000_0000_0000_0000);
    let bit_of_byte = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
    let mut cells = [0; 96];
    for band in 0..3 {
        let mut bytes = _mm256_setzero_si256();
        for (&word, digit) in words[band * 9..band * 9 + 9].iter().zip(1..) {
            let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(word.cast_signed()), byte_of_word);
            let here = _mm256_cmpeq_epi8(_mm256_and_si256(spread, bit_of_byte), bit_of_byte);
            bytes = _mm256_or_si256(bytes, _mm256_and_si256(here, _mm256_set1_epi8(digit)));
        }
        // SAFETY: the slice has the 32 bytes of a register; what is too much the next band writes over.
        unsafe { _mm256_storeu_si256(cells[band * 27..band * 27 + 32].as_mut_ptr().cast(), bytes) };
    }
    std::array::from_fn(|cell| cells[cell])
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn run_avx2(job: &mut Job<'_>) {
    Engine::<Avx2>::new().run(job);
}

#[target_feature(enable = "avx512f,avx512bw,avx2,bmi1,bmi2,popcnt,lzcnt")]
pub(super) fn run_avx512(job: &mut Job<'_>) {
    Engine::<Avx512>::new().run(job);
}

/// Writes the methods of [`Vector`] in terms of one register's intrinsics.
///
/// The types are private to this module and are made only inside `run_avx2` and `run_avx512`, which is why their
/// intrinsics may be called without asking the machine again.
macro_rules! vector {
    ($name:ident, $register:ty, $groups:literal, $set:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident,
     $mix:expr, $up:expr, $down:expr, $load:ident, $store:ident) => {
        #[derive(Clone, Copy)]
        pub(super) struct $name($register);

        impl Vector for $name {
            const GROUPS: usize = $groups;

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

            #[inline(always)]
            fn candidates(cells: &Cells) -> [u32; 27] {
                // SAFETY: as above; who has AVX-512 has AVX2.
                unsafe { candidates(cells) }
            }

            #[inline(always)]
            fn digits(words: &[u32; 27]) -> Cells {
                // SAFETY: as above.
                unsafe { digits(words) }
            }
        }
    };
}

vector!(
    Avx2,
    __m256i,
    8,
    _mm256_set1_epi32,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_blendv_epi8,
    _mm256_sll_epi32,
    _mm256_srl_epi32,
    _mm256_loadu_si256,
    _mm256_storeu_si256
);
vector!(
    Avx512,
    __m512i,
    16,
    _mm512_set1_epi32,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_xor_si512,
    _mm512_andnot_si512,
    // Of three bits, the second where the third is set, else the first.
    _mm512_ternarylogic_epi32::<0b1101_1000>,
    _mm512_sll_epi32,
    _mm512_srl_epi32,
    _mm512_loadu_si512,
    _mm512_storeu_si512
);
