//! Other notations, plain ASCII, and pictures in files.

use std::fs;

use crate::{Desk, FULL, SUDOKU, UNBALANCED, code, err, out, run};

#[test]
fn a_title_is_shown_and_can_be_left_out_of_a_conversion() {
    let puzzle = "title \"House\"\nby \"Jane\"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n";
    let solved = run(&["solve"], puzzle);
    assert!(out(&solved).starts_with("Nonogram, 1×2, “House” by Jane"), "{}", out(&solved));
    let drawn = run(&["solve", "--output", "svg"], puzzle);
    assert!(out(&drawn).contains("“House” by Jane</title>"), "{}", out(&drawn));
    let refused = run(&["convert", "--to", "puzz-link"], puzzle);
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("the title 'House'") && err(&refused).contains("--untitled"), "{}", err(&refused));
    let link = run(&["convert", "--to", "puzz-link", "--untitled"], puzzle);
    assert!(code(&link) == 0 && out(&link).starts_with("https://"), "{}", err(&link));
}

#[test]
fn convert_there_and_back_keeps_the_puzzle() {
    for family in quandary::ALL {
        for example in family.examples() {
            let json = run(&["convert", "--family", family.name()], example.text);
            assert_eq!(code(&json), 0, "{} {}: {}", family.name(), example.name, err(&json));
            let again = run(&["convert", "--to", "json"], &json.stdout);
            assert_eq!(out(&again), out(&json), "{} {}", family.name(), example.name);
        }
    }
    let desk = Desk::new();
    let (from, to) = (desk.file("two.txt", "1234341221434300\n0034341221434321\n"), desk.path("two.jsonl"));
    let written = run(&["convert", &from, "-o", to.to_str().unwrap()], "");
    assert_eq!((code(&written), out(&written).as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&to).unwrap().lines().count(), 2);
    assert_eq!(code(&run(&["convert", &from, "-o", &from], "")), 2, "a file is never written over while it is read");
    assert_eq!(fs::read_to_string(&from).unwrap().lines().count(), 2);
}

#[test]
fn ascii_means_ascii_in_every_answer_for_people_and_in_every_complaint() {
    let desk = Desk::new();
    let three = "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n";
    let calls: [(&[&str], &str); 9] = [
        (&["solve"], three),
        (&["solve"], SUDOKU),
        (&["draw"], SUDOKU),
        (&["explain"], FULL),
        (&["hint"], FULL),
        (&["grade"], SUDOKU),
        (&["compare"], FULL),
        (&["families", "sudoku"], ""),
        (&["solve"], "nothing like a puzzle × at all"),
    ];
    for (words, input) in calls {
        let ran = run(&[words, &["--ascii"]].concat(), input);
        assert!(out(&ran).is_ascii(), "{words:?}: {}", out(&ran));
        assert!(err(&ran).is_ascii(), "{words:?}: {}", err(&ran));
        assert!(!out(&ran).is_empty() || !err(&ran).is_empty(), "{words:?}");
    }
    let drawn = desk.path("board.txt");
    assert_eq!(code(&run(&["draw", "--ascii", "-o", drawn.to_str().unwrap()], SUDOKU)), 0);
    assert!(fs::read_to_string(&drawn).unwrap().is_ascii());
    // Data is not spelled anew.
    assert!(out(&run(&["draw", "--ascii", "--to", "svg"], SUDOKU)).starts_with("<svg"));
}

#[test]
fn draw_follows_the_ending_of_its_file() {
    let desk = Desk::new();
    let (two, svg) = (desk.file("two.txt", "1234341221434300\n0034341221434321\n"), desk.path("board.svg"));
    let drawn = run(&["draw", &two, "--solution", "-o", svg.to_str().unwrap()], "");
    assert_eq!((code(&drawn), out(&drawn).as_str()), (0, ""), "{}", err(&drawn));
    for name in ["board.svg", "board-2.svg"] {
        assert!(fs::read_to_string(desk.path(name)).unwrap().starts_with("<svg"));
    }
    assert!(out(&run(&["draw", "--to", "svg"], FULL)).starts_with("<svg"));
    assert!(out(&run(&["draw"], FULL)).starts_with("Aquarium, 2×2"));
    assert_eq!(code(&run(&["draw", "--solution"], UNBALANCED)), 1);
    for (name, start) in [("board.png", &b"\x89PNG"[..]), ("board.pdf", b"%PDF-")] {
        let path = desk.path(name);
        assert_eq!(code(&run(&["draw", "-o", path.to_str().unwrap()], FULL)), 0);
        let drawn = fs::read(&path).unwrap();
        assert!(drawn.starts_with(start));
        assert_eq!(run(&["draw", "--to", &name[6..]], FULL).stdout, drawn);
    }
    let refused = run(&["draw", "-o", "board.gif"], FULL);
    assert!(code(&refused) == 2 && !err(&refused).contains("Usage"), "{}", err(&refused));
    assert_eq!(code(&run(&["draw", "-o", "board.png", "--scale", "0"], FULL)), 2);
}

#[test]
fn only_a_run_that_begins_tells_its_seed() {
    let refused = run(&["generate", "sudoku", "--givens", "99"], "");
    assert_eq!(code(&refused), 2);
    assert_eq!(err(&refused), "error: --givens: a 9×9 board has from 17 to 81 givens\n");
    let made = run(&["generate", "sudoku"], "");
    assert!(code(&made) == 0 && err(&made).starts_with("seed "), "{}", err(&made));
}
