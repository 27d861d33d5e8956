//! `board`, `draw` and `convert`: what a puzzle is, how it looks, and how else it can be written.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::hint::{entries_of, moves_of};
use super::{ContractError, Kind, Request, identity, verified};
use crate::credits::Credits;
use crate::puzzle::Puzzle;
use crate::reason::Model;
use crate::reason::explain::{Tints, scene_of_entries, symbol_of};
use crate::scene::{Scene, svg, terminal};
use crate::verdict::{Ask, Budget};

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Options {
    state: Option<Value>,
    solution: bool,
}

/// Everything that a page needs to put a board up: what it is, its cells and what may be written into them, and its
/// picture, as it is given, as a player has it (`state`), or solved (`solution`).
pub fn board(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (_, puzzle) = request.read()?;
    let puzzle = &*puzzle;
    let mut scene = scene(puzzle, &options, &budget)?;
    // The rules stand beside the picture, so they are not written under it as well.
    scene.captions.clear();
    let mut object = identity(puzzle);
    object.insert("title".into(), json!(puzzle.family().title()));
    object.insert("goal".into(), json!(puzzle.family().goal()));
    object.insert("rules".into(), json!(puzzle.rules_in_force()));
    object.insert("kind".into(), json!(if puzzle.moves().is_some() { "moves" } else { "deduction" }));
    object.insert("size".into(), json!(puzzle.size()));
    object.insert("rows".into(), json!(scene.cells.rows()));
    object.insert("columns".into(), json!(scene.cells.columns()));
    object.insert("row_clues".into(), json!(scene.row_clues));
    object.insert("column_clues".into(), json!(scene.column_clues));
    if let Some(model) = puzzle.model() {
        object.insert("given".into(), given(puzzle, &model));
        object.insert("symbols".into(), symbols(puzzle, &model));
        object.insert("open".into(), json!("?"));
    }
    if let Some(play) = puzzle.moves() {
        let here = play.after(&moves_of(puzzle, options.state.as_ref())?);
        let here = here.map_err(|why| ContractError::unprocessable(why.message))?;
        let legal = here.moves().map(|play| play.legal()).unwrap_or_default();
        let legal: Vec<[u32; 2]> =
            legal.iter().map(|step| [u32::from(step.from) + 1, u32::from(step.to) + 1]).collect();
        object.insert("legal_moves".into(), json!(legal));
    }
    object.insert(
        "json".into(),
        puzzle
            .write("json", request.families)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or_default(),
    );
    object.insert("play".into(), json!(super::setup(puzzle)));
    pictures(&scene, &mut object);
    Ok(Value::Object(object))
}

/// The picture alone.
pub fn draw(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (options, budget) = request.options::<Options>(budget)?;
    let (_, puzzle) = request.read()?;
    let mut object = identity(&*puzzle);
    pictures(&scene(&*puzzle, &options, &budget)?, &mut object);
    Ok(Value::Object(object))
}

/// A scene as SVG and as text.
fn pictures(scene: &Scene, object: &mut Map<String, Value>) {
    object.insert("description".into(), json!(scene.description));
    object.insert("svg".into(), json!(svg::render(scene)));
    object.insert("text".into(), json!(terminal::render(scene, &terminal::Style { colour: false, ascii: false })));
}

/// The board as it was asked for.
fn scene(puzzle: &dyn Puzzle, options: &Options, budget: &Budget) -> Result<Scene, ContractError> {
    if options.solution {
        let outcome = puzzle.solve(&Ask { solutions: 1, budget: budget.clone(), ..Ask::default() });
        let source = crate::read::Source::from_text("");
        verified(puzzle, &source, &outcome).map_err(|message| ContractError::new(Kind::Internal, message))?;
        return Ok(puzzle.scene(outcome.solutions.first()));
    }
    if options.state.as_ref().is_none_or(Value::is_null) {
        return Ok(puzzle.scene(None));
    }
    if let Some(play) = puzzle.moves() {
        let made = moves_of(puzzle, options.state.as_ref())?;
        let here = play.after(&made).map_err(|why| ContractError::unprocessable(why.message))?;
        return Ok(here.scene(None));
    }
    let model = super::request::model_of(puzzle)?;
    let entries = entries_of(puzzle, &model, options.state.as_ref())?;
    // Entries that contradict each other are drawn all the same: a picture makes no claim.
    Ok(scene_of_entries(puzzle, &model, &entries, &Tints::default()))
}

/// The cells that are given, with the symbols that stand in them.
fn given(puzzle: &dyn Puzzle, model: &Model) -> Value {
    let symbol = |values: u64| symbol_of(puzzle, values.trailing_zeros() as u8);
    let vars = model.start().iter().enumerate().filter(|(_, values)| values.is_power_of_two());
    let cells = vars.flat_map(|(var, &values)| model.cells(var).iter().map(move |cell| (cell, values)));
    cells.map(|(cell, values)| json!({ "cell": cell, "symbol": symbol(values) })).collect()
}

/// What may be written into a cell: each value's symbol, its name, and where it has a colour, that and what to write on it
/// with.
fn symbols(puzzle: &dyn Puzzle, model: &Model) -> Value {
    let any = model.start().iter().fold(0, |any, values| any | values);
    let values = (0..64u8).filter(|value| any >> value & 1 == 1);
    let symbol = |value: u8| {
        let mut symbol = json!({ "symbol": symbol_of(puzzle, value), "name": puzzle.value_name(value) });
        let paint = puzzle.shown_value(value).paint;
        if let Some((hex, ink)) = paint.hex().zip(paint.ink()) {
            symbol["paint"] = json!(hex);
            symbol["ink"] = json!(ink);
        }
        symbol
    };
    values.map(symbol).collect()
}

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Target {
    to: Option<String>,
    untitled: bool,
}

/// The puzzle in another notation, or in all that can hold it.
pub fn convert(request: &Request, budget: &Budget) -> Result<Value, ContractError> {
    let (Target { to, untitled }, _) = request.options(budget)?;
    let (_, titled) = request.read()?;
    let puzzle = if untitled { titled.with_credits(Credits::NONE).unwrap_or(titled) } else { titled };
    let mut object = identity(&*puzzle);
    match to {
        Some(notation) => {
            let text = puzzle
                .write(&notation, request.families)
                .map_err(|why| ContractError::unprocessable(why.to_string()))?;
            object.insert("notation".into(), json!(notation));
            object.insert("text".into(), json!(text));
        }
        None => {
            let notations = puzzle.family().notations().into_iter().filter(|notation| notation.writes());
            let texts: Map<String, Value> = notations
                .filter_map(|notation| {
                    Some((notation.name().to_owned(), json!(notation.write(&*puzzle, request.families).ok()?)))
                })
                .collect();
            object.insert("texts".into(), Value::Object(texts));
        }
    }
    Ok(Value::Object(object))
}
