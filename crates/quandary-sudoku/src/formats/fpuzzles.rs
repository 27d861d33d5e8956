//! f-puzzles: the JSON that f-puzzles.com and its relatives keep a puzzle in, with the constraints that are known here.
//!
//! Constraints of other kinds are named in the error: a puzzle without one of its rules would be another puzzle, and its
//! verdict would be wrong. So are lines and texts that are only drawn, since their meaning is only in the rules in words.
//! What players write (digits that are not given, notes in corners and centres) is ignored.

use serde_json::{Map, Value, json};

use super::json::read_cell;
use super::{side_of, usual_box};
use crate::variant::{Arrow, BoardRule, Cage, Says, Sign, Variant};
use crate::{MAX_SIDE, Sudoku};
use quandary_core::Credits;
use quandary_core::puzzle::{Cell, Puzzle};

/// What says nothing about the solution.
const PASSED_OVER: [&str; 16] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "rules",
    "solution",
    "highlightConflicts",
    "successMessage",
    "msgcorrect",
    "disabledlogic",
    "truecandidatesoptions",
    "metadata",
    "fogofwar",
    "foglight",
    "triggereffect",
];

/// What is only drawn.
const DRAWN: [&str; 5] = ["line", "rectangle", "circle", "text", "cage"];

/// Rules for the whole board that are there or not.
const FLAGS: [(&str, BoardRule); 6] = [
    ("diagonal-", BoardRule::MainDiagonal),
    ("diagonal+", BoardRule::AntiDiagonal),
    ("antiknight", BoardRule::AntiKnight),
    ("antiking", BoardRule::AntiKing),
    ("nonconsecutive", BoardRule::NonConsecutive),
    ("disjointgroups", BoardRule::DisjointGroups),
];

/// Signs of which all are shown.
const NEGATIVE: [(&str, BoardRule); 3] =
    [("difference", BoardRule::AllWhiteDots), ("ratio", BoardRule::AllBlackDots), ("xv", BoardRule::AllXv)];

/// Whether a JSON value looks like such a puzzle.
pub(super) fn is_like(value: &Value) -> bool {
    value.get("grid").is_some_and(Value::is_array) && value.get("family").is_none()
}

/// Reads the puzzle; the error is a sentence.
pub(super) fn read(value: &Value) -> Result<Sudoku, String> {
    let fields = value.as_object().ok_or("an object was expected")?;
    let rows = fields.get("grid").and_then(Value::as_array).ok_or("the puzzle has no grid")?;
    let side = rows.len();
    let grid: Vec<&Value> = rows.iter().filter_map(Value::as_array).flatten().collect();
    if !(2..=MAX_SIDE).contains(&side) || grid.len() != side * side {
        return Err(format!(
            "the grid has {side} rows and {} cells; it has to be a square of at most {MAX_SIDE}",
            grid.len()
        ));
    }
    let digit = |cell: &Value| match number(cell.get("value")) {
        Some(digit) if cell.get("given") == Some(&Value::Bool(true)) => u8::try_from(digit)
            .ok()
            .filter(|&digit| usize::from(digit) <= side)
            .ok_or(format!("{digit} is not a digit of this board")),
        _ => Ok(0),
    };
    let cells = grid.iter().map(|cell| digit(cell)).collect::<Result<Vec<u8>, String>>()?;
    let mut variant = Variant { struck: vec![0; side * side], ..Variant::default() };
    let boxes = regions(&grid, side, &mut variant)?;
    for (place, cell) in grid.iter().enumerate() {
        if let Some(marks) = cell.get("givenPencilMarks").and_then(Value::as_array).filter(|marks| !marks.is_empty()) {
            let left = marks.iter().filter_map(|mark| number(Some(mark))).filter(|mark| *mark <= side as u32);
            variant.struck[place] |= every_digit(side) & !left.fold(0, |set, mark| set | 1 << mark);
        }
    }
    let mut unknown: Vec<String> = Vec::new();
    for (key, value) in fields {
        let is_there =
            !matches!(value, Value::Null | Value::Bool(false)) && value.as_array().is_none_or(|list| !list.is_empty());
        if is_there && !PASSED_OVER.contains(&key.as_str()) && !add(key, value, side, &mut variant)? {
            unknown.push(key.clone());
        }
    }
    if !unknown.is_empty() {
        let drawn = unknown.iter().any(|key| DRAWN.contains(&key.as_str()));
        let why = if drawn {
            "; what is only drawn (line, rectangle, circle, text, cage) has its meaning in words"
        } else {
            ""
        };
        return Err(format!("this puzzle has constraints that are not known here: {}{why}", unknown.join(", ")));
    }
    take_windows(&mut variant, boxes, side);
    let text = |key: &str| fields.get(key).and_then(Value::as_str).unwrap_or_default();
    Ok(Sudoku::with_variant(boxes, cells, variant)?.credited(Credits::new(text("title"), text("author"))))
}

