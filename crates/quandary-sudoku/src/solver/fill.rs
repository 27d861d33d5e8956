//! Filling an empty board at random.

use rand::seq::SliceRandom;

use crate::Sudoku;
use crate::model::model;
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::reason::{Engine, Model, Values};
use quandary_core::verdict::{Budget, Stopped, Watch};

/// Fills the blanks of a board at random. `None` where that leads nowhere; then another try may.
pub fn random_board(puzzle: &Sudoku, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Vec<u8>>, Stopped> {
    let model = model(puzzle);
    let mut fill = Fill { engine: Engine::new(&model), model: &model, watch: budget.start(), nodes: 0 };
    if fill.engine.propagate().is_err() || !fill.descend(random)? {
        return Ok(None);
    }
    Ok(model.decided(fill.engine.domains()).map(|values| values.into_iter().map(|value| value + 1).collect()))
}

/// A board of any size being filled by its model.
struct Fill<'m> {
    engine: Engine<'m>,
    model: &'m Model,
    watch: Watch<'m>,
    nodes: u64,
}

/// A random start that has not led to a filled board after this many positions hardly ever does.
const MAX_NODES: u64 = 3_000;

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
            if self.nodes > MAX_NODES {
                return Ok(false);
            }
            self.engine.undo_to(mark);
        }
        Ok(false)
    }
}
