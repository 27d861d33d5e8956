//! How long explanations, grades and hints take: CPU time for each step, each puzzle and each hint, on puzzles made by the generators
//! (`FAMILY:generate:COUNT:NAME=VALUE,…`) and on files of puzzles (`FAMILY:NOTATION:FILE`); without any, on 300 minimal
//! Sudokus.
//!
//! ```text
//! cargo run --release --bin reasons -- [--seconds S] [--seed N] [--lines even|odd] aquarium:task:tasks.txt nonogram:generate:10:size=50x50
//! ```
//!
//! Each puzzle is explained once, within 5 s or S; this is also what its grade takes. A step's time is the time between the
//! request for it and the step itself. Then a player asks for a hint at up to ten points of the explanation, evenly spaced from the
//! start, with everything written down that is known there: the whole answer to `hint`, with the search for mistakes before and
//! all steps up to the next entry. Nothing is remembered from one hint to the next.

use std::time::Duration;

use cpu_time::ThreadTime;
use quandary::Budget;
use quandary::api::{HintOptions, Text};
use quandary::read::split::Splitter;
use quandary::read::{self, Hints, Source};
use quandary_core::Puzzle;
use quandary_core::puzzle::{GenerateSpec, symbol_of};
use quandary_core::reason::Model;
use quandary_core::reason::explain::{Argument, Explainer, State};

/// The sets without arguments.
const USUAL: &str = "sudoku:generate:300:minimal=";
/// How many hints each puzzle is asked for.
const HINTS: usize = 10;

fn main() {
    // Explanations recurse with the depth of the board: room for the largest.
    let run = std::thread::Builder::new().stack_size(256 << 20).spawn(run_all);
    if run.map(|thread| thread.join()).is_err() {
        eprintln!("the benchmark could not be started");
    }
}

fn run_all() {
    println!(
        "| set | puzzles | explained | steps | median step | 99 % of steps | slowest step | median puzzle | 99 % of puzzles | slowest puzzle | median hint | 99 % of hints | slowest hint |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let mut arguments = std::env::args().skip(1);
    let (mut seconds, mut seed, mut half, mut sets) = (5.0, 1, None, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().and_then(|text| text.parse().ok()).expect("a number of seconds"),
            "--seed" => seed = arguments.next().and_then(|text| text.parse().ok()).expect("a number"),
            "--lines" => half = arguments.next().map(|lines| usize::from(lines == "odd")),
            _ => sets.push(argument),
        }
    }
    if sets.is_empty() {
        sets.push(USUAL.to_owned());
    }
    for set in sets {
        let parts: Vec<&str> = set.splitn(3, ':').collect();
        let [family, notation, path] = parts[..] else {
            eprintln!("{set}: write FAMILY:NOTATION:FILE or FAMILY:generate:COUNT:OPTIONS");
            continue;
        };
        let (name, puzzles) = if notation == "generate" {
            (format!("made: {family} {path}"), made(family, path, seed))
        } else {
            (path.rsplit('/').next().unwrap_or(path).to_owned(), read_file(family, notation, path))
        };
        // Lines count from 1.
        let wanted = |at: usize| half.is_none_or(|half| (at + 1) % 2 == half);
        let puzzles = puzzles.into_iter().enumerate().filter(|(at, _)| wanted(*at)).map(|(_, puzzle)| puzzle).collect();
        report(&name, puzzles, seconds);
    }
}

/// So many puzzles by the generator.
fn made(family: &str, order: &str, seed: u64) -> Vec<Box<dyn Puzzle>> {
    let (count, options) = order.split_once(':').unwrap_or((order, ""));
    let options = options.split(',').filter(|option| !option.is_empty()).map(|option| {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        (name.to_owned(), value.to_owned())
    });
    let spec = GenerateSpec { seed, options: options.collect(), ..GenerateSpec::default() };
    let Some(generator) = quandary::family(family).and_then(|family| family.generator()) else { return Vec::new() };
    let count: u64 = count.parse().unwrap_or(1);
    (0..count).filter_map(|index| generator.generate(&spec, index).ok()).collect()
}

