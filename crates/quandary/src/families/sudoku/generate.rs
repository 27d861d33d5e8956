//! Making new Sudokus: a filled board first, then as few of its digits as a player needs.
//!
//! **Filled boards.** 9×9 boards are drawn from all that there are, each exactly as likely as any other (`even.rs`). Boards of other
//! sizes are filled cell by cell at random, the cell with the fewest digits left first: every filled board can come of it, but
//! not all are equally likely, since nobody knows how to count fast how many boards go on from a start.
//!
//! **Givens.** Digits are taken away in random order for as long as the solution stays the only one. What the order
//! leaves is *minimal*: each given is needed. Whether a puzzle stays unique is asked for many digits together where the
//! answer is likely to be yes; a yes for all of them is a yes for each, so the result is that of asking one by one.
//! With a symmetry, digits leave in groups that the symmetry maps onto each other.
//!
//! **Rare wishes.** Few givens, or symmetry and minimality together, hardly ever come out of one random order. Then the board
//! is changed step by step: a group or two are put back, others taken away, and what is nearer to the wish is kept.
//!
//! The same wish, seed and index give the same puzzle everywhere.

mod even;

use std::ops::RangeInclusive;

use rand::seq::SliceRandom;

use super::solver::{self, Cells, single};
use super::symmetry::{Group, Symmetry};
use super::{LARGEST_SIDE, Sudoku, canonical};
use crate::puzzle::{Generator, GeneratorOption, Puzzle, Refusal, Wish};
use crate::random::{ChaCha8Rng, RngExt, stream};
use crate::verdict::{Ask, Budget, Stopped, Verdict, Watch};

/// How many cells of boards are tried before a wish is refused, boards filled anew or changed by a step: 100,000 boards
/// of 9×9.
const MOST_TRIED: u32 = 8_100_000;

/// After so many steps from one filled board, another may be luckier.
const MOST_STEPS: u32 = 400;

/// So many nodes may a proof take on boards of other sizes than 9×9 that a given is needless.
const PATIENCE: u64 = 100;

/// Nobody has ever found, and an exhaustive search has excluded, a 9×9 puzzle with fewer givens.
const FEWEST_GIVENS_9: u64 = 17;

/// The generator of this family.
#[derive(Debug)]
pub struct SudokuGenerator;

impl Generator for SudokuGenerator {
    fn options(&self) -> &'static [GeneratorOption] {
        &[
            GeneratorOption { name: "box", value: Some("RxC"), summary: "rows and columns of a box (default 3x3)" },
            GeneratorOption {
                name: "givens",
                value: Some("A..B"),
                summary: "how many digits are given (default: as few as one random order of taking away leaves)",
            },
            GeneratorOption {
                name: "minimal",
                value: None,
                summary: "every given is needed: without any one of them there is a second solution, with --symmetry too",
            },
            GeneratorOption {
                name: "symmetry",
                value: Some("NAME"),
                summary: "of the givens: none (default), rotate90, rotate180, mirror, flip, diagonal, antidiagonal, full",
            },
            GeneratorOption {
                name: "pattern",
                value: Some("MASK"),
                summary: "where the givens stand, row by row: '.', '0' or '_' for a blank, anything else for a given",
            },
            GeneratorOption {
                name: "canonical",
                value: None,
                summary: "in the form that all its relabelled, turned and shuffled copies share (9×9 only)",
            },
        ]
    }

    fn generate(&self, wish: &Wish, index: u64) -> Result<Box<dyn Puzzle>, Refusal> {
        let plan = Plan::of_wish(wish)?;
        let watch = wish.budget.start();
        let mut random = stream(wish.seed, "sudoku", index);
        let mut tries = 0;
        let most = MOST_TRIED / (plan.side() * plan.side()) as u32;
        while tries < most {
            if let Some(cells) = plan.attempt(&mut random, &wish.budget, &watch, &mut tries)? {
                let cells = match <&Cells>::try_from(cells.as_slice()) {
                    Ok(board) if plan.canonical => canonical::form_of(board).to_vec(),
                    _ => cells,
                };
                return plan.shape(cells).map(|puzzle| Box::new(puzzle) as Box<dyn Puzzle>);
            }
        }
        Err(Refusal::Cannot(format!("no such puzzle was found in {most} tries; ask for less")))
    }
}

