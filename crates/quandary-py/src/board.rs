//! One puzzle: read, written, and asked about.

use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quandary::read::{Hints, Source};
use quandary::{ALL, Budget, Cancel, Error, Puzzle, api};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::count::Count;
use crate::prompt;
use crate::raise::{option, raise};
use crate::run::{run, run_briefly};
use crate::written::{fingerprint_of, text_of};

/// A puzzle.
#[pyclass(frozen, module = "quandary._quandary")]
pub(crate) struct Board {
    pub(crate) puzzle: Puzzle,
}

/// What a call may spend.
pub(crate) fn budget_of(py: Python<'_>, time_limit: Option<f64>, node_limit: Option<Count>) -> PyResult<Budget> {
    let time = match time_limit {
        None => None,
        Some(seconds) if (0.0..=1e9).contains(&seconds) => Some(Duration::from_secs_f64(seconds)),
        Some(other) => return Err(option(py, format!("time_limit: expected seconds such as 2.5, not {other}"))),
    };
    Ok(Budget { time, nodes: node_limit.map(|count| count.0), cancel: Cancel::default(), ..Budget::default() })
}

/// Reads a puzzle of which something may be known.
pub(crate) fn read(
    text: &str,
    family: Option<String>,
    notation: Option<String>,
    rule: Option<String>,
) -> Result<Puzzle, Error> {
    if text.len() > quandary_core::read::text::MAX_TEXT {
        return Err(Error::unprocessable("this text is longer than any puzzle"));
    }
    let hints = Hints { family, notation, rule, ..quandary::hints() };
    let plain = plain_board(text, &hints);
    let source = Source::from_text(text);
    match plain {
        Some(board) => Ok(Puzzle::new(board, source, hints)),
        None => Ok(Puzzle::read_source(source, &hints)?),
    }
}

/// A board in the plainest form of a notation, where the family is known and nothing else is: the items of datasets.
fn plain_board(text: &str, hints: &Hints) -> Option<Box<dyn quandary_core::Puzzle>> {
    let (Some(name), None, None) = (&hints.family, &hints.notation, &hints.rule) else { return None };
    let family = ALL.iter().find(|family| family.name() == name)?;
    let readers = family.notations().into_iter().filter_map(|notation| family.line_reader(notation.name()));
    readers.into_iter().find_map(|read| read(text))
}

/// Answers with the options and the answer as JSON.
fn answer<O: DeserializeOwned, A: Serialize>(
    puzzle: &Puzzle,
    options: &str,
    budget: &Budget,
    method: fn(&Puzzle, &O, &Budget) -> Result<A, Error>,
) -> Result<String, Error> {
    let options =
        serde_json::from_str(options).map_err(|error| Error::bad_request(format!("invalid options: {error}")))?;
    let answer = method(puzzle, &options, budget)?;
    serde_json::to_string(&answer).map_err(|error| Error::bad_request(format!("no JSON form: {error}")))
}

#[pymethods]
impl Board {
    /// Reads a puzzle in any notation.
    #[staticmethod]
    #[pyo3(signature = (text, family=None, notation=None, rule=None))]
    fn read(
        py: Python<'_>,
        text: &str,
        family: Option<String>,
        notation: Option<String>,
        rule: Option<String>,
    ) -> PyResult<Self> {
        let puzzle = run_briefly(py, || read(text, family, notation, rule))?.map_err(|error| raise(py, &error))?;
        Ok(Board { puzzle })
    }

