//! Heuristics compared: the simplest, ours, and one that seems right but is not admissible.

use super::super::model::{Position, Space};
use super::super::{BallSort, Rule};
use super::bound::bound;
use quandary_core::search::lab::{Examination, Heuristic, examine};
use quandary_core::verdict::Budget;

/// Positions that are made at most.
const POSITIONS: usize = 60_000;

/// Every heuristic of this family on a board, ignoring the order of bottles and pointless moves.
pub(in super::super) fn lab(puzzle: &BallSort, budget: &Budget) -> Vec<Examination> {
    if puzzle.hidden() > 0 {
        return Vec::new();
    }
    let space = Space::tidy(puzzle);
    let on_trial = |name, summary, estimate| Heuristic { name, summary, estimate };
    let mut heuristics: Vec<Heuristic<'_, Position>> = vec![
        on_trial("none", "0 everywhere: uniform cost", Box::new(|_| 0)),
        on_trial("mixed", "bottles that hold more than one colour", Box::new(|position| space.mixed_bottles(position))),
        on_trial(
            "mixed-twice",
            "two moves for each such bottle: sounds right, for something must leave and something must come",
            Box::new(|position| 2 * space.mixed_bottles(position)),
        ),
        on_trial("distance", "runs, or balls, that must still move", Box::new(|position| space.distance(position))),
    ];
    if puzzle.rule == Rule::Ball && puzzle.is_classic() {
        let tangled = |position: &Position| bound(&at(puzzle, &space, position)).moves();
        let summary = "the same, and a move more for each colour that must break a circle";
        heuristics.push(on_trial("tangled", summary, Box::new(tangled)));
    }
    examine(&space, budget, POSITIONS, &heuristics, |position| show(puzzle, &space, position))
}

/// The board of a position. Its bottles are in the order of the position.
fn at(puzzle: &BallSort, space: &Space<'_>, position: &Position) -> BallSort {
    let balls = |bottle: &[u8]| bottle.iter().copied().filter(|&ball| ball != 0).collect();
    BallSort { bottles: space.bottles(position).map(balls).collect(), ..puzzle.clone() }
}

/// A position in words: bottles from the bottom up.
fn show(puzzle: &BallSort, space: &Space<'_>, position: &Position) -> String {
    let bottle = |balls: &Vec<u8>| balls.iter().map(|&ball| puzzle.colour_name(ball)).collect::<Vec<_>>().join(" ");
    let bottles: Vec<String> =
        at(puzzle, space, position).bottles.iter().map(|balls| format!("[{}]", bottle(balls))).collect();
    bottles.join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{any_board, board};
    use super::*;

    #[test]
    fn what_sounds_right_is_refuted_by_a_board_and_what_is_proved_is_not() {
        for rule in [Rule::Ball, Rule::Water] {
            let lab = lab(&board(2, rule, "12 21 -"), &Budget::default());
            for found in &lab {
                let is_sound = found.heuristic != "mixed-twice";
                assert!(found.is_whole, "{}", found.heuristic);
                assert_eq!(found.says_too_much.is_none(), is_sound, "{found:?}");
                assert!(!is_sound || found.falls_too_fast.is_none(), "{found:?}");
            }
            let nodes = |name: &str| lab.iter().find(|found| found.heuristic == name).unwrap().nodes;
            assert!(nodes("distance") <= nodes("none"));
        }
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(24))]

        #[test]
        fn every_bound_that_the_search_prunes_with_keeps_its_promises(puzzle in any_board()) {
            for found in lab(&puzzle, &Budget { nodes: Some(3_000), ..Budget::default() }) {
                if found.heuristic != "mixed-twice" {
                    proptest::prop_assert_eq!(found.says_too_much, None);
                    proptest::prop_assert_eq!(found.falls_too_fast, None);
                }
            }
        }
    }
}
