//! Boards as they are played: touches, broken rules, satisfied clues, complete boards.

use proptest::prelude::*;
use quandary::api::{PlayOptions, Played, played, setup};
use quandary::read::{self, Source};
use quandary::{Ask, Budget, Solution};
use quandary_core::Puzzle;
use quandary_core::play::{Closed, Controls, Done, Touch};
use quandary_core::random::{RngExt, stream};

fn puzzle(text: &str) -> Box<dyn Puzzle> {
    read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap()
}

fn write(place: usize, value: &str) -> Touch {
    Touch::Write { place, value: value.to_owned() }
}

fn go(from: usize, to: usize) -> Touch {
    Touch::Move { from, to }
}

/// What touches from the start lead to.
fn touch(puzzle: &dyn Puzzle, touches: &[Touch]) -> Played {
    play_on(puzzle, None, touches)
}

fn play_on(puzzle: &dyn Puzzle, state: Option<Done>, touches: &[Touch]) -> Played {
    let options = PlayOptions { state, touches: touches.to_vec(), ..PlayOptions::default() };
    played(puzzle, &options).unwrap()
}

/// The values of a solution, place by place.
fn boards(puzzle: &dyn Puzzle, solution: &Solution) -> Vec<Vec<String>> {
    let text = puzzle.solution_json(solution).text().into_owned();
    let options = PlayOptions { solution: Some(text.into()), ..PlayOptions::default() };
    played(puzzle, &options).unwrap().boards.unwrap().into_iter().map(|board| board.values).collect()
}

fn solution(puzzle: &dyn Puzzle) -> Option<Solution> {
    let outcome = puzzle.solve(&Ask { budget: Budget::seconds(10.0), ..Ask::default() });
    outcome.solutions.into_iter().next()
}

/// Numbers from 0 in an order that depends on the seed.
fn shuffled(count: usize, seed: u64) -> Vec<usize> {
    let mut random = stream(seed, "playing", 0);
    let mut order: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        order.swap(at, random.random_range(0..=at));
    }
    order
}

/// Plays a solution place by place in some order: nothing is ever broken, and the board is complete at the end.
fn plays_to_the_end(puzzle: &dyn Puzzle, solution: &Solution, seed: u64) {
    let name = puzzle.size();
    let wanted = boards(puzzle, solution).pop().unwrap();
    let mut answer = touch(puzzle, &[]);
    for place in shuffled(wanted.len(), seed) {
        let Done::Values(values) = &answer.state else { panic!("{name}: values") };
        if values[place] == wanted[place] {
            continue;
        }
        assert!(!answer.position.complete || answer.claim.is_some(), "{name}");
        answer = play_on(puzzle, Some(answer.state), &[write(place, &wanted[place])]);
        assert!(answer.position.broken.is_empty(), "{name}: {:?}", answer.position.broken);
        assert!(answer.position.clues.iter().all(|clue| !clue.is_wrong), "{name}: {:?}", answer.position.clues);
    }
    assert_eq!(answer.position.board.values, wanted, "{name}");
    assert!(answer.position.complete, "{name}");
    assert!(answer.position.clues.iter().all(|clue| !clue.satisfied.contains(&false)), "{name}");
}

