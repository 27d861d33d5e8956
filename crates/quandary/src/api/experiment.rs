//! `experiment`: algorithms compared on many puzzles, size by size, in one summary.
//!
//! An [`Experiment`] runs every algorithm on puzzle after puzzle, as `compare` does, and sums up what each took on the puzzles of one
//! size: the median and the quartiles, and how many runs ran out of their budget. An algorithm that ran out on every
//! puzzle of a size is not tried on those that follow: they are larger.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::catalogue::find;
use super::compare::{AlgorithmRun, CompareOptions, algorithms_of};
use super::request::Request;
use super::{Error, GenerateOptions, Series};
use crate::Puzzle;
use quandary_core::puzzle::Families;
use quandary_core::read::{Hints, Source};
use quandary_core::scene::chart::{Measure, Unit};
use quandary_core::scene::growth::{self, Growth, GrowthLine, GrowthPoint};
use quandary_core::verdict::Budget;

/// The most sizes, and the most puzzles of a size, that a request may ask for.
const MOST: usize = 1000;

/// What `experiment` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ExperimentOptions {
    /// The option of the generator that grows.
    pub vary: String,
    /// Its values, in order: numbers such as `3..12` or `5..30:5`, or a list such as `2x2,2x3,3x3`.
    pub values: String,
    /// The generator's other options.
    pub generator: BTreeMap<String, Value>,
    /// How many puzzles of each size; by default 5.
    pub count: Option<u64>,
    /// The seed of the series.
    pub seed: u64,
    /// The algorithms, in order; all of the family where none are named.
    pub algorithms: Vec<String>,
    /// The most search nodes of one algorithm.
    pub node_limit: Option<u64>,
    /// Add a chart.
    pub svg: bool,
}

/// The answer to `experiment`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Experimented {
    /// What grows.
    pub axis: String,
    /// One row for each size and algorithm.
    pub rows: Vec<SummaryRow>,
    /// Wrong answers, and proofs that contradict each other: bugs in Quandary.
    pub disagreements: Vec<String>,
    /// The growth chart, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub svg: Option<String>,
}

/// What an algorithm took on the puzzles of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SummaryRow {
    /// The size.
    pub size: String,
    /// The algorithm.
    pub algorithm: &'static str,
    /// How many puzzles it was run on.
    pub puzzles: usize,
    /// How many of these runs ran out of their budget: what they took is only a lower bound.
    pub ran_out: usize,
    /// CPU time in microseconds.
    pub time_us: Spread,
    /// Search nodes expanded.
    pub nodes: Spread,
    /// Most bytes in the algorithm's tables at one time.
    pub peak_bytes: Spread,
}

/// The middle half of some values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The first quartile.
    pub low: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub high: f64,
}

impl Spread {
    /// The spread of these values; all zero where there is none.
    pub fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(f64::total_cmp);
        let at = |part: f64| {
            let place = part * values.len().saturating_sub(1) as f64;
            let (low, high) = (values.get(place.floor() as usize)?, values.get(place.ceil() as usize)?);
            // Values are measured to thousandths: more digits would mean nothing.
            Some(((low + (high - low) * place.fract()) * 1e3).round() / 1e3)
        };
        let [low, median, high] = [0.25, 0.5, 0.75].map(|part| at(part).unwrap_or_default());
        Spread { low, median, high }
    }
}

impl SummaryRow {
    /// Whether the medians are only lower bounds: half of the runs or more ran out.
    pub fn is_bound(&self) -> bool {
        2 * self.ran_out >= self.puzzles && self.ran_out > 0
    }
}

/// What a panel of the chart shows of a row, and the size of its unit.
type Measured = fn(&SummaryRow) -> (Spread, f64);

/// Algorithms compared on many puzzles.
pub struct Experiment {
    title: String,
    axis: String,
    options: CompareOptions,
    /// Whether each size is larger than the one before.
    is_growing: bool,
    /// The runs of each size, in order.
    sizes: Vec<(String, Vec<AlgorithmRun>)>,
    disagreements: Vec<String>,
}

