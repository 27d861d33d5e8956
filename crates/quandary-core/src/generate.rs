//! A generator for every family of deduction that has none of its own: fill a board at random, then remove clues.
//!
//! The model fills a board without clues ([`random_solution`]). All clues of the filled board are written down; if they allow
//! a second solution, another board is filled. Then clues are removed in random order as long as the solution stays the only
//! one, so each clue that is left is needed, except where that takes too long to find out. For an ordered grade, clues are
//! put back and others removed ([`Generator::vary`]).
//!
//! A family says in three functions what its clues are ([`Clued`]), and states its generator in one line:
//!
//! ```ignore
//! static GENERATOR: ClueGenerator<Binairo> = ClueGenerator::new(&FAMILY);
//! ```
//!
//! Everything is drawn from one random stream per puzzle, and the work is limited by numbers of nodes, never by the clock: the
//! same options and seed give the same puzzle on every machine.

mod edit;

use std::marker::PhantomData;

use rand::seq::SliceRandom;

use crate::edit::Editor;
use crate::puzzle::{
    DoesNotFit, Family, GenerateError, GenerateSpec, Generator, GeneratorOption, Puzzle, Solution, solution_of_values,
};
use crate::random::{ChaCha8Rng, Key, RngExt};
use crate::reason::random_solution;
use crate::verdict::{Ask, Budget, Stopped, Verdict};

/// The number of this module's revision: it grows whenever the same hooks give other puzzles than before.
const REVISION: u32 = 1;

/// How many boards are filled before a request is refused.
const MAX_BOARDS: usize = 500;

/// How many nodes the proof that a solution is the only one may take. A clue that is harder to do without stays.
const MAX_NODES: u64 = 1_000;

/// How many clues a change puts back at most, and how many it then tries to remove.
const MAX_BACK: u32 = 2;
const MAX_REMOVED: u32 = 4;

/// A board whose clues follow from its solution: given cells, sums of lines, whatever a player is told at the start.
pub trait Clued: Puzzle + Sized {
    /// Sizes that people often want, as `ROWSxCOLUMNS`; the first is the default.
    const SIZES: &'static [&'static str];

    /// The number of the revision of these functions: it grows whenever they give other boards than before.
    const REVISION: u32 = 1;

    /// A board of this size without clues. What else a board consists of, such as the shapes of its regions, is drawn at
    /// random. The error says which sizes there are.
    fn blank(rows: usize, columns: usize, random: &mut ChaCha8Rng) -> Result<Self, DoesNotFit>;

    /// For each clue that the board could have, in an order that depends on the size only, whether it has it. Where clues are
    /// given cells, these are the cells row by row.
    fn clues(&self) -> Vec<bool>;

    /// The same board with just these clues, as they are in a solution. `kept` is as long as [`clues`](Clued::clues).
    fn with_clues(&self, kept: &[bool], solution: &Solution) -> Self;
}

/// Makes puzzles of a family whose boards are [`Clued`].
pub struct ClueGenerator<P> {
    family: &'static dyn Family,
    boards: PhantomData<fn() -> P>,
}

impl<P> ClueGenerator<P> {
    /// The generator of a family.
    pub const fn new(family: &'static dyn Family) -> Self {
        ClueGenerator { family, boards: PhantomData }
    }
}

impl<P: Clued> Generator for ClueGenerator<P> {
    fn editor(&'static self) -> Option<&'static dyn Editor> {
        self.has_given_cells().then_some(self)
    }

    fn options(&self) -> &'static [GeneratorOption] {
        const {
            &[GeneratorOption::value("size", "ROWSxCOLUMNS", "rows and columns of the board")
                .default(P::SIZES[0])
                .usual(P::SIZES)]
        }
    }

    fn revision(&self) -> u32 {
        // Either part only grows.
        REVISION + P::REVISION
    }

    fn key(&self, spec: &GenerateSpec) -> Result<Key, GenerateError> {
        let (rows, columns) = size::<P>(spec)?;
        let key = Key::new(self.family.name(), self.revision(), spec.seed);
        Ok(key.with("size", format_args!("{rows}x{columns}")))
    }

