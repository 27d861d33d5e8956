//! One file per command. Each takes its arguments, calls the library, and prints.

pub(crate) mod bare;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod draw;
pub(crate) mod families;
pub(crate) mod generate;
mod moves;
pub(crate) mod reasons;
pub(crate) mod serve;
pub(crate) mod solve;

use std::io;
use std::path::Path;

use quandary::contract::STACK;
pub(crate) use quandary::contract::verified;
use quandary::read::{Diagnostic, Source};
use quandary::verdict::{Ask, Outcome, Stopped, Verdict};

use crate::args::usage_error;
use crate::exit::Exit;
use crate::input::Bad;
use crate::interrupt;
use crate::output::{self, Looks, Out};
use crate::report;

/// Why a command ended early.
pub(crate) enum Failure {
    /// Something could not be read.
    Bad(Box<Bad>),
    /// The answer could not be written; a closed pipe is one of the reasons.
    Output(io::Error),
    /// An answer broke the rules.
    Internal(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Output(error)
    }
}

impl From<Bad> for Failure {
    fn from(bad: Bad) -> Self {
        Failure::Bad(Box::new(bad))
    }
}

/// Says what is wrong with one input, after what was printed so far. The other inputs go on; this is what the command
/// then ends with.
pub(crate) fn complain(out: &mut Out, source: &Source, error: &Diagnostic, looks: &Looks) -> io::Result<Exit> {
    out.flush()?;
    output::say(&report::for_people(source, error, looks.report));
    Ok(Exit::BadInput)
}

/// The threads that solve: as many as asked for, or one for each core.
pub(crate) fn workers(threads: Option<u16>) -> Result<rayon::ThreadPool, Failure> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, usize::from))
        .stack_size(STACK)
        .build()
        .map_err(|error| Failure::Output(io::Error::other(error)))
}

/// Runs a solve on a thread of its own with room enough; Ctrl-C stops it.
pub(crate) fn alone<T: Send>(run: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let worker = workers(Some(1))?;
    Ok(interrupt::stoppable(|| worker.install(run)))
}

/// The exit code that an outcome deserves.
pub(crate) fn exit_of(outcome: &Outcome, ask: &Ask, require_unique: bool) -> Exit {
    let ran_out = !outcome.count_is_exact && outcome.solution_count < ask.solution_limit();
    match &outcome.verdict {
        Verdict::Impossible(_) => Exit::Impossible,
        Verdict::Multiple if require_unique => Exit::Several,
        Verdict::Multiple if ran_out => Exit::RanOut,
        Verdict::Unknown(Stopped::Cancelled) => Exit::Interrupted,
        Verdict::Unknown(Stopped::Enough | Stopped::Incomplete | Stopped::Hidden) if !outcome.solutions.is_empty() => {
            Exit::Solved
        }
        Verdict::Unknown(_) => Exit::RanOut,
        // A plan, but no proof that none is shorter: only a budget that has ended, or Ctrl-C, leaves it at that.
        Verdict::Feasible { .. } if ask.budget.cancel.is_cancelled() => Exit::Interrupted,
        Verdict::Feasible { .. } => Exit::RanOut,
        Verdict::Unique | Verdict::Multiple | Verdict::Optimal => Exit::Solved,
    }
}

/// Refuses to write over what is being read.
pub(crate) fn forbid_overwriting(inputs: &[String], output: Option<&Path>) {
    let Some(path) = output.and_then(|path| path.canonicalize().ok()) else { return };
    if path.is_file() && inputs.iter().any(|input| Path::new(input).canonicalize().is_ok_and(|input| input == path)) {
        usage_error(&format!("{} is read from: write into another file", path.display()));
    }
}

/// A file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let message = format!("cannot write {}: {error}", path.display());
    Failure::from((Source::new(path.to_string_lossy(), "", 1), Diagnostic::new(message)))
}
