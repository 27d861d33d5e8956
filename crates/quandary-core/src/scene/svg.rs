//! A scene as an SVG picture.
//!
//! The picture is self-contained: its style is inside, for light and dark screens and for print, and it has a title and
//! a description for screen readers. Every cell is a group with the id `r1c1` (rows and columns counted from 1) and its role as
//! a class, every row of clues has the id `row1` and every column of clues `column1`, so that a page can add
//! pointers and keys.
//!
//! What a step is about is tinted. Each part has a colour and a ring of its own, so that no picture depends on colour alone:
//! dotted for what has to be known, double for what blocks others, thick for the cells of a pattern, dash-dotted for its
//! fins, plain for what follows, dashed for what is supposed, crossed for what is wrong.
//!
//! The cost is one pass over the cells.

mod clues;
mod marks;
mod outline;
mod walls;

use std::fmt::{self, Display};

use self::outline::Outline;
use super::overlay::Places;
use super::sheet::{self, Anchor, Place, Sheet, short, text_width};
use super::{Cell, Ink, Mark, Paint, Scene, SceneCell, Tint, Wall};
use crate::verdict::{Budget, Stopped};

/// The side of a cell.
const CELL: f64 = 36.0;
/// The width of a column that is only space.
const GAP: f64 = 16.0;
/// The free space around the picture.
pub(super) const EDGE: f64 = 16.0;
/// The size of clues and labels.
const CLUE: f64 = 17.0;
/// How far the edge of a wavy fill stays below the top of its cell.
const SURFACE: f64 = 6.0;
/// How far a filled cell stays from its sides.
const TILE: f64 = 2.5;
/// How far the ring of a tinted cell stays from its sides.
const RING: f64 = 2.0;
/// The radius of a disc.
const DISC: f64 = 15.5;
/// The radius of round lower corners.
const ROUND: f64 = 14.0;
/// Captions get at least this width, however small the board.
const CAPTION_WIDTH: f64 = 300.0;

/// Draws a scene as a self-contained SVG document.
pub fn render(scene: &Scene) -> String {
    draw(scene, "", true, sheet_for(scene)).finish()
}

/// The same within a budget; the error says what of it ran out before the picture was complete.
pub fn render_within(scene: &Scene, budget: &Budget) -> Result<String, Stopped> {
    draw(scene, "", true, sheet_for(scene).within(budget)).finish_in_time()
}

/// Draws a scene for a page that holds several: every id begins with `prefix`, and the [`style`] is left to the page.
pub fn render_inside(scene: &Scene, prefix: &str) -> String {
    draw(scene, prefix, false, sheet_for(scene)).finish()
}

/// The same within a budget.
pub(super) fn render_inside_within(scene: &Scene, prefix: &str, budget: &Budget) -> Result<String, Stopped> {
    draw(scene, prefix, false, sheet_for(scene).within(budget)).finish_in_time()
}

/// The style of all pictures, for a page that holds several and must look right in any program.
pub fn style() -> &'static str {
    sheet::style()
}

/// The same style for browsers: colours are `light-dark(…)`, so they follow the `color-scheme` of the page around.
pub const STYLE: &str = sheet::STYLE;

/// The class that says what fills a cell.
pub fn class_of(paint: Paint) -> &'static str {
    match paint {
        Paint::Gap => "",
        Paint::Open => "open",
        Paint::Empty => "empty",
        Paint::Wavy => "wavy",
        Paint::Filled => "filled",
        Paint::Colour(_) | Paint::Own(_) => "colour",
    }
}

/// An empty sheet with the names of a scene.
fn sheet_for(scene: &Scene) -> Sheet {
    match scene.description.is_empty() {
        true => {
            let (rows, columns) = (scene.cells.rows(), scene.cells.columns());
            Sheet::new(&scene.title, &format!("A board of {rows} rows and {columns} columns."))
        }
        false => Sheet::new(&scene.title, &scene.description),
    }
}

/// What was drawn, and how large it is.
struct Drawn {
    sheet: Sheet,
    width: f64,
    height: f64,
    is_styled: bool,
}

