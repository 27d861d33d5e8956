//! The JSON notation: the only one that can store every variant.
//!
//! Cells are named as in explanations, `r1c1` for the first of the first row. What a board does not have is left out, so a
//! plain board stays as short as it was.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{digit, side_of, symbol, symbols, usual_box, value, with_box, wrong_count};
use crate::variant::{Arrow, BoardRule, Cage, Says, Sign, Variant};
use crate::{MAX_SIDE, Sudoku};
use quandary_core::puzzle::{Cell, DoesNotFit, Notation, Packing, Puzzle};
use quandary_core::read::{Diagnostic, Source, Span, Token, json as json_text};

/// The JSON notation.
pub(crate) static JSON: Notation<Sudoku> = Notation {
    name: "json",
    summary: "{\"family\":\"sudoku\",\"box\":[3,3],\"cells\":\"53..7…\"}: a box's rows and columns (optional), and \
              the cells as a string, a list of numbers or a list of rows. Variants add: \"regions\":\"AAAB…\" instead of \
              boxes; \"rules\":[…] of main-diagonal, anti-diagonal, windows, disjoint-groups, anti-knight, anti-king, \
              non-consecutive, all-white-dots, all-black-dots, all-xv; \
              \"cages\":[{\"sum\":9,\"cells\":[\"r1c1\",\"r1c2\"]}] (the sum is optional); \
              \"thermometers\":[[\"r1c1\",\"r1c2\"]] from the bulb; \
              \"arrows\":[{\"circle\":[\"r1c1\"],\"shaft\":[\"r1c2\",\"r1c3\"]}]; \
              \"signs\":[{\"between\":[\"r1c1\",\"r1c2\"],\"difference\":1}] for a white dot, \"ratio\":2 for a black one, \
              \"sum\":10 or 5 for X or V; \"marks\":{\"r1c1\":\"257\"} for cells whose pencil marks leave only these digits (a given digit must be among them); \
              \"title\":\"Thursday\" and \"author\":\"Jane\"",
    packing: Packing::Line,
    comments: false,
    detect: |source| json_text::detect(source, "sudoku"),
    read: read_json,
    write: Some(write_json),
};

const JSON_EXAMPLE: &str = r#"{"family":"sudoku","box":[3,3],"cells":"53..7…"}"#;

#[derive(Deserialize)]
struct Fields {
    r#box: Option<[usize; 2]>,
    cells: Value,
    regions: Option<Value>,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    cages: Vec<CageFields>,
    #[serde(default)]
    thermometers: Vec<Vec<String>>,
    #[serde(default)]
    arrows: Vec<ArrowFields>,
    #[serde(default)]
    signs: Vec<SignFields>,
    #[serde(default, deserialize_with = "json_text::map_without_repeats")]
    marks: BTreeMap<String, String>,
}

#[derive(Deserialize)]
struct CageFields {
    sum: Option<u32>,
    cells: Vec<String>,
}

#[derive(Deserialize)]
struct ArrowFields {
    circle: Vec<String>,
    shaft: Vec<String>,
}

#[derive(Deserialize)]
struct SignFields {
    between: [String; 2],
    difference: Option<u32>,
    ratio: Option<u32>,
    sum: Option<u32>,
}

fn read_json(source: &Source) -> Result<Sudoku, Diagnostic> {
    let fields: Fields = json_text::read(source, JSON_EXAMPLE)?;
    let at_cells = json_text::key(source, "cells");
    let words = flat(source, "cells", &fields.cells)?;
    let has_regions = fields.regions.is_some();
    let (rows, columns) = match fields.r#box {
        Some([rows, columns]) => (rows, columns),
        None if has_regions => (1, words.len().isqrt()),
        None => side_of(words.len()).and_then(usual_box).ok_or_else(|| wrong_count(words.len(), at_cells))?,
    };
    let side = rows.saturating_mul(columns);
    if !has_regions && (rows < 2 || columns < 2) || side > MAX_SIDE {
        return Err(Diagnostic::new(format!("there are no boxes of {rows} rows and {columns} columns"))
            .label("here", json_text::key(source, "box"))
            .help(format!("a box has 2 or more rows and columns, and at most {MAX_SIDE} cells")));
    }
    if words.len() != side * side {
        return Err(Diagnostic::new(format!("{} cells, expected {}", words.len(), side * side))
            .label("here", at_cells)
            .help(format!("a board with boxes of {rows} rows and {columns} columns is {side}×{side}")));
    }
    let cells = words.iter().map(|word| {
        digit(Token { text: word, start: at_cells.start }, side).map_err(|mut error| {
            // The word's own place in the JSON text is not known: point at the key.
            error.labels =
                vec![(at_cells, format!("{} stands among the cells", Token { text: word, start: 0 }.shown()))];
            error
        })
    });
    let cells = cells.collect::<Result<Vec<u8>, _>>()?;
    let variant = variant(source, &fields, side, &cells)?;
    let puzzle = if variant == *Variant::CLASSIC {
        with_box(Some((rows, columns)), cells)?
    } else {
        Sudoku::with_variant(Some((rows, columns)), cells, variant)
            .map_err(|fault| Diagnostic::new(fault).label("in this puzzle", source.first_word()).help(HELP))?
    };
    Ok(puzzle.credited(json_text::credits(source, JSON_EXAMPLE)?))
}

