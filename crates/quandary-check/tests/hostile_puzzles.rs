//! Puzzles that are made to be read in two ways, or to keep the checker busy.

use quandary_check::{Failure, Limits, check, check_certificate, check_steps, digest};

const UNIQUE: u8 = 0;
const UNSOLVABLE: u8 = 5;

fn family(puzzle: &str) -> u8 {
    ["sudoku", "nonogram", "aquarium", "ballsort"].iter().position(|name| puzzle.contains(name)).unwrap() as u8
}

/// Whether the checker refuses to read a puzzle, for a certificate and for a solution.
fn is_unreadable(puzzle: &str, solution: &str) -> bool {
    let claim = if puzzle.contains("ballsort") { UNSOLVABLE } else { UNIQUE };
    let record = [&[family(puzzle), claim], &digest(puzzle)[..]].concat();
    let certified = check_certificate(puzzle, &record, &Limits::default());
    matches!(certified, Err(Failure::Puzzle(_))) && matches!(check(puzzle, solution), Err(Failure::Puzzle(_)))
}

#[test]
fn a_rule_for_boxes_that_are_not_there_is_not_passed_over() {
    let regions = r#"{"family":"sudoku","cells":"................","regions":"AABBAABBCCDDCCDD","rules":["windows"]}"#;
    let solution = r#""1234341221434321""#;
    assert_eq!(check(&regions.replace("windows", "anti-diagonal"), r#""1234341243212143""#), Ok(()));
    for rule in ["windows", "disjoint-groups"] {
        assert!(is_unreadable(&regions.replace("windows", rule), solution), "{rule}");
    }
    let oblong = format!(r#"{{"family":"sudoku","cells":"{}","rules":["windows"]}}"#, ".".repeat(36));
    assert!(is_unreadable(&oblong, "\"123456456123231564564231312645645312\""));
    assert!(
        check(&oblong.replace("windows", "disjoint-groups"), "\"1\"")
            .is_err_and(|failure| failure.to_string().contains("36"))
    );
}

#[test]
fn a_clue_that_names_a_cell_twice_makes_no_puzzle() {
    for fields in [
        r#""cages":[{"sum":2,"cells":["r1c1","r1c1"]}]"#,
        r#""cages":[{"cells":["r1c1","R1C1"]}]"#,
        r#""thermometers":[["r1c1","r1c2","r1c1"]]"#,
        r#""arrows":[{"circle":["r1c1"],"shaft":["r1c1"]}]"#,
        r#""signs":[{"between":["r1c1","r1c1"],"difference":0}]"#,
    ] {
        let puzzle = format!(r#"{{"family":"sudoku","cells":"................",{fields}}}"#);
        assert!(is_unreadable(&puzzle, r#""1234341221434321""#), "{fields}");
    }
}

#[test]
fn names_that_are_the_same_for_some_readers_only_are_no_names() {
    // As numbers the two are equal, as texts they are not: one colour, or two.
    let balls = r#"{"family":"ballsort","capacity":2,"bottles":[[0.0],[-0.0],[]],"rule":"ball"}"#;
    assert!(is_unreadable(balls, r#"{"moves":[[1,2]]}"#));
    assert_eq!(check(&balls.replace("-0.0", "0").replace("0.0", "0"), r#"{"moves":[[1,2]]}"#), Ok(()));
    let locked = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1],[]],"locks":{"3":1.0}}"#;
    assert!(is_unreadable(locked, r#"{"moves":[[1,2]]}"#));
    let absent = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1],[]],"locks":{"4":1}}"#;
    assert!(is_unreadable(absent, r#"{"moves":[[1,2]]}"#));
    for names in [r#"{"a":1,"b":2},{"b":2,"a":1}"#, "0.0,-0.0", "null,null", "true,true", "[1],[1]"] {
        let tanks = format!(r#"{{"family":"aquarium","rows":[2],"columns":[1,1],"tanks":[[{names}]]}}"#);
        assert!(is_unreadable(&tanks, r#"["11"]"#), "{names}");
    }
}

/// Some text, again and again with commas between.
fn list(text: &str, count: usize) -> String {
    vec![text; count].join(",")
}

#[test]
fn puzzles_of_megabytes_are_refused_or_read_at_once() {
    // A rule that comes again and again says no more than once.
    let rules =
        |count| format!(r#"{{"family":"sudoku","cells":"................","rules":[{}]}}"#, list("\"windows\"", count));
    let broken = check(&rules(1), r#""1234341221434321""#);
    assert!(matches!(broken, Err(Failure::Rule { .. })), "{broken:?}");
    assert_eq!(check(&rules(500_000), r#""1234341221434321""#), broken);
    let names: Vec<String> = (0..700_000).map(|name| name.to_string()).collect();
    let regions = format!(r#"{{"family":"sudoku","cells":"................","regions":[{}]}}"#, names.join(","));
    assert!(is_unreadable(&regions, r#""1234341221434321""#));
    let cage = format!(
        r#"{{"family":"sudoku","cells":"................","cages":[{{"cells":[{}]}}]}}"#,
        list("\"r1c1\"", 900_000)
    );
    assert!(is_unreadable(&cage, r#""1234341221434321""#));
    // Half a million bottles that are locked, and a plan of as many moves.
    let locks: Vec<String> = (1..200_000).map(|bottle| format!("\"{bottle}\":1")).collect();
    let bottles = list("[1]", 400_000);
    let board =
        format!(r#"{{"family":"ballsort","capacity":2,"bottles":[{bottles}],"locks":{{{}}}}}"#, locks.join(","));
    let plan = format!(r#"{{"moves":[{}]}}"#, list("[399999,400000]", 400_000));
    assert_eq!(check(&board, &plan), Err(Failure::Limit));
    // Suppositions that name the same rule again and again.
    let step = |rules: &str, steps: &str| {
        format!(
            r#"{{"argument":"supposition","rules":[{rules}],"premises":[],"conclusions":[],"suppose":{{"cells":[],"values":[]}},"swap":null,"steps":[{steps}]}}"#
        )
    };
    let rules = [list("\"row 1\"", 900_000), "\"row 2\"".to_owned()].join(",");
    let steps = step(&rules, &step(&list("\"row 2\"", 900_000), ""));
    let puzzle = r#"{"family":"nonogram","rows":[[1],[2]],"columns":[[2],[1]]}"#;
    assert_eq!(check_steps(&format!(r#"{{"puzzle":{puzzle},"steps":[{steps}]}}"#)), Err(Failure::Limit));
}
