//! The bare programs: one puzzle in, its solution out, nothing else on standard output.

use quandary::read::Hints;
use quandary::verdict::{Ask, Verdict};

use super::{Failure, alone, exit_of, verified};
use crate::args::Bare;
use crate::exit::Exit;
use crate::output::{self, Out, with_line_end};
use crate::{input, words};

/// Runs the bare program of a family.
pub(crate) fn run(family: &str, args: &Bare) -> Result<Exit, Failure> {
    let hints = Hints { family: Some(family.to_owned()), ..args.dialect.hints() };
    let (source, puzzle) = input::one_puzzle("-", &hints)?;
    let ask = Ask { budget: args.spending.begin(), ..Ask::default() };
    let outcome = alone(|| puzzle.solve(&ask))?;
    verified(&*puzzle, &source, &outcome).map_err(Failure::Internal)?;
    let mut out = Out::stdout();
    if puzzle.family().prints_status() {
        out.lines(&format!("{}\n", outcome.status()))?;
    }
    if let Some(solution) = outcome.solutions.first() {
        out.lines(&with_line_end(puzzle.solution_text(solution)))?;
    }
    out.flush()?;
    if !matches!(outcome.verdict, Verdict::Unique | Verdict::Optimal) {
        output::say(&format!("{}\n", words::verdict(&*puzzle, &outcome, &ask)));
    }
    Ok(exit_of(&outcome, &ask, false))
}
