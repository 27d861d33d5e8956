//! Ball Sort and Water Sort: balls of several colours in bottles, to be sorted move by move.
//!
//! A bottle is a stack: only its top can be taken, and only onto an empty bottle or onto the same colour. This family's
//! board is [`BallSort`]; `pour` defines legal moves, and [`Puzzle::verify`] defines solutions: it replays a plan
//! move by move with `Play`. All this is written for readability: the packed positions that searches run on are elsewhere, and
//! `verify` shares no code with them.
//!
//! Where bottles must be full in the end, a board can only be sorted if the balls of every colour fill whole bottles, so
//! [`BallSort::new`] rejects others, and searches for full bottles may rely on it.
//!
//! Balls may be hidden and bottles locked; [`BallSortFamily::notes`] says what that means. A board with hidden balls represents
//! several boards, one for each order of the hidden colours, and
//!
//! - *solve* says `impossible` only if none of these can be sorted, and how many of them can; its plan leads to the next
//!   hidden ball, or, where none is revealed, to where everything visible is sorted (`solver/hidden.rs`);
//! - [`Puzzle::verify`] accepts exactly such plans, made of moves with visible balls; *check* also requires that some
//!   order can be sorted after them;
//! - a *hint* is the first move of that plan; a dead end is a position from which no order can be sorted;
//! - *explain* walks to the next hidden ball, and *grade* is that of the hardest of the boards that it may turn out to be.

#![cfg_attr(not(feature = "internals"), allow(unreachable_pub, reason = "the feature `internals` shows them"))]

mod board;
mod canonical;
mod contents;
mod edit;
mod family;
mod formats;
mod generate;
mod lines;
mod model;
mod oracle;
mod paint;
mod play;
mod rows;
mod scene;
mod share;
mod solver;
mod store;
#[cfg(test)]
mod tests;
mod words;

use std::collections::HashSet;
use std::fmt::Write as _;

use serde::{Serialize, Serializer};

use quandary_core::Credits;
use quandary_core::play::{LegalMove, Offer, Question, Stacks};
use quandary_core::puzzle::{Family, Move, Moves, Plan, Puzzle, Solution, SolutionJson, Violation};
use quandary_core::read::{Diagnostic, Source};
use quandary_core::reason::explain::Words;
use quandary_core::scene::{Scene, SceneCell};
use quandary_core::search::lab::Examination;
use quandary_core::verdict::{Ask, Budget, Orders, Outcome, Stopped};

pub use board::{BallSort, BoardError, Goal, Rule};
pub use family::{BallSortFamily, FAMILY};

use board::{HIDDEN, RULES, rule_named};
use play::{Play, is_sorted, pour};

/// The engine's parts, for benchmarks. Not part of what this crate promises.
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals {
    pub use crate::model::{Position, Space};
    pub use crate::play::{is_sorted, pour};

    /// Whether a board can be solved.
    pub mod oracle {
        pub use crate::oracle::{Answer, ask};
    }
}

/// Most balls that a bottle may hold.
pub(crate) const MAX_CAPACITY: usize = 32;
/// Most bottles.
pub(crate) const MAX_BOTTLES: usize = 256;
/// Most colours.
pub(crate) const MAX_COLOURS: usize = 255;

