//! `explain`, `hint` and `grade`: steps in words, all of them, the next one, or what they amount to.

use std::fmt::Write as _;

use quandary::puzzle::Puzzle;
use quandary::read::{Diagnostic, Source};
use quandary::reason::explain::{
    self, Argument, Ending, Explanation, Grade, Known, State, Step, find_mistake, read_entries, step_json, words,
};
use quandary::reason::{Model, Var};
use quandary::verdict::{Ask, Budget, Verdict};
use serde_json::{Value, json};

use super::{Failure, alone};
use crate::args::{Detail, Explain, GradeArgs, Hint};
use crate::exit::Exit;
use crate::input;
use crate::output::{self, Looks, Out, heading, identity};
use crate::report;
use crate::words as said;

/// `explain`: the whole way, in numbered steps.
pub(crate) fn explain(args: &Explain, looks: &Looks) -> Result<Exit, Failure> {
    let (source, puzzle) = input::one_puzzle(&args.puzzle, &args.kind.hints())?;
    let puzzle = &*puzzle;
    let model = model_of(puzzle, &source)?;
    let mut out = Out::stdout();
    let budget = args.spending.budget();
    let Ok(start) = State::new(&model) else { return no_solution(puzzle, &source, &budget, args.json, &mut out) };
    let explanation = alone(|| explain::explain(&model, start.clone(), &budget))?;
    let (ending, exit) = ending(puzzle, &explanation.ending, &budget, args.json)?;
    let total = explanation.steps.len();
    let wanted =
        |number: usize| args.first.is_none_or(|first| first <= number) && args.last.is_none_or(|last| number <= last);
    if args.json {
        let mut object = identity(puzzle);
        let Value::Object(trace) = explain::trace(puzzle, &model, &[], &start, &explanation.steps) else {
            return Err(Failure::Internal("a trace is an object".to_owned()));
        };
        object.extend(trace);
        if let Some(Value::Array(steps)) = object.get_mut("steps") {
            let mut number = 0;
            steps.retain(|_| {
                number += 1;
                wanted(number)
            });
        }
        object.insert("ending".into(), json!(ending));
        object.insert("source".into(), report::place(&source));
        out.lines(&format!("{}\n", Value::Object(object)))?;
        out.flush()?;
        return Ok(exit);
    }
    out.lines(&heading(&source, puzzle, looks))?;
    let mut state = start;
    for (index, step) in explanation.steps.iter().enumerate() {
        if wanted(index + 1) {
            out.lines(&told(puzzle, &model, &state, step, &format!("{}.", index + 1), args.detail, looks))?;
        }
        if state.apply(&model, step).is_err() {
            break;
        }
    }
    out.lines(&format!("{}\n", looks.bold(&format!("{}: {ending}", said::count(total as u64, "step")))))?;
    out.flush()?;
    Ok(exit)
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
    if State::new(&model).is_err() {
        return no_solution(puzzle, &source, &budget, args.json, &mut out);
    }
    if let Some(text) = mistake(puzzle, &model, &entries, &budget)? {
        let text = if args.json { format!("{}\n", json!({ "mistake": text })) } else { format!("{text}\n") };
        out.lines(&text)?;
        out.flush()?;
        return Ok(Exit::Impossible);
    }
    let mut state = match State::new(&model) {
        Ok(state) => state,
        Err(_) => return no_solution(puzzle, &source, &budget, args.json, &mut out),
    };
    if entries.iter().any(|entry| state.write(&model, entry.var, entry.values.trailing_zeros() as u8).is_err()) {
        return Err(Failure::Internal("entries that were found to agree do not".to_owned()));
    }
    let start = state.clone();
    let steps = alone(|| steps_to_an_entry(&model, state, &budget))?;
    let (steps, ended) = steps;
    let text = if args.json {
        let mut object = identity(puzzle);
        object.insert("steps".into(), steps.iter().map(|step| step_json(puzzle, &model, &start, step)).collect());
        format!("{}\n", Value::Object(object))
    } else {
        let mut text = String::new();
        for (index, step) in steps.iter().enumerate() {
            let number = if steps.len() > 1 { format!("{}.", index + 1) } else { String::new() };
            text += &told(puzzle, &model, &start, step, &number, args.detail, looks);
        }
        text
    };
    out.lines(&text)?;
    let mut exit = Exit::Solved;
    if let (true, Some(ending_found)) = (steps.is_empty(), ended) {
        let (text, code) = ending(puzzle, &ending_found, &budget, args.json)?;
        let text = if args.json { json!({ "ending": text }).to_string() } else { text };
        out.lines(&format!("{text}\n"))?;
        exit = code;
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
        let budget = args.spending.budget();
        let Ok(start) = State::new(&model) else {
            exit = exit.max(no_solution(puzzle, &source, &budget, args.json, &mut out)?);
            continue;
        };
        let explanation = alone(|| explain::explain(&model, start, &budget))?;
        let (ending, code) = ending(puzzle, &explanation.ending, &budget, args.json)?;
        exit = exit.max(code);
        let grade = explain::grade(&explanation);
        if args.json {
            let mut object = identity(puzzle);
            object.insert("grade".into(), json!(grade));
            object.insert("ending".into(), json!(ending));
            object.insert("source".into(), report::place(&source));
            out.lines(&format!("{}\n", Value::Object(object)))?;
            continue;
        }
        let text = match &grade {
            Some(grade) => graded(puzzle, &model, grade, &explanation, looks),
            None => format!("not graded: {ending}\n"),
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

/// A solve within a budget.
fn ask_within(budget: &Budget) -> Ask {
    Ask { budget: budget.clone(), ..Ask::default() }
}

/// A board that is broken from the start.
fn no_solution(
    puzzle: &dyn Puzzle,
    source: &Source,
    budget: &Budget,
    json: bool,
    out: &mut Out,
) -> Result<Exit, Failure> {
    let (ending, exit) = ending(puzzle, &Ending::Broken, budget, json)?;
    if json {
        let mut object = identity(puzzle);
        object.insert("ending".into(), json!(ending));
        object.insert("source".into(), report::place(source));
        out.lines(&format!("{}\n", Value::Object(object)))?;
    } else {
        out.lines(&format!("{ending}\n"))?;
    }
    out.flush()?;
    Ok(exit)
}

/// How an explanation ended: a word for programs, a sentence for people.
fn ending(puzzle: &dyn Puzzle, ending: &Ending, budget: &Budget, json: bool) -> Result<(String, Exit), Failure> {
    let (word, sentence, exit) = match ending {
        Ending::Complete => ("complete", "and everything is known".to_owned(), Exit::Solved),
        Ending::Stopped(quandary::Stopped::Cancelled) => ("stopped", "interrupted".to_owned(), Exit::Interrupted),
        Ending::Stopped(why) => ("stopped", why.to_string(), Exit::RanOut),
        Ending::Broken | Ending::Stuck => {
            let outcome = alone(|| puzzle.solve(&ask_within(budget)))?;
            match outcome.verdict {
                Verdict::Impossible(conflict) => ("broken", conflict.message, Exit::Impossible),
                Verdict::Multiple => {
                    let how = match &outcome.solutions[..] {
                        [first, second, ..] => format!("; two of them: one {}", said::difference(first, second)),
                        _ => String::new(),
                    };
                    ("multiple", format!("nothing more follows: there are several solutions{how}"), Exit::Several)
                }
                _ => (
                    "stuck",
                    "no explanation was found for the next step, not even with a supposition inside a supposition"
                        .to_owned(),
                    Exit::RanOut,
                ),
            }
        }
    };
    Ok((if json { word.to_owned() } else { sentence }, exit))
}

/// The steps that the next new entry needs, and no others; and how it ended when there is none.
fn steps_to_an_entry(model: &Model, state: State, budget: &Budget) -> (Vec<Step>, Option<Ending>) {
    let mut watch = budget.start();
    let mut explainer = explain::Explainer::new(model, state);
    let mut steps: Vec<Step> = Vec::new();
    loop {
        let step = match explainer.next_step(&mut watch) {
            Ok(Ok((step, _))) => step,
            Ok(Err(ending)) => return (Vec::new(), Some(ending)),
            Err(stopped) => return (Vec::new(), Some(Ending::Stopped(stopped))),
        };
        let is_entry = step.conclusions.iter().any(|shown| shown.value().is_some());
        let broken = step.argument == Argument::Contradiction || explainer.accept(&step).is_err();
        steps.push(step);
        if broken {
            return (Vec::new(), Some(Ending::Broken));
        }
        if is_entry {
            return (needed(steps), None);
        }
    }
}

/// Of some steps, those that the last one rests on.
fn needed(steps: Vec<Step>) -> Vec<Step> {
    let mut wanted: Vec<Var> = Vec::new();
    let mut kept: Vec<Step> = Vec::new();
    for step in steps.into_iter().rev() {
        if kept.is_empty() || step.conclusions.iter().any(|shown| wanted.contains(&shown.var)) {
            wanted.extend(step.premises.iter().map(|known| known.var));
            kept.push(step);
        }
    }
    kept.reverse();
    kept
}

/// What is wrong with a player's entries, without the solution; `None` when nothing is.
fn mistake(puzzle: &dyn Puzzle, model: &Model, entries: &[Known], budget: &Budget) -> Result<Option<String>, Failure> {
    let entry =
        |known: &Known| format!("{} as {}", words::cells_of(model, [known.var]), words::values(puzzle, known.values));
    if let Some(mistake) = find_mistake(model, entries) {
        let entries: Vec<String> = mistake.entries.iter().map(entry).collect();
        let rules: Vec<String> = mistake.constraints.iter().map(|&id| model.constraints()[id].statement()).collect();
        let shown: Vec<String> = rules.iter().take(4).cloned().collect();
        let more = if rules.len() > 4 { format!(" (and {} more rules)", rules.len() - 4) } else { String::new() };
        let subject = match entries.len() {
            0 => "The puzzle itself has no solution".to_owned(),
            1 => format!("There is a mistake: {} cannot stand", entries[0]),
            _ => format!("There is a mistake: these cannot all stand: {}", entries.join("; ")),
        };
        let why = if shown.is_empty() { "it is given otherwise".to_owned() } else { words::join(&shown) };
        return Ok(Some(format!("{subject}, because {why}{more}.")));
    }
    // Propagation sees no mistake; the solution may.
    let outcome = alone(|| puzzle.solve(&ask_within(budget)))?;
    let (Verdict::Unique, Some(solution)) = (&outcome.verdict, outcome.solutions.first().and_then(|s| s.grid())) else {
        return Ok(None);
    };
    let is_wrong = |known: &&Known| {
        model.cells(known.var).iter().any(|&cell| known.values >> puzzle.value_in_grid(solution[cell]) & 1 == 0)
    };
    let wrong: Vec<String> = entries.iter().filter(is_wrong).map(entry).collect();
    Ok((!wrong.is_empty()).then(|| {
        format!(
            "There is a mistake, though no rule breaks yet: the only solution has something else for {}.",
            words::join(&wrong)
        )
    }))
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
