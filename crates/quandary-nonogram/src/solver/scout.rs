//! Where suppositions lead on a large board: for explanations, which otherwise ask one line after the other.
//!
//! The values that break are found eight at a time, in the lanes of [`Lockstep`], on boards whose lines fit into a machine word; the
//! solutions by the solver.

use super::board::{Board, Spot};
use super::lanes::LANES;
use super::lockstep::Lockstep;
use super::search::Searchable;
use super::{LONGEST_WORD, plain_conflict, solve, stages};
use crate::line::word::Word;
use crate::{BLACK, Nonogram};
use quandary_core::puzzle::Solution;
use quandary_core::reason::Values;
use quandary_core::reason::explain::{Known, Lead, Scout};
use quandary_core::verdict::{Ask, Budget};

/// A board and its solver.
#[derive(Debug)]
pub(crate) struct BoardScout(pub(crate) Nonogram);

impl Scout for BoardScout {
    fn solutions(&self, budget: &Budget) -> Vec<Vec<u8>> {
        let outcome = solve(&self.0, &Ask { budget: budget.clone(), ..Ask::default() });
        outcome.solutions.iter().filter_map(Solution::grid).map(|grid| grid.values().to_vec()).collect()
    }

    fn solutions_with(&self, values: &[Values], budget: &Budget) -> Option<Vec<Vec<u8>>> {
        let board = &self.0;
        match board.height().max(board.width()) {
            _ if !self.is_fast() || plain_conflict(board).is_some() => None,
            ..=30 => solution_with::<u32>(board, values, budget),
            _ => solution_with::<u64>(board, values, budget),
        }
    }

    fn is_fast(&self) -> bool {
        let is_plain = self.0.colours() <= BLACK && !self.0.has_unknown();
        is_plain && self.0.height().max(self.0.width()) <= LONGEST_WORD
    }

