//! The 9×9 board as nine registers: one per digit, one lane per row. Every rule, everywhere, at once.
//!
//! The fast solvers of the last ten years keep a worklist of changes: a digit in a band is looked up in a table, the
//! result marks other digits and bands, and so on. Each step waits for the one before it (a load takes four cycles, a
//! mispredicted branch twenty), and most of a modern core is idle. This engine has no worklist, no table and no branch to
//! predict. It applies *every* rule, in a fixed order, to the whole board, and then does it again: about 480 vector
//! instructions a round, of which the core starts three or four in every cycle, because nine digits have little to do with
//! each other until the end of the round. Two to three rounds solve an easy board. With AVX-512, the same rounds are
//! compiled for its three-input logic, which saves an eighth of the time.
//!
//! **Layout.** A register of 256 bits has sixteen lanes of 16 bits. Register `d` holds where digit `d` can still be:
//! the nine columns of a row are the low bits of a lane, the three rows of a band are three lanes of a quarter of the
//! register, and the three bands are three quarters. Unused lanes (every fourth, and the last quarter) have all bits set,
//! which no rule ever changes. Then
//! - "for all nine digits" is the same instruction on nine registers, and counting over them ("once", "twice") finds the
//!   cells with one digit left;
//! - rotating the rows of a band is a byte shuffle, rotating the bands a permutation of quarters, rotating the boxes of a
//!   row two shifts.
//!
//! **Closure.** In a band a digit takes one of six permutations of rows over boxes ([`super::bands`] has the idea). Fold
//! a row to three bits ("can it be in this box?"), and box b of row r stays if the other two rows can take the other two
//! boxes, one way round or the other: two `and`s of rotated copies, and an `or`. The fold leaves two bits in three unused, so
//! three digits share a lane, and three closures cost one. Columns in stacks work the same way; there all three rows of
//! a band hold the same bits, and again three digits share the lanes.
//!
//! **Singles.** A cell with one digit left clears the rest of its row, and the closures of the same round clear box and
//! column. A row with one place left for a digit clears that cell of other digits in the next round.
//!
//! **When to stop.** When no further cell was settled in a round. The rules might still remove a candidate or two, but
//! waiting for that takes 10 % more rounds and saves 1 % of the branches.

#![expect(unsafe_code, reason = "vector registers are reached through intrinsics that not every CPU has")]

mod branch;
mod round;

use std::arch::x86_64::{
    __m256i, _mm256_and_si256 as and, _mm256_andnot_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256 as or, _mm256_set_epi64x, _mm256_set1_epi8, _mm256_set1_epi16 as splat, _mm256_set1_epi32,
    _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16 as shift_left,
    _mm256_srli_epi16 as shift_right, _mm256_storeu_si256, _mm256_xor_si256 as xor,
};

use super::bands::{BAND, Cells, Contradiction};
use super::choose::Branch;
use super::single::Position;

/// Candidates of one board. Its constructors detect the CPU's features, so that every `Avx2Board` is the proof that its
/// instructions may be executed.
#[derive(Clone, Copy)]
pub(super) struct Avx2Board {
    digits: [__m256i; 9],
    /// Cells with one digit left.
    lone: __m256i,
}

/// Byte shuffles that move whole lanes, the same way in both halves of a register.
type Shuffle = [u8; 32];

const fn lanes(from: [u8; 8]) -> Shuffle {
    let mut bytes = [0; 32];
    let mut lane = 0;
    while lane < 16 {
        bytes[2 * lane] = 2 * from[lane % 8];
        bytes[2 * lane + 1] = 2 * from[lane % 8] + 1;
        lane += 1;
    }
    bytes
}

struct Shuffles {
    /// Each row of a band receives the next one, or the one after it.
    turn: [Shuffle; 2],
    /// All rows of a band receive the first, the second or the third.
    spread: [Shuffle; 3],
}

static SHUFFLES: Shuffles = Shuffles {
    turn: [lanes([1, 2, 0, 3, 5, 6, 4, 7]), lanes([2, 0, 1, 3, 6, 4, 5, 7])],
    spread: [lanes([0, 0, 0, 3, 4, 4, 4, 7]), lanes([1, 1, 1, 3, 5, 5, 5, 7]), lanes([2, 2, 2, 3, 6, 6, 6, 7])],
};

