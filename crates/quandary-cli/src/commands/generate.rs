//! `generate`: new puzzles, in order, on all cores, the same from the same seed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use quandary::ALL;
use quandary::api::{Candidate, ErrorKind, GenerateOptions, GeneratedPuzzle, MAX_FILE_OPTION, Series, file_option};
use quandary::read::{Diagnostic, Source};
use serde_json::Value;

use super::{Failure, Opened, as_typed, print_json};
use crate::args::{Generate, usage_error};
use crate::exit::Exit;
use crate::output::{self, Out, with_line_end};
use crate::progress::Progress;
use crate::stream::{self, Feed, Printed, Stream, Task, Then, Turn};

/// Runs the command.
pub(crate) fn run(args: &Generate) -> Result<Exit, Failure> {
    let common = &args.common;
    let mut own: BTreeMap<String, Value> =
        args.options.iter().map(|(name, value)| (name.clone(), Value::from(value.as_str()))).collect();
    for name in &args.files {
        if let Some(Value::String(path)) = own.get(name.as_str()) {
            let content = content_of(path)?;
            own.insert(name.clone(), Value::from(file_option(content)));
        }
    }
    let options = GenerateOptions {
        count: common.count,
        seed: common.seed.unwrap_or_else(fresh_seed),
        start: common.start,
        to: common.to.clone(),
        grade: common.grade.clone(),
        needs: common.needs.clone(),
        avoids: common.avoids.clone(),
        tries: common.tries,
        own,
    };
    let begin = |options: &GenerateOptions| match Series::new(ALL, args.family, options, &common.limits.budget()) {
        Err(error) if error.kind == ErrorKind::BadRequest => usage_error(&as_typed(&error.message)),
        series => series,
    };
    // What cannot be asked for is refused before a file is opened.
    let mut series = begin(&options)?;
    let Some(mut opened) = Opened::new(&common.batch, &[], Out::stdout)? else { return Ok(Exit::Solved) };
    let (position, exit) = opened.done();
    let mut known = Vec::new();
    if let Some(saved) = opened.out.saved() {
        // What has to be remembered: the seed, then a fingerprint of each board.
        let notes = saved.keep_notes(opened.record.as_ref())?;
        known = notes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        match known.first() {
            Some(&seed) => series = begin(&GenerateOptions { seed, ..options.clone() })?,
            None => saved.add_note(&options.seed.to_le_bytes()),
        }
    }
    // A run that cannot begin has no use for its seed.
    let mut seed = (known.is_empty() && common.seed.is_none()).then_some(options.seed);
    let known = known.get(1..).unwrap_or_default();
    series.go_on(common.start + position.done as u64, known.iter().copied());
    let mut left = common.count.saturating_sub(known.len() as u64);
    let progress = Progress::of_puzzles(left);
    if left == 0 {
        opened.out.finish()?;
        return Ok(exit);
    }
    let first = series.next_index();
    let wanted = Arc::new(Wanted { end: Mutex::new(first.saturating_add(left)), is_moved: Condvar::new() });
    let indexes = Indexes { next: first, wanted: wanted.clone() };
    let maker = series.maker();
    let make = move |indexes: Range<u64>| indexes.map(|index| maker.make(index)).collect::<Vec<_>>();
    let mut usage = None;
    let stream = Stream {
        threads: common.batch.cores.shared(),
        progress: &progress,
        out: &mut opened.out,
        report: &|_| stream::Part::Note(String::new()),
        done: (position, exit),
    };
    let ended = stream.run_in_turn(indexes, make, |candidates: Vec<Candidate>| {
        let mut turn = Turn { printed: Printed::default(), note: Vec::new(), then: Then::GoOn };
        for candidate in candidates {
            let admitted = series.admit(candidate);
            if !matches!(&admitted, Err(error) if error.kind == ErrorKind::BadRequest) {
                progress.hidden_while(|| tell_seed(&mut seed));
            }
            match admitted {
                // The same board again: another one takes its place.
                Ok(None) => wanted.one_more(),
                Ok(Some((puzzle, fingerprint))) => {
                    left -= 1;
                    turn.note.extend(fingerprint.to_le_bytes());
                    print(puzzle, common.json, &mut turn.printed);
                }
                Err(error) if error.kind == ErrorKind::BadRequest => {
                    usage = Some(as_typed(&error.message));
                    turn.then = Then::Stop;
                    break;
                }
                Err(error) => {
                    turn.then = Then::Fail(error.into());
                    break;
                }
            }
        }
        if left == 0 {
            turn.then = Then::Stop;
        }
        turn
    });
    if let Some(message) = usage {
        usage_error(&message);
    }
    tell_seed(&mut seed);
    ended
}

/// Says once with which seed the series can be made again.
fn tell_seed(seed: &mut Option<u64>) {
    if let Some(seed) = seed.take() {
        output::eprint(&format!("seed {seed}\n"));
    }
}

/// Prints a new puzzle.
fn print(mut puzzle: GeneratedPuzzle, json: bool, printed: &mut Printed) {
    if json {
        return print_json(&puzzle, Exit::Solved, printed);
    }
    printed.block(with_line_end(std::mem::take(&mut puzzle.text)).as_bytes());
    printed.note(puzzle.remark.unwrap_or_default());
    printed.ended(Exit::Solved);
}

/// The numbers of the puzzles to make: as many as are wanted, and one more for each board that came twice.
struct Indexes {
    next: u64,
    wanted: Arc<Wanted>,
}

/// The end of the numbers to make, as far as it is known.
struct Wanted {
    end: Mutex<u64>,
    is_moved: Condvar,
}

impl Wanted {
    /// One more puzzle is wanted.
    fn one_more(&self) {
        *self.end.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.is_moved.notify_all();
    }
}

impl Feed for Indexes {
    type Item = Range<u64>;

    fn next(&mut self, puzzles: usize, _: usize) -> Option<Task<Range<u64>>> {
        let end = self.wanted.end.lock().unwrap_or_else(PoisonError::into_inner);
        let end = self.wanted.is_moved.wait_while(end, |end| *end <= self.next).unwrap_or_else(PoisonError::into_inner);
        let item = self.next..self.next.checked_add(puzzles as u64)?.min(*end);
        self.next = item.end;
        Some(Task { file: 1, name: "".into(), puzzles: (item.end - item.start) as usize, item })
    }
}

/// What is in the file that an option names.
fn content_of(path: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |why: String| {
        let help = "the value of this option is a file: check its name";
        Failure::from((Source::from_text(""), Diagnostic::new(format!("cannot read {path}: {why}")).help(help)))
    };
    let file = File::open(path).map_err(|error| cannot(error.to_string()))?;
    let mut content = Vec::new();
    file.take(MAX_FILE_OPTION as u64 + 1).read_to_end(&mut content).map_err(|error| cannot(error.to_string()))?;
    if content.len() > MAX_FILE_OPTION {
        return Err(cannot(format!("it is larger than {} MB", MAX_FILE_OPTION >> 20)));
    }
    Ok(content)
}

/// A seed that is new: the clock is enough, as it is shown and can be given again.
fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64 % 1_000_000_007)
}
