//! Claims about the variants, each with a board that shows it.

use proptest::prelude::*;

use super::*;
use crate::tests::read;
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Puzzle, Solution};
use quandary_core::read::{self, Hints, Source};
use quandary_core::verdict::{Ask, Verdict};

/// A 4×4 board with fields of JSON beside its digits.
fn small(fields: &str) -> Sudoku {
    read(&format!(r#"{{"family":"sudoku","cells":"................",{fields}}}"#))
}

fn broken_rule(puzzle: &Sudoku, answer: &str) -> Option<&'static str> {
    let answer = puzzle.read_solution(&Source::from_text(answer)).expect("an answer");
    puzzle.verify(&answer).err().map(|violation| violation.rule)
}

fn error(text: &str) -> String {
    read::puzzle(&Source::from_text(text), &crate::hints()).expect_err("no proper board").message
}

#[test]
fn each_rule_has_a_board_that_breaks_it_alone() {
    // Rows, columns and boxes are right; the first board keeps the rule too (where a 4×4 board can), the second does not.
    let boards = [
        ("diagonal", r#""rules":["main-diagonal"]"#, "1234341243212143", "1234341221434321"),
        ("diagonal", r#""rules":["anti-diagonal"]"#, "1234341243212143", "1234341221434321"),
        ("window", r#""rules":["windows"]"#, "1234341243212143", "1234341221434321"),
        ("group", r#""rules":["disjoint-groups"]"#, "1234341221434321", "1234342143122143"),
        ("knight's move", r#""rules":["anti-knight"]"#, "1234432134122143", "1234341221434321"),
        ("king's move", r#""rules":["anti-king"]"#, "", "1234341221434321"),
        ("neighbours", r#""rules":["non-consecutive"]"#, "", "1234341221434321"),
        ("cage", r#""cages":[{"sum":7,"cells":["r1c1","r1c2","r2c2"]}]"#, "1234341221434321", "1234431221433421"),
        ("cage", r#""cages":[{"cells":["r1c1","r2c2","r3c3"]}]"#, "1234341241232341", "1234341221434321"),
        ("thermometer", r#""thermometers":[["r1c1","r1c2","r2c1"]]"#, "1234341221434321", "1324241331424231"),
        ("arrow", r#""arrows":[{"circle":["r2c1"],"shaft":["r1c1","r1c2"]}]"#, "1234341221434321", "1234431221433421"),
        (
            "white dot",
            r#""signs":[{"between":["r1c1","r1c2"],"difference":1}]"#,
            "1234341221434321",
            "1324241331424231",
        ),
        ("black dot", r#""signs":[{"between":["r1c1","r1c2"],"ratio":2}]"#, "1234341221434321", "1324241331424231"),
        ("V", r#""signs":[{"between":["r1c2","r1c3"],"sum":5}]"#, "1234341221434321", "1243341221344321"),
        ("no X or V", r#""rules":["all-xv"]"#, "", "1234341221434321"),
        ("no dot", r#""rules":["all-white-dots"]"#, "", "1234341221434321"),
        ("no dot", r#""rules":["all-black-dots"]"#, "", "1234341221434321"),
        ("pencil mark", r#""marks":{"r1c1":"12"}"#, "1234341221434321", "4321214312343412"),
    ];
    for (rule, fields, right, wrong) in boards {
        let puzzle = small(fields);
        if !right.is_empty() {
            assert_eq!(broken_rule(&puzzle, right), None, "{fields} {right}");
        }
        assert_eq!(broken_rule(&puzzle, wrong), Some(rule), "{fields} {wrong}");
    }
}

#[test]
fn a_violation_says_what_was_demanded() {
    let puzzle = small(r#""cages":[{"sum":7,"cells":["r1c1","r1c2"]}]"#);
    let answer = puzzle.read_solution(&Source::from_text("1234341221434321")).unwrap();
    let violation = puzzle.verify(&answer).unwrap_err();
    assert_eq!(violation.message, "the cage r1c1 and r1c2 must sum to 7 without repeating a digit");
    assert_eq!(violation.cells.len(), 2);
}

#[test]
fn regions_take_the_place_of_boxes_on_boards_of_any_side() {
    let five = r#"{"family":"sudoku","regions":"AABBBAABBCDACCCDDDECDEEEE","cells":"1........................"}"#;
    let puzzle = read(five);
    assert_eq!(puzzle.size(), "5×5, jigsaw");
    assert_eq!(puzzle.units().iter().filter(|unit| unit.kind == "region").count(), 5);
    assert!(puzzle.solve(&Ask::default()).solutions.iter().all(|solution| puzzle.verify(solution).is_ok()));
    let wrong = five.replacen("AAB", "ABB", 1);
    assert_eq!(error(&wrong), "region 1 has 4 cells, expected 5");
}

#[test]
fn four_windows_lie_one_cell_in_from_the_edge() {
    let puzzle = read(&format!(r#"{{"family":"sudoku","cells":"{}","rules":["windows"]}}"#, ".".repeat(81)));
    let windows: Vec<_> = puzzle.units().into_iter().filter(|unit| unit.kind == "window").collect();
    let ends = |unit: &crate::Unit| format!("{}–{}", unit.cells[0], unit.cells[8]);
    assert_eq!(windows.iter().map(ends).collect::<Vec<_>>(), ["r2c2–r4c4", "r2c6–r4c8", "r6c2–r8c4", "r6c6–r8c8"]);
}

#[test]
fn pencil_marks_that_only_say_what_the_givens_say_are_no_variant() {
    let plain = read("1...............");
    let marked = read(r#"{"family":"sudoku","cells":"1...............","marks":{"r1c2":"234","r3c3":"1234"}}"#);
    assert_eq!(marked, plain);
    let fewer = read(r#"{"family":"sudoku","cells":"1...............","marks":{"r1c2":"23"}}"#);
    assert!(!fewer.is_classic());
    assert!(fewer.write_json().contains(r#""marks":{"r1c2":"23"}"#));
}

impl Sudoku {
    fn write_json(self) -> String {
        let puzzle: Box<dyn Puzzle> = Box::new(self);
        puzzle.write("json", crate::ONLY).expect("JSON has room for everything")
    }
}

#[test]
fn a_rule_can_be_added_from_outside() {
    let hints = |rule: &str| Hints { rule: Some(rule.to_owned()), ..crate::hints() };
    let line = Source::from_text("1234............");
    let x = read::puzzle(&line, &hints("x")).unwrap();
    assert_eq!(x.size(), "4×4, main diagonal, anti-diagonal");
    assert_eq!(x.with_rule("classic").unwrap().size(), "4×4");
    assert!(read::puzzle(&line, &hints("y")).is_err());
    assert!(x.write("line", crate::ONLY).is_err(), "a line cannot store diagonals");
}

#[test]
fn what_makes_no_sense_is_refused_with_a_reason() {
    let with = |fields: &str| error(&format!(r#"{{"family":"sudoku","cells":"................",{fields}}}"#));
    for (fields, message) in [
        (r#""rules":["gravity"]"#, "there is no rule 'gravity'"),
        (r#""cages":[{"cells":["r1c9"]}]"#, "a cage lies on r1c9, which is not on a 4×4 board"),
        (r#""cages":[{"cells":["a1"]}]"#, "'a1' is not a cell"),
        (r#""cages":[{"sum":3,"cells":["r1c1","r1c1"]}]"#, "a cage names r1c1 twice"),
        (r#""thermometers":[["r1c1"]]"#, "a thermometer has 1 cells, expected 2 to 4"),
        (r#""arrows":[{"circle":[],"shaft":["r1c1"]}]"#, "an arrow's circle has 0 cells, expected 1 to 3"),
        (r#""signs":[{"between":["r1c1","r2c2"],"sum":5}]"#, "r1c1 and r2c2 are not neighbours, but a sign joins them"),
        (r#""signs":[{"between":["r1c1","r1c2"]}]"#, "the sign between r1c1 and r1c2 does not say one thing"),
        (r#""marks":{"r1c1":"19"}"#, "the pencil marks of r1c1 are invalid on a 4×4 board"),
        (r#""marks":{"r1c1":"1","R1C1":"2"}"#, "r1c1 has pencil marks twice"),
        (r#""marks":{"r1c1":"1","r1c1":"1"}"#, "this JSON puzzle cannot be read: a key comes twice"),
        (
            r#""box":[1,4],"regions":"AABBAABBCCDDCCDD","rules":["windows"]"#,
            "a board without square boxes has no windows",
        ),
    ] {
        assert_eq!(with(fields), message);
    }
}

#[test]
fn a_cage_that_cannot_make_its_sum_is_named() {
    let puzzle = small(r#""cages":[{"sum":9,"cells":["r1c1","r1c2"]}]"#);
    let Verdict::Impossible(conflict) = puzzle.solve(&Ask::default()).verdict else { panic!("4 + 3 is 7 at most") };
    assert_eq!(conflict.clues, ["cage r1c1 r1c2"]);
}

/// All ways to fill a 4×4 board with 2×2 boxes, or any rows and columns where `boxes` is false.
fn every_grid(boxes: bool) -> Vec<Grid<u8>> {
    let regions = if boxes { "" } else { r#","regions":"ABABCDCDABABCDCD""# };
    let puzzle = read(&format!(r#"{{"family":"sudoku","cells":"................"{regions}}}"#));
    let all = puzzle.solve(&Ask { solutions: 1000, count: true, ..Ask::default() }).solutions;
    all.into_iter().filter_map(|solution| solution.grid().cloned()).collect()
}

pub(crate) fn any_variant() -> impl Strategy<Value = Variant> {
    let cell = (0..4usize, 0..4usize).prop_map(|(row, column)| Cell { row, column });
    let cells = move |lengths: std::ops::RangeInclusive<usize>| {
        prop::collection::vec(cell.clone(), lengths).prop_map(|mut cells| {
            let all = cells.clone();
            let mut place = 0;
            cells.retain(|cell| {
                place += 1;
                !all[..place - 1].contains(cell)
            });
            cells
        })
    };
    let names: Vec<BoardRule> = BoardRule::NAMES.iter().map(|(_, rule)| *rule).collect();
    let rules = prop::collection::btree_set(prop::sample::select(names), 0..2);
    let cage = (cells(1..=4), prop::option::of(1..12u32)).prop_map(|(cells, sum)| Cage { cells, sum });
    let long = |cells: &Vec<Cell>| cells.len() >= 2;
    let thermometer = cells(2..=3).prop_filter("two cells", long);
    let arrow = cells(2..=4)
        .prop_filter("two cells", long)
        .prop_map(|cells| Arrow { circle: cells[..1].to_vec(), shaft: cells[1..].to_vec() });
    let says = prop_oneof![
        (1..3u32).prop_map(Says::Difference),
        (2..4u32).prop_map(Says::Ratio),
        (3..8u32).prop_map(Says::Sum)
    ];
    let sign = (0..4usize, 0..3usize, any::<bool>(), says).prop_map(|(row, column, turned, says)| {
        let cells = [Cell { row, column }, Cell { row, column: column + 1 }];
        let turn = |cell: Cell| if turned { Cell { row: cell.column, column: cell.row } } else { cell };
        Sign { cells: cells.map(turn), says }
    });
    let struck = prop::collection::vec(prop_oneof![4 => Just(0u32), 1 => (0..15u32).prop_map(|set| set << 1)], 16);
    (
        rules,
        prop::collection::vec(cage, 0..3),
        prop::collection::vec(thermometer, 0..2),
        prop::collection::vec(arrow, 0..2),
        prop::collection::vec(sign, 0..3),
        struck,
    )
        .prop_map(|(rules, cages, thermometers, arrows, signs, struck)| Variant {
            regions: None,
            rules,
            cages,
            thermometers,
            arrows,
            signs,
            struck,
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_solutions_of_a_variant_are_those_of_brute_force(
        variant in any_variant(),
        given in 0..5u8,
        place in 0..16usize,
        has_regions in any::<bool>(),
    ) {
        let mut cells = vec![0; 16];
        cells[place] = given;
        let regions = "ABABCDCDABABCDCD".bytes().map(|letter| letter - b'A').collect();
        let takes_boxes = variant.has(BoardRule::Windows) || variant.has(BoardRule::DisjointGroups);
        let has_regions = has_regions && !takes_boxes;
        let mut variant = Variant { regions: has_regions.then_some(regions), ..variant };
        // Marks that leave a given digit out are an error.
        variant.struck[place] &= !(1 << given);
        let puzzle = Sudoku::with_variant(Some((2, 2)), cells, variant).unwrap();
        let model = puzzle.model().unwrap();
        let outcome = puzzle.solve(&Ask { count: true, solutions: 1000, ..Ask::default() });
        let mut count = 0;
        for grid in every_grid(!has_regions) {
            let values: Vec<u8> = grid.values().iter().map(|digit| digit - 1).collect();
            let solution = Solution::Grid(grid);
            let is_right = puzzle.verify(&solution).is_ok();
            count += u64::from(is_right);
            // What is given, and what is removed, is in the model's starting values and not in its constraints.
            let starts = values.iter().zip(model.start()).all(|(value, start)| start >> value & 1 == 1);
            prop_assert_eq!(model.satisfied(&values) && starts, is_right);
            prop_assert_eq!(outcome.solutions.contains(&solution), is_right);
            let json = puzzle.clone().write_json();
            let checked = quandary_check::check(&json, &puzzle.solution_json(&solution).to_string());
            prop_assert_eq!(checked.is_ok(), is_right, "{:?} {}", checked, json);
        }
        prop_assert_eq!(outcome.solution_count, count);
    }

    #[test]
    fn every_algorithm_agrees_on_a_variant(variant in any_variant()) {
        let puzzle = Sudoku::with_variant(Some((2, 2)), vec![0; 16], variant).unwrap();
        let expected = puzzle.solve(&Ask::default());
        for algorithm in puzzle.family().algorithms() {
            let outcome = puzzle.solve_with(algorithm.name, &Ask::default()).expect("a known name");
            let most = if algorithm.name == "astar" { 1 } else { 2 };
            prop_assert_eq!(outcome.solution_count, expected.solution_count.min(most), "{}", algorithm.name);
        }
    }

    #[test]
    fn a_variant_reads_back_as_it_was_written(variant in any_variant()) {
        let puzzle = Sudoku::with_variant(Some((2, 2)), vec![0; 16], variant).unwrap();
        let json = puzzle.clone().write_json();
        prop_assert_eq!(read(&json), puzzle, "{}", json);
    }
}
