//! `hint`: what to do next from where a player stands, a mistake first.
//!
//! A hint has three levels: *where* to look, *why* something follows there, and *what* to do. The page asks for one after
//! the other; each answer holds no more than its level.

use serde::{Deserialize, Serialize};

use super::answer::{Ending, EndingInfo, Header, Place};
use super::ending;
use super::plan::{self, NextMove};
use super::request::Text;
use super::steps::{MoveStep, Reasoned, Step, walk};
use super::{Error, words as numbers};
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::narrate::{Mistake, Tints, find_mistake, picture_of, scene_of, scene_of_entries};
use quandary_core::puzzle::{self, Cell, Move, Moves, read_entries};
use quandary_core::reason::explain::{self, Argument, Entry, Explainer, State, words};
use quandary_core::reason::{Model, Var};
use quandary_core::scene::{Scene, svg};
use quandary_core::solution::Solution;
use quandary_core::verdict::{Ask, Budget, Verdict};

/// How much a hint reveals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HintLevel {
    /// Where to look.
    Where,
    /// Why something follows there.
    Why,
    /// What to do.
    #[default]
    What,
}

/// What `hint` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct HintOptions {
    /// What the player has done so far.
    pub state: Option<Text>,
    /// How much to reveal.
    pub depth: HintLevel,
    /// Only the next step, even where it removes values and writes none.
    pub one_step: bool,
    /// Add a picture of the board with the hint drawn in.
    pub svg: bool,
}

/// The answer to `hint`: a mistake, or the next step, or why there is none.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hint {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// Whether everything is correct so far; `null` where that is not known.
    pub correct: Option<bool>,
    /// The hint in words.
    pub message: String,
    /// How much of the step is revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<HintLevel>,
    /// What a picture colours.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tints: Option<Tints>,
    /// The steps to the next entry, or the next move; only at the level `what`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    /// The next move: from where to where, counted from 1.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub places: Option<[u32; 2]>,
    /// How many moves are left to the goal, this one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_to_go: Option<usize>,
    /// How many moves are left to where more of the puzzle is revealed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves_to_reveal: Option<usize>,
    /// How many of the last moves have to be taken back; `null` where the board cannot be solved at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<Option<usize>>,
    /// What is wrong with what the player has written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeInfo>,
    /// Why there is no next step.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndingInfo>,
    /// A picture of the board, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
    /// Where the puzzle came from.
    pub source: Place,
}

/// A player's mistake.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MistakeInfo {
    /// What is wrong, in one or two sentences that do not reveal the solution.
    pub message: String,
    /// The reasoning that shows it, where the message does not say it; may reveal part of the solution.
    pub why: Option<String>,
    /// The player's cells that the message names.
    pub cells: Vec<Cell>,
    /// The rules that show it.
    pub rules: Vec<String>,
    /// The cells to open again: where there is one solution, every entry that it contradicts, else the cells named.
    pub take_back: Vec<Cell>,
}

impl MistakeInfo {
    /// What there is to say of a mistake in a player's entries.
    pub(super) fn of(board: &dyn puzzle::Puzzle, mistake: &Mistake, entries: &[Entry], budget: &Budget) -> Self {
        let outcome = board.solve(&Ask { budget: budget.for_showing(), ..Ask::default() });
        let solution = outcome.solutions.first().and_then(Solution::grid);
        let is_wrong = |entry: &&Entry| match (&outcome.verdict, solution) {
            (Verdict::Unique, Some(grid)) => entry.values >> board.value_in_grid(grid[entry.cell]) & 1 == 0,
            _ => false,
        };
        let wrong: Vec<Cell> = entries.iter().filter(is_wrong).map(|entry| entry.cell).collect();
        MistakeInfo {
            take_back: if wrong.is_empty() { mistake.cells.clone() } else { wrong },
            message: mistake.message.clone(),
            why: mistake.why.clone(),
            cells: mistake.cells.clone(),
            rules: mistake.rules.iter().map(|rule| rule.name.clone()).collect(),
        }
    }
}

impl Puzzle {
    /// What to do next from a player's state: a mistake first, else the cheapest next step.
    pub fn hint(&self, options: &HintOptions, budget: &Budget) -> Result<Hint, Error> {
        let budget = &budget.begin();
        let blank = Hint {
            header: Header::of(self.board()),
            correct: None,
            message: String::new(),
            depth: None,
            tints: None,
            steps: Vec::new(),
            places: None,
            moves_to_go: None,
            moves_to_reveal: None,
            undo: None,
            mistake: None,
            ending: None,
            svg: None,
            source: Place::of(self.source()),
        };
        match self.kind()? {
            Kind::Moves(play) => {
                let made = moves_of(self.board(), options.state.as_ref())?;
                let next = plan::next_move(play, &made, budget).map_err(|why| Error::unprocessable(why.message))?;
                Ok(blank.with_move(next))
            }
            Kind::Deduction(model) => {
                let on = Reasoned { board: self.board(), model: &model };
                let entries = entries_of(on, options.state.as_ref())?;
                let found = find(on, &entries, options.one_step, budget);
                let draw = || svg::render_within(&found.scene(on, &entries, options.depth), &budget.for_showing()).ok();
                let svg = if options.svg { draw() } else { None };
                Ok(Hint { svg, ..blank.with_step(on, &entries, found, options.depth, budget) })
            }
        }
    }
}

