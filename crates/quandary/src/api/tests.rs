//! Claims about what a front end gets.

use serde_json::{Value, json};

use super::*;
use crate::ALL;

const SMALL: &str = "12..\n....\n....\n..43\n";

fn ask(action: &str, request: &Request) -> Value {
    try_to(action, request, &Budget::seconds(20.0)).unwrap_or_else(|error| panic!("{action}: {error:?}"))
}

fn try_to(action: &str, request: &Request, budget: &Budget) -> Result<Value, Error> {
    perform(ALL, action, request, budget).map(|text| serde_json::from_str(&text).unwrap())
}

#[test]
fn every_example_can_be_put_up_as_a_board_and_written_in_every_notation_that_holds_it() {
    for example in ALL.iter().flat_map(|family| family.examples()) {
        let request = Request::about(example.text);
        let board = ask("board", &request);
        assert!(board["svg"].as_str().unwrap().starts_with("<svg"), "{}", example.name);
        let texts = ask("convert", &request)["texts"].clone();
        for (notation, text) in texts.as_object().unwrap() {
            let again = Request {
                from: Some(notation.clone()),
                family: board["family"].as_str().map(str::to_owned),
                ..Request::about(text.as_str().unwrap())
            };
            assert_eq!(ask("board", &again)["size"], board["size"], "{} as {notation}", example.name);
        }
    }
}

#[test]
fn what_may_be_written_into_a_cell_is_listed_with_its_symbol() {
    let board = ask("board", &Request::about(SMALL));
    assert_eq!(board["kind"], "deduction");
    assert_eq!(board["given"][0], json!({ "cell": "r1c1", "symbol": "1" }));
    let symbols: Vec<&str> =
        board["symbols"].as_array().unwrap().iter().map(|s| s["symbol"].as_str().unwrap()).collect();
    assert_eq!(symbols, ["1", "2", "3", "4"]);
    let sort = ask("board", &Request::about("2 0\n1 1 -1\n1 -1 -1\n"));
    assert_eq!((&sort["kind"], &sort["legal_moves"]), (&json!("moves"), &json!([[1, 2], [2, 1]])));
}

#[test]
fn a_hint_tells_no_more_than_its_depth() {
    let at = |depth: &str| ask("hint", &Request::about(SMALL).with("depth", depth));
    let (place, why, what) = (at("where"), at("why"), at("what"));
    assert!(place["steps"].is_null() && why["steps"].is_null());
    assert_eq!(place["tints"]["conclusions"], json!([]));
    assert_eq!(why["tints"]["conclusions"], json!([]));
    assert_eq!(what["steps"].as_array().unwrap().len(), 1);
    assert_ne!(what["tints"]["conclusions"], json!([]));
}

#[test]
fn a_mistake_comes_before_any_hint_and_points_at_its_cells() {
    let wrong = Request::about(SMALL).with("state", "12?1????????????");
    let hint = ask("hint", &wrong);
    assert_eq!((&hint["correct"], &hint["mistake"]["cells"]), (&json!(false), &json!(["r1c4"])));
    assert_eq!(ask("check", &wrong)["correct"], false);
    // Nothing can be explained from there; the mistake is named instead.
    let explained = ask("explain", &wrong);
    assert_eq!((&explained["mistake"], &explained["steps"]), (&hint["mistake"], &json!([])));
    assert_eq!((&explained["message"], &explained["ending"]), (&hint["message"], &json!("broken")));
}

#[test]
fn a_right_state_is_called_right_and_a_solution_complete() {
    let request = Request::about(SMALL);
    assert_eq!(ask("solve", &request)["verdict"], "multiple");
    let solution = ask("solve", &request)["solutions"][0].clone();
    assert_eq!(ask("check", &request.clone().with("solution", solution.clone()))["correct"], true);
    let state = ask("check", &request.clone().with("state", solution));
    assert_eq!((&state["correct"], &state["complete"]), (&json!(true), &json!(true)));
    // With several solutions it is unknown whether a part of one is right.
    assert_eq!(ask("check", &request.with("state", "????????????????"))["correct"], Value::Null);
}

