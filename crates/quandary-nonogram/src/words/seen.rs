//! A line as a step sees it: what is known of it, what is new, and which blocks can reach where.

use super::super::{LineName, Nonogram};
use super::{EMPTY, actions};
use crate::line::Block;
use quandary_core::puzzle::{Cell, value_names};
use quandary_core::reason::explain::words::{capital, cells_of, list_cells, premises};
use quandary_core::reason::explain::{State, Step};
use quandary_core::reason::{Model, Values};

/// What a block is called: "the 3"; "the second 3" where there are several.
fn called(clue: &[Block], block: usize) -> String {
    const ORDINALS: [&str; 8] = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
    let length = clue[block].length;
    let same = |blocks: &[Block]| blocks.iter().filter(|block| block.length == length).count();
    match (same(clue), same(&clue[..block])) {
        (1, _) => format!("the {length}"),
        (_, before) => match ORDINALS.get(before) {
            Some(ordinal) => format!("the {ordinal} {length}"),
            None => format!("the {length} that is block {}", block + 1),
        },
    }
}

/// A line as the step sees it.
pub(super) struct Line {
    /// Its name: "Row 3".
    pub(super) name: String,
    /// Its clue as it is written.
    pub(super) clue: String,
    /// What has to be known: "r3c2 is filled and r3c5 is empty".
    pub(super) facts: String,
    /// The cells of which something has to be known.
    pub(super) known_cells: String,
    /// The cells for which something new follows: "r3c1 and r3c2".
    pub(super) cells: String,
    /// What to do: "Fill r3c1 and cross out r3c2".
    pub(super) actions: String,
    /// For each cell: what has to be known of it, if anything.
    pub(super) known: Vec<Option<Values>>,
    /// Whether something new follows for it.
    pub(super) is_new: Vec<bool>,
    /// Where it is.
    pub(super) places: Vec<Cell>,
    pub(super) all_empty: bool,
    pub(super) all_filled: bool,
}

impl Line {
    pub(super) fn of(puzzle: &Nonogram, model: &Model, step: &Step, state: &State, line: LineName) -> Line {
        let scope = step.constraints.first().map(|&id| model.constraints()[id].scope()).unwrap_or_default();
        let known = |var: &usize| step.premises.iter().find(|known| known.var == *var).map(|known| known.values);
        let is_new =
            |var: &usize| step.conclusions.iter().any(|shown| shown.var == *var && shown.left != state.get(*var));
        let new_cells = || step.conclusions.iter().map(|shown| shown.var);
        Line {
            name: capital(&line.to_string()),
            clue: puzzle.written(puzzle.clue(line)),
            facts: premises(&value_names(puzzle), model, step),
            known_cells: cells_of(model, step.premises.iter().map(|known| known.var)),
            cells: cells_of(model, new_cells()),
            actions: capital(&actions(puzzle, model, step)),
            known: scope.iter().map(known).collect(),
            is_new: scope.iter().map(is_new).collect(),
            places: scope.iter().flat_map(|&var| model.cells(var)).copied().collect(),
            all_empty: step.conclusions.iter().all(|shown| shown.left == EMPTY),
            all_filled: step.conclusions.iter().all(|shown| shown.left & EMPTY == 0),
        }
    }

    /// The line with its clue: "Row 3 (2 1)".
    pub(super) fn title(&self) -> String {
        format!("{} ({})", self.name, self.clue)
    }

    /// The line with its clue and what has to be known: "Row 3 (2 1): r3c2 is filled,".
    pub(super) fn title_and_facts(&self) -> String {
        let (space, comma) = if self.facts.is_empty() { ("", "") } else { (" ", ",") };
        format!("{}:{space}{}{comma}", self.title(), self.facts)
    }

    /// Whether what follows is about colours: a cell that keeps several of them, or premises that do.
    pub(super) fn is_about_colours(&self, step: &Step) -> bool {
        let is_open = |values: Values| !values.is_power_of_two() && values != 0;
        step.conclusions.iter().any(|shown| is_open(shown.left))
            || self.known.iter().flatten().any(|&values| is_open(values))
    }

