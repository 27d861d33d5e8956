//! An independent checker for Quandary's answers.
//!
//! ```
//! let puzzle = r#"{"family":"nonogram","rows":[[1],[2]],"columns":[[2],[1]]}"#;
//! assert!(quandary_check::check(puzzle, r###"["#.","##"]"###).is_ok());
//! let failure = quandary_check::check(puzzle, r###"[".#","##"]"###).unwrap_err();
//! assert_eq!(failure.to_string(), "column 1 has the runs [1], its clue is [2]");
//! ```
//!
//! # Why it can be trusted
//!
//! A solver is large and clever, and so are its bugs. This crate is neither. It takes a puzzle and a solution as the
//! JSON texts that Quandary (or any other program) writes, and answers one question: does the solution keep every rule
//! of the puzzle?
//!
//! * It shares no code with the solvers: it depends on a JSON reader and a macro for error texts. A mistake in the
//!   library's grids, readers, constraints or `verify` cannot reach it.
//! * Each family is one file, written from the rules as a rule book states them, which are at its top in prose. The
//!   code below them states the same rules again, in the plainest way, without tables, tricks or search. Every file is
//!   short enough to be checked by reading.
//! * When the two disagree, one of them is wrong. Quandary's own tests give every example and altered copies of its
//!   solution to both.
//!
//! [`check_steps`] asks the same of an explanation: does every step follow from what it names? [`check_explanation`] also wants
//! it to go to the end.
//!
//! That a solution is the only one, or a plan the shortest, is a claim about all other answers: no single answer shows it, but a
//! certificate does ([`check_certificate`]). For that, puzzles are stated as data: a few kinds of rules ([`Rules`]), and what
//! follows from them ([`State`]). [`Formula`] states the same for checkers that others have written.
//!
//! It never panics on what it is given, and certificates cannot make it take more than its [`Limits`].

mod aquarium;
mod ballsort;
mod certificate;
mod claim;
mod formula;
mod kinds;
mod limits;
mod nonogram;
mod patterns;
mod rules;
mod sort;
mod state;
mod steps;
mod sudoku;

pub use certificate::{Certificate, Claim, Shown, digest, records, write_records};
pub use claim::check_certificate;
pub use formula::{Formula, Linear, Term};
pub use kinds::Values;
pub use limits::{Limits, Stop};
pub use rules::{Literal, Rules};
pub use state::State;
pub use steps::{check_explanation, check_steps};

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, Error, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// Why a solution is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The puzzle is not one that this crate can read, so nothing can be said about a solution.
    #[error("the puzzle cannot be read: {0}")]
    Puzzle(String),
    /// The solution does not have the form that solutions of this puzzle have.
    #[error("the solution cannot be read: {0}")]
    Solution(String),
    /// The solution breaks a rule of the puzzle.
    #[error("{what}")]
    Rule {
        /// The rule's short name: "row", "clue", "level" …
        rule: &'static str,
        /// How it breaks, in one sentence.
        what: String,
    },
    /// The certificate is damaged, belongs to another puzzle, or does not show what it claims.
    #[error("the certificate fails at byte {at}: {what}")]
    Certificate {
        /// How many bytes of it come before.
        at: usize,
        /// What is wrong there.
        what: String,
    },
    /// Checking takes more work or memory than is allowed.
    #[error("checking takes more work than is allowed: nothing is shown")]
    Limit,
}

impl Failure {
    fn rule(rule: &'static str, what: impl Into<String>) -> Self {
        Failure::Rule { rule, what: what.into() }
    }
}

/// Checks a solution against its puzzle, both in Quandary's JSON forms; the error says which rule breaks.
pub fn check(puzzle_json: &str, solution_json: &str) -> Result<(), Failure> {
    match family_of_known_fields(puzzle_json)?.as_str() {
        "sudoku" => sudoku::check(&read_puzzle(puzzle_json)?, &read_solution::<String>(solution_json)?),
        "nonogram" => nonogram::check(&read_puzzle(puzzle_json)?, &read_solution::<Vec<String>>(solution_json)?),
        "aquarium" => aquarium::check(&read_puzzle(puzzle_json)?, &read_solution::<Vec<String>>(solution_json)?),
        "ballsort" => ballsort::check(&read_puzzle(puzzle_json)?, &read_solution::<ballsort::Plan>(solution_json)?),
        other => Err(Failure::Puzzle(format!("there is no family called '{other}'"))),
    }
}

/// The name of the family that a puzzle says it belongs to.
fn family_of(puzzle_json: &str) -> Result<String, Failure> {
    #[derive(Deserialize)]
    struct Head {
        family: String,
    }
    read_puzzle::<Head>(puzzle_json).map(|head| head.family)
}

/// The fields of each family's puzzles, beside those that say what a puzzle is called.
const FIELDS: [(&str, &[&str]); 4] = [
    ("sudoku", &["box", "cells", "regions", "rules", "cages", "thermometers", "arrows", "signs", "marks"]),
    ("nonogram", &["rows", "columns", "colours", "background"]),
    ("aquarium", &["rows", "columns", "tanks", "rule", "walls"]),
    ("ballsort", &["capacity", "capacities", "bottles", "rule", "locks"]),
];

