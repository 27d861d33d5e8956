//! Steps in an Aquarium player's words: full and empty lines, level floods, what is too wide and what is needed.

use super::Aquarium;
use crate::reason::explain::words::{capital, cells_of, conclusions, join, plain_words, values};
use crate::reason::explain::{Argument, State, Step, Words};
use crate::reason::{Model, Values};

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

/// A step in words.
pub(super) fn narrate(puzzle: &Aquarium, model: &Model, state: &State, step: &Step) -> Words {
    let ([rule], Argument::Rule) = (&step.constraints[..], &step.argument) else {
        return several(puzzle, model, step);
    };
    let rule = &model.constraints()[*rule];
    let (says, then) = (capital(&rule.statement()), conclusions(puzzle, model, step));
    let Some(line) = puzzle.lines().find(|line| line.0 == rule.name()) else {
        let is_wet = step.conclusions.iter().all(|shown| shown.left == WATER);
        let sentence = if is_wet { format!("{says}: {then}.") } else { format!("{says}, and that is dry: {then}.") };
        return Words::named("level flood", sentence);
    };
    let (clue, cells) = (line.1.unwrap_or(0) as usize, line.2);
    let cells_in_line = |var: usize| model.cells(var).iter().filter(|cell| cells.contains(cell)).count();
    let counted = |values: Values| -> usize {
        step.premises.iter().filter(|known| known.values == values).map(|known| cells_in_line(known.var)).sum()
    };
    let (wet, dry) = (counted(WATER), counted(AIR));
    let (room, missing) = (cells.len() - dry, clue.saturating_sub(wet));
    let all_air = step.conclusions.iter().all(|shown| shown.left == AIR);
    let all_water = step.conclusions.iter().all(|shown| shown.left == WATER);
    // The widths of what is open in this line, without what the step decides.
    let open = rule
        .scope()
        .iter()
        .filter(|&&var| !state.get(var).is_power_of_two() && step.conclusions.iter().all(|shown| shown.var != var));
    let step_of_rest = open.map(|&var| cells_in_line(var)).fold(0, greatest_common_divisor);
    match () {
        () if clue == 0 => Words::named("empty line", format!("{says}: {then}.")),
        () if clue == cells.len() => Words::named("full line", format!("{says}, and that is all of it: {then}.")),
        () if all_air && missing == 0 => {
            Words::named("completed line", format!("{says}, and these are found: {then}."))
        }
        () if all_water && room == clue => {
            Words::named("completed line", format!("{says}, and only {room} can still be wet: {then}."))
        }
        () if step.cost >= AT_A_GLANCE && step_of_rest > 1 => {
            let sentence = format!(
                "{says}; the other open parts come {step_of_rest} cells at a time, so the rest has to come from here: {then}."
            );
            Words::named("subset-sum parity", sentence)
        }
        () if step.cost >= AT_A_GLANCE || !(all_air || all_water) => {
            Words::named("fits one way", format!("{says}, and the tanks can make that up in one way only: {then}."))
        }
        () if all_air => {
            let sentence = format!("{says}; only {missing} more may be wet, which is too few for this: {then}.");
            Words::named("too wide", sentence)
        }
        () => Words::named("indispensable", format!("{says}; without this there is not enough room: {then}.")),
    }
}

/// A step by several rules: two lines that do not go together, or a longer supposition.
fn several(puzzle: &Aquarium, model: &Model, step: &Step) -> Words {
    let &Argument::Supposition { suppose, levels: 1 } = &step.argument else {
        return plain_words(puzzle, model, step);
    };
    let mut lines: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    lines.retain(|name| puzzle.lines().any(|line| line.0 == *name));
    lines.dedup();
    if lines.len() != 2 {
        return plain_words(puzzle, model, step);
    }
    let supposed = format!("{} were {}", cells_of(model, [suppose.var]), values(puzzle, suppose.values));
    let then = conclusions(puzzle, model, step);
    let sentence = format!("{} cannot both hold if {supposed}; so {then}.", capital(&join(&lines)));
    Words::named("two-line combination", sentence)
}

fn greatest_common_divisor(a: usize, b: usize) -> usize {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
