//! Claims about Sudoku, each with a board that shows it.

use proptest::prelude::*;

use super::*;
use quandary_core::read::{self};
use quandary_core::scene::{Ink, Wall};
use quandary_core::verdict::Verdict;

/// Reads a text that has to be a Sudoku.
pub(super) fn read(text: &str) -> Sudoku {
    match read::puzzle(&Source::from_text(text), &crate::hints()) {
        Ok(puzzle) => puzzle.downcast::<Sudoku>().expect("it is a Sudoku").clone(),
        Err(error) => panic!("{error}\n{text}"),
    }
}

fn broken_rule(puzzle: &Sudoku, answer: &str) -> Option<&'static str> {
    let answer = puzzle.read_solution(&Source::from_text(answer)).expect("an answer");
    puzzle.verify(&answer).err().map(|violation| violation.rule)
}

// ── the rules ────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn each_rule_has_a_board_that_breaks_it_alone() {
    let puzzle = read("1...\n....\n....\n....");
    let right = "1234\n3412\n2143\n4321";
    assert_eq!(broken_rule(&puzzle, right), None);
    let wrong = [
        ("row", "1234\n3412\n4143\n2321", "r3c1 and r4c1 have changed places: their column and box keep their digits"),
        ("column", "1234\n3412\n1243\n4321", "r3c1 and r3c2 have changed places: their row and box keep their digits"),
        ("box", "1234\n2143\n3412\n4321", "the middle rows have changed places: rows and columns stay whole"),
        ("given", "2143\n4321\n1234\n3412", "the 1 of r1c1 is gone, and nothing else is wrong"),
        ("digit", "1234\n3412\n2143\n432.", "r4c4 is blank"),
    ];
    for (rule, answer, how) in wrong {
        assert_eq!(broken_rule(&puzzle, answer), Some(rule), "{how}");
    }
    let other_shape = Solution::Grid(Grid::filled(9, 9, 1));
    assert_eq!(puzzle.verify(&other_shape).unwrap_err().rule, "shape");
}

#[test]
fn a_violation_names_unit_digit_and_cells() {
    let puzzle = read("1...\n....\n....\n....");
    let answer = puzzle.read_solution(&Source::from_text("1234 3412 1243 4321".replace(' ', "\n"))).unwrap();
    let violation = puzzle.verify(&answer).unwrap_err();
    assert_eq!(violation.message, "column 1 holds 1 twice: r1c1 and r3c1");
    assert_eq!(violation.cells, [Cell { row: 0, column: 0 }, Cell { row: 2, column: 0 }]);
}

#[test]
fn boxes_are_counted_row_by_row_whatever_their_shape() {
    // A box 2 high and 3 wide: two boxes side by side, three below each other.
    let wide = Sudoku::new(2, 3, vec![0; 36]).unwrap();
    let boxes =
        |puzzle: &Sudoku| puzzle.cells().cells().map(|cell| puzzle.box_of(cell).to_string()).collect::<String>();
    assert_eq!(boxes(&wide), "000111000111222333222333444555444555");
    let tall = Sudoku::new(3, 2, vec![0; 36]).unwrap();
    assert_eq!(boxes(&tall), "001122001122001122334455334455334455");
    assert!(tall.units().iter().all(|unit| unit.cells.len() == 6));
}

#[test]
fn equal_givens_in_a_unit_are_named() {
    let clash = |text: &str| match read(text).solve(&Ask::default()).verdict {
        Verdict::Impossible(conflict) => conflict.message,
        other => panic!("{other:?}"),
    };
    let row = "....\n....\n1..1\n....";
    assert_eq!(clash(row), "row 3 holds 1 twice: r3c1 and r3c4");
    let column = ".2..\n....\n....\n.2..";
    assert_eq!(clash(column), "column 2 holds 2 twice: r1c2 and r4c2");
    let in_box = "....\n....\n..3.\n...3";
    assert_eq!(clash(in_box), "box 4 holds 3 twice: r3c3 and r4c4");
}

// ── solving ──────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn the_empty_four_by_four_board_has_288_solutions() {
    let outcome = read("................").solve(&Ask { count: true, ..Ask::default() });
    assert_eq!((outcome.solution_count, outcome.count_is_exact), (288, true));
    assert_eq!(outcome.solutions.len(), 2);
}

