//! Counting and drawing, compared with brute force.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::super::{AllDifferent, Implies, Increasing, Ladder, Relation, Sum, Table, Term, Total, Var};
use super::*;
use crate::grid::Grid;
use crate::random::ChaCha8Rng;
use crate::verdict::Budget;

/// All assignments that satisfy a model.
fn by_force(model: &Model) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut values: Vec<u8> = Vec::new();
    fn go(model: &Model, values: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
        let Some(&start) = model.start().get(values.len()) else {
            if model.satisfied(values) {
                found.push(values.clone());
            }
            return;
        };
        for value in super::super::each_value(start) {
            values.push(value);
            go(model, values, found);
            values.pop();
        }
    }
    go(model, &mut values, &mut found);
    found
}

fn counted(model: &Model) -> u128 {
    let budget = Budget::default();
    let mut watch = budget.start();
    Board::new(model).map_or(0, |board| Counter::new(board, &mut watch).count_at_least(0).0)
}

impl<B: Countable> Counter<'_, '_, B> {
    /// Counts where there may be no solution at all.
    fn count_at_least(&mut self, least: u128) -> Ways {
        let open = self.board.open_places();
        self.count_places(open, least > 0)
    }
}

/// A model with rules of all kinds over some variables.
fn any_model() -> impl Strategy<Value = Model> {
    let start = prop::collection::vec(1u64..16, 3..6);
    let rule = (0usize..6, prop::collection::vec(0usize..8, 2..5), 0u32..9);
    (start, prop::collection::vec(rule, 0..6)).prop_map(|(start, rules)| {
        let mut model = Model::new();
        let vars: Vec<Var> = start.iter().map(|&values| model.variable(values, Vec::new())).collect();
        // Variables of yes and no, for the rules that are about these.
        let flags: Vec<Var> = (0..4).map(|_| model.variable(0b11, Vec::new())).collect();
        for (kind, places, total) in rules {
            let mut scope: Vec<Var> = places.iter().map(|place| vars[place % vars.len()]).collect();
            scope.sort_unstable();
            scope.dedup();
            if scope.len() < 2 {
                continue;
            }
            let terms = || scope.iter().map(|&var| Term { var, weight: 1 }).collect();
            match kind {
                0 => model.constrain(AllDifferent::new(scope.clone(), 4, "unit", "")),
                1 => model.constrain(Total::new(terms(), total.into(), "total", "")),
                2 => model.constrain(Total::cage(scope.clone(), total.into(), "cage", "")),
                3 => model.constrain(Increasing::new(scope.clone(), "thermometer", "")),
                4 => model.constrain(Relation::new(
                    [scope[0], scope[1]],
                    Table::new(4, |a, b| a.abs_diff(b) > 1),
                    "dot",
                    "",
                )),
                _ => {
                    let ladders = vec![
                        Ladder { rungs: vec![flags[0], flags[1]], ..Ladder::single(flags[0], 2) },
                        Ladder::single(flags[2], 1),
                        Ladder::single(flags[3], 1),
                    ];
                    model.constrain(Sum::new(ladders, total % 6, "row", ""));
                    model.constrain(Implies::new(flags[1], flags[0], "tank", ""));
                }
            }
        }
        model
    })
}

/// The values of a permutation of this many.
fn permutations(size: usize) -> Model {
    let mut model = Model::new();
    let vars: Vec<Vec<Var>> =
        (0..size).map(|_| (0..size).map(|_| model.variable(0b11, Vec::new())).collect()).collect();
    for line in 0..size {
        let row = vars[line].iter().map(|&var| Ladder::single(var, 1)).collect();
        let column = vars.iter().map(|row| Ladder::single(row[line], 1)).collect();
        model.constrain(Sum::new(row, 1, "row", ""));
        model.constrain(Sum::new(column, 1, "column", ""));
    }
    model
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn all_solutions_of_any_model_are_counted(model in any_model()) {
        prop_assert_eq!(counted(&model), by_force(&model).len() as u128);
    }
}

#[test]
fn permutations_are_counted_by_their_states() {
    // 2¹² sets of columns that are taken, and not 12! boards.
    assert_eq!(counted(&permutations(12)), (1..=12).product());
}

#[test]
fn numbers_beyond_64_bits_are_exact() {
    let mut model = Model::new();
    for _ in 0..100 {
        model.variable(0b11, Vec::new());
    }
    assert_eq!(counted(&model), 1 << 100);
}

