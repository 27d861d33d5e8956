//! `solve`: read, solve, verify, print: in order, on all cores, as the puzzles stream in.
//!
//! A chunk of puzzles is first read, then solved: a family that gains by solving many puzzles together gets them together.
//! Lines in the plainest form of their notation, where the family has an engine for them, are never made into single puzzles
//! at all; everything else about them is printed by the same code as for any other puzzle.

use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};

use quandary::api::{UniqueRow, VerdictWord, can_sample, verify_all};
use quandary::batch::{LineSolver, Rows};
use quandary::read::split::{Chunk, Lines};
use quandary::read::{Detected, Diagnostic, Hints};
use quandary::{Ask, Family, Outcome, Puzzle, Sample, Verdict};

use super::{Failure, exit_of, print_json, stream_puzzles};
use crate::args::{Format, Reading, Solve};
use crate::exit::Exit;
use crate::input::{self, Bad, ReadPuzzle};
use crate::output::{Answer, Out, OutputStyle};
use crate::stream::{self, Printed};
use crate::words;

/// Runs the command.
pub(crate) fn run(args: &Solve, style: &OutputStyle) -> Result<Exit, Failure> {
    let Reading { kind, limits, .. } = &args.puzzles.reading;
    let (hints, threads) = (kind.hints(), args.puzzles.batch.cores.shared());
    let solver = Solver {
        ask: Ask {
            // One solution proves nothing about a second one.
            solutions: args.solutions.unwrap_or(2).max(if args.require_unique { 2 } else { 1 }) as usize,
            count: args.count || args.sample.is_some(),
            sample: args.sample.map(|count| Sample { count: count as usize, seed: args.seed }),
            log: args.certify,
            budget: limits.budget().on(threads.clone()),
        },
        all_solutions: args.solutions.is_some(),
        require_unique: args.require_unique,
        certify: args.certify,
        replay: args.replay,
        format: args.format(),
        style: *style,
        hints: hints.clone(),
        line_engines: Mutex::default(),
    };
    let (format, report_style) = (solver.format, style.report);
    let report = |bad: &Bad| stream::bad(bad, format == Format::Json, report_style);
    stream_puzzles(&args.puzzles, Out::screen, &report, threads, move |chunk| solver.work(chunk))
}

struct Solver {
    ask: Ask,
    all_solutions: bool,
    require_unique: bool,
    certify: bool,
    replay: bool,
    format: Format,
    style: OutputStyle,
    hints: Hints,
    /// Engines for lines that no worker uses now.
    line_engines: Mutex<Vec<LineEngine>>,
}

/// An engine for lines of a family, and what it has found.
struct LineEngine {
    /// Whose it is: its memory stays in the caches of one core.
    worker: ThreadId,
    family: &'static dyn Family,
    notation: &'static str,
    solver: Box<dyn LineSolver>,
    rows: Rows,
    /// The numbers of the lines.
    numbers: Vec<usize>,
}

impl Solver {
    /// Answers all puzzles of a chunk.
    fn work(&self, chunk: Chunk) -> Printed {
        let mut printed = Printed::default();
        match chunk {
            Chunk::Lines(lines) => match self.line_engine(&lines) {
                Some(engine) => self.answer_lines(&lines, engine, &mut printed),
                None => self.answer_all(input::puzzles_of(Chunk::Lines(lines), &self.hints), &mut printed),
            },
            chunk => self.answer_all(input::puzzles_of(chunk, &self.hints), &mut printed),
        }
        printed
    }

    /// An engine for lines such as these, where their family has one and nothing else was asked for than it can give.
    fn line_engine(&self, lines: &Lines) -> Option<LineEngine> {
        let Detected { family, notation, .. } = lines.kind?;
        let suits = !self.ask.count
            && !self.certify
            && self.hints.rule.is_none()
            && matches!(self.format, Format::Json | Format::Plain);
        if !suits {
            return None;
        }
        let mut idle = self.line_engines.lock().unwrap_or_else(PoisonError::into_inner);
        let (worker, notation) = (thread::current().id(), notation.name());
        let same = |engine: &LineEngine| {
            engine.worker == worker && engine.family.name() == family.name() && engine.notation == notation
        };
        if let Some(at) = idle.iter().position(same) {
            return Some(idle.swap_remove(at));
        }
        let solver = family.line_solver(notation)?;
        Some(LineEngine { worker, family, notation, solver, rows: Rows::default(), numbers: Vec::new() })
    }

    /// Answers lines: those that the engine takes together, the others as single puzzles.
    fn answer_lines(&self, lines: &Lines, mut engine: LineEngine, printed: &mut Printed) {
        engine.numbers.clear();
        engine.rows.clear();
        // Lines for the reader, each with the number of lines before it that the engine has taken.
        let mut others = Vec::new();
        for (number, line) in lines.iter() {
            if engine.solver.take(line) {
                engine.numbers.push(number);
            } else {
                others.push((engine.numbers.len(), number, line));
            }
        }
        if !self.ask.budget.cancel.is_cancelled() {
            engine.solver.solve(&self.ask, &mut engine.rows);
        }
        let mut others = others.into_iter().peekable();
        for row in 0..=engine.rows.len() {
            let mut read = Vec::new();
            while let Some((_, number, line)) = others.next_if(|(before, ..)| *before == row) {
                read.push(input::read_piece(lines.piece(number, line), lines.kind, &self.hints));
            }
            if !read.is_empty() {
                self.answer_all(read, printed);
            }
            if row < engine.rows.len() && !self.print_row(lines, &engine, row, printed) {
                // Whatever is not the plainest answer is worded by the general code.
                let (number, line) = (engine.numbers[row], lines_at(lines, engine.numbers[row]));
                self.answer(input::read_piece(lines.piece(number, line), lines.kind, &self.hints), printed);
            }
        }
        self.line_engines.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
    }

