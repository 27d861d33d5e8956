//! Setting a Ball or Water Sort: bottles are filled from the bottom up.
//!
//! The draft is the JSON notation. While balls are missing it is not a puzzle yet, and is shown as it is.

use serde_json::{Value, json};

use super::formats::read_json;
use super::paint::paints;
use super::{BallSort, Goal, HIDDEN, MAX_CAPACITY, Rule, rule_named};
use quandary_core::Credits;
use quandary_core::edit::{Choice, Edit, EditError, Editor, Gesture, Tool, read_size};
use quandary_core::puzzle::{Cell, Puzzle};
use quandary_core::read::Source;
use quandary_core::scene::Scene;

/// Sets Ball and Water Sorts.
pub(crate) struct BallSortEditor;

/// What the colours of a new board are called.
const COLOURS: [&str; 14] = [
    "red", "blue", "green", "yellow", "orange", "purple", "pink", "brown", "cyan", "lime", "grey", "navy", "magenta",
    "white",
];
/// The word for a hidden ball.
const HIDDEN_WORD: &str = "?";
/// What a bottle holds where a draft does not say it.
const USUAL_CAPACITY: usize = 4;
/// The words for a larger and a smaller bottle.
const TALLER: &str = "taller";
const SHORTER: &str = "shorter";
/// The most bottles that are drawn by hand.
const MAX_BOTTLES: usize = 40;

impl Editor for BallSortEditor {
    fn sizes(&self) -> Vec<(&'static str, String)> {
        let sizes = ["5x4", "7x4", "9x4", "12x4", "14x4", "7x5"];
        sizes.into_iter().map(|size| (size, size.replace('x', " bottles of "))).collect()
    }

