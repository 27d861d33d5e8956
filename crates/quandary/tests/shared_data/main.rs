//! Real puzzles with known answers, where they are at hand.
//!
//! These tests read collections that are not part of the project, from `../shared` beside the checkout or from where
//! `QUANDARY_SHARED` says. Where they are absent each test says so and passes. A puzzle that runs out of its budget is
//! counted and shown; a verdict that differs from the known one fails. `QUANDARY_FULL=1` takes every puzzle instead of a
//! sample, and gives each more time.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

use quandary::api::CertifyOptions;
use quandary::read::{self, Hints, Source};
use quandary::{Ask, Budget};
use quandary_sudoku::internals::batch::{Width, solve_batch_at};
use quandary_sudoku::internals::{Cells, single};
use serde_json::{Value, json};

/// A file or folder of the shared collections.
fn shared(path: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let found = std::env::var_os("QUANDARY_SHARED").map_or_else(beside, PathBuf::from).join(path);
    if !found.exists() {
        println!("skipped: {} is not here", found.display());
        return None;
    }
    Some(found)
}

/// The text of a shared file, unpacked where its name ends in `.gz`.
fn text(path: &str) -> Option<String> {
    let bytes = fs::read(shared(path)?).unwrap();
    if !path.ends_with(".gz") {
        return Some(String::from_utf8(bytes).unwrap());
    }
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    Some(text)
}

fn is_full() -> bool {
    std::env::var_os("QUANDARY_FULL").is_some()
}

/// Every `step`-th item, or all of them in a full run.
fn sample<T>(items: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    items.step_by(if is_full() { 1 } else { step })
}

/// What came of a collection.
#[derive(Default)]
struct Tally {
    agreed: usize,
    /// Verdicts with a certificate that the checker accepted, and those without.
    certified: usize,
    not_certified: Vec<String>,
    unknown: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    /// Solves one puzzle and compares the verdict; for plans also the length.
    fn solve(&mut self, name: &str, source: &Source, hints: &Hints, expected: &str, length: Option<usize>) {
        let puzzle = match read::puzzle(source, hints) {
            Ok(puzzle) => puzzle,
            Err(error) => return self.wrong.push(format!("{name}: {error}")),
        };
        let seconds = if is_full() { 20.0 } else { 0.5 };
        let budget = Budget { memory: 1 << 30, ..Budget::seconds(seconds) };
        let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
        for solution in &outcome.solutions {
            if let Err(violation) = puzzle.verify(solution) {
                self.wrong.push(format!("{name}: {violation}"));
            }
            let json = puzzle.write("json", quandary::ALL).unwrap();
            if let Err(failure) = quandary_check::check(&json, &puzzle.solution_json(solution).to_string()) {
                self.wrong.push(format!("{name}: the checker says: {failure}"));
            }
        }
        let word = outcome.verdict.word();
        let found = outcome.solutions.first().and_then(|solution| solution.plan()).map(|plan| plan.moves.len());
        if word == expected && (word != "optimal" || found == length) {
            self.agreed += 1;
            self.certify(name, source, hints);
        } else if matches!(word, "unknown" | "feasible") {
            self.unknown.push(name.to_owned());
        } else {
            self.wrong.push(format!("{name}: {word} {found:?}, expected {expected} {length:?}"));
        }
    }

    /// Certifies the verdict, within more time than solving takes.
    fn certify(&mut self, name: &str, source: &Source, hints: &Hints) {
        let puzzle = quandary::Puzzle::read_source(source.clone(), hints).unwrap();
        let budget = Budget { memory: 1 << 30, ..Budget::seconds(if is_full() { 600.0 } else { 5.0 }) };
        let answer = puzzle.certify(&CertifyOptions::default(), &budget).unwrap();
        match answer.not_certified {
            None => self.certified += 1,
            Some(why) => self.not_certified.push(format!("{name}: {why}")),
        }
    }

    fn report(&self, set: &str) {
        let Tally { agreed, certified, not_certified, unknown, wrong } = self;
        println!("{set}: {agreed} agreed, {} ran out of budget, {} wrong", unknown.len(), wrong.len());
        println!(
            "  {certified} certified, {} not: {:?}",
            not_certified.len(),
            not_certified.iter().take(5).collect::<Vec<_>>()
        );
        assert!(!is_full() || not_certified.is_empty(), "{set}: {not_certified:#?}");
        for name in unknown.iter().take(5) {
            println!("  ran out: {name}");
        }
        assert!(wrong.is_empty(), "{set}: {wrong:#?}");
        assert!(*agreed > 0, "{set}: something was solved");
    }
}