/// The sum of squared deviations from even shares, in units of the share.
fn deviation(model: &Model, draws: usize, seed: u64) -> (f64, usize) {
    let all = by_force(model);
    let budget = Budget::default();
    let mut watch = budget.start();
    let mut counter = Counter::new(Board::new(model).unwrap(), &mut watch);
    assert_eq!(counter.count(u64::MAX), (all.len() as u128, Ok(())));
    let mut random: ChaCha8Rng = stream(seed, "test", 0);
    let mut times: BTreeMap<Vec<u8>, usize> = all.iter().map(|values| (values.clone(), 0)).collect();
    let mark = counter.board.mark();
    for _ in 0..draws {
        counter.draw(&mut random).unwrap();
        *times.get_mut(&counter.board.values()).expect("what is drawn is a solution") += 1;
        counter.board.take_back(mark);
    }
    let share = draws as f64 / all.len() as f64;
    (times.values().map(|&times| (times as f64 - share).powi(2) / share).sum(), all.len())
}

#[test]
fn every_solution_is_drawn_as_often_as_any_other() {
    let mut uneven = Model::new();
    let vars: Vec<Var> =
        [0b1111, 0b0111, 0b0011, 0b1111, 0b0101].map(|values| uneven.variable(values, Vec::new())).into();
    uneven.constrain(AllDifferent::new(vars[..3].to_vec(), 4, "unit", ""));
    uneven.constrain(Increasing::new(vars[3..].to_vec(), "thermometer", ""));
    let terms = [vars[0], vars[3]].map(|var| Term { var, weight: 1 }).into();
    uneven.constrain(Total::new(terms, 3, "total", ""));
    for model in [uneven, permutations(4)] {
        for seed in 0..5 {
            let (chi, solutions) = deviation(&model, 100 * 24, seed);
            // Mean and standard deviation of chi-square with this many degrees of freedom.
            let (mean, spread) = ((solutions - 1) as f64, (2.0 * (solutions - 1) as f64).sqrt());
            assert!(
                (chi - mean).abs() < 4.0 * spread,
                "{chi} is not near {mean} of {solutions} solutions, seed {seed}"
            );
        }
    }
}

#[test]
fn a_sample_is_drawn_only_where_everything_was_counted() {
    let model = permutations(7);
    let decode = |values: &[u8]| Solution::Grid(Grid::from_values(7, 7, values.to_vec()).unwrap());
    let list = |ask: &Ask| super::super::solve(&model, ask, super::super::Strategy { shave: false }, decode);
    let sample = Some(crate::verdict::Sample { count: 3, seed: 1 });
    let ask = Ask { count: true, sample, ..Ask::default() };
    let outcome = all(&model, &ask, list, decode);
    assert_eq!((outcome.solution_count, outcome.count_is_exact, outcome.solutions.len()), (5040, true, 2));
    assert_eq!(outcome.sampled.as_ref().unwrap().len(), 3);
    assert_eq!(outcome.sampled, all(&model, &ask, list, decode).sampled, "the same seed draws the same");
    let budget = Budget { nodes: Some(1_200), ..Budget::default() };
    let outcome = all(&model, &Ask { budget, ..ask }, list, decode);
    assert!(!outcome.count_is_exact && outcome.solution_count < 5040);
    assert_eq!(outcome.sampled, Err(Stopped::Nodes));
}

#[test]
fn solutions_that_come_one_by_one_are_drawn_evenly_and_in_any_order_the_same() {
    let solutions: Vec<[u8; 9]> = (0..20).map(|number| [number; 9]).collect();
    let draw = |seed: u64, is_reversed: bool| {
        let mut lottery = Lottery::new(crate::verdict::Sample { count: 7, seed });
        let mut order = solutions.clone();
        if is_reversed {
            order.reverse();
        }
        order.iter().for_each(|solution| lottery.add(solution));
        lottery.draw(20)
    };
    let mut times = [[0_usize; 20]; 7];
    let mut twice = 0;
    for seed in 0..2_000 {
        let drawn = draw(seed, false);
        assert_eq!(drawn, draw(seed, true));
        drawn.iter().enumerate().for_each(|(at, solution)| times[at][usize::from(solution[0])] += 1);
        twice += usize::from(drawn[0] == drawn[1]);
    }
    for times in times {
        let chi: f64 = times.iter().map(|&times| (times as f64 - 100.0).powi(2) / 100.0).sum();
        assert!(chi < 19.0 + 4.0 * 38f64.sqrt(), "{times:?}");
    }
    // One pair in twenty is a pair of equals.
    assert!((60..140).contains(&twice), "{twice}");
}
