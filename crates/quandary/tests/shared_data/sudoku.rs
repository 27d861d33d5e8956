//! Sudoku: collections with known verdicts, through the solver, the batch engines and the textbook algorithms.

use quandary::Ask;
use quandary::read::{self, Source};
use quandary_sudoku::internals::batch::{Width, solve_batch_at};
use quandary_sudoku::internals::{Cells, single};
use serde_json::{Value, json};

use super::{Tally, family, sample, text};

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
fn collections() {
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
fn batches_count_the_same_at_every_width() {
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
fn engines_count_the_same() {
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
fn variants_are_unique_with_the_known_solution() {
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
fn library_lines_with_struck_candidates_keep_their_solution() {
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
fn regression_cases_with_their_counts() {
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
fn of_other_sizes() {
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