    pub(super) fn new_cells(&self) -> impl Iterator<Item = usize> {
        (0..self.is_new.len()).filter(|&at| self.is_new[at])
    }

    pub(super) fn is_filled(&self, at: usize) -> bool {
        self.known.get(at).copied().flatten().is_some_and(|values| values & EMPTY == 0)
    }

    /// Whether a cell is known to stay empty, or is outside the line.
    pub(super) fn is_wall(&self, at: isize) -> bool {
        usize::try_from(at).ok().and_then(|at| self.known.get(at)).is_none_or(|known| *known == Some(EMPTY))
    }

    /// How many filled cells are among the premises.
    pub(super) fn filled(&self) -> usize {
        (0..self.known.len()).filter(|&at| self.is_filled(at)).count()
    }

    /// How many cells may be filled, given the premises.
    pub(super) fn room(&self) -> usize {
        self.known.iter().filter(|known| **known != Some(EMPTY)).count()
    }

    pub(super) fn is_filled_beside(&self, at: usize, side: isize) -> bool {
        at.checked_add_signed(side).is_some_and(|beside| self.is_filled(beside))
    }

    /// The width of the gap around a cell, between walls.
    pub(super) fn gap_around(&self, at: usize) -> usize {
        let at = at as isize;
        let left = (1..).take_while(|step| !self.is_wall(at - step)).count();
        let right = (1..).take_while(|step| !self.is_wall(at + step)).count();
        left + right + 1
    }

    /// What would happen if the first block began in the only new cell, or the last one ended there, where it would end just before
    /// a filled cell.
    pub(super) fn mercury(&self, clue: &[Block]) -> Option<String> {
        let new: Vec<usize> = self.new_cells().collect();
        let (&[at], [first, .., last]) = (&new[..], clue) else { return None };
        let end = self.known.len();
        let begins =
            || (0..at).all(|before| self.is_wall(before as isize)).then_some((first.length, at + first.length));
        let ends = || {
            let filled = at.checked_sub(last.length)?;
            (at + 1..end).all(|after| self.is_wall(after as isize)).then_some((last.length, filled))
        };
        let would = |(length, filled): (usize, usize)| {
            let (here, touched) = (self.places[at], self.places.get(filled)?);
            let (from, to, verb) = if filled > at { (at, filled - 1, "began") } else { (filled + 1, at, "ended") };
            self.is_filled(filled).then(|| {
                let cover = list_cells(self.places[from..=to].iter().copied());
                format!("if the {length} {verb} in {here}, it would cover {cover} and touch {touched}, which is filled")
            })
        };
        begins().and_then(would).or_else(|| ends().and_then(would))
    }

    /// Between which blocks the new cells are: how far those before them can reach, and where those after them begin at the earliest.
    /// `None` where some block could cover such a cell at one place or another.
    pub(super) fn out_of_reach(&self, clue: &[Block]) -> Option<String> {
        if clue.iter().any(|block| block.colour != clue[0].colour) {
            return None;
        }
        let lengths: Vec<usize> = clue.iter().map(|block| block.length).collect();
        let earliest = earliest(&self.known, &lengths)?;
        let backwards: Vec<Option<Values>> = self.known.iter().rev().copied().collect();
        let latest = self::earliest(&backwards, &lengths.into_iter().rev().collect::<Vec<_>>())?;
        let end = self.known.len();
        // The last cell that each block can reach.
        let reach: Vec<usize> = latest.iter().rev().map(|start| end - 1 - start).collect();
        let mut said: Vec<String> = Vec::new();
        for at in self.new_cells() {
            let before = reach.iter().take_while(|&&last| last < at).count();
            if earliest.get(before).is_some_and(|&start| start <= at) {
                return None;
            }
            let mut part = Vec::new();
            if let Some(block) = before.checked_sub(1) {
                part.push(format!("{} cannot reach beyond {}", called(clue, block), self.places[reach[block]]));
            }
            if let Some(&start) = earliest.get(before) {
                let here = self.places[start];
                part.push(format!("{} cannot begin before {here}", called(clue, before)));
            }
            let part = part.join(" and ");
            if !said.contains(&part) {
                said.push(part);
            }
        }
        // More than two gaps at once are no reason that anybody reads.
        (said.len() <= 2).then(|| said.join("; "))
    }

