//! The rules that a step may name, and whether one can hold with some choice from what each cell may be.
//!
//! Everything is decided by plain enumeration or the simplest complete method: a matching, a walk along a line, all
//! amounts of water. Speed does not matter here; being read and believed does.

use std::collections::{BTreeMap, BTreeSet};

use super::{Board, Cell, Flow, Values};
use crate::sudoku::variant::{Demand, Wants};

/// A rule of the puzzle.
pub(super) enum Rule {
    /// Every value once.
    EachOnce(Vec<Cell>),
    /// These runs of filled cells, in order: how long, and of which value.
    Runs(Vec<Cell>, Vec<(usize, Values)>),
    /// This much water, in cells that force each other as the named tanks do.
    Water(Vec<Cell>, usize),
    /// The tank's level.
    Level(Vec<Cell>),
    /// What a variant of Sudoku demands of some cells.
    Demand(Demand),
}

impl Rule {
    /// The cells that it is about.
    pub(super) fn cells(&self) -> &[Cell] {
        match self {
            Rule::EachOnce(cells) | Rule::Runs(cells, _) | Rule::Water(cells, _) | Rule::Level(cells) => cells,
            Rule::Demand(demand) => &demand.cells,
        }
    }

    /// The cells of which no two may hold the same value, if the rule says so.
    pub(super) fn all_different(&self) -> Option<&[Cell]> {
        match self {
            Rule::EachOnce(cells) | Rule::Demand(Demand { cells, wants: Wants::UnlikeSum(_), .. }) => Some(cells),
            _ => None,
        }
    }

    /// Whether the rule can hold with some choice from what each cell may be.
    pub(super) fn can_hold(&self, board: &Board, flow: &Flow) -> bool {
        match self {
            Rule::EachOnce(cells) => {
                let mut holder: BTreeMap<usize, Cell> = BTreeMap::new();
                cells.iter().all(|&cell| match_value(cell, board, &mut holder, &mut BTreeSet::new()))
            }
            Rule::Runs(cells, runs) => can_place(cells, runs, board),
            Rule::Level(cells) => is_level(cells, board, flow),
            Rule::Water(cells, clue) => can_count(cells, *clue, board, flow),
            Rule::Demand(demand) => can_be_met(demand, board),
        }
    }
}

/// Whether everything that certainly holds water floods only what may be wet.
fn is_level(cells: &[Cell], board: &Board, flow: &Flow) -> bool {
    cells.iter().filter(|cell| board[cell] == 0b10).all(|cell| flow[cell].iter().all(|to| board[to] & 0b10 != 0))
}

/// Whether water in one cell forces water in another.
fn floods(flow: &Flow, from: &Cell, to: &Cell) -> bool {
    flow.get(from).is_some_and(|floods| floods.contains(to))
}

/// Whether the cells of a line can hold this much water. Cells that force each other are filled together.
fn can_count(cells: &[Cell], clue: usize, board: &Board, flow: &Flow) -> bool {
    let linked = |a: &Cell, b: &Cell| floods(flow, a, b) || floods(flow, b, a);
    let mut groups: Vec<Vec<Cell>> = Vec::new();
    for cell in cells {
        let (mut joined, others): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group: &Vec<Cell>| group.iter().any(|other| linked(cell, other)));
        joined.push(vec![*cell]);
        groups = others;
        groups.push(joined.concat());
    }
    let mut sums = BTreeSet::from([0]);
    for group in &groups {
        let mut amounts = BTreeSet::new();
        fill(group, 0, &mut board.clone(), flow, &mut amounts);
        sums = sums.iter().flat_map(|sum| amounts.iter().map(move |amount| sum + amount)).collect();
    }
    sums.contains(&clue)
}

