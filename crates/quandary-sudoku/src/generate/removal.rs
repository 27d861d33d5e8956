//! Removing digits as long as the solution stays the only one.

use rand::seq::SliceRandom;

use super::large::Large;
use super::plan::Plan;
use crate::solver::{Cells, single};
use crate::symmetry::{Group, Symmetry};
use quandary_core::Puzzle;
use quandary_core::puzzle::GenerateError;
use quandary_core::random::{ChaCha8Rng, RngExt};
use quandary_core::verdict::{Ask, Budget, Stopped, Verdict};

/// How many nodes the proof that a given is redundant may take on boards of other sizes than 9×9.
const QUICK_NODES: u64 = 100;

/// A filled board, of which puzzles are made as a plan says.
pub(super) struct Removal<'p> {
    plan: &'p Plan,
    filled: &'p [u8],
    budget: &'p Budget,
    /// What is known of a large classic board.
    large: Option<Large<'p>>,
}

impl<'p> Removal<'p> {
    /// A filled board of which nothing is known yet.
    pub(super) fn new(plan: &'p Plan, filled: &'p [u8], budget: &'p Budget) -> Self {
        let is_large = plan.kinds.is_empty() && !plan.is_nine();
        let large = is_large.then(|| Large::new(filled, plan.box_rows, plan.box_columns));
        Removal { plan, filled, budget, large }
    }

    /// A puzzle beside another one: a group or two are put back, then others leave if they can.
    pub(super) fn step(
        &mut self,
        cells: &[u8],
        groups: &mut [Group],
        random: &mut ChaCha8Rng,
    ) -> Result<Vec<u8>, GenerateError> {
        let mut next = cells.to_vec();
        groups.shuffle(random);
        let blank = groups.iter().filter(|group| cells[group.first()] == 0);
        let back: Vec<Group> = blank.take(random.random_range(1..=2)).copied().collect();
        for &cell in back.iter().flat_map(|group| group.cells()) {
            next[usize::from(cell)] = self.filled[usize::from(cell)];
        }
        // What has just been put back is removed last.
        let mut order: Vec<Group> = groups.iter().filter(|group| cells[group.first()] != 0).copied().collect();
        order.extend(back);
        self.take_away(&mut next, &order, 1, random)?;
        Ok(next)
    }

    /// How far a unique puzzle is from the request: givens that are too many or too few, and givens that are not
    /// needed.
    pub(super) fn off(&mut self, cells: &[u8]) -> Result<usize, GenerateError> {
        self.off_up_to(usize::MAX, cells)
    }

    /// The same where it is of no interest how much more than `limit` it is.
    pub(super) fn off_up_to(&mut self, limit: usize, cells: &[u8]) -> Result<usize, GenerateError> {
        let given = cells.iter().filter(|&&digit| digit != 0).count();
        let out_of_range = self.plan.off_range(given);
        let is_open = self.plan.minimal && out_of_range <= limit;
        Ok(out_of_range + if is_open { self.needless(cells, limit - out_of_range)? } else { 0 })
    }

    /// Takes groups of digits away for as long as the solution stays the only one, and not more than the request
    /// allows; this many cells `together` to begin with.
    pub(super) fn take_away(
        &mut self,
        cells: &mut Vec<u8>,
        groups: &[Group],
        mut together: usize,
        random: &mut ChaCha8Rng,
    ) -> Result<(), GenerateError> {
        // With a range and without `--minimal`, any number of the range is as good as another.
        let stop_at = match &self.plan.givens {
            Some(range) if !self.plan.minimal => {
                random.random_range(*range.start() as u32..=*range.end() as u32) as usize
            }
            _ => 0,
        };
        let mut left = cells.iter().filter(|&&digit| digit != 0).count();
        let mut before = cells.clone();
        let mut waiting = groups;
        while !waiting.is_empty() {
            let mut taken = 0;
            let mut count = 0;
            while count < waiting.len() && (count == 0 || taken + waiting[count].cells().len() <= together) {
                taken += waiting[count].cells().len();
                count += 1;
            }
            if left < stop_at + taken {
                if count == 1 {
                    waiting = &waiting[1..];
                } else {
                    together = taken / 2;
                }
                continue;
            }
            let (these, rest) = waiting.split_at(count);
            for &cell in these.iter().flat_map(|group| group.cells()) {
                cells[usize::from(cell)] = 0;
            }
            if self.stays_unique(&before, cells, these)? {
                before.clone_from(cells);
                left -= taken;
                waiting = rest;
                together = (together * 2 / 3).max(1);
            } else {
                cells.clone_from(&before);
                if count == 1 {
                    waiting = rest;
                }
                together = (taken / 3).max(1);
            }
        }
        Ok(())
    }

