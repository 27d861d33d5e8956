//! `solve`: read, solve, verify, print: in order, on all cores, as the puzzles stream in.
//!
//! Puzzles are taken in batches. The first batch is one puzzle, so that the first answer comes at once; then they double,
//! so that a file of a million lines keeps every core busy. A batch is bounded in puzzles and in bytes, so memory stays
//! small whatever the file. A batch is first read, then solved: a family that gains by solving many puzzles together
//! gets them together.

use quandary::api::verify_all;
use quandary::read::split::Piece;
use quandary::read::{self, Detected, Diagnostic, Hints, Source};
use quandary::{Ask, Family, Outcome, Puzzle, Verdict};
use rayon::prelude::*;

use super::{Failure, exit_of, workers};
use crate::args::{Format, Solve};
use crate::exit::Exit;
use crate::input::{Bad, Pieces, source_of};
use crate::interrupt;
use crate::output::{self, Answer, Out, OutputStyle};
use crate::progress::Progress;
use crate::{report, words};

/// The most puzzles of a batch.
const BATCH: usize = 4096;

/// The most bytes of a batch, but for one puzzle that is larger.
const BATCH_BYTES: usize = 8 << 20;

/// How many puzzles one thread solves together, where that helps.
const TOGETHER: usize = 1024;

/// What one puzzle prints, and how it ended.
struct Printed {
    out: String,
    err: String,
    exit: Exit,
}

/// Runs the command.
pub(crate) fn run(args: &Solve, style: &OutputStyle) -> Result<Exit, Failure> {
    let hints = args.reading.kind.hints();
    let solver = Solver {
        ask: Ask {
            // One solution proves nothing about a second one.
            solutions: args.solutions.unwrap_or(2).max(if args.require_unique { 2 } else { 1 }) as usize,
            count: args.count,
            budget: args.limits.budget(),
        },
        all_solutions: args.solutions.is_some(),
        require_unique: args.require_unique,
        replay: args.replay,
        format: args.format(),
        style: *style,
        hints: hints.clone(),
    };
    let workers = workers(args.threads)?;
    let progress = Progress::new(&args.reading.inputs);
    let mut pieces = Pieces::new(&args.reading.inputs, hints);
    let mut out = Out::screen();
    let (mut size, mut known, mut exit) = (1, None, Exit::Solved);
    loop {
        let batch = next_batch(&mut pieces, size);
        if batch.is_empty() {
            break;
        }
        size = (size * 2).min(BATCH);
        let printed: std::io::Result<()> = interrupt::stoppable(|| {
            let read = |piece| solver.read(piece, known);
            let mut read: Vec<Read> = workers.install(|| batch.into_par_iter().map(read).collect());
            read.retain(|Read { puzzle, .. }| pieces.note(source_of(puzzle), puzzle.is_ok()));
            known = read.last().and_then(|read| read.known).or(known);
            let answers = workers.install(|| solver.answer_all(read, &progress));
            // Once for the whole batch: taking the bar away for every line would make it flicker.
            progress.hidden_while(|| {
                for answer in answers.into_iter().flatten() {
                    exit = exit.max(answer.exit);
                    solver.print(&mut out, &answer)?;
                }
                out.flush()
            })
        });
        printed?;
        if solver.ask.budget.cancel.is_cancelled() {
            exit = exit.max(Exit::Interrupted);
            break;
        }
    }
    Ok(exit)
}

/// The next puzzles, at most `size` of them.
fn next_batch(pieces: &mut Pieces, size: usize) -> Vec<Piece> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while batch.len() < size && bytes < BATCH_BYTES {
        let Some(piece) = pieces.next() else { break };
        let (Ok(source) | Err((source, _))) = &piece;
        bytes += source.text.len();
        batch.push(piece);
    }
    batch
}

struct Solver {
    ask: Ask,
    all_solutions: bool,
    require_unique: bool,
    replay: bool,
    format: Format,
    style: OutputStyle,
    hints: Hints,
}

/// A puzzle that was read, or what is to be said about it.
struct Read {
    puzzle: Result<Puzzle, Bad>,
    /// What it was found to be.
    known: Option<Detected>,
}

impl Solver {
    /// Finds out what a piece is, and reads it.
    fn read(&self, piece: Piece, known: Option<Detected>) -> Read {
        let source = match piece {
            Ok(source) => source,
            Err(bad) => return Read { puzzle: Err(bad), known: None },
        };
        match self.detect(&source, known) {
            Ok(detected) => {
                let puzzle = match read::read_as(&source, &detected, &self.hints) {
                    Ok(board) => Ok(Puzzle::new(board, source, self.hints.clone())),
                    Err(error) => Err((source, error)),
                };
                Read { puzzle, known: Some(detected) }
            }
            Err(error) => Read { puzzle: Err((source, error)), known: None },
        }
    }

