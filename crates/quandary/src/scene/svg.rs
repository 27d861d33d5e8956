//! A scene as an SVG picture.
//!
//! The picture stands alone: its style is inside, for light and dark screens and for print, and it names itself for
//! those who cannot see it. Every cell is a group with the id `r1c1` (rows and columns counted from 1) and its role as
//! a class, every row of clues has the id `row1` and every column of clues `column1`, so that a page can add hands and
//! keys. Walls are two paths, one thin and one thick, with straight runs joined. The cost is one pass over the cells.

use std::fmt::Write;

use super::overlay::Places;
use super::palette::{Rgb, paint};
use super::sheet::{Anchor, Place, Sheet, short, text_width};
use super::{Ink, Paint, Scene, SceneCell, Wall};
use crate::puzzle::Cell;

/// The side of a cell.
const CELL: f64 = 36.0;
/// The width of a column that is only the space between bottles.
const GAP: f64 = 16.0;
/// The free space around the picture.
const EDGE: f64 = 16.0;
/// The size of clues and labels.
const CLUE: f64 = 17.0;
/// How far water's surface stays below the top of its cell.
const SURFACE: f64 = 6.0;
/// How far a filled cell stays from its sides.
const TILE: f64 = 2.5;
/// How round the bottom of a bottle is.
const ROUND: f64 = 14.0;
/// Captions get at least this width, however small the board.
const CAPTION_WIDTH: f64 = 300.0;
/// Grids of thin walls longer than this have every fifth line a little stronger, to make counting easy.
const UNCOUNTABLE: usize = 10;

/// Draws a scene as a self-contained SVG document.
pub fn render(scene: &Scene) -> String {
    let frame = Frame::new(scene);
    let (rows, columns) = (scene.cells.rows(), scene.cells.columns());
    let description = if scene.description.is_empty() {
        format!("A board of {rows} rows and {columns} columns.")
    } else {
        scene.description.clone()
    };
    let mut sheet = Sheet::new(&scene.title, &description);
    frame.clues(&mut sheet);
    let is_written = |cell: Cell| !scene.cells[cell].text.is_empty();
    let places = Places { xs: &frame.xs, ys: &frame.ys, is_written: &is_written };
    if !scene.overlays.is_empty() {
        // Cells are clear then, and one ground lies under all of them.
        let board = Outline { left: frame.xs[0], top: frame.ys[0], right: frame.right(), bottom: frame.bottom() };
        sheet.draw(format_args!("<path class=\"ground\" d=\"{}\"/>", board.rectangle()));
        places.draw_under(&scene.overlays, &mut sheet);
    }
    for row in 0..rows {
        for column in 0..columns {
            frame.cell(row, column, &mut sheet);
        }
    }
    frame.walls(&mut sheet);
    places.draw_over(&scene.overlays, &mut sheet);
    let labels_end = frame.labels(&mut sheet);
    let width = if scene.captions.is_empty() { frame.right() } else { frame.right().max(EDGE + CAPTION_WIDTH) };
    let top = labels_end + if scene.captions.is_empty() { 0.0 } else { 10.0 };
    let bottom = sheet.captions(&scene.captions, EDGE, top, width - EDGE);
    sheet.finish(width + EDGE, bottom + EDGE)
}

/// A scene with the places of its lines.
struct Frame<'a> {
    scene: &'a Scene,
    /// Where each column starts, and where the last one ends.
    xs: Vec<f64>,
    /// Where each row starts, and where the last one ends.
    ys: Vec<f64>,
    /// The width of one row clue.
    slot: f64,
}

impl<'a> Frame<'a> {
    fn new(scene: &'a Scene) -> Self {
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
        Frame { scene, xs, ys, slot }
    }

    fn right(&self) -> f64 {
        self.xs[self.xs.len() - 1]
    }

    fn bottom(&self) -> f64 {
        self.ys[self.ys.len() - 1]
    }

