//! Clues: what the rules of a variant demand of a few cells each.
//!
//! One list serves everything: an answer is checked by [`Clue::holds`], the model makes one constraint of each
//! clue, and the sentences are those that errors and explanations show.

use std::fmt::Write;

use super::{BoardRule, Says, Variant};
use crate::Sudoku;
use quandary_core::grid::Grid;
use quandary_core::puzzle::Cell;

/// A demand on a few cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clue {
    /// No digit stands twice in these cells, and they add up to the sum where there is one.
    Cage {
        /// Its cells.
        cells: Vec<Cell>,
        /// What they add up to.
        sum: Option<u32>,
    },
    /// Digits grow from each cell to the next.
    Thermometer(Vec<Cell>),
    /// The digits of the shaft add up to the number in the circle.
    Arrow {
        /// The cells of the circle, the highest place first.
        circle: Vec<Cell>,
        /// The cells that are added up.
        shaft: Vec<Cell>,
    },
    /// Two cells that constrain each other.
    Pair {
        /// How.
        link: Link,
        /// Which cells.
        cells: [Cell; 2],
    },
}

/// How two cells constrain each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Link {
    /// They differ, being a knight's move apart.
    Knight,
    /// They differ, touching at a corner.
    King,
    /// They are not consecutive.
    Apart,
    /// One is so much more than the other.
    Difference(u32),
    /// One is this many times the other.
    Ratio(u32),
    /// They add up to this.
    Sum(u32),
    /// No dot stands between them: not consecutive (white), none twice the other (black), or neither.
    NoDot {
        /// White dots are all shown.
        white: bool,
        /// Black dots are all shown.
        black: bool,
    },
    /// No X or V stands between them: they add up to neither 10 nor 5.
    NoXv,
}

impl Link {
    /// Whether two digits may stand in such cells.
    pub(crate) fn allows(self, a: u32, b: u32) -> bool {
        let is_ratio = |ratio: u32| a == ratio * b || b == ratio * a;
        match self {
            Link::Knight | Link::King => a != b,
            Link::Apart => a.abs_diff(b) != 1,
            Link::Difference(difference) => a.abs_diff(b) == difference,
            Link::Ratio(ratio) => is_ratio(ratio),
            Link::Sum(sum) => a + b == sum,
            Link::NoDot { white, black } => !(white && a.abs_diff(b) == 1 || black && is_ratio(2)),
            Link::NoXv => a + b != 10 && a + b != 5,
        }
    }

    /// The rule's short name in errors and the start of its name in explanations.
    fn rule(self) -> &'static str {
        match self {
            Link::Knight => "knight's move",
            Link::King => "king's move",
            Link::Apart => "neighbours",
            Link::Difference(_) => "white dot",
            Link::Ratio(_) => "black dot",
            Link::Sum(10) => "X",
            Link::Sum(5) => "V",
            Link::Sum(_) => "sum",
            Link::NoDot { .. } => "no dot",
            Link::NoXv => "no X or V",
        }
    }
}

impl Clue {
    /// Its cells.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        match self {
            Clue::Cage { cells, .. } | Clue::Thermometer(cells) => cells.clone(),
            Clue::Arrow { circle, shaft } => [&circle[..], &shaft[..]].concat(),
            Clue::Pair { cells, .. } => cells.to_vec(),
        }
    }

    /// The rule's short name.
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Clue::Cage { .. } => "cage",
            Clue::Thermometer(_) => "thermometer",
            Clue::Arrow { .. } => "arrow",
            Clue::Pair { link, .. } => link.rule(),
        }
    }

    /// A name that no other clue of the board has: "cage r1c1 r1c2", "knight's move r1c1 r3c2".
    pub(crate) fn name(&self) -> String {
        let mut name = self.rule().to_owned();
        for cell in self.cells() {
            // Writing to a string cannot fail.
            let _ = write!(name, " {cell}");
        }
        name
    }

    /// What it demands, as a sentence without a full stop.
    pub(crate) fn statement(&self) -> String {
        match self {
            Clue::Cage { cells, sum: Some(sum) } if cells.len() == 1 => {
                format!("the cage at {} has one cell and the sum {sum}", list(cells))
            }
            Clue::Cage { cells, sum: Some(sum) } => {
                format!("the cage {} must sum to {sum} without repeating a digit", list(cells))
            }
            Clue::Cage { cells, sum: None } => format!("the cage {} must not repeat a digit", list(cells)),
            Clue::Thermometer(cells) => format!("digits must increase along the thermometer {}", path(cells)),
            Clue::Arrow { circle, shaft } => {
                format!("{} must sum to the number in the arrow's circle, {}", list(shaft), list(circle))
            }
            Clue::Pair { link, cells } => {
                let both = list(cells);
                match link {
                    Link::Knight => format!("{both} are a knight's move apart, so they must differ"),
                    Link::King => format!("{both} touch at a corner, so they must differ"),
                    Link::Apart => format!("{both} are neighbours, so they must not be consecutive"),
                    Link::Difference(1) => format!("{both} have a white dot between them, so they must be consecutive"),
                    Link::Difference(by) => {
                        format!("{both} have a white dot between them, so they must differ by {by}")
                    }
                    Link::Ratio(2) => {
                        format!("{both} have a black dot between them, so one must be twice the other")
                    }
                    Link::Ratio(by) => {
                        format!("{both} have a black dot between them, so one must be {by} times the other")
                    }
                    Link::Sum(10) => format!("{both} have an X between them, so they must sum to 10"),
                    Link::Sum(5) => format!("{both} have a V between them, so they must sum to 5"),
                    Link::Sum(sum) => format!("{both} have a {sum} between them, so they must sum to {sum}"),
                    Link::NoDot { white: true, black: false } => {
                        format!("{both} have no white dot between them, so they must not be consecutive")
                    }
                    Link::NoDot { white: false, .. } => {
                        format!("{both} have no black dot between them, so neither may be twice the other")
                    }
                    Link::NoDot { .. } => format!(
                        "{both} have no dot between them, so they must be neither consecutive nor one twice the other"
                    ),
                    Link::NoXv => format!("{both} have no X or V between them, so they must not sum to 5 or 10"),
                }
            }
        }
    }

    /// Whether a filled board keeps it.
    pub(crate) fn holds(&self, board: &Grid<u8>) -> bool {
        let digit = |cell: &Cell| u32::from(board[*cell]);
        let sum = |cells: &[Cell]| cells.iter().map(digit).sum::<u32>();
        match self {
            Clue::Cage { cells, sum: total } => {
                let is_new =
                    |(place, cell): (usize, &Cell)| cells[..place].iter().all(|other| digit(other) != digit(cell));
                cells.iter().enumerate().all(is_new) && total.is_none_or(|total| sum(cells) == total)
            }
            Clue::Thermometer(cells) => cells.is_sorted_by(|low, high| digit(low) < digit(high)),
            Clue::Arrow { circle, shaft } => {
                circle.iter().fold(0, |number, cell| 10 * number + digit(cell)) == sum(shaft)
            }
            Clue::Pair { link, cells: [a, b] } => link.allows(digit(a), digit(b)),
        }
    }
}

