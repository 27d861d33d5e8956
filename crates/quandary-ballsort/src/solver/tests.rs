//! The fast solver compared with the plain one.

use proptest::prelude::*;

use super::super::tests::{any_board, board};
use super::super::*;
use super::gather::Waste;
use super::moves::Moves;
use super::tangle::tangle;
use super::traps::Traps;
use crate::contents::Contents;
use crate::rows::Rows;
use quandary_core::random::{RngExt, stream};
use quandary_core::verdict::{Budget, Verdict};

/// The shortest length, `None` for impossible.
fn length(outcome: &Outcome, puzzle: &BallSort) -> Option<usize> {
    match &outcome.verdict {
        Verdict::Optimal => {
            assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()));
            Some(plan_of(&outcome.solutions[0]).moves.len())
        }
        Verdict::Impossible(_) => None,
        other => panic!("{other:?}"),
    }
}

fn agrees_with_the_plain_one(puzzle: &BallSort) {
    let plain = puzzle.solve_with("astar", &Ask::default()).unwrap();
    let packed = puzzle.solve_with("packed", &Ask::default()).unwrap();
    assert_eq!(length(&packed, puzzle), length(&plain, puzzle), "{puzzle:?}");
}

#[test]
fn plans_are_as_short_as_the_plain_search_finds_for_capacities_from_2_to_8() {
    for capacity in 2..=8 {
        for index in 0..24 {
            let mut random = stream(5, "packed", 100 * capacity as u64 + index);
            let colours: u8 = random.random_range(2..=[5, 5, 5, 5, 4, 3, 3, 3, 3][capacity]);
            let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| vec![colour; capacity]).collect();
            for last in (1..balls.len()).rev() {
                balls.swap(last, random.random_range(0..=last));
            }
            let mut bottles: Vec<Vec<u8>> = balls.chunks(capacity).map(<[u8]>::to_vec).collect();
            bottles.resize(bottles.len() + random.random_range(1..=3), Vec::new());
            for rule in [Rule::Ball, Rule::Water] {
                agrees_with_the_plain_one(&BallSort::new(capacity, bottles.clone(), rule, Vec::new()).unwrap());
            }
        }
    }
}

#[test]
fn a_hundred_and_forty_bottles_are_solved() {
    // Colours in pairs, with swapped tops: in all pairs by the ball rule, whose bound sees it, in four by the water rule.
    for (rule, pairs) in [(Rule::Ball, 70), (Rule::Water, 4)] {
        let mut bottles: Vec<Vec<u8>> = (1..=140).map(|colour| vec![colour; 8]).collect();
        for pair in 0..pairs {
            (bottles[2 * pair][7], bottles[2 * pair + 1][7]) = (2 * pair as u8 + 2, 2 * pair as u8 + 1);
        }
        bottles.push(Vec::new());
        let puzzle = BallSort::new(8, bottles, rule, Vec::new()).unwrap();
        assert_eq!(length(&puzzle.solve(&Ask::default()), &puzzle), Some(3 * pairs));
    }
}

#[test]
fn with_little_memory_the_answer_is_a_plan_and_a_bound() {
    let mut random = stream(7, "packed", 0);
    let mut balls: Vec<u8> = (1..=20).flat_map(|colour| [colour; 4]).collect();
    for last in (1..balls.len()).rev() {
        balls.swap(last, random.random_range(0..=last));
    }
    let mut bottles: Vec<Vec<u8>> = balls.chunks(4).map(<[u8]>::to_vec).collect();
    bottles.extend([Vec::new(), Vec::new(), Vec::new()]);
    let puzzle = BallSort::new(4, bottles, Rule::Ball, Vec::new()).unwrap();
    let budget = Budget { memory: 1 << 20, nodes: Some(60_000), ..Budget::default() };
    let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
    let Verdict::Feasible { lower_bound } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert!(lower_bound as usize <= plan_of(&outcome.solutions[0]).moves.len());
    assert!(outcome.counters.peak_bytes <= 1 << 20, "{:?}", outcome.counters);
}

