//! `convert` and `draw`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::common::{Batch, Limits, Reading, notations};

/// Write puzzles in another notation
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary convert puzzle.txt
  quandary convert puzzles.txt --to json -o puzzles.jsonl
  quandary convert puzzle.non --to puzz-link --untitled
  quandary families sudoku          (shows the notations of a family)")]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) batch: Batch,
    /// The notation to write
    #[arg(long, value_name = "FORMAT", default_value = "json", value_parser = notations(true))]
    pub(crate) to: String,
    /// Omit the title and the author
    #[arg(long)]
    pub(crate) untitled: bool,
    /// Print one JSON object per puzzle
    #[arg(long)]
    pub(crate) json: bool,
}

/// Draw puzzles, solved or not
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary draw puzzle.txt
  quandary draw puzzle.txt -o puzzle.svg
  quandary draw puzzle.txt --solution -o solved.png --scale 3
  quandary draw puzzle.txt -o puzzle.pdf
  quandary draw level.txt --replay -o plan.svg
  quandary draw level.txt --step 7

If a file has several puzzles, the second is drawn into puzzle-2.svg, and so on.
'quandary print' puts many puzzles on a page.")]
pub(crate) struct Draw {
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// How to draw [default: by the extension of the output file, otherwise terminal]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) to: Option<Canvas>,
    /// Draw into this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Pixels per unit of a PNG picture; a cell is 36 units wide
    #[arg(long, value_name = "N", default_value_t = 2.0, value_parser = scale)]
    pub(crate) scale: f32,
    /// Draw the solution
    #[arg(long)]
    pub(crate) solution: bool,
    /// Draw the plan move by move, in the terminal or as an SVG animation
    #[arg(long)]
    pub(crate) replay: bool,
    /// Draw the board after this many moves of the plan
    #[arg(long, value_name = "N", conflicts_with_all = ["solution", "replay"])]
    pub(crate) step: Option<usize>,
    /// Print one JSON object per puzzle, with the picture as SVG and as text
    #[arg(long, conflicts_with_all = ["to", "output", "replay", "step"])]
    pub(crate) json: bool,
}

/// What to draw on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Canvas {
    /// Text and box-drawing characters
    Terminal,
    /// A picture for web pages and print
    Svg,
    /// A picture in pixels
    Png,
    /// A page of the picture's size
    Pdf,
}

/// How many pixels to a unit: a number above 0.
fn scale(text: &str) -> Result<f32, String> {
    text.parse().ok().filter(|scale| (0.05..=50.0).contains(scale)).ok_or_else(|| "expected 0.05 to 50".to_owned())
}
