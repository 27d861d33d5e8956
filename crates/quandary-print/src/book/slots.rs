//! Where the pictures of a page go.

use super::Book;
use crate::drawing::Drawing;
use crate::pdf::Area;

/// The free space around a picture, in its own units.
const EDGE: f32 = 16.0;
/// The most points to a unit: a cell has 36 units and is at most 17 mm wide, or 28 mm in large print.
const LARGEST: f32 = 1.35;
const LARGEST_IN_LARGE_PRINT: f32 = 2.2;

/// A grid of slots that is the same on all pages of one kind.
pub(super) struct Slots {
    area: Area,
    columns: usize,
    rows: usize,
    gap: f32,
    largest: f32,
    /// The size of the number over a board.
    pub(super) heading: f32,
}

/// Where a picture goes.
pub(super) struct Placed {
    /// The whole slot, the heading included.
    pub(super) slot: Area,
    /// The upper left corner of the picture.
    pub(super) x: f32,
    pub(super) y: f32,
    /// Points to a unit of the picture.
    pub(super) scale: f32,
    /// Where the board itself begins and ends, without the free space around it.
    pub(super) left: f32,
    pub(super) right: f32,
}

impl Slots {
    /// The grid with room for so many pictures on a page in which they are largest.
    pub(super) fn best<'a>(book: &Book, per_page: usize, pictures: impl Iterator<Item = &'a Drawing> + Clone) -> Self {
        let per_page = per_page.max(1);
        let grids = (1..=per_page).map(|columns| Slots::new(book, columns, per_page.div_ceil(columns)));
        let size = |grid: &Slots| -> f32 { pictures.clone().map(|picture| grid.place(0, picture).scale).sum() };
        // Of grids that are equally good the first is taken, with the fewest columns.
        let mut best: Option<(f32, Slots)> = None;
        for grid in grids {
            let size = size(&grid);
            if best.as_ref().is_none_or(|(most, _)| size > *most) {
                best = Some((size, grid));
            }
        }
        best.map_or_else(|| Slots::new(book, 1, 1), |(_, grid)| grid)
    }

    fn new(book: &Book, columns: usize, rows: usize) -> Self {
        let per_page = columns * rows;
        let heading = match per_page {
            1 => 16.0,
            2..=4 => 13.0,
            5..=6 => 12.0,
            _ => 10.0,
        };
        Slots {
            area: book.area(),
            columns,
            rows,
            gap: if per_page > 6 { 14.0 } else { 22.0 },
            largest: if book.is_large { LARGEST_IN_LARGE_PRINT } else { LARGEST },
            heading: book.size(heading),
        }
    }

    /// How many pictures a page has.
    pub(super) fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Where a picture goes that is in this slot of its page.
    pub(super) fn place(&self, slot: usize, picture: &Drawing) -> Placed {
        let (column, row) = ((slot % self.columns) as f32, (slot / self.columns) as f32);
        let part = |length: f32, count: usize| (length - self.gap * (count - 1) as f32) / count as f32;
        let (width, height) = (part(self.area.width, self.columns), part(self.area.height, self.rows));
        let slot = Area {
            x: self.area.x + column * (width + self.gap),
            y: self.area.y + row * (height + self.gap),
            width,
            height,
        };
        // The free space around a picture may lie over the gap between slots: only the board counts.
        let top = 2.1 * self.heading;
        let board = [picture.width, picture.height].map(|length| (length - 2.0 * EDGE).max(1.0));
        let scale = (width / board[0]).min((height - top).max(1.0) / board[1]).min(self.largest);
        let left = slot.x + (width - board[0] * scale) / 2.0;
        let (x, y) = (left - EDGE * scale, slot.y + top - EDGE * scale);
        Placed { slot, x, y, scale, left, right: left + board[0] * scale }
    }
}
