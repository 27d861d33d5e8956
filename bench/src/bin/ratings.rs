//! Sudoku Explainer ratings against known ones, and what they cost.
//!
//! `cargo run --release --bin ratings -- [--lines even|odd] [--from ER] [--to ER] [--most N] [--seconds S]` rates the puzzles of
//! two rated collections, prints every difference, and the median, the 99th percentile and the most of the CPU time, for
//! all and for those from 10.0 on. Without `--lines` it takes both halves; a puzzle stops after S seconds (60).

use std::time::Duration;

use cpu_time::ThreadTime;
use quandary::Budget;
use quandary_bench::collection;
use quandary_sudoku::internals::{Board, rate_explainer};

/// A collection, and the column of its ER; EP and ED follow.
const SETS: [(&str, usize); 2] =
    [("sudoku/rated_900_se_hodoku.csv", 2), ("sudoku/forum_hardest_1106_375_ratings.csv", 5)];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1)).map(String::as_str)
    };
    let number = |name: &str, default: f64| option(name).and_then(|text| text.parse().ok()).unwrap_or(default);
    let wanted = option("--lines").map(|lines| usize::from(lines == "odd"));
    let (from, to) = (number("--from", 0.0), number("--to", 20.0));
    let most = number("--most", 1e9) as usize;
    let budget = Budget { time: Some(Duration::from_secs_f64(number("--seconds", 60.0))), ..Budget::default() };
    for (file, column) in SETS {
        let text = collection(file);
        let (mut times, mut hard, mut equal, mut unfinished) = (Vec::new(), Vec::new(), [0; 3], 0);
        let lines =
            text.lines().enumerate().skip(1).filter(|(line, _)| wanted.is_none_or(|half| (line + 1) % 2 == half));
        let rated = lines.filter_map(|(line, text)| {
            let fields: Vec<&str> = text.split(',').collect();
            let known: Option<Vec<u32>> =
                (0..3).map(|at| Some((fields.get(column + at)?.parse::<f64>().ok()? * 10.0).round() as u32)).collect();
            let known = known.filter(|known| (from..to).contains(&(f64::from(known[0]) / 10.0)))?;
            Some((line + 1, fields[0].to_owned(), known))
        });
        for (line, puzzle, known) in rated.take(most) {
            let mut digits = [0; 81];
            for (symbol, digit) in puzzle.bytes().zip(&mut digits) {
                *digit = if symbol.is_ascii_digit() { symbol - b'0' } else { 0 };
            }
            let board = Board::from_digits(&digits, true).expect("a sound board");
            let start = ThreadTime::now();
            let rating = rate_explainer(board, &mut budget.start());
            let seconds = start.elapsed().as_secs_f64();
            times.push(seconds);
            if known[0] >= 100 {
                hard.push(seconds);
            }
            let Ok(rating) = rating else {
                unfinished += 1;
                continue;
            };
            let ours = [
                if rating.is_solved { rating.whole } else { 0 },
                if rating.is_pearl_known { rating.pearl } else { 0 },
                rating.diamond,
            ];
            unfinished += usize::from(!rating.is_solved);
            (0..3).for_each(|at| equal[at] += usize::from(ours[at] == known[at]));
            if ours[..] != known[..] {
                println!(
                    "line {line}: {known:?} rated {ours:?}, at least {}, {seconds:.2} s: {puzzle}",
                    rating.at_least
                );
            }
        }
        println!("{file}: {} puzzles, equal ER EP ED {equal:?}, unfinished {unfinished}", times.len());
        say("all", &mut times);
        say("ER 10.0 and more", &mut hard);
    }
}

fn say(what: &str, times: &mut [f64]) {
    if times.is_empty() {
        return;
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "  {what}: {} puzzles, CPU s median {:.3}, 99 % {:.2}, most {:.2}",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}
