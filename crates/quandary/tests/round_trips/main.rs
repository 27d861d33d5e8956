//! Nothing gets lost on the way through a notation.
//!
//! Whatever a notation writes is read back as the same board: by detection, by the notation's name, and out of a file.
//! What a notation cannot store it refuses to write. That is tried on every example, on boards of every generator, and
//! on random boards with everything that a board may have. Solutions make the same journey.

use std::collections::BTreeMap;

use quandary::api::ConvertOptions;
use quandary::read::{self, Hints, Source, split};
use quandary::{ALL, Ask, Budget, Credits, Solution, family};
use quandary_core::Puzzle;
use quandary_core::puzzle::{GenerateSpec, Packing, WriteError};
use quandary_core::random::{ChaCha8Rng, RngExt, SeedableRng};
use serde_json::{Map, Value, json};

fn read(text: &str) -> Result<Box<dyn Puzzle>, read::Diagnostic> {
    read::puzzle(&Source::from_text(text), &quandary::hints())
}

/// Whether two boards are equal, as their family sees it and as JSON has it.
fn is_same(a: &dyn Puzzle, b: &dyn Puzzle) -> bool {
    let is_equal = a.family().notations().first().is_some_and(|notation| notation.is_same(a, b));
    is_equal && a.write("json", quandary::ALL) == b.write("json", quandary::ALL)
}

