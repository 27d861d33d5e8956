//! Solves every puzzle of a file, whatever its family and notation.
//!
//! `cargo run --example solve_a_file -- puzzles.txt`

use std::error::Error;
use std::fs::File;
use std::io::BufReader;

use quandary::read::split::Splitter;
use quandary::{Budget, Puzzle};

/// One line for each puzzle: where it is, and the verdict in words.
pub(crate) fn verdicts(path: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut lines = Vec::new();
    for piece in Splitter::new(BufReader::new(File::open(path)?), path, quandary::hints()) {
        let line = match piece? {
            Err((source, error)) => format!("line {}: {error}", source.first_line),
            Ok(source) => match Puzzle::read_source(source, &quandary::hints()) {
                Err(error) => format!("line {}: {error}", error.source_text.first_line),
                Ok(puzzle) => {
                    let solved = puzzle.solve(&Default::default(), &Budget::seconds(10.0))?;
                    format!("line {}: {}, {}", solved.source.line, puzzle.heading(), solved.message)
                }
            },
        };
        lines.push(line);
    }
    Ok(lines)
}

#[allow(dead_code, reason = "the tests call the function above")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give a file with puzzles")?;
    verdicts(&path)?.iter().for_each(|line| println!("{line}"));
    Ok(())
}