impl Drawn {
    fn finish(self) -> String {
        self.sheet.finish(self.width, self.height, self.is_styled)
    }

    fn finish_in_time(self) -> Result<String, Stopped> {
        self.sheet.stopped().map_or_else(|| Ok(self.finish()), Err)
    }
}

fn draw(scene: &Scene, prefix: &str, is_styled: bool, sheet: Sheet) -> Drawn {
    match scene.bands().len() {
        0 | 1 => draw_whole(scene, prefix, is_styled, sheet),
        _ => draw_folded(scene, prefix, is_styled, sheet),
    }
}

/// Rows of columns, one below the other.
fn draw_folded(scene: &Scene, prefix: &str, is_styled: bool, mut sheet: Sheet) -> Drawn {
    let bands = scene.bands();
    let (mut down, mut widest) = (0.0, 0.0_f64);
    for (index, band) in bands.iter().enumerate() {
        let mut part = scene.part(band.clone());
        if index + 1 == bands.len() {
            part.captions.clone_from(&scene.captions);
        }
        let mut frame = Frame::new(&part, prefix);
        frame.base = band.start;
        frame.ys.iter_mut().for_each(|y| *y += down);
        for cell in part.cells.cells() {
            frame.cell(cell.row, cell.column, true, &mut sheet);
        }
        frame.walls(&mut sheet);
        let labels_end = frame.labels(&mut sheet);
        let (width, bottom) = frame.captions(labels_end, &mut sheet);
        widest = widest.max(width);
        down = bottom;
    }
    Drawn { sheet, width: widest + EDGE, height: down + EDGE, is_styled }
}

fn draw_whole(scene: &Scene, prefix: &str, is_styled: bool, mut sheet: Sheet) -> Drawn {
    let frame = Frame::new(scene, prefix);
    frame.clues(&mut sheet);
    let is_written = |cell: Cell| !scene.cells[cell].text.is_empty();
    let places = Places { xs: &frame.xs, ys: &frame.ys, is_written: &is_written };
    if !scene.overlays.is_empty() {
        // Cells are clear then, and one ground lies under all of them.
        let board = Outline { left: frame.xs[0], top: frame.ys[0], right: frame.right(), bottom: frame.bottom() };
        sheet.draw(format_args!("<path class=\"ground\" d=\"{}\"/>", board.rectangle()));
        places.draw_shades(&scene.overlays, &mut sheet);
        frame.tints(&mut sheet);
        places.draw_under(&scene.overlays, &mut sheet);
    }
    for row in 0..scene.cells.rows() {
        if !sheet.may_go_on() {
            break;
        }
        for column in 0..scene.cells.columns() {
            frame.cell(row, column, true, &mut sheet);
        }
    }
    frame.walls(&mut sheet);
    places.draw_over(&scene.overlays, &mut sheet);
    frame.links(&mut sheet);
    let labels_end = frame.labels(&mut sheet);
    let (width, bottom) = frame.captions(labels_end, &mut sheet);
    Drawn { sheet, width: width + EDGE, height: bottom + EDGE, is_styled }
}

/// A scene with the places of its lines.
pub(super) struct Frame<'a> {
    scene: &'a Scene,
    /// Where each column starts, and where the last one ends.
    xs: Vec<f64>,
    /// Where each row starts, and where the last one ends.
    ys: Vec<f64>,
    /// The width of one row clue.
    slot: f64,
    /// How many marks fit side by side in a cell.
    abreast: usize,
    /// What every id begins with.
    prefix: &'a str,
    /// How many columns of the board stand before the first one.
    base: usize,
}

