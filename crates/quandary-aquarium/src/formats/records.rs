//! JSON objects as other programs and collections have them.
//!
//! They all hold the clues of rows and columns and a grid of tanks, under different names. [`Names`] lists the three kinds
//! that are written; what is read takes any of their names, and tanks as a grid of numbers or letters, as rows of letters, or
//! as a list of cells for each tank.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::super::{Aquarium, MAX_SIDE, WaterRule};
use super::site::SiteId;
use super::{check_size, disconnected, limited};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, json};

/// What a kind of object calls its parts.
pub(super) struct Names {
    columns: &'static str,
    rows: &'static str,
    tanks: &'static str,
    /// The object that holds the clues, where they stand deeper.
    clues: Option<&'static str>,
}

pub(super) const SUMS: Names = Names { columns: "cols", rows: "rows", tanks: "matrix", clues: Some("sums") };
pub(super) const MAP: Names = Names { columns: "colClues", rows: "rowClues", tanks: "regionMap", clues: None };
pub(super) const REGIONS: Names = Names { columns: "col_clues", rows: "row_clues", tanks: "regions", clues: None };

const FORM: &str = r#"such as {"sums":{"cols":[2,1],"rows":[1,2]},"matrix":[[1,2],[1,1]]} or {"rowClues":[1,2],"colClues":[2,1],"regionMap":[[1,2],[1,1]]}"#;

impl Names {
    fn parts<'v>(&self, object: &'v Map<String, Value>) -> Option<(&'v Value, &'v Value, &'v Value)> {
        let clues = match self.clues {
            None => object,
            Some(name) => object.get(name)?.as_object()?,
        };
        Some((clues.get(self.columns)?, clues.get(self.rows)?, object.get(self.tanks)?))
    }
}

pub(super) fn detect(source: &Source, names: &Names) -> Fit {
    if !source.text.trim_start().starts_with('{') {
        return Fit::No;
    }
    match serde_json::from_str::<Map<String, Value>>(&source.text) {
        // An object that names its family is in the house's own form.
        Ok(object) if !object.contains_key("family") && names.parts(&object).is_some() => Fit::Sure,
        _ => Fit::No,
    }
}

pub(super) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let object: Map<String, Value> = json::read(source, FORM)?;
    let kinds = [SUMS, MAP, REGIONS];
    let Some((names, (columns, rows, tanks))) = kinds.iter().find_map(|names| Some((names, names.parts(&object)?)))
    else {
        return Err(Diagnostic::new("this object does not hold clues and tanks")
            .label("here", source.first_word())
            .help(FORM));
    };
    let wrong = |key: &str, message: String| Diagnostic::new(message).label("here", json::key(source, key)).help(FORM);
    let columns = clues(columns).map_err(|message| wrong(names.columns, message))?;
    let rows = clues(rows).map_err(|message| wrong(names.rows, message))?;
    check_size(rows.len(), columns.len(), json::key(source, names.tanks))?;
    let tanks = grid(tanks, rows.len(), columns.len()).map_err(|message| wrong(names.tanks, message))?;
    let mut board = Aquarium::new(columns, rows, &tanks, WaterRule::default()).map_err(|(first, second)| {
        let at = json::key(source, names.tanks);
        disconnected(tanks[first], at, at).help(format!("its cells {first} and {second} are not connected"))
    })?;
    board.site = object.get("id").and_then(Value::as_str).and_then(SiteId::parse);
    limited(board)
}

/// Clues: numbers, and anything that is none for a missing one.
fn clues(value: &Value) -> Result<Vec<Option<u32>>, String> {
    let list = value.as_array().ok_or("a list of clues was expected")?;
    let clue = |value: &Value| match value {
        Value::Null => Ok(None),
        Value::String(text) if text == "?" || text.is_empty() => Ok(None),
        _ => match (value.as_u64(), value.as_i64()) {
            (Some(clue), _) if clue <= MAX_SIDE as u64 => Ok(Some(clue as u32)),
            (_, Some(-1)) => Ok(None),
            _ => Err(format!("{value} is not a clue; give a number from 0 to {MAX_SIDE}, or null")),
        },
    };
    list.iter().map(clue).collect()
}

/// The tanks, in any of their forms.
fn grid(value: &Value, rows: usize, columns: usize) -> Result<Grid<u16>, String> {
    let lists: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(name, cells)| (name.clone(), cells)).collect(),
        Value::Array(list) => list.iter().enumerate().map(|(index, row)| (index.to_string(), row)).collect(),
        _ => return Err("a grid of tanks was expected".to_owned()),
    };
    let is_cell =
        |value: &Value| value.as_array().is_some_and(|pair| pair.len() == 2 && pair.iter().all(Value::is_u64));
    let is_list_of_cells = |value: &Value| value.as_array().is_some_and(|cells| cells.iter().all(is_cell));
    if lists.iter().all(|(_, cells)| is_list_of_cells(cells)) {
        return from_cells(&lists, rows, columns);
    }
    if value.is_object() || lists.len() != rows {
        return Err(format!("there are {rows} row clues but {} rows of tanks", lists.len()));
    }
    let mut names: BTreeMap<String, u16> = BTreeMap::new();
    let mut ids = Vec::new();
    for (index, (_, row)) in lists.iter().enumerate() {
        let row: Vec<String> = match row {
            Value::String(letters) => letters.chars().filter(|c| !c.is_whitespace()).map(String::from).collect(),
            Value::Array(cells) if cells.iter().all(|cell| cell.is_string() || cell.is_u64()) => {
                cells.iter().map(Value::to_string).collect()
            }
            _ => return Err(format!("row {} is not a list of tanks", index + 1)),
        };
        if row.len() != columns {
            return Err(format!("row {} has {} cells, but there are {columns} column clues", index + 1, row.len()));
        }
        for name in row {
            let next = names.len() as u16 + 1;
            ids.push(*names.entry(name).or_insert(next));
        }
    }
    Grid::from_values(rows, columns, ids).ok_or_else(|| "the tanks do not make a rectangular board".to_owned())
}

