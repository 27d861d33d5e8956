//! Transposing boards into planes and back.
//!
//! Bits are transposed 32 × 32 at a time in every group of a register, then whole groups, so that the words of a board end
//! up side by side: copying a board onto a stack copies four registers.
//!
//! Boards with candidates take 27 words. Boards that have just been loaded and solved ones are digits only: four bits per
//! cell, eleven words. Converting digits to candidates and back is logic over planes, for all boards at once.

use super::super::bands::Cells;
use super::choose::DIGITS as CHOICE;
use super::vector::Vector;

/// Exchanges bit `i` of row `j` with bit `j` of row `i`, in each group.
///
/// Five steps, and 32 registers are more than a CPU has. So the first two steps are made on four rows at a time and
/// the last three on eight: the rows go through memory twice and not five times.
#[inline(always)]
fn transpose<V: Vector>(cpu: V::Cpu, rows: &mut [V; 32]) {
    for first in 0..8 {
        let [a, b, c, d] = [rows[first], rows[first + 8], rows[first + 16], rows[first + 24]];
        let ((a, c), (b, d)) =
            (swap_bytes::<V, 16>(cpu, a, c, 0x0000_FFFF), swap_bytes::<V, 16>(cpu, b, d, 0x0000_FFFF));
        let ((a, b), (c, d)) = (swap_bytes::<V, 8>(cpu, a, b, 0x00FF_00FF), swap_bytes::<V, 8>(cpu, c, d, 0x00FF_00FF));
        (rows[first], rows[first + 8], rows[first + 16], rows[first + 24]) = (a, b, c, d);
    }
    for eight in rows.chunks_exact_mut(8) {
        let [a, b, c, d] = [eight[0], eight[1], eight[2], eight[3]];
        let [e, f, g, h] = [eight[4], eight[5], eight[6], eight[7]];
        let ((a, e), (b, f)) = (swap_bits::<V, 4>(cpu, a, e, 0x0F0F_0F0F), swap_bits::<V, 4>(cpu, b, f, 0x0F0F_0F0F));
        let ((c, g), (d, h)) = (swap_bits::<V, 4>(cpu, c, g, 0x0F0F_0F0F), swap_bits::<V, 4>(cpu, d, h, 0x0F0F_0F0F));
        let ((a, c), (b, d)) = (swap_bits::<V, 2>(cpu, a, c, 0x3333_3333), swap_bits::<V, 2>(cpu, b, d, 0x3333_3333));
        let ((e, g), (f, h)) = (swap_bits::<V, 2>(cpu, e, g, 0x3333_3333), swap_bits::<V, 2>(cpu, f, h, 0x3333_3333));
        let ((a, b), (c, d)) = (swap_bits::<V, 1>(cpu, a, b, 0x5555_5555), swap_bits::<V, 1>(cpu, c, d, 0x5555_5555));
        let ((e, f), (g, h)) = (swap_bits::<V, 1>(cpu, e, f, 0x5555_5555), swap_bits::<V, 1>(cpu, g, h, 0x5555_5555));
        (eight[0], eight[1], eight[2], eight[3]) = (a, b, c, d);
        (eight[4], eight[5], eight[6], eight[7]) = (e, f, g, h);
    }
}

/// One step for two rows that lie `N` apart: their blocks of `N` bits above and below the diagonal change places. Whole
/// bytes are mixed by one instruction.
#[inline(always)]
fn swap_bytes<V: Vector, const N: i32>(cpu: V::Cpu, upper: V, lower: V, low: u32) -> (V, V) {
    let (low, high) = (V::splat_group(cpu, low), V::splat_group(cpu, !low));
    (upper.mix_bytes(lower.up::<N>(), high), lower.mix_bytes(upper.down::<N>(), low))
}

/// The same for less than a byte.
#[inline(always)]
fn swap_bits<V: Vector, const N: i32>(cpu: V::Cpu, upper: V, lower: V, low: u32) -> (V, V) {
    if V::HAS_TERNARY_LOGIC {
        return swap_bytes::<V, N>(cpu, upper, lower, low);
    }
    let differing = upper.down::<N>().xor(lower).and(V::splat_group(cpu, low));
    (upper.xor(differing.up::<N>()), lower.xor(differing))
}

/// Some words of one board, where a register can load them at once.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Words<const N: usize>(pub(super) [u32; N]);

/// The candidates of a board, word by word (`band * 9 + digit`), and in word 27 the cell to branch on.
pub(super) type Board = Words<32>;

/// The digits of a board: eight cells to a word, four bits each.
pub(super) type Digits = Words<16>;

/// How many words the digits of a board take.
const DIGIT_WORDS: usize = 11;

/// As many groups as the widest register has.
pub(super) const MAX_GROUPS: usize = 8;

impl Board {
    /// A board without any candidate.
    pub(super) const BROKEN: Board = Words([0; 32]);

