//! Puzzles of our own: documentation, samples and tests at once.

mod plain;
mod programs;
mod variants;

use quandary_core::puzzle::Example;

/// One or more per notation and size; the last three are no proper puzzles, and say so.
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

/// No proper puzzles.
const FLAWED: &[Example] = &[
    Example {
        name: "one-clue-too-few",
        notation: "line",
        text: ".5....3...4.....1.6..3............56\n",
        verdict: "multiple",
        solution: None,
    },
    Example {
        name: "no-place-for-a-3",
        notation: "grid",
        text: "1 2 0 0\n0 0 3 0\n0 0 0 0\n0 0 0 0\n",
        verdict: "impossible",
        solution: None,
    },
    Example {
        name: "two-fives-in-a-row",
        notation: "line",
        text: "5......5.........................................................................\n",
        verdict: "impossible",
        solution: None,
    },
];
