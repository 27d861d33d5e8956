//! `convert`: the same puzzles in another notation, on all cores, as they stream in.

use quandary::api::ConvertOptions;
use quandary::batch::LineConverter;
use quandary::read::split::{Chunk, Lines};
use quandary::read::{Detected, Hints};

use super::{Failure, print_api_error, print_json, stream_puzzles};
use crate::args::{Convert, Limits};
use crate::exit::Exit;
use crate::input::{self, Bad, ReadPuzzle};
use crate::output::{Out, OutputStyle, with_line_end};
use crate::stream::{self, Printed};

/// Runs the command.
pub(crate) fn run(args: &Convert, style: &OutputStyle) -> Result<Exit, Failure> {
    let converter = Converter {
        hints: args.puzzles.reading.kind.hints(),
        options: ConvertOptions { to: Some(args.to.clone()), untitled: args.untitled },
        limits: args.puzzles.reading.limits.clone(),
        json: args.puzzles.json,
        style: *style,
    };
    let report = |bad: &Bad| stream::bad(bad, false, style.report);
    stream_puzzles(&args.puzzles, Out::stdout, &report, args.puzzles.batch.cores.shared(), move |chunk| {
        converter.work(chunk)
    })
}

struct Converter {
    hints: Hints,
    options: ConvertOptions,
    limits: Limits,
    json: bool,
    style: OutputStyle,
}

impl Converter {
    /// Converts all puzzles of a chunk.
    fn work(&self, chunk: Chunk) -> Printed {
        let mut printed = Printed::default();
        match chunk {
            Chunk::Lines(lines) if let Some(convert) = self.line_converter(&lines) => {
                let mut converted = Vec::new();
                for (number, line) in lines.iter() {
                    converted.clear();
                    if convert(line, &mut converted) {
                        printed.block_with(false, |text| text.extend_from_slice(&converted));
                        printed.ended(Exit::Solved);
                    } else {
                        let read = input::read_piece(lines.piece(number, line), lines.kind, &self.hints);
                        self.convert(read, &mut printed);
                    }
                }
            }
            chunk => {
                for read in input::puzzles_of(chunk, &self.hints) {
                    self.convert(read, &mut printed);
                }
            }
        }
        printed
    }

    /// What converts lines such as these without reading them, where their family has it and only the text is wanted.
    fn line_converter(&self, lines: &Lines) -> Option<LineConverter> {
        let Detected { family, notation, .. } = lines.kind.filter(|_| !self.json && self.hints.rule.is_none())?;
        family.line_converter(notation.name(), family.present_name(self.options.to.as_deref()?))
    }

    fn convert(&self, read: ReadPuzzle, printed: &mut Printed) {
        let puzzle = match read {
            Ok(puzzle) => puzzle,
            Err(bad) => return printed.bad(stream::bad(&bad, false, self.style.report)),
        };
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