fn read_file(family: &str, notation: &str, path: &str) -> Vec<Box<dyn Puzzle>> {
    let hints = Hints {
        family: Some(family.to_owned()),
        notation: Some(notation.to_owned()).filter(|name| !name.is_empty()),
        ..quandary::hints()
    };
    let file = match std::fs::File::open(path) {
        Ok(file) => std::io::BufReader::new(file),
        Err(error) => {
            eprintln!("{path}: {error}");
            return Vec::new();
        }
    };
    let pieces = Splitter::new(file, path, hints.clone()).flatten().flatten();
    pieces.filter_map(|source| read::puzzle(&source, &hints).ok()).collect()
}

/// What a player has written in a state: values, and marks in all cells of which anything is known.
fn written(puzzle: &dyn Puzzle, model: &Model, state: &State) -> String {
    let cells = puzzle.scene(None).cells;
    let vars = model.vars_of_cells(cells.rows(), cells.columns());
    let symbols: Vec<Option<char>> = (0..64).map(|value| symbol_of(puzzle, value)).collect();
    let mut text = String::new();
    for cell in cells.cells() {
        let left = vars[cell].map(|var| (state.get(var), state.is_written(var)));
        let marks = |values: u64| -> String {
            (0..64).filter(|value| values >> value & 1 == 1).filter_map(|value| symbols[value]).collect()
        };
        text += &match left {
            Some((values, true)) => marks(values),
            Some((values, false)) if Some(values) != model.start().iter().copied().max() => {
                format!("{{{}}}", marks(values))
            }
            _ => "?".to_owned(),
        };
    }
    text
}

/// Explains every puzzle, asks for hints, and prints one row of the table.
fn report(name: &str, puzzles: Vec<Box<dyn Puzzle>>, seconds: f64) {
    let (mut of_steps, mut of_puzzles, mut of_hints, mut explained) = (Vec::new(), Vec::new(), Vec::new(), 0);
    let count = puzzles.len();
    for puzzle in puzzles {
        let Some(model) = puzzle.model() else { continue };
        let Ok(start) = State::new(&model) else { continue };
        let mut states = vec![start.clone()];
        let budget = Budget::seconds(seconds);
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
                    states.push(explainer.state().clone());
                }
                _ => break,
            }
        }
        explained += usize::from(explainer.state().is_complete());
        of_puzzles.push(whole.elapsed());
        let asked = states.len().min(HINTS);
        let asker = quandary::Puzzle::new(puzzle, Source::from_text(""), quandary::hints());
        for at in 0..asked {
            let text = written(asker.board(), &model, &states[at * states.len() / asked]);
            let options = HintOptions { state: Some(Text::from(text)), ..HintOptions::default() };
            let one = ThreadTime::now();
            let hint = asker.hint(&options, &Budget::seconds(seconds));
            assert!(hint.is_ok_and(|hint| hint.mistake.is_none()), "there is no mistake");
            of_hints.push(one.elapsed());
        }
    }
    let at = |times: &mut Vec<Duration>, share: f64| {
        times.sort_unstable();
        let index = ((times.len() as f64 - 1.0) * share).max(0.0) as usize;
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    println!(
        "| {name} | {} | {explained} | {} | {:.3} ms | {:.2} ms | {:.1} ms | {:.1} ms | {:.0} ms | {:.0} ms | {:.2} ms | {:.1} ms | {:.1} ms |",
        count,
        of_steps.len(),
        at(&mut of_steps, 0.5),
        at(&mut of_steps, 0.99),
        at(&mut of_steps, 1.0),
        at(&mut of_puzzles, 0.5),
        at(&mut of_puzzles, 0.99),
        at(&mut of_puzzles, 1.0),
        at(&mut of_hints, 0.5),
        at(&mut of_hints, 0.99),
        at(&mut of_hints, 1.0),
    );
}
