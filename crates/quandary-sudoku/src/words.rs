//! Steps in a Sudoku player's words: singles, pairs to quads, locked candidates.

use super::techniques::say::hidden_single;
use super::{Sudoku, formats};
use quandary_core::puzzle::value_names;
use quandary_core::reason::explain::words::{
    alternatives, capital, cells_of, conclusions, join, number, plain_words, premises, values, with_article,
};
use quandary_core::reason::explain::{Argument, Known, Part, Role, State, Step, Words};
use quandary_core::reason::{Model, Values, Var};

const NAKED: [&str; 5] = ["", "naked single", "naked pair", "naked triple", "naked quad"];
const HIDDEN: [&str; 5] = ["", "hidden single", "hidden pair", "hidden triple", "hidden quad"];

/// The names that steps may have on boards without patterns.
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

/// The names of suppositions where patterns have names.
pub(super) const FORCING_CHAINS: &[&str] = &[DYNAMIC, DYNAMIC_PLUS, NESTED];

/// What players call a supposition on a board whose patterns have names: singles only; with locked candidates, pairs or larger sets
/// along the way; with other chains along the way.
const DYNAMIC: &str = "dynamic forcing chain";
const DYNAMIC_PLUS: &str = "dynamic+ forcing chain";
const NESTED: &str = "nested forcing chain";

/// A step in words.
pub(super) fn narrate(puzzle: &Sudoku, model: &Model, state: &State, step: &Step) -> Words {
    let named = match &step.argument {
        Argument::OnlyValue => Some(only_value(puzzle, model, step)),
        Argument::Rule => subset(puzzle, model, state, step).or_else(|| written(puzzle, model, step)),
        Argument::Supposition { .. } => locked(puzzle, model, state, step),
        Argument::Contradiction => contradiction(puzzle, model, step),
        // A pattern brings its own sentence.
        Argument::Pattern(_) => None,
    };
    let words = named.unwrap_or_else(|| plain_words(&value_names(puzzle), model, step));
    match &step.argument {
        Argument::Supposition { suppose, .. } if model.patterns().is_some() => {
            forcing_chain(puzzle, model, step, suppose, words)
        }
        _ => words,
    }
}

/// A supposition by the name that players use where patterns have names: there it is a chain of singles, or of singles and more.
fn forcing_chain(puzzle: &Sudoku, model: &Model, step: &Step, suppose: &Known, words: Words) -> Words {
    if step.levels() < 2 {
        let is_plus = step.sub_steps.iter().any(Step::is_thought_through);
        return Words { name: Some(if is_plus { DYNAMIC_PLUS } else { DYNAMIC }), ..words };
    }
    let cell = cells_of(model, [suppose.var]);
    let digit = values(&value_names(puzzle), suppose.values);
    let chains = step.sub_steps.iter().filter(|sub_step| sub_step.levels() > 0).count();
    let within = match chains {
        1 => "a forcing chain of its own".to_owned(),
        _ => format!("{chains} forcing chains of their own"),
    };
    let (count, then) = (step.sub_steps.len(), conclusions(&value_names(puzzle), model, step));
    let sentence =
        format!("If {cell} were {digit}, a chain of {count} steps, with {within}, ends in a contradiction. So {then}.");
    Words::named(NESTED, sentence)
}

/// One digit is left for a cell.
fn only_value(puzzle: &Sudoku, model: &Model, step: &Step) -> Words {
    let then = conclusions(&value_names(puzzle), model, step);
    let units: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].name().to_owned()).collect();
    let found = step.conclusions.first().map(|shown| shown.var);
    let is_last = step.constraints.len() == 1 && step.premises.len() + 1 == puzzle.side();
    if is_last {
        let sentence = match found {
            Some(var) => format!("{} is the last empty cell of {}, so {then}.", cells_of(model, [var]), units[0]),
            None => format!("{}.", capital(&then)),
        };
        return Words::named("full house", sentence);
    }
    let earlier = step.premises.iter().any(|known| Some(known.var) == found);
    let contain = if units.len() == 1 { "contains" } else { "contain" };
    let units = join(&units);
    let sentence = match (step.constraints.is_empty(), earlier) {
        (false, false) => format!("{} already {contain} every other digit, so {then}.", capital(&units)),
        (false, true) => {
            let (cell, digit) = (cells_of(model, found), values(&value_names(puzzle), step.conclusions[0].left));
            format!("{cell} can only be {digit}: the other digits are in {units}, or were removed earlier.")
        }
        (true, _) => format!("Earlier steps removed every other digit, so {then}."),
    };
    Words::named("naked single", sentence)
}