/// How often each notation was written, and why it was not.
#[derive(Default)]
struct Tally(BTreeMap<(&'static str, String), usize>);

impl Tally {
    /// Writes a board in every notation, and reads it back in every way.
    fn round_trip(&mut self, puzzle: &dyn Puzzle) {
        let family = puzzle.family();
        for notation in family.notations().into_iter().filter(|notation| notation.writes()) {
            let name = notation.name();
            let text = match notation.write(puzzle, quandary::ALL) {
                Ok(text) => text,
                Err(WriteError::Cannot { why, .. }) => {
                    assert_ne!(name, "json", "JSON has a place for everything: {why}\n{puzzle:?}");
                    let why: String = why.to_string().chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
                    *self.0.entry((name, why)).or_default() += 1;
                    continue;
                }
                Err(error) => panic!("{error}"),
            };
            let is_labelled = text.contains("# family: ");
            let kind = if is_labelled { "written with its family and notation" } else { "written" };
            *self.0.entry((name, kind.to_owned())).or_default() += 1;
            let by_name =
                Hints { family: Some(family.name().into()), notation: Some(name.into()), ..quandary::hints() };
            for hints in [quandary::hints(), by_name] {
                let way = hints.notation.as_deref().unwrap_or("detection");
                match read::puzzle(&Source::from_text(text.as_str()), &hints) {
                    Ok(again) => assert!(is_same(puzzle, &*again), "{name} by {way}:\n{text}\n{puzzle:?}\n{again:?}"),
                    Err(error) => panic!("{name} by {way}: {error}\n{text}\n{puzzle:?}"),
                }
            }
            let of_file = split::puzzles(Source::from_text(text.as_str()), &quandary::hints());
            assert_eq!(of_file.len(), 1, "{name}: one puzzle in a file\n{text}\n{puzzle:?}");
            let again = of_file.into_iter().next().unwrap();
            assert!(again.is_ok_and(|again| is_same(puzzle, &*again)), "{name}: in a file\n{text}\n{puzzle:?}");
        }
    }

    /// Prints what happened, for `--nocapture`.
    fn print(&self) {
        for ((name, what), count) in &self.0 {
            println!("{count:6}  {name}: {what}");
        }
    }

    /// How often a notation was written.
    fn written(&self, name: &str) -> usize {
        let of_name = self.0.iter().filter(|((known, what), _)| *known == name && what.starts_with("written"));
        of_name.map(|(_, count)| count).sum()
    }
}

/// Solves a board, and reads every solution back from its text and from its JSON.
fn solutions_round_trip(puzzle: &dyn Puzzle) {
    let budget = Budget { nodes: Some(2_000), ..Budget::default() };
    for solution in puzzle.solve(&Ask { budget, ..Ask::default() }).solutions {
        let text = puzzle.solution_text(&solution);
        let json = puzzle.solution_json(&solution).to_string();
        let of_json = puzzle.read_solution(&Source::from_text(json.as_str()));
        assert_eq!(of_json.as_ref(), Ok(&solution), "{json}\n{puzzle:?}");
        match (puzzle.read_solution(&Source::from_text(text.as_str())), &solution) {
            // The text has the moves of a plan and not how short it could be.
            (Ok(Solution::Plan(again)), Solution::Plan(plan)) => assert_eq!(again.moves, plan.moves, "{text}"),
            (again, solution) => assert_eq!(again.as_ref(), Ok(solution), "{text}\n{puzzle:?}"),
        }
    }
}

/// Every notation that can be written was, and some boards of each kind were.
fn every_notation_was_written(tally: &Tally, family_name: &str) {
    tally.print();
    for notation in family(family_name).unwrap().notations().into_iter().filter(|notation| notation.writes()) {
        assert!(tally.written(notation.name()) > 0, "{} was never written", notation.name());
    }
}

#[test]
fn every_example_in_every_notation() {
    for family in ALL {
        let mut tally = Tally::default();
        for example in family.examples() {
            let puzzle = read(example.text).unwrap_or_else(|error| panic!("{}: {error}", example.name));
            tally.round_trip(&*puzzle);
            solutions_round_trip(&*puzzle);
            for rule in family.rules() {
                if let Some(puzzle) = puzzle.with_rule(rule.name) {
                    tally.round_trip(&*puzzle);
                }
            }
        }
        every_notation_was_written(&tally, family.name());
    }
}

/// What a generator is asked for.
type Options = [(&'static str, &'static str)];

#[test]
fn boards_of_every_generator_in_every_notation() {
    let orders: [(&str, u64, &Options); 22] = [
        ("sudoku", 8, &[]),
        ("sudoku", 8, &[("symmetry", "rotational")]),
        ("sudoku", 4, &[("minimal", "")]),
        ("sudoku", 4, &[("givens", "30..40")]),
        ("sudoku", 8, &[("box", "2x2")]),
        ("sudoku", 8, &[("box", "2x3")]),
        ("sudoku", 8, &[("box", "3x2")]),
        ("sudoku", 2, &[("box", "3x4")]),
        ("sudoku", 1, &[("box", "4x4")]),
        ("nonogram", 12, &[("size", "5x5")]),
        ("nonogram", 12, &[("size", "3x7")]),
        ("nonogram", 12, &[("size", "8x2")]),
        ("nonogram", 8, &[("size", "6x6"), ("colours", "3")]),
        ("aquarium", 10, &[("size", "4x4"), ("rule", "region")]),
        ("aquarium", 10, &[("size", "4x6"), ("rule", "pool")]),
        ("aquarium", 10, &[("size", "6x3"), ("rule", "adjacent")]),
        ("aquarium", 2, &[("size", "12x12")]),
        ("ballsort", 12, &[("colours", "3"), ("rule", "ball")]),
        ("ballsort", 12, &[("colours", "3"), ("rule", "water")]),
        ("ballsort", 6, &[("colours", "5"), ("capacity", "3"), ("empty", "1")]),
        ("ballsort", 6, &[("colours", "2"), ("capacity", "2")]),
        ("ballsort", 1, &[("colours", "40")]),
    ];
    let mut tally = Tally::default();
    let mut made = 0;
    for (name, count, options) in orders {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let wish = GenerateSpec { seed: 7, options, ..GenerateSpec::default() };
        for index in 0..count {
            match family(name).unwrap().generator().unwrap().generate(&wish, index) {
                Ok(puzzle) => {
                    made += 1;
                    tally.round_trip(&*puzzle);
                    solutions_round_trip(&*puzzle);
                }
                Err(refusal) => println!("{name} {:?}: {refusal}", wish.options),
            }
        }
    }
    tally.print();
    assert!(made > 120, "only {made} boards");
}

/// A title or an author: with quotes, comments, line breaks, other scripts, very long, or none.
fn free_text(random: &mut ChaCha8Rng) -> Value {
    let words = [
        "House",
        "\"Cat\"",
        "#3",
        "# rule: pool",
        "a: b",
        "{x}",
        "&lt;<b>",
        "by",
        "'",
        "Größe",
        "日本",
        "\u{1F408}",
        "\\",
        "5×5",
        "title",
        "\n",
        "=====",
        "[Puzzle]",
        "# title: \"x\"",
        ";",
        "$1",
        "12",
    ];
    match random.random_range(0..8) {
        0 => Value::Null,
        1 => json!("word ".repeat(random.random_range(50..200))),
        _ => json!((0..random.random_range(1..4)).map(|_| *pick(random, &words)).collect::<Vec<_>>().join(" ")),
    }
}

/// Random boards of one kind, each as a JSON text; those that are not boards are ignored.
fn random_boards(family_name: &str, count: u64, board: impl Fn(&mut ChaCha8Rng) -> Value) {
    let mut tally = Tally::default();
    let mut good = 0;
    for seed in 0..count {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut board = board(&mut random);
        if random.random_bool(0.3) {
            board["title"] = free_text(&mut random);
            board["author"] = free_text(&mut random);
        }
        let text = board.to_string();
        let Ok(puzzle) = read(&text) else { continue };
        good += 1;
        tally.round_trip(&*puzzle);
        if seed % 4 == 0 {
            solutions_round_trip(&*puzzle);
        }
    }
    println!("{good} of {count} random texts are boards");
    every_notation_was_written(&tally, family_name);
    assert!(2 * good > count, "only {good} of {count} random texts are boards");
}

fn pick<'a, T>(random: &mut ChaCha8Rng, from: &'a [T]) -> &'a T {
    &from[random.random_range(0..from.len())]
}