    fn dimensions(&self) -> &'static [&'static str] {
        &["Bottles", "Balls in each"]
    }

    fn blank(&self, size: &str) -> Result<Value, EditError> {
        let (bottles, capacity) = read_size(size, MAX_BOTTLES)?;
        let capacity = capacity.min(MAX_CAPACITY);
        Ok(json!({ "family": "ballsort", "capacity": capacity, "bottles": vec![json!([]); bottles], "rule": "ball" }))
    }

    fn tools(&self, draft: &Value) -> Vec<Tool> {
        let names = names(draft);
        let looks = unchecked(draft, &names).map(|board| paints(&board)).unwrap_or_default();
        let ball = |(place, name): (usize, &String)| Choice {
            fill: looks.get(place).and_then(|paint| paint.hex()),
            ..Choice::new(name, name)
        };
        let others = [Choice::new(HIDDEN_WORD, "Hidden"), Choice::new("", "Remove the top ball")];
        let each = capacities(draft);
        let heights =
            (2..=8usize).map(|of| Choice::new(of.to_string(), of.to_string()).set(each.iter().all(|&one| one == of)));
        let other = [Choice::new(TALLER, "Taller"), Choice::new(SHORTER, "Shorter")];
        let rules = super::RULES
            .iter()
            .map(|&(name, ..)| Choice::new(name, name).set(draft["rule"].as_str().unwrap_or("ball") == name));
        vec![
            Tool::new("ball", "Balls", "Choose a colour, then touch the bottles that it goes into.", Gesture::Stamp)
                .with(names.iter().enumerate().map(ball).chain(others)),
            Tool::new("bottles", "Bottles", "Add an empty bottle, or remove the last one.", Gesture::Board)
                .with([Choice::new("add", "Add a bottle"), Choice::new("remove", "Remove the last one")]),
            Tool::new("capacity", "Height", "How many balls a bottle holds.", Gesture::Board).with(heights),
            Tool::new("size", "One bottle", "Touch a bottle to make it taller or shorter.", Gesture::Stamp).with(other),
            Tool::new("rule", "Rule", "How balls are moved, and what is the goal.", Gesture::Board).with(rules),
        ]
    }

    fn places(&self, draft: &Value) -> Option<Vec<Vec<Cell>>> {
        let each = capacities(draft);
        let rows = each.iter().copied().max().unwrap_or(0);
        let bottle =
            |(at, &of): (usize, &usize)| (rows - of..rows).rev().map(|row| Cell { row, column: 2 * at }).collect();
        Some(each.iter().enumerate().map(bottle).collect())
    }

    fn place_name(&self, place: usize) -> Option<String> {
        Some(format!("Bottle {}", place + 1))
    }

    fn apply(&self, draft: &mut Value, edit: &Edit) -> Result<(), EditError> {
        let mut stacks = bottles(draft);
        let mut each = capacities(draft);
        match edit.tool.as_str() {
            "ball" => {
                for cell in &edit.cells {
                    let at = cell.column / 2;
                    let stack = stacks.get_mut(at).ok_or("there is no such bottle")?;
                    match edit.value.as_str() {
                        "" => drop(stack.pop()),
                        _ if stack.len() >= each[at] => return Err(format!("bottle {} is full", at + 1).into()),
                        name => stack.push(name.to_owned()),
                    }
                }
            }
            "bottles" if edit.value == "add" && stacks.len() < MAX_BOTTLES => {
                stacks.push(Vec::new());
                each.push(each.iter().copied().max().unwrap_or(USUAL_CAPACITY));
            }
            "bottles" if edit.value == "remove" && stacks.len() > 1 => {
                stacks.pop();
                each.pop();
            }
            "bottles" => return Err(format!("a board has 1 to {MAX_BOTTLES} bottles").into()),
            "capacity" => {
                let capacity = edit.value.parse::<usize>().ok().filter(|of| (1..=MAX_CAPACITY).contains(of));
                let capacity = capacity.ok_or_else(|| format!("a bottle holds 1 to {MAX_CAPACITY} balls"))?;
                stacks.iter_mut().for_each(|stack| stack.truncate(capacity));
                each.fill(capacity);
            }
            "size" => {
                for cell in &edit.cells {
                    let at = cell.column / 2;
                    let (stack, of) = stacks.get_mut(at).zip(each.get_mut(at)).ok_or("there is no such bottle")?;
                    let size = if edit.value == TALLER { *of + 1 } else { *of - 1 };
                    if !(1..=MAX_CAPACITY).contains(&size) {
                        return Err(format!("a bottle holds 1 to {MAX_CAPACITY} balls").into());
                    }
                    *of = size;
                    stack.truncate(size);
                }
            }
            "rule" => {
                rule_named(&edit.value).ok_or_else(|| EditError::NoSuchRule(edit.value.clone()))?;
                draft["rule"] = edit.value.clone().into();
            }
            other => return Err(EditError::NoSuchTool(other.to_owned())),
        }
        // A lock needs the bottles that it was made for.
        if let Some(fields) = draft.as_object_mut() {
            if edit.tool == "bottles" {
                fields.remove("locks");
            }
            fields.remove("capacity");
            fields.remove("capacities");
        }
        match each.iter().all(|of| *of == each[0]) {
            true => draft["capacity"] = each.first().copied().unwrap_or(USUAL_CAPACITY).into(),
            false => draft["capacities"] = json!(each),
        }
        draft["bottles"] = json!(stacks);
        Ok(())
    }

    fn sketch(&self, draft: &Value) -> Option<Scene> {
        match read_json(&Source::from_text(draft.to_string())) {
            Ok(_) => None,
            Err(_) => Some(unchecked(draft, &names(draft))?.scene(None)),
        }
    }
}

/// What each bottle holds.
fn capacities(draft: &Value) -> Vec<usize> {
    let number = |value: &Value| value.as_u64().map(|of| (of as usize).clamp(1, MAX_CAPACITY));
    let one = number(&draft["capacity"]).unwrap_or(USUAL_CAPACITY);
    (0..bottles(draft).len()).map(|at| number(&draft["capacities"][at]).unwrap_or(one)).collect()
}

/// The balls of each bottle by name, from the bottom up.
fn bottles(draft: &Value) -> Vec<Vec<String>> {
    let word = |ball: &Value| ball.as_str().map_or_else(|| ball.to_string(), str::to_owned);
    let stack = |bottle: &Value| bottle.as_array().into_iter().flatten().map(word).collect();
    draft["bottles"].as_array().into_iter().flatten().map(stack).collect()
}

