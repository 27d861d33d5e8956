//! Claims about puzzles that are set by hand.

use serde_json::{Value, json};

use crate::api::{Error, Request, perform};
use crate::{ALL, Budget};

fn edit(family: &str, options: Value) -> Result<Value, Error> {
    let options = options.as_object().cloned().unwrap_or_default();
    let request = Request { family: Some(family.to_owned()), options, ..Request::default() };
    perform(ALL, "edit", &request, &Budget::seconds(20.0)).map(|text| serde_json::from_str(&text).unwrap())
}

fn verdict(puzzle: &Value) -> Value {
    let text = perform(ALL, "solve", &Request::about(puzzle.as_str().unwrap()), &Budget::seconds(20.0)).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["verdict"].clone()
}

#[test]
fn every_family_with_an_editor_shows_an_empty_board_of_each_size_with_its_tools() {
    for family in ALL {
        for (size, _) in family.editor().map(|editor| editor.sizes()).unwrap_or_default() {
            let sheet = edit(family.name(), json!({ "size": size })).unwrap();
            assert!(sheet["svg"].as_str().unwrap().starts_with("<svg"), "{} {size}", family.name());
            assert!(!sheet["tools"].as_array().unwrap().is_empty() && !sheet["places"].as_array().unwrap().is_empty());
        }
    }
    assert!(edit("sudoku", json!({ "size": "3x4" })).is_err());
}

#[test]
fn every_example_can_be_edited_and_an_edit_that_does_nothing_leaves_it_as_it_was() {
    for example in ALL.iter().flat_map(|family| family.examples()) {
        let text = perform(ALL, "edit", &Request::about(example.text), &Budget::seconds(20.0));
        let sheet: Value =
            serde_json::from_str(&text.unwrap_or_else(|error| panic!("{}: {error:?}", example.name))).unwrap();
        let again = edit(sheet["family"].as_str().unwrap(), json!({ "draft": sheet["draft"] })).unwrap();
        assert_eq!(again["puzzle"], sheet["puzzle"], "{}", example.name);
    }
}

#[test]
fn clues_are_added_until_a_puzzle_is_unique_and_removed_while_it_stays_so() {
    for (family, size) in [("sudoku", "6x6"), ("aquarium", "6x6")] {
        let tanks = json!([{ "tool": "tank", "cells": ["r1c1", "r2c1", "r3c1"] }, { "tool": "tank", "cells": ["r5c5", "r6c5", "r6c6"] }]);
        let edits = if family == "aquarium" { tanks } else { json!([]) };
        let more = edit(family, json!({ "size": size, "edits": edits, "clues": "add" })).unwrap();
        assert_eq!(verdict(&more["puzzle"]), "unique", "{family}");
        let fewer = edit(family, json!({ "draft": more["draft"], "clues": "remove" })).unwrap();
        assert_eq!(verdict(&fewer["puzzle"]), "unique", "{family}");
        let again = edit(family, json!({ "draft": fewer["draft"], "clues": "remove" })).unwrap();
        assert_eq!(
            (&again["draft"], &again["message"]),
            (&fewer["draft"], &json!("Every clue is needed.")),
            "{family}"
        );
    }
    let several = edit("sudoku", json!({ "size": "4x4", "clues": "remove" })).unwrap_err();
    assert!(several.to_string().contains("exactly one solution"), "{several}");
}

#[test]
fn a_draft_that_is_not_complete_is_shown_with_what_is_missing() {
    let red = json!([{ "tool": "ball", "cells": ["r1c1"], "value": "red" }]);
    let sheet = edit("ballsort", json!({ "size": "3x2", "edits": red })).unwrap();
    assert!(sheet["puzzle"].is_null() && sheet["fault"].as_str().is_some_and(|fault| fault.contains("red")), "{sheet}");
    let unknown = edit("nonogram", json!({ "edits": [{ "tool": "hammer" }] })).unwrap_err();
    assert_eq!(unknown.to_string(), "there is no tool called 'hammer'");
}
