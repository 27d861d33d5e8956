//! `edit`: a puzzle set by hand, gesture by gesture.
//!
//! The state of the editor is a draft, the puzzle in its JSON notation, which may be incomplete; the caller keeps it and sends it
//! with the next edit. The family knows what its tools do ([`Editor`]); adding clues until a puzzle is unique, and removing
//! those that it does not need, is the same for all families.

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::catalogue::find;
use super::play::{setup, text_of};
use super::request::Request;
use super::steps::json_of;
use super::words::count;
use super::{Error, Families};
use quandary_core::edit::{Edit, EditError, Editor, Line, Tool};
use quandary_core::play::Setup;
use quandary_core::puzzle::{Cell, Family, Puzzle};
use quandary_core::read::Source;
use quandary_core::scene::{Paint, Scene, svg};
use quandary_core::verdict::{Ask, Budget, Verdict};

/// What `edit` can be asked for. Without a draft and without a puzzle it begins with an empty board.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct EditOptions {
    /// The size of an empty board.
    pub size: Option<String>,
    /// The draft so far.
    pub draft: Option<Value>,
    /// What was done to it.
    pub edits: Vec<Edit>,
    /// What to do about its clues after that.
    pub clues: Option<ClueGoal>,
}

/// What to do about the clues of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ClueGoal {
    /// Add clues until there is one solution.
    Add,
    /// Remove clues as long as there is one solution.
    Remove,
}

/// The answer to `edit`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Edited {
    /// The family.
    pub family: &'static str,
    /// The family's name as people write it.
    pub title: &'static str,
    /// The draft, for the next edit.
    pub draft: Value,
    /// The puzzle in its JSON notation, once the draft is complete.
    pub puzzle: Option<String>,
    /// What is missing or wrong, as long as it is not.
    pub fault: Option<String>,
    /// What was done about the clues.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The picture as SVG.
    pub svg: String,
    /// What can be touched: the cells of each place.
    pub places: Vec<Vec<Cell>>,
    /// What each place is called, with its clues where the draft can be read.
    pub names: Vec<String>,
    /// What is in each place, in words.
    pub contents: Vec<String>,
    /// How many places are side by side.
    pub columns: usize,
    /// What can be done.
    pub tools: Vec<Tool>,
    /// The texts beside the board.
    pub lines: Vec<Line>,
    /// Whether clues can be added and removed one by one.
    pub has_single_clues: bool,
    /// Sizes to begin with, each with what it is called.
    pub sizes: Vec<[String; 2]>,
    /// What the numbers of a size are called, for other sizes.
    pub dimensions: &'static [&'static str],
}

/// A draft of a family.
struct Draft {
    family: &'static dyn Family,
    editor: &'static dyn Editor,
    value: Value,
}

