//! Filling an empty board at random.

use rand::seq::SliceRandom;

use super::choose::Branch;
use super::nine_by_nine;
#[cfg(target_arch = "x86_64")]
use super::rows::Rows;
use super::single::Position;
use super::words::{Cells, Words};
use crate::families::sudoku::Sudoku;
use crate::families::sudoku::model::model;
use crate::random::{ChaCha8Rng, RngExt};
use crate::reason::{Engine, Model, Values};
use crate::verdict::{Budget, Stopped, Watch};

/// Fills the blanks of a board at random. `None` where that leads nowhere; then another try may.
pub fn random_board(puzzle: &Sudoku, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Vec<u8>>, Stopped> {
    if let Some(cells) = nine_by_nine(puzzle) {
        let filled = fill_nine(cells, random, &mut budget.start())?;
        return Ok(filled.map(|cells| cells.to_vec()));
    }
    let model = model(puzzle);
    let mut fill = Fill { engine: Engine::new(&model), model: &model, watch: budget.start(), nodes: 0 };
    if fill.engine.propagate().is_err() || !fill.descend(random)? {
        return Ok(None);
    }
    Ok(model.decided(fill.engine.domains()).map(|values| values.into_iter().map(|value| value + 1).collect()))
}

/// An order of cells, and an order of digits for each of them.
struct Orders {
    cells: [u8; 81],
    digits: [u32; 81],
}

impl Orders {
    fn new(random: &mut ChaCha8Rng) -> Orders {
        let mut cells = std::array::from_fn(|cell| cell as u8);
        cells.shuffle(random);
        Orders { cells, digits: std::array::from_fn(|_| random.random_range(0..362_880)) }
    }

    /// The digit that a cell prefers among those that are possible: the number stands for one of the 9! orders.
    fn preferred(&self, cell: usize, possible: u32) -> usize {
        let (mut order, mut left) = (self.digits[cell], 0o777);
        for count in (1..=9).rev() {
            let digit = nth(left, order % count);
            order /= count;
            left &= !(1 << digit);
            if possible >> digit & 1 == 1 {
                return digit;
            }
        }
        0
    }
}

/// The number of the `n`-th bit that is set.
fn nth(mut bits: u32, n: u32) -> usize {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros() as usize
}

/// Of all ways to fill a board, the first in these orders: the first cell has the first digit that any filled board has
/// there, and so on. Which board that is does not depend on how much the rules see, so every engine finds the same.
fn first_in_order<P: Position>(
    mut position: P,
    orders: &Orders,
    mut at: usize,
    watch: &mut Watch<'_>,
) -> Result<Option<Cells>, Stopped> {
    loop {
        watch.tick(0, 0)?;
        let Ok(settled) = position.settle() else { return Ok(None) };
        if settled.is_none() {
            return Ok(Some(position.digits()));
        }
        let (cell, possible) = loop {
            let Some(&cell) = orders.cells.get(at) else { return Ok(None) };
            let possible = position.possible(usize::from(cell));
            if possible.count_ones() > 1 {
                break (usize::from(cell), possible);
            }
            at += 1;
        };
        let branch = Branch::new(cell, orders.preferred(cell, possible));
        let mut tried = position;
        tried.take(branch);
        if let Some(filled) = first_in_order(tried, orders, at + 1, watch)? {
            return Ok(Some(filled));
        }
        position.strike(branch);
    }
}

/// Fills a 9×9 board.
fn fill_nine(cells: &Cells, random: &mut ChaCha8Rng, watch: &mut Watch<'_>) -> Result<Option<Cells>, Stopped> {
    let orders = Orders::new(random);
    #[cfg(target_arch = "x86_64")]
    if let Some(rows) = Rows::of_givens(cells) {
        return first_in_order(rows, &orders, 0, watch);
    }
    Words::of_givens(cells).map_or(Ok(None), |words| first_in_order(words, &orders, 0, watch))
}

/// A board of any size being filled by its model.
struct Fill<'m> {
    engine: Engine<'m>,
    model: &'m Model,
    watch: Watch<'m>,
    nodes: u64,
}

/// A random start that has not led to a filled board after this many positions hardly ever does.
const MOST_NODES: u64 = 3_000;

impl Fill<'_> {
    /// Decides the cell with the fewest digits left, at random, until all are decided. `false` when that fails.
    fn descend(&mut self, random: &mut ChaCha8Rng) -> Result<bool, Stopped> {
        self.nodes += 1;
        self.watch.tick(self.nodes, 0)?;
        let sizes = (0..self.model.start().len()).map(|var| (self.engine.domains().size(var), var));
        let Some((fewest, _)) = sizes.clone().filter(|&(size, _)| size > 1).min() else { return Ok(true) };
        let candidates: Vec<usize> = sizes.filter(|&(size, _)| size == fewest).map(|(_, var)| var).collect();
        let var = candidates[random.random_range(0..candidates.len() as u32) as usize];
        let domain = self.engine.domains().get(var);
        let mut values: Vec<Values> =
            (0..Values::BITS).map(|bit| 1 << bit).filter(|value| domain & value != 0).collect();
        values.shuffle(random);
        for value in values {
            let mark = self.engine.mark();
            if self.engine.decide(var, value).is_ok() && self.descend(random)? {
                return Ok(true);
            }
            if self.nodes > MOST_NODES {
                return Ok(false);
            }
            self.engine.undo_to(mark);
        }
        Ok(false)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::random::stream;

    #[test]
    fn every_engine_fills_a_board_alike() {
        for index in 0..40 {
            let orders = Orders::new(&mut stream(5, "sudoku", index));
            let budget = Budget::default();
            let words = Words::of_givens(&[0; 81]).expect("an empty board");
            let filled = first_in_order(words, &orders, 0, &mut budget.start()).expect("no limit");
            assert!(filled.is_some());
            if let Some(rows) = Rows::of_givens(&[0; 81]) {
                assert_eq!(first_in_order(rows, &orders, 0, &mut budget.start()), Ok(filled));
            }
        }
    }
}
