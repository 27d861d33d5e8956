//! `explain` and `grade`: the whole way in steps, and what they amount to.

use serde::Deserialize;
use serde_json::{Value, json};

use super::ending::Ended;
use super::hint::{entries_of, moves_of, state_of};
use super::moves::{Graded, explain_moves, graded};
use super::request::model_of;
use super::{ContractError, Request, explanation_page, identity, move_pictures, moves_page, place};
use crate::puzzle::{Puzzle, Rating};
use crate::read::Source;
use crate::reason::Model;
use crate::reason::explain::{self as steps, Entry, Explanation, Grade, State, Step, picture_of};
use crate::scene::svg;
use crate::verdict::Budget;

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    state: Option<Value>,
    first: Option<usize>,
    last: Option<usize>,
    svg: bool,
    html: bool,
}

/// Draws a step from what is known before it.
pub type Picture<'a> = dyn Fn(&State, &Step) -> String + 'a;

/// Every step to the solution: the object that `explain --json` prints; with `svg`, a picture in each step; with
/// `html`, the whole as one page.
pub fn explain(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (source, puzzle) = request.read()?;
    let puzzle = &*puzzle;
    if let Some(play) = puzzle.moves() {
        let made = moves_of(puzzle, options.state.as_ref())?;
        let here = play.after(&made).map_err(|why| ContractError::unprocessable(why.message))?;
        return way_json(&*here, &budget, &options);
    }
    let model = model_of(puzzle)?;
    let entries = entries_of(puzzle, &model, options.state.as_ref())?;
    let explanation = from_entries(&model, &entries, &budget);
    let ended = Ended::of(puzzle, &explanation.ending, &budget);
    let range = options.first.unwrap_or(1)..=options.last.unwrap_or(usize::MAX);
    let picture = |state: &State, step: &Step| svg::render(&picture_of(puzzle, &model, state, step));
    let picture: Option<&Picture<'_>> = if options.svg { Some(&picture) } else { None };
    let wanted = |number: usize| range.contains(&number);
    let mut answer = explanation_json(puzzle, &source, &model, &entries, &explanation, &ended, wanted, picture);
    if options.html {
        answer["html"] = json!(explanation_page(puzzle, &model, &entries, &explanation, &ended, wanted));
    }
    Ok(answer)
}

/// The way through a puzzle of moves.
fn way_json(puzzle: &dyn Puzzle, budget: &Budget, options: &Options) -> Result<Value, ContractError> {
    let mut object = identity(puzzle);
    let Some(play) = puzzle.moves() else { return Ok(Value::Object(object)) };
    let way = explain_moves(puzzle, play, budget)?;
    let range = options.first.unwrap_or(1)..=options.last.unwrap_or(usize::MAX);
    let wanted = |number: usize| range.contains(&number);
    way.tell(&mut object, wanted);
    if options.svg
        && let Some(Value::Array(steps)) = object.get_mut("steps")
    {
        let pictures = move_pictures(puzzle, &way);
        let pictures = pictures.iter().enumerate().filter(|(index, _)| wanted(index + 1));
        for (step, (_, scene)) in steps.iter_mut().zip(pictures) {
            step["svg"] = json!(svg::render(scene));
        }
    }
    if options.html {
        object.insert("html".into(), json!(moves_page(puzzle, &way, wanted)));
    }
    Ok(Value::Object(object))
}

/// An explanation from a player's entries on; one that is broken from the start where they clash at sight.
fn from_entries(model: &Model, entries: &[Entry], budget: &Budget) -> Explanation {
    match state_of(model, entries) {
        Some(state) => steps::explain(model, state, budget),
        None => Explanation::broken(model),
    }
}

/// An explanation as it stands in JSON: the steps that are wanted, each with its number.
#[expect(clippy::too_many_arguments, reason = "each is one of the things that the answer shows")]
pub fn explanation_json(
    puzzle: &dyn Puzzle,
    source: &Source,
    model: &Model,
    entries: &[Entry],
    explanation: &Explanation,
    ended: &Ended,
    wanted: impl Fn(usize) -> bool,
    picture: Option<&Picture<'_>>,
) -> Value {
    let mut object = identity(puzzle);
    if let Some(mut state) = state_of(model, entries) {
        if let Value::Object(trace) = steps::trace(puzzle, model, entries, &state, &explanation.steps) {
            object.extend(trace);
        }
        if let Some(Value::Array(told)) = object.get_mut("steps") {
            for (index, (told, step)) in told.iter_mut().zip(&explanation.steps).enumerate() {
                told["number"] = json!(index + 1);
                if wanted(index + 1)
                    && let Some(picture) = picture
                {
                    told["svg"] = json!(picture(&state, step));
                }
                if state.apply(model, step).is_err() {
                    break;
                }
            }
            let mut number = 0;
            told.retain(|_| {
                number += 1;
                wanted(number)
            });
        }
    }
    ended.tell(puzzle, &mut object);
    object.insert("source".into(), place(source));
    Value::Object(object)
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GradeOptions {}

/// How hard a puzzle is, and why: the object that `grade --json` prints.
pub fn grade(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (GradeOptions {}, budget) = request.options(budget)?;
    let (source, puzzle) = request.read()?;
    if let Some(play) = puzzle.moves() {
        let Graded { grade, message, .. } = graded(&*puzzle, play, &budget)?;
        let mut object = identity(&*puzzle);
        object.insert("grade".into(), json!(grade));
        object.insert("ending".into(), json!("complete"));
        object.insert("message".into(), json!(message));
        return Ok(Value::Object(object));
    }
    let model = model_of(&*puzzle)?;
    let explanation = from_entries(&model, &[], &budget);
    let ended = Ended::of(&*puzzle, &explanation.ending, &budget);
    let grade = steps::grade(&explanation);
    let ratings = if grade.is_some() { puzzle.ratings(&budget) } else { Vec::new() };
    Ok(grade_json(&*puzzle, &source, grade.as_ref(), &ratings, &ended))
}

/// A grade as it stands in JSON; `null` where the explanation did not come to its end.
pub fn grade_json(
    puzzle: &dyn Puzzle,
    source: &Source,
    grade: Option<&Grade>,
    ratings: &[Rating],
    ended: &Ended,
) -> Value {
    let mut object = identity(puzzle);
    object.insert("grade".into(), json!(grade));
    if !ratings.is_empty() {
        object.insert("ratings".into(), json!(ratings));
    }
    ended.tell(puzzle, &mut object);
    object.insert("source".into(), place(source));
    Value::Object(object)
}
