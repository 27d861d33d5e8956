//! How long explanations take: CPU time for each step and for each puzzle, on Sudokus made by the generator (300 minimal
//! ones) and on files of puzzles, each given as `FAMILY:NOTATION:FILE`.
//!
//! ```text
//! cargo run --release --bin reasons -- aquarium:task:tasks.txt nonogram:nin:puzzles.txt
//! ```
//!
//! Each puzzle is explained once, within 5 s. A step's time is the time between the request for it and the step itself.

use std::time::Duration;

use cpu_time::ThreadTime;
use quandary::Budget;
use quandary::read::split::Splitter;
use quandary::read::{self, Hints};
use quandary_core::Puzzle;
use quandary_core::puzzle::GenerateSpec;
use quandary_core::reason::explain::{Argument, Explainer, State};

/// A puzzle's limit.
const LIMIT: f64 = 5.0;
/// How many Sudokus are made.
const MADE: u64 = 300;

fn main() {
    // Explanations recurse with the depth of the board: room for the largest.
    let run = std::thread::Builder::new().stack_size(256 << 20).spawn(run_all);
    if run.map(|thread| thread.join()).is_err() {
        eprintln!("the benchmark could not be started");
    }
}

fn run_all() {
    println!(
        "| set | puzzles | explained | steps | median step | 99 % of steps | slowest step | median puzzle | 99 % of puzzles |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let mut options = std::collections::BTreeMap::new();
    options.insert("minimal".to_owned(), String::new());
    let spec = GenerateSpec { seed: 1, options, ..GenerateSpec::default() };
    if let Some(generator) = quandary::family("sudoku").and_then(|family| family.generator()) {
        let made: Vec<Box<dyn Puzzle>> = (0..MADE).filter_map(|index| generator.generate(&spec, index).ok()).collect();
        report("minimal Sudokus, seed 1", &made);
    }
    for set in std::env::args().skip(1) {
        let parts: Vec<&str> = set.splitn(3, ':').collect();
        let [family, notation, path] = parts[..] else {
            eprintln!("{set}: write FAMILY:NOTATION:FILE");
            continue;
        };
        let hints = Hints {
            family: Some(family.to_owned()),
            notation: Some(notation.to_owned()).filter(|name| !name.is_empty()),
            ..quandary::hints()
        };
        let file = match std::fs::File::open(path) {
            Ok(file) => std::io::BufReader::new(file),
            Err(error) => {
                eprintln!("{path}: {error}");
                continue;
            }
        };
        let pieces = Splitter::new(file, path, hints.clone()).flatten().flatten();
        let puzzles: Vec<Box<dyn Puzzle>> = pieces.filter_map(|source| read::puzzle(&source, &hints).ok()).collect();
        report(path.rsplit('/').next().unwrap_or(path), &puzzles);
    }
}

/// Explains every puzzle, and prints one row of the table.
fn report(name: &str, puzzles: &[Box<dyn Puzzle>]) {
    let (mut of_steps, mut of_puzzles, mut explained) = (Vec::new(), Vec::new(), 0);
    for puzzle in puzzles {
        let Some(model) = puzzle.model() else { continue };
        let Ok(start) = State::new(&model) else { continue };
        let budget = Budget::seconds(LIMIT);
        let mut watch = budget.start();
        let whole = ThreadTime::now();
        let mut explainer = Explainer::new(&model, start);
        loop {
            let one = ThreadTime::now();
            let found = explainer.next_step(&mut watch);
            of_steps.push(one.elapsed());
            match found {
                Ok(Ok((step, _))) if step.argument != Argument::Contradiction => {
                    if explainer.accept(&step).is_err() {
                        break;
                    }
                }
                _ => break,
            }
        }
        explained += usize::from(explainer.state().is_complete());
        of_puzzles.push(whole.elapsed());
    }
    of_steps.sort_unstable();
    of_puzzles.sort_unstable();
    let at = |times: &[Duration], share: f64| {
        let index = ((times.len() as f64 - 1.0) * share).max(0.0) as usize;
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "| {name} | {} | {explained} | {} | {:.3} ms | {:.2} ms | {:.1} ms | {:.1} ms | {:.0} ms |",
        puzzles.len(),
        of_steps.len(),
        at(&of_steps, 0.5),
        at(&of_steps, 0.99),
        at(&of_steps, 1.0),
        at(&of_puzzles, 0.5),
        at(&of_puzzles, 0.99),
    );
}
