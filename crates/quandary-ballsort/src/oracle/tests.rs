//! The oracle compared with searches that do not use borders.

use proptest::prelude::*;

use super::super::tests::{any_board, board};
use super::super::*;
use super::*;
use quandary_core::puzzle::{Plan, Puzzle, Solution};
use quandary_core::random::{ChaCha8Rng, RngExt, stream};

fn judge(puzzle: &BallSort) -> bool {
    match ask(puzzle, &Budget::default()).0 {
        Answer::Solvable => true,
        Answer::DeadEnd => false,
        Answer::Unknown(why) => panic!("{why}"),
    }
}

/// Whether any sequence of moves sorts a board, by exhaustive search.
fn can_be_sorted(puzzle: &BallSort) -> bool {
    let outcome = puzzle.solve_with("greedy", &Ask::default()).unwrap();
    !outcome.solutions.is_empty()
}

/// Balls thrown into bottles, perhaps one colour twice, so that bottles are full, partly filled or empty.
fn random_board(random: &mut ChaCha8Rng, capacity: usize) -> BallSort {
    let colours: u8 = random.random_range(2..=if capacity <= 3 { 5 } else { 4 });
    let empty: usize = random.random_range(0..=2);
    let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| vec![colour; capacity]).collect();
    if random.random_range(0..4) == 0 {
        balls.extend(vec![1; capacity]);
    }
    let is_ragged = random.random_range(0..2) == 0;
    let mut bottles = vec![Vec::new(); balls.len() / capacity + empty];
    for left in (0..balls.len()).rev() {
        let ball = balls.swap_remove(random.random_range(0..=left));
        let at = if is_ragged { random.random_range(0..bottles.len()) } else { 0 };
        let count = bottles.len();
        let open = (0..count).map(|turn| (at + turn) % count).find(|&b| bottles[b].len() < capacity);
        bottles[open.unwrap()].push(ball);
    }
    let rule = if random.random_range(0..2) == 0 { Rule::Ball } else { Rule::Water };
    BallSort::new(capacity, bottles, rule, Vec::new()).unwrap()
}

#[test]
fn it_agrees_with_a_search_of_every_position_for_capacities_from_2_to_6() {
    let mut dead = 0;
    for capacity in 2..=6 {
        for index in 0..60 {
            let puzzle = random_board(&mut stream(6, "oracle", 100 * capacity as u64 + index), capacity);
            let answer = judge(&puzzle);
            assert_eq!(answer, can_be_sorted(&puzzle), "{puzzle:?}");
            dead += usize::from(!answer);
        }
    }
    assert!(dead > 30, "both answers are tried: {dead} dead ends of 300 boards");
}

#[test]
fn both_rules_have_the_same_answer() {
    for drawn in ["1234 2341 3412 4123 -", "3213 2112 3132 -", "12 34 41 23 -"] {
        let capacity = drawn.find(' ').unwrap();
        let answers = [Rule::Ball, Rule::Water].map(|rule| judge(&board(capacity, rule, drawn)));
        assert_eq!(answers[0], answers[1]);
        assert_eq!(answers[0], can_be_sorted(&board(capacity, Rule::Ball, drawn)));
    }
}

#[test]
fn a_budget_that_ends_leaves_the_question_open() {
    let puzzle = board(4, Rule::Ball, "1515 2626 3737 4848 5151 6262 7373 8484 - -");
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    let (answer, counters) = ask(&puzzle, &budget);
    assert_eq!((answer, counters.nodes), (Answer::Unknown(Stopped::Nodes), 3));
}

#[test]
fn a_player_in_a_dead_end_learns_how_far_to_go_back() {
    let puzzle = board(4, Rule::Water, "3213 2112 3132 -");
    let solution = puzzle.solve(&Ask::default()).solutions.remove(0);
    let mut moves = plan_of(&solution).moves;
    assert_eq!(puzzle.moves_to_undo(&moves, &Budget::default()), Ok(Some(0)));
    for kept in 0..moves.len() {
        moves.truncate(moves.len() - usize::from(kept > 0));
        let mut bottles = puzzle.bottles.clone();
        for &step in &moves {
            pour(&mut bottles, 4, puzzle.rule, step).unwrap();
        }
        // Any further move is either fine or must be taken back, as the board after it says.
        for (from, to) in (0..4).flat_map(|from| (0..4).map(move |to| (from, to))) {
            let step = Move { from, to };
            let mut after = bottles.clone();
            if pour(&mut after, 4, puzzle.rule, step).is_ok() {
                let is_good = judge(&BallSort::new(4, after, puzzle.rule, Vec::new()).unwrap());
                let all = [&moves[..], &[step]].concat();
                assert_eq!(puzzle.moves_to_undo(&all, &Budget::default()), Ok(Some(usize::from(!is_good))));
            }
        }
    }
    let broken = [Move { from: 3, to: 0 }];
    assert_eq!(puzzle.moves_to_undo(&broken, &Budget::default()), Ok(None));
    let hopeless = board(4, Rule::Ball, "5141 5514 5432 4132 2332 -");
    assert_eq!(hopeless.moves_to_undo(&[], &Budget::default()), Ok(None));
}

proptest! {
    #[test]
    fn an_order_of_borders_becomes_a_plan(puzzle in any_board()) {
        let contents = Contents::of(&puzzle);
        let budget = Budget::default();
        let mut watch = budget.start();
        let mut oracle = Oracle::new(&contents, watch.account());
        let answer = oracle.ask(&contents.start, &mut watch, u64::MAX);
        prop_assert_eq!(answer == Answer::Solvable, can_be_sorted(&puzzle));
        if answer == Answer::Solvable {
            let moves = plan::expand(&contents, puzzle.rule, &oracle.order(&contents.start));
            prop_assert_eq!(puzzle.verify(&Solution::Plan(Plan { moves, lower_bound: 0 })), Ok(()));
        }
    }
}

#[test]
fn walks_side_by_side_find_an_order_for_two_hundred_colours() {
    let mut random = stream(9, "oracle", 200);
    let mut balls: Vec<u8> = (1..=200).flat_map(|colour| [colour; 4]).collect();
    for last in (1..balls.len()).rev() {
        balls.swap(last, random.random_range(0..=last));
    }
    let mut bottles: Vec<Vec<u8>> = balls.chunks(4).map(<[u8]>::to_vec).collect();
    bottles.extend(vec![Vec::new(); 24]);
    let puzzle = BallSort::new(4, bottles, Rule::Water, Vec::new()).unwrap();
    let contents = Contents::of(&puzzle);
    let budget = Budget::default();
    let order = order::<Border>(&contents, &contents.start, 16, &mut budget.start()).unwrap().unwrap();
    let moves = plan::expand(&contents, Rule::Water, &order);
    assert_eq!(puzzle.verify(&Solution::Plan(Plan { moves, lower_bound: 0 })), Ok(()));
}
