//! Positions that wait for their turn: stacks, by what a plan through them costs at least, and then by what they have cost.
//!
//! Of those with the least total, the one that has cost most comes first, and of these the last. A position that must wait
//! somewhere else is added again; whoever takes it out finds that its old entry is overtaken.

use super::super::store::Chunks;
use quandary_core::memory::Charge;
use quandary_core::verdict::Stopped;

#[derive(Default)]
pub(super) struct Queue {
    stacks: Vec<Vec<Chunks<u32>>>,
    /// The first total that may have an entry.
    lowest: usize,
    waiting: usize,
}

impl Queue {
    /// No entry has a lower total, nor had one when there were any.
    pub(super) fn lowest(&self) -> usize {
        self.lowest
    }

    /// How many entries there are.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    pub(super) fn push(&mut self, total: usize, cost: usize, number: u32, charge: &mut Charge) -> Result<(), Stopped> {
        // It counts for the bound even where there is no memory to keep it.
        self.lowest = self.lowest.min(total);
        if self.stacks.len() <= total {
            self.stacks.resize_with(total + 1, Vec::new);
        }
        let stacks = &mut self.stacks[total];
        if stacks.len() <= cost {
            charge.add((cost + 1 - stacks.len()) * size_of::<Chunks<u32>>())?;
            stacks.resize_with(cost + 1, || Chunks::new(1));
        }
        stacks[cost].push(&[number], charge)?;
        self.waiting += 1;
        Ok(())
    }

    /// The next entry in line; its total is [`Queue::lowest`] then.
    pub(super) fn pop(&mut self, charge: &mut Charge) -> Option<u32> {
        while let Some(stacks) = self.stacks.get_mut(self.lowest) {
            let Some(stack) = stacks.last_mut() else {
                self.lowest += 1;
                continue;
            };
            if let Some(number) = stack.pop(charge) {
                self.waiting -= 1;
                return Some(number);
            }
            stacks.pop();
            charge.sub(size_of::<Chunks<u32>>());
        }
        None
    }
}
