//! Nonogram: collections and single boards, one thread, solving and proving uniqueness unless said otherwise.
//!
//! `cargo run --release --bin nonogram [SECONDS] [NAME…]` in `bench/`; SECONDS (default 60) is the limit for a single
//! board, and of many names only sets and boards that contain one of them are run. `expected` compares the verdicts of a
//! whole collection with the known ones.

use std::time::Duration;

use quandary::read::{self, Hints, Source};
use quandary::{Ask, Budget, Puzzle};
use quandary_bench::collection;
use serde_json::{Value, json};

/// Single boards that peers report on.
const BOARDS: [(&str, &str); 20] = [
    ("Dancer", "survey/webpbn-00001.nin"),
    ("Cat", "survey/webpbn-00006.nin"),
    ("Skid", "survey/webpbn-00021.nin"),
    ("Bucks", "survey/webpbn-00027.nin"),
    ("Edge", "survey/webpbn-00023.nin"),
    ("Knot", "survey/webpbn-00016.nin"),
    ("Swing", "survey/webpbn-00529.nin"),
    ("Mum", "survey/webpbn-00065.nin"),
    ("Merka", "survey/webpbn-01611.nin"),
    ("Petro", "survey/webpbn-00436.nin"),
    ("Light", "survey/webpbn-00803.nin"),
    ("Forever", "survey/webpbn-06574.nin"),
    ("9-Dom", "generated/dom/dom-09.nin"),
    ("dom-10", "generated/dom/dom-10.nin"),
    ("dom-12", "generated/dom/dom-12.nin"),
    ("dom-14", "generated/dom/dom-14.nin"),
    ("dom-16", "generated/dom/dom-16.nin"),
    ("Knotty", "survey/knotty.nin"),
    ("Faase", "survey/faase.nin"),
    ("gramcracker-08", "gramcracker/example_08.txt"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let seconds = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let names = arguments.get(1..).unwrap_or_default();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| name.contains(wanted.as_str()));
    println!("| set | boards | unique | multiple | impossible | unknown | mean µs | most ms |");
    println!("|---|---|---|---|---|---|---|---|");
    if is_wanted("janko") {
        set("janko", janko(), 2, seconds);
    }
    for name in ["rand25_d50", "rand30_d50", "rand50_d50"] {
        if is_wanted(name) {
            set(name, batch(&format!("nonogram/generated/{name}.txt.gz"), 1), 2, seconds);
        }
    }
    for name in ["taai2011", "tcga2023", "icga2017"] {
        if is_wanted(name) {
            let boards = batch(&format!("nonogram/tournament/{name}.txt.gz"), 10);
            set(&format!("{name}, every tenth, first solution"), boards, 1, seconds);
        }
    }
    println!("\n| board | verdict | CPU s | nodes | lines | MB |\n|---|---|---|---|---|---|");
    for (name, path) in BOARDS {
        if is_wanted(name) {
            board(name, path, seconds);
        }
    }
    if is_wanted("expected") {
        expected(seconds);
    }
}

/// Solves one board, as often as fits into a tenth of a second, and prints a line of the table with the least time.
fn board(name: &str, path: &str, seconds: f64) -> String {
    // A name behind '#' is one board of several in a file.
    let (file, title) = path.split_once('#').unwrap_or((path, ""));
    let mut text = collection(&format!("nonogram/{file}"));
    if !title.is_empty() {
        let boards = text.split("GRID ").find(|board| board.lines().next() == Some(title));
        text = format!("GRID {}", boards.unwrap_or_else(|| panic!("{path}")));
    }
    let puzzle = read_one(Source::new(file, text, 1));
    let mut outcome = puzzle.solve(&ask(2, seconds));
    assert!(outcome.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()), "{name}");
    let mut spent = outcome.cpu;
    while spent < Duration::from_millis(100) {
        let again = puzzle.solve(&ask(2, seconds));
        spent += again.cpu.max(Duration::from_micros(10));
        outcome.cpu = outcome.cpu.min(again.cpu);
    }
    let (word, cpu, counters) = (outcome.verdict.word(), outcome.cpu.as_secs_f64(), outcome.counters);
    let megabytes = counters.peak_bytes as f64 / 1e6;
    println!("| {name} | {word} | {cpu:.6} | {} | {} | {megabytes:.1} |", counters.nodes, counters.propagations);
    word.to_owned()
}

/// Solves every board whose verdict is known, and says which differ.
fn expected(seconds: f64) {
    let list = collection("nonogram/expected.csv");
    let mut wrong = Vec::new();
    for line in list.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let word = board(fields[0], fields[0], seconds);
        let known = match fields[4] {
            "UNIQUE" => "unique",
            "MULTIPLE" => "multiple",
            _ => "impossible",
        };
        if word != known {
            wrong.push(format!("{}: {word}, known to be {known}", fields[0]));
        }
    }
    println!("\n{} verdicts differ: {wrong:#?}", wrong.len());
}

fn ask(solutions: usize, seconds: f64) -> Ask {
    Ask { solutions, budget: Budget::seconds(seconds), ..Ask::default() }
}

fn read_one(source: Source) -> Box<dyn Puzzle> {
    read::puzzle(&source, &Hints::default()).unwrap_or_else(|error| panic!("{error}"))
}

/// Solves every board of a set once and prints a line of the table.
fn set(name: &str, boards: Vec<Box<dyn Puzzle>>, solutions: usize, seconds: f64) {
    let (mut total, mut most) = (Duration::ZERO, Duration::ZERO);
    let mut counts = [0; 4];
    for puzzle in &boards {
        let outcome = puzzle.solve(&ask(solutions, seconds));
        assert!(outcome.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()), "{name}");
        let word = outcome.verdict.word();
        counts[["unique", "multiple", "impossible", "unknown"].iter().position(|known| *known == word).unwrap_or(3)] +=
            1;
        total += outcome.cpu;
        most = most.max(outcome.cpu);
    }
    let mean = total.as_secs_f64() * 1e6 / boards.len().max(1) as f64;
    let [unique, multiple, impossible, unknown] = counts;
    let (count, most) = (boards.len(), most.as_secs_f64() * 1e3);
    println!("| {name} | {count} | {unique} | {multiple} | {impossible} | {unknown} | {mean:.1} | {most:.1} |");
}

/// The boards of a batch in tournament form, one in `step`.
fn batch(path: &str, step: usize) -> Vec<Box<dyn Puzzle>> {
    let text = collection(path);
    let boards = text.split('$').skip(1).step_by(step);
    boards.map(|board| read_one(Source::from_text(format!("${board}")))).collect()
}

/// Real puzzles: "h w", then the clues of the columns, then those of the rows.
fn janko() -> Vec<Box<dyn Puzzle>> {
    let data: Value = serde_json::from_str(&collection("nonogram/janko/Nonogram_dataset.json.gz")).expect("JSON");
    let records = data["data"].as_object().expect("records");
    let read = |record: &Value| {
        let mut lines = record["problem"].as_str().expect("text").lines();
        let size: Vec<usize> =
            lines.next().expect("size").split(' ').map(|word| word.parse().expect("number")).collect();
        let clue = |line: &str| line.split(' ').filter_map(|word| word.parse().ok()).collect::<Vec<u32>>();
        let clues: Vec<Vec<u32>> = lines.map(clue).collect();
        let (columns, rows) = clues.split_at(size[1]);
        read_one(Source::from_text(json!({"family": "nonogram", "rows": rows, "columns": columns}).to_string()))
    };
    records.values().map(read).collect()
}
