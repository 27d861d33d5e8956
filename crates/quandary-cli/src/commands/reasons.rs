//! `explain`, `hint` and `grade`: steps in words, all of them, the next one, or what they amount to.

use std::fmt::Write as _;

use quandary::contract::{self, End, Ended, explanation_json, find_hint, grade_json, hint_json};
use quandary::puzzle::Puzzle;
use quandary::read::{Diagnostic, Source};
use quandary::reason::Model;
use quandary::reason::explain::{self, Explanation, Grade, State, Step, read_entries, words};
use quandary::verdict::Budget;

use super::{Failure, alone};
use crate::args::{Detail, Explain, GradeArgs, Hint};
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Looks, Out, heading};
use crate::report;
use crate::words as said;

/// `explain`: the whole way, in numbered steps.
pub(crate) fn explain(args: &Explain, looks: &Looks) -> Result<Exit, Failure> {
    let (source, puzzle) = input::one_puzzle(&args.puzzle, &args.kind.hints())?;
    let puzzle = &*puzzle;
    let model = model_of(puzzle, &source)?;
    let mut out = Out::stdout();
    let budget = args.spending.budget();
    let (explanation, ended) = explained(puzzle, &model, &budget)?;
    let wanted =
        |number: usize| args.first.is_none_or(|first| first <= number) && args.last.is_none_or(|last| number <= last);
    if args.json {
        let answer = explanation_json(puzzle, &source, &model, &[], &explanation, &ended, wanted, None);
        out.lines(&format!("{answer}\n"))?;
        out.flush()?;
        return Ok(exit_of(ended.end));
    }
    out.lines(&heading(&source, puzzle, looks))?;
    if let Ok(mut state) = State::new(&model) {
        for (index, step) in explanation.steps.iter().enumerate() {
            if wanted(index + 1) {
                out.lines(&told(puzzle, &model, &state, step, &format!("{}.", index + 1), args.detail, looks))?;
            }
            if state.apply(&model, step).is_err() {
                break;
            }
        }
    }
    let total = said::count(explanation.steps.len() as u64, "step");
    out.lines(&format!("{}\n", looks.bold(&format!("{total}: {}", ended.sentence))))?;
    out.flush()?;
    Ok(exit_of(ended.end))
}

/// Everything that follows from a board, and how it ends.
fn explained(puzzle: &dyn Puzzle, model: &Model, budget: &Budget) -> Result<(Explanation, Ended), Failure> {
    alone(|| {
        let explanation = match State::new(model) {
            Ok(start) => explain::explain(model, start, budget),
            Err(_) => Explanation::broken(model),
        };
        let ended = Ended::of(puzzle, &explanation.ending, budget);
        (explanation, ended)
    })
}

/// `hint`: what to do next, and why.
pub(crate) fn hint(args: &Hint, looks: &Looks) -> Result<Exit, Failure> {
    let (source, puzzle) = input::one_puzzle(&args.puzzle, &args.kind.hints())?;
    let puzzle = &*puzzle;
    let model = model_of(puzzle, &source)?;
    let mut out = Out::stdout();
    let entries = match &args.state {
        None => Vec::new(),
        Some(path) => {
            let board = input::whole(path)?;
            read_entries(puzzle, &model, &board).map_err(|error| Failure::from((board, error)))?
        }
    };
    let budget = args.spending.budget();
    let hint = alone(|| find_hint(puzzle, &model, &entries, &budget))?;
    let exit = match &hint {
        contract::Hint::Mistake(_) => Exit::Impossible,
        contract::Hint::Steps(_) => Exit::Solved,
        contract::Hint::Ended(ended) => exit_of(ended.end),
    };
    if args.json {
        out.lines(&format!("{}\n", hint_json(puzzle, &model, &entries, &hint, contract::Depth::What)))?;
        out.flush()?;
        return Ok(exit);
    }
    match &hint {
        contract::Hint::Mistake(slip) => out.lines(&format!("{}\n", slip.message))?,
        contract::Hint::Ended(ended) => out.lines(&format!("{}\n", ended.sentence))?,
        contract::Hint::Steps(steps) => {
            let Ok(mut state) = State::new(&model) else {
                return Err(Failure::Internal("a board with steps is broken".to_owned()));
            };
            if entries.iter().any(|&entry| state.enter(&model, entry).is_err()) {
                return Err(Failure::Internal("entries that were found to agree do not".to_owned()));
            }
            for (index, step) in steps.iter().enumerate() {
                let number = if steps.len() > 1 { format!("{}.", index + 1) } else { String::new() };
                out.lines(&told(puzzle, &model, &state, step, &number, args.detail, looks))?;
                if state.apply(&model, step).is_err() {
                    break;
                }
            }
        }
    }
    out.flush()?;
    Ok(exit)
}