    /// Solves what was read, in order. Nothing is printed for a puzzle that was not started before Ctrl-C.
    fn answer_all(&self, read: Vec<Read>, progress: &Progress) -> Vec<Option<Printed>> {
        match self.batch_family(&read) {
            Some(family) => read
                .into_par_iter()
                .chunks(TOGETHER)
                .flat_map_iter(|read| self.together(family, read, progress))
                .collect(),
            None => read.into_par_iter().map(|read| self.alone(read, progress)).collect(),
        }
    }

    /// The family of all puzzles, if it is one that gains by solving them together.
    fn batch_family(&self, read: &[Read]) -> Option<&'static dyn Family> {
        let mut families = read.iter().filter_map(|read| read.puzzle.as_ref().ok()).map(|puzzle| puzzle.family());
        let first = families.next()?;
        let is_one = families.all(|family| family.name() == first.name());
        (is_one && read.len() > 1 && first.solve_many(&[], &self.ask).is_some()).then_some(first)
    }

    /// Solves puzzles of one family together.
    fn together(&self, family: &'static dyn Family, read: Vec<Read>, progress: &Progress) -> Vec<Option<Printed>> {
        if self.ask.budget.cancel.is_cancelled() {
            return Vec::new();
        }
        let boards: Vec<_> = read.iter().filter_map(|read| read.puzzle.as_ref().ok()).map(Puzzle::board).collect();
        let Some(outcomes) = family.solve_many(&boards, &self.ask) else {
            return read.into_iter().map(|read| self.alone(read, progress)).collect();
        };
        let mut outcomes = outcomes.into_iter();
        let mut print = |read: Read| {
            let printed = match read.puzzle {
                Err(bad) => self.bad(&bad),
                Ok(puzzle) => {
                    progress.advance(puzzle.source().text.len() as u64 + 1);
                    self.print_answer(&puzzle, &self.ask, &outcomes.next()?)
                }
            };
            Some(printed)
        };
        read.into_iter().map(&mut print).collect()
    }

    /// Solves one puzzle.
    fn alone(&self, read: Read, progress: &Progress) -> Option<Printed> {
        if self.ask.budget.cancel.is_cancelled() {
            return None;
        }
        let bytes = source_of(&read.puzzle).text.len() as u64 + 1;
        let printed = match read.puzzle {
            Err(bad) => self.bad(&bad),
            Ok(puzzle) => {
                let ask = self.ask.begin();
                let outcome = puzzle.board().solve(&ask);
                self.print_answer(&puzzle, &ask, &outcome)
            }
        };
        progress.advance(bytes);
        Some(printed)
    }

    /// What the puzzle is. The lines of a file are mostly of one kind, so the kind that was seen last is tried first;
    /// it is the one from the batch before, so that the answer does not depend on the number of threads.
    fn detect(&self, source: &Source, known: Option<Detected>) -> Result<Detected, Diagnostic> {
        read::detect_again(source, known, &self.hints)
    }

    /// Verifies an answer, and words it.
    fn print_answer(&self, puzzle: &Puzzle, ask: &Ask, outcome: &Outcome) -> Printed {
        let source = puzzle.source();
        if let Err(error) = verify_all(puzzle.board(), source, outcome) {
            let printed = self.bad(&(source.clone(), Diagnostic::new(format!("internal error: {}", error.message))));
            return Printed { exit: Exit::Internal, ..printed };
        }
        let (all_solutions, replay) = (self.all_solutions, self.replay);
        let answer = Answer { puzzle, ask, outcome, all_solutions, replay };
        let exit = exit_of(outcome, &self.ask, self.require_unique);
        let out = match answer.print(self.format, &self.style) {
            Ok(out) => out,
            Err(why) => {
                let err = format!("{}:{}: {}\n", source.name, source.first_line, words::no_picture(why));
                return Printed { out: String::new(), err, exit: exit.max(Exit::RanOut) };
            }
        };
        // Forms that show only a solution say on the side why there is none.
        let is_silent = matches!(self.format, Format::Plain | Format::Svg) && outcome.solutions.is_empty();
        let err = match &outcome.verdict {
            Verdict::Impossible(_) | Verdict::Unknown(_) if is_silent => {
                format!(
                    "{}:{}: {}\n",
                    source.name,
                    source.first_line,
                    words::verdict(puzzle.board(), outcome, &self.ask)
                )
            }
            _ => String::new(),
        };
        Printed { out, err, exit }
    }

    /// A puzzle that could not be read, reported in its place.
    fn bad(&self, (source, error): &Bad) -> Printed {
        match self.format {
            Format::Json => Printed {
                out: format!("{}\n", report::for_programs(source, error)),
                err: String::new(),
                exit: Exit::BadInput,
            },
            _ => Printed {
                out: String::new(),
                err: report::for_people(source, error, self.style.report),
                exit: Exit::BadInput,
            },
        }
    }

    fn print(&self, out: &mut Out, printed: &Printed) -> std::io::Result<()> {
        match self.format {
            Format::Picture | Format::Plain => out.block(&printed.out)?,
            Format::Json | Format::Status | Format::Svg => out.lines(&printed.out)?,
        }
        if !printed.err.is_empty() {
            // In order also where both streams go to the same terminal.
            out.flush()?;
            output::eprint(&printed.err);
        }
        Ok(())
    }
}
