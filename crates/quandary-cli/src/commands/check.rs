//! `check`: is this a solution, and is it the only one or the shortest? Which rule does it break?

use std::sync::Arc;

use quandary::api::{CheckOptions, Text};
use quandary::read::split::Chunk;
use quandary::read::{Diagnostic, Hints, Source};
use quandary::{Budget, Puzzle};

use super::{Failure, Opened, exit_of_judgement, print_api_error, print_json};
use crate::answers::{Answers, Given};
use crate::args::{Check, usage_error};
use crate::exit::Exit;
use crate::input::{self, Bad, Chunks};
use crate::interrupt;
use crate::output::{Out, OutputStyle};
use crate::progress::Progress;
use crate::stream::{self, Feed, Printed, Stream, Task};

/// Runs the command.
pub(crate) fn run(args: &Check, style: &OutputStyle) -> Result<Exit, Failure> {
    if args.puzzle == "-" && args.solution == "-" {
        usage_error("the puzzle and the solution cannot both come from standard input");
    }
    let hints = args.kind.hints();
    let inputs = [args.puzzle.clone(), args.solution.clone()];
    let Some(mut opened) = Opened::new(&args.batch, &inputs, Out::screen)? else { return Ok(Exit::Solved) };
    let (position, exit) = opened.done();
    let progress = Progress::over(&inputs[..1]);
    let mut puzzles = Chunks::new(&inputs[..1], hints.clone(), progress.bytes_read());
    // The first puzzle, and whether it is the only one.
    let ahead: Vec<Task<Chunk>> = std::iter::from_fn(|| puzzles.next(1, 0)).take(2).collect();
    let answers = match &ahead[..] {
        [] => {
            return Err(Failure::from((Source::new(&*args.puzzle, "", 1), Diagnostic::new("there is no puzzle here"))));
        }
        [_] => Answers::Whole(Some(input::whole(&args.solution)?)),
        _ => Answers::open(&args.solution)?,
    };
    let mut pairs =
        Pairs { ahead: ahead.into_iter(), puzzles, answers, given: args.solution.as_str().into(), has_ended: false };
    pairs.skip(position.done);
    let threads = args.batch.cores.shared();
    let budget = args.limits.budget().on(threads.clone());
    let judge = Judge { budget, json: args.json, is_one: pairs.is_one(), style: *style, hints };
    let report = |bad: &Bad| stream::bad(bad, args.json, style.report);
    let done = (position, exit);
    Stream { threads, progress: &progress, out: &mut opened.out, report: &report, done }
        .run(pairs, move |pairs| judge.work(pairs))
}

/// Puzzles, each with what is said to be its solution.
struct Pairs {
    /// Puzzles that were read already.
    ahead: std::vec::IntoIter<Task<Chunk>>,
    puzzles: Chunks,
    answers: Answers,
    /// Where the solutions are from.
    given: Arc<str>,
    /// Whether there is nothing more to compare.
    has_ended: bool,
}

impl Pairs {
    fn is_one(&self) -> bool {
        matches!(self.answers, Answers::Whole(_))
    }

    /// Passes over what is done.
    fn skip(&mut self, mut done: usize) {
        while done > 0
            && let Some(task) = self.next(done, 0)
        {
            done -= task.puzzles;
        }
    }

    /// There are more or fewer solutions than puzzles.
    fn mismatch(&self, message: &str) -> Bad {
        let help = "give as many solutions as puzzles, in the same order: one per line, or separated by blank lines";
        (Source::new(self.given.clone(), "", 1), Diagnostic::new(message).help(help))
    }
}

/// Puzzles and their solutions.
struct Paired {
    puzzles: Chunk,
    answers: Given,
}

impl Feed for Pairs {
    type Item = Paired;

    fn next(&mut self, puzzles: usize, given_up: usize) -> Option<Task<Paired>> {
        if self.has_ended {
            return None;
        }
        let Some(task) = self.ahead.next().or_else(|| self.puzzles.next(puzzles, given_up)) else {
            self.has_ended = true;
            if self.answers.take(1).len() == 0 {
                return None;
            }
            let bad = self.mismatch("there are more solutions than puzzles");
            let item = Paired { puzzles: Chunk::Pieces(vec![Err(bad)]), answers: self.answers.take(0) };
            return Some(Task { file: 1, name: self.given.clone(), puzzles: 1, item });
        };
        let Task { file, name, puzzles, item } = task;
        let mut answers = self.answers.take(puzzles);
        if answers.len() < puzzles {
            self.has_ended = true;
            answers.end(self.mismatch("there are fewer solutions than puzzles"));
        }
        Some(Task { file, name, puzzles, item: Paired { puzzles: item, answers } })
    }
}

struct Judge {
    budget: Budget,
    json: bool,
    is_one: bool,
    style: OutputStyle,
    hints: Hints,
}

impl Judge {
    fn work(&self, Paired { puzzles, answers }: Paired) -> Printed {
        let mut printed = Printed::default();
        let mut answers = answers.pieces();
        for read in input::puzzles_of(puzzles, &self.hints) {
            // Nothing is printed for a puzzle that was not started before Ctrl-C.
            if interrupt::is_raised() {
                break;
            }
            match (read, answers.next()) {
                (Ok(puzzle), Some(Ok(answer))) => self.judge(&puzzle, answer, &mut printed),
                (Err(bad), _) | (_, Some(Err(bad))) => printed.bad(stream::bad(&bad, self.json, self.style.report)),
                (Ok(_), None) => {}
            }
        }
        printed
    }

    fn judge(&self, puzzle: &Puzzle, answer: Source, printed: &mut Printed) {
        let options = CheckOptions { solution: Some(Text(answer)), ..CheckOptions::default() };
        match puzzle.check(&options, &self.budget.begin()) {
            Ok(checked) if self.json => print_json(&checked, exit_of_judgement(checked.judgement), printed),
            Ok(checked) => {
                let source = puzzle.source();
                let place =
                    if self.is_one { String::new() } else { format!("{}:{}: ", source.name, source.first_line) };
                let line = format!("{place}{}\n", self.style.bold(&checked.message));
                printed.lines().extend_from_slice(line.as_bytes());
                printed.ended(exit_of_judgement(checked.judgement));
            }
            Err(error) => print_api_error(error, self.json, &self.style, printed),
        }
    }
}
