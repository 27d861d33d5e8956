//! The rounds: every rule applied to every digit, until no further cell is settled.

use std::arch::x86_64::{
    _mm256_add_epi16 as add, _mm256_and_si256 as and, _mm256_blend_epi16, _mm256_cmpeq_epi16 as equal,
    _mm256_min_epu16 as min, _mm256_mullo_epi16 as multiply, _mm256_or_si256 as or, _mm256_permute4x64_epi64,
    _mm256_set_epi64x, _mm256_set1_epi16 as splat, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_slli_epi16 as shift_left, _mm256_srli_epi16 as shift_right, _mm256_testz_si256, _mm256_xor_si256 as xor,
};

use super::super::bands::Contradiction;
use super::super::choose::Branch;
use super::{
    Avx2Board, BAND_LANES, FIRSTS, LAST_BAND, NEXT_BAND, ROW, SHUFFLES, but_not, load, shift_left_by, shift_right_by,
};

/// The rounds, compiled for some CPU features.
macro_rules! rounds {
    ($name:ident, $features:literal) => {
        impl Avx2Board {
            /// Rounds until no further cell is settled; then where to branch, or `None` on a solved board.
            #[target_feature(enable = $features)]
            pub(super) fn $name(&mut self) -> Result<Option<Branch>, Contradiction> {
                let (none, row, firsts) = (_mm256_setzero_si256(), splat(ROW), splat(FIRSTS));
                let cells = _mm256_set_epi64x(0, BAND_LANES, BAND_LANES, BAND_LANES);
                // `black_box` stops the compiler from splitting each shuffle into two slower instructions.
                let shuffles = std::hint::black_box(&SHUFFLES);
                let [next, after] = [load(&shuffles.turn[0]), load(&shuffles.turn[1])];
                let x = &mut self.digits;
                let mut lone = self.lone;
                // Cells where some digit has its last place in a row; and for each digit, the rows where that is so.
                let mut last = none;
                let mut is_last = [none; 9];
                let mut settled = row;
                loop {
                    let mut thirds = [none; 3];
                    for (three, thirds) in thirds.iter_mut().enumerate() {
                        for k in 0..3 {
                            let digit = 3 * three + k;
                            let alone = and(x[digit], lone);
                            let kept = but_not(x[digit], but_not(last, is_last[digit]));
                            let kept = and(kept, or(alone, equal(alone, none)));
                            x[digit] = kept;
                            let any = and(or(or(kept, shift_right::<1>(kept)), shift_right::<2>(kept)), firsts);
                            *thirds = or(*thirds, shift_left_by(any, k));
                        }
                    }
                    // The three closures are next to each other so that the core can work on all of them in parallel.
                    let mut whole = [none; 3];
                    for (whole, thirds) in whole.iter_mut().zip(thirds) {
                        let next_box = or(shift_right::<3>(thirds), shift_left::<6>(thirds));
                        let last_box = or(shift_right::<6>(thirds), shift_left::<3>(thirds));
                        let even = and(_mm256_shuffle_epi8(next_box, next), _mm256_shuffle_epi8(last_box, after));
                        let odd = and(_mm256_shuffle_epi8(last_box, next), _mm256_shuffle_epi8(next_box, after));
                        *whole = and(thirds, or(even, odd));
                    }
                    let mut columns = [none; 9];
                    for (three, &whole) in whole.iter().enumerate() {
                        for k in 0..3 {
                            let digit = 3 * three + k;
                            let kept = and(x[digit], multiply(and(shift_right_by(whole, k), firsts), splat(7)));
                            x[digit] = kept;
                            let others = or(_mm256_shuffle_epi8(kept, next), _mm256_shuffle_epi8(kept, after));
                            columns[digit] = or(kept, others);
                        }
                    }
                    for (three, whole) in whole.iter_mut().enumerate() {
                        let [a, b, c] = [columns[3 * three], columns[3 * three + 1], columns[3 * three + 2]];
                        let columns = _mm256_blend_epi16::<0b0100_0100>(_mm256_blend_epi16::<0b0010_0010>(a, b), c);
                        let next_column = or(
                            and(shift_right::<1>(columns), splat(0o333)),
                            and(shift_left::<2>(columns), splat(0o444)),
                        );
                        let last_column =
                            or(and(shift_right::<2>(columns), firsts), and(shift_left::<1>(columns), splat(0o666)));
                        let even = and(
                            _mm256_permute4x64_epi64::<NEXT_BAND>(next_column),
                            _mm256_permute4x64_epi64::<LAST_BAND>(last_column),
                        );
                        let odd = and(
                            _mm256_permute4x64_epi64::<NEXT_BAND>(last_column),
                            _mm256_permute4x64_epi64::<LAST_BAND>(next_column),
                        );
                        *whole = and(columns, or(even, odd));
                    }
                    let (mut once, mut twice, mut clash, mut fewest) = (none, none, none, row);
                    last = none;
                    for (digit, kept) in x.iter_mut().enumerate() {
                        *kept = and(*kept, _mm256_shuffle_epi8(whole[digit / 3], load(&shuffles.spread[digit % 3])));
                        is_last[digit] = equal(and(*kept, add(*kept, splat(-1))), none);
                        let here = and(*kept, is_last[digit]);
                        clash = or(clash, and(last, here));
                        last = or(last, here);
                        fewest = min(fewest, *kept);
                        twice = or(twice, and(once, *kept));
                        once = or(once, *kept);
                    }
                    // Two digits that need one cell, a digit without a place in a row, a cell without a digit.
                    let broken = or(or(clash, equal(fewest, none)), but_not(row, once));
                    if _mm256_testz_si256(broken, broken) == 0 {
                        return Err(Contradiction);
                    }
                    // One digit in each cell, a place for each digit in each row, and the stacks were just closed: that is a
                    // solution.
                    if _mm256_testz_si256(twice, cells) == 1 {
                        return Ok(None);
                    }
                    lone = but_not(once, twice);
                    let news = xor(or(lone, last), settled);
                    settled = or(lone, last);
                    if _mm256_testz_si256(news, news) == 1 {
                        self.lone = lone;
                        return Ok(Some(self.branch(shuffles)));
                    }
                }
            }
        }
    };
}

rounds!(settle_avx2, "avx2,popcnt,bmi1");
// With AVX-512 the compiler fuses two or three of these into one instruction, on the same registers.
rounds!(settle_avx512, "avx512f,avx512vl,avx512bw,avx2,popcnt,bmi1");
