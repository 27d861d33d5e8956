//! Any bytes, through the splitter and every reader of every family: nothing may panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary::read::{self, split::Splitter};
use quandary::{ALL, Ask, Budget};

fuzz_target!(|bytes: &[u8]| {
    for piece in Splitter::new(bytes, "fuzz", quandary::hints()).flatten() {
        let Ok(source) = piece else { continue };
        for family in ALL {
            for notation in family.notations() {
                notation.detect(&source);
                let _ = notation.read(&source);
            }
        }
        if let Ok(puzzle) = read::puzzle(&source, &quandary::hints()) {
            let budget = Budget { nodes: Some(20), memory: 10 << 20, ..Budget::seconds(0.02) };
            let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
            for solution in &outcome.solutions {
                assert_eq!(puzzle.verify(solution), Ok(()));
            }
        }
    }
});
