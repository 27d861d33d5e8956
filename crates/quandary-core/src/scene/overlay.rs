//! What is drawn on a board in addition to walls and digits: cages, thermometers, arrows, signs, diagonals.
//!
//! Lines and shapes are drawn under the digits, signs over the walls. A terminal has no room for them between its cells; there
//! the scene's legend says the same in words.

use std::fmt::Write;

use super::sheet::{Anchor, Place, Sheet, short, text_width};
use crate::grid::Cell;

/// Something drawn on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// A straight line through the middles of two cells, and on to the far corners: a diagonal.
    Line([Cell; 2]),
    /// Cells on a darker ground.
    Shade(Vec<Cell>),
    /// A dashed line inside the cells' common border, with a small text in the upper left cell.
    Cage {
        /// The cells.
        cells: Vec<Cell>,
        /// What is written there.
        label: String,
    },
    /// A broad line with a round bulb in the first cell.
    Thermometer(Vec<Cell>),
    /// A ring around the circle's cells, and a line from the first cell of the shaft to an arrow head in the last.
    Arrow {
        /// The cells in the ring.
        circle: Vec<Cell>,
        /// The cells along the line; the first is in the ring.
        shaft: Vec<Cell>,
    },
    /// A sign on the wall between two cells: a dot, filled or not, with a small text on it; or only the text.
    Sign {
        /// The cells.
        between: [Cell; 2],
        /// A filled dot, an open one, or none.
        filled: Option<bool>,
        /// What is written there.
        text: String,
    },
    /// Small digits in a cell.
    Note {
        /// The cell.
        cell: Cell,
        /// What is written there.
        text: String,
    },
}

/// Where cells are on the sheet.
pub(super) struct Places<'a> {
    /// Where each column starts, and where the last one ends.
    pub(super) xs: &'a [f64],
    /// Where each row starts, and where the last one ends.
    pub(super) ys: &'a [f64],
    /// Whether something larger is written in a cell, so that no note fits.
    pub(super) is_written: &'a dyn Fn(Cell) -> bool,
}

/// The part of a cell's side that a thermometer is broad, and its bulb.
const TUBE: f64 = 0.36;
const BULB: f64 = 0.78;
/// How broad the line around a thermometer is.
const RIM: f64 = 1.2;
/// How far a cage's line stays from the sides of its cells, as a part of a cell.
const INSET: f64 = 0.09;

