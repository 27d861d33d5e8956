//! Claims about Aquarium.

use proptest::prelude::*;
use quandary::read::{self, Hints, Source};
use quandary::{Ask, Cell, Grid, Solution, Verdict};
use quandary_aquarium::internals::{Flow, exact_cover};
use quandary_aquarium::{Aquarium, WaterRule};
use quandary_core::Puzzle;
use quandary_core::puzzle::{GenerateError, GenerateSpec};

/// A board from a drawing: the clues of the columns, then each row with its clue and tanks.
fn board(columns: &str, rows: &[(&str, &str)]) -> Aquarium {
    let clue = |word: &str| word.parse().ok();
    let ids: Vec<u16> = rows.iter().flat_map(|(_, tanks)| tanks.bytes().map(u16::from)).collect();
    let columns: Vec<_> = columns.split(' ').map(clue).collect();
    let tanks = Grid::from_values(rows.len(), columns.len(), ids).unwrap();
    Aquarium::new(columns, rows.iter().map(|(word, _)| clue(word)).collect(), &tanks, WaterRule::Region).unwrap()
}

/// The solutions of a board under a rule, drawn with `#` for water.
fn solutions(board: &Aquarium, rule: WaterRule) -> Vec<String> {
    let board = Aquarium { rule, ..board.clone() };
    let outcome = board.solve(&Ask { solutions: 100, ..Ask::default() });
    assert!(outcome.count_is_exact);
    let mut drawn: Vec<String> = outcome.solutions.iter().map(draw).collect();
    drawn.sort();
    drawn
}

fn draw(solution: &Solution) -> String {
    let row = |row: &[u8]| row.iter().map(|&cell| if cell == 1 { '#' } else { '.' }).collect::<String>();
    solution.grid().unwrap().iter_rows().map(row).collect::<Vec<_>>().join(" ")
}

fn water(drawing: &str) -> Solution {
    let cells: Vec<u8> = drawing.bytes().filter(|byte| *byte != b' ').map(|byte| u8::from(byte == b'#')).collect();
    let rows = drawing.split(' ').count();
    Solution::Grid(Grid::from_values(rows, cells.len() / rows, cells).unwrap())
}

#[test]
fn the_arms_of_a_u_stand_at_one_level_unless_only_neighbours_count() {
    let u_shape = board("2 1 1", &[("1", "ABA"), ("3", "AAA")]);
    assert_eq!(solutions(&u_shape, WaterRule::Adjacent), ["#.. ###"]);
    assert!(solutions(&u_shape, WaterRule::Pool).is_empty());
    assert!(solutions(&u_shape, WaterRule::Region).is_empty());
}

#[test]
fn the_legs_of_an_arch_stand_at_one_level_under_the_region_rule_only() {
    let arch = board("1 0 0", &[("0", "AAA"), ("1", "ABA")]);
    assert_eq!(solutions(&arch, WaterRule::Adjacent), ["... #.."]);
    assert_eq!(solutions(&arch, WaterRule::Pool), ["... #.."]);
    assert!(solutions(&arch, WaterRule::Region).is_empty());
}

#[test]
fn a_u_can_have_a_second_answer_under_the_adjacent_rule() {
    let u_shape = board("2 2 2", &[("1", "ABA"), ("3", "AAA"), ("2", "ACD")]);
    assert_eq!(solutions(&u_shape, WaterRule::Region), [".#. ### #.#"]);
    assert_eq!(solutions(&u_shape, WaterRule::Pool), [".#. ### #.#"]);
    assert_eq!(solutions(&u_shape, WaterRule::Adjacent), [".#. ### #.#", "..# ### ##."]);
}

#[test]
fn an_arch_can_have_a_second_answer_under_the_pool_rule() {
    let arch = board("0 1 1", &[("0", "AAA"), ("1", "ABA"), ("1", "ACD")]);
    assert_eq!(solutions(&arch, WaterRule::Region), ["... .#. ..#"]);
    assert_eq!(solutions(&arch, WaterRule::Pool), ["... .#. ..#", "... ..# .#."]);
    assert_eq!(solutions(&arch, WaterRule::Adjacent), ["... .#. ..#", "... ..# .#."]);
}

