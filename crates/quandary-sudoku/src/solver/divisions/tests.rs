//! The sums over divisions, compared with counts that visit every solution.

use std::collections::BTreeMap;

use quandary_core::random::stream;
use quandary_core::verdict::Budget;

use super::super::single;
use super::*;

/// Boards with one solution, some givens of which are taken away.
const BOARDS: [&str; 3] = [
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
    "000000000000003085001020000000507000004000100090000000500000073002010000000040009",
];

fn board(text: &str) -> Cells {
    let digits: Vec<u8> = text.bytes().map(|digit| digit - b'0').collect();
    digits.try_into().unwrap()
}

/// The board without some of its givens, those that come first in a random order.
fn thinned(text: &str, left: usize, seed: u64) -> Cells {
    let mut cells = board(text);
    let mut random = stream(seed, "thin", 0);
    while cells.iter().filter(|&&digit| digit != 0).count() > left {
        cells[random.random_range(0..81_u64) as usize] = 0;
    }
    cells
}

fn count(cells: &Cells) -> u128 {
    let board = Divisions::new(cells, 1 << 30).unwrap();
    let (sum, ended) = board.count(&mut Budget::default().start());
    assert!(ended.is_ok());
    sum
}

#[test]
fn counts_are_those_of_the_engine_that_visits_every_solution() {
    let mut seen = 0;
    for (at, text) in BOARDS.iter().enumerate() {
        for seed in 0..5 {
            for left in [15, 16, 17, 20] {
                let cells = thinned(text, left, seed + 100 * at as u64);
                let (known, _) = single::count(&cells, 400_000);
                if known < 400_000 {
                    assert_eq!(count(&cells), u128::from(known), "{cells:?}");
                    seen += usize::from(known > 1_000);
                }
            }
        }
    }
    assert!(seen >= 3, "only {seen} boards with many solutions");
}

#[test]
fn boards_without_a_solution_have_none() {
    let mut cells = [0; 81];
    // Two equal digits in one column, two boxes apart.
    (cells[0], cells[63]) = (5, 5);
    assert_eq!(Divisions::new(&cells, 1 << 30).map(|board| board.count(&mut Budget::default().start()).0), Some(0));
}

#[test]
fn an_almost_empty_board_would_take_too_much_memory() {
    assert!(Divisions::new(&[0; 81], 1 << 30).is_none());
}

#[test]
fn the_end_of_the_budget_leaves_a_lower_bound() {
    let cells = thinned(BOARDS[0], 13, 7);
    let all = count(&cells);
    let budget = Budget { nodes: Some(2_000_000), ..Budget::default() };
    let board = Divisions::new(&cells, 1 << 30).unwrap();
    let (sum, ended) = board.count(&mut budget.start());
    assert!(ended.is_ok() || sum < all);
    let over = Budget { nodes: Some(3), ..Budget::default() };
    let (sum, ended) = board.count(&mut over.start());
    assert_eq!((sum, ended.err()), (0, Some(Stopped::Nodes)));
}

#[test]
fn solutions_are_drawn_evenly() {
    // The seed is one of those that leave a board with some hundred solutions.
    let cells = (0..)
        .map(|seed| thinned(BOARDS[0], 16, seed))
        .find(|cells| (100..400).contains(&single::count(cells, 400).0))
        .unwrap();
    let mut times: BTreeMap<Cells, usize> = BTreeMap::new();
    single::each(&cells, u64::MAX, &mut |solution| _ = times.insert(*solution, 0));
    let board = Divisions::new(&cells, 1 << 30).unwrap();
    let (sum, counted) = board.count(&mut Budget::default().start());
    assert_eq!(sum, times.len() as u128);
    let (counted, mut random) = (counted.ok().unwrap(), stream(3, "draw", 0));
    let draws = 20 * times.len();
    for _ in 0..draws {
        *times.get_mut(&counted.draw(&mut random).unwrap()).unwrap() += 1;
    }
    let chi: f64 = times.values().map(|&times| (times as f64 - 20.0).powi(2) / 20.0).sum();
    let (mean, spread) = ((times.len() - 1) as f64, (2.0 * (times.len() - 1) as f64).sqrt());
    assert!((chi - mean).abs() < 4.0 * spread, "{chi} is not near {mean}");
}
