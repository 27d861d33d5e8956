//! How long exact counts take where there are very many solutions: Sudokus with few givens beside the same engine visiting every
//! solution and beside qqwing, Nonograms that are permutations, Aquariums without numbers above their columns. All boards are made
//! here, from a seed.
//!
//! ```text
//! cargo run --release --bin counting -- [--seed N] [--seconds S] [--visits N] [--qqwing PROGRAM] [sudoku|nonogram|aquarium]
//! ```
//!
//! A count ends after S seconds (60). Visiting every solution ends after `--visits` solutions (300 million), qqwing is asked for boards with up to
//! a million. All times are CPU time. Counts of both kinds have to agree.

use std::process::Command;

use cpu_time::ThreadTime;
use quandary::api::{ConvertOptions, SolveOptions};
use quandary::{Budget, Puzzle};
use quandary_core::puzzle::GenerateSpec;
use quandary_core::random::{RngExt, stream};
use quandary_sudoku::internals::batch::{Width, solve_batch_at};

struct Wanted {
    seed: u64,
    seconds: f64,
    visits: u64,
    qqwing: Option<String>,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut wanted = Wanted { seed: 1, seconds: 60.0, visits: 300_000_000, qqwing: None };
    let mut families = Vec::new();
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|text| text.parse::<f64>().ok()).expect("a number");
        match argument.as_str() {
            "--seed" => wanted.seed = number() as u64,
            "--seconds" => wanted.seconds = number(),
            "--visits" => wanted.visits = number() as u64,
            "--qqwing" => wanted.qqwing = arguments.next(),
            _ => families.push(argument),
        }
    }
    println!("| board | solutions | time | branches | every solution visited | qqwing |\n|---|---|---|---|---|---|");
    let is_wanted = |family: &str| families.is_empty() || families.iter().any(|name| name == family);
    if is_wanted("sudoku") {
        sudokus(&wanted);
    }
    if is_wanted("nonogram") {
        nonograms(&wanted);
    }
    if is_wanted("aquarium") {
        aquariums(&wanted);
    }
}

/// Counts, prints the row's first columns, and gives the number where it is exact.
fn count(name: &str, text: &str, wanted: &Wanted) -> Option<u128> {
    let puzzle = Puzzle::read(text).expect("a board that was made here");
    let options = SolveOptions { count: true, ..SolveOptions::default() };
    let start = ThreadTime::now();
    let solved = puzzle.solve(&options, &Budget::seconds(wanted.seconds)).expect("it can be counted");
    let seconds = start.elapsed().as_secs_f64();
    let known = solved.outcome.exact_count;
    let number = match known {
        Some(number) if number < 10_000_000 => number.to_string(),
        Some(number) => format!("{number} ({:.1e})", number as f64),
        None => format!("at least {:.1e}", solved.solution_count as f64),
    };
    print!("| {name} | {number} | {} | {} |", time(seconds), solved.counters.nodes);
    known
}

fn time(seconds: f64) -> String {
    match seconds {
        0.0..0.1 => format!("{:.1} ms", seconds * 1e3),
        0.1..10.0 => format!("{seconds:.2} s"),
        _ => format!("{seconds:.0} s"),
    }
}