    fn follow_up(
        &self,
        values: &[Values],
        open: &[Known],
        rounds: usize,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<Lead>> {
        match self.0.height().max(self.0.width()) {
            _ if !self.is_fast() => None,
            ..=30 => leads::<u32>(&self.0, values, open, rounds, goes_on),
            _ => leads::<u64>(&self.0, values, open, rounds, goes_on),
        }
    }
}

/// A black and white board with the cells that these values decide.
fn board_with<W: Word>(puzzle: &Nonogram, values: &[Values]) -> Board<W> {
    let mut board = Board::new(puzzle);
    for (var, &left) in values.iter().enumerate().filter(|(_, left)| left.is_power_of_two()) {
        board.set(spot(puzzle, Known { var, values: left }));
    }
    board
}

/// A cell and its content.
fn spot(puzzle: &Nonogram, known: Known) -> Spot {
    let (row, column) = (known.var / puzzle.width(), known.var % puzzle.width());
    Spot { row: row as u16, column: column as u16, filled: known.values == 1 << BLACK }
}

/// A solution with these values, where there is one.
fn solution_with<W: Word>(puzzle: &Nonogram, values: &[Values], budget: &Budget) -> Option<Vec<Vec<u8>>> {
    let ask = Ask { solutions: 1, budget: budget.clone(), ..Ask::default() };
    let share = Board::<W>::branching_share(puzzle);
    let findings = stages::run_on(board_with::<W>(puzzle, values), puzzle, &ask, &mut budget.start(), share);
    let solution = findings.solutions.first().and_then(Solution::grid).map(|grid| grid.values().to_vec());
    (solution.is_some() || findings.ended.is_ok()).then(|| solution.into_iter().collect())
}

/// Where some values of a black and white board lead.
fn leads<W: Word + Into<u128>>(
    puzzle: &Nonogram,
    values: &[Values],
    open: &[Known],
    rounds: usize,
    goes_on: &mut dyn FnMut(u64) -> bool,
) -> Option<Vec<Lead>> {
    let height = puzzle.height();
    let board = board_with::<W>(puzzle, values);
    let mut lockstep = Lockstep::new(&board);
    let mut leads = Vec::with_capacity(open.len());
    let mut settled = 0;
    for group in open.chunks(LANES) {
        if !goes_on(settled) {
            return None;
        }
        settled += lockstep.follow_up(&board, group.iter().map(|&known| spot(puzzle, known)), rounds);
        leads.extend((0..group.len()).map(|lane| {
            let is_cut_off = lockstep.is_cut_off(lane);
            let lane = lockstep.lane(lane);
            let (rows, columns): (u128, u128) = (lane.lines.rows.into(), lane.lines.columns.into());
            Lead { breaks: !lane.holds, is_cut_off, changes: lane.gain, touched: rows | columns << height }
        }));
    }
    Some(leads)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use quandary_core::grid::Grid;
    use quandary_core::reason::{Engine, Values};

    /// Whether the rules alone, with branching, find a solution.
    fn is_solved_with(model: &quandary_core::reason::Model, values: Vec<Values>) -> bool {
        let mut engine = Engine::new(model);
        let all = values.iter().enumerate();
        if all.into_iter().any(|(var, &left)| engine.decide(var, left).is_err()) {
            return false;
        }
        let state = engine.domains().all().to_vec();
        match state.iter().position(|left| !left.is_power_of_two()) {
            None => true,
            Some(var) => [1, 2].into_iter().any(|value| {
                let mut next = state.clone();
                next[var] = value;
                is_solved_with(model, next)
            }),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn values_lead_where_the_rules_lead(values in prop::collection::vec(0u8..=1, 14 * 13)) {
            let puzzle = Nonogram::of_picture(&Grid::from_values(14, 13, values.clone()).unwrap()).unwrap();
            let model = crate::model::model(&puzzle);
            let mut engine = Engine::new(&model);
            prop_assert!(engine.propagate().is_ok());
            let state = engine.domains().all().to_vec();
            let open = (0..state.len()).filter(|&var| !state[var].is_power_of_two());
            let open: Vec<Known> = open.flat_map(|var| [1, 2].map(|values| Known { var, values })).collect();
            let scout = BoardScout(puzzle);
            let all = scout.follow_up(&state, &open, usize::MAX, &mut |_| true).unwrap();
            let some = scout.follow_up(&state, &open, 1, &mut |_| true).unwrap();
            for ((&suppose, lead), early) in open.iter().zip(&all).zip(some) {
                let mark = engine.mark();
                let breaks = engine.decide(suppose.var, suppose.values).is_err();
                prop_assert_eq!(lead.breaks, breaks);
                prop_assert!(!lead.is_cut_off);
                if !breaks {
                    prop_assert_eq!(lead.changes, engine.mark() - mark);
                    let changed = engine.domains().trail()[mark..].iter().flat_map(|change| model.watchers(change.var));
                    prop_assert_eq!(lead.touched, changed.fold(0, |set, &constraint| set | 1 << constraint));
                }
                engine.undo_to(mark);
                // Fewer rounds find a part of it, and say so.
                prop_assert!(early.changes <= lead.changes || lead.breaks);
                prop_assert!(early.is_cut_off || (early.breaks, early.changes) == (lead.breaks, lead.changes) || early.breaks && lead.breaks);
            }
            let solutions = scout.solutions(&Budget::default());
            prop_assert!(solutions.len() == 2 || solutions == [values.clone()]);
            // Some cells of the picture, and one that is perhaps wrong.
            let mut some: Vec<Values> = values.iter().map(|&value| 1 << value).collect();
            some.iter_mut().enumerate().filter(|(var, _)| var % 3 != 0).for_each(|(_, left)| *left = 3);
            prop_assert_eq!(scout.solutions_with(&some, &Budget::default()).unwrap().len(), 1);
            some[1] = 3 & !(1 << values[1]);
            match scout.solutions_with(&some, &Budget::default()).unwrap().first() {
                Some(solution) => {
                    prop_assert!(solution.iter().zip(&some).all(|(&value, left)| left >> value & 1 == 1));
                    prop_assert!(model.satisfied(solution));
                    prop_assert!(solutions.len() == 2);
                }
                None => prop_assert!(!is_solved_with(&model, some)),
            }
        }
    }

    #[test]
    fn a_board_is_left_when_its_caller_says_so() {
        let puzzle = crate::tests::nonogram(&["#.", ".#"]);
        let open = [Known { var: 0, values: 1 }];
        assert_eq!(BoardScout(puzzle).follow_up(&[3 as Values; 4], &open, 1, &mut |_| false), None);
    }
}
