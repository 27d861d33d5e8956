//! Solving: two quick looks at the clues, then lines, then hypotheses, then search.
//!
//! [`solve`] takes black and white boards through ever stronger stages (`stages`), and nearly all end at the first:
//!
//! 1. A line is two sets of cells in machine words, and all its placements are considered at once by some thirty operations
//!    per block (`line::settle`, `line::word`). Lines that change make the lines across dirty, until nothing changes (`board`).
//! 2. Every open cell is probed with both contents (`probing`), four cells at a time in the lanes of vector registers
//!    (`lockstep`), of AVX-512 or AVX2 where the CPU has them.
//! 3. The search branches (`search`), with a share of work worth a few milliseconds.
//! 4. Then it learns clauses from conflicts (`learned`, `blocks`), guided by how likely the lines make each cell
//!    (`beliefs`), and where the clues are symmetric it looks at one picture of each symmetric pair (`symmetry`).
//!
//! A second solution is first looked for next to the first one, where two rows can swap a cell (`swap`). All solutions are
//! counted part by part (`count`), or, where they are entangled, line by line (`sweep`).
//!
//! Boards with blocks of unknown length (`?`) are left to the constraints of the model: no stage above knows such blocks. Their
//! solutions are counted line by line, too, and by the constraints where that takes too many states.
//!
//! Coloured boards go through the same stages, with one set of cells for each colour: `coloured` has their own `board`,
//! `line`, `probing` and `learned`, and shares the rest. `placements` is the solver that most people write first, kept for
//! comparison.

mod beliefs;
mod blocks;
mod board;
mod coloured;
mod count;
mod lanes;
mod learned;
mod lockstep;
mod placements;
mod probing;
mod scout;
mod search;
mod stages;
mod swap;
mod sweep;
mod symmetry;

pub(crate) use self::scout::BoardScout;

use self::placements::placements;
use self::search::Searchable;
use self::stages::Findings;
use super::{BLACK, Nonogram, model};
use crate::line::settle::LONGEST_WORD;
use crate::line::word::{Sets, Wide, Word};
use crate::line::{Block, cells_needed};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Algorithm, Solution};
use quandary_core::reason::{self, explain_conflict};
use quandary_core::verdict::{Ask, Conflict, Counters, Outcome};

/// The algorithm that many people program first.
const PLACEMENTS: Algorithm = Algorithm {
    name: "placements",
    summary: "list every placement of each line, remove what clashes; no search, so it may get stuck",
};

/// The fast solver.
const PROBING: Algorithm = Algorithm {
    name: "probing",
    summary: "whole lines as sets of cells; every open cell is probed both ways before the search branches",
};

/// The algorithms that `compare` runs.
pub(super) static ALGORITHMS: [Algorithm; reason::ALGORITHMS.len() + 2] =
    reason::algorithms_and(&[PLACEMENTS, PROBING]);

/// Solves by the best means for the board.
pub(crate) fn solve(puzzle: &Nonogram, ask: &Ask) -> Outcome {
    checked(puzzle, |puzzle| probing(puzzle, ask))
}

/// Solves a board on which some blocks have an unknown length: by the constraints of the model, and probing.
fn by_model(puzzle: &Nonogram, ask: &Ask) -> Outcome {
    let model = model::model(puzzle);
    let list = |ask: &Ask| reason::solve(&model, ask, reason::Strategy { shave: true }, decode(puzzle));
    if !ask.count {
        return list(ask);
    }
    let ask = &ask.begin();
    count::line_by_line(puzzle, &model, ask, list)
        .unwrap_or_else(|| reason::count::all(&model, ask, list, decode(puzzle)))
}

/// The fast solver.
fn probing(puzzle: &Nonogram, ask: &Ask) -> Outcome {
    if puzzle.has_unknown() {
        return by_model(puzzle, ask);
    }
    // Two members of a set are needed beyond the cells of a line.
    match puzzle.height().max(puzzle.width()) {
        ..=30 => probing_in::<u32>(puzzle, ask),
        31..=62 => probing_in::<u64>(puzzle, ask),
        63..=126 => probing_in::<u128>(puzzle, ask),
        127..=254 => probing_in::<Wide<4>>(puzzle, ask),
        _ => probing_in::<Wide<9>>(puzzle, ask),
    }
}

