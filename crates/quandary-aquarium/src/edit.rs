//! Setting an Aquarium: tanks are drawn one by one, clues are typed, or follow from the water that is poured.
//!
//! The draft is the JSON notation, and the water beside it while it is poured. Cells that a new tank leaves apart become tanks of
//! their own, so a draft can always be read.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Aquarium, MAX_SIDE, WaterRule, formats};
use quandary_core::edit::{
    Choice, Edit, EditError, Editor, Gesture, Line, Tool, line_of, lines_of, read_size, sizes_of,
};
use quandary_core::grid::{Cell, Grid};
use quandary_core::play::{Change, Play};
use quandary_core::puzzle::Puzzle;
use quandary_core::read::Source;
use quandary_core::scene::Scene;
use quandary_core::solution::Solution;

/// Sets Aquariums.
pub(crate) struct AquariumEditor;

const AIR: u8 = 0;
const WATER: u8 = 1;

impl Editor for AquariumEditor {
    fn sizes(&self) -> Vec<(&'static str, String)> {
        sizes_of(&["6x6", "8x8", "10x10", "12x12", "15x15", "20x20"])
    }

    fn blank(&self, size: &str) -> Result<Value, EditError> {
        let (rows, columns) = read_size(size, MAX_SIDE)?;
        let (tanks, none) = (vec![vec![1; columns]; rows], |lines: usize| vec![Value::Null; lines]);
        Ok(
            json!({ "family": "aquarium", "columns": none(columns), "rows": none(rows), "tanks": tanks, "rule": "region" }),
        )
    }

    fn tools(&self, draft: &Value) -> Vec<Tool> {
        let rule = |rule: WaterRule| {
            Choice::new(rule.name(), rule.name()).set(draft["rule"].as_str().unwrap_or("region") == rule.name())
        };
        vec![
            Tool::new(
                "tank",
                "Tanks",
                "Draw over the cells of one tank, then over those of the next.",
                Gesture::Stroke,
            ),
            Tool::new(
                "wall",
                "Walls",
                "Draw from a cell to the next in the same tank to put a wall between them, or to remove it.",
                Gesture::Stroke,
            ),
            Tool::new(
                "clues",
                "Clues",
                "Type the clue of each line; leave it empty where there is none.",
                Gesture::Lines,
            ),
            Tool::new("pour", "Pour", "Pour water and let air in: the clues follow.", Gesture::Stroke)
                .with([Choice::new("1", "Water"), Choice::new("0", "Air")]),
            Tool::new("rule", "Rule", "How water spreads in a tank.", Gesture::Board).with(WaterRule::ALL.map(rule)),
        ]
    }

