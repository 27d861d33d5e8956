//! Claims about boards: what breaks a rule, how short the shortest plan is, and that all algorithms agree on it.

mod house_rules;
mod sizes;

use proptest::prelude::*;

use super::model::{Position, Space};
use super::*;
use quandary_core::search::StateSpace;
use quandary_core::verdict::{Budget, Verdict};

/// A board drawn as one word per bottle, bottom first; `-` is an empty bottle.
pub(super) fn board(capacity: usize, rule: Rule, drawn: &str) -> BallSort {
    let bottle = |word: &str| word.bytes().filter(|&byte| byte != b'-').map(|byte| byte - b'0').collect();
    BallSort::new(capacity, drawn.split(' ').map(bottle).collect(), rule, Vec::new()).unwrap()
}

/// How often colour 1 fills a bottle.
#[derive(Clone, Copy, Debug, PartialEq)]
enum First {
    Once,
    Twice,
    /// Twice, and one of the bottles is full of it from the start.
    TwiceAndFull,
}

/// Boards small enough for every algorithm: 2 to 4 colours, the first perhaps in two bottles, capacity 2 to 4, balls
/// anywhere.
pub(super) fn any_board() -> impl Strategy<Value = BallSort> {
    let first = prop_oneof![Just(First::Once), Just(First::Twice), Just(First::TwiceAndFull)];
    let sizes = (2..=4usize, 2..=4u8, 1..=2usize, first, any::<bool>(), any::<bool>());
    sizes
        .prop_filter("small", |&(capacity, colours, _, first, ..)| {
            capacity * (usize::from(colours) + usize::from(first == First::Twice)) <= 12
        })
        .prop_flat_map(|(capacity, colours, empty, first, is_water, is_ragged)| {
            let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| vec![colour; capacity]).collect();
            if first == First::Twice {
                balls.extend(vec![1; capacity]);
            }
            let bottles = balls.len() / capacity + empty;
            let keys = proptest::collection::vec(any::<usize>(), balls.len());
            let rule = if is_water { Rule::Water } else { Rule::Ball };
            (Just(balls).prop_shuffle(), keys).prop_map(move |(balls, keys)| {
                let mut stacks = vec![Vec::new(); bottles];
                for (index, (ball, key)) in balls.into_iter().zip(keys).enumerate() {
                    // Either bottle by bottle, or each ball anywhere that has room.
                    let at = if is_ragged { key % bottles } else { index / capacity };
                    let open = (0..bottles).map(|turn| (at + turn) % bottles).find(|&b| stacks[b].len() < capacity);
                    stacks[open.unwrap()].push(ball);
                }
                if first == First::TwiceAndFull {
                    stacks.push(vec![1; capacity]);
                }
                BallSort::new(capacity, stacks, rule, Vec::new()).unwrap()
            })
        })
}

fn plan(moves: &[(u16, u16)]) -> Solution {
    let moves = moves.iter().map(|&(from, to)| Move { from: from - 1, to: to - 1 }).collect();
    Solution::Plan(Plan { moves, lower_bound: 0 })
}

fn broken_rule(puzzle: &BallSort, moves: &[(u16, u16)]) -> &'static str {
    puzzle.verify(&plan(moves)).unwrap_err().rule
}

/// The length that an algorithm proves, `None` for impossible.
fn length_by(puzzle: &BallSort, algorithm: &str) -> Option<usize> {
    let outcome = puzzle.solve_with(algorithm, &Ask::default()).unwrap();
    match outcome.verdict {
        Verdict::Optimal => {
            assert_eq!(puzzle.verify(&outcome.solutions[0]), Ok(()));
            Some(plan_of(&outcome.solutions[0]).moves.len())
        }
        Verdict::Impossible(_) => None,
        other => panic!("{algorithm} says {other:?}"),
    }
}

fn length(puzzle: &BallSort) -> Option<usize> {
    length_by(puzzle, "astar")
}

