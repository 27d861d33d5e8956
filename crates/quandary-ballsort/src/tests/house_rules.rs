//! House rules: locked bottles, bottles that need not be full, colours that do not fill whole bottles.

use proptest::prelude::*;

use super::*;

/// The shortest plan by the rules of [`Play`] alone, whatever they are.
fn by_play(puzzle: &BallSort) -> Option<usize> {
    let count = puzzle.bottles.len() as u16;
    let steps = || (0..count).flat_map(move |from| (0..count).map(move |to| Move { from, to }));
    let mut seen = std::collections::HashSet::new();
    let mut waiting = std::collections::VecDeque::from([(Play::new(puzzle), 0)]);
    while let Some((play, length)) = waiting.pop_front() {
        if play.unsorted().is_none() {
            return Some(length);
        }
        for step in steps() {
            let mut next = play.clone();
            let locks: Vec<bool> = (0..puzzle.bottles.len()).map(|bottle| next.is_locked(bottle)).collect();
            if next.make(step).is_ok() && seen.insert((next.bottles().to_vec(), locks)) {
                waiting.push_back((next, length + 1));
            }
        }
    }
    None
}

#[test]
fn a_locked_bottle_opens_when_its_colour_is_complete() {
    let puzzle = |drawn: &str, lock: u8| {
        let plain = board(2, Rule::Ball, drawn);
        BallSort::with(2, plain.bottles, (Rule::Ball, Goal::Full), vec![None, None, Some(lock)], Vec::new()).unwrap()
    };
    // Bottle 3 is needed to sort colours 1 and 2, and opens only when 1 is complete.
    let shut = puzzle("12 21 33 -", 1);
    assert_eq!(broken_rule(&shut, &[(3, 4)]), "lock");
    assert_eq!(shut.verify(&plan(&[(1, 4), (2, 1), (2, 4)])), Ok(()));
    let outcome = puzzle("12 21 -", 1).solve(&Ask::default());
    assert!(matches!(outcome.verdict, Verdict::Impossible(_)), "{:?}", outcome.verdict);
    let opens = puzzle("1 1 23 23 -", 1);
    assert_eq!(broken_rule(&opens, &[(3, 5)]), "lock");
    assert_eq!(length_by(&opens, "packed"), by_play(&opens));
}

#[test]
fn a_board_with_every_bottle_of_one_colour_is_sorted_by_the_uniform_rule() {
    let puzzle =
        BallSort::with(3, vec![vec![1], vec![1, 1], vec![2, 2, 2]], (Rule::Ball, Goal::Uniform), vec![], vec![]);
    let outcome = puzzle.unwrap().solve(&Ask::default());
    assert_eq!((outcome.verdict, outcome.solutions), (Verdict::Optimal, vec![Solution::Plan(Plan::default())]));
}

#[test]
fn colours_need_not_fill_whole_bottles_where_bottles_need_not_be_full() {
    let bottles = || vec![vec![1, 1, 2], vec![2, 1, 1, 1], vec![]];
    let with = |goal| BallSort::with(4, bottles(), (Rule::Ball, goal), Vec::new(), Vec::new());
    assert!(with(Goal::Full).unwrap_err().help.contains("ball-uniform"));
    let puzzle = with(Goal::Uniform).unwrap();
    assert_eq!((length(&puzzle), by_play(&puzzle)), (Some(4), Some(4)));
    // Five balls of colour 1 can never stand in full bottles alone.
    assert!(puzzle.with_rule("water").is_none());
    assert_eq!(puzzle.with_rule("water-uniform").unwrap().rule(), Some("water-uniform"));
    // Two bottles of one colour may stay as they are.
    assert_eq!(board(2, Rule::Ball, "1 1").with_rule("ball-uniform").unwrap().moves().unwrap().lower_bound().0, 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn locks_and_the_uniform_goal_are_searched_as_they_are_played(
        puzzle in any_board(),
        lock in any::<prop::sample::Index>(),
        is_locked in any::<bool>(),
        is_uniform in any::<bool>(),
        taken in 0..4usize,
    ) {
        let mut puzzle = puzzle;
        if is_uniform {
            // Colours need not fill whole bottles then.
            puzzle.bottles.iter_mut().take(taken).filter(|bottle| bottle.len() > 1).for_each(|bottle| bottle.truncate(bottle.len() - 1));
        }
        let mut locks = vec![None; puzzle.bottles.len()];
        locks[lock.index(puzzle.bottles.len())] = is_locked.then(|| puzzle.bottles.iter().flatten().copied().max().unwrap());
        let goal = if is_uniform { Goal::Uniform } else { Goal::Full };
        let puzzle = BallSort::with(puzzle.capacity, puzzle.bottles, (puzzle.rule, goal), locks, Vec::new()).unwrap();
        let expected = by_play(&puzzle);
        for algorithm in ["ucs-plain", "astar-plain", "idastar", "astar", "packed"] {
            prop_assert_eq!(length_by(&puzzle, algorithm), expected, "{}", algorithm);
        }
        prop_assert!(expected.is_none_or(|length| crate::solver::bound::bound(&puzzle).moves() as usize <= length));
    }
}
