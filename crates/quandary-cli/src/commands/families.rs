//! `families`: what can be read, by which rules, in which notations, and how it is solved.

use std::fmt::Write as _;

use comfy_table::{ContentArrangement, Table};
use quandary::contract::family_json;
use quandary::families::ALL;
use quandary::puzzle::{AnyNotation, Family, Packing};

use super::Failure;
use crate::args::Families;
use crate::exit::Exit;
use crate::output::{Looks, Out, table};

/// The width of the table: wide enough for its words, and for most screens.
const WIDTH: u16 = 110;

/// Runs the command.
pub(crate) fn run(args: &Families, looks: &Looks) -> Result<Exit, Failure> {
    let chosen = args.name.as_deref().and_then(quandary::family);
    let text = match (chosen, args.json) {
        (Some(family), false) => in_full(family, looks),
        (Some(family), true) => format!("{}\n", family_json(family)),
        (None, true) => ALL.iter().map(|&family| format!("{}\n", family_json(family))).collect(),
        (None, false) => overview(looks),
    };
    let mut out = Out::screen();
    out.lines(&text)?;
    out.flush()?;
    Ok(Exit::Solved)
}

/// All families in one table.
fn overview(looks: &Looks) -> String {
    let mut table: Table = table(looks, &["name", "puzzle", "rules", "notations", "sizes"]);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    for family in ALL {
        let rules: Vec<_> = family.rules().iter().map(|rule| rule.name).collect();
        let notations: Vec<_> = family.notations().iter().map(|notation| notation.name()).collect();
        let rules = if rules.is_empty() { "one only".to_owned() } else { rules.join(", ") };
        table.add_row([family.name(), family.title(), &rules, &notations.join(", "), family.limits()]);
    }
    format!("{table}\nThe first rule is the usual one. 'quandary families NAME' tells all about one of them.\n")
}

/// Everything about one family.
fn in_full(family: &dyn Family, looks: &Looks) -> String {
    let mut text = format!("{} ({})\n\n{}\n", looks.bold(family.title()), family.name(), family.goal());
    let mut section = |title: &str, lines: &[String]| {
        let _ = writeln!(text, "\n{}", looks.bold(title));
        for line in lines {
            let _ = writeln!(text, "  {line}");
        }
    };
    section("Sizes", &[family.limits().to_owned()]);
    if !family.rules().is_empty() {
        let rules = family.rules().iter().enumerate().map(|(index, rule)| {
            let usual = if index == 0 { " (usual)" } else { "" };
            format!("--rule {}{usual}: {}", rule.name, rule.summary)
        });
        section("Rules", &rules.collect::<Vec<_>>());
    }
    if !family.notes().is_empty() {
        section("What else", &family.notes().iter().map(|&note| note.to_owned()).collect::<Vec<_>>());
    }
    let mut notations = Vec::new();
    for notation in family.notations() {
        notations.push(format!("{} ({}): {}", notation.name(), directions(notation), notation.summary()));
        if let Some(example) = example(family, notation) {
            notations.extend(example.trim_end().lines().map(|line| format!("    {line}")));
        }
    }
    section("Notations", &notations);
    let algorithms = family.algorithms().iter().map(|algorithm| format!("{}: {}", algorithm.name, algorithm.summary));
    section("Algorithms that 'quandary compare' runs", &algorithms.collect::<Vec<_>>());
    text
}

fn directions(notation: &dyn AnyNotation) -> String {
    let ways = if notation.writes() { "read and written" } else { "read" };
    match notation.packing() {
        Packing::Line => format!("{ways}, one puzzle a line"),
        _ => ways.to_owned(),
    }
}

/// A puzzle in this notation.
fn example(family: &dyn Family, notation: &dyn AnyNotation) -> Option<&'static str> {
    family.examples().iter().find(|example| example.notation == notation.name()).map(|example| example.text)
}
