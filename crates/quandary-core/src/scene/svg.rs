//! A scene as an SVG picture.
//!
//! The picture is self-contained: its style is inside, for light and dark screens and for print, and it has a title and
//! a description for screen readers. Every cell is a group with the id `r1c1` (rows and columns counted from 1) and its role as
//! a class, every row of clues has the id `row1` and every column of clues `column1`, so that a page can add
//! pointers and keys. What a step is about is tinted: each part has a colour and a ring of its own (dotted for what has to be known,
//! double for what blocks others, thick for the cells of a pattern, dash-dotted for its fins, plain for what follows, dashed for what is supposed, crossed for what is wrong), so that no picture depends on colour
//! alone. Walls are two paths, one thin and one thick, with straight runs joined. The cost is one pass over the cells.

use std::fmt::{self, Display, Write};

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
/// The radius of a ball.
const BALL: f64 = 15.5;
/// The radius of round lower corners.
const ROUND: f64 = 14.0;
/// Captions get at least this width, however small the board.
const CAPTION_WIDTH: f64 = 300.0;
/// Grids of thin walls longer than this have every fifth line a little stronger, to make counting easy.
const UNCOUNTABLE: usize = 10;

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

    pub(super) fn clues(&self, sheet: &mut Sheet) {
        for (row, clues) in self.scene.row_clues.iter().take(self.ys.len() - 1).enumerate() {
            if !sheet.may_go_on() {
                return;
            }
            sheet.draw(format_args!("<g id=\"{}row{}\">", self.prefix, row + 1));
            self.wash_row(row, sheet);
            let y = self.ys[row] + CELL / 2.0;
            for (back, clue) in clues.iter().rev().enumerate() {
                let x = self.xs[0] - 0.45 * CLUE - back as f64 * self.slot;
                self.clue(clue, Place { x, y, size: CLUE, anchor: Anchor::End }, sheet);
            }
            sheet.draw(format_args!("</g>"));
        }
        for (column, clues) in self.scene.column_clues.iter().take(self.xs.len() - 1).enumerate() {
            if !sheet.may_go_on() {
                return;
            }
            sheet.draw(format_args!("<g id=\"{}column{}\">", self.prefix, column + 1));
            self.wash_column(column, sheet);
            let x = self.middle(column);
            for (back, clue) in clues.iter().rev().enumerate() {
                let y = self.ys[0] - 4.0 - (back as f64 + 0.5) * CLUE * 1.2;
                self.clue(clue, Place { x, y, size: fitting(clue), anchor: Anchor::Middle }, sheet);
            }
            sheet.draw(format_args!("</g>"));
        }
    }

    /// What lies under the clues that a step uses.
    pub(super) fn washes(&self, sheet: &mut Sheet) {
        (0..self.ys.len() - 1).for_each(|row| self.wash_row(row, sheet));
        (0..self.xs.len() - 1).for_each(|column| self.wash_column(column, sheet));
    }

    fn wash_row(&self, row: usize, sheet: &mut Sheet) {
        if self.is_used("row", row) {
            let band = Outline { left: EDGE / 2.0, top: self.ys[row], right: self.xs[0], bottom: self.ys[row + 1] };
            sheet.draw(format_args!("<path class=\"wash\" d=\"{}\"/>", band.rectangle()));
        }
    }

    fn wash_column(&self, column: usize, sheet: &mut Sheet) {
        if self.is_used("column", column) {
            let (left, right) = (self.xs[column], self.xs[column + 1]);
            let band = Outline { left, top: EDGE / 2.0, right, bottom: self.ys[0] };
            sheet.draw(format_args!("<path class=\"wash\" d=\"{}\"/>", band.rectangle()));
        }
    }

    /// Writes a clue, on its colour where it has one.
    fn clue(&self, clue: &str, place: Place, sheet: &mut Sheet) {
        let paint = self.scene.paint_of_clue(clue);
        let Some((hex, ink)) = paint.and_then(|paint| paint.hex().zip(paint.ink())) else {
            return sheet.text(clue, "clue", place);
        };
        let width = text_width(clue, place.size) + 0.3 * CLUE;
        let left = match place.anchor {
            Anchor::End => place.x - width + 0.15 * CLUE,
            _ => place.x - width / 2.0,
        };
        let (top, bottom) = (place.y - 0.58 * CLUE, place.y + 0.58 * CLUE);
        let plate = Outline { left, top, right: left + width, bottom };
        sheet.draw(format_args!("<path class=\"plate\" fill=\"{hex}\" d=\"{}\"/>", plate.rectangle()));
        sheet.text(clue, if ink == "black" { "clue black" } else { "clue white" }, place);
    }

    /// Whether a step uses the clue of this line.
    fn is_used(&self, kind: &str, line: usize) -> bool {
        self.scene.tinted_clues.iter().any(|clue| clue.strip_prefix(kind) == Some((line + 1).to_string().as_str()))
    }

    /// Writes the labels; returns where the picture ends.
    pub(super) fn labels(&self, sheet: &mut Sheet) -> f64 {
        let end = self.bottom() + 2.0 * CLUE;
        let mut any = false;
        for (column, label) in self.scene.labels.iter().take(self.xs.len() - 1).enumerate() {
            let place =
                Place { x: self.middle(column), y: end - CLUE, size: fitting(label).min(15.0), anchor: Anchor::Middle };
            sheet.text(label, "label", place);
            any |= !label.is_empty();
        }
        self.key(if any { end } else { self.bottom() }, sheet)
    }

    /// Draws the key to the colours, as many in a line as there is room for; returns where it ends.
    fn key(&self, mut end: f64, sheet: &mut Sheet) -> f64 {
        let side = 1.4 * CLUE;
        let mut right = f64::INFINITY;
        for entry in &self.scene.key {
            let width = side + 6.0 + text_width(&entry.name, CLUE);
            if right + width > self.right().max(EDGE + CAPTION_WIDTH) {
                (right, end) = (EDGE, end + side + 8.0);
            }
            let (x, y) = (right + side / 2.0, end - side / 2.0);
            let swatch = Outline { left: right, top: end - side, right: right + side, bottom: end };
            let fill = entry.paint.hex().unwrap_or_default();
            sheet.draw(format_args!("<g class=\"key\"><path fill=\"{fill}\" d=\"{}\"/>", swatch.rectangle()));
            let class = format!("given {}", entry.paint.ink().unwrap_or_default());
            sheet.text(&entry.letter.to_string(), &class, Place { x, y, size: CLUE, anchor: Anchor::Middle });
            let place = Place { x: right + side + 6.0, y, size: CLUE, anchor: Anchor::Start };
            sheet.text(&entry.name, "label", place);
            sheet.draw(format_args!("</g>"));
            right += width + 14.0;
        }
        end
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
                            "<circle class=\"disc\" fill=\"{fill}\" cx=\"{x}\" cy=\"{y}\" r=\"{BALL}\"/>"
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

    /// Small marks, each value at its own place; removed where a step strikes them out.
    fn marks(&self, cell: Cell, marks: &[Mark], sheet: &mut Sheet) {
        let size = (CELL - 6.0) / self.abreast as f64;
        for mark in marks {
            let (x, y) = self.mark_place(cell, mark.place);
            let class = match (mark.is_struck, mark.is_key) {
                (true, _) => "struck",
                (false, true) => "mark key-mark",
                (false, false) => "mark",
            };
            sheet.text(&mark.text, class, Place { x, y, size, anchor: Anchor::Middle });
            if mark.is_struck {
                let (half, x, y) = (size * 0.45, short(x - size * 0.45), short(y + size * 0.3));
                let (dx, dy) = (short(2.0 * half), short(-size * 0.6));
                sheet.draw(format_args!("<path class=\"strike\" d=\"M{x} {y}l{dx} {dy}\"/>"));
            }
        }
    }

    /// The middle of a mark.
    fn mark_place(&self, cell: Cell, place: u8) -> (f64, f64) {
        let (abreast, place) = (self.abreast, usize::from(place));
        let pitch = (CELL - 6.0) / abreast as f64;
        let (across, down) = (place % abreast, place / abreast);
        (
            self.xs[cell.column] + 3.0 + (across as f64 + 0.5) * pitch,
            self.ys[cell.row] + 3.0 + (down as f64 + 0.5) * pitch,
        )
    }

    /// The chain of a step: bowed lines from mark to mark, plain where one end must be true, dashed where both cannot be.
    pub(super) fn links(&self, sheet: &mut Sheet) {
        let is_on_board = |(cell, _): &&(Cell, u8)| cell.row + 1 < self.ys.len() && cell.column + 1 < self.xs.len();
        let middle = |ends: &[(Cell, u8)]| {
            let places: Vec<(f64, f64)> =
                ends.iter().filter(is_on_board).map(|&(cell, place)| self.mark_place(cell, place)).collect();
            let count = places.len().max(1) as f64;
            let sum = places.iter().fold((0.0, 0.0), |sum, place| (sum.0 + place.0, sum.1 + place.1));
            (!places.is_empty()).then(|| (sum.0 / count, sum.1 / count))
        };
        for link in &self.scene.links {
            let (Some(from), Some(to)) = (middle(&link.from), middle(&link.to)) else { continue };
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx.hypot(dy).max(1.0);
            // Ends stay clear of the digits, and the bow keeps links in one line apart.
            let (ux, uy) = (dx / length, dy / length);
            let clear = (length / 3.0).min(6.0);
            let (x1, y1) = (short(from.0 + ux * clear), short(from.1 + uy * clear));
            let (x2, y2) = (short(to.0 - ux * clear), short(to.1 - uy * clear));
            let bow = (length * 0.12).min(14.0);
            let (cx, cy) = (short((from.0 + to.0) / 2.0 - uy * bow), short((from.1 + to.1) / 2.0 + ux * bow));
            let class = if link.is_strong { "link" } else { "link weak" };
            sheet.draw(format_args!("<path class=\"{class}\" d=\"M{x1} {y1}Q{cx} {cy} {x2} {y2}\"/>"));
            // The head of the arrow points along the end of the bow.
            let (hx, hy) = (to.0 - ux * clear, to.1 - uy * clear);
            let (bx, by) = ((from.0 + to.0) / 2.0 - uy * bow, (from.1 + to.1) / 2.0 + ux * bow);
            let back = (hx - bx).hypot(hy - by).max(1.0);
            let (vx, vy) = ((hx - bx) / back, (hy - by) / back);
            let (left, right) = (
                (hx - 5.0 * vx - 2.6 * vy, hy - 5.0 * vy + 2.6 * vx),
                (hx - 5.0 * vx + 2.6 * vy, hy - 5.0 * vy - 2.6 * vx),
            );
            sheet.draw(format_args!(
                "<path class=\"head\" d=\"M{} {}L{} {}L{} {}Z\"/>",
                short(hx),
                short(hy),
                short(left.0),
                short(left.1),
                short(right.0),
                short(right.1)
            ));
        }
    }

    /// Whether a cell has round lower corners: closed below and on both sides, open above, with space beside it.
    pub(super) fn is_bowl(&self, row: usize, column: usize) -> bool {
        let scene = self.scene;
        let apart = |beside: Option<usize>| beside.is_none_or(|column| scene.paint_at(row, column) == Paint::Gap);
        let thick = [scene.wall_left(row, column), scene.wall_left(row, column + 1), scene.wall_above(row + 1, column)];
        scene.has_round_bottoms
            && self.xs.len() > 2
            && thick == [Wall::Thick; 3]
            && scene.wall_above(row, column) != Wall::Thick
            && apart(column.checked_sub(1))
            && apart(Some(column + 1))
    }

    /// Whether a wavy fill ends above this cell: the next cell of its region has another fill.
    pub(super) fn is_surface(&self, row: usize, column: usize) -> bool {
        self.scene.wall_above(row, column) != Wall::Thick
            && row.checked_sub(1).is_some_and(|row| self.scene.paint_at(row, column) != Paint::Wavy)
    }

    pub(super) fn walls(&self, sheet: &mut Sheet) {
        let (rows, columns) = (self.ys.len() - 1, self.xs.len() - 1);
        let all_thin = |lines: usize, thin: &dyn Fn(usize) -> bool| lines > UNCOUNTABLE && (1..lines).all(thin);
        let count_rows =
            all_thin(rows, &|row| (0..columns).all(|column| self.scene.wall_above(row, column) == Wall::Thin));
        let count_columns =
            all_thin(columns, &|column| (0..rows).all(|row| self.scene.wall_left(row, column) == Wall::Thin));
        let mut paths = [("thin", String::new()), ("fifth", String::new()), ("thick", String::new())];
        let kind = |wall: Wall, fifth: bool| match wall {
            Wall::None => None,
            Wall::Thin => Some(usize::from(fifth)),
            Wall::Thick => Some(2),
        };
        for row in 0..=rows {
            // Round lower corners are drawn with their sides, below.
            let bowl = |column: usize| row.checked_sub(1).is_some_and(|row| self.is_bowl(row, column));
            let is_lid = |column: usize| row == 0 && self.is_lid(column);
            let is_apart = |column: usize| bowl(column) || is_lid(column);
            let wall = |column: usize| if is_apart(column) { Wall::None } else { self.scene.wall_above(row, column) };
            for (wall, from, to) in runs(columns, wall) {
                if let Some(kind) = kind(wall, count_rows && row % 5 == 0) {
                    let line = (short(self.xs[from]), short(self.ys[row]), short(self.xs[to]));
                    let _ = write!(paths[kind].1, "M{} {}H{}", line.0, line.1, line.2);
                }
            }
        }
        for column in 0..=columns {
            let bowl = |row: usize| {
                column.checked_sub(1).is_some_and(|before| self.is_bowl(row, before)) || self.is_bowl(row, column)
            };
            let wall = |row: usize| if bowl(row) { Wall::None } else { self.scene.wall_left(row, column) };
            for (wall, from, to) in runs(rows, wall) {
                if let Some(kind) = kind(wall, count_columns && column % 5 == 0) {
                    let line = (short(self.xs[column]), short(self.ys[from]), short(self.ys[to]));
                    let _ = write!(paths[kind].1, "M{} {}V{}", line.0, line.1, line.2);
                }
            }
        }
        for cell in self.scene.cells.cells().filter(|cell| self.is_bowl(cell.row, cell.column)) {
            let _ = write!(paths[2].1, "{}", self.outline(cell.row, cell.column).bowl());
        }
        for (class, path) in paths.iter().filter(|(_, path)| !path.is_empty()) {
            sheet.draw(format_args!("<path class=\"wall {class}\" d=\"{path}\"/>"));
        }
        // A lid is a wall of its own, known by the cell below it.
        for column in (0..columns).filter(|&column| self.is_lid(column)) {
            let line = (short(self.xs[column]), short(self.ys[0]), short(self.xs[column + 1]));
            let name = self.base + column + 1;
            sheet.draw(format_args!(
                "<path class=\"wall thick lid-r1c{name}\" d=\"M{} {}H{}\"/>",
                line.0, line.1, line.2
            ));
        }
    }

    /// Whether the top cell of a column that stands apart is closed above: it may open while the board is played.
    fn is_lid(&self, column: usize) -> bool {
        self.scene.has_round_bottoms && self.scene.wall_above(0, column) == Wall::Thick
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

/// Stretches of equal walls: the wall, where it starts and where it ends.
fn runs(length: usize, wall: impl Fn(usize) -> Wall) -> Vec<(Wall, usize, usize)> {
    let mut runs: Vec<(Wall, usize, usize)> = Vec::new();
    for place in 0..length {
        let wall = wall(place);
        match runs.last_mut() {
            Some(run) if run.0 == wall => run.2 = place + 1,
            _ => runs.push((wall, place, place + 1)),
        }
    }
    runs
}

/// The sides of a cell.
struct Outline {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Outline {
    fn rectangle(&self) -> impl Display {
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        fmt::from_fn(move |f| write!(f, "M{left} {top}V{bottom}H{right}V{top}Z"))
    }

    /// From corner to corner.
    fn cross(&self) -> impl Display {
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        fmt::from_fn(move |f| write!(f, "M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}"))
    }

    fn shrunk(&self, by: f64) -> Outline {
        let (left, top, right, bottom) = (self.left + by, self.top + by, self.right - by, self.bottom - by);
        Outline { left, top, right, bottom }
    }

    /// With round lower corners, from the left top to the right top, and open there.
    fn bowl(&self) -> impl Display {
        let straight = short(self.bottom - ROUND);
        let (start, end) = (short(self.left + ROUND), short(self.right - ROUND));
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        fmt::from_fn(move |f| {
            write!(
                f,
                "M{left} {top}V{straight}Q{left} {bottom} {start} {bottom}H{end}Q{right} {bottom} {right} {straight}V{top}"
            )
        })
    }

    /// A fill with a gentle wave on top.
    fn surface(&self) -> impl Display {
        let width = self.right - self.left;
        let (quarter, half, wave) = (short(width / 4.0), short(width / 2.0), short(SURFACE - 1.0));
        let (left, top, bottom) = (short(self.left), short(self.top + SURFACE), short(self.bottom));
        fmt::from_fn(move |f| write!(f, "M{left} {top}q{quarter} -{wave} {half} 0t{half} 0V{bottom}H{left}Z"))
    }
}
