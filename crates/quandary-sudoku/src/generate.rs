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
//! the puzzle is changed step by step, and what is closer to the request is kept. On 9×9 boards most steps are decided by
//! what earlier ones have found out about the board (`unavoidable.rs`).
//!
//! The same options, seed and index give the same puzzle everywhere.

mod cages;
mod exchange;
mod large;
mod lines;
mod needed;
mod plan;
mod regions;
mod removal;
mod tridagon;
mod unavoidable;
mod uniform;
mod variants;

use plan::Plan;
use rand::seq::SliceRandom;
use removal::Removal;

use super::model::model;
use super::solver::{self, Cells};
use super::symmetry::Symmetry;
use super::techniques::outlook;
use super::{Sudoku, canonical};
use quandary_core::puzzle::{GenerateError, GenerateSpec, Generator, GeneratorOption, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, Key, RngExt};
use quandary_core::reason::open_variables;
use quandary_core::verdict::{Ask, Budget, Watch};

/// How many cells of boards are tried before a request is rejected, in boards filled from scratch or changed by a step:
/// 100,000 boards of 9×9.
const MAX_TRIED: u32 = 8_100_000;

/// How many boards of a variant are drawn before a request is rejected.
const MAX_DRAWN: u32 = 2_000;

/// The level of the scale from which on puzzles are made around a tridagon, and how many of them are tried.
const FIENDISH: usize = 4;
const MAX_TRIDAGONS: usize = 400;

/// After this many steps from one filled board, another one is tried.
const MAX_STEPS: u32 = 400;

/// The generator of this family.
#[derive(Debug)]
pub(crate) struct SudokuGenerator;

