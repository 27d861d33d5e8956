//! What a picture of a step colours, and the board at that moment.
//!
//! Tints guide the reader's eyes through a step: the lines whose rules are used, the cells that have to be known, the cells
//! that something follows for. They are the same for every family: a rule called "row 3" or
//! "column 5" colours that line (and its clue), any other rule its cells.

use serde::Serialize;

use crate::grid::Cell;
use crate::puzzle::Puzzle;
use crate::reason::explain::{Argument, Entry, Node, Part, Role, State, Step, each};
use crate::reason::{Model, Values};
use crate::scene::{self, Mark, Paint, Scene, Tint};

/// The cells and lines that a picture colours.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tints {
    /// Cells that have to be known.
    pub premises: Vec<Cell>,
    /// Cells that something follows for.
    pub conclusions: Vec<Cell>,
    /// Cells of which something is supposed.
    pub supposed: Vec<Cell>,
    /// Cells that are wrong.
    pub wrong: Vec<Cell>,
    /// Cells with a role of their own: the corners of a pattern, its fins, what blocks other cells.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<RoleCells>,
    /// The lines and regions whose rules are used.
    pub lines: Vec<Area>,
}

/// Cells with a role in a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoleCells {
    /// The role.
    pub role: Role,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// The cells of the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Area {
    /// The rule's name.
    pub name: String,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// The id of its clue in a picture (`row1`, `column1`), where it is a line.
    pub clue: Option<String>,
}

impl Tints {
    /// What a step colours.
    pub fn of(model: &Model, step: &Step) -> Self {
        let cells = |vars: &mut dyn Iterator<Item = usize>| -> Vec<Cell> {
            let mut cells: Vec<Cell> = vars.flat_map(|var| model.cells(var)).copied().collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        };
        let supposed = match step.argument {
            Argument::Supposition { suppose, .. } => cells(&mut std::iter::once(suppose.var)),
            _ => Vec::new(),
        };
        Tints {
            premises: cells(&mut step.premises.iter().map(|known| known.var)),
            conclusions: cells(&mut step.conclusions.iter().map(|shown| shown.var)),
            supposed,
            ..Tints::of_rules(model, &step.constraints)
        }
    }

    /// The same with the parts that cells play.
    #[must_use]
    pub fn with_parts(self, model: &Model, parts: &[Part]) -> Self {
        let cells = |part: &Part| part.vars.iter().flat_map(|&var| model.cells(var)).copied().collect();
        let roles = parts.iter().map(|part| RoleCells { role: part.role, cells: cells(part) }).collect();
        Tints { roles, ..self }
    }

    /// The lines of some rules.
    pub fn of_rules(model: &Model, constraints: &[usize]) -> Self {
        Tints { lines: constraints.iter().map(|&constraint| area(model, constraint)).collect(), ..Tints::default() }
    }

    /// Colours a scene. A cell with several roles shows the one that matters most.
    pub fn apply(&self, scene: &mut Scene) {
        let (rows, columns) = (scene.cells.rows(), scene.cells.columns());
        let mut paint = |cells: &[Cell], tint: Tint| {
            for &cell in cells.iter().filter(|cell| cell.row < rows && cell.column < columns) {
                scene.cells[cell].tint = scene.cells[cell].tint.max(tint);
            }
        };
        for line in &self.lines {
            paint(&line.cells, Tint::Line);
        }
        paint(&self.premises, Tint::Premise);
        for part in &self.roles {
            paint(&part.cells, tint_of(part.role));
        }
        paint(&self.conclusions, Tint::Conclusion);
        paint(&self.supposed, Tint::Supposed);
        paint(&self.wrong, Tint::Wrong);
        scene.tinted_clues = self.lines.iter().filter_map(|line| line.clue.clone()).collect();
    }
}

fn tint_of(role: Role) -> Tint {
    match role {
        Role::Blocker => Tint::Blocker,
        Role::Corner => Tint::Corner,
        Role::Fin => Tint::Fin,
    }
}

/// The cells of a rule, and its clue.
pub(super) fn area(model: &Model, constraint: usize) -> Area {
    let rule = &model.constraints()[constraint];
    let place = |kind: &str| rule.name().strip_prefix(kind)?.trim().parse::<usize>().ok();
    let (row, column) = (place("row "), place("column "));
    // A variable may stand for cells outside the line of a rule.
    let is_in = |cell: &&Cell| match (row, column) {
        (Some(row), _) => cell.row + 1 == row,
        (_, Some(column)) => cell.column + 1 == column,
        _ => true,
    };
    let mut cells: Vec<Cell> = rule.scope().iter().flat_map(|&var| model.cells(var)).filter(is_in).copied().collect();
    cells.sort_unstable();
    cells.dedup();
    Area { name: rule.name().to_owned(), cells, clue: clue_of(model, constraint) }
}

/// The id in a picture of the clue that a rule is about: `row3`.
pub fn clue_of(model: &Model, constraint: usize) -> Option<String> {
    let name = model.constraints()[constraint].name();
    let (kind, number) = name.split_once(' ')?;
    let is_line = matches!(kind, "row" | "column") && number.parse::<usize>().is_ok();
    is_line.then(|| format!("{kind}{number}"))
}

