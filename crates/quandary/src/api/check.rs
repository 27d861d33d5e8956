//! `check`: is this a solution, and the only one or the shortest? Is a half-filled board right so far?

use serde::{Deserialize, Serialize};

use super::answer::{Header, Place, VerdictWord};
use super::hint::{MistakeInfo, entries_of, moves_of, state_of, undo_message};
use super::request::Text;
use super::solve::solve_verified;
use super::steps::Reasoned;
use super::{Error, plan, words};
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::narrate::{BrokenRule, Tints, broken_at_sight, broken_rule, find_mistake};
use quandary_core::puzzle::{self, Moves, Solution, Violation};
use quandary_core::verdict::{Ask, Budget, Orders, Outcome, Stopped, Verdict};

/// What `check` can be asked for: a solution, or a player's state.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct CheckOptions {
    /// A solution to check against all rules.
    pub solution: Option<Text>,
    /// What a player has done so far.
    pub state: Option<Text>,
    /// With `state`: only name the rules that are broken now, without reasoning about what follows.
    pub at_sight: bool,
}

/// The answer to `check`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Checked {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// Whether the solution is one, or the state is right so far; `null` where that is not known.
    pub correct: Option<bool>,
    /// Whether the state is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complete: Option<bool>,
    /// The answer in words.
    pub message: String,
    /// The solver's verdict on the puzzle, where the solution is right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictWord>,
    /// The rule that the solution breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub violation: Option<Violation>,
    /// What is wrong with the state.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeInfo>,
    /// What a picture of the mistake colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tints: Option<Tints>,
    /// How many of the last moves have to be taken back; `null` where the board cannot be solved at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<Option<usize>>,
    /// Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    /// With `at_sight`: the rules that are broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<Vec<BrokenRule>>,
    /// Where the puzzle came from.
    pub source: Place,
    /// The judgement, for programs in Rust.
    #[serde(skip)]
    pub judgement: Judgement,
}

/// How a solution or a state stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Judgement {
    /// It breaks a rule.
    Wrong,
    /// It is correct, and everything that was asked is decided.
    Right,
    /// It is right, but there are other solutions.
    NotUnique,
    /// Nothing is wrong with it, and the rest is not settled.
    #[default]
    Open,
    /// The request was cancelled before the rest was decided.
    Interrupted,
}

impl Puzzle {
    /// Checks a solution, or what a player has done so far.
    pub fn check(&self, options: &CheckOptions, budget: &Budget) -> Result<Checked, Error> {
        let budget = &budget.begin();
        match (&options.solution, &options.state) {
            (Some(text), None) => {
                let claimed = self.read_solution(&text.0).map_err(|error| text.error(error))?;
                self.check_solution(&claimed, budget)
            }
            (None, Some(state)) => match self.kind()? {
                Kind::Moves(play) => self.check_moves(play, state, &plan::patient(play, budget)),
                Kind::Deduction(model) => {
                    let on = Reasoned { board: self.board(), model: &model };
                    if options.at_sight {
                        self.check_at_sight(on, state)
                    } else {
                        self.check_entries(on, state, budget)
                    }
                }
            },
            _ => Err(Error::bad_request("check needs either the option 'solution' or the option 'state'")
                .help("'solution' is checked against all rules; 'state' is what a player has done so far")),
        }
    }

    /// An answer with nothing but its words.
    fn checked(&self, judgement: Judgement, message: impl Into<String>) -> Checked {
        Checked {
            header: Header::of(self.board()),
            correct: match judgement {
                Judgement::Wrong => Some(false),
                Judgement::Right | Judgement::NotUnique => Some(true),
                Judgement::Open | Judgement::Interrupted => None,
            },
            complete: None,
            message: message.into(),
            verdict: None,
            violation: None,
            mistake: None,
            tints: None,
            undo: None,
            orders: None,
            broken: None,
            source: Place::of(self.source()),
            judgement,
        }
    }

    /// Compares a claimed solution with the rules and with what the solver finds: the only one, one of several, the
    /// shortest, or longer than that.
    pub fn check_solution(&self, claimed: &Solution, budget: &Budget) -> Result<Checked, Error> {
        let budget = &self.moves().map_or_else(|| budget.begin(), |play| plan::patient(play, budget));
        if let Some(why) = violation_of(self.board(), claimed) {
            let message = format!("no: {}", why.message);
            return Ok(Checked { violation: Some(why), ..self.checked(Judgement::Wrong, message) });
        }
        let ask = Ask { budget: budget.clone(), ..Ask::default() };
        let outcome = solve_verified(self.board(), self.source(), &ask)?;
        let (judgement, message) = match (self.moves(), claimed.plan()) {
            (Some(play), Some(plan)) => {
                let is_solved =
                    || play.after(&plan.moves).is_ok_and(|here| here.moves().is_some_and(|here| here.is_solved()));
                match play.orders(&plan.moves, budget).filter(|_| !is_solved()) {
                    Some(orders) => as_far_as_seen(play, claimed, &orders),
                    None => compared(self.board(), claimed, &outcome)?,
                }
            }
            _ => compared(self.board(), claimed, &outcome)?,
        };
        let is_right = judgement != Judgement::Wrong;
        Ok(Checked {
            correct: Some(is_right),
            verdict: is_right.then(|| VerdictWord::from(&outcome.verdict)),
            ..self.checked(judgement, message)
        })
    }

