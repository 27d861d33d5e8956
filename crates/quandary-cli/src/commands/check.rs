//! `check`: is this a solution, and is it the only one or the shortest? Which rule breaks?

use quandary::puzzle::{Puzzle, Solution};
use quandary::read::Source;
use quandary::verdict::{Ask, Outcome, Verdict};
use serde_json::json;

use super::{Failure, alone, verified};
use crate::args::{Check, usage_error};
use crate::exit::Exit;
use crate::output::{Looks, Out, identity};
use crate::{input, report, words};

/// What is said about a claimed solution.
struct Finding {
    /// In words.
    said: String,
    /// The solver's verdict on the puzzle, where the claimed solution is right.
    verdict: Option<&'static str>,
    exit: Exit,
}

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
    let violation = puzzle.verify(&claimed).err();
    let finding = match &violation {
        Some(why) => {
            let at = if why.cells.is_empty() { String::new() } else { format!(" ({})", words::cells(&why.cells)) };
            Finding {
                said: format!("no: {}{at}; this breaks the rule '{}'", why.message, why.rule),
                verdict: None,
                exit: Exit::Impossible,
            }
        }
        None => {
            let ask = Ask { budget: args.spending.budget(), ..Ask::default() };
            let outcome = alone(|| puzzle.solve(&ask))?;
            judge(&*puzzle, &source, &claimed, &outcome)?
        }
    };
    let text = if args.json {
        let mut object = identity(&*puzzle);
        object.insert("correct".into(), json!(violation.is_none()));
        object.insert("message".into(), json!(finding.said));
        match &violation {
            Some(why) => object.insert("violation".into(), json!(why)),
            None => object.insert("verdict".into(), json!(finding.verdict)),
        };
        object.insert("source".into(), report::place(&source));
        format!("{}\n", serde_json::Value::Object(object))
    } else {
        format!("{}\n", looks.bold(&finding.said))
    };
    let mut out = Out::stdout();
    out.lines(&text)?;
    out.flush()?;
    Ok(finding.exit)
}

/// A right solution beside what the solver found: the only one, one of several, the shortest, or longer than that.
fn judge(puzzle: &dyn Puzzle, source: &Source, claimed: &Solution, outcome: &Outcome) -> Result<Finding, Failure> {
    verified(puzzle, source, outcome).map_err(Failure::Internal)?;
    let contradiction = |what: &str| Failure::Internal(format!("{what}, yet the rules accept the one given"));
    let found = outcome.solutions.first();
    let yes = words::length(claimed)
        .map_or_else(|| "yes: this is a solution".to_owned(), |moves| format!("yes: {}", words::count(moves, "move")));
    let shortest = found.and_then(words::length);
    let (rest, exit) = match (&outcome.verdict, words::length(claimed), shortest) {
        (Verdict::Impossible(_), ..) => return Err(contradiction("the solver says that there is no solution")),
        (Verdict::Unique, ..) if found != Some(claimed) => {
            return Err(contradiction("the solver says that another solution is the only one"));
        }
        (Verdict::Unique, ..) => ("and the only one".to_owned(), Exit::Solved),
        (Verdict::Multiple, ..) => {
            let other = outcome.solutions.iter().find(|other| *other != claimed);
            let how = other.map(|other| format!(": another one {}", words::difference(claimed, other)));
            (format!("but not the only one{}", how.unwrap_or_default()), Exit::Several)
        }
        (Verdict::Optimal, Some(moves), Some(shortest)) if moves < shortest => {
            return Err(contradiction("the solver says that no plan is shorter than a longer one"));
        }
        (Verdict::Optimal, moves, shortest) if moves == shortest => ("and no plan is shorter".to_owned(), Exit::Solved),
        (Verdict::Optimal, ..) => (format!("the shortest plan has {}", words::plan(found)), Exit::Solved),
        (Verdict::Feasible { lower_bound }, Some(moves), _) if moves == u64::from(*lower_bound) => {
            ("and no plan is shorter".to_owned(), Exit::Solved)
        }
        (Verdict::Feasible { lower_bound }, ..) => (
            format!(
                "whether a shorter plan exists is open; none has fewer than {}",
                words::count((*lower_bound).into(), "move")
            ),
            Exit::RanOut,
        ),
        (Verdict::Unknown(why), ..) => {
            let exit = super::exit_of(outcome, &Ask::default(), false);
            (format!("whether there is another or a shorter one is open: {why}"), exit.max(Exit::RanOut))
        }
    };
    let joint = if rest.starts_with("and ") || rest.starts_with("but ") { ", " } else { "; " };
    Ok(Finding { said: format!("{yes}{joint}{rest}"), verdict: Some(outcome.verdict.word()), exit })
}
