//! Making new Sudokus: a filled board first, then as few of its digits as a player needs.
//!
//! **Filled boards.** 9×9 boards are drawn from all that there are, each exactly as likely as any other (`uniform.rs`).
//! Boards of other sizes are filled cell by cell at random, the cell with the fewest digits left first: every filled
//! board can result, but not all are equally likely, since no fast way is known to count the boards that continue a
//! partial one.
//!
//! **Givens.** Digits are taken away in random order for as long as the solution stays the only one. What the order
//! leaves is *minimal*: each given is needed. Whether a puzzle stays unique is asked for many digits together where the
//! answer is likely to be yes; a yes for all of them is a yes for each, so the result is that of asking one by one.
//! With a symmetry, digits leave in groups that the symmetry maps onto each other.
//!
//! **Rare requests.** Few givens, or symmetry and minimality together, hardly ever result from one random order. Then
//! the board is changed step by step: a group or two are put back, others taken away, and what is closer to the request
//! is kept.
//!
//! The same options, seed and index give the same puzzle everywhere.

mod plan;
mod tridagon;
mod uniform;

use plan::Plan;
use rand::seq::SliceRandom;

use super::model::model;
use super::solver::{self, Cells, single};
use super::symmetry::{Group, Symmetry};
use super::{Sudoku, canonical};
use quandary_core::puzzle::{GenerateError, GenerateSpec, Generator, GeneratorOption, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, Key, RngExt};
use quandary_core::reason::open_variables;
use quandary_core::verdict::{Ask, Budget, Stopped, Verdict, Watch};

/// How many cells of boards are tried before a request is rejected, in boards filled from scratch or changed by a step:
/// 100,000 boards of 9×9.
const MAX_TRIED: u32 = 8_100_000;

/// The level of the scale from which on puzzles are made around a tridagon, and how many of them are tried.
const FIENDISH: usize = 4;
const MAX_TRIDAGONS: usize = 400;

/// After this many steps from one filled board, another one is tried.
const MAX_STEPS: u32 = 400;

/// How many nodes the proof that a given is redundant may take on boards of other sizes than 9×9.
const QUICK_NODES: u64 = 100;

/// The generator of this family.
#[derive(Debug)]
pub(crate) struct SudokuGenerator;

impl Generator for SudokuGenerator {
    fn options(&self) -> &'static [GeneratorOption] {
        const OPTIONS: &[GeneratorOption] = &[
            GeneratorOption::value("box", "RxC", "rows and columns of a box (default 3x3)")
                .default("3x3")
                .usual(&["2x2", "2x3", "3x3", "3x4", "4x4"]),
            GeneratorOption::value(
                "givens",
                "A..B",
                "how many digits are given (default: as few as removing them in random order leaves)",
            )
            .usual(&["22..24", "25..28", "29..34", "35..40"]),
            GeneratorOption::flag(
                "minimal",
                "every given is needed: without any one of them there is a second solution, even with a symmetry",
            ),
            GeneratorOption::value(
                "symmetry",
                "NAME",
                "of the givens: none (default), rotate90, rotate180, mirror, flip, diagonal, antidiagonal, full",
            )
            .choices(&["none", "rotate90", "rotate180", "mirror", "flip", "diagonal", "antidiagonal", "full"])
            .default("none"),
            GeneratorOption::value(
                "pattern",
                "MASK",
                "positions of the givens, row by row: '.', '0' or '_' for a blank, anything else for a given",
            ),
            GeneratorOption::flag(
                "canonical",
                "in the canonical form that all relabelled, rotated and shuffled copies share (9×9 only)",
            ),
        ];
        OPTIONS
    }

    fn unavoidable(&self) -> &'static [&'static str] {
        &["full house", "hidden single"]
    }

    fn revision(&self) -> u32 {
        2
    }

    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError> {
        Ok(Plan::of_spec(spec)?.key(Key::new("sudoku", self.revision(), spec.seed)))
    }

    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError> {
        let plan = Plan::of_spec(spec)?;
        let watch = spec.budget.start();
        let mut tries = 0;
        let most = MAX_TRIED / (plan.side() * plan.side()) as u32;
        while tries < most {
            if let Some(cells) = plan.attempt(random, &spec.budget, &watch, &mut tries)? {
                return plan.finished(cells);
            }
        }
        Err(GenerateError::Cannot(format!("no such puzzle was found in {most} tries; ask for less")))
    }

    /// Puzzles around a tridagon are fiendish or extreme far more often than others.
    fn make_near(
        &self,
        spec: &GenerateSpec,
        level: usize,
        random: &mut ChaCha8Rng,
    ) -> Result<Box<dyn Puzzle>, GenerateError> {
        let plan = Plan::of_spec(spec)?;
        let can_be = plan.is_nine() && plan.pattern.is_none() && plan.symmetry == Symmetry::None;
        if level < FIENDISH || !can_be || level == FIENDISH && random.random_bool(0.5) {
            return self.make(spec, random);
        }
        let watch = spec.budget.start();
        for _ in 0..MAX_TRIDAGONS {
            watch.check().map_err(GenerateError::Stopped)?;
            let Some(cells) = tridagon::puzzle(&plan, random, &spec.budget)? else { continue };
            if plan.off(&cells, &spec.budget)? == 0
                && (level == FIENDISH || plan.needs_nesting(&cells, &spec.budget)?)
            {
                return plan.finished(cells);
            }
        }
        self.make(spec, random)
    }

    /// A group or two of the givens change places, with the same solution.
    fn vary(
        &self,
        spec: &GenerateSpec,
        puzzle: &dyn Puzzle,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, GenerateError> {
        let plan = Plan::of_spec(spec)?;
        let Some(sudoku) = puzzle.downcast::<Sudoku>().filter(|_| plan.pattern.is_none()) else { return Ok(None) };
        let outcome = sudoku.solve(&Ask { budget: spec.budget.clone(), ..Ask::default() });
        let Some(filled) = outcome.solutions.first().and_then(Solution::grid) else { return Ok(None) };
        let mut groups = plan.groups.clone();
        let cells = plan.step(filled.values(), sudoku.cells().values(), &mut groups, random, &spec.budget)?;
        if plan.off(&cells, &spec.budget)? > 0 {
            return Ok(None);
        }
        plan.finished(cells).map(Some)
    }
}

