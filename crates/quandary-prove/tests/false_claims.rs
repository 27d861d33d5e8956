//! False claims are rejected.
//!
//! Small boards of all families are certified. Then the certificates are damaged, given to other puzzles (a clue dropped or
//! changed), and made to claim something else, each with the digest of the puzzle that it is given to, so that only the
//! proof itself can be wrong. Some of these are still true. Whatever the checker accepts has to agree with brute force:
//! all ways to fill the board, or all positions that can be reached, by the rule book of `quandary-check` alone.

use std::collections::{BTreeMap, BTreeSet};

use quandary_check::{Claim, Limits, Literal, check, check_certificate, digest};
use quandary_prove::{Finding, certify};
use serde_json::{Value, json};

/// Small pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// What is true of a puzzle.
enum Truth {
    /// All solutions.
    Solutions(BTreeSet<String>),
    /// The length of a shortest plan.
    Shortest(Option<usize>),
}

/// All solutions of a board of symbols, by trying every way to fill it.
fn by_filling(puzzle: &Value, ways: &[String]) -> Truth {
    let text = puzzle.to_string();
    Truth::Solutions(ways.iter().filter(|way| check(&text, way).is_ok()).cloned().collect())
}

/// All pictures of a size, as JSON.
fn pictures(rows: usize, columns: usize, symbols: &[char]) -> Vec<String> {
    let all = symbols.len().pow((rows * columns) as u32);
    let picture = |number: usize| {
        let symbol = |cell: usize| symbols[number / symbols.len().pow(cell as u32) % symbols.len()];
        let row = |row: usize| (0..columns).map(|column| symbol(row * columns + column)).collect::<String>();
        json!((0..rows).map(row).collect::<Vec<_>>()).to_string()
    };
    (0..all).map(picture).collect()
}

/// All filled 4×4 Sudokus with 2×2 boxes, as JSON.
fn sudokus() -> Vec<String> {
    let mut grids = vec![String::new()];
    for cell in 0..16 {
        let fits = |grid: &str, digit: char| {
            grid.chars().enumerate().all(|(other, known)| {
                let near = other / 4 == cell / 4
                    || other % 4 == cell % 4
                    || (other / 8 == cell / 8 && other % 4 / 2 == cell % 4 / 2);
                known != digit || !near
            })
        };
        grids = grids
            .iter()
            .flat_map(|grid| {
                ['1', '2', '3', '4']
                    .into_iter()
                    .filter(|&digit| fits(grid, digit))
                    .map(move |digit| format!("{grid}{digit}"))
            })
            .collect();
    }
    assert_eq!(grids.len(), 288);
    grids.iter().map(|grid| json!(grid).to_string()).collect()
}

