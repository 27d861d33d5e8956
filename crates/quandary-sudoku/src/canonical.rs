//! One form for all copies of a puzzle.
//!
//! Relabel the digits of a 9×9 Sudoku, transpose it, reorder its bands, the rows within a band, its stacks or the columns
//! within a stack: it stays the same puzzle, in more than a trillion forms. The *canonical form* is the lexicographically
//! smallest of them, row by row, with blanks before digits and new digits named 1, 2, 3 … as they appear. Two puzzles are
//! copies of each other exactly when their canonical forms are equal.
//!
//! It is found row by row. All arrangements whose first rows are smallest are kept; each next row reduces them. Rows and
//! columns without any given are interchangeable, so only one order of them is tried.

use quandary_core::grid::{Cell, Grid};
use quandary_core::random::fingerprint;

use super::solver::Cells;

/// An arrangement of some rows, and what it reads so far.
#[derive(Clone)]
struct Partial {
    /// Which of the two boards: as it is, or transposed.
    board: usize,
    /// Which column comes where.
    columns: [u8; 9],
    /// Which rows have been used, as bits, and the band of the last.
    used: u16,
    band: u8,
    /// The new name of each digit, 0 for none yet.
    names: [u8; 10],
    named: u8,
}

/// The orders of three things.
const ORDERS: [[u8; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// A number that all copies of a 9×9 board share, quick to work out: it depends only on how many givens each digit, row and
/// column has, and on which of them lie together.
pub(crate) fn class_of(cells: &Cells) -> u64 {
    let mut digits = [0_u8; 10];
    let mut lines = [[0_u8; 9]; 2];
    for (cell, &digit) in cells.iter().enumerate().filter(|(_, digit)| **digit != 0) {
        digits[usize::from(digit)] += 1;
        lines[0][cell / 9] += 1;
        lines[1][cell % 9] += 1;
    }
    digits.sort_unstable();
    for line in &mut lines {
        line.chunks_mut(3).for_each(<[u8]>::sort_unstable);
        let mut bands = [[line[0], line[1], line[2]], [line[3], line[4], line[5]], [line[6], line[7], line[8]]];
        bands.sort_unstable();
        *line = std::array::from_fn(|place| bands[place / 3][place % 3]);
    }
    lines.sort_unstable();
    let mut all = Vec::with_capacity(28);
    all.extend_from_slice(&digits);
    all.extend(lines.iter().flatten());
    fingerprint(&all)
}

/// A number that all copies of a board of any size share. It is found as graphs are compared: each cell, row, column, box and
/// digit has a colour, and takes on the colours of all that it belongs to, or that belong to it, for some rounds. Boards that
/// are not copies of each other could share it only by an accident of symmetry or of the hash.
pub(crate) fn class_of_any(cells: &Grid<u8>, box_rows: usize, box_columns: usize) -> u64 {
    let side = cells.rows();
    let mut of_cell: Vec<u64> = cells.values().iter().map(|&digit| mixed(u64::from(digit != 0))).collect();
    for _ in 0..ROUNDS {
        let (mut rows, mut columns, mut boxes) = (vec![0_u64; side], vec![0_u64; side], vec![0_u64; side]);
        let mut digits = vec![0_u64; side + 1];
        let groups = |cell: Cell| (cell.row, cell.column, cell.row / box_rows * box_rows + cell.column / box_columns);
        for (cell, colour) in cells.cells().zip(&of_cell) {
            let (row, column, within) = groups(cell);
            for sum in [&mut rows[row], &mut columns[column], &mut boxes[within], &mut digits[usize::from(cells[cell])]]
            {
                *sum = sum.wrapping_add(mixed(*colour));
            }
        }
        for (cell, colour) in cells.cells().zip(&mut of_cell) {
            let (row, column, within) = groups(cell);
            // Rows and columns may change places.
            let lines = mixed(rows[row]).wrapping_add(mixed(columns[column]));
            let digit = if cells[cell] == 0 { 0 } else { mixed(digits[usize::from(cells[cell])]) };
            *colour = [lines, boxes[within], digit].into_iter().fold(*colour, |colour, part| mixed(colour ^ part));
        }
    }
    mixed(of_cell.iter().fold(side as u64, |sum, &colour| sum.wrapping_add(mixed(colour))))
}

/// How often colours are exchanged. Two rounds reach every cell from every other.
const ROUNDS: usize = 4;

/// A number that depends on all bits of another (the finalizer of SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The canonical form of a 9×9 board.
pub(crate) fn form_of(cells: &Cells) -> Cells {
    let turned: Cells = std::array::from_fn(|cell| cells[cell % 9 * 9 + cell / 9]);
    let boards = [*cells, turned];
    let mut race: Vec<Partial> = Vec::new();
    for (board, cells) in boards.iter().enumerate() {
        for columns in column_orders(cells) {
            race.push(Partial { board, columns, used: 0, band: 0, names: [0; 10], named: 0 });
        }
    }
    let blank_rows = boards.each_ref().map(blank_rows);
    let mut form = [0; 81];
    for line in 0..9 {
        let mut best = [u8::MAX; 9];
        let mut leading = Vec::new();
        for partial in &race {
            let mut rows = partial.next_rows(line, blank_rows[partial.board]);
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let Some((reading, next)) = partial.with_row(&boards[partial.board], row, &best) else { continue };
                if reading != best {
                    best = reading;
                    leading.clear();
                }
                leading.push(next);
            }
        }
        form[line * 9..line * 9 + 9].copy_from_slice(&best);
        race = leading;
    }
    form
}

/// The rows without any given, as bits.
fn blank_rows(cells: &Cells) -> u16 {
    let is_blank = |row: &usize| cells[row * 9..row * 9 + 9].iter().all(|&digit| digit == 0);
    (0..9).filter(is_blank).fold(0, |rows, row| rows | 1 << row)
}

/// All orders of the columns that keep stacks together; of columns and stacks without givens only one order.
fn column_orders(cells: &Cells) -> Vec<[u8; 9]> {
    let is_blank = |column: u8| (0..9).all(|row| cells[row * 9 + usize::from(column)] == 0);
    let is_blank_stack = |stack: u8| (0..3).all(|column| is_blank(3 * stack + column));
    let keeps_blanks_in_order = |order: &[u8; 3], is_blank: &dyn Fn(u8) -> bool| {
        let blanks: Vec<u8> = order.iter().copied().filter(|&item| is_blank(item)).collect();
        blanks.is_sorted()
    };
    let inner = |stack: u8| {
        let in_order = move |order: &&[u8; 3]| keeps_blanks_in_order(order, &|column| is_blank(3 * stack + column));
        ORDERS.iter().filter(in_order).map(|order| order.map(|column| 3 * stack + column)).collect::<Vec<_>>()
    };
    let inner = [inner(0), inner(1), inner(2)];
    let mut orders = Vec::new();
    for stacks in ORDERS.iter().filter(|order| keeps_blanks_in_order(order, &is_blank_stack)) {
        let [first, second, third] = stacks.map(|stack| &inner[usize::from(stack)]);
        for a in first {
            for b in second {
                for c in third {
                    orders.push([a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]]);
                }
            }
        }
    }
    orders
}

