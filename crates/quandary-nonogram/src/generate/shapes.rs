//! Random pictures that look like something: islands, leaves, masks.
//!
//! Random dots make poor pictures and hardly ever a puzzle with one answer. Instead a random height map is
//! made, with coarse and fine hills, and everything above a threshold is filled; the threshold is chosen so that the picture
//! has the requested density. Half of the pictures are symmetric, like faces, leaves and vases. Isolated cells follow their
//! neighbours.

use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;
use quandary_core::random::{ChaCha8Rng, RngExt};

/// How far apart hills are, as a part of the shorter side, and how high they are.
const HILLS: [(f64, f64); 3] = [(0.3, 1.0), (0.15, 0.8), (0.08, 0.45)];

/// Hills closer to each other than this would only be dots.
const NEAREST: f64 = 1.7;

/// A picture of random shapes, of which about this part is filled.
pub(super) fn shapes(rows: usize, columns: usize, density: f64, random: &mut ChaCha8Rng) -> Grid<u8> {
    let is_mirrored = random.random_bool(0.5);
    let mut heights = Grid::filled(rows, columns, 0.0);
    for (apart, height) in HILLS {
        let apart = (apart * rows.min(columns) as f64).max(NEAREST);
        let hills = Hills::new(rows, columns, apart, random);
        for cell in heights.cells() {
            let column = if is_mirrored { cell.column.min(columns - 1 - cell.column) } else { cell.column };
            heights[cell] += height * hills.at(cell.row, column);
        }
    }
    let mut sorted = heights.values().to_vec();
    sorted.sort_by(f64::total_cmp);
    let below = ((1.0 - density) * sorted.len() as f64) as usize;
    let line = sorted.get(below).copied().unwrap_or(f64::INFINITY);
    let mut picture = heights.map(|&height| u8::from(height >= line));
    let before = picture.clone();
    for cell in picture.cells() {
        if beside(&before, cell).all(|other| other != before[cell]) {
            picture[cell] ^= 1;
        }
    }
    picture
}

/// What the neighbours of a cell are.
fn beside(picture: &Grid<u8>, cell: Cell) -> impl Iterator<Item = u8> + '_ {
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(down, across)| {
        let row = cell.row.checked_add_signed(down).filter(|&row| row < picture.rows())?;
        let column = cell.column.checked_add_signed(across).filter(|&column| column < picture.columns())?;
        Some(picture[Cell { row, column }])
    })
}

/// Whether a cell has a neighbour unlike it.
pub(super) fn is_at_edge(picture: &Grid<u8>, cell: Cell) -> bool {
    beside(picture, cell).any(|other| other != picture[cell])
}

/// Random heights at the corners of a wide grid, and smooth slopes between them.
struct Hills {
    corners: Grid<f64>,
    apart: f64,
    /// Where the first corner lies, so that the grid does not show.
    shift: (f64, f64),
}

impl Hills {
    fn new(rows: usize, columns: usize, apart: f64, random: &mut ChaCha8Rng) -> Self {
        let corners = |side: usize| (side as f64 / apart) as usize + 3;
        let mut grid = Grid::filled(corners(rows), corners(columns), 0.0);
        for cell in grid.cells() {
            grid[cell] = random.random_range(0.0..1.0);
        }
        let shift = (random.random_range(0.0..1.0), random.random_range(0.0..1.0));
        Hills { corners: grid, apart, shift }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        let (down, across) = (row as f64 / self.apart + self.shift.0, column as f64 / self.apart + self.shift.1);
        let (top, left) = (down as usize, across as usize);
        // Slopes are level at the corners.
        let smooth = |part: f64| part * part * (3.0 - 2.0 * part);
        let (down, across) = (smooth(down.fract()), smooth(across.fract()));
        let corner = |row: usize, column: usize| self.corners[Cell { row, column }];
        let mix = |a: f64, b: f64, part: f64| a + (b - a) * part;
        let above = mix(corner(top, left), corner(top, left + 1), across);
        mix(above, mix(corner(top + 1, left), corner(top + 1, left + 1), across), down)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::random::stream;

    #[test]
    fn pictures_are_as_dense_as_asked_for_and_gather_in_shapes() {
        for (index, density) in [(0, 0.3), (1, 0.5), (2, 0.7)] {
            let picture = shapes(20, 30, density, &mut stream(1, "shapes", index));
            let filled = picture.values().iter().filter(|&&value| value == 1).count() as f64 / 600.0;
            assert!((filled - density).abs() < 0.05, "{filled} instead of {density}");
            // Random dots would have about half of their neighbours unlike them.
            let pairs = |like: bool| -> usize {
                let of = |cell: Cell| beside(&picture, cell).filter(|&other| (other == picture[cell]) == like).count();
                picture.cells().map(of).sum()
            };
            assert!(pairs(true) > 3 * pairs(false));
        }
    }

    #[test]
    fn the_smallest_pictures_are_made_too() {
        for (rows, columns) in [(1, 1), (1, 7), (2, 1), (3, 3)] {
            let picture = shapes(rows, columns, 0.5, &mut stream(2, "shapes", 0));
            assert_eq!((picture.rows(), picture.columns()), (rows, columns));
        }
    }
}