fn shuffled<T>(random: &mut ChaCha8Rng, mut values: Vec<T>) -> Vec<T> {
    for last in (1..values.len()).rev() {
        values.swap(last, random.random_range(0..=last));
    }
    values
}

#[test]
fn random_aquariums_in_every_notation() {
    random_boards("aquarium", 600, |random| {
        let (rows, columns) =
            *pick(random, &[(1, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4), (4, 6), (1, 12), (13, 1)]);
        // Neighbours are joined or not; what hangs together is a tank.
        let openness = random.random_range(0.2..0.9);
        let mut tank: Vec<usize> = (0..rows * columns).collect();
        let mut shut = Vec::new();
        for cell in 0..rows * columns {
            let right = (cell % columns + 1 < columns).then_some(cell + 1);
            let below = (cell + columns < rows * columns).then_some(cell + columns);
            for next in right.into_iter().chain(below) {
                if random.random_bool(openness) {
                    let (from, to) = (tank[next], tank[cell]);
                    tank.iter_mut().filter(|tank| **tank == from).for_each(|tank| *tank = to);
                } else {
                    shut.push((cell, next));
                }
            }
        }
        let place = |cell: usize| json!([cell / columns + 1, cell % columns + 1]);
        let inside = shut.iter().filter(|(a, b)| tank[*a] == tank[*b]);
        let walls: Vec<Value> = match random.random_bool(0.3) {
            true => inside.map(|&(a, b)| json!([place(a), place(b)])).collect(),
            false => Vec::new(),
        };
        let missing = if random.random_bool(0.5) { 0.0 } else { 0.4 };
        let mut clues = |count: usize, most: usize| -> Vec<Value> {
            let clue = |random: &mut ChaCha8Rng| match random.random_bool(missing) {
                true => Value::Null,
                false => json!(random.random_range(0..=most)),
            };
            (0..count).map(|_| clue(random)).collect()
        };
        let (column_clues, row_clues) = (clues(columns, rows), clues(rows, columns));
        let mut object = json!({
            "family": "aquarium", "columns": column_clues, "rows": row_clues,
            "tanks": tank.chunks(columns).collect::<Vec<_>>(), "rule": pick(random, &["region", "pool", "adjacent"]), "walls": walls,
        });
        if random.random_bool(0.1) {
            object["id"] = json!("8:4,760,102");
        }
        object
    });
}

#[test]
fn random_bottles_in_every_notation() {
    random_boards("ballsort", 800, |random| {
        let capacity = random.random_range(1..=5usize);
        let bottles = random.random_range(1..=6usize);
        let rule = *pick(random, &["ball", "water", "ball-uniform", "water-uniform"]);
        let names: &[&str; 6] = pick(
            random,
            &[
                ["1", "2", "3", "4", "5", "6"],
                ["12", "7", "200", "1", "36", "37"],
                ["A", "B", "C", "D", "F", "G"],
                ["x", "E", "y", "e", "Z", "z"],
                ["red", "sea", "moss", "empty", "_", "sky_2"],
                ["rose", "1", "teal", "22", "ö", "x"],
            ],
        );
        let mut balls: Vec<&str> = Vec::new();
        if rule.ends_with("uniform") {
            let count = random.random_range(0..=capacity * bottles);
            balls.extend((0..count).map(|_| *pick(random, names)));
        } else {
            let colours = random.random_range(0..=bottles.min(names.len()));
            balls.extend(names[..colours].iter().flat_map(|name| vec![*name; capacity]));
        }
        let mut stacks: Vec<Vec<Value>> = vec![Vec::new(); bottles];
        let is_tight = random.random_bool(0.4);
        for ball in shuffled(random, balls) {
            let free: Vec<usize> = (0..bottles).filter(|&bottle| stacks[bottle].len() < capacity).collect();
            let bottle = if is_tight { free[0] } else { *pick(random, &free) };
            stacks[bottle].push(ball.parse::<u8>().map_or(json!(ball), |number| json!(number)));
        }
        let seen: Vec<Value> = stacks.iter().flatten().cloned().collect();
        if random.random_bool(0.25) {
            for stack in &mut stacks {
                let hides = random.random_range(0..=stack.len());
                stack.iter_mut().take(hides.saturating_sub(1)).for_each(|ball| *ball = json!("?"));
            }
        }
        let mut object = json!({"family": "ballsort", "capacity": capacity, "bottles": stacks, "rule": rule});
        if random.random_bool(0.2) && !seen.is_empty() {
            let bottle = random.random_range(1..=bottles).to_string();
            object["locks"] = json!({bottle: pick(random, &seen)});
        }
        object
    });
}

