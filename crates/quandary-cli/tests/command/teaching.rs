//! New puzzles, hints, explanations and grades.

use crate::{Desk, code, err, out, run};

#[test]
fn generated_puzzles_are_unique_and_the_same_from_the_same_seed() {
    for family in ["sudoku", "nonogram", "aquarium"] {
        let make = |start: &str, count: &str| {
            out(&run(&["generate", family, "--seed", "7", "--start", start, "--count", count, "--to", "json"], ""))
        };
        let three = make("0", "3");
        assert_eq!(three, make("0", "1") + &make("1", "2"), "{family}: ranges of a series fit together");
        let solved = run(&["solve", "--require-unique", "--output", "status"], &three);
        assert_eq!((code(&solved), out(&solved).matches("OPTIMAL").count()), (0, 3), "{family}");
    }
    let made = out(&run(&["generate", "ballsort", "--seed", "7", "--to", "json"], ""));
    assert_eq!(code(&run(&["solve"], &made)), 0);
}

#[test]
fn a_hint_is_the_next_step_and_a_mistake_comes_first() {
    let desk = Desk::new();
    let puzzle = desk.file("puzzle", "12..\n....\n....\n..43\n");
    let hint = run(&["hint", &puzzle], "");
    assert_eq!(code(&hint), 0, "{}", err(&hint));
    assert_eq!(out(&hint).lines().count(), 1, "{}", out(&hint));
    // A second 1 in the first row.
    let wrong = desk.file("wrong", "12?1\n????\n????\n??43\n");
    let hint = run(&["hint", &puzzle, "--state", &wrong], "");
    assert_eq!(code(&hint), 1, "{}", err(&hint));
    assert!(out(&hint).starts_with("Row 1 has two 1s: yours in r1c4"), "{}", out(&hint));
}

#[test]
fn an_explanation_ends_with_everything_known_and_a_grade_has_its_reasons() {
    let puzzle = include_str!("../../../../examples/sudoku/first-steps.grid.txt");
    let done = run(&["explain"], puzzle);
    let text = out(&done);
    assert_eq!(code(&done), 0, "{}", err(&done));
    assert!(text.contains("1. ") && text.contains("Solved in "), "{text}");
    let grade = out(&run(&["grade"], puzzle));
    assert!(grade.contains("hardest step"), "{grade}");
    let sort = run(&["explain"], "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n");
    assert_eq!(code(&sort), 0, "{}", err(&sort));
    assert!(out(&sort).contains("Freeing a colour"), "{}", out(&sort));
    assert!(out(&sort).contains("each must move"), "{}", out(&sort));
}

#[test]
fn a_hint_comes_in_three_depths_and_a_check_alone_gives_nothing_away() {
    let desk = Desk::new();
    let puzzle = include_str!("../../../../examples/sudoku/first-steps.grid.txt");
    let puzzle = desk.file("puzzle", puzzle);
    let at = |depth: &str| out(&run(&["hint", &puzzle, "--depth", depth], ""));
    assert!(at("where").starts_with("Look at "), "{}", at("where"));
    assert!(at("why").contains("Everything you need"), "{}", at("why"));
    assert_ne!(at("what"), at("why"));
    let check = run(&["hint", &puzzle, "--check-only"], "");
    assert_eq!((code(&check), out(&check).as_str()), (0, "Everything is correct so far.\n"));
}

#[test]
fn a_player_of_moves_is_told_the_next_one() {
    let desk = Desk::new();
    let board = desk.file("board", "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n");
    let moves = desk.file("moves", "1 -> 4\n");
    let hint = run(&["hint", &board, "--state", &moves], "");
    assert_eq!(code(&hint), 0, "{}", err(&hint));
    assert!(out(&hint).contains("to go, this one included"), "{}", out(&hint));
    let grade = out(&run(&["grade", &board], ""));
    assert!(grade.contains("dead end"), "{grade}");
}

#[test]
fn every_step_can_be_drawn_and_the_whole_way_put_on_one_page() {
    let desk = Desk::new();
    let puzzle = desk.file("puzzle", include_str!("../../../../examples/aquarium/harbour.digits.txt"));
    let (folder, page) = (desk.path("steps").display().to_string(), desk.path("way.html").display().to_string());
    let done = run(&["explain", &puzzle, "--svg", &folder, "--html", &page], "");
    assert_eq!(code(&done), 0, "{}", err(&done));
    let steps = out(&done).lines().count() - 2;
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), steps);
    let page = std::fs::read_to_string(&page).unwrap();
    assert_eq!(page.matches("<li id=\"step").count(), steps);
    assert!(page.contains("t-conclusion"));
}

#[test]
fn every_move_can_be_drawn_and_the_whole_plan_put_on_one_page() {
    let desk = Desk::new();
    let puzzle = desk.file("puzzle", include_str!("../../../../examples/ballsort/three-colours.plain.txt"));
    let (folder, page) = (desk.path("moves").display().to_string(), desk.path("plan.html").display().to_string());
    let done = run(&["explain", &puzzle, "--svg", &folder, "--html", &page], "");
    assert_eq!(code(&done), 0, "{}", err(&done));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 12);
    let first = std::fs::read_to_string(desk.path("moves").join("step-001.svg")).unwrap();
    assert!(first.contains("1. Move 3 from bottle 3") && first.contains("t-conclusion"), "{first}");
    assert_eq!(std::fs::read_to_string(&page).unwrap().matches("<li id=\"step").count(), 12);
}

#[test]
fn an_ordered_grade_is_honoured_or_refused_with_the_closest() {
    let made = run(&["generate", "aquarium", "--size", "6", "--seed", "3", "--grade", "easy", "--count", "2"], "");
    assert_eq!(code(&made), 0, "{}", err(&made));
    let graded = out(&run(&["grade", "--json", "-"], out(&made)));
    assert_eq!(graded.matches(r#""word":"easy""#).count(), 2, "{graded}");
    let between =
        run(&["generate", "aquarium", "--size", "6", "--seed", "3", "--grade", "moderate..hard", "-n", "2"], "");
    let graded = out(&run(&["grade", "--json", "-"], out(&between)));
    let words = ["moderate", "hard"].map(|word| graded.matches(&format!(r#""word":"{word}""#)).count());
    assert_eq!(words.iter().sum::<usize>(), 2, "{graded}");
    let hard = ["generate", "aquarium", "--size", "6", "--seed", "3", "--grade", "580..599", "--tries", "3"];
    let refused = run(&hard, "");
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("the closest was"), "{}", err(&refused));
    let endless = ["--tries", "1000000", "--time-limit", "0.3"];
    assert_eq!(code(&run(&[&hard[..8], &endless[..]].concat(), "")), 4, "out of time, not out of tries");
    let dated = run(&["generate", "aquarium", "--special", "daily"], "");
    assert!(err(&dated).contains("--special: say for which day with --date, such as"), "{}", err(&dated));
    let unknown = run(&["generate", "aquarium", "--size", "6", "--needs", "x-wing", "--seed", "1"], "");
    assert!(err(&unknown).contains("there is no technique called"), "{}", err(&unknown));
    let contrary = run(&["generate", "sudoku", "--needs", "x-wing", "--avoids", "x-wing", "--seed", "1"], "");
    assert_eq!(code(&contrary), 2);
    assert!(err(&contrary).contains("--avoids: 'x wing' is among the needed ones"), "{}", err(&contrary));
}
