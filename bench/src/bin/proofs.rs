//! How long certificates are, and how long it takes to find and to check them.
//!
//! ```text
//! cargo run --release --bin proofs -- [--veripb PROGRAM] [--limit SECONDS] [--no-log] [--each] [--searched] FILE…
//! ```
//!
//! Each file may hold puzzles of any family in any notation. Times are CPU times of one thread: solving without and with a
//! log of what is learned, and *prove*, what a certificate takes after that. With `--no-log` every proof is found again,
//! without a log; with `--each` every puzzle gets a line of its own; with
//! `--searched` only puzzles count that have one solution or none and that the engine learned something for. With VeriPB, proofs for it are written and checked as well (claims that it has a
//! conclusion for: the only solution, or none); its time is wall-clock time, with the start of the program.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use quandary::read::split::Splitter;
use quandary::{Ask, Budget, Puzzle, Verdict};
use quandary_check::{Limits, Literal, check_certificate};
use quandary_core::verdict::CellLiteral;
use quandary_prove::{Finding, NotProved, certify, veripb};

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

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut program, mut limit, mut files, mut logs, mut each, mut searched) =
        (None, 600.0, Vec::new(), true, false, false);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--veripb" => program = arguments.next(),
            "--limit" => limit = arguments.next().and_then(|seconds| seconds.parse().ok()).unwrap_or(limit),
            "--no-log" => logs = false,
            "--each" => each = true,
            "--searched" => searched = true,
            _ => files.push(argument),
        }
    }
    println!("{}\n", quandary_bench::conditions());
    println!(
        "| file | puzzles | certified | solve ms mean / most | with log ms mean / most | bytes mean / most | prove ms mean / most | check ms mean / most | VeriPB bytes mean / most | VeriPB s mean / most |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for file in &files {
        let set = measure(Path::new(file), program.as_deref(), limit, [logs, each, searched]);
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

fn measure(file: &Path, program: Option<&str>, limit: f64, [logs, each, searched]: [bool; 3]) -> Set {
    let mut set = Set::default();
    let opened = std::fs::File::open(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let pieces = Splitter::new(std::io::BufReader::new(opened), &*file.to_string_lossy(), quandary::hints());
    for source in pieces.flatten().flatten() {
        let place = format!("line {}", source.first_line);
        let Ok(puzzle) = Puzzle::read_source(source, &quandary::hints()) else {
            set.not.push(format!("{place}: unreadable"));
            continue;
        };
        let json = puzzle.write("json").unwrap_or_default();
        let solve = |log: bool| {
            let start = ThreadTime::now();
            let outcome = puzzle.board().solve(&Ask { log, budget: Budget::seconds(limit), ..Ask::default() });
            (outcome, start.elapsed().as_secs_f64())
        };
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
        if searched && (learned.is_empty() || matches!(finding, Finding::Several(_))) {
            set.solve.pop();
            set.log.pop();
            continue;
        }
        set.puzzles += 1;
        let end = Instant::now() + Duration::from_secs_f64(limit);
        let stop = || Instant::now() > end;
        let start = ThreadTime::now();
        match certify(&json, &finding, &learned, &stop) {
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
            }
            Err(why) => set.not.push(format!("{place}: {why}")),
        }
        if let Some(program) = program
            && let Err(why) = with_veripb(program, &json, &finding, &stop, &mut set)
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
    stop: &dyn Fn() -> bool,
    set: &mut Set,
) -> Result<(), String> {
    let Some(files) = veripb(json, finding, stop).map_err(|why: NotProved| why.to_string())? else { return Ok(()) };
    let folder = std::env::temp_dir();
    let paths = ["opb", "pbp"].map(|ending| folder.join(format!("quandary-{}.{ending}", std::process::id())));
    for (path, text) in paths.iter().zip([&files.formula, &files.proof]) {
        std::fs::write(path, text).map_err(|error| error.to_string())?;
    }
    let start = Instant::now();
    let output = Command::new(program).args(&paths).output().map_err(|error| error.to_string())?;
    set.veripb_time.push(start.elapsed().as_secs_f64());
    set.veripb_bytes.push(files.proof.len() as f64);
    paths.iter().for_each(|path| drop(std::fs::remove_file(path)));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.lines().any(|line| line == files.verdict) { Ok(()) } else { Err(text) }
}

fn finding(puzzle: &Puzzle, outcome: &quandary::Outcome) -> Option<Finding> {
    let board = puzzle.board();
    let solution = |index: usize| Some(board.solution_json(outcome.solutions.get(index)?).to_string());
    Some(match &outcome.verdict {
        Verdict::Unique => Finding::Unique(solution(0)?),
        Verdict::Impossible(_) if board.moves().is_some() => Finding::Unsolvable,
        Verdict::Impossible(_) => Finding::Impossible,
        Verdict::Multiple => Finding::Several(vec![solution(0)?, solution(1)?]),
        Verdict::Optimal => {
            let plan = outcome.solutions.first()?.plan()?;
            Finding::Optimal(plan.moves.iter().map(|step| [step.from, step.to].map(|at| usize::from(at) + 1)).collect())
        }
        _ => return None,
    })
}