/// All amounts of water that a group of cells can hold.
fn fill(group: &[Cell], next: usize, board: &mut Board, flow: &Flow, amounts: &mut BTreeSet<usize>) {
    let Some(&cell) = group.get(next) else {
        amounts.insert(group.iter().filter(|cell| board[cell] == 0b10).count());
        return;
    };
    for value in [0b01, 0b10] {
        let before = board[&cell];
        if before & value != 0 {
            board.insert(cell, value);
            let decided = &group[..=next];
            let dry_under = |a: &Cell, b: &Cell| board[a] == 0b10 && floods(flow, a, b) && board[b] == 0b01;
            let holds = decided.iter().all(|other| !dry_under(&cell, other) && !dry_under(other, &cell));
            if holds {
                fill(group, next + 1, board, flow, amounts);
            }
            board.insert(cell, before);
        }
    }
}

/// Whether digits can be chosen for the cells of a demand. What matters of the digits chosen so far is their sum, the
/// last of them, and, where all have to differ, which they are; every such state is reached once.
fn can_be_met(demand: &Demand, board: &Board) -> bool {
    let choices = |cell: &Cell| {
        let values = board[cell];
        (0..64).filter(move |value| values >> value & 1 == 1).map(|value| value + 1)
    };
    let of_two = |[a, b]: [&Cell; 2]| choices(a).any(|x| choices(b).any(|y| demand.wants.hold(&[x, y])));
    // The number in a circle so far and the sum of the shaft, the last digit, and the digits that are taken.
    let mut states: BTreeSet<(usize, usize, usize, Values)> = BTreeSet::from([(0, 0, 0, 0)]);
    for (place, cell) in demand.cells.iter().enumerate() {
        let mut next = BTreeSet::new();
        for &(number, sum, last, taken) in &states {
            for digit in choices(cell) {
                match demand.wants {
                    Wants::UnlikeSum(_) if taken >> digit & 1 == 0 => {
                        next.insert((0, sum + digit, 0, taken | 1 << digit))
                    }
                    Wants::Growing if digit > last => next.insert((0, 0, digit, 0)),
                    Wants::NumberIsSum(places) if place < places => next.insert((10 * number + digit, 0, 0, 0)),
                    Wants::NumberIsSum(_) => next.insert((number, sum + digit, 0, 0)),
                    _ => false,
                };
            }
        }
        states = next;
    }
    match (&demand.wants, &demand.cells[..]) {
        (Wants::UnlikeSum(total), _) => states.iter().any(|state| state.1 == *total),
        (Wants::NumberIsSum(_), _) => states.iter().any(|state| state.0 == state.1),
        (Wants::Growing, _) => !states.is_empty(),
        (_, [a, b]) => of_two([a, b]),
        _ => false,
    }
}

/// Finds a value of its own for a cell, moving other cells to other values where that helps: an augmenting path.
fn match_value(cell: Cell, board: &Board, holder: &mut BTreeMap<usize, Cell>, tried: &mut BTreeSet<usize>) -> bool {
    for value in (0..64).filter(|value| board[&cell] >> value & 1 == 1) {
        if tried.insert(value) {
            let matched = holder.get(&value).copied();
            if matched.is_none_or(|other| match_value(other, board, holder, tried)) {
                holder.insert(value, cell);
                return true;
            }
        }
    }
    false
}

/// Whether runs can be placed in a line. `starts` are the places at which the next of the runs may start.
fn can_place(cells: &[Cell], runs: &[(usize, Values)], board: &Board) -> bool {
    let length = cells.len();
    let may_be = |place: usize, value: Values| board[&cells[place]] & value != 0;
    let mut starts = BTreeSet::from([0]);
    for index in 0..=runs.len() {
        // Empty cells before the next run.
        for place in 0..length {
            if starts.contains(&place) && may_be(place, 0b01) {
                starts.insert(place + 1);
            }
        }
        let Some(&(run, value)) = runs.get(index) else { break };
        // Runs of one colour keep an empty cell between them; others may touch.
        let keeps_off = runs.get(index + 1).is_some_and(|next| next.1 == value);
        let mut after = BTreeSet::new();
        for start in starts {
            let end = start + run;
            if end <= length && (start..end).all(|place| may_be(place, value)) {
                if !keeps_off {
                    after.insert(end);
                } else if end < length && may_be(end, 0b01) {
                    after.insert(end + 1);
                }
            }
        }
        starts = after;
    }
    starts.contains(&length)
}
