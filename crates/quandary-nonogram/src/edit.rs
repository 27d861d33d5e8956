//! Setting a Nonogram: by its clues, or by painting its picture, from which the clues follow.
//!
//! The draft is the JSON notation, and the picture beside it while one is painted. Clues that are typed take the picture's place.

use serde_json::{Value, json};

use crate::formats::JSON;
use crate::{MAX_SIDE, Nonogram};
use quandary_core::edit::{Choice, Edit, Editor, Gesture, Line, Tool, line_of, lines_of, read_size};
use quandary_core::grid::Grid;
use quandary_core::picture::Picture;
use quandary_core::puzzle::Puzzle;
use quandary_core::read::Source;
use quandary_core::scene::Scene;
use quandary_core::solution::Solution;

/// Sets Nonograms.
pub(crate) struct NonogramEditor;

const FILLED: char = '#';
const EMPTY: char = '.';

impl Editor for NonogramEditor {
    fn sizes(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("10x10", "10×10"),
            ("5x5", "5×5"),
            ("15x15", "15×15"),
            ("20x20", "20×20"),
            ("25x25", "25×25"),
            ("30x30", "30×30"),
            ("50x50", "50×50"),
        ]
    }

    fn blank(&self, size: &str) -> Result<Value, String> {
        let (rows, columns) = read_size(size, MAX_SIDE)?;
        let none = |lines: usize| vec![json!([]); lines];
        Ok(json!({ "family": "nonogram", "rows": none(rows), "columns": none(columns) }))
    }

    fn tools(&self, draft: &Value) -> Vec<Tool> {
        let clues = Tool::new("clues", "Clues", "Type the clue of each line: 5 2", Gesture::Lines);
        let paint = Tool::new("paint", "Paint", "Paint the picture: the clues follow from it.", Gesture::Stroke)
            .with([Choice::new("#", "Fill"), Choice::new(".", "Clear")]);
        let image = Tool::new("image", "From an image", "Choose an image: its dark parts are filled.", Gesture::Image);
        // The clues of a coloured board have colours, which cannot be typed here.
        if draft.get("colours").is_some() { Vec::new() } else { vec![clues, paint, image] }
    }

    fn lines(&self, draft: &Value) -> Vec<Line> {
        let texts = |key: &str| -> Vec<String> {
            let words = |clue: &Value| clue.as_array().into_iter().flatten().map(Value::to_string).collect::<Vec<_>>();
            draft[key].as_array().into_iter().flatten().map(|clue| words(clue).join(" ")).collect()
        };
        lines_of(&texts("rows"), &texts("columns"))
    }

    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), String> {
        match edit.tool.as_str() {
            "clues" => {
                let (key, at) = line_of(edit)?;
                let words = edit.value.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
                let blocks: Result<Vec<u64>, _> = words.map(str::parse).collect();
                let blocks = blocks.map_err(|_| format!("'{}' is no clue", edit.value))?;
                let blocks: Vec<u64> = blocks.into_iter().filter(|&block| block > 0).collect();
                let line = draft[key].get_mut(at).ok_or("there is no such line")?;
                *line = json!(blocks);
                if let Some(fields) = draft.as_object_mut() {
                    fields.remove("picture");
                }
            }
            "paint" => {
                let (rows, columns) = size(draft);
                let mut picture = picture(draft).unwrap_or_else(|| Grid::filled(rows, columns, false));
                for &cell in edit.cells.iter().filter(|cell| cell.row < rows && cell.column < columns) {
                    picture[cell] = edit.value.starts_with(FILLED);
                }
                put(draft, &picture);
            }
            "image" => {
                let (rows, columns) = size(draft);
                let image = Picture::read(&edit.value).map_err(|error| error.to_string())?;
                put(draft, &image.scaled(rows, columns).dark(None));
            }
            other => return Err(format!("there is no tool called '{other}'")),
        }
        Ok(())
    }

    fn sketch(&self, draft: &Value) -> Option<Scene> {
        let picture = picture(draft)?;
        let board: Nonogram = (JSON.read)(&Source::from_text(draft.to_string())).ok()?;
        Some(board.scene(Some(&Solution::Grid(picture.map(|&is_filled| u8::from(is_filled))))))
    }
}

fn size(draft: &Value) -> (usize, usize) {
    let count = |key: &str| draft[key].as_array().map_or(0, Vec::len);
    (count("rows"), count("columns"))
}

/// The picture that is being painted.
fn picture(draft: &Value) -> Option<Grid<bool>> {
    let (rows, columns) = size(draft);
    let lines = draft["picture"].as_array()?;
    let cells = lines.iter().filter_map(Value::as_str).flat_map(str::chars).map(|symbol| symbol == FILLED).collect();
    Grid::from_values(rows, columns, cells)
}

/// Puts a picture into a draft, with the clues that follow from it.
fn put(draft: &mut Value, picture: &Grid<bool>) {
    let runs = |line: &[bool]| -> Vec<usize> {
        line.split(|&is_filled| !is_filled).map(<[bool]>::len).filter(|&length| length > 0).collect()
    };
    let column = |column: usize| -> Vec<bool> { picture.column(column).copied().collect() };
    let text = |line: &[bool]| line.iter().map(|&is_filled| if is_filled { FILLED } else { EMPTY }).collect::<String>();
    draft["rows"] = picture.iter_rows().map(|row| json!(runs(row))).collect();
    draft["columns"] = (0..picture.columns()).map(|at| json!(runs(&column(at)))).collect();
    draft["picture"] = picture.iter_rows().map(|row| Value::from(text(row))).collect();
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::puzzle::Cell;

    #[test]
    fn clues_follow_from_a_picture_and_typed_clues_take_its_place() {
        let mut draft = NonogramEditor.blank("2x4").unwrap();
        let cells = [0, 1, 3].map(|column| Cell { row: 0, column }).to_vec();
        let paint = Edit { tool: "paint".into(), cells, value: "#".into(), line: None };
        NonogramEditor.apply(&mut draft, &paint).unwrap();
        assert_eq!((&draft["rows"], &draft["columns"]), (&json!([[2, 1], []]), &json!([[1], [1], [], [1]])));
        assert!(NonogramEditor.sketch(&draft).is_some());
        let typed = Edit { tool: "clues".into(), line: Some("row2".into()), value: "1, 2".into(), cells: Vec::new() };
        NonogramEditor.apply(&mut draft, &typed).unwrap();
        assert_eq!((&draft["rows"], NonogramEditor.lines(&draft)[1].text.as_str()), (&json!([[2, 1], [1, 2]]), "1 2"));
        assert!(draft.get("picture").is_none() && NonogramEditor.sketch(&draft).is_none());
    }
}
