//! Ball and Water Sort: the data folder and random boards, by CPU time.
//!
//! `cargo run --release --bin ballsort -- data [FILE…]` solves every board of the shared collection under both rules and
//! compares lengths. `… -- random RULE COLOURS EMPTY BOARDS [FIRST_SEED]` solves boards of the collection's generator.
//! `… -- oracle COLOURS EMPTY BOARDS` asks only whether boards can be sorted. `… -- peers BOARDS CHART` runs small boards
//! beside the `pathfinding` crate's A* and IDA* on the same state space and beside the seed's method, one after the other
//! on each board, and draws a chart. `… -- fresh BOARDS SEED` compares lengths with `pathfinding` on random small boards of
//! all kinds. `QUANDARY_SECONDS` limits each solve (60), `QUANDARY_ALGORITHM` names the algorithm.

use std::time::Duration;

use cpu_time::ThreadTime;
use pathfinding::directed::{astar::astar, bfs::bfs, idastar::idastar};
use peak_alloc::PeakAlloc;
use quandary::scene::chart::{self, Chart, Measure, Row, Unit};
use quandary::{Ask, Budget, Move, Outcome};
use quandary_ballsort::internals::{Position, Space, is_sorted, oracle, pour};
use quandary_ballsort::{BallSort, Rule};
use quandary_bench::collection;
use quandary_core::Puzzle;
use quandary_core::search::StateSpace;
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

