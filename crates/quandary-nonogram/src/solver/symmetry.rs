//! Boards with symmetric clues.
//!
//! A board may be rotated and mirrored in eight ways. Where the clues stay the same, every solution has a mirror image that
//! is a solution too. Two things follow. A solution that differs from its image gives a second one at once. And a proof that
//! there is no other need only look at one picture of each such pair: the one that comes first when the cells are compared
//! in order. That is stated as clauses, with one more variable for each pair of cells, "all pairs before this are equal",
//! and saves up to half the work for each mirror; boards that were built to be hard are often symmetric.

use super::super::{LineName, Nonogram};
use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;
use quandary_core::reason::learn::Literal;

/// Most pairs of cells that are compared; the first ones matter most.
const MAX_PAIRS: usize = 400;

/// One way to rotate or mirror a board onto itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mirror {
    /// Rows and columns change places, before the rest.
    transposes: bool,
    flips_rows: bool,
    flips_columns: bool,
    height: usize,
    width: usize,
}

impl Mirror {
    fn place(self, row: usize, column: usize) -> (usize, usize) {
        let (row, column) = if self.transposes { (column, row) } else { (row, column) };
        let flip = |at: usize, count: usize, flips: bool| if flips { count - 1 - at } else { at };
        (flip(row, self.height, self.flips_rows), flip(column, self.width, self.flips_columns))
    }

    /// Whether the clues stay the same.
    fn keeps(self, puzzle: &Nonogram) -> bool {
        (self.height == self.width || !self.transposes)
            && puzzle.lines().all(|line| {
                let (first, second) = match line {
                    LineName::Row(row) => (self.place(row, 0), self.place(row, self.width - 1)),
                    LineName::Column(column) => (self.place(0, column), self.place(self.height - 1, column)),
                };
                let is_row = matches!(line, LineName::Row(_)) != self.transposes;
                let (image, is_reversed) = if is_row {
                    (LineName::Row(first.0), first.1 > second.1)
                } else {
                    (LineName::Column(first.1), first.0 > second.0)
                };
                let (clue, other) = (puzzle.clue(line), puzzle.clue(image));
                if is_reversed { clue.iter().eq(other.iter().rev()) } else { clue == other }
            })
    }

    /// The picture in this mirror.
    pub(super) fn image(self, picture: &Grid<u8>) -> Grid<u8> {
        let mut image = picture.clone();
        for cell in picture.cells() {
            let (row, column) = self.place(cell.row, cell.column);
            image[Cell { row, column }] = picture[cell];
        }
        image
    }
}

/// The mirrors in which the clues stay the same.
pub(super) fn mirrors(puzzle: &Nonogram) -> Vec<Mirror> {
    let (height, width) = (puzzle.height(), puzzle.width());
    let all = (1..8).map(|number| Mirror {
        transposes: number & 1 != 0,
        flips_rows: number & 2 != 0,
        flips_columns: number & 4 != 0,
        height,
        width,
    });
    all.filter(|mirror| mirror.keeps(puzzle)).collect()
}

/// Clauses that only the first picture of each set of images keeps. New variables are numbered from `variables` on.
pub(super) fn clauses(mirrors: &[Mirror], variables: &mut usize) -> Vec<Vec<Literal>> {
    let mut clauses = Vec::new();
    for mirror in mirrors {
        let cell = |row: usize, column: usize| row * mirror.width + column;
        let mut all_before: Option<Literal> = None;
        let places = (0..mirror.height).flat_map(|row| (0..mirror.width).map(move |column| (row, column)));
        let pairs = places.map(|(row, column)| {
            let (other_row, other_column) = mirror.place(row, column);
            (cell(row, column), cell(other_row, other_column))
        });
        for (own, other) in pairs.filter(|(own, other)| own != other).take(MAX_PAIRS) {
            let (own, other) = (Literal::new(own, true), Literal::new(other, true));
            let mut add = |clause: &[Literal]| {
                clauses.push(clause.iter().copied().chain(all_before.map(|before| !before)).collect());
            };
            // All before are equal: here the image has at least as much.
            add(&[!own, other]);
            let equal = Literal::new(*variables, true);
            *variables += 1;
            add(&[other, equal]);
            add(&[!own, equal]);
            // The new variable is equivalent to that, so that no picture is found twice.
            clauses.push(vec![!equal, own, !other]);
            clauses.push(vec![!equal, !own, other]);
            clauses.extend(all_before.map(|before| vec![!equal, before]));
            all_before = Some(equal);
        }
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::{nonogram, picture};

    #[test]
    fn a_picture_with_two_like_halves_has_a_mirror() {
        let face = nonogram(&["#.#", "...", "###"]);
        let mirrors = mirrors(&face);
        assert_eq!(mirrors.len(), 1);
        assert!(mirrors[0].flips_columns && !mirrors[0].flips_rows && !mirrors[0].transposes);
        assert_eq!(mirrors[0].image(&picture(&["##.", "...", "#.."])), picture(&[".##", "...", "..#"]));
    }

    #[test]
    fn a_square_looks_the_same_from_all_sides_and_a_hook_from_one() {
        assert_eq!(mirrors(&nonogram(&["###", "#.#", "###"])).len(), 7);
        assert_eq!(mirrors(&nonogram(&["##", "##", "##"])).len(), 3);
        assert_eq!(mirrors(&nonogram(&["###", "..#", "..."])), []);
        let stairs = mirrors(&nonogram(&["#..", "##.", "###"]));
        assert_eq!(stairs.len(), 1);
        assert_eq!(stairs[0].place(0, 1), (1, 2));
    }
}
