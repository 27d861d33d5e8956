//! From file to file: what a user of the command gets, beside the plainest programs around the `sudoku` and `nonogrid` crates and
//! beside qqwing.
//!
//! ```text
//! cargo build --release -p quandary-cli && cd bench && cargo run --release --bin pipe -- --write
//! ```
//!
//! CPU time of the whole process (user and system), the least of several runs, divided by the number of puzzles: starting up,
//! reading, solving, verifying and writing are all in it. Output goes to a file. `QUANDARY_BIN` names another program to measure.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use nix::sys::resource::{UsageWho, getrusage};
use nonogrid::{BinaryBlock, BinaryColor, Board, Description, FullProbe, LineSolver, RcBoard};
use quandary::api::{Solved, verify_all};
use quandary::batch::Rows;
use quandary::read::{self, Source};
use quandary::scene::chart::{Chart, Measure, Row, Unit, render};
use quandary::{Ask, Puzzle};
use quandary_bench as bench;

/// Runs of each command.
const RUNS: usize = 7;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--peer", crate_name, path] => match crate_name {
            "sudoku" => sudoku_loop(path),
            _ => nonogrid_loop(path),
        }
        .expect("the file can be read and the answers written"),
        [] => println!("{}", measured().0),
        ["--write"] => {
            let (table, chart) = measured();
            bench::note("pipe.md", &table);
            bench::draw("pipe.svg", &chart);
        }
        _ => panic!("usage: pipe [--write]"),
    }
}

/// The plainest loop around the `sudoku` crate: read a line, look for two solutions, print the only one.
fn sudoku_loop(path: &str) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in BufReader::new(File::open(path)?).lines() {
        let line = line?;
        let Ok(board) = sudoku::Sudoku::from_str_line(&line) else { continue };
        match board.solution() {
            Some(solution) => writeln!(out, "{}", solution.to_str_line())?,
            None => writeln!(out, "not unique")?,
        }
    }
    out.flush()
}

/// The same around the `nonogrid` crate with its SAT solver: clues from JSON, the picture as text.
fn nonogrid_loop(path: &str) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for line in BufReader::new(File::open(path)?).lines() {
        let clues: serde_json::Value = serde_json::from_str(&line?)?;
        let side = |side: &str| -> Vec<Description<BinaryBlock>> {
            let lines = clues[side].as_array().into_iter().flatten();
            let blocks = |line: &serde_json::Value| {
                line.as_array()
                    .into_iter()
                    .flatten()
                    .filter_map(|size| Some(BinaryBlock(size.as_u64()? as usize)))
                    .collect()
            };
            lines.map(|line| Description::new(blocks(line))).collect()
        };
        let board = RcBoard::new(Board::with_descriptions_and_palette(side("rows"), side("columns"), None));
        match nonogrid::solve::<BinaryBlock, LineSolver<_>, FullProbe<_>>(board.clone(), Some(2)) {
            Ok(None) => {
                for row in board.read().iter_rows() {
                    let cells = row.iter().map(|&cell| if cell == BinaryColor::Black { '#' } else { '.' });
                    writeln!(out, "{}", cells.collect::<String>())?;
                }
                writeln!(out)?;
            }
            _ => writeln!(out, "not unique")?,
        }
    }
    out.flush()
}

/// One file of puzzles.
struct Set {
    name: &'static str,
    path: PathBuf,
    puzzles: usize,
    /// The crate that a plain loop solves it with, if there is one.
    peer: Option<&'static str>,
}

impl Set {
    /// Whether it is lines of Sudokus.
    fn is_sudoku(&self) -> bool {
        self.peer == Some("sudoku")
    }
}

/// The files, written into a folder; those without a collection are made by the program itself.
fn sets(folder: &Path, program: &str) -> Vec<Set> {
    let lines = |name: &'static str, file: &str, text: String, peer: Option<&'static str>| {
        let path = folder.join(file);
        fs::write(&path, &text).expect("the folder can be written");
        Set { name, path, puzzles: text.lines().filter(|line| !line.is_empty()).count(), peer }
    };
    let column = |path: &str, column: usize| -> String {
        let cell = |line: &str| line.split('\t').nth(column).unwrap_or_default().to_owned() + "\n";
        bench::collection(path).lines().map(cell).collect::<String>()
    };
    let made = |args: &[&str]| -> String {
        let made =
            Command::new(program).arg("generate").args(args).args(["--seed", "15"]).output().expect("quandary runs");
        String::from_utf8(made.stdout).expect("text")
    };
    let sort = |line: &str| -> String {
        let board: serde_json::Value = serde_json::from_str(line).expect("a board");
        let bottles = serde_json::json!({ "family": "ballsort", "capacity": board["capacity"],
            "bottles": board["bottles"], "rule": "water" });
        bottles.to_string() + "\n"
    };
    vec![
        lines("Sudoku, 17 clues", "17.txt", bench::collection("sudoku/17clue_49158.txt.gz"), Some("sudoku")),
        lines(
            "Sudoku, Kaggle-like",
            "kaggle.txt",
            bench::collection("sudoku/kaggle_like_20000.txt.gz"),
            Some("sudoku"),
        ),
        lines("Aquarium 15×15, task", "aquarium.txt", column("aquarium/bench/gen_15_15.tsv", 1).repeat(500), None),
        lines(
            "Nonogram 20×20, JSON",
            "nonogram.txt",
            made(&["nonogram", "--size", "20x20", "-n", "500", "--to", "json"]).repeat(20),
            Some("nonogrid"),
        ),
        lines(
            "Water sort 12+2, letters",
            "letters.txt",
            made(&["ballsort", "--rule", "water", "--colours", "12", "-n", "500", "--to", "letters"]).repeat(20),
            None,
        ),
        lines(
            "Water sort, JSON",
            "sort.txt",
            bench::collection("ballsort/generated/core_n3-9.jsonl").lines().take(500).map(sort).collect(),
            None,
        ),
    ]
}

