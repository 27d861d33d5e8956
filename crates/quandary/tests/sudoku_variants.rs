//! Sudoku variants as the generator makes them: one solution, by brute force on small boards and by certificates on large
//! ones; everything that was asked for is there; and every board can be written, read and drawn.

use std::collections::BTreeMap;

use quandary::api::{CertifyOptions, Order, SolveOptions, generate_to_order};
use quandary::{ALL, Ask, Budget, Puzzle as Board, Verdict, family};
use quandary_core::puzzle::{GenerateError, GenerateSpec, Puzzle};
use serde_json::Value;

fn spec(options: &[(&str, &str)]) -> GenerateSpec {
    let options: BTreeMap<_, _> = options.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())).collect();
    GenerateSpec { seed: 7, options, ..GenerateSpec::default() }
}

fn make(options: &[(&str, &str)], index: u64) -> Box<dyn Puzzle> {
    let generator = family("sudoku").and_then(|family| family.generator()).unwrap();
    generator.generate(&spec(options), index).unwrap_or_else(|why| panic!("{options:?}: {why}"))
}

fn json(puzzle: &dyn Puzzle) -> Value {
    serde_json::from_str(&puzzle.write("json", ALL).unwrap()).unwrap()
}

/// Two cells, and whether two digits may stand there.
type Pair = (usize, usize, fn(usize, usize) -> bool);

/// A board as its JSON states it, and a search that tries digits cell by cell. It shares nothing with the project's engines.
struct Brute {
    side: usize,
    given: Vec<usize>,
    /// Cells that hold each digit once at most.
    units: Vec<Vec<usize>>,
    cages: Vec<(Option<usize>, Vec<usize>)>,
    thermometers: Vec<Vec<usize>>,
    arrows: Vec<(Vec<usize>, Vec<usize>)>,
    pairs: Vec<Pair>,
    sums: Vec<(usize, usize, usize)>,
}

impl Brute {
    fn of(board: &Value) -> Brute {
        let given: Vec<usize> = board["cells"].as_str().unwrap().chars().map(digit).collect();
        let side = given.len().isqrt();
        let at = |name: &Value| {
            let (row, column) = name.as_str().unwrap()[1..].split_once('c').unwrap();
            (row.parse::<usize>().unwrap() - 1) * side + column.parse::<usize>().unwrap() - 1
        };
        let cells = |names: &Value| names.as_array().unwrap().iter().map(at).collect::<Vec<usize>>();
        let list = |key: &str| board[key].as_array().cloned().unwrap_or_default();
        let has = |rule: &str| list("rules").iter().any(|name| name == rule);
        let region = |cell: usize| match board["regions"].as_str() {
            Some(regions) => usize::from(regions.as_bytes()[cell]),
            None => {
                let [high, wide] = [0, 1].map(|at| board["box"][at].as_u64().unwrap() as usize);
                cell / side / high * side + cell % side / wide
            }
        };
        let mut groups: BTreeMap<(u8, usize), Vec<usize>> = BTreeMap::new();
        for cell in 0..side * side {
            for key in [(0, cell / side), (1, cell % side), (2, region(cell))] {
                groups.entry(key).or_default().push(cell);
            }
        }
        let mut units: Vec<Vec<usize>> = groups.into_values().collect();
        units.extend(has("main-diagonal").then(|| (0..side).map(|at| at * side + at).collect()));
        units.extend(has("anti-diagonal").then(|| (0..side).map(|at| at * side + side - 1 - at).collect()));
        if has("windows") {
            let high = side.isqrt();
            for (top, left) in (0..high - 1).flat_map(|top| (0..high - 1).map(move |left| (top, left))) {
                let corner = (1 + top * (high + 1)) * side + 1 + left * (high + 1);
                units.push((0..side).map(|cell| corner + cell / high * side + cell % high).collect());
            }
        }
        let mut pairs: Vec<Pair> = Vec::new();
        let mut sums = Vec::new();
        let mut signed = Vec::new();
        for sign in list("signs") {
            let [a, b] = [at(&sign["between"][0]), at(&sign["between"][1])];
            signed.push((a.min(b), a.max(b)));
            match sign["sum"].as_u64() {
                Some(sum) => sums.push((a, b, sum as usize)),
                None if sign["ratio"] == 2 => pairs.push((a, b, |a, b| a == 2 * b || b == 2 * a)),
                None => pairs.push((a, b, |a, b| a.abs_diff(b) == 1)),
            }
        }
        for cell in 0..side * side {
            let (row, column) = (cell / side, cell % side);
            let mut step = |down: usize, right: isize, may: fn(usize, usize) -> bool, only_unsigned: bool| {
                let Some(column) = column.checked_add_signed(right).filter(|&column| column < side) else { return };
                let other = (row + down) * side + column;
                if row + down < side && !(only_unsigned && signed.contains(&(cell, other))) {
                    pairs.push((cell, other, may));
                }
            };
            for (down, right) in [(0, 1), (1, 0)] {
                if has("all-white-dots") {
                    step(down, right, |a, b| a.abs_diff(b) != 1, true);
                }
                if has("all-black-dots") {
                    step(down, right, |a, b| a != 2 * b && b != 2 * a, true);
                }
                if has("all-xv") {
                    step(down, right, |a, b| a + b != 5 && a + b != 10, true);
                }
                if has("non-consecutive") {
                    step(down, right, |a, b| a.abs_diff(b) != 1, false);
                }
            }
            for (down, right) in [(1, -2), (1, 2), (2, -1), (2, 1)].into_iter().filter(|_| has("anti-knight")) {
                step(down, right, |a, b| a != b, false);
            }
        }
        let cage = |cage: Value| (cage["sum"].as_u64().map(|sum| sum as usize), cells(&cage["cells"]));
        Brute {
            side,
            given,
            units,
            cages: list("cages").into_iter().map(cage).collect(),
            thermometers: list("thermometers").iter().map(cells).collect(),
            arrows: list("arrows").iter().map(|arrow| (cells(&arrow["circle"]), cells(&arrow["shaft"]))).collect(),
            pairs,
            sums,
        }
    }