/// The order of the quarters when each band receives the next one, or the one after it.
const NEXT_BAND: i32 = 0b11_00_10_01;
const LAST_BAND: i32 = 0b11_01_00_10;

/// The cells of a row; those of its boxes' first columns.
const ROW: i16 = 0o777;
const FIRSTS: i16 = 0o111;

/// The three rows of a band as lanes, without the unused lane.
const BAND_LANES: i64 = 0x0000_01FF_01FF_01FF;

#[inline]
#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; 32]) -> __m256i {
    // SAFETY: the array has the 32 bytes of a register.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

/// The first, but not the second.
#[inline]
#[target_feature(enable = "avx2")]
fn but_not(a: __m256i, b: __m256i) -> __m256i {
    _mm256_andnot_si256(b, a)
}

/// The quarters of a register, the first band first.
#[inline]
#[target_feature(enable = "avx2")]
fn quarters(register: __m256i) -> [u64; 4] {
    let mut quarters = [0; 4];
    // SAFETY: the array has the 32 bytes of a register.
    unsafe { _mm256_storeu_si256(quarters.as_mut_ptr().cast(), register) };
    quarters
}

/// A band of 27 bits as three lanes.
fn lanes_of(word: u32) -> i64 {
    let word = u64::from(word & BAND);
    (word & 0o777 | (word & 0o777_000) << 7 | (word & 0o777_000_000) << 14).cast_signed()
}

/// Three lanes as a band of 27 bits.
fn word_of(lanes: u64) -> u32 {
    (lanes & 0o777 | lanes >> 7 & 0o777_000 | lanes >> 14 & 0o777_000_000) as u32
}

/// Whether the CPU has everything that this engine is compiled for.
fn is_available() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1")
}

/// Whether the CPU also has three-input logic.
#[inline]
fn has_ternary_logic() -> bool {
    is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") && is_x86_feature_detected!("avx512bw")
}

impl Avx2Board {
    /// The board with its givens; `None` on a CPU without these registers.
    pub(super) fn of_givens(cells: &Cells) -> Option<Avx2Board> {
        // SAFETY: the CPU has just been checked.
        is_available().then(|| unsafe { Avx2Board::read(cells) })
    }

