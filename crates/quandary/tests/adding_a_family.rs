//! Adding a family is one crate and one registry line: the tiny family of `dummy/` gets everything that Quandary can do.
//!
//! `quandary-web` plays the same family over HTTP (`tests/own_registry.rs`) and in a browser (`tests/browser/play.test.mjs`).

mod dummy;

use dummy::REGISTRY;
use quandary::api::{Error, ErrorKind, GenerateOptions, Series, actions, answer};
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
    assert_eq!((&answer["complete"], &answer["claim"]), (&json!(true), &json!(["3214"])));
    assert_eq!(answer["broken"], json!([]));
    // What is given stays.
    assert_eq!(played(json!([touch(0, "4")]))["values"][0], "3");
}

/// A row with one solution.
const PUZZLE: &str = "row:3.12";

#[test]
fn every_action_answers() {
    // The editor for all families works on the JSON notation; a family without it and without an editor says so.
    let error = answer(REGISTRY, "edit", &json!({ "puzzle": PUZZLE }).to_string(), &Budget::default()).unwrap_err();
    assert_eq!(error.message, "there is no editor for Row boards");
    for action in actions().into_iter().filter(|&action| action != "edit") {
        let options = if action == "check" { json!({ "solution": "3412" }) } else { json!({}) };
        let question = match action {
            "families" => json!({}),
            "generate" => json!({ "family": "row" }),
            "experiment" => json!({ "family": "row", "options": { "vary": "size", "values": "1x4", "count": 2 } }),
            _ => json!({ "puzzle": PUZZLE, "options": options }),
        };
        let answer = ask(action, question);
        assert!(answer.is_object(), "{action}: {answer}");
    }
}

#[test]
fn it_is_listed_with_its_rules_notations_algorithms_and_generator_options() {
    let row = &ask("families", json!({}))["families"][0];
    assert_eq!((&row["name"], &row["goal"]), (&json!("row"), &json!("Put the digits 1 to n into a row, each once.")));
    assert_eq!(row["notations"][0]["example"], "row:3.1.5.7");
    assert_eq!(row["algorithms"].as_array().unwrap().len(), 8);
    let options: Vec<&Value> =
        row["generator_options"].as_array().unwrap().iter().map(|option| &option["name"]).collect();
    assert_eq!(options, ["grade", "size", "needs", "avoids"]);
    assert_eq!(row["generator_options"][1]["default"], "1x7");
}

#[test]
fn solutions_are_written_read_and_checked() {
    let solved = ask("solve", json!({ "puzzle": PUZZLE }));
    assert_eq!((&solved["verdict"], &solved["solutions"]), (&json!("unique"), &json!([["3412"]])));
    let check = |solution: Value| ask("check", json!({ "puzzle": PUZZLE, "options": { "solution": solution } }));
    for right in [json!("3412"), json!("3 4 1 2"), json!(["3412"]), json!("?4??")] {
        assert_eq!(check(right.clone())["correct"], true, "{right}");
    }
    assert_eq!(check(json!("3142"))["violation"]["rule"], "given");
    let refused = |solution: &str| {
        let question = json!({ "puzzle": PUZZLE, "options": { "solution": solution } }).to_string();
        answer(REGISTRY, "check", &question, &Budget::default()).unwrap_err().to_string()
    };
    assert_eq!(refused("????"), "r1c2 is still open");
    assert_eq!(refused("34"), "this board has 2 cells, but the puzzle has 4");
    assert_eq!(refused("3x12"), "'x' at r1c2 is not a value of this puzzle");
}

#[test]
fn a_players_state_is_read_and_hinted_at() {
    let hint = |puzzle: &str, state: &str| ask("hint", json!({ "puzzle": puzzle, "options": { "state": state } }));
    assert_eq!(hint(PUZZLE, "?4??")["ending"], "complete");
    let next = hint(PUZZLE, "????");
    assert_eq!((&next["correct"], &next["steps"][0]["conclusions"][0]["cells"]), (&json!(true), &json!(["r1c2"])));
    // A single mark is known, and yet to be written; a value is written.
    let marked = hint("row:..12", "{34}{3}??");
    assert_eq!(marked["steps"][0]["conclusions"][0]["cells"], json!(["r1c2"]), "{marked}");
    let written = hint("row:..12", "{34}3??");
    assert_eq!(written["steps"][0]["conclusions"][0]["cells"], json!(["r1c1"]), "{written}");
    let wrong = hint(PUZZLE, "33??");
    assert_eq!((&wrong["correct"], &wrong["mistake"]["cells"]), (&json!(false), &json!(["r1c2"])));
}

