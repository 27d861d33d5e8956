//! `convert`: the same puzzles in another notation, on all cores, as they stream in.

use quandary::Puzzle;
use quandary::api::ConvertOptions;

use super::{Failure, print_api_error, print_json, stream_puzzles};
use crate::args::{Convert, Limits};
use crate::exit::Exit;
use crate::input::{self, Bad};
use crate::output::{Out, OutputStyle, with_line_end};
use crate::stream::{self, Printed};

/// Runs the command.
pub(crate) fn run(args: &Convert, style: &OutputStyle) -> Result<Exit, Failure> {
    let hints = args.reading.kind.hints();
    let style = *style;
    let report = move |bad: &Bad| stream::bad(bad, false, style.report);
    let converter = Converter {
        options: ConvertOptions { to: Some(args.to.clone()), untitled: args.untitled },
        limits: args.limits.clone(),
        json: args.json,
        style,
    };
    stream_puzzles(&args.reading, &args.batch, Out::stdout, &report, move |chunk| {
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
