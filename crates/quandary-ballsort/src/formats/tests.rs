//! Claims about texts: what is read, what is written, and what is said about damage.

use proptest::prelude::*;

use super::super::tests::any_board;
use super::json::JSON;
use super::plain::PLAIN;
use super::*;
use quandary_core::puzzle::{Move, Plan, Puzzle, Solution};
use quandary_core::read::{self, Hints};

fn seed(text: &str) -> Result<BallSort, Diagnostic> {
    (PLAIN.read)(&Source::from_text(text))
}

fn json_board(text: &str) -> Result<BallSort, Diagnostic> {
    (JSON.read)(&Source::from_text(text))
}

/// The message of a text that cannot be read, with its line and column.
fn complaint(text: &str) -> (String, usize, usize) {
    let source = Source::from_text(text);
    let error = if text.starts_with('{') { (JSON.read)(&source) } else { (PLAIN.read)(&source) }.unwrap_err();
    assert!(error.help.is_some(), "{}", error.message);
    let (line, column) = error.position(&source).unwrap();
    (error.message, line, column)
}

#[test]
fn a_board_of_rows_is_read_bottom_first_with_its_empty_bottles() {
    let puzzle = seed("2 1\n1 2 1 2\n2 1 2 1\n").unwrap();
    assert_eq!(puzzle.bottles, [vec![1, 2, 1, 2], vec![2, 1, 2, 1], vec![]]);
    assert_eq!((puzzle.capacity, puzzle.rule), (4, Rule::Ball));
}

#[test]
fn blank_lines_tabs_and_spaces_do_not_matter() {
    let puzzle = seed("\r\n 2\t1 \r\n\r\n1\t2  1 2\r\n\n  2 1\t 2 1\n\n").unwrap();
    assert_eq!(puzzle, seed("2 1\n1 2 1 2\n2 1 2 1\n").unwrap());
}

#[test]
fn colours_may_be_letters_or_words_and_keep_their_names() {
    let puzzle = seed("2 1\nred sea red\nsea red sea\n").unwrap();
    assert_eq!(puzzle.bottles, [vec![1, 2, 1], vec![2, 1, 2], vec![]]);
    assert_eq!([puzzle.colour_name(1), puzzle.colour_name(2)], ["red", "sea"]);
    assert_eq!(seed("2 1\nRGRG\nGRGR\n").unwrap(), seed("2 1\nR G R G\nG R G R\n").unwrap());
    assert_eq!(seed("2 1\n300 301\n301 300").unwrap().colour_name(2), "301");
}

#[test]
fn minus_one_is_an_empty_place_at_the_top() {
    let puzzle = seed("3 0\n1 2 -1\n2 2 1\n1 -1 -1\n").unwrap();
    assert_eq!(puzzle.bottles, [vec![1, 2], vec![2, 2, 1], vec![1]]);
    assert_eq!(seed("2 0\n3\n-1").unwrap().bottles, [vec![3], vec![]]);
    assert_eq!(complaint("2 1\n1 -1 1\n2 2 2\n"), ("a ball is above an empty place".into(), 2, 6));
}

#[test]
fn the_first_line_may_name_the_rule() {
    assert_eq!(seed("2 1 water\n1 2 1\n2 1 2\n").unwrap().rule, Rule::Water);
    let (message, line, column) = complaint("2 1 wine\n1 2 1\n2 1 2\n");
    assert_eq!((message.as_str(), line, column), ("the first line holds more than two numbers and a rule", 1, 5));
}