/// Minimal Sudokus, from which one given after the other is taken.
fn sudokus(wanted: &Wanted) {
    let family = quandary::family("sudoku").expect("it is there");
    let generator = family.generator().expect("it has one");
    let options = vec![("minimal".to_owned(), String::new())];
    for index in 0..4 {
        let spec =
            GenerateSpec { seed: wanted.seed, options: options.iter().cloned().collect(), ..GenerateSpec::default() };
        let board = generator.generate(&spec, index).expect("a puzzle");
        let line =
            Puzzle::new(board, quandary::read::Source::from_text(""), quandary::hints()).write("line").expect("a line");
        let mut cells: Vec<u8> = line.bytes().filter(|byte| byte.is_ascii_digit() || *byte == b'.').collect();
        let mut random = stream(wanted.seed, "counting", index);
        for givens in [18, 16, 14, 13, 12, 11, 10] {
            while cells.iter().filter(|&&byte| matches!(byte, b'1'..=b'9')).count() > givens {
                cells[random.random_range(0..81_u64) as usize] = b'.';
            }
            let text = String::from_utf8(cells.clone()).expect("it is ASCII");
            let known = count(&format!("Sudoku {}, {givens} givens", index + 1), &text, wanted);
            let small = |most: u64| known.is_some_and(|known| known <= u128::from(most));
            let visited = small(wanted.visits).then(|| {
                let board: Vec<u8> =
                    cells.iter().map(|byte| byte.saturating_sub(b'0').min(9) * u8::from(*byte != b'.')).collect();
                let board = [board.try_into().expect("81 cells")];
                let start = ThreadTime::now();
                let answers = solve_batch_at(Width::fastest(), &board, u64::MAX);
                assert_eq!(Some(u128::from(answers[0].count)), known, "{text}");
                time(start.elapsed().as_secs_f64())
            });
            let qqwing = wanted.qqwing.as_ref().filter(|_| small(1_000_000)).map(|program| {
                let script = format!("echo '{text}' | timeout 60 '{program}' --solve --csv --count-solutions; times");
                let output = Command::new("bash").arg("-c").arg(script).output().expect("bash runs");
                let answer = String::from_utf8_lossy(&output.stdout).into_owned();
                let count = known.map(|known| known.to_string()).unwrap_or_default();
                let agrees = if answer.contains(&count) { "" } else { ", another count" };
                answer.lines().last().map_or_else(
                    || "failed".to_owned(),
                    |times| format!("{}{agrees}", times.split_whitespace().next().unwrap_or_default()),
                )
            });
            println!(" {} | {} |", visited.unwrap_or_default(), qqwing.unwrap_or_default());
        }
    }
}

/// One cell in each line: as many solutions as permutations.
fn nonograms(wanted: &Wanted) {
    for side in [10_u64, 14, 17, 20, 22, 24] {
        let text = format!("{side} {side}\n{}", "1\n".repeat(2 * side as usize));
        let known = count(&format!("Nonogram {side}×{side}, one cell per line"), &text, wanted);
        println!(" | |");
        assert!(known.is_none_or(|known| known == (1..=u128::from(side)).product()), "a permutation");
    }
    for (rows, columns, clue) in [(12_usize, 12_usize, "1 1"), (16, 16, "2"), (14, 14, "1 1 1"), (16, 16, "2 3")] {
        let text = format!("{columns} {rows}\n{}", format!("{clue}\n").repeat(rows + columns));
        count(&format!("Nonogram {columns}×{rows}, every clue {clue}"), &text, wanted);
        println!(" | |");
    }
}

/// Generated Aquariums, each without the numbers above some columns.
fn aquariums(wanted: &Wanted) {
    let generator = quandary::family("aquarium").and_then(|family| family.generator()).expect("it has one");
    for (size, share) in [(6, 2), (8, 2), (10, 2), (10, 1), (12, 2), (15, 3)] {
        let options = vec![("size".to_owned(), format!("{size}x{size}"))];
        let spec =
            GenerateSpec { seed: wanted.seed, options: options.into_iter().collect(), ..GenerateSpec::default() };
        let board = generator.generate(&spec, 0).expect("a puzzle");
        let puzzle = Puzzle::new(board, quandary::read::Source::from_text(""), quandary::hints());
        let to_json = ConvertOptions { to: Some("json".to_owned()), ..ConvertOptions::default() };
        let text = puzzle.convert(&to_json, &Budget::default()).expect("JSON").text.expect("a text");
        let mut json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        for (at, clue) in json["columns"].as_array_mut().expect("a list").iter_mut().enumerate() {
            if at % share == 0 {
                *clue = serde_json::Value::Null;
            }
        }
        let what = if share == 1 {
            "no numbers above columns".to_owned()
        } else {
            format!("one column of {share} without a number")
        };
        count(&format!("Aquarium {size}×{size}, {what}"), &json.to_string(), wanted);
        println!(" | |");
    }
}