    /// A board with these candidates.
    #[inline(always)]
    pub(super) fn new(candidates: &[u32; 27]) -> Board {
        let mut board = Board::BROKEN;
        board.0[..27].copy_from_slice(candidates);
        board
    }

    /// The candidates.
    #[inline(always)]
    pub(super) fn candidates(&self) -> &[u32; 27] {
        self.0.first_chunk().expect("27 of 32 words")
    }
}

impl Digits {
    /// The digits of a board. Values above 9 are blanks.
    #[inline(always)]
    pub(super) fn new(cells: &Cells) -> Digits {
        const ONES: u64 = 0x0101_0101_0101_0101;
        let mut eights = [0; 16];
        for (eight, bytes) in eights.iter_mut().zip(cells.chunks_exact(8)) {
            *eight = u64::from_le_bytes(bytes.try_into().expect("eight cells"));
        }
        eights[10] = u64::from(cells[80]);
        let mut words = [0; 16];
        for (word, eight) in words.iter_mut().zip(eights) {
            // The top bit of each byte that is above 9, and then all its bits.
            let above = (((eight & (0x7F * ONES)) + (0x7F - 9) * ONES) | eight) & (0x80 * ONES);
            let digits = eight & !(above | (above - (above >> 7)));
            let pairs = (digits | digits >> 4) & 0x00FF_00FF_00FF_00FF;
            let fours = (pairs | pairs >> 8) & 0x0000_FFFF_0000_FFFF;
            *word = (fours | fours >> 16) as u32;
        }
        Words(words)
    }

    /// The same as cells.
    #[inline(always)]
    pub(super) fn cells(&self) -> Cells {
        let mut eights = [0; 16];
        for (eight, word) in eights.iter_mut().zip(self.0) {
            let word = u64::from(word);
            let fours = (word | word << 16) & 0x0000_FFFF_0000_FFFF;
            let pairs = (fours | fours << 8) & 0x00FF_00FF_00FF_00FF;
            *eight = (pairs | pairs << 4) & 0x0F0F_0F0F_0F0F_0F0F;
        }
        let mut cells = [0; 81];
        for (bytes, eight) in cells.chunks_exact_mut(8).zip(eights) {
            bytes.copy_from_slice(&eight.to_le_bytes());
        }
        cells[80] = eights[10] as u8;
        cells
    }
}

/// A buffer for transposing as many words of each board as a register has groups.
pub(super) struct Transposer<V: Vector> {
    cpu: V::Cpu,
    buffer: [[V; 32]; MAX_GROUPS],
}

impl<V: Vector> Transposer<V> {
    /// An empty buffer.
    pub(super) fn new(cpu: V::Cpu) -> Self {
        Transposer { cpu, buffer: [[V::splat(cpu, false); 32]; MAX_GROUPS] }
    }

    /// Planes become words, from word `first` to before word `end`. Slots are numbered row by row, group by group.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "only the first groups of a square are in use")]
    fn planes_to_words<const N: usize>(&mut self, words: &mut [Words<N>], first: usize, end: usize) {
        for planes in &mut self.buffer[..V::GROUPS.min(end - first)] {
            transpose(self.cpu, planes);
        }
        let mut square = [V::splat(self.cpu, false); MAX_GROUPS];
        for row in 0..32 {
            for group in 0..V::GROUPS {
                square[group] = self.buffer[group][row];
            }
            V::transpose_groups(&mut square);
            let boards = &mut words[row * V::GROUPS..(row + 1) * V::GROUPS];
            for group in 0..V::GROUPS {
                square[group].store(&mut boards[group].0[first..]);
            }
        }
    }

    /// Words become planes.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "only the first groups of a square are in use")]
    fn words_to_planes<const N: usize>(&mut self, words: &[Words<N>], first: usize, end: usize) {
        let mut square = [V::splat(self.cpu, false); MAX_GROUPS];
        for row in 0..32 {
            let boards = &words[row * V::GROUPS..(row + 1) * V::GROUPS];
            for group in 0..V::GROUPS {
                square[group] = V::load(self.cpu, &boards[group].0[first..]);
            }
            V::transpose_groups(&mut square);
            for group in 0..V::GROUPS {
                self.buffer[group][row] = square[group];
            }
        }
        for planes in &mut self.buffer[..V::GROUPS.min(end - first)] {
            transpose(self.cpu, planes);
        }
    }

    /// From planes to boards, with the planes of the cell to branch on.
    #[inline(always)]
    pub(super) fn make_boards(&mut self, planes: &[[V; 27]; 27], choice: &[V; CHOICE], boards: &mut [Board]) {
        for first in (0..28).step_by(V::GROUPS) {
            for (word, planes_of_word) in (first..28).zip(&mut self.buffer[..V::GROUPS]) {
                planes_of_word[CHOICE..].fill(V::splat(self.cpu, false));
                if word < 27 {
                    planes_of_word[..27].copy_from_slice(&planes[word]);
                } else {
                    planes_of_word[..CHOICE].copy_from_slice(choice);
                }
            }
            self.planes_to_words(boards, first, 28);
        }
    }

