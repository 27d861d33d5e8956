//! `convert`: the same puzzles in another notation.

use quandary::read::{Diagnostic, passed_over};
use quandary::{Credits, Puzzle};

use super::{Failure, cannot_write, complain, forbid_overwriting};
use crate::args::Convert;
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Looks, Out, with_line_end};

/// The text of one puzzle.
fn written(puzzle: &dyn Puzzle, args: &Convert) -> Result<String, Diagnostic> {
    let write =
        |puzzle: &dyn Puzzle| puzzle.write(&args.to, quandary::ALL).map_err(|why| Diagnostic::new(why.to_string()));
    let Some(untitled) = puzzle.with_credits(Credits::NONE).filter(|_| !puzzle.credits().is_empty()) else {
        return write(puzzle);
    };
    if args.untitled {
        return write(&*untitled);
    }
    write(puzzle).map_err(|error| match write(&*untitled) {
        Ok(_) => error.help("--untitled leaves out the title and the author"),
        Err(_) => error,
    })
}

/// Runs the command.
pub(crate) fn run(args: &Convert, looks: &Looks) -> Result<Exit, Failure> {
    let hints = args.reading.kind.hints();
    let path = args.output.as_deref();
    forbid_overwriting(&args.reading.inputs, path);
    let mut out = Out::create(path).map_err(|error| match path {
        Some(path) => cannot_write(path, &error),
        None => Failure::Output(error),
    })?;
    let mut exit = Exit::Solved;
    for read in input::puzzles(&args.reading.inputs, hints.clone()) {
        let text = read.and_then(|(source, puzzle)| match written(&*puzzle, args) {
            Ok(text) => {
                for (line, words) in passed_over(&source, &*puzzle, &hints) {
                    output::say(&format!("{}:{line}: not kept: {words}\n", source.name));
                }
                Ok(text)
            }
            Err(error) => Err((source, error)),
        });
        match text {
            Ok(text) => out.block(&with_line_end(text))?,
            Err((source, error)) => {
                exit = exit.max(complain(&mut out, &source, &error, looks)?);
            }
        }
    }
    out.flush()?;
    Ok(exit)
}