const HELP: &str = "'quandary families sudoku' shows the form of every field";

/// The fields that make a variant.
fn variant(source: &Source, fields: &Fields, side: usize, given: &[u8]) -> Result<Variant, Diagnostic> {
    let wrong = |key: &str, message: String, help: &str| {
        Diagnostic::new(message).label("here", json_text::key(source, key)).help(help)
    };
    let cell = |key: &str, name: &String| {
        read_cell(name).ok_or_else(|| {
            wrong(
                key,
                format!("'{}' is not a cell", Token { text: name, start: 0 }.shown()),
                "cells are named r1c1, r1c2, …",
            )
        })
    };
    let cells = |key: &str, names: &[String]| names.iter().map(|name| cell(key, name)).collect::<Result<Vec<_>, _>>();
    let mut variant = Variant::default();
    if let Some(regions) = &fields.regions {
        variant.regions = Some(numbered(&flat(source, "regions", regions)?));
    }
    for name in &fields.rules {
        let rule = BoardRule::of_name(name).ok_or_else(|| {
            let known: Vec<&str> = BoardRule::NAMES.iter().map(|(name, _)| *name).collect();
            let shown = Token { text: name, start: 0 }.shown();
            wrong("rules", format!("there is no rule '{shown}'"), &format!("choose from: {}", known.join(", ")))
        })?;
        variant.rules.insert(rule);
    }
    for cage in &fields.cages {
        variant.cages.push(Cage { cells: cells("cages", &cage.cells)?, sum: cage.sum });
    }
    for path in &fields.thermometers {
        variant.thermometers.push(cells("thermometers", path)?);
    }
    for arrow in &fields.arrows {
        let (circle, shaft) = (cells("arrows", &arrow.circle)?, cells("arrows", &arrow.shaft)?);
        variant.arrows.push(Arrow { circle, shaft });
    }
    for sign in &fields.signs {
        let [first, second] = &sign.between;
        let says = match (sign.difference, sign.ratio, sign.sum) {
            (Some(by), None, None) => Says::Difference(by),
            (None, Some(by), None) => Says::Ratio(by),
            (None, None, Some(sum)) => Says::Sum(sum),
            _ => {
                let help = "a sign has one of \"difference\":1 (a white dot), \"ratio\":2 (a black dot) and \"sum\":10";
                return Err(wrong(
                    "signs",
                    format!("the sign between {first} and {second} does not say one thing"),
                    help,
                ));
            }
        };
        variant.signs.push(Sign { cells: [cell("signs", first)?, cell("signs", second)?], says });
    }
    if !fields.marks.is_empty() {
        let every_digit: u32 = (1 << (side + 1)) - 2;
        variant.struck = vec![0; side * side];
        for (name, marks) in &fields.marks {
            let at = cell("marks", name)?;
            let digits =
                marks.chars().map(|c| value(c.encode_utf8(&mut [0; 4])).filter(|digit| (1..=side).contains(digit)));
            let digits = digits.collect::<Option<Vec<usize>>>();
            let (Some(digits), true) = (digits, at.row < side && at.column < side) else {
                let message = format!("the pencil marks of {at} are invalid on a {side}×{side} board");
                return Err(wrong("marks", message, "write \"marks\":{\"r1c1\":\"257\"} where 2, 5 and 7 are left"));
            };
            let left = digits.into_iter().fold(0, |set, digit| set | 1 << digit);
            let given = given[at.row * side + at.column];
            let is_left_out = given != 0 && left >> given & 1 == 0;
            if left == 0 || is_left_out {
                let message = match is_left_out {
                    true => format!("{at} is given as {}, but its pencil marks leave that out", symbol(given)),
                    false => format!("{at} has no pencil marks"),
                };
                let after = json_text::key(source, "marks").start;
                let quoted = format!("\"{name}\"");
                let place = source.text[after..].find(&quoted).map_or(after, |place| after + place);
                return Err(Diagnostic::new(message)
                    .label("these marks", Span { start: place, len: quoted.len() })
                    .help("omit the marks of this cell, or write all of its possible digits"));
            }
            // A cell can be named twice, as r1c1 and as R1C1.
            let struck = &mut variant.struck[at.row * side + at.column];
            if std::mem::replace(struck, every_digit & !left) != 0 {
                return Err(wrong("marks", format!("{at} has pencil marks twice"), "name each cell once"));
            }
        }
    }
    Ok(variant)
}

