//! Why something follows from one unit, where that is no pattern with a name of its own: small arguments one after the other, as a
//! player would find them. "In row 5, r5c1 and r5c5 can only hold 2 and 8. So r5c7 is 9."

use super::list;
use quandary_core::reason::explain::words::cells_of;
use quandary_core::reason::explain::{State, Step};
use quandary_core::reason::{Constraint, Model, Values, Var, each_value};

/// A reason with more parts than this helps nobody.
const MOST_PARTS: usize = 6;
/// The largest sets that are looked for, in few cells and in many.
const LARGEST_SETS: [usize; 2] = [4, 3];
/// More open cells than this are many.
const FEW_CELLS: usize = 9;

/// So many cells, and as many digits that they keep for themselves.
#[derive(Clone, PartialEq)]
struct Set {
    cells: Vec<Var>,
    digits: Values,
    /// Whether the cells have no other digits; otherwise the digits have no other cells.
    is_naked: bool,
}

/// The open cells of a unit with the digits that are left to them.
type Open = [(Var, Values)];

/// Why the conclusions follow from the unit; `None` where no short argument was found.
pub(super) fn reason(model: &Model, state: &State, unit: &dyn Constraint, side: usize, step: &Step) -> Option<String> {
    let open = unit.scope().iter().copied().filter(|&var| !state.is_written(var));
    let open: Vec<(Var, Values)> = open.map(|var| (var, state.get(var))).collect();
    // Only a unit with a cell for every digit says that a digit must be in it.
    let is_whole = unit.mutually_exclusive().len() == side;
    if unit.mutually_exclusive().len() != unit.scope().len() {
        return None;
    }
    let shows_all = |left: &Open| {
        let left_to = |var: Var| left.iter().find(|(open, _)| *open == var).map_or(0, |(_, digits)| *digits);
        step.conclusions.iter().all(|shown| left_to(shown.var) & shown.removed == 0)
    };
    let (mut left, mut sets) = (open.clone(), Vec::new());
    while !shows_all(&left) {
        let set = next(&left, is_whole)?;
        left = without(&left, &set);
        sets.push(set);
    }
    // What the others do not need is left out.
    let holds = |sets: &[Set]| {
        let mut left = open.clone();
        sets.iter().all(|set| {
            let is_there = is_set(&left, set);
            left = without(&left, set);
            is_there
        }) && shows_all(&left)
    };
    let mut index = 0;
    while index < sets.len() {
        let dropped = sets.remove(index);
        if !holds(&sets) {
            sets.insert(index, dropped);
            index += 1;
        }
    }
    let parts: Vec<String> = sets.iter().map(|set| told(model, set)).collect();
    (1..=MOST_PARTS).contains(&parts.len()).then(|| format!("In {}, {}", unit.name(), parts.join("; then ")))
}

/// The smallest set that removes something: cells with few digits before digits with few cells.
fn next(open: &Open, is_whole: bool) -> Option<Set> {
    let all = open.iter().fold(0, |all, (_, digits)| all | digits);
    (1..=LARGEST_SETS[usize::from(open.len() > FEW_CELLS)]).find_map(|size| {
        let cells: Vec<Var> = (0..open.len()).filter(|&at| open[at].1.count_ones() as usize <= size).collect();
        let naked = choices(&cells, size).into_iter().map(|chosen| Set {
            digits: chosen.iter().fold(0, |digits, &at| digits | open[at].1),
            cells: chosen.iter().map(|&at| open[at].0).collect(),
            is_naked: true,
        });
        let digits: Vec<usize> = each_value(if is_whole { all } else { 0 }).map(usize::from).collect();
        let hidden = choices(&digits, size).into_iter().map(|chosen| {
            let digits = chosen.iter().fold(0, |digits: Values, digit| digits | ((1 as Values) << digit));
            let cells = open.iter().filter(|(_, left)| left & digits != 0).map(|(var, _)| *var).collect();
            Set { cells, digits, is_naked: false }
        });
        let removes = |set: &Set| without(open, set) != *open;
        naked.chain(hidden).find(|set| set.cells.len() == size && is_set(open, set) && removes(set))
    })
}

/// Whether the cells of a set keep its digits for themselves.
fn is_set(open: &Open, set: &Set) -> bool {
    let inside = |var: &Var| set.cells.contains(var);
    set.digits.count_ones() as usize == set.cells.len()
        && match set.is_naked {
            true => open.iter().all(|(var, digits)| !inside(var) || digits & !set.digits == 0),
            false => open.iter().all(|(var, digits)| inside(var) || digits & set.digits == 0),
        }
}

/// What is left where the cells of a set have its digits.
fn without(open: &Open, set: &Set) -> Vec<(Var, Values)> {
    let left = |(var, digits): &(Var, Values)| {
        let kept = if set.cells.contains(var) { digits & set.digits } else { digits & !set.digits };
        (*var, kept)
    };
    open.iter().map(left).collect()
}

/// All choices of so many items.
fn choices(items: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, items) {
        (0, _) => vec![Vec::new()],
        (_, []) => Vec::new(),
        (_, [first, rest @ ..]) => {
            let with_first = choices(rest, size - 1).into_iter().map(|mut chosen| {
                chosen.insert(0, *first);
                chosen
            });
            with_first.chain(choices(rest, size)).collect()
        }
    }
}

/// A set in words.
fn told(model: &Model, set: &Set) -> String {
    let (cells, digits) = (cells_of(model, set.cells.iter().copied()), list(set.digits));
    match (set.cells.len(), set.is_naked) {
        (1, true) => format!("{cells} can only be {digits}"),
        (1, false) => format!("only {cells} can be {digits}"),
        (_, true) => format!("{cells} can only hold {digits}"),
        (_, false) => format!("{digits} fit only in {cells}"),
    }
}
