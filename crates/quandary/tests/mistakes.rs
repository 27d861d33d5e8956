//! A player's mistake is described as a person would: the rule that is broken, with the cells that break it.

use quandary::read::{self, Source};
use quandary::{ALL, Ask, Budget, Verdict};
use quandary_core::Puzzle;
use quandary_core::narrate::{Mistake, find_mistake};
use quandary_core::puzzle::{Cell, GenerateSpec, read_entries};
use quandary_core::reason::explain::Entry;
use quandary_core::reason::{Broken, Domains, Effort, Model};

fn read(text: &str) -> Box<dyn Puzzle> {
    read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn mistake(puzzle: &str, state: &str) -> Mistake {
    let puzzle = read(puzzle);
    let model = puzzle.model().unwrap();
    let entries = read_entries(&*puzzle, &model, &Source::from_text(state)).unwrap();
    find_mistake(&*puzzle, &model, &entries, &Budget::seconds(20.0)).unwrap_or_else(|| panic!("no mistake in {state}"))
}

/// Plants entries and expects the sentence, the player's cells and the rules.
#[track_caller]
fn expect(puzzle: &str, state: &str, message: &str, cells: &str, rules: &[&str]) {
    let found = mistake(puzzle, state);
    let named: Vec<String> = found.cells.iter().map(Cell::to_string).collect();
    let names: Vec<&str> = found.rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(found.message, message);
    assert_eq!((named.join(" "), names), (cells.to_owned(), rules.to_vec()), "{message}");
    // The picture colours these cells, and the given ones of the message.
    let tints = found.tints();
    let mut tinted: Vec<Cell> = tints.wrong.iter().chain(&tints.premises).copied().collect();
    let mut named: Vec<Cell> = found.cells.iter().chain(&found.given).copied().collect();
    tinted.sort_unstable();
    named.sort_unstable();
    assert_eq!(tinted, named, "{message}");
}

/// An empty Sudoku of side 4 with more rules.
fn four(more: &str) -> String {
    format!(r#"{{"family":"sudoku","box":[2,2],"cells":"................"{more}}}"#)
}

/// A state of side 4 from cells such as `r1c1=3`.
fn state(entries: &str) -> String {
    let mut cells = vec!['?'; 16];
    for entry in entries.split(' ') {
        let digits: Vec<char> = entry.chars().filter(char::is_ascii_digit).collect();
        let place = |at: usize| digits[at].to_digit(10).unwrap() as usize - 1;
        cells[4 * place(0) + place(1)] = digits[2];
    }
    cells.into_iter().collect()
}

#[test]
fn a_digit_that_stands_twice_is_named_with_both_its_cells() {
    let given = "12..\n....\n....\n..43\n";
    let message = "Row 1 has two 1s: yours in r1c4 and the given one in r1c1.";
    expect(given, "12?1????????????", message, "r1c4", &["row 1"]);
    assert_eq!(mistake(given, "12?1????????????").given, [Cell { row: 0, column: 0 }]);
    let plain = four("");
    let twice = |unit: &str, cells: &str| format!("{unit} has two 1s: yours in {cells}.");
    expect(&plain, &state("r1c1=1 r3c1=1"), &twice("Column 1", "r1c1 and r3c1"), "r1c1 r3c1", &["column 1"]);
    expect(&plain, &state("r1c1=1 r2c2=1"), &twice("Box 1", "r1c1 and r2c2"), "r1c1 r2c2", &["box 1"]);
    let diagonals = four(r#","rules":["main-diagonal","anti-diagonal"]"#);
    expect(&diagonals, &state("r1c1=1 r4c4=1"), &twice("Diagonal 1", "r1c1 and r4c4"), "r1c1 r4c4", &["diagonal 1"]);
    expect(&diagonals, &state("r1c4=1 r4c1=1"), &twice("Diagonal 2", "r1c4 and r4c1"), "r1c4 r4c1", &["diagonal 2"]);
    let windows = four(r#","rules":["windows"]"#);
    expect(&windows, &state("r2c2=1 r3c3=1"), &twice("Window 1", "r2c2 and r3c3"), "r2c2 r3c3", &["window 1"]);
    let groups = four(r#","rules":["disjoint-groups"]"#);
    expect(&groups, &state("r1c1=1 r3c3=1"), &twice("Group 1", "r1c1 and r3c3"), "r1c1 r3c3", &["group 1"]);
    let jigsaw = r#"{"family":"sudoku","regions":"AAABACBBCCDBCDDD","cells":"................"}"#;
    expect(jigsaw, &state("r1c3=1 r2c1=1"), &twice("Region 1", "r1c3 and r2c1"), "r1c3 r2c1", &["region 1"]);
    let cage = four(r#","cages":[{"cells":["r1c2","r1c3","r2c3"]}]"#);
    let rule = "cage r1c2 r1c3 r2c3";
    expect(&cage, &state("r1c2=1 r2c3=1"), &twice("This cage", "r1c2 and r2c3"), "r1c2 r2c3", &[rule]);
}

#[test]
fn of_several_broken_rules_the_simplest_is_told_and_the_others_are_counted() {
    let message = "Row 1 has two 1s: yours in r1c1 and r1c2. One more rule is broken.";
    expect(&four(""), &state("r1c1=1 r1c2=1"), message, "r1c1 r1c2", &["row 1"]);
    let cage = four(r#","cages":[{"sum":6,"cells":["r1c1","r1c2","r2c1"]}]"#);
    let message = "Row 1 has two 4s: yours in r1c1 and r1c2. 2 more rules are broken.";
    expect(&cage, &state("r1c1=4 r1c2=4"), message, "r1c1 r1c2", &["row 1"]);
}

#[test]
fn an_entry_in_a_given_cell_is_held_against_it() {
    let found = mistake("12..\n....\n....\n..43\n", "2???????????????");
    assert_eq!(found.message, "r1c1 is given as 1, but you entered 2.");
    assert_eq!((found.cells.len(), found.rules.len()), (1, 0));
}

#[test]
fn cages_thermometers_and_arrows_show_their_sums() {
    let cage = four(r#","cages":[{"sum":6,"cells":["r1c1","r1c2","r2c1"]}]"#);
    let rule = ["cage r1c1 r1c2 r2c1"];
    let message = "This cage must sum to 6, but 1 + 2 + 4 = 7 (r1c1, r1c2 and r2c1).";
    expect(&cage, &state("r1c1=1 r1c2=2 r2c1=4"), message, "r1c1 r1c2 r2c1", &rule);
    let message = "This cage must sum to 6, but 4 + 3 = 7 already (r1c1 and r1c2).";
    expect(&cage, &state("r1c1=4 r1c2=3"), message, "r1c1 r1c2", &rule);
    // 4 leaves 2 for two cells, which cannot both be 1.
    let message = "The cage r1c1, r1c2 and r2c1 must sum to 6 without repeating a digit, but that is impossible with your 4 \
                   in r1c2.";
    expect(&cage, &state("r1c1=2 r1c2=4"), message, "r1c2", &rule);
    let thermometer = four(r#","thermometers":[["r1c1","r1c2","r1c3"]]"#);
    let message = "This thermometer must increase, but r1c1 is 3 and r1c3 after it is 2.";
    expect(&thermometer, &state("r1c1=3 r1c3=2"), message, "r1c1 r1c3", &["thermometer r1c1 r1c2 r1c3"]);
    let message =
        "Digits must increase along the thermometer r1c1 < r1c2 < r1c3, but that is impossible with your 4 in r1c2.";
    expect(&thermometer, &state("r1c2=4"), message, "r1c2", &["thermometer r1c1 r1c2 r1c3"]);
    let arrow = four(r#","arrows":[{"circle":["r1c1"],"shaft":["r1c2","r1c3"]}]"#);
    let message = "This arrow must sum to its circle, 4, but 1 + 2 = 3 (r1c1–r1c3).";
    expect(&arrow, &state("r1c1=4 r1c2=1 r1c3=2"), message, "r1c2 r1c3 r1c1", &["arrow r1c1 r1c2 r1c3"]);
}

#[test]
fn two_cells_that_bind_each_other_are_named_with_their_digits() {
    let pair = |more: &str, entries: &str, rule: &str, so: &str| {
        let cells: Vec<&str> = entries.split(' ').map(|entry| &entry[..4]).collect();
        let message = format!("{} and {} {so}.", cells[0], cells[1]);
        let rule = format!("{rule} {} {}", cells[0], cells[1]);
        expect(&four(more), &state(entries), &message, &cells.join(" "), &[&rule]);
    };
    let sign = |says: &str| format!(r#","signs":[{{"between":["r1c1","r1c2"],{says}}}]"#);
    let rule = |name: &str| format!(r#","rules":["{name}"]"#);
    let so = "have a white dot between them, so they must be consecutive, but they are 1 and 3";
    pair(&sign(r#""difference":1"#), "r1c1=1 r1c2=3", "white dot", so);
    let so = "have a black dot between them, so one must be twice the other, but they are 1 and 3";
    pair(&sign(r#""ratio":2"#), "r1c1=1 r1c2=3", "black dot", so);
    let so = "have a V between them, so they must sum to 5, but they are 1 and 3";
    pair(&sign(r#""sum":5"#), "r1c1=1 r1c2=3", "V", so);
    let so = "are a knight's move apart, so they must differ, but both are 1";
    pair(&rule("anti-knight"), "r1c1=1 r2c3=1", "knight's move", so);
    let so = "touch at a corner, so they must differ, but both are 1";
    pair(&rule("anti-king"), "r1c2=1 r2c3=1", "king's move", so);
    let so = "are neighbours, so they must not be consecutive, but they are 1 and 2";
    pair(&rule("non-consecutive"), "r1c1=1 r1c2=2", "neighbours", so);
    let so = "have no white dot between them, so they must not be consecutive, but they are 1 and 2";
    pair(&rule("all-white-dots"), "r1c1=1 r1c2=2", "no dot", so);
    let so = "have no black dot between them, so neither may be twice the other, but they are 1 and 2";
    pair(&rule("all-black-dots"), "r1c1=1 r1c2=2", "no dot", so);
    let so = "have no X or V between them, so they must not sum to 5 or 10, but they are 1 and 4";
    pair(&rule("all-xv"), "r1c1=1 r1c2=4", "no X or V", so);
    let nine = format!(
        r#"{{"family":"sudoku","box":[3,3],"cells":"{}","signs":[{{"between":["r1c1","r1c2"],"sum":10}}]}}"#,
        ".".repeat(81)
    );
    let message = "r1c1 and r1c2 have an X between them, so they must sum to 10, but they are 1 and 3.";
    expect(&nine, &format!("13{}", "?".repeat(79)), message, "r1c1 r1c2", &["X r1c1 r1c2"]);
}

#[test]
fn a_line_of_a_nonogram_is_told_by_its_runs() {
    let board =
        |row: &str| format!(r#"{{"family":"nonogram","rows":[{row},[1],[1]],"columns":[[1],[1],[1],[1],[1]]}}"#);
    let state = |row: &str| format!("{row}??????????");
    let message = "Row 1 has a run of 5, but its clue is 1 1.";
    expect(&board("[1,1]"), &state("#####"), message, "r1c1 r1c2 r1c3 r1c4 r1c5", &["row 1"]);
    let message = "Row 1 has the runs 1 2, but its clue is 2 1.";
    expect(&board("[2,1]"), &state("#.##."), message, "r1c1 r1c2 r1c3 r1c4 r1c5", &["row 1"]);
    let message = "Row 1 has 3 filled cells, but its clue 1 1 has 2 filled cells.";
    expect(&board("[1,1]"), &state("#?#?#"), message, "r1c1 r1c3 r1c5", &["row 1"]);
    let message = "Row 1 is empty, but its clue is 2 1.";
    expect(&board("[2,1]"), &state("....."), message, "r1c1 r1c2 r1c3 r1c4 r1c5", &["row 1"]);
    let message = "Row 1 has no room for its clue 1 1 with your empty cells r1c1–r1c3.";
    expect(&board("[1,1]"), &state("...??"), message, "r1c1 r1c2 r1c3", &["row 1"]);
    let message = "Row 1 has no room for its clue 2 1 with your empty cell r1c2.";
    expect(&board("[2,1]"), &state("?.?.?"), message, "r1c2", &["row 1"]);
    let column = r#"{"family":"nonogram","rows":[[1],[1],[1]],"columns":[[1,1],[1]]}"#;
    expect(column, "#?#???", "Column 1 has a run of 2, but its clue is 1 1.", "r1c1 r2c1", &["column 1"]);
}

#[test]
fn a_wrong_colour_is_told_by_its_name() {
    let text = r#"{"family":"nonogram","rows":[[[1,1],[2,2]]],"columns":[[[1,1]],[[1,2]],[[1,2]]]}"#;
    let puzzle = read(text);
    let (first, second) = (puzzle.value_name(1), puzzle.value_name(2));
    let message = format!("Column 1 has a run of 1 {second}, but its clue is 1 {first}.");
    expect(text, "b??", &message, "r1c1", &["column 1"]);
}

#[test]
fn water_is_counted_and_keeps_its_level() {
    let board = r#"{"family":"aquarium","columns":[1,1,1],"rows":[1,2],"tanks":[[1,2,3],[1,2,3]]}"#;
    let message = "Row 1 has 2 water cells (r1c1 and r1c2), but its clue is 1.";
    expect(board, "11????", message, "r1c1 r1c2", &["row 1"]);
    expect(board, "???001", "Row 2 has 1 water cell, but its clue is 2.", "r2c1 r2c2", &["row 2"]);
    let message = "Row 2 needs 2 water cells, but with your air cells r2c1 and r2c2 only 1 can be water.";
    expect(board, "???00?", message, "r2c1 r2c2", &["row 2"]);
    let message = "This tank has water in r1c1, so r2c1 below must be water too, but it is marked as air.";
    expect(board, "1??0??", message, "r1c1 r2c1", &["tank r1c1"]);
    // A tank that is wider than the clue allows.
    let wide = r#"{"family":"aquarium","columns":[null,null,null],"rows":[1],"tanks":[[1,1,2]]}"#;
    let message =
        "Row 1 needs 1 water cell, but with your water cell r1c1 it has at least 2. This takes into account tank r1c1.";
    expect(wide, "1??", message, "r1c1", &["row 1", "tank r1c1"]);
    // The arms of a U under each rule.
    let arms = |rule: &str| {
        format!(
            r#"{{"family":"aquarium","columns":[null,null,null],"rows":[null,null],"tanks":[[1,2,1],[1,1,1]],"rule":"{rule}"}}"#
        )
    };
    let message = "This tank has water in r1c1, so r1c3 must be water too, but it is marked as air.";
    for rule in ["region", "pool"] {
        expect(&arms(rule), "1?0???", message, "r1c1 r1c3", &["tank r1c1"]);
    }
    let message = "This tank has water in r1c1, so r2c1 below must be water too, but it is marked as air.";
    expect(&arms("adjacent"), "1?00??", message, "r1c1 r2c1", &["tank r1c1"]);
}

#[test]
fn a_right_entry_is_not_called_wrong_because_of_its_tank() {
    let board = r#"{"family":"aquarium","columns":[2,4,4,3,4],"rows":[4,3,5,5],"tanks":[[1,2,3,3,3],[1,2,3,4,3],[2,2,3,3,3],[2,2,3,3,3]],"walls":[[[1,5],[2,5]],[[3,1],[4,1]],[[4,1],[4,2]],[[4,3],[4,4]]],"rule":"region"}"#;
    let found = mistake(board, "0???1/?????/??0??/?1?10".replace('/', "").as_str());
    assert!(found.message.starts_with("This tank has water in r4c4, so r4c5 must be water too"), "{}", found.message);
    let tints = found.tints();
    assert_eq!(tints.wrong, [Cell { row: 3, column: 4 }]);
    assert_eq!(tints.premises, [Cell { row: 3, column: 3 }]);
}

/// Whether the rules of these names can be satisfied with these entries; `None` when that would take too long to try.
fn can_hold(model: &Model, rules: &[&str], entries: &[&Entry]) -> Option<bool> {
    let rules: Vec<usize> =
        (0..model.constraints().len()).filter(|&id| rules.contains(&model.constraints()[id].name())).collect();
    let mut domains = Domains::new(model.start().to_vec());
    for entry in entries {
        let var = (0..model.start().len()).find(|&var| model.cells(var).contains(&entry.cell)).unwrap();
        if domains.keep(var, entry.values).is_err() {
            return Some(false);
        }
    }
    search(model, &rules, &mut domains, &mut 20_000)
}

fn search(model: &Model, rules: &[usize], domains: &mut Domains, nodes: &mut u32) -> Option<bool> {
    *nodes = nodes.checked_sub(1)?;
    loop {
        let mark = domains.trail().len();
        for &id in rules {
            if model.constraints()[id].propagate(domains, Effort::Thorough) == Err(Broken) {
                return Some(false);
            }
        }
        if domains.trail().len() == mark {
            break;
        }
    }
    let scopes = rules.iter().flat_map(|&id| model.constraints()[id].scope());
    let Some(&var) = scopes.filter(|&&var| domains.size(var) > 1).min_by_key(|&&var| domains.size(var)) else {
        return Some(true);
    };
    let values = domains.get(var);
    for value in (0..64).filter(|value| values >> value & 1 == 1) {
        let mark = domains.trail().len();
        if domains.assign(var, value).is_ok() && search(model, rules, domains, nodes)? {
            return Some(true);
        }
        domains.undo_to(mark);
    }
    Some(false)
}

/// Right and wrong entries at random, and what must be true of whatever is said about them.
fn wrong_entries(puzzle: &dyn Puzzle, next: &mut impl FnMut(usize) -> usize, seen: &mut [usize; 3]) {
    let Some(model) = puzzle.model() else { return };
    let outcome = puzzle.solve(&Ask { budget: Budget::seconds(20.0), ..Ask::default() });
    let (Verdict::Unique, Some(solution)) = (&outcome.verdict, outcome.solutions.first().and_then(|s| s.grid())) else {
        return;
    };
    let any = model.start().iter().fold(0, |any, values| any | values);
    let open = (0..model.start().len()).filter(|&var| !model.start()[var].is_power_of_two());
    let cells: Vec<(Cell, usize)> =
        open.flat_map(|var| model.cells(var).iter().map(move |&cell| (cell, var))).collect();
    if cells.is_empty() {
        return;
    }
    let mut entries: Vec<Entry> = Vec::new();
    let right = |cell: Cell| 1u64 << puzzle.value_in_grid(solution[cell]);
    for _ in 0..next(cells.len().min(12)) {
        let (cell, var) = cells[next(cells.len())];
        entries.retain(|entry| entry.cell != cell);
        entries.push(Entry { cell, var, values: right(cell), is_mark: false });
    }
    for _ in 0..1 + next(2) {
        let (cell, var) = cells[next(cells.len())];
        let others: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|v| any & v != 0 && *v != right(cell)).collect();
        entries.retain(|entry| entry.cell != cell);
        entries.push(Entry { cell, var, values: others[next(others.len())], is_mark: false });
    }
    let found = find_mistake(puzzle, &model, &entries, &Budget::seconds(20.0));
    let shown = || format!("{found:#?}\n{entries:?}\n{}", puzzle.write("json", quandary::ALL).unwrap_or_default());
    let found = found.as_ref().unwrap_or_else(|| panic!("a wrong entry is not found: {}", shown()));
    let entry_of = |cell: &Cell| entries.iter().find(|entry| entry.cell == *cell);
    assert!(found.cells.iter().all(|cell| entry_of(cell).is_some()), "{}", shown());
    assert!(!found.wrong.is_empty() && found.wrong.iter().all(|cell| found.cells.contains(cell)), "{}", shown());
    let is_wrong = |cell: &Cell| entry_of(cell).is_some_and(|entry| entry.values != right(*cell));
    assert!(found.wrong.iter().all(is_wrong), "{}", shown());
    // Pencil marks of the puzzle are given too.
    let is_given = |cell: &Cell| !cells.iter().any(|&(open, var)| open == *cell && model.start()[var] == any);
    assert!(found.given.iter().all(is_given), "{}", shown());
    assert!(found.message.ends_with('.') && !found.message.contains("  "), "{}", shown());
    if found.rules.is_empty() {
        seen[2] += 1;
        return;
    }
    let named: Vec<&Entry> = found.cells.iter().filter_map(entry_of).collect();
    let rules: Vec<&str> = found.rules.iter().map(|rule| rule.name.as_str()).collect();
    let by_cell = puzzle.model_of_cells().unwrap_or(model);
    let holds = can_hold(&by_cell, &rules, &named);
    assert_ne!(holds, Some(true), "{}", shown());
    seen[usize::from(holds.is_none())] += 1;
}

#[test]
fn what_is_said_of_random_mistakes_is_true() {
    let rounds = if std::env::var_os("QUANDARY_FULL").is_some() { 40 } else { 2 };
    let mut random = 11u32;
    let mut next = |below: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 16) as usize % below.max(1)
    };
    let mut puzzles: Vec<Box<dyn Puzzle>> = Vec::new();
    for family in ALL {
        puzzles.extend(family.examples().iter().map(|example| read(example.text)));
        let Some(generator) = family.generator() else { continue };
        let has_size = generator.options().iter().any(|option| option.name == "size");
        let options = has_size.then(|| ("size".to_owned(), "6x6".to_owned())).into_iter().collect();
        let spec = GenerateSpec { seed: 5, options, ..GenerateSpec::default() };
        puzzles.extend((0..6).filter_map(|index| generator.generate(&spec, index).ok()));
    }
    let mut seen = [0; 3];
    for puzzle in &puzzles {
        for _ in 0..rounds {
            wrong_entries(&**puzzle, &mut next, &mut seen);
        }
    }
    let [shown, too_long, by_solution] = seen;
    println!("{shown} shown by rules, {too_long} too long to try, {by_solution} by the solution");
    assert!(shown > 10 * too_long && shown > by_solution, "{seen:?}");
}

#[test]
fn a_right_entry_is_no_mistake() {
    let puzzle = read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
    let model = puzzle.model().unwrap();
    // r1c3 = 4 is right, r1c4 = 5 stands in the row of a given 5.
    let entry =
        |var: usize, digit: u32| Entry { cell: model.cells(var)[0], var, values: 1 << (digit - 1), is_mark: false };
    let found = |entries: &[Entry]| find_mistake(&*puzzle, &model, entries, &Budget::default());
    assert_eq!(found(&[entry(2, 4)]), None);
    let mistake = found(&[entry(2, 4), entry(3, 5)]).unwrap();
    assert_eq!(mistake.message, "Row 1 has two 5s: yours in r1c4 and the given one in r1c1. One more rule is broken.");
    assert_eq!(mistake.cells, model.cells(3));
}

#[test]
fn one_entry_is_wrong_and_several_cells_or_marks_are_wrong() {
    let starts = |puzzle: &str, state: &str, start: &str| {
        let found = mistake(puzzle, state);
        assert!(found.message.starts_with(start), "{}", found.message);
    };
    let digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let with = |entry: &str| format!("??{entry}{}", "?".repeat(78));
    starts(digits, &with("2"), "Your 2 in r1c3 is wrong. With it, ");
    starts(digits, &with("{26}"), "Your marks 2 or 6 in r1c3 are wrong. With them, ");
    // The cells of a tank in one row have one level: one entry, of one cell or of several.
    let tanks = r#"{"family":"aquarium","columns":[3,3,2,4,4,3],"rows":[5,6,1,2,2,3],"tanks":[[1,1,1,1,1,2],[1,1,1,2,2,2],[3,3,4,5,5,2],[6,6,4,5,5,7],[8,8,8,5,5,7],[8,8,8,5,5,7]],"rule":"region"}"#;
    let with = |entry: &str| format!("{}{entry}{}", "?".repeat(18), "?".repeat(18 - entry.len()));
    starts(tanks, &with("0"), "Your air cell r4c1 is wrong. With it, ");
    starts(tanks, &with("00"), "Your air cells r4c1 and r4c2 are wrong. With them, ");
}
