//! Walls between cells: two paths, one thin and one thick, with straight runs joined; and the round bottoms of columns that
//! stand apart.

use std::fmt::Write;

use super::{Frame, Paint, Sheet, Wall, short};

/// Grids of thin walls longer than this have every fifth line a little stronger, to make counting easy.
const UNCOUNTABLE: usize = 10;

impl Frame<'_> {
    /// Whether a cell has round lower corners: closed below and on both sides, open above, with space beside it.
    pub(in super::super) fn is_bowl(&self, row: usize, column: usize) -> bool {
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
    pub(in super::super) fn is_surface(&self, row: usize, column: usize) -> bool {
        self.scene.wall_above(row, column) != Wall::Thick
            && row.checked_sub(1).is_some_and(|row| self.scene.paint_at(row, column) != Paint::Wavy)
    }

    pub(in super::super) fn walls(&self, sheet: &mut Sheet) {
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
