//! The program: what it says, and what it ends with.

use std::path::PathBuf;
use std::process::{Command, Output};

use quandary_check::{Certificate, Claim, Literal, Rules, write_records};

const PUZZLE: &str = r#"{"family":"nonogram","rows":[[1],[1]],"columns":[[1],[1]]}"#;
const UNIQUE: &str = r#"{"family":"nonogram","rows":[[1],[2]],"columns":[[2],[1]]}"#;

/// A file with this content.
fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quandary-check")).args(arguments).output().unwrap()
}

/// The exit code and what was printed.
fn said(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    let text = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap(), String::from_utf8(text).unwrap())
}

fn certificate(puzzle: &str, claim: Claim, clauses: Vec<Vec<Literal>>) -> Vec<u8> {
    let rules = Rules::read(puzzle).unwrap();
    Certificate { claim, clauses }.to_bytes(puzzle, Some(&rules)).unwrap()
}

#[test]
fn certificates_of_several_puzzles_are_checked_in_order() {
    let several = certificate(PUZZLE, Claim::Several(vec![vec![1, 0, 0, 1], vec![0, 1, 1, 0]]), vec![]);
    let unique = certificate(UNIQUE, Claim::Unique, vec![]);
    let puzzles = file("two.jsonl", format!("{PUZZLE}\n\n{UNIQUE}\n"));
    let good = file("two.qcert", write_records([&several[..], &unique[..]]));
    let (code, text) = said(&[puzzles.to_str().unwrap(), good.to_str().unwrap()]);
    assert_eq!(code, 0, "{text}");
    assert_eq!(
        text,
        "line 1: at least 2 solutions, 12 bytes\nline 3: unique, [\"#.\",\"##\"] (0 clauses), 10 bytes\n"
            .replace("12 bytes", &format!("{} bytes", several.len()))
    );
    let swapped = file("swapped.qcert", write_records([&unique[..], &several[..]]));
    let (code, text) = said(&[puzzles.to_str().unwrap(), swapped.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(
        text.contains("line 1: NOT SHOWN: the certificate fails at byte 17: it was written for another puzzle"),
        "{text}"
    );
    let one = file("one.qcert", write_records([&unique[..]]));
    assert_eq!(said(&[puzzles.to_str().unwrap(), one.to_str().unwrap()]).0, 2);
}

#[test]
fn what_does_not_follow_is_rejected_at_its_place() {
    let no = Literal { variable: 0, value: 1, is: false };
    let puzzle = file("p.jsonl", PUZZLE);
    for (claim, clauses, what) in [
        (Claim::Unique, vec![], "some cell has no value in the end, or more than one"),
        (Claim::Unique, vec![vec![no]], "clause 1 does not follow from the rules and the clauses before it"),
        (Claim::Impossible, vec![], "there is no contradiction in the end"),
        (Claim::Exactly(vec![vec![1, 0, 0, 1]]), vec![], "there is no contradiction in the end"),
        (Claim::Several(vec![vec![1, 0, 0, 1]]), vec![], "fewer than two are listed"),
        (Claim::Several(vec![vec![1, 0, 0, 1], vec![1, 0, 0, 1]]), vec![], "a solution is listed twice"),
        (Claim::Several(vec![vec![1, 0, 0, 1], vec![1, 0, 0, 0]]), vec![], "row 2 has the runs [], its clue is [1]"),
    ] {
        let record = certificate(PUZZLE, claim, clauses);
        let path = file("wrong.qcert", write_records([&record[..]]));
        let (code, text) = said(&[puzzle.to_str().unwrap(), path.to_str().unwrap()]);
        assert_eq!(code, 1, "{text}");
        assert!(text.contains(what), "{text}");
    }
}

#[test]
fn files_that_are_damaged_or_not_there_are_reported() {
    let puzzle = file("q.jsonl", PUZZLE);
    let puzzle = puzzle.to_str().unwrap();
    for bytes in [&b""[..], b"QCERT", b"QCERT\x02", b"QCERT\x01\xff\xff\xff\xff\xff\xff", b"QCERT\x01\x7f", b"hello"] {
        let path = file("bad.qcert", bytes);
        let (code, text) = said(&[puzzle, path.to_str().unwrap()]);
        assert_eq!(code, 2, "{text}");
        assert!(text.contains("at byte"), "{text}");
    }
    assert_eq!(said(&[puzzle, "no-such-file"]).0, 2);
    assert_eq!(said(&[]).0, 2);
}

#[test]
fn a_field_that_may_be_a_rule_is_not_passed_over() {
    let puzzle = UNIQUE.replace('}', r#","sandwich":[3]}"#);
    let record = certificate(UNIQUE, Claim::Unique, vec![]);
    let (puzzle, path) = (file("field.jsonl", puzzle), file("field.qcert", write_records([&record[..]])));
    let (code, text) = said(&[puzzle.to_str().unwrap(), path.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(text.contains("the field 'sandwich' is not known for nonogram"), "{text}");
}

#[test]
fn solutions_and_formulas() {
    let puzzle = file("u.jsonl", UNIQUE);
    let (right, wrong) = (file("right.json", r###"["#.","##"]"###), file("wrong.json", r###"[".#","##"]"###));
    let puzzle = puzzle.to_str().unwrap();
    assert_eq!(said(&["solution", puzzle, right.to_str().unwrap()]).0, 0);
    let (code, text) = said(&["solution", puzzle, wrong.to_str().unwrap()]);
    assert_eq!((code, &*text), (1, "no: column 1 has the runs [1], its clue is [2]\n"));
    let (code, text) = said(&["--opb", puzzle, right.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(text.starts_with("min: 1 x1 1 ~x2 1 x3 1 x4 ;\n"), "{text}");
}

#[test]
fn certificates_are_written_out_in_words() {
    let puzzle = file("show.jsonl", PUZZLE);
    let clauses = vec![vec![Literal { variable: 0, value: 1, is: false }]];
    let record = certificate(PUZZLE, Claim::Exactly(vec![vec![1, 0, 0, 1], vec![0, 1, 1, 0]]), clauses);
    let path = file("show.qcert", write_records([&record[..]]));
    let (code, text) = said(&["show", puzzle.to_str().unwrap(), path.to_str().unwrap()]);
    assert_eq!(code, 0, "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[1..], [r###"  ["#.",".#"]"###, r###"  [".#","#."]"###, "  1. r1c1 is not filled"], "{text}");
}

#[test]
fn what_does_not_hold_is_not_written_out() {
    let clauses = vec![vec![Literal { variable: 0, value: 1, is: false }]];
    let (puzzle, record) = (file("false.jsonl", PUZZLE), certificate(PUZZLE, Claim::Unique, clauses));
    let path = file("false.qcert", write_records([&record[..]]));
    let (code, text) = said(&["show", puzzle.to_str().unwrap(), path.to_str().unwrap()]);
    assert_eq!((code, text.lines().count()), (1, 1), "{text}");
}

#[test]
fn no_certificate_at_all_shows_nothing() {
    let (puzzles, none) = (file("none.jsonl", "\n\n"), file("none.qcert", write_records([])));
    assert_eq!(said(&[puzzles.to_str().unwrap(), none.to_str().unwrap()]).0, 2);
}

/// The wrapper around VeriPB, with a program in its place that accepts everything and always says the same.
#[cfg(target_os = "linux")]
fn wrapped(proof: &str, solution: &[&str]) -> (i32, String) {
    let (puzzle, proof) = (file("wrapped-puzzle.json", UNIQUE), file("wrapped.pbp", proof));
    let output = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/check-veripb.sh"))
        .args([puzzle, proof])
        .args(solution)
        .env("QUANDARY_CHECK", env!("CARGO_BIN_EXE_quandary-check"))
        .env("QUANDARY_VERIPB", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/credulous-veripb.sh"))
        .output()
        .unwrap();
    (output.status.code().unwrap(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_for_veripb_may_say_no_more_than_it_needs() {
    let right = file("wrapped.json", r###"["#.","##"]"###);
    let right = right.to_str().unwrap();
    let proof = |body: &str| {
        let end = "rup >= 1;\noutput NONE;\nconclusion BOUNDS 4 : -1 4;\nend pseudo-Boolean proof;\n";
        format!("pseudo-Boolean proof version 3.0\nf 40;\n{body}{end}")
    };
    for body in ["soli x1 ~x2 x3 x4;\n", "soli ~x2 x4 e1 ~e2 x1 x3 ;\nrup 1 x1 >= 1 : 3;\ndel id 5;\n"] {
        let (code, text) = wrapped(&proof(body), &[right]);
        assert_eq!((code, &*text), (0, "proved: s VERIFIED BOUNDS 4 <= obj <= 4\n"), "{body}");
    }
    for body in [
        // Assumptions, alone, behind something else, in front of it, and where only one of two programs ends a line.
        "a 1 x1 >= 1;\n",
        "rup >= 1; a 1 x1 >= 1;\n",
        "soli x1 ~x2 x3 x4; a >= 1;\n",
        "rup >= 1\na >= 1;\n",
        "rup 1 x1 >= 1;\ra >= 1;\n",
        "rup 1 x1 >= 1\u{c};\n",
        "rup 1 x1 >= 1\0;\n",
        "red >= 1 : x1 0;\n",
        "pbc >= 1 : subproof;\n",
        "\n",
        // Other solutions: what follows is shown of those that agree even less with the one that is asked about.
        "soli x1 x2 x3 x4;\n",
        "soli x1 ~x2 x3;\n",
        "soli x1 ~x2 x3 x4;\nsoli x1 ~x2 x3 x4;\n",
        "soli x1 ~x2 x3 x4 x2;\n",
        "sol x1 ~x2 x3 x4;\n",
        "solx x1 ~x2 x3 x4;\n",
    ] {
        let (code, text) = wrapped(&proof(body), &[right]);
        assert_eq!(code, 1, "{body}: {text}");
        assert!(text.starts_with("not proved: "), "{body}: {text}");
    }
    let good = proof("soli x1 ~x2 x3 x4;\n");
    let wrong = file("not-wrapped.json", r###"[".#","##"]"###);
    assert_eq!(wrapped(&good, &[wrong.to_str().unwrap()]).0, 1, "no solution");
    assert_eq!(wrapped(&good, &[]).0, 1, "without a solution there is nothing to log");
    assert_eq!(wrapped(&proof(""), &[]).0, 1, "the line that was printed is of another claim");
    assert_eq!(wrapped(&good, &[""]).0, 2, "a name that was forgotten is not another claim");
    assert_eq!(wrapped(&good.replace("3.0", "2.0"), &[right]).0, 1, "another language");
}
