//! One form for both copies of a board.
//!
//! Water falls, so an Aquarium has one copy only: its mirror image from left to right. The canonical form is the smaller text
//! of the two, with tanks numbered in reading order.

use std::fmt::Write as _;

use quandary_core::grid::Cell;

use super::{Aquarium, Puzzle};

/// The canonical form of a board: two boards share it exactly when they are copies of each other.
pub(crate) fn of(puzzle: &Aquarium) -> String {
    let best = form(puzzle, false).min(form(puzzle, true));
    let mut text = puzzle.rule().unwrap_or_default().to_owned();
    for number in best {
        // Writing to a string cannot fail.
        let _ = write!(text, " {number}");
    }
    text
}

/// A board, or its mirror image, as numbers: its size, its clues, the tank of each cell, and its walls.
fn form(puzzle: &Aquarium, is_mirrored: bool) -> Vec<usize> {
    let (rows, columns) = (puzzle.tanks.rows(), puzzle.tanks.columns());
    let place = |column: usize| if is_mirrored { columns - 1 - column } else { column };
    let clue = |clue: &Option<u32>| clue.map_or(0, |clue| clue as usize + 1);
    let mut numbers = vec![rows, columns];
    numbers.extend((0..columns).map(|column| clue(&puzzle.columns[place(column)])));
    numbers.extend(puzzle.rows.iter().map(clue));
    let mut names = vec![0; 1 + usize::from(u16::MAX)];
    let mut last = 0;
    for row in 0..rows {
        for column in 0..columns {
            let name = &mut names[usize::from(puzzle.tanks[Cell { row, column: place(column) }])];
            if *name == 0 {
                last += 1;
                *name = last;
            }
            numbers.push(*name);
        }
    }
    let number = |cell: Cell| cell.row * columns + place(cell.column);
    let mut walls: Vec<[usize; 2]> = puzzle.walls.iter().map(|&(a, b)| [number(a), number(b)]).collect();
    walls.iter_mut().for_each(|wall| wall.sort_unstable());
    walls.sort_unstable();
    numbers.extend(walls.into_iter().flatten());
    numbers
}

#[cfg(test)]
mod tests {
    use quandary_core::grid::Grid;

    use super::super::WaterRule;
    use super::*;

    fn board(columns: [u32; 2], tanks: [[u16; 2]; 2], rule: WaterRule) -> Aquarium {
        let mut grid = Grid::filled(2, 2, 0);
        for cell in grid.cells().collect::<Vec<_>>() {
            grid[cell] = tanks[cell.row][cell.column];
        }
        Aquarium::new(columns.map(Some).to_vec(), vec![Some(1), Some(2)], &grid, rule).expect("a board")
    }

    #[test]
    fn a_mirrored_board_has_the_same_form_and_another_rule_has_not() {
        let this = board([2, 1], [[1, 2], [1, 1]], WaterRule::Region);
        let mirrored = board([1, 2], [[7, 5], [5, 5]], WaterRule::Region);
        assert_eq!(of(&this), of(&mirrored));
        assert_ne!(of(&this), of(&board([2, 1], [[1, 2], [1, 1]], WaterRule::Pool)));
        assert_ne!(of(&this), of(&board([1, 2], [[1, 2], [1, 1]], WaterRule::Region)));
    }
}
