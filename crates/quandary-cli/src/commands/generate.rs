//! `generate`: new puzzles, in order, on all cores, the same from the same seed.

use std::collections::HashSet;
use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

use quandary::Family;
use quandary::contract::{Order, generate_to_order};
use quandary::picture::MAX_FILE;
use quandary::puzzle::{GenerateError, GenerateSpec, Puzzle};
use quandary::read::{Diagnostic, Source};
use quandary::verdict::Stopped;
use rayon::prelude::*;

use super::{Failure, cannot_write, workers};
use crate::args::{Generate, usage_error};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, Out, with_line_end};
use crate::progress::Progress;

/// After so many boards in a row that the series holds already, there are hardly any others.
const MOST_REPEATS: u64 = 2_000;

/// The most puzzles of a batch; batches double from one, so that the first puzzle comes at once.
const BATCH: u64 = 1024;

/// Runs the command.
pub(crate) fn run(args: &Generate) -> Result<Exit, Failure> {
    let making = &args.making;
    let family =
        quandary::family(args.family).ok_or_else(|| refused(&format!("there is no family {}", args.family)))?;
    let generator = family.generator().ok_or_else(|| refused(&format!("{} has no generator", family.title())))?;
    // Without --to, the first notation that can hold the puzzle: boards of rare shapes do not fit everywhere.
    let notations: Vec<&str> = match &making.to {
        Some(name) => vec![name.as_str()],
        None => {
            family.notations().iter().filter(|notation| notation.writes()).map(|notation| notation.name()).collect()
        }
    };
    let seed = making.seed.unwrap_or_else(|| {
        let seed = fresh_seed();
        output::say(&format!("seed {seed}\n"));
        seed
    });
    let mut spec = GenerateSpec { seed, options: args.options.clone(), budget: making.spending.budget() };
    for option in generator.options().iter().filter(|option| option.is_file()) {
        if let Some(path) = args.options.get(option.name) {
            spec.set_file(option.name, content_of(path)?);
        }
    }
    let order = match Order::new(making.grade.as_deref(), &making.needs, &making.avoids, making.tries) {
        Ok(order) => order,
        Err(refusal) => return told(refusal, family),
    };
    let path = making.output.as_deref();
    let mut out = Out::create(path).map_err(|error| match path {
        Some(path) => cannot_write(path, &error),
        None => Failure::Output(error),
    })?;
    let workers = workers(making.threads)?;
    let progress = Progress::new(&[]);
    let mut end = making.start.saturating_add(making.count);
    let (mut next, mut size) = (making.start, 1);
    let mut series = Series::default();
    while next < end {
        let batch = next..end.min(next.saturating_add(size));
        let made: Vec<Result<Box<dyn Puzzle>, GenerateError>> = interrupt::stoppable(|| {
            workers.install(|| {
                let one = |index: u64| {
                    let made = generate_to_order(generator, &spec, index, &order);
                    progress.advance(0);
                    made.map(|(puzzle, _)| puzzle)
                };
                batch.clone().into_par_iter().map(one).collect()
            })
        });
        for puzzle in made {
            match puzzle {
                // The same board once more, but for names and order: another one takes its place.
                Ok(puzzle) if !series.is_new(&*puzzle) => {
                    if series.repeats > MOST_REPEATS || end == u64::MAX {
                        out.flush()?;
                        return told(
                            GenerateError::Cannot(format!("no new board among the last {MOST_REPEATS}")),
                            family,
                        );
                    }
                    end += 1;
                }
                Ok(puzzle) => {
                    let written = |name: &&str| family.notation(name)?.write(&*puzzle, quandary::ALL).ok();
                    let text = notations
                        .iter()
                        .find_map(written)
                        .map_or_else(|| puzzle.write(notations.first().unwrap_or(&"json"), quandary::ALL), Ok);
                    let text = text.map_err(|error| refused(&error.to_string()))?;
                    progress.hidden_while(|| out.block(&with_line_end(text)))?;
                    if let Some(remark) = generator.remark(&spec, &*puzzle) {
                        progress.hidden_while(|| output::say(&remark));
                    }
                }
                Err(refusal) => {
                    out.flush()?;
                    return told(refusal, family);
                }
            }
        }
        next = batch.end;
        size = (size * 2).min(BATCH);
    }
    out.flush()?;
    Ok(Exit::Solved)
}

/// Which boards a series holds already.
#[derive(Default)]
struct Series {
    /// Hashes of their forms: a collision would only cost a board that nobody misses.
    seen: HashSet<u64>,
    /// Boards in a row that were there before.
    repeats: u64,
}

impl Series {
    /// Whether a board is none that the series holds, as far as its family can tell.
    fn is_new(&mut self, puzzle: &dyn Puzzle) -> bool {
        let is_new = puzzle.canonical().is_none_or(|form| {
            let mut hasher = DefaultHasher::new();
            form.hash(&mut hasher);
            self.seen.insert(hasher.finish())
        });
        self.repeats = if is_new { 0 } else { self.repeats + 1 };
        is_new
    }
}

/// Says why there are no more puzzles.
fn told(refusal: GenerateError, family: &dyn Family) -> Result<Exit, Failure> {
    match refusal {
        GenerateError::Option { .. } => usage_error(&refusal.to_string()),
        GenerateError::Cannot(why) => Err(refused(&format!("no such {} was made: {why}", family.title()))),
        GenerateError::Stopped(Stopped::Cancelled) => Ok(Exit::Interrupted),
        GenerateError::Ended(_, why) => {
            output::say(&format!("no such {} was made: {why}\n", family.title()));
            Ok(Exit::RanOut)
        }
        GenerateError::Stopped(why) => {
            output::say(&format!("no more puzzles: {why}\n"));
            Ok(Exit::RanOut)
        }
    }
}

fn refused(message: &str) -> Failure {
    Failure::from((Source::from_text(""), Diagnostic::new(message)))
}

/// What is in the file that an option names.
fn content_of(path: &str) -> Result<Vec<u8>, Failure> {
    let cannot = |why: String| {
        let help = "the value of this option is a file: check its name";
        Failure::from((Source::from_text(""), Diagnostic::new(format!("cannot read {path}: {why}")).help(help)))
    };
    let file = File::open(path).map_err(|error| cannot(error.to_string()))?;
    let mut content = Vec::new();
    file.take(MAX_FILE as u64 + 1).read_to_end(&mut content).map_err(|error| cannot(error.to_string()))?;
    if content.len() > MAX_FILE {
        return Err(cannot(format!("it is larger than {} MB", MAX_FILE >> 20)));
    }
    Ok(content)
}

/// A seed that nobody has used just now: the clock is enough, as it is shown and can be given again.
fn fresh_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos() as u64 % 1_000_000_007)
}
