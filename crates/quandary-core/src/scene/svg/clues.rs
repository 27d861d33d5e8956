//! What is written around a board: clues beside and above it, labels and the key to its colours below.

use super::outline::Outline;
use super::{Anchor, CAPTION_WIDTH, CELL, CLUE, EDGE, Frame, Place, Sheet, fitting, text_width};

impl Frame<'_> {
    pub(in super::super) fn clues(&self, sheet: &mut Sheet) {
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
    pub(in super::super) fn washes(&self, sheet: &mut Sheet) {
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
    pub(in super::super) fn labels(&self, sheet: &mut Sheet) -> f64 {
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
}
