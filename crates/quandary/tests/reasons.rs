//! Every sentence of an explanation says why: no step only names the rule that it uses.

use quandary::api::{CheckOptions, HintOptions, Text};
use quandary::read::{self, Source};
use quandary::{Budget, family};
use quandary_core::Puzzle;
use quandary_core::puzzle::GenerateSpec;
use quandary_core::reason::Model;
use quandary_core::reason::explain::{Argument, State, Step, explain};

fn read(text: &str) -> Box<dyn Puzzle> {
    read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// All steps with what is known before them; those of a chain after the step that they belong to.
fn each_step(model: &Model, start: State, steps: &[Step], seen: &mut dyn FnMut(&State, &Step)) {
    let mut state = start;
    for step in steps {
        seen(&state, step);
        if let Argument::Supposition { suppose, .. } = step.argument {
            let mut inside = state.clone();
            if inside.enter(model, suppose).is_ok() {
                each_step(model, inside, &step.sub_steps, seen);
            }
        }
        if state.apply(model, step).is_err() {
            break;
        }
    }
}

/// The sentences of all steps and of the steps inside, each with its name.
fn told(puzzle: &dyn Puzzle) -> Vec<(Option<&'static str>, String, Step)> {
    let model = puzzle.model().unwrap();
    let start = State::new(&model).unwrap();
    let explanation = explain(&model, start.clone(), &Budget::seconds(20.0));
    let mut said = Vec::new();
    each_step(&model, start, &explanation.steps, &mut |state, step| {
        let words = puzzle.narrate(&model, state, step);
        said.push((words.name, words.sentence, step.clone()));
    });
    said
}

fn generated(name: &str, options: &[(&str, &str)], seed: u64) -> Box<dyn Puzzle> {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let spec = GenerateSpec { seed, options, ..GenerateSpec::default() };
    family(name).and_then(|family| family.generator()).unwrap().generate(&spec, 0).unwrap()
}

#[test]
fn a_forcing_chain_whose_first_link_is_the_result_says_why() {
    let puzzle = read("1...7.....539...6..7.6..1.531.59.7...6.3.......9..1..........7.......3.85..7.6..2");
    let said = told(&*puzzle);
    assert!(said.iter().all(|(_, sentence, _)| !sentence.contains("then ,")), "{said:#?}");
    let chain = said.iter().find(|(_, sentence, _)| sentence.starts_with("If r7c6 is 2")).unwrap();
    assert!(chain.1.starts_with("If r7c6 is 2, then r7c1 is not 2, as both are in row 7; "), "{}", chain.1);
}

#[test]
fn every_step_within_a_unit_of_a_variant_names_its_technique_or_gives_its_reason() {
    let mut puzzles: Vec<(String, Box<dyn Puzzle>)> = Vec::new();
    for example in family("sudoku").unwrap().examples().iter().filter(|example| example.verdict == "unique") {
        puzzles.push((example.name.to_owned(), read(example.text)));
    }
    for variant in ["jigsaw", "x", "windoku", "killer", "anti-king", "disjoint-groups"] {
        for seed in 1..=3 {
            puzzles.push((format!("{variant} {seed}"), generated("sudoku", &[("variant", variant)], seed)));
        }
    }
    let names_only_the_rule = |sentence: &str| sentence.contains("holds each digit once: ");
    let (mut named, mut all, mut bare) = (0, 0, 0);
    for (name, puzzle) in &puzzles {
        let model = puzzle.model().unwrap();
        let mut state = State::new(&model).unwrap();
        for step in explain(&model, state.clone(), &Budget::seconds(20.0)).steps {
            let sentence = puzzle.narrate(&model, &state, &step).sentence;
            assert!(!names_only_the_rule(&sentence), "{name}: {sentence}");
            state.apply(&model, &step).unwrap();
        }
        for (technique, sentence, step) in told(&**puzzle) {
            // Inside chains, where only a part of a deduction may be needed, a few steps still name the rule alone.
            all += 1;
            bare += usize::from(names_only_the_rule(&sentence));
            if let ([_], Argument::Rule, Some(technique)) = (&step.constraints[..], &step.argument, technique) {
                // A chain may need only some of what a single removes.
                let found = step.conclusions.iter().filter(|shown| shown.value().is_some()).count();
                assert!(!technique.ends_with("single") || found <= 1, "{name}: {sentence}");
                named += 1;
            }
        }
    }
    assert!(named > 500, "{named}");
    assert!(bare * 100 < all, "{bare} of {all} steps name the rule alone");
}

#[test]
fn mercury_is_a_block_that_would_touch_a_filled_cell_and_a_gap_says_which_blocks_cannot_reach_it() {
    let mut seen = 0;
    for seed in 1..=8 {
        for (name, sentence, step) in told(&*generated("nonogram", &[("size", "15x15")], seed)) {
            match name {
                Some("mercury") => {
                    let is_told =
                        ["it would cover", "and touch", "which is filled"].map(|part| sentence.contains(part));
                    assert_eq!((is_told, step.conclusions.len()), ([true; 3], 1), "{sentence}");
                    seen += 1;
                }
                Some("forced gap") => {
                    let is_told = ["reach", "begin before", "no block can cover"].map(|part| sentence.contains(part));
                    assert_eq!(is_told.iter().filter(|is_told| **is_told).count().min(1), 1, "{sentence}");
                }
                _ => {}
            }
        }
    }
    assert!(seen > 5, "{seen}");
}

#[test]
fn a_hint_on_an_impossible_board_of_bottles_says_why() {
    let text = r#"{"family":"ballsort","bottles":[[1,2,1,2],[2,1,2,1]]}"#;
    let puzzle = quandary::Puzzle::read(text).unwrap();
    let hint = puzzle.hint(&HintOptions::default(), &Budget::default()).unwrap().message;
    assert!(hint.starts_with("This board has no solution: ") && hint.contains("bottles"), "{hint}");
    let options = CheckOptions { state: Some(Text::from("")), ..CheckOptions::default() };
    assert_eq!(puzzle.check(&options, &Budget::default()).unwrap().message, hint);
}
