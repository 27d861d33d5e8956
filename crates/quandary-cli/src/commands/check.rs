//! `check`: is this a solution, and is it the only one or the shortest? Which rule breaks?

use quandary::contract::{Judgement, judge, place};

use super::{Failure, alone};
use crate::args::{Check, usage_error};
use crate::exit::Exit;
use crate::input;
use crate::output::{Looks, Out};

/// Runs the command.
pub(crate) fn run(args: &Check, looks: &Looks) -> Result<Exit, Failure> {
    if args.puzzle == "-" && args.solution == "-" {
        usage_error("the puzzle and the solution cannot both come from standard input");
    }
    let (source, puzzle) = input::one_puzzle(&args.puzzle, &args.kind.hints())?;
    let claimed_source = input::whole(&args.solution)?;
    let claimed = match puzzle.read_solution(&claimed_source) {
        Ok(claimed) => claimed,
        Err(error) => return Err(Failure::from((claimed_source, error))),
    };
    let budget = args.spending.begin();
    let judged = alone(|| judge(&*puzzle, &source, &claimed, &budget))?.map_err(Failure::Internal)?;
    let text = if args.json {
        let mut answer = judged.json(&*puzzle, &claimed);
        answer["source"] = place(&source);
        format!("{answer}\n")
    } else {
        format!("{}\n", looks.bold(&judged.message))
    };
    let mut out = Out::screen();
    out.lines(&text)?;
    out.flush()?;
    Ok(match judged.judgement {
        Judgement::Wrong => Exit::Impossible,
        Judgement::Right => Exit::Solved,
        Judgement::NotOnly => Exit::Several,
        Judgement::Open => Exit::RanOut,
        Judgement::Interrupted => Exit::Interrupted,
    })
}
