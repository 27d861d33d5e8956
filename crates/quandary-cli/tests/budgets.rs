//! Limits hold: whatever the command, the family, the rule and the size, an answer comes within the time and the memory
//! that it was given, with what was found so far; Ctrl-C ends everything; and no text makes reading it expensive.
//!
//! Time is CPU time of the child, so that a busy machine does not matter; it is read from `/proc`, as is peak memory.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Seconds of CPU for an answer under a limit of 0.1 s, and for reading 10 MB of junk.
const CPU: f64 = 0.5;

/// Unoptimised builds do the same work more slowly: between two looks at the clock, and where text is read.
const SLACK: f64 = if cfg!(debug_assertions) { 4.0 } else { 1.0 };

/// A puzzle that is a line, and one that is a block.
const SUDOKU: &[u8] = b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
const NONOGRAM: &[u8] = b"2 2\n1\n1\n1\n1\n\n";

/// How a run went.
#[derive(Debug)]
struct Run {
    code: Option<i32>,
    cpu: f64,
    /// Peak memory, in MB.
    peak: f64,
    out: String,
    err: String,
}

/// Runs the command to its end, and measures it.
fn run(folder: &TempDir, args: &[&str]) -> Run {
    run_on(folder, args, "/dev/null")
}

/// The same with a file on standard input.
fn run_on(folder: &TempDir, args: &[&str], input: &str) -> Run {
    let (out, err) = (folder.path().join("out"), folder.path().join("err"));
    let child = start(args, input, &out, &err);
    let (code, cpu, peak) = measured(child);
    let text = |path: &PathBuf| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    Run { code, cpu, peak, out: text(&out), err: text(&err) }
}

fn start(args: &[&str], input: &str, out: &PathBuf, err: &PathBuf) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quandary"))
        .args(args)
        .stdin(fs::File::open(input).unwrap())
        .stdout(fs::File::create(out).unwrap())
        .stderr(fs::File::create(err).unwrap())
        .spawn()
        .unwrap()
}

/// Waits for a child: its exit code, its CPU seconds, and its peak memory in MB. One that has ended keeps its times until
/// somebody asks for its exit code; its peak memory never falls, so the last look at it is nearly exact.
fn measured(mut child: Child) -> (Option<i32>, f64, f64) {
    let ticks_per_second = 100.0;
    let mut peak = 0.0;
    let began = Instant::now();
    loop {
        let folder = format!("/proc/{}", child.id());
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let held = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let held = held.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
        peak = held.map_or(peak, |held| f64::max(peak, held / 1024.0));
        let stat = fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let number = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
        let cpu = (number(11) + number(12)) / ticks_per_second;
        if fields.first() == Some(&"Z") {
            return (child.wait().unwrap().code(), cpu, peak);
        }
        if cpu > 20.0 || began.elapsed() > Duration::from_secs(120) {
            child.kill().unwrap();
            child.wait().unwrap();
            return (None, cpu, peak);
        }
        sleep(Duration::from_millis(2));
    }
}

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }
}

/// A Sudoku of 25×25 with so many givens of one solution.
fn sudoku(givens: usize) -> Value {
    let digits: Vec<char> = "123456789ABCDEFGHIJKLMNOP".chars().collect();
    let mut numbers = Numbers(givens as u64);
    let mut cells: Vec<char> = vec!['.'; 625];
    for _ in 0..givens {
        let at = numbers.below(625);
        let (row, column) = (at / 25, at % 25);
        cells[at] = digits[(row * 5 + row / 5 + column) % 25];
    }
    json!({ "family": "sudoku", "box": [5, 5], "cells": cells.iter().collect::<String>() })
}

/// A random picture, so many of a hundred cells filled.
fn picture(side: usize, share: usize, colours: usize) -> Vec<Vec<usize>> {
    let mut numbers = Numbers(side as u64 + share as u64);
    let mut picture = vec![vec![0; side]; side];
    for cell in picture.iter_mut().flatten() {
        *cell = if numbers.below(100) < share { 1 + numbers.below(colours) } else { 0 };
    }
    picture
}

