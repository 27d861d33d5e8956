//! Comparisons, and what the command says about itself.

use std::fs;

use crate::{Desk, SUDOKU, code, err, objects, out, run};

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