    /// The number of solutions, up to `most`.
    fn count(&self, most: usize) -> usize {
        let mut board = self.given.clone();
        let is_right = (0..board.len()).all(|cell| board[cell] == 0 || self.allows(&board, cell));
        if is_right { self.search(&mut board, 0, most) } else { 0 }
    }

    fn search(&self, board: &mut Vec<usize>, cell: usize, most: usize) -> usize {
        if cell == board.len() {
            return 1;
        }
        if self.given[cell] != 0 {
            return self.search(board, cell + 1, most);
        }
        let mut found = 0;
        for digit in 1..=self.side {
            board[cell] = digit;
            if found < most && self.allows(board, cell) {
                found += self.search(board, cell + 1, most - found);
            }
        }
        board[cell] = 0;
        found
    }

    /// Whether nothing that is about a cell is broken by the digits so far.
    fn allows(&self, board: &[usize], cell: usize) -> bool {
        let twice = |cells: &[usize]| {
            let digits: Vec<usize> = cells.iter().map(|&at| board[at]).filter(|&digit| digit != 0).collect();
            digits.iter().enumerate().any(|(place, digit)| digits[..place].contains(digit))
        };
        let full = |cells: &[usize]| cells.iter().all(|&at| board[at] != 0);
        let sum = |cells: &[usize]| cells.iter().map(|&at| board[at]).sum::<usize>();
        let both = |a: usize, b: usize| (a == cell || b == cell) && board[a] != 0 && board[b] != 0;
        let number = |circle: &[usize]| circle.iter().fold(0, |number, &at| 10 * number + board[at]);
        let about = |cells: &[usize]| cells.contains(&cell);
        !self.units.iter().any(|unit| about(unit) && twice(unit))
            && !self.cages.iter().any(|(total, cells)| {
                let is_off = |&total: &usize| if full(cells) { sum(cells) != total } else { sum(cells) >= total };
                about(cells) && (twice(cells) || total.as_ref().is_some_and(is_off))
            })
            && !self
                .thermometers
                .iter()
                .any(|cells| cells.windows(2).any(|w| both(w[0], w[1]) && board[w[0]] >= board[w[1]]))
            && !self.arrows.iter().any(|(circle, shaft)| full(circle) && full(shaft) && number(circle) != sum(shaft))
            && !self.pairs.iter().any(|&(a, b, may)| both(a, b) && !may(board[a], board[b]))
            && !self.sums.iter().any(|&(a, b, total)| both(a, b) && board[a] + board[b] != total)
    }
}