    /// Whether there is still a solution after some moves.
    fn check_moves(&self, play: &dyn Moves, state: &Text, budget: &Budget) -> Result<Checked, Error> {
        let made = moves_of(self.board(), Some(state))?;
        let here = play.after(&made).map_err(|why| Error::unprocessable(why.message))?;
        let is_done = here.moves().is_some_and(|here| here.is_solved());
        let complete = Some(is_done);
        match play.moves_to_undo(&made, budget).map_err(Error::budget)? {
            Some(0) => {
                let orders = play.orders(&made, budget).filter(|_| !is_done);
                let message = match orders {
                    _ if is_done => "Solved.".to_owned(),
                    Some(orders) => format!("There may be a solution from here: {}.", play.outlook(&orders)),
                    None => "There is a solution from here.".to_owned(),
                };
                Ok(Checked { complete, orders, ..self.checked(Judgement::Right, message) })
            }
            undo => {
                let message = undo_message(play, undo, budget);
                Ok(Checked { complete, undo: Some(undo), ..self.checked(Judgement::Wrong, message) })
            }
        }
    }

    /// The rules that a player's entries break now.
    fn check_at_sight(&self, on: Reasoned<'_>, state: &Text) -> Result<Checked, Error> {
        let entries = entries_of(on, Some(state))?;
        let broken = broken_at_sight(on.board, on.model, &entries);
        let message = match &broken[..] {
            [] => "No rule is broken so far.".to_owned(),
            [first, ..] => first.message.clone(),
        };
        let judgement = if broken.is_empty() { Judgement::Open } else { Judgement::Wrong };
        Ok(Checked { broken: Some(broken), ..self.checked(judgement, message) })
    }

    /// Whether what a player has written is right so far.
    fn check_entries(&self, on: Reasoned<'_>, state: &Text, budget: &Budget) -> Result<Checked, Error> {
        let entries = entries_of(on, Some(state))?;
        if let Some(mistake) = find_mistake(on.board, on.model, &entries, budget) {
            return Ok(Checked {
                complete: Some(false),
                tints: Some(mistake.tints()),
                mistake: Some(MistakeInfo::of(on.board, &mistake, &entries, budget)),
                ..self.checked(Judgement::Wrong, mistake.message)
            });
        }
        let is_complete = state_of(on.model, &entries).is_some_and(|state| state.is_complete());
        let ask = Ask { budget: budget.clone(), ..Ask::default() };
        let outcome = solve_verified(on.board, self.source(), &ask)?;
        // Only where there is one solution has every single entry been compared with it.
        let (judgement, message) = match (&outcome.verdict, is_complete) {
            (Verdict::Impossible(conflict), _) => (Judgement::Wrong, conflict.message.clone()),
            (Verdict::Unique, true) => (Judgement::Right, "Everything is correct: this is the solution.".to_owned()),
            (_, true) => (Judgement::Right, "Everything is correct: this is a solution.".to_owned()),
            (Verdict::Unique, false) => (Judgement::Right, "Everything is correct so far.".to_owned()),
            (Verdict::Multiple, _) => {
                (Judgement::Open, "No rule is broken so far, but this puzzle has several solutions.".to_owned())
            }
            (Verdict::Unknown(Stopped::Cancelled), _) => {
                (Judgement::Interrupted, "No rule is broken so far; more is not known: interrupted.".to_owned())
            }
            (Verdict::Unknown(why), _) => (
                Judgement::Open,
                format!("No rule is broken so far; it is unknown whether all entries are right: {why}."),
            ),
            _ => (Judgement::Right, "No rule is broken so far.".to_owned()),
        };
        Ok(Checked { complete: Some(is_complete), ..self.checked(judgement, message) })
    }
}

/// How a claimed solution breaks a rule, worded like a player's mistake where the rules are constraints.
fn violation_of(board: &dyn puzzle::Puzzle, claimed: &Solution) -> Option<Violation> {
    let found = board.verify(claimed).err()?;
    let worded = claimed.grid().and_then(|answer| broken_rule(board, answer, &found.cells));
    Some(match worded {
        Some((message, cells)) => Violation { message, cells, ..found },
        None => found,
    })
}

/// A plan for a puzzle with hidden parts, which ends before the goal: it is right as long as some order of what is hidden
/// can be solved after it.
fn as_far_as_seen(play: &dyn Moves, claimed: &Solution, orders: &Orders) -> (Judgement, String) {
    let moves = words::plan(Some(claimed));
    let outlook = play.outlook(orders);
    if orders.is_impossible() {
        return (Judgement::Wrong, format!("no: after {moves}, {outlook}"));
    }
    let judgement = if orders.solvable > 0 { Judgement::Right } else { Judgement::Open };
    (judgement, format!("yes: {moves}, as far as can be seen; then {outlook}"))
}

/// A right solution beside what the solver found.
fn compared(board: &dyn puzzle::Puzzle, claimed: &Solution, outcome: &Outcome) -> Result<(Judgement, String), Error> {
    let contradiction = |what: &str| Err(Error::internal(format!("{what}, yet the rules accept the one given")));
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
            let how = other.map(|other| format!(": another one {}", words::difference(board, claimed, other)));
            (format!("but not the only one{}", how.unwrap_or_default()), Judgement::NotUnique)
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
            let judgement = if *why == Stopped::Cancelled { Judgement::Interrupted } else { Judgement::Open };
            (format!("it is unknown whether there is another or a shorter one: {why}"), judgement)
        }
    };
    let joint = if rest.starts_with("and ") || rest.starts_with("but ") { ", " } else { "; " };
    Ok((judgement, format!("{yes}{joint}{rest}")))
}
