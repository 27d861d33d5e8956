//! Turning boards into planes and back: a transposition of bits, 32 × 32 at a time in every group of a register.

use super::vector::Vector;

/// Exchanges bit `i` of row `j` with bit `j` of row `i`, in each group.
#[inline(always)]
fn transpose<V: Vector>(rows: &mut [V; 32]) {
    swap_bytes::<V, 16>(rows, 0x0000_FFFF);
    swap_bytes::<V, 8>(rows, 0x00FF_00FF);
    swap_bits::<V, 4>(rows, 0x0F0F_0F0F);
    swap_bits::<V, 2>(rows, 0x3333_3333);
    swap_bits::<V, 1>(rows, 0x5555_5555);
}

/// One step: the blocks of side `N` above and below the diagonal change places. Whole bytes are mixed by one instruction.
#[inline(always)]
fn swap_bytes<V: Vector, const N: i32>(rows: &mut [V; 32], low: u32) {
    let (low, high, step) = (V::splat_group(low), V::splat_group(!low), N as usize);
    for block in (0..32).step_by(2 * step) {
        for row in block..block + step {
            let (upper, lower) = (rows[row], rows[row + step]);
            rows[row] = upper.mix_bytes(lower.up::<N>(), high);
            rows[row + step] = lower.mix_bytes(upper.down::<N>(), low);
        }
    }
}

/// The same for less than a byte.
#[inline(always)]
fn swap_bits<V: Vector, const N: i32>(rows: &mut [V; 32], low: u32) {
    let (low, step) = (V::splat_group(low), N as usize);
    for block in (0..32).step_by(2 * step) {
        for row in block..block + step {
            let (upper, lower) = (rows[row], rows[row + step]);
            let differing = upper.down::<N>().xor(lower).and(low);
            rows[row] = upper.xor(differing.up::<N>());
            rows[row + step] = lower.xor(differing);
        }
    }
}

/// How many words a board takes in a buffer: its candidates, and where to branch.
pub(super) const WORDS: usize = 28;

/// Where in a buffer of boards a word of row `row` begins: one group after the other. The words of a row stand together,
/// because a board is read and written as a whole.
#[inline(always)]
pub(super) const fn place<V: Vector>(row: usize, word: usize) -> usize {
    (row * WORDS + word) * V::GROUPS
}

/// From planes to boards: the planes of one word of each board.
#[inline(always)]
pub(super) fn to_boards<V: Vector>(word: usize, planes: &[V], boards: &mut [u32]) {
    let mut rows = [V::splat(false); 32];
    rows[..planes.len()].copy_from_slice(planes);
    transpose(&mut rows);
    for (row, bits) in rows.iter().enumerate() {
        bits.store(&mut boards[place::<V>(row, word)..]);
    }
}

/// From boards to planes.
#[inline(always)]
pub(super) fn to_planes<V: Vector>(boards: &[u32], planes: &mut [[V; 27]; 27]) {
    for (word, planes) in planes.iter_mut().enumerate() {
        let mut rows = [V::splat(false); 32];
        for (row, bits) in rows.iter_mut().enumerate() {
            *bits = V::load(&boards[place::<V>(row, word)..]);
        }
        transpose(&mut rows);
        planes.copy_from_slice(&rows[..27]);
    }
}
