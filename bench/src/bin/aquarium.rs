//! Aquarium: time to solve and to prove the solution the only one, set by set, and time to make a unique board.
//!
//! Each board is solved several times and the least time counts; boards that take long are solved once. Reading is not
//! timed, building the solver's structures is. A verdict that differs from the known one is shown.
//!
//! ```text
//! cargo run --release --bin aquarium
//! ```

use std::collections::BTreeMap;
use std::time::Duration;

use cpu_time::ThreadTime;
use quandary::puzzle::Wish;
use quandary::read::{self, Hints, Source};
use quandary::{Ask, Budget};
use quandary_bench::{collection, least_time};

/// File, name, expected verdict, and which boards by the start of their name.
const SETS: [(&str, &str, &str, &str); 18] = [
    ("real_tasks.tsv", "real, all", "", ""),
    ("real_tasks.tsv", "real 6×6 hard", "unique", "ngk-6x6_hard"),
    ("real_tasks.tsv", "real 10×10 hard", "unique", "ngk-10x10_hard"),
    ("real_tasks.tsv", "real 15×15 hard", "unique", "ngk-15x15_hard"),
    ("real_tasks.tsv", "real 30×30 monthly", "unique", "quando-monthly30"),
    ("bench/gen_6_18.tsv", "6×6, 18 tanks", "unique", ""),
    ("bench/gen_10_33.tsv", "10×10, 33 tanks", "unique", ""),
    ("bench/gen_15_45.tsv", "15×15, 45 tanks", "unique", ""),
    ("bench/gen_20_60.tsv", "20×20, 60 tanks", "unique", ""),
    ("bench/gen_25_50.tsv", "25×25, 50 tanks", "unique", ""),
    ("bench/gen_30_60.tsv", "30×30, 60 tanks", "unique", ""),
    ("bench/gen_50_50.tsv", "50×50, 50 tanks", "unique", ""),
    ("bench/gen_50_100.tsv", "50×50, 100 tanks", "unique", ""),
    ("bench/gen_30_90.tsv", "30×30, 90 tanks", "unique", ""),
    ("bench/gen_100_100.tsv", "100×100, 100 tanks", "unique", ""),
    ("bench/gen_100_150.tsv", "100×100, 150 tanks", "unique", ""),
    ("bench/not_unique.tsv", "not unique", "multiple", ""),
    ("bench/no_solution.tsv", "no solution", "impossible", ""),
];

const REPEATS: usize = 9;

fn main() {
    println!("| set | boards | verdicts | total ms | mean | median | 90th of 100 | most |");
    println!("|---|---|---|---|---|---|---|---|");
    for (file, name, expected, prefix) in SETS {
        let mut times: Vec<f64> = Vec::new();
        let mut verdicts: BTreeMap<&str, usize> = BTreeMap::new();
        let text = collection(&format!("aquarium/{file}"));
        for line in text.lines().filter(|line| line.starts_with(prefix)) {
            let fields: Vec<&str> = line.split('\t').collect();
            let Some(task) = fields.iter().find(|field| field.contains(';')) else { continue };
            let hints = Hints { family: Some("aquarium".into()), ..Hints::default() };
            let puzzle = read::puzzle(&Source::from_text(*task), &hints).expect("the collection can be read");
            let ask = Ask { budget: Budget::seconds(60.0), ..Ask::default() };
            let outcome = puzzle.solve(&ask);
            let word = outcome.verdict.word();
            if !expected.is_empty() && word != expected {
                println!("{}: {word}, expected {expected}", fields[0]);
            }
            *verdicts.entry(word).or_default() += 1;
            let repeats = if outcome.cpu > Duration::from_millis(50) { 1 } else { REPEATS };
            let time = (0..repeats).map(|_| puzzle.solve(&ask).cpu).min().unwrap_or(outcome.cpu).min(outcome.cpu);
            times.push(time.as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let total: f64 = times.iter().sum();
        let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)];
        let verdicts: Vec<String> = verdicts.iter().map(|(word, count)| format!("{count} {word}")).collect();
        println!(
            "| {name} | {} | {} | {total:.2} | {:.3} | {:.3} | {:.3} | {:.3} |",
            times.len(),
            verdicts.join(", "),
            total / times.len() as f64,
            at(50),
            at(90),
            at(100)
        );
    }
    println!("\n| generated class | boards | ms each |\n|---|---|---|");
    let generator = quandary::family("aquarium").and_then(|family| family.generator()).expect("Aquarium makes boards");
    for (class, count) in
        [("6x6-hard", 500), ("10x10-hard", 300), ("15x15-normal", 300), ("15x15-hard", 500), ("30x30-monthly", 50)]
    {
        let wish = Wish { seed: 1, options: [("class".to_owned(), class.to_owned())].into(), ..Wish::default() };
        let time = least_time(1, || {
            for index in 0..count {
                generator.generate(&wish, index).expect("the class can be made");
            }
        });
        println!("| {class} | {count} | {:.3} |", time.as_secs_f64() * 1e3 / count as f64);
    }
    let start = ThreadTime::now();
    let wish = Wish { seed: 2, options: [("class".to_owned(), "15x15-hard".to_owned())].into(), ..Wish::default() };
    let doubtful = (0..200).filter(|&index| {
        let puzzle = generator.generate(&wish, index).expect("the class can be made");
        puzzle
            .solve_with("propagation-shaving", &Ask::default())
            .is_none_or(|outcome| outcome.verdict.word() != "unique")
    });
    println!(
        "\nof 200 boards of 15x15-hard, {} are not unique by the reference ({:.1} s)",
        doubtful.count(),
        start.elapsed().as_secs_f64()
    );
}