impl Generator for SudokuGenerator {
    fn options(&self) -> &'static [GeneratorOption] {
        const OPTIONS: &[GeneratorOption] = &[
            GeneratorOption::value("box", "RxC", "rows and columns of a box (default 3x3)")
                .default("3x3")
                .usual(&["2x2", "2x3", "3x3", "3x4", "4x4"])
                .called(&["4×4", "6×6", "9×9", "12×12", "16×16"]),
            GeneratorOption::value(
                "variant",
                "NAMES",
                "separated by commas: jigsaw, x, windoku, disjoint-groups, anti-knight, anti-king, non-consecutive, \
                 killer, thermo, arrow, dots, xv (default: a classic Sudoku)",
            )
            .usual(&[
                "jigsaw",
                "x",
                "windoku",
                "killer",
                "thermo",
                "arrow",
                "dots",
                "xv",
                "anti-knight",
                "killer,x",
                "jigsaw,x",
                "jigsaw,killer",
                "thermo,arrow",
            ]),
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
            .called(&[
                "none",
                "quarter turns",
                "half turn",
                "left and right",
                "top and bottom",
                "diagonal ↘",
                "diagonal ↗",
                "all of these",
            ])
            .default("none"),
            GeneratorOption::value(
                "pattern",
                "MASK",
                "positions of the givens, row by row: '.', '0' or '_' for a blank, anything else for a given",
            ),
            GeneratorOption::flag(
                "canonical",
                "in the canonical form that all relabelled, rotated and shuffled copies share (classic 9×9 only)",
            ),
        ];
        OPTIONS
    }

    fn unavoidable(&self) -> &'static [&'static str] {
        &["full house", "hidden single"]
    }

    /// Nearly always something cheaper helps, too: searches of many seconds often find no puzzle.
    fn hardly_needed(&self) -> &'static [&'static str] {
        &["unique rectangle type 5", "finned Jellyfish", "sashimi Jellyfish", "ALS chain", "forcing chain (verity)"]
    }

    fn missing_levels(&self) -> &'static [(&'static str, &'static [usize])] {
        // Measured (bench/results/levels.md).
        &[("2x2", &[2, 3, 4, 5]), ("2x3", &[4, 5])]
    }

    fn revision(&self) -> u32 {
        2
    }

    fn revision_for(&self, spec: &GenerateSpec) -> u32 {
        match Plan::of_spec(spec) {
            Ok(plan) if plan.is_exchanged() => self.revision() + 2,
            Ok(plan) if plan.is_symmetric_minimal() || plan.is_huge() => self.revision() + 1,
            _ => self.revision(),
        }
    }

    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError> {
        Ok(Plan::of_spec(spec)?.key(Key::new("sudoku", self.revision_for(spec), spec.seed)))
    }

    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError> {
        let plan = Plan::of_spec(spec)?;
        let watch = spec.budget.start();
        let mut tries = 0;
        let cells = (plan.side() * plan.side()) as u32;
        let most = if plan.kinds.is_empty() { MAX_TRIED / cells } else { MAX_DRAWN };
        while tries < most {
            watch.check().map_err(GenerateError::Stopped)?;
            tries += 1;
            let Some((plan, filled)) = plan.board(random, &spec.budget)? else { continue };
            if plan.kinds.has_cages() && plan.may_have_no_givens() {
                if let Some(plan) = cages::settle(&plan, &filled, random, &spec.budget)? {
                    return plan.finished(vec![0; filled.len()]);
                }
                continue;
            }
            let made = match <&Cells>::try_from(filled.as_slice()) {
                Ok(board) if plan.is_exchanged() => plan.exchange(board, random, &spec.budget, &watch)?,
                Ok(board) if plan.is_symmetric_minimal() => {
                    let off_range = |given| plan.off_range(given);
                    needed::puzzle(board, &plan.groups, &off_range, random, &watch, &mut tries)?.map(Vec::from)
                }
                _ => plan.attempt(&filled, random, &spec.budget, &watch, &mut tries)?,
            };
            if let Some(cells) = made {
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
            if Removal::new(&plan, &cells, &spec.budget).off(&cells)? == 0
                && (level == FIENDISH || plan.needs_nesting(&cells, &spec.budget)?)
            {
                return plan.finished(cells);
            }
        }
        self.make(spec, random)
    }

    fn looks_ahead(&self, spec: &GenerateSpec) -> bool {
        Plan::of_spec(spec).is_ok_and(|plan| plan.is_nine())
    }

    fn outlook(&self, puzzle: &dyn Puzzle, techniques: &[Vec<&'static str>]) -> Option<f64> {
        outlook::of_puzzle(puzzle.downcast()?, techniques)
    }

    fn level_of(&self, techniques: &[Vec<&'static str>]) -> Option<usize> {
        outlook::is_for_the_hardest(techniques).then_some(FIENDISH)
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
        let plan = plan.on(sudoku.variant().clone());
        if plan.kinds.has_cages() && plan.may_have_no_givens() {
            let other = cages::vary(&plan, filled.values(), random, &spec.budget)?;
            return other.map(|plan| plan.finished(sudoku.cells().values().to_vec())).transpose();
        }
        let mut groups = plan.groups.clone();
        let mut removal = Removal::new(&plan, filled.values(), &spec.budget);
        let cells = removal.step(sudoku.cells().values(), &mut groups, random)?;
        if removal.off(&cells)? > 0 {
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

    /// The puzzle that can be made of a filled board; `None` when that does not meet the request.
    fn attempt(
        &self,
        filled: &[u8],
        random: &mut ChaCha8Rng,
        budget: &Budget,
        watch: &Watch<'_>,
        tries: &mut u32,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        let mut removal = Removal::new(self, filled, budget);
        if let Some(pattern) = &self.pattern {
            let cells: Vec<u8> =
                filled.iter().zip(pattern).map(|(&digit, &given)| if given { digit } else { 0 }).collect();
            let is_wanted = removal.is_unique(&cells)? && removal.off(&cells)? == 0;
            return Ok(is_wanted.then_some(cells));
        }
        let mut groups = self.groups.clone();
        groups.shuffle(random);
        let mut cells = filled.to_vec();
        // Many together at first, when nearly everything can go.
        let together = cells.len() / 3;
        removal.take_away(&mut cells, &groups, together, random)?;
        let mut off = removal.off(&cells)?;
        for _ in 0..MAX_STEPS {
            if off == 0 {
                return Ok(Some(cells));
            }
            watch.check().map_err(GenerateError::Stopped)?;
            *tries += 1;
            let next = removal.step(&cells, &mut groups, random)?;
            let then = removal.off_up_to(off, &next)?;
            if then <= off {
                (cells, off) = (next, then);
            }
        }
        Ok(None)
    }

    /// The same for few givens, which removal in a random order hardly ever leaves.
    fn exchange(
        &self,
        filled: &Cells,
        random: &mut ChaCha8Rng,
        budget: &Budget,
        watch: &Watch<'_>,
    ) -> Result<Option<Vec<u8>>, GenerateError> {
        let most = self.givens.as_ref().map_or(81, |range| *range.end());
        let Some(cells) = exchange::few_givens(filled, most, random, watch)? else { return Ok(None) };
        let cells = cells.to_vec();
        let mut removal = Removal::new(self, filled, budget);
        Ok((removal.is_unique(&cells)? && removal.off(&cells)? == 0).then_some(cells))
    }

    /// A filled board, and the request for what is drawn on it; `None` where the random choices led nowhere.
    fn board(&self, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<(Plan, Vec<u8>)>, GenerateError> {
        if !self.kinds.is_empty() {
            return variants::board(self, random, budget);
        }
        if self.is_nine() {
            return Ok(Some((self.clone(), uniform::filled_board(random).to_vec())));
        }
        let empty = self.shape(vec![0; self.side() * self.side()])?;
        let filled = solver::random_board(&empty, random, budget).map_err(GenerateError::Stopped)?;
        Ok(filled.map(|filled| (self.clone(), filled)))
    }

    /// Whether a puzzle without givens meets the request.
    fn may_have_no_givens(&self) -> bool {
        self.pattern.is_none() && self.givens.as_ref().is_none_or(|range| *range.start() == 0)
    }
}

#[cfg(test)]
mod tests;
