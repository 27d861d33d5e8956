//! `completions`: a script that teaches a shell our commands and options.

use super::Failure;
use crate::args::{self, Completions};
use crate::exit::Exit;
use crate::output::Out;

/// Runs the command.
pub(crate) fn run(args: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "quandary", &mut script);
    let mut out = Out::stdout();
    out.lines(&script)?;
    out.flush()?;
    Ok(Exit::Solved)
}
