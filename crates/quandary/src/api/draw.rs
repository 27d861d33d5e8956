//! `draw`: the board as a picture, as it is given, as a player has it, or solved.

use serde::{Deserialize, Serialize};

use super::Error;
use super::answer::{Header, Place};
use super::hint::{entries_of, moves_of};
use super::request::Text;
use super::solve::solve_verified;
use super::steps::Reasoned;
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::narrate::{Tints, scene_of_entries};
use quandary_core::scene::{Scene, svg, terminal};
use quandary_core::verdict::{Ask, Budget};

/// What `draw` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct DrawOptions {
    /// What the player has done so far.
    pub state: Option<Text>,
    /// Draw the solved board.
    pub solution: bool,
}

/// The answer to `draw`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Drawn {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// What the picture shows, for screen readers.
    pub description: String,
    /// The picture as SVG.
    pub svg: String,
    /// The picture as text.
    pub text: String,
    /// Where the puzzle came from.
    pub source: Place,
}

impl Puzzle {
    /// Draws the board.
    pub fn draw(&self, options: &DrawOptions, budget: &Budget) -> Result<Drawn, Error> {
        let scene = self.scene_of(options, &budget.begin())?;
        let svg = svg::render_within(&scene, &budget.for_showing()).map_err(Error::budget)?;
        Ok(Drawn {
            header: Header::of(self.board()),
            svg,
            text: terminal::render(&scene, &terminal::Style { colour: false, ascii: false }),
            description: scene.description,
            source: Place::of(self.source()),
        })
    }

    /// The board as it was asked for.
    pub(super) fn scene_of(&self, options: &DrawOptions, budget: &Budget) -> Result<Scene, Error> {
        if options.solution {
            let ask = Ask { solutions: 1, budget: budget.clone(), ..Ask::default() };
            let outcome = solve_verified(self.board(), self.source(), &ask)?;
            return Ok(self.scene(outcome.solutions.first()));
        }
        let Some(state) = options.state.as_ref().filter(|state| !state.is_blank()) else {
            return Ok(self.scene(None));
        };
        match self.kind()? {
            Kind::Moves(play) => {
                let made = moves_of(self.board(), Some(state))?;
                let here = play.after(&made).map_err(|why| Error::unprocessable(why.message))?;
                Ok(here.scene(None))
            }
            Kind::Deduction(model) => {
                let on = Reasoned { board: self.board(), model: &model };
                let entries = entries_of(on, Some(state))?;
                // Entries that contradict each other are drawn all the same: a picture makes no claim.
                Ok(scene_of_entries(on.board, on.model, &entries, &Tints::default()))
            }
        }
    }
}
