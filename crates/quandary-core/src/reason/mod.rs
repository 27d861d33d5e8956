//! The deduction engine: constraints that propagate, search over them, and explanations.
//!
//! A deduction puzzle is stated once, as a [`Model`]: variables with small domains, and [`Constraint`]s over them.
//! The engine lets the constraints *cooperate*: each removes from its variables every value that it can prove wrong,
//! which wakes the others, until nothing moves ([`engine`]). Every removal is kept on a trail with the constraint that
//! made it, so that a contradiction can be followed back to the constraints behind it. What propagation leaves open,
//! depth-first search decides ([`solve()`]), or the conflict-driven search of [`learn`]; the textbook algorithms that people
//! compare them with are in [`classic`], and [`ALGORITHMS`] and [`solve_with`] offer them by name. What a teacher would say,
//! step by step, is found by [`explain`].
//!
//! The constraint kinds are one file each: [`AllDifferent`], [`Sum`], [`Total`], [`Increasing`], [`Relation`], [`Implies`].

pub mod classic;
pub mod count;
pub mod engine;
pub mod explain;
pub mod learn;

mod algorithms;
mod all_different;
mod conflict;
mod domains;
mod fill;
mod implies;
mod increasing;
mod relation;
mod solve;
mod sum;
mod total;
mod written;

use std::collections::HashMap;
use std::fmt;
use std::sync::OnceLock;

pub use algorithms::{ALGORITHMS, algorithms_and, can_replay, replay, solve_with};
pub use all_different::AllDifferent;
pub use conflict::explain_conflict;
pub use domains::{Broken, Cause, Change, Domains};
pub use engine::Engine;
pub use fill::random_solution;
pub use implies::Implies;
pub use increasing::Increasing;
pub use relation::{Relation, Table};
pub use solve::{Strategy, open_variables, solve};
pub use sum::{Ladder, Sum};
pub use total::{Term, Total};
pub use written::{Author, Breach, Written};

pub(crate) use conflict::constraints_behind;
pub(crate) use engine::shrink;

use crate::grid::{Cell, Grid};

/// A set of values: bit `v` stands for value `v`.
pub type Values = u64;

/// The values of a set, in rising order.
pub fn each_value(values: Values) -> impl Iterator<Item = u8> {
    (0..Values::BITS as u8).filter(move |&value| values >> value & 1 == 1)
}

/// A variable of a model, counted from 0.
pub type Var = usize;

/// How much work a constraint puts into propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// The deductions that cost next to nothing. Run first, to a fixed point.
    Quick,
    /// Everything that follows from this constraint alone.
    Thorough,
}

/// The scope of a constraint, and what it demands in words.
#[derive(Debug)]
pub struct ConstraintInfo {
    /// The variables of the rule.
    pub scope: Vec<Var>,
    /// Its short name.
    pub name: String,
    /// A sentence without a full stop.
    pub statement: String,
}

impl ConstraintInfo {
    /// A constraint over `scope` in words.
    pub fn new(scope: Vec<Var>, name: impl Into<String>, statement: impl Into<String>) -> Self {
        ConstraintInfo { scope, name: name.into(), statement: statement.into() }
    }

    /// The constraint as the subject of a sentence: "Row 3"; "This cage" where the name lists cells, as in "cage r1c1 r1c2".
    pub fn subject(&self) -> String {
        let kind = self.kind();
        if self.names_cells() { format!("This {kind}") } else { explain::words::capital(&kind) }
    }

    /// Whether the name lists cells, as in "cage r1c1 r1c2".
    pub fn names_cells(&self) -> bool {
        self.kind().len() < self.name.len()
    }

    /// The name up to the first cell in it.
    fn kind(&self) -> String {
        let is_cell = |word: &&str| word.starts_with('r') && word[1..].starts_with(|c: char| c.is_ascii_digit());
        let kind: Vec<&str> = self.name.split(' ').take_while(|word| !is_cell(word)).collect();
        kind.join(" ")
    }
}

