//! Setting a Nonogram: by its clues, or by painting its picture, from which the clues follow.
//!
//! The draft is the JSON notation, and the picture beside it while one is painted. Clues that are typed take the picture's place.
//! On a coloured board a number is followed by the letter of its colour, and the picture holds these letters.

use serde_json::{Value, json};

use crate::formats::JSON;
use crate::palette::{self, Colour};
use crate::{MAX_SIDE, Nonogram};
use quandary_core::edit::{
    Choice, Edit, EditError, Editor, Gesture, Line, Tool, line_of, lines_of, read_size, sizes_of,
};
use quandary_core::grid::Grid;
use quandary_core::picture::Picture;
use quandary_core::puzzle::Puzzle;
use quandary_core::read::Source;
use quandary_core::scene::Scene;
use quandary_core::solution::Solution;

/// Sets Nonograms.
pub(crate) struct NonogramEditor;

/// The colours to choose from, by their numbers.
const USUAL: std::ops::RangeInclusive<u8> = 1..=12;
const BLACK_NAME: &str = "black";
const FILLED: char = '#';
const EMPTY: char = '.';

impl Editor for NonogramEditor {
    fn sizes(&self) -> Vec<(&'static str, String)> {
        sizes_of(&["10x10", "5x5", "15x15", "20x20", "25x25", "30x30", "50x50"])
    }

    fn blank(&self, size: &str) -> Result<Value, EditError> {
        let (rows, columns) = read_size(size, MAX_SIDE)?;
        let none = |lines: usize| vec![json!([]); lines];
        Ok(json!({ "family": "nonogram", "rows": none(rows), "columns": none(columns) }))
    }

    fn tools(&self, draft: &Value) -> Vec<Tool> {
        let colours = colours(draft);
        let clue_hint = match colours.is_empty() {
            true => "Type the clue of each line: 5 2",
            false => "Type the clue of each line, with the letter of its colour behind each number: 5r 2k",
        };
        let label = |colour: &Colour| format!("{} ({})", colour.name, colour.letter);
        let brush = |colour: &Colour| Choice {
            fill: Some(colour.hex()),
            ..Choice::new(colour.letter.to_string(), label(colour))
        };
        let mut brushes: Vec<Choice> = colours.iter().map(brush).collect();
        if brushes.is_empty() {
            brushes.push(Choice::new(FILLED, "Fill"));
        }
        brushes.push(Choice::new(EMPTY, "Clear"));
        let own = colours.iter().map(|colour| Choice {
            fill: Some(colour.hex()),
            ..Choice::new(colour.name.clone(), label(colour)).set(true)
        });
        let others = USUAL.map(Colour::usual).filter(|usual| !colours.iter().any(|own| own.name == usual.name));
        let others =
            others.map(|usual| Choice { fill: Some(usual.hex()), ..Choice::new(usual.name.clone(), usual.name) });
        vec![
            Tool::new("clues", "Clues", clue_hint, Gesture::Lines),
            Tool::new("paint", "Paint", "Paint the picture: the clues follow from it.", Gesture::Stroke).with(brushes),
            Tool::new("image", "From an image", "Choose an image: the clues follow from it.", Gesture::Image),
            Tool::new("colours", "Colours", "Switch colours on and off.", Gesture::Board).with(own.chain(others)),
        ]
    }

