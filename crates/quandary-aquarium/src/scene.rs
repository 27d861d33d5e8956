//! How an Aquarium looks: tanks in thick walls, water in them, clues around.

use super::Aquarium;
use quandary_core::puzzle::{Puzzle, Solution};
use quandary_core::scene::{Paint, Scene};

/// The board, with or without its water.
pub(super) fn scene(board: &Aquarium, solution: Option<&Solution>) -> Scene {
    let title = format!("Aquarium {} ({} rule)", board.size(), board.rule.name());
    let mut scene = Scene::new(board.credits.after(title), board.rows.len(), board.columns.len());
    scene.wall_in(|a, b| !board.is_open(a, b));
    let clue = |clue: &Option<u32>| vec![clue.map_or("?".to_owned(), |clue| clue.to_string())];
    scene.row_clues = board.rows.iter().map(clue).collect();
    scene.column_clues = board.columns.iter().map(clue).collect();
    if let Some(water) = solution.and_then(Solution::grid) {
        for cell in water.cells() {
            scene.cells[cell].paint = paint(water[cell]);
        }
    }
    scene.description = match solution {
        Some(_) => "A board of tanks, each filled with water up to its level.".to_owned(),
        None => "A board of tanks, with the number of water cells given for rows and columns.".to_owned(),
    };
    scene
}

/// How a cell with water (1) or air (0) is filled.
pub(super) fn paint(value: u8) -> Paint {
    if value == 1 { Paint::Wavy } else { Paint::Empty }
}
