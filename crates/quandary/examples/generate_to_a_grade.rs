//! New puzzles of a grade, with their solutions.
//!
//! `cargo run --example generate_to_a_grade`

use quandary::api::{GenerateOptions, Series};
use quandary::{ALL, Budget, Error, Puzzle};

/// Puzzles of a family and a grade, each with its solution in JSON.
pub(crate) fn graded(family: &str, grade: &str, count: usize, seed: u64) -> Result<Vec<(String, String)>, Error> {
    let options = GenerateOptions { seed, grade: Some(grade.to_owned()), ..GenerateOptions::default() };
    let series = Series::new(ALL, family, &options, &Budget::seconds(30.0))?;
    let with_solution = |made: Result<quandary::api::GeneratedPuzzle, Error>| {
        let made = made?;
        let solved = Puzzle::read(made.text.as_str())?.solve(&Default::default(), &Budget::seconds(10.0))?;
        Ok((made.text, solved.solutions[0].to_string()))
    };
    series.take(count).map(with_solution).collect()
}

#[allow(dead_code, reason = "the tests call the function above")]
fn main() -> Result<(), Error> {
    for (puzzle, solution) in graded("aquarium", "hard", 2, 42)? {
        println!("{puzzle}\n{solution}\n");
    }
    Ok(())
}