/// A step in a picture: the board before it, its parts tinted, and what follows drawn in: a value that is found is
/// written, one that is removed is crossed out among the marks. A chain is drawn from mark to mark.
pub fn picture_of(puzzle: &dyn Puzzle, model: &Model, state: &State, step: &Step) -> Scene {
    let mut scene = scene_of(puzzle, model, state, &Tints::default());
    let any = model.start().iter().fold(0, |any, values| any | values);
    // Where values are found and none is only removed, the marks elsewhere say nothing.
    if !step.conclusions.is_empty() && step.conclusions.iter().all(|shown| shown.value().is_some()) {
        let seen: Vec<Cell> = step.premises.iter().flat_map(|known| model.cells(known.var)).copied().collect();
        for cell in model.start().iter().enumerate().flat_map(|(var, _)| model.cells(var)) {
            if !seen.contains(cell) {
                scene.cells[*cell].marks.clear();
            }
        }
    }
    for shown in &step.conclusions {
        for &cell in model.cells(shown.var) {
            if let Some(value) = shown.value() {
                scene.cells[cell] = puzzle.shown_value(value);
            } else if any.count_ones() > 2 {
                let before = state.get(shown.var);
                scene.cells[cell].marks = marks(puzzle, any, before, shown.removed);
            }
        }
    }
    if let Some(pattern) = step.pattern() {
        let ends = |node: &Node| -> Vec<(Cell, u8)> {
            let cells = node.vars.iter().flat_map(|&var| model.cells(var));
            let places: Vec<u8> = each(any)
                .iter()
                .enumerate()
                .filter(|(_, value)| node.values & **value != 0)
                .map(|(at, _)| at as u8)
                .collect();
            cells.flat_map(|&cell| places.iter().map(move |&place| (cell, place))).collect()
        };
        let links = pattern.links.iter();
        scene.links = links
            .map(|link| scene::Link { from: ends(&link.from), to: ends(&link.to), is_strong: link.is_strong })
            .collect();
    }
    let parts = puzzle.narrate(model, state, step).parts;
    for part in &parts {
        let cells = part.vars.iter().flat_map(|&var| model.cells(var));
        for &cell in cells {
            for mark in &mut scene.cells[cell].marks {
                mark.is_key |= each(any).get(usize::from(mark.place)).is_some_and(|value| part.values & value != 0);
            }
        }
    }
    Tints::of(model, step).with_parts(model, &parts).apply(&mut scene);
    scene
}

/// The marks of an open cell, each value at its place among all.
fn marks(puzzle: &dyn Puzzle, any: Values, left: Values, struck: Values) -> Vec<Mark> {
    let places = each(any).into_iter().enumerate().filter(|(_, value)| left & value != 0);
    let mark = |(place, value): (usize, Values)| Mark {
        text: mark_text(puzzle, value.trailing_zeros() as u8),
        place: place as u8,
        is_struck: struck & value != 0,
        is_key: false,
    };
    places.map(mark).collect()
}

/// What a value is called in a corner of a cell: what would be written in it, else a dot for nothing, else its name.
fn mark_text(puzzle: &dyn Puzzle, value: u8) -> String {
    let shown = puzzle.shown_value(value);
    match shown.paint {
        _ if !shown.text.is_empty() => shown.text,
        Paint::Empty => "·".to_owned(),
        _ => puzzle.value_name(value),
    }
}

/// The board in a state, with some cells and lines tinted. Where a cell may still have several values but not
/// all, those values are its pencil marks.
pub fn scene_of(puzzle: &dyn Puzzle, model: &Model, state: &State, tints: &Tints) -> Scene {
    let mut scene = puzzle.scene(None);
    let any = model.start().iter().fold(0, |any, values| any | values);
    let has_marks = any.count_ones() > 2;
    for (var, &left) in state.all().iter().enumerate() {
        let is_given = model.start()[var].is_power_of_two();
        for &cell in model.cells(var).iter().filter(|_| !is_given) {
            if state.is_written(var) {
                scene.cells[cell] = puzzle.shown_value(left.trailing_zeros() as u8);
            } else if has_marks && left != any {
                scene.cells[cell].marks = marks(puzzle, any, left, 0);
            }
        }
    }
    tints.apply(&mut scene);
    scene
}

/// The board with a player's entries as they are, right or wrong, with some cells and lines tinted.
pub fn scene_of_entries(puzzle: &dyn Puzzle, model: &Model, entries: &[Entry], tints: &Tints) -> Scene {
    let mut scene = puzzle.scene(None);
    let any = model.start().iter().fold(0, |any, values| any | values);
    for entry in entries.iter().filter(|entry| !model.start()[entry.var].is_power_of_two()) {
        if !entry.is_mark {
            scene.cells[entry.cell] = puzzle.shown_value(entry.values.trailing_zeros() as u8);
        } else if any.count_ones() > 2 {
            scene.cells[entry.cell].marks = marks(puzzle, any, entry.values, 0);
        }
    }
    tints.apply(&mut scene);
    scene
}
