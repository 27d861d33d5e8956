//! Nonogram: the boards of the survey of solvers, and real puzzles.

use std::collections::BTreeMap;
use std::fs;

use quandary::read::Source;
use serde_json::{Value, json};

use super::{Tally, sample, shared, text};

#[test]
fn boards_of_the_survey_and_edge_cases() {
    let Some(text) = text("data/nonogram/expected.csv") else { return };
    let mut tally = Tally::default();
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split(',').collect();
        // A name behind '#' is one board of several in a file.
        let (file, title) = fields[0].split_once('#').unwrap_or((fields[0], ""));
        let Some(file) = shared(&format!("data/nonogram/{file}")) else { continue };
        let expected = match fields[4] {
            "UNIQUE" => "unique",
            "MULTIPLE" => "multiple",
            _ => "impossible",
        };
        let mut board = fs::read_to_string(&file).unwrap();
        if !title.is_empty() {
            let named = board.split("GRID ").find(|board| board.lines().next() == Some(title));
            board = format!("GRID {}", named.unwrap().split("\n\n#").next().unwrap());
        }
        let source = Source::new(file.to_string_lossy().into_owned(), board, 1);
        tally.solve(fields[0], &source, &quandary::hints(), expected, None);
    }
    tally.report("nonogram, survey and edge cases");
}

#[test]
fn real_puzzles() {
    let (Some(text), Some(levels)) =
        (text("data/nonogram/janko/Nonogram_dataset.json.gz"), text("data/nonogram/janko/levels.csv"))
    else {
        return;
    };
    let levels: BTreeMap<&str, &str> = levels.lines().skip(1).filter_map(|line| line.split_once(',')).collect();
    let data: Value = serde_json::from_str(&text).unwrap();
    let mut tally = Tally::default();
    for (key, record) in sample(data["data"].as_object().unwrap().iter(), 25) {
        // "h w", then the clues of the columns, then those of the rows.
        let mut lines = record["problem"].as_str().unwrap().lines();
        let size: Vec<usize> = lines.next().unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
        let clue = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<u32>>();
        let clues: Vec<Vec<u32>> = lines.map(clue).collect();
        let (columns, rows) = clues.split_at(size[1]);
        let puzzle = json!({"family": "nonogram", "rows": rows, "columns": columns});
        assert!(levels[key.as_str()].starts_with("UNIQUE"));
        tally.solve(key, &Source::from_text(puzzle.to_string()), &quandary::hints(), "unique", None);
    }
    tally.report("nonogram, real puzzles");
}
