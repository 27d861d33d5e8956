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

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use serde::Serialize;

use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, cell_model, value_names};
use crate::reason::explain::words::{self, capital, conclusions, join};
use crate::reason::explain::{Argument, Entry, Explainer, Known, Prover, RULE, State, Step, refute_while};
use crate::reason::{Author, Breach, Effort, Engine, Model, Values, Var, Written, constraints_behind, shrink};
use crate::verdict::{Ask, Budget, Verdict};

use super::tint::area;
use super::{Area, Tints};

/// How long to look for the solution, and for a reason, once it is clear that something is wrong.
const REASON_TIME: Duration = Duration::from_secs(2);

/// How many wrong entries are followed to a contradiction.
const FOLLOWED: usize = 8;

/// A chain with more links before the last is not described link by link.
const DESCRIBED: usize = 6;

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
        return Some(held_against_solution(puzzle, by_cell, entries, &written, found, budget));
    }
    if budget.check().is_err() {
        return None;
    }
    let in_parts = Board { puzzle, model, by_cell, entries, written: self::written(puzzle, model, entries) };
    let as_cells = by_one_rule(by_cell, &written, budget);
    let as_parts = model_of_cells.as_ref().and_then(|_| by_one_rule(model, &in_parts.written, budget));
    let (is_part, found) = match (as_cells, as_parts) {
        (Some(cells), Some(parts)) if parts.rules.len() < cells.rules.len() => (true, Some(parts)),
        (Some(cells), _) => (false, Some(cells)),
        (None, parts) => (true, parts),
    };
    if let Some(found) = found {
        let written = if is_part { &in_parts.written } else { &written };
        return Some(held_against_solution(puzzle, by_cell, entries, written, found, budget));
    }
    in_parts.beyond_one_rule(budget)
}

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
fn written(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry]) -> Written {
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

/// The simplest rule that is visibly broken.
fn at_sight(model: &Model, written: &Written) -> Option<Found> {
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
fn held_against_solution(
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

/// A player's board on which no single rule is broken.
struct Board<'a> {
    puzzle: &'a dyn Puzzle,
    model: &'a Model,
    by_cell: &'a Model,
    entries: &'a [Entry],
    written: Written,
}

impl Board<'_> {
    /// A mistake that takes several rules to see, or the solution.
    fn beyond_one_rule(&self, budget: &Budget) -> Option<Mistake> {
        let outcome = self.puzzle.solve(&Ask { budget: budget.clone(), ..Ask::default() });
        match (&outcome.verdict, outcome.solutions.first().and_then(|solution| solution.grid())) {
            (Verdict::Impossible(_), _) => None,
            (Verdict::Unique, Some(solution)) => {
                let is_wrong = |entry: &&Entry| differs(self.puzzle, entry, solution);
                let (wrong, right): (Vec<&Entry>, Vec<&Entry>) = self.entries.iter().partition(is_wrong);
                let first = *wrong.first()?;
                let chain = self.cheapest_chain(&right, &wrong, budget);
                Some(match chain {
                    Some((entry, step)) => self.describe(entry, &step, besides(entry, &wrong), true),
                    None => self.by_solution(first, &right, &wrong, budget),
                })
            }
            _ => self.contradictory_entries(budget),
        }
    }

    /// Of the wrong entries that lead to a contradiction with the right ones, the one with the cheapest chain.
    fn cheapest_chain<'e>(&self, right: &[&Entry], wrong: &[&'e Entry], budget: &Budget) -> Option<(&'e Entry, Step)> {
        let budget = short(budget);
        let watch = budget.start();
        let mut prover = Prover::within(self.model, &watch.budget());
        let mut best: Option<(&Entry, Step)> = None;
        let mut followed: Vec<Known> = Vec::new();
        for &entry in wrong {
            if followed.contains(&entry.known()) || followed.len() == FOLLOWED {
                continue;
            }
            if best.is_some() && watch.check().is_err() {
                break;
            }
            followed.push(entry.known());
            let Some(involved) = self.behind(right.iter().copied().chain([entry]), &budget) else { continue };
            let values = self.values(right);
            for order in [self.near_first(entry.var, &involved), involved] {
                let goes_on = || watch.check().is_ok();
                let step = refute_while(&mut prover, &values, entry.known(), &order, &goes_on);
                if let Some(step) = step
                    && best.as_ref().is_none_or(|(_, best)| step.cost < best.cost)
                {
                    best = Some((entry, step));
                }
            }
        }
        best
    }

    /// The constraints involved, where these entries lead to a contradiction that there was time to see.
    fn behind<'e>(&self, entries: impl IntoIterator<Item = &'e Entry>, budget: &Budget) -> Option<Vec<usize>> {
        let mut engine = Engine::new(self.model).within(budget);
        let mut entries = entries.into_iter();
        if engine.propagate().is_ok() && entries.all(|entry| engine.decide(entry.var, entry.values).is_ok()) {
            return None;
        }
        // An entry that was removed before leaves no constraint to look up: then all are asked.
        let is_struck_out = engine.domains().all().contains(&0);
        let involved = constraints_behind(self.model, &engine);
        let everything = || (0..self.model.constraints().len()).collect();
        Some(if is_struck_out || involved.is_empty() { everything() } else { involved })
    }

    /// Given values and some entries, before any propagation.
    fn values(&self, entries: &[&Entry]) -> Vec<Values> {
        let mut values = self.model.start().to_vec();
        for entry in entries {
            values[entry.var] &= entry.values;
        }
        values
    }

    /// Constraints in the order of their distance from a variable.
    fn near_first(&self, var: Var, constraints: &[usize]) -> Vec<usize> {
        let mut distance: Vec<Option<usize>> = vec![None; self.model.constraints().len()];
        let mut is_seen = vec![false; self.model.start().len()];
        let mut waiting = VecDeque::from([(var, 0)]);
        is_seen[var] = true;
        while let Some((var, far)) = waiting.pop_front() {
            for &id in self.model.watchers(var) {
                if distance[id].is_none() {
                    distance[id] = Some(far);
                    for &next in self.model.constraints()[id].scope() {
                        if !std::mem::replace(&mut is_seen[next], true) {
                            waiting.push_back((next, far + 1));
                        }
                    }
                }
            }
        }
        let mut near = constraints.to_vec();
        near.sort_by_key(|&id| distance[id].unwrap_or(usize::MAX));
        near
    }

    /// Entries that contradict each other on a board whose solution is not known to be the only one.
    fn contradictory_entries(&self, budget: &Budget) -> Option<Mistake> {
        let all: Vec<&Entry> = self.entries.iter().collect();
        self.behind(all.iter().copied(), budget)?;
        let budget = short(budget);
        let watch = budget.start();
        let still = |kept: &[&Entry]| watch.check().is_ok() && self.behind(kept.iter().copied(), &budget).is_some();
        let kept = shrink(all, still);
        let (last, others) = kept.split_last()?;
        let (entry, step) = self.cheapest_chain(others, &[*last], &budget)?;
        Some(self.describe(entry, &step, 0, false))
    }

    /// A chain from an entry to a contradiction, in words.
    fn describe(&self, entry: &Entry, step: &Step, more_wrong: usize, is_wrong: bool) -> Mistake {
        let is_players = |var: &Var| self.written.author(*var) == Some(Author::Player);
        let mut vars: Vec<Var> = step.premises.iter().map(|known| known.var).collect();
        vars.retain(|&var| var != entry.var && self.written.author(var).is_some());
        let others: Vec<Var> = vars.iter().copied().filter(is_players).collect();
        let subject = capital(&self.written.facts(&[entry.var]));
        let start = match (is_wrong, others.is_empty()) {
            (true, _) => self.is_wrong(entry),
            (false, true) => format!("{subject} cannot be right"),
            (false, false) => format!("{subject} and {} cannot all be right", self.written.facts(&others)),
        };
        let more = match more_wrong {
            0 => "",
            1 => " (and so is one more entry)",
            _ => " (and so are others)",
        };
        let with = match (is_wrong, others.is_empty()) {
            (_, true) => format!("With {},", if self.is_plural(entry) { "them" } else { "it" }),
            (true, false) => format!("Together with {} it follows:", self.written.facts(&others)),
            (false, false) => "With these,".to_owned(),
        };
        let message = format!("{start}{more}. {with} {}.", self.chain(step));
        let mut rules: Vec<String> = step.rules(self.model).into_iter().map(str::to_owned).collect();
        let mut named = vec![entry.var];
        named.extend(&others);
        for tie in ties(self.model, &self.written, &named) {
            if !rules.contains(&tie) {
                rules.push(tie);
            }
        }
        rules.dedup();
        let cells: Vec<Cell> = named.iter().flat_map(|&var| self.written.cells(var)).copied().collect();
        let wrong = if is_wrong { self.written.cells(entry.var).to_vec() } else { cells.clone() };
        // The givens behind a chain are many, and the message does not name them.
        Mistake { message, why: None, cells, wrong, given: Vec::new(), rules: areas(self.by_cell, &rules) }
    }

    /// Whether an entry is spoken of in the plural: several cells with one value, or several marks.
    fn is_plural(&self, entry: &Entry) -> bool {
        self.written.cells(entry.var).len() > 1 || !entry.values.is_power_of_two()
    }

    /// That an entry is wrong: "Your 5 in r1c1 is wrong", "Your marks 1 or 2 in r1c1 are wrong".
    fn is_wrong(&self, entry: &Entry) -> String {
        let verb = if self.is_plural(entry) { "are" } else { "is" };
        format!("{} {verb} wrong", capital(&self.written.facts(&[entry.var])))
    }

    /// The links of a chain: what follows by which rule, and the rule that cannot be satisfied in the end.
    fn chain(&self, step: &Step) -> String {
        let links: Vec<String> = step
            .sub_steps
            .iter()
            .map(|link| {
                let rules: Vec<String> = link.rules(self.model).into_iter().map(str::to_owned).collect();
                match (&link.argument, link.constraints.first()) {
                    (Argument::Contradiction, Some(&id)) => self.broken(id),
                    _ => format!("{} (by {})", conclusions(&value_names(self.puzzle), self.model, link), join(&rules)),
                }
            })
            .collect();
        match links.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, before)) if before.len() <= DESCRIBED => format!("{}; then {last}", before.join("; ")),
            // A long chain cannot be followed in one sentence.
            Some((last, before)) => format!("after {} steps {last}", before.len()),
            None => "there is no solution".to_owned(),
        }
    }

    /// A rule that cannot be satisfied any more.
    fn broken(&self, id: usize) -> String {
        let rule = &self.model.constraints()[id];
        // A rule that is named after its cells is described by what it demands.
        match rule.info().subject().starts_with("This ") {
            true => format!("this cannot be satisfied: {}", rule.statement()),
            false => format!("{} cannot be completed", rule.name()),
        }
    }

    /// An entry that only the solution shows to be wrong, with the step that refutes it where one was found.
    fn by_solution(&self, first: &Entry, right: &[&Entry], wrong: &[&Entry], budget: &Budget) -> Mistake {
        let refuted = self.refuted(right, wrong, budget);
        let (entry, why) = match refuted {
            Some((entry, step, state)) => (entry, Some(self.puzzle.narrate(self.model, &state, &step).sentence)),
            None => (*first, None),
        };
        let more = match (besides(&entry, wrong), self.is_plural(&entry)) {
            (0, _) => "",
            (_, false) => " It is not the only one.",
            (_, true) => " They are not the only ones.",
        };
        let message = format!("{}, although no rule is broken yet.{more}", self.is_wrong(&entry));
        let cells = self.written.cells(entry.var).to_vec();
        Mistake { message, why, wrong: cells.clone(), cells, given: Vec::new(), rules: Vec::new() }
    }

    /// The first wrong entry that reasoning from the right ones refutes, the step that does it, and what is known before.
    fn refuted(&self, right: &[&Entry], wrong: &[&Entry], budget: &Budget) -> Option<(Entry, Step, State)> {
        let budget = short(budget);
        let mut watch = budget.start();
        let state = State::with_entries(self.model, right.iter().copied()).ok()?;
        let mut explainer = Explainer::new(self.model, state);
        loop {
            let (step, _) = explainer.next_step(&mut watch).ok()?.ok()?;
            let is_refuted = |entry: &&&Entry| {
                step.conclusions.iter().any(|shown| shown.var == entry.var && shown.left & entry.values == 0)
            };
            if let Some(&&entry) = wrong.iter().find(is_refuted) {
                let state = explainer.state().clone();
                return Some((entry, step, state));
            }
            if step.argument == Argument::Contradiction {
                return None;
            }
            explainer.accept(&step).ok()?;
        }
    }
}

/// How many entries are wrong besides one. Cells that share a variable are one entry.
fn besides(entry: &Entry, wrong: &[&Entry]) -> usize {
    wrong.iter().filter(|other| other.var != entry.var).count()
}