/// The rules again, by the breadth-first search of another library over plain stacks.
fn oracle(puzzle: &BallSort) -> Option<usize> {
    let next = |bottles: &Vec<Vec<u8>>| {
        let count = bottles.len() as u16;
        let steps = (0..count).flat_map(move |from| (0..count).map(move |to| Move { from, to }));
        let after = |step| {
            let mut next = bottles.clone();
            pour(&mut next, puzzle.capacity, puzzle.rule, step).is_ok().then_some(next)
        };
        steps.filter_map(after).collect::<Vec<_>>()
    };
    let is_done = |bottles: &Vec<Vec<u8>>| bottles.iter().all(|bottle| is_sorted(bottle, puzzle.capacity));
    pathfinding::directed::bfs::bfs(&puzzle.bottles, next, is_done).map(|path| path.len() - 1)
}

#[test]
fn a_plan_that_follows_the_rules_to_the_end_is_a_solution() {
    let puzzle = board(2, Rule::Ball, "12 21 -");
    assert_eq!(puzzle.verify(&plan(&[(1, 3), (2, 1), (2, 3)])), Ok(()));
}

#[test]
fn a_move_needs_bottles_that_exist() {
    let puzzle = board(2, Rule::Ball, "12 21 -");
    assert_eq!(broken_rule(&puzzle, &[(1, 4)]), "bottle");
    assert_eq!(broken_rule(&puzzle, &[(9, 3)]), "bottle");
}

#[test]
fn a_move_needs_two_bottles() {
    assert_eq!(broken_rule(&board(2, Rule::Ball, "12 2 1"), &[(2, 2)]), "two bottles");
}

#[test]
fn nothing_comes_out_of_an_empty_bottle() {
    assert_eq!(broken_rule(&board(2, Rule::Ball, "12 21 -"), &[(3, 1)]), "source");
}

#[test]
fn a_full_bottle_takes_no_more() {
    assert_eq!(broken_rule(&board(2, Rule::Ball, "12 12 -"), &[(1, 2)]), "room");
}

#[test]
fn a_ball_may_not_stand_on_another_colour() {
    assert_eq!(broken_rule(&board(2, Rule::Ball, "12 1 2"), &[(1, 2)]), "colour");
}

#[test]
fn one_colour_in_two_half_full_bottles_is_not_sorted() {
    let puzzle = board(2, Rule::Ball, "1 1");
    assert_eq!(broken_rule(&puzzle, &[]), "goal");
    assert_eq!(puzzle.verify(&plan(&[(1, 2)])), Ok(()));
}

#[test]
fn the_ball_rule_moves_one_ball_and_the_water_rule_the_whole_run() {
    let moves = [(1, 3), (2, 1), (2, 3)];
    assert_eq!(board(3, Rule::Water, "122 211 -").verify(&plan(&moves)), Ok(()));
    assert_eq!(broken_rule(&board(3, Rule::Ball, "122 211 -"), &moves), "colour");
}

#[test]
fn water_pours_as_much_as_fits_and_the_rest_stays() {
    let mut bottles = vec![vec![1, 2, 2], vec![2, 1, 1], vec![1, 2]];
    assert_eq!(pour(&mut bottles, 3, Rule::Water, Move { from: 0, to: 2 }), Ok(1));
    assert_eq!(bottles, [vec![1, 2], vec![2, 1, 1], vec![1, 2, 2]]);
}

#[test]
fn a_violation_names_the_move_and_the_bottles() {
    let violation = board(2, Rule::Ball, "12 21 -").verify(&plan(&[(1, 3), (1, 3)])).unwrap_err();
    assert_eq!(violation.message, "move 2, 1 -> 3: the tops of bottle 1 and bottle 3 have different colours");
}

#[test]
fn a_grid_is_no_plan() {
    let grid = Solution::Grid(quandary_core::grid::Grid::filled(1, 1, 0));
    assert_eq!(board(2, Rule::Ball, "11").verify(&grid).unwrap_err().rule, "shape");
}

#[test]
fn a_sorted_board_has_the_empty_plan() {
    let outcome = board(4, Rule::Ball, "1111 - 2222").solve(&Ask::default());
    assert_eq!(outcome.verdict, Verdict::Optimal);
    assert_eq!(outcome.solutions, [Solution::Plan(Plan::default())]);
}

