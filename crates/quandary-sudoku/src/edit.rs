//! Setting a Sudoku: digits, and everything that variants have.
//!
//! The draft is the JSON notation. Regions that are drawn by hand have too many or too few cells for a while; the draft is then
//! shown with the walls between them, and is a puzzle as soon as each region has as many cells as there are digits.

use serde_json::{Value, json};

use crate::formats::{self, JSON, usual_box};
use crate::variant::BoardRule;
use crate::{MAX_SIDE, Sudoku};
use quandary_core::edit::{Choice, Edit, EditError, Editor, Gesture, Tool, read_size, sizes_of};
use quandary_core::puzzle::{Cell, Puzzle};
use quandary_core::read::Source;
use quandary_core::scene::Scene;
use quandary_core::solution::Solution;

/// Sets Sudokus.
pub(crate) struct SudokuEditor;

/// Rules for the whole board, in the words of the editor.
const RULES: [(BoardRule, &str); 10] = [
    (BoardRule::MainDiagonal, "Diagonal ↘"),
    (BoardRule::AntiDiagonal, "Diagonal ↗"),
    (BoardRule::Windows, "Windows"),
    (BoardRule::DisjointGroups, "Disjoint groups"),
    (BoardRule::AntiKnight, "Anti-knight"),
    (BoardRule::AntiKing, "Anti-king"),
    (BoardRule::NonConsecutive, "Non-consecutive"),
    (BoardRule::AllWhiteDots, "No white dot: not consecutive"),
    (BoardRule::AllBlackDots, "No black dot: none is twice the other"),
    (BoardRule::AllXv, "No X or V: neither 10 nor 5"),
];

/// How many cells an arrow's circle may have.
const CIRCLES: [&str; 3] = ["1", "2", "3"];

/// The signs between two cells: value, label, key in JSON, and the number that need not be written.
const SIGNS: [(&str, &str, &str, u32); 4] = [
    ("white", "White dot", "difference", 1),
    ("black", "Black dot", "ratio", 2),
    ("x", "X", "sum", 10),
    ("v", "V", "sum", 5),
];

impl Editor for SudokuEditor {
    fn sizes(&self) -> Vec<(&'static str, String)> {
        sizes_of(&["9x9", "4x4", "6x6", "7x7", "8x8", "12x12", "16x16", "25x25"])
    }

