//! The `quandary` command: reads the command line, calls the library, prints what it says.
//!
//! Nothing here knows a family: everything goes through `quandary::api` and the registry, so a new family is
//! solved, compared, drawn and documented without a change in this crate.

mod answers;
mod args;
mod background;
mod commands;
mod exit;
mod input;
mod interrupt;
mod output;
mod packed;
mod progress;
mod report;
mod saved;
mod stream;
mod utf16;
mod words;

use std::io::ErrorKind;
use std::process::ExitCode;

use args::Task;
use commands::Failure;
use exit::Exit;
use output::OutputStyle;
use quandary::Stopped;
use quandary::read::{Diagnostic, Source};

fn main() -> ExitCode {
    let asked = args::parse();
    interrupt::listen();
    let style = OutputStyle::new(asked.screen);
    let ended = match &asked.task {
        Task::Solve(args) => commands::solve::run(args, &style),
        Task::Check(args) => commands::check::run(args, &style),
        Task::Certify(args) => commands::certify::run(args, &style),
        Task::Compare(args) => commands::compare::run(args, &style),
        Task::Explain(args) => commands::reasons::explain(args, &style),
        Task::Hint(args) => commands::reasons::hint(args, &style),
        Task::Grade(args) => commands::reasons::grade(args, &style),
        Task::Convert(args) => commands::convert::run(args, &style),
        Task::Draw(args) => commands::draw::run(args, &style, asked.screen.color),
        Task::Print(args) => commands::print::run(args, &style),
        Task::Families(args) => commands::families::run(args, &style),
        Task::Serve(args) => commands::serve::run(args),
        Task::Man(args) => commands::man::run(args),
        Task::Completions(args) => commands::completions::run(args),
        Task::Generate(args) => commands::generate::run(args),
        Task::Bare(family, args) => commands::bare::run(family, args),
    };
    let exit = ended.unwrap_or_else(|failure| tell(failure, &asked.task, &style));
    // An interrupted run exits with 130, whatever the command returned.
    let is_interrupted = interrupt::is_raised() && !matches!(asked.task, Task::Serve(_));
    ExitCode::from(if is_interrupted { exit.max(Exit::Interrupted) } else { exit })
}

/// Says why a command ended early.
fn tell(failure: Failure, task: &Task, style: &OutputStyle) -> Exit {
    let ((source, error), exit) = match failure {
        Failure::Bad(bad) => (*bad, Exit::BadInput),
        // The reader of our output has seen enough: `quandary … | head`.
        Failure::Output(error) if error.kind() == ErrorKind::BrokenPipe => return Exit::Solved,
        Failure::Stopped(why, message) => {
            let exit = if why == Stopped::Cancelled { Exit::Interrupted } else { Exit::RanOut };
            (whole_run(message), exit)
        }
        Failure::Output(error) => (whole_run(format!("cannot continue: {error}")), Exit::BadInput),
        Failure::Internal(message) => (whole_run(format!("internal error: {message}")), Exit::Internal),
    };
    let wants_json = matches!(task, Task::Check(check) if check.json);
    if wants_json {
        let mut out = output::Out::stdout();
        let printed = out.lines(&format!("{}\n", report::for_programs(&source, &error))).and_then(|()| out.flush());
        drop(printed);
    } else {
        output::eprint(&report::for_people(&source, &error, style.report));
    }
    exit
}

/// An error about no puzzle in particular.
fn whole_run(message: String) -> (Source, Diagnostic) {
    (Source::from_text(""), Diagnostic::new(message))
}
