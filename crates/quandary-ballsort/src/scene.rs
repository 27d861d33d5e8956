//! How a board looks: bottles side by side, open on top, numbered below.

use super::paint::paints;
use super::words::count as number_of;
use super::{BallSort, HIDDEN, Play, Rule};
use quandary_core::puzzle::{Cell, Plan, Puzzle};
use quandary_core::scene::{Paint, Scene, Wall};

/// More bottles than this stand in several rows of a picture.
const MOST_ABREAST: usize = 8;

/// How many moves stand on one line under the picture.
const MOVES_PER_LINE: usize = 8;

/// The start position, and the moves of a plan in words.
pub(super) fn draw(puzzle: &BallSort, plan: Option<&Plan>) -> Scene {
    let mut scene = picture(&Play::new(puzzle), puzzle);
    if let Some(plan) = plan {
        scene.captions.push(number_of(plan.moves.len(), "move"));
        // Without spaces, so that no line breaks inside a move.
        let steps: Vec<String> = plan.moves.iter().map(|step| format!("{}→{}", step.from + 1, step.to + 1)).collect();
        scene.captions.extend(steps.chunks(MOVES_PER_LINE).map(|line| line.join(", ")));
    }
    scene
}

/// The start and the position after each move, each with the move that led to it.
pub(super) fn frames(puzzle: &BallSort, plan: Plan) -> impl Iterator<Item = Scene> {
    let mut play = Play::new(puzzle);
    let mut start = picture(&play, puzzle);
    start.captions.push(format!("start, {} to go", number_of(plan.moves.len(), "move")));
    let count = plan.moves.len();
    // A plan that breaks the rules is shown as far as it goes.
    let after = plan.moves.into_iter().enumerate().map_while(move |(index, step)| {
        let colour = play.bottles().get(usize::from(step.from)).and_then(|bottle| bottle.last()).copied();
        let balls = play.make(step).ok()?;
        let mut scene = picture(&play, puzzle);
        for bottle in [step.from, step.to].map(usize::from) {
            scene.labels[2 * bottle] =
                format!("{}{}", bottle + 1, if bottle == usize::from(step.to) { "◂" } else { "▸" });
        }
        let what = colour.map_or_else(String::new, |colour| puzzle.colour_name(colour));
        let balls = if balls > 1 { format!("{balls} × {what}") } else { what };
        let (from, to) = (step.from + 1, step.to + 1);
        scene.captions.push(format!("move {} of {count}: {from}→{to}, {balls}", index + 1));
        Some(scene)
    });
    std::iter::once(start).chain(after)
}

/// A position.
fn picture(play: &Play<'_>, puzzle: &BallSort) -> Scene {
    let (capacity, bottles) = (puzzle.capacity, play.bottles().len());
    let rule = puzzle.rule().unwrap_or_default();
    let smallest = puzzle.capacities.iter().min().map_or_else(String::new, |smallest| format!("{smallest} to "));
    let title = format!("Ball Sort, {rule} rule, {} of {smallest}{capacity}", number_of(bottles, "bottle"));
    let mut scene = Scene::new(puzzle.credits.after(title), capacity, 2 * bottles - 1);
    let paints = paints(puzzle);
    scene.has_round_bottoms = true;
    scene.has_discs = puzzle.rule == Rule::Ball;
    if bottles > MOST_ABREAST {
        // Rows of equal length, and no more of them than needed.
        scene.fold = 2 * bottles.div_ceil(bottles.div_ceil(MOST_ABREAST));
    }
    scene.description = format!("{}, from the bottom up: {}.", puzzle.size(), in_words(play, puzzle));
    for (bottle, stack) in play.bottles().iter().enumerate() {
        let column = 2 * bottle;
        // Bottles stand on one line, and the smaller ones begin further down.
        let top = capacity - puzzle.holds(bottle);
        scene.labels.push((bottle + 1).to_string());
        if bottle + 1 < bottles {
            scene.labels.push(String::new());
        }
        for row in 0..capacity {
            let cell = Cell { row, column };
            if bottle + 1 < bottles {
                scene.cells[Cell { row, column: column + 1 }].paint = Paint::Gap;
            }
            if row < top {
                scene.cells[cell].paint = Paint::Gap;
                continue;
            }
            scene.left[cell] = Wall::Thick;
            scene.left[Cell { row, column: column + 1 }] = Wall::Thick;
            // Rows count from the top, balls from the bottom.
            match stack.get(capacity - 1 - row) {
                Some(&HIDDEN) => {
                    scene.cells[cell].paint = Paint::Empty;
                    scene.cells[cell].text = puzzle.colour_name(HIDDEN);
                }
                Some(&colour) => {
                    scene.cells[cell].paint = paints[usize::from(colour) - 1];
                    scene.cells[cell].text = puzzle.colour_name(colour);
                }
                None => {}
            }
        }
        scene.above[Cell { row: capacity, column }] = Wall::Thick;
    }
    for bottle in play.locked() {
        // A closed bottle has a lid.
        scene.above[Cell { row: 0, column: 2 * bottle }] = Wall::Thick;
        scene.captions.push(play.lock_sentence(bottle));
    }
    scene
}

/// The bottles in words, for screen readers.
fn in_words(play: &Play<'_>, puzzle: &BallSort) -> String {
    let bottle = |stack: &Vec<u8>| match stack.as_slice() {
        [] => "empty".to_owned(),
        balls => balls.iter().map(|&colour| puzzle.colour_name(colour)).collect::<Vec<_>>().join(" "),
    };
    play.bottles().iter().map(bottle).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rule;
    use quandary_core::puzzle::Move;

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
        let red = Paint::Own([0xD0, 0x20, 0x2A]);
        assert_eq!(row(0), [(Paint::Colour(1), "blue"), gap, (Paint::Open, ""), gap, (Paint::Open, "")]);
        assert_eq!(row(1), [(red, "red"), gap, (Paint::Colour(1), "blue"), gap, (red, "red")]);
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