#[test]
fn shortest_plans_are_as_short_as_an_independent_search_finds() {
    let boards = [
        (4, "1212 2121 -"),
        (4, "1231 2312 3123 - -"),
        (3, "123 312 231 -"),
        (3, "112 221 -"),
        (4, "1122 33 2211 33"),
        (2, "12 34 41 23 -"),
        (4, "1234 2341 3412 4123 -"),
    ];
    for (capacity, drawn) in boards {
        for rule in [Rule::Ball, Rule::Water] {
            let puzzle = board(capacity, rule, drawn);
            assert_eq!(length(&puzzle), oracle(&puzzle), "{drawn} by the {} rule", rule.name());
        }
    }
}

#[test]
fn a_bottle_of_one_colour_is_not_always_the_place_to_pour() {
    // Always pouring colour c onto a bottle of c alone loses this one: that bottle must be emptied again.
    let drawn = "3213 2112 3132 -";
    assert_eq!(length(&board(4, Rule::Water, drawn)), Some(10));
    assert_eq!(length(&board(4, Rule::Ball, drawn)), Some(16));
    // And here one move.
    assert_eq!(length(&board(4, Rule::Ball, "2231 3232 1131 - -")), Some(9));
}

#[test]
fn a_run_is_sometimes_poured_in_two_parts() {
    // Pouring only runs that fit as a whole finds no plan here.
    assert_eq!(length(&board(4, Rule::Water, "4423 3313 1122 4421 -")), Some(10));
}

#[test]
fn a_full_bottle_is_opened_again_when_its_colour_fills_two() {
    // Never taking from a bottle full of one colour finds no plan here: bottle 5 must be emptied.
    for (rule, drawn, shortest) in [(Rule::Water, "31 2232 1132 31 1111", 11), (Rule::Ball, "31 12 3132 3122 1111", 21)]
    {
        let puzzle = board(4, rule, drawn);
        let outcome = puzzle.solve(&Ask::default());
        let moves = plan_of(&outcome.solutions[0]).moves;
        assert_eq!((outcome.verdict, moves.len()), (Verdict::Optimal, shortest));
        assert!(moves.iter().any(|step| step.from == 4));
    }
}

#[test]
fn the_search_says_how_many_positions_it_looked_at_before_giving_up() {
    let puzzle = board(4, Rule::Ball, "1234 1234 1234 1234 -");
    let outcome = puzzle.solve(&Ask::default());
    let Verdict::Impossible(conflict) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    let ways = format!("all {} ways to uncover colours", outcome.counters.nodes);
    assert!(conflict.message.contains(&ways), "{}", conflict.message);
    assert!(outcome.solutions.is_empty() && outcome.count_is_exact);
    let outcome = puzzle.solve_with("astar", &Ask::default()).unwrap();
    let Verdict::Impossible(conflict) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    let start = format!("from this start every one of the {} reachable positions", outcome.counters.nodes);
    assert!(conflict.message.starts_with(&start), "{}", conflict.message);
}

/// Eight colours in an order that takes long to sort by the ball rule.
const EIGHT: &str = "1515 2626 3737 4848 5151 6262 7373 8484 - -";

#[test]
fn a_plan_found_on_a_tight_budget_is_called_feasible_with_a_proved_bound() {
    let puzzle = board(4, Rule::Ball, EIGHT);
    let shortest = length(&puzzle).unwrap() as u32;
    let budget = Budget { nodes: Some(30), ..Budget::default() };
    let outcome = puzzle.solve(&Ask { budget, ..Ask::default() });
    let Verdict::Feasible { lower_bound } = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    let plan = plan_of(&outcome.solutions[0]);
    assert_eq!(plan.lower_bound, lower_bound);
    assert!(lower_bound <= shortest && shortest <= plan.moves.len() as u32);
    assert!(outcome.counters.nodes <= 30);
}

#[test]
fn without_budget_for_any_plan_the_answer_is_unknown() {
    let budget = Budget { nodes: Some(3), ..Budget::default() };
    let outcome = board(4, Rule::Ball, EIGHT).solve(&Ask { budget, ..Ask::default() });
    assert_eq!(outcome.verdict, Verdict::Unknown(quandary_core::verdict::Stopped::Nodes));
}

