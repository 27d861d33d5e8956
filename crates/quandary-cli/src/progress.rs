//! A progress bar on standard error: only on a terminal, and only for what takes longer than a second.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::{output, words};

/// A run that takes no longer than this needs no bar.
const BAR_DELAY: Duration = Duration::from_secs(1);

/// How far a run has come: in bytes of input where their number is known, otherwise in puzzles.
pub(crate) struct Progress {
    start: Instant,
    length: Length,
    /// How much of the inputs was read.
    read: Arc<AtomicU64>,
    puzzles: AtomicU64,
    bar: OnceLock<ProgressBar>,
    has_progress_bar: bool,
}

/// How long a run is.
enum Length {
    Bytes(u64),
    Puzzles(u64),
    Unknown,
}

impl Progress {
    /// The start of a run over these inputs.
    pub(crate) fn over(inputs: &[String]) -> Self {
        let lengths = inputs.iter().map(|input| match Path::new(input).metadata() {
            Ok(found) if found.is_file() => Some(found.len()),
            _ => None,
        });
        let length: Option<u64> = if inputs.is_empty() { None } else { lengths.sum() };
        Progress::new(length.map_or(Length::Unknown, Length::Bytes))
    }

    /// The start of a run that makes so many puzzles.
    pub(crate) fn of_puzzles(count: u64) -> Self {
        Progress::new(Length::Puzzles(count))
    }

    fn new(length: Length) -> Self {
        Progress {
            start: Instant::now(),
            length,
            read: Arc::default(),
            puzzles: AtomicU64::new(0),
            bar: OnceLock::new(),
            has_progress_bar: output::has_progress_bar(),
        }
    }

    /// The number of bytes that were read of the inputs, to be counted by whoever reads.
    pub(crate) fn bytes_read(&self) -> Arc<AtomicU64> {
        self.read.clone()
    }

    /// More puzzles are done.
    pub(crate) fn advance(&self, puzzles: u64) {
        let puzzles = self.puzzles.fetch_add(puzzles, Ordering::Relaxed) + puzzles;
        if !self.has_progress_bar || self.start.elapsed() < BAR_DELAY {
            return;
        }
        let bar = self.bar.get_or_init(|| self.new_bar());
        bar.set_position(match self.length {
            Length::Puzzles(_) => puzzles,
            Length::Bytes(_) | Length::Unknown => self.read.load(Ordering::Relaxed),
        });
        let rate = puzzles as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(format!("{}, {} per second", words::count(puzzles, "puzzle"), words::number(rate as u64)));
    }

    fn new_bar(&self) -> ProgressBar {
        let (bar, template) = match self.length {
            Length::Bytes(length) | Length::Puzzles(length) => {
                (ProgressBar::new(length), "{bar:32} {percent:>3} %  {msg}  {elapsed}, {eta} left")
            }
            Length::Unknown => (ProgressBar::no_length(), "{spinner} {msg}  {elapsed}"),
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
