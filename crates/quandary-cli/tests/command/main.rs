//! The command as its users see it: what goes to standard output, what to standard error, and the exit code.

mod comparing;
mod reading;
mod solving;
mod teaching;
mod writing;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// One tank of four cells, all full.
const FULL: &str = "2 2\n2 2\n1 1\n1 1\n";

/// Four tanks of one cell each: the two diagonals both hold.
const DIAGONALS: &str = "1 1\n1 1\n1 2\n3 4\n";

/// Rows ask for four cells, columns for two.
const UNBALANCED: &str = "2 0\n2 2\n1 1\n1 1\n";

/// A 4×4 Sudoku with one solution.
const SUDOKU: &str = "1 2 3 4\n3 4 1 0\n2 1 4 3\n4 3 0 0\n";

/// The same with fewer givens, and several solutions.
const LOOSE_SUDOKU: &str = "1 2 3 4\n3 4 0 0\n0 0 4 3\n0 0 0 0\n";

/// A folder of its own for each test.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new() -> Self {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    /// A file with this text; its path.
    fn file(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("quandary"))
}

/// Runs the command with this on standard input.
fn run(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child =
        program().args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // From another thread: the child may answer before it has read all, or not read at all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("ended by a signal: {output:?}"))
}

/// One JSON object per line.
fn objects(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
