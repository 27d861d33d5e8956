//! The stages of a solve, one after the other: lines, probing, branching; and where that takes too long, clause learning.
//!
//! Most boards are done after the first pass over their lines, and most of the others after probing. Branching is good at
//! pictures with a few doubtful corners, learning at boards whose lines depend on each other all over. Which is which is
//! not known in advance, so branching gets a share of work that takes a few milliseconds, and what is left then goes to
//! the learner, with everything that is known for certain by that time. Coloured boards go through the same stages.

use super::search::{Halt, Search, Searchable};
use crate::Nonogram;
use quandary_core::puzzle::Solution;
use quandary_core::reason::learn::{Facts, Found, Learner, Propagator};
use quandary_core::verdict::{Ask, CellLiteral, Counters, Stopped, Watch};

/// The result of a solve.
pub(super) struct Findings {
    pub(super) solutions: Vec<Solution>,
    pub(super) found: u64,
    pub(super) ended: Result<(), Stopped>,
    pub(super) counters: Counters,
    /// What branching has refuted, if that was wanted and it came to an end.
    pub(super) log: Vec<Vec<CellLiteral>>,
}

/// How many times as long branching may take where a proof is wanted: its log is one, and what the learner finds is proved again.
/// On boards that take longer than 10 ms this costs 15 % at most.
const SHARE_FOR_A_LOG: u64 = 2;

/// Solves a board whose clues fit into its lines. Where all solutions are listed, branching meets every single one; the
/// learner needs a clause against each before it can find another.
pub(super) fn run<B: Searchable>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>) -> Findings {
    let share = match ask {
        Ask { count: true, .. } => u64::MAX,
        Ask { log: true, .. } => SHARE_FOR_A_LOG * B::branching_share(puzzle),
        _ => B::branching_share(puzzle),
    };
    run_with::<B>(puzzle, ask, watch, share)
}

/// The same where branching may settle `share` lines.
pub(super) fn run_with<B: Searchable>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>, share: u64) -> Findings {
    run_on(B::new(puzzle), puzzle, ask, watch, share)
}

/// The same for a board on which some cells are decided: where one solution is asked for, it has them.
pub(super) fn run_on<B: Searchable>(
    board: B,
    puzzle: &Nonogram,
    ask: &Ask,
    watch: &mut Watch<'_>,
    share: u64,
) -> Findings {
    let mut search = Search::new(board, ask);
    let halted = search.run(watch, share);
    search.counters.propagations = search.board.lines_settled();
    search.counters.peak_bytes = search.bytes();
    let ended = match halted {
        Err(Halt::Slice) => {
            search.restart();
            return B::learn(puzzle, search, watch);
        }
        Err(Halt::Stopped(why)) => Err(why),
        Ok(()) => Ok(()),
    };
    let Search { solutions, found, counters, log, .. } = search;
    Findings { solutions, found, ended, counters, log: log.unwrap_or_default() }
}

/// Lets the learner find solutions, until there are enough or no more, on several threads where it takes long and some are
/// to spare. `more` may add solutions that follow from the last
/// one.
pub(super) fn enumerate<P: Propagator + Clone + Send>(
    learner: &mut Learner<P>,
    ask: &Ask,
    watch: &mut Watch<'_>,
    findings: &mut Findings,
    picture: impl Fn(&Facts) -> Solution,
    mut more: impl FnMut(&mut Findings),
) {
    findings.ended = loop {
        match learner.search_on_threads(watch) {
            Err(why) => break Err(why),
            Ok(Found::Nothing) => break Ok(()),
            Ok(Found::Model) => {
                findings.solutions.push(picture(learner.facts()));
                findings.found += 1;
                more(findings);
                if findings.found >= ask.solution_limit() {
                    break Err(Stopped::Enough);
                }
                learner.block_model();
            }
        }
    };
    let (learned, bytes) = (learner.counters, learner.bytes());
    let counters = &mut findings.counters;
    counters.nodes += learned.nodes;
    counters.generated += learned.generated;
    counters.backtracks += learned.backtracks;
    counters.peak_frontier = counters.peak_frontier.max(learned.peak_frontier);
    counters.peak_bytes += bytes;
    counters.helpers = counters.helpers.max(learned.helpers);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::board::Board;
    use super::*;
    use crate::Block;
    use quandary_core::grid::Grid;
    use quandary_core::puzzle::Puzzle;
    use quandary_core::verdict::Budget;

    /// What branching says, and what the learner says when branching may do nothing.
    fn same_findings(puzzle: &Nonogram) {
        let ask = Ask::default();
        let [branched, learned] = [u64::MAX, 0].map(|share| {
            let mut watch = ask.budget.start();
            let findings = run_with::<Board<u64>>(puzzle, &ask, &mut watch, share);
            assert!(findings.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()));
            if let [first, second] = &findings.solutions[..] {
                assert_ne!(first, second);
            }
            (findings.found, findings.solutions)
        });
        assert_eq!(branched.0, learned.0);
        if branched.0 == 1 {
            assert_eq!(branched.1, learned.1);
        }
    }

    #[test]
    fn a_learner_that_does_not_fit_into_memory_is_not_made() {
        let side = || vec![vec![Block { length: 1, colour: 1 }]; 60];
        let puzzle = Nonogram::new(side(), side()).unwrap();
        let budget = Budget { memory: 2 << 20, ..Budget::default() };
        let findings = run_with::<Board<u64>>(&puzzle, &Ask::default(), &mut budget.start(), 0);
        assert_eq!(findings.ended, Err(Stopped::Memory));
        assert!(findings.counters.peak_bytes <= 2 << 20);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn branching_and_learning_agree(values in prop::collection::vec(0u8..=1, 7 * 8)) {
            same_findings(&Nonogram::of_picture(&Grid::from_values(7, 8, values).unwrap()).unwrap());
        }

        #[test]
        fn branching_and_learning_agree_on_boards_with_mirrors(
            values in prop::collection::vec(0u8..=1, 8 * 8), across: bool, down: bool, diagonal: bool,
        ) {
            let mut picture = Grid::from_values(8, 8, values).unwrap();
            for cell in picture.cells() {
                let (mut row, mut column) = (cell.row, cell.column);
                row = if down { row.min(7 - row) } else { row };
                column = if across { column.min(7 - column) } else { column };
                if diagonal && row > column {
                    (row, column) = (column, row);
                }
                picture[cell] = picture[quandary_core::puzzle::Cell { row, column }];
            }
            same_findings(&Nonogram::of_picture(&picture).unwrap());
        }
    }
}
