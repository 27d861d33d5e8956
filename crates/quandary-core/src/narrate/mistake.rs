//! A player's mistake, explained as a person would.
//!
//! The simplest explanation is the best, so they are tried in this order:
//!
//! 1. An entry that contradicts what is given in its cell.
//! 2. A rule that is *visibly* broken by entries and given values alone: "Row 1 has two 9s". Each kind of constraint
//!    recognises this itself ([`Constraint::violation`](crate::reason::Constraint::violation)), on a model with one variable
//!    for each cell, since a player writes cell by cell. Of several, the one with the fewest cells is described.
//! 3. One rule that cannot be satisfied any more: "Row 3 needs 5 black cells, but with your white cell r3c1 only 4 can be black."
//! 4. A chain: an entry that leads to a contradiction by several rules, the cheapest of those that were found under the cost of
//!    [`explain`](crate::reason::explain).
//! 5. An entry that differs from the only solution, with the step that shows it.
//!
//! Only cells that the player has filled in are called the player's. Where the puzzle has one solution, only entries that differ
//! from it are called wrong.

mod chain;
mod sight;

use std::time::Duration;

use self::chain::Board;
pub use self::sight::{BrokenRule, broken_at_sight, broken_rule, broken_rules};
use self::sight::{at_sight, written};
use super::tint::area;
use super::{Area, Tints};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, value_names};
use crate::reason::explain::words::{self, join};
use crate::reason::explain::{Entry, Known, Prover, RULE};
use crate::reason::{Author, Effort, Model, Var, Written};
use crate::verdict::{Ask, Budget, Verdict};

/// How long to look for the solution, and for a reason, once it is clear that something is wrong.
const REASON_TIME: Duration = Duration::from_secs(2);

/// A player's mistake, described without the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// One or two sentences.
    pub message: String,
    /// The reasoning that shows it, where the message does not say it. It may reveal the right value.
    pub why: Option<String>,
    /// The player's cells that the message names.
    pub cells: Vec<Cell>,
    /// Those of them that are wrong: all of them where the solution is not known.
    pub wrong: Vec<Cell>,
    /// The given cells that the message names.
    pub given: Vec<Cell>,
    /// The rules that show it, where rules do.
    pub rules: Vec<Area>,
}

impl Mistake {
    /// What a picture colours: the cells of the message, and the lines of its rules.
    pub fn tints(&self) -> Tints {
        let right = self.cells.iter().filter(|cell| !self.wrong.contains(cell));
        let premises = right.chain(&self.given).copied().collect();
        Tints { wrong: self.wrong.clone(), premises, lines: self.rules.clone(), ..Tints::default() }
    }
}

/// What was found before it is compared with the solution.
struct Found {
    message: String,
    vars: Vec<Var>,
    rules: Vec<String>,
}

/// Finds what is wrong with a player's entries; `None` when nothing is, or nothing was found in time.
pub fn find_mistake(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry], budget: &Budget) -> Option<Mistake> {
    if entries.is_empty() {
        return None;
    }
    let budget = &budget.begin();
    let model_of_cells = puzzle.model_of_cells();
    let by_cell = model_of_cells.as_ref().unwrap_or(model);
    if let Some(mistake) = against_given(puzzle, model, entries) {
        return Some(mistake);
    }
    let written = written(puzzle, by_cell, entries);
    if let Some(found) = at_sight(by_cell, &written) {
        return Some(compared_with_solution(puzzle, by_cell, entries, &written, found, budget));
    }
    if budget.check().is_err() {
        return None;
    }
    let in_parts = Board { puzzle, model, by_cell, entries, written: sight::written(puzzle, model, entries) };
    let as_cells = by_one_rule(by_cell, &written, budget);
    let as_parts = model_of_cells.as_ref().and_then(|_| by_one_rule(model, &in_parts.written, budget));
    let (is_part, found) = match (as_cells, as_parts) {
        (Some(cells), Some(parts)) if parts.rules.len() < cells.rules.len() => (true, Some(parts)),
        (Some(cells), _) => (false, Some(cells)),
        (None, parts) => (true, parts),
    };
    if let Some(found) = found {
        let written = if is_part { &in_parts.written } else { &written };
        return Some(compared_with_solution(puzzle, by_cell, entries, written, found, budget));
    }
    in_parts.beyond_one_rule(budget)
}

/// An entry that contradicts what is given in its cell.
fn against_given(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry]) -> Option<Mistake> {
    let entry = entries.iter().find(|entry| model.start()[entry.var] & entry.values == 0)?;
    let (start, cell) = (model.start()[entry.var], entry.cell);
    let [given, entered] = [start, entry.values].map(|values| words::values(&value_names(puzzle), values));
    let message = match start.is_power_of_two() {
        true => format!("{cell} is given as {given}, but you entered {entered}."),
        false => format!("{cell} can only be {given} by the puzzle's pencil marks, but you entered {entered}."),
    };
    let cells = vec![cell];
    Some(Mistake { message, why: None, wrong: cells.clone(), cells, given: Vec::new(), rules: Vec::new() })
}

