//! How a board looks: bottles side by side, open on top, numbered below.

use super::BallSort;
use crate::puzzle::{Cell, Plan, Puzzle};
use crate::scene::{Paint, Scene, Wall};

/// How many moves stand on one line under the picture.
const MOVES_PER_LINE: usize = 8;

/// The start position, and the moves of a plan in words.
pub(super) fn draw(puzzle: &BallSort, plan: Option<&Plan>) -> Scene {
    let (capacity, bottles) = (puzzle.capacity, puzzle.bottles.len());
    let title = format!("Ball Sort, {} rule, {bottles} bottles of {capacity}", puzzle.rule.name());
    let mut scene = Scene::new(title, capacity, 2 * bottles - 1);
    scene.description = format!("{}, from the bottom up: {}.", puzzle.size(), in_words(puzzle));
    for (bottle, stack) in puzzle.bottles.iter().enumerate() {
        let column = 2 * bottle;
        scene.labels.push((bottle + 1).to_string());
        if bottle + 1 < bottles {
            scene.labels.push(String::new());
        }
        for row in 0..capacity {
            let cell = Cell { row, column };
            scene.left[cell] = Wall::Thick;
            scene.left[Cell { row, column: column + 1 }] = Wall::Thick;
            if bottle + 1 < bottles {
                scene.cells[Cell { row, column: column + 1 }].paint = Paint::Gap;
            }
            // Rows count from the top, balls from the bottom.
            if let Some(&colour) = stack.get(capacity - 1 - row) {
                scene.cells[cell].paint = Paint::Colour(colour - 1);
                scene.cells[cell].text = puzzle.colour_name(colour);
            }
        }
        scene.above[Cell { row: capacity, column }] = Wall::Thick;
    }
    if let Some(plan) = plan {
        scene.captions.push(match plan.moves.len() {
            1 => "1 move".to_owned(),
            length => format!("{length} moves"),
        });
        // Without spaces, so that no line breaks inside a move.
        let moves: Vec<String> = plan.moves.iter().map(|step| format!("{}→{}", step.from + 1, step.to + 1)).collect();
        scene.captions.extend(moves.chunks(MOVES_PER_LINE).map(|line| line.join(", ")));
    }
    scene
}

/// The bottles in words, for those who cannot see the picture.
fn in_words(puzzle: &BallSort) -> String {
    let bottle = |stack: &Vec<u8>| match stack.as_slice() {
        [] => "empty".to_owned(),
        balls => balls.iter().map(|&colour| puzzle.colour_name(colour)).collect::<Vec<_>>().join(" "),
    };
    puzzle.bottles.iter().map(bottle).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::families::ballsort::Rule;
    use crate::puzzle::Move;

    fn board() -> BallSort {
        BallSort::new(2, vec![vec![1, 2], vec![2], vec![1]], Rule::Ball, vec!["red".into(), "blue".into()]).unwrap()
    }

    #[test]
    fn a_bottle_is_walled_left_right_and_below_and_open_on_top() {
        let scene = board().scene(None);
        assert_eq!(scene.title, "Ball Sort, ball rule, 3 bottles of 2");
        assert_eq!((scene.cells.rows(), scene.cells.columns()), (2, 5));
        let wall = |row, column| scene.left[Cell { row, column }];
        assert!((0..2).all(|row| (0..6).all(|column| wall(row, column) == Wall::Thick)));
        assert_eq!(scene.above.row(0), [Wall::None; 5]);
        assert_eq!(scene.above.row(1), [Wall::None; 5]);
        assert_eq!(scene.above.row(2), [Wall::Thick, Wall::None, Wall::Thick, Wall::None, Wall::Thick]);
        assert_eq!(scene.labels, ["1", "", "2", "", "3"]);
    }

    #[test]
    fn balls_lie_at_the_bottom_with_their_names() {
        let scene = board().scene(None);
        let row =
            |row| -> Vec<_> { scene.cells.row(row).iter().map(|cell| (cell.paint, cell.text.as_str())).collect() };
        let gap = (Paint::Gap, "");
        assert_eq!(row(0), [(Paint::Colour(1), "blue"), gap, (Paint::Open, ""), gap, (Paint::Open, "")]);
        assert_eq!(
            row(1),
            [(Paint::Colour(0), "red"), gap, (Paint::Colour(1), "blue"), gap, (Paint::Colour(0), "red")]
        );
        assert!(scene.description.contains("red blue; blue; red"), "{}", scene.description);
    }

    #[test]
    fn a_plan_is_listed_eight_moves_to_a_line() {
        let moves = vec![Move { from: 0, to: 1 }; 9];
        let scene = draw(&board(), Some(&Plan { moves, lower_bound: 0 }));
        assert_eq!(scene.captions.len(), 3);
        assert_eq!(scene.captions[0], "9 moves");
        assert_eq!(scene.captions[1].matches("1→2").count(), 8);
        assert_eq!(scene.captions[2], "1→2");
        assert!(board().scene(None).captions.is_empty());
    }
}
