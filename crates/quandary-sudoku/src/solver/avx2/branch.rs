//! Where to branch: on a cell with two digits left that sees many open cells.
//!
//! Taking the first such cell needs more than twice the nodes, so choosing well may cost something. It costs about a third
//! of a round: the scores of all 81 cells are sums of three counts (row, column, box) in fields of five bits, and a maximum
//! finds the best, without a loop over cells and without a branch.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si32, _mm_minpos_epu16, _mm256_add_epi16 as add, _mm256_and_si256 as and,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_max_epi16 as max, _mm256_mullo_epi16 as multiply,
    _mm256_or_si256 as or, _mm256_permute4x64_epi64, _mm256_set_epi64x, _mm256_set1_epi16 as splat,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16 as shift_left, _mm256_srli_epi16 as shift_right,
    _mm256_sub_epi16 as subtract,
};

use super::super::choose::{Branch, choose};
use super::{
    Avx2Board, BAND_LANES, FIRSTS, LAST_BAND, NEXT_BAND, Shuffles, but_not, load, quarters, shift_right_by, word_of,
};

/// One in each of three fields of five bits.
const FIELDS: i16 = 0b00001_00001_00001;

/// The first column of each box as a field of five bits.
#[inline]
#[target_feature(enable = "avx2")]
fn fields(lanes: __m256i) -> __m256i {
    // Times 1, 4 and 16: bit 0 stays, bit 3 moves to 5, bit 6 to 10.
    and(multiply(and(lanes, splat(FIRSTS)), splat(0b10101)), splat(FIELDS))
}

impl Avx2Board {
    /// A cell with two digits left that sees many open cells.
    #[inline]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    pub(super) fn branch(&self, shuffles: &Shuffles) -> Branch {
        let none = _mm256_setzero_si256();
        let cells = _mm256_set_epi64x(0, BAND_LANES, BAND_LANES, BAND_LANES);
        let [next, after] = [load(&shuffles.turn[0]), load(&shuffles.turn[1])];
        let (mut once, mut twice, mut thrice) = (none, none, none);
        for digit in self.digits {
            thrice = or(thrice, and(twice, digit));
            twice = or(twice, and(once, digit));
            once = or(once, digit);
        }
        let (open, pairs) = (and(twice, cells), and(but_not(twice, thrice), cells));
        let of_column = [fields(open), fields(shift_right::<1>(open)), fields(shift_right::<2>(open))];
        let of_third = add(add(of_column[0], of_column[1]), of_column[2]);
        let of_box = add(add(of_third, _mm256_shuffle_epi8(of_third, next)), _mm256_shuffle_epi8(of_third, after));
        let of_row = and(add(add(of_third, shift_right::<5>(of_third)), shift_right::<10>(of_third)), splat(31));
        // What row and box share would be counted twice.
        let of_row_and_box = add(of_box, subtract(multiply(of_row, splat(FIELDS)), of_third));
        let mut best = none;
        for (column, (count, number)) in of_column.into_iter().zip([8, 7, 6]).enumerate() {
            let of_band = add(add(count, _mm256_shuffle_epi8(count, next)), _mm256_shuffle_epi8(count, after));
            let beyond =
                add(_mm256_permute4x64_epi64::<NEXT_BAND>(of_band), _mm256_permute4x64_epi64::<LAST_BAND>(of_band));
            let score = add(of_row_and_box, beyond);
            let score = and(score, multiply(fields(shift_right_by(pairs, column)), splat(31)));
            // Score and column of a cell in one number, for one box after the other. Of equals the left one is taken.
            best = max(best, or(shift_left::<4>(and(score, splat(31))), splat(number)));
            best = max(best, or(shift_right::<1>(and(score, splat(31 << 5))), splat(number - 3)));
            best = max(best, or(shift_right::<6>(and(score, splat(31 << 10))), splat(number - 6)));
        }
        // There is an instruction for the least lane and its index, and none for the greatest.
        let rest = subtract(splat(i16::MAX), best);
        let top = _mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_castsi256_si128(rest))).cast_unsigned();
        let bottom = _mm_cvtsi128_si32(_mm_minpos_epu16(_mm256_extracti128_si256::<1>(rest))).cast_unsigned();
        let (rest, lane) = if bottom & 0xFFFF < top & 0xFFFF { (bottom, 8 + (bottom >> 16)) } else { (top, top >> 16) };
        let key = i16::MAX.cast_unsigned() - rest as u16;
        if key < 16 {
            return self.branch_without_pairs();
        }
        let cell = (lane as usize / 4 * 3 + lane as usize % 4) * 9 + 8 - usize::from(key & 15);
        Branch::new(cell, self.possible_in(cell).trailing_zeros() as usize % 9)
    }

    /// Where no cell has two digits left, which is rare.
    #[cold]
    #[inline(never)]
    #[target_feature(enable = "avx2,popcnt,bmi1")]
    fn branch_without_pairs(&self) -> Branch {
        let mut words = [0; 27];
        for (digit, &register) in self.digits.iter().enumerate() {
            for band in 0..3 {
                words[band * 9 + digit] = word_of(quarters(register)[band]);
            }
        }
        // A board that is neither solved nor broken has an open cell.
        choose(&words).unwrap_or(Branch { word: 0, bit: 1 })
    }
}