fn digit(symbol: char) -> usize {
    symbol.to_digit(36).unwrap_or(0) as usize
}

/// What can be asked for on boards of 4×4 and 5×5, and what the JSON of each board has to have.
const SMALL: &[(&str, &str, &str)] = &[
    ("2x2", "jigsaw", "regions"),
    ("2x2", "x", "rules"),
    ("2x2", "windoku", "rules"),
    ("2x2", "killer", "cages"),
    ("2x2", "thermo", "thermometers"),
    ("2x2", "arrow", "arrows"),
    ("2x2", "dots", "signs"),
    ("2x2", "xv", "signs"),
    ("1x5", "jigsaw", "regions"),
];

#[test]
fn small_boards_have_one_solution_by_brute_force() {
    for &(size, variant, key) in SMALL {
        for index in 0..12 {
            let puzzle = make(&[("box", size), ("variant", variant)], index);
            let board = json(&*puzzle);
            assert!(board.get(key).is_some(), "{variant}: {board}");
            assert_eq!(Brute::of(&board).count(2), 1, "{size} {variant}: {board}");
        }
    }
}

#[test]
fn without_one_of_its_clues_a_small_board_has_as_many_solutions_as_brute_force_says() {
    for (variant, key) in [("killer", "cages"), ("thermo", "thermometers"), ("arrow", "arrows"), ("dots", "signs")] {
        for index in 0..6 {
            let mut board = json(&*make(&[("box", "2x2"), ("variant", variant)], index));
            board[key].as_array_mut().unwrap().pop();
            let count = Brute::of(&board).count(usize::MAX);
            let puzzle = Board::read(board.to_string()).unwrap();
            let outcome = puzzle.board().solve(&Ask { count: true, ..Ask::default() });
            assert_eq!(outcome.solution_count, count as u64, "{board}");
        }
    }
}

const LARGE: &[&str] = &[
    "jigsaw",
    "x",
    "windoku",
    "disjoint-groups",
    "anti-knight",
    "killer",
    "thermo",
    "arrow",
    "dots",
    "xv",
    "killer,x",
    "jigsaw,x",
    "thermo,arrow",
];

#[test]
fn boards_of_every_variant_are_certified_written_read_and_drawn() {
    for variant in LARGE {
        let puzzle = make(&[("variant", variant)], 0);
        let board = Board::read(puzzle.write("json", ALL).unwrap()).unwrap();
        let answer = board.certify(&CertifyOptions::default(), &Budget::seconds(60.0)).unwrap();
        assert!(answer.message.starts_with("unique (certificate checked)"), "{variant}: {}", answer.message);
        assert!(!puzzle.scene(None).description.is_empty());
        let notations = ["f-puzzles", "sudokupad"].map(|name| puzzle.write(name, ALL));
        for text in notations {
            let text = text.unwrap_or_else(|why| panic!("{variant}: {why}"));
            assert_eq!(json(Board::read(&text).unwrap().board()), json(&*puzzle), "{variant}");
        }
    }
}