/// Five colours and two empty bottles: it is easy to go wrong.
const CELLAR: &str = "5 2 water\nR G B R\nY V G B\nB Y V R\nV V Y G\nG R B Y\n";

#[test]
fn after_a_wrong_turn_the_moves_to_take_back_are_counted() {
    let state = |moves: &[Value]| Request::about(CELLAR).with("state", json!({ "moves": moves }));
    let mut lines: Vec<Vec<Value>> = vec![Vec::new()];
    let mut dead_ends = 0;
    while let (Some(moves), true) = (lines.pop(), dead_ends < 5) {
        let (check, board) = (ask("check", &state(&moves)), ask("board", &state(&moves)));
        if check["correct"] == true {
            assert!(ask("hint", &state(&moves))["move"].is_array());
            let legal = board["legal_moves"].as_array().unwrap().clone();
            let longer = legal.into_iter().map(|step| [&moves[..], &[step]].concat());
            lines.extend(longer.filter(|moves| moves.len() < 12));
        } else {
            // Its parent was alive, so one move is to be taken back; the hint says the same.
            assert_eq!(check["undo"], 1);
            assert_eq!(ask("hint", &state(&moves))["undo"], 1);
            dead_ends += 1;
        }
    }
    assert!(dead_ends > 0);
}

#[test]
fn several_solutions_are_shown_with_where_they_differ() {
    let answer =
        ask("explain", &Request::about(json!({"family":"nonogram","rows":[[1],[1]],"columns":[[1],[1]]}).to_string()));
    assert_eq!(answer["ending"], "multiple");
    assert_eq!(answer["differ"].as_array().unwrap().len(), 4);
}