/// CPU and wall time of a command whose output goes to a file; the least of several runs.
fn cost(
    folder: &Path,
    program: &str,
    args: &[&str],
    input: Option<&Path>,
    runs: usize,
) -> Option<(Duration, Duration)> {
    let spent = || {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the usage of children");
        let time = |time: nix::sys::time::TimeVal| {
            Duration::from_micros(time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64)
        };
        time(usage.user_time()) + time(usage.system_time())
    };
    (0..runs)
        .map(|_| {
            let out = File::create(folder.join("out")).ok()?;
            let stdin = input.map_or_else(|| Some(Stdio::null()), |path| Some(Stdio::from(File::open(path).ok()?)))?;
            let (start, before) = (Instant::now(), spent());
            Command::new(program).args(args).stdin(stdin).stdout(out).stderr(Stdio::null()).status().ok()?;
            Some((spent() - before, start.elapsed()))
        })
        .collect::<Option<Vec<_>>>()?
        .into_iter()
        .min()
}

/// CPU time of everything but solving, in one process, where solving takes most of the time and a difference would drown in its
/// noise: reading a line, verifying an answer that is there already, and writing it as JSON.
fn besides(set: &Set) -> Option<Duration> {
    if set.is_sudoku() {
        return None;
    }
    let text = fs::read_to_string(&set.path).expect("the file");
    let (hints, ask, name) = (quandary::hints(), Ask::default(), Arc::<str>::from(set.name));
    let lines: Vec<&str> = text.lines().filter(|line| !line.is_empty()).take(MOST_BESIDES).collect();
    let kind = read::detect(&Source::from_text(lines[0]), &hints).ok();
    let read = |(at, line): (usize, &&str)| {
        let source = Source::from_bytes(name.clone(), line.as_bytes().to_vec(), at + 1).expect("a text");
        let board = read::puzzle_like(&source, kind, &hints).expect("a puzzle");
        Puzzle::new(board, source, hints.clone())
    };
    let outcomes: Vec<_> = lines.iter().enumerate().map(|line| read(line).board().solve(&ask.begin())).collect();
    let mut answers = Vec::new();
    let time = bench::least_time(RUNS, || {
        answers.clear();
        for (line, outcome) in lines.iter().enumerate().zip(&outcomes) {
            let puzzle = read(line);
            verify_all(puzzle.board(), puzzle.source(), outcome).expect("a right answer");
            let answer = Solved::new(&puzzle, outcome.clone(), &ask);
            serde_json::to_writer(&mut answers, &answer).expect("an answer as JSON");
        }
    });
    Some(time / lines.len() as u32)
}

/// How many lines of a set are measured in one process.
const MOST_BESIDES: usize = 2000;

/// CPU time of solving alone, everything read before, for lines of Sudokus.
fn solving(set: &Set) -> Duration {
    let text = fs::read_to_string(&set.path).expect("the file");
    let family = quandary::family("sudoku").expect("the family");
    let mut solver = family.line_solver("line").expect("an engine for lines");
    let mut rows = Rows::default();
    text.lines().for_each(|line| assert!(solver.take(line.as_bytes()), "{line}"));
    let start = ThreadTime::now();
    solver.solve(&Ask::default(), &mut rows);
    start.elapsed()
}

