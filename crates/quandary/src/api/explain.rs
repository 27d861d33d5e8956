//! `explain`: every step to the solution, in words and pictures.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::answer::{Ending, EndingInfo, Header, Place, VerdictWord};
use super::hint::{MistakeInfo, entries_of, moves_of, state_of};
use super::pictures::{Allowance, PicturesEnd};
use super::plan::{self, ExplainedPlan};
use super::request::Text;
use super::steps::{KnownCells, Reasoned, Step, json_of, walk};
use super::words::count;
use super::{Error, ending, html};
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::narrate::{find_mistake, picture_of};
use quandary_core::puzzle;
use quandary_core::reason::Model;
use quandary_core::reason::explain::{self, Entry, Explanation};
use quandary_core::scene::{Scene, svg};
use quandary_core::verdict::{Budget, Orders};

/// What `explain` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ExplainOptions {
    /// What the player has done so far.
    pub state: Option<Text>,
    /// The first step to show, counted from 1.
    pub first: Option<usize>,
    /// The last step to show.
    pub last: Option<usize>,
    /// Add a picture to each step.
    pub svg: bool,
    /// Write each step's sentence under its picture.
    pub captions: bool,
    /// Add the whole explanation as one HTML page.
    pub html: bool,
}

impl ExplainOptions {
    /// The numbers of the steps to show.
    fn range(&self) -> RangeInclusive<usize> {
        self.first.unwrap_or(1)..=self.last.unwrap_or(usize::MAX)
    }

    /// The picture of a step, where it is wanted and there is room for it.
    fn picture(
        &self,
        scene: impl FnOnce() -> Scene,
        number: usize,
        text: &str,
        allowance: &mut Allowance,
    ) -> Option<String> {
        let draw = |budget: &Budget| {
            let mut scene = scene();
            if self.captions {
                scene.captions.push(format!("{number}. {text}"));
            }
            svg::render_within(&scene, budget)
        };
        if self.svg { allowance.draw(number, draw) } else { None }
    }
}

/// The answer to `explain`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Explained {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// The puzzle in its JSON notation, for programs that check the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<serde_json::Value>"))]
    pub puzzle: Option<Box<RawValue>>,
    /// What the player had written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entries: Option<Vec<KnownCells>>,
    /// What is wrong with what the player had written: then there are no steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mistake: Option<MistakeInfo>,
    /// What is claimed of the plan, where the puzzle is one of moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<VerdictWord>,
    /// The steps that were asked for.
    pub steps: Vec<Step>,
    /// How many steps there are in all.
    pub step_count: usize,
    /// How the explanation ends.
    #[serde(flatten)]
    pub ending: EndingInfo,
    /// Where part of the puzzle is hidden: in how many orders of the hidden parts it can be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<Orders>,
    /// The ending in words; for a plan, why none is shorter.
    pub message: String,
    /// The explanation as one HTML page, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// Where the pictures end, where there was no time, no memory or no room for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pictures_end: Option<PicturesEnd>,
    /// Where the puzzle came from.
    pub source: Place,
}

impl Puzzle {
    /// Explains every step from a player's state to the solution; a mistake in that state first.
    pub fn explain(&self, options: &ExplainOptions, budget: &Budget) -> Result<Explained, Error> {
        let budget = &budget.begin();
        match self.kind()? {
            Kind::Moves(play) => {
                let made = moves_of(self.board(), options.state.as_ref())?;
                let here = play.after(&made).map_err(|why| Error::unprocessable(why.message))?;
                self.explain_moves(&*here, options, budget)
            }
            Kind::Deduction(model) => {
                let on = Reasoned { board: self.board(), model: &model };
                let entries = entries_of(on, options.state.as_ref())?;
                let mistake = find_mistake(on.board, on.model, &entries, budget);
                let (explanation, ending) = match &mistake {
                    Some(mistake) => (Explanation::broken(&model), EndingInfo::new(Ending::Broken, &*mistake.message)),
                    None => {
                        let explanation = explain_from(&model, &entries, budget);
                        let ending = ending::of(self.board(), &explanation.ending, budget);
                        (explanation, ending)
                    }
                };
                let allowance = Allowance::new(budget);
                let explained = self.explain_deductions(on, &entries, &explanation, ending, options, allowance);
                let mistake = mistake.map(|mistake| MistakeInfo::of(on.board, &mistake, &entries, budget));
                Ok(Explained { mistake, ..explained })
            }
        }
    }

