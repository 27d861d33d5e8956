//! `explain`, `hint` and `grade` for puzzles of moves.

use std::fmt::Write as _;
use std::fs;

use quandary::contract::{self, Graded, MoveHint};
use quandary::puzzle::{Moves, Puzzle};
use quandary::read::{Diagnostic, Source};
use quandary::reason::explain::words;
use quandary::scene::svg;
use quandary::verdict::Budget;

use super::reasons::exit_of_way;
use super::{Failure, alone, cannot_write};
use crate::args::{Detail, Explain, Hint};
use crate::exit::Exit;
use crate::output::{Looks, Out, heading};
use crate::words as said;

/// The next move of a puzzle of moves.
pub(super) fn next_move(
    args: &Hint,
    puzzle: &dyn Puzzle,
    play: &dyn Moves,
    state: Option<Source>,
    budget: &Budget,
) -> Result<Exit, Failure> {
    let made = match state {
        None => Vec::new(),
        Some(moves) => match puzzle.read_solution(&moves) {
            Ok(solution) => solution.plan().map(|plan| plan.moves.clone()).unwrap_or_default(),
            Err(error) => return Err(Failure::from((moves, error))),
        },
    };
    let hint = alone_here(|| contract::next_move(puzzle, play, &made, budget))?;
    let mut out = Out::screen();
    match args.json {
        true => out.lines(&format!("{}\n", hint.json(puzzle)))?,
        false => out.lines(&format!("{}\n", hint.message()))?,
    }
    out.flush()?;
    Ok(match hint {
        MoveHint::DeadEnd(_) => Exit::Impossible,
        MoveHint::Open(_) => Exit::RanOut,
        MoveHint::Next { .. } | MoveHint::Hidden(_) | MoveHint::Done => Exit::Solved,
    })
}

/// Runs something about moves; its error is something that cannot be done with this puzzle.
fn alone_here<T: Send>(run: impl FnOnce() -> Result<T, String> + Send) -> Result<T, Failure> {
    alone(run)?.map_err(|why| Failure::from((Source::from_text(""), Diagnostic::new(why))))
}

/// The way through a puzzle of moves, each move with its reason.
pub(super) fn explain_moves(
    args: &Explain,
    source: &Source,
    puzzle: &dyn Puzzle,
    play: &dyn Moves,
    looks: &Looks,
) -> Result<Exit, Failure> {
    let budget = args.spending.begin();
    let mut out = Out::screen();
    let wanted =
        |number: usize| args.first.is_none_or(|first| first <= number) && args.last.is_none_or(|last| number <= last);
    let way = match alone(|| contract::explain_moves(puzzle, play, &budget))? {
        Ok(way) => way,
        Err(none) => {
            out.lines(&format!("{}{}\n", heading(source, puzzle, looks), none.message))?;
            out.flush()?;
            return Ok(exit_of_way(none.stopped));
        }
    };
    if let Some(folder) = &args.svg {
        fs::create_dir_all(folder).map_err(|error| cannot_write(folder, &error))?;
        for (index, mut scene) in contract::move_pictures(puzzle, &way).into_iter().enumerate() {
            if let Some(step) = way.steps.get(index).filter(|_| wanted(index + 1)) {
                let path = folder.join(format!("step-{:03}.svg", index + 1));
                scene.captions.push(format!("{}. {}", index + 1, step.words.sentence));
                fs::write(&path, svg::render(&scene)).map_err(|error| cannot_write(&path, &error))?;
            }
        }
    }
    if let Some(path) = &args.html {
        fs::write(path, contract::moves_page(puzzle, &way, wanted)).map_err(|error| cannot_write(path, &error))?;
    }
    let exit = way.stopped.map_or(Exit::Solved, |why| exit_of_way(Some(why)));
    if args.json {
        let mut object = contract::identity(puzzle);
        way.tell(&mut object, wanted);
        object.insert("source".into(), contract::place(source));
        out.lines(&format!("{}\n", serde_json::Value::Object(object)))?;
        out.flush()?;
        return Ok(exit);
    }
    out.lines(&heading(source, puzzle, looks))?;
    for (index, step) in way.steps.iter().enumerate().filter(|(index, _)| wanted(index + 1)) {
        let name = step.words.name.map(words::capital).unwrap_or_default();
        let text = match args.detail {
            Detail::Brief => format!("{}. {}: {} -> {}", index + 1, name, step.step.from + 1, step.step.to + 1),
            Detail::Normal => format!("{}. {}: {}", index + 1, looks.bold(&name), step.words.sentence),
            Detail::Full => format!(
                "{}. {}: {}\n   {}",
                index + 1,
                looks.bold(&name),
                step.words.sentence,
                looks.dim(&format!(
                    "{} to choose from, {} of them dead ends",
                    said::count(step.choices as u64, "move"),
                    step.dead_ends
                ))
            ),
        };
        out.lines(&format!("{text}\n"))?;
    }
    let total = said::count(way.steps.len() as u64, "move");
    let last = if way.stopped.is_some() { way.shortest.clone() } else { format!("{total}. {}", way.shortest) };
    out.lines(&format!("{}\n", looks.bold(&last)))?;
    out.flush()?;
    Ok(exit)
}

/// How hard a puzzle of moves is, and why.
pub(super) fn graded_moves(graded: &Graded, looks: &Looks) -> String {
    let grade = &graded.grade;
    let mut text = format!("{}\n", looks.bold(&format!("{} ({})", grade.word, grade.score)));
    if graded.boards > 0 {
        let boards = said::count(graded.boards as u64, "board");
        let _ = writeln!(text, "  part of it is hidden: the hardest of {boards} that it may turn out to be");
    }
    let shortest = if grade.is_shortest { "no plan is shorter" } else { "a shorter plan may exist" };
    let _ = writeln!(text, "  {}; {shortest}", said::count(grade.length as u64, "move"));
    let _ = writeln!(text, "  {} moves to choose from at a time on average", grade.branching);
    let percent = (grade.dead_end_share * 1000.0).round() / 10.0;
    let _ = writeln!(text, "  {percent} % of them are dead ends; {} times all but one", grade.forced);
    text
}
