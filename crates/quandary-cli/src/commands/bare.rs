//! The bare programs: one puzzle in, its solution out, nothing else on standard output.

use quandary::api::verify_all;
use quandary::read::Hints;
use quandary::{Ask, Verdict};

use super::{Failure, exit_of};
use crate::args::Bare;
use crate::exit::Exit;
use crate::interrupt::stoppable;
use crate::output::{self, Out, with_line_end};
use crate::{input, words};

/// Runs the bare program of a family.
pub(crate) fn run(family: &str, args: &Bare) -> Result<Exit, Failure> {
    let hints = Hints { family: Some(family.to_owned()), ..args.notation.hints() };
    let puzzle = input::one_puzzle("-", &hints)?;
    let ask = Ask { budget: args.limits.budget().on(args.cores.for_one()).begin(), ..Ask::default() };
    let outcome = stoppable(|| puzzle.board().solve(&ask));
    verify_all(puzzle.board(), puzzle.source(), &outcome)?;
    let mut out = Out::stdout();
    if puzzle.family().prints_status() {
        out.lines(&format!("{}\n", outcome.status()))?;
    }
    if let Some(solution) = outcome.solutions.first() {
        out.lines(&with_line_end(puzzle.solution_text(solution)))?;
    }
    out.flush()?;
    if !matches!(outcome.verdict, Verdict::Unique | Verdict::Optimal) {
        output::eprint(&format!("{}\n", words::verdict(puzzle.board(), &outcome, &ask)));
    }
    Ok(exit_of(&outcome, &ask, false))
}