    /// The family's name.
    #[getter]
    fn family(&self) -> &'static str {
        self.puzzle.family().name()
    }

    /// The rule in force, where the family has several.
    #[getter]
    fn rule(&self) -> Option<&'static str> {
        self.puzzle.rule()
    }

    /// The size as people say it.
    #[getter]
    fn size(&self) -> String {
        self.puzzle.size()
    }

    /// What it is, in one line.
    #[getter]
    fn heading(&self) -> String {
        self.puzzle.board().heading()
    }

    /// Answers a question; options and answer are JSON.
    #[pyo3(signature = (action, options, time_limit=None, node_limit=None))]
    fn ask(
        &self,
        py: Python<'_>,
        action: &str,
        options: &str,
        time_limit: Option<f64>,
        node_limit: Option<Count>,
    ) -> PyResult<String> {
        let budget = budget_of(py, time_limit, node_limit)?;
        let puzzle = &self.puzzle;
        let ask = || match action {
            "solve" => answer(puzzle, options, &budget, Puzzle::solve),
            "check" => answer(puzzle, options, &budget, Puzzle::check),
            "hint" => answer(puzzle, options, &budget, Puzzle::hint),
            "explain" => answer(puzzle, options, &budget, Puzzle::explain),
            "grade" => answer(puzzle, options, &budget, Puzzle::grade),
            "certify" => answer(puzzle, options, &budget, Puzzle::certify),
            "compare" => answer(puzzle, options, &budget, Puzzle::compare),
            "convert" => answer(puzzle, options, &budget, Puzzle::convert),
            "draw" => answer(puzzle, options, &budget, Puzzle::draw),
            "board" => answer(puzzle, options, &budget, Puzzle::describe),
            "play" => answer(puzzle, options, &budget, Puzzle::play),
            "replay" => answer(puzzle, options, &budget, Puzzle::replay),
            other => Err(Error::bad_request(format!("there is no action called '{other}'"))),
        };
        run(py, &budget.cancel, ask)?.map_err(|error| raise(py, &error))
    }

    /// The puzzle in the first notation that can hold it.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        run_briefly(py, || text_of(self.puzzle.board()))?.map_err(|error| raise(py, &error))
    }

    /// The form that all copies of the board share; `None` where its family knows none.
    fn canonical(&self, py: Python<'_>) -> PyResult<Option<String>> {
        run(py, &Cancel::default(), || self.puzzle.copy_form())
    }

    /// A number that all copies of the board share.
    fn fingerprint(&self, py: Python<'_>) -> PyResult<u64> {
        run(py, &Cancel::default(), || fingerprint_of(self.puzzle.board()))?.map_err(|error| raise(py, &error))
    }

    /// The puzzle as a question to a language model.
    fn prompt(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let style = prompt::Style::read(style).map_err(|message| option(py, message))?;
        run_briefly(py, || prompt::of(self.puzzle.board(), style))?.map_err(|error| raise(py, &error))
    }
}

/// Answers a request that need not be about one puzzle, as the server does: `print`, `edit`, `experiment`. JSON in, JSON out.
#[pyfunction]
#[pyo3(signature = (action, request, time_limit=None))]
pub(crate) fn perform(py: Python<'_>, action: &str, request: &str, time_limit: Option<f64>) -> PyResult<String> {
    let budget = budget_of(py, time_limit, None)?;
    run(py, &budget.cancel, || api::answer(ALL, action, request, &budget))?.map_err(|error| raise(py, &error))
}

/// One of Quandary's SVG pictures as a PNG file, `scale` pixels to a unit of it.
#[pyfunction]
pub(crate) fn png<'py>(py: Python<'py>, svg: &str, scale: f32) -> PyResult<Bound<'py, PyBytes>> {
    if !(scale > 0.0 && scale.is_finite()) {
        return Err(option(
            py,
            format!("scale: expected pixels for each unit of the picture, such as 2.0, not {scale}"),
        ));
    }
    let file = run(py, &Cancel::default(), || quandary::picture::png(svg, scale))?;
    Ok(PyBytes::new(py, &file.map_err(|error| option(py, error.to_string()))?))
}

/// All families: rules, notations, algorithms, examples, generator options, as JSON.
#[pyfunction]
pub(crate) fn catalogue(py: Python<'_>, family: Option<&str>) -> PyResult<String> {
    let catalogue = api::catalogue(ALL, family).map_err(|error| raise(py, &error))?;
    serde_json::to_string(&catalogue).map_err(|error| option(py, error.to_string()))
}

/// Panics, so that the tests see what becomes of a panic.
#[pyfunction]
pub(crate) fn panic_for_tests(py: Python<'_>) -> PyResult<()> {
    run(py, &Cancel::default(), || panic!("on purpose"))
}
