//! Claims about explanations of small boards.

use super::*;
use crate::grid::Cell;
use crate::reason::{AllDifferent, Model};
use crate::verdict::Budget;

/// Rows, columns and boxes that hold each digit once; `.` is an open cell.
fn model_of(box_rows: usize, box_columns: usize, text: &str) -> Model {
    let side = box_rows * box_columns;
    let mut model = Model::new();
    for (index, symbol) in text.chars().enumerate() {
        let values = symbol.to_digit(10).map_or((1 << side) - 1, |digit| 1 << (digit - 1));
        model.variable(values, vec![Cell { row: index / side, column: index % side }]);
    }
    let mut unit = |name: String, is_in: &dyn Fn(usize, usize) -> bool| {
        let scope = (0..side * side).filter(|&var| is_in(var / side, var % side)).collect();
        let statement = format!("{name} holds each digit once");
        model.constrain(AllDifferent::new(scope, side, name, statement));
    };
    for index in 0..side {
        unit(format!("row {}", index + 1), &|row, _| row == index);
        unit(format!("column {}", index + 1), &|_, column| column == index);
        unit(format!("box {}", index + 1), &|row, column| row / box_rows * box_rows + column / box_columns == index);
    }
    model
}

fn model(text: &str) -> Model {
    model_of(3, 3, text)
}

fn explained(text: &str) -> Explanation {
    let model = model(text);
    explain(&model, State::new(&model).unwrap(), &Budget::default())
}

/// Minimal boards with boxes of 2 × 4, for which only the rules speak.
fn boards_without_patterns() -> Vec<Model> {
    BOARDS.iter().map(|text| model_of(2, 4, text)).collect()
}

const BOARDS: &[&str] = &[
    "..21......63...8..4......2..76..1...8....4.6...18....527...5..4.",
    "....64.8.......2.1.27..54....1.6.7.8...1..6.....8.....2....63...",
    "32..........2.8....31.4.4....7..85.............6..6..8.3.8...127",
    ".....875..8..4..1...2....7...5.8..2......8...35...651...2.......",
    "..31...2.84.................5.84.....7.367...5.....5......84.1.7",
    "5.8..17447.....8.84........7.3..6...2....43.........8.17.......6",
    ".83...........1....51..2..6...4...7.61..86..4....71...5..45.2...",
    "...2...84...........6.3....8...71....4....3..17...7..35.8.1.2...",
    ".1..5...8...2.47..2.........15..72.........1..3..3..7....6...31.",
    ".6.....27......13....2.....4....2.7.1.4.1......8.346.7......86..",
    "1.8.3..........27..1...6.....8...6...5......14.7.7....1.6..5..8.",
    "1......25..2...7718..2..3....1....5.6.8..........7..4..8..1...5.",
];

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
                let effort = if is_seen { crate::reason::Effort::Quick } else { crate::reason::Effort::Thorough };
                assert!(!prover.follows(step.constraints[0], &fewer, &[target], effort), "{step:?}");
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
    // Two Latin squares of side 2, and no cell has the same digit in both.
    let model = model_of(1, 2, "....");
    let explanation = explain(&model, State::new(&model).unwrap(), &Budget::default());
    assert_eq!((explanation.steps.len(), explanation.ending), (0, Ending::Stuck));
}

#[test]
fn a_budget_is_honoured() {
    let model = model(EASY);
    let explanation = explain(&model, State::new(&model).unwrap(), &Budget::seconds(0.0));
    assert_eq!(explanation.ending, Ending::Stopped(crate::Stopped::Time));
    let few = Budget { nodes: Some(3), ..Budget::default() };
    let explanation = explain(&model, State::new(&model).unwrap(), &few);
    assert_eq!(explanation.ending, Ending::Stopped(crate::Stopped::Nodes));
}
