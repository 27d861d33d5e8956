//! Nonogram: collections and single boards, one thread, solving and proving uniqueness unless said otherwise.
//!
//! `cargo run --release --bin nonogram [SECONDS] [NAME…]` in `bench/`; SECONDS (default 60) is the limit for a single
//! board, and of many names only sets and boards that contain one of them are run. `expected` compares the verdicts of a
//! whole collection with the known ones, `whole` runs tournament sets with all their boards instead of every tenth.
//!
//! `cargo run --release --bin nonogram peers [PICTURE.svg]` runs the boards beside the `nonogrid` crate in its strongest
//! form, with its SAT solver: board by board, one after the other, so that a busy machine is busy for both.

use std::time::Duration;

use cpu_time::ThreadTime;
use nonogrid::{BinaryBlock, Board, Description, FullProbe, LineSolver, RcBoard};
use quandary::read::{self, Source};
use quandary::scene::chart::{self, Chart, Measure, Row, Unit};
use quandary::{Ask, Budget};
use quandary_bench::collection;
use quandary_core::Puzzle;
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
    if arguments.first().is_some_and(|first| first == "peers") {
        return peers(arguments.get(1).map(String::as_str));
    }
    let seconds = arguments.first().and_then(|text| text.parse().ok()).unwrap_or(60.0);
    let names = arguments.get(1..).unwrap_or_default();
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| name.contains(wanted.as_str()));
    println!("| set | boards | solved | unique | multiple | mean µs | most ms |");
    println!("|---|---|---|---|---|---|---|");
    if is_wanted("janko") {
        set("janko", janko(), 2, seconds);
    }
    for name in ["rand25_d50", "rand30_d50", "rand50_d50"] {
        if is_wanted(name) {
            set(name, batch(&format!("nonogram/generated/{name}.txt.gz"), 1), 2, seconds);
        }
    }
    let is_whole = names.iter().any(|name| name == "whole");
    for name in ["taai2011", "tcga2023", "icga2017"] {
        if is_wanted(name) {
            let (step, which) = if is_whole { (1, "all") } else { (10, "every tenth") };
            let boards = batch(&format!("nonogram/tournament/{name}.txt.gz"), step);
            set(&format!("{name}, {which}, first solution"), boards, 1, seconds);
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
        let board = boards.unwrap_or_else(|| panic!("{path}"));
        text = format!("GRID {}", board.split("\n\n#").next().unwrap_or(board));
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
    read::puzzle(&source, &quandary::hints()).unwrap_or_else(|error| panic!("{error}"))
}

/// Solves every board of a set once and prints a line of the table.
fn set(name: &str, boards: Vec<Box<dyn Puzzle>>, solutions: usize, seconds: f64) {
    let (mut total, mut most) = (Duration::ZERO, Duration::ZERO);
    let [mut solved, mut unique, mut multiple] = [0; 3];
    for puzzle in &boards {
        let outcome = puzzle.solve(&ask(solutions, seconds));
        assert!(outcome.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()), "{name}");
        solved += usize::from(!outcome.solutions.is_empty());
        unique += usize::from(outcome.verdict.word() == "unique");
        multiple += usize::from(outcome.verdict.word() == "multiple");
        total += outcome.cpu;
        most = most.max(outcome.cpu);
    }
    let mean = total.as_secs_f64() * 1e6 / boards.len().max(1) as f64;
    let (count, most) = (boards.len(), most.as_secs_f64() * 1e3);
    println!("| {name} | {count} | {solved} | {unique} | {multiple} | {mean:.1} | {most:.1} |");
}

/// The clues of a board: rows, then columns.
struct Clues(Vec<Vec<usize>>, Vec<Vec<usize>>);

impl Clues {
    /// From lines of numbers, 0 for an empty line: so many rows or columns come first.
    fn new<'a>(lines: impl Iterator<Item = &'a str>, first: usize, rows_first: bool) -> Self {
        let clue = |line: &str| {
            line.split_whitespace().filter_map(|word| word.parse().ok()).filter(|&size| size > 0).collect()
        };
        let mut clues: Vec<Vec<usize>> = lines.map(clue).collect();
        let rest = clues.split_off(first);
        if rows_first { Clues(clues, rest) } else { Clues(rest, clues) }
    }

    /// Of a .nin file: "width height", rows, columns.
    fn of_nin(path: &str) -> Self {
        let text = collection(&format!("nonogram/{path}"));
        let mut lines = text.lines();
        let size: Vec<usize> =
            lines.next().expect("size").split_whitespace().map(|word| word.parse().expect("number")).collect();
        Clues::new(lines.take(size[0] + size[1]), size[1], true)
    }

    fn puzzle(&self) -> Box<dyn Puzzle> {
        let Clues(rows, columns) = self;
        read_one(Source::from_text(json!({"family": "nonogram", "rows": rows, "columns": columns}).to_string()))
    }

    fn board(&self) -> Board<BinaryBlock> {
        let side = |clues: &[Vec<usize>]| {
            clues.iter().map(|clue| Description::new(clue.iter().map(|&size| BinaryBlock(size)).collect())).collect()
        };
        Board::with_descriptions_and_palette(side(&self.0), side(&self.1), None)
    }
}