#[test]
fn every_rule_has_an_answer_that_breaks_just_that_rule() {
    let lake = board("2 1 1", &[("1", "ABA"), ("3", "AAA")]);
    let broken = |board: &Aquarium, drawing: &str| {
        let violation = board.verify(&water(drawing)).unwrap_err();
        (violation.rule, violation.message)
    };
    assert_eq!(broken(&lake, "#.. ##.").1, "row 2 holds 2 water cells, its clue is 3");
    let tall = board("1 0 1", &[("1", "AAA"), ("1", "BAC")]);
    assert_eq!(broken(&tall, "#.. ..#"), ("level", "water in r1c1 floods r1c2 in the same tank, which is dry".into()));
    assert_eq!(broken(&tall, "# .").0, "shape");
    let deep = board("1", &[("1", "A"), ("0", "A")]);
    assert_eq!(broken(&deep, "# ."), ("level", "water in r1c1 floods r2c1 in the same tank, which is dry".into()));
}

#[test]
fn a_wall_inside_a_tank_stops_water_where_only_neighbours_count() {
    // One tank of four cells; a wall between the two lower ones.
    let json = r#"{"family":"aquarium","columns":[0,1],"rows":[0,1],"tanks":[[1,1],[1,1]],
                   "walls":[[[2,1],[2,2]]],"rule":"adjacent"}"#;
    let read = |rule: &str| {
        let hints = Hints { rule: Some(rule.into()), ..quandary::hints() };
        read::puzzle(&Source::from_text(json), &hints).unwrap().solve(&Ask::default()).verdict
    };
    assert_eq!(read("adjacent"), Verdict::Unique);
    assert_eq!(read("pool"), Verdict::Unique);
    assert!(matches!(read("region"), Verdict::Impossible(_)));
}

#[test]
fn missing_clues_leave_more_answers() {
    let open = board("? ?", &[("1", "AB"), ("?", "CC")]);
    assert_eq!(solutions(&open, WaterRule::Region).len(), 4);
}

#[test]
fn a_board_that_falls_apart_is_counted_by_its_parts() {
    // Eight tanks side by side without a clue: nine levels each.
    let open = board("? ? ? ? ? ? ? ?", &[("?", "ABCDEFGH"); 8]);
    let ask = Ask { count: true, ..Ask::default() };
    let outcome = open.solve(&ask);
    assert_eq!((outcome.solution_count, outcome.count_is_exact), (9u64.pow(8), true));
    assert_eq!(outcome.solutions.len(), 2);
    assert!(outcome.solutions.iter().all(|solution| open.verify(solution).is_ok()));
    assert_ne!(outcome.solutions[0], outcome.solutions[1]);
    // One column can be counted only once it is known that the other has a solution at all.
    let half = board("? 1", &[("?", "AB"), ("?", "AC"), ("?", "AD")]);
    assert_eq!(half.solve(&ask).solution_count, 12);
    // So many that they cannot be counted: at least that is said.
    let endless = Aquarium::from_joins(vec![None; 20], vec![None; 20], WaterRule::Region, |_, _| false);
    let outcome = endless.solve(&ask);
    assert_eq!((outcome.verdict, outcome.count_is_exact), (Verdict::Multiple, false));
}

#[test]
fn two_solutions_differ_in_tanks_that_are_named() {
    let swap = board("1 1 2", &[("2", "ABC"), ("2", "DEC")]);
    let outcome = swap.solve(&Ask::default());
    assert_eq!(outcome.verdict, Verdict::Multiple);
    assert_eq!(
        swap.differing_parts(&outcome.solutions[0], &outcome.solutions[1]),
        ["tank r1c1", "tank r1c2", "tank r2c1", "tank r2c2"]
    );
}