    fn dimensions(&self) -> &'static [&'static str] {
        &["Rows and columns"]
    }

    fn blank(&self, size: &str) -> Result<Value, EditError> {
        let (side, columns) = read_size(size, MAX_SIDE)?;
        if side != columns || side < 2 {
            return Err(format!("a Sudoku is square, from 2x2 to {MAX_SIDE}x{MAX_SIDE}").into());
        }
        let mut draft = json!({ "family": "sudoku", "cells": ".".repeat(side * side) });
        match usual_box(side) {
            Some((rows, columns)) => draft["box"] = json!([rows, columns]),
            None => draft["regions"] = regions_text(&by_rows(side)).into(),
        }
        Ok(draft)
    }

    fn tools(&self, draft: &Value) -> Vec<Tool> {
        let side = side(draft);
        let symbols = (1..=side).map(|digit| formats::symbol(digit as u8).to_string());
        let digits = || symbols.clone().map(|digit| Choice::new(digit.clone(), digit)).chain([Choice::new("", "⌫")]);
        let regions = (0..side).map(|region| Choice::new(letter(region), letter(region)));
        let in_force = |name: &str| list(draft, "rules").iter().any(|rule| rule.as_str() == Some(name));
        let rules = RULES.map(|(rule, label)| Choice::new(rule.name(), label).set(in_force(rule.name())));
        let mut tools = vec![
            Tool::new(
                "digit",
                "Digits",
                "Select a cell and write its digit. The space bar goes on to the next cell.",
                Gesture::Write,
            )
            .with(digits()),
            Tool::new(
                "mark",
                "Pencil marks",
                "Select a cell and write the digits that may go there; writing one again removes it.",
                Gesture::Write,
            )
            .with(digits()),
            Tool::new("cage", "Cage", "Type its sum, or leave it empty; then draw over the cells of the cage.", Gesture::Stroke)
                .typed("Sum"),
            Tool::new("thermometer", "Thermometer", "Draw from the bulb: digits grow along it.", Gesture::Stroke),
            Tool::new(
                "arrow",
                "Arrow",
                "Draw from the circle along the shaft, whose digits add up to it.",
                Gesture::Stroke,
            )
            .with(CIRCLES.map(|cells| Choice::new(cells, format!("Circle of {}", counted_cells(cells))))),
            Tool::new(
                "sign",
                "Dots, X and V",
                "Draw from a cell to its neighbour. With a number, a dot is another difference or ratio, and X another sum.",
                Gesture::Stroke,
            )
            .with(SIGNS.map(|(value, label, ..)| Choice::new(value, label)))
            .typed("Number"),
            Tool::new("region", "Regions", "Draw over the cells of a region.", Gesture::Stroke).with(regions),
            Tool::new("rules", "Rules", "Switch rules for the whole board on and off.", Gesture::Board).with(rules),
            Tool::new("erase", "Erase", "Draw over cells to remove what is drawn on them.", Gesture::Stroke),
        ];
        let boxes = boxes_of(draft);
        if !boxes.is_empty() {
            let tool = Tool::new("box", "Boxes", "Give every box this many rows and columns.", Gesture::Board);
            tools.insert(tools.len() - 1, tool.with(boxes));
        }
        tools
    }

    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), EditError> {
        let side = side(draft);
        if let Some(cell) = edit.cells.iter().find(|cell| cell.row >= side || cell.column >= side) {
            return Err(EditError::OffBoard(*cell));
        }
        let names: Vec<String> = edit.cells.iter().map(Cell::to_string).collect();
        let enough = |least: usize, what: &str| match names.len() < least {
            true => Err(format!("{what} needs at least {least} cells: draw from one cell to the next")),
            false => Ok(()),
        };
        match edit.tool.as_str() {
            "digit" => write_digit(draft, side, edit)?,
            "mark" => write_mark(draft, side, edit)?,
            "cage" => {
                enough(1, "A cage")?;
                let mut cage = json!({ "cells": names });
                if !edit.value.trim().is_empty() {
                    let sum = edit.value.trim().parse::<u32>();
                    cage["sum"] = sum.map_err(|_| format!("'{}' is not a sum", edit.value))?.into();
                }
                push(draft, "cages", cage);
            }
            "thermometer" => {
                enough(2, "A thermometer")?;
                push(draft, "thermometers", json!(names));
            }
            "arrow" => {
                enough(2, "An arrow")?;
                let in_circle = CIRCLES.iter().position(|of| *of == edit.value).unwrap_or(0) + 1;
                enough(in_circle + 1, "This arrow")?;
                push(draft, "arrows", json!({ "circle": names[..in_circle], "shaft": names[in_circle..] }));
            }
            "sign" => {
                enough(2, "A sign")?;
                // "white", or with a number behind it: "white 2".
                let (sign, typed) = edit.value.trim().split_once(' ').unwrap_or((edit.value.trim(), ""));
                let known = SIGNS.iter().find(|known| known.0 == sign);
                let &(_, _, key, usual) = known.ok_or("choose a dot, X or V first")?;
                let number = match typed.trim() {
                    "" => usual,
                    typed => typed.parse::<u32>().map_err(|_| format!("'{typed}' is not a number"))?,
                };
                let between = json!([names[0], names[1]]);
                push(draft, "signs", json!({ "between": between, key: number }));
            }
            "region" => {
                let mut regions = regions(draft).unwrap_or_else(|| boxes(draft));
                let region = edit.value.bytes().next().filter(u8::is_ascii_uppercase).ok_or("choose a region first")?;
                for cell in &edit.cells {
                    regions[cell.row * side + cell.column] = region - b'A';
                }
                draft["regions"] = regions_text(&regions).into();
            }
            "box" => {
                let known = boxes_of(draft).into_iter().any(|choice| choice.value == edit.value);
                let (rows, columns) =
                    read_size(&edit.value, side).ok().filter(|_| known).ok_or("choose a box first")?;
                draft["box"] = json!([rows, columns]);
                if let Some(fields) = draft.as_object_mut() {
                    fields.remove("regions");
                }
            }
            "rules" => {
                let mut rules = list(draft, "rules").to_vec();
                let was_on = rules.iter().any(|rule| rule.as_str() == Some(&edit.value));
                rules.retain(|rule| rule.as_str() != Some(&edit.value));
                if !was_on {
                    rules.push(edit.value.clone().into());
                }
                draft["rules"] = rules.into();
            }
            "erase" => {
                erase(draft, &names);
                edit.cells.iter().for_each(|&cell| put_marks(draft, cell, String::new()));
            }
            other => return Err(EditError::NoSuchTool(other.to_owned())),
        }
        Ok(())
    }

    fn sketch(&self, draft: &Value) -> Option<Scene> {
        let (side, regions) = (side(draft), regions(draft)?);
        let is_whole = (0..side).all(|region| regions.iter().filter(|&&of| usize::from(of) == region).count() == side);
        if is_whole {
            return None;
        }
        let mut standing_in = draft.clone();
        standing_in["regions"] = regions_text(&by_rows(side)).into();
        let mut scene = read(&standing_in)?.scene(None);
        let of = |cell: Cell| regions[cell.row * side + cell.column];
        scene.wall_in(|a, b| of(a) != of(b));
        Some(scene)
    }

    fn has_single_clues(&self) -> bool {
        true
    }

    fn missing_clues(&self, draft: &Value, solution: &Solution) -> Vec<Edit> {
        let (Some(grid), text) = (solution.grid(), cells(draft)) else { return Vec::new() };
        let open = grid.cells().filter(|&cell| text.get(grid.index_of(cell)) == Some(&'.'));
        open.map(|cell| digit_edit(cell, formats::symbol(grid[cell]).to_string())).collect()
    }

    fn removable_clues(&self, draft: &Value) -> Vec<Edit> {
        let side = side(draft);
        let given = cells(draft).into_iter().enumerate().filter(|&(_, symbol)| symbol != '.');
        given.map(|(at, _)| digit_edit(Cell { row: at / side, column: at % side }, String::new())).collect()
    }
}

