//! The families' examples are documentation, samples and tests at once.

use std::fs;
use std::path::{Path, PathBuf};

use quandary::read::{self, Hints, Source};
use quandary::scene::svg;
use quandary::{ALL, Ask, Budget, Family};
use quandary_core::Puzzle;
use quandary_core::puzzle::Example;

fn each_example(mut visit: impl FnMut(&'static dyn Family, &Example)) {
    for &family in ALL {
        assert!(!family.examples().is_empty(), "{} has examples", family.name());
        for example in family.examples() {
            visit(family, example);
        }
    }
}

fn read(text: &str) -> Box<dyn Puzzle> {
    read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn every_example_is_recognised_as_what_it_is() {
    each_example(|family, example| {
        let found = read::detect(&Source::from_text(example.text), &quandary::hints()).unwrap();
        assert_eq!((found.family.name(), found.notation.name()), (family.name(), example.notation), "{}", example.name);
    });
}

#[test]
fn whatever_an_example_draws_has_a_style() {
    // What these name is styled by its parts, or left as it is.
    let plain = ["cell", "open", "empty", "colour", "key", "caption", "quandary"];
    each_example(|_, example| {
        let puzzle = read(example.text);
        let solution = puzzle.solve(&Ask::default()).solutions.into_iter().next();
        for scene in [puzzle.scene(None), puzzle.scene(solution.as_ref())] {
            let picture = svg::render_inside(&scene, "");
            let classes = picture.split("class=\"").skip(1).filter_map(|rest| rest.split('"').next());
            for class in classes
                .flat_map(str::split_whitespace)
                .filter(|class| !["note-", "sum-", "lid-"].iter().any(|part| class.starts_with(part)))
            {
                let is_styled = svg::STYLE.contains(&format!(".{class}{{"))
                    || [" ", ",", "."].iter().any(|end| svg::STYLE.contains(&format!(".{class}{end}")));
                assert!(is_styled || plain.contains(&class), "{}: .{class}", example.name);
            }
        }
    });
}

#[test]
fn every_notation_has_an_example() {
    for family in ALL {
        for notation in family.notations() {
            let has_one = family.examples().iter().any(|example| example.notation == notation.name());
            assert!(has_one, "{} as {}", family.name(), notation.name());
        }
    }
}

#[test]
fn every_example_gets_its_verdict_and_answer() {
    each_example(|_, example| {
        let puzzle = read(example.text);
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!(outcome.verdict.word(), example.verdict, "{}", example.name);
        for solution in &outcome.solutions {
            assert_eq!(puzzle.verify(solution), Ok(()), "{}", example.name);
            let text = puzzle.solution_text(solution);
            let again = puzzle.read_solution(&Source::from_text(text)).unwrap();
            assert_eq!(puzzle.verify(&again), Ok(()), "{} in plain text", example.name);
            let json = puzzle.solution_json(solution).to_string();
            let again = puzzle.read_solution(&Source::from_text(json)).unwrap();
            assert_eq!(puzzle.verify(&again), Ok(()), "{} in JSON", example.name);
        }
        if let Some(expected) = example.solution {
            assert_eq!(puzzle.solution_text(&outcome.solutions[0]), expected, "{}", example.name);
        }
    });
}

#[test]
fn every_algorithm_agrees_with_the_best_one() {
    each_example(|family, example| {
        let puzzle = read(example.text);
        let best = puzzle.solve(&Ask::default());
        for algorithm in family.algorithms() {
            let ask = Ask { budget: Budget { nodes: Some(20_000), ..Budget::seconds(2.0) }, ..Ask::default() };
            let outcome = puzzle.solve_with(algorithm.name, &ask).unwrap();
            for solution in &outcome.solutions {
                assert_eq!(puzzle.verify(solution), Ok(()), "{} by {}", example.name, algorithm.name);
            }
            let (word, expected) = (outcome.verdict.word(), best.verdict.word());
            // What runs out of budget, or promises less, may say less; it may not say something else.
            let says_less = matches!(word, "unknown" | "feasible");
            assert!(says_less || word == expected, "{} by {}: {word}", example.name, algorithm.name);
        }
        assert!(puzzle.solve_with("no-such-algorithm", &Ask::default()).is_none());
    });
}

#[test]
fn every_example_survives_being_written_and_read_in_every_notation() {
    each_example(|family, example| {
        let puzzle = read(example.text);
        let expected = puzzle.write("json", quandary::ALL).unwrap();
        for notation in family.notations() {
            let Ok(text) = notation.write(&*puzzle, quandary::ALL) else { continue };
            let hints = Hints { rule: puzzle.rule().map(str::to_owned), ..quandary::hints() };
            let again = read::puzzle(&Source::from_text(text.as_str()), &hints).unwrap();
            assert_eq!(
                again.write("json", quandary::ALL).unwrap(),
                expected,
                "{} as {}:\n{text}",
                example.name,
                notation.name()
            );
        }
    });
}

/// The files in `examples/` are these examples. `QUANDARY_WRITE_EXAMPLES=1` rewrites them.
#[test]
fn the_examples_folder_holds_the_same_puzzles() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let mut expected: Vec<PathBuf> = Vec::new();
    each_example(|family, example| {
        let ending = if example.notation == "json" { "json".into() } else { format!("{}.txt", example.notation) };
        let path = folder.join(family.name()).join(format!("{}.{ending}", example.name));
        if std::env::var_os("QUANDARY_WRITE_EXAMPLES").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, example.text).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(found, example.text, "{}", path.display());
        expected.push(path);
    });
    for family in ALL {
        for entry in fs::read_dir(folder.join(family.name())).unwrap() {
            let path = entry.unwrap().path();
            assert!(expected.contains(&path), "{} is no example of its family", path.display());
        }
    }
}