    fn make(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Box<dyn Puzzle>, GenerateError> {
        self.draft(spec, random).map(Draft::finished)
    }

    /// Clues that are not needed make a puzzle easier.
    fn make_near(
        &self,
        spec: &GenerateSpec,
        level: usize,
        random: &mut ChaCha8Rng,
    ) -> Result<Box<dyn Puzzle>, GenerateError> {
        let mut draft = self.draft(spec, random)?;
        let missing = draft.kept.iter().filter(|kept| !**kept).count() as u32;
        let most = match level {
            0 => missing / 2,
            1 => missing / 4,
            _ => 0,
        };
        let back = random.random_range(0..=most);
        draft.put_back(back, random);
        Ok(draft.finished())
    }

    /// One or two clues are put back, then a few of the others are removed where they are not needed.
    fn vary(
        &self,
        spec: &GenerateSpec,
        puzzle: &dyn Puzzle,
        random: &mut ChaCha8Rng,
    ) -> Result<Option<Box<dyn Puzzle>>, GenerateError> {
        let Some(board) = puzzle.downcast::<P>() else { return Ok(None) };
        let outcome = board.solve(&Ask { budget: spec.budget.clone(), ..Ask::default() });
        let Some(solution) = outcome.solutions.into_iter().next() else { return Ok(None) };
        let before = board.clues();
        let mut draft = Draft { board: board.with_clues(&before, &solution), kept: before.clone(), solution };
        let mut removable = draft.numbers(true);
        removable.shuffle(random);
        draft.put_back(random.random_range(1..=MAX_BACK), random);
        removable.truncate(random.random_range(0..=MAX_REMOVED) as usize);
        draft.remove(&removable, &spec.budget)?;
        // With every clue back, nothing may be left to find.
        let is_open =
            draft.board.model().is_some_and(|model| model.start().iter().any(|values| values.count_ones() > 1));
        Ok((draft.kept != before && is_open).then(|| draft.finished()))
    }
}

impl<P: Clued> ClueGenerator<P> {
    /// A puzzle with one solution that needs each of its clues, as far as that was found out.
    fn draft(&self, spec: &GenerateSpec, random: &mut ChaCha8Rng) -> Result<Draft<P>, GenerateError> {
        let (rows, columns) = size::<P>(spec)?;
        let budget = &spec.budget;
        for _ in 0..MAX_BOARDS {
            budget.check().map_err(GenerateError::Stopped)?;
            let blank = P::blank(rows, columns, random)
                .map_err(|why| GenerateError::Option { name: "size", message: format!("{rows}x{columns}: {why}") })?;
            let Some(solution) = self.fill(&blank, random, budget)? else { continue };
            let kept = vec![true; blank.clues().len()];
            let mut draft = Draft { board: blank.with_clues(&kept, &solution), kept, solution };
            if !is_unique(&draft.board, budget)? {
                continue;
            }
            let mut order = draft.numbers(true);
            order.shuffle(random);
            draft.remove(&order, budget)?;
            return Ok(draft);
        }
        Err(GenerateError::Cannot(format!(
            "none of {MAX_BOARDS} boards of {rows}×{columns} had a single solution; another size may help"
        )))
    }

    /// A random solution of a board without clues; `None` where the random choices led nowhere.
    fn fill(&self, blank: &P, random: &mut ChaCha8Rng, budget: &Budget) -> Result<Option<Solution>, GenerateError> {
        let title = self.family.title();
        let Some(model) = blank.model() else {
            return Err(GenerateError::Cannot(format!("{title} has no constraints to fill a board by")));
        };
        let Some(values) = random_solution(&model, random, budget).map_err(GenerateError::Stopped)? else {
            return Ok(None);
        };
        let solution = solution_of_values(blank, &model, &values);
        match blank.verify(&solution) {
            Ok(()) => Ok(Some(solution)),
            Err(broken) => Err(GenerateError::Cannot(format!(
                "the constraints of {title} allow a board that breaks its rules: {}",
                broken.message
            ))),
        }
    }
}

/// A puzzle being made: a board with some of the clues of its solution.
struct Draft<P> {
    board: P,
    kept: Vec<bool>,
    solution: Solution,
}

impl<P: Clued> Draft<P> {
    /// The numbers of the clues that the board has, or of those that it has not.
    fn numbers(&self, are_kept: bool) -> Vec<usize> {
        (0..self.kept.len()).filter(|&clue| self.kept[clue] == are_kept).collect()
    }

    /// Puts back some of the missing clues at random.
    fn put_back(&mut self, count: u32, random: &mut ChaCha8Rng) {
        let mut missing = self.numbers(false);
        missing.shuffle(random);
        for clue in missing.into_iter().take(count as usize) {
            self.kept[clue] = true;
        }
        self.board = self.board.with_clues(&self.kept, &self.solution);
    }

    /// Removes each of these clues if the solution stays the only one without it.
    fn remove(&mut self, clues: &[usize], budget: &Budget) -> Result<(), GenerateError> {
        for &clue in clues {
            self.kept[clue] = false;
            let fewer = self.board.with_clues(&self.kept, &self.solution);
            if is_unique(&fewer, budget)? {
                self.board = fewer;
            } else {
                self.kept[clue] = true;
            }
        }
        Ok(())
    }

    fn finished(self) -> Box<dyn Puzzle> {
        Box::new(self.board)
    }
}

/// The size that is asked for.
fn size<P: Clued>(spec: &GenerateSpec) -> Result<(usize, usize), GenerateError> {
    GenerateSpec::read_size("size", spec.text("size").unwrap_or(P::SIZES[0]))
}

/// Whether a board is proved to have one solution, with little work.
fn is_unique(board: &impl Puzzle, budget: &Budget) -> Result<bool, GenerateError> {
    let nodes = budget.nodes.unwrap_or(u64::MAX).min(MAX_NODES);
    let ask = Ask { budget: Budget { nodes: Some(nodes), ..budget.clone() }, ..Ask::default() };
    match board.solve(&ask).verdict {
        Verdict::Unique => Ok(true),
        Verdict::Unknown(Stopped::Nodes) if nodes == MAX_NODES => Ok(false),
        Verdict::Unknown(why) => Err(GenerateError::Stopped(why)),
        _ => Ok(false),
    }
}