#[test]
fn every_kind_of_damage_has_its_message_and_place() {
    let cases = [
        ("2 1\n1 2 1 2\n", "the number of filled bottles is 2 in the first line, but the number of rows is 1", (2, 8)),
        ("1 1\n1 1\n2 2\n", "the number of filled bottles is 1 in the first line, but the number of rows is 2", (3, 1)),
        ("3 1\n1 2 3\n2 3\n3 1 1\n", "this row has 2 places, the others have 3", (3, 1)),
        ("3 1\n1 2 3\n2 3 1 2\n3 1 2\n", "this bottle is over-full: 4 balls, the others hold 3", (3, 7)),
        ("2 1\n3 3 3 3\n1 1 1 3\n", "colour 1 has 3 balls, expected a multiple of 4", (3, 5)),
        ("2 1\n1 0\n1 0\n", "there is no colour 0", (2, 3)),
        ("2 1\nA 0\nA 0\n", "there is no colour 0", (2, 3)),
        ("2 1\n1 ?\n1 2\n", "the ball on top of bottle 1 is hidden", (2, 3)),
        ("2 1\n? 1 1\n2 1 1\n", "1 hidden balls do not make the colours fill whole bottles", (1, 1)),
        ("2 1\n!3 1 2\n1 2\n", "a bottle waits for colour 3, and there is none", (1, 1)),
        ("2 1\n1 -2\n1 2\n", "'-2' is not a colour", (2, 3)),
        ("two 1\n1 2\n1 2\n", "'two' is not a number", (1, 1)),
        ("2\n1 2\n1 2\n", "the first line must hold two numbers", (1, 1)),
        ("0 2\n", "a board needs at least one bottle with a row of its own", (1, 1)),
        ("257 2\n1 1\n", "257 is too large for the number of filled bottles", (1, 1)),
        ("1 256\n1 1\n", "there are 257 bottles", (1, 1)),
        (r#"{"bottles":[[1,2,1],[2]]}"#, "colour 1 has 2 balls, expected a multiple of 4", (1, 2)),
        (r#"{"bottles":[[1,1,1,1,1]]}"#, "bottle 1 is over-full: 5 balls, room for 4", (1, 2)),
        (r#"{"bottles":[[0]]}"#, "there is no colour 0", (1, 2)),
        (r#"{"bottles":[[]],"capacity":33}"#, "a bottle cannot hold 33 balls", (1, 17)),
        (r#"{"bottles":[[]],"rule":"wine"}"#, "Ball Sort has no rule called 'wine'", (1, 17)),
        (r#"{"bottles":[["?"]]}"#, "the ball on top of bottle 1 is hidden", (1, 2)),
        (r#"{"bottles":[[1]],"locks":{"2":1}}"#, "there is no bottle 2 to lock", (1, 18)),
        (
            r#"{"bottles":[[1],[1]],"locks":{"1":1,"1":2}}"#,
            "this JSON puzzle cannot be read: a key comes twice",
            (1, 42),
        ),
        (r#"{"bottles":[]}"#, "there are 0 bottles", (1, 2)),
    ];
    for (text, message, place) in cases {
        let (said, line, column) = complaint(text);
        assert_eq!((said.as_str(), (line, column)), (message, place), "{text}");
    }
    assert!(complaint(r#"{"bottles":[[-1]]}"#).0.contains("a ball is a number from 1 or a name"));
    let wide = format!("1 0\n{}\n", "1 ".repeat(33));
    assert_eq!(complaint(&wide), ("a bottle cannot hold 33 balls".into(), 1, 1));
}

#[test]
fn more_colours_than_fit_are_refused() {
    let names: Vec<String> = (0..256).map(|colour| format!("c{colour}")).collect();
    let text = format!("8 0\n{}", names.chunks(32).map(|row| row.join(" ") + "\n").collect::<String>());
    let (message, line, _) = complaint(&text);
    assert_eq!((message.as_str(), line), ("there are more than 255 colours", 9));
}

#[test]
fn a_json_board_needs_only_its_bottles() {
    let puzzle = json_board(r#"{"family":"ballsort","bottles":[[1,2,1,2],[2,1,2,1],[]]}"#).unwrap();
    assert_eq!((puzzle.capacity, puzzle.rule, puzzle.bottles.len()), (4, Rule::Ball, 3));
    let named = json_board(r#"{"capacity":2,"rule":"water","bottles":[["a","b"],["b","a"],[]]}"#).unwrap();
    assert_eq!((named.rule, named.colour_name(2)), (Rule::Water, "b".to_owned()));
}

#[test]
fn a_number_is_the_same_colour_as_its_digits_in_a_text() {
    let numbers = json_board(r#"{"capacity":2,"bottles":[[1,2],[1,2],[]],"locks":{"3":2}}"#).unwrap();
    assert_eq!(json_board(r#"{"capacity":2,"bottles":[[1,"2"],["1",2],[]],"locks":{"3":"2"}}"#).unwrap(), numbers);
    let names = json_board(r#"{"capacity":2,"bottles":[["01",1],["1","01"],[]]}"#).unwrap();
    assert_eq!((names.bottles[0].as_slice(), names.colour_name(1)), (&[1, 2][..], "01".to_owned()));
}

#[test]
fn a_board_is_told_from_a_nonogram_by_its_number_of_lines() {
    let fit = |text: &str| (PLAIN.detect)(&Source::from_text(text));
    assert_eq!(fit("2 1\n1 2 1 2\n2 1 2 1\n"), Fit::Likely);
    assert_eq!(fit("2 1 water\n1 2 1 2\n2 1 2 1\n"), Fit::Sure);
    assert_eq!(fit("2 1\n1\n2\n"), Fit::Possible);
    // Height and width, and a line of clues for each row and column.
    assert_eq!(fit("2 2\n1\n1\n1\n1\n"), Fit::No);
    assert_eq!(fit("2 1\n1 1\n1 1\n1 1\n"), Fit::No);
    // One row too few or too many, or one too short: the error should say so.
    assert_eq!(fit("3 1\n1 2 1 2\n2 1 2 1\n"), Fit::Damaged);
    assert_eq!(fit("3 2\n1 2 3\n2 3 1\n3 1 2\n1 2 3\n"), Fit::Damaged);
    assert_eq!(fit("2 1\n1 2 1 2\n2 1 2\n"), Fit::Damaged);
    // A text that was cut off after its first line.
    assert_eq!(fit("5 3"), Fit::Damaged);
    for other in ["", "0 3\n1 1\n", "5 3 . . 7\n6 . . 1 9\n", "hello\nworld\n", "300 1\n1 1\n"] {
        assert_eq!(fit(other), Fit::No, "{other:?}");
    }
}

#[test]
fn a_board_with_a_row_missing_is_recognised_and_explained() {
    let source = Source::from_text("3 1\n1 2 1 2\n2 1 2 1\n");
    let error = read::puzzle(&source, &crate::hints()).unwrap_err();
    assert_eq!(error.message, "the number of filled bottles is 3 in the first line, but the number of rows is 2");
}

#[test]
fn a_colour_of_two_characters_cannot_be_a_row_by_itself() {
    let puzzle = BallSort::new(1, vec![vec![12], vec![]], Rule::Ball, Vec::new()).unwrap();
    assert!((PLAIN.write.unwrap())(&puzzle).is_err());
    let puzzle = BallSort::new(3, vec![vec![], vec![]], Rule::Ball, Vec::new()).unwrap();
    assert_eq!((PLAIN.write.unwrap())(&puzzle).unwrap(), "1 1\n-1 -1 -1\n");
}

#[test]
fn a_plan_is_read_in_every_form_that_people_write() {
    let puzzle = seed("2 1\n1 2\n2 1\n").unwrap();
    let plan = Plan { moves: [(0, 2), (1, 0), (1, 2)].map(|(from, to)| Move { from, to }).to_vec(), lower_bound: 3 };
    let solution = Solution::Plan(plan.clone());
    assert_eq!(puzzle.solution_text(&solution), "1 -> 3\n2 -> 1\n2 -> 3");
    assert_eq!(puzzle.solution_values(&solution), [1, 3, 2, 1, 2, 3]);
    let json = puzzle.solution_json(&solution).to_string();
    assert_eq!(json, r#"{"moves":[[1,3],[2,1],[2,3]],"length":3,"lower_bound":3}"#);
    assert_eq!(puzzle.read_solution(&Source::from_text(json)).unwrap(), solution);
    for text in ["1 -> 3\n2 -> 1\n2 -> 3", "1 3\n2 1\n2 3\n", "1>3 2>1 2>3", "1->3, 2->1, 2→3", "[[1,3],[2,1],[2,3]]"]
    {
        let read = puzzle.read_solution(&Source::from_text(text)).unwrap();
        assert_eq!(read.plan().unwrap().moves, plan.moves, "{text}");
    }
    assert_eq!(puzzle.read_solution(&Source::from_text("")).unwrap(), Solution::Plan(Plan::default()));
}

#[test]
fn a_broken_plan_is_pointed_at() {
    let cases = [
        ("1 -> 3\n2 ->", "the last move has no target", (2, 1)),
        ("1 -> 3\n2 -> x", "'x' is not a number", (2, 6)),
        ("1 -> 0", "there is no bottle 0", (1, 6)),
        ("1 -> 70000", "70000 is too large for a bottle", (1, 6)),
        (r#"{"moves":[[1,0]]}"#, "there is no bottle 0", (1, 2)),
        (r#"{"moves":[[1,2]],"length":2}"#, "the plan has 1 moves, which is not what it says", (1, 18)),
    ];
    for (text, message, place) in cases {
        let source = Source::from_text(text);
        let error = read_plan(&source).unwrap_err();
        assert_eq!((error.message.as_str(), error.position(&source).unwrap()), (message, place), "{text}");
        assert!(error.help.is_some());
    }
}

/// What is read without being told how, as the seed notation writes it.
fn seen_as(text: &str) -> String {
    read::puzzle(&Source::from_text(text), &crate::hints())
        .unwrap_or_else(|error| panic!("{error}: {text}"))
        .write("plain", crate::ONLY)
        .unwrap()
}

#[test]
fn the_notations_of_other_programs_are_told_apart() {
    assert_eq!(seen_as("FORF;OORF;RFOR;;"), "3 2 water\nF O R F\nO O R F\nR F O R\n");
    assert_eq!(seen_as("O;OOO"), "2 0 water\nO -1 -1 -1\nO O O -1\n");
    assert_eq!(seen_as("FROR;FROO;RFO.;F..."), "4 0 water\nF R O R\nF R O O\nR F O -1\nF -1 -1 -1\n");
    assert_eq!(seen_as("RORF;OORF;.OFR;...F"), seen_as("FROR;FROO;RFO.;F..."));
    assert_eq!(seen_as("[lime,rust]\n[rust,lime]\nempty\n"), "2 1 water\nrust lime\nlime rust\n");
    assert_eq!(seen_as("['a', 'b'], ['b', 'a'], []"), "2 1 water\nb a\na b\n");
    assert_eq!(seen_as("[a,b,_]\n[b,a,_]\n[b,a,_]"), "3 0 water\na b -1\nb a -1\nb a -1\n");
    assert_eq!(
        seen_as("[\n\t[\"Blue\", \"Pink\"],\n\t[\"Pink\", \"Blue\"],\n\t[]\n]"),
        "2 1 water\nBlue Pink\nPink Blue\n"
    );
    assert_eq!(seen_as("[a,b]\n[b,a]\n[empty,empty]"), "2 1 water\nb a\na b\n");
    assert_eq!(seen_as(r#"[["a","b"],["b","a"],["Empty","Empty"]]"#), "2 1 water\na b\nb a\n");
    assert_eq!(seen_as("2#0,1|1,0|"), "2 1 water\n1 2\n2 1\n");
    assert_eq!(seen_as("RGRG GRGR EEEE"), "2 1 water\nG R G R\nR G R G\n");
    assert_eq!(seen_as("9\nABAB\nBABA\n"), "2 7\nA B A B\nB A B A\n");
    assert_eq!(seen_as("# by hand\nheight=2\ncolors=2\nempty=1\ncolumn=01\ncolumn=10\n"), "2 1 water\n1 2\n2 1\n");
}

#[test]
fn hidden_and_locked_bottles_are_read_in_words() {
    assert_eq!(seen_as("R?GG G?RR !R EEEE !G"), "5 0 water\nG G ? R\nR R ? G\n!R ? ? ? ?\n-1 -1 -1 -1\n!G ? ? ? ?\n");
    assert_eq!(seen_as("RGRG RRYG !R,YGYY EEEE"), "3 1 water\nG R G R\nG Y R R\n!R Y Y G Y\n");
}

#[test]
fn the_other_way_round_is_asked_for_by_name() {
    let hints = |name: &str| Hints { notation: Some(name.to_owned()), ..crate::hints() };
    let read = |name: &str, text: &str| {
        read::puzzle(&Source::from_text(text), &hints(name)).unwrap().write("plain", crate::ONLY).unwrap()
    };
    assert_eq!(read("letters-top", "AB;BA;"), "2 1 water\nB A\nA B\n");
    assert_eq!(read("lists-bottom", "[a,b]\n[b,a]\n[]"), "2 1 water\na b\nb a\n");
}

#[test]
fn uneven_colours_are_pointed_at_in_every_notation() {
    let cases = [
        ("ABAB;BABB;;", "colour A has 3 balls, expected a multiple of 4"),
        ("[a,b]\n[a,a]\n[]", "colour b has 1 ball, expected a multiple of 2"),
        ("2#0,1|1,1|", "colour 1 has 1 ball, expected a multiple of 2"),
        (r#"[["a","b"],["a","a"],[]]"#, "colour a has 3 balls, expected a multiple of 2"),
        ("ABAA ABAA EEEE", "colour A has 6 balls, expected a multiple of 4"),
        ("5\nAB\nAA\n", "colour A has 3 balls, expected a multiple of 2"),
        ("height=2\ncolors=2\nempty=1\ncolumn=01\ncolumn=11\n", "colour 1 has 1 ball, expected a multiple of 2"),
        ("A.B;AB.;AB.", "a ball is above an empty place"),
        ("[rust,_,lime]\n[lime,rust,_]\n[lime,rust,_]", "a ball is above an empty place"),
        (r#"{"gridWidth":2,"gridHeight":2,"data":{"layout":[0,1,1,0]}}"#, "a ball is above an empty place"),
        (r#"{"gridWidth":2,"gridHeight":2,"data":{"layout":[1,1]}}"#, "2 bottles of 2 do not make 2 places"),
    ];
    for (text, message) in cases {
        let error = read::puzzle(&Source::from_text(text), &crate::hints()).unwrap_err();
        assert_eq!(error.message, message, "{text}");
        assert!(error.help.is_some(), "{text}");
    }
}

#[test]
fn colours_may_be_uneven_by_a_rule_that_is_asked_for_beside_the_text() {
    let by = |rule: &str, text: &str| {
        let hints = Hints { family: Some("ballsort".to_owned()), rule: Some(rule.to_owned()), ..crate::hints() };
        read::puzzle(&Source::from_text(text), &hints)
    };
    for text in
        ["3 1\n1 1 2 2\n2 1 2 1\n1 -1 -1 -1\n", "ABAB;BABB;;", r#"{"family":"ballsort","bottles":[[1,2,1],[2],[]]}"#]
    {
        assert_eq!(by("water-uniform", text).unwrap().rule(), Some("water-uniform"), "{text}");
        assert!(by("water", text).unwrap_err().to_string().contains("expected a multiple of"), "{text}");
    }
    // What the text says itself counts as well, and gives way.
    let loose = r#"{"family":"ballsort","bottles":[[1,2,1],[2],[]],"rule":"ball-uniform"}"#;
    assert_eq!(by("water-uniform", loose).unwrap().rule(), Some("water-uniform"));
    assert!(json_board(loose).is_ok());
    assert!(by("ball", loose).unwrap_err().to_string().contains("expected a multiple of"));
}

#[test]
fn long_names_survive_in_one_letter_notations() {
    let puzzle = seed("2 1\nred sea red sea\nsea red sea red\n").unwrap();
    let text = (letters::LETTERS.write.unwrap())(&puzzle).unwrap();
    assert_eq!(text, "ABAB;BABA; # A=red B=sea\n");
    let hints = Hints { rule: Some("ball".into()), ..crate::hints() };
    let again = read::puzzle(&Source::from_text(text), &hints).unwrap();
    assert_eq!(again.downcast::<BallSort>(), Some(&puzzle));
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(puzzle in any_board()) {
        for notation in NOTATIONS {
            let Ok(text) = notation.write(&puzzle, crate::ONLY) else { continue };
            let source = Source::from_text(text.as_str());
            // The smallest boards look like other puzzles too. Another notation of this family may read it, but not as
            // another board.
            let rule = puzzle.rule().map(str::to_owned);
            let hints = Hints { family: Some("ballsort".to_owned()), rule, ..crate::hints() };
            let again = read::puzzle(&source, &hints).unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(again.downcast::<BallSort>(), Some(&puzzle), "{} {}", notation.name(), text);
        }
    }

    #[test]
    fn hidden_balls_locks_and_goals_are_written_and_read_again(
        puzzle in any_board(),
        hidden in proptest::collection::vec(any::<bool>(), 16),
        lock in any::<prop::sample::Index>(),
        is_uniform in any::<bool>(),
    ) {
        let mut bottles = puzzle.bottles.clone();
        let buried = bottles.iter_mut().flat_map(|bottle| bottle.iter_mut().rev().skip(1));
        buried.zip(hidden).filter(|(_, hides)| *hides).for_each(|(ball, _)| *ball = HIDDEN);
        let mut locks = vec![None; bottles.len()];
        locks[lock.index(bottles.len())] = puzzle.bottles.iter().flatten().next().copied();
        let goal = if is_uniform { Goal::Uniform } else { Goal::Full };
        let puzzle = BallSort::with(puzzle.capacity, bottles, (puzzle.rule, goal), locks, Vec::new()).unwrap();
        for notation in NOTATIONS {
            let Ok(text) = notation.write(&puzzle, crate::ONLY) else { continue };
            let rule = puzzle.rule().map(str::to_owned);
            let hints = Hints { family: Some("ballsort".to_owned()), rule, ..crate::hints() };
            let again = read::puzzle(&Source::from_text(text.as_str()), &hints).unwrap_or_else(|error| panic!("{error}: {text}"));
            prop_assert_eq!(again.downcast::<BallSort>().map(JSON.write.unwrap()), Some((JSON.write.unwrap())(&puzzle)), "{} {}", notation.name(), text);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "(\\PC|[0-9 \n-]){0,80}") {
        let source = Source::from_text(text);
        for notation in NOTATIONS {
            notation.detect(&source);
            let _ = notation.read(&source);
        }
        let _ = read_plan(&source);
    }

    #[test]
    fn no_damage_to_a_good_text_makes_a_reader_panic(
        puzzle in any_board(),
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        cut in 0..4usize,
        put in "[0-9 \n,\\[\\]{}\"a-zE!?#|;=._-]{0,3}",
    ) {
        let notation = NOTATIONS[which.index(NOTATIONS.len())];
        let Ok(text) = notation.write(&puzzle, crate::ONLY) else { return Ok(()) };
        let start = at.index(text.len());
        let end = (start + cut).min(text.len());
        let source = Source::from_text(format!("{}{put}{}", &text[..start], &text[end..]));
        notation.detect(&source);
        if let Err(error) = notation.read(&source) {
            let (line, _) = error.position(&source).unwrap_or((1, 1));
            prop_assert!(line <= source.text.lines().count() + 1);
            prop_assert!(error.help.is_some());
        }
    }
}

#[test]
fn bottles_of_different_sizes_are_read_and_written() {
    let text = "3 2 water 2,3,4,4,2\n1 2\n2 1 1\n2 2 -1 -1\n";
    let plain = seed(text).unwrap();
    assert_eq!(plain.capacities, [2, 3, 4, 4, 2]);
    assert_eq!(PLAIN.write.unwrap()(&plain).unwrap(), text);
    let json = JSON.write.unwrap()(&plain).unwrap();
    assert!(json.contains(r#""capacities":[2,3,4,4,2]"#) && !json.contains(r#""capacity":"#), "{json}");
    assert_eq!(json_board(&json).unwrap(), plain);
    // The same for all is a board of one size.
    assert!(!seed("2 1 4,4,4\n1 1 2 2\n2 2 1 1\n").unwrap().is_mixed());
    for notation in NOTATIONS.iter().filter(|notation| !["plain", "json"].contains(&notation.name())) {
        let error = notation.write(&plain, crate::ONLY).unwrap_err();
        assert!(format!("{error:?}").contains("different sizes"), "{} {error:?}", notation.name());
    }
}

#[test]
fn what_is_wrong_with_capacities_is_said_where_it_is() {
    assert_eq!(complaint("2 1 4,5\n1 1 2 2\n2 2 1 1 2\n"), ("there are 2 capacities for 3 bottles".into(), 1, 5));
    assert_eq!(complaint("2 1 4,0,5\n1 1 2 2\n2 2 1 1 2\n"), ("a bottle cannot hold 0 balls".into(), 1, 7));
    assert_eq!(
        complaint("2 1 4,5,5\n1 1 2 2\n2 2 1 1\n"),
        ("this row has 4 places, and bottle 2 holds 5".into(), 3, 1)
    );
    assert_eq!(complaint("2 1 4,5,5 water\n1 1 2 2\n2 2 1 1\n").1, 1);
    let json = |more: &str| complaint(&format!(r#"{{"family":"ballsort","bottles":[[1,2],[2,1,2],[]],{more}}}"#)).0;
    assert!(json(r#""capacity":3,"capacities":[2,3,3]"#).contains("both"));
    assert_eq!(json(r#""capacities":[2,3]"#), "there are 2 capacities for 3 bottles");
    assert_eq!(json(r#""capacities":[2,3,99]"#), "a bottle cannot hold 99 balls");
    assert_eq!(json(r#""capacities":[2,2,3]"#), "bottle 2 is over-full: 3 balls, room for 2");
}
