//! Does what a named pattern shows follow?
//!
//! A pattern is a shape that players know; that knowledge is not used here. What it rules out is
//! assumed, and every way to fill the cells of the named units is tried, with the premises and nothing else known of
//! the other cells: there must be none. Where a unit leaves one place for a digit, or a cell one digit, it is taken;
//! otherwise the tightest choice is branched on, within a bound.
//!
//! Some patterns hold only on a board with one solution. Such a board is solved here too, to the second solution; then
//! cells that could exchange two digits are one more rule: not all of them hold one of the two.

use crate::limits::{Stop, Work};

/// Cells by number, each with the digits that it may hold.
pub(crate) type Cells = Vec<u64>;

/// How many choices a proof may try.
const BOUND: u32 = 200_000;

/// Units that hold every digit once, and cells that must not all hold one of some digits.
pub(crate) struct Rules<'a> {
    pub(crate) units: Vec<Vec<usize>>,
    pub(crate) swap: Option<(&'a [usize], u64)>,
    /// Every digit there is.
    pub(crate) all: u64,
}

/// The result of trying to fill the cells.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Ways {
    /// There are this many ways, or at least as many as were asked for.
    Count(usize),
    /// There was more to try than the bound allows.
    TooMany,
}

impl Rules<'_> {
    /// How many ways there are to fill the cells of the units, up to `enough`.
    pub(crate) fn ways(&self, cells: &Cells, enough: usize, work: &mut Work<'_>) -> Result<Ways, Stop> {
        let (mut found, mut tried) = (0, 0);
        // Boards with a choice, each with the alternatives that were not tried so far.
        let mut open: Vec<(Cells, std::vec::IntoIter<(usize, u64)>)> = Vec::new();
        let mut next = Some(cells.clone());
        loop {
            if let Some(mut cells) = next.take() {
                tried += 1;
                if tried > BOUND {
                    return Ok(Ways::TooMany);
                }
                if self.settle(&mut cells, work)? {
                    match self.tightest(&cells) {
                        Some(choices) => open.push((cells, choices.into_iter())),
                        None => found += 1,
                    }
                }
            }
            let Some((cells, choices)) = open.last_mut().filter(|_| found < enough) else {
                return Ok(Ways::Count(found));
            };
            match choices.next() {
                Some((cell, digit)) => {
                    let mut chosen = cells.clone();
                    chosen[cell] = digit;
                    next = Some(chosen);
                }
                None => drop(open.pop()),
            }
        }
    }

    /// Takes what is forced, until nothing moves; whether everything still has a place.
    fn settle(&self, cells: &mut Cells, work: &mut Work<'_>) -> Result<bool, Stop> {
        let looks: usize = self.units.iter().map(|unit| unit.len() * unit.len()).sum();
        loop {
            let before = cells.clone();
            work.spend(cells.len() + looks)?;
            for unit in &self.units {
                for &cell in unit {
                    if cells[cell] == 0 {
                        return Ok(false);
                    }
                    if cells[cell].is_power_of_two() {
                        let digit = cells[cell];
                        unit.iter().filter(|&&other| other != cell).for_each(|&other| cells[other] &= !digit);
                    }
                }
                for digit in bits(self.all) {
                    let places: Vec<usize> = unit.iter().copied().filter(|&cell| cells[cell] & digit != 0).collect();
                    match places[..] {
                        [] => return Ok(false),
                        [only] => cells[only] = digit,
                        _ => {}
                    }
                }
            }
            if let Some((swap, digits)) = self.swap {
                let free: Vec<usize> = swap.iter().copied().filter(|&cell| cells[cell] & !digits != 0).collect();
                match free[..] {
                    [] => return Ok(false),
                    [only] => cells[only] &= !digits,
                    _ => {}
                }
            }
            if *cells == before {
                return Ok(cells.iter().all(|&digits| digits != 0));
            }
        }
    }

    /// The smallest set of alternatives: the digits of one cell, or the places of one digit in one unit.
    fn tightest(&self, cells: &Cells) -> Option<Vec<(usize, u64)>> {
        let in_cells = self.units.iter().flatten().map(|&cell| bits(cells[cell]).map(|digit| (cell, digit)).collect());
        let in_units = self.units.iter().flat_map(|unit| {
            let places = |digit: u64| unit.iter().filter(move |&&cell| cells[cell] & digit != 0);
            bits(self.all).map(move |digit| places(digit).map(|&cell| (cell, digit)).collect())
        });
        in_cells.chain(in_units).filter(|choices: &Vec<_>| choices.len() > 1).min_by_key(Vec::len)
    }
}

/// Whether these cells, each with two digits left, could all exchange them: in every unit every digit has two places or
/// none.
pub(crate) fn could_all_exchange(units: &[Vec<usize>], cells: &Cells, open: &[usize], all: u64) -> bool {
    let two_places = |unit: &Vec<usize>| {
        bits(all).all(|digit| {
            let places = unit.iter().filter(|cell| open.contains(cell) && cells[**cell] & digit != 0).count();
            places == 0 || places == 2
        })
    };
    open.iter().all(|&cell| cells[cell].count_ones() == 2) && units.iter().all(two_places)
}

fn bits(set: u64) -> impl Iterator<Item = u64> {
    (0..64).map(|bit| 1 << bit).filter(move |bit| set & bit != 0)
}
