//! A progress bar on standard error: only on a terminal, and only for what takes longer than a second.

use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::{output, words};

/// A run that takes no longer than this needs no bar.
const BAR_DELAY: Duration = Duration::from_secs(1);

/// How far a run has come, in bytes of input and in puzzles.
pub(crate) struct Progress {
    start: Instant,
    /// The length of all inputs, where it is known.
    length: Option<u64>,
    bytes: AtomicU64,
    puzzles: AtomicU64,
    bar: OnceLock<ProgressBar>,
    has_progress_bar: bool,
}

impl Progress {
    /// The start of a run over these inputs.
    pub(crate) fn new(inputs: &[String]) -> Self {
        let lengths = inputs.iter().map(|input| match Path::new(input).metadata() {
            Ok(found) if found.is_file() => Some(found.len()),
            _ => None,
        });
        Progress {
            start: Instant::now(),
            length: if inputs.is_empty() { None } else { lengths.sum() },
            bytes: AtomicU64::new(0),
            puzzles: AtomicU64::new(0),
            bar: OnceLock::new(),
            has_progress_bar: output::has_progress_bar(),
        }
    }

    /// More puzzles are done.
    pub(crate) fn advance(&self, puzzles: u64, bytes: u64) {
        let bytes = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        let puzzles = self.puzzles.fetch_add(puzzles, Ordering::Relaxed) + puzzles;
        if !self.has_progress_bar || self.start.elapsed() < BAR_DELAY {
            return;
        }
        let bar = self.bar.get_or_init(|| self.new_bar());
        bar.set_position(bytes);
        let rate = puzzles as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(format!("{}, {} per second", words::count(puzzles, "puzzle"), words::number(rate as u64)));
    }

    fn new_bar(&self) -> ProgressBar {
        let (bar, template) = match self.length {
            Some(length) => (ProgressBar::new(length), "{bar:32} {percent:>3} %  {msg}  {elapsed}, {eta} left"),
            None => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
        };
        bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
    }

    /// Takes the bar away while something is printed.
    pub(crate) fn hidden_while<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
