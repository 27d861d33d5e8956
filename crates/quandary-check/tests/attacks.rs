//! Attempts to cheat the checker, or to make it fall over.

use quandary_check::{
    Certificate, Claim, Failure, Limits, Literal, Rules, Shown, check, check_certificate, check_explanation,
    check_steps, digest, records, write_records,
};

/// Two solutions: the diagonals.
const TWO: &str = r#"{"family":"nonogram","rows":[[1],[1]],"columns":[[1],[1]]}"#;
/// One solution, by lines alone.
const ONE: &str = r#"{"family":"nonogram","rows":[[1],[2]],"columns":[[2],[1]]}"#;
/// Sorted by two moves at least.
const BALLS: &str = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2],[1]],"rule":"ball"}"#;
const UNIQUE: u8 = 0;
const IMPOSSIBLE: u8 = 1;
const EXACTLY: u8 = 2;
const SEVERAL: u8 = 3;
const OPTIMAL: u8 = 4;
const UNSOLVABLE: u8 = 5;

fn family(puzzle: &str) -> u8 {
    ["sudoku", "nonogram", "aquarium", "ballsort"].iter().position(|name| puzzle.contains(name)).unwrap() as u8
}

/// What the checker says to a certificate that is written by hand.
fn forged(puzzle: &str, claim: u8, body: &[u8]) -> Result<Shown, Failure> {
    forged_within(puzzle, claim, body, &Limits { work: 10_000_000, memory: 1 << 24, stop: &|| false })
}

fn forged_within(puzzle: &str, claim: u8, body: &[u8], limits: &Limits<'_>) -> Result<Shown, Failure> {
    let record = [&[family(puzzle), claim], &digest(puzzle)[..], body].concat();
    check_certificate(puzzle, &record, limits)
}

/// Why a certificate is rejected.
fn why(puzzle: &str, claim: u8, body: &[u8]) -> String {
    forged(puzzle, claim, body).unwrap_err().to_string()
}

fn clause(rules: &Rules, literals: &[(usize, usize, bool)]) -> Vec<u8> {
    let literals = literals.iter().map(|&(variable, value, is)| Literal { variable, value, is }).collect();
    let claim = Claim::Impossible;
    Certificate { claim, clauses: vec![literals] }.to_bytes(TWO, Some(rules)).unwrap().split_off(10)
}

#[test]
fn a_claim_without_a_proof_is_not_believed() {
    assert!(why(TWO, UNIQUE, &[]).contains("more than one"));
    assert!(why(TWO, IMPOSSIBLE, &[]).contains("no contradiction"));
    assert!(why(ONE, IMPOSSIBLE, &[]).contains("no contradiction"));
    assert!(why(TWO, EXACTLY, &[0]).contains("no contradiction"));
    assert!(forged(ONE, UNIQUE, &[]).is_ok());
}

#[test]
fn clauses_that_do_not_follow_are_rejected_wherever_they_come() {
    let rules = Rules::read(TWO).unwrap();
    // The empty clause, a fact that holds in one solution only, and one after a clause that says nothing.
    assert!(why(TWO, UNIQUE, &[0]).contains("clause 1 does not follow"));
    assert!(why(TWO, UNIQUE, &clause(&rules, &[(0, 1, true)])).contains("clause 1 does not follow"));
    let empty_talk = clause(&rules, &[(0, 1, true), (0, 1, false)]);
    assert!(why(TWO, UNIQUE, &empty_talk).contains("more than one"));
    let then = [empty_talk, clause(&rules, &[(0, 0, true)])].concat();
    assert!(why(TWO, UNIQUE, &then).contains("clause 2 does not follow"));
    // "Filled or empty" is not a fact, even when it is said of two values of one cell.
    assert!(why(TWO, UNIQUE, &clause(&rules, &[(0, 0, true), (0, 1, true)])).contains("more than one"));
}

