//! Scenes of one board for one page: what they share is drawn once.
//!
//! The steps of a large board are hundreds of pictures of 900 cells each, and most cells look alike. So every look that a
//! cell has is defined once, and pictures only say where it is (`<use>`). The clues, the walls and what is below
//! are defined once as well. Every so often a *state* of the board is defined, as the state before it and the cells that have
//! changed since; a picture is the last state, and over it the cells that look different by then. No script is needed, and pictures can be printed.
//!
//! A scene that does not fit (of another size, or with things drawn on the board) is drawn in full.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use super::sheet::{Sheet, short};
use super::svg::{EDGE, Frame, render_inside_within};
use super::{Paint, Scene, SceneCell, Tint};
use crate::verdict::{Budget, Stopped};

/// A new state is defined when more cells than this have changed since the last one.
const MOST_CHANGES: usize = 20;

/// What a cell looks like, wherever it is.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Look {
    cell: SceneCell,
    is_bowl: bool,
    is_surface: bool,
    abreast: usize,
}

/// Pictures of one board.
pub struct Album {
    first: Scene,
    /// The number of each look.
    looks: HashMap<Look, usize>,
    /// The looks of all cells in the last picture, without their tints; `None` for gaps. Most cells stay as they were.
    last: Vec<Option<(Look, usize)>>,
    /// The looks of all cells in the last state that was defined; `None` for gaps.
    state: Vec<Option<usize>>,
    states: usize,
    /// How many pictures were drawn in full, which need names of their own.
    in_full: usize,
    definitions: String,
    width: f64,
    height: f64,
}

impl Album {
    /// An album of scenes that have the size, the clues and the walls of this one. The error says what of the budget ran out
    /// before these were drawn.
    pub fn new(first: Scene, budget: &Budget) -> Result<Self, Stopped> {
        let frame = Frame::new(&first, "");
        let mut definitions = String::new();
        let mut define = |name: &str, draw: &mut dyn FnMut(&mut Sheet)| {
            let mut sheet = Sheet::new("", "").within(budget);
            draw(&mut sheet);
            let _ = write!(definitions, "<g id=\"album-{name}\" class=\"quandary\">\n{}</g>\n", sheet.body());
            sheet.stopped().map_or(Ok(()), Err)
        };
        let plain = Scene { tinted_clues: Vec::new(), captions: Vec::new(), ..first.clone() };
        define("clues", &mut |sheet| Frame::new(&plain, "album-").clues(sheet))?;
        define("walls", &mut |sheet| frame.walls(sheet))?;
        let mut bottom = 0.0;
        define("foot", &mut |sheet| bottom = frame.labels(sheet))?;
        let (width, height) = Frame::new(&plain, "").captions(bottom, &mut Sheet::new("", ""));
        Ok(Album {
            first,
            looks: HashMap::new(),
            last: Vec::new(),
            state: Vec::new(),
            states: 0,
            in_full: 0,
            definitions,
            width: width + EDGE,
            height: height + EDGE,
        })
    }

    /// A picture of a scene, with a name for screen readers. The error says what of the budget ran out before it
    /// was complete.
    pub fn picture(&mut self, scene: &Scene, name: &str, budget: &Budget) -> Result<String, Stopped> {
        if !self.fits(scene) {
            self.in_full += 1;
            return render_inside_within(scene, &format!("whole{}-", self.in_full), budget);
        }
        let frame = Frame::new(scene, "");
        self.see(scene, &frame, budget)?;
        let changes = self.last.iter().zip(&self.state).filter(|(new, old)| new.as_ref().map(number) != **old).count();
        if self.state.is_empty() || changes > MOST_CHANGES {
            self.define_state(&frame);
        }
        let mut sheet = Sheet::new(name, "");
        frame.washes(&mut sheet);
        let mut used = String::from("<use href=\"#album-clues\"/>\n");
        let _ = writeln!(used, "<use href=\"#album-state{}\"/>", self.states);
        for (place, cell) in scene.cells.values().iter().enumerate() {
            let Some((plain, plain_number)) = &self.last[place] else { continue };
            let look = match cell.tint {
                Tint::None => *plain_number,
                tint => {
                    let look = Look { cell: SceneCell { tint, ..plain.cell.clone() }, ..*plain };
                    define_look(look, place, &frame, &mut self.looks, &mut self.definitions)
                }
            };
            if Some(look) != self.state[place] {
                used += &placed(&frame, scene, place, look);
            }
        }
        used += "<use href=\"#album-walls\"/>";
        sheet.draw(format_args!("{used}"));
        frame.links(&mut sheet);
        match scene.labels == self.first.labels {
            true => sheet.draw(format_args!("<use href=\"#album-foot\"/>")),
            false => {
                frame.labels(&mut sheet);
            }
        }
        Ok(sheet.finish_briefly(self.width, self.height))
    }

