//! Counting 9×9 boards with very many solutions, without visiting each.
//!
//! A full box *divides* the nine digits into three columns and, at the same time, into three rows. Boxes one above the other
//! see only each other's columns, boxes side by side only each other's rows. So a solution is a choice of divisions, and most
//! solutions share theirs with others: the 6.7·10²¹ full boards have only 8.3·10¹⁴ choices of columns.
//!
//! For each *band*, three boxes side by side, a table says in how many ways it can be filled when the columns of its boxes
//! are given. The number of all solutions is then a sum over all choices of columns that fit together, boxes one above the
//! other having no digit in the same column: each adds the product of three entries, one for each band. The work is the number of
//! choices, about a nanosecond each. Each given makes them about three times fewer, and the solutions about nine times; so
//! this pays where givens are few and solutions many. With very few givens the tables become too large.
//!
//! Rows take the place of columns where that is less work. A solution is drawn by its place among all of them: the sums are
//! kept for pairs of boxes, so that only one pair has to be added up again.

use std::ops::ControlFlow;

use super::bands::Cells;
use quandary_core::random::RngExt;
use quandary_core::verdict::{Stopped, Watch};

/// Three digits of nine, as bits.
type Digits = u16;

/// The digits of a box in three parts: those in its columns from left to right, or in its rows from top to bottom.
type Division = [Digits; 3];

/// A full box: its columns and its rows.
type Filling = (Division, Division);

const ALL_DIGITS: Digits = (1 << 9) - 1;

/// A board as divisions of its boxes.
pub(super) struct Divisions {
    /// For each cell, its place on the board as it was given: bands and stacks are turned and sorted.
    places: [usize; 81],
    stacks: [Stack; 3],
    bands: [Band; 3],
}

/// Three boxes one above the other.
struct Stack {
    /// For each box, the columns that it may have.
    columns: [Vec<Division>; 3],
    /// Which of them fit together, by their places in the lists, in the order of the first box.
    fitting: Vec<[u16; 3]>,
}

/// Three boxes side by side.
struct Band {
    /// For each box, the rows that it may have, and the columns that go with each, by their places in the stack's list.
    rows: [Vec<(Division, Vec<u16>)>; 3],
    /// Which of the rows fit together, by their places in the lists.
    fitting: Vec<[u16; 3]>,
}

/// In how many ways a band can be filled, by the columns of its boxes.
struct Table {
    /// How many columns the boxes may have.
    sizes: [usize; 3],
    /// No band can be filled in more than 12³ ways. The box on the right comes last.
    ways: Vec<u16>,
    /// For the columns of the first two boxes, whether there is a way.
    is_possible: Vec<bool>,
}

/// The choices for the boxes of two stacks, by their places in the lists: first those on the left, from top to bottom.
type Choice = [[u16; 3]; 2];

/// All solutions, counted.
pub(super) struct Counted<'d> {
    board: &'d Divisions,
    tables: [Table; 3],
    /// For the two boxes on the left at the top, how many solutions there are up to theirs.
    sums: Vec<(u128, [u16; 2])>,
}

impl Divisions {
    /// The board, from the side from which it is less work; `None` where its tables take more bytes than this.
    pub(super) fn new(cells: &Cells, bytes: u64) -> Option<Self> {
        let sides = [false, true].map(|is_turned| Divisions::seen(cells, is_turned));
        sides.into_iter().filter(|board| board.bytes() <= bytes).min_by_key(Divisions::work)
    }

    /// Bands and stacks with many givens come first: then sums end early, and the innermost ones are long.
    fn seen(cells: &Cells, is_turned: bool) -> Self {
        let turn = |at: usize| if is_turned { at % 9 * 9 + at / 9 } else { at };
        let sorted = |group_of: fn(usize) -> usize| {
            let givens = |group: &usize| (0..81).filter(|&at| group_of(at) == *group && cells[turn(at)] != 0).count();
            let mut groups = [0, 1, 2];
            groups.sort_by_key(|group| std::cmp::Reverse(givens(group)));
            groups
        };
        let (bands, stacks) = (sorted(|at| at / 27), sorted(|at| at % 9 / 3));
        let from = |at: usize| turn((bands[at / 27] * 3 + at / 9 % 3) * 9 + stacks[at % 9 / 3] * 3 + at % 3);
        let places: [usize; 81] = std::array::from_fn(from);
        let board = places.map(|place| cells[place]);
        let mut fillings: [[Vec<Filling>; 3]; 3] =
            std::array::from_fn(|stack| std::array::from_fn(|band| fillings(&board, band, stack)));
        let stacks = fillings.each_mut().map(Stack::new);
        let bands = std::array::from_fn(|band| {
            Band::new(std::array::from_fn(|stack| (&fillings[stack][band][..], &stacks[stack].columns[band][..])))
        });
        Divisions { places, stacks, bands }
    }

