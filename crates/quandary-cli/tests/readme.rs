//! The README's examples are real: every command in a `console` block prints what stands under it.

use std::path::Path;

use assert_cmd::Command;

/// Commands and what they print, from the `console` blocks.
fn examples(text: &str) -> Vec<(String, String)> {
    let blocks = text.split("```console\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let example = |block: &str| {
        let (command, printed) = block.split_once('\n').unwrap_or((block, ""));
        (command.trim_start_matches("$ ").to_owned(), printed.to_owned())
    };
    blocks.map(example).collect()
}

/// Times differ from run to run: a line such as "17.4 µs, 1 search node" keeps only what follows the time.
fn without_times(text: &str) -> String {
    let is_time = |start: &str| start.starts_with(|c: char| c.is_ascii_digit()) && start.ends_with('s');
    let line = |line: &str| match line.split_once(", ") {
        Some((start, rest)) if is_time(start) && rest.contains("node") => rest.to_owned(),
        _ => line.trim_end().to_owned(),
    };
    text.trim_end().lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn every_example_in_the_readme_prints_what_it_says() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let examples = examples(&std::fs::read_to_string(root.join("README.md")).unwrap());
    assert!(examples.len() >= 6, "the README has examples");
    for (command, expected) in examples {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("quandary"));
        let output = Command::cargo_bin("quandary").unwrap().args(words).current_dir(&root).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap();
        assert_eq!(without_times(&printed), without_times(&expected), "{command}");
    }
}