impl Experiment {
    /// An experiment on puzzles that differ in this.
    pub fn new(title: impl Into<String>, axis: impl Into<String>, options: CompareOptions) -> Self {
        let (title, axis) = (title.into(), axis.into());
        Experiment { title, axis, options, is_growing: false, sizes: Vec::new(), disagreements: Vec::new() }
    }

    /// The same, where the puzzles only grow: what ran out on every puzzle of a size is not tried on the sizes after it.
    #[must_use]
    pub fn growing(self) -> Self {
        Experiment { is_growing: true, ..self }
    }

    /// Gives the sizes other names, each its own.
    pub fn rename_sizes(&mut self, name: impl Fn(&str) -> String) {
        for (size, _) in &mut self.sizes {
            *size = name(size);
        }
    }

    /// Runs the algorithms on a puzzle of this size. The budget is one for [`Puzzle::compare`].
    pub fn run(&mut self, size: &str, puzzle: &Puzzle, budget: &Budget) -> Result<(), Error> {
        let place = self.sizes.iter().position(|(known, _)| known == size).unwrap_or_else(|| {
            self.sizes.push((size.to_owned(), Vec::new()));
            self.sizes.len() - 1
        });
        // What ran out on all puzzles of a smaller size is hopeless here.
        let smaller = if self.is_growing { &self.sizes[..place] } else { &[] };
        let hopeless = |name: &str| {
            smaller.iter().any(|(_, runs)| {
                let mut own = runs.iter().filter(|run| run.algorithm == name).peekable();
                own.peek().is_some() && own.all(|run| run.stopped().is_some())
            })
        };
        let chosen = algorithms_of(puzzle.board(), &self.options.algorithms)?;
        let left: Vec<String> =
            chosen.iter().map(|algorithm| algorithm.name).filter(|name| !hopeless(name)).map(String::from).collect();
        if left.is_empty() {
            return Ok(());
        }
        let options = CompareOptions { algorithms: left, svg: false, lab: false, ..self.options.clone() };
        let compared = puzzle.compare(&options, budget)?;
        self.disagreements.extend(compared.disagreements.unwrap_or_default());
        self.sizes[place].1.extend(compared.algorithms.unwrap_or_default());
        Ok(())
    }

    /// The summary.
    pub fn finish(self) -> Experimented {
        let rows: Vec<SummaryRow> = self.sizes.iter().flat_map(|(size, runs)| summary(size, runs)).collect();
        let svg = self.options.svg.then(|| growth::render(&self.chart(&rows)));
        Experimented { axis: self.axis, rows, disagreements: self.disagreements, svg }
    }

    fn chart(&self, rows: &[SummaryRow]) -> Growth {
        let measure = |name: &str, unit| Measure { name: name.to_owned(), unit };
        let values: [Measured; 3] = [|row| (row.time_us, 1e-6), |row| (row.nodes, 1.0), |row| (row.peak_bytes, 1.0)];
        let sizes: Vec<String> = self.sizes.iter().map(|(size, _)| size.clone()).collect();
        let mut names: Vec<&'static str> = Vec::new();
        for row in rows {
            if !names.contains(&row.algorithm) {
                names.push(row.algorithm);
            }
        }
        let line = |name: &&'static str| {
            let find = |size: &String| rows.iter().find(|row| row.size == *size && row.algorithm == *name);
            let point = |row: &SummaryRow, value: Measured| {
                let (spread, unit) = value(row);
                // A logarithmic axis has no zero: nothing counts as one.
                let [low, middle, high] = [spread.low, spread.median, spread.high].map(|value| value.max(1.0) * unit);
                GrowthPoint { low, middle, high, is_bound: row.is_bound() }
            };
            let points = values.map(|value| sizes.iter().map(|size| find(size).map(|row| point(row, value))).collect());
            GrowthLine { name: (*name).to_owned(), points: points.to_vec() }
        };
        Growth {
            title: self.title.clone(),
            axis: self.axis.clone(),
            measures: vec![
                measure("CPU time", Unit::Seconds),
                measure("nodes expanded", Unit::Count),
                measure("peak memory", Unit::Bytes),
            ],
            lines: names.iter().map(line).collect(),
            sizes,
            captions: vec![
                "Points are medians, bars go from the first quartile to the third. A hollow point is a lower bound: \
                 half of the runs or more ran out of their budget; larger puzzles were then not tried."
                    .to_owned(),
            ],
        }
    }
}