    /// The middle of a column.
    fn middle(&self, column: usize) -> f64 {
        (self.xs[column] + self.xs[column + 1]) / 2.0
    }

    fn clues(&self, sheet: &mut Sheet) {
        for (row, clues) in self.scene.row_clues.iter().take(self.ys.len() - 1).enumerate() {
            sheet.draw(format_args!("<g id=\"row{}\">", row + 1));
            let y = self.ys[row] + CELL / 2.0;
            for (back, clue) in clues.iter().rev().enumerate() {
                let x = self.xs[0] - 0.45 * CLUE - back as f64 * self.slot;
                sheet.text(clue, "clue", Place { x, y, size: CLUE, anchor: Anchor::End });
            }
            sheet.draw(format_args!("</g>"));
        }
        for (column, clues) in self.scene.column_clues.iter().take(self.xs.len() - 1).enumerate() {
            sheet.draw(format_args!("<g id=\"column{}\">", column + 1));
            let x = self.middle(column);
            for (back, clue) in clues.iter().rev().enumerate() {
                let y = self.ys[0] - 4.0 - (back as f64 + 0.5) * CLUE * 1.2;
                sheet.text(clue, "clue", Place { x, y, size: fitting(clue), anchor: Anchor::Middle });
            }
            sheet.draw(format_args!("</g>"));
        }
    }

    /// Writes the labels; returns where the picture ends.
    fn labels(&self, sheet: &mut Sheet) -> f64 {
        let end = self.bottom() + 2.0 * CLUE;
        let mut any = false;
        for (column, label) in self.scene.labels.iter().take(self.xs.len() - 1).enumerate() {
            let place =
                Place { x: self.middle(column), y: end - CLUE, size: fitting(label).min(15.0), anchor: Anchor::Middle };
            sheet.text(label, "label", place);
            any |= !label.is_empty();
        }
        if any { end } else { self.bottom() }
    }

    fn cell(&self, row: usize, column: usize, sheet: &mut Sheet) {
        let cell = &self.scene.cells.row(row)[column];
        let role = match cell.paint {
            Paint::Gap => return,
            Paint::Open => "open",
            Paint::Empty => "empty",
            Paint::Water => "water",
            Paint::Filled => "filled",
            Paint::Colour(_) => "colour",
        };
        let outline = self.outline(row, column);
        let bowl = self.is_bowl(row, column);
        let whole = if bowl { outline.bowl() } else { outline.rectangle() };
        sheet.draw(format_args!("<g id=\"r{}c{}\" class=\"cell {role}\">", row + 1, column + 1));
        let ground = if self.scene.overlays.is_empty() { "ground" } else { "clear" };
        sheet.draw(format_args!("<path class=\"{ground}\" d=\"{whole}\"/>"));
        match cell.paint {
            Paint::Open | Paint::Empty | Paint::Gap => {}
            Paint::Water if self.is_surface(row, column) => {
                sheet.draw(format_args!("<path class=\"fill\" d=\"{}\"/>", outline.surface()));
            }
            Paint::Water => sheet.draw(format_args!("<path class=\"fill\" d=\"{whole}\"/>")),
            // Filled cells stay a little apart, so that runs can be counted and thick walls seen between them.
            Paint::Filled => {
                sheet.draw(format_args!("<path class=\"fill\" d=\"{}\"/>", outline.shrunk(TILE).rectangle()));
            }
            Paint::Colour(colour) => {
                sheet.draw(format_args!("<path fill=\"{}\" d=\"{whole}\"/>", paint(colour).hex()));
            }
        }
        let (x, y) = (self.middle(column), outline.top + CELL / 2.0);
        let text = cell.shown();
        if text.is_empty() && cell.paint == Paint::Empty {
            sheet.draw(format_args!("<circle class=\"dot\" cx=\"{}\" cy=\"{}\" r=\"2.5\"/>", short(x), short(y)));
        }
        write_in(cell, &text, x, y, sheet);
        sheet.draw(format_args!("</g>"));
    }

