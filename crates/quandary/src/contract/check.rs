//! `check`: is this a solution, and the only one or the shortest? Is a half-filled board right so far?

use serde::Deserialize;
use serde_json::{Value, json};

use super::hint::{entries_of, mistake_json, moves_of, state_of};
use super::request::{model_of, source_of};
use super::{ContractError, Kind, MoveHint, Request, identity, verified, words};
use crate::puzzle::{Moves, Puzzle, Solution, Violation};
use crate::read::Source;
use crate::reason::explain::{broken_at_sight, broken_rule, find_mistake};
use crate::verdict::{Ask, Budget, Orders, Outcome, Verdict};

/// What is said about a claimed solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// How it stands.
    pub judgement: Judgement,
    /// In words.
    pub message: String,
    /// The solver's verdict on the puzzle, where the claimed solution is right.
    pub verdict: Option<&'static str>,
}

/// How a claimed solution stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It breaks a rule.
    Wrong,
    /// It is right, and all that was asked is settled.
    Right,
    /// It is right, but there are others.
    NotOnly,
    /// It is right, and whether there is another or a shorter one is open.
    Open,
    /// It is right, and somebody asked to stop before the rest was settled.
    Interrupted,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    solution: Option<Value>,
    state: Option<Value>,
    at_sight: bool,
}

/// Checks a solution (the object that `check --json` prints), or what a player has done so far.
pub fn check(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (source, puzzle) = request.read()?;
    let puzzle = &*puzzle;
    match (options.solution, options.state) {
        (Some(claimed), None) => {
            let text = source_of(&claimed);
            let claimed = puzzle.read_solution(&text).map_err(|error| ContractError::of(&text, &error))?;
            let judged = judge(puzzle, &source, &claimed, &budget)
                .map_err(|message| ContractError::new(Kind::Internal, message))?;
            Ok(judged.json(puzzle, &claimed))
        }
        (None, Some(state)) if options.at_sight => {
            let model = model_of(puzzle)?;
            let entries = entries_of(puzzle, &model, Some(&state))?;
            let mut object = identity(puzzle);
            object.insert("broken".into(), json!(broken_at_sight(puzzle, &model, &entries)));
            Ok(Value::Object(object))
        }
        (None, Some(state)) => so_far(puzzle, &source, &state, &budget),
        _ => Err(ContractError::bad_request("give either the option 'solution' or the option 'state'")
            .help("'solution' is checked against all rules; 'state' is what a player has done so far")),
    }
}

impl Judged {
    /// As it stands in JSON.
    pub fn json(&self, puzzle: &dyn Puzzle, claimed: &Solution) -> Value {
        let violation = violation_of(puzzle, claimed);
        let mut object = identity(puzzle);
        object.insert("correct".into(), json!(self.judgement != Judgement::Wrong));
        object.insert("message".into(), json!(self.message));
        match violation {
            Some(why) => object.insert("violation".into(), json!(why)),
            None => object.insert("verdict".into(), json!(self.verdict)),
        };
        Value::Object(object)
    }
}

/// Whether a player is still on a way to the solution.
fn so_far(puzzle: &dyn Puzzle, source: &Source, state: &Value, budget: &Budget) -> Result<Value, ContractError> {
    let mut object = identity(puzzle);
    if let Some(play) = puzzle.moves() {
        let made = moves_of(puzzle, Some(state))?;
        let here = play.after(&made).map_err(|why| ContractError::unprocessable(why.message))?;
        let is_done = here.moves().is_some_and(|here| here.is_solved());
        object.insert("complete".into(), json!(is_done));
        match play.moves_to_undo(&made, budget).map_err(ContractError::budget)? {
            Some(0) => {
                let orders = play.orders(&made, budget).filter(|_| !is_done);
                let message = match orders {
                    _ if is_done => "Everything is sorted.".to_owned(),
                    Some(orders) => format!("There may be a way from here: {}.", play.outlook(&orders)),
                    None => "All is well: there is a way from here.".to_owned(),
                };
                if let Some(orders) = orders {
                    object.insert("orders".into(), json!(orders));
                }
                object.insert("correct".into(), json!(true));
                object.insert("message".into(), json!(message));
            }
            undo => {
                object.insert("correct".into(), json!(false));
                object.insert("undo".into(), json!(undo));
                object.insert("message".into(), json!(MoveHint::DeadEnd(undo).message()));
            }
        }
        return Ok(Value::Object(object));
    }
    let model = model_of(puzzle)?;
    let entries = entries_of(puzzle, &model, Some(state))?;
    if let Some(mistake) = find_mistake(puzzle, &model, &entries, budget) {
        object.insert("complete".into(), json!(false));
        object.insert("correct".into(), json!(false));
        object.insert("message".into(), json!(mistake.message));
        object.insert("mistake".into(), mistake_json(&mistake));
        object.insert("tints".into(), json!(mistake.tints()));
        return Ok(Value::Object(object));
    }
    let state = state_of(&model, &entries);
    let is_complete = state.as_ref().is_some_and(|state| state.is_complete());
    let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    verified(puzzle, source, &outcome).map_err(|message| ContractError::new(Kind::Internal, message))?;
    // Only where there is one solution has every single entry been held against it.
    let (correct, message) = match (&outcome.verdict, is_complete) {
        (Verdict::Impossible(conflict), _) => (json!(false), conflict.message.clone()),
        (Verdict::Unique, true) => (json!(true), "All is right: this is the solution.".to_owned()),
        (_, true) => (json!(true), "All is right: this is a solution.".to_owned()),
        (Verdict::Unique, false) => (json!(true), "All is right so far.".to_owned()),
        (Verdict::Multiple, _) => {
            (Value::Null, "No rule breaks so far, but this puzzle has several solutions.".to_owned())
        }
        (Verdict::Unknown(why), _) => (Value::Null, format!("No rule breaks so far; more is not known: {why}.")),
        _ => (json!(true), "No rule breaks so far.".to_owned()),
    };
    object.insert("complete".into(), json!(is_complete));
    object.insert("correct".into(), correct);
    object.insert("message".into(), json!(message));
    Ok(Value::Object(object))
}

