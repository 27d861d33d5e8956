//! Aquarium: time to solve and to prove the solution the only one, set by set, and time to make a unique board.
//!
//! Each board is solved several times and the least time counts; boards that take long are solved once. Reading is not
//! timed, building the solver's structures is. A verdict that differs from the known one is shown.
//!
//! ```text
//! cargo run --release --bin aquarium
//! ```

use std::collections::BTreeMap;
use std::time::Duration;

use cpu_time::ThreadTime;
use quandary::read::{self, Hints, Source};
use quandary::{Ask, Budget, Cell, Grid};
use quandary_aquarium::{Aquarium, WaterRule};
use quandary_bench::{collection, least_time};
use quandary_core::Puzzle;
use quandary_core::puzzle::GenerateSpec;
use quandary_core::random::{self, RngExt};

/// File, name, expected verdict, and which boards by the start of their name.
const SETS: [(&str, &str, &str, &str); 18] = [
    ("real_tasks.tsv", "real, all", "", ""),
    ("real_tasks.tsv", "real 6×6 hard", "unique", "ngk-6x6_hard"),
    ("real_tasks.tsv", "real 10×10 hard", "unique", "ngk-10x10_hard"),
    ("real_tasks.tsv", "real 15×15 hard", "unique", "ngk-15x15_hard"),
    ("real_tasks.tsv", "real 30×30 monthly", "unique", "quando-monthly30"),
    ("bench/gen_6_18.tsv", "6×6, 18 tanks", "unique", ""),
    ("bench/gen_10_33.tsv", "10×10, 33 tanks", "unique", ""),
    ("bench/gen_15_45.tsv", "15×15, 45 tanks", "unique", ""),
    ("bench/gen_20_60.tsv", "20×20, 60 tanks", "unique", ""),
    ("bench/gen_25_50.tsv", "25×25, 50 tanks", "unique", ""),
    ("bench/gen_30_60.tsv", "30×30, 60 tanks", "unique", ""),
    ("bench/gen_50_50.tsv", "50×50, 50 tanks", "unique", ""),
    ("bench/gen_50_100.tsv", "50×50, 100 tanks", "unique", ""),
    ("bench/gen_30_90.tsv", "30×30, 90 tanks", "unique", ""),
    ("bench/gen_100_100.tsv", "100×100, 100 tanks", "unique", ""),
    ("bench/gen_100_150.tsv", "100×100, 150 tanks", "unique", ""),
    ("bench/not_unique.tsv", "not unique", "multiple", ""),
    ("bench/no_solution.tsv", "no solution", "impossible", ""),
];

const REPEATS: usize = 9;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => sets_and_classes(),
        ["--frontier", side, tanks, first, count, seconds] => {
            let number = |text: &str| text.parse().expect("a number");
            frontier(
                number(side) as usize,
                number(tanks) as usize,
                number(first)..number(first) + number(count),
                number(seconds),
            );
        }
        ["--unique", count] => unique_boards(count.parse().expect("a number")),
        ["--set", file, count] => one_set(file, count.parse().expect("a number")),
        _ => {
            eprintln!("usage: aquarium [--frontier SIDE TANKS FIRST COUNT SECONDS | --unique COUNT | --set FILE COUNT]")
        }
    }
}

/// Boards at the edge of what can be solved: tanks that grow at random, levels at random, the region rule. Nothing is
/// thrown away, so some have more than one solution.
fn frontier(side: usize, tanks: usize, numbers: std::ops::Range<u64>, seconds: u64) {
    println!("| board | verdict | CPU s | conflicts | MB |\n|---|---|---|---|---|");
    for index in numbers {
        let board = random_board(side, tanks, index);
        let ask = Ask { budget: Budget::seconds(seconds as f64), ..Ask::default() };
        let outcome = board.solve(&ask);
        assert!(outcome.solutions.iter().all(|solution| board.verify(solution).is_ok()), "every answer is verified");
        println!(
            "| {side}×{side}/{tanks} number {index} | {}{} | {:.2} | {} | {:.0} |",
            outcome.verdict.word(),
            if outcome.verdict.word() == "unknown" {
                format!(" ({} found)", outcome.solutions.len())
            } else {
                String::new()
            },
            outcome.cpu.as_secs_f64(),
            outcome.counters.backtracks,
            outcome.counters.peak_bytes as f64 / 1e6,
        );
    }
}

/// Tanks that grow from random cells, one random cell at a time, and water to a random level in each.
fn random_board(side: usize, tanks: usize, index: u64) -> Aquarium {
    let mut random = random::stream(1, "frontier", index);
    let mut grid = Grid::filled(side, side, 0u16);
    let cells: Vec<Cell> = grid.cells().collect();
    let mut edge: Vec<(Cell, u16)> = Vec::new();
    let mut next = 1;
    while usize::from(next) <= tanks {
        let start = cells[random.random_range(0..cells.len())];
        if grid[start] == 0 {
            edge.push((start, next));
            grid[start] = next;
            next += 1;
        }
    }
    while !edge.is_empty() {
        let place = random.random_range(0..edge.len());
        let (cell, tank) = edge[place];
        let open: Vec<Cell> = [(-1, 0), (1, 0), (0, -1), (0, 1)]
            .into_iter()
            .filter_map(|(down, right)| {
                let (row, column) = (cell.row.checked_add_signed(down)?, cell.column.checked_add_signed(right)?);
                (row < side && column < side).then_some(Cell { row, column })
            })
            .filter(|&cell| grid[cell] == 0)
            .collect();
        if open.is_empty() {
            edge.swap_remove(place);
            continue;
        }
        let taken = open[random.random_range(0..open.len())];
        grid[taken] = tank;
        edge.push((taken, tank));
    }
    let mut rows_of = vec![(usize::MAX, 0); tanks + 1];
    for &cell in &cells {
        let (top, bottom) = &mut rows_of[usize::from(grid[cell])];
        (*top, *bottom) = ((*top).min(cell.row), (*bottom).max(cell.row));
    }
    let level: Vec<usize> = rows_of
        .iter()
        .map(|&(top, bottom)| if top > bottom { 0 } else { random.random_range(top..=bottom + 1) })
        .collect();
    let is_wet = |cell: Cell| cell.row >= level[usize::from(grid[cell])];
    let count = |cells: &mut dyn Iterator<Item = Cell>| Some(cells.filter(|&cell| is_wet(cell)).count() as u32);
    let rows = (0..side).map(|row| count(&mut (0..side).map(|column| Cell { row, column }))).collect();
    let columns = (0..side).map(|column| count(&mut (0..side).map(|row| Cell { row, column }))).collect();
    Aquarium::new(columns, rows, &grid, WaterRule::Region).expect("tanks that grow hang together")
}