/// A wish that has been understood.
struct Plan {
    box_rows: usize,
    box_columns: usize,
    givens: Option<RangeInclusive<usize>>,
    minimal: bool,
    canonical: bool,
    symmetry: Symmetry,
    /// What leaves together.
    groups: Vec<Group>,
    /// Where the givens stand, if that was asked for.
    pattern: Option<Vec<bool>>,
}

impl Plan {
    fn of_wish(wish: &Wish) -> Result<Plan, Refusal> {
        let (box_rows, box_columns) = wish.size("box")?.unwrap_or((3, 3));
        let side = box_rows.saturating_mul(box_columns);
        if box_rows < 2 || box_columns < 2 || side > LARGEST_SIDE {
            let message = format!("boxes are at least 2×2 and have at most {LARGEST_SIDE} cells");
            return Err(Refusal::Option { name: "box", message });
        }
        let cells = side * side;
        let givens = wish.range("givens")?;
        if let Some(range) = &givens {
            let fewest = if (box_rows, box_columns) == (3, 3) { FEWEST_GIVENS_9 } else { side as u64 - 1 };
            if *range.end() < fewest || *range.start() > cells as u64 {
                let message = format!("a {side}×{side} board has from {fewest} to {cells} givens");
                return Err(Refusal::Option { name: "givens", message });
            }
        }
        let symmetry = match wish.text("symmetry") {
            None => Symmetry::None,
            Some(name) => Symmetry::of_name(name).ok_or_else(|| Refusal::Option {
                name: "symmetry",
                message: format!(
                    "'{name}' is not one of: {}",
                    Symmetry::ALL.map(|symmetry| symmetry.name()).join(", ")
                ),
            })?,
        };
        let pattern = wish.text("pattern").map(|mask| read_pattern(mask, cells)).transpose()?;
        let canonical = wish.has("canonical");
        if canonical && (box_rows, box_columns) != (3, 3) {
            let message = "the canonical form is worked out for 9×9 boards only".to_owned();
            return Err(Refusal::Option { name: "canonical", message });
        }
        if canonical && (symmetry != Symmetry::None || pattern.is_some()) {
            let message = "the canonical form moves the givens, which undoes --symmetry and --pattern".to_owned();
            return Err(Refusal::Option { name: "canonical", message });
        }
        let givens = givens.map(|range| *range.start() as usize..=(*range.end()).min(cells as u64) as usize);
        let (minimal, groups) = (wish.has("minimal"), symmetry.groups(side));
        let plan = Plan { box_rows, box_columns, givens, minimal, canonical, symmetry, groups, pattern };
        plan.check_givens()?;
        plan.check_pattern()?;
        Ok(plan)
    }

    /// A symmetry allows some numbers of givens only.
    fn check_givens(&self) -> Result<(), Refusal> {
        let Some(range) = self.givens.as_ref().filter(|_| self.symmetry != Symmetry::None) else { return Ok(()) };
        let mut can_be = vec![false; self.side() * self.side() + 1];
        can_be[0] = true;
        for group in &self.groups {
            let size = group.cells().len();
            for count in (size..can_be.len()).rev() {
                can_be[count] |= can_be[count - size];
            }
        }
        if can_be[range.clone()].contains(&true) {
            return Ok(());
        }
        let message = format!("no such number of givens has the symmetry '{}'", self.symmetry.name());
        Err(Refusal::Option { name: "givens", message })
    }