/// As many cells as digits: they keep these digits for themselves.
fn subset(puzzle: &Sudoku, model: &Model, state: &State, step: &Step) -> Option<Words> {
    let [unit] = step.constraints[..] else { return None };
    let unit = &model.constraints()[unit];
    // A line or sign of a variant has its own sentence.
    if unit.mutually_exclusive().len() != unit.scope().len() {
        return None;
    }
    // Only a unit has a place for every digit; in a cage some may be missing.
    let is_whole = unit.scope().len() == puzzle.side();
    let open: Vec<Var> = unit.scope().iter().copied().filter(|&var| !state.is_written(var)).collect();
    // A cell that gets its digit here may have lost others before; that does not make it one of the cells around it.
    let is_entered = |var: &Var| step.conclusions.iter().any(|shown| shown.var == *var && shown.value().is_some());
    let is_around = |var: &Var| open.contains(var) && !is_entered(var);
    let together: Vec<Var> = step.premises.iter().map(|known| known.var).filter(is_around).collect();
    let are_together = step.premises.iter().filter(|known| together.contains(&known.var));
    let digits = are_together.fold(0, |digits, known| digits | known.values);
    let others: Vec<Var> = open.iter().copied().filter(|var| !together.contains(var)).collect();
    let hidden = others.iter().fold(0, |digits, &var| digits | state.get(var))
        & !together.iter().fold(0, |digits, &var| digits | state.get(var));
    // Inside a chain more may be known already, or several digits have no other place: what the step itself says counts.
    let around = step.premises.iter().fold(0, |digits, known| digits | known.values);
    let single = match (&step.conclusions[..], &others[..]) {
        ([shown], _)
            if is_whole && step.premises.len() + 1 == puzzle.side() && (shown.left & !around).count_ones() == 1 =>
        {
            Some((shown.var, shown.left & !around))
        }
        (shown, [only]) if is_whole && hidden.count_ones() == 1 && shown.iter().all(|shown| shown.var == *only) => {
            Some((*only, hidden))
        }
        _ => None,
    };
    let then = conclusions(&value_names(puzzle), model, step);
    if let Some((only, hidden)) = single {
        let needs = format!("{} needs {}", capital(unit.name()), with_article(&list(hidden)));
        let (blockers, is_all) = blockers(model, state, &together, hidden);
        let (count, cells) = (blockers.len() as u32, cells_of(model, blockers.iter().copied()));
        let then = format!("{} is {}", cells_of(model, [only]), list(hidden));
        let sentence = match together.is_empty() {
            true => format!("{needs}, and only one cell is empty, so {then}."),
            false => hidden_single(&needs, &list(hidden), &cells, count, is_all, &then),
        };
        let blocking = Part { role: Role::Blocker, vars: blockers, values: hidden };
        return Some(Words::named("hidden single", sentence).with_parts(vec![blocking]));
    }
    let is_hidden = (1..=4).contains(&others.len()) && hidden.count_ones() as usize == others.len();
    if is_whole && is_hidden && others.len() < together.len() {
        let places = cells_of(model, others.iter().copied());
        let sentence = format!(
            "In {}, {} fit only in {places}. These cells hold nothing else, so {then}.",
            unit.name(),
            list(hidden)
        );
        let corners = Part { role: Role::Corner, vars: others.clone(), values: hidden };
        return Some(Words::named(HIDDEN[others.len()], sentence).with_parts(vec![corners]));
    }
    let is_naked = (2..=4).contains(&together.len())
        && digits.count_ones() as usize == together.len()
        && step.conclusions.iter().all(|shown| shown.removed & !digits == 0);
    is_naked.then(|| {
        let places = cells_of(model, together.iter().copied());
        let bits = digits;
        let (unit, digits) = (unit.name(), list(digits));
        // The digit of one cell may leave only one to the next.
        let entered = step.conclusions.iter().filter(|shown| shown.value().is_some()).count();
        let so = if entered > 1 { "so, one after the other," } else { "so" };
        let sentence = format!(
            "In {unit}, {places} can only hold {digits}. These digits cannot be anywhere else in {unit}, {so} {then}."
        );
        let corners = Part { role: Role::Corner, vars: together.clone(), values: bits };
        Words::named(NAKED[together.len()], sentence).with_parts(vec![corners])
    })
}

