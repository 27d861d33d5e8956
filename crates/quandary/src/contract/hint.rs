//! `hint`: what to do next from where a player stands, a mistake first.
//!
//! A hint is told in three depths: *where* to look, *why* something follows there, and *what* to do. The page asks for
//! one after the other; each answer holds no more than its depth.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use super::ending::{End, Ended};
use super::moves::next_move;
use super::request::{model_of, source_of};
use super::{ContractError, Request, identity};
use crate::puzzle::{Cell, Move, Puzzle};
use crate::reason::explain::{
    Argument, Ending, Explainer, Known, State, Step, Tints, find_mistake, picture_of, read_entries, scene_of,
    step_json, words,
};
use crate::reason::{Model, Var};
use crate::scene::{Scene, svg};
use crate::verdict::{Ask, Budget, Verdict};

/// How much a hint tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// Where to look.
    Where,
    /// Why something follows there.
    Why,
    /// What to do.
    #[default]
    What,
}

/// What a player is told.
#[derive(Clone, Debug)]
pub enum Hint {
    /// Something is wrong already.
    Mistake(Slip),
    /// The steps to the next entry, and no others.
    Steps(Vec<Step>),
    /// There is no next step.
    Ended(Ended),
}

/// A player's mistake, told without the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// One or two sentences.
    pub message: String,
    /// The reasoning that shows it, where it takes more than the rules named. It may tell what stands there instead.
    pub why: Option<String>,
    /// Entries that cannot all stand.
    pub entries: Vec<Known>,
    /// The rules that show it, where rules do.
    pub constraints: Vec<usize>,
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    state: Option<Value>,
    depth: Depth,
    svg: bool,
}

/// The next step from a player's state: the object that `hint --json` prints.
pub fn hint(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (_, puzzle) = request.read()?;
    if let Some(play) = puzzle.moves() {
        let made = moves_of(&*puzzle, options.state.as_ref())?;
        let hint = next_move(&*puzzle, play, &made, &budget).map_err(ContractError::unprocessable)?;
        return Ok(hint.json(&*puzzle));
    }
    let model = model_of(&*puzzle)?;
    let entries = entries_of(&*puzzle, &model, options.state.as_ref())?;
    let hint = find_hint(&*puzzle, &model, &entries, &budget);
    let mut answer = hint_json(&*puzzle, &model, &entries, &hint, options.depth);
    if options.svg
        && let Some(state) = state_of(&model, &entries)
    {
        let scene = hint_scene(&*puzzle, &model, &state, &hint, options.depth);
        answer["svg"] = json!(svg::render(&scene));
    }
    Ok(answer)
}

/// What a player has written, read from a request.
pub(super) fn entries_of(
    puzzle: &dyn Puzzle,
    model: &Model,
    state: Option<&Value>,
) -> Result<Vec<Known>, ContractError> {
    let Some(state) = state.filter(|state| !state.is_null()) else { return Ok(Vec::new()) };
    let source = source_of(state);
    if source.text.trim().is_empty() {
        return Ok(Vec::new());
    }
    read_entries(puzzle, model, &source).map_err(|error| ContractError::of(&source, &error))
}

/// The board with a player's entries; `None` when they contradict each other at sight.
pub(super) fn state_of(model: &Model, entries: &[Known]) -> Option<State> {
    let mut state = State::new(model).ok()?;
    entries.iter().try_for_each(|entry| state.enter(model, *entry)).ok()?;
    Some(state)
}

/// Finds a mistake, or else the steps to the next entry.
pub fn find_hint(puzzle: &dyn Puzzle, model: &Model, entries: &[Known], budget: &Budget) -> Hint {
    let ended = |ending: &Ending| Hint::Ended(Ended::of(puzzle, ending, budget));
    if State::new(model).is_err() {
        return ended(&Ending::Broken);
    }
    if let Some(slip) = find_slip(puzzle, model, entries, budget) {
        return Hint::Mistake(slip);
    }
    let Some(state) = state_of(model, entries) else { return ended(&Ending::Broken) };
    match steps_to_an_entry(model, state, budget) {
        Ok(steps) => Hint::Steps(steps),
        Err(ending) => ended(&ending),
    }
}

/// The steps that the next new entry needs, and no others; the error says why there are none.
fn steps_to_an_entry(model: &Model, state: State, budget: &Budget) -> Result<Vec<Step>, Ending> {
    let mut watch = budget.start();
    let mut explainer = Explainer::new(model, state);
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let step = match explainer.next_step(&mut watch) {
            Ok(Ok((step, _))) => step,
            Ok(Err(ending)) => return Err(ending),
            Err(stopped) => return Err(Ending::Stopped(stopped)),
        };
        let is_entry = step.conclusions.iter().any(|shown| shown.value().is_some());
        let broken = step.argument == Argument::Contradiction || explainer.accept(&step).is_err();
        steps.push(step);
        if broken {
            return Err(Ending::Broken);
        }
        if is_entry {
            return Ok(needed(steps));
        }
    }
}