    fn lines(&self, draft: &Value) -> Vec<Line> {
        let texts = |key: &str| -> Vec<String> {
            let clues = draft[key].as_array().into_iter().flatten();
            clues.map(|clue| clue.as_u64().map(|number| number.to_string()).unwrap_or_default()).collect()
        };
        lines_of(&texts("rows"), &texts("columns"))
    }

    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), EditError> {
        let board = read(draft).ok_or("this board cannot be edited")?;
        let (rows, columns) = (board.rows.len(), board.columns.len());
        if let Some(cell) = edit.cells.iter().find(|cell| cell.row >= rows || cell.column >= columns) {
            return Err(EditError::OffBoard(*cell));
        }
        match edit.tool.as_str() {
            "tank" => {
                let drawn = |cell: Cell| if edit.cells.contains(&cell) { u32::MAX } else { board.tanks[cell].into() };
                let parts = connected(rows, columns, drawn);
                draft["tanks"] = parts.iter_rows().map(|row| json!(row)).collect();
                let kept = board.walls.iter().filter(|&&(a, b)| parts[a] == parts[b]).copied().collect();
                put_walls(draft, &kept);
                remove(draft, &["id", "water"]);
            }
            "wall" => {
                if edit.cells.len() < 2 {
                    return Err("a wall is between two cells: draw from one to the next".into());
                }
                let mut walls = board.walls.clone();
                for pair in edit.cells.windows(2) {
                    let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
                    let is_beside = a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1;
                    if !is_beside || board.tanks[a] != board.tanks[b] {
                        return Err(format!("{a} and {b} are not neighbours in one tank").into());
                    }
                    if !walls.remove(&(a, b)) {
                        walls.insert((a, b));
                    }
                }
                put_walls(draft, &walls);
                remove(draft, &["id", "water"]);
            }
            "clues" => {
                let (key, at) = line_of(edit)?;
                let text = edit.value.trim();
                let clue = match text.is_empty() {
                    true => Value::Null,
                    false => {
                        text.parse::<u32>().map_err(|_| format!("'{text}' is not a clue: expected a number"))?.into()
                    }
                };
                *draft[key].get_mut(at).ok_or("there is no such line")? = clue;
                remove(draft, &["id", "water"]);
            }
            "pour" => {
                let mut water = water(draft).unwrap_or_else(|| Grid::filled(rows, columns, Some(AIR)));
                let after = Some(if edit.value == "1" { WATER } else { AIR });
                for &cell in &edit.cells {
                    let change = Change { cell, before: water[cell], after };
                    water[cell] = after;
                    for (cell, value) in board.consequences(&water, change).unwrap_or_default() {
                        water[cell] = value;
                    }
                }
                put_water(draft, &water);
            }
            "rule" => {
                WaterRule::named(&edit.value).ok_or_else(|| EditError::NoSuchRule(edit.value.clone()))?;
                draft["rule"] = edit.value.clone().into();
                remove(draft, &["id", "water"]);
            }
            other => return Err(EditError::NoSuchTool(other.to_owned())),
        }
        Ok(())
    }

    fn sketch(&self, draft: &Value) -> Option<Scene> {
        let water = water(draft)?;
        Some(read(draft)?.scene(Some(&Solution::Grid(water.map(|value| value.unwrap_or(AIR))))))
    }

    fn has_single_clues(&self) -> bool {
        true
    }

    fn missing_clues(&self, draft: &Value, solution: &Solution) -> Vec<Edit> {
        let Some(grid) = solution.grid() else { return Vec::new() };
        let count = |cells: Vec<u8>| cells.iter().filter(|&&value| value == WATER).count();
        let missing = self.lines(draft).into_iter().filter(|line| line.text.is_empty());
        let edit = |line: Line| {
            let at = |kind: &str| line.id.strip_prefix(kind)?.parse::<usize>().ok();
            let cells = match (at("row"), at("column")) {
                (Some(row), _) => grid.row(row - 1).to_vec(),
                (_, Some(column)) => grid.column(column - 1).copied().collect(),
                _ => Vec::new(),
            };
            clue_edit(line.id.clone(), count(cells).to_string())
        };
        missing.map(edit).collect()
    }

    fn removable_clues(&self, draft: &Value) -> Vec<Edit> {
        let given = self.lines(draft).into_iter().filter(|line| !line.text.is_empty());
        given.map(|line| clue_edit(line.id, String::new())).collect()
    }
}

fn clue_edit(line: String, value: String) -> Edit {
    Edit { tool: "clues".to_owned(), cells: Vec::new(), line: Some(line), value }
}

fn read(draft: &Value) -> Option<Aquarium> {
    formats::read_json(&Source::from_text(draft.to_string())).ok()
}

fn remove(draft: &mut Value, keys: &[&str]) {
    if let Some(fields) = draft.as_object_mut() {
        for key in keys {
            fields.remove(*key);
        }
    }
}

/// Puts walls inside of tanks into a draft.
fn put_walls(draft: &mut Value, walls: &BTreeSet<(Cell, Cell)>) {
    let place = |cell: Cell| [cell.row + 1, cell.column + 1];
    match walls.is_empty() {
        true => remove(draft, &["walls"]),
        false => draft["walls"] = walls.iter().map(|&(a, b)| json!([place(a), place(b)])).collect(),
    }
}

/// The water that has been poured.
fn water(draft: &Value) -> Option<Grid<Option<u8>>> {
    let rows = draft["water"].as_array()?;
    let text: String = rows.iter().filter_map(Value::as_str).collect();
    let count = |key: &str| draft[key].as_array().map_or(0, Vec::len);
    Grid::from_values(
        count("rows"),
        count("columns"),
        text.chars().map(|symbol| Some(u8::from(symbol == '1'))).collect(),
    )
}

