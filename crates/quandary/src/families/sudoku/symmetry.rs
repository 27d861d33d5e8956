//! Symmetries that people like to see in the givens: turned or mirrored, the pattern looks the same.

/// A symmetry of the square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
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
    pub const ALL: [Symmetry; 8] = [
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
    pub fn name(self) -> &'static str {
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
    pub fn of_name(name: &str) -> Option<Symmetry> {
        Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Where a cell goes, by each of the moves that make up the symmetry.
    fn images(self, side: usize, row: usize, column: usize) -> Vec<(usize, usize)> {
        let (far_row, far_column) = (side - 1 - row, side - 1 - column);
        match self {
            Symmetry::None => vec![],
            Symmetry::Rotate90 => vec![(column, far_row)],
            Symmetry::Rotate180 => vec![(far_row, far_column)],
            Symmetry::Mirror => vec![(row, far_column)],
            Symmetry::Flip => vec![(far_row, column)],
            Symmetry::Diagonal => vec![(column, row)],
            Symmetry::Antidiagonal => vec![(far_column, far_row)],
            Symmetry::Full => vec![(column, far_row), (row, far_column)],
        }
    }

    /// The cells of a board of some side, in groups that the symmetry maps onto themselves.
    pub fn groups(self, side: usize) -> Vec<Vec<usize>> {
        let mut seen = vec![false; side * side];
        let mut groups = Vec::new();
        for first in 0..side * side {
            if std::mem::replace(&mut seen[first], true) {
                continue;
            }
            let mut group = vec![first];
            let mut at = 0;
            while let Some(&cell) = group.get(at) {
                for (row, column) in self.images(side, cell / side, cell % side) {
                    let image = row * side + column;
                    if !std::mem::replace(&mut seen[image], true) {
                        group.push(image);
                    }
                }
                at += 1;
            }
            groups.push(group);
        }
        groups
    }
}