    /// A pattern must not contradict the other wishes.
    fn check_pattern(&self) -> Result<(), Refusal> {
        let Some(pattern) = &self.pattern else { return Ok(()) };
        let refuse = |message: String| Err(Refusal::Option { name: "pattern", message });
        let given = pattern.iter().filter(|&&is_given| is_given).count();
        if self.givens.as_ref().is_some_and(|range| !range.contains(&given)) {
            return refuse(format!("the pattern has {given} givens, which --givens does not allow"));
        }
        if (self.box_rows, self.box_columns) == (3, 3) && (given as u64) < FEWEST_GIVENS_9 {
            return refuse(format!("with {given} givens no 9×9 puzzle has just one solution"));
        }
        let is_split =
            |group: &Group| group.cells().iter().any(|&cell| pattern[usize::from(cell)] != pattern[group.first()]);
        if self.groups.iter().any(is_split) {
            return refuse(format!("the pattern has not the symmetry '{}'", self.symmetry.name()));
        }
        if let Some(lines) = self.free_lines(pattern) {
            return refuse(format!("{lines} have no given, so they can change places in any solution"));
        }
        Ok(())
    }

    /// Two rows of a band, or two columns of a stack, that have no given.
    fn free_lines(&self, pattern: &[bool]) -> Option<String> {
        let side = self.side();
        let free = |kind: &str, deep: usize, is_given: &dyn Fn(usize, usize) -> bool| {
            (0..side / deep).find_map(|band| {
                let mut blank =
                    (band * deep..(band + 1) * deep).filter(|&line| !(0..side).any(|at| is_given(line, at)));
                Some(format!("{kind} {} and {}", blank.next()? + 1, blank.next()? + 1))
            })
        };
        free("rows", self.box_rows, &|row, column| pattern[row * side + column])
            .or_else(|| free("columns", self.box_columns, &|column, row| pattern[row * side + column]))
    }

    fn side(&self) -> usize {
        self.box_rows * self.box_columns
    }

    fn shape(&self, cells: Vec<u8>) -> Result<Sudoku, Refusal> {
        let refusal = || Refusal::Cannot("a board of this shape cannot be made".to_owned());
        Sudoku::new(self.box_rows, self.box_columns, cells).ok_or_else(refusal)
    }