/// Balls of this many colours, shuffled, and empty bottles.
fn shuffled(colours: u8, empty: usize, rule: Rule) -> BallSort {
    let mut random = stream(8, "packed", colours.into());
    let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| [colour; 4]).collect();
    for last in (1..balls.len()).rev() {
        balls.swap(last, random.random_range(0..=last));
    }
    let mut bottles: Vec<Vec<u8>> = balls.chunks(4).map(<[u8]>::to_vec).collect();
    bottles.resize(bottles.len() + empty, Vec::new());
    BallSort::new(4, bottles, rule, Vec::new()).unwrap()
}

#[test]
fn a_large_board_gets_a_plan_with_a_bound_and_a_better_one_with_more_to_spend() {
    for rule in [Rule::Ball, Rule::Water] {
        let puzzle = shuffled(60, 7, rule);
        let length = |nodes: u64| {
            let budget = Budget { nodes: Some(nodes), ..Budget::default() };
            let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
            assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()));
            let plan = plan_of(&outcome.solutions[0]);
            assert!(plan.lower_bound as usize <= plan.moves.len());
            plan.moves.len()
        };
        let (little, more) = (length(100), length(120_000));
        assert!(more < little, "{more} moves instead of {little}");
    }
}

#[test]
fn a_cancelled_search_hands_over_its_best_plan() {
    let puzzle = shuffled(60, 7, Rule::Ball);
    let budget = Budget::default();
    let cancel = budget.cancel.clone();
    let outcome = std::thread::scope(|scope| {
        let solving = scope.spawn(|| puzzle.solve(&Ask { budget, ..Ask::default() }));
        std::thread::sleep(std::time::Duration::from_secs(1));
        cancel.cancel();
        solving.join().unwrap()
    });
    assert!(matches!(outcome.verdict, Verdict::Feasible { .. }), "{:?}", outcome.verdict);
    assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()));
}

#[test]
fn two_homes_that_hold_each_others_balls_cost_one_move_more() {
    let boards = [(2, "12 21 -", 1), (2, "11 22 -", 0), (3, "123 231 312 -", 2), (3, "121 212 -", 2), (2, "12 1 2", 0)];
    for (capacity, drawn, expected) in boards {
        let contents = Contents::of(&board(capacity, Rule::Ball, drawn));
        let row = Moves::<u16>::new(&contents, Rule::Ball).start();
        assert_eq!(tangle(&contents, &row), expected, "{drawn}");
    }
}

#[test]
fn each_trap_is_counted_with_the_colours_that_can_waste_a_pour() {
    // Colours are numbered in the order in which they first appear.
    let boards = [
        (3, "221 112 -", 1, 0b11),
        (2, "11 22 -", 0, 0),
        (2, "12 1 2", 0, 0),
        // One of the first colour may wait above the other.
        (3, "12 21 31 32 3 -", 0, 0),
    ];
    for (capacity, drawn, count, colours) in boards {
        let contents = Contents::of(&board(capacity, Rule::Water, drawn));
        let row = Moves::<u16>::new(&contents, Rule::Water).start();
        let found = Traps::new(&contents).unwrap().look(&row, count);
        assert_eq!(found, (count, Waste { colours, others: 0 }), "{drawn}");
    }
    // Here no single colour can help all others by wasting a pour.
    let contents = Contents::of(&board(2, Rule::Water, "12 21 34 43 -"));
    let row = Moves::<u16>::new(&contents, Rule::Water).start();
    assert_eq!(Traps::new(&contents).unwrap().look(&row, 1).0, 2);
}