/// Puts water into a draft, with the clues that follow from it.
fn put_water(draft: &mut Value, water: &Grid<Option<u8>>) {
    let count = |cells: &mut dyn Iterator<Item = &Option<u8>>| cells.filter(|value| **value == Some(WATER)).count();
    draft["rows"] = (0..water.rows()).map(|row| json!(count(&mut water.row(row).iter()))).collect();
    draft["columns"] = (0..water.columns()).map(|column| json!(count(&mut water.column(column)))).collect();
    let text =
        |row: &[Option<u8>]| row.iter().map(|value| if *value == Some(WATER) { '1' } else { '0' }).collect::<String>();
    draft["water"] = water.iter_rows().map(|row| Value::from(text(row))).collect();
}

/// Numbers the connected parts of equal value, from 1, in reading order.
fn connected(rows: usize, columns: usize, value: impl Fn(Cell) -> u32) -> Grid<u32> {
    let mut parts = Grid::filled(rows, columns, 0);
    let mut count = 0;
    let cells: Vec<Cell> = parts.cells().collect();
    for start in cells {
        if parts[start] != 0 {
            continue;
        }
        count += 1;
        let mut open = vec![start];
        while let Some(cell) = open.pop() {
            if parts[cell] != 0 || value(cell) != value(start) {
                continue;
            }
            parts[cell] = count;
            let Cell { row, column } = cell;
            let beside =
                [(row.wrapping_sub(1), column), (row + 1, column), (row, column.wrapping_sub(1)), (row, column + 1)];
            open.extend(
                beside
                    .into_iter()
                    .filter(|&(row, column)| row < rows && column < columns)
                    .map(|(row, column)| Cell { row, column }),
            );
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(draft: &mut Value, tool: &str, cells: &[(usize, usize)], value: &str) {
        let cells = cells.iter().map(|&(row, column)| Cell { row: row - 1, column: column - 1 }).collect();
        AquariumEditor.apply(draft, &Edit { tool: tool.into(), cells, line: None, value: value.into() }).unwrap();
    }

    #[test]
    fn what_a_new_tank_cuts_off_becomes_a_tank_of_its_own() {
        let mut draft = AquariumEditor.blank("2x3").unwrap();
        edited(&mut draft, "tank", &[(1, 2), (2, 2)], "");
        assert_eq!(draft["tanks"], json!([[1, 2, 3], [1, 2, 3]]));
    }

    #[test]
    fn a_wall_holds_water_back_is_removed_by_a_second_stroke_and_stays_when_another_tank_is_drawn() {
        let mut draft = AquariumEditor.blank("2x3").unwrap();
        edited(&mut draft, "rule", &[], "pool");
        edited(&mut draft, "wall", &[(2, 1), (2, 2)], "");
        assert_eq!(draft["walls"], json!([[[2, 1], [2, 2]]]));
        edited(&mut draft, "pour", &[(2, 1)], "1");
        assert_eq!(draft["columns"], json!([1, 0, 0]), "water does not pass the wall");
        edited(&mut draft, "tank", &[(1, 3), (2, 3)], "");
        assert_eq!(draft["walls"], json!([[[2, 1], [2, 2]]]));
        edited(&mut draft, "wall", &[(2, 2), (2, 1)], "");
        assert!(draft.get("walls").is_none() && read(&draft).is_some());
        let apart = [(0, 1), (0, 2)].map(|(row, column)| Cell { row, column }).to_vec();
        let edit = Edit { tool: "wall".into(), cells: apart, ..Edit::default() };
        assert!(AquariumEditor.apply(&mut draft, &edit).is_err(), "there is a wall between tanks already");
    }

    #[test]
    fn clues_follow_from_the_water_that_is_poured() {
        let mut draft = AquariumEditor.blank("2x3").unwrap();
        edited(&mut draft, "tank", &[(1, 1), (2, 1)], "");
        edited(&mut draft, "pour", &[(1, 1)], "1");
        assert_eq!((&draft["rows"], &draft["columns"]), (&json!([1, 1]), &json!([2, 0, 0])));
        edited(&mut draft, "pour", &[(1, 1)], "0");
        assert_eq!((&draft["rows"], &draft["columns"]), (&json!([0, 1]), &json!([1, 0, 0])));
        assert!(AquariumEditor.sketch(&draft).is_some());
    }
}
