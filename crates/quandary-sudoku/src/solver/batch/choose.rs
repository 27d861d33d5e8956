//! Where to branch, for all boards of a register at once.
//!
//! The choice is that of [`super::super::choose`]: a cell with two digits left that sees the most open cells. Counting and
//! comparing are logic over planes here, too: a number is a few planes, one for each of its binary digits, and adding
//! two numbers is a row of full adders. All 81 cells of all boards are scored and compared in less time than one round
//! takes; scoring one board after the other took 20 % of the total time.

use super::round::Planes;
use super::vector::Vector;

/// The planes of a chosen cell's number, the lowest binary digit first.
pub(super) const DIGITS: usize = 7;

/// The number that no cell has: there is no cell with two digits left.
pub(super) const NO_CELL: u32 = (1 << DIGITS) - 1;

/// Sum and carry of three bits.
#[inline(always)]
fn add3<V: Vector>(a: V, b: V, c: V) -> (V, V) {
    if V::HAS_TERNARY_LOGIC {
        return (a.xor3(b, c), a.two_of(b, c));
    }
    let either = a.xor(b);
    (either.xor(c), a.and(b).or(either.and(c)))
}

/// Sum and carry of two bits.
#[inline(always)]
fn add2<V: Vector>(a: V, b: V) -> (V, V) {
    (a.xor(b), a.and(b))
}

/// A number below four and another: below eight.
#[inline(always)]
fn sum_of_two<V: Vector>(a: [V; 2], b: [V; 2]) -> [V; 3] {
    let (ones, carry) = add2(a[0], b[0]);
    let (twos, fours) = add3(a[1], b[1], carry);
    [ones, twos, fours]
}

/// A number below 16 and one below 8.
#[inline(always)]
fn sum_with_carry<V: Vector>(a: [V; 4], b: [V; 3]) -> [V; 5] {
    let (ones, carry) = add2(a[0], b[0]);
    let (twos, carry) = add3(a[1], b[1], carry);
    let (fours, carry) = add3(a[2], b[2], carry);
    let (eights, sixteens) = add2(a[3], carry);
    [ones, twos, fours, eights, sixteens]
}

/// How many cells of a third of a row or column are open.
#[inline(always)]
fn open_in_third<V: Vector>(open: &[V; 81], first: usize, step: usize) -> [V; 2] {
    let (ones, twos) = add3(open[first], open[first + step], open[first + 2 * step]);
    [ones, twos]
}

impl<V: Vector> Planes<V> {
    /// The chosen cell of each board, counted row by row, in binary.
    #[inline(always)]
    pub(super) fn choose(&self) -> [V; DIGITS] {
        let none = V::splat(self.cpu, false);
        let (mut open, mut pairs) = ([none; 81], [none; 81]);
        for (cell, (open, pair)) in open.iter_mut().zip(&mut pairs).enumerate() {
            let (mut once, mut twice, mut thrice) = (none, none, none);
            for digit in 0..9 {
                let here = self.cells[cell / 27 * 9 + digit][cell % 27];
                thrice = thrice.or_both(twice, here);
                twice = twice.or_both(once, here);
                once = once.or(here);
            }
            (*open, *pair) = (twice, twice.but_not(thrice));
        }
        // Functions instead of closures: those would not be compiled for the registers that are in use here.
        let mut rows = [[[none; 2]; 3]; 9];
        let mut columns = [[[none; 2]; 3]; 9];
        for line in 0..9 {
            for part in 0..3 {
                rows[line][part] = open_in_third(&open, 9 * line + 3 * part, 1);
                columns[line][part] = open_in_third(&open, 27 * part + line, 9);
            }
        }
        let mut best = [none; 5];
        let mut chosen = [V::splat(self.cpu, true); DIGITS];
        for row in 0..9 {
            for third in 0..3 {
                let in_row = sum_of_two(rows[row][(third + 1) % 3], rows[row][(third + 2) % 3]);
                let top = row / 3 * 3;
                let [a, b, c] = [rows[top][third], rows[top + 1][third], rows[top + 2][third]];
                // Up to nine in the box, up to six more in the row.
                let [ones, twos, fours] = sum_of_two(a, b);
                let [ones, twos, fours, eights, _] = sum_with_carry([c[0], c[1], none, none], [ones, twos, fours]);
                let [ones, twos, fours, eights, _] = sum_with_carry([ones, twos, fours, eights], in_row);
                for column in 3 * third..3 * third + 3 {
                    let band = row / 3;
                    let in_column = sum_of_two(columns[column][(band + 1) % 3], columns[column][(band + 2) % 3]);
                    let score = sum_with_carry([ones, twos, fours, eights], in_column);
                    let mut wins = none;
                    for (score, best) in score.into_iter().zip(best) {
                        wins = score.above(best, wins);
                    }
                    let wins = wins.and(pairs[9 * row + column]);
                    for (score, best) in score.into_iter().zip(&mut best) {
                        *best = best.mix(score, wins);
                    }
                    for (digit, plane) in chosen.iter_mut().enumerate() {
                        let is_set = (9 * row + column) >> digit & 1 == 1;
                        *plane = if is_set { plane.or(wins) } else { plane.but_not(wins) };
                    }
                }
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::choose::{Branch, choose, first_digit};
    use super::super::transpose::{Board, Transposer};
    use super::*;
    use quandary_core::random::{RngExt, stream};

    #[test]
    fn in_planes_the_same_cell_is_chosen_as_in_words() {
        let mut random = stream(3, "sudoku", 0);
        let boards: Vec<[u32; 27]> = (0..64)
            .map(|board| {
                let mut words = [0; 27];
                for cell in 0..81 {
                    // From boards with hardly any open cell to boards with hardly any settled one.
                    let digits = if random.random_range(0..64) < board { random.random_range(2..5) } else { 1 };
                    for _ in 0..digits {
                        let Branch { word, bit } = Branch::new(cell, random.random_range(0..9u32) as usize);
                        words[word] |= bit;
                    }
                }
                words
            })
            .collect();
        let mut slots: Vec<Board> = boards.iter().map(Board::new).collect();
        let (mut planes, mut transposer) = (Planes::<u64>::new(()), Transposer::new(()));
        transposer.make_planes(&slots, &mut planes.cells);
        transposer.make_boards(&planes.cells, &planes.choose(), &mut slots);
        let mut chosen = 0;
        for (slot, words) in slots.iter().zip(&boards) {
            assert_eq!(slot.candidates(), words);
            let cell = slot.0[27];
            if cell != NO_CELL {
                chosen += 1;
                assert_eq!(first_digit(words, cell as usize), choose(words));
            }
        }
        assert!(chosen > 40, "{chosen} boards with something to choose");
    }
}
