//! `generate`: new puzzles, in order, on all cores, the same from the same seed.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::time::{SystemTime, UNIX_EPOCH};

use quandary::ALL;
use quandary::api::{Candidate, ErrorKind, GenerateOptions, MAX_FILE_OPTION, Series, file_option};
use quandary::read::{Diagnostic, Source};
use rayon::prelude::*;
use serde_json::Value;

use super::{Failure, as_typed, cannot_write, json_line, workers};
use crate::args::{Generate, usage_error};
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, Out, with_line_end};
use crate::progress::Progress;

/// The most puzzles of a batch; batches double from one, so that the first puzzle comes at once.
const BATCH: u64 = 1024;

/// Runs the command.
pub(crate) fn run(args: &Generate) -> Result<Exit, Failure> {
    let common = &args.common;
    let seed = common.seed.unwrap_or_else(|| {
        let seed = fresh_seed();
        output::eprint(&format!("seed {seed}\n"));
        seed
    });
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
        seed,
        start: common.start,
        to: common.to.clone(),
        grade: common.grade.clone(),
        needs: common.needs.clone(),
        avoids: common.avoids.clone(),
        tries: common.tries,
        own,
    };
    let mut series = match Series::new(ALL, args.family, &options, &common.limits.budget()) {
        Err(error) if error.kind == ErrorKind::BadRequest => usage_error(&as_typed(&error.message)),
        series => series?,
    };
    let path = common.output.as_deref();
    let mut out = Out::create(path).map_err(|error| match path {
        Some(path) => cannot_write(path, &error),
        None => Failure::Output(error),
    })?;
    let workers = workers(common.threads)?;
    let progress = Progress::new(&[]);
    let (mut left, mut size) = (common.count, 1);
    while left > 0 {
        let first = series.next_index();
        let batch = first..first.saturating_add(size.min(left));
        let made: Vec<Candidate> = interrupt::stoppable(|| {
            workers.install(|| {
                let one = |index: u64| {
                    let made = series.make(index);
                    progress.advance(1, 0);
                    made
                };
                batch.into_par_iter().map(one).collect()
            })
        });
        for candidate in made {
            match series.admit(candidate) {
                // The same board again: another one takes its place.
                Ok(None) => {}
                Ok(Some(puzzle)) => {
                    left -= 1;
                    if common.json {
                        let line = json_line(&puzzle)?;
                        progress.hidden_while(|| out.lines(&line))?;
                        continue;
                    }
                    progress.hidden_while(|| out.block(&with_line_end(puzzle.text)))?;
                    if let Some(remark) = puzzle.remark {
                        progress.hidden_while(|| output::eprint(&remark));
                    }
                }
                Err(error) => {
                    out.flush()?;
                    if error.kind == ErrorKind::BadRequest {
                        usage_error(&as_typed(&error.message));
                    }
                    return Err(error.into());
                }
            }
        }
        size = (size * 2).min(BATCH);
    }
    out.flush()?;
    Ok(Exit::Solved)
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