/// The colours to choose from: those of the board first, then more of the same kind.
fn names(draft: &Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in bottles(draft).into_iter().flatten().filter(|name| name != HIDDEN_WORD) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let is_numbered = !names.is_empty() && names.iter().all(|name| name.parse::<u32>().is_ok());
    let more: Vec<String> = match is_numbered {
        true => (1..=COLOURS.len() as u32).map(|number| number.to_string()).collect(),
        false => COLOURS.map(str::to_owned).to_vec(),
    };
    for name in more {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(200);
    names
}

/// The board that a draft would be, complete or not.
fn unchecked(draft: &Value, names: &[String]) -> Option<BallSort> {
    let colour = |name: &String| match names.iter().position(|known| known == name) {
        Some(place) => place as u8 + 1,
        None => HIDDEN,
    };
    let bottles: Vec<Vec<u8>> = bottles(draft).iter().map(|stack| stack.iter().map(colour).collect()).collect();
    let (rule, goal) = draft["rule"].as_str().and_then(rule_named).unwrap_or((Rule::Ball, Goal::Full));
    let mut capacities = capacities(draft);
    let fits = !bottles.is_empty() && bottles.iter().zip(&capacities).all(|(stack, &of)| stack.len() <= of);
    let names = names.to_vec();
    let capacity = capacities.iter().copied().max()?;
    if capacities.iter().all(|&of| of == capacity) {
        capacities.clear();
    }
    fits.then(|| BallSort {
        capacity,
        capacities,
        bottles,
        rule,
        goal,
        locks: Vec::new(),
        names,
        credits: Credits::NONE,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bottles_are_filled_from_the_bottom_up_until_the_board_is_complete() {
        let mut draft = BallSortEditor.blank("3x2").unwrap();
        let stamp = |draft: &mut Value, bottle: usize, value: &str| {
            let cells = vec![Cell { row: 0, column: 2 * bottle }];
            BallSortEditor.apply(draft, &Edit { tool: "ball".into(), cells, line: None, value: value.into() })
        };
        stamp(&mut draft, 0, "red").unwrap();
        assert!(BallSortEditor.sketch(&draft).is_some(), "one red ball is not a puzzle yet");
        for (bottle, colour) in [(0, "blue"), (1, "blue"), (1, "red")] {
            stamp(&mut draft, bottle, colour).unwrap();
        }
        assert_eq!(stamp(&mut draft, 1, "red").unwrap_err().to_string(), "bottle 2 is full");
        assert!(BallSortEditor.sketch(&draft).is_none());
        assert_eq!(draft["bottles"], json!([["red", "blue"], ["blue", "red"], []]));
        stamp(&mut draft, 0, "").unwrap();
        assert!(BallSortEditor.sketch(&draft).is_some());
    }

    #[test]
    fn a_bottle_is_made_taller_and_shorter_by_itself() {
        let mut draft = BallSortEditor.blank("3x2").unwrap();
        let touch = |draft: &mut Value, bottle: usize, tool: &str, value: &str| {
            let cells = vec![Cell { row: 1, column: 2 * bottle }];
            BallSortEditor.apply(draft, &Edit { tool: tool.into(), cells, line: None, value: value.into() })
        };
        for (bottle, colour) in [(0, "red"), (0, "blue"), (1, "blue"), (1, "red")] {
            touch(&mut draft, bottle, "ball", colour).unwrap();
        }
        touch(&mut draft, 1, "size", TALLER).unwrap();
        assert_eq!(draft["capacities"], json!([2, 3, 2]));
        assert!(BallSortEditor.sketch(&draft).is_none(), "2 and 2 balls fill the bottles of 2");
        let places = BallSortEditor.places(&draft).unwrap();
        assert_eq!(places.iter().map(Vec::len).collect::<Vec<_>>(), [2, 3, 2]);
        assert_eq!(places[0], [Cell { row: 2, column: 0 }, Cell { row: 1, column: 0 }]);
        touch(&mut draft, 1, "ball", "red").unwrap();
        assert!(BallSortEditor.sketch(&draft).is_none(), "and 2 and 3 fill one of each");
        touch(&mut draft, 1, "size", SHORTER).unwrap();
        assert_eq!((&draft["capacity"], draft.get("capacities")), (&json!(2), None));
        touch(&mut draft, 0, "size", SHORTER).unwrap();
        assert!(touch(&mut draft, 0, "size", SHORTER).is_err());
    }
}
