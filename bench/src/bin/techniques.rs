//! Sudoku explanations and ratings: what a step costs.
//!
//! `cargo run --release --bin techniques [--passes N]` explains 300 random minimal puzzles and 300 hard ones step by step, and
//! prints the median, the 99th percentile and the most of the CPU time per step and per puzzle, the least of N passes for each
//! step; then the same per puzzle for both ratings.

use std::collections::BTreeMap;

use cpu_time::ThreadTime;
use quandary::read::{self, Source};
use quandary::{Ask, Budget};
use quandary_bench::collection;
use quandary_core::Puzzle;
use quandary_core::reason::explain::{Explainer, State};
use quandary_sudoku::internals::{Board, rate_explainer, rate_hodoku};

const SETS: [(&str, &str, usize); 2] = [
    ("random minimal", "sudoku/random_minimal_20000.txt.gz", 66),
    ("SudoCue top 10000", "sudoku/sudocue_top10000.txt.gz", 33),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let passes = arguments.iter().position(|argument| argument == "--passes").and_then(|at| arguments.get(at + 1));
    let passes: usize = passes.and_then(|number| number.parse().ok()).unwrap_or(3);
    for (name, file, every) in SETS {
        let text = collection(file);
        let puzzles: Vec<&str> = text.lines().filter(|line| line.len() >= 81).step_by(every).take(300).collect();
        let mut steps: Vec<f64> = Vec::new();
        let mut wholes: Vec<f64> = Vec::new();
        let mut names: BTreeMap<&str, usize> = BTreeMap::new();
        for line in &puzzles {
            let puzzle = read::puzzle(&Source::from_text(&line[..81]), &quandary::hints()).expect("a Sudoku");
            let mut best: Vec<f64> = Vec::new();
            for pass in 0..passes {
                let times = explain(&*puzzle, (pass == 0).then_some(&mut names));
                if best.is_empty() {
                    best = times;
                } else {
                    best.iter_mut().zip(times).for_each(|(least, time)| *least = least.min(time));
                }
            }
            wholes.push(best.iter().sum());
            steps.extend(best);
        }
        println!("{name}: {} puzzles, {} steps", puzzles.len(), steps.len());
        say("step", &mut steps);
        say("puzzle", &mut wholes);
        let mut names: Vec<_> = names.into_iter().collect();
        names.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        names.iter().for_each(|(name, count)| println!("  {count:6} {name}"));
        let (mut explainer, mut ladder) = (Vec::new(), Vec::new());
        for line in &puzzles {
            let (one, other) = rate(&line[..81]);
            explainer.push(one);
            ladder.push(other);
        }
        say("rating, Sudoku Explainer", &mut explainer);
        say("rating, HoDoKu", &mut ladder);
    }
}

/// Milliseconds for each step to the end.
fn explain(puzzle: &dyn Puzzle, mut names: Option<&mut BTreeMap<&str, usize>>) -> Vec<f64> {
    let model = puzzle.model().expect("a puzzle of deduction");
    let budget = Budget::default();
    let mut watch = budget.start();
    let mut explainer = Explainer::new(&model, State::new(&model).expect("a sound board"));
    let mut times = Vec::new();
    loop {
        let start = ThreadTime::now();
        let step = explainer.next_step(&mut watch).expect("no limit");
        times.push(start.elapsed().as_secs_f64() * 1e3);
        let Ok((step, _)) = step else { return times };
        if let Some(names) = names.as_mut() {
            *names.entry(step.pattern().map_or("supposition", |pattern| pattern.name)).or_default() += 1;
        }
        if explainer.accept(&step).is_err() {
            return times;
        }
    }
}

/// Milliseconds for both ratings.
fn rate(line: &str) -> (f64, f64) {
    let puzzle = read::puzzle(&Source::from_text(line), &quandary::hints()).expect("a Sudoku");
    let solution = puzzle.solve(&Ask::default()).solutions.remove(0);
    let solution = solution.grid().expect("a grid").values().to_vec();
    let mut digits = [0; 81];
    line.bytes().zip(&mut digits).for_each(|(symbol, digit)| *digit = if symbol == b'.' { 0 } else { symbol - b'0' });
    let board = Board::from_digits(&digits, true).expect("a sound board");
    let budget = Budget::default();
    let start = ThreadTime::now();
    let _ = std::hint::black_box(rate_explainer(board.clone(), &mut budget.start()));
    let one = start.elapsed().as_secs_f64() * 1e3;
    let start = ThreadTime::now();
    let _ = std::hint::black_box(rate_hodoku(board, &solution, &mut budget.start()));
    (one, start.elapsed().as_secs_f64() * 1e3)
}

fn say(what: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("  ms per {what}: median {:.3}, 99 % {:.2}, most {:.2}", at(0.5), at(0.99), at(1.0));
}