fn digit_edit(cell: Cell, value: String) -> Edit {
    Edit { tool: "digit".to_owned(), cells: vec![cell], value, line: None }
}

/// The board that a draft stands for, where it is complete.
fn read(draft: &Value) -> Option<Sudoku> {
    (JSON.read)(&Source::from_text(draft.to_string())).ok()
}

/// The symbols of the cells, row by row.
fn cells(draft: &Value) -> Vec<char> {
    draft["cells"].as_str().unwrap_or_default().chars().collect()
}

fn side(draft: &Value) -> usize {
    cells(draft).len().isqrt()
}

fn list<'d>(draft: &'d Value, key: &str) -> &'d [Value] {
    draft[key].as_array().map(Vec::as_slice).unwrap_or_default()
}

fn push(draft: &mut Value, key: &str, item: Value) {
    match draft[key].as_array_mut() {
        Some(list) => list.push(item),
        None => draft[key] = json!([item]),
    }
}

fn write_digit(draft: &mut Value, side: usize, edit: &Edit) -> Result<(), EditError> {
    let mut text = cells(draft);
    let symbol = symbol_of(edit, side)?.unwrap_or('.');
    for cell in &edit.cells {
        text[cell.row * side + cell.column] = symbol;
        put_marks(draft, *cell, String::new());
    }
    draft["cells"] = text.into_iter().collect::<String>().into();
    Ok(())
}

/// Adds a pencil mark, removes it where it is written already, or removes all marks of the cells.
fn write_mark(draft: &mut Value, side: usize, edit: &Edit) -> Result<(), EditError> {
    let symbol = symbol_of(edit, side)?;
    for &cell in &edit.cells {
        if cells(draft)[cell.row * side + cell.column] != '.' {
            return Err(format!("{cell} has a digit: erase it before you write pencil marks").into());
        }
        let before = draft["marks"][cell.to_string()].as_str().unwrap_or_default().to_owned();
        let is_left = |digit: &char| before.contains(*digit) != (symbol == Some(*digit));
        let after = (1..=side).map(|digit| formats::symbol(digit as u8)).filter(is_left).collect();
        put_marks(draft, cell, if symbol.is_some() { after } else { String::new() });
    }
    Ok(())
}

/// The symbol that an edit writes; `None` where it erases.
fn symbol_of(edit: &Edit, side: usize) -> Result<Option<char>, EditError> {
    let Some(symbol) = edit.value.chars().next().filter(|&symbol| symbol != '.') else { return Ok(None) };
    let symbol = symbol.to_ascii_uppercase();
    match (1..=side).any(|digit| formats::symbol(digit as u8) == symbol) {
        true => Ok(Some(symbol)),
        false => Err(format!("'{symbol}' is not a digit of this board").into()),
    }
}