#[test]
fn random_nonograms_in_every_notation() {
    random_boards("nonogram", 600, |random| {
        let (rows, columns) =
            *pick(random, &[(1, 1), (1, 5), (6, 1), (2, 2), (2, 3), (3, 2), (4, 4), (5, 3), (3, 8), (5, 5), (2, 12)]);
        let colours = *pick(random, &[1u8, 1, 1, 2, 3, 5]);
        // Some colours of the table are in no block.
        let used: Vec<u8> = (1..=colours).filter(|_| colours == 1 || random.random_bool(0.7)).collect();
        let used = if used.is_empty() { vec![colours] } else { used };
        let density = random.random_range(0.0..1.0);
        let cells: Vec<Vec<u8>> = (0..rows)
            .map(|_| (0..columns).map(|_| if random.random_bool(density) { *pick(random, &used) } else { 0 }).collect())
            .collect();
        let block = |length: usize, colour: u8| if colours == 1 { json!(length) } else { json!([length, colour]) };
        let clue = |line: Vec<u8>| -> Value {
            line.chunk_by(|a, b| a == b).filter(|run| run[0] != 0).map(|run| block(run.len(), run[0])).collect()
        };
        let mut row_clues: Vec<Value> = cells.iter().map(|row| clue(row.clone())).collect();
        let mut column_clues: Vec<Value> =
            (0..columns).map(|column| clue(cells.iter().map(|row| row[column]).collect())).collect();
        // Clues that do not go together are a board too.
        if random.random_bool(0.2) {
            row_clues = shuffled(random, row_clues);
            column_clues = shuffled(random, column_clues);
        }
        let mut object = json!({"family": "nonogram", "rows": row_clues, "columns": column_clues});
        if random.random_bool(if colours == 1 { 0.2 } else { 0.7 }) {
            let names = ["rust", "sky", "white", "dark green", "a&b <c> \"d\"", "black", "crimson", "x"];
            let letters = ["a", "r", "X", "w", "Z", "b", "k", "q"];
            let told = random.random_range(usize::from(colours)..=6);
            let table: Vec<Value> = (0..told)
                .map(|_| {
                    let mut colour = Map::new();
                    colour.insert("letter".into(), json!(pick(random, &letters)));
                    colour.insert("name".into(), json!(pick(random, &names)));
                    if random.random_bool(0.8) {
                        colour.insert("paint".into(), json!(format!("#{:06X}", random.random_range(0..0x100_0000))));
                    }
                    Value::Object(colour)
                })
                .collect();
            object["colours"] = table.into();
        }
        if random.random_bool(0.1) {
            object["background"] = json!("#C0E0FF");
        }
        object
    });
}

