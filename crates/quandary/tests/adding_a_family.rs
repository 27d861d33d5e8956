//! Adding a family is one crate and one registry line.

mod dummy;

use dummy::REGISTRY;
use quandary::api::answer;
use quandary::read::{self, Hints, Source};
use quandary::{Ask, Budget};
use serde_json::{Value, json};

#[test]
fn a_family_in_the_registry_is_detected_read_solved_compared_and_written() {
    let hints = Hints::new(REGISTRY);
    let puzzle = read::puzzle(&Source::from_text("row:3.1."), &hints).unwrap();
    let outcome = puzzle.solve(&Ask { count: true, ..Ask::default() });
    assert_eq!((outcome.verdict.word(), outcome.solution_count, outcome.count_is_exact), ("multiple", 2, true));
    for solution in &outcome.solutions {
        assert_eq!(puzzle.verify(solution), Ok(()));
    }
    for algorithm in puzzle.family().algorithms() {
        let outcome = puzzle.solve_with(algorithm.name, &Ask::default()).unwrap();
        assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()), "{}", algorithm.name);
    }
    assert_eq!(puzzle.write("row", REGISTRY).unwrap(), "row:3.1.");
    let error = puzzle.write("column", REGISTRY).unwrap_err();
    assert_eq!(error.to_string(), "row has no notation called 'column'; it can be written as: row");
}

/// Asks about a puzzle of the tiny family.
fn ask(action: &str, question: Value) -> Value {
    serde_json::from_str(&answer(REGISTRY, action, &question.to_string(), &Budget::default()).unwrap()).unwrap()
}

#[test]
fn a_family_without_a_line_about_playing_is_played_marked_hinted_and_finished() {
    let board = ask("board", json!({ "puzzle": "row:3.1." }));
    let play = &board["play"];
    assert_eq!(play["controls"]["kind"], "digits");
    assert_eq!(play["controls"]["symbols"][3], json!({ "symbol": "4", "name": "4" }));
    assert_eq!(play["values"], json!(["3", "", "1", ""]));
    assert_eq!(play["places"][1], json!({ "cells": ["r1c2"], "name": "", "is_given": false }));
    assert_eq!((&play["row_names"][0], &play["column_names"][1]), (&json!("Row 1"), &json!("column 2")));
    let touch = |place: usize, value: &str| json!({ "write": { "place": place, "value": value } });
    let played = |touches: Value| ask("play", json!({ "puzzle": "row:3.1.", "options": { "touches": touches } }));
    // A digit strikes its marks elsewhere.
    let answer = played(json!([touch(3, "/24/24/"), touch(1, "2")]));
    assert_eq!(answer["changed"], json!([[[3, "/24/24/"]], [[1, "2"], [3, "/4/4/"]]]));
    assert_eq!(answer["complete"], false);
    let answer = played(json!([touch(1, "3")]));
    assert_eq!(answer["broken"][0]["cells"], json!(["r1c1", "r1c2"]));
    let answer = played(json!([touch(1, "2"), touch(3, "4")]));
    assert_eq!((&answer["complete"], &answer["claim"]), (&json!(true), &json!("3214")));
    assert_eq!(answer["broken"], json!([]));
    // What is given stays.
    assert_eq!(played(json!([touch(0, "4")]))["values"][0], "3");
    let hint = ask("hint", json!({ "puzzle": "row:3.12", "options": { "state": "?4??" } }));
    assert_eq!(hint["ending"], "complete");
}