    /// The blocks beside the new cells: "the block of 3 is", "the blocks are" where they differ in length.
    pub(super) fn complete(&self) -> String {
        let run = |from: usize, side: isize| {
            let cells = (1..).map_while(|step: isize| from.checked_add_signed(side * step));
            cells.take_while(|&at| self.is_filled(at)).count()
        };
        let mut runs: Vec<usize> = self.new_cells().flat_map(|at| [run(at, -1), run(at, 1)]).collect();
        runs.retain(|&length| length > 0);
        runs.dedup();
        match runs[..] {
            [length] => format!("the block of {length} is"),
            _ => "each block is".to_owned(),
        }
    }

    /// Where the new cells are, seen from the filled ones: "to the right".
    pub(super) fn direction(&self) -> &'static str {
        let is_row = self.places.windows(2).all(|pair| pair[0].row == pair[1].row);
        let is_after = |at: usize| self.leads_to_filled(at, -1);
        match (is_row, self.new_cells().all(is_after), self.new_cells().any(is_after)) {
            (true, true, _) => "to the right",
            (true, _, false) => "to the left",
            (false, true, _) => "downwards",
            (false, _, false) => "upwards",
            _ => "in this direction",
        }
    }

    /// Whether there are filled cells on both sides with only new or filled cells between.
    pub(super) fn lies_between_filled(&self, at: usize) -> bool {
        self.leads_to_filled(at, -1) && self.leads_to_filled(at, 1)
    }

    /// Whether new or filled cells lead from here to a filled one.
    pub(super) fn grows_from_filled(&self, at: usize) -> bool {
        self.leads_to_filled(at, -1) || self.leads_to_filled(at, 1)
    }

    /// Whether there are only new cells between here and the next filled one on this side.
    pub(super) fn leads_to_filled(&self, at: usize, side: isize) -> bool {
        let mut here = at;
        loop {
            match here.checked_add_signed(side) {
                Some(next) if self.is_filled(next) => return true,
                Some(next) if self.is_new.get(next) == Some(&true) => here = next,
                _ => return false,
            }
        }
    }
}

/// The first cell of each block when all are as near to the beginning of a line as what is known allows.
fn earliest(known: &[Option<Values>], lengths: &[usize]) -> Option<Vec<usize>> {
    let end = known.len();
    let is_filled = |at: usize| known.get(at).copied().flatten().is_some_and(|values| values & EMPTY == 0);
    let holds = |from: usize, length: usize| {
        from + length <= end
            && known[from..from + length].iter().all(|&known| known != Some(EMPTY))
            && !is_filled(from + length)
    };
    // Whether the blocks from one on fit into the cells from one on; behind the last cell there is a gap.
    let mut fits = vec![vec![false; end + 2]; lengths.len() + 1];
    fits[lengths.len()] = (0..end + 2).map(|from| (from..end).all(|at| !is_filled(at))).collect();
    for block in (0..lengths.len()).rev() {
        for from in (0..end).rev() {
            let here = holds(from, lengths[block]) && fits[block + 1][from + lengths[block] + 1];
            fits[block][from] = here || !is_filled(from) && fits[block][from + 1];
        }
    }
    let mut from = 0;
    let first = |(block, &length): (usize, &usize)| {
        let start = (from..end).find(|&at| holds(at, length) && fits[block + 1][at + length + 1])?;
        from = start + length + 1;
        Some(start)
    };
    lengths.iter().enumerate().map(first).collect()
}
