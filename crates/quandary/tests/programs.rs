//! The programs in `examples/` do what they say.

#[path = "../examples/batch.rs"]
mod batch;
#[path = "../examples/generate_to_a_grade.rs"]
mod generate_to_a_grade;
#[path = "../examples/hint_from_a_state.rs"]
mod hint_from_a_state;
#[path = "../examples/own_family.rs"]
pub mod own_family;
#[path = "../examples/solve_a_file.rs"]
mod solve_a_file;

use quandary::api::answer;
use quandary::{Budget, Family};

const SUDOKU: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn every_puzzle_of_a_file_gets_a_line() {
    let file = std::env::temp_dir().join(format!("quandary-programs-{}.txt", std::process::id()));
    std::fs::write(&file, format!("{SUDOKU}\n{}\n", SUDOKU.replacen('5', "7", 1))).unwrap();
    let lines = solve_a_file::verdicts(file.to_str().unwrap()).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(lines[0], "line 1: Sudoku, 9×9, unique: this is the only solution");
    assert!(lines[1].starts_with("line 2: Sudoku, 9×9, impossible"), "{lines:?}");
}

#[test]
fn a_hint_has_three_levels_and_a_mistake_comes_first() {
    let puzzle = "1...\n..3.\n.4..\n...2\n";
    let [place, why, what] = &hint_from_a_state::hints(puzzle, "1???\n??3?\n?4??\n???2\n").unwrap()[..] else {
        panic!()
    };
    assert!(place.starts_with("Look at ") && why.starts_with(place.trim_end_matches('.')), "{place} {why}");
    assert!(what.contains('r'), "{what}");
    let wrong = hint_from_a_state::hints(puzzle, "1??1\n??3?\n?4??\n???2\n").unwrap();
    assert!(wrong.iter().all(|line| line.contains("r1c4")), "{wrong:?}");
}

#[test]
fn puzzles_of_a_grade_come_with_their_solutions() {
    let made = generate_to_a_grade::graded("aquarium", "moderate", 2, 42).unwrap();
    assert_eq!(made.len(), 2);
    assert_ne!(made[0], made[1]);
}

#[test]
fn a_batch_is_answered_in_order() {
    let lines: Vec<String> =
        (0..20).map(|n| if n % 3 == 0 { "nonsense".to_owned() } else { SUDOKU.to_owned() }).collect();
    for (n, answer) in batch::answers(&lines).iter().enumerate() {
        assert_eq!(answer.starts_with("{\"error\""), n % 3 == 0, "{answer}");
    }
}

#[test]
fn a_family_of_ones_own_is_read_solved_explained_and_made() {
    for example in own_family::unruly::FAMILY.examples() {
        let lines = own_family::tour(example.text, "moderate").unwrap();
        assert!(lines[0].starts_with("Unruly, ") && lines[1].starts_with(example.verdict), "{lines:?}");
        assert!(example.solution.is_none_or(|solution| lines[2] == solution), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("are not all equal")), "{lines:?}");
        let made = own_family::tour(lines.last().unwrap(), "moderate").unwrap();
        assert!(made[1].starts_with("unique"), "{made:?}");
        assert_eq!(lines.last(), made.last(), "the same seed");
    }
    // A board is set by hand, without an editor of the family's own.
    let edit = |question: serde_json::Value| -> serde_json::Value {
        let answer = answer(own_family::FAMILIES, "edit", &question.to_string(), &Budget::seconds(20.0)).unwrap();
        serde_json::from_str(&answer).unwrap()
    };
    let write = serde_json::json!([{ "tool": "write", "cells": ["r1c2"], "value": "1" }]);
    let sheet = edit(serde_json::json!({ "family": "unruly", "options": { "size": "4x4", "edits": write } }));
    assert_eq!(sheet["draft"]["cells"], serde_json::json!([".1..", "....", "....", "...."]));
    assert_eq!((&sheet["tools"][0]["values"][1]["value"], &sheet["sizes"][1][1]), (&"1".into(), &"4×4".into()));
    let unique =
        edit(serde_json::json!({ "family": "unruly", "options": { "draft": sheet["draft"], "clues": "add" } }));
    assert_eq!(unique["draft"]["cells"][0].as_str().unwrap().chars().nth(1), Some('1'), "{unique}");
    let lines = own_family::tour(unique["puzzle"].as_str().unwrap(), "easy").unwrap();
    assert!(lines[1].starts_with("unique"), "{lines:?}");
    let erased = serde_json::json!([{ "tool": "write", "cells": ["r1c2"], "value": "" }]);
    let empty =
        edit(serde_json::json!({ "family": "unruly", "options": { "draft": sheet["draft"], "edits": erased } }));
    assert_eq!(empty["draft"]["cells"][0], "....");
    for wrong in ["unruly\n01\n1\n", "unruly\n0x\n1.\n", "unruly\n0.1\n...\n...\n", "unruly\n"] {
        assert!(own_family::tour(wrong, "moderate").is_err(), "{wrong}");
    }
}