#[test]
fn an_impossible_board_names_the_clues_that_clash() {
    let conflict = |board: Aquarium| match board.solve(&Ask::default()).verdict {
        Verdict::Impossible(conflict) => conflict,
        verdict => panic!("{verdict:?}"),
    };
    let too_large = conflict(board("1 1", &[("3", "AB"), ("0", "CD")]));
    assert_eq!(too_large.message, "row 1 asks for 3 water cells, but has only 2");
    let sums = conflict(board("1 1", &[("1", "AB"), ("2", "CD")]));
    assert_eq!(sums.message, "the clues of the rows add up to 3 water cells, those of the columns to 2");
    let clash = conflict(board("1 1", &[("1", "AA"), ("1", "BB")]));
    assert_eq!(clash.clues, ["row 1"], "a tank two wide cannot hold one");
    let flood = conflict(board("1 1", &[("2", "AB"), ("0", "CB")]));
    // Column 2 is one tank: if one of its cells is wet it is the lower one, and row 2 is dry.
    assert_eq!(flood.clues, ["row 2", "column 2"]);
    assert_eq!(flood.message, "these cannot all hold: row 2 holds 0 water cells; column 2 holds 1 water cell");
}

#[test]
fn digits_are_colours_so_tanks_are_what_touches() {
    let text = "22\n22\n12\n21\n";
    let puzzle = read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap();
    assert_eq!(puzzle.size(), "2×2, 4 tanks");
}

#[test]
fn a_matrix_is_read_by_its_zeros_whatever_the_clues_look_like() {
    // Nine wide, clues of 8 and 9, letters and digits mixed, a redundant free column, a short last line.
    let row = "9 0 0 0 0 F 0 0 0 0 0\n";
    let wall = "F X X X X F X X X X X\n";
    let header = "8 2 2 2 2 8 1 1 1 1 1\n";
    let text = format!("{header}{row}{wall}4 0 0 0 0 9 0 0 0 0 0\n");
    let puzzle = read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap();
    assert_eq!(puzzle.size(), "2×9, 3 tanks");
    assert_eq!(puzzle.solve(&Ask::default()).verdict, Verdict::Unique);
}

#[test]
fn a_task_string_is_read_as_people_paste_it() {
    for text in
        ["2_1_1_2;1,2,1,1", "var task = '2_1_1_2;1,2,1,1';\r\n", "\u{feff}2_1_1_2;\n1,2,\n1,1\n", "2_1_?_2;a,b,a,a"]
    {
        let puzzle = read::puzzle(&Source::from_text(text), &quandary::hints()).unwrap();
        assert_eq!(puzzle.size(), "2×2, 2 tanks", "{text}");
    }
}

#[test]
fn bad_boards_are_refused_with_a_place_and_a_way_out() {
    let cases = [
        ("222\n222\n122\n12!\n333\n", "'!' cannot stand for a tank", (4, 3)),
        ("222\n222\n122\n21\n333\n", "this row has 2 cells, but there are 3 column clues", (4, 1)),
        ("222\n222\n122\n211\n", "there are 3 row clues but 2 rows in the grid", (4, 4)),
        ("1_1_1_1;1,2,2,1", "tank 2 is not connected", (1, 13)),
        ("1_1_1_1;1,2,2,2,2", "4 clues and 5 cells do not make a board", (1, 9)),
        ("1_x_1_1;1,2,2,2", "'x' is not a number", (1, 3)),
        ("8 1 1\n1 0 9 0\n1 0 5 0\n", "'5' is not part of a matrix", (3, 5)),
        (
            "8 1 8 1\n1 0 9 0\n1 8 9 0\n",
            "a cell is missing: other rows have a 0 in this column, and this row has others",
            (3, 3),
        ),
        (
            "{\"family\":\"aquarium\",\"columns\":[1,1],\"rows\":[1],\"tanks\":[[1]]}",
            "row 1 has 1 cells, but there are 2 column clues",
            (1, 49),
        ),
        (
            "{\"family\":\"aquarium\",\"columns\":[1,],\"rows\":[1],\"tanks\":[[1]]}",
            "this JSON puzzle cannot be read: trailing comma",
            (1, 35),
        ),
    ];
    for (text, message, position) in cases {
        let source = Source::from_text(text);
        let hints = Hints { family: Some("aquarium".into()), ..quandary::hints() };
        let error = read::puzzle(&source, &hints).unwrap_err();
        assert_eq!(error.message, message);
        assert_eq!(error.position(&source), Some(position), "{message}");
        assert!(error.help.is_some(), "{message}");
    }
}

