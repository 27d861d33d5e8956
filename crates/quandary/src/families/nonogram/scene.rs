//! How a Nonogram looks: clues on the left and on top, and a thicker line every five cells to count by.

use super::formats::colours;
use super::{LineName, Nonogram};
use crate::puzzle::Solution;
use crate::scene::{Paint, Scene};

/// Printed Nonograms have a thicker line every so many cells.
const COUNT_BY: usize = 5;

/// The board, with or without a solution.
pub fn scene(puzzle: &Nonogram, solution: Option<&Solution>) -> Scene {
    let mut scene = Scene::new(format!("Nonogram, {}", puzzle.shape()), puzzle.height(), puzzle.width());
    scene.wall_in(|a, b| a.row / COUNT_BY != b.row / COUNT_BY || a.column / COUNT_BY != b.column / COUNT_BY);
    scene.row_clues = (0..puzzle.height()).map(|row| clue(puzzle, LineName::Row(row))).collect();
    scene.column_clues = (0..puzzle.width()).map(|column| clue(puzzle, LineName::Column(column))).collect();
    let board = format!("A Nonogram of {} rows and {} columns", puzzle.height(), puzzle.width());
    // A picture of another shape than the board is not drawn: there would be cells without a place.
    let picture = solution
        .and_then(Solution::grid)
        .filter(|grid| grid.rows() == puzzle.height() && grid.columns() == puzzle.width());
    let Some(grid) = picture else {
        scene.description = format!("{board}, with all cells open.");
        return scene;
    };
    for cell in grid.cells() {
        scene.cells[cell].paint = paint(grid[cell]);
    }
    let filled = grid.values().iter().filter(|&&value| value != 0).count();
    scene.description = format!("{board}, solved, with {filled} cells filled.");
    scene
}

/// How a cell of this value is filled.
pub(super) fn paint(value: u8) -> Paint {
    match value {
        0 => Paint::Empty,
        1 => Paint::Filled,
        colour => Paint::Colour(colour - 1),
    }
}

/// A line's clue as it is printed; an empty line has a 0, and a coloured block the letter of its colour.
fn clue(puzzle: &Nonogram, line: LineName) -> Vec<String> {
    match puzzle.clue(line) {
        [] => vec!["0".to_owned()],
        blocks => blocks.iter().map(|&block| colours::block(puzzle, block)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::nonogram::tests::{nonogram, picture};
    use crate::puzzle::Cell;
    use crate::scene::Wall;

    const FLAG: [&str; 2] = ["######", ".#...."];

    #[test]
    fn the_clues_stand_beside_and_above_the_board() {
        let scene = scene(&nonogram(&FLAG), None);
        assert_eq!(scene.row_clues, [["6"], ["1"]]);
        assert_eq!(scene.column_clues, [["1"], ["2"], ["1"], ["1"], ["1"], ["1"]]);
        assert!(scene.cells.values().iter().all(|cell| cell.paint == Paint::Open));
    }

    #[test]
    fn five_cells_are_counted_off_by_a_thicker_line() {
        let scene = scene(&nonogram(&FLAG), None);
        let walls: Vec<Wall> = scene.left.row(0).to_vec();
        use Wall::{Thick, Thin};
        assert_eq!(walls, [Thick, Thin, Thin, Thin, Thin, Thick, Thick]);
        assert_eq!(scene.above[Cell { row: 1, column: 0 }], Thin);
    }

    #[test]
    fn a_solution_fills_its_cells_and_crosses_out_the_others() {
        let scene = scene(&nonogram(&FLAG), Some(&Solution::Grid(picture(&FLAG))));
        assert_eq!(scene.cells[Cell { row: 1, column: 0 }].paint, Paint::Empty);
        assert_eq!(scene.cells[Cell { row: 1, column: 1 }].paint, Paint::Filled);
        assert!(scene.description.contains("7 cells filled"));
    }

    #[test]
    fn the_clues_of_a_coloured_board_name_the_colours() {
        let picture = crate::grid::Grid::from_values(1, 3, vec![1, 2, 2]).unwrap();
        let scene = scene(&Nonogram::of_picture(&picture).unwrap(), Some(&Solution::Grid(picture)));
        assert_eq!(scene.row_clues, [["1a", "2b"]]);
        assert_eq!(scene.cells[Cell { row: 0, column: 2 }].paint, Paint::Colour(1));
    }

    #[test]
    fn a_solution_of_another_shape_is_not_drawn() {
        let scene = scene(&nonogram(&FLAG), Some(&Solution::Grid(picture(&["#"]))));
        assert!(scene.cells.values().iter().all(|cell| cell.paint == Paint::Open));
    }
}