    /// How many columns the boxes of a band may have.
    fn sizes(&self, band: usize) -> [usize; 3] {
        self.stacks.each_ref().map(|stack| stack.columns[band].len())
    }

    /// The bytes of all tables.
    fn bytes(&self) -> u64 {
        let entries = (0..3).map(|band| self.sizes(band).into_iter().map(|size| size as u64).product::<u64>());
        entries.sum::<u64>() * size_of::<u16>() as u64
    }

    /// About how many nanoseconds a count takes.
    pub(super) fn work(&self) -> u64 {
        let choices = self.stacks.iter().fold(1_u64, |all, stack| all.saturating_mul(stack.fitting.len() as u64));
        self.bands.iter().map(Band::work).fold(choices, u64::saturating_add)
    }

    /// Adds up all choices. Where the budget ends, the sum so far is a lower bound.
    pub(super) fn count(&self, watch: &mut Watch<'_>) -> (u128, Result<Counted<'_>, Stopped>) {
        let bytes = self.bytes();
        let mut nodes = 0;
        let mut tick = || {
            nodes += 1;
            watch.tick(nodes, bytes)
        };
        let tables = match self.tables(&mut tick) {
            Ok(tables) => tables,
            Err(why) => return (0, Err(why)),
        };
        let mut counted = Counted { board: self, tables, sums: Vec::new() };
        let mut sum = 0;
        let [first, second, _] = self.sizes(0);
        for pair in (0..first * second).map(|at| [(at / second) as u16, (at % second) as u16]) {
            let ended = counted.each_choice(pair, |_, ways| {
                sum += u128::from(ways);
                tick().map_or_else(ControlFlow::Break, ControlFlow::Continue)
            });
            if let ControlFlow::Break(why) = ended {
                return (sum, Err(why));
            }
            counted.sums.push((sum, pair));
        }
        (sum, Ok(counted))
    }

    fn tables(&self, tick: &mut impl FnMut() -> Result<(), Stopped>) -> Result<[Table; 3], Stopped> {
        tick()?;
        let mut tables = [0, 1, 2].map(|band| Table::new(self.sizes(band)));
        for (table, band) in tables.iter_mut().zip(&self.bands) {
            let [_, second, third] = table.sizes;
            for &fitting in &band.fitting {
                tick()?;
                let [a, b, c] = band.columns(fitting);
                for (a, b) in a.iter().flat_map(|&a| b.iter().map(move |&b| (usize::from(a), usize::from(b)))) {
                    table.is_possible[a * second + b] = true;
                    let row = &mut table.ways[(a * second + b) * third..][..third];
                    c.iter().for_each(|&c| row[usize::from(c)] += 1);
                }
            }
        }
        Ok(tables)
    }
}

/// All ways to fill a box that the givens allow.
fn fillings(cells: &Cells, band: usize, stack: usize) -> Vec<Filling> {
    let place = |at: usize| (band * 3 + at / 3) * 9 + stack * 3 + at % 3;
    let allowed: [Digits; 9] = std::array::from_fn(|at| {
        let (row, column) = (place(at) / 9, place(at) % 9);
        let sees =
            |other: &usize| other / 9 == row || other % 9 == column || (other / 27 == band && other % 9 / 3 == stack);
        let givens = (0..81).filter(sees).map(|other| cells[other]).filter(|&digit| digit != 0);
        match cells[place(at)] {
            0 => givens.fold(ALL_DIGITS, |rest, digit| rest & !(1 << (digit - 1))),
            given => 1 << (given - 1),
        }
    });
    let mut found = Vec::new();
    fill(&allowed, 0, ([0; 3], [0; 3]), &mut found);
    found
}

