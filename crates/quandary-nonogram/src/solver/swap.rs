//! A second solution from a first one, where two rows can swap a cell.
//!
//! A block that may move by one cell leaves one cell and takes another. Where one row can move a block so that it leaves
//! column `x` for column `y`, and another row the other way round, the two columns keep their numbers of cells; now and then
//! they keep their runs too, and the picture with both moves solves the same clues. Most random boards have such a pair,
//! and finding it costs next to nothing beside a search.

use std::collections::HashMap;

use super::super::runs;
use quandary_core::grid::Grid;

/// A picture with the same runs as this one, that differs from it in four cells.
pub(super) fn swapped(picture: &Grid<u8>) -> Option<Grid<u8>> {
    let mut rows_that_move: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    for (row, cells) in picture.iter_rows().enumerate() {
        for (from, to) in moves(cells) {
            rows_that_move.entry((from, to)).or_default().push(row);
        }
    }
    let mut other = picture.clone();
    for row in 0..picture.rows() {
        for (from, to) in moves(picture.row(row)) {
            let partners = rows_that_move.get(&(to, from)).map(Vec::as_slice).unwrap_or_default();
            // Each pair is found from both its rows.
            for &partner in partners.iter().filter(|&&partner| partner > row) {
                let keeps_its_runs = |column: usize| {
                    let before = picture.column(column).copied();
                    let after = picture.column(column).enumerate().map(|(at, &value)| match at {
                        _ if at == row || at == partner => 1 - value,
                        _ => value,
                    });
                    runs(before) == runs(after)
                };
                if keeps_its_runs(from) && keeps_its_runs(to) {
                    for cell in picture.cells() {
                        if (cell.row == row || cell.row == partner) && (cell.column == from || cell.column == to) {
                            other[cell] = 1 - picture[cell];
                        }
                    }
                    return Some(other);
                }
            }
        }
    }
    None
}

/// The ways to move one block of a line by one cell: the cell that it leaves, and the one that it takes.
fn moves(line: &[u8]) -> Vec<(usize, usize)> {
    let is_empty = |place: usize| line.get(place).is_none_or(|&value| value == 0);
    let mut moves = Vec::new();
    let mut end = 0;
    while let Some(start) = (end..line.len()).find(|&place| !is_empty(place)) {
        end = (start..line.len()).find(|&place| is_empty(place)).unwrap_or(line.len());
        if end < line.len() && is_empty(end + 1) {
            moves.push((start, end));
        }
        if start > 0 && is_empty(start.wrapping_sub(2)) {
            moves.push((end - 1, start - 1));
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Nonogram;
    use crate::tests::picture;

    #[test]
    fn a_block_moves_where_a_gap_is_left_behind_it() {
        assert_eq!(moves(&[0, 1, 1, 0, 0, 1]), [(1, 3), (2, 0), (5, 4)]);
        assert_eq!(moves(&[1, 0, 1]), []);
        assert_eq!(moves(&[1]), []);
    }

    #[test]
    fn two_rows_swap_a_cell() {
        let first = picture(&["##.", "#.#", "###"]);
        assert_eq!(swapped(&first), None);
        let first = picture(&["#..#", "###.", "..#."]);
        let second = swapped(&first);
        assert!(second.is_none_or(|second| Nonogram::of_picture(&second) == Nonogram::of_picture(&first)));
        assert_eq!(swapped(&picture(&["#.", ".#"])), Some(picture(&[".#", "#."])));
    }
}
