//! Symmetries that people like to see in the givens: rotated or mirrored, the pattern looks the same.

/// A symmetry of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symmetry {
    /// No symmetry.
    None,
    /// A quarter turn.
    Rotate90,
    /// Half a turn.
    Rotate180,
    /// Left and right change places.
    Mirror,
    /// Top and bottom change places.
    Flip,
    /// Rows and columns change places.
    Diagonal,
    /// The same along the other diagonal.
    Antidiagonal,
    /// All of them.
    Full,
}

impl Symmetry {
    /// Every symmetry.
    pub(crate) const ALL: [Symmetry; 8] = [
        Symmetry::None,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Mirror,
        Symmetry::Flip,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::Full,
    ];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::Rotate90 => "rotate90",
            Symmetry::Rotate180 => "rotate180",
            Symmetry::Mirror => "mirror",
            Symmetry::Flip => "flip",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::Full => "full",
        }
    }

    /// The symmetry of this name.
    pub(crate) fn of_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Where a cell goes, by each of the moves that make up the symmetry.
    fn images(self, side: usize, row: usize, column: usize) -> [(usize, usize); 2] {
        let (far_row, far_column) = (side - 1 - row, side - 1 - column);
        let by_one = |image: (usize, usize)| [image, image];
        match self {
            Symmetry::None => by_one((row, column)),
            Symmetry::Rotate90 => by_one((column, far_row)),
            Symmetry::Rotate180 => by_one((far_row, far_column)),
            Symmetry::Mirror => by_one((row, far_column)),
            Symmetry::Flip => by_one((far_row, column)),
            Symmetry::Diagonal => by_one((column, row)),
            Symmetry::Antidiagonal => by_one((far_column, far_row)),
            Symmetry::Full => [(column, far_row), (row, far_column)],
        }
    }

    /// Where each cell of a board of some side goes by each move that keeps the symmetry, the first of which moves nothing.
    pub(crate) fn maps(self, side: usize) -> Vec<Vec<usize>> {
        let by = |which: usize| -> Vec<usize> {
            let image = |cell: usize| self.images(side, cell / side, cell % side)[which];
            (0..side * side).map(|cell| image(cell).0 * side + image(cell).1).collect()
        };
        let moves = [by(0), by(1)];
        let mut maps: Vec<Vec<usize>> = vec![(0..side * side).collect()];
        let mut at = 0;
        while let Some(map) = maps.get(at).cloned() {
            for by in &moves {
                let next: Vec<usize> = map.iter().map(|&cell| by[cell]).collect();
                if !maps.contains(&next) {
                    maps.push(next);
                }
            }
            at += 1;
        }
        maps
    }

    /// The cells of a board of some side, in groups that the symmetry maps onto themselves.
    pub(crate) fn groups(self, side: usize) -> Vec<Group> {
        let mut seen = vec![false; side * side];
        let mut groups = Vec::with_capacity(side * side);
        for first in 0..side * side {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut group = Group { cells: [first as u16; MAX_GROUP], count: 1 };
            let mut at = 0;
            while let Some(&cell) = group.cells().get(at) {
                let cell = usize::from(cell);
                for (row, column) in self.images(side, cell / side, cell % side) {
                    let image = row * side + column;
                    if !std::mem::replace(&mut seen[image], true) {
                        group.cells[group.count] = image as u16;
                        group.count += 1;
                    }
                }
                at += 1;
            }
            groups.push(group);
        }
        groups
    }
}

/// A square has eight symmetries.
const MAX_GROUP: usize = 8;

/// Cells that a symmetry maps onto each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    cells: [u16; MAX_GROUP],
    count: usize,
}

impl Group {
    /// The cells, counted row by row.
    pub(crate) fn cells(&self) -> &[u16] {
        &self.cells[..self.count]
    }

    /// Any of the cells: what holds for one holds for all.
    pub(crate) fn first(&self) -> usize {
        self.cells[0].into()
    }
}
