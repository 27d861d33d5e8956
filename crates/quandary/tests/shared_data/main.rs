//! Real puzzles with known answers, where they are at hand.
//!
//! These tests read collections that are not part of the project, from `../shared` beside the checkout or from where
//! `QUANDARY_SHARED` says. Where they are absent each test says so and passes. A puzzle that runs out of its budget is
//! counted and shown; a verdict that differs from the known one fails. `QUANDARY_FULL=1` takes every puzzle instead of a
//! sample, and gives each more time.

mod aquarium;
mod ballsort;
mod nonogram;
mod seeds;
mod sudoku;

use std::fs;
use std::io::Read;
use std::path::PathBuf;

use quandary::api::CertifyOptions;
use quandary::read::{self, Hints, Source};
use quandary::{Ask, Budget};

/// A file or folder of the shared collections.
fn shared(path: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let found = std::env::var_os("QUANDARY_SHARED").map_or_else(beside, PathBuf::from).join(path);
    if !found.exists() {
        println!("skipped: {} is not here", found.display());
        return None;
    }
    Some(found)
}

/// The text of a shared file, unpacked where its name ends in `.gz`.
fn text(path: &str) -> Option<String> {
    let bytes = fs::read(shared(path)?).unwrap();
    if !path.ends_with(".gz") {
        return Some(String::from_utf8(bytes).unwrap());
    }
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    Some(text)
}

fn is_full() -> bool {
    std::env::var_os("QUANDARY_FULL").is_some()
}

/// Every `step`-th item, or all of them in a full run.
fn sample<T>(items: impl Iterator<Item = T>, step: usize) -> impl Iterator<Item = T> {
    items.step_by(if is_full() { 1 } else { step })
}

/// What came of a collection.
#[derive(Default)]
struct Tally {
    agreed: usize,
    /// Verdicts with a certificate that the checker accepted, and those without.
    certified: usize,
    not_certified: Vec<String>,
    unknown: Vec<String>,
    wrong: Vec<String>,
}

impl Tally {
    /// Solves one puzzle and compares the verdict; for plans also the length.
    fn solve(&mut self, name: &str, source: &Source, hints: &Hints, expected: &str, length: Option<usize>) {
        let puzzle = match read::puzzle(source, hints) {
            Ok(puzzle) => puzzle,
            Err(error) => return self.wrong.push(format!("{name}: {error}")),
        };
        let seconds = if is_full() { 20.0 } else { 0.5 };
        let budget = Budget { memory: 1 << 30, ..Budget::seconds(seconds) };
        let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
        for solution in &outcome.solutions {
            if let Err(violation) = puzzle.verify(solution) {
                self.wrong.push(format!("{name}: {violation}"));
            }
            let json = puzzle.write("json", quandary::ALL).unwrap();
            if let Err(failure) = quandary_check::check(&json, &puzzle.solution_json(solution).to_string()) {
                self.wrong.push(format!("{name}: the checker says: {failure}"));
            }
        }
        let word = outcome.verdict.word();
        let found = outcome.solutions.first().and_then(|solution| solution.plan()).map(|plan| plan.moves.len());
        if word == expected && (word != "optimal" || found == length) {
            self.agreed += 1;
            self.certify(name, source, hints);
        } else if matches!(word, "unknown" | "feasible") {
            self.unknown.push(name.to_owned());
        } else {
            self.wrong.push(format!("{name}: {word} {found:?}, expected {expected} {length:?}"));
        }
    }

    /// Certifies the verdict, within more time than solving takes.
    fn certify(&mut self, name: &str, source: &Source, hints: &Hints) {
        let puzzle = quandary::Puzzle::read_source(source.clone(), hints).unwrap();
        let budget = Budget { memory: 1 << 30, ..Budget::seconds(if is_full() { 600.0 } else { 5.0 }) };
        let answer = puzzle.certify(&CertifyOptions::default(), &budget).unwrap();
        match answer.not_certified {
            None => self.certified += 1,
            Some(why) => self.not_certified.push(format!("{name}: {why}")),
        }
    }

    fn report(&self, set: &str) {
        let Tally { agreed, certified, not_certified, unknown, wrong } = self;
        println!("{set}: {agreed} agreed, {} ran out of budget, {} wrong", unknown.len(), wrong.len());
        println!(
            "  {certified} certified, {} not: {:?}",
            not_certified.len(),
            not_certified.iter().take(5).collect::<Vec<_>>()
        );
        assert!(!is_full() || not_certified.is_empty(), "{set}: {not_certified:#?}");
        for name in unknown.iter().take(5) {
            println!("  ran out: {name}");
        }
        assert!(wrong.is_empty(), "{set}: {wrong:#?}");
        assert!(*agreed > 0, "{set}: something was solved");
    }
}

fn family(name: &str) -> Hints {
    Hints { family: Some(name.to_owned()), ..quandary::hints() }
}
