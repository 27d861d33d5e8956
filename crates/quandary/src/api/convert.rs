//! `convert`: the same puzzle in another notation.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Error;
use super::answer::{Header, Place};
use crate::Puzzle;
use quandary_core::puzzle::WriteError;
use quandary_core::verdict::Budget;

/// What `convert` can be asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ConvertOptions {
    /// The notation to write; every notation that can hold the puzzle where none is given.
    pub to: Option<String>,
    /// Omit title and author.
    pub untitled: bool,
}

/// The answer to `convert`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Converted {
    /// Which puzzle it is.
    #[serde(flatten)]
    pub header: Header,
    /// The notation that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The puzzle in that notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The puzzle in every notation that can hold it, where none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<BTreeMap<&'static str, String>>,
    /// Words of the text that no notation keeps, each with its line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_kept: Vec<NotKept>,
    /// Where the puzzle came from.
    pub source: Place,
}

/// Words that a conversion does not keep.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotKept {
    /// Their line.
    pub line: usize,
    /// The words.
    pub text: String,
}

impl Puzzle {
    /// Writes the puzzle in another notation, or in all that can hold it.
    pub fn convert(&self, options: &ConvertOptions, budget: &Budget) -> Result<Converted, Error> {
        let budget = budget.begin();
        let write = |puzzle: &Puzzle, notation: &str| {
            budget.check().map_err(Error::budget)?;
            Ok::<_, Error>(puzzle.write_within(notation, &budget))
        };
        let untitled = if options.untitled { self.without_credits() } else { None };
        let puzzle = untitled.as_ref().unwrap_or(self);
        let mut converted = Converted {
            header: Header::of(self.board()),
            notation: options.to.clone(),
            text: None,
            texts: None,
            not_kept: Vec::new(),
            source: Place::of(self.source()),
        };
        match &options.to {
            Some(notation) => {
                converted.text = Some(write(puzzle, notation)?.map_err(|why| self.explained(notation, &why, &budget))?);
            }
            None => {
                let mut texts = BTreeMap::new();
                for notation in self.family().notations().into_iter().filter(|notation| notation.writes()) {
                    if let Ok(text) = write(puzzle, notation.name())? {
                        texts.insert(notation.name(), text);
                    }
                }
                converted.texts = Some(texts);
            }
        }
        let not_kept = self.words_not_kept(&budget).into_iter();
        converted.not_kept = not_kept.map(|(line, text)| NotKept { line, text }).collect();
        Ok(converted)
    }

    /// Why a notation cannot hold the puzzle; where it could without the title, that is said.
    fn explained(&self, notation: &str, why: &WriteError, budget: &Budget) -> Error {
        let error = Error::unprocessable(why.to_string());
        if budget.check().is_err() {
            return error;
        }
        match self.without_credits().map(|untitled| untitled.write(notation)) {
            Some(Ok(_)) => error.help("the option 'untitled' omits the title and the author"),
            _ => error,
        }
    }
}