/// A random board: tanks of touching equal colours, and clues of some water or of nothing in particular.
fn any_board(side: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Aquarium> {
    (side.clone(), side).prop_flat_map(|(height, width)| {
        let colours = prop::collection::vec(0u8..4, height * width);
        let clues = prop::collection::vec(prop::option::weighted(0.9, 0u32..=3), height + width);
        let fill = prop::collection::vec(prop::bool::ANY, height * width);
        (Just((height, width)), colours, clues, fill, prop::bool::weighted(0.7), 0usize..3).prop_map(
            |((height, width), colours, clues, fill, from_water, rule)| {
                let rule = [WaterRule::Region, WaterRule::Pool, WaterRule::Adjacent][rule];
                let colours = Grid::from_values(height, width, colours).unwrap();
                let (columns, rows) = (clues[..width].to_vec(), clues[width..].to_vec());
                let mut board = Aquarium::from_joins(columns, rows, rule, |a, b| colours[a] == colours[b]);
                if from_water {
                    let fill = Grid::from_values(height, width, fill).unwrap();
                    let wet = flooded(&board, fill);
                    let count = |cells: Vec<bool>| Some(cells.into_iter().filter(|&wet| wet).count() as u32);
                    board.rows = (0..height).map(|row| count(wet.row(row).to_vec())).collect();
                    board.columns = (0..width).map(|column| count(wet.column(column).copied().collect())).collect();
                }
                board
            },
        )
    })
}

/// Lets water spread until it stands still.
fn flooded(board: &Aquarium, mut wet: Grid<bool>) -> Grid<bool> {
    let pairs: Vec<(Cell, Cell)> = Flow::new(board).forced_pairs().collect();
    while let Some(&(_, to)) = pairs.iter().find(|&&(from, to)| wet[from] && !wet[to]) {
        wet[to] = true;
    }
    wet
}

/// All solutions by trying every filling, judged by the independent checker.
fn by_brute_force(board: &Aquarium) -> usize {
    let puzzle = (board as &dyn Puzzle).write("json", quandary::ALL).unwrap();
    let (height, width) = (board.rows.len(), board.columns.len());
    (0u32..1 << (height * width))
        .filter(|fill: &u32| {
            let row = |row: usize| {
                (0..width).map(|column| *fill >> (row * width + column) & 1).map(|bit| bit.to_string()).collect()
            };
            let rows: Vec<String> = (0..height).map(row).collect();
            quandary_check::check(&puzzle, &serde_json::to_string(&rows).unwrap()).is_ok()
        })
        .count()
}

/// The ways to choose sets that cover every element once.
fn covers(elements: usize, sets: &[[usize; 3]]) -> usize {
    let covers = |chosen: &u32| {
        let mut times = vec![0; elements];
        let taken = sets.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
        taken.flat_map(|(_, set)| set).for_each(|&element| times[element] += 1);
        times.iter().all(|&times| times == 1)
    };
    (0u32..1 << sets.len()).filter(covers).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_board_made_from_exact_cover_has_as_many_solutions_as_there_are_covers(
        sets in prop::collection::vec(Just([0, 1, 2, 3, 4, 5, 6, 7, 8]).prop_shuffle(), 3..9)
    ) {
        let sets: Vec<[usize; 3]> = sets.iter().map(|order| [order[0], order[1], order[2]]).collect();
        let expected = covers(9, &sets);
        for rule in [WaterRule::Region, WaterRule::Pool] {
            let board = Aquarium { rule, ..exact_cover(9, &sets).unwrap() };
            let outcome = board.solve(&Ask { count: true, ..Ask::default() });
            prop_assert_eq!((outcome.solution_count as usize, outcome.count_is_exact), (expected, true));
        }
    }

    #[test]
    fn the_fast_engine_agrees_with_the_reference(board in any_board(3..=9)) {
        let ask = Ask { solutions: 50, ..Ask::default() };
        let all = |algorithm: &str| {
            let outcome = board.solve_with(algorithm, &ask).unwrap();
            let mut drawn: Vec<String> = outcome.solutions.iter().map(draw).collect();
            drawn.sort();
            (outcome.count_is_exact, drawn)
        };
        let (fast, reference) = (all("levels"), all("propagation-shaving"));
        prop_assert_eq!(fast.0, reference.0);
        prop_assert_eq!(fast.1.len(), reference.1.len());
        if fast.0 {
            prop_assert_eq!(fast.1, reference.1);
        } else {
            fast.1.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1], "no solution twice"));
        }
    }

    #[test]
    fn the_number_of_solutions_is_what_brute_force_counts(board in any_board(1..=3)) {
        let outcome = board.solve(&Ask { count: true, ..Ask::default() });
        prop_assert!(outcome.count_is_exact);
        prop_assert_eq!(outcome.solution_count as usize, by_brute_force(&board));
    }

    #[test]
    fn the_number_of_solutions_of_4_by_4_is_what_trying_every_filling_counts(board in any_board(4..=4)) {
        for rule in [WaterRule::Region, WaterRule::Pool, WaterRule::Adjacent] {
            let board = Aquarium { rule, ..board.clone() };
            let fits_rows = |fill: &u32| {
                let wet = |row: usize| (fill >> (4 * row) & 0b1111).count_ones();
                board.rows.iter().enumerate().all(|(row, clue)| clue.is_none_or(|clue| clue == wet(row)))
            };
            let fillings = (0u32..1 << 16).filter(fits_rows).map(|fill| {
                let cells = (0..16).map(|cell| (fill >> cell & 1) as u8).collect();
                Solution::Grid(Grid::from_values(4, 4, cells).unwrap())
            });
            let expected = fillings.filter(|filling| board.verify(filling).is_ok()).count();
            let outcome = board.solve(&Ask { count: true, ..Ask::default() });
            prop_assert_eq!((outcome.solution_count as usize, outcome.count_is_exact), (expected, true));
        }
    }

    #[test]
    fn what_holds_under_a_strict_rule_holds_under_a_weaker_one(board in any_board(2..=6)) {
        let strict_first = [WaterRule::Region, WaterRule::Pool, WaterRule::Adjacent];
        for (strict, weak) in [(0, 1), (1, 2), (0, 2)] {
            let strict = Aquarium { rule: strict_first[strict], ..board.clone() };
            let weak = Aquarium { rule: strict_first[weak], ..board.clone() };
            for solution in strict.solve(&Ask::default()).solutions {
                prop_assert_eq!(weak.verify(&solution), Ok(()));
            }
        }
    }

    #[test]
    fn a_mirrored_board_has_as_many_solutions(board in any_board(2..=5)) {
        let (height, width) = (board.rows.len(), board.columns.len());
        let mirrored = |cell: Cell| Cell { column: width - 1 - cell.column, ..cell };
        let mut columns = board.columns.clone();
        columns.reverse();
        let image = Aquarium::from_joins(columns, board.rows.clone(), board.rule, |a, b| {
            board.is_open(mirrored(a), mirrored(b))
        });
        let count = |board: &Aquarium| board.solve(&Ask { count: true, ..Ask::default() }).solution_count;
        prop_assert_eq!(count(&board), count(&image), "{}×{}", height, width);
    }

    #[test]
    fn air_is_water_upside_down_under_the_region_rule(board in any_board(2..=5)) {
        let board = Aquarium { rule: WaterRule::Region, ..board };
        let (height, width) = (board.rows.len(), board.columns.len());
        let turned = |cell: Cell| Cell { row: height - 1 - cell.row, ..cell };
        let rows = board.rows.iter().rev().map(|clue| clue.and_then(|clue| (width as u32).checked_sub(clue))).collect();
        let columns = board.columns.iter().map(|clue| clue.and_then(|clue| (height as u32).checked_sub(clue))).collect();
        let too_large = |clues: &[Option<u32>], room: usize| clues.iter().flatten().any(|&clue| clue as usize > room);
        prop_assume!(!too_large(&board.rows, width) && !too_large(&board.columns, height));
        let image = Aquarium::from_joins(columns, rows, board.rule, |a, b| board.is_open(turned(a), turned(b)));
        let count = |board: &Aquarium| board.solve(&Ask { count: true, ..Ask::default() }).solution_count;
        prop_assert_eq!(count(&board), count(&image));
    }

    #[test]
    fn a_board_is_the_same_after_writing_and_reading(board in any_board(1..=12)) {
        for notation in board.family().notations() {
            let Ok(text) = notation.write(&board, quandary::ALL) else { continue };
            let hints = Hints {
                family: Some("aquarium".into()),
                notation: Some(notation.name().into()),
                rule: Some(board.rule.name().into()),
                ..quandary::hints()
            };
            let again = read::puzzle(&Source::from_text(text.as_str()), &hints).unwrap();
            prop_assert_eq!(again.downcast::<Aquarium>().unwrap(), &board, "{}", text);
        }
    }
}

