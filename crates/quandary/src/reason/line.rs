//! A line of a Nonogram: blocks in order, with gaps between blocks of one colour.

use super::{Broken, Constraint, Depth, Domains, Var};

/// A run of filled cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// How many cells.
    pub length: usize,
    /// The value of its cells; 0 is an empty cell, so colours count from 1.
    pub colour: u8,
}

/// The filled cells of a line are these blocks, in this order.
#[derive(Debug)]
pub struct LineClue {
    scope: Vec<Var>,
    blocks: Vec<Block>,
    name: String,
    statement: String,
}

impl LineClue {
    /// The cells of `scope`, in order, hold `blocks`.
    pub fn new(scope: Vec<Var>, blocks: Vec<Block>, name: impl Into<String>, statement: impl Into<String>) -> Self {
        LineClue { scope, blocks, name: name.into(), statement: statement.into() }
    }
}

impl Constraint for LineClue {
    fn scope(&self) -> &[Var] {
        &self.scope
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn statement(&self) -> String {
        self.statement.clone()
    }

    fn possible(&self, domains: &Domains) -> bool {
        let _ = (domains, &self.blocks);
        true
    }

    fn propagate(&self, _domains: &mut Domains, _depth: Depth) -> Result<(), Broken> {
        Ok(())
    }
}
