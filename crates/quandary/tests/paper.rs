//! Every picture that Quandary draws can be printed: examples and their solutions, hints, and the steps of explanations.

#![cfg(all(feature = "print", feature = "png"))]

use quandary::api::{DrawOptions, ExplainOptions, HintOptions, Step};
use quandary::{ALL, Budget, Puzzle, picture};

fn assert_printable(name: &str, svg: &str) {
    if let Err(error) = picture::pdf(svg, name) {
        panic!("{name}: {error}");
    }
    assert!(picture::png(svg, 0.5).unwrap().starts_with(b"\x89PNG"), "{name}");
}

#[test]
fn every_example_can_be_printed_as_it_is_and_solved() {
    for family in ALL {
        for example in family.examples() {
            let puzzle = Puzzle::read(example.text).unwrap();
            for solution in [false, true] {
                let options = DrawOptions { solution, ..DrawOptions::default() };
                let drawn = puzzle.draw(&options, &Budget::seconds(10.0)).unwrap();
                assert_printable(example.name, &drawn.svg);
            }
        }
    }
}

#[test]
fn hints_and_steps_can_be_printed_with_their_marks_and_chains() {
    for family in ALL {
        for example in family.examples().iter().filter(|example| example.text.len() < 600) {
            let puzzle = Puzzle::read(example.text).unwrap();
            let hint =
                puzzle.hint(&HintOptions { svg: true, ..HintOptions::default() }, &Budget::seconds(10.0)).unwrap();
            hint.svg.iter().for_each(|svg| assert_printable(example.name, svg));
            let options = ExplainOptions { svg: true, last: Some(40), ..ExplainOptions::default() };
            let explained = puzzle.explain(&options, &Budget::seconds(10.0)).unwrap();
            for step in &explained.steps {
                let svg = match step {
                    Step::Deduction(step) => &step.svg,
                    Step::Move(step) => &step.svg,
                };
                svg.iter().for_each(|svg| assert_printable(example.name, svg));
            }
        }
    }
}