fn fill(allowed: &[Digits; 9], at: usize, (columns, rows): Filling, found: &mut Vec<Filling>) {
    let Some(&here) = allowed.get(at) else { return found.push((columns, rows)) };
    let mut open = here & !(rows[0] | rows[1] | rows[2]);
    while open != 0 {
        let digit = open & open.wrapping_neg();
        open &= !digit;
        let (mut columns, mut rows) = (columns, rows);
        columns[at % 3] |= digit;
        rows[at / 3] |= digit;
        fill(allowed, at + 1, (columns, rows), found);
    }
}

/// Which divisions of three boxes fit together: no digit is in the same part of two. The lists are sorted.
fn fitting(lists: [&[Division]; 3]) -> Vec<[u16; 3]> {
    let mut fitting = Vec::new();
    for (at, first) in lists[0].iter().enumerate() {
        for (next, second) in lists[1].iter().enumerate() {
            if (0..3).all(|part| first[part] & second[part] == 0) {
                let third: Division = std::array::from_fn(|part| ALL_DIGITS & !(first[part] | second[part]));
                if let Ok(last) = lists[2].binary_search(&third) {
                    fitting.push([at as u16, next as u16, last as u16]);
                }
            }
        }
    }
    fitting
}

impl Stack {
    /// The stack, and its fillings without those whose columns fit to no others.
    fn new(fillings: &mut [Vec<Filling>; 3]) -> Self {
        let mut columns = fillings.each_ref().map(|of_box| {
            let mut columns: Vec<Division> = of_box.iter().map(|&(columns, _)| columns).collect();
            columns.sort_unstable();
            columns.dedup();
            columns
        });
        let all = fitting(columns.each_ref().map(Vec::as_slice));
        for (at, list) in columns.iter_mut().enumerate() {
            let mut fits = vec![false; list.len()];
            all.iter().for_each(|fitting| fits[usize::from(fitting[at])] = true);
            *list = list.iter().zip(fits).filter(|(_, fits)| *fits).map(|(columns, _)| *columns).collect();
            fillings[at].retain(|(columns, _)| list.binary_search(columns).is_ok());
        }
        let fitting = fitting(columns.each_ref().map(Vec::as_slice));
        Stack { columns, fitting }
    }

    /// Those that fit together, with these columns of the first box.
    fn beginning_with(&self, first: u16) -> &[[u16; 3]] {
        let start = self.fitting.partition_point(|fitting| fitting[0] < first);
        let end = self.fitting.partition_point(|fitting| fitting[0] <= first);
        &self.fitting[start..end]
    }
}

impl Band {
    /// From the fillings of its boxes, and the columns that they may have.
    fn new(boxes: [(&[Filling], &[Division]); 3]) -> Self {
        let rows = boxes.map(|(fillings, columns)| {
            let place = |of_filling: &Division| columns.binary_search(of_filling).ok().map(|place| place as u16);
            let mut all: Vec<(Division, u16)> =
                fillings.iter().filter_map(|(columns, rows)| Some((*rows, place(columns)?))).collect();
            all.sort_unstable();
            let by_rows = all.chunk_by(|a, b| a.0 == b.0);
            by_rows.map(|same| (same[0].0, same.iter().map(|&(_, place)| place).collect())).collect::<Vec<_>>()
        });
        let lists = rows.each_ref().map(|list| list.iter().map(|(rows, _)| *rows).collect::<Vec<Division>>());
        let fitting = fitting(lists.each_ref().map(Vec::as_slice));
        Band { rows, fitting }
    }

    /// The columns that the boxes may have with these rows.
    fn columns(&self, fitting: [u16; 3]) -> [&[u16]; 3] {
        std::array::from_fn(|at| &self.rows[at][usize::from(fitting[at])].1[..])
    }

    /// How many fillings there are.
    fn work(&self) -> u64 {
        let ways =
            |&fitting: &[u16; 3]| self.columns(fitting).iter().map(|columns| columns.len() as u64).product::<u64>();
        self.fitting.iter().map(ways).fold(self.fitting.len() as u64, u64::saturating_add)
    }

    /// The rows of the filling that has this place among those with these columns.
    fn rows(&self, columns: [u16; 3], place: u64) -> Option<[Division; 3]> {
        let has_columns =
            |&&fitting: &&[u16; 3]| (0..3).all(|at| self.columns(fitting)[at].binary_search(&columns[at]).is_ok());
        let fitting = self.fitting.iter().filter(has_columns).nth(place as usize)?;
        Some(std::array::from_fn(|at| self.rows[at][usize::from(fitting[at])].0))
    }
}

