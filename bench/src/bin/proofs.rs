//! How long certificates are, and how long it takes to find and to check them.
//!
//! ```text
//! cargo run --release --bin proofs -- [OPTION…] FILE…
//! ```
//!
//! Each file (of the collections, or anywhere) may hold puzzles of any family in any notation, and may be packed (`.gz`). Times are
//! CPU times: solving without and with a log of what is learned, *prove*, what a certificate takes after that, and *check*.
//!
//! * `--veripb PROGRAM` writes proofs for VeriPB as well, and has them checked (claims that it has a conclusion for: the only
//!   solution, or none); its CPU time includes the start of the program.
//! * `--limit SECONDS` is for each puzzle and step (600).
//! * `--no-log` has every proof found again, without a log.
//! * `--logging N` solves N times by turns without and with a log (with `--no-log`: only without), keeps the least of each time, and
//!   proves nothing.
//! * `--count` certifies the exact number of solutions.
//! * `--each` prints a line for each puzzle.
//! * `--sample N` takes every Nth puzzle, `--at-most N` the first N (after all other choices).
//! * `--searched` takes only puzzles for which the solver meets a dead end, and which do not have several solutions.
//! * `--exchange` exchanges two neighbouring blocks of a row of each Nonogram. This mostly makes it impossible, and often takes
//!   search to see.

use std::io::Read;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use nix::sys::resource::{UsageWho, getrusage};
use quandary::read::split::Splitter;
use quandary::{Ask, Budget, Puzzle, Verdict};
use quandary_check::{Limits, Literal, check_certificate};
use quandary_core::verdict::CellLiteral;
use quandary_prove::{Finding, NotProved, certify, veripb};

/// No certificate lists more solutions.
const MOST_LISTED: usize = 10_000;

/// What came of a file.
#[derive(Default)]
struct Set {
    puzzles: usize,
    certified: usize,
    not: Vec<String>,
    solve: Vec<f64>,
    log: Vec<f64>,
    bytes: Vec<f64>,
    prove: Vec<f64>,
    check: Vec<f64>,
    veripb_bytes: Vec<f64>,
    veripb_time: Vec<f64>,
}

/// What is measured.
struct Options {
    program: Option<String>,
    limit: f64,
    logs: bool,
    logging: usize,
    count: bool,
    each: bool,
    searched: bool,
    exchange: bool,
    sample: usize,
    at_most: usize,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut options, mut files) = (
        Options {
            program: None,
            limit: 600.0,
            logs: true,
            logging: 0,
            count: false,
            each: false,
            searched: false,
            exchange: false,
            sample: 1,
            at_most: usize::MAX,
        },
        Vec::new(),
    );
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|number| number.parse::<f64>().ok()).expect("a number");
        match argument.as_str() {
            "--limit" => options.limit = number(),
            "--sample" => options.sample = number() as usize,
            "--logging" => options.logging = number() as usize,
            "--at-most" => options.at_most = number() as usize,
            "--veripb" => options.program = arguments.next(),
            "--no-log" => options.logs = false,
            "--count" => options.count = true,
            "--each" => options.each = true,
            "--searched" => options.searched = true,
            "--exchange" => options.exchange = true,
            _ => files.push(argument),
        }
    }
    println!("{}\n", quandary_bench::conditions());
    println!(
        "| file | puzzles | certified | solve ms mean / most | with log ms mean / most | bytes mean / most | prove ms mean / most | check ms mean / most | VeriPB bytes mean / most | VeriPB s mean / most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for file in &files {
        let set = measure(file, &options);
        let cells = [
            shown(&set.solve, 1e3, 2),
            shown(&set.log, 1e3, 2),
            shown(&set.bytes, 1.0, 1),
            shown(&set.prove, 1e3, 2),
            shown(&set.check, 1e3, 2),
            shown(&set.veripb_bytes, 1.0, 0),
            shown(&set.veripb_time, 1.0, 3),
        ];
        let name = Path::new(file).file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        println!("| {name} | {} | {} | {} |", set.puzzles, set.certified, cells.join(" | "));
        set.not.iter().for_each(|why| eprintln!("{file}: {why}"));
    }
}