impl Partial {
    /// The rows that may come next, as bits: of the present band, or of any new band where a band begins. Of rows without
    /// givens, and of bands without givens, only the first.
    fn next_rows(&self, line: usize, blank: u16) -> u16 {
        let begins = line.is_multiple_of(3);
        let (mut rows, mut has_blank_band) = (0, false);
        for band in 0..3u8 {
            let in_band = 0b111 << (3 * band);
            let is_open = if begins { self.used & in_band == 0 } else { self.band == band };
            let is_blank = blank & in_band == in_band;
            if !is_open || (begins && is_blank && std::mem::replace(&mut has_blank_band, true)) {
                continue;
            }
            let left = in_band & !self.used;
            let left_blank = left & blank;
            rows |= left & !blank | left_blank & left_blank.wrapping_neg();
        }
        rows
    }

    /// What a row reads, and the arrangement with it; `None` where something else reads smaller.
    fn with_row(&self, cells: &Cells, row: usize, best: &[u8; 9]) -> Option<([u8; 9], Partial)> {
        let (mut names, mut named) = (self.names, self.named);
        let mut reading = [0; 9];
        let mut is_less = false;
        for (place, &column) in self.columns.iter().enumerate() {
            let digit = usize::from(cells[row * 9 + usize::from(column)]);
            if digit != 0 && names[digit] == 0 {
                named += 1;
                names[digit] = named;
            }
            reading[place] = names[digit];
            if !is_less && reading[place] > best[place] {
                return None;
            }
            is_less |= reading[place] < best[place];
        }
        let next = Partial { used: self.used | 1 << row, band: (row / 3) as u8, names, named, ..self.clone() };
        Some((reading, next))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PUZZLE: &[u8; 81] = b"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

    fn cells() -> Cells {
        PUZZLE.map(|sign| if sign == b'.' { 0 } else { sign - b'0' })
    }

    proptest! {
        #[test]
        fn all_copies_have_one_form(
            digits in Just((1..=9).collect::<Vec<u8>>()).prop_shuffle(),
            orders in prop::collection::vec(0..6usize, 8),
            turn in any::<bool>(),
        ) {
            let order = |at: usize| ORDERS[orders[at]].map(usize::from);
            let lines = |from: usize| -> [usize; 9] {
                std::array::from_fn(|line| {
                    let band = order(from)[line / 3];
                    3 * band + order(from + 1 + band)[line % 3]
                })
            };
            let (rows, columns) = (lines(0), lines(4));
            let original = cells();
            let copy: Cells = std::array::from_fn(|cell| {
                let (row, column) = (rows[cell / 9], columns[cell % 9]);
                let digit = if turn { original[column * 9 + row] } else { original[row * 9 + column] };
                if digit == 0 { 0 } else { digits[usize::from(digit) - 1] }
            });
            let form = form_of(&original);
            prop_assert_eq!(form_of(&copy), form);
            prop_assert_eq!(form_of(&form), form);
            prop_assert_eq!(class_of(&copy), class_of(&original));
        }
    }

    /// A copy of a board: lines in another order that keeps boxes together, digits renamed, transposed or not.
    fn shuffled(cells: &Grid<u8>, (high, wide): (usize, usize), random: &mut impl FnMut(usize) -> usize) -> Grid<u8> {
        let side = high * wide;
        let mut order = |length: usize| {
            let mut order: Vec<usize> = (0..length).collect();
            for place in (1..length).rev() {
                order.swap(place, random(place + 1));
            }
            order
        };
        let mut lines = |of_band: usize| -> Vec<usize> {
            let bands = order(side / of_band);
            bands
                .into_iter()
                .flat_map(|band| order(of_band).into_iter().map(move |line| band * of_band + line))
                .collect()
        };
        let (rows, columns) = (lines(high), lines(wide));
        let names = order(side);
        let copied =
            cells.cells().map(|cell| match cells[Cell { row: rows[cell.row], column: columns[cell.column] }] {
                0 => 0,
                digit => names[usize::from(digit) - 1] as u8 + 1,
            });
        Grid::from_values(side, side, copied.collect()).expect("a grid")
    }

    #[test]
    fn copies_of_boards_of_all_sizes_share_their_class_and_others_do_not() {
        let mut state = 1_u64;
        let mut random = move |below: usize| {
            state = mixed(state);
            (state % below as u64) as usize
        };
        for shape @ (high, wide) in [(2, 2), (2, 3), (3, 2), (2, 4), (3, 3), (3, 4), (4, 4), (5, 5)] {
            let side = high * wide;
            let mut classes = std::collections::HashSet::new();
            for _ in 0..20 {
                let given = (0..side * side).map(|_| if random(3) == 0 { random(side) as u8 + 1 } else { 0 });
                let board = Grid::from_values(side, side, given.collect()).expect("a grid");
                let class = class_of_any(&board, high, wide);
                for _ in 0..5 {
                    assert_eq!(class_of_any(&shuffled(&board, shape, &mut random), high, wide), class);
                }
                let turned = board.cells().map(|cell| board[Cell { row: cell.column, column: cell.row }]);
                let turned = Grid::from_values(side, side, turned.collect()).expect("a grid");
                assert_eq!(class_of_any(&turned, wide, high), class);
                classes.insert(class);
            }
            assert!(classes.len() >= 18, "{high}×{wide}: {} of 20 boards differ", classes.len());
        }
    }

    #[test]
    fn other_puzzles_have_other_forms_and_nearly_empty_boards_are_no_trouble() {
        let mut other = cells();
        other[0] = 9;
        assert_ne!(form_of(&other), form_of(&cells()));
        assert_eq!(form_of(&[0; 81]), [0; 81]);
        let mut one = [0; 81];
        one[40] = 7;
        let mut expected = [0; 81];
        expected[80] = 1;
        assert_eq!(form_of(&one), expected);
    }
}
