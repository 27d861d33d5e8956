//! `draw`: the board as a picture, solved or not.

use std::path::Path;

use quandary::api::{DrawOptions, verify_all};
use quandary::read::Diagnostic;
use quandary::scene::{Scene, film, svg, terminal};
use quandary::{Ask, Puzzle, Stopped, picture};

use super::{Failure, cannot_write, exit_of, forbid_overwriting, json_line, report_api_error, report_error};
use crate::args::{Canvas, Colour, Draw, usage_error};
use crate::exit::Exit;
use crate::input;
use crate::interrupt::stoppable;
use crate::output::{self, Out, OutputStyle, heading, numbered, replay, with_line_end};
use crate::progress::patiently;
use crate::words;

/// Runs the command.
pub(crate) fn run(args: &Draw, style: &OutputStyle, colour: Colour) -> Result<Exit, Failure> {
    let hints = args.reading.kind.hints();
    let canvas = canvas(args);
    let inputs = args.reading.inputs();
    args.output.iter().for_each(|path| forbid_overwriting(&inputs, path));
    // Colours are for terminals, unless they are requested for a file.
    let mut style = *style;
    style.picture.colour &= args.output.is_none() || colour == Colour::Always;
    if args.output.is_some() {
        style.width = None;
    }
    let mut out = Out::screen();
    let (mut exit, mut drawn) = (Exit::Solved, String::new());
    let mut number = 0;
    for read in input::puzzles(&inputs, hints) {
        let puzzle = match read {
            Ok(read) => read,
            Err((source, error)) => {
                exit = exit.max(report_error(&mut out, &source, &error, &style)?);
                continue;
            }
        };
        if args.json {
            let options = DrawOptions { solution: args.solution, ..DrawOptions::default() };
            match stoppable(|| puzzle.draw(&options, &args.reading.limits.budget())) {
                Ok(drawn) => out.lines(&json_line(&drawn)?)?,
                Err(error) => exit = exit.max(report_api_error(&mut out, error, true, &style)?),
            }
            continue;
        }
        let (picture, ended) = draw(args, canvas, &puzzle, &style)?;
        exit = exit.max(ended);
        number += 1;
        let picture = match picture {
            Ok(picture) => with_line_end(picture),
            Err(why) => {
                out.flush()?;
                let source = puzzle.source();
                output::eprint(&format!("{}:{}: {}\n", source.name, source.first_line, words::no_picture(why)));
                exit = exit.max(Exit::RanOut);
                continue;
            }
        };
        match (&args.output, canvas) {
            (None, Canvas::Svg | Canvas::Terminal) => out.block(&picture)?,
            (None, Canvas::Png | Canvas::Pdf) => out.data(&packed(&picture, canvas, args.scale, &puzzle)?)?,
            (Some(path), Canvas::Svg) => save(&numbered(path, number), picture.as_bytes())?,
            (Some(path), Canvas::Png | Canvas::Pdf) => {
                save(&numbered(path, number), &packed(&picture, canvas, args.scale, &puzzle)?)?;
            }
            (Some(path), Canvas::Terminal) => {
                if number > 1 {
                    drawn.push('\n');
                }
                drawn += &style.spelled(&picture);
                save(path, drawn.as_bytes())?;
            }
        }
        if ended == Exit::Interrupted {
            break;
        }
    }
    out.flush()?;
    Ok(exit)
}

/// How to draw: as asked, else by the ending of the file.
fn canvas(args: &Draw) -> Canvas {
    let ending = args.output.as_deref().and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    match (args.to, ending.as_deref()) {
        (Some(canvas), _) => canvas,
        (None, Some("svg")) => Canvas::Svg,
        (None, Some("png")) => Canvas::Png,
        (None, Some("pdf")) => Canvas::Pdf,
        (None, Some(picture @ ("jpg" | "jpeg" | "gif" | "webp" | "bmp" | "tif" | "tiff" | "eps" | "ps"))) => {
            usage_error(&format!("pictures are drawn as .svg, .png or .pdf (or as text), not as .{picture}"))
        }
        (None, _) => Canvas::Terminal,
    }
}

/// The picture in the form of this kind of file.
fn packed(svg: &str, canvas: Canvas, scale: f32, puzzle: &Puzzle) -> Result<Vec<u8>, Failure> {
    let file = match canvas {
        Canvas::Png => picture::png(svg, scale),
        _ => picture::pdf(svg, &puzzle.heading()),
    };
    file.map_err(|error| match error {
        picture::Error::TooLarge(..) => {
            let error = Diagnostic::new(error.to_string()).help("draw it as .svg, or with a smaller --scale");
            Failure::Bad(Box::new((puzzle.source().clone(), error)))
        }
        error => Failure::Internal(error.to_string()),
    })
}

/// A picture, or what ran out before it was drawn.
type Picture = Result<String, Stopped>;

/// One picture, and how the solving of it ended.
fn draw(args: &Draw, canvas: Canvas, puzzle: &Puzzle, style: &OutputStyle) -> Result<(Picture, Exit), Failure> {
    let (mut solution, mut exit) = (None, Exit::Solved);
    if args.solution || args.replay || args.step.is_some() {
        let ask = Ask { solutions: 1, budget: args.reading.limits.begin(), ..Ask::default() };
        let outcome = patiently("solving", || puzzle.board().solve(&ask));
        verify_all(puzzle.board(), puzzle.source(), &outcome)?;
        exit = exit_of(&outcome, &ask, false);
        if outcome.solutions.is_empty() {
            output::eprint(&format!(
                "{}:{}: {}\n",
                puzzle.source().name,
                puzzle.source().first_line,
                words::verdict(puzzle.board(), &outcome, &ask)
            ));
        }
        solution = outcome.solutions.into_iter().next();
    }
    let picture = match (&solution, canvas) {
        (Some(_), Canvas::Png | Canvas::Pdf) if args.replay => {
            usage_error("--replay: only SVG pictures move; draw it as .svg, or use --step")
        }
        (Some(solution), Canvas::Svg) if args.replay => {
            stoppable(|| film::render(puzzle.frames(solution), &args.reading.limits.budget().for_showing()))
        }
        (Some(solution), Canvas::Terminal) if args.replay => {
            Ok(heading(puzzle, style) + &replay(puzzle, solution, style))
        }
        (solution, canvas) => {
            let scene = match (args.step, solution) {
                (Some(step), Some(solution)) => step_of(puzzle.frames(solution), step),
                _ => puzzle.scene(solution.as_ref()),
            };
            match canvas {
                Canvas::Svg | Canvas::Png | Canvas::Pdf => {
                    stoppable(|| svg::render_within(&scene, &args.reading.limits.budget().for_showing()))
                }
                Canvas::Terminal => {
                    Ok(heading(puzzle, style) + &style.fitted(terminal::render(&scene, &style.picture)))
                }
            }
        }
    };
    Ok((picture, exit))
}

/// The picture after some moves.
fn step_of(frames: impl Iterator<Item = Scene>, step: usize) -> Scene {
    let mut made = 0;
    let mut counted = frames.inspect(|_| made += 1);
    match counted.nth(step) {
        Some(scene) => scene,
        None => {
            drop(counted);
            let most = u64::saturating_sub(made, 1);
            usage_error(&format!("--step: the plan has {} only", words::count(most, "move")))
        }
    }
}

fn save(path: &Path, picture: &[u8]) -> Result<(), Failure> {
    std::fs::write(path, picture).map_err(|error| cannot_write(path, &error))
}
