//! What making puzzles to order costs.
//!
//! `cargo run --release --bin generate -- FAMILY [N] [OPTION=VALUE …]` makes the first N puzzles of seed 1 (20 where no number is given), each within
//! 60 seconds, and prints the mean, the median, the 90th percentile and the most of the CPU time for each. `grade` and `needs` are
//! options, too.
//!
//! `… -- FAMILY techniques [SEEDS [SECONDS]]` makes one puzzle for each technique of the family and each seed, and prints the median and
//! the most, and how often there was none within the time or the usual number of tries; the last line is `--grade extreme`.

use std::collections::BTreeMap;

use cpu_time::ThreadTime;
use quandary::api::{Order, generate_to_order};
use quandary::{Budget, family};
use quandary_core::puzzle::{GenerateSpec, Generator};
use quandary_core::random::stream;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let name = arguments.first().map_or("sudoku", String::as_str);
    let generator = family(name).and_then(|family| family.generator()).expect("a family with a generator");
    let number = |at: usize| arguments.get(at).and_then(|text| text.parse::<u64>().ok());
    if arguments.get(1).is_some_and(|word| word == "techniques") {
        return techniques(generator, number(2).unwrap_or(5), number(3).unwrap_or(10) as f64);
    }
    let count = number(1).unwrap_or(20);
    let options = arguments.iter().skip(1 + usize::from(number(1).is_some()));
    let mut options: BTreeMap<String, String> = options
        .map(|text| text.split_once('=').unwrap_or((text, "")))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    let grade = options.remove("grade");
    let needs: Vec<String> = options.remove("needs").into_iter().collect();
    let order = Order::new(grade.as_deref(), &needs, &[], None).expect("an order");
    let spec = GenerateSpec { seed: 1, options, budget: Budget::seconds(60.0) };
    let (mut times, mut failed) = (Vec::new(), 0);
    for index in 0..count {
        let (time, why) = time(generator, &spec, index, &order);
        times.push(time);
        failed += usize::from(why.is_some());
    }
    times.sort_by(f64::total_cmp);
    let (mean, most) = (times.iter().sum::<f64>() / count as f64, times[times.len() - 1]);
    let [median, ninetieth] = [times.len() / 2, times.len() * 9 / 10].map(|at| times[at]);
    println!(
        "{count} puzzles, {failed} not found; ms: mean {mean:.3}, median {median:.3}, 90 % {ninetieth:.3}, most {most:.3}"
    );
}

/// Milliseconds for a puzzle, and why there is none.
fn time(generator: &dyn Generator, spec: &GenerateSpec, index: u64, order: &Order) -> (f64, Option<String>) {
    let start = ThreadTime::now();
    let made = generate_to_order(generator, spec, index, order);
    (start.elapsed().as_secs_f64() * 1e3, made.err().map(|why| why.to_string()))
}

fn techniques(generator: &dyn Generator, seeds: u64, seconds: f64) {
    let any = generator.make(&GenerateSpec::default(), &mut stream(1, "any", 0)).expect("a puzzle");
    let names = any.techniques();
    println!("| technique | median ms | most ms | none | why |\n|---|---:|---:|---:|---|");
    for name in names.iter().map(Some).chain([None]) {
        let needs: Vec<String> = name.iter().map(|name| (**name).to_owned()).collect();
        let grade = if name.is_none() { Some("extreme") } else { None };
        let order = Order::new(grade, &needs, &[], None).expect("an order");
        let (mut times, mut failed, mut because) = (Vec::new(), 0, String::new());
        for seed in 100..100 + seeds {
            let spec = GenerateSpec { seed, budget: Budget::seconds(seconds), ..GenerateSpec::default() };
            let (time, why) = time(generator, &spec, 0, &order);
            times.push(if why.is_some() { f64::INFINITY } else { time });
            if let Some(why) = why {
                failed += 1;
                because = why.chars().take(60).collect();
            }
            // The median is known to be out of reach.
            if failed > seeds / 2 {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
        println!(
            "| {} | {median:.1} | {most:.1} | {failed} of {} | {because} |",
            name.unwrap_or(&"grade extreme"),
            times.len()
        );
    }
}
