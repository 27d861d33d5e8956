//! A summary of many comparisons: puzzles of files, or of a series that is made for it.

use std::collections::BTreeSet;
use std::time::Duration;

use quandary::ALL;
use quandary::api::{
    CompareOptions, Experiment, Experimented, GenerateOptions, Spread, SummaryRow, series_puzzles, series_values,
};
use serde::Serialize;
use serde_json::Value;

use super::super::{Failure, as_typed, cannot_write, json_line, report_api_error, report_error};
use crate::args::{Compare, usage_error};
use crate::exit::Exit;
use crate::interrupt::{self, stoppable};
use crate::output::{self, Out, OutputStyle, fitted_table};
use crate::progress::Progress;
use crate::{input, words};

/// Runs the command.
pub(super) fn run(
    args: &Compare,
    options: CompareOptions,
    inputs: &[String],
    style: &OutputStyle,
) -> Result<Exit, Failure> {
    let mut out = Out::screen();
    let (mut found, mut exit) = match &args.generate {
        Some(family) => (generated(args, family, options)?, Exit::Solved),
        None => read(args, options, inputs, &mut out, style)?,
    };
    if let (Some(path), Some(chart)) = (&args.svg, found.svg.take()) {
        std::fs::write(path, chart).map_err(|error| cannot_write(path, &error))?;
    }
    let text = match (args.json, args.csv) {
        (true, _) => json_line(&found)?,
        (_, true) => csv(&found.rows)?,
        _ => for_people(&found, style),
    };
    out.lines(&text)?;
    out.flush()?;
    if !found.disagreements.is_empty() {
        found.disagreements.iter().for_each(|what| output::eprint(&format!("internal error: {what}\n")));
        exit = exit.max(Exit::Internal);
    }
    Ok(if interrupt::is_raised() { exit.max(Exit::Interrupted) } else { exit })
}

/// The puzzles of files, by their sizes.
fn read(
    args: &Compare,
    options: CompareOptions,
    inputs: &[String],
    out: &mut Out,
    style: &OutputStyle,
) -> Result<(Experimented, Exit), Failure> {
    let mut experiment = Experiment::new("Algorithms by size", "size", options);
    let (budget, progress) = (args.reading.limits.budget(), Progress::over(inputs));
    let mut exit = Exit::Solved;
    let mut titles = BTreeSet::new();
    for read in input::puzzles(inputs, args.reading.kind.hints()).take_while(|_| !interrupt::is_raised()) {
        match read {
            Ok(puzzle) => {
                let title = puzzle.family().title();
                titles.insert(title);
                let size = format!("{title} {}", puzzle.size());
                if let Err(error) = stoppable(|| experiment.run(&size, &puzzle, &budget)) {
                    exit = exit.max(report_api_error(out, error, args.json, style)?);
                }
            }
            Err((source, error)) => exit = exit.max(report_error(out, &source, &error, style)?),
        }
        progress.advance(1);
    }
    // Where all puzzles are of one kind, the table has better use for the room.
    if let Some(title) = titles.first().filter(|_| titles.len() == 1) {
        experiment.rename_sizes(|size| size.trim_start_matches(title).trim_start().to_owned());
    }
    Ok((experiment.finish(), exit))
}

/// The puzzles of a series, one of whose options may grow.
fn generated(args: &Compare, family: &str, options: CompareOptions) -> Result<Experimented, Failure> {
    let mut own = args.series.clone();
    own.extend(args.reading.kind.notation.rule.clone().map(|rule| ("rule".to_owned(), rule)));
    let (axis, values) = growing(family, &own);
    let title = format!(
        "{}: {} puzzles of each size",
        quandary::family(family).map_or(family, |known| known.title()),
        args.count
    );
    let mut experiment = Experiment::new(title, axis.clone().unwrap_or_else(|| "size".to_owned()), options);
    if axis.is_some() {
        experiment = experiment.growing();
    }
    let progress = Progress::of_puzzles(values.len() as u64 * args.count);
    let budget = args.reading.limits.budget();
    for value in &values {
        let mut own = own.clone();
        own.extend(axis.clone().map(|axis| (axis, value.clone())));
        let own = own.into_iter().map(|(name, value)| (name, Value::from(value))).collect();
        let made = GenerateOptions { count: args.count, seed: args.seed, own, ..GenerateOptions::default() };
        let puzzles = series_puzzles(ALL, family, &made, &interruptible())
            .unwrap_or_else(|error| usage_error(&as_typed(&error.message)));
        for puzzle in puzzles {
            if interrupt::is_raised() {
                break;
            }
            let puzzle = puzzle?;
            let size = if axis.is_some() { value.clone() } else { puzzle.size() };
            stoppable(|| experiment.run(&size, &puzzle, &budget))?;
            progress.advance(1);
        }
    }
    Ok(experiment.finish())
}

