//! `board`: what a page needs to show a board.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Error;
use super::answer::{Header, Place};
use super::draw::DrawOptions;
use super::hint::moves_of;
use super::plan::places;
use super::play::setup;
use super::steps::json_of;
use crate::Puzzle;
use crate::puzzle::Kind;
use quandary_core::play::Setup;
use quandary_core::puzzle::{self, Cell, symbol_of};
use quandary_core::reason::{Model, each_value};
use quandary_core::scene::{svg, terminal};
use quandary_core::verdict::Budget;

/// The answer to `board`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Board {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// The family's name as people write it.
    pub title: &'static str,
    /// The family's rules in plain words.
    pub goal: &'static str,
    /// What holds on this board beyond that, a sentence each.
    pub rules: Vec<String>,
    /// `deduction` or `moves`.
    pub kind: &'static str,
    /// The board's size as people say it.
    pub size: String,
    /// Rows of the picture.
    pub rows: usize,
    /// Columns of the picture.
    pub columns: usize,
    /// The clues beside the rows.
    pub row_clues: Value,
    /// The clues above the columns.
    pub column_clues: Value,
    /// The cells that are given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given: Option<Vec<GivenCell>>,
    /// What may be written into a cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbols: Option<Vec<Symbol>>,
    /// The symbol of an open cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<&'static str>,
    /// The moves that the rules allow, from where to where, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<[u32; 2]>>,
    /// The puzzle in its JSON notation.
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub json: Box<RawValue>,
    /// How it is played; `null` where it cannot be played.
    pub play: Option<Setup>,
    /// What the picture shows, for screen readers.
    pub description: String,
    /// The picture as SVG.
    pub svg: String,
    /// The picture as text.
    pub text: String,
    /// Where the puzzle came from.
    pub source: Place,
}

/// A cell that is given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GivenCell {
    /// The cell.
    pub cell: Cell,
    /// The symbol in it.
    pub symbol: Option<String>,
}

/// What may be written into a cell.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Symbol {
    /// The symbol in a state.
    pub symbol: Option<String>,
    /// Its name.
    pub name: String,
    /// Its colour, where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paint: Option<String>,
    /// The colour to write on it with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ink: Option<String>,
}

impl Puzzle {
    /// What a page needs to show the board: what it is, its cells, what may be written into them, and its picture.
    pub fn describe(&self, options: &DrawOptions, budget: &Budget) -> Result<Board, Error> {
        let board = self.board();
        let mut scene = self.scene_of(options, &budget.begin())?;
        // The rules stand beside the picture, so they are not written under it as well.
        scene.captions.clear();
        let svg = svg::render_within(&scene, &budget.for_showing()).map_err(Error::budget)?;
        let mut answer = Board {
            header: Header::of(board),
            title: board.family().title(),
            goal: board.family().goal(),
            rules: board.rules_in_force(),
            kind: "deduction",
            size: board.size(),
            rows: scene.cells.rows(),
            columns: scene.cells.columns(),
            row_clues: serde_json::to_value(&scene.row_clues).unwrap_or_default(),
            column_clues: serde_json::to_value(&scene.column_clues).unwrap_or_default(),
            given: None,
            symbols: None,
            open: None,
            legal_moves: None,
            json: json_of(board),
            play: setup(board),
            svg,
            text: terminal::render(&scene, &terminal::Style { colour: false, ascii: false }),
            description: scene.description,
            source: Place::of(self.source()),
        };
        match self.kind() {
            Ok(Kind::Deduction(model)) => {
                answer.given = Some(given(board, &model));
                answer.symbols = Some(symbols(board, &model));
                answer.open = Some("?");
            }
            Ok(Kind::Moves(play)) => {
                let here = play.after(&moves_of(board, options.state.as_ref())?);
                let here = here.map_err(|why| Error::unprocessable(why.message))?;
                let legal = here.moves().map(|play| play.legal()).unwrap_or_default();
                answer.kind = "moves";
                answer.legal_moves = Some(legal.into_iter().map(places).collect());
            }
            Err(_) => {}
        }
        Ok(answer)
    }
}

/// The cells that are given, with the symbols that are in them.
fn given(board: &dyn puzzle::Puzzle, model: &Model) -> Vec<GivenCell> {
    let vars = model.start().iter().enumerate().filter(|(_, values)| values.is_power_of_two());
    let cells = vars.flat_map(|(var, &values)| model.cells(var).iter().map(move |&cell| (cell, values)));
    cells
        .map(|(cell, values)| GivenCell {
            cell,
            symbol: symbol_of(board, values.trailing_zeros() as u8).map(String::from),
        })
        .collect()
}

/// What may be written into a cell.
fn symbols(board: &dyn puzzle::Puzzle, model: &Model) -> Vec<Symbol> {
    let any = model.start().iter().fold(0, |any, values| any | values);
    let symbol = |value: u8| {
        let paint = board.shown_value(value).paint;
        let colours = paint.hex().zip(paint.ink());
        Symbol {
            symbol: symbol_of(board, value).map(String::from),
            name: board.value_name(value),
            paint: colours.as_ref().map(|(paint, _)| paint.to_string()),
            ink: colours.map(|(_, ink)| ink.to_string()),
        }
    };
    each_value(any).map(symbol).collect()
}
