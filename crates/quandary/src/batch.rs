//! Many puzzles at once: texts in, flat columns out.
//!
//! ```
//! use quandary::batch::Batch;
//! use quandary::{Ask, VerdictWord};
//!
//! let texts = [
//!     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
//!     "no puzzle at all",
//! ];
//! let mut batch = Batch::new(Ask::default());
//! let solved = batch.solve(texts.iter().map(|text| text.as_bytes()));
//! assert_eq!(solved.rows.verdicts, [Some(VerdictWord::Unique), None]);
//! assert_eq!(&solved.rows.solution(0)[..9], b"534678912");
//! assert_eq!(solved.errors[0].row, 1);
//! ```
//!
//! The columns are kept from one call to the next, and a family with an engine for lines takes plain lines without an
//! allocation for each. Everything else is read, solved and verified as [`Puzzle::solve`](crate::Puzzle::solve) does it.
//! A [`Batch`] works on one thread: give each thread one of its own.

pub use quandary_core::batch::Rows;
#[doc(hidden)]
pub use quandary_core::batch::{LineConverter, LineSolver, Row};

use std::io;

use quandary_core::read::split::{Chunk, Splitter};
use quandary_core::read::{self, Detected, Diagnostic, Hints, Source};
use quandary_core::verdict::{Ask, VerdictWord};

use crate::api::verify_all;

/// Solves many puzzles, one call after the other.
pub struct Batch {
    ask: Ask,
    hints: Hints,
    /// What the first puzzle of the last call was: the next ones are probably written like it.
    kind: Option<Detected>,
    engine: Option<Engine>,
    solved: Solved,
    /// Rows of texts that the engine did not take, until they find their places.
    others: Rows,
}

/// An engine for lines of one notation, and its rows.
struct Engine {
    family: &'static str,
    notation: &'static str,
    solver: Box<dyn LineSolver>,
    rows: Rows,
}

