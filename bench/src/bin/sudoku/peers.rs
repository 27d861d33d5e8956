//! Peers that are programs of their own: a few boards go in, counts and CPU seconds come out.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// How to run a peer.
pub struct Peer {
    /// Its name in the tables.
    pub name: &'static str,
    /// So many boards of a set are enough.
    pub most: usize,
    command: Box<dyn Fn(u64) -> Command>,
    read: fn(&str) -> Option<(Vec<u64>, f64)>,
}

impl Peer {
    /// The counts, and CPU seconds; `None` when it does not run to the end.
    pub fn run(&self, lines: &[String], limit: u64) -> Option<(Vec<u64>, f64)> {
        let mut child = (self.command)(limit).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let mut stdin = child.stdin.take()?;
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        // A peer reads everything before it answers, so nothing can block here.
        stdin.write_all(text.as_bytes()).ok()?;
        drop(stdin);
        let output = child.wait_with_output().ok()?;
        let answer = (self.read)(&String::from_utf8_lossy(&output.stdout))?;
        // Who was stopped half way has answered less.
        (answer.0.len() == lines.len()).then_some(answer)
    }
}

/// The peers that can be had on this machine: `peers/sudoku.sh` fetches them and says which cannot.
pub fn peers() -> Vec<Peer> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/sudoku.sh");
    let Ok(output) = Command::new("bash").arg(script).stderr(Stdio::inherit()).output() else {
        println!("skipped: OR-Tools CP-SAT and qqwing (there is no bash to fetch them)");
        return Vec::new();
    };
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut peers = Vec::new();
    for line in said.lines() {
        match line.split_once(' ') {
            Some(("cp-sat", python)) => peers.push(cp_sat(python.to_owned())),
            Some(("qqwing", program)) => peers.push(qqwing(program.to_owned())),
            _ => println!("{line}"),
        }
    }
    peers
}

fn cp_sat(python: String) -> Peer {
    let command = move |limit: u64| {
        let mut command = Command::new(&python);
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers/sudoku_cp_sat.py");
        command.arg(script).arg(limit.to_string());
        command
    };
    Peer { name: "CP-SAT", most: 30, command: Box::new(command), read: read_cp_sat }
}

fn qqwing(program: String) -> Peer {
    let command = move |limit: u64| {
        // It counts all solutions or looks for one, so it needs a time limit on boards with very many. The shell knows
        // what its children spent.
        let count = if limit > 1 { "--count-solutions" } else { "" };
        let mut command = Command::new("bash");
        command.arg("-c").arg(format!("timeout 10 '{program}' --solve --csv {count}; times"));
        command
    };
    Peer { name: "qqwing", most: 400, command: Box::new(command), read: read_qqwing }
}

fn read_cp_sat(text: &str) -> Option<(Vec<u64>, f64)> {
    let (counts, seconds) = text.trim().split_once('\n')?;
    let counts = counts.split_whitespace().map(|count| count.parse().ok()).collect::<Option<_>>()?;
    Some((counts, seconds.trim().parse().ok()?))
}

/// One line with solution and count for each board, below a heading; at the end the shell's and its children's time.
fn read_qqwing(text: &str) -> Option<(Vec<u64>, f64)> {
    let lines: Vec<&str> = text.lines().collect();
    let (heading, rest) = lines.split_first()?;
    let column = heading.split(',').position(|title| title == "Solution Count");
    let solved = rest.iter().filter(|line| line.contains(','));
    let count = |line: &&str| match column.and_then(|column| line.split(',').nth(column)) {
        Some(count) => count.parse().unwrap_or(0),
        None => u64::from(line.len() >= 81 && line.as_bytes()[..81].iter().all(u8::is_ascii_digit)),
    };
    let counts = solved.map(count).collect();
    let children = lines.last()?.split_whitespace().map(seconds).sum::<Option<f64>>()?;
    Some((counts, children))
}

/// What a shell means by `0m1.25s`.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    Some(60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?)
}