/// The water rule by layers of waste leaves out most moves of most positions; here there are enough colours for each of its
/// reasons to matter.
#[test]
fn pours_are_as_few_as_the_plain_search_finds_where_there_are_traps() {
    let (mut trapped, mut impossible) = (0, 0);
    for index in 0..120 {
        let mut random = stream(9, "traps", index);
        let colours: u8 = random.random_range(3..=7);
        let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| [colour; 4]).collect();
        for last in (1..balls.len()).rev() {
            balls.swap(last, random.random_range(0..=last));
        }
        let mut bottles: Vec<Vec<u8>> = balls.chunks(4).map(<[u8]>::to_vec).collect();
        bottles.resize(bottles.len() + random.random_range(1..=2), Vec::new());
        let puzzle = BallSort::new(4, bottles, Rule::Water, Vec::new()).unwrap();
        agrees_with_the_plain_one(&puzzle);
        let contents = Contents::of(&puzzle);
        let row = Moves::<u16>::new(&contents, Rule::Water).start();
        trapped += u32::from(Traps::new(&contents).unwrap().look(&row, 0).0 > 0);
        impossible += u32::from(matches!(puzzle.solve(&Ask::default()).verdict, Verdict::Impossible(_)));
    }
    assert!(trapped > 10 && impossible > 10, "{trapped} with a trap, {impossible} impossible");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(192))]

    #[test]
    fn no_plan_wastes_fewer_pours_than_there_are_traps(puzzle in any_board()) {
        let contents = Contents::of(&puzzle);
        if let (Rule::Water, Some(mut traps)) = (puzzle.rule, Traps::new(&contents)) {
            let mut moves = Moves::<u8>::new(&contents, puzzle.rule);
            let row = moves.start();
            let plain = puzzle.solve_with("astar", &Ask::default()).unwrap();
            if let Some(shortest) = length(&plain, &puzzle) {
                let spare = shortest as u32 - moves.quick_bound(&row);
                let (count, wasters) = traps.look(&row, spare);
                prop_assert!(count <= spare, "{} traps, {} to spare", count, spare);
                prop_assert!(count == 0 || wasters.colours != 0);
                prop_assert!(count + wasters.others == spare);
            }
        }
    }

    #[test]
    fn it_agrees_with_the_plain_search_on_partly_filled_boards(puzzle in any_board()) {
        agrees_with_the_plain_one(&puzzle);
    }

    #[test]
    fn what_is_kept_up_to_date_is_what_would_be_computed_anew(puzzle in any_board()) {
        let contents = Contents::of(&puzzle);
        let mut moves = Moves::<u8>::new(&contents, puzzle.rule);
        let mut other = Moves::<u8>::new(&contents, puzzle.rule);
        let mut row = moves.start();
        moves.settle(&mut row, Waste::ANY, |_| {});
        let mut seen = vec![row];
        let mut at = 0;
        while at < seen.len() && seen.len() < 300 {
            let row = seen[at].clone();
            let bound = |other: &mut Moves<'_, u8>, row: &[u8]| {
                let tangled = if puzzle.rule == Rule::Ball { tangle(&contents, row) } else { 0 };
                other.quick_bound(row) + tangled
            };
            let here = bound(&mut other, &row);
            let mut children = Vec::new();
            moves.expand(&row, Waste::ANY, u32::MAX, |child| {
                assert_eq!(child.hash, Rows::hash(child.row));
                assert_eq!(child.bound, other.quick_bound(child.row));
                assert!(here <= child.cost + bound(&mut other, child.row), "no move lowers the bound by more than it costs");
                children.push(child.row.to_vec());
            });
            // Without a move to spare: what is gathered costs what it brings.
            moves.expand(&row, Waste::NONE, u32::MAX, |child| {
                assert_eq!(child.hash, Rows::hash(child.row));
                assert_eq!(child.bound, other.quick_bound(child.row));
                children.push(child.row.to_vec());
            });
            children.retain(|child| !seen.contains(child));
            seen.extend(children);
            at += 1;
        }
    }
}