impl Puzzle for BallSort {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        let (bottles, colours) = (words::count(self.bottles.len(), "bottle"), words::count(self.colours(), "colour"));
        match self.capacities.iter().min() {
            Some(smallest) => format!("{bottles} of {smallest} to {}, {colours}", self.capacity),
            None => format!("{bottles} of {}, {colours}", self.capacity),
        }
    }

    fn rule(&self) -> Option<&'static str> {
        RULES.iter().find(|&&(_, rule, goal)| (rule, goal) == (self.rule, self.goal)).map(|&(name, ..)| name)
    }

    fn rules_in_force(&self) -> Vec<String> {
        words::rules_in_force(self)
    }

    fn with_rule(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        let (rule, goal) = rule_named(name)?;
        let capacities = (0..self.bottles.len()).map(|bottle| self.holds(bottle)).collect();
        let BallSort { bottles, locks, names, credits, .. } = self.clone();
        // Colours that need not fill whole bottles by one rule must by another.
        let board = BallSort::with_each(capacities, bottles, (rule, goal), locks, names).ok()?;
        board.with_credits(credits)
    }

    fn credits(&self) -> &Credits {
        &self.credits
    }

    fn with_credits(&self, credits: Credits) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(BallSort { credits, ..self.clone() }))
    }

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let plan = solution.plan().ok_or_else(|| Violation::shape("a Ball Sort solution is a list of moves"))?;
        let mut play = Play::new(self);
        for (index, &step) in plan.moves.iter().enumerate() {
            play.make(step).map_err(|broken| at_move(index, step, broken))?;
        }
        // As far as a plan can go: the colour that is revealed decides how to go on.
        if play.uncovered().is_some() {
            return Ok(());
        }
        match play.seen_unsorted() {
            None => Ok(()),
            Some(bottle) => {
                let state = match self.goal {
                    Goal::Full => "neither empty nor full of one colour",
                    Goal::Uniform => "not of one colour",
                };
                let message =
                    format!("after {} bottle {} is {state}", words::count(plan.moves.len(), "move"), bottle + 1);
                Err(Violation::new("goal", message, Vec::new()))
            }
        }
    }

    fn solve(&self, ask: &Ask) -> Outcome {
        solver::solve(self, &ask.begin())
    }

    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        solver::solve_with(self, algorithm, &ask.begin())
    }

    fn remarks(&self, outcome: &Outcome, budget: &Budget) -> Vec<String> {
        solver::remarks(self, outcome, &budget.begin())
    }

    fn lab(&self, budget: &Budget) -> Vec<Examination> {
        solver::lab::lab(self, &budget.begin())
    }

    fn canonical(&self) -> Option<String> {
        canonical::of(self)
    }

    fn frames<'a>(&'a self, solution: &'a Solution) -> Box<dyn Iterator<Item = Scene> + 'a> {
        Box::new(scene::frames(self, plan_of(solution)))
    }

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::draw(self, solution.and_then(Solution::plan))
    }

    fn moves(&self) -> Option<&dyn Moves> {
        Some(self)
    }

    fn techniques(&self) -> Vec<&'static str> {
        words::TECHNIQUES.to_vec()
    }

    fn solution_json(&self, solution: &Solution) -> SolutionJson {
        /// A plan as JSON has it.
        #[derive(Serialize)]
        struct Written<'p> {
            #[serde(serialize_with = "written")]
            moves: &'p [Move],
            length: usize,
            lower_bound: u32,
        }
        fn written<S: Serializer>(moves: &&[Move], to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(moves.iter().copied().map(numbers))
        }
        let (moves, lower_bound) = solution.plan().map_or((&[][..], 0), |plan| (&plan.moves, plan.lower_bound));
        SolutionJson::new(&Written { moves, length: moves.len(), lower_bound })
    }

    fn solution_text(&self, solution: &Solution) -> String {
        let mut text = String::new();
        for &step in &plan_of(solution).moves {
            let [from, to] = numbers(step);
            let line_end = if text.is_empty() { "" } else { "\n" };
            // Writing into a string cannot fail.
            let _ = write!(text, "{line_end}{from} -> {to}");
        }
        text
    }

    fn solution_values(&self, solution: &Solution) -> Vec<u32> {
        plan_of(solution).moves.iter().flat_map(|&step| numbers(step)).collect()
    }

    fn read_solution(&self, source: &Source) -> Result<Solution, Diagnostic> {
        formats::read_plan(source).map(Solution::Plan)
    }
}

impl Moves for BallSort {
    fn after(&self, moves: &[Move]) -> Result<Box<dyn Puzzle>, Violation> {
        let mut play = Play::new(self);
        for (index, &step) in moves.iter().enumerate() {
            play.make(step).map_err(|broken| at_move(index, step, broken))?;
        }
        Ok(Box::new(play.board()))
    }

    fn legal(&self) -> Vec<Move> {
        let all = (0..self.bottles.len() as u16).flat_map(|from| {
            (0..self.bottles.len() as u16).filter(move |&to| to != from).map(move |to| Move { from, to })
        });
        let start = Play::new(self);
        let mut spare = start.clone();
        let is_legal = |step: &Move| {
            // A move that the rules forbid changes nothing, so the copy is good for the next one.
            let is_legal = spare.make(*step).is_ok();
            if is_legal {
                spare = start.clone();
            }
            is_legal
        };
        all.filter(is_legal).collect()
    }

