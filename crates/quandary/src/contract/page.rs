//! A whole explanation as one page: a picture and a sentence for each step.
//!
//! The page stands alone: no script, no other files. It follows light and dark screens, prints in light colours with no step
//! torn apart, and can be read without its pictures.

use std::fmt::Write as _;

use super::ending::Ended;
use super::hint::state_of;
use super::words::count;
use crate::puzzle::Puzzle;
use crate::reason::Model;
use crate::reason::explain::{Entry, Explanation, State, Step, Tints, picture_of, scene_of, words};
use crate::scene::svg;

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
@media screen and (prefers-color-scheme:dark){
body{color:#e8ecf1;background:#14181d}
li{border-color:#2b333c}
.quiet{color:#a7b1bc}
}
@media print{body{max-width:none;padding:0}}
";

/// The page.
pub fn explanation_page(
    puzzle: &dyn Puzzle,
    model: &Model,
    entries: &[Entry],
    explanation: &Explanation,
    ended: &Ended,
    wanted: impl Fn(usize) -> bool,
) -> String {
    let rule = puzzle.rule().map(|rule| format!(", rule: {rule}")).unwrap_or_default();
    let title = escaped(&format!("{}, {}{rule}", puzzle.family().title(), puzzle.size()));
    let total = count(explanation.steps.len() as u64, "step");
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{}</style>\n<h1>{title}</h1>\n<p>{}</p>\n<p>{total}: {}.</p>\n\
         <p class=\"quiet\">In the pictures: <span class=\"key line\">the line or group whose rule is used</span> \
         <span class=\"key premise\">what has to be known</span> <span class=\"key conclusion\">what follows</span> \
         <span class=\"key supposed\">what is supposed</span></p>\n",
        svg::style(),
        escaped(puzzle.family().goal()),
        escaped(&ended.sentence),
    );
    let Some(mut state) = state_of(model, entries) else { return page };
    let start = scene_of(puzzle, model, &state, &Tints::default());
    let _ = write!(page, "<figure>{}</figure>\n<ol>\n", svg::render_inside(&start, "start-"));
    for (index, step) in explanation.steps.iter().enumerate() {
        if wanted(index + 1) {
            page += &item(puzzle, model, &state, step, index + 1);
        }
        if state.apply(model, step).is_err() {
            break;
        }
    }
    page += "</ol>\n";
    if let Some(solution) = ended.outcome.as_ref().and_then(|outcome| outcome.solutions.first()) {
        let _ = writeln!(page, "<figure>{}</figure>", svg::render_inside(&puzzle.scene(Some(solution)), "first-"));
    }
    page
}

/// One step.
fn item(puzzle: &dyn Puzzle, model: &Model, state: &State, step: &Step, number: usize) -> String {
    let told = puzzle.narrate(model, state, step);
    let name = told.name.map(words::capital).unwrap_or_else(|| "One rule".to_owned());
    let mut text = format!(
        "<li id=\"step{number}\">{}<div class=\"words\"><h2>{number}. {}</h2>\n<p>{}</p>\n",
        svg::render_inside(&picture_of(puzzle, model, state, step), &format!("s{number}-")),
        escaped(&name),
        escaped(&told.sentence),
    );
    if let Some(notation) = step.pattern().and_then(|pattern| pattern.notation.as_ref()) {
        let _ = writeln!(text, "<p><code>{}</code></p>", escaped(notation));
    }
    if !step.sub_steps.is_empty() {
        text += "<ol>\n";
        let mut inner_state = state.clone();
        for inner in &step.sub_steps {
            let told = puzzle.narrate(model, &inner_state, inner);
            let _ = writeln!(text, "<p class=\"quiet\">{}</p>", escaped(&told.sentence));
            if inner_state.apply(model, inner).is_err() {
                break;
            }
        }
        text += "</ol>\n";
    }
    let _ = writeln!(text, "<p class=\"quiet\">cost {}</p></div></li>", step.cost);
    text
}

/// A text that is safe between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
