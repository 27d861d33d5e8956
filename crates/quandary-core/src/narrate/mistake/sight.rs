//! Rules that are visibly broken, by what is written alone: one test of every constraint, without any reasoning.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Found;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, cell_model, value_names};
use crate::reason::explain::Entry;
use crate::reason::{Author, Breach, Model, Var, Written};

/// A rule that is visibly broken: by what is written alone, without any reasoning and without the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BrokenRule {
    /// The rule's short name: "row 3".
    pub name: String,
    /// How it is broken, in a sentence.
    pub message: String,
    /// The cells that break it.
    pub cells: Vec<Cell>,
}

/// The rules that a player's entries and the given values visibly break. This is one test of every constraint and nothing
/// else, so that a page can ask after every entry.
pub fn broken_at_sight(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry]) -> Vec<BrokenRule> {
    let model_of_cells = puzzle.model_of_cells();
    broken_rules(puzzle, model_of_cells.as_ref().unwrap_or(model), entries)
}

/// The same on a model that has one variable for each cell already.
pub fn broken_rules(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry]) -> Vec<BrokenRule> {
    let written = written(puzzle, model, entries);
    let broken = |(id, Breach { vars, sentence }): (usize, Breach)| BrokenRule {
        name: model.constraints()[id].name().to_owned(),
        message: sentence,
        cells: vars.iter().flat_map(|&var| written.cells(var)).copied().collect(),
    };
    breaches(model, &written).into_iter().map(broken).collect()
}

/// How the written values visibly break the rules, with the places of the rules in the model.
fn breaches(model: &Model, written: &Written) -> Vec<(usize, Breach)> {
    let rules = model.constraints().iter().enumerate();
    rules.filter_map(|(id, rule)| Some((id, rule.violation(written)?))).collect()
}

/// A rule that a whole answer breaks, described like a player's mistake: the sentence and the cells. Of several, one that involves
/// the cells in `near`.
pub fn broken_rule(puzzle: &dyn Puzzle, answer: &Grid<u8>, near: &[Cell]) -> Option<(String, Vec<Cell>)> {
    let model = cell_model(puzzle)?;
    let mut written = Written::given(&value_names(puzzle), &model);
    for var in 0..model.start().len() {
        let &[cell] = model.cells(var) else { continue };
        let value = puzzle.value_in_grid(answer[cell]);
        let values = 1u64.checked_shl(value.into()).filter(|values| model.start()[var] & values != 0)?;
        written.add(Author::Answer, var, cell, values);
    }
    let cells =
        |breach: &Breach| -> Vec<Cell> { breach.vars.iter().flat_map(|&var| model.cells(var)).copied().collect() };
    let is_near =
        |cells: &[Cell]| near.iter().all(|cell| cells.contains(cell)) || cells.iter().all(|cell| near.contains(cell));
    let breaches = model.constraints().iter().filter_map(|rule| rule.violation(&written));
    let found = breaches.map(|breach| (cells(&breach), breach.sentence)).find(|(cells, _)| is_near(cells));
    found.map(|(cells, sentence)| (sentence, cells))
}

/// Given values and a player's entries, on a model of the puzzle.
pub(super) fn written(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry]) -> Written {
    let mut var_of: BTreeMap<Cell, Var> = BTreeMap::new();
    for var in 0..model.start().len() {
        var_of.extend(model.cells(var).iter().map(|&cell| (cell, var)));
    }
    let mut written = Written::given(&value_names(puzzle), model);
    for entry in entries {
        if let Some(&var) = var_of.get(&entry.cell) {
            written.add(Author::Player, var, entry.cell, entry.values);
        }
    }
    written
}

/// The simplest rule that is visibly broken.
pub(super) fn at_sight(model: &Model, written: &Written) -> Option<Found> {
    let is_players = |breach: &Breach| breach.vars.iter().any(|&var| written.author(var) == Some(Author::Player));
    let mut breaches = breaches(model, written);
    breaches.retain(|(_, breach)| is_players(breach));
    let (id, breach) = breaches.iter().min_by_key(|(id, breach)| (breach.vars.len(), *id))?;
    let more = match breaches.len() - 1 {
        0 => String::new(),
        1 => " One more rule is broken.".to_owned(),
        more => format!(" {more} more rules are broken."),
    };
    let rules = vec![model.constraints()[*id].name().to_owned()];
    Some(Found { message: format!("{}{more}", breach.sentence), vars: breach.vars.clone(), rules })
}
