//! One seed with different options shares nothing: neither puzzles nor solutions. The same options make the same
//! puzzles, however they are spelled.

use std::collections::BTreeMap;

use quandary::api::{Order, generate_to_order};
use quandary::{Ask, family};
use quandary_core::puzzle::{GenerateSpec, Generator, Puzzle};

type Options = &'static [(&'static str, &'static str)];

/// For each family, options that ask for boards of one kind: were the random streams the same, boards would be, too.
const SERIES: &[(&str, &[Options])] = &[
    (
        "sudoku",
        &[
            &[],
            &[("minimal", "")],
            &[("givens", "40..45")],
            &[("givens", "24..30")],
            &[("symmetry", "rotate180")],
            &[("canonical", "")],
            &[("grade", "easy")],
            &[("grade", "moderate")],
            &[("avoids", "x-wing")],
            &[("needs", "hidden single")],
            &[("variant", "x")],
            &[("variant", "killer")],
            &[("variant", "killer,x")],
            &[("variant", "thermo")],
        ],
    ),
    (
        "nonogram",
        &[
            &[("size", "10")],
            &[("size", "10"), ("density", "54")],
            &[("size", "10"), ("density", "56")],
            &[("size", "10"), ("grade", "easy")],
            &[("size", "10"), ("grade", "0..98")],
            &[("size", "10"), ("needs", "overlap")],
        ],
    ),
    (
        "aquarium",
        &[
            &[],
            &[("rule", "pool")],
            &[("rule", "adjacent")],
            &[("robust", "")],
            &[("tanks", "19..20")],
            &[("tanks", "20..21")],
            &[("minimal-clues", "")],
            &[("grade", "easy")],
            &[("grade", "0..98")],
            &[("avoids", "supposition")],
        ],
    ),
    (
        "ballsort",
        &[
            &[],
            &[("rule", "water")],
            &[("optimum", "1..90")],
            &[("dead-ends", "0..100")],
            &[("dead-ends", "0..99")],
            &[("empty", "3")],
            &[("grade", "100..280")],
            &[("grade", "100..290")],
            &[("needs", "freeing a colour")],
        ],
    ),
];

/// Options that mean the same.
const SYNONYMS: &[(&str, Options, Options)] = &[
    ("sudoku", &[], &[("box", "3x3"), ("symmetry", "none")]),
    ("sudoku", &[("givens", "30")], &[("givens", "30..30")]),
    ("sudoku", &[("givens", "70..99")], &[("givens", "70 ..=81")]),
    ("sudoku", &[("variant", "killer,x")], &[("variant", "X + killer"), ("box", "3x3")]),
    ("sudoku", &[], &[("variant", "none")]),
    ("nonogram", &[("size", "9")], &[("size", "9x9"), ("density", "55")]),
    ("nonogram", &[("picture", "#..\n##.")], &[("picture", "P1\n3 2\n1 0 0\n1 1 0\n")]),
    ("aquarium", &[], &[("size", "10x10"), ("tanks", "20"), ("rule", "region")]),
    ("aquarium", &[("class", "6x6-normal")], &[("size", "6"), ("tanks", "9")]),
    ("ballsort", &[], &[("rule", "ball"), ("colours", "6"), ("empty", "02")]),
    ("sudoku", &[("grade", "easy")], &[("grade", "Easy"), ("box", "3x3")]),
    ("aquarium", &[("needs", "full line,too wide")], &[("needs", "too-wide,full line,too wide")]),
];

fn make(name: &str, options: Options, index: u64) -> Box<dyn Puzzle> {
    let generator: &dyn Generator = family(name).and_then(|family| family.generator()).expect("a generator");
    let own = |name: &str| !matches!(name, "grade" | "needs" | "avoids");
    let of = |name: &str| options.iter().find(|(option, _)| *option == name).map(|&(_, value)| value);
    let names = |name: &str| -> Vec<String> { of(name).iter().flat_map(|v| v.split(',')).map(str::to_owned).collect() };
    let order = Order::new(of("grade"), &names("needs"), &names("avoids"), None).expect("an order");
    let chosen = options.iter().filter(|(name, _)| own(name));
    let options: BTreeMap<String, String> = chosen.map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let spec = GenerateSpec { seed: 11, options, ..GenerateSpec::default() };
    generate_to_order(generator, &spec, index, &order)
        .unwrap_or_else(|why| panic!("{name} {options:?}: {why}", options = spec.options))
        .0
}

/// What a puzzle and its solution are made of, without what the options themselves say.
fn content(puzzle: &dyn Puzzle) -> [String; 2] {
    let solution = puzzle.solve(&Ask::default()).solutions.into_iter().next().expect("a solution");
    let mut board: serde_json::Value =
        serde_json::from_str(&puzzle.write("json", quandary::ALL).expect("as JSON")).expect("JSON");
    if let Some(board) = board.as_object_mut() {
        board.remove("rule");
    }
    [board.to_string(), puzzle.solution_json(&solution).to_string()]
}

#[test]
fn the_same_seed_with_other_options_shares_neither_puzzles_nor_solutions() {
    for (name, series) in SERIES {
        for index in 0..4 {
            let mut seen: BTreeMap<String, Options> = BTreeMap::new();
            for &options in *series {
                for part in content(&*make(name, options, index)) {
                    if let Some(other) = seen.insert(part.clone(), options) {
                        panic!("{name}: {options:?} and {other:?} share {part}");
                    }
                }
            }
        }
    }
}

#[test]
fn options_that_mean_the_same_make_the_same_puzzles_however_they_are_spelled() {
    for (name, one, other) in SYNONYMS {
        for index in 0..2 {
            let (one, other) = (make(name, one, index), make(name, other, index));
            assert_eq!(one.write("json", quandary::ALL), other.write("json", quandary::ALL), "{name}");
        }
    }
}

#[test]
fn puzzles_of_one_series_differ() {
    for (name, series) in SERIES {
        let options = series[0];
        let all: std::collections::BTreeSet<[String; 2]> =
            (0..20).map(|index| content(&*make(name, options, index))).collect();
        assert_eq!(all.len(), 20, "{name}");
    }
}