fn family(name: &str) -> Hints {
    Hints { family: Some(name.to_owned()), ..quandary::hints() }
}

#[test]
fn aquarium_real_boards_under_all_three_rules() {
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
fn aquarium_generated_boards() {
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
fn aquarium_seed_files() {
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
fn aquarium_boards_that_separate_the_rules() {
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

/// File, sample step, and the verdict of every puzzle in it.
const SUDOKU_SETS: [(&str, usize, &str); 20] = [
    ("17clue_49158.txt.gz", 500, "unique"),
    ("forum_hardest_1905_11plus_48766.txt.gz", 2000, "unique"),
    ("forum_hardest_1106_375.txt", 25, "unique"),
    ("magictour_top1465.txt", 20, "unique"),
    ("norvig_top95.txt", 3, "unique"),
    ("norvig_hardest11.txt", 1, "unique"),
    ("norvig_easy50.txt", 1, "unique"),
    ("sudocue_top10000.txt.gz", 200, "unique"),
    ("sudocue_learningcurve_2500.txt.gz", 50, "unique"),
    ("qqwing_simple_1000.txt.gz", 20, "unique"),
    ("qqwing_easy_1000.txt.gz", 20, "unique"),
    ("qqwing_intermediate_1000.txt.gz", 20, "unique"),
    ("qqwing_expert_1000.txt.gz", 20, "unique"),
    ("serg_multi_solution_10000.txt.gz", 100, "multiple"),
    ("zero_solution_10000.txt.gz", 100, "impossible"),
    ("kaggle_like_20000.txt.gz", 200, "unique"),
    ("random_minimal_20000.txt.gz", 200, "unique"),
    ("invalid_labelled_7.txt", 1, "impossible"),
    ("16x16.txt", 4, "unique"),
    ("25x25.txt", 2, "unique"),
];

#[test]
fn aquarium_links() {
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

#[test]
fn sudoku_collections() {
    for (file, step, expected) in SUDOKU_SETS {
        let Some(text) = text(&format!("data/sudoku/{file}")) else { return };
        let mut tally = Tally::default();
        for (number, line) in sample(text.lines().enumerate().filter(|(_, line)| !line.is_empty()), step) {
            tally.solve(&format!("{file}:{}", number + 1), &Source::from_text(line), &family("sudoku"), expected, None);
        }
        tally.report(&format!("sudoku, {file}"));
    }
}

#[test]
fn sudoku_batches_count_the_same_at_every_width() {
    for (file, step, expected) in
        SUDOKU_SETS.into_iter().filter(|(file, ..)| !file.contains("x1") && !file.contains("x2"))
    {
        let Some(text) = text(&format!("data/sudoku/{file}")) else { return };
        let digit = |sign: u8| if sign.is_ascii_digit() { sign - b'0' } else { 0 };
        let lines = sample(text.lines().filter(|line| line.len() >= 81), step.div_ceil(4));
        let boards: Vec<Cells> = lines.map(|line| std::array::from_fn(|cell| digit(line.as_bytes()[cell]))).collect();
        let count = match expected {
            "impossible" => 0,
            "unique" => 1,
            _ => 2,
        };
        // One board at a time first: every width has to find the same, and not only as many.
        let alone: Vec<_> = boards.iter().map(|board| single::count(board, 2)).collect();
        for (board, (found, first)) in boards.iter().zip(&alone) {
            assert_eq!(*found, count, "{file} one by one: {board:?}");
            assert!(first.is_none_or(|first| is_solution(board, &first)), "{file} one by one: {board:?}");
        }
        for width in Width::available() {
            let answers = solve_batch_at(width, &boards, 2);
            assert_eq!(answers.len(), boards.len());
            for ((board, answer), expected) in boards.iter().zip(&answers).zip(&alone) {
                assert_eq!(answer.count, count, "{file} at {width:?}: {board:?}");
                match answer.first {
                    Some(first) if count > 1 => assert!(is_solution(board, &first), "{file} at {width:?}: {first:?}"),
                    first => assert_eq!(first, expected.1, "{file} at {width:?}: {board:?}"),
                }
            }
            println!("sudoku, {file} at {width:?}: {} agreed", boards.len());
        }
    }
}

/// Whether a filled board keeps the givens of another and the rules.
fn is_solution(givens: &Cells, filled: &Cells) -> bool {
    let keeps = givens.iter().zip(filled).all(|(given, digit)| [0, *digit].contains(given));
    let mut units = [[0u32; 9]; 3];
    for (cell, &digit) in filled.iter().enumerate() {
        let (row, column) = (cell / 9, cell % 9);
        for (kind, unit) in [row, column, row / 3 * 3 + column / 3].into_iter().enumerate() {
            units[kind][unit] |= 1 << digit;
        }
    }
    keeps && units.as_flattened().iter().all(|&digits| digits == 0b11_1111_1110)
}

/// Engines that take one puzzle at a time, with how many puzzles each is slower than the best: the samples are so much
/// smaller.
const SUDOKU_ENGINES: [(&str, usize); 3] = [("batch", 1), ("norvig", 8), ("propagation", 8)];

#[test]
fn sudoku_engines_count_the_same() {
    let sets = SUDOKU_SETS.into_iter().filter(|(file, ..)| !file.contains("x1") && !file.contains("x2"));
    for (file, step, expected) in sets {
        let Some(text) = text(&format!("data/sudoku/{file}")) else { return };
        let count = match expected {
            "impossible" => 0,
            "unique" => 1,
            _ => 2,
        };
        for (engine, slower) in SUDOKU_ENGINES {
            let lines = sample(text.lines().filter(|line| line.len() >= 81), step);
            // The slow engines take a part of the hardest lists even in a full run.
            let lines: Vec<&str> = lines.step_by(if text.len() > 1 << 20 { slower } else { 1 }).collect();
            for line in &lines {
                let puzzle = read::puzzle(&Source::from_text(*line), &family("sudoku")).unwrap();
                let outcome = puzzle.solve_with(engine, &Ask::default()).unwrap();
                assert_eq!(outcome.solution_count, count, "{file} by {engine}: {line}");
                assert!(outcome.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()), "{line}");
            }
            println!("sudoku, {file} by {engine}: {} agreed", lines.len());
        }
    }
}

#[test]
fn sudoku_variants_are_unique_with_the_known_solution() {
    let Some(text) = text("data/sudoku/variants_9x9.jsonl") else { return };
    let mut tally = Tally::default();
    for (number, line) in text.lines().enumerate() {
        let record: Value = serde_json::from_str(line).unwrap();
        let mut puzzle = json!({"family": "sudoku", "cells": record["givens"]});
        match record["type"].as_str().unwrap() {
            "jigsaw" => puzzle["regions"] = record["regions"].clone(),
            "x" => puzzle["rules"] = json!(["main-diagonal", "anti-diagonal"]),
            _ => {
                let name = |cell: &Value| {
                    let place = cell.as_u64().unwrap();
                    Value::from(format!("r{}c{}", place / 9 + 1, place % 9 + 1))
                };
                let cage = |cage: &Value| json!({"sum": cage[0], "cells": cage[1].as_array().unwrap().iter().map(name).collect::<Value>()});
                puzzle["cages"] = record["cages"].as_array().unwrap().iter().map(cage).collect();
            }
        }
        let source = Source::from_text(puzzle.to_string());
        tally.solve(&format!("line {}", number + 1), &source, &quandary::hints(), "unique", None);
        let puzzle = read::puzzle(&source, &quandary::hints()).unwrap();
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(puzzle.solution_json(&outcome.solutions[0]), record["solution"], "{line}");
        // A link that is made of it holds the same puzzle.
        let link = puzzle.write("f-puzzles", quandary::ALL).unwrap();
        let again = read::puzzle(&Source::from_text(link), &quandary::hints()).unwrap();
        assert_eq!(again.write("json", quandary::ALL).unwrap(), puzzle.write("json", quandary::ALL).unwrap());
    }
    tally.report("sudoku, variants");
}

#[test]
fn sudoku_library_lines_with_struck_candidates_keep_their_solution() {
    let Some(text) = text("data/sudoku/hodoku_reglib-1.3.txt.gz") else { return };
    let mut read_ones = 0;
    for line in sample(text.lines().filter(|line| line.starts_with(':')), 10) {
        let puzzle =
            read::puzzle(&Source::from_text(line), &quandary::hints()).unwrap_or_else(|e| panic!("{e}: {line}"));
        // Some cases are made up for their technique and have several solutions; none has none.
        let word = puzzle.solve(&Ask::default()).verdict.word();
        assert!(matches!(word, "unique" | "multiple"), "{word}: {line}");
        let again =
            read::puzzle(&Source::from_text(puzzle.write("hodoku", quandary::ALL).unwrap()), &quandary::hints())
                .unwrap();
        assert_eq!(again.write("json", quandary::ALL).unwrap(), puzzle.write("json", quandary::ALL).unwrap(), "{line}");
        read_ones += 1;
    }
    println!("sudoku, library lines: {read_ones} read");
    assert!(read_ones > 0);
}

#[test]
fn sudoku_regression_cases_with_their_counts() {
    let Some(text) = text("data/sudoku/tdoku_test_cases.txt") else { return };
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        let fields: Vec<_> = line.split(':').collect();
        let puzzle = read::puzzle(&Source::from_text(fields[0]), &family("sudoku")).unwrap();
        let outcome = puzzle.solve(&Ask { count: true, ..Ask::default() });
        assert_eq!((outcome.solution_count, outcome.count_is_exact), (fields[1].parse().unwrap(), true), "{line}");
        if let (1, Some(solution)) = (outcome.solution_count, fields.get(2).filter(|text| !text.is_empty())) {
            assert_eq!(puzzle.solution_json(&outcome.solutions[0]), json!(solution));
        }
    }
}

#[test]
fn sudoku_of_other_sizes() {
    let Some(text) = text("data/sudoku/6x6_12x12.jsonl") else { return };
    let mut tally = Tally::default();
    for (number, line) in sample(text.lines().enumerate(), 2) {
        let record: Value = serde_json::from_str(line).unwrap();
        let puzzle =
            json!({"family": "sudoku", "box": [record["box_rows"], record["box_cols"]], "cells": record["cells"]});
        tally.solve(
            &format!("line {}", number + 1),
            &Source::from_text(puzzle.to_string()),
            &quandary::hints(),
            "unique",
            None,
        );
    }
    tally.report("sudoku, 6×6 and 12×12");
}

#[test]
fn nonogram_boards_of_the_survey_and_edge_cases() {
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
fn nonogram_real_puzzles() {
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

/// Boards with proved optima; those too large for the plain search run out of their budget and are counted as such.
fn sort_boards(folder: &str) {
    let Some(folder) = shared(folder) else { return };
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let set = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let records: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        if records[0].get("bottles").is_none() {
            continue; // Hidden colours and locks have a test of their own.
        }
        let step = match records.len() {
            0..=30 => 2,
            31..=300 => 6,
            _ => 40,
        };
        let mut tally = Tally::default();
        for record in sample(records.iter(), step) {
            for rule in ["ball", "water"] {
                let expected = match record[format!("{rule}_status")].as_str() {
                    Some("optimal") => "optimal",
                    Some("unsolvable") => "impossible",
                    _ => continue,
                };
                let puzzle = json!({"family": "ballsort", "capacity": record["capacity"], "bottles": record["bottles"], "rule": rule});
                let length = record[format!("{rule}_opt")].as_u64().map(|length| length as usize);
                let name = format!("{} ({rule})", record["id"]);
                tally.solve(&name, &Source::from_text(puzzle.to_string()), &quandary::hints(), expected, length);
            }
        }
        tally.report(&format!("ballsort, {set}"));
    }
}

#[test]
fn ballsort_generated_boards() {
    sort_boards("data/ballsort/generated");
}

#[test]
fn ballsort_levels() {
    sort_boards("data/ballsort/levels");
}

/// Levels of a real game with hidden colours and locked bottles, as they are seen at first and as they turned out to be.
#[test]
fn ballsort_levels_with_hidden_colours_and_locks() {
    let Some(text) = text("data/ballsort/levels/sshcrack_hidden_and_locked.jsonl") else { return };
    let (mut seen, mut plans) = (0, 0);
    for record in sample(text.lines(), 4) {
        let record: Value = serde_json::from_str(record).unwrap();
        for form in ["visible_top_first", "resolved_top_first"] {
            let source = Source::from_text(record[form].as_str().unwrap());
            let puzzle = read::puzzle(&source, &quandary::hints()).unwrap_or_else(|error| panic!("{error}: {record}"));
            assert_eq!(puzzle.family().name(), "ballsort", "{record}");
            let ask = Ask { budget: Budget { nodes: Some(100_000), ..Budget::seconds(10.0) }, ..Ask::default() };
            let outcome = puzzle.solve(&ask);
            for solution in &outcome.solutions {
                assert_eq!(puzzle.verify(solution), Ok(()), "{record}");
                plans += 1;
            }
            // Every level of the game can be sorted.
            assert_ne!(outcome.verdict.word(), "impossible", "{record}");
            seen += 1;
        }
    }
    println!("ballsort, hidden and locked: {seen} boards, {plans} plans");
}

/// The files of other programs, as they are.
#[test]
fn ballsort_files_of_other_programs() {
    let Some(folder) = shared("data/ballsort/raw") else { return };
    for set in
        ["octo_watersort_testdata", "nitekat1124_sortpuz-solver_levels", "AntounWagdy_tests", "lieoric_instances"]
    {
        for entry in fs::read_dir(folder.join(set)).unwrap() {
            let path = entry.unwrap().path();
            let source = Source::new(path.to_string_lossy(), fs::read_to_string(&path).unwrap(), 1);
            let puzzle = read::puzzle(&source, &quandary::hints());
            // One file is broken on purpose.
            let is_broken = path.ends_with("invlaid.txt");
            assert_eq!(puzzle.is_err(), is_broken, "{}: {:?}", path.display(), puzzle.err());
            if let Ok(puzzle) = puzzle {
                let json = puzzle.write("json", quandary::ALL).unwrap();
                assert!(
                    json.contains("ballsort") && !json.to_lowercase().contains("empty"),
                    "{}: {json}",
                    path.display()
                );
            }
        }
    }
    let states = fs::read_to_string(folder.join("pkositsyn_states.txt")).unwrap();
    let mut tally = Tally::default();
    for line in sample(states.lines(), 5) {
        let (state, steps) = line.split_once('\t').unwrap();
        tally.solve(
            state,
            &Source::from_text(state),
            &quandary::hints(),
            "optimal",
            Some(steps.trim().parse().unwrap()),
        );
    }
    tally.report("ballsort, letters with their numbers of pours");
}

/// The examples of the documents that describe the plain forms, taken from their text.
mod seeds {
    use super::*;

    fn document(start: &str) -> Option<String> {
        let folder = shared("seeds")?;
        let file = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .find(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(start)))?;
        Some(fs::read_to_string(file).unwrap())
    }

    #[test]
    fn the_matrix_of_seed_000_has_the_answer_drawn_there() {
        let Some(text) = document("000") else { return };
        let is_row = |line: &&str| line.contains('\t');
        let matrix: String = text.lines().filter(is_row).map(|line| format!("{line}\n")).collect();
        for rule in ["region", "pool", "adjacent"] {
            let hints = Hints { rule: Some(rule.into()), ..quandary::hints() };
            let puzzle = read::puzzle(&Source::from_text(matrix.as_str()), &hints).unwrap();
            let outcome = puzzle.solve(&Ask::default());
            assert_eq!((outcome.verdict.word(), outcome.status()), ("unique", "OPTIMAL"));
            let expected = json!(["010000", "010000", "000110", "111100", "110111", "110111"]);
            assert_eq!(puzzle.solution_json(&outcome.solutions[0]), expected);
        }
    }

    #[test]
    fn the_boards_of_seed_003_have_plans_of_5_7_and_10_moves_and_5_5_and_7_pours() {
        let Some(text) = document("003") else { return };
        let mut boards: Vec<String> = Vec::new();
        for line in text.split("Experimental Results").nth(1).unwrap().lines() {
            let words: Vec<_> = line.split_whitespace().collect();
            let numbers = !words.is_empty() && words.iter().all(|word| word.parse::<u8>().is_ok());
            match (numbers, words.len()) {
                (true, 2) => boards.push(format!("{line}\n")),
                (true, 4) => boards.last_mut().unwrap().push_str(&format!("{line}\n")),
                _ => {}
            }
        }
        assert_eq!(boards.len(), 3);
        for (rule, lengths) in [("ball", [5, 7, 10]), ("water", [5, 5, 7])] {
            for (board, length) in boards.iter().zip(lengths) {
                let hints = Hints { rule: Some(rule.into()), ..quandary::hints() };
                let puzzle = read::puzzle(&Source::from_text(board.as_str()), &hints).unwrap();
                let outcome = puzzle.solve(&Ask::default());
                assert_eq!(outcome.verdict.word(), "optimal");
                assert_eq!(outcome.solutions[0].plan().unwrap().moves.len(), length, "{rule}: {board}");
            }
        }
    }

    #[test]
    fn the_sudoku_of_seed_004_has_the_answer_printed_there() {
        let Some(text) = document("004") else { return };
        // Nine lines of input with remarks, then nine of output; spaces come and go.
        let digits = |line: &str| line.chars().take_while(|c| c.is_ascii_digit() || *c == ' ').collect::<String>();
        let grid: Vec<String> = text.split("$ sudoku").nth(1).unwrap().lines().skip(1).take(18).map(digits).collect();
        let puzzle = read::puzzle(&Source::from_text(grid[..9].join("\n")), &quandary::hints()).unwrap();
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(outcome.verdict.word(), "unique");
        let printed: Vec<char> = grid[9..].concat().chars().filter(|c| *c != ' ').collect();
        let found: Vec<char> =
            puzzle.solution_text(&outcome.solutions[0]).chars().filter(|c| c.is_ascii_digit()).collect();
        assert_eq!(found, printed);
    }
}
