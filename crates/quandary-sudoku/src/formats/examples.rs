//! Puzzles of our own: documentation, samples and tests at once.

mod plain;
mod programs;
mod variants;

use quandary_core::puzzle::Example;

/// What people call them; the others are there for their notation.
pub(crate) static TITLES: &[(&str, &str)] = &[
    ("first-steps", "4×4: first steps"),
    ("six-by-six", "6×6"),
    ("tall-boxes", "6×6 with tall boxes"),
    ("classic", "9×9: a classic"),
    ("few-clues", "9×9: few clues, hard"),
    ("twelve-by-twelve", "12×12"),
    ("sixteen-by-sixteen", "16×16"),
    ("both-diagonals", "Diagonals"),
    ("windows", "Windows"),
    ("anti-knight", "Anti-knight"),
    ("anti-king-non-consecutive", "Anti-king, non-consecutive"),
    ("seven-regions", "7×7 with irregular regions"),
    ("killer", "Killer: cages with sums"),
    ("thermometers-and-arrows", "Thermometers and arrows"),
    ("all-dots", "White and black dots"),
    ("x-and-v", "X and V"),
    ("marks", "With the setter’s pencil marks"),
    ("in-progress", "A game in progress"),
    ("one-clue-too-few", "Two solutions: one clue too few"),
    ("no-place-for-a-3", "Impossible: no place for a 3"),
    ("two-fives-in-a-row", "Impossible: two 5s in a row"),
];

/// One or more per notation and size; the last three do not have exactly one solution, and say so.
pub(crate) static EXAMPLES: &[Example] = &JOINED;

const JOINED: [Example; COUNT] = joined([plain::EXAMPLES, variants::EXAMPLES, programs::EXAMPLES, FLAWED]);

const COUNT: usize = plain::EXAMPLES.len() + variants::EXAMPLES.len() + programs::EXAMPLES.len() + FLAWED.len();

/// One list of several.
const fn joined(lists: [&[Example]; 4]) -> [Example; COUNT] {
    let mut all = [FLAWED[0]; COUNT];
    let (mut list, mut place, mut at) = (0, 0, 0);
    while list < lists.len() {
        if place == lists[list].len() {
            (list, place) = (list + 1, 0);
            continue;
        }
        all[at] = lists[list][place];
        (place, at) = (place + 1, at + 1);
    }
    all
}

/// A puzzle with one solution.
const fn unique(name: &'static str, notation: &'static str, text: &'static str, solution: &'static str) -> Example {
    Example { name, notation, text, verdict: "unique", solution: Some(solution) }
}

/// A puzzle with several solutions.
const fn multiple(name: &'static str, notation: &'static str, text: &'static str) -> Example {
    Example { name, notation, text, verdict: "multiple", solution: None }
}

/// A puzzle without a solution.
const fn impossible(name: &'static str, notation: &'static str, text: &'static str) -> Example {
    Example { name, notation, text, verdict: "impossible", solution: None }
}

/// Puzzles with no solution or several.
const FLAWED: &[Example] = &[
    multiple("one-clue-too-few", "line", ".5....3...4.....1.6..3............56\n"),
    impossible("no-place-for-a-3", "grid", "1 2 0 0\n0 0 3 0\n0 0 0 0\n0 0 0 0\n"),
    impossible(
        "two-fives-in-a-row",
        "line",
        "5......5.........................................................................\n",
    ),
];