    /// Whether a cell is the bottom of a bottle: closed below and on both sides, in a scene where bottles stand apart.
    fn is_bowl(&self, row: usize, column: usize) -> bool {
        let scene = self.scene;
        let apart = |beside: Option<usize>| beside.is_none_or(|column| scene.paint_at(row, column) == Paint::Gap);
        let thick = [scene.wall_left(row, column), scene.wall_left(row, column + 1), scene.wall_above(row + 1, column)];
        self.xs.len() > 2
            && thick == [Wall::Thick; 3]
            && scene.wall_above(row, column) != Wall::Thick
            && apart(column.checked_sub(1))
            && apart(Some(column + 1))
    }

    /// Whether water has air above it in the same tank.
    fn is_surface(&self, row: usize, column: usize) -> bool {
        self.scene.wall_above(row, column) != Wall::Thick
            && row.checked_sub(1).is_some_and(|row| self.scene.paint_at(row, column) != Paint::Water)
    }

    fn walls(&self, sheet: &mut Sheet) {
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
            // A bottle's round bottom is drawn with its sides, below.
            let bowl = |column: usize| row.checked_sub(1).is_some_and(|row| self.is_bowl(row, column));
            let wall = |column: usize| if bowl(column) { Wall::None } else { self.scene.wall_above(row, column) };
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
            paths[2].1.push_str(self.outline(cell.row, cell.column).bowl().trim_end_matches('Z'));
        }
        for (class, path) in paths.iter().filter(|(_, path)| !path.is_empty()) {
            sheet.draw(format_args!("<path class=\"wall {class}\" d=\"{path}\"/>"));
        }
    }

    fn outline(&self, row: usize, column: usize) -> Outline {
        Outline { left: self.xs[column], top: self.ys[row], right: self.xs[column + 1], bottom: self.ys[row + 1] }
    }
}

/// Writes a cell's text in its middle.
fn write_in(cell: &SceneCell, text: &str, x: f64, y: f64, sheet: &mut Sheet) {
    // Bold letters run wider than the average that `fitting` counts with; one or two have room to spare.
    let scale = if text.chars().count() > 2 { 0.75 } else { 1.2 };
    let size = (fitting(text) * scale).min(21.0);
    let weight = if cell.ink == Ink::Given { "given" } else { "" };
    let colour = match cell.paint {
        Paint::Colour(colour) if paint(colour).ink() == Rgb::BLACK => "black",
        Paint::Colour(_) => "white",
        _ if cell.is_plainly_found() => "found",
        _ => "",
    };
    let place = Place { x, y, size, anchor: Anchor::Middle };
    sheet.text(text, format!("{weight} {colour}").trim(), place);
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
    fn rectangle(&self) -> String {
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        format!("M{left} {top}V{bottom}H{right}V{top}Z")
    }

    fn shrunk(&self, by: f64) -> Outline {
        let (left, top, right, bottom) = (self.left + by, self.top + by, self.right - by, self.bottom - by);
        Outline { left, top, right, bottom }
    }

    /// With round lower corners, from the left top to the right top.
    fn bowl(&self) -> String {
        let straight = short(self.bottom - ROUND);
        let (start, end) = (short(self.left + ROUND), short(self.right - ROUND));
        let (left, top, right, bottom) = (short(self.left), short(self.top), short(self.right), short(self.bottom));
        format!(
            "M{left} {top}V{straight}Q{left} {bottom} {start} {bottom}H{end}Q{right} {bottom} {right} {straight}V{top}Z"
        )
    }

    /// Water with a gentle wave on top.
    fn surface(&self) -> String {
        let width = self.right - self.left;
        let (quarter, half, wave) = (short(width / 4.0), short(width / 2.0), short(SURFACE - 1.0));
        let (left, top, bottom) = (short(self.left), short(self.top + SURFACE), short(self.bottom));
        format!("M{left} {top}q{quarter} -{wave} {half} 0t{half} 0V{bottom}H{left}Z")
    }
}
