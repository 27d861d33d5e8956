//! `convert`: the same puzzles in another notation, on all cores, as they stream in.

use quandary::Puzzle;
use quandary::api::ConvertOptions;

use super::{Failure, cannot_write, forbid_overwriting, print_api_error, print_json};
use crate::args::{Convert, Limits};
use crate::exit::Exit;
use crate::input::{self, Bad, Chunks};
use crate::output::{Out, OutputStyle, with_line_end};
use crate::progress::Progress;
use crate::stream::{self, Printed};

/// Runs the command.
pub(crate) fn run(args: &Convert, style: &OutputStyle) -> Result<Exit, Failure> {
    let path = args.output.as_deref();
    forbid_overwriting(&args.reading.inputs, path);
    let mut out = Out::create(path).map_err(|error| match path {
        Some(path) => cannot_write(path, &error),
        None => Failure::Output(error),
    })?;
    let hints = args.reading.kind.hints();
    let progress = Progress::new(&args.reading.inputs);
    let chunks = Chunks::new(&args.reading.inputs, hints.clone());
    let style = *style;
    let report = move |bad: &Bad| stream::bad(bad, false, style.report);
    let converter = Converter {
        options: ConvertOptions { to: Some(args.to.clone()), untitled: args.untitled },
        limits: args.limits.clone(),
        json: args.json,
        style,
    };
    stream::run(chunks, args.threads, &progress, &mut out, report, move |chunk| {
        let mut printed = Printed::default();
        for read in input::puzzles_of(chunk, &hints) {
            match read {
                Ok(puzzle) => converter.convert(&puzzle, &mut printed),
                Err(bad) => printed.bad(report(&bad)),
            }
        }
        printed
    })
}

struct Converter {
    options: ConvertOptions,
    limits: Limits,
    json: bool,
    style: OutputStyle,
}

impl Converter {
    fn convert(&self, puzzle: &Puzzle, printed: &mut Printed) {
        match puzzle.convert(&self.options, &self.limits.begin()) {
            Ok(converted) if self.json => print_json(&converted, Exit::Solved, printed),
            Ok(converted) => {
                for words in &converted.not_kept {
                    printed.note(format!("{}:{}: not kept: {}\n", converted.source.file, words.line, words.text));
                }
                printed.block(with_line_end(converted.text.unwrap_or_default()).as_bytes());
                printed.ended(Exit::Solved);
            }
            Err(error) => print_api_error(error, self.json, &self.style, printed),
        }
    }
}
