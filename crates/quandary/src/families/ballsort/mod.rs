//! Ball Sort and Water Sort: balls of several colours in bottles, to be sorted move by move.
//!
//! A bottle is a stack: only its top can be taken, and only onto an empty bottle or onto the same colour. This file
//! holds the board ([`BallSort`]), what a legal move is ([`pour`]) and what a solution is ([`Puzzle::verify`], which
//! replays a plan move by move). It is written for reading: the packed positions that searches run on are in
//! [`model`], and `verify` shares no code with them.
//!
//! A board can only be sorted if the balls of every colour fill whole bottles, so [`BallSort::new`] refuses others: every
//! part of this family may rely on it.

mod canonical;
mod contents;
mod formats;
mod generate;
pub mod model;
pub mod oracle;
mod play;
mod rows;
mod scene;
mod solver;
#[cfg(test)]
mod tests;
mod words;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::puzzle::{
    Algorithm, AnyNotation, Example, Family, Generator, Move, Moves, Plan, Puzzle, Rule as RuleInfo, Solution,
    Violation,
};
use crate::read::{Diagnostic, Source};
use crate::reason::explain::Words;
use crate::scene::Scene;
use crate::search::lab::Examination;
use crate::verdict::{Ask, Budget, Outcome, Stopped};

pub use play::{Play, is_sorted, pour};
pub use solver::bound;

/// Most balls that a bottle may hold.
pub const MAX_CAPACITY: usize = 32;
/// Most bottles.
pub const MAX_BOTTLES: usize = 256;
/// Most colours.
pub const MAX_COLOURS: usize = 255;

/// How much goes over in one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// One ball a move.
    Ball,
    /// The whole top run of one colour, as much as fits.
    Water,
}

impl Rule {
    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Rule::Ball => "ball",
            Rule::Water => "water",
        }
    }

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Rule> {
        [Rule::Ball, Rule::Water].into_iter().find(|rule| rule.name() == name)
    }
}

/// What counts as sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Every bottle is empty or full of one colour: each colour fills its bottles.
    #[default]
    Full,
    /// No bottle holds two colours; a colour may stand in several bottles, full or not.
    Uniform,
}

/// The rules by name: how much goes over, and what counts as sorted.
static RULES: [(&str, Rule, Goal); 4] = [
    ("ball", Rule::Ball, Goal::Full),
    ("water", Rule::Water, Goal::Full),
    ("ball-uniform", Rule::Ball, Goal::Uniform),
    ("water-uniform", Rule::Water, Goal::Uniform),
];

/// The rule of this name.
fn rule_named(name: &str) -> Option<(Rule, Goal)> {
    RULES.iter().find(|(known, ..)| *known == name).map(|&(_, rule, goal)| (rule, goal))
}

/// A ball whose colour is not known yet: it comes to light when it is on top.
pub const HIDDEN: u8 = 0;

/// A board: bottles of one capacity with coloured balls in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallSort {
    capacity: usize,
    bottles: Vec<Vec<u8>>,
    rule: Rule,
    goal: Goal,
    /// For each bottle the colour that must be complete before it may be used; empty when no bottle is locked.
    locks: Vec<Option<u8>>,
    names: Vec<String>,
}

/// What is wrong with a board, and which ball shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    /// One sentence.
    pub message: String,
    /// What to do.
    pub help: String,
    /// The bottle, and the height of the ball in it, both counted from 0.
    pub place: Option<(usize, usize)>,
}

impl BallSort {
    /// A board from its bottles, each from the bottom up, with colours counted from 1. `names[c - 1]` is what the
    /// puzzle calls colour `c`; without names, colours are called by their numbers.
    pub fn new(capacity: usize, bottles: Vec<Vec<u8>>, rule: Rule, names: Vec<String>) -> Result<BallSort, BoardError> {
        BallSort::with(capacity, bottles, (rule, Goal::Full), Vec::new(), names)
    }

