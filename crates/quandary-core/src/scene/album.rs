//! Scenes of one board for one page: what they share is drawn once.
//!
//! The steps of a large board are hundreds of pictures of 900 cells each, and most cells look alike. So every look that a
//! cell has is defined once, and pictures only say where it is (`<use>`). The clues, the walls and what is below
//! are defined once as well. Every so often a *state* of the board is defined, as the state before it and the cells that have
//! changed since; a picture is the last state, and over it the cells that look different by then. No script is needed, and pictures can be printed.
//!
//! A scene that does not fit (of another size, or with things drawn on the board) is drawn in full.

use std::collections::HashMap;
use std::fmt::Write as _;

use super::sheet::{Sheet, short};
use super::svg::{EDGE, Frame, render_inside};
use super::{Paint, Scene, SceneCell, Tint};

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
    /// An album of scenes that have the size, the clues and the walls of this one.
    pub fn new(first: Scene) -> Self {
        let frame = Frame::new(&first, "");
        let mut definitions = String::new();
        let mut define = |name: &str, draw: &mut dyn FnMut(&mut Sheet)| {
            let mut sheet = Sheet::new("", "");
            draw(&mut sheet);
            let _ = write!(definitions, "<g id=\"album-{name}\" class=\"quandary\">\n{}</g>\n", sheet.body());
        };
        let plain = Scene { tinted_clues: Vec::new(), captions: Vec::new(), ..first.clone() };
        define("clues", &mut |sheet| Frame::new(&plain, "album-").clues(sheet));
        define("walls", &mut |sheet| frame.walls(sheet));
        let mut bottom = 0.0;
        define("foot", &mut |sheet| bottom = frame.labels(sheet));
        let (width, height) = Frame::new(&plain, "").captions(bottom, &mut Sheet::new("", ""));
        Album {
            first,
            looks: HashMap::new(),
            state: Vec::new(),
            states: 0,
            in_full: 0,
            definitions,
            width: width + EDGE,
            height: height + EDGE,
        }
    }

    /// A picture of a scene, with a name for screen readers.
    pub fn picture(&mut self, scene: &Scene, name: &str) -> String {
        if !self.fits(scene) {
            self.in_full += 1;
            return render_inside(scene, &format!("whole{}-", self.in_full));
        }
        let frame = Frame::new(scene, "");
        let plain: Vec<Option<usize>> = self.looks_of(scene, &frame, |cell| SceneCell { tint: Tint::None, ..cell });
        let changes = plain.iter().zip(&self.state).filter(|(new, old)| new != old).count();
        if self.state.is_empty() || changes > MOST_CHANGES {
            self.define_state(plain, &frame);
        }
        let looks = self.looks_of(scene, &frame, |cell| cell);
        let mut sheet = Sheet::new(name, "");
        frame.washes(&mut sheet);
        let mut used = String::from("<use href=\"#album-clues\"/>\n");
        let _ = writeln!(used, "<use href=\"#album-state{}\"/>", self.states);
        for (place, &look) in looks.iter().enumerate().filter(|&(place, look)| *look != self.state[place]) {
            used += &placed(&frame, scene, place, look);
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
        sheet.finish_briefly(self.width, self.height)
    }

    /// Everything that the pictures use: once on the page, before or after them.
    pub fn definitions(&self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"0\" style=\"position:absolute\" \
             aria-hidden=\"true\"><defs>\n{}</defs></svg>\n",
            self.definitions
        )
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

    /// The number of each cell's look, defined where it is new.
    fn looks_of(
        &mut self,
        scene: &Scene,
        frame: &Frame<'_>,
        seen: impl Fn(SceneCell) -> SceneCell,
    ) -> Vec<Option<usize>> {
        let most_abreast = scene.marks_abreast();
        let cells = scene.cells.cells().map(|at| {
            let cell = seen(scene.cells[at].clone());
            if cell.paint == Paint::Gap {
                return None;
            }
            let (is_bowl, is_surface) = (frame.is_bowl(at.row, at.column), frame.is_surface(at.row, at.column));
            let abreast = if cell.marks.is_empty() { 0 } else { most_abreast };
            let look = Look { cell, is_bowl, is_surface: is_surface && !is_bowl, abreast };
            let next = self.looks.len();
            let number = *self.looks.entry(look.clone()).or_insert(next);
            if number == next {
                let mut sheet = Sheet::new("", "");
                frame.cell_at_origin(at.row, at.column, &look.cell, &mut sheet);
                let _ = write!(self.definitions, "<g id=\"c{number}\" class=\"quandary\">\n{}</g>\n", sheet.body());
            }
            Some(number)
        });
        cells.collect()
    }

    fn define_state(&mut self, state: Vec<Option<usize>>, frame: &Frame<'_>) {
        self.states += 1;
        let _ = writeln!(self.definitions, "<g id=\"album-state{}\">", self.states);
        if self.states > 1 {
            let _ = writeln!(self.definitions, "<use href=\"#album-state{}\"/>", self.states - 1);
        }
        for (place, &look) in state.iter().enumerate().filter(|&(place, look)| self.state.get(place) != Some(look)) {
            self.definitions += &placed(frame, &self.first, place, look);
        }
        self.definitions += "</g>\n";
        self.state = state;
    }
}

/// A look at its place.
fn placed(frame: &Frame<'_>, scene: &Scene, place: usize, look: Option<usize>) -> String {
    let Some(look) = look else { return String::new() };
    let (row, column) = (place / scene.cells.columns(), place % scene.cells.columns());
    let (x, y) = frame.corner(row, column);
    format!("<use href=\"#c{look}\" x=\"{}\" y=\"{}\"/>\n", short(x), short(y))
}