/// Cells that hold digits: no other cell of the group has them.
fn written(puzzle: &Sudoku, model: &Model, step: &Step) -> Option<Words> {
    let [unit] = step.constraints[..] else { return None };
    let unit = &model.constraints()[unit];
    let digits = step.premises.iter().fold(0, |digits, known| digits | known.values);
    let is_group = unit.mutually_exclusive().len() == unit.scope().len();
    let are_written = !step.premises.is_empty() && step.premises.iter().all(|known| known.values.is_power_of_two());
    let are_struck = step.conclusions.iter().all(|shown| shown.removed & !digits == 0);
    (is_group && are_written && are_struck).then(|| {
        let names = value_names(puzzle);
        let (because, then) = (premises(&names, model, step), conclusions(&names, model, step));
        Words::plain(format!("In {}, {because}, so {then}.", unit.name()))
    })
}

/// Why a group cannot be filled: more cells than digits are left for them.
fn contradiction(puzzle: &Sudoku, model: &Model, step: &Step) -> Option<Words> {
    let [unit] = step.constraints[..] else { return None };
    let unit = &model.constraints()[unit];
    let digits = step.premises.iter().fold(0, |digits, known| digits | known.values);
    let (cells, count) = (step.premises.len(), digits.count_ones() as usize);
    if unit.mutually_exclusive().len() != unit.scope().len() || count >= cells {
        return None;
    }
    let name = unit.name();
    let missing = ((1 << puzzle.side()) - 1) & !digits;
    if cells == puzzle.side() && missing.count_ones() == 1 {
        return Some(Words::plain(format!("That is impossible: {name} has no cell left for {}.", list(missing))));
    }
    let places = cells_of(model, step.premises.iter().map(|known| known.var));
    let why = match (count, cells) {
        (0, _) => format!("no digit is left for a cell of {name}"),
        (1, 2) => format!("{places} would both be {}", list(digits)),
        (1, _) => format!("{places} would all be {}", list(digits)),
        (2, _) => format!("only {} are left for {} cells, {places}", list(digits), number(cells)),
        _ => format!("only the digits {} are left for {} cells, {places}", list(digits), number(cells)),
    };
    Some(Words::plain(format!("That is impossible: in {name}, {why}.")))
}

/// Written cells that keep a digit out of other cells, few of them, and whether they account for all of these.
fn blockers(model: &Model, state: &State, others: &[Var], digit: Values) -> (Vec<Var>, bool) {
    let holds = |var: &Var| state.is_written(*var) && state.get(*var) == digit;
    let sees = |holder: Var, other: Var| {
        let constraints = model.constraints().iter().map(|constraint| constraint.mutually_exclusive());
        constraints.into_iter().any(|scope| scope.contains(&holder) && scope.contains(&other))
    };
    let mut left: Vec<Var> = others.to_vec();
    let mut chosen = Vec::new();
    loop {
        let gain = |holder: &Var| left.iter().filter(|&&other| sees(*holder, other)).count();
        let best = (0..model.start().len()).filter(holds).map(|holder| (gain(&holder), holder)).max();
        match best {
            Some((1.., holder)) => {
                chosen.push(holder);
                left.retain(|&other| !sees(holder, other));
            }
            _ => return (chosen, left.is_empty()),
        }
    }
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
        let corners = Part { role: Role::Corner, vars: places.clone(), values: digit };
        let (inside, across, digit) = (inside.name(), across.name(), list(digit));
        let places = alternatives(&places.iter().map(|&var| cells_of(model, [var])).collect::<Vec<_>>());
        let struck = cells_of(model, step.conclusions.iter().map(|shown| shown.var));
        let sentence = format!(
            "In {inside}, {digit} can only go in {across} ({places}). So {digit} cannot be anywhere else in {across}: remove \
             it from {struck}."
        );
        Words::named("locked candidates", sentence).with_parts(vec![corners])
    })
}

/// Digits in a row: "3", "3 and 4".
fn list(digits: Values) -> String {
    let all: Vec<String> =
        (0..64).filter(|bit| digits >> bit & 1 == 1).map(|bit| formats::symbol(bit + 1).to_string()).collect();
    join(&all)
}