/// The length of a shortest plan, by visiting every position.
fn by_moving(puzzle: &Value) -> Truth {
    let start: Vec<Vec<u64>> = serde_json::from_value(puzzle["bottles"].clone()).unwrap();
    let capacities: Vec<usize> = match puzzle.get("capacities") {
        Some(capacities) => serde_json::from_value(capacities.clone()).unwrap(),
        None => vec![puzzle["capacity"].as_u64().unwrap() as usize; start.len()],
    };
    let rule = puzzle["rule"].as_str().unwrap();
    let (pours, fills) = (rule.starts_with("water"), !rule.ends_with("uniform"));
    let locks: BTreeMap<usize, u64> =
        puzzle.get("locks").map_or_else(BTreeMap::new, |locks| serde_json::from_value(locks.clone()).unwrap());
    let open = |bottles: &[Vec<u64>], locks: &mut BTreeMap<usize, u64>| {
        locks.retain(|_, colour| {
            let with: Vec<_> = bottles.iter().filter(|bottle| bottle.contains(colour)).collect();
            with.is_empty() || with.iter().any(|bottle| **bottle != vec![*colour; capacities[0]])
        });
    };
    let mut first = (start, locks);
    open(&first.0, &mut first.1);
    let mut seen = BTreeSet::from([first.clone()]);
    let mut layer = vec![first];
    for length in 0.. {
        let is_sorted = |(bottle, &capacity): (&Vec<u64>, &usize)| {
            let same = bottle.iter().all(|ball| *ball == bottle[0]);
            bottle.is_empty() || (same && (!fills || bottle.len() == capacity))
        };
        if layer.iter().any(|(bottles, _)| bottles.iter().zip(&capacities).all(is_sorted)) {
            return Truth::Shortest(Some(length));
        }
        let mut next_layer = Vec::new();
        for (bottles, locks) in &layer {
            for from in 0..bottles.len() {
                for to in (0..bottles.len()).filter(|&to| to != from) {
                    let (mut next, mut locks) = (bottles.clone(), locks.clone());
                    if locks.contains_key(&(from + 1)) || locks.contains_key(&(to + 1)) {
                        continue;
                    }
                    let Some(&ball) = next[from].last() else { continue };
                    let room = capacities[to];
                    let fits = |to: &Vec<u64>| to.len() < room && to.last().is_none_or(|&top| top == ball);
                    let mut moved = 0;
                    while fits(&next[to]) && next[from].last() == Some(&ball) && (moved == 0 || pours) {
                        next[from].pop();
                        next[to].push(ball);
                        moved += 1;
                    }
                    open(&next, &mut locks);
                    if moved > 0 && seen.insert((next.clone(), locks.clone())) {
                        next_layer.push((next, locks));
                    }
                }
            }
        }
        layer = next_layer;
        if layer.is_empty() {
            break;
        }
    }
    Truth::Shortest(None)
}

/// Whether what was shown is true.
fn is_true(claim: &Claim, solutions: &[String], truth: &Truth) -> bool {
    match (claim, truth) {
        (Claim::Unique, Truth::Solutions(all)) => all.len() == 1 && all.contains(&solutions[0]),
        (Claim::Impossible, Truth::Solutions(all)) => all.is_empty(),
        (Claim::Exactly(_), Truth::Solutions(all)) => *all == solutions.iter().cloned().collect(),
        (Claim::Several(_), Truth::Solutions(all)) => all.len() >= 2 && solutions.iter().all(|one| all.contains(one)),
        (Claim::Optimal(moves), Truth::Shortest(shortest)) => *shortest == Some(moves.len()),
        (Claim::Unsolvable, Truth::Shortest(shortest)) => shortest.is_none(),
        _ => false,
    }
}

/// Whether a certificate claims something that is false, whatever its proof.
fn is_false(record: &[u8], truth: &Truth) -> bool {
    match (record.get(1), truth) {
        (Some(0), Truth::Solutions(all)) => all.len() != 1,
        (Some(1), Truth::Solutions(all)) => !all.is_empty(),
        (Some(2), Truth::Solutions(all)) => record.get(10).is_none_or(|&listed| usize::from(listed) != all.len()),
        (Some(3), Truth::Solutions(all)) => all.len() < 2,
        (Some(4), Truth::Shortest(shortest)) => *shortest != Some(record.len().saturating_sub(10) / 2),
        (Some(5), Truth::Shortest(shortest)) => shortest.is_some(),
        _ => true,
    }
}

/// What can be claimed of a puzzle.
fn findings(truth: &Truth, plan: Option<Vec<[usize; 2]>>) -> Vec<Finding> {
    match truth {
        Truth::Solutions(all) => {
            let all: Vec<String> = all.iter().cloned().collect();
            match &all[..] {
                [] => vec![Finding::Impossible, Finding::Exactly(Vec::new())],
                [only] => vec![Finding::Unique(only.clone()), Finding::Exactly(all)],
                _ => vec![Finding::Several(all[..2].to_vec()), Finding::Exactly(all)],
            }
        }
        Truth::Shortest(None) => vec![Finding::Unsolvable],
        Truth::Shortest(_) => plan.into_iter().map(Finding::Optimal).collect(),
    }
}

