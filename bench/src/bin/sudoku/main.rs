//! Sudoku: our engines beside the `sudoku` crate, OR-Tools CP-SAT and qqwing.
//!
//! `cargo run --release --bin sudoku -- [--passes N] [--write] [SET]...` prints nanoseconds per puzzle for a proof of
//! uniqueness (limit 2) and for one solution (limit 1): thread CPU time, the least of N passes over each set, and the
//! engines take turns within a pass. All must count the same. Boards are parsed before the clock starts, grids are written
//! out while it runs. Peers that are programs of their own get the first boards of a set and two passes. `--write` also
//! writes the tables into `results/sudoku.md` and draws `results/sudoku-limit-2.svg` and `-1.svg`. Without the collections,
//! generated boards stand in for them. `peers/sudoku.sh` fetches the peers; without a network they are skipped.

mod peers;
mod sets;

use std::time::{Duration, Instant};

use peers::Peer;
use quandary::scene::chart::{Chart, Measure, Row, Unit, render};
use quandary_bench::{conditions, draw, least_time, note};
use quandary_core::puzzle::Family;
use quandary_sudoku::FAMILY;
use quandary_sudoku::internals::{batch, single};
use sets::{Set, sets, spec};

type Engine = (String, Box<dyn FnMut(&Set, u64) -> Vec<u64>>);

fn engines() -> Vec<Engine> {
    let peer = |set: &Set, limit: u64| -> Vec<u64> {
        let count = |board: &sudoku::Sudoku| std::hint::black_box(board.solutions_up_to(limit as usize)).len() as u64;
        set.peers.iter().map(count).collect()
    };
    let one_by_one = |set: &Set, limit: u64| -> Vec<u64> {
        set.cells.iter().map(|board| std::hint::black_box(single::count(board, limit)).0).collect()
    };
    let mut engines: Vec<Engine> =
        vec![("sudoku 0.8".to_owned(), Box::new(peer)), ("single".to_owned(), Box::new(one_by_one))];
    for width in batch::Width::available() {
        let mut answers = Vec::new();
        let batch = move |set: &Set, limit: u64| -> Vec<u64> {
            batch::solve_batch_into(width, &set.cells, limit, &mut answers);
            answers.iter().map(|answer| answer.count).collect()
        };
        engines.push((format!("batch, {width:?}"), Box::new(batch)));
    }
    engines
}

/// The seconds per puzzle that each engine takes, and each peer.
fn measure(set: &Set, limit: u64, passes: usize, engines: &mut [Engine], peers: &[Peer]) -> Vec<Option<f64>> {
    let mut least = vec![Duration::MAX; engines.len()];
    let mut of_peers = vec![None; peers.len()];
    let mut counts: Option<Vec<u64>> = None;
    for pass in 0..passes {
        for ((name, engine), least) in engines.iter_mut().zip(&mut least) {
            let mut found = Vec::new();
            *least = (*least).min(least_time(1, || found = engine(set, limit)));
            assert!(*counts.get_or_insert_with(|| found.clone()) == found, "{name} counts otherwise");
        }
        for (peer, least) in peers.iter().zip(&mut of_peers) {
            // Who did not come to the end the first time need not try again.
            if pass > 1 || (pass == 1 && least.is_none()) {
                continue;
            }
            let lines = &set.lines[..set.lines.len().min(peer.most)];
            let Some((found, seconds)) = peer.run(lines, limit) else { continue };
            let expected = counts.iter().flatten().take(lines.len());
            assert!(expected.eq(found.iter().map(|count| count.min(&limit))), "{} counts otherwise", peer.name);
            let each = seconds / lines.len() as f64;
            *least = Some(least.map_or(each, |least: f64| least.min(each)));
        }
    }
    let per_puzzle = |time: &Duration| Some(time.as_secs_f64() / set.cells.len() as f64);
    least.iter().map(per_puzzle).chain(of_peers).collect()
}