    /// Whether a unique puzzle stays unique after some digits were taken away.
    fn stays_unique(&mut self, before: &[u8], after: &[u8], taken: &[Group]) -> Result<bool, GenerateError> {
        let [group] = taken else { return self.is_unique(after) };
        match (<&Cells>::try_from(after), group.cells()) {
            // With a digit or two gone, another solution has something else in place of one of them.
            (Ok(board), cells @ ([_] | [_, _])) if self.plan.is_nine() => {
                let mut board = *board;
                for cell in cells.iter().map(|&cell| usize::from(cell)) {
                    if single::is_possible_without(&board, cell, before[cell]) {
                        return Ok(false);
                    }
                    board[cell] = before[cell];
                }
                Ok(true)
            }
            (_, &[cell]) => self.is_needless(cell.into(), after),
            _ => self.is_unique(after),
        }
    }

    /// Whether a given of a unique puzzle is redundant: the others, `after`, have one solution without it.
    fn is_needless(&mut self, cell: usize, after: &[u8]) -> Result<bool, GenerateError> {
        match <&Cells>::try_from(after) {
            Ok(board) if self.plan.is_nine() => Ok(!single::is_possible_without(board, cell, self.filled[cell])),
            _ => self.is_unique_with(after, Some(cell)),
        }
    }

    pub(super) fn is_unique(&mut self, cells: &[u8]) -> Result<bool, GenerateError> {
        match <&Cells>::try_from(cells) {
            Ok(board) if self.plan.is_nine() => Ok(single::count(board, 2).0 == 1),
            _ => self.is_unique_with(cells, None),
        }
    }

    /// The same for boards of other sizes; with a given in the cell that is `gone` there is one solution.
    fn is_unique_with(&mut self, cells: &[u8], gone: Option<usize>) -> Result<bool, GenerateError> {
        self.budget.check().map_err(GenerateError::Stopped)?;
        if let Some(is_unique) = self.large.as_mut().and_then(|large| large.is_unique(cells, gone)) {
            return Ok(is_unique);
        }
        if self.plan.is_huge() {
            return Ok(false);
        }
        // Where redundant givens are allowed, one that is hard to prove redundant may stay.
        let nodes = if self.plan.minimal { None } else { Some(QUICK_NODES) };
        let nodes = self.budget.nodes.into_iter().chain(nodes).min();
        let ask = Ask { budget: Budget { nodes, ..self.budget.clone() }, ..Ask::default() };
        match self.plan.shape(cells.to_vec())?.solve(&ask).verdict {
            Verdict::Unknown(Stopped::Nodes) if nodes == Some(QUICK_NODES) => Ok(false),
            Verdict::Unknown(why) => Err(GenerateError::Stopped(why)),
            verdict => Ok(verdict == Verdict::Unique),
        }
    }

    /// How many givens of a unique puzzle could go, each by itself; not many more than `most` are counted.
    fn needless(&mut self, cells: &[u8], most: usize) -> Result<usize, GenerateError> {
        if self.plan.symmetry == Symmetry::None && self.plan.pattern.is_none() {
            // Each given was tried in its turn, and what was needed then is needed now.
            return Ok(0);
        }
        let mut fewer = cells.to_vec();
        let mut needless = 0;
        for cell in (0..cells.len()).filter(|&cell| cells[cell] != 0) {
            fewer[cell] = 0;
            needless += usize::from(self.is_needless(cell, &fewer)?);
            fewer[cell] = cells[cell];
            if needless > most {
                break;
            }
        }
        Ok(needless)
    }
}
