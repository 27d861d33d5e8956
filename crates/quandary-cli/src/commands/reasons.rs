//! `explain`, `hint` and `grade`: steps in words, all of them, the next one, or what they amount to.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quandary::contract::{self, End, Ended, Request, explanation_json, find_hint, grade_json, hint_json};
use quandary::narrate::{self, read_entries};
use quandary::puzzle::{Puzzle, Rating, value_names};
use quandary::read::{Diagnostic, Source};
use quandary::reason::Model;
use quandary::reason::explain::{self, Explanation, Grade, State, Step, words};
use quandary::scene::svg;
use quandary::verdict::Budget;

use super::moves::{explain_moves, graded_moves, next_move};
use super::{Failure, alone, cannot_write, complain};
use crate::args::{Depth, Detail, Explain, GradeArgs, Hint};
use crate::exit::Exit;
use crate::output::{Looks, Out, board, heading};
use crate::report;
use crate::words as said;
use crate::{input, interrupt};

/// `explain`: the whole way, in numbered steps.
pub(crate) fn explain(args: &Explain, looks: &Looks) -> Result<Exit, Failure> {
    let (source, puzzle) = input::one_puzzle(&args.puzzle, &args.kind.hints())?;
    let puzzle = &*puzzle;
    if let Some(play) = puzzle.moves() {
        return explain_moves(args, &source, puzzle, play, looks);
    }
    let model = model_of(puzzle, &source)?;
    let mut out = Out::screen();
    let budget = args.spending.begin();
    let (explanation, ended) = explained(puzzle, &model, &budget)?;
    let wanted =
        |number: usize| args.first.is_none_or(|first| first <= number) && args.last.is_none_or(|last| number <= last);
    if let Some(folder) = &args.svg {
        save_pictures(folder, puzzle, &model, &explanation, wanted)?;
    }
    if let Some(path) = &args.html {
        let page = contract::explanation_page(puzzle, &model, &[], &explanation, &ended, wanted);
        fs::write(path, page).map_err(|error| cannot_write(path, &error))?;
    }
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

/// One picture for each step: `step-001.svg` and so on.
fn save_pictures(
    folder: &Path,
    puzzle: &dyn Puzzle,
    model: &Model,
    explanation: &Explanation,
    wanted: impl Fn(usize) -> bool,
) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    let Ok(mut state) = State::new(model) else { return Ok(()) };
    for (index, step) in explanation.steps.iter().enumerate() {
        if wanted(index + 1) {
            let path = folder.join(format!("step-{:03}.svg", index + 1));
            let mut scene = narrate::picture_of(puzzle, model, &state, step);
            scene.captions.push(format!("{}. {}", index + 1, puzzle.narrate(model, &state, step).sentence));
            fs::write(&path, svg::render(&scene)).map_err(|error| cannot_write(&path, &error))?;
        }
        if state.apply(model, step).is_err() {
            break;
        }
    }
    Ok(())
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
    let state = args.state.as_ref().map(|path| input::whole(path)).transpose()?;
    let budget = args.spending.begin();
    if args.check_only {
        return check_only(args, &source, state.as_ref(), &budget);
    }
    if let Some(play) = puzzle.moves() {
        return next_move(args, puzzle, play, state, &budget);
    }
    let model = model_of(puzzle, &source)?;
    let mut out = Out::screen();
    let entries = match state {
        None => Vec::new(),
        Some(board) => read_entries(puzzle, &model, &board).map_err(|error| Failure::from((board, error)))?,
    };
    let depth = match args.depth {
        Depth::Where => contract::Depth::Where,
        Depth::Why => contract::Depth::Why,
        Depth::What => contract::Depth::What,
    };
    let hint = alone(|| find_hint(puzzle, &model, &entries, &budget))?;
    let exit = match &hint {
        contract::Hint::Mistake(_) => Exit::Impossible,
        contract::Hint::Steps(_) => Exit::Solved,
        contract::Hint::Ended(ended) => exit_of(ended.end),
    };
    let state = State::with_entries(&model, &entries).ok();
    if let Some(path) = &args.svg {
        let picture = svg::render(&contract::hint_scene(puzzle, &model, &entries, &hint, depth));
        fs::write(path, picture).map_err(|error| cannot_write(path, &error))?;
    }
    if args.json {
        out.lines(&format!("{}\n", hint_json(puzzle, &model, &entries, &hint, depth)))?;
        out.flush()?;
        return Ok(exit);
    }
    match (&hint, state) {
        (contract::Hint::Mistake(mistake), _) => {
            out.lines(&format!("{}\n", mistake.message))?;
            // What stands there instead may be told: only to those who ask for the whole.
            if let (Some(why), Detail::Full) = (&mistake.why, args.detail) {
                out.lines(&format!("{why}\n"))?;
            }
        }
        (contract::Hint::Ended(ended), _) => {
            out.lines(&format!("{}\n", ended.sentence))?;
            let solutions = ended.outcome.iter().flat_map(|outcome| outcome.solutions.iter().take(2));
            for solution in solutions.filter(|_| ended.end == End::Several) {
                out.lines(&board(puzzle, Some(solution), looks))?;
            }
        }
        (contract::Hint::Steps(steps), Some(mut state)) => {
            if let (Some(step), Depth::Where | Depth::Why) = (steps.first(), args.depth) {
                out.lines(&format!("{}\n", contract::hint_text(puzzle, &model, &state, step, depth)))?;
                out.flush()?;
                return Ok(exit);
            }
            for (index, step) in steps.iter().enumerate() {
                let number = if steps.len() > 1 { format!("{}.", index + 1) } else { String::new() };
                out.lines(&told(puzzle, &model, &state, step, &number, args.detail, looks))?;
                if state.apply(&model, step).is_err() {
                    break;
                }
            }
        }
        (contract::Hint::Steps(_), None) => {
            return Err(Failure::Internal("entries that were found to agree do not".to_owned()));
        }
    }
    out.flush()?;
    Ok(exit)
}

