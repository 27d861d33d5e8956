//! Steps of explanations that are made up.
//!
//! On small boards, steps are put together by chance: what they rest on, which rules they name, what they suppose and what they
//! conclude. Most do not follow. What the checker accepts must be true of every solution, as trying all ways to fill the board
//! shows.

use quandary_check::{check, check_steps};
use serde_json::{Value, json};

/// Small pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn some(&mut self, of: &[String], most: usize) -> Vec<String> {
        (0..=self.below(most)).map(|_| of[self.below(of.len())].clone()).collect()
    }
}

struct Board {
    puzzle: Value,
    /// The names of the values, and the symbols that stand for them in a solution.
    values: Vec<String>,
    rules: Vec<String>,
    columns: usize,
    /// For each solution, the value of each cell.
    solutions: Vec<Vec<usize>>,
}

impl Board {
    fn new(puzzle: Value, values: &[&str], symbols: &[char], more_rules: &[&str], size: [usize; 2]) -> Self {
        let [rows, columns] = size;
        let all = symbols.len().pow((rows * columns) as u32);
        let filled = |number: usize| -> Vec<usize> {
            (0..rows * columns).map(|cell| number / symbols.len().pow(cell as u32) % symbols.len()).collect()
        };
        let text = puzzle.to_string();
        let keeps_rules = |values: &Vec<usize>| {
            let rows = values.chunks(columns).map(|row| row.iter().map(|&value| symbols[value]).collect::<String>());
            let solution =
                if text.contains("sudoku") { json!(rows.collect::<String>()) } else { json!(rows.collect::<Vec<_>>()) };
            check(&text, &solution.to_string()).is_ok()
        };
        let solutions = (0..all).map(filled).filter(keeps_rules).collect();
        let lines =
            (1..=rows).map(|row| format!("row {row}")).chain((1..=columns).map(|column| format!("column {column}")));
        let rules = lines.chain(more_rules.iter().map(|&rule| rule.to_owned())).collect();
        Board { puzzle, values: values.iter().map(|&value| value.to_owned()).collect(), rules, columns, solutions }
    }

    fn cells(&self) -> usize {
        self.columns * self.rules.iter().filter(|rule| rule.starts_with("row")).count()
    }

    fn cell(&self, number: usize) -> String {
        format!("r{}c{}", number / self.columns + 1, number % self.columns + 1)
    }

    fn names(&self, set: usize) -> Vec<&String> {
        self.values.iter().enumerate().filter(|(value, _)| set >> value & 1 == 1).map(|(_, name)| name).collect()
    }

    /// What is known of some cells, or something else.
    fn known(&self, known: &[usize], dice: &mut Dice) -> Vec<Value> {
        let mut premises = Vec::new();
        for (cell, &values) in known.iter().enumerate() {
            let values = if dice.below(30) == 0 { dice.below(1 << self.values.len()) } else { values };
            if dice.below(4) > 0 {
                premises.push(json!({"cells": [self.cell(cell)], "values": self.names(values)}));
            }
        }
        premises
    }

    /// A step by chance, and what it removes.
    fn step(&self, known: &[usize], depth: usize, dice: &mut Dice) -> (Value, Vec<(usize, usize)>) {
        let argument = match dice.below(8) {
            0..3 if depth < 2 => "supposition",
            3 => "contradiction",
            4 => "only-value",
            _ => "rule",
        };
        let mut removed: Vec<(usize, usize)> = Vec::new();
        for _ in 0..usize::from(argument != "contradiction" || dice.below(4) == 0) + usize::from(dice.below(5) == 0) {
            removed.push((dice.below(self.cells()), 1 << dice.below(self.values.len())));
        }
        let mut rules = dice.some(&self.rules, if depth == 0 { 2 } else { 3 });
        let (mut suppose, mut steps) = (Value::Null, Vec::new());
        if argument == "supposition" {
            rules.clone_from(&self.rules);
            let mut inner = known.to_vec();
            // What is concluded, mostly; sometimes something else, or nothing.
            let (cell, value) = if dice.below(5) > 0 {
                removed[0]
            } else {
                (dice.below(self.cells()), dice.below(1 << self.values.len()))
            };
            suppose = json!({"cells": [self.cell(cell)], "values": self.names(value)});
            inner[cell] &= value;
            for _ in 0..dice.below(4) {
                let (step, removed) = self.step(&inner, depth + 1, dice);
                removed.iter().for_each(|&(cell, values)| inner[cell] &= !values);
                steps.push(step);
            }
        }
        let conclusions =
            removed.iter().map(|&(cell, values)| json!({"cells": [self.cell(cell)], "removed": self.names(values)}));
        let step = json!({"argument": argument, "rules": rules, "premises": self.known(known, dice), "swap": null,
                          "conclusions": conclusions.collect::<Vec<_>>(), "suppose": suppose, "steps": steps});
        (step, removed)
    }