/// Puts the pencil marks of a cell into a draft.
fn put_marks(draft: &mut Value, cell: Cell, marks: String) {
    let mut all = draft["marks"].as_object().cloned().unwrap_or_default();
    match marks.is_empty() {
        true => drop(all.remove(&cell.to_string())),
        false => drop(all.insert(cell.to_string(), marks.into())),
    }
    if let Some(fields) = draft.as_object_mut() {
        match all.is_empty() {
            true => drop(fields.remove("marks")),
            false => drop(fields.insert("marks".to_owned(), all.into())),
        }
    }
}

/// Removes everything that touches one of these cells, but the digits.
fn erase(draft: &mut Value, names: &[String]) {
    for key in ["cages", "thermometers", "arrows", "signs"] {
        let touches = |item: &Value| {
            let text = item.to_string();
            names.iter().any(|name| text.contains(&format!("\"{name}\"")))
        };
        let left: Vec<Value> = list(draft, key).iter().filter(|item| !touches(item)).cloned().collect();
        if let Some(fields) = draft.as_object_mut() {
            match left.is_empty() {
                true => drop(fields.remove(key)),
                false => drop(fields.insert(key.to_owned(), left.into())),
            }
        }
    }
}

/// The regions of a draft that has some, one number for each cell.
fn regions(draft: &Value) -> Option<Vec<u8>> {
    let text = draft["regions"].as_str()?;
    (text.len() == cells(draft).len()).then(|| text.bytes().map(|letter| letter.wrapping_sub(b'A')).collect())
}

/// The rows and columns of a draft's boxes.
fn box_of(draft: &Value) -> Option<(usize, usize)> {
    let number = |at: usize| draft["box"][at].as_u64().map(|number| number as usize);
    number(0).zip(number(1)).or_else(|| usual_box(side(draft)))
}

/// The boxes that a board of this size may have.
fn boxes_of(draft: &Value) -> Vec<Choice> {
    let (side, now) = (side(draft), box_of(draft).filter(|_| regions(draft).is_none()));
    let fits = (2..side).filter(|rows| side.is_multiple_of(*rows)).map(|rows| (rows, side / rows));
    fits.map(|of| Choice::new(format!("{}x{}", of.0, of.1), format!("{}×{}", of.0, of.1)).set(now == Some(of)))
        .collect()
}

/// The boxes of a draft as regions.
fn boxes(draft: &Value) -> Vec<u8> {
    let side = side(draft);
    match box_of(draft) {
        Some((rows, columns)) => {
            let of = |at: usize| (at / side / rows) * (side / columns) + at % side / columns;
            (0..side * side).map(|at| of(at) as u8).collect()
        }
        None => by_rows(side),
    }
}

fn counted_cells(number: &str) -> String {
    if number == "1" { "1 cell".to_owned() } else { format!("{number} cells") }
}

fn by_rows(side: usize) -> Vec<u8> {
    (0..side * side).map(|at| (at / side) as u8).collect()
}

fn regions_text(regions: &[u8]) -> String {
    regions.iter().map(|&region| char::from(b'A' + region)).collect()
}

