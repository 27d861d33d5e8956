//! `certify` and `solve --certify`: what is written is what the checker accepts.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use quandary_check::{Limits, check_certificate, records};

/// A 4×4 Sudoku with one solution, and one with several.
const SUDOKUS: &str = "123434..21434321\n1234............\n";
/// Two bottles to sort, and a board that cannot be sorted.
const BOTTLES: &str = concat!(
    r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]]}"#,
    "\n",
    r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1]]}"#,
    "\n"
);

fn quandary(folder: &Path, arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("quandary");
    Command::new(program).current_dir(folder).args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn each_input_gets_its_puzzles_and_their_certificates() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("grids.txt"), SUDOKUS).unwrap();
    fs::write(folder.path().join("bottles.jsonl"), BOTTLES).unwrap();
    let ran = quandary(folder.path(), &["certify", "grids.txt", "bottles.jsonl", "-o", "proofs", "--veripb"]);
    assert_eq!(ran.status.code(), Some(0), "{}", text(&ran.stderr));
    // A formula has no word for several solutions, nor for bottles.
    let with = |words: &str| text(&ran.stdout).lines().filter(|line| line.contains(words)).count();
    assert_eq!(with("(certificate checked): "), 1);
    assert_eq!(with("(certificate checked; VeriPB has no conclusion for this): "), 3);
    let proofs = folder.path().join("proofs");
    for name in ["grids", "bottles"] {
        let puzzles = fs::read_to_string(proofs.join(format!("{name}.jsonl"))).unwrap();
        let file = fs::read(proofs.join(format!("{name}.qcert"))).unwrap();
        let records = records(&file).unwrap();
        assert_eq!((puzzles.lines().count(), records.len()), (2, 2));
        for (puzzle, (_, record)) in puzzles.lines().zip(records) {
            assert!(check_certificate(puzzle, record, &Limits::default()).is_ok(), "{puzzle}");
        }
    }
    // VeriPB has a conclusion for the first of the four claims only.
    assert!(proofs.join("grids-1.opb").exists() && proofs.join("grids-1.pbp").exists());
    assert!(!proofs.join("grids-2.opb").exists() && !proofs.join("bottles-1.opb").exists());
}

#[test]
fn two_inputs_of_one_name_get_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    for place in ["a", "b"] {
        fs::create_dir(folder.path().join(place)).unwrap();
        fs::write(folder.path().join(place).join("grid.txt"), SUDOKUS).unwrap();
    }
    let ran = quandary(folder.path(), &["certify", "a/grid.txt", "b/grid.txt", "-o", "proofs"]);
    assert_eq!(ran.status.code(), Some(0));
    for name in ["grid.jsonl", "grid.qcert", "grid-2.jsonl", "grid-2.qcert"] {
        assert!(folder.path().join("proofs").join(name).exists(), "{name}");
    }
}

#[test]
fn solve_says_whether_its_verdict_is_certified() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("grids.txt"), SUDOKUS).unwrap();
    let ran = quandary(folder.path(), &["solve", "--certify", "--json", "grids.txt"]);
    let answers: Vec<serde_json::Value> =
        text(&ran.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["certificate"]["kind"], "unique");
    assert_eq!(answers[0]["certificate"]["checked"], true);
    assert_eq!(answers[1]["certificate"]["kind"], "several");
    let ran = quandary(folder.path(), &["solve", "--certify", "grids.txt"]);
    assert!(text(&ran.stdout).contains("unique (certificate checked): this is the only solution"));
    let ran = quandary(folder.path(), &["solve", "grids.txt"]);
    assert!(!text(&ran.stdout).contains("certificate"));
}

#[test]
fn a_verdict_that_is_not_certified_is_in_neither_file() {
    let folder = tempfile::tempdir().unwrap();
    let hidden = r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",2],[],[3],[3]]}"#;
    fs::write(folder.path().join("hidden.jsonl"), format!("{hidden}\n{BOTTLES}")).unwrap();
    let ran = quandary(folder.path(), &["certify", "hidden.jsonl", "-o", "proofs"]);
    assert_eq!(ran.status.code(), Some(4), "{}", text(&ran.stdout));
    assert!(text(&ran.stdout).lines().next().unwrap().contains("(not certified: "), "{}", text(&ran.stdout));
    let puzzles = fs::read_to_string(folder.path().join("proofs/hidden.jsonl")).unwrap();
    assert_eq!(puzzles.lines().count(), 2);
}

#[cfg(unix)]
#[test]
fn what_was_certified_before_ctrl_c_is_kept() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    let folder = tempfile::tempdir().unwrap();
    let count = 300_000;
    fs::write(folder.path().join("grids.txt"), "123434..21434321\n".repeat(count)).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("quandary"))
        .current_dir(folder.path())
        .args(["certify", "grids.txt", "-o", "proofs"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().contains("(certificate checked)"));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let more = lines.count();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(more + 1 < count, "it has not gone on to the end");
    let puzzles = fs::read_to_string(folder.path().join("proofs/grids.jsonl")).unwrap();
    let file = fs::read(folder.path().join("proofs/grids.qcert")).unwrap();
    assert!(puzzles.lines().count() > 0);
    assert_eq!(puzzles.lines().count(), records(&file).unwrap().len());
}
