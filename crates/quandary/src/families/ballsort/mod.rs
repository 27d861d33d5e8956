//! Ball Sort and Water Sort: balls of several colours in bottles, to be sorted move by move.
//!
//! A bottle is a stack: only its top can be taken, and only onto an empty bottle or onto the same colour. This file
//! holds the board ([`BallSort`]), what a legal move is ([`pour`]) and what a solution is ([`Puzzle::verify`], which
//! replays a plan move by move). It is written for reading: the packed positions that searches run on are in
//! [`model`], and `verify` shares no code with them.
//!
//! A board can only be sorted if the balls of every colour fill whole bottles, so [`BallSort::new`] refuses others: every
//! part of this family may rely on it.

mod contents;
mod formats;
mod generate;
pub mod model;
pub mod oracle;
mod rows;
mod scene;
mod solver;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::puzzle::{
    Algorithm, AnyNotation, Example, Family, Generator, Move, Moves, Plan, Puzzle, Rule as RuleInfo, Solution,
    Violation,
};
use crate::read::{Diagnostic, Source};
use crate::scene::Scene;
use crate::verdict::{Ask, Budget, Outcome, Stopped};

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

/// A board: bottles of one capacity with coloured balls in them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BallSort {
    capacity: usize,
    bottles: Vec<Vec<u8>>,
    rule: Rule,
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
        let board = BallSort { capacity, bottles, rule, names };
        board.check().map(|()| board)
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
            for (height, &colour) in stack.iter().enumerate() {
                if colour == 0 {
                    return fail(
                        "there is no colour 0".to_owned(),
                        format!("colours are numbered from 1 to {MAX_COLOURS}, or called by names"),
                        Some((bottle, height)),
                    );
                }
                balls.entry(colour).or_default().push((bottle, height));
            }
        }
        for (colour, places) in balls {
            if !places.len().is_multiple_of(self.capacity) {
                return fail(
                    format!(
                        "too many or too few balls of colour {}: {}, expected a multiple of {}",
                        self.colour_name(colour),
                        places.len(),
                        self.capacity
                    ),
                    "the balls of each colour must fill whole bottles, or the board can never be sorted".to_owned(),
                    places.last().copied(),
                );
            }
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

    /// What the puzzle calls a colour.
    pub fn colour_name(&self, colour: u8) -> String {
        match usize::from(colour).checked_sub(1).and_then(|index| self.names.get(index)) {
            Some(name) => name.clone(),
            None => colour.to_string(),
        }
    }

    /// How many different colours there are.
    pub fn colours(&self) -> usize {
        let mut is_there = [false; 256];
        self.bottles.iter().flatten().for_each(|&colour| is_there[usize::from(colour)] = true);
        is_there.iter().filter(|&&there| there).count()
    }
}

/// Makes one move, or says which rule forbids it. Returns how many balls went over.
pub fn pour(bottles: &mut [Vec<u8>], capacity: usize, rule: Rule, step: Move) -> Result<usize, Violation> {
    let no = |rule, message: String| Err(Violation::new(rule, message, Vec::new()));
    let (from, to) = (usize::from(step.from), usize::from(step.to));
    if let Some(missing) = [from, to].into_iter().find(|&bottle| bottle >= bottles.len()) {
        return no("bottle", format!("there is no bottle {}: there are {}", missing + 1, bottles.len()));
    }
    if from == to {
        return no("two bottles", format!("bottle {} is poured into itself", from + 1));
    }
    let Some(&colour) = bottles[from].last() else {
        return no("source", format!("bottle {} is empty, so nothing can be taken from it", from + 1));
    };
    let room = capacity - bottles[to].len();
    if room == 0 {
        return no("room", format!("bottle {} is full", to + 1));
    }
    if bottles[to].last().is_some_and(|&top| top != colour) {
        let message = format!("the tops of bottle {} and bottle {} have different colours", from + 1, to + 1);
        return no("colour", message);
    }
    let run = bottles[from].iter().rev().take_while(|&&ball| ball == colour).count();
    let count = match rule {
        Rule::Ball => 1,
        Rule::Water => run.min(room),
    };
    let left = bottles[from].len() - count;
    let taken = bottles[from].split_off(left);
    bottles[to].extend(taken);
    Ok(count)
}

