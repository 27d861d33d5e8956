//! The stages of a solve, one after the other: lines, probing, search; and where that takes too long, search that learns.
//!
//! Most boards are done after the first look at their lines, and most of the others after probing. Branching is good at
//! pictures with a few doubtful corners, learning at boards whose lines are tangled all over. Nobody knows beforehand which
//! is which, so branching gets a share of work that is worth a few milliseconds, and what is left then goes to the learner,
//! with everything that is known for certain by that time.

use super::super::Nonogram;
use super::beliefs::beliefs;
use super::board::Board;
use super::count::{Countable, Counter, MOST_OPEN, Ways};
use super::learned::{BlockClauses, LineRules};
use super::search::{Halt, Search, offer_swapped};
use super::symmetry::{self, Mirror};
use super::word::Word;
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Puzzle, Solution};
use quandary_core::reason::learn::{Found, Learner, Literal, Propagator};
use quandary_core::verdict::{Ask, Counters, Stopped, Watch};

/// Lines that branching may settle before the learner takes over: enough for a few rounds of probing the whole board.
fn branching_share(puzzle: &Nonogram) -> u64 {
    (4_000 + 32 * puzzle.height() as u64 * puzzle.width() as u64).min(100_000)
}

/// How much more often a cell is decided early for each step of belief, where a conflict counts 1.
const FAVOUR: f64 = 0.01;

/// What a solve came to.
pub(super) struct Findings {
    pub(super) solutions: Vec<Solution>,
    pub(super) found: u64,
    pub(super) ended: Result<(), Stopped>,
    pub(super) counters: Counters,
}

impl Findings {
    /// With the number of all solutions, of which some were found.
    pub(super) fn counted(mut self, (ways, ended): Ways, ask: &Ask) -> Findings {
        self.solutions.truncate(ask.solutions);
        // A number that is too large for its word is one that the solutions are at least.
        let ended = if ways == u64::MAX { ended.and(Err(Stopped::Incomplete)) } else { ended };
        Findings { found: ways.max(self.found), ended, ..self }
    }
}