    /// From boards to planes.
    #[inline(always)]
    pub(super) fn make_planes(&mut self, boards: &[Board], planes: &mut [[V; 27]; 27]) {
        for first in (0..27).step_by(V::GROUPS) {
            self.words_to_planes(boards, first, 27);
            for (planes, words) in planes[first..].iter_mut().zip(&self.buffer[..V::GROUPS]) {
                planes.copy_from_slice(&words[..27]);
            }
        }
    }

    /// From digits to planes, on the boards that have just been loaded: a blank cell has all nine candidates.
    #[inline(always)]
    pub(super) fn digits_to_planes(&mut self, digits: &[Digits], loaded: V, planes: &mut [[V; 27]; 27]) {
        for first in (0..DIGIT_WORDS).step_by(V::GROUPS) {
            self.words_to_planes(digits, first, DIGIT_WORDS);
            let bits = self.buffer[..V::GROUPS].as_flattened();
            for (cell, bits) in (8 * first..81).zip(bits.chunks_exact(4)) {
                let [a, b, four, eight] = [bits[0], bits[1], bits[2], bits[3]];
                let (one, two, three) = (a.but_not(b), b.but_not(a), a.and(b));
                let (low, high) = (a.or(b), four.or(eight));
                let blank = loaded.but_not(low.or(high));
                let digits = [
                    one.but_not(high),
                    two.but_not(high),
                    three.but_not(high),
                    four.but_not(low),
                    four.and(one),
                    four.and(two),
                    four.and(three),
                    eight.but_not(low),
                    eight.and(one),
                ];
                for digit in 0..9 {
                    let plane = &mut planes[cell / 27 * 9 + digit][cell % 27];
                    *plane = plane.mix(digits[digit], loaded).or(blank);
                }
            }
        }
    }

    /// From planes to digits, for the boards that are solved.
    #[inline(always)]
    pub(super) fn planes_to_digits(&mut self, planes: &[[V; 27]; 27], digits: &mut [Digits]) {
        for first in (0..DIGIT_WORDS).step_by(V::GROUPS) {
            let bits = self.buffer[..V::GROUPS].as_flattened_mut();
            for (cell, bits) in (8 * first..81).zip(bits.chunks_exact_mut(4)) {
                let (band, place) = (cell / 27 * 9, cell % 27);
                let [a, b, c] = [planes[band][place], planes[band + 1][place], planes[band + 2][place]];
                let [d, e, f] = [planes[band + 3][place], planes[band + 4][place], planes[band + 5][place]];
                let [g, h, i] = [planes[band + 6][place], planes[band + 7][place], planes[band + 8][place]];
                let (c_or_g, e_or_i) = (c.or(g), e.or(i));
                bits[0] = a.or(c_or_g).or(e_or_i);
                bits[1] = b.or(c_or_g).or(f);
                bits[2] = d.or(e).or(f).or(g);
                bits[3] = h.or(i);
            }
            self.planes_to_words(digits, first, DIGIT_WORDS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::bands::candidates;
    use super::super::round::Planes;
    use super::*;

    #[test]
    fn digits_survive_the_way_through_planes() {
        let cells: Vec<Cells> =
            (0..64).map(|board| std::array::from_fn(|cell| ((cell * 7 + board * 5) % 9 + 1) as u8)).collect();
        let (mut planes, mut transposer) = (Planes::<u64>::new(()), Transposer::new(()));
        let mut digits: Vec<Digits> = cells.iter().map(Digits::new).collect();
        transposer.digits_to_planes(&digits, u64::MAX, &mut planes.cells);
        digits.fill(Digits::new(&[0; 81]));
        transposer.planes_to_digits(&planes.cells, &mut digits);
        assert!(digits.iter().map(Digits::cells).eq(cells));
    }

    #[test]
    fn values_above_9_are_blanks_and_boards_that_are_not_loaded_stay() {
        let cells: Vec<Cells> =
            (0..64).map(|board| std::array::from_fn(|cell| (cell * 5 + board * 31) as u8)).collect();
        let digits: Vec<Digits> = cells.iter().map(Digits::new).collect();
        let (mut planes, mut transposer) = (Planes::<u64>::new(()), Transposer::new(()));
        // Every other group of three is loaded.
        let loaded = 0x71C7_1C71_C71C_71C7;
        transposer.digits_to_planes(&digits, loaded, &mut planes.cells);
        let mut boards = vec![Board::BROKEN; 64];
        transposer.make_boards(&planes.cells, &[0; CHOICE], &mut boards);
        for (slot, board) in boards.iter().enumerate() {
            // The slots of a row are the same bit of both groups.
            let is_loaded = loaded >> (slot % 2 * 32 + slot / 2) & 1 == 1;
            let expected = if is_loaded { candidates(&cells[slot]) } else { [0; 27] };
            assert_eq!(board.candidates(), &expected);
        }
    }
}
