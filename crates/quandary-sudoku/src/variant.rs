//! What a board may have beyond rows, columns and boxes: the variants.
//!
//! A [`Variant`] is what the setter says: regions of other shapes, more groups that hold each digit once, cages with sums,
//! thermometers, arrows, dots, and rules for the whole board such as "no two equal digits a knight's move apart". All of
//! them may be combined. A *group* of as many cells as digits becomes a [`Unit`](super::Unit), like a row; everything else
//! is spelled out as [`Clue`]s, each about a few cells ([`clue`]). The checks of an answer and the constraints of the
//! model are both made from the units and the clues, and from nothing else.
//!
//! *Pencil marks* are part of the board too: a digit that the setter has removed from a cell stays out. What the given
//! digits strike out themselves is not kept, so that a board with all its pencil marks is the plain board again. Marks of a
//! cell with a given digit say nothing as long as they have that digit; marks without it, and no marks at all where there
//! are to be some, are an error.

pub(crate) mod clue;
#[cfg(test)]
pub(super) mod tests;

use std::collections::BTreeSet;

pub(crate) use clue::{Clue, Link};

use super::Sudoku;
use quandary_core::puzzle::Cell;

/// A board has at most this many clues of each kind: more than a dot between every two neighbours.
const MAX_CLUES: usize = 2_000;
/// A sum that is larger than any board can make.
const MAX_SUM: u32 = 10_000;

/// What a board has beyond rows, columns and boxes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Variant {
    /// The region of each cell, row by row, counted from 0. They take the place of the boxes.
    pub regions: Option<Vec<u8>>,
    /// Rules for the whole board.
    pub rules: BTreeSet<BoardRule>,
    /// Cages, in which no digit stands twice.
    pub cages: Vec<Cage>,
    /// Digits grow along each of these, from the bulb.
    pub thermometers: Vec<Vec<Cell>>,
    /// The digits along each shaft add up to the number in the circle.
    pub arrows: Vec<Arrow>,
    /// Signs between two neighbours: dots, X and V.
    pub signs: Vec<Sign>,
    /// Digits that the pencil marks leave out and that no given digit rules out: one set per cell (bit `d` is the digit
    /// `d`), or nothing where there are none.
    pub struck: Vec<u32>,
}

/// A rule for the whole board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BoardRule {
    /// The diagonal from the upper left holds each digit once.
    MainDiagonal,
    /// The diagonal from the upper right holds each digit once.
    AntiDiagonal,
    /// Further boxes, set in from the edge by one cell, hold each digit once.
    Windows,
    /// Cells in the same place of their boxes hold each digit once.
    DisjointGroups,
    /// Cells a knight's move apart differ.
    AntiKnight,
    /// Cells that touch at a corner differ.
    AntiKing,
    /// Neighbours are not consecutive.
    NonConsecutive,
    /// All white dots are shown: neighbours without a dot are not consecutive.
    AllWhiteDots,
    /// All black dots are shown: of neighbours without a dot, none is twice the other.
    AllBlackDots,
    /// All Xs and Vs are shown: neighbours without one add up to neither 10 nor 5.
    AllXv,
}

impl BoardRule {
    /// All of them, by their names in JSON.
    pub(crate) const NAMES: [(&'static str, BoardRule); 10] = [
        ("main-diagonal", BoardRule::MainDiagonal),
        ("anti-diagonal", BoardRule::AntiDiagonal),
        ("windows", BoardRule::Windows),
        ("disjoint-groups", BoardRule::DisjointGroups),
        ("anti-knight", BoardRule::AntiKnight),
        ("anti-king", BoardRule::AntiKing),
        ("non-consecutive", BoardRule::NonConsecutive),
        ("all-white-dots", BoardRule::AllWhiteDots),
        ("all-black-dots", BoardRule::AllBlackDots),
        ("all-xv", BoardRule::AllXv),
    ];

    /// Its name in JSON.
    pub(crate) fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(_, rule)| *rule == self).map_or("", |(name, _)| name)
    }

    /// Its name as players write it: "main diagonal", "anti-knight".
    fn title(self) -> String {
        match self {
            BoardRule::AntiDiagonal | BoardRule::AntiKnight | BoardRule::AntiKing | BoardRule::NonConsecutive => {
                self.name().to_owned()
            }
            BoardRule::AllXv => "all X and V".to_owned(),
            _ => self.name().replace('-', " "),
        }
    }

    /// The rule of this name.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(known, _)| *known == name).map(|&(_, rule)| rule)
    }
}

