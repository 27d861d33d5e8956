//! `quandary::batch` itself, for comparison with what Python makes of it.
//!
//! ```text
//! python/.venv/bin/python python/tools/bench.py --batch FOLDER
//! cd bench && cargo run --release --bin batch -- FOLDER
//! ```
//!
//! The first command writes files of puzzles, with a form feed between them, and measures `solve_batch`; this one solves the same
//! puzzles in pieces of the same size. CPU time of one thread, the best of five.

use std::fs;

use cpu_time::ThreadTime;
use quandary::Ask;
use quandary::batch::Batch;

/// The allocator of the command and of the Python package.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How many puzzles are one piece of work.
const PIECE: usize = 4096;

fn main() {
    let folder = std::env::args().nth(1).expect("usage: batch FOLDER");
    println!("| family | `quandary::batch`, puzzles per second |\n|---|---:|");
    for family in ["sudoku", "nonogram", "aquarium", "ballsort"] {
        let text = fs::read_to_string(format!("{folder}/{family}.txt")).expect("a file of puzzles");
        let puzzles: Vec<&[u8]> = text.split('\x0c').map(str::as_bytes).collect();
        let mut batch = Batch::new(Ask::default());
        let mut run = || {
            let begin = ThreadTime::now();
            for piece in puzzles.chunks(PIECE) {
                let solved = batch.solve(piece.iter().copied());
                assert!(solved.errors.is_empty() && solved.rows.len() == piece.len());
            }
            begin.elapsed().as_secs_f64()
        };
        let best = (0..5).map(|_| run()).fold(f64::INFINITY, f64::min);
        println!("| {family} | {:.0} |", puzzles.len() as f64 / best);
    }
}
