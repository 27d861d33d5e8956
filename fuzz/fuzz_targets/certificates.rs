//! Any bytes as a file of certificates, for each of a few puzzles: nothing may panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_check::{Limits, check_certificate, digest, records};

const PUZZLES: [&str; 3] = [
    r#"{"family":"nonogram","rows":[[1],[2]],"columns":[[2],[1]]}"#,
    r#"{"family":"sudoku","box":[2,2],"cells":"1..............."}"#,
    r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]],"rule":"ball"}"#,
];

fuzz_target!(|bytes: &[u8]| {
    let _ = records(bytes);
    for puzzle in PUZZLES {
        let mut record = bytes.to_vec();
        if record.len() >= 10 {
            record[2..10].copy_from_slice(&digest(puzzle));
        }
        let _ = check_certificate(puzzle, &record, &Limits { work: 100_000, ..Limits::default() });
    }
});
