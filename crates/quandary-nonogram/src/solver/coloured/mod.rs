//! Coloured boards, in the same stages as black and white ones: lines, probing, branching, learning.
//!
//! What a cell may be is a set of contents, and a line is one set of cells for each content (`line`, `board`). Colours make
//! lines tell more, because blocks of different colours cannot be taken for each other, so still more boards than in black
//! and white are done after the first look. The others are probed and branched on (`search`) with a share of work that is
//! worth some milliseconds, and what is open then goes to the search that learns (`learned`).

mod board;
mod count;
mod learned;
mod line;
mod search;

use self::board::Board;
use self::learned::{CellVariables, LineRules};
use self::search::Search;
use super::super::Nonogram;
use super::count::MOST_OPEN;
use super::search::Halt;
use super::stages::{Findings, both, count};
use super::word::Word;
use quandary_core::puzzle::Solution;
use quandary_core::reason::learn::{Found, Learner, Literal};
use quandary_core::verdict::{Ask, Counters, Stopped, Watch};

/// Lines that branching may settle before the learner takes over.
const BRANCHING_SHARE: u64 = 60_000;

/// Solves a board whose clues fit into its lines.
pub(super) fn run<W: Word>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>) -> Findings {
    if !ask.count {
        return run_with::<W>(puzzle, ask, watch, BRANCHING_SHARE);
    }
    if ask.solutions <= 2 {
        let two = Ask { count: false, solutions: 2, budget: ask.budget.clone() };
        let findings = run_with::<W>(puzzle, &two, watch, BRANCHING_SHARE);
        if findings.found < 2 {
            return findings;
        }
        let mut board = Board::<W>::new(puzzle);
        if board.propagate() && board.open() <= MOST_OPEN {
            return count(board, ask, watch, findings);
        }
    }
    // Every single solution is met by branching; the learner has to be told of each before it can find another.
    run_with::<W>(puzzle, ask, watch, u64::MAX)
}

/// The same where branching may settle `share` lines.
fn run_with<W: Word>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>, share: u64) -> Findings {
    let mut search = Search::new(Board::<W>::new(puzzle), ask);
    let halted = search.run(watch, share);
    let counters = Counters { propagations: search.board.lines_settled, peak_bytes: search.bytes(), ..search.counters };
    let ended = match halted {
        Err(Halt::Slice) => return learn(ask, watch, search, counters),
        Err(Halt::Stopped(why)) => Err(why),
        Ok(()) => Ok(()),
    };
    Findings { solutions: search.solutions, found: search.found, ended, counters }
}

/// Goes on where branching left off.
fn learn<W: Word>(ask: &Ask, watch: &mut Watch<'_>, mut search: Search<'_, W>, counters: Counters) -> Findings {
    search.start_over();
    let Search { mut solutions, mut found, board, .. } = search;
    let cells = CellVariables::new(&board);
    let blocks = cells.blocks(&board);
    let settled_before = board.lines_settled;
    let mut learner = Learner::new(blocks.variables, LineRules::new(board, &cells));
    for clause in &cells.clauses() {
        learner.add_clause(clause);
    }
    for clause in &blocks.clauses {
        learner.add_clause(clause.literals());
    }
    learner.use_best_phase();
    for picture in solutions.iter().filter_map(Solution::grid) {
        let differs: Vec<Literal> = cells.literals(picture).iter().map(|&literal| !literal).collect();
        differs.iter().for_each(|&literal| learner.set_phase(!literal));
        learner.add_clause(&differs);
    }
    let ended = loop {
        match learner.search(watch) {
            Err(why) => break Err(why),
            Ok(Found::Nothing) => break Ok(()),
            Ok(Found::Model) => {
                solutions.push(cells.picture(learner.facts()));
                found += 1;
                if found >= ask.solution_limit() {
                    break Err(Stopped::Enough);
                }
                learner.block_model();
            }
        }
    };
    let counters = both(counters, &learner, learner.propagator().lines_settled() - settled_before);
    Findings { solutions, found, ended, counters }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::line::Block;
    use crate::{LineName, model, runs};
    use quandary_core::grid::Grid;
    use quandary_core::puzzle::Puzzle;
    use quandary_core::reason::{self, Strategy as How};

    fn reference(puzzle: &Nonogram, ask: &Ask) -> quandary_core::verdict::Outcome {
        reason::solve(&model::model(puzzle), ask, How { shave: true }, super::super::decode(puzzle))
    }

    /// What branching says, what the learner says when branching may do nothing, and what the reference says.
    fn same_findings(puzzle: &Nonogram) {
        let ask = Ask::default();
        let expected = reference(puzzle, &ask);
        for share in [u64::MAX, 0] {
            let mut watch = ask.budget.start();
            let findings = run_with::<u64>(puzzle, &ask, &mut watch, share);
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
        let findings = run::<u32>(puzzle, &ask, &mut ask.budget.start());
        assert_eq!((findings.found, findings.ended), (expected.len() as u64, Ok(())));
        let mut found = findings.solutions;
        let key = |solution: &Solution| puzzle.solution_values(solution);
        expected.sort_by_key(key);
        found.sort_by_key(key);
        assert_eq!(found, expected);
        let ask = Ask { count: true, ..Ask::default() };
        let findings = run::<u32>(puzzle, &ask, &mut ask.budget.start());
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
        let findings = run::<u32>(&puzzle, &ask, &mut ask.budget.start());
        assert_eq!((findings.solutions, findings.ended), (vec![Solution::Grid(picture)], Ok(())));
    }

    #[test]
    fn a_board_in_as_many_colours_as_there_are_is_solved() {
        let values: Vec<u8> = (0..64).map(|cell| 1 + (cell % 8 + cell / 8 * 5) as u8 % 32).collect();
        same_findings(&Nonogram::of_picture(&Grid::from_values(8, 8, values).unwrap()).unwrap());
    }
}