impl Plan {
    /// Whether a puzzle needs nested suppositions.
    fn needs_nesting(&self, cells: &[u8], budget: &Budget) -> Result<bool, GenerateError> {
        let model = model(&self.shape(cells.to_vec())?);
        open_variables(&model, budget).map(|(_, open)| open > 0).map_err(GenerateError::Stopped)
    }

    /// A puzzle in the form that was asked for.
    fn finished(&self, cells: Vec<u8>) -> Result<Box<dyn Puzzle>, GenerateError> {
        let cells = match <&Cells>::try_from(cells.as_slice()) {
            Ok(board) if self.canonical => canonical::form_of(board).to_vec(),
            _ => cells,
        };
        self.shape(cells).map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>)
    }

    /// One filled board, and the puzzle that can be made of it; `None` when that does not meet the request.
    fn attempt(
        &self,
        random: &mut ChaCha8Rng,
        budget: &Budget,
        watch: &Watch<'_>,
        tries: &mut u32,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        watch.check().map_err(GenerateError::Stopped)?;
        *tries += 1;
        let Some(filled) = self.filled_board(random, budget)? else { return Ok(None) };
        if let Some(pattern) = &self.pattern {
            let cells = filled.iter().zip(pattern).map(|(&digit, &given)| if given { digit } else { 0 }).collect();
            let is_wanted = self.is_unique(&cells, budget)? && self.off(&cells, budget)? == 0;
            return Ok(is_wanted.then_some(cells));
        }
        let mut groups = self.groups.clone();
        groups.shuffle(random);
        let mut cells = filled.clone();
        // Many together at first, when nearly everything can go.
        let together = cells.len() / 3;
        self.take_away(&mut cells, &groups, together, random, budget)?;
        let mut off = self.off(&cells, budget)?;
        for _ in 0..MAX_STEPS {
            if off == 0 {
                return Ok(Some(cells));
            }
            watch.check().map_err(GenerateError::Stopped)?;
            *tries += 1;
            let next = self.step(&filled, &cells, &mut groups, random, budget)?;
            let then = self.off(&next, budget)?;
            if then <= off {
                (cells, off) = (next, then);
            }
        }
        Ok(None)
    }

    /// A puzzle beside another one: a group or two are put back, then others leave if they can.
    fn step(
        &self,
        filled: &[u8],
        cells: &[u8],
        groups: &mut [Group],
        random: &mut ChaCha8Rng,
        budget: &Budget,
    ) -> Result<Vec<u8>, GenerateError> {
        let mut next = cells.to_vec();
        groups.shuffle(random);
        let blank = groups.iter().filter(|group| cells[group.first()] == 0);
        let back: Vec<Group> = blank.take(random.random_range(1..=2)).copied().collect();
        for &cell in back.iter().flat_map(|group| group.cells()) {
            next[usize::from(cell)] = filled[usize::from(cell)];
        }
        // What has just been put back is removed last.
        let mut order: Vec<Group> = groups.iter().filter(|group| cells[group.first()] != 0).copied().collect();
        order.extend(back);
        self.take_away(&mut next, &order, 1, random, budget)?;
        Ok(next)
    }

    /// How far a unique puzzle is from the request: givens that are too many or too few, and givens that are not
    /// needed.
    fn off(&self, cells: &[u8], budget: &Budget) -> Result<usize, GenerateError> {
        let given = cells.iter().filter(|&&digit| digit != 0).count();
        let (least, most) = self.givens.as_ref().map_or((0, cells.len()), |range| (*range.start(), *range.end()));
        let out_of_range = least.saturating_sub(given) + given.saturating_sub(most);
        Ok(out_of_range + if self.minimal { self.needless(cells, budget)? } else { 0 })
    }

    /// A filled board; `None` where the random choices led nowhere.
    fn filled_board(&self, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Vec<u8>>, GenerateError> {
        if self.is_nine() {
            return Ok(Some(uniform::filled_board(random).to_vec()));
        }
        let empty = self.shape(vec![0; self.side() * self.side()])?;
        solver::random_board(&empty, random, budget).map_err(GenerateError::Stopped)
    }

    /// Takes groups of digits away for as long as the solution stays the only one, and not more than the request
    /// allows; this many cells `together` to begin with.
    fn take_away(
        &self,
        cells: &mut Vec<u8>,
        groups: &[Group],
        mut together: usize,
        random: &mut ChaCha8Rng,
        budget: &Budget,
    ) -> Result<(), GenerateError> {
        // With a range and without `--minimal`, any number of the range is as good as another.
        let stop_at = match &self.givens {
            Some(range) if !self.minimal => random.random_range(*range.start() as u32..=*range.end() as u32) as usize,
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
            if self.stays_unique(&before, cells, these, budget)? {
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
    fn stays_unique(
        &self,
        before: &[u8],
        after: &Vec<u8>,
        taken: &[Group],
        budget: &Budget,
    ) -> Result<bool, GenerateError> {
        // With one digit gone, another solution can only have something else in its place.
        match taken {
            [group] => match group.only() {
                Some(cell) => self.is_needless(cell, before[cell], after, budget),
                None => self.is_unique(after, budget),
            },
            _ => self.is_unique(after, budget),
        }
    }

    /// Whether a given is redundant: the others, `after`, have one solution without it.
    fn is_needless(&self, cell: usize, digit: u8, after: &Vec<u8>, budget: &Budget) -> Result<bool, GenerateError> {
        match <&Cells>::try_from(after.as_slice()) {
            Ok(board) if self.is_nine() => Ok(!single::is_possible_without(board, cell, digit)),
            _ => self.is_unique(after, budget),
        }
    }

    fn is_nine(&self) -> bool {
        (self.box_rows, self.box_columns) == (3, 3)
    }

    fn is_unique(&self, cells: &Vec<u8>, budget: &Budget) -> Result<bool, GenerateError> {
        if let (true, Ok(board)) = (self.is_nine(), <&Cells>::try_from(cells.as_slice())) {
            return Ok(single::count(board, 2).0 == 1);
        }
        // Where redundant givens are allowed, one that is hard to prove redundant may stay.
        let nodes = if self.minimal { None } else { Some(QUICK_NODES) };
        let nodes = budget.nodes.into_iter().chain(nodes).min();
        let ask = Ask { budget: Budget { nodes, ..budget.clone() }, ..Ask::default() };
        match self.shape(cells.clone())?.solve(&ask).verdict {
            Verdict::Unknown(Stopped::Nodes) if nodes == Some(QUICK_NODES) => Ok(false),
            Verdict::Unknown(why) => Err(GenerateError::Stopped(why)),
            verdict => Ok(verdict == Verdict::Unique),
        }
    }

    /// How many givens of a unique puzzle could go, each by itself.
    fn needless(&self, cells: &[u8], budget: &Budget) -> Result<usize, GenerateError> {
        if self.symmetry == Symmetry::None && self.pattern.is_none() {
            // Each given was tried in its turn, and what was needed then is needed now.
            return Ok(0);
        }
        let mut fewer = cells.to_vec();
        let mut needless = 0;
        for cell in (0..cells.len()).filter(|&cell| cells[cell] != 0) {
            fewer[cell] = 0;
            needless += usize::from(self.is_needless(cell, cells[cell], &fewer, budget)?);
            fewer[cell] = cells[cell];
        }
        Ok(needless)
    }
}

#[cfg(test)]
mod tests;
