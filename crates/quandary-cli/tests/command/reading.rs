//! What is read: good and bad files, long streams, and exit codes.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::{DIAGONALS, Desk, FULL, UNBALANCED, code, err, objects, out, program, run};

#[test]
fn a_bad_puzzle_is_reported_in_its_place_and_the_rest_goes_on() {
    let lines = "1234341221434300\n12343412214343x0\n1234341221434300\n";
    let solved = run(&["solve", "--json"], lines);
    assert_eq!(code(&solved), 2, "{}", err(&solved));
    let objects = objects(&solved);
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[0]["verdict"], "unique");
    assert_eq!(objects[1]["error"]["line"], 2);
    assert!(objects[1]["error"]["message"].is_string() && objects[1]["error"]["column"].is_u64());
    assert_eq!(objects[1]["source"]["line"], 2);
    assert_eq!(objects[2]["source"]["line"], 3);
    let done = run(&["solve", "--output", "plain"], lines);
    assert!(err(&done).contains("<stdin>:2:"), "{}", err(&done));
}

#[test]
fn thousands_of_lines_keep_their_order_on_any_number_of_threads() {
    let easy = ["1234341221434300", "0034341221434321", "1200341221434321", "1234341221000021"];
    let lines: String = (0..5000).map(|index| format!("{}\n", easy[index * 7 % 4])).collect();
    let one = run(&["solve", "--output", "plain", "--threads", "1"], &lines);
    let four = run(&["solve", "--output", "plain", "--threads", "4"], &lines);
    assert_eq!(code(&four), 0);
    assert!(!one.stdout.is_empty() && one.stdout == four.stdout);
    let places: Vec<u64> =
        objects(&run(&["solve", "--json"], &lines)).iter().map(|it| it["source"]["line"].as_u64().unwrap()).collect();
    assert_eq!(places, (1..=5000).collect::<Vec<_>>());
    assert_eq!(err(&four), "", "no progress bar in a pipe");
}

#[test]
fn a_reader_that_has_seen_enough_ends_the_run_quietly() {
    let lines = "1234341221434300\n".repeat(20_000);
    let desk = Desk::new();
    let file = desk.file("many.txt", lines);
    let mut child =
        program().args(["solve", "--json", &file]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.contains("unique"));
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
    assert!(child.wait().unwrap().code().is_some());
}

#[test]
fn the_most_serious_exit_code_of_several_puzzles_counts() {
    let desk = Desk::new();
    let (full, none) = (desk.file("full", FULL), desk.file("none", UNBALANCED));
    let several = desk.file("several", DIAGONALS);
    assert_eq!(code(&run(&["solve", &full, &none], "")), 1);
    assert_eq!(code(&run(&["solve", "--require-unique", &none, &several], "")), 3);
    assert_eq!(code(&run(&["solve", "--require-unique", &several, "missing", &none], "")), 2);
}

#[test]
fn bad_files_get_a_clear_message_and_exit_code_2() {
    let desk = Desk::new();
    let binary = desk.file("binary", [&b"1 2\n3 "[..], &[0, 1, 2, 0xff]].concat());
    let long_line = desk.file("long", vec![b'x'; 100 << 20]);
    let folder = desk.path("").to_str().unwrap().to_owned();
    fs::create_dir(desk.path("empty")).unwrap();
    let empty = desk.path("empty").to_str().unwrap().to_owned();
    let cases = [
        (vec!["solve", "no-such-file"], "there is no such file"),
        (vec!["solve", &empty], "it is a directory without files"),
        (vec!["solve", &binary], "binary:2:3"),
        (vec!["solve", "-"], "the text is empty"),
        (vec!["solve", &long_line], "too long"),
        (vec!["convert", &binary], "not a text file"),
        (vec!["draw", "no-such-file"], "there is no such file"),
        (vec!["check", &folder, "-"], "it is a directory\n"),
        (vec!["compare", &binary], "not a text file"),
        (vec!["sudoku"], "the text is empty"),
        (vec!["solve", "--family", "chess"], "invalid value 'chess'"),
        (vec!["solve", "--time-limit=-1"], "expected a number of seconds"),
        (vec!["solve", "--threads", "0"], "--threads"),
        (vec!["check", "-", "-"], "cannot both come from standard input"),
        (vec!["explain"], "the text is empty"),
        (vec!["hint", "no-such-file"], "there is no such file"),
        (vec!["grade", &binary], "not a text file"),
        (vec!["generate", "sudoku", "--givens", "5..10", "--seed", "1"], "givens"),
        (vec!["solbe"], "unrecognized subcommand"),
        (vec!["serve", "--listen", "nowhere"], "invalid value 'nowhere'"),
    ];
    for (args, message) in cases {
        let said = run(&args, "");
        assert_eq!(code(&said), 2, "{args:?}: {}", err(&said));
        assert!(err(&said).contains(message), "{args:?}: {}", err(&said));
        assert_eq!(out(&said), "", "{args:?}");
    }
}

#[test]
fn windows_line_ends_and_a_byte_order_mark_are_no_error() {
    let text = format!("\u{feff}{}", FULL.replace('\n', "\r\n"));
    assert_eq!(out(&run(&["solve", "--output", "status"], text)), "OPTIMAL\n1, 1, 1, 1\n");
}
