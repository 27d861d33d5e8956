//! Every step of every explanation is checked by a crate that shares no code with the explainer.

use quandary::api::{ExplainOptions, trace};
use quandary::read::{self, Source};
use quandary::{ALL, Budget, family};
use quandary_core::Puzzle;
use quandary_core::puzzle::GenerateSpec;
use quandary_core::reason::explain::{Ending, Explanation, State, explain};
use serde_json::Value;

fn read(text: &str) -> Box<dyn Puzzle> {
    read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Explains a puzzle, has every step checked, and says how it went; `None` for a board that is broken visibly.
fn checked(puzzle: &dyn Puzzle, name: &str) -> Option<Explanation> {
    let model = puzzle.model()?;
    let start = State::new(&model).ok()?;
    let explanation = explain(&model, start.clone(), &Budget::seconds(20.0));
    let trace = trace(puzzle, &model, &start, &explanation.steps).to_string();
    quandary_check::check_steps(&trace).unwrap_or_else(|failure| panic!("{name}: {failure}\n{trace}"));
    // A complete explanation proves that there is no other solution; without its last step it does not.
    let json = puzzle.write("json", ALL).unwrap();
    let whole = quandary_check::check_explanation(&json, &trace);
    assert_eq!(whole.is_ok(), explanation.ending == Ending::Complete, "{name}: {whole:?}");
    Some(explanation)
}

#[test]
fn an_explanation_has_to_go_to_the_end() {
    let puzzle = read(".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...");
    let explanation = checked(&*puzzle, "a small board").unwrap();
    assert_eq!(explanation.ending, Ending::Complete);
    let json = puzzle.write("json", ALL).unwrap();
    let model = puzzle.model().unwrap();
    let start = State::new(&model).unwrap();
    let trace_of = |steps: usize| trace(&*puzzle, &model, &start, &explanation.steps[..steps]).to_string();
    assert_eq!(quandary_check::check_explanation(&json, &trace_of(explanation.steps.len())), Ok(()));
    assert!(quandary_check::check_explanation(&json, &trace_of(1)).is_err());
    // The steps of one puzzle prove nothing about another.
    let other = json.replace(".......1.4", ".......1.5");
    assert!(quandary_check::check_explanation(&other, &trace_of(explanation.steps.len())).is_err());
}

#[test]
fn every_step_of_every_example_follows_from_what_it_names() {
    for family in ALL {
        for example in family.examples() {
            let puzzle = read(example.text);
            let Some(explanation) = checked(&*puzzle, example.name) else { continue };
            let is_complete = explanation.ending == Ending::Complete;
            assert_eq!(is_complete, example.verdict == "unique", "{}: {:?}", example.name, explanation.ending);
            if is_complete {
                let Some(model) = puzzle.model() else { continue };
                let values: Vec<u8> =
                    explanation.state.all().iter().map(|values| values.trailing_zeros() as u8).collect();
                assert!(model.satisfied(&values), "{}", example.name);
            }
        }
    }
}

#[test]
fn suppositions_follow_too() {
    // Boards for which players have no patterns by name.
    let generator = family("sudoku").and_then(|family| family.generator()).unwrap();
    let options = [("box", "2x4"), ("minimal", "")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let spec = GenerateSpec { seed: 4, options: options.into(), ..GenerateSpec::default() };
    let mut suppositions = 0;
    for index in 0..12 {
        let explanation = checked(&*generator.generate(&spec, index).unwrap(), "a board of 8×8").unwrap();
        suppositions += explanation.steps.iter().filter(|step| step.levels() > 0).count();
    }
    assert!(suppositions > 0);
}

/// A Nonogram of a picture in which each cell is filled with a chance of one half.
fn random_nonogram(side: usize, seed: u64) -> Box<dyn Puzzle> {
    let mut random = seed;
    let picture: Vec<bool> = (0..side * side)
        .map(|_| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random >> 40 & 1 == 1
        })
        .collect();
    let runs = |cells: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
        let line: String = cells.map(|cell| if picture[cell] { '#' } else { '.' }).collect();
        line.split('.').map(str::len).filter(|&length| length > 0).collect()
    };
    let rows: Vec<_> = (0..side).map(|row| runs(&mut (0..side).map(|column| row * side + column))).collect();
    let columns: Vec<_> = (0..side).map(|column| runs(&mut (0..side).map(|row| row * side + column))).collect();
    read(&format!(r#"{{"family":"nonogram","rows":{rows:?},"columns":{columns:?}}}"#))
}

/// Where very many cells are open, the fast solver says which suppositions break; the steps follow from the rules all the same.
#[test]
fn suppositions_on_large_boards_follow_too() {
    let mut levels = [0; 3];
    for seed in 0..2 {
        let puzzle = random_nonogram(24, seed);
        let model = puzzle.model().unwrap();
        let start = State::new(&model).unwrap();
        let budget = Budget { nodes: Some(60_000), ..Budget::default() };
        let explanation = explain(&model, start.clone(), &budget);
        let trace = trace(&*puzzle, &model, &start, &explanation.steps).to_string();
        quandary_check::check_steps(&trace).unwrap_or_else(|failure| panic!("{seed}: {failure}"));
        explanation.steps.iter().for_each(|step| levels[step.levels() as usize] += 1);
    }
    assert!(levels[1] > 0, "{levels:?}");
}

/// A step names each rule that it needs: with any of the tanks left out that a line builds on, the checker rejects it.
#[test]
fn a_step_that_does_not_name_the_tanks_it_relies_on_is_refused() {
    let family = family("aquarium").unwrap();
    let mut left_out = 0;
    for example in family.examples() {
        let puzzle = read(example.text);
        let model = puzzle.model().unwrap();
        let Ok(start) = State::new(&model) else { continue };
        let explanation = explain(&model, start.clone(), &Budget::seconds(20.0));
        let explained = trace(&*puzzle, &model, &start, &explanation.steps);
        let steps = explained["steps"].as_array().unwrap();
        for (index, step) in steps.iter().enumerate().filter(|(_, step)| step["argument"] == "rule").take(8) {
            let rules = step["rules"].as_array().unwrap();
            for rule in rules.iter().skip(1) {
                let fewer: Vec<&serde_json::Value> = rules.iter().filter(|other| *other != rule).collect();
                let mut explained = explained.clone();
                explained["steps"] = steps[..=index].into();
                explained["steps"][index]["rules"] = serde_json::json!(fewer);
                let checked = quandary_check::check_steps(&explained.to_string());
                assert!(checked.is_err(), "{} without {rule}: {step}", example.name);
                left_out += 1;
            }
        }
    }
    assert!(left_out > 20, "{left_out}");
}

/// Other rules on the same boards: steps follow there too, up to the contradiction where there is no solution.
#[test]
fn every_step_under_every_rule_of_a_family_follows() {
    for family in ALL {
        let Some(generator) = family.generator() else { continue };
        let has_size = generator.options().iter().any(|option| option.name == "size");
        let options = has_size.then(|| ("size".to_owned(), "6x6".to_owned())).into_iter().collect();
        let spec = GenerateSpec { seed: 8, options, ..GenerateSpec::default() };
        for rule in family.rules() {
            for index in 0..3 {
                let Ok(board) = generator.generate(&spec, index) else { continue };
                let Some(puzzle) = board.with_rule(rule.name) else { continue };
                checked(&*puzzle, &format!("{} {index}, {}", family.name(), rule.name));
            }
        }
    }
}

#[test]
fn a_step_that_does_not_follow_is_refused() {
    let puzzle = read(r#"{"family":"nonogram","rows":[[2],[1]],"columns":[[1],[2],[]]}"#);
    let model = puzzle.model().unwrap();
    let start = State::new(&model).unwrap();
    let mut steps = explain(&model, start.clone(), &Budget::default()).steps;
    let explained = |steps: &[_]| trace(&*puzzle, &model, &start, steps).to_string();
    assert_eq!(quandary_check::check_steps(&explained(&steps)), Ok(()));
    let last = steps.len() - 1;
    // Without the steps before it, the last one's premises are not known; with the wrong value, it does not follow.
    assert!(!steps[last].premises.is_empty());
    assert!(quandary_check::check_steps(&explained(&steps[last..])).is_err());
    steps[0].conclusions[0].removed ^= 0b11;
    assert!(quandary_check::check_steps(&explained(&steps[..1])).is_err());
}

#[test]
fn every_step_of_every_example_is_told_in_a_whole_sentence() {
    for example in ALL.iter().flat_map(|family| family.examples()) {
        let puzzle = read(example.text);
        let Some(model) = puzzle.model() else { continue };
        let Ok(mut state) = State::new(&model) else { continue };
        let techniques = puzzle.techniques();
        for step in explain(&model, state.clone(), &Budget::seconds(20.0)).steps {
            let words = puzzle.narrate(&model, &state, &step);
            // The list that `--needs` and `--avoids` choose from is whole.
            let is_listed = words.name.is_none_or(|name| techniques.contains(&name));
            assert!(is_listed, "{}: {:?} is not listed", example.name, words.name);
            let is_whole =
                words.sentence.ends_with('.') && !words.sentence.contains("  ") && !words.sentence.contains(" ;");
            assert!(is_whole, "{}: {:?}", example.name, words.sentence);
            if state.apply(&model, &step).is_err() {
                break;
            }
        }
    }
}

#[test]
fn what_is_said_of_a_line_is_what_is_on_the_board() {
    let board = r#"{"family":"aquarium","columns":[3,2,null,1],"rows":[null,null,null],"tanks":[[1,2,2,3],[1,1,1,3],[1,1,1,1]],"rule":"pool"}"#;
    let puzzle = read(board);
    let model = puzzle.model().unwrap();
    let mut state = State::new(&model).unwrap();
    let mut sentences = Vec::new();
    for step in explain(&model, state.clone(), &Budget::default()).steps {
        sentences.push(puzzle.narrate(&model, &state, &step).sentence);
        state.apply(&model, &step).unwrap();
    }
    assert!(sentences[1].starts_with("Column 2 already has its 2 water cells, so "), "{sentences:?}");
}

/// With `QUANDARY_FULL=1` a thousand boards and more; a sample otherwise.
#[test]
fn every_step_on_boards_of_every_generator_follows() {
    let count = if std::env::var_os("QUANDARY_FULL").is_some() { 340 } else { 12 };
    let (mut boards, mut steps) = (0, 0);
    for family in ALL {
        let Some(generator) = family.generator() else { continue };
        let has_size = generator.options().iter().any(|option| option.name == "size");
        let options = has_size.then(|| ("size".to_owned(), "8x8".to_owned())).into_iter().collect();
        let spec = quandary_core::puzzle::GenerateSpec { seed: 7, options, ..Default::default() };
        for index in 0..count {
            let Ok(puzzle) = generator.generate(&spec, index) else { continue };
            let Some(explanation) = checked(&*puzzle, &format!("{} {index}", family.name())) else { break };
            boards += 1;
            steps += explanation.steps.len();
        }
    }
    println!("{steps} steps of {boards} boards follow");
    assert!(boards > 0);
}

/// Boards of several values a cell that no generator makes by itself: coloured pictures, each cell of a random colour.
#[test]
fn every_step_on_coloured_pictures_follows() {
    let count = if std::env::var_os("QUANDARY_FULL").is_some() { 400 } else { 40 };
    let mut random = 1u32;
    let mut next = |below: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) % below
    };
    let mut complete = 0;
    for board in 0..count {
        let (rows, columns, colours) = (2 + next(5), 2 + next(5), 2 + next(3));
        // Runs of two or three cells, and some empty ones.
        let mut last = 0;
        let mut cell = || {
            last = if next(2) == 0 { last } else { next(colours + 1) };
            last
        };
        let cells: Vec<Vec<u32>> = (0..rows).map(|_| (0..columns).map(|_| cell()).collect()).collect();
        let runs = |line: &[u32]| -> serde_json::Value {
            line.chunk_by(|a, b| a == b)
                .filter(|run| run[0] != 0)
                .map(|run| serde_json::json!([run.len(), run[0]]))
                .collect()
        };
        let across = |column: usize| cells.iter().map(|row| row[column]).collect::<Vec<_>>();
        let text = serde_json::json!({
            "family": "nonogram",
            "rows": cells.iter().map(|row| runs(row)).collect::<serde_json::Value>(),
            "columns": (0..columns as usize).map(|column| runs(&across(column))).collect::<serde_json::Value>(),
        });
        let puzzle = read(&text.to_string());
        let Some(explanation) = checked(&*puzzle, &format!("board {board}")) else { continue };
        complete += usize::from(explanation.ending == Ending::Complete);
    }
    assert!(complete > count / 4, "{complete} of {count}");
}

/// The cells that a text names, ends of ranges included: row and column.
fn cells_in(text: &str) -> Vec<(usize, usize)> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let cell = |word: &str| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    };
    words.filter_map(cell).collect()
}