fn shown(numbers: &[f64], times: f64, digits: usize) -> String {
    if numbers.is_empty() {
        return "–".to_owned();
    }
    let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
    let most = numbers.iter().copied().fold(0.0, f64::max);
    format!("{:.digits$} / {:.digits$}", mean * times, most * times)
}

/// The bytes of a file, unpacked.
fn unpacked(file: &str) -> Vec<u8> {
    if !Path::new(file).exists() {
        return quandary_bench::collection(file).into_bytes();
    }
    let packed = std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let mut bytes = Vec::new();
    if file.ends_with(".gz") && flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).is_ok() {
        return bytes;
    }
    packed
}

/// A Nonogram of which two neighbouring blocks of a row, which differ, are exchanged.
fn exchanged(puzzle: &Puzzle) -> Option<Puzzle> {
    let mut json: serde_json::Value = serde_json::from_str(&puzzle.write("json").ok()?).ok()?;
    for row in json["rows"].as_array_mut()? {
        let blocks = row.as_array_mut()?;
        if let Some(at) = (1..blocks.len()).find(|&at| blocks[at - 1] != blocks[at]) {
            blocks.swap(at - 1, at);
            return Puzzle::read(json.to_string()).ok();
        }
    }
    None
}

fn measure(file: &str, options: &Options) -> Set {
    let Options { program, limit, logs, count, each, searched, .. } = options;
    let (limit, logs, count, each, searched) = (*limit, *logs, *count, *each, *searched);
    let mut set = Set::default();
    let bytes = unpacked(file);
    let pieces = Splitter::new(&bytes[..], file, quandary::hints());
    for source in pieces.flatten().flatten().step_by(options.sample) {
        if set.puzzles == options.at_most {
            break;
        }
        let place = format!("line {}", source.first_line);
        let Ok(mut puzzle) = Puzzle::read_source(source, &quandary::hints()) else {
            set.not.push(format!("{place}: unreadable"));
            continue;
        };
        if options.exchange {
            let Some(other) = exchanged(&puzzle) else { continue };
            puzzle = other;
        }
        let json = puzzle.write("json").unwrap_or_default();
        let solve = |log: bool| {
            let start = ThreadTime::now();
            let budget = Budget { memory: 4 << 30, ..Budget::seconds(limit) };
            let solutions = if count { MOST_LISTED } else { 2 };
            let outcome = puzzle.board().solve(&Ask { log: log && !count, count, solutions, budget, ..Ask::default() });
            (outcome, start.elapsed().as_secs_f64())
        };
        if options.logging > 0 {
            let (mut without, mut with) = (f64::INFINITY, f64::INFINITY);
            for _ in 0..options.logging {
                without = without.min(solve(false).1);
                with = if logs { with.min(solve(true).1) } else { with };
            }
            set.puzzles += 1;
            set.solve.push(without);
            set.log.push(with);
            if each {
                println!("{place}: ms {:.2} {:.2}", without * 1e3, with * 1e3);
            }
            continue;
        }
        let (mut outcome, time) = solve(false);
        set.solve.push(time);
        if logs {
            let (logged, time) = solve(true);
            set.log.push(time);
            outcome = logged;
        }
        let learned: Vec<Vec<Literal>> =
            outcome.learned.iter().map(|clause| clause.iter().map(literal).collect()).collect();
        let Some(finding) = finding(&puzzle, &outcome) else {
            set.puzzles += 1;
            set.not.push(format!("{place}: {}", outcome.verdict.word()));
            continue;
        };
        if searched && (outcome.counters.backtracks == 0 || matches!(finding, Finding::Several(_))) {
            set.solve.pop();
            set.log.pop();
            continue;
        }
        set.puzzles += 1;
        let end = Instant::now() + Duration::from_secs_f64(limit);
        let stop = || Instant::now() > end;
        let start = ThreadTime::now();
        let limits = Limits { memory: 4 << 30, stop: &stop, ..Limits::default() };
        let mut found = None;
        match certify(&json, &finding, &learned, &limits) {
            Ok(record) => {
                set.prove.push(start.elapsed().as_secs_f64());
                let start = ThreadTime::now();
                match check_certificate(&json, &record, &Limits::default()) {
                    Ok(_) => set.certified += 1,
                    Err(failure) => set.not.push(format!("{place}: {failure}")),
                }
                set.check.push(start.elapsed().as_secs_f64());
                set.bytes.push(record.len() as f64);
                if each {
                    let last = |numbers: &[f64]| numbers.last().copied().unwrap_or(0.0) * 1e3;
                    let times =
                        [&set.solve, &set.log, &set.prove, &set.check].map(|numbers| format!("{:.2}", last(numbers)));
                    println!("{place}: {} learned, {} bytes, ms {}", learned.len(), record.len(), times.join(" "));
                }
                found = Some(record);
            }
            Err(why) => set.not.push(format!("{place}: {why}")),
        }
        if let Some(program) = program.as_deref()
            && let Err(why) = with_veripb(program, &json, &finding, found.as_deref(), &limits, &mut set)
        {
            set.not.push(format!("{place}: VeriPB: {why}"));
        }
    }
    set
}

