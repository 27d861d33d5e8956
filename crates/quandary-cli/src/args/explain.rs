//! `explain`, `hint` and `grade`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::common::{OnePuzzle, Streamed};

/// Explain how to solve a puzzle, step by step, with the reason for each step
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary explain puzzle.txt
  quandary explain --first 10 --last 12 --detail full puzzle.txt
  quandary explain --json puzzle.txt > trace.json
  quandary explain --html steps.html --svg steps puzzle.txt

Each step is the cheapest one that was found: a single rule where that is enough, otherwise an
assumption (\"if this cell were …\").
Exit codes: 0 explained to the end, 1 no solution, 3 several solutions, 4 stopped or stuck.")]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) puzzle: OnePuzzle,
    /// First step to show
    #[arg(long, value_name = "STEP")]
    pub(crate) first: Option<usize>,
    /// Last step to show
    #[arg(long, value_name = "STEP")]
    pub(crate) last: Option<usize>,
    /// How much detail to give about each step
    #[arg(long, value_enum, default_value_t = Detail::Normal, value_name = "HOW")]
    pub(crate) detail: Detail,
    /// Also draw each step into this directory: step-001.svg and so on
    #[arg(long, value_name = "DIR")]
    pub(crate) svg: Option<PathBuf>,
    /// Also write an HTML page with a picture and a sentence for each step
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
}

/// How much to say about a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Detail {
    /// What follows, and the step's name
    Brief,
    /// Also the reason
    Normal,
    /// Also all premises, the cost, and the chain of a supposition
    Full,
}

/// Show the next step from a half-filled board, or a mistake if there is one
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary hint puzzle.txt
  quandary hint puzzle.txt --state board.txt --depth where
  quandary hint puzzle.txt --state board.txt --check-only

The file for --state has one symbol per cell, row by row: '?' for an empty cell, otherwise the
symbols of solutions (digits; # and . ; 1 and 0). Pencil marks are in braces, {12}, or one word
per cell as in pencil-mark grids. For Sort, the file has the moves made so far, written as in
solutions (1 -> 3).
Exit codes: 0 a hint (--check-only: correct so far), 1 a mistake or no solution, 3 several
solutions, 4 stopped or stuck.")]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) puzzle: OnePuzzle,
    /// File with the half-filled board, or the moves made so far
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<String>,
    /// How much to reveal: where to look, the reason, or what to do
    #[arg(long, value_enum, default_value_t = Depth::What, value_name = "DEPTH")]
    pub(crate) depth: Depth,
    /// Only say whether the board is correct so far
    #[arg(long)]
    pub(crate) check_only: bool,
    /// How much detail to give about the step
    #[arg(long, value_enum, default_value_t = Detail::Normal, value_name = "HOW")]
    pub(crate) detail: Detail,
    /// Also draw the hint into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

/// How much a hint reveals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Depth {
    /// Where to look
    Where,
    /// The reason, without the conclusion
    Why,
    /// What to do
    What,
}

/// Grade puzzles: how hard, and why
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary grade puzzle.txt
  quandary grade --json puzzles.txt > grades.jsonl

The grade comes from the explanation: its hardest step, its assumptions, and how many steps are
available at a time.")]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) puzzles: Streamed,
}