#[test]
fn every_step_is_explained_in_words_and_pictures_and_graded() {
    let explained = ask("explain", json!({ "puzzle": PUZZLE, "options": { "svg": true, "html": true } }));
    assert_eq!(explained["ending"], "complete");
    let step = &explained["steps"][0];
    assert!(step["text"].as_str().unwrap().contains("r1c2"), "{step}");
    assert!(step["svg"].as_str().unwrap().starts_with("<svg"), "{step}");
    assert!(explained["html"].as_str().unwrap().contains("</html>"));
    assert_eq!(ask("grade", json!({ "puzzle": PUZZLE }))["grade"]["word"], "easy");
}

#[test]
fn the_textbook_algorithms_run_side_by_side_and_are_replayed() {
    let compared = ask("compare", json!({ "puzzle": "row:3..2.", "options": { "svg": true } }));
    let runs = compared["algorithms"].as_array().unwrap();
    assert_eq!(runs.len(), 8);
    assert!(runs.iter().all(|run| run["nodes"].as_u64() > Some(0)), "{compared}");
    assert_eq!(compared["disagreements"], json!([]));
    assert!(compared["svg"].as_str().unwrap().starts_with("<svg"));
    let replay = ask("replay", json!({ "puzzle": PUZZLE, "options": { "algorithm": "backtracking" } }));
    assert!(replay["events"].as_array().unwrap().iter().any(|event| event["event"] == "try"), "{replay}");
}

#[test]
fn it_is_drawn_in_the_terminal_and_as_svg() {
    let drawn = ask("draw", json!({ "puzzle": PUZZLE, "options": { "solution": true } }));
    assert_eq!(drawn["text"].as_str().unwrap().lines().nth(1).unwrap().replace(' ', ""), "┃3│4│1│2┃", "{drawn}");
    assert!(drawn["svg"].as_str().unwrap().contains(">4<"), "{drawn}");
    let state = ask("draw", json!({ "puzzle": PUZZLE, "options": { "state": "?2??" } }));
    assert!(state["svg"].as_str().unwrap().contains(">2<"), "{state}");
}

/// The first puzzles of a series of rows.
fn made(options: &GenerateOptions, count: usize) -> Result<Vec<String>, Error> {
    let series = Series::new(REGISTRY, "row", options, &Budget::seconds(60.0))?;
    series.take(count).map(|made| made.map(|made| made.text)).collect()
}

fn options(seed: u64, own: &[(&str, &str)]) -> GenerateOptions {
    let own = own.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    GenerateOptions { seed, own, ..GenerateOptions::default() }
}

#[test]
fn new_puzzles_are_unique_the_same_from_the_same_seed_and_need_every_clue() {
    let first = made(&options(7, &[]), 5).unwrap();
    assert_eq!(first, made(&options(7, &[("size", "1x7")]), 5).unwrap(), "the default, spelled out");
    let mut all = first.clone();
    all.extend(made(&options(8, &[]), 5).unwrap());
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 10, "other seeds and other numbers give other puzzles");
    let later = GenerateOptions { start: 3, ..options(7, &[]) };
    assert_eq!(first[3], made(&later, 1).unwrap()[0], "any puzzle can be made by itself");
    for text in &first {
        assert_eq!(ask("solve", json!({ "puzzle": text }))["verdict"], "unique", "{text}");
        for (at, _) in text.match_indices(|c: char| c.is_ascii_digit()) {
            let mut fewer = text.clone();
            fewer.replace_range(at..=at, ".");
            assert_eq!(ask("solve", json!({ "puzzle": fewer }))["verdict"], "multiple", "{fewer}");
        }
    }
    assert_eq!(made(&options(7, &[("size", "1x9")]), 1).unwrap()[0].len(), "row:".len() + 9);
}

#[test]
fn an_ordered_grade_is_met_or_refused() {
    let graded = |grade: &str| GenerateOptions { grade: Some(grade.to_owned()), tries: Some(40), ..options(1, &[]) };
    for text in made(&graded("easy"), 3).unwrap() {
        assert_eq!(ask("grade", json!({ "puzzle": text }))["grade"]["word"], "easy", "{text}");
        assert!(text.contains('.'), "something is left to find: {text}");
    }
    let refused = made(&graded("hard"), 1).unwrap_err();
    assert_eq!(refused.kind, ErrorKind::Unprocessable, "{refused}");
    assert!(refused.to_string().contains("the closest was easy"), "{refused}");
    let kinds = [("size", "2x7"), ("size", "1x99999"), ("size", "wide"), ("colour", "red")]
        .map(|option| made(&options(1, &[option]), 1).unwrap_err().kind);
    assert_eq!(kinds, [ErrorKind::BadRequest; 4]);
    assert_eq!(made(&graded("impossible"), 1).unwrap_err().kind, ErrorKind::BadRequest);
    let no_time = Series::new(REGISTRY, "row", &options(1, &[]), &Budget::seconds(0.0)).unwrap().next().unwrap();
    assert_eq!(no_time.unwrap_err().kind, ErrorKind::Budget);
}