impl Table {
    fn new(sizes: [usize; 3]) -> Self {
        let [first, second, third] = sizes;
        Table { sizes, ways: vec![0; first * second * third], is_possible: vec![false; first * second] }
    }

    /// The ways with these columns of the first two boxes, for all of the third; `None` where there are none.
    fn row(&self, first: u16, second: u16) -> Option<&[u16]> {
        let [_, size, third] = self.sizes;
        let at = usize::from(first) * size + usize::from(second);
        self.is_possible[at].then(|| &self.ways[at * third..][..third])
    }
}

impl Counted<'_> {
    /// Passes all choices for the boxes of two stacks that begin with this pair, and in how many ways each can be completed.
    fn each_choice<B>(
        &self,
        [first, second]: [u16; 2],
        mut visit: impl FnMut(Choice, u64) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let [left, middle, right] = &self.board.stacks;
        let [top, centre, bottom] = &self.tables;
        let Some(at_top) = top.row(first, second) else { return ControlFlow::Continue(()) };
        let at_top = |fitting: &[u16; 3]| {
            let [a, b, c] = fitting.map(usize::from);
            Some((u64::from(at_top[a]), b, c)).filter(|(ways, ..)| *ways > 0)
        };
        let last: Vec<(u64, usize, usize)> = right.fitting.iter().filter_map(at_top).collect();
        for &a in left.beginning_with(first) {
            for &b in middle.beginning_with(second) {
                let (Some(in_centre), Some(at_bottom)) = (centre.row(a[1], b[1]), bottom.row(a[2], b[2])) else {
                    continue;
                };
                let ways =
                    |&(ways, b, c): &(u64, usize, usize)| ways * u64::from(in_centre[b]) * u64::from(at_bottom[c]);
                visit([a, b], last.iter().map(ways).sum())?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A solution, each as likely as any other. There is one.
    pub(super) fn draw(&self, random: &mut impl RngExt) -> Option<Cells> {
        let all = self.sums.last()?.0;
        let mut place = random.random_range(0..all);
        let at = self.sums.partition_point(|&(sum, _)| sum <= place);
        place -= if at > 0 { self.sums[at - 1].0 } else { 0 };
        let found = self.each_choice(self.sums[at].1, |choice, ways| {
            if place < u128::from(ways) {
                return ControlFlow::Break(choice);
            }
            place -= u128::from(ways);
            ControlFlow::Continue(())
        });
        let ControlFlow::Break([left, middle]) = found else { return None };
        for &right in &self.board.stacks[2].fitting {
            let columns: [[u16; 3]; 3] = std::array::from_fn(|band| [left[band], middle[band], right[band]]);
            let ways = |band: usize| {
                let [a, b, c] = columns[band];
                self.tables[band].row(a, b).map_or(0, |row| u128::from(row[usize::from(c)]))
            };
            let ways = [ways(0), ways(1), ways(2)];
            let product: u128 = ways.iter().product();
            if place < product {
                return self
                    .board
                    .solution(columns, [place % ways[0], place / ways[0] % ways[1], place / ways[0] / ways[1]]);
            }
            place -= product;
        }
        None
    }
}

impl Divisions {
    /// The board whose boxes have these columns, each band filled in the way of this place among all.
    fn solution(&self, columns: [[u16; 3]; 3], places: [u128; 3]) -> Option<Cells> {
        let mut cells = [0; 81];
        for (band, (of_boxes, place)) in columns.into_iter().zip(places).enumerate() {
            let rows = self.bands[band].rows(of_boxes, place as u64)?;
            for (stack, (columns, rows)) in of_boxes.into_iter().zip(rows).enumerate() {
                let columns = self.stacks[stack].columns[band][usize::from(columns)];
                for (row, column) in (0..9).map(|at| (at / 3, at % 3)) {
                    let digit = (rows[row] & columns[column]).trailing_zeros() as u8 + 1;
                    cells[self.places[(band * 3 + row) * 9 + stack * 3 + column]] = digit;
                }
            }
        }
        Some(cells)
    }
}

#[cfg(test)]
mod tests;