    /// Everything that the pictures use: once on the page, before or after them.
    pub fn definitions(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\" \
             aria-hidden=\"true\"><defs>\n{}</defs></svg>\n",
            self.definitions
        )
    }

    /// How many bytes the definitions take.
    pub fn definition_bytes(&self) -> usize {
        self.definitions.len()
    }

    /// Whether a scene differs from the first in its cells, its tints and its labels only.
    fn fits(&self, scene: &Scene) -> bool {
        let first = &self.first;
        let size = |scene: &Scene| (scene.cells.rows(), scene.cells.columns());
        scene.overlays.is_empty()
            && size(scene) == size(first)
            && (&scene.row_clues, &scene.column_clues) == (&first.row_clues, &first.column_clues)
            && (&scene.above, &scene.left, &scene.key) == (&first.above, &first.left, &first.key)
    }

    /// Takes note of each cell's look without its tint, defined where it is new.
    fn see(&mut self, scene: &Scene, frame: &Frame<'_>, budget: &Budget) -> Result<(), Stopped> {
        let most_abreast = scene.marks_abreast();
        self.last.resize(scene.cells.values().len(), None);
        for (place, at) in scene.cells.cells().enumerate() {
            if at.column == 0 {
                budget.check()?;
            }
            let cell = &scene.cells[at];
            if cell.paint == Paint::Gap {
                self.last[place] = None;
                continue;
            }
            let is_bowl = frame.is_bowl(at.row, at.column);
            let is_surface = !is_bowl && frame.is_surface(at.row, at.column);
            let abreast = if cell.marks.is_empty() { 0 } else { most_abreast };
            let is_seen = self.last[place].as_ref().is_some_and(|(last, _)| {
                (last.is_bowl, last.is_surface, last.abreast) == (is_bowl, is_surface, abreast)
                    && (last.cell.paint, last.cell.ink) == (cell.paint, cell.ink)
                    && (&last.cell.text, &last.cell.marks) == (&cell.text, &cell.marks)
            });
            if !is_seen {
                let look = Look { cell: SceneCell { tint: Tint::None, ..cell.clone() }, is_bowl, is_surface, abreast };
                let number = define_look(look.clone(), place, frame, &mut self.looks, &mut self.definitions);
                self.last[place] = Some((look, number));
            }
        }
        Ok(())
    }

    fn define_state(&mut self, frame: &Frame<'_>) {
        let state: Vec<Option<usize>> = self.last.iter().map(|look| look.as_ref().map(number)).collect();
        self.states += 1;
        let _ = writeln!(self.definitions, "<g id=\"album-state{}\">", self.states);
        if self.states > 1 {
            let _ = writeln!(self.definitions, "<use href=\"#album-state{}\"/>", self.states - 1);
        }
        for (place, &look) in state.iter().enumerate().filter(|&(place, look)| self.state.get(place) != Some(look)) {
            if let Some(look) = look {
                self.definitions += &placed(frame, &self.first, place, look);
            }
        }
        self.definitions += "</g>\n";
        self.state = state;
    }
}

fn number((_, number): &(Look, usize)) -> usize {
    *number
}

/// The number of a look, which is defined where it is new.
fn define_look(
    look: Look,
    place: usize,
    frame: &Frame<'_>,
    looks: &mut HashMap<Look, usize>,
    definitions: &mut String,
) -> usize {
    let next = looks.len();
    match looks.entry(look) {
        Entry::Occupied(known) => *known.get(),
        Entry::Vacant(new) => {
            let mut sheet = Sheet::new("", "");
            frame.cell_at_origin(place, &new.key().cell, &mut sheet);
            let _ = write!(definitions, "<g id=\"c{next}\" class=\"quandary\">\n{}</g>\n", sheet.body());
            *new.insert(next)
        }
    }
}

/// A look at its place.
fn placed(frame: &Frame<'_>, scene: &Scene, place: usize, look: usize) -> String {
    let (row, column) = (place / scene.cells.columns(), place % scene.cells.columns());
    let (x, y) = frame.corner(row, column);
    format!("<use href=\"#c{look}\" x=\"{}\" y=\"{}\"/>\n", short(x), short(y))
}
