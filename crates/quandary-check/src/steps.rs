//! Does every step of an explanation follow?
//!
//! A step says: from these premises, by these rules, this follows. Four things are
//! checked:
//!
//! 1. Each premise is known: it is given, entered, or was shown by an earlier step (a digit that is in a unit is
//!    known to be nowhere else in it).
//! 2. The conclusion follows from the premises and the named rules *alone*: every other cell may be anything. For each
//!    cell and each value of a rule, some way to fill its cells must have that value there; values without one are
//!    removed, until nothing changes.
//! 3. What a named pattern rules out breaks by the premises and the named rules, whatever the other cells are
//!    (`patterns.rs`); where it needs a board with one solution, that is shown too.
//! 4. A supposition is checked by its own steps, from its premises and what is supposed, and has to end in a
//!    contradiction. Other conclusions of the same supposition have to break by the named rules too.
//!
//! The rules: `row`, `column` and `box` of a Sudoku, and the groups and demands of its variants; `row` and `column` of
//! a Nonogram; in an Aquarium `tank`, which keeps its water level, and `row` and `column`, which count their water.
//! Where a step names lines and tanks, they are looked at together. A tank that is not named may hold water in any of
//! its cells.

mod game;
mod pattern;
mod rules;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Failure;
use crate::limits::{Limits, Stop, Work};
use crate::rules::Rules;
use rules::Rule;

/// No explanation is longer, in bytes.
const LONGEST_TRACE: usize = 1 << 26;

/// Row and column, counted from 0.
type Cell = (usize, usize);
/// Values that are possible, as bits.
type Values = u64;
/// What each cell may be.
type Board = BTreeMap<Cell, Values>;

#[derive(Deserialize)]
struct Trace {
    puzzle: Box<RawValue>,
    #[serde(default)]
    entries: Vec<Known>,
    steps: Vec<Step>,
}

#[derive(Deserialize)]
struct Known {
    cells: Vec<String>,
    values: Vec<String>,
}

#[derive(Deserialize)]
struct Shown {
    cells: Vec<String>,
    removed: Vec<String>,
}

#[derive(Deserialize)]
struct Step {
    argument: String,
    rules: Vec<String>,
    premises: Vec<Known>,
    conclusions: Vec<Shown>,
    suppose: Option<Known>,
    swap: Option<Known>,
    #[serde(default)]
    steps: Vec<Step>,
}

/// Where water goes from each cell of the tanks that a step names.
type Flow = BTreeMap<Cell, BTreeSet<Cell>>;

/// A supposition whose steps are being checked.
struct Supposition<'t> {
    step: &'t Step,
    /// What its premises say.
    known: Board,
    /// What is left of each cell when it is supposed.
    board: Board,
    rest: std::slice::Iter<'t, Step>,
}

/// A puzzle as this file sees it.
struct Game {
    names: Vec<String>,
    start: Board,
    rules: BTreeMap<String, Rule>,
    /// Where water goes from each cell, in all tanks.
    flow: Flow,
}

/// Checks every step of an explanation, as Quandary writes it in JSON.
pub fn check_steps(trace_json: &str) -> Result<(), Failure> {
    let trace = read_trace(trace_json)?;
    steps_hold(trace.puzzle.get(), &trace, &Limits::default()).map(drop)
}

/// Checks an explanation of a whole puzzle: every step of it, that it starts with nothing but the puzzle, and that it ends with
/// exactly one value for each cell, which together are a solution. So it proves that the solution is the only one. What
/// the steps say about their puzzle does not matter.
pub fn check_explanation(puzzle_json: &str, trace_json: &str) -> Result<(), Failure> {
    let trace = read_trace(trace_json)?;
    if !trace.entries.is_empty() {
        return Err(wrong("the explanation starts from entries of a player"));
    }
    let board = steps_hold(puzzle_json, &trace, &Limits::default())?;
    if let Some(((row, column), values)) = board.iter().find(|(_, values)| !values.is_power_of_two()) {
        let left = values.count_ones();
        return Err(wrong(format!("in the end r{}c{} has {left} values", row + 1, column + 1)));
    }
    // The cells come row by row.
    let values: Vec<usize> = board.values().map(|values| values.trailing_zeros() as usize).collect();
    crate::check(puzzle_json, &Rules::read(puzzle_json)?.solution_of_cells(&values))
}

