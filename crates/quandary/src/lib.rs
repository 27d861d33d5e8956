//! Quandary: a puzzle-reasoning system. It solves Sudoku, Nonogram, Aquarium and Ball/Water Sort, proves what it claims
//! (the only solution, the shortest plan, no solution at all), and explains every step.
//!
//! ```
//! use quandary::{Budget, Puzzle, Verdict};
//!
//! let puzzle = Puzzle::read("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")?;
//! let solved = puzzle.solve(&Default::default(), &Budget::default())?;
//! assert_eq!(solved.outcome.verdict, Verdict::Unique);
//! assert_eq!(solved.solutions[0], "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
//! # Ok::<(), quandary::Error>(())
//! ```
//!
//! [`Puzzle`] is where to start: it is read from text in any notation, and answers questions ([`Puzzle::solve`],
//! [`hint`](Puzzle::hint), [`explain`](Puzzle::explain), [`grade`](Puzzle::grade), …). The options and answers are in
//! [`api`]; every answer serialises to the JSON that the command line and the server print. [`api::Series`] makes new
//! puzzles, and [`batch`] solves millions of them. Every question takes a [`Budget`].
//!
//! Families are crates of their own that implement the interface of `quandary-core`; [`ALL`] lists those that this build
//! has, one feature each.

pub mod api;
pub mod batch;
mod error;
mod families;
mod puzzle;

#[doc(no_inline)]
pub use api::VerdictWord;
pub use error::{Error, ErrorKind, ReadError};
pub use families::{ALL, family};
pub use puzzle::Puzzle;
#[cfg(target_arch = "wasm32")]
pub use quandary_core::clock::set_clock;
pub use quandary_core::{
    Ask, Budget, Cancel, Cell, Conflict, Counters, Credits, Family, Grid, Move, Orders, Outcome, Plan, Sample,
    Solution, SolutionJson, Stopped, Threads, Verdict, Violation,
};

/// Text → puzzle: sources, what is wrong with them, and files that hold many puzzles.
pub mod read {
    pub use quandary_core::read::text::Fit;
    pub use quandary_core::read::{
        Buffer, Detected, Diagnostic, Hints, Line, Source, Span, Token, detect, passed_over, puzzle, puzzle_like, split,
    };
}

/// Boards as pictures: [`Puzzle::draw`](crate::Puzzle::draw) is the short way.
pub mod scene {
    pub use quandary_core::scene::{Scene, svg, terminal};
    #[doc(hidden)]
    pub use quandary_core::scene::{chart, film};
}

/// Pictures as files that are not SVG.
///
/// A picture is first drawn as SVG ([`Puzzle::draw`](crate::Puzzle::draw)). `api::Printer` puts many puzzles on pages.
#[cfg(any(feature = "png", feature = "print"))]
pub mod picture {
    use quandary_print::Drawing;
    pub use quandary_print::Error;

    /// One of Quandary's SVG pictures as a PNG file, `scale` pixels to a unit of it.
    ///
    /// ```
    /// use quandary::{Budget, Puzzle, picture};
    ///
    /// let puzzle = Puzzle::read("12..\n....\n....\n..43")?;
    /// let svg = puzzle.draw(&Default::default(), &Budget::default())?.svg;
    /// let file = picture::png(&svg, 2.0)?;
    /// assert!(file.starts_with(b"\x89PNG"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, Error> {
        quandary_print::png(&Drawing::read(svg)?, scale)
    }

    /// One of Quandary's SVG pictures as a PDF file with one page of its size.
    #[cfg(feature = "print")]
    pub fn pdf(svg: &str, title: &str) -> Result<Vec<u8>, Error> {
        /// Points to a unit of a picture: a unit is a pixel, of which an inch has 96.
        const SCALE: f32 = 0.75;
        let drawing = Drawing::read(svg)?;
        let mut pdf = quandary_print::pdf::Pdf::new(title);
        pdf.begin_page(drawing.width * SCALE, drawing.height * SCALE);
        pdf.draw(&drawing, 0.0, 0.0, SCALE);
        Ok(pdf.finish())
    }
}

/// Hints that leave every family of the registry open.
pub fn hints() -> read::Hints {
    read::Hints::new(ALL)
}

/// The examples of the README compile.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
