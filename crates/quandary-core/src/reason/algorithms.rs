//! The algorithms that every deduction family offers for comparison, by name: one table for all of them.
//!
//! A family that is stated as a [`Model`] lists [`ALGORITHMS`] and passes the name on to [`solve_with`]; it may add
//! algorithms of its own.

use super::classic::{self, Classic};
use super::{Model, Strategy, solve};
use crate::solution::{Plan, Solution};
use crate::verdict::{Algorithm, Ask, Outcome};

/// The implementation of an algorithm.
#[derive(Clone, Copy)]
enum Method {
    Classic(Classic),
    AStar,
    Propagation(Strategy),
}

/// Names, summaries and implementations, from the plainest to the best.
const TABLE: [(Algorithm, Method); 8] = [
    (
        Algorithm {
            name: "backtracking",
            summary: "tries each value of the first open cell in order and tests the rules",
        },
        Method::Classic(Classic::BACKTRACKING),
    ),
    (
        Algorithm {
            name: "forward-checking",
            summary: "backtracking that also removes values that neighbours can no longer have",
        },
        Method::Classic(Classic::FORWARD_CHECKING),
    ),
    (
        Algorithm { name: "mac", summary: "backtracking with arc consistency (AC-3) after every assignment" },
        Method::Classic(Classic::MAC),
    ),
    (
        Algorithm { name: "mac-mrv", summary: "arc consistency, and the cell with the fewest values next" },
        Method::Classic(Classic::MAC_MRV),
    ),
    (
        Algorithm { name: "mac-mrv-lcv", summary: "the same, and the least constraining value first" },
        Method::Classic(Classic::MAC_MRV_LCV),
    ),
    (
        Algorithm {
            name: "astar",
            summary: "A* over cell assignments; finds one solution and does not look for a second",
        },
        Method::AStar,
    ),
    (
        Algorithm { name: "propagation", summary: "every constraint deduces what it can, then search" },
        Method::Propagation(Strategy { shave: false }),
    ),
    (
        Algorithm {
            name: "propagation-shaving",
            summary: "the same, and every value is probed before the search branches",
        },
        Method::Propagation(Strategy { shave: true }),
    ),
];

/// The algorithms that every deduction family offers, from the plainest to the best.
pub const ALGORITHMS: [Algorithm; TABLE.len()] = {
    let mut algorithms = [TABLE[0].0; TABLE.len()];
    let mut index = 1;
    while index < TABLE.len() {
        algorithms[index] = TABLE[index].0;
        index += 1;
    }
    algorithms
};

/// [`ALGORITHMS`], and after them those that a family has of its own. `N` is how many they are together.
pub const fn algorithms_and<const N: usize>(own: &[Algorithm]) -> [Algorithm; N] {
    assert!(N == ALGORITHMS.len() + own.len());
    let mut algorithms = [ALGORITHMS[0]; N];
    let mut index = 1;
    while index < N {
        algorithms[index] = if index < ALGORITHMS.len() { ALGORITHMS[index] } else { own[index - ALGORITHMS.len()] };
        index += 1;
    }
    algorithms
}

/// Whether the search of an algorithm can be recorded: those of the textbooks can.
pub fn can_replay(name: &str) -> bool {
    textbook(name).is_some()
}

/// Records the search of one of the textbook algorithms of [`ALGORITHMS`]; `None` for any other name.
pub fn replay(model: &Model, name: &str, ask: &Ask, most_events: usize) -> Option<(classic::Recording, Outcome)> {
    let mut recording = classic::Recording::new(most_events);
    // Only the events matter here; the solution is among them.
    let nothing = |_: &[u8]| Solution::Plan(Plan::default());
    let outcome = classic::recorded(model, ask, textbook(name)?, nothing, &mut recording);
    Some((recording, outcome))
}

fn textbook(name: &str) -> Option<Classic> {
    TABLE.iter().find_map(|(algorithm, method)| match method {
        Method::Classic(classic) if algorithm.name == name => Some(*classic),
        _ => None,
    })
}

/// Solves by one of [`ALGORITHMS`]; `None` for an unknown name. `decode` turns the values of all variables into a
/// solution.
pub fn solve_with(model: &Model, name: &str, ask: &Ask, decode: impl Fn(&[u8]) -> Solution) -> Option<Outcome> {
    let (_, method) = TABLE.iter().find(|(algorithm, _)| algorithm.name == name)?;
    Some(match *method {
        Method::Classic(algorithm) => classic::solve(model, ask, algorithm, decode),
        Method::AStar => classic::a_star(model, ask, decode),
        Method::Propagation(strategy) => solve(model, ask, strategy, decode),
    })
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::grid::Grid;
    use crate::reason::{Ladder, Sum};
    use crate::verdict::{Budget, Stopped, Verdict};

    fn row(values: &[u8]) -> Solution {
        let mut grid = Grid::filled(1, values.len(), 0);
        for (cell, &value) in grid.cells().zip(values) {
            grid[cell] = value;
        }
        Solution::Grid(grid)
    }

    #[test]
    fn a_board_of_more_cells_than_a_small_stack_has_room_for_is_searched() {
        let mut model = Model::new();
        for _ in 0..5_000 {
            model.variable(0b11, Vec::new());
        }
        for algorithm in ["backtracking", "propagation"] {
            thread::scope(|scope| {
                let search = || solve_with(&model, algorithm, &Ask::default(), row).unwrap();
                let small = thread::Builder::new().stack_size(128 << 10).spawn_scoped(scope, search).unwrap();
                let outcome = small.join().unwrap();
                assert_eq!(
                    (outcome.verdict, outcome.counters.peak_frontier),
                    (Verdict::Multiple, 5_001),
                    "{algorithm}"
                );
            });
        }
    }

    #[test]
    fn the_time_limit_holds_while_one_assignment_is_followed_up() {
        let mut model = Model::new();
        let cells: Vec<_> = (0..400).map(|_| model.variable(0b11, Vec::new())).collect();
        let ladders = cells.into_iter().map(|cell| Ladder::single(cell, 1)).collect();
        model.constrain(Sum::new(ladders, 100, "row 1", "row 1 holds 100 cells"));
        for algorithm in ["forward-checking", "mac", "mac-mrv-lcv"] {
            let ask = Ask { budget: Budget::seconds(0.0), ..Ask::default() };
            let outcome = solve_with(&model, algorithm, &ask, row).unwrap();
            assert_eq!(outcome.verdict, Verdict::Unknown(Stopped::Time), "{algorithm}");
            assert!(outcome.counters.checks < 100, "{algorithm}: {:?}", outcome.counters);
        }
    }
}