/// What each algorithm took, in the order in which they first ran.
fn summary(size: &str, runs: &[AlgorithmRun]) -> Vec<SummaryRow> {
    let mut names: Vec<&'static str> = Vec::new();
    for run in runs {
        if !names.contains(&run.algorithm) {
            names.push(run.algorithm);
        }
    }
    let row = |name: &&'static str| {
        let own = || runs.iter().filter(|run| run.algorithm == *name);
        SummaryRow {
            size: size.to_owned(),
            algorithm: name,
            puzzles: own().count(),
            ran_out: own().filter(|run| run.stopped().is_some()).count(),
            time_us: Spread::of(own().map(|run| run.time_us).collect()),
            nodes: Spread::of(own().map(|run| run.nodes as f64).collect()),
            peak_bytes: Spread::of(own().map(|run| run.peak_bytes as f64).collect()),
        }
    };
    names.iter().map(row).collect()
}

/// The values of an option that grows: `3..12`, `5..30:5`, or a list.
pub fn series_values(text: &str) -> Option<Vec<String>> {
    let Some((first, rest)) = text.split_once("..") else {
        let values: Vec<String> = text.split(',').map(|value| value.trim().to_owned()).collect();
        return values.iter().all(|value| !value.is_empty()).then_some(values);
    };
    let (last, step) = rest.split_once(':').unwrap_or((rest, "1"));
    let [first, last, step] = [first, last, step].map(|number| number.trim().parse::<u32>().ok());
    let (first, last, step) = (first?, last?, step.filter(|&step| step > 0)?);
    let count = (last.checked_sub(first)? / step) as usize;
    (count < MOST).then(|| (first..=last).step_by(step as usize).map(|number| number.to_string()).collect())
}

/// The puzzles of one size of a series, one after the other.
pub fn series_puzzles(
    families: Families,
    family: &str,
    options: &GenerateOptions,
    budget: &Budget,
) -> Result<impl Iterator<Item = Result<Puzzle, Error>> + use<>, Error> {
    let series = Series::new(families, family, options, budget)?;
    let maker = series.maker();
    Ok((options.start..options.start + options.count).map(move |index| {
        let (board, _) = maker.board(index)?;
        let source = Source::new(format!("<{index}>"), "", 1);
        Ok(Puzzle::new(board, source, Hints::new(families)))
    }))
}