/// The Nonogram of that picture.
fn nonogram(side: usize, share: usize, colours: usize) -> Value {
    let picture = picture(side, share, colours);
    let clue = |cells: Vec<usize>| -> Value {
        let runs = cells.chunk_by(|one, next| one == next).filter(|run| run[0] > 0);
        runs.map(|run| if colours == 1 { json!(run.len()) } else { json!([run.len(), run[0]]) }).collect()
    };
    let rows: Vec<Value> = picture.iter().map(|row| clue(row.clone())).collect();
    let columns: Vec<Value> = (0..side).map(|column| clue(picture.iter().map(|row| row[column]).collect())).collect();
    json!({ "family": "nonogram", "rows": rows, "columns": columns })
}

/// An Aquarium of random tanks, each filled to a random level; with `off`, one clue is wrong in each direction.
fn aquarium(side: usize, rule: &str, off: bool) -> Value {
    let mut numbers = Numbers(side as u64);
    let mut tanks = vec![vec![0; side]; side];
    let mut levels = vec![0];
    for row in 0..side {
        for column in 0..side {
            let above = (row > 0 && numbers.below(10) < 6).then(|| tanks[row - 1][column]);
            let before = (column > 0 && numbers.below(10) < 6).then(|| tanks[row][column - 1]);
            tanks[row][column] = above.or(before).unwrap_or_else(|| {
                levels.push(numbers.below(side + 1));
                levels.len() - 1
            });
        }
    }
    let is_wet = |row: usize, column: usize| row >= levels[tanks[row][column]];
    let mut rows: Vec<usize> = (0..side).map(|row| (0..side).filter(|&column| is_wet(row, column)).count()).collect();
    let mut columns: Vec<usize> =
        (0..side).map(|column| (0..side).filter(|&row| is_wet(row, column)).count()).collect();
    if off {
        rows[0] += 1;
        columns[0] += 1;
    }
    json!({ "family": "aquarium", "rows": rows, "columns": columns, "tanks": tanks, "rule": rule })
}

/// A shuffled sort board; so many balls are hidden and so many bottles locked.
fn sort(colours: usize, capacity: usize, empty: usize, rule: &str, hidden: usize, locks: usize) -> Value {
    let mut numbers = Numbers((colours + capacity) as u64);
    let mut balls: Vec<Value> = (0..colours * capacity).map(|ball| json!(ball / capacity + 1)).collect();
    for last in (1..balls.len()).rev() {
        balls.swap(last, numbers.below(last + 1));
    }
    let mut bottles: Vec<Vec<Value>> = balls.chunks(capacity).map(<[Value]>::to_vec).collect();
    for _ in 0..hidden {
        bottles[numbers.below(colours)][numbers.below(capacity - 1)] = json!("?");
    }
    bottles.resize(colours + empty, Vec::new());
    let locked: serde_json::Map<String, Value> =
        (0..locks).map(|lock| ((colours + empty - lock).to_string(), json!(lock + 1))).collect();
    let mut board = json!({ "family": "ballsort", "capacity": capacity, "bottles": bottles, "rule": rule });
    if locks > 0 {
        board["locks"] = Value::Object(locked);
    }
    board
}