    /// Prints the answer of a row that has exactly one solution; `false` for any other.
    fn print_row(&self, lines: &Lines, engine: &LineEngine, row: usize, printed: &mut Printed) -> bool {
        let rows = &engine.rows;
        if rows.verdicts[row] != Some(VerdictWord::Unique) {
            return false;
        }
        if self.format == Format::Json {
            let file = if lines.name.starts_with('<') { "-" } else { &*lines.name };
            let answer = UniqueRow::of(rows, row, engine.family.name(), file, engine.numbers[row]);
            let text = printed.lines();
            if answer.is_none_or(|answer| serde_json::to_writer(&mut *text, &answer).is_err()) {
                return false;
            }
            text.push(b'\n');
        } else {
            printed.block_with(true, |text| {
                engine.solver.write_text(rows.solution(row), text);
                text.push(b'\n');
            });
        }
        printed.ended(Exit::Solved);
        true
    }

    /// Answers puzzles in order. Nothing is printed for a puzzle that was not started before Ctrl-C.
    fn answer_all(&self, read: Vec<ReadPuzzle>, printed: &mut Printed) {
        // Counting takes engines that have one board only.
        let Some(family) = self.batch_family(&read).filter(|_| !self.ask.count) else {
            read.into_iter().for_each(|read| self.answer(read, printed));
            return;
        };
        if self.ask.budget.cancel.is_cancelled() {
            return;
        }
        let boards: Vec<_> = read.iter().filter_map(|read| read.as_ref().ok()).map(Puzzle::board).collect();
        let mut outcomes = family.solve_many(&boards, &self.ask).unwrap_or_default().into_iter();
        for read in read {
            match read {
                Err(bad) => self.print_bad(&bad, printed),
                Ok(puzzle) => match outcomes.next() {
                    Some(outcome) => self.print_answer(&puzzle, &self.ask, &outcome, printed),
                    None => self.answer(Ok(puzzle), printed),
                },
            }
        }
    }

    /// The family of all puzzles, if it is one that gains by solving them together.
    fn batch_family(&self, read: &[ReadPuzzle]) -> Option<&'static dyn Family> {
        let mut families = read.iter().filter_map(|read| read.as_ref().ok()).map(|puzzle| puzzle.family());
        let first = families.next()?;
        let is_one = families.all(|family| family.name() == first.name());
        (is_one && read.len() > 1 && first.solve_many(&[], &self.ask).is_some()).then_some(first)
    }

    /// Answers one puzzle.
    fn answer(&self, read: ReadPuzzle, printed: &mut Printed) {
        if self.ask.budget.cancel.is_cancelled() {
            return;
        }
        match read {
            Err(bad) => self.print_bad(&bad, printed),
            Ok(puzzle) => {
                if self.ask.sample.is_some()
                    && let Err(why) = can_sample(puzzle.board())
                {
                    return self.print_bad(&(puzzle.source().clone(), Diagnostic::new(why)), printed);
                }
                let ask = self.ask.begin();
                let outcome = puzzle.board().solve(&ask);
                self.print_answer(&puzzle, &ask, &outcome, printed);
            }
        }
    }

    /// Verifies an answer, and words it.
    fn print_answer(&self, puzzle: &Puzzle, ask: &Ask, outcome: &Outcome, printed: &mut Printed) {
        let source = puzzle.source();
        if let Err(error) = verify_all(puzzle.board(), source, outcome) {
            let bad = (source.clone(), Diagnostic::new(format!("internal error: {}", error.message)));
            printed.parts.push(stream::bad(&bad, self.format == Format::Json, self.style.report));
            printed.ended(Exit::Internal);
            return;
        }
        let (all_solutions, replay, certify) = (self.all_solutions, self.replay, self.certify);
        let answer = Answer { puzzle, ask, outcome, all_solutions, replay, certify };
        let exit = exit_of(outcome, &self.ask, self.require_unique);
        match self.format {
            Format::Json => return print_json(&answer.solved(), exit, printed),
            Format::Picture => printed.block(answer.picture(&self.style).as_bytes()),
            Format::Plain => printed.block(answer.plain().as_bytes()),
            Format::Status => printed.lines().extend_from_slice(answer.status().as_bytes()),
            Format::Svg => match answer.svg() {
                Ok(text) => printed.lines().extend_from_slice(text.as_bytes()),
                Err(why) => {
                    printed.note(format!("{}:{}: {}\n", source.name, source.first_line, words::no_picture(why)));
                    return printed.ended(exit.max(Exit::RanOut));
                }
            },
        }
        // Forms that show only a solution say on the side why there is none.
        let is_silent = matches!(self.format, Format::Plain | Format::Svg) && answer.shown().is_empty();
        let is_open =
            matches!(outcome.verdict, Verdict::Impossible(_) | Verdict::Unknown(_)) || outcome.sampled.is_err();
        if is_silent && is_open {
            let verdict = words::verdict(puzzle.board(), outcome, &self.ask);
            printed.note(format!("{}:{}: {verdict}\n", source.name, source.first_line));
        }
        printed.ended(exit);
    }

    /// A puzzle that could not be read, reported in its place.
    fn print_bad(&self, bad: &Bad, printed: &mut Printed) {
        printed.bad(stream::bad(bad, self.format == Format::Json, self.style.report));
    }
}

/// The line with this number.
fn lines_at(lines: &Lines, number: usize) -> &[u8] {
    lines.iter().find(|(at, _)| *at == number).map_or(&[], |(_, line)| line)
}
