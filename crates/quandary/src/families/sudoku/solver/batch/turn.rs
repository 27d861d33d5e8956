//! Turning boards into planes and back: a transposition of bits, 32 × 32 at a time in every group of a register.

use super::vector::Vector;

/// Exchanges bit `i` of row `j` with bit `j` of row `i`, in each group.
#[inline(always)]
fn transpose<V: Vector>(rows: &mut [V; 32]) {
    swap_halves::<V, 16>(rows, 0x0000_FFFF);
    swap_halves::<V, 8>(rows, 0x00FF_00FF);
    swap_halves::<V, 4>(rows, 0x0F0F_0F0F);
    swap_halves::<V, 2>(rows, 0x3333_3333);
    swap_halves::<V, 1>(rows, 0x5555_5555);
}

/// One step: the blocks of side `N` above and below the diagonal change places.
#[inline(always)]
fn swap_halves<V: Vector, const N: i32>(rows: &mut [V; 32], low: u32) {
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

/// Where in a buffer of boards a word of row `row` begins: one group after the other. The words of a row stand together,
/// because a board is read and written as a whole.
#[inline(always)]
pub(super) const fn place<V: Vector>(row: usize, word: usize) -> usize {
    (row * 27 + word) * V::GROUPS
}

/// From planes to boards.
#[inline(always)]
pub(super) fn to_boards<V: Vector>(planes: &[[V; 27]; 27], boards: &mut [u32]) {
    for (word, planes) in planes.iter().enumerate() {
        let mut rows = [V::splat(false); 32];
        rows[..27].copy_from_slice(planes);
        transpose(&mut rows);
        for (row, bits) in rows.iter().enumerate() {
            bits.store(&mut boards[place::<V>(row, word)..]);
        }
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