/// The largest boards of every family and rule, and some that are hard for their size.
fn boards() -> Vec<(String, Value)> {
    let mut boards = vec![
        ("sudoku-empty".to_owned(), sudoku(0)),
        ("sudoku-few".to_owned(), sudoku(20)),
        ("sudoku-many".to_owned(), sudoku(300)),
        ("nonogram-sparse".to_owned(), nonogram(512, 10, 1)),
        ("nonogram-half".to_owned(), nonogram(512, 50, 1)),
        ("nonogram-probing".to_owned(), nonogram(512, 70, 1)),
        ("nonogram-dense".to_owned(), nonogram(512, 80, 1)),
        ("nonogram-colours".to_owned(), nonogram(200, 60, 8)),
        ("nonogram-most-colours".to_owned(), nonogram(512, 50, 32)),
        ("nonogram-full".to_owned(), nonogram(512, 80, 32)),
        ("nonogram-search".to_owned(), nonogram(60, 45, 1)),
        ("aquarium-off".to_owned(), aquarium(256, "region", true)),
    ];
    for rule in ["region", "pool", "adjacent"] {
        boards.push((format!("aquarium-{rule}"), aquarium(256, rule, false)));
    }
    for rule in ["ball", "water", "ball-uniform", "water-uniform"] {
        boards.push((format!("sort-60-{rule}"), sort(60, 6, 5, rule, 0, 0)));
        boards.push((format!("sort-200-{rule}"), sort(200, 4, 10, rule, 0, 0)));
        boards.push((format!("sort-200-tall-{rule}"), sort(200, 32, 56, rule, 0, 0)));
    }
    for rule in ["ball", "water"] {
        boards.push((format!("sort-hidden-{rule}"), sort(200, 4, 40, rule, 50, 0)));
        boards.push((format!("sort-locked-{rule}"), sort(200, 4, 40, rule, 0, 3)));
        boards.push((format!("sort-hidden-locked-{rule}"), sort(200, 4, 40, rule, 20, 3)));
    }
    boards
}

/// What is wrong with a run, if anything.
fn complaint(run: &Run, cpu: f64, megabytes: f64, codes: &[i32]) -> Option<String> {
    let mut wrong = Vec::new();
    if run.cpu > cpu {
        wrong.push(format!("{:.2} s of CPU", run.cpu));
    }
    if run.peak > megabytes {
        wrong.push(format!("{:.0} MB", run.peak));
    }
    if run.code.is_none_or(|code| !codes.contains(&code)) {
        wrong.push(format!("exit code {:?}", run.code));
    }
    if run.out.is_empty() && run.err.is_empty() {
        wrong.push("nothing was said".to_owned());
    }
    (!wrong.is_empty()).then(|| wrong.join(", "))
}