impl<'a> Frame<'a> {
    pub(super) fn new(scene: &'a Scene, prefix: &'a str) -> Self {
        let (rows, columns) = (scene.cells.rows(), scene.cells.columns());
        let row_clues = || scene.row_clues.iter().take(rows);
        let slot = row_clues().flatten().map(|clue| text_width(clue, CLUE)).fold(0.0, f64::max) + 0.45 * CLUE;
        let deepest = row_clues().map(Vec::len).max().unwrap_or(0) as f64;
        let highest = scene.column_clues.iter().take(columns).map(Vec::len).max().unwrap_or(0) as f64;
        let mut x = EDGE + slot * deepest;
        let mut xs = vec![x];
        for column in 0..columns {
            x += if scene.is_gap_column(column) { GAP } else { CELL };
            xs.push(x);
        }
        let top = EDGE + highest * CLUE * 1.2 + if highest > 0.0 { 4.0 } else { 0.0 };
        let ys = (0..=rows).map(|row| top + row as f64 * CELL).collect();
        Frame { scene, xs, ys, slot, abreast: scene.marks_abreast(), prefix, base: 0 }
    }

    fn right(&self) -> f64 {
        self.xs[self.xs.len() - 1]
    }

    fn bottom(&self) -> f64 {
        self.ys[self.ys.len() - 1]
    }

    /// Writes the captions below the labels; returns the width and the height of the picture so far.
    pub(super) fn captions(&self, labels_end: f64, sheet: &mut Sheet) -> (f64, f64) {
        let captions = &self.scene.captions;
        let is_narrow = captions.is_empty() && self.scene.key.is_empty();
        let width = if is_narrow { self.right() } else { self.right().max(EDGE + CAPTION_WIDTH) };
        let top = labels_end + if captions.is_empty() { 0.0 } else { 10.0 };
        (width, sheet.captions(captions, EDGE, top, width - EDGE))
    }

    /// The middle of a column.
    fn middle(&self, column: usize) -> f64 {
        (self.xs[column] + self.xs[column + 1]) / 2.0
    }

    /// Draws a cell; with its name, where it is the only one of that name.
    pub(super) fn cell(&self, row: usize, column: usize, is_named: bool, sheet: &mut Sheet) {
        let name = fmt::from_fn(|f| match is_named {
            true => write!(f, "id=\"{}r{}c{}\" ", self.prefix, row + 1, self.base + column + 1),
            false => Ok(()),
        });
        self.look(row, column, &self.scene.cells.row(row)[column], &name, sheet);
    }

    /// Draws what a cell at this place looks like, with its upper left corner at the origin.
    pub(super) fn cell_at_origin(&self, place: usize, cell: &SceneCell, sheet: &mut Sheet) {
        let (row, column) = (place / self.scene.cells.columns(), place % self.scene.cells.columns());
        let (x, y) = self.corner(row, column);
        let moved = Frame {
            xs: self.xs.iter().map(|at| at - x).collect(),
            ys: self.ys.iter().map(|at| at - y).collect(),
            ..*self
        };
        moved.look(row, column, cell, &"", sheet);
    }

    /// The upper left corner of a cell.
    pub(super) fn corner(&self, row: usize, column: usize) -> (f64, f64) {
        (self.xs[column], self.ys[row])
    }

