//! A whole explanation as one page: a picture and a sentence for each step.
//!
//! The page is self-contained: no script, no other files. Its pictures share what they have in common ([`Album`]). It follows
//! light and dark screens, prints in light colours with no step torn apart, and can be read without its pictures.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::answer::EndingInfo;
use super::steps::{Deduction, MoveStep, Reasoned};
use super::words::count;
use quandary_core::narrate::{Tints, scene_of};
use quandary_core::puzzle::Puzzle;
use quandary_core::reason::explain::{State, words};
use quandary_core::scene::album::Album;
use quandary_core::scene::{Scene, svg};

const STYLE: &str = "\
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:62rem;padding:1rem;color:#1b1f24;background:#fff}
h1{font-size:1.5rem;margin:.5rem 0}
ol{list-style:none;margin:0;padding:0}
ol>li{display:flex;flex-wrap:wrap;gap:1rem 1.5rem;align-items:flex-start;padding:1.25rem 0;border-top:1px solid #dde2e7;break-inside:avoid}
li>svg,figure>svg{max-width:100%;height:auto;flex:0 1 auto}
.words{flex:1 1 18rem}
.words h2{font-size:1.1rem;margin:0 0 .25rem}
.words p{margin:.25rem 0}
.quiet{color:#5a636e}
.chain{margin:.25rem 0;padding-left:1.2rem}
.key{display:inline-block;padding:0 .4em;border-radius:.25em;border:2px solid;margin-right:.5em;color:#1b1f24}
.key.line{background:#fff3c9;border-color:#fff3c9}
.key.premise{background:#ffe39a;border:2px dotted #a15c00}
.key.conclusion{background:#cdf2d6;border-color:#17803a}
.key.supposed{background:#e6dbfa;border:2px dashed #6b3fc4}
figure{margin:1rem 0}
li>svg,figure>svg{content-visibility:auto}
@media screen and (prefers-color-scheme:dark){
body{color:#e8ecf1;background:#14181d}
ol>li{border-color:#2b333c}
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

/// A page that is being written, step by step.
pub(super) struct Page {
    album: Album,
    key: &'static [(&'static str, &'static str)],
    start: Markup,
    items: Vec<Markup>,
}

impl Page {
    /// The page of an explanation that begins here.
    pub(super) fn of_deductions(on: Reasoned<'_>, state: Option<&State>) -> Self {
        let scene = match state {
            Some(state) => scene_of(on.board, on.model, state, &Tints::default()),
            None => on.board.scene(None),
        };
        Page::new(&scene, DEDUCTION)
    }

    /// The page of a plan.
    pub(super) fn of_moves(board: &dyn Puzzle) -> Self {
        Page::new(&board.scene(None), MOVES)
    }

    fn new(start: &Scene, key: &'static [(&'static str, &'static str)]) -> Self {
        let mut album = Album::new(start.clone());
        let start = figure(&mut album, start, "The board at the start");
        Page { album, key, start, items: Vec::new() }
    }

    /// Adds a step.
    pub(super) fn add_deduction(&mut self, step: &Deduction, scene: &Scene) {
        let number = step.number.unwrap_or_default();
        let picture = self.album.picture(scene, &format!("The board at step {number}"));
        let name = step.name.map(words::capital).unwrap_or_else(|| "One rule".to_owned());
        self.items.push(html! {
            li id={ "step" (number) } {
                (PreEscaped(picture))
                div .words {
                    h2 { (number) ". " (name) }
                    p { (step.text) }
                    @if let Some(notation) = &step.notation { p { code { (notation) } } }
                    @if !step.steps.is_empty() {
                        ul .chain { @for inner in &step.steps { li .quiet { (inner.text) } } }
                    }
                    p .quiet { "cost " (step.cost) }
                }
            }
        });
    }

    /// Adds a move.
    pub(super) fn add_move(&mut self, step: &MoveStep, scene: &Scene) {
        let number = step.number.unwrap_or_default();
        let picture = self.album.picture(scene, &format!("The board after move {number}"));
        let name = step.name.map(words::capital).unwrap_or_else(|| "Move".to_owned());
        self.items.push(html! {
            li id={ "step" (number) } {
                (PreEscaped(picture))
                div .words {
                    h2 { (number) ". " (name) }
                    p { (step.text) }
                    p .quiet { (count(step.choices as u64, "move")) " to choose from, " (step.dead_ends) " of them dead ends" }
                }
            }
        });
    }

    /// The finished page: what the puzzle is, how it ends, what the tints stand for, the steps, and the solution where the
    /// steps do not reach it.
    pub(super) fn finish(mut self, board: &dyn Puzzle, summary: &str, ending: &EndingInfo) -> String {
        let solution = ending.outcome.as_ref().and_then(|outcome| outcome.solutions.first());
        let end = solution.map(|solution| figure(&mut self.album, &board.scene(Some(solution)), "The solution"));
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (board.heading()) }
                style { (PreEscaped(STYLE)) (PreEscaped(svg::style())) }
                h1 { (board.heading()) }
                p { (board.family().goal()) }
                p { (summary) }
                p .quiet {
                    "In the pictures: "
                    @for (class, text) in self.key { span class={ "key " (class) } { (text) } " " }
                }
                (PreEscaped(self.album.definitions()))
                (self.start)
                ol { @for item in &self.items { (item) } }
                @if let Some(end) = end { (end) }
            }
        };
        page.into_string()
    }
}

fn figure(album: &mut Album, scene: &Scene, label: &str) -> Markup {
    html! { figure { (PreEscaped(album.picture(scene, label))) } }
}
