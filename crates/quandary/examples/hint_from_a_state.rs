//! What to do next on a half-filled board, a mistake first.
//!
//! `cargo run --example hint_from_a_state`

use quandary::api::{HintLevel, HintOptions};
use quandary::{Budget, Error, Puzzle};

/// The hint at all three levels.
pub(crate) fn hints(puzzle: &str, state: &str) -> Result<Vec<String>, Error> {
    let puzzle = Puzzle::read(puzzle)?;
    let levels = [HintLevel::Where, HintLevel::Why, HintLevel::What];
    let hint = |depth| {
        let options = HintOptions { state: Some(state.into()), depth, ..HintOptions::default() };
        puzzle.hint(&options, &Budget::seconds(2.0)).map(|hint| hint.message)
    };
    levels.into_iter().map(hint).collect()
}

#[allow(dead_code, reason = "the tests call the function above")]
fn main() -> Result<(), Error> {
    let puzzle = "1...\n..3.\n.4..\n...2\n";
    // An open cell is '?', whatever the family.
    for line in hints(puzzle, "1???\n??3?\n?4??\n???2\n")? {
        println!("{line}");
    }
    // The two 1s of the first row cannot both be right: every level says so.
    for line in hints(puzzle, "1??1\n??3?\n?4??\n???2\n")? {
        println!("{line}");
    }
    Ok(())
}