    fn lines(&self, draft: &Value) -> Vec<Line> {
        let colours = colours(draft);
        let word = |block: &Value| match block_of(block) {
            Some((length, colour)) => match colours.get(colour - 1) {
                Some(colour) => format!("{}{}", shown(&length), colour.letter),
                None => shown(&length),
            },
            None => block.to_string(),
        };
        let texts = |key: &str| -> Vec<String> {
            let words = |clue: &Value| clue.as_array().into_iter().flatten().map(word).collect::<Vec<_>>();
            draft[key].as_array().into_iter().flatten().map(|clue| words(clue).join(" ")).collect()
        };
        lines_of(&texts("rows"), &texts("columns"))
    }

    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), EditError> {
        match edit.tool.as_str() {
            "clues" => {
                let (key, at) = line_of(edit)?;
                let clue = read_clue(&edit.value, &colours(draft))?;
                *draft[key].get_mut(at).ok_or("there is no such line")? = clue;
                if let Some(fields) = draft.as_object_mut() {
                    fields.remove("picture");
                }
            }
            "paint" => {
                let (rows, columns) = size(draft);
                let mut picture = picture(draft).unwrap_or_else(|| Grid::filled(rows, columns, 0));
                let symbol = edit.value.chars().next().unwrap_or(EMPTY);
                for &cell in edit.cells.iter().filter(|cell| cell.row < rows && cell.column < columns) {
                    picture[cell] = number_of(symbol, &colours(draft));
                }
                put(draft, &picture);
            }
            "image" => {
                let (rows, columns) = size(draft);
                let image = Picture::read(&edit.value).map_err(|error| error.to_string())?.scaled(rows, columns);
                let colours = colours(draft);
                let picture = match colours.is_empty() {
                    true => image.dark(None).map(|&is_dark| u8::from(is_dark)),
                    false => image.pixels.map(|&pixel| nearest(pixel, background(draft), &colours)),
                };
                put(draft, &picture);
            }
            "colours" => switch_colour(draft, &edit.value)?,
            other => return Err(EditError::NoSuchTool(other.to_owned())),
        }
        Ok(())
    }

    fn sketch(&self, draft: &Value) -> Option<Scene> {
        let picture = picture(draft)?;
        let board: Nonogram = (JSON.read)(&Source::from_text(draft.to_string())).ok()?;
        Some(board.scene(Some(&Solution::Grid(picture))))
    }
}

fn size(draft: &Value) -> (usize, usize) {
    let count = |key: &str| draft[key].as_array().map_or(0, Vec::len);
    (count("rows"), count("columns"))
}

/// The colours of a draft; none where it is black and white.
fn colours(draft: &Value) -> Vec<Colour> {
    let colour = |(number, declared): (u8, &Value)| {
        let usual = Colour::usual(number);
        let letter = declared["letter"].as_str().and_then(|letter| letter.chars().next()).unwrap_or(usual.letter);
        let name = declared["name"].as_str().map_or(usual.name, str::to_owned);
        let paint = declared["paint"].as_str().and_then(palette::hex).or_else(|| palette::named(&name));
        Colour { letter, name, paint: paint.unwrap_or(usual.paint) }
    };
    (1..).zip(draft["colours"].as_array().into_iter().flatten()).map(colour).collect()
}

fn background(draft: &Value) -> [u8; 3] {
    draft["background"].as_str().and_then(palette::hex).unwrap_or(palette::WHITE)
}

/// Length (a number, or `?`) and colour of a block, colours counted from 1.
fn block_of(block: &Value) -> Option<(Value, usize)> {
    let length = |value: &Value| (value.is_u64() || value == "?").then(|| value.clone());
    match block.as_array().map(Vec::as_slice) {
        Some([first, colour]) => Some((length(first)?, usize::try_from(colour.as_u64()?).ok()?.max(1))),
        _ => Some((length(block)?, 1)),
    }
}

/// How a length is written.
fn shown(length: &Value) -> String {
    length.as_str().map_or_else(|| length.to_string(), str::to_owned)
}

/// Reads a clue: numbers, each with the letter of its colour behind it on a coloured board.
fn read_clue(text: &str, colours: &[Colour]) -> Result<Value, EditError> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '?').filter(|word| !word.is_empty());
    let mut blocks = Vec::new();
    for word in words {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit() && c != '?');
        let number = || digits.parse().map(|length: u64| json!(length));
        let length = if digits == "?" { Ok(json!("?")) } else { number() };
        let length = length.map_err(|_| format!("'{word}' is not part of a clue: expected a number, or '?'"))?;
        let letter = &word[digits.len()..];
        let number = match letter.is_empty() {
            true => 1,
            false => {
                1 + colours
                    .iter()
                    .position(|colour| colour.letter.to_string() == letter)
                    .ok_or_else(|| format!("'{letter}' is not a colour of this board: switch it on under Colours"))?
            }
        };
        match (&length, colours.is_empty()) {
            (length, _) if *length == 0 => {}
            (_, true) => blocks.push(json!(length)),
            (_, false) => blocks.push(json!([length, number])),
        }
    }
    Ok(blocks.into())
}

