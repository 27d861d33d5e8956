//! `families`: what can be read, by which rules, in which notations, and how it is solved.

use std::fmt::Write as _;

use comfy_table::{ContentArrangement, Table};
use quandary::ALL;
use quandary::api::{FamilyInfo, NotationInfo, catalogue};

use super::{Failure, json_line};
use crate::args::Families;
use crate::exit::Exit;
use crate::output::{Out, OutputStyle, table};

/// The width of the table where there is no screen.
const WIDTH: u16 = 110;
/// A screen that is narrower than this has a list instead of a table: columns would break names apart.
const LEAST: u16 = 70;

/// What stands below all families.
const NOTE: &str = "The first rule is the default. 'quandary families NAME' describes one family in full.";

/// Runs the command.
pub(crate) fn run(args: &Families, style: &OutputStyle) -> Result<Exit, Failure> {
    let found = catalogue(ALL, args.name.as_deref())?.families;
    let text = match (&found[..], args.json, &args.name) {
        (families, true, _) => families.iter().map(json_line).collect::<Result<String, _>>()?,
        ([family], false, Some(_)) => in_full(family, style),
        (families, false, _) if style.width.is_some_and(|width| width < LEAST) => listed(families, style),
        (families, false, _) => overview(families, style),
    };
    let mut out = Out::screen();
    out.lines(&text)?;
    out.flush()?;
    Ok(Exit::Solved)
}

/// All families in one table.
fn overview(families: &[FamilyInfo], style: &OutputStyle) -> String {
    // A narrow screen has no room for the sizes, which are long.
    let width = style.width.unwrap_or(WIDTH);
    let heads = &["name", "puzzle", "rules", "notations", "sizes"][..if width < WIDTH { 4 } else { 5 }];
    let mut table: Table = table(style, heads);
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
    for family in families {
        let row = [family.name, family.title, &rules(family), &notations(family), family.limits];
        table.add_row(&row[..heads.len()]);
    }
    format!("{table}\n{}\n", style.wrapped(NOTE, ""))
}

/// All families, one below the other.
fn listed(families: &[FamilyInfo], style: &OutputStyle) -> String {
    let mut text = String::new();
    for family in families {
        let _ = writeln!(text, "{} ({})", style.bold(family.title), family.name);
        for (what, names) in [("rules", rules(family)), ("notations", notations(family))] {
            let _ = writeln!(text, "{}", style.wrapped(&format!("  {what}: {names}"), "    "));
        }
    }
    format!("{text}{}\n", style.wrapped(NOTE, ""))
}

fn rules(family: &FamilyInfo) -> String {
    let names: Vec<_> = family.rules.iter().map(|rule| rule.name).collect();
    if names.is_empty() { "one only".to_owned() } else { names.join(", ") }
}

fn notations(family: &FamilyInfo) -> String {
    family.notations.iter().map(|notation| notation.name).collect::<Vec<_>>().join(", ")
}

/// What examples and the further lines of a text begin with.
const EXAMPLE: &str = "      ";

/// Everything about one family.
fn in_full(family: &FamilyInfo, style: &OutputStyle) -> String {
    let goal = style.wrapped(family.goal, "");
    let mut text = format!("{} ({})\n\n{goal}\n", style.bold(family.title), family.name);
    let mut is_cut = false;
    let mut section = |title: &str, lines: &[String]| {
        let _ = writeln!(text, "\n{}", style.bold(title));
        for line in lines {
            let line = format!("  {line}");
            // A line of an example is one line, and nobody reads the end of a long link.
            let shown = if line.starts_with(EXAMPLE) { style.cut(&line) } else { style.wrapped(&line, EXAMPLE).into() };
            is_cut |= line.starts_with(EXAMPLE) && shown != line;
            let _ = writeln!(text, "{shown}");
        }
    };
    section("Sizes", &[family.limits.to_owned()]);
    if !family.rules.is_empty() {
        let rules = family.rules.iter().enumerate().map(|(index, rule)| {
            let default = if index == 0 { " (default)" } else { "" };
            format!("--rule {}{default}: {}", rule.name, rule.summary)
        });
        section("Rules", &rules.collect::<Vec<_>>());
    }
    if !family.notes.is_empty() {
        section("Notes", &family.notes.iter().map(|&note| note.to_owned()).collect::<Vec<_>>());
    }
    let mut notations = Vec::new();
    for notation in &family.notations {
        notations.push(format!("{} ({}): {}", notation.name, directions(notation), notation.summary));
        if let Some(example) = notation.example {
            notations.extend(example.trim_end().lines().map(|line| format!("    {line}")));
        }
    }
    section("Notations", &notations);
    let algorithms = family.algorithms.iter().map(|algorithm| format!("{}: {}", algorithm.name, algorithm.summary));
    section("Algorithms that 'quandary compare' runs", &algorithms.collect::<Vec<_>>());
    if is_cut {
        let whole = format!("'quandary families {} --json' has them whole", family.name);
        let note = format!("Examples that are wider than the screen are cut; {whole}.");
        let _ = writeln!(text, "\n{}", style.wrapped(&note, ""));
    }
    text
}

fn directions(notation: &NotationInfo) -> String {
    let directions = if notation.writes { "read and written" } else { "read" };
    if notation.one_per_line { format!("{directions}, one puzzle per line") } else { directions.to_owned() }
}
