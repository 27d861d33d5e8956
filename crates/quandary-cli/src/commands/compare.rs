//! `compare`: algorithms side by side on the same puzzle, in one table.
//!
//! Each algorithm runs alone, on one thread, on the same question and under the same budget. Every column means the
//! same for every algorithm and family, and is defined in one place ([`COLUMNS`]): the table with its legend, the JSON, and
//! the CSV all come from there. A solution is verified before its row is shown, and a proof that contradicts another one
//! is pointed out loudly.

mod lab;

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use comfy_table::CellAlignment;
use quandary::contract::{self, COLUMNS, Column, Run, comparison_json, disagreements};
use quandary::families::ALL;
use quandary::puzzle::{Algorithm, Puzzle};
use quandary::read::{self, Hints, Source};
use quandary::scene::chart;
use quandary::verdict::{Ask, Budget};
use serde_json::Value;

use super::{Failure, alone, cannot_write, complain, forbid_overwriting};
use crate::args::Compare;
use crate::exit::Exit;
use crate::input::{Bad, Pieces};
use crate::output::{self, Looks, Out, heading, numbered, table};
use crate::{interrupt, memory, report};

/// Seconds for each algorithm, unless the caller says otherwise.
const TIME_LIMIT: Duration = Duration::from_secs(5);

