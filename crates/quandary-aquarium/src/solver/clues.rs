//! The clues in the search: lines by themselves, and, where they are wanted, neighbouring lines together.

use super::differences::Differences;
use super::lines::Lines;
use quandary_core::reason::learn::{Contradiction, Facts, Literal, Propagator};

/// The tag of what follows from a difference.
const BY_DIFFERENCE: u32 = 1 << 31;

/// What follows from the clues of a board that is searched.
#[derive(Clone, Debug)]
pub(super) struct Clues {
    pub(super) lines: Lines,
    pub(super) differences: Option<Differences>,
}

impl Propagator for Clues {
    #[inline]
    fn learn_of(&mut self, literal: Literal) {
        self.lines.learn_of(literal);
        if let Some(differences) = &mut self.differences {
            differences.change(literal, true);
        }
    }

    #[inline]
    fn take_back(&mut self, literal: Literal) {
        self.lines.take_back(literal);
        if let Some(differences) = &mut self.differences {
            differences.change(literal, false);
        }
    }

    fn propagate(&mut self, facts: &mut Facts, clash: &mut Vec<Literal>) -> Result<(), Contradiction> {
        let known = facts.trail().len();
        self.lines.propagate(facts, clash)?;
        match &mut self.differences {
            // The lines are quicker, so they go first.
            Some(differences) if facts.trail().len() == known => differences.propagate(facts, clash, BY_DIFFERENCE),
            _ => Ok(()),
        }
    }

    fn explain(&mut self, literal: Literal, tag: u32, facts: &Facts, reason: &mut Vec<Literal>) {
        match &mut self.differences {
            Some(differences) if tag & BY_DIFFERENCE != 0 => {
                differences.explain(tag & !BY_DIFFERENCE, literal, Some(literal), facts, reason);
            }
            _ => self.lines.explain(literal, tag, facts, reason),
        }
    }

    fn forget(&mut self) {
        self.lines.forget();
        if let Some(differences) = &mut self.differences {
            differences.forget();
        }
    }

    fn bytes(&self) -> u64 {
        self.lines.bytes() + self.differences.as_ref().map_or(0, Differences::bytes)
    }
}