/// So many boards of 15×15-hard from the generator, each held against the reference engine.
fn unique_boards(count: u64) {
    let generator = quandary::family("aquarium").and_then(|family| family.generator()).expect("Aquarium makes boards");
    let spec = GenerateSpec {
        seed: 2,
        options: [("class".to_owned(), "15x15-hard".to_owned())].into(),
        ..GenerateSpec::default()
    };
    let (mut making, mut doubtful) = (Duration::ZERO, 0);
    let start = ThreadTime::now();
    for index in 0..count {
        let before = ThreadTime::now();
        let puzzle = generator.generate(&spec, index).expect("the class can be made");
        making += before.elapsed();
        let outcome = puzzle.solve_with("propagation-shaving", &Ask::default());
        if outcome.is_none_or(|outcome| outcome.verdict.word() != "unique") {
            println!("number {index} is not unique by the reference");
            doubtful += 1;
        }
    }
    println!(
        "{count} boards of 15x15-hard, seed 2: {doubtful} are not unique by the reference; {:.3} ms to make one, {:.1} s in all",
        making.as_secs_f64() * 1e3 / count as f64,
        start.elapsed().as_secs_f64()
    );
}

/// The first boards of one file, one line each.
fn one_set(file: &str, count: usize) {
    for line in collection(&format!("aquarium/{file}")).lines().take(count) {
        let fields: Vec<&str> = line.split('\t').collect();
        let Some(task) = fields.iter().find(|field| field.contains(';')) else { continue };
        let hints = Hints { family: Some("aquarium".into()), ..quandary::hints() };
        let puzzle = read::puzzle(&Source::from_text(*task), &hints).expect("the collection can be read");
        let outcome = puzzle.solve(&Ask { budget: Budget::seconds(60.0), ..Ask::default() });
        let (word, time) = (outcome.verdict.word(), outcome.cpu.as_secs_f64() * 1e3);
        println!("{} {word} {time:.3} ms, {} conflicts", fields[0], outcome.counters.backtracks);
    }
}

fn sets_and_classes() {
    println!("| set | boards | verdicts | total ms | mean | median | 90th of 100 | most |");
    println!("|---|---|---|---|---|---|---|---|");
    for (file, name, expected, prefix) in SETS {
        let mut times: Vec<f64> = Vec::new();
        let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
        let text = collection(&format!("aquarium/{file}"));
        for line in text.lines().filter(|line| line.starts_with(prefix)) {
            let fields: Vec<&str> = line.split('\t').collect();
            let Some(task) = fields.iter().find(|field| field.contains(';')) else { continue };
            let hints = Hints { family: Some("aquarium".into()), ..quandary::hints() };
            let puzzle = read::puzzle(&Source::from_text(*task), &hints).expect("the collection can be read");
            let ask = Ask { budget: Budget::seconds(60.0), ..Ask::default() };
            let outcome = puzzle.solve(&ask);
            let word = outcome.verdict.word();
            if !expected.is_empty() && word != expected {
                println!("{}: {word}, expected {expected}", fields[0]);
            }
            *verdicts.entry(word).or_default() += 1;
            let repeats = if outcome.cpu > Duration::from_millis(50) { 1 } else { REPEATS };
            let time = (0..repeats).map(|_| puzzle.solve(&ask).cpu).min().unwrap_or(outcome.cpu).min(outcome.cpu);
            times.push(time.as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let total: f64 = times.iter().sum();
        let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
        let verdicts: Vec<String> = verdicts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        println!(
            "| {name} | {} | {} | {total:.2} | {:.3} | {:.3} | {:.3} | {:.3} |",
            times.len(),
            verdicts.join(", "),
            total / times.len() as f64,
            at(50),
            at(90),
            at(100)
        );
    }
    println!("\n| generated class | boards | ms each |\n|---|---|---|");
    let generator = quandary::family("aquarium").and_then(|family| family.generator()).expect("Aquarium makes boards");
    for (class, count) in
        [("6x6-hard", 500), ("10x10-hard", 300), ("15x15-normal", 300), ("15x15-hard", 500), ("30x30-monthly", 50)]
    {
        let spec = GenerateSpec {
            seed: 1,
            options: [("class".to_owned(), class.to_owned())].into(),
            ..GenerateSpec::default()
        };
        let time = least_time(1, || {
            for index in 0..count {
                generator.generate(&spec, index).expect("the class can be made");
            }
        });
        println!("| {class} | {count} | {:.3} |", time.as_secs_f64() * 1e3 / count as f64);
    }
    println!();
    unique_boards(200);
}