impl Hint {
    fn with_move(self, next: NextMove) -> Self {
        let message = next.message();
        match next {
            NextMove::Move { step, left, is_partial, .. } => Hint {
                correct: Some(true),
                message,
                places: Some(step.places),
                moves_to_go: (!is_partial).then_some(left),
                moves_to_reveal: is_partial.then_some(left),
                steps: vec![Step::Move(MoveStep { number: None, ..step })],
                ..self
            },
            NextMove::DeadEnd { undo, .. } => Hint { correct: Some(false), message, undo: Some(undo), ..self },
            NextMove::Done => self.ended(Some(true), EndingInfo::new(Ending::Complete, message)),
            NextMove::Hidden { has_plan: true, .. } => self.ended(Some(true), EndingInfo::new(Ending::Hidden, message)),
            NextMove::Hidden { has_plan: false, .. } => self.ended(Some(true), EndingInfo::without_plan(message)),
            NextMove::Open(_, why) => {
                let stopped = EndingInfo { stopped: why, ..EndingInfo::new(Ending::Stopped, message) };
                self.ended(None, stopped)
            }
        }
    }

    /// A hint that there is no next step.
    fn ended(self, correct: Option<bool>, ending: EndingInfo) -> Self {
        Hint { correct, message: ending.message.clone(), ending: Some(ending), ..self }
    }

    fn with_step(self, on: Reasoned<'_>, entries: &[Entry], found: Found, level: HintLevel, budget: &Budget) -> Self {
        match found {
            Found::Mistake(mistake) => Hint {
                correct: Some(false),
                message: mistake.message.clone(),
                mistake: Some(MistakeInfo::of(on.board, &mistake, entries, budget)),
                tints: Some(mistake.tints()),
                ..self
            },
            Found::Ended(ending) => {
                let correct = ending.ending != Ending::Broken;
                self.ended(Some(correct), ending)
            }
            Found::Steps(steps) => {
                let start = state_of(on.model, entries).or_else(|| State::new(on.model).ok());
                let (Some(first), Some(start)) = (steps.first(), start) else { return self };
                let message = message(on, &start, first, level);
                let tints = Some(tints(on, &start, first, level));
                let mut shown = Vec::new();
                if level == HintLevel::What {
                    walk(on.model, start, &steps, |number, state, step| {
                        shown.push(Step::Deduction(Box::new(on.describe(Some(number), state, step))));
                    });
                }
                Hint { correct: Some(true), message, depth: Some(level), tints, steps: shown, ..self }
            }
        }
    }
}

/// What was found for a player.
pub(super) enum Found {
    /// Something is wrong already.
    Mistake(Box<Mistake>),
    /// The steps to the next entry, and no others.
    Steps(Vec<explain::Step>),
    /// There is no next step.
    Ended(EndingInfo),
}

/// Finds a mistake, or else the next step, alone or with those up to the next entry.
fn find(on: Reasoned<'_>, entries: &[Entry], is_one_step: bool, budget: &Budget) -> Found {
    let ended = |ending: &explain::Ending| Found::Ended(ending::of(on.board, ending, budget));
    if State::new(on.model).is_err() {
        return ended(&explain::Ending::Broken);
    }
    if let Some(mistake) = find_mistake(on.board, on.model, entries, budget) {
        return Found::Mistake(Box::new(mistake));
    }
    let Some(state) = state_of(on.model, entries) else { return ended(&explain::Ending::Broken) };
    match steps_to_an_entry(on.model, state, is_one_step, budget) {
        Ok(steps) => Found::Steps(steps),
        Err(ending) => ended(&ending),
    }
}

impl Found {
    /// The hint in a picture, no more than its level reveals.
    fn scene(&self, on: Reasoned<'_>, entries: &[Entry], level: HintLevel) -> Scene {
        let Reasoned { board, model } = on;
        let tints = match self {
            Found::Mistake(mistake) => mistake.tints(),
            Found::Steps(steps) => match (steps.first(), state_of(model, entries)) {
                (Some(step), Some(state)) => tints(on, &state, step, level),
                _ => Tints::default(),
            },
            Found::Ended(_) => Tints::default(),
        };
        match (self, state_of(model, entries)) {
            (Found::Steps(steps), Some(state)) if level == HintLevel::What && !steps.is_empty() => {
                picture_of(board, model, &state, &steps[0])
            }
            (Found::Steps(_) | Found::Ended(_), Some(state)) => scene_of(board, model, &state, &tints),
            // Entries that contradict each other are shown as they are.
            _ => scene_of_entries(board, model, entries, &tints),
        }
    }
}

