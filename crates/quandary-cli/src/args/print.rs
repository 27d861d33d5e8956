//! The options of `print`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use quandary::api::{PaperSize, PrintOptions};

use super::common::Reading;

/// Print puzzles as a sheet or a book (PDF), with solutions
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  quandary print puzzle.txt -o sheet.pdf
  quandary generate sudoku -n 24 --seed 7 | quandary print - -o book.pdf --per-page 4
  quandary print easy.txt hard.txt -o book.pdf --title \"Long winter evenings\" --paper letter
  quandary print puzzles/ -o large.pdf --large-print
  quandary print puzzle.txt -o lesson.pdf --worked

The same puzzles and options give the same file, byte for byte.")]
pub(crate) struct Print {
    #[command(flatten)]
    pub(crate) reading: Reading,
    /// Write the PDF to this file; '-' for standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Title on the cover and at the foot of the pages [default: the names of the families]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Puzzles per page, 1 to 12 [default: 4; 1 in large print and for boards that would be too small]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    per_page: Option<u8>,
    /// Page size
    #[arg(long, value_enum, default_value_t = Paper::A4, value_name = "SIZE")]
    paper: Paper,
    /// Larger letters and boards, at most two puzzles per page
    #[arg(long)]
    large_print: bool,
    /// Add a cover, even if all puzzles are on one page
    #[arg(long, overrides_with = "no_cover")]
    cover: bool,
    /// Omit the cover
    #[arg(long, overrides_with = "cover")]
    no_cover: bool,
    /// Omit the solutions
    #[arg(long)]
    no_solutions: bool,
    /// Omit the grades; also much faster for large boards
    #[arg(long)]
    no_grades: bool,
    /// Add every step of every solution, in words
    #[arg(long)]
    worked: bool,
}

/// Page size.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Paper {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 inches
    Letter,
}

impl Print {
    /// The same for the library.
    pub(crate) fn options(&self) -> PrintOptions {
        PrintOptions {
            title: self.title.clone(),
            paper: match self.paper {
                Paper::A4 => PaperSize::A4,
                Paper::Letter => PaperSize::Letter,
            },
            per_page: self.per_page.map(usize::from),
            large: self.large_print,
            cover: match (self.cover, self.no_cover) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            solutions: self.no_solutions.then_some(false),
            grades: self.no_grades.then_some(false),
            worked: self.worked,
            ..PrintOptions::default()
        }
    }
}