#[test]
fn the_largest_board_is_solved_and_drawn_without_trouble() {
    // 255 colours of 32 balls, two colours swapped at the top, and one empty bottle.
    let mut bottles: Vec<Vec<u8>> = (1..=255).map(|colour| vec![colour; 32]).collect();
    (bottles[0][31], bottles[1][31]) = (2, 1);
    bottles.push(Vec::new());
    let puzzle = BallSort::new(32, bottles, Rule::Ball, Vec::new()).unwrap();
    assert_eq!(length(&puzzle), Some(3));
    assert_eq!(puzzle.scene(None).cells.columns(), 511);
}

#[test]
fn boards_beyond_the_limits_are_refused() {
    let refused = |capacity, bottles| BallSort::new(capacity, bottles, Rule::Ball, Vec::new()).unwrap_err();
    assert!(refused(33, vec![vec![]]).help.contains("32"));
    assert!(refused(0, vec![vec![]]).help.contains("32"));
    assert!(refused(4, vec![vec![]; 257]).help.contains("256"));
    assert!(refused(4, vec![]).help.contains("256"));
    assert_eq!(refused(2, vec![vec![1], vec![1, 2, 2]]).place, Some((1, 2)));
    assert_eq!(refused(2, vec![vec![1], vec![1, 0]]).place, Some((1, 1)));
    assert_eq!(refused(4, vec![vec![3; 4], vec![3]]).message, "colour 3 has 5 balls, expected a multiple of 4");
}

/// Every position that can be reached, with its moves.
fn reachable(space: &Space<'_>) -> Vec<(Position, Vec<Position>)> {
    let mut seen = std::collections::HashSet::from([space.start()]);
    let mut found = vec![(space.start(), Vec::new())];
    let mut at = 0;
    while at < found.len() && found.len() < 3000 {
        let position = found[at].0.clone();
        let mut next = Vec::new();
        space.successors(&position, &mut |_, after, _| next.push(after));
        for after in &next {
            if seen.insert(after.clone()) {
                found.push((after.clone(), Vec::new()));
            }
        }
        found[at].1 = next;
        at += 1;
    }
    found
}

#[test]
fn an_impossible_board_is_told_what_would_help() {
    let puzzle = board(4, Rule::Water, "5141 5514 5432 4132 2332 -");
    let outcome = puzzle.solve(&Ask::default());
    let remarks = puzzle.remarks(&outcome, &Budget::default());
    assert!(remarks.iter().any(|remark| remark == "With one more empty bottle it can be sorted."), "{remarks:?}");
    let solvable = board(2, Rule::Water, "12 21 -");
    assert!(solvable.remarks(&solvable.solve(&Ask::default()), &Budget::default()).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn all_algorithms_agree(puzzle in any_board()) {
        let expected = oracle(&puzzle);
        for algorithm in ["bfs", "ucs-plain", "astar-plain", "ucs", "idastar", "astar", "packed"] {
            prop_assert_eq!(length_by(&puzzle, algorithm), expected, "{}", algorithm);
        }
        let outcome = puzzle.solve_with("greedy", &Ask::default()).unwrap();
        prop_assert_eq!(outcome.solutions.is_empty(), expected.is_none());
        if let (Verdict::Feasible { lower_bound }, Some(shortest)) = (outcome.verdict, expected) {
            prop_assert!(lower_bound as usize <= shortest);
        }
    }

    #[test]
    fn no_bound_overestimates_and_no_move_lowers_one_by_more_than_one(puzzle in any_board()) {
        for space in [Space::plain(&puzzle), Space::tidy(&puzzle)] {
            for (position, next) in reachable(&space) {
                for h in [Space::mixed_bottles, Space::distance] {
                    let here = h(&space, &position);
                    prop_assert!(!space.is_goal(&position) || here == 0);
                    for after in &next {
                        prop_assert!(here <= 1 + h(&space, after), "{:?} to {:?}", position, after);
                    }
                }
            }
        }
        let tidy = Space::tidy(&puzzle);
        if let Some(length) = length_by(&puzzle, "ucs") {
            prop_assert!(tidy.distance(&tidy.start()) as usize <= length);
            prop_assert!(tidy.mixed_bottles(&tidy.start()) <= tidy.distance(&tidy.start()));
        }
    }
}
