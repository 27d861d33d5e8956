//! Ball and Water Sort: the data folder and random boards, by CPU time.
//!
//! `cargo run --release --bin ballsort -- data [FILE…]` solves every board of the shared collection under both rules and
//! compares lengths. `… -- random RULE COLOURS EMPTY BOARDS [FIRST_SEED]` solves boards of the collection's generator.
//! `… -- oracle COLOURS EMPTY BOARDS` asks only whether boards can be sorted. `QUANDARY_SECONDS` limits each solve (60),
//! `QUANDARY_ALGORITHM` names the algorithm.

use std::time::Duration;

use cpu_time::ThreadTime;
use quandary::families::ballsort::{BallSort, Rule, oracle};
use quandary::puzzle::Puzzle;
use quandary::verdict::{Ask, Budget, Outcome};
use quandary_bench::collection;
use serde_json::Value;

const FILES: [&str; 14] = [
    "generated/seed_examples",
    "generated/core_n3-9",
    "generated/capacity_2-6",
    "generated/hard_n10-20",
    "levels/AntounWagdy_Ball-Sort-Puzzle-Solver",
    "levels/issue_threads",
    "levels/lieoric_water-sort-counterexample",
    "levels/nitekat1124_sortpuz-solver",
    "levels/octo_watersort",
    "levels/pkositsyn_water-sort-puzzle-solver",
    "levels/sshcrack_water-sort-player",
    "levels/stevehjohn_BallSort",
    "levels/syedmeharali41_watersort-puzzle-leveldata",
    "levels/wujingyue_water-sort-puzzle-solver",
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, default: u64| words.get(at).map_or(default, |word| word.parse().expect("a number"));
    match words.first().map(String::as_str) {
        Some("data") if words.len() > 1 => words[1..].iter().for_each(|file| data(file)),
        Some("data") => FILES.iter().for_each(|file| data(file)),
        Some("random") => {
            let rule = Rule::named(&words[1]).expect("ball or water");
            random(rule, number(2, 14), number(3, 2), number(4, 20), number(5, 1));
        }
        Some("oracle") => ask(number(1, 12), number(2, 2), number(3, 100)),
        _ => panic!("data, random or oracle"),
    }
}

fn solve(puzzle: &BallSort) -> (Outcome, Duration) {
    let seconds = std::env::var("QUANDARY_SECONDS").map_or(60.0, |text| text.parse().expect("seconds"));
    let algorithm = std::env::var("QUANDARY_ALGORITHM").unwrap_or("packed".to_owned());
    let ask = Ask { budget: Budget::seconds(seconds), ..Ask::default() };
    let start = ThreadTime::now();
    let outcome = puzzle.solve_with(&algorithm, &ask).expect("an algorithm of this family");
    (outcome, start.elapsed())
}

/// Times in milliseconds, at some ranks.
fn show(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1e3;
    let mean = times.iter().sum::<Duration>().as_secs_f64() * 1e3 / times.len() as f64;
    format!("median {:.3} ms, mean {mean:.3}, 95 % {:.3}, max {:.3}", at(0.5), at(0.95), at(1.0))
}

fn data(file: &str) {
    let text = collection(&format!("ballsort/{file}.jsonl"));
    for rule in [Rule::Water, Rule::Ball] {
        let (mut times, mut wrong, mut open, mut peak) = (Vec::new(), Vec::new(), Vec::new(), 0);
        let mut slowest = (Duration::ZERO, String::new());
        for line in text.lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let name = rule.name();
            if record["solvable"] == true && record[format!("{name}_opt")].is_null() {
                continue;
            }
            let expected = record[format!("{name}_opt")].as_u64();
            let (outcome, time) = solve(&read(&record, rule));
            let length = outcome.solutions.first().and_then(|solution| solution.plan()).map(|plan| plan.moves.len() as u64);
            match (outcome.verdict.word(), length) {
                ("optimal", found) if found == expected => {}
                ("impossible", _) if record["solvable"] == false => {}
                ("feasible" | "unknown", _) => open.push(record["id"].to_string()),
                _ => wrong.push(record["id"].to_string()),
            }
            peak = peak.max(outcome.counters.peak_bytes);
            if time > slowest.0 {
                slowest = (time, record["id"].to_string());
            }
            times.push(time);
        }
        if !times.is_empty() {
            let boards = times.len();
            println!("{file} {}: {boards} boards, {}, {:.1} MB, slowest {}", rule.name(), show(times), peak as f64 / 1e6, slowest.1);
        }
        if !wrong.is_empty() || !open.is_empty() {
            println!("    WRONG {wrong:?} OPEN {open:?}");
        }
    }
}

fn read(record: &Value, rule: Rule) -> BallSort {
    let bottles: Vec<Vec<u8>> = serde_json::from_value(record["bottles"].clone()).expect("bottles");
    let capacity = record["capacity"].as_u64().expect("capacity") as usize;
    BallSort::new(capacity, bottles, rule, Vec::new()).expect("a board")
}

/// The board of the collection's generator with this seed, capacity 4: see its README.
fn board(colours: u64, empty: u64, seed: u64, rule: Rule) -> BallSort {
    let mut state = seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ (colours << 32) ^ (4 << 48);
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let mut balls: Vec<u8> = (1..=colours as u8).flat_map(|colour| [colour; 4]).collect();
    for last in (1..balls.len()).rev() {
        let below = (u128::from(next()) * (last as u128 + 1)) >> 64;
        balls.swap(last, below as usize);
    }
    let mut bottles: Vec<Vec<u8>> = balls.chunks(4).map(<[u8]>::to_vec).collect();
    bottles.resize((colours + empty) as usize, Vec::new());
    BallSort::new(4, bottles, rule, Vec::new()).expect("a board")
}

fn random(rule: Rule, colours: u64, empty: u64, boards: u64, first: u64) {
    let (mut times, mut words, mut peak, mut nodes, mut gap) = (Vec::new(), Vec::new(), 0, 0, 0.0f64);
    for seed in first..first + boards {
        let (outcome, time) = solve(&board(colours, empty, seed, rule));
        times.push(time);
        words.push(outcome.verdict.word());
        peak = peak.max(outcome.counters.peak_bytes);
        nodes += outcome.counters.nodes;
        if let Some(plan) = outcome.solutions.first().and_then(|solution| solution.plan()) {
            gap = gap.max(plan.moves.len() as f64 / f64::from(plan.lower_bound).max(1.0));
        }
    }
    let count = |word| words.iter().filter(|&&other| other == word).count();
    println!(
        "{} {colours}+{empty}: {boards} boards, {}, {:.1} MB, {} nodes on average; {} optimal, {} impossible, {} feasible, {} unknown, longest plan / bound {gap:.3}",
        rule.name(), show(times), peak as f64 / 1e6, nodes / boards,
        count("optimal"), count("impossible"), count("feasible"), count("unknown"),
    );
}

fn ask(colours: u64, empty: u64, boards: u64) {
    let mut times = Vec::new();
    let (mut solvable, mut unknown) = (0, 0);
    for seed in 1..=boards {
        let puzzle = board(colours, empty, seed, Rule::Water);
        let start = ThreadTime::now();
        let (answer, _) = oracle::ask(&puzzle, &Budget::seconds(10.0));
        times.push(start.elapsed());
        solvable += usize::from(answer == oracle::Answer::Solvable);
        unknown += usize::from(matches!(answer, oracle::Answer::Unknown(_)));
    }
    println!("oracle {colours}+{empty}: {boards} boards, {}; {solvable} solvable, {unknown} unknown", show(times));
}
