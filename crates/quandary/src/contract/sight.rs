//! Which rules are broken at sight: by what is written on the board alone, without any reasoning and without the solution.
//!
//! A page asks this after every entry, so it is one test of every constraint and nothing else.

use serde_json::{Value, json};

use crate::puzzle::Cell;
use crate::reason::explain::Known;
use crate::reason::{Constraint, Domains, Model, Var};

/// The rules that entries and givens break, each with the cells that break it.
pub(super) fn broken_at_sight(model: &Model, entries: &[Known]) -> Vec<Value> {
    let mut values = model.start().to_vec();
    for entry in entries.iter().filter(|entry| entry.values.is_power_of_two()) {
        values[entry.var] = entry.values;
    }
    let domains = Domains::new(values);
    let broken = model.constraints().iter().filter(|constraint| !constraint.possible(&domains));
    broken
        .map(|constraint| {
            let cells: Vec<&Cell> =
                breakers(&**constraint, &domains).into_iter().flat_map(|var| model.cells(var)).collect();
            json!({ "name": constraint.name(), "rule": constraint.statement(), "cells": cells })
        })
        .collect()
}

/// The variables with a value that break a constraint: where equal values are all that can break it, those that are equal.
fn breakers(constraint: &dyn Constraint, domains: &Domains) -> Vec<Var> {
    let written: Vec<Var> =
        constraint.scope().iter().copied().filter(|&var| domains.get(var).is_power_of_two()).collect();
    let is_doubled = |var: Var| written.iter().any(|&other| other != var && domains.get(other) == domains.get(var));
    let doubled: Vec<Var> = constraint
        .strikes_at_sight()
        .iter()
        .copied()
        .filter(|&var| written.contains(&var) && is_doubled(var))
        .collect();
    if doubled.is_empty() { written } else { doubled }
}

#[cfg(test)]
mod tests {
    use crate::contract::{Request, check};
    use crate::verdict::Budget;

    /// The cells of each broken rule on a board with these digits.
    fn broken(puzzle: &str, state: &str) -> Vec<Vec<String>> {
        let request = Request::about(puzzle).with("state", state).with("at_sight", true);
        let answer = check(&request, &Budget::seconds(10.0)).unwrap();
        let cells = |rule: &serde_json::Value| serde_json::from_value(rule["cells"].clone()).unwrap();
        let mut broken: Vec<Vec<String>> = answer["broken"].as_array().unwrap().iter().map(cells).collect();
        broken.sort();
        broken
    }

    #[test]
    fn a_digit_that_stands_twice_breaks_its_row_and_box_and_names_just_the_two() {
        let state = "1?1?????????????";
        assert_eq!(broken("1...............", state), [["r1c1", "r1c3"]]);
        assert_eq!(broken("1...............", "1????1??????????"), [["r1c1", "r2c2"]]);
    }

    #[test]
    fn variants_are_broken_by_what_is_written_and_not_by_what_would_follow() {
        let cage =
            r#"{"family":"sudoku","box":[2,2],"cells":"................","cages":[{"sum":4,"cells":["r1c1","r1c2"]}]}"#;
        let knight = r#"{"family":"sudoku","box":[2,2],"cells":"................","rules":["anti-knight"]}"#;
        assert_eq!(broken(cage, "13??????????????"), Vec::<Vec<String>>::new());
        assert_eq!(broken(cage, "34??????????????"), [["r1c1", "r1c2"]]);
        assert_eq!(broken(knight, "1?????1?????????"), [["r1c1", "r2c3"]]);
        assert_eq!(broken(knight, "1??????1????????"), Vec::<Vec<String>>::new());
    }

    #[test]
    fn several_marks_break_nothing() {
        assert_eq!(broken("1...............", "1{12}{12}{12}????????????"), Vec::<Vec<String>>::new());
        // One mark alone is as good as a digit: here it breaks the row and the box.
        assert_eq!(broken("1...............", "1{1}{12}?????????????"), [["r1c1", "r1c2"], ["r1c1", "r1c2"]]);
    }
}