    /// The same with everything that boards may have: another goal, locked bottles (for each bottle the colour that opens
    /// it; no list when none is locked), and balls of [`HIDDEN`] colours.
    pub fn with(
        capacity: usize,
        bottles: Vec<Vec<u8>>,
        (rule, goal): (Rule, Goal),
        mut locks: Vec<Option<u8>>,
        names: Vec<String>,
    ) -> Result<BallSort, BoardError> {
        locks.resize(bottles.len(), None);
        if locks.iter().all(Option::is_none) {
            locks.clear();
        }
        let mut board = BallSort { capacity, bottles, rule, goal, locks, names };
        board.check()?;
        // What can be one colour only is not hidden.
        if let Some(missing) = board.missing().filter(|missing| missing.iter().all(|&colour| colour == missing[0])) {
            board = board.uncovered_as(&missing);
        }
        Ok(board)
    }

    /// The same board with colours for its hidden balls, bottle by bottle from the bottom up.
    fn uncovered_as(&self, colours: &[u8]) -> BallSort {
        let mut board = self.clone();
        let hidden = board.bottles.iter_mut().flatten().filter(|ball| **ball == HIDDEN);
        hidden.zip(colours).for_each(|(ball, &colour)| *ball = colour);
        board
    }

    fn check(&self) -> Result<(), BoardError> {
        let fail = |message: String, help: String, place| Err(BoardError { message, help, place });
        if !(1..=MAX_CAPACITY).contains(&self.capacity) {
            return fail(
                format!("a bottle cannot hold {} balls", self.capacity),
                format!("the capacity may be from 1 to {MAX_CAPACITY}"),
                None,
            );
        }
        if !(1..=MAX_BOTTLES).contains(&self.bottles.len()) {
            return fail(
                format!("there are {} bottles", self.bottles.len()),
                format!("a board has from 1 to {MAX_BOTTLES} bottles, empty ones included"),
                None,
            );
        }
        let mut balls: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
        for (bottle, stack) in self.bottles.iter().enumerate() {
            if stack.len() > self.capacity {
                return fail(
                    format!("bottle {} is over-full: {} balls, room for {}", bottle + 1, stack.len(), self.capacity),
                    "take balls out, or give every bottle a larger capacity".to_owned(),
                    Some((bottle, self.capacity)),
                );
            }
            for (height, &colour) in stack.iter().enumerate().filter(|(_, ball)| **ball != HIDDEN) {
                balls.entry(colour).or_default().push((bottle, height));
            }
            if stack.last() == Some(&HIDDEN) && self.lock(bottle).is_none() {
                return fail(
                    format!("the ball on top of bottle {} is hidden", bottle + 1),
                    "a ball on top is always seen: write its colour".to_owned(),
                    Some((bottle, stack.len() - 1)),
                );
            }
        }
        if self.hidden() == 0 {
            if let Some(colour) = self.locks.iter().flatten().find(|colour| !balls.contains_key(colour)) {
                return fail(
                    format!("a bottle waits for colour {}, and there is none", self.colour_name(*colour)),
                    "a bottle can be locked until a colour is complete that is on the board".to_owned(),
                    None,
                );
            }
            if let Some((colour, places)) = balls.iter().find(|(_, places)| !places.len().is_multiple_of(self.capacity))
            {
                return fail(
                    format!(
                        "too many or too few balls of colour {}: {}, expected a multiple of {}",
                        self.colour_name(*colour),
                        places.len(),
                        self.capacity
                    ),
                    "the balls of each colour must fill whole bottles, or the board can never be sorted".to_owned(),
                    places.last().copied(),
                );
            }
        }
        if self.hidden() > 0 && self.missing().is_none() {
            return fail(
                format!("{} hidden balls do not make the colours fill whole bottles", self.hidden()),
                format!("with the hidden ones there must be a multiple of {} of each colour", self.capacity),
                None,
            );
        }
        Ok(())
    }

    /// How many balls a bottle holds.
    pub fn capacity(&self) -> usize {
        self.capacity
    }

    /// The bottles, each from the bottom up; colours count from 1.
    pub fn bottles(&self) -> &[Vec<u8>] {
        &self.bottles
    }

    /// The rule in force.
    pub fn rule_in_force(&self) -> Rule {
        self.rule
    }

    /// What counts as sorted.
    pub fn goal_in_force(&self) -> Goal {
        self.goal
    }

    /// The colour that must be complete before a bottle may be used, where it is locked.
    pub fn lock(&self, bottle: usize) -> Option<u8> {
        self.locks.get(bottle).copied().flatten()
    }

