//! The rules that a step may name, and what each of them leaves of its cells.
//!
//! Most rules are of the kinds that certificates use as well (`kinds.rs`). In an Aquarium a step names lines and tanks by
//! themselves, and what a line leaves depends on the tanks that are named with it: for that every amount of water is
//! tried.

use std::collections::BTreeSet;

use super::{Board, Cell, Flow, Values};
use crate::kinds::{Kind, each};
use crate::limits::{Stop, Work};
use crate::sudoku::variant::Wants;

/// More ways to fill the cells of a line than this are not looked at.
const MOST_WAYS: usize = 1 << 12;

/// A rule of the puzzle.
pub(super) enum Rule {
    /// A rule of some kind, and its cells in order.
    Of(Kind, Vec<Cell>),
    /// This much water, in cells that force each other as the named tanks do.
    Water(Vec<Cell>, usize),
    /// The tank's level.
    Level(Vec<Cell>),
}

impl Rule {
    /// The cells of which no two may hold the same value, if the rule says so.
    pub(super) fn all_different(&self) -> Option<&[Cell]> {
        match self {
            Rule::Of(Kind::Different | Kind::Walk(Wants::UnlikeSum(_)), cells) => Some(cells),
            _ => None,
        }
    }

    /// Removes the values that occur in no way to satisfy the rule; a contradiction if there is no way at all.
    pub(super) fn filter(&self, board: &mut Board, flow: &Flow, work: &mut Work<'_>) -> Result<(), Stop> {
        let cells = match self {
            Rule::Of(kind, cells) => {
                let mut values: Vec<Values> = cells.iter().map(|cell| board[cell]).collect();
                kind.filter(&mut values, work)?;
                for (cell, values) in cells.iter().zip(values) {
                    board.entry(*cell).and_modify(|now| *now &= values);
                }
                return Ok(());
            }
            Rule::Water(cells, _) | Rule::Level(cells) => cells,
        };
        for cell in cells {
            for value in each(board[cell]).map(|bit| 1 << bit) {
                work.spend(board.len())?;
                let mut tried = board.clone();
                tried.insert(*cell, value);
                if !self.can_hold(&tried, flow, work)? {
                    super::remove(board, *cell, value);
                }
            }
        }
        if cells.iter().all(|cell| board[cell] != 0) { Ok(()) } else { Err(Stop::Contradiction) }
    }

    /// Whether a rule about water can hold with some choice from what each cell may be.
    fn can_hold(&self, board: &Board, flow: &Flow, work: &mut Work<'_>) -> Result<bool, Stop> {
        match self {
            Rule::Of(..) => Ok(true),
            Rule::Water(cells, clue) => can_count(cells, *clue, board, flow, work),
            Rule::Level(cells) => is_level(cells, board, flow, work),
        }
    }
}

/// Whether everything that certainly holds water floods only what may be wet.
fn is_level(cells: &[Cell], board: &Board, flow: &Flow, work: &mut Work<'_>) -> Result<bool, Stop> {
    let mut holds = true;
    for cell in cells.iter().filter(|cell| board[cell] == 0b10) {
        work.spend(flow[cell].len())?;
        holds &= flow[cell].iter().all(|to| board[to] & 0b10 != 0);
    }
    Ok(holds)
}

/// Whether water in one cell forces water in another.
fn floods(flow: &Flow, from: &Cell, to: &Cell) -> bool {
    flow.get(from).is_some_and(|floods| floods.contains(to))
}

/// Whether the cells of a line can hold this much water. Cells that force each other are filled together.
fn can_count(cells: &[Cell], clue: usize, board: &Board, flow: &Flow, work: &mut Work<'_>) -> Result<bool, Stop> {
    work.spend(cells.len() * cells.len())?;
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
        let amounts = amounts(group, board, flow, work)?;
        work.spend(sums.len() * amounts.len())?;
        sums = sums.iter().flat_map(|sum| amounts.iter().map(move |amount| sum + amount)).collect();
    }
    Ok(sums.contains(&clue))
}

/// All amounts of water that a group of cells can hold: cell by cell, every way to fill the cells so far.
fn amounts(group: &[Cell], board: &Board, flow: &Flow, work: &mut Work<'_>) -> Result<BTreeSet<usize>, Stop> {
    // The cells that are wet; those before `next` that are not are dry.
    let mut ways: Vec<BTreeSet<Cell>> = vec![BTreeSet::new()];
    for (next, cell) in group.iter().enumerate() {
        let mut longer = Vec::new();
        work.spend(ways.len() * (next + 1))?;
        if ways.len() > MOST_WAYS {
            return Err(Stop::Limit);
        }
        for wet in ways {
            let dry = group[..next].iter().filter(|other| !wet.contains(other));
            let stays_dry = !wet.iter().any(|other| floods(flow, other, cell));
            let floods_dry = dry.into_iter().any(|other| floods(flow, cell, other));
            if board[cell] & 0b10 != 0 && !floods_dry {
                let mut wetter = wet.clone();
                wetter.insert(*cell);
                longer.push(wetter);
            }
            if board[cell] & 0b01 != 0 && stays_dry {
                longer.push(wet);
            }
        }
        ways = longer;
    }
    Ok(ways.iter().map(BTreeSet::len).collect())
}