fn read_trace(trace_json: &str) -> Result<Trace, Failure> {
    if trace_json.len() > LONGEST_TRACE {
        return Err(Failure::Solution(format!("it is longer than {LONGEST_TRACE} bytes")));
    }
    serde_json::from_str(trace_json).map_err(|error| Failure::Solution(error.to_string()))
}

/// Checks every step; what is left of each cell in the end.
fn steps_hold(puzzle_json: &str, trace: &Trace, limits: &Limits<'_>) -> Result<Board, Failure> {
    let game = Game::read(puzzle_json, limits)?;
    let mut board = game.start.clone();
    for entry in &trace.entries {
        game.keep(&mut board, entry)?;
    }
    let mut work = Work::new(limits);
    game.strike(&mut board, &mut work)?;
    for (number, step) in (1..).zip(&trace.steps) {
        game.step(&mut board, step, &mut work).map_err(|failure| match failure {
            Failure::Rule { rule, what } => Failure::Rule { rule, what: format!("step {number}: {what}") },
            other => other,
        })?;
        game.strike(&mut board, &mut work)?;
    }
    Ok(board)
}

fn wrong(what: impl Into<String>) -> Failure {
    Failure::rule("step", what.into())
}

impl Game {
    /// A board of which nothing is known.
    fn blank(&self) -> Board {
        let all = (1 << self.names.len()) - 1;
        self.start.keys().map(|&cell| (cell, all)).collect()
    }

    fn values(&self, names: &[String]) -> Result<Values, Failure> {
        names.iter().try_fold(0, |set, name| {
            let value = self.names.iter().position(|known| known == name);
            value.map(|value| set | 1 << value).ok_or_else(|| wrong(format!("there is no value '{name}'")))
        })
    }

    fn cells(&self, names: &[String]) -> Result<Vec<Cell>, Failure> {
        let read = |name: &String| {
            let (row, column) = name.strip_prefix('r')?.split_once('c')?;
            let cell = (row.parse::<usize>().ok()?.checked_sub(1)?, column.parse::<usize>().ok()?.checked_sub(1)?);
            self.start.contains_key(&cell).then_some(cell)
        };
        names.iter().map(|name| read(name).ok_or_else(|| wrong(format!("there is no cell '{name}'")))).collect()
    }

    fn keep(&self, board: &mut Board, known: &Known) -> Result<(), Failure> {
        let values = self.values(&known.values)?;
        for cell in self.cells(&known.cells)? {
            board.entry(cell).and_modify(|now| *now &= values);
        }
        Ok(())
    }

    /// What is visible at once: what is in a unit is nowhere else in it, and cells of a tank that flood each other are
    /// filled together.
    fn strike(&self, board: &mut Board, work: &mut Work<'_>) -> Result<(), Stop> {
        loop {
            work.spend(board.len())?;
            let before = board.clone();
            agree(&self.flow, board, work)?;
            for cells in self.rules.values().filter_map(Rule::all_different) {
                work.spend(cells.len() * cells.len())?;
                for cell in cells.iter().filter(|cell| before[cell].is_power_of_two()) {
                    for other in cells.iter().filter(|&other| other != cell) {
                        remove(board, *other, before[cell]);
                    }
                }
            }
            // Where nothing is left of a cell, there is no solution, and everything follows.
            if board.values().any(|&values| values == 0) {
                board.values_mut().for_each(|values| *values = 0);
            }
            if *board == before {
                return Ok(());
            }
        }
    }

