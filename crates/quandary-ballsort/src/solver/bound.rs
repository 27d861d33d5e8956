//! Why no plan is shorter: the lower bound of a board, part by part.
//!
//! What the search prunes with, in parts that can be explained: everything must move once, less what may stay where it is,
//! and on every cycle of colours that wait for each other something moves twice.
//!
//! ```text
//!   | b | | a | |   |      ball rule: 4 balls, of which the two at the bottom may stay; so 2 moves.
//!   | a | | b | |   |      But a waits for b and b for a: one cycle, so 3 moves.
//!
//!   | b | | a | |   |      water rule: 4 runs, of which the two at the bottom may stay; so 2 pours.
//!   | a | | b | |   |
//! ```
//!
//! The proofs are with [`super::super::model::Space::pours_needed`], [`super::super::model::Space::moves_needed`] and in
//! the module `tangle`.

use super::super::contents::Contents;
use super::super::model::Space;
use super::super::{BallSort, Goal, Rule};
use super::moves::Moves;
use super::tangle::{cycles, tangle};
use quandary_core::search::StateSpace;

/// The lower bound of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bound {
    /// What there is to sort: balls by the ball rule, runs of one colour by the water rule.
    pub all: u32,
    /// What may stay where it is: the longest run at a bottom of each colour, or one run for each colour that has one
    /// at a bottom (as many as the bottles that the colour fills).
    pub staying: u32,
    /// Additional moves because of colours that wait for each other; always 0 by the water rule.
    pub tangled: u32,
    /// Cycles of colours, each waiting for the next, with no colour in two of them: each costs a move, so there are at
    /// most `tangled` of them. Colours are numbered as on the board.
    pub cycles: Vec<Vec<u8>>,
}

impl Bound {
    /// No plan has fewer moves.
    pub(crate) fn moves(&self) -> u32 {
        self.all - self.staying + self.tangled
    }
}

/// The lower bound of a board, for the rule in force. Of hidden balls nothing is known, so nothing is claimed there.
pub(crate) fn bound(puzzle: &BallSort) -> Bound {
    if puzzle.hidden() > 0 {
        return Bound { all: 0, staying: 0, tangled: 0, cycles: Vec::new() };
    }
    let contents = Contents::of(puzzle);
    let mut moves = Moves::<u32>::new(&contents, puzzle.rule);
    let row = moves.start();
    let balls = puzzle.bottles.iter();
    let all = match puzzle.rule {
        Rule::Ball => balls.map(Vec::len).sum::<usize>(),
        Rule::Water => balls.map(|bottle| bottle.chunk_by(|a, b| a == b).count()).sum(),
    } as u32;
    if puzzle.goal == Goal::Uniform || puzzle.is_mixed() {
        let space = Space::tidy(puzzle);
        return Bound { all, staying: all - space.distance(&space.start()), tangled: 0, cycles: Vec::new() };
    }
    let staying = all - moves.quick_bound(&row);
    if puzzle.rule == Rule::Water {
        return Bound { all, staying, tangled: 0, cycles: Vec::new() };
    }
    let number = |colour: usize| contents.numbers[colour];
    let cycles = cycles(&contents, &row).into_iter().map(|cycle| cycle.into_iter().map(number).collect());
    Bound { all, staying, tangled: tangle(&contents, &row), cycles: cycles.collect() }
}

#[cfg(test)]
mod tests {
    use super::super::super::tests::{any_board, board};
    use super::*;
    use quandary_core::puzzle::Puzzle;
    use quandary_core::verdict::Ask;

    #[test]
    fn the_board_at_the_top_of_this_file_needs_three_moves_or_two_pours() {
        let ball = bound(&board(2, Rule::Ball, "12 21 -"));
        assert_eq!((ball.all, ball.staying, ball.tangled, ball.moves()), (4, 2, 1, 3));
        let mut cycle = ball.cycles[0].clone();
        cycle.sort_unstable();
        assert_eq!(cycle, [1, 2]);
        assert_eq!(bound(&board(2, Rule::Water, "12 21 -")).moves(), 2);
    }

    proptest::proptest! {
        #[test]
        fn it_never_says_more_than_the_shortest_plan_has(puzzle in any_board()) {
            let bound = bound(&puzzle);
            proptest::prop_assert!(bound.cycles.len() as u32 <= bound.tangled);
            if let Some(solution) = puzzle.solve(&Ask::default()).solutions.first() {
                proptest::prop_assert!(bound.moves() <= solution.plan().unwrap().moves.len() as u32);
            }
        }
    }
}