/// What a player has written.
pub(super) fn entries_of(on: Reasoned<'_>, state: Option<&Text>) -> Result<Vec<Entry>, Error> {
    let Some(state) = state.filter(|state| !state.is_blank()) else { return Ok(Vec::new()) };
    read_entries(on.board, on.model, &state.0).map_err(|error| state.error(error))
}

/// The moves that a player has made.
pub(super) fn moves_of(board: &dyn puzzle::Puzzle, state: Option<&Text>) -> Result<Vec<Move>, Error> {
    let Some(state) = state.filter(|state| !state.is_blank()) else { return Ok(Vec::new()) };
    let plan = board.read_solution(&state.0).map_err(|error| state.error(error))?;
    Ok(plan.plan().map(|plan| plan.moves.clone()).unwrap_or_default())
}

/// The board with a player's entries; `None` when they contradict each other visibly.
pub(super) fn state_of(model: &Model, entries: &[Entry]) -> Option<State> {
    State::with_entries(model, entries).ok()
}

/// The steps that the next new entry needs, and no others, or the cheapest step alone; the error says why there are none.
fn steps_to_an_entry(
    model: &Model,
    state: State,
    is_one_step: bool,
    budget: &Budget,
) -> Result<Vec<explain::Step>, explain::Ending> {
    let mut watch = budget.start();
    let mut explainer = Explainer::new(model, state);
    let mut steps: Vec<explain::Step> = Vec::new();
    loop {
        let step = match explainer.next_step(&mut watch) {
            Ok(Ok((step, _))) => step,
            Ok(Err(ending)) => return Err(ending),
            Err(stopped) => return Err(explain::Ending::Stopped(stopped)),
        };
        let is_entry = step.conclusions.iter().any(|shown| shown.value().is_some());
        let broken = step.argument == Argument::Contradiction || explainer.accept(&step).is_err();
        steps.push(step);
        if broken {
            return Err(explain::Ending::Broken);
        }
        if is_entry || is_one_step {
            return Ok(needed(steps));
        }
    }
}

/// Of some steps, those that the last one rests on.
fn needed(steps: Vec<explain::Step>) -> Vec<explain::Step> {
    let mut wanted: Vec<Var> = Vec::new();
    let mut kept: Vec<explain::Step> = Vec::new();
    for step in steps.into_iter().rev() {
        if kept.is_empty() || step.conclusions.iter().any(|shown| wanted.contains(&shown.var)) {
            wanted.extend(step.premises.iter().map(|known| known.var));
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

/// A step in words, no more than the level reveals.
fn message(on: Reasoned<'_>, state: &State, step: &explain::Step, level: HintLevel) -> String {
    let model = on.model;
    let rules: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    let look = match (&rules[..], step.levels()) {
        ([], _) => format!("Look at {}", words::cells_of(model, step.conclusions.iter().map(|shown| shown.var))),
        (rules, 0) => format!("Look at {}", words::join(rules)),
        (_, _) => {
            let cells = words::cells_of(model, step.conclusions.first().map(|shown| shown.var));
            format!("No single rule helps here. Try a value in {cells} and see where it leads")
        }
    };
    let narrated = || on.board.narrate(model, state, step);
    match level {
        HintLevel::Where => format!("{look}."),
        HintLevel::Why => {
            let name = narrated().name.map(|name| format!(" for a step called '{name}'")).unwrap_or_default();
            let cells = words::cells_of(model, step.premises.iter().map(|known| known.var));
            let known = if cells.is_empty() {
                "The clue alone is enough.".to_owned()
            } else {
                format!("Everything you need is in {cells}.")
            };
            format!("{look}{name}. {known}")
        }
        HintLevel::What => narrated().sentence,
    }
}

/// What a picture of a hint colours, no more than its level reveals.
fn tints(on: Reasoned<'_>, state: &State, step: &explain::Step, level: HintLevel) -> Tints {
    let parts = on.board.narrate(on.model, state, step).parts;
    let all = Tints::of(on.model, step).with_parts(on.model, &parts);
    match level {
        HintLevel::Where => Tints { lines: all.lines, ..Tints::default() },
        HintLevel::Why => Tints { conclusions: Vec::new(), ..all },
        HintLevel::What => all,
    }
}

/// The words for moves that have to be taken back; where the board never had a solution, why.
pub(super) fn undo_message(play: &dyn Moves, undo: Option<usize>, budget: &Budget) -> String {
    match undo {
        Some(moves) => {
            let moves = numbers::count(moves as u64, "move");
            format!("There is no solution from here: take back the last {moves}.")
        }
        None => {
            let ask = Ask { solutions: 1, budget: budget.clone(), ..Ask::default() };
            match play.after(&[]).map(|start| start.solve(&ask).verdict) {
                Ok(Verdict::Impossible(conflict)) => format!("This board has no solution: {}.", conflict.message),
                _ => "This board has no solution.".to_owned(),
            }
        }
    }
}