/// One rule of a puzzle, over some of its variables.
///
/// A constraint is a *propagator* ([`propagate`](Constraint::propagate)), a *test*
/// ([`possible`](Constraint::possible)), a *sentence* ([`statement`](Constraint::statement)) and a *check* that says how it
/// is broken ([`violation`](Constraint::violation)). Reasons need no code of their own: an explanation drops facts one by one
/// as long as the propagator still reaches its conclusion.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// Its variables, and what it demands.
    fn info(&self) -> &ConstraintInfo;

    /// The variables of the rule.
    fn scope(&self) -> &[Var] {
        &self.info().scope
    }

    /// Its short name: "row 3", "box 5".
    fn name(&self) -> &str {
        &self.info().name
    }

    /// What it demands, as a sentence without a full stop: "row 3 holds each digit once".
    fn statement(&self) -> String {
        self.info().statement.clone()
    }

    /// The textbook test: could this constraint still hold, by a quick test? It must be exact once every
    /// variable of the scope has one value left. This is what plain backtracking, forward checking and arc
    /// consistency use.
    fn possible(&self, domains: &Domains) -> bool;

    /// Removes values that this constraint alone proves wrong. With [`Effort::Thorough`] all of them; with
    /// [`Effort::Quick`] the ones that cost little to see. Calling it twice in a row must change nothing the second
    /// time.
    fn propagate(&self, domains: &mut Domains, effort: Effort) -> Result<(), Broken>;

    /// Variables of which no two have the same value, where players see that at once: a value that is written in one of them is
    /// removed from the others without a step. Empty for other constraints.
    fn mutually_exclusive(&self) -> &[Var] {
        &[]
    }

    /// Whether [`Effort::Quick`] and [`Effort::Thorough`] differ. When they don't, only `Quick` is called.
    fn has_thorough_pass(&self) -> bool {
        true
    }

    /// Writes what the decided variables leave to the open ones, once propagation has nothing more to remove: the open variables
    /// can be filled in the same ways wherever this and their values are the same, and so are the open variables. By default the
    /// decided values themselves; much less where the values that are left say it all, or a sum does.
    fn remainder(&self, domains: &Domains, state: &mut Vec<u8>) {
        state.extend(self.scope().iter().filter_map(|&var| domains.value(var)));
    }

    /// Other rules, by name, that this constraint builds on: the sum of a row may rely on a rule of the regions that it crosses.
    /// An explanation names those that a step needs. Empty for a constraint that needs no other.
    fn assumes(&self) -> &[String] {
        &[]
    }

    /// What follows, thoroughly, when only some of the rules in [`assumes`](Constraint::assumes) hold, given by their places
    /// in that list.
    fn propagate_assuming(&self, domains: &mut Domains, _kept: &[usize]) -> Result<(), Broken> {
        self.propagate(domains, Effort::Thorough)
    }

    /// Variables whose values alone let this constraint remove a value from another, thoroughly; `None` where they have to be
    /// found by leaving out one after the other. They may be more than are needed.
    fn reason(&self, _domains: &Domains, _removed: explain::Known) -> Option<Vec<Var>> {
        None
    }

    /// What is left of some facts when each of them that is not needed is dropped, from the first to the last, or from the last to the
    /// first: those from which this constraint, thoroughly, still removes the values of all `targets`, or breaks where there are
    /// none. Nothing else is known: other variables may have `any` value. Only for constraints that find this quicker than by
    /// being asked once for each fact; `None` for all others.
    fn needed(
        &self,
        _any: Values,
        _facts: &[explain::Known],
        _targets: &[explain::Known],
        _from_back: bool,
    ) -> Option<Vec<explain::Known>> {
        None
    }

    /// How the written values visibly break this constraint, if they do: the variables that break it and a sentence.
    /// By default only a constraint whose variables are all written is visibly broken.
    fn violation(&self, written: &Written) -> Option<Breach> {
        let scope = self.scope();
        let is_broken = scope.iter().all(|&var| written.value(var).is_some()) && !self.possible(written.domains());
        is_broken.then(|| Breach { vars: scope.to_vec(), sentence: self.impossible(written, scope) })
    }

    /// A sentence that says that this constraint cannot be satisfied with these facts.
    fn impossible(&self, written: &Written, facts: &[Var]) -> String {
        let statement = explain::words::capital(&self.statement());
        format!("{statement}, but that is impossible with {}.", written.facts(facts))
    }
}

/// A list for each of many things, one list behind the other.
#[derive(Debug)]
struct Lists<T> {
    all: Vec<T>,
    /// Where each list ends.
    ends: Vec<usize>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists { all: Vec::new(), ends: Vec::new() }
    }
}

impl<T> Lists<T> {
    /// Adds the list of the next thing.
    fn push(&mut self, list: impl IntoIterator<Item = T>) {
        self.all.extend(list);
        self.ends.push(self.all.len());
    }

    /// The list of one thing.
    #[inline]
    fn get(&self, index: usize) -> &[T] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.all[start..self.ends[index]]
    }
}

impl Lists<usize> {
    /// The lists of `count` things, from pairs of a thing and an item of its list; items keep their order.
    fn sorted(count: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut next = vec![0; count + 1];
        for (thing, _) in pairs.clone() {
            next[thing + 1] += 1;
        }
        for thing in 0..count {
            next[thing + 1] += next[thing];
        }
        let mut all = vec![0; next[count]];
        // Each list fills up from its start to its end.
        for (thing, item) in pairs {
            all[next[thing]] = item;
            next[thing] += 1;
        }
        next.truncate(count);
        Lists { all, ends: next }
    }
}