fn letter(region: usize) -> String {
    char::from(b'A' + region as u8).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Says;

    fn at(row: usize, column: usize) -> Cell {
        Cell { row: row - 1, column: column - 1 }
    }

    fn edited(draft: &mut Value, tool: &str, cells: &[Cell], value: &str) {
        let edit = Edit { tool: tool.to_owned(), cells: cells.to_vec(), line: None, value: value.to_owned() };
        SudokuEditor.apply(draft, &edit).unwrap();
    }

    #[test]
    fn every_variant_that_can_be_read_can_be_set() {
        let mut draft = SudokuEditor.blank("9x9").unwrap();
        edited(&mut draft, "digit", &[at(1, 1)], "5");
        edited(&mut draft, "cage", &[at(2, 1), at(2, 2)], "9");
        edited(&mut draft, "thermometer", &[at(3, 3), at(4, 4), at(5, 5)], "");
        edited(&mut draft, "arrow", &[at(9, 1), at(9, 2), at(9, 3)], "");
        for (place, (value, ..)) in SIGNS.iter().enumerate() {
            edited(&mut draft, "sign", &[at(7, 2 * place + 1), at(7, 2 * place + 2)], value);
        }
        for (rule, _) in RULES {
            edited(&mut draft, "rules", &[], rule.name());
        }
        let board = read(&draft).unwrap();
        let variant = board.variant();
        assert_eq!((variant.cages.len(), variant.thermometers.len(), variant.arrows.len()), (1, 1, 1));
        assert_eq!((variant.signs.len(), variant.rules.len(), board.cells()[at(1, 1)]), (4, 10, 5));
        edited(&mut draft, "erase", &[at(2, 1), at(4, 4), at(9, 2), at(7, 1)], "");
        let variant = read(&draft).unwrap().variant().clone();
        assert_eq!(
            (variant.cages.len(), variant.thermometers.len(), variant.arrows.len(), variant.signs.len()),
            (0, 0, 0, 3)
        );
    }

    #[test]
    fn signs_have_numbers_circles_several_cells_and_boxes_any_shape() {
        let mut draft = SudokuEditor.blank("6x6").unwrap();
        for (column, value) in [(1, "white 2"), (3, "black 3"), (5, "x 7")] {
            edited(&mut draft, "sign", &[at(1, column), at(1, column + 1)], value);
        }
        edited(&mut draft, "arrow", &[at(6, 1), at(6, 2), at(5, 3), at(4, 4)], "2");
        edited(&mut draft, "box", &[], "3x2");
        let board = read(&draft).unwrap();
        let says: Vec<Says> = board.variant().signs.iter().map(|sign| sign.says).collect();
        assert_eq!(says, [Says::Difference(2), Says::Ratio(3), Says::Sum(7)]);
        assert_eq!(board.variant().arrows[0].circle, [at(6, 1), at(6, 2)]);
        assert_eq!(draft["box"], json!([3, 2]));
        // Regions are drawn into the boxes that the board has, and boxes take their place again.
        edited(&mut draft, "region", &[at(1, 3)], "A");
        assert_eq!(draft["regions"].as_str().map(|text| &text[..6]), Some("AAABCC"));
        edited(&mut draft, "box", &[], "2x3");
        assert!(draft.get("regions").is_none() && read(&draft).is_some());
        for (tool, value) in [("sign", "white much"), ("sign", "red"), ("box", "1x6"), ("box", "3x3")] {
            let edit = Edit { tool: tool.into(), cells: vec![at(1, 1), at(1, 2)], line: None, value: value.into() };
            assert!(SudokuEditor.apply(&mut draft, &edit).is_err(), "{tool} {value}");
        }
    }

    #[test]
    fn pencil_marks_are_written_and_removed_one_by_one_and_a_digit_removes_only_those_of_its_cell() {
        let mut draft = SudokuEditor.blank("4x4").unwrap();
        for (cell, digit) in [(at(1, 1), "3"), (at(1, 1), "1"), (at(2, 2), "4"), (at(2, 2), "2")] {
            edited(&mut draft, "mark", &[cell], digit);
        }
        assert_eq!(draft["marks"], json!({ "r1c1": "13", "r2c2": "24" }));
        assert!(read(&draft).is_some());
        edited(&mut draft, "mark", &[at(1, 1)], "3");
        assert_eq!(draft["marks"]["r1c1"], "1");
        edited(&mut draft, "digit", &[at(1, 1)], "1");
        assert_eq!(draft["marks"], json!({ "r2c2": "24" }));
        let on_a_digit = Edit { tool: "mark".into(), cells: vec![at(1, 1)], value: "2".into(), line: None };
        assert!(SudokuEditor.apply(&mut draft, &on_a_digit).is_err());
        edited(&mut draft, "erase", &[at(2, 2)], "");
        assert!(draft.get("marks").is_none());
    }

    #[test]
    fn regions_are_drawn_one_after_the_other_and_shown_before_they_are_complete() {
        let mut draft = SudokuEditor.blank("4x4").unwrap();
        edited(&mut draft, "region", &[at(1, 3), at(2, 3)], "A");
        assert!(read(&draft).is_none() && SudokuEditor.sketch(&draft).is_some());
        edited(&mut draft, "region", &[at(1, 2), at(2, 2)], "B");
        let board = read(&draft).unwrap();
        assert!(SudokuEditor.sketch(&draft).is_none());
        assert_eq!(board.variant().regions.as_ref().unwrap()[..4], [0, 1, 0, 1]);
    }

    #[test]
    fn a_board_without_boxes_begins_with_rows_as_regions() {
        let draft = SudokuEditor.blank("7x7").unwrap();
        assert_eq!(read(&draft).unwrap().side(), 7);
        assert!(SudokuEditor.blank("3x4").is_err() && SudokuEditor.blank("big").is_err());
    }
}
