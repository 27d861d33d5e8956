//! Bottles of different sizes, compared with a search that knows nothing but the rules.

use quandary_core::random::{ChaCha8Rng, RngExt, stream};

use super::*;

/// Small bottles of different sizes, colours that fill one or two of them, balls anywhere, by any of the four rules. `None`
/// where the colours do not fill bottles of their own, though they must.
fn random_board(random: &mut ChaCha8Rng) -> Option<BallSort> {
    let bottles: usize = random.random_range(2..=6);
    let capacities: Vec<usize> = (0..bottles).map(|_| random.random_range(1..=4)).collect();
    let empty = random.random_range(0..=2).min(bottles - 1);
    // Each of the first bottles is filled by a colour; two may be of the same.
    let colours: Vec<u8> = (0..bottles - empty).map(|bottle| random.random_range(1..=bottle as u8 + 1)).collect();
    let mut balls: Vec<u8> = capacities.iter().zip(&colours).flat_map(|(&of, &colour)| vec![colour; of]).collect();
    let goal = if random.random_range(0..4) == 0 { Goal::Uniform } else { Goal::Full };
    if balls.len() > 11 {
        return None;
    }
    if goal == Goal::Uniform && random.random_range(0..2) == 0 {
        balls.pop();
    }
    let mut stacks = vec![Vec::new(); bottles];
    for left in (0..balls.len()).rev() {
        let ball = balls.swap_remove(random.random_range(0..=left));
        let at = random.random_range(0..bottles);
        let open = (0..bottles).map(|turn| (at + turn) % bottles).find(|&b| stacks[b].len() < capacities[b]);
        stacks[open.unwrap()].push(ball);
    }
    let rule = if random.random_range(0..2) == 0 { Rule::Ball } else { Rule::Water };
    BallSort::with_each(capacities, stacks, (rule, goal), Vec::new(), Vec::new()).ok()
}

/// The shortest plan, by trying every legal move of every position: bottles as lists, and nothing else.
fn by_trying(puzzle: &BallSort) -> Option<usize> {
    let is_done = |bottles: &Vec<Vec<u8>>| {
        (0..).zip(bottles).all(|(at, balls)| {
            balls.iter().all(|&ball| ball == balls[0])
                && (puzzle.goal == Goal::Uniform || balls.is_empty() || balls.len() == puzzle.holds(at))
        })
    };
    let next = |bottles: &Vec<Vec<u8>>| {
        let mut found = Vec::new();
        for from in 0..bottles.len() {
            for to in (0..bottles.len()).filter(|&to| to != from) {
                let mut next = bottles.clone();
                let mut poured = 0;
                while let Some(&ball) = next[from].last()
                    && next[to].len() < puzzle.holds(to)
                    && next[to].last().is_none_or(|&top| top == ball)
                    && (poured == 0 || (puzzle.rule == Rule::Water && next[to].last() == Some(&ball)))
                {
                    next[from].pop();
                    next[to].push(ball);
                    poured += 1;
                }
                if poured > 0 {
                    found.push(next);
                }
            }
        }
        found
    };
    pathfinding::directed::bfs::bfs(&puzzle.bottles, next, is_done).map(|path| path.len() - 1)
}

/// Compares every algorithm, the bounds, and whether a board can be sorted at all, on boards of a series.
fn agree(series: &'static str, boards: u64) {
    let mut random = stream(3, series, 0);
    let (mut mixed, mut dead) = (0, 0);
    while mixed < boards {
        let Some(puzzle) = random_board(&mut random).filter(BallSort::is_mixed) else { continue };
        mixed += 1;
        let expected = by_trying(&puzzle);
        dead += u64::from(expected.is_none());
        for algorithm in ["bfs", "ucs-plain", "astar-plain", "ucs", "idastar", "astar", "packed"] {
            assert_eq!(length_by(&puzzle, algorithm), expected, "{algorithm} {puzzle:?}");
        }
        assert_eq!(puzzle.can_be_solved(&[], &Budget::default()), Ok(expected.is_some()), "{puzzle:?}");
        let bounds = [crate::solver::bound::bound(&puzzle).moves(), words::lower_bound(&puzzle).0];
        for bound in bounds {
            assert!(expected.is_none_or(|length| bound as usize <= length), "{bound} {expected:?} {puzzle:?}");
        }
    }
    assert!(
        dead * 50 > boards && dead * 10 < boards * 9,
        "both answers are tried: {dead} dead ends of {boards} boards"
    );
}

