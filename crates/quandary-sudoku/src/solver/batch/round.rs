//! One round of every rule, for all boards of a register at once.
//!
//! There are 729 *planes*, one for each digit in each cell; bit q of a plane says whether board q can still have that
//! digit there. With one bit per board every rule is plain logic: no table, no shift, and no branch to
//! mispredict. What a scalar engine does with a worklist, this one does by applying every rule, every time, to hundreds
//! of boards.
//!
//! A round has two passes. The first goes digit by digit: what the last round settled leaves its neighbours, then the
//! digit's places are closed in the three bands and the three stacks (see [`super::super::bands`] for the six
//! permutations; here they are written out as six three-way `and`s). Where that leaves the digit one place in a box, the
//! digits after it exclude the cell within the same round. The second pass goes cell by cell and finds the cells with one
//! digit left.
//!
//! A board that settles no further cell in a round counts as stuck. A few more candidates might still go, but waiting for
//! that takes 10 % more rounds and saves 1 % of the branches.

use super::vector::Vector;

/// The candidates of as many boards as a register has bits.
pub(super) struct Planes<V: Vector> {
    pub(super) cpu: V::Cpu,
    /// For each word (`band * 9 + digit`, as in `Bands`) its 27 cells.
    pub(super) cells: [[V; 27]; 27],
    /// For each cell (`band`, then place in the band): one digit is left.
    lone: [[V; 27]; 3],
    /// For each cell: some digit has its last place in the box here. The next digit uses it within the same round.
    last: [[V; 27]; 3],
    /// For each cell: one of both, when the last round ended.
    settled: [[V; 27]; 3],
    /// For each digit and box: there are several rows or columns left to it.
    several: [[V; 9]; 9],
    /// Within a round, where one digit can be: for each band, row and box.
    rows: [[[V; 3]; 3]; 3],
    /// The same for each stack, column and band.
    columns: [[[V; 3]; 3]; 3],
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

/// Keeps of a 3×3 matrix what lies on a whole permutation; returns where there is one.
#[inline(always)]
fn close<V: Vector>(m: &mut [[V; 3]; 3]) -> V {
    let [[a0, a1, a2], [b0, b1, b2], [c0, c1, c2]] = *m;
    let (p0, p1) = (b1.and3(c2, a0), b2.and3(c1, a0));
    let (p2, p3) = (b0.and3(c2, a1), b2.and3(c0, a1));
    let (p4, p5) = (b0.and3(c1, a2), b1.and3(c0, a2));
    let (a0, a1, a2) = (p0.or(p1), p2.or(p3), p4.or(p5));
    *m = [[a0, a1, a2], [p2.or(p4), p0.or(p5), p1.or(p3)], [p3.or(p5), p1.or(p4), p0.or(p2)]];
    a0.or3(a1, a2)
}

/// Strikes the lines of a box that have no lone cell where another one has.
#[inline(always)]
fn beside_lone<V: Vector>([a, b, c]: [V; 3], [x, y, z]: [V; 3]) -> [V; 3] {
    [a.unless_any(y, z), b.unless_any(x, z), c.unless_any(x, y)]
}

/// The three rows of a box.
#[inline(always)]
fn rows_of<V: Vector>(c: &[V; 9]) -> [V; 3] {
    [c[0].or3(c[1], c[2]), c[3].or3(c[4], c[5]), c[6].or3(c[7], c[8])]
}

/// The three columns of a box.
#[inline(always)]
fn columns_of<V: Vector>(c: &[V; 9]) -> [V; 3] {
    [c[0].or3(c[3], c[6]), c[1].or3(c[4], c[7]), c[2].or3(c[5], c[8])]
}

impl<V: Vector> Planes<V> {
    /// Planes of boards about which nothing is known.
    pub(super) fn new(cpu: V::Cpu) -> Self {
        let none = V::splat(cpu, false);
        Planes {
            cpu,
            cells: [[none; 27]; 27],
            lone: [[none; 27]; 3],
            last: [[none; 27]; 3],
            settled: [[none; 27]; 3],
            several: [[none; 9]; 9],
            rows: [[[none; 3]; 3]; 3],
            columns: [[[none; 3]; 3]; 3],
        }
    }