#[test]
fn random_sudokus_in_every_notation() {
    random_boards("sudoku", 300, |random| {
        let shapes: [(usize, usize); 8] = [(2, 2), (2, 2), (2, 3), (3, 2), (3, 3), (3, 3), (2, 5), (4, 4)];
        let (rows, columns) = *pick(random, &shapes);
        let side = rows * columns;
        let symbol = |digit: usize| std::char::from_digit(digit as u32, 36).unwrap_or('?').to_ascii_uppercase();
        // The digits of a filled board, shifted from row to row.
        let filled = |row: usize, column: usize| (row * columns + row / rows + column) % side + 1;
        let givens = random.random_range(0.0..1.0);
        let mut cells = String::new();
        for place in 0..side * side {
            let given = random.random_bool(givens).then(|| symbol(filled(place / side, place % side)));
            cells.push(given.unwrap_or('.'));
        }
        let name = |place: usize| format!("r{}c{}", place / side + 1, place % side + 1);
        let mut object = json!({"family": "sudoku", "box": [rows, columns], "cells": cells});
        let is_variant = random.random_bool(0.5);
        let some = |random: &mut ChaCha8Rng| is_variant && random.random_bool(0.3);
        if random.random_bool(0.3) {
            let marks = (0..side * side).filter(|_| random.random_bool(0.2)).collect::<Vec<_>>();
            let mut told = Map::new();
            for place in marks {
                let own = filled(place / side, place % side);
                let left = (1..=side).filter(|&digit| digit == own || random.random_bool(0.4)).map(symbol);
                told.insert(name(place), json!(left.collect::<String>()));
            }
            object["marks"] = told.into();
        }
        if some(random) {
            let rules = [
                "main-diagonal",
                "anti-diagonal",
                "windows",
                "disjoint-groups",
                "anti-knight",
                "anti-king",
                "non-consecutive",
                "all-white-dots",
                "all-black-dots",
                "all-xv",
            ];
            object["rules"] = (0..2).map(|_| json!(pick(random, &rules))).collect();
        }
        // Neighbouring cells in a row or column.
        let line = |random: &mut ChaCha8Rng, length: usize| -> Vec<String> {
            let (row, from) = (random.random_range(0..side), random.random_range(0..=side - length));
            let cells = (from..from + length).map(|at| if row % 2 == 0 { row * side + at } else { at * side + row });
            cells.map(name).collect()
        };
        if some(random) {
            let cage = |random: &mut ChaCha8Rng| match random.random_bool(0.7) {
                true => json!({"sum": random.random_range(1..20), "cells": line(random, 3)}),
                false => json!({"cells": line(random, 2)}),
            };
            object["cages"] = (0..3).map(|_| cage(random)).collect();
        }
        if some(random) {
            object["thermometers"] = (0..2).map(|_| json!(line(random, 3))).collect();
        }
        if some(random) {
            let arrow = |cells: Vec<String>| json!({"circle": [cells[0]], "shaft": cells[1..]});
            object["arrows"] = (0..2).map(|_| arrow(line(random, 3))).collect();
        }
        if some(random) {
            let sign = |random: &mut ChaCha8Rng| {
                let (kind, number) = *pick(
                    random,
                    &[
                        ("difference", 1),
                        ("difference", 3),
                        ("ratio", 2),
                        ("ratio", 3),
                        ("sum", 5),
                        ("sum", 10),
                        ("sum", 7),
                    ],
                );
                json!({"between": line(random, 2), kind: number})
            };
            object["signs"] = (0..3).map(|_| sign(random)).collect();
        }
        if random.random_bool(0.1) {
            // Rows as regions, and two cells that change places.
            let mut regions: Vec<char> = (0..side * side).map(|place| symbol(10 + place / side)).collect();
            regions.swap(side - 1, 2 * side - 1);
            object["regions"] = json!(regions.into_iter().collect::<String>());
            object.as_object_mut().map(|fields| fields.remove("box"));
        }
        object
    });
}

