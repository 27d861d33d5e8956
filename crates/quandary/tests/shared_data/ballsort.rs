//! Ball and Water Sort: boards with proved optima, levels, and files of other programs.

use std::fs;
use std::path::PathBuf;

use quandary::read::{self, Source};
use quandary::{Ask, Budget};
use serde_json::{Value, json};

use super::{Tally, sample, shared, text};

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
fn generated_boards() {
    sort_boards("data/ballsort/generated");
}

#[test]
fn levels() {
    sort_boards("data/ballsort/levels");
}

/// Levels of a real game with hidden colours and locked bottles, as they are seen at first and as they turned out to be.
#[test]
fn levels_with_hidden_colours_and_locks() {
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
fn files_of_other_programs() {
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