#[test]
fn two_thousand_boards_are_solved_as_a_search_of_every_position_solves_them() {
    agree("sizes", 2_000);
}

#[test]
#[ignore = "takes minutes"]
fn thirty_thousand_more() {
    agree("more sizes", 30_000);
}

fn mixed(capacities: &[usize], drawn: &str, rules: (Rule, Goal)) -> Result<BallSort, BoardError> {
    let bottle = |word: &str| word.bytes().filter(|&byte| byte != b'-').map(|byte| byte - b'0').collect();
    BallSort::with_each(capacities.to_vec(), drawn.split(' ').map(bottle).collect(), rules, Vec::new(), Vec::new())
}

#[test]
fn a_colour_alone_in_a_bottle_too_large_for_it_moves_into_one_that_it_fills() {
    for (rule, moves) in [(Rule::Ball, 3), (Rule::Water, 1)] {
        assert_eq!(length(&mixed(&[4, 3], "111 -", (rule, Goal::Full)).unwrap()), Some(moves));
        assert_eq!(length(&mixed(&[4, 3], "111 -", (rule, Goal::Uniform)).unwrap()), Some(0));
    }
}

#[test]
fn a_board_whose_colours_cannot_fill_bottles_of_their_own_is_refused() {
    let full = (Rule::Ball, Goal::Full);
    let error = mixed(&[3, 5, 2], "111 22222 1", full).unwrap_err();
    assert_eq!(error.message, "no bottles hold exactly the balls of colour 1, of which there are 4");
    let shared = mixed(&[2, 3, 4], "12 122 111", full).unwrap_err();
    assert!(shared.message.contains("shared out"), "{}", shared.message);
    assert!(mixed(&[2, 3, 4], "12 122 111", (Rule::Water, Goal::Uniform)).is_ok());
    assert_eq!(mixed(&[2, 3], "122 11", full).unwrap_err().place, Some((0, 2)));
    assert!(mixed(&[2, 3, 4], "12 122", full).unwrap_err().message.contains("3 capacities for 2 bottles"));
    assert!(mixed(&[2, 0], "11 -", full).unwrap_err().help.contains("1 to 32"));
    let locks = vec![None, Some(1)];
    let locked = BallSort::with_each(vec![2, 3], vec![vec![1, 1], vec![]], full, locks, Vec::new()).unwrap_err();
    assert!(locked.message.contains("locked bottles"), "{}", locked.message);
    let hidden = mixed(&[2, 3], "01 -", full).unwrap_err();
    assert!(hidden.message.contains("hidden balls"), "{}", hidden.message);
}

#[test]
fn bottles_of_different_sizes_are_drawn_on_one_line() {
    let scene = mixed(&[2, 3], "11 222", (Rule::Ball, Goal::Full)).unwrap().scene(None);
    assert_eq!(scene.title, "Ball Sort, ball rule, 2 bottles of 2 to 3");
    let paint = |row, column| scene.cells[quandary_core::puzzle::Cell { row, column }].paint;
    assert_eq!(paint(0, 0), quandary_core::scene::Paint::Gap);
    assert_ne!(paint(1, 0), quandary_core::scene::Paint::Gap);
    assert_ne!(paint(0, 2), quandary_core::scene::Paint::Gap);
}

#[test]
fn the_same_bottles_in_another_order_are_the_same_board_and_of_other_sizes_another() {
    let full = (Rule::Ball, Goal::Full);
    let form = |capacities: &[usize], drawn| mixed(capacities, drawn, full).unwrap().canonical();
    assert_eq!(form(&[2, 3, 2], "12 122 -"), form(&[3, 2, 2], "211 - 21"));
    assert_ne!(form(&[2, 3, 2], "12 122 -"), form(&[2, 3, 3], "12 122 -"));
}