/// Of some steps, those that the last one rests on.
fn needed(steps: Vec<Step>) -> Vec<Step> {
    let mut wanted: Vec<Var> = Vec::new();
    let mut kept: Vec<Step> = Vec::new();
    for step in steps.into_iter().rev() {
        if kept.is_empty() || step.conclusions.iter().any(|shown| wanted.contains(&shown.var)) {
            wanted.extend(step.premises.iter().map(|known| known.var));
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

/// What is wrong with a player's entries, without the solution; `None` when nothing is.
pub fn find_slip(puzzle: &dyn Puzzle, model: &Model, entries: &[Known], budget: &Budget) -> Option<Slip> {
    let entry =
        |known: &Known| format!("{} as {}", words::cells_of(model, [known.var]), words::values(puzzle, known.values));
    if let Some(mistake) = find_mistake(model, entries) {
        let named: Vec<String> = mistake.entries.iter().map(entry).collect();
        let rules: Vec<String> = mistake.constraints.iter().map(|&id| model.constraints()[id].statement()).collect();
        let shown: Vec<String> = rules.iter().take(4).cloned().collect();
        let more = if rules.len() > 4 { format!(" (and {} more rules)", rules.len() - 4) } else { String::new() };
        let subject = match named.len() {
            0 => "The puzzle itself has no solution".to_owned(),
            1 => format!("There is a mistake: {} cannot stand", named[0]),
            _ => format!("There is a mistake: these cannot all stand: {}", named.join("; ")),
        };
        let why = if shown.is_empty() { "it is given otherwise".to_owned() } else { words::join(&shown) };
        let message = format!("{subject}, because {why}{more}.");
        return Some(Slip { message, why: None, entries: mistake.entries, constraints: mistake.constraints });
    }
    // Propagation sees no mistake; the solution may.
    let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    let (Verdict::Unique, Some(solution)) = (&outcome.verdict, outcome.solutions.first().and_then(|s| s.grid())) else {
        return None;
    };
    let is_wrong = |known: &Known| {
        model.cells(known.var).iter().any(|&cell| known.values >> puzzle.value_in_grid(solution[cell]) & 1 == 0)
    };
    let (wrong, right): (Vec<Known>, Vec<Known>) = entries.iter().partition(|known| is_wrong(known));
    let refuted = refuted(model, &right, &wrong, budget);
    let (first, step) = match refuted {
        Some((entry, step, state)) => (entry, Some(puzzle.narrate(model, &state, &step).sentence)),
        None => (*wrong.first()?, None),
    };
    let more = if wrong.len() > 1 { " (and it is not the only one)" } else { "" };
    let message = format!("There is a mistake, though no rule breaks yet: {} cannot stand{more}.", entry(&first));
    Some(Slip { message, why: step, entries: vec![first], constraints: Vec::new() })
}

/// How long to look for the reason why an entry is wrong.
const REASON_TIME: Duration = Duration::from_secs(2);

/// The first wrong entry that reasoning from the right ones refutes, the step that does it, and what is known before it.
fn refuted(model: &Model, right: &[Known], wrong: &[Known], budget: &Budget) -> Option<(Known, Step, State)> {
    let time = Some(budget.time.map_or(REASON_TIME, |time| time.min(REASON_TIME)));
    let budget = Budget { time, ..budget.clone() };
    let mut watch = budget.start();
    let mut explainer = Explainer::new(model, state_of(model, right)?);
    loop {
        let (step, _) = explainer.next_step(&mut watch).ok()?.ok()?;
        let is_refuted = |entry: &&Known| {
            step.conclusions.iter().any(|shown| shown.var == entry.var && shown.left & entry.values == 0)
        };
        if let Some(&entry) = wrong.iter().find(is_refuted) {
            let state = explainer.state().clone();
            return Some((entry, step, state));
        }
        if step.argument == Argument::Contradiction {
            return None;
        }
        explainer.accept(&step).ok()?;
    }
}

impl Slip {
    /// The cells that cannot stand, and the lines that show it.
    pub fn tints(&self, model: &Model) -> Tints {
        let cells = self.entries.iter().flat_map(|known| model.cells(known.var)).copied().collect();
        Tints { wrong: cells, ..Tints::of_rules(model, &self.constraints) }
    }

    /// As it stands in JSON.
    pub fn json(&self, model: &Model) -> Value {
        let cells: Vec<Cell> = self.entries.iter().flat_map(|known| model.cells(known.var)).copied().collect();
        let rules: Vec<&str> = self.constraints.iter().map(|&id| model.constraints()[id].name()).collect();
        json!({ "message": self.message, "why": self.why, "cells": cells, "rules": rules })
    }
}

/// A hint as it stands in JSON, no deeper than asked.
pub fn hint_json(puzzle: &dyn Puzzle, model: &Model, entries: &[Known], hint: &Hint, depth: Depth) -> Value {
    let mut object = identity(puzzle);
    match hint {
        Hint::Mistake(slip) => {
            object.insert("correct".into(), json!(false));
            object.insert("message".into(), json!(slip.message));
            object.insert("mistake".into(), slip.json(model));
            object.insert("tints".into(), json!(slip.tints(model)));
        }
        Hint::Ended(ended) => {
            object.insert("correct".into(), json!(ended.end != End::Impossible));
            ended.tell(puzzle, &mut object);
        }
        Hint::Steps(steps) => {
            let state = state_of(model, entries).or_else(|| State::new(model).ok());
            object.insert("correct".into(), json!(true));
            object.insert("depth".into(), json!(format!("{depth:?}").to_lowercase()));
            let (Some(first), Some(mut state)) = (steps.first(), state) else { return Value::Object(object) };
            object.insert("message".into(), json!(told(puzzle, model, &state, first, depth)));
            object.insert("tints".into(), json!(tints(model, first, depth)));
            if depth == Depth::What {
                let mut shown = Vec::new();
                for step in steps {
                    shown.push(step_json(puzzle, model, &state, step));
                    if state.apply(model, step).is_err() {
                        break;
                    }
                }
                object.insert("steps".into(), Value::Array(shown));
            }
        }
    }
    Value::Object(object)
}

/// A step in words, no deeper than asked.
pub fn told(puzzle: &dyn Puzzle, model: &Model, state: &State, step: &Step, depth: Depth) -> String {
    let rules: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    let look = match (&rules[..], step.levels()) {
        ([], _) => format!("Look at {}", words::cells_of(model, step.conclusions.iter().map(|shown| shown.var))),
        (rules, 0) => format!("Look at {}", words::join(rules)),
        (_, _) => {
            let cells = words::cells_of(model, step.conclusions.first().map(|shown| shown.var));
            format!("No single rule helps here. Suppose something about {cells}, and follow it up")
        }
    };
    let words = puzzle.narrate(model, state, step);
    match depth {
        Depth::Where => format!("{look}."),
        Depth::Why => {
            let name = words.name.map(|name| format!(" for a step called '{name}'")).unwrap_or_default();
            let known = words::cells_of(model, step.premises.iter().map(|known| known.var));
            let known = if known.is_empty() {
                "The clue alone is enough.".to_owned()
            } else {
                format!("What is known of {known} is enough.")
            };
            format!("{look}{name}. {known}")
        }
        Depth::What => words.sentence,
    }
}

/// A hint in a picture, no deeper than asked.
pub fn hint_scene(puzzle: &dyn Puzzle, model: &Model, state: &State, hint: &Hint, depth: Depth) -> Scene {
    match hint {
        Hint::Steps(steps) => match steps.first() {
            Some(step) if depth == Depth::What => picture_of(puzzle, model, state, step),
            first => {
                let tints = first.map(|step| tints(model, step, depth)).unwrap_or_default();
                scene_of(puzzle, model, state, &tints)
            }
        },
        Hint::Mistake(slip) => scene_of(puzzle, model, state, &slip.tints(model)),
        Hint::Ended(_) => scene_of(puzzle, model, state, &Tints::default()),
    }
}

/// What a picture of a hint colours, no more than its depth tells.
pub fn tints(model: &Model, step: &Step, depth: Depth) -> Tints {
    let all = Tints::of(model, step);
    match depth {
        Depth::Where => Tints { lines: all.lines, ..Tints::default() },
        Depth::Why => Tints { conclusions: Vec::new(), ..all },
        Depth::What => all,
    }
}

/// The moves that a player has made, read from a request.
pub(super) fn moves_of(puzzle: &dyn Puzzle, state: Option<&Value>) -> Result<Vec<Move>, ContractError> {
    let Some(state) = state.filter(|state| !state.is_null()) else { return Ok(Vec::new()) };
    let source = source_of(state);
    if source.text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let plan = puzzle.read_solution(&source).map_err(|error| ContractError::of(&source, &error))?;
    Ok(plan.plan().map(|plan| plan.moves.clone()).unwrap_or_default())
}
