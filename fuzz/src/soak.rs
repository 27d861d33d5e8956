//! A fuzzer that needs nothing but the stock compiler: mutated examples, through everything that reads.
//!
//! `cargo run --release --no-default-features --bin soak -- SECONDS SEED [TARGET]` in `fuzz/`; with the name of a target, such as
//! "readers", it has no other. A panic ends it with the input that caused it. It knows nothing about coverage; it makes up for
//! that with what it starts from: every example of every family in its own notation and in JSON, with its certificate.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use quandary::api::{CertifyOptions, ExplainOptions};
use quandary::read::{Source, split::Splitter};
use quandary::{ALL, Budget, Puzzle};
use quandary_check::{
    Limits, check, check_certificate, check_explanation, check_steps, digest, records, write_records,
};

/// What notations are made of.
const SYMBOLS: &[u8] = b"0123456789[]{},\":.#-/ \n\0\xff";

/// Small pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }

    /// The same bytes with a few of them changed, removed, repeated or taken from elsewhere.
    fn mutate(&mut self, bytes: &[u8], other: &[u8]) -> Vec<u8> {
        let mut bytes = bytes.to_vec();
        for _ in 0..=self.below(3) {
            let at = self.below(bytes.len());
            match self.below(7) {
                0 if !bytes.is_empty() => bytes[at] ^= 1 << self.below(8),
                1 if !bytes.is_empty() => bytes[at] = SYMBOLS[self.below(SYMBOLS.len())],
                2 => bytes.truncate(at),
                3 if !bytes.is_empty() => drop(bytes.remove(at)),
                4 => bytes.insert(at, self.below(256) as u8),
                5 => {
                    let end = (at + self.below(8)).min(bytes.len());
                    let again = bytes[at..end].to_vec();
                    bytes.splice(at..at, again);
                }
                _ => {
                    let from = self.below(other.len());
                    let end = (from + self.below(16)).min(other.len());
                    bytes.splice(at..at, other[from..end].iter().copied());
                }
            }
        }
        bytes
    }
}

/// An example: its text, its JSON form, its solution, its explanation, and its certificate.
struct Seed {
    text: String,
    json: String,
    solution: String,
    explanation: String,
    record: Vec<u8>,
}

fn seeds() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for family in ALL {
        for example in family.examples() {
            let Ok(puzzle) = Puzzle::read(example.text) else { continue };
            let Ok(answer) = puzzle.certify(&CertifyOptions::default(), &Budget::seconds(5.0)) else { continue };
            let solved = puzzle.solve(&Default::default(), &Budget::seconds(5.0));
            let solution = solved.ok().and_then(|solved| solved.solutions.first().map(ToString::to_string));
            let (solution, record) = (solution.unwrap_or_default(), answer.record.unwrap_or_default());
            let explained = puzzle.explain(&ExplainOptions::default(), &Budget::seconds(5.0));
            let explanation = explained.ok().and_then(|explained| serde_json::to_string(&explained).ok());
            let explanation = explanation.filter(|text| text.len() < 20_000).unwrap_or_default();
            if example.text.len() < 4000 {
                seeds.push(Seed { text: example.text.to_owned(), json: answer.puzzle, solution, explanation, record });
            }
        }
    }
    seeds
}

/// The targets, with how many inputs each gets in a row.
const TARGETS: [(&str, usize); 6] = [
    ("certificate files", 1_000),
    ("certificates", 1_000),
    ("puzzles of the checker", 1_000),
    ("solutions", 1_000),
    ("explanations", 100),
    ("readers", 6_000),
];

