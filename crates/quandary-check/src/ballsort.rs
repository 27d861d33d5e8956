//! Ball Sort and Water Sort, as the rule book tells them.
//!
//! Bottles hold balls of several colours, one above the other, each bottle at most as many as its capacity (4, where a
//! puzzle does not say). A move takes from the top of one bottle and puts it on top of another. A move is allowed when
//!
//! 1. both bottles are there, and they are not the same,
//! 2. the first one is not empty,
//! 3. the second one is not full,
//! 4. the second one is empty, or its top ball has the colour of the ball that is moved.
//!
//! Under the rule `ball` (also when the puzzle names none) one ball goes over. Under the rule `water` all balls of that
//! colour that lie on top of the first bottle go over, as many as the second one has room for.
//!
//! In the end every bottle is empty, or full with balls of one colour.
//!
//! A plan also says how many moves it has, and may say how many are needed at least: it cannot need more than it has.

use serde::Deserialize;
use serde_json::Value;

use crate::Failure;

#[derive(Deserialize)]
pub(crate) struct Puzzle {
    #[serde(default = "usual_capacity")]
    capacity: usize,
    /// From the bottom up; colours are numbers or names.
    bottles: Vec<Vec<Value>>,
    #[serde(default)]
    rule: Rule,
}

fn usual_capacity() -> usize {
    4
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Rule {
    #[default]
    Ball,
    Water,
}

#[derive(Deserialize)]
pub(crate) struct Plan {
    /// Bottles from and to, counted from 1.
    moves: Vec<[usize; 2]>,
    length: Option<usize>,
    lower_bound: Option<usize>,
}

pub(crate) fn check(puzzle: &Puzzle, plan: &Plan) -> Result<(), Failure> {
    let mut bottles = puzzle.bottles.clone();
    if let Some(over_full) = bottles.iter().position(|bottle| bottle.len() > puzzle.capacity) {
        return Err(Failure::Puzzle(format!("bottle {} holds more than it can", over_full + 1)));
    }
    for (number, &[from, to]) in (1..).zip(&plan.moves) {
        let no = |rule: &'static str, why: &str| Failure::rule(rule, format!("move {number} ({from} to {to}): {why}"));
        if from == 0 || from > bottles.len() || to == 0 || to > bottles.len() {
            return Err(no("bottle", "there is no such bottle"));
        }
        if from == to {
            return Err(no("same", "a bottle is poured into itself"));
        }
        let (from, to) = (from - 1, to - 1);
        let Some(colour) = bottles[from].last().cloned() else {
            return Err(no("empty", "there is nothing to take"));
        };
        if bottles[to].len() == puzzle.capacity {
            return Err(no("full", "there is no room"));
        }
        if bottles[to].last().is_some_and(|top| *top != colour) {
            return Err(no("colour", "it would lie on another colour"));
        }
        bottles[from].pop();
        bottles[to].push(colour.clone());
        while puzzle.rule == Rule::Water && bottles[from].last() == Some(&colour) && bottles[to].len() < puzzle.capacity
        {
            bottles[from].pop();
            bottles[to].push(colour.clone());
        }
    }
    for (number, bottle) in (1..).zip(&bottles) {
        let is_full = bottle.len() == puzzle.capacity;
        let is_of_one_colour = bottle.iter().all(|ball| *ball == bottle[0]);
        if !(bottle.is_empty() || (is_full && is_of_one_colour)) {
            let what = format!("in the end bottle {number} is neither empty nor full with one colour");
            return Err(Failure::rule("goal", what));
        }
    }
    let moves = plan.moves.len();
    match (plan.length, plan.lower_bound) {
        (Some(length), _) if length != moves => {
            Err(Failure::rule("length", format!("the plan has {moves} moves, not {length}")))
        }
        (_, Some(bound)) if bound > moves => {
            Err(Failure::rule("bound", format!("the plan has {moves} moves, so no plan needs {bound}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::broken;

    /// Two bottles of two balls each, and an empty one.
    ///
    /// ```text
    /// 2 1 .
    /// 1 2 .
    /// ```
    const BALLS: &str = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]],"rule":"ball"}"#;

    fn plan(moves: &str) -> String {
        format!(r#"{{"moves":{moves}}}"#)
    }

    #[test]
    fn a_plan_that_sorts_the_balls_is_accepted() {
        assert_eq!(broken(BALLS, &plan("[[1,3],[2,1],[2,3]]")), None);
        assert_eq!(broken(BALLS, r#"{"moves":[[1,3],[2,1],[2,3]],"length":3,"lower_bound":3}"#), None);
        let sorted = r#"{"family":"ballsort","bottles":[["red","red","red","red"],[]]}"#;
        assert_eq!(broken(sorted, &plan("[]")), None);
    }

    #[test]
    fn each_rule_has_a_plan_that_breaks_it_alone() {
        for (rule, moves) in [
            ("bottle", "[[1,4]]"),
            ("bottle", "[[0,1]]"),
            ("same", "[[1,1]]"),
            ("empty", "[[3,1]]"),
            ("full", "[[1,2]]"),
            ("colour", "[[1,3],[2,3]]"),
            ("goal", "[[1,3],[2,1]]"),
            ("goal", "[]"),
        ] {
            assert_eq!(broken(BALLS, &plan(moves)), Some(rule), "{moves}");
        }
        assert_eq!(broken(BALLS, r#"{"moves":[[1,3],[2,1],[2,3]],"length":4}"#), Some("length"));
        assert_eq!(broken(BALLS, r#"{"moves":[[1,3],[2,1],[2,3]],"lower_bound":4}"#), Some("bound"));
    }

    #[test]
    fn full_bottles_of_two_colours_are_not_sorted() {
        let mixed = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1]]}"#;
        assert_eq!(broken(mixed, &plan("[]")), Some("goal"));
        let split = r#"{"family":"ballsort","capacity":2,"bottles":[[1],[1]]}"#;
        assert_eq!(broken(split, &plan("[]")), Some("goal"), "of one colour, but not full");
    }

    #[test]
    fn water_pours_as_much_as_fits() {
        // 2 . .    The two 2s on top go over in one pour, or in two moves of a ball.
        // 2 . .
        // 1 2 1
        // 1 2 1
        let bottles = r#""capacity":4,"bottles":[[1,1,2,2],[2,2],[1,1]]"#;
        let water = format!(r#"{{"family":"ballsort",{bottles},"rule":"water"}}"#);
        let balls = format!(r#"{{"family":"ballsort",{bottles},"rule":"ball"}}"#);
        assert_eq!(broken(&water, &plan("[[1,2],[1,3]]")), None);
        assert_eq!(broken(&balls, &plan("[[1,2],[1,3]]")), Some("colour"), "the second 2 is still on top");
        assert_eq!(broken(&balls, &plan("[[1,2],[1,2],[1,3],[1,3]]")), None);
        assert_eq!(broken(&water, &plan("[[1,2],[1,2]]")), Some("full"));
        // Only one of the two fits: the other stays, and takes its own pour.
        let tight = r#"{"family":"ballsort","capacity":3,"bottles":[[1,2,2],[2,2],[1,1]],"rule":"water"}"#;
        assert_eq!(broken(tight, &plan("[[1,2],[1,3]]")), Some("colour"));
    }

    #[test]
    fn boards_that_do_not_fit_together_are_refused() {
        let over_full = r#"{"family":"ballsort","capacity":1,"bottles":[[1,1]]}"#;
        assert_eq!(broken(over_full, &plan("[]")), Some("puzzle"));
        assert_eq!(broken(BALLS, r#"{"moves":[[1]]}"#), Some("solution"));
        assert_eq!(broken(BALLS, r#"{"moves":[[-1,2]]}"#), Some("solution"));
    }
}
