//! A few boards that tell whether a width can be trusted.

use super::super::words::Cells;
use super::{Answer, Width, solve_down_to};

/// A filled board in which every digit follows from its place: the rows shift by three, and by one from band to band.
fn filled() -> Cells {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        ((row % 3 * 3 + row / 3 + column) % 9 + 1) as u8
    })
}

/// Boards with many givens and with few, with one solution, several and none: more of them than fit into a register, so
/// that seats are given to others, too.
fn boards() -> Vec<Cells> {
    let board = |number: u32| {
        let mut board = filled();
        let mut random = number.wrapping_mul(0x9E37_79B9) | 1;
        for cell in &mut board {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if random >> 16 & 31 >= 10 + number % 12 {
                *cell = 0;
            }
        }
        if number.is_multiple_of(16) {
            board[0] = board[80];
        }
        board
    };
    (0..640).map(board).collect()
}

/// How many solutions the boards have, up to three, and the solution where there is just one.
fn answers(width: Width) -> Vec<(u64, Option<Cells>)> {
    let mut answers = Vec::new();
    solve_down_to(0, width, &boards(), 3, &mut answers);
    answers.into_iter().map(|Answer { count, first }| (count, first.filter(|_| count == 1))).collect()
}

/// Whether a width finds in these boards what plain words find in them.
pub(super) fn agrees(width: Width) -> bool {
    answers(width) == answers(Width::Portable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_probe_has_boards_of_every_kind_and_every_width_passes() {
        let portable = answers(Width::Portable);
        for count in 0..=3 {
            assert!(portable.iter().any(|answer| answer.0 == count), "none with {count} solutions");
        }
        assert!(Width::available().into_iter().all(agrees));
    }
}
