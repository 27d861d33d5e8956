//! The stages of a solve, one after the other: lines, probing, search; and where that takes too long, search that learns.
//!
//! Most boards are done after the first look at their lines, and most of the others after probing. Branching is good at
//! pictures with a few doubtful corners, learning at boards whose lines are tangled all over. Nobody knows beforehand which
//! is which, so branching gets a share of work that is worth a few milliseconds, and what is left then goes to the learner,
//! with everything that is known for certain by that time.

use super::super::Nonogram;
use super::beliefs::beliefs;
use super::board::Board;
use super::learned::{BlockClauses, LineRules};
use super::search::{Halt, Search, offer_swapped};
use super::word::Word;
use crate::grid::Grid;
use crate::puzzle::Solution;
use crate::reason::learn::{Found, Learner, Literal};
use crate::verdict::{Ask, Counters, Stopped, Watch};

/// Lines that branching may settle before the learner takes over.
const BRANCHING_SHARE: u64 = 100_000;

/// How much more often a cell is decided early for each step of belief, where a conflict counts 1.
const FAVOUR: f64 = 0.01;

/// What a solve came to.
pub(super) struct Findings {
    pub(super) solutions: Vec<Solution>,
    pub(super) found: u64,
    pub(super) ended: Result<(), Stopped>,
    pub(super) counters: Counters,
}

/// Solves a board whose clues fit into its lines.
pub(super) fn run<W: Word>(puzzle: &Nonogram, ask: &Ask, watch: &mut Watch<'_>) -> Findings {
    let mut search = Search::new(Board::<W>::new(puzzle), ask);
    // Every single solution is met by branching; the learner has to be told of each before it can find another.
    let share = if ask.count { u64::MAX } else { BRANCHING_SHARE };
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
    let mut learner = Learner::new(blocks.variables, LineRules::new(Board::<W>::new(puzzle)));
    for spot in &search.board.trail {
        learner.add_clause(&[Literal::new(usize::from(spot.row) * width + usize::from(spot.column), spot.filled)]);
    }
    for clause in &blocks.clauses {
        learner.add_clause(clause);
    }
    learner.aim();
    if let Some(beliefs) = beliefs(&search.board) {
        for (cell, &belief) in beliefs.cells.iter().enumerate() {
            learner.suggest(Literal::new(cell, belief > 0.0));
            // Where the lines are surest the search starts; any conflict soon counts for more than this.
            learner.favour(cell, FAVOUR * (1.0 + belief.abs()));
        }
        for (line, block, starts, variable) in blocks.blocks {
            for place in starts.clone() {
                let has_started = place >= beliefs.starts[line][block];
                learner.suggest(Literal::new(variable + place - starts.start, has_started));
            }
        }
    }
    let Search { mut solutions, mut found, .. } = search;
    for picture in solutions.iter().filter_map(Solution::grid) {
        let differs: Vec<Literal> =
            picture.values().iter().enumerate().map(|(cell, &value)| Literal::new(cell, value == 0)).collect();
        differs.iter().for_each(|&literal| learner.suggest(!literal));
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
                if ask.enough() == 2 && found == 1 && offer_swapped(&mut solutions) {
                    found = 2;
                }
                if found >= ask.enough() {
                    break Err(Stopped::Enough);
                }
                learner.block_model();
            }
        }
    };
    let learned = learner.counters;
    let counters = Counters {
        nodes: counters.nodes + learned.nodes,
        generated: counters.generated + learned.generated,
        backtracks: counters.backtracks + learned.backtracks,
        propagations: counters.propagations + learner.propagator().lines_settled(),
        peak_frontier: counters.peak_frontier.max(learned.peak_frontier),
        peak_bytes: counters.peak_bytes + learner.bytes(),
        ..counters
    };
    Findings { solutions, found, ended, counters }
}
