//! Steps in an Aquarium player's words: full and empty lines, level floods, what is too wide and what is needed.

use std::collections::BTreeMap;

use super::{Aquarium, counted};
use quandary_core::puzzle::{Cell, value_names};
use quandary_core::reason::explain::words::{
    capital, cells_of, conclusions, group_by, join, list_cells, plain_words, values,
};
use quandary_core::reason::explain::{Argument, State, Step, Words};
use quandary_core::reason::{Model, Values, Var};

const AIR: Values = 0b01;
const WATER: Values = 0b10;

/// A rule that is looked at costs less than this; one that has to be thought through, more.
const AT_A_GLANCE: u32 = 50;

/// Every name that a step may have, in teaching order.
pub(super) const TECHNIQUES: &[&str] = &[
    "empty line",
    "full line",
    "completed line",
    "level flood",
    "too wide",
    "indispensable",
    "fits one way",
    "subset-sum parity",
    "two-line combination",
    "supposition",
    "nested supposition",
];

/// What these are, for those who meet the name for the first time.
pub(super) const SUMMARIES: &[(&str, &str)] = &[
    ("empty line", "The clue of a row or column is 0: it has no water."),
    ("full line", "The clue of a row or column says that every cell of it is water."),
    ("completed line", "A row or column already has all of its water: the rest of it is air."),
    ("level flood", "Water in a tank is level: what is below it in the tank is water, and what is above air is air."),
    ("too wide", "A part of a tank is wider than the water that its row or column still needs: it stays dry."),
    ("indispensable", "Without a part of a tank, its row or column could not get enough water: it is full."),
    ("fits one way", "The parts of tanks in a row or column add up to its clue in only one way."),
    (
        "subset-sum parity",
        "The widths of the parts in a row add up to the clue only with, or only without, a certain part.",
    ),
    ("two-line combination", "Two clues together leave only one way for a tank."),
    (
        "supposition",
        "Assume water or air somewhere, and follow the rules until they break: so it is the other way round.",
    ),
    ("nested supposition", "An assumption whose chain needs assumptions of its own."),
];

/// A step in words.
pub(super) fn narrate(puzzle: &Aquarium, model: &Model, state: &State, step: &Step) -> Words {
    let ([rule], Argument::Rule) = (&step.constraints[..], &step.argument) else {
        return several(puzzle, model, step);
    };
    let rule = &model.constraints()[*rule];
    let Some((name, Some(clue), cells)) = puzzle.lines().find(|line| line.0 == rule.name()) else {
        return level(model, rule.scope(), step, &conclusions(&value_names(puzzle), model, step));
    };
    let then = in_line(model, step, &cells);
    let (name, clue) = (capital(&name), clue as usize);
    let cells_in_line = |var: usize| model.cells(var).iter().filter(|cell| cells.contains(cell)).count();
    // What is on the board counts, and not only what the step needs of it: the reader sees the whole line.
    let amount = |values: Values| -> usize {
        let is_needed = |var: usize| step.premises.iter().any(|known| known.var == var && known.values == values);
        let known = rule.scope().iter().filter(|&&var| state.get(var) == values || is_needed(var));
        known.map(|&var| cells_in_line(var)).sum()
    };
    let (wet, dry) = (amount(WATER), amount(AIR));
    let (room, missing) = (cells.len() - dry, clue.saturating_sub(wet));
    let all_air = step.conclusions.iter().all(|shown| shown.left == AIR);
    let all_water = step.conclusions.iter().all(|shown| shown.left == WATER);
    // The widths of what is open in this line, without what the step decides.
    let open = rule
        .scope()
        .iter()
        .filter(|&&var| !state.get(var).is_power_of_two() && step.conclusions.iter().all(|shown| shown.var != var));
    let step_of_rest = open.map(|&var| cells_in_line(var)).fold(0, greatest_common_divisor);
    let needs = format!("{name} needs {}", counted(clue, "water cell"));
    let more = if wet == 0 { needs.clone() } else { format!("{needs} and already has {wet}") };
    let tanks = decided(puzzle, model, step, &cells);
    let is_row = cells.iter().all(|cell| cell.row == cells[0].row);
    let widths: usize = step.conclusions.iter().map(|shown| cells_in_line(shown.var)).sum();
    match () {
        () if clue == 0 => Words::named("empty line", format!("The clue of {} is 0: {then}.", rule.name())),
        () if clue == cells.len() => {
            Words::named("full line", format!("{needs}, and it has exactly that many: {then}."))
        }
        () if all_air && missing == 0 => Words::named(
            "completed line",
            format!("{name} already has its {}, so {then}.", counted(clue, "water cell")),
        ),
        () if all_water && room == clue => Words::named(
            "completed line",
            format!("{needs}, and only {} can still be water: {then}.", counted(room, "cell")),
        ),
        () if step.cost >= AT_A_GLANCE && step_of_rest > 1 => {
            let sentence = format!(
                "{more}. The other open tanks fill {step_of_rest} cells at a time and cannot make up that number alone, so \
                 {then}."
            );
            Words::named("subset-sum parity", sentence)
        }
        () if step.cost >= AT_A_GLANCE || !(all_air || all_water) => Words::named(
            "fits one way",
            format!("{more}, and the tanks can make up that number in only one way: {then}."),
        ),
        () if all_air => {
            let is_too_wide = step.conclusions.iter().all(|shown| cells_in_line(shown.var) > missing);
            let sentence = match (is_row, step.conclusions.len()) {
                (true, _) if !is_too_wide => {
                    format!("{more}, and the tanks can make up that number in only one way: {then}.")
                }
                (true, 1) => format!(
                    "{more}, but {tanks} has {widths} cells in this row. Filling it would be too much, so {then}."
                ),
                (true, _) => {
                    format!("{more}. In this row {tanks} are each too wide for the cells still needed, so {then}.")
                }
                (false, _) => format!("{more}. Filling {tanks} that high would be too much, so {then}."),
            };
            Words::named("too wide", sentence)
        }
        () => {
            let left = room.saturating_sub(widths);
            let sentence = match (is_row, step.conclusions.len()) {
                (true, _) if left >= clue => {
                    format!("{more}. The other open tanks are too wide for that in this row, so {then}.")
                }
                (true, 1) => {
                    format!("{needs}. Without {tanks} ({}) {} left, so {then}.", counted(widths, "cell"), only(left))
                }
                _ => format!("{needs}. Without water here in {tanks} there are not enough cells left, so {then}."),
            };
            Words::named("indispensable", sentence)
        }
    }
}