    /// Starts with other candidates on the `fresh` boards, about which nothing has been found out yet.
    #[inline(always)]
    pub(super) fn start(&mut self, fresh: V) {
        for several in self.several.iter_mut().flatten() {
            *several = several.or(fresh);
        }
        for last in self.last.iter_mut().flatten() {
            *last = last.but_not(fresh);
        }
        self.find_lone_cells();
    }

    /// One round of every rule.
    #[inline(always)]
    pub(super) fn round(&mut self) -> Findings<V> {
        let mut alive = V::splat(self.cpu, true);
        for digit in 0..9 {
            alive = alive.and(self.close_digit(digit));
        }
        let mut open = V::splat(self.cpu, false);
        for several in self.several.iter().flatten() {
            open = open.or(*several);
        }
        let (full, moved) = self.find_lone_cells();
        Findings { dead: V::splat(self.cpu, true).but_not(alive.and(full)), open, moved }
    }

    /// The first pass, for one digit. Returns the boards where it has a place everywhere.
    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "a band, a stack or a line is a place in several tables at once")]
    fn close_digit(&mut self, digit: usize) -> V {
        let mut alive = V::splat(self.cpu, true);
        for band in 0..3 {
            let word = &mut self.cells[band * 9 + digit];
            let rows = &mut self.rows[band];
            for third in 0..3 {
                let several = self.several[digit][band * 3 + third];
                let mut cells = [V::splat(self.cpu, false); 9];
                let mut lone = cells;
                for index in 0..9 {
                    let place = place(third, index / 3, index % 3);
                    // Where another digit has its last place, this one goes, unless it has its last place there too.
                    cells[index] = word[place].unless_both(self.last[band][place], several);
                    word[place] = cells[index];
                    lone[index] = cells[index].and(self.lone[band][place]);
                }
                // Where a cell of the box has only this digit left, the digit leaves all other rows and columns of it.
                let of_rows = beside_lone(rows_of(&cells), rows_of(&lone));
                let of_columns = beside_lone(columns_of(&cells), columns_of(&lone));
                for line in 0..3 {
                    rows[line][third] = of_rows[line];
                    self.columns[third][line][band] = of_columns[line];
                }
            }
            alive = alive.and(close(rows));
        }
        for third in 0..3 {
            let columns = &mut self.columns[third];
            alive = alive.and(close(columns));
            for band in 0..3 {
                let word = &mut self.cells[band * 9 + digit];
                let [a, b, c] = [self.rows[band][0][third], self.rows[band][1][third], self.rows[band][2][third]];
                let [d, e, f] = [columns[0][band], columns[1][band], columns[2][band]];
                let several = a.two_of(b, c).or(d.two_of(e, f));
                self.several[digit][band * 3 + third] = several;
                for (row, of_row) in [a, b, c].into_iter().enumerate() {
                    for (column, of_column) in [d, e, f].into_iter().enumerate() {
                        let place = place(third, row, column);
                        let cell = word[place].and3(of_row, of_column);
                        word[place] = cell;
                        let last = &mut self.last[band][place];
                        *last = last.or_but_not(cell, several);
                    }
                }
            }
        }
        alive
    }

    /// The second pass: cells with one digit left. Returns the boards without an empty cell, and those
    /// where a cell was settled that was not before.
    #[inline(always)]
    fn find_lone_cells(&mut self) -> (V, V) {
        let (mut full, mut moved) = (V::splat(self.cpu, true), V::splat(self.cpu, false));
        for band in 0..3 {
            for place in 0..27 {
                let (mut once, mut twice) = (V::splat(self.cpu, false), V::splat(self.cpu, false));
                for digit in 0..9 {
                    let cell = self.cells[band * 9 + digit][place];
                    twice = twice.or_both(once, cell);
                    once = once.or(cell);
                }
                let lone = once.but_not(twice);
                let settled = lone.or(self.last[band][place]);
                moved = moved.or_but_not(settled, self.settled[band][place]);
                self.lone[band][place] = lone;
                self.settled[band][place] = settled;
                full = full.and(once);
            }
        }
        (full, moved)
    }
}