#[derive(Default, Debug)]
struct Tally {
    tried: usize,
    /// How many of the claims are false, whatever their proofs.
    is_false: usize,
    accepted: usize,
    rejected: usize,
}

impl Tally {
    /// Gives a certificate to a puzzle, with the right digest. What is accepted must be true.
    fn give(&mut self, puzzle: &str, record: &[u8], truth: &Truth) {
        let mut record = record.to_vec();
        if record.len() >= 10 {
            record[2..10].copy_from_slice(&digest(puzzle));
        }
        self.tried += 1;
        self.is_false += usize::from(is_false(&record, truth));
        match check_certificate(puzzle, &record, &Limits { work: 20_000_000, ..Limits::default() }) {
            Ok(shown) => {
                self.accepted += 1;
                assert!(is_true(&shown.claim, &shown.solutions, truth), "{puzzle}: {shown:?} by {record:?}");
            }
            Err(_) => self.rejected += 1,
        }
    }
}

/// A puzzle, what is true of it, and a plan where it has one.
type Case = (Value, Truth, Option<Vec<[usize; 2]>>);

/// Certifies puzzles, and gives damaged and exchanged certificates to all of them.
fn try_all(name: &str, puzzles: &[Case], per_puzzle: usize, dice: &mut Dice) -> usize {
    let mut records = Vec::new();
    for (puzzle, truth, plan) in puzzles {
        for finding in findings(truth, plan.clone()) {
            let text = puzzle.to_string();
            // What a solver says it has learned need not be true.
            let mut literal = || Literal { variable: dice.below(12), value: dice.below(2), is: dice.below(2) == 0 };
            let learned: Vec<Vec<Literal>> = (0..8).map(|size| (0..size % 4).map(|_| literal()).collect()).collect();
            let record = certify(&text, &finding, &learned, &Limits::default());
            let record = record.unwrap_or_else(|why| panic!("{text}: {finding:?}: {why}"));
            let shown = check_certificate(&text, &record, &Limits::default());
            let shown = shown.unwrap_or_else(|failure| panic!("{text}: {finding:?}: {failure}"));
            assert!(is_true(&shown.claim, &shown.solutions, truth));
            records.push(record);
        }
    }
    let mut tally = Tally::default();
    for (puzzle, truth, _) in puzzles {
        let text = puzzle.to_string();
        for _ in 0..per_puzzle {
            let mut record = records[dice.below(records.len())].clone();
            match dice.below(8) {
                // Another puzzle's certificate as it is.
                0 | 1 => {}
                // Another claim.
                2 => record[1] = dice.below(7) as u8,
                // Another claim without a proof.
                3 => {
                    record[1] = dice.below(7) as u8;
                    record.truncate(10);
                }
                // Bytes removed, added or changed.
                4 => record.truncate(dice.below(record.len()) + 1),
                5 if record.len() > 10 => drop(record.remove(10 + dice.below(record.len() - 10))),
                6 if record.len() > 10 => {
                    let at = 10 + dice.below(record.len() - 10);
                    record[at] ^= 1 << dice.below(8);
                }
                _ => record.extend((0..=dice.below(3)).map(|_| dice.below(256) as u8).collect::<Vec<_>>()),
            }
            tally.give(&text, &record, truth);
        }
    }
    println!("{name}: {} certificates of {} puzzles; {tally:?}, no false claim accepted", records.len(), puzzles.len());
    assert!(tally.rejected > tally.tried / 4 && tally.accepted > 0);
    tally.is_false
}

