//! How a Sudoku looks: digits in cells, thick walls around the boxes.

use super::{Sudoku, formats};
use crate::puzzle::{Puzzle, Solution};
use crate::scene::{Ink, Scene, SceneCell};

/// The board, and a solution's digits in another ink where there is one.
pub fn scene(puzzle: &Sudoku, solution: Option<&Solution>) -> Scene {
    let (side, cells) = (puzzle.side(), puzzle.cells());
    let found = solution.and_then(Solution::grid).filter(|found| found.rows() == side && found.columns() == side);
    let givens = cells.values().iter().filter(|&&digit| digit != 0).count();
    let mut scene = Scene::new("Sudoku", side, side);
    scene.description = format!(
        "A Sudoku, {}, with {givens} digits given{}.",
        puzzle.size(),
        if found.is_some() { "; the others are filled in" } else { "" }
    );
    scene.wall_in(|a, b| puzzle.box_of(a) != puzzle.box_of(b));
    for cell in cells.cells() {
        let (digit, ink) = match (cells[cell], found) {
            (0, Some(found)) => (found[cell], Ink::Found),
            (given, _) => (given, Ink::Given),
        };
        if digit != 0 {
            scene.cells[cell] = SceneCell { text: formats::symbol(digit).to_string(), ink, ..SceneCell::default() };
        }
    }
    scene
}
