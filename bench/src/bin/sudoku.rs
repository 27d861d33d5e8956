//! Sudoku: the engine for one board and the batch engine at every width, beside the `sudoku` crate.
//!
//! `cargo run --release --bin sudoku [--passes N] [SET]...` prints nanoseconds per puzzle for a proof of uniqueness
//! (limit 2) and for one solution (limit 1), the least of N passes over each set; the engines take turns within a pass.
//! All engines must count the same. Boards are parsed before the clock starts, grids are written out while it runs.

use std::collections::BTreeMap;
use std::time::Duration;

use quandary::families::sudoku::FAMILY;
use quandary::families::sudoku::solver::{Cells, batch, single};
use quandary::puzzle::{Family, Wish};
use quandary_bench::{collection, least_time};

/// Name, file, and how many puzzles at most.
const SETS: [(&str, &str, usize); 8] = [
    ("Kaggle-like", "kaggle_like_20000.txt.gz", 20_000),
    ("random minimal", "random_minimal_20000.txt.gz", 20_000),
    ("17 clues", "17clue_49158.txt.gz", 20_000),
    ("magictour", "magictour_top1465.txt", 1_465),
    ("hardest 11+", "forum_hardest_1905_11plus_48766.txt.gz", 4_000),
    ("hardest 1106", "forum_hardest_1106_375.txt", 375),
    ("several solutions", "serg_multi_solution_10000.txt.gz", 10_000),
    ("no solution", "zero_solution_10000.txt.gz", 10_000),
];

type Engine = (String, Box<dyn Fn(&Boards, u64) -> Vec<u64>>);

struct Boards {
    cells: Vec<Cells>,
    peers: Vec<sudoku::Sudoku>,
}

fn engines() -> Vec<Engine> {
    let peer = |boards: &Boards, limit: u64| -> Vec<u64> {
        boards
            .peers
            .iter()
            .map(|board| std::hint::black_box(board.solutions_up_to(limit as usize)).len() as u64)
            .collect()
    };
    let bands = |boards: &Boards, limit: u64| -> Vec<u64> {
        boards.cells.iter().map(|board| std::hint::black_box(single::count(board, limit)).0).collect()
    };
    let mut engines: Vec<Engine> =
        vec![("sudoku 0.8".to_owned(), Box::new(peer)), ("bands".to_owned(), Box::new(bands))];
    for width in batch::Width::available() {
        let batch = move |boards: &Boards, limit: u64| -> Vec<u64> {
            batch::solve_batch_at(width, &boards.cells, limit).iter().map(|answer| answer.count).collect()
        };
        engines.push((format!("batch, {width:?}"), Box::new(batch)));
    }
    engines
}

fn boards(file: &str, most: usize) -> Boards {
    let text = collection(&format!("sudoku/{file}"));
    let lines: Vec<&str> = text.lines().filter(|line| line.len() >= 81).map(|line| &line[..81]).collect();
    let step = (lines.len() / most).max(1);
    let lines = || lines.iter().step_by(step).take(most);
    let digit = |sign: u8| if sign.is_ascii_digit() { sign - b'0' } else { 0 };
    let cells = lines().map(|line| std::array::from_fn(|cell| digit(line.as_bytes()[cell]))).collect();
    let peers = lines().map(|line| sudoku::Sudoku::from_str_line(line).expect("a board")).collect();
    Boards { cells, peers }
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut passes = 5;
    if let Some(at) = args.iter().position(|arg| arg == "--passes") {
        passes = args[at + 1].parse().expect("a number of passes");
        args.drain(at..at + 2);
    }
    let engines = engines();
    for limit in [2, 1] {
        println!("\nLimit {limit}, ns per puzzle\n");
        let names: Vec<&str> = engines.iter().map(|(name, _)| name.as_str()).collect();
        println!("| set | {} | best ratio |", names.join(" | "));
        println!("|---|{}---:|", "---:|".repeat(names.len()));
        for (name, file, most) in SETS {
            if !args.is_empty() && !args.iter().any(|arg| name.contains(arg.as_str())) {
                continue;
            }
            let boards = boards(file, most);
            let mut least = vec![Duration::MAX; engines.len()];
            let mut counts: Option<Vec<u64>> = None;
            for _ in 0..passes {
                for ((name, engine), least) in engines.iter().zip(&mut least) {
                    let mut found = Vec::new();
                    *least = (*least).min(least_time(1, || found = engine(&boards, limit)));
                    assert!(*counts.get_or_insert_with(|| found.clone()) == found, "{name} counts otherwise");
                }
            }
            let each: Vec<f64> = least.iter().map(|time| time.as_nanos() as f64 / boards.cells.len() as f64).collect();
            let ours = each[1..].iter().copied().fold(f64::MAX, f64::min);
            let columns: Vec<String> = each.iter().map(|time| format!("{time:.0}")).collect();
            println!("| {name} ({}) | {} | {:.1}× |", boards.cells.len(), columns.join(" | "), each[0] / ours);
        }
    }
    if args.is_empty() {
        generate(passes);
    }
}

/// Microseconds per generated puzzle.
fn generate(passes: usize) {
    println!("\nGenerating, µs per puzzle\n\n| wish | time |\n|---|---:|");
    let generator = FAMILY.generator().expect("Sudoku has a generator");
    let most: u32 = 500;
    let mut line = |name: &str, options: &[(&str, &str)]| {
        let options: BTreeMap<_, _> =
            options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
        let wish = Wish { seed: 1, options, ..Wish::default() };
        let make = || (0..u64::from(most)).filter(|&index| generator.generate(&wish, index).is_ok()).count();
        let time = least_time(passes, make).as_micros() as f64 / f64::from(most);
        println!("| {name} | {time:.1} |");
    };
    line("minimal", &[("minimal", "")]);
    line("31 to 51 givens", &[("givens", "31..51")]);
    line("symmetric by half a turn", &[("symmetry", "rotate180")]);
    let time = least_time(passes, || (0..most).map(|_| sudoku::Sudoku::generate().to_bytes()[0]).max());
    println!("| peer: `sudoku` 0.8, minimal | {:.1} |", time.as_micros() as f64 / f64::from(most));
}