    fn look(&self, row: usize, column: usize, cell: &SceneCell, name: &dyn Display, sheet: &mut Sheet) {
        if cell.paint == Paint::Gap {
            return;
        }
        let role = class_of(cell.paint);
        let outline = self.outline(row, column);
        let bowl = self.is_bowl(row, column);
        let whole = fmt::from_fn(|f| match bowl {
            true => write!(f, "{}Z", outline.bowl()),
            false => outline.rectangle().fmt(f),
        });
        let tint = tint_class(cell.tint);
        sheet.draw(format_args!("<g {name}class=\"cell {role}{tint}\">"));
        // What is drawn on the board lies under its cells and over their tints.
        let ground = if self.scene.overlays.is_empty() { "ground" } else { "clear" };
        sheet.draw(format_args!("<path class=\"{ground}\" d=\"{whole}\"/>"));
        match cell.paint {
            Paint::Open | Paint::Empty | Paint::Gap => {}
            Paint::Wavy if self.is_surface(row, column) => {
                sheet.draw(format_args!("<path class=\"fill\" d=\"{}\"/>", outline.surface()));
            }
            Paint::Wavy => sheet.draw(format_args!("<path class=\"fill\" d=\"{whole}\"/>")),
            // Filled cells stay a little apart, so that runs can be counted and thick walls seen between them.
            Paint::Filled => {
                sheet.draw(format_args!("<path class=\"fill\" d=\"{}\"/>", outline.shrunk(TILE).rectangle()));
            }
            Paint::Colour(_) | Paint::Own(_) => {
                let fill = cell.paint.hex().unwrap_or_default();
                match self.scene.has_discs {
                    true => {
                        let (x, y) = (short(self.middle(column)), short(outline.top + CELL / 2.0));
                        sheet.draw(format_args!(
                            "<circle class=\"disc\" fill=\"{fill}\" cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\"/>"
                        ));
                    }
                    false => sheet.draw(format_args!("<path fill=\"{fill}\" d=\"{whole}\"/>")),
                }
            }
        }
        let (x, y) = (self.middle(column), outline.top + CELL / 2.0);
        let text = cell.shown();
        if text.is_empty() && cell.paint == Paint::Empty {
            sheet.draw(format_args!("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"2.5\"/>", short(x), short(y)));
        }
        write_in(cell, &text, x, y, sheet);
        if text.is_empty() {
            self.marks(Cell { row, column }, &cell.marks, sheet);
        }
        if cell.tint >= Tint::Premise {
            let ring = outline.shrunk(RING);
            let cross = if cell.tint == Tint::Wrong { ring.cross().to_string() } else { String::new() };
            sheet.draw(format_args!("<path class=\"ring\" d=\"{}{cross}\"/>", ring.rectangle()));
            if cell.tint == Tint::Blocker {
                sheet.draw(format_args!("<path class=\"ring\" d=\"{}\"/>", outline.shrunk(2.5 * RING).rectangle()));
            }
        }
        sheet.draw(format_args!("</g>"));
    }

    /// The tints of cells alone, to lie under what is drawn on the board.
    fn tints(&self, sheet: &mut Sheet) {
        for cell in self.scene.cells.cells().filter(|&cell| self.scene.cells[cell].tint != Tint::None) {
            let (class, outline) = (tint_class(self.scene.cells[cell].tint), self.outline(cell.row, cell.column));
            let path = outline.rectangle();
            sheet.draw(format_args!("<g class=\"{}\"><path class=\"ground\" d=\"{path}\"/></g>", class.trim()));
        }
    }

    fn outline(&self, row: usize, column: usize) -> Outline {
        Outline { left: self.xs[column], top: self.ys[row], right: self.xs[column + 1], bottom: self.ys[row + 1] }
    }
}

/// The class of a tinted cell, behind its others.
fn tint_class(tint: Tint) -> &'static str {
    match tint {
        Tint::None => "",
        Tint::Line => " t-line",
        Tint::Premise => " t-premise",
        Tint::Blocker => " t-blocker",
        Tint::Corner => " t-corner",
        Tint::Fin => " t-fin",
        Tint::Conclusion => " t-conclusion",
        Tint::Supposed => " t-supposed",
        Tint::Wrong => " t-wrong",
    }
}

/// Writes a cell's text in its middle.
fn write_in(cell: &SceneCell, text: &str, x: f64, y: f64, sheet: &mut Sheet) {
    if text.is_empty() {
        return;
    }
    // Bold letters run wider than the average that `fitting` counts with; one or two have room to spare.
    let scale = if text.chars().count() > 2 { 0.75 } else { 1.2 };
    let size = (fitting(text) * scale).min(21.0);
    let class = match (cell.ink, cell.paint.ink()) {
        (Ink::Given, Some("black")) => "given black",
        (Ink::Given, Some(_)) => "given white",
        (Ink::Given, None) => "given",
        (Ink::Found, Some(ink)) => ink,
        (Ink::Found, None) if cell.is_plainly_found() => "found",
        (Ink::Found, None) => "",
    };
    sheet.text(text, class, Place { x, y, size, anchor: Anchor::Middle });
}

/// The font size at which a text fits into a cell.
fn fitting(text: &str) -> f64 {
    (CELL / text_width(text, 1.0).max(1.0)).min(CLUE)
}