/// `hint --check-only`: right so far?
fn check_only(args: &Hint, source: &Source, state: Option<&Source>, budget: &Budget) -> Result<Exit, Failure> {
    let hints = args.kind.hints();
    let mut request = Request::about(source.text.clone());
    (request.family, request.from, request.rule) = (hints.family, hints.notation, hints.rule);
    let request = request.with("state", state.map_or(String::new(), |state| state.text.clone()));
    let answer = alone(|| contract::check(&request, budget))?.map_err(|error| {
        let place = state.cloned().unwrap_or_else(|| source.clone());
        let found = Diagnostic::new(error.message);
        Failure::from((
            place,
            match error.help {
                Some(help) => found.help(help),
                None => found,
            },
        ))
    })?;
    let mut out = Out::screen();
    match args.json {
        true => out.lines(&format!("{answer}\n"))?,
        false => out.lines(&format!("{}\n", answer["message"].as_str().unwrap_or_default()))?,
    }
    out.flush()?;
    Ok(match answer["correct"].as_bool() {
        Some(true) => Exit::Solved,
        Some(false) => Exit::Impossible,
        None => Exit::RanOut,
    })
}

/// `grade`: how hard, and why.
pub(crate) fn grade(args: &GradeArgs, looks: &Looks) -> Result<Exit, Failure> {
    let hints = args.reading.kind.hints();
    let mut out = Out::screen();
    let mut exit = Exit::Solved;
    for read in input::puzzles(&args.reading.inputs, hints).take_while(|_| !interrupt::is_raised()) {
        let (source, puzzle) = match read {
            Ok(read) => read,
            Err((source, error)) => {
                exit = exit.max(complain(&mut out, &source, &error, looks)?);
                continue;
            }
        };
        let puzzle = &*puzzle;
        if let Some(play) = puzzle.moves() {
            let graded = alone(|| contract::graded(puzzle, play, &args.spending.begin()))?;
            let text = match (&graded, args.json) {
                (Ok(graded), true) => {
                    let mut object = contract::identity(puzzle);
                    object.insert("grade".into(), serde_json::json!(graded.grade));
                    object.insert("ending".into(), "complete".into());
                    object.insert("message".into(), graded.message.as_str().into());
                    object.insert("source".into(), contract::place(&source));
                    format!("{}\n", serde_json::Value::Object(object))
                }
                (Ok(graded), false) => {
                    format!("{}{}", heading(&source, puzzle, looks), graded_moves(graded, looks))
                }
                (Err(none), true) => {
                    format!("{}\n", report::for_programs(&source, &Diagnostic::new(none.message.clone())))
                }
                (Err(none), false) => format!("{}not graded: {}\n", heading(&source, puzzle, looks), none.message),
            };
            if let Err(none) = graded {
                exit = exit.max(exit_of_way(none.stopped));
            }
            match args.json {
                true => out.lines(&text)?,
                false => out.block(&text)?,
            }
            continue;
        }
        let Some(model) = puzzle.model() else {
            exit = exit.max(complain(&mut out, &source, &unexplained(puzzle), looks)?);
            continue;
        };
        let budget = args.spending.begin();
        let (explanation, ended) = explained(puzzle, &model, &budget)?;
        exit = exit.max(exit_of(ended.end));
        let grade = explain::grade(&explanation);
        let ratings = if grade.is_some() { alone(|| puzzle.ratings(&budget))? } else { Vec::new() };
        if grade.is_some() && budget.check().is_err() {
            exit = exit.max(Exit::RanOut);
        }
        if args.json {
            out.lines(&format!("{}\n", grade_json(puzzle, &source, grade.as_ref(), &ratings, &ended)))?;
            continue;
        }
        let text = match &grade {
            Some(grade) => graded(puzzle, &model, grade, &explanation, looks) + &rated(&ratings),
            None => format!("not graded: {}\n", ended.sentence),
        };
        out.block(&format!("{}{text}", heading(&source, puzzle, looks)))?;
    }
    out.flush()?;
    Ok(exit)
}

