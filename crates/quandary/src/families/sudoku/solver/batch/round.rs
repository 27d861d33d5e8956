//! One round of every rule, for all boards of a register at once.
//!
//! There are 729 *planes*, one for each digit in each cell; bit q of a plane says whether board q can still have that
//! digit there. With one bit per board every rule is plain logic: no table, no shift, no branch, and nothing to
//! mispredict. What a scalar engine does with a worklist, this one does by doing everything, every time, to hundreds of
//! boards.
//!
//! A round has two passes. The first goes digit by digit: what the last round settled leaves its neighbours, then the
//! digit's places are closed in the three bands and the three stacks (see [`super::super::words`] for the six
//! permutations; here they are written out as six three-way `and`s). The second goes cell by cell and finds the cells
//! with one digit left, and those where some digit has its last place in a box.
//!
//! A board that settles no further cell in a round is taken for stuck. A few more candidates might still go, but whoever
//! waits for that plays a tenth more rounds to save a hundredth of the branches.

use super::vector::Vector;

/// The candidates of as many boards as a register has bits.
pub(super) struct Planes<V> {
    /// For each word (`band * 9 + digit`, as in `Words`) its 27 cells.
    pub(super) cells: [[V; 27]; 27],
    /// For each cell (`band`, then place in the band): one digit is left.
    lone: [[V; 27]; 3],
    /// For each cell: some digit has its last place in the box here.
    last: [[V; 27]; 3],
    /// For each digit and box: there are several rows or columns left to it.
    several: [[V; 9]; 9],
    /// Within a round, the cells of one digit; kept here so that it need not be cleared for each digit.
    kept: [[V; 27]; 3],
    /// Within a round, where one digit can be: row and box of each band, then column and box of each stack.
    lines: [[[V; 3]; 3]; 6],
}

/// What a round has found out about the boards.
#[derive(Clone, Copy)]
pub(super) struct Findings<V> {
    /// A rule is broken.
    pub(super) dead: V,
    /// Something is still to be decided.
    pub(super) open: V,
    /// The round has settled a cell.
    pub(super) moved: V,
}

/// The cell of a box within its band: `box` from the left, row and column in the box.
const fn place(third: usize, row: usize, column: usize) -> usize {
    9 * row + 3 * third + column
}

/// At least two of three.
#[inline(always)]
fn two_of<V: Vector>(a: V, b: V, c: V) -> V {
    a.and(b).or(c.and(a.or(b)))
}

/// Keeps of a 3×3 matrix what lies on a whole permutation; returns where there is none.
#[inline(always)]
fn close<V: Vector>(m: &mut [[V; 3]; 3]) -> V {
    let [[a0, a1, a2], [b0, b1, b2], [c0, c1, c2]] = *m;
    let (b0c1, b1c0) = (b0.and(c1), b1.and(c0));
    let (b0c2, b2c0) = (b0.and(c2), b2.and(c0));
    let (b1c2, b2c1) = (b1.and(c2), b2.and(c1));
    let (p0, p1) = (a0.and(b1c2), a0.and(b2c1));
    let (p2, p3) = (a1.and(b0c2), a1.and(b2c0));
    let (p4, p5) = (a2.and(b0c1), a2.and(b1c0));
    let (a0, a1, a2) = (p0.or(p1), p2.or(p3), p4.or(p5));
    *m = [[a0, a1, a2], [p2.or(p4), p0.or(p5), p1.or(p3)], [p3.or(p5), p1.or(p4), p0.or(p2)]];
    V::splat(true).but_not(a0.or(a1).or(a2))
}

impl<V: Vector> Planes<V> {
    /// Planes of boards about which nothing is known.
    pub(super) fn new() -> Self {
        let none = V::splat(false);
        Planes {
            cells: [[none; 27]; 27],
            lone: [[none; 27]; 3],
            last: [[none; 27]; 3],
            several: [[none; 9]; 9],
            kept: [[none; 27]; 3],
            lines: [[[none; 3]; 3]; 6],
        }
    }