/// How a claimed solution breaks a rule, told as a player's mistake is where the rules are constraints.
fn violation_of(puzzle: &dyn Puzzle, claimed: &Solution) -> Option<Violation> {
    let found = puzzle.verify(claimed).err()?;
    let told = claimed.grid().and_then(|answer| broken_rule(puzzle, answer, &found.cells));
    Some(match told {
        Some((message, cells)) => Violation { message, cells, ..found },
        None => found,
    })
}

/// Holds a claimed solution against the rules and against what the solver finds: the only one, one of several, the
/// shortest, or longer than that. The error is a contradiction between the two: a bug of ours.
pub fn judge(puzzle: &dyn Puzzle, source: &Source, claimed: &Solution, budget: &Budget) -> Result<Judged, String> {
    if let Some(why) = violation_of(puzzle, claimed) {
        let message = format!("no: {}", why.message);
        return Ok(Judged { judgement: Judgement::Wrong, message, verdict: None });
    }
    let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    verified(puzzle, source, &outcome)?;
    if let (Some(play), Some(plan)) = (puzzle.moves(), claimed.plan())
        && let Some(orders) = play.orders(&plan.moves, budget)
        && !play.after(&plan.moves).is_ok_and(|here| here.moves().is_some_and(|here| here.is_solved()))
    {
        return Ok(as_far_as_seen(play, claimed, &orders, &outcome));
    }
    held_against(puzzle, claimed, &outcome)
}

/// A plan for a puzzle with hidden parts, which ends before the goal: it is right as long as some order of what is hidden
/// can be solved after it.
fn as_far_as_seen(play: &dyn Moves, claimed: &Solution, orders: &Orders, outcome: &Outcome) -> Judged {
    let verdict = Some(outcome.verdict.word());
    let moves = words::plan(Some(claimed));
    let outlook = play.outlook(orders);
    if orders.is_impossible() {
        let message = format!("no: after {moves} {outlook}");
        return Judged { judgement: Judgement::Wrong, message, verdict: None };
    }
    let judgement = if orders.solvable > 0 { Judgement::Right } else { Judgement::Open };
    Judged { judgement, message: format!("yes: {moves}, as far as can be seen; then {outlook}"), verdict }
}

/// A right solution beside what the solver found.
fn held_against(puzzle: &dyn Puzzle, claimed: &Solution, outcome: &Outcome) -> Result<Judged, String> {
    let contradiction = |what: &str| Err(format!("{what}, yet the rules accept the one given"));
    let found = outcome.solutions.first();
    let yes = words::length(claimed)
        .map_or_else(|| "yes: this is a solution".to_owned(), |moves| format!("yes: {}", words::count(moves, "move")));
    let shortest = found.and_then(words::length);
    let (rest, judgement) = match (&outcome.verdict, words::length(claimed), shortest) {
        (Verdict::Impossible(_), ..) => return contradiction("the solver says that there is no solution"),
        (Verdict::Unique, ..) if found != Some(claimed) => {
            return contradiction("the solver says that another solution is the only one");
        }
        (Verdict::Unique, ..) => ("and the only one".to_owned(), Judgement::Right),
        (Verdict::Multiple, ..) => {
            let other = outcome.solutions.iter().find(|other| *other != claimed);
            let how = other.map(|other| format!(": another one {}", words::difference(puzzle, claimed, other)));
            (format!("but not the only one{}", how.unwrap_or_default()), Judgement::NotOnly)
        }
        (Verdict::Optimal, Some(moves), Some(shortest)) if moves < shortest => {
            return contradiction("the solver says that no plan is shorter than a longer one");
        }
        (Verdict::Optimal, moves, shortest) if moves == shortest => {
            ("and no plan is shorter".to_owned(), Judgement::Right)
        }
        (Verdict::Optimal, ..) => (format!("the shortest plan has {}", words::plan(found)), Judgement::Right),
        (Verdict::Feasible { lower_bound }, Some(moves), _) if moves == u64::from(*lower_bound) => {
            ("and no plan is shorter".to_owned(), Judgement::Right)
        }
        (Verdict::Feasible { lower_bound }, ..) => (
            format!(
                "whether a shorter plan exists is open; none has fewer than {}",
                words::count((*lower_bound).into(), "move")
            ),
            Judgement::Open,
        ),
        (Verdict::Unknown(why), ..) => {
            let judgement = match why {
                crate::Stopped::Cancelled => Judgement::Interrupted,
                _ => Judgement::Open,
            };
            (format!("whether there is another or a shorter one is open: {why}"), judgement)
        }
    };
    let joint = if rest.starts_with("and ") || rest.starts_with("but ") { ", " } else { "; " };
    Ok(Judged { judgement, message: format!("{yes}{joint}{rest}"), verdict: Some(outcome.verdict.word()) })
}