/// The largest boards of one family through every command that may take long.
fn every_command_keeps_its_limits(family: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for (name, board) in boards().into_iter().filter(|(name, _)| name.starts_with(family)) {
        let file = folder.path().join(format!("{name}.json"));
        fs::write(&file, board.to_string()).unwrap();
        let file = file.to_str().unwrap();
        let page = folder.path().join("page.html");
        let page = page.to_str().unwrap();
        let commands: &[&[&str]] = &[
            &["solve"],
            &["solve", "--count"],
            &["solve", "--json", "--memory-limit", "50"],
            &["solve", "--output", "svg"],
            &["explain"],
            &["explain", "--json", "--memory-limit", "50"],
            &["explain", "--html", page],
            &["hint"],
            &["grade"],
            &["draw", "--to", "svg"],
            &["draw", "--solution"],
            &["convert"],
            &["compare", "--algorithms", if family == "sort" { "greedy" } else { "propagation" }],
            &["compare", "--lab"],
        ];
        for command in commands {
            let args = [*command, &[file, "--time-limit", "0.1"]].concat();
            let limit = if command.contains(&"50") { 50.0 } else { 2048.0 };
            let ran = run(&folder, &args);
            // Done in time, or out of time.
            if let Some(complaint) = complaint(&ran, SLACK * CPU, 1.5 * limit, &[0, 1, 3, 4]) {
                wrong.push(format!("{name}: {}: {complaint}", command.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_largest_sudokus_keep_their_limits() {
    every_command_keeps_its_limits("sudoku");
}

#[test]
fn the_largest_nonograms_keep_their_limits() {
    every_command_keeps_its_limits("nonogram");
}

#[test]
fn the_largest_aquariums_keep_their_limits() {
    every_command_keeps_its_limits("aquarium");
}

#[test]
fn the_largest_sort_boards_keep_their_limits() {
    every_command_keeps_its_limits("sort");
}

#[test]
fn a_generator_that_runs_out_of_time_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let orders: &[&[&str]] = &[
        &["sudoku", "--box", "5x5", "--seed", "4", "--time-limit", "0.05"],
        &["sudoku", "--grade", "extreme", "--tries", "100000", "--time-limit", "0.3"],
        &["nonogram", "--size", "60", "--time-limit", "0.02"],
        &["ballsort", "--colours", "200", "--optimum", "500..600", "--time-limit", "0.1"],
    ];
    for order in orders {
        let args = [&["generate"][..], order, &["--threads", "1"]].concat();
        let ran = run(&folder, &args);
        // A puzzle that is there in time is as good.
        assert_eq!(complaint(&ran, SLACK * CPU, 3072.0, &[4, 0]), None, "{order:?}: {ran:?}");
    }
    let args = ["generate", "sudoku", "--box", "5x5", "--seed", "4", "--time-limit", "0.01"];
    assert_eq!(run(&folder, &args).code, Some(4));
}

#[test]
fn a_hint_for_a_large_half_filled_board_keeps_its_limit() {
    let folder = tempfile::tempdir().unwrap();
    let (file, state) = (folder.path().join("board.json"), folder.path().join("state.txt"));
    fs::write(&file, nonogram(512, 45, 1).to_string()).unwrap();
    let (file, state) = (file.to_str().unwrap(), state.to_str().unwrap());
    // Every second cell is filled in rightly; then one of them wrongly.
    let mut picture = picture(512, 45, 1);
    for is_wrong in [false, true] {
        picture[7][7] = if is_wrong { 1 - picture[7][7] } else { picture[7][7] };
        let mut rows = String::new();
        for (number, row) in picture.iter().enumerate() {
            rows.extend(row.iter().enumerate().map(|(at, &cell)| match (at + number) % 2 {
                0 => char::from(b".#"[cell]),
                _ => '?',
            }));
            rows.push('\n');
        }
        fs::write(state, rows).unwrap();
        for check in [&["--check-only"][..], &[]] {
            let args = [&["hint", file, "--state", state, "--time-limit", "0.1"][..], check].concat();
            let ran = run(&folder, &args);
            assert_eq!(complaint(&ran, SLACK * CPU, 3072.0, &[1, 4]), None, "{is_wrong}: {ran:?}");
        }
    }
}

#[test]
fn time_that_ran_out_is_told_by_the_exit_code_and_the_rest_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.json");
    fs::write(&file, sort(60, 6, 5, "ball", 0, 0).to_string()).unwrap();
    let file = file.to_str().unwrap();
    for command in ["solve", "explain", "grade", "hint"] {
        let ran = run(&folder, &[command, file, "--time-limit", "0.05"]);
        assert_eq!(ran.code, Some(4), "{command}: {ran:?}");
        assert!(!ran.out.is_empty(), "{command}: {ran:?}");
    }
}

#[test]
fn searches_that_fill_their_memory_stay_within_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut wrong = Vec::new();
    for (colours, capacity, empty) in [(30, 4, 3), (60, 4, 5), (60, 6, 5)] {
        for rule in ["ball", "water", "ball-uniform"] {
            let file = folder.path().join(format!("{colours}x{capacity}-{rule}"));
            fs::write(&file, sort(colours, capacity, empty, rule, 0, 0).to_string()).unwrap();
            let time = (2.0 * SLACK).to_string();
            let args = ["solve", "--json", "--memory-limit", "50", "--time-limit", &time, file.to_str().unwrap()];
            let ran = run(&folder, &args);
            // Whichever limit is reached first: the memory limit must hold at every moment until then.
            if let Some(complaint) = complaint(&ran, 2.5 * SLACK, 1.5 * 50.0, &[0, 1, 4]) {
                wrong.push(format!("{colours}x{capacity}+{empty} {rule}: {complaint}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn junk_is_refused_quickly() {
    const BYTES: usize = 10_000_000;
    let folder = tempfile::tempdir().unwrap();
    let mut numbers = Numbers(1);
    let random: Vec<u8> = (0..BYTES).map(|_| numbers.below(256) as u8).collect();
    let printable: Vec<u8> = (0..BYTES).map(|_| 32 + numbers.below(95) as u8).collect();
    let repeated = |text: &str| text.repeat(BYTES / text.len()).into_bytes();
    let texts: Vec<(&str, Vec<u8>)> = vec![
        ("ones", repeated("1")),
        ("lines of ones", repeated("1\n")),
        ("brackets", repeated("[")),
        ("nested objects", repeated("{\"a\":")),
        ("blanks", repeated(" ")),
        ("line ends", repeated("\n")),
        ("other line ends", repeated("\r\n")),
        ("NULs", repeated("\0")),
        ("not UTF-8", vec![0xff; BYTES]),
        ("short lines", repeated("xyz\n")),
        ("comments", repeated("# a\n")),
        ("blocks", repeated("xyz\n\n")),
        ("JSON objects", repeated("{\"a\":1}\n")),
        ("JSON objects of a family", repeated("{\"family\":\"sudoku\",\"cells\":\"12\"}\n")),
        ("empty JSON objects", repeated("{}\n")),
        ("a Sudoku and lines of junk", [SUDOKU, &repeated("xyz\n")].concat()),
        ("a Sudoku and lines with NULs", [SUDOKU, &repeated("a\0\n")].concat()),
        ("a Nonogram and blocks of junk", [NONOGRAM, &repeated("xyz\n\n")].concat()),
        ("random bytes", random),
        ("printable bytes", printable),
        ("one long Sudoku", repeated("53..7....")),
        ("numbers", repeated("12 3 ")),
        ("commas", repeated("1,")),
        ("fences", repeated("====\n")),
        ("headings", repeated("$\n1\n")),
        ("hashes", repeated("#.")),
        ("a link", [b"https://puzz.link/p?nonogram/".to_vec(), repeated("9/")].concat()),
        ("JSON cells", [b"{\"family\":\"sudoku\",\"cells\":\"".to_vec(), repeated("."), b"\"}".to_vec()].concat()),
    ];
    let file = folder.path().join("junk");
    let file = file.to_str().unwrap();
    let good = folder.path().join("good");
    fs::write(&good, SUDOKU).unwrap();
    let good = good.to_str().unwrap();
    let commands: &[&[&str]] = &[
        &["solve", file],
        &["solve", "--json", file],
        &["solve", "--from", "line", file],
        &["convert", file],
        &["explain", file],
        &["draw", file],
        &["grade", file],
        &["compare", "--algorithms", "single,astar,greedy,probing", file],
        &["hint", file],
        &["hint", good, "--state", file],
        &["check", file, good],
        &["check", good, file],
        &["sudoku"],
        &["nonogram"],
        &["aquarium"],
        &["ballsort"],
    ];
    let mut wrong = Vec::new();
    for (name, text) in texts {
        fs::write(file, text).unwrap();
        for command in commands {
            let ran = run_on(&folder, command, file);
            if let Some(complaint) = complaint(&ran, SLACK * CPU, 100.0, &[2]) {
                wrong.push(format!("{name}: {}: {complaint}", command.join(" ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hidden_board_without_a_plan_has_one_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.json");
    let bottles = json!([["?", 3, "?"], [3, 3, 1], [2], ["?", 1]]);
    let board = json!({ "family": "ballsort", "capacity": 3, "bottles": bottles, "rule": "ball", "locks": { "1": 1 } });
    fs::write(&file, board.to_string()).unwrap();
    for command in ["solve", "explain", "hint"] {
        assert_eq!(run(&folder, &[command, file.to_str().unwrap()]).code, Some(4), "{command}");
    }
}

#[test]
fn many_tiny_or_misnamed_puzzles_are_read_quickly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    // A board that is too large by its first line is refused there, however many lines follow.
    fs::write(&file, "1 1000000\n".to_owned() + &"1\n".repeat(1_000_000)).unwrap();
    let ran = run(&folder, &["solve", file.to_str().unwrap()]);
    assert_eq!(complaint(&ran, SLACK * CPU, 100.0, &[2]), None, "{ran:?}");
    assert!(ran.err.contains("1000000 is too large for the width"), "{}", ran.err);
}

#[test]
fn a_page_has_so_many_pictures_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let (file, page) = (folder.path().join("board.json"), folder.path().join("page.html"));
    // Cages are drawn on the board, so that every picture is drawn in full.
    let mut board = sudoku(200);
    board["cages"] =
        (0..625).map(|cell| json!({ "cells": [format!("r{}c{}", cell / 25 + 1, cell % 25 + 1)] })).collect();
    fs::write(&file, board.to_string()).unwrap();
    let ran =
        run(&folder, &["explain", "--html", page.to_str().unwrap(), file.to_str().unwrap(), "--time-limit", "20"]);
    let written = fs::read_to_string(&page).unwrap();
    assert!(written.len() < 30 << 20, "{} bytes", written.len());
    let said = "on there are no pictures";
    assert_eq!(written.contains(said), ran.out.contains(said), "{}", ran.out);
    assert!(written.matches("<svg").count() <= written.matches("<li id=\"step").count() + 3);
}

#[test]
fn the_largest_hidden_board_gets_an_answer_without_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.json");
    fs::write(&file, sort(200, 4, 3, "ball", 550, 0).to_string()).unwrap();
    for command in ["solve", "hint", "explain", "grade"] {
        let ran = run(&folder, &[command, file.to_str().unwrap()]);
        assert_eq!(complaint(&ran, 8.0 * SLACK, 3072.0, &[0, 4]), None, "{command}: {ran:?}");
    }
}

#[test]
fn a_file_of_junk_is_given_up_and_broken_lines_among_good_ones_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many");
    let sudoku = String::from_utf8(SUDOKU.to_vec()).unwrap();
    // Nearly a thousand broken lines after each good one: every good one is answered.
    fs::write(&file, (sudoku.clone() + &"xyz\n".repeat(999)).repeat(3)).unwrap();
    for command in [&["solve", "--json", "--threads", "2"][..], &["convert", "--to", "line"]] {
        let ran = run(&folder, &[command, &[file.to_str().unwrap()]].concat());
        let answers = ran.out.lines().filter(|line| !line.contains("\"error\"")).count();
        assert_eq!((answers, ran.code), (3, Some(2)), "{command:?}");
        assert!(!(ran.err + &ran.out).contains("gave up"), "{command:?}");
    }
    // A thousand: the rest is not read, and the next file is.
    let next = folder.path().join("next");
    fs::write(&next, &sudoku).unwrap();
    fs::write(&file, sudoku.clone() + &"xyz\n".repeat(5000) + &sudoku).unwrap();
    for command in [&["solve", "--json", "--threads", "2"][..], &["convert", "--to", "line"]] {
        let ran = run(&folder, &[command, &[file.to_str().unwrap(), next.to_str().unwrap()]].concat());
        let answers = ran.out.lines().filter(|line| !line.contains("\"error\"")).count();
        assert_eq!((answers, ran.code), (2, Some(2)), "{command:?}");
        assert_eq!((ran.err + &ran.out).matches("gave up").count(), 1, "{command:?}");
    }
}

#[test]
fn ctrl_c_ends_everything_soon() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, board: Value| {
        let path = folder.path().join(name);
        fs::write(&path, board.to_string()).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (sort, picture) = (write("sort", sort(200, 4, 10, "water", 0, 0)), write("picture", nonogram(60, 45, 1)));
    let empty = write("sudoku", sudoku(20));
    let commands: &[&[&str]] = &[
        &["solve", &sort],
        &["solve", "--count", &empty],
        &["explain", &picture],
        &["grade", &picture],
        &["compare", "--time-limit", "60", &sort],
        &["generate", "sudoku", "--box", "5x5", "--seed", "4", "--count", "1000"],
    ];
    for command in commands {
        let child = start(command, "/dev/null", &folder.path().join("out"), &folder.path().join("err"));
        sleep(Duration::from_millis(700));
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let began = Instant::now();
        let (code, ..) = measured(child);
        assert_eq!(code, Some(130), "{command:?}");
        assert!(began.elapsed().as_secs_f64() < SLACK * 0.5, "{command:?}: {:?}", began.elapsed());
    }
}
