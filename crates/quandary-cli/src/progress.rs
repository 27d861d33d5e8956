//! Progress on standard error: only on a terminal, and only for what takes longer than a second.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::interrupt::stoppable;
use crate::{output, words};

/// What takes no longer than this needs no bar.
const BAR_DELAY: Duration = Duration::from_secs(1);

/// How often a bar is drawn again.
const TICK: Duration = Duration::from_millis(200);

/// A thread that calls a function every now and then, from a second after its start until it is dropped.
struct Ticker {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Ticker {
    /// Starts one; none where nobody would see the bar.
    fn start(mut tick: impl FnMut() + Send + 'static) -> Option<Self> {
        if !output::has_progress_bar() {
            return None;
        }
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || {
            let mut wait = BAR_DELAY;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                tick();
                wait = TICK;
            }
        });
        Some(Ticker { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Ticker {
    fn drop(&mut self) {
        drop(self.stop.take());
        // Nothing is to be drawn after this; a thread that panicked draws nothing either.
        drop(self.thread.take().map(JoinHandle::join));
    }
}

/// Runs something that Ctrl-C stops, and shows that it goes on.
pub(crate) fn patiently<T>(doing: &'static str, run: impl FnOnce() -> T) -> T {
    let bar = Arc::new(OnceLock::new());
    let shown = bar.clone();
    let ticker = Ticker::start(move || {
        let bar: &ProgressBar = shown.get_or_init(|| {
            let bar = styled(ProgressBar::no_length(), "{spinner} {msg}  {elapsed}, Ctrl-C stops");
            bar.set_message(doing);
            bar
        });
        bar.tick();
    });
    let result = stoppable(run);
    drop(ticker);
    if let Some(bar) = bar.get() {
        bar.finish_and_clear();
    }
    result
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    bar.with_style(style(template))
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// What stands beside a bar takes at most so many columns.
const BESIDE: u16 = 66;
/// How wide bars are.
const BAR: std::ops::RangeInclusive<u16> = 8..=32;

/// A bar whose end is known, on a screen with so many columns; where there is no room, without the bar.
fn measured(columns: u16) -> String {
    let bar = columns.saturating_sub(BESIDE).min(*BAR.end());
    let bar = if BAR.contains(&bar) { format!("{{bar:{bar}}} ") } else { String::new() };
    format!("{bar}{{percent:>3}} %  {{msg}}  {{elapsed}}, {{eta}} left")
}

/// One whose end is not.
const OPEN: &str = "{spinner} {msg}  {elapsed}";

/// How far a run has come: in bytes of input where their number is known, otherwise in puzzles.
pub(crate) struct Progress {
    run: Arc<Run>,
    ticker: Option<Ticker>,
}

/// A run over many puzzles.
struct Run {
    start: Instant,
    length: Length,
    /// How much of the inputs was read.
    read: Arc<AtomicU64>,
    puzzles: AtomicU64,
    bar: OnceLock<ProgressBar>,
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
        let (read, puzzles, bar) = (Arc::default(), AtomicU64::new(0), OnceLock::new());
        let run = Arc::new(Run { start: Instant::now(), length, read, puzzles, bar });
        let shown = run.clone();
        // The bar goes on while one puzzle takes long.
        let ticker = Ticker::start(move || shown.show());
        Progress { run, ticker }
    }

    /// The number of bytes that were read of the inputs, to be counted by whoever reads.
    pub(crate) fn bytes_read(&self) -> Arc<AtomicU64> {
        self.run.read.clone()
    }

    /// More puzzles are done.
    pub(crate) fn advance(&self, puzzles: u64) {
        self.run.puzzles.fetch_add(puzzles, Ordering::Relaxed);
    }

    /// Takes the bar away while something is printed.
    pub(crate) fn hidden_while<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.run.bar.get() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }
}

impl Run {
    /// Draws the bar as it is now.
    fn show(&self) {
        let puzzles = self.puzzles.load(Ordering::Relaxed);
        let bar = self.bar.get_or_init(|| match self.length {
            Length::Bytes(length) | Length::Puzzles(length) => {
                styled(ProgressBar::new(length), &measured(output::columns_of_errors()))
            }
            Length::Unknown => styled(ProgressBar::no_length(), OPEN),
        });
        let read = self.read.load(Ordering::Relaxed);
        // A short input is read long before its puzzles are done: then its bytes say nothing about the end.
        if matches!(self.length, Length::Bytes(length) if read >= length) {
            bar.set_style(style(OPEN));
        }
        bar.set_position(if matches!(self.length, Length::Puzzles(_)) { puzzles } else { read });
        let rate = puzzles as f64 / self.start.elapsed().as_secs_f64();
        bar.set_message(match puzzles {
            0 => "the first puzzle".to_owned(),
            _ => format!("{}, {} per second", words::count(puzzles, "puzzle"), words::number(rate as u64)),
        });
        bar.tick();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        drop(self.ticker.take());
        if let Some(bar) = self.run.bar.get() {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_wide_as_the_screen_allows() {
        assert!(measured(120).starts_with("{bar:32} {percent"));
        assert!(measured(80).starts_with("{bar:14} {percent"));
        assert!(measured(60).starts_with("{percent"));
    }
}
