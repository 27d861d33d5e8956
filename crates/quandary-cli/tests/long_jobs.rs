//! Long jobs survive: a run that was killed at any moment goes on where it was, what is written stays whole, and files may be
//! compressed.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use flate2::read::MultiGzDecoder;

fn quandary(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_quandary"));
    command.args(args).stdin(Stdio::null());
    command
}

fn run(args: &[&str]) -> Output {
    quandary(args).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A file of many Sudoku lines with a few that are not puzzles.
fn puzzles(folder: &Path, repeats: usize) -> String {
    let made = text(&run(&["generate", "sudoku", "-n", "300", "--seed", "5"]).stdout);
    let mut lines: Vec<&str> = made.lines().collect();
    lines.insert(100, "this is no puzzle");
    lines.insert(200, "# a comment");
    let path = folder.join("puzzles.txt");
    fs::write(&path, (lines.join("\n") + "\n").repeat(repeats)).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Times that look random and are the same in every run of the test.
struct Times(u64);

impl Times {
    fn next(&mut self) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Duration::from_millis((self.0 >> 33) % 350)
    }
}

/// Runs a command until it has come to its end, killed again and again before. Gives its last output and how often it was
/// killed.
fn run_with_kills(args: &[&str], times: &mut Times, most: usize) -> (Output, usize) {
    for kills in 0.. {
        let resume: &[&str] = if kills == 0 { &[] } else { &["--resume"] };
        let mut child = quandary(args).args(resume).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        thread::sleep(times.next());
        let is_running = child.try_wait().unwrap().is_none();
        if is_running && kills < most {
            child.kill().unwrap();
            child.wait().unwrap();
            continue;
        }
        return (child.wait_with_output().unwrap(), kills);
    }
    unreachable!()
}

/// Lines of JSON without what the work took: that differs from run to run, and with the puzzles that were solved together.
fn without_work(json: &[u8]) -> String {
    let line = |line: &str| {
        let mut answer: serde_json::Value = serde_json::from_str(line).unwrap();
        for key in ["time_us", "counters"] {
            answer.as_object_mut().unwrap().remove(key);
        }
        format!("{answer}\n")
    };
    text(json).lines().map(line).collect()
}

#[test]
fn a_hundred_kills_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let input = puzzles(folder.path(), 100);
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let commands: [(&[&str], &str, bool); 5] = [
        (&["solve", "--output", "plain", &input], "a.txt", true),
        (&["solve", "--json", &input, &input], "a.jsonl", true),
        (&["convert", "--to", "json", "--threads", "1", &input], "boards.jsonl", true),
        (&["solve", "--output", "plain", &input, "no such file", &input], "a.txt.gz", true),
        (&["generate", "sudoku", "--box", "2x3", "-n", "8000", "--seed", "9"], "new.txt", false),
    ];
    let (mut times, mut kills, mut round) = (Times(1), 0, 0);
    while kills < 100 {
        let (args, name, has_bad_lines) = commands[round % commands.len()];
        round += 1;
        let (undisturbed, killed) = (file(&format!("{round}-whole-{name}")), file(&format!("{round}-{name}")));
        let expected = run(&[args, &["-o", &undisturbed]].concat());
        assert_eq!(expected.status.code(), Some(if has_bad_lines { 2 } else { 0 }), "{}", text(&expected.stderr));
        let (last, so_often) = run_with_kills(&[args, &["-o", &killed]].concat(), &mut times, 30);
        kills += so_often;
        // It may be killed just after its end, too.
        if !text(&last.stderr).contains("is complete") {
            assert_eq!(last.status.code(), expected.status.code(), "{args:?}: {}", text(&last.stderr));
        }
        let [expected, found] = [undisturbed, killed.clone()].map(|path| match name {
            "a.jsonl" => without_work(&fs::read(path).unwrap()).into_bytes(),
            "a.txt.gz" => unpacked(Path::new(&path)),
            _ => fs::read(path).unwrap(),
        });
        assert!(!expected.is_empty());
        assert!(expected == found, "{args:?} after {so_often} kills");
        let left: Vec<PathBuf> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert!(left.iter().all(|path| !path.to_str().unwrap().contains(".resume")), "{left:?}");
    }
    println!("{kills} kills in {round} runs");
}