    /// Starts with other candidates on the `fresh` boards, about which nothing has been found out yet.
    #[inline(always)]
    pub(super) fn start(&mut self, fresh: V) {
        for several in self.several.iter_mut().flatten() {
            *several = several.or(fresh);
        }
        self.find_lone_cells();
    }

    /// One round of every rule.
    #[inline(always)]
    pub(super) fn round(&mut self) -> Findings<V> {
        let mut dead = V::splat(false);
        for digit in 0..9 {
            self.close_digit(digit, &mut dead);
        }
        let mut open = V::splat(false);
        for several in self.several.iter().flatten() {
            open = open.or(*several);
        }
        let (empty, moved) = self.find_lone_cells();
        Findings { dead: dead.or(empty), open, moved }
    }

    /// The first pass, for one digit.
    #[inline(always)]
    fn close_digit(&mut self, digit: usize, dead: &mut V) {
        let none = V::splat(false);
        let mut lone = [none; 9];
        for band in 0..3 {
            for third in 0..3 {
                let several = self.several[digit][band * 3 + third];
                let mut lone_here = none;
                let mut cells = [none; 9];
                for (index, cell) in cells.iter_mut().enumerate() {
                    let place = place(third, index / 3, index % 3);
                    // Where another digit has its last place, this one goes, unless it has its last place there too.
                    *cell = self.cells[band * 9 + digit][place].but_not(self.last[band][place].and(several));
                    lone_here = lone_here.or(cell.and(self.lone[band][place]));
                }
                for (index, cell) in cells.iter_mut().enumerate() {
                    let place = place(third, index / 3, index % 3);
                    // Where a cell of the box has only this digit left, the digit leaves the box's other cells.
                    *cell = cell.but_not(lone_here.but_not(self.lone[band][place]));
                    self.kept[band][place] = *cell;
                }
                lone[band * 3 + third] = lone_here;
                for line in 0..3 {
                    self.lines[band][line][third] = cells[3 * line].or(cells[3 * line + 1]).or(cells[3 * line + 2]);
                    self.lines[3 + third][line][band] = cells[line].or(cells[line + 3]).or(cells[line + 6]);
                }
            }
        }
        for matrix in &mut self.lines {
            *dead = dead.or(close(matrix));
        }
        for band in 0..3 {
            for third in 0..3 {
                let [[a, b, c], [d, e, f]] = [
                    [self.lines[band][0][third], self.lines[band][1][third], self.lines[band][2][third]],
                    [self.lines[3 + third][0][band], self.lines[3 + third][1][band], self.lines[3 + third][2][band]],
                ];
                let several = two_of(a, b, c).or(two_of(d, e, f));
                self.several[digit][band * 3 + third] = several;
                // Two cells of a box that both have only this digit left.
                *dead = dead.or(several.and(lone[band * 3 + third]));
                for (row, of_row) in [a, b, c].into_iter().enumerate() {
                    for (column, of_column) in [d, e, f].into_iter().enumerate() {
                        let place = place(third, row, column);
                        self.cells[band * 9 + digit][place] = self.kept[band][place].and(of_row).and(of_column);
                    }
                }
            }
        }
    }

    /// The second pass: cells with one digit left, and last places. Returns the boards with an empty cell, and those
    /// where a cell was settled that was not before.
    #[inline(always)]
    fn find_lone_cells(&mut self) -> (V, V) {
        let (mut empty, mut moved) = (V::splat(false), V::splat(false));
        for band in 0..3 {
            for place in 0..27 {
                let block = band * 3 + place % 9 / 3;
                let (mut once, mut twice, mut last) = (V::splat(false), V::splat(false), V::splat(false));
                for digit in 0..9 {
                    let cell = self.cells[band * 9 + digit][place];
                    last = last.or(cell.but_not(self.several[digit][block]));
                    twice = twice.or(once.and(cell));
                    once = once.or(cell);
                }
                let lone = once.but_not(twice);
                let before = self.lone[band][place].or(self.last[band][place]);
                moved = moved.or(lone.or(last).but_not(before));
                self.lone[band][place] = lone;
                self.last[band][place] = last;
                empty = empty.or(V::splat(true).but_not(once));
            }
        }
        (empty, moved)
    }
}