fn main() {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let mut passes = 5;
    if let Some(at) = args.iter().position(|arg| arg == "--passes") {
        passes = args[at + 1].parse().expect("a number of passes");
        args.drain(at..at + 2);
    }
    let writes = args.iter().any(|arg| arg == "--write");
    args.retain(|arg| arg != "--write");
    let start = Instant::now();
    let (mut engines, peers, sets) = (engines(), peers::peers(), sets(&args));
    let names: Vec<String> =
        engines.iter().map(|(name, _)| name.clone()).chain(peers.iter().map(|peer| peer.name.to_owned())).collect();
    let is_ours = |name: &str| name == "single" || name.starts_with("batch");
    let mut report = String::new();
    let sample = |peer: &Peer| format!("{} up to {} boards of each set", peer.name, peer.most);
    let samples: Vec<String> = peers.iter().map(sample).collect();
    let mut say = |line: String| {
        println!("{line}");
        report += &line;
        report.push('\n');
    };
    say(format!("{}; the least of {passes} passes. {}", conditions(), samples.join(", ")));
    for limit in [2, 1] {
        say(format!("\n## Limit {limit}, ns per puzzle\n"));
        say(format!("| set | {} | best peer / single | best peer / batch |", names.join(" | ")));
        say(format!("|---|{}---:|---:|", "---:|".repeat(names.len())));
        let mut chart = Chart { title: format!("Sudoku, time per puzzle, limit {limit}"), ..Chart::default() };
        chart.rows = names.iter().map(|name| Row { name: name.clone(), ..Row::default() }).collect();
        for set in &sets {
            let each = measure(set, limit, passes, &mut engines, &peers);
            let least = |is_wanted: &dyn Fn(&str) -> bool| {
                let wanted = names.iter().zip(&each).filter(|(name, _)| is_wanted(name));
                wanted.filter_map(|(_, seconds)| *seconds).fold(f64::MAX, f64::min)
            };
            let peer = least(&|name| !is_ours(name));
            let (single, batch) = (least(&|name| name == "single"), least(&|name| name.starts_with("batch")));
            let show =
                |seconds: &Option<f64>| seconds.map_or("–".to_owned(), |seconds| format!("{:.0}", seconds * 1e9));
            let columns: Vec<String> = each.iter().map(show).collect();
            say(format!("| {} | {} | {:.1}× | {:.1}× |", set.name, columns.join(" | "), peer / single, peer / batch));
            chart.measures.push(Measure { name: set.name.clone(), unit: Unit::Seconds });
            for (row, &seconds) in chart.rows.iter_mut().zip(&each) {
                row.values.push(seconds);
            }
        }
        if writes {
            draw(&format!("sudoku-limit-{limit}.svg"), &render(&chart));
        }
    }
    if args.is_empty() {
        generate(passes, &mut say);
    }
    if writes {
        note("sudoku.md", &report);
    }
    println!("\n{:.0} s in all", start.elapsed().as_secs_f64());
}

/// Microseconds per generated puzzle.
fn generate(passes: usize, say: &mut dyn FnMut(String)) {
    say("\n## Generating, µs per puzzle\n\n| spec | time | per core-second |\n|---|---:|---:|".to_owned());
    let generator = FAMILY.generator().expect("Sudoku has a generator");
    let mut line = |name: &str, most: u64, make: &mut dyn FnMut() -> u64| {
        let micros = least_time(passes, make).as_secs_f64() * 1e6 / most as f64;
        say(format!("| {name} | {micros:.1} | {:.0} |", 1e6 / micros));
    };
    // Many, since a few slow ones would matter.
    let specs: [(&str, u64, &[(&str, &str)]); 6] = [
        ("minimal", 10_000, &[("minimal", "")]),
        ("31 to 51 givens (30 to 50 blanks)", 20_000, &[("givens", "31..51")]),
        ("symmetric by half a turn", 10_000, &[("symmetry", "rotate180")]),
        ("symmetric by half a turn, minimal", 200, &[("symmetry", "rotate180"), ("minimal", "")]),
        ("20 givens", 50, &[("givens", "20")]),
        ("minimal, in canonical form", 2_000, &[("minimal", ""), ("canonical", "")]),
    ];
    for (name, most, options) in specs {
        let spec = spec(options);
        line(name, most, &mut || (0..most).filter(|&index| generator.generate(&spec, index).is_ok()).count() as u64);
    }
    line("peer: `sudoku` 0.8, minimal", 2_000, &mut || {
        (0..2_000).map(|_| u64::from(sudoku::Sudoku::generate().to_bytes()[0])).sum()
    });
}