/// Seconds of CPU time, and how many solutions there are up to two.
type Run = (f64, usize);

fn ours(clues: &Clues) -> Run {
    let puzzle = clues.puzzle();
    let start = ThreadTime::now();
    let outcome = puzzle.solve(&Ask::default());
    (start.elapsed().as_secs_f64(), outcome.solutions.len())
}

/// The `nonogrid` crate: lines, probing, then its SAT solver.
fn theirs(clues: &Clues) -> Run {
    let board = RcBoard::new(clues.board());
    let start = ThreadTime::now();
    let found = match nonogrid::solve::<BinaryBlock, LineSolver<_>, FullProbe<_>>(board, Some(2)) {
        Ok(None) => 1,
        Ok(Some(solutions)) => solutions.count(),
        Err(_) => 0,
    };
    (start.elapsed().as_secs_f64(), found)
}

/// Named boards and sets beside `nonogrid`; the least of three runs where they are short.
fn peers(picture: Option<&str>) {
    let mut sets: Vec<(String, Vec<Clues>)> = Vec::new();
    for (name, path) in BOARDS.into_iter().filter(|(_, path)| path.ends_with(".nin")) {
        // Beyond these it takes minutes, and it has no limit of time.
        if !["dom-10", "dom-12", "dom-14", "dom-16", "Knotty", "Faase"].contains(&name) {
            sets.push((name.to_owned(), vec![Clues::of_nin(path)]));
        }
    }
    sets.push(("janko, every tenth".to_owned(), janko_clues().into_iter().step_by(10).collect()));
    for name in ["rand25_d50", "rand30_d50"] {
        let boards = batch_clues(&format!("nonogram/generated/{name}.txt.gz")).into_iter().step_by(5).collect();
        sets.push((format!("{name}, every fifth"), boards));
    }
    println!("| board or set | boards | Quandary, ms each | nonogrid + SAT, ms each | ratio |\n|---|---|---|---|---|");
    let (mut measures, mut times) = (Vec::new(), [Vec::new(), Vec::new()]);
    for (name, boards) in sets {
        let (mut our_time, mut their_time) = (0.0, 0.0);
        for clues in &boards {
            let (mut our_least, mut their_least) = (f64::MAX, f64::MAX);
            for _ in 0..3 {
                let ((our_run, our_count), (their_run, their_count)) = (ours(clues), theirs(clues));
                assert_eq!(our_count, their_count, "{name}");
                (our_least, their_least) = (our_least.min(our_run), their_least.min(their_run));
                if their_run > 0.1 {
                    break;
                }
            }
            our_time += our_least;
            their_time += their_least;
        }
        let count = boards.len() as f64;
        let (our_mean, their_mean) = (our_time / count, their_time / count);
        println!(
            "| {name} | {count} | {:.3} | {:.3} | {:.0} |",
            our_mean * 1e3,
            their_mean * 1e3,
            their_mean / our_mean
        );
        // One measure per board, so that the two bars of a board have one scale.
        measures.push(Measure { name, unit: Unit::Seconds });
        times[0].push(Some(our_mean));
        times[1].push(Some(their_mean));
    }
    if let Some(path) = picture {
        let names = ["Quandary", "nonogrid + SAT"];
        let row = |(name, values): (&str, Vec<_>)| Row { name: name.to_owned(), values, stopped: None };
        let chart = Chart {
            title: "Nonogram: solve and prove unique, CPU time of a board".to_owned(),
            measures,
            rows: names.into_iter().zip(times).map(row).collect(),
            captions: vec![
                "Board by board in turn, one thread, the least of three runs where they are short.".to_owned(),
            ],
        };
        std::fs::write(path, chart::render(&chart)).expect("a file that can be written");
    }
}

/// The boards of a batch in tournament form, one in `step`.
fn batch(path: &str, step: usize) -> Vec<Box<dyn Puzzle>> {
    let text = collection(path);
    let boards = text.split('$').skip(1).step_by(step);
    boards.map(|board| read_one(Source::from_text(format!("${board}")))).collect()
}

/// The clues of a batch in tournament form, square boards: a number, columns, rows.
fn batch_clues(path: &str) -> Vec<Clues> {
    let text = collection(path);
    let clues = |board: &str| {
        let side = board.trim_end_matches('\n').lines().count() / 2;
        Clues::new(board.lines().skip(1).take(2 * side), side, false)
    };
    text.split('$').skip(1).map(clues).collect()
}

/// Real puzzles.
fn janko() -> Vec<Box<dyn Puzzle>> {
    janko_clues().iter().map(Clues::puzzle).collect()
}

/// Their clues: "h w", then the columns, then the rows.
fn janko_clues() -> Vec<Clues> {
    let data: Value = serde_json::from_str(&collection("nonogram/janko/Nonogram_dataset.json.gz")).expect("JSON");
    let records = data["data"].as_object().expect("records");
    let read = |record: &Value| {
        let mut lines = record["problem"].as_str().expect("text").lines();
        let size: Vec<usize> =
            lines.next().expect("size").split(' ').map(|word| word.parse().expect("number")).collect();
        Clues::new(lines, size[1], false)
    };
    records.values().map(read).collect()
}
