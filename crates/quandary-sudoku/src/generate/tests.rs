//! A generated puzzle is as requested, or there is an error.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::Sudoku;
use crate::solver::single;
use crate::techniques::catalogue::{TECHNIQUES, Technique};
use quandary_core::reason::explain::{State, explain};
use quandary_core::verdict::Verdict;

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
fn few_givens_are_found_and_each_is_needed() {
    for (index, count) in [(0, 20), (1, 20), (0, 19)] {
        let puzzle = make(&[("givens", &count.to_string())], index);
        assert!(givens(&puzzle) == count && is_unique(&puzzle));
        for cell in puzzle.cells().cells().filter(|&cell| puzzle.cells()[cell] != 0) {
            let mut fewer = puzzle.cells().values().to_vec();
            fewer[puzzle.cells().index_of(cell)] = 0;
            assert!(!is_unique(&Sudoku::new(3, 3, fewer).expect("a board")), "{cell} is not needed");
        }
    }
}

#[test]
fn the_search_for_few_givens_ends_with_the_budget() {
    let spec = GenerateSpec { budget: Budget::seconds(0.05), ..spec(&[("givens", "17")]) };
    let refusal = SudokuGenerator.generate(&spec, 0).map(|_| "a puzzle with 17 givens").map_err(|why| why.to_string());
    assert_eq!(refusal, Err("the time limit passed".to_owned()));
}

#[test]
fn a_puzzle_without_a_given_in_an_unavoidable_set_has_another_solution() {
    let mut random = quandary_core::random::stream(1, "unavoidable", 0);
    let filled = uniform::filled_board(&mut random);
    let mut known = unavoidable::Unavoidable::new(&filled);
    assert!(known.sets().len() > 50, "{}", known.sets().len());
    // Givens that few sets are hit by have other solutions, which make further sets.
    for _ in 0..50 {
        let givens = (0..24).fold(0, |set, _| set | 1 << random.random_range(0..81_u32));
        let before = known.sets().len();
        let has_one = single::count(&known.cells(givens), 2).0 == 1;
        assert_eq!(known.is_unique(givens), has_one);
        assert_eq!(known.sets().len() > before, !has_one);
        assert!(known.sets()[before..].iter().all(|set| set & givens == 0));
    }
    // What may leave is what the engine says.
    let mut givens = unavoidable::ALL;
    for _ in 0..200 {
        let leaving = 1 << random.random_range(0..81_u32) | 1 << random.random_range(0..81_u32);
        let can_leave = single::count(&known.cells(givens & !leaving), 2).0 == 1;
        assert_eq!(known.can_leave(givens, leaving & givens), can_leave);
        givens &= if can_leave { !leaving } else { unavoidable::ALL };
    }
    let needed = known.shown_to_be_needed(givens);
    for cell in unavoidable::each(needed) {
        assert!(single::count(&known.cells(givens & !(1 << cell)), 2).0 == 2);
    }
    for &set in known.sets() {
        assert!(single::count(&known.cells(unavoidable::ALL & !set), 2).0 == 2, "{set:b}");
    }
}

#[test]
fn shortcuts_on_other_sizes_say_what_the_model_says() {
    let mut random = quandary_core::random::stream(1, "large", 0);
    for (box_rows, box_columns) in [(2, 2), (2, 3), (3, 4)] {
        let size = format!("{box_rows}x{box_columns}");
        let plan = Plan::of_spec(&spec(&[("box", &size)])).expect("a plan");
        let (_, filled) = plan.board(&mut random, &Budget::default()).expect("no limit").expect("a board");
        let mut large = large::Large::new(&filled, box_rows, box_columns);
        let (mut yes, mut no) = (0, 0);
        for round in 0..60 {
            // A unique puzzle without one more digit, or just any digits.
            let mut cells = filled.clone();
            let share = 0.3 + 0.5 * f64::from(round % 6) / 6.0;
            cells.iter_mut().for_each(|cell| *cell *= u8::from(random.random_bool(share)));
            let gone = cells
                .iter()
                .position(|&digit| digit != 0)
                .filter(|_| is_unique(&Sudoku::new(box_rows, box_columns, cells.clone()).expect("a board")));
            gone.iter().for_each(|&cell| cells[cell] = 0);
            let expected = is_unique(&Sudoku::new(box_rows, box_columns, cells.clone()).expect("a board"));
            if let Some(found) = large.is_unique(&cells, gone) {
                assert_eq!(found, expected, "{cells:?}");
                *if found { &mut yes } else { &mut no } += 1;
            }
        }
        assert!(yes > 5 && no > 5, "{size}: {yes} {no}");
    }
}

#[test]
fn only_requests_that_are_met_in_another_way_have_another_revision() {
    let revision = |options: &[(&str, &str)]| SudokuGenerator.revision_for(&spec(options));
    assert_eq!(revision(&[]), 2);
    assert_eq!(revision(&[("givens", "22..24"), ("minimal", "")]), 2);
    assert_eq!(revision(&[("symmetry", "rotate180")]), 2);
    assert_eq!(revision(&[("symmetry", "rotate180"), ("minimal", "")]), 3);
    assert_eq!(revision(&[("givens", "21")]), 2);
    assert_eq!(revision(&[("givens", "20")]), 4);
    assert_eq!(revision(&[("givens", "18..19")]), 4);
    assert_eq!(revision(&[("box", "4x4")]), 2);
    assert_eq!(revision(&[("box", "5x5")]), 3);
    assert_eq!(revision(&[("box", "5x5"), ("minimal", "")]), 2);
    assert_eq!(revision(&[("variant", "killer")]), 2);
}

#[test]
fn rules_that_leave_no_board_are_refused() {
    for (size, kinds) in [("2x2", "anti-king"), ("2x2", "non-consecutive"), ("2x3", "x,disjoint-groups")] {
        let message = refusal(&[("box", size), ("variant", kinds)]);
        assert!(message.contains(&format!("board satisfies the rules of {kinds}")), "{message}");
    }
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
        "option 'pattern': the pattern does not have the symmetry 'flip'"
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

#[test]
fn a_look_at_a_puzzle_finds_what_its_explanation_uses() {
    let mut hits = 0;
    for index in 0..25 {
        let puzzle = make(&[], index);
        let model = puzzle.model().expect("a model");
        let explanation = explain(&model, State::new(&model).expect("a start"), &Budget::default());
        let used: BTreeSet<&str> = explanation.steps.iter().filter_map(|step| Some(step.pattern()?.name)).collect();
        let costliest = TECHNIQUES.iter().rfind(|technique| used.contains(technique.name()));
        for &technique in TECHNIQUES.iter().take_while(|&&technique| technique < Technique::ForcingContradiction) {
            let name = technique.name();
            let off = SudokuGenerator.outlook(&puzzle, &[vec![name]]).expect("a plain board");
            assert!(off > 0.0 || used.contains(name), "{index}: {name} is not used");
            assert!(off == 0.0 || costliest != Some(&technique), "{index}: {name} is used");
            hits += usize::from(off == 0.0);
        }
    }
    assert!(hits > 100, "{hits}");
}