#[test]
fn small_boards_are_counted_without_visiting_every_solution() {
    let count = |text: &str| {
        let outcome = read(text).solve(&Ask { count: true, ..Ask::default() });
        assert!(outcome.count_is_exact && outcome.solutions.len() <= 2);
        outcome.solution_count
    };
    assert_eq!(count(&".".repeat(36)), 28_200_960, "the empty board with boxes of 2 rows and 3 columns");
    let empty = ".".repeat(16);
    assert_eq!(count(&format!(r#"{{"family":"sudoku","cells":"{empty}","rules":["main-diagonal"]}}"#)), 48);
    assert_eq!(count(&format!(r#"{{"family":"sudoku","cells":"{empty}","regions":"AAAABBBBCCCCDDDD"}}"#)), 576);
    assert_eq!(count("12.............."), 288 / 12);
}

#[test]
fn digits_that_are_alike_are_counted_together() {
    // Givens and pencil marks say which digits are alike; diagonals and windows, what has to be remembered of them.
    let boards = [
        (r#""cells":"1.....2...........3.......4.........""#, ""),
        (r#""cells":".4....2..........................5..""#, r#","rules":["main-diagonal","anti-diagonal"]"#),
        (
            r#""cells":".............3......................""#,
            r#","rules":["main-diagonal"],"marks":{"r1c2":"12","r5c4":"456"}"#,
        ),
    ];
    for (cells, rules) in boards {
        let puzzle = read(&format!(r#"{{"family":"sudoku","box":[2,3],{cells}{rules}}}"#));
        let ask = Ask { count: true, ..Ask::default() };
        let one_by_one = puzzle.solve_with("norvig", &ask).unwrap();
        let together = puzzle.solve(&ask);
        assert!(together.count_is_exact && one_by_one.count_is_exact);
        assert_eq!(together.solution_count, one_by_one.solution_count, "{cells}{rules}");
    }
}

#[test]
fn the_teaching_twin_finds_every_solution_of_a_board() {
    let puzzle = read("1.....2.........");
    let ask = Ask { solutions: 300, count: true, ..Ask::default() };
    let mut twin = puzzle.solve_with("norvig", &ask).unwrap();
    let mut model = puzzle.solve_with("propagation", &ask).unwrap();
    let key = |solution: &Solution| solution.grid().map(|grid| grid.values().to_vec());
    twin.solutions.sort_by_key(key);
    model.solutions.sort_by_key(key);
    assert_eq!(twin.solutions, model.solutions);
    assert_eq!(twin.solution_count, puzzle.solve(&ask).solution_count);
}

#[test]
fn the_model_and_verify_state_the_same_rules() {
    let puzzle = read("1...\n....\n....\n....");
    let model = puzzle.model().unwrap();
    assert_eq!(model.constraints().len(), 12);
    assert_eq!(model.constraints()[2].name(), "row 3");
    assert_eq!(model.constraints()[11].statement(), "box 4 holds each digit once");
    for answer in ["1234341221434321", "1234341223414123", "1234341212434321", "1234214334124321"] {
        let values: Vec<u8> = answer.bytes().map(|digit| digit - b'1').collect();
        let solution = puzzle.read_solution(&Source::from_text(answer)).unwrap();
        assert_eq!(model.satisfied(&values), puzzle.verify(&solution).is_ok(), "{answer}");
    }
}

/// All ways to fill a 4×4 board, by trying every digit in every cell.
fn count_by_force(board: &mut [u8; 16], place: usize) -> u64 {
    let sees = |a: usize, b: usize| a / 4 == b / 4 || a % 4 == b % 4 || (a / 8 == b / 8 && a % 4 / 2 == b % 4 / 2);
    let fits =
        |board: &[u8; 16], at: usize| (0..16).all(|other| other == at || !sees(at, other) || board[other] != board[at]);
    if place == 16 {
        return 1;
    }
    if board[place] != 0 {
        return if fits(board, place) { count_by_force(board, place + 1) } else { 0 };
    }
    let mut count = 0;
    for digit in 1..=4 {
        board[place] = digit;
        if fits(board, place) {
            count += count_by_force(board, place + 1);
        }
    }
    board[place] = 0;
    count
}

fn four_by_four() -> impl Strategy<Value = [u8; 16]> {
    prop::collection::vec((0..16usize, 1..=4u8), 0..7).prop_map(|givens| {
        let mut board = [0; 16];
        for (place, digit) in givens {
            board[place] = digit;
        }
        board
    })
}

proptest! {
    #[test]
    fn the_number_of_solutions_is_that_of_brute_force(mut board in four_by_four()) {
        let puzzle = Sudoku::new(2, 2, board.to_vec()).unwrap();
        let outcome = puzzle.solve(&Ask { count: true, solutions: 300, ..Ask::default() });
        prop_assert_eq!(outcome.solution_count, count_by_force(&mut board, 0));
        for solution in &outcome.solutions {
            prop_assert_eq!(puzzle.verify(solution), Ok(()));
        }
    }

    #[test]
    fn all_algorithms_agree(board in four_by_four()) {
        let puzzle = Sudoku::new(2, 2, board.to_vec()).unwrap();
        let expected = puzzle.solve(&Ask::default());
        for algorithm in FAMILY.algorithms() {
            let outcome = puzzle.solve_with(algorithm.name, &Ask::default()).expect("a known name");
            // A* stops at the first solution, so it can only distinguish some from none.
            let most = if algorithm.name == "astar" { 1 } else { 2 };
            let count = expected.solution_count.min(most);
            prop_assert_eq!(outcome.solution_count, count, "{}", algorithm.name);
            for solution in &outcome.solutions {
                prop_assert_eq!(puzzle.verify(solution), Ok(()), "{}", algorithm.name);
            }
        }
        prop_assert!(puzzle.solve_with("guesswork", &Ask::default()).is_none());
    }
}

// ── drawing ──────────────────────────────────────────────────────────────────────────────────────────────────────────

#[test]
fn the_picture_shows_boxes_givens_and_what_was_found() {
    let puzzle = read("0 0 0 4\n4 0 0 0\n0 2 0 0\n0 0 1 0");
    let solution = puzzle.solve(&Ask::default()).solutions.remove(0);
    let scene = puzzle.scene(Some(&solution));
    let at = |row, column| &scene.cells[Cell { row, column }];
    assert_eq!((at(0, 3).text.as_str(), at(0, 3).ink), ("4", Ink::Given));
    assert_eq!((at(0, 0).text.as_str(), at(0, 0).ink), ("2", Ink::Found));
    assert_eq!(scene.left.row(0), [Wall::Thick, Wall::Thin, Wall::Thick, Wall::Thin, Wall::Thick]);
    assert_eq!(puzzle.scene(None).cells[Cell { row: 0, column: 0 }].text, "");
}