fn literal(literal: &CellLiteral) -> Literal {
    Literal { variable: literal.cell as usize, value: literal.value.into(), is: literal.is }
}

fn with_veripb(
    program: &str,
    json: &str,
    finding: &Finding,
    certificate: Option<&[u8]>,
    limits: &Limits<'_>,
    set: &mut Set,
) -> Result<(), String> {
    let Some(files) = veripb(json, finding, certificate, limits).map_err(|why: NotProved| why.to_string())? else {
        return Ok(());
    };
    let folder = std::env::temp_dir();
    let paths = ["opb", "pbp"].map(|ending| folder.join(format!("quandary-{}.{ending}", std::process::id())));
    for (path, text) in paths.iter().zip([&files.formula, &files.proof]) {
        std::fs::write(path, text).map_err(|error| error.to_string())?;
    }
    let start = time_of_children();
    let output = Command::new(program).args(&paths).output().map_err(|error| error.to_string())?;
    set.veripb_time.push(time_of_children() - start);
    set.veripb_bytes.push(files.proof.len() as f64);
    paths.iter().for_each(|path| drop(std::fs::remove_file(path)));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.lines().any(|line| line == files.verdict) { Ok(()) } else { Err(text) }
}

/// CPU seconds of all programs that were run so far.
fn time_of_children() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("times are counted");
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

fn finding(puzzle: &Puzzle, outcome: &quandary::Outcome) -> Option<Finding> {
    let board = puzzle.board();
    let solution = |index: usize| Some(board.solution_json(outcome.solutions.get(index)?).to_string());
    Some(match &outcome.verdict {
        Verdict::Unique => Finding::Unique(solution(0)?),
        Verdict::Impossible(_) if board.moves().is_some() => Finding::Unsolvable,
        Verdict::Impossible(_) => Finding::Impossible,
        Verdict::Multiple if outcome.count_is_exact && outcome.solution_count == outcome.solutions.len() as u64 => {
            Finding::Exactly((0..outcome.solutions.len()).map(solution).collect::<Option<_>>()?)
        }
        Verdict::Multiple => Finding::Several(vec![solution(0)?, solution(1)?]),
        Verdict::Optimal => {
            let plan = outcome.solutions.first()?.plan()?;
            Finding::Optimal(plan.moves.iter().map(|step| [step.from, step.to].map(|at| usize::from(at) + 1)).collect())
        }
        _ => return None,
    })
}
