//! The Python package's native part: boards, batches, datasets and scores.
//!
//! The module `quandary._quandary` is what `python/quandary` builds on; nobody else imports it. Answers cross the border as
//! JSON (one puzzle) or as Arrow columns (many). Whatever may take long runs without the interpreter's lock, can be stopped
//! with Ctrl-C, and turns a panic into an exception (`run.rs`).
//!
//! | file | what is in it |
//! |---|---|
//! | `run.rs` | long work, interruptible |
//! | `count.rs` | numbers as arguments |
//! | `raise.rs` | errors as Python exceptions |
//! | `written.rs` | a board as text |
//! | `board.rs` | one puzzle |
//! | `prompt.rs` | a puzzle as a question to a language model |
//! | `score.rs`, `extract.rs`, `progress.rs`, `scoring.rs` | what an answer is worth |
//! | `steps.rs` | what the steps of a reasoning are worth |
//! | `series.rs` | datasets: random access, splits that share nothing |
//! | `arrow.rs` | texts in and columns out through the Arrow C data interface |
//! | `columns.rs` | many puzzles at once |
//! | `restore.rs` | tables in pickles |

mod arrow;
mod board;
mod columns;
mod count;
mod extract;
mod progress;
mod prompt;
mod raise;
mod restore;
mod run;
mod score;
mod scoring;
mod series;
mod steps;
mod written;

use pyo3::prelude::*;

/// Boards are many small tables, and this allocator suits them better than that of the C library.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The native part of the package `quandary`.
#[pymodule]
fn _quandary(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::Board>()?;
    module.add_class::<series::Maker>()?;
    module.add_class::<arrow::Table>()?;
    module.add_function(wrap_pyfunction!(board::catalogue, module)?)?;
    module.add_function(wrap_pyfunction!(board::perform, module)?)?;
    module.add_function(wrap_pyfunction!(board::png, module)?)?;
    module.add_function(wrap_pyfunction!(board::panic_for_tests, module)?)?;
    module.add_function(wrap_pyfunction!(columns::solve_batch, module)?)?;
    module.add_function(wrap_pyfunction!(columns::grade_batch, module)?)?;
    module.add_function(wrap_pyfunction!(columns::score_batch, module)?)?;
    module.add_function(wrap_pyfunction!(restore::restore, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::score, module)?)?;
    module.add_function(wrap_pyfunction!(scoring::score_steps, module)?)?;
    Ok(())
}