#[test]
fn no_false_claim_about_a_sudoku_is_accepted() {
    let mut dice = Dice(11);
    let grids = sudokus();
    let mut puzzles = Vec::new();
    for round in 0..120 {
        let grid: String = serde_json::from_str(&grids[dice.below(grids.len())]).unwrap();
        let givens = 3 + dice.below(3);
        let mut cells: Vec<char> = ".".repeat(16).chars().collect();
        (0..givens).for_each(|_| {
            let cell = dice.below(16);
            cells[cell] = grid.chars().nth(cell).unwrap();
        });
        if round % 7 == 0 {
            cells[dice.below(16)] = ['1', '2', '3', '4'][dice.below(4)];
        }
        let mut puzzle = json!({"family": "sudoku", "box": [2, 2], "cells": cells.iter().collect::<String>()});
        match round % 6 {
            1 => puzzle["rules"] = json!(["main-diagonal", "anti-diagonal"]),
            2 => {
                puzzle["cages"] =
                    json!([{"sum": 3 + dice.below(6), "cells": ["r1c1", "r1c2"]}, {"cells": ["r3c3", "r4c4"]}])
            }
            3 => puzzle["thermometers"] = json!([["r2c1", "r2c2", "r3c2"]]),
            4 => puzzle["arrows"] = json!([{"circle": ["r1c1"], "shaft": ["r2c2", "r3c3"]}]),
            5 => {
                puzzle["signs"] =
                    json!([{"between": ["r1c1", "r1c2"], "difference": 1}, {"between": ["r4c1", "r4c2"], "ratio": 2}])
            }
            _ => {}
        }
        let truth = by_filling(&puzzle, &grids);
        puzzles.push((puzzle, truth, None));
    }
    assert!(try_all("sudoku", &puzzles, 600, &mut dice) >= 30_000);
}

#[test]
fn no_false_claim_about_a_nonogram_is_accepted() {
    let mut dice = Dice(12);
    for (symbols, rows, columns) in [(&['.', '#'][..], 3, 4), (&['.', 'a', 'b'][..], 2, 3)] {
        let ways = pictures(rows, columns, symbols);
        let mut puzzles = Vec::new();
        for round in 0..60 {
            let picture: Vec<String> = serde_json::from_str(&ways[dice.below(ways.len())]).unwrap();
            let picture: Vec<Vec<char>> = picture.iter().map(|row| row.chars().collect()).collect();
            let block = |run: &[char]| match symbols.iter().position(|symbol| *symbol == run[0]).unwrap() {
                _ if symbols.len() == 2 => json!(run.len()),
                colour => json!([run.len(), colour]),
            };
            let clue = |line: Vec<char>| -> Vec<Value> {
                line.chunk_by(|a, b| a == b).filter(|run| run[0] != '.').map(block).collect()
            };
            let mut across: Vec<Vec<Value>> = picture.iter().map(|row| clue(row.clone())).collect();
            let down: Vec<Vec<Value>> =
                (0..columns).map(|column| clue(picture.iter().map(|row| row[column]).collect())).collect();
            if round % 3 == 0 {
                across[dice.below(rows)].pop();
            }
            // Blocks of unknown length.
            for block in across.iter_mut().flatten().filter(|_| round % 2 == 0 && dice.below(2) == 0) {
                match block {
                    Value::Array(parts) => parts[0] = json!("?"),
                    length => *length = json!("?"),
                }
            }
            let puzzle = json!({"family": "nonogram", "rows": across, "columns": down});
            let truth = by_filling(&puzzle, &ways);
            puzzles.push((puzzle, truth, None));
        }
        assert!(try_all("nonogram", &puzzles, 600, &mut dice) >= 15_000);
    }
}

