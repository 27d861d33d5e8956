//! Nothing gets lost on the way through a notation.
//!
//! Whatever a notation writes is read back as the same board: by detection, by the notation's name, and out of a file.
//! What a notation cannot store it refuses to write. That is tried on every example, on boards of every generator, and
//! on random boards with everything that a board may have. Solutions make the same journey.

mod labels;
mod random;

use std::collections::BTreeMap;

use quandary::api::ConvertOptions;
use quandary::read::{self, Hints, Source, split};
use quandary::{ALL, Ask, Budget, Credits, Solution, family};
use quandary_core::Puzzle;
use quandary_core::puzzle::{GenerateSpec, Packing, WriteError};
use quandary_core::random::{ChaCha8Rng, RngExt, SeedableRng};
use serde_json::{Map, Value, json};

fn read(text: &str) -> Result<Box<dyn Puzzle>, read::Diagnostic> {
    read::puzzle(&Source::from_text(text), &quandary::hints())
}

/// Whether two boards are equal, as their family sees it and as JSON has it.
fn is_same(a: &dyn Puzzle, b: &dyn Puzzle) -> bool {
    let is_equal = a.family().notations().first().is_some_and(|notation| notation.is_same(a, b));
    is_equal && a.write("json", quandary::ALL) == b.write("json", quandary::ALL)
}

