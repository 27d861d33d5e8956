//! Solving and checking.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{DIAGONALS, Desk, FULL, LOOSE_SUDOKU, SUDOKU, UNBALANCED, code, err, objects, out, program, run};

#[test]
fn solve_shows_the_rule_the_picture_and_the_verdict_in_words() {
    let solved = run(&["solve"], FULL);
    let text = out(&solved);
    assert_eq!(code(&solved), 0, "{}", err(&solved));
    assert!(text.starts_with("Aquarium, 2×2"), "{text}");
    assert!(text.contains("rule: region"), "{text}");
    assert!(text.contains("unique: this is the only solution"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe: {text}");
    assert!(run(&["solve", "--rule", "pool"], FULL).stdout.starts_with("Aquarium, 2×2, 1 tank".as_bytes()));
    assert!(out(&run(&["solve", "--color", "always"], FULL)).contains('\u{1b}'));
}

#[test]
fn several_solutions_are_shown_side_by_side_and_fail_only_where_one_is_required() {
    let solved = run(&["solve"], DIAGONALS);
    assert_eq!(code(&solved), 0);
    assert!(out(&solved).contains(
        "multiple: 2 solutions or more; the second differs in tank r1c1, tank r1c2, tank r2c1 and tank r2c2 \
         (r1c1 r1c2 r2c1 r2c2)"
    ));
    assert_eq!(code(&run(&["solve", "--require-unique"], DIAGONALS)), 3);
    assert_eq!(code(&run(&["solve", "--require-unique", "--solutions", "1"], DIAGONALS)), 3);
    assert_eq!(code(&run(&["solve", "--solutions", "1"], DIAGONALS)), 0);
    let counted = run(&["solve", "--count", "--json"], DIAGONALS);
    assert_eq!(objects(&counted)[0]["solution_count"], 2);
    assert_eq!(objects(&counted)[0]["count_is_exact"], true);
}

#[test]
fn solutions_are_drawn_at_random_where_all_can_be_counted() {
    let two = run(&["solve", "--sample", "5", "--seed", "3", "--output", "plain"], DIAGONALS);
    assert_eq!((code(&two), out(&two).split("\n\n").count()), (0, 5), "{}", out(&two));
    assert_eq!(out(&two), out(&run(&["solve", "--sample", "5", "--seed", "3", "--output", "plain"], DIAGONALS)));
    let json = &objects(&run(&["solve", "--sample", "5", "--json"], DIAGONALS))[0];
    assert_eq!((json["sampled"].as_array().unwrap().len(), &json["solution_count"]), (5, &serde_json::json!(2)));
    let empty = ".".repeat(81);
    let late = run(&["solve", "--sample", "1", "--time-limit", "0.2", "--output", "plain"], &empty);
    assert_eq!((code(&late), &out(&late)[..]), (4, ""));
    assert!(err(&late).contains("none was drawn, because not all of them could be counted"), "{}", err(&late));
    let sort = run(&["solve", "--sample", "1"], "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n");
    assert_eq!(code(&sort), 2);
    assert!(err(&sort).contains("plans are not counted"), "{}", err(&sort));
    assert_eq!(code(&run(&["solve", "--sample", "0"], DIAGONALS)), 2);
}

#[test]
fn an_impossible_puzzle_names_its_conflict() {
    let solved = run(&["solve"], UNBALANCED);
    assert_eq!(code(&solved), 1);
    assert!(out(&solved).contains("impossible: "), "{}", out(&solved));
    let json = run(&["solve", "--json"], UNBALANCED);
    assert_eq!(code(&json), 1);
    assert_eq!(objects(&json)[0]["verdict"], "impossible");
    assert!(objects(&json)[0]["conflict"]["message"].is_string());
}

#[test]
fn json_has_the_fields_that_programs_rely_on() {
    let desk = Desk::new();
    let file = desk.file("a.txt", FULL);
    let object = &objects(&run(&["solve", "--json", &file], ""))[0];
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    let expected = "family rule verdict solutions solution_count count_is_exact counters time_us message source";
    assert_eq!(keys, expected.split(' ').collect::<Vec<_>>());
    assert_eq!(object["family"], "aquarium");
    assert_eq!(object["verdict"], "unique");
    assert_eq!(object["solutions"], serde_json::json!([["11", "11"]]));
    assert_eq!(object["source"], serde_json::json!({ "file": file, "line": 1 }));
    assert!(object["time_us"].as_f64().unwrap() > 0.0);
    assert!(object["counters"]["nodes"].is_u64());
    let sudoku = &objects(&run(&["solve", "--json"], SUDOKU))[0];
    assert_eq!(sudoku["family"], "sudoku");
    assert_eq!(sudoku["solutions"], serde_json::json!(["1234341221434321"]));
    assert!(sudoku.get("rule").is_none());
}

#[test]
fn status_is_a_word_and_a_flat_list() {
    assert_eq!(out(&run(&["solve", "--output", "status"], FULL)), "OPTIMAL\n1, 1, 1, 1\n");
    assert_eq!(out(&run(&["solve", "--output", "status"], UNBALANCED)), "INFEASIBLE\n");
    let several = out(&run(&["solve", "--output", "status"], DIAGONALS));
    assert_eq!(several.lines().next(), Some("FEASIBLE"));
    assert_eq!(several.lines().count(), 3);
}

#[test]
fn plain_and_svg_show_the_solution_only() {
    let plain = run(&["solve", "--output", "plain"], SUDOKU);
    let digits: String = out(&plain).chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, "1234341221434321");
    let none = run(&["solve", "--output", "plain"], UNBALANCED);
    assert_eq!((code(&none), out(&none).as_str()), (1, ""));
    assert!(err(&none).contains("impossible: "));
    assert!(out(&run(&["solve", "--output", "svg"], SUDOKU)).starts_with("<svg"));
}

#[test]
fn a_time_limit_ends_a_hard_puzzle_with_exit_code_4() {
    let started = Instant::now();
    let empty = format!("{}\n", "0 ".repeat(25)).repeat(25);
    let solved = run(&["solve", "--count", "--time-limit", "0.2", "--json"], empty);
    assert_eq!(code(&solved), 4, "{} {}", out(&solved), err(&solved));
    assert_eq!(objects(&solved)[0]["count_is_exact"], false);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn check_says_yes_or_which_rule_breaks() {
    let desk = Desk::new();
    let (puzzle, several) = (desk.file("p", SUDOKU), desk.file("s", LOOSE_SUDOKU));
    let right = run(&["check", &puzzle, "-"], "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(code(&right), 0, "{}", err(&right));
    assert!(out(&right).contains("the only one"), "{}", out(&right));
    let wrong = run(&["check", &puzzle, "-"], "1 2 3 4\n3 4 2 1\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(code(&wrong), 1, "{}", err(&wrong));
    assert!(out(&wrong).starts_with("no: ") && out(&wrong).contains("r2c3"), "{}", out(&wrong));
    let one_of_two = run(&["check", &several, "-"], "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(code(&one_of_two), 3, "{} {}", out(&one_of_two), err(&one_of_two));
    assert!(out(&one_of_two).contains("not the only one"));
    assert_eq!(code(&run(&["check", &puzzle, "-"], "what?")), 2);
    let json = objects(&run(&["check", "--json", &puzzle, "-"], "1 2 3 4\n3 4 2 1\n2 1 4 3\n4 3 2 1\n"));
    assert_eq!(json[0]["correct"], false);
    assert!(json[0]["violation"]["cells"].is_array());
}

#[test]
fn check_compares_a_plan_with_the_shortest_one() {
    let desk = Desk::new();
    let bottles = desk.file("b", r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[],[]]}"#);
    let says = |moves: &str| {
        let checked = run(&["check", &bottles, "-"], format!(r#"{{"moves":{moves}}}"#));
        (code(&checked), out(&checked))
    };
    assert_eq!(says("[[1,3],[2,1],[2,3]]"), (0, "yes: 3 moves, and no plan is shorter\n".to_owned()));
    assert_eq!(says("[[1,3],[3,4],[2,1],[2,4]]"), (0, "yes: 4 moves; the shortest plan has 3 moves\n".to_owned()));
    let (code, said) = says("[[1,3],[2,3]]");
    assert!(code == 1 && said.starts_with("no: move 2"), "{said}");
}

#[test]
fn check_takes_what_solve_prints() {
    let desk = Desk::new();
    for family in quandary::ALL {
        for example in family.examples().iter().filter(|example| ["unique", "optimal"].contains(&example.verdict)) {
            let puzzle = desk.file("puzzle", example.text);
            let args = ["solve", "--family", family.name(), "--output", "plain", &puzzle];
            let plain = run(&args, "");
            let checked = run(&["check", "--family", family.name(), &puzzle, "-"], &plain.stdout);
            assert_eq!(code(&checked), 0, "{} {}: {}", family.name(), example.name, err(&checked));
        }
    }
}

#[test]
fn every_bare_program_prints_the_solution_and_nothing_else() {
    for family in quandary::ALL {
        for example in family.examples().iter().filter(|example| ["unique", "optimal"].contains(&example.verdict)) {
            let bare = run(&[family.name()], example.text);
            assert_eq!(code(&bare), 0, "{} {}: {}", family.name(), example.name, err(&bare));
            assert_eq!(err(&bare), "");
            if let Some(solution) = example.solution {
                let printed = out(&bare);
                let printed = printed.strip_prefix("OPTIMAL\n").unwrap_or(&printed);
                assert_eq!(printed.trim_end(), solution.trim_end(), "{} {}", family.name(), example.name);
            }
        }
    }
    let none = run(&["sudoku"], "1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n");
    assert_eq!((code(&none), out(&none).as_str()), (1, ""));
    assert!(err(&none).starts_with("impossible: "), "{}", err(&none));
    let several = run(&["sudoku"], LOOSE_SUDOKU);
    assert_eq!(code(&several), 0);
    assert!(!several.stdout.is_empty() && err(&several).starts_with("multiple: "));
}

/// Ctrl-C as the shell sends it.
#[cfg(unix)]
#[test]
fn an_interrupted_solve_still_prints_and_exits_with_130() {
    let desk = Desk::new();
    let file = desk.file("empty.txt", format!("{}\n", "0 ".repeat(25)).repeat(25));
    let child = program()
        .args(["solve", "--count", "--json", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", err(&output));
    assert_eq!(objects(&output).len(), 1);
}
