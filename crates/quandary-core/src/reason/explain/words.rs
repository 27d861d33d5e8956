//! Words for the steps of any family: the default of [`Puzzle::narrate`](crate::puzzle::Puzzle::narrate).

use crate::grid::Cell;
use crate::reason::{Model, Values, Var};

use super::single::each;
use super::{Argument, Part, Shown, Step};

/// A step in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words {
    /// What players call it, where it has a name.
    pub name: Option<&'static str>,
    /// One or two sentences.
    pub sentence: String,
    /// The parts that cells play in it, for pictures.
    pub parts: Vec<Part>,
}

impl Words {
    /// A step with a name.
    pub fn named(name: &'static str, sentence: impl Into<String>) -> Self {
        Words { name: Some(name), sentence: sentence.into(), parts: Vec::new() }
    }

    /// A step without a name.
    pub fn plain(sentence: impl Into<String>) -> Self {
        Words { name: None, sentence: sentence.into(), parts: Vec::new() }
    }

    /// The same with the parts that cells play.
    #[must_use]
    pub fn with_parts(self, parts: Vec<Part>) -> Self {
        Words { parts, ..self }
    }
}

/// What players call a value: "5", "black".
pub type Names<'a> = &'a dyn Fn(u8) -> String;

/// Words from the constraints' own statements.
pub fn plain_words(names: Names<'_>, model: &Model, step: &Step) -> Words {
    let rules: Vec<String> = step.constraints.iter().map(|&id| model.constraints()[id].statement()).collect();
    let rules = join(&rules);
    let then = conclusions(names, model, step);
    match &step.argument {
        Argument::Pattern(pattern) => {
            Words::named(pattern.name, pattern.sentence.clone()).with_parts(pattern.parts.clone())
        }
        Argument::Rule | Argument::OnlyValue => Words::plain(format!("{}: {then}.", capital(&rules))),
        &Argument::Supposition { suppose, levels } => {
            let what = format!("{} were {}", cells_of(model, [suppose.var]), values(names, suppose.values));
            let end = match step.sub_steps.last() {
                Some(last) if last.argument == Argument::Contradiction => {
                    let broken: Vec<&str> = last.constraints.iter().map(|&id| model.constraints()[id].name()).collect();
                    format!("{} could not be completed", broken.join(" and "))
                }
                _ => "a cell would have no value left".to_owned(),
            };
            let chain = match step.sub_steps.len() {
                0 | 1 => String::new(),
                links => format!(" ({links} steps)"),
            };
            if levels > 1 {
                let sentence = format!(
                    "If {what}, every continuation fails; proving this needs assumptions inside the assumption{chain}. \
                     Nothing shorter was found. So {then}."
                );
                return Words::named("nested supposition", sentence);
            }
            Words::named("supposition", format!("If {what}, {end}{chain}. So {then}."))
        }
        Argument::Contradiction => Words::plain(format!("That is impossible: {rules}.")),
    }
}

/// What a step shows: "r1c1 is 5, and r2c2 and r3c3 are not 4".
pub fn conclusions(names: Names<'_>, model: &Model, step: &Step) -> String {
    let shown = step.conclusions.iter().map(|&Shown { var, removed, left }| {
        let is_found = left.is_power_of_two();
        (var, is_found, if is_found { left } else { removed })
    });
    facts(names, model, shown)
}

/// What a step builds on: "r1c1 is filled and r1c4–r1c6 are empty".
pub fn premises(names: Names<'_>, model: &Model, step: &Step) -> String {
    facts(names, model, step.premises.iter().map(|known| (known.var, true, known.values)))
}

/// Variables with the values that they have (true) or do not have (false).
fn facts(names: Names<'_>, model: &Model, facts: impl Iterator<Item = (Var, bool, Values)>) -> String {
    let parts: Vec<String> = group_by(facts.map(|(var, is, values)| ((is, values), var)))
        .into_iter()
        .map(|((is, set), vars)| {
            let count: usize = vars.iter().map(|&var| model.cells(var).len()).sum();
            let verb = match (is, count) {
                (true, 1) => "is",
                (true, _) => "are",
                (false, 1) => "is not",
                (false, _) => "are not",
            };
            format!("{} {verb} {}", cells_of(model, vars), values(names, set))
        })
        .collect();
    join(&parts)
}

/// Items with the same key together, in the order of their first appearance.
pub fn group_by<K: PartialEq, T>(items: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (key, item) in items {
        match groups.iter_mut().find(|group| group.0 == key) {
            Some(group) => group.1.push(item),
            None => groups.push((key, vec![item])),
        }
    }
    groups
}

/// A small number in words: "two", "three"; others in digits.
pub fn number(count: usize) -> String {
    const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    WORDS.get(count).map_or_else(|| count.to_string(), |&word| word.to_owned())
}

/// A name with its article: "a 5", "an 8", "an A". Words for colours have none: "lime".
pub fn with_article(name: &str) -> String {
    let is_number = name.chars().all(|c| c.is_ascii_digit());
    match name.chars().next() {
        Some(first) if is_number || name.chars().count() == 1 => {
            let starts_with_vowel =
                first == '8' || name == "11" || name == "18" || "AEFHILMNORSX".contains(first.to_ascii_uppercase());
            format!("{} {name}", if starts_with_vowel { "an" } else { "a" })
        }
        _ => name.to_owned(),
    }
}

/// The cells of some variables: "r1c1, r1c2 and r4c7"; neighbours in a line are drawn together as "r1c1–r1c4".
pub fn cells_of(model: &Model, vars: impl IntoIterator<Item = Var>) -> String {
    list_cells(vars.into_iter().flat_map(|var| model.cells(var)).copied())
}

/// Cells by name: "r1c1, r1c2 and r4c7"; neighbours in a line are drawn together as "r1c1–r1c4".
pub fn list_cells(cells: impl IntoIterator<Item = Cell>) -> String {
    let mut cells: Vec<Cell> = cells.into_iter().collect();
    cells.sort_unstable();
    cells.dedup();
    let one_column = cells.len() > 2 && cells.iter().all(|cell| cell.column == cells[0].column);
    let mut runs: Vec<(Cell, Cell)> = Vec::new();
    for cell in cells {
        let follows = |last: Cell| {
            if one_column { last.row + 1 == cell.row } else { (last.row, last.column + 1) == (cell.row, cell.column) }
        };
        match runs.last_mut() {
            Some(run) if follows(run.1) => run.1 = cell,
            _ => runs.push((cell, cell)),
        }
    }
    let steps = |first: Cell, last: Cell| (last.row - first.row) + (last.column - first.column);
    let parts: Vec<String> = runs
        .into_iter()
        .flat_map(|(first, last)| match steps(first, last) {
            0 => vec![first.to_string()],
            1 => vec![first.to_string(), last.to_string()],
            _ => vec![format!("{first}–{last}")],
        })
        .collect();
    join(&parts)
}

/// Values by the names that players use: "3", "3 or 4", "black".
pub fn values(names: Names<'_>, set: Values) -> String {
    let named: Vec<String> = each(set).into_iter().map(|value| names(value.trailing_zeros() as u8)).collect();
    alternatives(&named)
}

/// "a", "a or b", "a, b or c".
pub fn alternatives(named: &[String]) -> String {
    match named.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => named.join(""),
    }
}

/// "a", "a and b", "a, b and c".
pub fn join(parts: &[String]) -> String {
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.join(""),
    }
}

/// The same text, its first letter a capital; a cell keeps its small r.
pub fn capital(text: &str) -> String {
    if text.starts_with('r') && text[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
