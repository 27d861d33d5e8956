//! Scores for Python, one at a time.

use pyo3::prelude::*;
use quandary::Cancel;

use crate::board::{Board, budget_of};
use crate::count::Count;
use crate::raise::{option, raise};
use crate::run::{run, run_briefly};
use crate::score::{Reward, score as score_reply};
use crate::steps;

/// Value, standing, reason and the part of the reply that was read.
type Parts = (f64, &'static str, String, Option<String>);

/// Scores a reply to a puzzle.
#[pyfunction]
#[pyo3(signature = (reply, board, reward="strict", time_limit=None, node_limit=None))]
pub(crate) fn score(
    py: Python<'_>,
    reply: &str,
    board: &Board,
    reward: &str,
    time_limit: Option<f64>,
    node_limit: Option<Count>,
) -> PyResult<Parts> {
    let reward = Reward::read(reward).map_err(|message| option(py, message))?;
    let budget = budget_of(py, time_limit, node_limit)?;
    let work = || {
        let score = score_reply(reply, board.puzzle.board(), reward, &budget);
        (score.value, score.standing.word(), score.reason, score.answer.map(str::to_owned))
    };
    if reward == Reward::Strict { run_briefly(py, work) } else { run(py, &budget.cancel, work) }
}

/// Scores the steps of a reasoning; the answer is JSON.
#[pyfunction]
#[pyo3(signature = (text, board, state=None, time_limit=None))]
pub(crate) fn score_steps(
    py: Python<'_>,
    text: &str,
    board: &Board,
    state: Option<&str>,
    time_limit: Option<f64>,
) -> PyResult<String> {
    let budget = budget_of(py, time_limit, None)?;
    let cancel: Cancel = budget.cancel.clone();
    run(py, &cancel, || steps::score(text, &board.puzzle, state, &budget))?.map_err(|error| raise(py, &error))
}