fn feed(target: usize, dice: &mut Dice, seeds: &[Seed]) -> Vec<u8> {
    let limits = Limits { work: 20_000, memory: 1 << 20, stop: &|| false };
    let (seed, other) = (&seeds[dice.below(seeds.len())], &seeds[dice.below(seeds.len())]);
    match target {
        0 => {
            let file = write_records([&seed.record[..], &other.record[..]]);
            let bytes = dice.mutate(&file, &other.record);
            let _ = records(&bytes);
            bytes
        }
        1 => {
            // A small puzzle, so that there is time for many.
            let seed = if seed.json.len() > 600 { &seeds[dice.below(seeds.len())] } else { seed };
            let mut bytes = dice.mutate(&seed.record, &other.record);
            if bytes.len() >= 10 {
                bytes[2..10].copy_from_slice(&digest(&seed.json));
            }
            let _ = check_certificate(&seed.json, &bytes, &limits);
            bytes
        }
        2 => {
            let bytes = dice.mutate(seed.json.as_bytes(), other.json.as_bytes());
            let json = String::from_utf8_lossy(&bytes);
            let mut record = seed.record.clone();
            if let Some(digits) = record.get_mut(2..10) {
                digits.copy_from_slice(&digest(&json));
            }
            // What moves cannot do is claimed as well as the shortest plan.
            if record.get(1) == Some(&4) && dice.below(2) == 0 {
                record.truncate(10);
                record[1] = 5;
            }
            let _ = check_certificate(&json, &record, &limits);
            let _ = check(&json, &seed.solution);
            bytes
        }
        3 => {
            let bytes = dice.mutate(seed.solution.as_bytes(), other.solution.as_bytes());
            let _ = check(&seed.json, &String::from_utf8_lossy(&bytes));
            bytes
        }
        4 => {
            let bytes = dice.mutate(seed.explanation.as_bytes(), other.explanation.as_bytes());
            let text = String::from_utf8_lossy(&bytes);
            let _ = check_explanation(&seed.json, &text);
            let _ = check_steps(&text);
            bytes
        }
        _ => {
            let bytes = dice.mutate(seed.text.as_bytes(), other.text.as_bytes());
            read(&bytes, dice);
            bytes
        }
    }
}

/// Reads a text as a stream, as a puzzle in whatever notation it seems to be in, or in one that is chosen by chance: the
/// first takes longest and comes least often.
fn read(bytes: &[u8], dice: &mut Dice) {
    match dice.below(16) {
        0 => {
            for source in Splitter::new(bytes, "soak", quandary::hints()).flatten().flatten() {
                let _ = quandary::read::puzzle(&source, &quandary::hints());
            }
        }
        1..8 => drop(quandary::read::puzzle(&Source::from_text(String::from_utf8_lossy(bytes)), &quandary::hints())),
        _ => {
            let notations = ALL[dice.below(ALL.len())].notations();
            let notation = notations[dice.below(notations.len())];
            let source = Source::from_text(String::from_utf8_lossy(bytes));
            notation.detect(&source);
            let _ = notation.read(&source);
        }
    }
}

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|number| number.parse().ok()).collect();
    let only = std::env::args().skip(1).find(|name| TARGETS.iter().any(|target| target.0 == name));
    let (seconds, seed) = (numbers.first().copied().unwrap_or(60), numbers.get(1).copied().unwrap_or(1));
    let seeds = seeds();
    println!("{} examples", seeds.len());
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut dice = Dice(seed);
    let mut counts = [0_u64; TARGETS.len()];
    let mut said = Instant::now();
    while Instant::now() < end {
        for (target, &(name, inputs)) in TARGETS.iter().enumerate() {
            let is_wanted = only.as_ref().is_none_or(|only| only == name);
            for _ in 0..if is_wanted { inputs } else { 0 } {
                let before = dice.0;
                if catch_unwind(AssertUnwindSafe(|| feed(target, &mut dice, &seeds))).is_err() {
                    let again = catch_unwind(AssertUnwindSafe(|| feed(target, &mut Dice(before), &seeds)));
                    println!("{name}: panic with the dice at {before}: {again:?}");
                    std::process::exit(1);
                }
                counts[target] += 1;
            }
        }
        if said.elapsed() > Duration::from_secs(60) {
            said = Instant::now();
            println!("{} inputs so far: {counts:?}", counts.iter().sum::<u64>());
        }
    }
    for ((name, _), count) in TARGETS.iter().zip(counts) {
        println!("{name}: {count} inputs");
    }
    println!("{} inputs in total, no panic (seed {seed})", counts.iter().sum::<u64>());
}