/// Ratings on the scales that players know, a line for each scale.
fn rated(ratings: &[Rating]) -> String {
    let mut text = String::new();
    for of_scale in ratings.chunk_by(|one, next| one.scale == next.scale) {
        let value = |rating: &Rating| rating.value.as_str().map_or_else(|| rating.value.to_string(), str::to_owned);
        let all: Vec<String> = of_scale.iter().map(|rating| format!("{} {}", rating.name, value(rating))).collect();
        let _ = writeln!(text, "  {}: {}", of_scale[0].scale, all.join(", "));
    }
    text
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

/// The exit code of a puzzle of moves that was not explained to the end.
pub(super) fn exit_of_way(stopped: Option<quandary::Stopped>) -> Exit {
    match stopped {
        None => Exit::Impossible,
        Some(why) => exit_of(End::Stopped(why)),
    }
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
    let then = words::capital(&words::conclusions(&value_names(puzzle), model, step));
    let name = words.name.map(words::capital);
    let gap = if number.is_empty() { "" } else { " " };
    let mut text = match (detail, name) {
        (Detail::Brief, Some(name)) => format!("{number}{gap}{name}: {then}\n"),
        (Detail::Brief, None) => format!("{number}{gap}{then}\n"),
        (_, Some(name)) => format!("{number}{gap}{}: {}\n", looks.bold(&name), words.sentence),
        (_, None) => format!("{number}{gap}{}\n", words.sentence),
    };
    if let Some(notation) = step.pattern().and_then(|pattern| pattern.notation.as_ref())
        && detail != Detail::Brief
    {
        let _ = writeln!(text, "   {}", looks.dim(notation));
    }
    if detail == Detail::Full {
        let known: Vec<String> = step
            .premises
            .iter()
            .map(|known| {
                format!("{} {}", words::cells_of(model, [known.var]), words::values(&value_names(puzzle), known.values))
            })
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