#[test]
fn lists_of_solutions_are_complete_and_true() {
    // Solutions in bits, the first cell lowest: 1001 and 0110.
    let rules = Rules::read(TWO).unwrap();
    let both = [vec![2, 0b1001, 0b0110], clause(&rules, &[(0, 1, false)])].concat();
    assert!(matches!(forged(TWO, EXACTLY, &both).unwrap().claim, Claim::Exactly(all) if all.len() == 2));
    let one = [vec![1, 0b1001], clause(&rules, &[(0, 1, false)])].concat();
    assert!(why(TWO, EXACTLY, &one).contains("no contradiction"));
    assert_eq!(forged(ONE, EXACTLY, &[1, 0b1101]).unwrap().claim, Claim::Unique);
    assert!(why(TWO, EXACTLY, &[1, 0b1001]).contains("no contradiction"));
    assert!(why(TWO, EXACTLY, &[2, 0b1001, 0b1001]).contains("listed twice"));
    // Bits that stand for no cell do not make a second solution.
    assert!(why(TWO, SEVERAL, &[2, 0b1001, 0b0001_1001]).contains("listed twice"));
    assert!(why(TWO, SEVERAL, &[2, 0b1001, 0b1111]).contains("its clue is"));
    assert!(why(TWO, SEVERAL, &[1, 0b1001]).contains("fewer than two"));
    assert!(why(TWO, SEVERAL, &[2, 0b1001, 0b0110, 0]).contains("not needed"));
    assert!(why(TWO, SEVERAL, &[2, 0b1001]).contains("missing"));
    assert!(why(TWO, SEVERAL, &[0x91, 0x4e]).contains("more than 10000 solutions"));
}

#[test]
fn values_and_cells_that_there_are_not_are_rejected() {
    let three = r#"{"family":"nonogram","rows":[[[1,1]],[[1,2]]],"columns":[[[1,1],[1,2]]]}"#;
    assert!(why(three, SEVERAL, &[2, 0b1111, 0b0110]).contains("a value that there is not"));
    assert!(why(TWO, UNIQUE, &[1, 16]).contains("a variable that there is not"));
    assert!(why(TWO, UNIQUE, &[2, 15, 0]).contains("a variable that there is not"));
    assert!(why(TWO, UNIQUE, &[17]).contains("more literals than there are"));
    assert!(why(TWO, UNIQUE, &[0xff, 0xff, 0xff, 0xff, 0xff]).contains("too large"));
    assert!(why(TWO, UNIQUE, &[1, 0xff]).contains("missing"));
}

#[test]
fn claims_belong_to_their_families_and_puzzles() {
    assert!(why(TWO, OPTIMAL, &[]).contains("no such claims"));
    assert!(why(TWO, UNSOLVABLE, &[]).contains("no such claims"));
    assert!(why(BALLS, UNIQUE, &[]).contains("no such claims"));
    for unknown in [6, 9, 255] {
        assert!(why(BALLS, unknown, &[]).contains("no such claim"));
        assert!(why(TWO, unknown, &[]).contains("no such claim"));
    }
    assert!(why(BALLS, UNSOLVABLE, &[0]).contains("not needed"));
    let record = [&[1, UNIQUE], &digest(ONE)[..]].concat();
    let limits = Limits::default();
    assert!(check_certificate(TWO, &record, &limits).unwrap_err().to_string().contains("another puzzle"));
    let record = [&[0, UNIQUE], &digest(ONE)[..]].concat();
    assert!(check_certificate(ONE, &record, &limits).unwrap_err().to_string().contains("another family"));
}