/// How long a program waits for its answer that writes one line at a time and reads the answer before it goes on: the median
/// and the longest of a thousand times.
fn answer_times(program: &str, set: &Set) -> (Duration, Duration) {
    let text = fs::read_to_string(&set.path).expect("the file");
    let mut child = Command::new(program)
        .args(["solve", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("quandary runs");
    let mut questions = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut answer = String::new();
    let mut times: Vec<Duration> = text
        .lines()
        .cycle()
        .take(1000)
        .map(|line| {
            let start = Instant::now();
            writeln!(questions, "{line}").expect("it is read");
            answer.clear();
            answers.read_line(&mut answer).expect("an answer");
            assert!(answer.contains("\"unique\""), "{answer}");
            start.elapsed()
        })
        .collect();
    drop(questions);
    child.wait().expect("it ends");
    // The first answer waits for the program to start.
    times.remove(0);
    times.sort_unstable();
    (times[times.len() / 2], times[times.len() - 1])
}

/// How much faster two threads are than one, by the clock on the wall, on a file that takes at least a second.
fn speedup(folder: &Path, program: &str, set: &Set, one: Duration) -> f64 {
    let repeats = (1.5 / one.as_secs_f64()).ceil() as usize;
    let (path, text) = (folder.join("long"), fs::read(&set.path).expect("the file"));
    fs::write(&path, text.repeat(repeats)).expect("the folder can be written");
    let path = path.display().to_string();
    let wall = |threads: &str| {
        let args = ["solve", "--output", "plain", "--threads", threads, &path];
        let runs = (0..3).map(|_| cost(folder, program, &args, None, 1).expect("quandary runs").1);
        runs.min().expect("three runs").as_secs_f64()
    };
    wall("1") / wall("2")
}

/// The table and the chart.
fn measured() -> (String, String) {
    let folder = std::env::temp_dir().join(format!("quandary-pipe-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the files");
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/release/quandary");
    let program = std::env::var("QUANDARY_BIN").unwrap_or_else(|_| default.display().to_string());
    let own = std::env::current_exe().expect("this program").display().to_string();
    let mut text = format!("{}; the least of {RUNS} runs\n\n", bench::conditions());
    text += "| set | plain, µs | JSON, µs | JSON without solving, µs | convert, µs | two threads, wall | loop around a crate, µs | qqwing, µs | best peer / plain |\n";
    text += "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n";
    let mut chart = Chart { title: "File to file, CPU time per puzzle".to_owned(), ..Chart::default() };
    chart.rows = ["quandary, plain", "quandary, JSON", "loop around a crate", "qqwing"]
        .map(|name| Row { name: name.to_owned(), ..Row::default() })
        .into();
    let sets = sets(&folder, &program);
    for set in &sets {
        let path = set.path.display().to_string();
        let each = |cost: Duration| cost.as_secs_f64() * 1e6 / set.puzzles as f64;
        let ours =
            |args: &[&str]| cost(&folder, &program, &[args, &[&path]].concat(), None, RUNS).expect("quandary runs");
        let plain = ours(&["solve", "--output", "plain", "--threads", "1"]);
        let json = ours(&["solve", "--json", "--threads", "1"]);
        let besides =
            besides(set).map_or_else(|| each(json.0) - each(solving(set)), |besides| besides.as_secs_f64() * 1e6);
        let convert = ours(&["convert", "--to", if set.is_sudoku() { "line" } else { "json" }, "--threads", "1"]);
        let speedup = speedup(&folder, &program, set, plain.1);
        let peer = set.peer.and_then(|name| cost(&folder, &own, &["--peer", name, &path], None, RUNS));
        let qqwing = set
            .is_sudoku()
            .then(|| cost(&folder, "qqwing", &["--solve", "--one-line"], Some(&set.path), RUNS))
            .flatten();
        if set.peer.is_some() {
            chart.measures.push(Measure { name: set.name.to_owned(), unit: Unit::Seconds });
            for (row, cost) in chart.rows.iter_mut().zip([Some(plain), Some(json), peer, qqwing]) {
                row.values.push(cost.map(|cost| cost.0.as_secs_f64() / set.puzzles as f64));
            }
        }
        let show =
            |cost: Option<(Duration, Duration)>| cost.map_or("–".to_owned(), |cost| format!("{:.2}", each(cost.0)));
        let best = [peer, qqwing].into_iter().flatten().map(|cost| cost.0).min();
        let ratio = best.map_or("–".to_owned(), |best| format!("{:.1}×", best.as_secs_f64() / plain.0.as_secs_f64()));
        let _ = writeln!(
            text,
            "| {} ({}) | {:.2} | {:.2} | {besides:.2} | {:.2} | {speedup:.2}× faster | {} | {} | {ratio} |",
            set.name,
            set.puzzles,
            each(plain.0),
            each(json.0),
            each(convert.0),
            show(peer),
            show(qqwing)
        );
    }
    let (median, longest) = answer_times(&program, &sets[0]);
    let _ = writeln!(
        text,
        "\nOne line in, one answer out, 17 clues as JSON, over pipes: the answer comes after {:.0} µs (median), {:.0} µs (longest of 1000).",
        median.as_secs_f64() * 1e6,
        longest.as_secs_f64() * 1e6
    );
    drop(fs::remove_dir_all(&folder));
    (text, render(&chart))
}