#[test]
fn what_makes_no_sense_is_refused_with_a_kind() {
    let budget = Budget::default();
    let kind = |action: &str, body: &str| answer(ALL, action, body, &budget).unwrap_err().kind;
    assert_eq!(kind("fly", "{}"), ErrorKind::BadRequest);
    assert_eq!(kind("solve", "{"), ErrorKind::BadRequest);
    assert_eq!(kind("solve", r#"{"puzzle":"12..","options":{"speed":9}}"#), ErrorKind::BadRequest);
    assert_eq!(kind("solve", r#"{"puzzle":"nothing that I know"}"#), ErrorKind::Unprocessable);
    assert_eq!(kind("generate", r#"{"family":"chess"}"#), ErrorKind::Unprocessable);
    assert_eq!(kind("generate", r#"{"family":"sudoku","options":{"wings":2}}"#), ErrorKind::BadRequest);
}

#[test]
fn the_same_seed_makes_the_same_puzzles() {
    for family in ALL.iter().filter(|family| family.generator().is_some()) {
        let request =
            Request { family: Some(family.name().to_owned()), ..Request::default() }.with("seed", 7).with("count", 2);
        let (first, again) = (ask("generate", &request), ask("generate", &request));
        assert_eq!(first, again);
        assert_eq!(first["puzzles"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn the_options_of_a_generator_are_listed_with_what_may_be_chosen() {
    for family in ALL {
        let listed = json!(FamilyInfo::of(*family))["generator_options"].clone();
        let listed = listed.as_array().unwrap();
        let option = |name: &str| listed.iter().find(|option| option["name"] == name);
        assert_eq!(option("grade").unwrap()["choices"][0], "easy");
        assert!(option("needs").unwrap()["choices"].as_array().unwrap().len() > 3, "{}", family.name());
        for option in listed {
            // Not everybody who reads this sits at a command line.
            assert!(!option["summary"].as_str().unwrap().contains("--"), "{option}");
            let requires = option["requires"].as_array().unwrap();
            assert!(requires.iter().all(|name| listed.iter().any(|other| other["name"] == *name)), "{option}");
            // Whatever needs no other option and has a default, choices or usual values can be asked for with them.
            let offered = ["choices", "usual"].into_iter().flat_map(|key| option[key].as_array().unwrap());
            let values = offered.chain(Some(&option["default"]));
            let is_own = !matches!(option["name"].as_str().unwrap(), "grade" | "needs" | "avoids");
            for value in values.filter(|value| value.is_string() && is_own && requires.is_empty()) {
                let name = option["name"].as_str().unwrap();
                let request = Request { family: Some(family.name().to_owned()), ..Request::default() };
                let made = ask("generate", &request.with("seed", 3).with(name, value.clone()));
                assert_eq!(made["puzzles"].as_array().unwrap().len(), 1, "{name} {value}");
            }
        }
    }
}

#[test]
fn techniques_are_offered_that_can_be_had() {
    let choices = |family: &str, name: &str| -> Vec<String> {
        let family = ALL.iter().find(|known| known.name() == family).unwrap();
        let listed = json!(FamilyInfo::of(*family))["generator_options"].clone();
        let option = listed.as_array().unwrap().iter().find(|option| option["name"] == name).unwrap().clone();
        option["choices"].as_array().unwrap().iter().map(|choice| choice.as_str().unwrap().to_owned()).collect()
    };
    let needs = choices("sudoku", "needs");
    assert!(
        ["X-Wing", "Swordfish", "XY-chain"].iter().all(|name| needs.iter().any(|known| known == name)),
        "{needs:?}"
    );
    assert!(!choices("nonogram", "needs").contains(&"colour logic".to_owned()));
    for family in ALL {
        let (needs, avoids) = (choices(family.name(), "needs"), choices(family.name(), "avoids"));
        for name in family.generator().unwrap().unavoidable() {
            assert!(needs.iter().any(|known| known == name) && !avoids.iter().any(|known| known == name), "{name}");
        }
    }
}

#[test]
fn techniques_that_hardly_any_puzzle_needs_are_refused_at_once_unless_many_tries_are_allowed() {
    let request = Request { family: Some("sudoku".to_owned()), ..Request::default() }.with("needs", "als-chain");
    let refused = try_to("generate", &request, &Budget::default()).expect_err("a refusal");
    assert!(refused.message.contains("more than 1000 tries have to be allowed"), "{}", refused.message);
    // With more tries it is searched for, here until the time is over.
    let searched = try_to("generate", &request.with("tries", 100_000), &Budget::seconds(0.1)).expect_err("no time");
    assert!(searched.stopped.is_some(), "{}", searched.message);
}

#[test]
fn every_grade_can_be_ordered_of_every_family_without_a_size() {
    for family in ALL {
        for word in quandary_core::reason::explain::SCALE {
            let request = Request { family: Some(family.name().to_owned()), ..Request::default() };
            let made = try_to("generate", &request.with("seed", 1).with("grade", word), &Budget::default());
            let made = made.unwrap_or_else(|error| panic!("{} {word}: {}", family.name(), error.message));
            let text = made["puzzles"][0]["text"].as_str().unwrap();
            assert_eq!(ask("grade", &Request::about(text))["grade"]["word"], word, "{}", family.name());
            assert_eq!(made["puzzles"][0]["grade"]["word"], word);
        }
    }
}

#[test]
fn a_level_that_a_size_hardly_ever_has_is_listed_and_refused_at_once() {
    for family in ask("families", &Request::default())["families"].as_array().unwrap() {
        let options = family["generator_options"].as_array().unwrap();
        let sized = |option: &&Value| {
            !option["usual"].as_array().unwrap().is_empty() && option["requires"].as_array().unwrap().is_empty()
        };
        let size = options.iter().find(sized).unwrap();
        for level in family["levels"].as_array().unwrap() {
            for value in level["missing_sizes"].as_array().unwrap() {
                assert!(size["usual"].as_array().unwrap().contains(value), "{value} is not offered");
                let grade = level["name"].as_str().unwrap();
                let options = json!({ size["name"].as_str().unwrap(): value, "grade": grade, "seed": 1 });
                let body = json!({ "family": family["name"], "options": options }).to_string();
                // With no time to look for one: the answer is known.
                let budget = Budget { nodes: Some(0), ..Budget::default() };
                let error = try_to("generate", &Request::parse(&body).unwrap(), &budget).unwrap_err();
                let said = format!("hardly any puzzle of this size is of grade {grade}, they are ");
                assert!(error.message.contains(&said) && !error.message.contains("may help"), "{}", error.message);
            }
        }
    }
    let missing = |name: &str, level: usize| {
        let families = ask("families", &Request { family: Some(name.to_owned()), ..Request::default() });
        families["families"][0]["levels"][level]["missing_sizes"].clone()
    };
    assert_eq!((missing("sudoku", 5), missing("sudoku", 1)), (json!(["2x2", "2x3"]), json!([])));
    // A range with a level that there is, another option, and many tries are no reason to refuse.
    for options in [
        json!({ "box": "2x2", "grade": "moderate..extreme", "seed": 1 }),
        json!({ "box": "2x2", "grade": "hard", "variant": "killer", "seed": 1, "tries": 20 }),
        json!({ "box": "2x2", "grade": "hard", "seed": 1, "tries": 1001 }),
    ] {
        let body = json!({ "family": "sudoku", "options": options }).to_string();
        let made = try_to("generate", &Request::parse(&body).unwrap(), &Budget::seconds(1.0));
        assert!(made.err().is_none_or(|error| !error.message.contains("puzzle of this size")), "{body}");
    }
}

#[test]
fn the_page_of_a_large_board_stays_small_and_has_a_picture_for_every_step() {
    let request = Request { family: Some("nonogram".to_owned()), ..Request::default() };
    let made = ask("generate", &request.with("size", "30x30").with("seed", 5).with("to", "json"));
    let answer = ask("explain", &Request::about(made["puzzles"][0]["text"].as_str().unwrap()).with("html", true));
    let (page, steps) = (answer["html"].as_str().unwrap(), answer["steps"].as_array().unwrap().len());
    assert!(steps > 100, "{steps}");
    assert_eq!(page.matches("<li id=\"step").count(), steps);
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    // A step of such a board takes no more room than a few kilobytes, so harder ones stay small as well.
    assert!(page.len() < 4_000 * steps + 300_000, "{} bytes for {steps} steps", page.len());
    assert_uses_what_is_defined(page);
}

/// Every part of a picture that is used on a page is defined there, once.
fn assert_uses_what_is_defined(page: &str) {
    let names = |before: &str| -> Vec<String> {
        page.split(before).skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
    };
    let (defined, mut used) = (names(" id=\""), names("href=\"#"));
    used.sort();
    used.dedup();
    for name in used {
        assert_eq!(defined.iter().filter(|other| **other == name).count(), 1, "{name}");
    }
}

#[test]
fn a_plan_has_a_page_and_a_picture_for_every_move() {
    let request = Request::about(CELLAR).with("html", true).with("svg", true);
    let answer = ask("explain", &request);
    let (page, steps) = (answer["html"].as_str().unwrap(), answer["steps"].as_array().unwrap());
    assert_eq!(page.matches("<li id=\"step").count(), steps.len());
    assert_uses_what_is_defined(page);
    for step in steps {
        let (text, picture) = (step["text"].as_str().unwrap(), step["svg"].as_str().unwrap());
        assert!(page.contains(&*quandary_core::text::escape(text)), "{text}");
        assert!(picture.contains("t-conclusion"), "{picture}");
    }
    let part = ask("explain", &request.with("first", 2).with("last", 3));
    assert_eq!(part["html"].as_str().unwrap().matches("<li id=\"step").count(), 2);
    assert_eq!(part["steps"][0]["svg"], steps[1]["svg"]);
}

#[test]
fn every_example_has_a_page() {
    for example in ALL.iter().flat_map(|family| family.examples().iter().take(12)) {
        let request = Request::about(example.text).with("html", true);
        let answer = try_to("explain", &request, &Budget::seconds(5.0)).unwrap();
        assert_uses_what_is_defined(answer["html"].as_str().unwrap());
    }
}

#[test]
fn algorithms_are_compared_side_by_side() {
    let answer = ask("compare", &Request::about(SMALL).with("svg", true));
    assert_eq!(answer["disagreements"], json!([]));
    assert!(answer["algorithms"].as_array().unwrap().len() > 1);
    assert!(answer["svg"].as_str().unwrap().starts_with("<svg"));
}

#[test]
fn a_replay_tells_every_try_and_every_dead_end_up_to_the_solution() {
    let answer = ask("replay", &Request::about(SMALL).with("algorithm", "backtracking"));
    let events = answer["events"].as_array().unwrap();
    let count = |kind: &str| events.iter().filter(|event| event["event"] == kind).count() as u64;
    assert_eq!(events.last().unwrap()["event"], "solution");
    assert_eq!((count("solution"), answer["complete"].as_bool()), (1, Some(true)));
    assert_eq!(count("try"), answer["counters"]["generated"].as_u64().unwrap());
    assert_eq!(count("dead"), answer["counters"]["backtracks"].as_u64().unwrap());
    // A dead end is named by the rule that broke.
    let dead = events.iter().find(|event| event["event"] == "dead").unwrap();
    assert!(dead["rule"].is_string(), "{dead}");
}

#[test]
fn a_replay_that_is_cut_says_so_and_an_unknown_algorithm_is_refused() {
    let answer = ask("replay", &Request::about(SMALL).with("events", 3));
    assert_eq!((answer["events"].as_array().unwrap().len(), answer["complete"].as_bool()), (3, Some(false)));
    let refused = try_to("replay", &Request::about(SMALL).with("algorithm", "magic"), &Budget::default()).unwrap_err();
    assert!(refused.help.unwrap().contains("backtracking"));
}

/// The cells of each rule that is broken visibly on a board with these digits.
fn broken(puzzle: &str, state: &str) -> Vec<Vec<String>> {
    let request = Request::about(puzzle).with("state", state).with("at_sight", true);
    let answer = try_to("check", &request, &Budget::seconds(10.0)).unwrap();
    let cells = |rule: &serde_json::Value| serde_json::from_value(rule["cells"].clone()).unwrap();
    let mut broken: Vec<Vec<String>> = answer["broken"].as_array().unwrap().iter().map(cells).collect();
    broken.sort();
    broken
}

#[test]
fn a_digit_that_stands_twice_breaks_its_row_and_box_and_names_just_the_two() {
    let state = "1?1?????????????";
    assert_eq!(broken("1...............", state), [["r1c1", "r1c3"]]);
    assert_eq!(broken("1...............", "1????1??????????"), [["r1c1", "r2c2"]]);
}

#[test]
fn variants_are_broken_by_what_is_written_and_not_by_what_would_follow() {
    let cage =
        r#"{"family":"sudoku","box":[2,2],"cells":"................","cages":[{"sum":4,"cells":["r1c1","r1c2"]}]}"#;
    let knight = r#"{"family":"sudoku","box":[2,2],"cells":"................","rules":["anti-knight"]}"#;
    assert_eq!(broken(cage, "13??????????????"), Vec::<Vec<String>>::new());
    assert_eq!(broken(cage, "34??????????????"), [["r1c1", "r1c2"]]);
    assert_eq!(broken(knight, "1?????1?????????"), [["r1c1", "r2c3"]]);
    assert_eq!(broken(knight, "1??????1????????"), Vec::<Vec<String>>::new());
}

#[test]
fn several_marks_break_nothing() {
    assert_eq!(broken("1...............", "1{12}{12}{12}????????????"), Vec::<Vec<String>>::new());
    // One mark alone is as good as a digit: here it breaks the row and the box.
    assert_eq!(broken("1...............", "1{1}{12}?????????????"), [["r1c1", "r1c2"], ["r1c1", "r1c2"]]);
}

#[test]
fn one_step_is_enough_of_a_hint_where_the_next_entry_takes_several() {
    let killer = ALL.iter().flat_map(|family| family.examples()).find(|example| example.name == "all-dots").unwrap();
    let whole = ask("hint", &Request::about(killer.text));
    let first = ask("hint", &Request::about(killer.text).with("one_step", true));
    assert!(whole["steps"].as_array().unwrap().len() > 1);
    assert_eq!(first["steps"].as_array().unwrap().len(), 1);
}

#[test]
fn the_digits_that_block_a_hidden_single_are_marked_in_the_answer_and_in_the_picture() {
    let classic = ALL.iter().flat_map(|family| family.examples()).find(|example| example.name == "classic").unwrap();
    let hint = ask("hint", &Request::about(classic.text).with("one_step", true).with("svg", true));
    let roles = &hint["steps"][0]["tints"]["roles"];
    assert_eq!((&hint["steps"][0]["name"], &roles[0]["role"]), (&json!("hidden single"), &json!("blocker")));
    let blockers = roles[0]["cells"].as_array().unwrap().len();
    assert_eq!(hint["svg"].as_str().unwrap().matches("t-blocker\"").count(), blockers);
}

#[test]
fn a_mistake_names_the_entries_to_take_back_and_no_others() {
    let puzzle = "1...\n..3.\n.4..\n...2";
    let solution = ask("solve", &Request::about(puzzle))["solutions"][0].as_str().unwrap().to_owned();
    // The second cell is right, the third wrong.
    let wrong = if solution.as_bytes()[2] == b'2' { '4' } else { '2' };
    let state = format!("1{}{wrong}?????????????", &solution[1..2]);
    let hint = ask("hint", &Request::about(puzzle).with("state", state));
    assert_eq!(hint["mistake"]["take_back"], json!(["r1c3"]), "{hint}");
}

#[test]
fn a_cell_whose_marks_shrink_to_one_is_known_and_yet_to_be_written() {
    // A hint that removes a mark is taken, by the page as well, as marks that are left.
    let puzzle = "1...\n..3.\n.4..\n...2";
    let marked =
        |marks: &str| json!({ "values": ["1", marks, "", "", "", "", "3", "", "", "4", "", "", "", "", "", "2"] });
    let state = |marks: &str| {
        let played = ask("play", &Request::about(puzzle).with("state", marked(marks)));
        played["ask"]["state"].as_str().unwrap().to_owned()
    };
    assert!(state("//3/").contains("{3}") && !state("/3//").contains("{3}"));
    let hint = ask("hint", &Request::about(puzzle).with("state", state("//3/")).with("one_step", true));
    assert_eq!(hint["correct"], true, "{hint}");
    let conclusion = &hint["steps"][0]["conclusions"][0];
    assert_eq!((&conclusion["cells"], &conclusion["left"]), (&json!(["r1c2"]), &json!(["3"])), "{hint}");
    assert_eq!(hint["steps"][0]["name"], "naked single");
    // All other cells filled, and this one with its last mark: the board is not complete yet.
    let check = ask("check", &Request::about(puzzle).with("state", "1{3}??????????????"));
    assert_ne!(check["message"], json!("Solved."), "{check}");
}

#[test]
fn candidates_are_filled_in_as_marks_that_the_written_digits_leave() {
    let touches = json!([{ "fill_marks": {} }]);
    let played = ask("play", &Request::about("1...\n..3.\n.4..\n...2").with("touches", touches));
    assert_eq!(played["values"][0], "1");
    assert_eq!(played["values"][1], "//23/");
}