fn every_digit(side: usize) -> u32 {
    (1 << (side + 1)) - 2
}

/// Numbers come as numbers or as strings.
fn number(value: Option<&Value>) -> Option<u32> {
    match value? {
        Value::Number(number) => u32::try_from(number.as_u64()?).ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// The boxes, or `None` where the regions have other shapes; those go into the variant.
fn regions(grid: &[&Value], side: usize, variant: &mut Variant) -> Result<Option<(usize, usize)>, String> {
    let usual = usual_box(side);
    let box_of = |place: usize, (rows, columns): (usize, usize)| place / side / rows * rows + place % side / columns;
    let region = |place: usize| match grid[place].get("region") {
        Some(Value::Null) => Err(format!("{} lies in no region", cell_at(place, side))),
        Some(region) => {
            let region = number(Some(region)).and_then(|region| usize::try_from(region).ok());
            region.ok_or_else(|| format!("{} has a region that is not a number", cell_at(place, side)))
        }
        None => usual.map(|boxes| box_of(place, boxes)).ok_or_else(|| format!("a board of side {side} needs regions")),
    };
    let names = (0..grid.len()).map(region).collect::<Result<Vec<usize>, String>>()?;
    let is_cut_like = |boxes: (usize, usize)| {
        (0..names.len()).all(|a| (0..a).all(|b| (names[a] == names[b]) == (box_of(a, boxes) == box_of(b, boxes))))
    };
    let shapes = (2..side).filter(|rows| side.is_multiple_of(*rows)).map(|rows| (rows, side / rows));
    if let Some(boxes) = usual.into_iter().chain(shapes).find(|&boxes| is_cut_like(boxes)) {
        return Ok(Some(boxes));
    }
    let names: Vec<String> = names.iter().map(usize::to_string).collect();
    variant.regions = Some(super::json::numbered(&names));
    Ok(None)
}

fn cell_at(place: usize, side: usize) -> Cell {
    Cell { row: place / side, column: place % side }
}

/// Adds what stands under a key; whether it is known.
fn add(key: &str, value: &Value, side: usize, variant: &mut Variant) -> Result<bool, String> {
    if let Some((_, rule)) = FLAGS.iter().find(|(name, _)| *name == key) {
        variant.rules.insert(*rule);
        return Ok(true);
    }
    let cell = |name: &Value| {
        let found = name.as_str().and_then(read_cell).filter(|cell| cell.row < side && cell.column < side);
        found.ok_or_else(|| format!("{key} has a cell {name}, which is not on the board"))
    };
    let list = |value: Option<&Value>| -> Result<Vec<Cell>, String> {
        value.and_then(Value::as_array).map_or(&[][..], Vec::as_slice).iter().map(cell).collect()
    };
    let lines = |part: &Value| -> Result<Vec<Vec<Cell>>, String> {
        part.get("lines")
            .and_then(Value::as_array)
            .map_or(&[][..], Vec::as_slice)
            .iter()
            .map(|line| list(Some(line)))
            .collect()
    };
    for part in value.as_array().map_or(&[][..], Vec::as_slice) {
        let amount = number(part.get("value"));
        let sign = |says: Says| -> Result<Sign, String> {
            let cells = list(part.get("cells"))?;
            let cells = <[Cell; 2]>::try_from(cells).map_err(|_| format!("{key} has to join two cells"))?;
            Ok(Sign { cells, says })
        };
        match key {
            "negative" => match NEGATIVE.iter().find(|(name, _)| part == name) {
                Some((_, rule)) => drop(variant.rules.insert(*rule)),
                None => return Ok(false),
            },
            "killercage" => variant.cages.push(Cage { cells: list(part.get("cells"))?, sum: amount }),
            "extraregion" => variant.cages.push(Cage { cells: list(part.get("cells"))?, sum: None }),
            "thermometer" => variant.thermometers.extend(lines(part)?),
            "arrow" => {
                let circle = list(part.get("cells"))?;
                for line in lines(part)? {
                    let shaft = line.into_iter().skip_while(|cell| circle.contains(cell)).collect();
                    variant.arrows.push(Arrow { circle: circle.clone(), shaft });
                }
            }
            "difference" => variant.signs.push(sign(Says::Difference(amount.unwrap_or(1)))?),
            "ratio" => variant.signs.push(sign(Says::Ratio(amount.unwrap_or(2)))?),
            "xv" => match part.get("value").and_then(Value::as_str) {
                Some("X" | "x") => variant.signs.push(sign(Says::Sum(10))?),
                Some("V" | "v") => variant.signs.push(sign(Says::Sum(5))?),
                // A sign that says nothing yet.
                _ => {}
            },
            "odd" | "even" => {
                let at = cell(part.get("cell").unwrap_or(&Value::Null))?;
                let is_wrong = |digit: &usize| digit.is_multiple_of(2) == (key == "odd");
                variant.struck[at.row * side + at.column] |=
                    (1..=side).filter(is_wrong).fold(0, |set, digit| set | 1 << digit);
            }
            _ => return Ok(false),
        }
    }
    let is_known =
        ["negative", "killercage", "extraregion", "thermometer", "arrow", "difference", "ratio", "xv", "odd", "even"];
    Ok(is_known.contains(&key))
}

/// The windows of such a board.
fn windows(boxes: Option<(usize, usize)>, side: usize) -> Vec<Vec<Cell>> {
    let Some(boxes) = boxes.filter(|(rows, columns)| rows == columns) else { return Vec::new() };
    let variant = Variant { rules: [BoardRule::Windows].into(), ..Variant::default() };
    let units = Sudoku::with_variant(Some(boxes), vec![0; side * side], variant).map(|puzzle| puzzle.units());
    units.into_iter().flatten().filter(|unit| unit.kind == "window").map(|unit| unit.cells).collect()
}

/// Whether a cage is one of these windows, drawn as an extra region.
fn is_window(cage: &Cage, windows: &[Vec<Cell>]) -> bool {
    let mut cells = cage.cells.clone();
    cells.sort_unstable();
    cage.sum.is_none() && windows.contains(&cells)
}

/// Whether a cage has the cells of a window, which could not be told from one.
pub(super) fn has_lone_window(puzzle: &Sudoku) -> bool {
    let windows = windows(Some((puzzle.box_rows(), puzzle.box_columns())), puzzle.side());
    puzzle.variant().cages.iter().any(|cage| is_window(cage, &windows))
}

/// All windows among the extra regions are the rule of windows.
fn take_windows(variant: &mut Variant, boxes: Option<(usize, usize)>, side: usize) {
    let windows = windows(boxes, side);
    let found = variant.cages.iter().filter(|cage| is_window(cage, &windows)).count();
    if !windows.is_empty() && found == windows.len() {
        variant.cages.retain(|cage| !is_window(cage, &windows));
        variant.rules.insert(BoardRule::Windows);
    }
}

/// Writes the puzzle.
pub(super) fn write(puzzle: &Sudoku) -> Value {
    let (side, variant) = (puzzle.side(), puzzle.variant());
    let boxes = (puzzle.box_rows(), puzzle.box_columns());
    let says_regions = variant.regions.is_some() || side_of(side * side).and_then(usual_box) != Some(boxes);
    let name = |cell: &Cell| Value::from(format!("R{}C{}", cell.row + 1, cell.column + 1));
    let names = |cells: &[Cell]| cells.iter().map(name).collect::<Value>();
    let open = puzzle.open_digits();
    let cell = |cell: Cell| {
        let mut fields = Map::new();
        if puzzle.cells()[cell] != 0 {
            fields.insert("value".into(), puzzle.cells()[cell].into());
            fields.insert("given".into(), true.into());
        }
        if says_regions {
            fields.insert("region".into(), puzzle.box_of(cell).into());
        }
        if puzzle.struck(cell) != 0 {
            let left = open[puzzle.cells().index_of(cell)] & !puzzle.struck(cell);
            fields.insert("givenPencilMarks".into(), (1..=side).filter(|digit| left >> digit & 1 == 1).collect());
        }
        Value::Object(fields)
    };
    let rows = (0..side).map(|row| (0..side).map(|column| cell(Cell { row, column })).collect::<Value>());
    let mut fields = Map::new();
    fields.extend(puzzle.credits().fields());
    fields.insert("size".into(), side.into());
    fields.insert("grid".into(), rows.collect());
    for (key, rule) in FLAGS {
        if variant.has(rule) {
            fields.insert(key.into(), true.into());
        }
    }
    let mut put = |key: &str, parts: Vec<Value>| {
        if !parts.is_empty() {
            fields.insert(key.to_owned(), parts.into());
        }
    };
    put("negative", NEGATIVE.iter().filter(|(_, rule)| variant.has(*rule)).map(|(key, _)| json!(key)).collect());
    let windows = if variant.has(BoardRule::Windows) { windows(Some(boxes), side) } else { Vec::new() };
    put("extraregion", windows.iter().map(|cells| json!({"cells": names(cells)})).collect());
    let cage = |cage: &Cage| match cage.sum {
        Some(sum) => json!({"cells": names(&cage.cells), "value": sum.to_string()}),
        None => json!({"cells": names(&cage.cells)}),
    };
    put("killercage", variant.cages.iter().map(cage).collect());
    put("thermometer", variant.thermometers.iter().map(|cells| json!({"lines": [names(cells)]})).collect());
    let arrow = |arrow: &Arrow| {
        let first = arrow.circle.last().copied();
        let line: Vec<Cell> = first.into_iter().chain(arrow.shaft.iter().copied()).collect();
        json!({"cells": names(&arrow.circle), "lines": [names(&line)]})
    };
    put("arrow", variant.arrows.iter().map(arrow).collect());
    let mut signs: [(&str, Vec<Value>); 3] = [("difference", Vec::new()), ("ratio", Vec::new()), ("xv", Vec::new())];
    for sign in &variant.signs {
        let cells = names(&sign.cells);
        match sign.says {
            Says::Difference(1) => signs[0].1.push(json!({"cells": cells})),
            Says::Difference(by) => signs[0].1.push(json!({"cells": cells, "value": by.to_string()})),
            Says::Ratio(2) => signs[1].1.push(json!({"cells": cells})),
            Says::Ratio(by) => signs[1].1.push(json!({"cells": cells, "value": by.to_string()})),
            Says::Sum(10) => signs[2].1.push(json!({"cells": cells, "value": "X"})),
            Says::Sum(5) => signs[2].1.push(json!({"cells": cells, "value": "V"})),
            Says::Sum(_) => {}
        }
    }
    for (key, parts) in signs {
        put(key, parts);
    }
    Value::Object(fields)
}