/// Lines up to [`super::MAX_SIDE`] fit into the largest word.
const _: () = assert!(super::MAX_SIDE + 2 <= <Wide<9> as Sets>::BITS);

fn probing_in<W: Word>(puzzle: &Nonogram, ask: &Ask) -> Outcome {
    if puzzle.colours() > BLACK {
        probing_on::<coloured::Board<W>>(puzzle, ask)
    } else {
        probing_on::<board::Board<W>>(puzzle, ask)
    }
}

fn probing_on<B: Searchable>(puzzle: &Nonogram, ask: &Ask) -> Outcome {
    let mut watch = ask.budget.start();
    // More than two solutions can only be shown by visiting each; a drawn one needs the numbers of all.
    let only_counts = ask.count && (ask.solutions <= 2 || ask.sample.is_some());
    let two = only_counts.then(|| Ask { count: false, solutions: 2, ..ask.clone() });
    let Findings { solutions, found, ended, counters, log } =
        stages::run::<B>(puzzle, two.as_ref().unwrap_or(ask), &mut watch);
    let mut outcome = Outcome::of_search(solutions, found, ended, counters, watch.cpu(), || {
        explain_conflict(&model::model(puzzle), counters.nodes, &ask.budget)
    });
    outcome.learned = log;
    if only_counts {
        outcome = if found > 1 { count::all::<B>(puzzle, outcome, ask, &mut watch) } else { outcome.sampled(ask) };
        outcome.solutions.truncate(ask.solutions);
        outcome.cpu = watch.cpu();
    }
    outcome
}

/// Solves by one of `ALGORITHMS`; `None` for an unknown name.
pub(crate) fn solve_with(puzzle: &Nonogram, algorithm: &str, ask: &Ask) -> Option<Outcome> {
    ALGORITHMS.iter().find(|known| known.name == algorithm)?;
    Some(checked(puzzle, |puzzle| {
        reason::solve_with(&model::model(puzzle), algorithm, ask, decode(puzzle)).unwrap_or_else(|| match algorithm {
            _ if algorithm == PROBING.name || puzzle.has_unknown() => probing(puzzle, ask),
            _ => placements(puzzle, ask),
        })
    }))
}

/// Values of all cells → picture.
fn decode(puzzle: &Nonogram) -> impl Fn(&[u8]) -> Solution {
    let (height, width) = (puzzle.height(), puzzle.width());
    move |values| {
        let mut grid = Grid::filled(height, width, 0);
        for (cell, &value) in grid.cells().zip(values) {
            grid[cell] = value;
        }
        Solution::Grid(grid)
    }
}

/// Solves, unless the clues contradict each other so plainly that there is nothing to solve.
fn checked(puzzle: &Nonogram, solve: impl FnOnce(&Nonogram) -> Outcome) -> Outcome {
    match plain_conflict(puzzle) {
        None => solve(puzzle),
        Some(conflict) => {
            Outcome::of_search(Vec::new(), 0, Ok(()), Counters::default(), std::time::Duration::ZERO, || conflict)
        }
    }
}

