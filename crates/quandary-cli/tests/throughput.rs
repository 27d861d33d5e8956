//! Many puzzles through one command: the fast way for lines gives what the general way gives, in order, for any number of
//! threads, and a program that waits for each answer gets it.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use quandary::{Budget, Puzzle};
use serde_json::Value;

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_quandary"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn run(args: &[&str], input: &str) -> Output {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    // A command that gives up on its input closes the pipe early.
    drop(writer.join().unwrap());
    output
}

/// New boards, one on each line.
fn lines(family: &str, count: usize) -> Vec<String> {
    let made = run(&["generate", family, "-n", &count.to_string(), "--seed", "5"], "");
    assert!(made.status.success(), "{made:?}");
    String::from_utf8(made.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// What differs from run to run is left out.
fn settled(mut answer: Value) -> Value {
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("counters");
        fields.remove("time_us");
        fields.remove("source");
    }
    answer
}

/// The answer to one line by itself.
fn alone(line: &str) -> Value {
    match Puzzle::read(line) {
        Ok(puzzle) => serde_json::to_value(puzzle.solve(&Default::default(), &Budget::default()).unwrap()).unwrap(),
        Err(error) => serde_json::to_value(quandary::Error::from(error).response()).unwrap(),
    }
}

#[test]
fn lines_are_answered_as_if_each_were_alone() {
    let mut file = lines("sudoku", 300);
    // Damaged, empty, impossible, ambiguous, commented, in other notations, of other sizes, with other line ends.
    let blank = ".".repeat(81);
    let first = file[0].clone();
    file[7].replace_range(3..4, "z");
    file[8].pop();
    file[9] = String::new();
    file[10] = format!("11{}", ".".repeat(79));
    file[11] = format!("{}1", &blank[..80]);
    file[12] = "# a comment".to_owned();
    file[13] = format!("{}\r", file[13]);
    file[14] = file[14].replace(['0', '.'], "_");
    file[15] = format!("{} a name", file[15]);
    file[16] = r#"{"family":"nonogram","rows":[[1]],"columns":[[1]]}"#.to_owned();
    file[17] = ".".repeat(16);
    file[18] = format!("  {first}");
    file[19] = "no puzzle at all".to_owned();
    let text = file.join("\n");
    let expected: Vec<Value> = file
        .iter()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| settled(alone(line.trim_end_matches('\r'))))
        .collect();
    for threads in ["1", "2", "5"] {
        let output = run(&["solve", "--json", "--threads", threads], &text);
        let answers: Vec<Value> =
            String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let numbers: Vec<u64> = answers.iter().map(|answer| answer["source"]["line"].as_u64().unwrap()).collect();
        assert!(numbers.is_sorted(), "{numbers:?}");
        assert_eq!(answers.len(), expected.len());
        for ((answer, expected), number) in answers.into_iter().zip(&expected).zip(numbers) {
            let mut answer = settled(answer);
            // The help of the command line names its options; a line by itself is the first of its text.
            let mut expected = expected.clone();
            if let (Some(a), Some(b)) = (answer.get_mut("error"), expected.get_mut("error")) {
                for error in [a, b] {
                    error["help"] = Value::Null;
                    error["line"] = Value::Null;
                }
            }
            assert_eq!(answer, expected, "line {number}");
        }
        assert_eq!(output.status.code(), Some(2));
    }
}

#[test]
fn every_form_is_the_same_for_any_number_of_threads() {
    let text = lines("sudoku", 500).join("\n");
    for form in ["plain", "status", "picture"] {
        let answers = |threads: &str| {
            let printed = String::from_utf8(run(&["solve", "--output", form, "--threads", threads], &text).stdout);
            // The last line of a picture says what it took.
            let kept = printed.unwrap();
            kept.lines()
                .filter(|line| !line.contains("search node"))
                .map(|line| format!("{line}\n"))
                .collect::<String>()
        };
        let one = answers("1");
        assert!(!one.is_empty());
        assert_eq!(one, answers("3"), "{form}");
    }
}

#[test]
fn convert_and_grade_keep_the_order_on_several_threads() {
    let text = lines("sudoku", 60).join("\n");
    for command in [&["convert", "--to", "line"][..], &["convert", "--to", "json"], &["grade", "--json"]] {
        let answers = |threads: &str| run(&[command, &["--threads", threads]].concat(), &text).stdout;
        let one = answers("1");
        assert_eq!(String::from_utf8(one.clone()).unwrap().lines().count(), 60);
        assert!(one == answers("3"), "{command:?}");
    }
}

#[test]
fn a_program_that_waits_for_each_answer_gets_it() {
    let mut child = start(&["solve", "--json"]);
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let (send, answers) = mpsc::channel();
    std::thread::spawn(move || BufReader::new(stdout).lines().try_for_each(|line| send.send(line.unwrap())));
    for line in lines("sudoku", 20) {
        writeln!(stdin, "{line}").unwrap();
        let answer = answers.recv_timeout(Duration::from_secs(60)).expect("an answer before the next line");
        assert!(answer.contains("\"unique\""), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