fn unpacked(path: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    MultiGzDecoder::new(fs::File::open(path).unwrap()).read_to_end(&mut all).unwrap();
    all
}

#[test]
fn files_may_be_compressed() {
    let folder = tempfile::tempdir().unwrap();
    let input = puzzles(folder.path(), 3);
    let expected = run(&["solve", "--output", "plain", &input]);
    for ending in ["gz", "zst"] {
        let packed = folder.path().join(format!("puzzles.{ending}")).to_str().unwrap().to_owned();
        let lines = run(&["convert", "--to", "line", &input, "-o", &packed]);
        assert_eq!(lines.status.code(), Some(2), "{}", text(&lines.stderr));
        let answers = run(&["solve", "--output", "plain", &packed]);
        assert_eq!(answers.status.code(), Some(0), "{}", text(&answers.stderr));
        assert!(answers.stdout == expected.stdout, "{ending}");
        // Standard input is compressed where its content says so, whatever its name.
        let from_pipe = quandary(&["solve", "--output", "plain"]).stdin(fs::File::open(&packed).unwrap()).output();
        assert!(from_pipe.unwrap().stdout == expected.stdout, "{ending}");
        // A file that was cut off: everything before the cut is answered, and the damage is named.
        let whole = fs::read(&packed).unwrap();
        fs::write(&packed, &whole[..whole.len() - 20]).unwrap();
        let cut = run(&["solve", "--json", &packed]);
        assert_eq!(cut.status.code(), Some(2));
        let last = text(&cut.stdout).lines().last().unwrap().to_owned();
        assert!(last.contains("cannot read") && last.contains(ending), "{last}");
    }
}

#[test]
fn a_file_that_cannot_be_read_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let input = puzzles(folder.path(), 1);
    let output = folder.path().join("answers.jsonl").to_str().unwrap().to_owned();
    let empty = tempfile::tempdir().unwrap();
    let middle = empty.path().to_str().unwrap();
    let ended = run(&["solve", "--json", &input, middle, &input, "-o", &output]);
    assert_eq!(ended.status.code(), Some(2));
    let answers = fs::read_to_string(&output).unwrap();
    assert_eq!(answers.lines().count(), 2 * 301 + 1);
    assert!(answers.lines().nth(301).unwrap().contains("it is a directory"), "{answers:.300}");
}

#[cfg(unix)]
#[test]
fn on_a_full_disk_whole_answers_stay_and_the_run_can_go_on() {
    let full = run(&["generate", "sudoku", "-n", "3", "--seed", "1", "-o", "/dev/full"]);
    assert_eq!(full.status.code(), Some(2));
    assert!(text(&full.stderr).contains("cannot write /dev/full: No space left on device"), "{}", text(&full.stderr));

    let folder = tempfile::tempdir().unwrap();
    let input = puzzles(folder.path(), 100);
    let output = folder.path().join("answers.txt").to_str().unwrap().to_owned();
    let args = ["convert", "--to", "json", &input, "-o", &output];
    // A limit on the size of files behaves as a disk does that is full: the last write is cut short.
    let limited = Command::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 4000; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_quandary")])
        .args(args)
        .output()
        .unwrap();
    assert_eq!(limited.status.code(), Some(2));
    assert!(text(&limited.stderr).contains("cannot write"), "{}", text(&limited.stderr));
    let written = fs::read_to_string(&output).unwrap();
    assert!(written.ends_with("}\n") && written.len() > 1_000_000, "{} bytes", written.len());
    // What is there is not written over by mistake.
    let again = run(&args);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("--resume"), "{}", text(&again.stderr));
    assert_eq!(fs::read_to_string(&output).unwrap().len(), written.len());
    // Nor where the run was stopped before its record was replaced for the first time.
    let record = output.clone() + ".resume";
    let noted = fs::read(&record).unwrap();
    let mut first: serde_json::Value = serde_json::from_slice(&noted).unwrap();
    first["position"] = serde_json::json!({ "file": 0, "done": 0, "unreadable": 0 });
    first["bytes"] = 0.into();
    fs::write(&record, first.to_string()).unwrap();
    let again = run(&args);
    assert_eq!(again.status.code(), Some(2), "{}", text(&again.stderr));
    assert_eq!(fs::read_to_string(&output).unwrap().len(), written.len());
    fs::write(&record, noted).unwrap();
    let resumed = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(resumed.status.code(), Some(2), "{}", text(&resumed.stderr));
    let expected = run(&args[..4]);
    assert!(expected.stdout.starts_with(written.as_bytes()));
    assert!(fs::read(&output).unwrap() == expected.stdout);
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_run_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let input = puzzles(folder.path(), 100);
    let mut child =
        quandary(&["solve", "--json", &input]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), text(&ended.stderr)), (Some(0), String::new()));
}