    /// How many balls are hidden.
    pub fn hidden(&self) -> usize {
        self.bottles.iter().flatten().filter(|&&ball| ball == HIDDEN).count()
    }

    /// The colours of the hidden balls, each as often as it is missing: what the colours that are seen lack to fill whole
    /// bottles, and for the rest colours that are not seen at all, each filling one bottle. `None` when it does not
    /// come out even.
    fn missing(&self) -> Option<Vec<u8>> {
        let mut seen = [0usize; 256];
        self.bottles.iter().flatten().for_each(|&ball| seen[usize::from(ball)] += 1);
        let mut missing = Vec::new();
        for colour in 1..=u8::MAX {
            let count = seen[usize::from(colour)];
            missing.extend(std::iter::repeat_n(colour, count.next_multiple_of(self.capacity) - count));
        }
        let rest = seen[0].checked_sub(missing.len()).filter(|rest| rest.is_multiple_of(self.capacity))?;
        // A lock may wait for a colour that nobody has seen.
        let awaited = self.locks.iter().flatten().copied();
        let unseen = awaited.chain(1..=u8::MAX).filter(|&colour| seen[usize::from(colour)] == 0);
        let mut new: Vec<u8> = Vec::new();
        for colour in unseen {
            if new.len() * self.capacity < rest && !new.contains(&colour) {
                new.push(colour);
            }
        }
        (new.len() * self.capacity == rest).then(|| {
            missing.extend(new.into_iter().flat_map(|colour| vec![colour; self.capacity]));
            missing
        })
    }

    /// Whether it is a board as everybody knows it: nothing hidden, nothing locked, bottles full in the end.
    fn is_classic(&self) -> bool {
        self.goal == Goal::Full && self.locks.is_empty() && self.hidden() == 0
    }

    /// What the puzzle calls a colour.
    pub fn colour_name(&self, colour: u8) -> String {
        if colour == HIDDEN {
            return "?".to_owned();
        }
        match usize::from(colour).checked_sub(1).and_then(|index| self.names.get(index)) {
            Some(name) => name.clone(),
            None => colour.to_string(),
        }
    }

    /// How many different colours there are.
    pub fn colours(&self) -> usize {
        let mut is_there = [false; 256];
        self.bottles.iter().flatten().for_each(|&colour| is_there[usize::from(colour)] = true);
        is_there[1..].iter().filter(|&&there| there).count()
    }
}