    /// The board with these candidates, in the order of `Bands`; `None` on a CPU without these registers.
    pub(super) fn of_words(words: &[u32; 27]) -> Option<Avx2Board> {
        // SAFETY: the CPU has just been checked.
        is_available().then(|| unsafe { Avx2Board::spread(words) })
    }

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn read(cells: &Cells) -> Avx2Board {
        // Where a load of 32 bytes for each band begins, and how many of its bytes belong to the band before.
        const BANDS: [(usize, u32); 3] = [(0, 0), (27, 0), (49, 5)];
        let mut given = [[0; 3]; 9];
        let mut any = [0; 3];
        for (band, (start, skipped)) in BANDS.into_iter().enumerate() {
            let bytes = load(cells[start..].first_chunk().expect("32 bytes of 81"));
            for (given, digit) in given.iter_mut().zip(1..) {
                let same = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(digit));
                given[band] = _mm256_movemask_epi8(same).cast_unsigned() >> skipped & BAND;
                any[band] |= given[band];
            }
        }
        let lone = register(any);
        let blank = xor(lone, splat(ROW));
        let mut digits = [blank; 9];
        for (digit, given) in digits.iter_mut().zip(given) {
            *digit = or(*digit, register(given));
        }
        Avx2Board { digits, lone }
    }

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn spread(words: &[u32; 27]) -> Avx2Board {
        let over = but_not(splat(ROW), _mm256_set_epi64x(0, BAND_LANES, BAND_LANES, BAND_LANES));
        let mut digits = [over; 9];
        for (digit, register_of_digit) in digits.iter_mut().enumerate() {
            *register_of_digit = or(over, register([0, 9, 18].map(|band| words[band + digit])));
        }
        let lone = lone(&digits);
        Avx2Board { digits, lone }
    }

    /// The digits that a cell can still have.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn possible_in(&self, cell: usize) -> u32 {
        let (band, lane_and_column) = (cell / 27, 16 * (cell / 9 % 3) + cell % 9);
        let mut possible = 0;
        for (digit, &register) in self.digits.iter().enumerate() {
            possible |= ((quarters(register)[band] >> lane_and_column & 1) as u32) << digit;
        }
        possible
    }

    /// Places a digit in a cell, or removes it there.
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn decide(&mut self, branch: Branch, takes: bool) {
        let (band, digit) = (branch.word / 9, branch.word % 9);
        let mut bands = [0; 3];
        bands[band % 3] = branch.bit;
        let cell = register(bands);
        for (other, register) in self.digits.iter_mut().enumerate() {
            if (other == digit) != takes {
                *register = but_not(*register, cell);
            }
        }
        self.lone = if takes { or(self.lone, cell) } else { lone(&self.digits) };
    }

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn write(&self) -> Cells {
        // Each byte of the register looks at its own bit of a word.
        let byte_of_word = _mm256_set_epi64x(
            0x0303_0303_0303_0303,
            0x0202_0202_0202_0202,
            0x0101_0101_0101_0101,
            0x0000_0000_0000_0000,
        );
        let bit_of_byte = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        // The cells whose digit has a one, a two, a four or an eight in it.
        let [a, b, c, d, e, f, g, h, i] = self.digits;
        let parts = [or(or(or(a, c), or(e, g)), i), or(or(b, c), or(f, g)), or(or(d, e), or(f, g)), or(h, i)];
        let mut cells = [0; 96];
        for band in 0..3 {
            let mut bytes = _mm256_setzero_si256();
            for (part, value) in parts.into_iter().zip([1, 2, 4, 8]) {
                let word = word_of(quarters(part)[band]).cast_signed();
                let spread = _mm256_shuffle_epi8(_mm256_set1_epi32(word), byte_of_word);
                let here = _mm256_cmpeq_epi8(and(spread, bit_of_byte), bit_of_byte);
                bytes = or(bytes, and(here, _mm256_set1_epi8(value)));
            }
            // SAFETY: the slice has the 32 bytes of a register; the next band overwrites the surplus.
            unsafe { _mm256_storeu_si256(cells[band * 27..band * 27 + 32].as_mut_ptr().cast(), bytes) };
        }
        *cells.first_chunk().expect("81 of 96 bytes")
    }
}

/// The lanes moved up by 0, 1 or 2.
#[inline]
#[target_feature(enable = "avx2")]
fn shift_left_by(lanes: __m256i, by: usize) -> __m256i {
    match by {
        0 => lanes,
        1 => shift_left::<1>(lanes),
        _ => shift_left::<2>(lanes),
    }
}

/// The lanes moved down by 0, 1 or 2.
#[inline]
#[target_feature(enable = "avx2")]
fn shift_right_by(lanes: __m256i, by: usize) -> __m256i {
    match by {
        0 => lanes,
        1 => shift_right::<1>(lanes),
        _ => shift_right::<2>(lanes),
    }
}

/// The cells of three bands as a register.
#[inline]
#[target_feature(enable = "avx2")]
fn register([a, b, c]: [u32; 3]) -> __m256i {
    _mm256_set_epi64x(0, lanes_of(c), lanes_of(b), lanes_of(a))
}

/// The cells with one digit left.
#[inline]
#[target_feature(enable = "avx2")]
fn lone(digits: &[__m256i; 9]) -> __m256i {
    let (mut once, mut twice) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for &digit in digits {
        twice = or(twice, and(once, digit));
        once = or(once, digit);
    }
    but_not(once, twice)
}

impl Position for Avx2Board {
    #[inline]
    fn settle(&mut self) -> Result<Option<Branch>, Contradiction> {
        // SAFETY: `self` proves that the CPU has the features (see `Avx2Board`); what AVX-512 adds has just been checked.
        unsafe { if has_ternary_logic() { self.settle_avx512() } else { self.settle_avx2() } }
    }

    #[inline]
    fn take(&mut self, branch: Branch) {
        // SAFETY: `self` proves that the CPU has the features.
        unsafe { self.decide(branch, true) }
    }

    #[inline]
    fn strike(&mut self, branch: Branch) {
        // SAFETY: `self` proves that the CPU has the features.
        unsafe { self.decide(branch, false) }
    }

    #[inline]
    fn digits(&self) -> Cells {
        // SAFETY: `self` proves that the CPU has the features.
        unsafe { self.write() }
    }
}
