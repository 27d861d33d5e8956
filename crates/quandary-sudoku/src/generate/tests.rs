//! A generated puzzle is as requested, or there is an error.

use std::collections::BTreeMap;

use super::*;
use crate::Sudoku;

fn spec(options: &[(&str, &str)]) -> GenerateSpec {
    let options: BTreeMap<_, _> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    GenerateSpec { seed: 7, options, ..GenerateSpec::default() }
}

fn make(options: &[(&str, &str)], index: u64) -> Sudoku {
    let puzzle = SudokuGenerator.generate(&spec(options), index).expect("a puzzle");
    let sudoku: &Sudoku = puzzle.downcast().expect("a Sudoku");
    sudoku.clone()
}

fn refusal(options: &[(&str, &str)]) -> String {
    SudokuGenerator.generate(&spec(options), 0).expect_err("a refusal").to_string()
}

fn givens(puzzle: &Sudoku) -> usize {
    puzzle.cells().values().iter().filter(|&&digit| digit != 0).count()
}

fn is_unique(puzzle: &Sudoku) -> bool {
    puzzle.solve(&Ask::default()).verdict == Verdict::Unique
}

#[test]
fn a_puzzle_is_unique_and_every_given_is_needed() {
    for index in 0..20 {
        let puzzle = make(&[("minimal", "")], index);
        assert!(is_unique(&puzzle));
        for cell in puzzle.cells().cells().filter(|&cell| puzzle.cells()[cell] != 0) {
            let mut fewer = puzzle.cells().values().to_vec();
            fewer[puzzle.cells().index_of(cell)] = 0;
            let fewer = Sudoku::new(3, 3, fewer).expect("a board");
            assert!(!is_unique(&fewer), "{cell} is not needed");
        }
    }
}

#[test]
fn seed_and_index_say_which_puzzle_it_is() {
    assert_eq!(make(&[], 3), make(&[], 3));
    assert_ne!(make(&[], 3), make(&[], 4));
}

#[test]
fn the_number_of_givens_is_as_asked() {
    for index in 0..10 {
        let puzzle = make(&[("givens", "36..40")], index);
        assert!((36..=40).contains(&givens(&puzzle)) && is_unique(&puzzle));
        let puzzle = make(&[("givens", "22..24"), ("minimal", "")], index);
        assert!((22..=24).contains(&givens(&puzzle)) && is_unique(&puzzle));
    }
}

#[test]
fn every_symmetry_is_that_of_the_givens() {
    for symmetry in Symmetry::ALL {
        let puzzle = make(&[("symmetry", symmetry.name())], 1);
        assert!(is_unique(&puzzle), "{symmetry:?}");
        for group in symmetry.groups(9) {
            let is_given = |&cell: &u16| puzzle.cells().values()[usize::from(cell)] != 0;
            let cells = group.cells();
            assert!(cells.iter().all(is_given) || !cells.iter().any(is_given), "{symmetry:?}");
        }
    }
}

#[test]
fn minimal_means_every_given_with_a_symmetry_too() {
    for symmetry in ["rotate180", "diagonal"] {
        let puzzle = make(&[("symmetry", symmetry), ("minimal", "")], 2);
        assert!(is_unique(&puzzle), "{symmetry}");
        for group in Symmetry::of_name(symmetry).expect("a symmetry").groups(9) {
            let given: Vec<bool> =
                group.cells().iter().map(|&cell| puzzle.cells().values()[usize::from(cell)] != 0).collect();
            assert!(given.iter().all(|&is_given| is_given == given[0]), "{symmetry}");
        }
        for cell in puzzle.cells().cells().filter(|&cell| puzzle.cells()[cell] != 0) {
            let mut fewer = puzzle.cells().values().to_vec();
            fewer[puzzle.cells().index_of(cell)] = 0;
            assert!(!is_unique(&Sudoku::new(3, 3, fewer).expect("a board")), "{symmetry}: {cell} is not needed");
        }
    }
}

