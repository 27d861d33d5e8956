//! `solve`, `check` and `compare`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quandary::api::MAX_SAMPLE;

use super::common::{Batch, Kind, Limits, Reading, Streamed, algorithms, families};

/// Solve puzzles: verdict, picture, solution
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary solve puzzle.txt
  quandary solve 26...4..13.........4..6.....1.5....3
  quandary solve --json puzzles/ > answers.jsonl
  quandary solve --json puzzles.txt > answers.jsonl
  quandary solve --require-unique --output plain < puzzle.txt
  quandary solve --count --time-limit 10 puzzle.txt
  quandary solve --sample 10 --seed 7 --output plain puzzle.txt
  quandary solve --output svg puzzle.txt > solved.svg
  quandary solve --replay levels.txt
  quandary solve --json puzzles.txt.gz -o answers.jsonl.zst
  quandary solve --json puzzles.txt.gz -o answers.jsonl.zst --resume

A file may hold many puzzles; answers keep their order. A puzzle that cannot be read is
reported in its place, and the others are still solved. Files may be compressed (.gz, .zst).
While a run writes to a file, FILE.resume says how far it is; after the run was interrupted or
killed, the same command with --resume goes on from there.")]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) puzzles: Streamed,
    /// Stop after this many solutions [default: 2, enough to prove uniqueness]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) solutions: Option<u32>,
    /// Count all solutions
    #[arg(long)]
    pub(crate) count: bool,
    /// Draw N solutions at random, each as likely as any other; counts all solutions first, and exits with 4 where the budget
    /// does not suffice for that
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=MAX_SAMPLE as i64), conflicts_with_all = ["certify", "solutions"])]
    pub(crate) sample: Option<u32>,
    /// Seed of the drawn solutions
    #[arg(long, value_name = "S", default_value_t = 0, requires = "sample")]
    pub(crate) seed: u64,
    /// Exit with 3 when a puzzle has several solutions
    #[arg(long)]
    pub(crate) require_unique: bool,
    /// Prove the verdict again and have the proof checked
    #[arg(long)]
    pub(crate) certify: bool,
    /// Show a plan move by move, in the terminal or (with --output svg) as an animation
    #[arg(long)]
    pub(crate) replay: bool,
    /// How to print the answers
    #[arg(long, value_enum, default_value_t = Format::Picture, value_name = "FORM", conflicts_with = "json")]
    output: Format,
}

impl Solve {
    /// How to print the answers.
    pub(crate) fn format(&self) -> Format {
        if self.puzzles.json { Format::Json } else { self.output }
    }
}

/// How to print an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// The board with the solution drawn in, and the verdict in words
    Picture,
    /// The solution only
    Plain,
    /// One JSON object per puzzle per line
    Json,
    /// OPTIMAL, FEASIBLE, INFEASIBLE or UNKNOWN, then all cells in one list
    Status,
    /// An SVG picture of the solved board
    Svg,
}

/// Check a solution: is it correct, is it unique, which rule does it break?
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary check puzzle.txt solution.txt
  quandary solve --output plain puzzle.txt | quandary check puzzle.txt -
  quandary solve --json puzzles.txt | quandary check puzzles.txt - --json

A file of many puzzles is checked against as many solutions in the same order: one per line (also
the lines that 'solve --json' prints), or separated by blank lines.
Exit codes: 0 correct, 1 not a solution, 3 correct but not the only one.")]
pub(crate) struct Check {
    /// The puzzle, or several: a file, '-' for standard input, or a URL
    pub(crate) puzzle: String,
    /// The solution: a file, or '-' for standard input; for several puzzles, as many solutions
    pub(crate) solution: String,
    #[command(flatten)]
    pub(crate) kind: Kind,
    #[command(flatten)]
    pub(crate) limits: Limits,
    #[command(flatten)]
    pub(crate) batch: Batch,
    /// Print one JSON object per puzzle per line
    #[arg(long)]
    pub(crate) json: bool,
}

/// Run algorithms side by side on the same puzzle
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary compare puzzle.txt
  quandary compare --list --family sudoku
  quandary compare --time-limit 1 --csv puzzles.txt > runs.csv
  quandary compare puzzle.txt --svg times.svg
  quandary compare --lab level.txt
  quandary compare --summary puzzles/ --csv > summary.csv
  quandary compare --generate ballsort --colours 3..12 -n 20 --seed 1 --svg growth.svg
  quandary compare --generate sudoku --box 2x2,2x3,3x3 -n 10 --algorithms backtracking,mac-mrv

Each algorithm runs alone, on one thread, and has the same task: for Sort, to find a plan; for
the other families, to prove that there is exactly one solution. The default time limit is 5 s
per algorithm.

A summary has one row for each size and algorithm: the median over all puzzles, the quartiles, and
how many runs ran out of their budget. With --generate, the options of the family's generator
choose the puzzles, and one of them may grow: 3..12, 5..30:5 or a list. An algorithm that ran out
on every puzzle of a size is not tried on the larger ones.")]
pub(crate) struct Compare {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Node limit per algorithm
    #[arg(long, value_name = "N")]
    pub(crate) node_limit: Option<u64>,
    /// Only these algorithms, in this order
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = algorithms())]
    pub(crate) algorithms: Vec<String>,
    /// Examine heuristics instead: is each admissible and consistent on this board, and how well does it guide A*?
    #[arg(long, conflicts_with_all = ["algorithms", "csv", "svg"])]
    pub(crate) lab: bool,
    /// List the algorithms and what they do
    #[arg(long)]
    pub(crate) list: bool,
    /// One JSON object per puzzle per line
    #[arg(long, conflicts_with = "csv")]
    pub(crate) json: bool,
    /// Comma-separated values, one line for each run
    #[arg(long)]
    pub(crate) csv: bool,
    /// Also write a bar chart (for a summary, a growth chart) to this SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Sum up all puzzles by their size
    #[arg(long, conflicts_with_all = ["lab", "list"])]
    pub(crate) summary: bool,
    /// Sum up new puzzles of this family instead of reading any
    #[arg(long, value_name = "FAMILY", value_parser = families(), conflicts_with_all = ["files", "lab", "list"])]
    pub(crate) generate: Option<String>,
    /// Number of puzzles of each size
    #[arg(short = 'n', long, value_name = "N", default_value_t = 5, requires = "generate", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) count: u64,
    /// Seed of the series
    #[arg(long, value_name = "S", default_value_t = 0, requires = "generate")]
    pub(crate) seed: u64,
    /// The options of the generator, as they were given.
    #[arg(skip)]
    pub(crate) series: BTreeMap<String, String>,
}