/// Runs the command.
pub(crate) fn run(args: &Compare, looks: &Looks) -> Result<Exit, Failure> {
    let mut out = Out::screen();
    if args.list {
        out.lines(&list(args.reading.kind.family.as_deref(), looks))?;
        out.flush()?;
        return Ok(Exit::Solved);
    }
    forbid_overwriting(&args.reading.inputs, args.svg.as_deref());
    let hints = args.reading.kind.hints();
    let budget = args.spending.budget();
    let budget = Budget { time: budget.time.or(Some(TIME_LIMIT)), nodes: args.node_limit, ..budget };
    let ask = Ask { budget, ..Ask::default() };
    if args.csv {
        let names: Vec<&str> = COLUMNS.iter().map(|column| column.key).collect();
        out.lines(&format!("file,line,family,{}\n", names.join(",")))?;
    }
    let (mut exit, mut number) = (Exit::Solved, 0);
    for piece in Pieces::new(&args.reading.inputs, hints.clone()).take_while(|_| !interrupt::is_raised()) {
        match piece.and_then(|source| compared(source, &hints, args)) {
            Err((source, error)) => {
                let ended = match args.json {
                    true => {
                        out.lines(&format!("{}\n", report::for_programs(&source, &error)))?;
                        out.flush()?;
                        Exit::BadInput
                    }
                    false => complain(&mut out, &source, &error, looks)?,
                };
                exit = exit.max(ended);
            }
            Ok(Compared { source, puzzle, .. }) if args.lab => {
                let budget = ask.budget.begin();
                let found = alone(|| puzzle.lab(&budget))?;
                if budget.check().is_err() {
                    exit = exit.max(Exit::RanOut);
                }
                match args.json {
                    true => out.lines(&format!("{}\n", lab::for_programs(&source, &*puzzle, &found)))?,
                    false => out.block(&(heading(&source, &*puzzle, looks) + &lab::for_people(&found, looks)))?,
                }
                out.flush()?;
            }
            Ok(Compared { source, puzzle, algorithms }) => {
                number += 1;
                let runs =
                    alone(|| contract::run_all(&*puzzle, &algorithms, &ask, |run| Some(memory::peak_of(run).1)))?;
                let wrong = disagreements(&runs);
                match (args.json, args.csv) {
                    (true, _) => out.lines(&format!("{}\n", comparison_json(&source, &*puzzle, &runs)))?,
                    (_, true) => out.lines(&for_spreadsheets(&source, &*puzzle, &runs))?,
                    _ => out.block(&(heading(&source, &*puzzle, looks) + &for_people(&runs, looks)))?,
                }
                out.flush()?;
                wrong.iter().for_each(|what| output::say(&format!("internal error: {what}\n")));
                if let Some(path) = &args.svg {
                    draw(&numbered(path, number), &*puzzle, &runs)?;
                }
                exit = exit.max(if wrong.is_empty() { exit_of(&runs) } else { Exit::Internal });
            }
        }
        if ask.budget.cancel.is_cancelled() {
            exit = exit.max(Exit::Interrupted);
            break;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// A puzzle and what is to be run on it.
struct Compared {
    source: Source,
    puzzle: Box<dyn Puzzle>,
    algorithms: Vec<Algorithm>,
}

/// Reads one puzzle and chooses the algorithms that were asked for, in their order.
fn compared(source: Source, hints: &Hints, args: &Compare) -> Result<Compared, Bad> {
    let chosen = read::puzzle(&source, hints)
        .and_then(|puzzle| contract::chosen(&*puzzle, &args.algorithms).map(|algorithms| (puzzle, algorithms)));
    match chosen {
        Ok((puzzle, algorithms)) => Ok(Compared { source, puzzle, algorithms }),
        Err(error) => Err((source, error)),
    }
}

/// What can be compared.
fn list(family: Option<&str>, looks: &Looks) -> String {
    let mut text = String::new();
    for family in ALL.iter().filter(|known| family.is_none_or(|name| name == known.name())) {
        let _ = writeln!(text, "{}", looks.bold(family.title()));
        let width = family.algorithms().iter().map(|algorithm| algorithm.name.len()).max().unwrap_or(0);
        for Algorithm { name, summary } in family.algorithms() {
            let _ = writeln!(text, "  {name:width$}  {summary}");
        }
    }
    text
}

/// The table and its legend.
fn for_people(runs: &[Run], looks: &Looks) -> String {
    let columns: Vec<&Column> = COLUMNS.iter().filter(|column| column.says_something(runs)).collect();
    let heads: Vec<&str> = columns.iter().map(|column| column.head).collect();
    let mut table = table(looks, &heads);
    for run in runs {
        table.add_row(columns.iter().map(|column| column.of(run).for_people()));
    }
    for (index, column) in columns.iter().enumerate() {
        if let Some(shown) = table.column_mut(index).filter(|_| column.is_number) {
            shown.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut text = format!("{table}\n");
    let width = heads.iter().map(|head| head.len()).max().unwrap_or(0);
    for column in columns {
        let _ = writeln!(text, "{}", looks.dim(&format!("{:width$}  {}", column.head, column.legend)));
    }
    text
}

fn for_spreadsheets(source: &Source, puzzle: &dyn Puzzle, runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        let mut fields =
            vec![source.name.to_string(), source.first_line.to_string(), puzzle.family().name().to_owned()];
        fields.extend(COLUMNS.iter().map(|column| match column.of(run).for_programs() {
            Value::Null => String::new(),
            Value::String(text) => text,
            other => other.to_string(),
        }));
        let quoted = fields.iter().map(|field| match field.contains(['"', ',', '\n', '\r']) {
            true => format!("\"{}\"", field.replace('"', "\"\"")),
            false => field.clone(),
        });
        text += &quoted.collect::<Vec<_>>().join(",");
        text.push('\n');
    }
    text
}

/// The bar chart: time, nodes and memory.
fn draw(path: &Path, puzzle: &dyn Puzzle, runs: &[Run]) -> Result<(), Failure> {
    std::fs::write(path, chart::render(&contract::chart(puzzle, runs))).map_err(|error| cannot_write(path, &error))
}

/// Solved when one algorithm settled it, impossible when one proved that, else out of budget.
fn exit_of(runs: &[Run]) -> Exit {
    let ends = runs.iter().map(|run| super::exit_of(&run.outcome, &Ask::default(), false));
    ends.min().unwrap_or(Exit::Solved)
}