/// The family of a puzzle of which every field is known: any other could be a rule that nobody looks at.
fn family_of_known_fields(puzzle_json: &str) -> Result<String, Failure> {
    let family = family_of(puzzle_json)?;
    let Once::<String, IgnoredAny>(fields) = read_puzzle(puzzle_json)?;
    let own = FIELDS.iter().find(|(name, _)| *name == family).map_or(&[][..], |(_, own)| own);
    match fields.keys().find(|field| !["family", "title", "author", "id"].iter().chain(own).any(|known| known == field))
    {
        Some(unknown) => Err(Failure::Puzzle(format!("the field '{unknown}' is not known for {family}"))),
        None => Ok(family),
    }
}

/// A map in which no key comes twice: otherwise two readers of the same puzzle could see two puzzles.
#[derive(Clone, Debug)]
struct Once<K, V>(BTreeMap<K, V>);

impl<K, V> Default for Once<K, V> {
    fn default() -> Self {
        Once(BTreeMap::new())
    }
}

impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Deserialize<'de> for Once<K, V> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Entries<K, V>(PhantomData<(K, V)>);
        impl<'de, K: Ord + Deserialize<'de>, V: Deserialize<'de>> Visitor<'de> for Entries<K, V> {
            type Value = Once<K, V>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = BTreeMap::new();
                while let Some((key, value)) = map.next_entry()? {
                    if entries.insert(key, value).is_some() {
                        return Err(A::Error::custom("a key comes twice"));
                    }
                }
                Ok(Once(entries))
            }
        }
        source.deserialize_map(Entries(PhantomData))
    }
}

/// What a tank or a colour is called: a text or a number. A number is the same name as its digits in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(from = "WrittenName")]
struct Name(String);

#[derive(Deserialize)]
#[serde(untagged, expecting = "a name is a text or a whole number")]
enum WrittenName {
    Number(u64),
    Text(String),
}

impl From<WrittenName> for Name {
    fn from(written: WrittenName) -> Name {
        match written {
            WrittenName::Number(number) => Name(number.to_string()),
            WrittenName::Text(text) => Name(text),
        }
    }
}

/// No puzzle and no solution is longer, in bytes: read as JSON, a text takes many times its own length.
const LONGEST_TEXT: usize = 1 << 23;

fn read_puzzle<T: DeserializeOwned>(json: &str) -> Result<T, Failure> {
    if json.len() > LONGEST_TEXT {
        return Err(Failure::Puzzle(format!("it is longer than {LONGEST_TEXT} bytes")));
    }
    serde_json::from_str(json).map_err(|error| Failure::Puzzle(error.to_string()))
}

fn read_solution<T: DeserializeOwned>(json: &str) -> Result<T, Failure> {
    if json.len() > LONGEST_TEXT {
        return Err(Failure::Solution(format!("it is longer than {LONGEST_TEXT} bytes")));
    }
    serde_json::from_str(json).map_err(|error| Failure::Solution(error.to_string()))
}

/// The symbols of a picture: as many rows and columns as the puzzle has, each symbol one of `allowed`.
fn picture(solution: &[String], rows: usize, columns: usize, allowed: &[char]) -> Result<Vec<Vec<char>>, Failure> {
    let picture: Vec<Vec<char>> = solution.iter().map(|row| row.chars().collect()).collect();
    if picture.len() != rows {
        return Err(Failure::Solution(format!("{} rows, the puzzle has {rows}", picture.len())));
    }
    for (number, row) in (1..).zip(&picture) {
        if row.len() != columns {
            return Err(Failure::Solution(format!("row {number} has {} cells, not {columns}", row.len())));
        }
        if let Some(wrong) = row.iter().find(|symbol| !allowed.contains(symbol)) {
            return Err(Failure::Solution(format!(
                "row {number} holds '{wrong}', which is not a symbol of this puzzle"
            )));
        }
    }
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The short name of the rule that a solution breaks; "puzzle" or "solution" when one of them cannot be read.
    pub(crate) fn broken(puzzle: &str, solution: &str) -> Option<&'static str> {
        match check(puzzle, solution) {
            Ok(()) => None,
            Err(Failure::Puzzle(_)) => Some("puzzle"),
            Err(Failure::Solution(_)) => Some("solution"),
            Err(Failure::Rule { rule, .. }) => Some(rule),
            Err(Failure::Certificate { .. } | Failure::Limit) => Some("certificate"),
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        for puzzle in ["", "[]", "{", r#"{"family":"chess"}"#, r#"{"family":"sudoku"}"#, r#"{"family":3}"#] {
            assert_eq!(broken(puzzle, "\"1\""), Some("puzzle"), "{puzzle}");
        }
        let puzzle = r#"{"family":"nonogram","rows":[[1]],"columns":[[1]]}"#;
        for solution in ["", "3", "{}", "[1]", "[\"##\"]", "[\"#\",\"#\"]", "[\"x\"]"] {
            assert_eq!(broken(puzzle, solution), Some("solution"), "{solution}");
        }
    }
}