    fn distinct(&self) -> Vec<Move> {
        let start = Play::new(self);
        let mut pairs = HashSet::new();
        let mut boards: HashSet<Vec<(Vec<u8>, usize, bool)>> = HashSet::new();
        let mut is_new = |step: &Move| {
            // A move between bottles that look like two others leads to the same board: most moves end here.
            let look = |bottle: u16| {
                let bottle = usize::from(bottle);
                (&self.bottles[bottle], self.holds(bottle), self.lock(bottle), start.is_locked(bottle))
            };
            if !pairs.insert((look(step.from), look(step.to))) {
                return false;
            }
            let mut play = start.clone();
            if play.make(*step).is_err() {
                return false;
            }
            // Bottles in another order are the same board.
            let bottles = play.bottles().iter().cloned().zip(0..);
            let mut board: Vec<(Vec<u8>, usize, bool)> =
                bottles.map(|(balls, bottle)| (balls, self.holds(bottle), play.is_locked(bottle))).collect();
            board.sort_unstable();
            boards.insert(board)
        };
        let mut moves = self.legal();
        moves.retain(|step| is_new(step));
        moves
    }

    fn narrate(&self, step: Move, rest: &[Move]) -> Words {
        words::narrate(self, step, rest)
    }

    fn lower_bound(&self) -> (u32, String) {
        words::lower_bound(self)
    }

    fn is_solved(&self) -> bool {
        Play::new(self).unsorted().is_none()
    }

    fn can_be_solved(&self, moves: &[Move], budget: &Budget) -> Result<bool, Stopped> {
        solver::can_be_sorted_after(self, moves, budget)
    }

    fn place_noun(&self) -> &'static str {
        "bottle"
    }

    fn stacks(&self) -> Option<Stacks> {
        Some(Play::new(self).stacks())
    }

    fn legal_amounts(&self) -> Option<Vec<LegalMove>> {
        Some(Play::new(self).legal())
    }

    fn refusal(&self, step: Move) -> Option<String> {
        Play::new(self).make(step).err().map(|broken| broken.message)
    }

    fn hidden_pieces(&self) -> Vec<SceneCell> {
        play::hidden_pieces(self)
    }

    fn question(&self) -> Option<Question> {
        play::question(self)
    }

    fn reveal(&self, place: usize, piece: &str) -> Result<Box<dyn Puzzle>, Violation> {
        Ok(Box::new(play::reveal(self, place, piece)?))
    }

    fn offers(&self) -> Vec<Offer> {
        play::offers(self)
    }

    fn accept(&self, offer: &str) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(play::accept(self, offer)?))
    }

    fn revealed(&self) -> Option<String> {
        let bottle = Play::new(self).uncovered()?;
        Some(format!("The ball on top of bottle {} has been revealed: name its colour to go on.", bottle + 1))
    }

    fn orders(&self, moves: &[Move], budget: &Budget) -> Option<Orders> {
        solver::hidden::orders(self, moves, budget)
    }

    fn outlook(&self, orders: &Orders) -> String {
        solver::hidden::outlook(orders)
    }

    fn has_hidden(&self) -> bool {
        self.hidden() > 0
    }

    fn solvable_boards(&self, most: usize, budget: &Budget) -> Option<(Vec<Box<dyn Puzzle>>, Orders)> {
        let (boards, orders) = solver::hidden::sortable_boards(self, most, budget)?;
        Some((boards.into_iter().map(|board| Box::new(board) as Box<dyn Puzzle>).collect(), orders))
    }
}

/// A broken rule, with the move that breaks it.
fn at_move(index: usize, step: Move, broken: Violation) -> Violation {
    Violation { message: format!("move {}, {}: {}", index + 1, show(step), broken.message), ..broken }
}

/// The plan of a solution; a grid, which is not a solution of this family, has no moves.
fn plan_of(solution: &Solution) -> Plan {
    solution.plan().cloned().unwrap_or_default()
}

/// A move in text: bottles counted from 1.
fn show(step: Move) -> String {
    let [from, to] = numbers(step);
    format!("{from} -> {to}")
}

fn numbers(step: Move) -> [u32; 2] {
    [u32::from(step.from) + 1, u32::from(step.to) + 1]
}

/// Hints for tests that read texts of this family.
#[cfg(test)]
fn hints() -> quandary_core::read::Hints {
    quandary_core::read::Hints::new(ONLY)
}

/// This family alone.
#[cfg(test)]
static ONLY: quandary_core::puzzle::Families = &[&FAMILY];