/// A contradiction that is seen without any solving: a clue longer than its line, or rows and columns that ask for
/// different numbers of filled cells.
pub(crate) fn plain_conflict(puzzle: &Nonogram) -> Option<Conflict> {
    for line in puzzle.lines() {
        let (clue, length) = (puzzle.clue(line), puzzle.cells_of(line).count());
        let need = cells_needed(clue);
        if need > length {
            let blocks = if clue.len() == 1 { "the block" } else { "blocks" };
            let verb = if clue.len() == 1 { "needs" } else { "need" };
            return Some(Conflict {
                message: format!(
                    "{line}: {blocks} {} {verb} {need} cells, the line has {length}",
                    puzzle.written(clue)
                ),
                clues: vec![line.to_string()],
                cells: puzzle.cells_of(line).collect(),
            });
        }
    }
    if puzzle.has_unknown() {
        return None;
    }
    let filled = |clues: &[Vec<Block>], colour: u8| -> usize {
        let of_line = |clue: &Vec<Block>| -> usize {
            clue.iter().filter(|block| block.colour == colour).map(|block| block.length).sum()
        };
        clues.iter().map(of_line).sum()
    };
    (1..=puzzle.colours()).find_map(|colour| {
        let (rows, columns) = (filled(&puzzle.rows, colour), filled(&puzzle.columns, colour));
        (rows != columns).then(|| {
            let name = puzzle.palette().colour(colour).name;
            let what = if puzzle.is_coloured() { format!(" of colour {name}") } else { String::new() };
            Conflict::new(format!("the rows ask for {rows} filled cells{what}, the columns for {columns}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::line::are_blocks;
    use crate::tests::{nonogram, picture};
    use crate::{LineName, runs};
    use quandary_core::puzzle::Puzzle;
    use quandary_core::verdict::{Budget, Verdict};

    /// A board from bare numbers.
    fn clues(rows: &[&[usize]], columns: &[&[usize]]) -> Nonogram {
        let side = |clues: &[&[usize]]| -> Vec<Vec<Block>> {
            clues.iter().map(|clue| clue.iter().map(|&length| Block { length, colour: BLACK }).collect()).collect()
        };
        Nonogram::new(side(rows), side(columns)).unwrap()
    }

    fn conflict(puzzle: &Nonogram) -> Conflict {
        match puzzle.solve(&Ask::default()).verdict {
            Verdict::Impossible(conflict) => conflict,
            other => panic!("{other:?} instead of a conflict"),
        }
    }

    #[test]
    fn a_picture_of_one_solution_is_found_and_proved_alone() {
        let heart = [".#.#.", "#####", "#####", ".###.", "..#.."];
        let outcome = nonogram(&heart).solve(&Ask::default());
        assert_eq!(outcome.verdict, Verdict::Unique);
        assert_eq!(outcome.solutions, [Solution::Grid(picture(&heart))]);
    }

    #[test]
    fn a_clue_longer_than_its_line_is_named() {
        let found = conflict(&clues(&[&[1], &[4, 2], &[]], &[&[1], &[1], &[1], &[1], &[3]]));
        assert_eq!(found.message, "row 2: blocks 4 2 need 7 cells, the line has 5");
        assert_eq!(found.clues, ["row 2"]);
        assert_eq!(found.cells.len(), 5);
        let found = conflict(&clues(&[&[1]], &[&[2]]));
        assert_eq!(found.message, "column 1: the block 2 needs 2 cells, the line has 1");
    }

    #[test]
    fn rows_and_columns_that_ask_for_different_numbers_of_cells_are_named() {
        let found = conflict(&clues(&[&[2], &[1]], &[&[2], &[2]]));
        assert_eq!(found.message, "the rows ask for 3 filled cells, the columns for 4");
        let red = |length| vec![Block { length, colour: 2 }];
        let black = |length| vec![Block { length, colour: BLACK }];
        let mixed = Nonogram::new(vec![black(1), red(1)], vec![[black(1), red(1)].concat()]).unwrap();
        assert_eq!(plain_conflict(&mixed), None);
        let found = conflict(&Nonogram::new(vec![black(1), red(1)], vec![red(2)]).unwrap());
        assert_eq!(found.message, "the rows ask for 1 filled cells of colour black, the columns for 0");
    }

    #[test]
    fn clues_that_only_contradict_each_other_are_named_too() {
        let found = conflict(&clues(&[&[1, 1], &[], &[1, 1]], &[&[2], &[], &[2]]));
        assert_eq!(found.message, "these cannot all hold: row 2 is empty; column 1 holds one block of 2");
    }

    #[test]
    fn a_board_of_single_cells_has_as_many_solutions_as_permutations() {
        let ones: [&[usize]; 5] = [&[1]; 5];
        let outcome = clues(&ones, &ones).solve(&Ask { count: true, ..Ask::default() });
        assert_eq!((outcome.verdict, outcome.solution_count), (Verdict::Multiple, 120));
        assert!(outcome.count_is_exact);
    }

    #[test]
    fn numbers_of_ways_multiply_where_no_line_is_shared() {
        let rows = (0..24).map(|row| {
            let cell = |column: usize| if column / 2 == row / 2 && column % 2 == row % 2 { '#' } else { '.' };
            (0..24).map(cell).collect::<String>()
        });
        let rows: Vec<String> = rows.collect();
        let puzzle = nonogram(&rows.iter().map(String::as_str).collect::<Vec<_>>());
        let budget = Budget { nodes: Some(20_000), ..Budget::default() };
        let outcome = puzzle.solve(&Ask { count: true, budget, ..Ask::default() });
        // All rows and columns have one cell: there are too many permutations of 24 for any budget.
        assert_eq!((outcome.verdict, outcome.count_is_exact), (Verdict::Multiple, false));
        assert!(outcome.solution_count >= 2);
        let corners = clues(
            &[&[1, 1], &[1, 1], &[8], &[1, 1], &[1, 1]],
            &[&[1, 1, 1], &[1, 1, 1], &[1], &[1], &[1], &[1], &[1, 1, 1], &[1, 1, 1]],
        );
        let count = corners.solve(&Ask { count: true, ..Ask::default() }).solution_count;
        let listed = corners.solve(&Ask { count: true, solutions: 1000, ..Ask::default() }).solutions.len() as u64;
        assert_eq!(count, listed);
    }

    #[test]
    fn a_coloured_board_is_solved_by_the_same_rules() {
        let flag = Grid::from_values(2, 4, vec![1, 1, 2, 2, 0, 1, 2, 0]).unwrap();
        let puzzle = Nonogram::of_picture(&flag).unwrap();
        let outcome = puzzle.solve(&Ask::default());
        assert_eq!((outcome.verdict, &outcome.solutions[..]), (Verdict::Unique, &[Solution::Grid(flag)][..]));
    }

    #[test]
    fn an_unknown_algorithm_is_none() {
        assert!(nonogram(&["#"]).solve_with("guessing", &Ask::default()).is_none());
    }

    /// Brute force: every way of drawing each row with its runs, and of those pictures the ones with the columns' runs.
    fn all_pictures(puzzle: &Nonogram) -> Vec<Solution> {
        let mut pictures: Vec<Vec<u8>> = vec![Vec::new()];
        for row in 0..puzzle.height() {
            let drawn = (0u32..1 << puzzle.width())
                .map(|bits| (0..puzzle.width()).map(|place| (bits >> place & 1) as u8).collect::<Vec<_>>())
                .filter(|drawn| are_blocks(puzzle.clue(LineName::Row(row)), &runs(drawn.iter().copied())));
            let drawn: Vec<Vec<u8>> = drawn.collect();
            let below = |above: &Vec<u8>| drawn.iter().map(|row| [&above[..], row].concat()).collect::<Vec<_>>();
            pictures = pictures.iter().flat_map(below).collect();
        }
        let pictures = pictures.iter().map(|values| decode(puzzle)(values));
        pictures.filter(|picture| puzzle.verify(picture).is_ok()).collect()
    }

    /// Any picture of up to this many rows and columns.
    fn any_picture(side: usize, colours: u8) -> impl Strategy<Value = Grid<u8>> {
        (1..=side, 1..=side).prop_flat_map(move |(rows, columns)| {
            prop::collection::vec(0..=colours, rows * columns)
                .prop_filter_map("size", move |values| Grid::from_values(rows, columns, values))
        })
    }

    /// Any clues, which seldom have a solution.
    fn any_clues(side: usize) -> impl Strategy<Value = Nonogram> {
        let clue = prop::collection::vec((1usize..=2).prop_map(|length| Block { length, colour: BLACK }), 0..=2);
        let lines = || prop::collection::vec(clue.clone(), 1..=side);
        (lines(), lines()).prop_filter_map("board", |(rows, columns)| Nonogram::new(rows, columns).ok())
    }

    /// The clues of a picture, some of whose lengths are not given.
    fn hidden(picture: &Grid<u8>, mask: u64) -> Nonogram {
        let (mut puzzle, mut at) = (Nonogram::of_picture(picture).unwrap(), 0);
        for block in puzzle.rows.iter_mut().chain(&mut puzzle.columns).flatten() {
            if mask >> (at % 64) & 1 == 1 {
                block.length = Block::UNKNOWN;
            }
            at += 1;
        }
        puzzle
    }

    fn same_solutions(puzzle: &Nonogram) {
        let mut expected = all_pictures(puzzle);
        let outcome = puzzle.solve(&Ask { solutions: 1 << 20, count: true, ..Ask::default() });
        assert_eq!((outcome.solution_count, outcome.count_is_exact), (expected.len() as u64, true));
        let mut found = outcome.solutions;
        let key = |solution: &Solution| puzzle.solution_values(solution);
        expected.sort_by_key(key);
        found.sort_by_key(key);
        assert_eq!(found, expected);
        // Without all of them being wanted they are counted part by part.
        let outcome = puzzle.solve(&Ask { count: true, ..Ask::default() });
        assert_eq!((outcome.solution_count, outcome.count_is_exact), (expected.len() as u64, true));
        assert_eq!(outcome.solutions.len(), expected.len().min(2));
    }

    /// All algorithms that claim something claim the same, and show pictures that hold.
    fn same_verdicts(puzzle: &Nonogram) {
        let expected = all_pictures(puzzle);
        for algorithm in &ALGORITHMS {
            let outcome = puzzle.solve_with(algorithm.name, &Ask::default()).unwrap();
            let word = match expected.len() {
                0 => "impossible",
                1 => "unique",
                _ => "multiple",
            };
            // A* stops at its first solution, and placements where nothing more can be removed.
            let may_be_unknown = matches!(algorithm.name, "astar" | "placements") && !expected.is_empty();
            let said = outcome.verdict.word();
            assert!(said == word || may_be_unknown && said == "unknown", "{}: {said} is {word}", algorithm.name);
            assert!(outcome.solutions.iter().all(|solution| expected.contains(solution)), "{}", algorithm.name);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn the_picture_that_made_the_clues_is_among_the_solutions(picture in any_picture(5, 1)) {
            let puzzle = Nonogram::of_picture(&picture).unwrap();
            prop_assert!(all_pictures(&puzzle).contains(&Solution::Grid(picture)));
            same_solutions(&puzzle);
        }

        #[test]
        fn boards_with_unknown_lengths_have_as_many_solutions_as_brute_force_finds(picture in any_picture(4, 1), mask: u64) {
            let puzzle = hidden(&picture, mask);
            prop_assert!(all_pictures(&puzzle).contains(&Solution::Grid(picture)));
            same_solutions(&puzzle);
        }

        #[test]
        fn all_algorithms_agree_on_unknown_lengths(picture in any_picture(3, 1), mask: u64) {
            same_verdicts(&hidden(&picture, mask));
        }

        #[test]
        fn clues_without_a_picture_have_as_many_solutions_as_brute_force_finds(puzzle in any_clues(5)) {
            same_solutions(&puzzle);
        }

        #[test]
        fn a_large_coloured_picture_is_solved_by_itself_or_by_another_that_holds(picture in any_picture(12, 3)) {
            let puzzle = Nonogram::of_picture(&picture).unwrap();
            let outcome = puzzle.solve(&Ask::default());
            prop_assert!(outcome.solutions.iter().all(|solution| puzzle.verify(solution).is_ok()));
            if outcome.verdict == Verdict::Unique {
                prop_assert_eq!(&outcome.solutions, &[Solution::Grid(picture)]);
            } else {
                prop_assert_eq!(outcome.verdict, Verdict::Multiple);
            }
        }

        #[test]
        fn all_algorithms_agree_on_pictures(picture in any_picture(3, 1)) {
            same_verdicts(&Nonogram::of_picture(&picture).unwrap());
        }

        #[test]
        fn all_algorithms_agree_on_any_clues(puzzle in any_clues(3)) {
            same_verdicts(&puzzle);
        }
    }
}