#[test]
fn every_example_that_can_be_solved_is_played_to_the_end_without_a_broken_rule() {
    let mut played = 0;
    for family in quandary::ALL {
        for example in family.examples().iter().filter(|example| !matches!(example.verdict, "impossible" | "unknown")) {
            let puzzle = family.notation(example.notation).unwrap().read(&Source::from_text(example.text)).unwrap();
            let Some(solution) = solution(&*puzzle) else { panic!("{}: no solution", example.name) };
            match solution.plan() {
                None => plays_to_the_end(&*puzzle, &solution, 1),
                Some(plan) => {
                    let moves: Vec<Touch> =
                        plan.moves.iter().map(|step| go(step.from.into(), step.to.into())).collect();
                    let answer = touch(&*puzzle, &moves);
                    assert_eq!(answer.message, None, "{}", example.name);
                    let is_hidden = answer.position.question.is_some()
                        || puzzle.moves().unwrap().orders(&[], &Budget::default()).is_some();
                    assert!(answer.position.complete || is_hidden, "{}", example.name);
                }
            }
            played += 1;
        }
    }
    assert!(played > 60, "{played}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn generated_boards_are_played_to_the_end_in_any_order(seed in 0..1000u64, order in any::<u64>()) {
        for (name, options) in [("sudoku", vec![("box", "2x3")]), ("nonogram", vec![("size", "6x7")]), ("aquarium", vec![("size", "5x6"), ("rule", "pool")]), ("aquarium", vec![("size", "5x5"), ("rule", "adjacent")])] {
            let family = quandary::family(name).unwrap();
            let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            let spec = quandary_core::puzzle::GenerateSpec { seed, options, budget: Budget::seconds(10.0) };
            let puzzle = family.generator().unwrap().generate(&spec, 0).unwrap();
            let solution = solution(&*puzzle).unwrap();
            plays_to_the_end(&*puzzle, &solution, order);
        }
    }
}

/// A 4×4 or 9×9 Sudoku without givens, and with more to it.
fn variant(side: usize, more: &str) -> Box<dyn Puzzle> {
    let side_of_box = side.isqrt();
    let cells = ".".repeat(side * side);
    puzzle(&format!(r#"{{"family":"sudoku","box":[{side_of_box},{side_of_box}],"cells":"{cells}",{more}}}"#))
}

/// What a board has beyond rows, columns and boxes, entries that break it, and the name of the rule that they break.
type Case<'a> = (&'a str, &'a [(usize, &'a str)], &'a str);

