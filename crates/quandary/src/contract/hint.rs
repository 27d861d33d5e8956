//! `hint`: what to do next from where a player stands, a mistake first.
//!
//! A hint is told in three depths: *where* to look, *why* something follows there, and *what* to do. The page asks for
//! one after the other; each answer holds no more than its depth.

use serde::Deserialize;
use serde_json::{Value, json};

use super::ending::{End, Ended};
use super::moves::next_move;
use super::request::{model_of, source_of};
use super::{ContractError, Request, identity};
use crate::puzzle::{Move, Puzzle};
use crate::reason::explain::{
    Argument, Ending, Entry, Explainer, Mistake, State, Step, Tints, find_mistake, picture_of, read_entries, scene_of,
    scene_of_entries, step_json, words,
};
use crate::reason::{Model, Var};
use crate::scene::{Scene, svg};
use crate::verdict::Budget;

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
    Mistake(Mistake),
    /// The steps to the next entry, and no others.
    Steps(Vec<Step>),
    /// There is no next step.
    Ended(Ended),
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
    if options.svg {
        let scene = hint_scene(&*puzzle, &model, &entries, &hint, options.depth);
        answer["svg"] = json!(svg::render(&scene));
    }
    Ok(answer)
}

/// What a player has written, read from a request.
pub(super) fn entries_of(
    puzzle: &dyn Puzzle,
    model: &Model,
    state: Option<&Value>,
) -> Result<Vec<Entry>, ContractError> {
    let Some(state) = state.filter(|state| !state.is_null()) else { return Ok(Vec::new()) };
    let source = source_of(state);
    if source.text.trim().is_empty() {
        return Ok(Vec::new());
    }
    read_entries(puzzle, model, &source).map_err(|error| ContractError::of(&source, &error))
}

/// The board with a player's entries; `None` when they contradict each other at sight.
pub(super) fn state_of(model: &Model, entries: &[Entry]) -> Option<State> {
    State::with_entries(model, entries).ok()
}

/// Finds a mistake, or else the steps to the next entry.
pub fn find_hint(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry], budget: &Budget) -> Hint {
    let ended = |ending: &Ending| Hint::Ended(Ended::of(puzzle, ending, budget));
    if State::new(model).is_err() {
        return ended(&Ending::Broken);
    }
    if let Some(mistake) = find_mistake(puzzle, model, entries, budget) {
        return Hint::Mistake(mistake);
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

/// A mistake as it stands in JSON.
pub fn mistake_json(mistake: &Mistake) -> Value {
    let rules: Vec<&str> = mistake.rules.iter().map(|rule| rule.name.as_str()).collect();
    json!({ "message": mistake.message, "why": mistake.why, "cells": mistake.cells, "rules": rules })
}

/// A hint as it stands in JSON, no deeper than asked.
pub fn hint_json(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry], hint: &Hint, depth: Depth) -> Value {
    let mut object = identity(puzzle);
    match hint {
        Hint::Mistake(mistake) => {
            object.insert("correct".into(), json!(false));
            object.insert("message".into(), json!(mistake.message));
            object.insert("mistake".into(), mistake_json(mistake));
            object.insert("tints".into(), json!(mistake.tints()));
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
pub fn hint_scene(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry], hint: &Hint, depth: Depth) -> Scene {
    let tints = match hint {
        Hint::Mistake(mistake) => mistake.tints(),
        Hint::Steps(steps) => steps.first().map(|step| tints(model, step, depth)).unwrap_or_default(),
        Hint::Ended(_) => Tints::default(),
    };
    match (hint, state_of(model, entries)) {
        (Hint::Steps(steps), Some(state)) if depth == Depth::What && !steps.is_empty() => {
            picture_of(puzzle, model, &state, &steps[0])
        }
        (Hint::Steps(_) | Hint::Ended(_), Some(state)) => scene_of(puzzle, model, &state, &tints),
        // Entries that contradict each other are shown as they are.
        _ => scene_of_entries(puzzle, model, entries, &tints),
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