#[test]
fn a_plan_is_shortest_only_if_it_sorts_and_none_is_shorter() {
    assert!(forged(BALLS, OPTIMAL, &[1, 2, 1, 3]).is_ok());
    assert!(why(BALLS, OPTIMAL, &[2, 3]).contains("move 1"));
    assert!(forged(BALLS, OPTIMAL, &[1, 2]).is_err());
    assert!(forged(BALLS, OPTIMAL, &[]).is_err());
    assert!(forged(BALLS, OPTIMAL, &[1]).is_err());
    assert!(why(BALLS, UNSOLVABLE, &[]).contains("a plan of 2 moves"));
    let longer = r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2],[1],[]],"rule":"ball"}"#;
    assert!(why(longer, OPTIMAL, &[1, 4, 4, 2, 1, 3]).contains("a plan of 2 moves"));
}

#[test]
fn nothing_is_claimed_about_what_is_hidden() {
    let hidden = r#"{"family":"ballsort","capacity":2,"bottles":[["?",2],["?",1],[]],"rule":"ball"}"#;
    for claim in [OPTIMAL, UNSOLVABLE] {
        assert!(why(hidden, claim, &[]).contains("hidden"));
    }
}

#[test]
fn two_readers_cannot_see_two_puzzles_in_one_text() {
    let texts = [
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","cells":"2..............."}"#,
        r#"{"family":"sudoku","family":"nonogram","box":[2,2],"cells":"1..............."}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","marks":{"r1c2":"2","r1c2":"3"}}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","cages":[],"cages":[{"cells":["r1c1"]}]}"#,
        r#"{"family":"ballsort","capacity":2,"bottles":[[1,2],[2],[1],[]],"locks":{"4":1,"4":2}}"#,
    ];
    for text in texts {
        let claim = if text.contains("ballsort") { UNSOLVABLE } else { UNIQUE };
        assert!(matches!(forged(text, claim, &[]), Err(Failure::Puzzle(_))), "{text}");
    }
}

#[test]
fn a_demand_that_is_not_understood_is_not_passed_over() {
    let texts = [
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","extra":1}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","rules":["anti-bishop"]}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","cages":[{"cells":["r1c1"],"product":3}]}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","signs":[{"between":["r1c1","r1c2"],"sum":5,"ratio":2}]}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","arrows":[{"circle":["r1c1"],"shaft":["r1c2"],"bent":1}]}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":"1...............","thermometers":[["r1c1","r9c9"]]}"#,
        r#"{"family":"sudoku","box":[2,2],"cells":[[["1..............."]]]}"#,
        r#"{"family":"aquarium","rows":[1],"columns":[1],"tanks":[[1]],"rule":"steam"}"#,
        r#"{"family":"nonogram","rows":[[[1,0]]],"columns":[[[1,0]]]}"#,
        r#"{"family":"nonogram","rows":[[[1,1],[1,2]]],"columns":[[[1,1]],[[1,2]]],"colours":[{"letter":"x"},{"letter":"x"}]}"#,
        r#"{"family":"nonogram","rows":[[[1,1],[1,2]]],"columns":[[[1,1]],[[1,2]]],"colours":[{"letter":"x"},{"letter":"."}]}"#,
    ];
    for text in texts {
        assert!(matches!(forged(text, UNIQUE, &[]), Err(Failure::Puzzle(_))), "{text}");
        assert!(matches!(forged(text, IMPOSSIBLE, &[]), Err(Failure::Puzzle(_))), "{text}");
    }
}

