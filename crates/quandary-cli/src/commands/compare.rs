//! `compare`: algorithms side by side on the same puzzle, in one table.
//!
//! Each algorithm runs alone, on one thread, on the same question and under the same budget. A proof that contradicts
//! another one is pointed out loudly.

mod columns;
mod experiment;
mod lab;

use std::fmt::Write as _;

use quandary::api::{AlgorithmRun, CompareOptions, Comparison};
use quandary::{ALL, Ask};
use serde::Serialize;

use super::{Failure, cannot_write, forbid_overwriting, json_line, report_api_error, report_error};
use crate::args::Compare;
use crate::exit::Exit;
use crate::interrupt;
use crate::output::{self, Out, OutputStyle, fitted_table, heading, numbered};
use crate::progress::patiently;
use crate::{input, report};
use columns::{COLUMNS, Column};

/// Runs the command.
pub(crate) fn run(args: &Compare, style: &OutputStyle) -> Result<Exit, Failure> {
    let mut out = Out::screen();
    if args.list {
        out.lines(&list(args.reading.kind.family.as_deref(), style))?;
        out.flush()?;
        return Ok(Exit::Solved);
    }
    let inputs = args.reading.inputs();
    args.svg.iter().for_each(|path| forbid_overwriting(&inputs, path));
    let options = CompareOptions {
        algorithms: args.algorithms.clone(),
        node_limit: args.node_limit,
        lab: args.lab,
        svg: args.svg.is_some(),
    };
    if args.summary || args.generate.is_some() {
        return experiment::run(args, options, &inputs, style);
    }
    let budget = args.reading.limits.budget();
    let (mut exit, mut number) = (Exit::Solved, 0);
    let puzzles = input::puzzles(&inputs, args.reading.kind.hints());
    for read in puzzles.take_while(|_| !interrupt::is_raised()) {
        let puzzle = match read {
            Ok(puzzle) => puzzle,
            Err((source, error)) if args.json => {
                out.lines(&format!("{}\n", report::for_programs(&source, &error)))?;
                exit = exit.max(Exit::BadInput);
                continue;
            }
            Err((source, error)) => {
                exit = exit.max(report_error(&mut out, &source, &error, style)?);
                continue;
            }
        };
        let mut compared = match patiently("comparing algorithms", || puzzle.compare(&options, &budget)) {
            Ok(compared) => compared,
            Err(error) => {
                exit = exit.max(report_api_error(&mut out, error, args.json, style)?);
                continue;
            }
        };
        number += 1;
        if let (Some(path), Some(chart)) = (&args.svg, compared.svg.take()) {
            let path = numbered(path, number);
            std::fs::write(&path, chart).map_err(|error| cannot_write(&path, &error))?;
        }
        let runs = compared.algorithms.as_deref().unwrap_or_default();
        match (args.json, args.csv, &compared.lab) {
            (true, ..) => out.lines(&json_line(&compared)?)?,
            (_, true, _) => out.lines(&csv(&compared, number == 1)?)?,
            (_, _, Some(found)) => out.block(&(heading(&puzzle, style) + &lab::describe(found, style)))?,
            _ => out.block(&(heading(&puzzle, style) + &for_people(runs, style)))?,
        }
        out.flush()?;
        let wrong = compared.disagreements.as_deref().unwrap_or_default();
        wrong.iter().for_each(|what| output::eprint(&format!("internal error: {what}\n")));
        exit = exit.max(match (&compared.lab, wrong) {
            (Some(_), _) if compared.stopped.is_some() => Exit::RanOut,
            (Some(_), _) => Exit::Solved,
            (None, []) => exit_of(runs),
            (None, _) => Exit::Internal,
        });
    }
    if interrupt::is_raised() {
        exit = exit.max(Exit::Interrupted);
    }
    out.flush()?;
    Ok(exit)
}

/// What can be compared.
fn list(family: Option<&str>, style: &OutputStyle) -> String {
    let mut text = String::new();
    for family in ALL.iter().filter(|known| family.is_none_or(|name| name == known.name())) {
        let _ = writeln!(text, "{}", style.bold(family.title()));
        let width = family.algorithms().iter().map(|algorithm| algorithm.name.len()).max().unwrap_or(0);
        for algorithm in family.algorithms() {
            let line = style.wrapped(&format!("  {:width$}  {}", algorithm.name, algorithm.summary), "      ");
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The table and its legend.
fn for_people(runs: &[AlgorithmRun], style: &OutputStyle) -> String {
    let says_something = |column: &&Column| runs.iter().any(|run| (column.value)(run).is_some());
    let columns: Vec<&Column> = COLUMNS.iter().filter(says_something).collect();
    let heads: Vec<(&str, bool)> = columns.iter().map(|column| (column.head, column.is_number)).collect();
    let or_zero = |column: &Column| if column.is_number && column.head != "length" { "0" } else { "" }.to_owned();
    let value = |column: &&Column, run: &AlgorithmRun| (column.value)(run).unwrap_or_else(|| or_zero(column));
    let rows: Vec<Vec<String>> =
        runs.iter().map(|run| columns.iter().map(|column| value(column, run)).collect()).collect();
    let (mut text, shown) = fitted_table(style, &heads, &rows, LEFT_OUT_FIRST);
    let shown: Vec<&Column> = shown.into_iter().map(|index| columns[index]).collect();
    let width = shown.iter().map(|column| column.head.len()).max().unwrap_or(0);
    for column in shown {
        let line = style.wrapped(&format!("{:width$}  {}", column.head, column.legend), "  ");
        let _ = writeln!(text, "{}", style.dim(&line));
    }
    text
}

/// The columns that a narrow screen goes without, the first ones first.
const LEFT_OUT_FIRST: &[&str] =
    &["propagations", "checks", "backtracks", "generated", "frontier", "shortest", "memory", "expanded", "result"];

/// A line of the CSV form: where the puzzle came from, and what the algorithm took.
#[derive(Serialize)]
struct CsvRow<'a> {
    file: &'a str,
    line: usize,
    family: &'a str,
    algorithm: &'a str,
    verdict: quandary::api::VerdictWord,
    time_us: f64,
    nodes: u64,
    generated: u64,
    backtracks: u64,
    checks: u64,
    propagations: u64,
    peak_frontier: u64,
    peak_bytes: u64,
    length: Option<u64>,
    optimal: Option<bool>,
}

fn csv(compared: &Comparison, with_heading: bool) -> Result<String, Failure> {
    let mut writer = csv::WriterBuilder::new().has_headers(with_heading).from_writer(Vec::new());
    for run in compared.algorithms.iter().flatten() {
        let row = CsvRow {
            file: &compared.source.file,
            line: compared.source.line,
            family: compared.header.family,
            algorithm: run.algorithm,
            verdict: run.verdict,
            time_us: run.time_us,
            nodes: run.nodes,
            generated: run.generated,
            backtracks: run.backtracks,
            checks: run.checks,
            propagations: run.propagations,
            peak_frontier: run.peak_frontier,
            peak_bytes: run.peak_bytes,
            length: run.length,
            optimal: run.optimal,
        };
        writer.serialize(row).map_err(|error| Failure::Internal(error.to_string()))?;
    }
    let bytes = writer.into_inner().map_err(|error| Failure::Internal(error.to_string()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Solved when one algorithm settled it, impossible when one proved that, else out of budget.
fn exit_of(runs: &[AlgorithmRun]) -> Exit {
    let ends = runs.iter().map(|run| super::exit_of(&run.outcome, &Ask::default(), false));
    ends.min().unwrap_or(Exit::Solved)
}
