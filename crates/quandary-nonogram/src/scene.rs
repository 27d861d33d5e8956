//! How a Nonogram looks: clues on the left and on top, and a thicker line every five cells to count by.
//!
//! On a coloured board every cell and every block of a clue has its colour and the colour's letter, and a key says what the
//! letters mean, so the board is readable for colour-blind people and on a terminal without colours.

use super::{LineName, Nonogram};
use quandary_core::puzzle::Solution;
use quandary_core::scene::{KeyEntry, Paint, Scene, SceneCell};

/// Printed Nonograms have a thicker line after this many cells.
const COUNT_BY: usize = 5;

/// The board, with or without a solution.
pub(crate) fn scene(puzzle: &Nonogram, solution: Option<&Solution>) -> Scene {
    let title = puzzle.credits.after(format!("Nonogram, {}", puzzle.shape()));
    let mut scene = Scene::new(title, puzzle.height(), puzzle.width());
    scene.wall_in(|a, b| a.row / COUNT_BY != b.row / COUNT_BY || a.column / COUNT_BY != b.column / COUNT_BY);
    scene.row_clues = (0..puzzle.height()).map(|row| clue(puzzle, LineName::Row(row))).collect();
    scene.column_clues = (0..puzzle.width()).map(|column| clue(puzzle, LineName::Column(column))).collect();
    if puzzle.is_coloured() {
        let entry = |number: u8| {
            let colour = puzzle.palette().colour(number);
            KeyEntry { letter: colour.letter, paint: Paint::Own(colour.paint), name: colour.name }
        };
        scene.key = (1..=puzzle.colours()).map(entry).collect();
    }
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
        scene.cells[cell] = shown(puzzle, grid[cell]);
    }
    let filled = grid.values().iter().filter(|&&value| value != 0).count();
    scene.description = format!("{board}, solved, with {filled} cells filled.");
    scene
}

/// How a cell of this value looks.
pub(super) fn shown(puzzle: &Nonogram, value: u8) -> SceneCell {
    match value {
        0 => SceneCell::painted(Paint::Empty),
        _ if !puzzle.is_coloured() => SceneCell::painted(Paint::Filled),
        value => {
            let colour = puzzle.palette().colour(value);
            SceneCell { text: colour.letter.to_string(), ..SceneCell::painted(Paint::Own(colour.paint)) }
        }
    }
}

/// A line's clue as it is printed; an empty line has a 0, and a coloured block the letter of its colour.
fn clue(puzzle: &Nonogram, line: LineName) -> Vec<String> {
    match puzzle.clue(line) {
        [] => vec!["0".to_owned()],
        blocks => blocks.iter().map(|&block| puzzle.block(block)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{Colour, Palette};
    use crate::tests::{nonogram, picture};
    use quandary_core::puzzle::Cell;
    use quandary_core::scene::Wall;

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
    fn clues_cells_and_key_of_a_coloured_board_have_the_same_letters_and_paints() {
        let picture = quandary_core::grid::Grid::from_values(1, 3, vec![1, 2, 2]).unwrap();
        let colour = |letter, name: &str, paint| Colour { letter, name: name.to_owned(), paint };
        let palette = Palette::of(vec![colour('y', "yellow", [250, 240, 0]), colour('r', "red", [200, 0, 0])]);
        let puzzle = Nonogram::of_picture(&picture).unwrap().with_palette(palette);
        let scene = scene(&puzzle, Some(&Solution::Grid(picture)));
        assert_eq!(scene.row_clues, [["1y", "2r"]]);
        let seen = |column| &scene.cells[Cell { row: 0, column }];
        assert_eq!((&seen(0).text[..], seen(0).paint), ("y", Paint::Own([250, 240, 0])));
        assert_eq!((&seen(2).text[..], seen(2).paint), ("r", Paint::Own([200, 0, 0])));
        let key: Vec<(char, &str)> = scene.key.iter().map(|entry| (entry.letter, &entry.name[..])).collect();
        assert_eq!(key, [('y', "yellow"), ('r', "red")]);
        let style = quandary_core::scene::terminal::Style::default();
        let text = quandary_core::scene::terminal::render(&scene, &style);
        assert!(text.contains("┃ y │ r │ r ┃") && text.ends_with("y yellow  r red\n"), "{text}");
        let svg = quandary_core::scene::svg::render(&scene);
        assert!(svg.contains("fill=\"#faf000\"") && svg.contains(">yellow<"), "{svg}");
    }

    #[test]
    fn a_solution_of_another_shape_is_not_drawn() {
        let scene = scene(&nonogram(&FLAG), Some(&Solution::Grid(picture(&["#"]))));
        assert!(scene.cells.values().iter().all(|cell| cell.paint == Paint::Open));
    }
}