#[test]
fn sentences_about_an_aquarium_speak_of_what_is_seen_on_the_board() {
    let generator = family("aquarium").and_then(|family| family.generator()).unwrap();
    let (mut tanks, mut elsewhere) = (0, 0);
    for (index, rule) in ["region", "pool", "adjacent"].into_iter().cycle().enumerate().take(15) {
        let options = [("size", "8"), ("rule", rule)].map(|(name, value)| (name.to_owned(), value.to_owned()));
        let spec = GenerateSpec { seed: 9, options: options.into(), ..GenerateSpec::default() };
        let puzzle = generator.generate(&spec, index as u64).unwrap();
        let model = puzzle.model().unwrap();
        let mut state = State::new(&model).unwrap();
        for step in explain(&model, state.clone(), &Budget::default()).steps {
            let said = puzzle.narrate(&model, &state, &step).sentence;
            // No board shows numbers of tanks.
            let has_number = |name: &str| {
                said.to_lowercase().split(name).skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
            };
            assert!(!has_number("tank ") && !has_number("tanks "), "{said}");
            tanks += usize::from(said.contains("the tank of r"));
            // What a line decides is in that line; what follows elsewhere is told with its reason.
            let line = said
                .strip_prefix("Column ")
                .or_else(|| said.strip_prefix("Row "))
                .filter(|_| step.constraints.len() == 1);
            if let Some((number, rest)) = line.and_then(|line| line.split_once(' ')) {
                let (here, there) = rest.split_once("Water in a tank is level, so ").unwrap_or((rest, ""));
                let number: usize = number.parse().unwrap();
                let is_in =
                    |&(row, column): &(usize, usize)| number == if said.starts_with('R') { row } else { column };
                assert!(cells_in(here).iter().all(is_in), "{said}");
                assert!(!cells_in(there).iter().any(is_in), "{said}");
                elsewhere += usize::from(!there.is_empty());
            }
            state.apply(&model, &step).unwrap();
        }
    }
    assert!(tanks > 10 && elsewhere > 10, "{tanks} {elsewhere}");
}