/// `grade`: how hard, and why.
pub(crate) fn grade(args: &GradeArgs, looks: &Looks) -> Result<Exit, Failure> {
    let hints = args.reading.kind.hints();
    let mut out = Out::stdout();
    let mut exit = Exit::Solved;
    for read in input::puzzles(&args.reading.inputs, hints) {
        let (source, puzzle) = match read {
            Ok(read) => read,
            Err((source, error)) => {
                out.flush()?;
                output::say(&report::for_people(&source, &error, looks.report));
                exit = exit.max(Exit::BadInput);
                continue;
            }
        };
        let puzzle = &*puzzle;
        let Some(model) = puzzle.model() else {
            out.flush()?;
            output::say(&report::for_people(&source, &unexplained(puzzle), looks.report));
            exit = exit.max(Exit::BadInput);
            continue;
        };
        let (explanation, ended) = explained(puzzle, &model, &args.spending.budget())?;
        exit = exit.max(exit_of(ended.end));
        let grade = explain::grade(&explanation);
        if args.json {
            out.lines(&format!("{}\n", grade_json(puzzle, &source, grade.as_ref(), &ended)))?;
            continue;
        }
        let text = match &grade {
            Some(grade) => graded(puzzle, &model, grade, &explanation, looks),
            None => format!("not graded: {}\n", ended.sentence),
        };
        out.block(&format!("{}{text}", heading(&source, puzzle, looks)))?;
    }
    out.flush()?;
    Ok(exit)
}

/// A grade and its reasons.
fn graded(puzzle: &dyn Puzzle, model: &Model, grade: &Grade, explanation: &Explanation, looks: &Looks) -> String {
    let mut text = format!("{}\n", looks.bold(&format!("{} ({})", grade.word, grade.score)));
    let (cost, place) = grade.hardest;
    if let (Some(step), Ok(mut state)) = (explanation.steps.get(place.wrapping_sub(1)), State::new(model)) {
        for earlier in &explanation.steps[..place - 1] {
            if state.apply(model, earlier).is_err() {
                break;
            }
        }
        let words = puzzle.narrate(model, &state, step);
        let _ = writeln!(text, "  hardest step: number {place}, {}, cost {cost}", words.name.unwrap_or("one rule"));
    }
    let _ = writeln!(text, "  {}, {} of them hard", said::count(grade.steps as u64, "step"), grade.hard_steps);
    if grade.suppositions > 0 {
        let nested = if grade.levels > 1 { ", some inside others" } else { "" };
        let _ = writeln!(
            text,
            "  {}{nested}; the longest chain has {}",
            said::count(grade.suppositions as u64, "supposition"),
            said::count(grade.longest_chain as u64, "link")
        );
    }
    let _ = writeln!(text, "  {} steps open at a time on average; {} times only one", grade.width, grade.bottlenecks);
    text
}

/// The rules as constraints, or the news that this family cannot be explained yet.
fn model_of(puzzle: &dyn Puzzle, source: &Source) -> Result<Model, Failure> {
    puzzle.model().ok_or_else(|| Failure::from((source.clone(), unexplained(puzzle))))
}

/// The news that a family cannot be explained yet.
fn unexplained(puzzle: &dyn Puzzle) -> Diagnostic {
    let title = puzzle.family().title();
    Diagnostic::new(format!("{title} has no explanation yet: it is solved by search, not by deduction"))
        .help("'quandary solve' shows a plan, and says whether it is the shortest")
}

/// The exit code that an ending deserves.
fn exit_of(end: End) -> Exit {
    match end {
        End::Complete => Exit::Solved,
        End::Impossible => Exit::Impossible,
        End::Several => Exit::Several,
        End::Stopped(quandary::Stopped::Cancelled) => Exit::Interrupted,
        End::Stopped(_) | End::Stuck => Exit::RanOut,
    }
}

/// A step for people.
fn told(
    puzzle: &dyn Puzzle,
    model: &Model,
    state: &State,
    step: &Step,
    number: &str,
    detail: Detail,
    looks: &Looks,
) -> String {
    let words = puzzle.narrate(model, state, step);
    let then = words::capital(&words::conclusions(puzzle, model, step));
    let name = words.name.map(words::capital);
    let gap = if number.is_empty() { "" } else { " " };
    let mut text = match (detail, name) {
        (Detail::Brief, Some(name)) => format!("{number}{gap}{name}: {then}\n"),
        (Detail::Brief, None) => format!("{number}{gap}{then}\n"),
        (_, Some(name)) => format!("{number}{gap}{}: {}\n", looks.bold(&name), words.sentence),
        (_, None) => format!("{number}{gap}{}\n", words.sentence),
    };
    if detail == Detail::Full {
        let known: Vec<String> = step
            .premises
            .iter()
            .map(|known| format!("{} {}", words::cells_of(model, [known.var]), words::values(puzzle, known.values)))
            .collect();
        if !known.is_empty() {
            let _ = writeln!(text, "   {}", looks.dim(&format!("known: {}", known.join("; "))));
        }
        let _ = writeln!(text, "   {}", looks.dim(&format!("cost {}", step.cost)));
        for (index, inner) in step.sub_steps.iter().enumerate() {
            let inner = told(puzzle, model, state, inner, &format!("{number}{}.", index + 1), Detail::Normal, looks);
            for line in inner.lines() {
                let _ = writeln!(text, "   {line}");
            }
        }
    }
    text
}