    /// One filled board, and the puzzle that can be made of it; `None` when that does not fulfil the wish.
    fn attempt(
        &self,
        random: &mut ChaCha8Rng,
        budget: &Budget,
        watch: &Watch<'_>,
        tries: &mut u32,
    ) -> Result<Option<Vec<u8>>, Refusal> {
        watch.look().map_err(Refusal::Stopped)?;
        *tries += 1;
        let Some(filled) = self.filled_board(random, budget)? else { return Ok(None) };
        if let Some(pattern) = &self.pattern {
            let cells = filled.iter().zip(pattern).map(|(&digit, &given)| if given { digit } else { 0 }).collect();
            let is_wished = self.is_unique(&cells, budget)? && self.off(&cells, budget)? == 0;
            return Ok(is_wished.then_some(cells));
        }
        let mut groups = self.groups.clone();
        groups.shuffle(random);
        let mut cells = filled.clone();
        // Many together at first, when nearly everything can go.
        let together = cells.len() / 3;
        self.take_away(&mut cells, &groups, together, random, budget)?;
        let mut off = self.off(&cells, budget)?;
        for _ in 0..MOST_STEPS {
            if off == 0 {
                return Ok(Some(cells));
            }
            watch.look().map_err(Refusal::Stopped)?;
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
    ) -> Result<Vec<u8>, Refusal> {
        let mut next = cells.to_vec();
        groups.shuffle(random);
        let blank = groups.iter().filter(|group| cells[group.first()] == 0);
        let back: Vec<Group> = blank.take(random.random_range(1..=2)).copied().collect();
        for &cell in back.iter().flat_map(|group| group.cells()) {
            next[usize::from(cell)] = filled[usize::from(cell)];
        }
        // What has just come goes last.
        let mut order: Vec<Group> = groups.iter().filter(|group| cells[group.first()] != 0).copied().collect();
        order.extend(back);
        self.take_away(&mut next, &order, 1, random, budget)?;
        Ok(next)
    }

    /// How far a unique puzzle is from the wish: givens that are too many or too few, and givens that are not needed.
    fn off(&self, cells: &Vec<u8>, budget: &Budget) -> Result<usize, Refusal> {
        let given = cells.iter().filter(|&&digit| digit != 0).count();
        let (least, most) = self.givens.as_ref().map_or((0, cells.len()), |range| (*range.start(), *range.end()));
        let out_of_range = least.saturating_sub(given) + given.saturating_sub(most);
        Ok(out_of_range + if self.minimal { self.needless(cells, budget)? } else { 0 })
    }

    /// A filled board; `None` where chance led nowhere.
    fn filled_board(&self, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Vec<u8>>, Refusal> {
        if self.is_nine() {
            return Ok(Some(even::filled_board(random).to_vec()));
        }
        let empty = self.shape(vec![0; self.side() * self.side()])?;
        solver::random_board(&empty, random, budget).map_err(Refusal::Stopped)
    }

    /// Takes groups of digits away for as long as the solution stays the only one, and not more than the wish allows;
    /// so many cells `together` to begin with.
    fn take_away(
        &self,
        cells: &mut Vec<u8>,
        groups: &[Group],
        mut together: usize,
        random: &mut ChaCha8Rng,
        budget: &Budget,
    ) -> Result<(), Refusal> {
        // With a range and no demand to be minimal, any number of the range is as good as another.
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
    fn stays_unique(&self, before: &[u8], after: &Vec<u8>, taken: &[Group], budget: &Budget) -> Result<bool, Refusal> {
        // With one digit gone, another solution can only have something else in its place.
        match taken {
            [group] => match group.only() {
                Some(cell) => self.is_needless(cell, before[cell], after, budget),
                None => self.is_unique(after, budget),
            },
            _ => self.is_unique(after, budget),
        }
    }

    /// Whether a digit is needless that was given in a cell: the others, `after`, have one solution without it.
    fn is_needless(&self, cell: usize, digit: u8, after: &Vec<u8>, budget: &Budget) -> Result<bool, Refusal> {
        match <&Cells>::try_from(after.as_slice()) {
            Ok(board) if self.is_nine() => Ok(!single::is_possible_without(board, cell, digit)),
            _ => self.is_unique(after, budget),
        }
    }

    fn is_nine(&self) -> bool {
        (self.box_rows, self.box_columns) == (3, 3)
    }

    fn is_unique(&self, cells: &Vec<u8>, budget: &Budget) -> Result<bool, Refusal> {
        if let (true, Ok(board)) = (self.is_nine(), <&Cells>::try_from(cells.as_slice())) {
            return Ok(single::count(board, 2).0 == 1);
        }
        // Where a given may be needless, one that is hard to prove needless can as well stay.
        let nodes = if self.minimal { None } else { Some(PATIENCE) };
        let nodes = budget.nodes.into_iter().chain(nodes).min();
        let ask = Ask { budget: Budget { nodes, ..budget.clone() }, ..Ask::default() };
        match self.shape(cells.clone())?.solve(&ask).verdict {
            Verdict::Unknown(Stopped::Nodes) if nodes == Some(PATIENCE) => Ok(false),
            Verdict::Unknown(why) => Err(Refusal::Stopped(why)),
            verdict => Ok(verdict == Verdict::Unique),
        }
    }

    /// How many givens of a unique puzzle could go, each by itself.
    fn needless(&self, cells: &[u8], budget: &Budget) -> Result<usize, Refusal> {
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

/// Reads a mask of givens.
fn read_pattern(mask: &str, cells: usize) -> Result<Vec<bool>, Refusal> {
    let pattern: Vec<bool> =
        mask.chars().filter(|sign| !sign.is_whitespace()).map(|sign| !matches!(sign, '.' | '0' | '_')).collect();
    if pattern.len() == cells {
        return Ok(pattern);
    }
    let message = format!("the mask has {} signs, the board {cells} cells", pattern.len());
    Err(Refusal::Option { name: "pattern", message })
}

#[cfg(test)]
mod tests;
