//! A whole explanation as one page: a picture and a sentence for each step.
//!
//! The page is self-contained: no script, no other files. Its pictures share what they have in common ([`Album`]). It follows
//! light and dark screens, prints in light colours with no step torn apart, and can be read without its pictures.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::answer::EndingInfo;
use super::pictures::Allowance;
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
    ("line", "where to look"),
    ("premise", "the reason"),
    ("blocker", "what blocks other cells"),
    ("corner", "the pattern"),
    ("fin", "its fins"),
    ("supposed", "the assumption"),
    ("conclusion", "the result"),
];

/// What the tints of a move stand for.
const MOVES: &[(&str, &str)] = &[("premise", "where it was"), ("conclusion", "where it goes")];

/// A page that is being written, step by step.
pub(super) struct Page {
    /// `None` where there was no time even for what all pictures share.
    album: Option<Album>,
    /// How many bytes the pictures have, without what they share.
    bytes: usize,
    key: &'static [(&'static str, &'static str)],
    start: Markup,
    items: Vec<Markup>,
}

impl Page {
    /// The page of an explanation that begins here.
    pub(super) fn of_deductions(on: Reasoned<'_>, state: Option<&State>, allowance: &mut Allowance) -> Self {
        let scene = match state {
            Some(state) => scene_of(on.board, on.model, state, &Tints::default()),
            None => on.board.scene(None),
        };
        Page::new(&scene, DEDUCTION, allowance)
    }

    /// The page of a plan.
    pub(super) fn of_moves(board: &dyn Puzzle, allowance: &mut Allowance) -> Self {
        Page::new(&board.scene(None), MOVES, allowance)
    }

    fn new(start: &Scene, key: &'static [(&'static str, &'static str)], allowance: &mut Allowance) -> Self {
        let mut page = Page { album: None, bytes: 0, key, start: Markup::default(), items: Vec::new() };
        allowance.draw(1, |budget| {
            page.album = Some(Album::new(start.clone(), budget)?);
            Ok(String::new())
        });
        page.start = page.figure(1, || start.clone(), "The board at the start", allowance);
        page
    }

    /// A picture in the text of the page, where there is room for it.
    fn picture(&mut self, step: usize, scene: impl FnOnce() -> Scene, name: &str, allowance: &mut Allowance) -> Markup {
        let Some(album) = &mut self.album else { return Markup::default() };
        let picture = allowance.draw(step, |budget| album.picture(&scene(), name, budget)).unwrap_or_default();
        self.bytes += picture.len();
        allowance.note_page(step, self.bytes + album.definition_bytes());
        PreEscaped(picture)
    }

    fn figure(&mut self, step: usize, scene: impl FnOnce() -> Scene, name: &str, allowance: &mut Allowance) -> Markup {
        html! { figure { (self.picture(step, scene, name, allowance)) } }
    }

    /// Adds a step.
    pub(super) fn add_deduction(&mut self, step: &Deduction, scene: impl FnOnce() -> Scene, allowance: &mut Allowance) {
        let number = step.number.unwrap_or_default();
        let picture = self.picture(number, scene, &format!("The board at step {number}"), allowance);
        let name = step.name.map(words::capital).unwrap_or_else(|| "One rule".to_owned());
        self.items.push(html! {
            li id={ "step" (number) } {
                (picture)
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
    pub(super) fn add_move(&mut self, step: &MoveStep, scene: impl FnOnce() -> Scene, allowance: &mut Allowance) {
        let number = step.number.unwrap_or_default();
        let picture = self.picture(number, scene, &format!("The board after move {number}"), allowance);
        let name = step.name.map(words::capital).unwrap_or_else(|| "Move".to_owned());
        self.items.push(html! {
            li id={ "step" (number) } {
                (picture)
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
    pub(super) fn finish(
        mut self,
        board: &dyn Puzzle,
        summary: &str,
        ending: &EndingInfo,
        allowance: &mut Allowance,
    ) -> String {
        let solution = ending.outcome.as_ref().and_then(|outcome| outcome.solutions.first());
        let after = self.items.len() + 1;
        let end =
            solution.map(|solution| self.figure(after, || board.scene(Some(solution)), "The solution", allowance));
        let definitions = self.album.as_ref().map(Album::definitions).unwrap_or_default();
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
                @if let Some(end) = allowance.end() { p { (end.sentence()) } }
                p .quiet {
                    "In the pictures: "
                    @for (class, text) in self.key { span class={ "key " (class) } { (text) } " " }
                }
                @if self.key == DEDUCTION {
                    p .quiet { "The cost of a step says how hard it is to see: about 10 at a glance, 100 and more with many cells or a chain." }
                }
                (PreEscaped(definitions))
                (self.start)
                ol { @for item in &self.items { (item) } }
                @if let Some(end) = end { (end) }
            }
        };
        page.into_string()
    }
}
