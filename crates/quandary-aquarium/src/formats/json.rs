//! The house's JSON form.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::super::{Aquarium, MAX_SIDE, WaterRule};
use super::site::SiteId;
use super::{check_size, disconnected, limited};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, DoesNotFit, Fit};
use quandary_core::read::{Diagnostic, Source, json};

const JSON_FORM: &str = r#"{"family":"aquarium","columns":[2,1],"rows":[1,2],"tanks":[[1,2],[1,1]],"rule":"region"}"#;

pub(super) fn detect(source: &Source) -> Fit {
    json::detect(source, "aquarium")
}

#[derive(Deserialize)]
struct Fields {
    columns: Vec<Option<u32>>,
    rows: Vec<Option<u32>>,
    tanks: Vec<Vec<Value>>,
    rule: Option<String>,
    /// The board's number on the puzzle site.
    id: Option<String>,
    #[serde(default)]
    walls: Vec<[[usize; 2]; 2]>,
}

pub(crate) fn read(source: &Source) -> Result<Aquarium, Diagnostic> {
    let Fields { columns, rows, tanks, rule, id, walls } = json::read(source, JSON_FORM)?;
    let at = |key: &str| json::key(source, key);
    let wrong = |key: &str, message: String| Err(Diagnostic::new(message).label("here", at(key)).help(JSON_FORM));
    check_size(rows.len(), columns.len(), at("tanks"))?;
    if let Some(large) = columns.iter().chain(&rows).flatten().find(|&&clue| clue as usize > MAX_SIDE) {
        return wrong("rows", format!("{large} is too large for a clue"));
    }
    if tanks.len() != rows.len() {
        return wrong("tanks", format!("there are {} row clues but {} rows of tanks", rows.len(), tanks.len()));
    }
    if let Some((row, found)) = tanks.iter().enumerate().find(|(_, row)| row.len() != columns.len()) {
        let message =
            format!("row {} has {} cells, but there are {} column clues", row + 1, found.len(), columns.len());
        return wrong("tanks", message);
    }
    let rule = match rule {
        None => WaterRule::default(),
        Some(name) => match WaterRule::named(&name) {
            Some(rule) => rule,
            None => return wrong("rule", format!("there is no rule called '{name}'; choose region, pool or adjacent")),
        },
    };
    let mut names: BTreeMap<String, u16> = BTreeMap::new();
    let mut ids = Vec::new();
    for value in tanks.iter().flatten() {
        // A number is the same name as its digits in a text.
        let name = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) if number.is_u64() => number.to_string(),
            _ => return wrong("tanks", format!("{value} is not the name of a tank")),
        };
        let next = u16::try_from(names.len() + 1).unwrap_or(u16::MAX);
        ids.push(*names.entry(name).or_insert(next));
    }
    let Some(grid) = Grid::from_values(rows.len(), columns.len(), ids) else {
        return wrong("tanks", "the tanks do not make a rectangular board".to_owned());
    };
    let mut board = match Aquarium::new(columns, rows, &grid, rule) {
        Ok(board) => limited(board)?,
        Err((first, second)) => {
            let error = disconnected(&tanks[first.row][first.column], at("tanks"), at("tanks"));
            return Err(error.help(format!("its cells {first} and {second} are not connected")));
        }
    };
    if let Some(id) = id {
        let Some(site) = SiteId::parse(&id) else {
            return wrong("id", format!("'{id}' is not a number of the puzzle site, such as 8:4,760,102"));
        };
        board.site = Some(site);
    }
    board.credits = json::credits(source, JSON_FORM)?;
    for [[row, column], [other_row, other_column]] in walls {
        let cell = |row: usize, column: usize| Cell { row: row.wrapping_sub(1), column: column.wrapping_sub(1) };
        let (a, b) = (cell(row, column), cell(other_row, other_column));
        let (a, b) = (a.min(b), a.max(b));
        let inside = |cell: Cell| cell.row < board.rows.len() && cell.column < board.columns.len();
        let is_beside = a.row.abs_diff(b.row) + a.column.abs_diff(b.column) == 1;
        if !inside(a) || !inside(b) || !is_beside || board.tanks[a] != board.tanks[b] {
            return wrong("walls", format!("{a} and {b} are not neighbours in one tank"));
        }
        board.walls.insert((a, b));
    }
    Ok(board)
}

/// What is written of a board.
#[derive(Serialize)]
struct Written<'a> {
    family: &'static str,
    columns: &'a [Option<u32>],
    rows: &'a [Option<u32>],
    tanks: Vec<&'a [u16]>,
    rule: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(flatten)]
    credits: Map<String, Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    walls: Vec<[[usize; 2]; 2]>,
}

pub(super) fn write(board: &Aquarium) -> Result<String, DoesNotFit> {
    let pair = |cell: &Cell| [cell.row + 1, cell.column + 1];
    let written = Written {
        family: "aquarium",
        columns: &board.columns,
        rows: &board.rows,
        tanks: board.tanks.iter_rows().collect(),
        rule: board.rule.name(),
        id: board.site.map(|site| site.to_string()),
        credits: board.credits.fields().collect(),
        walls: board.walls.iter().map(|(a, b)| [pair(a), pair(b)]).collect(),
    };
    let text = serde_json::to_string(&written).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_the_same_tank_as_its_digits_in_a_text() {
        let board = |tanks: &str| {
            let json = format!(r#"{{"family":"aquarium","columns":[1,1],"rows":[2],"tanks":{tanks}}}"#);
            read(&Source::from_text(&json))
        };
        assert_eq!(board(r#"[[7,"7"]]"#).unwrap(), board("[[1,1]]").unwrap());
        assert_eq!(board(r#"[[7,"07"]]"#).unwrap(), board("[[1,2]]").unwrap());
        assert!(board("[[7,7.0]]").is_err());
    }
}