/// What used to get lost.
#[test]
fn a_rule_a_lock_and_a_colour_survive_or_are_refused_with_a_way_out() {
    let adjacent =
        read(r#"{"family":"aquarium","columns":[2,1,1],"rows":[1,3],"tanks":[[1,2,1],[1,1,1]],"rule":"adjacent"}"#)
            .unwrap();
    assert_eq!(adjacent.write("digits", quandary::ALL).unwrap(), "# rule: adjacent\n211\n13\n121\n111\n");
    assert_eq!(adjacent.write("task", quandary::ALL).unwrap(), "2_1_1_1_3;1,2,1,1,1,1 # rule: adjacent\n");
    assert_eq!(
        adjacent.write("map-json", quandary::ALL).unwrap_err().to_string(),
        "this board cannot be written as 'map-json': it cannot store the rule 'adjacent'; \
         choose one of: digits, matrix, letters, task, json"
    );
    // The rule that a notation implies is not said.
    let region = adjacent.with_rule("region").unwrap();
    assert_eq!(region.write("digits", quandary::ALL).unwrap(), "211\n13\n121\n111\n");

    let uniform =
        read(r#"{"family":"ballsort","capacity":3,"bottles":[[1,2,1],[2],[]],"rule":"ball-uniform"}"#).unwrap();
    assert_eq!(uniform.write("letters", quandary::ALL).unwrap(), "121;2..; # rule: ball-uniform\n");
    assert_eq!(read("121;2..; # rule: ball-uniform\n").unwrap().rule(), Some("ball-uniform"));
    let one = read(r#"{"family":"ballsort","capacity":2,"bottles":[[1,1]],"rule":"water"}"#).unwrap();
    assert_eq!(one.write("get-color", quandary::ALL).unwrap(), "2#0,0 # family: ballsort # notation: get-color\n");

    let locked = read(r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2,1],[]],"locks":{"3":1}}"#).unwrap();
    assert_eq!(
        locked.write("lists", quandary::ALL).unwrap_err().to_string(),
        "this board cannot be written as 'lists': it cannot store locked bottles; choose one of: plain, json, words"
    );
}

/// Where a title and an author stand in each notation that has a place for them, and what happens in the others.
#[test]
fn a_title_and_an_author_are_kept() {
    let house =
        r#"{"family":"nonogram","rows":[[2],[1]],"columns":[[2],[1]],"title":"A \"house\" #1","author":"Jänë"}"#;
    let house = read(house).unwrap();
    let written = |notation: &str| house.write(notation, quandary::ALL).unwrap();
    assert_eq!(house.heading(), "Nonogram, 2×2, “A \"house\" #1” by Jänë");
    let label = r#"# title: "A \"house\" #1" # author: "Jänë""#;
    assert!(written("non").starts_with("title \"A \"house\" #1\"\nby \"Jänë\"\nwidth 2\n"), "{}", written("non"));
    assert!(written("xml").contains("<title>A &quot;house&quot; #1</title>\n<author>Jänë</author>\n"));
    assert_eq!(written("plain"), format!("{label}\n2 2\n2\n1\n2\n1\n"));
    assert!(written("picross").starts_with(&format!("{label}\nGRID 2×2\n")), "{}", written("picross"));
    let refusal = house.write("puzz-link", quandary::ALL).unwrap_err().to_string();
    let why = "it cannot store the title 'A \"house\" #1' and the author 'Jänë'; choose one of: plain, ";
    assert!(refusal.contains(why), "{refusal}");
    let untitled = house.with_credits(Credits::NONE).unwrap();
    assert!(untitled.write("puzz-link", quandary::ALL).is_ok());

    let grid = "[Puzzle]\n21..\n..32\n...4\n..1.\n";
    let sdk = read(&format!("#A Jane \n# title: The first\n{grid}")).unwrap();
    assert_eq!(sdk.credits(), &Credits::new("The first", "Jane"));
    assert_eq!(sdk.write("sdk", quandary::ALL).unwrap(), format!("# title: \"The first\"\n#AJane\n{grid}"));
    let line = "21....32...4..1. # title: \"The first\" # author: \"Jane\"";
    assert_eq!(sdk.write("line", quandary::ALL).unwrap(), line);
    for link in ["f-puzzles", "sudokupad"] {
        let again = read(&sdk.write(link, quandary::ALL).unwrap()).unwrap();
        assert!(is_same(&*again, &*sdk), "{link}");
    }
    assert_eq!(sdk.with_rule("x").unwrap().credits(), sdk.credits());

    let long = Credits::new(&"x".repeat(10_000), "");
    let titled = sdk.with_credits(long).unwrap();
    assert!(is_same(&*read(&titled.write("json", quandary::ALL).unwrap()).unwrap(), &*titled));
    let refusal = titled.write("line", quandary::ALL).unwrap_err().to_string();
    assert!(refusal.contains("xxx…") && refusal.len() < 200, "{refusal}");
}

/// A sheet of clues that fits both ways round is read height first, unless it says otherwise.
#[test]
fn a_board_that_fits_both_ways_round_says_which_is_meant() {
    let board = read(r#"{"family":"nonogram","rows":[[1],[1]],"columns":[[0],[1],[1]]}"#).unwrap();
    let width_first = board.write("nin", quandary::ALL).unwrap();
    assert_eq!(width_first, "# family: nonogram # notation: nin\n3 2\n1\n1\n0\n1\n1\n");
    assert!(is_same(&*read(&width_first).unwrap(), &*board));
    assert_eq!(board.write("plain", quandary::ALL).unwrap(), "2 3\n1\n1\n0\n1\n1\n");
}

#[test]
fn pencil_marks_that_contradict_a_given_digit_are_an_error_with_a_place() {
    let marked = |marks: &str| {
        let text = format!(r#"{{"family":"sudoku","box":[2,2],"cells":"21...32...4...1.","marks":{{{marks}}}}}"#);
        let source = Source::from_text(text);
        read::puzzle(&source, &quandary::hints()).map_err(|error| (error.message.clone(), error.position(&source)))
    };
    let contradiction = "r1c1 is given as 2, but its pencil marks leave that out".to_owned();
    assert_eq!(marked(r#""r1c1":"134""#).unwrap_err(), (contradiction, Some((1, 68))));
    assert_eq!(marked(r#""r1c1":"""#).unwrap_err().0, "r1c1 is given as 2, but its pencil marks leave that out");
    assert_eq!(marked(r#""r1c3":"""#).unwrap_err(), ("r1c3 has no pencil marks".to_owned(), Some((1, 68))));
    // Marks that have the given digit say nothing.
    let plain = read(r#"{"family":"sudoku","box":[2,2],"cells":"21...32...4...1."}"#).unwrap();
    assert!(is_same(&*marked(r#""r1c1":"24""#).unwrap(), &*plain));
}

#[test]
fn a_label_above_many_lines_is_true_of_all_of_them() {
    let file = "# rule: pool\n2_1_1_2;1,2,1,1\n1_1_1_1;1,2,1,1 # rule: adjacent\n\n# rule: region\n1_1_1_1;1,1,2,2\n";
    let rules: Vec<Option<&str>> = split::puzzles(Source::from_text(file), &quandary::hints())
        .iter()
        .map(|puzzle| puzzle.as_ref().unwrap().rule())
        .collect();
    assert_eq!(rules, [Some("pool"), Some("adjacent"), Some("region")]);
}

#[test]
fn a_label_above_many_lines_may_take_several_lines() {
    let file = "# rule: pool\n# title: Twins\n2_1_1_2;1,2,1,1\n1_1_1_1;1,2,1,1\n# rule: adjacent\n1_1_1_1;1,1,2,2\n";
    let puzzles = split::puzzles(Source::from_text(file), &quandary::hints());
    let found: Vec<_> = puzzles.iter().flatten().map(|puzzle| (puzzle.rule(), puzzle.credits().title())).collect();
    // A label below a puzzle is another one: nothing of the first is left.
    let expected = [(Some("pool"), Some("Twins")), (Some("pool"), Some("Twins")), (Some("adjacent"), None)];
    assert_eq!(found, expected);
}

#[test]
fn a_label_that_cannot_be_true_is_an_error_with_a_place() {
    let cases = [
        ("# rule: wine\n211\n13\n121\n111\n", "Aquarium has no rule called 'wine'", (1, 9)),
        ("# rule: pool\n2 1\n1 2\n2 1\n", "Ball / Water Sort has no rule called 'pool'", (1, 9)),
        ("# family: jigsaw\n211\n13\n121\n111\n", "there is no family called 'jigsaw'", (1, 11)),
        ("# id: seven\n211\n13\n121\n111\n", "'seven' is not the number of a published Aquarium board", (1, 7)),
    ];
    for (text, message, place) in cases {
        let source = Source::from_text(text);
        let error = read::puzzle(&source, &quandary::hints()).map(|puzzle| format!("{puzzle:?}")).unwrap_err();
        assert_eq!((error.message.as_str(), error.position(&source)), (message, Some(place)), "{text}");
    }
}

#[test]
fn former_names_of_notations_and_algorithms_are_still_understood() {
    let all = quandary::ALL.iter().flat_map(|family| family.former_names().iter().map(move |names| (family, names)));
    let mut checked = 0;
    for (family, (former, present)) in all {
        let notation = family.notation(former);
        let is_algorithm = family.algorithms().iter().any(|algorithm| algorithm.name == *present);
        assert!(is_algorithm || notation.is_some_and(|notation| notation.name() == *present), "{former}");
        let example = family.examples()[0];
        let hints = Hints { notation: notation.map(|_| (*former).to_owned()), ..quandary::hints() };
        let found = read::detect(&Source::from_text(example.text), &hints).map(|found| found.notation.name());
        assert!(notation.is_none() || found == Ok(*present), "{former}: {found:?}");
        let puzzle = read(example.text).unwrap();
        let ask = quandary::Ask { budget: quandary::Budget::seconds(10.0), ..quandary::Ask::default() };
        assert!(!is_algorithm || puzzle.solve_with(former, &ask).is_some(), "{former}");
        checked += 1;
    }
    assert!(checked > 3);
}

/// Many boards in one file, each with its label, as `convert` and `generate` write them.
#[test]
fn a_file_of_boards_with_labels_is_cut_into_the_same_boards() {
    let orders: [(&str, &Options, &[&str]); 3] = [
        ("aquarium", &[("size", "5x4"), ("rule", "pool")], &["digits", "matrix", "letters", "task"]),
        ("ballsort", &[("colours", "3"), ("rule", "ball")], &["letters", "words", "lists", "columns", "get-color"]),
        ("ballsort", &[("colours", "3"), ("rule", "water")], &["plain", "tubes", "letters-top", "lists-bottom"]),
    ];
    for (name, options, notations) in orders {
        let options = options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let wish = GenerateSpec { seed: 3, options, ..GenerateSpec::default() };
        let generator = family(name).unwrap().generator().unwrap();
        let boards: Vec<Box<dyn Puzzle>> = (0..4).map(|index| generator.generate(&wish, index).unwrap()).collect();
        for notation in notations {
            let texts: Vec<String> = boards.iter().map(|board| board.write(notation, quandary::ALL).unwrap()).collect();
            let is_block = family(name).unwrap().notation(notation).unwrap().packing() == Packing::Block;
            let file = texts.join(if is_block { "\n" } else { "" });
            let again = split::puzzles(Source::from_text(file.as_str()), &quandary::hints());
            let again: Vec<_> = again.into_iter().map(|board| board.map_err(|(_, error)| error.message)).collect();
            assert_eq!(again.len(), boards.len(), "{notation}:\n{file}\n{again:?}");
            for (board, again) in boards.iter().zip(again) {
                assert!(again.is_ok_and(|again| is_same(&**board, &*again)), "{notation}:\n{file}");
            }
        }
    }
}

#[test]
fn words_that_reading_passes_over_are_named() {
    let sudoku = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let non = "catalogue \"webpbn.com #1\"\ntitle \"House\"\nby \"Jane\"\ncopyright \"(c) 2004 Jane\"\nwidth 2\nheight 1\n\
               rows\n2\n\ncolumns\n1\n1\n";
    let rows: Vec<&str> = (0..9).map(|row| &sudoku[9 * row..9 * row + 9]).collect();
    let sdk = format!("#AJane\n#DFor a rainy day\n[Puzzle]\n{}\n", rows.join("\n"));
    let cases: [(&str, &[(usize, &str)]); 8] = [
        (sudoku, &[]),
        (&format!("{sudoku} easy"), &[(1, "easy")]),
        ("{\"family\":\"nonogram\",\"rows\":[[1]],\"columns\":[[1]]}", &[]),
        (&format!("{sudoku} # title: \"Monday\""), &[]),
        (&format!("{sudoku} from the Monday paper"), &[(1, "from the Monday paper")]),
        (&format!("# a remark\n{}\n", rows.join("\n")), &[(1, "# a remark")]),
        (non, &[(1, "catalogue \"webpbn.com #1\""), (4, "copyright \"(c) 2004 Jane\"")]),
        (&sdk, &[(2, "#DFor a rainy day")]),
    ];
    for (text, expected) in cases {
        let source = Source::from_text(text);
        let puzzle = read::puzzle(&source, &quandary::hints()).unwrap();
        let found = read::passed_over(&source, &*puzzle, &quandary::hints(), &Budget::default());
        let found: Vec<(usize, &str)> = found.iter().map(|(line, words)| (*line, words.as_str())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn a_conversion_keeps_pencil_marks_or_says_that_it_cannot() {
    // The marks of r1c3 leave only 3 and 5, which the givens rule out: a mistake of the player, and not ours to mend.
    let cells = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let text = format!(r#"{{"family":"sudoku","cells":"{cells}","marks":{{"r1c3":"35","r1c7":"148"}}}}"#);
    let puzzle = quandary::Puzzle::read(&text).unwrap();
    let convert = |to: &str| {
        let options = ConvertOptions { to: Some(to.to_owned()), ..ConvertOptions::default() };
        puzzle.convert(&options, &Budget::default()).map(|converted| converted.text.unwrap())
    };
    for notation in ["json", "candidates", "hodoku", "sdx"] {
        let again = quandary::Puzzle::read(convert(notation).unwrap_or_else(|error| panic!("{notation}: {error}")));
        let marks: Value = serde_json::from_str(&again.unwrap().write("json").unwrap()).unwrap();
        assert_eq!(marks["marks"], json!({ "r1c3": "35", "r1c7": "148" }), "{notation}");
    }
    for notation in ["line", "grid", "sdk", "puzz-link", "pencilmarks"] {
        let refused = convert(notation).unwrap_err().message;
        assert!(refused.contains("pencil mark") && refused.contains("; choose one of: "), "{notation}: {refused}");
    }
}
