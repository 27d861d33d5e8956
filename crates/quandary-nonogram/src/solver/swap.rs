//! A second solution from a first one, where two rows can swap a cell.
//!
//! A block that may move by one cell leaves one cell and takes another. Where one row can move a block so that it
//! leaves column `x` for column `y`, and another row vice versa, the two columns keep their numbers of cells;
//! now and then they keep their runs too, and the picture with both moves solves the same clues. Most random boards
//! have such a pair, and finding it costs next to nothing beside a search.

use std::collections::HashMap;

use super::super::runs;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;

/// A picture with the same runs as this one, that differs from it in four cells.
pub(super) fn swapped(picture: &Grid<u8>) -> Option<Grid<u8>> {
    let mut rows_that_move: HashMap<(usize, usize), Vec<usize>> = HashMap::new();
    for (row, cells) in picture.iter_rows().enumerate() {
        for (from, to) in moves(cells) {
            rows_that_move.entry((from, to)).or_default().push(row);
        }
    }
    for row in 0..picture.rows() {
        for (from, to) in moves(picture.row(row)) {
            let partners = rows_that_move.get(&(to, from)).into_iter().flatten();
            // Each pair is found from both its rows.
            let mut partners = partners.filter(|&&partner| partner > row);
            let fits =
                |&&partner: &&usize| [from, to].into_iter().all(|column| keeps_runs(picture, column, [row, partner]));
            if let Some(&partner) = partners.find(fits) {
                let mut other = picture.clone();
                for (row, column) in [(row, from), (row, to), (partner, from), (partner, to)] {
                    let cell = Cell { row, column };
                    other[cell] = 1 - picture[cell];
                }
                return Some(other);
            }
        }
    }
    None
}

/// Whether a column keeps its runs when the cells of two rows change.
fn keeps_runs(picture: &Grid<u8>, column: usize, changed: [usize; 2]) -> bool {
    let cells = || picture.column(column).copied();
    let after = cells().enumerate().map(|(row, value)| if changed.contains(&row) { 1 - value } else { value });
    runs(cells()) == runs(after)
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
    use proptest::prelude::*;

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
        assert_eq!(swapped(&picture(&["#.", ".#"])), Some(picture(&[".#", "#."])));
        // No row of this one can move a block.
        assert_eq!(swapped(&picture(&["##.", "#.#", "###"])), None);
    }

    proptest! {
        #[test]
        fn a_swapped_picture_is_another_one_with_the_same_clues(values in prop::collection::vec(0u8..=1, 6 * 7)) {
            let first = Grid::from_values(6, 7, values).unwrap();
            if let Some(second) = swapped(&first) {
                prop_assert_ne!(&second, &first);
                prop_assert_eq!(Nonogram::of_picture(&second), Nonogram::of_picture(&first));
            }
        }
    }
}
