//! `print`: puzzles on paper.

use quandary::Puzzle;
use quandary::api::{Error, PreparedPuzzle, Printer, bind};
use rayon::prelude::*;

use super::{Failure, cannot_write, forbid_overwriting, report_api_error, report_error};
use crate::args::{Print, usage_error};
use crate::exit::Exit;
use crate::input;
use crate::interrupt::{self, stoppable};
use crate::output::{self, Out, OutputStyle};
use crate::progress::Progress;

/// So many puzzles are prepared side by side.
const AT_ONCE: usize = 64;

/// Runs the command.
pub(crate) fn run(args: &Print, style: &OutputStyle) -> Result<Exit, Failure> {
    let options = args.options();
    options.check().unwrap_or_else(|error| usage_error(&error.message));
    let inputs = args.reading.inputs();
    let to_screen = args.output.as_os_str() == "-";
    let ending = args.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if let Some(other) = ending.filter(|ending| ending != "pdf") {
        usage_error(&format!("print writes a .pdf, not a .{other}; 'quandary draw' makes pictures"));
    }
    if !to_screen {
        forbid_overwriting(&inputs, &args.output);
    }
    let mut out = Out::stdout();
    let progress = Progress::over(&inputs);
    let mut read = input::puzzles(&inputs, args.reading.kind.hints());
    let (mut exit, mut prepared) = (Exit::Solved, Vec::new());
    loop {
        let block: Vec<_> = read.by_ref().take(AT_ONCE).collect();
        if block.is_empty() || interrupt::is_raised() {
            break;
        }
        let prepare = |printer: &mut Printer<'_>, puzzle: &Puzzle| -> Result<PreparedPuzzle, Error> {
            stoppable(|| printer.prepare(puzzle, &args.reading.limits.budget()))
        };
        let ready: Vec<_> = block
            .into_par_iter()
            .map_init(
                || Printer::new(&options),
                |printer, read| {
                    let ready = read.map(|puzzle| prepare(printer, &puzzle));
                    progress.advance(1);
                    ready
                },
            )
            .collect();
        for puzzle in ready {
            match puzzle {
                Ok(Ok(puzzle)) => prepared.push(puzzle),
                Ok(Err(error)) => exit = exit.max(report_api_error(&mut out, error, false, style)?),
                Err((source, error)) => exit = exit.max(report_error(&mut out, &source, &error, style)?),
            }
        }
    }
    drop(progress);
    if prepared.is_empty() && exit != Exit::Solved {
        return Ok(exit);
    }
    let booklet = bind(prepared, &options)?;
    for note in &booklet.notes {
        output::eprint(&format!("{note}\n"));
    }
    if to_screen {
        out.data(&booklet.pdf)?;
        out.flush()?;
        return Ok(exit);
    }
    std::fs::write(&args.output, &booklet.pdf).map_err(|error| cannot_write(&args.output, &error))?;
    let (puzzles, pages) = (booklet.puzzles as u64, booklet.pages as u64);
    let [puzzles, pages] =
        [(puzzles, "puzzle"), (pages, "page")].map(|(number, name)| crate::words::count(number, name));
    output::eprint(&format!("{}: {puzzles} on {pages}\n", args.output.display()));
    Ok(exit)
}
