//! Aquarium: real boards of the puzzle site, generated boards, and files of other programs.

use std::fs;
use std::path::PathBuf;

use quandary::Ask;
use quandary::read::{self, Hints, Source};
use serde_json::{Value, json};

use super::{Tally, sample, shared, text};

#[test]
fn real_boards_under_all_three_rules() {
    let Some(text) = text("data/aquarium/real_tasks.tsv") else { return };
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let column = |name: &str| header.iter().position(|&title| title == name).unwrap();
    let mut tally = Tally::default();
    for fields in lines {
        for rule in ["region", "pool", "adjacent"] {
            let expected = match fields[column(&format!("solutions_{rule}_rule"))] {
                "0" => "impossible",
                "1" => "unique",
                _ => "multiple",
            };
            let hints = Hints { rule: Some(rule.to_owned()), ..quandary::hints() };
            let name = format!("{} ({rule})", fields[0]);
            tally.solve(&name, &Source::from_text(fields[column("task")]), &hints, expected, None);
        }
    }
    tally.report("aquarium, real boards");
}

#[test]
fn generated_boards() {
    let Some(folder) = shared("data/aquarium/bench") else { return };
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let set = file.file_stem().unwrap().to_string_lossy().into_owned();
        let expected = match set.as_str() {
            "not_unique" => "multiple",
            "no_solution" => "impossible",
            _ => "unique",
        };
        let hard = ["gen_30_90", "gen_100_150", "gen_50_100"].contains(&set.as_str());
        let mut tally = Tally::default();
        let boards = fs::read_to_string(&file).unwrap();
        for line in sample(boards.lines(), if hard { 10 } else { 3 }) {
            let fields: Vec<_> = line.split('\t').collect();
            tally.solve(fields[0], &Source::from_text(fields[1]), &quandary::hints(), expected, None);
        }
        tally.report(&format!("aquarium, {set}"));
    }
}

#[test]
fn seed_files() {
    for (file, size, tanks) in [
        ("seed000_fig2_matrix.txt", "6×6", 6),
        ("seed001_easy_digits.txt", "6×6", 6),
        ("seed001_normal_digits.txt", "6×6", 9),
        ("seed001_hard_digits.txt", "6×6", 18),
        ("polettix_example.aqp", "6×6", 6),
    ] {
        let Some(text) = text(&format!("data/aquarium/seeds/{file}")) else { return };
        let puzzle = read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap();
        assert_eq!(puzzle.size(), format!("{size}, {tanks} tanks"), "{file}");
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(outcome.verdict.word(), "unique", "{file}");
        assert!(outcome.cpu.as_millis() < 1000, "{file}");
        if file.contains("matrix") {
            let expected = json!(["010000", "010000", "000110", "111100", "110111", "110111"]);
            assert_eq!(puzzle.solution_json(&outcome.solutions[0]), expected);
        }
    }
}

#[test]
fn boards_that_separate_the_rules() {
    let Some(text) = text("data/aquarium/formats/rule_examples.jsonl") else { return };
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let letters =
            |row: &Value| row.as_str().unwrap().chars().map(|c| Value::from(c.to_string())).collect::<Value>();
        let tanks: Value = record["regions"].as_array().unwrap().iter().map(letters).collect();
        for rule in ["region", "pool", "adjacent"] {
            let puzzle = json!({"family": "aquarium", "columns": record["cols"], "rows": record["rows"], "tanks": tanks, "rule": rule});
            let puzzle = read::puzzle(&Source::from_text(puzzle.to_string()), &quandary::hints()).unwrap();
            let outcome = puzzle.solve(&Ask { count: true, ..Ask::default() });
            assert_eq!(Some(outcome.solution_count), record["solutions"][rule].as_u64(), "{} {rule}", record["name"]);
        }
    }
}

#[test]
fn links() {
    let Some(text) = text("data/aquarium/formats/links.jsonl") else { return };
    let mut read_ones = 0;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        let body = record["body"].as_str().unwrap();
        let address = match record["kind"].as_str().unwrap() {
            "puzz.link" => format!("https://puzz.link/p?aquarium/{body}"),
            "penpa" | "penpa-answer" => format!("https://swaroopg92.github.io/penpa-edit/#{body}"),
            _ => body.to_owned(),
        };
        let puzzle = read::puzzle(&Source::from_text(address.as_str()), &quandary::hints()).unwrap();
        if record["kind"] == "puzz.link" {
            assert_eq!(puzzle.write("link", quandary::ALL).unwrap().trim_end(), address);
        }
        // Penpa says nothing about the rule, so it is the one that most solvers of such links have.
        let rule = if address.contains("penpa") { Some("pool") } else { record["rule"].as_str() };
        assert_eq!(puzzle.rule(), rule);
        for rule in ["region", "pool", "adjacent"] {
            let outcome = puzzle.with_rule(rule).unwrap().solve(&Ask { count: true, ..Ask::default() });
            if let Some(count) = record["solutions"][rule].as_u64() {
                assert_eq!(outcome.solution_count, count, "{address} {rule}");
            }
        }
        if !record["solution"].is_null() {
            let outcome = puzzle.solve(&Ask::default());
            assert_eq!(outcome.verdict.word(), "unique", "{address}");
            assert_eq!(puzzle.solution_json(&outcome.solutions[0]), record["solution"], "{address}");
        }
        // The files of puzz.link's editor and its addresses hold the same boards.
        let again = puzzle.write("pzprv3", quandary::ALL).unwrap();
        let again = read::puzzle(&Source::from_text(again), &quandary::hints()).unwrap();
        assert_eq!(
            again.write("json", quandary::ALL).unwrap(),
            puzzle.write("json", quandary::ALL).unwrap(),
            "{address}"
        );
        read_ones += 1;
    }
    assert!(read_ones > 0);
}