/// Counts every allocation, so that peak memory means the same for every program.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

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
        Some("peers") => peers(number(1, 10), words.get(2).map(String::as_str)),
        Some("fresh") => fresh(number(1, 200), number(2, 1)),
        _ => panic!("data, random, oracle, peers or fresh"),
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
    format!("median {:.3} ms, mean {mean:.3}, 95 % {:.3}, 99 % {:.3}, max {:.3}", at(0.5), at(0.95), at(0.99), at(1.0))
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
            let length =
                outcome.solutions.first().and_then(|solution| solution.plan()).map(|plan| plan.moves.len() as u64);
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
            println!(
                "{file} {}: {boards} boards, {}, {:.1} MB, slowest {}",
                rule.name(),
                show(times),
                peak as f64 / 1e6,
                slowest.1
            );
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
    let mut slowest = (Duration::ZERO, 0, 0);
    for seed in first..first + boards {
        let (outcome, time) = solve(&board(colours, empty, seed, rule));
        slowest = slowest.max((time, seed, outcome.counters.nodes));
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
        "{} {colours}+{empty}: {boards} boards, {}, {:.1} MB, {} nodes on average; {} optimal, {} impossible, {} feasible, {} unknown, longest plan / bound {gap:.3}; slowest seed {} with {} nodes",
        rule.name(),
        show(times),
        peak as f64 / 1e6,
        nodes / boards,
        count("optimal"),
        count("impossible"),
        count("feasible"),
        count("unknown"),
        slowest.1,
        slowest.2,
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

/// What one program made of one board.
struct Run {
    seconds: f64,
    nodes: u64,
    bytes: u64,
    /// The length of its plan, where it found one.
    moves: Option<usize>,
}

/// Runs something, with CPU time and peak memory. It returns how many positions it looked into, and its plan's length.
fn measured(work: impl FnOnce() -> (u64, Option<usize>)) -> Run {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let start = ThreadTime::now();
    let (nodes, moves) = work();
    let seconds = start.elapsed().as_secs_f64();
    Run { seconds, nodes, bytes: ALLOCATOR.peak_usage().saturating_sub(before) as u64, moves }
}

/// One of our own algorithms, with 20 seconds.
fn ours(puzzle: &BallSort, algorithm: &str) -> Run {
    measured(|| {
        let ask = Ask { budget: Budget::seconds(20.0), ..Ask::default() };
        let outcome = puzzle.solve_with(algorithm, &ask).expect("an algorithm of this family");
        let plan = outcome.solutions.first().and_then(|solution| solution.plan()).map(|plan| plan.moves.len());
        (outcome.counters.nodes, plan.filter(|_| outcome.verdict.word() == "optimal"))
    })
}

/// The `pathfinding` crate on our tidy space with our better bound.
fn theirs(puzzle: &BallSort, deepening: bool) -> Run {
    measured(|| {
        let space = Space::tidy(puzzle);
        let mut nodes = 0;
        let next = |position: &Position| {
            nodes += 1;
            let mut found = Vec::new();
            space.successors(position, &mut |_, after, cost| found.push((after, cost)));
            found
        };
        let (h, goal) = (|position: &Position| space.distance(position), |position: &Position| space.is_goal(position));
        let start = space.start();
        let found = if deepening { idastar(&start, next, h, goal) } else { astar(&start, next, h, goal) };
        (nodes, found.map(|(_, cost)| cost as usize))
    })
}

/// Small boards, every program on each of them in turn.
fn peers(boards: u64, picture: Option<&str>) {
    type Program = (&'static str, u64, fn(&BallSort) -> Run);
    // With the most colours that each is given: beyond that it takes minutes, or all memory.
    let programs: [Program; 6] = [
        ("packed", 99, |puzzle| ours(puzzle, "packed")),
        ("astar (tidy)", 12, |puzzle| ours(puzzle, "astar")),
        ("pathfinding A*", 12, |puzzle| theirs(puzzle, false)),
        ("pathfinding IDA*", 5, |puzzle| theirs(puzzle, true)),
        ("astar-plain", 6, |puzzle| ours(puzzle, "astar-plain")),
        ("ucs-plain", 6, |puzzle| ours(puzzle, "ucs-plain")),
    ];
    println!(
        "| rule | colours + empty | program | CPU ms, mean | max | positions, mean | peak kB, mean | moves, mean |"
    );
    println!("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |");
    for rule in [Rule::Water, Rule::Ball] {
        for colours in [4, 5, 6, 8, 10, 12] {
            let mut runs: Vec<Vec<Run>> = programs.iter().map(|_| Vec::new()).collect();
            for seed in 1..=boards {
                let puzzle = board(colours, 2, seed, rule);
                let mut lengths = Vec::new();
                for ((_, most, program), runs) in programs.iter().zip(&mut runs) {
                    if colours <= *most {
                        // The allocator tidies up what the last program freed when it is next asked for much: now, and
                        // not at the expense of this one.
                        std::hint::black_box(vec![0u8; 64 << 20]);
                        let run = program(&puzzle);
                        lengths.extend(run.moves);
                        runs.push(run);
                    }
                }
                assert!(lengths.iter().all(|&length| length == lengths[0]), "seed {seed}: {lengths:?}");
            }
            let mean = |runs: &[Run], of: fn(&Run) -> f64| runs.iter().map(of).sum::<f64>() / runs.len() as f64;
            let mut rows = Vec::new();
            for ((name, ..), runs) in programs.iter().zip(&runs).filter(|(_, runs)| !runs.is_empty()) {
                let (seconds, nodes, bytes) = (
                    mean(runs, |run| run.seconds),
                    mean(runs, |run| run.nodes as f64),
                    mean(runs, |run| run.bytes as f64),
                );
                let slowest = runs.iter().map(|run| run.seconds).fold(0.0, f64::max);
                let moves: Vec<usize> = runs.iter().filter_map(|run| run.moves).collect();
                let length = moves.iter().sum::<usize>() as f64 / moves.len().max(1) as f64;
                println!(
                    "| {} | {colours} + 2 | {name} | {:.3} | {:.3} | {nodes:.0} | {:.0} | {length:.1} |",
                    rule.name(),
                    seconds * 1e3,
                    slowest * 1e3,
                    bytes / 1e3,
                );
                rows.push(Row {
                    name: (*name).to_owned(),
                    values: vec![Some(seconds), Some(bytes), Some(nodes)],
                    stopped: None,
                });
            }
            if let (Some(path), 6) = (picture, colours) {
                let measure = |name: &str, unit| Measure { name: name.to_owned(), unit };
                let chart = Chart {
                    title: format!("{} rule, 6 colours + 2 empty bottles, mean of {boards} boards", rule.name()),
                    measures: vec![
                        measure("CPU time", Unit::Seconds),
                        measure("peak memory", Unit::Bytes),
                        measure("positions", Unit::Count),
                    ],
                    rows,
                    captions: Vec::new(),
                };
                std::fs::write(format!("{path}-{}.svg", rule.name()), chart::render(&chart))
                    .expect("a file that can be written");
            }
        }
    }
}

/// Random small boards (2 to 5 colours, capacity 2 to 5, 1 to 3 empty bottles, balls anywhere) against breadth-first search
/// over plain stacks by the `pathfinding` crate.
fn fresh(boards: u64, seed: u64) {
    let mut state = seed;
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let (mut solvable, mut dead) = (0, 0);
    for _ in 0..boards {
        let (capacity, empty) = (2 + below(4) as usize, 1 + below(3) as usize);
        let colours = 2 + below(if capacity > 3 { 2 } else { 4 }) as u8;
        let mut balls: Vec<u8> = (1..=colours).flat_map(|colour| vec![colour; capacity]).collect();
        let mut bottles = vec![Vec::new(); usize::from(colours) + empty];
        let is_ragged = below(2) == 0;
        while !balls.is_empty() {
            let ball = balls.swap_remove(below(balls.len() as u64) as usize);
            let at = if is_ragged { below(bottles.len() as u64) as usize } else { 0 };
            let count = bottles.len();
            let open = (0..count).map(|turn| (at + turn) % count).find(|&bottle| bottles[bottle].len() < capacity);
            bottles[open.expect("room for all")].push(ball);
        }
        for rule in [Rule::Ball, Rule::Water] {
            let next = |bottles: &Vec<Vec<u8>>| -> Vec<Vec<Vec<u8>>> {
                let count = bottles.len() as u16;
                let steps = (0..count).flat_map(|from| (0..count).map(move |to| Move { from, to }));
                let after = |step| {
                    let mut next = bottles.clone();
                    pour(&mut next, capacity, rule, step).is_ok().then(|| {
                        next.sort_unstable();
                        next
                    })
                };
                steps.filter_map(after).collect()
            };
            let done = |bottles: &Vec<Vec<u8>>| bottles.iter().all(|bottle| is_sorted(bottle, capacity));
            let expected = bfs(&bottles, next, done).map(|path| path.len() - 1);
            let puzzle = BallSort::new(capacity, bottles.clone(), rule, Vec::new()).expect("a board");
            let outcome = puzzle.solve(&Ask::default());
            let found = match outcome.verdict.word() {
                "optimal" => outcome.solutions[0].plan().map(|plan| plan.moves.len()),
                "impossible" => None,
                word => panic!("{word}: {puzzle:?}"),
            };
            assert_eq!(found, expected, "{puzzle:?}");
            *(if found.is_some() { &mut solvable } else { &mut dead }) += 1;
        }
    }
    println!(
        "fresh: {solvable} shortest plans and {dead} impossible boards, all as pathfinding's breadth-first search says"
    );
}