/// The tanks from lists of cells, each as row and column counted from 0.
fn from_cells(lists: &[(String, &Value)], rows: usize, columns: usize) -> Result<Grid<u16>, String> {
    let mut tanks = Grid::filled(rows, columns, 0u16);
    for (index, (name, cells)) in lists.iter().enumerate() {
        for pair in cells.as_array().into_iter().flatten() {
            let place =
                |part: usize| pair[part].as_u64().and_then(|place| usize::try_from(place).ok()).unwrap_or(usize::MAX);
            let cell = Cell { row: place(0), column: place(1) };
            if cell.row >= rows || cell.column >= columns {
                return Err(format!("tank {name} has the cell {pair}, which is outside a board of {rows}×{columns}"));
            }
            if tanks[cell] != 0 {
                return Err(format!("the cell {pair} is in two tanks"));
            }
            tanks[cell] = index as u16 + 1;
        }
    }
    match tanks.cells().find(|&cell| tanks[cell] == 0) {
        Some(cell) => Err(format!("the cell [{},{}] is in no tank", cell.row, cell.column)),
        None => Ok(tanks),
    }
}

pub(super) fn write(board: &Aquarium, names: &Names) -> Result<String, DoesNotFit> {
    if !board.walls.is_empty() {
        return Err("it cannot store walls inside tanks".into());
    }
    let tanks: Vec<&[u16]> = board.tanks.iter_rows().collect();
    let mut object = Map::new();
    let mut clues = Map::new();
    clues.insert(names.columns.to_owned(), json!(board.columns));
    clues.insert(names.rows.to_owned(), json!(board.rows));
    object.extend(board.site.map(|site| ("id".to_owned(), site.to_string().into())));
    match names.clues {
        Some(name) => {
            object.insert("size".to_owned(), board.rows.len().into());
            object.insert(name.to_owned(), clues.into());
        }
        None => object.extend(clues),
    }
    object.insert(names.tanks.to_owned(), json!(tanks));
    Ok(Value::from(object).to_string() + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tanks_are_read_as_a_grid_as_rows_of_letters_and_as_lists_of_cells() {
        let forms = [
            r#"{"row_clues":[1,2],"col_clues":[2,1],"regions":[[1,2],[1,1]]}"#,
            r#"{"row_clues":[1,2],"col_clues":[2,1],"regions":["AB","AA"]}"#,
            r#"{"row_clues":[1,2],"col_clues":[2,1],"regions":[["x","y"],["x","x"]]}"#,
            r#"{"row_clues":[1,2],"col_clues":[2,1],"regions":{"a":[[0,0],[1,0],[1,1]],"b":[[0,1]]}}"#,
            r#"{"row_clues":[1,2],"col_clues":[2,1],"regions":[[[0,0],[1,0],[1,1]],[[0,1]]]}"#,
            r#"{"rowClues":[1,2],"colClues":[2,1],"regionMap":[[0,1],[0,0]]}"#,
            r#"{"id":"0:5","size":2,"sums":{"cols":[2,1],"rows":[1,2]},"matrix":[[1,2],[1,1]]}"#,
        ];
        for text in forms {
            let board = read(&Source::from_text(text)).unwrap();
            assert_eq!(board.tanks.values(), [1, 2, 1, 1], "{text}");
            assert_eq!((board.columns[0], board.rows[0]), (Some(2), Some(1)), "{text}");
            for names in [SUMS, MAP, REGIONS] {
                let written = write(&board, &names).unwrap();
                assert_eq!(read(&Source::from_text(written)), Ok(board.clone()));
            }
        }
    }

    #[test]
    fn what_is_wrong_with_an_object_is_said() {
        let cases = [
            (
                r#"{"row_clues":[1],"col_clues":[2,"x"],"regions":[[1,2]]}"#,
                "\"x\" is not a clue; give a number from 0 to 256, or null",
            ),
            (
                r#"{"row_clues":[1],"col_clues":[2],"regions":[[1,2]]}"#,
                "row 1 has 2 cells, but there are 1 column clues",
            ),
            (r#"{"row_clues":[1,1],"col_clues":[2],"regions":[[1]]}"#, "there are 2 row clues but 1 rows of tanks"),
            (
                r#"{"row_clues":[1],"col_clues":[1],"regions":{"a":[[0,1]]}}"#,
                "tank a has the cell [0,1], which is outside a board of 1×1",
            ),
            (
                r#"{"row_clues":[1],"col_clues":[1],"regions":{"a":[[0,0]],"b":[[0,0]]}}"#,
                "the cell [0,0] is in two tanks",
            ),
            (r#"{"row_clues":[1],"col_clues":[1,1],"regions":{"a":[[0,0]]}}"#, "the cell [0,1] is in no tank"),
        ];
        for (text, message) in cases {
            assert_eq!(read(&Source::from_text(text)).unwrap_err().message, message);
        }
    }
}
