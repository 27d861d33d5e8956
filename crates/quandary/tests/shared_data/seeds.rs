//! The examples of the documents that describe the plain forms, taken from their text.

use std::fs;

use quandary::Ask;
use quandary::read::{self, Hints, Source};
use serde_json::json;

use super::shared;

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
    let found: Vec<char> = puzzle.solution_text(&outcome.solutions[0]).chars().filter(|c| c.is_ascii_digit()).collect();
    assert_eq!(found, printed);
}