#[test]
fn few_givens_are_found_step_by_step() {
    let puzzle = make(&[("givens", "20")], 0);
    assert!(givens(&puzzle) == 20 && is_unique(&puzzle));
}

#[test]
fn a_pattern_says_where_the_givens_stand() {
    let pattern = "x..xx..x..x..x.x.x..xx..xx.x.x.x.x.x.x..xx..xx..x.x.xx.x.x.x..xx..x..x.x.x.xx..x.";
    let puzzle = make(&[("pattern", pattern)], 0);
    assert!(is_unique(&puzzle));
    for (sign, &digit) in pattern.chars().zip(puzzle.cells().values()) {
        assert_eq!(sign == 'x', digit != 0);
    }
}

#[test]
fn twelve_cells_that_run_askew_cannot_hold_three_digits() {
    let mut random = quandary_core::random::stream(1, "tridagon", 0);
    assert!(!tridagon::can_hold_three_digits(&mut random));
    let plan = Plan::of_spec(&spec(&[("minimal", "")])).expect("a plan");
    let made: Vec<Vec<u8>> =
        (0..40).filter_map(|_| tridagon::puzzle(&plan, &mut random, &Budget::default()).expect("no limit")).collect();
    assert!(made.len() > 10, "{}", made.len());
    for cells in made {
        assert!(is_unique(&Sudoku::new(3, 3, cells.clone()).expect("a board")));
        for cell in (0..81).filter(|&cell| cells[cell] != 0) {
            let fewer = cells.iter().enumerate().map(|(at, &digit)| if at == cell { 0 } else { digit }).collect();
            assert!(!is_unique(&Sudoku::new(3, 3, fewer).expect("a board")), "given {cell} is not needed");
        }
    }
}

#[test]
fn boards_of_other_sizes() {
    for (size, side) in [("2x2", 4), ("2x3", 6), ("3x2", 6), ("2x4", 8), ("3x4", 12)] {
        let puzzle = make(&[("box", size)], 0);
        assert_eq!(puzzle.side(), side);
        assert!(is_unique(&puzzle), "{size}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    assert_eq!(refusal(&[("givens", "10..16")]), "option 'givens': a 9×9 board has from 17 to 81 givens");
    assert!(
        refusal(&[("symmetry", "spiral")]).starts_with("option 'symmetry': 'spiral' is not one of: none, rotate90")
    );
    assert_eq!(refusal(&[("pattern", "x.x")]), "option 'pattern': the mask has 3 signs, the board 81 cells");
    assert_eq!(refusal(&[("box", "1x9")]), "option 'box': boxes are at least 2×2 and have at most 25 cells");
    assert_eq!(
        refusal(&[("givens", "30"), ("symmetry", "full")]),
        "option 'givens': no such number of givens has the symmetry 'full'"
    );
    let sixteen = ".".repeat(65) + &"x".repeat(16);
    assert_eq!(
        refusal(&[("pattern", &sixteen)]),
        "option 'pattern': with 16 givens no 9×9 puzzle has just one solution"
    );
    let free = ".".repeat(18) + &"x".repeat(63);
    assert_eq!(
        refusal(&[("pattern", &free)]),
        "option 'pattern': rows 1 and 2 have no given, so they can change places in any solution"
    );
    let top = "x".repeat(40) + &".".repeat(41);
    assert_eq!(
        refusal(&[("pattern", &top), ("symmetry", "flip")]),
        "option 'pattern': the pattern has not the symmetry 'flip'"
    );
    let stopped = GenerateSpec { budget: Budget::seconds(0.0), ..spec(&[]) };
    assert_eq!(SudokuGenerator.generate(&stopped, 0).expect_err("no time").to_string(), "the time limit passed");
}

#[test]
fn a_canonical_puzzle_is_its_own_canonical_form() {
    let puzzle = make(&[("canonical", "")], 5);
    assert!(is_unique(&puzzle));
    let cells = puzzle.cells().values();
    assert_eq!(canonical::form_of(<&Cells>::try_from(cells).expect("81 cells")), cells);
}