#[test]
fn what_follows_within_one_unit_is_argued_and_not_only_named() {
    fn sentences(steps: &Value, into: &mut Vec<String>) {
        for step in steps.as_array().into_iter().flatten() {
            into.push(step["text"].as_str().unwrap().to_owned());
            sentences(&step["steps"], into);
        }
    }
    let (mut told, mut bare) = (0, 0);
    for example in family("sudoku").unwrap().examples() {
        let explained = quandary::Puzzle::read(example.text)
            .unwrap()
            .explain(&ExplainOptions::default(), &Budget::seconds(20.0))
            .unwrap();
        let (mut top, mut all) = (Vec::new(), Vec::new());
        let steps = serde_json::to_value(&explained).unwrap()["steps"].take();
        steps.as_array().into_iter().flatten().for_each(|step| top.push(step["text"].as_str().unwrap().to_owned()));
        sentences(&steps, &mut all);
        let is_bare = |sentence: &String| sentence.contains("holds each digit once: r");
        assert!(!top.iter().any(is_bare), "{}: {:?}", example.name, top.iter().find(|text| is_bare(text)));
        told += all.iter().filter(|text| text.starts_with("In ") && text.contains(". So r")).count();
        // At the end of a chain nothing may be left to a cell.
        bare += all.iter().filter(|text| is_bare(text)).count();
    }
    assert!(told > 10 && 20 * bare < told, "{told} argued, {bare} not");
}
