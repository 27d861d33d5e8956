//! `convert`: the same puzzles in another notation.

use quandary::api::ConvertOptions;

use super::{Failure, cannot_write, forbid_overwriting, json_line, report_api_error, report_error};
use crate::args::Convert;
use crate::exit::Exit;
use crate::input;
use crate::interrupt::stoppable;
use crate::output::{self, Out, OutputStyle, with_line_end};

/// Runs the command.
pub(crate) fn run(args: &Convert, style: &OutputStyle) -> Result<Exit, Failure> {
    let path = args.output.as_deref();
    forbid_overwriting(&args.reading.inputs, path);
    let mut out = Out::create(path).map_err(|error| match path {
        Some(path) => cannot_write(path, &error),
        None => Failure::Output(error),
    })?;
    let options = ConvertOptions { to: Some(args.to.clone()), untitled: args.untitled };
    let mut exit = Exit::Solved;
    for read in input::puzzles(&args.reading.inputs, args.reading.kind.hints()) {
        let converted = match read {
            Ok(puzzle) => stoppable(|| puzzle.convert(&options, &args.limits.begin())),
            Err((source, error)) => {
                exit = exit.max(report_error(&mut out, &source, &error, style)?);
                continue;
            }
        };
        match converted {
            Ok(converted) if args.json => out.lines(&json_line(&converted)?)?,
            Ok(converted) => {
                for words in &converted.not_kept {
                    output::eprint(&format!("{}:{}: not kept: {}\n", converted.source.file, words.line, words.text));
                }
                out.block(&with_line_end(converted.text.unwrap_or_default()))?;
            }
            Err(error) => exit = exit.max(report_api_error(&mut out, error, args.json, style)?),
        }
    }
    out.flush()?;
    Ok(exit)
}
