//! `check`: is this a solution, and is it the only one or the shortest? Which rule does it break?

use quandary::api::{CheckOptions, Text};

use super::{Failure, exit_of_judgement, json_line};
use crate::args::{Check, usage_error};
use crate::exit::Exit;
use crate::input;
use crate::interrupt::stoppable;
use crate::output::{Out, OutputStyle};

/// Runs the command.
pub(crate) fn run(args: &Check, style: &OutputStyle) -> Result<Exit, Failure> {
    if args.puzzle == "-" && args.solution == "-" {
        usage_error("the puzzle and the solution cannot both come from standard input");
    }
    let puzzle = input::one_puzzle(&args.puzzle, &args.kind.hints())?;
    let solution = Some(Text(input::whole(&args.solution)?));
    let options = CheckOptions { solution, ..CheckOptions::default() };
    let checked = stoppable(|| puzzle.check(&options, &args.limits.budget()))?;
    let mut out = Out::screen();
    out.lines(&if args.json { json_line(&checked)? } else { format!("{}\n", style.bold(&checked.message)) })?;
    out.flush()?;
    Ok(exit_of_judgement(checked.judgement))
}
