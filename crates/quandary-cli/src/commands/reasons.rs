//! `explain`, `hint` and `grade`: steps in words, all of them, the next one, or what they amount to.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use quandary::api::{
    CheckOptions, Deduction, Ending, EndingInfo, ExplainOptions, Explained, GradeInfo, Graded, HintLevel, HintOptions,
    MoveStep, Step, Text, words as text,
};
use quandary::{Budget, Puzzle, Stopped};

use super::{Failure, cannot_write, exit_of_judgement, json_line, print_api_error, print_json, stream_puzzles};
use crate::args::{Depth, Detail, Explain, GradeArgs, Hint, Reading};
use crate::exit::Exit;
use crate::input::{self, Bad};
use crate::interrupt;
use crate::output::{Out, OutputStyle, board, heading};
use crate::progress::patiently;
use crate::stream::{self, Printed};
use crate::words as said;

/// `explain`: every step to the solution, numbered.
pub(crate) fn explain(args: &Explain, style: &OutputStyle) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.read()?;
    let options = ExplainOptions {
        first: args.first,
        last: args.last,
        svg: args.svg.is_some(),
        captions: args.svg.is_some(),
        html: args.html.is_some(),
        ..ExplainOptions::default()
    };
    let budget = args.puzzle.budget();
    let mut explained = patiently("explaining", || puzzle.explain(&options, &budget))?;
    if let Some(folder) = &args.svg {
        save_pictures(folder, &mut explained)?;
    }
    if let (Some(path), Some(page)) = (&args.html, explained.html.take()) {
        fs::write(path, page).map_err(|error| cannot_write(path, &error))?;
    }
    let mut out = Out::screen();
    if args.puzzle.json {
        out.lines(&json_line(&explained)?)?;
    } else {
        out.lines(&heading(&puzzle, style))?;
        for step in &explained.steps {
            out.lines(&style.paragraphs(&describe(step, args.detail, style)))?;
        }
        out.lines(&style.paragraphs(&style.bold(&explained.summary())))?;
        if let Some(end) = &explained.pictures_end {
            out.lines(&style.paragraphs(&end.sentence()))?;
        }
    }
    out.flush()?;
    let ran_out = explained.pictures_end.as_ref().is_some_and(|end| end.stopped.is_some());
    Ok(exit_of(&explained.ending).max(if ran_out { Exit::RanOut } else { Exit::Solved }))
}

/// One picture for each step: `step-001.svg` and so on.
fn save_pictures(folder: &Path, explained: &mut Explained) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
    for step in &mut explained.steps {
        let (number, picture) = match step {
            Step::Deduction(step) => (step.number, step.svg.take()),
            Step::Move(step) => (step.number, step.svg.take()),
        };
        let path = folder.join(format!("step-{:03}.svg", number.unwrap_or_default()));
        let Some(picture) = picture else { break };
        fs::write(&path, picture).map_err(|error| cannot_write(&path, &error))?;
    }
    Ok(())
}