    /// Checks a step, with the steps of its supposition, and takes over what it shows.
    fn step(&self, board: &mut Board, step: &Step, work: &mut Work<'_>) -> Result<(), Failure> {
        // Suppositions within each other, the outermost first: the step, its premises, what follows from them and from what
        // is supposed, and the steps that were not checked so far.
        let mut open: Vec<Supposition<'_>> = Vec::new();
        let mut next = Some(step);
        loop {
            if let Some(step) = next.take() {
                work.spend(board.len())?;
                let outer = open.last_mut().map_or(&mut *board, |outer| &mut outer.board);
                if step.argument == "supposition" {
                    let known = self.premises(outer, step)?;
                    let suppose = step.suppose.as_ref().ok_or_else(|| wrong("nothing is supposed"))?;
                    let mut board = known.clone();
                    self.keep(&mut board, suppose)?;
                    open.push(Supposition { step, known, board, rest: step.steps.iter() });
                } else {
                    self.plain_step(outer, step, work)?;
                }
            }
            let Some(inner) = open.last_mut() else { return Ok(()) };
            if let Some(sub_step) = inner.rest.next() {
                work.spend(sub_step.rules.len().saturating_mul(inner.step.rules.len()))?;
                if let Some(unnamed) = sub_step.rules.iter().find(|rule| !inner.step.rules.contains(rule)) {
                    return Err(wrong(format!("the supposition uses '{unnamed}' and does not name it")));
                }
                next = Some(sub_step);
            } else if let Some(ended) = open.pop() {
                let conclusions = self.supposition(&ended, work)?;
                let outer = open.last_mut().map_or(&mut *board, |outer| &mut outer.board);
                conclusions.into_iter().for_each(|(cell, values)| remove(outer, cell, values));
            }
        }
    }

    /// Checks a step that is not a supposition, and takes over what it shows.
    fn plain_step(&self, board: &mut Board, step: &Step, work: &mut Work<'_>) -> Result<(), Failure> {
        let mut known = self.premises(board, step)?;
        let rules = self.named(step)?;
        let conclusions = self.conclusions(step)?;
        match step.argument.as_str() {
            "contradiction" => {
                if self.follow(&mut known, &rules, work)? {
                    return Err(wrong(format!("{:?} can hold", step.rules)));
                }
                // Nothing is possible any more.
                board.values_mut().for_each(|values| *values = 0);
            }
            "rule" | "only-value" => {
                let holds = self.follow(&mut known, &rules, work)?;
                let is_left = |&&(cell, values): &&(Cell, Values)| holds && known[&cell] & values != 0;
                if let Some(&left) = conclusions.iter().find(is_left) {
                    return Err(self.wrong_conclusion(left, "is still possible"));
                }
            }
            "pattern" => self.pattern(board, &known, step, &rules, &conclusions, work)?,
            other => return Err(wrong(format!("there is no argument '{other}'"))),
        }
        conclusions.into_iter().for_each(|(cell, values)| remove(board, cell, values));
        Ok(())
    }

    /// The rules that a step names.
    fn named(&self, step: &Step) -> Result<Vec<&Rule>, Failure> {
        let rules = step.rules.iter().map(|name| self.rules.get(name));
        rules.collect::<Option<_>>().ok_or_else(|| wrong(format!("no such rule: {:?}", step.rules)))
    }

    /// What the premises of a step say and nothing else, if all of it is known.
    fn premises(&self, board: &Board, step: &Step) -> Result<Board, Failure> {
        let mut known = self.blank();
        for premise in &step.premises {
            let values = self.values(&premise.values)?;
            if self.cells(&premise.cells)?.iter().any(|cell| board[cell] & !values != 0) {
                return Err(wrong(format!("the premise {:?} is not known", premise.cells)));
            }
            self.keep(&mut known, premise)?;
        }
        Ok(known)
    }

    /// Each cell of a step's conclusions, with the values that it loses.
    fn conclusions(&self, step: &Step) -> Result<Vec<(Cell, Values)>, Failure> {
        let mut all = Vec::new();
        for shown in &step.conclusions {
            let removed = self.values(&shown.removed)?;
            all.extend(self.cells(&shown.cells)?.into_iter().map(|cell| (cell, removed)));
        }
        Ok(all)
    }

