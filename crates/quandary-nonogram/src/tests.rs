//! Boards, pictures, and what makes a picture the solution of a board.

use super::*;

/// A picture as it is drawn in tests: `#` filled, anything else empty.
pub(crate) fn picture(rows: &[&str]) -> Grid<u8> {
    let values = rows.iter().flat_map(|row| row.chars().map(|c| u8::from(c == '#'))).collect();
    Grid::from_values(rows.len(), rows[0].len(), values).unwrap()
}

/// The board with this picture.
pub(crate) fn nonogram(rows: &[&str]) -> Nonogram {
    Nonogram::of_picture(&picture(rows)).unwrap()
}

fn broken(puzzle: &Nonogram, rows: &[&str]) -> Violation {
    puzzle.verify(&Solution::Grid(picture(rows))).unwrap_err()
}

const CHAIR: [&str; 4] = ["#...", "####", "#..#", "#..#"];

#[test]
fn a_picture_solves_the_board_of_its_own_runs() {
    assert_eq!(nonogram(&CHAIR).verify(&Solution::Grid(picture(&CHAIR))), Ok(()));
}

#[test]
fn a_picture_with_all_columns_right_can_break_a_row() {
    // The right column has the same runs when it starts one cell higher.
    let upright = nonogram(&["#.", ".#", "#.", ".#"]);
    let violation = broken(&upright, &["##", "..", "##", ".."]);
    assert_eq!((violation.rule, &violation.message[..]), ("row", "row 1: the clue is 1, the picture has 2"));
    assert_eq!(violation.cells, [Cell { row: 0, column: 0 }, Cell { row: 0, column: 1 }]);
}

#[test]
fn a_picture_with_all_rows_right_can_break_a_column() {
    let violation = broken(&nonogram(&["#.#.", ".#.#"]), &["#.#.", "#.#."]);
    assert_eq!((violation.rule, &violation.message[..]), ("column", "column 1: the clue is 1, the picture has 2"));
    assert_eq!(violation.cells, [Cell { row: 0, column: 0 }, Cell { row: 1, column: 0 }]);
}

#[test]
fn a_block_of_unknown_length_is_a_run_of_any_length_but_none() {
    let black = |length| Block { length, colour: BLACK };
    let unknown = vec![black(Block::UNKNOWN)];
    let puzzle = Nonogram::new(vec![unknown.clone()], vec![unknown.clone(), unknown, Vec::new()]).unwrap();
    let holds = |row: &str| puzzle.verify(&Solution::Grid(picture(&[row]))).is_ok();
    assert!(holds("##."));
    assert!(!holds("...") && !holds("#..") && !holds("#.#"));
    assert!(has_blocks(0b0110, &[black(Block::UNKNOWN)]) && !has_blocks(0, &[black(Block::UNKNOWN)]));
    assert!(!has_blocks(0b0101, &[black(Block::UNKNOWN)]));
}

#[test]
fn two_blocks_are_not_one_block_of_their_length() {
    let violation = broken(&nonogram(&["#.##"]), &["###."]);
    assert_eq!(violation.message, "row 1: the clue is 1 2, the picture has 3");
}

#[test]
fn a_colour_that_is_not_the_clues_is_named() {
    let grid = |values| Grid::from_values(1, 3, values).unwrap();
    let puzzle = Nonogram::of_picture(&grid(vec![1, 0, 2])).unwrap();
    let violation = puzzle.verify(&Solution::Grid(grid(vec![1, 0, 3]))).unwrap_err();
    assert_eq!(violation.message, "row 1: the clue is 1a 1b, the picture has 1a 1c");
}

#[test]
fn a_picture_of_another_size_is_no_solution() {
    let violation = broken(&nonogram(&CHAIR), &["#"]);
    assert_eq!((violation.rule, &violation.message[..]), ("shape", "the picture is 1×1, the board 4×4"));
    let plan = Solution::Plan(quandary_core::puzzle::Plan::default());
    assert_eq!(nonogram(&CHAIR).verify(&plan).unwrap_err().rule, "shape");
}

#[test]
fn neighbours_of_different_colours_are_two_blocks() {
    let block = |length, colour| Block { length, colour };
    assert_eq!(runs([1, 1, 2, 0, 2, 2]), [block(2, 1), block(1, 2), block(2, 2)]);
    assert_eq!(runs([0, 0]), []);
}

#[test]
fn a_board_has_rows_and_columns_but_not_too_many() {
    assert!(matches!(Nonogram::new(vec![], vec![vec![]]), Err(NotABoard::Size { rows: 0, columns: 1 })));
    assert!(Nonogram::new(vec![vec![]; 512], vec![vec![]; 512]).is_ok());
    assert!(Nonogram::new(vec![vec![]; 513], vec![vec![]]).is_err());
}

#[test]
fn a_block_has_cells_and_a_colour() {
    for block in [Block { length: 1, colour: 0 }, Block { length: 1, colour: 33 }] {
        let error = Nonogram::new(vec![vec![]], vec![vec![], vec![block]]).unwrap_err();
        assert_eq!(error, NotABoard::Block { line: LineName::Column(1) });
    }
}