/// Whether a bottle is as it must be in the end: empty, or full of one colour.
pub fn is_sorted(bottle: &[u8], capacity: usize) -> bool {
    bottle.is_empty() || (bottle.len() == capacity && bottle.iter().all(|&ball| ball == bottle[0]))
}

impl Puzzle for BallSort {
    fn family(&self) -> &'static dyn Family {
        &FAMILY
    }

    fn size(&self) -> String {
        format!("{} bottles of {}, {} colours", self.bottles.len(), self.capacity, self.colours())
    }

    fn rule(&self) -> Option<&'static str> {
        Some(self.rule.name())
    }

    fn with_rule(&self, name: &str) -> Option<Box<dyn Puzzle>> {
        Rule::named(name).map(|rule| -> Box<dyn Puzzle> { Box::new(BallSort { rule, ..self.clone() }) })
    }

    fn verify(&self, solution: &Solution) -> Result<(), Violation> {
        let plan = solution.plan().ok_or_else(|| Violation::shape("a Ball Sort solution is a list of moves"))?;
        let mut bottles = self.bottles.clone();
        for (index, &step) in plan.moves.iter().enumerate() {
            pour(&mut bottles, self.capacity, self.rule, step).map_err(|broken| at_move(index, step, broken))?;
        }
        match bottles.iter().position(|bottle| !is_sorted(bottle, self.capacity)) {
            None => Ok(()),
            Some(bottle) => {
                let message = format!(
                    "after {} moves bottle {} is neither empty nor full of one colour",
                    plan.moves.len(),
                    bottle + 1
                );
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

    fn scene(&self, solution: Option<&Solution>) -> Scene {
        scene::draw(self, solution.and_then(Solution::plan))
    }

    fn moves(&self) -> Option<&dyn Moves> {
        Some(self)
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
        let mut board = self.clone();
        for (index, &step) in moves.iter().enumerate() {
            pour(&mut board.bottles, self.capacity, self.rule, step).map_err(|broken| at_move(index, step, broken))?;
        }
        Ok(Box::new(board))
    }

    fn legal(&self) -> Vec<Move> {
        let all = (0..self.bottles.len() as u16).flat_map(|from| {
            (0..self.bottles.len() as u16).filter(move |&to| to != from).map(move |to| Move { from, to })
        });
        all.filter(|&step| pour(&mut self.bottles.clone(), self.capacity, self.rule, step).is_ok()).collect()
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
        ]
    }

    fn limits(&self) -> &'static str {
        "up to 256 bottles of up to 32 balls, in up to 255 colours"
    }

    fn notations(&self) -> Vec<&'static dyn AnyNotation> {
        vec![&formats::SEED, &formats::JSON]
    }

    fn examples(&self) -> &'static [Example] {
        EXAMPLES
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        solver::ALGORITHMS
    }

    fn generator(&self) -> Option<&'static dyn Generator> {
        Some(&generate::SHUFFLER)
    }
}

/// Boards of our own: of each notation, of both rules, and one that cannot be sorted.
static EXAMPLES: &[Example] = &[
    Example {
        name: "three-colours",
        notation: "seed",
        text: "3 2\n1 2 3 1\n2 3 1 2\n3 1 2 3\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "almost-home",
        notation: "seed",
        text: "2 0\n1 1 -1\n1 -1 -1\n",
        verdict: "optimal",
        solution: Some("2 -> 1"),
    },
    Example {
        name: "cellar",
        notation: "seed",
        text: "5 2 water\nR G B R\nY V G B\nB Y V R\nV V Y G\nG R B Y\n",
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "one-bottle-short",
        notation: "seed",
        text: "5 1\n5 1 4 1\n5 5 1 4\n5 4 3 2\n4 1 3 2\n2 3 3 2\n",
        verdict: "impossible",
        solution: None,
    },
    Example {
        name: "beach",
        notation: "json",
        text: r#"{"family":"ballsort","capacity":3,"bottles":[["sand","sea","sand"],["sea","moss","sea"],["moss","sand","moss"],[]],"rule":"ball"}
"#,
        verdict: "optimal",
        solution: None,
    },
    Example {
        name: "twice-one",
        notation: "json",
        text: r#"{"family":"ballsort","capacity":4,"bottles":[[1,2,1,1],[2,1,1],[2,1,2],[1,1],[]],"rule":"water"}
"#,
        verdict: "optimal",
        solution: None,
    },
];