    fn wrong_conclusion(&self, ((row, column), values): (Cell, Values), why: &str) -> Failure {
        let names = self.names.iter().enumerate().filter(|(value, _)| values >> value & 1 == 1);
        let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        wrong(format!("r{}c{} = {} {why}", row + 1, column + 1, names.join(" or ")))
    }

    /// What a supposition shows, if its own steps end in a contradiction.
    fn supposition(&self, ended: &Supposition<'_>, work: &mut Work<'_>) -> Result<Vec<(Cell, Values)>, Failure> {
        let Supposition { step, known, board: inner, .. } = ended;
        let suppose = step.suppose.as_ref().ok_or_else(|| wrong("nothing is supposed"))?;
        let (cells, values) = (self.cells(&suppose.cells)?, self.values(&suppose.values)?);
        let (rules, conclusions) = (self.named(step)?, self.conclusions(step)?);
        if inner.values().all(|&values| values != 0) {
            return Err(wrong("the supposition does not end in a contradiction"));
        }
        let is_supposed = |board: &Board| cells.iter().all(|cell| board[cell] & !values == 0);
        // Each cell and value by itself: it breaks, or all that was supposed follows from it, which breaks.
        for (cell, value) in one_by_one(&conclusions) {
            work.spend(known.len())?;
            let mut other = known.clone();
            other.entry(cell).and_modify(|now| *now &= value);
            if !is_supposed(&other) && self.follow(&mut other, &rules, work)? && !is_supposed(&other) {
                return Err(self.wrong_conclusion((cell, value), "does not break by these rules"));
            }
        }
        Ok(conclusions)
    }

    /// Where water goes in the tanks that are among these rules.
    fn flow_in(&self, rules: &[&Rule]) -> Flow {
        let named = |rule: &&Rule| match rule {
            Rule::Level(cells) => cells.clone(),
            _ => Vec::new(),
        };
        rules.iter().flat_map(named).map(|cell| (cell, self.flow[&cell].clone())).collect()
    }

    /// Removes values that the rules do not allow, until nothing changes; whether anything is left.
    fn follow(&self, board: &mut Board, rules: &[&Rule], work: &mut Work<'_>) -> Result<bool, Stop> {
        let flow = self.flow_in(rules);
        work.spend(flow.values().map(BTreeSet::len).sum())?;
        loop {
            work.spend(board.len())?;
            let before = board.clone();
            for rule in rules {
                match rule.filter(board, &flow, work) {
                    Err(Stop::Contradiction) => return Ok(false),
                    other => other?,
                }
            }
            if !agree(&flow, board, work)? {
                return Ok(false);
            }
            if *board == before {
                return Ok(true);
            }
        }
    }
}

/// Cells that flood each other are wet or dry together; whether anything is left.
fn agree(flow: &Flow, board: &mut Board, work: &mut Work<'_>) -> Result<bool, Stop> {
    for (cell, floods) in flow {
        work.spend(floods.len())?;
        for other in floods.iter().filter(|other| flow[other].contains(cell)) {
            let both = board[cell] & board[other];
            board.insert(*cell, both);
            board.insert(*other, both);
        }
    }
    Ok(board.values().all(|&values| values != 0))
}

/// A cell loses some values.
fn remove(board: &mut Board, cell: Cell, values: Values) {
    board.entry(cell).and_modify(|now| *now &= !values);
}

/// Conclusions, one value at a time.
fn one_by_one(conclusions: &[(Cell, Values)]) -> impl Iterator<Item = (Cell, Values)> {
    let each = |&(cell, values): &(Cell, Values)| {
        (0..Values::BITS).map(|bit| 1 << bit).filter(move |value| values & value != 0).map(move |value| (cell, value))
    };
    conclusions.iter().flat_map(each)
}
