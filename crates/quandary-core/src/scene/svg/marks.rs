//! Small marks inside of cells, and the arrows of a chain from mark to mark.

use super::{Anchor, CELL, Cell, Frame, Mark, Place, Sheet, short};

impl Frame<'_> {
    /// Small marks, each value at its own place; removed where a step strikes them out.
    pub(super) fn marks(&self, cell: Cell, marks: &[Mark], sheet: &mut Sheet) {
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
    pub(in super::super) fn links(&self, sheet: &mut Sheet) {
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
}