/// What the generator makes of some options.
fn generated(options: &[(&str, &str)], index: u64) -> Result<Aquarium, GenerateError> {
    let options = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    let spec = GenerateSpec { seed: 7, options, ..GenerateSpec::default() };
    let generator = quandary::family("aquarium").unwrap().generator().unwrap();
    generator.generate(&spec, index).map(|puzzle| puzzle.downcast::<Aquarium>().unwrap().clone())
}

#[test]
fn generated_boards_are_unique_by_the_reference_too_and_the_same_every_time() {
    for rule in ["region", "pool", "adjacent"] {
        for index in 0..5 {
            let spec = [("size", "8x11"), ("tanks", "14..18"), ("rule", rule)];
            let board = generated(&spec, index).unwrap();
            assert_eq!((board.rows.len(), board.columns.len(), board.rule.name()), (8, 11, rule));
            assert!((14..=18).contains(&board.tank_count()));
            assert_eq!(board.solve_with("propagation-shaving", &Ask::default()).unwrap().verdict, Verdict::Unique);
            assert_eq!(generated(&spec, index).unwrap(), board);
            assert_ne!(generated(&spec, index + 1).unwrap(), board);
        }
    }
}

#[test]
fn a_class_of_the_puzzle_site_has_its_size_and_tanks_and_hardly_a_single_cell() {
    let board = generated(&[("class", "15x15-hard")], 0).unwrap();
    assert_eq!(board.size(), "15×15, 45 tanks");
    let single = |board: &Aquarium| {
        let size = |tank: u16| board.tanks.values().iter().filter(|&&id| id == tank).count();
        (1..=board.tank_count() as u16).filter(|&tank| size(tank) == 1).count()
    };
    let singles: usize = (0..10).map(|index| single(&generated(&[("class", "15x15-hard")], index).unwrap())).sum();
    assert!(singles <= 9, "{singles} of 450 tanks are single cells");
}

