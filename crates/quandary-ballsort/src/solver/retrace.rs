//! The way back: the pours between two positions that a search has stored one after the other.
//!
//! Moves are not stored with positions. They are found by expanding the first position again, in the ways in which the
//! search may have expanded it, until the second one comes up at the cost that it was stored with. Most were reached by a
//! single move and what it forces whatever the plan; the others by what a plan that wastes little may gather at once.

use super::super::Rule;
use super::super::rows::{Code, replace};
use super::gather::Waste;
use super::moves::{Moves, Step, after};
use super::traps::Traps;

impl<C: Code> Moves<'_, C> {
    /// The pours from one position to another, at most so many. Empty when there are none.
    pub(super) fn between(&mut self, row: &[C], next: &[C], most: u32) -> Vec<Step> {
        let (contents, rule) = (self.contents, self.rule);
        let in_traps = || match rule {
            Rule::Water => Traps::new(contents).map(|mut traps| traps.wasters(row)),
            Rule::Ball => None,
        };
        let one_clean = (0..contents.colours()).map(|colour| Waste::all_but(colour as u8));
        let mut wastes =
            [Waste::ANY, Waste::NONE].into_iter().chain(std::iter::once_with(in_traps).flatten()).chain(one_clean);
        let found = wastes.find_map(|waste| {
            let mut found = None;
            self.expand(row, waste, u32::MAX, |child| {
                if child.row == next && child.cost <= most {
                    found = Some((child.step, waste));
                }
            });
            found
        });
        let Some((step, waste)) = found else { return Vec::new() };
        let mut steps = Vec::from_iter(step);
        let mut row = row.to_vec();
        if let Some(step) = step {
            let (left, put) = after(contents, step);
            for (old, new) in [(step.from, left), (step.to, put)] {
                let at = row.partition_point(|code| code.number() < old);
                replace(&mut row, at, C::new(new));
            }
        }
        self.settle(&mut row, waste, |step| steps.push(step));
        steps
    }
}
