//! Attempts to cheat the checker, or to make it fall over.

use quandary_check::{
    Certificate, Claim, Failure, Limits, Literal, Rules, Shown, check, check_certificate, digest, records,
    write_records,
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
    // "Filled or empty" is no fact, even when it is said of two values of one cell.
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
    assert!(why(BALLS, 6, &[]).contains("no such claim"));
    assert!(why(BALLS, UNSOLVABLE, &[0]).contains("no such claim"));
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