/// What became of the puzzles of one call.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Solved {
    /// One entry for each puzzle in every column.
    pub rows: Rows,
    /// What is wrong with the texts that are not puzzles, in their order.
    pub errors: Vec<RowError>,
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RowError {
    /// The row of the text.
    pub row: usize,
    /// What is wrong.
    pub message: String,
    /// The line, counted from 1: in the text, or in the buffer where several puzzles are in one.
    pub line: Option<usize>,
    /// The column, counted from 1.
    pub column: Option<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

impl RowError {
    fn new(row: usize, source: &Source, error: &Diagnostic) -> Self {
        let (line, column) = error.position(source).unzip();
        RowError { row, message: error.message.clone(), line, column, help: error.help.clone() }
    }
}

impl Batch {
    /// Solves puzzles of all families. The budget is that of one puzzle.
    pub fn new(ask: Ask) -> Self {
        Batch::with_hints(ask, crate::hints())
    }

    /// The same where something is known about the puzzles.
    pub fn with_hints(ask: Ask, hints: Hints) -> Self {
        Batch { ask, hints, kind: None, engine: None, solved: Solved::default(), others: Rows::default() }
    }

    /// Solves puzzles, each in a text of its own.
    pub fn solve<'t>(&mut self, texts: impl IntoIterator<Item = &'t [u8]>) -> &Solved {
        self.begin();
        // Which rows are the engine's, and which are not.
        let mut is_taken = Vec::new();
        for text in texts {
            let line = text.trim_ascii();
            if self.kind.is_none() {
                self.kind = self.kind_of(line);
                self.choose_engine();
            }
            let taken = self.engine.as_mut().is_some_and(|engine| engine.solver.take(line));
            if !taken {
                let row = is_taken.len();
                match Source::from_bytes("", text.to_vec(), 1) {
                    Ok(source) => self.solve_text(row, source),
                    Err((source, error)) => self.refuse(row, &source, &error),
                }
            }
            is_taken.push(taken);
        }
        self.finish(&is_taken)
    }

    /// Solves the puzzles of a buffer that holds many: one on each line, or as their notation keeps them apart.
    pub fn solve_buffer(&mut self, buffer: &[u8]) -> &Solved {
        self.begin();
        let mut is_taken = Vec::new();
        let mut splitter = Splitter::new(io::Cursor::new(buffer), "", self.hints.clone());
        // A buffer in memory can always be read.
        while let Ok(Some(chunk)) = splitter.next_chunk(usize::MAX, usize::MAX) {
            match chunk {
                Chunk::Lines(lines) => {
                    self.kind = lines.kind;
                    self.choose_engine();
                    for (number, line) in lines.iter() {
                        let taken = self.engine.as_mut().is_some_and(|engine| engine.solver.take(line));
                        if !taken {
                            self.solve_piece(is_taken.len(), lines.piece(number, line));
                        }
                        is_taken.push(taken);
                    }
                }
                Chunk::Pieces(pieces) => {
                    for piece in pieces {
                        self.solve_piece(is_taken.len(), piece);
                        is_taken.push(false);
                    }
                }
            }
        }
        self.finish(&is_taken)
    }

    fn begin(&mut self) {
        self.solved.rows.clear();
        self.solved.errors.clear();
        self.others.clear();
        self.kind = None;
    }

    /// What a line is, if that is plain to see.
    fn kind_of(&self, line: &[u8]) -> Option<Detected> {
        let source = Source::from_bytes("", line.to_vec(), 1).ok()?;
        read::detect(&source, &self.hints).ok()
    }

    /// The engine for puzzles such as the first one, where their family has one and nothing else was asked for.
    fn choose_engine(&mut self) {
        let Some(Detected { family, notation, .. }) = self.kind else { return };
        let suits = !self.ask.count && self.hints.rule.is_none();
        let is_same = |engine: &Engine| engine.family == family.name() && engine.notation == notation.name() && suits;
        if self.engine.as_ref().is_some_and(is_same) {
            return;
        }
        let solver = if suits { family.line_solver(notation.name()) } else { None };
        self.engine = solver.map(|solver| Engine {
            family: family.name(),
            notation: notation.name(),
            solver,
            rows: Rows::default(),
        });
    }

    fn solve_piece(&mut self, row: usize, piece: read::split::Piece) {
        match piece {
            Ok(source) => self.solve_text(row, source),
            Err((source, error)) => self.refuse(row, &source, &error),
        }
    }

    /// Reads a text, solves it and verifies the answer.
    fn solve_text(&mut self, row: usize, source: Source) {
        let board = match read::puzzle_like(&source, self.kind, &self.hints) {
            Ok(board) => board,
            Err(error) => return self.refuse(row, &source, &error),
        };
        let outcome = board.solve(&self.ask.begin());
        if let Err(error) = verify_all(&*board, &source, &outcome) {
            return self.refuse(row, &source, &Diagnostic::new(error.message));
        }
        if let Some(solution) = outcome.solutions.first() {
            self.others.solutions.extend_from_slice(board.solution_json(solution).text().as_bytes());
        }
        self.others.end_row(Row {
            verdict: Some(VerdictWord::from(&outcome.verdict)),
            count: outcome.solution_count,
            count_is_exact: outcome.count_is_exact,
            counters: outcome.counters,
            cpu: outcome.cpu,
        });
    }

    /// A row for a text that is not a puzzle.
    fn refuse(&mut self, row: usize, source: &Source, error: &Diagnostic) {
        self.solved.errors.push(RowError::new(row, source, error));
        self.others.end_row(Row::default());
    }

    /// Solves what the engine has taken, and brings all rows in their order.
    fn finish(&mut self, is_taken: &[bool]) -> &Solved {
        let Some(engine) = &mut self.engine else {
            std::mem::swap(&mut self.solved.rows, &mut self.others);
            return &self.solved;
        };
        engine.rows.clear();
        engine.solver.solve(&self.ask, &mut engine.rows);
        if self.others.is_empty() {
            std::mem::swap(&mut self.solved.rows, &mut engine.rows);
            return &self.solved;
        }
        let (mut next_taken, mut next_other) = (0, 0);
        for &taken in is_taken {
            let (rows, next) = if taken { (&engine.rows, &mut next_taken) } else { (&self.others, &mut next_other) };
            self.solved.rows.copy_row(rows, *next);
            *next += 1;
        }
        &self.solved
    }
}
