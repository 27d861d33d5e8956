//! The parts of the fast engine that only large boards use, compared with a plain solver on small ones.

use super::super::{Aquarium, WaterRule};
use super::levels::Levels;
use super::parts::Count;
use super::stages::{self, Stage};
use quandary_core::grid::Grid;
use quandary_core::puzzle::{Cell, Puzzle};
use quandary_core::random::{RngExt, stream};
use quandary_core::verdict::{Ask, Budget, Verdict};

/// A random board under the region rule: tanks of touching equal colours, clues of random levels, one of them sometimes wrong
/// or missing.
fn random_board(index: u64) -> Aquarium {
    let mut random = stream(5, "aquarium-test", index);
    let (rows, columns) = (random.random_range(2..=9usize), random.random_range(2..=9usize));
    let colours = random.random_range(2..=5u8);
    let values = (0..rows * columns).map(|_| random.random_range(0..colours)).collect();
    let Some(grid) = Grid::from_values(rows, columns, values) else { unreachable!("as many values as cells") };
    let open =
        Aquarium::from_joins(vec![None; columns], vec![None; rows], WaterRule::Region, |a, b| grid[a] == grid[b]);
    let level: Vec<usize> = (0..=open.tank_count()).map(|_| random.random_range(0..=rows)).collect();
    let is_wet = |cell: Cell| cell.row >= level[usize::from(open.tanks[cell])];
    let count = |cells: &mut dyn Iterator<Item = Cell>| Some(cells.filter(|&cell| is_wet(cell)).count() as u32);
    let mut board = open.clone();
    board.rows = (0..rows).map(|row| count(&mut (0..columns).map(|column| Cell { row, column }))).collect();
    board.columns = (0..columns).map(|column| count(&mut (0..rows).map(|row| Cell { row, column }))).collect();
    let line = random.random_range(0..rows + columns);
    match random.random_range(0..6) {
        0 => *board.clue_mut(line) = None,
        1 => *board.clue_mut(line) = board.clue_mut(line).map(|clue| clue.saturating_sub(1)),
        _ => {}
    }
    board
}

#[test]
fn differences_of_neighbouring_lines_change_no_count() {
    let mut searched = 0;
    for index in 0..400 {
        let board = random_board(index);
        let ask = Ask { solutions: 60, ..Ask::default() };
        let expected = stages::solve(&board, Stage::Air, &ask);
        let budget = Budget::default();
        let mut watch = budget.start();
        let mut levels = Levels::new(&board);
        // One open stretch is enough here to use the differences, and nothing is probed before.
        let Some(mut parts) = levels.parts_of(&board, 1, 0, &mut watch).unwrap() else { continue };
        let Count { solutions, ended } = parts.count(ask.solution_limit(), 60, &mut watch);
        assert_eq!((solutions, ended.is_ok()), (expected.solution_count, expected.count_is_exact), "board {index}");
        let shown = parts.solutions(levels.flow(), 60);
        assert!(shown.iter().all(|solution| board.verify(solution).is_ok()), "board {index}");
        searched += 1;
    }
    assert!(searched > 100, "only {searched} of the boards had to be searched");
}

#[test]
fn a_row_that_misses_more_water_than_a_word_has_bits_is_counted_by_its_air() {
    let tanks = |width: usize| {
        let pairs = |a: Cell, b: Cell| a.column / width == b.column / width;
        Aquarium::from_joins(vec![None; 200], vec![Some(151)], WaterRule::Region, pairs)
    };
    assert!(matches!(tanks(2).solve(&Ask::default()).verdict, Verdict::Impossible(_)), "151 is odd");
    let open = tanks(1).solve(&Ask::default());
    assert_eq!(open.verdict, Verdict::Multiple);
}