/// `hint`: what to do next, and why.
pub(crate) fn hint(args: &Hint, style: &OutputStyle) -> Result<Exit, Failure> {
    let puzzle = args.puzzle.read()?;
    let state = args.state.as_ref().map(|path| input::whole(path)).transpose()?.map(Text);
    let budget = args.puzzle.budget();
    let mut out = Out::screen();
    if args.check_only {
        let options = CheckOptions { state: Some(state.unwrap_or_else(|| Text::from(""))), ..CheckOptions::default() };
        let checked = patiently("checking", || puzzle.check(&options, &budget))?;
        out.lines(&if args.puzzle.json { json_line(&checked)? } else { format!("{}\n", checked.message) })?;
        out.flush()?;
        return Ok(exit_of_judgement(checked.judgement));
    }
    let depth = match args.depth {
        Depth::Where => HintLevel::Where,
        Depth::Why => HintLevel::Why,
        Depth::What => HintLevel::What,
    };
    let options = HintOptions { state, depth, one_step: false, svg: args.svg.is_some() };
    let mut hint = patiently("looking for a step", || puzzle.hint(&options, &budget))?;
    if let (Some(path), Some(picture)) = (&args.svg, hint.svg.take()) {
        fs::write(path, picture).map_err(|error| cannot_write(path, &error))?;
    }
    let exit = match (&hint.ending, hint.correct) {
        (Some(ending), _) => exit_of(ending),
        (None, Some(false)) => Exit::Impossible,
        (None, _) => Exit::Solved,
    };
    if args.puzzle.json {
        out.lines(&json_line(&hint)?)?;
        out.flush()?;
        return Ok(exit);
    }
    let is_deduction = hint.steps.iter().any(|step| matches!(step, Step::Deduction(_)));
    if is_deduction {
        let only = hint.steps.len() == 1;
        for step in &mut hint.steps {
            if let (Step::Deduction(step), true) = (&mut *step, only) {
                step.number = None;
            }
            out.lines(&style.paragraphs(&describe(step, args.detail, style)))?;
        }
    } else {
        out.lines(&style.paragraphs(&hint.message))?;
    }
    // What is there instead may be revealed: only with full detail.
    if let (Some(why), Detail::Full) = (hint.mistake.as_ref().and_then(|mistake| mistake.why.as_ref()), args.detail) {
        out.lines(&style.paragraphs(why))?;
    }
    if let Some(EndingInfo { ending: Ending::Multiple, outcome: Some(outcome), .. }) = &hint.ending {
        for solution in outcome.solutions.iter().take(2) {
            out.lines(&board(&puzzle, Some(solution), style))?;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// `grade`: how hard, and why.
pub(crate) fn grade(args: &GradeArgs, style: &OutputStyle) -> Result<Exit, Failure> {
    let Reading { kind, limits, .. } = &args.puzzles.reading;
    let (hints, limits, json, style) = (kind.hints(), limits.clone(), args.puzzles.json, *style);
    let report = move |bad: &Bad| stream::bad(bad, json, style.report);
    let threads = args.puzzles.batch.cores.shared();
    stream_puzzles(&args.puzzles, Out::screen, &report, threads, move |chunk| {
        let mut printed = Printed::default();
        for read in input::puzzles_of(chunk, &hints) {
            match read {
                // Nothing is printed for a puzzle that was not started before Ctrl-C.
                _ if interrupt::is_raised() => break,
                Ok(puzzle) => print_grade(&puzzle, &limits.begin(), json, &style, &mut printed),
                Err(bad) => printed.bad(report(&bad)),
            }
        }
        printed
    })
}

/// Grades one puzzle.
fn print_grade(puzzle: &Puzzle, budget: &Budget, json: bool, style: &OutputStyle, printed: &mut Printed) {
    let graded = match puzzle.grade(&Default::default(), budget) {
        Ok(graded) => graded,
        Err(error) => return print_api_error(error, json, style, printed),
    };
    let ran_out = graded.grade.is_some() && budget.check().is_err();
    let exit = exit_of(&graded.ending).max(if ran_out { Exit::RanOut } else { Exit::Solved });
    if json {
        return print_json(&graded, exit, printed);
    }
    printed.block(format!("{}{}", heading(puzzle, style), describe_grade(&graded, style)).as_bytes());
    printed.ended(exit);
}

/// A grade and its reasons.
fn describe_grade(graded: &Graded, style: &OutputStyle) -> String {
    let Some(grade) = &graded.grade else { return format!("not graded: {}\n", graded.message) };
    let mut text = format!("{}\n", style.bold(&format!("{} ({})", grade.word(), grade.score())));
    match grade {
        GradeInfo::Deduction(grade) => {
            let (cost, number) = grade.hardest;
            let name = graded.hardest_step.unwrap_or("one rule");
            let _ = writeln!(text, "  hardest step: number {number}, {name}, cost {cost}");
            let _ = writeln!(text, "  {}, {} of them hard", said::count(grade.steps as u64, "step"), grade.hard_steps);
            if grade.suppositions > 0 {
                let nested = if grade.levels > 1 { ", some inside others" } else { "" };
                let _ = writeln!(
                    text,
                    "  {}{nested}; the longest chain has {}",
                    said::count(grade.suppositions as u64, "assumption"),
                    said::count(grade.longest_chain as u64, "link")
                );
            }
            let _ = writeln!(
                text,
                "  on average {} steps are possible at a time; {} times only one",
                grade.width, grade.bottlenecks
            );
        }
        GradeInfo::Moves(grade) => {
            if let Some(boards) = graded.graded_boards {
                let _ = writeln!(text, "  part of it is hidden: the hardest of {}", boards.in_words());
            }
            let shortest = if grade.is_shortest { "no plan is shorter" } else { "a shorter plan may exist" };
            let _ = writeln!(text, "  {}; {shortest}", said::count(grade.length as u64, "move"));
            let _ = writeln!(text, "  on average {} moves to choose from", grade.branching);
            let percent = (grade.dead_end_share * 1000.0).round() / 10.0;
            let _ = match grade.dead_end_share > 0.0 {
                true => writeln!(text, "  {percent} % of them lead into dead ends; {} times all but one", grade.forced),
                false => writeln!(text, "  no move leads into a dead end"),
            };
        }
    }
    // Ratings on the scales that players know, a line for each scale.
    for of_scale in graded.ratings.chunk_by(|one, next| one.scale == next.scale) {
        let all = of_scale.iter().map(|rating| {
            let value = rating.value.as_str().map_or_else(|| rating.value.to_string(), str::to_owned);
            format!("{} {value}", rating.name)
        });
        let _ = writeln!(text, "  {}: {}", of_scale[0].scale, all.collect::<Vec<_>>().join(", "));
    }
    text
}

/// The exit code for an ending.
fn exit_of(ending: &EndingInfo) -> Exit {
    match (ending.ending, ending.stopped) {
        (Ending::Complete, None) => Exit::Solved,
        (Ending::Broken, _) => Exit::Impossible,
        (Ending::Multiple, _) => Exit::Several,
        (_, Some(Stopped::Cancelled)) => Exit::Interrupted,
        (Ending::Hidden, None) => Exit::Solved,
        _ => Exit::RanOut,
    }
}

/// A step for people.
fn describe(step: &Step, detail: Detail, style: &OutputStyle) -> String {
    match step {
        Step::Deduction(step) => {
            let number = step.number.map(|number| format!("{number}.")).unwrap_or_default();
            describe_deduction(step, &number, detail, style)
        }
        Step::Move(step) => describe_move(step, detail, style),
    }
}

fn describe_deduction(step: &Deduction, number: &str, detail: Detail, style: &OutputStyle) -> String {
    let name = step.name.map(text::capital);
    let gap = if number.is_empty() { "" } else { " " };
    let mut text = match (detail, name) {
        (Detail::Brief, Some(name)) => format!("{number}{gap}{name}: {}\n", step.brief),
        (Detail::Brief, None) => format!("{number}{gap}{}\n", step.brief),
        (_, Some(name)) => format!("{number}{gap}{}: {}\n", style.bold(&name), step.text),
        (_, None) => format!("{number}{gap}{}\n", step.text),
    };
    if let Some(notation) = step.notation.as_ref().filter(|_| detail != Detail::Brief) {
        let _ = writeln!(text, "   {}", style.dim(notation));
    }
    if detail == Detail::Full {
        let known: Vec<String> = step.premises.iter().map(|known| known.describe()).collect();
        if !known.is_empty() {
            let _ = writeln!(text, "   {}", style.dim(&format!("known: {}", known.join("; "))));
        }
        let _ = writeln!(text, "   {}", style.dim(&format!("cost {}", step.cost)));
        for (index, inner) in step.steps.iter().enumerate() {
            let inner = describe_deduction(inner, &format!("{number}{}.", index + 1), Detail::Normal, style);
            for line in inner.lines() {
                let _ = writeln!(text, "   {line}");
            }
        }
    }
    text
}

fn describe_move(step: &MoveStep, detail: Detail, style: &OutputStyle) -> String {
    let number = step.number.map(|number| format!("{number}. ")).unwrap_or_default();
    let name = step.name.map(text::capital).unwrap_or_default();
    let [from, to] = step.places;
    match detail {
        Detail::Brief => format!("{number}{name}: {from} -> {to}\n"),
        Detail::Normal => format!("{number}{}: {}\n", style.bold(&name), step.text),
        Detail::Full => {
            let choices = said::count(step.choices as u64, "move");
            let choices = format!("{choices} to choose from, {} of them dead ends", step.dead_ends);
            format!("{number}{}: {}\n   {}\n", style.bold(&name), step.text, style.dim(&choices))
        }
    }
}