/// How often each notation was written, and why it was not.
#[derive(Default)]
struct Tally(BTreeMap<(&'static str, String), usize>);

impl Tally {
    /// Writes a board in every notation, and reads it back in every way.
    fn round_trip(&mut self, puzzle: &dyn Puzzle) {
        let family = puzzle.family();
        for notation in family.notations().into_iter().filter(|notation| notation.writes()) {
            let name = notation.name();
            let text = match notation.write(puzzle, quandary::ALL) {
                Ok(text) => text,
                Err(WriteError::Cannot { why, .. }) => {
                    assert_ne!(name, "json", "JSON has a place for everything: {why}\n{puzzle:?}");
                    let why: String = why.to_string().chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
                    *self.0.entry((name, why)).or_default() += 1;
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            let is_labelled = text.contains("# family: ");
            let kind = if is_labelled { "written with its family and notation" } else { "written" };
            *self.0.entry((name, kind.to_owned())).or_default() += 1;
            let by_name =
                Hints { family: Some(family.name().into()), notation: Some(name.into()), ..quandary::hints() };
            for hints in [quandary::hints(), by_name] {
                let way = hints.notation.as_deref().unwrap_or("detection");
                match read::puzzle(&Source::from_text(text.as_str()), &hints) {
                    Ok(again) => assert!(is_same(puzzle, &*again), "{name} by {way}:\n{text}\n{puzzle:?}\n{again:?}"),
                    Err(error) => panic!("{name} by {way}: {error}\n{text}\n{puzzle:?}"),
                }
            }
            let of_file = split::puzzles(Source::from_text(text.as_str()), &quandary::hints());
            assert_eq!(of_file.len(), 1, "{name}: one puzzle in a file\n{text}\n{puzzle:?}");
            let again = of_file.into_iter().next().unwrap();
            assert!(again.is_ok_and(|again| is_same(puzzle, &*again)), "{name}: in a file\n{text}\n{puzzle:?}");
        }
    }

    /// Prints what happened, for `--nocapture`.
    fn print(&self) {
        for ((name, what), count) in &self.0 {
            println!("{count:6}  {name}: {what}");
        }
    }

    /// How often a notation was written.
    fn written(&self, name: &str) -> usize {
        let of_name = self.0.iter().filter(|((known, what), _)| *known == name && what.starts_with("written"));
        of_name.map(|(_, count)| count).sum()
    }
}

/// Solves a board, and reads every solution back from its text and from its JSON.
fn solutions_round_trip(puzzle: &dyn Puzzle) {
    let budget = Budget { nodes: Some(2_000), ..Budget::default() };
    for solution in puzzle.solve(&Ask { budget, ..Ask::default() }).solutions {
        let text = puzzle.solution_text(&solution);
        let json = puzzle.solution_json(&solution).to_string();
        let of_json = puzzle.read_solution(&Source::from_text(json.as_str()));
        assert_eq!(of_json.as_ref(), Ok(&solution), "{json}\n{puzzle:?}");
        match (puzzle.read_solution(&Source::from_text(text.as_str())), &solution) {
            // The text has the moves of a plan and not how short it could be.
            (Ok(Solution::Plan(again)), Solution::Plan(plan)) => assert_eq!(again.moves, plan.moves, "{text}"),
            (again, solution) => assert_eq!(again.as_ref(), Ok(solution), "{text}\n{puzzle:?}"),
        }
    }
}

/// Every notation that can be written was, and some boards of each kind were.
fn every_notation_was_written(tally: &Tally, family_name: &str) {
    tally.print();
    for notation in family(family_name).unwrap().notations().into_iter().filter(|notation| notation.writes()) {
        assert!(tally.written(notation.name()) > 0, "{} was never written", notation.name());
    }
}

#[test]
fn every_example_in_every_notation() {
    for family in ALL {
        let mut tally = Tally::default();
        for example in family.examples() {
            let puzzle = read(example.text).unwrap_or_else(|error| panic!("{}: {error}", example.name));
            tally.round_trip(&*puzzle);
            solutions_round_trip(&*puzzle);
            for rule in family.rules() {
                if let Some(puzzle) = puzzle.with_rule(rule.name) {
                    tally.round_trip(&*puzzle);
                }
            }
        }
        every_notation_was_written(&tally, family.name());
    }
}

/// What a generator is asked for.
type Options = [(&'static str, &'static str)];

#[test]
fn boards_of_every_generator_in_every_notation() {
    let orders: [(&str, u64, &Options); 22] = [
        ("sudoku", 8, &[]),
        ("sudoku", 8, &[("symmetry", "rotational")]),
        ("sudoku", 4, &[("minimal", "")]),
        ("sudoku", 4, &[("givens", "30..40")]),
        ("sudoku", 8, &[("box", "2x2")]),
        ("sudoku", 8, &[("box", "2x3")]),
        ("sudoku", 8, &[("box", "3x2")]),
        ("sudoku", 2, &[("box", "3x4")]),
        ("sudoku", 1, &[("box", "4x4")]),
        ("nonogram", 12, &[("size", "5x5")]),
        ("nonogram", 12, &[("size", "3x7")]),
        ("nonogram", 12, &[("size", "8x2")]),
        ("nonogram", 8, &[("size", "6x6"), ("colours", "3")]),
        ("aquarium", 10, &[("size", "4x4"), ("rule", "region")]),
        ("aquarium", 10, &[("size", "4x6"), ("rule", "pool")]),
        ("aquarium", 10, &[("size", "6x3"), ("rule", "adjacent")]),
        ("aquarium", 2, &[("size", "12x12")]),
        ("ballsort", 12, &[("colours", "3"), ("rule", "ball")]),
        ("ballsort", 12, &[("colours", "3"), ("rule", "water")]),
        ("ballsort", 6, &[("colours", "5"), ("capacity", "3"), ("empty", "1")]),
        ("ballsort", 6, &[("colours", "2"), ("capacity", "2")]),
        ("ballsort", 1, &[("colours", "40")]),
    ];
    let mut tally = Tally::default();
    let mut made = 0;
    for (name, count, options) in orders {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let spec = GenerateSpec { seed: 7, options, ..GenerateSpec::default() };
        for index in 0..count {
            match family(name).unwrap().generator().unwrap().generate(&spec, index) {
                Ok(puzzle) => {
                    made += 1;
                    tally.round_trip(&*puzzle);
                    solutions_round_trip(&*puzzle);
                }
                Err(error) => println!("{name} {:?}: {error}", spec.options),
            }
        }
    }
    tally.print();
    assert!(made > 120, "only {made} boards");
}
