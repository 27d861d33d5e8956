//! Sue de Coq: two or three cells where a box and a line cross, some cells of the rest of the line and some of the rest of
//! the box have together just as many digits as they are cells, and line and box share none of them.
//!
//! Then every digit appears once among them: those of the line's part in the line, those of the box's part in the box, and
//! those that only the crossing has in both. So they go from the other cells.

use super::board::{Board, Cells, Digits, UNITS, cells_of, digits_in, members};
use super::catalogue::Technique;
use super::found::{Finds, Found};
use super::say;
use super::subsets::choices;
use quandary_core::reason::explain::words::number;

/// All crossings.
pub(super) fn sue_de_coq(board: &Board, finds: &mut Finds) {
    for in_box in 18..27 {
        for line in 0..18 {
            let crossing: Vec<usize> = members(cells_of(in_box) & cells_of(line) & board.open).collect();
            for size in 2..=crossing.len() {
                if choices(&crossing, size, &mut |cells| at(board, in_box, line, cells, finds)) {
                    return;
                }
            }
        }
    }
}

fn at(board: &Board, in_box: usize, line: usize, crossing: &[usize], finds: &mut Finds) -> bool {
    let digits = crossing.iter().fold(0, |all, &cell| all | board.cells[cell]);
    let cells = crossing.iter().fold(0, |all, &cell| all | 1 << cell);
    if digits.count_ones() < crossing.len() as u32 + 2 {
        return false;
    }
    let in_line = parts(board, UNITS[line] & !UNITS[in_box]);
    let beside = parts(board, UNITS[in_box] & !UNITS[line]);
    for &(line_cells, line_digits) in &in_line {
        if line_digits & digits == 0 {
            continue;
        }
        for &(box_cells, box_digits) in &beside {
            if line_digits & box_digits != 0 || box_digits & digits == 0 {
                continue;
            }
            let all = digits | line_digits | box_digits;
            let count = (cells | line_cells | box_cells).count_ones();
            if all.count_ones() != count {
                continue;
            }
            let used = cells | line_cells | box_cells;
            let mut found = Found::new(Technique::SueDeCoq).using([in_box, line]).knowing(board, used);
            for digit in digits_in(all & !line_digits) {
                found = found.strikes(board.places(in_box, digit) & !used, digit);
            }
            for digit in digits_in(all & !box_digits) {
                found = found.strikes(board.places(line, digit) & !used, digit);
            }
            let found = found.described(board, |then| {
                format!(
                    "The {} cells {} have only {} digits left: {}. So each of these digits is there once: {} in {} and {} in \
                     {}. So {then}.",
                    number(count as usize),
                    say::cells(used),
                    number(count as usize),
                    say::digits(all),
                    say::digits(all & !box_digits),
                    say::unit(line),
                    say::digits(all & !line_digits),
                    say::unit(in_box)
                )
            });
            if finds.add(board, found) {
                return true;
            }
        }
    }
    false
}

/// All choices of open cells, with their digits.
fn parts(board: &Board, cells: Cells) -> Vec<(Cells, Digits)> {
    let open: Vec<usize> = members(cells & board.open).collect();
    let mut parts = Vec::new();
    for size in 1..=open.len().min(4) {
        choices(&open, size, &mut |chosen| {
            let digits: Digits = chosen.iter().fold(0, |all, &cell| all | board.cells[cell]);
            // More digits than the intersection can compensate.
            if digits.count_ones() as usize <= size + 2 {
                parts.push((chosen.iter().fold(0, |all, &cell| all | 1 << cell), digits));
            }
            false
        });
    }
    parts
}