/// Runs an experiment on puzzles that are made for it.
pub(super) fn experiment(families: Families, request: &Request, budget: &Budget) -> Result<Experimented, Error> {
    let (options, budget) = request.options::<ExperimentOptions>(budget)?;
    let family = request.family.as_deref().ok_or_else(|| {
        Error::bad_request("experiment needs the name of a family")
            .help(r#"send {"family": "…", "options": {"vary": "…", "values": "3..8"}}"#)
    })?;
    let values = series_values(&options.values).ok_or_else(|| {
        Error::bad_request("option 'values': expected numbers such as 3..12 or 5..30:5, or a list such as 2x2,2x3,3x3")
    })?;
    let count = options.count.unwrap_or(5);
    if !(1..=MOST as u64).contains(&count) {
        return Err(Error::bad_request(format!("option 'count': expected 1 to {MOST}")));
    }
    let compare = CompareOptions {
        algorithms: options.algorithms.clone(),
        node_limit: options.node_limit,
        svg: options.svg,
        lab: false,
    };
    let title = find(families, family)?.title();
    let mut experiment =
        Experiment::new(format!("{title}: growth with {}", options.vary), &*options.vary, compare).growing();
    let mut left = values.len() as u32 * count as u32;
    for value in &values {
        let mut own = options.generator.clone();
        own.insert(options.vary.clone(), Value::from(value.as_str()));
        let made = GenerateOptions { count, seed: options.seed, own, ..GenerateOptions::default() };
        for puzzle in series_puzzles(families, family, &made, &budget)? {
            // What is left of the time is shared evenly.
            let time = budget.start().left().map(|time| time / left.max(1));
            let share = Budget { time, ..budget.clone() }.begin();
            experiment.run(value, &puzzle?, &share)?;
            left -= 1;
        }
    }
    Ok(experiment.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ALL;

    #[test]
    fn values_are_ranges_with_steps_or_lists() {
        assert_eq!(series_values("3..5").unwrap(), ["3", "4", "5"]);
        assert_eq!(series_values("5..16:5").unwrap(), ["5", "10", "15"]);
        assert_eq!(series_values("2x2, 2x3").unwrap(), ["2x2", "2x3"]);
        assert_eq!(series_values("7").unwrap(), ["7"]);
        for wrong in ["5..3", "3..", "a..b", "1..9:0", "", "1,,2", "0..4000000000"] {
            assert_eq!(series_values(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn quartiles_lie_between_the_values() {
        assert_eq!(Spread::of(vec![4.0, 1.0, 3.0, 2.0, 5.0]), Spread { low: 2.0, median: 3.0, high: 4.0 });
        assert_eq!(Spread::of(vec![1.0, 2.0]), Spread { low: 1.25, median: 1.5, high: 1.75 });
        assert_eq!(Spread::of(vec![7.0]), Spread { low: 7.0, median: 7.0, high: 7.0 });
        assert_eq!(Spread::of(Vec::new()), Spread::default());
    }

    #[test]
    fn a_series_is_summed_up_by_size_and_algorithm() {
        let body = r#"{"family":"ballsort","options":{"vary":"colours","values":"2..4","count":3,"seed":1,
            "algorithms":["ucs","astar"],"svg":true}}"#;
        let found = experiment(ALL, &Request::parse(body).unwrap(), &Budget::default()).unwrap();
        let rows: Vec<(&str, &str, usize)> =
            found.rows.iter().map(|row| (&*row.size, row.algorithm, row.puzzles)).collect();
        assert_eq!(rows.len(), 6, "{rows:?}");
        assert!(rows.iter().all(|row| row.2 == 3) && found.disagreements.is_empty());
        let nodes = |size: &str| found.rows.iter().find(|row| row.size == size).map_or(0.0, |row| row.nodes.median);
        assert!(nodes("4") > nodes("2"));
        assert!(found.svg.unwrap().contains("colours 4"));
    }

    #[test]
    fn an_algorithm_that_always_runs_out_is_not_tried_on_larger_puzzles() {
        let body = r#"{"family":"ballsort","options":{"vary":"colours","values":"4..6","count":2,"seed":1,
            "algorithms":["ucs"],"node_limit":3}}"#;
        let found = experiment(ALL, &Request::parse(body).unwrap(), &Budget::default()).unwrap();
        assert_eq!(found.rows.len(), 1);
        assert!(found.rows[0].is_bound() && found.rows[0].ran_out == 2);
    }

    #[test]
    fn what_cannot_be_run_is_refused() {
        for (body, part) in [
            (r#"{"options":{"vary":"colours","values":"3..4"}}"#, "name of a family"),
            (r#"{"family":"ballsort","options":{"vary":"colours","values":"4..3"}}"#, "'values'"),
            (r#"{"family":"ballsort","options":{"vary":"colours","values":"3","count":0}}"#, "'count'"),
        ] {
            let error = experiment(ALL, &Request::parse(body).unwrap(), &Budget::default()).unwrap_err();
            assert!(error.message.contains(part), "{}", error.message);
        }
    }
}