/// The rule that cannot be satisfied any more, with the fewest other rules that it builds on and the fewest facts: of all
/// rules, or of those that there was time for.
fn by_one_rule(model: &Model, written: &Written, budget: &Budget) -> Option<Found> {
    let mut prover = Prover::within(model, budget);
    let mut best: Option<(usize, Found)> = None;
    for (id, rule) in model.constraints().iter().enumerate() {
        if prover.is_over() {
            break;
        }
        let is_known = |var: &&Var| written.author(**var).is_some();
        let known = |&var: &Var| Known { var, values: written.domains().get(var) };
        let mut facts: Vec<Known> = rule.scope().iter().filter(is_known).map(known).collect();
        facts.sort_unstable_by_key(|fact| fact.var);
        facts.dedup();
        let is_players = |fact: &Known| written.author(fact.var) == Some(Author::Player);
        if !facts.iter().any(is_players) || !prover.follows(id, &facts, &[], Effort::Thorough) {
            continue;
        }
        let premises = prover.premises(id, &facts, &[]);
        if !premises.iter().any(is_players) {
            continue;
        }
        let vars: Vec<Var> = premises.iter().map(|fact| fact.var).collect();
        let mut assumed = prover.assumptions(id, &premises, &[]);
        assumed.extend(ties(model, written, &vars));
        assumed.sort();
        assumed.dedup();
        let cost = (1 + assumed.len()) * RULE as usize + vars.len();
        if best.as_ref().is_some_and(|(least, _)| *least <= cost) {
            continue;
        }
        let mut message = rule.impossible(written, &vars);
        if !assumed.is_empty() {
            message.push_str(&format!(" This takes into account {}.", join(&assumed)));
        }
        let rules = std::iter::once(rule.name().to_owned()).chain(assumed).collect();
        best = Some((cost, Found { message, vars, rules }));
    }
    best.map(|(_, found)| found)
}

/// The rules that carry an entry over to the cells of its variable that the player has left open.
fn ties(model: &Model, written: &Written, vars: &[Var]) -> Vec<String> {
    let is_partly = |var: &&Var| written.cells(**var).len() < model.cells(**var).len();
    vars.iter().filter(is_partly).filter_map(|&var| model.tie(var)).map(str::to_owned).collect()
}

/// The mistake, with only those entries called wrong that are wrong.
fn compared_with_solution(
    puzzle: &dyn Puzzle,
    by_cell: &Model,
    entries: &[Entry],
    written: &Written,
    found: Found,
    budget: &Budget,
) -> Mistake {
    let of = |author: Author| -> Vec<Cell> {
        let vars = found.vars.iter().filter(|&&var| written.author(var) == Some(author));
        vars.flat_map(|&var| written.cells(var)).copied().collect()
    };
    let (cells, given) = (of(Author::Player), of(Author::Setter));
    let solution = only_solution(puzzle, &short(budget));
    let is_wrong = |cell: &&Cell| {
        let entry = entries.iter().find(|entry| entry.cell == **cell);
        solution.as_ref().is_none_or(|solution| entry.is_none_or(|entry| differs(puzzle, entry, solution)))
    };
    let wrong: Vec<Cell> = cells.iter().filter(is_wrong).copied().collect();
    let wrong = if wrong.is_empty() { cells.clone() } else { wrong };
    Mistake { message: found.message, why: None, cells, wrong, given, rules: areas(by_cell, &found.rules) }
}

/// The cells of rules by name.
fn areas(model: &Model, rules: &[String]) -> Vec<Area> {
    let find = |name: &String| model.constraints().iter().position(|rule| rule.name() == name);
    rules.iter().filter_map(find).map(|id| area(model, id)).collect()
}

/// The same budget with little time.
fn short(budget: &Budget) -> Budget {
    Budget { time: Some(budget.time.map_or(REASON_TIME, |time| time.min(REASON_TIME))), ..budget.clone() }
}

/// The solution, where there is just one.
fn only_solution(puzzle: &dyn Puzzle, budget: &Budget) -> Option<Grid<u8>> {
    let outcome = puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
    let solution = outcome.solutions.first()?.grid()?;
    (outcome.verdict == Verdict::Unique).then(|| solution.clone())
}

/// Whether an entry differs from a solution.
fn differs(puzzle: &dyn Puzzle, entry: &Entry, solution: &Grid<u8>) -> bool {
    entry.values >> puzzle.value_in_grid(solution[entry.cell]) & 1 == 0
}