/// Solves a board whose clues fit into its lines.
pub(super) fn run<W: Word>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>) -> Findings {
    if !ask.count {
        return run_with::<W>(puzzle, ask, watch, branching_share(puzzle));
    }
    if ask.solutions <= 2 {
        let two = Ask { count: false, solutions: 2, budget: ask.budget.clone() };
        let findings = run_with::<W>(puzzle, &two, watch, branching_share(puzzle));
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

/// Counts the solutions of a board of which two were found.
pub(super) fn count<B: Countable>(board: B, ask: &Ask, watch: &mut Watch<'_>, mut findings: Findings) -> Findings {
    let mut counter = Counter::new(board, watch);
    let ways = counter.count();
    findings.counters.nodes += counter.nodes;
    findings.counters.generated += counter.nodes;
    findings.counted(ways, ask)
}

/// What branching and the learning search after it took together, if the latter settled so many lines.
pub(super) fn both<P: Propagator>(branching: Counters, learner: &Learner<P>, lines_settled: u64) -> Counters {
    let learned = learner.counters;
    Counters {
        nodes: branching.nodes + learned.nodes,
        generated: branching.generated + learned.generated,
        backtracks: branching.backtracks + learned.backtracks,
        propagations: branching.propagations + lines_settled,
        peak_frontier: branching.peak_frontier.max(learned.peak_frontier),
        peak_bytes: branching.peak_bytes + learner.bytes(),
        ..branching
    }
}

/// The same where branching may settle `share` lines.
fn run_with<W: Word>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>, share: u64) -> Findings {
    let mut search = Search::new(Board::<W>::new(puzzle), ask);
    let halted = search.run(watch, share);
    let counters = Counters { propagations: search.board.lines_settled, peak_bytes: search.bytes(), ..search.counters };
    match halted {
        Err(Halt::Slice) => learn(puzzle, ask, watch, search, counters),
        Err(Halt::Stopped(why)) => {
            Findings { solutions: search.solutions, found: search.found, ended: Err(why), counters }
        }
        Ok(()) => Findings { solutions: search.solutions, found: search.found, ended: Ok(()), counters },
    }
}

/// Goes on where branching left off.
fn learn<W: Word>(
    puzzle: &Nonogram,
    ask: &Ask,
    watch: &mut Watch<'_>,
    mut search: Search<'_, W>,
    counters: Counters,
) -> Findings {
    search.start_over();
    let (height, width) = (puzzle.height(), puzzle.width());
    let blocks = BlockClauses::new(&search.board);
    // Of a picture and its images one is enough, as long as two solutions settle the question.
    let mirrors = if ask.solution_limit() == 2 { symmetry::mirrors(puzzle) } else { Vec::new() };
    let Search { mut solutions, mut found, board, .. } = search;
    if found == 1 && offer_image(puzzle, &mirrors, &mut solutions) {
        return Findings { solutions, found: 2, ended: Err(Stopped::Enough), counters };
    }
    let mut variables = blocks.variables;
    let images = symmetry::clauses(&mirrors, &mut variables);
    let mut learner = Learner::new(variables, LineRules::new(Board::<W>::new(puzzle)));
    for spot in &board.trail {
        learner.add_clause(&[Literal::new(usize::from(spot.row) * width + usize::from(spot.column), spot.filled)]);
    }
    for clause in &blocks.clauses {
        learner.add_clause(clause.literals());
    }
    for clause in &images {
        learner.add_clause(clause);
    }
    learner.use_best_phase();
    if let Some(beliefs) = beliefs(&board) {
        for (cell, &belief) in beliefs.cells.iter().enumerate() {
            learner.set_phase(Literal::new(cell, belief > 0.0));
            // Where the lines are surest the search starts; any conflict soon counts for more than this.
            learner.bump(cell, FAVOUR * (1.0 + belief.abs()));
        }
        for (line, block, starts, variable) in blocks.blocks {
            for place in starts.clone() {
                let has_started = place >= beliefs.starts[line][block];
                learner.set_phase(Literal::new(variable + place - starts.start, has_started));
            }
        }
    }
    for picture in solutions.iter().filter_map(Solution::grid) {
        let differs: Vec<Literal> =
            picture.values().iter().enumerate().map(|(cell, &value)| Literal::new(cell, value == 0)).collect();
        differs.iter().for_each(|&literal| learner.set_phase(!literal));
        learner.add_clause(&differs);
    }
    let ended = loop {
        match learner.search(watch) {
            Err(why) => break Err(why),
            Ok(Found::Nothing) => break Ok(()),
            Ok(Found::Model) => {
                let mut grid = Grid::filled(height, width, 0);
                for (cell, place) in grid.cells().enumerate() {
                    grid[place] = u8::from(learner.facts().is_true(Literal::new(cell, true)));
                }
                solutions.push(Solution::Grid(grid));
                found += 1;
                if ask.solution_limit() == 2
                    && found == 1
                    && (offer_image(puzzle, &mirrors, &mut solutions) || offer_swapped(&mut solutions))
                {
                    found = 2;
                }
                if found >= ask.solution_limit() {
                    break Err(Stopped::Enough);
                }
                learner.block_model();
            }
        }
    };
    let counters = both(counters, &learner, learner.propagator().lines_settled());
    Findings { solutions, found, ended, counters }
}

/// Adds an image of the last solution that differs from it, where there is one.
fn offer_image(puzzle: &Nonogram, mirrors: &[Mirror], solutions: &mut Vec<Solution>) -> bool {
    let image = solutions.last().and_then(Solution::grid).and_then(|picture| {
        let images = mirrors.iter().map(|mirror| Solution::Grid(mirror.image(picture)));
        images.into_iter().find(|image| image.grid() != Some(picture) && puzzle.verify(image).is_ok())
    });
    let is_found = image.is_some();
    solutions.extend(image);
    is_found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What branching says, and what the learner says when branching may do nothing.
    fn same_findings(puzzle: &Nonogram) {
        let ask = Ask::default();
        let [branched, learned] = [u64::MAX, 0].map(|share| {
            let mut watch = ask.budget.start();
            let findings = run_with::<u64>(puzzle, &ask, &mut watch, share);
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
