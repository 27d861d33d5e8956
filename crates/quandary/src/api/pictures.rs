//! What the pictures of an explanation may take: time, memory, and room on a page.
//!
//! A large board has thousands of steps, and a picture of each may be half a megabyte. So pictures have an allowance: when it
//! is used up, the steps go on in words, and the answer says so.

use serde::Serialize;

use quandary_core::memory::Charge;
use quandary_core::verdict::{Budget, Stopped};

/// The most bytes of pictures on one page. Browsers get slow beyond that.
const MOST_ON_A_PAGE: usize = 20 << 20;

/// Where the pictures of an explanation end before its steps do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PicturesEnd {
    /// The first step without a picture.
    pub step: usize,
    /// Why, in words.
    pub why: String,
    /// What ran out, where it was the budget and not the room on a page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

impl PicturesEnd {
    /// In a sentence.
    pub fn sentence(&self) -> String {
        format!("From step {} on there are no pictures: {}.", self.step, self.why)
    }
}

/// What pictures may still take.
pub(super) struct Allowance {
    budget: Budget,
    charge: Charge,
    end: Option<PicturesEnd>,
}

impl Allowance {
    /// The allowance for showing what a budget has found.
    pub(super) fn new(budget: &Budget) -> Self {
        let budget = budget.for_showing();
        let charge = budget.start().account().open();
        Allowance { budget, charge, end: None }
    }

    /// Draws the picture of a step, where there is time and memory for it.
    pub(super) fn draw(
        &mut self,
        step: usize,
        draw: impl FnOnce(&Budget) -> Result<String, Stopped>,
    ) -> Option<String> {
        if self.end.is_some() {
            return None;
        }
        let drawn = draw(&self.budget).and_then(|picture| self.charge.add(picture.len()).map(|()| picture));
        drawn.map_err(|why| self.end = Some(PicturesEnd { step, why: why.to_string(), stopped: Some(why) })).ok()
    }

    /// Takes note of how many bytes of pictures a page has.
    pub(super) fn note_page(&mut self, step: usize, bytes: usize) {
        if bytes > MOST_ON_A_PAGE && self.end.is_none() {
            let why = format!("a page has at most {} MB of pictures", MOST_ON_A_PAGE >> 20);
            self.end = Some(PicturesEnd { step: step + 1, why, stopped: None });
        }
    }

    /// Where the pictures end, where they end early.
    pub(super) fn end(&self) -> Option<&PicturesEnd> {
        self.end.as_ref()
    }
}