impl Puzzle for BallSort {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        format!("{} bottles of {}, {} colours", self.bottles.len(), self.capacity, self.colours())
    }

    fn rule(&self) -> Option<&'static str> {
        RULES.iter().find(|&&(_, rule, goal)| (rule, goal) == (self.rule, self.goal)).map(|&(name, ..)| name)
    }

    fn with_rule(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        let (rule, goal) = rule_named(name)?;
        Some(Box::new(BallSort { rule, goal, ..self.clone() }))
    }

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let plan = solution.plan().ok_or_else(|| Violation::shape("a Ball Sort solution is a list of moves"))?;
        let mut play = Play::new(self);
        for (index, &step) in plan.moves.iter().enumerate() {
            play.make(step).map_err(|broken| at_move(index, step, broken))?;
        }
        match play.unsorted() {
            None => Ok(()),
            // As far as a plan can go: the colour that comes to light decides how to go on.
            Some(_) if play.uncovered().is_some() => Ok(()),
            Some(bottle) => {
                let state = match self.goal {
                    Goal::Full => "neither empty nor full of one colour",
                    Goal::Uniform => "not of one colour",
                };
                let message = format!("after {} moves bottle {} is {state}", plan.moves.len(), bottle + 1);
                Err(Violation::new("goal", message, Vec::new()))
            }
        }
    }

    fn solve(&self, ask: &Ask) -> Outcome {
        solver::solve(self, ask)
    }

    fn solve_with(&self, algorithm: &str, ask: &Ask) -> Option<Outcome> {
        solver::solve_with(self, algorithm, ask)
    }

    fn remarks(&self, outcome: &Outcome, budget: &Budget) -> Vec<String> {
        solver::remarks(self, outcome, budget)
    }

    fn lab(&self, budget: &Budget) -> Vec<Examination> {
        solver::lab::lab(self, budget)
    }

    fn canonical(&self) -> Option<String> {
        canonical::of(self)
    }

    fn frames(&self, solution: &Solution) -> Vec<Scene> {
        scene::frames(self, &plan_of(solution))
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

    fn solution_json(&self, solution: &Solution) -> Value {
        let plan = plan_of(solution);
        let moves: Vec<[u32; 2]> = plan.moves.iter().map(|&step| numbers(step)).collect();
        json!({ "moves": moves, "length": plan.moves.len(), "lower_bound": plan.lower_bound })
    }

    fn solution_text(&self, solution: &Solution) -> String {
        plan_of(solution).moves.iter().map(|&step| show(step)).collect::<Vec<_>>().join("\n")
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
        // A bottle that has been opened stays open.
        let locks = (0..self.bottles.len()).map(|bottle| self.lock(bottle).filter(|_| play.is_locked(bottle)));
        Ok(Box::new(BallSort { bottles: play.bottles().to_vec(), locks: locks.collect(), ..self.clone() }))
    }

    fn legal(&self) -> Vec<Move> {
        let all = (0..self.bottles.len() as u16).flat_map(|from| {
            (0..self.bottles.len() as u16).filter(move |&to| to != from).map(move |to| Move { from, to })
        });
        all.filter(|&step| Play::new(self).make(step).is_ok()).collect()
    }

    fn distinct(&self) -> Vec<Move> {
        let mut seen: Vec<Vec<(Vec<u8>, bool)>> = Vec::new();
        let mut is_new = |step: &Move| {
            let mut play = Play::new(self);
            if play.make(*step).is_err() {
                return false;
            }
            // Bottles in another order are the same board.
            let mut board: Vec<(Vec<u8>, bool)> =
                play.bottles().iter().cloned().zip((0..).map(|bottle| play.is_locked(bottle))).collect();
            board.sort_unstable();
            let is_new = !seen.contains(&board);
            seen.push(board);
            is_new
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

    fn moves_to_undo(&self, moves: &[Move], budget: &Budget) -> Result<Option<usize>, Stopped> {
        oracle::moves_to_undo(self, moves, budget)
    }
}

/// A broken rule, with the move that breaks it.
fn at_move(index: usize, step: Move, broken: Violation) -> Violation {
    Violation { message: format!("move {}, {}: {}", index + 1, show(step), broken.message), ..broken }
}

/// The plan of a solution; a grid, which is no solution of this family, has no moves.
fn plan_of(solution: &Solution) -> Plan {
    solution.plan().cloned().unwrap_or_default()
}

/// A move as people write it: bottles counted from 1.
fn show(step: Move) -> String {
    let [from, to] = numbers(step);
    format!("{from} -> {to}")
}

fn numbers(step: Move) -> [u32; 2] {
    [u32::from(step.from) + 1, u32::from(step.to) + 1]
}

/// Ball Sort and Water Sort.
pub static FAMILY: BallSortFamily = BallSortFamily;

/// What can be said about Ball Sort without having a board.
pub struct BallSortFamily;

impl Family for BallSortFamily {
    fn name(&self) -> &'static str {
        "ballsort"
    }

    fn title(&self) -> &'static str {
        "Ball / Water Sort"
    }

    fn goal(&self) -> &'static str {
        "Take from the top of one bottle and put it into an empty bottle or onto the same colour, where there is room, \
         until every bottle is empty or full of one colour. The fewer moves the better."
    }

    fn rules(&self) -> &'static [RuleInfo] {
        &[
            RuleInfo { name: "ball", summary: "one ball a move: Ball Sort, seed 003" },
            RuleInfo {
                name: "water",
                summary: "the whole run of one colour on top pours in one move, as much of it as fits: Water Sort",
            },
            RuleInfo {
                name: "ball-uniform",
                summary: "one ball a move; sorted as soon as no bottle holds two colours, full or not",
            },
            RuleInfo {
                name: "water-uniform",
                summary: "the whole run pours; sorted as soon as no bottle holds two colours, full or not",
            },
        ]
    }

    fn limits(&self) -> &'static str {
        "up to 256 bottles of up to 32 balls, in up to 255 colours"
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        formats::NOTATIONS.to_vec()
    }

    fn examples(&self) -> &'static [Example] {
        formats::examples::EXAMPLES
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::SHUFFLER)
    }
}
