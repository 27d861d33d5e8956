//! The command as its users see it: what goes to standard output, what to standard error, and the exit code.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

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

#[test]
fn solve_shows_the_rule_the_picture_and_the_verdict_in_words() {
    let solved = run(&["solve"], FULL);
    let text = out(&solved);
    assert_eq!(code(&solved), 0, "{}", err(&solved));
    assert!(text.starts_with("Aquarium, 2×2"), "{text}");
    assert!(text.contains("rule: region"), "{text}");
    assert!(text.contains("unique: this is the only solution"), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe: {text}");
    assert!(run(&["solve", "--rule", "pool"], FULL).stdout.starts_with("Aquarium, 2×2, 1 tank".as_bytes()));
    assert!(out(&run(&["solve", "--color", "always"], FULL)).contains('\u{1b}'));
}

#[test]
fn several_solutions_are_shown_side_by_side_and_fail_only_where_one_is_required() {
    let solved = run(&["solve"], DIAGONALS);
    assert_eq!(code(&solved), 0);
    assert!(out(&solved).contains(
        "multiple: 2 solutions or more; the second differs in tank 1, tank 2, tank 3 and tank 4 \
         (r1c1 r1c2 r2c1 r2c2)"
    ));
    assert_eq!(code(&run(&["solve", "--require-unique"], DIAGONALS)), 3);
    assert_eq!(code(&run(&["solve", "--require-unique", "--solutions", "1"], DIAGONALS)), 3);
    assert_eq!(code(&run(&["solve", "--solutions", "1"], DIAGONALS)), 0);
    let counted = run(&["solve", "--count", "--json"], DIAGONALS);
    assert_eq!(objects(&counted)[0]["solution_count"], 2);
    assert_eq!(objects(&counted)[0]["count_is_exact"], true);
}

#[test]
fn solutions_are_drawn_at_random_where_all_can_be_counted() {
    let two = run(&["solve", "--sample", "5", "--seed", "3", "--output", "plain"], DIAGONALS);
    assert_eq!((code(&two), out(&two).split("\n\n").count()), (0, 5), "{}", out(&two));
    assert_eq!(out(&two), out(&run(&["solve", "--sample", "5", "--seed", "3", "--output", "plain"], DIAGONALS)));
    let json = &objects(&run(&["solve", "--sample", "5", "--json"], DIAGONALS))[0];
    assert_eq!((json["sampled"].as_array().unwrap().len(), &json["solution_count"]), (5, &serde_json::json!(2)));
    let empty = ".".repeat(81);
    let late = run(&["solve", "--sample", "1", "--time-limit", "0.2", "--output", "plain"], &empty);
    assert_eq!((code(&late), &out(&late)[..]), (4, ""));
    assert!(err(&late).contains("none was drawn, because not all of them could be counted"), "{}", err(&late));
    let sort = run(&["solve", "--sample", "1"], "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n");
    assert_eq!(code(&sort), 2);
    assert!(err(&sort).contains("plans are not counted"), "{}", err(&sort));
    assert_eq!(code(&run(&["solve", "--sample", "0"], DIAGONALS)), 2);
}

#[test]
fn an_impossible_puzzle_names_its_conflict() {
    let solved = run(&["solve"], UNBALANCED);
    assert_eq!(code(&solved), 1);
    assert!(out(&solved).contains("impossible: "), "{}", out(&solved));
    let json = run(&["solve", "--json"], UNBALANCED);
    assert_eq!(code(&json), 1);
    assert_eq!(objects(&json)[0]["verdict"], "impossible");
    assert!(objects(&json)[0]["conflict"]["message"].is_string());
}

#[test]
fn json_has_the_fields_that_programs_rely_on() {
    let desk = Desk::new();
    let file = desk.file("a.txt", FULL);
    let object = &objects(&run(&["solve", "--json", &file], ""))[0];
    let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
    let expected = "family rule verdict solutions solution_count count_is_exact counters time_us message source";
    assert_eq!(keys, expected.split(' ').collect::<Vec<_>>());
    assert_eq!(object["family"], "aquarium");
    assert_eq!(object["verdict"], "unique");
    assert_eq!(object["solutions"], serde_json::json!([["11", "11"]]));
    assert_eq!(object["source"], serde_json::json!({ "file": file, "line": 1 }));
    assert!(object["time_us"].as_f64().unwrap() > 0.0);
    assert!(object["counters"]["nodes"].is_u64());
    let sudoku = &objects(&run(&["solve", "--json"], SUDOKU))[0];
    assert_eq!(sudoku["family"], "sudoku");
    assert_eq!(sudoku["solutions"], serde_json::json!(["1234341221434321"]));
    assert!(sudoku.get("rule").is_none());
}

#[test]
fn status_is_a_word_and_a_flat_list() {
    assert_eq!(out(&run(&["solve", "--output", "status"], FULL)), "OPTIMAL\n1, 1, 1, 1\n");
    assert_eq!(out(&run(&["solve", "--output", "status"], UNBALANCED)), "INFEASIBLE\n");
    let several = out(&run(&["solve", "--output", "status"], DIAGONALS));
    assert_eq!(several.lines().next(), Some("FEASIBLE"));
    assert_eq!(several.lines().count(), 3);
}

#[test]
fn plain_and_svg_show_the_solution_only() {
    let plain = run(&["solve", "--output", "plain"], SUDOKU);
    let digits: String = out(&plain).chars().filter(char::is_ascii_digit).collect();
    assert_eq!(digits, "1234341221434321");
    let none = run(&["solve", "--output", "plain"], UNBALANCED);
    assert_eq!((code(&none), out(&none).as_str()), (1, ""));
    assert!(err(&none).contains("impossible: "));
    assert!(out(&run(&["solve", "--output", "svg"], SUDOKU)).starts_with("<svg"));
}

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

#[test]
fn a_time_limit_ends_a_hard_puzzle_with_exit_code_4() {
    let started = Instant::now();
    let empty = format!("{}\n", "0 ".repeat(25)).repeat(25);
    let solved = run(&["solve", "--count", "--time-limit", "0.2", "--json"], empty);
    assert_eq!(code(&solved), 4, "{} {}", out(&solved), err(&solved));
    assert_eq!(objects(&solved)[0]["count_is_exact"], false);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn check_says_yes_or_which_rule_breaks() {
    let desk = Desk::new();
    let (puzzle, several) = (desk.file("p", SUDOKU), desk.file("s", LOOSE_SUDOKU));
    let right = run(&["check", &puzzle, "-"], "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(code(&right), 0, "{}", err(&right));
    assert!(out(&right).contains("the only one"), "{}", out(&right));
    let wrong = run(&["check", &puzzle, "-"], "1 2 3 4\n3 4 2 1\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(code(&wrong), 1, "{}", err(&wrong));
    assert!(out(&wrong).starts_with("no: ") && out(&wrong).contains("r2c3"), "{}", out(&wrong));
    let one_of_two = run(&["check", &several, "-"], "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n");
    assert_eq!(code(&one_of_two), 3, "{} {}", out(&one_of_two), err(&one_of_two));
    assert!(out(&one_of_two).contains("not the only one"));
    assert_eq!(code(&run(&["check", &puzzle, "-"], "what?")), 2);
    let json = objects(&run(&["check", "--json", &puzzle, "-"], "1 2 3 4\n3 4 2 1\n2 1 4 3\n4 3 2 1\n"));
    assert_eq!(json[0]["correct"], false);
    assert!(json[0]["violation"]["cells"].is_array());
}

#[test]
fn check_compares_a_plan_with_the_shortest_one() {
    let desk = Desk::new();
    let bottles = desk.file("b", r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[],[]]}"#);
    let says = |moves: &str| {
        let checked = run(&["check", &bottles, "-"], format!(r#"{{"moves":{moves}}}"#));
        (code(&checked), out(&checked))
    };
    assert_eq!(says("[[1,3],[2,1],[2,3]]"), (0, "yes: 3 moves, and no plan is shorter\n".to_owned()));
    assert_eq!(says("[[1,3],[3,4],[2,1],[2,4]]"), (0, "yes: 4 moves; the shortest plan has 3 moves\n".to_owned()));
    let (code, said) = says("[[1,3],[2,3]]");
    assert!(code == 1 && said.starts_with("no: move 2"), "{said}");
}

#[test]
fn check_takes_what_solve_prints() {
    let desk = Desk::new();
    for family in quandary::ALL {
        for example in family.examples().iter().filter(|example| ["unique", "optimal"].contains(&example.verdict)) {
            let puzzle = desk.file("puzzle", example.text);
            let args = ["solve", "--family", family.name(), "--output", "plain", &puzzle];
            let plain = run(&args, "");
            let checked = run(&["check", "--family", family.name(), &puzzle, "-"], &plain.stdout);
            assert_eq!(code(&checked), 0, "{} {}: {}", family.name(), example.name, err(&checked));
        }
    }
}

#[test]
fn every_bare_program_prints_the_solution_and_nothing_else() {
    for family in quandary::ALL {
        for example in family.examples().iter().filter(|example| ["unique", "optimal"].contains(&example.verdict)) {
            let bare = run(&[family.name()], example.text);
            assert_eq!(code(&bare), 0, "{} {}: {}", family.name(), example.name, err(&bare));
            assert_eq!(err(&bare), "");
            if let Some(solution) = example.solution {
                let printed = out(&bare);
                let printed = printed.strip_prefix("OPTIMAL\n").unwrap_or(&printed);
                assert_eq!(printed.trim_end(), solution.trim_end(), "{} {}", family.name(), example.name);
            }
        }
    }
    let none = run(&["sudoku"], "1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n");
    assert_eq!((code(&none), out(&none).as_str()), (1, ""));
    assert!(err(&none).starts_with("impossible: "), "{}", err(&none));
    let several = run(&["sudoku"], LOOSE_SUDOKU);
    assert_eq!(code(&several), 0);
    assert!(!several.stdout.is_empty() && err(&several).starts_with("multiple: "));
}

#[test]
fn a_title_is_shown_and_can_be_left_out_of_a_conversion() {
    let puzzle = "title \"House\"\nby \"Jane\"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n";
    let solved = run(&["solve"], puzzle);
    assert!(out(&solved).starts_with("Nonogram, 1×2, “House” by Jane"), "{}", out(&solved));
    let drawn = run(&["solve", "--output", "svg"], puzzle);
    assert!(out(&drawn).contains("“House” by Jane</title>"), "{}", out(&drawn));
    let refused = run(&["convert", "--to", "puzz-link"], puzzle);
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("the title 'House'") && err(&refused).contains("--untitled"), "{}", err(&refused));
    let link = run(&["convert", "--to", "puzz-link", "--untitled"], puzzle);
    assert!(code(&link) == 0 && out(&link).starts_with("https://"), "{}", err(&link));
}

#[test]
fn convert_there_and_back_keeps_the_puzzle() {
    for family in quandary::ALL {
        for example in family.examples() {
            let json = run(&["convert", "--family", family.name()], example.text);
            assert_eq!(code(&json), 0, "{} {}: {}", family.name(), example.name, err(&json));
            let again = run(&["convert", "--to", "json"], &json.stdout);
            assert_eq!(out(&again), out(&json), "{} {}", family.name(), example.name);
        }
    }
    let desk = Desk::new();
    let (from, to) = (desk.file("two.txt", "1234341221434300\n0034341221434321\n"), desk.path("two.jsonl"));
    let written = run(&["convert", &from, "-o", to.to_str().unwrap()], "");
    assert_eq!((code(&written), out(&written).as_str()), (0, ""));
    assert_eq!(fs::read_to_string(&to).unwrap().lines().count(), 2);
    assert_eq!(code(&run(&["convert", &from, "-o", &from], "")), 2, "a file is never written over while it is read");
    assert_eq!(fs::read_to_string(&from).unwrap().lines().count(), 2);
}

#[test]
fn ascii_means_ascii_in_every_answer_for_people_and_in_every_complaint() {
    let desk = Desk::new();
    let three = "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n";
    let calls: [(&[&str], &str); 9] = [
        (&["solve"], three),
        (&["solve"], SUDOKU),
        (&["draw"], SUDOKU),
        (&["explain"], FULL),
        (&["hint"], FULL),
        (&["grade"], SUDOKU),
        (&["compare"], FULL),
        (&["families", "sudoku"], ""),
        (&["solve"], "nothing like a puzzle × at all"),
    ];
    for (words, input) in calls {
        let ran = run(&[words, &["--ascii"]].concat(), input);
        assert!(out(&ran).is_ascii(), "{words:?}: {}", out(&ran));
        assert!(err(&ran).is_ascii(), "{words:?}: {}", err(&ran));
        assert!(!out(&ran).is_empty() || !err(&ran).is_empty(), "{words:?}");
    }
    let drawn = desk.path("board.txt");
    assert_eq!(code(&run(&["draw", "--ascii", "-o", drawn.to_str().unwrap()], SUDOKU)), 0);
    assert!(fs::read_to_string(&drawn).unwrap().is_ascii());
    // Data is not spelled anew.
    assert!(out(&run(&["draw", "--ascii", "--to", "svg"], SUDOKU)).starts_with("<svg"));
}

#[test]
fn draw_follows_the_ending_of_its_file() {
    let desk = Desk::new();
    let (two, svg) = (desk.file("two.txt", "1234341221434300\n0034341221434321\n"), desk.path("board.svg"));
    let drawn = run(&["draw", &two, "--solution", "-o", svg.to_str().unwrap()], "");
    assert_eq!((code(&drawn), out(&drawn).as_str()), (0, ""), "{}", err(&drawn));
    for name in ["board.svg", "board-2.svg"] {
        assert!(fs::read_to_string(desk.path(name)).unwrap().starts_with("<svg"));
    }
    assert!(out(&run(&["draw", "--to", "svg"], FULL)).starts_with("<svg"));
    assert!(out(&run(&["draw"], FULL)).starts_with("Aquarium, 2×2"));
    assert_eq!(code(&run(&["draw", "--solution"], UNBALANCED)), 1);
    for (name, start) in [("board.png", &b"\x89PNG"[..]), ("board.pdf", b"%PDF-")] {
        let path = desk.path(name);
        assert_eq!(code(&run(&["draw", "-o", path.to_str().unwrap()], FULL)), 0);
        let drawn = fs::read(&path).unwrap();
        assert!(drawn.starts_with(start));
        assert_eq!(run(&["draw", "--to", &name[6..]], FULL).stdout, drawn);
    }
    assert_eq!(code(&run(&["draw", "-o", "board.gif"], FULL)), 2);
    assert_eq!(code(&run(&["draw", "-o", "board.png", "--scale", "0"], FULL)), 2);
}

#[test]
fn compare_runs_every_algorithm_of_the_family_and_they_agree() {
    for family in quandary::ALL {
        let Some(example) = family.examples().first() else { continue };
        let compared = run(&["compare", "--family", family.name(), "--time-limit", "1", "--json"], example.text);
        assert_eq!(err(&compared), "");
        let object = &objects(&compared)[0];
        assert_eq!(object["disagreements"], serde_json::json!([]));
        let rows = object["algorithms"].as_array().unwrap();
        let names: Vec<&str> = rows.iter().map(|row| row["algorithm"].as_str().unwrap()).collect();
        let expected: Vec<&str> = family.algorithms().iter().map(|algorithm| algorithm.name).collect();
        assert_eq!(names, expected);
        assert!(rows.iter().all(|row| row["peak_bytes"].as_u64().unwrap() > 0));
    }
}

#[test]
fn compare_prints_a_table_a_spreadsheet_or_a_chart() {
    let desk = Desk::new();
    let svg = desk.path("chart.svg");
    let table = run(&["compare", "--svg", svg.to_str().unwrap()], SUDOKU);
    assert_eq!(code(&table), 0, "{}", err(&table));
    for words in ["algorithm", "backtracks", "bytes in its tables", "unique"] {
        assert!(out(&table).contains(words), "{}", out(&table));
    }
    assert!(!out(&table).contains("shortest"), "deduction has no plans: {}", out(&table));
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let csv = run(&["compare", "--csv"], SUDOKU);
    let lines: Vec<String> = out(&csv).lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with("file,line,family,algorithm,verdict,time_us"));
    assert!(lines.iter().all(|line| line.split(',').count() == lines[0].split(',').count()), "{lines:?}");
    let listed = run(&["compare", "--list", "--family", "sudoku"], "");
    let name = quandary::family("sudoku").unwrap().algorithms()[0].name;
    assert!(out(&listed).contains(name));
    let one = objects(&run(&["compare", "--algorithms", name, "--json"], SUDOKU));
    assert_eq!(one[0]["algorithms"].as_array().unwrap().len(), 1);
}

#[test]
fn families_tells_everything_about_each_of_them() {
    let all = out(&run(&["families"], ""));
    for family in quandary::ALL {
        assert!(all.contains(family.name()) && all.contains(family.title()));
        let one = out(&run(&["families", family.name()], ""));
        for rule in family.rules() {
            assert!(one.contains(&format!("--rule {}", rule.name)), "{one}");
        }
        for notation in family.notations() {
            assert!(one.contains(notation.summary()), "{one}");
        }
    }
    assert_eq!(objects(&run(&["families", "--json"], "")).len(), quandary::ALL.len());
    assert_eq!(code(&run(&["families", "chess"], "")), 2);
}

#[test]
fn every_command_has_help_with_an_example_and_every_shell_its_completions() {
    let help = run(&["--help"], "");
    assert_eq!(code(&help), 0);
    for words in ["Quick start:", "Exit codes:", "130"] {
        assert!(out(&help).contains(words));
    }
    let commands = ["solve", "check", "compare", "convert", "draw", "families", "completions"];
    let bare = quandary::ALL.iter().map(|family| family.name());
    for name in commands.into_iter().chain(bare) {
        let help = out(&run(&[name, "--help"], ""));
        assert!(help.contains("Example") && help.contains(&format!("quandary {name}")), "{help}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = out(&run(&["completions", shell], ""));
        assert!(script.contains("quandary") && script.contains("require-unique"), "{shell}");
    }
}

/// Ctrl-C as the shell sends it.
#[cfg(unix)]
#[test]
fn an_interrupted_solve_still_prints_and_exits_with_130() {
    let desk = Desk::new();
    let file = desk.file("empty.txt", format!("{}\n", "0 ".repeat(25)).repeat(25));
    let child = program()
        .args(["solve", "--count", "--json", &file])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{}", err(&output));
    assert_eq!(objects(&output).len(), 1);
}

#[test]
fn generated_puzzles_are_unique_and_the_same_from_the_same_seed() {
    for family in ["sudoku", "nonogram", "aquarium"] {
        let make = |start: &str, count: &str| {
            out(&run(&["generate", family, "--seed", "7", "--start", start, "--count", count, "--to", "json"], ""))
        };
        let three = make("0", "3");
        assert_eq!(three, make("0", "1") + &make("1", "2"), "{family}: ranges of a series fit together");
        let solved = run(&["solve", "--require-unique", "--output", "status"], &three);
        assert_eq!((code(&solved), out(&solved).matches("OPTIMAL").count()), (0, 3), "{family}");
    }
    let made = out(&run(&["generate", "ballsort", "--seed", "7", "--to", "json"], ""));
    assert_eq!(code(&run(&["solve"], &made)), 0);
}

#[test]
fn a_hint_is_the_next_step_and_a_mistake_comes_first() {
    let desk = Desk::new();
    let puzzle = desk.file("puzzle", "12..\n....\n....\n..43\n");
    let hint = run(&["hint", &puzzle], "");
    assert_eq!(code(&hint), 0, "{}", err(&hint));
    assert_eq!(out(&hint).lines().count(), 1, "{}", out(&hint));
    // A second 1 in the first row.
    let wrong = desk.file("wrong", "12?1\n????\n????\n??43\n");
    let hint = run(&["hint", &puzzle, "--state", &wrong], "");
    assert_eq!(code(&hint), 1, "{}", err(&hint));
    assert!(out(&hint).starts_with("Row 1 has two 1s: yours in r1c4"), "{}", out(&hint));
}

#[test]
fn an_explanation_ends_with_everything_known_and_a_grade_has_its_reasons() {
    let puzzle = include_str!("../../../examples/sudoku/first-steps.grid.txt");
    let done = run(&["explain"], puzzle);
    let text = out(&done);
    assert_eq!(code(&done), 0, "{}", err(&done));
    assert!(text.contains("1. ") && text.contains("Solved in "), "{text}");
    let grade = out(&run(&["grade"], puzzle));
    assert!(grade.contains("hardest step"), "{grade}");
    let sort = run(&["explain"], "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n");
    assert_eq!(code(&sort), 0, "{}", err(&sort));
    assert!(out(&sort).contains("Freeing a colour"), "{}", out(&sort));
    assert!(out(&sort).contains("each must move"), "{}", out(&sort));
}

#[test]
fn a_hint_comes_in_three_depths_and_a_check_alone_gives_nothing_away() {
    let desk = Desk::new();
    let puzzle = include_str!("../../../examples/sudoku/first-steps.grid.txt");
    let puzzle = desk.file("puzzle", puzzle);
    let at = |depth: &str| out(&run(&["hint", &puzzle, "--depth", depth], ""));
    assert!(at("where").starts_with("Look at "), "{}", at("where"));
    assert!(at("why").contains("Everything you need"), "{}", at("why"));
    assert_ne!(at("what"), at("why"));
    let check = run(&["hint", &puzzle, "--check-only"], "");
    assert_eq!((code(&check), out(&check).as_str()), (0, "Everything is correct so far.\n"));
}

#[test]
fn a_player_of_moves_is_told_the_next_one() {
    let desk = Desk::new();
    let board = desk.file("board", "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n");
    let moves = desk.file("moves", "1 -> 4\n");
    let hint = run(&["hint", &board, "--state", &moves], "");
    assert_eq!(code(&hint), 0, "{}", err(&hint));
    assert!(out(&hint).contains("to go, this one included"), "{}", out(&hint));
    let grade = out(&run(&["grade", &board], ""));
    assert!(grade.contains("dead ends"), "{grade}");
}

#[test]
fn every_step_can_be_drawn_and_the_whole_way_put_on_one_page() {
    let desk = Desk::new();
    let puzzle = desk.file("puzzle", include_str!("../../../examples/aquarium/harbour.digits.txt"));
    let (folder, page) = (desk.path("steps").display().to_string(), desk.path("way.html").display().to_string());
    let done = run(&["explain", &puzzle, "--svg", &folder, "--html", &page], "");
    assert_eq!(code(&done), 0, "{}", err(&done));
    let steps = out(&done).lines().count() - 2;
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), steps);
    let page = std::fs::read_to_string(&page).unwrap();
    assert_eq!(page.matches("<li id=\"step").count(), steps);
    assert!(page.contains("t-conclusion"));
}

#[test]
fn every_move_can_be_drawn_and_the_whole_plan_put_on_one_page() {
    let desk = Desk::new();
    let puzzle = desk.file("puzzle", include_str!("../../../examples/ballsort/three-colours.plain.txt"));
    let (folder, page) = (desk.path("moves").display().to_string(), desk.path("plan.html").display().to_string());
    let done = run(&["explain", &puzzle, "--svg", &folder, "--html", &page], "");
    assert_eq!(code(&done), 0, "{}", err(&done));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 12);
    let first = std::fs::read_to_string(desk.path("moves").join("step-001.svg")).unwrap();
    assert!(first.contains("1. Move 3 from bottle 3") && first.contains("t-conclusion"), "{first}");
    assert_eq!(std::fs::read_to_string(&page).unwrap().matches("<li id=\"step").count(), 12);
}

#[test]
fn an_ordered_grade_is_honoured_or_refused_with_the_closest() {
    let made = run(&["generate", "aquarium", "--size", "6", "--seed", "3", "--grade", "easy", "--count", "2"], "");
    assert_eq!(code(&made), 0, "{}", err(&made));
    let graded = out(&run(&["grade", "--json", "-"], out(&made)));
    assert_eq!(graded.matches(r#""word":"easy""#).count(), 2, "{graded}");
    let hard = ["generate", "aquarium", "--size", "6", "--seed", "3", "--grade", "580..599", "--tries", "3"];
    let refused = run(&hard, "");
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("the closest was"), "{}", err(&refused));
    let endless = ["--tries", "1000000", "--time-limit", "0.3"];
    assert_eq!(code(&run(&[&hard[..8], &endless[..]].concat(), "")), 4, "out of time, not out of tries");
    let dated = run(&["generate", "aquarium", "--special", "daily"], "");
    assert!(err(&dated).contains("--special: say for which day with --date, such as"), "{}", err(&dated));
    let unknown = run(&["generate", "aquarium", "--size", "6", "--needs", "x-wing", "--seed", "1"], "");
    assert!(err(&unknown).contains("there is no technique called"), "{}", err(&unknown));
    let contrary = run(&["generate", "sudoku", "--needs", "x-wing", "--avoids", "x-wing", "--seed", "1"], "");
    assert_eq!(code(&contrary), 2);
    assert!(err(&contrary).contains("--avoids: 'x wing' is among the needed ones"), "{}", err(&contrary));
}