#[test]
fn a_robust_board_has_one_answer_under_both_rules() {
    for index in 0..5 {
        let board = generated(&[("size", "9"), ("tanks", "9"), ("robust", "")], index).unwrap();
        let answers = [WaterRule::Region, WaterRule::Pool].map(|rule| solutions(&board, rule));
        assert_eq!(answers[0].len(), 1);
        assert_eq!(answers[0], answers[1]);
    }
}

#[test]
fn no_clue_of_a_minimal_board_can_go() {
    let board = generated(&[("class", "6x6-normal"), ("minimal-clues", "")], 3).unwrap();
    assert_eq!(board.solve(&Ask::default()).verdict, Verdict::Unique);
    let clues = board.rows.iter().chain(&board.columns).flatten().count();
    assert!(clues < 12, "at least one clue was left out");
    for line in 0..12 {
        let mut fewer = board.clone();
        let clue = if line < 6 { &mut fewer.rows[line] } else { &mut fewer.columns[line - 6] };
        if clue.take().is_some() {
            assert_eq!(fewer.solve(&Ask::default()).verdict, Verdict::Multiple);
        }
    }
}

#[test]
fn the_special_board_of_a_date_is_the_same_for_everybody() {
    let daily = |date: &str| generated(&[("special", "daily"), ("date", date)], 0).unwrap();
    assert_eq!(daily("2026-11-16").size(), "20×20, 40 tanks");
    assert_ne!(daily("2026-11-16"), daily("2026-11-17"));
    let weekly = |date: &str| generated(&[("special", "weekly"), ("date", date)], 0).unwrap();
    assert_eq!(weekly("2026-11-16"), weekly("2026-11-22"), "from Monday to Sunday");
    let generator = quandary::family("aquarium").unwrap().generator().unwrap();
    let options = [("special", "daily"), ("date", "2026-11-16")].map(|(name, value)| (name.into(), value.into()));
    let other_seed = GenerateSpec { seed: 12345, options: options.into(), ..GenerateSpec::default() };
    let board = generator.generate(&other_seed, 0).unwrap();
    assert_eq!(board.downcast::<Aquarium>(), Some(&daily("2026-11-16")));
}