#[test]
fn only_the_same_run_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let input = puzzles(folder.path(), 1);
    let output = folder.path().join("answers.txt").to_str().unwrap().to_owned();
    let args = ["solve", "--output", "plain", &input, "-o", &output];
    // Nothing to continue: it begins.
    let first = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(first.status.code(), Some(2));
    let whole = fs::read(&output).unwrap();
    assert!(!whole.is_empty());
    // Complete: there is nothing to do.
    let complete = run(&[&args[..], &["--resume"]].concat());
    assert_eq!(complete.status.code(), Some(0));
    assert!(text(&complete.stderr).contains("is complete"), "{}", text(&complete.stderr));
    // A record of another run, or one that is damaged.
    let record = output.clone() + ".resume";
    for (content, word) in [("{}", "damaged"), ("", "damaged")] {
        fs::write(&record, content).unwrap();
        let refused = run(&[&args[..], &["--resume"]].concat());
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains(word), "{}", text(&refused.stderr));
    }
    assert_eq!(fs::read(&output).unwrap(), whole);
    assert_eq!(run(&["solve", &input, "--resume"]).status.code(), Some(2));
}

#[test]
fn many_solutions_are_checked_against_as_many_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let made = run(&["generate", "aquarium", "-n", "12", "--seed", "2", "--to", "json"]);
    let file = |name: &str, content: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let puzzles = file("puzzles.jsonl", &made.stdout);
    for form in [&["--json"][..], &["--output", "plain"]] {
        let answers = file("answers.txt", &run(&[&["solve", &puzzles][..], form].concat()).stdout);
        for threads in ["1", "3"] {
            let checked = run(&["check", &puzzles, &answers, "--threads", threads]);
            assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stderr));
            let lines = text(&checked.stdout);
            assert_eq!(lines.lines().count(), 12);
            assert!(lines.lines().all(|line| line.ends_with("yes: this is a solution, and the only one")), "{lines}");
        }
    }
    let lines: Vec<String> = text(&run(&["solve", "--json", &puzzles]).stdout).lines().map(str::to_owned).collect();
    // In another order most are wrong; one too many or too few is an error by itself.
    let turned: String = lines.iter().rev().map(|line| format!("{line}\n")).collect();
    let wrong = run(&["check", "--json", &puzzles, &file("turned", turned.as_bytes())]);
    assert_eq!((wrong.status.code(), text(&wrong.stdout).lines().count()), (Some(1), 12));
    let few = run(&["check", &puzzles, &file("few", (lines[..11].join("\n") + "\n").as_bytes())]);
    assert_eq!(few.status.code(), Some(2));
    assert!(text(&few.stderr).contains("fewer solutions than puzzles"), "{}", text(&few.stderr));
    assert_eq!(text(&few.stdout).lines().count(), 11);
    let many = run(&["check", &puzzles, &file("many", (lines.join("\n") + "\n" + &lines[0] + "\n").as_bytes())]);
    assert!(text(&many.stderr).contains("more solutions than puzzles"), "{}", text(&many.stderr));
    assert_eq!((many.status.code(), text(&many.stdout).lines().count()), (Some(2), 12));
}