#[test]
fn numbers_that_are_too_large_are_neither_wrapped_nor_a_panic() {
    // (2⁶³ + 1) · 2 is 2 in 64 bits.
    let ratio = r#"{"family":"sudoku","box":[2,2],"cells":".2.2............","signs":[{"between":["r1c2","r1c4"],"ratio":9223372036854775809}]}"#;
    assert!(check(ratio, r#""1234341221434321""#).is_err());
    let circle: Vec<String> = (0..30).map(|at| format!("\"r{}c{}\"", at % 4 + 1, at / 8 + 1)).collect();
    let arrow = format!(
        r#"{{"family":"sudoku","box":[2,2],"cells":"1...............","arrows":[{{"circle":[{}],"shaft":["r1c1"]}}]}}"#,
        circle.join(",")
    );
    assert!(check(&arrow, r#""1234341221434321""#).is_err());
    let clue = format!(r#"{{"family":"aquarium","rows":[{0}],"columns":[{0}],"tanks":[[1]]}}"#, u64::MAX);
    assert!(forged(&clue, IMPOSSIBLE, &[]).is_ok());
    let runs = format!(r#"{{"family":"nonogram","rows":[[{0},{0}]],"columns":[[1]]}}"#, u64::MAX);
    assert!(forged(&runs, IMPOSSIBLE, &[]).is_ok());
}

#[test]
fn memory_and_depth_are_bounded() {
    // A certificate of nothing, many times.
    let nothing = [b"QCERT\x01", &[0; 4096][..]].concat();
    assert!(records(&nothing).unwrap_err().to_string().contains("shorter than its head"));
    assert!(records(&write_records([&[0; 10][..]])).is_ok());
    assert!(records(b"QCERT\x01\xff\xff\xff\xff\x7f").is_err());
    // The same clause, as often as it takes.
    let loose = r#"{"family":"aquarium","rows":[null],"columns":[null,null,null],"tanks":[[1,2,3]]}"#;
    let rules = Rules::read(loose).unwrap();
    let same = clause(&rules, &[(0, 1, true), (0, 1, false), (1, 1, true)]).repeat(100_000);
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    assert_eq!(forged_within(loose, UNIQUE, &same, &limits), Err(Failure::Limit));
    // Boards that no memory holds, and lists in lists.
    let sides = vec!["[]"; 1025].join(",");
    assert!(Rules::read(&format!(r#"{{"family":"nonogram","rows":[{sides}],"columns":[[]]}}"#)).is_err());
    let deep = format!(r#"{{"family":"sudoku","cells":{}{}}}"#, "[".repeat(100_000), "]".repeat(100_000));
    assert!(Rules::read(&deep).is_err());
    let full = format!("[{}]", ["1"; 255].join(","));
    let bottles = vec![full; 254].join(",");
    let many = format!(r#"{{"family":"ballsort","capacity":255,"bottles":[{bottles},[]],"rule":"ball-uniform"}}"#);
    assert!(forged(&many, UNSOLVABLE, &[]).is_err());
}

#[test]
fn work_ends_when_it_is_told_to() {
    let empty = r#"{"family":"sudoku","cells":".................................................................................","box":[3,3]}"#;
    let limits = Limits { work: 100, memory: 1 << 24, stop: &|| false };
    assert_eq!(forged_within(empty, UNIQUE, &[], &limits), Err(Failure::Limit));
    let limits = Limits { stop: &|| true, ..Limits::default() };
    assert_eq!(forged_within(empty, UNIQUE, &[], &limits), Err(Failure::Limit));
}

#[test]
fn what_is_written_out_is_what_was_written() {
    let rules = Rules::read(TWO).unwrap();
    let clauses = vec![vec![Literal { variable: 0, value: 1, is: false }], vec![]];
    for claim in [Claim::Unique, Claim::Impossible, Claim::Exactly(vec![vec![1, 0, 0, 1], vec![0, 1, 1, 0]])] {
        let certificate = Certificate { claim, clauses: clauses.clone() };
        let bytes = certificate.to_bytes(TWO, Some(&rules)).unwrap();
        assert_eq!(Certificate::from_bytes(TWO, &bytes), Ok(certificate));
    }
    assert_eq!(rules.words(clauses[0][0]), "r1c1 is not filled");
    let plan = Certificate::bare(Claim::Optimal(vec![[1, 2], [1, 3]]));
    assert_eq!(Certificate::from_bytes(BALLS, &plan.to_bytes(BALLS, None).unwrap()), Ok(plan));
}

#[test]
fn bottles_that_hold_nothing_are_no_puzzle() {
    let empty = r#"{"family":"ballsort","capacity":0,"bottles":[[1]],"rule":"ball"}"#;
    assert!(matches!(forged(empty, UNSOLVABLE, &[]), Err(Failure::Puzzle(_))));
    assert!(matches!(forged(empty, OPTIMAL, &[]), Err(Failure::Puzzle(_))));
}

#[test]
fn colours_that_look_the_same_are_no_puzzle() {
    let alike =
        r#"{"family":"nonogram","rows":[[[1,1]]],"columns":[[[1,2]]],"colours":[{"letter":"x"},{"letter":"x"}]}"#;
    assert!(matches!(check(alike, r#"["x"]"#), Err(Failure::Puzzle(_))));
}

#[test]
fn texts_that_no_puzzle_needs_are_not_read() {
    let long = " ".repeat((1 << 23) + 1);
    assert!(matches!(check(&format!("{ONE}{long}"), "[]"), Err(Failure::Puzzle(_))));
    assert!(matches!(check(ONE, &format!("[]{long}")), Err(Failure::Solution(_))));
    assert!(matches!(check_explanation(ONE, &long.repeat(9)), Err(Failure::Solution(_))));
}

#[test]
fn solutions_that_are_listed_take_memory() {
    // Each solution takes few bytes here and many more when it is read.
    let both = [2, 0b1001, 0b0110];
    let limits = Limits { memory: 60, ..Limits::default() };
    assert_eq!(forged_within(TWO, SEVERAL, &both, &limits), Err(Failure::Limit));
}

#[test]
fn a_rule_with_many_ways_does_not_take_as_long_as_it_likes() {
    // One cage of 25 cells, and sums that hundreds of thousands of sets of digits have.
    let cells: Vec<String> = (0..25).map(|at| format!("\"r{}c{}\"", at / 25 + 1, at % 25 + 1)).collect();
    let cages: Vec<String> =
        (8..16).map(|size| format!(r#"{{"sum":{},"cells":[{}]}}"#, size * 13, cells[..size].join(","))).collect();
    let puzzle =
        format!(r#"{{"family":"sudoku","cells":"{}","box":[5,5],"cages":[{}]}}"#, ".".repeat(625), cages.join(","));
    let limits = Limits { work: 1_000_000, ..Limits::default() };
    assert_eq!(forged_within(&puzzle, UNIQUE, &[], &limits), Err(Failure::Limit));
}

/// A tank under the rule `adjacent` whose upper left cell feeds this many cells below it, each by a pipe of its own.
fn pipes(count: usize) -> String {
    let (height, width) = (count + 1, count + 1);
    let is_open = |(row, column): (usize, usize), (next_row, _): (usize, usize)| {
        // Pipe i goes down in column i + 1 to row i + 1, and from there to the left.
        if next_row > row { row < column } else { row == 0 || column < row }
    };
    let mut walls = Vec::new();
    for row in 0..height {
        for column in 0..width {
            for next in [(row + 1, column), (row, column + 1)] {
                if next.0 < height && next.1 < width && !is_open((row, column), next) {
                    walls.push(format!("[[{},{}],[{},{}]]", row + 1, column + 1, next.0 + 1, next.1 + 1));
                }
            }
        }
    }
    let tanks = vec![format!("[{}]", vec!["1"; width].join(",")); height].join(",");
    let nothing = vec!["null"; height - 1].join(",");
    format!(
        r#"{{"family":"aquarium","rows":[null,{nothing}],"columns":[3,{nothing}],"tanks":[{tanks}],"rule":"adjacent","walls":[{}]}}"#,
        walls.join(",")
    )
}

#[test]
fn steps_do_not_take_as_long_as_they_like() {
    let trace = |count: usize| {
        format!(
            r#"{{"puzzle":{},"steps":[{{"argument":"rule","rules":["column 1","tank r1c1"],"premises":[],"conclusions":[],"suppose":null,"swap":null}}]}}"#,
            pipes(count)
        )
    };
    assert_eq!(check_steps(&trace(6)), Ok(()));
    // The cells of this column can be wet or dry in millions of ways.
    assert_eq!(check_steps(&trace(24)), Err(Failure::Limit));
    // Suppositions within suppositions, deeper than anybody reads.
    let inner = r#"{"argument":"supposition","rules":[],"premises":[],"conclusions":[],"suppose":{"cells":[],"values":[]},"swap":null,"steps":["#;
    let deep = format!(r#"{{"puzzle":{ONE},"steps":[{}{}]}}"#, inner.repeat(50_000), "]}".repeat(50_000));
    assert!(matches!(check_steps(&deep), Err(Failure::Solution(_))));
}

#[test]
fn the_longest_line_can_be_full_of_blocks() {
    // As many blocks of one cell as a row may have cells, in two colours by turns: one solution, and not none.
    let side = 1024;
    let (mut row, mut columns, mut solution) = (Vec::new(), Vec::new(), String::new());
    for at in 0..side {
        row.push(format!("[1,{}]", at % 2 + 1));
        columns.push(format!("[[1,{}]]", at % 2 + 1));
        solution.push(['a', 'b'][at % 2]);
    }
    let puzzle = format!(r#"{{"family":"nonogram","rows":[[{}]],"columns":[{}]}}"#, row.join(","), columns.join(","));
    for puzzle in [puzzle.clone(), puzzle.replace("[[1,1],[1,2]", r#"[["?",1],["?",2]"#)] {
        assert_eq!(check(&puzzle, &format!("[\"{solution}\"]")), Ok(()));
        assert!(forged(&puzzle, IMPOSSIBLE, &[]).is_err());
        assert!(forged(&puzzle, UNIQUE, &[]).is_ok());
    }
}

#[test]
fn a_clue_with_unknown_lengths_is_no_free_pass() {
    // The block and the 1 after it fit in three ways; the columns leave one.
    let open = r#"{"family":"nonogram","rows":[["?",1]],"columns":[[],["?"],["?"],["?"],[1]]}"#;
    assert!(forged(open, IMPOSSIBLE, &[]).is_ok(), "no gap is left between the block and the 1");
    let open = r#"{"family":"nonogram","rows":[["?",1]],"columns":[["?"],["?"],["?"],[],[1]]}"#;
    assert_eq!(forged(open, UNIQUE, &[]).unwrap().solutions, ["[\"###.#\"]"]);
    assert!(forged(open, IMPOSSIBLE, &[]).is_err());
    let two = r#"{"family":"nonogram","rows":[["?"],["?"]],"columns":[["?"],["?"]]}"#;
    assert!(why(two, UNIQUE, &[]).contains("more than one"));
}

#[test]
fn large_boards_and_long_plans_do_not_take_as_long_as_they_like() {
    // A tank that fills the board, whose cells all reach each other.
    let side = 600;
    let line = |cell: &str| vec![cell; side].join(",");
    let tanks = vec![format!("[{}]", line("1")); side].join(",");
    let clues = line(&side.to_string());
    let puzzle =
        format!(r#"{{"family":"aquarium","rows":[{clues}],"columns":[{clues}],"tanks":[{tanks}],"rule":"pool"}}"#);
    let full = format!("[{}]", vec![format!("\"{}\"", "1".repeat(side)); side].join(","));
    assert_eq!(check(&puzzle, &full), Ok(()));
    // A board of more digits than there are symbols.
    let cells = ".".repeat(2500 * 2500);
    assert!(matches!(check(&format!(r#"{{"family":"sudoku","cells":"{cells}"}}"#), "\"\""), Err(Failure::Puzzle(_))));
    // Balls that go to and fro.
    let limits = Limits { work: 100_000, ..Limits::default() };
    assert_eq!(forged_within(BALLS, OPTIMAL, &[1, 3, 3, 1].repeat(100_000), &limits), Err(Failure::Limit));
}