#[test]
fn no_false_claim_about_an_aquarium_is_accepted() {
    let mut dice = Dice(13);
    let ways = pictures(3, 3, &['0', '1']);
    let mut puzzles = Vec::new();
    for round in 0..150 {
        let rule = ["region", "pool", "adjacent"][round % 3];
        let tanks: Vec<Vec<usize>> = (0..3).map(|_| (0..3).map(|_| dice.below(3)).collect()).collect();
        let mut puzzle = json!({"family": "aquarium", "tanks": tanks, "rule": rule,
                                "rows": [null, null, null], "columns": [null, null, null]});
        if round % 5 == 0 {
            puzzle["walls"] = json!([[[2, 1], [2, 2]], [[3, 2], [3, 3]]]);
        }
        let Truth::Solutions(level) = by_filling(&puzzle, &ways) else { continue };
        let picture: Vec<String> = serde_json::from_str(level.iter().nth(dice.below(level.len())).unwrap()).unwrap();
        let water = |cells: &mut dyn Iterator<Item = char>| cells.filter(|&cell| cell == '1').count();
        for line in 0..3 {
            if dice.below(5) > 0 {
                puzzle["rows"][line] = json!(water(&mut picture[line].chars()));
            }
            if dice.below(5) > 0 {
                let column = picture.iter().map(|row| row.chars().nth(line).unwrap());
                puzzle["columns"][line] = json!(water(&mut column.into_iter()) + usize::from(dice.below(12) == 0));
            }
        }
        let truth = by_filling(&puzzle, &ways);
        puzzles.push((puzzle, truth, None));
    }
    assert!(try_all("aquarium", &puzzles, 600, &mut dice) >= 30_000);
}

/// A shortest plan, by trying all plans of a length.
fn plan(puzzle: &Value, length: usize, dice: &mut Dice) -> Option<Vec<[usize; 2]>> {
    let bottles = puzzle["bottles"].as_array().unwrap().len();
    let text = puzzle.to_string();
    for _ in 0..200_000 {
        let moves: Vec<[usize; 2]> = (0..length).map(|_| [dice.below(bottles) + 1, dice.below(bottles) + 1]).collect();
        if check(&text, &json!({ "moves": moves }).to_string()).is_ok() {
            return Some(moves);
        }
    }
    None
}

#[test]
fn no_false_claim_about_a_plan_is_accepted() {
    let mut dice = Dice(14);
    let mut puzzles = Vec::new();
    while puzzles.len() < 60 {
        let colours = 1 + dice.below(3);
        let mut balls: Vec<usize> = (1..=colours).flat_map(|colour| [colour, colour]).collect();
        for at in (1..balls.len()).rev() {
            balls.swap(at, dice.below(at + 1));
        }
        let mut bottles: Vec<Vec<usize>> = balls.chunks(2).map(<[usize]>::to_vec).collect();
        (0..1 + dice.below(2)).for_each(|_| bottles.push(Vec::new()));
        if dice.below(3) == 0
            && let Some(ball) = bottles[0].pop()
        {
            bottles.last_mut().unwrap().push(ball);
        }
        let rule = ["ball", "water", "ball-uniform", "water-uniform"][dice.below(4)];
        let mut puzzle = json!({"family": "ballsort", "capacity": 2, "bottles": bottles, "rule": rule});
        if dice.below(3) == 0 {
            // Bottles of different sizes.
            let size = |bottle: &Vec<usize>| bottle.len().max(1) + dice.below(3);
            let sizes: Vec<usize> = bottles.iter().map(size).collect();
            puzzle.as_object_mut().unwrap().remove("capacity");
            puzzle["capacities"] = json!(sizes);
        } else if dice.below(4) == 0 {
            puzzle["locks"] = json!({ (1 + dice.below(bottles.len())).to_string(): 1 + dice.below(colours) });
        }
        let truth = by_moving(&puzzle);
        match truth {
            Truth::Shortest(Some(length)) if length > 3 => continue,
            Truth::Shortest(Some(length)) => {
                if let Some(moves) = plan(&puzzle, length, &mut dice) {
                    puzzles.push((puzzle, truth, Some(moves)));
                }
            }
            _ => puzzles.push((puzzle, truth, None)),
        }
    }
    assert!(try_all("ballsort", &puzzles, 900, &mut dice) >= 15_000);
}