#[test]
fn a_stress_board_has_one_cover() {
    let board = generated(&[("stress", ""), ("size", "21x12")], 0).unwrap();
    assert_eq!((board.rows.len(), board.columns.len()), (21, 12));
    assert!(board.rows.iter().all(|&clue| clue == Some(9)), "every row holds as much as there are elements");
    for rule in [WaterRule::Region, WaterRule::Pool] {
        assert_eq!(solutions(&board, rule).len(), 1);
    }
}

#[test]
fn the_water_of_a_picture_board_is_the_picture() {
    let fish = "..........\n..####..#.\n.######.##\n##.#######\n.######.##\n..####..#.\n..........\n";
    for rule in ["region", "pool"] {
        let board = generated(&[("image", fish), ("rule", rule)], 0).unwrap();
        assert_eq!(solutions(&board, board.rule), [fish.trim().replace('\n', " ")]);
        assert!(board.tank_count() > 5, "{}", board.size());
    }
    let scaled = generated(&[("image", fish), ("size", "14x20")], 0).unwrap();
    assert_eq!((scaled.rows.len(), scaled.columns.len()), (14, 20));
    assert_eq!(solutions(&scaled, WaterRule::Region).len(), 1);
}

#[test]
fn options_that_contradict_the_rules_are_refused() {
    for (options, message) in [
        (vec![("size", "1x5")], "option 'size': 1x5: sides of 2 to 100 can be made"),
        (vec![("tanks", "0")], "option 'tanks': a board of 10×10 has 1 to 100 tanks"),
        (vec![("size", "6"), ("tanks", "37")], "option 'tanks': a board of 6×6 has 1 to 36 tanks"),
        (vec![("rule", "swamp")], "option 'rule': 'swamp' is not one of region, pool, adjacent"),
        (
            vec![("class", "6x6-easy"), ("size", "7")],
            "option 'class': it says the size and the tanks already; give either it or them",
        ),
        (vec![("special", "daily")], "option 'special': say for which day with the option 'date', such as 2026-11-16"),
        (vec![("date", "2026-11-16")], "option 'date': it goes with the option 'special': daily, weekly or monthly"),
        (
            vec![("special", "daily"), ("date", "2026-02-30")],
            "option 'date': '2026-02-30' is not a date such as 2026-11-16, from 1970 on",
        ),
        (vec![("image", "#?")], "option 'image': '?' is not a cell of a picture; write # or ."),
        (vec![("image", "#."), ("stress", "")], "option 'image': it cannot be combined with the option 'stress'"),
        (
            vec![("robust", ""), ("rule", "adjacent")],
            "option 'robust': it is about the region and the pool rule, not about adjacent",
        ),
    ] {
        assert_eq!(generated(&options, 0).unwrap_err().to_string(), message);
    }
    let crowded = generated(&[("size", "8"), ("tanks", "64")], 0).unwrap_err();
    assert!(
        matches!(crowded, GenerateError::Cannot(_)),
        "with single cells only there is hardly ever one answer: {crowded}"
    );
}

#[test]
fn where_only_a_search_shows_it_the_clues_that_clash_are_still_named() {
    // Three sets over six elements that share one element: no cover, and no line by itself says so.
    let board = exact_cover(6, &[[0, 1, 2], [0, 3, 4], [1, 3, 5], [2, 4, 5]]).unwrap();
    let outcome = board.solve(&Ask::default());
    let Verdict::Impossible(conflict) = outcome.verdict else { panic!("{:?}", outcome.verdict) };
    assert!(!conflict.clues.is_empty());
    let mut fewer = board.clone();
    fewer.rows.iter_mut().enumerate().for_each(|(row, clue)| {
        clue.take_if(|_| !conflict.clues.contains(&format!("row {}", row + 1)));
    });
    fewer.columns.iter_mut().enumerate().for_each(|(column, clue)| {
        clue.take_if(|_| !conflict.clues.contains(&format!("column {}", column + 1)));
    });
    assert!(matches!(fewer.solve(&Ask::default()).verdict, Verdict::Impossible(_)), "the clues named are enough");
}