    /// Puts steps together, and takes over those that the checker accepts. How many these are, by kind.
    fn explain(&self, tries: usize, dice: &mut Dice) -> [usize; 2] {
        let mut known = vec![(1 << self.values.len()) - 1; self.cells()];
        let (mut steps, mut accepted): (Vec<Value>, [usize; 2]) = (Vec::new(), [0; 2]);
        for _ in 0..tries {
            let (step, removed) = self.step(&known, 0, dice);
            let is_supposition = step["argument"] == "supposition";
            let is_contradiction = step["argument"] == "contradiction";
            steps.push(step);
            let trace = json!({"puzzle": self.puzzle, "steps": steps}).to_string();
            if check_steps(&trace).is_err() {
                steps.pop();
                continue;
            }
            accepted[usize::from(is_supposition)] += 1;
            assert!(!is_contradiction || self.solutions.is_empty(), "{trace}");
            for (cell, values) in removed {
                let is_false = self.solutions.iter().any(|solution| values >> solution[cell] & 1 == 1);
                assert!(!is_false, "{} is not {:?}: {trace}", self.cell(cell), self.names(values));
                known[cell] &= !values;
            }
            // Where nothing is left, everything follows.
            if known.contains(&0) {
                break;
            }
        }
        accepted
    }
}

/// Explains some boards; many steps of both kinds must have been accepted, and none that is false.
fn try_all(boards: impl Iterator<Item = Board>, tries: usize, dice: &mut Dice) {
    let mut accepted = [0; 2];
    for board in boards {
        let of_board = board.explain(tries, dice);
        (0..2).for_each(|kind| accepted[kind] += of_board[kind]);
    }
    println!("accepted: {} by rules, {} by suppositions", accepted[0], accepted[1]);
    assert!(accepted.iter().all(|&accepted| accepted >= 20), "{accepted:?}");
}

#[test]
fn no_false_step_on_a_nonogram_is_accepted() {
    let mut dice = Dice(21);
    let clue = |dice: &mut Dice| match dice.below(6) {
        0 => json!([]),
        1 => json!([1, 1]),
        2 => json!(["?"]),
        length => json!([length - 2]),
    };
    let boards: Vec<Board> = (0..40)
        .map(|_| {
            let mut lines = || (0..3).map(|_| clue(&mut dice)).collect::<Vec<_>>();
            let puzzle = json!({"family": "nonogram", "rows": lines(), "columns": lines()});
            Board::new(puzzle, &["empty", "filled"], &['.', '#'], &[], [3, 3])
        })
        .collect();
    try_all(boards.into_iter(), 100, &mut dice);
}

#[test]
fn no_false_step_on_an_aquarium_is_accepted() {
    let mut dice = Dice(22);
    let boards: Vec<Board> = (0..40)
        .map(|round| {
            let tanks: Vec<Vec<usize>> = (0..3).map(|_| (0..3).map(|_| dice.below(3)).collect()).collect();
            let clues = |dice: &mut Dice| (0..3).map(|_| dice.below(4)).collect::<Vec<_>>();
            let rule = ["region", "pool", "adjacent"][round % 3];
            let walls = if round % 2 == 0 { json!([]) } else { json!([[[2, 1], [2, 2]], [[2, 2], [3, 2]]]) };
            let puzzle = json!({"family": "aquarium", "tanks": tanks, "rule": rule, "walls": walls,
                                "rows": clues(&mut dice), "columns": clues(&mut dice)});
            let first = |tank: usize| (0..9).find(|cell| tanks[cell / 3][cell % 3] == tank);
            let names: Vec<String> =
                (0..3).filter_map(first).map(|cell| format!("tank r{}c{}", cell / 3 + 1, cell % 3 + 1)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            Board::new(puzzle, &["air", "water"], &['0', '1'], &names, [3, 3])
        })
        .collect();
    try_all(boards.into_iter(), 100, &mut dice);
}

#[test]
fn no_false_step_on_a_sudoku_is_accepted() {
    let mut dice = Dice(23);
    let fields = [
        json!({"cages": [{"sum": 3, "cells": ["r1c1", "r1c2"]}, {"cells": ["r2c1", "r1c2"]}]}),
        json!({"thermometers": [["r1c1", "r1c2"]], "signs": [{"between": ["r2c1", "r2c2"], "difference": 1}]}),
        json!({"arrows": [{"circle": ["r1c1"], "shaft": ["r2c2"]}]}),
    ];
    let names = [
        &["cage r1c1 r1c2", "cage r2c1 r1c2"][..],
        &["thermometer r1c1 r1c2", "white dot r2c1 r2c2"],
        &["arrow r1c1 r2c2"],
    ];
    // Two by two cells, in regions that are its rows.
    let boards: Vec<Board> = (0..40)
        .map(|round| {
            let mut puzzle = json!({"family": "sudoku", "cells": "....", "regions": "AABB"});
            for (key, value) in fields[round % 3].as_object().unwrap() {
                puzzle[key] = value.clone();
            }
            let rules = [&["region 1", "region 2"][..], names[round % 3]].concat();
            Board::new(puzzle, &["1", "2"], &['1', '2'], &rules, [2, 2])
        })
        .collect();
    try_all(boards.into_iter(), 60, &mut dice);
}