impl Places<'_> {
    fn has(&self, cell: Cell) -> bool {
        cell.row + 1 < self.ys.len() && cell.column + 1 < self.xs.len()
    }

    fn cell_side(&self) -> f64 {
        self.ys.get(1).zip(self.ys.first()).map_or(0.0, |(end, start)| end - start)
    }

    fn middle(&self, cell: Cell) -> (f64, f64) {
        let between = |lines: &[f64], at: usize| (lines[at] + lines[at + 1]) / 2.0;
        (between(self.xs, cell.column), between(self.ys, cell.row))
    }

    fn path(&self, cells: &[Cell]) -> String {
        let mut path = String::new();
        for (place, &cell) in cells.iter().enumerate() {
            let (x, y) = self.middle(cell);
            // Writing to a string cannot fail.
            let _ = write!(path, "{}{} {}", if place == 0 { 'M' } else { 'L' }, short(x), short(y));
        }
        path
    }

    /// Draws darker grounds, which lie under everything else.
    pub(super) fn draw_shades(&self, overlays: &[Overlay], sheet: &mut Sheet) {
        for overlay in overlays {
            let Overlay::Shade(cells) = overlay else { continue };
            for cell in cells.iter().filter(|cell| self.has(**cell)) {
                let (x, y, side) = (short(self.xs[cell.column]), short(self.ys[cell.row]), short(self.cell_side()));
                sheet.draw(format_args!(
                    "<rect class=\"shade\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>"
                ));
            }
            if cells.iter().all(|&cell| self.has(cell)) {
                sheet.draw(format_args!("<path class=\"border\" d=\"{}\"/>", self.border(cells)));
            }
        }
    }

    /// Draws what lies under the digits.
    pub(super) fn draw_under(&self, overlays: &[Overlay], sheet: &mut Sheet) {
        for overlay in overlays {
            match overlay {
                Overlay::Line([a, b]) if self.has(*a) && self.has(*b) => self.diagonal(*a, *b, sheet),
                Overlay::Thermometer(cells) if cells.iter().all(|&cell| self.has(cell)) => {
                    let Some(&bulb) = cells.first() else { continue };
                    let (x, y) = self.middle(bulb);
                    let (x, y, path) = (short(x), short(y), self.path(cells));
                    sheet.draw(format_args!("<g class=\"thermometer\">"));
                    // The rim first: digits need a light ground, and the ground alone would be hard to see.
                    for (class, rim) in [(" class=\"rim\"", RIM), ("", 0.0)] {
                        let radius = short(BULB / 2.0 * self.cell_side() + rim);
                        let width = short(TUBE * self.cell_side() + 2.0 * rim);
                        sheet.draw(format_args!(
                            "<circle{class} cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>\
                             <path{class} d=\"{path}\" stroke-width=\"{width}\"/>"
                        ));
                    }
                    sheet.draw(format_args!("</g>"));
                }
                Overlay::Arrow { circle, shaft } if circle.iter().chain(shaft).all(|&cell| self.has(cell)) => {
                    self.arrow(circle, shaft, sheet);
                }
                _ => {}
            }
        }
    }

    /// Draws what lies over the walls.
    pub(super) fn draw_over(&self, overlays: &[Overlay], sheet: &mut Sheet) {
        for overlay in overlays {
            match overlay {
                Overlay::Cage { cells, label } if cells.iter().all(|&cell| self.has(cell)) => {
                    self.cage(cells, label, sheet);
                }
                Overlay::Sign { between: [a, b], filled, text } if self.has(*a) && self.has(*b) => {
                    self.sign([*a, *b], *filled, text, sheet);
                }
                Overlay::Note { cell, text } if self.has(*cell) && !(self.is_written)(*cell) => {
                    let (x, y) = self.middle(*cell);
                    let size = (self.cell_side() * 0.9 / text_width(text, 1.0).max(1.0)).min(self.cell_side() * 0.3);
                    sheet.text(text, &format!("note note-{cell}"), Place { x, y, size, anchor: Anchor::Middle });
                }
                _ => {}
            }
        }
    }

    fn diagonal(&self, a: Cell, b: Cell, sheet: &mut Sheet) {
        let ((ax, ay), (bx, by)) = (self.middle(a), self.middle(b));
        let half = self.cell_side() / 2.0;
        let (right, down) = ((bx - ax).signum() * half, (by - ay).signum() * half);
        sheet.draw(format_args!(
            "<path class=\"diagonal\" d=\"M{} {}L{} {}\"/>",
            short(ax - right),
            short(ay - down),
            short(bx + right),
            short(by + down)
        ));
    }

    fn arrow(&self, circle: &[Cell], shaft: &[Cell], sheet: &mut Sheet) {
        let radius = BULB / 2.0 * self.cell_side();
        let (Some(&first), Some(&last)) = (circle.first(), circle.last()) else { return };
        let ((ax, ay), (bx, by)) = (self.middle(first), self.middle(last));
        sheet.draw(format_args!("<g class=\"arrow\">"));
        if let [.., before, tip] = *shaft {
            let (mut points, (tx, ty), (fx, fy)) = (
                shaft.iter().map(|&cell| self.middle(cell)).collect::<Vec<_>>(),
                self.middle(tip),
                self.middle(before),
            );
            // The line starts at the ring.
            let ((x, y), (nx, ny)) = (points[0], points[1]);
            let length = (nx - x).hypot(ny - y).max(1.0);
            points[0] = (x + (nx - x) / length * radius, y + (ny - y) / length * radius);
            let mut path = String::new();
            for (place, (x, y)) in points.iter().enumerate() {
                let _ = write!(path, "{}{} {}", if place == 0 { 'M' } else { 'L' }, short(*x), short(*y));
            }
            // Two barbs, half way between backwards and sideways.
            let length = (tx - fx).hypot(ty - fy).max(1.0);
            let (right, down) = ((fx - tx) / length * 6.0, (fy - ty) / length * 6.0);
            for (side_right, side_down) in [(-down, right), (down, -right)] {
                let _ = write!(
                    path,
                    "M{} {}L{} {}",
                    short(tx),
                    short(ty),
                    short(tx + right + side_right),
                    short(ty + down + side_down)
                );
            }
            sheet.draw(format_args!("<path d=\"{path}\"/>"));
        }
        let (left, top) = (ax.min(bx) - radius, ay.min(by) - radius);
        let (width, height) = ((ax - bx).abs() + 2.0 * radius, (ay - by).abs() + 2.0 * radius);
        sheet.draw(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/></g>",
            short(left),
            short(top),
            short(width),
            short(height),
            short(radius)
        ));
    }

    /// The border of the cells, a little inside: each side that no other of the cells lies at, drawn as far as the cells
    /// beside it reach.
    fn border(&self, cells: &[Cell]) -> String {
        let inset = INSET * self.cell_side();
        let is_in = |cell: Cell, down: isize, right: isize| {
            cell.row
                .checked_add_signed(down)
                .zip(cell.column.checked_add_signed(right))
                .is_some_and(|(row, column)| cells.contains(&Cell { row, column }))
        };
        let mut path = String::new();
        for &cell in cells {
            let (left, right) = (self.xs[cell.column], self.xs[cell.column + 1]);
            let (top, bottom) = (self.ys[cell.row], self.ys[cell.row + 1]);
            // Where the line along one side ends: inside this cell at a corner of the cage, at the cell's end where the
            // cage goes straight on, and beyond it where the cage turns outwards.
            let reach = |beside: bool, corner: bool| match (beside, corner) {
                (false, _) => inset,
                (true, false) => 0.0,
                (true, true) => -inset,
            };
            for down in [-1, 1] {
                if !is_in(cell, down, 0) {
                    let y = if down < 0 { top + inset } else { bottom - inset };
                    let from = left + reach(is_in(cell, 0, -1), is_in(cell, down, -1));
                    let to = right - reach(is_in(cell, 0, 1), is_in(cell, down, 1));
                    let _ = write!(path, "M{} {}H{}", short(from), short(y), short(to));
                }
            }
            for across in [-1, 1] {
                if !is_in(cell, 0, across) {
                    let x = if across < 0 { left + inset } else { right - inset };
                    let from = top + reach(is_in(cell, -1, 0), is_in(cell, -1, across));
                    let to = bottom - reach(is_in(cell, 1, 0), is_in(cell, 1, across));
                    let _ = write!(path, "M{} {}V{}", short(x), short(from), short(to));
                }
            }
        }
        path
    }

    fn cage(&self, cells: &[Cell], label: &str, sheet: &mut Sheet) {
        sheet.draw(format_args!("<path class=\"cage\" d=\"{}\"/>", self.border(cells)));
        let Some(corner) = cells.iter().min() else { return };
        if label.is_empty() {
            return;
        }
        // Small and close to the corner: a digit below must not touch it.
        let size = 0.22 * self.cell_side();
        let (x, y) = (self.xs[corner.column] + 1.5, self.ys[corner.row] + 1.0);
        let (width, height) = (text_width(label, size) + 1.5, size);
        sheet.draw(format_args!(
            "<rect class=\"ground\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            short(x),
            short(y),
            short(width),
            short(height)
        ));
        sheet.text(
            label,
            &format!("sum sum-{corner}"),
            Place { x: x + 1.0, y: y + height / 2.0, size, anchor: Anchor::Start },
        );
    }

    fn sign(&self, [a, b]: [Cell; 2], filled: Option<bool>, text: &str, sheet: &mut Sheet) {
        let ((ax, ay), (bx, by)) = (self.middle(a), self.middle(b));
        let (x, y) = ((ax + bx) / 2.0, (ay + by) / 2.0);
        let size = 0.34 * self.cell_side();
        let radius = if text.is_empty() { 0.14 } else { 0.2 } * self.cell_side();
        let class = match filled {
            Some(true) => "sign full",
            Some(false) => "sign open",
            None => "sign bare",
        };
        sheet.draw(format_args!("<g class=\"{class}\">"));
        sheet.draw(format_args!("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>", short(x), short(y), short(radius)));
        sheet.text(text, "", Place { x, y, size, anchor: Anchor::Middle });
        sheet.draw(format_args!("</g>"));
    }
}
