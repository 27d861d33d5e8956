//! Steps in an Aquarium player's words: full and empty lines, level floods, what is too wide and what is needed.

use super::Aquarium;
use crate::reason::explain::words::{capital, conclusions, plain_words};
use crate::reason::explain::{Argument, Step, Words};
use crate::reason::{Model, Values};

const AIR: Values = 0b01;
const WATER: Values = 0b10;

/// A rule that is looked at costs less than this; one that has to be thought through, more.
const AT_A_GLANCE: u32 = 50;

/// A step in words.
pub(super) fn narrate(puzzle: &Aquarium, model: &Model, step: &Step) -> Words {
    let ([rule], Argument::Rule) = (&step.constraints[..], &step.argument) else {
        return plain_words(puzzle, model, step);
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
    match () {
        () if clue == 0 => Words::named("empty line", format!("{says}: {then}.")),
        () if clue == cells.len() => Words::named("full line", format!("{says}, and that is all of it: {then}.")),
        () if all_air && missing == 0 => {
            Words::named("completed line", format!("{says}, and these are found: {then}."))
        }
        () if all_water && room == clue => {
            Words::named("completed line", format!("{says}, and only {room} can still be wet: {then}."))
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
