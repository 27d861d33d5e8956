//! Boards in other programs' JSON.
//!
//! - `arrays`: `[["Blue","Pink"],["Pink","Blue"],[]]`, an array for each bottle, bottom first, `"Empty"` for an empty
//!   place;
//! - `layout`: `{"gridWidth":3,"gridHeight":2,"data":{"layout":[1,2,2,1,0,0]}}`, all places of all bottles in one array,
//!   bottle after bottle, bottom first, 0 for an empty place.

use serde::Deserialize;
use serde_json::{Value, json};

use super::super::{BallSort, HIDDEN, Rule};
use super::json::JsonBall;
use super::{Ball, Draft, HIDDEN_MARK, floating, is_gap_word, with_plain_bottles, without_gap_names, without_gaps};
use quandary_core::puzzle::{DoesNotFit, Fit, Notation, Packing};
use quandary_core::read::{Diagnostic, Source, Span, json as read_json};

/// An array of arrays.
pub(super) static ARRAYS: Notation<BallSort> = Notation {
    name: "arrays",
    summary: ARRAYS_FORM,
    packing: Packing::Line,
    comments: false,
    detect: detect_arrays,
    read: |source| with_arrays(source, |draft| draft.board(source))?,
    write: Some(write_arrays),
};

/// One flat array.
pub(super) static LAYOUT: Notation<BallSort> = Notation {
    name: "layout",
    summary: LAYOUT_FORM,
    packing: Packing::Line,
    comments: false,
    detect: detect_layout,
    read: read_layout,
    write: Some(write_layout),
};

const GAP: &str = "Empty";
const ARRAYS_FORM: &str =
    r#"[["Blue","Pink"],["Pink","Blue"],[]]: a JSON array for each bottle, bottom first; "Empty" is an empty place"#;
const LAYOUT_FORM: &str = r#"{"gridWidth":3,"gridHeight":2,"data":{"layout":[1,2,2,1,0,0]}}: bottle after bottle, bottom first, 0 for an empty place"#;

/// Passes the draft of a text to a function: its words live no longer than this call.
fn with_arrays<T>(source: &Source, then: impl FnOnce(Draft<'_>) -> T) -> Result<T, Diagnostic> {
    let bottles: Vec<Vec<JsonBall>> = read_json::read(source, ARRAYS_FORM)?;
    let words: Vec<Vec<String>> =
        bottles.into_iter().map(|bottle| bottle.into_iter().map(JsonBall::into_word).collect()).collect();
    let balls = |bottle: &'_ Vec<String>| -> Vec<(String, Span)> {
        bottle.iter().map(|name| (name.clone(), place(source, name))).collect()
    };
    let words: Vec<Vec<(String, Span)>> = words.iter().map(balls).collect();
    let widest = words.iter().map(Vec::len).max().unwrap_or(0);
    let has_gaps = words.iter().flatten().any(|(name, _)| is_gap_word(name));
    let mut bottles = Vec::new();
    for places in &words {
        let bottle = places.iter().map(|(name, span)| Ball { name, span: *span }).collect();
        let help = "write \"Empty\" where a bottle is empty, at its top; bottles are written bottom first";
        bottles.push(without_gaps(bottle, is_gap_word).map_err(|ball| floating(ball, help))?);
    }
    Ok(then(Draft::new(has_gaps.then_some(widest), bottles, Rule::Water, source.first_word())))
}

/// Where a colour is named first.
fn place(source: &Source, name: &str) -> Span {
    source.text.find(name).map_or_else(|| source.first_word(), |start| Span { start, len: name.len() })
}

fn detect_arrays(source: &Source) -> Fit {
    let text = source.text.trim_start();
    let is_nested = text.strip_prefix('[').is_some_and(|rest| rest.trim_start().starts_with('['));
    let has_names = text.contains('"');
    match with_arrays(source, |draft| draft.is_even(source)) {
        _ if !is_nested => Fit::No,
        Ok(true) if has_names => Fit::Likely,
        Ok(true) => Fit::Possible,
        _ if has_names => Fit::Damaged,
        _ => Fit::No,
    }
}

fn write_arrays(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    with_plain_bottles(puzzle)?;
    without_gap_names(puzzle)?;
    let ball = |&colour: &u8| match (colour, puzzle.names.is_empty()) {
        (HIDDEN, _) => json!(HIDDEN_MARK),
        (_, true) => json!(colour),
        (_, false) => json!(puzzle.colour_name(colour)),
    };
    // Where no bottle is full, empty places show what a bottle holds.
    let shows_gaps = puzzle.bottles.iter().all(|bottle| bottle.len() < puzzle.capacity);
    let bottle = |bottle: &Vec<u8>| -> Vec<Value> {
        let gaps = if shows_gaps { puzzle.capacity - bottle.len() } else { 0 };
        bottle.iter().map(ball).chain(std::iter::repeat_n(json!(GAP), gaps)).collect()
    };
    Ok(format!("{}\n", json!(puzzle.bottles.iter().map(bottle).collect::<Vec<_>>())))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Layout {
    grid_width: usize,
    grid_height: usize,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    layout: Vec<u64>,
}

fn detect_layout(source: &Source) -> Fit {
    let is_object = source.text.trim_start().starts_with('{') && source.text.contains("\"gridWidth\"");
    match serde_json::from_str::<Layout>(&source.text) {
        Ok(_) => Fit::Sure,
        Err(_) if is_object && source.text.contains("\"layout\"") => Fit::Damaged,
        Err(_) => Fit::No,
    }
}

fn read_layout(source: &Source) -> Result<BallSort, Diagnostic> {
    let Layout { grid_width, grid_height, data: Data { layout } } = read_json::read(source, LAYOUT_FORM)?;
    let span = read_json::key(source, "layout");
    if grid_height == 0 || grid_width.checked_mul(grid_height) != Some(layout.len()) {
        let message = format!("{grid_width} bottles of {grid_height} do not make {} places", layout.len());
        return Err(Diagnostic::new(message).label("here", span).help(LAYOUT_FORM));
    }
    let words: Vec<String> = layout.iter().map(u64::to_string).collect();
    let mut bottles = Vec::new();
    for places in words.chunks(grid_height) {
        let bottle = places.iter().map(|name| Ball { name, span }).collect();
        let help = "write 0 where a bottle is empty, at its top; bottles are written bottom first";
        bottles.push(without_gaps(bottle, |name| name == "0").map_err(|ball| floating(ball, help))?);
    }
    Draft::new(Some(grid_height), bottles, Rule::Ball, span).board(source)
}

fn write_layout(puzzle: &BallSort) -> Result<String, DoesNotFit> {
    with_plain_bottles(puzzle)?;
    if !puzzle.names.is_empty() || puzzle.hidden() > 0 {
        return Err("it cannot store colour names or hidden balls".into());
    }
    let places = |bottle: &Vec<u8>| {
        bottle.iter().copied().chain(std::iter::repeat_n(0, puzzle.capacity - bottle.len())).collect::<Vec<u8>>()
    };
    let layout: Vec<u8> = puzzle.bottles.iter().flat_map(places).collect();
    let object = json!({
        "gridWidth": puzzle.bottles.len(), "gridHeight": puzzle.capacity, "data": { "layout": layout }
    });
    Ok(format!("{object}\n"))
}
