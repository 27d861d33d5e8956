//! Claims about explanations of small boards.

use super::*;
use crate::puzzle::Wish;
use crate::read::{self, Hints, Source};
use crate::reason::Model;
use crate::verdict::Budget;

fn model(text: &str) -> (Box<dyn crate::Puzzle>, Model) {
    let puzzle = read::puzzle(&Source::from_text(text), &Hints::default()).unwrap();
    let model = puzzle.model().unwrap();
    (puzzle, model)
}

fn explained(text: &str) -> Explanation {
    let (_, model) = model(text);
    explain(&model, State::new(&model).unwrap(), &Budget::default())
}

/// Boards for which players have no patterns by name, so that only the rules speak.
fn boards_without_patterns() -> Vec<Model> {
    let generator = crate::family("sudoku").and_then(|family| family.generator()).unwrap();
    let options = [("box", "2x4"), ("minimal", "")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let wish = Wish { seed: 4, options: options.into(), ..Wish::default() };
    let model = |index| generator.generate(&wish, index).unwrap().model().unwrap();
    let models: Vec<Model> = (0..12).map(model).collect();
    assert!(models.iter().all(|model| model.patterns().is_none()));
    models
}

/// One of the easiest: singles are enough.
const EASY: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn an_easy_sudoku_needs_one_rule_at_a_time() {
    let explanation = explained(EASY);
    assert_eq!(explanation.ending, Ending::Complete);
    assert!(explanation.steps.iter().all(|step| step.levels() == 0));
    // Every open cell is written once.
    let shown = explanation.steps.iter().flat_map(|step| &step.conclusions);
    let written = shown.filter(|shown| shown.value().is_some()).count();
    assert_eq!(written, EASY.matches('.').count());
}

#[test]
fn premises_are_minimal() {
    let mut rules = 0;
    for model in boards_without_patterns() {
        let mut prover = prover::Prover::new(&model);
        let explanation = explain(&model, State::new(&model).unwrap(), &Budget::default());
        for step in explanation.steps.iter().filter(|step| step.argument == Argument::Rule) {
            rules += 1;
            let target = Known { var: step.conclusions[0].var, values: step.conclusions[0].removed };
            for left_out in 0..step.premises.len() {
                let mut fewer = step.premises.clone();
                fewer.remove(left_out);
                let is_seen = step.cost < RULE + THOUGHT;
                let depth = if is_seen { crate::reason::Depth::Quick } else { crate::reason::Depth::Thorough };
                assert!(!prover.follows(step.constraints[0], &fewer, &[target], depth), "{step:?}");
            }
        }
    }
    assert!(rules > 0);
}

#[test]
fn a_supposition_ends_in_a_contradiction_and_uses_only_what_it_names() {
    let mut suppositions = 0;
    for model in boards_without_patterns() {
        let explanation = explain(&model, State::new(&model).unwrap(), &Budget::default());
        for step in explanation.steps.iter().filter(|step| step.levels() > 0) {
            suppositions += 1;
            assert_eq!(step.sub_steps.last().unwrap().argument, Argument::Contradiction);
            let named = |inner: &Step| inner.constraints.iter().all(|id| step.constraints.contains(id));
            assert!(step.sub_steps.iter().all(named));
        }
    }
    assert!(suppositions > 0);
}

#[test]
fn a_board_with_two_solutions_ends_stuck() {
    // Two pictures have these clues, and neither cell is known in both.
    let explanation = explained(r#"{"family":"nonogram","rows":[[1],[1]],"columns":[[1],[1]]}"#);
    assert_eq!((explanation.steps.len(), explanation.ending), (0, Ending::Stuck));
}

#[test]
fn a_right_entry_is_no_mistake() {
    let (puzzle, model) = model(EASY);
    // r1c3 = 4 is right, r1c4 = 5 stands in the row of a given 5.
    let entry = |var: usize, digit: u32| Entry { cell: model.cells(var)[0], var, values: 1 << (digit - 1) };
    let found = |entries: &[Entry]| find_mistake(&*puzzle, &model, entries, &Budget::default());
    assert_eq!(found(&[entry(2, 4)]), None);
    let mistake = found(&[entry(2, 4), entry(3, 5)]).unwrap();
    assert_eq!(mistake.message, "Row 1 has two 5s: yours in r1c4 and the given one in r1c1. One more rule is broken.");
    assert_eq!(mistake.cells, model.cells(3));
}

#[test]
fn a_budget_is_honoured() {
    let (_, model) = model(EASY);
    let explanation = explain(&model, State::new(&model).unwrap(), &Budget::seconds(0.0));
    assert_eq!(explanation.ending, Ending::Stopped(crate::Stopped::Time));
    // The patterns of a Sudoku ask no rules, so this one counts on lines.
    let (_, model) = self::model(r#"{"family":"nonogram","rows":[[2],[1]],"columns":[[1],[2],[]]}"#);
    let few = Budget { nodes: Some(3), ..Budget::default() };
    let explanation = explain(&model, State::new(&model).unwrap(), &few);
    assert_eq!(explanation.ending, Ending::Stopped(crate::Stopped::Nodes));
}