#[test]
fn a_killer_has_no_givens_and_cages_for_all_cells_and_looks_as_its_symmetry_asks() {
    for (options, most) in
        [(&[("variant", "killer")][..], 81), (&[("variant", "killer"), ("symmetry", "rotate180")], 81)]
    {
        let board = json(&*make(options, 1));
        assert!(board["cells"].as_str().unwrap().chars().all(|symbol| symbol == '.'));
        let cages: Vec<Vec<&str>> = board["cages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cage| cage["cells"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect())
            .collect();
        assert_eq!(cages.iter().map(Vec::len).sum::<usize>(), most);
        assert!(cages.iter().all(|cage| cage.len() <= 5));
        if options.len() > 1 {
            let turned = |name: &str| {
                let (row, column) = name[1..].split_once('c').unwrap();
                format!("r{}c{}", 10 - row.parse::<usize>().unwrap(), 10 - column.parse::<usize>().unwrap())
            };
            for cage in &cages {
                let mut image: Vec<String> = cage.iter().map(|name| turned(name)).collect();
                image.sort();
                assert!(cages.iter().any(|other| *other == image), "{cage:?}");
            }
        }
    }
}

#[test]
fn variants_come_in_the_grade_that_was_ordered_and_the_other_options_hold() {
    let generator = family("sudoku").and_then(|family| family.generator()).unwrap();
    for (variant, grade) in [("x", "easy"), ("jigsaw", "easy")] {
        let order = Order::new(Some(grade), &[], &[], None).unwrap();
        let wanted = spec(&[("variant", variant), ("box", "2x2")]);
        let (puzzle, found) = generate_to_order(generator, &wanted, 0, &order).unwrap();
        assert_eq!(found.unwrap().word, grade, "{variant}");
        assert_eq!(puzzle.solve(&Ask::default()).verdict, Verdict::Unique);
    }
    let puzzle = json(&*make(&[("variant", "x"), ("givens", "25..30"), ("symmetry", "rotate180")], 0));
    let cells: Vec<char> = puzzle["cells"].as_str().unwrap().chars().collect();
    assert!((25..=30).contains(&cells.iter().filter(|&&symbol| symbol != '.').count()));
    assert!((0..81).all(|cell| (cells[cell] == '.') == (cells[80 - cell] == '.')));
}

#[test]
fn what_does_not_go_together_is_refused_and_budgets_hold() {
    let generator = family("sudoku").and_then(|family| family.generator()).unwrap();
    let why = |options: &[(&str, &str)]| generator.generate(&spec(options), 0).expect_err("a refusal").to_string();
    assert!(why(&[("variant", "killr")]).starts_with("option 'variant': 'killr' is not one of: jigsaw, x, windoku"));
    assert_eq!(why(&[("variant", "jigsaw,windoku")]), "option 'variant': jigsaw has no boxes, which windoku needs");
    assert_eq!(why(&[("variant", "windoku"), ("box", "2x3")]), "option 'variant': windoku needs square boxes");
    assert!(why(&[("variant", "killer"), ("canonical", "")]).contains("classic 9×9 boards only"));
    for variant in LARGE {
        let over = GenerateSpec { budget: Budget::seconds(0.0), ..spec(&[("variant", variant)]) };
        assert!(matches!(generator.generate(&over, 0), Err(GenerateError::Stopped(_))), "{variant}");
    }
}

#[test]
fn an_impossible_board_names_and_marks_the_givens_that_matter() {
    // The 1 in r2c2 needs the place at the bulb; that in r4c4 has nothing to do with it.
    let board = r#"{"family":"sudoku","cells":".....1.........1","thermometers":[["r1c1","r1c2","r1c3","r1c4"]]}"#;
    let solved = Board::read(board).unwrap().solve(&SolveOptions::default(), &Budget::default()).unwrap();
    let conflict = solved.conflict.unwrap();
    assert_eq!(conflict.clues, ["box 1", "thermometer r1c1 r1c2 r1c3 r1c4"]);
    assert!(conflict.message.ends_with("; given is 1 in r2c2"), "{}", conflict.message);
    let cells: Vec<String> = conflict.cells.iter().map(ToString::to_string).collect();
    assert_eq!(cells, ["r1c1", "r1c2", "r1c3", "r1c4", "r2c2"]);
    // Rows, columns and boxes alone: their cells are not marked as wrong, the givens are.
    let board = "12..\n..3.\n....\n...4";
    let conflict =
        Board::read(board).unwrap().solve(&SolveOptions::default(), &Budget::default()).unwrap().conflict.unwrap();
    let cells: Vec<String> = conflict.cells.iter().map(ToString::to_string).collect();
    assert_eq!(cells, ["r1c1", "r1c2", "r2c3"], "{conflict:?}");
}
