//! One file per command. Each takes its arguments, calls the library, and prints.

pub(crate) mod bare;
pub(crate) mod certify;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod draw;
pub(crate) mod families;
pub(crate) mod generate;
pub(crate) mod man;
pub(crate) mod print;
pub(crate) mod reasons;
pub(crate) mod serve;
pub(crate) mod solve;

use std::io;
use std::path::Path;

use quandary::api::{Error, ErrorKind, Judgement};
use quandary::read::split::Chunk;
use quandary::read::{Diagnostic, Source};
use quandary::{Ask, Outcome, Stopped, Threads, Verdict};
use serde::Serialize;

use crate::args::{Batch, Streamed, usage_error};
use crate::exit::Exit;
use crate::input::{Bad, Chunks};
use crate::output::{self, Out, OutputStyle};
use crate::progress::Progress;
use crate::report;
use crate::saved::{Beginning, CannotSave, Position, Record, Run, Saved};
use crate::stream::{self, Part, Printed, Stream};

/// Why a command ended early.
pub(crate) enum Failure {
    /// Something could not be read.
    Bad(Box<Bad>),
    /// The answer could not be written; a closed pipe is one of the reasons.
    Output(io::Error),
    /// The budget ran out before there was an answer.
    Stopped(Stopped, String),
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

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match (error.kind, error.stopped) {
            (ErrorKind::Internal, _) => Failure::Internal(error.message),
            (_, Some(why)) => Failure::Stopped(why, as_typed(&error.message)),
            _ => Failure::from(bad_of(error)),
        }
    }
}

/// An error of the library with the text that it is about.
fn bad_of(error: Error) -> Bad {
    match error.text {
        Some(text) => (text.source_text, text.diagnostic),
        None => {
            let diagnostic = Diagnostic::new(as_typed(&error.message));
            let help = error.help.map(|help| as_typed(&help));
            (Source::from_text(""), help.into_iter().fold(diagnostic, Diagnostic::help))
        }
    }
}

/// Says what is wrong with one puzzle, after what was printed so far. The other inputs go on; this is what the command
/// then ends with.
pub(crate) fn report_error(
    out: &mut Out,
    source: &Source,
    error: &Diagnostic,
    style: &OutputStyle,
) -> io::Result<Exit> {
    out.flush()?;
    output::eprint(&report::for_people(source, error, style.report));
    Ok(Exit::BadInput)
}

/// Says why one puzzle got no answer, as JSON where that was asked for.
pub(crate) fn report_api_error(out: &mut Out, error: Error, json: bool, style: &OutputStyle) -> Result<Exit, Failure> {
    let exit = exit_of_error(&error);
    if json {
        out.lines(&json_line(&error.response())?)?;
    } else {
        let (source, diagnostic) = bad_of(error);
        report_error(out, &source, &diagnostic, style)?;
    }
    Ok(exit)
}

/// The same in a stream of answers.
pub(crate) fn print_api_error(error: Error, json: bool, style: &OutputStyle, printed: &mut Printed) {
    let exit = exit_of_error(&error);
    if json {
        print_json(&error.response(), exit, printed);
    } else {
        printed.parts.push(stream::bad(&bad_of(error), false, style.report));
        printed.ended(exit);
    }
}

/// An answer as a line of JSON in a stream of answers.
pub(crate) fn print_json(answer: &impl Serialize, exit: Exit, printed: &mut Printed) {
    let text = printed.lines();
    match serde_json::to_writer(&mut *text, answer) {
        Ok(()) => {
            text.push(b'\n');
            printed.ended(exit);
        }
        Err(error) => {
            printed.note(format!("internal error: {error}\n"));
            printed.ended(Exit::Internal);
        }
    }
}

/// The exit code that an error of the library deserves.
fn exit_of_error(error: &Error) -> Exit {
    match (error.kind, error.stopped) {
        (ErrorKind::Internal, _) => Exit::Internal,
        (_, Some(Stopped::Cancelled)) => Exit::Interrupted,
        (_, Some(_)) => Exit::RanOut,
        _ => Exit::BadInput,
    }
}

/// A message of the library with its options as they are typed here: "the option 'untitled'" is `--untitled`.
pub(crate) fn as_typed(message: &str) -> String {
    let mut typed = String::new();
    let mut rest = message;
    while let Some((before, (name, after))) =
        rest.split_once("option '").and_then(|(before, after)| Some((before, after.split_once('\'')?)))
    {
        typed += before.strip_suffix("the ").unwrap_or(before);
        typed += &format!("--{}", name.replace('_', "-"));
        rest = after;
    }
    typed + rest
}