/// Water fills the row below it; a part above air stays dry.
fn level(model: &Model, scope: &[Var], step: &Step, then: &str) -> Words {
    let first = |var: Option<&Var>| var.and_then(|&var| model.cells(var).first()).copied();
    let (Some(top), Some(bottom)) = (first(scope.first()), first(scope.last())) else {
        return Words::named("level flood", format!("{}.", capital(then)));
    };
    let (above, below) = (top.row + 1, bottom.row + 1);
    let is_wet = step.conclusions.iter().all(|shown| shown.left == WATER);
    let sentence = if is_wet {
        format!("The tank of {top} has water in row {above}, so row {below} below it is full too: {then}.")
    } else {
        format!("The tank of {bottom} has air in row {below}, so there is no water above it in row {above}: {then}.")
    };
    Words::named("level flood", sentence)
}

/// What a step shows in a line, and what it shows elsewhere because water is level.
fn in_line(model: &Model, step: &Step, line: &[Cell]) -> String {
    let facts = |is_in_line: bool| -> Vec<String> {
        let values = group_by(step.conclusions.iter().map(|shown| (shown.left, shown.var))).into_iter();
        let told = values.filter_map(|(left, vars)| {
            let cells = vars.iter().flat_map(|&var| model.cells(var)).copied();
            let cells: Vec<Cell> = cells.filter(|cell| line.contains(cell) == is_in_line).collect();
            let verb = if cells.len() == 1 { "is" } else { "are" };
            let value = if left == WATER { "water" } else { "air" };
            (!cells.is_empty()).then(|| format!("{} {verb} {value}", list_cells(cells)))
        });
        told.collect()
    };
    let (here, elsewhere) = (join(&facts(true)), join(&facts(false)));
    match elsewhere.is_empty() {
        true => here,
        false => format!("{here}. Water in a tank is level, so {elsewhere} too"),
    }
}

/// "only 3 are", "none is".
fn only(left: usize) -> String {
    match left {
        0 => "none is".to_owned(),
        1 => "only 1 is".to_owned(),
        _ => format!("only {left} are"),
    }
}

/// The tanks that a step decides in a line, each by its first cell there: "the tank of r3c2", "the tanks of r3c2 and r3c5".
/// Players see no numbers on tanks.
fn decided(puzzle: &Aquarium, model: &Model, step: &Step, line: &[Cell]) -> String {
    let cells = step.conclusions.iter().flat_map(|shown| model.cells(shown.var)).filter(|cell| line.contains(cell));
    let mut first: BTreeMap<u16, Cell> = BTreeMap::new();
    for &cell in cells {
        first.entry(puzzle.tanks[cell]).and_modify(|known| *known = cell.min(*known)).or_insert(cell);
    }
    let mut names: Vec<Cell> = first.into_values().collect();
    names.sort_unstable();
    let names: Vec<String> = names.iter().map(Cell::to_string).collect();
    format!("the {} of {}", if names.len() == 1 { "tank" } else { "tanks" }, join(&names))
}

/// A step by several rules: two lines that contradict each other, or a longer supposition.
fn several(puzzle: &Aquarium, model: &Model, step: &Step) -> Words {
    let &Argument::Supposition { suppose, levels: 1 } = &step.argument else {
        return plain_words(&value_names(puzzle), model, step);
    };
    let mut lines: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    lines.retain(|name| puzzle.lines().any(|line| line.0 == *name));
    lines.dedup();
    if lines.len() != 2 {
        return plain_words(&value_names(puzzle), model, step);
    }
    let supposed = format!("{} were {}", cells_of(model, [suppose.var]), values(&value_names(puzzle), suppose.values));
    let then = conclusions(&value_names(puzzle), model, step);
    let sentence = format!("{} could not both be completed if {supposed}, so {then}.", capital(&join(&lines)));
    Words::named("two-line combination", sentence)
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
