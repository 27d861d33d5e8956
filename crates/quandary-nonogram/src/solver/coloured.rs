//! Coloured boards, in the same stages as black and white ones: lines, probing, branching, learning.
//!
//! What a cell may be is a set of contents, and a line is one set of cells for each content (`line`, `board`). Blocks of
//! different colours cannot be confused with each other, so coloured lines determine more, and still more boards than in
//! black and white are done after the first pass. The others are probed (`probing`), branched on (`super::search`) and
//! learned from (`learned`).

mod board;
mod count;
mod learned;
mod line;
mod probing;

pub(super) use self::board::Board;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::stages::{run, run_with};
    use super::*;
    use crate::line::Block;
    use crate::{LineName, Nonogram, model, runs};
    use quandary_core::grid::Grid;
    use quandary_core::puzzle::{Puzzle, Solution};
    use quandary_core::reason::{self, Strategy as How};
    use quandary_core::verdict::Ask;

    fn reference(puzzle: &Nonogram, ask: &Ask) -> quandary_core::verdict::Outcome {
        reason::solve(&model::model(puzzle), ask, How { shave: true }, super::super::decode(puzzle))
    }

    /// What branching says, what the learner says when branching may do nothing, and what the reference says.
    fn same_findings(puzzle: &Nonogram) {
        let ask = Ask::default();
        let expected = reference(puzzle, &ask);
        for share in [u64::MAX, 0] {
            let mut watch = ask.budget.start();
            let findings = run_with::<Board<u64>>(puzzle, &ask, &mut watch, share);
            assert!(findings.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()));
            assert_eq!(findings.found, expected.solution_count, "share {share}");
            match &findings.solutions[..] {
                [first, second] => assert_ne!(first, second),
                others => assert_eq!(others, expected.solutions),
            }
        }
    }

    /// Brute force: every way of drawing each row with its runs, and of those pictures the ones with the columns' runs.
    fn all_pictures(puzzle: &Nonogram) -> Vec<Solution> {
        let contents = u32::from(puzzle.colours()) + 1;
        let mut pictures: Vec<Vec<u8>> = vec![Vec::new()];
        for row in 0..puzzle.height() {
            let drawn = (0..contents.pow(puzzle.width() as u32)).map(|number| {
                (0..puzzle.width() as u32).map(|place| (number / contents.pow(place) % contents) as u8).collect()
            });
            let drawn: Vec<Vec<u8>> = drawn
                .filter(|drawn: &Vec<u8>| runs(drawn.iter().copied()) == puzzle.clue(LineName::Row(row)))
                .collect();
            let below = |above: &Vec<u8>| drawn.iter().map(|row| [&above[..], row].concat()).collect::<Vec<_>>();
            pictures = pictures.iter().flat_map(below).collect();
        }
        let solution =
            |values: &Vec<u8>| Grid::from_values(puzzle.height(), puzzle.width(), values.clone()).map(Solution::Grid);
        pictures.iter().filter_map(solution).filter(|picture| puzzle.verify(picture).is_ok()).collect()
    }

    fn same_solutions(puzzle: &Nonogram) {
        let mut expected = all_pictures(puzzle);
        let ask = Ask { solutions: 1 << 20, count: true, ..Ask::default() };
        let findings = run::<Board<u32>>(puzzle, &ask, &mut ask.budget.start());
        assert_eq!((findings.found, findings.ended), (expected.len() as u64, Ok(())));
        let mut found = findings.solutions;
        let key = |solution: &Solution| puzzle.solution_values(solution);
        expected.sort_by_key(key);
        found.sort_by_key(key);
        assert_eq!(found, expected);
        let ask = Ask { count: true, ..Ask::default() };
        let findings = run::<Board<u32>>(puzzle, &ask, &mut ask.budget.start());
        assert_eq!((findings.found, findings.ended), (expected.len() as u64, Ok(())));
    }

    fn any_picture(rows: usize, columns: usize, colours: u8) -> impl Strategy<Value = Nonogram> {
        prop::collection::vec(0..=colours, rows * columns)
            .prop_map(move |values| Nonogram::of_picture(&Grid::from_values(rows, columns, values).unwrap()).unwrap())
    }

    /// Any clues that fit into their lines; they seldom have a solution.
    fn any_clues(side: usize) -> impl Strategy<Value = Nonogram> {
        let block = (1usize..=2, 1u8..=2).prop_map(|(length, colour)| Block { length, colour });
        let lines = || prop::collection::vec(prop::collection::vec(block.clone(), 0..=2), side);
        (lines(), lines()).prop_filter_map("board", |(rows, columns)| {
            Nonogram::new(rows, columns).ok().filter(|puzzle| super::super::plain_conflict(puzzle).is_none())
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn coloured_boards_have_the_solutions_that_brute_force_finds(
            wide in any_picture(3, 5, 2), tall in any_picture(5, 3, 3),
        ) {
            same_solutions(&wide);
            same_solutions(&tall);
        }

        #[test]
        fn branching_learning_and_the_reference_agree(
            square in any_picture(8, 8, 2), wide in any_picture(6, 11, 4), sparse in any_picture(9, 9, 1),
        ) {
            same_findings(&square);
            same_findings(&wide);
            same_findings(&sparse);
        }

        #[test]
        fn coloured_clues_without_a_picture_are_found_out(puzzle in any_clues(4)) {
            same_findings(&puzzle);
            same_solutions(&puzzle);
        }
    }

    #[test]
    fn a_line_without_blocks_stays_empty_among_coloured_ones() {
        let picture = Grid::from_values(3, 4, vec![1, 1, 2, 2, 0, 0, 0, 0, 2, 2, 3, 3]).unwrap();
        let puzzle = Nonogram::of_picture(&picture).unwrap();
        let ask = Ask::default();
        let findings = run::<Board<u32>>(&puzzle, &ask, &mut ask.budget.start());
        assert_eq!((findings.solutions, findings.ended), (vec![Solution::Grid(picture)], Ok(())));
    }

    #[test]
    fn a_board_in_as_many_colours_as_there_are_is_solved() {
        let values: Vec<u8> = (0..64).map(|cell| 1 + (cell % 8 + cell / 8 * 5) as u8 % 32).collect();
        same_findings(&Nonogram::of_picture(&Grid::from_values(8, 8, values).unwrap()).unwrap());
    }
}