/// An answer as a line of JSON.
pub(crate) fn json_line(answer: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string(answer).map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(text + "\n")
}

/// The exit code of a check.
pub(crate) fn exit_of_judgement(judgement: Judgement) -> Exit {
    match judgement {
        Judgement::Wrong => Exit::Impossible,
        Judgement::Right => Exit::Solved,
        Judgement::NotUnique => Exit::Several,
        Judgement::Interrupted => Exit::Interrupted,
        _ => Exit::RanOut,
    }
}

/// The exit code that an outcome deserves.
pub(crate) fn exit_of(outcome: &Outcome, ask: &Ask, require_unique: bool) -> Exit {
    let ran_out = (!outcome.count_is_exact && outcome.solution_count < ask.solution_limit())
        || (ask.sample.is_some() && outcome.sampled.is_err());
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

/// Where the answers of a run go, and what it has to know about an earlier one.
pub(crate) struct Opened {
    pub(crate) out: Out,
    /// The run that is continued.
    pub(crate) record: Option<Record>,
}

impl Opened {
    /// Standard output, or the file that was asked for; `None` where that is complete.
    pub(crate) fn new(batch: &Batch, inputs: &[String], stdout: fn() -> Out) -> Result<Option<Self>, Failure> {
        let Some(path) = batch.output_file.as_deref() else { return Ok(Some(Opened { out: stdout(), record: None })) };
        forbid_overwriting(inputs, path);
        match Saved::begin(path, Run::over(inputs), batch.resume) {
            Ok(Beginning::New(saved)) => Ok(Some(Opened { out: Out::file(saved, false), record: None })),
            Ok(Beginning::Continued(saved, record)) => {
                Ok(Some(Opened { out: Out::file(saved, record.has_answers()), record: Some(record) }))
            }
            Ok(Beginning::Complete) => {
                output::eprint(&format!("{} is complete: there is nothing to resume\n", path.display()));
                Ok(None)
            }
            Err(CannotSave::Io(error)) => Err(cannot_write(path, &error)),
            Err(CannotSave::Unfinished(record)) => Err(about(
                path,
                format!("{} has answers of the same run, which was interrupted", path.display()),
                format!("add --resume to continue it, or delete {} to start again", record.display()),
            )),
            Err(CannotSave::OtherRun(record)) => Err(about(
                path,
                format!("{} is of a run with other options, inputs or versions", record.display()),
                "give the same options and files as before, or start again without --resume".to_owned(),
            )),
            Err(CannotSave::Damaged(file)) => Err(about(
                path,
                format!("{} is damaged: the run cannot be continued", file.display()),
                "start again without --resume".to_owned(),
            )),
        }
    }

    /// What is done already, and how that ended.
    pub(crate) fn done(&self) -> (Position, Exit) {
        self.record.as_ref().map_or((Position::default(), Exit::Solved), |record| (record.position, record.exit()))
    }
}

/// Runs a command over all puzzles of its inputs: `work` says what is to be printed for a chunk, `report` what for a file that
/// cannot be read. `threads` are those of its [`Batch`], for the workers and, where it is in their budgets, for hard puzzles.
pub(crate) fn stream_puzzles(
    puzzles: &Streamed,
    stdout: fn() -> Out,
    report: &dyn Fn(&Bad) -> Part,
    threads: Threads,
    work: impl Fn(Chunk) -> Printed + Send + Sync + 'static,
) -> Result<Exit, Failure> {
    let Streamed { reading, batch, .. } = puzzles;
    let inputs = reading.inputs();
    let Some(mut opened) = Opened::new(batch, &inputs, stdout)? else { return Ok(Exit::Solved) };
    let done = opened.done();
    let progress = Progress::over(&inputs);
    let chunks = Chunks::new(&inputs, reading.kind.hints(), progress.bytes_read()).after(done.0);
    Stream { threads, progress: &progress, out: &mut opened.out, report, done }.run(chunks, work)
}

/// An error about a file.
fn about(path: &Path, message: String, help: String) -> Failure {
    Failure::from((Source::new(path.to_string_lossy(), "", 1), Diagnostic::new(message).help(help)))
}

/// Refuses to write over what is being read.
fn forbid_overwriting(inputs: &[String], output: &Path) {
    let Ok(path) = output.canonicalize() else { return };
    if path.is_file() && inputs.iter().any(|input| Path::new(input).canonicalize().is_ok_and(|input| input == path)) {
        usage_error(&format!("{} is read from: write into another file", path.display()));
    }
}

/// A file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    let message = format!("cannot write {}: {error}", path.display());
    Failure::from((Source::new(path.to_string_lossy(), "", 1), Diagnostic::new(message)))
}
