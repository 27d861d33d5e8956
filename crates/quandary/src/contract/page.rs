//! A whole explanation as one page: a picture and a sentence for each step.
//!
//! The page stands alone: no script, no other files. Its pictures share what they have in common ([`Album`]). It follows light and dark screens, prints in light colours with no step
//! torn apart, and can be read without its pictures.

use std::fmt::Write as _;

use super::ending::Ended;
use super::hint::state_of;
use super::moves::Way;
use super::words::count;
use crate::puzzle::Puzzle;
use crate::reason::Model;
use crate::reason::explain::{Entry, Explanation, State, Step, Tints, picture_of, scene_of, words};
use crate::scene::album::Album;
use crate::scene::{Paint, Scene, Tint, svg};
use crate::text::escape;

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:1rem;color:#1b1f24;background:#fff}
h1{font-size:1.5rem;margin:.5rem 0}
ol{list-style:none;margin:0;padding:0}
li{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start;padding:1.25rem 0;border-top:1px solid #dde2e7;break-inside:avoid}
li>svg,figure>svg{max-width:100%;height:auto;flex:0 1 auto}
.words{flex:1 1 18rem}
.words h2{font-size:1.1rem;margin:0 0 .25rem}
.words p{margin:.25rem 0}
.quiet{color:#5a636e}
.key{display:inline-block;padding:0 .4em;border-radius:.25em;border:2px solid;margin-right:.5em;color:#1b1f24}
.key.line{background:#fff3c9;border-color:#fff3c9}
.key.premise{background:#ffe39a;border:2px dotted #a15c00}
.key.conclusion{background:#cdf2d6;border-color:#17803a}
.key.supposed{background:#e6dbfa;border:2px dashed #6b3fc4}
figure{margin:1rem 0}
li>svg,figure>svg{content-visibility:auto}
@media screen and (prefers-color-scheme:dark){
body{color:#e8ecf1;background:#14181d}
li{border-color:#2b333c}
.quiet{color:#a7b1bc}
}
@media print{body{max-width:none;padding:0}}
";

/// What the tints of a deduction stand for.
const DEDUCTION: &[(&str, &str)] = &[
    ("line", "the line or group whose rule is used"),
    ("premise", "what has to be known"),
    ("conclusion", "what follows"),
    ("supposed", "what is supposed"),
];

/// What the tints of a move stand for.
const MOVES: &[(&str, &str)] = &[("premise", "where it was"), ("conclusion", "where it goes")];

/// The page of an explanation.
pub fn explanation_page(
    puzzle: &dyn Puzzle,
    model: &Model,
    entries: &[Entry],
    explanation: &Explanation,
    ended: &Ended,
    wanted: impl Fn(usize) -> bool,
) -> String {
    let total = count(explanation.steps.len() as u64, "step");
    let lead = format!("{total}: {}.", ended.sentence);
    let Some(mut state) = state_of(model, entries) else { return page(puzzle, &lead, DEDUCTION, "") };
    let start = scene_of(puzzle, model, &state, &Tints::default());
    let mut album = Album::new(&start);
    let mut body = format!("<figure>{}</figure>\n<ol>\n", album.picture(&start, "The board at the start"));
    for (index, step) in explanation.steps.iter().enumerate() {
        if wanted(index + 1) {
            let scene = picture_of(puzzle, model, &state, step);
            let picture = album.picture(&scene, &format!("The board at step {}", index + 1));
            body += &item(puzzle, model, &state, step, index + 1, &picture);
        }
        if state.apply(model, step).is_err() {
            break;
        }
    }
    body += "</ol>\n";
    if let Some(solution) = ended.outcome.as_ref().and_then(|outcome| outcome.solutions.first()) {
        let _ = writeln!(body, "<figure>{}</figure>", album.picture(&puzzle.scene(Some(solution)), "The solution"));
    }
    page(puzzle, &lead, DEDUCTION, &(album.definitions() + &body))
}

/// The page of a plan, each move with its reason.
pub fn moves_page(puzzle: &dyn Puzzle, way: &Way, wanted: impl Fn(usize) -> bool) -> String {
    let lead = format!("{}. {}", count(way.steps.len() as u64, "move"), way.shortest);
    let start = puzzle.scene(None);
    let mut album = Album::new(&start);
    let mut body = format!("<figure>{}</figure>\n<ol>\n", album.picture(&start, "The board at the start"));
    for (index, (step, scene)) in way.steps.iter().zip(move_pictures(puzzle, way)).enumerate() {
        let number = index + 1;
        if wanted(number) {
            let name = step.words.name.map(words::capital).unwrap_or_else(|| "Move".to_owned());
            let _ = writeln!(
                body,
                "<li id=\"step{number}\">{}<div class=\"words\"><h2>{number}. {}</h2>\n<p>{}</p>\n\
                 <p class=\"quiet\">{} to choose from, {} of them dead ends</p></div></li>",
                album.picture(&scene, &format!("The board after move {number}")),
                escape(&name),
                escape(&step.words.sentence),
                count(step.choices as u64, "move"),
                step.dead_ends,
            );
        }
    }
    body += "</ol>\n";
    page(puzzle, &lead, MOVES, &(album.definitions() + &body))
}

/// The board after each move of a plan: where something came to is tinted, and where it was.
pub fn move_pictures(puzzle: &dyn Puzzle, way: &Way) -> Vec<Scene> {
    let Some(plan) = way.outcome.solutions.first() else { return Vec::new() };
    let frames = puzzle.frames(plan);
    let tinted = frames.windows(2).map(|frames| {
        let (before, mut scene) = (&frames[0], frames[1].clone());
        scene.captions.clear();
        for cell in before.cells.cells() {
            let is_empty = matches!(scene.cells[cell].paint, Paint::Open | Paint::Empty);
            if before.cells[cell] != scene.cells[cell] {
                scene.cells[cell].tint = if is_empty { Tint::Premise } else { Tint::Conclusion };
            }
        }
        scene
    });
    tinted.collect()
}

/// A page: what the puzzle is, how it ends, what the tints stand for, and the steps.
fn page(puzzle: &dyn Puzzle, lead: &str, tints: &[(&str, &str)], body: &str) -> String {
    let title = escape(&puzzle.heading());
    let key: Vec<String> =
        tints.iter().map(|(class, text)| format!("<span class=\"key {class}\">{text}</span>")).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{}</style>\n<h1>{title}</h1>\n<p>{}</p>\n<p>{}</p>\n\
         <p class=\"quiet\">In the pictures: {}</p>\n{body}",
        svg::style(),
        escape(puzzle.family().goal()),
        escape(lead),
        key.join(" "),
    )
}

/// One step.
fn item(puzzle: &dyn Puzzle, model: &Model, state: &State, step: &Step, number: usize, picture: &str) -> String {
    let told = puzzle.narrate(model, state, step);
    let name = told.name.map(words::capital).unwrap_or_else(|| "One rule".to_owned());
    let mut text = format!(
        "<li id=\"step{number}\">{picture}<div class=\"words\"><h2>{number}. {}</h2>\n<p>{}</p>\n",
        escape(&name),
        escape(&told.sentence),
    );
    if let Some(notation) = step.pattern().and_then(|pattern| pattern.notation.as_ref()) {
        let _ = writeln!(text, "<p><code>{}</code></p>", escape(notation));
    }
    if !step.sub_steps.is_empty() {
        text += "<ol>\n";
        let mut inner_state = state.clone();
        for inner in &step.sub_steps {
            let told = puzzle.narrate(model, &inner_state, inner);
            let _ = writeln!(text, "<p class=\"quiet\">{}</p>", escape(&told.sentence));
            if inner_state.apply(model, inner).is_err() {
                break;
            }
        }
        text += "</ol>\n";
    }
    let _ = writeln!(text, "<p class=\"quiet\">cost {}</p></div></li>", step.cost);
    text
}