/// A puzzle stated as variables and constraints. A large board has a quarter of a million variables, so nothing is allocated
/// for each of them.
#[derive(Debug, Default)]
pub struct Model {
    start: Vec<Values>,
    /// The cells of all variables.
    cells: Lists<Cell>,
    /// For each variable that stands for several cells, the rule that gives them all the same value.
    ties: HashMap<Var, String>,
    constraints: Vec<Box<dyn Constraint>>,
    /// For each variable, the constraints on it; filled when it is first needed.
    watchers: OnceLock<Lists<usize>>,
    patterns: Option<Box<dyn explain::PatternFinder>>,
    scout: Option<Box<dyn explain::Scout>>,
}

impl Model {
    /// A model without variables.
    pub fn new() -> Self {
        Model::default()
    }

    /// Adds a variable with the values it may take and the cells it stands for.
    pub fn variable(&mut self, values: Values, cells: impl IntoIterator<Item = Cell>) -> Var {
        self.start.push(values);
        self.cells.push(cells);
        self.watchers.take();
        self.start.len() - 1
    }

    /// Adds a variable for cells that all have the same value, by the rule of this name.
    pub fn tied_variable(&mut self, values: Values, cells: Vec<Cell>, rule: impl Into<String>) -> Var {
        let is_tied = cells.len() > 1;
        let var = self.variable(values, cells);
        if is_tied {
            self.ties.insert(var, rule.into());
        }
        var
    }

    /// The name of the rule that gives all cells of a variable the same value; `None` for a variable of one cell.
    pub fn tie(&self, var: Var) -> Option<&str> {
        self.ties.get(&var).map(String::as_str)
    }

    /// Adds a constraint.
    pub fn constrain(&mut self, constraint: impl Constraint + 'static) {
        self.watchers.take();
        self.constraints.push(Box::new(constraint));
    }

    /// The values each variable may take at the start.
    pub fn start(&self) -> &[Values] {
        &self.start
    }

    /// The cells a variable stands for.
    pub fn cells(&self, var: Var) -> &[Cell] {
        self.cells.get(var)
    }

    /// The variable of each cell of a board that has one.
    pub fn vars_of_cells(&self, rows: usize, columns: usize) -> Grid<Option<Var>> {
        let mut var_of = Grid::filled(rows, columns, None);
        for (var, cells) in (0..self.start.len()).map(|var| (var, self.cells.get(var))) {
            for &cell in cells.iter().filter(|cell| cell.row < rows && cell.column < columns) {
                var_of[cell] = Some(var);
            }
        }
        var_of
    }

    /// All constraints.
    pub fn constraints(&self) -> &[Box<dyn Constraint>] {
        &self.constraints
    }

    /// The constraints on a variable, by their place in [`Model::constraints`].
    pub fn watchers(&self, var: Var) -> &[usize] {
        self.watchers
            .get_or_init(|| {
                let scopes = self.constraints.iter().map(|constraint| constraint.scope()).enumerate();
                let pairs = scopes.flat_map(|(number, scope)| scope.iter().map(move |&var| (var, number)));
                Lists::sorted(self.start.len(), pairs)
            })
            .get(var)
    }

    /// Lets explanations use the patterns that players of this family know by name.
    pub fn name_patterns(&mut self, finder: impl explain::PatternFinder + 'static) {
        self.patterns = Some(Box::new(finder));
    }

    /// The finder of the family's patterns, where it has one.
    pub fn patterns(&self) -> Option<&dyn explain::PatternFinder> {
        self.patterns.as_deref()
    }

    /// Lets explanations of large boards use the family's fast solver.
    pub fn scout_by(&mut self, scout: impl explain::Scout + 'static) {
        self.scout = Some(Box::new(scout));
    }

    /// The family's fast solver, where explanations may use one.
    pub fn scout(&self) -> Option<&dyn explain::Scout> {
        self.scout.as_deref()
    }

    /// The values of all variables where each has one left; `None` otherwise.
    pub fn decided(&self, domains: &Domains) -> Option<Vec<u8>> {
        (0..self.start.len()).map(|var| domains.value(var)).collect()
    }

    /// Whether an assignment of all variables satisfies every constraint.
    pub fn satisfied(&self, values: &[u8]) -> bool {
        let domains = Domains::new(values.iter().map(|&value| 1 << value).collect());
        self.constraints.iter().all(|constraint| constraint.possible(&domains))
    }
}