/// Switches a colour on, or off where no clue uses it.
fn switch_colour(draft: &mut Value, name: &str) -> Result<(), EditError> {
    let mut colours = colours(draft);
    let picture = picture(draft);
    let off = colours.iter().position(|colour| colour.name == name);
    match off {
        None => {
            let found = USUAL.map(Colour::usual).find(|usual| usual.name == name);
            let found = found.ok_or_else(|| format!("there is no colour called '{name}'"))?;
            if colours.is_empty() && found.name != BLACK_NAME {
                colours.push(with_letter(Colour::usual(1), &[]));
            }
            let found = with_letter(found, &colours);
            colours.push(found);
        }
        Some(off) => {
            let mut clues = ["rows", "columns"].into_iter().flat_map(|key| draft[key].as_array()).flatten();
            let uses = |block: &Value| block_of(block).is_some_and(|(_, colour)| colour == off + 1);
            if clues.any(|clue| clue.as_array().is_some_and(|clue| clue.iter().any(uses))) {
                return Err(format!("{name} is used in a clue").into());
            }
            colours.remove(off);
            for key in ["rows", "columns"] {
                let clues = draft[key].as_array_mut().into_iter().flatten();
                for block in clues.flat_map(|clue| clue.as_array_mut().into_iter().flatten()) {
                    if let Some((length, colour)) = block_of(block).filter(|&(_, colour)| colour > off) {
                        *block = json!([length, colour - 1]);
                    }
                }
            }
        }
    }
    let is_black = matches!(&colours[..], [only] if only.name == BLACK_NAME);
    let declared = |one: &Colour| json!({ "letter": one.letter.to_string(), "name": one.name, "paint": one.hex() });
    let own: Vec<Value> = if is_black { Vec::new() } else { colours.iter().map(declared).collect() };
    if let Some(fields) = draft.as_object_mut() {
        match own.is_empty() {
            true => drop(fields.remove("colours")),
            false => drop(fields.insert("colours".to_owned(), own.into())),
        }
    }
    if let Some(picture) = picture {
        let moved = |&number: &u8| number - u8::from(off.is_some_and(|off| usize::from(number) > off + 1));
        put(draft, &picture.map(moved));
    }
    Ok(())
}

/// A colour with a letter that is free: `k` for black, else one of its name.
fn with_letter(colour: Colour, taken: &[Colour]) -> Colour {
    let first = (colour.name == BLACK_NAME).then_some('k');
    let letters = first.into_iter().chain(colour.name.chars()).chain('a'..='z').filter(char::is_ascii_alphabetic);
    let letter = letters.into_iter().find(|&letter| taken.iter().all(|other| other.letter != letter));
    Colour { letter: letter.unwrap_or(colour.letter), ..colour }
}

/// The colour that is nearest to a pixel; 0 is the background.
fn nearest(pixel: [u8; 3], background: [u8; 3], colours: &[Colour]) -> u8 {
    let paints = (0..).zip([background].into_iter().chain(colours.iter().map(|colour| colour.paint)));
    paints.min_by_key(|&(_, paint)| palette::distance(pixel, paint)).map_or(0, |(number, _)| number)
}

/// The number of the colour that a symbol of a picture stands for; 0 is empty.
fn number_of(symbol: char, colours: &[Colour]) -> u8 {
    match symbol {
        FILLED => 1,
        _ => (1..).zip(colours).find(|(_, colour)| colour.letter == symbol).map_or(0, |(number, _)| number),
    }
}

/// The picture that is being painted: numbers of colours, 0 for empty.
fn picture(draft: &Value) -> Option<Grid<u8>> {
    let ((rows, columns), colours) = (size(draft), colours(draft));
    let lines = draft["picture"].as_array()?;
    let symbols = lines.iter().filter_map(Value::as_str).flat_map(str::chars);
    Grid::from_values(rows, columns, symbols.map(|symbol| number_of(symbol, &colours)).collect())
}