/// Cells in which no digit stands twice, and which may have a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cage {
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What they add up to.
    pub sum: Option<u32>,
}

/// A circle with a number, and a shaft whose digits add up to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arrow {
    /// The cells of the circle, the highest place first: usually one, two for a number such as 12.
    pub circle: Vec<Cell>,
    /// The cells of the shaft, without the circle.
    pub shaft: Vec<Cell>,
}

/// A sign between two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sign {
    /// The neighbours.
    pub cells: [Cell; 2],
    /// What it says of them.
    pub says: Says,
}

/// What a sign says of two neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Says {
    /// A white dot: one is this much more than the other.
    Difference(u32),
    /// A black dot: one is this many times the other.
    Ratio(u32),
    /// An X (10) or a V (5): they add up to this.
    Sum(u32),
}

impl Says {
    /// White dots, black dots, sums: in this order.
    pub(super) fn kind(self) -> u8 {
        match self {
            Says::Difference(_) => 0,
            Says::Ratio(_) => 1,
            Says::Sum(_) => 2,
        }
    }
}

impl Variant {
    /// Nothing beyond rows, columns and boxes.
    pub(crate) const CLASSIC: &'static Variant = &Variant {
        regions: None,
        rules: BTreeSet::new(),
        cages: Vec::new(),
        thermometers: Vec::new(),
        arrows: Vec::new(),
        signs: Vec::new(),
        struck: Vec::new(),
    };

    /// Sorts what means the same in any order, and numbers the regions as they first appear, since notations differ in
    /// that.
    pub(super) fn sort(&mut self) {
        self.signs.sort_by_key(|sign| (sign.says.kind(), sign.cells));
        self.cages.iter_mut().for_each(|cage| cage.cells.sort_unstable());
        self.cages.sort_by(|a, b| (&a.cells, a.sum).cmp(&(&b.cells, b.sum)));
        let mut known: Vec<u8> = Vec::new();
        for region in self.regions.iter_mut().flatten() {
            let place = known.iter().position(|known| known == region).unwrap_or_else(|| {
                known.push(*region);
                known.len() - 1
            });
            *region = place as u8;
        }
    }

    /// Whether a rule for the whole board is in force.
    pub(crate) fn has(&self, rule: BoardRule) -> bool {
        self.rules.contains(&rule)
    }

    /// Whether there is more to a board than its digits, boxes, regions and pencil marks.
    pub(crate) fn has_clues(&self) -> bool {
        let Variant { rules, cages, thermometers, arrows, signs, .. } = self;
        !(rules.is_empty() && cages.is_empty() && thermometers.is_empty() && arrows.is_empty() && signs.is_empty())
    }

    /// A short list of it, to follow the size of a board: ", main diagonal, 33 cages".
    pub(super) fn summary(&self) -> String {
        let mut summary: String = self.rules.iter().map(|rule| format!(", {}", rule.title())).collect();
        let marks = self.struck.iter().map(|digits| digits.count_ones() as usize).sum();
        for (count, one, many) in [
            (self.cages.len(), "cage", "cages"),
            (self.thermometers.len(), "thermometer", "thermometers"),
            (self.arrows.len(), "arrow", "arrows"),
            (self.signs.len(), "sign between cells", "signs between cells"),
            (marks, "pencil mark struck out", "pencil marks struck out"),
        ] {
            if count > 0 {
                summary.push_str(&format!(", {count} {}", if count == 1 { one } else { many }));
            }
        }
        summary
    }

    /// What is wrong with it on a board of this side, in words; the boxes are `box_rows` high and `box_columns` wide.
    pub(super) fn fault(&self, box_rows: usize, box_columns: usize) -> Option<String> {
        let side = box_rows * box_columns;
        let lists = [self.cages.len(), self.thermometers.len(), self.arrows.len(), self.signs.len()];
        if lists.iter().any(|&length| length > MAX_CLUES) {
            return Some(format!("there are more than {MAX_CLUES} clues of one kind"));
        }
        if let Some(regions) = &self.regions {
            let count = |region: usize| regions.iter().filter(|&&of| usize::from(of) == region).count();
            if let Some(region) = (0..side).find(|&region| regions.len() != side * side || count(region) != side) {
                return Some(format!("region {} has {} cells, expected {side}", region + 1, count(region)));
            }
        }
        let needs_boxes = [BoardRule::Windows, BoardRule::DisjointGroups].into_iter().find(|rule| self.has(*rule));
        if let Some(rule) = needs_boxes
            && (self.regions.is_some() || (rule == BoardRule::Windows && box_rows != box_columns))
        {
            let (boxes, rule) = (if rule == BoardRule::Windows { "square boxes" } else { "boxes" }, rule.title());
            return Some(format!("a board without {boxes} has no {rule}"));
        }
        if self.struck.iter().any(|&digits| digits & 1 == 1 || u64::from(digits) >> (side + 1) != 0) {
            return Some(format!("a pencil mark is not a digit from 1 to {side}"));
        }
        let wrong =
            |what: &str, cells: &[Cell], least: usize, most: usize| wrong_cells(what, cells, least..=most, side);
        let cages = || self.cages.iter().find_map(|cage| wrong("a cage", &cage.cells, 1, side));
        let thermometers = || self.thermometers.iter().find_map(|cells| wrong("a thermometer", cells, 2, side));
        let arrows = || {
            self.arrows.iter().find_map(|arrow| {
                let all = [&arrow.circle[..], &arrow.shaft[..]].concat();
                wrong("an arrow's circle", &arrow.circle, 1, 3).or_else(|| wrong("an arrow", &all, 2, 4 * side))
            })
        };
        let signs = || {
            self.signs.iter().find_map(|sign| {
                let [a, b] = sign.cells;
                let apart = a.row.abs_diff(b.row) + a.column.abs_diff(b.column);
                let not_beside =
                    || (apart != 1).then(|| format!("{a} and {b} are not neighbours, but a sign joins them"));
                wrong("a sign", &sign.cells, 2, 2).or_else(not_beside)
            })
        };
        let numbers = || {
            let sums = self.cages.iter().filter_map(|cage| cage.sum);
            let said = self.signs.iter().map(|sign| match sign.says {
                Says::Difference(number) | Says::Ratio(number) | Says::Sum(number) => number,
            });
            let large = sums.chain(said).find(|&number| number > MAX_SUM)?;
            Some(format!("{large} is more than any digits add up to"))
        };
        cages().or_else(thermometers).or_else(arrows).or_else(signs).or_else(numbers)
    }

    /// The clues, spelled out: each about a few cells.
    pub(crate) fn clues(&self, puzzle: &Sudoku) -> Vec<Clue> {
        clue::all(self, puzzle)
    }
}

/// Cells that are too few, too many, beyond the board, or named twice.
fn wrong_cells(what: &str, cells: &[Cell], lengths: std::ops::RangeInclusive<usize>, side: usize) -> Option<String> {
    if !lengths.contains(&cells.len()) {
        let (least, most) = (lengths.start(), lengths.end());
        return Some(format!("{what} has {} cells, expected {least} to {most}", cells.len()));
    }
    if let Some(cell) = cells.iter().find(|cell| cell.row >= side || cell.column >= side) {
        return Some(format!("{what} lies on {cell}, which is not on a {side}×{side} board"));
    }
    let twice = cells.iter().enumerate().find(|(place, cell)| cells[..*place].contains(cell));
    twice.map(|(_, cell)| format!("{what} names {cell} twice"))
}