    fn explain_deductions(
        &self,
        on: Reasoned<'_>,
        entries: &[Entry],
        explanation: &Explanation,
        ending: EndingInfo,
        options: &ExplainOptions,
        mut allowance: Allowance,
    ) -> Explained {
        let range = options.range();
        let start = state_of(on.model, entries);
        let mut page = options.html.then(|| html::Page::of_deductions(on, start.as_ref(), &mut allowance));
        let mut steps = Vec::new();
        if let Some(start) = start {
            walk(on.model, start, &explanation.steps, |number, state, step| {
                if !range.contains(&number) {
                    return;
                }
                let mut shown = on.describe(Some(number), state, step);
                let scene = || picture_of(on.board, on.model, state, step);
                shown.svg = options.picture(scene, number, &shown.text, &mut allowance);
                if let Some(page) = &mut page {
                    page.add_deduction(&shown, scene, &mut allowance);
                }
                steps.push(Step::Deduction(Box::new(shown)));
            });
        }
        let step_count = explanation.steps.len();
        let html =
            page.map(|page| page.finish(on.board, &summary(step_count, "step", &ending), &ending, &mut allowance));
        Explained {
            header: Header::of(on.board),
            puzzle: Some(json_of(on.board)),
            entries: Some(entries.iter().map(|entry| on.entry(entry)).collect()),
            mistake: None,
            verdict: None,
            steps,
            step_count,
            orders: None,
            message: ending.message.clone(),
            html,
            pictures_end: allowance.end().cloned(),
            ending,
            source: Place::of(self.source()),
        }
    }

    fn explain_moves(
        &self,
        board: &dyn puzzle::Puzzle,
        options: &ExplainOptions,
        budget: &Budget,
    ) -> Result<Explained, Error> {
        let Kind::Moves(play) = crate::puzzle::kind(board)? else {
            return Err(Error::internal("the board after some moves is not a board of moves"));
        };
        let ExplainedPlan { mut steps, outcome, ending } = plan::explain_plan(board, play, budget);
        let range = options.range();
        let step_count = steps.len();
        let mut allowance = Allowance::new(budget);
        let mut page = options.html.then(|| html::Page::of_moves(board, &mut allowance));
        let mut scenes = (options.svg || options.html).then(|| plan::pictures(board, &outcome));
        for step in &mut steps {
            let number = step.number.unwrap_or_default();
            // The scenes are made one after the other, and no more of them than can be drawn.
            let scene = match &mut scenes {
                Some(scenes) if allowance.end().is_none() => scenes.next(),
                _ => None,
            };
            if range.contains(&number) {
                let drawn = || scene.clone().unwrap_or_else(|| board.scene(None));
                step.svg = options.picture(drawn, number, &step.text, &mut allowance);
                if let Some(page) = &mut page {
                    page.add_move(step, drawn, &mut allowance);
                }
            }
        }
        drop(scenes);
        steps.retain(|step| step.number.is_some_and(|number| range.contains(&number)));
        let html = page.map(|page| page.finish(board, &summary(step_count, "move", &ending), &ending, &mut allowance));
        Ok(Explained {
            header: Header::of(board),
            puzzle: None,
            entries: None,
            mistake: None,
            verdict: Some(VerdictWord::from(&outcome.verdict)),
            steps: steps.into_iter().map(Step::Move).collect(),
            step_count,
            orders: outcome.orders,
            message: ending.message.clone(),
            html,
            pictures_end: allowance.end().cloned(),
            ending,
            source: Place::of(self.source()),
        })
    }
}

/// An explanation from a player's entries on; one that is broken from the start where they clash visibly.
pub(super) fn explain_from(model: &Model, entries: &[Entry], budget: &Budget) -> Explanation {
    match state_of(model, entries) {
        Some(state) => explain::explain(model, state, budget),
        None => Explanation::broken(model),
    }
}

impl Explained {
    /// The last line of the explanation: "Solved in 11 steps."
    pub fn summary(&self) -> String {
        summary(self.step_count, if self.verdict.is_some() { "move" } else { "step" }, &self.ending)
    }
}

fn summary(steps: usize, step: &str, ending: &EndingInfo) -> String {
    let total = count(steps as u64, step);
    match (ending.ending, &*ending.message) {
        (Ending::Complete, ending::SOLVED) => format!("Solved in {total}."),
        (Ending::Complete, message) => format!("Solved in {total}. {message}"),
        (_, message) if steps == 0 => message.to_owned(),
        (_, message) => format!("{total}. {message}"),
    }
}