/// "r1c1, r1c2 and r4c7".
fn list(cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    quandary_core::reason::explain::words::join(&names)
}

/// "r1c1 < r1c2 < r1c3".
fn path(cells: &[Cell]) -> String {
    cells.iter().map(Cell::to_string).collect::<Vec<_>>().join(" < ")
}

/// All clues of a board, in the order of its setter's lists, then those that follow from rules for the whole board.
pub(super) fn all(variant: &Variant, puzzle: &Sudoku) -> Vec<Clue> {
    let side = puzzle.side();
    let mut clues: Vec<Clue> = Vec::new();
    clues.extend(variant.cages.iter().map(|cage| Clue::Cage { cells: cage.cells.clone(), sum: cage.sum }));
    clues.extend(variant.thermometers.iter().cloned().map(Clue::Thermometer));
    clues.extend(
        variant.arrows.iter().map(|arrow| Clue::Arrow { circle: arrow.circle.clone(), shaft: arrow.shaft.clone() }),
    );
    clues.extend(variant.signs.iter().map(|sign| {
        let link = match sign.says {
            Says::Difference(by) => Link::Difference(by),
            Says::Ratio(by) => Link::Ratio(by),
            Says::Sum(sum) => Link::Sum(sum),
        };
        Clue::Pair { link, cells: sign.cells }
    }));
    let mut pairs = |link: Link, steps: &[(usize, isize)], is_free: &dyn Fn([Cell; 2]) -> bool| {
        for cell in puzzle.cells().cells() {
            for &(down, right) in steps {
                let Some(column) = cell.column.checked_add_signed(right) else { continue };
                let cells = [cell, Cell { row: cell.row + down, column }];
                if cells[1].row < side && column < side && is_free(cells) {
                    clues.push(Clue::Pair { link, cells });
                }
            }
        }
    };
    const BESIDE: [(usize, isize); 2] = [(0, 1), (1, 0)];
    let everywhere = |_: [Cell; 2]| true;
    // Whether no sign of some kind joins two cells.
    let without = |is_kind: fn(Says) -> bool| {
        move |[a, b]: [Cell; 2]| {
            let joins = |cells: [Cell; 2]| cells == [a, b] || cells == [b, a];
            !variant.signs.iter().any(|sign| joins(sign.cells) && is_kind(sign.says))
        }
    };
    if variant.has(BoardRule::AntiKnight) {
        pairs(Link::Knight, &[(1, -2), (1, 2), (2, -1), (2, 1)], &everywhere);
    }
    if variant.has(BoardRule::AntiKing) {
        pairs(Link::King, &[(1, -1), (1, 1)], &everywhere);
    }
    if variant.has(BoardRule::NonConsecutive) {
        pairs(Link::Apart, &BESIDE, &everywhere);
    }
    let (white, black) = (variant.has(BoardRule::AllWhiteDots), variant.has(BoardRule::AllBlackDots));
    if white || black {
        pairs(Link::NoDot { white, black }, &BESIDE, &without(|says| !matches!(says, Says::Sum(_))));
    }
    if variant.has(BoardRule::AllXv) {
        pairs(Link::NoXv, &BESIDE, &without(|says| matches!(says, Says::Sum(_))));
    }
    clues
}