/// Edits a puzzle of the family that the request names, or the puzzle in it.
pub(super) fn edit(
    families: Families,
    request: &Request,
    options: EditOptions,
    budget: &Budget,
) -> Result<Edited, Error> {
    let budget = &budget.begin();
    let EditOptions { size, draft, edits, clues } = options;
    let mut draft = match (draft, request.puzzle.is_some()) {
        (None, true) => {
            let puzzle = request.read(families)?;
            let value = serde_json::from_str(json_of(puzzle.board()).get());
            Draft::new(puzzle.board().family(), value.map_err(|error| Error::internal(error.to_string()))?)?
        }
        (draft, _) => {
            let name = request.family.as_deref().ok_or_else(|| {
                Error::bad_request("edit needs the name of a family, or a puzzle").help(r#"send {"family": "…"}"#)
            })?;
            let family = find(families, name)?;
            let begun = Draft::new(family, Value::Null)?;
            let blank = || {
                let usual = begun.editor.sizes().first().map(|size| size.0);
                let size = size.as_deref().or(usual).unwrap_or_default();
                begun.editor.blank(size).map_err(refused)
            };
            Draft { value: draft.map_or_else(blank, Ok)?, ..begun }
        }
    };
    for edit in &edits {
        draft.editor.apply(&mut draft.value, edit).map_err(refused)?;
    }
    let message = match clues {
        None => None,
        Some(ClueGoal::Add) => Some(draft.add_clues(budget)?),
        Some(ClueGoal::Remove) => Some(draft.remove_clues(budget)?),
    };
    draft.shown(message, budget)
}

/// An edit that is not possible, as the answer to a request.
fn refused(why: EditError) -> Error {
    Error::unprocessable(why.to_string())
}

impl Draft {
    fn new(family: &'static dyn Family, value: Value) -> Result<Self, Error> {
        let editor = family.editor().ok_or_else(|| {
            Error::unprocessable(format!("there is no editor for {} boards", family.title()))
                .help(format!("write one as text instead: 'quandary families {}' shows how", family.name()))
        })?;
        Ok(Draft { family, editor, value })
    }

    /// The puzzle, or what is wrong with the draft.
    fn read(&self) -> Result<Box<dyn Puzzle>, String> {
        let json = self.family.notation("json").ok_or("the family has no JSON notation")?;
        json.read(&Source::from_text(self.value.to_string())).map_err(|error| error.message)
    }

    fn with(&self, edit: &Edit) -> Option<Draft> {
        let mut draft = Draft { value: self.value.clone(), ..*self };
        draft.editor.apply(&mut draft.value, edit).ok()?;
        Some(draft)
    }

    /// Adds clues of one solution, each of which rules another solution out.
    fn add_clues(&mut self, budget: &Budget) -> Result<String, Error> {
        let mut added = 0;
        loop {
            let puzzle = self.read().map_err(Error::unprocessable)?;
            let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
            let (first, second) = match (&outcome.verdict, &outcome.solutions[..]) {
                (Verdict::Multiple, [first, second, ..]) => (first, second),
                (Verdict::Unique, _) if added == 0 => return Ok("It has exactly one solution already.".to_owned()),
                (Verdict::Unique, _) => {
                    return Ok(format!("{} added: now it has exactly one solution.", count(added, "clue")));
                }
                (Verdict::Impossible(conflict), _) => return Err(Error::unprocessable(conflict.message.clone())),
                (Verdict::Unknown(why), _) => return Err(Error::budget(*why)),
                _ => return Err(Error::unprocessable("clues cannot be added to this puzzle")),
            };
            let rules_out = |edit: &Edit| {
                let after = self.with(edit)?;
                after.read().is_ok_and(|puzzle| puzzle.verify(second).is_err()).then_some(after)
            };
            let edits = self.editor.missing_clues(&self.value, first);
            // Not always the first one: clues would pile up in one corner.
            let from = (added as usize * 7) % edits.len().max(1);
            let next = edits[from..].iter().chain(&edits[..from]).find_map(rules_out);
            self.value = next.ok_or_else(|| Error::unprocessable("no clue is left that could be added"))?.value;
            added += 1;
        }
    }

    /// Removes clues as long as there is one solution.
    fn remove_clues(&mut self, budget: &Budget) -> Result<String, Error> {
        let is_unique = |draft: &Draft| {
            let ask = Ask { budget: budget.clone(), ..Ask::default() };
            draft.read().is_ok_and(|puzzle| puzzle.solve(&ask).verdict == Verdict::Unique)
        };
        if !is_unique(self) {
            return Err(Error::unprocessable("clues can be removed only from a puzzle with exactly one solution"));
        }
        let mut edits = self.editor.removable_clues(&self.value);
        // In an order that is the same each time and follows no line.
        edits.sort_by_key(|edit| scattered(&format!("{edit:?}")));
        let mut removed = 0;
        for edit in &edits {
            if let Some(after) = self.with(edit).filter(is_unique) {
                self.value = after.value;
                removed += 1;
            }
        }
        Ok(match removed {
            0 => "Every clue is needed.".to_owned(),
            _ => format!("{} removed. All remaining clues are needed.", count(removed, "clue")),
        })
    }

    fn shown(self, message: Option<String>, budget: &Budget) -> Result<Edited, Error> {
        let read = self.read();
        let mut scene = match (self.editor.sketch(&self.value), &read) {
            (Some(scene), _) => scene,
            (None, Ok(puzzle)) => puzzle.scene(None),
            (None, Err(fault)) => return Err(Error::unprocessable(fault.clone())),
        };
        scene.captions.clear();
        let svg = svg::render_within(&scene, &budget.for_showing()).map_err(Error::budget)?;
        let cells = || scene.cells.cells().filter(|&cell| scene.cells[cell].paint != Paint::Gap);
        let own = self.editor.places(&self.value);
        let abreast = if scene.fold == 0 { scene.cells.columns() } else { scene.fold };
        let is_abreast = |cells: &&Vec<Cell>| cells.first().is_some_and(|cell| cell.column < abreast);
        let columns = own.as_ref().map_or(abreast, |places| places.iter().filter(is_abreast).count());
        let places = own.unwrap_or_else(|| cells().map(|cell| vec![cell]).collect());
        let setup = if self.editor.place_name(0).is_none() {
            read.as_ref().ok().and_then(|puzzle| setup(&**puzzle))
        } else {
            None
        };
        let name = |(at, cells): (usize, &Vec<Cell>)| {
            let own = self.editor.place_name(at);
            own.unwrap_or_else(|| cells.first().map(|&cell| name_of(cell, at, setup.as_ref())).unwrap_or_default())
        };
        Ok(Edited {
            family: self.family.name(),
            title: self.family.title(),
            puzzle: read.as_ref().ok().and_then(|puzzle| text_of(&**puzzle)),
            fault: read.err(),
            message,
            svg,
            names: places.iter().enumerate().map(name).collect(),
            contents: places.iter().map(|cells| content(&scene, cells)).collect(),
            places,
            columns,
            tools: self.editor.tools(&self.value),
            lines: self.editor.lines(&self.value),
            has_single_clues: self.editor.has_single_clues(),
            sizes: sizes_of(self.editor),
            dimensions: self.editor.dimensions(),
            draft: self.value,
        })
    }
}

/// The name of a cell, as the player of the puzzle will hear it.
fn name_of(cell: Cell, at: usize, setup: Option<&Setup>) -> String {
    let Some(setup) = setup else { return format!("Row {}, column {}", cell.row + 1, cell.column + 1) };
    let note = setup.places.get(at).map(|place| &place.name);
    let names = [setup.row_names.get(cell.row), setup.column_names.get(cell.column), note];
    names.into_iter().flatten().filter(|name| !name.is_empty()).cloned().collect::<Vec<_>>().join(", ")
}

/// What is in the cells of a place, in words.
fn content(scene: &Scene, cells: &[Cell]) -> String {
    let said = |&cell: &Cell| {
        let cell = &scene.cells[cell];
        let marks = || cell.marks.iter().map(|mark| &*mark.text).collect::<Vec<_>>().join(" ");
        match cell.paint {
            Paint::Filled if cell.text.is_empty() => "filled".to_owned(),
            Paint::Wavy if cell.text.is_empty() => "water".to_owned(),
            _ if !cell.shown().is_empty() => cell.shown().into_owned(),
            _ if !cell.marks.is_empty() => format!("pencil marks {}", marks()),
            _ => String::new(),
        }
    };
    let all: Vec<String> = cells.iter().map(said).filter(|said| !said.is_empty()).collect();
    let order = if cells.len() > 1 { "from the bottom: " } else { "" };
    if all.is_empty() { "empty".to_owned() } else { format!("{order}{}", all.join(", ")) }
}

/// Sizes to begin with, each with what it is called.
pub(super) fn sizes_of(editor: &dyn Editor) -> Vec<[String; 2]> {
    editor.sizes().into_iter().map(|(size, label)| [size.to_owned(), label]).collect()
}

/// A number that looks like chance and depends on the text alone (FNV-1a).
fn scattered(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
