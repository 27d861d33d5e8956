//! Steps in a Sudoku player's words: singles, pairs to quads, locked candidates.

use super::{Sudoku, formats};
use quandary_core::puzzle::value_names;
use quandary_core::reason::explain::words::{capital, cells_of, conclusions, join, plain_words};
use quandary_core::reason::explain::{Argument, State, Step, Words};
use quandary_core::reason::{Model, Values, Var};

const NAKED: [&str; 5] = ["", "naked single", "naked pair", "naked triple", "naked quad"];
const HIDDEN: [&str; 5] = ["", "hidden single", "hidden pair", "hidden triple", "hidden quad"];

/// The names that a step without a pattern may have.
pub(super) const TECHNIQUES: &[&str] = &[
    "full house",
    "hidden single",
    "naked single",
    "locked candidates",
    "naked pair",
    "hidden pair",
    "naked triple",
    "hidden triple",
    "naked quad",
    "hidden quad",
    "supposition",
    "nested supposition",
];

/// A step in words.
pub(super) fn narrate(puzzle: &Sudoku, model: &Model, state: &State, step: &Step) -> Words {
    let named = match &step.argument {
        Argument::OnlyValue => Some(only_value(puzzle, model, step)),
        Argument::Rule => subset(puzzle, model, state, step),
        Argument::Supposition { .. } => locked(puzzle, model, state, step),
        // A pattern tells itself.
        Argument::Pattern(_) | Argument::Contradiction => None,
    };
    named.unwrap_or_else(|| plain_words(&value_names(puzzle), model, step))
}

/// One digit is left for a cell.
fn only_value(puzzle: &Sudoku, model: &Model, step: &Step) -> Words {
    let then = conclusions(&value_names(puzzle), model, step);
    let units: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    let is_last = step.constraints.len() == 1 && step.premises.len() + 1 == puzzle.side();
    if is_last {
        return Words::named("full house", format!("{}: it is the last open cell of {}.", capital(&then), units[0]));
    }
    let found = step.conclusions.first().map(|shown| shown.var);
    let earlier = step.premises.iter().any(|known| Some(known.var) == found);
    let rest = match (units.is_empty(), earlier) {
        (false, false) => format!("every other digit stands in {}", join(&units)),
        (false, true) => format!("every other digit stands in {}, or was ruled out before", join(&units)),
        (true, _) => "every other digit was ruled out before".to_owned(),
    };
    Words::named("naked single", format!("{}: {rest}.", capital(&then)))
}

/// As many cells as digits: they keep these digits for themselves.
fn subset(puzzle: &Sudoku, model: &Model, state: &State, step: &Step) -> Option<Words> {
    let [unit] = step.constraints[..] else { return None };
    let unit = &model.constraints()[unit];
    // Only a unit has a place for every digit; a cage or a line of a variant speaks for itself.
    if unit.mutually_exclusive().len() != puzzle.side() {
        return None;
    }
    let open: Vec<Var> = unit.scope().iter().copied().filter(|&var| !state.is_written(var)).collect();
    // A cell that gets its digit here may have lost others before; that does not make it one of the cells around it.
    let is_entered = |var: &Var| step.conclusions.iter().any(|shown| shown.var == *var && shown.value().is_some());
    let is_around = |var: &Var| open.contains(var) && !is_entered(var);
    let together: Vec<Var> = step.premises.iter().map(|known| known.var).filter(is_around).collect();
    let digits = step.premises.iter().fold(0, |digits, known| digits | known.values);
    let others: Vec<Var> = open.iter().copied().filter(|var| !together.contains(var)).collect();
    let hidden = others.iter().fold(0, |digits, &var| digits | state.get(var))
        & !together.iter().fold(0, |digits, &var| digits | state.get(var));
    let then = conclusions(&value_names(puzzle), model, step);
    if let ([only], 1) = (&others[..], hidden.count_ones()) {
        let sentence = format!("In {} the {} can only go to {}.", unit.name(), list(hidden), cells_of(model, [*only]));
        return Some(Words::named("hidden single", sentence));
    }
    if (1..=4).contains(&others.len()) && others.len() < together.len() && hidden.count_ones() as usize == others.len()
    {
        let places = cells_of(model, others.iter().copied());
        let sentence = format!("In {} {} have room only in {places}; so {then}.", unit.name(), list(hidden));
        return Some(Words::named(HIDDEN[others.len()], sentence));
    }
    let is_naked = (2..=4).contains(&together.len())
        && together.len() == step.premises.len()
        && digits.count_ones() as usize == together.len();
    is_naked.then(|| {
        let places = cells_of(model, together.iter().copied());
        let sentence = format!("{places} share {} among them; so in {} {then}.", list(digits), unit.name());
        Words::named(NAKED[together.len()], sentence)
    })
}

/// A digit that has room in one unit only where another unit crosses it.
fn locked(puzzle: &Sudoku, model: &Model, state: &State, step: &Step) -> Option<Words> {
    let [first, second] = step.constraints[..] else { return None };
    let broken = step.sub_steps.last()?.constraints[0];
    let other = if broken == first { second } else { first };
    let (inside, across) = (&model.constraints()[broken], &model.constraints()[other]);
    let digit = step.conclusions.first()?.removed;
    let places: Vec<Var> = inside.scope().iter().copied().filter(|&var| state.get(var) & digit != 0).collect();
    let is_locked = digit.is_power_of_two()
        && inside.mutually_exclusive().len() == puzzle.side()
        && !across.mutually_exclusive().is_empty()
        && places.iter().all(|var| across.scope().contains(var))
        && step.conclusions.iter().all(|shown| {
            shown.removed == digit && across.scope().contains(&shown.var) && !inside.scope().contains(&shown.var)
        });
    is_locked.then(|| {
        let sentence = format!(
            "In {} the {} must stand in {} ({}); so in {} {}.",
            inside.name(),
            list(digit),
            across.name(),
            cells_of(model, places.iter().copied()),
            across.name(),
            conclusions(&value_names(puzzle), model, step)
        );
        Words::named("locked candidates", sentence)
    })
}

/// Digits in a row: "3", "3 and 4".
fn list(digits: Values) -> String {
    let all: Vec<String> =
        (0..64).filter(|bit| digits >> bit & 1 == 1).map(|bit| formats::symbol(bit + 1).to_string()).collect();
    join(&all)
}
