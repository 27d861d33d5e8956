//! Any text as the solution of any example: nothing may panic, whatever the checker says.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary::ALL;
use quandary::read::{self, Source};

fuzz_target!(|text: &str| {
    for family in ALL {
        for example in family.examples() {
            let puzzle =
                read::puzzle(&Source::from_text(example.text), &quandary::hints()).expect("examples are sound");
            if let Ok(solution) = puzzle.read_solution(&Source::from_text(text)) {
                let _ = puzzle.verify(&solution);
            }
        }
    }
});
