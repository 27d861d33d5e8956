//! Exact counts of many solutions, and solutions drawn at random: every solution as often as any other.

use std::collections::BTreeMap;

use quandary::api::{ConvertOptions, SolveOptions};
use quandary::{Budget, Puzzle, SolutionJson, Stopped, Verdict};
use quandary_check::check;

/// Small boards of all kinds with 2 to 200 solutions.
const SMALL: &[(&str, u64)] = &[
    ("4 4\n1\n1\n1\n1\n1\n1\n1\n1\n", 24),
    ("4 5\n1\n1\n1 1\n1\n1\n1\n1\n1\n1\n", 36),
    (r#"{"family":"nonogram","rows":[[[1,1],[1,2]],[[1,2]],[[1,1]]],"columns":[[[1,1]],[[1,2]],[[1,1]],[[1,2]]]}"#, 0),
    ("1...............", 72),
    ("12..............", 24),
    ("1..2............", 0),
    (r#"{"family":"sudoku","cells":"................","rules":["main-diagonal"]}"#, 48),
    (
        r#"{"family":"aquarium","columns":[null,null,null,null],"rows":[2,2,2,2],"tanks":[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,15,16]],"rule":"pool"}"#,
        1296,
    ),
];

#[test]
fn every_solution_is_drawn_as_often_as_any_other() {
    for &(text, known) in SMALL {
        let puzzle = Puzzle::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let all = puzzle.solve(&SolveOptions { solutions: 5_000, ..Default::default() }, &Budget::default()).unwrap();
        let solutions = all.solutions.len();
        assert!(all.count_is_exact && solutions > 1, "{text}: {}", all.message);
        assert!(known == 0 || known == solutions as u64, "{text}: {solutions}");
        let draws = (20 * solutions).clamp(1_000, 10_000);
        let mut times: BTreeMap<String, usize> = all.solutions.iter().map(|one| (one.to_string(), 0)).collect();
        let options = SolveOptions { sample: draws, seed: 5, ..Default::default() };
        let drawn = puzzle.solve(&options, &Budget::default()).unwrap();
        assert_eq!((drawn.solution_count, drawn.count_is_exact), (solutions as u64, true), "{text}");
        assert_eq!(drawn.sampled.as_ref().map(Vec::len), Some(draws), "{text}: {}", drawn.message);
        for one in drawn.sampled.as_ref().unwrap() {
            *times.get_mut(&one.to_string()).unwrap_or_else(|| panic!("{text}: {one} is no solution")) += 1;
        }
        let share = draws as f64 / solutions as f64;
        let chi: f64 = times.values().map(|&times| (times as f64 - share).powi(2) / share).sum();
        // Mean and standard deviation of chi-square with this many degrees of freedom.
        let (mean, spread) = ((solutions - 1) as f64, (2.0 * (solutions - 1) as f64).sqrt());
        assert!((chi - mean).abs() < 4.0 * spread, "{text}: {chi} is not near {mean} of {solutions} solutions");
    }
}

#[test]
fn large_boards_are_counted_and_drawn_from() {
    let side = vec!["1"; 28].join("\n");
    let permutations = format!("14 14\n{side}\n");
    // The first band and one row of a Sudoku are given: 9×9 boards with millions of solutions.
    let sudoku = format!("{}{}", "123456789456789123789123456214365897", ".".repeat(45));
    for (text, known) in [(&permutations[..], (1..=14).product::<u64>()), (&sudoku, 0)] {
        let puzzle = Puzzle::read(text).unwrap();
        let options = SolveOptions { sample: 4, seed: 1, ..Default::default() };
        let solved = puzzle.solve(&options, &Budget::default()).unwrap();
        assert!(solved.count_is_exact && (known == 0 || known == solved.solution_count), "{}", solved.message);
        let sampled = solved.sampled.unwrap();
        assert_eq!(sampled.len(), 4);
        let to_json = ConvertOptions { to: Some("json".to_owned()), ..Default::default() };
        let json = puzzle.convert(&to_json, &Budget::default()).unwrap().text.unwrap();
        for one in &sampled {
            check(&json, one.json()).unwrap_or_else(|why| panic!("{text}: {one}: {why:?}"));
        }
        let again = puzzle.solve(&options, &Budget::default()).unwrap();
        let texts = |drawn: &[SolutionJson]| drawn.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(texts(&again.sampled.unwrap()), texts(&sampled));
        let other = puzzle.solve(&SolveOptions { seed: 2, ..options }, &Budget::default()).unwrap();
        assert_ne!(other.sampled.unwrap()[0].to_string(), sampled[0].to_string());
    }
}

#[test]
fn nothing_is_drawn_where_not_everything_could_be_counted() {
    let puzzle = Puzzle::read(".".repeat(81)).unwrap();
    let budget = Budget { nodes: Some(3_000), ..Budget::default() };
    let solved = puzzle.solve(&SolveOptions { sample: 1, ..Default::default() }, &budget).unwrap();
    assert_eq!((solved.outcome.verdict.clone(), solved.count_is_exact), (Verdict::Multiple, false));
    assert_eq!(solved.sampled.as_ref().map(Vec::len), Some(0));
    assert_eq!(solved.stopped, Some(Stopped::Nodes));
    assert!(solved.message.contains("none was drawn, because not all of them could be counted"), "{}", solved.message);
}

#[test]
fn a_unique_solution_is_drawn_every_time_and_plans_are_not_drawn() {
    let draw = |text: &str, sample: usize| {
        let puzzle = Puzzle::read(text).unwrap();
        puzzle.solve(&SolveOptions { sample, ..Default::default() }, &Budget::default())
    };
    let unique = draw("1234341221434321", 3).unwrap();
    assert_eq!(unique.sampled.unwrap().len(), 3);
    let error = draw("3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n", 3).unwrap_err();
    assert!(error.message.contains("plans are not counted"), "{}", error.message);
    let error = draw("1...............", 10_001).unwrap_err();
    assert!(error.message.contains("at most 10000"), "{}", error.message);
}