#[test]
fn every_rule_of_every_sudoku_variant_is_seen_when_it_is_broken() {
    // No row, column or box is broken.
    let cases: [Case<'_>; 18] = [
        (r#""rules":["anti-knight"]"#, &[(2, "1"), (13, "1")], "knight's move"),
        (r#""rules":["anti-king"]"#, &[(20, "1"), (30, "1")], "king's move"),
        (r#""rules":["non-consecutive"]"#, &[(0, "1"), (1, "2")], "neighbours"),
        (r#""rules":["main-diagonal"]"#, &[(0, "1"), (40, "1")], "diagonal"),
        (r#""rules":["anti-diagonal"]"#, &[(8, "1"), (40, "1")], "diagonal"),
        (r#""rules":["windows"]"#, &[(10, "1"), (30, "1")], "window"),
        (r#""rules":["disjoint-groups"]"#, &[(0, "1"), (30, "1")], "group"),
        (r#""rules":["all-white-dots"]"#, &[(0, "1"), (1, "2")], "no dot"),
        (r#""rules":["all-black-dots"]"#, &[(0, "4"), (1, "8")], "no dot"),
        (r#""rules":["all-xv"]"#, &[(0, "4"), (1, "6")], "no X or V"),
        (r#""cages":[{"sum":3,"cells":["r1c1","r1c2"]}]"#, &[(0, "1"), (1, "4")], "cage"),
        (r#""cages":[{"cells":["r1c9","r2c9","r2c1"]}]"#, &[(8, "3"), (9, "3")], "cage"),
        (r#""thermometers":[["r1c1","r1c2","r1c3"]]"#, &[(0, "3"), (2, "2")], "thermometer"),
        (r#""arrows":[{"circle":["r1c1"],"shaft":["r1c2","r1c3"]}]"#, &[(0, "3"), (1, "2"), (2, "4")], "arrow"),
        (r#""signs":[{"between":["r1c1","r1c2"],"difference":1}]"#, &[(0, "3"), (1, "5")], "white dot"),
        (r#""signs":[{"between":["r1c1","r1c2"],"ratio":2}]"#, &[(0, "3"), (1, "5")], "black dot"),
        (r#""signs":[{"between":["r1c1","r1c2"],"sum":10}]"#, &[(0, "3"), (1, "5")], "X"),
        (r#""signs":[{"between":["r1c1","r1c2"],"sum":5}]"#, &[(0, "3"), (1, "4")], "V"),
    ];
    for (more, entries, rule) in cases {
        let puzzle = variant(9, more);
        let touches: Vec<Touch> = entries.iter().map(|(place, digit)| write(*place, digit)).collect();
        let broken = touch(&*puzzle, &touches).position.broken;
        assert!(broken.iter().any(|broken| broken.name.starts_with(rule)), "{more}: {broken:?}");
        assert_eq!(broken.len(), 1, "{more}: {broken:?}");
        let last = touch(&*puzzle, &touches[..touches.len() - 1]);
        assert!(last.position.broken.is_empty(), "{more}: {:?}", last.position.broken);
    }
    let jigsaw = puzzle(r#"{"family":"sudoku","cells":"................","regions":"AAABACBBCCDBCDDD"}"#);
    let broken = touch(&*jigsaw, &[write(1, "1"), write(4, "1")]).position.broken;
    assert_eq!(broken.iter().map(|broken| &broken.name[..]).collect::<Vec<_>>(), ["region 1"]);
}

#[test]
fn a_digit_strikes_its_marks_from_every_cell_that_sees_it() {
    let marked = |more: &str, from: usize, place: usize| {
        let puzzle = variant(9, more);
        let answer = touch(&*puzzle, &[write(place, "/15/15/3"), write(from, "1")]);
        answer.position.board.values[place].clone()
    };
    // In the row, by an anti-knight rule, on the diagonal, in a cage; and the same cell without that rule.
    assert_eq!(marked(r#""rules":[]"#, 0, 5), "/5/5/3");
    assert_eq!(marked(r#""rules":["anti-knight"]"#, 2, 13), "/5/5/3");
    assert_eq!(marked(r#""rules":[]"#, 2, 13), "/15/15/3");
    assert_eq!(marked(r#""rules":["main-diagonal"]"#, 0, 40), "/5/5/3");
    assert_eq!(marked(r#""rules":[]"#, 0, 40), "/15/15/3");
    assert_eq!(marked(r#""cages":[{"sum":20,"cells":["r1c1","r2c1","r3c1","r4c1","r4c2","r4c3"]}]"#, 0, 29), "/5/5/3");
    let keep =
        PlayOptions { touches: vec![write(5, "/1//"), write(0, "1")], keep_marks: true, ..PlayOptions::default() };
    assert_eq!(played(&*variant(9, r#""rules":[]"#), &keep).unwrap().position.board.values[5], "/1//");
}

#[test]
fn the_sum_of_a_cage_is_satisfied_when_the_cage_is_full_and_right() {
    let puzzle = variant(4, r#""cages":[{"sum":3,"cells":["r1c2","r1c1"]},{"cells":["r4c1","r4c2"]}]"#);
    let clues = |touches: &[Touch]| -> Vec<(String, bool, bool)> {
        let clues = touch(&*puzzle, touches).position.clues;
        clues.into_iter().map(|clue| (clue.clue, clue.satisfied[0], clue.is_wrong)).collect()
    };
    assert_eq!(clues(&[write(0, "1")]), []);
    assert_eq!(clues(&[write(0, "1"), write(1, "2")]), [("sum-r1c1".to_owned(), true, false)]);
    assert_eq!(clues(&[write(0, "1"), write(1, "4")]), [("sum-r1c1".to_owned(), false, true)]);
}

#[test]
fn marks_in_the_centre_go_with_the_state_and_others_do_not() {
    let answer = touch(&*puzzle("12..\n....\n....\n..43"), &[write(2, "/34//"), write(3, "//34/"), write(4, "//3/")]);
    assert_eq!(answer.ask.state, "12?{34}{3}?????????43");
}

#[test]
fn a_state_that_makes_no_sense_is_refused_with_its_place() {
    let small = puzzle("12..\n....\n....\n..43");
    let error = |state: Option<Done>, touches: &[Touch]| {
        let options = PlayOptions { state, touches: touches.to_vec(), ..PlayOptions::default() };
        played(&*small, &options).unwrap_err().message
    };
    assert_eq!(error(None, &[write(2, "9")]), "'9' at r1c3 is not a symbol of this puzzle");
    assert_eq!(error(None, &[write(16, "1")]), "there is no place 16: there are 16");
    assert_eq!(error(None, &[go(0, 1)]), "this puzzle is played by writing values");
    assert!(error(Some(Done::Values(vec![String::new(); 3])), &[]).contains("3 places"));
    assert!(error(Some(Done::Actions(Vec::new())), &[]).contains("by values"));
}

#[test]
fn moves_are_listed_with_what_goes_over_and_refused_in_a_sentence() {
    let board = puzzle(r#"{"family":"ballsort","capacity":3,"bottles":[[1,2,2],[2,1,1],[]],"rule":"water"}"#);
    let answer = touch(&*board, &[]);
    let legal: Vec<_> = answer.position.legal.iter().map(|step| (step.from, step.to, step.count)).collect();
    assert_eq!(legal, [(0, 2, 2), (1, 2, 2)]);
    let answer = touch(&*board, &[go(0, 2), go(1, 2)]);
    assert_eq!(answer.message.as_deref(), Some("the tops of bottle 2 and bottle 3 have different colours"));
    assert_eq!(answer.state, Done::Actions(vec![go(0, 2)]));
    assert_eq!(answer.position.board.values, [r#"["1"]"#, r#"["2","1","1"]"#, r#"["2","2"]"#]);
    let answer = touch(&*board, &[go(0, 2), go(1, 0), go(1, 2)]);
    assert_eq!((answer.position.complete, &answer.position.board.finished[..]), (true, &[0, 2][..]));
    assert_eq!(answer.claim.unwrap()["moves"], serde_json::json!([[1, 3], [2, 1], [2, 3]]));
}

#[test]
fn a_locked_bottle_opens_when_its_colour_is_complete_and_stays_open() {
    let board = puzzle(r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[1],[2],[]],"locks":{"4":2}}"#);
    let closed = |touches: &[Touch]| touch(&*board, touches).position.board.closed;
    let lock = Closed { place: 3, until: "until colour 2 is complete".to_owned() };
    assert_eq!(closed(&[]), [lock]);
    assert!(touch(&*board, &[go(0, 3)]).message.unwrap().contains("locked until colour 2"));
    assert_eq!(closed(&[go(0, 2)]), []);
    assert_eq!(closed(&[go(0, 2), go(2, 3)]), []);
}

#[test]
fn a_hidden_ball_must_be_named_before_the_next_move() {
    let board = puzzle(r#"{"family":"ballsort","capacity":2,"bottles":[["?",1],["?",2],[],[]],"rule":"ball"}"#);
    let answer = touch(&*board, &[go(0, 2)]);
    let question = answer.position.question.unwrap();
    assert_eq!((question.place, &question.pieces[..]), (0, &["1".to_owned(), "2".to_owned()][..]));
    assert!(answer.position.legal.is_empty());
    let refused = touch(&*board, &[go(0, 2), go(1, 3)]).message.unwrap();
    assert!(refused.contains("revealed in bottle 1"), "{refused}");
    // When one is named, the other can be one colour only.
    let named = Touch::Name { place: 0, piece: "2".to_owned() };
    let answer = touch(&*board, &[go(0, 2), named.clone()]);
    assert_eq!(answer.position.board.values, [r#"["2"]"#, r#"["1","2"]"#, r#"["1"]"#, "[]"]);
    assert_eq!(answer.ask.state, r#"{"moves":[]}"#);
    assert!(answer.ask.puzzle.is_some());
    let answer = touch(&*board, &[go(0, 2), named, go(1, 0), go(1, 2)]);
    assert!(answer.position.complete);
    let wrong = Touch::Name { place: 1, piece: "1".to_owned() };
    assert!(
        touch(&*board, &[go(0, 2), wrong]).message.unwrap().contains("no hidden ball has been revealed in bottle 2")
    );
}

#[test]
fn one_more_bottle_is_offered_and_the_game_goes_on_with_it() {
    let board = puzzle(r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1]],"locks":{}}"#);
    let offer = setup(&*board).unwrap().offers.remove(0);
    let larger = puzzle(&touch(&*board, &[Touch::Offer { id: offer.id }]).replaced.unwrap());
    let answer = touch(&*larger, &[go(0, 2), go(1, 0)]);
    assert_eq!((answer.message, answer.position.board.values.len()), (None, 3));
}

#[test]
fn places_say_what_is_to_be_seen_around_them() {
    let note = |more: &str, place: usize| setup(&*variant(4, more)).unwrap().places.swap_remove(place).name;
    assert_eq!(note(r#""cages":[{"sum":3,"cells":["r1c1","r1c2"]}]"#, 1), "cage of 3 with 2 cells");
    assert_eq!(note(r#""thermometers":[["r1c1","r1c2","r1c3"]]"#, 1), "thermometer, 2 of 3 from the bulb");
    assert_eq!(
        note(r#""arrows":[{"circle":["r1c1"],"shaft":["r1c2","r1c3"]}]"#, 0),
        "circle of the arrow along r1c2 r1c3"
    );
    assert_eq!(note(r#""signs":[{"between":["r1c1","r1c2"],"ratio":2}]"#, 1), "black dot to r1c1");
    let tank = setup(&*puzzle(r#"{"family":"aquarium","columns":[1,0],"rows":[1],"tanks":[[1,2]]}"#)).unwrap();
    assert_eq!((&tank.row_names[0][..], &tank.column_names[1][..]), ("Row 1, clue 1", "column 2, clue 0"));
    assert_eq!(tank.places[1].name, "tank of r1c2");
    let coloured =
        setup(&*puzzle(r#"{"family":"nonogram","rows":[[[1,1],[1,2]]],"columns":[[[1,1]],[[1,2]]]}"#)).unwrap();
    assert!(coloured.row_names[0].starts_with("Row 1, clues 1 "), "{}", coloured.row_names[0]);
}

#[test]
fn controls_have_names_keys_and_looks_for_every_value() {
    let brushes = |text: &str| match setup(&*puzzle(text)).unwrap().controls {
        Controls::Paint { brushes, .. } => brushes,
        other => panic!("{other:?}"),
    };
    let labels = |text: &str| -> Vec<(String, String)> {
        brushes(text).into_iter().map(|brush| (brush.label, brush.key)).collect()
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    let nonogram = r#"{"family":"nonogram","rows":[[1]],"columns":[[1]]}"#;
    assert_eq!(labels(nonogram), [pair("Fill", "1"), pair("✕ Cross out", "0")]);
    let aquarium = r#"{"family":"aquarium","columns":[1],"rows":[1],"tanks":[[1]]}"#;
    assert_eq!(labels(aquarium), [pair("Water", "1"), pair("Air", "0")]);
    let coloured = r#"{"family":"nonogram","rows":[[[1,1],[1,2]]],"columns":[[[1,1]],[[1,2]]]}"#;
    let looks: Vec<_> =
        brushes(coloured).into_iter().map(|brush| (brush.look.fill.is_some(), brush.is_second)).collect();
    assert_eq!(looks, [(true, false), (true, false), (false, true)]);
}
