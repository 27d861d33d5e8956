//! A family of your own, without a change of Quandary: a board is read, solved and explained, and a new one is made.
//!
//! `cargo run --example own_family`

#[path = "own_family/unruly.rs"]
pub mod unruly;

use quandary::api::{ExplainOptions, GenerateOptions, Series, Step};
use quandary::read::{Hints, Source};
use quandary::{Budget, Error, Family, Puzzle};

/// The families of this program: one line each.
pub(crate) static FAMILIES: &[&dyn Family] = &[&unruly::FAMILY];

/// Everything about one puzzle, and a new one of a grade.
pub(crate) fn tour(text: &str, grade: &str) -> Result<Vec<String>, Error> {
    let budget = Budget::seconds(10.0);
    let puzzle = Puzzle::read_source(Source::from_text(text), &Hints::new(FAMILIES))?;
    let solved = puzzle.solve(&Default::default(), &budget)?;
    let mut lines = vec![puzzle.heading(), solved.message.clone()];
    lines.extend(solved.outcome.solutions.first().map(|solution| puzzle.solution_text(solution)));
    let explained = puzzle.explain(&ExplainOptions::default(), &budget)?;
    for step in &explained.steps {
        if let Step::Deduction(step) = step {
            lines.push(step.text.clone());
        }
    }
    let options = GenerateOptions { seed: 7, grade: Some(grade.to_owned()), ..GenerateOptions::default() };
    for made in Series::new(FAMILIES, "unruly", &options, &budget)?.take(1) {
        lines.push(made?.text);
    }
    Ok(lines)
}

#[allow(dead_code, reason = "the tests call the function above")]
fn main() -> Result<(), Error> {
    for lines in tour("unruly\n.1...0\n0....0\n..0...\n....1.\n.00...\n..0...\n", "easy")? {
        println!("{lines}\n");
    }
    Ok(())
}