/// The cell of a name such as `r1c1` or `R1C1`.
pub(super) fn read_cell(name: &str) -> Option<Cell> {
    Cell::named(&name.to_ascii_lowercase())
}

/// Regions by their names, numbered as they first come.
pub(super) fn numbered(names: &[String]) -> Vec<u8> {
    let mut known: Vec<&String> = Vec::new();
    let mut number = |name| {
        let place = known.iter().position(|&other| other == name).unwrap_or_else(|| {
            known.push(name);
            known.len() - 1
        });
        place.min(255) as u8
    };
    names.iter().map(&mut number).collect()
}

/// The values under a key, row by row.
fn flat(source: &Source, key: &str, value: &Value) -> Result<Vec<String>, Diagnostic> {
    let mut words = Vec::new();
    flatten(value, 2, &mut words).map_err(|what| {
        Diagnostic::new(format!("{key} cannot hold {what}")).label("here", json_text::key(source, key)).help(format!(
            "write the {key} as one string, as a list of numbers, or as a list of rows; 0 or null for a blank one"
        ))
    })?;
    Ok(words)
}

/// The cells of a JSON value, row by row: strings give their symbols, numbers themselves, null a blank cell.
fn flatten(value: &Value, depth: usize, words: &mut Vec<String>) -> Result<(), String> {
    match value {
        Value::Null => words.push("0".to_owned()),
        Value::Number(number) => words.push(number.to_string()),
        Value::String(text) => words.extend(text.chars().filter(|c| !c.is_whitespace()).map(String::from)),
        Value::Array(parts) if depth > 0 => {
            for part in parts {
                flatten(part, depth - 1, words)?;
            }
        }
        Value::Array(_) => return Err("lists so deep".to_owned()),
        Value::Bool(_) => return Err("true or false".to_owned()),
        Value::Object(_) => return Err("an object".to_owned()),
    }
    Ok(())
}

fn write_json(puzzle: &Sudoku) -> Result<String, DoesNotFit> {
    let variant = puzzle.variant();
    let mut fields = Map::new();
    let mut put = |key: &str, value: Value| {
        let is_empty = value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty);
        if !is_empty {
            fields.insert(key.to_owned(), value);
        }
    };
    put("family", "sudoku".into());
    puzzle.credits().fields().for_each(|(key, text)| put(&key, text));
    match &variant.regions {
        None => put("box", json!([puzzle.box_rows(), puzzle.box_columns()])),
        Some(regions) => {
            // Regions are named by letters; a board has at most 25.
            put("regions", regions.iter().map(|&region| char::from(b'A' + region)).collect::<String>().into());
        }
    }
    put("cells", symbols(puzzle).into());
    put("rules", variant.rules.iter().map(|rule| rule.name()).collect());
    let cage = |cage: &Cage| match cage.sum {
        Some(sum) => json!({"sum": sum, "cells": cage.cells}),
        None => json!({"cells": cage.cells}),
    };
    put("cages", variant.cages.iter().map(cage).collect());
    put("thermometers", variant.thermometers.iter().map(|cells| json!(cells)).collect());
    put("arrows", variant.arrows.iter().map(|arrow| json!({"circle": arrow.circle, "shaft": arrow.shaft})).collect());
    let sign = |sign: &Sign| match sign.says {
        Says::Difference(by) => json!({"between": sign.cells, "difference": by}),
        Says::Ratio(by) => json!({"between": sign.cells, "ratio": by}),
        Says::Sum(sum) => json!({"between": sign.cells, "sum": sum}),
    };
    put("signs", variant.signs.iter().map(sign).collect());
    let marks = puzzle.cells().cells().zip(puzzle.open_digits()).filter(|&(cell, _)| puzzle.struck(cell) != 0);
    let every_digit: u32 = (1 << (puzzle.side() + 1)) - 2;
    let left = |cell: Cell, open: u32| match open & !puzzle.struck(cell) {
        // All that the marks leave is ruled out by given digits.
        0 => every_digit & !puzzle.struck(cell),
        left => left,
    };
    put("marks", marks.map(|(cell, open)| (cell.to_string(), Value::from(digits(left(cell, open))))).collect());
    Ok(Value::Object(fields).to_string())
}

/// The digits of a set as symbols: bit `d` is the digit `d`.
pub(crate) fn digits(set: u32) -> String {
    (1..=MAX_SIDE as u8).filter(|digit| set >> digit & 1 == 1).map(symbol).collect()
}
