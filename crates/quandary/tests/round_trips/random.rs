//! Random boards with everything that a board may have, in every notation.

use super::*;

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
            let declared = random.random_range(usize::from(colours)..=6);
            let table: Vec<Value> = (0..declared)
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
            let places = (0..side * side).filter(|_| random.random_bool(0.2)).collect::<Vec<_>>();
            let mut marks = Map::new();
            for place in places {
                let own = filled(place / side, place % side);
                let left = (1..=side).filter(|&digit| digit == own || random.random_bool(0.4)).map(symbol);
                marks.insert(name(place), json!(left.collect::<String>()));
            }
            object["marks"] = marks.into();
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