/// No limit but Ctrl-C, for making puzzles.
fn interruptible() -> quandary::Budget {
    quandary::Budget { cancel: interrupt::flag(), ..quandary::Budget::default() }
}

/// The option that grows and its values; one value without a name where none grows.
fn growing(family: &str, own: &std::collections::BTreeMap<String, String>) -> (Option<String>, Vec<String>) {
    let known = quandary::family(family).and_then(|family| family.generator()).map(|generator| generator.options());
    let form_of = |name: &str| known.unwrap_or_default().iter().find(|option| option.name == name)?.value;
    let takes_range = |name: &str| form_of(name).is_some_and(|form| form.contains(".."));
    let is_wrong = |(name, value): &(&String, &String)| {
        form_of(name) == Some("N") && value.contains("..") && series_values(value).is_none()
    };
    if let Some((name, value)) = own.iter().find(is_wrong) {
        usage_error(&format!("--{name}: '{value}' is neither a number nor a range such as 3..12 or 5..30:5"))
    }
    let mut axes =
        own.iter().filter(|(name, value)| !takes_range(name) || value.contains(',')).filter_map(|(name, value)| {
            let values = series_values(value)?;
            (values.len() > 1).then(|| (name.clone(), values))
        });
    match (axes.next(), axes.next()) {
        (Some((first, _)), Some((second, _))) => {
            usage_error(&format!("--{first} and --{second}: only one option can grow in a series"))
        }
        (Some((name, values)), None) => (Some(name), values),
        _ => (None, vec![String::new()]),
    }
}

/// The summary as a table.
fn for_people(found: &Experimented, style: &OutputStyle) -> String {
    let mut rows = Vec::new();
    let mut last = "";
    let mut any_bound = false;
    for row in &found.rows {
        let bound = if row.is_bound() { "≥ " } else { "" };
        any_bound |= row.is_bound();
        let time = |micros: f64| words::time(Duration::from_secs_f64(micros / 1e6));
        rows.push(vec![
            if row.size == last { String::new() } else { row.size.clone() },
            row.algorithm.to_owned(),
            if row.ran_out == 0 { String::new() } else { format!("{} of {}", row.ran_out, row.puzzles) },
            format!("{bound}{}", time(row.time_us.median)),
            format!("{} – {}", time(row.time_us.low), time(row.time_us.high)),
            format!("{bound}{}", words::number(row.nodes.median.round() as u64)),
            format!("{bound}{}", words::bytes(row.peak_bytes.median.round() as u64)),
        ]);
        last = &row.size;
    }
    let numbers = ["ran out", "time", "quartiles", "nodes", "memory"].map(|head| (head, true));
    let heads = [&[(&*found.axis, false), ("algorithm", false)][..], &numbers[..]].concat();
    let (mut text, _) = fitted_table(style, &heads, &rows, &["quartiles", "memory", "ran out", "nodes"]);
    let puzzles = found.rows.iter().map(|row| row.puzzles).max().unwrap_or(0);
    let about = format!("Medians and quartiles of up to {} of each size.", words::count(puzzles as u64, "puzzle"));
    text += &(style.wrapped(&about, "") + "\n");
    if any_bound {
        let bound = "≥: half of the runs or more ran out of their budget, so that this is a lower bound.";
        text += &(style.wrapped(bound, "") + "\n");
    }
    text
}

/// A line of the CSV form.
#[derive(Serialize)]
struct CsvRow<'a> {
    size: &'a str,
    algorithm: &'a str,
    puzzles: usize,
    ran_out: usize,
    time_us_low: f64,
    time_us_median: f64,
    time_us_high: f64,
    nodes_low: f64,
    nodes_median: f64,
    nodes_high: f64,
    peak_bytes_low: f64,
    peak_bytes_median: f64,
    peak_bytes_high: f64,
}

fn csv(rows: &[SummaryRow]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        let [time, nodes, bytes]: [Spread; 3] = [row.time_us, row.nodes, row.peak_bytes];
        let line = CsvRow {
            size: &row.size,
            algorithm: row.algorithm,
            puzzles: row.puzzles,
            ran_out: row.ran_out,
            time_us_low: time.low,
            time_us_median: time.median,
            time_us_high: time.high,
            nodes_low: nodes.low,
            nodes_median: nodes.median,
            nodes_high: nodes.high,
            peak_bytes_low: bytes.low,
            peak_bytes_median: bytes.median,
            peak_bytes_high: bytes.high,
        };
        writer.serialize(line).map_err(|error| Failure::Internal(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