/// Puts a picture into a draft, with the clues that follow from it.
fn put(draft: &mut Value, picture: &Grid<u8>) {
    let colours = colours(draft);
    let runs = |line: &[u8]| -> Value {
        let runs = line.chunk_by(|a, b| a == b).filter(|run| run[0] > 0);
        runs.map(|run| if colours.is_empty() { json!(run.len()) } else { json!([run.len(), run[0]]) }).collect()
    };
    let column = |column: usize| -> Vec<u8> { picture.column(column).copied().collect() };
    let symbol = |&number: &u8| match (number, colours.get(usize::from(number).saturating_sub(1))) {
        (0, _) => EMPTY,
        (_, Some(colour)) => colour.letter,
        (_, None) => FILLED,
    };
    draft["rows"] = picture.iter_rows().map(runs).collect();
    draft["columns"] = (0..picture.columns()).map(|at| runs(&column(at))).collect();
    draft["picture"] = picture.iter_rows().map(|row| Value::from(row.iter().map(symbol).collect::<String>())).collect();
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

    fn edited(
        draft: &mut Value,
        tool: &str,
        cells: &[(usize, usize)],
        line: Option<&str>,
        value: &str,
    ) -> Result<(), EditError> {
        let cells = cells.iter().map(|&(row, column)| Cell { row: row - 1, column: column - 1 }).collect();
        let edit = Edit { tool: tool.into(), cells, line: line.map(str::to_owned), value: value.into() };
        NonogramEditor.apply(draft, &edit)
    }

    #[test]
    fn coloured_clues_are_typed_with_letters_and_colours_are_switched_off_only_where_no_clue_uses_them() {
        let mut draft = NonogramEditor.blank("1x4").unwrap();
        assert!(edited(&mut draft, "clues", &[], Some("row1"), "2r").is_err(), "the board is black and white");
        for colour in ["green", "red"] {
            edited(&mut draft, "colours", &[], None, colour).unwrap();
        }
        edited(&mut draft, "clues", &[], Some("row1"), "2r 1k").unwrap();
        assert_eq!(
            (&draft["rows"], NonogramEditor.lines(&draft)[0].text.as_str()),
            (&json!([[[2, 3], [1, 1]]]), "2r 1k")
        );
        assert_eq!(edited(&mut draft, "colours", &[], None, "red").unwrap_err().to_string(), "red is used in a clue");
        edited(&mut draft, "colours", &[], None, "green").unwrap();
        assert_eq!(
            (&draft["rows"], NonogramEditor.lines(&draft)[0].text.as_str()),
            (&json!([[[2, 2], [1, 1]]]), "2r 1k")
        );
        assert!((JSON.read)(&Source::from_text(draft.to_string())).is_ok());
    }

    #[test]
    fn a_picture_is_painted_in_colours_and_keeps_them_when_another_is_switched_off() {
        let mut draft = NonogramEditor.blank("1x4").unwrap();
        edited(&mut draft, "paint", &[(1, 1)], None, "#").unwrap();
        for colour in ["green", "red"] {
            edited(&mut draft, "colours", &[], None, colour).unwrap();
        }
        edited(&mut draft, "paint", &[(1, 2), (1, 3)], None, "r").unwrap();
        edited(&mut draft, "colours", &[], None, "green").unwrap();
        assert_eq!((&draft["picture"], &draft["rows"]), (&json!(["krr."]), &json!([[[1, 1], [2, 2]]])));
        assert!(NonogramEditor.sketch(&draft).is_some());
        edited(&mut draft, "paint", &[(1, 2), (1, 3)], None, ".").unwrap();
        edited(&mut draft, "colours", &[], None, "red").unwrap();
        assert_eq!((&draft["picture"], &draft["rows"]), (&json!(["#..."]), &json!([[1]])));
        assert!(draft.get("colours").is_none());
    }
}
