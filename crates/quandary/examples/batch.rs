//! Many puzzles on all cores, in order, each answer as a line of JSON.
//!
//! `cargo run --example batch < puzzles.txt > answers.jsonl`

use std::io::{self, BufRead, Write};
use std::thread;

use quandary::{Budget, Puzzle};

/// The answers to some lines, one puzzle per line, in their order.
pub(crate) fn answers(lines: &[String]) -> Vec<String> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = lines.len().div_ceil(workers).max(1);
    thread::scope(|scope| {
        let started: Vec<_> = lines
            .chunks(share)
            .map(|lines| scope.spawn(|| lines.iter().map(|line| answer(line)).collect::<Vec<String>>()))
            .collect();
        started.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
    })
}

fn answer(line: &str) -> String {
    let solved = Puzzle::read(line)
        .map_err(quandary::Error::from)
        .and_then(|puzzle| puzzle.solve(&Default::default(), &Budget::seconds(1.0)));
    let json = match solved {
        Ok(solved) => serde_json::to_string(&solved),
        Err(error) => serde_json::to_string(&error.response()),
    };
    json.unwrap_or_default()
}

#[allow(dead_code, reason = "the tests call the function above")]
fn main() -> io::Result<()> {
    let lines: Vec<String> = io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let mut out = io::stdout().lock();
    answers(&lines).iter().try_for_each(|line| writeln!(out, "{line}"))
}
